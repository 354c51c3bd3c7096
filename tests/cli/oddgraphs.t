#!/bin/sh
# SPDX-License-Identifier: MIT
#
# oddgraphs.t - pipelines run to their end on odd graphs, and say what has no
# answer; make test-pipelines runs all of them, also on real graphs
#
#	[BIN=bin] tests/cli/oddgraphs.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

# Every fifth pair of a graph and a pipeline, without figures: no graph is left
# out, since their number is no multiple of five.
run env EVERY=5 ORDERS=bfs PROCS=3 NO_FIGURES=1 DRAWS=1 ABLATION= \
	OMP_NUM_THREADS=1 "$here/../pipelines/run" "$BIN" "$folder/runs" odd
expect 'every fifth pair of pipeline and odd graph' 0
expect_is 'as many have passed' 37 "$(cat "$folder"/runs/passed-* | wc -l)"

# seeds_of GRAPH SETTING... - compares ways to pick seeds on an odd graph
seeds_of() {
	graph=$1
	shift
	rm -rf "$folder/results"
	run env -u MAKEFLAGS make -f "$here/../../pipelines/daneshpajouh.mk" \
		BIN="$BIN" GRAPH="$folder/runs/odd/$graph.sp" DRAWS=2 \
		ORDERS=bfs TYPES=svg OUT="$folder/results" "$@"
}

# expect_said NAME TEXT - the pipeline printed this line
expect_said() {
	expect_true "$1" grep -qxF "$2" "$out"
}

# A crawl of 21 hosts, of which few have links and as few have cores.
seeds_of few-linked-hosts
expect 'few hosts with links' 0
expect_said 'few hosts with links: cores' \
	'Only 2 of 10 cores were found, so core seeds are fewer than others.'
seeds_of chain
expect 'no cores' 0
expect_said 'no cores, said' \
	'None of 10 cores were found, so there are no core seeds.'
expect_true 'no cores: no row of them' ! grep -q '^| cores ' \
	"$folder/results/daneshpajouh.md"
seeds_of one-large-host
expect 'one large host' 0
expect_said 'fewer hosts than seeds' \
	'Fewer than 10 hosts have pages with links: without one-a-host.'
seeds_of no-links
expect 'no links' 0
expect_said 'no links, said' \
	'No page has links: a random seed is one of all pages.'
expect_true 'no links: other seeds are compared' grep -q '^| pagerank ' \
	"$folder/results/seeds.bfs.md"
if command -v gnuplot >/dev/null; then
	expect_true 'no links: gnuplot does not warn' ! grep -qi warning "$err"
else
	skip 'gnuplot does not warn' 'gnuplot is not installed'
fi

plan
