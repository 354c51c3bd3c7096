#!/bin/sh
# SPDX-License-Identifier: MIT
#
# subset.t - the sub-graphs of graphprune: the right pages, with their names,
# hosts, weights, scores and seeds, and nothing about other pages
#
#	[BIN=bin] [SEEDPIPE_DATA=folder] tests/cli/subset.t

# shellcheck disable=SC2016,SC2154 # of awk and sh -c, of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
cd "$folder" || exit 2

# contents FILE... - prints everything about pages, links by name
contents() {
	graphstat "$@" | sed -n '/fingerprint/p'
	for section in graph names hosts scores; do
		graphdump -s $section "$@" 2>/dev/null
	done
}

# same NAME FILE FILE - both have the same graph, names, hosts and scores
same() {
	contents "$2" >one.txt
	contents "$3" >two.txt
	test -s one.txt || echo 'nothing' >one.txt
	expect_true "$1" cmp one.txt two.txt
}

# urls FILE - prints the links as pairs of URLs, sorted
urls() {
	graphdump -s names "$1" >urls.tsv
	graphdump "$1" | awk -F '\t' '/^#/ { next }
		NR == FNR { url[$1] = $NF; next }
		{ print url[$1] "\t" url[$2] }' urls.tsv - | sort
}

# ---- the graph of seedpipe-algorithms(7) -----------------------------------

printf '%s\n' '0 1' '0 2' '0 4' '1 3' '2 1' '2 3' '2 5' '3 0' '4 5' '4 6' \
	'4 7' '5 4' '5 8' '7 1' '7 8' '8 7' '8 9' '9 4' '10 0' '10 4' >links
i=0
for h in a a a a b b b c c c c; do
	echo "http://$h.example/$i"
	i=$((i + 1))
done >names
awk '{ print $0, NR / 2 }' links >weighted
graphimport -f arcs --weights 3 --names names weighted -o g11.sp
pagerank g11.sp -o ranked.sp
printf '%s\n' 9 http://a.example/1 7 4 8 >list

run graphprune --pages list ranked.sp -o five.sp
expect 'G11: five pages' 0
expect_message 'no messages' ''
expect_is 'links between them, with weights' '1 2 5.5
2 0 7
2 3 7.5
3 2 8
3 4 8.5
4 1 9' "$(graphdump --weights five.sp | grep -v '^#' | tr '\t' ' ')"
echo 3 | graphprune -q --pages - ranked.sp -o one.sp
run graphdump --weights one.sp
expect 'no links are left to have weights: it can be read' 0
expect_is 'names in the order of page numbers' '1 4 7 8 9' \
	"$(graphdump -s names five.sp | grep -o '[0-9]*$' | paste -sd ' ' -)"
expect_is 'hosts' 'a.example b.example c.example c.example c.example' \
	"$(graphdump -s names five.sp | grep -v '^#' | cut -f 2 |
		paste -sd ' ' -)"
graphdump -s scores ranked.sp | awk -F '\t' 'NR > 1 { print $NF }' |
	sed -n '2p;5p;8,10p' >wanted
graphdump -s scores five.sp | awk -F '\t' 'NR > 1 { print $NF }' >found
expect_true 'scores are those of the whole graph' cmp wanted found
graphdump -s provenance five.sp >text
expect_text 'provenance: the list' 'pages of a list' text
expect_text 'provenance: how many' 'pages 5 of 11' text
expect_text 'provenance: whose scores' 'score pagerank of the whole graph' text
expect_true 'provenance: nothing of pruning' ! \
	sh -c 'tail -n 1 text | grep -q -e --unit -e --random -e --seed'
run pagerank five.sp -o again.sp
expect 'the subset is ranked' 0
expect_is 'and its rank replaces that of the whole graph' 1 \
	"$(graphstat again.sp | grep -c '^  SCOR.*pagerank')"
run hotcurve --metric tau -b ranked.sp -g five.sp again.sp
expect 'results of the whole graph are those of another' 65

printf 'c.example\na.example\n' >sites
run graphprune --hosts sites g11.sp -o sites.sp
expect 'two hosts' 0
graphdump -s names g11.sp | grep -e a.example -e c.example |
	sed 's/.*\t//' >urls.txt
graphprune --pages urls.txt g11.sp -o list.sp
same 'the same as the list of their pages' sites.sp list.sp

# ---- a generated web -------------------------------------------------------

graphgen -n 3000 -o web.sp
pagerank -q web.sp -o rank.sp
echo 5 >start
crawlorder -q --order bfs,opic --seeds start rank.sp -o all.sp

seq 0 2999 >every
graphprune --pages every rank.sp -o same.sp
same 'all pages: the same graph' same.sp rank.sp

graphprune --order opic:400 -q all.sp -o first.sp
graphdump -s orders all.sp | awk -F '\t' '$1 == "opic" && $2 <= 400 {
	print $3 }' >list
graphprune --pages list rank.sp -o listed.sp
same 'the first downloads are those of the order' first.sp listed.sp
crawlorder -q -R --order bfs,opic --seeds start rank.sp -o orders.sp
run graphprune --order opic:400 -g rank.sp orders.sp -o beside.sp
expect 'an order beside the graph' 0
expect_message 'the other order is dropped' 'orders'
same 'the same downloads' first.sp beside.sp

graphprune --top pagerank:300 rank.sp -o top.sp
seedpick -q --top pagerank:300 --text rank.sp >list
graphprune --pages list rank.sp -o listed.sp
same 'the best are those of seedpick' top.sp listed.sp
graphprune --random 300 --seed 4 rank.sp -o drawn.sp
seedpick -q --random 300 --any --seed 4 --text rank.sp >list
graphprune --pages list rank.sp -o listed.sp
same 'the drawn are those of seedpick' drawn.sp listed.sp
graphprune --random 300 --seed 5 rank.sp -o other.sp
expect_true 'another seed, other pages' ! cmp drawn.sp other.sp

# Half of the drawn, by name, is the intersection.
graphdump -s names drawn.sp | awk 'NR > 1 && NR % 2' | sed 's/.*\t//' >half
graphprune --pages half drawn.sp -o twice.sp
graphprune --pages half rank.sp -o once.sp
same 'a subset of a subset is that of the intersection' twice.sp once.sp

# What is left is exactly the links between kept pages.
graphdump -s names drawn.sp | awk 'NR > 1' | sed 's/.*\t//' >kept
urls web.sp | awk -F '\t' 'NR == FNR { kept[$1] = 1; next }
	kept[$1] && kept[$2]' kept - >wanted
urls drawn.sp >found
expect_true 'the links between kept pages, and no others' cmp wanted found

# Prune and subset do not interfere: links inside hosts are those of pages.
graphprune --random 300 --seed 4 rank.sp | graphprune -q -o one.sp
graphprune -q rank.sp | graphprune --random 300 --seed 4 -q -o two.sp
urls one.sp >wanted
urls two.sp >found
expect_true 'subset and pruning commute' cmp wanted found

for threads in 1 2 5; do
	graphprune --random 1000 -T $threads rank.sp -o t$threads.sp
done
expect_true 'two threads: the same bytes' cmp t1.sp t2.sp
expect_true 'five threads: the same bytes' cmp t1.sp t5.sp

# ---- seeds, and a pipeline --------------------------------------------------

printf '%s\n' 5 700 7 >list
seedpick -q --urls list web.sp -o seeds.sp
crawlorder -q -g web.sp seeds.sp -o crawl.sp
run graphprune -g web.sp --order bfs:200 crawl.sp -o sample.sp
expect 'a sample of a crawl' 0
expect_message 'no messages' ''
printf '%s\n' 5 7 700 | while read -r page; do
	graphdump -s names web.sp | awk -F '\t' -v page="$page" \
		'$1 == page { print $NF }'
done | sort >wanted
graphdump -s seeds -g sample.sp sample.sp | grep -o 'http[^[:blank:]]*' |
	sort >found
expect_true 'has the seeds of the crawl' cmp wanted found
run crawlorder -q sample.sp
expect 'is crawled from them' 0
crawlorder -q -g web.sp seeds.sp | graphprune -g web.sp --order bfs:1 - \
	-o first.sp 2>err.txt
expect_text 'seeds that are not in the subset are counted' \
	'1 of 3 seeds are in the subset' err.txt


crawlorder -q --order bfs --seeds start web.sp |
	graphprune --order bfs:1000 | pagerank -q |
	crawlorder -q --order bfs,fpr --seeds-top pagerank:10 >crawl.sp
run hotcurve --at 0.1 crawl.sp
expect 'a crawl of a sample is evaluated' 0
expect_is 'it has the pages of the sample' 1000 \
	"$(graphdump -s names crawl.sp | grep -vc '^#')"
run graphprune --random 1500 --memory-limit 64M web.sp -o limited-a.sp
expect 'a memory limit that is enough' 0
run graphprune --random 1500 --memory-limit 1M web.sp -o limited-b.sp
expect 'a memory limit that is not' 71
expect_true 'no output then' test ! -e limited-b.sp

# ---- scores of links, notes of seeds, orders by several processes -----------

graphdump rank.sp | sed '1d; s/$/\t0.5/' | head -n 9000 >anchors.txt
scoreimport -q --link-scores anchors.txt rank.sp -o topic.sp
seedpick -q --top pagerank:20 topic.sp | crawlorder -q -g topic.sp -o noted.sp
run graphprune --order bfs:1500 -g topic.sp noted.sp -o kept.sp
expect 'scores of links, and notes of seeds' 0
# names FILE - the names of pages, by number
names() {
	graphdump -s names "$1" | awk -F '\t' '!/^#/ { print $1 "\t" $NF }'
}
# anchors FILE - the links with scores, by names
anchors() {
	names "$1" >by-number
	graphdump -s link-scores "$1" | awk -F '\t' 'NR == FNR {
		name[$1] = $2; next } !/^#/ {
		print name[$2] "\t" name[$3] "\t" $4 }' by-number - | sort
}
names kept.sp | cut -f 2 >stay
anchors topic.sp | awk -F '\t' 'NR == FNR { stay[$1] = 1; next }
	stay[$1] && stay[$2]' stay - >wanted
anchors kept.sp >found
expect_same 'scores of links between kept pages, and no others' wanted found
graphdump -s seeds noted.sp | grep -v '^#' | sort >wanted
graphdump -s seeds kept.sp | grep -v '^#' | sort >found
expect_is 'seeds keep their scores and how they were found' \
	"$(grep -F -f stay wanted | grep -o 'http.*' | sort)" \
	"$(grep -o 'http.*' found | sort)"
crawlorder -q -R --procs 2 --seeds start rank.sp -o procs.sp
run graphprune --order bfs/2:exchange:50 -g rank.sp procs.sp -o first.sp
expect_message 'an order by two processes has done its work, too' ''

# ---- shapes -----------------------------------------------------------------

# A web of 3,000 pages and 300 sessions of one page, which are a trap; of a
# third, and of no session, the crawl has the links.
graphdump -s names web.sp | tail -n +2 | cut -f 3 >shape.urls
graphdump -s graph web.sp | tail -n +2 | cut -f 1,2 >shape.links
awk 'BEGIN { for (i = 0; i < 300; i++)
	printf "http://h.example/view?sid=%x\n", 1e9 + 7919 * i }' >>shape.urls
printf 'mailto:a@h.example\n' >>shape.urls
seq 3000 3299 | awk '{ print "7\t" $1 }' >>shape.links
awk 'NR % 3 == 1 && NR <= 3000' shape.urls >shape.fetched
sort -n -k 1,1 -k 2,2 shape.links | graphimport -q -f arcs \
	--names shape.urls --fetched shape.fetched |
	crawlshape -q --to stream -o shaped.sp
graphdump -s shapes --urls shaped.sp | tail -n +2 >rows
expect_is 'the sessions are a trap' 300 "$(awk -F '\t' '$3 == "session"' rows |
	wc -l | tr -d ' ')"

# kept NAME OPTION... - compares the URLs that stay with those in wanted
kept() {
	name=$1
	shift
	run graphprune -o some.sp "$@" shaped.sp
	expect "$name" 0
	graphdump -s names some.sp | tail -n +2 | cut -f 3 >found
	expect_same "$name: the pages" wanted found
}

awk -F '\t' '$3 == "-" { print $5 }' rows >wanted
kept 'no traps' --no-traps
expect_message 'no traps: nothing to say' ''
run graphprune --no-traps some.sp -o none.sp
expect_message 'no traps any more' 'all 3001 pages stay: no shape is a trap'
for most in 1 5 100; do
	graphdump -s states shaped.sp | tail -n +2 | cut -f 2 | paste rows - |
		awk -F '\t' -v most=$most '
			{ row[NR] = $0 }
			END {
				for (ok = 1; ok >= 0; ok--)
					for (i = 1; i <= NR; i++) {
						split(row[i], f, FS)
						if ((f[6] == "ok") == ok &&
						    (f[2] == "-" ||
						     ++count[f[2]] <= most))
							stays[i] = 1
					}
				for (i = 1; i <= NR; i++) {
					split(row[i], f, FS)
					if (stays[i])
						print f[5]
				}
			}' >wanted
	kept "at most $most of a shape" --max-per-shape $most
done
run graphprune --max-per-shape 4k shaped.sp -o none.sp
expect_message 'as many as there are' \
	'all 3301 pages stay: no shape has more pages'
graphdump -s shapes --summary shaped.sp | tail -n +2 | cut -f 4 |
	awk 'NR % 3 == 0' >list
awk -F '\t' 'FILENAME == "list" { listed[$0] = 1; next }
	$4 in listed { print $5 }' list rows >wanted
kept 'the shapes of a list' --shapes list
{ echo '# a comment'; cat list; echo; sed 1q list; } >longer
kept 'a list with a comment and a line twice' --shapes longer
printf 'nowhere.example/<word>\n' >>list
run graphprune --shapes list shaped.sp -o none.sp
expect 'a pattern that is no shape' 65
expect_message 'it is named with its line' \
	"list: line $(wc -l <list | tr -d ' '): no page has the host "
graphprune -q --shapes - shaped.sp -o some.sp <longer
graphprune -q --shapes longer shaped.sp -o none.sp
same 'a list on standard input' some.sp none.sp
run graphprune --no-traps web.sp
expect 'no shapes' 65
expect_message 'what makes them' \
	'no shapes in the stream (crawlshape --to stream adds them)'
crawlshape -q -R --to stream shaped.sp -o alone.sp
run_sh 'graphprune --no-traps -g shaped.sp alone.sp -o none.sp'
expect 'a stream of shapes is no graph' 64
for options in '--no-traps --random 3' '--no-traps --max-per-shape 3' \
	'--shapes list --transpose' '--no-traps --unit none'; do
	# shellcheck disable=SC2086 # options and their values
	run graphprune $options shaped.sp
	expect "$options" 64
done

# ---- real graphs ------------------------------------------------------------

if [ -n "$data" ] && [ -e "$data/ics-dev" ]; then
	graphimport -q --names "$data/ics-dev/ics-dev.urls.txt.zst" \
		"$data/ics-dev/ics-dev.edges.txt.zst" -o ics.sp
	echo www.ics.uci.edu >sites
	run graphprune --hosts sites ics.sp -o site.sp
	expect 'ics-dev: one host' 0
	expect_is 'ics-dev: all links stay inside' '0 0.0 %' \
		"$(graphstat site.sp | awk '/links between/ {
			print $3, $4, $5; exit }')"
else
	skip 'ics-dev: one host' 'no real graphs'
	skip 'ics-dev: all links stay inside' 'no real graphs'
fi

plan
