#!/bin/sh
# SPDX-License-Identifier: MIT
#
# picture.t - the picture of crawlshape: areas are in proportion and cover all,
# traps are marked and named, what is small is gathered and nothing is lost,
# hostile names are text, and what makes no sense is refused
#
#	[BIN=bin] tests/cli/picture.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
cd "$folder" || exit 2

# ---- refused ---------------------------------------------------------------

echo 0 1 >links
printf 'http://a.example/1\nhttp://a.example/2\n' >urls
graphimport -q -f arcs --names urls -o graph.sp links || exit 2

# refuses NAME MESSAGE ARGUMENT... - one line, and nothing is written
refuses() {
	name=$1
	message=$2
	shift 2
	run crawlshape "$@"
	is_refused "$name" 64 "$message"
}

for option in --json --regex --pages --stops '--score x' '--to nutch'; do
	# shellcheck disable=SC2086 # an option and its value
	refuses "$option with a picture" \
		"option ${option%% *} does not go with -o new.svg, an image" \
		$option -o new.svg graph.sp
done
for type in png pdf PNG jpg eps; do
	refuses "a picture as $type" \
		"new.$type: shapes are drawn as svg alone: end the name in .svg" \
		-o new.$type graph.sp
done
refuses '--size for a table' '--size is for a picture' \
	--size 16cm,11cm graph.sp
refuses 'a picture that is too low' 'give at least 8cm,6cm' \
	--size 8cm,5.9cm -o new.svg graph.sp
refuses 'a picture that is too narrow' 'give at least 8cm,6cm' \
	--size 7.9cm,6cm -o new.svg graph.sp

# ---- what is in it ---------------------------------------------------------

command -v python3 >/dev/null || {
	skip 'what is in a picture' 'no Python'
	plan
	exit
}

# draws NAME ARGUMENT... - draws shapes.svg; areas and texts are what it has
draws() {
	drawing=$1
	shift
	run crawlshape -q -o shapes.svg "$@"
	expect "$drawing: a picture" 0
	PYTHONDONTWRITEBYTECODE=1 python3 "$here/picture.py" shapes.svg \
		>all 2>&1
	grep -v '^text ' all >areas
	sed -n 's/^text //p' all >texts
}

# expect_clean NAME - nothing is in the picture that should not be
expect_clean() {
	expect_is "$1: as a picture should be" '' "$(grep -v -e '^title ' \
		-e '^desc ' -e '^covered 1\.000$' -e '^[01]\.[0-9]* ' areas)"
}

# 40 items, 20 views, and a page that is alone
awk 'BEGIN {
	for (i = 0; i < 40; i++) print "http://a.example/item/" i
	for (i = 0; i < 20; i++) print "http://b.example/view?id=" i
	print "https://c.example/about"
}' >urls
graphimport -q -f arcs --names urls -o graph.sp links || exit 2
alone=$(crawlshape -q --pages graph.sp | tail -n 1 | cut -f 2)

# fetched STATUS DIGEST PAGE... - lines of the log of Heritrix
fetched() {
	answer=$1
	digest=$2
	shift 2
	for page; do
		printf '2024-05-31T10:00:%02d.000Z %s 9 %s P - text/html #001 ' \
			"$page" "$answer" "$(sed -n "$((page + 1))p" urls)"
		printf '20240531100000000+1 sha1:%s - -\n' "$digest"
	done
}

# Ten items, of which five are the same; two views, one of them as these.
{
	fetched 200 A 0 1 2 3 4 40
	for page in 5 6 7 8 9 41; do
		fetched 200 B$page $page
	done
	fetched 301 C 60
} >crawl.log
crawlimport -q -f heritrix -g graph.sp -o known.sp crawl.log || exit 2
draws 'by hand' known.sp
expect_clean 'by hand'
expect_is 'by hand: areas are shares of the downloads, the largest first' \
	"title Downloads by host and shape of URL
covered 1.000
0.769 #d6e4f1 a.example/item/<number>; 10 downloads, 76.9 %; 40 known pages; 4 duplicates
0.154 #d6e4f1 b.example/view?id=<number>; 2 downloads, 15.4 %; 20 known pages; 1 duplicate
0.077 #d6e4f1 $alone; 1 download, 7.7 %; 1 known page; 0 duplicates" \
	"$(grep -v '^desc' areas)"
expect_is 'by hand: in words' 'desc 13 downloads of 3 shapes on 3 hosts; '\
'none is called a trap. The largest areas: a.example 76.9 %, b.example '\
'15.4 %, c.example 7.7 %' "$(grep '^desc' areas)"
expect_is 'by hand: labels' 'Downloads by host and shape of URL
13 downloads of 3 shapes on 3 hosts; none is called a trap.
/item/<number>
76.9 %
a.example
76.9 %
/view?id=<number>
15.4 %
b.example
15.4 %' "$(head -n 10 texts)"
expect_is 'by hand: the legend' 'a shape
smaller ones, gathered' "$(tail -n 2 texts)"
cp shapes.svg known.svg
for threads in 1 2 4; do
	draws "$threads threads" -T $threads known.sp
	expect_same "$threads threads: the same bytes" known.svg shapes.svg
done
run crawlshape -q -o SHAPES.SVG known.sp
expect_same 'the suffix in capitals' known.svg SHAPES.SVG

# Five shapes of 30 pages, of which four are traps
trap_urls >urls
graphimport -q -f arcs --names urls -o traps.sp links || exit 2
draws 'traps' traps.sp
expect_clean 'traps'
expect_is 'traps: areas are known pages, and each trap is marked' \
'0.200 #d6e4f1 h.example/paper/<number>.pdf; 30 known pages, 20.0 %
0.200 print p.example/print/<number>; trap: print; 30 known pages, 20.0 %
0.200 reordered f.example/l?f=<word>&f=<word>; trap: reordered; '\
'30 known pages, 20.0 %
0.200 repeated r.example/b/<word>/b/<word>/; trap: repeated; 30 known pages, '\
'20.0 %
0.200 session s.example/a/<number>;jsessionid=<hex>; trap: session; '\
'30 known pages, 20.0 %' "$(grep '^0' areas | sort -k 2)"
expect_is 'traps: the title' 'title Known pages by host and shape of URL' \
	"$(grep '^title' areas)"
expect_is 'traps: in words below the title' 'Nothing says what was fetched, '\
'so areas are known pages. 150 known pages of 5 shapes on 5 hosts. Hatched: '\
'4 traps, with 80.0 % of the pages.' \
	"$(sed -n 's/^desc \(.*\) The largest.*/\1/p' areas)"
for verdict in repeated session print reordered; do
	expect_is "traps: $verdict is hatched, named and explained" '1 1 1' \
		"$(grep -c "<pattern id=\"$verdict\"" shapes.svg) $(
		grep -c "^trap: $verdict$" texts) $(
		grep -c "^$verdict: [a-z ]*, 20.0 %$" texts)"
done
expect_is 'traps: no two are hatched alike' 4 "$(grep '<pattern' shapes.svg |
	sed 's/.*<path d="\([^"]*\).*/\1/' | sort -u | grep -c .)"
expect_is 'traps: other reasons are not in the legend' 0 \
	"$(grep -c -e '^endless:' -e '^duplicates:' texts)"

# ---- what is gathered ------------------------------------------------------

# One large shape; on its host twelve small ones, and as many traps, each a folder
# deeper than the one before; 50 small hosts with a trap each
awk 'BEGIN {
	for (i = 0; i < 20000; i++)
		print "http://l.example/large/" i
	for (k = 0; k < 12; k++) {
		path = path "/" sprintf("%c%c", 97 + k, 98 + k)
		for (i = 0; i < 20; i++) {
			print "http://l.example" path "/" i
			printf "http://l.example%s/?sid=%08xab\n", path,
				i * 7e6
		}
	}
	for (k = 0; k < 50; k++)
		for (i = 0; i < 20; i++)
			printf "http://h%d.example/o?sid=%08xab\n", k, i * 7e6
}' >urls
graphimport -q -f arcs --names urls -o gathered.sp links || exit 2
draws 'gathered' gathered.sp
expect_clean 'gathered'
expect_is 'gathered: shapes by their verdicts, and small hosts' \
'0.931 #d6e4f1 l.example/large/<number>; 20,000 known pages, 93.1 %
0.011 session 12 other shapes of l.example; trap: session; 240 known pages, '\
'1.1 %
0.011 #f6f6f4 12 other shapes of l.example; 240 known pages, 1.1 %
0.047 session 50 shapes of 50 other hosts; trap: session; 1,000 known pages, '\
'4.7 %' "$(grep '^0' areas)"
expect_is 'gathered: all traps are counted' \
	'Hatched: 62 traps, with 5.8 % of the pages' \
	"$(grep -o 'Hatched[^%]*% of the pages' areas)"
expect_is 'gathered: and in the legend' \
	'session: identifiers of sessions, 5.8 %' "$(tail -n 1 texts)"
draws 'a larger picture' --size 90cm,60cm gathered.sp
expect_clean 'a larger picture'
expect_is 'a larger picture: nothing is gathered, and nothing is missing' \
	'0 75' "$(grep -c ' shapes of ' areas) $(grep -c '^0' areas)"
draws '--top' --size 90cm,60cm --top 53 gathered.sp
expect_clean '--top'
expect_is '--top: the largest, those of small hosts, and the next two' \
	'10 other shapes of l.example
12 other shapes of l.example
l.example/large/<number>' "$(grep -F l.example areas | grep '^0' |
	sed 's/^[^ ]* [^ ]* //; s/;.*//' | sort | grep -v '?sid=')"
for least in 20 21; do
	draws "--min-pages $least" --size 90cm,60cm --min-pages $least \
		gathered.sp
	expect_is "--min-pages $least: shapes of fewer pages are gathered" \
		$((least == 20 ? 0 : 2)) "$(grep -c ' 12 other shapes' areas)"
done
draws '--host' --host H7.Example gathered.sp
expect_is '--host' 'title Known pages of h7.example by shape of URL
covered 1.000
1.000 session h7.example/o?sid=<hex>; trap: session; 20 known pages, 100.0 %' \
	"$(grep -v '^desc' areas)"

seq 10000 | sed 's|.*|http://h&.example/|' >urls
graphimport -q -f arcs --names urls -o hosts.sp links || exit 2
draws 'many hosts' hosts.sp
expect_is 'many hosts of one page' '1.000 #f6f6f4 10,000 shapes of 10,000 '\
'hosts; 10,000 known pages, 100.0 %' "$(grep '^[01]' areas)"
expect_clean 'many hosts'

# ---- much or little fetched ------------------------------------------------

awk 'BEGIN {
	for (i = 0; i < 40; i++) print "http://a.example/item/" i
	for (i = 0; i < 20; i++) print "http://b.example/view?id=" i
}' >urls
graphimport -q -f arcs --names urls -o graph.sp links || exit 2
fetched 503 A 3 >failed.log
crawlimport -q -f heritrix -g graph.sp -o failed.sp failed.log || exit 2
draws 'nothing fetched' failed.sp
expect_clean 'nothing fetched'
expect_is 'nothing fetched: areas are known pages, and it says so' \
	'desc Nothing was fetched, so areas are known pages
0.667 #d6e4f1 a.example/item/<number>
0.333 #d6e4f1 b.example/view?id=<number>' \
	"$(sed -n -e 's/^\(desc [^.]*\).*/\1/p' -e 's/^\(0[^;]*\).*/\1/p' areas)"
fetched 200 A 3 >one.log
crawlimport -q -f heritrix -g graph.sp -o one.sp one.log || exit 2
draws 'one page fetched' one.sp
expect_clean 'one page fetched'
expect_is 'one page fetched: what has no area' 'desc 1 download of 1 shape '\
'on 1 host; none is called a trap. Not in the picture: 1 shape with 20 pages, '\
'none of them fetched' "$(sed -n 's/^\(desc.*\)\. The l.*/\1/p' areas)"
# shellcheck disable=SC2046 # numbers
fetched 200 A $(seq 0 59) >every.log
crawlimport -q -f heritrix -g graph.sp -o every.sp every.log || exit 2
draws 'all fetched' every.sp
expect_clean 'all fetched'
expect_is 'all fetched: a trap of duplicates' '0.667 duplicates 0.333 duplicates' \
	"$(sed -n 's/^\(0[^ ]* [^ ]*\).*/\1/p' areas | paste -sd ' ' -)"
draws 'a host that was not fetched' --host b.example one.sp
expect_is 'a host that was not fetched: its known pages' \
	'title Known pages of b.example by shape of URL' "$(head -n 1 areas)"

# Page p becomes page n - 1 - p.
graphgen -q -n 2k -o web.sp || exit 2
graphdump -s names web.sp | tail -n +2 | cut -f 3 >urls
graphdump -s graph web.sp | tail -n +2 |
	awk '{ print 1999 - $1, 1999 - $2 }' >turned.arcs
awk '{ line[NR] = $0 } END { for (i = NR; i; i--) print line[i] }' urls \
	>turned.urls
graphimport -q -f arcs --names turned.urls -o turned.sp turned.arcs || exit 2
draws 'a web' web.sp
expect_clean 'a web'
cp shapes.svg web.svg
draws 'a web, turned' turned.sp
expect_same 'the order of the pages does not matter' web.svg shapes.svg

# ---- hostile names ---------------------------------------------------------

world='\344\270\226\347\225\214'
for i in $(seq 0 29); do
	printf 'http://x.example/<script>alert(1)</script>/"x/%s\n' "$i"
	printf 'http://y.example/\001\002]]>&amp;/%s\n' "$i"
	printf 'http://z.example/\342\200\256gpj\377/%s\n' "$i"
	printf "http://w.example/$world$world$world$world$world/%s\\n" "$i"
	printf 'http://v.example/%s/%s\n' "$(seq -s x 300)" "$i"
done >hostile
graphimport -q -f arcs --names hostile -o hostile.sp links || exit 2
for size in 8cm,6cm 16cm,11cm 60cm,60cm; do
	draws "hostile names, $size" --size $size hostile.sp
	expect_clean "hostile names, $size"
	expect_is "hostile names, $size: all are areas" 5 \
		"$(grep -c '^0' areas)"
	expect_is "hostile names, $size: nothing hidden, and no text cut amiss" \
		'' "$(tr -d '\n' <shapes.svg | grep -c '[[:cntrl:]]' | grep -v 0
		grep -n "$(printf '\342\200\256')" shapes.svg
		iconv -f UTF-8 -t UTF-16 -o /dev/null shapes.svg 2>&1)"
done
expect_true 'a tag is text' grep -q -F \
	'x.example/\<script>alert(1)\</script>/"x/<number>; ' areas
expect_true 'control characters are escaped' grep -q -F \
	'y.example/\x01\x02]]>&amp;/<number>; ' areas
expect_true 'so are directions, and what is no UTF-8' grep -q -F \
	'z.example/\xe2\x80\xaegpj\xff/<number>; ' areas
expect_true 'a name that is too long is cut, and shows it' grep -q \
	"v.example/1x2x3x.*x$(printf '[0-9]*\342\200\246'); 30 known" areas
if command -v xmllint >/dev/null; then
	expect_is 'well-formed' '' "$(xmllint --noout shapes.svg 2>&1)"
else
	skip 'well-formed' 'xmllint is not installed'
fi

plan
