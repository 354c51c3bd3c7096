#!/bin/sh
# SPDX-License-Identifier: MIT
#
# wget.t - GNU Wget crawls a served web, writes archives with their index, and
# what is imported of them is what was served

# shellcheck disable=SC2086,SC2154 # options are words; of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
need_program wget
# shellcheck source=tests/interop/crawl.sh
. "$here/crawl.sh"
label="$(wget --version | sed -n '1s/ built.*//p'): "

# crawl [OPTION...] - crawls; writes crawl*.warc* and crawl.cdx
crawl() {
	rm -f crawl.* crawl-*
	timeout 600 wget -q -r -l inf -H -nd --delete-after -P pages \
		--tries=1 --timeout=60 --no-config --warc-file=crawl \
		--warc-cdx "$@" "$first" 2>"$err"
}

begin
crawl
end
compare_links plain crawl.warc.gz
compare_order plain cdx crawl.cdx
compare_counts plain crawl.warc.gz

begin $ODD
crawl --no-warc-compression --compression=auto --warc-max-size=4M
end
compare_links odd crawl-0*.warc
compare_order odd cdx crawl.cdx
compare_counts odd crawl-0*.warc
plan
