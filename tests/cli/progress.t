#!/bin/sh
# SPDX-License-Identifier: MIT
#
# progress.t - long runs show their progress on a terminal, and only there
#
#	[BIN=bin] [BUILD=build] tests/cli/progress.t
#
# script (util-linux) provides the terminal; without it, everything is skipped.
# The filters read the clock of clock.c, so that the length of a run does not
# depend on the machine.

# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC2016 # the shell on the terminal expands $clocked

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

script -qec true /dev/null >/dev/null 2>&1 </dev/null ||
	skip_all 'script is not installed'
clock=$(cd "${BUILD:-build}/tests" && pwd)/clock.so
[ -e "$clock" ] || skip_all "there is no $clock; make check builds it"

# on_terminal STEP COMMAND - runs a shell command on a terminal; each text that
# overwrites a line becomes a line of the output.  A filter after $clocked has
# a clock that advances STEP seconds at each reading.
on_terminal() {
	export clocked="env CLOCK_STEP=$1 LD_PRELOAD=$clock"
	run script -qec "$2" /dev/null </dev/null
	tr '\r' '\n' <"$out" | sed 's/ *$//' >"$folder/lines"
	grep 'reading [0-9]' "$folder/lines" >"$folder/reading"
	grep -v 'reading [0-9]' "$folder/lines" >"$out"
}

# shows NAME REGEX - it rewrote a line at most four times a second, then erased
shows() {
	expect "$1" 0
	phase="${2%%: *}: (reading|preparing|writing)"
	case $2 in
	*' s left)?')
		expect_true "$1 says how long it takes" \
			grep -q -E -x "${2%\?}" "$out" ;;
	esac
	lines=$(grep -c -E -x "$2" "$out")
	last=$(grep -E -x "$2" "$out" | tail -n 1 | sed -E '
		s/, [0-9a-z ]* left$//
		s/.*, (([0-9]+) min )?([0-9]+)(\.[0-9])? s$/\2 min \3/' |
		awk '{ print (NF == 3 ? 60 * $1 : 0) + $NF }')
	if [ "$lines" -gt 0 ] && [ "$lines" -le $((4 * last + 4)) ]; then
		ok "$1 rewrites one line"
	else
		not_ok "$1 rewrites one line" "$lines: $(cat "$out")"
	fi
	if [ -z "$(tail -n 1 "$out")" ] &&
		! grep -q -v -E -x "$2|$phase|" "$out"; then
		ok "$1 erases it at the end"
	else
		not_ok "$1 erases it at the end" "$(tail -n 3 "$out")"
	fi
}

cd "$folder" || exit 2
seconds='([0-9]+ min [0-9]+|[0-9]+\.[0-9]) s'
number='[0-9,]+'
left="$seconds(, ([0-9]+ min )?[0-9]+ s left)?"
surely=${left%\?}
run graphgen -n 20000 -z 0 -o graph
expect 'a graph for the test' 0
printf '0\n' >seeds
run_sh 'graphdump graph | tail -n +2 >arcs'
# The same links in other formats, and lists of their pages.
awk 'BEGIN { print 20000 }
	{ while (row < $1) { print line; line = ""; row++ } line = line " " $2 }
	END { while (row < 20000) { print line; line = ""; row++ } }' arcs >rows
awk 'BEGIN { print "%%MatrixMarket matrix coordinate pattern general"
		print 20000, 20000, ARGV[1] }
	BEGIN { ARGV[1] = "" }
	{ print $1 + 1, $2 + 1 }' "$(($(wc -l <arcs)))" arcs >matrix.mtx
awk 'BEGIN { for (i = 0; i < 20000; i++) print "http://a" i ".example/page" }' \
	>names
awk 'BEGIN { OFS = "\t"
	for (i = 0; i < 20000; i++) print i, sprintf("example.a%05d", i) }' >list
head -n 10000 list >vertices.0
tail -n +10001 list >vertices.1

long='$clocked hits -T 1 -i 60 -R graph -o scores'
on_terminal 0.1 "$long"
shows hits "hits: iteration $number of 60 \([0-9]+ %\), $left"
on_terminal 0.1 "$long -q"
expect 'hits -q' 0
expect_output 'hits -q: no progress' ''
on_terminal 0.1 "$long 2>err"
expect 'hits 2>FILE' 0
expect_output 'hits 2>FILE: no progress' ''
expect_true 'hits 2>FILE: no progress in the file' [ ! -s err ]
on_terminal 0.001 "$long"
expect 'a short run' 0
expect_output 'a short run: no progress' ''
on_terminal 0.1 "$long -t 1e-300"
expect_output 'a warning is printed on the terminal, too' \
	'hits: did not converge in 60 iterations'
expect_true 'a warning starts on an erased line' \
	grep -q '^hits: did not converge in 60 iterations (' "$out"

on_terminal 0.1 '$clocked pagerank -T 1 -i 60 -t 0 -R graph -o rank'
shows pagerank "pagerank: iteration $number of 60 \([0-9]+ %\), $left"
on_terminal 0.1 '$clocked pagerank -T 1 -i 60 -t 1e-6 -R graph -o rank'
shows 'pagerank with a tolerance' \
	"pagerank: iteration $number of at most 60, $seconds"
on_terminal 0.1 \
	'$clocked coreextract -T 1 --iterations 60 --seeds 2 -R graph -o cores'
shows coreextract \
	"coreextract: core [12], iteration [0-9]+ of at most 60, $seconds"

# These filters read the clock once for many pages or lines.
on_terminal 1 '$clocked graphgen -T 1 -n 20000 -o generated'
shows graphgen "graphgen: page $number of 20,000 \([0-9]+ %\), $left"
on_terminal 1 '$clocked crawlorder -T 1 -R -g graph --seeds seeds \
	--order bfs,dfs,random,backlink,opic -o orders'
shows crawlorder \
	"crawlorder: download $number of 100,000 \([0-9]+ %\), $left"

# The rounds of harmonic are not known, but the blocks of each are.
on_terminal 1 '$clocked harmonic -T 1 -R graph -o harmonic'
shows harmonic \
	"harmonic: round [0-9]+, block $number of $number \([0-9]+ %\), $seconds"
expect_true 'harmonic: the rounds are counted' grep -q 'round 3, ' "$out"

on_terminal 1 '$clocked graphimport -T 1 -f ascii -o imported rows'
pages="graphimport: page $number of 20,000 \\([0-9]+ %\\), $left"
shows 'graphimport of rows' "$pages"

# A file is read piece by piece, and of a pipe the size is not known.
on_terminal 1 '$clocked graphprune -T 1 graph -o pruned'
size='[0-9.]+ [KM]iB'
expect_true 'reading a file shows percent and the time that is left' \
	grep -q -E -x "graphprune: reading $size of $size \([0-9]+ %\), $surely" \
	reading
on_terminal 1 'cat graph | $clocked graphprune -T 1 -o pruned'
expect_true 'reading a pipe shows how much was read' \
	grep -q -E -x "graphprune: reading $size, $seconds" reading

# Files to import: bytes as they are in the file, also where it is packed.
# shows_reading NAME REGEX - the progress of reading, which ends at 100 %
shows_reading() {
	expect_true "$1: percent and the time that is left" \
		grep -q -E -x "$2 $size of $size \([0-9]+ %\), $surely" reading
	expect_true "$1: ends at 100 %" \
		grep -q -E "$2 ($size) of \1 \(100 %\)" reading
}

reads='graphimport: reading'
gzip -c arcs >arcs.gz
on_terminal 1 '$clocked graphimport -T 1 -o imported arcs'
shows_reading 'links to import' "$reads"
on_terminal 1 '$clocked graphimport -T 1 -o imported arcs.gz'
shows_reading 'packed links' "$reads"
expect_true 'packed links: the size of the file' grep -q -F \
	"of $(awk -v n="$(wc -c <arcs.gz)" 'BEGIN { n /= 1024
		printf(n < 1023.95 ? "%.1f KiB" : "%.1f MiB", \
			n < 1023.95 ? n : n / 1024) }') " reading
on_terminal 1 '$clocked graphimport -T 1 -o imported - <arcs'
shows_reading 'links from a file on standard input' "$reads"
on_terminal 1 'cat arcs | $clocked graphimport -T 1 -o imported'
expect_true 'links from a pipe: how much was read' \
	grep -q -E -x "$reads $size, $seconds" reading
on_terminal 1 '$clocked graphimport -T 1 --keys names -o imported arcs'
shows_reading 'links between names' "$reads"
on_terminal 1 '$clocked graphimport -T 1 -o imported matrix.mtx'
shows_reading 'a matrix' "$reads"
on_terminal 1 '$clocked graphimport -T 1 --names names --hosts names \
	-o imported arcs'
shows_reading 'names of pages' 'graphimport: names, reading'
shows_reading 'hosts of pages' 'graphimport: hosts, reading'
on_terminal 1 '$clocked graphimport -T 1 --vertices vertices.0 \
	--vertices vertices.1 -o imported arcs'
shows_reading 'files of vertices' "$reads"
expect_true 'files of vertices: the sum of their sizes' \
	grep -q -F "of 399.3 KiB " reading
run_sh 'sort -k 2n,2 arcs >mixed'
on_terminal 1 '$clocked graphimport -T 1 -o imported mixed'
shows_reading 'unsorted links' "$reads"
expect_true 'unsorted links: pages while they are sorted' \
	grep -q -E -x "${pages%\?}" "$out"
on_terminal 1 '$clocked graphimport -q -T 1 -o imported arcs'
expect_true 'graphimport -q: no progress' [ ! -s reading ]

plan
