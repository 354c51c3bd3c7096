/* SPDX-License-Identifier: MIT */
/*
 * between.h - what processes that share a graph pass to each other, for the
 * files of this folder.
 *
 * All processes call each function together.  Memory is that of what is passed.
 * Pages are global numbers, unless a comment says otherwise.
 */
#ifndef SP_MEASURE_GRAPH_BETWEEN_H
#define SP_MEASURE_GRAPH_BETWEEN_H

#include "cluster/team/share.h"
#include "measure/graph/components.h"

/* ---- pages reached ---------------------------------------------------- */

/* Returns the pages owned that others reach, each as often as it is reached. */
static inline uint64_t
sp_between_lent(const struct sp_share *share)
{
	return share->lent_from[share->team->size];
}

/* Returns the local number of the i-th of them. */
static inline uint64_t
sp_between_lent_page(const struct sp_share *share, uint64_t i)
{
	return share->own_first + share->lent[i];
}

/*
 * Values of unit bytes: one for each page reached goes to its owner, where
 * they are in the order of the pages lent; or the other way round.  SP_MEMORY,
 * SP_IO.
 */
enum sp_status sp_between_to_owners(const struct sp_share *share, size_t unit,
				    const void *reached, void *lent,
				    struct sp_error *err);
enum sp_status sp_between_from_owners(const struct sp_share *share,
				      size_t unit, const void *lent,
				      void *reached, struct sp_error *err);

/* ---- other pages ------------------------------------------------------ */

/*
 * Sends out_from[k] .. out_from[k + 1] - 1 of out to process k.  *in, which the
 * caller frees, gets what others send, in_from (size + 1 places) where that of
 * each process begins.  SP_MEMORY, SP_IO; *in is NULL then.
 */
enum sp_status sp_between_swap(struct sp_team *team, size_t unit,
			       const void *out, const uint64_t *out_from,
			       void **in, uint64_t *in_from,
			       struct sp_error *err);

/* A page and what is said of it. */
struct sp_word {
	uint32_t page;
	uint32_t value;
};

/*
 * Sends words, in any order, to the owners of their pages.  *got, which the
 * caller frees, has got_count words of pages of this process.
 */
enum sp_status sp_between_tell(const struct sp_share *share,
			       const struct sp_word *words, uint64_t count,
			       struct sp_word **got, uint64_t *got_count,
			       struct sp_error *err);

/*
 * Sets the value of each word to what its owner has for its page: own has a
 * value for each page owned.
 */
enum sp_status sp_between_ask(const struct sp_share *share,
			      const uint32_t *own, struct sp_word *words,
			      uint64_t count, struct sp_error *err);

/* ---- lists ------------------------------------------------------------ */

/*
 * Gathers lists of items of unit bytes, one after the other in the order of the
 * processes, at process 0.  *all, which the caller frees, is empty elsewhere.
 */
enum sp_status sp_between_collect(struct sp_team *team, size_t unit,
				  const void *own, uint64_t count, void **all,
				  uint64_t *total, struct sp_error *err);

/*
 * Counts how many of the values of all processes are equal: *list, which the
 * caller frees, has the same length entries everywhere, in ascending order.
 * Needs memory for those values of this process that are above 65,535 and for
 * the list.
 */
enum sp_status sp_between_sizes(struct sp_team *team, const uint32_t *values,
				uint64_t count, struct sp_size_count **list,
				uint64_t *length, struct sp_error *err);

#endif
