#!/bin/sh
# SPDX-License-Identifier: MIT
#
# hotshapes.t - caps of hotcurve on the hot pages of a shape, and its curves of
# shapes, against a second implementation in Python, hotshapes.py
#
#	[BIN=bin] [BUILD=build] [CASES=40] [FIRST=1] tests/cli/hotshapes.t
#
# CASES says how many random graphs are tried, from the graph FIRST on.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
	skip_all 'no Python from 3.9 on'
programs=$(cd "${BUILD:-build}/tests" 2>/dev/null && pwd)
makeorders=$programs/makeorders
[ -x "$makeorders" ] || skip_all "there is no $makeorders; make check builds it"
cd "$folder" || exit 2

# differ SED - hotcurve gets its arguments through a command of sed, which
# hotshapes.py must find
differ() {
	replace_filter hotcurve <<-END
		#!/bin/sh
		exec "$BIN/hotcurve" \$(echo "\$*" | sed '$1')
	END
	run python3 "$here/hotshapes.py" 20 1 replaced "$makeorders"
	expect "$1 is another result" 1
	expect_output "$1 is another result: says where" 'expected'
}

# A test that cannot fail proves nothing.
differ 's/ --by-shape//'
differ 's/--hot-per-shape 1/--hot-per-shape 2/'
differ 's/--hot-per-shape 3/--hot-per-shape 4/'
differ 's/--hot-per-host 0.[0-9]*/--hot-per-host 0.6/'
differ 's/--ties threshold/--ties exact/'

run python3 "$here/hotshapes.py" "${CASES:-40}" "${FIRST:-1}" "$BIN" \
	"$makeorders"
expect "${CASES:-40} graphs: the same in Python" 0
for kind in 'each by shape' 'none by shape' share ties fixed reachable \
	'no shapes' 'one shape' 'each its own'; do
	expect_true "there is a case of: $kind" \
		grep -q "^$kind [1-9]" "$out"
done
sed 's/^/# /' "$out" "$err"

# ---- an empty graph, and shapes of another one -------------------------------

graphgen -n 200 -o g.sp
graphgen -n 200 --seed 2 -o other.sp
crawlshape -q --to stream -o shaped.sp g.sp
crawlshape -q --to stream -o othershaped.sp other.sp
pagerank -o otherbench.sp othershaped.sp
echo 0 | crawlorder -R --seeds - -o orders.sp g.sp

# Pages and links of both have other numbers: what is refused is the graph.
run hotcurve --by-shape -g othershaped.sp orders.sp
expect 'shapes of another graph' 65
expect_message 'shapes of another graph, why' 'another graph'
run hotcurve --hot-per-shape 1 -b otherbench.sp orders.sp
expect 'shapes of another graph, of the benchmark' 65
expect_message 'shapes of another graph, of the benchmark, why' 'another graph'

graphimport -q -f arcs --dense -o empty.sp /dev/null
crawlorder -R --seeds /dev/null -o empty.order empty.sp 2>"$err"
printf 'order x\n' | "$makeorders" -R empty.sp >empty.order
run hotcurve --by-shape --hot-per-shape 1 -g empty.sp empty.order
expect 'an empty graph' 65
expect_message 'an empty graph, why' 'the graph has no pages'

for threads in 1 2 4; do
	run hotcurve -T $threads --by-shape --hot-per-shape 3 -g g.sp orders.sp
	cp "$out" "threads-$threads"
done
expect_same 'the same bytes with 2 threads' threads-1 threads-2
expect_same 'the same bytes with 4 threads' threads-1 threads-4

plan
