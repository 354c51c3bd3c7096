# SPDX-License-Identifier: MIT
# shellcheck shell=sh
#
# records.sh - writes records of web archives, for tests of what reads them

# record TYPE URL DATE [HEADER...] - a WARC record of the block in standard
# input
record() {
	cat >block
	printf 'WARC/1.0\r\nWARC-Type: %s\r\n' "$1"
	printf 'WARC-Target-URI: %s\r\nWARC-Date: %s\r\n' "$2" "$3"
	shift 3
	for header; do
		printf '%s\r\n' "$header"
	done
	printf 'Content-Length: %d\r\n\r\n' "$(wc -c <block)"
	cat block
	printf '\r\n\r\n'
}

# crawls SEED RECORDS PATHS - makes archives, crawl.0 to crawl.2, of as many
# random records each: answers with links, redirects with and without, in chains
# and circles, errors, at times that are often the same
crawls() {
	awk -v seed="$1" -v records="$2" -v paths="$3" '
	function url() {
		return "http" (rand() < 0.2 ? "s" : "") "://" \
			(rand() < 0.5 ? "a" : "b") ".example/" \
			int(rand() * paths)
	}
	function page(links,    body) {
		body = "Content-Type: text/html\r\n\r\n"
		while (links--)
			body = body "<a href=\"" url() "\">x</a>"
		return body
	}
	function record(file,    body, code) {
		code = rand()
		if (code < 0.5)
			body = "200 X\r\n" page(int(rand() * 4))
		else if (code < 0.8)
			body = "302 X\r\nLocation: " url() "\r\n" \
				page(int(rand() * 2))
		else
			body = "404 X\r\n\r\n"
		body = "HTTP/1.1 " body
		printf "WARC/1.0\r\nWARC-Type: response\r\n" \
			"WARC-Target-URI: %s\r\nWARC-Date: 20%02d-01-01T" \
			"00:00:00Z\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", \
			url(), 10 + int(rand() * 4), length(body), \
			body >file
	}
	BEGIN {
		srand(seed)
		for (file = 0; file < 3; file++)
			for (i = 0; i < records; i++)
				record("crawl." file)
	}'
}
