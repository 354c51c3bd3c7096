# The conclusion at the top of the page of report.mk, computed from its tables,
# and why curves are below that of a random order.  For report.awk.

# Pages of the graph, those without links and, if it says what was fetched, those
# that were not, from what graphstat says.
function read_totals(   file, line, part) {
	file = folder "/stat.txt"
	total_unfetched = -1
	while ((getline line < file) > 0) {
		split(line, part, " ")
		if (line ~ /^  pages  / && !total_pages)
			total_pages = part[2]
		if (line ~ /^  without links  /)
			total_unlinked = part[3]
		if (line ~ /^  unfetched  /)
			total_unfetched = part[2]
	}
	close(file)
	unlinked = total_pages ? total_unlinked / total_pages : 0
}

# What is known of why pages have no links: guess, where nothing says what was
# fetched.
function why_unlinked(guess) {
	return total_unfetched < 0 ? ", " guess : !total_unfetched ? "" : \
		", and " plural(total_unfetched, "page was", "pages were") \
		" never fetched"
}

# Rows of a summary: without draws there is one of each order, else the median.
function is_median(i) {
	return cell[i, "quartile"] == "" || cell[i, "quartile"] == 2
}

# The order of crawls from the seeds that has the highest mean throughput up to
# 45 %, in best["order"], with that, the next and the last one's, and a random
# order's; best["end"] is the length of the longest crawl.
function find_best(file, best,   rows, i, y) {
	split("", best)
	rows = read(file)
	best["mean"] = best["next"] = -1
	best["last"] = 1
	for (i = 1; i <= rows; i++) {
		y = cell[i, "mean_throughput_45"]
		if (!is_median(i) || y == "-" || y == "")
			continue
		if (cell[i, "order"] == "shuffle")
			best["shuffle"] = y
		# A single order is not in the names of its crawls.
		if (cell[i, "order"] == seeds_from)
			cell[i, "order"] = seeds_from " " ENVIRON["ORDERS"]
		if (index(cell[i, "order"], seeds_from " ") != 1)
			continue
		if (y + 0 < best["last"] + 0)
			best["last"] = y
		if (cell[i, "pages"] + 0 > best["end"] + 0)
			best["end"] = sprintf("%.0f", cell[i, "pages"]) + 0
		if (y + 0 > best["mean"] + 0) {
			best["next"] = best["mean"]
			best["second"] = best["order"]
			best["mean"] = y
			best["order"] = cell[i, "order"]
		} else if (y + 0 > best["next"] + 0) {
			best["next"] = y
			best["second"] = cell[i, "order"]
		}
	}
	sub(/^[^ ]* /, "", best["order"])
	sub(/^[^ ]* /, "", best["second"])
	return best["order"] != ""
}

function seeds_count() {
	return read("seeds.tsv")
}

# Orders that are a point apart may change places with other seeds.
function conclude_order(   plain, capped, near_points) {
	near_points = 0.01
	if (!find_best("summary.tsv", plain))
		return "No crawl of this graph has a hot page to find."
	if (plain["end"] < total_pages && plain["end"] <= seeds_count())
		return "No order can be judged from these seeds: the longest " \
			"crawl from them ends after " plural(plain["end"], \
			"page", "pages") " of " number(total_pages) ", as no " \
			"link leads on; crawl on, and make this page again."
	if (plain["mean"] + 0 <= plain["shuffle"] + 0)
		return "From these seeds no order finds more hot pages over " \
			"the first 45&#160;% of the pages than a random one " \
			"would: choose other seeds before you choose an order."
	if (plain["second"] != "" && \
	    percent(plain["last"]) == percent(plain["mean"]))
		return "All orders find as much: over the first " \
			"45&#160;% of the pages each has on average " \
			percent(plain["mean"]) "&#160;% of the hot ones, and " \
			"a random order has " percent(plain["shuffle"]) \
			"&#160;%."
	if (!find_best("summary.capped.tsv", capped))
		capped["order"] = ""
	return "Crawl by <strong>" name(plain["order"]) "</strong>: over the " \
		"first 45&#160;% of the pages it has on average " \
		percent(plain["mean"]) "&#160;% of the hot ones" \
		(plain["second"] == "" ? "" : \
		percent(plain["next"]) == percent(plain["mean"]) ? \
		", as " name(plain["second"]) " has" : ", next is " \
		name(plain["second"]) " with " percent(plain["next"]) \
		"&#160;%" (plain["mean"] - plain["next"] < near_points ? \
		", so near that other seeds may turn it round" : "")) \
		", and a random order has " \
		percent(plain["shuffle"]) "&#160;%" \
		(capped["order"] == "" || plain["second"] == "" ? "" : \
		capped["order"] == plain["order"] ? "; it is also the best " \
		"if at most 1&#160;% of the hot pages are of one shape" : \
		"; but if at most 1&#160;% of the hot pages are of one " \
		"shape, it is " name(capped["order"]) \
		" with " percent(capped["mean"]) "&#160;%: choose that if " \
		"many sites matter more than one large template") "."
}

function seeds_text(kind) {
	return kind == "random" ? "random pages" : "the " from_text
}

# Seeds from the first part of a crawl, judged on the whole: docs/evidence.md.
function advise_seeds() {
	return "For your next crawl, take the seeds of <code>pagerank g.sp | " \
		"seedpick --yield B --weight pagerank</code>, with as many " \
		"downloads B as you plan: picked from the first part of a " \
		"crawl and judged on the whole graph, such seeds had more " \
		"PageRank early than the seeds of cores in 199 of 220 trials " \
		"on six graphs, and than random pages in 202"
}

# Which seeds reach far more, else bring more after the most downloads that
# crawls from both have.
function conclude_seeds(   rows, i, kind, at, mass, reach, other) {
	rows = read("compare.tsv")
	for (i = 1; i <= rows; i++) {
		kind = cell[i, column[1]] == "random" ? "random" : \
			cell[i, column[1]] == seeds_from ? "own" : ""
		reach[kind] = cell[i, "reached"] + 0
		mass[kind, cell[i, "pages"]] = cell[i, "mass"]
	}
	for (i = 1; i <= rows; i++)
		if (mass["own", cell[i, "pages"]] ~ /^[0-9]/ && \
		    mass["random", cell[i, "pages"]] ~ /^[0-9]/ && \
		    cell[i, "pages"] + 0 > at + 0)
			at = cell[i, "pages"]
	kind = reach["random"] > reach["own"] ? "random" : "own"
	other = kind == "own" ? "random" : "own"
	if (!at || reach[kind] > 1.5 * reach[other])
		return advise_seeds() "; on this graph, crawls from " \
			seeds_text(kind) " reach " \
			plural(sprintf("%.0f", reach[kind]), "page", "pages") \
			", and from " seeds_text(other) " " \
			number(sprintf("%.0f", reach[other])) "."
	kind = mass["random", at] + 0 > mass["own", at] + 0 ? "random" : "own"
	other = kind == "own" ? "random" : "own"
	return advise_seeds() "; on this graph, after " \
		plural(at, "download", "downloads") ", crawls from " \
		seeds_text(kind) " have " percent(mass[kind, at]) \
		"&#160;% of the PageRank, and from " seeds_text(other) " " \
		percent(mass[other, at]) "&#160;%."
}

function conclude_graph() {
	if (unlinked > 0.5)
		return "Take this as a hint: " percent(unlinked) \
			"&#160;% of the " number(total_pages) " pages have " \
			"no links" why_unlinked("most likely because they " \
			"were never fetched") "; " (total_unfetched ? "no " \
			"replay shows what is behind them: crawl on, and " \
			"make this page again." : "replays end there early.")
	return (unlinked > 0.1 ? "Be careful with small differences: " : \
		"Replays of crawls see most of this graph: only ") \
		percent(unlinked) "&#160;% of the " number(total_pages) \
		" pages have no links" (unlinked > 0.1 ? \
		why_unlinked("and some of these may never have been " \
			"fetched") : "") "."
}

function conclude() {
	print "<section class=\"conclusion\">\n<h2 id=\"conclusion\">" \
		"In three sentences</h2>"
	print "<ol>\n<li>" conclude_order() "</li>\n<li>" conclude_seeds() \
		"</li>\n<li>" conclude_graph() "</li>\n</ol>\n</section>"
}

# Orders that at 10, 25 or 45 % have fewer hot pages than a random order, and
# why.
function explain_below_shuffle(   rows, i, o, at, part, list, end, below) {
	rows = read("summary.tsv")
	split("10 25 45", part, " ")
	for (i = 1; i <= rows; i++) {
		if (!is_median(i) || cell[i, "order"] ~ /^(shuffle|ideal)$/)
			continue
		below = 0
		for (at = 1; at <= 3; at++) {
			o = cell[i, "throughput_" part[at]]
			below += o != "-" && o + 0.0005 < part[at] / 100
		}
		if (!below)
			continue
		list = list (list == "" ? "" : ", ") name(cell[i, "order"])
		if (cell[i, "pages"] + 0 > end)
			end = sprintf("%.0f", cell[i, "pages"]) + 0
	}
	if (list == "")
		return
	print "<p class=\"note\">Below the random order at 10, 25 or " \
		"45&#160;%: " list ". The random order draws from all " \
		number(total_pages) " pages of the graph, which no crawler " \
		"knows; these crawls only download what links lead to from " \
		"their seeds, at most " \
		plural(end, "page", "pages") " (" \
		percent(total_pages ? end / total_pages : 0) "&#160;%), and " \
		"after their end the share of the hot pages falls." \
		(unlinked > 0.5 ? " Of all pages " percent(unlinked) \
		"&#160;% have no links" why_unlinked("most of them because " \
		"they were never fetched") \
		": many of these have the same PageRank, so that " \
		"those with the smallest numbers count as hot, and no order " \
		"can tell them apart." : "") "</p>"
}
