/* SPDX-License-Identifier: MIT */
/*
 * Distances between groups of pages: a search from each group, 256 at a time,
 * that starts at all of its pages.
 *
 * After each step the groups of the pages that were found are looked at, and a
 * group that a source has found for the first time is at this distance.  A
 * source that has found all groups is stopped, and the batch ends when no group
 * is missing: groups are near each other, and the long tail of a search, most
 * of its steps, finds none.
 */
#include "measure/graph/distances.h"

#include "base/memory.h"
#include "measure/graph/traverse.h"

#include <stdlib.h>

struct group_search {
	const struct sp_group_page *members;
	uint64_t member_count;
	uint64_t *from;               /* where the groups of a page begin */
	uint32_t *group_of;           /* groups, by page */
	uint32_t groups;
	uint32_t distance;
	uint32_t first, batch;        /* groups that are sources now */
	struct sp_traversal *traversal;
	uint32_t *missing;            /* groups not reached, by source */
	uint32_t *matrix;
};

/*
 * Sorts the groups by their pages, by counting: from[p + 1] is where the next
 * group of page p goes, until all are there.
 */
static enum sp_status
sort_members(struct group_search *search, uint64_t pages, struct sp_error *err)
{
	uint64_t *from = sp_alloc_zero(pages + 2, sizeof(*from));

	search->from = from;
	search->group_of = sp_alloc(search->member_count,
				    sizeof(*search->group_of));
	if (!from || !search->group_of)
		return sp_no_memory(err, "the groups of pages");
	for (uint64_t m = 0; m < search->member_count; m++)
		from[search->members[m].page + UINT64_C(2)]++;
	for (uint64_t page = 0; page < pages; page++)
		from[page + 2] += from[page + 1];
	for (uint64_t m = 0; m < search->member_count; m++)
		search->group_of[from[search->members[m].page +
				      UINT64_C(1)]++] =
			search->members[m].group;
	return SP_OK;
}

/* Source i of the batch is at a page of the group. */
static void
reach_group(struct group_search *search, unsigned i, uint32_t group)
{
	uint32_t *cell = search->matrix +
			 (uint64_t)(search->first + i) * search->groups +
			 group;

	if (*cell != SP_NO_PATH)
		return;
	*cell = search->distance;
	if (!--search->missing[i])
		sp_traversal_stop(search->traversal, i);
}

static void
look_at_page(void *context, uint32_t page, const uint64_t *bits)
{
	struct group_search *search = context;
	unsigned words = sp_traversal_words(search->traversal);

	for (uint64_t m = search->from[page]; m < search->from[page + 1]; m++)
		for (unsigned w = 0; w < words; w++)
			for (uint64_t left = bits[w]; left; left &= left - 1)
				reach_group(search, 64 * w + (unsigned)
					    __builtin_ctzll(left),
					    search->group_of[m]);
}

static bool
any_is_missing(const struct group_search *search)
{
	for (uint32_t i = 0; i < search->batch; i++)
		if (search->missing[i])
			return true;
	return false;
}

/* A search also ends when it has reached all groups. */
static enum sp_status
search_groups(struct group_search *search, struct sp_error *err)
{
	bool found = true;

	sp_traversal_clear(search->traversal);
	for (uint32_t i = 0; i < search->batch; i++)
		search->missing[i] = search->groups;
	for (uint64_t m = 0; m < search->member_count; m++) {
		const struct sp_group_page *member = &search->members[m];

		if (member->group >= search->first &&
		    member->group - search->first < search->batch)
			sp_traversal_start(search->traversal,
					   member->group - search->first,
					   member->page);
	}
	search->distance = 0;
	sp_traversal_visit(search->traversal, 1, look_at_page, search);
	while (found && any_is_missing(search)) {
		if (sp_traversal_step(search->traversal, &found, err))
			return err->status;
		search->distance++;
		sp_traversal_visit(search->traversal, 1, look_at_page, search);
	}
	return SP_OK;
}

static enum sp_status
search_batches(struct group_search *search,
	       const struct sp_progress *progress, struct sp_error *err)
{
	enum sp_status status = SP_OK;
	uint32_t left = search->groups;

	while (!status && left) {
		search->first = search->groups - left;
		search->batch = left < SP_TRAVERSAL_MOST ? left :
							   SP_TRAVERSAL_MOST;
		sp_progress_report(progress, search->first, search->groups);
		status = search_groups(search, err);
		left -= search->batch;
	}
	return status;
}

enum sp_status
sp_group_distances(const struct sp_graph *graph,
		   const struct sp_group_page *members, uint64_t member_count,
		   uint32_t groups, int threads,
		   const struct sp_progress *progress, uint32_t *matrix,
		   struct sp_error *err)
{
	uint32_t most = groups < SP_TRAVERSAL_MOST ? groups :
						     SP_TRAVERSAL_MOST;
	uint32_t missing[SP_TRAVERSAL_MOST];
	struct group_search search = {
		.members = members, .member_count = member_count,
		.groups = groups, .missing = missing, .matrix = matrix
	};
	enum sp_status status;

	for (uint64_t x = 0; x < groups; x++)
		for (uint64_t y = 0; y < groups; y++)
			matrix[x * groups + y] = SP_NO_PATH;
	status = sp_traversal_new(graph, most ? most : 1, threads,
				  &search.traversal, err);
	if (!status)
		status = sort_members(&search, sp_graph_pages(graph), err);
	if (!status)
		status = search_batches(&search, progress, err);
	sp_traversal_free(search.traversal);
	free(search.from);
	free(search.group_of);
	return status;
}

void
sp_group_summarise(const uint32_t *matrix, uint32_t groups,
		   struct sp_group_summary *summary)
{
	struct sp_group_summary to = { .least = SP_NO_PATH };
	uint64_t sum = 0;

	for (uint64_t x = 0; x < groups; x++)
		for (uint64_t y = 0; y < groups; y++) {
			uint32_t here = matrix[x * groups + y];

			if (x == y)
				continue;
			if (here == SP_NO_PATH) {
				to.unreachable++;
				continue;
			}
			to.pairs++;
			sum += here;
			to.least = here < to.least ? here : to.least;
			to.most = here > to.most ? here : to.most;
		}
	if (to.pairs)
		to.mean = (double)sum / (double)to.pairs;
	else
		to.least = 0;
	*summary = to;
}
