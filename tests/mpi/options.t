#!/bin/sh
# SPDX-License-Identifier: MIT
#
# options.t - pagerank-mpi and hits-mpi with their options against the plain
# filters, on generated and real webs; what the output has beside the scores
#
#	[SEEDPIPE_DATA=folder] make test-mpi MPI_TESTS=tests/mpi/options.t

# shellcheck disable=SC2154 # lib.sh sets variables

data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
# shellcheck source=tests/mpi/lib.sh disable=SC1091
. "$(dirname "$0")/lib.sh"
need_programs hits-mpi pagerank-mpi
cd "$folder" || exit 2

# same NAME COUNTS FILTER ARGUMENT... - as many processes do as the plain filter
same() {
	name=$1 counts=$2 filter=$3
	shift 3
	run "$filter" -q -R -T 1 -o plain.sp "$@"
	wanted=$status
	graphdump -s scores plain.sp >plain
	for count in $counts; do
		rm -f job.sp
		job "$count" "$MPI_BIN/$filter-mpi" -q -R -T 1 -o job.sp "$@"
		expect "$name: $count processes" "$wanted"
		graphdump -s scores job.sp >job
		expect_is '... the same scores' '' "$(difference plain job)"
		[ "$count" -gt 1 ] || expect_same '... to the bit' plain job
	done
}

# ---- options -----------------------------------------------------------

graphgen -q -n 9000 --links 9 -o web.sp

printf '5\t2\n8000\t1.5\n4097\n5\t1\n' >list
hits -q -R -i 5 -o scores.sp web.sp
hits -q -i 5 -o with.sp web.sp
pagerank -q -R -i 3 -t 0 -o start.sp web.sp
same 'a list of pages to jump to' '1 3' pagerank --teleport list web.sp
same 'scores to jump to' '1 3' pagerank --teleport scores.sp \
	--teleport-score hub web.sp
same 'scores of the graph itself' '1 4' pagerank --teleport score:authority \
	with.sp
same 'the only scores' '2' pagerank --teleport start.sp web.sp
same 'a start' '1 3' pagerank --start start.sp -i 9 web.sp
same 'a start from a list' '2' pagerank --start list -i 9 -t 0 web.sp
same 'both' '3' pagerank --start score:hub --teleport list with.sp
same 'dangling drop' '1 3' pagerank --dangling drop web.sp
same 'dangling norm' '1 3' pagerank --dangling norm --damping 0.5 web.sp
same 'a mean of 1' '1 3' pagerank --scale mean1 web.sp
same 'the largest difference' '1 3' pagerank --norm max --name other web.sp
for norm in l1 max; do
	same "HITS with $norm" '1 3' hits --norm $norm -i 20 web.sp
done
same 'HITS to a tolerance' '1 4' hits -t 1e-6 -i 300 web.sp
same 'PageRank without convergence' '1 3' pagerank --strict -i 3 web.sp
same 'HITS without convergence' '2' hits --strict -t 1e-9 -i 3 web.sp
expect 'is status 1' 1
expect_true 'of a complete output' graphstat job.sp

# residual FILE - what the last filter says of its iterations
residual() {
	graphdump -s provenance "$1" |
		sed -n '$s/.*iterations \([0-9]*\) .*/\1/p'
}

pagerank -q -R -t 1e-7 -o plain.sp web.sp
job 3 "$MPI_BIN/pagerank-mpi" -q -R -t 1e-7 -o job.sp web.sp
expect_is 'as many iterations to a tolerance' "$(residual plain.sp)" \
	"$(residual job.sp)"

# ---- what is refused -----------------------------------------------------

mkfifo fifo
for path in - /dev/stdin fifo; do
	run_sh 'timeout 600 "$@" <list' "$MPIRUN" -n 3 "$MPI_BIN/pagerank-mpi" \
		-q -R --teleport $path -o no.sp web.sp
	expect "a list that is no file: $path" 64
	expect_message '... is refused by name' "\"$path\" is no file"
done
printf 'http://x.example/\n' >named
job 3 "$MPI_BIN/pagerank-mpi" -q -R --start named -o no.sp web.sp
expect 'a list of names' 65
expect_message '... is explained' 'lines begin with page numbers here'
printf '9000\n' >beyond
job 3 "$MPI_BIN/pagerank-mpi" -q -R --teleport beyond -o no.sp web.sp
expect 'a page beyond the last one' 65
expect_message '... is named' 'the last page is 8999'
graphgen -q -n 8000 --links 9 | hits -q -R -i 2 -o other.sp
job 3 "$MPI_BIN/pagerank-mpi" -q -R --start other.sp -o no.sp web.sp
expect 'scores, but of which?' 65
expect_message '... the option is named' 'choose one with --start-score'
job 3 "$MPI_BIN/pagerank-mpi" -q -R --start other.sp --start-score hub \
	-o no.sp web.sp
expect 'scores of another graph' 65
expect_message '... are named' 'the score "hub" is of another graph'
job 3 "$MPI_BIN/pagerank-mpi" -q -R --method push -o no.sp web.sp
expect '--method push' 64
job 3 "$MPI_BIN/hits-mpi" -q -R --form sparse -o no.sp web.sp
expect '--form sparse' 64
job 3 "$MPI_BIN/pagerank-mpi" -q -R --every 3 -o no.sp web.sp
expect '--every alone' 64
expect_true 'no output' [ ! -e no.sp ]

# ---- the output --------------------------------------------------------

# dump FILE - everything but the graph and scores
dump() {
	for section in names hosts provenance; do
		graphdump -s $section "$1" | sed '/pagerank/d'
	done
	graphstat "$1" | sed '/SCOR/d;/PROV/d;/with index/d;/pagerank/d'
}

# output NAME COUNT FILTER FILE - sections pass, by file and by pipe
output() {
	"$3" -q -T 1 -o plain.sp "$4"
	dump plain.sp >plain
	graphdump plain.sp >plain.links
	job "$2" "$MPI_BIN/$3-mpi" -q -T 1 -o job.sp "$4"
	expect "$1: $2 processes to a file" 0
	dump job.sp >job
	expect_same '... the same sections' plain job
	graphdump job.sp >job.links
	expect_same '... the same links' plain.links job.links
	graphdump -s scores plain.sp >plain
	graphdump -s scores job.sp >job
	expect_is '... the same scores' '' "$(difference plain job)"
	# shellcheck disable=SC2016 # by the inner shell
	run_sh '"$1" -n "$2" "$3" -q -T 1 -o - "$4" >piped && graphdump piped' \
		"$MPIRUN" "$2" "$MPI_BIN/$3-mpi" "$4"
	expect '... to a pipe' 0
	expect_same '... the same links' plain.links "$out"
	graphdump -s scores piped >again
	expect_same '... the same bits' job again
}

output 'a web' 3 pagerank web.sp
output 'a web with scores' 4 pagerank with.sp

# frames FILE - the stream without its last line of provenance, as it is
# shown: sections, their items and bytes
frames() {
	graphstat "$1" | sed '/PROV/d;/with index/d;/^  [0-9]/d'
}

pagerank -q -T 1 -z 0 -o plain.sp with.sp
job 1 "$MPI_BIN/pagerank-mpi" -q -T 1 -z 0 -o job.sp with.sp
frames plain.sp >plain
frames job.sp >job
expect_same 'one process writes what the plain filter does' plain job
# Tags of frames are not encoded.
steps=$(grep -abo PROV plain.sp | sed 's/:.*//;q')
differs=$(cmp -l plain.sp job.sp 2>/dev/null | awk '{ print $1; exit }')
expect_true 'and the same bytes up to the provenance' \
	[ "${differs:-0}" -gt "${steps:-0}" ]
expect_true 'of which there is one' [ "${steps:-0}" -gt 0 ]

# ---- real webs ---------------------------------------------------------

ics=$data/ics-dev/ics-dev
if [ -n "$data" ] && [ -e "$ics.edges.txt.zst" ]; then
	graphimport -q --names "$ics.urls.txt.zst" --by-url \
		"$ics.edges.txt.zst" -o ics.sp
	same 'ics-dev' '1 2 3 4 7' pagerank -t 0 -i 15 ics.sp
	same 'ics-dev, HITS' '1 2 3 4 7' hits -i 10 ics.sp
	output 'ics-dev' 3 pagerank ics.sp
else
	skip 'ics-dev' 'no SEEDPIPE_DATA'
fi
cnr=$data/cnr-2000/cnr-2000.graph
if [ -n "$data" ] && [ -e "$cnr" ]; then
	graphimport -q "$cnr" -o cnr.sp
	same 'cnr-2000' '1 2 3 4 7' pagerank -t 0 -i 8 cnr.sp
	same 'cnr-2000, HITS' '1 2 3 4 7' hits -i 6 cnr.sp
else
	skip 'cnr-2000' 'no SEEDPIPE_DATA'
fi

plan
