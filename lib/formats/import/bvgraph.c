/* SPDX-License-Identifier: MIT */
/*
 * The successors of a page are three parts: links copied in blocks from a page
 * of the window, runs of consecutive pages, and residuals, coded one by one as
 * gaps.  Each part ascends; they are merged.
 *
 * The file may be damaged or hostile.  Each number is compared with what may
 * still come (links of the list, pages, links of the graph) before it is used.
 * SP_BITS_BAD, which stands for no number, is larger than all these bounds, so
 * that the same tests catch it; fail_page() then finds the true cause.
 */
#include "formats/import/bvgraph.h"

#include "base/memory.h"
#include "formats/import/bvgraph_properties.h"
#include "formats/import/formats.h"

#include <stdlib.h>
#include <string.h>

#define PADDING_BITS 64 /* Java fills a byte, Rust a word */

struct bv_list {
	uint32_t *pages;
	uint64_t count, capacity;
};

struct bv_run {
	uint32_t first, length;
};

/*
 * A copy of a list takes a few bits, however long the list is, and a window may
 * have many pages: 65,535 copies of a list of a million links would need 256
 * GiB.  The lists of a window have at most this many links together, unless
 * the longest takes an eighth of them, as with the usual window of 7 pages.
 */
#define WINDOW_LINKS (UINT64_C(1) << 26)

/* Longer lists must be credible, see is_credible(). */
#define LONG_LIST (UINT64_C(1) << 20)

/*
 * rows holds the successors of the pages of the window, one page after the
 * other.  Places in it are numbered from the first link of the graph on;
 * those before base have been given up.
 */
struct bv_decoder {
	struct sp_bvgraph graph;
	struct sp_bits bits;
	struct bv_list rows;
	uint64_t base;
	uint64_t longest;        /* list so far */
	uint64_t *starts;        /* of pages, in a ring */
	uint64_t ring;           /* window + 2 */
	struct bv_list copied, residuals, extras;
	struct bv_run *runs;
	uint64_t run_count, run_capacity;
	struct sp_bvgraph_report report;
	const char *wrong;       /* why a page cannot be */
};

/* ---- rows ------------------------------------------------------------- */

static bool
reserve_list(struct bv_decoder *decoder, struct bv_list *list, uint64_t count)
{
	if (sp_grow(&list->pages, &list->capacity, count))
		return true;
	decoder->wrong = NULL;
	return false;
}

/* Where the links of page begin: one of the window, or the next one. */
static uint64_t
row_start(const struct bv_decoder *decoder, uint64_t page)
{
	return decoder->starts[page % decoder->ring];
}

static bool
say_wrong(struct bv_decoder *decoder, const char *what)
{
	decoder->wrong = what;
	return false;
}

/* May the lists of the window have this many links? */
static bool
bvgraph_fits_window(struct bv_decoder *decoder, uint64_t links)
{
	if (links <= WINDOW_LINKS || links / 8 <= decoder->longest)
		return true;
	return say_wrong(decoder, "the lists of its window have too many "
			 "links: recompress the graph with a smaller "
			 "windowsize");
}

/*
 * Room for count links of page.  What the window has left is moved away only
 * when that is half of the memory, so that each link moves O(1) times.
 */
static uint32_t *
row_reserve(struct bv_decoder *decoder, uint64_t page, uint64_t count)
{
	struct bv_list *rows = &decoder->rows;
	uint64_t window = decoder->graph.window;
	uint64_t oldest = page > window ? page - window : 0;
	uint64_t gone = row_start(decoder, oldest) - decoder->base;

	if (count > decoder->longest)
		decoder->longest = count;
	if (!bvgraph_fits_window(decoder, rows->count - gone + count))
		return NULL;
	if (count > rows->capacity - rows->count &&
	    gone >= rows->count - gone) {
		if (rows->count > gone)
			memmove(rows->pages, rows->pages + gone,
				(rows->count - gone) *
					sizeof(rows->pages[0]));
		rows->count -= gone;
		decoder->base += gone;
	}
	if (!reserve_list(decoder, rows, rows->count + count))
		return NULL;
	return rows->pages + rows->count;
}

/* ---- the three parts of a list ---------------------------------------- */

SP_BITS_INLINE bool
read_reference(struct bv_decoder *decoder, uint64_t page, uint64_t *back,
	       bool little)
{
	uint64_t window = decoder->graph.window;

	*back = 0;
	if (!window)
		return true;
	*back = sp_bits_code(&decoder->bits, decoder->graph.reference,
			     little);
	if (*back > window || *back > page)
		return say_wrong(decoder, "refers to a page out of the window");
	return true;
}

/*
 * Links copied in blocks from the page that is back pages before.  Blocks are
 * copied and skipped in turn.  Those after the first are coded less one, since
 * they cannot be empty; the last one is not coded: it is the rest.
 */
SP_BITS_INLINE bool
read_copied(struct bv_decoder *decoder, uint64_t page, uint64_t back,
	    bool little)
{
	struct bv_list *copied = &decoder->copied;
	uint64_t start = row_start(decoder, page - back);
	uint64_t left = row_start(decoder, page - back + 1) - start;
	uint64_t blocks, at = start - decoder->base;

	blocks = sp_bits_code(&decoder->bits, decoder->graph.block_count,
			      little);
	if (blocks > left + 1)
		return say_wrong(decoder, "copies more blocks than there are "
				 "links");
	/* A list of its own: row_reserve() may move the rows. */
	if (!reserve_list(decoder, copied, left))
		return false;
	for (uint64_t block = 0; block <= blocks; block++) {
		uint64_t length = left;

		if (block < blocks)
			length = sp_bits_code(&decoder->bits,
					      decoder->graph.block, little);
		/* SP_BITS_BAD + 1 is 0 and must not pass. */
		if (length > left)
			return say_wrong(decoder,
					 "copies more links than there "
					 "are");
		if (block && block < blocks && ++length > left)
			return say_wrong(decoder,
					 "copies more links than there "
					 "are");
		if (block % 2 == 0 && length) {
			memcpy(copied->pages + copied->count,
			       decoder->rows.pages + at,
			       length * sizeof(copied->pages[0]));
			copied->count += length;
		}
		at += length;
		left -= length;
	}
	return true;
}

/* The page at a coded signed distance from this one; may be any number. */
static uint64_t
page_near(uint64_t page, uint64_t coded)
{
	if (coded == SP_BITS_BAD)
		return coded;
	return page + (coded >> 1 ^ (0 - (coded & 1)));
}

/*
 * Runs of successors, at most *left of them, which are subtracted.  Between two
 * runs there is at least one page, or they would be one run.
 */
SP_BITS_INLINE bool
read_runs(struct bv_decoder *decoder, uint64_t page, uint64_t *left,
	  bool little)
{
	const struct sp_bvgraph *graph = &decoder->graph;
	uint64_t count = sp_bits_code(&decoder->bits, graph->interval,
				      little);
	uint64_t first, length, next = 0;

	if (count > *left / graph->shortest_interval)
		return say_wrong(decoder, "has more intervals than links");
	for (uint64_t i = 0; i < count; i++) {
		first = sp_bits_code(&decoder->bits, graph->interval, little);
		if (!i)
			first = page_near(page, first);
		else if (first < graph->pages)
			first += next + 1;
		if (first >= graph->pages)
			return say_wrong(decoder, "a successor is not a page");
		length = sp_bits_code(&decoder->bits, graph->interval,
				      little);
		if (length > *left ||
		    length + graph->shortest_interval > *left)
			return say_wrong(decoder, "has an interval longer than "
					 "its list");
		length += graph->shortest_interval;
		if (length > graph->pages - first)
			return say_wrong(decoder, "a successor is not a page");
		if (!sp_grow(&decoder->runs, &decoder->run_capacity, i + 1))
			return say_wrong(decoder, NULL);
		decoder->runs[i] = (struct bv_run){ (uint32_t)first,
						 (uint32_t)length };
		next = first + length;
		*left -= length;
	}
	decoder->run_count = count;
	return true;
}

SP_BITS_INLINE bool
read_residuals(struct bv_decoder *decoder, uint64_t page, uint64_t count,
	       bool little)
{
	const struct sp_code code = decoder->graph.residual;
	const uint64_t pages = decoder->graph.pages;
	struct bv_list *list = &decoder->residuals;
	uint64_t next;

	next = page_near(page, sp_bits_code(&decoder->bits, code, little));
	for (uint64_t i = 0;; ) {
		uint64_t gap;

		if (next >= pages)
			break;
		/* Grows with the links that are really there. */
		if (i == list->capacity && !reserve_list(decoder, list, i + 1))
			return false;
		list->pages[i++] = (uint32_t)next;
		if (i == count) {
			list->count = count;
			return true;
		}
		gap = sp_bits_code(&decoder->bits, code, little);
		if (gap >= pages)
			break;
		next += gap + 1;
	}
	return say_wrong(decoder, "a successor is not a page");
}

/* ---- one list --------------------------------------------------------- */

/*
 * Merges two ascending lists, each page once, and returns the length.  No
 * branch depends on the values: it would be mispredicted half the time.
 */
static uint64_t
merge_parts(uint32_t *to, const struct bv_list *a, const struct bv_list *b)
{
	uint64_t i = 0, j = 0, count = 0;

	while (i < a->count && j < b->count) {
		uint32_t x = a->pages[i], y = b->pages[j];

		to[count++] = x < y ? x : y;
		i += x <= y;
		j += y <= x;
	}
	for (; i < a->count; i++)
		to[count++] = a->pages[i];
	for (; j < b->count; j++)
		to[count++] = b->pages[j];
	return count;
}

/* Runs and residuals, in order, as extras; false when they overlap. */
static bool
join_runs(struct bv_decoder *decoder)
{
	const struct bv_list *residuals = &decoder->residuals;
	uint64_t count = 0, j = 0;
	uint32_t *to = decoder->extras.pages;

	for (uint64_t i = 0; i < decoder->run_count; i++) {
		uint32_t first = decoder->runs[i].first;
		uint32_t length = decoder->runs[i].length;

		while (j < residuals->count && residuals->pages[j] < first)
			to[count++] = residuals->pages[j++];
		if (j < residuals->count &&
		    residuals->pages[j] - first < length)
			return say_wrong(decoder, "a successor comes twice");
		for (uint32_t k = 0; k < length; k++)
			to[count++] = first + k;
	}
	while (j < residuals->count)
		to[count++] = residuals->pages[j++];
	decoder->extras.count = count;
	return true;
}

static bool
join_parts(struct bv_decoder *decoder, uint64_t page, uint64_t outdegree,
	   uint32_t **row)
{
	const struct bv_list *extras = &decoder->residuals;

	if (decoder->run_count) {
		if (!reserve_list(decoder, &decoder->extras,
				  outdegree - decoder->copied.count) ||
		    !join_runs(decoder))
			return false;
		extras = &decoder->extras;
	}
	*row = row_reserve(decoder, page, outdegree);
	if (!*row)
		return false;
	/* Equal links only make the row shorter than its room. */
	if (merge_parts(*row, &decoder->copied, extras) != outdegree)
		return say_wrong(decoder, "a successor comes twice");
	return true;
}

/* Reads the list that follows an outdegree, which is not 0. */
SP_BITS_INLINE bool
read_successors_of(struct bv_decoder *decoder, uint64_t page,
		   uint64_t outdegree, bool little)
{
	uint64_t left = outdegree, back;

	decoder->copied.count = decoder->residuals.count = 0;
	decoder->run_count = 0;
	if (!read_reference(decoder, page, &back, little) ||
	    (back && !read_copied(decoder, page, back, little)))
		return false;
	if (decoder->copied.count > left)
		return say_wrong(decoder, "copies more links than it has");
	left -= decoder->copied.count;
	decoder->report.copied += decoder->copied.count;
	if (left && decoder->graph.shortest_interval) {
		/*
		 * Added before and subtracted after: the difference is in runs.
		 */
		decoder->report.intervals += left;
		if (!read_runs(decoder, page, &left, little))
			return false;
		decoder->report.intervals -= left;
	}
	decoder->report.residuals += left;
	return !left || read_residuals(decoder, page, left, little);
}

/* ---- the file --------------------------------------------------------- */

static enum sp_status
fail_page(struct bv_decoder *decoder, uint64_t page, struct sp_error *err)
{
	const struct sp_bits *bits = &decoder->bits;
	const char *what = decoder->wrong;

	if (bits->status)
		return sp_fail(err, bits->status, "%s", bits->error.text);
	if (bits->cut)
		what = "cut short";
	else if (bits->wide)
		what = "a number is too large";
	else if (!what)
		return sp_no_memory(err, "successors");
	return sp_fail(err, SP_DATA, "%s: page %" PRIu64 ": %s",
		       sp_source_name(bits->source), page, what);
}

/*
 * A list can be no longer than the pages are many, and each page takes a bit
 * at least: a few bytes that announce 2^32 pages have no such list.
 */
static bool
is_credible(struct bv_decoder *decoder, uint64_t links)
{
	uint64_t bytes = sp_source_most(decoder->bits.source);

	if (links <= LONG_LIST || decoder->graph.pages / 8 <= bytes)
		return true;
	return say_wrong(decoder, "the file is too small for the nodes of the "
			 "properties");
}

/* Reads one page to its row. */
SP_BITS_INLINE enum sp_status
read_page(struct bv_decoder *decoder, uint64_t page, struct sp_row *row,
	  bool little, struct sp_error *err)
{
	const struct sp_bvgraph *graph = &decoder->graph;
	struct sp_bvgraph_report *report = &decoder->report;
	uint64_t count = sp_bits_code(&decoder->bits, graph->outdegree,
				      little);
	uint32_t *successors;

	*row = (struct sp_row){ page, 0, NULL, NULL };
	if (!count) {
		report->dangling++;
		return SP_OK;
	}
	decoder->wrong = "has more successors than there are pages";
	if (count > graph->pages)
		return fail_page(decoder, page, err);
	if (count > graph->links - report->links)
		return sp_fail(err, SP_DATA, "%s: page %" PRIu64 ": makes "
			       "%" PRIu64 " links, the properties say "
			       "arcs=%" PRIu64,
			       sp_source_name(decoder->bits.source), page,
			       report->links + count, graph->links);
	if (!is_credible(decoder, count) ||
	    !read_successors_of(decoder, page, count, little) ||
	    !join_parts(decoder, page, count, &successors))
		return fail_page(decoder, page, err);
	row->count = count;
	row->successors = successors;
	decoder->rows.count += count;
	report->links += count;
	report->self_links += sp_row_contains(row, page);
	return SP_OK;
}

SP_BITS_INLINE enum sp_status
decode_pages(struct bv_decoder *decoder, const struct sp_row_sink *sink,
	     bool little, struct sp_error *err)
{
	for (uint64_t page = 0; page < decoder->graph.pages; page++) {
		struct sp_row row;
		enum sp_status status = read_page(decoder, page, &row, little,
						  err);

		decoder->starts[(page + 1) % decoder->ring] =
			decoder->base + decoder->rows.count;
		if (!status && row.count)
			status = sp_rows_pass(sink, &row, err);
		if (status)
			return status;
	}
	return SP_OK;
}

/*
 * Two calls with a constant: the compiler makes a decoder for each bit order.
 */
static enum sp_status
read_big(struct bv_decoder *decoder, const struct sp_row_sink *sink,
	 struct sp_error *err)
{
	return decode_pages(decoder, sink, false, err);
}

static enum sp_status
read_little(struct bv_decoder *decoder, const struct sp_row_sink *sink,
	    struct sp_error *err)
{
	return decode_pages(decoder, sink, true, err);
}

/*
 * A file may end in zeros up to a byte or a word, and not in anything else:
 * bits that are left mean that nodes, or one of the codes, are not those of the
 * file.
 */
static enum sp_status
bvgraph_check_end(struct bv_decoder *decoder, struct sp_error *err)
{
	struct sp_bits *bits = &decoder->bits;
	const char *name = sp_source_name(bits->source);
	bool little = decoder->graph.little;
	unsigned padding = 0;
	uint64_t bit;

	decoder->report.bits = sp_bits_position(bits);
	for (;;) {
		bit = sp_bits_take(bits, 1, little);
		if (bit == SP_BITS_BAD)
			break;
		if (bit || ++padding > PADDING_BITS)
			return sp_fail(err, SP_DATA,
				       "%s: goes on after the last page",
				       name);
	}
	if (bits->status)
		return sp_fail(err, bits->status, "%s", bits->error.text);
	if (decoder->report.links != decoder->graph.links)
		return sp_fail(err, SP_DATA, "%s: has %" PRIu64 " links, the "
			       "properties say arcs=%" PRIu64, name,
			       decoder->report.links, decoder->graph.links);
	return SP_OK;
}

static enum sp_status
decode_graph(struct bv_decoder *decoder, const char *path,
	     const struct sp_row_sink *sink, struct sp_error *err)
{
	const struct sp_bvgraph *graph = &decoder->graph;
	enum sp_status status;

	/* Starts of window pages, the present one and the one after. */
	decoder->ring = graph->window + 2;
	decoder->starts = sp_alloc_zero(decoder->ring,
					sizeof(decoder->starts[0]));
	if (!decoder->starts)
		return sp_no_memory(err, "the window");
	status = sp_bits_open(&decoder->bits, path, err);
	if (!status)
		status = sp_rows_begin(sink, graph->pages, err);
	if (!status)
		status = (graph->little ? read_little : read_big)(decoder,
								  sink, err);
	if (!status)
		status = bvgraph_check_end(decoder, err);
	return status;
}

static void
release_decoder(struct bv_decoder *decoder)
{
	sp_bits_close(&decoder->bits);
	free(decoder->rows.pages);
	free(decoder->starts);
	free(decoder->copied.pages);
	free(decoder->residuals.pages);
	free(decoder->extras.pages);
	free(decoder->runs);
}

enum sp_status
sp_import_bvgraph(const char *basename, const struct sp_row_sink *sink,
		  struct sp_bvgraph_report *report, struct sp_error *err)
{
	struct bv_decoder decoder = { 0 };
	char *properties = sp_bvgraph_path(basename, ".properties");
	char *graph = sp_bvgraph_path(basename, ".graph");
	enum sp_status status;

	if (!properties || !graph)
		status = sp_no_memory(err, "the name of a file");
	else
		status = sp_bvgraph_properties(properties, &decoder.graph,
					       err);
	if (!status)
		status = decode_graph(&decoder, graph, sink, err);
	decoder.report.pages = decoder.graph.pages;
	if (report)
		*report = decoder.report;
	release_decoder(&decoder);
	free(properties);
	free(graph);
	return status;
}

/* ---- in the table of formats ------------------------------------------ */

static enum sp_status
read_bvgraph(const struct sp_import_options *options,
	     const struct sp_row_sink *sink, struct sp_imported *made,
	     struct sp_error *err)
{
	(void)made;
	return sp_import_bvgraph(options->paths[0], sink, NULL, err);
}

const struct sp_import_format sp_format_bvgraph = {
	.needs_path = "a BVGraph is two files: give its NAME as operand",
	.read = read_bvgraph
};
