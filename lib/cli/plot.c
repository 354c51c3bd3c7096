/* SPDX-License-Identifier: MIT */
#include "cli/plot.h"

#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NAME_SHOWN 40   /* bytes of a name, at most */
#define TITLE_SHOWN 120
#define COLOURS 7

static void
plot_bytes(struct plot *plot, const char *text, size_t length)
{
	if (!plot->status)
		plot->status = cmd_output_text(plot->output, text, length,
					       plot->err);
}

static void
plot_text(struct plot *plot, const char *text)
{
	plot_bytes(plot, text, strlen(text));
}

/* For numbers and fixed texts, which fit; a name goes to plot_string(). */
static void SP_PRINTF(2, 3)
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
 * beginning for an empty string), so an apostrophe stands in for it.
 */
static void
plot_string(struct plot *plot, const char *text, size_t most)
{
	char masked[4 * TITLE_SHOWN];
	size_t all = sp_mask(masked, sizeof(masked), text, strlen(text));
	size_t length = all;

	if (all > most)
		length = sp_mask(masked, most, text, strlen(text));
	plot_text(plot, "'");
	for (size_t i = 0; i < length; i++)
		if (masked[i] == '\'')
			plot_text(plot, "\xe2\x80\x99");
		else
			plot_bytes(plot, &masked[i], 1);
	plot_text(plot, length < all ? "...'" : "'");
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
	*plot = (struct plot){ output, 0, 0, SP_OK, err };
	plot_line(plot, "# Plot it with: gnuplot FILE > IMAGE");
	/* gnuplot warns of this line in the C locale: only if it is needed. */
	if (look->utf8)
		plot_line(plot, "set encoding utf8");
	if (look->terminal == PLOT_PNG)
		plot_line(plot, "set terminal pngcairo noenhanced "
			  "size 1000,640 font 'sans,11'");
	else
		plot_line(plot, "set terminal svg noenhanced size 1000,640 "
			  "font 'sans,14'");
	plot_line(plot, "set datafile separator '\t'");
	plot_line(plot, "set datafile missing '-'");
	plot_line(plot, "set border 3 lc rgb '#404040'");
	plot_line(plot, "set tics nomirror");
	plot_line(plot, "set grid lc rgb '#e0e0e0' lt 1");
	plot_line(plot, "set key outside right top Left reverse noenhanced");
	if (look->panels > 1)
		plot_format(plot, "set multiplot layout 1,%u title ",
			    look->panels);
	else
		plot_text(plot, "set title ");
	plot_string(plot, look->title, TITLE_SHOWN);
	plot_line(plot, " noenhanced");
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

/* ---- panels ----------------------------------------------------------- */

static void
plot_panel_end(struct plot *plot)
{
	if (plot->curves)
		plot_text(plot, "\n");
	plot->curves = 0;
}

void
plot_axes(struct plot *plot, const char *x, const char *y)
{
	plot_panel_end(plot);
	plot_text(plot, "set xlabel ");
	plot_string(plot, x, NAME_SHOWN);
	plot_text(plot, "\nset ylabel ");
	plot_string(plot, y, TITLE_SHOWN);
	plot_text(plot, "\n");
}

static void
plot_curve_begin(struct plot *plot)
{
	if (plot->curves++)
		plot_text(plot, ", \\\n     ");
	else
		plot_text(plot, "plot ");
}

/*
 * The colours of Okabe and Ito, which colour-blind readers can tell apart,
 * without their yellow, which is lost on paper.  Marks distinguish curves that
 * are printed in grey.  When the colours are used up, the dashes change.
 */
void
plot_curve(struct plot *plot, const struct plot_curve *curve)
{
	static const char *const colours[COLOURS] = {
		"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
		"#56b4e9", "#000000"
	};
	static const unsigned marks[COLOURS] = { 7, 5, 9, 11, 13, 6, 4 };
	static const char *const dashes[] = { "1", "'-'", "'_.'", "'-..'" };
	unsigned style = (unsigned)curve->style;

	plot_curve_begin(plot);
	plot_format(plot, "$data%u using %u:%u ", curve->data, curve->x,
		    curve->y);
	if (curve->style < 0)
		plot_format(plot, "with lines lc rgb '#808080' lw 2 dt %s",
			    curve->style == PLOT_BASELINE ? "'-'" : "'.'");
	else
		plot_format(plot, "with linespoints lc rgb '%s' lw 2 dt %s "
			    "pt %u ps 0.9 pi %llu", colours[style % COLOURS],
			    dashes[style / COLOURS % 4],
			    marks[style % COLOURS],
			    (unsigned long long)curve->every);
	plot_text(plot, " title ");
	plot_string(plot, curve->name, NAME_SHOWN);
}

void
plot_bars(struct plot *plot, unsigned data, const char *const *names,
	  uint64_t count)
{
	plot_panel_end(plot);
	plot_text(plot, "set xtics noenhanced rotate by -30 (");
	for (uint64_t i = 0; i < count; i++) {
		if (i)
			plot_text(plot, ", ");
		plot_string(plot, names[i], NAME_SHOWN);
		plot_format(plot, " %llu", (unsigned long long)i);
	}
	plot_line(plot, ")");
	plot_line(plot, "set style fill solid 0.8 noborder");
	plot_format(plot, "set xrange [-0.6:%llu.6]\n",
		    (unsigned long long)(count ? count - 1 : 0));
	/* Bars begin at 0, so the range must include it. */
	plot_line(plot, "set yrange [*<0:0<*]");
	plot_format(plot, "plot $data%u using 0:1:(0.6) with boxes "
		    "lc rgb '#0072b2' notitle\n", data);
}

enum sp_status
plot_end(struct plot *plot)
{
	plot_panel_end(plot);
	return plot->status;
}
