#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pipes.t - filters that read ahead in threads: the same bytes with any number
# of them, however the bytes arrive; and writers that wait or die
#
#	[BIN=bin] tests/cli/pipes.t

# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC2016 # run_sh expands them

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
cd "$folder" || exit 2

# Longer than what is read before threads start.
graphgen -q -n 60000 -z 0 -o raw
graphgen -q -n 60000 -z 1 -o packed
size=$(wc -c <raw)
expect_true 'the graph is long enough' [ "$size" -gt 3500000 ]

# ---- the same bytes ----------------------------------------------------------

for input in raw packed; do
	graphprune -q -T 1 -z 0 $input -o pruned-$input
	graphprune -q -T 1 -z 3 $input -o pruned-$input-3
	hits -q -i 2 -T 1 -z 0 $input -o scored-$input
done
for threads in 1 2 3 4; do
	for input in raw packed; do
		run_sh 'graphprune -q -T "$1" -z 0 <"$2" -o result' \
			"$threads" "$input"
		expect_true "graphprune -T $threads of $input" \
			cmp "pruned-$input" result
		run graphprune -q -T "$threads" -z 3 "$input" -o result
		expect_true "graphprune -T $threads -z 3 of $input" \
			cmp "pruned-$input-3" result
		run_sh 'cat "$2" | hits -q -i 2 -T "$1" -z 0 -o result' \
			"$threads" "$input"
		expect_true "hits -T $threads of $input in a pipe" \
			cmp "scored-$input" result
	done
done
for bytes in 100 4095 70000; do
	run_sh 'dd obs="$1" if=raw 2>/dev/null | graphprune -q -T 2 -z 0 \
		-o result' "$bytes"
	expect_true "graphprune of writes of $bytes bytes" cmp pruned-raw result
done

# ---- a writer that waits -----------------------------------------------------

run_sh '{ head -c 3000000; sleep 0.1; cat; } <raw |
	graphprune -q -T 2 -z 0 -o result'
expect_true 'graphprune waits for a slow writer' cmp pruned-raw result

# The writer keeps the pipe open until the filter has ended.
{
	head -c 100000 raw
	tail -c +100001 raw | head -c 100 | tr '\000-\377' '\001-\377\000'
	tail -c +100101 raw
} >early
{
	head -c 2800000 raw
	tail -c +2800001 raw | head -c 100 | tr '\000-\377' '\001-\377\000'
	tail -c +2800101 raw | head -c $((size - 2800200))
} >late
mkfifo fifo
for threads in 1 2 4; do
	for input in early late; do
		sh -c 'exec 9>fifo; cat "$1" >&9; read -r _ <ended' \
			sh "$input" 2>/dev/null &
		rm -f ended
		mkfifo ended
		run_sh 'graphprune -q -T "$1" <fifo >result' "$threads"
		echo >ended
		wait
		expect "graphprune -T $threads ends at a fault, $input" 65
		run graphdump -s provenance result
		expect "... and what it wrote is no stream" 65
	done
done

# ---- a writer that dies ------------------------------------------------------

for threads in 1 2 4; do
	for bytes in 2097200 2500000 $((size - 1)) $((size - 48)); do
		run_sh 'head -c "$2" raw | graphprune -q -T "$1" >result' \
			"$threads" "$bytes"
		expect "graphprune -T $threads of $bytes bytes" 65
		expect_message "... says where they end" "graphprune: standard \
input: cut short: ends at byte $bytes without an end frame (its writer \
failed, or is not done: make it again)"
		run graphdump -s provenance result
		expect "... and what it wrote is no stream" 65
	done
	run_sh '{ cat raw; echo; } | hits -q -i 1 -T "$1" >result' "$threads"
	expect "hits -T $threads of a stream with a byte too many" 65
done

# ---- a reader that ends ------------------------------------------------------

# shellcheck disable=SC3040 # run in bash only
if command -v bash >/dev/null; then
	run bash -c 'graphprune -q -T 2 -z 0 raw | head -c 1000 >/dev/null
		exit "${PIPESTATUS[0]}"'
	expect 'graphprune -T 2 ends by SIGPIPE, without a word' 141
	expect_message '... without a word' ''
else
	skip 'graphprune -T 2 ends by SIGPIPE' 'no bash'
fi

plan
