/* SPDX-License-Identifier: MIT */
/*
 * Counts the links to each page, then reads the graph once for each range of
 * pages and puts the sources of their links in place: a counting sort with the
 * graph as its input.  Sources come ascending without a sort, since pages are
 * read in order.  Nothing is written to a disk, and memory beside the graph is
 * 4 bytes a page and 4 bytes a link of a range, which may be a quarter of all
 * or, with little memory, less.
 *
 *	pass 0        ends[page] = links to the page
 *	pass r > 0    sources of the pages of range r; rows are passed on
 *
 * Each thread decodes all blocks and takes the targets of its own part of the
 * range.  So no two threads write to the same place, no atomic operations are
 * needed, and the result does not depend on them.
 */
#include "graph/transform/transpose.h"

#include "base/memory.h"
#include "graph/links/rowstore.h"

#include <stdlib.h>

#define RANGES 4                            /* with memory enough */
#define RANGE_LINKS ((uint64_t)1 << 22)     /* no more ranges for fewer */

/* Pages [first, last). */
struct page_range {
	uint64_t first, last;
};

struct transposition {
	const struct sp_graph *graph;
	const double *weights;       /* of all links, or NULL */
	const struct sp_transpose_options *options;
	struct page_range *parts;    /* of the current range: one a thread */
	/*
	 * First the number of links to each page; in the pass of its range
	 * where its next source goes, and after it where its sources end.
	 * 32 bits do for all: links to a page come from different pages, and
	 * a range of several pages is kept below 2^32 links.
	 */
	uint32_t *ends;
	uint32_t *sources;           /* of the range */
	double *source_weights;      /* ... and the weights of their links */
	uint64_t blocks_done, blocks_all; /* read and passed on; for progress */
};

/* ---- one pass over the links ------------------------------------------ */

/* Takes the successors of a page that are in the part of this thread. */
typedef void part_work(struct transposition *to, uint32_t page,
		       const uint32_t *successors, uint32_t count,
		       const double *weights);

/*
 * Most rows are in a part as a whole, which their two ends show.
 *
 * A row with targets on both sides of the part is cut by two searches.
 */
static inline void
transpose_take_row(struct transposition *to, struct page_range part,
		   part_work *work, uint32_t page, const uint32_t *successors,
		   uint32_t count, const double *weights)
{
	uint32_t skip = 0;

	if (!count || successors[count - 1] < part.first ||
	    successors[0] >= part.last)
		return;
	if (successors[0] < part.first)
		skip = sp_first_from(successors, count, part.first);
	if (successors[count - 1] >= part.last)
		count = sp_first_from(successors, count, part.last);
	work(to, page, successors + skip, count - skip,
	     weights ? weights + skip : NULL);
}

/*
 * Weights are read along with the rows, also those of targets that are skipped.
 */
static enum sp_status
transpose_read_part(struct transposition *to, unsigned number, part_work *work,
		    struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(to->graph);
	uint64_t blocks = sp_graph_blocks(to->graph);
	const double *weights = to->weights;
	const uint32_t *successors;
	enum sp_status status;
	uint32_t page, count;

	if (!cursor)
		return sp_no_memory(err, "a list of links");
	for (uint64_t block = 0; block < blocks; block++) {
		sp_cursor_block(cursor, block);
		while (sp_cursor_next(cursor, &page, &successors, &count)) {
			transpose_take_row(to, to->parts[number], work, page,
					   successors, count, weights);
			if (weights)
				weights += count;
		}
		/* All threads read all blocks at about the same speed. */
		if (!number)
			sp_progress_report(to->options->progress,
					   to->blocks_done + block,
					   to->blocks_all);
	}
	status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	return status;
}

/* Gives every link of the range to work, each part in a thread of its own. */
static enum sp_status
transpose_read_range(struct transposition *to, part_work *work,
		     struct sp_error *err)
{
	int threads = to->options->threads;
	enum sp_status result = SP_OK;

#pragma omp parallel for num_threads(threads) schedule(static, 1)
	for (int i = 0; i < threads; i++) {
		struct sp_error failure;
		enum sp_status status =
			transpose_read_part(to, (unsigned)i, work, &failure);

#pragma omp critical(sp_transpose_result)
		sp_keep_failure(&result, err, status, &failure);
	}
	to->blocks_done += sp_graph_blocks(to->graph);
	return result;
}

/* ---- counting --------------------------------------------------------- */

static void
transpose_count_links(struct transposition *to, uint32_t page,
		      const uint32_t *successors, uint32_t count,
		      const double *weights)
{
	(void)page;
	(void)weights;
	for (uint32_t i = 0; i < count; i++)
		to->ends[successors[i]]++;
}

/* Parts of equal numbers of pages: the links to them are not known yet. */
static enum sp_status
transpose_count_all(struct transposition *to, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(to->graph);
	uint64_t threads = (uint64_t)to->options->threads;

	for (uint64_t i = 0; i < threads; i++)
		to->parts[i] = (struct page_range){
			pages * i / threads, pages * (i + 1) / threads };
	return transpose_read_range(to, transpose_count_links, err);
}

/* ---- ranges ----------------------------------------------------------- */

/*
 * A quarter of the links is enough: new memory costs the system as much time to
 * clear as a pass costs to decode.  Seconds for 353 M links, one thread: 12.6
 * with a pass, 10.6 with five, 14.0 with twelve.
 *
 * 2^32 - 1 at most, because ends[] counts the places of a range in 32 bits.
 */
static uint64_t
links_per_range(const struct transposition *to)
{
	uint64_t most = to->options->memory / (to->weights ? 12 : 4);
	uint64_t enough = sp_graph_links(to->graph) / RANGES;

	if (enough < RANGE_LINKS)
		enough = RANGE_LINKS;
	if (most > enough)
		most = enough;
	return most < UINT32_MAX ? most : UINT32_MAX;
}

/*
 * Returns the end of the range that begins with page first, which takes at
 * least that page, and stores the number of links to it.
 *
 * A page with more links than a range may have is a range of its own.
 */
static uint64_t
range_end(const struct transposition *to, uint64_t first, uint64_t *links)
{
	uint64_t pages = sp_graph_pages(to->graph), most = links_per_range(to);
	uint64_t page = first + 1;

	*links = to->ends[first];
	while (page < pages && *links + to->ends[page] <= most)
		*links += to->ends[page++];
	return page;
}

/*
 * Counts the passes, for the progress, and allocates the room for the largest
 * range.  Returns false if memory is short.
 *
 * The ranges are found twice, here and in the passes, as nothing keeps a list
 * of them.
 */
static bool
plan_ranges(struct transposition *to)
{
	uint64_t blocks = sp_graph_blocks(to->graph), passes = 1;
	uint64_t links, largest = 0;

	for (uint64_t page = 0; page < sp_graph_pages(to->graph); passes++) {
		page = range_end(to, page, &links);
		if (links > largest)
			largest = links;
	}
	to->blocks_all = blocks * passes + blocks;
	to->sources = sp_alloc_large(largest, sizeof(*to->sources));
	if (to->weights)
		to->source_weights = sp_alloc_large(
			largest, sizeof(*to->source_weights));
	return to->sources && (!to->weights || to->source_weights);
}

/*
 * Places the rows of the range one after the other, and divides it into parts
 * of as many links each.
 *
 * Parts end where a thread has its share of the links, so that popular pages do
 * not slow one thread down.  Parts may be empty, if a page alone has more.
 */
static void
place_rows(struct transposition *to, struct page_range range, uint64_t links)
{
	uint64_t threads = (uint64_t)to->options->threads, part = 0;
	uint64_t start = 0;

	to->parts[0].first = range.first;
	for (uint64_t page = range.first; page < range.last; page++) {
		uint32_t count = to->ends[page];

		while (part + 1 < threads &&
		       start >= links * (part + 1) / threads) {
			to->parts[part++].last = page;
			to->parts[part].first = page;
		}
		to->ends[page] = (uint32_t)start;
		start += count;
	}
	while (part + 1 < threads) {
		to->parts[part++].last = range.last;
		to->parts[part].first = range.last;
	}
	to->parts[part].last = range.last;
}

static void
transpose_collect_sources(struct transposition *to, uint32_t page,
			  const uint32_t *successors, uint32_t count,
			  const double *weights)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = to->ends[successors[i]]++;

		to->sources[at] = page;
		if (weights)
			to->source_weights[at] = weights[i];
	}
}

/*
 * After its pass, ends[page] is the end of its row, which is the start of the
 * next.
 */
static enum sp_status
pass_rows(struct transposition *to, struct page_range range,
	  const struct sp_row_sink *sink, struct sp_error *err)
{
	uint64_t start = 0;

	for (uint64_t page = range.first; page < range.last; page++) {
		struct sp_row row = { page, to->ends[page] - start,
				      to->sources + start, NULL };

		if (to->weights)
			row.weights = to->source_weights + start;
		if (row.count && sp_rows_pass(sink, &row, err))
			return err->status;
		start = to->ends[page];
		if (page % SP_BLOCK_PAGES == 0)
			sp_progress_report(to->options->progress,
					   to->blocks_done++, to->blocks_all);
	}
	return SP_OK;
}

static enum sp_status
transpose_ranges(struct transposition *to, const struct sp_row_sink *sink,
		 struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(to->graph);
	struct page_range range = { 0, 0 };
	enum sp_status status = transpose_count_all(to, err);

	if (!status)
		status = sp_rows_begin(sink, pages, err);
	if (!status && !plan_ranges(to))
		status = sp_no_memory(err, "the links to pages");
	while (!status && range.last < pages) {
		uint64_t links;

		range.first = range.last;
		range.last = range_end(to, range.first, &links);
		place_rows(to, range, links);
		status = transpose_read_range(to, transpose_collect_sources,
					      err);
		if (!status)
			status = pass_rows(to, range, sink, err);
	}
	return status;
}

/* ---- together --------------------------------------------------------- */

enum sp_status
sp_transpose_rows(const struct sp_graph *graph, const double *weights,
		  const struct sp_transpose_options *options,
		  const struct sp_row_sink *sink, struct sp_error *err)
{
	struct transposition to = { .graph = graph, .weights = weights,
				    .options = options };
	enum sp_status status;

	to.ends = sp_alloc_large_zero(sp_graph_pages(graph),
				      sizeof(*to.ends));
	to.parts = sp_alloc_zero((uint64_t)options->threads,
				 sizeof(*to.parts));
	status = to.ends && to.parts ?
			 transpose_ranges(&to, sink, err) :
			 sp_no_memory(err, "the links to pages");
	free(to.ends);
	free(to.parts);
	free(to.sources);
	free(to.source_weights);
	return status;
}

enum sp_status
sp_transpose_weighted(const struct sp_graph *graph, const double *weights,
		      const struct sp_transpose_options *options,
		      struct sp_graph **transpose, double **turned,
		      struct sp_error *err)
{
	struct sp_rowstore *store = sp_rowstore_new(options->threads, weights);
	struct sp_row_sink sink;
	enum sp_status status;

	*transpose = NULL;
	*turned = NULL;
	if (!store)
		return sp_no_memory(err, "the graph");
	sink = sp_rowstore_rows(store);
	status = sp_transpose_rows(graph, weights, options, &sink, err);
	if (!status)
		status = sp_rowstore_finish(store, sp_graph_pages(graph),
					    transpose, turned, err);
	sp_rowstore_free(store);
	return status;
}

enum sp_status
sp_transpose(const struct sp_graph *graph,
	     const struct sp_transpose_options *options,
	     struct sp_graph **transpose, struct sp_error *err)
{
	double *weights;

	return sp_transpose_weighted(graph, NULL, options, transpose, &weights,
				     err);
}
