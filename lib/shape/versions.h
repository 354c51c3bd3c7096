/* SPDX-License-Identifier: MIT */
/*
 * versions.h - pages that are another version of a known page of their host, as
 * far as URLs say: to be printed, to be sent to a friend, larger, sorted in
 * another way.
 *
 * A page is a version of the first of these pages that is known and is of
 * another shape.  Its URL has
 *
 *	1  the address of the page as the value of a parameter:
 *	   /mail?u=%2Fnews%2Fa.html, of /news/a.html
 *	2  that address after a first segment, which is no number and is not
 *	   written as a language is: /mail/news/a.html
 *	3  one parameter more, or parameters where the page has none:
 *	   /photo?id=7&size=large, of /photo?id=7
 *	4  a last segment more: /photo/7/large, of /photo/7
 *
 * The first two have the whole address in theirs.  The others may be pages with
 * contents of their own, as pages of reviews are, and say nothing by
 * themselves.  A shape of them is one of versions if what they have more is one
 * of few texts: "large" and "small", and not the names of all files of a
 * folder.
 */
#ifndef SP_SHAPE_VERSIONS_H
#define SP_SHAPE_VERSIONS_H

#include "shape/addresses.h"

/* Of one shape. */
struct sp_shape_versions {
	uint64_t whole;     /* pages that have the address of another one */
	uint64_t of_base;   /* pages that are versions of pages of one shape, */
	uint32_t base;      /* which most of them are of, or SP_NO_SHAPE */
	uint64_t more;      /* of each text that they have more, one bit of 64,
				by its hash */
};

struct sp_versions {
	uint32_t *of;       /* by ways 1 and 2: of each page; or SP_NO_PAGE */
	struct sp_shape_versions *shapes;
	uint32_t *kin;      /* of each shape, a shape: the same for a shape and
			       those of versions of its pages */
};

/*
 * Finds versions and kin: a shape is one of versions if at least nine tenths of
 * its pages are, of pages of one shape, and more has at most SP_VERSION_TEXTS
 * bits.  Takes 4 bytes a page and 36 a shape, and a bit a page while it works.
 * SP_MEMORY.
 */
#define SP_VERSION_TEXTS 8
enum sp_status sp_versions_find(const struct sp_names *urls,
				const struct sp_addresses *addresses,
				struct sp_versions *versions,
				struct sp_error *err);

void sp_versions_free(struct sp_versions *versions); /* or zero bytes */

#endif
