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
if ! built_without graphimport --domain; then
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

# ---- recognition -----------------------------------------------------------

printf '%s\n' '0 1' '1 2' '2 0' >ring
printf '%s\n' http://z.com/ http://a.com/ http://m.com/ >ring.urls

# links_of INPUT... - the links of the imported operands, on one line
links_of() {
	graphimport "$@" 2>&1 | graphdump 2>&1 | sed 1d | tr '\t\n' '> '
}

expect_is 'blanks' '0>1 1>2 2>0 ' "$(links_of ring)"
for mark in ',' ';' '|' ' => ' ' -> ' ', '; do
	sed "s/ /$mark/" ring >separated
	expect_is "columns with \"$mark\"" '0>1 1>2 2>0 ' \
		"$(links_of separated)"
done
printf 'New York\tMain Page\nMain Page\tNew York\n' >titles
graphimport titles -o graph.sp
expect_is 'a tab between names with blanks' 'New York,Main Page' \
	"$(graphdump -s names graph.sp | sed 1d | cut -f 3 | paste -s -d ,)"
printf '\357\273\277' | cat - ring >marked
expect_is 'a byte-order mark' '0>1 1>2 2>0 ' "$(links_of marked)"
printf '\357\273\277' | cat - ring.urls >marked
expect_is 'a byte-order mark before names' http://z.com/ "$(graphimport \
	--names marked ring | graphdump -s names | sed -n 2p | cut -f 3)"
expect_is 'the mark of an ASCII graph' '0>1 1>0 ' \
	"$(printf '\357\273\2772\n1\n0\n' | links_of)"
sed 's/$/\r/' ring | gzip >links.gz
expect_is 'CRLF, compressed, from a pipe' '0>1 1>2 2>0 ' \
	"$(links_of <links.gz)"
graphimport links.gz -o graph.sp
expect_text 'provenance has the format that was found' '--format arcs' - <<END
$(graphdump -s provenance graph.sp)
END
printf 'source,target\n5,6\n6,5\n' >links.csv
run graphimport --skip 1 links.csv -o graph.sp
expect 'a header is skipped, and the separator found after it' 0
expect_is 'and the links are those after it' '0>1 1>0 ' \
	"$(graphdump graph.sp | sed 1d | tr '\t\n' '> ')"

# A look into a pipe takes nothing from it, however it is cut.
graphgen -n 3000 | graphdump | sed 1d >many
graphimport --dense many >expected.sp
for size in 1 1000 65536; do
	head -n 30000 many | graphimport --dense -q 2>/dev/null |
		graphdump >expected.txt
	head -n 30000 many | dd bs=$size 2>/dev/null |
		graphimport --dense -q 2>/dev/null | graphdump >got.txt
	expect_same "a pipe with writes of $size bytes" expected.txt got.txt
done
dd bs=4096 if=many 2>/dev/null | graphimport --dense >got.sp
expect_same 'a pipe gives the bytes of a file' expected.sp got.sp
gzip -c many | graphimport --dense >got.sp
expect_same 'and so does a compressed one' expected.sp got.sp

plan
