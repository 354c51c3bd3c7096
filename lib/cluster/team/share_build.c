/* SPDX-License-Identifier: MIT */
/*
 * How a share is made of the rows that a process has read.  A first pass over
 * them verifies each row and finds the pages of others to which they link; a
 * second one encodes them with local numbers, over the bytes that it has read.
 *
 * The graph of a share must be one that kernels can run on as they are, which
 * means encoded rows with local numbers; and memory must not be needed twice,
 * because the links are most of it.  So the encoded rows replace, block by
 * block, the bytes from which they were decoded: what has been read may be
 * overwritten (sp_graph_put_over()).  Local numbers are mostly as short as
 * global ones, but not always, so what does not fit yet waits in a buffer,
 * which stays small: it is filled only by the amount by which the output runs
 * ahead of the input.
 *
 * Local numbers ascend with global ones (share.h).  So a row ascends in both,
 * the encoder gets rows that it can take, and sums over a row have the order
 * that they have in the whole graph, to the bit.
 *
 * A row is looked up in at most two pieces, the pages below those owned and
 * those above: all others are owned, and get their number by adding a constant.
 * A page that is reached is found through a table with the first one of each
 * block of the whole graph, within which a binary search has few steps.
 *
 * Before anything is encoded, all processes compare what they have read:
 * fingerprints, origins and bounds must be equal, and links and checksums of
 * the rows must add up to those of the fingerprint.  Both are sums over rows,
 * so that it does not matter who has read which.  A process that reads another
 * file is noticed here and not by wrong scores.
 */
#include "cluster/team/share.h"

#include "base/bitset.h"
#include "base/hash.h"
#include "base/memory.h"
#include "cluster/team/reach.h"
#include "cluster/team/share_space.h"
#include "graph/builder.h"
#include "graph/codec.h"
#include "graph/store.h"

#include <stdlib.h>
#include <string.h>

#define NO_SHARE "the share of a process"

struct making {
	struct sp_share *share;
	struct sp_share_space *space;
	struct sp_graph *graph;        /* wide, later local */
	struct sp_reach_rows rows;     /* of the pages owned */

	/*
	 * Of the pages reached, after_block[b] is the first from block b on:
	 * where the search for one begins and ends.
	 */
	uint32_t *after_block;
	uint32_t *links_here;          /* of a row, with local numbers */
	uint64_t links_capacity;

	/* Encoded, and without room among the bytes that have been read. */
	uint8_t *waiting;
	uint64_t waiting_from, waiting_end, waiting_capacity;
	uint64_t block;                /* that is being read */
};

/* ---- is it one graph? ------------------------------------------------- */

/* What each process says of its rows, and of what all of them read. */
struct claim {
	uint64_t links, checksum;
	struct sp_fingerprint whole, origin;
	uint64_t bounds;
};

/* Called in every process with the same data, so all fail or none does. */
static enum sp_status
compare_claims(const struct making *making, const struct claim *all,
	       struct sp_error *err)
{
	const struct sp_share *share = making->share;
	const struct claim *own = all + share->team->rank;
	uint64_t links = 0, checksum = 0;

	for (unsigned k = 0; k < share->team->size; k++) {
		if (!sp_fingerprint_equal(&all[k].whole, &own->whole) ||
		    !sp_fingerprint_equal(&all[k].origin, &own->origin) ||
		    all[k].bounds != own->bounds)
			return sp_fail(err, SP_DATA, "graph: process %u has "
				       "another graph than process %u: give "
				       "both the same file", k,
				       share->team->rank);
		links += all[k].links;
		checksum += all[k].checksum;
	}
	if (links != share->whole.links || checksum != share->whole.checksum)
		return sp_graph_fail_sum(err);
	return SP_OK;
}

/* Bounds are compared by a hash, so that what is gathered has a fixed size. */
static enum sp_status
check_claims(struct making *making, struct sp_error *err)
{
	const struct sp_share *share = making->share;
	unsigned size = share->team->size;
	struct claim own = {
		making->rows.links, making->rows.checksum,
		share->whole, share->origin,
		sp_hash(share->first_of, (size + (size_t)1) * 8)
	};
	struct claim *all = sp_alloc(size, sizeof(*all));
	enum sp_status status;

	if (!all)
		return sp_no_memory(err, NO_SHARE);
	status = sp_team_gather(share->team, &own, sizeof(own), all, err);
	if (!status)
		status = compare_claims(making, all, err);
	free(all);
	return status;
}

/* ---- local numbers ---------------------------------------------------- */

/*
 * Where the pages of each process begin among those reached.  Pages reached
 * ascend, and owners have ranges: one walk.
 */
static void
divide_reached(struct making *making)
{
	struct sp_share *share = making->share;
	struct sp_share_space *space = making->space;
	const uint32_t *pages = making->rows.reach.pages;
	uint64_t i = 0;

	for (unsigned k = 0; k < share->team->size; k++) {
		space->reached_from[k] = i;
		while (i < making->rows.reach.count &&
		       pages[i] < share->first_of[k + 1])
			i++;
	}
	space->reached_from[share->team->size] = i;
}

/*
 * own_first and after_first are multiples of SP_SHARE_ALIGN, so that the pages
 * owned begin a chunk of sum.h, a block of the graph and a word of every
 * bitset: kernels that visit whole chunks or blocks then never mix pages owned
 * with others.  The price is a gap of less than SP_SHARE_ALIGN places on each
 * side.
 */
static enum sp_status
share_build_number_pages(struct making *making, struct sp_error *err)
{
	struct sp_share *share = making->share;
	struct sp_share_space *space = making->space;
	unsigned rank = share->team->rank;
	uint64_t above;

	divide_reached(making);
	share->reached = making->rows.reach.count;
	share->reached_below = space->reached_from[rank];
	above = share->reached - share->reached_below;
	share->own_first = sp_share_align(share->reached_below);
	share->after_first = sp_share_align(share->own_first + share->owned);
	share->places = above ? share->after_first + above :
				share->own_first + share->owned;
	for (unsigned k = 0; k <= share->team->size; k++) {
		uint64_t i = space->reached_from[k];

		space->place_from[k] =
			k <= rank ? share->own_first -
					    share->reached_below + i :
				    share->after_first + i -
					    share->reached_below;
	}
	if (share->places > SP_PAGES_MAX)
		return sp_fail(err, SP_DATA, "process %u would hold "
			       "%" PRIu64 " pages, its own and those that they "
			       "link to: more than %" PRIu64 " are not "
			       "supported: use more processes", rank,
			       share->places, SP_PAGES_MAX);
	return SP_OK;
}

/*
 * Makes the table for local_reached().  At least one entry more than blocks, so
 * that at[1] exists for the last block.
 */
static enum sp_status
index_reached(struct making *making, struct sp_error *err)
{
	uint64_t blocks = making->share->whole.pages / SP_BLOCK_PAGES + 2;
	uint64_t i = 0;

	making->after_block = sp_alloc(blocks, sizeof(uint32_t));
	if (!making->after_block)
		return sp_no_memory(err, NO_SHARE);
	for (uint64_t block = 0; block < blocks; block++) {
		while (i < making->rows.reach.count &&
		       making->rows.reach.pages[i] / SP_BLOCK_PAGES < block)
			i++;
		making->after_block[block] = (uint32_t)i;
	}
	return SP_OK;
}

/*
 * The local number of a page of another process.  The page is there: the first
 * pass has met it in the same rows.
 */
static uint32_t
local_reached(const struct making *making, uint32_t page)
{
	const uint32_t *at = making->after_block + page / SP_BLOCK_PAGES;
	uint32_t low = at[0], count = at[1] - at[0];

	while (count > 1) {
		uint32_t half = count / 2;
		bool above = making->rows.reach.pages[low + half] <= page;

		low += above ? half : 0;
		count = above ? count - half : half;
	}
	return (uint32_t)sp_share_reached(making->share, low);
}

/* ---- the second pass -------------------------------------------------- */

/*
 * Bytes that wait find room where rows have been read.  sp_graph_put_over()
 * takes as many bytes as have become free and returns their number.  When all
 * are gone, the buffer starts at its beginning again and does not creep through
 * memory.
 */
static void
put_waiting(struct making *making)
{
	if (making->waiting_from == making->waiting_end)
		return;
	making->waiting_from += sp_graph_put_over(
		making->graph, making->block,
		making->waiting + making->waiting_from,
		making->waiting_end - making->waiting_from);
	if (making->waiting_from == making->waiting_end)
		making->waiting_from = making->waiting_end = 0;
}

/* Where the builder puts an encoded block. */
static enum sp_status
share_build_take_block(void *context, uint64_t first_page, const uint8_t *bytes,
		       uint64_t length, const double *weights, uint64_t links,
		       struct sp_error *err)
{
	struct making *making = context;

	(void)first_page;
	(void)weights;
	(void)links;
	if (!sp_grow(&making->waiting, &making->waiting_capacity,
		     making->waiting_end + length))
		return sp_no_memory(err, NO_SHARE);
	memcpy(making->waiting + making->waiting_end, bytes, length);
	making->waiting_end += length;
	return SP_OK;
}

/* The shift may be negative; 32-bit numbers wrap, and the sum is right. */
static enum sp_status
encode_row(struct making *making, const struct sp_row_sink *rows,
	   uint32_t page, const uint32_t *successors, uint32_t count,
	   struct sp_error *err)
{
	const struct sp_share *share = making->share;
	uint64_t first = share->first, end = first + share->owned;
	struct sp_row row = { share->own_first + (page - first), count, NULL,
			      NULL };
	uint32_t shift = (uint32_t)(share->own_first - first);
	uint32_t i = 0, last = count, *to;

	if (!count)
		return SP_OK;
	if (!sp_grow(&making->links_here, &making->links_capacity, count))
		return sp_no_memory(err, "a list of links");
	to = making->links_here;
	/* A row ascends: pages of others are at its two ends. */
	for (; i < last && successors[i] < first; i++)
		to[i] = local_reached(making, successors[i]);
	for (; last > i && successors[last - 1] >= end; last--)
		to[last - 1] = local_reached(making, successors[last - 1]);
	/* Modulo 2^32. */
	for (; i < last; i++)
		to[i] = successors[i] + shift;
	row.successors = to;
	return sp_rows_pass(rows, &row, err);
}

/*
 * The hints say which reference each row had in the bytes that were read, so
 * that the encoder need not search for one again: a row of local numbers is as
 * like its neighbours as one of global numbers.
 */
static enum sp_status
share_build_encode_block(struct making *making, struct sp_cursor *cursor,
			 struct sp_builder *builder, struct sp_error *err)
{
	struct sp_row_sink rows = sp_builder_rows(builder);
	uint64_t first = making->block * SP_BLOCK_PAGES, length;
	uint64_t pages = making->share->whole.pages - first;
	const uint8_t *bytes = sp_graph_block_bytes(making->graph,
						    making->block, &length);
	const uint32_t *successors;
	uint8_t hints[SP_BLOCK_PAGES];
	uint32_t page, count;

	if (pages > SP_BLOCK_PAGES)
		pages = SP_BLOCK_PAGES;
	sp_block_hints(bytes, length, (uint32_t)pages, hints);
	sp_cursor_block(cursor, making->block);
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		sp_builder_hint(builder, hints[page - first]);
		if (encode_row(making, &rows, page, successors, count, err))
			return err->status;
	}
	return sp_cursor_status(cursor, err);
}

/*
 * The order is fixed: a block is overwritten only after all of its rows have
 * been decoded, which making->block says.
 */
static enum sp_status
encode_rows(struct making *making, struct sp_cursor *cursor,
	    struct sp_builder *builder, struct sp_fingerprint *local,
	    struct sp_error *err)
{
	struct sp_row_sink rows = sp_builder_rows(builder);

	if (sp_rows_begin(&rows, making->share->places, err))
		return err->status;
	while (making->block < sp_reach_last_block(&making->rows)) {
		if (share_build_encode_block(making, cursor, builder, err))
			return err->status;
		making->block++;
		put_waiting(making);
	}
	if (sp_builder_finish(builder, local, err))
		return err->status;
	put_waiting(making);
	return SP_OK;
}

/* The graph has been read: the bytes that are put over it take its place. */
static enum sp_status
replace_graph(struct making *making, const struct sp_fingerprint *local,
	      struct sp_error *err)
{
	uint64_t left = making->waiting_end - making->waiting_from;
	uint8_t *room;

	if (sp_graph_become(making->graph, making->share->places, err))
		return err->status;
	room = sp_graph_room(making->graph, left);
	if (!room)
		return sp_no_memory(err, "the graph");
	if (left)
		memcpy(room, making->waiting + making->waiting_from, left);
	if (sp_graph_extend(making->graph, left, err))
		return err->status;
	return sp_graph_complete(making->graph, local, local, err);
}

/*
 * The cursor reads the graph that is written over, so both are freed before the
 * bytes become the new graph.
 */
static enum sp_status
encode_local(struct making *making, struct sp_error *err)
{
	struct sp_block_sink blocks = { making, NULL, share_build_take_block };
	struct sp_cursor *cursor = sp_cursor_new(making->graph);
	struct sp_builder *builder = sp_builder_new(making->space->threads,
						    &blocks);
	struct sp_fingerprint local;
	enum sp_status status;

	making->block = sp_reach_first_block(&making->rows);
	if (!cursor || !builder)
		status = sp_no_memory(err, NO_SHARE);
	else
		status = encode_rows(making, cursor, builder, &local, err);
	sp_cursor_free(cursor);
	sp_builder_free(builder);
	return status ? status : replace_graph(making, &local, err);
}

/* ---- who wants what --------------------------------------------------- */

/*
 * Each process asks for pages that it may ask for, and for none twice.  The
 * numbers come from other processes and become indices of vectors: a wrong one
 * would be a write out of bounds in every iteration.  That they ascend also
 * means that no page comes twice, on which threads rely.
 */
static enum sp_status
check_lent(const struct making *making, struct sp_error *err)
{
	const struct sp_share_space *space = making->space;
	const struct sp_share *share = making->share;

	for (unsigned k = 0; k < share->team->size; k++)
		for (uint64_t i = space->lent_from[k];
		     i < space->lent_from[k + 1]; i++)
			if (space->lent[i] >= share->owned ||
			    (i > space->lent_from[k] &&
			     space->lent[i] <= space->lent[i - 1]))
				return sp_fail(err, SP_IO, "process %u asks "
					       "process %u for pages that are "
					       "not there: do both run the "
					       "same program?", k,
					       share->team->rank);
	return SP_OK;
}

/*
 * Only entries before those of this process matter: its own value waits for
 * these alone (share.c).
 */
static enum sp_status
find_first_times(struct making *making, struct sp_error *err)
{
	struct sp_share_space *space = making->space;
	uint64_t count = space->lent_from[making->share->team->rank];
	uint64_t *seen = sp_bitset_new(making->share->owned);

	space->first_time = sp_bitset_new(count);
	if (!seen || !space->first_time) {
		free(seen);
		return sp_no_memory(err, NO_SHARE);
	}
	for (uint64_t i = 0; i < count; i++) {
		if (sp_bit_test(seen, space->lent[i]))
			continue;
		sp_bit_set(seen, space->lent[i]);
		sp_bit_set(space->first_time, i);
	}
	free(seen);
	return SP_OK;
}

/*
 * Owners learn which of their pages others reach.  Each process sends the
 * numbers that the pages have at their owner, so that the owner has its list of
 * pages lent without another search.  This is the only exchange in which page
 * numbers cross; later ones carry values in the same order.
 */
static enum sp_status
plan_exchanges(struct making *making, struct sp_error *err)
{
	struct sp_share_space *space = making->space;
	struct sp_share *share = making->share;
	unsigned size = share->team->size;
	struct sp_exchange ask = {
		.unit = sizeof(uint32_t), .out_from = space->reached_from,
		.in_from = space->lent_from, .others_only = true
	};

	space->reached_page = making->rows.reach.pages;
	making->rows.reach.pages = NULL;
	for (unsigned k = 0; k < size; k++)
		for (uint64_t i = space->reached_from[k];
		     i < space->reached_from[k + 1]; i++)
			space->reached_page[i] -= (uint32_t)share->first_of[k];
	if (sp_team_counts(share->team, space->reached_from, space->lent_from,
			   err))
		return err->status;
	space->lent = sp_alloc(space->lent_from[size], sizeof(uint32_t));
	space->buffer = sp_alloc_large(space->lent_from[size], sizeof(double));
	if (!space->lent || !space->buffer)
		return sp_no_memory(err, NO_SHARE);
	ask.out = space->reached_page;
	ask.in = space->lent;
	if (sp_team_exchange(share->team, &ask, err) ||
	    check_lent(making, err) || find_first_times(making, err))
		return err->status;
	share->reached_page = space->reached_page;
	share->lent = space->lent;
	return SP_OK;
}

/* ---- all of it -------------------------------------------------------- */

/*
 * A team of one keeps the graph as it was read: its local numbers are the
 * global ones, and nothing is lent.
 */
static enum sp_status
make_share(struct making *making, struct sp_error *err)
{
	struct sp_share *share = making->share;

	if (share->whole.pages != sp_graph_pages(making->graph))
		return sp_graph_fail_sum(err);
	making->rows = (struct sp_reach_rows){
		.graph = making->graph, .first = share->first,
		.end = share->first + share->owned, .what = NO_SHARE
	};
	if (sp_graph_complete_part(making->graph,
				   sp_reach_first_block(&making->rows),
				   sp_reach_last_block(&making->rows), err) ||
	    sp_reach_read(&making->rows, making->space->threads, err) ||
	    check_claims(making, err) || share_build_number_pages(making, err))
		return err->status;
	share->links = making->rows.links;
	if (share->team->size == 1)
		return sp_graph_complete(making->graph, &share->whole,
					 &share->origin, err);
	if (index_reached(making, err) || encode_local(making, err))
		return err->status;
	return plan_exchanges(making, err);
}

/*
 * The graph belongs to the share as soon as there is one, so that every failure
 * after that frees it in one place.
 */
enum sp_status
sp_share_new(struct sp_team *team, struct sp_graph *wide,
	     const uint64_t *first_of, const struct sp_fingerprint *whole,
	     const struct sp_fingerprint *origin, int threads,
	     struct sp_share **share, struct sp_error *err)
{
	struct making making = { .graph = wide };
	enum sp_status status = sp_share_begin(team, first_of, threads, share,
					       err);

	if (status) {
		sp_graph_free(wide);
	} else {
		making.share = *share;
		making.space = making.share->space;
		making.space->graph = wide;
		making.share->graph = wide;
		making.share->whole = *whole;
		making.share->origin = *origin;
		status = make_share(&making, err);
	}
	sp_reach_free(&making.rows.reach);
	free(making.after_block);
	free(making.links_here);
	free(making.waiting);
	if (!status)
		return SP_OK;
	sp_share_free(*share);
	*share = NULL;
	return status;
}
