/* SPDX-License-Identifier: MIT */
/*
 * The graph itself.  Each page pushes to its successors while they are in the
 * cache, so the transposed graph is not needed.  Each part has its own cursor
 * and its own vector of sums, so that threads need no locks; they share the
 * parts, and there is work for no more threads than parts.
 *
 * HITS is one pass over the links: while the successors of a page are in the
 * cache, its hub score is the sum of their authorities, and is added at once to
 * the next authorities of the same successors.
 *
 * Sums are kept clean: a part is all 0 between a collect and the next push,
 * because collecting a block sets it to 0 while it is in the cache.  Clearing
 * the vectors before each pass would take another pass over 8 bytes for each
 * page and part.  Only when a run ends early, or a view leaves sums of pages
 * that are not seen, are they dirty, and cleared when the next run begins.
 *
 * Additions to one page come from pages in ascending order within a part, since
 * its blocks are visited in order by one thread; then the parts are added in
 * theirs.  That is the order of sum.h, which the number of threads does not
 * change.
 */
#include "rank/form_compact.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "graph/visit.h"
#include "rank/kernel.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_WORDS (SP_BLOCK_PAGES / SP_BITSET_BITS)

struct sp_form_compact *
sp_form_compact(struct sp_form *form)
{
	return form->kind->sweeps ? (struct sp_form_compact *)form : NULL;
}

/* ---- making ----------------------------------------------------------- */

static bool
compact_estimate(const struct sp_form_measure *measure,
		 const struct sp_form_order *order, uint64_t *bytes,
		 double *making, double *pass)
{
	*bytes = measure->pages * order->parts * sizeof(double);
	*making = 0;
	*pass = 1;
	return true;
}

/*
 * A graph of many pages and few links is mostly blocks that no link comes from
 * or leads to.  Only the kernels that use these vectors for nothing else can
 * pass over them.
 */
static bool
finds_blocks(const struct sp_graph *graph, const struct sp_form_order *order)
{
	return order->use != SP_FORM_SWEEPS &&
	       sp_form_links_are_few(sp_graph_pages(graph),
				     sp_graph_links(graph));
}

/* Atomic: pages of several threads link to one block. */
static void
mark_blocks(void *context, uint32_t page, const uint32_t *successors,
	    uint32_t count)
{
	uint64_t *reached = context;

	(void)page;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t block = successors[i] / SP_BLOCK_PAGES;

#pragma omp atomic
		reached[block / SP_BITSET_BITS] |=
			UINT64_C(1) << block % SP_BITSET_BITS;
	}
}

/* This pass also verifies the headers of the blocks that are passed over. */
static enum sp_status
find_blocks(struct sp_form_compact *compact, const struct sp_graph *graph,
	    int threads, struct sp_error *err)
{
	compact->reached = sp_bitset_new(sp_graph_blocks(graph));
	if (!compact->reached)
		return sp_no_memory(err, "the scores");
	return sp_visit_lists(graph, threads, NULL, mark_blocks,
			      compact->reached, err);
}

/*
 * The vectors are made here and not in begin, so that a run does not fail half
 * way of a long extraction for want of memory.
 */
enum sp_status
sp_form_compact_make(const struct sp_graph *graph,
		     const struct sp_form_order *order, struct sp_form **form,
		     struct sp_error *err)
{
	struct sp_form_compact *compact = sp_alloc_zero(1, sizeof(*compact));

	if (!compact)
		return sp_no_memory(err, "the scores");
	*form = &compact->form;
	for (unsigned k = 0; k < order->parts; k++) {
		compact->parts[k] = sp_alloc_large_zero(sp_graph_pages(graph),
							sizeof(double));
		if (!compact->parts[k])
			return sp_no_memory(err, "the scores");
	}
	return finds_blocks(graph, order) ?
		       find_blocks(compact, graph, order->threads, err) :
		       SP_OK;
}

static void
free_cursors(struct sp_form_compact *compact)
{
	for (unsigned k = 0; k < SP_RANK_PARTS_MAX; k++) {
		sp_cursor_free(compact->cursors[k]);
		compact->cursors[k] = NULL;
	}
}

void
sp_form_compact_free(struct sp_form *form)
{
	struct sp_form_compact *compact = (struct sp_form_compact *)form;

	free_cursors(compact);
	for (unsigned k = 0; k < SP_RANK_PARTS_MAX; k++)
		free(compact->parts[k]);
	free(compact->needed);
	sp_rows_free(compact->rows);
	free(compact->reached);
	free(compact);
}

/*
 * Reading is cheaper than writing: pages of memory that were never written need
 * not exist, and stay so.
 */
void
sp_form_compact_clear(struct sp_form_compact *compact)
{
	/* Most values are 0 already: what is not written stays clean. */
	for (unsigned k = 0; k < compact->form.parts; k++)
		for (uint64_t p = 0; p < compact->form.pages; p++)
			if (compact->parts[k][p] != 0)
				compact->parts[k][p] = 0;
	compact->dirty = false;
}

/*
 * With a view, most lists are not needed and are not decoded.  The cursors
 * know which from here on, so that each pass saves the time.
 */
static enum sp_status
choose_pages(struct sp_form_compact *compact, struct sp_error *err)
{
	struct sp_form *form = &compact->form;

	if (!compact->needed)
		compact->needed = sp_bitset_new(form->pages);
	if (!compact->needed)
		return sp_no_memory(err, "the pages seen");
	sp_graph_needed(form->graph, form->view->done, compact->needed);
	for (unsigned k = 0; k < form->parts; k++)
		sp_cursor_choose(compact->cursors[k], compact->needed);
	return SP_OK;
}

/* New cursors: an old one would repeat an old failure. */
enum sp_status
sp_form_compact_begin(struct sp_form *form, struct sp_error *err)
{
	struct sp_form_compact *compact = (struct sp_form_compact *)form;

	if (compact->dirty)
		sp_form_compact_clear(compact);
	if (form->linked)
		memset(form->linked, 0, (form->pages / SP_BLOCK_PAGES + 1) *
					(SP_BLOCK_PAGES / 8));
	free_cursors(compact);
	for (unsigned k = 0; k < form->parts; k++) {
		compact->cursors[k] = sp_cursor_new(form->graph);
		if (!compact->cursors[k])
			return sp_no_memory(err, "the scores");
	}
	return form->view ? choose_pages(compact, err) : SP_OK;
}

/* ---- passes over the links -------------------------------------------- */

/*
 * A block is a whole number of words of the bitset, so it is tested a word at a
 * time.
 */
bool
sp_form_block_idle(const struct sp_form *form, uint64_t block)
{
	uint64_t first = block * BLOCK_WORDS;
	uint64_t end = sp_bitset_words(form->pages);

	if (!form->view)
		return false;
	end = first + BLOCK_WORDS < end ? first + BLOCK_WORDS : end;
	for (uint64_t i = first; i < end; i++)
		if (form->view->done[i])
			return false;
	return true;
}

/* One error a part: which is reported must not depend on timing. */
enum sp_status
sp_form_compact_status(const struct sp_form_compact *compact,
		       struct sp_error *err)
{
	for (unsigned part = 0; part < compact->form.parts; part++)
		if (sp_cursor_status(compact->cursors[part], err))
			return err->status;
	return SP_OK;
}

/* What a pass reads and writes. */
struct compact_pass {
	struct sp_form_compact *compact;
	const double *ranks;     /* by page; or NULL */
	const double *authority; /* by page; NULL: hub scores are 1 */
	double *hub;             /* stored here; NULL: not stored */
};

/* A block of pages, whose sums are added to next. */
typedef void pass_block(const struct compact_pass *pass,
			struct sp_cursor *cursor, uint64_t block,
			double *next);

static bool
block_has_no_links(const struct sp_form_compact *compact, uint64_t block)
{
	return compact->reached &&
	       !sp_graph_block_links(compact->form.graph, block);
}

/*
 * The blocks of one part, in page order.  A part owns its blocks, its cursor
 * and its vector; nothing here is shared but what is read.
 */
static void
pass_part(const struct compact_pass *pass, unsigned part, pass_block *visit)
{
	struct sp_form_compact *compact = pass->compact;
	const struct sp_form *form = &compact->form;
	uint64_t blocks = sp_graph_blocks(form->graph);

	for (uint64_t block = sp_part_first_block(part); block < blocks;
	     block = sp_part_next_block(block, form->parts))
		if (!block_has_no_links(compact, block) &&
		    !sp_form_block_idle(form, block))
			visit(pass, compact->cursors[part], block,
			      compact->parts[part]);
}

/*
 * There are as many pieces of work as parts, so more threads than parts would
 * have nothing to do; the dynamic schedule lets a thread that is done take
 * another part.
 */
static enum sp_status
pass_links(const struct compact_pass *pass, pass_block *visit,
	   struct sp_error *err)
{
	struct sp_form *form = &pass->compact->form;

	pass->compact->dirty = true;
#pragma omp parallel for num_threads(form->threads) schedule(dynamic)
	for (unsigned part = 0; part < form->parts; part++)
		pass_part(pass, part, visit);
	return sp_form_compact_status(pass->compact, err);
}

/*
 * The page is marked as linked here, while its row is decoded, and not in a
 * pass of its own: form->linked is known after the first push.
 */
static void
ranks_block(const struct compact_pass *pass, struct sp_cursor *cursor,
	    uint64_t block, double *next)
{
	const struct sp_form *form = &pass->compact->form;
	struct sp_list lists[SP_LISTS];
	unsigned count;

	sp_cursor_block(cursor, block);
	while ((count = sp_cursor_lists(cursor, lists)))
		for (unsigned k = 0; k < count; k++) {
			uint64_t page = lists[k].page;

			if (!sp_form_page_pushes(form, page))
				continue;
			sp_bit_set(form->linked, page);
			sp_add_to_row(next, &lists[k],
				      pass->ranks[page] / lists[k].count);
		}
}

static enum sp_status
compact_push_ranks(struct sp_form *form, const double *ranks,
		   struct sp_error *err)
{
	struct compact_pass pass = { .compact = sp_form_compact(form),
				     .ranks = ranks };

	return pass_links(&pass, ranks_block, err);
}

/* ---- hub scores ------------------------------------------------------- */

/*
 * The value of a successor.  next is fetched as well, because its value of
 * the same page is changed soon after.
 */
static inline double
value_at(const double *values, const double *next, const uint32_t *successor)
{
	sp_fetch_ahead(values, successor);
	sp_fetch_ahead(next, successor);
	return values[*successor];
}

/*
 * The sum over each row, in the order of its successors.  An addition has to
 * wait for the one before it, so four rows are summed side by side as far as
 * the shortest of them goes.
 */
static inline void
sum_rows(const double *values, const double *next,
	 const struct sp_list *lists, unsigned count, double sums[SP_LISTS])
{
	uint32_t shared = lists[0].count, i = 0;

	for (unsigned k = 0; k < count; k++) {
		sums[k] = 0;
		shared = lists[k].count < shared ? lists[k].count : shared;
	}
	if (count == SP_LISTS) {
		double a = 0, b = 0, c = 0, d = 0;

		for (; i < shared; i++) {
			a += value_at(values, next, lists[0].successors + i);
			b += value_at(values, next, lists[1].successors + i);
			c += value_at(values, next, lists[2].successors + i);
			d += value_at(values, next, lists[3].successors + i);
		}
		sums[0] = a;
		sums[1] = b;
		sums[2] = c;
		sums[3] = d;
	}
	for (unsigned k = 0; k < count; k++) {
		double sum = sums[k];

		for (uint32_t j = i; j < lists[k].count; j++)
			sum += value_at(values, next, lists[k].successors + j);
		sums[k] = sum;
	}
}

/* No fetching here: except in the first pass, sum_rows() has done it. */
static inline void
add_to_authorities(double *values, const struct sp_list *row, double value)
{
	for (uint32_t i = 0; i < row->count; i++)
		values[row->successors[i]] += value;
}

/*
 * Of each row, computes the hub score (if there are authorities; else it is 1),
 * then stores it (if there is room) or adds it to the next authorities.
 * authority and hub are constants or not NULL: the compiler specialises.
 *
 * A row that is stored and one that is added are never the same call: during
 * iterations hub scores are not stored at all, which saves a vector write for
 * each page.
 */
static inline void
hubs_block(const struct compact_pass *pass, const double *authority,
	   double *hub, struct sp_cursor *cursor, uint64_t block, double *next)
{
	double hubs[SP_LISTS] = { 1, 1, 1, 1 };
	struct sp_list lists[SP_LISTS];
	unsigned count;

	sp_cursor_block(cursor, block);
	while ((count = sp_cursor_lists(cursor, lists))) {
		if (authority)
			sum_rows(authority, next, lists, count, hubs);
		for (unsigned k = 0; k < count; k++) {
			if (sp_form_page_is_dead(&pass->compact->form,
						 lists[k].page))
				continue;
			if (hub)
				hub[lists[k].page] = hubs[k];
			else
				add_to_authorities(next, &lists[k], hubs[k]);
		}
	}
}

static void
first_block(const struct compact_pass *pass, struct sp_cursor *cursor,
	    uint64_t block, double *next)
{
	hubs_block(pass, NULL, NULL, cursor, block, next);
}

static void
fused_block(const struct compact_pass *pass, struct sp_cursor *cursor,
	    uint64_t block, double *next)
{
	hubs_block(pass, pass->authority, NULL, cursor, block, next);
}

static void
last_block(const struct compact_pass *pass, struct sp_cursor *cursor,
	   uint64_t block, double *next)
{
	hubs_block(pass, pass->authority, pass->hub, cursor, block, next);
}

static enum sp_status
compact_push_ones(struct sp_form *form, double *hub, struct sp_error *err)
{
	struct compact_pass pass = { .compact = sp_form_compact(form) };

	(void)hub;
	return pass_links(&pass, first_block, err);
}

static enum sp_status
compact_push_hubs(struct sp_form *form, const double *authority, double *hub,
		  struct sp_error *err)
{
	struct compact_pass pass = { .compact = sp_form_compact(form),
				     .authority = authority };

	(void)hub;
	return pass_links(&pass, fused_block, err);
}

/*
 * After the last iteration: one more pass, which stores the hub scores of the
 * final authorities.
 */
static enum sp_status
compact_hubs(struct sp_form *form, const double *authority, double *hub,
	     struct sp_error *err)
{
	struct compact_pass pass = { .compact = sp_form_compact(form),
				     .authority = authority, .hub = hub };

	/* The pass skips pages that are dead or without links. */
	memset(hub + form->own_first, 0,
	       (form->own_end - form->own_first) * sizeof(*hub));
	return pass_links(&pass, last_block, err);
}

/* ---- sums ------------------------------------------------------------- */

/*
 * The sums of a block's pages, in its parts, which are 0 then.  Sums of dead
 * pages are set to 0 at the end; links to them were added like all others,
 * because testing each target would cost more.
 */
static void
form_compact_take_block(const struct sp_form_compact *compact, uint64_t first,
			uint64_t count, double *sums)
{
	double *part = compact->parts[0] + first;

	/* Memory that nothing was added to need not even be there. */
	if (compact->reached &&
	    !sp_bit_test(compact->reached, first / SP_BLOCK_PAGES)) {
		memset(sums, 0, count * sizeof(*sums));
		return;
	}
	memcpy(sums, part, count * sizeof(*sums));
	memset(part, 0, count * sizeof(*sums));
	for (unsigned k = 1; k < compact->form.parts; k++) {
		part = compact->parts[k] + first;
		for (uint64_t i = 0; i < count; i++)
			sums[i] += part[i];
		memset(part, 0, count * sizeof(*sums));
	}
	if (!compact->form.dead)
		return;
	for (uint64_t i = 0; i < count; i++)
		if (sp_bit_test(compact->form.dead, first + i))
			sums[i] = 0;
}

/* Returns whether pages of the block may be seen. */
static bool
block_is_seen(const struct sp_form *form, uint64_t first, uint64_t count)
{
	uint64_t word = first / SP_BITSET_BITS;
	uint64_t end = (first + count - 1) / SP_BITSET_BITS;

	if (!form->view)
		return true;
	while (word <= end && !form->view->seen[word])
		word++;
	return word <= end;
}

static void
form_compact_collect_chunk(const struct sp_form_compact *compact,
			   uint64_t chunk, sp_form_take *take, void *context)
{
	uint64_t end = sp_chunk_end(chunk, compact->form.pages);
	double sums[SP_BLOCK_PAGES];

	for (uint64_t p = sp_chunk_first(chunk); p < end;
	     p += SP_BLOCK_PAGES) {
		uint64_t count = end - p < SP_BLOCK_PAGES ? end - p :
							    SP_BLOCK_PAGES;

		if (!block_is_seen(&compact->form, p, count))
			continue;
		form_compact_take_block(compact, p, count, sums);
		take(context, chunk, p, count, sums);
	}
}

enum sp_status
sp_form_compact_collect(struct sp_form *form, uint64_t from, uint64_t end,
			sp_form_take *take, void *context,
			struct sp_error *err)
{
	struct sp_form_compact *compact = sp_form_compact(form);

	(void)err;
#pragma omp parallel for num_threads(form->threads) schedule(static)
	for (uint64_t chunk = from; chunk < end; chunk++)
		form_compact_collect_chunk(compact, chunk, take, context);
	/* Shares that were pushed to unseen pages are still in the parts. */
	compact->dirty = form->view;
	return SP_OK;
}

/* The first part is free once its sums are collected. */
double *
sp_form_compact_spare(struct sp_form *form)
{
	return sp_form_compact(form)->parts[0];
}

const struct sp_form_kind sp_form_kind_compact = {
	.name = "compact", .choice = SP_FORM_COMPACT, .sweeps = true,
	.reason = "it needs no making",
	.estimate = compact_estimate, .make = sp_form_compact_make,
	.free = sp_form_compact_free, .begin = sp_form_compact_begin,
	.push_ranks = compact_push_ranks, .push_ones = compact_push_ones,
	.push_hubs = compact_push_hubs, .hubs = compact_hubs,
	.collect = sp_form_compact_collect, .spare = sp_form_compact_spare
};
