/* SPDX-License-Identifier: MIT */
#include "shape/areas.h"

#include <stdbool.h>

/* A row of areas: what is known of them before they are laid. */
struct row {
	uint64_t sum, least, most;
};

static struct row
longer_row(struct row row, uint64_t weight)
{
	if (!row.sum || weight < row.least)
		row.least = weight;
	if (weight > row.most)
		row.most = weight;
	row.sum += weight;
	return row;
}

/*
 * How oblong the most oblong area of a row is: its longer side, over the
 * shorter one.  The row is along the side; unit is the area of a weight of 1.
 */
static double
row_oblong(struct row row, double side, double unit)
{
	double depth = (double)row.sum * unit / side;
	double longest = (double)row.most * unit / (depth * depth);
	double shortest = depth * depth / ((double)row.least * unit);

	return longest > shortest ? longest : shortest;
}

/* Lays a row into its part of the whole: along y if upright, else along x. */
static void
lay_row(struct sp_area part, bool upright, const uint64_t *weights,
	uint64_t count, uint64_t sum, struct sp_area *areas)
{
	double length = upright ? part.height : part.width, from = 0;
	uint64_t before = 0;

	for (uint64_t i = 0; i < count; i++) {
		double to;

		before += weights[i];
		to = length * ((double)before / (double)sum);
		areas[i] = part;
		if (upright) {
			areas[i].y = part.y + from;
			areas[i].height = to - from;
		} else {
			areas[i].x = part.x + from;
			areas[i].width = to - from;
		}
		from = to;
	}
}

void
sp_areas_divide(struct sp_area whole, const uint64_t *weights, uint64_t count,
		struct sp_area *areas)
{
	uint64_t left = 0;

	for (uint64_t i = 0; i < count; i++)
		left += weights[i];
	for (uint64_t i = 0, end; i < count; i = end) {
		bool upright = whole.width >= whole.height;
		double side = upright ? whole.height : whole.width;
		double unit = whole.width * whole.height / (double)left;
		struct row row = longer_row((struct row){ 0, 0, 0 },
					    weights[i]);
		struct sp_area part = whole;
		double share;

		for (end = i + 1; end < count; end++) {
			struct row longer = longer_row(row, weights[end]);

			if (row_oblong(longer, side, unit) >
			    row_oblong(row, side, unit))
				break;
			row = longer;
		}
		share = (double)row.sum / (double)left;
		if (upright) {
			part.width *= share;
			whole.x += part.width;
			whole.width -= part.width;
		} else {
			part.height *= share;
			whole.y += part.height;
			whole.height -= part.height;
		}
		lay_row(part, upright, weights + i, end - i, row.sum,
			areas + i);
		left -= row.sum;
	}
}
