#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pipeline.t - from a graph to seeds by way of hits, on small graphs and on real
# ones
#
#	[BIN=bin] [SEEDPIPE_DATA=../shared/data] tests/cli/pipeline.t

# shellcheck disable=SC2154 # lib.sh sets variables

data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"
cd "$folder" || exit 2

# has FILE - is it in the data folder?  Reports a skipped test if not.
has() {
	[ -n "$data" ] && [ -e "$data/$1" ] && return
	skip "${1%%/*}" "\$SEEDPIPE_DATA has no $1"
	return 1
}

# stat KEY - prints a count of the last --stats stats.json
stat() {
	sed -n 's/.*"'"$1"'": \([0-9.e+-]*\).*/\1/p' stats.json
}

# ---- the worked example GC --------------------------------------------------

printf '%s\n' '0 4' '0 5' '1 4' '1 5' '2 4' '2 5' '3 4' '3 5' '6 4' '6 11' \
	'7 9' '7 10' '7 11' '8 9' '8 10' '8 11' '12 12' >gc.txt
graphimport -f arcs --dense gc.txt |
	graphprune --unit none --self-loops -o gc.sp
coreextract --seeds 5 -q -g gc.sp -o cores.sp
graphdump -s cores cores.sp | sed 1d | cut -f 1,2,3,5 >got.txt
tr ' ' '\t' >expected.txt <<'END'
1 authority 4 100
1 hub 0 100
1 authority 5 100
1 hub 1 100
1 hub 2 100
1 hub 3 100
2 authority 11 100
2 hub 7 100
2 authority 9 100
2 hub 8 100
2 authority 10 100
END
expect_same 'GC: both cores, page by page as they grow' expected.txt got.txt
expect_is 'GC: seeds' '0 7' "$(seedpick --text cores.sp | paste -sd ' ' -)"
expect_is 'GC: hubs after 60 iterations' '0.467129 0.315247 0.117855' \
	"$(hits -g gc.sp | graphdump -s scores |
		awk '$1 == 0 || $1 == 6 || $1 == 7 {
			printf "%s%.6f", s, $2; s = " " }')"

# ---- the paper's loop as a shell pipeline, and threads -----------------------

graphgen --pages 30000 --seed 5 -o web.sp
graphprune -g web.sp -o pruned.sp
coreextract -q --seeds 3 -g pruned.sp | graphdump -s cores >once.txt
hits pruned.sp | coreextract -q --residual | hits | coreextract -q --residual |
	hits | coreextract -q --residual | graphdump -s cores >loop.txt
expect_same 'a loop of hits and coreextract --residual is coreextract --seeds' \
	\
	once.txt loop.txt
expect_is 'three cores' 3 "$(sed 1d once.txt | cut -f 1 | sort -u | wc -l |
	tr -d ' ')"
# Cores that are too small are passed over, and tried again in the next round.
graphgen --pages 3000 --seed 5 -o rest.0.sp
coreextract --seeds 4 --min-hubs 30 --min-authorities 4 --stats stats.json \
	rest.0.sp | graphdump -s cores >once.txt
expect_is 'large cores: four' 4 "$(sed 1d once.txt | cut -f 1 | sort -u |
	wc -l | tr -d ' ')"
expect_is 'large cores: three are rejected' 3 "$(stat rejected)"
for round in 1 2 3 4; do
	hits rest.$((round - 1)).sp | coreextract --residual --min-hubs 30 \
		--min-authorities 4 -o "rest.$round.sp"
done
graphdump -s cores rest.4.sp >loop.txt
expect_same 'large cores: a loop finds the same, byte for byte' \
	once.txt loop.txt

# The end of a search is reported, with the reason.
run coreextract --seeds 3 --min-hubs 99 rest.0.sp -o few.sp
expect 'no core of 99 hubs: a warning' 0
expect_message 'no core of 99 hubs: why' 'found only 0 of 3 cores: none of the'
run coreextract --seeds 3 --min-hubs 99 --max-rejected 7 rest.0.sp -o few.sp
expect '--max-rejected: a warning' 0
expect_message '--max-rejected: why' 'rejected 7 cores in a row with fewer than'

for threads in 1 2 4; do
	graphgen -T "$threads" --pages 30000 --seed 5 |
		graphprune -T "$threads" | hits -T "$threads" |
		coreextract -T "$threads" --seeds 3 |
		seedpick -T "$threads" >"seeds.$threads"
done
expect_same 'the same bytes with 1 and 2 threads' seeds.1 seeds.2
expect_same 'the same bytes with 1 and 4 threads' seeds.1 seeds.4
for form in compact near sparse; do
	coreextract --form "$form" --seeds 3 --residual --stats stats.json \
		pruned.sp -o "form.$form"
done
expect_same 'the same bytes with the near form' form.compact form.near
expect_same 'the same bytes with the sparse form' form.compact form.sparse
expect_is 'a ranking for each core' 3 "$(stat rankings)"
expect_is 'each of 60 iterations' 180 "$(stat iterations)"
graphprune -g web.sp | coreextract --seeds 3 | seedpick --text >expected.txt
graphprune -g web.sp | coreextract -R --seeds 3 |
	seedpick -g web.sp --text >got.txt
expect_same 'seeds by name: the graph from the pipe or from -g' \
	expected.txt got.txt

# ---- round trips -----------------------------------------------------------

graphdump web.sp >arcs.txt
graphdump -s names web.sp | sed 1d | cut -f 3 >names.txt
graphimport -f arcs --names names.txt arcs.txt -o again.sp
graphdump again.sp >arcs2.txt
expect_same 'graphdump and graphimport: the same links' arcs.txt arcs2.txt
hits -i 1 -R -o scores.sp web.sp
expect_true 'the fingerprint is the same: scores fit both graphs' \
	seedpick -g again.sp --top hub:1 --text scores.sp
# Not by sort -R, which takes an MD5 of each line: a hundred times as long.
grep -v '^#' arcs.txt | shuf >shuffled.txt
graphimport -f arcs --names names.txt shuffled.txt | graphdump >arcs2.txt
expect_same 'shuffled arcs' arcs.txt arcs2.txt
graphimport -f arcs --names names.txt --memory-limit 200M shuffled.txt |
	graphdump >arcs2.txt
expect_same 'shuffled arcs with a memory limit' arcs.txt arcs2.txt
awk -F '\t' 'NR == FNR { name[FNR - 1] = $1; next }
	!/^#/ { print name[$1] "\t" name[$2] }' names.txt arcs.txt >urls.txt
graphimport -f arcs urls.txt | graphdump -s names | sed 1d | cut -f 3 |
	sort >got.txt
sort names.txt | comm -12 got.txt - >expected.txt
expect_same 'URL pairs: the names are those of the graph' expected.txt got.txt
shuf urls.txt | graphimport -f arcs --by-url -o byurl.sp
sort urls.txt >expected.txt
graphdump byurl.sp | sed 1d >arcs3.txt
graphdump -s names byurl.sp | sed 1d | cut -f 3 >names3.txt
awk -F '\t' 'NR == FNR { name[FNR - 1] = $1; next }
	{ print name[$1] "\t" name[$2] }' names3.txt arcs3.txt | sort >got.txt
expect_same '--by-url keeps every link' expected.txt got.txt
{
	echo '%%MatrixMarket matrix coordinate pattern general'
	echo "30000 30000 $(grep -vc '^#' arcs.txt)"
	awk '!/^#/ { print $1 + 1, $2 + 1 }' arcs.txt
} >web.mtx
graphimport -f mtx web.mtx | graphdump >arcs2.txt
expect_same 'Matrix Market' arcs.txt arcs2.txt
awk '!/^#/ { list[$1] = list[$1] s[$1] $2; s[$1] = " " }
	END { print 30000; for (i = 0; i < 30000; i++) print list[i] }' \
	arcs.txt | gzip >web.graph-txt.gz
graphimport -f ascii web.graph-txt.gz | graphdump >arcs2.txt
expect_same 'ASCIIGraph, compressed' arcs.txt arcs2.txt
printf '%s\n' 'a b 2.5' 'a c 1' 'b a 0.25' 'a b 0.5' |
	graphimport -f arcs --weights 3 | graphdump --weights >got.txt
printf '#src\tdst\tweight\n0\t1\t3\n0\t2\t1\n1\t0\t0.25\n' >expected.txt
expect_same 'weights are kept, and added for duplicate links' \
	expected.txt got.txt

# ---- real graphs -----------------------------------------------------------

if has cnr-2000/cnr-2000.graph; then
	graphimport -f bvgraph "$data/cnr-2000/cnr-2000" --stats stats.json \
		-o cnr.sp
	expect_is 'cnr-2000' '325557 3216152 87442 78056' \
		"$(stat pages) $(stat links) $(stat self_links) $(stat dangling_pages)"
	expect_is 'cnr-2000: the file has at most 2.3 bits per link' 1 \
		"$(($(wc -c <cnr.sp) * 80 <= 3216152 * 23))"
fi
if has hollins/hollins.edges.txt.gz; then
	graphimport -f arcs --names "$data/hollins/hollins.urls.txt.gz" \
		"$data/hollins/hollins.edges.txt.gz" --stats stats.json \
		-o hollins.sp
	expect_is 'hollins' '6012 23875 4' \
		"$(stat pages) $(stat links) $(stat hosts)"
	if has ics-dev/ics-dev.urls.txt.zst; then
		run graphimport --names "$data/ics-dev/ics-dev.urls.txt.zst" \
			"$data/hollins/hollins.edges.txt.gz" -o mixed.sp
		expect 'hollins with the names of ics-dev' 0
		expect_message 'hollins with the names of ics-dev: a warning' \
			'202701 names, but no link has an id above 6011'
	fi
	graphprune -g hollins.sp --stats stats.json -o pruned.sp
	expect_is 'hollins: links between hosts' 918 "$(stat links_kept)"
	hits pruned.sp | coreextract -q --seeds 10 -o cores.sp
	expect_is 'hollins: cores are complete' 100 \
		"$(graphdump -s cores cores.sp | sed 1d | cut -f 5 | sort -u)"
	expect_is 'hollins: seeds are URLs' 0 \
		"$(seedpick --text cores.sp | grep -vc '^http://')"
fi
if has ics-dev/ics-dev.edges.txt.zst; then
	graphimport -f arcs --names "$data/ics-dev/ics-dev.urls.txt.zst" \
		"$data/ics-dev/ics-dev.edges.txt.zst" --stats stats.json \
		-o ics.sp
	# 9,573 hosts: 17 fewer than authorities of URLs, which include ports.
	expect_is 'ics-dev' '202701 1116243 9573' \
		"$(stat pages) $(stat links) $(stat hosts)"
	graphprune -g ics.sp --stats stats.json -o pruned.sp
	expect_is 'ics-dev: links between hosts' 250748 "$(stat links_kept)"
	coreextract --seeds 10 -g pruned.sp -o cores.sp
	expect_is 'ics-dev: ten complete cores' '10 100' "$(graphdump -s cores \
		cores.sp | sed 1d | cut -f 1,5 | sort -u |
		awk '{ n++; d = $2 } END { print n, d }')"
fi
if has uk-hosts-1996/1996-uk-web-hosts.tsv.gz; then
	gzip -dc "$data/uk-hosts-1996/1996-uk-web-hosts.tsv.gz" >uk.txt
	run graphimport --separator '|' --source-column 2 --target-column 3 \
		uk.txt
	expect 'uk-hosts-1996 with one of its two separators' 65
	expect_message 'uk-hosts-1996: how to make them one' "tr '|' "
	tr '|' '\t' <uk.txt | graphimport --source-column 2 --target-column 3 \
		--weights 4 --stats stats.json -o uk.sp
	expect_is 'uk-hosts-1996 by that way' '58842 184433 10311' \
		"$(stat pages) $(stat links) $(stat self_links)"
	gzip -dc "$data/uk-hosts-1996/1996-uk-web-hosts.tsv.gz" |
		awk -F '[|]' '{ print $2 "\t" $3 }' |
		graphimport --weights 3 --stats stats.json -o uk.sp
	expect_is 'uk-hosts-1996' '58842 184433 10311' \
		"$(stat pages) $(stat links) $(stat self_links)"
	hits uk.sp | coreextract --seeds 10 -o cores.sp
	expect_is 'uk-hosts-1996: cores are complete' 100 \
		"$(graphdump -s cores cores.sp | sed 1d | cut -f 5 | sort -u)"
fi

plan
