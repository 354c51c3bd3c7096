# SPDX-License-Identifier: MIT
#
# Draws what processes hold and send, from the plan of graphstat-mpi.
#
#	gnuplot -c mpi-growth.gp TABLE FIGURE
set terminal svg size 860,400 font "sans,13" background "white"
set output ARG2
set datafile separator "\t"
set multiplot layout 1,2
set logscale xy 2
set xlabel "processes"
set xtics (1, 2, 4, 8, 16, 32, 64)
set grid
set key noenhanced
set title noenhanced
of(figure) = sprintf("<awk -F '\t' '$2 == \"%s\" && $5 > 0 \
	{ print $1 FS $3 FS $4 FS $5 FS $6 }' '%s'", figure, ARG1)
set title "memory of a process, MB"
set format y "%g"
set key top right
set yrange [*:16384]
plot [1:72] of("pagerank_memory") using 1:($4 / 1e6) with linespoints pt 7 ps 0.5 \
		title "pagerank, largest process", \
	of("pagerank_memory") using 1:($3 / 1e6) with lines dt 2 \
		title "pagerank, median", \
	of("hits_memory") using 1:($4 / 1e6) with linespoints pt 7 ps 0.5 \
		title "hits, largest process", \
	of("link_bytes") using 1:($4 / 1e6) with linespoints pt 6 ps 0.5 \
		title "links alone, largest process"
set title "sent by a process in an iteration, MB"
set key top left
set yrange [*:256]
plot [1:72] of("hits_sent") using 1:($4 / 1e6) with linespoints pt 7 ps 0.5 \
		title "hits, largest process", \
	of("hits_sent") using 1:($3 / 1e6) with lines dt 2 \
		title "hits, median", \
	of("pagerank_sent") using 1:($4 / 1e6) with linespoints pt 7 ps 0.5 \
		title "pagerank, largest process", \
	of("pagerank_sent") using 1:($5 / 1e6) with lines dt 3 \
		title "pagerank, all processes"
