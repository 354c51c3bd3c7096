#!/bin/sh
# SPDX-License-Identifier: MIT
#
# relscore.t - scores of pages and links: from texts and from tables, which
# captures count, and the same bits for any number of threads
#
#	[BIN=bin] [SEEDPIPE_DATA=folder] tests/cli/relscore.t

# shellcheck disable=SC2016,SC2154 # of awk and sh -c, of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
cd "$folder" || exit 2

# text URL DATE TEXT - prints a record of a WET file
text() {
	printf 'WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: %s\r\n' \
		"$1"
	printf 'WARC-Date: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n' \
		"$2" "$(printf %s "$3" | wc -c)" "$3"
}

# page URL DATE HTML - prints a response
page() {
	body=$(printf 'HTTP/1.1 200 OK\r\nContent-Type: %s\r\n\r\n%s' \
		'text/html; charset=utf-8' "$3")
	printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\n' "$1"
	printf 'WARC-Date: %s\r\nContent-Type: application/http\r\n' "$2"
	printf 'Content-Length: %d\r\n\r\n%s\r\n\r\n' \
		"$(printf %s "$body" | wc -c)" "$body"
}

# scores FILE [NAME] - prints "URL score" of pages
scores() {
	graphdump -s scores --urls --score "${2-relevance}" "$1" |
		awk -F '\t' '!/^#/ { print $2, $3 }'
}

# links FILE NAME - prints "source target score" of links
links() {
	graphdump -s link-scores "$1" |
		awk -F '\t' -v name="$2" '$1 == name { print $2, $3, $4 }'
}

day=2020-01-01T00:00:00Z
cat >links.tsv <<'END'
http://a.example/	http://a.example/b
http://a.example/	http://c.example/
http://a.example/b	http://a.example/
http://c.example/	http://a.example/b
END
graphimport -q -f arcs -o web.sp links.tsv

# ---- the similarity -----------------------------------------------------------

{
	text http://a.example/ $day \
		'A web crawler is a program that crawls the Web.'
	text http://a.example/b $day 'Web crawler: web; CRAWLER!'
	text http://c.example/ $day 'none of this'
} >texts.wet
run relscore --query 'web crawler' -g web.sp -o scored.sp texts.wet
expect 'texts' 0
expect_message 'no messages' ''
scores scored.sp >found
cat >wanted <<'END'
http://a.example/ 0.5669467095138409
http://a.example/b 1
http://c.example/ 0
END
expect_same 'the example of the contract, the same text, no text' wanted found
run_sh 'relscore --query "web crawler" texts.wet <web.sp >piped.sp'
expect 'the graph from a pipe' 0
scores piped.sp >found
expect_same 'the same scores' wanted found
run_sh 'cat texts.wet | relscore --query "web crawler" -g web.sp - >piped.sp'
scores piped.sp >found
expect_same 'texts from a pipe' wanted found
gzip -c texts.wet >texts.wet.gz
run relscore --query 'web crawler' -g web.sp -o packed.sp texts.wet.gz
scores packed.sp >found
expect_same 'texts in gzip' wanted found

# (1 + ln tf) ln(N / df), by awk; "web" and "crawler" are in 2 of 3 pages.
awk 'BEGIN {
	rare = log(3); often = log(3 / 2); twice = 1 + log(2)
	q = often ^ 2 * 2
	a = (twice * rare) ^ 2 + (twice * often) ^ 2 + often ^ 2 + 5 * rare ^ 2
	dot = often * twice * often + often ^ 2
	printf "%.12f %.12f 0\n", dot / sqrt(q * a), 1 }' >wanted
run relscore --weight tfidf --query 'web crawler' -g web.sp -o w.sp texts.wet
expect 'weights' 0
scores w.sp | awk '{ printf("%s%s", NR == 1 ? "" : " ",
	$2 == 0 ? $2 : sprintf("%.12f", $2)) } END { print "" }' >found
expect_same 'the weights of awk' wanted found

# binary WHAT - the scores of "web program" as one line
binary() {
	relscore --binary "$1" --query 'web program' -g web.sp texts.wet \
		>binary.sp
	scores binary.sp | awk '{ printf "%s", $2 } END { print "" }'
}
expect_is '--binary any' 110 "$(binary any)"
expect_is '--binary all' 100 "$(binary all)"
expect_is '--binary 0.52' 100 "$(binary 0.52)"
expect_is '--binary 0.5' 110 "$(binary 0.5)"
run relscore --weight tfidf --binary any --anchors --query web -g web.sp \
	-o binary.sp texts.wet
expect 'weights are for scores of links, too' 0
run relscore --stem english --query 'program crawling' -g web.sp -o s.sp \
	texts.wet
if grep -q 'built without libstemmer' "$err"; then
	skip 'stems' 'built without libstemmer'
else
	expect 'stems' 0
	# "crawls" is a form of the word, "crawler" is none.
	expect_is 'stems: the scores' '2/sqrt(28) 0 0' "$(scores s.sp | awk '{
		same = ($2 - 2 / sqrt(28)) ^ 2 < 1e-24
		printf("%s%s", NR == 1 ? "" : " ", same ? "2/sqrt(28)" : $2)
		}')"
fi

# ---- several queries, names, what is replaced ------------------------------------

echo 'none of this' >query.txt
run relscore --query 'web crawler' --query-file same=query.txt \
	--query 'x.y=a=b' --anchors -g web.sp -o many.sp texts.wet
expect 'several queries' 0
expect_message 'a word that no page has' \
	'relscore: no page has the word "b" of the query'
expect_is 'the score of a file' '1' "$(scores many.sp same |
	sed -n 's/^http:\/\/c.example\/ //p')"
run relscore --query web -o again.sp -g many.sp texts.wet
expect_message 'a score with the name of another' 'are replaced'
expect_is 'each name once' 'relevance same x.y' "$(graphdump -s scores again.sp |
	sed -n '1s/^#node.//p' | tr '\t' '\n' | sort | paste -s -d ' ' -)"
run relscore -R --query web -g web.sp -o results.sp texts.wet
run graphdump -g web.sp -s scores results.sp
expect '-R: the scores alone' 0

# ---- captures --------------------------------------------------------------------

{
	text http://a.example/ 2020-02-02T00:00:00Z web
	text http://a.example/ 2020-02-01T00:00:00Z crawler
	text http://a.example/b $day crawler
	text HTTP://A.example:80/%62 $day web
	text http://c.example/ $day web
	text http://other.example/ $day web
} >captures.wet
for weight in tf tfidf; do
	run relscore --weight $weight --query 'crawler' -g web.sp -o c.sp \
		captures.wet
	expect_is "the last capture of a page, $weight" '0 0 0' \
		"$(scores c.sp | cut -d ' ' -f 2 | paste -s -d ' ' -)"
	run relscore --weight $weight --first --query crawler -g web.sp \
		-o c.sp captures.wet
	expect_is "the first capture, $weight" '1 1 0' \
		"$(scores c.sp | cut -d ' ' -f 2 | paste -s -d ' ' -)"
done
run relscore --stats stats --query web -g web.sp -o c.sp captures.wet
expect_is 'captures are counted' '6 2 1 3 0' "$(grep -o \
	'"\(captures\|pages_with\)[a-z_]*": [0-9]*' stats |
	sed 's/.* //' | paste -s -d ' ' -)"

# ---- links -----------------------------------------------------------------------

{
	page http://a.example/ $day '<title>web</title><p>one two
		<a href=b>web crawler</a> three <a href=/b>crawler</a>
		<a href=//c.example/><img src=i></a> four
		<a href=/not>web</a> five'
	page http://a.example/b $day '<a href=.>web</a>'
	page http://c.example/ $day 'no links'
} >pages.warc
run relscore --query 'web crawler' --anchors --context 2 -g web.sp -o l.sp \
	pages.warc
expect 'links' 0
links l.sp anchors >found
printf '0 1 1\n1 0 0.7071067811865475\n' >wanted
expect_same 'the larger of two links, none without words or in the graph' \
	wanted found
links l.sp contexts >found
# 0 1: one two three crawler: 1/sqrt(8); crawler three four web: 2/sqrt(8)
# 0 2: three crawler four web: 2/sqrt(8); 1 0 has no words around
printf '0 1 0.7071067811865475\n0 2 0.7071067811865475\n' >wanted
expect_same 'the words around links' wanted found
run crawlorder -g l.sp --seeds-top relevance:1 --anchors anchors \
	--contexts contexts --order bfs,bestfirst,fish,shark,otie -o o.sp
expect 'topical orders read the scores' 0

# ---- the same bits ---------------------------------------------------------------

graphgen -q -n 300 -o gen.sp
graphdump -s names gen.sp | awk -F '\t' '!/^#/ { text = ""
	x = x ? x : 1
	for (i = 0; i < 50; i++) {
		x = x * 16807 % 2147483647
		text = text " w" int((x / 2147483647) ^ 2 * 300)
	}
	printf "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: %s\r\n" \
		"Content-Length: %d\r\n\r\n%s\r\n\r\n", $3, length(text), text
}' >gen.wet
for weight in tf tfidf; do
	for threads in 1 2 3; do
		relscore --weight $weight -T $threads --query 'w1 w7 w20' \
			-g gen.sp -o "gen.$threads" gen.wet
	done
	expect_same "2 threads, $weight" gen.1 gen.2
	expect_same "3 threads, $weight" gen.1 gen.3
done

# ---- tables ------------------------------------------------------------------------

printf '# URL score\nHTTP://a.example 0.25\n\nhttp://c.example/#x\t1\n%s\n' \
	'http://no.example/ 0.5' >table
run relscore --from quality=table -g web.sp -o t.sp
expect 'a table' 0
cat >wanted <<'END'
http://a.example/ 0.25
http://a.example/b 0
http://c.example/ 1
END
scores t.sp quality >found
expect_same 'its scores' wanted found
printf '%s\n' '{"x":[{"url":1}],"url":"http://a.example/","s":-3,"score":7}' \
	'{"s":5,"url":"http:\/\/c.example/"}' >table.json
run relscore --from table.json --field s --rescale -g web.sp -o t.sp
expect 'JSON Lines' 0
printf 'http://a.example/ 0\nhttp://a.example/b 0\n%s\n' \
	'http://c.example/ 1' >wanted
scores t.sp >found
expect_same 'JSON Lines, rescaled' wanted found
printf 'http://c.example/ 0.5\nhttp://C.example/ 0.75\n' |
	gzip >table.gz
run relscore --from table.gz -g web.sp -o t.sp
expect_message 'a page twice' \
	'table.gz: 1 lines repeat the URL of another: the last counts'
expect_message 'most pages without a score' '2 of 3 pages have no score'
expect_is 'the last line' 0.75 "$(scores t.sp | sed -n 's/.*c.example\/ //p')"

# ---- real archives ---------------------------------------------------------------

if [ -n "$data" ] && [ -e "$data/warc/pywb-iana.warc.gz" ]; then
	iana=$data/warc/pywb-iana.warc.gz
	crawlgraph -q -f warc -o iana.sp "$iana"
	run relscore -q --query 'domain names' --anchors -g iana.sp \
		-o scored.sp "$iana"
	expect 'an archive of iana.org' 0
	expect_is 'the page on domain names is the best' 4 "$(graphdump \
		-s scores --urls --top relevance:5 scored.sp |
		grep -c '/domains')"
else
	skip 'an archive of iana.org' "no $data/warc"
fi

plan
