#!/bin/sh
# SPDX-License-Identifier: MIT
#
# mapseeds.t - seeds carried to another graph, and at most one seed a host
#
#	[BIN=bin] [SEEDPIPE_DATA=folder] tests/cli/mapseeds.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
cd "$folder" || exit 2

# web NAME URL... - a graph from pairs of URLs
web() {
	name=$1
	shift
	printf '%s %s\n' "$@" | graphimport -q -o "$name"
}

a=http://a.example/ b=http://b.example/ c=http://c.example/
d=http://d.example/
web old.sp $a ${a}1 $a $b ${a}1 $c $b $c $b $a $c $a $c $b
web new.sp $a ${a}2 $a ${b}2 ${a}2 ${c}x ${b}2 ${c}x ${b}2 $a $d $a $d ${b}2
printf '%s\n' $a $b $c | seedpick --urls - -o seeds.sp old.sp

# found - how seeds of the last run were found
found() {
	graphdump -s seeds "$out" | cut -f 4,6,7 | tail -n +2 | tr '\t\n' ' ;'
}

# ---- the steps --------------------------------------------------------------

run seedpick --map new.sp seeds.sp
expect 'seeds carry their URLs: no old graph' 0
expect_is 'by URL' "$a url -;" "$(found)"
expect_message 'one line says how many' 'seedpick: carried 1 of 3 seeds to new.sp: 1 by URL, 0 by host, 0 by links; 2 gone, 0 found twice'
expect_line 'and no other' seedpick
run seedpick --map new.sp --map-host seeds.sp
expect_is 'by host' "$a url -;${b}2 host $b;" "$(found)"
pagerank -o ranked.sp new.sp
run seedpick --map ranked.sp --map-host --map-score pagerank seeds.sp
expect_is 'by host and score' "$a url -;${b}2 host $b;" "$(found)"
run seedpick -v --map new.sp --map-host --map-similar -g old.sp seeds.sp
expect_is 'found twice is one seed' "$a url -;${b}2 host $b;" "$(found)"
expect_message 'and counted' '0 gone, 1 found twice'
expect_message '-v says what became of each' \
	"$c is gone, and similar is ${b}2 (1 of 2 links shared)"
run seedpick --map new.sp --map-similar -g old.sp seeds.sp
expect_is 'by links' "$a url -;${b}2 similar $b;" "$(found)"
web other.sp https://a.example/ https://www.b.example https://a.example/ $c \
	https://a.example/ $d
run seedpick --map other.sp seeds.sp
expect_message 'how many more match loosely' '2 gone, 0 found twice (--match loose finds 2 more by URL)'
run seedpick -v --map other.sp --match loose seeds.sp
expect_is 'by URLs that match loosely' \
	"https://a.example/ url $a;https://www.b.example url $b;$c url -;" \
	"$(found)"
expect_message '-v names the other URL' "$a survives as https://a.example/"
run seedpick --map other.sp --match normal seeds.sp
expect_is 'normal forms are not loose' "$c url -;" "$(found)"
run seedpick --map new.sp --map-host --text seeds.sp
expect_is 'as text' "$a ${b}2 " "$(tr '\n' ' ' <"$out")"
run seedpick --map old.sp seeds.sp
expect_is 'to the same graph: all' "$a url -;$b url -;$c url -;" "$(found)"
run seedpick -q --map new.sp --stats counts.json seeds.sp
expect_message '-q: not a word' ''
expect_text '--stats' '"found_by_url": 1' counts.json
expect_text '--stats: what is gone' '"gone": 2' counts.json
cp "$out" mapped.sp
run graphdump -s provenance mapped.sp
expect_output 'provenance' 'carried 1 of 3, by url 1 host 0 similar 0'

# ---- other methods, other inputs --------------------------------------------

seedpick -q --map new.sp -o mapped.sp seeds.sp
run_sh 'cat mapped.sp | crawlorder -R -g new.sp --order bfs -'
expect 'crawlorder takes the seeds with the new graph' 0
run crawlorder -g old.sp --order bfs mapped.sp
expect 'and not with the old one' 65
run seedpick -q --map new.sp --top-indegree 2 old.sp
expect_is 'another method' "$a url -;" "$(found)"
run_sh "printf '%s\n' $a $b | seedpick -q --urls - --map new.sp old.sp"
expect_is 'a list' "$a url -;" "$(found)"
run_sh "echo $a | seedpick -q --urls - --map - old.sp"
expect 'standard input twice' 64
run_sh "printf '%s\n' $a | seedpick -q --urls - old.sp |
	seedpick -q --map new.sp"
expect_is 'from a pipe' "$a url -;" "$(found)"
run_sh 'seedpick -q --map - seeds.sp <new.sp'
expect_is 'to a graph from a pipe' "$a url -;" "$(found)"

# ---- a generated web, from old graph to curve -------------------------------

graphgen -n 3000 -o web.sp
run_sh 'graphprune web.sp | hits | coreextract -q --seeds 6 -o cores.sp &&
	seedpick -q --map web.sp --spread cores.sp -o later.sp &&
	crawlorder -R -g web.sp --order bfs -o order.sp later.sp &&
	pagerank -R web.sp | hotcurve -b - order.sp'
expect 'cores, seeds, another graph, order, curve' 0
run_sh 'graphprune web.sp | hits | coreextract -q -R --seeds 6 |
	seedpick -q --map web.sp -g web.sp --text'
expect_is 'names of -g, cores of the pipe' 6 "$(wc -l <"$out")"

# ---- one seed a host --------------------------------------------------------

# hosts_of - how many URLs of the last run, and on how many hosts
hosts_of() {
	echo "$(wc -l <"$out") $(cut -d / -f 3 "$out" | sort -u | wc -l)"
}

hits -o scored.sp web.sp
for method in '--random 20' '--random 20 --any' '--top hub:20' \
	'--top-indegree 20' '--top-outdegree 20' '--cover 20' \
	'--yield 50 --count 20'; do
	# shellcheck disable=SC2086 # words are meant
	run seedpick $method --spread --text scored.sp
	expect_is "$method --spread: all on different hosts" '20 20' \
		"$(hosts_of)"
done
run_sh 'graphdump -s names web.sp | tail -n +2 | cut -f 3 | head -50 |
	seedpick --urls - --spread --text web.sp'
expect_is 'a list --spread' "$(hosts_of | cut -d ' ' -f 2)" \
	"$(hosts_of | cut -d ' ' -f 1)"
expect_message 'and what was skipped' 'of 50 seeds: their host has a seed'
run seedpick --random 2000 --spread web.sp
expect 'more than there are hosts' 65
run seedpick --random 2000 --any --spread --text web.sp
expect_is 'with --any: a page of each host' \
	"$(graphdump -s hosts web.sp | awk -F '\t' '!/^#/ && $2' | wc -l |
		awk '{ print $1, $1 }')" "$(hosts_of)"

# ---- a real site, of which pages are gone -----------------------------------

site=$data/hollins
if [ ! -e "$site/hollins.urls.txt.gz" ]; then
	skip 'hollins: seeds after a loss of pages' "\$SEEDPIPE_DATA has no hollins"
else
	# Every third page is gone, and with it its links.
	gzip -dc "$site/hollins.urls.txt.gz" >urls
	gzip -dc "$site/hollins.edges.txt.gz" >edges
	graphimport -q --names urls -o site.sp edges
	graphdump -s names site.sp | tail -n +2 | cut -f 3 >name
	graphdump -s graph site.sp | tail -n +2 >links
	awk 'NR == FNR { name[FNR - 1] = $0; next }
		$1 % 3 && $2 % 3 { print name[$1], name[$2] }' name links |
		graphimport -q -o later.sp
	seedpick --top-outdegree 60 -o linked.sp site.sp
	run seedpick --map later.sp --text linked.sp
	seedpick --top-outdegree 60 --text site.sp | sort >picked
	graphdump -s names later.sp | tail -n +2 | cut -f 3 | sort >there
	comm -12 picked there >expected
	sort "$out" >got
	expect_same 'hollins: the seeds that are still there' expected got
	run seedpick -q --map later.sp --map-host --map-similar -g site.sp \
		--text linked.sp
	expect_true 'hollins: more seeds by host and links' \
		[ "$(wc -l <"$out")" -gt "$(wc -l <got)" ]
fi

plan
