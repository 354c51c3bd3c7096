#!/bin/sh
# SPDX-License-Identifier: MIT
#
# traps.t - crawlshape finds at least 95 % of the trap pages that a crawl knows,
# and takes at most 1 % of the honest ones for traps
#
# The truth is that of tests/web/trapweb.py.  SEEDS and DOWNLOADS crawl other
# webs, or longer.

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
: "${SEEDS:=1}"
: "${DOWNLOADS:=5000}"
command -v python3 >/dev/null || skip_all 'no python3'
# shellcheck disable=SC2154 # of lib.sh
cd "$folder" || exit 2

# count SEED [OPTION] - prints trap pages, those in traps, honest pages, and
# those in traps, of a crawl
count() {
	# shellcheck disable=SC2086 # no option is no argument
	python3 "$here/../web/trapweb.py" --seed "$1" --crawl "$DOWNLOADS" \
		--to . $2 >kinds || return
	crawlgraph -q -f warc -o web.sp crawl.warc || return
	crawlshape -q --pages web.sp | sed 1d | cut -f 1,3 >pages.tsv
	cut -f 1 pages.tsv |
		python3 "$here/../web/trapweb.py" --seed "$1" --truth >truth
	paste pages.tsv truth | awk -F '\t' '
		$4 == "honest" { honest++; lost += $2 == "trap" }
		$4 != "honest" && $4 != "-" { traps++; found += $2 == "trap" }
		END { print traps + 0, found + 0, honest + 0, lost + 0 }'
}

for seed in $SEEDS; do
	counted=$(count "$seed")
	echo "# web $seed: traps, found, honest, lost: $counted"
	# shellcheck disable=SC2086 # four numbers
	set -- $counted
	expect_true "web $seed: a crawl with traps" [ "${1:-0}" -gt 5000 ]
	expect_true "web $seed: 95 % of their pages are found" \
		[ $((100 * $2)) -ge $((95 * $1)) ]
	expect_true "web $seed: at most 1 % of the honest pages are lost" \
		[ $((100 * $4)) -le "$3" ]
	# A crawl that only knows of traps, and fetches what looks like them.
	# shellcheck disable=SC2046 # four numbers
	set -- $(count "$seed" --honest)
	expect_is "web $seed: a crawl of honest pages: none is lost" 0 "$4"
done
plan
