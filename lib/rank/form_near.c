/* SPDX-License-Identifier: MIT */
/*
 * The near form: the sums of a window are pulled from the values of the pages
 * that link to it, without decoding anything; see form_near.h.  A push only
 * notes where the values are, and collect pulls.  Threads share the windows.
 *
 * Why sums have the bits of the compact form: a window is pulled segment by
 * segment, one for each part.  Within a segment the sources of a target are
 * added in page order, because far ones below the reach come first, then near
 * ones, then far ones above; each group ascends.  A segment starts with 0, as a
 * part does.  Pages that do not push have the value 0 and are added like
 * others: x + 0 is x for every sum that is not negative, so that leaving them
 * out, as the compact form does, gives the same.  Then the sums of the segments
 * are added in their order, as parts are.
 *
 * Why it is faster: the compact form decodes each link in each pass and adds to
 * a target that may be anywhere.  Here the sums of a window stay in the cache,
 * and its near sources are within 512 KiB around it; a near link costs 2 bytes
 * of memory and one load from the cache, without a branch that depends on the
 * data, since rows of one degree stand together.
 *
 * Where links are mostly far, a window is as large as 16 bits allow: its sums
 * (512 KiB) still fit the cache, and its many sources are close to each other,
 * so that a line of values that was fetched serves several links.  (3 million
 * pages in random order, 35 links each: 1.5 ns a link; with windows of 32,768
 * pages 1.8, of 16,384 2.8.)
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
	near->in.weighted = near->out.weighted = order->weights;
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

/* ---- sums of a segment ------------------------------------------------ */

/*
 * All of these are compiled twice, without and with weights: weighted is a
 * constant, and without it the weights of links are NULL.
 */
#define PULL static inline __attribute__((always_inline))

/* What a link adds to the sum of its target. */
PULL double
link_value(double value, const double *weight, uint64_t i)
{
	return weight ? value * weight[i] : value;
}

/*
 * Sources ascend, or nearly, so the values are read in one direction, but with
 * gaps: each is fetched SP_NEAR_AHEAD places before it is needed.  The array
 * has as many entries after its end.
 */
PULL void
pull_far(const struct sp_near_side *side, uint64_t from, uint64_t end,
	 const double *values, double *sums, bool weighted)
{
	const uint32_t *far = side->far;
	const uint16_t *row = side->far_row;
	const double *weight = weighted ? side->far_weight : NULL;

	for (uint64_t i = from; i < end; i++) {
		__builtin_prefetch(values + far[i + SP_NEAR_AHEAD]);
		sums[row[i]] += link_value(values[far[i]], weight, i);
	}
}

/* A row that waits for three others to be added up with. */
struct waiting_row {
	const uint16_t *at;
	uint32_t degree;
	uint16_t target;
};

/* Of the links at a place. */
PULL const double *
weights_at(const struct sp_near_side *side, const uint16_t *at, bool weighted)
{
	return weighted ? side->near_weight + (at - side->near) : NULL;
}

PULL void
pull_row(const struct sp_near_side *side, const struct waiting_row *row,
	 uint32_t from, const double *values, double *sums, bool weighted)
{
	const double *w = weights_at(side, row->at, weighted);
	double s = sums[row->target];

	for (uint32_t i = from; i < row->degree; i++)
		s += link_value(values[row->at[i]], w, i);
	sums[row->target] = s;
}

/*
 * Adds up the first links of four rows side by side.  Their targets differ, so
 * that this does not mean another order of any sum.
 */
PULL void
pull_four(const struct sp_near_side *side, const struct waiting_row row[4],
	  uint32_t links, const double *values, double *sums, bool weighted)
{
	const uint16_t *a = row[0].at, *b = row[1].at;
	const uint16_t *c = row[2].at, *d = row[3].at;
	const double *p = weights_at(side, a, weighted);
	const double *q = weights_at(side, b, weighted);
	const double *x = weights_at(side, c, weighted);
	const double *y = weights_at(side, d, weighted);
	double s = sums[row[0].target], t = sums[row[1].target];
	double u = sums[row[2].target], v = sums[row[3].target];

	for (uint32_t i = 0; i < links; i++) {
		s += link_value(values[a[i]], p, i);
		t += link_value(values[b[i]], q, i);
		u += link_value(values[c[i]], x, i);
		v += link_value(values[d[i]], y, i);
	}
	sums[row[0].target] = s;
	sums[row[1].target] = t;
	sums[row[2].target] = u;
	sums[row[3].target] = v;
}

/* Two rows to the end of the first, which is not the longer one. */
PULL void
pull_two(const struct sp_near_side *side, const struct waiting_row row[2],
	 uint32_t from, const double *values, double *sums, bool weighted)
{
	const uint16_t *a = row[0].at, *b = row[1].at;
	const double *p = weights_at(side, a, weighted);
	const double *q = weights_at(side, b, weighted);
	double s = sums[row[0].target], t = sums[row[1].target];

	for (uint32_t i = from; i < row[0].degree; i++) {
		s += link_value(values[a[i]], p, i);
		t += link_value(values[b[i]], q, i);
	}
	sums[row[0].target] = s;
	sums[row[1].target] = t;
	pull_row(side, &row[1], row[0].degree, values, sums, weighted);
}

/* Four rows of ascending degree. */
PULL void
pull_mixed(const struct sp_near_side *side, const struct waiting_row row[4],
	   const double *values, double *sums, bool weighted)
{
	uint32_t shared = row[0].degree;

	pull_four(side, row, shared, values, sums, weighted);
	pull_row(side, &row[0], shared, values, sums, weighted);
	pull_row(side, &row[1], shared, values, sums, weighted);
	pull_two(side, row + 2, shared, values, sums, weighted);
}

/*
 * An addition has to wait for the one before it, so four rows are added up side
 * by side: those of a run, or the last ones of several runs.  Most links are
 * in long rows, of which no two in a window may have the same degree.
 */
PULL void
pull_near(const struct sp_near_side *side, uint64_t number,
	  const double *values, double *sums, bool weighted)
{
	const struct sp_near_segment *segment = &side->segment[number];
	const struct sp_near_run *run = side->run + segment->run;
	const struct sp_near_run *end = side->run + segment[1].run;
	const uint16_t *a = side->near + segment->near;
	const uint16_t *target = side->row + segment->row;
	struct waiting_row waiting[4];
	unsigned count = 0;

	values += sp_near_base(side, number / side->parts);
	for (; run < end; run++) {
		uint32_t degree = run->degree, rows = run->rows;

		for (; rows >= 4; rows -= 4, target += 4, a += 4 * degree) {
			const struct waiting_row four[] = {
				{ a, degree, target[0] },
				{ a + degree, degree, target[1] },
				{ a + 2 * degree, degree, target[2] },
				{ a + 3 * degree, degree, target[3] }
			};

			pull_four(side, four, degree, values, sums, weighted);
		}
		for (; rows; rows--, target++, a += degree) {
			waiting[count++] = (struct waiting_row){ a, degree,
								 *target };
			if (count == 4)
				pull_mixed(side, waiting, values, sums,
					   weighted);
			count %= 4;
		}
	}
	for (unsigned k = 0; k < count; k++)
		pull_row(side, &waiting[k], 0, values, sums, weighted);
}

PULL void
pull_links(const struct sp_near_side *side, uint64_t number,
	   const double *values, double *sums, bool weighted)
{
	const struct sp_near_segment *segment = &side->segment[number];

	pull_far(side, segment->far, segment->above, values, sums, weighted);
	pull_near(side, number, values, sums, weighted);
	pull_far(side, segment->above, segment[1].far, values, sums, weighted);
}

static void
pull_weighted_links(const struct sp_near_side *side, uint64_t number,
		    const double *values, double *sums)
{
	pull_links(side, number, values, sums, true);
}

static void
pull_segment(const struct sp_near_side *side, uint64_t number,
	     const double *values, double *sums)
{
	memset(sums, 0, sp_near_size(side) * sizeof(*sums));
	if (side->weighted)
		pull_weighted_links(side, number, values, sums);
	else
		pull_links(side, number, values, sums, false);
}

static bool
segment_is_empty(const struct sp_near_segment *segment)
{
	return segment->far == segment[1].far &&
	       segment->near == segment[1].near;
}

/*
 * The sums of a window: of its segments, added in the order of their parts.
 * There is room for those of one more segment after them.
 */
static void
pull_window(const struct sp_near_side *side, uint64_t number,
	    const double *values, double *sums)
{
	uint64_t size = sp_near_size(side), first = number * side->parts;
	double *part = sums + size;

	pull_segment(side, first, values, sums);
	for (unsigned k = 1; k < side->parts; k++) {
		if (segment_is_empty(&side->segment[first + k]))
			continue;
		pull_segment(side, first + k, values, part);
#pragma omp simd
		for (uint64_t i = 0; i < size; i++)
			sums[i] += part[i];
	}
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
		pull_window(out, w, authority, sums);
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

		pull_window(in, first >> in->shift, near->pending, sums);
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
