/* SPDX-License-Identifier: MIT */
/*
 * Exact harmonic centrality where links have lengths: for each page a search by
 * Dijkstra (1959) against the direction of links, which finds all pages that
 * reach it in the order of their distances.
 *
 * A search sets one score, so threads share the pages and need no locks.  It
 * needs the links to each page, which are made once: 12 bytes a link.
 *
 * The score is added up in the order in which harmonic_exact.c does it:
 * batches of sources by their numbers, in each batch the distances from the
 * smallest on, and for each distance the number of sources divided by it.  So
 * lengths of 1 give the bits of a graph without lengths.
 *
 * The heap has an entry for each time that a distance was improved; those of
 * pages that were settled since are skipped when they come up.
 */
#include "measure/graph/harmonic.h"

#include "base/memory.h"
#include "graph/visit.h"
#include "measure/graph/traverse.h"

#include <math.h>
#include <stdlib.h>

/* The links to each page. */
struct lengths_in {
	uint64_t pages;
	uint64_t *first;    /* of each page, and the end */
	uint32_t *source;
	double *length;
};

/* ---- the links to each page ------------------------------------------- */

static void
lengths_free(struct lengths_in *in)
{
	free(in->first);
	free(in->source);
	free(in->length);
}

/* first[p + 1] is where the next link to p goes, and first[p + 2] p + 1's. */
static enum sp_status
lengths_fill(const struct sp_graph *graph, const double *length,
	     struct lengths_in *in, struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	const uint32_t *successors;
	enum sp_status status;
	uint32_t page, count;

	if (!cursor)
		return sp_no_memory(err, "a list of links");
	while (sp_cursor_next(cursor, &page, &successors, &count))
		for (uint32_t i = 0; i < count; i++, length++) {
			uint64_t at = in->first[successors[i] + 1]++;

			in->source[at] = page;
			in->length[at] = *length;
			if (*length > 0)
				continue;
			status = sp_fail(err, SP_DATA, "the link from page "
					 "%lu to %lu has the length 0: it must "
					 "be above 0", (unsigned long)page,
					 (unsigned long)successors[i]);
			sp_cursor_free(cursor);
			return status;
		}
	status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	return status;
}

static enum sp_status
lengths_turn(const struct sp_graph *graph,
	     const struct sp_link_weights *lengths, int threads,
	     struct lengths_in *in, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph), links = sp_graph_links(graph);
	uint32_t *degree = sp_alloc_large_zero(pages, sizeof(*degree));
	enum sp_status status;

	in->pages = pages;
	in->first = sp_alloc_large_zero(pages + 2, sizeof(*in->first));
	in->source = sp_alloc_large(links, sizeof(*in->source));
	in->length = sp_alloc_large(links, sizeof(*in->length));
	if (degree && in->first && in->source && in->length)
		status = sp_count_inlinks(graph, threads, degree, err);
	else
		status = sp_no_memory(err, "the links to each page");
	for (uint64_t p = 0; !status && p < pages; p++)
		in->first[p + 2] = in->first[p + 1] + degree[p];
	free(degree);
	return status ? status : lengths_fill(graph, lengths->values, in, err);
}

/* ---- a heap ----------------------------------------------------------- */

struct lengths_entry {
	double distance;
	uint32_t page;
};

struct lengths_heap {
	struct lengths_entry *entries;
	uint64_t count, capacity;
};

static bool
lengths_push(struct lengths_heap *heap, double distance, uint32_t page)
{
	uint64_t at = heap->count;

	if (!sp_grow(&heap->entries, &heap->capacity, at + 1))
		return false;
	heap->count++;
	for (; at && heap->entries[(at - 1) / 2].distance > distance;
	     at = (at - 1) / 2)
		heap->entries[at] = heap->entries[(at - 1) / 2];
	heap->entries[at] = (struct lengths_entry){ distance, page };
	return true;
}

static struct lengths_entry
lengths_pop(struct lengths_heap *heap)
{
	struct lengths_entry *entries = heap->entries, best = entries[0];
	struct lengths_entry last = entries[--heap->count];
	uint64_t at = 0, child;

	while ((child = 2 * at + 1) < heap->count) {
		child += child + 1 < heap->count &&
			 entries[child + 1].distance < entries[child].distance;
		if (entries[child].distance >= last.distance)
			break;
		entries[at] = entries[child];
		at = child;
	}
	entries[at] = last;
	return best;
}

/* ---- searches --------------------------------------------------------- */

/* What a thread works with. */
struct lengths_search {
	struct lengths_heap heap;
	double *distance;               /* of each page; INFINITY: unknown */
	struct lengths_entry *settled;  /* in the order of their distances, */
	struct lengths_entry *sorted;   /* and by batches */
	uint64_t *place;                /* of each batch */
	uint64_t batches;
};

static void
lengths_search_free(struct lengths_search *search)
{
	free(search->heap.entries);
	free(search->distance);
	free(search->settled);
	free(search->sorted);
	free(search->place);
}

static bool
lengths_search_new(struct lengths_search *search, uint64_t pages)
{
	*search = (struct lengths_search){
		.distance = sp_alloc_large(pages, sizeof(double)),
		.settled = sp_alloc_large(pages, sizeof(*search->settled)),
		.sorted = sp_alloc_large(pages, sizeof(*search->sorted)),
		.batches = pages / SP_TRAVERSAL_MOST + 1,
		.place = sp_alloc(pages / SP_TRAVERSAL_MOST + 2,
				  sizeof(*search->place))
	};
	for (uint64_t p = 0; search->distance && p < pages; p++)
		search->distance[p] = INFINITY;
	return search->distance && search->settled && search->sorted &&
	       search->place;
}

/* Finds all that reach target; false if memory is short.  *count of them. */
static bool
lengths_settle(const struct lengths_in *in, struct lengths_search *search,
	       uint32_t target, uint64_t *count)
{
	double *distance = search->distance;

	*count = 0;
	search->heap.count = 0;
	distance[target] = 0;
	if (!lengths_push(&search->heap, 0, target))
		return false;
	while (search->heap.count) {
		struct lengths_entry next = lengths_pop(&search->heap);

		if (next.distance > distance[next.page])
			continue;
		search->settled[(*count)++] = next;
		for (uint64_t i = in->first[next.page];
		     i < in->first[next.page + 1]; i++) {
			double way = next.distance + in->length[i];
			uint32_t source = in->source[i];

			if (!(way < distance[source]))
				continue;
			distance[source] = way;
			if (!lengths_push(&search->heap, way, source))
				return false;
		}
	}
	return true;
}

/* Sorts what was settled by batches, stably; the first, the target, is left. */
static void
lengths_sort(struct lengths_search *search, uint64_t count)
{
	uint64_t sum = 0;

	for (uint64_t b = 0; b < search->batches; b++)
		search->place[b] = 0;
	for (uint64_t i = 1; i < count; i++)
		search->place[search->settled[i].page / SP_TRAVERSAL_MOST]++;
	for (uint64_t b = 0; b < search->batches; b++) {
		uint64_t of_batch = search->place[b];

		search->place[b] = sum;
		sum += of_batch;
	}
	for (uint64_t i = 1; i < count; i++)
		search->sorted[search->place[search->settled[i].page /
					     SP_TRAVERSAL_MOST]++] =
			search->settled[i];
}

/* The score of what was settled; forgets the distances. */
static double
lengths_score(struct lengths_search *search, uint64_t count)
{
	double score = 0;
	uint64_t same;

	lengths_sort(search, count);
	for (uint64_t i = 0; i + 1 < count; i += same) {
		const struct lengths_entry *entry = search->sorted + i;
		uint32_t batch = entry->page / SP_TRAVERSAL_MOST;

		for (same = 1; i + same + 1 < count; same++)
			if (entry[same].distance > entry->distance ||
			    entry[same].page / SP_TRAVERSAL_MOST != batch)
				break;
		score += (double)same / entry->distance;
	}
	for (uint64_t i = 0; i < count; i++)
		search->distance[search->settled[i].page] = INFINITY;
	return score;
}

/* Threads take pages as they are free; *most is the largest distance. */
static bool
lengths_search_all(const struct lengths_in *in, int threads,
		   const struct sp_progress *progress, double *values,
		   double *farthest)
{
	bool fails = false;
	double most = 0;

#pragma omp parallel num_threads(threads) reduction(max : most) \
	reduction(|| : fails)
	{
		struct lengths_search search;
		bool ready = lengths_search_new(&search, in->pages);

#pragma omp for schedule(dynamic, 64)
		for (uint64_t p = 0; p < in->pages; p++) {
			uint64_t count = 0;

			ready = ready && lengths_settle(in, &search,
							(uint32_t)p, &count);
			if (!ready)
				continue;
			most = fmax(most, search.settled[count - 1].distance);
			values[p] = lengths_score(&search, count);
			if (!(p % 64))
#pragma omp critical(sp_harmonic_lengths)
				sp_progress_report(progress, p, in->pages);
		}
		fails = !ready;
		lengths_search_free(&search);
	}
	*farthest = most;
	return !fails;
}

enum sp_status
sp_harmonic_lengths(const struct sp_graph *graph,
		    const struct sp_link_weights *lengths, int threads,
		    const struct sp_progress *progress, double *values,
		    double *farthest, struct sp_error *err)
{
	struct lengths_in in = { 0 };
	enum sp_status status = lengths_turn(graph, lengths, threads, &in,
					     err);

	*farthest = 0;
	if (!status &&
	    !lengths_search_all(&in, threads, progress, values, farthest))
		status = sp_no_memory(err, "searches from each page");
	lengths_free(&in);
	return status;
}
