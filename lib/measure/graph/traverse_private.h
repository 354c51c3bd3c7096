/* SPDX-License-Identifier: MIT */
/*
 * traverse_private.h - what the files of a traversal share.
 */
#ifndef SP_MEASURE_GRAPH_TRAVERSE_PRIVATE_H
#define SP_MEASURE_GRAPH_TRAVERSE_PRIVATE_H

#include "graph/crossing.h"
#include "measure/graph/openlist.h"
#include "measure/graph/traverse.h"

#define SP_TRAVERSAL_WORDS (SP_TRAVERSAL_MOST / 64) /* of a page, at most */

/*
 * Functions with a constant number of words, one copy for each number: the
 * loops over words vanish.
 */
#define SP_FIXED static inline __attribute__((always_inline))

/*
 * A page's words are read in two places.  Those that other pages change are
 * next to each other, in one line of the cache: the sources that have found
 * the page, and those that find it in this step.  The sources that found it in
 * the step before are read in page order.
 */
struct sp_traversal {
	const struct sp_graph *graph;
	uint64_t pages, blocks;
	int threads;
	bool shared;           /* threads share this step */
	unsigned words;        /* of a page and set of sources: 1, 2, 4 */
	uint64_t *state;       /* a page: words of found, words of next */
	uint64_t *passing;     /* a page: words of found in the last step */
	uint64_t *open;        /* bitset of the pages with bits in passing */
	uint64_t *needed;      /* bitset of the lists to decode for these */
	uint8_t *open_blocks;  /* those with open pages */
	uint8_t *next_blocks;  /* those with pages that have bits in next */
	uint64_t open_pages;   /* how many are in open */
	uint64_t open_block_count;
	struct sp_open_list list; /* coming: pages with bits in next */
	uint64_t going[SP_TRAVERSAL_WORDS]; /* sources that were not stopped */
	uint64_t counts[SP_TRAVERSAL_MOST]; /* pages found, by source */
	struct sp_cursor **cursors;         /* one for each thread */
	struct sp_crossing *crossing;       /* NULL: of a single thread */
	const struct sp_share *share;       /* NULL: of a team of one */
};

/* Passes the bits of the listed pages on (traverse_list.c).  SP_DATA. */
enum sp_status sp_traversal_pass_list(struct sp_traversal *run,
				      struct sp_error *err);

/* What was found in this step becomes what is passed on (traverse_settle.c). */
void sp_traversal_settle(struct sp_traversal *run);

/*
 * What processes found at pages of others in this step goes to these
 * (traverse_between.c).  SP_MEMORY, SP_IO.
 */
enum sp_status sp_traversal_pass_between(struct sp_traversal *run,
					 struct sp_error *err);

#endif
