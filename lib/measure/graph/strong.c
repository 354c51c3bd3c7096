/* SPDX-License-Identifier: MIT */
/*
 * Strong components by one depth-first search without recursion.
 *
 * As in Pearce (2016), one number a page does for everything: 0, not visited;
 * small numbers, the order of the visits, lowered to the smallest that the
 * page reaches; and, from the top down, the component of pages that are
 * finished, which is larger than all numbers of visits.  The two ranges cannot
 * meet: visits counts the pages that are open, and next falls by 1 for each
 * component, of at least one page, that is closed.
 *
 * The path holds, beside each page, the successors that were new when it was
 * visited, so that no list is decoded twice.  When they would take too much
 * room, those of the older half are dropped, and the list of a page is decoded
 * again when the search comes back to it: 64 MiB are a limit for any graph,
 * and on a path of millions of pages the older ones are not needed for long.
 *
 * A page is the root of its component if it reaches no page that was visited
 * before it and is still open.  Pages that are not wait in open until their
 * root is finished; they are then the top of it, because the search leaves a
 * root after all that it reached.
 */
#include "measure/graph/components.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define PENDING_MAX ((uint64_t)1 << 24)   /* successors, of all pages */
#define PENDING_OF_PAGE (PENDING_MAX / 4) /* of one at a time */
#define PAGES_PER_REPORT 65536

/* A page on the path. */
struct strong_step {
	uint32_t page;
	uint32_t pending : 30; /* successors at the end of those pending */
	uint32_t more : 1;     /* and its list may have others */
	uint32_t root : 1;     /* it reaches no page visited earlier */
};

struct strong_search {
	struct sp_accessor *accessor;
	uint64_t pages;
	uint32_t *number;        /* see above */
	uint32_t visits;         /* the number of the next visit */
	uint32_t next;           /* the next component, from pages down */
	struct strong_step *path;
	uint64_t length, capacity;
	uint64_t dropped;        /* steps that have lost what was pending */
	uint32_t *pending;
	uint64_t pending_count, pending_capacity;
	uint32_t *open;          /* pages searched, but not their component */
	uint64_t open_count;
	uint64_t finished;       /* pages; for progress */
	const struct sp_progress *progress;
};

/* ---- successors that are pending -------------------------------------- */

/*
 * Makes room by forgetting what is pending of the older steps.  What stays is
 * a suffix of the array, since the steps of the path are in its order; dropped
 * is how many steps, from the first, have lost theirs.
 */
static void
drop_pending(struct strong_search *search)
{
	uint64_t kept = 0, step = search->length;

	while (step > search->dropped &&
	       kept + search->path[step - 1].pending <= PENDING_MAX / 2)
		kept += search->path[--step].pending;
	memmove(search->pending,
		search->pending + search->pending_count - kept,
		kept * sizeof(*search->pending));
	search->pending_count = kept;
	search->dropped = step;
}

/*
 * Looks at the successors of the last page of the path: lowers its number by
 * those that were visited, and keeps the others.
 */
static enum sp_status
read_step(struct strong_search *search, struct sp_error *err)
{
	struct strong_step *step = &search->path[search->length - 1];
	uint32_t *number = search->number;
	const uint32_t *successors;
	uint32_t count, low = number[step->page], kept = 0;

	if (sp_accessor_page(search->accessor, step->page, &successors, &count,
			     err))
		return err->status;
	/* Nothing is pending of it now, also if it was dropped with some. */
	step->pending = 0;
	if (search->pending_count + count > PENDING_MAX)
		drop_pending(search);
	if (!sp_grow(&search->pending, &search->pending_capacity,
		     search->pending_count + (count < PENDING_OF_PAGE ?
						      count :
						      PENDING_OF_PAGE)))
		return sp_no_memory(err, "the components");
	step->more = 0;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t to = successors[i];

		if (number[to] && number[to] < low)
			low = number[to];
		if (number[to])
			continue;
		if (kept == PENDING_OF_PAGE) {
			step->more = 1;
			break;
		}
		search->pending[search->pending_count + kept++] = to;
	}
	search->pending_count += kept;
	step->pending = kept & 0x3fffffff; /* at most PENDING_OF_PAGE */
	if (low < number[step->page]) {
		number[step->page] = low;
		step->root = 0;
	}
	return SP_OK;
}

/* ---- the search ------------------------------------------------------- */

static enum sp_status
visit_page(struct strong_search *search, uint32_t page, struct sp_error *err)
{
	if (!sp_grow(&search->path, &search->capacity, search->length + 1))
		return sp_no_memory(err, "the components");
	search->path[search->length++] =
		(struct strong_step){ .page = page, .root = 1 };
	search->number[page] = search->visits++;
	return read_step(search, err);
}

/*
 * The page and all open pages above its number are a component.  Their numbers
 * of visits are free again, which keeps numbers below those of components.
 */
static void
close_component(struct strong_search *search, uint32_t page)
{
	uint32_t *number = search->number;
	uint32_t low = number[page];

	while (search->open_count &&
	       number[search->open[search->open_count - 1]] >= low) {
		number[search->open[--search->open_count]] = search->next;
		search->visits--;
		search->finished++;
	}
	number[page] = search->next--;
	search->visits--;
	search->finished++;
	if (search->finished % PAGES_PER_REPORT == 0)
		sp_progress_report(search->progress, search->finished,
				   search->pages);
}

/* Leaves the last page of the path, and lowers the number of the one before. */
static void
leave_page(struct strong_search *search)
{
	struct strong_step *step = &search->path[--search->length];
	uint32_t page = step->page, *number = search->number;

	if (search->dropped > search->length)
		search->dropped = search->length;
	if (step->root)
		close_component(search, page);
	else
		search->open[search->open_count++] = page;
	if (search->length && number[page] < number[step[-1].page]) {
		number[step[-1].page] = number[page];
		step[-1].root = 0;
	}
}

/*
 * Goes on where the last page of the path is.  A successor that was new when
 * the list was read may have been visited since, by way of another: then its
 * number counts and nothing else.
 */
static enum sp_status
take_step(struct strong_search *search, struct sp_error *err)
{
	struct strong_step *step = &search->path[search->length - 1];

	if (search->dropped == search->length) {
		search->dropped--;
		return read_step(search, err);
	}
	while (step->pending) {
		uint32_t to = search->pending[--search->pending_count];
		uint32_t number = search->number[to];

		step->pending--;
		if (!number)
			return visit_page(search, to, err);
		if (number < search->number[step->page]) {
			search->number[step->page] = number;
			step->root = 0;
		}
	}
	if (step->more)
		return read_step(search, err);
	leave_page(search);
	return SP_OK;
}

static enum sp_status
strong_search_all(struct strong_search *search, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t page = 0; !status && page < search->pages; page++) {
		if (search->number[page])
			continue;
		status = visit_page(search, (uint32_t)page, err);
		while (!status && search->length)
			status = take_step(search, err);
	}
	return status;
}

/* ---- the result ------------------------------------------------------- */

/* Components went from the top down; they are numbered from 0 up. */
static enum sp_status
number_components(struct strong_search *search,
		  struct sp_components *components, struct sp_error *err)
{
	uint32_t *of = search->number;
	uint32_t top = (uint32_t)search->pages + 1;

	components->count = top - search->next;
	components->sizes = sp_alloc_zero(components->count,
					  sizeof(*components->sizes));
	if (!components->sizes)
		return sp_no_memory(err, "the components");
	for (uint64_t page = 0; page < search->pages; page++) {
		of[page] = top - of[page];
		components->sizes[of[page]]++;
	}
	components->of = of;
	search->number = NULL;
	return SP_OK;
}

/* Pages ascend, so that of equal sizes the first one found stays. */
static void
strong_find_largest(struct sp_components *components, uint64_t pages)
{
	uint32_t most = 0;

	for (uint64_t page = 0; page < pages; page++) {
		uint32_t own = components->of[page];

		if (components->sizes[own] <= most)
			continue;
		most = components->sizes[own];
		components->largest = own;
		components->largest_page = (uint32_t)page;
	}
}

enum sp_status
sp_strong_components(const struct sp_index *index,
		     const struct sp_graph *graph,
		     const struct sp_progress *progress,
		     struct sp_components *components, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	struct strong_search search = {
		.pages = pages, .visits = 1, .next = (uint32_t)pages + 1,
		.progress = progress
	};
	enum sp_status status = SP_OK;

	*components = (struct sp_components){ .count = 0 };
	search.accessor = sp_accessor_new(index);
	search.number = sp_alloc_large_zero(pages, sizeof(*search.number));
	search.open = sp_alloc_large(pages, sizeof(*search.open));
	if (!search.accessor || !search.number || !search.open)
		status = sp_no_memory(err, "the components");
	if (!status)
		status = strong_search_all(&search, err);
	free(search.open);
	free(search.path);
	free(search.pending);
	if (!status)
		status = number_components(&search, components, err);
	if (!status)
		strong_find_largest(components, pages);
	else
		sp_components_free(components);
	sp_accessor_free(search.accessor);
	free(search.number);
	return status;
}
