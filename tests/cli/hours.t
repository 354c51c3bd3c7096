#!/bin/sh
# SPDX-License-Identifier: MIT
#
# hours.t - curves over hours, and the hosts that hold a crawl up
#
#	[BIN=bin] tests/cli/hours.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables
# shellcheck disable=SC2016 # awk scripts have dollar signs

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

cd "$folder" || exit 2
graphgen -q -n 3000 -o web.sp
pagerank -q -R -o rank.sp web.sp
seedpick -q -R --random 10 --seed 1 -o seeds web.sp
seedpick -q -R --random 10 --seed 2 -o other web.sp
for from in seeds other; do
	crawlorder -q -R -g web.sp --time host --order bfs,opic --delay 2 \
		--failures 0.1 -o "$from.sp" "$from"
done
crawlorder -q -R -g web.sp --order bfs -o plain.sp seeds
graphdump -s orders seeds.sp >rows

# ended_by TIME ORDER - prints how many downloads an order has until a time, in
# seconds
ended_by() {
	awk -F '\t' -v t="$1" -v order="$2" '
		$1 == order && $NF <= t * 1e6 { n++ } END { print n + 0 }' rows
}

# ---- curves -----------------------------------------------------------------

run hotcurve -m pages --at 10min,90,1h,400h seeds.sp
expect 'pages until some times' 0
expect_is 'pages: no more than have ended, in the order of times' \
	"#hours bfs/time=host:delay=2 opic/time=host:delay=2
0.025 $(ended_by 90 bfs/time=host:delay=2) $(ended_by 90 opic/time=host:delay=2)
0.16666666666666666 $(ended_by 600 bfs/time=host:delay=2) \
$(ended_by 600 opic/time=host:delay=2)
1 $(ended_by 3600 bfs/time=host:delay=2) $(ended_by 3600 opic/time=host:delay=2)
400 $(ended_by 1440000 bfs/time=host:delay=2) \
$(ended_by 1440000 opic/time=host:delay=2)" "$(tr '\t' ' ' <"$out")"

# A curve over hours has at a time what one over downloads has after as many.
downloads=$(ended_by 600 bfs/time=host:delay=2)
fraction=$(awk -v n="$downloads" 'BEGIN { printf "%.10f", (n + .5) / 3000 }')
for metric in cumulative throughput; do
	expect_is "$metric after ten minutes" "$(hotcurve -q -b rank.sp \
		-m $metric --at "$fraction" seeds.sp | tail -n 1 | cut -f 3)" \
		"$(hotcurve -q -b rank.sp -m $metric -x hours --at 10min \
			seeds.sp | tail -n 1 | cut -f 2)"
done
expect_is 'before the first download there is no value' '- -' \
	"$(hotcurve -q -b rank.sp -m cumulative -x hours --at 1ms seeds.sp |
		tail -n 1 | cut -f 2,3 | tr '\t' ' ')"
run hotcurve -m pages --points 7 seeds.sp
expect_is 'points end with the longest order' \
	"$(awk -F '\t' 'NR > 1 && $NF > most { most = $NF }
		END { printf "%.9f", most / 3.6e9 }' rows)" \
	"$(tail -n 1 "$out" | awk '{ printf "%.9f", $1 }')"
expect_is 'there are as many as asked for' 8 "$(wc -l <"$out" | tr -d ' ')"
expect_is 'all that it downloaded' \
	"$(grep -c '^bfs' rows)" "$(hotcurve -m pages --at 9d seeds.sp |
		tail -n 1 | cut -f 2)"
run hotcurve -m pages --points 3 --json seeds.sp
expect_is 'as JSON' 3 "$(grep -c '^{"hours":' "$out")"

# Two draws have quartiles.
run hotcurve -m pages --at 10min seeds.sp other.sp
expect_is 'draws: the median is between them' "$({
	ended_by 600 bfs/time=host:delay=2
	graphdump -s orders other.sp >rows
	ended_by 600 bfs/time=host:delay=2
} | awk '{ sum += $1 } END { print sum / 2 }')" \
	"$(tail -n 1 "$out" | cut -f 2)"
expect_is 'draws: columns' 7 "$(tail -n 1 "$out" | awk '{ print NF }')"
graphdump -s orders seeds.sp >rows

# ---- hosts ------------------------------------------------------------------

graphdump -s names web.sp | awk -F '\t' 'NR > 1 {
	split($NF, part, "/"); print $1 "\t" part[3] }' >hosts
run hotcurve -m hosts -g web.sp seeds.sp
expect 'hosts' 0
awk -F '\t' -v OFS='\t' '
	FILENAME == "hosts" { host[$1] = $2; next }
	$1 ~ /^bfs/ {
		h = host[$3]
		n[h]++
		if (n[h] == 1)
			first[h] = $(NF - 1)
		last[h] = $NF
		busy[h] += $NF - $(NF - 1)
	}
	END {
		for (h in n)
			printf "%s\t%d\t%.6f\t%.6f\t%.6f\n", h, n[h],
				first[h] / 3.6e9, last[h] / 3.6e9,
				busy[h] / 3.6e9
	}' hosts rows | sort >wanted
awk -F '\t' '$1 ~ /^bfs/ { printf "%s\t%d\t%.6f\t%.6f\t%.6f\n", $2, $3, $4, $5,
	$6 }' "$out" | sort >found
expect_same 'pages, times and busy hours of hosts' wanted found
# Pauses are 2 s at least, so the largest hosts take their requests and these.
expect_is 'how long the first host takes alone' "$(awk -F '\t' '
	NR == 2 { printf "%.3f", $6 + ($3 - 1) * 2 / 3600 }' "$out")" \
	"$(awk -F '\t' 'NR == 2 { printf "%.3f", $7 }' "$out")"
expect_true 'no host takes longer than the first' awk -F '\t' '
	NR == 2 { most = $7; order = $1 }
	$1 == order && $7 > most { bad = 1 }
	END { exit bad || NR < 3 }' "$out"

# ---- figures ----------------------------------------------------------------

if command -v gnuplot >/dev/null; then
	for metric in pages hosts; do
		run hotcurve -m $metric -g web.sp -o "$metric.svg" seeds.sp
		expect "a figure of $metric" 0
		expect_true "$metric: over hours" grep -q '>hours<' \
			"$metric.svg"
	done
else
	skip 'figures' 'gnuplot is not installed'
fi

# ---- what is refused --------------------------------------------------------

# refused STATUS MESSAGE OPTION... - hotcurve ends like that and writes nothing
refused() {
	status=$1
	message=$2
	shift 2
	run hotcurve "$@"
	expect "refused: $*" "$status"
	expect_message "why: $*" "$message"
	expect_is "no output: $*" '' "$(cat "$out")"
}

refused 65 'order "bfs" is not one in time (crawlorder --time makes them)' \
	-m pages plain.sp
refused 65 'is not one in time' -x hours -b rank.sp plain.sp
refused 65 'no hosts in the stream' -m hosts seeds.sp
refused 64 'option --axis does not go with --metric tranche' -m tranche \
	-x hours seeds.sp
refused 64 'option --minus-shuffle is for curves over downloads' \
	-x hours --minus-shuffle -b rank.sp seeds.sp
refused 64 'option --by-shape is for curves over downloads' -x hours \
	--by-shape -g web.sp seeds.sp
refused 64 'metric pages is over hours alone' -m pages -x downloads seeds.sp
refused 64 'metric hosts takes one file of orders' -m hosts -g web.sp \
	seeds.sp other.sp
for list in 0 '1h,' 5x -1 1m '' 1h,,2h; do
	refused 64 'is not a list of times above 0' -m pages --at "$list" \
		seeds.sp
done

plan
