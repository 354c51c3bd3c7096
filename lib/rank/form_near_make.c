/* SPDX-License-Identifier: MIT */
/*
 * Makes the near form in two passes over the graph: the first counts, the
 * second fills in.  Nothing else as large as the form is needed.
 *
 * Windows are dealt to threads in groups of consecutive ones
 * (form_near_group.h), so that all links arrive in page order.
 *
 * Far links go to windows anywhere.  Each group has a position in each segment,
 * so that the links of earlier groups come first.
 *
 * A form of G bytes must not need 2 G while it is made: so the first pass only
 * counts, and arrays are allocated at their exact size before the second one.
 * Reading the graph twice takes about four passes' time (near_estimate()),
 * which a ranking of sixty iterations repays many times over.
 */
#include "rank/form_near_group.h"

#include "base/compare.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/*
 * More groups than this would need much memory for their positions, and fewer
 * pages in a group much time for the pages within reach.
 */
#define GROUPS_MAX 256
#define GROUP_PAGES_MIN (UINT64_C(1) << 17)
#define GROUP_PAGES (UINT64_C(1) << 20)
#define GROUPS_PER_THREAD 8 /* for threads to end together */

/* ---- all groups ------------------------------------------------------- */

/* The failure of the first group is reported, whichever thread is faster. */
static enum sp_status
run_groups(const struct sp_near_maker *maker, sp_near_pass *pass,
	   struct sp_error *err)
{
	uint64_t failed = UINT64_MAX;

#pragma omp parallel for num_threads(maker->threads) schedule(dynamic)
	for (uint64_t g = 0; g < maker->groups; g++) {
		struct sp_error failure;

		if (!pass(maker, g, &failure))
			continue;
#pragma omp critical(sp_near_failed)
		if (g < failed) {
			failed = g;
			*err = failure;
		}
	}
	return failed == UINT64_MAX ? SP_OK : err->status;
}

/* ---- sizes ------------------------------------------------------------ */

/*
 * Far links of the in side: how many, then where each group's go.  The order is
 * segment, then group, then page: what a segment has is together, and groups
 * are in page order within it.
 */
static void
place_far(const struct sp_near_maker *maker)
{
	struct sp_near_side *in = &maker->form->in;
	uint64_t next = 0, segments = sp_near_segments(in);

	for (uint64_t s = 0; s < segments; s++) {
		in->segment[s].far = next;
		for (uint64_t g = 0; g < maker->groups; g++) {
			uint64_t *at = &maker->far_at[g * segments + s];
			uint64_t count = *at;

			*at = next;
			next += count;
		}
	}
	in->segment[segments].far = next;
}

/* Turns a count into the sum of those before it. */
static void
count_to_place(uint64_t *count, uint64_t *next)
{
	uint64_t place = *next;

	*next += *count;
	*count = place;
}

/*
 * Turns the counts of all segments into places; far: also of far links.  One
 * more segment than there are: its places are the ends of the last one.
 */
static void
sum_segments(struct sp_near_side *side, bool far)
{
	uint64_t next_far = 0, near = 0, row = 0, run = 0;

	for (uint64_t s = 0; s <= sp_near_segments(side); s++) {
		struct sp_near_segment *segment = &side->segment[s];

		if (far) {
			count_to_place(&segment->far, &next_far);
			segment->above += segment->far;
		}
		count_to_place(&segment->near, &near);
		count_to_place(&segment->row, &row);
		count_to_place(&segment->run, &run);
	}
}

/* What links have beside them; returns whether there is room. */
static bool
allocate_weights(struct sp_near_side *side, uint64_t near, uint64_t far)
{
	switch (side->weights) {
	case SP_NEAR_NUMBERED:
		side->near_number = sp_alloc_large(near, sizeof(uint16_t));
		side->far_number = sp_alloc_large(far, sizeof(uint16_t));
		return side->near_number && side->far_number;
	case SP_NEAR_WEIGHTED:
		side->near_weight = sp_alloc_large(near, sizeof(double));
		side->far_weight = sp_alloc_large(far, sizeof(double));
		return side->near_weight && side->far_weight;
	default:
		return true;
	}
}

/*
 * The arrays, from the places of the segment after the last.  Zeros after the
 * last far link: pull_far() fetches ahead of where it reads, and page 0 is
 * always there.
 */
static enum sp_status
allocate_side(struct sp_near_side *side, struct sp_error *err)
{
	const struct sp_near_segment *end =
		&side->segment[sp_near_segments(side)];

	side->near = sp_alloc_large(end->near, sizeof(*side->near));
	side->row = sp_alloc_large(end->row, sizeof(*side->row));
	side->run = sp_alloc_large(end->run, sizeof(*side->run));
	side->far = sp_alloc_large(end->far + SP_NEAR_AHEAD,
				   sizeof(*side->far));
	side->far_row = sp_alloc_large(end->far, sizeof(*side->far_row));
	if (!side->near || !side->row || !side->run || !side->far ||
	    !side->far_row || !allocate_weights(side, end->near, end->far))
		return sp_no_memory(err, "the near form");
	memset(side->far + end->far, 0, SP_NEAR_AHEAD * sizeof(*side->far));
	return SP_OK;
}

/*
 * Far links of the in side are sorted by source: finds those above.  A binary
 * search is enough, since sources ascend within a segment of the in side.
 */
static void
find_above(struct sp_near_side *in)
{
	for (uint64_t s = 0; s < sp_near_segments(in); s++) {
		struct sp_near_segment *segment = &in->segment[s];

		segment->above = segment->far +
				 sp_first_not_below(
					 in->far + segment->far,
					 sizeof(*in->far),
					 segment[1].far - segment->far,
					 sp_near_base(in, s / in->parts));
	}
}

/* ---- the form --------------------------------------------------------- */

void
sp_near_free_side(struct sp_near_side *side)
{
	free(side->segment);
	free(side->near);
	free(side->row);
	free(side->run);
	free(side->far);
	free(side->far_row);
	free(side->near_weight);
	free(side->far_weight);
	free(side->near_number);
	free(side->far_number);
}

static enum sp_status
begin_side(struct sp_near_side *side, const struct sp_graph *graph,
	   uint16_t **degree, struct sp_error *err)
{
	uint64_t size = sp_near_size(side);

	side->pages = sp_graph_pages(graph);
	side->windows = (side->pages + size - 1) >> side->shift;
	side->segment = sp_alloc_zero(sp_near_segments(side) + 1,
				      sizeof(*side->segment));
	*degree = sp_alloc_large_zero(sp_near_segments(side) << side->shift,
				      sizeof(**degree));
	return side->segment && *degree ?
		       SP_OK : sp_no_memory(err, "the near form");
}

/*
 * Doubling keeps groups whole windows of either size.  The loop ends, because
 * larger groups are fewer.  One thread gets groups as large as possible: the
 * pages within reach of a group are read by its neighbours, too.
 */
static enum sp_status
begin_making(struct sp_near_maker *maker, struct sp_error *err)
{
	struct sp_form_near *form = maker->form;
	uint64_t pages = sp_graph_pages(maker->graph), groups;
	uint64_t wanted = maker->threads == 1 ? 1 :
			  (uint64_t)maker->threads * GROUPS_PER_THREAD;

	if (begin_side(&form->in, maker->graph, &maker->in_degree, err))
		return err->status;
	if (form->out.shift &&
	    begin_side(&form->out, maker->graph, &maker->out_degree, err))
		return err->status;
	maker->group_pages = GROUP_PAGES_MIN;
	while (groups = (pages + maker->group_pages - 1) / maker->group_pages,
	       groups > GROUPS_MAX ||
	       (groups > wanted && maker->group_pages < GROUP_PAGES))
		maker->group_pages *= 2;
	maker->groups = groups;
	maker->far_at = sp_alloc_zero(groups * sp_near_segments(&form->in),
				      sizeof(*maker->far_at));
	return maker->far_at ? SP_OK : sp_no_memory(err, "the near form");
}

/*
 * Counting must be complete for all groups before any place is known, so the
 * passes are not merged group by group.
 */
static enum sp_status
make_sides(struct sp_near_maker *maker, struct sp_error *err)
{
	struct sp_form_near *form = maker->form;

	if (begin_making(maker, err) ||
	    run_groups(maker, sp_near_count_group, err))
		return err->status;
	place_far(maker);
	sum_segments(&form->in, false);
	if (allocate_side(&form->in, err))
		return err->status;
	if (form->out.shift) {
		sum_segments(&form->out, true);
		if (allocate_side(&form->out, err))
			return err->status;
	}
	if (run_groups(maker, sp_near_store_group, err))
		return err->status;
	find_above(&form->in);
	return SP_OK;
}

/* Both sides have the same kind of weights. */
static void
number_weights(struct sp_near_maker *maker)
{
	struct sp_form_near *form = maker->form;
	const struct sp_link_weights *weights = form->form.weights;

	if (!weights)
		return;
	sp_near_number_weights(weights->values, sp_graph_links(maker->graph),
			       &maker->number, &form->table);
	form->in.weights = form->table ? SP_NEAR_NUMBERED : SP_NEAR_WEIGHTED;
	form->in.table = form->table;
	form->out.weights = form->in.weights;
	form->out.table = form->table;
}

enum sp_status
sp_near_make(struct sp_form_near *near, const struct sp_graph *graph,
	     int threads, struct sp_error *err)
{
	struct sp_near_maker maker = { .form = near, .graph = graph,
			       .threads = threads };
	enum sp_status status;

	number_weights(&maker);
	status = make_sides(&maker, err);
	free(maker.number);
	free(maker.in_degree);
	free(maker.out_degree);
	free(maker.far_at);
	return status;
}
