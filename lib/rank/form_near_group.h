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
	uint64_t group_pages; /* whole windows of both sides */
	uint64_t groups;
	uint16_t *in_degree;  /* near links of the targets of each segment */
	uint16_t *out_degree;
	uint64_t *far_at;     /* for each group and segment: first the number
				 of far links, then where the next one goes */
};

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

#endif
