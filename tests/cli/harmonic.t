#!/bin/sh
# SPDX-License-Identifier: MIT
#
# harmonic.t - harmonic centrality: worked examples, threads, and what other
# filters do with the score
#
#	[BIN=bin] [SEEDPIPE_DATA=../shared/data] tests/cli/harmonic.t

# shellcheck disable=SC2016,SC2154 # of sh -c, of lib.sh

data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
cd "$folder" || exit 2

# values FILE - prints the scores, with 6 digits
values() {
	graphdump -s scores "$1" | awk '!/^#/ { printf "%.6f ", $2 }'
}

# worst EXACT ESTIMATE - prints the root of the mean square error in per cent
worst() {
	graphdump -s scores "$1" >exact.txt
	graphdump -s scores "$2" | cut -f 2 | paste exact.txt - |
		awk '!/^#/ && $2 >= 1 { e = $3 / $2 - 1; s += e * e; n++ }
			END { printf "%d", 100 * sqrt(s / n) + 0.999 }'
}

printf '%s\n' '0 1' '0 2' '0 4' '1 3' '2 1' '2 3' '2 5' '3 0' '4 5' '4 6' \
	'4 7' '5 4' '5 8' '7 1' '7 8' '8 7' '8 9' '9 4' '10 0' '10 4' |
	graphimport --dense -f arcs -o g11.sp
harmonic --exact g11.sp -o exact.sp
expect_is 'G11, exactly' '4.233333 5.666667 3.316667 4.500000 6.166667 4.666667 4.500000 4.916667 4.450000 3.533333 0.000000 ' \
	"$(values exact.sp)"
graphprune --transpose g11.sp | graphprune --transpose | harmonic --exact \
	-o twice.sp
expect_is 'the same after two turns' "$(values exact.sp)" "$(values twice.sp)"
harmonic --registers 14 -o near.sp g11.sp
expect_is 'with many registers, the estimate is near' 1 \
	"$(worst exact.sp near.sp)"

# ---- as a filter -------------------------------------------------------------

graphgen -n 9000 --seed 2 -o web.sp
for threads in 1 2 5; do
	harmonic -T "$threads" web.sp -o "threads.$threads.sp"
done
expect_same 'two threads, the same bytes' threads.1.sp threads.2.sp
expect_same 'five threads, the same bytes' threads.1.sp threads.5.sp
harmonic threads.1.sp -o again.sp
graphdump -s scores threads.1.sp >expected.txt
graphdump -s scores again.sp >got.txt
expect_same 'a second run replaces the score' expected.txt got.txt
harmonic --exact --name exact web.sp -o exact.sp
harmonic --error 0.05 --stats stats.json web.sp -o near.sp
expect_is 'an error of 5 % takes 512 registers' 9216000 \
	"$(sed -n 's/.*"bytes_counters": \([0-9]*\).*/\1/p' stats.json)"
off=$(worst exact.sp near.sp)
if [ "$off" -le 5 ]; then
	ok 'which is not exceeded'
else
	not_ok 'which is not exceeded' "$off %"
fi
run_sh 'harmonic -R "$1" | graphdump -s provenance' web.sp
expect_output 'the provenance has the rounds' 'rounds 13 error 0.1300'
run seedpick --top harmonic:5 --text near.sp
expect 'seedpick --top takes the score' 0
expect_is 'five seeds' 5 "$(wc -l <"$out" | tr -d ' ')"
seedpick --top harmonic:5 near.sp -o seeds.sp
crawlorder -R --order bfs -g web.sp seeds.sp -o orders.sp
harmonic -R web.sp -o score.sp
run hotcurve -b score.sp -s harmonic orders.sp
expect 'hotcurve takes it as the benchmark' 0

if [ -d "${data:-none}/hollins" ]; then
	graphimport "$data/hollins/hollins.edges.txt.gz" -o hollins.sp
	harmonic --exact -o exact.sp hollins.sp
	for bits in 6 8 10; do
		harmonic --registers $bits -o near.sp hollins.sp
		expect_is "hollins, 2^$bits registers: within the error" yes \
			"$(worst exact.sp near.sp | awk -v b=$bits \
			'{ print $1 <= 104 / 2 ^ (b / 2) ? "yes" : $1 }')"
	done
else
	skip 'hollins' 'no data'
fi

plan
