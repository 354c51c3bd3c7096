/* SPDX-License-Identifier: MIT */
/*
 * A radix sort, because a benchmark ranks all pages, and comparing 100 million
 * scores in memory at random takes many times as long.
 *
 * Long runs of pages are dealt by the first bits in which their keys differ: 11
 * bits, because a table of 2,048 counts fits the first cache.  Runs that fit
 * the second cache are sorted together with their keys, from the lowest byte to
 * the highest.  Both are stable, and the pages start in ascending order, so
 * equal keys end with the smaller page first, as the contract wants (8.1), and
 * no comparison ever looks at a page.
 *
 * Memory: 4 bytes a page beside the ranking, for the pages that are dealt, and
 * 2 MiB for the items of a run with their keys.
 */
#include "measure/crawl/hotrank.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DIGIT_BITS 11
#define DIGITS (1 << DIGIT_BITS)
#define LOCAL_ITEMS ((uint64_t)1 << 16)
#define FEW_ITEMS 24 /* up to this many, insertion is faster */

struct rank_item {
	uint64_t key;
	uint32_t page;
};

struct rank_sorter {
	const double *score;
	double scale;         /* 10^digits, or 0 */
	uint32_t *spare;      /* room for all pages */
	struct rank_item *items; /* 2 * room */
	uint64_t room;        /* LOCAL_ITEMS, or the number of pages */
};

/*
 * A key that is smaller for a larger score, and equal for an equal one: the
 * bits of a double are in the order of its value once those of positive
 * numbers are inverted.
 */
static inline uint64_t
sort_key(const struct rank_sorter *sorter, uint32_t page)
{
	double value = sorter->score[page] + 0.0; /* makes -0 a 0 */
	uint64_t bits;

	/* From 2^53 on, the product is a whole number already. */
	if (sorter->scale > 0 && fabs(value) * sorter->scale < 0x1p53)
		value = rint(value * sorter->scale) / sorter->scale + 0.0;
	memcpy(&bits, &value, sizeof(bits));
	return bits >> 63 ? bits : ~bits & INT64_MAX;
}

/* ---- runs that fit a cache -------------------------------------------- */

static void
hotrank_insert_items(struct rank_item *items, uint64_t count)
{
	for (uint64_t i = 1; i < count; i++) {
		struct rank_item item = items[i];
		uint64_t at = i;

		for (; at && items[at - 1].key > item.key; at--)
			items[at] = items[at - 1];
		items[at] = item;
	}
}

/* Deals the items by one byte of their keys, from one array to the other. */
static void
deal_byte(const struct rank_item *from, struct rank_item *to, uint64_t count,
	  unsigned shift)
{
	uint32_t start[257] = { 0 };

	for (uint64_t i = 0; i < count; i++)
		start[(from[i].key >> shift & 255) + 1]++;
	for (unsigned b = 0; b < 256; b++)
		start[b + 1] += start[b];
	for (uint64_t i = 0; i < count; i++)
		to[start[from[i].key >> shift & 255]++] = from[i];
}

static void
sort_local(struct rank_sorter *sorter, uint32_t *pages, uint64_t count)
{
	struct rank_item *from = sorter->items, *to = from + sorter->room;
	struct rank_item *other;
	uint64_t differ = 0;

	for (uint64_t i = 0; i < count; i++) {
		from[i] = (struct rank_item){ sort_key(sorter, pages[i]),
					      pages[i] };
		differ |= from[i].key ^ from[0].key;
	}
	if (!differ)
		return;
	if (count <= FEW_ITEMS) {
		hotrank_insert_items(from, count);
	} else {
		for (unsigned shift = 0; shift < 64; shift += 8) {
			/* A byte that is equal in all keys needs no pass. */
			if (!(differ >> shift & 255))
				continue;
			deal_byte(from, to, count, shift);
			other = from;
			from = to;
			to = other;
		}
	}
	for (uint64_t i = 0; i < count; i++)
		pages[i] = from[i].page;
}

/* ---- runs of any length ----------------------------------------------- */

/*
 * The shift that brings the first bits in which the keys differ to the right
 * end; -1 if all keys are equal.
 */
static int
digit_shift(const struct rank_sorter *sorter, const uint32_t *pages,
	    uint64_t count)
{
	uint64_t first = sort_key(sorter, pages[0]), differ = 0;
	int top;

	for (uint64_t i = 1; i < count; i++)
		differ |= sort_key(sorter, pages[i]) ^ first;
	if (!differ)
		return -1;
	top = 64 - __builtin_clzll(differ);
	return top > DIGIT_BITS ? top - DIGIT_BITS : 0;
}

/*
 * Recurses at most six levels, with 16 KB of stack each: each time, DIGIT_BITS
 * fewer bits differ.  The bits above a digit are equal in the whole run.
 */
static void
sort_pages(struct rank_sorter *sorter, uint32_t *pages, uint64_t count)
{
	uint64_t ends[DIGITS] = { 0 }, sum = 0;
	int shift;

	if (count <= sorter->room) {
		sort_local(sorter, pages, count);
		return;
	}
	/*
	 * Keys are computed again for each pass: kept, they would take eight
	 * bytes a page.
	 */
	shift = digit_shift(sorter, pages, count);
	if (shift < 0)
		return;
	for (uint64_t i = 0; i < count; i++)
		ends[sort_key(sorter, pages[i]) >> shift & (DIGITS - 1)]++;
	/* Each count becomes the start of its digit, and by dealing the end. */
	for (unsigned d = 0; d < DIGITS; d++) {
		uint64_t here = ends[d];

		ends[d] = sum;
		sum += here;
	}
	for (uint64_t i = 0; i < count; i++) {
		uint64_t digit = sort_key(sorter, pages[i]) >> shift &
				 (DIGITS - 1);

		sorter->spare[ends[digit]++] = pages[i];
	}
	memcpy(pages, sorter->spare, count * sizeof(*pages));
	for (unsigned d = 0; d < DIGITS; d++) {
		uint64_t begin = d ? ends[d - 1] : 0;

		if (ends[d] - begin > 1)
			sort_pages(sorter, pages + begin, ends[d] - begin);
	}
}

/* ---- the ranking ------------------------------------------------------ */

/* Sets the rank of each page, and the ties, from the sorted pages. */
static void
number_ranks(struct sp_hotrank *ranking, const struct rank_sorter *sorter)
{
	uint64_t before = 0;

	for (uint64_t k = 0; k < ranking->count; k++) {
		uint32_t page = ranking->by_rank[k];
		uint64_t key = sort_key(sorter, page);

		ranking->rank[page] = (uint32_t)k + 1;
		if (k && key == before)
			sp_bit_set(ranking->tied, k);
		before = key;
	}
}

enum sp_status
sp_hotrank_make(struct sp_hotrank *ranking, const double *score,
		uint64_t pages, const uint64_t *mask, unsigned digits,
		struct sp_error *err)
{
	struct rank_sorter sorter = { score, digits ? 1 : 0, NULL, NULL,
				      LOCAL_ITEMS };
	enum sp_status status = SP_OK;

	memset(ranking, 0, sizeof(*ranking));
	if (pages > SP_RANKED_MAX)
		return sp_fail(err, SP_DATA, "%" PRIu64 " pages: at most "
			       "%" PRIu64 " can be ranked", pages,
			       SP_RANKED_MAX);
	for (unsigned d = 0; d < digits && d < SP_DIGITS_MAX; d++)
		sorter.scale *= 10;
	ranking->pages = pages;
	ranking->by_rank = sp_alloc_large(pages, sizeof(uint32_t));
	ranking->rank = sp_alloc_large_zero(pages, sizeof(uint32_t));
	ranking->tied = sp_bitset_new(pages);
	sorter.spare = sp_alloc_large(pages, sizeof(uint32_t));
	if (sorter.room > pages)
		sorter.room = pages;
	sorter.items = sp_alloc(2 * sorter.room, sizeof(*sorter.items));
	if (!ranking->by_rank || !ranking->rank || !ranking->tied ||
	    !sorter.spare || !sorter.items) {
		sp_hotrank_free(ranking);
		status = sp_no_memory(err, "a ranking");
		goto out;
	}
	for (uint64_t p = 0; p < pages; p++)
		if (!mask || sp_bit_test(mask, p))
			ranking->by_rank[ranking->count++] = (uint32_t)p;
	if (ranking->count)
		sort_pages(&sorter, ranking->by_rank, ranking->count);
	number_ranks(ranking, &sorter);
out:
	free(sorter.spare);
	free(sorter.items);
	return status;
}

void
sp_hotrank_free(struct sp_hotrank *ranking)
{
	free(ranking->by_rank);
	free(ranking->rank);
	free(ranking->tied);
	memset(ranking, 0, sizeof(*ranking));
}

void
sp_hotrank_groups(const struct sp_hotrank *ranking, uint32_t *groups)
{
	uint32_t first = 1;

	memset(groups, 0, ranking->pages * sizeof(*groups));
	for (uint64_t k = 0; k < ranking->count; k++) {
		if (!sp_hotrank_tied(ranking, k))
			first = (uint32_t)k + 1;
		groups[ranking->by_rank[k]] = first;
	}
}
