#!/bin/sh
# SPDX-License-Identifier: MIT
#
# bvgraph.t - BVGraphs that graphdump writes: as LAW has them, read back, and
# the same with any number of threads
#
#	[BIN=bin] tests/cli/bvgraph.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
data=${SEEDPIPE_DATA:-$here/../../../shared/data}
[ ! -d "$data" ] || data=$(cd "$data" && pwd)
cd "$folder" || exit 2

# same_files NAME A B
same_files() {
	for kind in graph offsets properties; do
		cmp "$2.$kind" "$3.$kind" >"$out" 2>&1 || {
			not_ok "$1" "$(cat "$out")"
			return
		}
	done
	ok "$1"
}

# refused NAME MESSAGE OPTION... - graphdump refuses these options
refused() {
	name=$1
	message=$2
	shift 2
	run graphdump --to bvgraph "$@"
	expect "$name" 64
	expect_message "$name, why" "$message"
}

graphgen -q -n 40000 >web.sp
run graphdump -T 1 --to bvgraph web web.sp
expect_output 'nothing on standard output' ''
run graphdump -T 2 --to bvgraph -o two web.sp
expect 'two threads' 0
same_files 'two threads write the same' web two
graphdump web.sp >wanted
run_sh 'graphimport -q -f bvgraph web | graphdump'
expect_same 'graphimport reads it' wanted "$out"
# shellcheck disable=SC2016 # of sh -c
run_sh 'graphdump --to bvgraph --window 0 --min-interval none --zeta 1 \
	small web.sp && graphimport -q -f bvgraph small | graphdump'
expect_same 'graphimport reads one without copies and intervals' wanted "$out"
expect_true 'the options are in the properties' \
	grep -qx minintervallength=0 small.properties
expect_true 'copies and intervals save space' \
	test "$(wc -c <small.graph)" -gt "$(wc -c <web.graph)"

# ---- LAW's own ------------------------------------------------------------

if [ -r "$data/cnr-2000/cnr-2000.graph" ]; then
	graphimport -q -f bvgraph "$data/cnr-2000/cnr-2000" >cnr.sp
	graphdump --to bvgraph --min-interval 3 cnr cnr.sp
	expect_true 'cnr-2000: the bits of LAW' \
		cmp cnr.graph "$data/cnr-2000/cnr-2000.graph"
	expect_true 'cnr-2000: the offsets of LAW' \
		cmp cnr.offsets "$data/cnr-2000/cnr-2000.offsets"
else
	skip 'cnr-2000: the bits of LAW' 'no data for it'
	skip 'cnr-2000: the offsets of LAW' 'no data for it'
fi

# ---- what is refused --------------------------------------------------------

refused 'a window that is too large' \
	'"1025" is not a whole number between 0 and 1024' --window 1025 x web.sp
refused 'a code that does not exist' \
	'"21" is not a whole number between 1 and 20' --zeta 21 x web.sp
refused '--weights' 'option --weights does not go with --to bvgraph' \
	--weights x web.sp
run graphdump --window 3 web.sp
expect '--window of a table' 64
head -c 5000 web.sp >cut.sp
run graphdump --to bvgraph cut cut.sp
expect 'a stream that is cut off' 65
expect_true 'leaves no file' test ! -e cut.graph -a ! -e cut.properties

plan
