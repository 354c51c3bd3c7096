#!/bin/sh
# SPDX-License-Identifier: MIT
#
# transpose.t - graphprune --transpose: links are turned round, twice is not at
# all, and what is known of the pages stays with them
#
#	[BIN=bin] tests/cli/transpose.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
cd "$folder" || exit 2

# turned FILE - prints its links, sorted, with their ends exchanged
turned() {
	graphdump "$1" | sed 1d | awk '{ print $2 "\t" $1 }' | sort
}

# section FILE KIND - prints a section
section() {
	graphdump -s "$2" "$1"
}

graphgen --pages 9000 --seed 3 | pagerank -o web.sp
graphprune --transpose -o turned.sp web.sp
graphdump turned.sp | sed 1d | sort >got.txt
turned web.sp >expected.txt
expect_same 'every link is turned round' expected.txt got.txt
for kind in names hosts scores; do
	section web.sp "$kind" >expected.txt
	section turned.sp "$kind" >got.txt
	expect_same "$kind stay" expected.txt got.txt
done
graphprune --transpose -o twice.sp turned.sp
graphprune --transpose -T 3 -o three.sp twice.sp
graphprune --transpose -T 2 --memory-limit 100M -o four.sp three.sp
graphstat --json web.sp | grep -o '"graph": {.*"hosts"' |
	sed 's/"stored": {[^}]*}//' >expected.txt
graphstat --json twice.sp | grep -o '"graph": {.*"hosts"' |
	sed 's/"stored": {[^}]*}//' >got.txt
expect_same 'twice is the graph itself, which is its own origin' expected.txt \
	got.txt
expect_is 'the same bytes with other threads and another memory' \
	"$(graphdump -s graph twice.sp | md5sum)" \
	"$(graphdump -s graph four.sp | md5sum)"

# ---- results of either go with the other -------------------------------------

graphprune --transpose web.sp | pagerank --name inverse -R -o inverse.sp
seedpick --top inverse:5 inverse.sp -o seeds.sp
run crawlorder -g web.sp --order bfs seeds.sp
expect 'seeds by PageRank along turned links crawl the graph' 0
expect_message 'without a word' ''
graphgen --pages 9000 --seed 4 -o other.sp
graphprune --transpose other.sp | pagerank -R -o wrong.sp
run seedpick -g web.sp --top pagerank:5 wrong.sp
expect 'but not those of another graph' 65
hits web.sp | coreextract -q --residual -o residual.sp
graphprune --transpose residual.sp -o turned.sp
run graphdump -s cores residual.sp
expect 'cores in the stream' 0
run graphdump -s cores turned.sp
expect '... are left out' 65
run graphdump -s scores turned.sp
expect '... and scores stay' 0

graphdump web.sp | sed '1d; s/$/\t1/' | head -n 500 >anchors.txt
echo 0 >first
scoreimport --link-scores anchors.txt web.sp |
	crawlorder -q --seeds first --order bfs -o crawled.sp
run graphprune --transpose -o turned.sp crawled.sp
expect 'orders in the stream' 0
expect_message '... are left out' 'goes along the old links: orders'
run graphdump -s orders turned.sp
expect '... all of them' 65
awk '{ print $2 "\t" $1 "\t" $3 }' anchors.txt | sort -n -k 1,1 -k 2,2 \
	>expected.txt
section turned.sp link-scores | sed 1d | cut -f 2- >got.txt
expect_same 'scores of links turn with them' expected.txt got.txt

# ---- pruned graphs, weights, small graphs ------------------------------------

graphprune web.sp | graphprune --transpose -o pruned.sp
graphprune --transpose web.sp | graphprune -o other-way.sp
graphdump pruned.sp >expected.txt
graphdump other-way.sp >got.txt
expect_same 'pruning and turning round, in either order' expected.txt got.txt

printf '%s\n' '0 1 0.5' '0 2 0.25' '1 2 8' '2 2 3' '3 0 7' >weighted.txt
graphimport -f arcs --weights 3 weighted.txt -o weighted.sp
graphprune --transpose weighted.sp | graphdump --weights | sed 1d | tr '\t' ' ' >got.txt
printf '%s\n' '0 3 7' '1 0 0.5' '2 0 0.25' '2 1 8' '2 2 3' >expected.txt
expect_same 'each link keeps its weight' expected.txt got.txt

graphimport --dense -f arcs </dev/null 2>/dev/null >empty.sp
run graphprune --transpose empty.sp
expect 'a graph without links' 0
expect_message 'is worth a warning' 'the graph has no links'

plan
