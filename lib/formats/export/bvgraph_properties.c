/* SPDX-License-Identifier: MIT */
/*
 * NAME.properties: what a reader must know to decode the graph (numbers of
 * pages and links, the window, the codes), and statistics, in the words and the
 * forms of WebGraph, so that its programs take our files for their own.  It is
 * a file of Java properties, of lines key=value.
 *
 * The statistics are counted by the threads that code blocks (struct
 * sp_bvgraph_figures), as sums, and become means and ratios here.  All of it
 * fits a buffer of fixed size, as the number of lines is known.
 */
#include "formats/export/bvgraph.h"

#include "base/number.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define TEXT 4096   /* of all lines: some 40, and two of up to 40 numbers */
#define BINS (sizeof(((struct sp_bvgraph_figures *)0)->gaps) / \
	      sizeof(uint64_t))

/* WebGraph numbers pages by int, and by long only in another package. */
#define INT_PAGES UINT64_C(2147483647)

struct bv_text {
	size_t length;
	char at[TEXT];
};

static void SP_PRINTF(2, 3)
add_text(struct bv_text *text, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	text->length += (size_t)vsnprintf(text->at + text->length,
					  TEXT - text->length, format,
					  arguments);
	va_end(arguments);
}

static void
add_count(struct bv_text *text, const char *key, uint64_t value)
{
	add_text(text, "%s=%" PRIu64 "\n", key, value);
}

/*
 * A ratio with up to three decimals, or nothing if it has no value, for which
 * Java has signs that only Java reads.
 */
static void
add_ratio(struct bv_text *text, const char *key, double value)
{
	if (!isfinite(value))
		return;
	add_text(text, "%s=%.3f", key, value);
	while (text->at[text->length - 1] == '0')
		text->length--;
	if (text->at[text->length - 1] == '.')
		text->length--;
	add_text(text, "\n");
}

/* The logarithm of the factorial of n, by Stirling's formula. */
static double
log_factorial(double n)
{
	return n * log(n) - n + 0.5 * log(2 * acos(-1) * n);
}

/*
 * The bits against those of any graph with as many pages and links.
 *
 * The latter are the logarithm of the number of such graphs: of all pairs of
 * pages, those that are links.
 */
static double
compression_ratio(uint64_t pages, uint64_t links, uint64_t bits)
{
	double pairs = (double)pages * (double)pages, ones = (double)links;

	return (double)bits * log(2) / (log_factorial(pairs) -
					log_factorial(ones) -
					log_factorial(pairs - ones));
}

/* Gaps by their highest bit; their mean, if each is the middle of its bin. */
static void
bvgraph_properties_add_gaps(struct bv_text *text, const char *what,
			    const uint64_t gaps[])
{
	char number[SP_DOUBLE_TEXT];
	size_t bins = BINS;
	double count = 0, sum = 0, logs = 0;

	while (bins && !gaps[bins - 1])
		bins--;
	add_text(text, "%sexpstats=", what);
	for (size_t i = 0; i < bins; i++) {
		double least = ldexp(1, (int)i);

		add_text(text, i ? ",%" PRIu64 : "%" PRIu64, gaps[i]);
		count += (double)gaps[i];
		sum += (3 * least - 1) * (double)gaps[i];
		logs += (log(3 * least + 1) / log(2) - 1) * (double)gaps[i];
	}
	if (count < 1) {
		add_text(text, "\n%savggap=0\n%savgloggap=0\n", what, what);
		return;
	}
	sp_format_double(number, logs / count);
	add_text(text, "\n%savggap=%.3f\n%savgloggap=%s\n", what,
		 sum / (2 * count), what, number);
}

static void
add_figures(struct bv_text *text, double pages,
	    const struct sp_bvgraph_figures *figures)
{
	const struct {
		const char *what;
		uint64_t bits;
	} parts[] = {
		{ "outdegrees", figures->bits_of_degrees },
		{ "references", figures->bits_of_references },
		{ "blocks", figures->bits_of_blocks },
		{ "intervals", figures->bits_of_intervals },
		{ "residuals", figures->bits_of_residuals }
	};
	char key[32];

	add_ratio(text, "avgref", (double)figures->chains / pages);
	add_ratio(text, "avgdist", (double)figures->distances / pages);
	add_count(text, "copiedarcs", figures->copied);
	add_count(text, "intervalisedarcs", figures->intervals);
	add_count(text, "residualarcs", figures->residuals);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		snprintf(key, sizeof(key), "bitsfor%s", parts[i].what);
		add_count(text, key, parts[i].bits);
		snprintf(key, sizeof(key), "avgbitsfor%s", parts[i].what);
		add_ratio(text, key, (double)parts[i].bits / pages);
	}
	bvgraph_properties_add_gaps(text, "successor", figures->gaps);
	bvgraph_properties_add_gaps(text, "residual", figures->residual_gaps);
}

enum sp_status
sp_bvgraph_write_properties(const struct sp_output *output, uint64_t pages,
			    uint64_t bits, const struct sp_bvgraph_code *code,
			    const struct sp_bvgraph_figures *figures,
			    struct sp_error *err)
{
	struct bv_text text = { 0 };

	/* webgraph-rs applies zetak only if a flag names the code. */
	add_text(&text, "#BVGraph properties\n"
		 "graphclass=it.unimi.dsi.%swebgraph.BVGraph\n"
		 "version=0\ncompressionflags=%s\n",
		 pages > INT_PAGES ? "big." : "",
		 code->zeta == 3 ? "" : "RESIDUALS_ZETA");
	add_count(&text, "nodes", pages);
	add_count(&text, "arcs", figures->links);
	add_count(&text, "windowsize", code->window);
	add_count(&text, "maxrefcount", code->chain);
	add_count(&text, "minintervallength", code->shortest_interval);
	add_count(&text, "zetak", code->zeta);
	add_ratio(&text, "bitsperlink",
		  (double)bits / (double)figures->links);
	add_ratio(&text, "bitspernode", (double)bits / (double)pages);
	add_ratio(&text, "compratio", compression_ratio(pages, figures->links,
							bits));
	add_figures(&text, (double)pages, figures);
	return output->write(output->context, text.at, text.length, err);
}
