/* SPDX-License-Identifier: MIT */
/*
 * Only links that change have a mask, so a row of the graph is walked beside
 * the rows of its page in the table, and most pages have none there.  first[]
 * finds them without a search, since a crawl asks for each page that it
 * downloads.
 */
#include "graph/snapshots.h"

#include "base/memory.h"
#include "graph/visit.h"

#include <stdlib.h>

/* A pass over the graph beside the scores of links. */
struct snapshots_making {
	struct sp_snapshots *snapshots;
	const struct sp_link_scores *links;
	uint64_t at;             /* in links */
	uint64_t next;           /* the page whose first[] is not set yet */
	uint64_t kept;
};

static bool
is_mask(double value)
{
	const double end = (double)(UINT64_C(1) << SP_SNAPSHOTS_MAX);

	return value >= 0 && value < end && (double)(uint64_t)value == value;
}

/* The largest mask has the last snapshot. */
static enum sp_status
count_snapshots(struct sp_snapshots *snapshots, struct sp_error *err)
{
	uint64_t all = 0;

	for (uint64_t p = 0; p < snapshots->pages; p++) {
		double value = snapshots->mask_of[p];

		if (!is_mask(value))
			return sp_fail(err, SP_DATA, "score \""
				       SP_SNAPSHOTS_NAME "\": %.17g of page "
				       "%" PRIu64 " is not a set of "
				       "snapshots", value, p);
		all |= (uint64_t)value;
	}
	while (all >> snapshots->count)
		snapshots->count++;
	return snapshots->count ? SP_OK :
	       sp_fail(err, SP_DATA, "score \"" SP_SNAPSHOTS_NAME "\": no "
		       "page is there in any snapshot");
}

static enum sp_status
check_link_masks(const struct sp_snapshots *snapshots,
	    const struct sp_link_scores *links, struct sp_error *err)
{
	for (uint64_t i = 0; i < links->count; i++) {
		const struct sp_link_score *row = &links->rows[i];

		if (!is_mask(row->score) || !(row->score > 0) ||
		    (uint64_t)row->score >> snapshots->count)
			return sp_fail(err, SP_DATA, "scores \""
				       SP_SNAPSHOTS_NAME "\" of links: %.17g "
				       "of the link from page %lu to %lu is "
				       "not a set of the %u snapshots",
				       row->score,
				       (unsigned long)row->source,
				       (unsigned long)row->target,
				       snapshots->count);
	}
	return SP_OK;
}

/* The rows of one page that are links stay. */
static enum sp_status
take_row(void *context, const struct sp_row *links, struct sp_error *err)
{
	struct snapshots_making *making = context;
	struct sp_snapshots *to = making->snapshots;
	const struct sp_link_scores *from = making->links;

	(void)err;
	while (making->next <= links->page)
		to->first[making->next++] = making->kept;
	for (; making->at < from->count &&
	       from->rows[making->at].source <= links->page; making->at++) {
		const struct sp_link_score *row = &from->rows[making->at];

		if (row->source != links->page ||
		    !sp_row_contains(links, row->target))
			continue;
		to->targets[making->kept] = row->target;
		to->masks[making->kept++] = (uint64_t)row->score;
	}
	return SP_OK;
}

enum sp_status
sp_snapshots_init(struct sp_snapshots *snapshots, const struct sp_graph *graph,
		  const double *pages, const struct sp_link_scores *links,
		  struct sp_error *err)
{
	struct snapshots_making making = { snapshots, links, 0, 0, 0 };
	struct sp_row_sink sink = { &making, NULL, take_row };
	uint64_t count = links->count;

	snapshots->pages = sp_graph_pages(graph);
	snapshots->mask_of = pages;
	if (count_snapshots(snapshots, err) ||
	    check_link_masks(snapshots, links, err))
		return err->status;
	snapshots->first = sp_alloc_large(snapshots->pages + 1,
					  sizeof(*snapshots->first));
	snapshots->targets = sp_alloc_large(count, sizeof(uint32_t));
	snapshots->masks = sp_alloc_large(count, sizeof(uint64_t));
	if (!snapshots->first || !snapshots->targets || !snapshots->masks)
		return sp_no_memory(err, "the links that change");
	if (sp_graph_walk(graph, NULL, NULL, &sink, err))
		return err->status;
	while (making.next <= snapshots->pages)
		snapshots->first[making.next++] = making.kept;
	return SP_OK;
}

void
sp_snapshots_free(struct sp_snapshots *snapshots)
{
	free(snapshots->first);
	free(snapshots->targets);
	free(snapshots->masks);
	*snapshots = (struct sp_snapshots){ 0 };
}

uint32_t
sp_snapshot_links(const struct sp_snapshots *snapshots, uint32_t page,
		  unsigned snapshot, const uint32_t *successors,
		  uint32_t count, uint32_t *links)
{
	uint64_t at = snapshots->first[page];
	uint64_t end = snapshots->first[page + UINT64_C(1)];
	uint32_t kept = 0;

	for (uint32_t i = 0; i < count; i++) {
		bool here = true;

		if (at < end && snapshots->targets[at] == successors[i])
			here = snapshots->masks[at++] >> snapshot & 1;
		links[kept] = successors[i];
		kept += here;
	}
	return kept;
}

bool
sp_snapshots_agree(const struct sp_snapshots *snapshots, uint32_t page,
		   unsigned one, unsigned other)
{
	for (uint64_t i = snapshots->first[page];
	     i < snapshots->first[page + UINT64_C(1)]; i++)
		if ((snapshots->masks[i] >> one ^
		     snapshots->masks[i] >> other) & 1)
			return false;
	return true;
}
