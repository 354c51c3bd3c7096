/* SPDX-License-Identifier: MIT */
#include "crawl/copies.h"

#include "base/memory.h"
#include "graph/rowgraph.h"

#include <stdlib.h>
#include <string.h>

enum sp_status
sp_copies_init(struct sp_copies *copies, const struct sp_crawl_input *input,
	       bool with_fresh, struct sp_error *err)
{
	const struct sp_snapshots *snapshots = input->snapshots;

	if (!snapshots)
		return SP_OK;
	copies->snapshots = snapshots;
	copies->takeovers = input->takeovers;
	copies->read = sp_alloc_large(snapshots->pages, sizeof(*copies->read));
	if (!copies->read)
		return sp_no_memory(err, "copies of pages");
	memset(copies->read, SP_COPY_NONE, snapshots->pages);
	if (!with_fresh)
		return SP_OK;
	copies->fresh = &copies->kept;
	if (sp_fresh_init(copies->fresh, input, err))
		return err->status;
	sp_fresh_turn(copies->fresh, snapshots, copies->read, 0);
	return SP_OK;
}

void
sp_copies_free(struct sp_copies *copies)
{
	sp_fresh_free(&copies->kept);
	free(copies->read);
	free(copies->links);
}

/* Each snapshot in turn, since a copy may be stale from any of them on. */
void
sp_copies_move(struct sp_copies *copies, uint64_t moment)
{
	copies->moment = moment;
	while (copies->now + 1 < copies->snapshots->count &&
	       copies->takeovers[copies->now] <= moment) {
		copies->now++;
		if (copies->fresh)
			sp_fresh_turn(copies->fresh, copies->snapshots,
				      copies->read, copies->now);
	}
}

bool
sp_copies_fetch(struct sp_copies *copies, uint32_t page, uint64_t moment)
{
	bool had = copies->read[page] < SP_SNAPSHOTS_MAX, there;

	sp_copies_move(copies, moment);
	there = sp_snapshot_has(copies->snapshots, page, copies->now);
	if (copies->fresh && there)
		sp_fresh_take(copies->fresh, page, had);
	else if (copies->fresh && had)
		sp_fresh_lose(copies->fresh, page);
	copies->read[page] = there ? (uint8_t)copies->now : SP_COPY_GONE;
	return there;
}

enum sp_status
sp_copies_links(struct sp_copies *copies, uint32_t page,
		const uint32_t **successors, uint32_t *count,
		struct sp_error *err)
{
	const struct sp_snapshots *snapshots = copies->snapshots;
	unsigned read = copies->read[page];

	if (read == SP_COPY_NONE)
		read = copies->now;
	if (read == SP_COPY_GONE || !sp_snapshot_has(snapshots, page, read)) {
		*count = 0;
		return SP_OK;
	}
	if (!sp_snapshots_change(snapshots, page))
		return SP_OK;
	if (!sp_grow(&copies->links, &copies->capacity, *count + UINT64_C(1)))
		return sp_no_memory(err, "a list of links");
	*count = sp_snapshot_links(snapshots, page, read, *successors, *count,
				   copies->links);
	*successors = copies->links;
	return SP_OK;
}

/* The graph of what was read. */
struct copies_rows {
	struct sp_copies *copies;
	struct sp_accessor *accessor;
};

static enum sp_status
copies_pass_rows(void *context, const struct sp_row_sink *rows,
		 struct sp_error *err)
{
	struct copies_rows *from = context;
	struct sp_copies *copies = from->copies;

	for (uint64_t p = 0; p < copies->snapshots->pages; p++) {
		struct sp_row row = { .page = p };
		uint32_t count;

		if (copies->read[p] >= SP_SNAPSHOTS_MAX)
			continue;
		if (sp_accessor_page(from->accessor, (uint32_t)p,
				     &row.successors, &count, err) ||
		    sp_copies_links(copies, (uint32_t)p, &row.successors,
				    &count, err))
			return err->status;
		row.count = count;
		if (count && sp_rows_pass(rows, &row, err))
			return err->status;
	}
	return SP_OK;
}

enum sp_status
sp_copies_graph(struct sp_copies *copies, const struct sp_index *index,
		struct sp_graph **graph, struct sp_error *err)
{
	struct copies_rows from = { copies, sp_accessor_new(index) };
	enum sp_status status;

	*graph = NULL;
	if (!from.accessor)
		return sp_no_memory(err, "the links of a crawl");
	status = sp_graph_of_rows(copies->snapshots->pages, copies_pass_rows,
				  &from, graph, err);
	sp_accessor_free(from.accessor);
	return status;
}

struct sp_freshness
sp_copies_freshness(const struct sp_copies *copies, uint64_t downloads)
{
	struct sp_freshness row = { .downloads = downloads };

	sp_fresh_row(copies->fresh, copies->takeovers, copies->moment, &row);
	return row;
}
