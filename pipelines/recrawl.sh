#!/bin/sh
# SPDX-License-Identifier: MIT
#
# recrawl.sh - serves a graph as a web on the loopback address and lets a crawler
# download LIMIT of its pages from a list of seeds, for recrawl.mk
#
#	SERVEWEB=FILE recrawl.sh wget|scrapy GRAPH LIMIT SEEDS NAME [OPTION...]
#
# Writes NAME.warc.gz, NAME.log (the crawler's own: an index for Wget, a feed
# for Scrapy) and NAME.access (the server's).  OPTIONs go to the crawler.
set -eu

crawler=$1
graph=$2
limit=$3
seeds=$4
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=pipelines/serve.sh
. "$here/serve.sh"
begin "$5"
shift 5

# After LIMIT pages the server refuses connections: so the crawler ends by
# itself, and its archive is complete.
serve "$graph" --most "$limit" --seeds "$seeds"

# Given a list, Wget crawls all that it reaches from the first seed before it
# begins with the second, so it starts from a page with links to all of them.
# Links that the server refused end it with status 4, missing pages with 8.
crawl_wget() {
	status=0
	wget -q --no-config --no-hsts -e robots=off -r -l inf -H -nd \
		--delete-after -P "$folder/pages" --tries=1 --timeout=60 \
		--warc-file="$folder/crawl" --warc-tempdir="$folder" \
		--warc-cdx "$@" http://seeds.invalid/ 2>"$folder/messages" &
	running=$!
	wait $running || status=$?
	case $status in
	0 | 4 | 8) mv "$folder/crawl.cdx" "$folder/log" ;;
	*) return 1 ;;
	esac
}

crawl_scrapy() {
	"${PYTHON:-python3}" -m scrapy runspider "$here/recrawl.py" \
		-a seeds="$seeds" -a archive="$folder/crawl.warc.gz" \
		-s CLOSESPIDER_PAGECOUNT="$limit" -o "$folder/log:jsonlines" \
		"$@" >"$folder/messages" 2>&1 &
	running=$!
	wait $running
}

"crawl_$crawler" "$@" ||
	fail "$crawler failed: $(tail -n 3 "$folder/messages")"
[ -s "$folder/log" ] ||
	fail "$crawler downloaded nothing: $(tail -n 3 "$folder/messages")"
hang_up
keep access access
keep crawl.warc.gz warc.gz
keep log log
