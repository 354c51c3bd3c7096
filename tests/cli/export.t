#!/bin/sh
# SPDX-License-Identifier: MIT
#
# export.t - graphdump --to: what other programs read has the graph that it was
# made from, sets of files appear together, and what makes no sense is refused
#
#	[BIN=bin] tests/cli/export.t

# shellcheck disable=SC2016,SC2034,SC2154 # of sh -c, of lib.sh

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"
cd "$folder" || exit 2

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

# arcs FILE - prints the links of a stream
arcs() {
	graphdump --weights "$1" 2>/dev/null || graphdump "$1"
}

# npy FILE... - prints the type and the values of each vector
npy() {
	perl -e '
	my %letters = ("|u1" => "C*", "<u4" => "V*", "<i8" => "q<*",
		"<f8" => "d<*");
	for my $path (@ARGV) {
		open(my $file, "<:raw", $path) or die "$path: $!";
		my $bytes = do { local $/; <$file> };
		my ($magic, $major, $minor, $length) =
			unpack("a6 C C v", $bytes);
		die "$path: magic" if $magic ne "\x93NUMPY" || $major != 1;
		die "$path: length $length" if (10 + $length) % 64;
		my $head = substr($bytes, 10, $length);
		$head =~ /^\{\x27descr\x27: \x27(...)\x27, \x27fortran_order\x27: False, \x27shape\x27: \((\d+),\), \} *\n$/
			or die "$path: $head";
		my @values = unpack($letters{$1}, substr($bytes, 10 + $length));
		die "$path: $2" if @values != $2;
		print join(" ", $path, $1, @values), "\n";
	}' "$@"
}

# ---- graphs ------------------------------------------------------------------

printf '0 1\n0 2\n2 0\n2 2\n' >links
printf '0 1 2.5\n0 2 3\n2 0 1e300\n2 2 0\n' >weighted
: >none
graphimport -q -f arcs --dense links >plain.sp
graphimport -q -f arcs --dense --weights 3 weighted >weighted.sp
echo '1 1' | graphimport -q -f arcs --dense --base1 >self.sp
printf '3\n\n\n\n' | graphimport -q -f ascii >nolinks.sp
printf '0\n' | graphimport -q -f ascii >nopages.sp
graphgen -n 3000 >made.sp

for format in ascii mtx; do
	for graph in plain weighted self nolinks nopages made; do
		there='' back=''
		[ $graph != weighted ] || there=--weights back='--weights 1'
		# shellcheck disable=SC2086 # options are words
		run graphdump --to $format $there -o there $graph.sp
		expect "$format of $graph" 0
		# shellcheck disable=SC2086
		graphimport -q -f $format $back there >back.sp
		arcs $graph.sp >wanted
		arcs back.sp >got
		expect_same "$format of $graph, and back" wanted got
	done
done
run graphdump --to mtx --weights weighted.sp
expect_is 'mtx with weights' '%%MatrixMarket matrix coordinate real general
% row i, column j: a link from page i-1 to page j-1
3 3 4
1 2 2.5
1 3 3
3 1 1e+300
3 3 0' "$(cat "$out")"
run graphdump --to mtx --weights nolinks.sp
expect_is 'mtx with weights, without links' \
	'%%MatrixMarket matrix coordinate real general
% row i, column j: a link from page i-1 to page j-1
3 3 0' "$(cat "$out")"
run graphdump --to ascii weighted.sp
expect_is 'ascii without weights' '3
1 2

0 2' "$(cat "$out")"
run graphdump --to ascii --weights weighted.sp
expect_is 'ascii with weights' '3
1:2.5 2:3

0:1e+300 2:0' "$(cat "$out")"
run graphdump --to tsv plain.sp
cp "$out" tsv
run graphdump plain.sp
expect_same '--to tsv is the default' tsv "$out"
run graphdump --json plain.sp
cp "$out" json
run graphdump --to json plain.sp
expect_same '--to json is --json' json "$out"

# ---- XML ---------------------------------------------------------------------

perl -e 'print "http://a.x/?a=1&b=\"<>\x27\n",
	"http://b.x/]]>\ttab\x01\xff\xef\xbf\xbe\xc2\x85 caf\xc3\xa9\n",
	"x" x 2000, "\n", "\n"' >names
printf '%s\n' '0 1 2.5' '1 0 1' '2 2 3' '2 3 1' |
	graphimport -q -f arcs --weights 3 --names names | hits >hurt.sp
run graphdump --to graphml --weights --score hub hurt.sp
expect 'graphml' 0
cp "$out" graphml
expect_text 'graphml: what XML has signs for' \
	'<data key="label">http://a.x/?a=1&amp;b=&quot;&lt;&gt;'"'</data>" \
	graphml
expect_text 'graphml: what XML has no place for' \
	"http://b.x/]]&gt;&#9;tab%01%FF%EF%BF%BE&#x85; caf$(printf '\303\251')<" \
	graphml
expect_text 'graphml: a name of 2,000 letters' \
	"$(printf '>%2000s</data>' x | tr ' ' x)" graphml
expect_text 'graphml: a page without a name' '<node id="3"><data key="s0">' \
	graphml
expect_text 'graphml: hosts' '<data key="host">b.x</data>' graphml
expect_text 'graphml: a weight' \
	'<edge source="0" target="1"><data key="weight">2.5</data></edge>' \
	graphml
expect_is 'graphml: one score' 1 "$(grep -c 'attr.type="double"' graphml |
	awk '{ print $1 - 1 }')"
run graphdump --to gexf --weights hurt.sp
expect 'gexf' 0
cp "$out" gexf
expect_text 'gexf: labels' '<node id="0" label="http://a.x/?a=1&amp;b=&quot;' \
	gexf
expect_text 'gexf: scores' '<attribute id="2" title="authority" type="double"' \
	gexf
expect_text 'gexf: a weight' \
	'<edge id="0" source="0" target="1" weight="2.5"/>' gexf
hits plain.sp -R >scores.sp
run graphdump --to gexf -g plain.sp scores.sp
expect_text 'gexf: the scores of another stream' 'title="hub"' "$out"
run graphdump --to gexf -g self.sp scores.sp
expect 'scores of another graph' 65
harmonic -q --name label plain.sp >label.sp
refused 'a score by the name of labels' 65 \
	'score "label" has the name of another attribute: choose' \
	--to graphml label.sp
refused 'a score that is not there' 65 'no score "pagerank" in the stream' \
	--to gexf --score pagerank hurt.sp
for format in graphml gexf; do
	refused "$format of too many pages" 65 \
		'3000 pages are too many for the programs that read this format' \
		--to $format --max-pages 2999 made.sp
	expect_is "$format: nothing is written of them" '' "$(cat "$out")"
	run graphdump --to $format --max-pages 3000 made.sp
	expect "$format of as many" 0
	for graph in nolinks nopages self; do
		run graphdump --to $format $graph.sp
		expect "$format of $graph" 0
		if command -v xmllint >/dev/null 2>&1; then
			cp "$out" written.xml
			run xmllint --noout written.xml
			expect "$format of $graph is XML" 0
		fi
	done
done
refused 'the score of a table of links' 64 \
	'--score does not go with --section graph' --score hub hurt.sp

# ---- JSON Lines --------------------------------------------------------------

# json NAME - $out is lines of JSON, at least one
json() {
	if [ -s "$out" ] && perl -MJSON::PP -ne 'decode_json($_)' <"$out" \
		>truth 2>&1; then
		ok "$1"
	else
		not_ok "$1" "$(cat truth; head -n 3 "$out")"
	fi
}

printf '1\n2\n' >list
printf '%s\n' '0 1 0.5' >anchors
scoreimport -q --link-scores anchors hurt.sp >every.sp
coreextract -q --iterations 2 --min-hubs 1 --min-authorities 1 hurt.sp >core.sp
seedpick --top hub:2 hurt.sp >picked.sp
crawlorder -q --seeds list --procs 2 hurt.sp >crawled.sp
while read -r stream section summary; do
	# shellcheck disable=SC2086 # the option is a word or none
	run graphdump --json -s "$section" $summary $stream.sp
	json "$section as JSON $summary"
done <<END
every graph
every names
every hosts
every scores
every scores --summary
every link-scores
every provenance
core cores
core cores --summary
picked seeds
picked seeds --summary
crawled orders
crawled orders --summary
crawled order-seeds
END
run graphdump --json -s names every.sp
expect_text 'JSON of names that hurt' \
	"b.x/]]>\\u0009tab\\u0001\\u00ff$(printf '\357\277\276')\\u0085 caf" "$out"

# ---- vectors -----------------------------------------------------------------

run graphdump --to npy set weighted.sp
expect 'npy of a graph' 0
expect_is 'npy of a graph: compressed rows' 'set.indptr.npy <i8 0 2 2 4
set.indices.npy <u4 1 2 0 2' "$(npy set.indptr.npy set.indices.npy)"
run graphdump --to npy --weights -o weighty weighted.sp
expect_is 'npy of weights' 'weighty.weights.npy <f8 2.5 3 1e+300 0' \
	"$(npy weighty.weights.npy)"
# The first vector fits the limit, the second does not: neither is replaced.
awk 'BEGIN { for (i = 0; i < 9000; i++) print i % 97, i % 89 }' |
	graphimport -q -f arcs --dense >many.sp
mkdir old && echo old >old/x.indptr.npy && echo old >old/x.indices.npy
run_sh 'ulimit -f 8; graphdump --to npy old/x many.sp'
expect 'npy: the second file of a set cannot be written' 74
expect_is 'npy: then the whole set is the old one' 'old
old' "$(cat old/*)"
run graphdump --to npy old/x many.sp
expect_is 'npy: nothing of the old set is left' 'x.indices.npy
x.indptr.npy' "$(ls old)"
run graphdump --to npy none nopages.sp
expect_is 'npy without pages' 'none.indptr.npy <i8 0
none.indices.npy <u4' "$(npy none.indptr.npy none.indices.npy)"

printf 'http://a.x/\nhttp://b.x/\nhttp://a.x/2\n' >urls
graphimport -q -f arcs --names urls links | hits >hits.sp
pagerank plain.sp >rank.sp
run graphdump -s hosts --to npy hits.sp
expect_is 'npy of hosts' "$out <u4 0 1 0" "$(npy "$out")"
run graphdump -s scores --to npy rank.sp
npy "$out" | tr ' ' '\n' | tail -n +3 >got
graphdump -s scores --precision 15 rank.sp | sed 1d | cut -f 2 >wanted
expect_same 'npy of the only score' wanted got
run graphdump -s scores --to npy --score hub -o hub.npy hits.sp
npy hub.npy | tr ' ' '\n' | tail -n +3 >got
graphdump -s scores --score hub --precision 15 hits.sp | sed 1d | cut -f 2 \
	>wanted
expect_same 'npy of a score by name' wanted got
refused 'npy of one of two scores' 65 \
	'room for one score: choose it with --score NAME (hub, authority)' \
	-s scores --to npy hits.sp

printf '0\n2\n' >list
crawlorder -q --seeds list --order bfs,opic plain.sp >orders.sp
run graphdump -s orders --order bfs --to npy bfs orders.sp
expect 'npy of an order' 0
expect_is 'npy of an order: columns' 'bfs.node.npy <u4 0 2 1
bfs.parent.npy <i8 -1 -1 0
bfs.depth.npy <u4 1 1 2
bfs.tick.npy <u4 1 2 3
bfs.process.npy <u4 0 0 0' \
	"$(npy bfs.node.npy bfs.parent.npy bfs.depth.npy bfs.tick.npy \
		bfs.process.npy)"
expect_is 'npy of an order: keys' 3 "$(npy bfs.key.npy | wc -w |
	awk '{ print $1 - 2 }')"
run graphdump -s order-seeds --order opic --to npy orders.sp
expect_is 'npy of the seeds of an order' "$out <u4 0 2" "$(npy "$out")"
refused 'npy of one of two orders' 65 \
	'room for one order: choose it with --order NAME (bfs, opic)' \
	-s orders --to npy two orders.sp
refused 'an order that is not there' 65 \
	'no order "dfs" in the stream (it has bfs, opic)' \
	-s orders --order dfs orders.sp
run graphdump -s orders --order opic orders.sp
expect_is 'the table of one order' opic \
	"$(sed 1d "$out" | cut -f 1 | sort -u)"

seedpick --top hub:2 hits.sp >seeds.sp
run graphdump -s seeds --to npy seeds seeds.sp
expect_is 'npy of seeds' 'seeds.node.npy <u4 0 2
seeds.core.npy <u4 0 0
seeds.found.npy |u1 0 0' \
	"$(npy seeds.node.npy seeds.core.npy seeds.found.npy)"
graphgen -n 500 | hits | coreextract -q --iterations 2 >cores.sp
run graphdump -s cores --to npy cores cores.sp
graphdump -s cores cores.sp | sed 1d >table
expect_is 'npy of cores' \
	"cores.core.npy <u4 $(cut -f 1 table | paste -sd ' ')
cores.node.npy <u4 $(cut -f 3 table | paste -sd ' ')
cores.side.npy |u1 $(cut -f 2 table | sed 's/hub/0/; s/a.*/1/' |
	paste -sd ' ')" "$(npy cores.core.npy cores.node.npy cores.side.npy)"

# ---- sets of files -----------------------------------------------------------

refused 'a set without a name' 64 \
	'several files: give the NAME that they begin with' --to npy
refused 'a set to standard output' 64 'give the name that they begin with' \
	--to npy -o - plain.sp
refused 'a stream in place of the name' 64 '"plain.sp" is a stream' \
	--to npy plain.sp
refused 'three operands' 64 'too many operands: "links"' \
	--to npy name plain.sp links
refused 'two operands for one file' 64 'too many operands: "links"' \
	--to mtx plain.sp links
cp plain.sp in.indices.npy
refused 'a file of the set that is the input' 64 'is also the input' \
	--to npy in in.indices.npy
refused 'statistics in a file of the set' 64 'is also the output' \
	--to npy --stats stats.indptr.npy stats plain.sp
mkdir fixed.indices.npy
refused 'a set of which one file cannot be written' 74 'fixed.indices.npy' \
	--to npy fixed plain.sp
expect_true 'then none appears' test ! -e fixed.indptr.npy

# ---- what does not go together -----------------------------------------------

refused 'mtx of scores' 64 '--to mtx does not go with --section scores' \
	-s scores --to mtx hits.sp
refused 'npy of names' 64 'text, not numbers: use --to json' \
	-s names --to npy hits.sp
refused 'npy of provenance' 64 'text, not numbers: use --to json' \
	-s provenance --to npy hits.sp
refused 'mtx and --json' 64 'option --json does not go with --to' \
	--to mtx --json plain.sp
refused 'npy and --json' 64 'option --json does not go with --to' \
	--to npy --json name plain.sp
refused 'npy and --precision' 64 '--precision does not go with --to npy' \
	-s scores --to npy --precision 3 rank.sp
refused 'npy and --urls' 64 '--urls does not go with --to npy' \
	-s scores --to npy --urls rank.sp
refused 'an order of a graph' 64 '--order does not go with --section graph' \
	-s graph --order bfs orders.sp
refused 'weights that are not there' 65 'no weights in the stream' \
	--to mtx --weights plain.sp
refused 'a graph that is not there' 65 'no graph in the stream' \
	--to ascii seeds.sp
if [ -c /dev/ptmx ] && command -v script >/dev/null 2>&1; then
	run script -qec 'graphdump -s hosts --to npy hits.sp' /dev/null
	expect_text 'npy to a terminal' 'is a terminal' "$out"
else
	skip 'npy to a terminal' 'no script'
fi

plan
