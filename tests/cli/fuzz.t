#!/bin/sh
# SPDX-License-Identifier: MIT
#
# fuzz.t - the fuzz targets on what the filters write, and changes of it
#
#	[BIN=bin] [SANITIZED=build/sanitized/bin] tests/cli/fuzz.t
#
# make fuzz looks further.  Without the sanitized build all is skipped.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

sanitized=${SANITIZED:-${BUILD:-build}/sanitized/bin}
targets=${sanitized%/bin}/fuzz
[ -x "$targets/fuzz_stream" ] || skip_all 'no sanitized build'

run "$here/../fuzz/seeds" "$BIN" "$folder/seeds"
expect 'inputs to begin with' 0
for target in "$targets"/fuzz_*; do
	name=${target##*/fuzz_}
	run "$target" "${CHANGES:-300}" "$folder/seeds/$name"/*
	expect "$name" 0
	expect_output "$name: runs" ' runs'
done

plan
