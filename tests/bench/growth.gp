# SPDX-License-Identifier: MIT
#
# Draws the processor time of each step over the links of the web.
#
#	gnuplot -c growth.gp TABLE FIGURE
set terminal svg size 760,560 font "sans,13" background "white"
set output ARG2
set datafile separator "\t"
set logscale xy
set xlabel "links"
set ylabel "processor seconds"
set format x "%.0s%c"
set format y "%g"
set key outside right
set grid
set key noenhanced
steps = "graphgen graphdump graphimport graphprune hits coreextract " . \
	"pagerank bfs opic ieca fpr fpr@100 hotcurve"
# Orders have no processor time of their own.
of(step) = sprintf("<awk -F '\t' '$1 == \"%s\" { print $3 FS \
	($5 == \"-\" ? $4 : $5) }' '%s'", step, ARG1)
# The colours repeat after eight steps.
look(step) = strstrt("bfs opic ieca fpr@100 hotcurve", step) ? 4 : 1
plot for [step in steps] of(step) using 1:2 \
	with linespoints pt 7 ps 0.5 dt look(step) title step, \
	of("graphgen") using 1:($1 * 1e-8) with lines dt 2 lc "gray" \
	title "10 ns a link"
