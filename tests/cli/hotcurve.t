#!/bin/sh
# SPDX-License-Identifier: MIT
#
# hotcurve.t - the figures of the worked examples, what hotcurve rejects, and
# gnuplot scripts into which hostile names cannot inject commands
#
#	[BIN=bin] [BUILD=build] [SANITIZED=...] tests/cli/hotcurve.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
makeorders=${BUILD:-build}/tests/makeorders
[ -x "$makeorders" ] || skip_all "there is no $makeorders; make check builds it"

# The graph of the worked examples, and orders on it.
printf '%s\n' '0 1' '0 2' '0 4' '1 3' '2 1' '2 3' '2 5' '3 0' '4 5' '4 6' \
	'4 7' '5 4' '5 8' '7 1' '7 8' '8 7' '8 9' '9 4' '10 0' '10 4' |
	graphimport -f arcs --dense -o "$folder/g11" || exit 2
cat >"$folder/text" <<'END'
order bfs
0 - 1
1 0 2
2 0 2
4 0 2
3 1 3
5 2 3
6 4 3
7 4 3
8 5 4
9 8 5
order ieca
seconds 0.5
0 - 1
1 0 2
3 1 3
2 0 2
4 0 2
5 2 3
8 5 4
7 4 3
6 4 3
9 8 5
END
"$makeorders" "$folder/g11" <"$folder/text" >"$folder/orders" || exit 2

# rounded [COLUMNS] - prints the last output, fractions with six digits
rounded() {
	awk -F '\t' -v OFS='\t' '!/^#/ {
		for (i = 1; i <= NF; i++)
			if ($i ~ /^-?[0-9.]*[.e][-0-9.e]*$/)
				$i = sprintf("%.6f", $i) }
	{ print }' "$out" | cut -f "${1-1-}"
}

# table NAME [COLUMNS] - the last output is the table on standard input, which
# has blanks instead of tabs
table() {
	tr ' ' '\t' >"$folder/expected"
	rounded "${2-1-}" >"$folder/rounded"
	expect "$1: status" 0
	expect_same "$1" "$folder/expected" "$folder/rounded"
}

# ---- the worked examples ---------------------------------------------------

figures() {
	run hotcurve "$folder/orders"
	table 'throughput' <<'END'
#pages fraction bfs ieca shuffle ideal
1 0.090909 0 0 0.090909 1
2 0.181818 0.500000 0.500000 0.181818 1
3 0.272727 0.333333 0.666667 0.272727 1
4 0.363636 0.750000 0.750000 0.363636 1
5 0.454545 0.800000 0.800000 0.454545 1
6 0.545455 0.666667 0.666667 0.545455 1
7 0.636364 0.714286 0.857143 0.636364 1
8 0.727273 0.875000 0.875000 0.727273 1
9 0.818182 1 1 0.818182 1
10 0.909091 1 1 0.909091 1
11 1 - - 1 1
END
	run hotcurve -m cumulative "$folder/orders"
	table 'cumulative' 1,3- <<'END'
#pages bfs ieca shuffle ideal
1 0.139700 0.139700 0.090909 0.147213
2 0.256239 0.256239 0.181818 0.286912
3 0.314092 0.389960 0.272727 0.420634
4 0.461304 0.447813 0.363636 0.537173
5 0.595026 0.595026 0.454545 0.636690
6 0.671399 0.671399 0.545455 0.729714
7 0.731380 0.764423 0.636364 0.806088
8 0.830897 0.863940 0.727273 0.866069
9 0.923922 0.923922 0.818182 0.923922
10 0.981729 0.981729 0.909091 0.981729
11 - - 1 1
END
	run hotcurve -m tranche --tranche 5 "$folder/orders"
	table 'tranche' 1,3,5 <<'END'
#pages bfs shuffle
5 1.309057 1
10 0.850747 1
11 - 1
END
	run hotcurve -m depth "$folder/orders"
	sed -n '1,6p' "$out" >"$folder/part" && cp "$folder/part" "$out"
	table 'depth' 1-6 <<'END'
#order depth pages log10_pages mean mean_n
bfs 1 1 0 0.139700 1.536697
bfs 2 3 0.477121 0.107202 1.179217
bfs 3 4 0.602060 0.092398 1.016381
bfs 4 1 0 0.093025 1.023271
bfs 5 1 0 0.057807 0.635874
END
	# 4 is deep on the way of this crawl, but next to its seed 2.
	printf '%s\n' 'order x' 'seeds 0 2' '0 - 1' '1 0 2' '3 1 3' |
		"$makeorders" "$folder/g11" >"$folder/deep"
	run hotcurve -m depth "$folder/deep"
	table 'depth, from all seeds in the whole graph' 1-3 <<'END'
#order depth pages
x 1 2
x 2 4
x 3 3
x 4 1
END
	run hotcurve -m depth --recorded "$folder/deep"
	table 'depth --recorded' 1-3 <<'END'
#order depth pages
x 1 1
x 2 1
x 3 1
END
	# All pages of a chain are known before the first download, so the
	# pages above it may be missing.
	seq 0 98 | awk '{ print $1, $1 + 1 }' | run graphimport -q \
		-o "$folder/chain"
	echo 0 >"$folder/first"
	run pagerank -q -o "$folder/ranked-chain" "$folder/chain"
	run crawlorder -q --seeds "$folder/first" --order shuffle --max 2 \
		-o "$folder/short" "$folder/ranked-chain"
	run hotcurve -q -m depth --recorded "$folder/short"
	expect 'depths above the number of downloads' 0
	expect_is '... are counted' 2 \
		"$(awk '!/^#/ { pages += $3 } END { print pages }' "$out")"
	# shellcheck disable=SC2016 # those of awk
	expect_true '... and there are such depths' \
		awk '!/^#/ && $3 && $2 > 2 { found = 1 }
			END { exit !found }' "$out"
	run hotcurve -q -m seeds --at 0.1,0.3,0.5,1 "$folder/orders"
	sed -n '1,5p' "$out" >"$folder/part" && cp "$folder/part" "$out"
	table 'seeds' 1,2,4- <<'END'
#order pages mass throughput reached downloads seeds
bfs 1 0.139700 0 10 10 1
bfs 3 0.314092 0.333333 10 10 1
bfs 5 0.595026 0.800000 10 10 1
bfs 11 - - 10 10 1
END
	# A figure searches from seeds only where it must: of one warning for each
	# file, the second is about seeds after a crawl that reached all.
	echo 6 >"$folder/six"
	echo 0 >"$folder/zero"
	run crawlorder -q -R -o "$folder/short" --seeds "$folder/six" \
		"$folder/g11"
	# shellcheck disable=SC2016 # the shell of run_sh expands them
	run_sh 'cd "$1" && crawlorder -q --seeds zero g11 |
		crawlorder -q -R --seeds zero --order dfs --max 2 >twice' \
		"$folder"
	for as in '' --gnuplot; do
		# shellcheck disable=SC2086 # $as may be nothing
		run hotcurve -g "$folder/g11" -m seeds --at 0.9 $as \
			"$folder/short" "$folder/twice"
		expect_message "seeds that reach few pages: ${as:-table}" \
			'the seeds of 1 of 3 crawls reach fewer than'
		expect_message "crawls that a limit ended: ${as:-table}" \
			': 1 of 3 crawls end before'
	done
	run hotcurve -m tau "$folder/orders"
	table 'tau' <<'END'
#order items tau concordant discordant tied_x tied_y tied_both
bfs 11 0.527273 42 13 0 0 0
ieca 11 0.563636 43 12 0 0 0
END
	run hotcurve -m tau --partial 5 "$folder/orders"
	table 'tau of partial PageRank' 1-6 <<'END'
#order items tau concordant discordant tied_x
bfs 8 0.444750 19 7 2
ieca 8 0.444750 19 7 2
END
	run hotcurve -m tau --partial 5 --done "$folder/orders"
	table 'tau of partial PageRank, downloaded pages' 1-3 <<'END'
#order items tau
bfs 5 0.316228
ieca 5 0.316228
END
	run hotcurve --summary "$folder/orders"
	table 'summary' <<'END'
#order pages throughput_10 throughput_25 throughput_45 mean_throughput_45 mean_throughput cumulative_45 cumulative tau seconds pages_per_second updates
bfs 10 0 0.500000 0.750000 0.395833 0.686216 0.461304 0.981729 0.527273 - - 0
ieca 10 0 0.500000 0.750000 0.479167 0.729506 0.447813 0.981729 0.563636 0.500000 20 0
shuffle 11 0.090909 0.181818 0.363636 0.227273 0.545455 0.363636 1 0 - - -
ideal 11 1 1 1 1 1 0.537173 1 1 - - -
END
	expect_is '--summary: readable numbers' 0.0909091 \
		"$(hotcurve --summary "$folder/orders" |
			awk '$1 == "shuffle" { print $3 }')"
	expect_is '--precision 0: all digits' 0.09090909090909091 \
		"$(hotcurve --summary --precision 0 "$folder/orders" |
			awk '$1 == "shuffle" { print $3 }')"
	expect_is '--precision 2' 0.091 \
		"$(hotcurve --summary --precision 2 --json "$folder/orders" |
			sed -n 's/.*"shuffle".*throughput_10": \([^,]*\),.*/\1/p')"
	run hotcurve -m time "$folder/orders"
	sed -n '1p; 19,$p' "$out" >"$folder/end"
	cp "$folder/end" "$out"
	table 'time: the last tenths' <<'END'
#order pages seconds pages_per_second
ieca 8 - -
ieca 9 - -
ieca 10 0.500000 20
END
}

# ---- options ----------------------------------------------------------------

options() {
	run hotcurve --at 0.45,0.1,1 "$folder/orders"
	table '--at' 1,3,4 <<'END'
#pages bfs ieca
1 0 0
4 0.750000 0.750000
11 0.909091 0.909091
END
	run hotcurve --points 3 "$folder/orders"
	table '--points' 1,3 <<'END'
#pages bfs
3 0.333333
7 0.714286
11 -
END
	run hotcurve --fixed 2 --points 4 "$folder/orders"
	table '--fixed' 1,3- <<'END'
#pages bfs ieca shuffle ideal
2 0.500000 0.500000 0.181818 1
5 1 1 0.454545 1
8 1 1 0.727273 1
11 - - 1 1
END
	# Pages 0, 3 and 4 are a gallery: the best four are 4, 1, 7 and 0, not
	# 4, 0, 3 and 1.  The other pages are of a host each.
	for i in 0 1 2 3 4 5 6 7 8 9 10; do
		case $i in
		0 | 3 | 4) echo "http://a.test/photos/item/$i?id=$i" ;;
		*) echo "http://h$i.test/" ;;
		esac
	done >"$folder/urls"
	graphdump -s graph "$folder/g11" | tail -n +2 | cut -f 1,2 |
		graphimport -q -f arcs --names "$folder/urls" \
			-o "$folder/g11.named"
	run hotcurve --hot-per-host 0.3 --at 0.45 -g "$folder/g11.named" \
		"$folder/orders"
	table '--hot-per-host' 1,3- <<'END'
#pages bfs ieca shuffle ideal
4 0.750000 0.500000 0.363636 1
END
	expect_message '--hot-per-host: a share that can be kept' ''
	run hotcurve --hot-per-host 0.05 --at 0.45 -g "$folder/g11.named" \
		"$folder/orders"
	expect_message '--hot-per-host: a share that cannot be kept' \
		'from 10 hot pages on, some shapes'
	# With one page of the gallery, 4, 1, 7 and 8 are the best.
	run hotcurve --hot-per-shape 1 --at 0.45,1 -g "$folder/g11.named" \
		"$folder/orders"
	table '--hot-per-shape' 1,3- <<'END'
#pages bfs ieca shuffle ideal
4 0.500000 0.250000 0.363636 1
11 0.888889 0.888889 1 1
END
	expect_message '--hot-per-shape: fewer than asked for' \
		'only 9 pages can be hot, since there are 9 shapes, and 11 hot'
	expect_line '--hot-per-shape: fewer than asked for, one line' hotcurve
	run hotcurve --hot-per-shape 1 --at 0.82 -g "$folder/g11.named" \
		"$folder/orders"
	expect_message '--hot-per-shape: enough' ''
	# Pages 4, 0, 3 and 1 are hot: the gallery, which 0 finds, and page 1.
	run hotcurve --by-shape --at 0.1,0.3,0.4 -g "$folder/g11.named" \
		"$folder/orders"
	table '--by-shape' 1,3- <<'END'
#pages hot_shapes bfs ieca shuffle ideal
1 1 0 0 0.090909 1
3 1 1 1 0.660606 1
4 2 1 1 0.575758 1
END
	run hotcurve --by-shape --json --at 0.4 -g "$folder/g11.named" \
		"$folder/orders"
	expect_output '--by-shape --json' '"hot_shapes": 2, "bfs": 1,'
	run hotcurve --by-shape --gnuplot --hot-per-shape 2 \
		-g "$folder/g11.named" "$folder/orders"
	expect_output '--by-shape: what the axis counts' \
		'share of shapes with hot pages found'
	expect_output '--hot-per-shape: the caption says so' \
		'at most 2 hot pages of each shape'
	run hotcurve --by-shape --minus-shuffle --at 0.4 \
		-g "$folder/g11.named" "$folder/orders"
	table '--by-shape --minus-shuffle' 1,3- <<'END'
#pages hot_shapes bfs ieca shuffle ideal
4 2 0.424242 0.424242 0 0.424242
END
	run hotcurve --reachable "$folder/orders"
	sed -n '1p;10,12p' "$out" >"$folder/part" && cp "$folder/part" "$out"
	table '--reachable' <<'END'
#pages fraction bfs ieca shuffle ideal
9 0.900000 1 1 0.900000 1
10 1 1 1 1 1
END
	# Page 6 has no links; 9, which was not downloaded, leads to 9 more.
	printf '%s\n' 'order cut' 'seeds 6 9' '6 - 1' |
		"$makeorders" "$folder/g11" >"$folder/cut"
	run hotcurve --reachable --at 1 "$folder/cut"
	table '--reachable, from a seed that was not downloaded' 1,2 <<'END'
#pages fraction
10 1
END
	printf '%s\n' 'order old' 'known 2' '6 - 1' |
		"$makeorders" "$folder/g11" >"$folder/old"
	run hotcurve --reachable "$folder/old"
	expect 'an order without seeds that was cut' 0
	expect_message 'an order without seeds that was cut, warning' \
		'order "old" does not record its seeds'
	expect_line 'an order without seeds that was cut, one line' hotcurve
	run hotcurve --reachable "$folder/cut"
	expect_message 'no warning where seeds are recorded' ''
	run hotcurve -m tau --restrict "$folder/orders"
	table '--restrict' 1-3 <<'END'
#order items tau
bfs 10 0.422222
ieca 10 0.466667
END
	run hotcurve -m cumulative --scale mean1 --at 1 "$folder/orders"
	table '--scale mean1' 1,3,5- <<'END'
#pages bfs shuffle ideal
11 10.799016 11 11
END
	# The stream has a score; pages 1 to 5 tie.
	{ cat "$folder/text" &&
		echo 'score s 9 5 5 5 5 5 1 1 1 1 1'; } >"$folder/tied.text"
	"$makeorders" "$folder/g11" <"$folder/tied.text" >"$folder/tied"
	run hotcurve --score s --ties threshold --at 0.2,0.4,0.6 \
		"$folder/tied"
	table '--ties threshold' 1,3- <<'END'
#pages bfs ieca shuffle ideal
2 0.333333 0.333333 0.181818 0.333333
4 0.666667 0.666667 0.363636 0.666667
6 1 1 0.545455 1
END
	run hotcurve -m tau --score s "$folder/tied"
	table 'tau with ties' 1-4,7 <<'END'
#order items tau concordant tied_y
bfs 11 0.797724 35 20
ieca 11 0.797724 35 20
END
	run hotcurve --json --at 0.45 "$folder/orders"
	expect_output '--json' '{"pages": 4, "fraction": 0.36363636363636365, "bfs": 0.75, "ieca": 0.75, "shuffle": 0.36363636363636365, "ideal": 1}'
	run hotcurve --json --summary "$folder/orders"
	expect_output '--json: what is missing is null' \
		'"seconds": null, "pages_per_second": null'
	run hotcurve -v "$folder/orders"
	expect_message '-v reports where the benchmark comes from' \
		'no score "pagerank" in the stream: PageRank was computed'
	for threads in 1 2 4; do
		run hotcurve -T $threads --summary "$folder/orders"
		cp "$out" "$folder/threads-$threads"
	done
	expect_same 'the same bytes with 2 threads' \
		"$folder/threads-1" "$folder/threads-2"
	expect_same 'the same bytes with 4 threads' \
		"$folder/threads-1" "$folder/threads-4"
}

# ---- where orders, graph and benchmark come from -----------------------------

sources() {
	"$makeorders" -R "$folder/g11" <"$folder/text" >"$folder/alone"
	echo 'score pagerank 1 2 3 4 5 6 7 8 9 10 11' |
		"$makeorders" -R "$folder/g11" >"$folder/bench"
	run hotcurve -m cumulative --at 1 "$folder/orders"
	cp "$out" "$folder/whole"
	run hotcurve -m cumulative --at 1 -g "$folder/g11" "$folder/alone"
	expect_same 'the graph from -g' "$folder/whole" "$out"
	# shellcheck disable=SC2016
	run_sh 'cat "$1" | hotcurve -m cumulative --at 1 -g "$2"' \
		"$folder/alone" "$folder/g11"
	expect_same 'orders through a pipe' "$folder/whole" "$out"
	run hotcurve -m cumulative --at 1 -b "$folder/bench" "$folder/alone"
	table 'a benchmark without a graph' 1,3- <<'END'
#pages bfs ieca shuffle ideal
11 0.833333 0.833333 1 1
END
	run hotcurve -m tau -b "$folder/bench" --score other "$folder/alone"
	expect 'a missing score' 65
	expect_message 'a missing score, why' \
		"$folder/bench: no score \"other\" in the stream"
	run hotcurve "$folder/alone"
	expect 'no benchmark' 65
	expect_line 'no benchmark, one line' hotcurve
	expect_message 'no benchmark, why' 'no score "pagerank" in the stream'
	run hotcurve -m depth -b "$folder/bench" "$folder/alone"
	expect 'depth without a graph' 65
	expect_message 'depth without a graph, why' \
		'which the metric depth without --recorded needs'
	run hotcurve -m depth --recorded -b "$folder/bench" "$folder/alone"
	expect 'depth --recorded without a graph' 0
	run hotcurve --reachable -b "$folder/bench" "$folder/alone"
	expect '--reachable without a graph' 65
	expect_message '--reachable without a graph, why' \
		'no graph in the stream, which --reachable needs'
	run hotcurve "$folder/g11"
	expect 'no orders' 65
	expect_message 'no orders, why' 'a graph without crawl orders'

	printf '0 1\n1 2\n' | graphimport -f arcs -o "$folder/other"
	echo 'score pagerank 1 2 3' |
		"$makeorders" -R "$folder/other" >"$folder/other-bench"
	run hotcurve -b "$folder/other-bench" "$folder/orders"
	expect 'a benchmark of another graph' 65
	expect_line 'a benchmark of another graph, one line' hotcurve
	expect_message 'a benchmark of another graph, why' 'of another graph'
	expect_output 'a benchmark of another graph, no output' ''
	run hotcurve -g "$folder/other" "$folder/alone"
	expect 'orders of another graph' 65
	expect_message 'orders of another graph, why' 'of another graph'
}

# ---- what is rejected ------------------------------------------------------

# refuses STATUS MESSAGE ARGUMENTS... - hotcurve rejects them
refuses() {
	wanted=$1
	message=$2
	shift 2
	run hotcurve "$@"
	expect "rejected: $*" "$wanted"
	expect_line "rejected: $*, one line" hotcurve
	expect_message "rejected: $*, why" "$message"
	expect_output "rejected: $*, no output" ''
}

refusals() {
	for at in 2 0 -1 nan '0.1,' ',0.1' '0.1,,0.2' 0.1x ''; do
		refuses 64 "option --at: \"$at\" is not a list" --at "$at" \
			"$folder/orders"
	done
	refuses 64 'between 1 and 1000000' --points 0 "$folder/orders"
	refuses 64 'one of throughput|cumulative' -m heat "$folder/orders"
	refuses 64 'option --points does not go with --metric tau' \
		-m tau --points 3 "$folder/orders"
	refuses 64 'option --gnuplot does not go with --summary' \
		--summary --gnuplot "$folder/orders"
	refuses 64 'option --metric does not go with --summary' \
		--summary -m tau "$folder/orders"
	sed /seconds/d "$folder/text" |
		"$makeorders" -R "$folder/g11" >"$folder/untimed"
	refuses 65 'no order was timed' -m time "$folder/untimed"
	refuses 64 'option --bench does not go with --metric time' -m time \
		-b "$folder/orders" "$folder/orders"
	refuses 64 'option --done needs --partial' -m tau --done \
		"$folder/orders"
	refuses 64 'does not go with --partial' -m tau --partial 3 \
		--restrict "$folder/orders"
	refuses 64 'does not go with --gnuplot' --json --gnuplot \
		"$folder/orders"
	refuses 64 'cannot both be standard input' -b - -

	# No program of ours writes this.
	echo 'score pagerank 1 2' |
		"$makeorders" "$folder/g11" >"$folder/good"
	"${makeorders%/*}/reseal" "$folder/good" set SCOR.0 1.value nan \
		>"$folder/bad"
	refuses 65 'not a finite number' -b "$folder/bad" "$folder/orders"
	echo 'score pagerank 1 -2' |
		"$makeorders" "$folder/g11" >"$folder/bad"
	refuses 65 'the sum of its values, -1, is not positive' \
		-b "$folder/bad" "$folder/orders"
	# Neither inf nor nan is printed for scores whose sums overflow.
	echo 'score pagerank 1e308 1e308 0 0 0 0 0 0 0 0 0' |
		"$makeorders" "$folder/g11" >"$folder/bad"
	refuses 65 'score "pagerank": the sum of its values is too large' \
		-b "$folder/bad" "$folder/orders"
	echo 'score pagerank 1e308 -1e308 1e308 -1e308 1 0 0 0 0 0 0' |
		"$makeorders" "$folder/g11" >"$folder/bad"
	refuses 65 'score "pagerank": the sum of its values is too large' \
		-m cumulative -b "$folder/bad" "$folder/orders"
	echo 'score pagerank 1e307 -1e307 0 0 1 0 0 0 0 0 0' |
		"$makeorders" "$folder/g11" >"$folder/bad"
	refuses 65 'the sum of its values, 1, is too small to scale' \
		-m tranche --scale mean1 -b "$folder/bad" "$folder/orders"
	echo 'score pagerank 1e308 1 -1e308 1 1 0 0 0 0 0 0' |
		"$makeorders" "$folder/g11" >"$folder/bad"
	refuses 65 'score "pagerank": the sum of its values is too large' \
		-m tranche -b "$folder/bad" "$folder/orders"
	echo 'score pagerank 1e-320 0 0 0 0 0 0 0 0 0 0' |
		"$makeorders" "$folder/g11" >"$folder/bad"
	refuses 65 'is too small to scale them by it' \
		-m tranche -b "$folder/bad" "$folder/orders"
	printf 'order x\n0 - 1\n0 - 1\n' |
		"$makeorders" "$folder/g11" >"$folder/bad"
	refuses 65 'twice' "$folder/bad"
	printf 'order x\n11 - 1\n' |
		"$makeorders" "$folder/g11" >"$folder/bad"
	refuses 65 'not a page' "$folder/bad"
	printf 'order x\n0 - 1\n1 0 7\n' |
		"$makeorders" "$folder/g11" >"$folder/bad"
	refuses 65 'does not fit its parent' -m depth --recorded "$folder/bad"
	printf 'order x\n' | "$makeorders" "$folder/g11" >"$folder/bad"
	run hotcurve -m tau "$folder/bad"
	table 'an empty order has no tau' 1-3 <<'END'
#order items tau
x 11 -
END
	refuses 65 'no page is reachable' --reachable "$folder/bad"
	run hotcurve --summary "$folder/bad"
	expect 'an empty order has a summary' 0
}

# ---- gnuplot ---------------------------------------------------------------

# Orders whose names try to break out of quotes, comments and data blocks.
hostile_orders() {
	cat <<'END'
order a'b`touch cracked`\x0asystem('touch cracked')\x0a$(touch cracked)
0 - 1
order ' ; system('touch cracked'); plot '
seconds 2
1 - 1
order '''
2 - 1
order \x27, system("touch cracked") \x5c
3 - 1
order "`touch cracked`" @x {/Symbol a_1^2} <script>x</script> & %d
4 - 1
order END_OF_DATA\x0aEND_OF_DATA\x0asystem("touch cracked")
5 - 1
order \xff\xfe\x1b[31m\x09\x0d\x5c
6 - 1
order shuffle
7 - 1
END
}

# draw NAME METRIC TYPE - the last script makes an image and does nothing else
draw() {
	cp "$out" "$folder/draw/script"
	# shellcheck disable=SC2016
	run_sh 'cd "$1" && LC_ALL=C.UTF-8 gnuplot script' "$folder/draw"
	expect "$1: gnuplot draws it" 0
	expect_message "$1: gnuplot prints no message" ''
	expect_files "$1: gnuplot writes no other file" "$folder/draw" script
	case $3 in
	png) head -c 4 "$out" | tail -c 3 >"$folder/magic" ;;
	*) head -n 3 "$out" | grep -o '<svg' | head -n 1 >"$folder/magic" ;;
	esac
	cp "$folder/magic" "$out"
	expect_output "$1: an image" "$([ "$3" = png ] && echo PNG || echo svg)"
}

plots() {
	printf 'order a\\x09b"c\n0 - 1\n' |
		"$makeorders" "$folder/g11" >"$folder/odd"
	run hotcurve --at 1 "$folder/odd"
	expect_output 'a name is escaped once in TSV' 'fraction	a\tb"c	shuffle'
	run hotcurve --json --at 1 "$folder/odd"
	expect_output 'a name is escaped once in JSON' ', "a\u0009b\"c": '
	hostile_orders | "$makeorders" "$folder/g11" >"$folder/hostile"
	run hotcurve --json --at 1 "$folder/hostile"
	expect_output 'an order with the name of a baseline' \
		'"shuffle#2": 0.09090909090909091, "shuffle": 1, "ideal": 1}'
	if [ "$(wc -l <"$out")" -eq 1 ] && ! grep -q '[[:cntrl:]]' "$out"; then
		ok 'names are escaped in JSON'
	else
		not_ok 'names are escaped in JSON' "$(cat "$out")"
	fi
	run hotcurve --at 1 "$folder/hostile"
	if [ "$(wc -l <"$out")" -eq 2 ] &&
		[ "$(awk -F '\t' '{ print NF }' "$out" | uniq)" = 12 ]; then
		ok 'names are escaped in TSV'
	else
		not_ok 'names are escaped in TSV' "$(cat "$out")"
	fi
	if ! command -v gnuplot >/dev/null; then
		skip 'gnuplot scripts' 'gnuplot is not installed'
		return
	fi
	mkdir "$folder/draw"
	for metric in throughput cumulative tranche depth tau time; do
		for type in png svg; do
			run hotcurve -m $metric --gnuplot --terminal $type \
				--title "$(hostile_orders | head -n 3)" \
				"$folder/hostile"
			expect "$metric as $type" 0
			draw "$metric as $type" $metric $type
		done
	done
	run hotcurve --gnuplot "$folder/orders"
	draw 'names in ASCII' throughput png
	# shellcheck disable=SC2016
	run_sh 'hotcurve --gnuplot "$1" | gnuplot' "$folder/orders"
	expect_message 'names in ASCII, in the C locale: no message' ''
	# The tests above can fail: a script can create this file.
	printf 'system("touch cracked")\n' >"$folder/draw/script"
	(cd "$folder/draw" && gnuplot script)
	expect_true 'a script that runs commands is detected' \
		[ -e "$folder/draw/cracked" ]
	rm -r "$folder/draw"
}

label='plain: '
figures
options
sources
refusals
plots

if [ -n "${SANITIZED-}" ] && [ -x "$SANITIZED/hotcurve" ]; then
	# shellcheck disable=SC2034 # lib.sh reads it
	label='sanitized: '
	BIN=$(cd "$SANITIZED" && pwd)
	PATH=$BIN:$PATH
	figures
	options
	refusals
fi

plan
