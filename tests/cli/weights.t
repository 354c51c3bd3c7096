#!/bin/sh
# SPDX-License-Identifier: MIT
#
# weights.t - pagerank, hits, harmonic, coreextract and crawlorder with the
# weights of links: against a second implementation, with weights that are all 1,
# with any number of threads, and what they refuse
#
#	[BIN=bin] [WEIGHTS_CASES=40] tests/cli/weights.t

# shellcheck disable=SC2154 # of lib.sh

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
cd "$folder" || exit 2

# scores FILE - prints the scores
scores() {
	graphdump -s scores "$1" >"$1.txt"
	cat "$1.txt"
}

if command -v python3 >/dev/null; then
	run env BIN="$BIN" python3 "$here/weights.py" "${WEIGHTS_CASES:-40}" 1
	expect 'random graphs, as in plain Python' 0
else
	skip 'random graphs, as in plain Python' 'no python3'
fi

# ---- worked examples ---------------------------------------------------------

# values FILE SCORE - prints the scores as seedpipe-algorithms(7) does
values() {
	graphdump -s scores --score "$2" "$1" | awk '!/^#/ {
		value = $2 == 0 ? "0" : sprintf("%.6f", $2)
		sub(/^0\./, ".", value)
		printf "%s ", value
	}'
}

# Section G13: G11 with the weight (i + j) mod 4 of the link from i to j.
printf '%s\n' '0 1' '0 2' '0 4' '1 3' '2 1' '2 3' '2 5' '3 0' '4 5' '4 6' \
	'4 7' '5 4' '5 8' '7 1' '7 8' '8 7' '8 9' '9 4' '10 0' '10 4' |
	awk '{ print $1, $2, ($1 + $2) % 4, ($1 + $2) % 4 + 1 }' >g11w
graphimport -f arcs --dense --weights 3 -o g11w.sp g11w
pagerank --weights raw -o ranks.sp g11w.sp
expect_is 'G11W: PageRank by weights' '.056928 .058628 .054796 .029191 .120076 .059510 .056559 .227144 .240901 .073729 .022537 ' \
	"$(values ranks.sp pagerank)"
pagerank --weights log -o ranks.sp g11w.sp
expect_is 'G11W: PageRank by logarithms' '.060896 .062001 .055011 .032625 .134226 .066861 .062714 .197425 .219501 .085465 .023273 ' \
	"$(values ranks.sp pagerank)"
hits --weights raw -o scores.sp g11w.sp
expect_is 'G11W: hubs' '.097550 0 .582452 0 .662042 0 0 0 .461447 0 0 ' \
	"$(values scores.sp hub | sed 's/\.000000/0/g')"
expect_is 'G11W: authorities' '0 .385424 .040759 .121682 0 .503354 .276618 .704134 0 .096402 0 ' \
	"$(values scores.sp authority | sed 's/\.000000/0/g')"
graphimport -q -f arcs --dense --weights 4 -o g11w.sp g11w
harmonic --exact --weights raw -o near.sp g11w.sp
expect_is 'G11W: distances' '1.483333 2.802381 1.166148 3.083333 3.259524 2.078968 1.740079 1.487302 1.887302 1.636544 0 ' \
	"$(values near.sp harmonic)"

# ---- bits --------------------------------------------------------------------

graphgen -n 30000 --seed 3 --no-names -o plain.sp
graphdump plain.sp | awk '!/^#/ { print $1, $2, 1 }' |
	graphimport -f arcs --dense --weights 3 -o ones.sp
graphdump plain.sp | awk '!/^#/ { print $1, $2, $1 * $2 % 7 }' |
	graphimport -f arcs --dense --weights 3 -o few.sp
graphdump plain.sp | awk '!/^#/ { print $1, $2, ($1 * 31 + $2) % 99991 / 7 }' |
	graphimport -f arcs --dense --weights 3 -o many.sp
for filter in 'pagerank -t 0 -i 12' 'hits -i 12'; do
	$filter -R -o plain.scores.sp plain.sp
	scores plain.scores.sp >plain
	for form in compact near; do
		$filter --weights raw --form "$form" -R -o ones.scores.sp ones.sp
		scores ones.scores.sp >ones
		expect_same "$filter, $form: weights of 1 change no bit" plain ones
		for graph in few many; do
			for threads in 1 3; do
				$filter --weights raw -T "$threads" \
					--form "$form" -R -o scores.sp $graph.sp
				scores scores.sp >$graph.$form.$threads
			done
			expect_same "$filter, $form, $graph: three threads" \
				$graph.$form.1 $graph.$form.3
		done
	done
	for graph in few many; do
		expect_same "$filter, $graph: both forms" \
			$graph.compact.1 $graph.near.1
	done
done

graphgen -n 2000 --seed 4 --no-names -o small.sp
graphdump small.sp | awk '!/^#/ { print $1, $2, 1 }' |
	graphimport -f arcs --dense --weights 3 -o ones.sp
harmonic --exact -R -o plain.scores.sp small.sp
scores plain.scores.sp >plain
for threads in 1 3; do
	harmonic --exact --weights raw -T "$threads" -R -o ones.scores.sp ones.sp
	scores ones.scores.sp >ones
	expect_same "harmonic, $threads threads: lengths of 1 change no bit" \
		plain ones
done

# A web of few links is many small components, and one large one.
graphgen -n 20000 --links 2 --seed 5 --no-names -o sparse.sp
graphdump sparse.sp | awk '!/^#/ { print $1, $2, 1 }' |
	graphimport -f arcs --dense --weights 3 -o ones.sp
coreextract -q --seeds 40 -R -o plain.cores.sp sparse.sp
graphdump -s cores plain.cores.sp >plain
for threads in 1 3; do
	coreextract -q --seeds 40 --weights raw -T "$threads" -R \
		-o ones.cores.sp ones.sp
	graphdump -s cores ones.cores.sp >ones
	expect_same "coreextract, $threads threads: weights of 1, the same cores" \
		plain ones
done

# ---- what is said and refused ------------------------------------------------

printf '0 1 2\n1 0 -1\n' | graphimport -f arcs --weights 3 -o bad.sp
printf '0 1 2\n1 0 0\n' | graphimport -f arcs --weights 3 -o good.sp
printf '0 1\n1 0\n' | graphimport -f arcs -o none.sp
ignored='the weights of the links are ignored (--weights raw or log uses them)'
negative='has the weight -1: it must be 0, or between 1e-100 and 1e+100'
nothing='--weights: the links of the graph have no weights (make them with'
for filter in pagerank hits 'harmonic --exact' coreextract; do
	run $filter -R good.sp
	expect "$filter: weights that are ignored are said" 0
	expect_message "$filter: in one line" \
		"${filter%% *}: $ignored"
	run $filter -q -R good.sp
	expect_message "$filter: -q is quiet" ''
	run $filter --weights ignore -R good.sp
	expect_is "$filter: so is --weights ignore" '' \
		"$(grep weights "$err")"
	run $filter --weights raw -R bad.sp
	expect "$filter: a negative weight" 65
	expect_message "$filter: says which" \
		"${filter%% *}: the link from page 1 to 0 $negative"
	run $filter --weights log -R none.sp
	expect "$filter: no weights" 65
	expect_message "$filter: says what makes them" \
		"${filter%% *}: $nothing"
done
run harmonic --weights raw -R good.sp
expect 'harmonic: the estimate has no lengths' 64
run harmonic --exact --weights raw -R good.sp
expect 'harmonic: a length of 0' 65
expect_message 'harmonic: says which' \
	'harmonic: the link from page 1 to 0 has the length 0: it must be above 0'
printf '0 1 0\n1 2 0\n' | graphimport -q -f arcs --weights 3 -o zeros.sp
run pagerank --weights raw -R zeros.sp
expect_message 'all weights are 0: says so' \
	'pagerank: all links have weight 0, which is as good as no link'
run pagerank --weights raw --method push -R good.sp
expect 'pagerank: push has no weights' 64
plan
