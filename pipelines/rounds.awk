# SPDX-License-Identifier: MIT
#
# rounds.awk - what a crawl in rounds has after each of its downloads, from the
# access logs of the server, for rounds.mk
#
#	awk -f rounds.awk -v size=N truth.tsv ROUND.access...
#
# truth.tsv has the URL of each page, its PageRank, the page whose bytes it has,
# and whether it can be fetched.  Each log is a round; with size, the only log
# is cut into rounds of N downloads.  A page counts where it is fetched first,
# and its PageRank only if it came.

BEGIN {
	FS = OFS = "\t"
	print "#round", "downloads", "ok", "pagerank", "hosts", "redirects", \
		"gone", "failed", "duplicates", "repeated"
	mass = ok = downloads = hosts = redirects = gone = failed = 0
	duplicates = repeated = 0
}

FNR == 1 { file++ }
/^#/ { next }

file == 1 {
	rank[$1] = $2
	bytes_of[$1] = $3
	next
}

# Neither robots.txt nor the page with links to the list is a page of the web.
$7 == "-" { next }

{
	round = size ? int(downloads / size) + 1 : file - 1
	downloads++
	if ($7 in seen)
		repeated++
	seen[$7]
	if ($4 >= 500)
		failed++
	else if ($4 >= 400)
		gone++
	else if ($4 >= 300)
		redirects++
	else if (!($7 in came)) {
		came[$7]
		ok++
		mass += rank[$7]
		duplicates += bytes_of[$7] in copied
		copied[bytes_of[$7]]
		split($7, part, "/")
		if (!(part[3] in host)) {
			host[part[3]]
			hosts++
		}
	}
	print round, downloads, ok, sprintf("%.8f", mass), hosts, redirects, \
		gone, failed, duplicates, repeated
}
