#!/bin/sh
# SPDX-License-Identifier: MIT
#
# team.t - the team of an MPI job: sums, gathers and exchanges of 1 to 7
# processes, in few pieces and in many; the end of a job in which one fails
#
#	make test-mpi MPI_TESTS=tests/mpi/team.t

# shellcheck disable=SC2154 # lib.sh sets variables

# shellcheck source=tests/mpi/lib.sh disable=SC1091
. "$(dirname "$0")/lib.sh"
team=$BUILD/tests/mpi/team
[ -x "$team" ] || skip_all "$team is missing: make test-mpi builds it"

for count in 1 2 3 4 7; do
	job "$count" "$team"
	expect "$count processes" 0
	expect_true "$count processes: all of them" \
		grep -q "^processes $count sent " "$out"
done

run "$team"
expect "without a launcher: one process" 0
expect_true "without a launcher: nothing is sent" \
	grep -qx "processes 1 sent 0" "$out"

job 3 "$team" fail
expect "the status of the process that failed" 65
expect_true "... and its message" \
	grep -qx "team: process 1: wrong: as was asked for" "$err"

plan
