/* SPDX-License-Identifier: MIT */
/* What pieces are made of and ordered by, for the files that cut them off. */
#include "seed/pieces.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool
sp_rows_left_add(struct sp_rows_left *rows, uint32_t page, const uint32_t *to,
		 const double *weight, uint64_t count)
{
	if (!sp_grow(&rows->page, &rows->page_capacity, rows->rows + 1) ||
	    !sp_grow(&rows->from, &rows->from_capacity, rows->rows + 2) ||
	    !sp_grow(&rows->to, &rows->to_capacity, rows->links + count) ||
	    (weight && !sp_grow(&rows->weight, &rows->weight_capacity,
				rows->links + count)))
		return false;
	rows->page[rows->rows] = page;
	rows->from[rows->rows++] = rows->links;
	if (count)
		memcpy(rows->to + rows->links, to, count * sizeof(*to));
	if (count && weight)
		memcpy(rows->weight + rows->links, weight,
		       count * sizeof(*weight));
	rows->links += count;
	rows->from[rows->rows] = rows->links;
	return true;
}

void
sp_rows_left_free(struct sp_rows_left *rows)
{
	free(rows->page);
	free(rows->from);
	free(rows->to);
	free(rows->weight);
	*rows = (struct sp_rows_left){ .rows = 0 };
}

/* The exponent is kept, so that rounding is relative. */
double
sp_singular_rounded(double value)
{
	int exponent;
	double mantissa = frexp(value, &exponent);

	return ldexp(round(ldexp(mantissa, 30)), exponent - 30);
}

/*
 * A little more than the root, which is the value of a complete component.
 *
 * Otherwise the sum of rounded steps in HITS might give a value above its
 * bound, and a component would come too late.
 */
double
sp_singular_bound(double squares)
{
	return sp_singular_rounded(sqrt(squares) * (1 + 0x1p-28));
}
