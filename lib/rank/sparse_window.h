/* SPDX-License-Identifier: MIT */
/*
 * sparse_window.h - some thousand rows of a graph of few targets, laid out for
 * two kernels: the sums over rows, and the sums over the in-links that the
 * rows are.  Private to lib/rank.
 *
 * Rows that are equal are kept once, as a list: templates give the pages of a
 * site the same links, and pages copy links from each other.
 *
 * An addition has to wait for the one before it.  So lists are ordered by
 * their length and bundled by four, whose numbers alternate as far as the
 * shortest goes and are added side by side.  What is left of the others, the
 * tails, is added after that.  The shortest lists, if they are no bundle, are
 * tails from the start.  The in-links of a target are bundled in the same way.
 * Each sum still adds in its own order.
 */
#ifndef SP_RANK_SPARSE_WINDOW_H
#define SP_RANK_SPARSE_WINDOW_H

#include "graph/graph.h"

/*
 * A window ends after this many rows, whose hub scores stay in the cache, or
 * with the row that reaches this many links.
 */
#define SP_SPARSE_ROWS 8192
#define SP_SPARSE_LINKS (UINT64_C(1) << 19)

#define SP_SPARSE_LANES 4 /* lists of a bundle */

/* What is left of a list. */
struct sp_sparse_tail {
	uint32_t list;
	uint32_t count;
};

struct sp_sparse_lists {
	uint32_t count;
	uint32_t bundles;             /* of the last lists */
	uint32_t tail_count;
	uint32_t *widths;             /* of each bundle */
	struct sp_sparse_tail *tails;
};

struct sp_sparse_window {
	uint32_t rows;
	struct sp_sparse_lists lists;   /* the rows that differ */
	struct sp_sparse_lists targets; /* the in-links of each target */
	uint64_t *dead;         /* bitset of rows: whole words, not shared */
	uint32_t *pages;        /* of each row, ascending */
	uint16_t *list_of;      /* the list of each row */
	uint32_t *successors;   /* places: of the bundles, of the tails */
	uint32_t *places;       /* of each target */
	uint64_t *sources;      /* rows: four 16-bit numbers of a bundle */
	uint16_t *tail_sources;
	void *block;            /* the memory of these arrays */
	uint64_t bytes;         /* of the block */
	uint64_t links;         /* of all rows */
};

#define SP_SPARSE_NO_PLACE UINT32_MAX

/*
 * Makes windows from rows, which come in page order.  place_of has a place for
 * each page, or SP_SPARSE_NO_PLACE: links to it are left out.  scratch has an
 * element for each place, 0 at the beginning and again after each window.  Both
 * must outlive the maker.  Returns NULL if memory is short.
 */
struct sp_sparse_maker;
struct sp_sparse_maker *sp_sparse_maker_new(const uint32_t *place_of,
					    uint32_t *scratch);
void sp_sparse_maker_free(struct sp_sparse_maker *maker); /* accepts NULL */

/*
 * Adds a row.  With *full set, finish the window before adding another.
 * Returns false if memory is short.
 */
bool sp_sparse_maker_row(struct sp_sparse_maker *maker,
			 const struct sp_list *row, bool *full)
	__attribute__((warn_unused_result));

/* Returns whether there are rows that are in no window yet. */
bool sp_sparse_maker_begun(const struct sp_sparse_maker *maker);

/*
 * Makes a window of the rows so far, to be freed by the caller, and begins the
 * next one.  Returns false, with an empty window, if memory is short.
 */
bool sp_sparse_maker_finish(struct sp_sparse_maker *maker,
			    struct sp_sparse_window *window)
	__attribute__((warn_unused_result));
void sp_sparse_window_free(struct sp_sparse_window *window);

/*
 * The kernels.  hubs and values have SP_SPARSE_ROWS elements: hub scores of
 * lists, and values of rows.
 *
 * Sums the values at places over each list.
 */
void sp_sparse_sum_lists(const struct sp_sparse_window *window,
			 const double *at_places, double *hubs);

/* Gives each row the value of its list, or 0 if it is dead. */
void sp_sparse_spread(const struct sp_sparse_window *window,
		      const double *hubs, double *values);

/* Adds the values of the rows to sums, by place, of their successors. */
void sp_sparse_add_sources(const struct sp_sparse_window *window,
			   const double *values, double *sums);

#endif
