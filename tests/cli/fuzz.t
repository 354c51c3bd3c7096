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
[ -x "$targets/fuzz_stream" ] || skip_all 'there is no sanitized build'

run "$here/../fuzz/seeds" "$BIN" "$folder/seeds"
expect 'seed inputs' 0
for target in "$targets"/fuzz_*; do
	name=${target##*/fuzz_}
	run "$target" "${CHANGES:-300}" "$folder/seeds/$name"/*
	expect "$name" 0
	expect_output "$name: runs" ' runs'
done

plan
