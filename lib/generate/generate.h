/* SPDX-License-Identifier: MIT */
/*
 * generate.h - synthetic web graphs of any size, made page by page.
 *
 * For measuring on graphs as large as the machine holds, without data.  The
 * graph has the structure that crawls in order of URL have:
 *
 * - hosts of power-law size, in order of the reversed host name; each host is
 *   a row of directories of power-law size; the first page of a directory is
 *   its index page, the first page of a host its home page;
 * - pages of one directory share a template: host and section navigation,
 *   neighbouring directories, siblings, pages nearby; each page leaves out a
 *   part of it and has links of its own, most of them close to the page;
 * - index pages link to the pages of their directory, home pages to the
 *   directories of their host, which gives the tail of the out-degrees;
 * - links to other hosts: communities (every hub links to every authority, a
 *   complete bipartite core with all its pages on different hosts), blocks
 *   (the same few links on the pages of some directories of one host), and
 *   links of single pages to pages of power-law popularity;
 * - pages without links.
 *
 * Every page depends on the options and its number alone: the graph is the
 * same for any number of threads and on every machine.  The averages asked
 * for are met by calibration over the tables of hosts and directories, where
 * the sizes of hosts leave room: graphs below some thousand pages, whose
 * hosts are tiny, have fewer links.
 *
 * Memory: about 4 bytes a directory and 4 a host, 8 a community hub: under
 * half a byte a page; nothing in proportion to the links.
 */
#ifndef SP_GENERATE_GENERATE_H
#define SP_GENERATE_GENERATE_H

#include "graph/rows.h"

struct sp_generate_options {
	uint64_t pages;             /* 1 .. SP_PAGES_MAX */
	double links_per_page;      /* mean, 0 .. 1000 */
	double between_hosts;       /* share of links between hosts, 0 .. 0.5 */
	double dangling;            /* share of pages without links, 0 .. 0.9 */
	double host_exponent;       /* P(size) ~ size^-x, 1.1 .. 4 */
	double popularity_exponent; /* weight ~ rank^-x, 0 .. 3 */
	uint64_t seed;
	int threads;                /* >= 1 */
};

/* 100,000 pages, otherwise as uk-2007-05: 3,738,733,648 links, 3.66 %. */
#define SP_GENERATE_DEFAULTS \
	{ 100000, 35.3, 0.0366, 0.12, 1.8, 0.9, 1, 1 }

struct sp_generator;

/*
 * Makes the tables for *options, which are copied.  Time O(hosts +
 * directories).  SP_USAGE when an option is out of its range; SP_MEMORY.
 * The generator does not change afterwards: all functions below but free may
 * be called by several threads at once.
 */
enum sp_status sp_generator_new(const struct sp_generate_options *options,
				struct sp_generator **generator,
				struct sp_error *err) SP_MUST_CHECK;
void sp_generator_free(struct sp_generator *generator); /* accepts NULL */

/* ---- links ------------------------------------------------------------ */

/*
 * Gives all pages to the sink, without weights.  Blocks of pages are made in
 * options.threads threads; the sink is called from the calling thread, in
 * page order.  SP_MEMORY, or what the sink returned.
 */
enum sp_status sp_generator_rows(const struct sp_generator *generator,
				 const struct sp_row_sink *sink,
				 struct sp_error *err) SP_MUST_CHECK;

/* ---- names ------------------------------------------------------------ */

/* Room for every host name and URL, with the NUL. */
#define SP_GENERATE_NAME_MAX 128

uint64_t sp_generator_hosts(const struct sp_generator *generator);

/*
 * Writes the name of host (host < sp_generator_hosts()), NUL-terminated, and
 * returns its length.  Names ascend by their labels from the last to the
 * first ("uk.co.miralo.news"), compared as bytes.
 */
size_t sp_generator_host_name(const struct sp_generator *generator,
			      uint64_t host, char out[SP_GENERATE_NAME_MAX]);

/* Pages of host; its first page in *first. */
uint64_t sp_generator_host_pages(const struct sp_generator *generator,
				 uint64_t host, uint64_t *first);

/*
 * Where a page is.  Begin with SP_GENERATE_PLACE; each search starts at the
 * place of the one before, so that pages in ascending order cost O(1).
 */
struct sp_generate_place {
	uint64_t host;
	uint64_t directory; /* number in the graph */
};

#define SP_GENERATE_PLACE { 0, 0 }

/* Moves *place to page (page < pages); returns the host of the page. */
uint64_t sp_generator_find(const struct sp_generator *generator,
			   uint64_t page, struct sp_generate_place *place);

/*
 * Writes the URL of page (page < pages), NUL-terminated, and returns its
 * length.  Moves *place to the page.  sp_url_host() of it is the host's
 * name; URLs of one host ascend as bytes.
 */
size_t sp_generator_page_name(const struct sp_generator *generator,
			      uint64_t page, struct sp_generate_place *place,
			      char out[SP_GENERATE_NAME_MAX]);

#endif
