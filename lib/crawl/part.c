/* SPDX-License-Identifier: MIT */
/*
 * The part of the graph that a process has, as a graph in its numbers, for
 * orders that read more of it than the links of one page at a time: batchpr
 * and partialpr rank what was seen, and backlink with oracle=yes counts all
 * links.
 *
 * It is encoded as any graph is (graph/rowgraph.h).  Numbers have the order of
 * pages, so a row whose links are translated is still sorted, with the links
 * abroad last.
 *
 * Links abroad of one page must be different numbers, because the links of a
 * row are a set and their number is O(i), by which ranks are divided.  So a
 * page with 500 links abroad needs 500 numbers after those of the pages; all
 * pages use the same ones, from owned on, and the largest such number of one
 * page decides how many the graph has.  No page is behind them: they have no
 * links and are done from the start.
 *
 * Costs: two passes over the links of the part, one to count what leads abroad
 * and one to encode; the memory of the compact form once more, for all
 * processes together.
 */
#include "crawl/process.h"

#include "base/memory.h"
#include "graph/rowgraph.h"

#include <stdlib.h>

/* ---- rows ------------------------------------------------------------- */

/*
 * The most links of one page that lead abroad, and never fewer than the
 * numbers that messages.c uses.
 */
static enum sp_status
part_most_abroad(const struct sp_part *part, struct sp_accessor *accessor,
		 uint64_t *most, struct sp_error *err)
{
	*most = SP_STAND_INS;
	for (uint64_t p = 0; p < part->owned; p++) {
		const uint32_t *successors;
		uint32_t count, abroad = 0;

		if (sp_accessor_page(accessor, part->page_of[p], &successors,
				     &count, err))
			return err->status;
		for (uint32_t i = 0; i < count; i++)
			abroad += part->owner[successors[i]] != part->id;
		if (abroad > *most)
			*most = abroad;
	}
	return SP_OK;
}

/* The links of a page in numbers: numbers have the order of pages. */
static void
part_number_links(const struct sp_part *part, const uint32_t *successors,
		  uint32_t count, uint32_t *links)
{
	uint32_t own = 0;

	for (uint32_t i = 0; i < count; i++)
		if (part->owner[successors[i]] == part->id)
			links[own++] = part->number[successors[i]];
	for (uint32_t i = own; i < count; i++)
		links[i] = (uint32_t)part->owned + i - own;
}

/* A part whose rows are read. */
struct part_rows {
	const struct sp_part *part;
	struct sp_accessor *accessor;
};

static enum sp_status
part_pass_rows(void *context, const struct sp_row_sink *rows,
	       struct sp_error *err)
{
	const struct part_rows *from = context;
	const struct sp_part *part = from->part;
	enum sp_status status = SP_OK;
	uint32_t *links = NULL;
	uint64_t capacity = 0;

	for (uint64_t p = 0; !status && p < part->owned; p++) {
		struct sp_row row = { .page = (uint32_t)p };
		const uint32_t *successors;
		uint32_t count;

		status = sp_accessor_page(from->accessor, part->page_of[p],
					  &successors, &count, err);
		if (!status && !sp_grow(&links, &capacity, count + UINT64_C(1)))
			status = sp_no_memory(err, "the links of a process");
		if (status)
			break;
		part_number_links(part, successors, count, links);
		row.successors = links;
		row.count = count;
		status = sp_rows_pass(rows, &row, err);
	}
	free(links);
	return status;
}

enum sp_status
sp_part_graph(const struct sp_part *part, struct sp_accessor *accessor,
	      struct sp_graph **graph, struct sp_error *err)
{
	struct part_rows from = { part, accessor };
	uint64_t pages;

	if (part_most_abroad(part, accessor, &pages, err))
		return err->status;
	return sp_graph_of_rows(pages + part->owned, part_pass_rows, &from,
				graph, err);
}
