#!/bin/sh
# SPDX-License-Identifier: MIT
#
# nutch_inject.t - Nutch injects lists of seeds with their scores into its
# CrawlDb, and generates segments of the best pages
#
# Nutch asks its plugins how pages sort, and they are not on Maven Central: the
# one here sorts them by the score in the CrawlDb, as scoring-opic does.  There
# is none that filters or changes URLs.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
# shellcheck source=tests/interop/nutch.sh
. "$here/nutch.sh"
here=$(cd "$here" && pwd)
cd "$folder" || exit 2
label="Nutch $NUTCH: "
: "${PAGES:=5000}"

mkdir -p plugins/points plugins/score
cat >plugins/points/plugin.xml <<'END'
<plugin id="points" name="points" version="1" provider-name="seedpipe">
<extension-point id="org.apache.nutch.scoring.ScoringFilter" name="scores"/>
<extension-point id="org.apache.nutch.net.URLFilter" name="filters"/>
<extension-point id="org.apache.nutch.net.URLNormalizer" name="forms"/>
</plugin>
END
cat >plugins/score/plugin.xml <<'END'
<plugin id="score" name="score" version="1" provider-name="seedpipe">
<runtime/>
<extension id="score" name="score"
    point="org.apache.nutch.scoring.ScoringFilter">
<implementation id="Score" class="Score"/>
</extension>
</plugin>
END
cp "$here/Score.java" .
cat >Read.java <<'END'
import java.io.*;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.*;
import org.apache.nutch.crawl.CrawlDatum;

/** Prints lines "FILE SCORE URL" of the pages in sequence files. */
public class Read {
  public static void main(String[] files) throws IOException {
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    for (int i = 0; i < files.length; i++) {
      SequenceFile.Reader reader = new SequenceFile.Reader(
          new Configuration(), SequenceFile.Reader.file(new Path(files[i])));
      Text url = new Text();
      CrawlDatum datum = new CrawlDatum();
      while (reader.next(url, datum))
        out.print(i + 1 + "\t" + datum.getScore() + "\t" + url + "\n");
    }
    out.close();
  }
}
END
javac -cp "$jars/*" Score.java Read.java >>"$log" 2>&1 ||
	skip_all "no plugin for Nutch, see $log"

# nutch CLASS OPERAND... - runs one of its programs
nutch() {
	class=org.apache.nutch.$1
	shift
	java -Xmx400m -cp ".:$jars/*" "$class" \
		"-Dplugin.folders=$folder/plugins" -Dplugin.includes='.*' "$@" \
		>>"$log" 2>&1 || echo "# $class: status $?, see $log"
}

# inject FILE - makes crawldb, of this list alone
inject() {
	rm -rf crawldb lists segments
	mkdir lists
	cp "$1" lists
	nutch crawl.Injector crawldb lists
}

# read_pages FILE... - prints what sequence files have as "FILE SCORE URL"
read_pages() {
	java -Xmx256m -cp ".:$jars/*" Read "$@" 2>>"$log"
}

# floats - the second column as the nearest float, rows sorted by the first
floats() {
	python3 -c '
import struct, sys
for line in sys.stdin.buffer:
    url, score = line.rstrip(b"\n").split(b"\t")
    score = struct.unpack("f", struct.pack("f", float(score)))[0]
    sys.stdout.buffer.write(b"%s\t%r\n" % (url, score))' | sort
}

graphgen -q -n "$PAGES" | pagerank -q -o ranked.sp
graphdump -s names ranked.sp >pages
graphdump -s scores ranked.sp | sed 1d | sort -k 2,2gr -k 1,1n |
	awk -F '\t' 'FILENAME == "-" { print url[$1] "\t" $2; next }
		{ url[$1] = $3 }' pages - >best

for priority in rank score log; do
	run graphdump -q -s scores --to nutch --priority $priority ranked.sp
	expect "$priority: a list" 0 || continue
	mv "$out" "seeds.$priority"
	cut -f 1 best >expected
	cut -f 1 "seeds.$priority" >found
	expect_same "$priority: best first" expected found
	inject "seeds.$priority"
	rm -rf dump
	TZ=UTC nutch crawl.CrawlDbReader crawldb -dump dump
	awk -F '\t' '$2 ~ /^Version: / { url = $1 }
		sub(/^Score: /, "") { print url "\t" $0 }' dump/part-* |
		floats >found
	sed 's/nutch.score=//' "seeds.$priority" | floats >expected
	expect_same "$priority: readdb has all $(wc -l <found) URLs and scores" \
		expected found
	[ $priority != score ] || {
		floats <best >expected
		expect_same "$priority: and these are those of the pages" \
			expected found
	}
	# The folders of segments are not in the order in which it filled them.
	nutch crawl.Generator crawldb segments -topN 50 -maxNumSegments 4 \
		-noFilter -noNorm
	read_pages segments/*/crawl_generate/part-* |
		awk -F '\t' 'FILENAME == "best" { place[$1] = FNR; next }
			{ print $1, int((place[$3] + 49) / 50) }' best - |
		sort | uniq -c | awk '{ print $3, $1 }' | sort >found
	printf '%s 50\n' 1 2 3 4 >expected
	expect_same "$priority: 4 segments, the best 50 pages, the next 50 ..." \
		expected found
done

# ---- names that lists may spoil ---------------------------------------------

python3 "$here/odd_names.py" 5000 >odd
awk 'NR > 1 { print NR - 2 "\t" NR - 1 }' odd |
	graphimport -q -f arcs --keys ids --names odd - |
	pagerank -q -o odd.sp
run graphdump -s scores --to nutch --drop-refused odd.sp
expect 'odd names: a list' 0
sed 's/^/# /' "$err"
cp "$out" seeds
inject seeds
read_pages crawldb/current/part-*/data | awk -F '\t' -v OFS='\t' '{
		print $3, $2 }' | floats >found
sed 's/nutch.score=//' seeds | floats >expected
expect_same "odd names: the $(wc -l <found) of the list are in the CrawlDb" \
	expected found
cut -f 1 found >kept
sort -u odd >sorted
expect_is 'odd names: as the graph has them' '' \
	"$(comm -23 kept sorted | head -n 5)"
plan
