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

/* What the searches find at one distance. */
struct exact_level {
	unsigned words;
	uint32_t distance;
	double *values;
};

/* A page is visited by one thread. */
static void
add_found(void *context, uint32_t page, const uint64_t *bits)
{
	const struct exact_level *level = context;
	int found = 0;

	for (unsigned w = 0; w < level->words; w++)
		found += __builtin_popcountll(bits[w]);
	level->values[page] += (double)found / level->distance;
}

static enum sp_status
search_from(struct sp_traversal *traversal, int threads, double *values,
	    uint32_t *rounds, struct sp_error *err)
{
	struct exact_level level = { sp_traversal_words(traversal), 0,
				     values };
	bool found = true;

	for (;;) {
		if (sp_traversal_step(traversal, &found, err))
			return err->status;
		if (!found)
			break;
		level.distance++;
		sp_traversal_visit(traversal, threads, add_found, &level);
	}
	if (level.distance > *rounds)
		*rounds = level.distance;
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
		status = search_from(traversal, threads, values, rounds, err);
	}
	sp_traversal_free(traversal);
	return status;
}
