#!/bin/sh
# SPDX-License-Identifier: MIT
#
# limits.t - filters under the limits of the system
#
#	[BIN=bin] tests/cli/limits.t

# shellcheck disable=SC2016 # the scripts of run_sh expand their own arguments
# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC3045 # dash has ulimit -v

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

makecopies=${BUILD:-build}/tests/makecopies
makecopies=$(cd "${makecopies%/*}" && pwd)/makecopies
cd "$folder" || exit 2
# The shadow memory of a sanitizer needs more than any limit of this test.
(ulimit -v 4000000 && graphgen -n 2000 -z 0 >graph.sp) ||
	skip_all 'the filters do not run under ulimit -v'

# ---- threads ---------------------------------------------------------------

hits -R -T 1 graph.sp >expected.sp

# fewer NAME - the last run warned of too few threads, and did its work
fewer() {
	expect "$1" 0
	expect_message "$1: a warning" \
		'hits: 64 threads cannot be started (Resource temporarily'
	expect_same "$1: the same result" expected.sp "$out"
}

# LLVM's threads take memory as they start, which no trial of threads foresees.
if has_llvm_openmp; then
	skip 'no room for the stacks of 64 threads' \
		"LLVM's OpenMP library aborts"
else
	run_sh 'ulimit -v 300000; hits -R -T 64 graph.sp'
	fewer 'no room for the stacks of 64 threads'
fi
if [ "$(id -u)" -ne 0 ]; then
	run prlimit --nproc=1 hits -R -T 64 graph.sp
	fewer 'no more processes for a user'
elif command -v setpriv >/dev/null && command -v prlimit >/dev/null; then
	cp "$BIN/hits" . && chmod 755 "$folder" hits
	run setpriv --reuid=65534 --clear-groups prlimit --nproc=20 \
		"$folder/hits" -R -T 64 "$folder/graph.sp"
	fewer 'no more processes for a user'
else
	skip 'no more processes for a user' 'no setpriv'
fi

if has_llvm_openmp; then
	skip 'stacks under limits' "LLVM's OpenMP library aborts"
else
	# Whatever the limit, status 1 must not appear: it means "not
	# converged".
	statuses=
	for kilobytes in $(seq 40000 2000 110000); do
		run_sh "ulimit -v $kilobytes; hits -q -R -T 8 graph.sp"
		statuses="$statuses $status"
	done
	expect_is 'under any limit a filter succeeds or ends with 71' '' \
		"$(echo "$statuses" | tr ' ' '\n' | grep -vx -e 0 -e 71 -e '')"
	# The stacks that the environment asks for do not fit.
	run env OMP_STACKSIZE=1G sh -c 'ulimit -v 4000000; hits -T 8 graph.sp'
	expect 'stacks of 1 GB under a limit' 71
	expect_message 'stacks of 1 GB under a limit: why' \
		'hits: out of threads or of memory for them: use fewer (-T)'
fi

# ---- much from little ------------------------------------------------------

# Streams of 2 KB: 1,024 pages with one list of 200,000 links, as many copies
# as chains of references allow.
if [ -x "$makecopies" ]; then
	"$makecopies" 200000 1 43 >copies.sp || exit 2
	"$makecopies" 200000 1 43 lie >lie.sp || exit 2
	"$makecopies" 8000 20 43 >valid.sp || exit 2
	echo 0 >page
	expect_true 'a graph of 205 million links is a small file' \
		[ "$(wc -c <copies.sp)" -lt 3000 ]
	# A list takes up to 800 KB, a few of them are in memory at once, and
	# all would take 800 MB.
	while read -r command; do
		run_sh "$command -T 2 --memory-limit 192M --stats stats"
		expect "192 MiB are enough: $command" 0
		peak=$(sed 's/.*"peak_memory_bytes": \([0-9]*\).*/\1/' stats)
		expect_true "its peak: $command" [ "$peak" -lt 200000000 ]
		rm -f stats
	done <<-'END'
	graphprune --unit none -o pruned.sp copies.sp
	graphprune --unit none -o valid-pruned.sp valid.sp
	graphprune --random 100 -o some.sp copies.sp
	graphprune --transpose -o turned.sp valid.sp
	graphstat --degrees -o degrees.txt copies.sp
	hits -R -i 1 -o hits.sp copies.sp
	hits -R -i 1 -o pruned-hits.sp pruned.sp
	pagerank -R -i 2 -o rank.sp valid.sp
	seedpick --top-indegree 3 -o seeds.sp valid.sp
	crawlorder -R --seeds page --max 900 -o order.sp valid.sp
	END
	hits -R -z 0 -T 1 -i 1 copies.sp | graphdump -s scores >expected-scores
	run_sh 'hits -R -z 0 -T 1 -i 1 pruned.sp | graphdump -s scores'
	expect_same 'what was pruned in pieces is the same graph' \
		expected-scores "$out"
	for filter in 'graphprune --unit none' 'graphprune --transpose' \
		'graphstat --components' harmonic hits 'rank -m core'; do
		run_sh "$filter -T 1 --memory-limit 192M lie.sp | wc -c"
		expect_message "$filter: links that no header announces" \
			'a block is damaged: its records do not decode'
	done
else
	skip 'graphs of very many copies' "there is no $makecopies"
fi

# A stream of 800 bytes whose two hosts have 10^9 pages, and no graph.
reseal=${makecopies%makecopies}reseal
printf '0 1\n' >two.arcs
printf 'http://a/\nhttp://b/\n' >two.urls
if graphimport -f arcs --names two.urls -z 0 -o two.sp two.arcs &&
	"$reseal" two.sp set PHST.0 0.pages 999999999 count PHST.0 1000000000 \
		dropsec NAME dropsec GRPH >hosts.sp; then
	for filter in 'graphdump -s hosts' graphstat 'seedpick --random 2 --any'
	do
		run_sh "ulimit -v 500000; $filter -T 1 hosts.sp"
		expect "10^9 pages of two hosts: $filter" 65
		expect_message "10^9 pages of two hosts: $filter: why" \
			'hosts of 1000000000 pages without their graph or names'
	done
fi

# ---- many pages, few links ---------------------------------------------------

# An iteration takes time for the links, not for the pages: hits chooses the form
# that does (test_form.c: all forms give the same bits).  coreextract needs none:
# the four components are too small for a core.
printf '1099999 0\n3 500000\n7 9\n9 7\n' >few.arcs
graphimport -f arcs --dense -o few.sp few.arcs || exit 2
for filter in 'hits -i 20:form sparse' 'coreextract:rankings 0' \
	'pagerank:form compact'; do
	# shellcheck disable=SC2086 # several words
	run ${filter%:*} -v -R -o scores.sp few.sp
	expect_message "few links of many pages: ${filter%:*}" \
		"${filter#*:}"
done

# ---- foreign files that are made to fill memory ------------------------------

# bounded NAME STATUS MESSAGE COMMAND - a filter with 250 MB of address space
# reads standard input, says this ('': nothing), and ends so
bounded() {
	name=$1 wanted=$2 message=$3
	shift 3
	run_sh 'ulimit -v 250000; "$@" -T 1' "$@"
	expect "$name" "$wanted"
	expect_message "$name: message" "$message"
}

# zeros MIB [CHARACTER] - so many of them
zeros() {
	head -c $(($1 << 20)) /dev/zero | tr '\0' "${2-\0}"
}

# record TYPE LENGTH - the head of a record
record() {
	printf 'WARC/1.0\r\nWARC-Type: %s\r\n' "$1"
	printf 'WARC-Target-URI: http://a/\r\nContent-Length: %s\r\n' "$2"
	printf 'Content-Type: application/json\r\n\r\n'
}

# answer [CODING] - the head of a page
answer() {
	printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'
	printf 'Content-Encoding: %s\r\n\r\n' "${1-identity}"
}

{ record response 10000000000 && answer && zeros 300; } >long.warc
bounded 'a record of 10 GB that ends early' 65 \
	'bytes are there' crawlgraph <long.warc
bounded 'the same, warcstat' 0 'bytes are there' warcstat <long.warc
# Frames of 64 MiB that take 6 KB each: a record of 2 GB.
zeros 64 | zstd -qc >zeros.zst
{
	{
		record response $((2147483648 + $(answer | wc -c)))
		answer
	} | zstd -qc
	cat zeros.zst zeros.zst zeros.zst zeros.zst >zeros4
	cat zeros4 zeros4 zeros4 zeros4 zeros4 zeros4 zeros4 zeros4
} >bomb.warc.zst
bounded 'a record of 2 GB in 200 KB' 0 'longer than --max-record' \
	crawlgraph <bomb.warc.zst
answer zstd | cat - zeros.zst zeros.zst zeros.zst zeros.zst >body
{ record response "$(wc -c <body)" && cat body; } >bomb.warc
bounded 'a page of 256 MiB in 24 KB' 0 'longer than --max-record' \
	crawlgraph --max-record 8M <bomb.warc
printf '\135\052\115\030\377\377\377\377abc' >dictionary
bounded 'a dictionary of 4 GB' 65 'the dictionary at its start is over 32 MiB' \
	crawlgraph <dictionary
bounded 'the same, warcstat' 65 'the dictionary at its start is over 32 MiB' \
	warcstat <dictionary
{
	printf 'WARC/1.0\r\n'
	yes 'Name: value' | head -n 1000000
} >headers.warc
bounded 'a million headers' 65 'its headers are over 4 MiB' \
	crawlgraph <headers.warc
{
	answer | head -n 2
	yes 'Name: value' | head -n 1000000
	printf '\r\n<a href=b>'
} >body
{ record response "$(wc -c <body)" && cat body; } >headers.warc
bounded 'a million headers of HTTP' 0 '' crawlgraph <headers.warc
yes 'WARC/1.0

' | head -n 300000 >damage.warc
bounded '100,000 damaged records' 65 \
	'no page was fetched in 100000 records, 100000 of them damaged' \
	crawlgraph <damage.warc
bounded 'the same, warcstat' 0 'more damaged records' warcstat <damage.warc

# 24 pages of 8 MiB, each with fewer small ones before it in the memory of a
# batch, so that none comes to the place of another.
{ answer && zeros 8 x; } >body
{ record response "$(wc -c <body)" && cat body && printf '\r\n\r\n'; } >large
{ record response "$(answer | wc -c)" && answer && printf '\r\n\r\n'; } >small
for i in $(seq 24 -1 1); do
	for _ in $(seq "$i"); do
		cat small
	done
	cat large
done >places.warc
bounded '24 pages of 8 MiB' 0 '' crawlgraph <places.warc

# Lists in lists.
zeros 1 '[' >deep
{ printf '{"Container":{},"Envelope":' && cat deep; } >body
{ record metadata "$(wc -c <body)" && cat body; } >deep.wat
bounded 'WAT, a million lists' 65 'no valid JSON' crawlgraph <deep.wat
{
	printf '{"ClueWeb22-ID":"clueweb22-en0000-00-00000","outlinks":'
	cat deep
} >deep.json
bounded 'ClueWeb22, a million lists' 65 'lists in lists' crawlgraph <deep.json
{
	line='{"url":"http://a/","time":1795334402,"x":'
	printf '%s0}\n%s' "$line" "$line"
	cat deep
} >deep.scrapy
bounded 'Scrapy, a million lists' 0 '1 of 2 lines cannot be read' \
	crawlimport <deep.scrapy
{
	line='a)/ 20261122080001 {"url":"http://a/","status":'
	printf '%s"200"}\n%s' "$line" "$line"
	cat deep
} >deep.cdxj
bounded 'CDXJ, a million lists' 0 '1 of 2 lines cannot be read' \
	crawlimport <deep.cdxj

# What has no end.
# shellcheck disable=SC2089,SC2090 # a quote is one of the bytes
for byte in x ',' '"'; do
	{ printf 'Source,Target\na,"' && zeros 100 $byte; } >endless.csv
	bounded "CSV, no end of $byte" 65 \
		'line 2: a record of over 16 MiB: is a quote not closed?' \
		crawlgraph -f csv <endless.csv
done
{ printf 'Source,Target\na' && zeros 100 ','; } >endless.csv
bounded 'CSV, no end of fields' 65 \
	'line 2: a record of over 65536 fields: is the separator right?' \
	crawlgraph -f csv <endless.csv
{ printf 'time\turl\n1795334402\thttp://a/\n' && zeros 100 x; } >endless.tsv
bounded 'a log, no end of a line' 65 'line 3: over 16 MiB long: not a text file' \
	crawlimport -f tsv <endless.tsv
seq 50000 | awk 'BEGIN { print "time\turl" } {
	print 1795334402 + $1 "\thttp://h" $1 "/" }' >hosts.tsv
bounded '50,000 hosts in a log' 0 '' crawlimport -f tsv --table waits <hosts.tsv

plan
