#!/bin/sh
# SPDX-License-Identifier: MIT
#
# crawlshape.t - the table of crawlshape is that of a second implementation and
# of graphs worked by hand, whatever the order of the pages; rules are for the
# chosen shapes and no others
#
#	[BIN=bin] tests/cli/crawlshape.t

# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC2016 # the scripts of run_sh expand their own arguments

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
cd "$folder" || exit 2

# ---- worked by hand --------------------------------------------------------

# 40 items (0 to 39), 20 views (40 to 59), a page that is alone (60), and one
# that has no host (61).
awk 'BEGIN {
	for (i = 0; i < 40; i++) print "http://a.example/item/" i
	for (i = 0; i < 20; i++) print "http://b.example/view?id=" i
	print "https://c.example/about"
	print "mailto:x"
}' >urls
cp urls first
# Inside the items: 39 + 1, and a link to itself that does not count.  To them:
# 10.  To the views: 5
# from the page that is alone, 1 from what has no host, 1 from an item.  Inside
# the views: 1.
awk 'BEGIN {
	for (i = 1; i < 40; i++) print 0, i
	print 1, 0
	print 2, 2
	for (i = 0; i < 10; i++) print 60, i
	for (i = 40; i < 45; i++) print 60, i
	print 61, 40
	print 5, 47
	print 40, 41
	for (i = 40; i < 43; i++) print i, 60
}' >links
graphimport -q -f arcs --names urls -o graph.sp links || exit 2

# cells COLUMNS - the rows of $out, with blanks
cells() {
	grep -v '^#' "$out" | cut -f "$1" | tr '\t' ' '
}

# How a page that is alone is written is up to the library.
alone=$(crawlshape -q --pages graph.sp | sed -n 62p | cut -f 2)
expect_is 'the shape of the page that is alone' c.example "${alone%%/*}"
run crawlshape graph.sp
expect 'a graph' 0
expect_message 'of a page without a host' \
	'1 of 62 pages have no shape: their names have no host'
expect_is 'a line of header' \
	'#pages fetched share bytes duplicates inlinks inside found bred '\
'hosts late mass samelinks verdict pattern original' \
	"$(grep '^#' "$out" | tr '\t' ' ')"
expect_is 'the table' \
	"40 - 0.645161 - - 10 40 40 39 1 - - 0 - a.example/item/<number> -
20 - 0.322581 - - 7 1 2 1 1 - - 0 - b.example/view?id=<number> -
1 - 0.016129 - - 3 0 2 0 0 - - 0 - $alone -" "$(cells 1-)"
cp "$out" table
run crawlshape -q --json graph.sp
expect_is 'JSON' '{"pages": 1, "fetched": null, "share": 0.016129, '\
'"bytes": null, "duplicates": null, "inlinks": 3, "inside": 0, '\
'"found": 2, "bred": 0, "hosts": 0, '\
'"late": null, "mass": null, "samelinks": 0, '\
'"verdict": null, "pattern": "'"$alone"'", "original": null}' \
	"$(tail -n 1 "$out")"
run_sh 'crawlshape -q -T 2 <"$1"' graph.sp
expect_same 'from standard input, by two threads' table "$out"
run crawlshape -q -g graph.sp -o written
expect_same 'from -g, to a file' table written

run crawlshape -q --top 1 graph.sp
expect_is '--top' 'a.example/item/<number>' "$(cells 15)"
run crawlshape -q --min-pages 20 graph.sp
expect_is '--min-pages, with as many' "$(head -n 3 table)" "$(cat "$out")"
run crawlshape -q --min-pages 21 graph.sp
expect_is '--min-pages, with fewer' 'a.example/item/<number>' "$(cells 15)"
run crawlshape -q --host B.Example graph.sp
expect_is '--host' "$(sed -n '1p; 3p' table)" "$(cat "$out")"
run crawlshape -q --host B.Example --min-pages 21 graph.sp
expect_is '--host and --min-pages' "$(head -n 1 table)" "$(cat "$out")"

# Expressions are read by another program.
run crawlshape -q --regex graph.sp
cut -f 1-16 "$out" >got
expect_same '--regex: a column at the end' table got
for place in 1:40 2:20 3:1; do
	expression=$(cells 17 | sed -n "${place%:*}p" | sed 's/\\\\/\\/g')
	expect_is "--regex: the pages of shape ${place%:*}" "${place#*:}" \
		"$(grep -cE "$expression" urls)"
done

run crawlshape -q --pages graph.sp
expect '--pages' 0
awk -v alone="$alone" '{
	print $0 "\t" (/item/ ? "a.example/item/<number>" : \
		/view/ ? "b.example/view?id=<number>" : \
		/about/ ? alone : "-") "\t-"
}' urls >expected
tail -n +2 "$out" >got
expect_same '--pages: all pages, in their order' expected got
run crawlshape -q --pages --host c.example graph.sp
expect_is '--pages --host' "$(sed -n 61p expected)" "$(tail -n +2 "$out")"

# ---- states and fetches, worked by hand ------------------------------------

# fetched SECOND STATUS SIZE PAGE DIGEST - a line of the log of Heritrix
fetched() {
	printf '2024-05-31T10:00:%02d.000Z %s %s %s P - text/html #001 ' \
		"$1" "$2" "$3" "$(sed -n "$(($4 + 1))p" urls)"
	printf '20240531100000000+1 %s - -\n' "$5"
}

# Five items are the same, and a view is the same as these.
{
	for i in 0 1 2 3 4; do
		fetched $i 200 100 $i sha1:A
	done
	for i in 5 6 7 8 9; do
		fetched $i 200 100 $i sha1:B$i
	done
	fetched 10 200 7 40 sha1:A
	fetched 11 404 - 41 -
	fetched 12 503 - 42 -
	fetched 13 301 20 60 sha1:C
} >crawl.log
crawlimport -q -f heritrix -g graph.sp -o known.sp crawl.log || exit 2
run crawlshape -q known.sp
expect 'states and fetches' 0
expect_is 'fetched, bytes and duplicates' '10 1000 4
2 7 1
1 20 0' "$(cells 2,4,5)"
expect_is 'the links stay' "$(cut -f 1,3,6,7,15 table)" \
	"$(cut -f 1,3,6,7,15 "$out")"

# What is not known is no 0.  The ten items know one view.
seq 0 60 >seeds
crawlorder -q --seeds seeds --order bfs graph.sp |
	graphprune -q --fetched-first bfs:10 -o replay.sp || exit 2
run crawlshape -q replay.sp
expect_is 'a replay: no sizes and no digests' '10 - -
0 - -' "$(cells 2,4,5)"

# ---- a second implementation -----------------------------------------------

# list_downloads - the pages of states.tsv and fetches.tsv that were downloaded, in
# the order of their times
list_downloads() {
	awk -F '\t' '
		FILENAME == "states.tsv" && $2 ~ /^(ok|redirect|gone)$/ {
			time[$1] = 1e18
		}
		FILENAME == "fetches.tsv" && $2 != "-" && $1 in time {
			time[$1] = seconds($2)
		}
		function seconds(text) { gsub(/[^0-9]/, "", text); return text }
		END { for (p in time) printf "%s %s\n", time[p], p }' \
		states.tsv fetches.tsv | sort -k 1,1g -k 2,2n | cut -d ' ' -f 2
}

# second STREAM - the table of a stream without shares and verdicts, sorted,
# from what other tables say of it
second() {
	crawlshape -q --pages "$1" | tail -n +2 >of
	graphdump -s states "$1" | tail -n +2 >states.tsv
	graphdump -s fetches "$1" | tail -n +2 >fetches.tsv
	graphdump -s graph "$1" | tail -n +2 >arcs
	list_downloads >downloads
	awk -F '\t' '
		FILENAME == "of" { of[FNR - 1] = $2; pages[$2]++ }
		FILENAME == "fetches.tsv" { size[$1] = $3; digest[$1] = $4 }
		FILENAME == "downloads" {
			place[$1] = FNR
			fetched[of[$1]]++
			if ($1 in size && size[$1] != "-")
				bytes[of[$1]] += size[$1]
			if ($1 in digest && digest[$1] != "-")
				twice[of[$1]] += seen[digest[$1]]++ > 0
		}
		FILENAME == "arcs" && $1 in place &&
		(!($2 in first) || place[$1] < place[first[$2]]) {
			first[$2] = $1
		}
		FILENAME == "arcs" && of[$1] == of[$2] && $1 != $2 {
			inside[of[$1]]++
		}
		FILENAME == "arcs" && of[$1] != of[$2] { inlinks[of[$2]]++ }
		END {
			for (v in first) {
				u = first[v]
				if (v in place && place[v] <= place[u])
					continue
				found[of[u]]++
				bred[of[u]] += of[u] == of[v]
			}
			for (p in pages)
				if (p != "-")
					print pages[p], fetched[p] + 0,
						bytes[p] + 0, twice[p] + 0,
						inlinks[p] + 0, inside[p] + 0,
						found[p] + 0, bred[p] + 0, p
		}' of fetches.tsv downloads arcs | sort
}

# compare NAME STREAM - crawlshape has the same
compare() {
	second "$2" >expected
	run crawlshape -q -T 2 "$2"
	cells 1,2,4-9,15 | sort >got
	expect_same "$1: the second implementation agrees" expected got
	cells 1 >order
	sort -rn order >sorted
	expect_same "$1: the most pages first" sorted order
}

compare 'by hand' known.sp

# A web of 2,000 pages, of which a third was fetched, some with equal bodies.
graphgen -q -n 2k -o web.sp || exit 2
graphdump -s names web.sp | tail -n +2 | cut -f 3 >urls
awk 'NR % 3 == 1 {
	printf "2024-05-31T%02d:%02d:%02d.000Z %d %d %s P - text/html #001 ",
		NR / 3600, NR / 60 % 60, NR % 60,
		NR % 10 == 0 ? 404 : NR % 11 == 0 ? 503 : 200, NR * 7, $0
	printf "20240531100000000+1 sha1:D%d - -\n", NR / 9 % 7
}' urls >web.log
crawlimport -q -f heritrix -g web.sp -o big.sp web.log || exit 2
compare 'a web' big.sp
expect_true 'a web: it has duplicates' \
	[ "$(awk '{ n += $4 } END { print n + 0 }' expected)" -gt 9 ]
expect_true 'a web: it has links inside and outside of shapes' \
	[ "$(awk '$5 && $6 { n++ } END { print n + 0 }' expected)" -gt 9 ]

# ---- the order of the pages, and threads -----------------------------------

crawlshape -q big.sp >before
for threads in 1 2 4; do
	run crawlshape -q -T $threads big.sp
	expect_same "the same bytes with $threads threads" before "$out"
done
# Page p becomes page n - 1 - p.
graphdump -s graph web.sp | tail -n +2 |
	awk '{ print 1999 - $1, 1999 - $2 }' >turned.arcs
awk '{ line[NR] = $0 } END { for (i = NR; i; i--) print line[i] }' urls \
	>turned.urls
graphimport -q -f arcs --names turned.urls -o turned.sp turned.arcs || exit 2
crawlshape -q web.sp >before
# What downloads found depends on their order, which is that of the pages here.
run crawlshape -q turned.sp
cut -f 1-7,15- before >expected
cut -f 1-7,15- "$out" >got
expect_same 'the same table with the pages in another order' expected got

# ---- rules -----------------------------------------------------------------

items='a.example/item/<number>'
views='b.example/view?id=<number>'
run crawlshape -q --to nutch --shape "$items" graph.sp
expect 'a rule for Nutch' 0
# A line of Nutch is "-", to reject, and an expression.
grep '^-' "$out" | cut -c 2- >expressions
expect_is 'one expression' 1 "$(grep -c . expressions)"
head -n 62 first >crawl
grep -vP -f expressions crawl >left
grep -v item crawl >expected
expect_same 'it stops the items and nothing else' expected left
cp "$out" one
run crawlshape -q --to nutch --shape "$items" --shape "$items" graph.sp
expect_same 'a shape that is chosen twice has one rule' one "$out"
run crawlshape -q --to nutch --shape "$views" --shape "$items" graph.sp
expect 'two rules' 0
expect_is 'two rules' 2 "$(grep -c '^-' "$out")"
cp "$out" two
printf '# from a table\n\n%s\n%s\n' "$items" "$views" >list
run crawlshape -q --to nutch --shapes list graph.sp
expect_same 'the same from a list, in any order' two "$out"
run_sh 'crawlshape -q --to nutch --shapes - "$1" <list' graph.sp
expect_same 'a list from standard input' two "$out"
run_sh 'crawlshape -q --to nutch --shape "$2" --shapes - "$1" <<END
$3
END' graph.sp "$items" "$views"
expect_same 'an option and a list' two "$out"
for format in heritrix nutch browsertrix scrapy wget robots surt; do
	run crawlshape --to $format --shapes list graph.sp
	expect "$format: a format" 0
	cp "$out" rules.$format
done
# Neither prefixes nor robots.txt can say that digits follow.
rm rules.surt rules.robots
expect_is 'no two of the others are the same' 5 \
	"$(sha256sum rules.* | cut -d ' ' -f 1 | sort -u | grep -c .)"

run crawlshape --to surt --shape "$items" graph.sp
expect 'a format that cannot say it' 0
expect_message 'says what it left out, and why' \
	'left out 1 of 1 shapes, for which'
expect_true 'and has no rule for it' ! grep -q item "$out"
run crawlshape -q --to surt --shape "$items" --stats counts graph.sp
expect_true 'and counts it' grep -q '"left_out": *1' counts
expect_message '-q: without a word' ''

# A "\" of a URL is twice in a cell of a table, and once in JSON.
awk 'BEGIN {
	for (i = 0; i < 20; i++)
		print "http://d.example/a<b/" i "\nhttp://d.example/z/" i
}' >odd
echo 0 39 | graphimport -q -f arcs --names odd -o odd.sp || exit 2
crawlshape -q odd.sp | tail -n +2 | cut -f 15 >cells
expect_true 'a pattern with a "\"' grep -qF '\\<' cells
run crawlshape -q --to nutch --shapes cells odd.sp
expect 'a list of cells' 0
cp "$out" rules
run_sh 'crawlshape -q --to nutch --shape "$2" --shape "$3" "$1"' odd.sp \
	"$(sed -n '1{ s/\\\\/\\/g; p; }' cells)" "$(sed -n 2p cells)"
expect_same 'the patterns as they are' rules "$out"

# A control character is \xHH in a cell, and in no rule.
awk 'BEGIN { for (i = 0; i < 20; i++) print "http://e.example/a\001b/" i }' >odd
echo 0 19 | graphimport -q -f arcs --names odd -o odd.sp || exit 2
crawlshape -q odd.sp | tail -n +2 | cut -f 15 >cells
expect_true 'a pattern with a control character' grep -qF 'a\x01b' cells
run crawlshape --to nutch --shapes cells odd.sp
expect 'a list of such a cell' 0
expect_message 'has no rule, which a warning says' \
	': it has control characters or is no UTF-8'
expect_true 'nor has the output' ! grep -q e.example "$out"

# A cell may have four bytes for each of the pattern, and more than a name.
awk 'BEGIN {
	for (i = 0; i < 20000; i++)
		long = long "\001"
	for (i = 0; i < 20; i++)
		print "http://e.example/" long "/" i
}' >odd
echo 0 19 | graphimport -q -f arcs --names odd -o odd.sp || exit 2
crawlshape -q odd.sp | tail -n +2 | cut -f 15 >cells
expect_is 'a cell has 80,000 bytes' 1 "$(($(wc -c <cells) > 80000))"
run crawlshape --to nutch --shapes cells odd.sp
expect 'a cell of 80,000 bytes is found' 0

# A pattern would be too long for a stream, as each "<" is two bytes in it.
awk 'BEGIN {
	for (i = 0; i < 12; i++)
		long = long (i ? long : "<<<<<<<<<<<<<<<<")
	for (i = 0; i < 4; i++)
		print "http://f.example/" long "/" i "\n" \
			"http://f.example/?" long "=" i "\n" \
			"http://f" long ".example/" i "\nhttp://f.example/x/" i
}' >long
echo 0 15 | graphimport -q -f arcs --names long -o long.sp || exit 2
run_sh 'crawlshape -q --to stream "$1" | graphdump -s shapes --summary' long.sp
expect 'names that are long patterns: a stream' 0
expect_is 'what is too long is deeper; a host that is has none' \
	'4 f.example/x/<number> 8 f.example/<deeper>' \
	"$(cells 2,4 | tr '\n' ' ' | sed 's/ $//')"

# ---- traps -----------------------------------------------------------------

# Sessions, segments that repeat, parameters in any order, printer pages, and
# an archive whose pages have numbers.
trap_urls >traps
echo 0 149 | graphimport -q -f arcs --names traps -o traps.sp || exit 2
run crawlshape -q traps.sp
expect_is 'the verdicts' '- h.example/paper/<number>.pdf
print p.example/print/<number>
reordered f.example/l?f=<word>&f=<word>
repeated r.example/b/<word>/b/<word>/
session s.example/a/<number>;jsessionid=<hex>' \
	"$(cells 14,15 | sort)"
run crawlshape -q --pages traps.sp
expect_is '--pages: traps' 120 "$(grep -c '	trap$' "$out")"
run crawlshape -q --to nutch traps.sp
expect '--to: rules for the traps' 0
grep '^-' "$out" | cut -c 2- >expressions
expect_is 'four of them' 4 "$(grep -c . expressions)"
grep -vP "$(paste -sd '|' expressions)" traps >left
grep paper traps >expected
expect_same 'the honest pages are left' expected left
run crawlshape --to nutch graph.sp
expect 'no trap' 0
expect_message 'no trap: says so' \
	'no shape is called a trap: there are no rules'

# A site that is known by two schemes, downloaded twice, is no trap.
for scheme in http https; do
	seq 0 29 | sed "s,.*,$scheme://w.example/paper/&/view,"
done >urls
echo 0 59 | graphimport -q -f arcs --names urls -o twice.sp || exit 2
for i in $(seq 0 59); do
	fetched "$i" 200 100 "$i" "sha1:P$((i % 30))"
done >twice.log
crawlimport -q -f heritrix -g twice.sp -o twins.sp twice.log || exit 2
run crawlshape -q twins.sp
expect_is 'a site by http and https: half are duplicates, and no trap' \
	'60 30 - w.example/paper/<number>/view' "$(cells 1,5,14,15)"

# ---- copies, views and galleries -------------------------------------------

mkdir kinds
cd kinds || exit 2

# import_traps NAME - a stream of urls, links and traps.log
import_traps() {
	graphimport -q -f arcs --names urls -o bare.sp links &&
		crawlimport -q -f heritrix -g bare.sp -o "$1" traps.log ||
		exit 2
}

# verdicts STREAM - sorted rows of pages, verdict, pattern and original
verdicts() {
	run crawlshape -q "$1"
	cells 1,14,15,16 | sort -k 3
}

# 30 pages on each of two hosts, all of one downloaded and 8 of the other, of
# which so many have the same body.
for same in 6 5; do
	for host in m n; do
		seq 0 29 | sed "s,.*,http://$host.c.example/paper/&,"
	done >urls
	echo 0 59 >links
	for i in $(seq 0 37); do
		digest=$i
		[ "$i" -lt 30 ] || [ "$i" -ge $((30 + same)) ] ||
			digest=$((i - 30))
		fetched "$i" 200 100 "$i" "sha1:P$digest"
	done >traps.log
	import_traps copy$same.sp
done
verdicts copy6.sp
expect_is 'a copy of a host: three quarters of the bodies are the same' \
	'30 - m.c.example/paper/<number> -
30 mirror n.c.example/paper/<number> m.c.example' "$(cells 1,14,15,16 |
	sort -k 3)"
verdicts copy5.sp
expect_is 'no copy: fewer are' '-' "$(cells 14 | sort -u)"
run crawlshape -q --to nutch copy6.sp
expect_is 'rules stop the copy alone' 1 "$(grep -c '^-' "$out")"
grep '^-' "$out" | cut -c 2- >expressions
expect_is '... all of it' 30 "$(grep -cP -f expressions urls)"

# 30 articles, each with a page to send it to a friend, or with one of reviews
# that leads to another article, too.
for other in 0 1; do
	{
		seq 0 29 | sed "s,.*,http://v.example/news/&.html,"
		seq 0 29 | sed "s,.*,http://v.example/send/news/&.html,"
	} >urls
	for i in $(seq 0 29); do
		echo "$i $(((i + 1) % 30))"
		echo "$i $((i + 30))"
		echo "$((i + 30)) $i"
		echo "$((i + 30)) $(((i + 1 + other) % 30))"
	done >links
	for i in $(seq 0 59); do
		fetched "$i" 200 100 "$i" "sha1:V$i"
	done >traps.log
	import_traps view$other.sp
done
verdicts view0.sp
expect_is 'views: pages that lead where another page leads' \
	'30 - v.example/news/<number>.html -
30 view v.example/send/news/<number>.html v.example/news/<number>.html' \
	"$(cells 1,14,15,16 | sort -k 3)"
verdicts view1.sp
expect_is 'no views: they lead elsewhere' '-' "$(cells 14 | sort -u)"

# 300 photos in two sizes, each with links to the four before and after it and
# to its sizes.  Every seventh was downloaded, 42, and a small one of ten.
awk 'BEGIN {
	for (i = 0; i < 300; i++) print "http://g.example/photo?id=" i
	for (i = 0; i < 300; i++)
		print "http://g.example/photo?id=" i "&size=small"
}' >urls
awk 'BEGIN {
	for (i = 3; i < 297; i += 7) {
		for (k = i - 4; k <= i + 4; k++)
			if (k >= 0 && k != i)
				print i, k "\n" i + 300, k + 300
		print i, i + 300 "\n" i + 300, i
	}
}' | awk '$1 < 300 || $1 < 370' >links
for i in $(seq 0 41) $(seq 0 9); do
	page=$((3 + 7 * i))
	[ $((n += 1)) -le 42 ] || page=$((page + 300))
	fetched "$n" 200 $((1000 + i)) "$page" "sha1:G$n"
done | awk '{ sub(/100000000/, 100000000 + 1000 * NR); print }' >traps.log
import_traps gallery.sp
verdicts gallery.sp
expect_is 'a gallery, and its photos in another size' \
	'300 gallery g.example/photo?id=<number> -
300 gallery g.example/photo?id=<number>&size=small '\
'g.example/photo?id=<number>' "$(cells 1,14,15,16 | sort -k 3)"
# Letters of a list are linked like this, and have contents.
awk '{ $3 = 500 + NR * NR; print }' traps.log >letters.log
mv letters.log traps.log
import_traps letters.sp
verdicts letters.sp
expect_is 'no gallery: the sizes of its bodies differ' '-' \
	"$(cells 14 | sort -u)"
for threads in 1 2 4; do
	crawlshape -q -T $threads gallery.sp >"gallery.$threads"
done
expect_same 'the same bytes with 2 threads' gallery.1 gallery.2
expect_same 'the same bytes with 4 threads' gallery.1 gallery.4
cd ..

# ---- what stopping traps does ----------------------------------------------

# A trap of 30 sessions that leads to pages of its own, to one that nothing else
# leads to, and to one that the front page links, too.
awk 'BEGIN {
	print "http://t.example/"
	for (i = 1; i < 31; i++)
		printf "http://t.example/a;sid=%08xab\n", i * 1000000
	print "http://t.example/only\nhttp://t.example/too"
}' >stops
awk 'BEGIN {
	print "0 1\n0 32\n20 32\n30 31"
	for (i = 1; i < 30; i++) print i, i + 1
	print "31 32"
}' | graphimport -q -f arcs --names stops -o stops.sp || exit 2
awk '{ print $1 "\t" (NR == 32 ? 4 : NR == 33 ? 8 : NR == 1 ? 1 : 0.5) }' \
	stops >worth.tsv
scoreimport -q --scores worth=worth.tsv -o worth.sp stops.sp || exit 2
run crawlshape -q --stops --score worth worth.sp
expect '--stops' 0
expect_is '--stops: saved, lost, and their scores' \
	'30 1 1 15 4 session t.example/a;sid=<hex>
30 1 1 15 4 all -' "$(cells 1-)"
run crawlshape -q --score worth worth.sp
expect_is '--score: the sum of each shape' '15 t.example/a;sid=<hex>
13 t.example/<deeper>' "$(cells 12,15)"
run crawlshape -q --stops stops.sp
expect_is '--stops without a score' '30 1 1 - - session t.example/a;sid=<hex>
30 1 1 - - all -' "$(cells 1-)"
run crawlshape -q --stops graph.sp
expect_is '--stops without a trap' '0 0 0 - - all -' "$(cells 1-)"

# ---- refused ---------------------------------------------------------------

# refuses NAME STATUS MESSAGE ARGUMENTS... - one line, and nothing is written
refuses() {
	name=$1
	wanted=$2
	message=$3
	shift 3
	run crawlshape -q -o new "$@"
	is_refused "$name" "$wanted" "$message"
}

refuses 'a shape that is none' 65 \
	"is no shape of this crawl; the nearest is \"$items\"" \
	--to nutch --shape 'a.example/itm/<number>' graph.sp
refuses 'a shape of another host' 65 \
	'no page has the host "bb.example"; the nearest is "b.example"' \
	--to nutch --shape 'bb.example/view?id=<number>' graph.sp
printf '%s\n\nb.example/view\n' "$items" >wrong
refuses 'a list with a shape that is none' 65 'wrong: line 3: ' \
	--to nutch --shapes wrong graph.sp
echo '# none' >none
refuses 'a list of nothing' 65 'none: no shape in the list' \
	--to nutch --shapes none graph.sp
refuses 'a host that is none' 65 'the nearest is "c.example"' \
	--host cc.example graph.sp
refuses '--shape without --to' 64 'option --shape needs --to' \
	--shape "$items" graph.sp
refuses '--shapes without --to' 64 'option --shapes needs --to' \
	--shapes list graph.sp
refuses '--shape for the table' 64 '--shape does not go with --to table' \
	--to table --shape "$items" graph.sp
for option in '--top 3' '--min-pages 3' '--host a.example' --regex --pages \
	--json --stops '--score x'; do
	# shellcheck disable=SC2086 # an option and its value
	refuses "$option with rules" 64 \
		"option ${option%% *} does not go with --to nutch" \
		--to nutch --shape "$items" $option graph.sp
done
refuses '--regex with --stops' 64 '--regex does not go with --stops' \
	--stops --regex graph.sp
refuses '--stops with --pages' 64 'does not go with --' --stops --pages graph.sp
refuses 'a score that is not there' 65 'no score "x"' --score x graph.sp
for option in '--top 3' '--min-pages 3' '--host a.example' --regex --pages \
	--json --stops; do
	# shellcheck disable=SC2086 # an option and its value
	refuses "$option with the stream" 64 \
		"option ${option%% *} does not go with --to stream" \
		--to stream $option graph.sp
done
refuses '--shape with the stream' 64 '--shape does not go with --to stream' \
	--to stream --shape "$items" graph.sp
refuses '--shapes with the stream' 64 '--shapes does not go with --to stream' \
	--to stream --shapes list graph.sp
refuses '--safe-text with the stream' 64 'a stream holds names as they are' \
	--to stream --safe-text graph.sp
refuses '-z with the table' 64 'the output is text, not a stream' -z 3 graph.sp
refuses '-R with the table' 64 'the output is text, not a stream' -R graph.sp
for option in '--top 3' '--min-pages 3' --regex; do
	# shellcheck disable=SC2086 # an option and its value
	refuses "$option with --pages" 64 \
		"option ${option%% *} does not go with --pages" \
		--pages $option graph.sp
done
refuses '--safe-text with rules' 64 'crawlers read rules as they are' \
	--safe-text --to nutch --shape "$items" graph.sp
graphimport -q -f arcs --dense -o bare.sp links || exit 2
refuses 'a graph without names' 65 'no names in the stream' bare.sp
sed 's/.*/page&/; s/[^a-z0-9]//g' first >words
graphimport -q -f arcs --names words -o words.sp links || exit 2
refuses 'names that are no URLs' 65 'the names of the pages are no URLs' \
	words.sp
refuses 'such names with --pages' 65 'the names of the pages are no URLs' \
	--pages words.sp

# ---- the stream ------------------------------------------------------------

for from in graph.sp known.sp big.sp odd.sp; do
	crawlshape -q --to stream -o shaped.sp "$from"
	crawlshape -q --pages "$from" | tail -n +2 >pages
	run graphdump -s shapes --urls shaped.sp
	tail -n +2 "$out" | awk -F '\t' -v OFS='\t' \
		'{ print $5, $4, $3 == "-" ? "-" : "trap" }' >got
	expect_same "$from: the section has what --pages prints" pages got
	crawlshape -q "$from" | tail -n +2 | cut -f 1,14,15 | sort >table
	graphdump -s shapes --summary shaped.sp | tail -n +2 | cut -f 2- |
		sort >got
	expect_same "$from: its summary is that of the table" table got
	crawlshape -q --to stream -o twice.sp shaped.sp
	graphdump -s shapes shaped.sp >once
	graphdump -s shapes twice.sp >got
	expect_same "$from: learned again, the same" once got
	expect_is "$from: shapes are there once" 2 "$(graphstat --json twice.sp |
		grep -o '"tag": *"sh[^"]*"' | wc -l | tr -d ' ')"
	crawlshape -q -R --to stream -o alone.sp "$from"
	graphdump -s shapes -g "$from" alone.sp >got
	expect_same "$from: shapes without the graph" once got
	graphprune -q --random 20 -o some.sp shaped.sp
	graphdump -s shapes --urls shaped.sp | cut -f 3-5 | sort >once
	graphdump -s shapes --urls some.sp | cut -f 3-5 | tail -n +2 | sort >got
	comm -13 once got >others
	expect_is "$from: pages of a subset keep their shapes" "" "$(cat others)"
	expect_is "$from: it has no shape without a page" \
		"$(graphdump -s shapes some.sp | tail -n +2 | cut -f 2 |
			grep -v -x -e - | sort -u | wc -l | tr -d ' ')" \
		"$(graphdump -s shapes --summary some.sp | tail -n +2 |
			wc -l | tr -d ' ')"
done

plan
