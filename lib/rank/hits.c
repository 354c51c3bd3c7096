/* SPDX-License-Identifier: MIT */
/*
 * HITS without the transposed graph.  While the successors of a page are in
 * the cache, its hub score is the sum of their authorities, and is added at
 * once to the next authorities of the same successors.  An iteration is one
 * pass over the links.
 *
 * The hub scores that are added are not yet divided by their norm, which is
 * known only after the pass.  The factor is common to all sums and cancels
 * when the authorities are divided by their own norm.
 *
 * Additions to one authority happen in the order of sum.h, whatever the number
 * of threads.  It depends on the number of pages only, so a graph from which
 * links were removed gives the same bits as the whole graph with dead pages.
 */
#include "rank/hits.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "rank/kernel.h"
#include "rank/sum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sp_hits_space {
	uint64_t pages;
	double *parts[SP_RANK_PARTS]; /* sums of the next authorities; 0 again
					 between calls */
	double *partial;              /* one value for each chunk of pages */
};

struct sp_hits_space *
sp_hits_space_new(uint64_t pages)
{
	struct sp_hits_space *space = sp_alloc_zero(1, sizeof(*space));

	if (!space)
		return NULL;
	space->pages = pages;
	space->partial = sp_alloc(sp_sum_chunks(pages), sizeof(double));
	for (unsigned k = 0; k < SP_RANK_PARTS; k++)
		space->parts[k] = sp_alloc_large_zero(pages, sizeof(double));
	for (unsigned k = 0; k < SP_RANK_PARTS; k++)
		if (!space->parts[k] || !space->partial) {
			sp_hits_space_free(space);
			return NULL;
		}
	return space;
}

void
sp_hits_space_free(struct sp_hits_space *space)
{
	if (!space)
		return;
	for (unsigned k = 0; k < SP_RANK_PARTS; k++)
		free(space->parts[k]);
	free(space->partial);
	free(space);
}

/* What one run reads and writes. */
struct hits_state {
	const struct sp_graph *graph;
	const uint64_t *dead;
	const struct sp_hits_options *options;
	struct sp_hits_space *space;
	double *hub;
	double *authority;
};

static inline bool
hits_is_dead(const struct hits_state *run, uint64_t page)
{
	return run->dead && sp_bit_test(run->dead, page);
}

/* ---- passes over the links -------------------------------------------- */

enum hits_pass {
	HITS_FIRST,  /* hub scores are 1: add them to the authorities */
	HITS_BOTH,   /* compute hub scores and add them to the authorities */
	HITS_LAST    /* compute hub scores */
};

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

static void
hits_pass_block(const struct hits_state *run, enum hits_pass pass,
		struct sp_cursor *cursor, uint64_t block, double *next)
{
	double hubs[SP_LISTS] = { 1, 1, 1, 1 };
	struct sp_list lists[SP_LISTS];
	unsigned count;

	sp_cursor_block(cursor, block);
	while ((count = sp_cursor_lists(cursor, lists))) {
		if (pass != HITS_FIRST)
			sum_rows(run->authority, next, lists, count, hubs);
		for (unsigned k = 0; k < count; k++) {
			if (hits_is_dead(run, lists[k].page))
				continue;
			if (pass != HITS_FIRST)
				run->hub[lists[k].page] = hubs[k];
			if (pass != HITS_LAST)
				add_to_authorities(next, &lists[k], hubs[k]);
		}
	}
}

/*
 * The blocks of one part, in page order.  Each part has its own cursor and
 * vector, so parts need no locks.
 */
static enum sp_status
hits_pass_part(const struct hits_state *run, enum hits_pass pass, unsigned part,
	       struct sp_error *err)
{
	uint64_t blocks = sp_graph_blocks(run->graph);
	struct sp_cursor *cursor = sp_cursor_new(run->graph);
	enum sp_status status;

	if (!cursor)
		return sp_no_memory(err, "hub scores");
	for (uint64_t block = sp_part_first_block(part); block < blocks;
	     block = sp_part_next_block(block, SP_RANK_PARTS))
		hits_pass_block(run, pass, cursor, block,
				run->space->parts[part]);
	status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	return status;
}

static enum sp_status
hits_pass_links(const struct hits_state *run, enum hits_pass pass,
		struct sp_error *err)
{
	/* One error a part: which is reported must not depend on timing. */
	struct sp_error errors[SP_RANK_PARTS];
	enum sp_status statuses[SP_RANK_PARTS];

#pragma omp parallel for num_threads(run->options->threads) schedule(dynamic)
	for (unsigned part = 0; part < SP_RANK_PARTS; part++)
		statuses[part] = hits_pass_part(run, pass, part, &errors[part]);
	for (unsigned part = 0; part < SP_RANK_PARTS; part++)
		if (statuses[part]) {
			*err = errors[part];
			return statuses[part];
		}
	return SP_OK;
}

/* ---- passes over the pages -------------------------------------------- */

static inline double
add_to_norm(enum sp_norm norm, double sum, double value)
{
	switch (norm) {
	case SP_NORM_L1:
		return sum + value;
	case SP_NORM_MAX:
		return value > sum ? value : sum;
	default:
		return sum + value * value;
	}
}

/* The norm of all pages, from that of the chunks in their order. */
static double
norm_of_chunks(const struct hits_state *run)
{
	enum sp_norm norm = run->options->norm;
	double sum = 0;

	for (uint64_t k = 0; k < sp_sum_chunks(run->space->pages); k++) {
		double partial = run->space->partial[k];

		if (norm == SP_NORM_MAX)
			sum = partial > sum ? partial : sum;
		else
			sum += partial;
	}
	return norm == SP_NORM_L2 ? sqrt(sum) : sum;
}

/* The next authority of a page, not divided; clears the parts. */
static inline double
next_authority(const struct hits_state *run, uint64_t page)
{
	double value = sp_take_parts(run->space->parts, SP_RANK_PARTS, page);

	return hits_is_dead(run, page) ? 0 : value;
}

/*
 * Collects the sums of a pass in to, multiplied by scale, and returns their
 * norm before that.  scale is a power of two, so that nothing is rounded.
 */
static double
collect_sums(const struct hits_state *run, double *to, double scale)
{
	uint64_t chunks = sp_sum_chunks(run->space->pages);

#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t chunk = 0; chunk < chunks; chunk++) {
		uint64_t end = sp_chunk_end(chunk, run->space->pages);
		double sum = 0;

		for (uint64_t p = sp_chunk_first(chunk); p < end; p++) {
			double value = next_authority(run, p);

			sum = add_to_norm(run->options->norm, sum, value);
			to[p] = value * scale;
		}
		run->space->partial[chunk] = sum;
	}
	return norm_of_chunks(run);
}

/*
 * Makes the sums of a pass the authorities, divided by their norm, and
 * returns the L1 norm of the change.  old_norm is the norm of the authorities
 * so far, which need not be 1 yet.  The norm must be known before the first
 * division, so this takes one more pass over the pages than scaling.
 */
static double
divide_authorities(const struct hits_state *run, double old_norm)
{
	/* The first part is free once its sums are collected. */
	double *sums = run->space->parts[0], residual = 0;
	double norm = collect_sums(run, sums, 1);
	uint64_t chunks = sp_sum_chunks(run->space->pages);

#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t chunk = 0; chunk < chunks; chunk++) {
		uint64_t end = sp_chunk_end(chunk, run->space->pages);
		double change = 0;

		for (uint64_t p = sp_chunk_first(chunk); p < end; p++) {
			double value = norm > 0 ? sums[p] / norm : 0;

			change += fabs(value - run->authority[p] / old_norm);
			run->authority[p] = value;
			sums[p] = 0;
		}
		run->space->partial[chunk] = change;
	}
	for (uint64_t chunk = 0; chunk < chunks; chunk++)
		residual += run->space->partial[chunk];
	return residual;
}

static void
normalise_hubs(const struct hits_state *run)
{
	uint64_t chunks = sp_sum_chunks(run->space->pages);
	double norm;

#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t chunk = 0; chunk < chunks; chunk++) {
		uint64_t end = sp_chunk_end(chunk, run->space->pages);
		double sum = 0;

		for (uint64_t p = sp_chunk_first(chunk); p < end; p++)
			sum = add_to_norm(run->options->norm, sum,
					  run->hub[p]);
		run->space->partial[chunk] = sum;
	}
	norm = norm_of_chunks(run);
	if (!(norm > 0))
		return;
#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t p = 0; p < run->space->pages; p++)
		run->hub[p] /= norm;
}

/*
 * When no residual is asked for, the authorities of iterations before the last
 * need not be divided by their norm, only kept from growing without bound.
 * They are multiplied by a power of two that is expected to bring their norm
 * near 1: the norm is assumed to grow as it did in the iteration before.
 */
struct hits_scaling {
	double norm;   /* of the authorities as they are */
	double growth; /* factor of the norm in the iteration before */
};

static double
next_scale(const struct hits_scaling *scaling)
{
	double expected = scaling->norm * scaling->growth;

	return expected > 0 && isfinite(expected) ?
		       ldexp(1, -ilogb(expected)) : 1;
}

/* Makes the sums of a pass the authorities; exact: with their residual. */
static void
finish_iteration(const struct hits_state *run, struct hits_scaling *scaling,
		 bool exact, struct sp_hits_report *report)
{
	const struct sp_hits_options *options = run->options;

	report->iterations++;
	if (exact) {
		report->residual = divide_authorities(run, scaling->norm);
		report->converged = options->tolerance == 0 ||
				    report->residual < options->tolerance;
		scaling->norm = 1;
	} else {
		double scale = next_scale(scaling);
		double norm = collect_sums(run, run->authority, scale);

		scaling->growth = norm / scaling->norm;
		scaling->norm = norm > 0 ? norm * scale : 1;
	}
}

enum sp_status
sp_hits(const struct sp_graph *graph, const uint64_t *dead,
	const struct sp_hits_options *options, struct sp_hits_space *space,
	double *hub, double *authority, struct sp_hits_report *report,
	struct sp_error *err)
{
	struct hits_state run = { graph, dead, options, space, hub, authority };
	struct hits_scaling scaling = { 1, 1 };
	enum hits_pass pass = HITS_FIRST;
	enum sp_status status;

	*report = (struct sp_hits_report){ 0, 0, false };
	memset(authority, 0, space->pages * sizeof(*authority));
	/* The passes skip pages that are dead or without links. */
	memset(hub, 0, space->pages * sizeof(*hub));
	do {
		bool last = report->iterations + 1 == options->iterations;

		status = hits_pass_links(&run, pass, err);
		if (status)
			goto fail;
		finish_iteration(&run, &scaling,
				 last || options->tolerance > 0, report);
		pass = HITS_BOTH;
		sp_progress_report(options->progress, report->iterations,
				   options->iterations);
	} while (report->iterations < options->iterations &&
		 !(options->tolerance > 0 && report->converged));
	status = hits_pass_links(&run, HITS_LAST, err);
	if (status)
		goto fail;
	normalise_hubs(&run);
	return SP_OK;
fail:
	/* A pass that failed has left sums; the next call expects zeros. */
	for (unsigned k = 0; k < SP_RANK_PARTS; k++)
		memset(space->parts[k], 0, space->pages * sizeof(double));
	return status;
}
