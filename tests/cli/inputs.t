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
unread='standard input is not read: '
ask='give the operand - to read it beside -g (or add </dev/null)'
leave='leave out -g to read it (or add </dev/null)'

# early STREAM COMMAND - runs a shell command with the stream in the pipe of its
# standard input, already written
early() {
	rm -f written
	run_sh '(cat "$1"; : >written) | {
		while [ ! -e written ]; do :; done
		eval "$2"
	}' "$1" "$2"
}

# late STREAM COMMAND - the same, but writes the stream when the command is over
late() {
	rm -f over
	run_sh '{ until [ -e over ]; do sleep 0.02; done; cat "$1"; } | {
		eval "$2"
		code=$?
		: >over
		exit "$code"
	}' "$1" "$2"
}

# slow STREAM COMMAND - the same, but writes the stream while the command waits
slow() {
	run_sh '{ sleep 0.1; head -c 7 "$1"; sleep 0.1; tail -c +8 "$1"; } |
		eval "$2"' "$1" "$2"
}

# ---- filters that read one graph ---------------------------------------------

for filter in graphfold graphprune harmonic hits pagerank rank; do
	run "$filter" -g g.sp scores.sp
	expect "$filter -g FILE FILE" 64
	expect_message "$filter -g FILE FILE: the message" \
		"$filter: operand \"scores.sp\" does not go with -g: $filter "
	run "$filter" -g g.sp missing
	expect "$filter -g FILE with a file that does not exist" 64
	run "$filter" -g g.sp - </dev/null
	expect "$filter -g FILE -" 64
	for writer in early late; do
		"$writer" scores.sp "$filter -g g.sp -o result"
		expect "$filter -g FILE after a pipe, $writer" 0
		expect_message "$filter -g FILE after a pipe, $writer, warns" \
			"$filter: $unread$leave"
	done
done

# ---- filters that read results, too ------------------------------------------

while IFS='|' read -r name stream command; do
	for writer in early late; do
		"$writer" "$stream" "$command >result"
		expect_message "$name, $writer: the pipe is not read, warns" \
			"$unread$ask"
		expect_true "$name, $writer: warns once" \
			[ "$(grep -c "$unread" "$err")" = 1 ]
		"$writer" "$stream" "$command -q >result.$writer"
		expect_message "$name -q, $writer: no warning" ''
	done
	expect_same "$name: the same, early or late" result.early result.late
	run_sh "$command >result <\"\$1\"" "$stream"
	expect_message "$name warns of a file, too" "$unread$ask"
	for writer in early slow; do
		"$writer" "$stream" "$command - >result.$writer"
		expect "$name -, $writer: reads the pipe" 0
		expect_message "$name -, $writer: no warning" ''
	done
	expect_same "$name -: the same, early or slow" result.early result.slow
done <<'END'
coreextract|scores.sp|coreextract -g g.sp --seeds 2
crawlorder --seeds|orders.sp|crawlorder -g g.sp --seeds list --order opic
seedpick --random|cores.sp|seedpick -g g.sp --random 3
graphdump -s hosts|scores.sp|graphdump -g g.sp -s hosts
graphstat|scores.sp|graphstat -g g.sp
END

graphdump -s names g.sp | awk 'NR > 1 { print $3 "\t" 1 / NR }' >table
for command in 'relscore -g g.sp --from table' 'graphprune -g g.sp --pages list'
do
	for writer in early late; do
		"$writer" scores.sp "$command -o result"
		expect "$command, $writer" 0
		expect_message "$command, $writer: the pipe is not read, warns" \
			"${command%% *}: $unread$leave"
	done
done

# What is needed is read, however late it comes.
while IFS='|' read -r stream command; do
	for writer in early slow; do
		"$writer" "$stream" "$command >result.$writer"
		expect "$command, $writer" 0
		expect_message "$command, $writer: no warning" ''
	done
	expect_same "$command: the same, early or slow" result.early result.slow
done <<'END'
cores.sp|seedpick -g g.sp
seeds.sp|crawlorder -g g.sp --order bfs
orders.sp|hotcurve -g g.sp -m depth
orders.sp|graphdump -g g.sp -s orders
scores.sp|graphprune -g g.sp --top hub:20
table|relscore -g g.sp --from -
END

run_sh 'cat seeds.sp | crawlorder -g g.sp --order bfs |
	hotcurve -g g.sp -m depth >/dev/null'
expect 'results that are needed come from the pipe' 0
expect_message 'and nothing warns' ''
early orders.sp 'crawlorder -g g.sp --seeds list --order opic - >result'
run graphdump -s orders result
expect_output 'with -, earlier orders are kept' bfs

# ---- what is not read stays where it is ----------------------------------------

# A pipe is warned of whatever is in it, and so is the list of a loop in one.
printf '%s\n' 1 2 3 >pages
loop='while read -r page; do
	echo "$page" >page
	crawlorder -g g.sp --seeds page --order bfs -o "crawl.$page" || exit
	coreextract -g g.sp --seeds 1 -o "cores.$page" || exit
	done'
run_sh "$loop <pages"
expect 'a loop over a list in a file' 0
expect_message 'a loop over a list in a file: no warning' ''
expect_true 'a loop over a list goes through all of it' [ -e cores.3 ]
rm -f cores.*
for writer in early late; do
	rm -f cores.[0-9]
	[ "$writer" = early ] && waits= || waits='sleep 0.1; '
	run_sh "(${waits}cat pages; sleep 0.1) | $loop"
	expect "a loop over a pipe, $writer" 0
	expect_message "a loop over a pipe, $writer: warns" "$unread$ask"
	expect_true "a loop over a pipe, $writer: goes through all of it" \
		[ -e cores.3 ]
done
run_sh 'crawlorder -g g.sp --seeds list --order bfs -o result <&-'
expect_message 'no standard input: no warning' ''
run_sh 'coreextract -g g.sp --seeds 1 -o result </dev/null'
expect_message '/dev/null: no warning' ''
run_sh ': | { cat; coreextract -g g.sp --seeds 1 -o result; }'
expect_message 'an empty pipe that nobody can write to: no warning' ''
early scores.sp 'coreextract -g g.sp --seeds 1 scores.sp -o result'
expect_message 'with an operand: no warning' ''
early scores.sp 'coreextract -g g.sp --seeds 1 -o result; cat >rest'
expect_same 'the stream is still in the pipe' scores.sp rest
early g.sp 'graphdump -g - -s hosts >result'
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
