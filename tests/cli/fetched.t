#!/bin/sh
# SPDX-License-Identifier: MIT
#
# fetched.t - graphimport --fetched: states of pages from a list, for every
# format of links, with pages that only the list has
#
#	[BIN=bin] tests/cli/fetched.t

# shellcheck disable=SC2154 # of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
cd "$folder" || exit 2

# states FILE - its states as one line: "0=ok 1=unfetched"
states() {
	graphdump -q -s states "$1" | grep -v '^#' | tr '\t' '=' |
		paste -sd ' ' -
}
# names FILE - its names, by page
names() {
	graphdump -q -s names "$1" | sed 1d | cut -f 3 | paste -sd ' ' -
}

cat >links <<'END'
http://a.test/ http://a.test/1
http://a.test/ http://b.test/
http://b.test/ http://c.test/
http://a.test/1 http://c.test/x
END
printf '%b\n' '# what the crawl did' http://a.test/ 'http://a.test/1\tok' '' \
	'http://c.test/ \t gone ' 'http://B.test\tok' 'http://c.test/x\t' \
	>list
run graphimport --fetched list links -o g.sp
expect 'a list' 0
expect_message 'without a warning' ''
expect_is 'words, normal forms, blanks' \
	'0=ok 1=ok 2=ok 3=gone 4=ok' "$(states g.sp)"
graphimport -o without.sp links
graphdump without.sp >expected
graphdump g.sp >found
expect_same 'and the links are those of the graph' expected found
expect_is 'which has no states without a list' 0 \
	"$(graphstat --json without.sp | grep -c '"stat"')"
gzip -k list
graphimport -q --fetched list.gz links -o h.sp
expect_is 'a packed list' "$(states g.sp)" "$(states h.sp)"
graphimport -q --fetched - links <list -o h.sp
expect_is 'from standard input' "$(states g.sp)" "$(states h.sp)"
graphdump -s states g.sp >numbers
graphimport -q --fetched numbers links -o h.sp
expect_is 'what graphdump prints is a list' "$(states g.sp)" "$(states h.sp)"
printf '%s\tok\r\n' http://a.test/ http://b.test/ >dos
graphimport -q --fetched dos links -o h.sp
expect_is 'lines that end in CR LF' \
	'0=ok 1=unfetched 2=ok 3=unfetched 4=unfetched' "$(states h.sp)"
for word in unfetched ok redirect gone failed refused filtered; do
	printf 'http://a.test/\nhttp://b.test/\t%s\n' $word >words
	graphimport -q --fetched words links -o h.sp
	expect_is "the word $word" "0=ok 1=unfetched 2=$word 3=unfetched \
4=unfetched" "$(states h.sp)"
done
graphimport -q --stats stats.json --fetched list -o h.sp links
expect_is 'statistics' '"listed_pages": 5 "unlinked_pages": 0' \
	"$(grep -o '"[a-z]*_pages": [0-9]*' stats.json | grep list -A 1 |
		paste -sd ' ' -)"

# ---- pages that the graph does not have --------------------------------------

printf '%s\n' http://z.test/ http://a.test/ http://b.test/ http://a.test/1 \
	'http://0.test/	failed' http://Z.test http://z.test/#top >rest
run graphimport --fetched rest links -o h.sp
expect 'pages to which no link leads' 0
expect_message 'come with a warning' '2 of 5 pages are not in the graph '\
'(line 1: "http://z.test/"): added as pages without links'
expect_is 'they are the last, in the order of their lines' \
	'http://a.test/ http://a.test/1 http://b.test/ http://c.test/ '\
'http://c.test/x http://z.test/ http://0.test/' "$(names h.sp)"
expect_is 'with their states' \
	'0=ok 1=ok 2=ok 3=unfetched 4=unfetched 5=ok 6=failed' "$(states h.sp)"
expect_is 'and hosts' 'a.test b.test c.test z.test 0.test' \
	"$(graphdump -s hosts h.sp | awk '!/^#/ { print $3 }' |
		paste -sd ' ' -)"
graphdump h.sp >found
expect_same 'links are the same' expected found
run graphimport -q --by-url --fetched rest links -o h.sp
expect_is 'with --by-url they are in their place' \
	'http://0.test/=failed http://a.test/=ok http://a.test/1=ok '\
'http://b.test/=ok http://c.test/=unfetched http://c.test/x=unfetched '\
'http://z.test/=ok' \
	"$(graphdump -s states --urls h.sp | awk '!/^#/ { print $3 "=" $2 }' |
		paste -sd ' ' -)"
printf '%s 0.5\n' 'http://a.test/ http://b.test/' >weighted
printf '%s\n' http://a.test/ http://z.test/ >two
graphimport -q --weights 3 --fetched two weighted -o h.sp
expect_is 'weights stay' '0	1	0.5' "$(graphdump --weights h.sp | sed 1d)"
expect_is 'beside pages that are added' '0=ok 1=unfetched 2=ok' \
	"$(states h.sp)"
run graphimport -q --match loose --fetched two -o h.sp <<'END'
https://www.a.test http://b.test/
END
expect_is 'a loose match' '0=ok 1=unfetched 2=ok' "$(states h.sp)"
printf '%s\n' 'http://a.test/ HTTP://b.test' 'http://A.test http://c.test/' \
	>spelled
printf '%s\n' http://a.test http://C.test http://D.test >two
graphimport -q --normalize --fetched two -o h.sp spelled
expect_is 'with --normalize' \
	'http://a.test/ http://b.test/ http://c.test/ http://d.test/' \
	"$(names h.sp)"
expect_is 'pages are joined first' '0=ok 1=unfetched 2=ok 3=ok' \
	"$(states h.sp)"

# ---- formats -----------------------------------------------------------------

# same WHAT LIST STATES GRAPHIMPORT... - the list gives these states, also in
# parts
same() {
	what=$1
	wanted=$3
	printf '%b' "$2" >lines
	shift 3
	run graphimport -q --fetched lines -o h.sp "$@"
	expect "$what" 0
	expect_is "$what: states" "$wanted" "$(states h.sp)"
	rm -f p.sp*
	graphimport -q --fetched lines --parts 1 -o p.sp "$@"
	expect_is "$what: in a part" "$wanted" "$(states p.sp.000)"
}
printf '10,30\n30,20\n' >gaps
printf '1 2\n2 3\n3 1\n' >ids
printf '3\n1 2\n\n0\n' >a.graph-txt
printf '%%%%MatrixMarket matrix coordinate pattern general\n' >b.mtx
printf '3 3 3\n1 2\n1 3\n3 1\n' >>b.mtx
printf '0\tcom.example.a\n1\tcom.example.b\n2\torg.a\n' >vertices
printf '0\t1\n0\t2\n2\t0\n' >edges
printf 'http://z/%s\n' 0 1 2 >urls
printf 'z\nz\nz\n' >hosts
same 'ids that are names' '10\n20\tgone\n' '0=ok 1=gone 2=unfetched' gaps
same 'an id without links' '10\n40\tgone\n' \
	'0=ok 1=unfetched 2=unfetched 3=gone' gaps
same 'numbers' '0\n2\tgone\n' '0=ok 1=unfetched 2=gone 3=unfetched' \
	--dense ids
same 'numbers from 1' '1\n3\tgone\n' '0=ok 1=unfetched 2=gone' --base1 ids
same 'ASCII' '0\n2\tfailed\n' '0=ok 1=unfetched 2=failed' a.graph-txt
same 'Matrix Market' '0\n2\tfailed\n' '0=ok 1=unfetched 2=failed' b.mtx
same 'names of their own' 'http://z/1\nhttp://z/9\n0\tgone\n' \
	'0=gone 1=ok 2=unfetched 3=ok' --names urls a.graph-txt
same 'Common Crawl' 'a.example.com\nnew.org\na.org\tgone\n' \
	'0=ok 1=unfetched 2=gone 3=ok' --vertices vertices edges
graphimport -q a.graph-txt | graphdump --to bvgraph -o bv
same 'BVGraph' '2\n0\tredirect\n' '0=redirect 1=unfetched 2=ok' bv.graph
run graphimport --fetched lines --names urls --hosts hosts a.graph-txt -o h.sp
expect 'hosts by line' 0
printf 'http://z/0\nhttp://z/2\nhttp://z/9\n' >lines
run graphimport --fetched lines --names urls --hosts hosts a.graph-txt -o h.sp
expect_message 'have none for a new page' '1 of 3 pages are not in the graph '\
'(line 3: "http://z/9"): left out, because --hosts has no host for them'
expect_is 'which is left out' '0=ok 1=unfetched 2=ok' "$(states h.sp)"

# ---- a list that is not complete ---------------------------------------------

echo http://a.test/ >few
run graphimport --fetched few links -o h.sp
expect 'pages with links that are not in the list' 0
expect_message 'a warning' '2 of 3 pages that have links are unfetched by the list '\
'(page 1: "http://a.test/1"): is it complete?'
run graphimport --fetched few --parts 1 -o p.sp links
expect_message 'the same in parts' '2 of 3 pages that have links are unfetched by'
printf '1\n' >few
run graphimport --fetched few a.graph-txt -o h.sp
expect_message 'the same of rows that pass' '2 of 2 pages that have links '\
'are unfetched by the list (page 0): is it complete?'

printf '1 2\n2 3\n4 1\n' >based
printf '1\n \n\t\n2\n3\n' >blanks
run graphimport --base1 --fetched blanks -o h.sp based
expect_message 'lines of blanks, and the number in the file' '1 of 3 pages that '\
'have links are unfetched by the list (page 4): is it complete?'
run_sh 'graphimport -f arcs --names - --fetched - -o h.sp links <urls'
expect 'standard input for two lists' 64
expect_message 'is refused' 'the names come from standard input already'

# ---- odd graphs --------------------------------------------------------------

seq 100000 | awk '{ print $1 - 1, $1 }' >chain
seq 0 100000 >all
run graphimport --fetched all --dense chain -o h.sp
expect_message 'a chain, all of it fetched' ''
expect_is 'all pages are ok' 100001 "$(graphdump -s states h.sp |
	grep -c 'ok$')"
sed 's/$/	unfetched/' all >none
run graphimport -q --fetched none --dense chain -o h.sp
expect_is 'nothing fetched' 100001 "$(graphdump -s states h.sp |
	grep -c 'unfetched$')"
echo '0 0' >loop
echo 0 >start
run graphimport --fetched start loop -o h.sp
expect_is 'one page' '0=ok' "$(states h.sp)"
run crawlnext h.sp -o next.sp
expect_message 'of which none is left' 'no page is left to fetch'

# ---- random graphs -----------------------------------------------------------

# Against a second program: awk knows the pages of links and of the list, both
# in the order in which they first come.
wrong=0
pages=0
for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	awk -v seed=$seed 'BEGIN {
		srand(seed)
		split("ok redirect gone failed refused filtered", word, " ")
		pages = 2 + int(rand() * 40)
		for (i = 0; i < 60; i++)
			print "http://h" int(rand() * 4) ".test/" \
				int(rand() * pages), "http://h" \
				int(rand() * 4) ".test/" int(rand() * pages) \
				>"r.links"
		for (i = 0; i < 30; i++) {
			page = "http://h" int(rand() * 4) ".test/" \
				int(rand() * pages * 1.5)
			if (!(page in state))
				state[page] = word[1 + int(rand() * 6)]
			bare = state[page] == "ok" && rand() < 0.5
			print page (bare ? "" : "\t" state[page]) >"r.list"
		}
	}'
	awk -v OFS='\t' 'function page(name) {
		if (!(name in number)) {
			number[name] = pages
			url[pages++] = name
		}
	}
	function word(name) {
		return name in state ? state[name] : "unfetched"
	}
	FILENAME == "r.links" { page($1); page($2); next }
	{ page($1); state[$1] = $2 == "" ? "ok" : $2 }
	END {
		for (i = 0; i < pages; i++)
			print i, word(url[i]), url[i]
	}' r.links r.list >expected
	graphimport -q --fetched r.list r.links -o r.sp
	graphdump -s states --urls r.sp | sed 1d >found
	cmp -s expected found || wrong=$((wrong + 1))
	pages=$((pages + $(wc -l <found)))
	graphimport -q --by-url --fetched r.list r.links -o r.sp
	graphdump -s states --urls r.sp | sed 1d | cut -f 2,3 | sort >found
	cut -f 2,3 expected | sort >sorted
	cmp -s sorted found || wrong=$((wrong + 1))
done
expect_is 'states of 20 random graphs, as a second program has them' 0 $wrong
expect_true "which have $pages pages" [ $pages -gt 600 ]
plan
