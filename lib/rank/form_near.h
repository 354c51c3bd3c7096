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
 * So that sums are added in the order of sum.h, a target has a slot for each
 * part: slot = part * 2^shift + target % 2^shift.  Within a slot, the far
 * sources below the reach, the near ones and the far ones above it follow each
 * other in page order.
 *
 * Near links are rows, one for each slot that has any.  Rows of one degree are
 * together, a run, so that four of them can be added up side by side without
 * a branch that depends on their lengths.  Far links are in the order of their
 * sources, or nearly, so that the values are read in one direction.
 */
#ifndef SP_RANK_FORM_NEAR_H
#define SP_RANK_FORM_NEAR_H

#include "rank/form.h"

/* So that a degree and a distance fit 16 bits. */
#define SP_NEAR_REACH 65535

/* Windows for graphs whose links are mostly near, or mostly far. */
#define SP_NEAR_SHIFT 12
#define SP_NEAR_SHIFT_FAR 14

/* Far links after the last that may be read, to fetch their values. */
#define SP_NEAR_AHEAD 32

struct sp_near_run {
	uint32_t degree;
	uint32_t rows;
};

/* Where the links of a window begin; they end where the next begins. */
struct sp_near_window {
	uint64_t far;   /* far links, below and ... */
	uint64_t above; /* ... above the reach */
	uint64_t near;  /* sources of rows */
	uint64_t row;   /* rows: their slots */
	uint64_t run;
};

struct sp_near_side {
	unsigned shift;
	unsigned parts;
	uint64_t pages;
	uint64_t windows;
	struct sp_near_window *window; /* one more than windows */
	uint16_t *near;                /* source - sp_near_base() */
	uint16_t *row;                 /* the slot of each row */
	struct sp_near_run *run;
	uint32_t *far;
	uint16_t *far_slot;
};

struct sp_form_near {
	struct sp_form form;
	struct sp_near_side in;  /* targets: pages; sources: in-links */
	struct sp_near_side out; /* targets: pages; sources: successors.
				    Without parts; only for SP_FORM_SCORES */
	uint32_t *degree; /* links of each page; only for SP_FORM_RANKS */
	double *share;    /* of each link of a page; likewise */
	const double *pending; /* the values that the next collect pulls */
	double *scratch;  /* sums of a window, for each thread */
	int scratches;
	double *spare;
};

/* Returns how far before a window its near sources begin. */
static inline uint64_t
sp_near_before(const struct sp_near_side *side)
{
	return (SP_NEAR_REACH + 1 - (UINT64_C(1) << side->shift)) / 2;
}

/* Returns the first source that is near to a window. */
static inline uint64_t
sp_near_base(const struct sp_near_side *side, uint64_t window)
{
	uint64_t before = sp_near_before(side);
	uint64_t first = window << side->shift;

	return first > before ? first - before : 0;
}

/* Returns the slots of a window. */
static inline uint64_t
sp_near_slots(const struct sp_near_side *side)
{
	return (uint64_t)side->parts << side->shift;
}

/*
 * Makes the sides in near, whose shifts and parts are set: in, and with
 * near->out.shift > 0 also out; and near->degree, if it is not NULL.  The
 * graph is read twice.  What is made is freed by sp_near_free_side(), after a
 * failure too.  Returns SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_near_make(struct sp_form_near *near,
			    const struct sp_graph *graph, int threads,
			    struct sp_error *err);
void sp_near_free_side(struct sp_near_side *side);

#endif
