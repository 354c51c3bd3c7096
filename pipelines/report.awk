# Prints the page of report.mk.
#
#	W=out/report HERE=pipelines/ TITLE=g ORDER=bfs ORDERS='bfs opic' \
#		LC_ALL=C awk -f report.awk -f conclude.awk
#
# W is the folder with the tables and figures, HERE that of report.css, ORDER
# the order that compares seeds, ORDERS all.  Names of pages and hosts come from
# strangers: all text goes through text(), and only web addresses become links.

# ---- text ------------------------------------------------------------------

# Invalid UTF-8 and control characters become the replacement character.
function clean(s,   out) {
	gsub(/[\001-\037\177]/, "\357\277\275", s)
	while (match(s, /[\200-\377]/)) {
		out = out substr(s, 1, RSTART - 1)
		s = substr(s, RSTART)
		if (match(s, /^[\302-\337][\200-\277]/) ||
		    match(s, /^[\340-\357][\200-\277][\200-\277]/) ||
		    match(s, /^[\360-\364][\200-\277][\200-\277][\200-\277]/)) {
			out = out substr(s, 1, RLENGTH)
			s = substr(s, RLENGTH + 1)
		} else {
			out = out "\357\277\275"
			s = substr(s, 2)
		}
	}
	return out s
}

# For the text of an element and the value of an attribute.
function text(s) {
	s = clean(s)
	gsub(/&/, "\\&amp;", s)
	gsub(/</, "\\&lt;", s)
	gsub(/>/, "\\&gt;", s)
	gsub(/"/, "\\&quot;", s)
	gsub(/'/, "\\&#39;", s)
	return s
}

# A name, cut if it is long, which cannot reorder what is beside it.
function name(s,   rest) {
	rest = ""
	if (length(s) > 120) {
		s = substr(s, 1, 117)
		sub(/[\300-\377][\200-\277]*$/, "", s)
		rest = "\342\200\246"
	}
	return "<bdi>" text(s) rest "</bdi>"
}

# A page as a link if its name is a web address, and else as text.
function page(node, url) {
	if (url == "" || url == "-")
		return "page " text(node)
	if (tolower(url) !~ /^https?:\/\/[^\/]/)
		return name(url)
	return "<a href=\"" text(url) "\" " \
		"rel=\"nofollow noopener noreferrer\">" name(url) "</a>"
}

# With commas between thousands, without zeros after decimals.
function number(s,   out) {
	if (s ~ /^[0-9]+\.[0-9]+$/)
		sub(/\.?0+$/, "", s)
	if (s !~ /^[0-9]+$/)
		return text(s)
	while (length(s) > 3) {
		out = "," substr(s, length(s) - 2) out
		s = substr(s, 1, length(s) - 3)
	}
	return s out
}

function percent(x) {
	return x == "-" || x == "" ? "-" : sprintf("%.1f", 100 * x)
}

function rounded(x) {
	return x == "-" || x == "" ? "-" : sprintf("%.4g", x)
}

function plural(count, one, many) {
	return number(count) " " (count == 1 ? one : many)
}

# ---- tables ----------------------------------------------------------------

# Reads a table into cell[row, column] by the names of its columns; returns the
# number of rows, 0 if there is no such table.
function read(file,   line, part, i, n, rows) {
	split("", cell)
	split("", column)
	rows = 0
	file = folder "/" file
	if ((getline line < file) > 0) {
		sub(/^#/, "", line)
		n = split(line, column, "\t")
		while ((getline line < file) > 0) {
			rows++
			split(line, part, "\t")
			for (i = 1; i <= n; i++)
				cell[rows, column[i]] = part[i]
		}
	}
	close(file)
	return rows
}

# Opens a table; heads are separated by "|", those of numbers begin with "#".
function table(caption, heads,   head, i, n) {
	n = split(heads, head, "|")
	print "<div class=\"wide\" role=\"region\" tabindex=\"0\" " \
		"aria-label=\"" text(caption) "\">"
	print "<table><caption>" text(caption) "</caption>"
	printf "<thead><tr>"
	for (i = 1; i <= n; i++)
		printf "<th scope=\"col\"%s>%s</th>", \
			sub(/^#/, "", head[i]) ? " class=\"number\"" : "", \
			text(head[i])
	print "</tr></thead>\n<tbody>"
}

# A cell: kind "number" or ""; its content is HTML.
function td(kind, html) {
	return "<td" (kind ? " class=\"" kind "\"" : "") ">" html "</td>"
}

function end_table() {
	print "</tbody></table></div>"
}

# ---- figures ---------------------------------------------------------------

# Puts a figure of gnuplot or crawlshape into the page.  Its ids get a prefix of
# their own, so that they differ from those of other figures.
function figure(id, title, caption,   file, line, state) {
	file = folder "/" id ".svg"
	state = 0
	while ((getline line < file) > 0) {
		if (!state && line ~ /^<svg/) {
			state = 1
			print "<figure>"
			printf "<svg role=\"img\" " \
				"aria-labelledby=\"%s-title\"", id
			continue
		}
		if (state == 1) {
			if (line ~ /viewBox|xmlns/)
				printf "%s", line
			if (line ~ />/) {
				print ">\n<title id=\"" id "-title\">" \
					text(title) "</title>"
				state = 2
			}
			continue
		}
		if (!state || line ~ /^<(title|desc)>|^<title id/)
			continue
		gsub(/ id=["']/, "&" id "-", line)
		gsub(/href=["']#/, "&" id "-", line)
		gsub(/url\(#/, "&" id "-", line)
		print line
	}
	close(file)
	if (state)
		print "<figcaption>" text(caption) "</figcaption>\n</figure>"
	else
		figures_left_out++
}

# ---- the graph -------------------------------------------------------------

# Prints what graphstat says, a box for each heading, without the distributions,
# which are indented further, and without what concerns the stream.
function describe(   line, file, part, head, open, label, value) {
	file = folder "/stat.txt"
	print "<div class=\"boxes\">"
	while ((getline line < file) > 0) {
		if (line ~ /^[^ ]/) {
			if (open)
				print "</tbody></table></div>"
			open = line !~ /^(Sections|Provenance|Cores|Seeds)/
			if (open)
				print "<div class=\"box wide\"><h3>" \
					text(line) "</h3>\n<table><tbody>"
		} else if (open && line ~ /^  [^ ]/) {
			sub(/^  /, "", line)
			label = line
			sub(/  .*/, "", label)
			value = substr(line, length(label) + 1)
			sub(/^ */, "", value)
			head = value
			sub(/  .*/, "", head)
			line = substr(value, length(head) + 1)
			sub(/^ */, "", line)
			if (label ~ /^bytes/)
				continue
			print "<tr><th scope=\"row\">" text(label) "</th>" \
				(head ~ /^[0-9.]+$/ && label != "fingerprint" ? \
				td("number", number(head)) \
				td("", text(line)) : \
				"<td colspan=\"2\">" text(head) "</td>") "</tr>"
		}
	}
	if (open)
		print "</tbody></table></div>"
	print "</div>"
	close(file)
}

function summary_of_graph(   file, line, part, pages, links, hosts) {
	file = folder "/stat.txt"
	while ((getline line < file) > 0) {
		split(line, part, " ")
		if (line ~ /^  pages  / && pages == "")
			pages = part[2]
		if (line ~ /^  links  / && links == "")
			links = part[2]
		if (line ~ /^Hosts/ && (getline line < file) > 0) {
			split(line, part, " ")
			hosts = part[2]
		}
	}
	close(file)
	print "<p>A graph of " plural(pages, "page", "pages") \
		(hosts == "" ? "" : " on " plural(hosts, "host", "hosts")) \
		" with " plural(links, "link", "links") ".</p>"
	if (hosts == "")
		print "<p class=\"note\">The graph has no hosts. This page " \
			"is without the largest hosts, and links inside " \
			"hosts were kept when its cores were extracted.</p>"
}

function largest_hosts(   rows, i) {
	rows = read("hosts.tsv")
	if (!rows)
		return
	table("Hosts with the most pages", "host|#pages")
	for (i = 1; i <= rows; i++)
		print "<tr>" td("", name(cell[i, "name"])) \
			td("number", number(cell[i, "pages"])) "</tr>"
	end_table()
}

function top_pages(   rows, i) {
	rows = read("top.tsv")
	table("Pages with the largest PageRank", "page|#PageRank")
	for (i = 1; i <= rows; i++)
		print "<tr>" td("", page(cell[i, "node"], cell[i, "url"])) \
			td("number", rounded(cell[i, "pagerank"])) "</tr>"
	end_table()
}

function the_graph() {
	print "<section>\n<h2 id=\"graph\">The graph</h2>"
	describe()
	print "<div class=\"figures\">"
	figure("degrees", "Degrees of pages", "How many pages have how " \
		"many links: both axes are powers of ten (2 is 100, -2 a " \
		"hundredth), and each point is a range of degrees. A power " \
		"law is a straight line.")
	figure("distances", "Distances between pages", "Distances between " \
		"pages: the share of the pairs with a path between them.")
	print "</div>"
	largest_hosts()
	top_pages()
	print "</section>"
}

# ---- shapes of URLs --------------------------------------------------------

# Reads shapes.tsv: the sums of the downloads and traps, and in shown[1 ...] the
# rows of the largest shapes and of the largest traps, as texts.
function read_shapes(   file, line, part, most) {
	file = folder "/shapes.tsv"
	shapes = traps = shown_shapes = fetched = 0
	fetched_known = 1
	most = 12
	if ((getline line < file) > 0)
		while ((getline line < file) > 0) {
			split(line, part, "\t")
			shapes++
			fetched += part[2]
			if (part[2] == "-")
				fetched_known = 0
			traps += part[14] != "-"
			if (shapes <= most || part[14] != "-" && traps <= most)
				shown[++shown_shapes] = line
		}
	close(file)
	return shapes
}

# A cell of a table as the text that it stands for, for characters that can be
# shown; other escapes stay, as crawlshape --shape takes them.
function uncell(s) {
	gsub(/\\\\/, "\\", s)
	return s
}

function list_shapes(   i, part) {
	table("The largest shapes" (traps ? ", and the largest traps" : ""), \
		"shape|#known pages" (fetched_known ? "|#fetched" : "") "|trap")
	for (i = 1; i <= shown_shapes; i++) {
		split(shown[i], part, "\t")
		print "<tr>" td("", name(uncell(part[15]))) \
			td("number", number(part[1])) \
			(fetched_known ? td("number", number(part[2])) : "") \
			td("", part[14] == "-" ? "" : text(part[14])) "</tr>"
	}
	end_table()
}

# What stopping the traps would have saved and lost: the last row of stops.tsv
function explain_stops(   rows, saved, lost) {
	rows = read("stops.tsv")
	if (!rows)
		return
	saved = cell[rows, "saved"]
	lost = cell[rows, "lost"]
	print "<p>Without " (rows - 1 < traps ? "the " number(rows - 1) \
		" traps with the most downloads" : traps == 1 ? \
		"the trap" : "the " number(traps) " traps") \
		", the crawl would have saved " plural(saved, "download", \
		"downloads") (fetched_known ? ", " percent(fetched ? saved / \
		fetched : 0) "&#160;% of all," : "") " and lost " \
		(lost + 0 ? plural(lost, "page", "pages") " that only they " \
		"lead to, of which it downloaded " \
		number(cell[rows, "lostdownloads"]) : "no other page") "." \
		(fetched_known ? "" : " The graph does not say what was " \
		"fetched: pages with links are taken for downloads.") "</p>"
	print "<p>Look at some pages of a trap before you stop it. Then " \
		"<code>crawlshape --to heritrix g.sp</code> writes rules " \
		"against the traps; it knows other crawlers, too.</p>"
}

function the_shapes() {
	print "<section>\n<h2 id=\"shapes\">Where the downloads went</h2>"
	if (!read_shapes()) {
		print "<p class=\"note\">The pages of this graph have no " \
			"URLs. This page is without the shapes of URLs, and " \
			"without traps.</p>\n</section>"
		return
	}
	print "<p>A shape is a pattern of the URLs of a host. A trap is one " \
		"that a crawler can fetch for ever, or again and again. " \
		(traps ? plural(traps, "shape is", "shapes are") \
		" called " (traps == 1 ? "a trap" : "traps") " here." : \
		"No shape of this graph is called a trap.") "</p>"
	explain_stops()
	print "<div class=\"wide whole\" role=\"region\" tabindex=\"0\" " \
		"aria-label=\"Where the downloads went\">"
	figure("shapes", "Where the downloads went", "Hosts, and the shapes " \
		"of their URLs, as areas of their downloads or, where " \
		"nothing says what was fetched, of their known pages. Traps " \
		"are hatched. A pointer on an area shows its figures.")
	print "</div>"
	list_shapes()
	print "</section>"
}

# ---- cores and seeds -------------------------------------------------------

function read_names(   rows, i) {
	rows = read("names.tsv")
	for (i = 1; i <= rows; i++) {
		url_of[cell[i, "node"]] = cell[i, "url"]
		host_of[cell[i, "node"]] = cell[i, "host"]
	}
}

# Members of the cores in members[core, side, 1 ...], counts in size[core, side]
function read_cores(   rows, i, core, side) {
	rows = read("cores.tsv")
	cores = 0
	for (i = 1; i <= rows; i++) {
		core = cell[i, "core"]
		side = cell[i, "side"]
		members[core, side, ++size[core, side]] = cell[i, "node"]
		density[core] = cell[i, "density"]
		if (core + 0 > cores)
			cores = core + 0
	}
}

function list_members(core, side,   i, node, most) {
	most = 5
	print "<p>" text(side == "hub" ? "Hubs" : "Authorities") ":</p>\n<ul>"
	for (i = 1; i <= size[core, side] && i <= most; i++) {
		node = members[core, side, i]
		print "<li>" page(node, url_of[node]) "</li>"
	}
	if (size[core, side] > most)
		print "<li>and " number(size[core, side] - most) " more</li>"
	print "</ul>"
}

function list_seeds(   rows, i, core, node) {
	rows = read("seeds.tsv")
	table(cores ? "Cores, and the seed of each" : \
		"Seeds: pages with the largest PageRank", "#no.|seed" \
		(names_known ? "|host" : "") \
		(cores ? "|#hubs|#authorities|#density, %" : "") "|#score")
	for (i = 1; i <= rows; i++) {
		node = cell[i, "node"]
		core = cell[i, "core"]
		print "<tr>" td("number", number(cell[i, "seed"])) \
			td("", page(node, cell[i, "url"])) \
			(names_known ? td("", name(host_of[node])) : "") \
			(cores ? td("number", number(size[core, "hub"])) \
			td("number", number(size[core, "authority"])) \
			td("number", rounded(density[core])) : "") \
			td("number", rounded(cell[i, "score"])) "</tr>"
	}
	end_table()
}

function cores_and_seeds(   i) {
	print "<section>\n<h2 id=\"seeds\">Cores and seeds</h2>"
	read_names()
	read_cores()
	if (cores)
		print "<p>A core is a group of hubs that link to the same " \
			"authorities: often a community of pages about one " \
			"topic. The best hub of each core is a seed, from " \
			"which a crawl can start.</p>"
	else
		print "<p class=\"note\">This graph has no cores of at least " \
			"two hubs and two authorities. The crawls start from " \
			"the pages with the largest PageRank instead.</p>"
	list_seeds()
	for (i = 1; i <= cores; i++) {
		print "<details><summary>Members of core " i ": " \
			plural(size[i, "hub"], "hub", "hubs") ", " \
			plural(size[i, "authority"], "authority", \
			"authorities") "</summary>"
		list_members(i, "hub")
		list_members(i, "authority")
		print "</details>"
	}
	print "</section>"
}

# ---- crawls ----------------------------------------------------------------

# A figure of row i with its quartiles in the rows around it, if they differ.
function banded(i, column,   low, high) {
	if (cell[i, "quartile"] == "")
		return percent(cell[i, column])
	low = percent(cell[i - 1, column])
	high = percent(cell[i + 1, column])
	return percent(cell[i, column]) \
		(low == high ? "" : " (" low " to " high ")")
}

function summarize(   rows, i, tau) {
	rows = read("summary.tsv")
	table("Crawls in figures", "order|#throughput at 10 %, in %|#at 25 %" \
		"|#at 45 %|#mean up to 45 %|#downloads|#tau")
	for (i = 1; i <= rows; i++) {
		if (!is_median(i))
			continue
		tau = cell[i, "tau"]
		print "<tr>" td("", name(cell[i, "order"])) \
			td("number", banded(i, "throughput_10")) \
			td("number", banded(i, "throughput_25")) \
			td("number", banded(i, "throughput_45")) \
			td("number", banded(i, "mean_throughput_45")) \
			td("number", number(sprintf("%.0f", \
				cell[i, "pages"]))) \
			td("number", tau == "-" ? tau : \
				sprintf("%.3f", tau)) "</tr>"
	}
	end_table()
}

function the_crawls() {
	print "<section>\n<h2 id=\"orders\">Crawl orders</h2>"
	print "<p>A crawler that starts from the seeds chooses which page to " \
		"download next. The pages with the largest PageRank are hot. " \
		"Throughput is the share of the K hottest pages that is " \
		"among the first K downloads: the ideal is 100&#160;%, and a " \
		"random order (shuffle) finds half of them by the time it " \
		"has half of all pages.</p>"
	print "<div class=\"figures\">"
	figure("throughput", "Throughput of each order", "Throughput of each " \
		"order, from the seeds above.")
	figure("cumulative", "Cumulative PageRank of each order", "The sum " \
		"of the PageRank of the downloads, from the seeds above.")
	figure("random", "Throughput from random seeds", "Throughput from as " \
		"many random seeds: the median of several draws, and a band " \
		"from the first to the third quartile.")
	print "</div>"
	summarize()
	print "<p>Draws of random seeds have their median here, with the " \
		"quartiles in parentheses. Tau compares the order of the " \
		"downloads with that by PageRank: 1 if they agree.</p>"
	explain_below_shuffle()
	print "</section>"
}

# ---- seeds -----------------------------------------------------------------

function compare_seeds(   rows, i) {
	print "<section>\n<h2 id=\"compared\">How the seeds compare</h2>"
	print "<p>The same order, " text(ENVIRON["ORDER"]) ", from the seeds " \
		"above, from random pages (medians of the draws), and from " \
		"the pages with the largest PageRank, which a crawler cannot " \
		"know before it starts.</p>"
	print "<div class=\"figures\">"
	figure("seeds", "Crawls from different seeds", "PageRank, hosts and " \
		"throughput of crawls from different seeds.")
	print "</div>"
	rows = read("compare.tsv")
	table("Crawls from different seeds", "seeds|#downloads|#PageRank, %" \
		(hosts_known ? "|#hosts" : "") \
		"|#throughput, %|#reachable pages")
	for (i = 1; i <= rows; i++)
		print "<tr>" td("", name(cell[i, column[1]])) \
			td("number", number(cell[i, "pages"])) \
			td("number", percent(cell[i, "mass"])) \
			(hosts_known ? td("number", rounded(cell[i, "hosts"])) \
			: "") \
			td("number", percent(cell[i, "throughput"])) \
			td("number", number(sprintf("%.0f", \
				cell[i, "reached"]))) "</tr>"
	end_table()
	print "</section>"
}

# ---- how this was made -----------------------------------------------------

function how_made(   file, line, part, last) {
	print "<section>\n<h2 id=\"made\">How this page was made</h2>"
	print "<p>Each stream remembers the filters that made it:</p>"
	file = folder "/provenance.tsv"
	table("Provenance", "stream|#step|filter")
	while ((getline line < file) > 0) {
		split(line, part, "\t")
		print "<tr>" td("", part[1] == last ? "" : name(part[1])) \
			td("number", number(part[2])) \
			td("code", "<bdi>" text(part[3]) "</bdi>") "</tr>"
		last = part[1]
	}
	close(file)
	end_table()
	print "<p>These commands make the tables and figures again:</p>"
	print "<details><summary>Commands</summary>"
	printf "<pre class=\"wide\" tabindex=\"0\"><code>"
	file = folder "/commands.sh"
	while ((getline line < file) > 0) {
		gsub(/\t/, "    ", line)
		print text(line)
	}
	close(file)
	print "</code></pre></details>"
	if (figures_left_out)
		print "<p class=\"note\">" plural(figures_left_out, \
			"figure is", "figures are") " left out, since the " \
			"graph is too small or gnuplot was not there.</p>"
	print "</section>"
}

# ---- the page --------------------------------------------------------------

function copy(file,   line) {
	while ((getline line < file) > 0)
		print line
	close(file)
}

# Whether a table was made at all, as for graphs with names.
function is_there(file,   line, there) {
	there = (getline line < (folder "/" file)) > 0
	close(folder "/" file)
	return there
}

function head(title) {
	print "<!DOCTYPE html>\n<html lang=\"en\">\n<head>"
	print "<meta charset=\"utf-8\"/>"
	print "<meta http-equiv=\"Content-Security-Policy\" " \
		"content=\"default-src 'none'; style-src 'unsafe-inline'\"/>"
	print "<meta name=\"viewport\" content=\"width=device-width, " \
		"initial-scale=1\"/>"
	print "<meta name=\"referrer\" content=\"no-referrer\"/>"
	print "<title>" title " - web graph</title>\n<style>"
	copy(ENVIRON["HERE"] "report.css")
	print "</style>\n</head>\n<body>"
}

BEGIN {
	folder = ENVIRON["W"]
	title = text(ENVIRON["TITLE"])
	names_known = is_there("names.tsv")
	hosts_known = is_there("hosts.tsv")
	seeds_from = ENVIRON["FROM"]
	from_text = seeds_from == "cores" ? "seeds of cores" : \
		"pages with the largest PageRank"
	read_totals()
	head(title)
	print "<header>\n<h1>" title "</h1>"
	summary_of_graph()
	print "<nav aria-label=\"Contents\">" \
		"<a href=\"#conclusion\">Conclusion</a> " \
		"<a href=\"#graph\">The graph</a> " \
		"<a href=\"#shapes\">Where the downloads went</a> " \
		"<a href=\"#seeds\">Cores and seeds</a> " \
		"<a href=\"#orders\">Crawl orders</a> " \
		(hosts_known ? "<a href=\"#hours\">How long a crawl " \
		"takes</a> " : "") \
		"<a href=\"#compared\">How the seeds compare</a> " \
		"<a href=\"#made\">How this page was made</a></nav>\n</header>"
	print "<main>"
	conclude()
	the_graph()
	the_shapes()
	cores_and_seeds()
	the_crawls()
	the_hours()
	compare_seeds()
	how_made()
	print "</main>\n</body>\n</html>"
}
