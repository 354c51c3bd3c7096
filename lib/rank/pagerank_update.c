/* SPDX-License-Identifier: MIT */
/*
 * PageRank of a crawl that goes on.  Between calls, the residual of every page
 * is kept (pagerank_push.c), seen or not:
 *
 *	left = (1 - d) t - x + d (sum over i -> j of x_i / O(i))
 *
 * where i is done, and t and x are 0 for pages that are not seen.  With a new
 * t, all three are scaled.  What else changes the residual is local: a page
 * that is found gets (1 - d) t, one that is forgotten loses that and gets its
 * rank back, and a page that is done now pushes its rank.  So a call costs one
 * pass over the pages, one over the lists of those that are done (over rows,
 * only those done since the last call have to be read), and what it takes to
 * push the residuals until they are small.
 *
 * Rounding errors add up from call to call, so every RENEW calls the residuals
 * are computed afresh.
 */
#include "rank/pagerank_run.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define RENEW 256 /* calls */

/*
 * kept residuals lie in the parts, where sums should be 0: dirty makes the next
 * run clear them.
 */
void
sp_rank_forget(struct sp_pagerank_space *space)
{
	struct sp_form_compact *compact =
		space->form ? sp_form_compact(space->form) : NULL;

	if (compact && compact->kept > 0) {
		compact->dirty = true;
		compact->kept = 0;
	}
	space->updates = 0;
}

static bool
pagerank_update_make_room(struct sp_pagerank_space *space)
{
	if (!space->kept_seen)
		space->kept_seen = sp_bitset_new(space->pages);
	if (!space->kept_done)
		space->kept_done = sp_bitset_new(space->pages);
	return space->kept_seen && space->kept_done;
}

/* ---- residuals at the start ------------------------------------------- */

/*
 * push_start() makes residuals for pages that exist.  What was pushed to the
 * others stays in the vector as a sum of shares; multiplied by d and by the
 * scale of the ranks, it is what a residual would have of it.
 */
static enum sp_status
start_afresh(struct sp_rank_run *run, struct sp_rank_terms *terms,
	     struct sp_rank_tally *tally, struct sp_error *err)
{
	double *left = run->compact->parts[0];

	for (uint64_t p = 0; p < run->space->pages; p++)
		run->rank[p] = sp_bit_test(run->view->seen, p) ?
				       run->uniform : 0;
	if (sp_rank_push_start(run, terms, tally, err))
		return err->status;
	/* Pages that are not seen have shares, not yet residuals. */
	for (uint64_t p = 0; p < run->space->pages; p++)
		if (!sp_bit_test(run->view->seen, p))
			left[p] *= terms->damping * terms->scale;
	return SP_OK;
}

/*
 * What a page has left that was found, forgotten, or is still there.
 *
 * own is (1 - d) t now and run->compact->kept was it then; all values are in
 * proportion to it.  A page that is forgotten gets its rank back as residual,
 * since left = own + ... - x with x = 0.
 */
static void
resume_pages(const struct sp_rank_run *run, double own)
{
	const struct sp_pagerank_space *space = run->space;
	double scale = own / run->compact->kept, *left = run->compact->parts[0];

	for (uint64_t p = 0; p < space->pages; p++) {
		bool was = sp_bit_test(space->kept_seen, p);
		bool is = sp_bit_test(run->view->seen, p);

		left[p] *= scale;
		run->rank[p] = was ? run->rank[p] * scale : 0;
		if (is && !was)
			left[p] += own;
		if (is || !was)
			continue;
		left[p] += run->rank[p] - own;
		run->rank[p] = 0;
	}
}

/*
 * Pages that are done now push their whole rank: their links were not known
 * before.
 */
static enum sp_status
start_or_resume(struct sp_rank_run *run, struct sp_rank_terms *terms,
		struct sp_rank_tally *tally, struct sp_error *err)
{
	if (!(run->compact->kept > 0))
		return start_afresh(run, terms, tally, err);
	resume_pages(run, terms->rest * run->uniform);
	if (sp_rank_sweep(run, SP_SWEEP_RESUME, err))
		return err->status;
	*tally = sp_rank_push_merge(run);
	return SP_OK;
}

/* ---- a call ----------------------------------------------------------- */

/*
 * The scale for pages without links was applied to the ranks, so it has to be
 * applied to the residuals as well: both are relative to the same t.
 */
static void
keep_residuals(const struct sp_rank_run *run, double own, double scale)
{
	struct sp_pagerank_space *space = run->space;
	size_t bytes = sp_bitset_words(space->pages) * sizeof(uint64_t);
	double *left = run->compact->parts[0];

	for (uint64_t p = 0; p < space->pages; p++)
		left[p] *= scale;
	memcpy(space->kept_seen, run->view->seen, bytes);
	memcpy(space->kept_done, run->view->done, bytes);
	run->compact->kept = own * scale;
	run->compact->dirty = false;
}

static enum sp_status
update_ranks(struct sp_rank_run *run, struct sp_pagerank_report *report,
	     struct sp_error *err)
{
	double d = run->options->damping, scale;
	struct sp_rank_terms terms = { .rest = 1 - d, .damping = d };
	struct sp_rank_tally tally;

	if (start_or_resume(run, &terms, &tally, err))
		return err->status;
	report->iterations++;
	if (sp_rank_push_on(run, &terms, &tally, run->options->iterations,
			    report, err))
		return err->status;
	scale = sp_rank_push_scale(run, &tally);
	report->sum = tally.sum * scale;
	report->converged = run->options->tolerance == 0 ||
			    report->residual < run->options->tolerance;
	keep_residuals(run, terms.rest * run->uniform, scale);
	return SP_OK;
}

/*
 * A view of no pages has the teleport 1, not infinity, for none of them.  After
 * a failure, half pushed residuals mean nothing.
 */
enum sp_status
sp_pagerank_update(const struct sp_graph *graph,
		   const struct sp_pagerank_view *view,
		   const struct sp_pagerank_options *options,
		   struct sp_pagerank_space *space, double *rank,
		   struct sp_pagerank_report *report, struct sp_error *err)
{
	struct sp_rank_run run = {
		.graph = graph, .view = view, .options = options,
		.space = space, .rank = rank,
		.uniform = 1 / (double)(view->seen_count + !view->seen_count)
	};
	enum sp_status status = SP_OK;

	*report = (struct sp_pagerank_report){ .converged = true };
	if (++space->updates >= RENEW)
		sp_rank_forget(space);
	if (!pagerank_update_make_room(space))
		return sp_no_memory(err, "ranks");
	if (sp_rank_prepare(&run, report, err))
		return err->status;
	status = sp_rank_push_begin(&run, err);
	if (!status)
		status = update_ranks(&run, report, err);
	sp_rank_push_end(&run);
	if (status)
		sp_rank_forget(space);
	else
		sp_rank_count_view(&run, report->iterations);
	return status;
}
