#!/bin/sh
# SPDX-License-Identifier: MIT
#
# hours.t - GNU Wget and Scrapy take the time that crawlorder --time computes
#
# The crawls take 15 minutes, most of it spent waiting; hours.sh keeps them.

# shellcheck disable=SC2154 # of lib.sh and hours.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
need_program wget scrapy
need_module scrapy
# shellcheck source=tests/interop/hours.sh
. "$here/hours.sh"

# with_wget [OPTION...] - one connection, pages in the order of their links; its
# status 8 says that some failed
with_wget() {
	timeout 900 wget -q -r -l inf -H -nd --delete-after -P pages \
		--tries=1 --timeout=60 --no-config -e robots=off "$@" \
		"$first" || [ $? = 8 ]
}

# with_scrapy [SETTING...] - 16 requests at a time, 8 to a host
with_scrapy() {
	for setting; do
		shift
		set -- "$@" -s "$setting"
	done
	timeout 900 scrapy runspider "$here/hours_spider.py" \
		-a first="$first" -s CONCURRENT_REQUESTS=16 \
		-s CONCURRENT_REQUESTS_PER_DOMAIN=8 "$@"
}

# ---- Wget: one connection, which waits whatever the next host is ----------

crawl wget with_wget --wait=0.02
# It goes on although a page failed.
compare_hours wget 10 10 --time global --connections 1 --delay 0 \
	--setup 0.02 --lookup 0 --retries 0
awk -F '\t' '$3 == 200 { print $5 }' "$asked" >found
sed 1d order | cut -f 7 >expected
expect_same 'wget: the order' expected found

# ---- Scrapy: a delay from start to start, retries at once -------------------

scrapy='--connections 16 --host-connections 8 --delay-from start --setup 0
	--lookup 0 --retry-wait 0'

# Its usual queue takes the host with the fewest requests in the downloader.
crawl scrapy with_scrapy DOWNLOAD_DELAY=0.5
# shellcheck disable=SC2086 # the options are words
compare_hours scrapy 10 10 --time host --delay 0.5 $scrapy

# The queue that was the usual one takes the best page, whatever its host is.
crawl scrapy-slots with_scrapy DOWNLOAD_DELAY=0.2 \
	SCHEDULER_PRIORITY_QUEUE=scrapy.pqueues.ScrapyPriorityQueue
# shellcheck disable=SC2086 # the options are words
compare_hours scrapy-slots 10 10 --time slots --delay 0.2 $scrapy

# By autothrottle, a host is asked again after its latency, but not before the
# delay: hosts that take five times as long.
awk -v OFS='\t' 'NR == 1 { print $0, "delay"; next }
	{ $2 *= 5; print $0, ($2 > 0.5 ? $2 : 0.5) }' hosts >slow
table=slow
crawl scrapy-throttled with_scrapy DOWNLOAD_DELAY=0.5 \
	AUTOTHROTTLE_ENABLED=1 AUTOTHROTTLE_START_DELAY=0.5
# shellcheck disable=SC2086 # the options are words
compare_hours scrapy-throttled 10 10 --time host $scrapy
plan
