#!/bin/sh
# SPDX-License-Identifier: MIT
#
# inputs.t - which streams a filter reads: the table of seedpipe(7), and the
# warning about a stream that -g keeps a filter from reading
#
#	[BIN=bin] tests/cli/inputs.t

# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC2016 # run_sh expands them

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
cd "$folder" || exit 2

graphgen -n 400 -o g.sp
hits -R g.sp -o scores.sp
coreextract -q -g g.sp --seeds 3 scores.sp -o cores.sp
seedpick -g g.sp cores.sp -o seeds.sp
crawlorder -g g.sp --order bfs seeds.sp -o orders.sp
echo 0 >list
unread='the stream on standard input is not read: '
ask='give the operand - to read it beside -g'

# waiting STREAM COMMAND - runs a shell command with the stream in the pipe of
# its standard input, already written
waiting() {
	rm -f written
	run_sh '(cat "$1"; : >written) | {
		while [ ! -e written ]; do :; done
		eval "$2"
	}' "$1" "$2"
}

# ---- filters that read one graph ---------------------------------------------

for filter in graphfold graphprune harmonic hits pagerank; do
	run "$filter" -g g.sp scores.sp
	expect "$filter -g FILE FILE" 64
	expect_message "$filter -g FILE FILE: the message" \
		"$filter: operand \"scores.sp\" does not go with -g: $filter "
	run "$filter" -g g.sp missing
	expect "$filter -g FILE with a file that does not exist" 64
	run "$filter" -g g.sp - </dev/null
	expect "$filter -g FILE -" 64
	waiting scores.sp "$filter -g g.sp -o result"
	expect "$filter -g FILE after a pipe" 0
	expect_message "$filter -g FILE after a pipe warns" \
		"$filter: ${unread}leave out -g to read it"
done

# ---- filters that read results, too ------------------------------------------

while IFS='|' read -r name stream command; do
	waiting "$stream" "$command >result"
	expect_message "$name does not read the pipe, and warns" "$unread$ask"
	expect_true "$name warns once" [ "$(grep -c "$unread" "$err")" = 1 ]
	waiting "$stream" "$command -q >result"
	expect_message "$name -q does not warn" ''
	run_sh "$command >result <\"\$1\"" "$stream"
	expect_message "$name warns of a file, too" "$unread$ask"
	waiting "$stream" "$command - >result"
	expect "$name - reads the pipe" 0
	expect_message "$name - does not warn" ''
done <<'END'
coreextract|scores.sp|coreextract -g g.sp --seeds 2
crawlorder --seeds|orders.sp|crawlorder -g g.sp --seeds list --order opic
seedpick --random|cores.sp|seedpick -g g.sp --random 3
graphdump -s hosts|scores.sp|graphdump -g g.sp -s hosts
END

run_sh 'cat seeds.sp | crawlorder -g g.sp --order bfs |
	hotcurve -g g.sp -m depth >/dev/null'
expect 'results that are needed come from the pipe' 0
expect_message 'and nothing warns' ''
waiting orders.sp 'crawlorder -g g.sp --seeds list --order opic - >result'
run graphdump -s orders result
expect_output 'with -, earlier orders are kept' bfs

# ---- what is not a stream stays where it is -----------------------------------

run_sh 'printf "%s\n" 1 2 3 | while read -r page; do
	echo "$page" >page
	crawlorder -g g.sp --seeds page --order bfs -o "crawl.$page" || exit
	coreextract -g g.sp --seeds 1 -o "cores.$page" || exit
	done'
expect 'a loop over a list' 0
expect_message 'a loop over a list: no warning' ''
expect_true 'a loop over a list goes through all of it' [ -e cores.3 ]
run_sh 'crawlorder -g g.sp --seeds list --order bfs -o result <&-'
expect_message 'no standard input: no warning' ''
run_sh 'coreextract -g g.sp --seeds 1 -o result </dev/null'
expect_message '/dev/null: no warning' ''
waiting scores.sp 'coreextract -g g.sp --seeds 1 scores.sp -o result'
expect_message 'with an operand: no warning' ''
waiting scores.sp 'coreextract -g g.sp --seeds 1 -o result; cat >rest'
expect_same 'the stream is still in the pipe' scores.sp rest
waiting g.sp 'graphdump -g - -s hosts >result'
expect 'the graph itself from a pipe' 0
expect_message 'the graph itself from a pipe: no warning' ''

# ---- one input for two uses ----------------------------------------------------

while read -r command; do
	run_sh "$command <g.sp"
	expect "$command" 64
	expect_message "$command: the message" 'standard input is given twice'
done <<'END'
graphdump -g - -s scores
graphdump -g - -s hosts -
crawlorder --seeds - --order bfs
pagerank --teleport -
END

plan
