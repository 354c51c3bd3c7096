/* SPDX-License-Identifier: MIT */
/*
 * downloads.h - the downloads of a crawl in their order, for the figures of
 * its shapes.
 *
 * A shape is a set of pages whose URLs follow one pattern; each page has at
 * most one.  What a crawl did is known more or less well: the states of pages
 * say which were downloaded, the times of fetches say when.  Where either is
 * missing, this file has the rule that stands in for it.
 */
#ifndef SP_SHAPE_DOWNLOADS_H
#define SP_SHAPE_DOWNLOADS_H

#include "graph/fetches.h"
#include "graph/graph.h"
#include "graph/hosts.h"
#include "graph/states.h"

#define SP_NOT_DOWNLOADED UINT32_MAX

/* A graph whose pages have shapes, and what else is known of the crawl. */
struct sp_shaped {
	const struct sp_graph *graph;
	const uint32_t *shape_of; /* of each page; from shapes on: of none */
	uint64_t shapes;
	const struct sp_states *states;   /* or NULL */
	const struct sp_fetches *fetches; /* or NULL */
	const struct sp_hosts *hosts;     /* or NULL */
	const double *mass;       /* the score of each page, or NULL */
	const uint32_t *kin;      /* a number below shapes of each shape, which
				     those of one kin share; or NULL */
	int threads;              /* at least 1 */
};

struct sp_shape_downloads {
	uint32_t *order;   /* pages in the order of their downloads */
	uint64_t count;
	uint32_t *place;   /* of each page in it, or SP_NOT_DOWNLOADED */
	bool timed;        /* by time; else by page number */
};

/*
 * Finds the downloads: the pages that are ok, redirect or gone; without states,
 * those with a fetch; with neither, those with links.  They are in the order of
 * their times if at least two times differ, equal times by page number, pages
 * without a time last; else in the order of their page numbers.  Takes 4 bytes
 * a page and 4 a download, and 16 a download while it sorts.  SP_DATA if the
 * graph is damaged, or states or fetches have other pages; SP_MEMORY.
 */
enum sp_status sp_shape_downloads(const struct sp_shaped *shaped,
				  struct sp_shape_downloads *downloads,
				  struct sp_error *err);

void sp_shape_downloads_free(struct sp_shape_downloads *downloads);

#endif
