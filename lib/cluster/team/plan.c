/* SPDX-License-Identifier: MIT */
/*
 * What shares would be, from one pass over the graph for any number of
 * partitions.
 *
 * Whether a page is reached by a process is a union over its ranges: so it is
 * enough to know the pages reached from each range of the finest partition,
 * which is what a range keeps, ascending.  Those of a coarser one are found by
 * marking them in a bitset, each counted when it is marked first.  The bitset
 * is cleared by going over the same lists again and not as a whole, so a
 * partition costs the length of the lists and not pages / 64 for each process.
 *
 * A page that is reached from a range, but owned by the process to which the
 * range is given, is no page reached: that is decided when shares are counted,
 * by the owner, because at the time of reading the partition is not known.
 */
#include "cluster/team/plan.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "cluster/team/reach.h"
#include "cluster/team/share.h"
#include "graph/store.h"

#include <stdlib.h>
#include <string.h>

struct plan_range {
	uint64_t links, linked, near, bytes;
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

/*
 * The set may have room for half as much again.  Only what is used is kept:
 * there are as many of these lists as ranges.
 */
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

/*
 * Verifies the blocks before their bytes are counted.  An empty range has no
 * blocks, and a graph of which nothing was read cannot be completed.
 */
static enum sp_status
add_range(struct sp_plan *plan, struct plan_range *range,
	  struct sp_graph *wide, struct sp_reach_rows *rows, int threads,
	  struct sp_error *err)
{
	uint64_t first = sp_reach_first_block(rows), length;
	uint64_t last = sp_reach_last_block(rows);

	if (first == last)
		return SP_OK;
	if (sp_graph_complete_part(wide, first, last, err) ||
	    sp_reach_read(rows, threads, err))
		return err->status;
	if (!keep_pages(range, &rows->reach))
		return sp_no_memory(err, rows->what);
	for (uint64_t block = first; block < last; block++) {
		(void)sp_graph_block_bytes(rows->graph, block, &length);
		range->bytes += length;
	}
	range->links = rows->links;
	range->linked = rows->linked;
	range->near = rows->near;
	plan->links += rows->links;
	plan->checksum += rows->checksum;
	return SP_OK;
}

enum sp_status
sp_plan_add(struct sp_plan *plan, uint64_t range, struct sp_graph *wide,
	    int threads, struct sp_error *err)
{
	struct sp_reach_rows rows = {
		.graph = wide, .first = plan->bounds[range],
		.end = plan->bounds[range + 1], .what = "the plan",
		.measured = true
	};
	enum sp_status status = add_range(plan, &plan->of[range], wide, &rows,
					  threads, err);

	sp_reach_free(&rows.reach);
	sp_graph_free(wide);
	return status;
}

/* ---- a partition ------------------------------------------------------ */

/*
 * Counts the pages that are reached from one process, first seen from any of
 * its ranges; lists ascend, and so do owners.  The loop over owners ends:
 * first_of[processes] is the number of pages, which is above every page.
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

/*
 * Ranges and processes are gone through side by side.  A range belongs to the
 * process in which it ends; the second condition keeps a process without pages
 * from taking the empty ranges of the next one.
 */
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
			shares[k].linked += plan->of[range].linked;
			shares[k].near += plan->of[range].near;
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

/* As share_build_number_pages() gives places to the pages of a real share. */
uint64_t
sp_plan_places(const struct sp_plan_share *share)
{
	uint64_t above = share->reached - share->reached_below;
	uint64_t end = sp_share_align(share->reached_below) + share->pages;

	return above ? sp_share_align(end) + above : end;
}
