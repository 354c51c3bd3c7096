# The first pages of a crawl: downloads WANT pages breadth-first, from the first
# SEEDS pages of a list at once and, when none is left to download, from the next
# page of the list.
#
#   awk -f young.awk -v want=N -v seeds=N -v pages=FILE LIST LINKS
#
# LIST has a page number a line, LINKS the lines of graphdump.  What the crawl
# knows then are the pages that it has downloaded, with their links, and the
# targets of these.  FILE gets their numbers, the smallest first; the links are
# printed, with line I of FILE as page I - 1.  Nothing to download is an error.

function queue(page) {
	if (!(page in queued)) {
		queued[page]
		waiting[tail++] = page
	}
}

# Prints the links of a page, or only notes that the crawl knows their ends.
function follow(page, printed,   i, n, target) {
	known[page]
	n = split(links[page], target, " ")
	for (i = 1; i <= n; i++)
		if (printed)
			print number[page] "\t" number[target[i]]
		else {
			known[target[i]]
			queue(target[i])
		}
}

/^#/ { next }
NR == FNR { start[starts++] = $1; next }
{ if ($1 > last) last = $1; if ($2 > last) last = $2 }
$1 == source { row = row " " $2; next }
{ links[source] = row; source = $1; row = $2 }

END {
	links[source] = row
	while (head < want) {
		# A crawl from a page without links ends where it began.
		while (used < starts && (head == tail || begun < seeds))
			if (start[used++] in links) {
				queue(start[used - 1])
				begun++
			}
		if (head == tail)
			break
		follow(waiting[head++], 0)
	}
	if (!head) {
		print "too few pages with links for a young crawl" >"/dev/stderr"
		exit 1
	}
	for (i = 0; i <= last; i++)
		if (i in known) {
			number[i] = count++
			print i > pages
		}
	for (i = 0; i < head; i++)
		follow(waiting[i], 1)
}
