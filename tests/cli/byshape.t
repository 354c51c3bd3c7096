#!/bin/sh
# SPDX-License-Identifier: MIT
#
# byshape.t - filters that know the shapes of pages
#
#	[BIN=bin] tests/cli/byshape.t

# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC2016 # run_sh expands them

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

traps=$(cd "$here/../web" && pwd)/trapweb.py
cd "$folder" || exit 2

# A web with shapes of many pages, and some pages that have none.
graphgen -n 3000 -o plain.sp
graphdump -s names plain.sp | tail -n +2 | cut -f 3 |
	awk 'NR % 500 == 7 { print "mailto:x" NR; next } { print }' >urls
graphdump -s graph plain.sp | tail -n +2 | cut -f 1,2 >links
graphimport -q -f arcs --names urls -o named.sp links || exit 2
crawlshape -q --to stream -o web.sp named.sp
# The page and the number of its shape; a page of none has a shape of its own.
graphdump -s shapes web.sp | tail -n +2 |
	awk -F '\t' '{ print $1, $2 == "-" ? "page " $1 : $2 }' |
	tr ' ' _ | sed 's/_/ /' >shape-of
expect_true 'some pages are of no shape' grep -q page_ shape-of
shapes=$(cut -d ' ' -f 2 shape-of | sort -u | wc -l)
expect_true 'and there are fewer shapes than pages' test "$shapes" -lt 1500

# column N FILE - of the seeds of a stream
column() {
	graphdump -s seeds "$2" | tail -n +2 | cut -f "$1"
}

# first_of_shapes FILE - of pages, a line each: those whose shape is new
first_of_shapes() {
	awk 'NR == FNR { shape[$1] = $2; next } !taken[shape[$1]]++' \
		shape-of "$1"
}

# ---- seeds, one a shape ------------------------------------------------------

pagerank -o ranked.sp web.sp
for method in '--top pagerank:' '--top-indegree ' '--top-outdegree ' \
	'--any --random '; do
	# shellcheck disable=SC2086 # words are meant
	seedpick -q ${method}3000 ranked.sp -o all
	column 2 all >pages
	first_of_shapes pages >first
	head -n 40 first >expected
	# shellcheck disable=SC2086 # words are meant
	run seedpick -q ${method}40 --one-per-shape ranked.sp -o some
	expect "$method--one-per-shape" 0
	column 2 some >got
	expect_same "$method: the first page of each shape" expected got
	# shellcheck disable=SC2086 # words are meant
	run seedpick ${method}3000 --one-per-shape ranked.sp -o some
	[ "$method" = '--any --random ' ] ||
		expect_message "$method: as many as there are shapes" \
			"only $shapes of 3000 seeds: there are no more shapes"
	column 2 some >got
	expect_same "$method: all shapes" first got
done
run seedpick --random 40 --one-per-shape ranked.sp -o some
expect 'of pages with links' 0
column 2 some >got
first_of_shapes got >first
expect_same '--random: no shape twice' first got
expect_is '--random: forty' 40 "$(wc -l <got | tr -d ' ')"
for method in '--cover 25' '--cover 25 --exact' '--yield 50 --count 25'; do
	# shellcheck disable=SC2086 # words are meant
	run seedpick $method --one-per-shape ranked.sp -o some
	expect "$method --one-per-shape" 0
	column 2 some >got
	first_of_shapes got >first
	expect_same "$method: no shape twice" first got
	expect_is "$method: as many" 25 "$(wc -l <got | tr -d ' ')"
	# shellcheck disable=SC2086 # words are meant
	seedpick -q $method ranked.sp -o all
	expect_is "$method: the first seed is the same" \
		"$(column 2 all | head -n 1)" "$(head -n 1 got)"
	for threads in 2 3; do
		# shellcheck disable=SC2086 # words are meant
		seedpick $method -T $threads --one-per-shape ranked.sp -o some
		column 2 some >again
		expect_same "$method: the same with $threads threads" got again
	done
done

seq 2999 -7 0 >list
first_of_shapes list >first
run seedpick --urls list --one-per-shape web.sp -o some
column 2 some >got
expect_same 'a list: the first of each shape' first got
expect_message 'and what was left out' "skipped $((429 - $(wc -l <first)))\
 of 429 seeds: their shape has a seed already"
hits -R web.sp | coreextract -q -g web.sp --seeds 12 - -o cores.sp
seedpick -g web.sp cores.sp -o all
column 2 all >pages
first_of_shapes pages >first
run seedpick -q -g web.sp --one-per-shape cores.sp -o some
column 2 some >got
expect_same 'cores: the first of each shape' first got
run seedpick -q -g web.sp --one-per-shape all -o some
column 2 some >got
expect_same 'seeds of the stream: the first of each shape' first got
expect_is 'the provenance says so' ' --one-per-shape' \
	"$(graphdump -s provenance some | sed -n '$s/.*seedpick [0-9.]*\( .*\) #.*/\1/p')"
expect_true 'shapes do not pass on' test "$(graphstat --json some |
	grep -c '"tag": *"sh')" -eq 0
for method in cover pagerank random; do
	run seedpick -q -g ranked.sp --one-per-shape --fill "$method:40" \
		cores.sp -o some
	column 2 some >got
	first_of_shapes got >first
	expect_same "--fill $method: no shape twice" first got
	expect_is "--fill $method: forty" 40 "$(wc -l <got | tr -d ' ')"
done

# Shapes without the graph, which is in another file.
crawlshape -q -R --to stream -o alone.sp named.sp
seedpick -q --top-indegree 40 --one-per-shape web.sp --text >expected
run seedpick -q -g named.sp --top-indegree 40 --one-per-shape --text alone.sp
expect 'shapes of the operand' 0
expect_same 'shapes of the operand' expected "$out"
run seedpick -q -g web.sp --top-indegree 40 --one-per-shape --text
expect 'shapes of -g' 0
expect_same 'shapes of -g' expected "$out"

# ---- carried to another graph --------------------------------------------------

# Of shapes of the old graph, none counts; of the new one, each has one seed.
tail -n +200 urls >later
awk '{ print NR - 1 "\t" NR % 2801 }' later >links
graphimport -q -f arcs --names later -o later.sp links
crawlshape -q --to stream -o shaped.sp later.sp
graphdump -s shapes shaped.sp | tail -n +2 |
	awk -F '\t' '{ print $1, $2 == "-" ? "page_" $1 : $2 }' >shape-of
seedpick -q --random 300 --any named.sp -o seeds.sp
seedpick -q --map later.sp seeds.sp -o carried.sp
column 2 carried.sp >pages
first_of_shapes pages >first
run seedpick --map shaped.sp --one-per-shape seeds.sp -o some
expect 'carried, one a shape' 0
column 2 some >got
expect_same 'carried: the first of each shape of the other graph' first got
expect_true 'carried: and fewer than without' \
	test "$(wc -l <first)" -lt "$(wc -l <pages)"
expect_message 'carried: what was left out' "skipped $(($(wc -l <pages) - \
$(wc -l <first))) of $(wc -l <pages | tr -d ' ') seeds: their shape has a seed"

# ---- cores, one hub and one authority a shape ---------------------------------

# Forty revisions of a page, and two pages of other kinds, link to three pages;
# twenty pages of one shape are linked from two hubs.
{
	for i in $(seq 1 40); do
		for to in a b c; do
			echo "http://w.example/page?version=$i http://$to.example/"
		done
	done
	for from in x y; do
		for to in a b c; do
			echo "http://$from.example/ http://$to.example/"
		done
	done
	for i in $(seq 1 20); do
		echo "http://h.example/ http://i.example/item?n=$i"
		echo "http://k.example/ http://i.example/item?n=$i"
	done
	echo 'http://h.example/ http://other.example/'
	echo 'http://k.example/ http://other.example/'
} | graphimport -q | crawlshape -q --to stream -o wiki.sp

graphdump -s names wiki.sp | tail -n +2 | awk -F '\t' '{ print $1, $NF }' >wiki
# core_pages CORE FILE - the names of the pages of a core, hubs first
core_pages() {
	graphdump -s cores "$2" | awk -v core="$1" '/^#/ { next }
		NR == FNR { name[$1] = $2; next }
		$1 == core { print $2, name[$3] }' wiki - | LC_ALL=C sort -r
}

run coreextract -q -R --seeds 9 wiki.sp -o plain
expect 'all pages' 0
expect_is 'all revisions are hubs of a core' 42 \
	"$(graphdump -s cores plain | awk '$1 == 1 && $2 == "hub"' | wc -l | tr -d ' ')"
run coreextract -q -R --seeds 9 --one-per-shape --stats stats wiki.sp -o shaped
expect 'one a shape' 0
expect_is 'one revision is' 'hub http://y.example/
hub http://x.example/
hub http://w.example/page?version=1
authority http://c.example/
authority http://b.example/
authority http://a.example/' "$(core_pages 1 shaped)"
expect_is 'one item is an authority' 'hub http://k.example/
hub http://h.example/
authority http://other.example/
authority http://i.example/item?n=1' "$(core_pages 2 shaped)"
expect_is 'what they stand for is removed: no further core' 2 \
	"$(graphdump -s cores --summary shaped | grep -vc '^#')"
expect_true 'and counted' grep -q '"removed_alike": 58' stats
expect_is 'without that option nothing is' 0 "$(coreextract -q -R --stats - \
	wiki.sp 2>&1 >none | grep -c removed_alike)"

hits web.sp -o scored.sp
coreextract -q -R --seeds 9 --one-per-shape scored.sp -o shaped
graphdump -s cores shaped >one
expect_is 'no shape twice on a side of a core' '' "$(graphdump -s shapes web.sp |
	awk -F '\t' '/^#/ { next } NR == FNR { if ($2 != "-") shape[$1] = $2; next }
		$3 in shape && seen[$1, $2, shape[$3]]++' - one)"
for threads in 2 3; do
	coreextract -q -R -T $threads --seeds 9 --one-per-shape scored.sp -o other
	graphdump -s cores other >two
	expect_same "the same cores with $threads threads" one two
done
graphdump -s cores --summary shaped | tail -n +2 | cut -f 2,4- >one
cp web.sp rest.sp
seq "$(wc -l <one)" | while read -r _; do
	coreextract -q --one-per-shape --residual rest.sp -o next.sp
	mv next.sp rest.sp
done
graphdump -s cores --summary rest.sp | tail -n +2 | cut -f 2,4- >two
expect_same 'a loop of --residual finds the same' one two
run coreextract -q --seeds 3 --one-per-shape -g named.sp alone.sp -o other
expect 'shapes of the operand' 0
run coreextract --one-per-shape named.sp
expect 'no shapes' 65
expect_message 'no shapes' 'no shapes in the stream (crawlshape --to stream adds'

# ---- the graph of shapes -------------------------------------------------------

# shape_links FILE - the links of a graph of pages by shape, counted by awk; pages
# of no shape by their numbers
shape_links() {
	graphdump -s shapes "$1" | awk -F '\t' '!/^#/ {
		print $1 "\t" ($2 == "-" ? "page " $1 : $4) }' >patterns
	graphdump "$1" | awk -F '\t' '/^#/ { next }
		NR == FNR { shape[$1] = $2; next }
		{ count[shape[$1] "\t" shape[$2]]++ }
		END { for (key in count) print key "\t" count[key] }' \
		patterns - | LC_ALL=C sort
}

run graphfold --to shape web.sp -o folded.sp
expect 'shapes' 0
expect_message 'pages of no shape are counted' \
	'6 of 3000 pages are of no shape: each becomes a page without a name'
graphdump -s shapes web.sp | awk -F '\t' '!/^#/ {
	key = $2 == "-" ? "page " $1 : $4
	if (!count[key]++) first[++n] = key
} END { for (i = 1; i <= n; i++) print first[i] "\t" count[first[i]] }' >wanted
graphdump -s names folded.sp | awk -F '\t' '!/^#/ { print $NF }' |
	paste - wanted | awk -F '\t' '{ print $1 == "" ? $2 : $1 }' >named
graphdump -s scores folded.sp | awk -F '\t' '!/^#/ { print $2 }' |
	paste named - >found
expect_same 'names, in the order of first pages, and numbers of pages' wanted found
graphdump --weights folded.sp | awk -F '\t' '/^#/ { next }
	NR == FNR { name[FNR - 1] = $0; next }
	{ print name[$1] "\t" name[$2] "\t" $3 }' named - | LC_ALL=C sort >found
shape_links web.sp >wanted
expect_same 'the links are those that awk counts' wanted found
graphdump -s shapes folded.sp | awk -F '\t' '!/^#/ && $2 != "-" { print $4 }' >found
grep -v '^page ' named >wanted
expect_same 'each page is its own shape' wanted found
for threads in 2 3; do
	graphfold -q -T $threads --to shape web.sp -o other.sp
	expect_true "$threads threads: the same bytes" cmp folded.sp other.sp
done
graphprune -q web.sp | graphfold -q --to shape | graphdump --weights >wanted
graphprune -q folded.sp | graphdump --weights >found
expect_same 'hosts are those of the pages: pruned before or after' wanted found
expect_is 'no link inside' 0 "$(graphfold -q --drop-inside --to shape web.sp |
	graphdump | awk '!/^#/ && $1 == $2' | wc -l | tr -d ' ')"
crawlshape -q --to stream wiki.sp | graphfold -q --to shape -o again.sp
graphfold -q --to shape wiki.sp -o once.sp
graphfold -q --to shape once.sp -o twice.sp
graphdump --weights once.sp >wanted
graphdump --weights twice.sp >found
expect_same 'a folded graph folds to itself' wanted found
graphdump -s shapes once.sp >wanted
graphdump -s shapes twice.sp >found
expect_same 'and so do its shapes' wanted found
graphdump -s shapes again.sp >found
expect_same 'and learned again, they are the same' wanted found

# States, and the reasons of traps.
for i in $(seq 30); do
	echo "http://s.example/ http://s.example/list?sid=$i"
done | graphimport -q -o sessions.sp
echo 'http://s.example/list?sid=7' >fetched
graphdump -s names sessions.sp | awk -F '\t' '!/^#/ { print $NF }' >pages
graphdump sessions.sp | tail -n +2 >arcs
graphimport -q -f arcs --names pages --fetched fetched -o stated.sp arcs
crawlshape -q --to stream stated.sp | graphfold --to shape -o folded.sp
expect_is 'a shape has the state of its best page' '0 unfetched
1 ok' "$(graphdump -s states folded.sp | awk '!/^#/ { print $1, $2 }')"
expect_is 'and its verdict' '- session' \
	"$(graphdump -s shapes folded.sp | awk '!/^#/ { print $3 }' | xargs)"

# ---- the next batch --------------------------------------------------------------

# explained FILE OPTION... - the pages of a batch without a budget of hosts, with
# their shapes
explained() {
	file=$1
	shift
	crawlnext -q --per-host none --explain "$@" "$file" | tail -n +2
}

seedpick -q --random 20 --text named.sp >start
crawlorder -q --seeds start --order bfs named.sp |
	graphprune -q --fetched-first bfs:300 -o known.sp
crawlshape -q --to stream -o shaped.sp known.sp
run crawlnext -q --explain --per-host none -n 100000 known.sp
expect 'without shapes' 0
expect_true 'there is no column of shapes' ! grep -q shape "$out"
run crawlnext -q --per-shape none -o next.sp known.sp
expect 'and no limit of them, which need not be there' 0
explained shaped.sp -n 100000 >all
graphdump -s shapes shaped.sp | awk -F '\t' '!/^#/ && $2 != "-" {
	print $1 "\t" $4 }' >patterns
awk -F '\t' 'NR == FNR { shape[$1] = $2; next }
	{ print $1 "\t" ($1 in shape ? shape[$1] : "-") }' patterns all >wanted
cut -f 1,16 all >found
expect_same 'the shape of each page' wanted found
graphdump -s states known.sp | awk -F '\t' 'NR == FNR { shape[$1] = $2; next }
	/^#/ || !($1 in shape) { next }
	{ known[shape[$1]]++; ok[shape[$1]] += $2 == "ok" }
	END { for (s in known) print s "\t" known[s] "\t" ok[s] "\t" ok[s] }' \
	patterns - | LC_ALL=C sort >counted
awk -F '\t' '$16 != "-" { print $16 "\t" $17 "\t" $18 "\t" $19 }' all |
	LC_ALL=C sort -u >found
LC_ALL=C join -t "$(printf '\t')" counted found |
	awk -F '\t' '$2 != $5 || $3 != $6 || $4 != $7' >other
expect_true 'some shapes are in the batch' test -s found
expect_is 'known, requested and brought' '' "$(cat other)"
for most in 1 3; do
	awk -F '\t' -v most=$most '{ key = $16 == "-" ? $1 : $16
		if (used[key]++ < most && n++ < 200) print $1 }' all >wanted
	explained shaped.sp -n 200 --per-shape $most | cut -f 1 >found
	expect_same "--per-shape $most: the best of each shape" wanted found
done
awk -F '\t' '{ if (used[$16 == "-" ? $1 : $16]++ < 2 && n++ < 100) print $1 }' \
	all >wanted
explained shaped.sp -n 100 --per-shape 2% | cut -f 1 >found
expect_same '--per-shape 2%' wanted found
run crawlnext --per-host none --per-shape 1 -n 100000 -o next.sp shaped.sp
expect_message 'a limit that is too small is named' \
	'would exceed a limit (--per-shape 1; give a larger one'

# What a shape has brought: 12 articles of 30 came, and no notice, which have the
# larger scores; so a shape may have 10 and 12 pages, 10 and 0, or twice that.
for i in $(seq 10 69); do
	if [ "$i" -lt 40 ]; then
		echo "http://x.example/ http://x.example/article/$i"
	else
		echo "http://x.example/ http://x.example/notice?about=$i"
	fi
done | graphimport -q -o news.sp
graphdump news.sp | tail -n +2 >arcs
graphdump -s names news.sp | tail -n +2 | awk -F '\t' '{ print $NF }' >pages
head -n 13 pages | awk '{ print $1 "\tok" }' >fetched
graphimport -q -f arcs --names pages --fetched fetched -o half.sp arcs
crawlshape -q --to stream -o half-shaped.sp half.sp
# notices N - of a batch of N pages by auto: articles and notices
notices() {
	explained half-shaped.sp -n "$1" --per-shape auto --by fame |
		awk -F '\t' '{ n[$16 ~ /notice/]++ } END { print n[0] + 0, n[1] + 0 }'
}
awk 'BEGIN { for (i = 0; i < 61; i++) print i "\t" (i > 30 ? 2 : 1) }' >fame
scoreimport -q --scores fame=fame half-shaped.sp -o fame.sp
mv fame.sp half-shaped.sp
expect_is 'auto: ten of a shape of which nothing came' '10 10' "$(notices 20)"
expect_is 'auto: 10 and 12 that came of the other' '18 10' "$(notices 28)"
expect_is 'auto: twice that, before the batch is too small' '18 20' \
	"$(notices 38)"
expect_is 'auto: and again' '18 30' "$(notices 60)"

if command -v python3 >/dev/null; then
	python3 "$traps" --seed 1 --crawl 1500 --to . >/dev/null
	crawlgraph -q -f warc crawl.warc -o crawl.sp
	crawlshape -q --to stream -o traps.sp crawl.sp
	# honest FILE - how many of these URLs are of no trap
	honest() {
		awk -F '\t' 'NR == FNR { if ($2 == "honest") good[$1]; next }
			$1 in good { n++ } END { print n + 0 }' truth.tsv "$1"
	}
	explained traps.sp -n 100000 --traps | cut -f 2 >all
	explained crawl.sp -n 100000 | cut -f 2 >plain
	expect_same 'traps: with --traps, as without shapes' plain all
	run crawlnext -n 100000 --per-host none --stats stats --explain traps.sp
	tail -n +2 "$out" | cut -f 2 >kept
	sort all >all.sorted
	sort kept | comm -23 all.sorted - >left
	expect_is 'traps: no honest page is left out' 0 "$(honest left)"
	expect_true 'traps: hundreds of others are' test "$(wc -l <left)" -gt 500
	expect_true 'traps: counted' grep -q "\"in_traps\": $(wc -l <left |
		tr -d ' ')," stats
	graphdump -s shapes --urls traps.sp | awk -F '\t' 'NR == FNR { left[$1]; next }
		$5 in left { n[$3]++ } END { for (i in n) print i, n[i] }' left - |
		sort >wanted
	sed -n 's/.* left out: \(.*\) (--traps.*/\1/p' "$err" | tr , '\n' |
		sed 's/^ //' | sort >found
	expect_true 'traps: the reasons are said' test -s found
	expect_same 'traps: with their numbers' wanted found
	explained traps.sp -n 500 --traps | cut -f 2 >with
	explained traps.sp -n 500 | cut -f 2 >without
	expect_true 'traps: more of a batch is honest' \
		test "$(honest without)" -gt "$(honest with)"
	run crawlnext -n 100000 --per-host none -o next.sp traps.sp
	expect_message 'traps: why no other page is left' \
		"of traps, see --traps: $(wc -l <left | tr -d ' '))"
else
	skip 'traps' 'no python3'
fi

plan
