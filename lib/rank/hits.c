/* SPDX-License-Identifier: MIT */
/*
 * The forward graph is enough: while the successors of page u are in the
 * cache, its hub score is the sum of their authorities, and is added at once
 * to the next authorities of the same successors.  So an iteration is one
 * pass over the links.
 *
 * The hubs that are pushed are not yet divided by their norm, which is known
 * only after the pass.  The factor is common to all sums and cancels when the
 * authorities are divided by theirs.
 *
 * Additions to one authority must happen in an order that no number of
 * threads changes (sum.h).  The parts depend on the number of pages only, so
 * that a graph from which links were removed gives the bits of the whole graph
 * with dead pages.
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
struct run {
	const struct sp_graph *graph;
	const uint64_t *dead;
	const struct sp_hits_options *options;
	struct sp_hits_space *space;
	double *hub;
	double *authority;
};

static inline bool
is_dead(const struct run *run, uint64_t page)
{
	return run->dead && sp_bit_test(run->dead, page);
}

/* ---- passes over the links -------------------------------------------- */

enum pass {
	FIRST,  /* hubs are 1: add them to the authorities */
	BOTH,   /* compute hubs and add them to the authorities */
	LAST    /* compute hubs */
};

/* The value of a successor.  What next has of it is needed soon after. */
static inline double
take(const double *values, const double *next, const uint32_t *successor)
{
	sp_fetch_ahead(values, successor);
	sp_fetch_ahead(next, successor);
	return values[*successor];
}

/*
 * Sums over the rows, each in the order of its successors, side by side: an
 * addition waits for the one before in its own row only.
 */
static inline void
sum_lists(const double *values, const double *next,
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
			a += take(values, next, lists[0].successors + i);
			b += take(values, next, lists[1].successors + i);
			c += take(values, next, lists[2].successors + i);
			d += take(values, next, lists[3].successors + i);
		}
		sums[0] = a;
		sums[1] = b;
		sums[2] = c;
		sums[3] = d;
	}
	for (unsigned k = 0; k < count; k++) {
		double sum = sums[k];

		for (uint32_t j = i; j < lists[k].count; j++)
			sum += take(values, next, lists[k].successors + j);
		sums[k] = sum;
	}
}

/* What is added to has been fetched by sum_lists(), but in the first pass. */
static inline void
add_row(double *values, const struct sp_list *row, double value)
{
	for (uint32_t i = 0; i < row->count; i++)
		values[row->successors[i]] += value;
}

static void
pass_block(const struct run *run, enum pass pass, struct sp_cursor *cursor,
	   uint64_t block, double *next)
{
	double hubs[SP_LISTS] = { 1, 1, 1, 1 };
	struct sp_list lists[SP_LISTS];
	unsigned count;

	sp_cursor_block(cursor, block);
	while ((count = sp_cursor_lists(cursor, lists))) {
		if (pass != FIRST)
			sum_lists(run->authority, next, lists, count, hubs);
		for (unsigned k = 0; k < count; k++) {
			if (is_dead(run, lists[k].page))
				continue;
			if (pass != FIRST)
				run->hub[lists[k].page] = hubs[k];
			if (pass != LAST)
				add_row(next, &lists[k], hubs[k]);
		}
	}
}

/* The blocks of one part, in page order. */
static enum sp_status
pass_part(const struct run *run, enum pass pass, unsigned part,
	  struct sp_error *err)
{
	uint64_t blocks = sp_graph_blocks(run->graph);
	struct sp_cursor *cursor = sp_cursor_new(run->graph);
	enum sp_status status;

	if (!cursor)
		return sp_no_memory(err, "hub scores");
	for (uint64_t block = sp_part_first_block(part); block < blocks;
	     block = sp_part_next_block(block, SP_RANK_PARTS))
		pass_block(run, pass, cursor, block, run->space->parts[part]);
	status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	return status;
}

static enum sp_status
pass_links(const struct run *run, enum pass pass, struct sp_error *err)
{
	struct sp_error errors[SP_RANK_PARTS];
	enum sp_status statuses[SP_RANK_PARTS];

#pragma omp parallel for num_threads(run->options->threads) schedule(dynamic)
	for (unsigned part = 0; part < SP_RANK_PARTS; part++)
		statuses[part] = pass_part(run, pass, part, &errors[part]);
	for (unsigned part = 0; part < SP_RANK_PARTS; part++)
		if (statuses[part]) {
			*err = errors[part];
			return statuses[part];
		}
	return SP_OK;
}

/* ---- passes over the pages -------------------------------------------- */

static inline double
accumulate(enum sp_norm norm, double sum, double value)
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

/* The norm from its partial sums, in their order. */
static double
combine(const struct run *run)
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

/* The sum of the parts for one page, which are cleared. */
static inline double
take_parts(const struct run *run, uint64_t page)
{
	double value = sp_take_parts(run->space->parts, SP_RANK_PARTS, page);

	return is_dead(run, page) ? 0 : value;
}

/*
 * The sums become the authorities, multiplied by scale, a power of two, which
 * changes no digit.  Returns the norm of the sums.
 */
static double
take_scaled(const struct run *run, double scale)
{
	uint64_t chunks = sp_sum_chunks(run->space->pages);

#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t chunk = 0; chunk < chunks; chunk++) {
		uint64_t end = sp_chunk_end(chunk, run->space->pages);
		double sum = 0;

		for (uint64_t p = sp_chunk_first(chunk); p < end; p++) {
			double value = take_parts(run, p);

			sum = accumulate(run->options->norm, sum, value);
			run->authority[p] = value * scale;
		}
		run->space->partial[chunk] = sum;
	}
	return combine(run);
}

/* The sums, left in the first part; returns their norm. */
static double
merge_parts(const struct run *run)
{
	uint64_t chunks = sp_sum_chunks(run->space->pages);

#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t chunk = 0; chunk < chunks; chunk++) {
		uint64_t end = sp_chunk_end(chunk, run->space->pages);
		double sum = 0;

		for (uint64_t p = sp_chunk_first(chunk); p < end; p++) {
			double value = take_parts(run, p);

			sum = accumulate(run->options->norm, sum, value);
			run->space->parts[0][p] = value;
		}
		run->space->partial[chunk] = sum;
	}
	return combine(run);
}

/*
 * The sums become the authorities, divided by their norm; old_norm is the
 * norm of the authorities so far.  Returns the L1 norm of the change.
 */
static double
take_divided(const struct run *run, double old_norm)
{
	double norm = merge_parts(run), residual = 0;
	double *sums = run->space->parts[0];
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
normalise_hubs(const struct run *run)
{
	uint64_t chunks = sp_sum_chunks(run->space->pages);
	double norm;

#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t chunk = 0; chunk < chunks; chunk++) {
		uint64_t end = sp_chunk_end(chunk, run->space->pages);
		double sum = 0;

		for (uint64_t p = sp_chunk_first(chunk); p < end; p++)
			sum = accumulate(run->options->norm, sum,
					 run->hub[p]);
		run->space->partial[chunk] = sum;
	}
	norm = combine(run);
	if (!(norm > 0))
		return;
#pragma omp parallel for num_threads(run->options->threads) schedule(static)
	for (uint64_t p = 0; p < run->space->pages; p++)
		run->hub[p] /= norm;
}

/*
 * Between the first and the last iteration the authorities need not be
 * divided by their norm, only kept from growing without bound: they are
 * multiplied by a power of two that brings their norm near 1, as far as the
 * growth of the iteration before tells.
 */
struct scaling {
	double norm;   /* of the authorities as they are */
	double growth; /* of the norm in the iteration before */
};

static double
next_scale(const struct scaling *scaling)
{
	double expected = scaling->norm * scaling->growth;

	return expected > 0 && isfinite(expected) ?
		       ldexp(1, -ilogb(expected)) : 1;
}

/* The sums of a pass over the links become the authorities. */
static void
finish_iteration(const struct run *run, struct scaling *scaling, bool exact,
		 struct sp_hits_report *report)
{
	const struct sp_hits_options *options = run->options;

	report->iterations++;
	if (exact) {
		report->residual = take_divided(run, scaling->norm);
		report->converged = options->tolerance == 0 ||
				    report->residual < options->tolerance;
		scaling->norm = 1;
	} else {
		double scale = next_scale(scaling);
		double norm = take_scaled(run, scale);

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
	struct run run = { graph, dead, options, space, hub, authority };
	struct scaling scaling = { 1, 1 };
	enum pass pass = FIRST;
	enum sp_status status;

	*report = (struct sp_hits_report){ 0, 0, false };
	memset(authority, 0, space->pages * sizeof(*authority));
	/* Pages that are dead or without links are passed over below. */
	memset(hub, 0, space->pages * sizeof(*hub));
	do {
		bool last = report->iterations + 1 == options->iterations;

		status = pass_links(&run, pass, err);
		if (status)
			goto fail;
		finish_iteration(&run, &scaling,
				 last || options->tolerance > 0, report);
		pass = BOTH;
		sp_progress_tell(options->progress, report->iterations,
				 options->iterations);
	} while (report->iterations < options->iterations &&
		 !(options->tolerance > 0 && report->converged));
	status = pass_links(&run, LAST, err);
	if (status)
		goto fail;
	normalise_hubs(&run);
	return SP_OK;
fail:
	/* The vectors of the space are zero between calls. */
	for (unsigned k = 0; k < SP_RANK_PARTS; k++)
		memset(space->parts[k], 0, space->pages * sizeof(double));
	return status;
}
