/* SPDX-License-Identifier: MIT */
/*
 * Gauss-Seidel by pushing.  For each page, the method keeps the residual of
 * its rank x so far,
 *
 *	left = (1 - d) t - x + d (sum over i -> j of x_i / O(i))
 *
 * In a pass, a page adds what is left to its rank and pushes d times that to
 * its successors, in place, so that pages further on in the same pass already
 * push it on.  A page that links to itself adds at once what would come back
 * to it: without this, cnr-2000, where a quarter of the pages do so, needs no
 * fewer passes than the plain iteration.
 *
 * Pages without links push nothing.  With SP_DANGLING_UNIFORM the result is
 * right up to a factor, which is applied at the end.
 *
 * Each part has consecutive blocks and pushes into a vector of its own; what
 * it pushed to pages of other parts reaches them after the pass.  If the cycles
 * of links on which ranks change most slowly cross the parts, that is no faster
 * than the plain iteration: hollins.edu took 93 passes instead of 97, where one
 * part takes 49.  Small graphs do not need the threads, so they have one part.
 * Passes over cnr-2000 (and over a generated graph of 1 M pages) until the L1
 * error is below 1e-9:
 *
 *	plain iteration                        105  (102)
 *	1 part                                  62   (47)
 *	4 parts                                 66   (48)
 *	4 parts, blocks dealt to them in turn   81   (48)
 */
#include "rank/pagerank_run.h"

#include "base/memory.h"
#include "rank/kernel.h"

#include <math.h>
#include <stdlib.h>

#define ONE_PART_PAGES (UINT64_C(1) << 20)

/* ---- passes over the links -------------------------------------------- */

/*
 * The first pass pushes the ranks at the start, and notes which pages have
 * links and which of them link to themselves.
 */
static inline void
start_row(const struct sp_rank_run *run, const struct sp_list *row,
	  double *left)
{
	double share = run->rank[row->page] / row->count;
	bool looped = false;

	for (uint32_t i = 0; i < row->count; i++)
		looped |= row->successors[i] == row->page;
	sp_add_to_row(left, row, share);
	sp_bit_set(run->form->linked, row->page);
	if (looped)
		sp_bit_set(run->looped, row->page);
}

static inline void
push_row(const struct sp_rank_run *run, const struct sp_list *row,
	 double *left)
{
	double damping = run->options->damping, change = left[row->page];
	double share;

	if (sp_bit_test(run->looped, row->page))
		change /= 1 - damping / row->count;
	run->rank[row->page] += change;
	share = damping * change / row->count;
	sp_add_to_row(left, row, share);
	left[row->page] = 0;
}

static void
sweep_lists(const struct sp_rank_run *run, bool start,
	    struct sp_cursor *cursor, uint64_t block, double *left)
{
	struct sp_list lists[SP_LISTS];
	unsigned count;

	sp_cursor_block(cursor, block);
	while ((count = sp_cursor_lists(cursor, lists)))
		for (unsigned k = 0; k < count; k++) {
			if (!sp_form_page_pushes(run->form,
						 lists[k].page))
				continue;
			if (start)
				start_row(run, &lists[k], left);
			else
				push_row(run, &lists[k], left);
		}
}

/* The same with rows that need no decoding, and say which pages are looped. */
static inline bool
start_share(const void *context, uint64_t page, uint32_t count, double *left,
	    double *each)
{
	const struct sp_rank_run *run = context;

	(void)left;
	if (!sp_bit_test(run->form->linked, page))
		return false;
	*each = run->rank[page] / count;
	return true;
}

static inline bool
push_share(const void *context, uint64_t page, uint32_t count, double *left,
	   double *each)
{
	const struct sp_rank_run *run = context;
	double damping = run->options->damping, change = left[page];

	if (!sp_bit_test(run->form->linked, page))
		return false;
	if (sp_bit_test(run->compact->rows->looped, page))
		change /= 1 - damping / count;
	run->rank[page] += change;
	*each = damping * change / count;
	return true;
}

static inline void
push_leave(const void *context, uint64_t page, double *left)
{
	(void)context;
	left[page] = 0;
}

static void
sweep_block(const struct sp_rank_run *run, bool start, unsigned part,
	    uint64_t block)
{
	const struct sp_form_compact *compact = run->compact;
	double *left = compact->parts[part];

	if (!compact->rows)
		sweep_lists(run, start, compact->cursors[part], block, left);
	else if (start)
		sp_rows_push_block(compact->rows, block, left, start_share,
				   NULL, run);
	else
		sp_rows_push_block(compact->rows, block, left, push_share,
				   push_leave, run);
}

static enum sp_status
sweep_links(const struct sp_rank_run *run, bool start, struct sp_error *err)
{
	uint64_t blocks = sp_graph_blocks(run->graph);
	unsigned parts = run->sweep_parts;

#pragma omp parallel for num_threads(run->options->threads) schedule(dynamic)
	for (unsigned part = 0; part < parts; part++)
		for (uint64_t block = blocks * part / parts;
		     block < blocks * (part + 1) / parts; block++)
			if (!sp_form_block_idle(run->form, block))
				sweep_block(run, start, part, block);
	return run->compact->rows ?
		       SP_OK : sp_form_compact_status(run->compact, err);
}

/* ---- passes over the pages -------------------------------------------- */

/* Returns the sum of the parts for one page, and clears them. */
static inline double
take_parts(const struct sp_rank_run *run, uint64_t page)
{
	return sp_take_parts(run->compact->parts, run->form->parts, page);
}

/*
 * Hands a page its residual after a pass, in the vector of the part that will
 * push it.  A page without links has nobody to push to and adds it now.
 */
static inline void
give_page(const struct sp_rank_run *run, uint64_t page, double left,
	  struct sp_rank_tally *tally)
{
	unsigned owner = run->owner[page / SP_BLOCK_PAGES];

	if (!sp_bit_test(run->form->linked, page)) {
		run->rank[page] += left;
		tally->dangling += run->rank[page];
		left = 0;
	}
	run->compact->parts[owner][page] = left;
	sp_rank_measure(run, &tally->change, fabs(left));
	tally->left += left;
	tally->sum += run->rank[page];
}

/*
 * Of the ranks at the start: the part that does not come from other pages,
 * and the sum of the teleport vector, to find the best scale for them.
 */
static inline void
balance_page(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	     uint64_t page, struct sp_rank_tally *tally)
{
	unsigned owner = run->owner[page / SP_BLOCK_PAGES];
	double given = terms->damping * take_parts(run, page);
	double own = run->rank[page] - given;

	run->compact->parts[owner][page] = own;
	tally->left += own;
	tally->sum += sp_rank_teleport(run, page);
}

static void
balance_chunk(const struct sp_rank_run *run,
	      const struct sp_rank_terms *terms, uint64_t chunk,
	      struct sp_rank_tally *tally)
{
	sp_rank_visit_chunk(run, balance_page, terms, chunk, tally);
}

static inline void
start_page(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	   uint64_t page, struct sp_rank_tally *tally)
{
	double own = take_parts(run, page);

	run->rank[page] *= terms->scale;
	give_page(run, page,
		  terms->rest * sp_rank_teleport(run, page) -
			  terms->scale * own, tally);
}

static void
start_chunk(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	    uint64_t chunk, struct sp_rank_tally *tally)
{
	sp_rank_visit_chunk(run, start_page, terms, chunk, tally);
}

static inline void
merge_page(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	   uint64_t page, struct sp_rank_tally *tally)
{
	(void)terms;
	give_page(run, page, take_parts(run, page), tally);
}

static void
merge_chunk(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	    uint64_t chunk, struct sp_rank_tally *tally)
{
	sp_rank_visit_chunk(run, merge_page, terms, chunk, tally);
}

/* Applies the factor.  Rounding may have left a rank of 0 just below 0. */
static inline void
scale_page(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	   uint64_t page, struct sp_rank_tally *tally)
{
	double value = run->rank[page] * terms->scale;

	(void)tally;
	run->rank[page] = value > 0 ? value : 0;
}

static void
scale_chunk(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	    uint64_t chunk, struct sp_rank_tally *tally)
{
	sp_rank_visit_chunk(run, scale_page, terms, chunk, tally);
}

/* ---- sweeps ----------------------------------------------------------- */

/*
 * The residuals at the start.  The ranks are first multiplied by the number
 * that makes the residuals sum to 0: this removes the component of the error
 * that pushing reduces most slowly.
 */
static struct sp_rank_tally
start_sweeps(const struct sp_rank_run *run, struct sp_rank_terms *terms)
{
	struct sp_rank_tally tally =
		sp_rank_visit_pages(run, balance_chunk, terms);

	terms->scale = tally.left > 0 ? terms->rest * tally.sum / tally.left :
					0;
	return sp_rank_visit_pages(run, start_chunk, terms);
}

/*
 * The factor between the ranks found here, where pages without links push
 * nothing, and those of SP_DANGLING_UNIFORM, where they push to all pages.
 */
static double
dangling_factor(const struct sp_rank_run *run,
		const struct sp_rank_terms *terms,
		const struct sp_rank_tally *tally)
{
	double rest = terms->rest - terms->damping * tally->dangling;

	return run->options->dangling == SP_DANGLING_UNIFORM && rest > 0 ?
		       terms->rest / rest : 1;
}

/*
 * A bound on the norm of the change that one plain iteration would make: the
 * residuals, multiplied by the factor, and the change of the factor itself,
 * which is in proportion to t and at most the sum of the residuals.
 */
static double
change_bound(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	     const struct sp_rank_tally *tally, double most)
{
	if (run->options->dangling != SP_DANGLING_UNIFORM)
		return tally->change;
	return dangling_factor(run, terms, tally) *
	       (tally->change + fabs(tally->left) * most);
}

/* The norm of the teleport vector: at most 1. */
static double
teleport_norm(const struct sp_rank_run *run)
{
	double most = 0;

	if (run->options->norm != SP_NORM_MAX)
		return 1;
	if (!run->teleport)
		return run->uniform;
	for (uint64_t p = 0; p < run->space->pages; p++)
		most = run->teleport[p] > most ? run->teleport[p] : most;
	return most;
}

static enum sp_status
run_sweeps(const struct sp_rank_run *run, struct sp_pagerank_report *report,
	   struct sp_error *err)
{
	const struct sp_pagerank_options *options = run->options;
	double d = options->damping, most = teleport_norm(run);
	struct sp_rank_terms terms = { .rest = 1 - d, .damping = d };
	struct sp_rank_tally tally;

	if (sweep_links(run, true, err))
		return err->status;
	tally = start_sweeps(run, &terms);
	report->iterations++;
	while (report->iterations + 1 < options->iterations &&
	       change_bound(run, &terms, &tally, most) >= options->tolerance) {
		if (sweep_links(run, false, err))
			return err->status;
		tally = sp_rank_visit_pages(run, merge_chunk, &terms);
		report->iterations++;
		sp_progress_report(options->progress, report->iterations,
				   options->iterations);
	}
	terms.scale = dangling_factor(run, &terms, &tally);
	sp_rank_visit_pages(run, scale_chunk, &terms);
	return SP_OK;
}

enum sp_status
sp_rank_push(struct sp_rank_run *run, struct sp_pagerank_report *report,
	     struct sp_error *err)
{
	uint64_t blocks = sp_graph_blocks(run->graph);
	unsigned parts = run->space->pages < ONE_PART_PAGES ?
				 1 : run->space->part_count;
	enum sp_status status;

	run->compact = sp_form_compact(run->form);
	run->sweep_parts = parts;
	run->looped = sp_alloc_zero(blocks, SP_BLOCK_PAGES / 8);
	run->owner = sp_alloc(blocks, 1);
	if (!run->looped || !run->owner) {
		status = sp_no_memory(err, "ranks");
	} else {
		for (unsigned part = 0; part < parts; part++)
			for (uint64_t block = blocks * part / parts;
			     block < blocks * (part + 1) / parts; block++)
				run->owner[block] = (uint8_t)part;
		status = run_sweeps(run, report, err);
	}
	sp_form_compact_clear(run->compact);
	free(run->looped);
	free(run->owner);
	return status;
}
