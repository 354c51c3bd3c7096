#!/bin/sh
# SPDX-License-Identifier: MIT
#
# seedlist.t - lists for crawlers: seedpick --to and graphdump --to, several
# files, refused names, Common Crawl's ranks table
#
#	[BIN=bin] tests/cli/seedlist.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

cd "$folder" || exit 2

# Six pages; one with a blank, one with a tab, one that is no URL.
printf '%s\n' http://www.a.example/x https://b.example:81/ 'http://a.example/b c' \
	mailto:x http://192.0.2.1/ >urls
printf 'http://a.example/t\tab\n' >>urls
printf '%s\n' '0 1' '1 0' '2 0' '3 0' '4 1' '5 0' '0 4' >links
graphimport -q --names urls -o web.sp links
pagerank -o ranked.sp web.sp
printf 'http://www.a.example/x\n' >seeds
crawlorder -q --order bfs,random --seeds seeds -o orders.sp web.sp
formats='heritrix heritrix-precedence surt nutch stormcrawler urlfrontier
browsertrix scrapy'

# ---- the same lists from both filters --------------------------------------

for format in $formats; do
	seedpick -q --top pagerank:6 --drop-refused --to "$format" ranked.sp >a
	graphdump -q -s scores --drop-refused --to "$format" ranked.sp >b
	expect_same "$format: seeds and scores are one list" a b
	seedpick -q --top pagerank:6 ranked.sp |
		graphdump -q -s seeds --drop-refused --to "$format" >b
	expect_same "$format: so are the seeds of a stream" a b
	expect_true "$format: it is not empty" [ -s a ]
	run seedpick --top pagerank:6 --to "$format" ranked.sp
	expect "$format: a name that it cannot hold is an error" 65
	expect_true "$format: and nothing is printed" [ ! -s "$out" ]
	run seedpick --top pagerank:6 --drop-refused --to "$format" ranked.sp
	expect_true "$format: what is left out is reported" \
		grep -q "left out [23] pages that a list for .* cannot hold: page" \
		"$err"
done
expect_is 'precedences' 'http://www.a.example/x 1
https://b.example:81/ 2
http://192.0.2.1/ 3' "$(seedpick -q --top pagerank:6 --drop-refused \
	--to heritrix-precedence ranked.sp)"
expect_is 'the crawl of URLFrontier' \
	'{"known":{"info":{"url":"http://192.0.2.1/","key":"192.0.2.1",'\
'"crawlID":"round-2"},"refetchable_from_date":1}}' \
	"$(printf 'http://192.0.2.1/\n' | seedpick -q --urls - \
		--to urlfrontier --crawl-id round-2 ranked.sp)"
expect_is 'the same of scores' 4 "$(graphdump -q -s scores --drop-refused \
	--to urlfrontier --crawl-id round-2 ranked.sp |
	grep -c '"crawlID":"round-2"}')"
expect_is 'text has all names' "$(seedpick --text --top pagerank:6 ranked.sp)" \
	"$(graphdump -s scores --to text ranked.sp)"
expect_is '--text is --to text' "$(seedpick --text --top pagerank:6 ranked.sp)" \
	"$(seedpick --to text --top pagerank:6 ranked.sp)"

printf 'http://a.test/\n\nhttp://c.test/\n' >names
printf '0 1\n2 1\n' | graphimport -q -f arcs --names names -o unnamed.sp
expect_is 'a page without a name is no empty line' \
	'http://a.test/ http://c.test/ ' "$(seedpick -q --random 3 --any --text \
		unnamed.sp | sort | tr '\n' ' ')"

for option in -R '-z 3'; do
	# shellcheck disable=SC2086 # two words
	run seedpick $option --top pagerank:6 --to nutch --drop-refused ranked.sp
	expect "$option has no meaning for text" 64
done

# Scores alone have no names: they come with -g, as for tables.
pagerank -R -o rank.sp web.sp
run graphdump -s scores --to heritrix --top pagerank:2 rank.sp
expect_message 'scores without names' 'graphdump: no names of pages in the stream, and Heritrix needs URLs (give the graph that has them with -g, or import it with graphimport --names)' 65
expect_is 'names from -g' 'http://www.a.example/x
https://b.example:81/' "$(graphdump -s scores --to heritrix \
	--top pagerank:2 -g web.sp rank.sp)"

# ---- orders ----------------------------------------------------------------

run graphdump -s orders --to heritrix orders.sp
expect 'one of several orders must be chosen' 65
expect_is 'an order is a list of its downloads' \
	"$(graphdump -s orders --order bfs orders.sp | sed 1d | cut -f 7)" \
	"$(graphdump -s orders --order bfs --to heritrix orders.sp)"
run graphdump -s orders --order bfs --to nutch --priority score orders.sp
expect_message 'an order has no scores' 'graphdump: --priority score: the pages have no scores (see --priority rank)' 65
crawlorder -q --procs 2 --mode crossover --seeds seeds -o crossed.sp web.sp
expect_is 'a page that was downloaded twice is there once' '' \
	"$(graphdump -q -s orders --to text crossed.sp | sort | uniq -d)"

# ---- seeds of cores, and carried seeds -------------------------------------

graphgen -n 3000 -o generated.sp
graphprune generated.sp | hits | coreextract -q --seeds 5 -o cores.sp
seedpick cores.sp | graphdump -s seeds - | sed 1d | sort -t '	' -k 5,5gr |
	cut -f 4 >by-score
seedpick --to nutch --priority score cores.sp |
	sed 's/\(.*\)nutch.score=/\1/' | sort -t '	' -k 2,2gr | cut -f 1 \
	>by-priority
expect_same 'seeds of cores have the scores of hubs' by-score by-priority
graphgen --evolve 0.1 -o later.sp generated.sp
seedpick -q --map later.sp cores.sp -g generated.sp --to heritrix >carried
seedpick -q --map later.sp cores.sp -g generated.sp --text >text
expect_same 'carried seeds' text carried

# ---- host names ------------------------------------------------------------

printf '%s\n' www.a.example b.example c.a.example d.test >hosts
printf '%s\n' '0 1' '1 2' '2 3' '3 0' '0 3' | graphimport --names hosts |
	harmonic --exact | pagerank -o hosts.sp
run graphdump -s scores --score pagerank --to browsertrix hosts.sp
expect 'hosts without a scheme are refused' 65
expect_is '--scheme' 'https://d.test/' "$(graphdump -s scores \
	--top pagerank:1 --to browsertrix --scheme https hosts.sp)"
expect_is 'a configuration of Browsertrix' 'seeds:
  - {"url": "http://d.test/", "scopeType": "domain"}' "$(graphdump -s scores \
	--top pagerank:1 --to browsertrix --scheme http --scope domain hosts.sp)"

# ---- Common Crawl ----------------------------------------------------------

expect_is 'the ranks table' '#harmonicc_pos	#harmonicc_val	#pr_pos	#pr_val	#host_rev
1	2.5	1	0.32805	test.d
2	1.8333334	2	0.31634	example.a.www
3	1.8333334	4	0.17194	example.b
4	1.8333334	3	0.18365	example.a.c' \
	"$(graphdump --to cc-ranks hosts.sp |
		sed 's/\(0\.[0-9]\{5\}\)[0-9]*\([^0-9]\)/\1\2/')"
printf '%s\n' http://a.example/1 http://a.example/2 http://b.example/ >pages
printf '%s\n' '0 2' '1 2' '2 0' | graphimport --names pages | graphfold |
	harmonic --exact | pagerank -o folded.sp
expect_is 'with the sizes of hosts' '#n_hosts
2
1' "$(graphdump --to cc-ranks --score pages folded.sp | cut -f 6)"
printf '%s\n' a.test. .b.test >dots
expect_is 'dots at the ends of names' '.test.a
test.b.' "$(echo '0 1' | graphimport -q --names dots | harmonic --exact |
	pagerank | graphdump --to cc-ranks | sed 1d | cut -f 5 | sort)"
run graphdump --to cc-ranks web.sp
expect 'it needs both scores' 65
harmonic --exact ranked.sp -o both.sp
run graphdump --to cc-ranks both.sp
expect 'and names of hosts' 65
run graphdump --to cc-ranks --score harmonic hosts.sp
expect 'and numbers of hosts that are whole' 65
expect_true 'nothing is printed then' [ ! -s "$out" ]

# ---- several files ---------------------------------------------------------

mkdir shards && cd shards || exit 2
seedpick --random 200 ../generated.sp --to heritrix -o whole.txt
run seedpick --random 200 ../generated.sp --to heritrix --shard 2K -o seeds.txt
expect 'a list in several files' 0
count=$(find . -name 'seeds-*.txt' | wc -l)
expect_true 'there are several' [ "$count" -gt 2 ]
expect_true 'and not the file of -o' [ ! -e seeds.txt ]
i=0
while [ $i -lt "$count" ]; do
	i=$((i + 1))
	cat "seeds-$i.txt"
done >together
expect_same 'together they are the list' whole.txt together
expect_is 'each is within the limit' '' \
	"$(find . -name 'seeds-*.txt' -size +2048c)"
expect_is 'and no file could have one line more' '' "$(
	i=1
	while [ $i -lt "$count" ]; do
		next=$(head -n 1 "seeds-$((i + 1)).txt" | wc -c)
		[ $(($(wc -c <"seeds-$i.txt") + next)) -gt 2048 ] || echo $i
		i=$((i + 1))
	done)"
cp -r . ../before
run seedpick --random 200 ../generated.sp --to heritrix --shard 4K -o seeds.txt
expect 'fewer files beside those of another list' 64
run seedpick --random 200 ../generated.sp --to heritrix --shard 1M -o seeds.txt
expect 'one file beside several' 64
expect_true 'nothing has changed' diff -r . ../before
run seedpick --random 200 ../generated.sp --to heritrix --shard 2K -o whole.txt
expect 'several files beside one' 64
run seedpick --random 200 ../generated.sp --to heritrix --shard 2K -o seeds.txt
expect 'the same files again' 0
run seedpick --random 200 ../generated.sp --to heritrix --shard 2K
expect 'several files on standard output' 64
expect_true 'print nothing' [ ! -s "$out" ]
run seedpick --random 200 ../generated.sp --to heritrix --shard 9 -o x.txt
expect 'a line that is longer than a file' 65
run seedpick --random 2000 --any ../generated.sp --to heritrix --shard 100 \
	-o y.txt
expect 'too many files' 64
# Each name takes 21 bytes, as do the files.
i=100
while [ $i -lt 613 ]; do
	echo "http://a.example/$i,http://a.example/$i"
	i=$((i + 1))
done | crawlgraph -q -f csv --no-header --source 1 --target 2 -o ../many.sp -
run seedpick --random 512 --any ../many.sp --to heritrix --shard 21 -o z.txt
expect 'as many files as there may be' 0
expect_true 'the last one is there' [ -s z-512.txt ]
run seedpick --random 513 --any ../many.sp --to heritrix --shard 21 -o zz.txt
expect 'one file more' 64
cp ../generated.sp list-1.txt
run seedpick --random 200 list-1.txt --to heritrix --shard 2K -o list.txt
expect 'a file that is the input' 64
expect_same 'the input is as before' ../generated.sp list-1.txt
run seedpick --random 200 ../generated.sp --to heritrix --shard 2K \
	--stats st-2.txt -o st.txt
expect 'a file that is that of --stats' 64
mkdir folder-2.txt
run seedpick --random 200 ../generated.sp --to heritrix --shard 2K -o folder.txt
expect 'a file that cannot be made' 74
expect_true 'no file is made then' [ ! -e folder-1.txt ]

# The upload of Browsertrix takes 25,000,000 bytes.
awk 'BEGIN { for (i = 0; i < 6000; i++) x = x "0123456789"
	for (i = 0; i < 420; i++) print "http://a.example/" i "/" x }' >long
awk 'BEGIN { for (i = 0; i < 419; i++) print i, i + 1 }' |
	graphimport --names long -o long.sp
run seedpick --any --random 420 --to browsertrix long.sp
expect 'a list over the limit of Browsertrix' 64
seedpick --any --random 420 --to browsertrix -o long.txt long.sp
expect_is 'is two files' '24969043
240087' "$(wc -c <long-1.txt; wc -c <long-2.txt)"

plan
