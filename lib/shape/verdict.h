/* SPDX-License-Identifier: MIT */
/*
 * verdict.h - which shapes are traps: parts of a site that a crawler can fetch
 * for ever, or again and again, without getting to know anything.
 *
 * A shape is a trap for the first of these reasons that holds:
 *
 *	repeated    its pattern repeats a segment, or a segment and what follows
 *	            it: relative links that are resolved against themselves
 *	session     a parameter is named as session identifiers are
 *	print       a parameter or segment is named as printer pages are
 *	reordered   at least half of its pages have the segments and parameters
 *	            of another page of it, in another order
 *	duplicates  at least half of its downloads have the body of an earlier
 *	            download
 *	endless     the crawl knows at least as many more pages of it as it has
 *	            fetched, nearly all of them from pages of the shape itself,
 *	            which led to little else, also in the second half of the
 *	            crawl
 *
 * Few pages are no trap: SP_TRAP_LEAST, of which the crawl has fetched as many
 * where the reason is what it fetched.
 */
#ifndef SP_SHAPE_VERDICT_H
#define SP_SHAPE_VERDICT_H

#include "shape/figures.h"
#include "shape/shape.h"

#define SP_TRAP_LEAST 20

enum sp_trap {
	SP_TRAP_NONE,
	SP_TRAP_REPEATED,
	SP_TRAP_SESSION,
	SP_TRAP_PRINT,
	SP_TRAP_REORDERED,
	SP_TRAP_DUPLICATES,
	SP_TRAP_ENDLESS,
	SP_TRAPS
};

/* The word for a reason below SP_TRAPS, as above; "-" for none. */
const char *sp_trap_word(unsigned trap);

/*
 * Counts, for each shape, the pages whose segments and parameters an earlier
 * page of the shape has, in the same or another order.  The caller frees
 * *reordered.
 * Takes 8 bytes a page while it works.  SP_MEMORY.
 */
enum sp_status sp_shapes_reordered(const struct sp_names *urls,
				   const struct sp_shapes *shapes,
				   uint64_t **reordered, struct sp_error *err);

/*
 * Judges a shape by its pattern, its figures and its reordered pages.  Without
 * the times of downloads, nobody knows whether it still grew: no shape is
 * endless then.
 */
enum sp_trap sp_shape_judge(struct sp_span pattern,
			    const struct sp_shape_figures *figures,
			    uint64_t reordered, bool timed);

#endif
