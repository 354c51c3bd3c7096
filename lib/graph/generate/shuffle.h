/* SPDX-License-Identifier: MIT */
/*
 * shuffle.h - random numbers for the pages of a web: the same links, without
 * the locality that the order of URLs gives.
 *
 * Pages that link to each other are mostly near each other in the order of
 * their URLs, which makes a graph small and quick to read.  A graph whose
 * pages were numbered as they were found, or by a hash, has nothing of this.
 */
#ifndef SP_GRAPH_GENERATE_SHUFFLE_H
#define SP_GRAPH_GENERATE_SHUFFLE_H

#include "graph/links/linksort.h"

/* Start with zero bytes; release it with sp_shuffle_free(). */
struct sp_shuffle {
	uint64_t pages;
	uint32_t *new_of;       /* the new number of each page */
	uint32_t *old_of;       /* the page that has each new number */
};

/*
 * Draws one of all permutations of pages (at most SP_PAGES_MAX) with the
 * generator of random.h.  8 bytes a page.  SP_MEMORY.
 */
enum sp_status sp_shuffle_new(uint64_t pages, uint64_t seed,
			      struct sp_shuffle *shuffle,
			      struct sp_error *err);

/*
 * A sink of rows without weights, in any order, that adds their links to sort
 * with the new numbers.  Set the first two fields, and the others to 0; release
 * it with sp_shuffle_rows_free().  Pages and successors must be below the pages
 * of the shuffle.  row fails with SP_MEMORY, and as sp_linksort_add() does.
 */
struct sp_shuffle_rows {
	const struct sp_shuffle *shuffle;
	struct sp_linksort *sort;
	uint32_t *targets;      /* of a row, renumbered */
	uint64_t capacity;
};
struct sp_row_sink sp_shuffle_sink(struct sp_shuffle_rows *rows);
void sp_shuffle_rows_free(struct sp_shuffle_rows *rows);

void sp_shuffle_free(struct sp_shuffle *shuffle); /* leaves zero bytes */

#endif
