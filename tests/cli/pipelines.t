#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pipelines.t - the experiments run, and rerun only what has changed
#
#	[BIN=bin] tests/cli/pipelines.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

results=$folder/results

# experiment NAME [SETTING...] - runs it on a small web, always in one folder
experiment() {
	name=$1
	shift
	run env -u MAKEFLAGS make -f "pipelines/$name.mk" BIN="$BIN" \
		PAGES=2000 SEEDS=10 WAIT=300 OUT="$results" "$@"
}

# orders_made - prints how many orders the last run crawled
orders_made() {
	grep -c '/crawlorder ' "$out"
}

# expect_made NAME COUNT - the last run crawled COUNT orders
expect_made() {
	expect_is "$1" "$2" "$(orders_made)"
}

# rows FILE - counts the lines of a Markdown table, including its head
rows() {
	wc -l <"$results/$1"
}

for name in ieca fpr pq daneshpajouh; do
	experiment $name
	expect "$name" 0
	expect_true "$name: writes a table" [ -s "$results/$name.md" ]
done
expect_output 'the table is printed' '| random-10 | 2 |'
wanted=$(printf '| order | 10 %% | 25 %% | 45 %% | pages | cumulative at 45 %% | tau | Berkeley | UK | Iran |')
head -n 1 "$results/ieca.md" >"$folder/head"
echo "$wanted" >"$folder/wanted"
expect_same 'ieca: the table has columns for the figures of the paper' \
	"$folder/wanted" "$folder/head"
expect_true "ieca: the paper's figures stand in the row of their order" \
	grep '^| ieca | .* | 75 | 57 | 80 |$' "$results/ieca.md"
if command -v gnuplot >/dev/null; then
	for figure in ieca fpr fpr.seconds pq rank-by-depth pages-by-depth; do
		expect_is "$figure as PNG" PNG \
			"$(head -c 4 "$results/$figure.png" | tail -c 3)"
		expect_true "$figure as SVG" grep '</svg>' \
			"$results/$figure.svg"
	done
else
	skip 'figures as PNG and SVG' 'gnuplot is not installed'
fi

experiment ieca
expect_made 'a second run crawls nothing' 0
experiment pq
expect_made 'nor for the queue logs' 0
experiment ieca ORDERS='bfs dfs fica+gamma~0.5'
expect_made 'only new orders are crawled' 2
expect_is 'the table has only the orders asked for' 7 "$(rows ieca.md)"
expect_true 'an order with options has its full name' \
	grep '^| fica:gamma=0.5 ' "$results/ieca.md"
experiment ieca ORDERS='bfs dfs' K=50
expect_made 'a new period: all orders again' 2
experiment pq K=50
expect_made 'a new period: each order once' 4
experiment fpr MAX=100 ORDERS='bfs fpr'
expect_made 'a new limit: all orders again' 2
experiment ieca ORDERS='bfs dfs' K=50 SEEDS=20
expect_made 'new seeds: all orders again' 2

graphgen -n 1500 -o "$folder/g.sp"
experiment ieca ORDERS=bfs GRAPH="$folder/g.sp"
expect_made 'a new graph: all orders again' 1
expect_true 'the table has the pages of the new graph' \
	grep '| bfs .* | 1[45][0-9][0-9] |' "$results/ieca.md"

plan
