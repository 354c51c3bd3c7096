/* SPDX-License-Identifier: MIT */
/*
 * A sorted list with a binary search.  Code that needs all of it goes through
 * the list and the pages side by side instead.
 *
 * Sizes and captures are of the input, and a sum of them may be too large for
 * its number.  It then stays at the largest one, which is as good as infinite
 * for what it is used for, and no reason to fail.
 */
#include "graph/fetches.h"

#include "base/compare.h"
#include "base/memory.h"

#include <stdlib.h>

/* 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z: those that can be printed. */
#define SECONDS_LEAST INT64_C(-62167219200)
#define SECONDS_MOST INT64_C(253402300799)

const char *
sp_fetch_clock_word(unsigned clock)
{
	static const char *const words[SP_CLOCKS] = {
		[SP_CLOCK_NONE] = "none", [SP_CLOCK_SECONDS] = "seconds",
		[SP_CLOCK_DOWNLOADS] = "downloads"
	};

	return words[clock];
}

bool
sp_fetch_time_fits(enum sp_fetch_clock clock, int64_t time)
{
	if (time == SP_FETCH_NO_TIME)
		return true;
	if (clock == SP_CLOCK_SECONDS)
		return time >= SECONDS_LEAST && time <= SECONDS_MOST;
	return clock == SP_CLOCK_DOWNLOADS && time >= 1 &&
	       time <= SP_DOWNLOADS_MAX;
}

enum sp_status
sp_fetches_add(struct sp_fetches *fetches, const struct sp_fetch *fetch,
	       struct sp_error *err)
{
	if (!sp_grow(&fetches->items, &fetches->capacity, fetches->count + 1))
		return sp_no_memory(err, "the fetches of the pages");
	fetches->items[fetches->count++] = *fetch;
	return SP_OK;
}

const struct sp_fetch *
sp_fetches_find(const struct sp_fetches *fetches, uint64_t page)
{
	const struct sp_fetch *items = fetches->items;
	uint64_t i;

	if (!fetches->count)
		return NULL;
	i = sp_first_not_below(&items->page, sizeof(*items), fetches->count,
			       page);
	return i < fetches->count && items[i].page == page ? &items[i] : NULL;
}

uint64_t
sp_fetches_size(const struct sp_fetches *fetches, uint64_t page,
		uint64_t unknown)
{
	const struct sp_fetch *fetch;

	fetch = fetches ? sp_fetches_find(fetches, page) : NULL;

	return fetch && fetch->size != SP_FETCH_NO_SIZE ? fetch->size : unknown;
}

/* ---- other pages ------------------------------------------------------- */

static int
compare_fetched(const void *a, const void *b)
{
	const struct sp_fetch *one = a, *two = b;

	return (one->page > two->page) - (one->page < two->page);
}

void
sp_fetches_sort(struct sp_fetches *fetches)
{
	bool sorted = true;

	/* Units and orders of pages by their URLs mostly are. */
	for (uint64_t i = 1; sorted && i < fetches->count; i++)
		sorted = fetches->items[i - 1].page <= fetches->items[i].page;
	if (!sorted)
		qsort(fetches->items, fetches->count, sizeof(*fetches->items),
		      compare_fetched);
}

void
sp_fetches_renumber(struct sp_fetches *fetches, const uint32_t *new_of)
{
	for (uint64_t i = 0; i < fetches->count; i++)
		fetches->items[i].page = new_of[fetches->items[i].page];
	sp_fetches_sort(fetches);
}

/* Neither is above the maximum, so that the sum does not overflow. */
static uint64_t
add_sizes(uint64_t a, uint64_t b)
{
	return a + b < SP_FETCH_SIZE_MAX ? a + b : SP_FETCH_SIZE_MAX;
}

/*
 * The result does not depend on the order in which several are joined: sorting
 * need not be stable.
 */
static void
join_fetches(struct sp_fetch *to, const struct sp_fetch *other)
{
	if (to->time < other->time) /* SP_FETCH_NO_TIME is the least */
		to->time = other->time;
	if (to->size == SP_FETCH_NO_SIZE)
		to->size = other->size;
	else if (other->size != SP_FETCH_NO_SIZE)
		to->size = add_sizes(to->size, other->size);
	if (__builtin_add_overflow(to->captures, other->captures,
				   &to->captures))
		to->captures = UINT32_MAX;
}

/* Sorts, and joins those of one page. */
static void
join_sorted(struct sp_fetches *fetches)
{
	struct sp_fetch *items = fetches->items;
	uint64_t kept = 0;

	sp_fetches_sort(fetches);
	for (uint64_t i = 0; i < fetches->count; i++) {
		if (kept && items[kept - 1].page == items[i].page)
			join_fetches(&items[kept - 1], &items[i]);
		else
			items[kept++] = items[i];
	}
	fetches->count = kept;
}

enum sp_status
sp_fetches_fold(const struct sp_fetches *fetches, const uint32_t *unit_of,
		uint64_t units, struct sp_fetches *made, struct sp_error *err)
{
	*made = (struct sp_fetches){ .pages = units, .clock = fetches->clock };
	if (!sp_grow(&made->items, &made->capacity, fetches->count))
		return sp_no_memory(err, "the fetches of the pages");
	for (uint64_t i = 0; i < fetches->count; i++) {
		struct sp_fetch fetch = fetches->items[i];

		fetch.page = unit_of[fetch.page];
		fetch.digest = SP_FETCH_NO_DIGEST;
		made->items[made->count++] = fetch;
	}
	join_sorted(made);
	return SP_OK;
}

enum sp_status
sp_fetches_replay(const uint32_t *order, uint64_t count, uint64_t pages,
		  struct sp_fetches *made, struct sp_error *err)
{
	*made = (struct sp_fetches){ .pages = pages,
				     .clock = SP_CLOCK_DOWNLOADS };
	if (!sp_grow(&made->items, &made->capacity, count))
		return sp_no_memory(err, "the fetches of the pages");
	for (uint64_t i = 0; i < count; i++)
		made->items[i] = (struct sp_fetch){
			.page = order[i], .time = (int64_t)i + 1,
			.size = SP_FETCH_NO_SIZE, .captures = 1
		};
	made->count = count;
	join_sorted(made);
	return SP_OK;
}

/* ---- all together ------------------------------------------------------ */

static void
count_fetch(const struct sp_fetch *fetch, struct sp_fetch_figures *figures)
{
	/* Below 2^32 pages of below 2^32 captures: no overflow. */
	figures->captures += fetch->captures;
	if (fetch->time != SP_FETCH_NO_TIME) {
		if (!figures->timed || fetch->time < figures->first)
			figures->first = fetch->time;
		if (!figures->timed || fetch->time > figures->last)
			figures->last = fetch->time;
		figures->timed++;
	}
	figures->sized += fetch->size != SP_FETCH_NO_SIZE;
	if (fetch->size != SP_FETCH_NO_SIZE)
		figures->bytes = add_sizes(figures->bytes, fetch->size);
	figures->digested += fetch->digest != SP_FETCH_NO_DIGEST;
}

/* Sorted rather than hashed: the digests are those of the input. */
static enum sp_status
count_digests(const struct sp_fetches *fetches,
	      struct sp_fetch_figures *figures, struct sp_error *err)
{
	uint64_t *digests, count = 0;

	if (!figures->digested)
		return SP_OK;
	digests = sp_alloc(figures->digested, sizeof(*digests));
	if (!digests)
		return sp_no_memory(err, "the digests of the pages");
	for (uint64_t i = 0; i < fetches->count; i++)
		if (fetches->items[i].digest != SP_FETCH_NO_DIGEST)
			digests[count++] = fetches->items[i].digest;
	qsort(digests, count, sizeof(*digests), sp_compare_u64);
	for (uint64_t i = 0; i < count; i++)
		figures->distinct += !i || digests[i] != digests[i - 1];
	free(digests);
	return SP_OK;
}

enum sp_status
sp_fetches_count(const struct sp_fetches *fetches,
		 struct sp_fetch_figures *figures, struct sp_error *err)
{
	*figures = (struct sp_fetch_figures){ .pages = fetches->count };
	for (uint64_t i = 0; i < fetches->count; i++)
		count_fetch(&fetches->items[i], figures);
	return count_digests(fetches, figures, err);
}

void
sp_fetches_free(struct sp_fetches *fetches)
{
	free(fetches->items);
	*fetches = (struct sp_fetches){ 0 };
}
