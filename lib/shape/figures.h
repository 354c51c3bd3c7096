/* SPDX-License-Identifier: MIT */
/*
 * figures.h - what a crawl spent on each shape, and what it got for it.
 *
 * A download finds a page if it links to it and no earlier download does, and
 * the page itself was downloaded later or never.  It finds a host if it finds a
 * page of the host before any other page of it was found or downloaded.  So
 * every page and host is found at most once, and yields of shapes add up.
 */
#ifndef SP_SHAPE_FIGURES_H
#define SP_SHAPE_FIGURES_H

#include "shape/downloads.h"

/* Of one shape. */
struct sp_shape_figures {
	uint64_t pages;      /* known */
	uint64_t downloads;
	uint64_t late;       /* downloads in the second half of the crawl, the
				middle one of an odd number included */
	uint64_t sized;      /* downloads whose size is known */
	uint64_t alike;      /* ... and differs from their mean by at most a
				third of it */
	uint64_t bytes;      /* ... and their sum, at most SP_FETCH_SIZE_MAX */
	uint64_t digested;   /* downloads whose digest is known */
	uint64_t duplicates; /* ... is that of an earlier one, of any shape */
	uint64_t rows;       /* with at least SP_SHAPE_ROW_LEAST links */
	uint64_t same_rows;  /* ... exactly those of an earlier download */
	double mass;         /* sum of the scores */

	uint64_t inside;     /* links from its pages to other pages of it */
	uint64_t from_outside; /* links to it from other shapes or none */
	uint64_t welcome;    /* pages with such a link */

	uint64_t found;      /* pages found by its downloads, of any shape */
	uint64_t bred;       /* ... of this shape itself */
	uint64_t bred_late;  /* ... by the second half of its downloads */
	uint64_t kin;        /* pages found of this shape and its kin */
	uint64_t hosts;      /* hosts found by its downloads */
};

/*
 * Shorter rows are alike by chance: most pages without a menu have one or two
 * links, home and up.
 */
#define SP_SHAPE_ROW_LEAST 4

/*
 * Makes figures for shaped->shapes shapes, which the caller frees with free().
 * Two passes over the links in threads, and a look at the rows of pages whose
 * rows seem the same.  Takes 168 bytes a shape, 5 bytes a page, 16 a download
 * while duplicates are looked for, and 8 a host.  The same bits with any number
 * of threads.  SP_DATA if the graph is damaged or the parts of shaped have
 * other pages; SP_MEMORY.
 */
enum sp_status sp_shape_figures(const struct sp_shaped *shaped,
				const struct sp_shape_downloads *downloads,
				struct sp_shape_figures **figures,
				struct sp_error *err);

/*
 * For sp_shape_figures(): counts duplicates by digest, and equal rows.
 */
enum sp_status sp_shape_repeats(const struct sp_shaped *shaped,
				const struct sp_shape_downloads *downloads,
				struct sp_shape_figures *figures,
				struct sp_error *err);

#endif
