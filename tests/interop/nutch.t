#!/bin/sh
# SPDX-License-Identifier: MIT
#
# nutch.t - a linkdb that Nutch's classes wrote and its readlinkdb dumped is
# imported link by link, and a CrawlDb that readdb dumped request by request
#
# The links are those of random pages; their texts try to look like the lines of
# a dump.  The requests are random as well; Nutch's schedule makes of them what
# a CrawlDb has.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/interop/nutch.sh
. "$here/nutch.sh"

cd "$folder" || exit 2
cat >Write.java <<'END'
import java.nio.file.*;
import java.util.*;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.*;
import org.apache.nutch.crawl.*;

/** Writes random links as a linkdb, and as lines "SOURCE TARGET". */
public class Write {
  static final String[] TEXTS = { "", "text", " anchor: ", "a\tInlinks:",
    "line\nline", "fromUrl: http://no.example/ anchor: x", "\u00fc\u65e5",
    "x metadata: _ftk_=1", "http://no.example/\tInlinks: x" };

  public static void main(String[] arguments) throws Exception {
    Random random = new Random(1);
    TreeMap<String, TreeSet<String>> links = new TreeMap<>();
    for (int i = 0; i < 20000; i++)
      links.computeIfAbsent(url(random), key -> new TreeSet<>())
          .add(url(random));
    MapFile.Writer writer = new MapFile.Writer(new Configuration(),
        new Path("linkdb/current/part-r-00000"),
        MapFile.Writer.keyClass(Text.class),
        SequenceFile.Writer.valueClass(Inlinks.class));
    StringBuilder lines = new StringBuilder();
    for (Map.Entry<String, TreeSet<String>> page : links.entrySet()) {
      Inlinks inlinks = new Inlinks();
      for (String from : page.getValue()) {
        inlinks.add(new Inlink(from, TEXTS[random.nextInt(TEXTS.length)]));
        lines.append(from).append(' ').append(page.getKey()).append('\n');
      }
      writer.append(new Text(page.getKey()), inlinks);
    }
    writer.close();
    Files.write(Paths.get("expected"), lines.toString().getBytes("UTF-8"));
  }

  static String url(Random random) {
    int page = random.nextInt(5000);
    return "http://host" + String.format("%02d", page % 37) +
        ".example/p" + page + (page % 5 == 0 ? "?q=\u00fc" : "");
  }
}
END
if ! { javac -cp "$jars/*" Write.java &&
	java -cp ".:$jars/*" Write; } >>"$log" 2>&1; then
	skip_all "Nutch's classes write no linkdb, see $log"
fi
# Its clock needs another version of a library after the dump is complete, so
# that the status says nothing.
java -cp "$jars/*" org.apache.nutch.crawl.LinkDbReader linkdb \
	-dump dump >>"$log" 2>&1
[ -s dump/part-r-00000 ] || skip_all "readlinkdb writes no dump, see $log"

run crawlgraph -o graph.sp dump/part-*
expect 'a dump is recognised and imported' 0
graphdump -s names graph.sp >pages
graphdump graph.sp >links
awk 'FNR == 1 { file++ } /^#/ { next }
	file == 1 { name[$1] = $3; next }
	{ print name[$1], name[$2] }' pages links | LC_ALL=C sort >got
LC_ALL=C sort expected >sorted
expect_is "all $(wc -l <sorted) links of Nutch $NUTCH" "$(cksum <sorted)" \
	"$(cksum <got)"

# ---- the CrawlDb ------------------------------------------------------------

cat >WriteDb.java <<'END'
import java.nio.file.*;
import java.util.*;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.*;
import org.apache.nutch.crawl.*;

/** Writes what a crawl would leave as a CrawlDb: each page is asked for once,
 *  twice or never, and Nutch's own schedule says when next.  Prints lines
 *  "SECONDS STATUS URL" of the last requests. */
public class WriteDb {
  public static void main(String[] arguments) throws Exception {
    Random random = new Random(2);
    FetchSchedule schedule = new DefaultFetchSchedule();
    Configuration configuration = new Configuration();
    configuration.setInt("db.fetch.interval.default", 2592000);
    configuration.setInt("db.fetch.interval.max", 7776000);
    schedule.setConf(configuration);
    TreeMap<String, CrawlDatum> pages = new TreeMap<>();
    StringBuilder lines = new StringBuilder();
    long now = 1795334400000L;
    for (int i = 0; i < 5000; i++) {
      String url = "http://host" + i * 7919 % 37 + ".example/p" + i +
          (i % 5 == 0 ? "?a,b;c=\"d\"&Status: 2" : "");
      CrawlDatum datum =
          new CrawlDatum(CrawlDatum.STATUS_DB_UNFETCHED, 2592000);
      datum.getMetaData().put(new Text("note"),
          new Text("Status: 2 \"quoted\", Fetch time: never"));
      schedule.initializeSchedule(new Text(url), datum);
      datum.setFetchTime(now - random.nextInt(100000));
      if (i % 7 != 0)
        ask(schedule, new Text(url), datum, now += 1000 + random.nextInt(3000),
            random.nextInt(9), lines);
      pages.put(url, datum);
    }
    MapFile.Writer writer = new MapFile.Writer(configuration,
        new Path("crawldb/current/part-r-00000"),
        MapFile.Writer.keyClass(Text.class),
        SequenceFile.Writer.valueClass(CrawlDatum.class));
    for (Map.Entry<String, CrawlDatum> page : pages.entrySet())
      writer.append(new Text(page.getKey()), page.getValue());
    writer.close();
    Files.write(Paths.get("asked"), lines.toString().getBytes("UTF-8"));
  }

  /** What CrawlDbReducer does with the status of a fetch. */
  static void ask(FetchSchedule schedule, Text url, CrawlDatum datum,
      long now, int what, StringBuilder lines) {
    long before = datum.getFetchTime();
    if (what == 0) {
      datum.setStatus(CrawlDatum.STATUS_DB_UNFETCHED);
      schedule.setPageRetrySchedule(url, datum, before, 0, now);
    } else if (what == 1) {
      datum.setStatus(CrawlDatum.STATUS_DB_GONE);
      schedule.setPageGoneSchedule(url, datum, before, 0, now);
    } else {
      byte[] statuses = { CrawlDatum.STATUS_DB_REDIR_TEMP,
        CrawlDatum.STATUS_DB_REDIR_PERM, CrawlDatum.STATUS_DB_NOTMODIFIED };
      datum.setStatus(what < 5 ? statuses[what - 2]
          : CrawlDatum.STATUS_DB_FETCHED);
      schedule.setFetchSchedule(url, datum, before, 0, now, now,
          FetchSchedule.STATUS_MODIFIED);
    }
    lines.append(now / 1000).append('\t').append(datum.getStatus())
        .append('\t').append(url).append('\n');
  }
}
END
if ! { javac -cp "$jars/*" WriteDb.java &&
	java -cp ".:$jars/*" WriteDb; } >>"$log" 2>&1; then
	skip "a CrawlDb of Nutch $NUTCH" "its classes write none, see $log"
	plan
	exit
fi
# URLs in their normal form, and of each outcome those that crawlimport counts
sed 's/"/%22/g; s/\(http[^ ]*\) /\1%20/' asked |
	awk -F '\t' -v OFS='\t' '{ print $1, $3 >"asked.failed" }
		$2 != 1 && $2 != 3 { print $1, $3 >"asked.downloads" }'
for format in normal csv; do
	TZ=UTC java -cp "$jars/*" org.apache.nutch.crawl.CrawlDbReader \
		crawldb -dump "dump-$format" -format "$format" >>"$log" 2>&1
	for what in downloads failed; do
		option=
		[ $what = downloads ] || option=--failed
		run crawlimport -q $option "dump-$format"/part-*
		expect "readdb in $format, $what: recognised" 0 || continue
		graphdump -s orders "$out" |
			awk -F '\t' -v OFS='\t' '!/^#/ { print $4, $7 }' >got
		expect_same "readdb in $format, $what: $(wc -l <got) in order" \
			"asked.$what" got
	done
	crawlimport --table statuses "dump-$format"/part-* |
		awk -v OFS='\t' '!/^#/ { print $1, $4 + $5 }' >got
	cut -f 2 asked | sort -n | uniq -c |
		awk -v OFS='\t' '{ print $2, $1 }' >statuses
	expect_same "readdb in $format: statuses" statuses got
done
plan
