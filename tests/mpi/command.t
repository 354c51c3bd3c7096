#!/bin/sh
# SPDX-License-Identifier: MIT
#
# command.t - how every program for MPI begins and ends: who prints what, the
# status of a failure in one process, statistics of all
#
#	make test-mpi MPI_TESTS=tests/mpi/command.t

# shellcheck disable=SC2154 # lib.sh sets variables

# shellcheck source=tests/mpi/lib.sh disable=SC1091
. "$(dirname "$0")/lib.sh"
skeleton=$BUILD/tests/mpi/skeleton
[ -x "$skeleton" ] || skip_all "$skeleton is missing: make test-mpi builds it"
echo >"$folder/file"
mkdir "$folder/to"

# lines PATTERN FILE - how many lines match
lines() {
	grep -c -e "$1" "$2" || :
}

job 3 "$skeleton" --help
expect "help" 0
expect_is "... of one process" 1 "$(lines '^usage:' "$out")"

job 3 "$skeleton" --no-such-option
expect "a wrong option" 64
expect_is "... is reported by one process" 1 "$(lines '^skeleton: ' "$err")"
expect_is "... without its number" 0 "$(lines 'process [0-9]*: ' "$err")"

for input in - ''; do
	# shellcheck disable=SC2086 # no operand at all
	job 2 "$skeleton" $input
	expect "no file (\"$input\")" 64
	expect_true "... is explained" grep -q 'not in a pipe' "$err"
done

job 3 "$skeleton" -v --stats "$folder/stats" -o "$folder/to/sum" "$folder/file"
expect "three processes" 0
expect_is "... add up" 3 "$(cat "$folder/to/sum")"
expect_is "... warn once" 1 "$(lines ': a warning$' "$err")"
expect_is "... remark once" 1 "$(lines ': a remark$' "$err")"
for part in '"processes": 3,' '"sum": 3,' '"bytes_sent": [1-9]' \
	'"bytes_of_largest_process": [1-9]'; do
	expect_true "... count $part" grep -q -e "$part" "$folder/stats"
done
rm "$folder/to/sum"

job 3 "$skeleton" --fail 1 -o "$folder/to/sum" "$folder/file"
expect "a failure of one process" 65
expect_true "... names it" grep -qx \
	"skeleton: process 1: $folder/file: as was asked for" "$err"
expect_is "... is all that is said" 1 "$(lines '^skeleton: process' "$err")"
expect_is "... and leaves no file" '' "$(ls -A "$folder/to")"

job 3 "$skeleton" --all -o "$folder/to/sum" "$folder/file"
expect "a failure of all processes" 65
expect_true "... is reported by process 0" grep -qx \
	"skeleton: process 0: $folder/file: as was asked for" "$err"
expect_is "... and leaves no file" '' "$(ls -A "$folder/to")"

# What Open MPI adds to that line; other launchers have other options.
if "$MPIRUN" --version 2>/dev/null | grep -q 'Open MPI'; then
	for option in --no-such-option '--fail 1' --all; do
		# shellcheck disable=SC2086 # an option and its value
		run "$MPIRUN" -q -n 3 "$skeleton" $option \
			-o "$folder/to/sum" "$folder/file"
		grep -v ': a warning$' "$err" >"$folder/said"
		expect_is "mpirun -q: $option: one line, and no other" \
			'1 1' "$(lines '^skeleton: ' "$folder/said") $(wc -l \
				<"$folder/said" | tr -d ' ')"
	done
else
	skip 'mpirun -q: one line, and no other' 'another launcher'
fi

run "$skeleton" -q "$folder/file"
expect "without a launcher" 0
expect_output "... one process" 0
run "$skeleton" -q --all "$folder/file"
expect "without a launcher: a failure" 65
expect_true "... is that of a plain filter" \
	grep -qx "skeleton: $folder/file: as was asked for" "$err"

plan
