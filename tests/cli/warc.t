#!/bin/sh
# SPDX-License-Identifier: MIT
#
# warc.t - crawlgraph reads web archives and their metadata: which pages and
# links, of which fetch, by which options; damage, bombs, threads, and the real
# archives of $SEEDPIPE_DATA
#
#	[BIN=bin] tests/cli/warc.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
# shellcheck source=tests/cli/records.sh disable=SC1091
. "$here/records.sh"

data=$(cd "${SEEDPIPE_DATA:-$here/../../../shared/data}/warc" 2>/dev/null && pwd)
cd "$folder" || exit 2

# http STATUS HTML [HEADER...] - an HTTP response
http() {
	printf 'HTTP/1.1 %s X\r\nContent-Type: text/html\r\n' "$1"
	html=$2
	shift 2
	for header; do
		printf '%s\r\n' "$header"
	done
	printf '\r\n%s' "$html"
}

# page URL YEAR STATUS HTML [HEADER...] - a record "response"
page() {
	url=$1 year=$2
	shift 2
	http "$@" | record response "$url" "$year-01-01T00:00:00Z"
}

# links STREAM - pages, then links, as URLs
links() {
	graphdump -s names "$1" | awk -F '\t' '!/^#/ { print $3 }' >named
	cat named
	graphdump "$1" | awk '
	FILENAME == "named" { url[FNR - 1] = $0; next }
	!/^#/ { print url[$1] " > " url[$2] }' named -
}

# expect_links NAME STREAM - its pages and links are those in standard input
expect_links() {
	links "$2" | sed 's|http://||g' >got
	cat >expected
	expect_same "$1" expected got
}

# ---- pages and links -------------------------------------------------------

{
	page http://A.example 2020 200 '<base href=/d/><a href=b>1</a>
		<a href="http://c.example/#x">2</a><a href=#top>3</a><a>4</a>
		<a href=mailto:x@y>5</a><img src=i.png><a href=b rel=nofollow>
		<area href=../f><iframe src=g></iframe><script src=s></script>
		<meta http-equiv=refresh content="1; url=r">
		<a href="http://[x/">6</a><a href="http://a b/">7</a>
		<link rel=canonical href=/canonical>' \
		'Link: <l>; rel=next, <m>; rel="nofollow"'
	page http://b.example/ 2020 404 '<a href=/lost>lost</a>'
	page http://c.example/ 2020 301 '' 'Location: /new?'
	printf 'a text' | record resource dns:a.example 2020-01-01T00:00:00Z
	printf '<a href=z>z</a>' | record resource http://r.example/x/ \
		2020-01-01T00:00:00Z 'Content-Type: text/html'
} >a.warc
run crawlgraph -v -o a.sp a.warc
expect 'an archive is recognised' 0
expect_links 'pages and links' a.sp <<'END'
a.example/
a.example/d/b
c.example/
a.example/f
a.example/d/g
a.example/d/r
b.example/
r.example/x/
r.example/x/z
a.example/ > a.example/d/b
a.example/ > c.example/
a.example/ > a.example/f
a.example/ > a.example/d/g
a.example/ > a.example/d/r
r.example/x/ > r.example/x/z
END
expect_message 'counts' 'records 5, damaged records 0, responses 3, resources 1, revisits 0, other schemes 1, html 2, not html 0, redirects 1, failed 1, fetched pages 4'
expect_message 'links that are no URLs are counted' 'bad urls 2,'

# more NAME OPTION TARGET... - the option adds links of the first pages to these
more() {
	what=$1 option=$2
	shift 2
	run crawlgraph "$option" -o more.sp a.warc
	expect "$what" 0
	links more.sp | sed 's|http://||g' >got
	links a.sp | sed 's|http://||g' | sort >before
	sort got | comm -13 before - | sed -n 's/.* > //p' >added
	expect_is "$what: links" "$*" "$(tr '\n' ' ' <added | sed 's/ $//')"
}
more 'rel=canonical' --canonical a.example/canonical
more 'the header Link' --link-headers a.example/l a.example/m
more 'Location' --redirects 'c.example/new?'
more 'links of all kinds' --all-links a.example/canonical a.example/d/i.png \
	a.example/d/s a.example/l a.example/m 'c.example/new?'
more 'no links with nofollow' --skip-nofollow ''
{
	page http://a.example/ 2020 200 \
		'<meta name=robots content=nofollow><a href=b>b</a>' 'Link: <l>'
	page http://b.example/ 2020 301 '' 'Location: #x'
	page http://c.example/ 2020 301 '' 'Location: '
} >nowhere.warc
run crawlgraph --skip-nofollow --link-headers --redirects -o nowhere.sp \
	nowhere.warc
expect_links 'robots forbid links of headers; redirects that lead nowhere' \
	nowhere.sp <<'END'
a.example/
b.example/
c.example/
END
run crawlgraph --fetched-only -o few.sp a.warc
expect_links 'only fetched pages' few.sp <<'END'
a.example/
c.example/
b.example/
r.example/x/
a.example/ > c.example/
END
run crawlgraph --fold-redirects -o fold.sp a.warc
links fold.sp | sed 's|http://||g' | grep 'c\.example' >got
expect_is 'a redirect becomes its target' 'c.example/new?
a.example/ > c.example/new?' "$(cat got)"

# ---- states of pages ---------------------------------------------------------

# states STREAM - the state and URL of each page
states() {
	graphdump -s states --urls "$1" | awk '!/^#/ { print $2, $3 }' |
		sed 's|http://||'
}
{
	page http://ok.example/ 2020 200 '<a href=http://known.example/>x</a>'
	page http://redirect.example/ 2020 302 '' 'Location: /there'
	page http://nowhere.example/ 2020 301 ''
	page http://gone.example/ 2020 410 ''
	page http://lost.example/ 2020 404 ''
	page http://choices.example/ 2020 300 ''
	page http://bad.example/ 2020 400 ''
	page http://failed.example/ 2020 503 ''
	page http://same.example/ 2020 304 ''
	page http://empty.example/ 2020 204 ''
	: | record revisit http://again.example/ 2020-01-01T00:00:00Z
	page http://better.example/ 2021 500 ''
	page http://better.example/ 2020 200 'an answer is better than none'
} >states.warc
crawlgraph -q -o states.sp states.warc
states states.sp >got
cat >expected <<'END'
ok ok.example/
unfetched known.example/
redirect redirect.example/
redirect nowhere.example/
gone gone.example/
gone lost.example/
redirect choices.example/
failed bad.example/
failed failed.example/
ok same.example/
ok empty.example/
ok again.example/
ok better.example/
END
expect_same 'states of pages' expected got
crawlgraph -q --by-url states.warc -o by-url.sp
states by-url.sp | sort >got
sort expected >sorted
expect_same 'states of pages in another order' sorted got
crawlgraph -q --fold-redirects states.warc -o fold.sp
states fold.sp | grep -v '^ok' >got
grep -v '^ok' expected | sed 's/^redirect redirect.example./unfetched redirect.example\/there/' >folded
expect_same 'a page that is folded leaves an unfetched one' folded got
crawlgraph -q --for-merge 0/1 states.warc -o share.sp
graphmerge -q share.sp -o merged.sp
states merged.sp >got
states by-url.sp >expected
expect_same 'a merge has the states that its shares found' expected got

# ---- a page that was fetched more than once ---------------------------------

{
	page http://p/ 2020 200 '<a href=2020>'
	page http://p/ 2022 200 '<a href=2022>'
	page http://p/ 2021 200 '<a href=2021>'
	page http://p/ 2023 503 '<a href=2023>'
	http 200 '' | record revisit http://p/ 2024-01-01T00:00:00Z
} >p.warc
run crawlgraph -v -o p.sp p.warc
expect_message 'fetches that were dropped are told' \
	'4 fetches of pages that were fetched more than once'
expect_links 'links of the last fetch, and no page of the others' p.sp <<'END'
p/
p/2022
p/ > p/2022
END
run crawlgraph --first -o p.sp p.warc
expect_links 'links of the first' p.sp <<'END'
p/
p/2020
p/ > p/2020
END

# ---- files, packed and not, and threads -------------------------------------

for i in 1 2 3 4 5 6 7; do
	for j in 1 2 3 4 5 6 7 8 9; do
		page "http://h$i/$j" 2020 200 "<a href=/$i$j><a href=//h$j/$i>"
	done >"part$i"
	gzip -c "part$i" >"part$i.gz"
done
cat part? >all
cat part?.gz >all.gz
crawlgraph -f warc part? -T1 -o one.sp
graphdump -s names -o names one.sp
graphdump -o rows one.sp
for how in 'part?' 'part?.gz' all all.gz; do
	for threads in 1 2 5; do
		# shellcheck disable=SC2086 # a pattern
		run crawlgraph -f warc -T "$threads" -o t.sp $how
		graphdump -s names t.sp >t.names
		graphdump t.sp >t.rows
		cat names rows >one
		cat t.names t.rows >other
		expect_same "$how with $threads threads" one other
	done
done
run_sh 'cat all.gz | crawlgraph -f warc - | graphdump'
expect_same 'from a pipe' rows "$out"

# ---- recognised, without -f --------------------------------------------------

# From a pipe that gives a few bytes at a time, and from standard input; whole,
# a member a record, and as a .warc.zst with its dictionary.
zstd -qc all >all.zst
head -c 4000 all >dictionary
zstd -qc dictionary >frame
{
	size=$(wc -c <frame)
	# shellcheck disable=SC1003,SC2059 # a byte by its number
	printf '\135\052\115\030\'"$(printf '%03o' $((size % 256)))"
	# shellcheck disable=SC1003,SC2059
	printf '\'"$(printf '%03o' $((size / 256)))"'\000\000'
	cat frame
	zstd -qc -D dictionary all
} >dictionary.zst
# shellcheck disable=SC2016 # $1 is that of run_sh
for file in all all.gz all.zst dictionary.zst; do
	run_sh 'dd if=$1 bs=777 status=none | crawlgraph - | graphdump' $file
	expect_same "$file from a pipe" rows "$out"
	expect_message "$file: nothing to say" ''
	run_sh 'crawlgraph <$1 | graphdump' $file
	expect_same "$file redirected" rows "$out"
	cp $file unnamed
	run_sh 'crawlgraph unnamed | graphdump'
	expect_same "$file with a name that says nothing" rows "$out"
done
mkfifo fifo
cat part1 >fifo &
run crawlgraph -o t.sp fifo part2.gz part[3-7]
wait
expect 'a pipe, and files' 0
graphdump t.sp >t.rows
expect_same 'all of them are read' rows t.rows
# Many empty members: nothing shows what they are.
printf '' | gzip >empty.gz
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14; do
	cat empty.gz empty.gz >twice
	mv twice empty.gz
done
cat empty.gz part1.gz >late.gz
run_sh 'cat late.gz | crawlgraph'
expect 'a pipe of which the first bytes unpack to nothing' 65
expect_message 'is told' 'unpacks to next to nothing: give -f warc'
run_sh 'crawlgraph -f warc part1 | graphdump >one.rows
	cat late.gz | crawlgraph -f warc | graphdump'
expect_same 'with -f it is read' one.rows "$out"

# ---- damage ------------------------------------------------------------------

{
	cat part1.gz
	gzip -c part2 | head -c 200
	cat part3.gz
} >bad.gz
run crawlgraph -f warc -o bad.sp bad.gz
expect 'a damaged file is read' 0
expect_message 'its damage is told, with the place' \
	"bad.gz: offset $(wc -c <part1.gz | tr -d ' ')"
crawlgraph -f warc --fetched-only part1 part3 | graphdump -s names |
	sed 's/^[0-9]*//' >expected
crawlgraph -q -f warc --fetched-only bad.gz | graphdump -s names |
	sed 's/^[0-9]*//' | grep -v http://h2/ >got
expect_same 'what is before and after is read' expected got
run_sh 'cat bad.gz | crawlgraph --fetched-only 2>message |
	graphdump -s names | sed "s/^[0-9]*//" | grep -v http://h2/'
expect_same 'also from a pipe' expected "$out"
run crawlgraph -f warc --strict -o no.sp bad.gz
expect 'with --strict it is an error' 65
expect_true 'and makes no file' ! test -e no.sp
for i in $(seq 15); do
	printf 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n%s\r\n\r\n5\r\nab' \
		'Content-Type: text/html' |
		record response "http://d/$i" 2020-01-01T00:00:00Z
done >many
run crawlgraph -o many.sp many
expect 'pages that are damaged inside' 0
expect_is 'ten of them are told, then their number' \
	'11 5 more records are damaged' \
	"$(wc -l <"$err" | tr -d ' ') $(sed -n 's/.*: //; $p' "$err")"

# Two bombs of 40 MiB: a body, and a page inside of one.
{
	printf '<a href=before>'
	head -c 41943040 /dev/zero | tr '\0' ' '
	printf '<a href=after>'
} | gzip >bomb
{
	printf 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n'
	printf 'Content-Encoding: gzip\r\n\r\n'
	cat bomb
} | record response http://bomb/ 2020-01-01T00:00:00Z >bomb.warc
run crawlgraph --max-record 1M -v -o bomb.sp bomb.warc
expect 'a page that unpacks to more than --max-record' 0
expect_links 'has the links before that' bomb.sp <<'END'
bomb/
bomb/before
bomb/ > bomb/before
END
expect_message 'and is told' '1 pages are longer than --max-record'

# ---- WAT -------------------------------------------------------------------

# wat TYPE URL MEMBERS - a record of metadata
wat() {
	{
		printf '{"Container":{},"Envelope":{"Payload-Metadata":'
		printf '{"HTTP-Response-Metadata":{%s}},' "$3"
		printf '"WARC-Header-Metadata":{"WARC-Type":"%s",' "$1"
		printf '"WARC-Target-URI":"%s"}}}' "$2"
	} >j
	record metadata "$2" 2020-01-01T00:00:00Z \
		'Content-Type: application/json' <j
}
{
	wat response http://a.example/ '"Response-Message":{"Status":"200"},
	"HTML-Metadata":{"Links":[{"Path":"A@/href","URL":"b","NAME":"n",
		"\u0001url":"x","ur":"x","link":"x","contents":"x"},
		{"path":"IMG@/src","url":"i.png"},{"path":"FORM@/action",
		"href":"/form"},{"path":"IFRAME@/src","url":"\u0067"},
		{"url":"c?x=1&amp;y&#x3D;2","path":"A@/href",
		"rel":"nofollow"}],
	"Head":{"Base":"/d/","Link":[{"path":"LINK@/href","url":"style",
		"rel":"stylesheet"},{"url":"canon","rel":"canonical"}],
		"Metas":[{"http-equiv":"refresh","content":"0;URL=r"}],
		"Scripts":[{"url":"s"}]}},
	"Headers":{"Link":["<l>; rel=next","<m>"],"Content-Location":"n"}'
	wat response http://b.example/ '"Response-Message":{"Status":302},
	"Headers":{"Location":"//c.example"}'
	wat request http://no.example/ '"HTML-Metadata":{"Links":[]}'
	printf '{"Envelope": [' | record metadata http://bad/ \
		2020-01-01T00:00:00Z 'Content-Type: application/json'
} >a.wat
run crawlgraph -o wat.sp a.wat
if grep -q 'built without' "$err"; then
	skip 'WAT' 'built without a library'
else
	expect 'metadata are recognised' 0
	expect_message 'damage is told' 'no valid JSON'
	run_sh 'gzip -c a.wat | crawlgraph 2>message >pipe.sp'
	expect_same 'from a pipe too' wat.sp pipe.sp
	expect_links 'their pages and links' wat.sp <<'END'
a.example/
a.example/d/b
a.example/d/g
a.example/d/c?x=1&y=2
a.example/d/r
b.example/
a.example/ > a.example/d/b
a.example/ > a.example/d/g
a.example/ > a.example/d/c?x=1&y=2
a.example/ > a.example/d/r
END
	run_sh 'crawlgraph -q --all-links a.wat | graphdump -s names |
		sed -n "s|.*http://||p" | sort | tr "\n" " "'
	expect_is 'links of all kinds' 'a.example/ a.example/d/b a.example/d/c?x=1&y=2 a.example/d/canon a.example/d/g a.example/d/i.png a.example/d/r a.example/d/s a.example/d/style a.example/form a.example/l a.example/m a.example/n b.example/ c.example/ ' "$(cat "$out")"
	wat response http://a.example/ '"Response-Message":{"Status":"200"},
	"HTML-Metadata":{"Links":[{"path":"A@/href","url":"b"}]},
	"Headers":{"X-Robots-Tag":"noindex, nofollow"}' >robots.wat
	for option in -q --skip-nofollow; do
		crawlgraph -f wat "$option" robots.wat |
			graphdump -s names | sed 1d | cut -f 3
	done >robots
	expect_is 'a header can forbid links' \
		'http://a.example/ http://a.example/b http://a.example/' \
		"$(paste -sd ' ' robots)"
fi

# ---- real archives -----------------------------------------------------------

if [ -z "$data" ]; then
	skip 'real archives' 'no data'
	plan
	exit
fi

# real FILE PAGES LINKS FETCHED REFETCHED DAMAGED - an archive of others
real() {
	run crawlgraph -v -f warc -o real.sp "$data/$1"
	expect_is "$1" "$2 pages, $3 links, $4 fetched, $5 refetched, $6 damaged" \
		"$(tr -d , <"$err" | tr '\n' ' ' | sed 's/.* pages \([0-9]*\) links \([0-9]*\) .*damaged records \([0-9]*\) .*fetched pages \([0-9]*\) refetched \([0-9]*\) .*/\1 pages, \2 links, \4 fetched, \5 refetched, \3 damaged/')"
}
# Compared with what others make of them by make interop (warc.t).
while read -r file numbers; do
	# shellcheck disable=SC2086 # numbers
	real "$file" $numbers
done <<'END'
arc2warc.warc 3 0 3 0 0
bad.arc.gz 1 0 1 0 3
blackbook.arc.gz 18209 20072 261 0 0
blackbook.warc.gz 18209 20072 261 0 0
heritrix-1.14.arc 3 0 3 0 0
ipwb-1memento.warc 3 0 3 0 0
ipwb-1memento_noContentType.warc 1 0 1 0 0
ipwb-2mementos.warc 3 0 3 1 0
ipwb-2mementos_htmlXhtml.warc 2 0 2 0 0
ipwb-2mementos_queryString.warc 2 0 2 0 0
ipwb-3mementos.warc 3 0 3 2 0
ipwb-4mementos.warc 3 0 3 3 0
ipwb-5mementos.warc 3 0 3 4 0
ipwb-5mementosAndFroggie.warc 4 0 4 4 0
ipwb-HTTP204.warc 2 0 2 0 2
ipwb-HTTP404.warc 1 0 1 0 0
ipwb-baconIpsum.warc.gz 1 0 1 0 0
ipwb-baconIpsum_chunked.warc 1 0 1 0 0
ipwb-baconIpsum_chunkedWithMetadata.warc 1 0 1 0 0
ipwb-baconIpsum_chunked_httpTrailors.warc 1 0 1 0 0
ipwb-broken.warc 2 0 2 0 1
ipwb-frogTest.warc 2 0 2 0 0
ipwb-froggie.warc.gz 3 0 3 0 0
ipwb-mkelly1.warc 157 155 2 0 0
ipwb-redirectRelative.warc 1 0 1 0 0
ipwb-salam-home.warc 3 2 1 0 0
ipwb-slash.warc 1 1 1 0 0
ipwb-variableSizedDates.warc 1 0 1 3 0
issue-493.warc 11 4 10 5 0
issue-514.warc 116 114 2 0 0
pywb-bad.arc 1 0 1 0 3
pywb-dupes.warc.gz 12 1 11 1 0
pywb-example-bad.warc.gz.bad 2 1 2 1 0
pywb-example-extra.warc 2 1 1 2 1
pywb-example-url-agnostic-orig.warc.gz 2 1 1 0 0
pywb-example-url-agnostic-revisit.warc.gz 1 0 1 0 0
pywb-example-wget-1-14.warc.gz 2 1 1 0 0
pywb-example-wpull.warc.gz 2 1 1 0 0
pywb-example.arc 2 1 1 0 0
pywb-example.arc.gz 2 1 1 0 0
pywb-example.warc 2 1 2 1 1
pywb-example.warc.gz 2 1 2 1 0
pywb-example2.warc.gz 2 1 1 0 0
pywb-httpbin-resource.warc.gz 1 0 1 0 0
pywb-iana.warc.gz 2319 2653 43 128 0
pywb-missing-status-text.warc 1 0 1 0 0
pywb-post-test.warc.gz 2 0 2 1 0
END
run crawlgraph -f warc -o none.sp "$data/ipwb-redirect.warc"
expect 'ipwb-redirect.warc ends inside its only page' 65
plan
