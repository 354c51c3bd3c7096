#!/bin/sh
# SPDX-License-Identifier: MIT
#
# holdouts.t - next.mk: what crawlnext chooses, judged by the whole graph
#
#	[BIN=bin] tests/cli/holdouts.t

# shellcheck disable=SC2034,SC2154 # lib.sh sets and reads variables

here=$(dirname "$0")
# shellcheck source=tests/cli/lib.sh disable=SC1091,SC2154
. "$here/lib.sh"

pipelines=$(pwd)/pipelines
results=$folder/results

# holdouts [SETTING...] - two draws of a tenth, without figures
holdouts() {
	run env -u MAKEFLAGS OMP_NUM_THREADS=1 make -f "$pipelines/next.mk" \
		BIN="$BIN" OUT="$results" DRAWS=2 SEEDS=5 PARTS=10 \
		BATCHES='1 5' CURVE= NO_GNUPLOT='exit 0;' "$@"
}

# cell COLUMN ESTIMATOR BUDGET - of the batches of 5 % of the second draw
cell() {
	awk -F '\t' -v name="$1" -v estimator="$2" -v budget="$3" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
		$3 == 2 && $4 == 5 && $5 == budget && $6 == estimator {
			printf "%.6g\n", $at }' "$results/next.tsv"
}

graphgen -q -n 2000 -o "$folder/web.sp"
holdouts GRAPH="$folder/web.sp"
expect 'hold-outs' 0
expect_is 'a row for each draw, batch, budget and estimator' 49 \
	"$(wc -l <"$results/next.tsv")"
expect_true 'the verdict is printed' grep -q \
	'^- web: default closes [0-9.]* of the gap at the median of 4 batches, pagerank ' \
	"$out"
expect_is 'found closes nothing, oracle all' '0 1' \
	"$(cell closed found none) $(cell closed oracle none)"
expect_is 'nothing is above oracle' 0 "$(awk -F '\t' '
	$6 == "oracle" { best[$3, $4, $5] = $13 }
	!/^#/ { row[NR] = $3 SUBSEP $4 SUBSEP $5; mass[NR] = $13 }
	END { for (i in row) n += mass[i] > best[row[i]] * (1 + 1e-9)
		print n + 0 }' "$results/next.tsv")"

if command -v gnuplot >/dev/null; then
	holdouts GRAPH="$folder/web.sp" NO_GNUPLOT= TYPES='svg png'
	expect_true 'figures, without a word of gnuplot' [ ! -s "$err" ]
	for budget in none 10pct; do
		expect_true "a curve of each estimator, $budget" \
			grep -q '>random<' "$results/next.$budget.svg"
		expect_is "$budget as PNG" PNG \
			"$(head -c 4 "$results/next.$budget.png" | tail -c 3)"
	done
else
	skip 'figures' 'gnuplot is not installed'
fi

# ---- a batch, judged again by the names of its pages -----------------------

known=$results/holdout-10-2/known.sp
pagerank -q --method push "$folder/web.sp" | graphdump -s scores --urls \
	>"$folder/rank"
graphdump -s names "$folder/web.sp" >"$folder/names"
graphdump -s names "$known" >"$folder/known-names"
graphdump "$folder/web.sp" >"$folder/links"
crawlnext -q -n 100 --per-host 10% "$known" | seedpick -q --text - \
	>"$folder/batch"
expect_is 'pages of the batch' 100 "$(cell chosen default 10%)"
expect_is 'their PageRank, percent' \
	"$(awk -F '\t' 'NR == FNR { chosen[$1]; next }
		$2 in chosen { sum += $3 } END { printf "%.6g\n", 100 * sum }' \
		"$folder/batch" "$folder/rank")" "$(cell mass default 10%)"
awk -F '\t' '
	FNR == 1 { file++ }
	file == 1 { chosen[$1]; next }
	file == 2 { known[$NF]; hosts[$2]; next }
	file == 3 { name[$1] = $NF; host[$1] = $2; next }
	name[$1] in chosen && !(name[$2] in known) && !seen[$2]++ {
		pages++
		new += !(host[$2] in hosts) && !met[host[$2]]++ }
	END { print pages + 0, new + 0 }' "$folder/batch" "$folder/known-names" \
	"$folder/names" "$folder/links" >"$folder/new"
expect_is 'new pages and hosts that it leads to' "$(cat "$folder/new")" \
	"$(cell new_pages default 10%) $(cell new_hosts default 10%)"
# In the order of the crawl, of the pages to which a download links
graphdump -s orders "$results/holdout-10-2/crawl.sp" >"$folder/order"
awk -F '\t' '
	FNR == 1 { file++ }
	/^#/ { next }
	file == 1 { page[$2] = $3; next }
	file == 2 { for (i = 1; i <= 200 && !met[$1]; i++)
			met[$1] = page[i] == $1 ? 1 : 0
		if (met[$1]) linked[$2]; next }
	file == 3 { rank[$1] = $3 }
	END { for (i = 201; i in page && n < 100; i++) if (page[i] in linked) {
			n++; sum += rank[page[i]] }
		printf "%.6g\n", 100 * sum }' \
	"$folder/order" "$folder/links" "$folder/rank" >"$folder/found"
expect_is 'found: the next in the order of the crawl' "$(cat "$folder/found")" \
	"$(cell mass found none)"
expect_is 'in-links: the most of them' \
	"$(graphdump "$known" | awk '!/^#/ && $1 != $2 { print $2 }' | sort |
		uniq -c | awk '{ print $2 "\t" $1 }' >"$folder/count"
	graphdump -s states --urls "$known" | awk -F '\t' '
		NR == FNR { links[$1] = $2; next } $2 == "unfetched" {
			print links[$1] + 0 "\t" $1 "\t" $3 }' \
		"$folder/count" - | sort -k 1,1nr -k 2,2n | head -n 100 |
		awk -F '\t' 'NR == FNR { rank[$2] = $3; next }
			{ sum += rank[$3] } END { printf "%.6g\n", 100 * sum }' \
			"$folder/rank" -)" "$(cell mass in-links none)"
expect_is 'what was expected is that of crawlnext' \
	"$(crawlnext -q -n 100 --per-host none --stats "$folder/stats" \
		-o "$folder/next.sp" "$known"
	awk -F '"share_of_score": ' '{ printf "%.6g\n", $2 }' "$folder/stats")" \
	"$(cell expected_share default none)"

# ---- only what has changed -------------------------------------------------

holdouts GRAPH="$folder/web.sp"
expect_true 'a second run chooses nothing' ! grep -q '/crawlnext ' "$out"
holdouts GRAPH="$folder/web.sp" -W "$BIN/crawlnext"
expect_is 'a new crawlnext: only the default is judged again' default.tsv \
	"$(grep -o 'holdout-10-[12]/[a-z-]*.tsv.stats' "$out" |
		sed 's/.*\///; s/.stats//' | sort -u)"
in_links=$(cell mass in-links none)
holdouts GRAPH="$folder/web.sp" BUDGETS=none \
	ESTIMATORS='mine default' CHOOSE_mine='--by in-links'
expect 'an estimator of options' 0
expect_is 'has a column' "$in_links" "$(cell mass mine none)"
expect_true 'and the verdict is about the first one' grep -q \
	'^- web: mine closes .*, default ' "$out"

# ---- what comes ------------------------------------------------------------

results=$folder/links-results
holdouts GRAPH="$folder/web.sp" OUTCOME=links BUDGETS=none ESTIMATORS=default
expect 'pages without links do not come' 0
crawlnext -q -n 100 --per-host none "$results/holdout-10-2/known.sp" |
	seedpick -q --text - >"$folder/batch"
expect_is 'those of the batch that come have links' \
	"$(awk -F '\t' 'FNR == 1 { file++ }
		file == 1 { chosen[$1]; next }
		file == 2 { name[$1] = $NF; next }
		name[$1] in chosen { n += !seen[$1]++ } END { print n + 0 }' \
		"$folder/batch" "$folder/names" "$folder/links")" \
	"$(cell ok default none)"
printf '%s\n' '#graph	part	draw	batch	budget	estimator	mass	new_pages	new_hosts	expected_ok	ok	expected_hosts	hosts	expected_untried	untried	expected_share	share	closed' \
	'g	5	1	1	none	found	1	0	0	5	5	-	-	-	-	-	0.1	0' \
	'g	5	1	1	none	default	3	9	1	8	10	-	-	-	-	0.13	0.1	0.2' \
	'g	5	2	1	none	found	1	0	0	5	5	-	-	-	-	-	0.1	0' \
	'g	5	2	1	none	default	2	5	2	7	10	-	-	-	-	0.12	0.1	0.6' |
	awk -f "$pipelines/next-table.awk" -v parts=5 -v batches=1 -v draws=3 \
		-v estimators='default found oracle' - >"$folder/table"
expect_true 'the table, by hand: medians of the draws' grep -qxF \
	'| g | 2 | 1 | 0.40 (0.24 to 0.56) |' "$folder/table"
expect_true 'the table, by hand: what was expected' grep -qxF \
	'| g | 1 of 2 | - | - | 1 of 2 |' "$folder/table"

# ---- odd and wrong graphs --------------------------------------------------

awk 'BEGIN { for (i = 0; i < 60; i += 3) print i, i + 1 "\n" i + 1, i + 2 }' |
	graphimport -q -f arcs -o "$folder/parts.sp" -
awk 'BEGIN { for (i = 0; i < 40; i++) {
	print "http://a.test/" i "\thttp://a.test/" (7 * i) % 40
	print "http://a.test/" i "\thttp://a.test/" (3 * i + 1) % 40 } }' |
	graphimport -q -f arcs --keys names -o "$folder/one-host.sp" -
results=$folder/both
holdouts GRAPHS="$folder/parts.sp $folder/one-host.sp" BATCHES='1 5 10'
expect 'many components, and one host' 0
expect_is 'both are in the table' 'one-host parts' \
	"$(sed 1d "$results/next.tsv" | cut -f 1 | sort -u | paste -sd ' ' -)"
expect_is 'a graph without hosts has no budget' none \
	"$(awk '$1 == "parts" { print $5 }' "$results/next.tsv" | sort -u)"
results=$folder/nothing
holdouts GRAPH="$folder/one-host.sp" PARTS=100
expect 'all pages were fetched' 0
expect_true 'and the result says so' grep -q '^No batch was chosen' "$out"
holdouts GRAPHS="$folder/web.sp other/web.sp"
expect 'two graphs of one name' 2
pagerank -q "$folder/web.sp" -o "$folder/ranked.sp"
holdouts GRAPH="$folder/ranked.sp"
expect 'a graph that gives away its ranks' 2
expect_message 'is refused' 'has scores of the whole graph'
seq 59 -1 0 >"$folder/numbers"
graphdump "$folder/parts.sp" | sed 1d | graphimport -q -f arcs --keys ids \
	--names "$folder/numbers" -o "$folder/numbered.sp" -
holdouts GRAPH="$folder/numbered.sp"
expect 'names that are numbers of other pages' 2
expect_message 'are refused' '"59" may be the name of a page, or its number'
holdouts GRAPH="$folder/parts.sp" OUTCOME=links
expect 'no URLs to log' 2

plan
