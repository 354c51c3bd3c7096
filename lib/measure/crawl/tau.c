/* SPDX-License-Identifier: MIT */
/*
 * Kendall's tau-b by sorting, as Knight does it: the discordant pairs are the
 * inversions of y when items are in the order of x.
 *
 * Items come sorted by x; among those tied in x, y is sorted first, so that
 * their pairs are no inversions.  Then one sort of y counts.  All counts are of
 * pairs and exact in 64 bits (at most 2^32 items), and the only rounding is in
 * the last three operations.
 *
 * The sort is by digits, the highest first.  A pair is counted at the digit
 * that decides it: when the second is moved, by how many before it had a larger
 * one.  Those counts are 16, one for each digit, and all of them are brought up
 * to date by a few instructions without a branch.  That is a pass for four bits
 * where merging needs four, each of which waits for what it compared.
 */
#include "measure/crawl/tau.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SHORT_RUN 16 /* up to this many, insertion is faster */
#define DIGIT_BITS 4
#define DIGITS (1 << DIGIT_BITS)

/* items * (items - 1) / 2 */
static uint64_t
count_pairs(uint64_t items)
{
	/*
	 * The even factor is halved before the product, which then fits 64
	 * bits for up to 2^32 items.
	 */
	return items % 2 ? (items - (items > 0)) / 2 * items :
			   items / 2 * (items - (items > 0));
}

/* Pairs of equal numbers in a sequence whose equal numbers are adjacent. */
static uint64_t
tied_pairs(const uint32_t *values, uint64_t count)
{
	uint64_t tied = 0, run = 0;

	for (uint64_t i = 1; i < count; i++) {
		run = values[i] == values[i - 1] ? run + 1 : 0;
		tied += run;
	}
	return tied;
}

/* ---- sorting, with a count of the inversions -------------------------- */

/*
 * Each of these sorts ascending and returns the number of inversions: pairs
 * whose larger number came first.  Equal numbers are no inversion, so each
 * takes the left one first.
 */

static uint64_t
insert_counting(uint32_t *values, uint64_t count)
{
	uint64_t swapped = 0;

	for (uint64_t i = 1; i < count; i++) {
		uint32_t value = values[i];
		uint64_t at = i;

		for (; at && values[at - 1] > value; at--)
			values[at] = values[at - 1];
		values[at] = value;
		swapped += i - at;
	}
	return swapped;
}

/*
 * Of each digit of a number, how many numbers before had a larger one.  The
 * table saves the branch on which of these counts a digit adds to.
 */
struct larger_counts {
	uint32_t of[DIGITS];
};

static void
larger_table(struct larger_counts table[DIGITS])
{
	for (unsigned digit = 0; digit < DIGITS; digit++)
		for (unsigned i = 0; i < DIGITS; i++)
			table[digit].of[i] = i < digit;
}

/*
 * Moves numbers to to[], those of the same digit together, and sets where these
 * begin.  Returns the number of pairs that this puts in order.
 */
static uint64_t
spread_counting(const uint32_t *from, uint64_t count, unsigned shift,
		const struct larger_counts table[DIGITS], uint32_t *to,
		uint64_t begin[DIGITS + 1])
{
	struct larger_counts larger = { { 0 } };
	uint64_t next[DIGITS], swapped = 0;

	memset(begin, 0, (DIGITS + 1) * sizeof(*begin));
	for (uint64_t i = 0; i < count; i++)
		begin[(from[i] >> shift) % DIGITS + 1]++;
	for (unsigned i = 0; i < DIGITS; i++)
		begin[i + 1] += begin[i];
	memcpy(next, begin, sizeof(next));
	for (uint64_t i = 0; i < count; i++) {
		unsigned digit = (from[i] >> shift) % DIGITS;
		const uint32_t *add = table[digit].of;

		swapped += larger.of[digit];
		for (unsigned j = 0; j < DIGITS; j++)
			larger.of[j] += add[j];
		to[next[digit]++] = from[i];
	}
	return swapped;
}

/*
 * Sorts numbers that differ only in the digit at shift and those below, so that
 * no more than eight calls are inside each other.  The result is in other[] if
 * "there" is set, else in values[].
 */
static uint64_t
sort_digits(uint32_t *values, uint64_t count, unsigned shift,
	    const struct larger_counts table[DIGITS], uint32_t *other,
	    bool there)
{
	uint64_t begin[DIGITS + 1], swapped;

	if (count <= SHORT_RUN) {
		swapped = insert_counting(values, count);
		if (there)
			memcpy(other, values, count * sizeof(*other));
		return swapped;
	}
	swapped = spread_counting(values, count, shift, table, other, begin);
	if (!shift) {
		if (!there)
			memcpy(values, other, count * sizeof(*values));
		return swapped;
	}
	for (unsigned i = 0; i < DIGITS; i++)
		swapped += sort_digits(other + begin[i],
				       begin[i + 1] - begin[i],
				       shift - DIGIT_BITS, table,
				       values + begin[i], !there);
	return swapped;
}

/* space has room for count numbers. */
static uint64_t
sort_counting(uint32_t *values, uint64_t count, uint32_t *space)
{
	struct larger_counts table[DIGITS];
	uint32_t all = 0;
	unsigned shift = 0;

	if (count <= SHORT_RUN)
		return insert_counting(values, count);
	larger_table(table);
	for (uint64_t i = 0; i < count; i++)
		all |= values[i];
	while (all >> shift >= DIGITS)
		shift += DIGIT_BITS;
	return sort_digits(values, count, shift, table, space, false);
}

/* ---- tau -------------------------------------------------------------- */

/*
 * Concordant pairs are all that are tied in neither, less the discordant ones.
 * Subtracted in this order, no unsigned difference wraps.
 */
static void
finish_tau(struct sp_tau *tau, uint64_t swapped)
{
	uint64_t all = count_pairs(tau->items);
	uint64_t in_x = all - tau->tied_x, in_y = all - tau->tied_y;
	double root;

	tau->discordant = swapped;
	/* Subtracted in this order, no unsigned difference wraps. */
	tau->concordant = in_x - (tau->tied_y - tau->tied_both) - swapped;
	tau->defined = in_x && in_y;
	if (!tau->defined)
		return;
	/*
	 * The product of the two can exceed 64 bits.  Equal factors need no
	 * root, so that equal rankings have a tau of exactly 1.
	 */
	root = in_x == in_y ? (double)in_x :
			      sqrt((double)in_x) * sqrt((double)in_y);
	tau->tau = ((double)tau->concordant - (double)tau->discordant) / root;
}

void
sp_tau_sorted(const uint32_t *x, uint32_t *y, uint64_t count, uint32_t *space,
	      struct sp_tau *tau)
{
	uint64_t swapped;

	*tau = (struct sp_tau){ .items = count };
	tau->tied_x = tied_pairs(x, count);
	/* Pairs tied in x are no inversions, so they are put in order first. */
	for (uint64_t i = 0, end; i < count; i = end) {
		for (end = i + 1; end < count && x[end] == x[i]; end++)
			;
		if (end - i > 1) {
			sort_counting(y + i, end - i, space);
			tau->tied_both += tied_pairs(y + i, end - i);
		}
	}
	swapped = sort_counting(y, count, space);
	tau->tied_y = tied_pairs(y, count);
	finish_tau(tau, swapped);
}

/* Items as sp_tau_sorted() takes them. */
struct tau_items {
	uint32_t *x, *y, *space;
	uint64_t count;
};

static bool
items_init(struct tau_items *items, uint64_t count)
{
	items->x = sp_alloc_large(count, sizeof(uint32_t));
	items->y = sp_alloc_large(count, sizeof(uint32_t));
	items->space = sp_alloc_large(count, sizeof(uint32_t));
	items->count = 0;
	return items->x && items->y && items->space;
}

static void
items_free(struct tau_items *items)
{
	free(items->x);
	free(items->y);
	free(items->space);
}

static inline void
items_add(struct tau_items *items, uint32_t x, uint32_t y)
{
	items->x[items->count] = x;
	items->y[items->count++] = y;
}

/*
 * Adds the pages that were not downloaded, all tied in x.  They come best
 * first, as sp_tau_sorted() would sort them.
 */
static void
add_undownloaded(struct tau_items *items, const struct sp_hotrank *ranking,
		 const uint32_t *groups, const uint64_t *done)
{
	for (uint64_t k = 0; k < ranking->count; k++) {
		uint32_t page = ranking->by_rank[k];

		if (!sp_bit_test(done, page))
			items_add(items, UINT32_MAX, groups[page]);
	}
}

enum sp_status
sp_tau_order(const struct sp_hotrank *ranking, const uint32_t *groups,
	     const uint32_t *order, uint64_t count, bool restricted,
	     struct sp_tau *tau, struct sp_error *err)
{
	struct tau_items items;
	uint64_t *done = sp_bitset_new(ranking->pages);
	enum sp_status status = SP_OK;

	if (!items_init(&items, ranking->count) || !done) {
		status = sp_no_memory(err, "ranks");
		goto out;
	}
	/* The position in the order is x, which ascends as it should. */
	for (uint64_t i = 0; i < count; i++) {
		uint32_t page = order[i];

		if (!ranking->rank[page])
			continue;
		sp_bit_set(done, page);
		items_add(&items, (uint32_t)i, groups[page]);
	}
	if (!restricted)
		add_undownloaded(&items, ranking, groups, done);
	sp_tau_sorted(items.x, items.y, items.count, items.space, tau);
out:
	items_free(&items);
	free(done);
	return status;
}

/*
 * Ranks of x ascend in the order of its ranking, and tied items get the first
 * rank of their group, as sp_hotrank_groups() gives those of y.  Groups are
 * all that is needed of y, so its ranking is freed before that of x is made:
 * one ranking less in memory at the same time.
 */
enum sp_status
sp_tau_scores(const double *x, const double *y, uint64_t pages,
	      const uint64_t *mask, unsigned digits, struct sp_tau *tau,
	      struct sp_error *err)
{
	struct sp_hotrank by_x = { 0 }, by_y = { 0 };
	struct tau_items items = { NULL, NULL, NULL, 0 };
	uint32_t *groups = sp_alloc_large(pages, sizeof(*groups)), first = 1;
	enum sp_status status;

	status = sp_hotrank_make(&by_y, y, pages, mask, digits, err);
	if (status)
		goto out;
	if (!groups || !items_init(&items, by_y.count)) {
		status = sp_no_memory(err, "ranks");
		goto out;
	}
	/* Groups are all that is needed of y: one ranking less in memory. */
	sp_hotrank_groups(&by_y, groups);
	sp_hotrank_free(&by_y);
	status = sp_hotrank_make(&by_x, x, pages, mask, digits, err);
	if (status)
		goto out;
	for (uint64_t k = 0; k < by_x.count; k++) {
		if (!sp_hotrank_tied(&by_x, k))
			first = (uint32_t)k + 1;
		items_add(&items, first, groups[by_x.by_rank[k]]);
	}
	sp_tau_sorted(items.x, items.y, items.count, items.space, tau);
out:
	sp_hotrank_free(&by_x);
	sp_hotrank_free(&by_y);
	items_free(&items);
	free(groups);
	return status;
}
