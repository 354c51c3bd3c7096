#!/bin/sh
# SPDX-License-Identifier: MIT
#
# intime.t - what each filter does with an order in time: graphdump shows
# when downloads began and ended, hotcurve and crawlorder --beside take it as
# an order of downloads, and it passes wherever one with ticks does
#
#	[BIN=bin] [BUILD=build] tests/cli/intime.t
#
# How crawlorder crawls in time is the subject of other tests.

# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC2016 # awk scripts have dollar signs

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
cd "$folder" || exit 2

graphgen -q -n 2000 | pagerank -q -o web.sp
printf '%s\n' 0 7 11 >seeds
crawlorder -q -R --seeds seeds --order bfs --max 300 -g web.sp -o plain.sp
for queues in host global slots batch:20; do
	crawlorder -q -R --seeds seeds --order bfs --max 300 --delay 0 \
		--failures 0.1 --time $queues -g web.sp -o "$queues.sp"
done
timed=bfs/time=host:delay=0

# ---- graphdump -------------------------------------------------------------

# All queues, since every reader checks the times of pages and parents.
for queues in host global slots batch:20; do
	run graphdump -s orders "$queues.sp"
	expect "$queues: an order is read" 0
	expect_is "$queues: pages begin when parents have ended, in the order \
of their ends" '' "$(awk -F '\t' 'NR == 1 {
			if ($8 " " $9 != "start end")
				print
			next
		}
		$8 >= $9 || $9 < last || ($5 != "-" && $8 < end[$5])
		{ last = end[$3] = $9 }' "$out" 2>&1)"
done
crawlorder -q --order bfs --seeds seeds --max 300 --delay 0 --failures 0.1 \
	--time host web.sp |
	crawlorder -q --order dfs --seeds seeds --max 9 |
	crawlorder -q --order fpr --seeds seeds --max 9 --procs 2 -o all.sp
run graphdump -s orders all.sp
expect_is 'several orders: the columns of each' \
	'#order	position	node	key	parent	depth	url	tick	process	start	end' \
	"$(head -n 1 "$out")"
expect_is 'an order without times has none' '- -' \
	"$(awk -F '\t' '$1 == "dfs" { print $10, $11 }' "$out" | sort -u)"
expect_is 'an order in time has them' 300 \
	"$(awk -F '\t' -v name=$timed '$1 == name && $11 > $10' "$out" | wc -l |
		tr -d ' ')"
run graphdump -s orders --order dfs all.sp
expect_is 'no such columns of a plain order alone' \
	'#order	position	node	key	parent	depth	url' \
	"$(head -n 1 "$out")"
run graphdump -s orders --json all.sp
expect_output 'JSON: what an order does not have is null' \
	'"tick": 1, "process": 0, "start": null, "end": null}'
graphdump -s orders --order $timed all.sp >rows
run graphdump -s orders --order $timed --to npy times all.sp
expect 'npy' 0
for column in start end; do
	expect_is "npy: $column" \
		"$(sed 1d rows | cut -f $((${#column} == 5 ? 8 : 9)))" \
		"$(perl -e 'open my $f, "<:raw", $ARGV[0] or die; local $/;
			print join "\n", unpack "Q<*", substr <$f>, -2400' \
			times.$column.npy)"
done
graphdump -s orders --order dfs --to npy plain all.sp
expect_is 'npy: no times are 0' 0 "$(tail -c 72 plain.end.npy | tr -d '\000' |
	wc -c | tr -d ' ')"

run graphdump -s orders --summary --order $timed all.sp
cut -f 1,3,31- "$out" >summary
expect_is '--summary: the names of the figures' \
	'#order downloads connections requests failed lost refused hosts bytes busy hours' \
	"$(head -n 1 summary | tr '\t' ' ')"
expect_is '--summary: the figures fit the rows' '' "$(awk -F '\t' '
	NR == FNR { if (FNR > 1) { last = $9; busy += $9 - $8 }; next }
	FNR > 1 && !($2 == 300 && $3 == 20 && $4 >= 300 + $5 && $5 > 0 &&
		$6 <= $5 && $7 == 0 && $8 > 0 && $9 == 300 * 20000 &&
		$10 > busy / 3.61e9 && $10 < busy / 1e9 &&
		$11 > last / 3.61e9 && $11 < last / 3.59e9)' rows summary)"
expect_is '--summary: an order without times has none' '- - - - - - - - -' \
	"$(graphdump -s orders --summary --order dfs all.sp | cut -f 31- |
		tail -n 1 | tr '\t' ' ')"
expect_is 'the seeds of the order' '0 7 11' \
	"$(graphdump -s order-seeds host.sp | sed 1d | cut -f 3 | tr '\n' ' ' |
		sed 's/ $//')"

# ---- as an order of downloads ----------------------------------------------

# One connection, no delays and no failures: the order of a plain crawl.
crawlorder -q -R --seeds seeds --order bfs --max 300 --delay 0 \
	--connections 1 --time slots -g web.sp -o one.sp
for sp in plain one; do
	graphdump -s orders $sp.sp | cut -f 2-6 >$sp.rows
done
expect_same 'one connection: the rows of a plain crawl' plain.rows one.rows
for metric in throughput depth seeds parallel; do
	for sp in plain one; do
		hotcurve -g web.sp -m $metric $sp.sp 2>&1 |
			sed 's|^bfs[^	]*|bfs|; s|bfs/time[^ 	]*|bfs|' \
			>$sp.$metric
	done
	expect_same "hotcurve -m $metric: by downloads" plain.$metric \
		one.$metric
done
run hotcurve -g web.sp all.sp
expect 'hotcurve beside other orders' 0

for sp in plain one; do
	name=$(graphdump -s orders --summary $sp.sp | sed 1d | cut -f 1)
	graphprune -q -g web.sp --fetched-first "$name:100" $sp.sp |
		graphdump -s states - >$sp.states
	crawlorder -q -g web.sp --beside "$name" --order opic $sp.sp |
		graphdump -s orders --order opic - >$sp.beside
done
expect_same 'graphprune --fetched-first: the first downloads' plain.states \
	one.states
expect_same 'crawlorder --beside: the same seeds and length' plain.beside \
	one.beside
run crawlorder -q -g web.sp --beside $timed --order bfs --time global host.sp \
	-o beside.sp
expect 'crawlorder --beside, both in time' 0
expect_is 'crawlorder --beside, both in time: as many downloads' 300 \
	"$(graphdump -s orders --order bfs/time=global beside.sp | sed 1d |
		wc -l | tr -d ' ')"

# ---- passed on or dropped --------------------------------------------------

# Tags of the stream on standard input, of orders
tags() {
	graphstat --json - | grep -o '"tag": *"\(ORDR\|ord[ct]\)"' |
		cut -d '"' -f 4 | sort -u | tr '\n' ' '
}
awk '{ print $1 "\t" 0.5 }' seeds >score
while IFS='|' read -r what command; do
	# shellcheck disable=SC2086 # a command is several words
	run $command
	expect "$command" 0
	expect_is "$command: $what" \
		"$([ "$what" = dropped ] || echo 'ORDR ordc ordt ')" "$(tags <"$out")"
	[ "$what" = dropped ] ||
		expect_is "$command: the same rows" \
			"$(cut -f 1-6,8- rows | cksum)" \
			"$(graphdump -s orders --order $timed "$out" |
				cut -f 1-6,8- | cksum)"
done <<'END'
passed|hits -q all.sp
passed|pagerank -q all.sp
passed|harmonic -q all.sp
passed|rank -q all.sp
passed|coreextract -q all.sp
passed|crawlshape -q --to stream all.sp
dropped|seedpick -q --random 3 all.sp
passed|scoreimport -q --scores new=score all.sp
passed|crawlorder -q --order opic --seeds seeds all.sp
passed|graphprune -q all.sp
dropped|graphprune -q --transpose all.sp
dropped|graphprune -q --pages seeds all.sp
dropped|graphfold -q all.sp
dropped|graphgen -q --evolve 0.1 all.sp
END
run graphsplit --parts 2 -o parts all.sp
expect 'graphsplit' 0
expect_message 'graphsplit: says that it leaves orders out' \
	'sections left out because they are about the whole graph'
expect_is 'graphsplit: leaves orders out' '' \
	"$(tags <parts.000)$(tags <parts.001)"
graphdump -s orders -g web.sp host.sp >before
hits -q -z 19 all.sp | graphdump -s orders --order $timed - >after
expect_same 'compressed: the same rows' before after

plan
