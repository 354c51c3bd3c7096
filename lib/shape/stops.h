/* SPDX-License-Identifier: MIT */
/*
 * stops.h - what a crawl would have saved and lost without the pages of some
 * shapes, exactly, by the graph.
 *
 * The crawl begins at its first pages and follows the links of its downloads.
 * Without a shape it follows no link of the shape's pages.  A page is lost if
 * the whole crawl reaches it, and the crawl without the shape does not; pages
 * of the shape itself are not lost but saved.
 */
#ifndef SP_SHAPE_STOPS_H
#define SP_SHAPE_STOPS_H

#include "shape/downloads.h"

/*
 * Shapes of one search: a page has a bit for each, for all of them together,
 * and for the whole crawl.
 */
#define SP_STOPS_MOST 62

/* Without one shape, or without several at once. */
struct sp_stop {
	uint64_t saved;          /* downloads of the shapes */
	uint64_t lost;           /* pages that only they lead to, known ... */
	uint64_t lost_downloads; /* ... and downloaded */
	double mass;             /* score of the pages of the shapes */
	double lost_mass;        /* score of the pages lost */
};

struct sp_stops {
	uint64_t seeds;          /* first pages of the crawl */
	uint64_t reached;        /* pages that the whole crawl reaches */
	uint64_t stray;          /* downloads that it does not reach */
	struct sp_stop of[SP_STOPS_MOST]; /* of each shape alone */
	struct sp_stop all;
};

/*
 * Fills a set of pages with the first ones of a crawl: its first download;
 * downloads that no other download links to; and, one by one in the order of
 * the downloads, those that all before do not lead to.  So the crawl reaches
 * all of its downloads.  Takes 21 bytes a page and 1 a shape,
 * beside the index of the graph.  SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_crawl_seeds(const struct sp_shaped *shaped,
			      const struct sp_shape_downloads *downloads,
			      const struct sp_index *index, uint64_t *seeds,
			      struct sp_error *err);

/*
 * Finds what stopping count shapes (at most SP_STOPS_MOST), all different,
 * would have saved and lost.  One search serves all of them: a page passes on
 * the bits that reached it, except that of its own shape.  A page is read
 * again only when further bits reach it later, which needs a longer way round
 * a shape.  Takes 20 bytes a page and 1 a shape.  SP_DATA if the graph is
 * damaged; SP_MEMORY.
 */
enum sp_status sp_shape_stops(const struct sp_shaped *shaped,
			      const struct sp_shape_downloads *downloads,
			      const struct sp_index *index,
			      const uint64_t *seeds, const uint32_t *shapes,
			      unsigned count, struct sp_stops *stops,
			      struct sp_error *err);

#endif
