/* SPDX-License-Identifier: MIT */
/*
 * The sums of a window of the near form, from the values of the pages that link
 * to it: what all passes over the form consist of.
 *
 * Why sums have the bits of the compact form: a window is pulled segment by
 * segment, one for each part.  Within a segment the sources of a target are
 * added in page order, because far ones below the reach come first, then near
 * ones, then far ones above; each group ascends.  A segment starts with 0, as a
 * part does.  Pages that do not push have the value 0 and are added like
 * others: x + 0 is x for every sum that is not negative, so that leaving them
 * out, as the compact form does, gives the same.  Then the sums of the segments
 * are added in their order, as parts are.
 *
 * Why it is faster: the compact form decodes each link in each pass and adds to
 * a target that may be anywhere.  Here the sums of a window stay in the cache,
 * and its near sources are within 512 KiB around it; a near link costs 2 bytes
 * of memory and one load from the cache, without a branch that depends on the
 * data, since rows of one degree stand together.
 *
 * Where links are mostly far, a window is as large as 16 bits allow: its sums
 * (512 KiB) still fit the cache, and its many sources are close to each other,
 * so that a line of values that was fetched serves several links.  (3 million
 * pages in random order, 35 links each: 1.5 ns a link; with windows of 32,768
 * pages 1.8, of 16,384 2.8.)
 */
#include "rank/form_near.h"

#include <string.h>

/* ---- sums of a segment ------------------------------------------------ */

/*
 * All of these are compiled for each kind of weights, which is a constant:
 * links that are alike read nothing beside the values.
 */
#define PULL static inline __attribute__((always_inline))

/* What some links have beside them. */
struct pull_weights {
	enum sp_near_weights kind;
	const double *weight, *table;
	const uint16_t *number;
};

/* What the i-th link adds to the sum of its target. */
PULL double
link_value(double value, struct pull_weights weights, uint64_t i)
{
	switch (weights.kind) {
	case SP_NEAR_NUMBERED:
		return value * weights.table[weights.number[i]];
	case SP_NEAR_WEIGHTED:
		return value * weights.weight[i];
	default:
		return value;
	}
}

/* Of the near links at a place; those of another kind are not there. */
PULL struct pull_weights
weights_at(const struct sp_near_side *side, const uint16_t *at,
	   enum sp_near_weights kind)
{
	uint64_t place = (uint64_t)(at - side->near);

	return (struct pull_weights){
		kind,
		kind == SP_NEAR_WEIGHTED ? side->near_weight + place : NULL,
		side->table,
		kind == SP_NEAR_NUMBERED ? side->near_number + place : NULL
	};
}

/*
 * Sources ascend, or nearly, so the values are read in one direction, but with
 * gaps: each is fetched SP_NEAR_AHEAD places before it is needed.  The array
 * has as many entries after its end.
 */
PULL void
pull_far(const struct sp_near_side *side, uint64_t from, uint64_t end,
	 const double *values, double *sums, enum sp_near_weights kind)
{
	const uint32_t *far = side->far;
	const uint16_t *row = side->far_row;
	struct pull_weights weights = { kind, side->far_weight, side->table,
					side->far_number };

	for (uint64_t i = from; i < end; i++) {
		__builtin_prefetch(values + far[i + SP_NEAR_AHEAD]);
		sums[row[i]] += link_value(values[far[i]], weights, i);
	}
}

/* A row that waits for three others to be added up with. */
struct waiting_row {
	const uint16_t *at;
	uint32_t degree;
	uint16_t target;
};

PULL void
pull_row(const struct sp_near_side *side, const struct waiting_row *row,
	 uint32_t from, const double *values, double *sums,
	 enum sp_near_weights kind)
{
	struct pull_weights w = weights_at(side, row->at, kind);
	double s = sums[row->target];

	for (uint32_t i = from; i < row->degree; i++)
		s += link_value(values[row->at[i]], w, i);
	sums[row->target] = s;
}

/*
 * Adds up the first links of four rows side by side.  Their targets differ, so
 * that this does not mean another order of any sum.
 */
PULL void
pull_four(const struct sp_near_side *side, const struct waiting_row row[4],
	  uint32_t links, const double *values, double *sums,
	  enum sp_near_weights kind)
{
	const uint16_t *a = row[0].at, *b = row[1].at;
	const uint16_t *c = row[2].at, *d = row[3].at;
	struct pull_weights p = weights_at(side, a, kind);
	struct pull_weights q = weights_at(side, b, kind);
	struct pull_weights x = weights_at(side, c, kind);
	struct pull_weights y = weights_at(side, d, kind);
	double s = sums[row[0].target], t = sums[row[1].target];
	double u = sums[row[2].target], v = sums[row[3].target];

	for (uint32_t i = 0; i < links; i++) {
		s += link_value(values[a[i]], p, i);
		t += link_value(values[b[i]], q, i);
		u += link_value(values[c[i]], x, i);
		v += link_value(values[d[i]], y, i);
	}
	sums[row[0].target] = s;
	sums[row[1].target] = t;
	sums[row[2].target] = u;
	sums[row[3].target] = v;
}

/* Two rows to the end of the first, which is not the longer one. */
PULL void
pull_two(const struct sp_near_side *side, const struct waiting_row row[2],
	 uint32_t from, const double *values, double *sums,
	 enum sp_near_weights kind)
{
	const uint16_t *a = row[0].at, *b = row[1].at;
	struct pull_weights p = weights_at(side, a, kind);
	struct pull_weights q = weights_at(side, b, kind);
	double s = sums[row[0].target], t = sums[row[1].target];

	for (uint32_t i = from; i < row[0].degree; i++) {
		s += link_value(values[a[i]], p, i);
		t += link_value(values[b[i]], q, i);
	}
	sums[row[0].target] = s;
	sums[row[1].target] = t;
	pull_row(side, &row[1], row[0].degree, values, sums, kind);
}

/* Four rows of ascending degree. */
PULL void
pull_mixed(const struct sp_near_side *side, const struct waiting_row row[4],
	   const double *values, double *sums, enum sp_near_weights kind)
{
	uint32_t shared = row[0].degree;

	pull_four(side, row, shared, values, sums, kind);
	pull_row(side, &row[0], shared, values, sums, kind);
	pull_row(side, &row[1], shared, values, sums, kind);
	pull_two(side, row + 2, shared, values, sums, kind);
}

/*
 * An addition has to wait for the one before it, so four rows are added up side
 * by side: those of a run, or the last ones of several runs.  Most links are
 * in long rows, of which no two in a window may have the same degree.
 */
PULL void
pull_near(const struct sp_near_side *side, uint64_t number,
	  const double *values, double *sums, enum sp_near_weights kind)
{
	const struct sp_near_segment *segment = &side->segment[number];
	const struct sp_near_run *run = side->run + segment->run;
	const struct sp_near_run *end = side->run + segment[1].run;
	const uint16_t *a = side->near + segment->near;
	const uint16_t *target = side->row + segment->row;
	struct waiting_row waiting[4];
	unsigned count = 0;

	values += sp_near_base(side, number / side->parts);
	for (; run < end; run++) {
		uint32_t degree = run->degree, rows = run->rows;

		for (; rows >= 4; rows -= 4, target += 4, a += 4 * degree) {
			const struct waiting_row four[] = {
				{ a, degree, target[0] },
				{ a + degree, degree, target[1] },
				{ a + 2 * degree, degree, target[2] },
				{ a + 3 * degree, degree, target[3] }
			};

			pull_four(side, four, degree, values, sums, kind);
		}
		for (; rows; rows--, target++, a += degree) {
			waiting[count++] = (struct waiting_row){ a, degree,
								 *target };
			if (count == 4)
				pull_mixed(side, waiting, values, sums,
					   kind);
			count %= 4;
		}
	}
	for (unsigned k = 0; k < count; k++)
		pull_row(side, &waiting[k], 0, values, sums, kind);
}

PULL void
pull_links(const struct sp_near_side *side, uint64_t number,
	   const double *values, double *sums, enum sp_near_weights kind)
{
	const struct sp_near_segment *segment = &side->segment[number];

	pull_far(side, segment->far, segment->above, values, sums, kind);
	pull_near(side, number, values, sums, kind);
	pull_far(side, segment->above, segment[1].far, values, sums, kind);
}

static void
pull_numbered_links(const struct sp_near_side *side, uint64_t number,
		    const double *values, double *sums)
{
	pull_links(side, number, values, sums, SP_NEAR_NUMBERED);
}

static void
pull_weighted_links(const struct sp_near_side *side, uint64_t number,
		    const double *values, double *sums)
{
	pull_links(side, number, values, sums, SP_NEAR_WEIGHTED);
}

static void
pull_segment(const struct sp_near_side *side, uint64_t number,
	     const double *values, double *sums)
{
	memset(sums, 0, sp_near_size(side) * sizeof(*sums));
	if (side->weights == SP_NEAR_NUMBERED)
		pull_numbered_links(side, number, values, sums);
	else if (side->weights == SP_NEAR_WEIGHTED)
		pull_weighted_links(side, number, values, sums);
	else
		pull_links(side, number, values, sums, SP_NEAR_ALIKE);
}

static bool
segment_is_empty(const struct sp_near_segment *segment)
{
	return segment->far == segment[1].far &&
	       segment->near == segment[1].near;
}

/*
 * The sums of a window: of its segments, added in the order of their parts.
 * There is room for those of one more segment after them.
 */
void
sp_near_pull_window(const struct sp_near_side *side, uint64_t number,
		    const double *values, double *sums)
{
	uint64_t size = sp_near_size(side), first = number * side->parts;
	double *part = sums + size;

	pull_segment(side, first, values, sums);
	for (unsigned k = 1; k < side->parts; k++) {
		if (segment_is_empty(&side->segment[first + k]))
			continue;
		pull_segment(side, first + k, values, part);
#pragma omp simd
		for (uint64_t i = 0; i < size; i++)
			sums[i] += part[i];
	}
}
