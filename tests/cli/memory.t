#!/bin/sh
# SPDX-License-Identifier: MIT
#
# memory.t - every filter, with every allocation failing in turn
#
#	[BIN=bin] [SANITIZED=build/sanitized/bin] tests/cli/memory.t
#
# failing.c tells what is expected of each run.  Allocations of the libraries
# for compression are among those that fail.  Without the sanitized build all
# is skipped.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

sanitized=${SANITIZED:-${BUILD:-build}/sanitized/bin}
failing=${sanitized%/bin}/failing
if [ ! -x "$failing/hits" ]; then
	ok 'memory # SKIP make sanitized was not run'
	plan
	exit
fi
failing=$(cd "$failing" && pwd)

# fails NAME RUNS COMMAND - the command once as it is, then in a loop where
# one allocation fails, and in one where all behind it fail as well, at most
# RUNS times each; output to a file in turn
fails() {
	name=$1
	export RUNS="$2"
	filter=$failing/$3
	shift 3
	run "$filter" "$@"
	expect "$name: a good run" 0
	FAILING=once run "$filter" "$@"
	told "$name: one allocation fails"
	mkdir "$folder/of"
	export OUTPUT="$folder/of/file"
	FAILING=sticky run "$filter" "$@" -o "$OUTPUT"
	told "$name: no allocation succeeds any more"
	unset OUTPUT
	rm -r "$folder/of"
}

# told NAME - the last loop found nothing, and it was one
told() {
	numbers='^[1-9][0-9]* [1-9][0-9]* [0-9]*$'
	if [ "$status" -eq 0 ] && grep -q "$numbers" "$out"; then
		ok "$1, of $(cut -d ' ' -f 1 "$out")"
	else
		not_ok "$1" "status $status: $(cat "$out" "$err")"
	fi
}

# ---- inputs ----------------------------------------------------------------

cd "$folder" || exit 2
{
	graphgen -n 50 -z 0 -o graph && graphgen -n 50 -z 3 -o packed &&
		graphdump graph | tail -n +2 >arcs && gzip -k arcs &&
		sed 's/$/ 2/' arcs | zstd -q -o weighted.zst &&
		hits graph -o scored &&
		pagerank -R graph -o rank && printf '0\n1\n' >list &&
		graphdump -s names graph | tail -n +2 | cut -f 3 >urls &&
		coreextract --seeds 3 scored -o cores &&
		seedpick cores -o seeds &&
		crawlorder -R -g graph --order bfs,opic,fpr@10 seeds -o orders
} || not_ok 'inputs to test with'
printf '3\n1 2\n\n0\n' >ascii.graph-txt
{
	echo '%%MatrixMarket matrix coordinate pattern general'
	printf '3 3 3\n1 2\n1 3\n3 1\n'
} >mtx
printf '0\tcom.example.a\n1\tcom.example.b\n2\torg.a\n' >vertices
printf '0\t1\n0\t2\n2\t0\n' >edges
# Eight pages without links: a bit each.
printf 'nodes=8\narcs=0\nwindowsize=7\nminintervallength=4\nmaxrefcount=3
graphclass=it.unimi.dsi.webgraph.BVGraph\ncompressionflags=\nversion=0
zetak=3\n' >empty.properties
printf '\377' >empty.graph

# ---- filters ---------------------------------------------------------------

fails graphgen 100 graphgen -n 50 -T 1 -z 0
export LATE=stats:
fails 'graphgen -z' 100 graphgen -n 50 -T 1 -z 3 --stats stats
unset LATE
fails 'graphimport names' 100 graphimport --names urls --domain --by-url \
	-T 1 -z 0 arcs
fails 'graphimport gzip' 40 graphimport -T 1 -z 0 arcs.gz
fails 'graphimport zstd' 40 graphimport -T 1 -z 0 --weights 3 \
	weighted.zst
fails 'graphimport ascii' 40 graphimport -f ascii -T 1 -z 0 ascii.graph-txt
fails 'graphimport mtx' 40 graphimport -f mtx --transpose -T 1 -z 0 mtx
fails 'graphimport cc' 40 graphimport -f cc --vertices vertices -T 1 -z 0 edges
fails 'graphimport bvgraph' 40 graphimport -f bvgraph -T 1 -z 0 empty
fails graphprune 100 graphprune -T 1 -z 3 packed
fails hits 60 hits -i 3 -T 1 -z 0 packed
fails 'hits -T 2' 10 hits -i 3 -T 2 -z 3 graph
fails pagerank 60 pagerank -T 1 -z 0 graph
fails 'pagerank push' 60 pagerank --method push --start rank \
	--teleport list -T 1 -z 0 graph
fails coreextract 80 coreextract --iterations 3 --seeds 3 --residual -T 1 \
	-z 0 graph
fails 'coreextract of parts' 60 coreextract --size 6 -R -T 1 -z 0 scored
fails seedpick 60 seedpick -T 1 -z 0 cores
for how in '--top hub:3' '--random 2' '--top-indegree 3' '--host-first 2' \
	'--urls list'; do
	# shellcheck disable=SC2086 # two words
	fails "seedpick $how" 30 seedpick -T 1 -z 0 $how scored
done
all=$(crawlorder --list | tail -n +2 | cut -f 1 | uniq | paste -sd ,)
fails crawlorder 100 crawlorder --order "$all" --seeds list --bench rank \
	--k 10 --queue-log /dev/null -T 1 -z 0 graph
export TEXT=1
fails hotcurve 60 hotcurve --bench rank -T 1 orders
fails 'hotcurve tau' 60 hotcurve --metric tau -g graph --bench rank \
	--partial 10 -T 1 orders
fails 'hotcurve --summary' 60 hotcurve --summary --bench rank -T 1 orders
fails 'hotcurve --gnuplot' 60 hotcurve --gnuplot --bench rank -T 1 orders
for section in graph names hosts provenance; do
	fails "graphdump $section" 40 graphdump -s $section -T 1 packed
done
fails 'graphdump seeds' 40 graphdump -s seeds -T 1 seeds
fails 'graphdump cores' 40 graphdump -s cores -T 1 --json seeds
fails 'graphdump orders' 40 graphdump -s orders -T 1 orders

plan
