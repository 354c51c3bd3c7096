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
 *	reordered   at least half of its URLs have the segments and parameters
 *	            of another URL of it, in another order
 *	duplicates  at least two thirds of its downloads have the body of an
 *	            earlier download
 *	endless     the crawl knows at least as many more pages of it as it has
 *	            fetched, nearly all of them from pages of the shape itself,
 *	            which led to little else, also in the second half of the
 *	            crawl
 *
 * Few pages are no trap: SP_TRAP_LEAST, of which the crawl has fetched as many
 * where the reason is what it fetched.  A site that is known by http and by
 * https is none either: schemes do not count as URLs, and half of the downloads
 * may be duplicates.
 */
#ifndef SP_SHAPE_VERDICT_H
#define SP_SHAPE_VERDICT_H

#include "shape/figures.h"
#include "shape/shape.h"

#define SP_TRAP_LEAST 20

/* The URLs of a shape, without their schemes. */
struct sp_shape_orders {
	uint64_t urls;      /* different ones */
	uint64_t reordered; /* those of them that have the segments and
			       parameters of another one, less one for each set
			       of such URLs */
};

/*
 * Counts them for each shape; the caller frees *orders.  Takes 16 bytes a page
 * while it works.  SP_MEMORY.
 */
enum sp_status sp_shapes_orders(const struct sp_names *urls,
				const struct sp_shapes *shapes,
				struct sp_shape_orders **orders,
				struct sp_error *err);

/*
 * Judges a shape by its pattern, its figures and its URLs.  Without
 * the times of downloads, nobody knows whether it still grew: no shape is
 * endless then.
 */
enum sp_trap sp_shape_judge(struct sp_span pattern,
			    const struct sp_shape_figures *figures,
			    const struct sp_shape_orders *orders, bool timed);

#endif
