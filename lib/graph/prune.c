/* SPDX-License-Identifier: MIT */
/*
 * Removes links inside a unit, or those between units, from one row at a time.
 * The cost is one look-up of a unit for each link, which is a cache miss on a
 * large graph.  Pages of a host are mostly one run of page numbers, though, and
 * most links are inside it: then a comparison with the ends of the run decides,
 * and only the links that leave it are looked up.
 *
 * Runs are used if they have four pages or more on average; in a graph whose
 * pages are in no order, hardly a run has two.
 */
#include "graph/prune.h"

#include "base/bitset.h"
#include "base/compare.h"
#include "base/memory.h"

#include <string.h>

#define RUN_PAGES 4 /* least pages of a run, on average */

static inline bool
prune_is_dead(const struct sp_prune *prune, uint32_t page)
{
	return prune->dead && sp_bit_test(prune->dead, page);
}

/* ---- runs ------------------------------------------------------------- */

static bool
starts_run(const uint32_t *unit_of, uint64_t page)
{
	return !page || unit_of[page] != unit_of[page - 1];
}

enum sp_status
sp_prune_find_runs(struct sp_prune *prune, uint64_t pages,
		   struct sp_error *err)
{
	const uint32_t *unit_of = prune->unit_of;
	uint64_t count = 0;

	for (uint64_t page = 0; page < pages; page++)
		count += starts_run(unit_of, page);
	if (count > pages / RUN_PAGES)
		return SP_OK;
	prune->runs = sp_alloc(count + 1, sizeof(*prune->runs));
	if (!prune->runs)
		return sp_no_memory(err, "the runs of hosts");
	for (uint64_t page = 0; page < pages; page++)
		if (starts_run(unit_of, page))
			prune->runs[prune->run_count++] = (uint32_t)page;
	prune->runs[count] = (uint32_t)pages;
	return SP_OK;
}

/*
 * Finds the run of a page: mostly it is the next one.
 *
 * Rows come in page order, so the next run is tried before the search.
 */
static void
find_run(const struct sp_prune *prune, uint32_t page, struct sp_prune_run *run)
{
	const uint32_t *runs = prune->runs;
	uint64_t i = run->next;

	if (i >= prune->run_count || page < runs[i] || page >= runs[i + 1])
		i = sp_first_not_below(runs, sizeof(*runs), prune->run_count,
				       (uint64_t)page + 1) - 1;
	run->first = runs[i];
	run->end = runs[i + 1];
	run->next = i + 1;
}

/* ---- rows ------------------------------------------------------------- */

/*
 * A page of the same unit may be in another run, so links that leave the run
 * are looked up like any others.
 */
static uint32_t
prune_by_unit(const uint32_t *unit_of, uint32_t own, bool keep_intra,
	      const uint32_t *successors, uint32_t count,
	      uint32_t *restrict kept)
{
	uint32_t out = 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t target = successors[i];

		/* Without a branch: what stays is hard to predict. */
		kept[out] = target;
		out += (unit_of[target] == own) == keep_intra;
	}
	return out;
}

/*
 * Most graphs are pruned by units alone, most links are inside a unit, and most
 * units are one run of pages: only the links before and after the run of the
 * page have to be looked up.
 *
 * Successors ascend: those of the run are one piece of the row, and both ends
 * of it are found from outside, link by link, as these have to be looked up
 * anyway.
 */
static uint32_t
prune_by_run(const struct sp_prune *prune, struct sp_prune_run *run,
	     uint32_t page, const uint32_t *successors, uint32_t count,
	     uint32_t *restrict kept)
{
	const uint32_t *unit_of = prune->unit_of;
	uint32_t below = 0, above = count, out;

	if (page < run->first || page >= run->end)
		find_run(prune, page, run);
	while (below < count && successors[below] < run->first)
		below++;
	while (above > below && successors[above - 1] >= run->end)
		above--;
	out = prune_by_unit(unit_of, unit_of[page], prune->keep_intra,
			    successors, below, kept);
	if (prune->keep_intra && above > below) {
		memcpy(kept + out, successors + below,
		       (above - below) * sizeof(*kept));
		out += above - below;
	}
	return out + prune_by_unit(unit_of, unit_of[page], prune->keep_intra,
				   successors + above, count - above,
				   kept + out);
}

/*
 * The general loop has all rules, without branches on what stays; the two above
 * it are the usual cases.
 */
uint32_t
sp_prune_row(const struct sp_prune *prune, struct sp_prune_run *run,
	     uint32_t page, const uint32_t *successors, uint32_t count,
	     uint32_t *restrict kept)
{
	const uint32_t *unit_of = prune->unit_of;
	uint32_t own, out = 0;

	if (!count || prune_is_dead(prune, page))
		return 0;
	if (unit_of && !prune->dead && !prune->self_links)
		return prune->runs ?
			       prune_by_run(prune, run, page, successors,
					    count, kept) :
			       prune_by_unit(unit_of, unit_of[page],
					     prune->keep_intra, successors,
					     count, kept);
	own = unit_of ? unit_of[page] : 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t target = successors[i];
		bool stays = !prune_is_dead(prune, target);

		if (unit_of)
			stays &= (unit_of[target] == own) ==
				 prune->keep_intra;
		if (prune->self_links)
			stays &= target != page;
		kept[out] = target;
		out += stays;
	}
	return out;
}
