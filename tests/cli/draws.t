#!/bin/sh
# SPDX-License-Identifier: MIT
#
# draws.t - hotcurve over several files: medians and quartiles of draws, names of
# files, and tables such as queue logs
#
#	[BIN=bin] tests/cli/draws.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

cd "$folder" || exit 2
graphgen -n 400 -o web.sp
pagerank -R -o rank.sp web.sp
for draw in 1 2 3 4 5; do
	seedpick --random 3 --seed $draw web.sp |
		crawlorder -R -g web.sp --order bfs,opic -o $draw.sp -
done
seedpick --random 1 --seed 9 web.sp |
	crawlorder -R -g web.sp --order fica -o fica.sp - --queue-log q.tsv \
		--queue-window 50

# of_all COLUMN PLACE FILE... - the number in that place of the sorted values
# that a column of the last row has in these files
of_all() {
	column=$1
	place=$2
	shift 2
	for file; do
		tail -n 1 "$file" | cut -f "$column"
	done | sort -g | sed -n "${place}p"
}

# The figures of one order at equal downloads, computed here by awk.
seeds_metric() {
	graphdump -s names web.sp >hosts
	graphdump -s scores rank.sp >rank
	graphdump -s orders 2.sp | awk '$1 == "opic" && $2 <= 40' >first
	expect_is 'seeds: mass and hosts of the first tenth' \
		"$(awk -F '\t' 'FILENAME == "hosts" { host[$1] = $2; next }
			FILENAME == "rank" { r[$1] = $2; next }
			{ mass += r[$3]; hosts += !seen[host[$3]]++ }
			END { printf "%.12f %d", mass, hosts }' \
			hosts rank first)" \
		"$(hotcurve -m seeds -g web.sp -b rank.sp --at 0.1 2.sp |
			awk '$1 == "opic" { printf "%.12f %d", $4, $5 }')"
	expect_is 'seeds: throughput' \
		"$(hotcurve -b rank.sp --at 0.1,0.3 2.sp | cut -f 3 | sed 1d)" \
		"$(hotcurve -m seeds -g web.sp -b rank.sp --at 0.1,0.3 2.sp |
			awk '$1 == "bfs" { print $6 }')"
	for draw in 1 2 3 4 5; do
		hotcurve -g web.sp -b rank.sp -m seeds $draw.sp >seeds.$draw
		set -- "$@" "random=$draw.sp"
	done
	run hotcurve -g web.sp -b rank.sp -m seeds "$@" one=fica.sp
	expect 'seeds: draws' 0
	expect_is 'seeds: columns of draws' \
		'#order pages fraction mass mass_q1 mass_q3 hosts hosts_q1 hosts_q3 throughput throughput_q1 throughput_q3 reached reached_q1 reached_q3 downloads seeds draws ended' \
		"$(head -n 1 "$out" | tr '\t' ' ')"
	expect_is 'seeds: orders and points' \
		'random bfs:4 random bfs:20 random bfs:40 random opic:4 random opic:20 random opic:40 one:4 one:20 one:40' \
		"$(sed 1d "$out" | cut -f 1,2 | tr '\t\n' ': ' | sed 's/ $//')"
	expect_is 'seeds: median of the mass' "$(of_all 4 3 seeds.?)" \
		"$(sed -n 7p "$out" | cut -f 4)"
	expect_is 'seeds: third quartile of the pages reached' \
		"$(of_all 7 4 seeds.?)" "$(sed -n 7p "$out" | cut -f 15)"
	expect_is 'seeds: number of seeds and draws' '3 5 0' \
		"$(sed -n 7p "$out" | cut -f 17-19 | tr '\t' ' ')"
	run hotcurve -g web.sp -b rank.sp -m seeds "$@" --gnuplot
	expect 'seeds: a figure' 0
	expect_is 'seeds: a figure has fifty points, or a page each' 40 \
		"$(sed -n '/^.data0 <</,/^END_OF_DATA/p' "$out" | grep -c '^[0-9]')"
	echo 399 >last
	crawlorder -q -R -g web.sp --seeds last --max 3 -o cut.sp
	run hotcurve -g web.sp -b rank.sp -m seeds cut.sp
	expect_is 'seeds: an order that ended has no figures' '- - -' \
		"$(sed -n 4p "$out" | cut -f 4-6 | tr '\t' ' ')"
}

medians() {
	for draw in 1 2 3 4 5; do
		hotcurve -b rank.sp --at 0.1 $draw.sp >at.$draw
	done
	run hotcurve -b rank.sp --at 0.1 1.sp 2.sp 3.sp 4.sp 5.sp
	expect 'five draws' 0
	expect_is 'the columns of draws' \
		'#pages fraction bfs bfs_q1 bfs_q3 opic opic_q1 opic_q3 shuffle ideal' \
		"$(head -n 1 "$out" | tr '\t' ' ')"
	# Of five values, the quartiles are the 2nd and the 4th.
	expect_is 'median of the first order' \
		"$(of_all 3 3 at.?)" "$(tail -n 1 "$out" | cut -f 3)"
	expect_is 'first quartile' \
		"$(of_all 3 2 at.?)" "$(tail -n 1 "$out" | cut -f 4)"
	expect_is 'third quartile' \
		"$(of_all 3 4 at.?)" "$(tail -n 1 "$out" | cut -f 5)"
	expect_is 'median of the second order' \
		"$(of_all 4 3 at.?)" "$(tail -n 1 "$out" | cut -f 6)"
	run hotcurve -b rank.sp --at 0.1 1.sp 2.sp
	expect_is 'the median of two is their mean' \
		"$(cat at.1 at.2 | awk '!/#/ { sum += $4 } END {
			printf "%.9f", sum / 2 }')" \
		"$(tail -n 1 "$out" | cut -f 6 | awk '{ printf "%.9f", $1 }')"

	for draw in 1 2 3; do
		hotcurve -b rank.sp --summary $draw.sp | sed -n 2p >sum.$draw
	done
	run hotcurve -b rank.sp --summary 1.sp 2.sp 3.sp
	expect_is 'a summary has three rows an order, and of the baselines' \
		'bfs:3:1 bfs:3:2 bfs:3:3 opic:3:1 opic:3:2 opic:3:3 shuffle:1:1 shuffle:1:2 shuffle:1:3 ideal:1:1 ideal:1:2 ideal:1:3' \
		"$(tail -n +2 "$out" | cut -f 1-3 | tr '\t\n' ': ' |
			sed 's/ $//')"
	expect_is 'the second is the median' "$(of_all 3 2 sum.?)" \
		"$(sed -n 3p "$out" | cut -f 5)"
	for draw in 1 2 3; do
		hotcurve -g web.sp -b rank.sp -m depth $draw.sp | sed -n 4p >depth.$draw
	done
	run hotcurve -g web.sp -b rank.sp -m depth 1.sp 2.sp 3.sp
	expect_true 'depths: there are figures' [ -s depth.1 ]
	expect_is 'depths: median of the pages' "$(of_all 3 2 depth.?)" \
		"$(sed -n 4p "$out" | cut -f 3)"
	expect_is 'depths: median of the means' "$(of_all 6 2 depth.?)" \
		"$(sed -n 4p "$out" | cut -f 6)"
}

# Shares of relevant pages, of five draws.
relevant() {
	seq 0 399 | awk '{ print $1 "\t" ($1 % 7 == 0) }' |
		scoreimport --scores - web.sp -o topic.sp
	for metric in harvest recall; do
		for draw in 1 2 3 4 5; do
			hotcurve -m $metric -b topic.sp --at 0.25 $draw.sp \
				>$metric.$draw
		done
		run hotcurve -m $metric -b topic.sp --at 0.25 1.sp 2.sp 3.sp \
			4.sp 5.sp
		expect_is "$metric: the columns of draws" \
			'#pages fraction bfs bfs_q1 bfs_q3 opic opic_q1 opic_q3 shuffle ideal' \
			"$(head -n 1 "$out" | tr '\t' ' ')"
		expect_is "$metric: median of the draws" \
			"$(of_all 4 3 $metric.?)" \
			"$(tail -n 1 "$out" | cut -f 6)"
		expect_is "$metric: their third quartile" \
			"$(of_all 4 4 $metric.?)" \
			"$(tail -n 1 "$out" | cut -f 8)"
		run hotcurve -m $metric -b topic.sp --gnuplot 1.sp 2.sp 3.sp
		expect "$metric: a figure of draws" 0
	done
}

files() {
	hotcurve -b rank.sp --at 0.1,0.5 1.sp >one
	hotcurve -b rank.sp --at 0.1,0.5 fica.sp >two
	run hotcurve -b rank.sp --at 0.1,0.5 1.sp fica.sp
	paste one two | cut -f 1-4,9-11 >wanted
	expect_same 'orders of several files, once each: no quartiles' wanted \
		"$out"
	run hotcurve -b rank.sp --at 0.1 few=fica.sp many=1.sp
	expect_is 'NAME=FILE names the orders' \
		'#pages fraction few many bfs many opic shuffle ideal' \
		"$(head -n 1 "$out" | tr '\t' ' ')"
	cp fica.sp a=b.sp
	run hotcurve -b rank.sp --at 0.1 a=b.sp
	expect_is 'a file of that name is no label' fica \
		"$(head -n 1 "$out" | cut -f 3)"
	run hotcurve -b rank.sp --at 0.1 x=1.sp x=2.sp x=3.sp
	expect_is 'labels make draws' 'x bfs x bfs_q1 x bfs_q3' \
		"$(head -n 1 "$out" | cut -f 3-5 | tr '\t' ' ')"
	run hotcurve -b rank.sp -m tau 1.sp 2.sp
	expect 'tau: one file' 64
	expect_message 'tau: one file, why' 'metric tau takes one file'
	graphgen -n 300 -o other.sp
	seedpick --random 3 other.sp | crawlorder -R -g other.sp -o other.o -
	run hotcurve -b rank.sp 1.sp other.o
	expect 'a draw of another graph' 65
	expect_output 'a draw of another graph, no output' ''
	head -c 3000 2.sp >cut.sp
	run hotcurve -b rank.sp 1.sp cut.sp -o curves.tsv
	expect 'a draw cut short' 65
	expect_message 'a draw cut short, why' 'cut.sp: '
	expect_true 'a draw cut short: no output' [ ! -e curves.tsv ]
}

reachable() {
	for draw in 1 2 3; do
		hotcurve -g web.sp -b rank.sp --reachable --at 0.2 $draw.sp \
			>reach.$draw
	done
	run hotcurve -g web.sp -b rank.sp --reachable --at 0.2 1.sp 2.sp 3.sp
	expect '--reachable with draws' 0
	expect_is '--reachable: each draw ranks the pages that it can reach' \
		"$(of_all 4 2 reach.?)" "$(tail -n 1 "$out" | cut -f 6)"
	run hotcurve -g web.sp -b rank.sp --reachable --points 1000 1.sp 2.sp
	expect '--reachable: more points than pages' 0
	expect_is '--reachable: all of them' 1001 "$(wc -l <"$out")"
}

tables() {
	run hotcurve -m table --columns frontier,dropped q.tsv
	expect 'a queue log' 0
	cut -f 1-3,8 q.tsv >wanted
	expect_same 'a queue log: the chosen columns' wanted "$out"
	run hotcurve -m table --gnuplot q.tsv
	expect 'a queue log as a figure' 0
	expect_is 'a minimum and a maximum are a band of the mean' 1 \
		"$(grep -c 'with filledcurves' "$out")"
	expect_is 'a panel for each other column' 7 \
		"$(grep -c '^set ylabel' "$out")"
	run hotcurve -m table one=q.tsv two=q.tsv --columns frontier
	expect_is 'NAME=FILE names curves' 'one two' \
		"$(tail -n +2 "$out" | cut -f 1 | uniq | paste -sd ' ' -)"
	printf '#name\tx\ty\na\t1\t-\na\t2\t5e-3\n' >small.tsv
	run hotcurve -m table small.tsv
	expect_is 'a missing value stays' '- 0.005' \
		"$(tail -n +2 "$out" | cut -f 3 | paste -sd ' ' -)"
	if command -v gnuplot >/dev/null; then
		run hotcurve -m table q.tsv small=q.tsv -o q.png
		expect 'a queue log is drawn' 0
		expect_message 'a queue log is drawn, no message' ''
		run hotcurve -m table small.tsv -o small.pdf
		expect 'one point is drawn' 0
		run hotcurve -b rank.sp 1.sp 2.sp 3.sp -o bands.svg
		expect 'bands are drawn' 0
		expect_message 'bands are drawn, no message' ''
		run hotcurve -g web.sp -b rank.sp -m depth 1.sp 2.sp fica.sp -o d.png
		expect 'bands of depths are drawn' 0
		expect_message 'bands of depths are drawn, no message' ''
	else
		skip 'bands are drawn' 'gnuplot is not installed'
	fi
	run hotcurve -b rank.sp --gnuplot 1.sp 2.sp 3.sp
	expect_is 'a band for each order' 2 \
		"$(grep -c 'with filledcurves' "$out")"
	expect_output 'the caption counts the draws' 'quartiles of 3 draws'
}

medians
relevant
seeds_metric
files
reachable
tables

# Orders of one name that were made otherwise are no draws of one.
seedpick --random 3 --seed 6 web.sp |
	crawlorder -R -g web.sp --max-per-host 2 --order bfs,fica -o few.sp -
mixed='few.sp: made with other options of crawlorder than 1.sp, and yet its order'
run hotcurve -b rank.sp --at 0.1 1.sp few.sp
expect_message 'draws that were made with other options' "$mixed \"bfs\" counts"
for files in 'a=1.sp b=few.sp' '1.sp 2.sp' 'fica.sp few.sp'; do
	# shellcheck disable=SC2086 # words
	run hotcurve -b rank.sp --at 0.1 $files
	[ "$files" = 'fica.sp few.sp' ] ||
		expect_is "no warning: $files" '' "$(cat "$err")"
done
expect_message 'also of an order that is in a file with others' \
	'few.sp: made with other options of crawlorder than fica.sp'
cp 1.sp again.sp
run hotcurve -b rank.sp --at 0.1 1.sp 2.sp again.sp
expect_message 'a draw that is a copy' 'are the same: a file was given twice'
for draw in 5 6; do
	seedpick --random 3 --seed $draw web.sp |
		crawlorder -R -g web.sp --order bfs,shuffle -o mixed.$draw -
done
run hotcurve -b rank.sp --at 0.1 mixed.5 mixed.6
expect_message 'draws with an order that has no seeds' ''
run hotcurve -b rank.sp --at 0.1 mixed.5 mixed.5
expect_message 'such a draw twice' 'are the same: a file was given twice'
run hotcurve -b rank.sp --at 0.1 a=1.sp b=again.sp
expect_message 'copies with names of their own' ''
plan
