#!/bin/sh
# SPDX-License-Identifier: MIT
#
# coreextract.t - coreextract-mpi: the cores of coreextract from any number of
# processes, and what it refuses
#
#	make test-mpi MPI_TESTS=tests/mpi/coreextract.t

# shellcheck disable=SC2154 # lib.sh sets variables

# shellcheck source=tests/mpi/lib.sh disable=SC1091
. "$(dirname "$0")/lib.sh"
need_programs coreextract-mpi

# cores FILE - cores, sides and pages, without scores; then seeds
cores() {
	"$BIN/graphdump" -q -s cores "$1" | cut -f 1-3
	"$BIN/graphdump" -q -s cores --summary "$1"
}

# same NAME COUNTS FILE OPTION... - those of as many processes are the same
same() {
	name=$1 counts=$2 input=$3
	shift 3
	"$BIN/coreextract" -q -R "$@" -o "$folder/plain.sp" "$input"
	cores "$folder/plain.sp" >"$folder/plain"
	for count in $counts; do
		rm -f "$folder/shared.sp"
		job "$count" "$MPI_BIN/coreextract-mpi" -q -R -T 1 "$@" \
			-o "$folder/shared.sp" "$input"
		cores "$folder/shared.sp" >"$folder/shared"
		expect_same "$name: $count processes" "$folder/plain" \
			"$folder/shared"
	done
}

graph=$folder/graph.sp
"$BIN/graphgen" -q -n 20000 --links 20 --no-names -o "$graph"
same 'a generated web' '1 2 3 4 7' "$graph" --seeds 5
same 'a density, both sides' '3' "$graph" --seeds 3 --cover-density 70 \
	--match all --on-break close
same 'a size' '3' "$graph" --seeds 3 --size 50 --exact --new-members 2
same 'random hubs' '2' "$graph" --seeds 4 --pick random:7 --overlap
same 'ranking again' '2' "$graph" --seeds 2 --min-hubs 20 --max-rejected 5 \
	--rerank-rejected

"$BIN/hits" -q -i 9 -o "$folder/scores.sp" "$graph"
same 'given scores' '3' "$folder/scores.sp" --seeds 2

"$BIN/graphgen" -q -n 700 --links 5 --no-names -o "$folder/few.sp"
same 'fewer blocks than processes' '4' "$folder/few.sp" --seeds 3

printf '0 0\n' >"$folder/one"
"$BIN/graphimport" -q --dense "$folder/one" -o "$folder/one.sp"
same 'one page' '3' "$folder/one.sp"

data=${SEEDPIPE_DATA:-}
if [ -e "$data/cnr-2000/cnr-2000.graph" ]; then
	"$BIN/graphimport" -q "$data/cnr-2000/cnr-2000.graph" \
		-o "$folder/cnr.sp"
	same cnr-2000 '2 3' "$folder/cnr.sp" --seeds 3
else
	skip cnr-2000 'no SEEDPIPE_DATA'
fi

# ---- what is refused -------------------------------------------------------

job 2 "$MPI_BIN/coreextract-mpi" --residual -o "$folder/no.sp" "$graph"
expect '--residual' 64
expect_message 'it is named' 'option --residual: several processes'
job 2 "$MPI_BIN/coreextract-mpi" --hubcap 1 -o "$folder/no.sp" "$graph"
expect 'options that find nothing' 64
"$BIN/coreextract" -q --residual -o "$folder/plain.sp" "$graph"
job 2 "$MPI_BIN/coreextract-mpi" -o "$folder/no.sp" "$folder/plain.sp"
expect 'cores that are there' 65
expect_message 'what to do' 'has cores already'
expect_true 'no output' [ ! -e "$folder/no.sp" ]

plan
