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
 *	reordered   at least half of its URLs could go, and their segments and
 *	            parameters would still be there in another order
 *	mirror      its host is a copy of another one (shape/mirrors.h)
 *	view        at least nine tenths of its URLs have the whole address of
 *	            another known page (shape/versions.h), and nine tenths of
 *	            its downloads lead to that page and pages it links to, and
 *	            nowhere else, and are no larger than that page
 *	duplicates  at least two thirds of its downloads have the body of an
 *	            earlier download; where there are few, all of them.  At
 *	            least SP_TRAP_FEW digests are known
 *	endless     the crawl knows at least as many more pages of it as it has
 *	            fetched, nearly all of them from pages of the shape itself,
 *	            which led to little else, also in the second half of its
 *	            downloads; and their bodies, if their sizes are known, are
 *	            nearly all of one size
 *	gallery     the same, also if other pages link to it, and if it led to
 *	            versions of its pages; if the sizes are known, and at least
 *	            half of its links to pages of the shape are to the next
 *	            ones in number
 *
 * What belongs to an endless shape or a gallery is one, too: a shape of
 * versions of its pages, such as photos in other sizes; and one that leads into
 * it and to little else, such as the months of a calendar of days.
 *
 * Few pages are no trap: SP_TRAP_LEAST, unless their host is a copy, or they
 * and their other orders are as many together.  Where the reason is what the
 * crawl fetched, it has fetched as many, or SP_TRAP_FEW where all downloads
 * must agree.  A site that is known by http and by https is
 * none either: schemes do not count as URLs, and half of the downloads may be
 * duplicates.
 */
#ifndef SP_SHAPE_VERDICT_H
#define SP_SHAPE_VERDICT_H

#include "shape/figures.h"
#include "shape/signs.h"

#define SP_TRAP_LEAST 20
#define SP_TRAP_FEW 8

/*
 * The URLs of a shape, without their schemes.  A set of segments and parameters
 * that n URLs of the host have, each in an order of its own, needs one of them:
 * of each of the n, 1 - 1/n could go, whatever their shapes are.  A list that
 * is filtered by several things in the order of the clicks may have a shape for
 * each first click.  For a URL, those of another shape are left out if its
 * pattern is that of the URL in another order: all of its pages may be about
 * something else.
 */
struct sp_shape_orders {
	uint64_t urls;      /* different ones */
	uint64_t spare;     /* what could go of them, in 1/SP_ORDERS_UNIT */
	uint64_t sets;      /* they, and other orders of them, all in all */
};

#define SP_ORDERS_UNIT 720720u /* 1/n is whole, up to 16 */

/*
 * Counts them for each shape; the caller frees *orders.  Takes 16 bytes a page
 * and 8 a shape while it works.  SP_MEMORY.
 */
enum sp_status sp_shapes_orders(const struct sp_names *urls,
				const struct sp_shapes *shapes,
				struct sp_shape_orders **orders,
				struct sp_error *err);

/* What is known of a shape.  Its kin are the versions of its pages. */
struct sp_evidence {
	struct sp_span pattern;
	const struct sp_shape_figures *figures;
	const struct sp_shape_orders *orders;
	const struct sp_shape_versions *versions;
	const struct sp_shape_signs *signs;
	bool mirror;          /* its host is a copy */
	bool timed;           /* the times of downloads are known: without them,
				 nobody knows whether it still grew, and no
				 shape is endless or a gallery */
};

/* The signs, as bits, that would decide; signs may be NULL. */
uint8_t sp_shape_wants(const struct sp_evidence *evidence);

/* Judges a shape by itself. */
enum sp_trap sp_shape_judge(const struct sp_evidence *evidence);

/*
 * Judges a shape that is none by itself by the verdict on the shape that its
 * pages are versions of, and by its links into endless shapes and galleries.
 */
enum sp_trap sp_shape_judge_kin(const struct sp_evidence *evidence,
				enum sp_trap base,
				const struct sp_shape_leads *leads);

/* ---- all shapes ------------------------------------------------------- */

struct sp_verdict {
	enum sp_trap trap;
	uint32_t of;          /* a mirror: a shape of the host that it is a copy
				 of; a view, a version: the shape that it is
				 of; else SP_NO_SHAPE */
};

/*
 * Judges all shapes; the caller frees *verdicts.  shaped, with its kin, has
 * these shapes, of these names.  Takes, beside what the parts of it take, 100
 * bytes a shape and 16 a page while it works.  SP_DATA if the graph is damaged;
 * SP_MEMORY.
 */
enum sp_status sp_shapes_judge(const struct sp_shaped *shaped,
			       const struct sp_shape_downloads *downloads,
			       const struct sp_names *urls,
			       const struct sp_addresses *addresses,
			       const struct sp_versions *versions,
			       const struct sp_shape_figures *figures,
			       struct sp_verdict **verdicts,
			       struct sp_error *err);

#endif
