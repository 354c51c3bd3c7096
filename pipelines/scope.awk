# The table of scope.mk, in Markdown, from the rows of its draws: for each method
# and number of places, the share of the hidden list that is found, the median of
# the draws with the least and the most, and the precision if it is estimated.
#
#   awk -f scope.awk ROWS

BEGIN {
	FS = "\t"
	place_count = split("10 50 200 1000", place, " ")
}

FNR == 1 { next }

{
	if (!($1 in rows)) {
		method[++methods] = $1
		rows[$1]
	}
	n = ++draws[$1, $2]
	found[$1, $2, n] = $3
	precision[$1, $2, n] = $6
}

# The median of the values of a cell; least and most are set.
function median(value, key, n,   list, i, k, kept) {
	for (i = 1; i <= n; i++) {
		kept = value[key, i] + 0
		for (k = i; k > 1 && list[k - 1] > kept; k--)
			list[k] = list[k - 1]
		list[k] = kept
	}
	least = list[1]
	most = list[n]
	return (list[int((n + 1) / 2)] + list[int((n + 2) / 2)]) / 2
}

function cell(name, first,   key, n, middle, text) {
	key = name SUBSEP first
	n = draws[key]
	if (!n)
		return "-"
	middle = median(found, key, n)
	text = sprintf("%.1f (%.1f to %.1f)", 100 * middle, 100 * least,
		100 * most)
	if (precision[key, 1] != "-")
		text = text sprintf(", right %.0f",
			100 * median(precision, key, n))
	return text
}

END {
	print "How much of the list each method finds when it is hidden, in " \
		"percent, among the first places: medians of the draws, the " \
		"least and the most" (precision[method[1], 10, 1] != "-" ? \
		"; and how many of these places are right, by estimate" : "") \
		".\n"
	line = "| method |"
	rule = "|---|"
	for (i = 1; i <= place_count; i++) {
		line = line " " place[i] " |"
		rule = rule "---|"
	}
	print line "\n" rule
	for (m = methods; m >= 1; m--) {
		line = "| " method[m] " |"
		for (i = 1; i <= place_count; i++)
			line = line " " cell(method[m], place[i]) " |"
		print line
	}
}
