# Judges claims about orders by whole curves, for the makefiles of this folder.
#
#	awk -f verdict.awk -v pages=N CLAIMS KIND=TEXT SEEDS=N TABLE ...
#
# CLAIMS has a row for each claim: its text, the orders, and the pages of the
# graph that the paper measured it on (- if it is not from a paper).  Orders are
# sets in a chain: "a b > c" says that a and b are both above c, ">=" not below
# it, and "*" is every order that the claim does not name.  TABLE is one of
# hotcurve, of curves from SEEDS seeds; KIND is what the curves are of.  Empty
# tables are passed over, and so are points after the end of a crawl.
#
# A point of the curves is for a claim if each pair of its orders is, and against
# it if one pair is: where the quartiles of draws overlap, neither.  A claim holds
# if no point is against it.  It does not hold if no point is for it, unless the
# paper's graph has over ten times as many pages as this one: it may need them,
# and is not shown here.  Else it holds or fails at more points than not.

function median(order) {
	return $at[order]
}

function quartile(order, q) {
	return (order "_q" q) in at ? $at[order "_q" q] : $at[order]
}

# 1 if a is above b, -1 if it is below, 0 if their quartiles overlap; 2 if one of
# them has ended.
function above(a, b, weak) {
	if (median(a) == "-" || median(b) == "-")
		return 2
	if (quartile(a, 1) + 0 > quartile(b, 3) + 0)
		return 1
	if (quartile(b, 1) + 0 > quartile(a, 3) + 0)
		return -1
	return weak ? 1 : 0
}

# The orders of one set, in set[1 ...]; returns how many, 0 if one is not there.
function members(text, names, set,   n, i, count, order, word) {
	split("", set)
	n = split(text, word, " ")
	for (i = 1; i <= n; i++) {
		if (word[i] != "*") {
			if (!(word[i] in at))
				return 0
			set[++count] = word[i]
			continue
		}
		for (order in at)
			if (order !~ /^(pages|fraction|hot_shapes|shuffle|ideal)$/ &&
			    order !~ /_q[13]$/ &&
			    index(" " names " ", " " order " ") == 0)
				set[++count] = order
	}
	return count + 0
}

# What this point says of claim c: 1, 0 or -1; 2 if an order is not there, or has
# ended.
function judge(c,   link, n, i, a, b, x, y, left, right, weak, one, worst) {
	worst = 1
	n = split(chain[c], link, " +>")
	for (i = 1; i < n; i++) {
		weak = sub(/^=/, "", link[i + 1])
		x = members(link[i], chain[c], left)
		y = members(link[i + 1], chain[c], right)
		if (!x || !y)
			return 2
		for (a = 1; a <= x; a++)
			for (b = 1; b <= y; b++) {
				one = above(left[a], right[b], weak)
				if (one == 2)
					return 2
				if (one < worst)
					worst = one
			}
	}
	return worst
}

function verdict(c, kind,   yes, no) {
	yes = count[c, kind, 1]
	no = count[c, kind, -1]
	if (!yes && !no)
		return "no difference"
	if (!no)
		return "holds"
	if (yes)
		return yes > no ? "holds at most points" : \
			"fails at most points"
	return of[c] != "-" && of[c] > 10 * pages ? "not shown here" : \
		"does not hold"
}

function cell(c, kind) {
	if (!((c, kind) in seen))
		return " - | - |"
	return sprintf(" %d, %d, %d | %s |", count[c, kind, 1], \
		count[c, kind, 0], count[c, kind, -1], verdict(c, kind))
}

BEGIN {
	FS = "\t"
}

FNR == 1 {
	file++
	split("", at)
	for (i = 1; i <= NF; i++) {
		sub(/^#/, "", $i)
		at[$i] = i
	}
	if (file > 1 && !(KIND in known)) {
		known[KIND]
		kinds[++kind_count] = KIND
	}
	if (file > 1 && !((KIND, SEEDS) in known)) {
		known[KIND, SEEDS]
		if (!(SEEDS in known))
			from = from (from == "" ? "" : ", ") SEEDS
		known[SEEDS]
	}
	next
}

file == 1 {
	claim[++claims] = $1
	chain[claims] = $2
	of[claims] = $3
	next
}

{
	for (c = 1; c <= claims; c++) {
		result = judge(c)
		if (result == 2)
			continue
		seen[c, KIND]
		if (first == "" || $at["fraction"] < first)
			first = $at["fraction"]
		if ($at["fraction"] > last)
			last = $at["fraction"]
		count[c, KIND, result]++
	}
}

END {
	text = "| claim |"
	line = "|---|"
	for (k = 1; k <= kind_count; k++) {
		text = text " " kinds[k] ": points for, neither, against | verdict |"
		line = line "---|---|"
	}
	print text
	print line
	for (c = 1; c <= claims; c++) {
		text = "| " claim[c] " |"
		for (k = 1; k <= kind_count; k++)
			text = text cell(c, kinds[k])
		print text
	}
	printf "\nPoints from %.3g to %.3g %% of the pages, of crawls from %s " \
		"seeds. ", 100 * first, 100 * last, from
	print "A claim that fails at all points is not shown here, rather " \
		"than refuted, if its graph has over ten times the pages."
}
