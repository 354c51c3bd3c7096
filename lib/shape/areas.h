/* SPDX-License-Identifier: MIT */
/*
 * areas.h - divides a rectangle into areas, as a picture of shares.
 *
 * A squarified treemap (Bruls, Huizing and van Wijk, "Squarified Treemaps",
 * 2000): areas go into rows along the shorter side of what is left, and a row
 * takes the next area as long as this makes none of the row more oblong than
 * the most oblong one was.
 */
#ifndef SP_SHAPE_AREAS_H
#define SP_SHAPE_AREAS_H

#include <stdint.h>

/* Of any unit; y may grow upwards or downwards. */
struct sp_area {
	double x, y, width, height;
};

/*
 * Divides whole into count areas in proportion to the weights, each at least 1,
 * whose sum is below 2^64.  They are nearest to squares if the weights descend;
 * the first one is in the corner x, y.  Neighbours share an edge, and the last
 * ones end where whole ends, up to rounding.  Reads each weight once or twice,
 * and takes no memory.
 */
void sp_areas_divide(struct sp_area whole, const uint64_t *weights,
		     uint64_t count, struct sp_area *areas);

#endif
