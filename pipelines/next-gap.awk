# Adds to rows of next.awk, of which found and oracle come before the others of
# the same hold-out, the share of the gap between these two that each closes: 0
# is as good as found, 1 as oracle, - where there is no gap.  Prints a header.
#
#   awk -f next-gap.awk ROWS

BEGIN {
	FS = OFS = "\t"
	print "#graph", "part", "draw", "batch", "budget", "estimator", \
		"starts", "fetched", "known", "left", "asked", "chosen", \
		"mass", "new_pages", "new_hosts", "expected_ok", "ok", \
		"expected_hosts", "hosts", "expected_untried", "untried", \
		"expected_share", "share", "closed"
}

{
	key = $2 SUBSEP $3 SUBSEP $4 SUBSEP $5
	if ($6 == "found")
		low[key] = $13
	if ($6 == "oracle")
		high[key] = $13
	row[NR] = $0
	of[NR] = key
	mass[NR] = $13
}

# A gap of rounding errors is none.
END {
	for (i = 1; i <= NR; i++) {
		gap = high[of[i]] - low[of[i]]
		print row[i], (gap > 1e-9 * high[of[i]] ? \
			(mass[i] - low[of[i]]) / gap : "-")
	}
}
