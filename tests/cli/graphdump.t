#!/bin/sh
# SPDX-License-Identifier: MIT
#
# graphdump.t - the best pages with their URLs, seeds with scores, summaries,
# and options that do not apply
#
#	[BIN=bin] tests/cli/graphdump.t

# shellcheck disable=SC2016,SC2034,SC2154 # of sh -c, of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
cd "$folder" || exit 2

# prints NAME WANTED - $out is this text, with spaces for tabs
prints() {
	tr '\t' ' ' <"$out" >got
	printf '%s\n' "$2" >wanted
	expect_same "$1" wanted got
}

# json NAME - $out is lines of JSON
json() {
	if perl -MJSON::PP -ne 'decode_json($_)' <"$out" >/dev/null 2>"$err"
	then
		ok "$1"
	else
		not_ok "$1" "$(cat "$err" "$out")"
	fi
}

# refused NAME STATUS MESSAGE OPTION... - graphdump refuses these options
refused() {
	name=$1
	wanted=$2
	message=$3
	shift 3
	run graphdump "$@"
	expect "$name" "$wanted"
	expect_message "$name, why" "$message"
}

# Pages 1 to 4 have two in-links each, so their authorities are equal; page 5
# has one from a hub of one link.
printf '%s\n' '0 1' '0 2' '0 3' '0 4' '6 1' '6 2' '6 3' '6 4' '7 5' >links
for i in 0 1 2 3 4 5 6 7; do
	echo "http://h$i.example/"
done >urls
graphimport -f arcs --names urls links >web.sp
graphimport -f arcs --dense links >bare.sp
hits web.sp >ranked.sp

# ---- the best pages ---------------------------------------------------------

run graphdump -s scores --urls --top authority:3 --precision 3 ranked.sp
expect '--top' 0
prints '--top: sorted, ties by page' '#node url authority
1 http://h1.example/ 0.5
2 http://h2.example/ 0.5
3 http://h3.example/ 0.5'
run graphdump -s scores --json --urls --top authority:1 --precision 2 \
	ranked.sp
prints '--top --json' \
	'{"node": 1, "url": "http://h1.example/", "authority": 0.5}'
# A score may have the name of a column, and keys of JSON must differ.
run_sh 'pagerank -q --name node ranked.sp | pagerank -q --name url |
	graphdump -s scores --urls | head -n 1 | tr "\t" "\n" | sort | uniq -d'
expect_is 'no two columns have one name' '' "$(cat "$out")"
run graphdump -s scores --top hub:100 ranked.sp
expect_is '--top of more pages than there are' 9 "$(wc -l <"$out")"
run_sh 'graphdump -s scores "$1" | tail -n +2 | LC_ALL=C sort -k 2,2gr -k 1,1n |
	cut -f 1' ranked.sp
cp "$out" sorted
run_sh 'graphdump -s scores --top hub:8 "$1" | tail -n +2 | cut -f 1' \
	ranked.sp
expect_same '--top agrees with sort' sorted "$out"
run graphdump -s scores --urls --score hub --precision 2 ranked.sp
expect_output '--score: one column' "#node	url	hub
0	http://h0.example/	0.71
"
hits -R bare.sp >scores.sp
refused 'URLs without names' 65 \
	'no names of pages in the stream (give the graph that has them with -g' \
	-s scores --urls --top hub:3 scores.sp
run_sh 'graphdump -s scores --urls --top hub:1 -g web.sp "$1" | cut -f 2' \
	scores.sp
expect_output 'names from -g' 'http://h0.example/'
refused 'a score that is not there' 65 \
	'no score "pagerank" in the stream' \
	-s scores --top pagerank:3 ranked.sp

# ---- seeds ------------------------------------------------------------------

coreextract --seeds 1 ranked.sp >cores.sp
seedpick cores.sp >seeds.sp
run graphdump -s seeds --precision 2 seeds.sp
prints 'a seed of a core has its hub score' '#seed node core url score
1 0 1 http://h0.example/ 0.71'
seedpick --top authority:2 ranked.sp >top.sp
run graphdump -s seeds --precision 2 top.sp
prints 'a seed has the score by which it was picked' '#seed node core url score
1 1 - http://h1.example/ 0.5
2 2 - http://h2.example/ 0.5'
printf '%s\n' 1 2 | seedpick --urls - ranked.sp >listed.sp
run graphdump -s seeds listed.sp
prints 'a seed without a score' '#seed node core url score
1 1 - http://h1.example/ -
2 2 - http://h2.example/ -'
run graphdump -s seeds --score authority --precision 2 -g ranked.sp top.sp
prints 'seeds with the score of another stream' '#seed node core url score
1 1 - http://h1.example/ 0.5
2 2 - http://h2.example/ 0.5'
run graphdump -s seeds --json --score authority -g ranked.sp top.sp
json 'seeds: valid JSON'
run graphdump -s seeds --json listed.sp
json 'seeds without a score: valid JSON'
expect_output 'JSON: what is missing is null' \
	'"core": null, "url": "http://h1.example/", "score": null}'
seedpick --top hub:1 -R scores.sp -g bare.sp >nameless.sp
run graphdump -s seeds --json nameless.sp
expect_output 'JSON: so is a URL that is missing' '"url": null, "score"'
printf '%s\n' '0 1' '1 0' >pair
printf '%s\n' - dash.example >dashes
graphimport -q -f arcs --names dashes pair >dash.sp
run graphdump -s names --json dash.sp
expect_output 'JSON: a page that is called "-" keeps its name' '"url": "-"}'
refused 'seeds, --score of a stream without scores' 65 \
	'no score "authority" in the stream of the seeds (give the ranked graph' \
	-s seeds --score authority top.sp

# ---- summaries --------------------------------------------------------------

run graphdump -s scores --summary --precision 3 ranked.sp
prints '--summary' '#score pages zero least mean largest node sum
hub 8 5 0 0.177 0.707 0 1.41
authority 8 3 0 0.25 0.5 1 2'
run graphdump -s scores --summary --json ranked.sp
json '--summary: valid JSON'
run graphdump -s scores --summary --score hub ranked.sp
expect_is '--summary of one score' 2 "$(wc -l <"$out")"
run graphdump -s scores --summary ranked.sp
expect_output '--summary: 6 digits' '	0.176777	'
run graphdump -s scores --summary --precision 0 ranked.sp
expect_output '--summary --precision 0: all digits' '	0.1767766952966'
run graphdump -s cores --precision 1 cores.sp
expect_output '--precision of cores' '1	authority	1	0.5	1e+02'

run graphdump -s cores --summary cores.sp
prints '--summary of cores' '#core seed round hubs authorities links density
1 0 1 2 4 8 100'
run graphdump -s seeds --summary top.sp
prints '--summary of seeds' '#seeds score
2 authority'
run graphdump -s seeds --summary listed.sp
prints '--summary of seeds without a score' '#seeds score
2 -'
printf '%s\n' 0 7 >start
crawlorder -q --order bfs --seeds start bare.sp |
	crawlorder -q --order dfs --procs 2 --partition range --seeds start \
	>orders.sp
run_sh 'graphdump -s orders --summary orders.sp | cut -f 1-6,24-'
prints '--summary of orders' '#order seeds downloads links known frontier_peak processes at_once mode batch replicated ticks messages connections requests failed lost refused hosts bytes busy hours
bfs 2 7 5 7 5 - - - - - - - - - - - - - - - -
dfs/2:exchange:range 2 7 5 7 5 2 1 exchange 1 0 4 1 - - - - - - - - -'
run_sh 'graphdump -s orders --summary --order bfs orders.sp | tail -n +2 |
	cut -f 1'
prints '--summary of one order' bfs
run graphdump -s orders --summary --json orders.sp
json '--summary of orders: valid JSON'

# ---- options without effect ------------------------------------------------

for section in names hosts scores cores seeds orders provenance; do
	refused "--weights -s $section" 64 \
		"option --weights does not go with --section $section" \
		--weights -s $section ranked.sp
done
refused '--urls of links' 64 'option --urls does not go with --section graph' \
	--urls ranked.sp
refused '--top of names' 64 'option --top does not go with --section names' \
	-s names --top hub:3 ranked.sp
refused '--top with --score' 64 'option --score does not go with --top' \
	-s scores --top hub:3 --score hub ranked.sp
refused '--summary with --top' 64 'option --top does not go with --summary' \
	-s scores --top hub:3 --summary ranked.sp
refused '--summary with --urls' 64 'option --urls does not go with --summary' \
	-s scores --urls --summary ranked.sp
refused '--precision of links' 64 'does not go with --section graph' \
	--precision 3 ranked.sp

plan
