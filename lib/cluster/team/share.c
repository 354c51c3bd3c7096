/* SPDX-License-Identifier: MIT */
/*
 * The numbers of pages in a share, and its exchanges.
 *
 * An exchange moves one value for each page reached.  On the side of the
 * process that reaches, those values lie in the vector itself, grouped by owner
 * (share.h), and are sent and received in place: space->place_from has where
 * each group begins.  On the side of the owner they are scattered over its
 * pages, so they go through a buffer with a value for each entry of lent[], the
 * pages that others reach.  lent[] is computed once, when the share is made; an
 * exchange then costs 8 bytes on the wire and one indexed access for each page
 * reached, whatever the number of links.
 *
 * Sums must not depend on who owns a page.  The owner gets a partial sum from
 * each process, and its own is one of them, with the place that its rank gives
 * it: partial sums are added in the order 0, 1, 2, ...  The own value is in the
 * vector already when those of lower processes arrive, so it has to step aside:
 * the first value to arrive for a page takes its place in the vector, and the
 * own one waits in the buffer slot of that value (add_before()), until all
 * lower processes are added (share_add_waiting()).  Which slot is the first for
 * its page depends on lent[] only and is kept as a bitset.
 *
 * Within one process, no page occurs twice in lent[], so threads can share its
 * entries; the processes must follow each other.
 */
#include "cluster/team/share.h"

#include "base/bitset.h"
#include "base/compare.h"
#include "base/memory.h"
#include "cluster/team/share_space.h"

#include <stdlib.h>
#include <string.h>

#define FEW 16384 /* values that are not worth several threads */

/* ---- numbers ---------------------------------------------------------- */

/*
 * Returns the last k < count whose from[k] is at most value.  Empty ranges
 * share their start with the next one, so "last" finds the range that has the
 * value.  The loop has a fixed number of steps for a count, and the compiler
 * makes conditional moves of it.
 */
static unsigned
find_range(const uint64_t *from, unsigned count, uint64_t value)
{
	unsigned low = 0;

	while (count > 1) {
		unsigned half = count / 2;
		bool above = from[low + half] <= value;

		low += above ? half : 0;
		count = above ? count - half : half;
	}
	return low;
}

unsigned
sp_share_owner(const struct sp_share *share, uint64_t page)
{
	return find_range(share->first_of, share->team->size, page);
}

/*
 * Pages reached ascend in both numberings; i counts them from the first one
 * below.
 */
uint64_t
sp_share_global(const struct sp_share *share, uint64_t page)
{
	uint64_t i;
	unsigned k;

	if (page >= share->own_first && page < share->own_first + share->owned)
		return share->first + (page - share->own_first);
	i = page < share->own_first ?
		    page + share->reached_below - share->own_first :
		    page - share->after_first + share->reached_below;
	k = find_range(share->reached_from, share->team->size, i);
	return share->first_of[k] + share->reached_page[i];
}

/*
 * The owner follows from the bounds; among the pages that are reached from it,
 * a binary search decides.  A page that is neither owned nor reached has no
 * local number: no link of this process leads to it.
 */
bool
sp_share_find(const struct sp_share *share, uint64_t page, uint32_t *local)
{
	unsigned owner = sp_share_owner(share, page);
	uint64_t wanted = page - share->first_of[owner];
	uint64_t place = share->reached_from[owner];
	uint64_t end = share->reached_from[owner + 1];

	if (owner == share->team->rank) {
		*local = (uint32_t)(share->own_first + wanted);
		return true;
	}
	if (place == end)
		return false;
	place += sp_first_not_below(share->reached_page + place,
				    sizeof(*share->reached_page), end - place,
				    wanted);
	if (place == end || share->reached_page[place] != wanted)
		return false;
	*local = (uint32_t)sp_share_reached(share, place);
	return true;
}

/* ---- begin and end ---------------------------------------------------- */

/* *to is set also after a failure, for the caller to free what there is. */
enum sp_status
sp_share_begin(struct sp_team *team, const uint64_t *first_of, int threads,
	       struct sp_share **to, struct sp_error *err)
{
	struct sp_share *share = sp_alloc_zero(1, sizeof(*share));
	struct sp_share_space *space = sp_alloc_zero(1, sizeof(*space));
	uint64_t entries = team->size + UINT64_C(1);

	*to = share;
	if (!share || !space) {
		free(space);
		return sp_no_memory(err, "the share of a process");
	}
	share->space = space;
	share->team = team;
	space->threads = threads;
	space->first_of = sp_alloc(entries, sizeof(uint64_t));
	space->reached_from = sp_alloc_zero(entries, sizeof(uint64_t));
	space->lent_from = sp_alloc_zero(entries, sizeof(uint64_t));
	space->place_from = sp_alloc_zero(entries, sizeof(uint64_t));
	if (!space->first_of || !space->reached_from || !space->lent_from ||
	    !space->place_from)
		return sp_no_memory(err, "the share of a process");
	memcpy(space->first_of, first_of, entries * sizeof(uint64_t));
	share->first_of = space->first_of;
	share->reached_from = space->reached_from;
	share->lent_from = space->lent_from;
	share->first = first_of[team->rank];
	share->owned = first_of[team->rank + 1] - share->first;
	return SP_OK;
}

/*
 * All tables have a range for one process, all pages are owned, and none is
 * reached: own_first is 0 and local numbers are those of the graph.
 */
enum sp_status
sp_share_alone(struct sp_team *team, const struct sp_graph *graph,
	       struct sp_share **to, struct sp_error *err)
{
	const uint64_t first_of[2] = { 0, sp_graph_pages(graph) };
	enum sp_status status = sp_share_begin(team, first_of, 1, to, err);
	struct sp_share *share = *to;

	if (status) {
		sp_share_free(share);
		*to = NULL;
		return status;
	}
	share->graph = graph;
	share->whole = sp_graph_fingerprint(graph);
	share->origin = sp_graph_origin(graph);
	share->links = sp_graph_links(graph);
	share->after_first = share->places = share->owned;
	return SP_OK;
}

void
sp_share_free(struct sp_share *share)
{
	struct sp_share_space *space = share ? share->space : NULL;

	if (space) {
		sp_graph_free(space->graph);
		free(space->first_of);
		free(space->reached_page);
		free(space->reached_from);
		free(space->lent);
		free(space->lent_from);
		free(space->place_from);
		free(space->first_time);
		free(space->buffer);
	}
	free(space);
	free(share);
}

/* ---- exchanges -------------------------------------------------------- */

/*
 * Local pages to their owners: out of vector, into the buffer.  others_only:
 * the gap that the pages owned leave in the tables is not sent.
 */
static struct sp_exchange
to_owners(const struct sp_share *share, const void *vector, size_t unit)
{
	struct sp_share_space *space = share->space;

	return (struct sp_exchange){
		.unit = unit, .out = vector, .out_from = space->place_from,
		.in = space->buffer, .in_from = space->lent_from,
		.others_only = true
	};
}

/* ... and back. */
static struct sp_exchange
from_owners(const struct sp_share *share, void *vector, size_t unit)
{
	struct sp_share_space *space = share->space;

	return (struct sp_exchange){
		.unit = unit, .out = space->buffer,
		.out_from = space->lent_from, .in = vector,
		.in_from = space->place_from, .others_only = true
	};
}

/* The exchange is kept in the space, since it must outlive this call. */
enum sp_status
sp_share_add_begin(struct sp_share *share, const double *vector,
		   struct sp_error *err)
{
	if (share->team->size == 1)
		return SP_OK;
	share->space->exchange = to_owners(share, vector, sizeof(*vector));
	return sp_team_begin(share->team, &share->space->exchange, err);
}

/*
 * Values from processes before this one are summed up in the place of the
 * owner's value, which waits in the buffer until the last of them is there.
 * All pages of one process are different, so threads need no locks.
 */
static void
add_before(struct sp_share_space *space, uint64_t first, uint64_t last,
	   double *own)
{
	const uint32_t *lent = space->lent;
	double *values = space->buffer;

#pragma omp parallel for num_threads(space->threads) if (last - first > FEW)
	for (uint64_t i = first; i < last; i++) {
		double *sum = own + lent[i], waiting = *sum;

		if (sp_bit_test(space->first_time, i)) {
			*sum = values[i];
			values[i] = waiting;
		} else {
			*sum = waiting + values[i];
		}
	}
}

/* Those of higher processes are simply added, one process after the other. */
static void
add_after(const struct sp_share_space *space, uint64_t first, uint64_t last,
	  double *own)
{
	const uint32_t *lent = space->lent;
	const double *values = space->buffer;

#pragma omp parallel for num_threads(space->threads) if (last - first > FEW)
	for (uint64_t i = first; i < last; i++)
		own[lent[i]] += values[i];
}

/*
 * Adds the values that wait to the sums of those before.  The values of lower
 * processes are all in now; the own one comes after them and before those of
 * higher processes.
 */
static void
share_add_waiting(const struct sp_share_space *space, uint64_t last,
		  double *own)
{
	const uint32_t *lent = space->lent;
	const double *values = space->buffer;

#pragma omp parallel for num_threads(space->threads) if (last > FEW)
	for (uint64_t i = 0; i < last; i++)
		if (sp_bit_test(space->first_time, i))
			own[lent[i]] += values[i];
}

enum sp_status
sp_share_add_finish(struct sp_share *share, double *vector,
		    struct sp_error *err)
{
	struct sp_share_space *space = share->space;
	const uint64_t *from = space->lent_from;
	double *own = vector + share->own_first;
	unsigned size = share->team->size, rank = share->team->rank;

	if (size == 1)
		return SP_OK;
	if (sp_team_finish(share->team, &space->exchange, err))
		return err->status;
	for (unsigned k = 0; k < rank; k++)
		add_before(space, from[k], from[k + 1], own);
	share_add_waiting(space, from[rank], own);
	for (unsigned k = rank + 1; k < size; k++)
		add_after(space, from[k], from[k + 1], own);
	return SP_OK;
}

/*
 * What a process lends is gathered from its own pages into the buffer; the
 * values arrive where the pages reached stand in the vector.
 */
enum sp_status
sp_share_fetch(struct sp_share *share, double *vector, struct sp_error *err)
{
	struct sp_share_space *space = share->space;
	const uint32_t *lent = space->lent;
	const double *own = vector + share->own_first;
	uint64_t count = space->lent_from[share->team->size];
	struct sp_exchange exchange = from_owners(share, vector,
						  sizeof(*vector));
	double *values = space->buffer;

	if (share->team->size == 1)
		return SP_OK;
#pragma omp parallel for num_threads(space->threads) if (count > FEW)
	for (uint64_t i = 0; i < count; i++)
		values[i] = own[lent[i]];
	return sp_team_exchange(share->team, &exchange, err);
}

/*
 * The minimum needs no order, so nothing has to wait; and it changes nothing
 * where a process sends what it has fetched before.
 */
enum sp_status
sp_share_least(struct sp_share *share, uint32_t *vector, struct sp_error *err)
{
	struct sp_share_space *space = share->space;
	uint64_t count = space->lent_from[share->team->size];
	struct sp_exchange exchange = to_owners(share, vector,
						sizeof(*vector));
	const uint32_t *values = space->buffer;
	uint32_t *own = vector + share->own_first;

	if (share->team->size == 1)
		return SP_OK;
	if (sp_team_exchange(share->team, &exchange, err))
		return err->status;
	for (uint64_t i = 0; i < count; i++)
		if (values[i] < own[space->lent[i]])
			own[space->lent[i]] = values[i];
	return SP_OK;
}

enum sp_status
sp_share_fetch32(struct sp_share *share, uint32_t *vector,
		 struct sp_error *err)
{
	struct sp_share_space *space = share->space;
	uint64_t count = space->lent_from[share->team->size];
	struct sp_exchange exchange = from_owners(share, vector,
						  sizeof(*vector));
	uint32_t *values = space->buffer;

	if (share->team->size == 1)
		return SP_OK;
	for (uint64_t i = 0; i < count; i++)
		values[i] = vector[share->own_first + space->lent[i]];
	return sp_team_exchange(share->team, &exchange, err);
}
