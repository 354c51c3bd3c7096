/* SPDX-License-Identifier: MIT */
#include "cluster/team/plan.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "cluster/team/reach.h"
#include "cluster/team/share.h"
#include "graph/store.h"

#include <stdlib.h>
#include <string.h>

struct plan_range {
	uint64_t links, bytes;
	uint64_t reached;   /* pages outside the range, */
	uint32_t *pages;    /* ascending */
};

struct sp_plan {
	uint64_t pages, ranges, links, checksum;
	uint64_t *bounds;
	struct plan_range *of;
	uint64_t *seen;     /* a bit a page, clear between calls */
};

/* ---- memory ----------------------------------------------------------- */

void
sp_plan_free(struct sp_plan *plan)
{
	if (!plan)
		return;
	for (uint64_t i = 0; plan->of && i < plan->ranges; i++)
		free(plan->of[i].pages);
	free(plan->of);
	free(plan->bounds);
	free(plan->seen);
	free(plan);
}

enum sp_status
sp_plan_new(uint64_t pages, const uint64_t *bounds, uint64_t ranges,
	    struct sp_plan **to, struct sp_error *err)
{
	struct sp_plan *plan = sp_alloc_zero(1, sizeof(*plan));

	*to = NULL;
	if (!plan)
		return sp_no_memory(err, "the plan");
	plan->pages = pages;
	plan->ranges = ranges;
	plan->bounds = sp_alloc(ranges + 1, sizeof(*bounds));
	plan->of = sp_alloc_zero(ranges, sizeof(*plan->of));
	plan->seen = sp_bitset_new(pages);
	if (!plan->bounds || !plan->of || !plan->seen) {
		sp_plan_free(plan);
		return sp_no_memory(err, "the plan");
	}
	memcpy(plan->bounds, bounds, (ranges + 1) * sizeof(*bounds));
	*to = plan;
	return SP_OK;
}

uint64_t
sp_plan_links(const struct sp_plan *plan)
{
	return plan->links;
}

uint64_t
sp_plan_checksum(const struct sp_plan *plan)
{
	return plan->checksum;
}

/* ---- a range ---------------------------------------------------------- */

struct reading {
	const struct sp_graph *graph;
	uint64_t first, end;         /* pages */
	struct sp_reach reach;
	uint64_t links, checksum;
};

/* A row ascends, so the pages of the range are in one piece. */
static void
plan_read_row(const struct reading *reading, struct sp_reach_part *part,
	      const uint32_t *successors, uint32_t count)
{
	uint32_t i = 0;

	for (; i < count && successors[i] < reading->first; i++)
		sp_reach_add(part, successors[i]);
	for (; count > i && successors[count - 1] >= reading->end; count--)
		sp_reach_add(part, successors[count - 1]);
}

static void
plan_read_block(struct reading *reading, struct sp_cursor *cursor,
		struct sp_reach_part *part, uint64_t block)
{
	const uint32_t *successors;
	uint64_t links = 0, checksum = 0;
	uint32_t page, count;

	sp_cursor_block(cursor, block);
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		links += count;
		checksum += sp_fingerprint_row(page, successors, count);
		plan_read_row(reading, part, successors, count);
	}
#pragma omp atomic
	reading->links += links;
#pragma omp atomic
	reading->checksum += checksum;
}

static enum sp_status
plan_read_range(struct reading *reading, int threads, struct sp_error *err)
{
	uint64_t last = (reading->end + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES;
	enum sp_status result = SP_OK;

#pragma omp parallel num_threads(threads)
	{
		struct sp_cursor *cursor = sp_cursor_new(reading->graph);
		struct sp_reach_part *part = sp_alloc_zero(1, sizeof(*part));
		struct sp_error failure;
		enum sp_status status = SP_OK;

		if (!cursor || !part)
			status = sp_no_memory(&failure, "the plan");
		else
			part->reach = &reading->reach;
#pragma omp for schedule(dynamic)
		for (uint64_t b = reading->first / SP_BLOCK_PAGES; b < last;
		     b++) {
			/* A loop of OpenMP cannot be left. */
			if (status)
				continue;
			plan_read_block(reading, cursor, part, b);
			status = sp_cursor_status(cursor, &failure);
		}
		if (!status)
			sp_reach_give(part);
		if (!status && part->failed)
			status = sp_no_memory(&failure, "the plan");
#pragma omp critical(sp_plan_result)
		if (status && (!result || status < result)) {
			result = status;
			*err = failure;
		}
		sp_cursor_free(cursor);
		free(part);
	}
	return result;
}

/* The set was found with room for as much again. */
static bool
keep_pages(struct plan_range *range, struct sp_reach *reach)
{
	range->reached = reach->count;
	range->pages = sp_alloc(reach->count, sizeof(*range->pages));
	if (!range->pages)
		return false;
	if (reach->count)
		memcpy(range->pages, reach->pages,
		       reach->count * sizeof(*range->pages));
	return true;
}

static enum sp_status
add_range(struct sp_plan *plan, struct plan_range *range,
	  struct reading *reading, int threads, struct sp_error *err)
{
	uint64_t first = reading->first / SP_BLOCK_PAGES, length;
	uint64_t last = (reading->end + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES;
	enum sp_status status = plan_read_range(reading, threads, err);

	if (!status)
		status = sp_reach_finish(&reading->reach, err);
	if (!status && !keep_pages(range, &reading->reach))
		status = sp_no_memory(err, "the plan");
	if (status)
		return status;
	for (uint64_t block = first; block < last; block++) {
		(void)sp_graph_block_bytes(reading->graph, block, &length);
		range->bytes += length;
	}
	range->links = reading->links;
	plan->links += reading->links;
	plan->checksum += reading->checksum;
	return SP_OK;
}

enum sp_status
sp_plan_add(struct sp_plan *plan, uint64_t range, struct sp_graph *wide,
	    int threads, struct sp_error *err)
{
	struct reading reading = { .graph = wide,
				   .first = plan->bounds[range],
				   .end = plan->bounds[range + 1] };
	enum sp_status status = SP_OK;

	if (reading.end > reading.first) {
		status = sp_graph_complete_part(
			wide, reading.first / SP_BLOCK_PAGES,
			(reading.end + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES,
			err);
		if (!status)
			status = add_range(plan, &plan->of[range], &reading,
					   threads, err);
	}
	sp_reach_free(&reading.reach);
	sp_graph_free(wide);
	return status;
}

/* ---- a partition ------------------------------------------------------ */

/*
 * Counts the pages that are reached from one process, first seen from any of
 * its ranges; lists ascend, and so do owners.
 */
static void
plan_count_reached(const struct sp_plan *plan, const struct plan_range *range,
		   const uint64_t *first_of, unsigned process,
		   struct sp_plan_share *shares)
{
	unsigned owner = 0;

	for (uint64_t i = 0; i < range->reached; i++) {
		uint32_t page = range->pages[i];

		while (page >= first_of[owner + 1])
			owner++;
		if (owner == process ||
		    sp_bit_test_and_set(plan->seen, page))
			continue;
		shares[process].reached++;
		shares[process].reached_below += owner < process;
		shares[owner].lent++;
	}
}

static void
plan_forget(const struct sp_plan *plan, const struct plan_range *range)
{
	for (uint64_t i = 0; i < range->reached; i++)
		sp_bit_clear(plan->seen, range->pages[i]);
}

enum sp_status
sp_plan_shares(const struct sp_plan *plan, const uint64_t *first_of,
	       unsigned processes, struct sp_plan_share *shares,
	       struct sp_error *err)
{
	uint64_t range = 0;

	memset(shares, 0, processes * sizeof(*shares));
	for (unsigned k = 0; k < processes; k++) {
		uint64_t first = range;

		if (plan->bounds[range] != first_of[k])
			return sp_fail(err, SP_DATA, "process %u begins in "
				       "the middle of a range", k);
		shares[k].pages = first_of[k + 1] - first_of[k];
		for (; range < plan->ranges &&
		       plan->bounds[range + 1] <= first_of[k + 1] &&
		       plan->bounds[range] < first_of[k + 1];
		     range++) {
			shares[k].links += plan->of[range].links;
			shares[k].bytes += plan->of[range].bytes;
			plan_count_reached(plan, &plan->of[range], first_of, k,
					   shares);
		}
		for (uint64_t i = first; i < range; i++)
			plan_forget(plan, &plan->of[i]);
	}
	if (plan->bounds[range] != plan->pages && plan->pages)
		return sp_fail(err, SP_DATA, "the last process ends in the "
			       "middle of a range");
	return SP_OK;
}

static uint64_t
plan_round_up(uint64_t count)
{
	return (count + SP_SHARE_ALIGN - 1) / SP_SHARE_ALIGN * SP_SHARE_ALIGN;
}

uint64_t
sp_plan_places(const struct sp_plan_share *share)
{
	uint64_t above = share->reached - share->reached_below;
	uint64_t end = plan_round_up(share->reached_below) + share->pages;

	return above ? plan_round_up(end) + above : end;
}
