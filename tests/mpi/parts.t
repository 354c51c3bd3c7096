#!/bin/sh
# SPDX-License-Identifier: MIT
#
# parts.t - jobs on a graph in parts: made at once, imported, pruned part by
# part; the same results as on the whole
#
#	[SEEDPIPE_DATA=folder] make test-mpi MPI_TESTS=tests/mpi/parts.t

# shellcheck disable=SC2154 # lib.sh sets variables

data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
# shellcheck source=tests/mpi/lib.sh disable=SC1091
. "$(dirname "$0")/lib.sh"
need_programs hits-mpi pagerank-mpi coreextract-mpi
cd "$folder" || exit 2

# compare FILTER OPTION... - the scores of $parts by $counts processes are those
# of $whole
compare() {
	filter=$1
	shift
	"$filter" -q -R -T 1 "$@" -o plain.sp "$whole"
	graphdump -s scores plain.sp >plain
	for count in $counts; do
		rm -f job.sp
		job "$count" "$MPI_BIN/$filter-mpi" -q -R -T 1 "$@" -o job.sp \
			"$parts"
		expect "$name: $filter-mpi, $count processes" 0
		graphdump -s scores job.sp >job
		expect_is '... the same scores' '' "$(difference plain job)"
		[ "$count" -gt 1 ] || expect_same '... to the bit' plain job
	done
}

# same NAME WHOLE PARTS COUNTS - by both filters
same() {
	name=$1 whole=$2 parts=$3 counts=$4
	compare pagerank -t 0 -i 20
	compare hits -i 20
}

graphgen -q -n 12000 --links 10 -o web.sp
graphgen -q -n 12000 --links 10 --parts 3 -o parts.sp
same 'generated' web.sp parts.sp '1 2 3 7'

coreextract -q -R --seeds 3 -o plain.sp web.sp
graphdump -s cores plain.sp | cut -f 1-3 >plain
job 3 "$MPI_BIN/coreextract-mpi" -q -R --seeds 3 -o job.sp parts.sp
expect 'coreextract-mpi' 0
graphdump -s cores job.sp | cut -f 1-3 >job
expect_same '... the same cores' plain job

# Sections with an item for each page or link are in each part, with its basis.
graphdump web.sp | sed 1d | awk '{
	print "http://a.example/" $1, "http://b.example/" $2, 1 + NR % 3 }' \
	>weighted
printf 'http://a.example/%s\n' 1 2 3 4 5 >fetched
graphimport -q -f arcs --weights 3 --fetched fetched -o crawled.sp weighted
graphsplit -q --parts 3 -o crawled.parts crawled.sp
run graphdump -s states crawled.parts.000
expect 'the parts have states' 0
same 'with states and weights' crawled.sp crawled.parts '1 3'

# A part is an input, too.
cp parts.sp.001 kept
for filter in hits-mpi pagerank-mpi coreextract-mpi graphstat-mpi; do
	job 2 "$MPI_BIN/$filter" -q -o ./parts.sp.001 parts.sp
	expect "$filter does not write over a part" 64
	expect_message '... and says so' 'parts.sp.001" is also the input'
	expect_same '... which is as it was' kept parts.sp.001
done

# A manifest that leaves its folder may come from others.
mkdir below
for file in "$folder/parts.sp.000" ../parts.sp.000; do
	sed "s,^parts.sp.000,$file,; s,^parts.sp.00[12],below/../../&," \
		parts.sp >below/outside
	for filter in hits-mpi pagerank-mpi coreextract-mpi graphstat-mpi; do
		rm -f job.sp
		job 2 "$MPI_BIN/$filter" -q -o job.sp below/outside
		expect "$filter refuses $(basename "$file") elsewhere" 65
		expect_text '... and names the file' \
			"below/outside: the file \"$file\" of a part is not in" \
			"$err"
		expect_true '... and writes nothing' ! [ -e job.sp ]
	done
done
sed 's,^parts.sp.00,../&,' parts.sp >below/outside
job 2 "$MPI_BIN/pagerank-mpi" -q -R -t 0 -i 5 --trust-paths -o job.sp \
	below/outside
expect '--trust-paths' 0
pagerank -q -R -t 0 -i 5 -o plain.sp web.sp
graphdump -s scores plain.sp >plain
graphdump -s scores job.sp >job
expect_is '... reads it' '' "$(difference plain job)"
job 2 "$MPI_BIN/graphstat-mpi" --trust-paths below/outside
expect 'graphstat-mpi --trust-paths' 0
expect_true '--trust-paths is no part of the provenance' ! sh -c \
	'graphdump -s provenance job.sp | grep -q trust-paths'

graphprune -q --unit host -o pruned.sp web.sp
for part in 0 1 2; do
	graphprune -q --unit host -o pruned.00$part parts.sp.00$part
done
graphstat --manifest pruned.00? -o pruned.parts
same 'pruned part by part' pruned.sp pruned.parts '3'

# The ranks of parts belong to the whole: the origin is the same as well.
job 2 "$MPI_BIN/pagerank-mpi" -q -R -o rank.sp pruned.parts
run pagerank -q -R --start rank.sp -o again.sp pruned.sp
expect 'ranks of the parts are ranks of the whole' 0

ics=$data/ics-dev/ics-dev
if [ -n "$data" ] && [ -e "$ics.edges.txt.zst" ]; then
	graphimport -q --names "$ics.urls.txt.zst" --by-url \
		"$ics.edges.txt.zst" -o ics.sp
	graphimport -q --names "$ics.urls.txt.zst" --by-url --parts 5 \
		"$ics.edges.txt.zst" -o ics.parts
	same 'ics-dev' ics.sp ics.parts '2 4'
else
	skip 'ics-dev' 'no SEEDPIPE_DATA'
fi
cnr=$data/cnr-2000/cnr-2000.graph
if [ -n "$data" ] && [ -e "$cnr" ]; then
	graphimport -q "$cnr" -o cnr.sp
	graphimport -q "$cnr" --parts 2 -o cnr.parts
	same 'cnr-2000' cnr.sp cnr.parts '3'
else
	skip 'cnr-2000' 'no SEEDPIPE_DATA'
fi

plan
