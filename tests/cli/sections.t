#!/bin/sh
# SPDX-License-Identifier: MIT
#
# sections.t - every filter refuses a section that is not what it must be,
# whether it reads the section, passes it on or drops it; and results of two
# graphs in one stream.  The Python module refuses the same.
#
#	[BIN=bin] [BUILD=build] tests/cli/sections.t

# shellcheck disable=SC2154 # lib.sh sets variables
# shellcheck disable=SC2086 # the tables have commands and edits of many words

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

find_python numpy xxhash zstandard
need_reseal
sweep=${reseal%/*}/sweep
mkdir forged

# ---- a stream with a section of every kind ---------------------------------

# web STEP - 200 pages on 9 hosts, as many links with any STEP
web() {
	seq 0 199 | awk -v step="$1" '{
		for (i = 1; i < 6; i++)
			print $1, ($1 * 2 + i * step) % 200, i
	}' | sort -u -k 1n,1 -k 2n,2
}
seq 0 199 | awk '{ print "http://h" $1 % 9 ".example/" $1 }' >urls
web 7 >links
web 9 >links2
awk '{ print $1 "\t" $2 "\t0.5" }' links | head -n 50 >link-scores
printf '0\t1\n' >score
printf 'http://h0.example/0\t1\n' >score-by-url
echo 0 >list
printf 'time\turl\n1795334402\thttp://h0.example/0\n' >log
graphimport -q --weights 3 --names urls -o graph.sp links
graphimport -q --weights 3 --names urls links2 | hits -q -o other.sp
head -n 199 urls >fewer-urls
awk '$1 < 199 && $2 < 199' links | graphimport -q --names fewer-urls |
	hits -q -o fewer.sp
scoreimport -q --link-scores anchors=link-scores graph.sp | hits -q |
	pagerank -q -o scored.sp
# All pages are seeds and are fetched, so the graph is the same.
seq 0 199 >every
crawlorder -q --seeds every --order bfs graph.sp |
	graphprune -q --fetched-first bfs:200 -o states.sp
crawlshape -q --to stream -o shaped.sp states.sp
coreextract -q -R --min-hubs 1 --min-authorities 1 --seeds 3 -o cores.sp \
	scored.sp
seedpick -q -R -g scored.sp --top hub:3 -o seeds.sp scored.sp
"$reseal" scored.sp takesec states.sp stat SCOR takesec states.sp ftch SCOR takesec shaped.sp shap SCOR takesec shaped.sp shpg SCOR takesec cores.sp CORE END. takesec cores.sp CMEM END. \
	takesec seeds.sp SEED END. takesec seeds.sp sdnt END. >results.sp
crawlorder -q --seeds list --order bfs results.sp |
	crawlorder -q --seeds list --order dfs --procs 3 |
	crawlorder -q --seeds list --order bfs --time host -o whole.sp

# tags FILE - the kinds of section in a stream
tags() {
	graphstat --json "$1" | grep -o '"tag": *"[^"]*"' | cut -d '"' -f 4 |
		sort -u | paste -sd ' ' -
}
expect_is 'every kind of section is here' \
	'CMEM CORE GRPH HOST NAME ORDR PHST PROV SCOR SEED ftch lscr ordc ords ordt sdnt shap shpg stat wghT' \
	"$(tags whole.sp)"
seedpick -q --random 3 -o picked.sp whole.sp
expect_is 'seedpick passes on cores and provenance' 'CMEM CORE PROV SEED' \
	"$(tags picked.sp)"

# The commands; STREAM stands for the stream.  With these options they read it
# as the graph, as results beside a graph, or as a benchmark.
cat >commands <<'END'
coreextract -q --min-hubs 1 --min-authorities 1 STREAM
coreextract -q --min-hubs 1 --min-authorities 1 --residual STREAM
coreextract -q --min-hubs 1 --min-authorities 1 -g graph.sp STREAM
coreextract -q --min-hubs 1 --min-authorities 1 --one-per-shape STREAM
crawlimport -q -f tsv -g STREAM log
crawlimport -q -f tsv --table depths -g STREAM log
crawlnext -q STREAM
crawlnext -q --done STREAM whole.sp
crawlnext -q --per-shape auto STREAM
crawlorder -q --seeds list STREAM
crawlorder -q --order bfs -R -g graph.sp STREAM
crawlorder -q --seeds list --order omniscient --bench STREAM graph.sp
crawlshape -q STREAM
crawlshape -q --pages STREAM
crawlshape -q --to stream STREAM
graphdump -s names STREAM
graphdump -s scores -g graph.sp STREAM
graphdump -s states STREAM
graphdump -s fetches STREAM
graphdump -s shapes STREAM
graphdump -s provenance STREAM
graphfold -q STREAM
graphfold -q --to shape STREAM
graphgen -q --evolve 0.1 STREAM
graphlinks -q --both --list list STREAM
graphlinks -q --score hub -g STREAM 0
graphprune -q STREAM
graphprune -q --transpose STREAM
graphprune -q --pages list STREAM
graphprune -q --fetched-first bfs:3 STREAM
graphstat STREAM
harmonic -q STREAM
hits -q STREAM
hits -q -R STREAM
hotcurve -b scored.sp STREAM
hotcurve -b STREAM whole.sp
hotcurve -m tau -g graph.sp STREAM
pagerank -q STREAM
rank -q -m katz,degree:of=hosts STREAM
pagerank -q --teleport STREAM --teleport-score hub graph.sp
relscore -q --from score-by-url -g STREAM
scoreimport -q --scores new=score STREAM
seedexpand -q --known list STREAM
seedexpand -q --known list --new STREAM
seedpick -q STREAM
seedpick -q --random 3 STREAM
seedpick -q --random 3 --any STREAM
seedpick -q --top hub:3 STREAM
seedpick -q --host-first 3 -g graph.sp STREAM
seedpick -q --random 3 --any --one-per-shape STREAM
seedpick -q --map graph.sp STREAM
seedpick -q --map STREAM seeds.sp
END

# command STREAM - runs the line of $line on this stream
command() {
	run $(printf '%s\n' "$line" | sed "s|STREAM|$1|") </dev/null
}

# What is not a share, graphmerge refuses anyway (merge.t), and graphsplit a
# part of a graph.
expect_is 'every filter that reads streams is here' \
	"$(basename -a "$BIN"/* | grep -vx -e crawlgraph -e graphimport \
		-e graphmerge -e graphsplit -e warcstat)" \
	"$(cut -d ' ' -f 1 commands | sort -u)"
good=0
while read -r line; do
	command whole.sp
	[ "$status" -eq 0 ] && good=$((good + 1))
	[ "$status" -eq 0 ] || not_ok "$line: accepts the stream" \
		"status $status: $(cat "$err")"
done <commands
expect_is 'all commands accept the stream' "$(($(wc -l <commands)))" "$good"

# Sections that are repeated replace those before, also where they only pass.
"$reseal" whole.sp set wghT.0 0.value 77.5 | graphprune -q --unit none |
	graphdump --weights >wanted
"$reseal" whole.sp repeatsec wghT set wghT/1.0 0.value 77.5 |
	graphprune -q --unit none | graphdump --weights >found
expect_same 'graphprune: the last weights count' wanted found

# ---- faults ----------------------------------------------------------------

# What is wrong, how it is made, what the message says.  All commands must see
# the first fault of each kind; those of "few" see the others, too.
cat >all <<'END'
names that end too early|count NAME.0 199|extra bytes after the last name
hosts that end too early|count HOST.0 8|extra bytes after the last name
a page of no host|set PHST.0 3.host 9|a host without a name
links of another graph|payload GRPH.0 other.sp|its links are not those of
a weight that is none|set wghT.0 5.value nan|a weight is not a finite number
a state that is none|set stat.0 7.state 7|an unknown state of a page (7)
a shape that is none|set shpg.0 7.shape 10000|shape 10000 of a page, but there are
a score that is none|set SCOR.0 7.value inf|a score is not a finite number
scores of links out of order|set lscr.0 1.source 9|scores of links out of order
a core with another hub|set CORE.0 0.hubs +1|other numbers of members
a member of the next core|set CMEM.0 0.core 1|do not come core by core
a seed of no core|set SEED.0 0.core 3|a core that is not among those before
a note of an eighth kind|set sdnt.0 0.found 7|an invalid note of a seed
seeds of another order|set ords.0 0.page 5|without a parent is not a seed
no seeds of an order|bytes ords.0 0 4 - count ords.0 0|without a parent is not a seed
a depth that does not fit|set ORDR.0 3.depth +1|does not fit its parent
a tick before the first|set ordt.0 0.tick 0|not in the order of ticks
an end before the start|set ordc.0 0.start ones|a download ends before it begins
END
# The authorities of the first core, as "MEMBER PAGE".
"$reseal" -l whole.sp | awk '
	$2 == "CMEM/0.0" { sub(/\./, " ", $3); split($3, at, " ")
		value[at[1], at[2]] = $6 }
	END { for (i = 0; i < 99; i++)
		if (value[i, "core"] "" == "0" && value[i, "side"] == 1)
			print i, value[i, "page"]
	}' >authorities
read -r _ page <authorities
member=$(sed -n '2s/ .*//p' authorities)
expect_true 'a core has two authorities' [ "$member" ]
block=$("$reseal" -l whole.sp | awk '$3 == "0.bytes" { print $6 + 16; exit }')
cat >few <<END
a name that is too long|set NAME.0 0.text.size 70000|too long
names of fewer pages|dropsec NAME takesec fewer.sp NAME GRPH.head|names for 199 pages, but the graph has 200
more pages than counted|set PHST.0 3.pages 2|an invalid run of pages
hosts of fewer pages|dropsec PHST takesec fewer.sp PHST GRPH.head|hosts for 199 pages, but the graph has 200
a block in two frames|repeat GRPH.0 bytes GRPH.0 100 $((block - 100)) - bytes GRPH.1 0 100 - count GRPH.1 0|a block is cut at the end of a frame
a block whose length is cut|repeat GRPH.0 bytes GRPH.0 9 $((block - 9)) - bytes GRPH.1 0 9 - count GRPH.1 0|a block is cut at the end of a frame
a line end in the provenance|bytes PROV 3 0 0a|a line end in a line of provenance
a tag with a digit|header PROV tag 'x1zw|a tag that is not four letters
hosts twice|repeatsec HOST|a second list of hosts in one stream (HOST)
a checksum of no graph|dropsec wghT set GRPH.head flags 0 set GRPH.tail checksum +1|its links are not those of
weights of another graph|set wghT.head basis.checksum +1|the weights belong to another graph
weights that nobody announced|set GRPH.head flags 0|weights, but the head of the graph says there are none
weights that are missing|dropsec wghT|the graph promises weights
states of fewer pages|bytes stat.0 0 1 - count stat.0 199|states of 199 pages for 200
states of more pages|bytes stat.0 0 0 01 count stat.0 201|states of 201 pages for 200
fewer states than counted|bytes stat.0 0 1 -|the size does not match the count
states of another graph|set stat.head basis.checksum +1 set stat.head basis.origin.checksum +1|list of states: of another graph
states with a name|bytes stat.head 40 0 61|the head has the wrong size
an unknown clock of fetches|set ftch.head clock 3|an unknown clock of fetches (3)
fetches of a head too short|bytes ftch.head 40 8 -|the head has the wrong size
fewer fetches than counted|bytes ftch.0 0 1 -|the size does not match the count
a fetch of no page|set ftch.0 199.page 1|a page that was fetched is not in the graph
a time that is none|set ftch.0 0.time 1|an invalid time of a fetch
fetches of another graph|set ftch.head basis.checksum +1 set ftch.head basis.origin.checksum +1|list of fetches: of another graph
a fetch of an unfetched page|set stat.0 7.state 0|page 7 has a fetch, but its state is "unfetched"
states after fetches|movesec stat SCOR|states after the fetches of pages
an unknown reason of a trap|bytes shap.0 1 1 0a|an unknown reason of a trap
shapes that end too early|count shap.0 1|extra bytes after the last shape
more shapes than counted|count shap.0 200|an invalid pattern of a shape
shapes of fewer pages|bytes shpg.0 0 4 - count shpg.0 199|shapes of 199 pages for 200
shapes of no pages|dropsec shpg|the pages of the shapes are missing
pages of no shapes|dropsec shap|pages of other shapes
shapes of another graph|set shap.head basis.checksum +1 set shpg.head basis.checksum +1 set shap.head basis.origin.checksum +1 set shpg.head basis.origin.checksum +1|list of shapes: of another graph
pages of shapes of another graph|set shpg.head basis.checksum +1|pages of other shapes
scores of another graph|takesec other.sp SCOR END.|score hub: of another graph
fewer scores than pages|bytes SCOR.0 0 8 - count SCOR.0 199|199 scores for 200 pages
a link twice|set lscr.0 2.target @whole.sp set lscr.0 2.source 1 set lscr.0 1.source 1 set lscr.0 1.target 1 set lscr.0 2.target 1|scores of links out of order
a score of a link that is none|set lscr.0 2.value nan|is not a finite number
more links than pages have|set CORE.0 0.links 21|more links than its pages
a core of round 0|set CORE.0 1.round 0|an impossible size or round
a seed that is no hub|set CORE.0 0.seed 199|is none of its hubs
a page twice|set CMEM.0 $member.page $page|twice on one side
a side that is none|set CMEM.0 $member.side 2|an invalid member
members that are missing|dropsec CMEM|the members of the cores are missing
members twice|repeatsec CMEM|members of other cores
cores that are missing|dropsec CORE|members of other cores
a seed that is no page|set SEED.0 0.page 200|a seed is not a page
a note that is none|set sdnt.0 1.score nan|an invalid note of a seed
notes of another graph|set sdnt.head basis.checksum +1 set sdnt.head basis.origin.checksum +1|list of seeds: of another graph
a seed downloaded twice|set ORDR.0 1.page 0 set ORDR.0 1.parent ones set ORDR.0 1.depth 1|downloaded twice
a key that is none|set ORDR.0 3.key nan|a key is not a finite number
a count of downloads|set ORDR.tail downloads 199|does not match its downloads
a parent that comes later|set ordt.0 1.parent 38 set ordt.0 1.depth 3|was not downloaded before it
a firewall that leaks|set ordt.tail mode 1|is of another process
two at once where one may be|set ordt.0 0.tick 1 set ordt.0 0.process 0 set ordt.0 1.tick 1 set ordt.0 1.process 0|does not match its downloads
more processes than there can be|set ordt.0 199.process 4096|process
ends that are out of order|set ordc.0 198.end ones|not in the order of their ends
a start before the end of the parent|set ordc.0 1.start 0|begins before its parent has ended
a parent in time that comes later|set ordc.0 1.parent 199 set ordc.0 1.depth 3|was not downloaded before it
a crawl in time without connections|set ordc.tail connections 0|does not match its downloads
more requests that failed than were made|set ordc.tail failed 201|does not match its downloads
more downloads than requests|set ordc.tail requests 199|does not match its downloads
more pages lost than requests failed|set ordc.tail lost 1|does not match its downloads
more hosts than requests|set ordc.tail hosts 201|does not match its downloads
an end before that of the last download|set ordc.tail end 0|does not match its downloads
times of another graph|set ordc.head basis.checksum +1 set ordc.head basis.origin.checksum +1|of another graph
END
# One that loads what it checks, one that passes all on, one that drops all.
cat >some <<'END'
graphstat STREAM
hits -q STREAM
graphdump -s provenance STREAM
seedpick -q --random 3 --any STREAM
END

cases=0
# refuse FAULTS COMMANDS - all commands refuse all faults
refuse() {
	while IFS='|' read -r fault edits message; do
		"$reseal" whole.sp $edits >bad.sp
		cp bad.sp "forged/$fault"
		wrong=
		while read -r line <&3; do
			command bad.sp
			cases=$((cases + 1))
			[ "$status" -eq 65 ] && grep -qF -e "$message" "$err" ||
				wrong="$wrong$line: $status: $(cat "$err")
"
		done 3<"$2"
		expect_is "all refuse $fault" '' "$wrong"
	done <"$1"
}
refuse all commands
refuse few some

# ---- results without their graph -------------------------------------------

# two NAME MESSAGE FILE - commands that read results refuse the stream
two() {
	for line in 'graphdump -s scores STREAM' \
		'hotcurve -m tau --scores STREAM' 'graphstat STREAM' \
		'graphdump -s names STREAM'; do
		command "$3"
		cases=$((cases + 1))
		cp "$3" "forged/$1"
		expect "$1: ${line%% STREAM}" 65
		expect_message "$1: says so" "$2"
	done
}
hits -q -R -o hits.sp graph.sp
pagerank -q -R -o rank.sp graph.sp
"$reseal" hits.sp takesec rank.sp SCOR END. >both.sp
run graphdump -s scores both.sp
expect 'two scores of a graph' 0
pagerank -q -R -o rank2.sp other.sp
"$reseal" hits.sp takesec rank2.sp SCOR END. >two.sp
two 'two scores of two graphs' \
	'score pagerank: of another graph than score hub' two.sp
"$reseal" hits.sp takesec fewer.sp NAME SCOR.head >two.sp
two 'scores, and names of fewer pages' \
	'names for 199 pages, but the graph has 200' two.sp
crawlorder -q -R --seeds list --order bfs -o order2.sp other.sp
"$reseal" hits.sp takesec order2.sp ORDR END. >two.sp
two 'an order of another graph' \
	'order bfs: of another graph than score hub' two.sp
"$reseal" fewer.sp dropsec GRPH dropsec SCOR dropsec SCOR \
	dropsec PHST takesec graph.sp PHST END. >two.sp
two 'names, and hosts of more pages' \
	'hosts for 200 pages, but names are for 199' two.sp

# From two inputs: what passes from either.
for line in 'crawlorder -q --seeds list -g STREAM rank2.sp' \
	'graphstat -g STREAM rank2.sp' 'seedpick -q --top pagerank:3 -g STREAM rank2.sp' \
	'coreextract -q -g STREAM rank2.sp' 'seedpick -q --host-first 2 -g STREAM rank2.sp'; do
	command graph.sp
	cases=$((cases + 1))
	if [ "${line#*host-first}" = "$line" ]; then
		expect "${line%% -g*}: -g, and results of another graph" 65
		expect_message 'says so' 'of another graph'
	fi
done

same_by_python 'all of these' forged

echo "# $cases runs that must be refused"
plan
