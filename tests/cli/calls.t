#!/bin/sh
# SPDX-License-Identifier: MIT
#
# calls.t - every filter survives the failure of any system call
#
#	[BIN=bin] [SANITIZED=build/sanitized/bin] tests/cli/calls.t
#
# Each call fails in turn.  failing.c describes what is expected: no failure is
# silent, and a filter continues after an interrupted or short call.  Skipped
# without the sanitized build.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
# shellcheck source=tests/cli/failing.sh disable=SC1091
. "$here/failing.sh"

# fails NAME COMMAND - runs the command with each call failing in each way:
# first alone, to standard output, then with all later calls, to -o FILE
export RUNS=16
fails() {
	name=$1
	shift
	for WHAT in EIO ENOSPC EINTR short; do
		export WHAT
		FAILING=once loop "$name: $WHAT" "$@"
		FAILING=sticky OUTPUT=$folder/of/file \
			loop "$name: $WHAT from then on" "$@"
	done
}

fails graphgen graphgen -n 50 -T 1 -z 3
fails 'graphgen --evolve' graphgen --evolve 0.3 -T 1 -z 3 packed
LATE=stats:
export LATE
fails 'graphgen --stats' graphgen -n 50 -T 1 -z 0 --stats stats
unset LATE
fails graphimport graphimport --names urls --hosts hosts -T 1 -z 3 arcs
fails 'graphimport --scores' graphimport --scores relevance \
	--link-scores anchors -T 1 packed
fails 'graphimport gzip' graphimport -T 1 -z 0 arcs.gz
fails 'graphimport cc' graphimport -f cc --vertices vertices -T 1 edges
fails 'graphimport bvgraph' graphimport -f bvgraph -T 1 empty
fails 'graphimport warc' graphimport -T 1 -z 0 pages.warc.gz
fails 'graphimport csv' graphimport -T 1 -z 0 table.csv
fails crawlimport crawlimport -f tsv --time-column 1 --url-column 2 -T 1 \
	crawl.tsv
fails 'crawlimport -g' crawlimport -g graph --missing /dev/null -T 1 heritrix
fails graphprune graphprune -T 1 packed
fails 'graphprune --random' graphprune --random 3 -T 1 packed
fails 'graphprune --transpose' graphprune --transpose -T 1 topic
fails graphfold graphfold -T 1 packed
fails harmonic harmonic -T 1 <graph
fails relscore relscore -q --query page --weight tfidf --anchors -g graph \
	-T 1 texts.warc
fails 'relscore --from' relscore --from by-url -g graph -T 1
fails hits hits -i 2 -T 1 <graph
fails pagerank pagerank -i 3 -t 0 --start rank --teleport list -T 1 graph
fails coreextract coreextract -q --iterations 2 -g graph -T 1 scored
fails seedpick seedpick -T 1 cores
fails 'seedpick --map' seedpick -q --random 9 --map later -T 1 packed
fails crawlorder crawlorder -g graph -T 1 seeds
fails 'crawlorder --procs' crawlorder --seeds list --procs 3 \
	--partition-file owners --replicate list -T 1 topic
fails 'crawlorder --seeds' crawlorder --seeds list -T 1 graph
# More links than fit into the limit are sorted on disk.
RUNS=5
fails 'graphimport on disk' graphimport --memory-limit 2M -T 1 -z 0 many
RUNS=16
export TEXT=1
fails hotcurve hotcurve --bench rank -T 1 orders
fails 'hotcurve harvest' hotcurve -m harvest -g topic -T 1 orders
fails graphdump graphdump -s graph -T 1 packed
fails 'graphdump, reading ahead' graphdump -q -s provenance -T 2 long
for WHAT in EIO ENOSPC EINTR short; do
	export WHAT
	loop_set "graphdump --to bvgraph: $WHAT" \
		new.graph:new.properties:new.offsets graphdump --to bvgraph \
		of/new -T 1 packed
	loop_set "graphdump --to npy: $WHAT" new.indptr.npy:new.indices.npy \
		graphdump --to npy of/new -T 1 packed
	loop_set "seedpick --to: $WHAT" new-1.txt:new-2.txt \
		seedpick --urls list --to heritrix --shard 50 -T 1 packed \
		-o of/new.txt
done
fails 'graphdump --to ascii' graphdump --to ascii -T 1 packed
fails graphstat graphstat -T 1 packed
fails warcstat warcstat -T 1 page.warc.gz

plan
