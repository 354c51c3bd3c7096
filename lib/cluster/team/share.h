/* SPDX-License-Identifier: MIT */
/*
 * share.h - the share of a graph that one process of a team holds.
 *
 * Each process owns a range of pages, whose bounds are multiples of
 * SP_BLOCK_PAGES, with all of their links.  Its graph is a graph like any
 * other, with page numbers of its own, so that kernels run on it as they are:
 *
 *	local pages                          are
 *	... below own_first                  pages of other processes, below
 *	                                     those owned, to which these link
 *	own_first .. own_first + owned - 1   the pages owned: page first + i
 *	after_first .. after_first + ...     pages of other processes, above
 *	                                     those owned, to which these link
 *
 * Pages reached, those of other processes, have no links here.  Their local
 * numbers ascend with their global numbers, so those of one owner follow each
 * other, and a row of links has the same order as in the whole graph.
 * own_first and after_first are multiples of SP_SHARE_ALIGN: pages reached
 * below end directly before own_first, those above begin at after_first; local
 * pages between are nothing, and have no links from or to them.  In a team of
 * one, the graph is the whole graph, as it is.
 *
 * A vector over the local pages has share->places values.  Two exchanges keep
 * the processes together:
 *
 *	add	what was summed up for the pages reached goes to their owners:
 *		a value becomes the sum over all processes, in their order, in
 *		which the owner has its place like any other;
 *	fetch	the values of owners are copied to the pages reached.
 *
 * So the order of additions depends on the pages that link and not on who owns
 * the page that they link to: pages with the same links, or with links from the
 * same pages, get the same bits in every process.
 *
 * Each page reached costs one value on the wire, however many links lead to it.
 */
#ifndef SP_CLUSTER_TEAM_SHARE_H
#define SP_CLUSTER_TEAM_SHARE_H

#include "cluster/team/team.h"
#include "graph/graph.h"

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
	uint64_t own_first;            /* local number of the first of them */
	uint64_t after_first;          /* where pages reached above begin */
	uint64_t places;               /* local pages, all of them */
	uint64_t reached_below;        /* pages reached below those owned: at
					  own_first - reached_below ... */
	uint64_t reached;              /* pages reached, below and above */

	/*
	 * For process k: of all pages reached, reached_from[k] ..
	 * reached_from[k + 1] - 1 are its own; their numbers at their owner,
	 * less the owner's first, are in reached_page.  The pages owned that it
	 * reaches are lent[lent_from[k]] .. lent[lent_from[k + 1] - 1], by
	 * number less first, ascending.
	 */
	const uint32_t *reached_page;
	const uint64_t *reached_from;
	const uint32_t *lent;
	const uint64_t *lent_from;

	struct sp_share_space *space;  /* private: buffers for exchanges */
};

/* Rounds up to a multiple of SP_SHARE_ALIGN. */
static inline uint64_t
sp_share_align(uint64_t count)
{
	return (count + SP_SHARE_ALIGN - 1) / SP_SHARE_ALIGN * SP_SHARE_ALIGN;
}

/* Returns the local number of the i-th page reached. */
static inline uint64_t
sp_share_reached(const struct sp_share *share, uint64_t i)
{
	return i < share->reached_below ?
		       share->own_first - share->reached_below + i :
		       share->after_first + i - share->reached_below;
}

/* Returns the global number of a local page, owned or reached. */
uint64_t sp_share_global(const struct sp_share *share, uint64_t page);

/* The local number of a global page, if it has one here; else false. */
bool sp_share_find(const struct sp_share *share, uint64_t page,
		   uint32_t *local);

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
 * of the whole.  The local graph is written over the bytes of wide, so memory
 * at its peak is those, and up to 12 bytes a page reached.
 *
 * SP_DATA if the graph is damaged, or not that of its fingerprint; SP_MEMORY;
 * SP_IO.  The share must be freed before the team.
 */
enum sp_status sp_share_new(struct sp_team *team, struct sp_graph *wide,
			    const uint64_t *first_of,
			    const struct sp_fingerprint *whole,
			    const struct sp_fingerprint *origin, int threads,
			    struct sp_share **share, struct sp_error *err);

/*
 * The share of the only process of a team of one: the graph itself, which
 * stays the caller's.  SP_MEMORY.
 */
enum sp_status sp_share_alone(struct sp_team *team,
			      const struct sp_graph *graph,
			      struct sp_share **share, struct sp_error *err);

void sp_share_free(struct sp_share *share); /* accepts NULL */

/* ---- exchanges -------------------------------------------------------- */

/*
 * Adds the values of the pages reached to those of the pages owned by their
 * owners.  vector has share->places values; those of the pages reached are
 * unchanged.  begin sends; the values of the pages reached must not change, but
 * those of the pages owned may, until finish, which adds.  SP_MEMORY, SP_IO.
 */
enum sp_status sp_share_add_begin(struct sp_share *share,
				  const double *vector, struct sp_error *err);
enum sp_status sp_share_add_finish(struct sp_share *share, double *vector,
				   struct sp_error *err);

/* Copies the values of the pages owned to those who reach them. */
enum sp_status sp_share_fetch(struct sp_share *share, double *vector,
			      struct sp_error *err);

/*
 * The same for 32-bit integers, where what arrives for a page owned replaces
 * its value if it is less: distances, labels.
 */
enum sp_status sp_share_least(struct sp_share *share, uint32_t *vector,
			      struct sp_error *err);
enum sp_status sp_share_fetch32(struct sp_share *share, uint32_t *vector,
				struct sp_error *err);

#endif
