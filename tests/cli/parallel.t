#!/bin/sh
# SPDX-License-Identifier: MIT
#
# parallel.t - crawls by several processes, and of several pages at once: the
# worked examples of section 5 in seedpipe-algorithms(7), their orders in
# streams, tables and figures, and what is refused
#
#	[BIN=bin] tests/cli/parallel.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

cd "$folder" || exit 2

# Graph G11 of the manual's examples: hosts a (0-3), b (4-6), c (7-10).
printf '%s\n' '0 1' '0 2' '0 4' '1 3' '2 1' '2 3' '2 5' '3 0' '4 5' '4 6' \
	'4 7' '5 4' '5 8' '7 1' '7 8' '8 7' '8 9' '9 4' '10 0' '10 4' >links
printf '%s\n' a a a a b b b c c c c >hosts
printf '%s\n' 0 0 0 0 1 1 1 2 2 2 2 >owners
graphimport -f arcs --dense --hosts hosts -o g.sp links
pagerank -R -o rank.sp g.sp
echo 0 >one
printf '%s\n' 0 4 8 >three

# downloads FILE - prints its orders as (tick,process,page)...
downloads() {
	graphdump -s orders "$1" | awk -F '\t' '!/^#/ {
		printf "(%s,%s,%s)", $8, $9, $3 }'
}

# figures FILE - overlap, coverage, overhead and quality at 5 of its orders
figures() {
	hotcurve -m parallel --fixed 5 -g g.sp -b rank.sp "$1" |
		awk -F '\t' '!/^#/ { print $10, $11, $12, $14 }'
}

# example NAME SEEDS ROWS FIGURES [OPTION...]; ROWS -: any
example() {
	name=$1 seeds=$2 rows=$3 wanted=$4
	shift 4
	run crawlorder --seeds "$seeds" --procs 3 --partition-file owners \
		"$@" -o out.sp g.sp
	expect "$name" 0
	[ "$rows" = - ] || expect_is "$name: rows" "$rows" "$(downloads out.sp)"
	expect_is "$name: figures" "$wanted" "$(figures out.sp)"
}

example firewall one '(1,0,0)(2,0,1)(3,0,2)(4,0,3)' '0 0.4 0 0.6' \
	--mode firewall
example crossover one "(1,0,0)(2,0,1)(3,0,2)(4,0,3)(5,0,4)(6,0,5)(7,0,6)\
(8,0,7)(9,0,8)(10,0,9)" '0 1 0 0.8' --mode crossover
example exchange one "(1,0,0)(2,0,1)(2,1,4)(3,0,2)(3,1,5)(3,2,7)(4,0,3)\
(4,1,6)(4,2,8)(5,2,9)" '0 1 0.6 0.6'
example 'exchange, batch 2' one "(1,0,0)(2,0,1)(3,0,2)(3,1,4)(4,0,3)(4,1,5)\
(5,1,6)(5,2,7)(6,2,8)(7,2,9)" '0 1 0.6 0.8' --batch 2
# The end comes in a tick or with it; what waits then is not sent.
for max in 5 6; do
	run crawlorder --seeds one --procs 3 --partition-file owners \
		--max $max -o out.sp g.sp
	expect "exchange, $max downloads" 0
	run hotcurve -m parallel -g g.sp -b rank.sp out.sp
	expect "exchange, $max downloads: the order can be read" 0
	expect_is "exchange, $max downloads: ticks, downloads, messages" \
		"3 $max 2" \
		"$(awk -F '\t' '!/^#/ { print $5, $6, $9 }' "$out")"
done
example 'firewall, three seeds' three - '0 1 0 0.6' --mode firewall
example 'crossover, three seeds' three - '2 1 0 0.6' --mode crossover
hotcurve -g g.sp -b rank.sp out.sp >once
expect_is 'other metrics count the first downloads alone' 11 \
	"$(tail -n +2 once | wc -l)"
example 'exchange, three seeds' three - '0 1 0.6 0.6'
echo 4 >popular
example 'a replicated page is never sent' one - '0 1 0.4 0.8' \
	--replicate popular
expect_is '... and recorded as a seed' '0 4' \
	"$(graphdump -s order-seeds out.sp | awk -F '\t' '!/^#/ { print $3 }' |
		paste -sd ' ' -)"

# how FILE - the options of its last step that say who owns a page
how() {
	graphdump -s provenance "$1" | tail -n 1 |
		grep -oE ' --(procs|partition|mode|batch)[a-z-]* [^ ]*' |
		tr -d '\n'
}

crawlorder -q --seeds one --procs 3 --partition-file owners -o out.sp g.sp
expect_is 'a file of owners is no rule' \
	' --procs 3 --partition-file owners --mode exchange --batch 1' \
	"$(how out.sp)"
crawlorder -q --seeds one -o out.sp g.sp
expect_is 'one crawler has no rule' ' --procs 0' "$(how out.sp)"

# ---- several pages at once --------------------------------------------------

run crawlorder --seeds one --order bfs,opic --at-once 3 -o out.sp g.sp
expect 'three at once' 0
expect_is 'three at once: rows' "(1,0,0)(2,0,1)(2,0,2)(2,0,4)(3,0,3)(3,0,5)\
(3,0,6)(4,0,7)(4,0,8)(5,0,9)(1,0,0)(2,0,1)(2,0,2)(2,0,4)(3,0,3)(3,0,5)\
(3,0,6)(4,0,8)(4,0,7)(5,0,9)" "$(downloads out.sp)"
crawlorder -R --seeds one --order bfs,ieca,lsf -o plain.sp g.sp
crawlorder -R --seeds one --order bfs,ieca,lsf --at-once 1 -o once.sp g.sp
graphdump -s orders plain.sp >plain
graphdump -s orders once.sp >once
expect_same 'one at once is the plain crawl' plain once


graphgen -n 2000 -o web.sp
printf '0\n7\n1000\n' >seeds
crawlorder -R --seeds seeds --at-once 2000 -o out.sp web.sp
expect_is 'all at once: a tick is a depth' 0 "$(graphdump -s orders out.sp |
	awk -F '\t' '!/^#/ && $6 != $8 { wrong++ } END { print wrong + 0 }')"
run crawlorder -R --seeds seeds --procs 3 --times -o out.sp web.sp
expect 'seconds of several processes' 0
run hotcurve -m time out.sp
expect_output 'seconds of several processes are there' 'bfs/3:exchange'

# ---- one process, threads, partitions ---------------------------------------

all=bfs,dfs,random,backlink,lsf,domainpq,batchpr,partialpr,opic
all=$all,fica,ficaplus,ieca,fpr,fpr@100,rankmass,wrankmass
all=$all,batchpr:method=local,partialpr:method=local
crawlorder -R --seeds seeds --order "$all" web.sp | graphdump -s orders |
	cut -f 1-7 >single
for mode in firewall crossover exchange; do
	crawlorder -R --seeds seeds --order "$all" --procs 1 --mode $mode \
		web.sp | graphdump -s orders | cut -f 1-7 |
		sed "s/\\/1:$mode//" >found
	expect_same "$mode: one process is the single crawler" single found
done
for threads in 1 2; do
	crawlorder -R -T "$threads" --seeds seeds --order "$all" --procs 5 \
		web.sp | graphdump -s orders >"threads-$threads"
done
expect_same 'the same with any number of threads' threads-1 threads-2

for partition in site-hash url-hash tld range; do
	run crawlorder -R --seeds seeds --procs 7 --partition $partition \
		-o out.sp web.sp
	expect "$partition" 0
	expect_is "$partition: a page has one owner" 0 \
		"$(graphdump -s orders out.sp | awk -F '\t' '!/^#/ {
			if ($3 in owner && owner[$3] != $9) wrong++
			owner[$3] = $9 } END { print wrong + 0 }')"
done
expect_is 'range: equal ranges' 0 "$(graphdump -s orders out.sp |
	awk -F '\t' '!/^#/ && $9 != int($3 * 7 / 2000) { wrong++ }
	END { print wrong + 0 }')"
# FNV-1a-64 of "a" is af63dc4c8601ec8c, of "b" af63df4c8601f1a5 and of "c"
# af63de4c8601eff2: 140, 165 and 242 modulo 256.
crawlorder -R --seeds three --procs 256 -q -o out.sp g.sp
expect_is 'site-hash: FNV-1a-64 of the host' '0:140 4:165 8:242' \
	"$(graphdump -s orders out.sp | awk -F '\t' '$8 == 1 {
		printf "%s%s:%s", n++ ? " " : "", $3, $9 }')"

# Three pages of .x, two of .y, one of .z, an address, and one without a host: by
# their hashes, the last two are of different processes.
{
	for host in a.x b.c.x a.y a.x a.y a.z; do echo "http://$host/$((n += 1))"; done
	echo http://10.1.2.3/
	echo mailto:x
} >tld.names
seq 0 7 | awk '{ print $1 "\t" ($1 + 1) % 8 }' |
	graphimport -q --names tld.names -o tld.sp -
seq 0 7 >tld.seeds
run crawlorder -v --seeds tld.seeds --procs 2 --partition tld -o out.sp tld.sp
expect 'tld: countries' 0
owners=$(graphdump -s orders out.sp | sed 1d | sort -t '	' -k 3,3n |
	cut -f 9 | paste -sd '' -)
expect_is 'tld: one owner has .x, and the other .y and .z' 00101101 "$owners"
expect_message 'tld: what the largest owns' \
	'process 0 owns the most pages: 4, 1 times its share'
crawlorder -q --seeds tld.seeds --procs 2 --partition tld tld.sp |
	graphdump -s orders | cut -f 1 | sort -u | sed 1d >names
expect_is 'tld: the name says so' 'bfs/2:exchange:tld' "$(cat names)"
run crawlorder --seeds tld.seeds --procs 9 --partition tld -o out.sp tld.sp
expect_message 'tld: some own nothing' 'own no page'
seq 1 40 | sed 's,.*,http://a&.edu/,' >edu.names
echo http://a.org/ >>edu.names
seq 0 40 | awk '{ print $1 "\t" ($1 + 1) % 41 }' |
	graphimport -q --names edu.names -o edu.sp -
run crawlorder --seeds tld.seeds --procs 4 --partition tld -o out.sp edu.sp
expect_message 'tld: a domain that is too large' \
	'owns 40 pages, 3.9 times its share: a top-level domain is not divided'
graphimport -q -o bare.sp - <<-'END'
	0	1
	END
run crawlorder --seeds - --procs 2 --partition tld bare.sp <one
expect 'tld without hosts' 65
expect_message 'tld without hosts, why' '--partition tld needs the hosts'

# ---- tables and figures ----------------------------------------------------

for procs in 1 2 4; do
	crawlorder -R --seeds seeds --procs $procs -o "p$procs.sp" web.sp
done
pagerank -R -o web-rank.sp web.sp
run hotcurve -m parallel --json -g web.sp -b web-rank.sp p1.sp p2.sp p4.sp
expect 'JSON' 0
expect_is 'JSON: a line for each order' 3 "$(wc -l <"$out")"
run hotcurve -m parallel -g web.sp -b web-rank.sp p4.sp p4.sp
expect_output 'draws have quartiles' quality_q1
run hotcurve -m parallel --gnuplot -g web.sp -b web-rank.sp p1.sp p2.sp p4.sp
expect_output 'a figure over processes' 'bfs:exchange'
run hotcurve -m throughput -g web.sp -b web-rank.sp p4.sp
expect 'throughput of several processes' 0

plan
