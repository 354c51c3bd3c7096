# What crawls in time come to, as Markdown: in words, as a table of all crawls,
# and which verdicts about orders are the same by downloads and by hours.
#
#   awk -f hours.awk -v usual=CRAWL HOSTS CURVES... BY_HOURS BY_DOWNLOADS
#
# HOSTS is what hotcurve -m hosts prints of the usual crawl.  CURVES are the
# score collected over hours, a file CRAWL-DRAW.tsv for each crawl, which is called
# QUEUES-CONNECTIONS-DELAY-CAP; the last two files are the medians of all draws.

BEGIN {
	FS = OFS = "\t"
	split("0.5 0.9 0.95 1", part, " ")
}

# "bfs/time=host" is bfs
function order_of(name) {
	sub(/\/time=.*/, "", name)
	return name
}

FNR == 1 {
	file++
	crawl = FILENAME
	sub(/.*\//, "", crawl)
	sub(/-[0-9]*\.tsv$/, "", crawl)
	if (FILENAME ~ /by-hours\.tsv$/)
		way = "hours"
	else if (FILENAME ~ /by-downloads\.tsv$/)
		way = "downloads"
	else if (file > 1)
		list[++crawls] = crawl
	for (i = 1; i <= NF; i++)
		column[i] = $i
	columns = NF
	next
}

# The hosts of the first order, those that take longest first
file == 1 {
	if (first == "")
		first = $1
	if ($1 == first && ++hosts <= 6) {
		host[hosts] = $2
		host_pages[hosts] = $3
		alone[hosts] = $7
	}
	next
}

# A curve of each order: the hours, and what it has collected by then
way == "" {
	for (i = 2; i <= columns; i++)
		if ($i != "-") {
			order = order_of(column[i])
			if (!((crawl, order) in points) && crawl == list[1])
				orders[++order_count] = order
			n = ++points[crawl, order]
			hours[crawl, order, n] = $1
			mass[crawl, order, n] = $i
		}
	next
}

# Medians: quartiles are left out
{
	rows[way]++
	for (i = 2; i <= columns; i++)
		value[way, order_of(column[i]), rows[way]] = $i
}

# When the crawl has this part of what it has in the end
function until(crawl, order, part,   n, i, all) {
	n = points[crawl, order]
	if (!n)
		return "-"
	all = mass[crawl, order, n] * part
	for (i = 1; i < n && mass[crawl, order, i] < all;)
		i++
	return hours[crawl, order, i]
}

function collected(crawl, order) {
	return mass[crawl, order, points[crawl, order]]
}

function hours_text(h) {
	return h == "-" ? h : h < 1 ? sprintf("%.0f min", 60 * h) : \
		h < 48 ? sprintf("%.1f h", h) : sprintf("%.1f days", h / 24)
}

function in_words(   words, i, at, name, base, change) {
	name = orders[1]
	base = until(usual, name, 1)
	print "A crawl by " name " takes " hours_text(base) \
		", has half of its PageRank after " \
		hours_text(until(usual, name, .5)) " and 95 % after " \
		hours_text(until(usual, name, .95)) "."
	if (hosts > 1)
		print "\nThe host that takes longest is " host[1] ": its " \
			host_pages[1] " pages take " hours_text(alone[1]) \
			", whatever the others do. Without it no crawl is " \
			"shorter than " hours_text(alone[2]) \
			(hosts > 5 ? "; without the first five, than " \
			 hours_text(alone[6]) : "") "."
	split(usual, at, "-")
	for (i = 1; i <= crawls; i++) {
		split(list[i], words, "-")
		change = until(list[i], name, 1)
		if (list[i] == usual || words[1] != at[1] || change == "-")
			continue
		printf "\n%s, it takes %s", words[4] != at[4] ? \
			"With at most " words[4] " pages of a host" : \
			words[2] != at[2] ? "With " words[2] \
			" connections instead of " at[2] : "With a delay of " \
			words[3] " s instead of " at[3], hours_text(change)
		if (words[4] != at[4])
			printf " and has %.1f %% of the PageRank instead of " \
				"%.1f", 100 * collected(list[i], name), \
				100 * collected(usual, name)
		print "."
	}
}

function table(   i, j, k, words, line) {
	print "\n| queues | connections | delay | pages a host | order |" \
		" to 50 % | to 90 % | to 95 % | all | PageRank |"
	print "|---|---|---|---|---|---|---|---|---|---|"
	for (i = 1; i <= crawls; i++)
		for (j = 1; j <= order_count; j++) {
			split(list[i], words, "-")
			line = "| " words[1] " | " words[2] " | " words[3] \
				" s | " (words[4] ? words[4] : "all") " | " \
				orders[j]
			for (k = 1; k <= 4; k++)
				line = line " | " hours_text(until(list[i], \
					orders[j], part[k]))
			printf "%s | %.1f %% |\n", line, \
				100 * collected(list[i], orders[j])
		}
}

# In how many of the points where both have a value a is above b, in per cent;
# points at which they are the same count half.
function above(way, a, b,   i, x, y, n, more) {
	for (i = 1; i <= rows[way]; i++) {
		x = value[way, a, i]
		y = value[way, b, i]
		if (x == "-" || y == "-" || x == "" || y == "")
			continue
		n++
		more += x + 0 > y + 0 ? 1 : x + 0 < y + 0 ? 0 : .5
	}
	return n ? 100 * more / n : 50
}

function verdict(share) {
	return share >= 90 ? "above" : share <= 10 ? "below" : "neither"
}

function verdicts(   i, j, d, h, same, pairs) {
	print "\nAn order is above another if it has collected more at nine " \
		"of ten points of the curve, by the medians of all draws:\n"
	print "| order | than | by downloads | by hours | |"
	print "|---|---|---|---|---|"
	for (i = 1; i < order_count; i++)
		for (j = i + 1; j <= order_count; j++) {
			d = above("downloads", orders[i], orders[j])
			h = above("hours", orders[i], orders[j])
			pairs++
			same += verdict(d) == verdict(h)
			printf "| %s | %s | %s (%d %%) | %s (%d %%) | %s |\n", \
				orders[i], orders[j], verdict(d), d, \
				verdict(h), h, verdict(d) == verdict(h) ? \
				"same" : "**other**"
		}
	print "\n" same " of " pairs " verdicts are the same."
}

END {
	in_words()
	table()
	verdicts()
}
