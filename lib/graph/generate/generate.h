/* SPDX-License-Identifier: MIT */
/*
 * generate.h - generates synthetic web graphs of any size, page by page.
 *
 * Use it to measure on graphs as large as the machine holds, without real
 * data.  The graph has the structure of a crawl sorted by URL:
 *
 * - hosts whose sizes follow a power law, sorted by reversed host name; each
 *   host is a sequence of directories, whose sizes follow a power law too;
 *   the first page of a directory is its index page, the first page of a host
 *   its home page;
 * - the pages of a directory are a tree: each lists the next fan_out or more,
 *   which link back to it; so are the directories of a host.  This gives the
 *   tail of the out-degrees, and pages to which one page links;
 * - pages of one directory share a template: the home page, the index page and
 *   popular pages of the host (of a part of it, if it is large); each page
 *   omits part of it and adds links of its own, to popular pages as well; in
 *   some directories these are in pairs, between siblings;
 * - links to other hosts: communities (every hub links to every authority, a
 *   complete bipartite core with all its pages on different hosts), blocks
 *   (the same few links on the pages of some directories of one host), and
 *   links of single pages to pages of power-law popularity;
 * - pages without links;
 * - if asked for, a link farm (farm.h), whose pages come after all others.
 *
 * Each page depends only on the options and its own number, so the graph is
 * the same for any number of threads and on every machine.  Calibration over
 * the tables of hosts and directories meets the requested averages as far as
 * the host sizes allow: graphs below a few thousand pages, whose hosts are
 * tiny, have fewer links.
 *
 * Memory: about 4 bytes per directory, 4 per host and 8 per community hub,
 * in all under half a byte per page; and the rows of the blocks at work, at
 * most about 200 MiB for each thread, where pages have the most links.
 */
#ifndef SP_GRAPH_GENERATE_GENERATE_H
#define SP_GRAPH_GENERATE_GENERATE_H

#include "graph/rows.h"

struct sp_generate_options {
	uint64_t pages;             /* 1 .. SP_PAGES_MAX */
	double links_per_page;      /* mean over all pages, 0 .. 1000 */
	double between_hosts;       /* share of links between hosts, 0 .. 0.5 */
	double dangling;            /* share of pages without links, 0 .. 0.9 */
	double host_exponent;       /* P(size) ~ size^-x, 1.1 .. 4 */
	double popularity_exponent; /* weight ~ rank^-x, 0 .. 3 */
	double local_exponent;      /* the same inside hosts, 0 .. 3 */
	double degree_spread;       /* usual out-degrees: 1 : 2^x, 0 .. 10 */
	uint64_t fan_out;           /* least pages in a list, 1 .. 2000 */
	double reciprocal;          /* share of links in pairs, 0 .. 0.21 */
	uint64_t seed;
	int threads;                /* >= 1 */
	uint64_t farm;              /* pages of a link farm; 0: none */
	uint64_t farm_targets;      /* of these, 1 .. SP_FARM_TARGETS_MAX */
	double farm_hijacked;       /* share of linking pages that link to it */
};

#define SP_FARM_TARGETS_MAX 1000

/*
 * 100,000 pages with the proportions of uk-2007-05, which has 3,738,733,648
 * links, 3.66 % of them between hosts.
 */
#define SP_GENERATE_DEFAULTS \
	{ 100000, 35.3, 0.0366, 0.12, 1.5, 2.5, 1.2, 6, 100, 0.03, 1, 1, \
	  0, 10, 0.001 }

/* Share of a page's links inside its host that are its own. */
#define SP_GENERATE_OWN 0.21

struct sp_generator;

/*
 * Creates a generator for *options, which are copied.  Takes time O(hosts +
 * directories).  Returns SP_USAGE if an option is out of range; SP_MEMORY.
 * The generator never changes afterwards, so several threads may call all
 * functions below at once, except sp_generator_free().
 */
enum sp_status sp_generator_new(const struct sp_generate_options *options,
				struct sp_generator **generator,
				struct sp_error *err);
void sp_generator_free(struct sp_generator *generator); /* accepts NULL */

/* Returns the pages of the web and of its farm. */
uint64_t sp_generator_pages(const struct sp_generator *generator);

/* ---- links ------------------------------------------------------------ */

/*
 * Passes the rows of all pages to the sink, without weights.  options.threads
 * threads generate blocks of pages; the calling thread calls the sink, in
 * page order.  Returns SP_MEMORY or the status of the sink on failure.
 */
enum sp_status sp_generator_rows(const struct sp_generator *generator,
				 const struct sp_row_sink *sink,
				 struct sp_error *err);

/*
 * The same of the pages first .. end - 1 alone, at the cost of these.  Both are
 * multiples of SP_BLOCK_PAGES, or the number of pages.  The sink begins with
 * the number of all pages.  Adds those links of the web that lead to another
 * of its hosts to *between, unless that is NULL.
 */
enum sp_status sp_generator_rows_of(const struct sp_generator *generator,
				    uint64_t first, uint64_t end,
				    const struct sp_row_sink *sink,
				    uint64_t *between, struct sp_error *err);

/* ---- names ------------------------------------------------------------ */

/* Bytes that hold any host name or URL, including the NUL. */
#define SP_GENERATE_NAME_MAX 128

uint64_t sp_generator_hosts(const struct sp_generator *generator);

/*
 * Writes the NUL-terminated name of host (host < sp_generator_hosts()) and
 * returns its length without the NUL.  Names with their labels reversed
 * ("example.site2718.news") ascend as bytes.
 */
size_t sp_generator_host_name(const struct sp_generator *generator,
			      uint64_t host, char out[SP_GENERATE_NAME_MAX]);

/* Returns the number of pages of host; stores its first page in *first. */
uint64_t sp_generator_host_pages(const struct sp_generator *generator,
				 uint64_t host, uint64_t *first);

/*
 * The host and directory of a page; a page of the farm leaves the place as it
 * is.  Start with SP_GENERATE_PLACE.  Each
 * search starts from the previous place, so pages in ascending order cost
 * O(1) each.
 */
struct sp_generate_place {
	uint64_t host;
	uint64_t directory; /* numbered over the whole graph */
};

#define SP_GENERATE_PLACE { 0, 0 }

/* Moves *place to page (page < pages); returns the host of the page. */
uint64_t sp_generator_find(const struct sp_generator *generator,
			   uint64_t page, struct sp_generate_place *place);

/*
 * Writes the NUL-terminated URL of page (page < pages) and returns its length
 * without the NUL.  Moves *place to the page.  sp_url_host() of the URL is
 * the host's name; the URLs of one host ascend as bytes.
 */
size_t sp_generator_page_name(const struct sp_generator *generator,
			      uint64_t page, struct sp_generate_place *place,
			      char out[SP_GENERATE_NAME_MAX]);

#endif
