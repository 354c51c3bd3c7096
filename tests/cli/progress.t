#!/bin/sh
# SPDX-License-Identifier: MIT
#
# progress.t - long work shows on a terminal how far it is, and nowhere else
#
#	[BIN=bin] tests/cli/progress.t
#
# script (util-linux) is the terminal; without it all is skipped.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

if ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
	ok 'all # SKIP script is not installed'
	plan
	exit
fi

# on_terminal COMMAND - runs a line of the shell with a terminal, of which
# every text of a line becomes a line of the output
on_terminal() {
	run script -qec "$1" /dev/null </dev/null
	tr '\r' '\n' <"$out" | sed 's/ *$//' >"$folder/lines"
	mv "$folder/lines" "$out"
}

# shows NAME REGEX - lines were shown, at most four a second, and erased
shows() {
	expect "$1" 0
	lines=$(grep -c -E -x "$2" "$out")
	last=$(grep -E -x "$2" "$out" | tail -n 1 |
		sed 's/.*, \([0-9]*\)\.[0-9] s$/\1/')
	if [ "$lines" -gt 0 ] && [ "$lines" -le $((4 * last + 4)) ]; then
		ok "$1, a line that is rewritten"
	else
		not_ok "$1, a line that is rewritten" "$lines: $(cat "$out")"
	fi
	if [ -z "$(tail -n 1 "$out")" ] &&
		! grep -q -v -E -x "$2|" "$out"; then
		ok "$1, and erased"
	else
		not_ok "$1, and erased" "$(tail -n 3 "$out")"
	fi
}

cd "$folder" || exit 2
seconds='[0-9]+\.[0-9] s'
run graphgen -n 20000 -z 0 -o graph
expect 'a graph to test with' 0
printf '0\n' >seeds
run_sh 'graphdump graph | tail -n +2 >arcs'

long='hits -T 1 -i 400 -R graph -o scores'
on_terminal "$long"
shows hits "hits: iteration [0-9]+ of 400, $seconds"
on_terminal "$long -q"
expect 'hits -q' 0
expect_output 'hits -q: nothing' ''
on_terminal "$long 2>err"
expect 'hits 2>FILE' 0
expect_output 'hits 2>FILE: nothing' ''
[ ! -s err ] || not_ok 'hits 2>FILE: nothing in the file' "$(cat err)"
on_terminal 'hits -T 1 -i 2 -R graph -o scores'
expect 'short work' 0
expect_output 'short work: nothing' ''
on_terminal "$long -t 1e-300"
expect_output 'a warning has a line of its own' \
	'hits: the tolerance was not reached in 400 iterations'
if grep -q '^hits: the tolerance was not reached in 400 iterations$' "$out"
then
	ok 'a warning comes behind an erased line'
else
	not_ok 'a warning comes behind an erased line' "$(tail -n 4 "$out")"
fi

on_terminal 'pagerank -T 1 -i 400 -t 0 -R graph -o rank'
shows pagerank "pagerank: iteration [0-9]+ of 400, $seconds"
on_terminal 'coreextract -T 1 --iterations 200 --seeds 2 -R graph -o cores'
shows coreextract \
	"coreextract: core [12], iteration [0-9]+ of 200, $seconds"

# Those are slow with whom they speak to.
slow='{ sleep 1; cat >/dev/null; }'
on_terminal "graphgen -T 1 -n 100000 | $slow"
shows graphgen "graphgen: page [0-9]+ of 100000, $seconds"
on_terminal "{ head -n 100000 arcs; sleep 1; tail -n +100001 arcs; } |
	graphimport -T 1 -o imported"
shows graphimport "graphimport: line [0-9]+, $seconds"
on_terminal "crawlorder -T 1 -R -g graph --seeds seeds \
	--order bfs,dfs,random,backlink,opic | $slow"
shows crawlorder "crawlorder: download [0-9]+, $seconds"

plan
