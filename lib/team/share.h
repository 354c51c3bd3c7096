/* SPDX-License-Identifier: MIT */
/*
 * share.h - the share of a graph that one process of a team holds.
 *
 * Each process owns a range of pages, whose bounds are multiples of
 * SP_BLOCK_PAGES, with all of their links.  Its graph is a graph like any
 * other, with page numbers of its own, so that kernels run on it as they are:
 *
 *	local page                           is
 *	0 .. owned - 1                       page first + local
 *	owned .. reached_first - 1           nothing: no links from or to it
 *	reached_first .. + reached - 1       a page of another process to which
 *	                                     a page owned links; has no links
 *
 * Pages reached are in the order of their global numbers, so those of one owner
 * follow each other.  reached_first is a multiple of SP_SHARE_ALIGN.  In a team
 * of one, the graph is the whole graph, as it is.
 *
 * A vector over the local pages has sp_share_places() values: one for each of
 * them.  Two exchanges keep the processes together:
 *
 *	add	what was summed up for the pages reached is added to the values
 *		of their owners, in the order of the processes;
 *	fetch	the values of owners are copied to the pages reached.
 *
 * Each page reached costs one value on the wire, however many links lead to it.
 */
#ifndef SP_TEAM_SHARE_H
#define SP_TEAM_SHARE_H

#include "graph/graph.h"
#include "team/team.h"

/* Pages of the vectors of kernels that one thread visits (rank/sum.h). */
#define SP_SHARE_ALIGN 65536

/* For callers to read, not to write. */
struct sp_share {
	struct sp_team *team;
	const struct sp_graph *graph;  /* local; not of the caller to free */

	/* Of the whole graph. */
	struct sp_fingerprint whole;
	struct sp_fingerprint origin;
	const uint64_t *first_of;      /* first page of each process, and the
					  number of pages: size + 1 entries */
	/* Of this process. */
	uint64_t first;                /* first page owned */
	uint64_t owned;                /* pages owned */
	uint64_t links;                /* of the pages owned */
	uint64_t reached_first;        /* first local page reached */
	uint64_t reached;              /* pages reached */

	/*
	 * For process k: the pages reached that it owns are reached_from[k] ..
	 * reached_from[k + 1] - 1 of all reached; their local numbers at their
	 * owner are in reached_page.  The pages owned that it reaches are
	 * lent[lent_from[k]] .. lent[lent_from[k + 1] - 1], local numbers,
	 * ascending.
	 */
	const uint32_t *reached_page;
	const uint64_t *reached_from;
	const uint32_t *lent;
	const uint64_t *lent_from;

	struct sp_share_space *space;  /* private: buffers for exchanges */
};

/* Values of a vector over the local pages. */
static inline uint64_t
sp_share_places(const struct sp_share *share)
{
	return share->reached ? share->reached_first + share->reached :
				share->owned;
}

/* Returns the global number of the page reached with local number page. */
uint64_t sp_share_global(const struct sp_share *share, uint64_t page);

/* Returns the process that owns a global page. */
unsigned sp_share_owner(const struct sp_share *share, uint64_t page);

/* ---- making a share --------------------------------------------------- */

/*
 * Makes a share of what this process has read.  wide is a graph with the pages
 * of the whole, of which only the blocks of the pages owned are there
 * (sp_graph_begin_at() of graph/store.h), which has not been completed; it is
 * used up, also after a failure.  first_of has size + 1 entries, which are
 * copied.  whole and origin are what the tail of the graph says.
 *
 * Verifies each row, and with all processes together the links and the checksum
 * of the whole.  Memory at its peak: the bytes of wide, of which those are given
 * back that are encoded anew, and 8 bytes a page reached.
 *
 * SP_DATA if the graph is damaged, or not that of its fingerprint; SP_MEMORY;
 * SP_IO.  The share must be freed before the team.
 */
enum sp_status sp_share_new(struct sp_team *team, struct sp_graph *wide,
			    const uint64_t *first_of,
			    const struct sp_fingerprint *whole,
			    const struct sp_fingerprint *origin, int threads,
			    struct sp_share **share, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * The share of the only process of a team of one: the graph itself, which
 * stays the caller's.  SP_MEMORY.
 */
enum sp_status sp_share_alone(struct sp_team *team,
			      const struct sp_graph *graph,
			      struct sp_share **share, struct sp_error *err)
	SP_MUST_CHECK;

void sp_share_free(struct sp_share *share); /* accepts NULL */

/* ---- exchanges -------------------------------------------------------- */

/*
 * Adds the values of the pages reached to those of the pages owned by their
 * owners.  vector has sp_share_places() values; those of the pages reached are
 * unchanged.  begin sends; the values of the pages reached must not change, but
 * those of the pages owned may, until finish, which adds.  SP_MEMORY, SP_IO.
 */
enum sp_status sp_share_add_begin(struct sp_share *share,
				  const double *vector, struct sp_error *err)
	SP_MUST_CHECK;
enum sp_status sp_share_add_finish(struct sp_share *share, double *vector,
				   struct sp_error *err) SP_MUST_CHECK;

/* Copies the values of the pages owned to those who reach them. */
enum sp_status sp_share_fetch(struct sp_share *share, double *vector,
			      struct sp_error *err) SP_MUST_CHECK;

/*
 * The same for 32-bit integers, where what arrives for a page owned replaces
 * its value if it is less: distances, labels.
 */
enum sp_status sp_share_least(struct sp_share *share, uint32_t *vector,
			      struct sp_error *err) SP_MUST_CHECK;
enum sp_status sp_share_fetch32(struct sp_share *share, uint32_t *vector,
				struct sp_error *err) SP_MUST_CHECK;

#endif
