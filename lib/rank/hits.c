/* SPDX-License-Identifier: MIT */
/*
 * HITS over a form of the graph.  In an iteration the form computes the hub
 * scores, and from them the sums that become the next authorities.
 *
 * The hub scores that are added are not yet divided by their norm, which is
 * known only after the pass.  The factor is common to all sums and cancels when
 * the authorities are divided by their own norm.
 *
 * Additions to one authority happen in the order of sum.h, whatever the form
 * and the number of threads.  It depends on the number of pages only, so a
 * graph from which links were removed gives the same bits as the whole graph
 * with dead pages.
 *
 * One pass over the links does both half steps: a page's hub score is the sum
 * of its successors' authorities, and is added at once to the same successors'
 * next authorities, while their values are in the cache (form_compact.c; other
 * forms differ in how, and not in what is added to what in which order).  So an
 * iteration costs one pass over the links, not two, and hub scores are stored
 * only after the last one.
 *
 * The authorities of an iteration are the sums of the pass divided by their
 * norm, which is known only after the last sum.  Dividing needs a second pass
 * over the pages.  It is saved where no residual is asked for: authorities are
 * then multiplied by a power of two that is chosen before the pass, from the
 * norm and its growth in the iteration before (hits_step.h).  A power of two
 * changes no digit of a value, so that the scores, divided once at the end,
 * have the bits that they would have if every iteration had been scaled by
 * another power; what must not happen is only that they overflow or become
 * subnormal.
 *
 * All norms and changes are summed in chunks of pages, by place in forms that
 * renumber: pages without a place have the score 0 and add nothing, and places
 * ascend with pages, so the sums are the same.
 */
#include "rank/hits.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "rank/hits_step.h"
#include "rank/sum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sp_hits_space {
	uint64_t pages;
	struct sp_form *form; /* made by the first call */
	double *partial;      /* one value for each chunk of pages */
};

struct sp_hits_space *
sp_hits_space_new(uint64_t pages)
{
	struct sp_hits_space *space = sp_alloc_zero(1, sizeof(*space));

	if (!space)
		return NULL;
	space->pages = pages;
	space->partial = sp_alloc(sp_sum_chunks(pages), sizeof(double));
	if (space->partial)
		return space;
	sp_hits_space_free(space);
	return NULL;
}

void
sp_hits_space_free(struct sp_hits_space *space)
{
	if (!space)
		return;
	sp_form_free(space->form);
	free(space->partial);
	free(space);
}

/* What one run reads and writes. */
struct hits_state {
	const struct sp_hits_options *options;
	struct sp_team *team; /* NULL: no share */
	struct sp_hits_space *space;
	struct sp_form *form;
	double *hub;       /* by page; with a share, from the first owned */
	double *authority; /* by place, until the run ends */
	uint64_t *wanted;  /* bitset of places that count; NULL: all do */
};

/* ---- passes over the pages -------------------------------------------- */

/*
 * The norm of all pages, from that of the chunks in their order.  The square
 * root comes last, after the sums of all processes have been added.
 */
static enum sp_status
norm_of_chunks(const struct hits_state *run, enum sp_norm norm, double *result,
	       struct sp_error *err)
{
	double sum = 0;

	for (uint64_t k = 0; k < sp_sum_chunks(run->space->pages); k++) {
		double partial = run->space->partial[k];

		if (norm == SP_NORM_MAX)
			sum = partial > sum ? partial : sum;
		else
			sum += partial;
	}
	if (sp_sum_together(run->team, &sum, norm == SP_NORM_MAX, err))
		return err->status;
	*result = norm == SP_NORM_L2 ? sqrt(sum) : sum;
	return SP_OK;
}

/* Where sums are collected. */
struct hits_collection {
	const struct hits_state *run;
	double *to;
	double scale;
};

/*
 * Stores sums, scaled, and adds them to the norm of their chunk.  With some,
 * the scores of places that do not count become 0, and so do the hubs that link
 * to no page that counts.  Inlined twice, so that the usual loop tests nothing.
 *
 * The norm is of the sums before scaling, so that it does not depend on the
 * scale.
 */
static inline void
store_sums(const struct hits_collection *collection, uint64_t chunk,
	   uint64_t first, uint64_t count, const double *sums, bool some)
{
	const struct hits_state *run = collection->run;
	enum sp_norm norm = run->options->norm;
	double *to = collection->to + first;
	double sum = run->space->partial[chunk];

	for (uint64_t i = 0; i < count; i++) {
		if (some && !sp_bit_test(run->wanted, first + i)) {
			to[i] = 0;
			continue;
		}
		sum = sp_add_to_norm(norm, sum, sums[i]);
		to[i] = sums[i] * collection->scale;
	}
	run->space->partial[chunk] = sum;
}

static void
take_sums(void *context, uint64_t chunk, uint64_t first, uint64_t count,
	  const double *sums)
{
	store_sums(context, chunk, first, count, sums, false);
}

static void
take_wanted(void *context, uint64_t chunk, uint64_t first, uint64_t count,
	    const double *sums)
{
	store_sums(context, chunk, first, count, sums, true);
}

/*
 * Collects the sums of a pass in to, multiplied by scale, and stores their norm
 * before that.  scale is a power of two, so that nothing is rounded.  partial
 * is added to by take, block by block, so it begins at 0.
 */
static enum sp_status
collect_sums(const struct hits_state *run, double *to, double scale,
	     double *norm, struct sp_error *err)
{
	struct hits_collection collection = { run, to, scale };
	uint64_t chunks = sp_sum_chunks(run->space->pages);

	memset(run->space->partial, 0, chunks * sizeof(double));
	if (sp_form_collect(run->form, run->wanted ? take_wanted : take_sums,
			    &collection, err))
		return err->status;
	return norm_of_chunks(run, run->options->norm, norm, err);
}

/*
 * Makes the sums of a pass the authorities, divided by their norm, and stores
 * the L1 norm of the change.  old_norm is the norm of the authorities so far,
 * which is not 1 if they were scaled instead of divided.  The norm must be
 * known before the first division, so this takes one more pass over the pages
 * than scaling.
 *
 * The form's spare vector holds the sums meanwhile, and must be 0 again before
 * the next push.
 */
static enum sp_status
hits_divide_authorities(const struct hits_state *run, double old_norm,
			double *residual, struct sp_error *err)
{
	double *sums = sp_form_spare(run->form), norm;
	uint64_t chunks = sp_sum_chunks(run->space->pages);

	if (!sums)
		return sp_no_memory(err, "authority scores");
	if (collect_sums(run, sums, 1, &norm, err))
		return err->status;
#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t chunk = 0; chunk < chunks; chunk++) {
		uint64_t end = sp_form_chunk_end(run->form, chunk);
		double change = 0;

		for (uint64_t p = sp_form_chunk_first(run->form, chunk);
		     p < end; p++) {
			double value = norm > 0 ? sums[p] / norm : 0;

			change += fabs(value - run->authority[p] / old_norm);
			run->authority[p] = value;
			sums[p] = 0;
		}
		run->space->partial[chunk] = change;
	}
	*residual = 0;
	for (uint64_t chunk = 0; chunk < chunks; chunk++)
		*residual += run->space->partial[chunk];
	return sp_sum_together(run->team, residual, false, err);
}

/*
 * The norm of a vector by page.  Negative values do not occur: L1 is a plain
 * sum.
 */
static enum sp_status
hits_norm_of(const struct hits_state *run, const double *values,
	     enum sp_norm norm, double *result, struct sp_error *err)
{
	uint64_t chunks = sp_sum_chunks(run->space->pages);

#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t chunk = 0; chunk < chunks; chunk++) {
		uint64_t end = sp_chunk_end(chunk, run->space->pages);
		double sum = 0;

		for (uint64_t p = sp_chunk_first(chunk); p < end; p++)
			sum = sp_add_to_norm(norm, sum, values[p]);
		run->space->partial[chunk] = sum;
	}
	return norm_of_chunks(run, norm, result, err);
}

/*
 * The last norm is the singular value, if it is the L2 norm, and so that of the
 * authorities is 1.  With another norm the ratio of the two L2 norms is the
 * same value.
 */
static enum sp_status
find_singular(const struct hits_state *run, double norm, double *singular,
	      struct sp_error *err)
{
	double authorities;

	*singular = norm;
	if (run->options->norm == SP_NORM_L2 || !(norm > 0))
		return SP_OK;
	if (hits_norm_of(run, run->hub, SP_NORM_L2, singular, err) ||
	    hits_norm_of(run, run->authority, SP_NORM_L2, &authorities, err))
		return err->status;
	*singular /= authorities;
	return SP_OK;
}

/* A graph without links has the norm 0 and keeps its zeros. */
static enum sp_status
normalise_hubs(const struct hits_state *run, double *singular,
	       struct sp_error *err)
{
	double norm;

	if (hits_norm_of(run, run->hub, run->options->norm, &norm, err) ||
	    find_singular(run, norm, singular, err))
		return err->status;
	if (!(norm > 0))
		return SP_OK;
#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t p = 0; p < run->space->pages; p++)
		run->hub[p] /= norm;
	return SP_OK;
}

/*
 * Makes the sums of a pass the authorities; exact: with their residual.  The
 * scale must be chosen before the sums are known: they are stored as they are
 * taken.
 */
static enum sp_status
finish_iteration(const struct hits_state *run, struct sp_hits_scaling *scaling,
		 bool exact, struct sp_hits_report *report,
		 struct sp_error *err)
{
	const struct sp_hits_options *options = run->options;
	double scale = sp_hits_scale(scaling), norm;

	report->iterations++;
	if (exact) {
		if (hits_divide_authorities(run, scaling->norm,
					    &report->residual, err))
			return err->status;
		report->converged = options->tolerance == 0 ||
				    report->residual < options->tolerance;
		scaling->norm = 1;
		return SP_OK;
	}
	if (collect_sums(run, run->authority, scale, &norm, err))
		return err->status;
	sp_hits_scaled(scaling, norm, scale);
	return SP_OK;
}

/*
 * Where the iterations begin.  The first push takes hub scores of 1, so the
 * authorities before it are never read; they are 0 for the residual of the
 * first iteration.
 */
static enum sp_status
start_iterations(const struct hits_state *run, struct sp_hits_scaling *scaling,
		 struct sp_hits_report *report, struct sp_error *err)
{
	const struct sp_rank_checkpoint *checkpoint =
		run->options->checkpoint;

	if (sp_rank_resume(checkpoint, run->options->iterations,
			   run->options->tolerance > 0, &report->iterations,
			   err))
		return err->status;
	if (report->iterations)
		*scaling = (struct sp_hits_scaling){ checkpoint->from.norm,
						  checkpoint->from.growth };
	else
		memset(run->authority, 0,
		       run->space->pages * sizeof(*run->authority));
	return SP_OK;
}

/*
 * The last state of all that is the same in a longer run.  Without a tolerance
 * that is the one before the last iteration, which alone is exact; with one,
 * every iteration is.
 */
static enum sp_status
hits_save_state(const struct hits_state *run,
		const struct sp_hits_scaling *scaling,
		const struct sp_hits_report *report, bool over,
		struct sp_error *err)
{
	const struct sp_hits_options *options = run->options;
	const struct sp_rank_checkpoint *checkpoint = options->checkpoint;
	bool exact = options->tolerance > 0;
	struct sp_rank_state state = { report->iterations, scaling->norm,
				       scaling->growth,
				       exact ? report->residual : 0 };
	bool last = exact ? over :
			    report->iterations + 1 == options->iterations;

	if ((over && !exact) ||
	    !sp_rank_is_due(checkpoint, report->iterations, last))
		return SP_OK;
	return checkpoint->save(checkpoint->context, &state, run->authority,
				err);
}

static enum sp_status
hits_iteration(const struct hits_state *run, struct sp_hits_scaling *scaling,
	       struct sp_hits_report *report, struct sp_error *err)
{
	bool last = report->iterations + 1 == run->options->iterations;
	enum sp_status status =
		report->iterations ?
			sp_form_push_hubs(run->form, run->authority, run->hub,
					  err) :
			sp_form_push_ones(run->form, run->hub, err);

	return status ? status :
			finish_iteration(run, scaling,
					 last || run->options->tolerance > 0,
					 report, err);
}

/*
 * The last iteration is exact, whatever the options: the result must have the
 * norm 1, and its residual is reported.
 */
static enum sp_status
hits_iterate(const struct hits_state *run, struct sp_hits_report *report,
	     struct sp_error *err)
{
	const struct sp_hits_options *options = run->options;
	struct sp_hits_scaling scaling = { 1, 1 };
	bool over = sp_rank_is_over(options->checkpoint, options->iterations,
				    options->tolerance);

	if (start_iterations(run, &scaling, report, err))
		return err->status;
	if (over) {
		report->residual = options->checkpoint->from.residual;
		report->converged = report->residual < options->tolerance;
	}
	while (!over) {
		if (hits_iteration(run, &scaling, report, err))
			return err->status;
		sp_progress_report(options->progress, report->iterations,
				   options->iterations);
		over = report->iterations == options->iterations ||
		       (options->tolerance > 0 && report->converged);
		if (hits_save_state(run, &scaling, report, over, err))
			return err->status;
	}
	return sp_form_hubs(run->form, run->authority, run->hub, err);
}

/*
 * Once for all iterations: the labels of pages with a place are far apart in a
 * form that renumbers.
 *
 * Places that do not count get the authority 0, and hubs that link to nothing
 * else then have the score 0 by themselves.
 */
static enum sp_status
choose_places(struct hits_state *run, const uint32_t *label,
	      struct sp_error *err)
{
	const uint32_t *page_of = run->form->page_of;

	run->wanted = sp_bitset_new(run->form->places);
	if (!run->wanted)
		return sp_no_memory(err, "the pages that count");
	for (uint64_t i = 0; i < run->form->places; i++)
		if (label[page_of ? page_of[i] : i] == run->options->only)
			sp_bit_set(run->wanted, i);
	return SP_OK;
}

/*
 * passes is what the caller expects of all runs with this space, because the
 * form is made once for all of them.
 */
enum sp_status
sp_hits(const struct sp_graph *graph, const uint64_t *dead,
	const struct sp_hits_options *options, struct sp_hits_space *space,
	double *hub, double *authority, struct sp_hits_report *report,
	struct sp_error *err)
{
	struct sp_share *share = options->share;
	uint64_t before = share ? share->own_first : 0;
	struct hits_state run = {
		options, share ? share->team : NULL, space, NULL,
		hub + before, authority + before, NULL
	};
	struct sp_form_order order = {
		.choice = options->form, .use = SP_FORM_SCORES,
		.parts = SP_RANK_PARTS, .threads = options->threads,
		.passes = (uint64_t)options->iterations * options->runs,
		.share = share, .weights = options->weights
	};
	enum sp_status status;

	*report = (struct sp_hits_report){ .iterations = 0 };
	status = sp_form_keep(graph, &order, &space->form, err);
	if (status)
		return status;
	run.form = space->form;
	report->form = sp_form_name(run.form);
	report->reason = run.form->reason;
	status = sp_form_begin(run.form, options->threads, dead, NULL, err);
	/* Only now: a form that renumbers may begin with other places. */
	if (!status && options->label)
		status = choose_places(&run, options->label + before, err);
	if (!status)
		status = hits_iterate(&run, report, err);
	free(run.wanted);
	if (status)
		return status;
	sp_form_spread(run.form, run.authority);
	return normalise_hubs(&run, &report->singular, err);
}
