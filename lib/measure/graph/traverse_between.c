/* SPDX-License-Identifier: MIT */
/*
 * A step of a traversal between processes: what was found at pages of others.
 *
 * The links of this process set bits of next also for pages that it reached
 * and does not own.  They are not settled here: each such page with new bits
 * becomes a record, its place among the pages reached of that owner and its
 * words, and goes there.  The bits count as found here from then on, so that
 * the same ones never go twice, however many links lead to the page.
 */
#include "measure/graph/traverse_private.h"

#include "base/memory.h"
#include "measure/graph/between.h"

#include <stdlib.h>

/* What was found of a page reached: its place at its owner, then its words. */
#define RECORD(words) (((words) + 1) * sizeof(uint64_t))

struct finds {
	uint64_t *records;
	uint64_t count, capacity;
	uint64_t *from, *in_from; /* of each process */
};

static void
finds_free(struct finds *finds)
{
	free(finds->records);
	free(finds->from);
	free(finds->in_from);
}

static bool
has_bits(const uint64_t *bits, unsigned words)
{
	uint64_t any = 0;

	for (unsigned w = 0; w < words; w++)
		any |= bits[w];
	return any;
}

/*
 * Moves the bits of this step from a page reached to the records: it is not
 * settled here, and the same bits never go twice.
 */
static bool
take_finds(struct sp_traversal *run, uint64_t page, uint64_t place,
	   struct finds *finds)
{
	unsigned words = run->words;
	uint64_t *state = run->state + page * 2 * words, *record;

	if (!run->next_blocks[page / SP_BLOCK_PAGES] ||
	    !has_bits(state + words, words))
		return true;
	if (!sp_grow_items(&finds->records, &finds->capacity, finds->count + 1,
			   RECORD(words)))
		return false;
	record = finds->records + finds->count++ * (words + 1);
	*record = place;
	for (unsigned w = 0; w < words; w++) {
		record[w + 1] = state[words + w];
		state[w] |= state[words + w];
		state[words + w] = 0;
	}
	return true;
}

static enum sp_status
collect_finds(struct sp_traversal *run, struct finds *finds,
	      struct sp_error *err)
{
	const struct sp_share *share = run->share;
	unsigned size = share->team->size;
	bool room = true;

	finds->from = sp_alloc_zero(size + UINT64_C(1), sizeof(uint64_t));
	finds->in_from = sp_alloc_zero(size + UINT64_C(1), sizeof(uint64_t));
	if (!finds->from || !finds->in_from)
		return sp_no_memory(err, "what other processes get");
	for (unsigned k = 0; k < size; k++) {
		uint64_t first = share->reached_from[k];

		for (uint64_t i = first;
		     room && i < share->reached_from[k + 1]; i++)
			room = take_finds(run, sp_share_reached(share, i),
					  i - first, finds);
		finds->from[k + 1] = finds->count;
	}
	if (!room)
		return sp_no_memory(err, "the sources that reach a page");
	/* Only pages owned are settled. */
	for (uint64_t b = 0; b < run->blocks; b++)
		if (b < share->own_first / SP_BLOCK_PAGES ||
		    b >= share->after_first / SP_BLOCK_PAGES)
			run->next_blocks[b] = 0;
	return SP_OK;
}

/*
 * What another process found here: bits that are known already are dropped,
 * since several processes may have found the page for the same source.
 */
static void
add_find(struct sp_traversal *run, uint64_t page, const uint64_t *bits)
{
	uint64_t *found = run->state + page * 2 * run->words;

	for (unsigned w = 0; w < run->words; w++)
		found[run->words + w] |= bits[w] & ~found[w];
	run->next_blocks[page / SP_BLOCK_PAGES] = 1;
}

enum sp_status
sp_traversal_pass_between(struct sp_traversal *run, struct sp_error *err)
{
	const struct sp_share *share = run->share;
	unsigned size = share->team->size;
	struct finds finds = { .records = NULL };
	void *in = NULL;
	enum sp_status status = collect_finds(run, &finds, err);

	if (!status)
		status = sp_between_swap(share->team, RECORD(run->words),
					 finds.records, finds.from, &in,
					 finds.in_from, err);
	for (unsigned k = 0; !status && k < size; k++)
		for (uint64_t i = finds.in_from[k]; i < finds.in_from[k + 1];
		     i++) {
			uint64_t *record = (uint64_t *)in +
					   i * (run->words + 1);
			uint64_t at = share->lent_from[k] + *record;

			add_find(run, sp_between_lent_page(share, at),
				 record + 1);
		}
	free(in);
	finds_free(&finds);
	return status;
}
