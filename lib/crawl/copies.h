/* SPDX-License-Identifier: MIT */
/*
 * copies.h - a crawl of a web that changes: which snapshot it has now, and in
 * which each page was read (seedpipe-algorithms(7), 5.4).
 *
 * Snapshot i + 1 takes over at the moment takeovers[i]: what is read then, or
 * later, is of that snapshot.  A page keeps the links that it had when it was
 * read, whatever becomes of it afterwards.  Costs a byte a page, and nothing
 * without snapshots.
 */
#ifndef SP_CRAWL_COPIES_H
#define SP_CRAWL_COPIES_H

#include "crawl/fresh.h"

/* Instead of a snapshot, in read[]. */
#define SP_COPY_NONE UINT8_MAX       /* never asked for */
#define SP_COPY_GONE (UINT8_MAX - 1) /* asked for, and not there */

struct sp_copies {
	const struct sp_snapshots *snapshots; /* NULL: the web stays the same,
						 and the rest is not used */
	const uint64_t *takeovers;
	unsigned now;
	uint64_t moment;          /* of the last call of sp_copies_move() */
	uint8_t *read;            /* of each page: the snapshot */
	struct sp_fresh *fresh;   /* or NULL: nobody asks */

	/* Private. */
	struct sp_fresh kept;
	uint32_t *links;
	uint64_t capacity;
};

/*
 * Zero it before.  with_fresh: freshness is wanted.  SP_MEMORY; free it in any
 * case.
 */
enum sp_status sp_copies_init(struct sp_copies *copies,
			      const struct sp_crawl_input *input,
			      bool with_fresh, struct sp_error *err);
void sp_copies_free(struct sp_copies *copies);

/* Comes to a moment, which is not before the last one. */
void sp_copies_move(struct sp_copies *copies, uint64_t moment);

/* Reads a page at this moment; returns false if it is gone. */
bool sp_copies_fetch(struct sp_copies *copies, uint32_t page, uint64_t moment);

static inline bool
sp_copies_lack(const struct sp_copies *copies, uint32_t page)
{
	return copies->snapshots && copies->read[page] == SP_COPY_GONE;
}

/*
 * Leaves of the links of a page those that it had when it was read, or if it
 * was not, those that it has now.  The list is valid until the next call.
 * SP_MEMORY.
 */
enum sp_status sp_copies_links(struct sp_copies *copies, uint32_t page,
			       const uint32_t **successors, uint32_t *count,
			       struct sp_error *err);

/*
 * Makes a graph of the links of all pages that were read, as they were then.
 * As sp_graph_of_rows() (graph/rowgraph.h), and SP_DATA if the graph is
 * damaged.
 */
enum sp_status sp_copies_graph(struct sp_copies *copies,
			       const struct sp_index *index,
			       struct sp_graph **graph, struct sp_error *err);

/* How fresh the copies are; downloads: so far. */
struct sp_freshness sp_copies_freshness(const struct sp_copies *copies,
					uint64_t downloads);

#endif
