#!/bin/sh
# SPDX-License-Identifier: MIT
#
# soak.t - a few cases of "make soak", with a small stream; and that it finds
# what is wrong
#
#	[BIN=bin] [BUILD=build] tests/cli/soak.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

disturb=${BUILD:-build}/tests/disturb.so
[ -f "$disturb" ] || skip_all "there is no $disturb"
mkdir -p "$folder/build/tests"
cp "$disturb" "$folder/build/tests"
cd "$folder" || exit 2
# The library cannot be loaded into sanitized filters.
LD_PRELOAD=$folder/build/tests/disturb.so COUNTS=counts graphgen --version \
	>"$out" 2>&1
[ -s counts ] || skip_all 'the library cannot be loaded'

export SOAK_SIZE=3M SOAK_SECONDS=3000
run env SOAK_CASES=1 "$here/../soak/run" "$BIN" build
expect 'make soak, a few cases' 0
expect_output '... streams that are cut' 'soak: cut: 10 of 10 cases, 0 wrong'
expect_output '... bits that are wrong' 'soak: flip: 2 of 2 cases, 0 wrong'
expect_output '... disks that are full' 'soak: full: 1 of 1 cases, 0 wrong'
expect_output '... filters that are killed' \
	'soak: kill: 10 of 10 cases, 0 wrong'
expect_output '... calls that are disturbed' \
	'soak: disturb: 1 of 1 cases, 0 wrong'
expect_true '... filters were killed indeed' [ "$(grep -c '^kill .* hit ' \
	build/soak/did)" -gt 3 ]
# It goes on where it was.
run env SOAK_CASES=3 "$here/../soak/run" "$BIN" build full
expect 'make soak goes on' 0
expect_output '... with the cases that are left' \
	'soak: full: 3 of 3 cases, 0 wrong'
expect_is '... and does none twice' 3 "$(grep -c '^full ' build/soak/did)"

# Filters that deny every failure, and one that takes anything for a stream.
mkdir lying
for filter in "$BIN"/*; do
	printf '#!/bin/sh\n"%s" "$@"\n%s\n' "$filter" \
		'case "$*" in "-q -s provenance big") ;; *) exit 0 ;; esac' \
		>"lying/${filter##*/}"
	chmod 755 "lying/${filter##*/}"
done
for kind in cut flip full; do
	run env SOAK_CASES=1 "$here/../soak/run" lying build $kind
	expect "make soak finds filters that hide failures: $kind" 1
	expect_output "... and says which: $kind" "soak: wrong: $kind 1 "
done

plan
