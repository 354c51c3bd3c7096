#!/bin/sh
# SPDX-License-Identifier: MIT
#
# crawlimport.t - orders of real crawls: every format, the seeds and parents of
# an order, what a second implementation makes of random logs, pages that the
# graph lacks, and tables
#
#	[BIN=bin] [SEEDPIPE_DATA=folder] tests/cli/crawlimport.t

# shellcheck disable=SC2016,SC2154 # of awk and sh -c, of lib.sh

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
cd "$folder" || exit 2

# order FILE - prints position, page, time, parent and depth of a stream's
# order, and its seeds, as crawllog.py does
order() {
	graphdump -s orders "$1" | awk -F '\t' -v OFS='\t' \
		'!/^#/ { print $2, $3, sprintf("%.3f", $4), $5, $6 }'
	graphdump -s order-seeds "$1" | awk -F '\t' '!/^#/ { print "seed\t" $3 }'
}

# shellcheck source=tests/cli/logs.sh
. "$here/logs.sh"

# ---- formats ----------------------------------------------------------------

a=http://a.example/
b=http://b.example/x

cat >heritrix <<EOT
20261122080001000     1         57 dns:a.example P $a text/dns #001 20261122080000900+9 - - -
20261122080002000   404        100 ${a}robots.txt P $a text/html #001 20261122080001100+9 - - -
2026-11-22T08:00:09.000Z   200        164 $a - - text/html #048 20261122080003000+6000 sha1:X - 3t
2026-11-22T08:00:08.000Z   200        164 http://B.example:80/x#y L $a text/html #048 20261122080007000+9 - - two words
2026-11-22T08:00:10.000Z    -2          - ${b}z LL $b no-type #048 - - - -
2026-11-22T08:00:11.000Z -9998          - ${b}r LL $b no-type #048 - - - -
2026-11-22T08:00:12.000Z   200          9 ${b}y 51+LR ${b}z text/html #048 20261122080012000+0 - - -
EOT
reads 'heritrix, by the start' "$a $b ${b}y" heritrix
expect_is 'via is the parent' "- 0 -" "$(graphdump -s orders read.sp |
	awk -F '\t' '!/^#/ { printf "%s%s", n++ ? " " : "", $5 }')"
reads 'heritrix, by the end' "$b $a ${b}y" --by end heritrix
reads 'heritrix, with failures' "$a $b ${b}z ${b}y" --failed -f heritrix heritrix
run crawlimport --table depths heritrix
expect_output 'depths of the log' '54	1	0	0'
run crawlimport --table statuses --json heritrix
expect_output 'statuses and what they mean' \
	'{"status": -9998, "meaning": "robots.txt forbids it", "lines": 1,'
# A page that is a seed on one line, and found elsewhere on another.
cat >twice <<EOT
20261122080001000   200        164 $a - - text/html #048 20261122080001000+9 sha1:X - -
20261122080002000   200        164 $b L $a text/html #048 20261122080002000+9 - - -
20261122080003000   200        164 $b - - text/html #048 20261122080003000+9 - - -
20261122080004000    -2          - $b - - no-type #048 - - - -
20261122080005000    -2          - ${b}y - - no-type #048 - - - -
20261122080006000   200        164 ${b}y L $a text/html #048 20261122080006000+9 - - -
20261122080007000   200        164 ${b}z - - text/html #048 20261122080007000+9 - - -
20261122080008000   200        164 ${b}z L $a text/html #048 20261122080008000+9 - - -
EOT
reads 'heritrix, pages on several lines' "$a $b ${b}y ${b}z" twice
expect_is 'the first download, or a try before it, says what is a seed' \
	"- 0 - -" "$(graphdump -s orders read.sp |
	awk -F '\t' '!/^#/ { printf "%s%s", n++ ? " " : "", $5 }')"
expect_is 'the seeds are these' "$a ${b}y ${b}z" "$(
	graphdump -s order-seeds read.sp | awk -F '\t' '!/^#/ {
		printf "%s%s", n++ ? " " : "", $NF }')"
gzip -c heritrix >heritrix.gz
reads 'gzip, and from a pipe' "$a $b ${b}y" - <heritrix.gz
{ printf '\357\273\277' && sed 's/$/\r/' heritrix; } >crlf
reads 'CRLF after a byte-order mark' "$a $b ${b}y" crlf

cat >nutch <<EOT
${a}	Version: 7
Status: 2 (db_fetched)
Fetch time: Tue Dec 22 08:00:05 UTC 2026
Modified time: Sun Nov 22 08:00:05 UTC 2026
Retries since fetch: 0
Retry interval: 2592000 seconds (30 days)
Score: 1.0
Signature: 0
Metadata:
 	_pst_=success(1), lastModified=0

${b}	Version: 7
Status: 5 (db_redir_perm)
Fetch time: Sun Nov 22 09:00:04 CET 2026
Modified time: Thu Jan 01 00:00:00 UTC 1970
Retries since fetch: 0
Retry interval: 0 seconds (0 days)

${b}y	Version: 7
Status: 1 (db_unfetched)
Fetch time: Mon Nov 23 08:00:01 UTC 2026
Modified time: Thu Jan 01 00:00:00 UTC 1970
Retries since fetch: 1
Retry interval: 2592000 seconds (30 days)

${b}z	Version: 7
Status: 1 (db_unfetched)
Fetch time: Sun Nov 22 08:00:01 UTC 2026
Modified time: Thu Jan 01 00:00:00 UTC 1970
Retries since fetch: 0
Retry interval: 2592000 seconds (30 days)

EOT
reads 'nutch: the interval is taken off' "$b $a" nutch
reads 'nutch: a failure is a day before' "${b}y $b $a" --failed nutch
sed 's/CET/IST/' nutch >ist
run crawlimport --strict ist -o refused.sp
expect 'nutch: a zone of several meanings' 65
expect_message 'nutch: the zone, what to do' \
	'ist: line 17: the fetch time cannot be read (run readdb with TZ=UTC, or give --zone)'
reads 'nutch: --zone' "$b $a" --zone +05:30 ist
run crawlimport --table statuses -f nutch nutch
expect_output 'statuses of Nutch by their names' 'db_fetched'
cat >nutch.csv <<EOT
Url,Status code,Status name,Fetch Time,Modified Time,Retries since fetch,Retry interval seconds,Retry interval days,Score,Signature,Metadata
"$a",2,"db_fetched",Tue Dec 22 08:00:05 UTC 2026,Thu Jan 01 00:00:00 UTC 1970,0,2592000.0,30.0,1.0,"null","a:b,c|||"
"$b",6,"db_notmodified",Tue Dec 22 08:00:01 UTC 2026,Thu Jan 01 00:00:00 UTC 1970,0,2592000.0,30.0,1.0,"null",""
EOT
reads 'nutch, csv' "$b $a" nutch.csv
sed "s|$a|$a?\"x\",1,y|" nutch.csv >quotes.csv
reads 'nutch, csv: quotes in a URL, as Nutch writes them' \
	"$b $a?%22x%22,1,y" quotes.csv
sed 's|^"[^"]*a[^"]*",2|"",2|' nutch.csv >empty.csv
run crawlimport --strict empty.csv
expect 'nutch, csv: an empty URL' 65
expect_message 'nutch, csv: an empty URL, why' 'line 2: no URL'

cat >scrapy <<EOT
{"url": "$b", "time": "2026-11-22T08:00:02+00:00", "status": 200, "referer": "$a", "depth": 1, "more": {"url": "no"}}
{"url": ["$a"], "time": 1795334401.5, "status": "200", "referer": null, "depth": 0}
EOT
reads 'scrapy, JSON lines' "$a $b" scrapy
{ echo '[' && sed '1s/$/,/' scrapy && echo ']'; } >scrapy.json
reads 'scrapy, JSON' "$a $b" scrapy.json
printf 'timestamp,url,text\n1795334402,%s,"a ""b"", c"\n1795334401,"%s",\n' \
	"$b" "$a" >scrapy.csv
reads 'scrapy, CSV' "$a $b" -f scrapy scrapy.csv
sed 's/"url"/"loc"/; s/"time"/"at"/' scrapy >named
reads 'scrapy, members with other names' "$a $b" --url-column loc \
	--time-column at named

cat >access <<EOT
10.0.0.1 - - [22/Nov/2026:09:00:02 +0100] "GET $b HTTP/1.1" 200 12 "$a" "x \\"y\\""
10.0.0.1 - - [22/Nov/2026:08:00:01 +0000] "GET $a HTTP/1.1" 200 12 "-" "x"
10.0.0.1 - - [22/Nov/2026:08:00:00 +0000] "HEAD ${b}y HTTP/1.1" 200 0
EOT
reads 'access log of a proxy' "$a $b" access
sed 's,http://[ab].example,,g' access >server
refuses 'access log of a server, without --site' 'give --site' server
reads 'access log of a server' 'http://s.example/ http://s.example/x' \
	--site http://s.example/ server
cat >escapes <<EOT
10.0.0.1 - - [22/Nov/2026:08:00:01 +0000] "GET /caf\\xc3\\xa9 HTTP/1.1" 200 1 "-" "x"
10.0.0.1 - - [22/Nov/2026:08:00:02 +0000] "GET /q?x=\\"y\\\\ HTTP/1.1" 200 1 "http://s.example/caf\\xC3\\xA9" "x"
10.0.0.1 - - [22/Nov/2026:08:00:03 +0000] "GET /a  b HTTP/1.1" 200 1 "http://s.example/q?x=\\x22y\\x5C" "x"
10.0.0.1 - - [22/Nov/2026:08:00:04 +0000] "GET /old\\z\\x00\\x4" 200 1 "-" "x"
EOT
s=http://s.example
reads 'access log: escapes, blanks in a path' \
	"$s/caf%C3%A9 $s/q?x=%22y\\\\ $s/a%20%20b $s/old/z/x00/x4" \
	--site $s escapes
expect_is 'access log: escapes in the referer' '- 0 1 -' \
	"$(graphdump -s orders read.sp | awk '!/^#/ { printf "%s%s",
		sep, $5; sep = " " }')"
cat >vhosts <<EOT
a.example:80 10.0.0.1 - - [22/Nov/2026:08:00:01 +0000] "GET / HTTP/1.1" 200 1 "-" "x"
b.example:443 ::1 - me [22/Nov/2026:08:00:02 +0000] "GET /x HTTP/1.1" 200 1 "-" "x"
b.example:8080 10.0.0.1 - - [22/Nov/2026:08:00:03 +0000] "GET / HTTP/1.1" 200 1 "-" "x"
b.example 10.0.0.1 - - [22/Nov/2026:08:00:04 +0000] "GET / HTTP/1.1" 200 1 "-" "x"
c.example - John Q. Public [22/Nov/2026:08:00:05 +0000] "GET / HTTP/1.1" 200 1 "-" "x"
EOT
reads 'access log of several hosts' "$a https://b.example/x \
http://b.example:8080/ http://b.example/ $s/" --site $s vhosts

printf '%s;1795334402000\n%s;1795334401000\n' "$b" "$a" >numbers
printf '# time\turl\n1795334401\t%s\n1795334402\t%s\n' "$a" "$b" >signed
reads 'tsv: a header after a sign' "$a $b" -f tsv signed
reads 'tsv: columns by number, no header' "$a $b" --url-column 1 \
	--time-column 2 numbers
refuses 'tsv: no column of the time' 'no column is known to be the time' \
	-f tsv numbers
refuses 'tsv: a column that is not there' 'no column is that of --url-column' \
	--url-column link --time-column 2 numbers
refuses 'what is no log' "not the log of a known crawler" "$here/lib.sh"

printf 'time\turl\tstatus\tdepth\n1795334401\t%s\t0\t0\n' "$a" >zero
printf '1795334400\t%s\t200\t0\n1795334402\t%s\t200\t1\n' \
	"${a}robots.txt" "$b" >>zero
reads 'status 0 is a failure, robots.txt no seed' "$b" -f tsv zero
expect_is 'what failed is a page, robots.txt is not' "$a $b" \
	"$(graphdump -s names read.sp | awk '!/^#/ { printf "%s%s",
		n++ ? " " : "", $NF }')"

# ---- archives' indexes ------------------------------------------------------

printf ' CDX N b a m s k r M S V g\n' >header
line='org,x)/ %s %s text/html %s AAAA - - 5 6 x.warc.gz\n'
# shellcheck disable=SC2059 # the line is a format
{ cat header && printf "$line" 20261122080002 "$b" 200 20261122080001 "$a" 200; } >cdx
reads 'CDX, 11 columns' "$a $b" cdx
sed 1d cdx >cdx11
run crawlimport --table hosts cdx11
expect_output 'CDX, 11 columns and no header: bytes' 'a.example	1	0	0	5'
sed 1d cdx | cut -d ' ' -f 1-7,10-11 >cdx9
reads 'CDX, 9 columns and no header' "$a $b" cdx9
sed 's/ b a / x a /' cdx >cdx-without-time
refuses 'CDX without times' 'line 1: the header has no column a or b' \
	cdx-without-time
sed 's/ 6 x.*//' cdx >cdx-short
refuses 'CDX, lines that are too short' \
	'line 2: too few columns; none of 3 lines can be read' cdx-short

# expect_index FILE DOWNLOADS PAGES REVISITS
expect_index() {
	run crawlimport -v -o index.sp "$data/warc/$1"
	expect "$1" 0
	expect_is "$1: downloads, pages, revisits" "$2 $3 $4" "$(sed -n \
's/.*order downloads \([0-9]*\),.* downloads \([0-9]*\),.*revisits \([0-9]*\).*/\2 \1 \3/p' "$err")"
}

if [ -d "$data/warc" ]; then
	expect_index pywb-bad.cdx 4 2 2
	expect_index pywb-dupes.cdx 12 11 9
	expect_index pywb-example-arc-test.cdx 2 1 0
	expect_index pywb-example-extra.cdx 2 1 1
	expect_index pywb-example-non-surt.cdx 3 2 1
	expect_index pywb-example.cdx.gz 1 1 0
	expect_index pywb-iana.cdx 171 43 123
	expect_index pywb-iana.cdxj 171 43 123
	expect_index pywb-post-test.cdx 3 2 0
	expect_index pywb-url-agnost-example.cdx 2 2 1
	expect_index pywb-example-no-digest.cdxj 3 2 1
	expect_index pywb-httpbin-resource.cdxj 1 1 0
	expect_index pywb-missing-status-text.cdxj 1 1 0
	expect_index pywb-url-agnost-example.cdxj 2 2 1
	reads 'four crawls of Heritrix 1.14 are one' \
		'http://fue.onb.ac.at/test/ http://fue.onb.ac.at/test/image.png' \
		"$data/logs/heritrix-1.14-crawl.log"
else
	skip 'indexes of real archives' 'no data'
fi

# ---- a second implementation ------------------------------------------------

# agree NAME GRAPH FORMAT SEED ORDER DOWNLOADS - on a random log of this order
agree() {
	seedpick --random 4 --seed "$4" "$2" -o picked.sp
	crawlorder -q -g "$2" --order "$5" --max "$6" picked.sp -R -o replayed.sp
	graphdump -s orders replayed.sp >replayed
	graphdump "$2" >links
	graphdump -s names "$2" >names.tsv
	python3 "$here/crawllog.py" make "$3" "$4" names.tsv replayed >log
	python3 "$here/crawllog.py" order "$3" log names.tsv links >wanted
	run crawlimport -q -g "$2" -o imported.sp log
	expect "$1" 0
	order imported.sp >found
	expect_true "$1: downloads" test -s wanted
	expect_same "$1: order, parents, depths and seeds" wanted found
}

graphgen -n 1500 -o web.sp
if command -v python3 >/dev/null; then
	for seed in 1 2; do
		agree "heritrix, random $seed" web.sp heritrix $seed opic 900
		agree "cdx, random $seed" web.sp cdx $seed dfs 900
	done
else
	skip 'random logs' 'no python3'
fi
if command -v python3 >/dev/null && [ -d "$data/ics-dev" ]; then
	graphimport --names "$data/ics-dev/ics-dev.urls.txt.zst" \
		"$data/ics-dev/ics-dev.edges.txt.zst" -o ics.sp
	agree 'heritrix, ics-dev' ics.sp heritrix 7 bfs 5000
else
	skip 'random logs of ics-dev' 'no python3 or no data'
fi

# A crawl without failures, at one time a download, is the order it replays.
seedpick --random 3 web.sp -o picked.sp
crawlorder -g web.sp --order ieca --max 800 picked.sp -R -o replayed.sp
graphdump -s names web.sp >names.tsv
graphdump -s orders replayed.sp | awk -F '\t' -v OFS='\t' 'BEGIN {
	print "time", "url", "via" }
	NR == FNR { name[$1] = $NF; next }
	!/^#/ { print 1795334400 + $2, name[$3], $5 == "-" ? "" : name[$5] }' \
	names.tsv - >run.tsv
run crawlimport -f tsv -g web.sp run.tsv -o crawl.sp
expect 'a log of a replayed order' 0
expect_message 'a log of a replayed order: no messages' ''
graphdump -s orders replayed.sp | cut -f 2,3,5,6 >wanted
graphdump -s orders crawl.sp | cut -f 2,3,5,6 >found
expect_same 'the imported order is the replayed one' wanted found

# ---- seeds, and orders beside the real one ----------------------------------

graphdump -s order-seeds replayed.sp | cut -f 3 >wanted
graphdump -s order-seeds crawl.sp | cut -f 3 >found
expect_same 'the seeds of the log are those of the replay' wanted found
run crawlorder --beside crawl --order ieca,bfs crawl.sp -o beside.sp
expect 'crawlorder --beside' 0
graphdump -s orders beside.sp | awk -F '\t' '$1 == "ieca" { print $3 }' >found
graphdump -s orders replayed.sp | awk -F '\t' '!/^#/ { print $3 }' >wanted
expect_same 'the same order from the same seeds, as long' wanted found
run crawlorder --beside crawl --max 5 --order bfs crawl.sp -o short.sp
expect_is '--max is stronger' 5 \
	"$(graphdump -s orders short.sp | grep -c '^bfs')"
run crawlorder --beside none crawl.sp -o none.sp
expect 'an order that is not there' 65
expect_message 'an order that is not there: named' 'no order "none" in the'
run_sh 'crawlimport -f tsv -g web.sp -R run.tsv |
	crawlorder -g web.sp --beside crawl --order bfs,opic,fpr |
	hotcurve -g web.sp --at 0.1,0.3'
expect 'the whole in a pipe' 0
expect_output 'the curves of the crawl and three others' \
	'#pages	fraction	crawl	bfs	opic	fpr'
sed 1d run.tsv | cut -f 2 | sed -n '5p;9p' >seeds
run crawlimport -f tsv -g web.sp --seeds seeds -o seeded.sp run.tsv
expect '--seeds' 0
expect_message '--seeds that do not lead everywhere' 'neither in the list'
graphdump -s order-seeds seeded.sp | awk -F '\t' '!/^#/ { print $4 }' |
	head -n 2 >found
expect_same '--seeds come first, in their order' seeds found
sed 's,^http://\([^/]*\),HTTP://\1:80,; s,$,#top,' seeds >spelled
run crawlimport -q -f tsv -g web.sp --seeds spelled -o spelled.sp run.tsv
expect '--seeds in another spelling' 0
graphdump -s order-seeds seeded.sp >wanted
graphdump -s order-seeds spelled.sp >found
expect_same '--seeds in another spelling: the same' wanted found
echo http://none.example/ >>spelled
run crawlimport -f tsv -g web.sp --seeds spelled -o none.sp run.tsv
expect '--seeds that the graph lacks' 65
expect_message '--seeds that the graph lacks: the message' \
	'spelled: line 3: "http://none.example/" is not a page of the graph'
run crawlimport -q -f tsv -g web.sp --name mine run.tsv -o mine.sp
run crawlimport -f tsv -g mine.sp --name mine run.tsv -o twice.sp
expect_message 'an order of the same name is replaced' \
	'the order "mine" of the stream is replaced'
run crawlimport -f tsv -R run.tsv
expect '-R without -g' 64

# ---- pages that the graph lacks ---------------------------------------------

sed 's,http:,https:,' run.tsv >https.tsv
refuses 'none is in the graph' 'give --match loose' -f tsv -g web.sp https.tsv
sed 's|http:|HTTP:|' run.tsv >capital.tsv
refuses 'none is in the graph, to the byte' 'give --match loose' -f tsv \
	-g web.sp --match exact capital.tsv
run crawlimport -f tsv -g web.sp --match loose https.tsv -o loose.sp
expect '--match loose' 0
graphdump -s orders loose.sp >found
graphdump -s orders crawl.sp >wanted
expect_same '--match loose: the same order' wanted found
{ cat run.tsv && printf '1\t%s\n2\t%s#x\n3\thttp://b.example/\n' "$b" "$b"; } \
	>more.tsv
sed -i 's/^\([123]\)\t/179533440\1\t/' more.tsv
run crawlimport -f tsv -g web.sp --missing missing more.tsv -o more.sp
expect '--missing' 0
expect_message '--missing: counted' '3 of 803 downloads are not of pages of the'
printf '%s\nhttp://b.example/\n' "$b" >wanted
expect_same '--missing: each once' wanted missing
run crawlimport -q -f tsv -g web.sp --table missing more.tsv
expect_output '--table missing' '2026-11-22T08:00:03.000Z	-	http://b.example/'
run crawlimport -f tsv --missing list run.tsv -o nothing.sp
expect '--missing without a graph' 64

# ---- lines that cannot be read ----------------------------------------------

{ sed 3q heritrix && printf 'nonsense\n\0\0\n\033[31m x y z a b c\n' &&
	sed 1,3d heritrix; } >damaged
run crawlimport -o damaged.sp damaged
expect 'lines that cannot be read' 0
expect_message 'the first is named, all are counted' \
	'damaged: line 4: less than 6 columns; 3 of 10 lines cannot be read'
run crawlimport --strict -o strict.sp damaged
expect '--strict' 65
expect_message '--strict: the line' 'damaged: line 4: less than 6 columns'
head -c 17000000 /dev/zero | tr '\0' x >long
{ cat heritrix long; } >too-long
refuses 'a line over 16 MiB' 'over 16 MiB long' too-long

# ---- tables -----------------------------------------------------------------

cat >requests <<EOT
time	url	status	size	via
1795334400	http://a.example/1	200	10	
1795334401	http://b.example/1	200	10	http://a.example/1
1795334402	http://a.example/2	404	10	http://a.example/1
1795334405	http://a.example/3	200	5	http://b.example/1
1795334409	http://a.example/4	503	-	http://a.example/3
EOT
run crawlimport -f tsv --table hosts requests
expect_output 'hosts: counts and waits' 'a.example	2	2	0.5	25	2026-11-22T08:00:00.000Z	2026-11-22T08:00:09.000Z	2	3	3	4'
expect_output 'hosts: one request has no waits' 'b.example	1	0	0	10	2026-11-22T08:00:01.000Z	2026-11-22T08:00:01.000Z	-	-	-	-'
sed 5d requests >even
run crawlimport -f tsv --table hosts even
expect_output 'hosts: the lower of two medians' '08:00:09.000Z	2	2	4.5	7'
run crawlimport -f tsv --table waits requests
expect_output 'waits' '2	1	0.3333333333333333	0.3333333333333333'
expect_output 'waits: the last' '5	2	0.6666666666666666	1'
printf '%s\t%s\n' time url 1970-01-01T00:00:00Z http://a.example/ \
	9999-12-31T23:59:59Z http://a.example/x >ages
run crawlimport -f tsv --table waits ages
expect_output 'waits: the longest' '500000000000	1	1	1'
run crawlimport -f tsv --table time --window 5 requests
expect_output 'time' '2026-11-22T08:00:05.000Z	5	1	1	1	5'
run crawlimport -f tsv --table host-time --window 5 requests
expect_output 'host-time' '2026-11-22T08:00:00.000Z	0	b.example	1'
run crawlimport -f tsv --table depths requests
expect_output 'depths: by via' '4	0	1	1'

# ---- the makefile -----------------------------------------------------------

run env -u MAKEFLAGS make -f "$here/../../pipelines/crawl.mk" BIN="$BIN" \
	LOG=run.tsv FORMAT=tsv GRAPH=web.sp OUT=made TYPES=png
expect 'crawl.mk' 0
expect_output 'crawl.mk prints the crawl beside others' '| crawl | '
for table in hosts waits time host-time depths statuses; do
	expect_true "crawl.mk: $table" test -s made/$table.tsv
done
if command -v gnuplot >/dev/null; then
	for figure in crawl crawl.rank hosts waits failures; do
		expect_true "crawl.mk: $figure.png" test -s made/$figure.png
	done
else
	skip 'crawl.mk: figures' 'no gnuplot'
fi
expect_is 'crawl.mk: a short crawl in minutes, without sizes no kB' \
	'#speed minutes pages_a_second' "$(head -n 1 made/speed.tsv | tr '\t' ' ')"
# 3 downloads and 35 bytes in the 10 seconds from 0 to 9
run env -u MAKEFLAGS make -f "$here/../../pipelines/crawl.mk" BIN="$BIN" \
	LOG=requests FORMAT=tsv OUT=sized SEGMENTS=1 sized/speed.tsv
expect_is 'crawl.mk: speed, with sizes' \
	'maximum 5 1 0.01 mean 5 0.3 0.0035 minimum 5 0 0' \
	"$(sed 1d sized/speed.tsv | tr '\t\n' '  ' | sed 's/ $//')"
expect_is '... in kB a second' '#speed seconds pages_a_second kB_a_second' \
	"$(head -n 1 sized/speed.tsv | tr '\t' ' ')"
printf '%s\t%s\n' time url 1970-01-01T00:00:00Z http://a.example/ >linkless.tsv
run env -u MAKEFLAGS make -f "$here/../../pipelines/crawl.mk" BIN="$BIN" \
	LOG=linkless.tsv FORMAT=tsv OUT=linkless TYPES=png
expect 'crawl.mk without a graph, from a log without links' 2
expect_message '... says why' 'has no links: give one'
expect_true '... and makes none' test ! -e linkless/crawl.sp

plan
