#!/bin/sh
# SPDX-License-Identifier: MIT
#
# browser.t - Chromium crawls a served web, driven by puppeteer, with an archive
# by warcio.js, and what is imported of it is what was served

# shellcheck disable=SC2046,SC2086,SC2154 # options are words; of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/interop/lib.sh
. "$here/lib.sh"
need_program node npm
browser=${CACHE:-$BUILD/interop}/browser-$(cksum <"$here/package.json" |
	tr ' ' -)
if [ ! -e "$browser/installed" ]; then
	mkdir -p "$browser"
	cp "$here/package.json" "$browser"
	(cd "$browser" && npm install --no-audit --no-fund >npm.log 2>&1) ||
		skip_all "npm could not install, see $browser/npm.log"
	: >"$browser/installed"
fi
cp "$here/browser.mjs" "$browser"
# shellcheck source=tests/interop/crawl.sh
. "$here/crawl.sh"
: "${VISITS:=1000}"

# crawl - crawls; ends the script where the browser does not run
crawl() {
	timeout 1800 node "$browser/browser.mjs" "$proxy" "$first" "$VISITS" \
		crawl.warc.gz crawl.tsv >"$out" 2>"$err"
	[ -s "$out" ] || skip_all "the browser: $(tail -n 3 "$err" | xargs)"
	label="$(cat "$out"): "
}

begin
crawl
end
compare_links plain crawl.warc.gz
compare_order plain tsv crawl.tsv
compare_counts plain crawl.warc.gz

# Without what the driver cannot record: it misses responses of frames in
# frames, and gives pages of UTF-16 as UTF-8, which their header denies.
begin $(echo "$ODD" | sed 's/--kinds//; s/,utf-16le:[0-9.]*//')
crawl
end
compare_links odd crawl.warc.gz
compare_counts odd crawl.warc.gz
expect_is 'the browser sees no link where there is none' 0 \
	"$(grep -c never.example log)"
plan
