# How long a crawl takes, for report.awk: what crawls in time have after which
# hours, and which hosts hold them up.

# "1.5 hours" of a number of hours
function duration(h) {
	if (h < 1)
		return sprintf("%.0f", 60 * h) "&#160;min"
	return h < 48 ? sprintf("%.1f", h) "&#160;hours" : \
		sprintf("%.1f", h / 24) "&#160;days"
}

# The hours after which column i of hours.tsv has this part of its last value
function hours_until(i, part, rows,   row, last) {
	for (row = rows; row > 1 && cell[row, column[i]] == "-";)
		row--
	last = cell[row, column[i]]
	for (row = 1; row < rows && (cell[row, column[i]] == "-" || \
	     cell[row, column[i]] < part * last);)
		row++
	return cell[row, "hours"]
}

function list_hours(   rows, i, order) {
	rows = read("hours.tsv")
	table("Hours of crawls", "order|#half of its PageRank|#95 %|#all pages")
	for (i = 2; column[i] != ""; i++) {
		order = column[i]
		sub(/\/time=.*/, "", order)
		print "<tr>" td("", name(order)) \
			td("number", duration(hours_until(i, .5, rows))) \
			td("number", duration(hours_until(i, .95, rows))) \
			td("number", duration(hours_until(i, 1, rows))) "</tr>"
	}
	end_table()
}

function list_slow_hosts(   rows, i) {
	rows = read("hours.hosts.tsv")
	print "<p>A host that takes longest sets the least time of a crawl of " \
		"these pages, with any number of connections" \
		(rows > 1 ? ": here " duration(cell[1, "alone_hours"]) \
		 ", without this host " duration(cell[2, "alone_hours"]) \
		 (rows > 5 ? ", without the first five " \
		  duration(cell[6, "alone_hours"]) : "") : "") ".</p>"
	table("Hosts that take longest", "host|#pages|#time they take alone")
	for (i = 1; i <= rows && i <= 5; i++)
		print "<tr>" td("", name(cell[i, "host"])) \
			td("number", number(cell[i, "pages"])) \
			td("number", duration(cell[i, "alone_hours"])) "</tr>"
	end_table()
}

function the_hours() {
	if (!is_there("hours.tsv"))
		return
	print "<section>\n<h2 id=\"hours\">How long a crawl takes</h2>"
	print "<p>Crawls from the seeds above, with 20 connections, a queue for " \
		"each host, and 1&#160;s between the end of a request to a " \
		"host and the next one. A server answers after 0.2&#160;s in " \
		"the median. A longer delay makes it all longer in proportion, " \
		"as far as hosts are waited for.</p>"
	print "<div class=\"figures\">"
	figure("hours", "PageRank over hours", "The sum of the PageRank of " \
		"the downloads, over hours.")
	print "</div>"
	list_hours()
	list_slow_hosts()
	print "</section>"
}
