#!/bin/sh
# SPDX-License-Identifier: MIT
#
# snapshots.t - a web that changes: graphmerge --snapshots, and crawlorder
# --snapshots and --fresh-log, against a second implementation in Python,
# snapshotcases.py; every order on equal snapshots; odd ones
#
#	[BIN=bin] [SNAPSHOT_CASES=40] [FIRST=1] tests/cli/snapshots.t
#
# SNAPSHOT_CASES says how many random webs snapshotcases.py tries, from the one
# with the number FIRST on.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
cd "$folder" || exit 2

# ---- against Python ---------------------------------------------------------

# broken FILTER OPTION... - a folder of filters, of which one gets these options
# in addition
broken() {
	rm -rf broken
	mkdir broken
	for file in "$BIN"/*; do
		ln -s "$file" broken
	done
	rm "broken/$1"
	printf '#!/bin/sh\nexec "%s" "$@" %s\n' "$BIN/$1" "$2" >"broken/$1"
	chmod +x "broken/$1"
}

if python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null
then
	broken crawlorder '--queue-window 2'
	run python3 "$here/snapshotcases.py" 3 1 broken
	expect 'another window is another log' 1
	expect_output 'another window is another log: says where' 'log of'
	broken crawlorder '--max 1'
	run python3 "$here/snapshotcases.py" 3 1 broken
	expect 'another limit is another crawl' 1
	broken graphmerge s0
	run python3 "$here/snapshotcases.py" 3 1 broken
	expect 'one more snapshot is another web' 1
	expect_output 'one more snapshot: says what differs' 'other masks'
	run python3 "$here/snapshotcases.py" "${SNAPSHOT_CASES:-40}" \
		"${FIRST:-1}" "$BIN"
	expect "${SNAPSHOT_CASES:-40} webs: the same in Python" 0
	sed 's/^/# /' "$out" "$err"
else
	skip 'the same in Python' 'no Python from 3.9 on'
fi

# ---- equal snapshots --------------------------------------------------------

graphgen -n 400 -o same.sp
graphmerge -q --snapshots -o all.sp same.sp same.sp same.sp
graphdump all.sp | awk 'NR > 1 && NR % 3 == 0 { print $1, $2, NR % 11 / 11 }' \
	OFS='\t' >texts
seq 0 399 | awk '{ print $1, $1 * 37 % 101 / 101 }' OFS='\t' >values
scoreimport -q --scores relevance=values --scores pagerank=values \
	--link-scores text=texts -o web.sp all.sp
printf '3\n100\n250\n' >seeds
list=$(crawlorder --list | awk '$2 == "-" && NR > 1 { print $1 }' | paste -sd ,)
list=$list,backlink:oracle=yes,batchpr:method=push,batchpr:method=local
list=$list,partialpr:method=local:update=all,ieca:update=lazy
list=$list,wrankmass:pass=snapshot,rankmass:loss=0.01,fpr:M=4
list=$list,opic-revisit:policy=cycle,opic-revisit:policy=random

# results ARGUMENT... - rows and scores of all orders in $list
results() {
	crawlorder -q --seeds seeds --anchors text --scores --k 40 \
		--order "$list" "$@" -o orders.sp web.sp || return
	graphdump -s orders orders.sp
	graphdump -s scores orders.sp
}

results >plain
results --snapshots 1,200 --fresh-log log --queue-window 50 |
	sed 's|/snapshots||g' >equal
expect_same 'equal snapshots: each order as without them' plain equal
expect_is 'equal snapshots: a log of each order' \
	"$(echo "$list" | tr , '\n' | sort)" \
	"$(sed -n 's|/snapshots.*||p' log | sort -u)"
expect_is 'equal snapshots: all copies are fresh' '' "$(awk -F '\t' \
	'NR > 1 && ($3 != $4 || $5 != 1 || $6 != 0)' log)"

list=bfs,dfs,backlink,opic,fica,fpr
for how in '--at-once 7' '--time host' '--time global --connections 3' \
	'--time slots' '--time batch:9'; do
	# shellcheck disable=SC2086 # options are words
	crawlorder -q --seeds seeds --order $list $how --snapshots 60,200 \
		-o orders.sp web.sp
	graphdump -s orders orders.sp | sed 's|/snapshots||' >equal
	# shellcheck disable=SC2086 # options are words
	crawlorder -q --seeds seeds --order $list $how -o orders.sp web.sp
	graphdump -s orders orders.sp >plain
	expect_same "equal snapshots: $how" plain equal
done

graphmerge --snapshots -o one.sp same.sp
crawlorder -q -g one.sp --seeds seeds --snapshots '' -o orders.sp </dev/null
graphdump -s orders orders.sp | sed 's|/snapshots||' | cut -f 1-6 >equal
crawlorder -q -g same.sp --seeds seeds -o orders.sp </dev/null
graphdump -s orders orders.sp | cut -f 1-6 >plain
expect_same 'one snapshot is the graph' plain equal
run cmp one.sp same.sp
expect 'one snapshot has scores beside its graph' 1

# ---- odd ones ---------------------------------------------------------------

# snapshot NAME LINK... - a graph of links between pages of one host, by number
snapshot() {
	name=$1
	shift
	printf '%s\n' "$@" | sed 's|\([0-9][0-9]*\)|http://a/\1|g' |
		graphimport -q -f arcs --keys names --by-url -o "$name"
}

# crawled LIST - the pages that bfs downloads from page 0, and how many are gone
crawled() {
	crawlorder -q --seeds zero --snapshots "$1" --stats stats \
		-o orders.sp web.sp
	graphdump -s orders orders.sp | sed 1d | cut -f 3 | paste -sd ' ' -
	sed -n 's/.*"gone": *\([0-9]*\).*/gone \1/p' stats
}

# expect_crawled NAME LIST PAGES GONE
expect_crawled() {
	expect_is "$1" "$3
gone $4" "$(crawled "$2")"
}

echo 0 >zero
snapshot a.sp '0 1' '1 2' '2 3'
snapshot b.sp '7 8'
graphmerge -q --snapshots -o web.sp a.sp b.sp
expect_crawled 'all pages are gone: two downloads before' 3 '0 1' 1
expect_crawled 'all pages are gone: not one download' 1 '' 1

printf 'http://a/0\nhttp://a/1\nhttp://a/2\nhttp://a/3\n' >names
: >links
graphimport -q -f arcs --keys ids --names names --by-url -o none.sp links
graphmerge -q --snapshots -o web.sp a.sp none.sp a.sp
expect_crawled 'a snapshot without a link: the crawl ends' 2,3 '0 1' 0
expect_crawled 'no link at the first download' 1,2 0 0
expect_crawled 'no link at the third download' 3,4 '0 1 2' 0

# A snapshot that takes over after the end changes nothing, and is reported.
run crawlorder --seeds zero --snapshots 50,60 -o orders.sp web.sp
expect 'snapshots after the end' 0
expect_message 'snapshots after the end: a warning' 'crawlorder: bfs/snapshots: the crawl ends before snapshot 2 of 3 takes over (give smaller numbers to --snapshots)'

# ---- a chain ----------------------------------------------------------------

seq 0 99999 | awk '{ printf "http://a/%06d http://a/%06d\n", $1, $1 + 1 }' >old
graphimport -q --by-url -o a.sp old
awk '{ print } NR % 500 == 0 { print $1, "http://a/000000" }' old |
	graphimport -q --by-url -o b.sp
graphmerge -q --snapshots -o web.sp a.sp b.sp
crawlorder -q --seeds zero --order bfs,opic,rankmass --snapshots 50000 \
	--fresh-log log --queue-window 10000 --max 100000 -o orders.sp web.sp
awk -F '\t' '$2 == 100000 { print $1, $3, $4 }' log >ends
cat >expected <<'END'
bfs/snapshots 100000 99901
opic/snapshots 100000 99901
rankmass/snapshots 100000 99901
END
expect_same 'a chain of 100,001 pages: what is fresh at its end' expected ends

plan
