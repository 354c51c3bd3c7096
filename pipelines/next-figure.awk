# Draws the share of the gap that each estimator closes, over the size of the
# batch: gnuplot's commands, from the table of next-table.awk for figures.  A
# panel is a part of a graph or, with PART, a graph.
#
#   awk -f next-figure.awk -v estimators=LIST [-v part=PART] -v title=TEXT TABLE
#
# found is the line at 0, and oracle would be at 1.  Curves and bands are cut at
# -0.5.

BEGIN {
	FS = "\t"
	estimator_count = split(estimators, estimator, " ") - 2
}

/^#/ || (part != "" && $2 != part) { next }

{
	name = part != "" ? $1 : "after " $2 " % of the pages"
	if (!(name in panel)) {
		panel[name] = ++panels
		label[panels] = name
	}
	key = panel[name] SUBSEP $3
	points[key] = points[key] $4 "\t" $5 "\t" $6 "\t" $7 "\n"
	if ($6 < least)
		least = $6
	if ($4 > widest)
		widest = $4
}

# In gnuplot's strings, names are shown as they are.
function quoted(text) {
	gsub(/'/, "\342\200\231", text)
	return "'" text "'"
}

function plot(p,   e, text, any) {
	# The first one, which matters most, is drawn over the others.
	for (e = estimator_count; e >= 1; e--)
		if ((p, estimator[e]) in points) {
			print "$panel" p "_" e " << END\n" \
				points[p, estimator[e]] "END"
			any = any (any == "" ? "" : ", ") "$panel" p "_" e \
				" using 1:3:4 with filledcurves linetype " e \
				" fillstyle transparent solid 0.15 noborder"
			text = text ", $panel" p "_" e " using 1:2 with " \
				"linespoints linetype " e " pointtype 7 " \
				"pointsize 0.4"
		}
	print "set title " quoted(label[p]) " noenhanced font ',10'"
	print "plot " any text
}

END {
	if (!panels) {
		print "exit"
		exit
	}
	columns = panels < 4 ? 2 : 3
	print "set multiplot layout " int((panels + columns) / columns) "," \
		columns " title " quoted(title) " font ',10'"
	print "unset key; set tics font ',8'; set bmargin 3; set xrange [0:" widest "]; " \
		"set yrange [" (least > -0.5 ? least : -0.5) ":1.02]; " \
		"set xzeroaxis linetype 11 linewidth 1; " \
		"set xlabel 'batch, % of the pages' font ',9' offset 0,0.7; " \
		"set ylabel 'gap closed' font ',9' offset 1.5,0"
	for (p = 1; p <= panels; p++)
		plot(p)
	print "reset; unset border; unset tics; unset xlabel; unset ylabel; " \
		"set yrange [0:1]; set title ''; set key left center font ',9' " \
		"reverse Left samplen 2 spacing 1.3"
	for (e = 1; e <= estimator_count; e++)
		legend = legend (e > 1 ? ", " : "plot ") \
			"NaN with linespoints linetype " e " pointtype 7 " \
			"title " quoted(estimator[e]) " noenhanced"
	print legend ", NaN with lines linecolor rgb 'white' title " \
		"'0: as found, 1: the best possible'"
	print "unset multiplot"
}
