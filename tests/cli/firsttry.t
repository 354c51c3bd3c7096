#!/bin/sh
# SPDX-License-Identifier: MIT
#
# firsttry.t - from files as their users have them to ten seeds and a figure,
# without an option that one would have to look up
#
#	[BIN=bin] tests/cli/firsttry.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091
. "$here/lib.sh"

data=$(cd "${SEEDPIPE_DATA:-../shared/data}" 2>/dev/null && pwd)
cd "$folder" || exit 2

# seeds_and_figure PRUNE - ten seeds of graph.sp, orders from them, a figure
seeds_and_figure() {
	run_sh "$1 graph.sp | hits | coreextract --seeds 10 | seedpick -o seeds.sp"
	expect 'seeds' 0
	expect_message 'without a word about them' ''
	graphdump -s seeds seeds.sp >seeds.tsv
	expect_is 'they are ten' 10 "$(grep -vc '^#' seeds.tsv)"
	run crawlorder -g graph.sp --order bfs,opic -o orders.sp seeds.sp
	expect 'orders' 0
	run hotcurve -g graph.sp --summary orders.sp
	expect 'a table' 0
	expect_is 'of both orders' 2 "$(grep -cE '^(bfs|opic)' "$out")"
	if command -v gnuplot >/dev/null; then
		rm -f fig.png
		run hotcurve -g graph.sp orders.sp -o fig.png
		expect 'a figure' 0
		expect_true 'it is an image' grep -q PNG fig.png
	else
		skip 'a figure' 'no gnuplot'
	fi
}

# first_try NAME PRUNE OPERAND... - imports and goes on to the figure
first_try() {
	label="$1: "
	prune=$2
	shift 2
	run graphimport "$@" -o graph.sp
	expect 'import' 0
	expect_message 'no warning' ''
	seeds_and_figure "$prune"
	label=
}

# ---- one web in all formats ------------------------------------------------

graphgen -n 8000 --links 12 --between 0.3 -o web.sp
graphdump web.sp | sed 1d >arcs
graphdump -s names web.sp | sed 1d | cut -f 3 >urls
awk -F '\t' 'NR == FNR { name[FNR - 1] = $1; next }
	{ print name[$1] "\t" name[$2] }' urls arcs >pairs

# same_links NAME - the graph has the links of the web, under the same numbers
same_links() {
	graphdump graph.sp | sed 1d >links
	expect_same "$1: the same links" arcs links
}

first_try 'links between URLs' graphprune pairs
tr '\t' ',' <pairs | gzip >pairs.csv.gz
first_try 'URLs, with commas, compressed' graphprune pairs.csv.gz
{
	printf '# Directed graph: web.txt\r\n'
	printf '# Nodes: 8000 Edges: %d\r\n' "$(wc -l <arcs)"
	printf '# FromNodeId\tToNodeId\r\n'
	sed 's/$/\r/' arcs
} >web.txt
first_try 'SNAP, with URLs' graphprune --names urls web.txt
same_links 'SNAP, with URLs'
{
	echo '%%MatrixMarket matrix coordinate pattern general'
	echo '%'
	echo "8000 8000 $(wc -l <arcs)"
	awk '{ print $1 + 1, $2 + 1 }' arcs | sort -k 2,2n -k 1,1n
} >web.mtx
first_try 'Matrix Market' cat web.mtx
same_links 'Matrix Market'
awk '{ list[$1] = list[$1] s[$1] $2; s[$1] = " " }
	END { print 8000; for (i = 0; i < 8000; i++) print list[i] }' \
	arcs >web.graph-txt
first_try 'ASCIIGraph, with URLs' graphprune --names urls web.graph-txt
same_links 'ASCIIGraph, with URLs'

# Common Crawl: hosts in the order of their reversed names, files in parts, and
# lists with paths from the root of the site.
graphgen -n 60000 --links 6 --between 0.5 | graphdump -s names | sed 1d |
	cut -f 2 >host_of
graphgen -n 60000 --links 6 --between 0.5 | graphdump | sed 1d >page_arcs
sort -u host_of | awk -F . '{
	name = $NF
	for (i = NF - 1; i; i--) name = name "." $i
	print name "\t" $0 }' | sort | awk -F '\t' '{
	print NR - 1 "\t" $1 >"ids"
	print $2 "\t" NR - 1 }' >numbers
awk -F '\t' 'FILENAME == "numbers" { id[$1] = $2; next }
	FILENAME == "host_of" { host[FNR - 1] = id[$1]; next }
	{ print host[$1] "\t" host[$2] }' numbers host_of page_arcs |
	sort -u -k 1,1n -k 2,2n >host_arcs
site=projects/hyperlinkgraph/cc-main-2026-jan-feb-mar/host
mkdir -p $site/edges $site/vertices
half=$(($(wc -l <ids) / 2))
head -n $half ids | gzip >$site/vertices/part-00000.txt.gz
tail -n +$((half + 1)) ids | gzip >$site/vertices/part-00001.txt.gz
awk 'NR % 2' host_arcs | gzip >$site/edges/part-00000.txt.gz
awk 'NR % 2 == 0' host_arcs | gzip >$site/edges/part-00001.txt.gz
for part in edges vertices; do
	printf '%s\n' $site/$part/part-0000[01].txt.gz |
		gzip >$site/cc-main-2026-jan-feb-mar-host-$part.paths.gz
done
first_try 'Common Crawl, lists of parts' graphprune \
	$site/cc-main-2026-jan-feb-mar-host-edges.paths.gz
graphdump graph.sp >expected.txt
gzip -c ids >web-domain-vertices.txt.gz
gzip -c host_arcs >web-domain-edges.txt.gz
first_try 'Common Crawl, two files' graphprune web-domain-edges.txt.gz
graphdump graph.sp >got.txt
expect_same 'Common Crawl: the same links from parts' expected.txt got.txt

# ---- real graphs -----------------------------------------------------------

if [ -e "$data/cnr-2000/cnr-2000.graph" ]; then
	first_try 'BVGraph' cat "$data/cnr-2000/cnr-2000"
	expect_is 'BVGraph: a file of it names it, too' \
		"$(graphdump graph.sp | cksum)" \
		"$(graphimport "$data/cnr-2000/cnr-2000.graph" |
			graphdump | cksum)"
else
	skip 'BVGraph' 'no data for it'
fi
if [ -e "$data/hollins/hollins.edges.txt.gz" ]; then
	first_try 'hollins.edu' graphprune \
		--names "$data/hollins/hollins.urls.txt.gz" \
		"$data/hollins/hollins.edges.txt.gz"
else
	skip 'hollins.edu' 'no data for it'
fi

# ---- files as other programs write them ------------------------------------

# written MODULE NAME COMMAND - a Python program writes the file out.txt; its
# links are those of the graph, in any numbering of the pages
written() {
	label="$1, $2: "
	if ! python3 -c "import $1" 2>/dev/null; then
		skip 'import' "no $1 for Python"
		label=
		return
	fi
	rm -f out.*
	if ! python3 -c "$3" >"$out" 2>&1; then
		not_ok 'is written' "$(cat "$out")"
	else
		run graphimport out.* -o graph.sp
		expect 'import' 0
		expect_message 'no warning' ''
		expect_is 'all links' "$4" \
			"$(graphdump graph.sp 2>&1 | sed 1d | tr '\t\n' '> ')"
	fi
	label=
}

web='import networkx as nx
g = nx.DiGraph([(0, 1), (0, 2), (1, 2), (2, 0), (3, 2)])'
written networkx write_edgelist "$web
nx.write_edgelist(g, 'out.txt')" '0>1 0>2 1>2 2>0 3>2 '
written networkx 'write_edgelist, compressed' "$web
nx.write_edgelist(g, 'out.txt.gz', data=False)" '0>1 0>2 1>2 2>0 3>2 '
written networkx 'write_edgelist, with commas' "$web
nx.write_edgelist(g, 'out.txt', data=False, delimiter=',')" \
	'0>1 0>2 1>2 2>0 3>2 '
written igraph write_edgelist "import igraph
igraph.Graph([(0, 1), (0, 2), (1, 2), (2, 0), (3, 2)],
	directed=True).write_edgelist('out.txt')" '0>1 0>2 1>2 2>0 3>2 '
written scipy mmwrite "import scipy.io, scipy.sparse
scipy.io.mmwrite('out.mtx', scipy.sparse.coo_matrix(([1] * 5,
	([0, 0, 1, 2, 3], [1, 2, 2, 0, 2])), shape=(4, 4)), field='pattern')" \
	'0>1 0>2 1>2 2>0 3>2 '

plan
