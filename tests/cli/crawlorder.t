#!/bin/sh
# SPDX-License-Identifier: MIT
#
# crawlorder.t - crawls of small graphs: orders, seeds, chains of filters, logs,
# and what is rejected
#
#	[BIN=bin] tests/cli/crawlorder.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

makeorders=$(cd "${BUILD:-build}/tests" && pwd)/makeorders
[ -x "$makeorders" ] || skip_all "there is no $makeorders; make check builds it"
cd "$folder" || exit 2

# Graph G11 of the manual's examples: hosts a (0-3), b (4-6), c (7-10).
for link in 0,1 0,2 0,4 1,3 2,1 2,3 2,5 3,0 4,5 4,6 4,7 5,4 5,8 7,1 7,8 \
	8,7 8,9 9,4 10,0 10,4; do
	echo "${link%,*} ${link#*,}"
done >links
for page in a0 a1 a2 a3 b4 b5 b6 c7 c8 c9 c10; do
	echo "http://${page%%[0-9]*}/${page#?}"
done >urls
graphimport -f arcs --names urls -o g.sp links
graphimport -f arcs -o bare.sp links
echo 0 >seeds
graphgen -n 2000 -o web.sp
graphgen -n 2000 --seed 2 -o other.sp
printf '0\n7\n1000\n' >web-seeds

# nodes ORDER - prints the pages of an order in out.sp on one line
nodes() {
	graphdump -s orders out.sp |
		awk -F '\t' -v order="$1" '$1 == order { printf "%s ", $3 }'
}

# order_is NAME ORDER PAGES - out.sp has this order of pages
order_is() {
	expect_is "$1" "$3 " "$(nodes "$2")"
}

run crawlorder --seeds seeds --k 2 --order bfs,ieca,fpr@100,lsf \
	-o out.sp g.sp
expect 'several orders' 0
expect_message 'no messages' ''
order_is 'bfs' bfs '0 1 2 4 3 5 6 7 8 9'
order_is 'ieca' ieca '0 1 3 2 4 5 8 7 6 9'
order_is 'fpr@100' fpr@100 '0 4 7 1 3 2 5 8 9 6'
order_is 'lsf' lsf '0 1 2 4 5 7 3 6 8 9'

# ---- the same bytes --------------------------------------------------------

all=bfs,dfs,random,shuffle,backlink,lsf,domainpq,batchpr,partialpr,opic
all=$all,fica,ficaplus,ieca,fpr,fpr@100,rankmass:max-push=5000,wrankmass
all=$all,batchpr:method=local,partialpr:method=local
for threads in 1 2 4; do
	run crawlorder -R -T "$threads" --seeds web-seeds --k auto --scores \
		--order "$all" -o "threads-$threads" web.sp
	expect "all orders with $threads threads" 0
done
expect_same 'the same bytes with 2 threads' threads-1 threads-2
expect_same 'the same bytes with 4 threads' threads-1 threads-4
for form in compact plain; do
	run crawlorder -R -T 2 -v --form $form --stats $form.json \
		--seeds web-seeds --k auto --scores \
		--order "$all" -o form-$form web.sp
	expect "all orders with --form $form" 0
	expect_message "--form $form is said" "form of the graph: $form, "
	expect_text "--form $form is in the statistics" \
		"\"form\": \"$form\"" $form.json
	expect_same "the same bytes with --form $form" threads-1 form-$form
done
# Little memory is no reason to fail: the plain form leaves enough to write.
graphgen -q -n 100000 --no-names -o large.sp
echo 0 >large-seed
for limit in 46M 50M 54M 58M; do
	crawlorder -R -T 2 --seeds large-seed --memory-limit $limit \
		--form compact -o large-compact large.sp 2>/dev/null || continue
	run crawlorder -R -T 2 --seeds large-seed --memory-limit $limit \
		-o large-auto large.sp
	expect "--form auto in $limit, which suffice for compact" 0
done
run crawlorder -R -v --seeds web-seeds --max 3 -o few web.sp
expect_message 'few downloads decode nothing' '(few downloads)'
graphdump -s orders threads-1 | awk -F '\t' '$1 == "ieca"' >together
crawlorder -R --seeds web-seeds --k auto --order ieca web.sp |
	graphdump -s orders | sed 1d >alone
expect_same 'an order does not depend on the others of the run' together alone

# ---- chains and seeds ------------------------------------------------------

crawlorder --seeds seeds --order bfs g.sp |
	crawlorder --seeds seeds --order opic |
	crawlorder --seeds seeds --order bfs --max 3 -o out.sp
order_is 'a new run of an order replaces the old one' bfs '0 1 2'
order_is 'other orders are passed on' opic '0 1 3 2 5 4 8 7 9 6'

run_sh 'seedpick --top-indegree 2 g.sp | crawlorder -g g.sp >out.sp'
expect 'seeds from a stream' 0
order_is 'seeds keep the order of the stream' bfs '4 1 5 6 7 3 8 0 9 2'
printf 'http://b/4\n# none\n9\n' >list
run crawlorder -R --seeds list -o out.sp g.sp
expect 'seeds by URL and page number' 0
order_is 'seeds keep the order of the list' bfs '4 9 5 6 7 8 1 3 0 2'
echo http://nowhere/ >>list
run crawlorder --seeds list g.sp
expect 'a seed that is not a page' 65
expect_line 'one line' crawlorder
run crawlorder --drop-missing -q --seeds list -o out.sp g.sp
expect '--drop-missing' 0
pagerank g.sp -o ranked.sp
run crawlorder --seeds-top pagerank:2 --order omniscient -o out.sp ranked.sp
expect 'seeds and benchmark by score' 0
order_is 'omniscient' omniscient '4 0 1 3 7 8 5 6 2 9'

# ---- seeds that were not downloaded ------------------------------------------

# Seed 0 leads to pages 2 and 3, seed 1 to pages 4 and 5.
printf '%s\n' '0 2' '2 3' '3 2' '1 4' '1 5' '4 5' |
	graphimport -f arcs | pagerank -o two.sp
printf '0\n1\n0\n' >two
run crawlorder --seeds two --max 3 --order dfs,bfs -o out.sp two.sp
expect 'a crawl that ends before its last seed' 0
run graphdump -s order-seeds out.sp
printf '#order\tseed\tnode\turl\n' >wanted
printf '%s\t1\t0\t\n%s\t2\t1\t\n' dfs dfs bfs bfs >>wanted
expect_same 'an order records all its seeds' wanted "$out"
run_sh 'crawlorder -R --seeds two --max 3 --order dfs two.sp |
	hotcurve -g two.sp --bench two.sp --reachable --at 0.5 | cut -f 1-3'
printf '#pages\tfraction\tdfs\n3\t0.5\t0.6666666666666666\n' >wanted
expect_same '--reachable counts from all seeds' wanted "$out"
run_sh 'crawlorder -R --seeds two --max 3 --order dfs two.sp |
	hotcurve -m tau --partial 3 -g two.sp --bench two.sp | cut -f 1,2'
printf '#order\titems\ndfs\t4\n' >wanted
expect_same '--partial has seen all seeds' wanted "$out"
run graphdump -s provenance out.sp
expect_output 'provenance names the list of seeds' '--seeds two '
expect_output 'provenance has a checksum of the seeds' \
	' # seeds 2 checksum '
seedpick --urls two two.sp | crawlorder -g two.sp - | graphdump -s provenance |
	sed -n 's/.* checksum //p' >found
sed -n 's/.* checksum //p' "$out" >wanted
expect_same 'the same seeds from a pipe have the same checksum' wanted found

# ---- periods -----------------------------------------------------------------

orders=bfs,backlink,batchpr,fica,ieca
crawlorder -R --seeds web-seeds --order "$orders" web.sp |
	graphdump -s orders >wanted
crawlorder -R --seeds web-seeds --order "$orders" --k 50 web.sp |
	graphdump -s orders >found
expect_same 'the default period is a fortieth of the pages' wanted found
run crawlorder -R --seeds web-seeds --order "$orders,ieca:k=1999" --k 250000 \
	-o out.sp web.sp
expect 'a period that is too long' 0
expect_message 'a period that is too long, which' 'crawlorder: backlink, batchpr, ieca: a period of 250000 downloads is not smaller than the graph of 2000 pages'
expect_line 'a period that is too long, one line' crawlorder
run crawlorder -R --seeds web-seeds --order "$orders" --max 50 -o out.sp web.sp
expect_message 'a crawl that is too short for its period' 'a period of 50 downloads is not smaller than --max 50'
run crawlorder -R --seeds web-seeds --order bfs,fica --k 5000 -o out.sp web.sp
expect_message 'no order has a period' 'option --k has no effect on --order bfs,fica'
expect_line 'no order has a period, one line' crawlorder

# ---- crawls that end early ---------------------------------------------------

# 0 and 1 lead to each other, 2 to nothing, all others to 3.
{ printf '0 1\n1 0\n' && seq 4 402 | sed 's/.*/& 3/'; } |
	graphimport -f arcs --dense -o ends.sp
echo 2 >end
run crawlorder --seeds end --order bfs,opic -o out.sp ends.sp
expect 'a crawl from a dead end' 0
expect_message 'a crawl from a dead end, why' 'crawlorder: bfs, opic: the crawl ends after 1 of 403 pages: no seed has a link'
expect_line 'a crawl from a dead end, one line' crawlorder
echo 0 >>end
run crawlorder --seeds end --order bfs,opic,rankmass:max-push=1 -o out.sp ends.sp
expect_message 'a crawl of less than a hundredth' 'bfs, opic: the crawl ends after 3 of 403 pages: the seeds lead to no'
expect_line 'a crawl of less than a hundredth, one line' crawlorder
run crawlorder --seeds end --max 3 -o out.sp ends.sp
expect_message '--max ends a crawl without a warning' ''
echo 5 >>end
run crawlorder --seeds end -o out.sp ends.sp
expect_message 'no warning from a hundredth on' ''

run_sh 'crawlorder -R --seeds web-seeds --max 50 web.sp | hotcurve -g web.sp |
	tail -n 1 | cut -f 1-3'
printf '50\t0.025\t0.02\n' >wanted
expect_same 'the curve of a short crawl has points where the crawl is' \
	wanted "$out"

# ---- limits ------------------------------------------------------------------

crawlorder -R --seeds web-seeds --order fpr,fpr:log-space=yes \
	--max-frontier 20 web.sp | graphdump -s orders >out
awk -F '\t' '$1 == "fpr" { key[$2] = $4; page[$2] = $3 }
	$1 == "fpr:log-space=yes" && (page[$2] != $3 ||
		(exp($4) / key[$2] - 1) ^ 2 > 1e-18) { print }
	END { if (NR < 200) print NR }' out >found
expect_is 'pages keep what limits refuse, as logarithms too' '' "$(cat found)"

# ---- logs ------------------------------------------------------------------

run crawlorder --seeds seeds --order ieca --k 2 --trace 2 g.sp
expect '--trace' 0
expect_output 'prints what was queued' '+1:0.6721212547196624'
expect_output 'prints the next page' \
	'ieca	2	1	0.6721212547196624	0	2'
run crawlorder -R --seeds seeds --queue-log log --queue-window 4 \
	-o out.sp g.sp
expect '--queue-log' 0
printf 'bfs\t4\t4\t8\t0\t0.75\t2\t0\t3\t3\t4\n' >wanted
sed -n 2p log >row
expect_same '--queue-log samples the frontier, and counts' wanted row
run_sh 'crawlorder -R --times --seeds seeds g.sp |
	hotcurve --summary --bench ranked.sp'
expect '--times' 0
run crawlorder --list
expect '--list' 0
expect_output '--list shows the options' 'replace|min|lazy'

# ---- revisits --------------------------------------------------------------

run crawlorder --order opic-revisit --steps 40 --trace 12 g.sp
expect 'revisits need no seeds' 0
printf '0 1 virtual 3 2 5 4 virtual 8 7 9 virtual ' >wanted
sed 1d "$out" | cut -f 3 | tr '\n' ' ' >row
expect_same 'the visits of the example' wanted row
run crawlorder -R -v --order opic-revisit,bfs --seeds seeds --steps 40 \
	-o out.sp g.sp
expect 'revisits together with an order' 0
expect_message '-v reports the virtual page' 'virtual page 0.26805'
graphdump -s scores out.sp | sed -n 5p | cut -c 1-8 >row
printf '3\t0.0809\n' >wanted
expect_same 'the importance of a page' wanted row
crawlorder --order opic-revisit g.sp |
	crawlorder --order opic-revisit --steps 40 -o again.sp
graphdump -s scores out.sp >wanted
graphdump -s scores again.sp >found
expect_same 'a new score replaces the old one' wanted found
revisits=opic-revisit,opic-revisit:policy=random,opic-revisit:policy=cycle
for threads in 1 2 4; do
	crawlorder -R -T "$threads" --order "$revisits,opic-revisit:window=2" \
		-o "visits-$threads" web.sp
done
expect_same 'revisits: the same bytes with 2 threads' visits-1 visits-2
expect_same 'revisits: the same bytes with 4 threads' visits-1 visits-4

# ---- what is rejected ------------------------------------------------------

# refused STATUS MESSAGE ARGUMENTS... - crawlorder rejects them
refused() {
	wanted=$1
	message=$2
	shift 2
	run crawlorder "$@"
	expect "status $wanted: $*" "$wanted"
	expect_message "message: $*" "$message"
	expect_line "one line: $*" crawlorder
}

refused 64 'no order "ficca" (did you mean fica' --order ficca g.sp
refused 64 'has no option "updat" (did you mean update?)' --order ieca:updat=min g.sp
refused 64 'is not one of replace|min|lazy' --order ieca:update=mim g.sp
refused 64 'has no options' --order bfs@1 g.sp
refused 64 'between 0 and' --order fpr:d=1 g.sp
refused 64 'bfs is given twice' --order bfs,bfs g.sp
refused 64 'no order ""' --order bfs, g.sp
refused 64 '"0" is not a whole number' --k 0 g.sp
refused 64 'is not one of stamp|id|lifo|random' --tie first g.sp
refused 64 'is not SCORE:N' --seeds-top pagerank ranked.sp
refused 65 'no seeds in the stream' g.sp
refused 65 'is not a page of the graph' --seeds web-seeds g.sp
refused 65 'no graph in the stream' --seeds seeds out.sp
refused 65 'no score "pagerank"' --seeds seeds --order omniscient g.sp
refused 65 'belongs to another graph' --seeds seeds --order omniscient \
	--bench ranked.sp web.sp
# No program of ours writes this.
echo 'score pagerank 1 1 1 1 1 1 1 1 1 1 1' | "$makeorders" g.sp >good.sp
"${makeorders%/*}/reseal" good.sp set SCOR.0 0.value nan >nan.sp
refused 65 'a score is not a finite number' --seeds seeds --order omniscient \
	nan.sp
for order in lsf domainpq fpr@2; do
	refused 65 'needs the hosts' --seeds seeds --order "$order" bare.sp
done
refused 65 'needs the hosts' --seeds seeds --max-per-host 2 bare.sp
refused 65 'needs the hosts' --seeds seeds --max-per-host 2% bare.sp
refused 65 'no shapes in the stream (crawlshape --to stream adds them)' \
	--seeds seeds --max-per-shape 2 g.sp
run crawlorder -v -T 1 --seeds seeds --order bfs,lsf bare.sp
expect 'an order without hosts, after another' 65
expect_true 'no order is crawled before all are checked' ! grep -q \
	'^crawlorder: bfs: downloads' "$err"
echo 'score trust 1 0 1 1 1 1 1 1 1 1 1' | "$makeorders" g.sp >trust.sp
printf '0\n1\n' >two
run crawlorder -v -T 1 --seeds two --trust trust --order bfs,fpr trust.sp
expect 'an order without trust in a seed, after another' 65
expect_message 'which seed' 'the trust in seed page 1 is 0: it must be above 0'
expect_true 'no order is crawled before the trust is checked' ! grep -q \
	'^crawlorder: bfs: downloads' "$err"

refused 65 'needs the hosts' --seeds seeds --max-depth-per-host 2 bare.sp
refused 64 'no process knows the depth of what others found' --seeds seeds \
	--max-depth-per-host 2 --procs 2 g.sp

# ---- crawls in time: what is refused ----------------------------------------

# The crawls themselves are compared in timed.t.
refused 64 'batch:PAGES' --seeds seeds --time batch g.sp
refused 64 'is not a time such as 250ms' --seeds seeds --time host \
	--time-limit 0.0000001 g.sp
refused 64 'a batch has at least one page' --seeds seeds --time batch:0 g.sp
refused 64 'option --delay needs --time' --seeds seeds --delay 1 g.sp
refused 64 'is not a time such as 250ms' --seeds seeds --time host --delay 1y \
	g.sp
refused 64 'option --procs does not go with --time' --seeds seeds --time host \
	--procs 2 g.sp
refused 64 'lsf does not go with --time host: it chooses hosts itself' \
	--seeds seeds --time host --order lsf g.sp
refused 64 'rankmass does not go with --time slots' --seeds seeds \
	--time slots --order rankmass g.sp
refused 65 'no hosts in the stream' --seeds seeds --time host bare.sp
refused 65 'no states of pages in the stream' --seeds seeds --time host \
	--as-fetched g.sp
refused 65 'the crawl takes longer than 146,000 years' --seeds seeds \
	--time host --failures 1 --retries 2000 --retry-wait 50000d g.sp
refused 64 'is not a whole number between 0 and 10000' --seeds seeds \
	--time host --retries 10001 g.sp

# A time that is longer than an option can be: a page that takes 317 years.
run_sh 'crawlorder -q --seeds seeds --time host --order bfs --setup 0 --lookup 0 \
	--response 0 --timeout 0 --page-size 10G --bandwidth 1 --max 1 g.sp |
	graphdump -s orders | sed 1d | cut -f 8,9'
expect_is 'a time of over 142 years is not cut' '0	10000000000000000' \
	"$(cat "$out")"
refused 65 'the crawl takes longer than 146,000 years' --seeds seeds \
	--time host --timeout 0 --page-size 5T --bandwidth 1 g.sp

# table TEXT MESSAGE - a table of hosts that is refused
table() {
	printf '%b' "$1" >hosts.table
	refused 65 "$2" --seeds seeds --time host --host-table hosts.table g.sp
}
host=$(graphdump -s hosts g.sp | awk -F '\t' 'NR == 2 { print $3 }')
table '' 'empty, not a table of hosts'
table 'host\n' 'names no column "host" and what is known'
table 'delay\n3\n' 'names no column "host"'
table 'host\tDelay\na.test\t2\n' 'and what is known of hosts'
table 'host delay\nx.example 3\n' 'no host of this table is in the graph'
table "host delay\n$host x\n" 'line 2: "x" is not a time'
table "host delay\n$host\n" 'line 2: a line of 1 columns'
table "host delay\n$host 1 2\n" 'line 2'
table "host failures\n$host 1.1\n" '"1.1" is not a number from 0 to 1'
table "host connections\n$host 0\n" '"0" is not a number from 1 on'
table "host bandwidth\n$host -1\n" '"-1" is not a number of bytes'
table "host delay delay\n$host 1 1\n" 'two columns say the delay'
table "host delay wait_median\n$host 1 1\n" 'two columns say the delay'
table "host delay\n$host 1\nx.example 2\n$host 3\n" 'line 4: a host is listed twice'
table "host failure_share failures\n$host 2 1\n" '"2" is not a number from 0'
# As crawlimport prints it: all requests fail, as the share says.
printf '#host failures failure_share wait_median\n%s 0 1 2\n' "$host" >logged
# One bad URL of a log does not spoil the table: hosts with blanks, or none.
printf '#host\tdelay\tfailures\nb c\t3\t0\n\t1\t0\n%s\t-\t1\n' "$host" >cells
run crawlorder -q -R --seeds seeds --time host --host-table cells -o out.sp g.sp
expect 'a table with tabs' 0
table "host\tdelay\n$host\t1\t2\n" '"2" where the line should end'
table "host\tdelay\n$host\t\n" '"" is not a time'
run crawlorder -R --seeds seeds --time host --host-table logged -o out.sp g.sp
expect_message 'waits of crawlimport count from the beginning' \
	'give --delay-from start'
run crawlorder -R --seeds seeds --time host --host-table logged \
	--delay-from start -o out.sp g.sp
expect_is 'with that, only why no page came' 1 "$(wc -l <"$err" | tr -d ' ')"
expect_message 'all requests failed' 'ends after 0 of 11 pages: requests failed'
# A median of 0 is that of a clock of whole seconds; without a median, nothing
# is said of the mean.
for columns in 'wait_median wait_mean:0 2' 'delay:2' 'delay wait_mean:2 x'; do
	printf '#host %s\n%s %s\n' "${columns%:*}" "$host" "${columns#*:}" \
		>logged
	crawlorder -q -R --seeds seeds --time host --host-table logged \
		--delay-from start g.sp | graphdump -s orders | cksum
done >sums
expect_is 'the mean of waits where their median is 0' 1 \
	"$(sort -u sums | wc -l | tr -d ' ')"
run crawlorder -R --seeds seeds --time host --time-limit 1ms -o out.sp g.sp
expect_message 'cut short before the first page' \
	'ends after 0 of 11 pages: no request was answered in time'
run crawlorder -R --seeds seeds --time host --time-limit 5s -o out.sp g.sp
expect_is 'cut short later, it says nothing' '' "$(cat "$err")"
graphdump -s orders out.sp | tail -n +2 | cut -f 3 >pages
crawlorder -q -R --seeds seeds --time host --delay-from start -o out.sp g.sp
expect_true 'shares of failures, not numbers: fewer pages come' \
	[ "$(wc -l <pages)" -lt "$(graphdump -s orders out.sp | tail -n +2 |
		wc -l)" ]
printf '#host\tother\tdelay\n\n%s\ty\t-\nx.example\ty\t3\n' "$host" >hosts.table
run crawlorder -R --seeds seeds --time host --host-table hosts.table -o out.sp \
	g.sp
expect 'a table of hosts' 0
expect_message 'hosts that are not there' \
	'hosts.table: 1 of 2 hosts are not in the graph'
for unused in '--budget 5 --time slots' '--between 3 --time host'; do
	# shellcheck disable=SC2086 # two options and their values
	run crawlorder -R --seeds seeds $unused -o out.sp g.sp
	expect_message "no effect: $unused" 'has no effect'
done
for queues in global slots batch:7; do
	for budget in 1 9; do
		crawlorder -q -R -z 0 --seeds seeds --time $queues \
			--host-connections 2 --budget $budget g.sp |
			graphdump -s orders | cksum
	done | uniq | wc -l | tr -d ' '
done >same
expect_is 'nor has it one' '1 1 1' "$(paste -sd ' ' same)"

# ---- depth in hosts ---------------------------------------------------------

# Hosts a, b, a: page 4 is the third of a on its way, but the first since b; page
# 2 is the third since the seed.
printf '0 1\n1 2\n2 3\n1 5\n5 4\n4 6\n6 7\n' >deep.links
for page in a/0 a/1 a/2 a/3 a/4 b/5 a/6 a/7; do
	echo "http://$page"
done >deep.urls
graphimport -q -f arcs --names deep.urls -o deep.sp deep.links
echo 0 >shape.seeds
for limit in '0|0 1 2 5 3 4 6 7' '1|0' '2|0 1 5 4 6' '3|0 1 2 5 4 6 7' \
	'4|0 1 2 5 3 4 6 7'; do
	crawlorder -q --seeds shape.seeds --max-depth-per-host "${limit%|*}" \
		-o out.sp deep.sp
	expect_is "pages of depth ${limit%|*} in their host, at most" \
		"${limit#*|} " "$(nodes bfs)"
done

# ---- shapes -----------------------------------------------------------------

# Two pages of /p/<number> at most: the seed 0 counts, and page 8 is refused
# when page 1 has been taken; page 9 is of another shape, and leads on.
{
	for page in 0 1 2 3 4 5 6 7 8; do
		echo "http://shape.example/p/$page"
	done
	echo http://shape.example/about
} >shape.urls
printf '0 8\n0 9\n9 1\n1 2\n8 3\n9 4\n' >shape.links
graphimport -q -f arcs --names shape.urls shape.links |
	crawlshape -q --to stream -o shape.sp
echo 0 >shape.seeds
for limit in '0|0 8 9 3 1 4 2' '1|0 9' '2|0 8 9' '3|0 8 9 3' '4|0 8 9 3 1' \
	'9|0 8 9 3 1 4 2'; do
	crawlorder -q --seeds shape.seeds --max-per-shape "${limit%|*}" \
		-o out.sp shape.sp
	expect_is "at most ${limit%|*} pages of a shape" "${limit#*|} " \
		"$(nodes bfs)"
done
# Each has its own count, so two processes have two pages each at most.
crawlshape -q --to stream -o shaped.sp web.sp
head -n 3 seeds >three
crawlorder -q --seeds three --max-per-shape 2 --procs 2 --order bfs \
	-o out.sp shaped.sp
graphdump -s shapes shaped.sp | tail -n +2 | cut -f 2 >shape-of
graphdump -s orders out.sp | awk -F '\t' -v seeds=three '
	FILENAME == "shape-of" { shape[FNR - 1] = $1; next }
	FILENAME == "three" { seed[$1] = 1; next }
	FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
	{ page = $column["node"]; downloads++ }
	!(page in seed) && ++count[$column["process"], shape[page]] > 2 {
		above++ }
	END { print (downloads > 100), above + 0 }' shape-of three - >got
expect_is 'two processes have limits of their own' '1 0' "$(cat got)"

# ---- scores of orders -------------------------------------------------------

run_sh 'crawlorder -R --seeds seeds --order fica,opic,bfs --scores g.sp |
	graphdump -s scores | cut -f 1-3 | sed -n "1p;2p;4p;12p"'
expect_is 'distances are negative, and a page not found is last' \
	'#node fica opic,0 0 0.30303030303030304,2 -0.47712125471966244 0.12121212121212122,10 -1.6202576311355612 0,' \
	"$(tr '\t\n' ' ,' <"$out")"
refused 64 'does not go with --trace' --scores --trace 3 --seeds seeds g.sp

refused 65 'eps must be above' --seeds seeds --order rankmass:eps=0.1 g.sp
run_sh 'crawlorder --seeds seeds g.sp >/dev/full'
expect 'a full disk' 74
expect_line 'one line' crawlorder

# ---- a limit that is a share ------------------------------------------------

graphgen -q -n 3000 -o web3000.sp
printf '0\n17\n2500\n' >seeds3000
for limit in '300 10%' '50 10% --max 500' '1 0.001%'; do
	# shellcheck disable=SC2086 # words
	set -- $limit
	pages=$1 share=$2
	shift 2
	expect_is "$share $*: $pages pages of a host" "$(crawlorder -q -R \
		-g web3000.sp --max-per-host "$pages" "$@" --order opic --seeds seeds3000 |
		graphdump -s orders)" "$(crawlorder -q -R -g web3000.sp "$@" \
		--max-per-host "$share" --order opic --seeds seeds3000 |
		graphdump -s orders)"
done

plan
