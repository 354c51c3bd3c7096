/* SPDX-License-Identifier: MIT */
#include "measure/crawl/partial.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "measure/crawl/pageset.h"

#include <stdlib.h>
#include <string.h>

/* Computes the PageRank of the graph that was seen, from equal ranks. */
static enum sp_status
rank_seen(const struct sp_graph *graph, const uint64_t *seen,
	  const uint64_t *done, const struct sp_partial *how, double *rank,
	  bool *converged, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	struct sp_pagerank_view view = { seen, done,
					 sp_bitset_count(seen, pages) };
	struct sp_pagerank_report report;
	struct sp_pagerank_space *space;
	enum sp_status status;

	*converged = true;
	/* No rank is set, but none is read either: nothing is compared. */
	if (!view.seen_count)
		return SP_OK;
	space = sp_pagerank_space_new(pages, SP_RANK_PARTS);
	if (!space)
		return sp_no_memory(err, "PageRank");
	for (uint64_t p = 0; p < pages; p++)
		rank[p] = sp_bit_test(seen, p) ?
				  1 / (double)view.seen_count : 0;
	status = sp_pagerank(graph, &view, NULL, &how->pagerank, space, rank,
			     &report, err);
	*converged = !status && report.converged;
	sp_pagerank_space_free(space);
	return status;
}

enum sp_status
sp_partial_tau(const struct sp_graph *graph, const struct sp_order *order,
	       const double *benchmark, const struct sp_partial *how,
	       struct sp_tau *tau, bool *converged, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(graph);
	uint64_t *seen = sp_bitset_new(pages);
	uint64_t *done = sp_bitset_new(pages);
	double *rank = sp_alloc_large(pages, sizeof(*rank));
	enum sp_status status;

	if (!seen || !done || !rank) {
		status = sp_no_memory(err, "the pages seen");
		goto out;
	}
	status = sp_pageset_downloads(done, pages, order, how->downloads, err);
	if (status)
		goto out;
	memcpy(seen, done, sp_bitset_words(pages) * sizeof(*seen));
	/* All seeds are queued before the first download. */
	status = sp_pageset_seeds(seen, pages, order, err);
	if (!status)
		status = sp_pageset_successors(seen, graph, done, err);
	if (!status)
		status = rank_seen(graph, seen, done, how, rank, converged,
				   err);
	if (!status)
		status = sp_tau_scores(rank, benchmark, pages,
				       how->done ? done : seen, how->digits,
				       tau, err);
out:
	free(seen);
	free(done);
	free(rank);
	return status;
}
