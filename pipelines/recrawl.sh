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
name=$5
shift 5
here=$(cd "$(dirname "$0")" && pwd)
folder=$name.part
server=
running=

end() {
	for process in $server $running; do
		kill "$process" 2>/dev/null || :
	done
	rm -rf "$folder"
}

fail() {
	echo "recrawl.sh: $*" >&2
	exit 1
}

trap end EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
rm -rf "$folder"
mkdir -p "$folder"

# After LIMIT pages the server refuses connections: so the crawler ends by
# itself, and its archive is complete.
"$SERVEWEB" -q --log "$name.access" --most "$limit" --seeds "$seeds" \
	"$graph" >"$folder/port" 2>"$folder/server" &
server=$!
while [ ! -s "$folder/port" ]; do
	kill -0 "$server" 2>/dev/null || {
		wait "$server" || :
		server=
		fail "no server: $(cat "$folder/server")"
	}
	sleep 0.05
done
proxy=http://127.0.0.1:$(sed 's/^port //' "$folder/port")
# Everything goes to the proxy, so nothing leaves this machine.
export http_proxy="$proxy" https_proxy="$proxy" HTTP_PROXY="$proxy" \
	HTTPS_PROXY="$proxy" no_proxy='' NO_PROXY=''

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
kill "$server" 2>/dev/null || :
wait "$server" || :
server=
mv "$folder/crawl.warc.gz" "$name.warc.gz"
mv "$folder/log" "$name.log"
