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

# shellcheck disable=SC2154 # lib.sh sets variables

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

plan
