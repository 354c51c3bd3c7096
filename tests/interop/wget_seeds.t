#!/bin/sh
# SPDX-License-Identifier: MIT
#
# wget_seeds.t - Wget downloads the pages of our list, in its order

# shellcheck disable=SC2153,SC2154 # of lib.sh, crawl.sh and web.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
need_program wget
# shellcheck source=tests/interop/crawl.sh
. "$here/crawl.sh"
label="$(wget --version | sed 's/ built.*//; q'): "
: "${COUNT:=1000}"

# fetch [OPTION...] - serves the web, whose pages answer as $answers, and writes
# the URLs fetched to got
answers=
fetch() {
	# shellcheck disable=SC2086 # words
	serve -q $answers
	mkdir -p pages
	http_proxy=http://127.0.0.1:$port timeout 300 wget -q -nd -P pages \
		--delete-after "$@" >"$out" 2>"$err" ||
		echo "# status $?: $(tail -n 3 "$err")"
	stop
	awk -F '\t' '!/^#/ { print $3 }' log >got
}

pagerank -q web.sp >scored.sp
seedpick -q --top "pagerank:$COUNT" --text scored.sp >expected
run seedpick -q --top "pagerank:$COUNT" --to text -o list scored.sp
expect 'a list' 0
fetch -i list
echo "# figure ${label}pages $(wc -l <got), at their place" \
	"$(paste expected got | awk -F '\t' '$1 == $2' | wc -l)"
expect_same "$COUNT pages in the order of the list" expected got

# Scores as a list, and from a pipe.
run graphdump -s scores --score pagerank --to text -o list scored.sp
expect 'a list of all pages by score' 0
head -n "$COUNT" list >got
expect_same 'it begins with the same pages' expected got
cp list expected
fetch -i - <list
expect_same "all $(wc -l <expected) pages by score, from standard input" \
	expected got

# ---- the next batch of a crawl ----------------------------------------------

next_batch 200 5
fetch -i chosen
expect_same 'the next batch: its pages in their order' chosen got
# shellcheck disable=SC2034 # of fetch()
answers=$ANSWERS
fetch --max-redirect=0 -i chosen
compare_batch "the next batch, of pages that fail and redirect"
plan
