/* SPDX-License-Identifier: MIT */
/*
 * subset.h - some pages of a graph, and the sub-graph that they induce: these
 * pages and the links between them (seedpipe-algorithms(7), 6.1).
 *
 * The pages get new numbers, 0, 1, 2, ..., in the order of their old ones.  A
 * bit and a half for each page of the whole graph says which stay and what
 * their numbers are.
 */
#ifndef SP_GRAPH_TRANSFORM_SUBSET_H
#define SP_GRAPH_TRANSFORM_SUBSET_H

#include "base/bitset.h"
#include "base/progress.h"
#include "graph/fetches.h"
#include "graph/graph.h"
#include "graph/hosts.h"
#include "graph/linkscores.h"
#include "graph/shapes.h"
#include "graph/states.h"

/* Start with zero bytes; release it with sp_subset_free(). */
struct sp_subset {
	uint64_t pages;         /* of the whole graph */
	uint64_t kept;          /* of them, once they are numbered */
	uint64_t *set;          /* bitset of the pages that stay */
	uint32_t *before;       /* kept pages before each word of the set */
	uint64_t *fetched;      /* bitset of those whose links stay; NULL: of
				   all of them */
};

/* Begins with no page of a graph of pages.  SP_MEMORY. */
enum sp_status sp_subset_new(uint64_t pages, struct sp_subset *subset,
			     struct sp_error *err);

/* Adds a page below pages; returns whether it was in the subset before. */
static inline bool
sp_subset_add(struct sp_subset *subset, uint64_t page)
{
	return sp_bit_test_and_set(subset->set, page);
}

/*
 * Takes the pages that were added for those that a crawl has fetched, and adds
 * all pages to which they link, of which it knows no more than the URL: their
 * links do not stay, not even those between two pages that do.  The graph must
 * have subset->pages pages.  Returns SP_DATA if it is damaged; SP_MEMORY.
 */
enum sp_status sp_subset_add_linked(struct sp_subset *subset,
				    const struct sp_graph *graph,
				    struct sp_error *err);

/* Numbers the pages, after the last was added; sets kept. */
void sp_subset_number(struct sp_subset *subset);

/* The rest is for subsets whose pages are numbered. */

static inline bool
sp_subset_has(const struct sp_subset *subset, uint64_t page)
{
	return sp_bit_test(subset->set, page);
}

/* Do the links of a page stay? */
static inline bool
sp_subset_has_links(const struct sp_subset *subset, uint64_t page)
{
	return sp_bit_test(subset->fetched ? subset->fetched : subset->set,
			   page);
}

/* The new number of a page that is in the subset. */
static inline uint32_t
sp_subset_place(const struct sp_subset *subset, uint64_t page)
{
	uint64_t word = page / SP_BITSET_BITS;
	uint64_t lower = (UINT64_C(1) << page % SP_BITSET_BITS) - 1;

	return subset->before[word] +
	       (uint32_t)__builtin_popcountll(subset->set[word] & lower);
}

/*
 * Returns the first page of the subset from page on, or pages if there is
 * none.  To visit all: for (p = next(0); p < pages; p = next(p + 1)).
 */
static inline uint64_t
sp_subset_next(const struct sp_subset *subset, uint64_t page)
{
	return sp_bit_next(subset->set, page, subset->pages);
}

/*
 * Passes the rows of the sub-graph, with weights if weights (one a link of
 * graph) is not NULL.  The graph must have subset->pages pages.  progress is
 * of its pages, or NULL.  Returns SP_DATA if the graph is damaged; SP_MEMORY;
 * or what the sink returned.
 */
struct sp_subset_source {
	const struct sp_graph *graph;
	const double *weights;
	int threads;
	const struct sp_progress *progress;
};
enum sp_status sp_subset_rows(const struct sp_subset *subset,
			      const struct sp_subset_source *source,
			      const struct sp_row_sink *sink,
			      struct sp_error *err);

/*
 * Makes the hosts of the pages that stay, an empty table before: hosts without
 * such a page are left out, the others numbered by their first one.  Domains
 * go with their hosts.  SP_DATA if a page has a host that does not exist;
 * SP_MEMORY.  The caller frees *made, also after a failure.
 */
enum sp_status sp_subset_hosts(const struct sp_subset *subset,
			       const struct sp_hosts *hosts,
			       struct sp_hosts *made, struct sp_error *err);

/* Sets values[new number] = all[page] for the pages that stay. */
void sp_subset_values(const struct sp_subset *subset, const double *all,
		      double *values);

/*
 * Makes the states of the pages that stay: those of all, or NULL where nothing
 * is known.  After sp_subset_add_linked(), the pages that it added are
 * unfetched, whatever all says, and the others are ok where nothing is known.
 * SP_MEMORY.  The caller frees *made.
 */
enum sp_status sp_subset_states(const struct sp_subset *subset,
				const struct sp_states *all,
				struct sp_states *made, struct sp_error *err);

/*
 * Makes the shapes of the pages that stay, in their order; those without such a
 * page are left out.  SP_MEMORY.  The caller frees *made, also after a failure.
 */
enum sp_status sp_subset_shapes(const struct sp_subset *subset,
				const struct sp_shapes *all,
				struct sp_shapes *made, struct sp_error *err);

/*
 * Makes the fetches of the pages that stay, those of all; of none that
 * sp_subset_add_linked() added, nor, if states are given, of one that is
 * unfetched in the sub-graph.  Sizes and digests that all does not know are
 * those of known, which may be NULL.  SP_MEMORY.  The caller frees *made.
 */
enum sp_status sp_subset_fetches(const struct sp_subset *subset,
				 const struct sp_fetches *all,
				 const struct sp_fetches *known,
				 const struct sp_states *states,
				 struct sp_fetches *made,
				 struct sp_error *err);

/*
 * Appends the scores of the links that stay to an empty table, sorted as they
 * were.  SP_MEMORY.  The caller frees *kept.
 */
enum sp_status sp_subset_links(const struct sp_subset *subset,
			       const struct sp_link_scores *all,
			       struct sp_link_scores *kept,
			       struct sp_error *err);

void sp_subset_free(struct sp_subset *subset); /* leaves zero bytes */

#endif
