/* SPDX-License-Identifier: MIT */
/*
 * A graph in the compressed form of WebGraph (BVGraph), version 0, big-endian.
 *
 * NAME.graph and NAME.offsets have the bits that WebGraph for Java writes for
 * the same graph and options when it runs in one thread, and NAME.properties
 * has the same entries, without a date and without ratios to a number of links
 * or pages that is 0.  With a zeta code other than 3 it also names that code
 * among the flags, which says the same to Java, but webgraph-rs needs it.
 *
 * (Boldi, Vigna: The WebGraph Framework I, 2004.)
 *
 * NAME.graph has the bits of all lists, one after the other; NAME.offsets says
 * where each begins, as distances; NAME.properties is text about both: what a
 * reader must know to decode the graph, and statistics, which the threads that
 * code blocks count as sums (struct sp_bvgraph_figures).  Blocks of pages are
 * coded side by side (bvgraph_blocks.c) and come here in order, where their
 * bits are joined: a list begins in the midst of a byte, so the files are bit
 * streams, of which complete bytes are passed on as soon as there are any.  The
 * properties come last, since they tell sizes.
 *
 * Nothing of the files is held but the bits of a block and a buffer.
 */
#include "formats/export/formats.h"

#include "base/line.h"
#include "base/memory.h"
#include "base/number.h"
#include "formats/export/bvgraph_blocks.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER (UINT64_C(1) << 16) /* bytes of one call of an output */

/* A file of bits, of which the complete bytes are passed on. */
struct bv_file {
	const struct sp_output *output;
	struct sp_bit_writer bits;
	uint8_t *buffer;
};

struct bv_files {
	struct bv_file graph, offsets;
	uint64_t bits;            /* of the graph */
	struct sp_bvgraph_figures figures;
};

/*
 * Drains into a buffer of fixed size, so that an output gets pieces of 64 KiB
 * at most, however large a block is.  Only at the end of the file is a byte
 * filled up.
 */
static enum sp_status
flush_file(struct bv_file *file, bool last, struct sp_error *err)
{
	uint64_t done = 0, size;
	enum sp_status status = SP_OK;

	do {
		size = sp_bits_drain(&file->bits, &done, file->buffer, BUFFER,
				     last);
		if (size)
			status = file->output->write(file->output->context,
						     file->buffer,
						     (size_t)size, err);
	} while (!status && size);
	return status;
}

/* The offset of a page is that of the page before and this distance. */
static enum sp_status
put_offset(struct bv_file *file, uint64_t distance, struct sp_error *err)
{
	if (!sp_bits_reserve(&file->bits, 128))
		return sp_no_memory(err, "offsets");
	sp_bits_put_gamma(&file->bits, distance);
	return SP_OK;
}

/*
 * The sizes of the lists are the distances of the offsets.  They are in pages'
 * order and so are the blocks: both files are made in one pass.
 */
static enum sp_status
bvgraph_take_block(void *context, const struct sp_bvgraph_block *block,
		   struct sp_error *err)
{
	struct bv_files *files = context;
	uint64_t bits = sp_bits_so_far(&block->bits);
	enum sp_status status = SP_OK;

	if (!sp_bits_reserve(&files->graph.bits, bits))
		return sp_no_memory(err, "the bits of a graph");
	sp_bits_append(&files->graph.bits, &block->bits);
	files->bits += bits;
	sp_bvgraph_figures_add(&files->figures, &block->figures);
	for (uint64_t i = 0; !status && i < block->pages; i++)
		status = put_offset(&files->offsets, block->sizes[i], err);
	if (!status)
		status = flush_file(&files->graph, false, err);
	if (!status)
		status = flush_file(&files->offsets, false, err);
	return status;
}

static enum sp_status
bvgraph_begin_file(struct bv_file *file, const struct sp_output *output,
		   struct sp_error *err)
{
	file->output = output;
	file->buffer = sp_alloc(BUFFER, 1);
	sp_bits_clear(&file->bits);
	return file->buffer ? SP_OK : sp_no_memory(err, "a buffer");
}

static void
end_file(struct bv_file *file)
{
	sp_bits_free(&file->bits);
	free(file->buffer);
}

/* ---- properties ------------------------------------------------------- */

/*
 * Lines key=value in the words and the forms of WebGraph, so that its programs
 * take our files for their own.
 */
#define BINS (sizeof(((struct sp_bvgraph_figures *)0)->gaps) / \
	      sizeof(uint64_t))

/* WebGraph numbers pages by int, and by long only in another package. */
#define INT_PAGES UINT64_C(2147483647)

static void
add_count(struct sp_line *text, const char *key, uint64_t value)
{
	sp_line_format(text, "%s=%" PRIu64 "\n", key, value);
}

/*
 * A ratio with up to three decimals, or nothing if it has no value, for which
 * Java has signs that only Java reads.
 */
static void
add_ratio(struct sp_line *text, const char *key, double value)
{
	if (!isfinite(value))
		return;
	sp_line_format(text, "%s=%.3f", key, value);
	if (text->lost)
		return;
	while (text->text[text->length - 1] == '0')
		text->length--;
	if (text->text[text->length - 1] == '.')
		text->length--;
	sp_line_add(text, "\n");
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
add_gap_figures(struct sp_line *text, const char *what, const uint64_t gaps[])
{
	char number[SP_DOUBLE_TEXT];
	size_t bins = BINS;
	double count = 0, sum = 0, logs = 0;

	while (bins && !gaps[bins - 1])
		bins--;
	sp_line_format(text, "%sexpstats=", what);
	for (size_t i = 0; i < bins; i++) {
		double least = ldexp(1, (int)i);

		sp_line_format(text, i ? ",%" PRIu64 : "%" PRIu64, gaps[i]);
		count += (double)gaps[i];
		sum += (3 * least - 1) * (double)gaps[i];
		logs += (log(3 * least + 1) / log(2) - 1) * (double)gaps[i];
	}
	if (count < 1) {
		sp_line_format(text, "\n%savggap=0\n%savgloggap=0\n", what,
			       what);
		return;
	}
	sp_format_double(number, logs / count);
	sp_line_format(text, "\n%savggap=%.3f\n%savgloggap=%s\n", what,
		 sum / (2 * count), what, number);
}

static void
add_figures(struct sp_line *text, double pages,
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
		sp_line_format(text, "bitsfor%s=%" PRIu64 "\n", parts[i].what,
			       parts[i].bits);
		snprintf(key, sizeof(key), "avgbitsfor%s", parts[i].what);
		add_ratio(text, key, (double)parts[i].bits / pages);
	}
	add_gap_figures(text, "successor", figures->gaps);
	add_gap_figures(text, "residual", figures->residual_gaps);
}

static enum sp_status
write_properties(const struct sp_output *output, uint64_t pages,
		 const struct sp_bvgraph_code *code,
		 const struct bv_files *files, struct sp_error *err)
{
	const struct sp_bvgraph_figures *figures = &files->figures;
	uint64_t bits = files->bits;
	struct sp_line text = SP_LINE_EMPTY;
	enum sp_status status;

	/* webgraph-rs applies zetak only if a flag names the code. */
	sp_line_format(&text, "#BVGraph properties\n"
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
	status = text.lost ? sp_no_memory(err, "the properties") :
			     output->write(output->context, text.text,
					   text.length, err);
	sp_line_free(&text);
	return status;
}

/* ---- the three files -------------------------------------------------- */

static enum sp_status
write_bvgraph(const struct sp_export_graph *what,
	      const struct sp_export_options *options,
	      const struct sp_output *outputs, struct sp_error *err)
{
	struct bv_files files = { 0 };
	enum sp_status status =
		bvgraph_begin_file(&files.graph, &outputs[0], err);

	if (!status)
		status = bvgraph_begin_file(&files.offsets, &outputs[1], err);
	if (!status)
		status = put_offset(&files.offsets, 0, err);
	if (!status)
		status = sp_bvgraph_blocks(what->graph, &options->bvgraph,
					   options->threads, options->progress,
					   bvgraph_take_block, &files, err);
	if (!status)
		status = flush_file(&files.graph, true, err);
	if (!status)
		status = flush_file(&files.offsets, true, err);
	if (!status)
		status = write_properties(&outputs[2],
					  sp_graph_pages(what->graph),
					  &options->bvgraph, &files, err);
	end_file(&files.graph);
	end_file(&files.offsets);
	return status;
}

static const char *const bvgraph_files[] = { ".graph", ".offsets",
					     ".properties", NULL };
static const char *const bvgraph_options[] = {
	"window", "max-ref", "min-interval", "zeta", NULL
};

const struct sp_export_format sp_export_bvgraph = {
	.binary = true,
	.files = bvgraph_files,
	.options = bvgraph_options,
	.write = write_bvgraph
};
