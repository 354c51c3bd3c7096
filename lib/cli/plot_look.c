/* SPDX-License-Identifier: MIT */
/*
 * Where things are in a figure.  All lengths are in points and follow from the
 * size of the type, so a figure of any size has the same parts.
 *
 * gnuplot would place titles, legends and panels by itself, by rules that
 * depend on the terminal and overlap with many curves.  So everything is placed
 * here, in points, and told to gnuplot in parts of the figure: the same figure
 * as PNG, SVG and PDF.
 *
 * Three terminals take type sizes in three ways: pixels at 96 to the inch,
 * points, or pixels of the image; set_terminal() knows which.
 *
 * A legend goes below the panels in narrow figures and those of many panels,
 * else beside them; its type shrinks before it takes a third of the height.
 */
#include "cli/plot_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TITLE_SHOWN 120
#define CAPTION_TYPE 7.0
#define LINE 1.3             /* height of a line of text, of its type */
#define LETTER 0.6           /* mean width of a letter, of its type */
#define CAPTION_LINES 4      /* at most */
#define LEFT (6 * PLOT_TYPE) /* labels of the y axis */
#define BOTTOM (3.8 * PLOT_TYPE)
#define RIGHT (1.5 * PLOT_TYPE)
#define LEGEND_TYPE 7.0
#define LEGEND_SMALL 5.5
#define COLUMN (12 / 2.54 * 72)    /* a figure for one column is narrower */

/* ---- the terminal ----------------------------------------------------- */

static void
set_terminal(struct plot *plot)
{
	const struct figure_size *size = &plot->look.size;
	double scale = size->dpi / 72, css = 96.0 / 72;
	double pango = 72.0 / 96; /* it takes a point for a pixel of 96 dpi */

	if (plot->look.type == FIGURE_PNG)
		plot_format(plot, "set terminal pngcairo noenhanced size "
			    "%.0f,%.0f font 'sans,%g' fontscale %.4g "
			    "linewidth %.4g pointscale %.4g\n",
			    size->width * scale, size->height * scale,
			    PLOT_TYPE, scale * pango, scale, scale);
	else if (plot->look.type == FIGURE_SVG)
		plot_format(plot, "set terminal svg noenhanced size %.0f,%.0f "
			    "font 'sans,%g' fontscale %.4g linewidth %.4g "
			    "background '#ffffff'\n",
			    size->width * css, size->height * css, PLOT_TYPE,
			    css, css);
	else
		plot_format(plot, "set terminal pdfcairo noenhanced size "
			    "%.4fin,%.4fin font 'sans,%g' fontscale %.4g "
			    "linewidth 1\n", size->width / 72,
			    size->height / 72, PLOT_TYPE, pango);
}

/* ---- title and caption ------------------------------------------------ */

/*
 * The bytes of the next line of the caption: up to the last ", " that fits.
 * The last line has the rest, which plot_string() may cut.
 *
 * Captions are lists with commas, and break at one.
 */
static size_t
caption_line(const struct plot_look *look, const char *text, unsigned line)
{
	double letters = look->size.width / (LETTER * CAPTION_TYPE);
	size_t most = (size_t)letters, length = strlen(text);

	if (length <= most || line + 1 == CAPTION_LINES)
		return length;
	for (size_t i = most; i; i--)
		if (text[i] == ' ' && text[i - 1] == ',')
			return i + 1;
	return length;
}

static unsigned
caption_lines(const struct plot_look *look)
{
	const char *text = look->caption;
	unsigned lines = 0;

	for (; *text; lines++)
		text += caption_line(look, text, lines);
	return lines;
}

static double
title_height(const struct plot_look *look)
{
	double height = PLOT_TYPE / 2;

	if (look->title[0])
		height += LINE * PLOT_TYPE;
	if (look->caption[0])
		height += LINE * CAPTION_TYPE * caption_lines(look);
	return height + PLOT_TYPE / 2;
}

static void
set_title(struct plot *plot)
{
	const struct plot_look *look = &plot->look;
	double height = look->size.height, y = height - PLOT_TYPE;
	const char *text = look->caption;
	char piece[256];

	if (look->title[0]) {
		plot_text(plot, "set label 1 ");
		plot_string(plot, look->title, TITLE_SHOWN);
		plot_format(plot, " noenhanced at screen 0.5,%.4f center\n",
			    y / height);
		y -= LINE * PLOT_TYPE;
	}
	for (unsigned i = 0; *text; i++) {
		size_t length = caption_line(look, text, i);

		snprintf(piece, sizeof(piece), "%.*s", (int)length, text);
		plot_format(plot, "set label %u ", i + 2);
		plot_string(plot, piece, sizeof(piece) - 1);
		plot_format(plot, " noenhanced at screen 0.5,%.4f center "
			    "font ',%g' tc rgb '#505050'\n", y / height,
			    CAPTION_TYPE);
		text += length;
		y -= LINE * CAPTION_TYPE;
	}
}

void
plot_look_begin(struct plot *plot)
{
	plot_line(plot, "# Plot it with: gnuplot FILE > IMAGE");
	/* gnuplot warns of this line in the C locale: only if it is needed. */
	if (plot->look.utf8)
		plot_line(plot, "set encoding utf8");
	set_terminal(plot);
	plot_line(plot, "set datafile separator '\t'");
	plot_line(plot, "set datafile missing '-'");
	plot_line(plot, "set border 3 lw 0.5 lc rgb '#404040'");
	plot_line(plot, "set tics nomirror scale 0.5 tc rgb '#202020'");
	plot_line(plot, "set grid lw 0.3 lc rgb '#d8d8d8' dt 1");
	/* Many bands on each other would hide the lines. */
	plot_format(plot, "set style fill transparent solid %s noborder\n",
		    plot->look.entries > 6 ? "0.12" : "0.2");
	plot->top = title_height(&plot->look);
	set_title(plot);
	if (plot->look.panels > 1)
		plot_line(plot, "set multiplot");
	plot_line(plot, "unset key");
}

/* ---- legend and panels ------------------------------------------------ */

static bool
is_narrow(const struct plot_look *look)
{
	return look->size.width < COLUMN;
}

/* Space for the labels of the y axis: numbers, or the names of bars. */
static double
left_of(const struct plot_look *look)
{
	return look->entries ? LEFT : PLOT_TYPE *
	       (3 + LETTER * (double)look->longest);
}

/* A legend beside many panels would take the room of one in each row. */
static bool
is_legend_below(const struct plot_look *look)
{
	return is_narrow(look) || look->panels > 2;
}

/*
 * Panels in a row.
 *
 * Two to four panels in two columns, more in three; one column on a narrow
 * page.
 */
static unsigned
panel_columns(const struct plot_look *look)
{
	return is_narrow(look) || look->panels < 2 ? 1 :
	       look->panels < 5 ? 2 : 3;
}

static unsigned
panel_rows(const struct plot_look *look)
{
	return (look->panels + panel_columns(look) - 1) / panel_columns(look);
}

/* Width of a line and its name, in type of this size. */
static double
entry_width_in(const struct plot_look *look, double type)
{
	double sample = type < LEGEND_TYPE ? 3.2 : 4.5;

	return type * (sample + LETTER * ((double)look->longest + 1));
}

/* Columns of a legend below the data. */
static double
legend_columns_in(const struct plot_look *look, double type)
{
	double fit = floor(look->size.width / entry_width_in(look, type));

	return fmax(1, fmin(fit, (double)look->entries));
}

static double
legend_height_in(const struct plot_look *look, double type)
{
	return type * LINE * ceil((double)look->entries /
				  legend_columns_in(look, type));
}

/* The type is smaller where the legend would take a third of the figure. */
static double
legend_type(const struct plot_look *look)
{
	return is_legend_below(look) && legend_height_in(look, LEGEND_TYPE) >
	       look->size.height / 3 ? LEGEND_SMALL : LEGEND_TYPE;
}

static double
entry_width(const struct plot_look *look)
{
	return entry_width_in(look, legend_type(look));
}

static double
legend_columns(const struct plot_look *look)
{
	return legend_columns_in(look, legend_type(look));
}

/* Height of a legend below the data; 0 if it is beside them. */
static double
legend_height(const struct plot_look *look)
{
	if (!look->entries || !is_legend_below(look))
		return 0;
	return legend_height_in(look, legend_type(look));
}

double
plot_panel_height(const struct plot *plot)
{
	const struct plot_look *look = &plot->look;

	return (look->size.height - plot->top - legend_height(look)) /
	       panel_rows(look) - BOTTOM;
}

/* Rows of a legend beside the data. */
static double
legend_rows(const struct plot *plot)
{
	double fit = floor((plot->look.size.height - plot->top) /
			   (LINE * LEGEND_TYPE));

	return fit < 1 ? 1 : fit;
}

static double
legend_width(const struct plot *plot)
{
	const struct plot_look *look = &plot->look;

	if (!look->entries || is_legend_below(look))
		return 0;
	return entry_width(look) *
	       ceil((double)look->entries / legend_rows(plot));
}

/*
 * The line, mark and name of a curve.  They are drawn as arrows and labels,
 * because a key of gnuplot may choose other columns than there is room for.
 *
 * Below, entries go row by row; beside, column by column.
 */
void
plot_look_entry(struct plot *plot, uint64_t i, const struct plot_curve *curve)
{
	const struct plot_look *look = &plot->look;
	double width = look->size.width, height = look->size.height;
	double type = legend_type(look), line = LINE * type;
	double text = type < LEGEND_TYPE ? 3 * type : 4.2 * type;
	double sample = text - .7 * type;
	uint64_t columns = (uint64_t)legend_columns(look);
	uint64_t rows = (uint64_t)legend_rows(plot);
	double x = 0, y;

	if (is_legend_below(look)) {
		/* As wide as its columns, in the middle. */
		x = (width - (double)columns * entry_width(look)) / 2;
		x = fmax(x, type / 2) +
		    (double)(i % columns) * entry_width(look);
		y = legend_height(look) - (double)(i / columns) * line;
	} else {
		x = width - legend_width(plot) +
		    (double)(i / rows) * entry_width(look);
		y = height - plot->top - (double)(i % rows) * line;
	}
	y -= type / 2;
	plot_format(plot, "set arrow from screen %.4f,%.4f to screen "
		    "%.4f,%.4f nohead ", x / width, y / height,
		    (x + sample) / width, y / height);
	plot_style(plot, curve->style);
	plot_text(plot, "\nset label ");
	plot_string(plot, curve->name, PLOT_NAME_SHOWN);
	plot_format(plot, " noenhanced at screen %.4f,%.4f left font ',%g'\n",
		    (x + text) / width, y / height, type);
	if (curve->style < 0)
		return;
	plot_format(plot, "set label '' at screen %.4f,%.4f point ",
		    (x + sample / 2) / width, y / height);
	plot_style(plot, curve->style);
	plot_mark(plot, curve->style);
	plot_text(plot, "\n");
}

/* ---- ticks ------------------------------------------------------------ */

/*
 * Steps of 1, 2 or 5 times a power of ten, as few as have room for their
 * labels.
 */
void
plot_ticks(struct plot *plot, char axis, double low, double high, bool whole)
{
	const struct plot_look *look = &plot->look;
	double room = axis == 'x' ?
		look->size.width / panel_columns(look) /
			(whole && high < 100 ? 2.5 : 5) :
		plot_panel_height(plot) / 2;
	double most = fmax(2, floor(room / PLOT_TYPE - 1));
	double least = (high - low) / most, step;

	/* gnuplot ignores the width of labels, which would overlap. */
	if (!(least > 0) || !isfinite(least))
		return;
	step = pow(10, floor(log10(least)));
	step *= step >= least ? 1 : 2 * step >= least ? 2 :
		5 * step >= least ? 5 : 10;
	if (whole)
		step = fmax(1, step);
	plot_format(plot, "set %ctics %.10g\n", axis, step);
	/* 20k in place of 20000; 1.5M, or it would be rounded to 2M. */
	plot_format(plot, "set format %c '%s'\n", axis,
		    step < 1000 ? "%h" : high >= 1e6 && step < 1e6 ?
		    "%.1s%c" : "%.0s%c");
}

/*
 * Labels of the title belong to the first panel only: a later one would draw
 * them again.
 */
void
plot_look_panel(struct plot *plot)
{
	const struct plot_look *look = &plot->look;
	double width = look->size.width, height = look->size.height;
	double right = width - legend_width(plot) - RIGHT;
	double top = height - plot->top;
	double bottom = legend_height(look), left = 0;
	double part;

	/* The panels divide what is left between them, row by row. */
	part = (top - bottom) / panel_rows(look);
	top -= part * (plot->panel / panel_columns(look));
	bottom = top - part;
	if (plot->panel >= panel_columns(look))
		top -= PLOT_TYPE;
	part = right / panel_columns(look);
	left = part * (plot->panel % panel_columns(look));
	right = left + part;
	if (plot->panel % panel_columns(look) + 1 < panel_columns(look))
		right -= PLOT_TYPE;
	plot_format(plot, "set lmargin at screen %.4f\n"
		    "set rmargin at screen %.4f\n"
		    "set tmargin at screen %.4f\n"
		    "set bmargin at screen %.4f\n",
		    (left + left_of(look)) / width,
		    right / width, top / height, (bottom + BOTTOM) / height);
	if (plot->panel == 1)
		for (unsigned i = 0; i <= CAPTION_LINES; i++)
			plot_format(plot, "unset label %u\n", i + 1);
	plot->panel++;
}
