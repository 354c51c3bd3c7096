/* SPDX-License-Identifier: MIT */
/*
 * form_near.h - the near form: what it looks like, and what makes it.  Private
 * to lib/rank.
 *
 * The links of one direction are a side.  Its targets are dealt to windows of
 * 2^shift pages, and all links of a window are together: a pass pulls the sums
 * of a window from the values of their sources, while the window is in the
 * cache.  A link of the window is near if its source is one of the
 * SP_NEAR_REACH pages around the window, and takes 16 bits; the others are
 * far, and name their source in 32 bits and their target in 16.
 *
 * So that sums are added in the order of sum.h, the links of a window are in
 * segments, one for each part of their sources: segment = window * parts +
 * part.  Within a segment, the far sources below the reach, the near ones and
 * the far ones above it follow each other in page order.
 *
 * Near links are rows, one for each target of the segment that has any.  Rows
 * of one degree are together, a run, so that four of them can be added up side
 * by side without a branch that depends on their lengths.  Far links are in the
 * order of their sources, or nearly, so that the values are read in one
 * direction.
 *
 * The links of a graph with weights have these beside them, in the same order:
 * 8 bytes more a link and side, or 2, the number of the weight in a table, if
 * the graph has at most SP_NEAR_WEIGHTS different ones, as counts have.
 */
#ifndef SP_RANK_FORM_NEAR_H
#define SP_RANK_FORM_NEAR_H

#include "rank/form.h"

/* So that a degree and a distance fit 16 bits. */
#define SP_NEAR_REACH 65535

/*
 * Windows for graphs whose links are mostly near, or mostly far.  The more
 * links a segment has from all over the graph, the closer are their sources;
 * up to SP_NEAR_CACHED pages this does not matter, as values are in the cache.
 */
#define SP_NEAR_SHIFT 12
#define SP_NEAR_SHIFT_FAR 16
#define SP_NEAR_SHIFT_CACHED 14
#define SP_NEAR_CACHED 1500000

/* Far links after the last that may be read, to fetch their values. */
#define SP_NEAR_AHEAD 32

/* So that the number of a weight fits 16 bits. */
#define SP_NEAR_WEIGHTS 65536

/* What the links of a side have beside them. */
enum sp_near_weights {
	SP_NEAR_ALIKE,    /* nothing */
	SP_NEAR_NUMBERED, /* the number of their weight in table */
	SP_NEAR_WEIGHTED  /* their weight */
};

struct sp_near_run {
	uint32_t degree;
	uint32_t rows;
};

/* Where the links of a segment begin; they end where the next begins. */
struct sp_near_segment {
	uint64_t far;   /* far links, below and ... */
	uint64_t above; /* ... above the reach */
	uint64_t near;  /* sources of rows */
	uint64_t row;   /* rows: their targets */
	uint64_t run;
};

struct sp_near_side {
	unsigned shift;
	unsigned parts;
	uint64_t pages;
	uint64_t windows;
	enum sp_near_weights weights;
	const double *table;             /* of the form, if numbered */
	struct sp_near_segment *segment; /* one more than there are */
	uint16_t *near;                  /* source - sp_near_base() */
	uint16_t *row;                   /* the target of each row, from the
					    first of the window */
	struct sp_near_run *run;
	uint32_t *far;                   /* sources, and ... */
	uint16_t *far_row;               /* ... targets as in row */
	double *near_weight, *far_weight;    /* if weighted; or, */
	uint16_t *near_number, *far_number;  /* if numbered */
};

struct sp_form_near {
	struct sp_form form;
	struct sp_near_side in;  /* targets: pages; sources: in-links */
	struct sp_near_side out; /* targets: pages; sources: successors.
				    Without parts; only for SP_FORM_SCORES */
	uint32_t *degree; /* links of each page; only for SP_FORM_RANKS */
	double *sum;      /* with weights: of these, instead of degree */
	double *table;    /* the different weights, if they are few */
	double *share;    /* of each link of a page; likewise */
	const double *pending; /* the values that the next collect pulls */
	double *scratch;  /* sums of a window and of a segment, for each
			     thread */
	int scratches;
	double *spare;
};

/* Returns how far before a window its near sources begin. */
static inline uint64_t
sp_near_before(const struct sp_near_side *side)
{
	return (SP_NEAR_REACH + 1 - (UINT64_C(1) << side->shift)) / 2;
}

/* Returns the first source that is near to a window that begins at a page. */
static inline uint64_t
sp_near_back(uint64_t page, uint64_t before)
{
	return page > before ? page - before : 0;
}

/* The same, by the number of the window. */
static inline uint64_t
sp_near_base(const struct sp_near_side *side, uint64_t window)
{
	return sp_near_back(window << side->shift, sp_near_before(side));
}

/* Returns the pages of a window. */
static inline uint64_t
sp_near_size(const struct sp_near_side *side)
{
	return UINT64_C(1) << side->shift;
}

static inline uint64_t
sp_near_segments(const struct sp_near_side *side)
{
	return side->windows * side->parts;
}

/*
 * Makes the sides in near, whose shifts and parts are set: in, and with
 * near->out.shift > 0 also out; and near->degree, if it is not NULL.  With
 * near->form.weights, sides have these, and near->table may be made.  The
 * graph is read twice.  What is made is freed by sp_near_free_side(), after a
 * failure too.  Returns SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_near_make(struct sp_form_near *near,
			    const struct sp_graph *graph, int threads,
			    struct sp_error *err);
void sp_near_free_side(struct sp_near_side *side);

/*
 * Numbers the different values of links in the order in which they come:
 * (*table)[(*number)[i]] is values[i].  Both are freed by the caller, and NULL
 * if there are more than SP_NEAR_WEIGHTS different values or memory is short.
 */
void sp_near_number_weights(const double *values, uint64_t links,
			    uint16_t **number, double **table);

/*
 * Sets sums, with room for twice the pages of a window, to the sums of its
 * pages over the values of all pages.
 */
void sp_near_pull_window(const struct sp_near_side *side, uint64_t number,
			 const double *values, double *sums);

#endif
