/* SPDX-License-Identifier: MIT */
/*
 * plot.h - writes curves as a gnuplot script that contains its data.
 *
 *	plot_begin(&plot, output, &look, err);
 *	plot_data(&plot, 0);
 *	plot_number(&plot, x); plot_number(&plot, y); plot_row(&plot);
 *	plot_data_end(&plot);
 *	plot_axes(&plot, "pages", "throughput");
 *	plot_curves(&plot, curves, count);
 *	plot_end(&plot);
 *
 * All figures of the project have this style: a size in print with type to
 * match, the legend beside or below the data, and curves that differ in
 * colour, dash and mark, so that they can be told apart in grey and by
 * colour-blind readers.
 *
 * Names and titles may come from a hostile stream.  They are written between
 * single quotes, in which gnuplot expands nothing, with typographic
 * apostrophes for quotes and with control characters masked, and gnuplot does
 * not read them as markup.
 */
#ifndef SP_CLI_PLOT_H
#define SP_CLI_PLOT_H

#include "cli/figure.h"
#include "cli/output.h"

/* Curves of a figure whose styles all differ: colours * dashes * marks. */
#define PLOT_STYLES 420

#define PLOT_MARKS 12      /* of a curve, about */
#define PLOT_NAME_SHOWN 40 /* bytes of a name, at most */

/* How the figure looks. */
struct plot_look {
	enum figure_type type;
	struct figure_size size;
	unsigned panels;     /* side by side, or one above the other */
	const char *title;   /* "": none */
	const char *caption; /* in small type below it; wrapped at ", " */
	bool utf8;           /* a text is not ASCII: plot_is_ascii() */
	uint64_t entries;    /* of the legend; 0: none */
	size_t longest;      /* bytes of the longest name in it, or of a bar */
};

struct plot {
	struct cmd_output *output;
	struct plot_look look;
	double top;             /* points for title and caption */
	unsigned panel;         /* from 1; 0: none yet */
	unsigned columns;       /* of the row so far */
	enum sp_status status;  /* of the first write that failed */
	struct sp_error *err;
};

/* Styles of curves are numbers from 0; these two are light grey lines. */
enum { PLOT_SHUFFLE = -1, PLOT_IDEAL = -2 };

/* A line through two columns, from 1, of a block of data. */
struct plot_curve {
	unsigned data, x, y;
	unsigned low, high;    /* columns of a band around it; 0: none */
	const char *name;
	int style;
	uint64_t first, every; /* row of the first mark, rows to the next */
};

/* Has the text no byte above 127? */
bool plot_is_ascii(const char *text);

/* Starts the script, up to the data; title and caption are not kept. */
void plot_begin(struct plot *plot, struct cmd_output *output,
		const struct plot_look *look, struct sp_error *err);

/* Returns the height of the data in points, which a legend may leave small. */
double plot_panel_height(const struct plot *plot);

/* A block of data with a number, from 0: rows of values, and its end. */
void plot_data(struct plot *plot, unsigned data);
void plot_number(struct plot *plot, double value); /* NaN: no value */
void plot_row(struct plot *plot);
void plot_data_end(struct plot *plot);

/* The next panel: the labels of its axes, then its curves or bars. */
void plot_axes(struct plot *plot, const char *x, const char *y);

/* Curves and, in the last panel, the legend, which is the same for all. */
void plot_curves(struct plot *plot, const struct plot_curve *curves,
		 uint64_t count);

/* A bar with a name for each row, of the first column of the data. */
void plot_bars(struct plot *plot, unsigned data, const char *const *names,
	       uint64_t count);

/*
 * Sets the distance of ticks on an axis, 'x' or 'y', that shows low to high:
 * 1, 2 or 5 times a power of 10, with room for the labels.  whole: at least 1.
 */
void plot_ticks(struct plot *plot, char axis, double low, double high,
		bool whole);

/* Writes a line of the script verbatim. */
void plot_line(struct plot *plot, const char *line);

/* Returns SP_OK, or the status of the first write that failed. */
enum sp_status plot_end(struct plot *plot);

#endif
