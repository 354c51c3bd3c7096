/* SPDX-License-Identifier: MIT */
/*
 * form_near_group.h - a step in making the near form (form_near_make.c): the
 * links of a group of consecutive windows.  Private to lib/rank.
 *
 * A group reads its own pages, which give the far links to all windows and the
 * out side of its own windows, and the pages within reach before and after
 * them, which give the near links to its windows.  So no two groups write to
 * one place, and groups may run at the same time.
 */
#ifndef SP_RANK_FORM_NEAR_GROUP_H
#define SP_RANK_FORM_NEAR_GROUP_H

#include "rank/form_near.h"

struct sp_near_maker {
	struct sp_form_near *form;
	const struct sp_graph *graph;
	int threads;
	uint16_t *number;     /* of the weight of each link, or NULL */
	uint64_t group_pages; /* whole windows of both sides */
	uint64_t groups;
	uint16_t *in_degree;  /* near links of the targets of each segment */
	uint16_t *out_degree;
	uint64_t *far_at;     /* for each group and segment: first the number
				 of far links, then where the next one goes */
};

/* The weight of a link of the graph, for the one at a place of a side. */
static inline void
sp_near_set_weight(const struct sp_near_maker *maker, double *weights,
		   uint16_t *numbers, uint64_t place, uint64_t link)
{
	if (numbers)
		numbers[place] = maker->number[link];
	else if (weights)
		weights[place] = maker->form->form.weights->values[link];
}

/*
 * The two passes over the links of a group.  The first counts: it adds to the
 * degrees, to far_at[] of the group and to its segments, which are 0 before.
 * The second stores the links where they belong, once the counts of all groups
 * have been turned into places.  Both return SP_DATA if the graph is damaged;
 * SP_MEMORY.
 */
typedef enum sp_status sp_near_pass(const struct sp_near_maker *maker,
				    uint64_t group, struct sp_error *err);

sp_near_pass sp_near_count_group SP_MUST_CHECK;
sp_near_pass sp_near_store_group SP_MUST_CHECK;

/*
 * Of a segment of a side with the near links that each target has: the first
 * adds its links, rows and runs to the fields that become its places, which
 * are 0 before; the second stores its rows and runs, and in at[] where the
 * links of each target go.  counts has room for SP_NEAR_REACH + 2 entries.
 */
void sp_near_measure_segment(const struct sp_near_side *side, uint64_t number,
			     const uint16_t *degree, uint32_t *counts);
void sp_near_plan_segment(const struct sp_near_side *side, uint64_t number,
			  const uint16_t *degree, uint32_t *counts,
			  uint32_t *at);

#endif
