#!/bin/sh
# SPDX-License-Identifier: MIT
#
# panels.sh - crawl orders on several graphs, a panel for each
#
#	[BIN=bin] pipelines/panels.sh OUT GRAPH.sp...
#
# Crawls each graph in the orders ORDERS, from SEEDS=100 random pages with links,
# DRAWS=5 times.  Writes into the folder OUT the throughput among the pages that
# the seeds reach, medians of the draws, in percent:
#
#   panels.svg   a curve for each order, a panel for each graph
#   panels.tsv   the points of the curves: order, downloads, a column a graph
#   panels.md    each graph's throughput after 10, 25 and 45 % of the downloads
#
# A graph without hosts has no curve of orders that compare hosts.  Without
# gnuplot there is no figure.
set -eu

: "${ORDERS:=bfs opic fpr ieca:update=lazy lsf}" "${SEEDS:=100}" "${DRAWS:=5}"
PATH=${BIN:+$(cd "$BIN" && pwd):}$PATH
out=$1
shift
mkdir -p "$out"

# curves GRAPH - prints order, downloads and throughput, both in percent
curves() {
	rm -f "$out"/draw-*.sp
	for order in $ORDERS; do
		case $order in
		lsf* | domainpq* | fpr@*)
			graphdump -s hosts "$1" >/dev/null 2>&1 || continue ;;
		esac
		orders=${orders:+$orders,}$order
	done
	for draw in $(seq "$DRAWS"); do
		seedpick -R --random "$SEEDS" --seed "$draw" "$1" |
			crawlorder -q -R -g "$1" --order "$orders" \
				-o "$out/draw-$draw.sp" -
	done
	orders=
	# Its failure is that of the script, and not lost in a pipe.
	hotcurve -q -g "$1" --reachable \
		--at "$(seq 100 | sed 's/.*/&e-2/' | paste -s -d , -)" \
		-o "$out/curves" "$out"/draw-*.sp
	awk -F '\t' -v OFS='\t' '
		NR == 1 { split($0, name); next }
		{ for (i = 3; i < NF; i++)
			if (name[i] !~ /_q[13]$/)
				print name[i], NR - 1, 100 * $i }' \
		"$out/curves"
	rm -f "$out"/draw-*.sp "$out/curves"
}

orders=
for graph; do
	name=${graph##*/}
	echo "# ${name%.sp}"
	curves "$graph"
done >"$out/panels.points"
awk -F '\t' -v OFS='\t' -v table="$out/panels.md" -v list="$ORDERS" '
	/^# / { graph[++graphs] = substr($0, 3); next }
	{ value[$1, $2, graphs] = $3 }
	function cell(order, at, g) {
		return (order, at, g) in value ? value[order, at, g] : "-"
	}
	function cells(order, g) {
		if (cell(order, 10, g) == "-")
			return "-"
		return sprintf("%.0f / %.0f / %.0f", cell(order, 10, g),
			cell(order, 25, g), cell(order, 45, g))
	}
	END {
		head = "| order |"
		line = "|---|"
		printf "#order\tdownloads, %% of the pages within reach"
		for (g = 1; g <= graphs; g++) {
			printf "\t%s", graph[g]
			head = head " " graph[g] " |"
			line = line "---|"
		}
		printf "\n"
		print head "\n" line >table
		n = split(list " shuffle", orders, " ")
		for (o = 1; o <= n; o++) {
			row = "| " orders[o] " |"
			for (g = 1; g <= graphs; g++)
				row = row " " cells(orders[o], g) " |"
			print row >table
			for (at = 1; at <= 100; at++) {
				printf "%s\t%d", orders[o], at
				for (g = 1; g <= graphs; g++)
					printf "\t%s", cell(orders[o], at, g)
				printf "\n"
			}
		}
	}' "$out/panels.points" >"$out/panels.tsv"
rm "$out/panels.points"

if command -v gnuplot >/dev/null; then
	hotcurve -q -m table --size 18cm,13cm -o "$out/panels.svg" \
		--title "Best pages found, in %, from $SEEDS random seeds: medians of $DRAWS draws" \
		"$out/panels.tsv"
fi
