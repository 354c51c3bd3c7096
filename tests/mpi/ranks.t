#!/bin/sh
# SPDX-License-Identifier: MIT
#
# ranks.t - hits-mpi and pagerank-mpi against the plain filters, by 1 to 7
# processes: the same scores, and the same bits where these are promised
#
#	make test-mpi MPI_TESTS=tests/mpi/ranks.t

# shellcheck disable=SC2154 # lib.sh sets variables

# shellcheck source=tests/mpi/lib.sh disable=SC1091
. "$(dirname "$0")/lib.sh"
need_programs hits-mpi pagerank-mpi

# same NAME FILE - all numbers of processes rank like the plain filters
same() {
	for filter in hits pagerank; do
		"$filter" -q -R -T 1 -i 30 -t 0 -o "$folder/plain.sp" "$2"
		graphdump -s scores "$folder/plain.sp" >"$folder/plain"
		for count in 1 2 3 4 7; do
			job "$count" "$MPI_BIN/$filter-mpi" -q -R -T 1 -i 30 \
				-t 0 -o "$folder/job.sp" "$2"
			expect "$1: $filter-mpi, $count processes" 0
			graphdump -s scores "$folder/job.sp" >"$folder/job"
			expect_is "... the scores of $filter" '' \
				"$(difference "$folder/plain" "$folder/job")"
			[ "$count" -gt 1 ] ||
				expect_same "... to the bit" "$folder/plain" \
					"$folder/job"
			[ "$count" -eq 3 ] || continue
			job 3 "$MPI_BIN/$filter-mpi" -q -R -T 2 -i 30 -t 0 \
				-o "$folder/job.sp" "$2"
			graphdump -s scores "$folder/job.sp" >"$folder/again"
			expect_same "... with other threads, the same bits" \
				"$folder/job" "$folder/again"
		done
	done
}

graphgen -q -n 30000 --links 8 --between 0.2 --no-names \
	-o "$folder/graph.sp"
same 'a generated web' "$folder/graph.sp"

graphgen -q -n 2500 --links 3 --no-names -o "$folder/few.sp"
same 'fewer blocks than processes' "$folder/few.sp"

# All pages link to one, and one links to all.
awk 'BEGIN { for (i = 1; i < 5000; i++) { print 3000, i; print i, 3000 } }' |
	graphimport -q -f arcs -o "$folder/star.sp"
same 'one page with all links' "$folder/star.sp"

printf '0 0\n' | graphimport -q -f arcs -o "$folder/one.sp"
same 'one page' "$folder/one.sp"

printf '0 0\n4999 4999\n' | graphimport -q -f arcs |
	graphprune -q --unit none --self-loops -o "$folder/none.sp"
same 'no links' "$folder/none.sp"

plan
