# What batches bring: a row for each, with what crawlnext expected of it.
#
#   awk -f next.awk -v graph=NAME -v holdout=NAME-PART-DRAW -v estimator=NAME \
#       LEFT BATCHES
#
# LEFT is the table of next-left.awk.  BATCHES has for each batch a line "#batch
# SIZE BUDGET PAGES", the statistics of crawlnext, and its pages as graphdump
# prints seeds.  The columns are named in next-gap.awk.

BEGIN {
	FS = OFS = "\t"
	split(holdout, part, "-")
}

NR == FNR && FNR == 1 {
	starts = $2
	fetched = $3
	known = $4
	next
}

NR == FNR {
	truth[$1] = $2
	comes[$1] = $3
	host[$1] = $4
	untried[$1] = $5
	found[$1] = $6
	left++
	all += $2
	next
}

/^#batch / {
	finish()
	split($0, batch, " ")
	chosen = mass = pages = hosts = came = came_hosts = came_untried = 0
	split("", seen)
	next
}

/^\{/ { stats = $0; next }
/^#/ { next }
{ add($2) }
END { finish() }

function add(p,   n, target, i, at) {
	chosen++
	mass += truth[p]
	if (!comes[p])
		return
	came++
	if (host[p] != "-" && !(("h", host[p]) in seen)) {
		seen["h", host[p]]
		came_hosts++
		came_untried += untried[p]
	}
	n = split(found[p], target, " ")
	for (i = 1; i <= n; i++) {
		split(target[i], at, ":")
		if (("p", at[1]) in seen)
			continue
		seen["p", at[1]]
		pages++
		if (at[2] != "" && !(("n", at[2]) in seen)) {
			seen["n", at[2]]
			hosts++
		}
	}
}

# A number of --stats, or - if it is not there
function stat(name,   text) {
	if (!match(stats, "\"" name "\": [-+0-9.e]+"))
		return "-"
	text = substr(stats, RSTART, RLENGTH)
	sub(/.*: /, "", text)
	return text
}

function finish(   hosted) {
	if (!chosen)
		return
	hosted = stat("hosts") != "-"
	print graph, part[2], part[3], batch[2], batch[3], estimator, starts, \
		fetched, known, left, batch[4], chosen, 100 * mass, pages, \
		hosted ? hosts : "-", stat("expected_ok"), came, \
		stat("hosts"), \
		hosted ? came_hosts : "-", stat("new_hosts"), \
		hosted ? came_untried : "-", stat("share_of_score"), \
		(all > 0 ? mass / all : "-")
}
