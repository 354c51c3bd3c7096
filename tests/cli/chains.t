#!/bin/sh
# SPDX-License-Identifier: MIT
#
# chains.t - every filter refuses chains of references that are longer than the
# head of their graph says, and blocks with more links than their bytes hold
#
#	[BIN=bin] [BUILD=build] tests/cli/chains.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

programs=$(cd "${BUILD:-build}/tests" && pwd)
for program in makecopies reseal; do
	[ -x "$programs/$program" ] ||
		skip_all "there is no $programs/$program; make check builds it"
done
cd "$folder" || exit 2

# graph FULL HEAD - names, hosts and two blocks of pages, one in FULL of which
# has a list that the others copy, under a head that allows HEAD references
graph() {
	"$programs/makecopies" 3 2 "$1" >copies.sp || exit 2
	"$programs/reseal" copies.sp set GRPH.head chain "$2" \
		takesec named.sp HOST GRPH.head \
		takesec named.sp PHST GRPH.head \
		takesec named.sp NAME GRPH.head || exit 2
}

graphgen -n 2048 -q -z 0 >named.sp || exit 2
graph 43 6 >chain-6.sp
graph 43 5 >chain-6-of-5.sp
graph 44 6 >chain-7.sp
graph 1024 6 >chain-147.sp
graph 25 4 >chain-4.sp
graph 25 3 >chain-4-of-3.sp
graph 2 0 >chain-1-of-0.sp
# A list without copies needs no chains.
graph 1 0 >chain-0.sp
echo 5 >page
cat >commands <<'END'
coreextract -q --iterations 2 --form compact
coreextract -q --iterations 2 --form near
coreextract -q --iterations 2 --form sparse
crawlorder -q -R --seeds page --max 9 --form compact
crawlorder -q -R --seeds page --max 9 --form plain
crawlorder -q -R --seeds page --max 9 --order opic,partialpr
crawlorder -q -R --seeds page --procs 2 --max 9
graphdump
graphdump --to mtx
graphdump --to ascii
graphdump --to bvgraph to-bvgraph
graphfold
graphgen --evolve 0.2
graphgen --like
graphprune
graphprune --unit none
graphprune --random 9
graphprune --pages page
graphprune --transpose
graphstat
graphstat --components
graphstat -q --distances
graphstat --degrees
harmonic -q
harmonic -q --exact
hits -R -i 2 --form compact
hits -R -i 2 --form near
hits -R -i 2 --form sparse
pagerank -R -i 2 -t 0 --form compact
pagerank -R -i 2 -t 0 --form near
pagerank -R --method push
pagerank -R --method local
rank -q -m degree
rank -q -m katz
rank -q -m closeness@exact
rank -q -m betweenness@exact
rank -q -m core
seedpick --random 3
seedexpand -q --known page
seedpick --top-indegree 3
seedpick --top-outdegree 3
END

# tries NAME STATUS - every command, with one thread and two, on NAME.sp
tries() {
	right=0 tried=0 wrong=
	while read -r command; do
		for threads in 1 2; do
			input=$1.sp
			[ "${command#*--like}" = "$command" ] || input=
			tried=$((tried + 1))
			# shellcheck disable=SC2086 # several words
			run $command ${input:+"-T$threads"} "$1.sp"
			if [ "$status" -ne "$2" ]; then
				wrong="$wrong; $command: $status"
			elif [ "$2" -eq 0 ] || grep -q "$message" "$err"; then
				right=$((right + 1))
			else
				wrong="$wrong; $command: $(cat "$err")"
			fi
			rm -f to-bvgraph*
		done
	done <commands
	expect_is "$1: $tried runs end with $2" "$tried" "$right$wrong"
}

message=
tries chain-0 0
tries chain-4 0
tries chain-6 0
message='a block is damaged: its records do not decode'
tries chain-7 65
tries chain-147 65
tries chain-6-of-5 65
tries chain-4-of-3 65
tries chain-1-of-0 65

# ---- links that no bytes can stand for --------------------------------------

reseal=$programs/reseal
bytes=$("$reseal" -l chain-0.sp | awk '$3 == "0.bytes" { print $6; exit }')
"$reseal" chain-0.sp set GRPH.0 0.links $(((bytes + 1) * 43)) >many.sp
message='graph: block 0: impossible size'
tries many 65
"$reseal" chain-0.sp set GRPH.0 0.links 4294967297 >more.sp
message='block 0: 4294967297 links: more than 4294967296 are not supported'
tries more 65
"$reseal" chain-0.sp set GRPH.0 0.links $((bytes * 43)) >fewer.sp
# Filters that read the links as they arrive find out earlier.
message='links announced\|its records do not decode'
tries fewer 65

plan
