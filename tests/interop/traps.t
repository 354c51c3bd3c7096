#!/bin/sh
# SPDX-License-Identifier: MIT
#
# traps.t - Wget and Scrapy crawl webs with traps; crawlshape finds the traps,
# and with its rules the same number of downloads gets more honest pages
#
# The truth is that of tests/web/trapweb.py.  For each of 10 webs (SEEDS) and
# each crawler there are two crawls of 9,000 downloads (DOWNLOADS), the second
# with rules.  What is done is kept in $CACHE/traps, so that the script goes on
# where it stopped: a first crawl as long as the web and the crawler are the
# same, a second one as long as its rules are, too.

# shellcheck disable=SC2154 # of lib.sh

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
need_program wget
need_module scrapy warcio
need_program scrapy
: "${SEEDS:=1 2 3 4 5 6 7 8 9 10}"
: "${DOWNLOADS:=9000}"
web=$here/../web
BIN=$(cd "${BIN:-bin}" && pwd)
[ -x "$BIN/crawlshape" ] || skip_all "no crawlshape"
made=$(cat "$web"/*.py "$here/spider.py" | cksum | tr ' ' '-')-$DOWNLOADS
cd "$folder" || exit 2

# with_wget RULES, with_scrapy RULES - crawls the web to crawl.warc.gz; RULES is
# a file or nothing
with_wget() {
	: >wgetrc
	[ -z "$1" ] || cat "$1" >wgetrc
	wget --config wgetrc -q -r -l inf -H -nd --delete-after -P pages \
		--tries=1 --timeout=20 -e robots=off --warc-file=crawl \
		"http://portal.example/" >"$out" 2>"$err" &
}

with_scrapy() {
	scrapy runspider "$here/spider.py" -a first=http://portal.example/ \
		-a archive=crawl.warc.gz ${1:+-a deny="$1"} \
		-s ROBOTSTXT_OBEY=False -o feed.jl >"$out" 2>"$err" &
}

# crawl CRAWLER SEED RULES LOG - ends the crawler when the server has answered
# enough
crawl() {
	rm -rf crawl.* feed.jl pages port
	python3 "$web/trapweb.py" --seed "$2" --serve --most "$DOWNLOADS" \
		--log "$4" >port 2>server.err &
	server=$!
	await port $server
	http_proxy=http://127.0.0.1:$(sed 's/port //' port)
	export http_proxy no_proxy=
	with_"$1" "$3"
	fetcher=$!
	while kill -0 $server 2>/dev/null && kill -0 $fetcher 2>/dev/null; do
		sleep 0.5
	done
	kill $fetcher $server 2>/dev/null
	wait $fetcher 2>/dev/null
	wait $server 2>/dev/null
	unset http_proxy
}

# first CRAWLER SEED - crawls without rules, once; leaves $kept/first.log and
# $kept/web.sp
first() {
	[ ! -e "$kept/first.done" ] || return 0
	crawl "$1" "$2" '' "$kept/first.log"
	"$BIN/crawlgraph" -q -f warc -o "$kept/web.sp" crawl.warc.gz \
		2>"$err" || return
	: >"$kept/first.done"
}

# second CRAWLER SEED - crawls with the rules, once; sets $second to its log
second() {
	"$BIN/crawlshape" --to "$1" -q -o rules "$kept/web.sp" || return
	second=$kept/second-$(cksum <rules | tr ' ' '-').log
	[ ! -e "$second.done" ] || return 0
	crawl "$1" "$2" "$PWD/rules" "$second"
	: >"$second.done"
}

# measure CRAWLER SEED - prints trap pages, those in traps, honest pages, those
# in traps, honest downloads without and with rules
measure() {
	kept=$CACHE/traps/$made/$1-$2
	mkdir -p "$kept"
	first "$1" "$2" || return
	"$BIN/crawlshape" --pages -q "$kept/web.sp" >pages.tsv || return
	second "$1" "$2" || return
	grep -v '^#' pages.tsv | cut -f 1 |
		python3 "$web/trapweb.py" --seed "$2" --truth >truth.tsv
	grep -v '^#' pages.tsv | paste - truth.tsv | awk -F '\t' \
		-v first="$(grep -c 'honest$' "$kept/first.log")" \
		-v second="$(grep -c 'honest$' "$second")" '
		$NF == "-" { next }
		$NF == "honest" { honest++; lost += $3 == "trap"; next }
		{ traps++; found += $3 == "trap" }
		END { print traps, found + 0, honest, lost + 0, first, second }'
}

for crawler in wget scrapy; do
	for seed in $SEEDS; do
		measure $crawler "$seed" >result
		name="$crawler, web $seed"
		read -r traps found honest lost first second <result || {
			expect_is "$name: measured" yes no
			continue
		}
		echo "# figure $name: trap pages $traps, found $found;" \
			"honest pages $honest, taken for traps $lost;" \
			"honest downloads $first, with rules $second"
		expect_true "$name: 95 % of the trap pages are found" \
			[ $((100 * found)) -ge $((95 * traps)) ]
		expect_true "$name: 1 % of the honest pages at most are not" \
			[ $((100 * lost)) -le "$honest" ]
		expect_true "$name: 1.5 times the honest downloads" \
			[ $((10 * second)) -ge $((15 * first)) ]
	done
done
plan
