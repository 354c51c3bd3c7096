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
