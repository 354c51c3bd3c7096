# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# crawl.sh - what a script needs to let a crawler loose on a served web of
# 5,000 pages, and to compare what it wrote with what was served
#
#	. "$(dirname "$0")/lib.sh"
#	. "$(dirname "$0")/crawl.sh"
#	begin $ODD
#	... the crawler fetches $first and follows links, by the proxy $proxy
#	end
#	compare_links NAME FILE.warc.gz
#	compare_order NAME FORMAT LOG
#	compare_counts NAME FILE.warc.gz
#
# With failed=1, compare_order has failures count, too.
#
#	next_batch COUNT LIMIT
#	begin $ANSWERS
#	... the crawler fetches the pages of batch.sp
#	end
#	compare_batch NAME
#
# Each comparison prints its figures as a line that begins with "# figure".

# shellcheck disable=SC2034,SC2154 # of lib.sh and web.sh

# shellcheck source=tests/cli/web.sh
. "$here/../cli/web.sh"
here=$(cd "$here" && pwd)
cd "$folder" || exit 2
: "${PAGES:=5000}"
graphgen -q -n "$PAGES" -o web.sp
failed=
first=$(graphdump -s names web.sp | awk 'NR == 2 { print $3 }')

# A web as it is: all charsets, codings and statuses, and untidy pages.
ODD='--spellings --kinds --broken 0.3 --chunked 0.3 --topics 10
	--status 404:0.05,410:0.01,500:0.01,503:0.01,301:0.05,302:0.05,307:0.01
	--type text/plain:0.03,image/png:0.03,application/pdf:0.02
	--charset windows-1251:0.1,shift_jis:0.05,iso-8859-1:0.1,utf-16le:0.02
	--encoding gzip:0.4,deflate:0.1 --big 0.002 --disallow 0.05'

# What the pages of a batch may answer, besides a page.
ANSWERS='--status 404:0.05,410:0.02,503:0.02,301:0.08,302:0.05'

# begin [OPTION...] - serves the web with these options; sets $proxy
begin() {
	"$serveweb" -q --links links.tsv "$@" web.sp
	serve -q "$@"
	[ -n "$port" ] || skip_all "no server: $(cat "$err")"
	proxy=http://127.0.0.1:$port
	export http_proxy="$proxy" HTTP_PROXY="$proxy" no_proxy=''
}

end() {
	stop
	unset http_proxy HTTP_PROXY
	expect_is 'the server ended' 0 "$served"
}

# compare_links NAME ARCHIVE... - imports the archives as $imported: each link
# that was served on a page that was fetched is in the graph, and no other
compare_links() {
	compared=$1
	shift
	imported=$folder/imported.sp
	rm -f "$imported"
	run crawlgraph -q -f warc -o "$imported" "$@"
	expect "$compared: the import" 0 || return 0
	links "$imported" >found
	fetched links.tsv log >expected
	echo "# figure $compared: requests $(grep -vc '^#' log)," \
		"pages fetched $(awk -F '\t' '$4 == 200 && !/robots.txt/ {
			print $3 }' log | sort -u | wc -l)," \
		"links compared $(wc -l <expected)," \
		"missing $(comm -23 expected found | wc -l)," \
		"not served $(comm -13 expected found | wc -l)"
	expect_same "$compared: each link of the pages fetched" expected found
}

# compare_order NAME FORMAT LOG [OPTION...] - the log of the crawler gives the
# order in which the server answered
compare_order() {
	compared=$1
	format=$2
	of_crawler=$3
	shift 3
	run crawlimport -q -f tsv -g "$imported" -R ${failed:+--failed} \
		--time-column time_ms log
	graphdump -s orders "$out" | sed 1d | cut -f 2,3,7 >expected
	run crawlimport -q -f "$format" -g "$imported" -R \
		${failed:+--failed} "$@" "$of_crawler"
	expect "$compared: the log" 0 || return 0
	graphdump -s orders "$out" | sed 1d | cut -f 2,3,7 >found
	echo "# figure $compared: downloads of the server" \
		"$(wc -l <expected), of the log $(wc -l <found)," \
		"at the same place $(grep -cxFf expected found)"
	expect_same "$compared: the order of the server" expected found
}

# compare_counts NAME ARCHIVE... - warcstat finds the statuses and MIME types
# that the server counted
compare_counts() {
	compared=$1
	shift
	grep -E '^(status|mime)' counts | sort >expected
	for table in status mime; do
		warcstat -q --table "$table" "$@" |
			awk -v OFS='\t' -v table="$table" \
				'!/^#/ { print table, $1, $2 }'
	done | sort >found
	echo "# figure $compared: responses of the server" \
		"$(awk '$1 == "requests" { print $3 }' counts), of the" \
		"archive $(awk '$1 == "status" { n += $3 }
			END { print n + 0 }' found), statuses" \
		"$(awk '$1 == "status" { printf "%s%s:%d", s, $2, $3; s = " " }
			' found)"
	expect_same "$compared: statuses and MIME types" expected found
}

# next_batch COUNT LIMIT - of a crawl that has fetched a fifth of the web breadth
# first, the COUNT pages to fetch next, with at most LIMIT of a host: the stream
# batch.sp, and chosen, their URLs
next_batch() {
	limit=$2
	echo "$first" >start
	crawlorder -q --order bfs --seeds start web.sp |
		graphprune -q --fetched-first "bfs:$((PAGES / 5))" -o known.sp
	run crawlnext -q -n "$1" --per-host "$limit" -o batch.sp known.sp
	expect 'the next batch: chosen' 0
	seedpick -q --to text -o chosen batch.sp
	expect_is 'the next batch: as many pages as asked for' "$1" \
		"$(wc -l <chosen)"
	graphdump -s states --urls known.sp | awk -F '\t' '
		$2 != "unfetched" { print $3 }' | grep -xFf - chosen >known
	expect_is 'the next batch: none of them was fetched' '' \
		"$(cat known)"
}

# compare_batch NAME - the server was asked for the chosen pages and for no
# others, whatever they answered
compare_batch() {
	compared=$1
	awk -F '\t' '!/^#/ && $3 !~ /\/robots.txt$/ { print $3 }' log >asked
	sort -u asked >found
	sort chosen >expected
	most=$(cut -d / -f 3 found | sort | uniq -c | sort -n |
		awk 'END { print $1 }')
	echo "# figure $label$compared: pages of the batch $(wc -l <expected)," \
		"asked for $(wc -l <found), requests $(wc -l <asked)," \
		"hosts $(cut -d / -f 3 found | sort -u | wc -l)," \
		"most of a host $most, statuses" \
		"$(awk '$1 == "status" { printf "%s%s:%d", s, $2, $3; s = " " }
			' counts)"
	expect_same "$compared: the pages of the batch, and no others" \
		expected found
	expect_true "$compared: at most $limit of a host" \
		[ "$most" -le "$limit" ]
}
