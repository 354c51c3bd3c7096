#!/bin/sh
# SPDX-License-Identifier: MIT
#
# communities.t - graphstat --communities: against a second implementation in
# Python, communitycases.py; the worked example, groups that it must find, threads,
# names, and what is refused
#
#	[BIN=bin] [COMMUNITY_CASES=40] tests/cli/communities.t
#
# COMMUNITY_CASES says how many random graphs are tried.

# shellcheck disable=SC2154 # of lib.sh

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
cases=${COMMUNITY_CASES:-40}
cd "$folder" || exit 2

# part - prints the part of the report, words and figures with one blank
part() {
	sed -n '/^Communities/,/^$/p' "$out" | tr -s ' '
}

# ---- a second implementation ------------------------------------------------

if python3 "$here/communitycases.py" "$cases" >counted 2>"$err"; then
	expect_is "$cases graphs: the same communities in Python" "$cases 0" \
		"$(cat counted)"
else
	not_ok "$cases graphs: the same communities in Python" "$(cat "$err")"
fi

# ---- the worked example -----------------------------------------------------

printf '%s\n' '0 1' '0 2' '0 4' '1 3' '2 1' '2 3' '2 5' '3 0' '4 5' '4 6' \
	'4 7' '5 4' '5 8' '7 1' '7 8' '8 7' '8 9' '9 4' '10 0' '10 4' |
	graphimport --dense -f arcs -o g11.sp
printf '2\n5\n10\n' | seedpick -q -R --urls - -o three.sp g11.sp
run graphstat --communities --table -g g11.sp three.sp
expect_is 'G11' '4 6 4 1 1 4 4 6 2 4 3 3 4 0 7' \
	"$(awk 'NR > 1 { print $2, $3, $4, $5, $6 }' "$out" | paste -sd ' ' -)"
run graphstat --communities -g g11.sp three.sp
expect_is 'G11: modularity, seeds' '0.3050 2 2.2' "$(part | awk '
	/^ modularity/ || /^ communities of/ || /^ of as/ { printf "%s%s",
		n++ ? " " : "", $NF }')"

# ---- what it must find ------------------------------------------------------

# Forty rings of 25 pages with chords, each linked to the next, in any order.
awk 'BEGIN { for (g = 0; g < 40; g++) { for (i = 0; i < 25; i++)
	for (k = 1; k <= 4; k++)
		print g + 40 * i, g + 40 * ((i + k) % 25)
	print g, (g + 1) % 40 } }' | graphimport -q --dense -f arcs -o rings.sp
run graphstat --communities --table rings.sp
expect_is 'groups that are linked by one link each' '40 25' \
	"$(awk 'NR > 1 { n++; sum += $2; wrong += $2 != 25 }
		END { print n, wrong ? "not all" : sum / n }' "$out")"

# Hosts that nearly all link to one: that one must not take them all.
awk 'BEGIN { for (i = 1; i < 600; i++) { print i, 0, 1
	for (k = 1; k < 4; k++) print i, 1 + int((i - 1) / 20) * 20 + \
		(i + k) % 20, 5 } }' | graphimport -q --dense -f arcs --weights 3 \
	-o star.sp
run graphstat --communities --weights raw --table star.sp
expect_is 'of a page that all link to, few' small "$(awk 'NR == 2 {
	print $2 <= 40 ? "small" : $2 }' "$out")"

# ---- threads, and pages without links ---------------------------------------

graphgen -q -n 30000 -o web.sp
graphstat --communities --table -T 1 -o one web.sp
graphstat --communities --table -T 3 -o three web.sp
expect_same 'any number of threads' one three
run graphstat --communities --table - <web.sp
expect_same 'from a pipe, with the same names' one "$out"
printf '3\n\n\n\n' | graphimport -q -f ascii -o none.sp
run graphstat --communities none.sp
expect_is 'no links' '3 0 - -' "$(part | awk '/^ number/ ||
	/^ of two/ || /^ part/ || /^ modul/ { printf "%s%s", n++ ? " " : "",
	$NF }')"

# ---- weights ----------------------------------------------------------------

run graphstat --communities star.sp
expect_message 'weights are ignored' 'the weights of the links are ignored'
run graphstat --communities --weights raw web.sp
expect 'no weights' 65
run graphstat --weights raw web.sp
expect 'weights of nothing' 64

plan
