/* SPDX-License-Identifier: MIT */
/*
 * part.h - the section that says which part of a graph a stream has.
 *
 * A part has all pages of the whole graph and their hosts, but links, names,
 * states and fetches of the pages of one range only: other pages have an empty
 * name, and what a crawl knows of them is not said (part_crawl.h).  Ranges
 * begin at multiples of SP_BLOCK_PAGES, so a part has whole blocks.  Checksums
 * are sums over pages (graph/fingerprint.h): those of the parts add up to that
 * of the whole, and so do their origins.
 *
 * One frame, head and tail in one: pages of the whole, first page of the range,
 * page after its last (8 bytes each), number of the part from 0, number of
 * parts (4 each), identity of the whole (8).  The section belongs to whatever
 * has these pages: a part that was pruned is still this part.
 */
#ifndef SP_STREAM_SECTION_PART_H
#define SP_STREAM_SECTION_PART_H

#include "graph/fetches.h"
#include "graph/names.h"
#include "graph/states.h"
#include "stream/section/section.h"

#define SP_TAG_PART SP_TAG('p', 'a', 'r', 't')
#define SP_PART_SIZE 40

/* Parts of one graph, at most. */
#define SP_PARTS_MAX 65536

struct sp_part {
	uint64_t pages;  /* of the whole */
	uint64_t first;  /* page of the range */
	uint64_t end;    /* page after the last; first: none */
	uint64_t number; /* from 0 */
	uint64_t count;  /* of all parts */
	uint64_t id;     /* the same for all parts of one graph; 0: unknown */
};

/*
 * The range of part number (below count, at most SP_PARTS_MAX) of a graph with
 * this many pages, where nothing else decides it: the same number of blocks for
 * each, one more for some.
 */
struct sp_part sp_part_of(uint64_t pages, uint64_t number, uint64_t count);

/* All that each part has its share of; what is NULL, or empty, no part has. */
struct sp_part_whole {
	struct sp_basis basis;
	const struct sp_names *names;
	const double *weights;     /* of the links of basis.graph */
	const struct sp_states *states;
	const struct sp_fetches *fetches;
};

/* An identity for the parts of a graph: a checksum of all this; never 0. */
uint64_t sp_part_identity(const struct sp_part_whole *whole);

/* What is wrong with these numbers, or NULL. */
const char *sp_part_fault(const struct sp_part *part);

/* Which part the stream was, whether it was asked for or not; NULL: whole. */
const struct sp_part *sp_contents_part(const struct sp_contents *contents);

/* Writes it; the first section of a part. */
enum sp_status sp_save_part(struct sp_writer *writer,
			    const struct sp_part *part, struct sp_error *err);

#endif
