#!/bin/sh
# SPDX-License-Identifier: MIT
#
# fuzz.t - the fuzz targets on the filters' output and on mutations of it
#
#	[BIN=bin] [SANITIZED=build/sanitized/bin] tests/cli/fuzz.t
#
# make fuzz searches further.  Skipped without the sanitized build.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

sanitized=${SANITIZED:-${BUILD:-build}/sanitized/bin}
targets=${sanitized%/bin}/fuzz

# Only one fuzz target is built without the comparison of checksums.
"$BIN/graphgen" -n 30 -z 0 -T 1 -o "$folder/graph"
for at in 57 90 300 -9; do
	[ "$at" -gt 0 ] || at=$(($(wc -c <"$folder/graph") + at))
	head -c "$at" "$folder/graph" >"$folder/flipped"
	tail -c "+$((at + 1))" "$folder/graph" | head -c 1 |
		tr '\000-\377' '\200-\377\000-\177' >>"$folder/flipped"
	tail -c "+$((at + 2))" "$folder/graph" >>"$folder/flipped"
	run graphdump -s graph "$folder/flipped"
	expect "a flipped bit of byte $at is found" 65
done

if ! [ -x "$targets/fuzz_stream" ]; then
	skip 'all targets' 'there is no sanitized build'
	plan
	exit
fi
run "$here/../fuzz/seeds" "$BIN" "$folder/seeds"
expect 'seed inputs' 0
for target in "$targets"/fuzz_*; do
	name=${target##*/fuzz_}
	run "$target" "${CHANGES:-120}" "$folder/seeds/${name%_nosums}"/*
	expect "$name" 0
	expect_output "$name: runs" ' runs'
done

plan
