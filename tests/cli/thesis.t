#!/bin/sh
# SPDX-License-Identifier: MIT
#
# thesis.t - pipelines/thesis.mk: where the relevance comes from, the table, the
# screenshots
#
#	[BIN=bin] tests/cli/thesis.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

pipelines=$(pwd)/pipelines
cd "$folder" || exit 2

# thesis OUT [SETTING...] - runs it on a small web
thesis() {
	results=$1
	shift
	run env -u MAKEFLAGS make -f "$pipelines/thesis.mk" BIN="$BIN" \
		GRAPH=web.sp OUT="$results" SEEDS=10 DRAWS=2 TYPES=svg \
		ORDERS='bfs bestfirst fish' "$@"
}

# share ORDER FILE - the median of an order in the first table
share() {
	sed -n "/^\$/q; s/^| $1 | [^|]* | \([0-9.]*\).*/\1/p" "$2"
}

graphgen -q --pages 1500 -o web.sp
thesis made TOPICS=3
expect 'a topic that is made up' 0
expect_is 'the four screenshots come out the same' '6.3 6.4 6.5 6.6' \
	"$(sed -n 's/^| \(6[.0-9]*\) | .* | the same |$/\1/p' \
	made/thesis.md | paste -sd ' ' -)"
expect_is 'orders, and the crawler with a buffer, in both tables' \
	'bfs bestfirst fish partialpr,buffer shuffle ideal' \
	"$(grep -o '^| [a-z,]* | [0-9]' made/thesis.md | cut -d ' ' -f 2 |
	uniq | awk '!seen[$0]++' | paste -sd ' ' -)"
expect_true 'to follow the topic is better than not to' \
	awk -v best="$(share bestfirst made/thesis.md)" \
	-v bfs="$(share bfs made/thesis.md)" 'BEGIN { exit best <= bfs }'
if command -v gnuplot >/dev/null; then
	for figure in harvest recall; do
		expect_true "a figure of $figure" \
			grep -q '^</svg>' made/$figure.svg
	done
else
	skip 'figures' 'gnuplot is not installed'
fi

# The pages of three hosts, and what links to them, against a plain version.
expect_is 'whole hosts are relevant' "$(graphdump -s names web.sp | awk '
	FILENAME != "-" { if ($2 == 1) topic[$1]; next }
	FNR > 1 { all[$2]++; if ($1 in topic) on[$2]++ }
	END { for (h in all) if (on[h] == all[h]) n += on[h]; print n }
	' made/topic.tsv -)" "$(wc -l <made/topic.pages | tr -d ' ')"
expect_is 'the others have the part of their links that leads there' '' \
	"$(graphdump -s graph web.sp | awk '
	FILENAME == "made/topic.pages" { topic[$1]; next }
	FILENAME == "made/topic.tsv" { given[$1] = $2; next }
	FNR > 1 { all[$1]++; to[$1] += $2 in topic }
	END { for (p in all) if (!(p in topic) &&
		(d = to[p] / all[p] - given[p]) * d > 1e-9) print p
	for (p in topic) if (given[p] != 1) print p }
	' made/topic.pages made/topic.tsv -)"

thesis words WORDS='PART0 no-such-word'
expect 'a topic by words in URLs' 0
expect_is 'the pages with a word' \
	"$(graphdump -s names web.sp | grep -c part0)" \
	"$(grep -c '	1$' words/topic.tsv)"
thesis file RELEVANCE=words/topic.tsv
expect 'a table' 0
expect_same 'the same relevance, the same figures' words/harvest.tsv \
	file/harvest.tsv
scoreimport -q --scores mine=words/topic.tsv -o scored.sp web.sp
thesis name RELEVANCE=mine GRAPH=scored.sp
expect 'a score of the graph' 0
tail -n +2 words/harvest.tsv >wanted
tail -n +2 name/harvest.tsv >found
expect_same 'again the same figures' wanted found

graphdump -s graph web.sp | awk 'NR > 1 { print $1, $2 }' |
	graphimport -q -f arcs -o bare.sp -
thesis bare GRAPH=bare.sp
expect 'a graph without hosts' 0
expect_true 'it has a table' grep -q '^| bestfirst | [0-9]' bare/thesis.md

thesis made quality TOPICS=3 AT=0.2 \
	QUALITY_ORDERS='bestfirst bestfirst+key~parent-mean random'
expect 'crawls by quality' 0
expect_is 'quality: a row of each order, and a random one' 4 \
	"$(grep -c '^| [brs].* | [0-9]' made/quality.md)"
expect_is 'quality: claims about orders that are there' 1 \
	"$(grep -c '^| By the own .* parents | [0-9]' made/quality.claims.md)"
expect_is 'quality: the share of the ideal, by a second way' \
	"$(for d in 1 2; do hotcurve -q -g made/topic.sp --reachable \
		-s relevance -m recall --at 0.2 \
		made/thesis-$d/random.order.sp; done | awk '!/^#/ {
		sum += 100 * $3 / $NF } END { printf "%.1f", sum / 2 }')" \
	"$(sed -n 's/^| random | \([0-9.]*\) .*/\1/p' made/quality.md)"
thesis made parallel PROCS='1 3' BATCHES=10 POPULAR=20
expect 'several processes' 0
expect_true 'they have a table' grep -q '^| bfs/3.* | [0-9]' \
	made/parallel/parallel.md

# Relevance by the texts of an archive: pages of every third host have the word.
graphdump -s names web.sp | awk -F '\t' '!/^#/ {
	text = $2 % 3 ? "something else" : "river and lake"
	printf "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: "
	printf "%s\r\nContent-Length: %d\r\n\r\n", $3, length(text)
	printf "%s\r\n\r\n", text }' >texts.wet
thesis query WARC=texts.wet QUERY=lake WEIGHT=tf \
	ORDERS='bfs bestfirst fish fpr fpr+links~anchors'
expect 'a query and an archive' 0
expect_is 'relevant are the pages with the word' "$(grep -c lake texts.wet)" \
	"$(graphdump -s scores query/topic.sp |
	awk -F '\t' '!/^#/ && $2 > 0.5' | wc -l | tr -d ' ')"
thesis none QUERY=lake
expect 'a query without an archive' 2
expect_message 'a query without an archive' 'QUERY needs the archives'

plan
