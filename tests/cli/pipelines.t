#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pipelines.t - the experiments run, and do again only what has to be done
#
#	[BIN=bin] tests/cli/pipelines.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

results=$folder/results

# experiment NAME [SETTING...] - all in one folder, on one small web
experiment() {
	name=$1
	shift
	run env -u MAKEFLAGS make -f "pipelines/$name.mk" BIN="$BIN" \
		PAGES=2000 SEEDS=10 WAIT=300 OUT="$results" "$@"
}

# orders_made - how many orders the last run crawled
orders_made() {
	grep -c '/crawlorder ' "$out"
}

# expect_made NAME COUNT
expect_made() {
	expect_is "$1" "$2" "$(orders_made)"
}

# rows FILE - of a table in Markdown, with its two lines of head
rows() {
	wc -l <"$results/$1"
}

for name in ieca fpr pq daneshpajouh; do
	experiment $name
	expect "$name" 0
	expect_true "$name: a table" [ -s "$results/$name.md" ]
done
expect_output 'the table is shown' '| random-10 | 2 |'
wanted=$(printf '| order | 10 %% | 25 %% | 45 %% | pages | cumulative at 45 %% | tau | Berkeley | UK | Iran |')
head -n 1 "$results/ieca.md" >"$folder/head"
echo "$wanted" >"$folder/wanted"
expect_same 'with the figures of the paper' "$folder/wanted" "$folder/head"
expect_true 'each beside its order' \
	grep '^| ieca | .* | 75 | 57 | 80 |$' "$results/ieca.md"
if command -v gnuplot >/dev/null; then
	for figure in ieca fpr fpr.seconds pq rank-by-depth pages-by-depth; do
		expect_is "$figure as PNG" PNG \
			"$(head -c 4 "$results/$figure.png" | tail -c 3)"
		expect_true "$figure as SVG" grep '</svg>' \
			"$results/$figure.svg"
	done
else
	skip figures 'gnuplot is not installed'
fi

experiment ieca
expect_made 'all is there' 0
experiment pq
expect_made 'and all logs of queues' 0
experiment ieca ORDERS='bfs dfs fica+gamma~0.5'
expect_made 'new orders only' 2
expect_is 'and only what is asked for is told' 7 "$(rows ieca.md)"
expect_true 'by its name' grep '^| fica:gamma=0.5 ' "$results/ieca.md"
experiment ieca ORDERS='bfs dfs' K=50
expect_made 'another period' 2
experiment pq K=50
expect_made 'another period, and each once' 4
experiment fpr MAX=100 ORDERS='bfs fpr'
expect_made 'another limit' 2
experiment ieca ORDERS='bfs dfs' K=50 SEEDS=20
expect_made 'other seeds' 2

graphgen -n 1500 -o "$folder/g.sp"
experiment ieca ORDERS=bfs GRAPH="$folder/g.sp"
expect_made 'another graph' 1
expect_true 'its pages' \
	grep '| bfs .* | 1[45][0-9][0-9] |' "$results/ieca.md"

plan
