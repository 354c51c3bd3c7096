/* SPDX-License-Identifier: MIT */
/*
 * shape.h - the shapes of a crawl: patterns of URLs, learned from the names of
 * the pages, and the shape of each page.
 *
 * Shapes partition the pages.  A shape is a host and a pattern of paths and
 * parameters, such as
 *
 *	ics.example/~x/photo/<number>.html
 *	wiki.example/page/<word>?action=<word>&version=<number>
 *
 * whose text is its only representation; shape/pattern.h reads it, and makes a
 * regular expression of it.
 *
 * A pattern may cover pages of other shapes too: <word> covers "about", which
 * may be a shape by itself.  So shapes have an order.  Those of a host have
 * consecutive numbers, and
 *
 *	a page is of the first shape whose pattern matches its URL.
 *
 * The more exact ones come first.  Whoever writes rules for one shape has to
 * accept what earlier shapes match before he rejects what this one matches,
 * for those of them that have the same host.
 *
 * Shapes depend on the set of URLs and not on their order, nor on threads.
 * Hosts are in the order of their bytes.
 */
#ifndef SP_SHAPE_SHAPE_H
#define SP_SHAPE_SHAPE_H

#include "graph/shapes.h"

/*
 * Learns the shapes of these names, plain or packed, and the shape of each,
 * with threads (at least 1), which change no result.
 *
 * Takes 8 bytes a page while it works, 4 afterwards; 50 bytes a host, twice
 * that with several threads, and the texts of hosts and patterns; and for each
 * thread the tree of one host, which is learned from at most 65,536 of its URLs
 * with at most 64 MiB and a million tokens, and takes at most 200 MB.  Each
 * name is read twice; three times if its host has more than 32,768.
 *
 * A host has a single shape if it has fewer than four pages, or if looking one
 * of its URLs up would take too long, because there are too many ways to match
 * it.  That happens only if somebody made the URLs for that purpose.  Patterns
 * have fewer than SP_NAME_MAX bytes, for streams: what would be longer is part
 * of what is deeper above, and a page whose host has more than 16,384 bytes has
 * no shape.
 *
 * Returns SP_MEMORY; SP_DATA for 2^32-1 shapes or more.
 */
enum sp_status sp_shapes_learn(const struct sp_names *urls, int threads,
			       struct sp_shapes *shapes, struct sp_error *err);

/*
 * The shapes of the same host as this one: first <= shape < end.  Looks at as
 * many of them as their number has bits, about.
 */
void sp_shape_siblings(const struct sp_shapes *shapes, uint64_t shape,
		       uint64_t *first, uint64_t *end);

#endif
