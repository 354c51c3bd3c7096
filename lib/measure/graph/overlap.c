/* SPDX-License-Identifier: MIT */
/*
 * Searches from all sources at once (traverse.h) give the pages that each found
 * in a step, which are added to the sets: a row of bits a page, one for each
 * source.
 *
 * Pairs are counted over columns: of 64 pages, a column has a bit for each page
 * that a source reaches, so that the pages which two sources share are the bits
 * of "and", and all pairs of sources cost one operation for 64 pages.  Each
 * thread counts for itself, in whole numbers, whose sum has no order.
 */
#include "measure/graph/overlap.h"

#include "base/memory.h"
#include "measure/graph/traverse.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

struct overlap_search {
	struct sp_traversal *traversal;
	unsigned sources, words;
	uint64_t pages;
	int threads;
	uint64_t *reached; /* words of each page */
	uint64_t *shared;  /* of each thread: pages of each pair, x <= y, */
	uint64_t *any;     /* and pages of any set */
};

/* ---- sets ------------------------------------------------------------- */

static void
overlap_add_found(void *context, uint32_t page, const uint64_t *bits)
{
	struct overlap_search *search = context;
	uint64_t *row = search->reached + (uint64_t)page * search->words;

	for (unsigned w = 0; w < search->words; w++)
		row[w] |= bits[w];
}

/* Turns the rows of up to 64 pages; returns the pages that any source has. */
static uint64_t
turn_rows(const struct overlap_search *search, uint64_t first,
	  uint64_t columns[SP_OVERLAP_MOST])
{
	const uint64_t *row = search->reached + first * search->words;
	uint64_t any = 0;

	memset(columns, 0, search->sources * sizeof(*columns));
	for (unsigned i = 0; i < 64 && first + i < search->pages; i++)
		for (unsigned w = 0; w < search->words; w++, row++) {
			any |= (uint64_t)(*row != 0) << i;
			for (uint64_t rest = *row; rest; rest &= rest - 1)
				columns[64 * w + (unsigned)
					__builtin_ctzll(rest)] |=
					UINT64_C(1) << i;
		}
	return any;
}

/* Counts 64 pages for the calling thread. */
static void
count_columns(struct overlap_search *search, uint64_t first, int thread)
{
	unsigned n = search->sources;
	uint64_t *shared = search->shared + (uint64_t)thread * n * n;
	uint64_t columns[SP_OVERLAP_MOST];
	uint64_t any = turn_rows(search, first, columns);

	search->any[thread] += (uint64_t)__builtin_popcountll(any);
	for (unsigned x = 0; any && x < n; x++)
		for (unsigned y = x; columns[x] && y < n; y++)
			shared[x * n + y] += (uint64_t)__builtin_popcountll(
				columns[x] & columns[y]);
}

/* Leaves the sums over all threads where the counts of the first were. */
static void
overlap_count(struct overlap_search *search)
{
	uint64_t cells = (uint64_t)search->sources * search->sources;
	uint64_t threads = (uint64_t)search->threads;

	memset(search->shared, 0, threads * cells * sizeof(*search->shared));
	memset(search->any, 0, threads * sizeof(*search->any));
#pragma omp parallel for schedule(static) num_threads(search->threads)
	for (uint64_t first = 0; first < search->pages; first += 64)
		count_columns(search, first, omp_get_thread_num());
	for (uint64_t t = 1; t < threads; t++) {
		search->any[0] += search->any[t];
		for (uint64_t i = 0; i < cells; i++)
			search->shared[i] += search->shared[t * cells + i];
	}
}

/* ---- means ------------------------------------------------------------ */

static void
add_seed_pair(struct sp_overlap_pairs *to, uint64_t x, uint64_t y,
	      uint64_t both)
{
	to->pairs++;
	/* No set is empty: a source reaches itself. */
	to->jaccard += (double)both / (double)(x + y - both);
	to->coefficient += (double)both / (double)(x < y ? x : y);
}

static void
end_pairs(struct sp_overlap_pairs *to)
{
	to->jaccard = to->pairs ? to->jaccard / (double)to->pairs : NAN;
	to->coefficient = to->pairs ? to->coefficient / (double)to->pairs :
				      NAN;
}

static void
fill_row(struct overlap_search *search, const uint32_t *groups,
	 struct sp_overlap *row)
{
	unsigned n = search->sources;
	const uint64_t *shared = search->shared;
	double reached = 0;

	overlap_count(search);
	row->together = search->any[0];
	for (unsigned x = 0; x < n; x++) {
		uint64_t size = shared[x * n + x];

		reached += (double)size;
		for (unsigned y = x + 1; y < n; y++) {
			uint64_t both = shared[x * n + y];
			uint64_t other = shared[y * n + y];

			add_seed_pair(&row->all, size, other, both);
			if (groups && groups[x] == groups[y])
				add_seed_pair(&row->same, size, other, both);
			else if (groups)
				add_seed_pair(&row->other, size, other, both);
		}
	}
	row->reached = reached / n;
	end_pairs(&row->all);
	end_pairs(&row->same);
	end_pairs(&row->other);
}

/* ---- the search ------------------------------------------------------- */

static enum sp_status
overlap_search_all(struct overlap_search *search, const uint32_t *groups,
		   uint64_t steps, const struct sp_progress *progress,
		   struct sp_overlap *rows, uint64_t *count,
		   struct sp_error *err)
{
	/* Before the first step, the pages at which sources start. */
	sp_traversal_visit(search->traversal, search->threads,
			   overlap_add_found, search);
	for (uint64_t step = 0; step < steps; step++) {
		bool found;

		if (sp_traversal_step(search->traversal, &found, err))
			return err->status;
		/* Sets that stay are no row, unless it is the only one. */
		if (!found && step)
			return SP_OK;
		sp_traversal_visit(search->traversal, search->threads,
				   overlap_add_found, search);
		rows[step] = (struct sp_overlap){ .distance = step + 1 };
		fill_row(search, groups, &rows[step]);
		*count = step + 1;
		sp_progress_report(progress, step + 1, steps);
		if (!found)
			return SP_OK;
	}
	return SP_OK;
}

enum sp_status
sp_overlaps(const struct sp_graph *graph, const uint32_t *sources,
	    const uint32_t *groups, unsigned source_count, uint64_t steps,
	    int threads, const struct sp_progress *progress,
	    struct sp_overlap *rows, uint64_t *count, struct sp_error *err)
{
	struct overlap_search search = {
		.sources = source_count, .pages = sp_graph_pages(graph),
		.threads = threads
	};
	uint64_t cells = (uint64_t)source_count * source_count;
	enum sp_status status = sp_traversal_new(graph, source_count, threads,
						 &search.traversal, err);

	*count = 0;
	if (status)
		return status;
	search.words = sp_traversal_words(search.traversal);
	search.reached = sp_alloc_zero(search.pages * search.words,
				       sizeof(*search.reached));
	search.shared = sp_alloc((uint64_t)threads * cells,
				 sizeof(*search.shared));
	search.any = sp_alloc((uint64_t)threads, sizeof(*search.any));
	if (search.reached && search.shared && search.any) {
		for (unsigned s = 0; s < source_count; s++)
			sp_traversal_start(search.traversal, s, sources[s]);
		status = overlap_search_all(&search, groups, steps, progress,
					    rows, count, err);
	} else {
		status = sp_no_memory(err, "what seeds reach");
	}
	free(search.reached);
	free(search.shared);
	free(search.any);
	sp_traversal_free(search.traversal);
	return status;
}
