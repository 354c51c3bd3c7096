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
need_reseal

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

# rejected - how many authorities were tried in vain, of the last run
rejected() {
	sed 's/.*"rejected": \([0-9]*\).*/rejected \1/' "$folder/stats"
}

# same NAME COUNTS FILE OPTION... - those of as many processes are the same
same() {
	name=$1 counts=$2 input=$3
	shift 3
	"$BIN/coreextract" -q -R --stats "$folder/stats" "$@" \
		-o "$folder/plain.sp" "$input"
	{ "${show:-cores}" "$folder/plain.sp" && rejected; } >"$folder/plain"
	for count in $counts; do
		rm -f "$folder/shared.sp"
		job "$count" "$MPI_BIN/coreextract-mpi" -q -R -T 1 "$@" \
			--stats "$folder/stats" -o "$folder/shared.sp" "$input"
		{ "${show:-cores}" "$folder/shared.sp" && rejected; } \
			>"$folder/shared"
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

# lines P LATE FILE - P * P lines, the even pages, and as many points, the odd ones.
# Two lines have one point at most, so no two hubs share two authorities: all
# authorities are tried.  With LATE, there are small cores, each with a link to a
# point, which come after thousands of rejected ones.
lines() {
	awk -v p="$1" -v late="$2" 'BEGIN {
		for (slope = 0; slope < p; slope++)
			for (start = 0; start < p; start++)
				for (x = 0; x < p; x++)
					if ((slope * 31 + start * 17 + x * 7) \
							% 11 < 4)
						print 2 * (slope * p + start), \
							1 + 2 * (x * p + \
							(slope * x + start) % p)
		for (size = 3; late && size < 8; size++) {
			first = 2 * p * p + 20 * size
			print first, 1 + 2 * int(p * p / 7) * (size - 3)
			for (hub = 0; hub < size; hub++)
				for (k = 0; k < size; k++)
					print first + hub, first + 10 + k
		}
	}' | "$BIN/graphimport" -q -o "$3" -
}
lines 83 1 "$folder/late.sp"
same 'after many rejected ones' '2 3' "$folder/late.sp" --seeds 5
lines 37 1 "$folder/late.sp"
same 'after some rejected ones' '2' "$folder/late.sp" --seeds 5
# One process passes over its links 4 times.
lines 83 '' "$folder/lines.sp"
for count in 2 3; do
	job "$count" "$MPI_BIN/coreextract-mpi" -v -R -T 1 \
		-o "$folder/shared.sp" "$folder/lines.sp"
	expect_message "no cores: $count processes" 'rejected 6,859,'
	passes=$(sed -n 's/.*in link passes \([0-9]*\),.*/\1/p' "$err")
	expect_true '... in few passes' [ "$passes" -le 8 ]
done

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

# ---- checkpoints -----------------------------------------------------------

# resumed NAME COUNT SEEDS FILE OPTION... - jobs that find as many cores, some at
# a time, each going on from the one before, write what one writes at once
resumed() {
	name=$1 count=$2 seeds=$3 input=$4
	shift 4
	job "$count" "$MPI_BIN/coreextract-mpi" -q -T 1 --seeds "$seeds" "$@" \
		-o "$folder/whole.sp" "$input"
	rm -rf "$folder/saved"
	for some in $(seq 1 2 "$((seeds - 1))") "$seeds" "$seeds"; do
		job "$count" "$MPI_BIN/coreextract-mpi" -v -T 1 --seeds "$some" \
			--checkpoint "$folder/saved" --every 3 "$@" \
			-o "$folder/shared.sp" "$input"
	done
	expect "$name, resumed: $count processes" 0
	expect_message '... goes on' "saved: goes on after core $seeds"
	expect_same '... to the same bytes' "$folder/whole.sp" \
		"$folder/shared.sp"
}

resumed 'a generated web' 3 5 "$graph" -R
resumed 'components' 2 9 "$folder/pruned.sp" -R
resumed 'rejected cores' 3 4 "$graph" -R --min-hubs 20 --max-rejected 50 \
	--rerank-rejected
resumed 'cores before, random hubs' 2 3 "$folder/first.sp" --residual \
	--pick random:5
"$reseal" "$folder/first.sp" set CMEM.0 0.score 0.5 >"$folder/other.sp"
job 2 "$MPI_BIN/coreextract-mpi" -T 1 --seeds 3 --residual --pick random:5 \
	--checkpoint "$folder/saved" -o "$folder/no.sp" "$folder/other.sp"
expect 'other cores before' 65
expect_message '... are refused' 'not the state of an extraction'
resumed 'given scores' 2 3 "$folder/scores.sp" -R
cp "$folder/shared.sp" "$folder/cores.sp"
job 4 "$MPI_BIN/coreextract-mpi" -v -R -T 1 --seeds 3 \
	--checkpoint "$folder/saved" -o "$folder/shared.sp" "$folder/scores.sp"
expect 'another number of processes' 0
expect_message '... goes on' 'saved: goes on after core 3'
cores "$folder/cores.sp" >"$folder/plain"
cores "$folder/shared.sp" >"$folder/shared"
expect_same '... to the same cores' "$folder/plain" "$folder/shared"

# go_on OPTION... - from those three cores
go_on() {
	job 2 "$MPI_BIN/coreextract-mpi" -R -T 1 --seeds 4 \
		--checkpoint "$folder/saved" -o "$folder/no.sp" "$@"
}

go_on --seeds 2 "$folder/scores.sp"
expect 'fewer seeds than there are cores' 64
expect_message '... are refused' '3 cores have been found already'
go_on --min-hubs 3 "$folder/scores.sp"
expect 'other options' 65
expect_message '... are refused' 'the checkpoint is of other options'
"$BIN/hits" -q -i 8 -o "$folder/other.sp" "$folder/named.sp"
go_on "$folder/other.sp"
expect 'other given scores' 65
expect_message '... are refused' 'the checkpoint is of other options'
"$BIN/graphgen" -q -n 20000 --links 20 --seed 2 -o "$folder/other.sp"
job 2 "$MPI_BIN/coreextract-mpi" -q -R -T 1 --checkpoint "$folder/saved2" \
	-o "$folder/no.sp" "$folder/other.sp"
job 2 "$MPI_BIN/coreextract-mpi" -q -R -T 1 --checkpoint "$folder/saved2" \
	-o "$folder/no.sp" "$graph"
expect 'another graph' 65
expect_message '... is refused' 'the checkpoint is of another graph (20000'

# ---- what is refused -------------------------------------------------------

rm -f "$folder/no.sp"
job 2 "$MPI_BIN/coreextract-mpi" --hubcap 1 -o "$folder/no.sp" "$graph"
expect 'options that find nothing' 64
expect_true 'no output' [ ! -e "$folder/no.sp" ]

plan
