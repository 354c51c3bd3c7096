# How often each method of picking seeds is above and below RIVALS: a Markdown
# table from the table of trials that seeds.mk makes.
#
#   awk -f wins.awk -v mass=COLUMN -v rivals="random cores" TABLE

BEGIN {
	FS = "\t"
	rival_count = split(rivals, rival, " ")
}

NR == 1 {
	for (i = 1; i <= NF; i++)
		at[$i] = i
	next
}

{
	reach[$1, $3, $2] = $at["reach"]
	collected[$1, $3, $2] = $at[mass]
	if (!(($1, $3) in met)) {
		met[$1, $3]
		trial[++trials] = $1 SUBSEP $3
	}
	if (!($2 in seen)) {
		seen[$2]
		method[++methods] = $2
	}
}

function sign(x) {
	return x > 0 ? 1 : x < 0 ? -1 : 0
}

# A cell with "above : below" for reach, one for the score, and one for both.
function compare(m, r,   t, further, richer, count, both) {
	count["r", 1] = count["r", -1] = count["s", 1] = count["s", -1] = 0
	for (t = 1; t <= trials; t++) {
		further = sign(reach[trial[t], m] - reach[trial[t], r])
		richer = sign(collected[trial[t], m] - collected[trial[t], r])
		count["r", further]++
		count["s", richer]++
		both += further + richer > 0 && further >= 0 && richer >= 0
	}
	return sprintf(" %d : %d | %d : %d | %d |", count["r", 1], \
		count["r", -1], count["s", 1], count["s", -1], both)
}

END {
	head = "\n| above : below, of " trials " trials |"
	line = "|---|"
	for (r = 1; r <= rival_count; r++) {
		head = head " " rival[r] ": reach | PageRank | both |"
		line = line "---|---|---|"
	}
	print head "\n" line
	for (m = 1; m <= methods; m++) {
		row = "| " method[m] " |"
		for (r = 1; r <= rival_count; r++)
			row = row (method[m] == rival[r] ? " - | - | - |" : \
				compare(method[m], rival[r]))
		print row
	}
}
