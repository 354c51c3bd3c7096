# How good a crawl is: a row with the PART and DRAW of TRIAL ("10-1"), METHOD,
# SEEDS, the pages downloaded and the score collected after each of AT percent of
# the pages, in percent of all.  A crawl that has ended keeps what it has.
#
#   awk -f seeds.awk -v trial=PART-DRAW -v method=NAME -v seeds=N -v at=LIST \
#       SCORES ORDER
#
# SCORES and ORDER are tables of graphdump; ORDER may be empty.

BEGIN {
	FS = OFS = "\t"
	points = split(at, point, " ")
	passed = 0
}

/^#/ { next }
FILENAME != "-" { scores++; score[$1] = $2; total += $2; next }

{
	collected += score[$3]
	reached++
	while (passed < points && 100 * reached >= point[passed + 1] * scores)
		after[++passed] = collected
}

END {
	split(trial, part, "-")
	row = part[1] OFS method OFS part[2] OFS seeds
	row = row OFS 100 * reached / scores
	for (i = 1; i <= points; i++)
		row = row OFS 100 * (i > passed ? collected : after[i]) / total
	print row
}
