/* SPDX-License-Identifier: MIT */
/*
 * What is counted of each shape.
 *
 * Links are counted by several threads at once, with atomic additions, whose
 * sums do not depend on their order.  There are as few additions as can be:
 * links of a page come by number, neighbours are often of one shape, and those
 * inside the shape are added once a page.
 */
#include "crawlshape.h"

#include "base/compare.h"
#include "base/memory.h"
#include "graph/visit.h"
#include "stream/section/fetches.h"
#include "stream/section/graph.h"
#include "stream/section/names.h"
#include "stream/section/states.h"

#include <stdlib.h>

/* ---- links ------------------------------------------------------------ */

static void
add_links(uint64_t *number, uint64_t more)
{
#pragma omp atomic
	*number += more;
}

static void
count_links(void *context, uint32_t page, const uint32_t *successors,
	    uint32_t count)
{
	const struct crawlshape *shape = context;
	const uint32_t *shape_of = shape->shapes.shape_of;
	uint32_t own = shape_of[page], i = 0;
	uint64_t inside = 0;

	while (i < count) {
		uint32_t to = shape_of[successors[i]], first = i;

		while (i < count && shape_of[successors[i]] == to)
			i++;
		if (to == SP_NO_SHAPE)
			continue;
		if (to == own)
			inside += i - first;
		else
			add_links(&shape->figures[to].inlinks, i - first);
	}
	if (inside)
		add_links(&shape->figures[own].inside, inside);
}

static enum sp_status
measure_links(struct crawlshape *shape)
{
	const struct sp_graph *graph = sp_contents_graph(&shape->contents);
	struct cmd *cmd = shape->cmd;
	struct progress progress;
	enum sp_status status;

	progress_begin(&progress, cmd, "block");
	status = sp_visit_lists(graph, cmd->threads, &progress.teller,
				count_links, shape, &cmd->err);
	progress_end(&progress);
	return status;
}

/* ---- fetches ---------------------------------------------------------- */

/* As graphstat counts: there is an answer, and it will stay the same. */
static void
measure_states(struct crawlshape *shape, const struct sp_states *states)
{
	for (uint64_t page = 0; states && page < shape->shapes.pages; page++) {
		uint32_t of = shape->shapes.shape_of[page];
		uint8_t state = states->state_of[page];

		if (of != SP_NO_SHAPE)
			shape->figures[of].fetched += state == SP_PAGE_OK ||
				state == SP_PAGE_REDIRECT ||
				state == SP_PAGE_GONE;
	}
}

static void
measure_sizes(struct crawlshape *shape, const struct sp_fetches *fetches)
{
	for (uint64_t i = 0; i < fetches->count; i++) {
		const struct sp_fetch *fetch = &fetches->items[i];
		uint32_t of = shape->shapes.shape_of[fetch->page];
		struct crawlshape_figures *figures;

		shape->sized |= fetch->size != SP_FETCH_NO_SIZE;
		shape->digested |= fetch->digest != SP_FETCH_NO_DIGEST;
		if (of == SP_NO_SHAPE)
			continue;
		figures = &shape->figures[of];
		figures->digested += fetch->digest != SP_FETCH_NO_DIGEST;
		if (fetch->size == SP_FETCH_NO_SIZE)
			continue;
		/* Sums end there, as those of all fetches do. */
		figures->bytes =
			fetch->size < SP_FETCH_SIZE_MAX - figures->bytes ?
				figures->bytes + fetch->size :
				SP_FETCH_SIZE_MAX;
	}
}

/*
 * Puts the digests of each shape side by side and sorts them there: 8 bytes a
 * page with a digest, and 8 a shape.
 */
static enum sp_status
measure_digests(struct crawlshape *shape, const struct sp_fetches *fetches)
{
	uint64_t count = shape->shapes.count, at = 0;
	uint64_t *digests = sp_alloc(fetches->count, sizeof(*digests));
	uint64_t *ends = sp_alloc(count, sizeof(*ends));

	if (!digests || !ends) {
		free(digests);
		free(ends);
		return sp_no_memory(&shape->cmd->err, "digests");
	}
	for (uint64_t i = 0; i < count; i++) {
		ends[i] = at;
		at += shape->figures[i].digested;
	}
	for (uint64_t i = 0; i < fetches->count; i++) {
		const struct sp_fetch *fetch = &fetches->items[i];
		uint32_t of = shape->shapes.shape_of[fetch->page];

		if (of != SP_NO_SHAPE && fetch->digest != SP_FETCH_NO_DIGEST)
			digests[ends[of]++] = fetch->digest;
	}
	for (uint64_t i = 0; i < count; i++) {
		struct crawlshape_figures *figures = &shape->figures[i];
		uint64_t *own = digests + ends[i] - figures->digested;

		if (figures->digested)
			qsort(own, figures->digested, sizeof(*own),
			      sp_compare_u64);
		for (uint64_t k = 1; k < figures->digested; k++)
			figures->duplicates += own[k] == own[k - 1];
	}
	free(digests);
	free(ends);
	return SP_OK;
}

/* ---- all of them ------------------------------------------------------ */

enum sp_status
crawlshape_measure(struct crawlshape *shape)
{
	const struct sp_fetches *fetches =
		sp_contents_fetches(&shape->contents);

	shape->figures = sp_alloc_zero(shape->shapes.count,
				       sizeof(*shape->figures));
	if (!shape->figures)
		return sp_no_memory(&shape->cmd->err, "the figures");
	measure_states(shape, sp_contents_states(&shape->contents));
	if (fetches)
		measure_sizes(shape, fetches);
	if (shape->digested && measure_digests(shape, fetches))
		return shape->cmd->err.status;
	return measure_links(shape);
}
