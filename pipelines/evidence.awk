# Tables over several graphs, from OUT/GRAPH/seeds.tsv of each (seeds.mk): the
# medians of COLUMN and of reach, in each part, and in how many trials a method is
# above and below RIVALS: above in one of both and not below in the other.
#
#   awk -f evidence.awk -v mass=COLUMN -v rivals="random cores" FILE ...

BEGIN {
	FS = "\t"
	rival_count = split(rivals, rival, " ")
}

function remember(list, place, known, name) {
	if (!(name in known)) {
		known[name]
		list[++place[0]] = name
	}
}

FNR == 1 {
	n = split(FILENAME, path, "/")
	graph = path[n - 1]
	graph_list[++graphs] = graph
	for (i = 1; i <= NF; i++)
		at[$i] = i
	next
}

{
	remember(part_list, parts, known_part, $1)
	remember(method_list, methods, known_method, $2)
	if (!((graph, $1, $3) in trial)) {
		trial[graph, $1, $3]
		trials[graph]++
		draw_list[graph, $1, ++draws[graph, $1]] = $3
	}
	value["reach", graph, $1, $2, $3] = $at["reach"]
	value["mass", graph, $1, $2, $3] = $at[mass]
	has[graph, $2]
}

function median(what, graph, part, method,   d, i, n, v, sorted) {
	n = draws[graph, part]
	if (!n)
		return "-"
	for (d = 1; d <= n; d++) {
		v = value[what, graph, part, method, \
			draw_list[graph, part, d]]
		for (i = d; i > 1 && sorted[i - 1] > v; i--)
			sorted[i] = sorted[i - 1]
		sorted[i] = v
	}
	return sprintf("%.1f", (sorted[int((n + 1) / 2)] + \
		sorted[int(n / 2) + 1]) / 2)
}

function header(first, last,   g, line, i, n, column) {
	line = "|---|"
	for (g = 1; g <= graphs; g++) {
		first = first " | " graph_list[g]
		line = line "---|"
	}
	n = split(last, column, ",")
	for (i = 1; i <= n; i++) {
		first = first " | " column[i]
		line = line "---|"
	}
	print first " |\n" line
}

function medians(what,   m, g, p, row) {
	header("| seeds", "")
	for (m = 1; m <= methods[0]; m++) {
		row = "| " method_list[m]
		for (g = 1; g <= graphs; g++) {
			row = row " | "
			if (!((graph_list[g], method_list[m]) in has)) {
				row = row "-"
				continue
			}
			for (p = 1; p <= parts[0]; p++)
				row = row (p > 1 ? ", " : "") median(what, \
					graph_list[g], part_list[p], \
					method_list[m])
		}
		print row " |"
	}
	print ""
}

function sign(x) {
	return x > 0 ? 1 : x < 0 ? -1 : 0
}

# Sets above and below to the trials of a graph where a method is; both is above in
# one of reach and mass, and not below in the other.
function compare(what, graph, m, r,   p, d, t, s, o) {
	above = below = 0
	for (p = 1; p <= parts[0]; p++)
		for (d = 1; d <= draws[graph, part_list[p]]; d++) {
			t = draw_list[graph, part_list[p], d]
			s = what == "mass" ? 0 : \
				sign(value["reach", graph, part_list[p], m, t] - \
				value["reach", graph, part_list[p], r, t])
			o = what == "reach" ? 0 : \
				sign(value["mass", graph, part_list[p], m, t] - \
				value["mass", graph, part_list[p], r, t])
			above += s + o > 0 && s >= 0 && o >= 0
			below += s + o < 0 && s <= 0 && o <= 0
		}
}

function wins(r,   m, g, row, total, w, what) {
	split("both mass reach", what, " ")
	header("| above:below " r, "all,all in PageRank,all in reach")
	for (m = 1; m <= methods[0]; m++) {
		if (method_list[m] == r)
			continue
		row = "| " method_list[m]
		split("", total)
		for (g = 1; g <= graphs; g++) {
			if (!((graph_list[g], method_list[m]) in has)) {
				row = row " | -"
				continue
			}
			for (w = 3; w; w--) {
				compare(what[w], graph_list[g], \
					method_list[m], r)
				total[w, 1] += above
				total[w, 2] += below
			}
			row = row " | " above ":" below
		}
		for (w = 1; w <= 3; w++)
			row = row " | " total[w, 1] ":" total[w, 2]
		print row " |"
	}
	print ""
}

END {
	print "PageRank of the first downloads, percent:\n"
	medians("mass")
	print "Pages reached, percent:\n"
	medians("reach")
	for (i = 1; i <= rival_count; i++)
		wins(rival[i])
	row = "trials"
	for (g = 1; g <= graphs; g++)
		row = row (g > 1 ? ", " : ": ") graph_list[g] " " \
			trials[graph_list[g]]
	print row
}
