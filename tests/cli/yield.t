#!/bin/sh
# SPDX-License-Identifier: MIT
#
# yield.t - seedpick --yield: threads, what it reports, and random seeds
#
#	[BIN=bin] tests/cli/yield.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

cd "$folder" || exit 2
graphgen -n 3000 -o web.sp
pagerank -R -o rank.sp web.sp

for threads in 1 2 3; do
	seedpick -v -T $threads -g web.sp --yield 200 --weight pagerank \
		rank.sp -o seeds.$threads 2>said
	graphdump -s seeds seeds.$threads >threads.$threads
done
expect_same 'the same seeds with 2 threads' threads.1 threads.2
expect_same 'the same seeds with 3 threads' threads.1 threads.3
expect_is 'ten seeds by default' 10 "$(grep -vc '^#' threads.1)"
expect_is 'provenance has what chose the seeds' \
	' --weight pagerank --yield 200 --count 10' \
	"$(graphdump -s provenance seeds.1 |
		sed -n '$s/.*seedpick [0-9.]*\( .*\) #.*/\1/p')"

# yield FILE - the mean of what a crawl from these seeds has, and what it reaches
yield() {
	graphdump -s scores rank.sp >ranks
	crawlorder -q -g web.sp "$1" | graphdump -s orders |
		awk -F '\t' '/^#/ { next }
			NR == FNR { rank[$1] = $2; all += $2; next }
			++n <= 200 { sum += rank[$3] * (201 - n) }
			END { printf "%.4f %d\n", sum / 200 / all, n }' ranks -
}
expect_is 'the yield is that of a crawl from the seeds' "$(yield seeds.1)" \
	"$(sed -n 's/.*: yield \([0-9.]*\), pages reached \([0-9]*\) .*/\1 \2/p' \
		said | awk '{ printf "%.4f %d\n", $1, $2 }')"
for seed in 1 2 3; do
	seedpick --random 10 --seed $seed web.sp -o random
	expect_true "more than from random seeds $seed" awk \
		"BEGIN { exit !($(yield seeds.1 | cut -d ' ' -f 1) > \
			$(yield random | cut -d ' ' -f 1)) }"
done
seedpick --yield 1 --count 2000 -o many web.sp
expect_is 'as many as asked for' 2000 "$(graphdump -s seeds many | grep -vc '^#')"
expect_is 'none twice' 2000 \
	"$(graphdump -s seeds many | sed 1d | cut -f 2 | sort -u | wc -l)"

plan
