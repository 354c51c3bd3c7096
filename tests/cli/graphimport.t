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

# Links between names, so that the names are URLs.  page: host, as graphdump -s
# names prints them.
cat >urls <<'END'
http://one.co.uk./a
http://one.co.uk\b
http:/x
mailto:x
http://one.co.uk:80/
END
printf '%s\n' '0 1' '1 4' '2 3' '2 2' '3 2' '0 3' >links
run graphimport -f arcs --names urls -o hosts.sp links
expect 'URLs of which some have no host' 0
expect_message 'are counted, with the first' \
	'2 of 5 pages have no host (page 2: "http:/x"): each counts as a host of its own'
run graphdump -s names hosts.sp
expect_is 'a dot at the end, a backslash, a scheme without "//"' \
	'one.co.uk one.co.uk   one.co.uk' \
	"$(grep -v '^#' "$out" | cut -f 2 | tr '\n' ' ' | sed 's/ $//')"
run graphprune -o pruned.sp hosts.sp
expect 'pruned by host' 0
expect_message 'pages without a host are counted' \
	'graphprune: 2 of 5 pages have no host: each counts as a host of its own'
run graphdump -s graph pruned.sp
expect_is 'links between pages without a host are links between hosts' \
	'0 3,2 3,3 2,' "$(grep -v '^#' "$out" | tr '\t\n' ' ,')"
echo 0 >seed
run crawlorder --order 'fpr:M=2' --order lsf --seeds seed --max-per-host 1 -o o.sp hosts.sp
expect 'crawled: each is a host of its own' 0
run graphdump -s orders o.sp
expect_is 'a limit by host does not make them one' 3 \
	"$(grep -c -v '^#' "$out")"
if pkg-config --exists libpsl; then
	run graphimport -f arcs --names urls --domain -o hosts.sp links
	run graphdump -s hosts hosts.sp
	expect_is 'a dot at the end does not make a domain of a suffix' \
		'one.co.uk' "$(awk '$1 == 0 { print $3 }' "$out")"
	# Hosts of generated graphs: the domain is one label under .example.
	graphgen -n 300 -o generated.sp
	graphdump -s names generated.sp | grep -v '^#' | cut -f 3 >gen.urls
	sed 1d gen.urls | paste gen.urls - | sed '$d' |
		graphimport -f arcs --domain -o domains.sp
	run graphdump -s hosts domains.sp
	expect_is 'generated hosts have domains of their own' '' \
		"$(grep -v '^#' "$out" | awk '
			{ sub(/^[a-z]*\./, "", $3) } $3 != $4')"
	run graphprune --unit domain -o pruned.sp hosts.sp
	expect_message 'nor have pages without a host a domain' \
		'2 of 5 pages have no host: each counts as a domain of its own'
fi

plan
