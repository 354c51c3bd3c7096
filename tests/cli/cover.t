#!/bin/sh
# SPDX-License-Identifier: MIT
#
# cover.t - seedpick --cover: samples against the exact choice, weights, threads
#
#	[BIN=bin] [SEEDPIPE_DATA=...] tests/cli/cover.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

cd "$folder" || exit 2
graphgen -n 3000 -o web.sp
pagerank -o rank.sp web.sp

# covered FILE - what the seeds of a stream add, together
covered() {
	graphdump -s seeds "$1" | awk -F '\t' '!/#/ { sum += $5 }
		END { printf "%.9g\n", sum }'
}

seedpick --cover 10 --steps 2 --exact -o exact web.sp
seedpick --cover 10 --steps 2 --sketch 512 -o sampled web.sp
seedpick --random 10 -o random web.sp
# 10 choices, each with an error of 1/sqrt 512; this one is far below that.
expect_true 'a sample covers nearly what the exact choice does' \
	[ $((10 * $(covered sampled))) -ge $((9 * $(covered exact))) ]
for threads in 1 2 3; do
	seedpick --cover 10 --steps 2 --sketch 512 -T $threads web.sp |
		graphdump -s seeds >threads.$threads
done
expect_same 'the same seeds with 2 threads' threads.1 threads.2
expect_same 'the same seeds with 3 threads' threads.1 threads.3

# cover_options FILE - the options of --cover in the last line of provenance
cover_options() {
	graphdump -s provenance "$1" | sed -n '$s/.* --cover [0-9]*//p' |
		sed 's/ #.*//'
}
expect_is 'provenance has what chose the seeds' \
	' --steps 2 --sketch 512 --sketch-seed 1' "$(cover_options sampled)"
expect_is 'and no sample where there is none' ' --steps 2 --exact' \
	"$(cover_options exact)"

# What the seeds cover is what a search from them finds.
crawlorder -g web.sp --max-depth 3 exact -o order
expect_is 'coverage is that of a crawl to this depth' \
	"$(graphdump -s orders order | grep -c '^bfs')" "$(covered exact)"
seedpick --cover 3000 --steps 0 -o some web.sp
expect_is 'samples are drawn until all is covered' 3000 "$(covered some)"
seedpick --cover 3000 --steps 0 --exact -o none web.sp
expect_is 'without links each page covers itself' 3000 "$(covered none)"
expect_is 'the first of equal pages is the smallest' 0 \
	"$(graphdump -s seeds none | awk 'NR == 2 { print $2 }')"
seedpick --cover 1 --steps 100000 --exact -o far web.sp
crawlorder -g web.sp far -o order
expect_is 'many links: all that can be reached' \
	"$(graphdump -s orders order | grep -c '^bfs')" "$(covered far)"

seedpick --cover 5 --steps 2 --exact --weight pagerank -o weighted rank.sp
seedpick --cover 5 --steps 2 --exact -o plain web.sp
expect_true 'a weighted choice covers no more pages' \
	[ "$(crawlorder -g web.sp --max-depth 3 weighted |
		graphdump -s orders | wc -l)" -le \
	"$(crawlorder -g web.sp --max-depth 3 plain |
		graphdump -s orders | wc -l)" ]
crawlorder -g web.sp --max-depth 3 weighted -o order
expect_is 'the weight of what is covered' "$(covered weighted)" \
	"$(hotcurve -m cumulative -b rank.sp --at 1 order |
		awk '!/#/ { printf "%.9g", $3 }')"

# A young crawl: three pages, of which one is gone; what they link to is new.
{
	printf 'http://a.test/%s\n' '' x gone
	seq -f 'http://b.test/%g' 9
} >names
seq -f '0 %g' 3 9 | graphimport -q -f arcs --names names -o links.sp
printf '%s\t%s\t%s\n' time url status \
	2020-01-01T00:00:01Z http://a.test/ 200 \
	2020-01-01T00:00:02Z http://a.test/x 200 \
	2020-01-01T00:00:03Z http://a.test/gone 404 >crawl.tsv
crawlimport -q -f tsv -g links.sp -o young.sp crawl.tsv
expect_is 'a young crawl has states' 'ok ok gone unfetched ' \
	"$(graphdump -s states young.sp | sed -n '2,5p' | cut -f 2 |
		tr '\n' ' ')"
run seedpick --cover 5 --text young.sp
expect_message 'seeds that lead nowhere' \
	'from 2 of 5 seeds no crawl starts: 1 without links, 1 gone'
run seedpick --top-outdegree 1 --text young.sp
expect_message 'seeds that lead somewhere' ''
run seedpick --host-first 2 --text young.sp
expect_message 'seeds of hosts' ''

# Small hosts beside one that has nearly all pages: a sample is of that one.
awk 'BEGIN {
	for (i = 1; i <= 5000; i++)
		print "http://big.test/" i, "http://big.test/" (i + 1)
	for (i = 1; i <= 50; i++)
		print "http://h" i ".test/ http://h" i ".test/"
}' | graphimport -q -o uneven.sp
for sketch in 1 2 3; do
	run seedpick --cover 51 --steps 1 --spread --sketch 64 \
		--sketch-seed $sketch --text uneven.sp
	expect_is 'a seed of each host' 51 "$(wc -l <"$out" | tr -d ' ')"
	expect_message '... without a warning' ''
done
# Small hosts that a hub covers, and that lead to the large one.
awk 'BEGIN {
	for (i = 1; i <= 20000; i++)
		print "http://big.test/" i, "http://big.test/" (i + 1)
	for (i = 1; i <= 50; i++)
		for (k = 0; k < 5; k++) {
			print "http://hub.test/ http://h" i ".test/"
			print "http://h" i ".test/",
				"http://big.test/" (i * 200 + k * 7)
		}
}' | graphimport -q -o hub.sp
for how in '--sketch 64' --exact; do
	# shellcheck disable=SC2086 # words
	run seedpick --cover 52 --steps 1 --spread $how --text hub.sp
	expect_is "... also of those that are covered, $how" 52 \
		"$(wc -l <"$out" | tr -d ' ')"
done
run seedpick --cover 60 --steps 1 --spread --text uneven.sp
expect_message '... and of no others' \
	'only 51 of 60 seeds: there are no more hosts that have pages to cover'

run seedpick --cover 5 --memory-limit 4M web.sp
expect 'too little memory' 71
expect_line 'too little memory, one line' seedpick

plan
