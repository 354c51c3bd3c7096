// SPDX-License-Identifier: MIT
import org.apache.hadoop.io.Text;
import org.apache.nutch.crawl.CrawlDatum;
import org.apache.nutch.scoring.AbstractScoringFilter;

/** Pages sort by the scores of the CrawlDb. */
public class Score extends AbstractScoringFilter {
  @Override
  public float generatorSortValue(Text url, CrawlDatum datum, float sort) {
    return sort * datum.getScore();
  }
}
