# What a crawl can fetch next, and what it would find there: a row for each page
# that is known and was not fetched.  Its columns are its number in known.sp,
# its PageRank in the whole graph, 1 if it would come and 0 if not, its host or
# -, 1 if nothing was requested from that host before, and the pages that it
# links to and that the crawl does not know, as NUMBER or, if their host is not
# known either, NUMBER:HOST.  Hosts are numbered.
#
#   awk -f next-left.awk -v starts=N WEB KEPT STATES LINKS
#
# WEB is web.tsv of next.mk, KEPT and STATES are tables of known.sp, LINKS the
# links of the whole graph.  The first line says how large the crawl is.

BEGIN { FS = OFS = "\t" }

FNR == 1 { file++ }
/^#/ { next }

file == 1 {
	comes[$1] = $2
	if ($3 != "-") {
		if (!($3 in hosts))
			hosts[$3] = ++host_count
		host[$1] = hosts[$3]
	}
	next
}

file == 2 {
	page[$1] = $3
	truth[$1] = $2
	known[$3]
	if ($3 in host)
		host_known[host[$3]]
	next
}

file == 3 {
	if ($2 == "unfetched") {
		left[page[$1]] = $1
		order[++count] = page[$1]
	} else {
		fetched++
		if (page[$1] in host)
			tried[host[page[$1]]]
	}
	next
}

$1 in left && !($2 in known) {
	found[$1] = found[$1] " " $2
	if ($2 in host && !(host[$2] in host_known))
		found[$1] = found[$1] ":" host[$2]
}

END {
	print "#crawl", starts + 0, fetched + 0, fetched + count
	for (i = 1; i <= count; i++) {
		p = order[i]
		print left[p], truth[left[p]], comes[p], \
			p in host ? host[p] : "-", \
			p in host && !(host[p] in tried), substr(found[p], 2)
	}
}
