#!/bin/sh
# SPDX-License-Identifier: MIT
#
# nutch.t - a linkdb that Nutch's classes wrote and its readlinkdb dumped is
# imported link by link
#
# The links are those of random pages; their texts try to look like the lines of
# a dump.  Maven installs Nutch (83 MB with Hadoop) into $CACHE.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"

need_program javac
NUTCH=1.20
HADOOP=3.3.4
log=$CACHE/nutch.log

hadoop=org.apache.hadoop:hadoop
need_jars "nutch-$NUTCH-$HADOOP" "org.apache.nutch:nutch:$NUTCH" \
	"$hadoop-common:$HADOOP" "$hadoop-mapreduce-client-core:$HADOOP" \
	"$hadoop-mapreduce-client-common:$HADOOP" \
	"$hadoop-mapreduce-client-jobclient:$HADOOP"

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

run graphimport -o graph.sp dump/part-*
expect 'a dump is recognised and imported' 0
graphdump -s names graph.sp >pages
graphdump graph.sp >links
awk 'FNR == 1 { file++ } /^#/ { next }
	file == 1 { name[$1] = $3; next }
	{ print name[$1], name[$2] }' pages links | LC_ALL=C sort >got
LC_ALL=C sort expected >sorted
expect_is "all $(wc -l <sorted) links of Nutch $NUTCH" "$(cksum <sorted)" \
	"$(cksum <got)"
plan
