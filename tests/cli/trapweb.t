#!/bin/sh
# SPDX-License-Identifier: MIT
#
# trapweb.t - the web with traps that tests/web/trapweb.py makes: the same web
# every time, what it serves is what it crawls, and crawlgraph reads all of it

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
trapweb=$here/../web/trapweb.py
command -v python3 >/dev/null || skip_all 'no python3'
cd "$folder" || exit 2

web() {
	python3 "$trapweb" "$@"
}

web --seed 3 --crawl 600 --to one >counts
web --seed 3 --crawl 600 --to two >again
expect_same 'the same crawl twice: downloads by kind' counts again
expect_true '... and the same archive' cmp -s one/crawl.warc two/crawl.warc
web --seed 4 --crawl 100 --to two >again
expect_true 'another seed is another web' [ "$(head -c 2000 one/crawl.warc |
	cksum)" != "$(head -c 2000 two/crawl.warc | cksum)" ]

# Each page that links lead to exists, and has the kind that --truth says.
expect_is 'no link leads to nothing' 0 "$(grep -c '	-$' one/truth.tsv)"
cut -f 1 one/truth.tsv | web --seed 3 --truth >truth
expect_same 'the truth does not depend on the crawl' one/truth.tsv truth
cut -f 2 truth | sort -u >kinds
expect_is 'honest pages and 8 kinds of traps after 600 downloads' 9 \
	"$(wc -l <kinds)"
printf '%s\n' http://portal.example/nothing http://none.example/ \
	http://portal.example/list/99 >urls
expect_is 'what is not there has no kind' '- - - ' \
	"$(web --seed 3 --truth <urls | cut -f 2 | tr '\n' ' ')"

web --seed 3 --crawl 600 --honest --to two >again
expect_is 'a crawl that knows the truth: honest pages only' 'honest	600' \
	"$(cat again)"

run crawlgraph -q -f warc --strict -o web.sp one/crawl.warc
expect 'the archive is read' 0
expect_is '... with all downloads' 600 \
	"$(graphdump -s fetches web.sp | grep -vc '^#')"
graphdump -s names web.sp | sed 1d | cut -f 3 | sort >found
cut -f 1 one/truth.tsv | sort >expected
expect_same '... and all pages by the same names' expected found
plan
