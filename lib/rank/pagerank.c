/* SPDX-License-Identifier: MIT */
/*
 * The plain (power) iteration, without the transposed graph: each page pushes
 * its share to its successors while they are in the cache.  Additions to
 * one page happen in the order of sum.h, whatever the number of threads.
 */
#include "rank/pagerank.h"

#include "base/memory.h"
#include "rank/kernel.h"
#include "rank/pagerank_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_WORDS (SP_BLOCK_PAGES / SP_BITSET_BITS)

struct sp_pagerank_space *
sp_pagerank_space_new(uint64_t pages, unsigned parts)
{
	struct sp_pagerank_space *space = sp_alloc_zero(1, sizeof(*space));
	bool complete;

	if (!space)
		return NULL;
	space->pages = pages;
	space->part_count = parts < 1 ? 1 :
			    parts > SP_RANK_PARTS_MAX ? SP_RANK_PARTS_MAX :
							parts;
	space->partial = sp_alloc(sp_sum_chunks(pages),
				  sizeof(*space->partial));
	/* Whole blocks, so that no two parts write the same word. */
	space->linked = sp_alloc_zero(pages / SP_BLOCK_PAGES + 1,
				      SP_BLOCK_PAGES / 8);
	space->needed = sp_bitset_new(pages);
	complete = space->partial && space->linked && space->needed;
	for (unsigned k = 0; k < space->part_count; k++) {
		space->parts[k] = sp_alloc_large_zero(pages, sizeof(double));
		complete = complete && space->parts[k];
	}
	if (complete)
		return space;
	sp_pagerank_space_free(space);
	return NULL;
}

void
sp_pagerank_space_free(struct sp_pagerank_space *space)
{
	if (!space)
		return;
	for (unsigned k = 0; k < space->part_count; k++)
		free(space->parts[k]);
	free(space->linked);
	free(space->needed);
	free(space->partial);
	free(space);
}

void
sp_rank_clear_parts(const struct sp_pagerank_space *space)
{
	/* Most values are 0 already: what is not written stays clean. */
	for (unsigned k = 0; k < space->part_count; k++)
		for (uint64_t p = 0; p < space->pages; p++)
			if (space->parts[k][p] != 0)
				space->parts[k][p] = 0;
}

/* ---- passes over the links -------------------------------------------- */

bool
sp_rank_nothing_done(const struct sp_rank_run *run, uint64_t block)
{
	uint64_t first = block * BLOCK_WORDS;
	uint64_t end = sp_bitset_words(run->space->pages);

	if (!run->view)
		return false;
	end = first + BLOCK_WORDS < end ? first + BLOCK_WORDS : end;
	for (uint64_t i = first; i < end; i++)
		if (run->view->done[i])
			return false;
	return true;
}

enum sp_status
sp_rank_status(const struct sp_rank_run *run, struct sp_error *err)
{
	for (unsigned part = 0; part < run->space->part_count; part++)
		if (sp_cursor_status(run->cursors[part], err))
			return err->status;
	return SP_OK;
}

static void
power_block(const struct sp_rank_run *run, struct sp_cursor *cursor,
	    uint64_t block, double *sums)
{
	struct sp_list lists[SP_LISTS];
	unsigned count;

	sp_cursor_block(cursor, block);
	while ((count = sp_cursor_lists(cursor, lists)))
		for (unsigned k = 0; k < count; k++) {
			uint64_t page = lists[k].page;

			if (!sp_rank_pushes(run, page))
				continue;
			sp_bit_set(run->space->linked, page);
			sp_add_to_row(sums, &lists[k],
				      run->rank[page] / lists[k].count);
		}
}

/* The blocks of one part, in page order. */
static void
power_part(const struct sp_rank_run *run, unsigned part)
{
	uint64_t blocks = sp_graph_blocks(run->graph);
	unsigned parts = run->space->part_count;

	for (uint64_t block = sp_part_first_block(part); block < blocks;
	     block = sp_part_next_block(block, parts))
		if (!sp_rank_nothing_done(run, block))
			power_block(run, run->cursors[part], block,
				    run->space->parts[part]);
}

static enum sp_status
power_links(const struct sp_rank_run *run, struct sp_error *err)
{
	unsigned parts = run->space->part_count;

#pragma omp parallel for num_threads(run->options->threads) schedule(dynamic)
	for (unsigned part = 0; part < parts; part++)
		power_part(run, part);
	return sp_rank_status(run, err);
}

/* ---- passes over the pages -------------------------------------------- */

struct sp_rank_tally
sp_rank_visit_pages(const struct sp_rank_run *run, sp_rank_chunk *visit,
		    const struct sp_rank_terms *terms)
{
	uint64_t chunks = sp_sum_chunks(run->space->pages);
	struct sp_rank_tally all = { 0, 0, 0, 0 };

#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t chunk = 0; chunk < chunks; chunk++) {
		struct sp_rank_tally tally = { 0, 0, 0, 0 };

		visit(run, terms, chunk, &tally);
		run->space->partial[chunk] = tally;
	}
	for (uint64_t chunk = 0; chunk < chunks; chunk++) {
		const struct sp_rank_tally *tally =
			&run->space->partial[chunk];

		sp_rank_measure(run, &all.change, tally->change);
		all.sum += tally->sum;
		all.dangling += tally->dangling;
		all.left += tally->left;
	}
	return all;
}

static inline void
count_rank(const struct sp_rank_run *run, uint64_t page, double value,
	   struct sp_rank_tally *tally)
{
	tally->sum += value;
	tally->dangling += sp_bit_test(run->space->linked, page) ? 0 : value;
}

/* Adds up the ranks, and separately those of pages without links. */
static inline void
sum_page(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	 uint64_t page, struct sp_rank_tally *tally)
{
	(void)terms;
	count_rank(run, page, run->rank[page], tally);
}

static void
sum_chunk(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	  uint64_t chunk, struct sp_rank_tally *tally)
{
	sp_rank_visit_chunk(run, sum_page, terms, chunk, tally);
}

/* The new rank of a page, from the sums of the parts. */
static inline void
renew_page(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	   uint64_t page, struct sp_rank_tally *tally)
{
	double t = sp_rank_teleport(run, page);
	double value = terms->rest * t;

	value += terms->damping * sp_rank_take_parts(run->space, page);
	value += terms->dangling * t;
	sp_rank_measure(run, &tally->change, fabs(value - run->rank[page]));
	run->rank[page] = value;
	count_rank(run, page, value, tally);
}

static void
renew_chunk(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	    uint64_t chunk, struct sp_rank_tally *tally)
{
	sp_rank_visit_chunk(run, renew_page, terms, chunk, tally);
}

static inline void
divide_page(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	    uint64_t page, struct sp_rank_tally *tally)
{
	run->rank[page] /= terms->scale;
	tally->sum += run->rank[page];
}

static void
divide_chunk(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	     uint64_t chunk, struct sp_rank_tally *tally)
{
	sp_rank_visit_chunk(run, divide_page, terms, chunk, tally);
}

/* Pages that are not seen have rank 0, whatever the caller left there. */
static void
clear_unseen(const struct sp_rank_run *run)
{
	if (!run->view)
		return;
	for (uint64_t p = 0; p < run->space->pages; p++)
		if (!sp_bit_test(run->view->seen, p))
			run->rank[p] = 0;
}

/* ---- iterations ------------------------------------------------------- */

static enum sp_status
power_iterate(const struct sp_rank_run *run, struct sp_pagerank_report *report,
	      struct sp_error *err)
{
	const struct sp_pagerank_options *options = run->options;
	double d = options->damping;
	struct sp_rank_terms terms = { .rest = 1 - d, .damping = d };
	struct sp_rank_tally tally;
	bool spread = options->dangling == SP_DANGLING_UNIFORM, first = true;

	do {
		if (power_links(run, err))
			return err->status;
		/* Which pages have no links is known after the first pass. */
		if (first)
			tally = sp_rank_visit_pages(run, sum_chunk, &terms);
		first = false;
		terms.dangling = spread ? d * tally.dangling : 0;
		tally = sp_rank_visit_pages(run, renew_chunk, &terms);
		report->iterations++;
		report->residual = tally.change;
		report->sum = tally.sum;
		report->converged = options->tolerance == 0 ||
				    report->residual < options->tolerance;
		sp_progress_report(options->progress, report->iterations,
				   options->iterations);
	} while (report->iterations < options->iterations &&
		 !(options->tolerance > 0 && report->converged));
	return SP_OK;
}

/*
 * With a view, most lists are not needed and are not decoded.  The cursors
 * know which from here on, so that each pass saves the time.
 */
static enum sp_status
make_cursors(struct sp_rank_run *run, struct sp_error *err)
{
	if (run->view)
		sp_graph_needed(run->graph, run->view->done,
				run->space->needed);
	for (unsigned k = 0; k < run->space->part_count; k++) {
		run->cursors[k] = sp_cursor_new(run->graph);
		if (!run->cursors[k])
			return sp_no_memory(err, "ranks");
		if (run->view)
			sp_cursor_choose(run->cursors[k], run->space->needed);
	}
	return SP_OK;
}

static enum sp_status
pagerank_solve(struct sp_rank_run *run, struct sp_pagerank_report *report,
	       struct sp_error *err)
{
	const struct sp_pagerank_options *options = run->options;
	struct sp_rank_terms terms = { 0 };
	enum sp_status status = SP_OK;

	if (make_cursors(run, err))
		return err->status;
	memset(run->space->linked, 0, (run->space->pages / SP_BLOCK_PAGES + 1)
				      * (SP_BLOCK_PAGES / 8));
	if (options->method == SP_PAGERANK_PUSH && options->iterations > 1)
		status = sp_rank_push(run, report, err);
	if (!status)
		status = power_iterate(run, report, err);
	if (!status && options->dangling == SP_DANGLING_NORM &&
	    report->sum > 0) {
		terms.scale = report->sum;
		report->sum = sp_rank_visit_pages(run, divide_chunk,
						  &terms).sum;
	}
	return status;
}

enum sp_status
sp_pagerank(const struct sp_graph *graph, const struct sp_pagerank_view *view,
	    const double *teleport, const struct sp_pagerank_options *options,
	    struct sp_pagerank_space *space, double *rank,
	    struct sp_pagerank_report *report, struct sp_error *err)
{
	struct sp_rank_run run = {
		.graph = graph, .view = view, .teleport = teleport,
		.options = options, .space = space, .rank = rank
	};
	uint64_t count = view ? view->seen_count : space->pages;
	enum sp_status status;

	*report = (struct sp_pagerank_report){ .converged = true };
	clear_unseen(&run);
	if (!count)
		return SP_OK;
	run.uniform = 1 / (double)count;
	status = pagerank_solve(&run, report, err);
	/* Shares that were pushed to unseen pages are still in the parts. */
	if (status || view)
		sp_rank_clear_parts(space);
	for (unsigned k = 0; k < space->part_count; k++)
		sp_cursor_free(run.cursors[k]);
	return status;
}
