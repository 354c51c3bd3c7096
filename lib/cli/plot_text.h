/* SPDX-License-Identifier: MIT */
/*
 * plot_text.h - pieces of a gnuplot script.  Private to the plots.
 */
#ifndef SP_CLI_PLOT_TEXT_H
#define SP_CLI_PLOT_TEXT_H

#include "cli/plot.h"

#define PLOT_TYPE 8.0 /* points: the size of the type, as in a caption */

/*
 * Appends to the script, as it is.  The first write that fails sets
 * plot->status, and nothing is written after that.
 */
void plot_text(struct plot *plot, const char *text);

/* For numbers and fixed texts, which fit; a name goes to plot_string(). */
void plot_format(struct plot *plot, const char *format, ...) SP_PRINTF(2, 3);

/* A string in quotes, cut after most bytes. */
void plot_string(struct plot *plot, const char *text, size_t most);

/* Starts the script: type, size and fonts, title and caption. */
void plot_look_begin(struct plot *plot);

/* The margins of the next panel. */
void plot_look_panel(struct plot *plot);

/* Line i of the legend. */
void plot_look_entry(struct plot *plot, uint64_t i,
		     const struct plot_curve *curve);

/* Colour and dash of a curve; its mark, if it has one. */
void plot_style(struct plot *plot, int style);
void plot_mark(struct plot *plot, int style);

#endif
