#!/bin/sh
# SPDX-License-Identifier: MIT
#
# report_page.t - the page of pipelines/report.mk: complete, with a conclusion
# that agrees with its tables (report_page.awk), safe with hostile names, and
# shown by Chromium, if it is installed, without a load or a scroll to the side
#
#	[BIN=bin] tests/cli/report_page.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

pipelines=$(pwd)/pipelines
evidence=$(pwd)/docs/evidence.md
disagreements=$(cd "$here" && pwd)/report_page.awk
cd "$folder" || exit 2

# report GRAPH OUT [SETTING...] - makes OUT/report.html of a small graph
report() {
	graph=$1
	results=$2
	shift 2
	run env -u MAKEFLAGS make -f "$pipelines/report.mk" BIN="$BIN" \
		GRAPH="$graph" OUT="$results" DRAWS=2 CORES=4 \
		ORDERS='bfs fica' "$@"
}

# nesting FILE - prints each mistake in the nesting of elements; text between
# tags has no "<", since it is escaped
nesting() {
	tr '\n' ' ' <"$1" | sed 's|<style>.*</style>||' | tr '<' '\n' | awk '
	NR == 1 || /^!/ { next }
	!/>/ { print "no end of a tag: " $0; next }
	{ sub(/>.*/, "") }
	/\/ *$/ { next }
	/^\// {
		if (stack[depth--] != substr($1, 2))
			print "not open: " $1
		next
	}
	{ stack[++depth] = $1 }
	END { if (depth) print "not closed: " stack[depth] }'
}

# loads FILE - prints what a browser would load or run; without the values of
# attributes, which may have anything
loads() {
	tr '\n' ' ' <"$1" | sed "s/=\"[^\"]*\"/=/g; s/='[^']*'/=/g" |
		tr '<' '\n' | sed '1d; s/>.*//' | grep -i \
		-e '^\(script\|img\|image\|iframe\|link\|object\|embed\)' \
		-e '^\(base\|form\|audio\|video\)' -e ' src' -e ' on[a-z]*='
	grep -e 'url([^#]' -e '@import' -e 'http-equiv="refresh' "$1"
	grep -o "href=[\"'][^\"']*" "$1" |
		grep -v -i "^href=.\(https\{0,1\}://\|#\)"
}

# expect_page NAME FILE - what holds for every page
expect_page() {
	expect_is "$1: elements are nested" '' "$(nesting "$2")"
	expect_is "$1: nothing to load or run" '' "$(loads "$2")"
	expect_is "$1: ids are different" '' \
		"$(grep -o " id=[\"'][^\"']*" "$2" | sort | uniq -d)"
	expect_is "$1: no reference to a missing id" '' \
		"$(grep -o "href=[\"']#[^\"']*" "$2" | sed 's/.*#//' |
		sort -u | while read -r id; do
			grep -q " id=[\"']${id}[\"']" "$2" || echo "$id"
		done)"
	# Without hosts, nothing is said of hours.
	hours=$(grep -c 'href="#hours"' "$2" | sed 's/1/ 2/; s/0//')
	expect_is "$1: one heading of the first level, then the second" \
		"1 2 2 2 2 2 2 2$hours" "$(grep -o '<h[12]' "$2" | tr -dc '12\n' |
		paste -sd ' ' -)"
	expect_is "$1: the conclusion agrees with the tables" '' \
		"$(awk -f "$disagreements" "$2")"
	expect_true "$1: language, title and width of the screen" \
		awk '/<html lang="en">/ { n++ } /<title>..*<\/title>/ { n++ }
		/name="viewport" content="width=device-width/ { n++ }
		END { exit n < 3 }' "$2"
	if command -v xmllint >/dev/null; then
		expect_is "$1: well-formed" '' \
			"$(xmllint --noout "$2" 2>&1)"
	else
		skip "$1: well-formed" 'xmllint is not installed'
	fi
}

# ---- a generated web -------------------------------------------------------

graphgen -q --pages 3000 -o web.sp
report web.sp web
expect 'a page is made' 0
expect_page 'a web' web/report.html
expect_true 'with its numbers' grep -q '^<p>A graph of 3,000 pages on' \
	web/report.html
expect_is 'a seed for each core, as links' 4 "$(sed -n \
	'/<caption>Cores, and/,/<\/table>/p' web/report.html |
	grep -c '<a href="http[^"]*" rel="nofollow noopener noreferrer">')"
expect_is 'orders from both kinds of seeds' \
	'cores bfs cores fica random bfs random fica' "$(sed -n \
	'/<caption>Crawls in/,/<\/table>/p' web/report.html |
	grep -o '<bdi>[cr][a-z]* [a-z]*' | sed 's/<bdi>//' | paste -sd ' ' -)"
# One of them is drawn without gnuplot.
figures=1
command -v gnuplot >/dev/null && figures=8
expect_is 'figures with titles and captions' "$figures $figures $figures" \
	"$(grep -c '<svg ' web/report.html) $(grep -c '^<title id=' \
	web/report.html) $(grep -c '<figcaption>' web/report.html)"

# How long crawls take
sed -n '/^<h2 id="hours"/,/^<\/section>/p' web/report.html |
	sed 's/<\/t[dh]><t[dh][^>]*>/ | /g; s/&#160;/ /g; s/<[^>]*>//g' >said
expect_is 'hours: all pages by the first order' "$(hotcurve -x hours -m pages \
	--points 1 web/report/hours.sp | tail -n 1 | awk '
		$1 < 1 { printf "%.0f min", $1 * 60 }
		$1 >= 1 { printf "%.1f hours", $1 }')" \
	"$(sed -n 's/^bfs | .* | //p' said)"
expect_is 'hours: the host that takes longest' "$(hotcurve -m hosts -g web.sp \
	web/report/hours.sp | awk -F '\t' 'NR == 2 { print $2 }')" \
	"$(awk -F ' [|] ' '/^host [|] pages/ { on = 1; next }
		on && NF { print $1; exit }' said)"

# The commands that it shows give the same tables.
mkdir again
run_sh 'cd again && ln -s ../web.sp && sh ../web/report/commands.sh'
expect 'the commands run' 0
for table in summary.tsv compare.tsv seeds.tsv stat.txt; do
	expect_same "the commands make the same $table" \
		web/report/$table again/web/report/$table
done
run env -u MAKEFLAGS make -q -f "$pipelines/report.mk" BIN="$BIN" \
	GRAPH=web.sp OUT=web DRAWS=2 CORES=4 ORDERS='bfs fica' web/report.html
expect_message 'a second run makes nothing' ''

# ---- where the downloads went ----------------------------------------------

# shapes FILE - prints the section as text, a row of a table a line, without the
# picture
shapes() {
	sed -n '/^<h2 id="shapes"/,/^<\/section>/p' "$1" |
		sed '/^<svg/,/^<\/svg>/d' |
		sed 's/<\/t[dh]><t[dh][^>]*>/ | /g; s/&#160;/ /g; s/<[^>]*>//g' |
		sed 's/&lt;/</g; s/&gt;/>/g; /^$/d'
}

shapes web/report.html >said
expect_true 'a web: no trap' grep -q 'No shape of this graph is called a trap' \
	said
expect_is 'a web: nothing is said of stopping it' 0 "$(grep -c Without said)"
crawlshape -q web.sp | sed 1d | head -n 12 | cut -f 15 >expected
sed -n 's/^\([^ ]*\) | [0-9,]* | $/\1/p' said >got
expect_same 'a web: the largest shapes' expected got

# A front page, a trap of 30 sessions, a page that nothing else leads to, one
# that the front page links, too, and an archive with more pages.
awk 'BEGIN {
	print "http://t.example/"
	for (i = 1; i < 31; i++)
		printf "http://t.example/a;sid=%08xab\n", i * 1000000
	print "http://t.example/only\nhttp://t.example/too"
	for (i = 0; i < 70; i++)
		print "http://t.example/paper/" i
}' >urls
awk 'BEGIN {
	print "0 1\n0 32\n20 32\n30 31\n31 32"
	for (i = 1; i < 30; i++) print i, i + 1
	for (i = 33; i < 103; i++) print 0, i
}' | graphimport -q -f arcs --names urls -o links.sp
awk '{ printf "2024-05-31T10:%02d:%02d.000Z 200 9 %s P - text/html #001 " \
	"20240531100000000+1 sha1:D%d - -\n", NR / 60, NR % 60, $0, NR }' \
	urls >crawl.log
crawlimport -q -f heritrix -g links.sp -o trap.sp crawl.log
report trap.sp trap
expect 'a page of a graph with a trap' 0
expect_page 'a trap' trap/report.html
shapes trap/report.html >said
expect_true 'a trap: how many there are' \
	grep -q ' 1 shape is called a trap here\.$' said
expect_true 'a trap: what stopping it saves and loses' grep -qx 'Without the '\
'trap, the crawl would have saved 30 downloads, 29.1 % of all, and lost 1 page '\
'that only they lead to, of which it downloaded 1.' said
expect_is 'a trap: it is in the table' \
	't.example/paper/<number> | 70 | 70 | 
t.example/a;sid=<hex> | 30 | 30 | session' \
	"$(grep '|' said | sed 1d | head -n 2)"
expect_true 'a trap: it is hatched in the picture' \
	grep -q '<rect [^>]*fill="url(#shapes-session)"' trap/report.html
expect_true 'a trap: the picture has a description' \
	grep -q '^<desc id="shapes-desc">103 downloads' trap/report.html
report links.sp untold
expect_page 'a trap, and nothing said of downloads' untold/report.html
shapes untold/report.html >said
expect_true 'a trap, and nothing said of downloads: it says so' \
	grep -q 'The graph does not say what was fetched: pages with' said

# ---- the conclusion --------------------------------------------------------

# conclusion FILE - prints its sentences, and what is said of orders below the
# random one, as text
conclusion() {
	sed -n -e '/^<h2 id="conclusion"/,/^<\/section>/s/^<li>//p' \
		-e '/Below the random order/p' "$1" |
		sed 's/&#160;/ /g; s/<[^>]*>//g'
}

# expect_contradiction NAME SCRIPT - a page that sed changed is no longer right
expect_contradiction() {
	sed "$2" unfetched/report.html >changed.html
	expect_true "$1" [ "$(awk -f "$disagreements" changed.html | wc -l)" \
		-gt 0 ]
}

# A core of four hubs, and two hubs of pages that were never fetched: what
# crawls find of the graph is a small part.
{
	for hub in 0 1 2 3; do
		for authority in 4 5 6 7; do
			echo "$hub $authority"
		done
	done
	echo 4 0
	seq 9 12 | sed 's/^/8 /'
	echo 9 8
	seq 13 60 | sed 's/^/9 /'
} >links
graphimport -q -f arcs -o unfetched.sp links
report unfetched.sp unfetched
expect 'a page of a graph that is mostly not fetched' 0
expect_page 'not fetched' unfetched/report.html
conclusion unfetched/report.html >said
fold -s -w 76 said | sed 's/ *$//' >folded
cat >wanted <<'END'
All orders find as much: over the first 45 % of the pages each has on
average 48.3 % of the hot ones, and a random order has 23.0 %.
For your next crawl, take the seeds of pagerank g.sp | seedpick --yield B
--weight pagerank, with as many downloads B as you plan: picked from the
first part of a crawl and judged on the whole graph, such seeds had more
PageRank early than the seeds of cores in 199 of 220 trials on six graphs,
and than random pages in 202; on this graph, after 3 downloads, crawls from
the seeds of cores have 10.6 % of the PageRank, and from random pages 9.3 %.
Take this as a hint: 88.5 % of the 61 pages have no links, most likely
because they were never fetched; no replay shows what is behind them: crawl
on, and make this page again.
Below the random order at 10, 25 or 45 %: cores bfs, cores fica, random
bfs, random fica. The random order draws from all 61 pages of the graph,
which no crawler knows; these crawls only download what links lead to from
their seeds, at most 6 pages (9.8 %), and after their end the share of the
hot pages falls. Of all pages 88.5 % have no links, most of them because
they were never fetched: many of these have the same PageRank, so that
those with the smallest numbers count as hot, and no order can tell them
apart.
END
expect_same 'its sentences' wanted folded
expect_contradiction 'another share of the hot pages is seen' \
	's/on average [0-9.]*/on average 12.3/'
expect_contradiction 'another random order is seen' \
	's/a random order has [0-9.]*/a random order has 12.3/'
expect_contradiction 'another PageRank of seeds is seen' \
	's/\(random pages\) [0-9.]*&#160;%\.<.li>/\1 1.2\&#160;%.<\/li>/'
expect_contradiction 'seeds the wrong way round are seen' \
	's/crawls from the seeds of cores have/crawls from random pages have/'
expect_contradiction 'another share of pages without links is seen' \
	's/hint: [0-9.]*/hint: 12.3/'
expect_contradiction 'too much trust is seen' \
	's/Take this as a hint:/Be careful with small differences:/'
expect_contradiction 'an order that is not below shuffle is seen' \
	'/Below the random/s/<bdi>cores fica/<bdi>cores bfs/'
expect_is 'a graph that is well fetched: nothing of pages never fetched' 0 \
	"$(grep -c 'no order can tell' web/report.html)"

# A front page of 60 pages: of 40 it is known that they are gone, and what has most
# PageRank leads nowhere.  The real crawl is in the stream, too.
{
	echo http://w.example/
	seq -f 'http://w.example/%g' 60
} >urls
seq -f '0 %g' 60 | graphimport -q -f arcs --names urls -o links.sp
awk '{ printf "2024-05-31T10:00:%02d.000Z %d 9 %s P - text/html #001 " \
	"20240531100000000+1 sha1:D%d - -\n", NR, NR == 1 ? 200 : 404, $0, NR
	if (NR > 40) exit }' urls >crawl.log
crawlimport -q -f heritrix -g links.sp -o storm.sp crawl.log
report storm.sp storm
expect_page 'most pages are gone' storm/report.html
conclusion storm/report.html | sed -n '1p; 3p' | fold -s -w 76 |
	sed 's/ *$//' >folded
cat >wanted <<'END'
No order can be judged from these seeds: the longest crawl from them ends
after 4 pages of 61, as no link leads on; crawl on, and make this page
again.
Take this as a hint: 98.4 % of the 61 pages have no links, and 20 pages
were never fetched; no replay shows what is behind them: crawl on, and make
this page again.
END
expect_same 'most pages are gone: what follows' wanted folded
expect_is 'most pages are gone: the real crawl is none of those compared' '' \
	"$(cut -f 1 storm/report/summary.tsv | grep crawl)"

# Another graph takes the place of the first, and is older than the page.
mv storm.sp old.sp
sed 's/example/test/' urls >names
seq -f '0 %g' 60 | graphimport -q -f arcs --names names -o storm.sp
touch -t 202401010000 storm.sp
report storm.sp storm
expect_true 'a graph that took the place of another' grep -q w.test \
	storm/report.html

# won RIVAL - prints in how many trials of the experiment seeds by --yield were
# above those of RIVAL
won() {
	awk -F ' *[|] *' -v table="above:below $1" '
		$2 ~ /^above:below/ { inside = $2 == table }
		inside && $2 == "yield" {
			split($(NF - 2), part, ":")
			print part[1] (table ~ /cores/ ? \
				" of " part[1] + part[2] " trials" : "")
		}' "$evidence"
}

expect_true 'the advice on seeds has the figures of the experiment' grep -q \
	"seeds of cores in $(won cores) .* random pages in $(won random);" said

# ---- hostile names ---------------------------------------------------------

# Each of 4 hubs links to 4 authorities, so all are in a core and on the page.
for hub in 0 1 2 3; do
	for authority in 4 5 6 7; do
		echo "$hub $authority"
	done
done >links
# shellcheck disable=SC2016 # the names are meant as they are
printf '%s\n' 'http://a.example/"><script>alert(1)</script>' \
	'javascript:alert(2)' "http://b.example/'onmouseover='alert(3)" \
	'data:text/html,<script>alert(4)</script>' \
	'http://c.example/</style></svg><img src=x onerror=alert(5)>' \
	'HTTP://d.example/&lt;b&gt;&amp;' \
	'http://e.example/$(id)`id`\n%s<!--' >names
printf 'http://f.example/\342\200\256gpj\377.html\n' >>names
graphimport -q -f arcs --names names -o hostile.sp links
report hostile.sp hostile TITLE='</title><script>"&'
expect 'a page of hostile names' 0
expect_page 'hostile names' hostile/report.html
expect_true 'a name with a tag is text' grep -q -F \
	'<bdi>http://a.example/&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;' \
	hostile/report.html
expect_true 'a name with an entity is text' \
	grep -q -F '/&amp;lt;b&amp;gt;&amp;amp;</bdi>' hostile/report.html
expect_true 'a name that is no web address is there as text' \
	grep -q '<bdi>javascript:alert(2)</bdi>' hostile/report.html
expect_true 'the page forbids scripts' \
	grep -q "default-src 'none'" hostile/report.html
expect_true 'the page is UTF-8' iconv -f UTF-8 -t UTF-16 -o utf16 \
	hostile/report.html

# ---- what a graph may not have ---------------------------------------------

report web.sp plain ORDERS=bfs DRAWS=1
expect_page 'a single order' plain/report.html
expect_true 'a single order has its name' \
	grep -q '<li>Crawl by <strong><bdi>bfs</bdi>' plain/report.html
graphdump -s graph web.sp | awk 'NR > 1 { print $1, $2 }' |
	graphimport -q -f arcs -o bare.sp -
report bare.sp bare
expect 'a graph without names and hosts' 0
expect_message '... is nothing to complain about' ''
expect_page 'without names' bare/report.html
expect_true 'it says what is left out' \
	grep -q 'The graph has no hosts.' bare/report.html
expect_true 'it says that there are no shapes' \
	grep -q 'The pages of this graph have no URLs.' bare/report.html
expect_true 'pages have their numbers' grep -q '<td>page [0-9]*</td>' \
	bare/report.html

printf '0 1\n1 2\n' | graphimport -q -f arcs -o tiny.sp -
report tiny.sp tiny
expect 'a graph of three pages' 0
expect_page 'three pages' tiny/report.html
expect_true 'it says that there are no cores' \
	grep -q 'This graph has no cores' tiny/report.html

printf 'a.example\na.example\nb.example\n' >hosts.txt
echo 0 0 | graphimport -q -f arcs -o one.sp -
report one.sp one
expect 'a graph of one page' 0
expect_page 'one page' one/report.html

# Hosts, but no URLs of pages
printf '0 1\n1 2\n2 0\n' | graphimport -q -f arcs --hosts hosts.txt -o hosts.sp -
report hosts.sp hosts
expect 'a graph with hosts, without URLs' 0
expect_page 'hosts without URLs' hosts/report.html
expect_true 'hosts without URLs: no shapes' \
	grep -q 'The pages of this graph have no URLs.' hosts/report.html

# Names that are no URLs
printf 'one\ntwo\nthree\n' >words
printf '0 1\n1 2\n2 0\n' | graphimport -q -f arcs --names words -o words.sp -
report words.sp words-page
expect 'a graph with names that are no URLs' 0
expect_page 'names that are no URLs' words-page/report.html
expect_true 'names that are no URLs: no shapes' \
	grep -q 'The pages of this graph have no URLs.' words-page/report.html

# Without gnuplot: a $PATH with all but it.
mkdir tools
for tool in sh make awk sed grep sort head tail cmp mkdir cat echo seq env \
	dirname cut uniq tr rm; do
	ln -s "$(find /usr/bin /bin -name $tool | head -n 1)" tools/$tool
done
# shellcheck disable=SC2016 # the arguments are those of the inner shell
run_sh 'PATH=$PWD/tools && export PATH && env -u MAKEFLAGS make -f \
	"$1/report.mk" BIN="$2" GRAPH=tiny.sp OUT=dull DRAWS=1 ORDERS=bfs' \
	"$pipelines" "$BIN"
expect 'without gnuplot' 0
expect_page 'without gnuplot' dull/report.html
expect_true 'it says that figures are left out' \
	grep -q '6 figures are left out' dull/report.html

# ---- in a browser ----------------------------------------------------------

chromium=$(command -v chromium || command -v chromium-browser ||
	command -v google-chrome || true)

# browse PAGE OPTION... - runs Chromium, with a profile of its own
browse() {
	page=$1
	shift
	run timeout 120 "$chromium" --headless --no-sandbox --disable-gpu \
		--disable-quic --no-first-run --disable-component-update \
		--disable-background-networking --disable-sync \
		--hide-scrollbars --user-data-dir="$folder/profile" "$@" \
		"file://$folder/$page"
	rm -rf "$folder/profile"
}

# measured FILE - puts the page into a frame as wide as a phone, with a script
# that says how wide it is, how many figures are shown, and what was loaded
measured() {
	sed '/<meta http-equiv/d' "$1" >framed.html
	cat >>framed.html <<-'END'
	<script>
	addEventListener('load', () => parent.postMessage([
		document.documentElement.scrollWidth,
		[...document.querySelectorAll('figure svg')].filter(s =>
			s.getBoundingClientRect().height > 100).length,
		document.querySelectorAll('script').length,
		performance.getEntriesByType('resource').length
	].join(' '), '*'));
	</script>
	END
	cat >frame.html <<-'END'
	<!DOCTYPE html><title>frame</title><p id="result">nothing</p>
	<script>addEventListener('message', e =>
		document.getElementById('result').textContent = e.data);</script>
	<iframe src="framed.html" width="390" height="800"
		style="border: 0"></iframe>
	END
	browse frame.html --dump-dom --virtual-time-budget=5000
	sed -n 's|.*<p id="result">\([^<]*\).*|\1|p' "$out"
}

if [ -z "$chromium" ]; then
	skip 'in a browser' 'Chromium is not installed'
	plan
	exit
fi
expect_is 'as wide as a phone, all figures, nothing loaded' \
	"390 $figures 1 0" "$(measured web/report.html)"
expect_is 'hostile names: as wide as a phone, no script but ours' \
	"390 $figures 1 0" "$(measured hostile/report.html)"
browse hostile/report.html --dump-dom
expect_is 'hostile names: no script, image or handler in the document' '' \
	"$(loads "$out")"
browse web/report.html --print-to-pdf="$folder/page.pdf"
expect_is 'it can be printed' '%PDF' "$(head -c 4 page.pdf)"

plan
