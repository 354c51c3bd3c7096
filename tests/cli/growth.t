#!/bin/sh
# SPDX-License-Identifier: MIT
#
# growth.t - time and memory of all filters for crafted webs that grow: a sample
# of the commands and shapes of tests/growth/filters, and that it can fail
#
#	[BIN=bin] tests/cli/growth.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

command -v valgrind >/dev/null || skip_all 'no valgrind'
find_python json
[ "$python" ] || skip_all 'no python3'
filters=$here/../growth/filters

run "$python" "$filters" --quick "$BIN" "$folder"
while IFS= read -r line; do
	case $line in
	'ok '*) ok "${line#* - }" ;;
	'not ok '*) name=${line#* - } ;;
	'# '*) not_ok "$name" "${line#\# }" ;;
	esac
done <"$out"
expect_is 'nothing else was wrong' '' "$(grep -v '^ok ' "$out" |
	grep -v '^1\.\.')$(cat "$err")"

# ---- what fails -------------------------------------------------------------

cp -R "$BIN" "$folder/bin"
cp "$BIN/hits" "$folder/bin/another"
run env GROWTH_MOST=0.5 "$python" "$filters" --quick "$folder/bin" "$folder" 'hits '
expect_text 'a filter without a row' 'not ok 1 - every filter has a row' "$out"
expect_text 'its name' '# another' "$out"
expect_text 'a command that grows too fast' 'not ok 2 - hits @GRAPH' "$out"
expect_text 'by how much' 'times the instructions' "$out"
expect 'the status says so' 1
plan
