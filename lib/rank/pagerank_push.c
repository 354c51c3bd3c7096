/* SPDX-License-Identifier: MIT */
/*
 * Gauss-Seidel by pushing.  For each page, the method keeps the residual of its
 * rank x so far,
 *
 *	left = (1 - d) t - x + d (sum over i -> j of x_i / O(i))
 *
 * In a pass, a page adds what is left to its rank and pushes d times that to
 * its successors, in place, so that pages further on in the same pass already
 * push it on.  A page that links to itself adds at once what would come back to
 * it: without this, cnr-2000, where a quarter of the pages do so, needs no
 * fewer passes than the plain iteration.
 *
 * Pages without links push nothing.  With SP_DANGLING_UNIFORM the result is
 * right up to a factor, which is applied at the end.
 *
 * Each part has consecutive blocks and pushes into a vector of its own; what it
 * pushed to pages of other parts reaches them after the pass.  If the cycles of
 * links on which ranks change most slowly cross the parts, that is no faster
 * than the plain iteration: hollins.edu took 93 passes instead of 97, where one
 * part takes 49.  Small graphs do not need the threads, so they have one part.
 * Passes over cnr-2000 (and over a generated graph of 1 M pages) until the L1
 * error is below 1e-9:
 *
 *	plain iteration                        105  (102)
 *	1 part                                  62   (47)
 *	4 parts                                 66   (48)
 *	4 parts, blocks dealt to them in turn   81   (48)
 *
 * Since residuals are pushed in place, a pass uses the newest values, as
 * Gauss-Seidel does, and needs no sum over in-links: only rows are read.
 *
 * With the norm L1, the sum of absolute residuals falls at least by the damping
 * in each pass over all pages that have links, because each page's residual is
 * replaced by at most d times as much at its successors.  What is left at the
 * end bounds the change that a plain iteration would make (change_bound()), so
 * the tolerance means the same with every method.
 *
 * Residuals have signs: the ranks at the start may be too large as well as too
 * small.
 */
#include "rank/pagerank_run.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

#define ONE_PART_PAGES (UINT64_C(1) << 20)
#define SWEEPS_MOST 8 /* without measuring */

/* ---- passes over the pages -------------------------------------------- */

/* Returns the sum for one page of the parts that push, and clears them. */
static inline double
take_parts(const struct sp_rank_run *run, uint64_t page)
{
	return sp_take_parts(run->compact->parts, run->sweep_parts, page);
}

/*
 * Hands a page its residual after a pass, in the vector of the part that will
 * push it.  A page without links has nobody to push to and adds it now.
 *
 * parts[owner] is where the sweep of that part looks for the residual.  What a
 * page without links adds stays in it; with SP_DANGLING_UNIFORM,
 * dangling_factor() makes up for what it should have spread.
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
 * Of the ranks at the start: the part that does not come from other pages, and
 * the sum of the teleport vector, to find the best scale for them.
 * take_parts() leaves the parts 0, and what the page keeps goes to the part
 * that owns it: so there is room for the next step in the same vectors.
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
pagerank_push_start_page(const struct sp_rank_run *run,
			 const struct sp_rank_terms *terms, uint64_t page,
			 struct sp_rank_tally *tally)
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
	sp_rank_visit_chunk(run, pagerank_push_start_page, terms, chunk, tally);
}

static inline void
pagerank_push_merge_page(const struct sp_rank_run *run,
			 const struct sp_rank_terms *terms, uint64_t page,
			 struct sp_rank_tally *tally)
{
	(void)terms;
	give_page(run, page, take_parts(run, page), tally);
}

static void
merge_chunk(const struct sp_rank_run *run, const struct sp_rank_terms *terms,
	    uint64_t chunk, struct sp_rank_tally *tally)
{
	sp_rank_visit_chunk(run, pagerank_push_merge_page, terms, chunk, tally);
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
 *
 * With x scaled by s, the residuals sum to (1 - d) sum t - s (sum x - d sum
 * given); s makes that 0.
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
 *
 * If the solution without spreading is x, with the sum D over pages without
 * links, then that with spreading is c x, where c (1 - d) = (1 - d) + d c D:
 * the rank that is spread is in proportion to t, like the teleport itself.
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

/*
 * With SP_PAGERANK_LOCAL, only pages push that have more left than a part of
 * the mean; the others wait until they have more or the mean is lower.
 * A lower part means fewer passes, a higher one fewer pushes.
 */
#define PART_OF_MEAN 0.3
#define PART_OF_MOST 0.1 /* if the norm is the largest residual */

/*
 * The mean is over pages with links, which are those that push; + 1, so that it
 * exists without any.  Below 0, every residual is above it.
 */
static double
push_threshold(const struct sp_rank_run *run,
	       const struct sp_rank_tally *tally)
{
	if (run->options->method != SP_PAGERANK_LOCAL)
		return -1;
	return run->options->norm == SP_NORM_MAX ?
		       PART_OF_MOST * tally->change :
		       PART_OF_MEAN * tally->change / (run->linked + 1);
}

static enum sp_status
rank_push_start(struct sp_rank_run *run, struct sp_rank_terms *terms,
		struct sp_rank_tally *tally, struct sp_error *err)
{
	if (sp_rank_sweep(run, SP_SWEEP_START, err))
		return err->status;
	*tally = start_sweeps(run, terms);
	return SP_OK;
}

static struct sp_rank_tally
rank_push_merge(const struct sp_rank_run *run)
{
	return sp_rank_visit_pages(run, merge_chunk, NULL);
}

/*
 * How many sweeps come before the residual is measured again: as many as would
 * bring it below the tolerance if it goes on falling as it did.  One part has
 * all its residuals in place, and needs the pass over all pages, a third of the
 * time of a sweep, for this alone; more parts need it to exchange what they
 * pushed.
 */
static uint32_t
sweeps_ahead(const struct sp_rank_run *run,
	     const struct sp_pagerank_report *report, double fall,
	     uint32_t most)
{
	double sweeps = ceil(log(run->options->tolerance / report->residual) /
			     log(fall));
	uint32_t left = most - report->iterations;

	/* Not a number if nothing is left; 1: nothing is known yet. */
	if (run->sweep_parts > 1 || !(fall < 1) || !(sweeps > 1))
		return 1;
	left = left < SWEEPS_MOST ? left : SWEEPS_MOST;
	return sweeps < left ? (uint32_t)sweeps : left;
}

/* Between measurements the threshold falls as the residual is expected to. */
static enum sp_status
rank_push_sweeps(struct sp_rank_run *run, struct sp_rank_tally tally,
		 uint32_t sweeps, double fall,
		 struct sp_pagerank_report *report, struct sp_error *err)
{
	for (uint32_t i = 0; i < sweeps; i++) {
		run->threshold = push_threshold(run, &tally);
		if (sp_rank_sweep(run, SP_SWEEP_PUSH, err))
			return err->status;
		tally.change *= fall;
		report->iterations++;
		sp_progress_report(run->options->progress, report->iterations,
				   run->options->iterations);
	}
	return SP_OK;
}

/*
 * The sweep leaves pushed shares in the parts; merging makes residuals of them,
 * and measures.
 */
static enum sp_status
rank_push_on(struct sp_rank_run *run, const struct sp_rank_terms *terms,
	     struct sp_rank_tally *tally, uint32_t most,
	     struct sp_pagerank_report *report, struct sp_error *err)
{
	const struct sp_pagerank_options *options = run->options;
	double norm = teleport_norm(run), fall = 1;

	run->linked = (double)sp_bitset_count(run->form->linked,
					      run->space->pages);
	report->residual = change_bound(run, terms, tally, norm);
	while (report->iterations < most &&
	       report->residual >= options->tolerance) {
		uint32_t sweeps = sweeps_ahead(run, report, fall, most);
		double before = report->residual;

		if (rank_push_sweeps(run, *tally, sweeps, fall, report, err))
			return err->status;
		*tally = rank_push_merge(run);
		report->residual = change_bound(run, terms, tally, norm);
		fall = pow(report->residual / before, 1.0 / sweeps);
	}
	return SP_OK;
}

static double
rank_push_scale(const struct sp_rank_run *run,
		const struct sp_rank_tally *tally)
{
	struct sp_rank_terms terms = { .rest = 1 - run->options->damping,
				       .damping = run->options->damping };

	terms.scale = dangling_factor(run, &terms, tally);
	sp_rank_visit_pages(run, scale_chunk, &terms);
	return terms.scale;
}

/*
 * Parts are runs of consecutive blocks here, unlike those of sum.h: a change
 * travels on within a part, so a part should hold whole sites.  The result of
 * pushing is only the start of the plain iteration, which has the order of
 * sum.h.
 */
static enum sp_status
rank_push_begin(struct sp_rank_run *run, struct sp_error *err)
{
	uint64_t blocks = sp_graph_blocks(run->graph);
	unsigned parts = run->space->pages < ONE_PART_PAGES ?
				 1 : run->space->part_count;

	run->compact = sp_form_compact(run->form);
	run->compact->dirty = true;
	run->sweep_parts = parts;
	run->looped = run->compact->rows ?
			      run->compact->rows->looped :
			      sp_alloc_zero(blocks, SP_BLOCK_PAGES / 8);
	run->owner = sp_alloc(blocks, 1);
	if (!run->looped || !run->owner)
		return sp_no_memory(err, "ranks");
	for (unsigned part = 0; part < parts; part++)
		for (uint64_t block = blocks * part / parts;
		     block < blocks * (part + 1) / parts; block++)
			run->owner[block] = (uint8_t)part;
	return SP_OK;
}

static void
rank_push_end(struct sp_rank_run *run)
{
	if (!run->compact->rows)
		free(run->looped);
	free(run->owner);
}

/*
 * One iteration is left for the plain method, which ends with a residual of its
 * own.
 */
enum sp_status
sp_rank_push(struct sp_rank_run *run, struct sp_pagerank_report *report,
	     struct sp_error *err)
{
	double d = run->options->damping;
	struct sp_rank_terms terms = { .rest = 1 - d, .damping = d };
	struct sp_rank_tally tally = { 0 };
	enum sp_status status = rank_push_begin(run, err);

	if (!status)
		status = rank_push_start(run, &terms, &tally, err);
	if (!status) {
		report->iterations++;
		status = rank_push_on(run, &terms, &tally,
				      run->options->iterations - 1, report,
				      err);
	}
	if (!status)
		rank_push_scale(run, &tally);
	sp_form_compact_clear(run->compact);
	rank_push_end(run);
	return status;
}
