#!/bin/sh
# SPDX-License-Identifier: MIT
#
# scrapy.t - Scrapy crawls a served web, with an archive by warcio and a feed of
# JSON lines, and what is imported of them is what was served

# shellcheck disable=SC2086,SC2154 # options are words; of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
need_module scrapy warcio
need_program scrapy
# shellcheck source=tests/interop/crawl.sh
. "$here/crawl.sh"
label="$(scrapy version | sed 1q): "

crawl() {
	rm -f crawl.warc.gz feed.jl
	timeout 900 scrapy runspider "$here/spider.py" -a first="$first" \
		-a archive=crawl.warc.gz -o feed.jl >"$out" 2>"$err" ||
		echo "# status $?: $(tail -n 3 "$err")"
}

begin
crawl
end
compare_links plain crawl.warc.gz
compare_order plain scrapy feed.jl
compare_counts plain crawl.warc.gz

begin $ODD
crawl
end
compare_links odd crawl.warc.gz
compare_order odd scrapy feed.jl
compare_counts odd crawl.warc.gz
plan
