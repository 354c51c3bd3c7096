#!/bin/sh
# SPDX-License-Identifier: MIT
#
# timed.t - crawls that take time (crawlorder --time), against a second
# implementation in Python, timedcrawl.py
#
#	[BIN=bin] [TIMED_CASES=60] [FIRST=1] tests/cli/timed.t
#
# TIMED_CASES says how many random crawls timedcases.py tries, from the one with
# the number FIRST on.  The orders that timedcrawl.py lacks are compared with
# themselves: where time plays no part, an order is the same as without it.

# shellcheck disable=SC2016,SC2154 # awk has dollars, lib.sh sets variables

here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
	skip_all 'no Python from 3.9 on'
crawlorder --help | grep -q -e '--time ' ||
	skip_all 'crawlorder has no --time'
cd "$folder" || exit 2

# A test that cannot fail proves nothing: with a wrong time of a lookup, the
# downloads begin and end at other times.
mkdir broken
for file in "$BIN"/*; do
	ln -s "$file" broken
done
rm broken/crawlorder
printf '#!/bin/sh\nexec "%s" "$@" --lookup 0.123\n' "$BIN/crawlorder" \
	>broken/crawlorder
chmod +x broken/crawlorder
run python3 "$here/timedcases.py" 3 1 broken
expect 'another lookup is another crawl' 1
expect_output 'another lookup is another crawl: says where' 'expected'

run python3 "$here/timedcases.py" "${TIMED_CASES:-60}" "${FIRST:-1}" "$BIN"
expect "${TIMED_CASES:-60} crawls: the same in Python" 0
sed 's/^/# /' "$out" "$err"

graphgen -n 300 | graphdump | sed 1d >links
seq -f page%g 300 >names
echo '0 5 77 100' | tr ' ' '\n' >seeds
awk '{ print NR - 1, NR * 7919 % 1000 / 1000 }' OFS='\t' names >scores

# orders HOSTS OPTION... - the rows of many orders: those of a graph in which a
# line of all hosts is HOSTS
orders() {
	sed "s/.*/$1/" names >hosts
	shift
	graphimport -q -f arcs --keys ids --names names --hosts hosts links |
		scoreimport -q --scores pagerank=scores \
			--scores relevance=scores |
		crawlorder -q -R --seeds seeds --order "$list" "$@" |
		graphdump -s orders | cut -f 1-6 |
		sed 's|^\([^/\t]*\)/[^\t]*|\1|'
}

list=bfs,dfs,omniscient,backlink@1,backlink@7,batchpr@20,partialpr@20,opic
list=$list,opic:dangling=virtual,fica,fica:rule=rl:k=9,ficaplus,ieca,fpr
list=$list,fpr:M=5,bestfirst,fish,shark,otie,domainpq:unit=host:max-wait=20
orders one.example >plain
for queues in host global slots batch:1; do
	orders one.example --time $queues --delay 0 --connections 1 >timed
	expect_same "one connection to one host: $queues" plain timed
done
orders '&.example' >plain
orders '&.example' --time global --connections 1 >timed
expect_same 'one connection to many hosts: global' plain timed
orders '&.example' --at-once 9 >plain
orders '&.example' --time batch:9 --spread 0 --host-spread 0 >timed
expect_same 'batches of 9 are the pages of --at-once 9' plain timed
list=$list,lsf,random,ieca:update=lazy
orders '' >plain
orders '' --time slots --connections 1 >timed
expect_same 'one connection to pages without a host: slots' plain timed

# ---- time that counts requests ----------------------------------------------

for hosts in '' one.example '&.example'; do
	orders "$hosts" >plain
	orders "$hosts" --time requests >timed
	expect_same "requests, of which none fails: \"$hosts\"" plain timed
done
graphimport -q -f arcs --keys ids -o bare.sp links 2>/dev/null
graphimport -q -f arcs --keys ids --names names --hosts hosts -o graph.sp links
# failing GRAPH OPTION... - the rows of four orders in which requests fail
failing() {
	crawlorder -q -R -g "$@" --seeds seeds --order bfs,opic,fica,dfs \
		--failures 0.3 --retries 1 --retry-wait 5 |
		graphdump -s orders | cut -f 1-6,8- | sed 's|/time=[^\t]*||'
}
failing graph.sp --time slots --connections 1 --delay 0 --setup 1 --response 0 \
	--spread 0 --host-spread 0 --bandwidth 0 --lookup 0 --timeout 0 >wanted
failing graph.sp --time requests >found
expect_same 'requests are slots in which nothing else takes time' wanted found
failing bare.sp --time requests >bare
expect_same 'a graph without hosts: the same' found bare
expect_true 'each takes a second, one at a time, and some bring nothing' \
	awk -F '\t' 'NR > 1 && $1 == "bfs" {
		n++
		bad = bad || $NF % 1e6 || $NF - $(NF - 1) != 1e6 || $NF <= last
		last = $NF
	} END { exit bad || n * 1e6 >= last || n < 100 }' found
# A table of hosts says who fails, and nothing else.
awk 'NR % 50 == 1 { print $1 }' hosts | sort -u >one
printf 'host\tdelay\tresponse\tfailures\n' >table
sed 's/$/\t7\t3\t1/' one >>table
crawlorder -q -R -g graph.sp --seeds seeds --time requests --retries 0 \
	--host-table table | graphdump -s orders >found
expect_is 'pages of hosts that fail are not there' 0 "$(awk -F '\t' '
	FILENAME == "one" { bad[$1]; next }
	FILENAME == "hosts" { host[FNR - 1] = $1; next }
	FNR > 1 && host[$3] in bad { n++ }
	END { print n + 0 }' one hosts found)"
expect_true 'others are, a second each' awk -F '\t' '
	NR > 1 && $NF - $(NF - 1) != 1e6 { bad = 1 } END { exit bad || NR < 20 }
	' found

# ---- what has no effect ------------------------------------------------------

run crawlorder -R -g graph.sp --seeds seeds --time host --max-delay 5 -o any.sp
expect_message 'a limit of the factor without one' \
	'option --max-delay has no effect on --order bfs: it is for --delay-factor'
echo 'host delay' >table
run crawlorder -R -g graph.sp --seeds seeds --time host --host-table table \
	-o any.sp
expect_message 'a table without a host' 'table: no host in this table'

plan
