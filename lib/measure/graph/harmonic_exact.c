/* SPDX-License-Identifier: MIT */
/*
 * Exact harmonic centrality: searches from all pages, many at once, each of
 * which adds 1 over its distance to the pages it finds; for closeness, the
 * distance.
 *
 * A page gets one addition a distance for all searches of a batch, so that the
 * sum has few terms, in an order that does not depend on threads.
 */
#include "measure/graph/harmonic.h"

#include "base/memory.h"
#include "measure/graph/traverse.h"

#include <stdlib.h>

/* What the searches find at one distance. */
struct exact_level {
	unsigned words;
	uint32_t distance;
	double *values;
	uint32_t *reached; /* pages that reach each, for closeness; or NULL */
};

/* A page is visited by one thread. */
static void
add_found(void *context, uint32_t page, const uint64_t *bits)
{
	const struct exact_level *level = context;
	int found = 0;

	for (unsigned w = 0; w < level->words; w++)
		found += __builtin_popcountll(bits[w]);
	if (level->reached) {
		level->reached[page] += (unsigned)found;
		level->values[page] += (double)found * level->distance;
	} else {
		level->values[page] += (double)found / level->distance;
	}
}

static enum sp_status
search_from(struct sp_traversal *traversal, int threads, double *values,
	    uint32_t *reached, uint32_t *rounds, struct sp_error *err)
{
	struct exact_level level = { sp_traversal_words(traversal), 0,
				     values, reached };
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

static enum sp_status
search_from_all(const struct sp_graph *graph,
		const struct sp_harmonic_options *options, double *values,
		uint32_t *reached, uint32_t *rounds, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	struct sp_traversal *traversal;
	enum sp_status status = sp_traversal_new(graph, SP_TRAVERSAL_MOST,
						 options->threads, &traversal,
						 err);

	for (uint64_t first = 0; !status && first < pages;
	     first += SP_TRAVERSAL_MOST) {
		sp_progress_report(options->progress, first, pages);
		sp_traversal_clear(traversal);
		for (unsigned s = 0;
		     s < SP_TRAVERSAL_MOST && first + s < pages; s++)
			sp_traversal_start(traversal, s,
					   (uint32_t)(first + s));
		status = search_from(traversal, options->threads, values,
				     reached, rounds, err);
	}
	sp_traversal_free(traversal);
	return status;
}

enum sp_status
sp_harmonic_exact(const struct sp_graph *graph,
		  const struct sp_harmonic_options *options, double *values,
		  uint32_t *rounds, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	uint32_t *reached = NULL;
	enum sp_status status;

	*rounds = 0;
	for (uint64_t page = 0; page < pages; page++)
		values[page] = 0;
	if (options->closeness) {
		reached = sp_alloc_zero(pages, sizeof(*reached));
		if (!reached)
			return sp_no_memory(err, "the pages reached");
	}
	status = search_from_all(graph, options, values, reached, rounds, err);
	for (uint64_t page = 0; reached && page < pages; page++)
		values[page] = sp_closeness(reached[page], values[page],
					    pages);
	free(reached);
	return status;
}
