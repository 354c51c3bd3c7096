/* SPDX-License-Identifier: MIT */
#include "crawl/fresh.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum sp_status
sp_fresh_init(struct sp_fresh *fresh, const struct sp_crawl_input *input,
	      struct sp_error *err)
{
	uint64_t pages = input->snapshots->pages;

	fresh->weight = input->weight;
	fresh->since = sp_alloc_large(pages, sizeof(*fresh->since));
	if (!fresh->since)
		return sp_no_memory(err, "the freshness of copies");
	memset(fresh->since, SP_FRESH, pages);
	return SP_OK;
}

void
sp_fresh_free(struct sp_fresh *fresh)
{
	free(fresh->since);
}

static double
weight_in(const struct sp_fresh *fresh, uint32_t page)
{
	return fresh->weight ? fresh->weight[page] : 0;
}

static void
count_copy(struct sp_fresh *fresh, const struct sp_snapshots *snapshots,
	   uint32_t page, unsigned read, unsigned now)
{
	if (!sp_snapshot_has(snapshots, page, now) ||
	    !sp_snapshots_agree(snapshots, page, read, now)) {
		if (fresh->since[page] == SP_FRESH)
			fresh->since[page] = (uint8_t)now;
		fresh->stale[fresh->since[page]]++;
		return;
	}
	fresh->since[page] = SP_FRESH;
	fresh->fresh++;
	fresh->weight_fresh += weight_in(fresh, page);
}

void
sp_fresh_turn(struct sp_fresh *fresh, const struct sp_snapshots *snapshots,
	      const uint8_t *read, unsigned now)
{
	fresh->fresh = fresh->there = 0;
	fresh->weight_fresh = fresh->weight_there = 0;
	memset(fresh->stale, 0, sizeof(fresh->stale));
	for (uint64_t p = 0; p < snapshots->pages; p++) {
		uint32_t page = (uint32_t)p;

		if (sp_snapshot_has(snapshots, page, now)) {
			fresh->there++;
			fresh->weight_there += weight_in(fresh, page);
		}
		if (read[page] < SP_SNAPSHOTS_MAX)
			count_copy(fresh, snapshots, page, read[page], now);
	}
}

void
sp_fresh_take(struct sp_fresh *fresh, uint32_t page, bool had)
{
	if (had && fresh->since[page] == SP_FRESH)
		return;
	if (had)
		fresh->stale[fresh->since[page]]--;
	else
		fresh->copies++;
	fresh->since[page] = SP_FRESH;
	fresh->fresh++;
	fresh->weight_fresh += weight_in(fresh, page);
}

/* A copy of a page that is gone is stale. */
void
sp_fresh_lose(struct sp_fresh *fresh, uint32_t page)
{
	fresh->stale[fresh->since[page]]--;
	fresh->since[page] = SP_FRESH;
	fresh->copies--;
}

static double
share(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

void
sp_fresh_row(const struct sp_fresh *fresh, const uint64_t *takeovers,
	     uint64_t moment, struct sp_freshness *row)
{
	double age = 0;

	/* No copy is stale since the first snapshot. */
	for (unsigned i = 1; i < SP_SNAPSHOTS_MAX; i++)
		if (fresh->stale[i])
			age += (double)fresh->stale[i] *
			       (double)(moment - takeovers[i - 1]);
	row->copies = fresh->copies;
	row->fresh = fresh->fresh;
	row->there = fresh->there;
	row->age = share(age, (double)fresh->copies);
	/* The two sums are added in different orders, and so round apart. */
	row->weight = fmin(share(fresh->weight_fresh, fresh->weight_there), 1);
}
