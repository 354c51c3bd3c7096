# Gathers the curves of draws for spam.mk: tables of hotcurve with the same points,
# whose names are PART-KIND-DRAW....tsv; orders of the kind trust get that word.
#
#	awk -f spam.awk -v form=FORM TABLE ...
#
# form "wide." is a table as hotcurve would make it of these draws, with medians and
# quartiles, for verdict.awk; "at." has a row for each order and draw; without one,
# a row has an order, its point, and the median between the quartiles, for hotcurve
# -m table, which draws bands from _min to _max around _mean.  Quantiles are those
# of hotcurve.

function quantile(name, row, q,   n, i, place, below, sorted) {
	for (i = 1; i <= draws[name]; i++) {
		if (!((name, row, i) in value))
			continue
		for (place = ++n; place > 1 && \
		     sorted[place - 1] > value[name, row, i]; place--)
			sorted[place] = sorted[place - 1]
		sorted[place] = value[name, row, i]
	}
	if (2 * n < draws[name] || !n)
		return "-"
	place = 1 + q * (n - 1)
	below = int(place)
	return below == n ? sorted[n] : sorted[below] + \
		(place - below) * (sorted[below + 1] - sorted[below])
}

BEGIN {
	FS = OFS = "\t"
}

FNR == 1 {
	split("", name_of)
	for (i = 3; i <= NF; i++) {
		if ($i == "ideal")
			continue
		name = $i (FILENAME ~ /-trust-[^\/]*$/ ? ",trust" : "")
		if (name == "shuffle,trust")
			continue
		name_of[i] = name
		if (!(name in draws))
			names[++orders] = name
		draws[name]++
	}
	next
}

{
	row = FNR - 1
	if (row > rows)
		rows = row
	fraction[row] = $2
	for (i in name_of)
		if ($i != "-")
			value[name_of[i], row, draws[name_of[i]]] = $i + 0
}

# A row for each draw, in percent
function print_at(   o, d, r, text) {
	text = "#order"
	for (r = 1; r <= rows; r++)
		text = text OFS 100 * fraction[r] " %"
	print text
	for (o = 1; o <= orders; o++)
		for (d = 1; d <= draws[names[o]]; d++) {
			text = names[o]
			for (r = 1; r <= rows; r++)
				text = text OFS ((names[o], r, d) in value ? \
					100 * value[names[o], r, d] : "-")
			print text
		}
}

function print_wide(   o, r, text) {
	text = "#fraction"
	for (o = 1; o <= orders; o++)
		text = text OFS names[o] OFS names[o] "_q1" OFS names[o] "_q3"
	print text
	for (r = 1; r <= rows; r++) {
		text = fraction[r]
		for (o = 1; o <= orders; o++)
			text = text OFS quantile(names[o], r, 0.5) OFS \
				quantile(names[o], r, 0.25) OFS \
				quantile(names[o], r, 0.75)
		print text
	}
}

function print_long(   o, r) {
	print "#order", "fraction", "spam_mean", "spam_min", "spam_max"
	for (o = 1; o <= orders; o++)
		for (r = 1; r <= rows; r++)
			print names[o], fraction[r], quantile(names[o], r, 0.5), \
				quantile(names[o], r, 0.25), \
				quantile(names[o], r, 0.75)
}

END {
	if (form == "at.")
		print_at()
	else if (form == "wide.")
		print_wide()
	else
		print_long()
}
