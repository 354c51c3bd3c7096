/* SPDX-License-Identifier: MIT */
/*
 * The near form: the sums of a window are pulled from the values of the pages
 * that link to it, without decoding anything; see form_near.h.  A push only
 * notes where the values are, and collect pulls.  Threads share the windows.
 */
#include "rank/form_near.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "rank/form_compact.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* ---- making ----------------------------------------------------------- */

static unsigned
choose_shift(const struct sp_form_measure *measure)
{
	if (measure->near >= 0.5)
		return SP_NEAR_SHIFT;
	return measure->pages > SP_NEAR_CACHED ? SP_NEAR_SHIFT_FAR :
						 SP_NEAR_SHIFT_CACHED;
}

/* Bytes for each page and link of a side, from graphs that were measured. */
static double
side_bytes(const struct sp_form_measure *measure, double rows)
{
	double far = 1 - measure->near;

	return (2 + 4 * far) * (double)measure->links +
	       2 * (rows + 1) * (double)measure->pages;
}

/*
 * The two sides of scores, links and in-links, have about the same links; a row
 * costs its slot.  The times are measured ones.
 */
static bool
near_estimate(const struct sp_form_measure *measure,
	      const struct sp_form_order *order, uint64_t *bytes,
	      double *making, double *pass)
{
	double pages = (double)measure->pages;
	double far = sp_form_far_links(measure);
	double near = (double)measure->links / pages - far;
	bool scores = order->use == SP_FORM_SCORES;
	double sum = side_bytes(measure, 1.5);

	if (scores)
		sum += side_bytes(measure, 1) + 8 * pages;
	else
		sum += 12 * pages;
	sum += 2 * (order->parts + 1) * pages;
	if (order->weights)
		sum += (scores ? 16 : 8) * (double)measure->links;
	*bytes = (uint64_t)sum;
	*making = 4;
	*pass = (scores ? 3 + 1.15 * near + 3 * far :
			  5 + 0.65 * near + 1.4 * far) /
		sp_form_compact_time(measure, order->use);
	/* Measured with numbered weights, against the weighted form. */
	if (order->weights)
		*pass *= 1.4;
	return true;
}

/*
 * Ranks need the number of links of each page, to divide by; scores need the
 * other direction, for the hubs, and a vector to spare.
 */
static enum sp_status
near_make(const struct sp_graph *graph, const struct sp_form_order *order,
	  struct sp_form **form, struct sp_error *err)
{
	struct sp_form_near *near = sp_alloc_zero(1, sizeof(*near));
	uint64_t pages = sp_graph_pages(graph);
	struct sp_form_measure measure;

	if (!near)
		return sp_no_memory(err, "the near form");
	*form = &near->form;
	if (sp_form_measure(graph, &measure, err))
		return err->status;
	near->form.weights = order->weights;
	near->in.shift = choose_shift(&measure);
	near->in.parts = order->parts;
	if (order->use == SP_FORM_SCORES) {
		near->out.shift = near->in.shift;
		near->out.parts = 1;
		/* Early: memory must not be short at the last iteration. */
		near->spare = sp_alloc_large(pages, sizeof(*near->spare));
		if (!near->spare)
			return sp_no_memory(err, "the near form");
	} else if (order->weights) {
		if (sp_link_weights_sum(order->weights, graph, order->threads,
					&near->sum, err))
			return err->status;
	} else {
		near->degree = sp_alloc_zero(pages, sizeof(*near->degree));
		if (!near->degree)
			return sp_no_memory(err, "the near form");
	}
	if (sp_near_make(near, graph, order->threads, err))
		return err->status;
	if (order->use == SP_FORM_RANKS) {
		near->share = sp_alloc_large(pages, sizeof(*near->share));
		if (!near->share)
			return sp_no_memory(err, "the near form");
	}
	return SP_OK;
}

static void
near_free(struct sp_form *form)
{
	struct sp_form_near *near = (struct sp_form_near *)form;

	sp_near_free_side(&near->in);
	sp_near_free_side(&near->out);
	free(near->degree);
	free(near->sum);
	free(near->table);
	free(near->share);
	free(near->scratch);
	free(near->spare);
	free(near);
}

/* Only the pages owned: those reached have no links here. */
static void
find_linked(const struct sp_form_near *near)
{
	const struct sp_form *form = &near->form;

	memset(form->linked, 0, (form->pages / SP_BLOCK_PAGES + 1) *
				(SP_BLOCK_PAGES / 8));
	for (uint64_t p = form->own_first; p < form->own_end; p++)
		if ((near->sum ? near->sum[p] > 0 : near->degree[p] > 0) &&
		    sp_form_page_pushes(form, p))
			sp_bit_set(form->linked, p);
}

/*
 * A window's sums for each thread.  They are kept from run to run, and made
 * again only for more threads than before.
 */
static enum sp_status
near_begin(struct sp_form *form, struct sp_error *err)
{
	struct sp_form_near *near = (struct sp_form_near *)form;

	near->pending = NULL;
	if (form->use == SP_FORM_RANKS)
		find_linked(near);
	if (form->threads <= near->scratches)
		return SP_OK;
	free(near->scratch);
	near->scratches = 0;
	near->scratch = sp_alloc_large((uint64_t)form->threads *
					       (UINT64_C(2) << near->in.shift),
				       sizeof(*near->scratch));
	if (!near->scratch)
		return sp_no_memory(err, "the near form");
	near->scratches = form->threads;
	return SP_OK;
}

static double *
thread_scratch(const struct sp_form_near *near)
{
	return near->scratch +
	       ((uint64_t)omp_get_thread_num() << (near->in.shift + 1));
}

/* ---- operations ------------------------------------------------------- */

/*
 * The division is done once for each page and not for each link.  A page that
 * does not push gets 0, and so need not be tested again.
 */
static enum sp_status
near_push_ranks(struct sp_form *form, const double *ranks,
		struct sp_error *err)
{
	struct sp_form_near *near = (struct sp_form_near *)form;

	(void)err;
	if (near->sum) {
#pragma omp parallel for num_threads(form->threads) schedule(static)
		for (uint64_t p = form->own_first; p < form->own_end; p++)
			near->share[p] = sp_bit_test(form->linked, p) ?
						 ranks[p] / near->sum[p] : 0;
	} else {
#pragma omp parallel for num_threads(form->threads) schedule(static)
		for (uint64_t p = form->own_first; p < form->own_end; p++)
			near->share[p] = sp_bit_test(form->linked, p) ?
						 ranks[p] / near->degree[p] :
						 0;
	}
	near->pending = near->share;
	return SP_OK;
}

static enum sp_status
near_push_ones(struct sp_form *form, double *hub, struct sp_error *err)
{
	struct sp_form_near *near = (struct sp_form_near *)form;

	(void)err;
	for (uint64_t p = form->own_first; p < form->own_end; p++)
		hub[p] = sp_form_page_pushes(form, p);
	near->pending = hub;
	return SP_OK;
}

/*
 * Sets the values of dead pages to 0.  Windows begin at a multiple of 64 pages,
 * so the bitset is read by words; most words are 0.
 */
static void
clear_dead(const struct sp_form *form, uint64_t first, uint64_t count,
	   double *values)
{
	if (!form->dead)
		return;
	for (uint64_t i = 0; i < count; i += SP_BITSET_BITS) {
		uint64_t dead = form->dead[(first + i) / SP_BITSET_BITS];

		for (; dead; dead &= dead - 1) {
			uint64_t at = i + (uint64_t)__builtin_ctzll(dead);

			if (at < count)
				values[at] = 0;
		}
	}
}

/*
 * The pages owned begin a window, since own_first is a multiple of
 * SP_SHARE_ALIGN; a window that began before them would write in front of hub.
 * The last one may go on after them, with pages of others: these have no links
 * here, and their hub scores are not stored.
 */
static enum sp_status
near_hubs(struct sp_form *form, const double *authority, double *hub,
	  struct sp_error *err)
{
	struct sp_form_near *near = (struct sp_form_near *)form;
	const struct sp_near_side *out = &near->out;
	uint64_t size = UINT64_C(1) << out->shift;
	uint64_t from = form->own_first >> out->shift;
	uint64_t end = (form->own_end + size - 1) >> out->shift;

	(void)err;
#pragma omp parallel for num_threads(form->threads) schedule(dynamic)
	for (uint64_t w = from; w < end; w++) {
		uint64_t first = w << out->shift, count = form->own_end - first;
		double *sums = thread_scratch(near);

		count = count < size ? count : size;
		sp_near_pull_window(out, w, authority, sums);
		clear_dead(form, first, count, sums);
		memcpy(hub + first, sums, count * sizeof(*hub));
	}
	return SP_OK;
}

/*
 * collect pulls from the hub scores that are stored here: unlike the compact
 * form, this one needs them all before the first sum.
 */
static enum sp_status
near_push_hubs(struct sp_form *form, const double *authority, double *hub,
	       struct sp_error *err)
{
	struct sp_form_near *near = (struct sp_form_near *)form;

	near->pending = hub;
	return near_hubs(form, authority, hub, err);
}

/*
 * A chunk is a whole number of windows, since both are powers of two and
 * windows are not larger; so no window has two chunks.
 */
static void
form_near_collect_chunk(const struct sp_form_near *near, uint64_t chunk,
			sp_form_take *take, void *context)
{
	const struct sp_near_side *in = &near->in;
	uint64_t size = UINT64_C(1) << in->shift;
	uint64_t end = sp_chunk_end(chunk, near->form.pages);
	double *sums = thread_scratch(near);

	for (uint64_t first = sp_chunk_first(chunk); first < end;
	     first += size) {
		uint64_t count = end - first < size ? end - first : size;

		sp_near_pull_window(in, first >> in->shift, near->pending,
				    sums);
		clear_dead(&near->form, first, count, sums);
		take(context, chunk, first, count, sums);
	}
}

/*
 * This is where the work is done: windows cost as much as their links, so
 * chunks are dealt as threads are free.
 */
static enum sp_status
near_collect(struct sp_form *form, uint64_t from, uint64_t end,
	     sp_form_take *take, void *context, struct sp_error *err)
{
	struct sp_form_near *near = (struct sp_form_near *)form;

	(void)err;
#pragma omp parallel for num_threads(form->threads) schedule(dynamic)
	for (uint64_t chunk = from; chunk < end; chunk++)
		form_near_collect_chunk(near, chunk, take, context);
	return SP_OK;
}

static double *
near_spare(struct sp_form *form)
{
	return ((struct sp_form_near *)form)->spare;
}

const struct sp_form_kind sp_form_kind_near = {
	.name = "near", .choice = SP_FORM_NEAR,
	.reason = "it repays the time to make it", .estimate = near_estimate,
	.make = near_make, .free = near_free, .begin = near_begin,
	.push_ranks = near_push_ranks, .push_ones = near_push_ones,
	.push_hubs = near_push_hubs, .hubs = near_hubs,
	.collect = near_collect, .spare = near_spare
};

const struct sp_form_kind sp_form_kind_near_weighted = {
	.name = "near", .choice = SP_FORM_NEAR, .weighted = true,
	.reason = "it repays the time to make it", .estimate = near_estimate,
	.make = near_make, .free = near_free, .begin = near_begin,
	.push_ranks = near_push_ranks, .push_ones = near_push_ones,
	.push_hubs = near_push_hubs, .hubs = near_hubs,
	.collect = near_collect, .spare = near_spare
};
