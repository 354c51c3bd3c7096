# What the claims of papers come to by pages and by shapes, for evidence.mk.
#
#   awk -f evidence-verdicts.awk OUT/GRAPH/claims/PAPER.claims.md ...
#
# Reads the tables of verdict.awk.  Writes, for each claim, a row of its verdicts by
# all hot pages, and one for each other kind of curve, unless all of its verdicts
# are the same; columns are graphs.  A cell has the verdict and the points for and
# against the claim; a verdict that differs from that by all hot pages is bold.
# Then, for each kind, how many verdicts are others, and how many opposite ones.

BEGIN {
	FS = " *[|] *"
	kinds = 0
	short["holds at most points"] = "mostly"
	short["fails at most points"] = "mostly not"
	short["does not hold"] = "no"
	short["not shown here"] = "no"
	short["holds"] = "yes"
	short["no difference"] = "equal"
	side["yes"] = side["mostly"] = 1
	side["no"] = side["mostly not"] = -1
}

FNR == 1 {
	n = split(FILENAME, path, "/")
	graph = path[n - 2]
	if (!(graph in known)) {
		known[graph]
		graph_list[++graphs] = graph
	}
	for (i = 3; i < NF; i += 2) {
		kind = $i
		sub(/: points for.*/, "", kind)
		kind_at[i] = kind
		if (kind == "cumulative PageRank")
			continue
		if (!(kind in known_kind)) {
			known_kind[kind]
			kind_list[++kinds] = kind
		}
	}
	next
}

/^[|]-/ || !/^[|]/ { next }

{
	if (!($2 in known_claim)) {
		known_claim[$2]
		claim_list[++claims] = $2
	}
	for (i = 3; i < NF; i += 2) {
		if ($i == "-")
			continue
		split($i, count, ", ")
		points[$2, kind_at[i], graph] = count[1] ":" count[3]
		verdict[$2, kind_at[i], graph] = short[$(i + 1)]
	}
}

# A row; sets differs to whether a verdict of it differs.
function row(claim, kind,   g, text, v, plain) {
	differs = 0
	text = "|"
	for (g = 1; g <= graphs; g++) {
		v = verdict[claim, kind, graph_list[g]]
		plain = verdict[claim, kind_list[1], graph_list[g]]
		if (v == "") {
			text = text " - |"
			continue
		}
		judged[kind]++
		other[kind] += v != plain
		opposite[kind] += side[v] * side[plain] < 0
		differs += v != plain
		text = text " " (v != plain ? "**" v "**" : v) " " \
			points[claim, kind, graph_list[g]] " |"
	}
	return text
}

END {
	printf "| claim | hot pages |"
	for (g = 1; g <= graphs; g++)
		printf " %s |", graph_list[g]
	printf "\n|---|---|"
	for (g = 1; g <= graphs; g++)
		printf "---|"
	print ""
	for (c = 1; c <= claims; c++)
		for (k = 1; k <= kinds; k++) {
			text = row(claim_list[c], kind_list[k])
			if (k == 1 || differs)
				print "| " (k == 1 ? claim_list[c] : "") " | " \
					(k == 1 ? "all" : kind_list[k]) " " text
		}
	print ""
	for (k = 2; k <= kinds; k++)
		printf "%s: %d of %d verdicts differ, %d are opposite\n", \
			kind_list[k], other[kind_list[k]], \
			judged[kind_list[k]], opposite[kind_list[k]]
}
