# Draws how much of a hidden list each method finds, over the places of the list
# that it makes: gnuplot's commands, from the rows of scope.mk.  Bands are the
# least and the most of the draws, for the combination alone.
#
#   awk -f scope-figure.awk ROWS

BEGIN { FS = "\t" }

FNR == 1 { next }

{
	if (!($1 in rows)) {
		method[++methods] = $1
		rows[$1]
	}
	key = $1 SUBSEP $2
	if (!(key in sum))
		places[$1] = places[$1] " " $2
	sum[key] += $3
	draws[key]++
	if (!(key in least) || $3 < least[key])
		least[key] = $3
	if ($3 > most[key])
		most[key] = $3
}

END {
	for (m = 1; m <= methods; m++) {
		print "$m" m " << END"
		n = split(places[method[m]], place, " ")
		for (i = 1; i <= n; i++) {
			key = method[m] SUBSEP place[i]
			print place[i] "\t" sum[key] / draws[key] "\t" \
				least[key] "\t" most[key]
		}
		print "END"
	}
	print "set logscale x; set xlabel 'places of the list that a method " \
		"makes'; set ylabel 'share of the hidden list that is found'; " \
		"set yrange [0:1]; set xrange [10:*]; set key inside top left " \
		"vertical Left reverse; set bmargin 4; set linetype 12 " \
		"linewidth 2 linecolor rgb '#800000' dashtype 3"
	plot = "plot $m" methods " using 1:3:4 with filledcurves linetype 3" \
		" fillstyle transparent solid 0.2 noborder notitle"
	for (m = methods; m >= 1; m--)
		plot = plot ", $m" m " using 1:2 with lines linetype " \
			type_of(m) " title '" method[m] "'"
	print plot
}

# The combination is black, and what knows nothing of the list is grey.
function type_of(m) {
	return m == methods ? 3 : method[m] == "inlinks" ? 11 : \
		m < 3 ? m : m < 10 ? m + 1 : 12
}
