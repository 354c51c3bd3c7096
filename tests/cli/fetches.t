#!/bin/sh
# SPDX-License-Identifier: MIT
#
# fetches.t - when pages were fetched, how large they were, their digests and
# captures: graphprune writes those of a replay, filters pass, carry and sum
# them, graphdump prints them; crawlgraph takes them from archives and
# crawlimport from logs
#
#	[BIN=bin] tests/cli/fetches.t

# shellcheck disable=SC2154 # of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
# shellcheck source=tests/cli/records.sh disable=SC1091
. "$here/records.sh"
data=$(cd "${SEEDPIPE_DATA:-$here/../../../shared/data}" 2>/dev/null && pwd)
need_reseal

# rows COMMAND... - the rows of a table as one line, cells joined by "="
rows() {
	"$@" | grep -v '^#' | tr '\t' '=' | paste -sd ' ' -
}

# ---- a replay, worked by hand ----------------------------------------------

# The graph of states.t.  Breadth first from page 0: 0, 1, 2, 4, 3, 5, ...
printf '%s\n' '0 1' '0 2' '0 4' '1 3' '2 1' '2 3' '2 5' '3 0' '4 5' '4 6' \
	'4 7' '5 4' '5 8' '7 1' '7 8' '8 7' '8 9' '9 4' '10 0' '10 4' >links
i=0
for h in a a a a b b b c c c c; do
	echo "http://$h.example/$i"
	i=$((i + 1))
done >names
echo 0 >start
graphimport -q --names names -o g11.sp links
crawlorder -q --order bfs,dfs --seeds start -o orders.sp g11.sp

run graphprune -q --fetched-first bfs:4 orders.sp -o known.sp
expect 'four downloads' 0
expect_is 'the time is the place in the order' \
	'0=1=-=-=1 1=2=-=-=1 2=3=-=-=1 4=4=-=-=1' \
	"$(rows graphdump -s fetches known.sp)"
expect_is 'with URLs' '4=4=-=-=1=http://b.example/4' \
	"$(rows graphdump -s fetches --urls known.sp | cut -d ' ' -f 4)"
expect_is 'as JSON' \
	'{"node": 4, "time": 4, "size": null, "digest": null, "captures": 1}' \
	"$(graphdump -s fetches --json known.sp | sed -n 4p)"
expect_is 'all together' 'downloads=4=4=4=1=4=0=0=0=0' \
	"$(rows graphdump -s fetches --summary known.sp)"
run graphprune -q --fetched-first dfs:3 orders.sp -o deep.sp
expect_is 'another order: times by page' "$(graphdump -s orders --order dfs \
	orders.sp | awk '!/^#/ && $2 <= 3 { print $7 "=" $2 }' | sort)" \
	"$(graphdump -s fetches --urls deep.sp |
		awk '!/^#/ { print $6 "=" $2 }' | sort)"
run graphprune -q --fetched-first bfs:4 -z 3 orders.sp -o again.sp
expect_is 'packed: the same rows' "$(rows graphdump -s fetches known.sp)" \
	"$(rows graphdump -s fetches again.sp)"
run graphdump -s fetches g11.sp
expect 'a stream without fetches' 65
expect_message 'says so' 'no fetches in the stream'

# Pages that several crawlers download.
crawlorder -q --order bfs --procs 2 --mode crossover --seeds start \
	-o crossed.sp g11.sp
name=$(graphdump -s orders crossed.sp | sed -n '2s/	.*//p')
graphprune -q --fetched-first "$name:9" crossed.sp -o crossed-known.sp
graphdump -s orders --order "$name" crossed.sp | awk '!/^#/ && $2 <= 9 {
	last[$7] = $2; count[$7]++
} END { for (url in last) print url, last[url], count[url] }' | sort >expected
graphdump -s fetches --urls crossed-known.sp |
	awk '!/^#/ { print $6, $2, $5 }' | sort >got
expect_same 'several crawlers: the last time, and all captures' expected got

# ---- what a crawl said -----------------------------------------------------

# crawl FILE - the downloads of the replay with times, sizes and digests:
# 1 January 2020 and a second a page, 100 bytes a page, one duplicate
crawl() {
	"$reseal" "$1" set ftch.head clock 1 \
		set ftch.0 0.time "$((1 + 2 * 1577836800))" \
		set ftch.0 1.time 3 set ftch.0 2.time 0 set ftch.0 3.time 3 \
		set ftch.0 0.size 101 set ftch.0 1.size 201 \
		set ftch.0 3.size 401 set ftch.0 1.captures 6 \
		set ftch.0 0.digest 171 set ftch.0 1.digest 0x1234567890abcdef \
		set ftch.0 3.digest 171
}
crawl known.sp >crawl.sp
dated='0=2020-01-01T00:00:00Z=100=00000000000000ab=1 '\
'1=2020-01-01T00:00:01Z=200=1234567890abcdef=7 2=-=-=-=1 '\
'4=2020-01-01T00:00:02Z=400=00000000000000ab=1'
expect_is 'times, sizes, digests' "$dated" \
	"$(rows graphdump -s fetches crawl.sp)"
expect_is 'all together' 'seconds=4=10=3=2020-01-01T00:00:00Z='\
'2020-01-01T00:00:02Z=3=700=3=2' \
	"$(rows graphdump -s fetches --summary crawl.sp)"
run graphdump -s fetches --to npy vector crawl.sp
expect 'as vectors' 0
expect_is 'times, and what is not known' ' 1577836802 ' \
	"$(tail -c 8 vector.time.npy | od -An -v -td8 | tr -s ' \n' ' ')"
expect_is 'sizes' ' 100 200 -1 400 ' \
	"$(tail -c 32 vector.size.npy | od -An -v -td8 | tr -s ' \n' ' ')"
expect_is 'captures' ' 1 7 1 1 ' \
	"$(tail -c 16 vector.captures.npy | od -An -v -tu4 | tr -s ' \n' ' ')"

run graphstat crawl.sp
expect 'graphstat' 0
expect_is 'describes fetches beside states' 'pages with a fetch 4 50.0 %
captures 10
captures per page 2.50
first fetch 2020-01-01T00:00:00Z
last fetch 2020-01-01T00:00:02Z
pages of known size 3 75.0 %
bytes of these 700
pages with a digest 3 75.0 %
duplicates of these 1 33.3 %' "$(sed -n '/^Fetched/,/^$/p' "$out" |
	sed -n '/pages with a fetch/,$p' | tr -s ' ' | sed 's/^ //; /^$/d')"
expect_is 'as JSON' '"fetches": {"pages": 4, "captures": 10, '\
'"captures_per_page": 2.5, "clock": "seconds", '\
'"first": "2020-01-01T00:00:00Z", "last": "2020-01-01T00:00:02Z", "sized": 3, '\
'"bytes": 700, "digested": 3, "duplicates": 1}' \
	"$(graphstat --json crawl.sp | grep -o '"fetches": {[^}]*}')"
expect_is 'of a replay' '"first": 1, "last": 4, "sized": 0, "bytes": 0, '\
'"digested": 0, "duplicates": 0' "$(graphstat --json known.sp |
	grep -o '"first": 1.*"duplicates": 0')"
expect_is 'of a stream without states' 1 \
	"$("$reseal" crawl.sp dropsec stat | graphstat | grep -c '^Fetched')"
expect_is 'of no fetch' '"pages": 0, "captures": 0, "captures_per_page": null' \
	"$("$reseal" crawl.sp drop ftch.0 | graphstat --json |
		grep -o '"pages": 0, "captures": 0.*null, "clock"' |
		sed 's/, "clock"//')"
expect_is 'of a stream without fetches' '"fetches": null' \
	"$(graphstat --json g11.sp | grep -o '"fetches": null')"

# ---- filters that pass and carry them --------------------------------------

for filter in 'graphprune' 'graphprune --self-loops --unit none' \
	'graphprune --transpose' 'hits' 'pagerank' 'harmonic --exact' 'rank' \
	'crawlorder --order bfs --seeds start'; do
	# shellcheck disable=SC2086 # a filter and its options
	run $filter -q crawl.sp -o passed.sp
	expect_is "$filter passes fetches" "$dated" \
		"$(rows graphdump -s fetches passed.sp)"
done
pagerank -q -o ranked.sp crawl.sp
for filter in 'hits -R' 'seedpick --top pagerank:2'; do
	# shellcheck disable=SC2086
	run $filter -q ranked.sp -o passed.sp
	expect_is "$filter leaves them out, as it does states" 0 \
		"$(graphstat --json passed.sp | grep -c '"ftch"')"
done
printf '%s\n' 4 3 1 >some
graphprune -q --pages some crawl.sp -o some.sp
expect_is 'a subset carries them, by its numbers' \
	'0=2020-01-01T00:00:01Z=200=1234567890abcdef=7 '\
'2=2020-01-01T00:00:02Z=400=00000000000000ab=1' \
	"$(rows graphdump -s fetches some.sp)"
# A replay of a crawl: its times, the crawl's sizes and digests.
crawlorder -q --order dfs --seeds start crawl.sp |
	graphprune -q --fetched-first dfs:2 -o hold.sp
expect_is 'a replay has the sizes and digests of the crawl' \
	'0=1=100=00000000000000ab=1 1=2=200=1234567890abcdef=1' \
	"$(rows graphdump -s fetches hold.sp)"
"$reseal" crawl.sp dropsec ftch set stat.0 1.state 0 >unseen.sp
crawlorder -q --order dfs --seeds start unseen.sp |
	graphprune -q --fetched-first dfs:2 -o hold.sp
expect_is 'of a page that the crawl did not fetch, it has none' '0=1=-=-=1' \
	"$(rows graphdump -s fetches hold.sp)"

# Hosts: a has the pages 0, 1, 2 and 3, b has 4, 5, ...; the known ones.
run graphfold crawl.sp -o hosts.sp
expect 'hosts' 0
expect_is 'sums of captures and sizes, the last time, no digest' \
	'0=2020-01-01T00:00:01Z=300=-=9 1=2020-01-01T00:00:02Z=400=-=1' \
	"$(rows graphdump -s fetches hosts.sp)"
run graphfold g11.sp -o hosts.sp
expect_is 'no fetches, none of hosts' 0 \
	"$(graphstat --json hosts.sp | grep -c '"ftch"')"

# ---- what is refused -------------------------------------------------------

"$reseal" crawl.sp set stat.0 1.state 0 >bad.sp
for filter in 'graphdump -s fetches' 'hits' 'graphdump -s provenance'; do
	# shellcheck disable=SC2086
	run $filter bad.sp
	expect "$filter: a fetch of an unfetched page" 65
	expect_message "$filter: says so" \
		'page 1 has a fetch, but its state is "unfetched"'
done
"$reseal" crawl.sp movesec stat END. >bad.sp
run hits bad.sp
expect 'states after fetches' 65
"$reseal" crawl.sp dropsec stat >only.sp
expect_is 'fetches need no states' "$dated" \
	"$(rows graphdump -s fetches only.sp)"
"$reseal" crawl.sp repeatsec ftch set ftch/1.0 0.size 6 >twice.sp
expect_is 'the later section replaces the earlier one' \
	'0=2020-01-01T00:00:00Z=5=00000000000000ab=1' \
	"$(rows graphdump -s fetches twice.sp | cut -d ' ' -f 1)"

# ---- archives --------------------------------------------------------------

# page URL DATE STATUS BODY [HEADER...] - a record "response"
page() {
	url=$1 date=$2 status=$3 body=$4
	shift 4
	printf 'HTTP/1.1 %s X\r\nContent-Type: text/html\r\n\r\n%s' "$status" \
		"$body" | record response "$url" "$date" "$@"
}

# classes STREAM - the fetches, each digest as the place where it appears first
classes() {
	graphdump -s fetches --urls "$1" | awk -F '\t' '!/^#/ {
		if ($4 != "-" && !($4 in place))
			place[$4] = ++places
		print $6, $2, $3, $4 == "-" ? "-" : place[$4], $5
	}'
}

empty=3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ
{
	page http://a/ 2020-01-01T00:00:00Z 200 '<a href=/known>x</a>' \
		"WARC-Payload-Digest: sha1:$empty"
	page http://a/ 2021-01-01T00:00:09Z 200 '<a href=/known>' \
		'WARC-Payload-Digest: sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709'
	page http://a/ 2022-01-01T00:00:00Z 503 'try again later'
	page http://b/ 2020-02-30T00:00:00Z 404 'none'
	page http://c/ 2020-01-02T00:00:00.999Z 200 'none'
	printf 'none' | record resource http://d/ 2020-01-03T00:00:00Z
	: | record revisit http://e/ 2020-01-04T00:00:00Z \
		"WARC-Payload-Digest: $empty"
	: | record revisit http://f/ 1969-12-31T23:59:59.5Z
	page http://g/ 2020-01-05T00:00:00Z 200 ''
} >archive.warc
cat >expected <<'END'
http://a/ 2021-01-01T00:00:09Z 15 1 3
http://b/ - 4 2 1
http://c/ 2020-01-02T00:00:00Z 4 2 1
http://d/ 2020-01-03T00:00:00Z 4 2 1
http://e/ 2020-01-04T00:00:00Z - 1 1
http://f/ 1969-12-31T23:59:59Z - - 1
http://g/ 2020-01-05T00:00:00Z 0 3 1
END
run crawlgraph -q -o archive.sp archive.warc
expect 'an archive' 0
classes archive.sp >got
expect_same 'time, size and digest of what is kept; all captures' expected got
run crawlgraph -q --first -o first.sp archive.warc
expect_is 'the first capture' 'http://a/ 2020-01-01T00:00:00Z 20 1 3' \
	"$(classes first.sp | head -n 1)"
run crawlgraph -q --by-url -T 3 -o by-url.sp archive.warc
classes by-url.sp >got
expect_same 'in the order of their URLs' expected got
sed 's/\r//' archive.warc | awk '/^WARC-Date/ { $0 = "WARC-Date: ?\r" }
	{ print $0 (/\r$/ ? "" : "\r") }' >undated.warc
run crawlgraph -q -o undated.sp undated.warc
expect_is 'no times: no clock' none \
	"$(rows graphdump -s fetches --summary undated.sp | cut -d = -f 1)"
{
	printf 'HTTP/1.1 302 X\r\nLocation: http://b/\r\n\r\n' |
		record response http://a/ 2020-01-01T00:00:00Z
	page http://b/ 2021-01-01T00:00:00Z 200 'there'
} >redirect.warc
crawlgraph -q --fold-redirects -o folded.sp redirect.warc
expect_is 'a page that is folded has no fetch' \
	'http://b/ 2021-01-01T00:00:00Z 5 1 1' "$(classes folded.sp)"
crawlgraph -q -o whole.sp archive.warc
run crawlgraph -q --parts 2 -o part.sp archive.warc
expect 'in parts' 0
expect_is 'each part has the fetches of its pages' \
	"$(graphdump -s fetches whole.sp | cut -f 1-5)" \
	"$(for part in part.sp.*; do
		graphdump -s fetches "$part"
	done | cut -f 1-5 | sed '2,$ { /^#/d; }')"

# Shares of tasks: those of a page are summed, the last one counts.
{
	page http://a/ 2020-01-01T00:00:00Z 200 'x' 'WARC-Payload-Digest: sha1:A'
	page http://b/ 2020-01-01T00:00:00Z 500 'failed'
} >share.0
{
	page http://a/ 2024-01-01T00:00:00Z 200 'xy' 'WARC-Payload-Digest: sha1:B'
	page http://a/ 2024-01-02T00:00:00Z 404 ''
	page http://b/ 2020-01-01T00:00:00Z 200 'worked'
} >share.1
for k in 0 1; do
	crawlgraph -q --for-merge $k/2 -o share.$k.sp share.$k
done
run graphmerge -q -z 0 -o merged.sp share.0.sp share.1.sp
expect 'a merge' 0
expect_is 'the best fetch, the captures of all' \
	'http://a/ 2024-01-01T00:00:00Z 2 1 3 http://b/ 2020-01-01T00:00:00Z 6 2 2' \
	"$(classes merged.sp | paste -sd ' ' -)"
crawlgraph -q --by-url -z 0 -o one.sp share.0 share.1
"$reseal" one.sp dropsec PROV >one.bare
"$reseal" merged.sp dropsec PROV/1 dropsec PROV >merged.bare
expect_true 'the bytes of one import' cmp one.bare merged.bare

# wat URL MEMBERS HEADERS - a WAT record of a response
wat() {
	{
		printf '{"Envelope":{"Payload-Metadata":{"HTTP-Response-Meta'
		printf 'data":{"Response-Message":{"Status":"200"}%s}},' "$2"
		printf '"WARC-Header-Metadata":{"WARC-Type":"response",'
		printf '"WARC-Target-URI":"%s"%s}}}' "$1" "$3"
	} >j
	record metadata "$1" 2020-01-01T00:00:00Z \
		'Content-Type: application/json' <j
}
{
	wat http://a/ ',"Entity-Length":"123","Entity-Digest":"sha1:X"' \
		",\"WARC-Payload-Digest\":\"sha1:$empty\""
	wat http://b/ ',"Entity-Length":77,"Entity-Digest":"'$empty'"' \
		',"WARC-Date":"2019-06-01T00:00:00Z"'
	wat http://c/ ',"Entity-Length":"9223372036854775808"' ''
	wat http://d/ ',"Entity-Length":"-1"' ''
} >a.wat
run crawlgraph -q -f wat -o wat.sp a.wat
if grep -q 'built without' "$err"; then
	skip 'built without JSON'
else
	cat >expected <<'END'
http://a/ 2020-01-01T00:00:00Z 123 1 1
http://b/ 2019-06-01T00:00:00Z 77 1 1
http://c/ 2020-01-01T00:00:00Z - - 1
http://d/ 2020-01-01T00:00:00Z - - 1
END
	classes wat.sp >got
	expect_same 'metadata of an archive' expected got
fi

# ---- logs ------------------------------------------------------------------

# heritrix TIME STATUS SIZE PAGE DIGEST - a line of a crawl.log
heritrix() {
	echo "2013-05-22T08:17:$1.900Z $2 $3 $(sed -n "$(($4 + 1))p" names) L -" \
		"text/html #1 20130522081700000+9 $5 - -" |
		sed "s/20130522081700000/201305220817${1}000/"
}
# logged NAME FETCHES LOG [GRAPH] - what crawlimport makes of it
logged() {
	run crawlimport -q -g "${4:-g11.sp}" -o logged.sp "$3"
	expect "$1: is read" 0
	expect_is "$1: fetches" "$2" "$(classes logged.sp |
		sed 's|http://.*/\([0-9]*\) 2013-05-22T08:17:|\1 |
			s|http://.*/\([0-9]*\) |\1 |' | paste -sd ',' -)"
}
{
	heritrix 10 200 100 0 sha1:$empty
	heritrix 11 301 20 1 -
	heritrix 12 404 - 2 "$empty"
	heritrix 13 -2 - 3 -
	heritrix 14 -9998 - 4 -
	heritrix 15 200 50 0 sha1:A
	heritrix 16 503 70 0 sha1:B
	heritrix 17 -5000 - 5 -
	heritrix 18 500 7 6 -
	heritrix 19 200 8 6 sha1:A
} >crawl.log
result='0 15Z 50 1 3,1 11Z 20 - 1,2 12Z - 2 1,3 13Z - - 1,6 19Z 8 1 2'
logged 'a crawl.log' "$result" crawl.log
cp logged.sp first.sp
tac crawl.log >reversed.log
logged 'in the reverse order' "$result" reversed.log
cp logged.sp reversed.sp
expect_is 'the same but for the order of downloads' \
	"$(graphdump -s fetches first.sp)" "$(graphdump -s fetches reversed.sp)"
{
	heritrix 30 404 1 0 sha1:A
	heritrix 31 304 - 1 -
	heritrix 09 404 9 2 sha1:C
	heritrix 20 -9998 - 7 -
	heritrix 21 200 3 8 -
} >second.log
logged 'a later log adds to them' '0 15Z 50 1 4,1 31Z - - 2,2 12Z 9 2 2,'\
'3 13Z - - 1,6 19Z 8 1 2,8 21Z 3 - 1' second.log first.sp
# Each field is that of the last line that says it, in any order of the lines.
{
	heritrix 10 200 70 1 sha1:A
	heritrix 12 200 60 1 -
	heritrix 11 200 - 1 sha1:B
	heritrix 13 200 - 1 -
} >silent.log
result='1 13Z 60 1 4'
logged 'lines that say less' "$result" silent.log
grep -v sha1:A silent.log >later.log
grep sha1:A silent.log | cat later.log - >reversed.log
logged 'with the oldest line last' "$result" reversed.log
{
	heritrix 10 200 70 1 sha1:A
	heritrix 10 200 70 1 sha1:B
} >equal.log
sort -r equal.log >reversed.log
expect_is 'one digest of lines of the same time, in any order of them' \
	"$(run crawlimport -q -g g11.sp equal.log &&
		graphdump -s fetches "$out" | cut -f 4)" \
	"$(run crawlimport -q -g g11.sp reversed.log &&
		graphdump -s fetches "$out" | cut -f 4)"
expect_is 'the digest of the later line' \
	"$(run crawlimport -q -g g11.sp later.log &&
		graphdump -s fetches "$out" | cut -f 4)" \
	"$(graphdump -s fetches logged.sp | cut -f 4)"
"$reseal" first.sp dropsec ftch >states.sp
{
	heritrix 40 500 1 0 sha1:A
	heritrix 41 200 1 9 -
} >late.log
logged 'a fetch that the graph does not date' '0 - - - 1,9 41Z 1 - 1' \
	late.log states.sp
heritrix 40 200 1 9 sha1:A >late.log
run crawlimport -g known.sp -o logged.sp late.log
expect_message 'warns of fetches of a replay' \
	'are those of a replay, and are replaced by those of the log'
run crawlimport -q -R -g g11.sp -o logged.sp crawl.log
expect_is 'results alone have none' 0 \
	"$(graphstat --json logged.sp | grep -c '"ftch"')"
logged 'an index: no sizes of bodies' '0 2020-01-01T00:00:00Z - 1 1,'\
'1 2020-01-01T00:00:01Z - 1 2' /dev/stdin <<END
 CDX N b a m s k r M S V g
x 20200101000000 http://a.example/0 text/html 200 $empty - - 99 0 x.warc.gz
x 20200101000000 http://a.example/1 text/html 200 $empty - - 99 0 x.warc.gz
x 20200101000001 http://a.example/1 warc/revisit - - - - 99 0 x.warc.gz
END
logged 'without a header' '0 2020-01-01T00:00:00Z - 1 1' /dev/stdin <<END
x 20200101000000 http://a.example/0 text/html 200 $empty - - 0 x.warc.gz
END
if run crawlimport -q -f cdxj -g g11.sp -o logged.sp /dev/null &&
	grep -q 'built without' "$err"; then
	skip 'built without JSON'
else
	logged 'as JSON' '0 2020-01-01T00:00:00Z - 1 1,'\
'1 2020-01-01T00:00:00Z - 1 1' /dev/stdin <<END
x 20200101000000 {"url":"http://a.example/0","digest":"sha1:$empty","length":"9"}
x 20200101000000 {"uri":"http://a.example/1","sha":"$empty","rle":"9"}
END
fi

# The log of a crawl, read by perl alone: of each URL the last line with the
# best status.
cat >read-log.pl <<'END'
my (%best, %count);
while (<STDIN>) {
	my ($end, $status, $size, $url, undef, undef, undef, undef, $start,
	    $digest) = split;
	next if $url !~ /^http/;
	my ($date) = $start =~ /^(\d{14})/;
	$date =~ s/(....)(..)(..)(..)(..)(..)/$1-$2-$3T$4:$5:$6Z/;
	my $rank = $status == 200 ? 2 : 1;
	my $old = $best{$url};
	$count{$url}++;
	$best{$url} = [$rank, $date, $size, $digest]
		if !$old || $rank > $old->[0] ||
		   ($rank == $old->[0] && $date gt $old->[1]);
}
print "$_ @{$best{$_}}[1 .. 3] $count{$_}\n" for keys %best;
END
log=$data/logs/heritrix-1.14-crawl.log
if [ -r "$log" ]; then
	crawlgraph -q -o arc.sp "$data/warc/heritrix-1.14.arc"
	run crawlimport -q -g arc.sp -o real.sp "$log"
	grep -v /robots.txt "$log" | perl read-log.pl | sort | awk '{
		if (!($4 in place)) place[$4] = ++places
		$4 = place[$4]; print }' >expected
	"$reseal" arc.sp dropsec ftch dropsec stat >bare.sp
	run crawlimport -q -g bare.sp -o real.sp "$log"
	classes real.sp | sort >got
	expect_same 'a real crawl.log: what perl reads' expected got
else
	skip "no $log"
fi

# ---- real archives ---------------------------------------------------------

# The records of a WARC file, read by perl alone: URL, date, bytes after the
# HTTP head, digest.
cat >read-warc.pl <<'END'
local $/;
my $all = <STDIN>;
pos($all) = 0;
my (%place, $places);
while ($all =~ m{\GWARC/[0-9.]+\r\n(.*?)\r\n\r\n}sgc) {
	my $head = $1;
	my ($length) = $head =~ /^Content-Length: *(\d+)/mi;
	my $block = substr($all, pos($all), $length);
	pos($all) += $length;
	$all =~ /\G[\r\n]*/gc;
	next if $head !~ /^WARC-Type: *response/mi;
	my ($url) = $head =~ /^WARC-Target-URI: *(\S+)/mi;
	next if $url !~ /^http/;
	my ($date) = $head =~ /^WARC-Date: *(\S+)/mi;
	my ($digest) = $head =~ /^WARC-Payload-Digest: *(\S+)/mi;
	$block =~ /\r?\n\r?\n/g;
	print "$url $date ", $length - pos($block), " $digest\n";
}
END
# same_classes WHAT - the rows of expected have the classes of those in got
same_classes() {
	sort expected | awk '{ if (!($4 in place)) place[$4] = ++places
		$4 = place[$4]; print $1, $2, $3, $4 }' >known
	sort got | awk '{ if (!($4 in place)) place[$4] = ++places
		$4 = place[$4]; print $1, $2, $3, $4 }' >kept
	expect_same "$1" known kept
}
if [ -r "$data/warc/blackbook.warc.gz" ]; then
	gzip -dc "$data/warc/blackbook.warc.gz" | perl read-warc.pl >expected
	expect_true 'perl reads 261 responses' [ "$(wc -l <expected)" = 261 ]
	for file in blackbook.warc.gz blackbook.arc.gz; do
		crawlgraph -q -o real.sp "$data/warc/$file"
		graphdump -s fetches --urls real.sp |
			awk '!/^#/ { print $6, $2, $3, $4 }' >got
		same_classes "$file: what perl reads"
	done
else
	skip "no blackbook.warc.gz in \$SEEDPIPE_DATA"
fi

# ---- many pages ------------------------------------------------------------

# A chain, so that the order is that of the pages; frames have 16,384 fetches.
seq 0 99999 | awk '{ print $1, $1 + 1 }' | graphimport -q -o chain.sp
crawlorder -q --order bfs --seeds start -o chain-orders.sp chain.sp
graphprune -q --fetched-first bfs:100000 chain-orders.sp -o chained.sp
graphdump -s fetches chained.sp | awk '!/^#/ {
	rows++
	wrong += $1 != NR - 2 || $2 != NR - 1 || $5 != 1
} END { print rows, wrong }' >got
expect_is 'a chain of 100,000' '100000 0' "$(cat got)"
graphprune -q --fetched-first bfs:100000 -T 1 chain-orders.sp -o one.sp
expect_true 'the same bytes on one thread' cmp chained.sp one.sp

plan
