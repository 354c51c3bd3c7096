/* SPDX-License-Identifier: MIT */
#include "shape/downloads.h"

#include "base/bitset.h"
#include "graph/visit.h"

#include <stdlib.h>

struct timed_page {
	int64_t time;
	uint32_t page;
};

static int
compare_timed(const void *a, const void *b)
{
	const struct timed_page *one = a, *two = b;
	/* Pages without a time come last; SP_FETCH_NO_TIME is the least. */
	bool none = one->time == SP_FETCH_NO_TIME;
	bool other = two->time == SP_FETCH_NO_TIME;

	if (none != other)
		return none - other;
	if (one->time != two->time)
		return one->time < two->time ? -1 : 1;
	return (one->page > two->page) - (one->page < two->page);
}

/* Marks a page with links by another place than SP_NOT_DOWNLOADED. */
static void
mark_page_with_links(void *context, uint32_t page, const uint32_t *successors,
		     uint32_t count)
{
	uint32_t *place = context;

	(void)successors;
	if (count)
		place[page] = 0;
}

static enum sp_status
mark_downloads(const struct sp_shaped *shaped, uint32_t *place,
	       struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(shaped->graph);
	const struct sp_states *states = shaped->states;
	const struct sp_fetches *fetches = shaped->fetches;

	for (uint64_t page = 0; page < pages; page++)
		place[page] = SP_NOT_DOWNLOADED;
	if ((states && states->pages != pages) ||
	    (fetches && fetches->pages != pages))
		return sp_fail(err, SP_DATA, "states or fetches are of another "
			       "graph: their number of pages differs");
	if (!states && !fetches)
		return sp_visit_lists(shaped->graph, shaped->threads, NULL,
				      mark_page_with_links, place, err);
	for (uint64_t page = 0; states && page < pages; page++)
		if (states->state_of[page] == SP_PAGE_OK ||
		    states->state_of[page] == SP_PAGE_REDIRECT ||
		    states->state_of[page] == SP_PAGE_GONE)
			place[page] = 0;
	for (uint64_t i = 0; !states && i < fetches->count; i++)
		place[fetches->items[i].page] = 0;
	return SP_OK;
}

/* Sorts the order by time, if times differ. */
static enum sp_status
sort_by_time(const struct sp_fetches *fetches,
	     struct sp_shape_downloads *made, struct sp_error *err)
{
	struct timed_page *timed = sp_alloc(made->count, sizeof(*timed));
	int64_t first = SP_FETCH_NO_TIME;
	uint64_t f = 0;

	if (!timed)
		return sp_no_memory(err, "the times of downloads");
	for (uint64_t i = 0; i < made->count; i++) {
		int64_t time = SP_FETCH_NO_TIME;

		/* Both lists ascend by page. */
		while (f < fetches->count &&
		       fetches->items[f].page < made->order[i])
			f++;
		if (f < fetches->count &&
		    fetches->items[f].page == made->order[i])
			time = fetches->items[f].time;
		if (time != SP_FETCH_NO_TIME && first == SP_FETCH_NO_TIME)
			first = time;
		made->timed |= time != SP_FETCH_NO_TIME && time != first;
		timed[i] = (struct timed_page){ time, made->order[i] };
	}
	if (made->timed)
		qsort(timed, made->count, sizeof(*timed), compare_timed);
	for (uint64_t i = 0; i < made->count; i++)
		made->order[i] = timed[i].page;
	free(timed);
	return SP_OK;
}

enum sp_status
sp_shape_downloads(const struct sp_shaped *shaped,
		   struct sp_shape_downloads *downloads, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(shaped->graph);
	struct sp_shape_downloads made = { 0 };
	enum sp_status status = SP_OK;

	*downloads = made;
	made.place = sp_alloc(pages, sizeof(*made.place));
	if (!made.place)
		return sp_no_memory(err, "the places of downloads");
	status = mark_downloads(shaped, made.place, err);
	for (uint64_t page = 0; !status && page < pages; page++)
		made.count += made.place[page] != SP_NOT_DOWNLOADED;
	made.order = status ? NULL : sp_alloc(made.count, sizeof(*made.order));
	if (!status && !made.order)
		status = sp_no_memory(err, "the order of downloads");
	for (uint64_t page = 0, i = 0; !status && page < pages; page++)
		if (made.place[page] != SP_NOT_DOWNLOADED)
			made.order[i++] = (uint32_t)page;
	if (!status && shaped->fetches && shaped->fetches->clock)
		status = sort_by_time(shaped->fetches, &made, err);
	for (uint64_t i = 0; !status && i < made.count; i++)
		made.place[made.order[i]] = (uint32_t)i;
	if (status)
		sp_shape_downloads_free(&made);
	*downloads = made;
	return status;
}

void
sp_shape_downloads_free(struct sp_shape_downloads *downloads)
{
	free(downloads->order);
	free(downloads->place);
	*downloads = (struct sp_shape_downloads){ 0 };
}
