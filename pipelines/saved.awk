# SPDX-License-Identifier: MIT
#
# saved.awk - how many downloads one crawl needs for what another one has, for
# rounds.mk
#
#	awk -f saved.awk -v crawl=next curves.tsv
#
# curves.tsv has a row for each download: draw, crawl, round, downloads, ok,
# PageRank.  For each other crawl and draw: its downloads and PageRank at the
# end of each round, the downloads after which the first crawl has as much, "-"
# if it never does, and the ratio.

BEGIN {
	FS = OFS = "\t"
	print "#beside", "draw", "round", "downloads", "pagerank", "needed", \
		"ratio"
}

/^#/ { next }

$2 == crawl {
	count[$1] = $4
	mass[$1, $4] = $6
	next
}

{
	last[$2, $1, $3] = $4
	at[$2, $1, $3] = $6
	if (!(($2, $1) in seen)) {
		seen[$2, $1]
		crawls[++n] = $2
		draws[n] = $1
	}
	if ($3 > rounds)
		rounds = $3
}

function needed(draw, wanted,   low, high, middle) {
	low = 1
	high = count[draw] + 1
	while (low < high) {
		middle = int((low + high) / 2)
		if (mass[draw, middle] + 0 >= wanted)
			high = middle
		else
			low = middle + 1
	}
	return low > count[draw] ? "-" : low
}

END {
	for (i = 1; i <= n; i++)
		for (round = 1; round <= rounds; round++) {
			if (!((crawls[i], draws[i], round) in last))
				continue
			wanted = at[crawls[i], draws[i], round]
			downloads = last[crawls[i], draws[i], round]
			need = needed(draws[i], wanted)
			print crawls[i], draws[i], round, downloads, wanted, \
				need, need == "-" ? "-" : \
				sprintf("%.4f", need / downloads)
		}
}
