#!/bin/sh
# SPDX-License-Identifier: MIT
#
# fill.t - seedpick --fill: the list is complete, each page comes once, and each
# seed has a note of what found it
#
#	[BIN=bin] tests/cli/fill.t

# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC2016 # run_sh expands them

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

cd "$folder" || exit 2
graphgen -n 3000 -o web.sp
pagerank web.sp -o rank.sp
hits -R web.sp | coreextract -q -g web.sp --seeds 3 - -o cores.sp

# column N FILE - of the seeds of a stream
column() {
	graphdump -s seeds "$2" | tail -n +2 | cut -f "$1"
}

# expect_filled NAME FILE SEEDS FOUND - the number of seeds, each once, the first
# three those of the cores, and what found the others: "7 cover"
expect_filled() {
	expect_is "$1: each page once" "$3" \
		"$(column 2 "$2" | sort -u | wc -l)"
	expect_is "$1: cores first" "$(column 2 cores-alone)" \
		"$(column 2 "$2" | head -n 3)"
	expect_is "$1: notes" "3 picked, $4" "$(column 6 "$2" | uniq -c |
		awk '{ printf "%s%s %s", sep, $1, $2; sep = ", " }')"
	expect_is "$1: only seeds of cores have cores and scores" 3 \
		"$(graphdump -s seeds "$2" |
			awk '!/#/ && $3 != "-" && $5 != "-"' | wc -l)"
}

seedpick -g web.sp cores.sp -o cores-alone
for method in cover pagerank random; do
	run seedpick -g web.sp --fill "$method:10" --stats stats cores.sp -o list
	expect "$method" 0
	expect_message "$method: no message" ''
	expect_filled "$method" list 10 "7 $method"
	expect_true "$method: counted" grep -q '"picked": 3, "filled": 7' stats
	seedpick -g web.sp --fill "$method:10" -T 3 cores.sp | graphdump -s seeds \
		>threads
	graphdump -s seeds list >plain
	expect_same "$method: the same with 3 threads" plain threads
done
run_sh 'cat web.sp cores.sp >/dev/null; seedpick -g web.sp --fill random:10 \
	-v cores.sp -o list'
expect_true '-v counts seeds by where they came from' grep -q \
	'picked 3, filled 7, filled at random 7' "$err"

# ---- the methods are what they are elsewhere --------------------------------------

seedpick --cover 6 --exact -o all web.sp
seedpick --cover 2 --exact web.sp | seedpick -g web.sp --fill cover:6 --exact - \
	-o list
expect_is 'cover: continues the greedy choice' "$(column 2 all)" \
	"$(column 2 list)"
seedpick --cover 6 --exact --weight pagerank -o all rank.sp
seedpick --cover 2 --exact --weight pagerank rank.sp |
	seedpick -g rank.sp --fill cover:6 --exact --weight pagerank - -o list
expect_is 'cover: continues a weighted choice' "$(column 2 all)" \
	"$(column 2 list)"
expect_is 'seeds of the stream keep their scores' "$(column 5 all | head -n 2)" \
	"$(column 5 list | head -n 2)"

# ranked_pages SEEDS N - the best N pages that are not among the seeds
ranked_pages() {
	column 2 "$1" >known
	seedpick --top pagerank:20 rank.sp | graphdump -s seeds | tail -n +2 |
		cut -f 2 | grep -vxF -f known | head -n "$2"
}
for graph in web.sp rank.sp; do
	seedpick -g $graph --fill pagerank:10 cores.sp -o list
	expect_is "pagerank: the best others, of $graph" \
		"$(ranked_pages cores-alone 7)" "$(column 2 list | tail -n 7)"
done
pagerank -R web.sp | cat >score
hits web.sp | pagerank | coreextract -q --seeds 3 -o both
seedpick --fill pagerank:10 both -o list 2>err-list
expect_is 'pagerank: from the one stream there is' \
	"$(ranked_pages cores-alone 7)" "$(column 2 list | tail -n 7)"
for seed in 1 2; do
	seedpick -g web.sp --fill random:10 --seed $seed cores.sp -o random.$seed
done
expect_true 'random: another seed draws others' ! cmp random.1 random.2
graphdump -s graph web.sp | cut -f 1 | sort -u >linking
column 2 random.1 | sort | comm -23 - linking >without
expect_is 'random: pages with links' '' "$(cat without)"

# ---- few pages ---------------------------------------------------------------------

# 0 and 1 reach all; 5 and 6 have no links, nor has the rest.
printf '%s\n' '0 1' '0 2' '1 3' '2 4' '2 5' '3 6' '3 7' | tr ' ' '\t' |
	graphimport -q -f arcs -o small.sp
echo 0 >first
run_sh 'seedpick small.sp --urls first --fill cover:3 -o list'
expect 'all is covered' 0
expect_message 'all is covered: the rest is drawn' \
	'seedpick: --fill cover found only 0 of 2 missing seeds: 2 were drawn at '
expect_is 'all is covered: notes' 'picked random random' \
	"$(column 6 list | xargs)"
run seedpick small.sp --urls first --fill random:6 -o list
expect_message 'pages without links come last' \
	'seedpick: 2 of the seeds that were drawn at random have no links: no '
expect_is 'pages without links come last: the others' '0 1 2 3' \
	"$(column 2 list | head -n 4 | sort | xargs)"
for method in cover pagerank random; do
	run seedpick small.sp --urls first --fill "$method:100" -o list
	expect "$method: too few pages" 0
	expect_true "$method: too few pages, said so" grep -q \
		'only 8 of 100 seeds: there are no more pages' "$err"
	expect_is "$method: all pages, each once" 8 \
		"$(column 2 list | sort -u | wc -l)"
done
run seedpick small.sp --urls first --fill cover:1 -o list
expect_message 'nothing to fill: no message' ''
run seedpick small.sp --random 3 --fill cover:2 -o list
expect_message 'more than enough' \
	'seedpick: --fill adds nothing: there are 3 seeds without it'
coreextract -q --seeds 3 --min-hubs 3 --min-authorities 100 small.sp -o none.sp
run seedpick small.sp --urls first --fill cover:3 -R -o list
expect 'no cores at all' 0
run seedpick -g small.sp none.sp --fill random:4 -o list
expect 'no cores at all: filled' 0
expect_is 'no cores at all: 4 seeds' 4 "$(column 2 list | wc -l)"

# ---- one seed a host ---------------------------------------------------------------

hosts=$(graphdump -s hosts web.sp | awk '!/#/ && $2 > 0' | wc -l)
graphdump -s names web.sp | awk -F '\t' '!/#/ { print $1 "\t" $2 }' >host-of
for method in cover pagerank random; do
	run seedpick -g web.sp --spread --fill "$method:20" cores.sp -o list
	expect "$method --spread" 0
	column 2 list | awk 'NR == FNR { host[$1] = $2; next } { print host[$1] }' \
		host-of - | sort -u >hosts-used
	expect_is "$method --spread: 20 seeds on as many hosts" \
		"$( [ "$hosts" -lt 20 ] && echo "$hosts" || echo 20)" \
		"$(wc -l <hosts-used)"
done

# ---- notes go on ---------------------------------------------------------------------

seedpick -g web.sp --fill cover:6 cores.sp -o list
seedpick list -o again
graphdump -s seeds list >before
graphdump -s seeds again >after
expect_same 'seeds of a stream keep their notes and names' before after
seedpick -g web.sp --fill pagerank:8 list -o again
expect_is 'a list is filled again' \
	'picked picked picked cover cover cover pagerank pagerank' \
	"$(column 6 again | xargs)"
seedpick --map web.sp list -o again 2>err-list
expect_is 'carried seeds are those of --map' 'url' "$(column 6 again | uniq)"
run seedpick --to nutch list
expect 'a list for a crawler from a stream of seeds' 0
expect_is 'and all seeds are in it' 6 "$(wc -l <"$out")"
run seedpick --to nutch --priority score cores-alone
expect 'priorities by score, of cores' 0
run seedpick --to nutch --priority score list
expect 'priorities by score, of seeds that have none' 65
plan
