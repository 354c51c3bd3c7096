#!/bin/sh
# SPDX-License-Identifier: MIT
#
# crawllogs.t - the logs that crawlers write while they run: lines of Scrapy
# 2.19, Wget 1.21, Squid 5.7, Browsertrix 1.14 and Nutch, as these wrote them,
# with other names; whole, cut anywhere, and damaged
#
#	[BIN=bin] tests/cli/crawllogs.t

# shellcheck disable=SC2016,SC2154 # of awk and sh -c, of lib.sh

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
# shellcheck source=tests/cli/logs.sh disable=SC1091
. "$here/logs.sh"
cd "$folder" || exit 2

a=http://a.example/
b=http://b.example/x
c=http://c.example/

# parents - prints the parent of each page of read.sp in its order
parents() {
	graphdump -s orders read.sp | awk -F '\t' '!/^#/ { printf "%s%s",
		n++ ? " " : "", $5 } END { print "" }'
}

# statuses FILE [OPTION...] - prints status:lines:downloads:failures
statuses() {
	crawlimport -q --table statuses "$@" | awk -F '\t' '!/^#/ {
		printf "%s%s:%s:%s:%s", n++ ? " " : "", $1, $3, $4, $5 }'
}

# spoils NAME LOG - the log, cut anywhere and with bytes changed, gives an order
# or a message
spoils() {
	spoiled=$1
	size=$(wc -c <"$2")
	failed=
	at=0
	while [ $at -lt "$size" ]; do
		head -c $at "$2" >start
		{ head -c $at "$2" && printf '\t\377' &&
			tail -c +$((at + 3)) "$2"; } >damaged
		for file in start damaged; do
			crawlimport -q -f "$3" --failed -o spoiled.sp "$file" \
				2>message
			spoiled_status=$?
			case $spoiled_status in
			0) ;;
			65) [ -s message ] || failed="$failed $file:$at" ;;
			*) failed="$failed $file:$at=$spoiled_status" ;;
			esac
		done
		at=$((at + size / 8 + 1))
	done
	expect_is "$spoiled: cut or damaged, an order or a message" '' "$failed"
}

# ---- Scrapy -----------------------------------------------------------------

cat >scrapy.log <<EOT
2026-11-23 15:14:36 [scrapy.utils.log] INFO: Versions:
{'lxml': '6.1.3',
 'Twisted': '26.10.0'}
2026-11-23 15:14:36 [asyncio] DEBUG: Using selector: EpollSelector
2026-11-23 15:14:36 [scrapy.core.engine] DEBUG: Crawled (200) <GET ${a}robots.txt> (referer: None)
2026-11-23 15:14:36 [scrapy.core.engine] DEBUG: Crawled (200) <GET $a> (referer: None)
2026-11-23 15:14:36 [scrapy.core.engine] DEBUG: Crawled (405) <POST ${a}?post> (referer: None)
2026-11-23 15:14:36 [scrapy.downloadermiddlewares.redirect] DEBUG: Redirecting (301) to <GET $c> from <GET ${b}(1)>
2026-11-23 15:14:36 [scrapy.downloadermiddlewares.robotstxt] DEBUG: Forbidden by robots.txt: <GET ${c}closed>
2026-11-23 15:14:36 [scrapy.dupefilters] DEBUG: Filtered duplicate request: <GET $a> - no more duplicates will be shown (see DUPEFILTER_DEBUG to show all duplicates)
2026-11-23 15:14:36 [scrapy.downloadermiddlewares.retry] DEBUG: Retrying <GET ${c}503> (failed 1 times): 503 Service Unavailable
2026-11-23 15:14:37 [scrapy.core.engine] DEBUG: Crawled (200) <GET $c> (referer: ${b}(1)) ['cached']
2026-11-23 15:14:37 [scrapy.core.engine] DEBUG: Crawled (404) <GET ${c}404> (referer: ${b}(1))
2026-11-23 15:14:37 [scrapy.spidermiddlewares.httperror] INFO: Ignoring response <404 ${c}404>: HTTP status code is not handled or not allowed
2026-11-23 15:14:37 [scrapy.core.engine] DEBUG: Crawled (200) <GET $b> (referer: $c)
2026-11-23 15:14:37 [scrapy.downloadermiddlewares.retry] ERROR: Gave up retrying <GET ${c}503> (failed 3 times): 503 Service Unavailable
2026-11-23 15:14:37 [scrapy.core.engine] DEBUG: Crawled (503) <GET ${c}503> (referer: $c)
2026-11-23 15:14:37 [scrapy.downloadermiddlewares.retry] DEBUG: Retrying <GET http://d.example/> (failed 2 times): Connection was refused by other side: 111: Connection refused.
2026-11-23 15:14:37 [scrapy.downloadermiddlewares.retry] ERROR: Gave up retrying <GET http://d.example/> (failed 3 times): Connection was refused by other side: 111: Connection refused.
2026-11-23 15:14:37 [scrapy.core.scraper] ERROR: Error downloading <GET http://d.example/>
Traceback (most recent call last):
  File "scrapy/core/downloader/middleware.py", line 87, in download_func
scrapy.exceptions.DownloadConnectionRefusedError: Connection was refused by other side: 111: Connection refused.
2026-11-23 15:14:37 [my.spider] INFO: Crawled (200) <GET http://no.example/> (referer: None)
2026-11-23 15:14:37 [scrapy.extensions.logstats] INFO: Crawled 0 pages (at 0 pages/min), scraped 0 items (at 0 items/min)
EOT
reads 'Scrapy' "$a ${b}(1) $c $b" scrapy.log
expect_is 'Scrapy: parents are referers' '- - 1 3' "$(parents)"
expect_is 'Scrapy: statuses' \
	'-:3:0:2 200:4:3:0 301:1:1:0 404:1:0:1 405:1:0:0 503:2:0:2' \
	"$(statuses scrapy.log)"
run graphimport -o no.sp scrapy.log
expect 'graphimport: no links in a log' 65
expect_message 'graphimport: no links in a log, what to do' \
	'scrapy.log: a log of Scrapy: it has downloads, but no links: crawlimport reads it'
printf '%s %s\n' "$a" "${b}(1)" "$a" "$b" "${b}(1)" "$c" >arcs
graphimport -q -o arcs.sp arcs
run crawlimport -q -g arcs.sp -o read.sp scrapy.log
expect 'Scrapy: of a graph' 0
expect_is 'Scrapy: the source of a redirect has the parent that links to it' \
	'- 0 1 3' "$(parents)"
grep -v DEBUG scrapy.log >info.log
refuses 'Scrapy: the level INFO' 'no page was downloaded' info.log
reads 'Scrapy: times are in a zone' "$a ${b}(1) $c $b" --zone +02:00 scrapy.log
expect_is 'Scrapy: two hours less' 1795439676 \
	"$(graphdump -s orders read.sp | awk '$2 == 1 { print $4 }')"
spoils Scrapy scrapy.log scrapylog

# ---- Wget -------------------------------------------------------------------

cat >wget.log <<EOT
Opening WARC file ‘crawl.warc.gz’.

--2026-11-23 15:13:29--  $a
Resolving a.example (a.example)... 10.0.0.1
Connecting to a.example (a.example)|10.0.0.1|:80... connected.
HTTP request sent, awaiting response... 200 OK
Length: 606 [text/html]
Saving to: ‘pages/index.html.tmp’

     0K                                                       100%  163M=0s

2026-11-23 15:13:30 (163 MB/s) - ‘pages/index.html.tmp’ saved [606/606]

Loading robots.txt; please ignore errors.
--2026-11-23 15:13:29--  ${a}robots.txt
Reusing existing connection to a.example:80.
HTTP request sent, awaiting response... 200 OK
Length: 24 [text/plain]

2026-11-23 15:13:29 (2.89 MB/s) - ‘pages/robots.txt.tmp’ saved [24/24]

--2026-11-23 15:13:30--  $b
HTTP request sent, awaiting response... 301 Moved Permanently
Location: $c [following]
--2026-11-23 15:13:30--  $c
HTTP request sent, awaiting response... 200 OK
Length: 2763 (2.7K) [text/html]
Saving to: ‘pages/index.html.tmp’

     0K .                                                      63%  371M=0s

2026-11-23 15:13:31 (371 MB/s) - Connection closed at byte 1763. Retrying.

--2026-11-23 15:13:32--  (try: 2)  $c
HTTP request sent, awaiting response... 200 OK
Length: unspecified [text/html]

     0K .......... .......... .......... .......... ..........  200M
    50K .......... ...                                          404M=0s

2026-11-23 15:13:32 (371 MB/s) - ‘pages/index.html.tmp’ saved [2763]

--2026-11-23 15:13:33--  ${c}404
HTTP request sent, awaiting response... 404 Not Found
2026-11-23 15:13:33 ERROR 404: Not Found.

--2026-11-23 15:13:34--  ${c}401
HTTP request sent, awaiting response... 401 Unauthorized
Authentication selected: Basic realm="x"
Reusing existing connection to c.example:80.
HTTP request sent, awaiting response... 200 OK
Length: 606 [text/html]

2026-11-23 15:13:34 (163 MB/s) - ‘401’ saved [606/606]

--2026-11-23 15:13:35--  http://127.0.0.1:1/x
Connecting to 127.0.0.1:1... failed: Connection refused.
FINISHED --2026-11-23 15:13:35--
EOT
reads 'Wget' "$a $b $c ${c}401" wget.log
expect_is 'Wget: a redirect is a parent' '- - 1 -' "$(parents)"
expect_is 'Wget: statuses' '-:1:0:1 200:5:3:1 301:1:1:0 404:1:0:1' \
	"$(statuses wget.log)"
run crawlimport -q --table hosts wget.log
expect_output 'Wget: bytes' 'a.example	1	0	0	606'
cat >headers.log <<EOT
--2026-11-23 15:13:29--  $a
Connecting to 127.0.0.1:39117... connected.
HTTP request sent, awaiting response... 
  HTTP/1.1 302 Found
  Location: $b
Location: $b [following]
--2026-11-23 15:13:29--  $b
HTTP request sent, awaiting response... 
  HTTP/1.1 200 OK
  Content-Type: text/html
Length: 606 [text/html]
EOT
reads 'Wget, with headers' "$a $b" headers.log
expect_is 'Wget, with headers: a redirect is a parent' '- 0' "$(parents)"
cat >german.log <<EOT
--2026-11-23 15:14:31--  $a
Verbindungsaufbau zu 127.0.0.1:18099 … verbunden.
HTTP-Anforderung gesendet, auf Antwort wird gewartet … Lesefehler (Die Wartezeit für die Verbindung ist abgelaufen) beim Vorspann (header).
Erneuter Versuch.

--2026-11-23 15:14:32--  (Versuch: 2)  $a
HTTP-Anforderung gesendet, auf Antwort wird gewartet … 301 Moved Permanently
Platz: $b [folgend]
--2026-11-23 15:14:32--  $b
HTTP-Anforderung gesendet, auf Antwort wird gewartet … 200 OK
Länge: 606 [text/html]

2026-11-23 15:14:32 (497 MB/s) - »b.html« gespeichert [606/606]

EOT
reads 'Wget, in German' "$a $b" german.log
expect_is 'Wget, in German: statuses' '-:1:0:1 200:1:1:0 301:1:1:0' \
	"$(statuses german.log)"
cat >brief.log <<EOT
2026-11-23 15:13:29 URL:$a [606/606] -> "pages/index.html.tmp" [1]
2026-11-23 15:13:29 URL:${a}robots.txt [24/24] -> "pages/robots.txt.tmp" [1]
${c}404:
2026-11-23 15:13:30 ERROR 404: Not Found.
failed: Connection refused.
2026-11-23 15:13:30 URL:$b [1011] -> "x[1].html" [1]
2026-11-23 15:13:30 URL: $c 200 OK
FINISHED --2026-11-23 15:13:30--
Total wall clock time: 0.1s
EOT
reads 'Wget, brief' "$a $b $c" brief.log
expect_is 'Wget, brief: statuses' '-:3:2:0 200:1:1:0 404:1:0:1' \
	"$(statuses brief.log)"
cat wget.log brief.log >both.log
expect_is 'Wget, one after the other: statuses' \
	'-:4:2:1 200:6:4:1 301:1:1:0 404:2:0:2' "$(statuses both.log)"
spoils Wget wget.log wget
spoils 'Wget, brief' brief.log wget

# ---- what Wget rejected ------------------------------------------------------

{
	printf 'REASON\tU_URL\tU_SCHEME\tU_HOST\tP_URL\n'
	printf '%s\thttp%%3A//%s\tSCHEME_HTTP\ta.example\thttp%%3A//a/\n' \
		BLACKLIST a.example/ ROBOTS 'a.example/x%2520y%3Az?a=b%2525c' \
		SPANNEDHOST b.example/ RULES c.example/ \
		ROBOTS c.example/ REGEX d.example/%00 REGEX d.example/%
} >rejected.log
printf '%s %s\n' "$a" 'http://a.example/x%20y:z?a=b%25c' \
	"$a" http://b.example/ "$a" "$c" \
	>arcs
graphimport -q -o rejected.sp arcs
run crawlimport -g rejected.sp -o read.sp rejected.log
expect 'Wget, rejected: is read' 0
expect_message 'Wget, rejected: it has no order' 'no page was downloaded'
expect_is 'Wget, rejected: states' 'unfetched refused filtered refused' \
	"$(graphdump -s states read.sp | sed 1d | cut -f 2 | paste -sd ' ' -)"
run crawlimport -q -g rejected.sp --strict -f wgetrejected -o read.sp wget.log
expect 'Wget, rejected: another log' 65
expect_message 'Wget, rejected: another log, why' "none of Wget's reasons"
printf 'ROBOTS\t\n' | run_sh 'crawlimport -g rejected.sp --strict \
	-f wgetrejected -o read.sp -'
expect 'Wget, rejected: no URL' 65
spoils 'Wget, rejected' rejected.log wgetrejected

# ---- Squid ------------------------------------------------------------------

cat >squid.log <<EOT
1795446964.588   1000 127.0.0.1 TCP_MISS/200 1222 GET $b - FIRSTUP_PARENT/127.0.0.1 text/html
1795446964.586      1 127.0.0.1 TCP_MISS/200 858 GET $a - FIRSTUP_PARENT/127.0.0.1 text/html
1795446964.590      0 127.0.0.1 TCP_MEM_HIT/200 236 GET ${a}robots.txt - HIER_NONE/- text/plain
1795446964.700      3 127.0.0.1 TCP_REFRESH_UNMODIFIED/304 236 GET $c - HIER_DIRECT/10.0.0.1 -
1795446970.599      2 127.0.0.1 TCP_MISS/502 1495 POST ${a}p - FIRSTUP_PARENT/127.0.0.1 text/html
1795446970.623      0 127.0.0.1 NONE_NONE/503 0 CONNECT a.example:443 - HIER_DIRECT/127.0.0.1 -
1795446970.640     12 127.0.0.1 TCP_DENIED/403 3895 GET ${c}closed - HIER_NONE/- text/html
1795446970.700     90 127.0.0.1 TCP_MISS_ABORTED/000 0 GET ${c}slow - HIER_DIRECT/10.0.0.1 -
1795446970.772      0 127.0.0.1 NONE_NONE/400 1533 GARBAGE error:invalid-request - HIER_NONE/- text/html
1795446970.774      0 127.0.0.1 NONE_NONE/400 1715 GET /x - HIER_NONE/- text/html
EOT
reads 'Squid, by the start' "$b $a $c" squid.log
reads 'Squid, by the end' "$a $b $c" --by end squid.log
expect_is 'Squid: statuses' \
	'0:1:0:1 200:3:2:0 304:1:1:0 400:2:0:0 403:1:0:1 502:1:0:0 503:1:0:0' \
	"$(statuses squid.log)"
sed "1s|\$| [Referer: $a\\\\r\\\\nHost: b\\\\r\\\\n] [HTTP/1.1 200 OK\\\\r\\\\n]|" \
	squid.log >mime.log
reads 'Squid, with headers' "$a $b $c" --by end mime.log
expect_is 'Squid, with headers: the referer is the parent' '- 1 -' "$(parents)"
sed 's/ - .*//' squid.log >short.log
refuses 'Squid: less columns' 'line 1: less than 10 columns' -f squid short.log
spoils Squid squid.log squid

# ---- Browsertrix ------------------------------------------------------------

cat >pages.jsonl <<EOT
{"format":"json-pages-1.0","id":"pages","title":"All Pages","hasText":"false"}
{"id":"1","url":"$b","title":"B","loadState":4,"ts":"2026-11-23T15:13:30.100Z","mime":"text/html","status":200,"seed":true,"depth":0}
{"id":"2","url":"$a","title":"A","loadState":2,"ts":"2026-11-23T15:13:30.050Z","mime":"text/html","status":200,"seed":true,"depth":0,"favIconUrl":"x"}
{"id":"3","url":"${a}gone","title":"","loadState":0,"ts":"2026-11-23T15:13:31Z","seed":true,"depth":0}
EOT
cat >extraPages.jsonl <<EOT
{"format":"json-pages-1.0","id":"pages","title":"Non-Seed Pages","hasText":"false"}
{"id":"4","url":"$c","title":"\\u00fc","loadState":4,"ts":"2026-11-23T15:13:32Z","mime":"text/html","status":200,"depth":1}
{"id":"5","url":"${c}404","title":"","loadState":2,"ts":"2026-11-23T15:13:33Z","mime":"text/html","status":404,"depth":2}
EOT
if crawlimport -q pages.jsonl 2>/dev/null >"$out"; then
	reads 'Browsertrix, two files' "$a $b $c" pages.jsonl extraPages.jsonl
	cat extraPages.jsonl pages.jsonl >joined.jsonl
	reads 'Browsertrix, joined' "$a $b $c" joined.jsonl
	reads 'Browsertrix, what failed' "$a $b ${a}gone $c ${c}404" --failed \
		joined.jsonl
	expect_is 'Browsertrix: seeds' "$a $b ${a}gone" "$(
		graphdump -s order-seeds read.sp | awk -F '\t' '!/^#/ {
			printf "%s%s", n++ ? " " : "", $NF }' | sed \
			"s| $c||; s| ${c}404||")"
	run crawlimport --table depths joined.jsonl
	expect_output 'Browsertrix: depths' '1	2	1	0'
	expect_output 'Browsertrix: depths' '3	0	1	1'
	sed 's/,"depth":.*/}/; s/,"loadState":[0-9]//' pages.jsonl |
		grep -v gone >old.jsonl
	reads 'Browsertrix, as older versions have it' "$a $b" old.jsonl
	spoils Browsertrix joined.jsonl browsertrix
else
	skip 'Browsertrix' "$(head -n 1 "$err")"
fi

# ---- Nutch ------------------------------------------------------------------

cat >nutch.log <<EOT
2026-11-23 15:13:29,001 INFO o.a.n.f.Fetcher [main] Fetcher: starting
2026-11-23 15:13:29,120 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 45 fetching $b (queue crawl delay=5000ms)
2026-11-23 15:13:29,110 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 46 fetching $a (queue crawl delay=5000ms)
2026-11-23 15:13:29,130 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 47 fetching ${a}closed (queue crawl delay=5000ms)
2026-11-23 15:13:29,140 INFO o.a.n.f.FetcherThread [FetcherThread] Denied by robots.txt: ${a}closed
2026-11-23 15:13:29,150 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 47 fetching ${c}403 (queue crawl delay=5000ms)
2026-11-23 15:13:29,160 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 46 fetching http://127.0.0.1:1/ (queue crawl delay=5000ms)
2026-11-23 15:13:29,170 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 46 fetch of http://127.0.0.1:1/ failed with: java.net.ConnectException: Connection refused
2026-11-23 15:13:29,180 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 47 fetch of ${c}403 failed with: Http code=403, url=${c}403
java.lang.Exception: x
	at org.apache.nutch.protocol.Http.fetching (Http.java:1)
2026-11-23 15:13:30,190 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 47 fetching $c (queue crawl delay=5000ms)
2026-11-23 15:13:30,200 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 45 fetching ${c}late (queue crawl delay=5000ms)
2026-11-23 15:13:30,210 INFO o.a.n.f.FetcherThread [FetcherThread] Defer visits for queue c.example : ${c}late
2026-11-23 15:13:31,001 INFO o.a.n.f.Fetcher [LocalJobRunner Map Task Executor #0] -activeThreads=0, spinWaiting=0, fetchQueues.totalSize=0, fetchQueues.getQueueCount=1
EOT
reads "Nutch's fetcher" "$a $b $c" nutch.log
expect_is "Nutch's fetcher: statuses" '-:6:3:1 403:1:0:1' "$(statuses nutch.log)"
sed 's/o.a.n.f.\(Fetcher[A-Za-z]*\) \[[^]]*\]/ fetcher.\1 -/; s/FetcherThread 4[0-9] //' \
	nutch.log >nutch1.log
reads "Nutch's fetcher, without threads" "$a $b $c" nutch1.log
expect_is "Nutch's fetcher, without threads: statuses" '-:6:3:1 403:1:0:1' \
	"$(statuses nutch1.log)"
awk 'BEGIN { for (i = 0; i < 3000; i++)
	printf "2026-11-23 15:13:29,001 INFO  fetcher.Fetcher - fetching http://a.example/%d\n", i }' >many.log
run crawlimport -v -o read.sp many.log
expect_message "Nutch's fetcher: more at a time than there is room for" \
	'order downloads 3,000'
expect_is "Nutch's fetcher: in the order of the lines" 1 "$(
	graphdump -s orders read.sp | awk -F '\t' '!/^#/ {
		bad += $7 != "http://a.example/" ($2 - 1) }
		END { print !bad }')"
spoils "Nutch's fetcher" nutch.log nutchlog

plan
