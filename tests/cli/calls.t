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
export RUNS=7
fails() {
	name=$1
	shift
	for WHAT in EIO ENOSPC EINTR short; do
		export WHAT
		FAILING=once loop "$name: $WHAT" "$@"
		FAILING=sticky OUTPUT=$folder/of/file \
			loop "$name: $WHAT from then on" "$@"
	done
	# These differ in few calls, or as EINTR and ENOSPC do.
	for WHAT in EMFILE EAGAIN EDQUOT; do
		export WHAT
		least=2
		[ $WHAT != EMFILE ] || least=5
		FAILING=once OUTPUT=$folder/of/file RUNS=$least \
			loop "$name: $WHAT" "$@"
	done
}

# ---- every call is one that can fail ------------------------------------------

# What the filters need of the C library that asks the system for something, or
# allocates; failing_calls.c defines malloc() and pthread_create() themselves.
calls='access aligned_alloc chmod chown copy_file_range creat dup dup2 faccessat
	fallocate fchmod fchown fclose fdatasync fdopen fgetc fopen fread fseek
	fseeko fstat fstatat fsync ftruncate fwrite_unlocked getrandom
	link linkat lseek lstat madvise memalign mkdir mkostemp mkstemp mmap
	mremap open openat opendir pipe pipe2 popen posix_fadvise
	posix_fallocate posix_memalign posix_spawn posix_spawnp pread pwrite read
	readdir readlink readlinkat readv realpath rename renameat rmdir
	sendfile setrlimit splice stat symlink sync_file_range tmpfile truncate
	unlink unlinkat waitpid write writev __uflow __overflow'
for call in $calls; do
	printf '%s\n__%s_chk\n__%s_2\n%s64\n' "$call" "$call" "$call" "$call"
done | sort >names
# Not those that only look for a terminal or a free descriptor, nor fwrite(),
# which prints help: contract.t does that to full disks.
nm -u "$BIN"/* | sed -n 's/@.*//; s/^ *U //p' | sort -u >needed
nm -u "$BIN"/* | sed -n 's/^ *U //p' | grep -q . || not_ok 'nm finds symbols'
for call in $(comm -12 names needed); do
	if nm "$failing"/* | grep -q " T __wrap_$call\$"; then
		ok "$call() can be made to fail"
	else
		not_ok "$call() can be made to fail" 'add it to failing_calls.c'
	fi
done

# ---- filters -------------------------------------------------------------------

fails graphgen graphgen -n 50 -T 1 -z 3
fails 'graphgen --evolve' graphgen --evolve 0.3 -T 1 -z 3 packed
LATE=stats:
export LATE
fails 'graphgen --stats' graphgen -n 50 -T 1 -z 0 --stats stats
unset LATE
fails graphimport graphimport --names urls --hosts hosts -T 1 -z 3 arcs
fails scoreimport scoreimport --scores relevance \
	--link-scores anchors -T 1 packed
fails 'graphimport --fetched' graphimport --names urls --fetched urls -T 1 \
	-z 0 arcs
fails 'graphimport gzip' graphimport -T 1 -z 0 arcs.gz
fails 'graphimport cc' graphimport -f cc --vertices vertices -T 1 edges
fails 'graphimport bvgraph' graphimport -q -f bvgraph -T 1 empty
fails 'crawlgraph warc' crawlgraph -T 1 -z 0 pages.warc.gz
fails 'crawlgraph csv' crawlgraph -T 1 -z 0 table.csv
fails crawlimport crawlimport -f tsv --time-column 1 --url-column 2 -T 1 \
	crawl.tsv
fails 'crawlimport -g' crawlimport -g graph --missing /dev/null -T 1 heritrix
fails graphprune graphprune -T 1 packed
fails 'graphprune --random' graphprune --random 3 -T 1 packed
fails 'graphprune --transpose' graphprune --transpose -T 1 topic
fails graphfold graphfold -T 1 packed
fails harmonic harmonic -T 1 <graph
fails rank rank -m katz,betweenness -T 1 graph
fails relscore relscore -q --query page --weight tfidf --anchors -g graph \
	-T 1 texts.warc
fails 'relscore --from' relscore --from by-url -g graph -T 1
fails hits hits -i 2 -T 1 <graph
fails pagerank pagerank -i 3 -t 0 --start rank --teleport list -T 1 graph
fails coreextract coreextract -q --iterations 2 -g graph -T 1 scored
fails seedpick seedpick -T 1 cores
fails 'seedpick --map' seedpick -q --random 9 --map later -T 1 packed
fails 'graphfold with fetches' graphfold -q -T 1 known
fails crawlnext crawlnext -q --per-host 2 -T 1 known
fails seedexpand seedexpand -q --known list -T 1 graph
printf '#host\tdownloads\tfailures\twait_median\n%s\t9\t0\t2\n' \
	"$(cat some-hosts)" >speeds
fails 'crawlnext with files' crawlnext -q --speeds speeds --scope hosts \
	--exclude list --done known -T 1 known
fails crawlorder crawlorder -g graph -T 1 seeds
fails 'crawlshape --to stream' crawlshape --to stream -T 1 -z 0 known
fails 'crawlorder --procs' crawlorder --seeds list --procs 3 \
	--partition-file owners --replicate list -T 1 topic
fails 'crawlorder --seeds' crawlorder --seeds list -T 1 graph
graphmerge --snapshots -o changing later later || exit 2
fails 'crawlorder --snapshots' crawlorder -q --seeds list --snapshots 5 \
	--fresh-log /dev/null -T 1 changing
fails 'graphmerge --snapshots' graphmerge --snapshots -T 1 later later
# More links than fit into the limit are sorted on disk.
RUNS=5
fails 'graphimport on disk' graphimport --memory-limit 2M -T 1 -z 0 many
RUNS=7
merge_step() {
	name=$1 made_file=$2
	shift 2
	for WHAT in EIO ENOSPC EINTR short EMFILE; do
		export WHAT
		loop_step "$name: $WHAT" "$made_file" "$@"
	done
}
merge_steps
export TEXT=1
fails hotcurve hotcurve --bench rank -T 1 orders
fails 'hotcurve harvest' hotcurve -m harvest -g topic -T 1 orders
fails crawlshape crawlshape -T 1 known
crawlshape -q packed | tail -n 1 | cut -f 15 >patterns
fails 'crawlshape --to' crawlshape --to nutch --shapes patterns -T 1 packed
fails graphdump graphdump -s graph -T 1 packed
fails 'graphdump, reading ahead' graphdump -q -s provenance -T 2 long
for WHAT in EIO ENOSPC EINTR short EAGAIN EMFILE EDQUOT; do
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
fails graphlinks graphlinks --both --list list -T 1 packed
graphlinks --index -o links packed || exit 2
fails 'graphlinks -x' graphlinks -q --both -x links --list list -T 1 packed
fails 'graphlinks --index' graphlinks --index -o - -T 1 packed
fails warcstat warcstat -T 1 page.warc.gz
fails 'graphdump seeds' graphdump -s seeds --score hub -g scored -T 1 seeds
fails 'graphstat --sources' graphstat -q --distances --sources list -T 1 packed
if command -v gnuplot >/dev/null; then
	RUNS=4
	for WHAT in EIO EMFILE EINTR; do
		export WHAT
		FAILING=once loop_set "a figure: $WHAT" figure.svg hotcurve \
			--bench rank -T 1 -o of/figure.svg orders
	done
	RUNS=7
else
	skip 'a figure' 'no gnuplot'
fi
unset TEXT
# The graphmerge beside the filter, which reads the parts, is an undisturbed one.
graphsplit -q --parts 2 -o parts graph
for which in plain failing; do
	eval "kept=\$$which"
	mkdir "with.$which"
	cp "$kept/pagerank" "$BIN/graphmerge" "with.$which"
	eval "$which=$folder/with.$which old_$which=$kept"
done
fails 'a graph in parts' pagerank -q -i 3 -T 1 parts
# shellcheck disable=SC2154 # the loop sets them
plain=$old_plain failing=$old_failing
fails 'graphprune --pages' graphprune --pages list -T 1 scored
fails 'graphprune --hosts' graphprune --hosts some-hosts -T 1 topic
fails 'seedpick --urls' seedpick --urls list -T 1 packed
fails 'relscore, a pipe' relscore -q --query page --weight tf -g graph -T 1 \
	-z 0 - <texts.warc
fails 'crawlgraph linkdb' crawlgraph -T 1 -z 0 linkdb
fails 'graphimport mtx' graphimport -f mtx -T 1 -z 0 mtx

# ---- files with temporary names ------------------------------------------------

export NAMED=1
for WHAT in EIO ENOSPC EINTR; do
	export WHAT
	FAILING=once OUTPUT=$folder/of/file RUNS=15 \
		loop "hits, no O_TMPFILE: $WHAT" hits -i 2 -T 1 graph
	FAILING=sticky OUTPUT=$folder/of/file RUNS=15 \
		loop "hits, no O_TMPFILE: $WHAT from then on" hits -i 2 -T 1 graph
	RUNS=30 loop_set "a set, no O_TMPFILE: $WHAT" \
		new.graph:new.properties:new.offsets graphdump --to bvgraph \
		of/new -T 1 packed
done
FAILING=once WHAT=EIO RUNS=20 loop 'relscore, no O_TMPFILE: EIO' \
	relscore -q --query page --weight tfidf -g graph -T 1 texts.warc
unset NAMED

# ---- threads that cannot be started ---------------------------------------------

export WHAT=threads RUNS=10
for threaded in hits 'graphprune -z 3' 'graphdump -s provenance'; do
	text=
	[ "${threaded%% *}" != graphdump ] || text=1
	for FAILING in once sticky; do
		export FAILING
		[ -z "$text" ] || export TEXT=1
		# shellcheck disable=SC2086 # words
		loop "$threaded: a thread cannot be started, $FAILING" \
			$threaded -T 3 long
		unset TEXT
	done
done

plan
