# How well the throughput of orders on the first part of a crawl predicts that on
# the whole: for each part and draw of the table of predict.mk, a row with tau, and
# the points of throughput that are lost by taking the order that is best on the
# first part (of equal ones the first), by ALWAYS, and by bfs.
#
#   awk -f predict.awk -v always=ORDER TABLE

BEGIN {
	FS = OFS = "\t"
	print "#part", "tau", "cost of the best on the first part", \
		"cost of " always, "cost of bfs"
}

function sign(x) {
	return x > 0 ? 1 : x < 0 ? -1 : 0
}

# Kendall's tau-b, so that ties count for neither side.
function tau(   i, j, a, b, sum, left, right) {
	for (i = 1; i <= orders; i++)
		for (j = 1; j < i; j++) {
			a = sign(first[i] - first[j])
			b = sign(whole[i] - whole[j])
			sum += a * b
			left += a * a
			right += b * b
		}
	return left * right ? sum / sqrt(left * right) : "-"
}

function lost(name,   i) {
	for (i = 1; i <= orders; i++)
		if (order[i] == name)
			return most - whole[i]
	return "-"
}

function finish(   i, best) {
	if (!orders)
		return
	best = 1
	most = whole[1]
	for (i = 2; i <= orders; i++) {
		if (first[i] > first[best])
			best = i
		if (whole[i] > most)
			most = whole[i]
	}
	print part, tau(), lost(order[best]), lost(always), lost("bfs")
	orders = 0
}

/^#/ { next }

$1 != part || $3 != draw {
	finish()
	part = $1
	draw = $3
}

{
	order[++orders] = $2
	first[orders] = $4
	whole[orders] = $5
}

END {
	finish()
}
