#!/bin/sh
# SPDX-License-Identifier: MIT
#
# evolve.t - graphgen --evolve: a later crawl, and seeds carried to it
#
#	[BIN=bin] [SEEDPIPE_DATA=folder] tests/cli/evolve.t

# shellcheck disable=SC2154 # lib.sh sets variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
cd "$folder" || exit 2

# names_of FILE - the sorted URLs of a graph
names_of() {
	graphdump -s names "$1" | tail -n +2 | cut -f 3 | sort
}

# value_of NAME FILE - the first number of a row of graphstat
value_of() {
	graphstat "$2" | awk -v name="$1" \
		'index($0, "  " name " ") == 1 {
			sub("  " name " *", ""); print $1; exit }'
}

# within A B PERCENT - A differs from B by this much at most
within() {
	awk -v a="$1" -v b="$2" -v percent="$3" 'BEGIN {
		d = a > b ? a - b : b - a; exit !(d * 100 <= b * percent) }'
}

graphgen -n 5000 -o old.sp
names_of old.sp >old.names
links_of old.sp >old.links

# ---- the ends of the range --------------------------------------------------

run graphgen --evolve 0 -o same.sp old.sp
expect 'nothing dies' 0
expect_is 'the same graph' "$(value_of fingerprint old.sp)" \
	"$(value_of fingerprint same.sp)"
names_of same.sp >same.names
expect_same 'the same names' old.names same.names
run graphgen --evolve 1 -o all.sp old.sp
names_of all.sp >all.names
expect_is 'everything dies' 0 "$(comm -12 old.names all.names | wc -l)"
expect_is 'and as many appear' 5000 "$(sort -u all.names | wc -l)"

# ---- between ----------------------------------------------------------------

run graphgen --evolve 0.2 --stats counts.json -o later.sp old.sp
expect 'a fifth dies' 0
names_of later.sp >later.names
survivors=$(comm -12 old.names later.names | wc -l)
expect_true 'about four fifths survive' within "$survivors" 4000 3
expect_text '--stats counts deaths' "\"died\": $((5000 - survivors))" \
	counts.json
expect_is 'no name twice' 5000 "$(sort -u later.names | wc -l)"
# Labels of hosts from the last to the first, then the rest of the URL.
graphdump -s names later.sp | sed '1d; s,.*http://,,; s,/,\t,' |
	awk -F '\t' '{
		for (i = split($1, label, "."); i; i--)
			printf "%s\002", label[i]
		print "\001" $2
	}' >keys
expect_is 'they are in the order of URLs' 5000 "$(sort -c keys && wc -l <keys)"
expect_true 'links a page' within "$(value_of links later.sp)" \
	"$(value_of links old.sp)" 3
expect_true 'links between hosts' within \
	"$(value_of 'links between' later.sp)" \
	"$(value_of 'links between' old.sp)" 5
expect_is 'hosts' "$(value_of number old.sp)" "$(value_of number later.sp)"
links_of later.sp >later.links
kept=$(comm -12 old.links later.links | wc -l)
expect_true 'two thirds of the links stay' within "$kept" \
	"$(($(wc -l <old.links) * 64 / 100))" 10
graphgen --evolve 0.2 -o again.sp old.sp
expect_same 'the same again' again.sp later.sp
graphgen --evolve 0.2 -T 1 -o again.sp <old.sp
expect_same 'with one thread, from a pipe' again.sp later.sp
graphgen --evolve 0.2 --seed 2 -o other.sp old.sp
run cmp -s other.sp later.sp
expect 'another seed: another web' 1
run graphgen --evolve 0.2 -o third.sp later.sp
names_of third.sp >third.names
expect_is 'twice: no name twice' 5000 "$(sort -u third.names | wc -l)"

# Popular pages die less often.
seedpick --top-indegree 500 --text old.sp | sort >popular
dead=$(comm -23 popular later.names | wc -l)
expect_true 'of the most popular tenth, fewer than an eighth die' \
	[ "$dead" -lt 63 ]

# ---- names and hosts are optional -------------------------------------------

printf '%s\n' '0 1' '1 2' '2 0' '2 3' '3 1' | graphimport -q -f arcs -o bare.sp
run graphgen --evolve 0.5 -o bare-later.sp bare.sp
expect 'no names, no hosts' 0
expect_message 'it is said' 'can only be recognised by number'
run graphgen --evolve 0.5 --no-names -o nameless.sp old.sp
expect_is '--no-names: as many pages' 5000 "$(value_of pages nameless.sp)"

# ---- the experiment: old graph, cores, seeds, new graph, curve --------------

run_sh 'graphprune old.sp | hits | coreextract -q -R --seeds 20 -o cores.sp'
run seedpick --map later.sp -g old.sp -o by-url.sp cores.sp
expect_message 'seeds of cores are carried' 'seeds to later.sp:'
run_sh 'seedpick -q --map later.sp --map-host --map-similar -g old.sp cores.sp |
	crawlorder -R -g later.sp --order bfs - >order.sp &&
	pagerank -R later.sp | hotcurve -b - order.sp'
expect 'and crawl the new graph' 0
expect_output 'to a curve' 'bfs'

site=$data/hollins
if [ ! -e "$site/hollins.urls.txt.gz" ]; then
	skip 'hollins, evolved' "\$SEEDPIPE_DATA has no hollins"
else
	gzip -dc "$site/hollins.urls.txt.gz" >urls
	gzip -dc "$site/hollins.edges.txt.gz" >edges
	graphimport -q --names urls -o site.sp edges
	names_of site.sp | uniq >site.names
	run graphgen --evolve 0.3 -o site-later.sp site.sp
	names_of site-later.sp | uniq >later.names
	expect_true 'hollins, evolved: survivors' within \
		"$(comm -12 site.names later.names | wc -l)" \
		"$(($(wc -l <site.names) * 7 / 10))" 3
	expect_true 'hollins, evolved: links' within \
		"$(value_of links site-later.sp)" \
		"$(value_of links site.sp)" 8
fi

plan
