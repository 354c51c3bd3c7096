#!/bin/sh
# SPDX-License-Identifier: MIT
#
# fingerprint.t - links that are not those of the fingerprint: every filter
# that reads links rejects them
#
#	[BIN=bin] [BUILD=build] tests/cli/fingerprint.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

need_reseal

# Two rings of 3,000 pages (three blocks): equal numbers of pages and links.
# forged.sp has the links of two.sp and the fingerprint of one.sp.
ring() {
	seq 0 2999 | awk -v step="$1" '{ print $1, ($1 + step) % 3000 }'
}
ring 1 | sed 's|^|http://a.example/|; s| | http://a.example/|' >links
ring 1 | awk '{ print "http://" $1 % 7 ".example/" $1 }' >urls
ring 1 | graphimport --names urls -o one.sp
ring 2 | graphimport --names urls -o two.sp
"$reseal" two.sp payload GRPH.tail one.sp >forged.sp
"$reseal" one.sp payload GRPH.tail one.sp >honest.sp
hits -R one.sp -o scores.sp
echo 0 >seed

# reads NAME COMMAND... - the command reads links of $graph
reads() {
	name=$1
	shift
	graph=${dense-}honest.sp
	run "$@"
	expect "$name: a graph and its fingerprint" 0
	graph=${dense-}forged.sp
	run "$@"
	expect "$name: another graph" 65
	expect_message "$name: says what is wrong" \
		'its links are not those of its fingerprint'
}
with_graph() {
	"$@" "$graph"
}
with_g() {
	"$@" -g "$graph"
}

reads harmonic with_graph harmonic
reads 'harmonic --exact' with_graph harmonic --exact
reads hits with_graph hits -T 1
reads 'hits, two threads' with_graph hits -T 2
reads pagerank with_graph pagerank
reads 'pagerank, pushing' with_graph pagerank --method push
for form in compact near sparse; do
	reads "hits --form $form" with_graph hits --form $form -T 2
	reads "coreextract --form $form" with_g coreextract --form $form \
		scores.sp
done
for method in power push local; do
	reads "pagerank --method $method --form near" with_graph pagerank \
		--method $method --form near -T 2
done
# With so many links, a look at all blocks comes before the choice of a form.
for step in 1 2; do
	seq 0 2999 | awk -v step="$step" '{
		for (i = 1; i <= 40; i++)
			print $1, ($1 + i * step) % 3000
	}' | graphimport -o "dense$step.sp"
done
"$reseal" dense2.sp payload GRPH.tail dense1.sp >dense-forged.sp
"$reseal" dense1.sp payload GRPH.tail dense1.sp >dense-honest.sp
dense=dense-
reads 'hits, many links' with_graph hits -T 1
reads 'hits --form near, many links' with_graph hits --form near -T 2
reads 'pagerank, many links' with_graph pagerank -T 1
reads 'pagerank --method push, many links' with_graph pagerank --method push
dense=
reads graphprune with_graph graphprune
reads 'graphprune --random' with_graph graphprune --random 2
reads graphfold with_graph graphfold
reads graphdump with_graph graphdump -s graph
reads graphstat with_graph graphstat
reads 'seedpick --top-indegree' with_graph seedpick --top-indegree 3
reads 'coreextract -g' with_g coreextract scores.sp
reads crawlorder with_graph crawlorder --order bfs --seeds seed
reads 'crawlorder, one download' with_graph crawlorder --order bfs \
	--seeds seed --max 1
for form in compact plain; do
	reads "crawlorder --form $form" with_graph crawlorder --order bfs \
		--form $form --seeds seed -T 2
done
crawlorder --order bfs --seeds seed -R one.sp -o orders.sp
pagerank -R one.sp -o rank.sp
reads 'hotcurve --reachable' with_g hotcurve --reachable -b rank.sp \
	orders.sp

# An origin is the graph before links were removed or turned round: with fewer
# links, impossible.
(ring 2; echo 0 1) | graphimport -o more.sp
"$reseal" more.sp set GRPH.tail origin.links @one.sp \
	set GRPH.tail origin.checksum @one.sp >forged2.sp
run graphdump forged2.sp
expect 'an origin of fewer links' 65
expect_message 'says so' 'an origin that this graph cannot have'
"$reseal" two.sp payload GRPH.tail one.sp >forged.sp

# Filters that read no link verify it, too, where the graph is.
run seedpick --top authority:3 scores.sp
expect 'seedpick of scores needs no graph' 0
reads 'graphdump -s names' with_graph graphdump -s names
reads 'graphgen --like' with_graph graphgen --like
reads 'graphgen --evolve' with_graph graphgen -q --evolve 0.1
reads 'seedpick --random' with_graph seedpick --random 3
reads 'seedpick --random --any' with_graph seedpick --random 3 --any
reads 'seedpick --top of results' with_g seedpick --top authority:3 scores.sp

# A stream from a pipe is checked before its end is written.
expect_is 'a pruned stream is without an end' 65 \
	"$(graphprune -q forged.sp 2>/dev/null | graphdump -s names \
		>/dev/null 2>&1; echo $?)"

plan
