#!/bin/sh
# SPDX-License-Identifier: MIT
#
# maxurl.t - crawlgraph leaves out what takes too much: URLs over --max-url,
# links of pages whose URLs take 16 times the page, bodies that unpack to 1000
# times their size; none of them ends an import, and memory stays small
#
#	[BIN=bin] tests/cli/maxurl.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
# shellcheck source=tests/cli/records.sh disable=SC1091
. "$here/records.sh"

cd "$folder" || exit 2

# letters N - N times "x"
letters() {
	head -c "$1" /dev/zero | tr '\0' x
}

# page URL [HEADER...] - a record "response" of the HTML in standard input
page() {
	cat >html
	url=$1
	shift
	{
		printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'
		for header; do
			printf '%s\r\n' "$header"
		done
		printf '\r\n'
		cat html
	} | record response "$url" 2026-01-01T00:00:00Z
}

# long N - a URL of N bytes
long() {
	printf 'http://long/%s' "$(letters $(($1 - 12)))"
}

# expect_size NAME STREAM PAGES LINKS - the graph has as many
expect_size() {
	pages=$(graphdump -s names "$2" | grep -vc '^#')
	links=$(graphdump "$2" | grep -vc '^#')
	expect_is "$1" "$3 pages, $4 links" "$pages pages, $links links"
}

# ---- the length of a URL ---------------------------------------------------

{
	printf '<a href="%s"><a href="%s"><a href=/x>' "$(long 8192)" \
		"$(long 8193)" | page http://a/
	echo '<a href=/y>' | page "$(long 8192)"
	echo '<a href=/z>' | page "$(long 8193)"
	printf '<base href="http://b/%s/"><a href=1><a href=2>' \
		"$(letters 8182)" | page http://b/
} >long.warc

run crawlgraph --stats stats --max-url 8192 -o long.sp long.warc
expect 'a URL at the limit is a page, one over it is not' 0
expect_message 'a URL at the limit is a page, one over it is not: message' \
	'8.0 KiB, and are left out: see --max-url (first: "http://a/")'
expect_message 'a URL at the limit is a page, one over it is not: message' \
	'1 pages have URLs of over 8.0 KiB'
expect_size 'the limit counts bytes' long.sp 5 3
expect_true 'links and pages are counted' grep -q '"long_urls": *3' stats
expect_true 'pages that are left out are counted' \
	grep -q '"long_page_urls": *1' stats

crawlgraph -q -o default.sp long.warc
expect_true 'the limit is 8 KiB by default' cmp -s default.sp long.sp

run crawlgraph --max-url 8193 -o longer.sp long.warc
expect 'a larger limit' 0
expect_message 'a larger limit: no message' ''
expect_size 'has all' longer.sp 9 7

{
	printf '<a href=/x>' | page "http://a/$(letters 80)"
	printf '<a href=/x>' | page http://b/
} >short.warc
run crawlgraph --max-url 64 -o short.sp short.warc
expect 'a limit of 64 bytes' 0
expect_message 'a limit of 64 bytes: the URL and no more is shown' \
	"(first: \"http://a/$(letters 80)\")"

run crawlgraph --max-url 65536 -o none.sp long.warc
expect 'no limit is above what a name can have' 64

printf 'Source,Target\nhttp://a/,%s\nhttp://a/,%s\nhttp://a/,http://b/\n' \
	"$(long 8192)" "$(long 70000)" >long.csv
run crawlgraph -f csv -o csv.sp long.csv
expect 'tables have the same limit' 0
expect_message 'tables have the same limit: message' \
	'1 ends of links have names of over 8.0 KiB'
expect_size 'without that link' csv.sp 3 2

# ---- all URLs of a page ----------------------------------------------------

{
	printf '<base href="http://c/%s/">' "$(letters 60000)"
	seq -f '<a href=%.0f>' 10000 30000
} | page http://c/ >base.warc
for limit in 8192 65535; do
	run crawlgraph \
		--max-url $limit --memory-limit 64M -o base.sp base.warc
	expect "a long base and many links, --max-url $limit" 0
done
expect_message "a long base and many links, --max-url $limit: message" \
	'links of 1 pages are left out: their URLs take over 16 times the p'
links=$(graphdump base.sp | grep -vc '^#')
size=$(wc -c <base.warc)
expect_true 'has links of at most 16 times the page' \
	test $((links * 60000)) -le $((size * 16))
expect_true 'and not much less' test $((links * 61000)) -ge $((size * 15))

{
	printf '<base href="http://d/%s/">' "$(letters 8000)"
	seq -f '<a href=%.0f>' 1 200
} | page http://d/ >small.warc
run crawlgraph -o small.sp small.warc
expect 'a small page may have a mebibyte of URLs' 0
expect_message 'a small page may have a mebibyte of URLs: message' \
	'70 links of 1 pages are left out'
expect_size 'has 130 links' small.sp 131 130

# Packed pages, of which 256 are read at a time, and take 3 MB of URLs each.
{
	printf '<base href="http://e/%s/">' "$(letters 8000)"
	for _ in $(seq 400); do
		printf '<a href=1></a>%5000s' ''
	done
} | gzip -9n >packed
for i in $(seq 300); do
	page "http://e/$i" 'Content-Encoding: gzip' <packed
done >packed.warc
run crawlgraph -T 2 --memory-limit 700M \
	-o packed2.sp packed.warc
expect 'many packed pages with many URLs' 0
expect_message 'many packed pages with many URLs: no message' ''
crawlgraph -T 1 -o packed1.sp packed.warc
expect_true 'the same on one thread' cmp -s packed1.sp packed2.sp
expect_size 'and all links' packed1.sp 301 300

# ---- bombs -----------------------------------------------------------------

head -c 16777216 /dev/zero >zeros
gzip -9n <zeros >zeros.gz
{
	printf '<a href=/x>'
	head -c 1000000 zeros
} | gzip -9n >fewer.gz
{
	page http://f/bomb 'Content-Encoding: gzip' <zeros.gz
	gzip -9n <zeros.gz | page http://f/twice 'Content-Encoding: gzip, gzip'
	page http://f/fewer 'Content-Encoding: gzip' <fewer.gz
	echo '<a href=/y>' | page http://f/good
} >bomb.warc
run crawlgraph --stats stats -o bomb.sp bomb.warc
expect 'a body of zeros' 0
expect_message 'a body of zeros: message' \
	'offset 0: Content-Encoding: it unpacks to over 1000 times its size'
expect_true 'is damage of its record' grep -q '"damaged_records": *2' stats
expect_size 'and of no other' bomb.sp 6 2
run crawlgraph --strict -o bomb.sp bomb.warc
expect 'with --strict' 65
expect_message 'with --strict: message' \
	'it unpacks to over 1000 times its size'

plan
