/* SPDX-License-Identifier: MIT */
/*
 * shapes.h - the shape of each page: of which pattern its URL is, and whether a
 * crawl was caught by pages of that pattern.
 *
 * Shapes partition the pages.  shape/shape.h learns them from names, and
 * shape/verdict.h says which are traps; here is what others use of both.
 */
#ifndef SP_GRAPH_SHAPES_H
#define SP_GRAPH_SHAPES_H

#include "graph/hosts.h"

/* A name without a host, such as "mailto:x", is of no shape. */
#define SP_NO_SHAPE UINT32_MAX

/* Why a shape is a trap; shape/verdict.h defines the reasons. */
enum sp_trap {
	SP_TRAP_NONE,
	SP_TRAP_REPEATED,
	SP_TRAP_SESSION,
	SP_TRAP_PRINT,
	SP_TRAP_REORDERED,
	SP_TRAP_MIRROR,
	SP_TRAP_VIEW,
	SP_TRAP_DUPLICATES,
	SP_TRAP_ENDLESS,
	SP_TRAP_GALLERY,
	SP_TRAPS
};

/* The word for a reason below SP_TRAPS: "repeated", ...; "-" for none. */
const char *sp_trap_word(unsigned trap);

/* Start with SP_SHAPES_EMPTY; free with sp_shapes_free(). */
struct sp_shapes {
	uint64_t count;          /* shapes */
	struct sp_names patterns; /* plain; the text of each shape's pattern */
	uint8_t *traps;          /* enum sp_trap of each shape; NULL until they
				    are judged */

	uint64_t pages;
	uint32_t *shape_of;      /* of each page: below count, or SP_NO_SHAPE */

	uint64_t *known;         /* pages of each shape; NULL until counted */
};

#define SP_SHAPES_EMPTY \
	{ 0, SP_NAMES_EMPTY, NULL, 0, NULL, NULL }

/* The pattern of a shape, as text. */
static inline struct sp_span
sp_shape_text(const struct sp_shapes *shapes, uint64_t shape)
{
	return sp_names_span(&shapes->patterns, shape);
}

/* The host of a pattern: its text up to the first "/" or "?". */
struct sp_span sp_pattern_host(struct sp_span pattern);

static inline struct sp_span
sp_shape_host(const struct sp_shapes *shapes, uint64_t shape)
{
	return sp_pattern_host(sp_shape_text(shapes, shape));
}

/* Counts the pages of each shape: makes known.  Returns SP_MEMORY. */
enum sp_status sp_shapes_count(struct sp_shapes *shapes, struct sp_error *err);

/*
 * Makes units of pages from shapes: the number of a shape is that of its unit.
 * Pages of no shape have the numbers from shapes->count on, each its own.
 * 4 bytes a page if there are such pages; else units point into shapes.
 * Release them with sp_units_free().  SP_MEMORY.
 */
enum sp_status sp_units_of_shapes(const struct sp_shapes *shapes,
				  struct sp_units *units,
				  struct sp_error *err);

void sp_shapes_free(struct sp_shapes *shapes); /* accepts empty ones */

#endif
