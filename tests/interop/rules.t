#!/bin/sh
# SPDX-License-Identifier: MIT
#
# rules.t - the rules that crawlshape writes stop exactly the pages of their
# shapes, by the matchers of the crawlers
#
# Nutch's and Heritrix's are java.util.regex, used as their classes do;
# Browsertrix Crawler's is the RegExp of Node; Scrapy's LinkExtractor and
# protego are the real ones; Wget's are expressions of POSIX (grep), and
# traps.t has Wget itself crawl with them.

# shellcheck disable=SC2154 # of lib.sh

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
need_program java node python3
need_module scrapy protego
: "${SHAPES:=15}"
BIN=$(cd "${BIN:-bin}" && pwd)
[ -x "$BIN/crawlshape" ] || skip_all "no crawlshape"
cd "$folder" || exit 2
if ! javac -d . "$here/RulesMatch.java" 2>javac.log; then
	skip_all "no javac: $(cat javac.log)"
fi

# stopped FORMAT RULES - prints those of the file urls that the rules stop
stopped() {
	case $1 in
	nutch | heritrix) java -cp . RulesMatch "$1" "$2" urls ;;
	browsertrix) node "$here/rules_match.mjs" "$2" urls ;;
	wget) python3 "$here/rules_match.py" posix "$2" urls ;;
	*) python3 "$here/rules_match.py" "$1" "$2" urls ;;
	esac | LC_ALL=C sort
}

# pages_of CONDITION - those of pages.tsv, sorted
pages_of() {
	awk -F '\t' "!/^#/ && ($1) { print \$1 }" pages.tsv | LC_ALL=C sort
}

# compare NAME GRAPH - all formats: of the traps together, and of the largest
# shapes one by one
compare() {
	"$BIN/crawlshape" -q --pages "$2" >pages.tsv
	pages_of 1 >urls
	pages_of "\$3 == \"trap\"" >traps
	awk -F '\t' '!/^#/ { n[$2]++ } END { for (s in n) print n[s], s }' \
		pages.tsv | sort -rn | awk -v most="$SHAPES" \
		'NR <= most && $2 != "-" { print $2 }' >shapes
	for format in heritrix nutch browsertrix scrapy wget robots surt; do
		run "$BIN/crawlshape" --to $format -o rules "$2"
		expect "$1, $format: rules of the traps" 0
		stopped $format rules >got
		echo "# figure $1, $format: pages $(wc -l <urls), of traps" \
			"$(wc -l <traps), stopped $(wc -l <got);" \
			"$(tail -n 1 "$err")"
		expect_is "$1, $format: no other page is stopped" '' \
			"$(LC_ALL=C comm -13 traps got | head -n 3)"
		[ -s "$err" ] || expect_same \
			"$1, $format: all pages of traps are" traps got
		exact=0
		while read -r shape; do
			"$BIN/crawlshape" -q --to $format --shape "$shape" \
				-o rules "$2" 2>"$err"
			stopped $format rules >got
			[ -s got ] || continue
			exact=$((exact + 1))
			pages_of "\$2 == \"$shape\"" >expected
			cmp -s expected got || expect_same \
				"$1, $format, shape $shape" expected got
		done <shapes
		echo "# figure $1, $format: $exact shapes of" \
			"$(wc -l <shapes) have rules of their own"
	done
}

python3 "$here/../web/trapweb.py" --seed 1 --crawl 3000 --to . >counts
"$BIN/crawlgraph" -q -f warc -o web.sp crawl.warc
compare 'a web with traps' web.sp
for graph in hollins ics-dev; do
	data=$SEEDPIPE_DATA/$graph/$graph
	names=$(ls "$data".urls.txt.* 2>/dev/null)
	if [ -n "$names" ]; then
		"$BIN/graphimport" -q --names "$names" -o $graph.sp \
			"$data".edges.txt.*
		compare $graph $graph.sp
	else
		skip "$graph" 'not in the folder of data'
	fi
done
plan
