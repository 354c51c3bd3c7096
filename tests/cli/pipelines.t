#!/bin/sh
# SPDX-License-Identifier: MIT
#
# pipelines.t - the experiments run, and rerun only what has changed
#
#	[BIN=bin] tests/cli/pipelines.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

results=$folder/results
pipelines=$(pwd)/pipelines

# experiment NAME [SETTING...] - runs it on a small web, always in one folder
experiment() {
	name=$1
	shift
	run env -u MAKEFLAGS make -f "$pipelines/$name.mk" BIN="$BIN" \
		PAGES=2000 SEEDS=10 DRAWS=2 CORES=5 SIZES=20 WAIT=300 \
		PROCS='1 3' BATCHES=10 POPULAR=20 COUNTS= TIMES=1 \
		ABLATION='delta0~0.2+slope~0.13 part~4 pc~shift' \
		OUT="$results" "$@"
}

# orders_made - prints how many orders the last run crawled into files that it
# keeps
orders_made() {
	grep -c '/crawlorder -R ' "$out"
}

# expect_made NAME COUNT - the last run crawled COUNT orders
expect_made() {
	expect_is "$1" "$2" "$(orders_made)"
}

# rows FILE - counts the lines of a Markdown table, including its head
rows() {
	wc -l <"$results/$1"
}

for name in ieca fpr pq daneshpajouh parallel seeds predict; do
	experiment $name
	expect "$name" 0
	expect_true "$name: writes a table" [ -s "$results/$name.md" ]
	expect_true "$name: prints it" grep -qxF \
		"$(tail -n 1 "$results/$name.md")" "$out"
done
for table in ieca.claims.md pq.claims.md fpr.claims.md ieca.tsv ieca.reachable.tsv pq.queue.tsv depths.tsv \
	core-sizes.tsv core-distances.tsv new.depths.tsv; do
	expect_true "$table is written" [ -s "$results/$table" ]
done
wanted=$(printf '| order | 10 %% | 25 %% | 45 %% | pages | cumulative at 45 %% | tau | Berkeley | UK | Iran |')
head -n 1 "$results/ieca.md" >"$folder/head"
echo "$wanted" >"$folder/wanted"
expect_same 'ieca: the table has columns for the figures of the paper' \
	"$folder/wanted" "$folder/head"
expect_true "ieca: the paper's figures stand in the row of their order" \
	grep '^| ieca | .* | 75 | 57 | 80 |$' "$results/ieca.md"
expect_true 'ieca: the median has its quartiles' \
	grep '^| bfs | [0-9.]* ([0-9.]* to [0-9.]*) |' "$results/ieca.md"
expect_is 'ieca: the median is that of hotcurve over the draws' \
	"$(hotcurve -b "$results/rank.sp" --at 0.1 \
		"$results"/random-[12]/fica.order.sp | tail -n 1 | cut -f 3 |
		awk '{ printf "%.1f", 100 * $1 }')" \
	"$(sed -n 's/^| fica | \([0-9.]*\) .*/\1/p' "$results/ieca.md" |
		head -n 1)"
expect_is 'ieca: tranches are those of the breadth-first crawls' \
	"$(hotcurve -q -g "$results/graph.sp" -b "$results/rank.sp" \
		-m tranche --points 28 "$results"/random-[12]/bfs.order.sp |
		cksum)" "$(cksum <"$results/ieca.tranches.tsv")"
expect_is 'ieca: a part of the pages is a period in downloads' '| ieca:k=500 ' \
	"$(grep -o '^| ieca:k=[0-9]* ' "$results/ieca.ablation.md")"
expect_is 'ieca: orders that rank again read the most links' partialpr \
	"$(sort -t '|' -k 6,6n "$results/ieca.cost.md" | tail -n 1 |
		cut -d ' ' -f 2 | sed 's/batchpr/partialpr/')"
expect_is 'ieca: orders that rank hold all that is known' \
	"$(awk '$1 == "batchpr" { print $4 }' \
		"$results/random-1/batchpr.queue.tsv" | tail -n 2)" \
	"$(awk '$1 == "batchpr" { print $3 }' "$results/ieca.held.tsv" |
		tail -n 2)"
expect_is 'ieca: the downloaded, queued and unknown pages are all' 2000 \
	"$(awk -F '\t' '{ sum[$2] += $3 } END { for (i in sum) print sum[i] }' \
		"$results/ieca.view.tsv" | sort -u | grep -v '^0$')"
expect_is 'ieca: in-links and PageRank, by a second way' \
	"$(graphdump -s graph "$results/graph.sp" | awk 'NR > 1 { n[$2]++ }
		END { for (p in n) print p "\t" n[p] }' |
		scoreimport -q -R -g "$results/graph.sp" --scores in=- |
		hotcurve -q -m tau --scores -g "$results/graph.sp" \
		-b "$results/rank.sp" | awk 'NR == 2 { printf "%.3f", $3 }')" \
	"$(sed -n 's/^| pages | 2000 | \([0-9.]*\) .*/\1/p' \
		"$results/ieca.rule1.md")"
expect_true 'ieca: fewer than ten best pages are none' \
	grep -q '^| pages | 2000 | [0-9.]* | - | [1-9]' "$results/ieca.rule1.md"
expect_is 'pq: the first tenth of the pages by top-level domain' \
	"$(for i in 1 2; do graphdump -s orders -g "$results/graph.sp" \
		"$results/random-$i/opic.order.sp"; done | awk '
			$2 <= 200 { n += $NF ~ /^http:..[^\/]*\.test\// }
			END { printf "%.1f", n / 4 }')" \
	"$(sed -n 's/^| generic | .test |[^|]*| \([0-9.]*\) .*/\1/p' \
		"$results/pq.tlds.md")"
expect_is 'pq: the longest queue of a draw is that of its log' \
	"$(for i in 1 2; do cut -f 3 "$results/random-$i/opic.queue.tsv" |
		sort -n | tail -n 1; done |
		awk '{ sum += $1 } END { printf "%.0f", sum / 2 }')" \
	"$(sed -n 's/^| opic |[^|]*|[^|]*|[^|]*| \([0-9]*\) .*/\1/p' \
		"$results/pq.length.md")"
expect_is 'parallel: a claim for each mode of processes by country' 3 \
	"$(grep -c 'by country is better' "$results/parallel.claims.md")"
expect_is 'overlap: of core seeds, by graphstat' \
	"$(graphstat -q --overlap --table --within 2 -g "$results/graph.sp" \
		"$results/seeds5/cores.seeds" | tail -n 1 |
		awk '{ printf "%.5g %.5g", $3, $5 }')" \
	"$(awk -F ' [|] ' '/^\| cores [|] 2 / { print $4, $5 }' \
		"$results/overlap.md")"
expect_true 'overlap: hubs of one core' grep -q '^| one-core | 1 | ' \
	"$results/overlap.md"
expect_is 'cores have a size for each side' 'hub authority' \
	"$(tail -n +2 "$results/core-sizes.tsv" | cut -f 1 | uniq |
		paste -sd ' ' -)"
expect_is 'cores: links before and after pruning' \
	"$(graphstat --json "$results/graph.sp" |
		sed 's/.*"hosts": .*"links_between": \([0-9]*\).*/\1/')" \
	"$(sed -n 's/^| this one | 2000 | [0-9]* | \([0-9]*\) .*/\1/p' \
		"$results/graph.md")"
expect_is 'cores: their mean distance' \
	"$(graphstat --json --cores -g "$results/graph.sp" "$results/cores.sp" |
		sed 's/.*"cores": {.*"mean": \([0-9.]*\).*/\1/' |
		awk '{ printf "%.2f", $1 }')" \
	"$(sed -n 's/^| this graph |[^|]*|[^|]*| \([0-9.]*\) .*/\1/p' \
		"$results/core-distances.md")"
expect_is 'seeds: what cores reach' \
	"$(hotcurve -q -m seeds -g "$results/graph.sp" -b "$results/rank.sp" \
		"$results/seeds5/cores/opic.order.sp" | tail -n 1 |
		cut -f 2,7)" \
	"$(awk -F ' \\| ' -v OFS='\t' '/^\| cores/ { sub(/ \|$/, "", $6)
		last = $2 OFS $6 } END { print last }' \
		"$results/seeds.opic.md")"
# What a crawl knows: the pages that it downloaded have all their links.
young=$results/young-10-2
graphdump "$results/graph.sp" | sed 1d >"$folder/links"
graphdump "$young/known.sp" | awk -F '\t' -v OFS='\t' '
	NR == FNR { page[NR - 1] = $1; next }
	/^[0-9]/ { print page[$1], page[$2] }' "$young/pages" - |
	sort -n -k 1,1 -k 2,2 >"$folder/known"
awk 'NR == FNR { known[$1]; next } $1 in known' "$folder/known" \
	"$folder/links" >"$folder/whole"
expect_same 'seeds: a young crawl knows all links of its pages' \
	"$folder/whole" "$folder/known"
awk 'NR == FNR { links[$1]; next } $1 in links' "$folder/links" \
	"$young/starts" | sed 10q >"$folder/starts"
crawlorder -q -g "$results/graph.sp" --seeds "$folder/starts" --max 200 |
	graphdump -s orders | awk '
	NR == FNR { links[$1]; next }
	!/^#/ && $3 in links { print $3 }' "$folder/links" - | sort -n \
	>"$folder/downloads"
cut -f 1 "$folder/known" | uniq >"$folder/sources"
expect_same 'seeds: they are the first tenth of a breadth-first crawl' \
	"$folder/downloads" "$folder/sources"
seedpick -q --urls "$young/cover.list" "$results/graph.sp" |
	crawlorder -q -g "$results/graph.sp" >"$folder/cover.sp"
expect_is 'seeds: reach and PageRank are those of hotcurve' \
	"$(hotcurve -q -m seeds --at 0.1 -b "$results/rank.sp" \
		-g "$results/graph.sp" "$folder/cover.sp" | awk -F '\t' '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ printf "%.3f %.3f\n", $at["reached"] / 20, 100 * $at["mass"] }')" \
	"$(awk -F '\t' '$1 == 10 && $2 == "cover" && $3 == 2 {
		printf "%.3f %.3f\n", $5, $7 }' "$results/seeds.tsv")"
expect_is 'seeds: every method is compared' 8 \
	"$(sed '1,/^$/d' "$results/seeds.md" | grep -c '^| [a-z-]* | .* |$')"
expect_is 'predict: throughput on the whole is that of hotcurve' \
	"$(seedpick -q -R --random 10 --seed 2 "$results/graph.sp" |
		crawlorder -q -g "$results/graph.sp" --order opic |
		hotcurve -q --reachable --at 0.45 -g "$results/graph.sp" \
			-b "$results/rank.sp" |
		awk -F '\t' 'NR == 2 { printf "%.3f\n", 100 * $3 }')" \
	"$(awk -F '\t' '$2 == "opic" && $3 == 2 { printf "%.3f\n", $5 }' \
		"$results/predict.tsv")"
expect_is 'predict: hot pages capped by shape, too' \
	"$(seedpick -q -R --random 10 --seed 2 "$results/graph.sp" |
		crawlorder -q -g "$results/graph.sp" --order opic |
		hotcurve -q --reachable --at 0.45 --hot-per-shape 10 \
			-g "$results/graph.sp" -b "$results/rank.sp" |
		awk -F '\t' 'NR == 2 { printf "%.3f\n", 100 * $3 }')" \
	"$(awk -F '\t' '$2 == "opic" && $3 == 2 { printf "%.3f\n", $5 }' \
		"$results/predict.few.tsv")"
expect_is 'predict: orders alone are in the table of shapes' 0 \
	"$(grep -c hot_shapes "$results/predict.shapes.tsv")"
printf '#part\torder\tdraw\tfirst\twhole\n20\ta\t1\t3\t50
20\tb\t1\t5\t40\n20\tbfs\t1\t4\t30\n' | awk -f "$pipelines/predict.awk" \
	-v always=a - | sed 1d >"$folder/cost"
printf '20\t-0.333333\t10\t0\t20\n' >"$folder/wanted"
expect_same 'predict: tau and costs, by hand' "$folder/wanted" "$folder/cost"
printf '#part\tmethod\tdraw\tseeds\treach\tmass_10\n10\ta\t1\t9\t5\t7
10\tb\t1\t9\t5\t6\n10\ta\t2\t9\t4\t8\n10\tb\t2\t9\t5\t1\n' |
	awk -f "$pipelines/wins.awk" -v mass=mass_10 -v rivals=b - |
	tail -n 2 | head -n 1 >"$folder/wins"
echo '| a | 0 : 1 | 2 : 0 | 1 |' >"$folder/wanted"
expect_same 'seeds: above and below, by hand' "$folder/wanted" "$folder/wins"
expect_is 'new crawl: every seed was carried or is gone' 3 \
	"$(awk '/^\| (url|host|similar) \| / && \
		$4 == $6 + $8 + $10 + $12 + $14 { n++ } END { print n }' \
		"$results/new.md")"
if command -v gnuplot >/dev/null; then
	for figure in ieca ieca.tranches ieca.reachable ieca.minus-shuffle ieca.delta \
		ieca.view ieca.held ieca.ablation fpr fpr.seconds pq pq.queue \
		depths core-sizes core-map seeds.bfs seeds.opic seeds \
		new.depths parallel; do
		expect_is "$figure as PNG" PNG \
			"$(head -c 4 "$results/$figure.png" | tail -c 3)"
		expect_is "$figure as PDF" '%PDF' \
			"$(head -c 4 "$results/$figure.pdf")"
	done
else
	skip 'figures as PNG and PDF' 'gnuplot is not installed'
fi

# Claims: the same chain on two graphs of another size, by whole curves.
curve() {
	printf '#pages\tfraction\ta\tb\tb_q1\tb_q3\tc\tshuffle\tideal\n'
	printf '10\t0.1\t%s\t%s\t%s\t%s\t%s\t0.1\t1\n' "$@"
}
printf '%s\n' '#claim	orders	pages' 'up	a > b	-' 'down	b > a	5000' \
	'far	b > a	50000' 'all	a > *	-' 'none	a > d	-' 'even	c >= b	-' \
	'one	c > b	-' 'chain	a > b >= c	-' >"$folder/claims"
curve 0.5 0.3 0.2 0.4 0.3 >"$folder/ten"
curve 0.6 0.3 0.2 0.4 0.7 >"$folder/hundred"
run env -u MAKEFLAGS LC_ALL=C awk -v pages=1000 -f "$pipelines/verdict.awk" \
	"$folder/claims" SEEDS=10 KIND=plain "$folder/ten" \
	SEEDS=100 KIND=plain "$folder/hundred" SEEDS=10 KIND=capped \
	"$folder/ten" SEEDS=100 KIND=capped /dev/null
expect 'claims' 0
cut -d '|' -f 2-6 "$out" | sed -n '3,10p' | tr -d '|' >"$folder/judged"
cat >"$folder/wanted" <<'END'
 up  2, 0, 0  holds  1, 0, 0  holds 
 down  0, 0, 2  does not hold  0, 0, 1  does not hold 
 far  0, 0, 2  not shown here  0, 0, 1  not shown here 
 all  1, 0, 1  fails at most points  1, 0, 0  holds 
 none  -  -  -  - 
 even  2, 0, 0  holds  1, 0, 0  holds 
 one  1, 1, 0  holds  0, 1, 0  no difference 
 chain  1, 0, 1  fails at most points  1, 0, 0  holds 
END
expect_same 'claims: verdicts' "$folder/wanted" "$folder/judged"
expect_true 'claims: where the points are' grep -q \
	'^Points from 10 to 10 % of the pages, of crawls from 10, 100 seeds\.' \
	"$out"

experiment ieca
expect_made 'a second run crawls nothing' 0
experiment ieca ABLATION= ORDERS='bfs opic' COUNTS='20 10' CLAIMS_DRAWS=1
expect_made 'claims from other numbers of seeds: their crawls only' 2
expect_true 'claims: from how many seeds' grep -q 'crawls from 10, 20 seeds\.' \
	"$results/ieca.claims.md"
# as_hotcurve KIND OPTION... - the tables of that kind are those of the option
as_hotcurve() {
	kind=$1
	shift
	expect_is "claims: curves of \"$*\" are those of hotcurve" \
		"$(hotcurve -q -g "$results/graph.sp" -b "$results/rank.sp" \
			"$@" --points 20 "$results"/random20-1/*.order.sp |
			grep -v '^$' | sort | cksum)" \
		"$(sort "$results/ieca.$kind-20.tsv" | cksum)"
}
as_hotcurve all --ties exact
as_hotcurve capped --hot-per-host 0.01
as_hotcurve few --hot-per-shape 10
as_hotcurve shapes --by-shape
mkdir -p "$folder/one/claims" "$folder/two/claims"
cat >"$folder/one/claims/x.md" <<'END'
| claim | cumulative PageRank: points for, neither, against | verdict | throughput: points for, neither, against | verdict | capped: points for, neither, against | verdict | shapes: points for, neither, against | verdict |
|---|---|---|---|---|---|---|---|---|
| a | 9, 9, 9 | holds at most points | 3, 1, 0 | holds | 0, 1, 3 | does not hold | 2, 1, 1 | holds at most points |
| b | 9, 9, 9 | holds at most points | 0, 4, 0 | no difference | 0, 4, 0 | no difference | 1, 3, 0 | holds |

Points from 1 to 2 %.
END
sed 's/ 0, 1, 3 | does not hold / - | - /; s/ 3, 1, 0 | holds / 0, 1, 3 | not shown here /' \
	"$folder/one/claims/x.md" >"$folder/two/claims/x.md"
run awk -f "$pipelines/evidence-verdicts.awk" "$folder/one/claims/x.md" \
	"$folder/two/claims/x.md"
cat >"$folder/wanted" <<'END'
| claim | hot pages | one | two |
|---|---|---|---|
| a | all | yes 3:0 | no 0:3 |
|  | capped | **no** 0:3 | - |
|  | shapes | **mostly** 2:1 | **mostly** 2:1 |
| b | all | equal 0:0 | equal 0:0 |
|  | shapes | **yes** 1:0 | **yes** 1:0 |

capped: 1 of 3 verdicts differ, 1 are opposite
shapes: 4 of 4 verdicts differ, 1 are opposite
END
expect_same 'claims: all verdicts in a table' "$folder/wanted" "$out"
experiment pq
expect_made 'nor for the queue logs' 0
experiment seeds
expect_true 'nor picks seeds' ! grep -q '/seedpick ' "$out"
experiment ieca ABLATION= ORDERS='bfs dfs fica+gamma~0.5'
expect_made 'only new orders are crawled' 4
expect_is 'the table has only the orders asked for' 7 \
	"$(sed '/^$/q' "$results/ieca.md" | grep -c '^|')"
expect_true 'an order with options has its full name' \
	grep '^| fica:gamma=0.5 ' "$results/ieca.md"
experiment ieca ABLATION= ORDERS='bfs dfs' DRAWS=3
expect_made 'a new draw: its crawls only' 2
experiment ieca ABLATION= ORDERS='bfs dfs' K=50
expect_made 'a new period: all orders again' 4
experiment fpr MAX=100 ORDERS='bfs fpr'
expect_made 'a new limit: all orders again' 2
experiment ieca ABLATION= ORDERS='bfs dfs' K=50 SEEDS=20
expect_made 'new seeds: all orders again' 4

graphgen -n 1500 -o "$folder/g.sp"
experiment ieca ABLATION= ORDERS=bfs GRAPH="$folder/g.sp"
expect_made 'a new graph: all orders again' 2
expect_true 'the table has the pages of the new graph' \
	grep '| bfs .* | 1[0-5][0-9][0-9] |' "$results/ieca.md"

# ---- other graphs, other folders -------------------------------------------

# Hours: what is said is what hotcurve says of the same crawls.
results=$folder/hours
hours() {
	experiment hours ORDERS='bfs opic' CONNECTIONS='4 1' DELAYS='60 9' \
		CAPS=20 "$@"
}
hours
expect 'hours' 0
usual=$results/hours/host-4-60-0-1
expect_true 'hours: in words and as a table' \
	grep -q '^| host | 4 | 60 s | all | opic |' "$results/hours.md"
expect_is 'hours: four crawls of two orders' 8 \
	"$(grep -c '^| host ' "$results/hours.md")"
expect_is 'hours: how long the crawl takes' \
	"$(hotcurve -m pages --points 1 "$usual.sp" | tail -n 1 | cut -f 1 |
		awk '{ printf "%.1f h", $1 }')" \
	"$(sed -n 's/^A crawl by bfs takes \([0-9.]* h\),.*/\1/p' \
		"$results/hours.md")"
expect_is 'hours: the host that takes longest' \
	"$(hotcurve -m hosts -g "$results/graph.sp" "$usual.sp" |
		awk -F '\t' 'NR == 2 { printf "%s: its %d pages take %.1f h", \
			$2, $3, $7 }')" \
	"$(sed -n 's/^The host that takes longest is \(.* h\), whatever.*/\1/p' \
		"$results/hours.md")"
expect_is 'hours: a cap costs PageRank' \
	"$(hotcurve -g "$results/graph.sp" -b "$results/rank.sp" -x hours \
		-m cumulative --points 1 "$results/hours/host-4-60-20-1.sp" |
		tail -n 1 | awk '{ printf "%.1f %%", 100 * $2 }')" \
	"$(sed -n 's/^With at most 20 .* has \([0-9.]* %\) of .*/\1/p' \
		"$results/hours.md")"
expect_is 'hours: a pair of orders' 1 \
	"$(grep -c '^| bfs | opic | [a-z]* ([0-9]* %)' "$results/hours.md")"
hours
expect_true 'hours: a second run crawls nothing' \
	! grep -q '/crawlorder ' "$out"
hours CAPS='20 50'
expect_is 'hours: a further cap, one more crawl' 1 \
	"$(grep -c '/crawlorder ' "$out")"

# Webs with a farm, and a graph with a list of what is spam.
results=$folder/spam
spam_is() {
	expect_true "spam: $1" [ "$(grep -c "$2" "$results/spam.md")" = "$3" ]
}
experiment spam FARM=200 TYPES=svg ORDERS='bfs domainpq rankmass'
expect 'spam' 0
spam_is 'a table for each kind of seeds and each farm' '^Seeds ' 4
spam_is 'orders from all seeds' '^| domainpq | ' 4
spam_is 'trust where seeds may be spam' '^| rankmass,trust | ' 2
expect_true 'spam: what is random has the share of the farm' \
	grep -q '^| shuffle | 9.1 | 9.1 | 9.1 | 9.1 | 9.1 |$' "$results/spam.md"
expect_is 'spam: no seed is of the farm' 0 "$(awk '$1 >= 2000' \
	"$results"/clean-*.seeds | wc -l)"
expect_true 'spam: some seeds are' [ "$(awk '$1 >= 2000' \
	"$results"/any-*.seeds | wc -l)" -gt 0 ]
expect_is 'spam: claims of all curves' 11 \
	"$(grep -c '^| [A-Z]' "$results/spam.claims.md")"
expect_true 'spam: bands' grep -q '</svg>' "$results/spam.any-0.01.svg"
graphdump -s names "$folder/g.sp" | awk -F '\t' 'NR % 7 == 2 { print $3 }' \
	>"$folder/spam.list"
experiment spam GRAPH="$folder/g.sp" LIST="$folder/spam.list" ORDERS=bfs \
	TYPES=svg OUT="$folder/listed"
expect 'spam of a list' 0
expect_is 'spam of a list: both kinds of seeds' 2 \
	"$(grep -c '^| bfs | ' "$folder/listed/spam.md")"
experiment spam GRAPH="$folder/g.sp"
expect 'spam without a list' 2
expect_message 'spam without a list, why' 'needs the list of its spam'

# A list of a fortieth of the pages, and the table of its methods.
results=$folder/scope
seedpick -q --random 10 "$folder/g.sp" --text >"$folder/known"
scope() {
	experiment scope GRAPH="$folder/g.sp" LIST="$folder/known" DRAWS=2 \
		EXPECT=40 TYPES=svg "$@"
}
scope
expect 'scope' 0
expect_is 'scope: all methods' 12 "$(grep -c '^| [a-z]* | [0-9.]* (' \
	"$results/scope.md")"
expect_true 'scope: a figure' grep -q '</svg>' "$results/scope.svg"
expect_is 'scope: what is found, with 10 rows in the text' 200:10 \
	"$(($(wc -l <"$results/scope.list.tsv") - 1)):$(grep -c \
		'^| http' "$results/scope.md")"
scope COUNT=100
expect_true 'scope: another length does not judge again' \
	! grep -q -e '--judge' "$out"
run make -f "$pipelines/scope.mk" GRAPH="$folder/g.sp" OUT="$results"
expect 'scope without a list' 2
expect_message 'scope without a list, why' 'give a file with pages'

# A graph without hosts: what needs them is left out, and the rest runs.
graphdump -s graph "$folder/g.sp" | tail -n +2 | awk '{ print $1, $2 }' \
	>"$folder/links"
graphimport -f arcs -o "$folder/bare.sp" "$folder/links"
results=$folder/bare
for name in ieca fpr pq daneshpajouh parallel seeds predict; do
	experiment $name GRAPH="$folder/bare.sp" TYPES=svg
	expect "$name without hosts" 0
	expect_true "$name without hosts: writes a table" \
		[ -s "$results/$name.md" ]
done
experiment hours GRAPH="$folder/bare.sp" ORDERS=bfs
expect 'hours without hosts' 2
expect_message 'hours without hosts, why' 'bare.sp has no hosts'
expect_true 'pq without hosts: without domainpq' ! \
	grep -q domainpq "$results/pq.md"
graphgen -q -n 5 -o "$folder/tiny.sp"
for name in seeds predict; do
	experiment $name GRAPH="$folder/tiny.sp" OUT="$folder/tiny" PARTS=10
	expect "$name: a graph of five pages" 2
	expect_message "$name: ... says what is wrong" \
		'too few pages with links for a young crawl'
done
experiment pq GRAPH="$folder/nosuch.sp"
expect 'a graph that is not there' 2
expect_message 'a graph that is not there, why' 'no such file'

# A graph that cannot be crawled ends it: no column of dashes, and none missing.
printf '0 1\n1 0\n' | graphimport -q -f arcs -o "$folder/two.sp"
run env BIN="$BIN" pipelines/panels.sh "$folder/panels" "$folder/two.sp" \
	"$folder/g.sp"
expect 'panels of a graph with fewer pages than seeds' 65
expect_true 'panels of a graph with fewer pages than seeds: no table' \
	[ ! -e "$folder/panels/panels.md" ]

# Installed, the makefiles find their parts, and the filters in $PATH.
built_make install PREFIX="$folder/usr"
expect 'make install' 0
pipelines=$folder/usr/share/seedpipe/pipelines
mkdir "$folder/elsewhere"
# shellcheck disable=SC2016 # the arguments are those of the inner shell
run_sh 'cd "$1" && PATH=$2:$PATH && export PATH && env -u MAKEFLAGS -u BIN make \
	-f "$3/ieca.mk" GRAPH="$4" DRAWS=2 SEEDS=5 ORDERS="bfs opic"' \
	"$folder/elsewhere" "$folder/usr/bin" "$pipelines" "$folder/g.sp"
expect 'from another folder' 0
expect_true 'from another folder: writes a table' \
	[ -s "$folder/elsewhere/out/ieca.md" ]
expect_true 'the installed filters ran' \
	grep -q "^$folder/usr/bin/crawlorder" "$out"

plan
