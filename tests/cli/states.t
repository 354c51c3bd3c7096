#!/bin/sh
# SPDX-License-Identifier: MIT
#
# states.t - the states of pages: graphprune writes what a crawl knows and
# crawlimport what its log says, filters pass or carry them, and graphdump,
# graphstat, graphfold and crawlorder read them
#
#	[BIN=bin] tests/cli/states.t

# shellcheck disable=SC2154 # of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
need_reseal

# rows COMMAND... - the rows of a table as one line, cells joined by "="
rows() {
	"$@" | grep -v '^#' | tr '\t' '=' | paste -sd ' ' -
}

# ---- the graph of seedpipe-algorithms(7), worked by hand -------------------

# Breadth first from page 0: 0, 1, 2, 4, 3, ...  After three downloads the crawl
# knows 1, 2 and 4 from page 0, 3 from page 1, and 3 and 5 from page 2.  Of the
# links between these six, those of 3, 4 and 5 are not known.
printf '%s\n' '0 1' '0 2' '0 4' '1 3' '2 1' '2 3' '2 5' '3 0' '4 5' '4 6' \
	'4 7' '5 4' '5 8' '7 1' '7 8' '8 7' '8 9' '9 4' '10 0' '10 4' |
	awk '{ print $0, NR }' >links
i=0
for h in a a a a b b b c c c c; do
	echo "http://$h.example/$i"
	i=$((i + 1))
done >names
sed 's/ [0-9]*$/ 0.5/; s/ /\t/g' links >anchors
echo 0 >start
printf '3\n9\n' >picked
graphimport -q --weights 3 --names names -o g11.sp links
scoreimport -q --link-scores anchors=anchors g11.sp | pagerank -q -o ranked.sp
seedpick -q --urls picked -o seeds.sp ranked.sp
"$reseal" ranked.sp takesec seeds.sp SEED END. >seeded.sp
crawlorder -q --order bfs,dfs --seeds start -o g11-orders.sp seeded.sp

run graphprune --fetched-first bfs:3 g11-orders.sp -o known.sp
expect 'three downloads' 0
expect_message 'warns of the seed that the crawl does not know' \
	'1 of 2 seeds are in the subset'
expect_message 'warns of the other order' \
	'dropped what is about the whole graph: orders'
expect_is 'links of the downloads, with weights' \
	'0=1=1 0=2=2 0=4=3 1=3=4 2=1=5 2=3=6 2=5=7' \
	"$(rows graphdump --weights known.sp)"
expect_is 'states' \
	'0=ok 1=ok 2=ok 3=unfetched 4=unfetched 5=unfetched' \
	"$(rows graphdump -s states known.sp)"
expect_is 'names, by the order of pages' '0 1 2 3 4 5' \
	"$(graphdump -s names known.sp | grep -o '[0-9]*$' | paste -sd ' ' -)"
expect_is 'hosts' 'a.example=4 b.example=2' \
	"$(graphdump -s hosts known.sp | awk '!/^#/ { print $3 "=" $2 }' |
		paste -sd ' ' -)"
expect_is 'scores of links that stay' '0-1 0-2 0-4 1-3 2-1 2-3 2-5' \
	"$(graphdump -s link-scores known.sp | awk '!/^#/ { print $2 "-" $3 }' |
		paste -sd ' ' -)"
expect_is 'scores are those of the whole graph' \
	"$(rows graphdump -s scores ranked.sp | cut -d ' ' -f 1-6)" \
	"$(rows graphdump -s scores known.sp)"
expect_is 'the seed that is known' 3 \
	"$(rows graphdump -s seeds known.sp | cut -d = -f 2)"
run graphprune -q --stats stats.json --fetched-first bfs:3 g11-orders.sp \
	-o again.sp
expect_is 'statistics count what was fetched' 3 \
	"$(grep -o 'pages_fetched": [0-9]*' stats.json | grep -o '[0-9]*$')"
expect_true 'the same bytes again' cmp known.sp again.sp

# Page 1 comes second.
run graphprune -q --fetched-first dfs:2 g11-orders.sp -o two.sp
expect_is 'two downloads, depth first: states' \
	'0=ok 1=ok 2=unfetched 3=unfetched 4=unfetched' \
	"$(rows graphdump -s states two.sp)"
run graphprune --fetched-first bfs:99 g11-orders.sp -o all.sp
expect 'more downloads than there are' 0
expect_message 'warns' '99 pages were asked for, but the order has only 10'
expect_is 'then all pages are ok but one' 10 \
	"$(graphdump -s states all.sp | grep -c 'ok$')"
run graphprune --fetched-first bfs:3 ranked.sp
expect 'without an order' 65
run graphprune --fetched-first bsf:3 g11-orders.sp
expect 'an order that is none' 65
expect_message 'says what was meant' 'did you mean bfs?'
run graphprune --fetched-first bfs:3 --order bfs:3 g11-orders.sp
expect 'with --order' 64
run graphprune --fetched-first bfs:3 --self-loops g11-orders.sp
expect 'with --self-loops' 64
crawlorder -q -R --order bfs --seeds start -o orders.sp ranked.sp
graphprune -q --fetched-first bfs:3 -g seeded.sp orders.sp -o beside.sp
expect_is 'an order beside the graph: the same' \
	"$(rows graphdump -s states known.sp; rows graphdump known.sp)" \
	"$(rows graphdump -s states beside.sp; rows graphdump beside.sp)"

# ---- states that the graph has ---------------------------------------------

# with FILE STATE... - the stream with these states of its first pages, and
# without fetches, as not all of these states allow them
with() {
	file=$1
	page=0
	edits=
	shift
	for state; do
		edits="$edits set stat.0 $page.state $state"
		page=$((page + 1))
	done
	# shellcheck disable=SC2086 # the edits are many words
	"$reseal" "$file" dropsec ftch $edits
}
graphprune -q --fetched-first bfs:10 g11-orders.sp >ten.sp
with ten.sp 1 2 3 0 4 5 6 1 >mixed.sp
expect_is 'all states by their words' \
	'0=ok 1=redirect 2=gone 3=unfetched 4=failed 5=refused 6=filtered 7=ok' \
	"$(rows graphdump -s states mixed.sp | cut -d ' ' -f 1-8)"
expect_is 'with URLs' '0=ok=http://a.example/0' \
	"$(rows graphdump -s states --urls mixed.sp | cut -d ' ' -f 1)"
expect_is 'as JSON' '{"node": 1, "state": "redirect"}' \
	"$(graphdump -s states --json mixed.sp | sed -n 2p)"
expect_is 'counted' \
	'unfetched=1 ok=4 redirect=1 gone=1 failed=1 refused=1 filtered=1' \
	"$(rows graphdump -s states --summary mixed.sp)"
expect_is 'counted, as JSON' '{"state": "gone", "pages": 1}' \
	"$(graphdump -s states --summary --json mixed.sp | sed -n 4p)"
graphdump -s states --to npy mixed.sp | tail -c 10 | od -An -v -tu1 |
	tr -s ' \n' ' ' >vector
expect_is 'as a vector' ' 1 2 3 0 4 5 6 1 1 1 ' "$(cat vector)"
run graphdump -s states ranked.sp
expect 'a stream without states' 65
expect_message 'says so' 'no states in the stream'
graphimport -q links | crawlorder -q --order bfs --seeds start |
	graphprune --fetched-first bfs:2 -o nameless.sp
run graphdump -s states --urls nameless.sp
expect 'URLs of pages without names' 65

run graphstat mixed.sp
expect 'graphstat' 0
expect_is 'describes states' 'Fetched
fetched 6 60.0 %
unfetched 1 10.0 %
ok 4 40.0 %
redirect 1 10.0 %
gone 1 10.0 %
failed 1 10.0 %
refused 1 10.0 %
filtered 1 10.0 %' "$(sed -n '/^Fetched/,/^$/p' "$out" | tr -s ' ' |
	sed 's/^ //; /^$/d')"
expect_is 'as JSON' '"states": {"fetched": 6, "unfetched": 1, "ok": 4' \
	"$(graphstat --json mixed.sp | grep -o '"states": {[^}]*"ok": 4')"
expect_is 'nothing of a stream without them' 0 \
	"$(graphstat ranked.sp | grep -c Fetched)"

# ---- filters that pass and carry them --------------------------------------

expected=$(rows graphdump -s states mixed.sp)
for filter in 'graphprune' 'graphprune --self-loops --unit none' \
	'graphprune --transpose' 'hits' 'pagerank' 'harmonic --exact' 'rank' \
	'crawlorder --order bfs --seeds start'; do
	# shellcheck disable=SC2086 # a filter and its options
	run $filter -q mixed.sp -o passed.sp
	expect_is "$filter passes states" "$expected" \
		"$(rows graphdump -s states passed.sp)"
done
for filter in 'hits -R' 'seedpick --top pagerank:2'; do
	# shellcheck disable=SC2086
	run $filter -q mixed.sp -o passed.sp
	expect_is "$filter leaves them out, as it does names" 0 \
		"$(graphstat --json passed.sp | grep -c '"stat"')"
done
printf '%s\n' 6 2 1 8 >some
graphprune -q --pages some mixed.sp -o some.sp
expect_is 'a subset carries them' '0=redirect 1=gone 2=filtered 3=ok' \
	"$(rows graphdump -s states some.sp)"
# Breadth first: 0, 1, 2, ...: pages that are fetched again keep their state.
crawlorder -q --order bfs --seeds start mixed.sp |
	graphprune -q --fetched-first bfs:3 -o hold.sp
expect_is 'downloads keep theirs, the others are unfetched' \
	'0=ok 1=redirect 2=gone 3=unfetched 4=unfetched 5=unfetched' \
	"$(rows graphdump -s states hold.sp)"

# Hosts a: ok, redirect, gone, unfetched; b: failed, refused, filtered; c: ok.
run graphfold mixed.sp -o hosts.sp
expect 'hosts' 0
expect_is 'a host has the state that says most' \
	'0=ok=a.example 1=filtered=b.example 2=ok=c.example' \
	"$(rows graphdump -s states --urls hosts.sp)"
expect_is 'no host is unseen if a page of it failed' \
	'0=redirect 1=failed 2=gone' \
	"$(with ten.sp 0 2 3 0 4 0 4 3 0 3 >folded.sp
		graphfold -q folded.sp | rows graphdump -s states)"
run graphfold ranked.sp -o hosts.sp
expect_is 'no states, none of hosts' 0 \
	"$(graphstat --json hosts.sp | grep -c '"stat"')"

# The later of two sections is the one that counts, as for scores.
with ten.sp 6 6 6 >other.sp
"$reseal" mixed.sp takesec other.sp stat END. >twice.sp
expect_is 'the later section replaces the earlier one' \
	'0=filtered 1=filtered 2=filtered 3=ok' \
	"$(rows graphdump -s states twice.sp | cut -d ' ' -f 1-4)"

# ---- what logs say ---------------------------------------------------------

# heritrix STATUS:PAGE... - lines of a crawl.log, page by page
heritrix() {
	second=10
	for line; do
		echo "2013-05-22T08:17:$second.000Z ${line%:*} 9" \
			"$(sed -n "$((${line#*:} + 1))p" names) L -"
		second=$((second + 1))
	done
}
# imported NAME STATES LOG [OPTION...] - what crawlimport writes
imported() {
	name=$1
	wanted=$2
	shift 2
	run crawlimport -q -g g11.sp -o read.sp "$@"
	expect "$name: is read" 0
	expect_is "$name: states" "$wanted" "$(rows graphdump -s states read.sp)"
}
heritrix 200:0 301:1 404:2 503:3 -9998:4 -5000:5 -2:6 410:7 304:8 -50:9 \
	>crawl.log
imported Heritrix '0=ok 1=redirect 2=gone 3=failed 4=refused 5=filtered '\
'6=failed 7=gone 8=ok 9=unfetched 10=unfetched' crawl.log
expect_is 'the order has only what was downloaded' '0 1 8' \
	"$(graphdump -s orders read.sp | awk '!/^#/ { print $3 }' |
		paste -sd ' ' -)"
cp read.sp first.sp
heritrix 503:0 200:1 200:3 -2:4 >crawl.log
run crawlimport -q -g first.sp -o second.sp crawl.log
expect_is 'a later log adds to the states of an earlier one' \
	'0=ok 1=ok 2=gone 3=ok 4=failed 5=filtered' \
	"$(rows graphdump -s states second.sp | cut -d ' ' -f 1-6)"
expect_is 'and their section is one' 1 \
	"$(graphstat --json second.sp | grep -o '"tag": "stat"' | wc -l)"
heritrix 200:3 200:1 503:0 -2:4 -9998:4 404:0 >crawl.log
imported 'lines in any order' '0=gone 1=ok 2=unfetched 3=ok 4=failed '\
'5=unfetched 6=unfetched 7=unfetched 8=unfetched 9=unfetched 10=unfetched' \
	crawl.log
run crawlimport -q -R -g g11.sp -o results.sp crawl.log
expect_is 'results alone have no states' 0 \
	"$(graphstat --json results.sp | grep -c '"stat"')"

# A log of what did not come has states, and no order.
heritrix -9998:4 404:5 >crawl.log
run crawlimport -g second.sp -o third.sp crawl.log
expect 'refusals alone: no order of before is lost' 65
run crawlimport -g second.sp -o third.sp --name later crawl.log
expect 'refusals alone: are read' 0
expect_message 'refusals alone: a warning' 'no page was downloaded in the log'
expect_is 'refusals alone: they are added to the states' \
	'4=failed 5=gone 6=failed' \
	"$(rows graphdump -s states third.sp | cut -d ' ' -f 5-7)"
expect_is 'refusals alone: the order of before is kept' '1 3' \
	"$(graphdump -s orders third.sp | awk '!/^#/ { print $3 }' |
		paste -sd ' ' -)"
run crawlimport -g g11.sp -o fourth.sp --seeds names crawl.log
expect 'refusals alone: no order from seeds' 65
run crawlimport -g g11.sp -o fourth.sp -R crawl.log
expect 'refusals alone: nothing to write without the graph' 65
heritrix -50:4 >crawl.log
run crawlimport -g g11.sp -o fourth.sp crawl.log
expect 'neither downloads nor states' 65
{
	echo 'Url,Status code,Status name,Fetch Time,Modified Time,Retries since fetch,Retry interval seconds'
	status=1
	while [ $status -le 9 ]; do
		echo "\"$(sed -n "${status}p" names)\",$status,\"x\",Wed May 22 08:17:27 UTC 2013,x,0,9.0"
		status=$((status + 1))
	done
	echo "\"$(sed -n 10p names)\",1,\"x\",Wed May 22 08:17:27 UTC 2013,x,2,9.0"
} >crawldb.csv
imported "Nutch's CrawlDb" '0=unfetched 1=ok 2=gone 3=redirect 4=redirect '\
'5=ok 6=ok 7=unfetched 8=ok 9=failed 10=unfetched' crawldb.csv
cat >nutch.log <<'END'
2026-11-23 15:13:29,120 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 45 fetching http://a.example/0 (queue crawl delay=5000ms)
2026-11-23 15:13:29,130 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 47 fetching http://a.example/1 (queue crawl delay=5000ms)
2026-11-23 15:13:29,140 INFO o.a.n.f.FetcherThread [FetcherThread] Denied by robots.txt: http://a.example/1
2026-11-23 15:13:29,150 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 47 fetching http://a.example/2 (queue crawl delay=5000ms)
2026-11-23 15:13:29,160 INFO o.a.n.f.FetcherThread [FetcherThread] Crawl-Delay for http://a.example/2 too long (90000 ms), skipping
2026-11-23 15:13:29,170 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 47 fetching http://a.example/3 (queue crawl delay=5000ms)
2026-11-23 15:13:29,180 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 47 fetch of http://a.example/3 failed with: Http code=403, url=http://a.example/3
2026-11-23 15:13:29,190 INFO o.a.n.f.FetcherThread [FetcherThread] FetcherThread 47 fetching http://b.example/4 (queue crawl delay=5000ms)
2026-11-23 15:13:29,200 INFO o.a.n.f.FetcherThread [FetcherThread] Defer visits for queue b.example : http://b.example/4
END
imported "Nutch's fetcher" '0=ok 1=refused 2=filtered 3=failed 4=unfetched '\
'5=unfetched 6=unfetched 7=unfetched 8=unfetched 9=unfetched 10=unfetched' \
	nutch.log
cat >scrapy.log <<'END'
2026-11-23 15:14:36 [scrapy.core.engine] DEBUG: Crawled (200) <GET http://a.example/0> (referer: None)
2026-11-23 15:14:36 [scrapy.downloadermiddlewares.redirect] DEBUG: Redirecting (301) to <GET http://a.example/0> from <GET http://a.example/1>
2026-11-23 15:14:36 [scrapy.downloadermiddlewares.robotstxt] DEBUG: Forbidden by robots.txt: <GET http://a.example/2>
2026-11-23 15:14:36 [scrapy.downloadermiddlewares.retry] DEBUG: Retrying <GET http://a.example/3> (failed 1 times): 503 Service Unavailable
2026-11-23 15:14:37 [scrapy.core.engine] DEBUG: Crawled (404) <GET http://b.example/4> (referer: None)
END
imported Scrapy '0=ok 1=redirect 2=refused 3=failed 4=gone 5=unfetched '\
'6=unfetched 7=unfetched 8=unfetched 9=unfetched 10=unfetched' scrapy.log
printf '%s\n' 'time	url	status' '1795334402	http://a.example/0	200' \
	'1795334403	http://a.example/1	302' '1795334404	http://a.example/2	500' \
	'1795334405	http://a.example/3	0' >table.tsv
imported 'a table' '0=ok 1=redirect 2=failed 3=failed 4=unfetched 5=unfetched '\
'6=unfetched 7=unfetched 8=unfetched 9=unfetched 10=unfetched' -f tsv \
	--status-column status table.tsv

# ---- a warning -------------------------------------------------------------

graphprune -q --fetched-first bfs:3 g11-orders.sp -o known.sp
run crawlorder --order bfs --seeds start known.sp -o o.sp
expect_message 'half of the pages are not fetched: no warning' ''
graphprune -q --fetched-first bfs:2 g11-orders.sp -o fewer.sp
run crawlorder --order bfs --seeds start fewer.sp -o o.sp
expect 'three of five' 0
expect_message 'warns' '60 % of the pages were never fetched: an order cannot'
run crawlorder -R --order bfs --seeds start -g fewer.sp -o o.sp </dev/null
expect_message 'also of the graph of -g' '60 % of the pages were never fetched'
"$reseal" nameless.sp dropsec ftch set GRPH.tail checksum +1 \
	set GRPH.tail origin.checksum +1 set stat.head basis.checksum +1 \
	set stat.head basis.origin.checksum +1 >forged.sp
run crawlorder --order bfs --seeds start forged.sp -o o.sp
expect 'links of another graph are seen' 65
expect_message 'and what is wrong' 'its links are not those of'
with ten.sp 0 0 0 0 0 0 0 0 0 0 >linked.sp
run crawlorder --order bfs --seeds start linked.sp -o o.sp
expect_message 'not of pages whose links are known' ''

plan
