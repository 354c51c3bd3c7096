#!/bin/sh
# SPDX-License-Identifier: MIT
#
# rounds.sh - serves a graph as a web on the loopback address and lets a crawler
# fetch a list of its pages, for rounds.mk
#
#	SERVEWEB=FILE rounds.sh wget|scrapy follow|list GRAPH LIST NAME \
#		[OPTION...]
#
# With list, it fetches the pages of LIST and no others; with follow, it follows
# links from these in its own order.  OPTIONs are those of the server, such as
# --most.  robots.txt is obeyed.  Writes NAME.warc.gz; NAME.access, the log of
# the server; and NAME.refused, the lines of a log of the crawler that say what
# robots.txt forbids.
set -eu

crawler=$1
how=$2
graph=$3
list=$4
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=pipelines/serve.sh
. "$here/serve.sh"
begin "$5"
shift 5
serve "$graph" --seeds "$list" "$@"

# Wget obeys robots.txt for links, not for the URLs of a list: so it starts from
# a page with links to all of the list, outside the graph.  A redirect of a page
# in the list leads to a page that is not in it.  Links that the server refused
# end Wget with status 4, missing pages with 8.
crawl_wget() {
	status=0
	case $how in
	list) set -- -l 1 --max-redirect=0 ;;
	*) set -- -l inf ;;
	esac
	wget -q --no-config --no-hsts -r "$@" -H -nd --delete-after \
		-P "$folder/pages" --tries=1 --timeout=60 \
		--warc-file="$folder/crawl" --warc-tempdir="$folder" \
		--rejected-log="$folder/rejected" http://seeds.invalid/ \
		2>"$folder/messages" &
	running=$!
	wait $running || status=$?
	case $status in
	0 | 4 | 8) forbidden_of_wget >"$folder/refused" ;;
	*) return 1 ;;
	esac
}

# The lines of its table of links that it did not follow, each page once.
forbidden_of_wget() {
	awk -F '\t' '
		NR == 1 { head = $0; next }
		$1 == "ROBOTS" && !($2 in seen) {
			seen[$2]
			if (head != "")
				print head
			head = ""
			print
		}' "$folder/rejected"
}

crawl_scrapy() {
	case $how in
	list) set -- -a follow= -s REDIRECT_ENABLED=False ;;
	*) set -- -a follow=links ;;
	esac
	"${PYTHON:-python3}" -m scrapy runspider "$here/rounds.py" \
		-a seeds="$list" -a archive="$folder/crawl.warc.gz" \
		-s LOG_FILE="$folder/log" "$@" >"$folder/messages" 2>&1 &
	running=$!
	wait $running || return 1
	grep ' Forbidden by robots.txt: ' "$folder/log" >"$folder/refused" ||
		:
}

"crawl_$crawler" ||
	fail "$crawler failed: $(tail -n 3 "$folder/messages")"
hang_up
# The last one says that the others are there.
keep refused refused
keep crawl.warc.gz warc.gz
keep access access
