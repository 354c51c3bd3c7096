#!/bin/sh
# SPDX-License-Identifier: MIT
#
# rank.t - ranks of pages: against a second implementation in Python,
# rankcases.py; worked examples, weights, threads, paths that no double can
# count, and what is said of alpha and of convergence
#
#	[BIN=bin] [RANK_CASES=18] tests/cli/rank.t
#
# RANK_CASES says how many random graphs are tried.

# shellcheck disable=SC2016,SC2154 # of sh -c, of lib.sh

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
page=$(cd "$here/../.." && pwd)/man/man1/rank.1
cases=${RANK_CASES:-18}
cd "$folder" || exit 2

# values FILE - prints the scores, with 6 digits
values() {
	graphdump -s scores "$1" | awk '!/^#/ { printf "%.6f ", $2 }'
}

# ---- the manual -------------------------------------------------------------

# The "Options of" lists of the page: method, option, default.
awk '/^Options of$/ { getline; method = $2 }
/^\.El$/ { method = "" }
method != "" && /^\.It Cm .* Pq default / { print method, $3, $NF }' \
	"$page" >page-options
run rank --list
expect 'the methods are listed' 0
awk -F '\t' '!/^#/ && $2 != "-" { print $1, $2, $3 }' "$out" >options
expect_same 'the page has their options and defaults' options page-options
expect_is 'and a paragraph for each' '' "$(
	awk -F '\t' '!/^#/ && $2 == "-" { print $1 }' "$out" |
	while read -r method; do
		grep -q "^\.It Cm $method\$" "$page" || echo "$method"
	done)"

# ---- a second implementation ------------------------------------------------

if python3 "$here/rankcases.py" "$cases" >counted 2>"$err"; then
	expect_is "$cases graphs: the same ranks in Python" "$cases 0" \
		"$(cat counted)"
else
	not_ok "$cases graphs: the same ranks in Python" "$(cat "$err")"
fi

# ---- worked examples --------------------------------------------------------

printf '%s\n' '0 1' '0 2' '0 4' '1 3' '2 1' '2 3' '2 5' '3 0' '4 5' '4 6' \
	'4 7' '5 4' '5 8' '7 1' '7 8' '8 7' '8 9' '9 4' '10 0' '10 4' |
	graphimport --dense -f arcs -o g11.sp
while read -r method expected; do
	rank -m "$method" -o ranked.sp g11.sp
	expect_is "G11: $method" "$expected " "$(values ranked.sp)"
done <<'END'
katz@0.1 1.224844 1.361871 1.122484 1.248436 1.460847 1.258333 1.146085 1.271382 1.252972 1.125297 1.000000
closeness@exact 0.300000 0.476471 0.238235 0.352174 0.506250 0.368182 0.384615 0.405000 0.337500 0.270000 0.000000
betweenness@exact 0.255556 0.177778 0.050000 0.211111 0.372222 0.127778 0.000000 0.227778 0.155556 0.066667 0.000000
core 3.000000 3.000000 3.000000 3.000000 2.000000 2.000000 1.000000 2.000000 2.000000 2.000000 2.000000
END
graphgen -q -n 2000 -o web.sp
rank -q -m degree -o ranked.sp web.sp
graphdump web.sp | awk '!/^#/ { n[$2]++ } END { for (i = 0; i < 2000; i++)
	printf "%.6f ", n[i] }' >counted
expect_is 'degrees of a web' "$(cat counted)" "$(values ranked.sp)"

# hosts SIDE - prints from how many hosts each page is linked, from tables
hosts() {
	graphdump -s names web.sp >table
	graphdump web.sp | awk -v side="$1" '
	NR == FNR { host[$1] = $2; next }
	/^#/ { next }
	side != "out" && !seen[$2, host[$1]]++ { n[$2]++ }
	side != "in" && !seen[$1, host[$2]]++ { n[$1]++ }
	END { for (i = 0; i < 2000; i++) printf "%.6f ", n[i] }' table -
}
for side in in out both; do
	rank -q -m "degree@$side:of=hosts" -o ranked.sp web.sp
	expect_is "hosts, $side" "$(hosts $side)" "$(values ranked.sp)"
done

# ---- weights ----------------------------------------------------------------

printf '0 1 0.5\n1 2 4\n2 0 0.25\n1 0 0\n2 2 1\n' >weighted
graphimport -f arcs --weights 3 -o weighted.sp weighted
rank --weights raw -m degree -o ranked.sp weighted.sp
expect_is 'the sum of the weights' '0.250000 0.500000 5.000000 ' \
	"$(values ranked.sp)"
rank --weights log -m degree@out -o ranked.sp weighted.sp
expect_is 'their logarithms' '0.405465 1.609438 0.916291 ' \
	"$(values ranked.sp)"
# x0 = 1 + a x2 / 4, x1 = 1 + a x0 / 2, x2 = 1 + 4 a x1 + a x2 for a = 0.2
rank --weights raw -m katz@0.2:tolerance=1e-15 -o ranked.sp weighted.sp
expect_is 'Katz of weighted paths' '1.118090 1.111809 2.361809 ' \
	"$(values ranked.sp)"
run rank -m katz -o ranked.sp weighted.sp
expect_message 'weights that are ignored' \
	'the weights of the links are ignored (--weights raw or log uses them)'
run rank -m core -o ranked.sp weighted.sp
expect_message 'weights without a use' \
	'the weights of the links are ignored: --method core has no use for them'
run rank --weights raw -m degree,core -o ranked.sp weighted.sp
expect_message 'a use for some' \
	'option --weights has no effect on core: all links are alike to it'
printf '0 1 0\n1 0 0\n0 2 3\n' >zero
graphimport -f arcs --weights 3 -o zero.sp zero
run rank -v --weights raw -m katz -o ranked.sp zero.sp
expect_message 'links of weight 0 make no cycle' 'no cycles'
expect_is 'the heaviest link is as good as one' \
	'1.000000 1.000000 1.850000 ' "$(values ranked.sp)"

# ---- Katz -------------------------------------------------------------------

printf '0 1\n1 0\n' | graphimport -o pair.sp
rank -m katz -o ranked.sp pair.sp
expect_is 'the share of alpha' '6.666667 6.666667 ' "$(values ranked.sp)"
run rank -m katz@1 -o ranked.sp pair.sp
expect 'alpha is 1 over the radius' 65
expect_message 'alpha is 1 over the radius: why' 'alpha=1 is too large'
run rank -m katz@3 -o ranked.sp pair.sp
expect 'alpha is far too large' 65
expect_message 'alpha is far too large: why' \
	'the scores grow beyond all bounds with alpha=3'
run rank --strict -m katz:iterations=3 -o ranked.sp pair.sp
expect '--strict' 1
expect_message '--strict: why' 'katz:iterations=3 did not converge in 3'
run rank -m katz:iterations=3 -o ranked.sp pair.sp
expect 'without it, a warning is enough' 0
# Changes grow for as many passes as there are layers, and then vanish.
awk 'BEGIN { print "0 1"; print "1 0"; for (k = 0; k < 5; k++)
	for (i = 0; i < 13; i++) for (j = 0; j < 13; j++)
		print 13 * k + i + 2, 13 * k + j + 15 }' |
	graphimport -f arcs --dense -o growing.sp
run rank -m katz:iterations=2 -o ranked.sp growing.sp
expect 'the alpha that is chosen is not too large' 0
run rank -m katz@0.85:iterations=2 -o ranked.sp growing.sp
expect_message 'changes that still grow' 'or iterations=2 too few'
run rank --strict -m degree -o ranked.sp pair.sp
expect_message '--strict without Katz' 'option --strict has no effect'
# A layer of 13 pages links to all of the next: 13^299 paths, times 0.85^299.
awk 'BEGIN { for (k = 0; k < 299; k++) for (i = 0; i < 13; i++)
	for (j = 0; j < 13; j++) print 13 * k + i, 13 * k + 13 + j }' |
	graphimport -f arcs --dense -o layers.sp
run rank -m katz -o ranked.sp layers.sp
expect 'too many paths for Katz' 65
expect_message 'too many paths for Katz: why' 'too many paths'
run rank -m katz@0.01 -o ranked.sp layers.sp
expect 'few enough with a smaller alpha' 0

# ---- betweenness ------------------------------------------------------------

# A page of layer k is on a thirteenth of the paths between the layers before it
# and those behind it: 13 k * 13 (299 - k) / 13 pairs.
rank -m betweenness@exact,betweenness -o ranked.sp layers.sp
graphdump -s scores ranked.sp | awk '!/^#/ { k = int($1 / 13)
	b = 13 * k * (299 - k) / 3899 / 3898
	e = $2 - b; if (e < 0) e = -e; if (e > 1e-12) wrong++
	e = $3 - b; if (e < 0) e = -e; if (e > 0.01) off++ }
	END { print wrong + 0, off + 0 }' >counted
expect_is '13^298 paths are counted' '0 0' "$(cat counted)"
# A hub between 40 pages: a score near 0.97, at the other end of the bound.
awk 'BEGIN { for (i = 1; i <= 40; i++) { print 0, i; print i, 0 } }' |
	graphimport -f arcs --dense -o star.sp
rank -m betweenness@exact,betweenness:seed=3 -o ranked.sp star.sp
graphdump -s scores ranked.sp | awk '$1 == 0 { e = $2 - $3
	print $2, (e < 0.01 && e > -0.01) }' >counted
expect_is 'the hub of a star' '1 1' "$(cat counted)"

awk 'BEGIN { for (i = 0; i < 200; i++) print i, i + 1
	for (i = 0; i < 3000; i++) print i, 3100 }' |
	graphimport -f arcs --dense -o short.sp
run rank -m betweenness -o ranked.sp short.sp
expect_message 'scores below the error' 'is below the error of 0.01'
echo 0 1 | graphimport -f arcs --dense |
	rank -m betweenness -o ranked.sp
expect_is 'no paths of two links: nothing is drawn, and 0 is exact' \
	'samples 0 error 0 failure 0' \
	"$(graphdump -s provenance ranked.sp | sed -n 's/.*# betweenness //p')"

# ---- as a filter ------------------------------------------------------------

methods=degree,katz,closeness,betweenness,betweenness@exact,core
for threads in 1 2 3; do
	rank -q -T "$threads" -m $methods web.sp -R -z 0 -o "threads.$threads.sp"
done
expect_same 'two threads' threads.1.sp threads.2.sp
expect_same 'three threads' threads.1.sp threads.3.sp
rank -q -m degree,katz web.sp | rank -q -m katz -o ranked.sp
expect_is 'a score of the same name is replaced' '#node degree katz' \
	"$(graphdump -s scores ranked.sp | head -n 1 | tr '\t' ' ')"
rank -q -m core --name k web.sp | rank -q -m degree --stats stats -o ranked.sp
expect_is 'a name of its own' '#node k degree' \
	"$(graphdump -s scores ranked.sp | head -n 1 | tr '\t' ' ')"
rank -q -m katz,katz@0.001 --stats stats -R -o ranked.sp web.sp
expect_is 'figures by method' 'katz_iterations katz_2_iterations' \
	"$(grep -oE 'katz_(2_)?iterations' stats | tr '\n' ' ' | sed 's/ $//')"
printf '0\n' | graphimport -q -f ascii -o none.sp
rank -m $methods -o ranked.sp none.sp
expect_is 'no pages' 1 "$(graphdump -s scores ranked.sp | wc -l | tr -d ' ')"
run seedpick --top degree:3 --text web.sp
expect_message 'what makes a score' 'no score "degree"'

plan
