#!/bin/sh
# SPDX-License-Identifier: MIT
#
# topical.t - crawls that follow a topic: tables of scores, the orders that use
# them, harvest rate and target recall
#
#	[BIN=bin] tests/cli/topical.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

cd "$folder" || exit 2

# Graph T16 of the manual's examples, pages A to P.
for link in 0,1 0,2 1,3 2,5 3,2 3,5 4,2 4,6 5,7 5,8 5,11 6,8 6,9 6,12 \
	10,7 10,11 10,13 11,7 11,8 12,11 13,12 14,15 15,14; do
	echo "${link%,*} ${link#*,}"
done >links
for page in a b c d e f g h i j k l m n o p; do
	echo "http://t16.example/$page"
done >urls
graphimport -q -f arcs --names urls -o t16.sp links
echo 0 >seeds

# rows ORDER - the rows of an order in out.sp: page key parent, as letters
rows() {
	graphdump -s orders out.sp | awk -F '\t' -v order="$1" '
	function letter(page) {
		if (page == "-")
			return page
		return substr("ABCDEFGHIJKLMNOP", page + 1, 1)
	}
	$1 == order {
		printf "%s%s %.6g %s", n++ ? " | " : "", letter($3), $4,
			letter($5)
	}'
}

# ---- screenshots of Sharma (2008) ------------------------------------------

printf '%s\t%s\n' 1 .1 2 1 3 1 5 1 7 .8 8 .8 11 1 >own
run scoreimport --scores own -o own.sp t16.sp
expect 'a table of scores is added to a stream' 0
expect_message 'pages without a score are counted' \
	'own: 9 of 16 pages have no score: it is 0'
run crawlorder --seeds seeds --order bfs,bestfirst:seed-key=2 -o out.sp own.sp
expect 'bestfirst' 0
expect_is 'screenshot 6.3' \
	'A 0 - | B 1 A | C 2 A | D 3 B | F 4 C | H 5 F | I 6 F | L 7 F' \
	"$(rows bfs)"
expect_is 'screenshot 6.4' \
	'A 2 - | C 1 A | F 1 C | L 1 F | H 0.8 F | I 0.8 F | B 0.1 A | D 1 B' \
	"$(rows bestfirst:seed-key=2)"

printf '%s\t%s\n' 0 .4 1 .8 2 .2 3 1 5 .5 7 .3 8 .4 11 .7 |
	scoreimport -q --scores - -o parents.sp t16.sp
plan=bestfirst:key=parent-last:seed-key=0
run crawlorder --seeds seeds --order $plan -o out.sp parents.sp
expect_is 'screenshot 6.5' \
	'A 0 - | B 0.4 A | D 0.8 B | C 1 D | F 0.2 C | H 0.5 F | I 0.5 F | L 0.5 F' \
	"$(rows $plan)"

printf '%s\t%s\n' 2 1 5 1 11 1 >relevant
scoreimport -q --scores topic=relevant -o fish.sp t16.sp
run crawlorder --relevance topic --seeds seeds -o out.sp fish.sp --order \
	fish,fish:variant=debra:width=1,fish:variant=debra:width=2
expect 'fish' 0
expect_is 'screenshot 6.6' \
	'A 0 - | B 0 A | C 0 A | F 1 C | H 1 F | I 1 F | L 1 F | D 0 B' \
	"$(rows fish)"
expect_is 'debra, width 1' \
	'A 0 - | B 0.5 A | D 0.5 B | C 0 A | F 1 C | H 1 F | I 0 F | L 0 F' \
	"$(rows fish:variant=debra:width=1)"
expect_is 'debra, width 2' \
	'A 0 - | B 0.5 A | C 0.5 A | F 1 C | H 1 F | I 1 F | L 1 F | D 0.5 B' \
	"$(rows fish:variant=debra:width=2)"

# ---- scores of links -------------------------------------------------------

printf 'http://t16.example/a\t.2\n2 .6\n# a comment\n\n5\t.5\n8\t.3\n11\t.1\n' |
	gzip >sims.gz
printf 'http://t16.example/a\thttp://t16.example/b\t0.4\n' >anchors
printf '5 11 0.5\n0 2 0.3\n' >contexts
run scoreimport -q --scores sims.gz --link-scores anchors \
	--link-scores around=contexts -o shark.sp t16.sp
expect 'scores of links' 0
run graphdump -s link-scores shark.sp
expect_is 'they are sorted' '#score src dst value anchors 0 1 0.4 around 0 2 0.3 around 5 11 0.5' \
	"$(tr '\t\n' '  ' <"$out" | sed 's/ $//')"
run graphdump -s link-scores --score around shark.sp
expect_is 'those of one name' 3 "$(wc -l <"$out" | tr -d ' ')"
run crawlorder --seeds seeds --order shark --anchors anchors \
	--contexts around -o out.sp shark.sp
expect_is 'shark' \
	'A 1 - | B 0.31 A | C 0.08 A | F 0.15 C | L 0.175 F | H 0.125 F | I 0.125 F | D 0.025 B' \
	"$(rows shark)"
run crawlorder --seeds seeds --order shark,otie --contexts around shark.sp
expect_message 'texts around links are enough' ''
run crawlorder --seeds seeds --order shark:beta=0 shark.sp
expect_message 'without texts of links' \
	'shark and otie go by the relevance of pages alone'

# The same after an import in a pipe, and whether pages are named or numbered.
run_sh 'graphimport -q -f arcs --names urls links |
	scoreimport -q --scores sims.gz --link-scores anchors \
		--link-scores around=contexts -o beside.sp'
expect 'scores after an import' 0
for section in scores link-scores; do
	graphdump -s $section shark.sp >added
	graphdump -s $section beside.sp >beside
	expect_same "the same $section" added beside
done

# A table that graphdump prints is read again, and replaces the old scores.
graphdump -s scores shark.sp >table
run scoreimport --scores table -o again.sp shark.sp
expect_message 'scores are replaced' 'scores in the stream that have the name'
graphdump -s scores again.sp >again
expect_same 'the same scores' table again

# Links that were pruned take no score with them: the rest is there.
graphprune -q --unit host t16.sp -o bare.sp
run scoreimport -q --link-scores contexts bare.sp
expect 'scores of links that are not there' 65
expect_message 'which link' 'the graph has no link from page 0 to 2'
graphprune -q --unit host --keep-intra shark.sp -o kept.sp 2>/dev/null ||
	cp shark.sp kept.sp
run crawlorder --seeds seeds --order shark --anchors anchors \
	--contexts around -o pruned.sp kept.sp
expect 'a stream with scores is pruned and crawled' 0

# Several pages at once: one at a time is the plain crawl, and many are fewer
# steps to the same pages.
orders=bestfirst,fish:depth=9,shark:depth=9,otie
crawlorder -R --seeds seeds --order "$orders" --anchors anchors -o plain.sp \
	shark.sp
graphdump -s orders plain.sp >plain
crawlorder -R --seeds seeds --order "$orders" --anchors anchors --at-once 1 \
	shark.sp | graphdump -s orders >once
expect_same 'topical orders, one page at once' plain once
run crawlorder -R --seeds seeds --order "$orders" --anchors anchors \
	--at-once 3 -o three.sp shark.sp
expect 'three pages at once' 0
expect_is 'three at once: the same pages' \
	"$(grep -v '^#' plain | cut -f 3 | sort | uniq -c)" \
	"$(graphdump -s orders three.sp | grep -v '^#' | cut -f 3 | sort |
		uniq -c)"
expect_is 'three at once: never more' 3 "$(graphdump -s orders three.sp |
	awk -F '\t' '!/^#/ { n = ++at[$1, $8]; if (n > most) most = n }
		END { print most }')"
# What is kept for the user: the most relevant of the pages downloaded.
crawlorder -q --seeds seeds --order partialpr:k=3 -o crawl.sp shark.sp
run_sh 'graphprune -q --order partialpr:k=3:6 crawl.sp |
	graphdump -s scores --urls --top relevance:2'
graphdump -s orders crawl.sp | awk -F '\t' '!/^#/ && $2 <= 6 { print $3 }' \
	>downloads
graphdump -s scores crawl.sp | awk -F '\t' 'FNR == NR { kept[$1] = 1; next }
	!/^#/ && kept[$1] { print $2 }' downloads - | sort -gr | head -n 2 >best
grep -v '^#' "$out" | cut -f 3 >kept
expect_same 'the most relevant downloads' best kept

# ---- how relevant the downloads are ----------------------------------------

run crawlorder --seeds seeds --order bfs,bestfirst --relevance topic \
	-o out.sp fish.sp
run hotcurve -m harvest --score topic --at .125,.25,1 out.sp
expect_is 'harvest' '#pages fraction bfs bestfirst shuffle ideal
2 0.125 0 0.5 0.1875 1
4 0.25 0.25 0.75 0.1875 0.75
16 1 0.375 0.375 0.1875 0.1875' "$(tr '\t' ' ' <"$out")"
run hotcurve -m recall --score topic --at .125,.25,1 out.sp
expect_is 'recall' '#pages fraction bfs bestfirst shuffle ideal
2 0.125 0 0.3333333333333333 0.125 0.6666666666666666
4 0.25 0.3333333333333333 1 0.25 1
16 1 1 1 1 1' "$(tr '\t' ' ' <"$out")"
run hotcurve -m recall --reachable --score topic --at .25,1 out.sp
expect_is 'of the pages within reach' '#pages fraction bfs bestfirst shuffle ideal
2 0.25 0 0.3333333333333333 0.25 0.6666666666666666
8 1 1 1 1 1' "$(tr '\t' ' ' <"$out")"

# By degree, and by a threshold; against a direct computation.
run crawlorder --seeds seeds --order bestfirst -o out.sp own.sp
graphdump -s orders out.sp | awk -F '\t' '
	FNR == NR { rel[$1] = $2; next }
	/^#/ { next }
	{
		n++
		sum += rel[$3]
		printf "%.9f %.9f\n", sum / n, (relevant += rel[$3] >= .9) / n
	}' own - >direct
hotcurve -m harvest --points 16 out.sp | awk -F '\t' '
	!/^#/ && $3 != "-" { printf "%.9f\n", $3 }' >degree
hotcurve -m harvest --threshold .9 --points 16 out.sp | awk -F '\t' '
	!/^#/ && $3 != "-" { printf "%.9f\n", $3 }' >binary
paste -d ' ' degree binary >found
expect_same 'harvest by degree and threshold, computed directly' direct found

# ---- shares by the texts of links ---------------------------------------------

# They are shares by weights that are the scores, but not below 0.05.
graphgen -n 3000 --seed 9 -o plain.sp
graphdump plain.sp | awk '!/^#/ { a = ($1 * 31 + $2 * 17) % 23
	print $1 "\t" $2 "\t" (a > 11 ? (a - 11) / 11 : a / 1000) }' >scores.tsv
graphdump -s names plain.sp | sed 1d | cut -f 3 >urls
awk -F '\t' -v OFS='\t' '{ print $1, $2, $3 < 0.05 ? 0.05 : $3 }' scores.tsv |
	graphimport -q -f arcs --names urls --weights 3 -o weighted.sp -
awk -F '\t' '$3 >= 0.005' scores.tsv | scoreimport -q --link-scores mine=- \
	-o texts.sp plain.sp
printf '5\n700\n2900\n' >some
rows() {
	graphdump -s orders - | sed 1d | cut -f 1-6 | sed "s/links=$1/links=/"
}
for order in fpr fpr@20 opic opic:init=seeds; do
	crawlorder -q --seeds some --order "$order:links=weights" weighted.sp |
		rows weights >one
	crawlorder -q --seeds some --order "$order:links=anchors" \
		--anchors mine texts.sp | rows anchors >other
	expect_same "$order:links=anchors: as with such weights" one other
done
run crawlorder --seeds some --order fpr:links=anchors texts.sp
expect 'links=anchors without --anchors' 64
expect_message '... what it needs' 'links=anchors needs --anchors'
run crawlorder --seeds some --order fpr:links=anchors --anchors nosuch texts.sp
expect 'links=anchors without such scores' 65
run crawlorder --seeds some --order fpr:links=anchors --anchors mine \
	--contexts mine texts.sp
expect_message 'contexts are of no use to fpr' '--contexts has no effect'
run crawlorder --seeds some --order fpr --anchors mine texts.sp
expect_message 'anchors are of no use to links that share equally' \
	'it is for shark, otie, fpr:links=anchors and opic:links=anchors'
run crawlorder --seeds some --order fpr:links=anchors --anchors mine --procs 2 \
	texts.sp
expect 'links=anchors by several processes' 64
graphdump plain.sp | awk 'NR == 2 { print $1 "\t" $2 "\t1.5" }' |
	scoreimport -q --link-scores mine=- -o wrong.sp plain.sp
run crawlorder --seeds some --order opic:links=anchors --anchors mine wrong.sp
expect 'scores of links above 1' 65

plan
