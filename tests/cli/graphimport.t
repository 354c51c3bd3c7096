#!/bin/sh
# SPDX-License-Identifier: MIT
#
# graphimport.t - names and hosts stay with their pages when pages are
# renumbered
#
#	[BIN=bin] tests/cli/graphimport.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

cd "$folder" || exit 2
printf '%s\n' '0 1' '1 2' '2 0' >links
printf '%s\n' http://z.com/ http://a.com/ http://m.com/ >urls
printf '%s\n' z.com a.com m.com >hosts

# hosts_match NAME - each page of graph.sp has the host of its URL
hosts_match() {
	run graphdump -s names graph.sp
	grep -v '^#' "$out" | awk '$3 != "http://" $2 "/"' >wrong
	expect_is "$1" '' "$(cat wrong)"
}

run graphimport --names urls --hosts hosts -o graph.sp links
expect 'hosts of a file' 0
hosts_match 'line i is the host of page i'
run graphimport --names urls --by-url -o graph.sp links
expect 'pages in the order of their URLs' 0
hosts_match 'their hosts are renumbered with them'
run graphimport --names urls --hosts hosts --by-url -o no.sp links
expect 'hosts of a file would stay where they are: rejected' 64
expect_message 'and the message says why' \
	'option --hosts does not go with --by-url'

plan
