/* SPDX-License-Identifier: MIT */
#include "crawl/ranking.h"

#include "base/memory.h"

#include <stdlib.h>

enum sp_status
sp_ranking_init(struct sp_ranking *ranking, const struct sp_run *run,
		struct sp_error *err)
{
	ranking->options = (struct sp_pagerank_options)SP_PAGERANK_DEFAULTS;
	ranking->options.damping = sp_value(run, SP_RANKING_DAMPING);
	ranking->options.tolerance = sp_value(run, SP_RANKING_TOLERANCE);
	ranking->options.iterations =
		(uint32_t)sp_value(run, SP_RANKING_ITERATIONS);
	ranking->options.method =
		(enum sp_pagerank_method)sp_value(run, SP_RANKING_METHOD);
	ranking->cold = sp_value(run, SP_RANKING_START) > 0;
	ranking->words = run->pages / 64 + 1;
	ranking->space = sp_pagerank_space_new(run->pages, 1);
	ranking->rank = sp_alloc_large_zero(run->pages, sizeof(double));
	ranking->seen = sp_alloc_zero(ranking->words, sizeof(uint64_t));
	ranking->done = sp_alloc_zero(ranking->words, sizeof(uint64_t));
	if (!ranking->space || !ranking->rank || !ranking->seen ||
	    !ranking->done)
		return sp_no_memory(err, "ranks");
	return SP_OK;
}

void
sp_ranking_free(struct sp_ranking *ranking)
{
	sp_pagerank_space_free(ranking->space);
	free(ranking->rank);
	free(ranking->seen);
	free(ranking->done);
}

/* What is seen and done now, and where the iteration starts. */
static void
prepare(struct sp_ranking *ranking, const struct sp_run *run, uint64_t known)
{
	const uint32_t *place = run->frontier.place;
	double *rank = ranking->rank;
	double equal = 1 / (double)known, sum = 0;

	for (uint64_t page = 0; page < run->pages; page++) {
		uint64_t bit = UINT64_C(1) << page % 64, word = page / 64;

		if (place[page] == SP_UNSEEN)
			rank[page] = 0;
		else if (ranking->cold || !ranking->started ||
			 !(ranking->seen[word] & bit))
			rank[page] = equal;
		sum += rank[page];
		if (place[page] != SP_UNSEEN)
			ranking->seen[word] |= bit;
		else
			ranking->seen[word] &= ~bit;
		if (place[page] & SP_DONE)
			ranking->done[word] |= bit;
	}
	for (uint64_t page = 0; !ranking->cold && page < run->pages; page++)
		rank[page] /= sum;
	ranking->started = true;
}

enum sp_status
sp_ranking_update(struct sp_ranking *ranking, struct sp_run *run,
		  struct sp_error *err)
{
	uint64_t known = run->size + run->frontier.count;
	struct sp_pagerank_view view = { ranking->seen, ranking->done, known };
	struct sp_pagerank_report report;

	prepare(ranking, run, known);
	if (sp_pagerank(run->input->graph, &view, NULL, &ranking->options,
			ranking->space, ranking->rank, &report, err))
		return err->status;
	run->report->recomputed++;
	run->report->iterations += report.iterations;
	return SP_OK;
}
