#!/bin/sh
# SPDX-License-Identifier: MIT
#
# coreextract.t - coreextract-mpi: the cores of coreextract from any number of
# processes, the graph that is left, chains, and what it refuses
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

# members FILE - the same, but the members of a core by number: near ties of
# scores may be taken in another order
members() {
	cores "$1" | LC_ALL=C sort
}

# same NAME COUNTS FILE OPTION... - those of as many processes are the same
same() {
	name=$1 counts=$2 input=$3
	shift 3
	"$BIN/coreextract" -q -R "$@" -o "$folder/plain.sp" "$input"
	"${show:-cores}" "$folder/plain.sp" >"$folder/plain"
	for count in $counts; do
		rm -f "$folder/shared.sp"
		job "$count" "$MPI_BIN/coreextract-mpi" -q -R -T 1 "$@" \
			-o "$folder/shared.sp" "$input"
		"${show:-cores}" "$folder/shared.sp" >"$folder/shared"
		expect_same "$name: $count processes" "$folder/plain" \
			"$folder/shared"
	done
}

graph=$folder/graph.sp
"$BIN/graphgen" -q -n 20000 --links 20 --no-names -o "$graph"
same 'a generated web' '1 2 3 4 7' "$graph" --seeds 5
same 'a density, both sides' '3' "$graph" --seeds 3 --cover-density 70 \
	--match all
same 'closed sides' '3' "$graph" --seeds 3 --cover-density 70 \
	--on-break close
same 'a size' '3' "$graph" --seeds 3 --size 50 --exact --new-members 2
same 'random hubs' '2' "$graph" --seeds 4 --pick random:7 --overlap
same 'ranking again' '2' "$graph" --seeds 2 --min-hubs 20 --max-rejected 5 \
	--rerank-rejected

"$BIN/hits" -q -i 9 -o "$folder/scores.sp" "$graph"
same 'given scores' '3' "$folder/scores.sp" --seeds 2

"$BIN/graphgen" -q -n 700 --links 5 --no-names -o "$folder/few.sp"
same 'fewer blocks than processes' '4' "$folder/few.sp" --seeds 3

# Nothing but small components, which are in the pages of several processes;
# then some of them beside a large one, from which others are cut off.
awk 'BEGIN {
	for (page = i = 0; page < 9000; page++) {
		random = (random * 1103515245 + 12345) % 2147483648
		group = page % 900
		print page, (group + 900 * (int(random / 65536) % 10)) % 9000
		print page, (group + 900 * (int(random / 1048576) % 3)) % 9000
	}
}' >"$folder/fragments"
"$BIN/graphimport" -q -f arcs --dense "$folder/fragments" \
	-o "$folder/fragments.sp"
same 'small components' '1 2 3 7' "$folder/fragments.sp" --seeds 40
same 'small components, removed' '3' "$folder/fragments.sp" --seeds 5 \
	--min-hubs 4 --rerank-rejected
"$BIN/graphgen" -q -n 20000 --no-names -o "$folder/whole.sp"
"$BIN/graphprune" -q -o "$folder/pruned.sp" "$folder/whole.sp"
same 'a large component and small ones' '2 5' "$folder/pruned.sp" --seeds 20
same 'a search in vain' '3' "$folder/pruned.sp" --seeds 30 --min-hubs 5 \
	--min-authorities 5

printf '0 0\n' >"$folder/one"
"$BIN/graphimport" -q --dense "$folder/one" -o "$folder/one.sp"
same 'one page' '3' "$folder/one.sp"

# ---- real graphs -----------------------------------------------------------

# The whole hollins, unpruned, is left out: its ninth core has two pages that
# its symmetry makes equal, of which either may be the hub.
data=${SEEDPIPE_DATA:-}
if [ -e "$data/hollins/hollins.edges.txt.gz" ]; then
	gzip -dc "$data/hollins/hollins.urls.txt.gz" >"$folder/urls"
	gzip -dc "$data/hollins/hollins.edges.txt.gz" >"$folder/edges"
	"$BIN/graphimport" -q --names "$folder/urls" "$folder/edges" |
		"$BIN/graphprune" -q -o "$folder/real.sp"
	same hollins '2 3 4 7' "$folder/real.sp" --seeds 10
else
	skip hollins 'no SEEDPIPE_DATA'
fi
for name in movies parks; do
	if [ -e "$data/$name/edges.zst" ]; then
		"$BIN/graphimport" -q "$data/$name/edges.zst" \
			-o "$folder/real.sp"
		same "$name" '2 3 4 7' "$folder/real.sp" --seeds 10
	else
		skip "$name" 'no SEEDPIPE_DATA'
	fi
done
if [ -e "$data/ics-dev/ics-dev.edges.txt.zst" ]; then
	"$BIN/graphimport" -q --names "$data/ics-dev/ics-dev.urls.txt.zst" \
		"$data/ics-dev/ics-dev.edges.txt.zst" |
		"$BIN/graphprune" -q -o "$folder/real.sp"
	show=members
	same ics-dev '2 3 4 7' "$folder/real.sp" --seeds 10
	show=cores
else
	skip ics-dev 'no SEEDPIPE_DATA'
fi
if [ -e "$data/cnr-2000/cnr-2000.graph" ]; then
	"$BIN/graphimport" -q "$data/cnr-2000/cnr-2000.graph" \
		-o "$folder/cnr.sp"
	same cnr-2000 '2 3 4 7' "$folder/cnr.sp" --seeds 5
else
	skip cnr-2000 'no SEEDPIPE_DATA'
fi

# ---- the graph that is left, and cores before ------------------------------

# chain PROGRAM... - three cores, then two of what is left
chain() {
	"$@" -q -T 1 --residual --seeds 3 --pick random:5 \
		-o "$folder/first.sp" "$folder/scores.sp"
	"$@" -q -T 1 --residual --seeds 2 --pick random:5 \
		-o "$folder/second.sp" "$folder/first.sp"
}

# contents FILE - sections with their graphs, links, cores
contents() {
	"$BIN/graphstat" -q "$1" | awk '
		/^Provenance/ { exit }
		/fingerprint/ || /links before/ { print }
		length($1) == 4 && $1 == toupper($1) { print $1, $2, $3 }'
	"$BIN/graphdump" -q "$1"
	cores "$1"
}

"$BIN/graphgen" -q -n 20000 --links 20 -o "$folder/named.sp"
"$BIN/hits" -q -i 9 -o "$folder/scores.sp" "$folder/named.sp"
chain "$BIN/coreextract"
contents "$folder/first.sp" >"$folder/plain.first"
contents "$folder/second.sp" >"$folder/plain.second"
cp "$folder/second.sp" "$folder/plain.sp"
for count in 1 3 7; do
	chain job "$count" "$MPI_BIN/coreextract-mpi"
	for step in first second; do
		contents "$folder/$step.sp" >"$folder/shared"
		expect_same "a chain, $step: $count processes" \
			"$folder/plain.$step" "$folder/shared"
	done
done
"$BIN/coreextract" -q -R --seeds 5 --pick random:5 -o "$folder/one.sp" \
	"$folder/scores.sp"
expect_is 'the seeds of a chain are those of one run' \
	"$("$BIN/graphdump" -q -s cores --summary "$folder/one.sp" | cut -f 2)" \
	"$("$BIN/graphdump" -q -s cores --summary "$folder/second.sp" |
		cut -f 2)"
job 3 "$MPI_BIN/coreextract-mpi" -q --seeds 2 --stats "$folder/stats" \
	-R -o "$folder/shared.sp" "$folder/named.sp"
for figure in load_seconds pages_reached bytes_sent_per_iteration rankings; do
	expect_true "--stats has $figure" grep -q "\"$figure\"" \
		"$folder/stats"
done

# ---- what is refused -------------------------------------------------------

job 2 "$MPI_BIN/coreextract-mpi" --hubcap 1 -o "$folder/no.sp" "$graph"
expect 'options that find nothing' 64
expect_true 'no output' [ ! -e "$folder/no.sp" ]

plan
