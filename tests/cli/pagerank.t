#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pagerank.t - ranks, teleport vectors and start vectors, valid and invalid
#
#	[BIN=bin] tests/cli/pagerank.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

# ranks FILE - prints the ranks of a stream with six digits on one line
ranks() {
	graphdump -s scores "$1" |
		awk -F '\t' 'NR > 1 { printf "%s%.6f", s, $NF; s = " " }'
}

# expect_ranks NAME FILE RANKS - the stream has these ranks
expect_ranks() {
	expect_is "$1" "$3" "$(ranks "$2")"
}

# ranked NAME RANKS OPTION... - pagerank gives the example graph these ranks
ranked() {
	name=$1
	wanted=$2
	shift 2
	run pagerank "$@" -o "$folder/ranked" "$folder/g11"
	expect "$name" 0
	expect_message "$name, no messages" ''
	expect_ranks "$name, ranks" "$folder/ranked" "$wanted"
}

# refused NAME STATUS MESSAGE OPTION... - pagerank fails on the example graph
refused() {
	name=$1
	wanted=$2
	text=$3
	shift 3
	run pagerank "$@" "$folder/g11"
	expect "$name" "$wanted"
	expect_line "$name, one line" pagerank
	expect_message "$name, why" "$text"
	expect_refused "$name, no valid output"
}

# ---- the example of eleven pages -------------------------------------------

printf '%s\n' '0 1' '0 2' '0 4' '1 3' '2 1' '2 3' '2 5' '3 0' '4 5' '4 6' \
	'4 7' '5 4' '5 8' '7 1' '7 8' '8 7' '8 9' '9 4' '10 0' '10 4' \
	>"$folder/links"
i=0
while [ $i -lt 11 ]; do
	echo "http://site.example/$i"
	i=$((i + 1))
done >"$folder/urls"
run graphimport -f arcs --names "$folder/urls" -o "$folder/g11" \
	"$folder/links"
expect 'a graph for the test' 0

uniform='0.139700 0.116539 0.057853 0.133721 0.147213 0.076373 0.059982'
uniform="$uniform 0.099517 0.093025 0.057807 0.018271"
ranked 'uniform' "$uniform"
ranked 'push' "$uniform" --method push
ranked 'local' "$uniform" --method local
ranked 'norm' "$uniform" --dangling norm
ranked 'drop' '0.104262 0.086976 0.043177 0.099800 0.109869 0.056999 '"\
0.044766 0.074272 0.069427 0.043143 0.013636" --dangling drop -t 1e-12
ranked 'a mean of 1' '1.536697 1.281932 0.636382 1.470934 1.619338 '"\
0.840105 0.659797 1.094687 1.023271 0.635874 0.200984" --scale mean1
ranked 'no damping' '0.090909 0.090909 0.090909 0.090909 0.090909 '"\
0.090909 0.090909 0.090909 0.090909 0.090909 0.090909" --damping 0

run pagerank -i 1 --strict -o "$folder/ranked" "$folder/g11"
expect 'not converged, strict' 1
expect_message 'not converged, strict' \
	'did not converge in 1 iterations'
expect_ranks 'one iteration' "$folder/ranked" '0.136570 0.110813 0.046419 '"\
0.123691 0.200964 0.072176 0.046419 0.085055 0.097934 0.059298 0.020661"
run pagerank -i 1 -o "$folder/ranked" "$folder/g11"
expect 'not converged' 0
run graphdump -s provenance "$folder/ranked"
expect_output 'the residual is in the provenance' \
	'# iterations 1 residual 0.430854'

# ---- lists -----------------------------------------------------------------

printf '# two pages\n\nhttp://site.example/3 3\n5\t1e0\n' >"$folder/list"
run pagerank --damping 0 --teleport "$folder/list" -o "$folder/by-list" \
	"$folder/g11"
expect 'a list' 0
two='0.000000 0.000000 0.000000 0.750000 0.000000 0.250000 0.000000'
two="$two 0.000000 0.000000 0.000000 0.000000"
expect_ranks 'a list with blanks and TABs, URLs and page numbers' \
	"$folder/by-list" \
	"$two"
printf '3\r\nhttp://site.example/5\r\n3\n3 1\n' >"$folder/counted"
ranked 'a list without values, pages repeated' "$two" --damping 0 \
	--teleport "$folder/counted"
printf '3 1.5e308\n3 1.5e308\n' >"$folder/large"
refused 'the sum of the values overflows' 65 'the values are too large' \
	--teleport "$folder/large"
printf '3 3e307\n5 1e307\n' >"$folder/large"
ranked 'large values' "$two" --damping 0 --teleport "$folder/large"
printf '3 3e-320\n5 1e-320\n' >"$folder/small"
run pagerank --damping 0 --teleport "$folder/small" "$folder/g11"
expect 'tiny values' 0
# shellcheck disable=SC2016 # the other shell expands it
run_sh 'pagerank -g "$1" --teleport - --damping 0 <"$2"' "$folder/g11" \
	"$folder/list"
cp "$out" "$folder/ranked"
expect_ranks 'a list from standard input' "$folder/ranked" "$two"
run pagerank --teleport "$folder/list" -o "$folder/started" "$folder/g11"
expect 'a list as teleport vector' 0

# bad_list NAME LINES MESSAGE - rejected as teleport vector and as start
bad_list() {
	# shellcheck disable=SC2059 # printf expands its escapes
	printf "$2" >"$folder/bad"
	refused "teleport: $1" 65 "$3" --teleport "$folder/bad"
	refused "start: $1" 65 "$3" --start "$folder/bad"
}

bad_list 'an unknown URL' '3\nhttp://other.example/ 1\n' \
	'line 2: "http://other.example/" is not a page of the graph'
bad_list 'an unknown page' '11 1\n' 'line 1: "11" is not a page'
bad_list 'a negative value' '3 -1\n' 'line 1: "-1" is not a number of at'
bad_list 'not a number' '3 nan\n' 'line 1: "nan" is not a number of at'
bad_list 'infinite' '3 inf\n' 'line 1: "inf" is not a number of at'
bad_list 'too large' '3 1e999\n' 'line 1: "1e999" is not a number of at'
bad_list 'no value' '3 \n' 'line 1: "" is not a number of at'
bad_list 'no page' ' 3\n' 'line 1: " 3" is not a page'
bad_list 'two values' '3 1 1\n' 'line 1: "3 1" is not a page'
bad_list 'all zero' '3 0\n5 0\n' 'no value is above 0'
bad_list 'empty' '' 'no pages in the list'
bad_list 'an escape' 'a\033[31m 1\n' 'line 1: "a\x1b[31m" is not a page'
bad_list 'binary' '3\000 1\n' 'line 1'
refused 'a missing list' 74 'No such file or directory' \
	--teleport "$folder/missing"

# ---- scores ----------------------------------------------------------------

ranked 'a score as teleport vector' "$two" --damping 0 \
	--teleport "$folder/by-list"
run pagerank --name again --teleport score:pagerank --damping 0 -R \
	-o "$folder/again" "$folder/by-list"
expect 'a score of the input stream' 0
expect_ranks 'a score of the input stream' "$folder/again" "$two"
run pagerank --name other -o "$folder/several" "$folder/by-list"
expect 'a second score' 0
run graphdump -s scores "$folder/several"
expect_output 'the first score is passed on' '#node	pagerank	other'
refused 'several scores' 65 \
	'several scores (choose one with --teleport-score)' \
	--teleport "$folder/several"
ranked 'one of several scores' "$two" --damping 0 \
	--teleport "$folder/several" --teleport-score pagerank
refused 'a missing score' 65 'no score "none" in the stream' \
	--teleport "$folder/several" --teleport-score none
refused 'a missing score of the input stream' 65 \
	'no score "none" in the stream' \
	--teleport score:none
refused 'a stream without scores' 65 'no scores' --start "$folder/g11"
refused '--start-score without --start' 64 \
	'option --start-score' --start-score pagerank
refused 'an empty name' 64 'option --name' --name ''

# A name may have any characters, and is escaped when printed.
pagerank --name "$(printf 'a\tb\033[31m"')" -o "$folder/odd" "$folder/g11"
run graphdump -s scores "$folder/odd"
expect_output 'a name with control characters' 'node	a\tb\x1b[31m"'
run graphdump -s scores --json "$folder/odd"
expect_output '... as a JSON key' '"a\u0009b\u001b[31m\"":'

for results in '' -R; do
	# shellcheck disable=SC2086 # an option or none
	graphgen -n 500 | pagerank $results -o "$folder/foreign"
	refused 'the score of another graph' 65 'another graph' \
		--teleport "$folder/foreign"
	refused 'the score of another graph as start' 65 'another graph' \
		--start "$folder/foreign"
done
head -c 300 "$folder/by-list" >"$folder/short"
refused 'a stream cut short' 65 'cut short' --teleport "$folder/short"

# If pagerank starts from its result, one iteration changes next to nothing.
run pagerank -t 1e-14 -o "$folder/exact" "$folder/g11"
run pagerank --start "$folder/exact" -i 1 --strict -t 1e-12 \
	-o "$folder/ranked" "$folder/g11"
expect 'its own result as start' 0
expect_ranks 'its own result as start' "$folder/ranked" "$uniform"

# Pairs of pages that link to each other, far apart in the order of pages: push
# carries a change there and back in one pass.
awk 'BEGIN { for (i = 0; i < 4000; i++) print i, (i + 2000) % 4000 }' |
	graphimport -f arcs -o "$folder/pairs"
seq 0 999 >"$folder/first"
for method in power push; do
	run pagerank --method "$method" --teleport "$folder/first" \
		--stats "$folder/$method.json" -o "$folder/ranked" \
		"$folder/pairs"
	expect "pairs of pages: $method" 0
done
iterations() {
	sed -n 's/.*"iterations": \([0-9]*\).*/\1/p' "$folder/$1.json"
}
expect_is 'push takes less than two thirds of the iterations' 1 \
	"$(($(iterations push) * 3 < $(iterations power) * 2))"

plan
