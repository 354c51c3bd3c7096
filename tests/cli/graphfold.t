#!/bin/sh
# SPDX-License-Identifier: MIT
#
# graphfold.t - graphs of hosts and domains: as many links as the pages have,
# the names of the hosts, and what other filters make of them
#
#	[BIN=bin] [SEEDPIPE_DATA=folder] tests/cli/graphfold.t

# shellcheck disable=SC2016,SC2154 # of awk and sh -c, of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
cd "$folder" || exit 2

# links FILE - prints the links of a folded graph with weights, by host name
links() {
	graphdump -s names "$1" >names.tsv
	graphdump --weights "$1" | awk -F '\t' '/^#/ { next }
		NR == FNR { name[$1] = $NF; next }
		{ print name[$1] "\t" name[$2] "\t" $3 }' names.tsv - | sort
}

# folded FILE - the same from a graph of pages, by awk; every weight counts 1
folded() {
	graphdump -s names "$1" >names.tsv
	graphdump "$1" | awk -F '\t' '/^#/ { next }
		NR == FNR { host[$1] = $2; next }
		{ count[host[$1] "\t" host[$2]]++ }
		END { for (key in count) print key "\t" count[key] }' \
		names.tsv - | sort
}

# total FILE - prints the sum of all weights
total() {
	graphdump --weights "$1" |
		awk '!/^#/ { sum += $3 } END { print sum + 0 }'
}

# ---- a generated web --------------------------------------------------------

graphgen -n 3000 -o web.sp
run graphfold web.sp -o hosts.sp
expect 'a generated web' 0
expect_message 'no messages' ''
links hosts.sp >found
folded web.sp >wanted
expect_true 'there are links' test -s wanted
expect_true 'the links are those that awk counts' cmp wanted found
expect_is 'the weights are all links' "$(graphdump web.sp | grep -vc '^#')" \
	"$(total hosts.sp)"
graphdump -s hosts web.sp | awk -F '\t' '!/^#/ { print $1, $3, $2 }' >wanted
graphdump -s names hosts.sp | awk -F '\t' '!/^#/ { print $1, $NF }' >named
graphdump -s scores hosts.sp | awk -F '\t' '!/^#/ { print $2 }' |
	paste -d ' ' named - >found
expect_true 'names and numbers of pages are those of the hosts' \
	cmp wanted found

# Prune and fold, or fold and remove the links of a host to itself.
graphprune -q web.sp | graphfold -o one.sp
graphfold web.sp | graphprune -q --unit none --self-loops -o two.sp
graphfold --drop-inside web.sp -o three.sp
links one.sp >wanted
links two.sp >found
expect_true 'the fold of a pruned graph is the pruned fold' cmp wanted found
links three.sp >found
expect_true 'and that without links inside' cmp wanted found
echo http://a.example/1 http://a.example/2 | graphimport -q -o inside.sp
graphfold -q --drop-inside inside.sp -o none.sp
run graphdump --weights none.sp
expect 'without links inside none are left: it can be read' 0
graphfold hosts.sp -o twice.sp
links hosts.sp >wanted
links twice.sp >found
expect_true 'a folded graph folds to itself: weights are added' \
	cmp wanted found

for threads in 2 5; do
	graphfold -T $threads web.sp -o t.sp
	expect_true "$threads threads: the same bytes" cmp hosts.sp t.sp
done
run graphfold --memory-limit 64M web.sp -o t.sp
expect 'a memory limit' 0
expect_true 'the same bytes' cmp hosts.sp t.sp
run graphfold --memory-limit 1M web.sp -o limited.sp
expect 'a memory limit that is too small' 71
expect_true 'no output then' test ! -e limited.sp

# More links between hosts than the memory takes are sorted on disk: each page
# is a host of its own.
seq 20000 | sed 's|.*|http://&.example/|' >urls
awk 'BEGIN { for (i = 0; i < 20000; i++) for (j = 1; j <= 20; j++)
	print i, (i * j * 7 + j) % 20000 }' >arcs
graphimport -q -f arcs --names urls arcs -o wide.sp
graphfold wide.sp -o roomy.sp
run graphfold --memory-limit 32M -T 1 wide.sp -o tight.sp
expect 'links sorted on disk' 0
expect_true 'the same bytes from disk' cmp roomy.sp tight.sp

# ---- what other filters make of it -------------------------------------------

run_sh 'graphfold --drop-inside web.sp | pagerank |
	crawlorder -q --order bfs,opic --seeds-top pages:3 |
	hotcurve --at 0.5'
expect 'hosts are ranked, crawled and evaluated' 0
run graphprune hosts.sp -o pruned.sp
expect 'hosts are pruned' 0
expect_is 'without the links inside' "$(total one.sp)" "$(total pruned.sp)"
graphprune --top pages:10 hosts.sp -o largest.sp
expect_is 'the largest hosts' 10 \
	"$(graphdump -s names largest.sp | grep -vc '^#')"

# ---- pages without a host, domains, weights -----------------------------------

cat >links <<END
http://a.example.com/1 http://b.example.com/ 2
http://a.example.com/2 http://b.example.com/ 0.5
mailto:x http://a.example.com/1 3
http://other.example/ mailto:y 1
http://a.example.com/1 http://a.example.com/2 4
END
graphimport -q --weights 3 links -o weighted.sp
run graphfold weighted.sp -o w.sp
expect 'weights are added' 0
expect_message 'pages without a host are counted' \
	'2 of 6 pages have no host: each becomes a host without a name'
expect_is 'the sums' 'a.example.com b.example.com 2.5
a.example.com a.example.com 4' \
	"$(links w.sp | grep '^a' | tr '\t' ' ' | sort -k 3n)"
expect_is 'each page without a host is one' 5 \
	"$(graphdump -s names w.sp | grep -vc '^#')"
expect_is 'none is taken for another' 4 "$(graphdump w.sp | grep -vc '^#')"
if graphimport -q --domain --weights 3 links -o domains.sp 2>err.txt; then
	run graphfold -q --to domain domains.sp -o d.sp
	expect 'domains' 0
	expect_is 'the sum of a domain' 'example.com example.com 6.5' \
		"$(links d.sp | grep '^example.com' | tr '\t' ' ')"
	graphfold -q domains.sp | graphfold -q --to domain -o d2.sp
	links d.sp >wanted
	links d2.sp >found
	expect_true 'domains of hosts are domains of pages' cmp wanted found
	run graphprune -q --unit domain d.sp -o p.sp
	expect 'domains are pruned by domain' 0
else
	for name in domains 'the sum of a domain' 'domains of hosts' \
		'domains are pruned'; do
		skip "$name" 'built without libpsl'
	done
fi

# ---- real graphs ----------------------------------------------------------------

if [ -n "$data" ] && [ -e "$data/ics-dev" ]; then
	graphimport -q --names "$data/ics-dev/ics-dev.urls.txt.zst" \
		"$data/ics-dev/ics-dev.edges.txt.zst" -o ics.sp
	graphfold ics.sp -o ics-hosts.sp
	graphfold --drop-inside ics.sp -o ics-between.sp
	expect_is 'ics-dev: hosts' 9573 \
		"$(graphdump -s names ics-hosts.sp | grep -vc '^#')"
	expect_is 'ics-dev: links' 1116243 "$(total ics-hosts.sp)"
	expect_is 'ics-dev: links between hosts' 250748 \
		"$(total ics-between.sp)"
else
	skip 'ics-dev: hosts' 'no real graphs'
	skip 'ics-dev: links' 'no real graphs'
	skip 'ics-dev: links between hosts' 'no real graphs'
fi

plan
