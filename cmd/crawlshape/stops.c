/* SPDX-License-Identifier: MIT */
/*
 * --stops: what the crawl would have saved and lost without its traps, one by
 * one and all together.
 *
 * A search has a bit for each trap, so their number is limited; those with the
 * most downloads are taken, since the others save nothing.  Where a crawl began
 * is not in a stream, so its first pages are those that lead to everything it
 * downloaded (shape/stops.h).
 */
#include "crawlshape.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "cli/table.h"

#include <math.h>
#include <stdlib.h>

struct traps {
	uint32_t shape[SP_STOPS_MOST]; /* those with the most downloads first */
	unsigned count;
	uint64_t left_out;
};

/* Puts a trap in its place, and drops the last one if there is no room. */
static void
take_trap(struct traps *traps, const struct sp_shape_figures *figures,
	  uint32_t trap)
{
	unsigned at = traps->count;

	if (traps->count == SP_STOPS_MOST) {
		traps->left_out++;
		at--;
		if (figures[traps->shape[at]].downloads >=
		    figures[trap].downloads)
			return;
	} else {
		traps->count++;
	}
	while (at && figures[traps->shape[at - 1]].downloads <
			     figures[trap].downloads) {
		traps->shape[at] = traps->shape[at - 1];
		at--;
	}
	traps->shape[at] = trap;
}

static enum sp_status
search_without(const struct crawlshape *shape, const struct traps *traps,
	       struct sp_stops *stops)
{
	const struct sp_shaped *shaped = &shape->shaped;
	struct sp_error *err = &shape->cmd->err;
	uint64_t *seeds = sp_bitset_new(sp_graph_pages(shaped->graph));
	struct sp_index *index = NULL;
	enum sp_status status;

	if (!seeds)
		return sp_no_memory(err, "the first pages of the crawl");
	status = sp_index_new(shaped->graph, shaped->threads, &index, err);
	if (!status)
		status = sp_crawl_seeds(shaped, &shape->downloads, index,
					seeds, err);
	if (!status)
		status = sp_shape_stops(shaped, &shape->downloads, index,
					seeds, traps->shape, traps->count,
					stops, err);
	sp_index_free(index);
	free(seeds);
	return status;
}

static void
put_mass(const struct crawlshape *shape, struct table *table, double mass)
{
	table_measure(table, shape->shaped.mass ? mass : NAN);
}

/* A row; trap is NULL for that of all traps. */
static enum sp_status
put_stop(const struct crawlshape *shape, struct table *table,
	 const struct sp_stop *stop, const uint32_t *trap)
{
	struct sp_span text;

	TABLE_UINTS(table, stop->saved, stop->lost, stop->lost_downloads);
	put_mass(shape, table, stop->mass);
	put_mass(shape, table, stop->lost_mass);
	if (trap) {
		text = sp_shape_text(&shape->shapes, *trap);
		table_string(table, sp_trap_word(shape->shapes.traps[*trap]));
		table_span(table, text);
	} else {
		table_string(table, "all");
		table_none(table);
	}
	return table_end(table);
}

enum sp_status
crawlshape_stops(struct crawlshape *shape)
{
	static const char *const columns[] = {
		"saved", "lost", "lostdownloads", "mass", "lostmass",
		"verdict", "pattern", NULL
	};
	struct sp_error *err = &shape->cmd->err;
	struct traps traps = { .count = 0 };
	struct sp_stops stops;
	struct table table;
	enum sp_status status;

	for (uint64_t i = shape->first; i < shape->end; i++)
		if (shape->shapes.traps[i] &&
		    shape->shapes.known[i] >= shape->options.min_pages)
			take_trap(&traps, shape->figures, (uint32_t)i);
	if (shape->options.top && shape->options.top < traps.count)
		traps.count = (unsigned)shape->options.top;
	status = search_without(shape, &traps, &stops);
	if (status)
		return status;
	if (traps.left_out)
		cmd_warn(shape->cmd, "%" PRIu64 " traps with the fewest "
			 "downloads are left out, also of the last row",
			 traps.left_out);
	table_begin(&table, shape->output, columns, shape->options.json, err);
	table.digits = 6;
	for (unsigned i = 0; i < traps.count && !status; i++)
		status = put_stop(shape, &table, &stops.of[i],
				  &traps.shape[i]);
	if (!status)
		status = put_stop(shape, &table, &stops.all, NULL);
	cmd_count(shape->cmd, "traps", traps.count);
	return status;
}
