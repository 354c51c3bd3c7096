/* SPDX-License-Identifier: MIT */
/*
 * Exact harmonic centrality: searches from all pages, many at once, each of
 * which adds 1 over its distance to the pages it finds.
 *
 * A page gets one addition a distance for all searches of a batch, so that the
 * sum has few terms, in an order that does not depend on threads.
 */
#include "measure/graph/harmonic.h"

#include "measure/graph/traverse.h"

/* Adds what the searches found at one distance. */
static void
add_found(const struct sp_traversal *traversal, uint64_t pages, int threads,
	  uint32_t distance, double *values)
{
	unsigned words = sp_traversal_words(traversal);

#pragma omp parallel for num_threads(threads) schedule(static)
	for (uint64_t page = 0; page < pages; page++) {
		const uint64_t *bits = sp_traversal_bits(traversal,
							 (uint32_t)page);
		int found = 0;

		for (unsigned w = 0; w < words; w++)
			found += __builtin_popcountll(bits[w]);
		if (found)
			values[page] += (double)found / distance;
	}
}

static enum sp_status
search_from(struct sp_traversal *traversal, uint64_t pages, int threads,
	    double *values, uint32_t *rounds, struct sp_error *err)
{
	uint32_t distance = 0;
	bool found = true;

	for (;;) {
		if (sp_traversal_step(traversal, &found, err))
			return err->status;
		if (!found)
			break;
		add_found(traversal, pages, threads, ++distance, values);
	}
	if (distance > *rounds)
		*rounds = distance;
	return SP_OK;
}

enum sp_status
sp_harmonic_exact(const struct sp_graph *graph, int threads,
		  const struct sp_progress *progress, double *values,
		  uint32_t *rounds, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	struct sp_traversal *traversal;
	enum sp_status status = sp_traversal_new(graph, SP_TRAVERSAL_MOST,
						 threads, &traversal, err);

	*rounds = 0;
	for (uint64_t page = 0; page < pages; page++)
		values[page] = 0;
	for (uint64_t first = 0; !status && first < pages;
	     first += SP_TRAVERSAL_MOST) {
		sp_progress_report(progress, first, pages);
		sp_traversal_clear(traversal);
		for (unsigned s = 0;
		     s < SP_TRAVERSAL_MOST && first + s < pages; s++)
			sp_traversal_start(traversal, s,
					   (uint32_t)(first + s));
		status = search_from(traversal, pages, threads, values,
				     rounds, err);
	}
	sp_traversal_free(traversal);
	return status;
}
