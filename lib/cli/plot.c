/* SPDX-License-Identifier: MIT */
/*
 * Figures are scripts for gnuplot, which can also be printed: data in
 * here-documents, then commands.  Any text in them, such as names of orders and
 * graphs, is input and must not become a command: strings are masked and quoted
 * in one place.
 *
 * A failure to write is kept in the plot and looked at at the end.
 */
#include "cli/plot_text.h"

#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define STRING_MOST 480 /* bytes of any text */

static void
plot_bytes(struct plot *plot, const char *text, size_t length)
{
	if (!plot->status)
		plot->status = cmd_output_text(plot->output, text, length,
					       plot->err);
}

void
plot_text(struct plot *plot, const char *text)
{
	plot_bytes(plot, text, strlen(text));
}

void
plot_format(struct plot *plot, const char *format, ...)
{
	char text[512];
	va_list args;
	int length;

	va_start(args, format);
	length = vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	plot_bytes(plot, text, (size_t)length);
}

void
plot_line(struct plot *plot, const char *line)
{
	plot_text(plot, line);
	plot_text(plot, "\n");
}

/*
 * A string of the script.  Only a single quote means something inside, and
 * gnuplot reads two of them in different ways (it takes those at the
 * beginning for an empty string), so an apostrophe stands in for it.  XML has
 * no place for "]]>", which gnuplot writes to SVG as it is.  gnuplot takes the
 * text of a tick for a format, in which a percent sign is doubled.
 */
static void
add_string(struct plot *plot, const char *text, size_t most, bool format)
{
	char masked[STRING_MOST];
	size_t all = sp_mask(masked, sizeof(masked), text, strlen(text));
	size_t length = all;

	if (all > most)
		length = sp_mask(masked, most, text, strlen(text));
	plot_text(plot, "'");
	for (size_t i = 0; i < length; i++)
		if (masked[i] == '\'')
			plot_text(plot, "\xe2\x80\x99");
		else if (masked[i] == '%' && format)
			plot_text(plot, "%%");
		else if (i > 1 && !memcmp(masked + i - 2, "]]>", 3))
			plot_text(plot, "\\x3e");
		else
			plot_bytes(plot, &masked[i], 1);
	plot_text(plot, length < all ? "...'" : "'");
}

void
plot_string(struct plot *plot, const char *text, size_t most)
{
	add_string(plot, text, most, false);
}

/* As plot_string() writes it: an apostrophe is not ASCII any more. */
bool
plot_is_ascii(const char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text >= 0x80 || *text == '\'')
			return false;
	return true;
}

void
plot_begin(struct plot *plot, struct cmd_output *output,
	   const struct plot_look *look, struct sp_error *err)
{
	*plot = (struct plot){ .output = output, .look = *look, .err = err };
	plot_look_begin(plot);
	plot->look.title = plot->look.caption = NULL;
}

/* ---- data ------------------------------------------------------------- */

void
plot_data(struct plot *plot, unsigned data)
{
	plot_format(plot, "$data%u << END_OF_DATA\n", data);
}

void
plot_number(struct plot *plot, double value)
{
	char text[SP_DOUBLE_TEXT];

	if (plot->columns++)
		plot_text(plot, "\t");
	if (isnan(value))
		plot_text(plot, "-");
	else
		plot_bytes(plot, text, sp_format_double(text, value));
}

void
plot_row(struct plot *plot)
{
	plot->columns = 0;
	plot_text(plot, "\n");
}

void
plot_data_end(struct plot *plot)
{
	plot_line(plot, "END_OF_DATA");
}

/* ---- curves ----------------------------------------------------------- */

void
plot_axes(struct plot *plot, const char *x, const char *y)
{
	plot_look_panel(plot);
	plot_text(plot, "set xlabel ");
	plot_string(plot, x, STRING_MOST - 1);
	plot_text(plot, "\nset ylabel ");
	plot_string(plot, y, STRING_MOST - 1);
	plot_text(plot, "\n");
}

/*
 * The colours of Okabe and Ito, which colour-blind readers can tell apart,
 * without their yellow, which is lost on paper; neighbours differ in
 * lightness, too.  Dashes and marks are for print in grey.  No two of the three
 * lengths have a common divisor, so styles repeat only after PLOT_STYLES, which
 * is their product.
 */
void
plot_style(struct plot *plot, int style)
{
	static const char *const colours[] = {
		"#0072b2", "#e69f00", "#000000", "#d55e00", "#56b4e9",
		"#009e73", "#cc79a7"
	};
	static const char *const dashes[] = {
		"1", "(9,3)", "(9,3,2,3)", "(3,2)"
	};

	if (style == PLOT_SHUFFLE)
		plot_text(plot, "lc rgb '#909090' lw 0.9 dt (6,4)");
	else if (style == PLOT_IDEAL)
		plot_text(plot, "lc rgb '#b0b0b0' lw 0.9 dt 1");
	else
		plot_format(plot, "lc rgb '%s' lw 1.1 dt %s",
			    colours[style % 7], dashes[style % 4]);
}

void
plot_mark(struct plot *plot, int style)
{
	static const unsigned marks[] = {
		7, 4, 9, 2, 13, 10, 5, 6, 11, 8, 15, 12, 1, 14, 3
	};

	/* The svg terminal draws marks smaller, and has no scale for them. */
	if (style >= 0)
		plot_format(plot, " pt %u ps %s", marks[style % 15],
			    plot->look.type == FIGURE_SVG ? "0.85" : "0.5");
}

/* What is drawn of all curves, from the back to the front. */
enum plot_pass { PASS_BANDS, PASS_BASELINES, PASS_LINES, PASS_MARKS,
		 PASS_COUNT };

static bool
is_drawn(const struct plot_curve *curve, enum plot_pass pass)
{
	if (pass == PASS_BANDS)
		return curve->low;
	return pass == PASS_BASELINES ? curve->style < 0 : curve->style >= 0;
}

static void
plot_curve(struct plot *plot, const struct plot_curve *curve,
	   enum plot_pass pass)
{
	plot_format(plot, "$data%u ", curve->data);
	if (pass == PASS_MARKS)
		plot_format(plot, "every %" PRIu64 "::%" PRIu64 " ",
			    curve->every, curve->first);
	plot_format(plot, "using %u:%u", curve->x,
		    pass == PASS_BANDS ? curve->low : curve->y);
	if (pass == PASS_BANDS)
		plot_format(plot, ":%u with filledcurves ", curve->high);
	else
		plot_text(plot, pass == PASS_MARKS ? " with points " :
						     " with lines ");
	plot_style(plot, curve->style);
	if (pass == PASS_MARKS)
		plot_mark(plot, curve->style);
}

/*
 * In layers over all curves: bands first, then baselines, lines and marks, so
 * that no band hides a line.
 */
void
plot_curves(struct plot *plot, const struct plot_curve *curves,
	    uint64_t count)
{
	const char *before = "plot ";

	/* The legend is in the last panel, and is the same for all. */
	for (uint64_t i = 0; plot->panel == plot->look.panels && i < count;
	     i++)
		plot_look_entry(plot, i, &curves[i]);
	for (int pass = 0; pass < PASS_COUNT; pass++)
		for (uint64_t i = 0; i < count; i++) {
			if (!is_drawn(&curves[i], (enum plot_pass)pass))
				continue;
			plot_text(plot, before);
			before = ", \\\n     ";
			plot_curve(plot, &curves[i], (enum plot_pass)pass);
		}
	plot_text(plot, "\n");
}

/* ---- bars ------------------------------------------------------------- */

/* The bars lie, so that their names can be read. */
void
plot_bars(struct plot *plot, unsigned data, const char *const *names,
	  uint64_t count)
{
	plot_text(plot, "set ytics noenhanced scale 0 (");
	for (uint64_t i = 0; i < count; i++) {
		if (i)
			plot_text(plot, ", ");
		add_string(plot, names[i], PLOT_NAME_SHOWN, true);
		plot_format(plot, " %" PRIu64, i);
	}
	plot_line(plot, ")");
	plot_line(plot, "set style fill solid 0.8 noborder");
	plot_format(plot, "set yrange [%" PRIu64 ".6:-0.6]\n",
		    (count ? count - 1 : 0));
	/* Bars begin at 0, so the range must include it. */
	plot_line(plot, "set xrange [*<0:0<*]");
	plot_format(plot, "plot $data%u using ($1/2):0:(abs($1)/2):(0.3) "
		    "with boxxyerror lc rgb '#0072b2' notitle\n", data);
}

enum sp_status
plot_end(struct plot *plot)
{
	return plot->status;
}
