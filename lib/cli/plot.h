/* SPDX-License-Identifier: MIT */
/*
 * plot.h - writes curves as a gnuplot script that contains its data.
 *
 *	plot_begin(&plot, output, &look, err);
 *	plot_data(&plot, 0);
 *	plot_number(&plot, x); plot_number(&plot, y); plot_row(&plot);
 *	plot_data_end(&plot);
 *	plot_axes(&plot, "pages", "throughput");
 *	plot_curve(&plot, &curve); ...
 *	plot_end(&plot);
 *
 * Names and titles may come from a hostile stream.  They are written between
 * single quotes, in which gnuplot expands nothing, with typographic
 * apostrophes for quotes and with control characters masked, and gnuplot does
 * not read them as markup.
 */
#ifndef SP_CLI_PLOT_H
#define SP_CLI_PLOT_H

#include "cli/output.h"

enum plot_terminal { PLOT_PNG, PLOT_SVG };

struct plot {
	struct cmd_output *output;
	unsigned curves;        /* of the panel so far */
	unsigned columns;       /* of the row so far */
	enum sp_status status;  /* of the first write that failed */
	struct sp_error *err;
};

#define PLOT_BASELINE (-1)

/* A line through two columns, from 1, of a block of data. */
struct plot_curve {
	unsigned data, x, y;
	const char *name;
	int style;      /* >= 0: a colour and marks; < 0: a baseline */
	uint64_t every; /* points from one mark to the next, at least 1 */
};

/* How the plot looks; panels are side by side. */
struct plot_look {
	enum plot_terminal terminal;
	unsigned panels;
	const char *title;
	bool utf8; /* the title or a name is not ASCII: plot_is_ascii() */
};

bool plot_is_ascii(const char *text);

/* Starts the script, up to the data. */
void plot_begin(struct plot *plot, struct cmd_output *output,
		const struct plot_look *look, struct sp_error *err);

/* A block of data with a number: rows of values. */
void plot_data(struct plot *plot, unsigned data);
void plot_number(struct plot *plot, double value); /* NaN: no value */
void plot_row(struct plot *plot);
void plot_data_end(struct plot *plot);

/* The next panel: the labels of its axes, then its curves. */
void plot_axes(struct plot *plot, const char *x, const char *y);
void plot_curve(struct plot *plot, const struct plot_curve *curve);

/* Bars with names instead of curves. */
void plot_bars(struct plot *plot, unsigned data, const char *const *names,
	       uint64_t count);

/* Writes a line of the script verbatim. */
void plot_line(struct plot *plot, const char *line);

/* Returns SP_OK, or the status of the first write that failed. */
enum sp_status plot_end(struct plot *plot) SP_MUST_CHECK;

#endif
