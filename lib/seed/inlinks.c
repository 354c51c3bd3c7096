/* SPDX-License-Identifier: MIT */
/*
 * In-links of some pages, from a graph that has links only.
 *
 * One pass over all rows collects them for a batch of pages.  Threads read
 * ranges of blocks; each range has a list of its own of what it finds, as pairs
 * of a list and a source, and at the end the lists of ranges are joined in the
 * order of the ranges by a counting sort.  So sources ascend, and nothing
 * depends on which thread read what.
 *
 * The lists are kept for later cores, up to a budget: those that are there are
 * dropped when they take more than half of it, before a batch is read.  A batch
 * may take all of it, so that one and a half times the budget may be in use, or
 * more for the first page of a batch, which is read whatever it takes.
 * In-degrees are known from the beginning (one pass, 4 bytes a page), so the
 * choice of a batch needs no trial.
 *
 * Sources that were dead at the time of a pass are left out, which saves memory
 * and never matters: dead pages stay dead.
 */
#include "seed/inlinks.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "graph/visit.h"
#include "seed/pagemap.h"

#include <stdlib.h>
#include <string.h>


/* A list of in-links: sources[start .. start + count). */
struct inlink_list {
	uint64_t start;
	uint32_t count;
};

struct sp_inlinks {
	const struct sp_graph *graph;
	int threads;
	uint64_t budget;
	uint64_t passes;
	uint32_t *in_degree;       /* of every page, dead sources included */
	uint64_t *wanted;          /* bitset: pages of the current batch */
	struct sp_page_map slots;  /* page -> index of its list */
	struct inlink_list *lists;
	uint64_t list_count, list_capacity;
	uint32_t *sources;
	uint64_t source_count, source_capacity;
};

/* A link into the batch. */
struct found_link {
	uint32_t slot;
	uint32_t source;
};

/*
 * The links that one range of blocks has.  Ranges are joined in their order,
 * so that the lists do not depend on which thread read what.
 */
struct range_links {
	struct found_link *found;
	uint64_t count, capacity;
};

/* ---- one pass over the links ------------------------------------------ */

struct inlinks_pass {
	const struct sp_inlinks *inlinks;
	const uint64_t *dead;
	struct range_links *ranges; /* one for each of sp_visit_ranges() */
};

static uint64_t
range_count(const struct sp_graph *graph)
{
	return sp_graph_blocks(graph) / SP_VISIT_BLOCKS + 1;
}

/*
 * The bitset comes first, since nearly all links lead to pages that are not
 * wanted; the map is asked only for those that are.
 */
static bool
inlinks_collect_sources(const struct inlinks_pass *pass,
			struct range_links *range, uint32_t page,
			const uint32_t *successors, uint32_t count)
{
	const struct sp_inlinks *inlinks = pass->inlinks;

	if (pass->dead && sp_bit_test(pass->dead, page))
		return true;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t slot = 0;

		/* Most links lead elsewhere; a bit is tested fastest. */
		if (!sp_bit_test(inlinks->wanted, successors[i]))
			continue;
		/* Cannot fail: a page that is wanted has a list. */
		(void)sp_page_map_get(&inlinks->slots, successors[i], &slot);
		if (!sp_grow(&range->found, &range->capacity, range->count + 1))
			return false;
		range->found[range->count++] =
			(struct found_link){ slot, page };
	}
	return true;
}

/* A range is read by one thread, so its list needs no lock. */
static enum sp_status
inlinks_read_range(void *context, struct sp_cursor *cursor, uint64_t first,
		   uint64_t last, struct sp_error *err)
{
	const struct inlinks_pass *pass = context;
	struct range_links *range = &pass->ranges[first / SP_VISIT_BLOCKS];
	const uint32_t *successors;
	uint32_t page, count;

	(void)last;
	while (sp_cursor_next(cursor, &page, &successors, &count))
		if (!inlinks_collect_sources(pass, range, page, successors,
					     count))
			return sp_no_memory(err, "in-links");
	return SP_OK;
}

/* The arrays stay, for the lists to come. */
static void
forget_lists(struct sp_inlinks *inlinks)
{
	sp_page_map_free(&inlinks->slots);
	inlinks->list_count = 0;
	inlinks->source_count = 0;
}

/*
 * Adds an empty list for a page and marks it.  The bit is set last, so that a
 * page without a list is never wanted.
 */
static bool
want_page(struct sp_inlinks *inlinks, uint32_t page)
{
	/* At most one list a page, so its index fits 32 bits. */
	if (!sp_grow(&inlinks->lists, &inlinks->list_capacity,
		     inlinks->list_count + 1) ||
	    !sp_page_map_set(&inlinks->slots, page,
			     (uint32_t)inlinks->list_count))
		return false;
	inlinks->lists[inlinks->list_count++] = (struct inlink_list){ 0, 0 };
	sp_bit_set(inlinks->wanted, page);
	return true;
}

/*
 * Marks as many pages of a batch as the budget allows, at least the first. The
 * in-degrees are known before the pass, so the choice does not depend on the
 * timing of threads.  Pages that have a list are known, also those that come
 * twice: the first time has given them one.
 */
static bool
want_batch(struct sp_inlinks *inlinks, const uint32_t *pages, uint64_t count)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < count; i++) {
		const uint32_t *sources;
		uint32_t known;

		if (sp_inlinks_get(inlinks, pages[i], &sources, &known))
			continue;
		/* The first page is needed, whatever it takes. */
		if (i && inlinks->in_degree[pages[i]] > inlinks->budget - sum)
			break;
		if (!want_page(inlinks, pages[i]))
			return false;
		/* Capped, so that budget - sum cannot wrap. */
		sum += inlinks->in_degree[pages[i]];
		if (sum > inlinks->budget)
			sum = inlinks->budget;
	}
	return true;
}

/*
 * Moves the links of the ranges to the lists by a counting sort: counts,
 * places, then fills.  Only new lists have links, because want_batch() skips
 * pages whose lists are known.  Ranges are taken in order, so sources ascend.
 *
 * Old lists have no links here, so that their counts stay.
 */
static bool
gather_sources(struct sp_inlinks *inlinks, uint64_t first_list,
	       const struct range_links *ranges)
{
	uint64_t end = inlinks->source_count;
	uint64_t count = range_count(inlinks->graph);
	struct inlink_list *lists = inlinks->lists;

	for (uint64_t i = 0; i < count; i++)
		for (uint64_t k = 0; k < ranges[i].count; k++)
			lists[ranges[i].found[k].slot].count++;
	for (uint64_t l = first_list; l < inlinks->list_count; l++) {
		lists[l].start = end;
		end += lists[l].count;
		lists[l].count = 0;
	}
	if (!sp_grow(&inlinks->sources, &inlinks->source_capacity, end))
		return false;
	inlinks->source_count = end;
	for (uint64_t i = 0; i < count; i++)
		for (uint64_t k = 0; k < ranges[i].count; k++) {
			struct found_link found = ranges[i].found[k];
			struct inlink_list *list = &lists[found.slot];

			inlinks->sources[list->start + list->count++] =
				found.source;
		}
	return true;
}

static void
unmark_batch(struct sp_inlinks *inlinks, const uint32_t *pages, uint64_t count)
{
	for (uint64_t i = 0; i < count; i++)
		sp_bit_clear(inlinks->wanted, pages[i]);
}

/*
 * Marks are taken back also after a failure: the bitset must be empty before
 * the next batch.
 */
enum sp_status
sp_inlinks_collect(struct sp_inlinks *inlinks, const uint64_t *dead,
		   const uint32_t *pages, uint64_t count,
		   struct sp_error *err)
{
	uint64_t ranges_count = range_count(inlinks->graph), first;
	struct range_links *ranges = sp_alloc_zero(ranges_count,
						   sizeof(*ranges));
	struct inlinks_pass pass = { inlinks, dead, ranges };
	enum sp_status status;

	if (!ranges)
		return sp_no_memory(err, "in-links");
	/* Old lists may take half of the budget, beside the batch. */
	if (inlinks->source_count > inlinks->budget / 2)
		forget_lists(inlinks);
	first = inlinks->list_count;
	status = want_batch(inlinks, pages, count) ?
			 SP_OK : sp_no_memory(err, "in-links");
	if (!status)
		status = sp_visit_ranges(inlinks->graph, 0,
					 sp_graph_blocks(inlinks->graph),
					 inlinks->threads, inlinks_read_range,
					 &pass, err);
	if (!status && !gather_sources(inlinks, first, ranges))
		status = sp_no_memory(err, "in-links");
	unmark_batch(inlinks, pages, count);
	/* After a failure, lists may be empty or half filled. */
	if (status)
		forget_lists(inlinks);
	inlinks->passes++;
	for (uint64_t i = 0; i < ranges_count; i++)
		free(ranges[i].found);
	free(ranges);
	return status;
}

/* ---- the rest --------------------------------------------------------- */

enum sp_status
sp_inlinks_new(const struct sp_graph *graph, int threads, uint64_t budget,
	       struct sp_inlinks **inlinks, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	struct sp_inlinks *made = sp_alloc_zero(1, sizeof(*made));
	enum sp_status status;

	*inlinks = NULL;
	if (!made)
		return sp_no_memory(err, "in-links");
	made->graph = graph;
	made->threads = threads;
	made->budget = budget;
	made->in_degree = sp_alloc_large_zero(pages, sizeof(uint32_t));
	made->wanted = sp_bitset_new(pages);
	status = made->in_degree && made->wanted ?
			 sp_count_inlinks(graph, threads, made->in_degree,
					  err) :
			 sp_no_memory(err, "in-links");
	if (status) {
		sp_inlinks_free(made);
		return status;
	}
	*inlinks = made;
	return SP_OK;
}

uint32_t
sp_inlinks_count(const struct sp_inlinks *inlinks, uint32_t page)
{
	return inlinks->in_degree[page];
}

bool
sp_inlinks_get(const struct sp_inlinks *inlinks, uint32_t page,
	       const uint32_t **sources, uint32_t *count)
{
	uint32_t slot;

	if (!sp_page_map_get(&inlinks->slots, page, &slot))
		return false;
	/* NULL while all lists are empty, and NULL + 0 is undefined. */
	*sources = inlinks->sources ?
			   inlinks->sources + inlinks->lists[slot].start :
			   NULL;
	*count = inlinks->lists[slot].count;
	return true;
}

uint64_t
sp_inlinks_passes(const struct sp_inlinks *inlinks)
{
	return inlinks->passes;
}

void
sp_inlinks_free(struct sp_inlinks *inlinks)
{
	if (!inlinks)
		return;
	free(inlinks->in_degree);
	free(inlinks->wanted);
	sp_page_map_free(&inlinks->slots);
	free(inlinks->lists);
	free(inlinks->sources);
	free(inlinks);
}
