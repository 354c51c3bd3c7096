/* SPDX-License-Identifier: MIT */
#include "seed/expand/cores.h"

#include "base/memory.h"
#include "cluster/team/share.h"
#include "seed/core.h"

#include <stdlib.h>
#include <string.h>

#define DENSITY 60 /* of the links between the sides of a core, in percent */

static void
count_core(const struct sp_growth *growth, const double *known, double *scores)
{
	double of_list = 0;

	for (uint64_t i = 0; i < growth->member_count; i++)
		if (growth->members[i].side == SP_AUTHORITY &&
		    known[growth->members[i].page] >= 1)
			of_list++;
	for (uint64_t i = 0; i < growth->member_count; i++)
		if (growth->members[i].side == SP_AUTHORITY)
			scores[growth->members[i].page] +=
				of_list / (double)growth->authorities;
}

/* Pages of the list come first: their scores are above those of all others. */
static enum sp_status
grow_cores(struct sp_grower *grower, const double *known, double *scores,
	   struct sp_error *err)
{
	struct sp_core_options options = SP_CORE_DEFAULTS;

	options.cover_density = DENSITY;
	for (unsigned i = 0; i < SP_EXPAND_CORES; i++) {
		struct sp_growth growth;
		uint32_t first;
		bool found;

		if (sp_grower_next(grower, &found, &first, err))
			return err->status;
		if (!found || known[first] < 1)
			return SP_OK;
		if (sp_core_grow(grower, first, &options, &growth, err))
			return err->status;
		count_core(&growth, known, scores);
	}
	return SP_OK;
}

enum sp_status
sp_expand_cores(const struct sp_graph *graph, const double *known,
		const double *hubs, double *scores, struct sp_error *err)
{
	const uint64_t pages = sp_graph_pages(graph);
	double *authorities = sp_alloc(pages, sizeof(*authorities));
	struct sp_team alone = sp_team_alone();
	struct sp_share *share = NULL;
	struct sp_grower *grower = NULL;
	enum sp_status status = authorities ? SP_OK :
				sp_no_memory(err, "the cores of the list");

	for (uint64_t page = 0; !status && page < pages; page++) {
		authorities[page] = scores[page] + (known[page] >= 1);
		scores[page] = 0;
	}
	if (!status)
		status = sp_share_alone(&alone, graph, &share, err);
	if (!status)
		status = sp_grower_new(share, 1, &grower, err);
	if (!status) {
		sp_grower_rank(grower, NULL, hubs, authorities);
		status = grow_cores(grower, known, scores, err);
	}
	sp_grower_free(grower);
	sp_share_free(share);
	free(authorities);
	return status;
}
