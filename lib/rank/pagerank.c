/* SPDX-License-Identifier: MIT */
/*
 * The plain (power) iteration, over a form of the graph.  Additions to one page
 * happen in the order of sum.h, whatever the form and the number of threads.
 *
 * In an iteration every page gives its rank, divided by the number of its
 * links, to its successors (push), and the sums become the new ranks (collect).
 * The form does both; here is what happens to the values.  New ranks overwrite
 * the old ones while sums arrive, which asks of every form that it reads ranks
 * during the push only; so one vector of ranks is enough, beside what the form
 * needs.
 *
 * With SP_DANGLING_UNIFORM, the rank of pages without links is spread by the
 * teleport vector.  Its sum is found in the pass that makes the ranks, for the
 * next iteration; only the first one needs an extra pass.
 *
 * All sums over pages are sums over chunks in their order, and over processes
 * in theirs, so that any number of threads gives the same bits; tallies of
 * chunks are written by the thread that has the chunk and added up afterwards.
 *
 * The methods push and local (pagerank_push.c) come before this iteration and
 * replace most of it: they bring the ranks so near to the solution that one or
 * a few plain iterations end below the tolerance.  So the residual, which is
 * reported and decides, always has the same meaning.
 */
#include "rank/pagerank.h"

#include "base/memory.h"
#include "rank/pagerank_run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sp_pagerank_space *
sp_pagerank_space_new(uint64_t pages, unsigned parts)
{
	struct sp_pagerank_space *space = sp_alloc_zero(1, sizeof(*space));

	if (!space)
		return NULL;
	space->pages = pages;
	space->part_count = parts < 1 ? 1 :
			    parts > SP_RANK_PARTS_MAX ? SP_RANK_PARTS_MAX :
							parts;
	space->partial = sp_alloc(sp_sum_chunks(pages),
				  sizeof(*space->partial));
	if (space->partial)
		return space;
	sp_pagerank_space_free(space);
	return NULL;
}

void
sp_pagerank_space_free(struct sp_pagerank_space *space)
{
	if (!space)
		return;
	sp_form_free(space->form);
	free(space->partial);
	free(space);
}

/* ---- passes over the pages -------------------------------------------- */

/*
 * Adds up the chunks, in their order.  With the norm max, the changes of chunks
 * are compared and not added.
 */
static struct sp_rank_tally
sum_tallies(const struct sp_rank_run *run)
{
	uint64_t chunks = sp_sum_chunks(run->space->pages);
	struct sp_rank_tally all = { 0, 0, 0, 0 };

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

/*
 * Adds up the tallies of all processes, in their order.  One exchange for all
 * sums.  A maximum is no sum and takes another.
 */
static enum sp_status
join_tallies(const struct sp_rank_run *run, struct sp_rank_tally *tally,
	     struct sp_error *err)
{
	bool maximum = run->options->norm == SP_NORM_MAX;
	double sums[] = { tally->sum, tally->dangling, tally->change };

	if (!run->team || run->team->size == 1)
		return SP_OK;
	if (sp_team_sum(run->team, sums, maximum ? 2 : 3, err))
		return err->status;
	if (maximum && sp_sum_together(run->team, &sums[2], true, err))
		return err->status;
	tally->sum = sums[0];
	tally->dangling = sums[1];
	tally->change = sums[2];
	return SP_OK;
}

struct sp_rank_tally
sp_rank_visit_pages(const struct sp_rank_run *run, sp_rank_chunk *visit,
		    const struct sp_rank_terms *terms)
{
	uint64_t chunks = sp_sum_chunks(run->space->pages);

#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t chunk = 0; chunk < chunks; chunk++) {
		struct sp_rank_tally tally = { 0, 0, 0, 0 };

		visit(run, terms, chunk, &tally);
		run->space->partial[chunk] = tally;
	}
	return sum_tallies(run);
}

/* Pages without links are known from the form: their bit is not set. */
static inline void
count_rank(const struct sp_rank_run *run, uint64_t page, double value,
	   struct sp_rank_tally *tally)
{
	tally->sum += value;
	tally->dangling += sp_bit_test(run->form->linked, page) ? 0 : value;
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

/* A pass that renews the ranks. */
struct renewal {
	const struct sp_rank_run *run;
	struct sp_rank_terms terms;
};

/*
 * The new rank of a page, from the sum of the shares given to it.
 *
 * The three additions are in the order that pagerank.h defines: another order
 * gives other last bits.
 */
static inline void
renew_page(const struct renewal *renewal, uint64_t page, double sum,
	   struct sp_rank_tally *tally)
{
	const struct sp_rank_run *run = renewal->run;
	double t = sp_rank_teleport(run, page);
	double value = renewal->terms.rest * t;

	value += renewal->terms.damping * sum;
	value += renewal->terms.dangling * t;
	sp_rank_measure(run, &tally->change, fabs(value - run->rank[page]));
	run->rank[page] = value;
	count_rank(run, page, value, tally);
}

/* value, or 0 if the bit is set: without a branch, which would be guessed. */
static inline double
unless_set(uint64_t word, uint64_t bit, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	bits &= (word >> bit % SP_BITSET_BITS & 1) - 1;
	memcpy(&value, &bits, sizeof(value));
	return value;
}

/*
 * renew_page() for many pages of the usual kind: all seen, no teleport vector,
 * and changes that are added.  Three additions that wait for those of the page
 * before are all that is left.
 */
static void
renew_plain(const struct renewal *renewal, uint64_t first, uint64_t count,
	    const double *sums, struct sp_rank_tally *tally)
{
	const struct sp_rank_run *run = renewal->run;
	const uint64_t *linked = run->form->linked + first / SP_BITSET_BITS;
	double rest = renewal->terms.rest * run->uniform;
	double spread = renewal->terms.dangling * run->uniform;
	double damping = renewal->terms.damping, *rank = run->rank + first;
	struct sp_rank_tally all = *tally;

	for (uint64_t i = 0; i < count; i++) {
		double value = rest;

		value += damping * sums[i];
		value += spread;
		all.change += fabs(value - rank[i]);
		rank[i] = value;
		all.sum += value;
		all.dangling += unless_set(linked[i / SP_BITSET_BITS], i,
					   value);
	}
	*tally = all;
}

/*
 * With a view, only pages that are seen exist; whole words of unseen pages are
 * skipped.
 */
static void
renew_places(void *context, uint64_t chunk, uint64_t first, uint64_t count,
	     const double *sums)
{
	const struct renewal *renewal = context;
	const struct sp_rank_run *run = renewal->run;
	struct sp_rank_tally tally = run->space->partial[chunk];
	bool plain = !run->view && !run->teleport &&
		     run->options->norm != SP_NORM_MAX;

	if (plain)
		renew_plain(renewal, first, count, sums, &tally);
	for (uint64_t i = 0; !run->view && !plain && i < count; i++)
		renew_page(renewal, first + i, sums[i], &tally);
	for (uint64_t i = 0; run->view && i < count; i += SP_BITSET_BITS) {
		uint64_t seen = run->view->seen[(first + i) / SP_BITSET_BITS];

		for (; seen; seen &= seen - 1) {
			uint64_t k = i + (uint64_t)__builtin_ctzll(seen);

			renew_page(renewal, first + k, sums[k], &tally);
		}
	}
	run->space->partial[chunk] = tally;
}

/*
 * Renews all ranks from the shares that were pushed.  The tallies begin at 0,
 * since a chunk is taken in several calls.
 */
static enum sp_status
renew_ranks(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	    struct sp_rank_tally *tally, struct sp_error *err)
{
	struct renewal renewal = { run, *terms };

	memset(run->space->partial, 0, sp_sum_chunks(run->space->pages) *
				       sizeof(*run->space->partial));
	if (sp_form_collect(run->form, renew_places, &renewal, err))
		return err->status;
	*tally = sum_tallies(run);
	return join_tallies(run, tally, err);
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

/*
 * Pages that are not seen have rank 0, whatever the caller left there.
 *
 * A view may have lost pages since the last call.
 */
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
pagerank_save_state(const struct sp_rank_run *run,
		    const struct sp_pagerank_report *report, bool last,
		    struct sp_error *err)
{
	const struct sp_rank_checkpoint *checkpoint =
		run->options->checkpoint;
	struct sp_rank_state state = { .iterations = report->iterations,
				       .residual = report->residual };

	if (!sp_rank_is_due(checkpoint, report->iterations, last))
		return SP_OK;
	return checkpoint->save(checkpoint->context, &state, run->rank, err);
}

/*
 * tally.dangling is that of the ranks that are pushed: of the start in the
 * first iteration, later of the ranks that the one before has made.
 */
static enum sp_status
power_iterate(const struct sp_rank_run *run, struct sp_pagerank_report *report,
	      struct sp_error *err)
{
	const struct sp_pagerank_options *options = run->options;
	double d = options->damping;
	struct sp_rank_terms terms = { .rest = 1 - d, .damping = d };
	struct sp_rank_tally tally;
	bool spread = options->dangling == SP_DANGLING_UNIFORM, first = true;
	bool over;

	do {
		if (sp_form_push_ranks(run->form, run->rank, err))
			return err->status;
		/* Which pages have no links is known after the first pass. */
		if (first) {
			tally = sp_rank_visit_pages(run, sum_chunk, &terms);
			if (join_tallies(run, &tally, err))
				return err->status;
		}
		first = false;
		terms.dangling = spread ? d * tally.dangling : 0;
		if (renew_ranks(run, &terms, &tally, err))
			return err->status;
		report->iterations++;
		report->residual = tally.change;
		report->sum = tally.sum;
		report->converged = options->tolerance == 0 ||
				    report->residual < options->tolerance;
		sp_progress_report(options->progress, report->iterations,
				   options->iterations);
		over = report->iterations >= options->iterations ||
		       (options->tolerance > 0 && report->converged);
		if (pagerank_save_state(run, report, over, err))
			return err->status;
	} while (!over);
	return SP_OK;
}

/*
 * The change shrinks by the damping in each iteration, or faster.  The number
 * of iterations after which d^n is below the tolerance: a good guess for the
 * choice of a form, and no more.
 */
uint64_t
sp_pagerank_passes(const struct sp_pagerank_options *options)
{
	double d = options->damping, passes;

	if (!(options->tolerance > 0))
		return options->iterations;
	passes = d > 0 && options->tolerance < 1 ?
			 1 + log(options->tolerance) / log(d) : 1;
	return passes < options->iterations ? (uint64_t)passes :
					      options->iterations;
}

/*
 * Views of a crawl may stop at any size, and rows of the whole graph take as
 * long as a few passes over all of it.  So they are made when the views have
 * read as much: at worst, this doubles the time.
 */
#define VIEWED_PASSES 4

/* A form that was asked for is made at once. */
static bool
view_is_small(const struct sp_rank_run *run)
{
	return run->view && run->options->form == SP_FORM_AUTO &&
	       run->space->viewed < VIEWED_PASSES;
}

/*
 * Work is counted in passes over the whole graph: a view reads the links of the
 * pages that are done.  When enough is read, the form is dropped, and the next
 * call chooses anew, with sp_pagerank_passes().
 */
static void
rank_count_view(const struct sp_rank_run *run, uint32_t iterations)
{
	struct sp_pagerank_space *space = run->space;

	if (!view_is_small(run))
		return;
	space->viewed += iterations / (double)space->pages *
			 (double)sp_bitset_count(run->view->done,
						 space->pages);
	if (view_is_small(run))
		return;
	sp_form_free(space->form);
	space->form = NULL;
}

/*
 * Views and pushing methods need pages in their order (SP_FORM_SWEEPS); the
 * user's "near" is the form of rows then.  passes = 0 makes the compact form
 * win, which needs no making.
 */
static enum sp_status
rank_prepare(struct sp_rank_run *run, struct sp_pagerank_report *report,
	     struct sp_error *err)
{
	const struct sp_pagerank_options *options = run->options;
	struct sp_pagerank_space *space = run->space;
	bool sweeps = options->method != SP_PAGERANK_POWER || run->view;
	struct sp_form_order order = {
		.choice = sweeps && options->form == SP_FORM_NEAR ?
				  SP_FORM_ROWS : options->form,
		.use = sweeps ? SP_FORM_SWEEPS : SP_FORM_RANKS,
		.parts = space->part_count,
		.threads = options->threads,
		.passes = sp_pagerank_passes(options), .share = options->share,
		.weights = options->weights
	};

	if (view_is_small(run))
		order.passes = 0;
	if (sp_form_keep(run->graph, &order, &space->form, err))
		return err->status;
	run->form = space->form;
	report->form = sp_form_name(run->form);
	report->reason = run->form->reason;
	return sp_form_begin(run->form, options->threads, NULL, run->view,
			     err);
}

/* The run that came to the state has done all that this one is to do. */
static enum sp_status
take_end(const struct sp_rank_run *run, struct sp_pagerank_report *report,
	 struct sp_error *err)
{
	const struct sp_pagerank_options *options = run->options;
	struct sp_rank_terms terms = { 0 };
	struct sp_rank_tally tally = sp_rank_visit_pages(run, sum_chunk,
							 &terms);

	if (join_tallies(run, &tally, err))
		return err->status;
	report->sum = tally.sum;
	report->residual = options->checkpoint->from.residual;
	report->converged = options->tolerance == 0 ||
			    report->residual < options->tolerance;
	return SP_OK;
}

/*
 * Division by the sum comes last (SP_DANGLING_NORM): the iteration itself is
 * that of drop.
 */
static enum sp_status
pagerank_solve(struct sp_rank_run *run, struct sp_pagerank_report *report,
	       struct sp_error *err)
{
	const struct sp_pagerank_options *options = run->options;
	struct sp_rank_terms terms = { 0 };
	struct sp_rank_tally tally;
	bool over = sp_rank_is_over(options->checkpoint, options->iterations,
				    options->tolerance);
	enum sp_status status = SP_OK;

	if (rank_prepare(run, report, err))
		return err->status;
	if (!over && options->method != SP_PAGERANK_POWER &&
	    options->iterations > 1)
		status = sp_rank_push(run, report, err);
	if (!status)
		status = over ? take_end(run, report, err) :
				power_iterate(run, report, err);
	rank_count_view(run, report->iterations);
	if (!status && options->dangling == SP_DANGLING_NORM &&
	    report->sum > 0) {
		terms.scale = report->sum;
		tally = sp_rank_visit_pages(run, divide_chunk, &terms);
		status = join_tallies(run, &tally, err);
		report->sum = tally.sum;
	}
	return status;
}

/* Of a share, each process has only some of the pages and of the links. */
static enum sp_status
check_share(const struct sp_pagerank_options *options,
	    const struct sp_pagerank_view *view, struct sp_error *err)
{
	const struct sp_share *share = options->share;

	if (!share || share->team->size == 1)
		return SP_OK;
	if (options->method != SP_PAGERANK_POWER)
		return sp_fail(err, SP_USAGE, "the method \"%s\" needs the "
			       "whole graph in one process (use power)",
			       options->method == SP_PAGERANK_PUSH ?
				       "push" : "local");
	return view ? sp_fail(err, SP_USAGE, "ranks of a part of the graph "
			      "need the whole graph in one process") : SP_OK;
}

/* What pushes changes divides them by numbers of links. */
static enum sp_status
pagerank_check_weights(const struct sp_pagerank_options *options,
		       const struct sp_pagerank_view *view,
		       struct sp_error *err)
{
	const struct sp_share *share = options->share;

	if (!options->weights)
		return SP_OK;
	if (options->method != SP_PAGERANK_POWER)
		return sp_fail(err, SP_USAGE, "the method \"%s\" has no "
			       "weights of links (use power)",
			       options->method == SP_PAGERANK_PUSH ?
				       "push" : "local");
	return view || (share && share->team->size > 1) ?
		       sp_fail(err, SP_USAGE, "ranks by weights need the "
			       "whole graph in one process") : SP_OK;
}

/*
 * The report is complete also for a graph of no pages, which has nothing to
 * iterate.  Residuals that an earlier update has kept in the form would be
 * taken for sums, so they are forgotten.
 */
enum sp_status
sp_pagerank(const struct sp_graph *graph, const struct sp_pagerank_view *view,
	    const double *teleport, const struct sp_pagerank_options *options,
	    struct sp_pagerank_space *space, double *rank,
	    struct sp_pagerank_report *report, struct sp_error *err)
{
	struct sp_share *share = options->share;
	uint64_t before = share ? share->own_first : 0;
	struct sp_rank_run run = {
		.graph = graph, .view = view, .options = options,
		.teleport = teleport ? teleport + before : NULL,
		.space = space, .rank = rank + before,
		.team = share ? share->team : NULL
	};
	uint64_t count = view ? view->seen_count :
			 share ? share->whole.pages : space->pages;

	*report = (struct sp_pagerank_report){
		.converged = true, .form = "compact",
		.reason = "there are no pages"
	};
	if (check_share(options, view, err) ||
	    pagerank_check_weights(options, view, err))
		return err->status;
	clear_unseen(&run);
	if (!count)
		return SP_OK;
	if (sp_rank_resume(options->checkpoint, options->iterations, true,
			   &report->iterations, err))
		return err->status;
	run.uniform = 1 / (double)count;
	return pagerank_solve(&run, report, err);
}

enum sp_status
sp_pagerank_usual(const struct sp_graph *graph, int threads,
		  const struct sp_progress *progress, double *rank,
		  struct sp_pagerank_report *report, struct sp_error *err)
{
	struct sp_pagerank_options how = SP_PAGERANK_DEFAULTS;
	uint64_t pages = sp_graph_pages(graph);
	struct sp_pagerank_space *space =
		sp_pagerank_space_new(pages, SP_RANK_PARTS);
	enum sp_status status;

	if (!space)
		return sp_no_memory(err, "PageRank");
	for (uint64_t p = 0; p < pages; p++)
		rank[p] = 1 / (double)pages;
	how.threads = threads;
	how.progress = progress;
	status = sp_pagerank(graph, NULL, NULL, &how, space, rank, report,
			     err);
	sp_pagerank_space_free(space);
	return status;
}
