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

# ---- bytes ------------------------------------------------------------------

# Every third page has no size.
graphdump -s names web.sp | awk -F '\t' -v OFS='\t' '
	BEGIN { print "time", "url", "status", "size" }
	NR > 1 && NR % 3 { print 1500000000 + NR, $NF, 200, NR * 7919 % 50000 }
	' >log
run crawlimport -q -f tsv -g web.sp -o sized.sp log
expect 'a web with sizes' 0
crawlorder -q -R -g sized.sp --time host --order bfs,opic -o sized-orders.sp \
	seeds
run hotcurve -m bytes -g sized.sp --page-size 1000 --at 1min,5min,1h \
	sized-orders.sp
expect 'bytes until some times' 0
cp "$out" found
graphdump -s orders sized-orders.sp | awk -F '\t' '
	FILENAME == "log" {
		if (FNR > 1)
			size[$1 - 1500000002] = $4
		next
	}
	$1 ~ /^bfs/ {
		bytes += $3 in size ? size[$3] : 1000
		for (i = 1; i <= 3; i++)
			if ($NF <= substr("  60 3003600", 4 * i - 3, 4) * 1e6)
				sum[i] = bytes
	}
	END { for (i = 1; i <= 3; i++) printf "%d\n", sum[i] }' log - >wanted
sed 1d found | cut -f 2 >bytes
expect_same 'their sum, with a usual size where none is known' wanted bytes
run hotcurve -m bytes --at 1h seeds.sp
expect_message 'sizes that nobody knows' 'no sizes of pages in the stream'

# ---- when a value is reached ------------------------------------------------

# reached ORDER VALUE - prints when an order has collected that much PageRank: a
# number, or "PART%" of what it has in the end; downloads and hours
graphdump -s scores rank.sp >ranks
reached() {
	awk -F '\t' -v order="$1" -v value="$2" '
		FILENAME == "ranks" { score[$1] = $2; next }
		$1 == order { sum[++n] = sum[n - 1] + score[$3]; end[n] = $NF }
		END {
			if (value ~ /%/)
				value = value / 100 * sum[n]
			for (i = 1; i < n && sum[i] < value;)
				i++
			printf "%s\t%d\t%.9f\n", order, i, end[i] / 3.6e9
		}' ranks rows
}

for value in 1% 50% 95% 100% 0.3; do
	for order in bfs/time=host:delay=2 opic/time=host:delay=2; do
		reached $order $value
	done >wanted
	for axis in downloads hours; do
		hotcurve -q -b rank.sp -m cumulative -x $axis --until $value \
			seeds.sp | sed 1d >"by-$axis"
	done
	paste by-downloads by-hours | awk -F '\t' '{
		printf "%s\t%d\t%.9f\n", $1, $3, $6 }' >found
	expect_same "when $value is reached" wanted found
done
printf '0 1\n1 2\n2 0\n' | graphimport -q -o ring.sp
printf '0\t0.1\n1\t0.2\n2\t0.3\n' | scoreimport -q --scores x=- -o tenths.sp \
	ring.sp
for page in 0 1 2; do
	echo $page | crawlorder -q --seeds - --order bfs -o ring.order tenths.sp
	expect_is "a whole sum, however it is rounded, from page $page" 3 \
		"$(hotcurve -m cumulative -s x --until 1 ring.order |
			tail -n 1 | cut -f 3)"
done
run hotcurve -m pages --until 2,100%,3001 seeds.sp
expect_is 'pages: the second, the last, and none' \
	"$(awk -F '\t' '$1 ~ /^bfs/ { print $NF / 3.6e9 }' rows |
		sed -n '2p;$p'; echo -)" \
	"$(awk -F '\t' '$1 ~ /^bfs/ { print $3 == "-" ? $3 : $3 + 0 }' "$out")"
# Two of three draws reach it, so the median is the later of the two.
crawlorder -q -R -g web.sp --time host --order bfs,opic --delay 2 --max 500 \
	-o short.sp seeds
run hotcurve -m pages --until 600 seeds.sp other.sp short.sp
expect_is 'a draw that never gets there is the last' \
	"$(for file in seeds other; do
		graphdump -s orders $file.sp | awk -F '\t' '
			$1 ~ /^bfs/ && ++n == 600 { print $NF / 3.6e9 }'
	done | sort -g | tail -n 1) -" \
	"$(awk -F '\t' 'NR == 2 { print $3 + 0, $5 }' "$out")"

# ---- requests ---------------------------------------------------------------

crawlorder -q -R -g web.sp --time requests --order bfs,opic --failures 0.2 \
	-o requests.sp seeds
graphdump -s orders requests.sp >request-rows
run hotcurve -m pages -x requests --at 10,1000,100000 requests.sp
expect_is 'pages after so many requests' "$(for n in 10 1000 100000; do
	awk -F '\t' -v n=$n 'NR > 1 && $NF <= n * 1e6 { count[$1]++ }
		END { print n, count["bfs/time=requests"],
			count["opic/time=requests"] }' request-rows
done)" "$(sed 1d "$out" | tr '\t' ' ')"
run hotcurve -b rank.sp -m cumulative -x requests --until 1% requests.sp
expect_is 'a moment is a number of requests' requests \
	"$(head -n 1 "$out" | cut -f 3)"

# ---- hosts ------------------------------------------------------------------

graphdump -s names web.sp | awk -F '\t' 'NR > 1 {
	split($NF, part, "/"); print $1 "\t" part[3] }' >hosts
run hotcurve -m hosts -g web.sp seeds.sp
expect 'hosts' 0
cp "$out" hosts.tsv
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
# A page waits from the end of its parent, a seed from the beginning.
awk -F '\t' -v OFS='\t' '
	FILENAME == "hosts" { host[$1] = $2; next }
	$1 ~ /^bfs/ {
		end[$3] = $NF
		print host[$3], $5 == "-" ? 0 : end[$5], 0
		print host[$3], $(NF - 1), 1
	}' hosts rows | sort -t "$(printf '\t')" -k 1,1 -k 2n -k 3n >waits
awk -F '\t' -v OFS='\t' '
	{ n[$1] += !$3; waited[$1] += $3 ? $2 : -$2; now[$1] += $3 ? -1 : 1 }
	now[$1] > most[$1] { most[$1] = now[$1] }
	END {
		for (h in n)
			printf "%s\t%d\t%.6f\n", h, most[h],
				waited[h] / n[h] / 3.6e9
	}' waits | sort >wanted
awk -F '\t' '$1 ~ /^bfs/ { printf "%s\t%d\t%.6f\n", $2, $8, $9 }' \
	hosts.tsv | sort >found
expect_same 'the longest queue of each host, and how long a page waits' \
	wanted found
# Pauses are 2 s at least, so the largest hosts take their requests and these.
expect_is 'how long the first host takes alone' "$(awk -F '\t' '
	NR == 2 { printf "%.3f", $6 + ($3 - 1) * 2 / 3600 }' "$out")" \
	"$(awk -F '\t' 'NR == 2 { printf "%.3f", $7 }' "$out")"
expect_true 'no host takes longer than the first' awk -F '\t' '
	NR == 2 { most = $7; order = $1 }
	$1 == order && $7 > most { bad = 1 }
	END { exit bad || NR < 3 }' "$out"

# The first request may end last, so that intervals are not those of the ends.
printf 'http://a.example/%s\n' 1 2 3 >names
printf '0 1\n0 2\n' | graphimport -q -f arcs --keys ids --names names -o three.sp
seq 0 2 >three
for rng in 5 8 13 23; do
	crawlorder -q -R -g three.sp --time host --host-connections 2 \
		--delay-from start --response 5 --spread 2 --rng $rng \
		-o overtaken.sp --seeds three
	run hotcurve -m hosts -g three.sp overtaken.sp
	expect_true "no host takes longer alone than it did: $rng" \
		awk -F '\t' '$7 > $5 - $4 + 1e-9 && NR > 1 { bad = 1 }
			END { exit bad || NR != 2 }' "$out"
done

# ---- figures ----------------------------------------------------------------

if command -v gnuplot >/dev/null; then
	for metric in pages hosts; do
		run hotcurve -m $metric -g web.sp -o "$metric.svg" seeds.sp
		expect "a figure of $metric" 0
		expect_true "$metric: over hours" grep -q '>hours<' \
			"$metric.svg"
	done
	# One value, in the last row, is a mark without a line.
	head -n 1 three >first
	crawlorder -q -R -g three.sp --time host --max 1 -o once.sp \
		--seeds first
	run hotcurve -m pages -o once.svg once.sp
	expect 'a figure of one download' 0
	expect_message 'a figure of one download: it has its mark' ''
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
# As after crawlimport: what crawlorder reads passes, what -g names does not.
seedpick -q --random 10 --seed 1 --text -o list web.sp
crawlorder -q --order bfs --seeds list -o crawled.sp web.sp
crawlorder -q --time host --order bfs --seeds list -o mixed.sp crawled.sp
crawlorder -q --time host --order bfs --seeds list -g crawled.sp -o alone.sp
refused 65 'order "bfs" is not one in time (crawlorder passes it on: read the graph with -g, and it writes its own alone)' \
	-m pages -x hours mixed.sp
run hotcurve -m pages -x hours alone.sp
expect 'an order in time alone' 0
# Curves end with the longest crawl, whichever file it is in.
crawlorder -q -R -g web.sp --time host --order bfs --max 20 --seeds list \
	-o short.sp
crawlorder -q -R -g web.sp --time host --order opic --seeds list -o long.sp
for files in 'short.sp long.sp' 'long.sp short.sp' 'a=short.sp b=long.sp'; do
	# shellcheck disable=SC2086 # two files
	hotcurve -m pages -x hours --points 5 $files | awk '!/^#/ {
		sub(/-/, 0)
		print $1, ($2 > $3) ? $2 : $3
	}'
done | sort | uniq -c | awk '{ print $1 }' >counts
expect_is 'several files: the same moments and downloads' '3 3 3 3 3' \
	"$(paste -sd ' ' counts)"
expect_is 'several files: up to the end of the longest' \
	"$(graphdump -s orders long.sp | sed 1d | wc -l | tr -d ' ')" \
	"$(hotcurve -m pages -x hours --points 5 short.sp long.sp |
		tail -n 1 | cut -f 3)"
mkfifo pipe
cat long.sp >pipe &
run hotcurve -m pages -x hours short.sp pipe
expect_message 'a longer one from a pipe' 'beyond the end of the curves'

# A host of several connections is not faster than its requests and pauses.
seq 0 59 | awk '{
	print "http://one.example/" $1, "http://one.example/" ($1 * 7 + 3) % 60
	print "http://one.example/" $1, "http://one.example/" ($1 * $1 + 1) % 60
}' | graphimport -q -o one.sp
for connections in 1 2 4; do
	echo 0 | crawlorder -q -R -g one.sp --seeds - --time host \
		--host-connections $connections |
		hotcurve -m hosts -g one.sp - | awk '!/^#/ {
		print ($7 > 0.5 * $5 && $7 <= $5) }'
done | paste -sd ' ' - >bounds
expect_is 'alone hours with 1, 2 and 4 connections' '1 1 1' "$(cat bounds)"

refused 65 'is not one in time' -x hours -b rank.sp plain.sp
refused 65 'no hosts in the stream' -m hosts seeds.sp
refused 64 'option --axis does not go with --metric tranche' -m tranche \
	-x hours seeds.sp
refused 64 'option --minus-shuffle is for curves over downloads: leave out --axis' \
	-x hours --minus-shuffle -b rank.sp seeds.sp
refused 64 'option --by-shape is for curves over downloads' -x hours \
	--by-shape -g web.sp seeds.sp
refused 64 'metric pages is over hours or requests' -m pages -x downloads \
	seeds.sp
refused 64 'metric hosts is over hours alone' -m hosts -x requests -g web.sp \
	seeds.sp
refused 65 'has its downloads over hours (give -x hours)' -m pages \
	-x requests seeds.sp
refused 65 'has its downloads over requests (give -x requests)' -m pages \
	requests.sp
refused 64 'metric hosts takes one file of orders' -m hosts -g web.sp \
	seeds.sp other.sp
refused 64 'option --points of metric hosts is for figures' -m hosts \
	--points 5 -g web.sp seeds.sp
refused 64 'is not a list of numbers above 0, which -x requests asks for' \
	-m pages -x requests --at 1h requests.sp
crawlorder -q -R -g web.sp --time host --failures 1 -o none.sp seeds
refused 65 'no order has a download' -m pages none.sp
refused 65 'no order has a download' -m pages -o none.svg none.sp
refused 64 'option --until makes a table, and no figure' -m pages --until 5 \
	-o until.svg seeds.sp
refused 64 'does not go with --metric throughput' --until 50% -b rank.sp seeds.sp
refused 64 'only rise: leave out --minus-shuffle' -m cumulative --until 5 \
	--minus-shuffle -b rank.sp seeds.sp
for list in 0 50%%% 101% '' 5,,6 -1 x; do
	refused 64 'is not a list of values above 0' -m pages --until "$list" \
		seeds.sp
done
for list in 0 '1h,' 5x -1 1m '' 1h,,2h; do
	refused 64 'is not a list of times above 0' -m pages --at "$list" \
		seeds.sp
done

plan
