#!/bin/sh
# SPDX-License-Identifier: MIT
#
# graphstat.t - graphstat-mpi: the figures of graphstat from any number of
# processes, what it refuses, and the plan
#
#	make test-mpi MPI_TESTS=tests/mpi/graphstat.t

# shellcheck disable=SC2154 # lib.sh sets variables

# shellcheck source=tests/mpi/lib.sh disable=SC1091
. "$(dirname "$0")/lib.sh"
need_programs graphstat-mpi
parts='--degrees --xmin 6 --distances --samples 70 --components'

# The members of the JSON report that both programs have, one a line.
members() {
	python3 -c '
import json, sys
report = json.load(sys.stdin)
for key in ("hosts", "domains", "sections", "bytes", "provenance"):
	report.pop(key, None)
for key in ("stored", "unpacked"):
	report["graph"].pop(key, None)
for key in report:
	print(key, json.dumps(report[key]))'
}

# figures TEXT - a text report without what graphstat-mpi leaves out
figures() {
	awk '/^[A-Z]/ { out = /^(Hosts|Domains|Sections|Provenance)$/ }
		!out && !/^  bytes, /' "$1" | sed '/^$/d'
}

# same NAME FILE - all numbers of processes print what graphstat prints
same() {
	# shellcheck disable=SC2086 # words
	"$BIN/graphstat" -q $parts --json "$2" | members >"$folder/plain"
	# shellcheck disable=SC2086 # words
	"$BIN/graphstat" -q $parts "$2" >"$folder/text"
	figures "$folder/text" >"$folder/plain-text"
	for count in 1 2 3 4 7; do
		# shellcheck disable=SC2086 # words
		job "$count" "$MPI_BIN/graphstat-mpi" -q -T 1 $parts --json "$2"
		members <"$out" >"$folder/shared"
		expect_same "$1: JSON of $count processes" "$folder/plain" \
			"$folder/shared"
	done
	# shellcheck disable=SC2086 # words
	job 3 "$MPI_BIN/graphstat-mpi" -q -T 1 $parts "$2"
	figures "$out" >"$folder/shared-text"
	expect_same "$1: text" "$folder/plain-text" "$folder/shared-text"
}

graph=$folder/graph.sp
"$BIN/graphgen" -q -n 60000 --links 8 --between 0.2 --no-names -o "$graph"
same 'a generated web' "$graph"

"$BIN/graphgen" -q -n 3000 --links 3 --no-names -o "$folder/few.sp"
same 'fewer blocks than processes' "$folder/few.sp"

printf '0 0\n' >"$folder/one"
"$BIN/graphimport" -q --dense "$folder/one" -o "$folder/one.sp"
same 'one page' "$folder/one.sp"

"$BIN/graphprune" -q --unit none --self-loops "$folder/one.sp" \
	-o "$folder/none.sp"
same 'no links' "$folder/none.sp"

echo 0 >"$folder/start"
"$BIN/crawlorder" -q --order bfs --seeds "$folder/start" "$graph" |
	"$BIN/graphprune" -q --fetched-first bfs:500 -o "$folder/known.sp"
expect_true 'a crawl has states' [ "$("$BIN/graphdump" -s states \
	"$folder/known.sp" | grep -c 'ok$')" -eq 500 ]
same 'a crawl' "$folder/known.sp"
"$BIN/graphsplit" -q --parts 3 -o "$folder/known.parts" "$folder/known.sp"
"$BIN/graphstat" -q "$folder/known.sp" | sed -n '/^Fetched/,/^$/{ /./p; }' \
	>"$folder/plain"
job 2 "$MPI_BIN/graphstat-mpi" -q -T 1 "$folder/known.parts"
sed -n '/^Fetched/,/^$/{ /./p; }' "$out" >"$folder/shared"
expect_same 'its states, from parts' "$folder/plain" "$folder/shared"

real=${SEEDPIPE_DATA:-}/cnr-2000/cnr-2000
if [ -e "$real.graph" ]; then
	"$BIN/graphimport" -q "$real.graph" -o "$folder/cnr.sp"
	same cnr-2000 "$folder/cnr.sp"
else
	skip cnr-2000 'no SEEDPIPE_DATA'
fi

# ---- tables ----------------------------------------------------------------

for part in --degrees --distances --components; do
	"$BIN/graphstat" -q $part --table "$graph" >"$folder/plain"
	job 3 "$MPI_BIN/graphstat-mpi" -q -T 1 $part --table "$graph"
	expect_same "$part --table" "$folder/plain" "$out"
done

printf '3\n59999\n' >"$folder/sources"
"$BIN/graphstat" -q --distances --sources "$folder/sources" --table "$graph" \
	>"$folder/plain"
job 3 "$MPI_BIN/graphstat-mpi" -q --distances --sources "$folder/sources" \
	--table "$graph"
expect_same 'sources of a list' "$folder/plain" "$out"

# ---- what is refused -------------------------------------------------------

job 2 "$MPI_BIN/graphstat-mpi" --distances --sources - "$graph"
expect 'sources of standard input' 64
expect_message '... are refused' 'option --sources: "-" is no file'
"$BIN/graphgen" -q -n 3000 -o "$folder/named.sp"
"$BIN/graphdump" -s names "$folder/named.sp" | sed -n '2s/.*\t//p' \
	>"$folder/url"
job 2 "$MPI_BIN/graphstat-mpi" --distances --sources "$folder/url" \
	"$folder/named.sp"
expect 'sources that are URLs' 65
expect_message '... are refused' \
	'lines begin with page numbers here, not with names'

for option in --cores --seeds; do
	job 2 "$MPI_BIN/graphstat-mpi" $option "$graph"
	expect "$option" 64
	expect_message "$option is named" \
		"graphstat-mpi: option $option: several processes do not"
done
job 2 "$MPI_BIN/graphstat-mpi"
expect 'no file' 64
run "$MPI_BIN/graphstat-mpi" --plan x "$graph"
expect 'a plan for no number' 64
expect_message 'the plan is named' 'option --plan: "x" is neither'
run "$MPI_BIN/graphstat-mpi" --plan 4 --degrees "$graph"
expect 'a plan and a part' 64
run "$MPI_BIN/graphstat-mpi" --bandwidth 100 "$graph"
expect 'a bandwidth without a plan' 64

# ---- the plan --------------------------------------------------------------

run "$MPI_BIN/graphstat-mpi" --plan 1,3,7 --bandwidth 8 "$graph"
expect 'a plan' 0
cp "$out" "$folder/plan"
pages=$(awk '$2 == "pages" { print $6 }' "$folder/plan" | uniq)
expect_is 'processes own all pages' 60000 "$pages"
expect_is 'what is reached is lent' '' "$(awk '
	$2 == "reached" { reached = $6 }
	$2 == "lent" && $6 != reached' "$folder/plan")"
expect_is 'at 8 Mbit/s a megabyte takes a second' '' "$(awk '
	$8 != "-" && $1 ~ /^[0-9]/ && ($8 - $5 / 1e6) ^ 2 > 1e-18' \
	"$folder/plan")"
run "$MPI_BIN/graphstat-mpi" --plan 3 "$graph"
expect_is 'a number stands for powers of two up to it' '1 2 3 ' \
	"$(awk '$2 == "pages" { printf "%s ", $1 }' "$out")"
job 2 "$MPI_BIN/graphstat-mpi" --plan 3 "$graph"
cp "$out" "$folder/two"
run "$MPI_BIN/graphstat-mpi" --plan 3 "$graph"
expect_same 'a plan by two processes' "$folder/two" "$out"

# Each iteration sends what the plan says, and some sums.
if [ -x "$MPI_BIN/pagerank-mpi" ] && [ -x "$MPI_BIN/hits-mpi" ]; then
	# sent PROGRAM ITERATIONS - the bytes that three processes send
	sent() {
		job 3 "$MPI_BIN/$1" -q -T 1 -i "$2" -R -o "$folder/scores.sp" \
			--stats "$folder/stats" "$graph" >&2
		sed 's/.*"bytes_sent": \([0-9]*\).*/\1/' "$folder/stats"
	}
	for filter in pagerank hits; do
		planned=$(awk -v figure=${filter}_sent \
			'$1 == 3 && $2 == figure { print $6 }' "$folder/plan")
		few=$(sent $filter-mpi 4)
		many=$(sent $filter-mpi 14)
		each=$(((many - few) / 10))
		expect_true "$filter-mpi sends $each bytes, planned $planned" \
			[ "$each" -ge "$planned" -a \
			"$each" -le $((planned + 4096)) ]
		# Small, so that most of it is the program itself.
		planned=$(awk -v figure=${filter}_memory \
			'$1 == 3 && $2 == figure { print $5 }' "$folder/plan")
		sent $filter-mpi 60 >/dev/null
		measured=$(sed 's/.*"bytes_of_largest_process": \([0-9]*\).*/\1/' \
			"$folder/stats")
		expect_true "$filter-mpi takes $measured bytes, planned $planned" \
			awk "BEGIN { r = $measured / $planned
				exit !(r > 0.75 && r < 1.33) }"
	done
else
	skip 'what is sent' 'no pagerank-mpi, hits-mpi'
fi

# ---- hostile input ---------------------------------------------------------

reseal=$BUILD/tests/reseal
if [ -x "$reseal" ]; then
	"$reseal" "$graph" set GRPH.head flags 1 >"$folder/owes.sp"
	job 2 "$MPI_BIN/graphstat-mpi" -q -T 1 "$folder/owes.sp"
	expect 'weights that do not come' 65
	expect_message 'are missed, by name' 'owes.sp: the graph promises'
else
	skip 'weights that do not come' 'no reseal: make test-programs'
fi

# A shell often allows its programs 1,024 files: here, fewer than parts.
"$BIN/graphgen" -q -n 3000 --links 3 --no-names --parts 150 \
	-o "$folder/many.sp"
run_sh 'ulimit -S -n 100 && "$@"' \
	"$MPI_BIN/graphstat-mpi" -q -T 1 --json "$folder/many.sp"
expect 'more parts than files that are usually allowed' 0
members <"$out" >"$folder/shared"
"$BIN/graphstat" -q --json "$folder/few.sp" | members >"$folder/plain"
expect_same '... are the graph' "$folder/plain" "$folder/shared"

plan
