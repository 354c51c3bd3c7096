# The tables of next.mk, in Markdown, from the rows of its graphs.  For each
# budget: a verdict on each graph, in one line; the gap that is closed in all
# batches; for each graph, part and size of batch what each estimator brings, as
# medians of the draws with 10 and 90 %; and how often crawlnext expected of its
# default what then came.
#
#   awk -f next-table.awk -v parts=LIST -v batches=LIST -v estimators=LIST \
#       -v draws=N [-v plot=BUDGET] ROWS
#
# With plot, a table for figures instead: graph, part, estimator, size of batch,
# and the median, 10 and 90 % of the gap closed, also of the batches of CURVE.

BEGIN {
	FS = OFS = "\t"
	part_count = split(parts, part, " ")
	batch_count = split(batches, batch, " ")
	estimator_count = split(estimators, estimator, " ")
}

FNR == 1 {
	for (i = 1; i <= NF; i++) {
		sub(/^#/, "", $i)
		column[$i] = i
	}
	next
}

# A cell of the tables, and the draws that it has
{
	if (!($1 in graphs)) {
		graphs[$1]
		graph[++graph_count] = $1
	}
	if (!($5 in budgets)) {
		budgets[$5]
		budget[++budget_count] = $5
	}
	if (!($4 in sizes)) {
		sizes[$4]
		size[++size_count] = $4
	}
	key = $1 SUBSEP $2 SUBSEP $4 SUBSEP $5 SUBSEP $6
	n = ++rows[key]
	split("mass new_pages new_hosts closed", wanted, " ")
	for (i = 1; i <= 4; i++)
		value[key, wanted[i], n] = $column[wanted[i]]
	judge()
}

# Was it expected?  Within a fifth of what came.
function judge(   pair, i, want, came) {
	if ($6 != "default" || !(" " batches " " ~ " " $4 " "))
		return
	split("ok hosts untried share", pair, " ")
	for (i = 1; i <= 4; i++) {
		want = $column["expected_" pair[i]]
		came = $column[pair[i]]
		if (want == "-" || came == "-")
			continue
		judged[$1, $5, pair[i]]++
		close_by[$1, $5, pair[i]] += want >= 0.8 * came && \
			want <= 1.2 * came
	}
}

# ---- medians and bands ----

# Sorts the values of name in the cells of a key, or adds them.
function gather(key, name,   i) {
	for (i = 1; i <= rows[key]; i++)
		if (value[key, name, i] != "-")
			put(value[key, name, i] + 0)
}

function put(x,   at) {
	for (at = count++; at && sorted[at] > x; at--)
		sorted[at + 1] = sorted[at]
	sorted[at + 1] = x
}

# As hotcurve's
function quantile(q,   place, below) {
	place = 1 + q * (count - 1)
	below = int(place)
	return below == count ? sorted[below] : sorted[below] + \
		(place - below) * (sorted[below + 1] - sorted[below])
}

function band(format,   low, high, mid) {
	if (!count)
		return "-"
	mid = sprintf(format, quantile(0.5))
	low = sprintf(format, quantile(0.1))
	high = sprintf(format, quantile(0.9))
	return low == high ? mid : mid " (" low " to " high ")"
}

# ---- tables ----

function key_of(g, p, b, u, e) {
	return g SUBSEP p SUBSEP b SUBSEP u SUBSEP e
}

function head(text, from, to,   e, line) {
	line = "|---|---|---|---|"
	for (e = from; e <= to; e++) {
		text = text " " estimator[e] " |"
		line = line "---|"
	}
	print text "\n" line
}

# What name is of all estimators but the LAST ones
function table(u, name, format, last,   g, p, b, e, text) {
	head("| graph | fetched, % | batch, % | draws |", 1, \
		estimator_count - last)
	for (g = 1; g <= graph_count; g++)
	for (p = 1; p <= part_count; p++)
	for (b = 1; b <= batch_count; b++) {
		text = "| " graph[g] " | " part[p] " | " batch[b] " | " \
			(rows[key_of(graph[g], part[p], batch[b], u, \
			"found")] + 0) " |"
		for (e = 1; e <= estimator_count - last; e++) {
			count = 0
			gather(key_of(graph[g], part[p], batch[b], u, \
				estimator[e]), name)
			text = text " " band(format) " |"
		}
		print text
	}
}

# The gap that an estimator closes in all hold-outs of a graph
function all_of(g, u, e,   p, b) {
	count = 0
	for (p = 1; p <= part_count; p++)
		for (b = 1; b <= batch_count; b++)
			gather(key_of(g, part[p], batch[b], u, e), "closed")
	return count
}

# In how many batches is an estimator above and below another one?
function compare(g, u, e, f,   p, b, i, a, c, d) {
	above = below = 0
	for (p = 1; p <= part_count; p++)
		for (b = 1; b <= batch_count; b++) {
			a = key_of(g, part[p], batch[b], u, e)
			c = key_of(g, part[p], batch[b], u, f)
			for (i = 1; i <= rows[a] && i <= rows[c]; i++) {
				d = value[a, "mass", i] - value[c, "mass", i]
				above += d > 0
				below += d < 0
			}
		}
}

# The first estimator is the one that is judged.
function verdict(g, u,   e, text) {
	if (!all_of(g, u, estimator[1]))
		return "- " g ": no batch, or no gap between the order found " \
			"and the best possible"
	text = "- " g ": " estimator[1] " closes " \
		sprintf("%.2f", quantile(0.5)) " of the gap at the median of " \
		count " batches"
	for (e = 2; e <= estimator_count - 2; e++) {
		all_of(g, u, estimator[e])
		if (!count)
			continue
		text = text ", " estimator[e] " " \
			sprintf("%.2f", quantile(0.5))
		compare(g, u, estimator[e], estimator[1])
		text = text " (more in " above ", less in " below ")"
	}
	return text
}

# The batches that were chosen
function batches_of(g, u,   p, b, n) {
	for (p = 1; p <= part_count; p++)
		for (b = 1; b <= batch_count; b++)
			n += rows[key_of(g, part[p], batch[b], u, "found")]
	return n
}

function verdicts(u,   g, e, text, line, n) {
	for (g = 1; g <= graph_count; g++)
		print verdict(graph[g], u)
	print ""
	text = "| gap closed in all | batches | skipped |"
	line = "|---|---|---|"
	for (e = 1; e <= estimator_count - 2; e++) {
		text = text " " estimator[e] " |"
		line = line "---|"
	}
	print text "\n" line
	for (g = 1; g <= graph_count; g++) {
		n = batches_of(graph[g], u)
		text = "| " graph[g] " | " n " | " \
			draws * part_count * batch_count - n " |"
		for (e = 1; e <= estimator_count - 2; e++) {
			all_of(graph[g], u, estimator[e])
			if (count)
				middle[e, g] = quantile(0.5)
			text = text " " band("%.2f") " |"
		}
		print text
	}
	text = "| median of the graphs | | |"
	for (e = 1; e <= estimator_count - 2; e++) {
		count = 0
		for (g = 1; g <= graph_count; g++)
			if ((e, g) in middle)
				put(middle[e, g])
		text = text " " (count ? sprintf("%.2f", quantile(0.5)) : \
			"-") " |"
	}
	if (graph_count > 1)
		print text
	split("", middle)
}

function expected(u,   g, i, pair, text) {
	split("ok hosts untried share", pair, " ")
	print "| within 20 % | pages that come | hosts that bring one | " \
		"new hosts that do | " \
		"share of the PageRank that is left |\n|---|---|---|---|---|"
	for (g = 1; g <= graph_count; g++) {
		text = "| " graph[g] " |"
		for (i = 1; i <= 4; i++)
			text = text " " (judged[graph[g], u, pair[i]] ? \
				close_by[graph[g], u, pair[i]] " of " \
				judged[graph[g], u, pair[i]] : "-") " |"
		print text
	}
}

function title(u) {
	return u == "none" ? "No budget" : "--per-host " u
}

function plotted(u,   g, p, e, b) {
	print "#graph", "part", "estimator", "batch", "closed", "low", "high"
	for (g = 1; g <= graph_count; g++)
	for (p = 1; p <= part_count; p++)
	for (e = 1; e <= estimator_count - 2; e++)
	for (b = 1; b <= size_count; b++) {
		count = 0
		gather(key_of(graph[g], part[p], size[b], u, estimator[e]), \
			"closed")
		# A median of a few draws is no point of a curve.
		if (2 * count >= draws)
			print graph[g], part[p], estimator[e], size[b], \
				quantile(0.5), quantile(0.1), quantile(0.9)
	}
}

END {
	if (plot != "") {
		plotted(plot)
		exit
	}
	if (!graph_count)
		print "No batch was chosen: too few pages are left to fetch."
	for (u = 1; u <= budget_count; u++) {
		print (u > 1 ? "\n" : "") "## " title(budget[u]) "\n"
		verdicts(budget[u])
		print "\nShare of the gap closed\n"
		table(budget[u], "closed", "%.2f", 2)
		print "\nPageRank of the batch, %\n"
		table(budget[u], "mass", "%.2f", 0)
		print "\nNew pages that it leads to\n"
		table(budget[u], "new_pages", "%.0f", 0)
		print "\nNew hosts that it leads to\n"
		table(budget[u], "new_hosts", "%.0f", 0)
		print "\nHow often what came is what crawlnext expected\n"
		expected(budget[u])
	}
}
