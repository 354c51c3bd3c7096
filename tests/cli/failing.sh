# shellcheck shell=sh
# SPDX-License-Identifier: MIT
#
# failing.sh - filters whose calls can be made to fail, and inputs for them.
# Include lib.sh first.
#
# $failing is the folder of these filters, which make sanitized links with
# failing.c; make failing makes the same without sanitizers.  Without these
# folders, the whole test script is skipped.

# shellcheck disable=SC2154 # lib.sh sets variables

sanitized=${SANITIZED:-${BUILD:-build}/sanitized/bin}
failing=${sanitized%/bin}/failing
[ -x "$failing/hits" ] || skip_all 'there is no sanitized build'
failing=$(cd "$failing" && pwd)
plain=${BUILD:-build}/failing
[ -x "$plain/hits" ] || skip_all "there is no $plain; make failing builds it"
plain=$(cd "$plain" && pwd)

# Which calls are tried depends on how many there are, and that on the machine
# and on the time: FAILING_RUNS=1000000 tries them all, and must pass, too.
[ -z "${FAILING_RUNS-}" ] || echo "# at most $FAILING_RUNS calls of a command"

# loop NAME COMMAND - runs the command in the loop of failing.c; FAILING, WHAT
# and OUTPUT, the file for -o, are described there.  RUNS calls fail in the plain
# filter, and other calls, a quarter as many, in the sanitized one: a run takes
# five times as long there, and only sees more where memory is misused or lost.
loop() {
	title=$1
	shift
	if [ -n "${OUTPUT-}" ]; then
		made=${OUTPUT%/*}
		set -- "$@" -o "$OUTPUT"
	else
		made=
	fi
	loop_both "$@"
}

# loop_set NAME FILE:FILE... COMMAND - the same for a filter that writes these
# files of the folder "of" as a set: one call fails, since what is to be undone
# needs those after it
loop_set() {
	title=$1
	OUTPUT=$(echo "of/$2" | sed 's|:|:of/|g')
	export OUTPUT
	made=of
	shift 2
	TEXT=1 FAILING=once loop_both "$@"
	unset OUTPUT
}

# loop_step NAME FILE COMMAND - the same for a task that adds FILE to a folder of
# others, and would take an old one for its own
loop_step() {
	title=$1 OUTPUT=$2 made=
	export OUTPUT
	shift 2
	FRESH=1 TEXT=1 FAILING=once loop_both "$@" </dev/null
	unset OUTPUT
}

# merge_steps - merges two shares by tasks; calls merge_step NAME FILE COMMAND for
# one of each step after the plan, whose FILE the COMMAND makes
merge_steps() {
	mkdir work of
	crawlgraph -q --for-merge 0/2 -o share.0 pages.warc.gz
	crawlgraph -q --for-merge 1/2 -o share.1 texts.warc
	graphmerge -q --work work --step plan --parts 2 share.0 share.1 >steps
	while read -r step count; do
		file=work/$step.00000
		set -- --step "$step:0"
		case $step in
		redirects)
			file=work/redirects
			set -- --step redirects
			;;
		rows)
			file=of/part
			set -- --step rows:0 -o of/part
			;;
		esac
		merge_step "graphmerge --step $step" "$file" \
			graphmerge -q -T 1 --work work "$@"
		graphmerge -q --work work "$@"
		[ "$count" -eq 1 ] || [ "$step" = rows ] ||
			graphmerge -q --work work --step "$step:1"
	done <steps
	rm -r work of
}

# loop_both COMMAND - both loops of $title, with a new folder $made if it is set
loop_both() {
	RUNS=${FAILING_RUNS:-$RUNS} loop_in "$plain" "$@" || return 0
	all_calls=$calls
	case ${FAILING_RUNS:+all}$WHAT in
	ENOSPC | EDQUOT | EMFILE | EINTR | EAGAIN)
		# A filter goes the same ways after these as after EIO or a
		# short read or write, which the sanitizers see.
		ok "$title, of $all_calls"
		return
		;;
	esac
	RUNS=${FAILING_RUNS:-$((RUNS / 4 + 1))} loop_in "$failing" "$@" &&
		ok "$title, of $all_calls"
}

# loop_in FOLDER COMMAND - the loop of this folder's filter: is all well?  Sets
# $calls.
loop_in() {
	program=$1/$2
	shift 2
	[ -z "$made" ] || mkdir "$made"
	run "$program" "$@"
	[ -z "$made" ] || rm -r "$made"
	calls='' runs='' survived=''
	[ ! -s "$out" ] || read -r calls runs survived <"$out"
	case "$status,$calls,$runs,$survived" in
	*[!0-9,]* | *,,* | *,) ;;
	0,[1-9]*,[1-9]*) return ;;
	esac
	not_ok "$title" "$program: status $status: $(cat "$out" "$err")"
}

# ---- inputs ----------------------------------------------------------------

cd "$folder" || exit 2
{
	graphgen -n 50 -z 0 -o graph && graphgen -n 50 -z 3 -o packed &&
		graphprune graph -o pruned &&
		graphdump graph | tail -n +2 >arcs && gzip -k arcs &&
		sed 's/$/ 2/' arcs | zstd -q -o weighted.zst &&
		hits graph -o scored &&
		pagerank -R graph -o rank && printf '0\n1\n' >list &&
		graphdump -s names graph | tail -n +2 | cut -f 3 >urls &&
		sed 's|.*//||; s|/.*||' urls >hosts &&
		head -n 1 hosts >some-hosts &&
		printf '%s\n' 'http://new.example/	gone' | cat urls - >fetched &&
		graphimport -q --names urls --domain -o domains arcs &&
		coreextract -q --seeds 3 scored -o cores &&
		seedpick cores -o seeds &&
		crawlorder -R -g graph --order bfs,opic,fpr@10 seeds \
			--queue-log log --queue-window 10 -o orders &&
		seq 0 49 | awk '{ print $1 "\t" $1 % 5 / 4 }' >relevance &&
		head -n 40 arcs | awk '{ print $1 "\t" $2 "\t0.5" }' \
			>anchors &&
		scoreimport --scores relevance --link-scores anchors graph \
			-o topic &&
		crawlorder -R --order bfs --procs 3 --seeds list topic \
			-o parallel &&
		crawlorder -R --order bfs --time host --seeds list topic \
			-o timed &&
		graphprune -q --fetched-first bfs/3:exchange:9 -g topic \
			parallel -o known &&
		awk 'BEGIN { for (i = 0; i < 50; i++) print i % 3 }' >owners &&
		graphgen --evolve 0.3 graph -o later
} || not_ok 'inputs for the test'
printf '3\n1 2\n\n0\n' >ascii.graph-txt
{
	echo '%%MatrixMarket matrix coordinate pattern general'
	printf '3 3 3\n1 2\n1 3\n3 1\n'
} >mtx
printf '0\tcom.example.a\n1\tcom.example.b\n2\torg.a\n' >vertices
printf '0\t1\n0\t2\n2\t0\n' >edges
# Longer than what is read before threads read ahead.
graphgen -n 40000 -z 0 -o long
graphgen -n 4500 | graphdump | tail -n +2 | sort -k 2n >many
printf 'http://a/\tInlinks:\n fromUrl: HTTP://b anchor: x\n\n' >linkdb
{
	printf '"Type","Source","Destination","w"\n'
	printf '"Hyperlink","http://a/","http://b:81/x/../","2"\n'
} >table.csv
printf '{"url":"http://a/","ClueWeb22-ID":"clueweb22-en0000-00-00000",
"outlinks":[["http://b/","0","text","","en","clueweb22-en0000-00-00001"]]}' |
	tr -d '\n' >clueweb22

# record TYPE URL - a WARC record of the block in standard input
record() {
	cat >block
	printf 'WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\n' "$@"
	printf 'Content-Type: application/json\r\nContent-Length: %d\r\n\r\n' \
		"$(wc -c <block)"
	cat block
	printf '\r\n\r\n'
}

# http HEADER [COMMAND] - a response with the body that the command packs
http() {
	printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n%s\r\n\r\n' "$1"
	${2-cat}
}
# Bodies in every coding, a host and a query that are not ASCII.  No charset that
# the C library loads a module for: without memory, it says that there is none.
{
	printf '<title>t</title><a href="//b\303\274/?\202\240
		">a page</a><table><img src=i><p><b></table><svg><a href=b>' |
		http 'Content-Encoding: gzip' 'gzip -c' |
		record response http://b.example/
	printf '<base href=/d><a href=e>' |
		http 'Content-Encoding: zstd' 'zstd -qc' |
		record response http://c.example/
	# Brotli can also hold bytes as they are.
	printf '\220\000\020<a href=b>\003' | http 'Content-Encoding: br' |
		record response http://d.example/
	printf 'a\r\n<a href=c>\r\n0\r\n\r\n' |
		http 'Transfer-Encoding: chunked' |
		record response http://e.example/
	printf 'HTTP/1.1 302 Y\r\nLocation: //c.example\r\n\r\n' |
		record response http://f.example/
} >pages.warc
gzip -k pages.warc
head -c 2000 pages.warc >dictionary
{
	size=$(zstd -qc dictionary | wc -c)
	printf '\135\052\115\030'
	# shellcheck disable=SC2059 # octal digits of the size
	printf "\\$(printf %03o $((size % 256)))\\00$((size / 256))\\0\\0"
	zstd -qc dictionary
	zstd -qc -D dictionary pages.warc
} >pages.warc.zst
printf '{"Container":{},"Envelope":{"Payload-Metadata":{
"HTTP-Response-Metadata":{"Response-Message":{"Status":"200"},"HTML-Metadata":{
"Links":[{"path":"A@/href","url":"b\\u00fc"}],"Head":{"Base":"/d/"}},
"Headers":{"Link":["<l>"]}}},"WARC-Header-Metadata":{"WARC-Type":"response",
"WARC-Target-URI":"http://b/"}}}' | record metadata http://b/ >pages.wat

# The same crawl in the logs of several crawlers: of two pages of the graph.
{
	read -r first
	read -r second
} <urls
printf '%s\t%s\n' 1795334401 "$first" 1795334402 "$second" >crawl.tsv
{
	printf '2026-11-22T08:00:01.000Z 200 9 %s - - a/b #001 - - - -\n' \
		"$first"
	printf '2026-11-22T08:00:02.000Z 200 9 %s L %s a/b #001 - - - -\n' \
		"$second" "$first"
} >heritrix
printf '%s\tVersion: 7\nStatus: 2 (db_fetched)\nFetch time: %s
Retries since fetch: 0\nRetry interval: 0 seconds (0 days)\n\n' \
	"$first" 'Sun Nov 22 08:00:01 UTC 2026' >nutch
printf 'Url,Status code,Status name,Fetch Time,Modified Time,Retries since fetch,
Retry interval seconds,Retry interval days,Score,Signature,Metadata\n' |
	tr -d '\n' >nutch.csv
printf '\n"%s",2,"db_fetched",%s,%s,0,0,0,1.0,"null","|"\n' "$first" \
	'Sun Nov 22 08:00:01 UTC 2026' 'Thu Jan 01 00:00:00 UTC 1970' \
	>>nutch.csv
printf '{"url":"%s","time":1795334402,"status":200,"referer":"%s"}\n' \
	"$second" "$first" "$first" '' >scrapy
printf '10.0.0.1 - - [22/Nov/2026:08:00:01 +0000] "GET %s HTTP/1.1" 200 1\n' \
	"$first" "$second" >access
printf 'a,b)/ 20261122080001 %s text/html 200 A - - 5 6 x\n' "$first" \
	"$second" >cdx
printf 'a,b)/ 20261122080001 {"url": "%s", "status": "200"}\n' "$first" \
	"$second" >cdxj
# Two records of a page.
printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.b/
WARC-Date: 2014-01-03T03:03:21Z\r\nWARC-Payload-Digest: sha1:CH3K3DWFFIUYJK5K7V6DWULFAN4FYIDS
Content-Length: %s\r\n\r\nHTTP/1.1 404\r\nContent-Type: a/b\r\n\r\nx\r\n
' 36 36 >page.warc
gzip -k page.warc
zstd -q page.warc
# A text, a page with a link, and a score for pages of the graph.
head -n 2 urls | {
	read -r first
	read -r second
	printf 'WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: %s
Content-Length: 4\r\n\r\npage\r\n\r\n' "$first"
	html="HTTP/1.1 200 OK

<p>a page with <a href=$first>a link</a>"
	printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s
Content-Length: %d\r\n\r\n%s\r\n\r\n' "$second" ${#html} "$html"
} >texts.warc
sed 's/$/ 0.5/' urls >by-url
# Eight pages without links: one bit per page.
printf 'nodes=8\narcs=0\nwindowsize=7\nminintervallength=4\nmaxrefcount=3
graphclass=it.unimi.dsi.webgraph.BVGraph\ncompressionflags=\nversion=0
zetak=3\n' >empty.properties
printf '\377' >empty.graph
