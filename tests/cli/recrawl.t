#!/bin/sh
# SPDX-License-Identifier: MIT
#
# recrawl.t - the circle of pipelines/recrawl.mk on a small web, with GNU Wget
#
#	[BIN=bin] [BUILD=build] tests/cli/recrawl.t

# shellcheck disable=SC2154 # of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
# shellcheck source=tests/cli/web.sh disable=SC1091
. "$here/web.sh"
recrawl=$(pwd)/pipelines/recrawl.mk
cd "$folder" || exit 2

# circle [SETTING...] - runs it, always in one folder
circle() {
	run env -u MAKEFLAGS make -f "$recrawl" BIN="$BIN" OUT=made \
		SERVEWEB="$serveweb" PAGES=400 SEEDS=3 DRAWS=1 TYPES=png \
		ORDERS='bfs opic' "$@"
}

# pages FILE ORDER - prints the pages of an order
pages() {
	graphdump -s orders "$1" | awk -v order="$2" '$1 == order { print $3 }'
}

circle CRAWLER=lynx
expect 'an unknown crawler' 2
expect_message 'an unknown crawler, why' 'CRAWLER=lynx: wget or scrapy'
circle CRAWLER=scrapy PYTHON=false
expect 'no Scrapy' 2
expect_message 'no Scrapy, why' 'skipped: false has no modules scrapy'
circle CRAWLER=wget SERVEWEB=./none
if command -v wget >/dev/null; then
	expect 'no server' 2
	expect_message 'no server, why' 'skipped: no serveweb'
else
	expect_message 'no Wget, why' 'skipped: wget is not installed'
	skip 'the circle' 'no wget'
	plan
	exit
fi

circle
if grep -q 'built without' "$err"; then
	skip 'the circle' 'built without libmicrohttpd'
	plan
	exit
fi
expect 'the circle' 0
expect_output 'the table is printed' "$(tail -n 1 made/recrawl.md)"
for seeds in random cores cover pagerank known again; do
	expect_is "$seeds: pages served" 100 \
		"$(grep -vc -e '^#' -e seeds.invalid made/draw-1/$seeds.access)"
	expect_is "$seeds: as many seeds" 3 "$(wc -l <made/draw-1/$seeds.txt)"
	pages made/draw-1/$seeds.orders.sp wget >real
	pages made/draw-1/$seeds.orders.sp bfs >replayed
	expect_same "$seeds: Wget's order is breadth-first" replayed real
done
run crawlgraph --strict -f warc -o strict.sp made/draw-1/cores.warc.gz
expect 'the archive is complete' 0
expect_is 'the first crawl has the links of its pages' \
	"$(pages made/draw-1/random.orders.sp wget | sort >some
		graphdump -s graph made/graph.sp | awk -F '\t' '
			NR == FNR { some[$1]; next } $1 in some' some - |
			wc -l)" \
	"$(graphdump -s graph made/draw-1/first.sp | grep -vc '^#')"
expect_is '... and not the page of the seeds' 0 \
	"$(graphdump -s names made/draw-1/first.sp | grep -c invalid)"
expect_is 'the seeds of its cores' \
	"$(graphprune made/draw-1/first.sp | hits | coreextract -q --seeds 3 |
		seedpick --text)" "$(cat made/draw-1/cores.txt)"
expect_is 'the seeds that cover it' \
	"$(pagerank made/draw-1/first.sp |
		seedpick -q --cover 3 --weight pagerank --fill pagerank:3 \
			--text)" \
	"$(cat made/draw-1/cover.txt)"
expect_is 'a row for all seeds, orders and times' 54 \
	"$(grep -vc '^#' made/recrawl.tsv)"
expect_is 'what is new' \
	"$(pages made/draw-1/random.orders.sp wget >first
		pages made/draw-1/cores.orders.sp wget | grep -vcxFf first |
		awk '{ print $1 / 100 }')" \
	"$(awk '$1 == "cores" && $2 == "wget" && $4 == 100 { print $9 }' \
		made/recrawl.tsv)"
if command -v gnuplot >/dev/null; then
	expect_is 'the figure' PNG \
		"$(head -c 4 made/recrawl.png | tail -c 3)"
else
	skip 'the figure' 'gnuplot is not installed'
fi

circle
expect_is 'a second run crawls nothing' 0 "$(grep -c recrawl.sh "$out")"
circle DRAWS=1 ORDERS='bfs opic fpr'
expect_is 'nor does another order' 0 "$(grep -c recrawl.sh "$out")"
expect_true '... which is in the table' grep -q '^| fpr |' made/recrawl.md
plan
