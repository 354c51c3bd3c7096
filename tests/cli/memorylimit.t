#!/bin/sh
# SPDX-License-Identifier: MIT
#
# memorylimit.t - limits of memory: the default, none, and one so small that
# links are sorted on disk
#
#	[BIN=bin] tests/cli/memorylimit.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

cd "$folder" || exit 2
graphgen -n 2000 -z 0 -o web.sp || exit 2

# The shadow memory of a sanitizer needs more than any limit of this test.
# shellcheck disable=SC3045 # every sh of Linux has it
(ulimit -d 1000000 && hits -q web.sp >hits.sp) 2>"$err" ||
	skip_all 'the filters do not run under ulimit -d'
! has_llvm_openmp ||
	skip_all "threads of LLVM's OpenMP library need other limits"

run hits -v -R -T 1 -o r.sp web.sp
expect 'the default limit' 0
expect_true 'the default limit: -v tells it' \
	grep '^hits: memory limit [0-9]' "$err"
expect_true 'the default limit is not a warning' ! grep 'fewer' "$err"
run sh -c 'ulimit -d 500000; hits -v -R -T 1 -o r.sp web.sp'
expect_true 'a lower limit of the shell stays' \
	grep '^hits: memory limit 488' "$err"
run hits -v -R -T 1 --memory-limit none -o r.sp web.sp
expect 'no limit' 0
expect_true 'no limit: -v tells it' grep '^hits: no memory limit' "$err"
# shellcheck disable=SC2016 # for perl
run perl -e '$text = "x" x 200_000_000; exit system(@ARGV) >> 8' \
	hits -q -R -T 1 --stats stats -o r.sp web.sp
expect 'from a program of 200 MB' 0
expect_true 'the peak is that of the filter alone' \
	[ "$(sed 's/.*"peak_memory_bytes": \([0-9]*\).*/\1/' stats)" -lt 100000000 ]

# Stacks count: fewer threads, never a failure of the run-time library.
run hits -R -T 1 -z 0 web.sp
cp "$out" expected.sp
run hits -R -T 64 -z 0 --memory-limit 100M web.sp
expect '64 threads and 100 MiB' 0
expect_message '64 threads and 100 MiB: a warning' \
	'hits: the stacks of 64 threads do not fit the memory limit'
expect_same '64 threads and 100 MiB: the same' expected.sp "$out"
for limit in 1M 4M 8M 16M 24M 32M 48M; do
	run hits -R -q -T 64 -z 0 --memory-limit $limit web.sp
	case $status in
	0) ok "64 threads and $limit" ;;
	*) expect "64 threads and $limit" 71 ;;
	esac
done

# ---- what each filter needs --------------------------------------------------

# needs FILTER [ARGUMENT ...] - runs it with the limit of seedpipe(7), and with
# 256 KiB, which is too little for the buffers of input and output
needs() {
	filter=$1
	limit=$(awk -v filter="$filter" '$1 == filter && $2 ~ /^[0-9]+M$/ {
		print $2; exit }' "$here/../../man/man7/seedpipe.7")
	expect_true "$filter: seedpipe(7) has a limit" [ "$limit" ]
	run "$@" -q -T 1 --memory-limit "$limit"
	expect "$filter: $limit" 0
	run "$@" -q -T 1 --memory-limit 256K
	expect "$filter: 256 KiB" 71
	expect_line "$filter: 256 KiB: one line" "$filter"
}

pagerank -q -R -z 0 web.sp >rank.sp
graphdump web.sp | grep -v '^#' >arcs
seq 5 >list
crawlorder -q -R -z 0 --seeds list web.sp >order.sp
graphdump -s names web.sp |
	awk '!/^#/ { print 1795334401 + NR "\t" $NF }' >log.tsv
needs coreextract -z 0 web.sp
needs crawlimport -z 0 -f tsv --time-column 1 --url-column 2 -g web.sp log.tsv
needs crawlorder -z 0 --seeds list web.sp
needs graphdump web.sp
needs graphfold -z 0 web.sp
needs graphgen -n 2000 -z 0
needs graphimport -f arcs --dense -z 0 arcs
needs graphlinks web.sp 0
needs graphprune -z 0 web.sp
needs graphstat web.sp
needs harmonic -z 0 web.sp
needs hits -z 0 web.sp
needs hotcurve --score pagerank -g rank.sp order.sp
needs pagerank -z 0 web.sp
needs rank -z 0 web.sp
needs seedexpand -z 0 --known list web.sp
needs seedpick -z 0 --random 5 web.sp

# ---- 7 million links in any order --------------------------------------------

mkdir tmp
perl -e 'my $x = 1;
	for (1 .. 7_000_000) {
		$x = ($x * 1103515245 + 12345) % 2147483648;
		print $x >> 13 & 131071, " ", $x % 200003, "\n";
	}' >links
graphimport -f arcs --dense -T 2 -z 0 links >whole.sp || exit 2
for threads in 1 2; do
	run env TMPDIR=tmp graphimport -f arcs --dense -T $threads -z 0 \
		--memory-limit 64M -o sorted.sp links
	expect "7 million links in 64 MiB, -T $threads" 0
	graphdump whole.sp | cksum >whole
	graphdump sorted.sp | cksum >sorted
	expect_same "7 million links, -T $threads: the same" whole sorted
done
run env TMPDIR=no-folder graphimport -f arcs --dense -T 2 -z 0 \
	--memory-limit 64M -o sorted.sp links
expect 'they are sorted on disk' 74
expect_message 'they are sorted on disk: where' 'no-folder'
run graphimport -f arcs --dense -T 1 --memory-limit 24M -o sorted.sp links
expect '24 MiB are too few' 71
expect_line '24 MiB are too few: one line' graphimport

plan
