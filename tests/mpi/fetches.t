#!/bin/sh
# SPDX-License-Identifier: MIT
#
# fetches.t - states and fetches of pages pass through MPI jobs, frame by frame,
# and what is wrong in a frame is refused
#
#	make test-mpi MPI_TESTS=tests/mpi/fetches.t

# shellcheck disable=SC2154 # lib.sh sets variables

# shellcheck source=tests/mpi/lib.sh disable=SC1091
. "$(dirname "$0")/lib.sh"
need_programs hits-mpi pagerank-mpi
BIN=$(cd "$BIN" && pwd)
PATH=$BIN:$PATH
need_reseal

echo 0 >start
seq 0 79999 | awk '{ print $1, $1 + 1; print $1, ($1 * 7) % 80000 }' |
	graphimport -q -o web.sp
crawlorder -q --order bfs --seeds start web.sp |
	graphprune -q --fetched-first bfs:50000 -o known.sp
for section in states fetches; do
	graphdump -s $section known.sp >"known.$section"
done
for count in 1 3; do
	for program in 'hits-mpi -i 2' 'pagerank-mpi -i 2 -t 0'; do
		# shellcheck disable=SC2086 # a program and its options
		job "$count" "$MPI_BIN/"$program -q -T 1 -o out.sp known.sp
		expect "$program by $count" 0
		for section in states fetches; do
			graphdump -s $section out.sp >got
			expect_same "$program by $count passes $section" \
				"known.$section" got
		done
	done
	"$reseal" known.sp bytes ftch.0 0 1 - >bad.sp
	job "$count" "$MPI_BIN/hits-mpi" -q -T 1 -i 2 -o out.sp bad.sp
	expect "$count: a frame that is cut" 65
	expect_message "$count: what is wrong with it" \
		'an invalid size of a page that was fetched'
	"$reseal" known.sp set ftch.head basis.checksum +1 \
		set ftch.head basis.origin.checksum +1 >bad.sp
	job "$count" "$MPI_BIN/hits-mpi" -q -T 1 -i 2 -o out.sp bad.sp
	expect "$count: fetches of another graph" 65
	expect_message "$count: says so" 'of another graph'
done

plan
