#!/bin/sh
# SPDX-License-Identifier: MIT
#
# site.t - the web site of README.md, docs and the manual: all links lead
# somewhere, tables of output keep their tabs, and the search finds an option, in
# Chromium, if it is installed
#
# Run in the root of the project.

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

for program in lowdown mandoc python3; do
	command -v $program >/dev/null || skip_all "there is no $program"
done

site=$folder/site
run site/make-pages "$site"
expect 'the site is built' 0
run site/check "$site"
expect 'every link leads somewhere' 0
expect_output 'no fault is found' ''


for page in man/man?/*; do
	name=${page##*/}
	expect_true "the manual lists $name" \
		grep -qF "<a href=\"$name.html\">" "$site/man/index.html"
done
expect_true 'the manual links to the manual' \
	grep -qF '<a class="Xr" href="graphprune.1.html">' \
	"$site/man/hits.1.html"
expect_true 'pages of others are text' \
	grep -q ' gnuplot(1)' "$site/man/hotcurve.1.html"
expect_true 'Markdown pages link to the manual' \
	grep -qF '<a href="../man/seedpick.1.html">seedpick(1)</a>' \
	"$site/docs/tutorial-warc.html"
expect_true 'tables of output keep their tabs' grep -q "^#status	count" \
	"$site/docs/tutorial-warc.html"
expect_true 'dashes stay as they are' \
	grep -q 'graphdump --to bvgraph' "$site/docs/speed.html"
expect_true 'the index for the search is JSON' python3 -c '
import json, sys
text = open(sys.argv[1], encoding="utf-8").read()
rows = json.loads(text[len("searchIndex("):-len(");\n")])
assert ["seedpick(1)", "--cover N"] in [row[:2] for row in rows]' \
	"$site/search-index.js"

# ---- what check finds ------------------------------------------------------

mkdir "$folder/wrong"
cat >"$folder/wrong/index.html" <<'END'
<p id="a"><a href="b.html#c">b</a> <a href="#d">d</a> <a href="e.html">e</a>
<a href="https://example.org/">elsewhere</a><p id="a"><a href="#a">a</a>
END
echo '<p>' >"$folder/wrong/b.html"
echo '<p>' >"$folder/wrong/f.html"
run site/check "$folder/wrong"
expect 'faults are found' 1
expect_output 'each of them' 'index.html: the id a is there twice
index.html: b.html#c: no such place in b.html
index.html: #d: no such place in index.html
index.html: e.html: no such file
f.html: index.html does not lead to it'

# ---- without lowdown -------------------------------------------------------

run env PATH="$folder" "$(python3 -c 'import sys; print(sys.executable)')" \
	site/make-pages "$folder/two"
expect 'without lowdown' 1
expect_message 'says what is missing' \
	'site: missing: lowdown, mandoc (Debian: apt install lowdown mandoc)'

# ---- in a browser ----------------------------------------------------------

chromium=$(command -v chromium || command -v chromium-browser || true)
if [ -z "$chromium" ]; then
	skip 'the search, opened as a file' 'Chromium is not installed'
	plan
	exit
fi
run timeout 120 "$chromium" --headless --no-sandbox --disable-gpu \
	--disable-quic --no-first-run --disable-component-update \
	--disable-background-networking --disable-sync \
	--user-data-dir="$folder/profile" --virtual-time-budget=5000 --dump-dom \
	"file://$site/docs/speed.html?q=fold-redirects"
expect_is 'the search, opened as a file, finds an option first' \
	'crawlgraph(1): --fold-redirects' "$(grep -o '<li><a href="[^>]*>[^<]*' "$out" |
		head -n 1 | sed 's/.*>//')"

plan
