/* SPDX-License-Identifier: MIT */
/*
 * The set of distinct pages that links of a range lead to.
 *
 * There are many more links than pages that they reach, and the pages of
 * the graph may be many more than either, so neither a list of all targets nor
 * a bit for each page will do.  Three stages thin them out.  Each thread has a
 * direct-mapped table of the pages that it has seen last (sp_reach_add()): most
 * links of a web lead to few pages, so most end there, without a lock.  What is
 * new to a thread goes to a list of its own, which is handed over when it is
 * full; the lock is taken once in SP_REACH_FOUND new pages.  The common set is
 * an ascending array, and a tail that is sorted and merged when it is full.
 *
 * The tail is allowed half of the size that the array had before its last
 * merge.  A merge goes through the array once, and so costs a few steps for
 * each page of the tail that caused it: a page is handled a constant number of
 * times, as in an array that doubles.  A hash table would need empty slots
 * beside the pages, and sorting at the end.
 *
 * Sorting takes three counting passes, whatever the order of the numbers: three
 * digits of 11 bits are enough for any page.
 */
#include "cluster/team/reach.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define TAIL_LEAST 262144 /* pages */
#define DIGIT_BITS 11     /* three digits are a page number */
#define DIGITS (1 << DIGIT_BITS)

/* ---- sorting ---------------------------------------------------------- */

/*
 * Sorts stably by the digit that starts at a bit.  Stable, so that after the
 * third pass the earlier digits still decide within equal higher ones.
 */
static void
sort_by_digit(const uint32_t *from, uint64_t count, unsigned bit, uint32_t *to)
{
	uint64_t start[DIGITS] = { 0 }, sum = 0;

	for (uint64_t i = 0; i < count; i++)
		start[from[i] >> bit & (DIGITS - 1)]++;
	for (unsigned d = 0; d < DIGITS; d++) {
		uint64_t pages = start[d];

		start[d] = sum;
		sum += pages;
	}
	for (uint64_t i = 0; i < count; i++)
		to[start[from[i] >> bit & (DIGITS - 1)]++] = from[i];
}

/*
 * Sorts the tail, each page once; false if memory is short.  The passes go back
 * and forth between the tail and a copy, and end in the copy; removing repeats
 * moves what is left back into the tail.
 */
static bool
sort_tail(struct sp_reach *reach)
{
	uint64_t count = reach->tail_count, kept = 0;
	uint32_t *other = sp_alloc(count, sizeof(*other));

	if (!other)
		return false;
	sort_by_digit(reach->tail, count, 0, other);
	sort_by_digit(other, count, DIGIT_BITS, reach->tail);
	sort_by_digit(reach->tail, count, 2 * DIGIT_BITS, other);
	for (uint64_t i = 0; i < count; i++)
		if (!i || other[i] != other[i - 1])
			reach->tail[kept++] = other[i];
	reach->tail_count = kept;
	free(other);
	return true;
}

/*
 * Leaves in the tail, which is sorted, what is not yet among the pages.  Both
 * ascend, so one walk over the array serves all of the tail.
 */
static void
drop_known(struct sp_reach *reach)
{
	uint64_t at = 0, kept = 0;

	for (uint64_t i = 0; i < reach->tail_count; i++) {
		uint32_t page = reach->tail[i];

		while (at < reach->count && reach->pages[at] < page)
			at++;
		if (at == reach->count || reach->pages[at] != page)
			reach->tail[kept++] = page;
	}
	reach->tail_count = kept;
}

/*
 * Empties the tail; false if memory is short.  The array grows first and is
 * then filled from its end: the place that is written is never before the one
 * that is still to be read, since what is left of the tail has to go there as
 * well.
 */
static bool
merge_tail(struct sp_reach *reach)
{
	uint64_t left = reach->count, to;

	if (!sort_tail(reach))
		return false;
	drop_known(reach);
	to = left + reach->tail_count;
	if (!sp_grow(&reach->pages, &reach->capacity, to))
		return false;
	reach->count = to;
	while (reach->tail_count) {
		uint32_t page = reach->tail[reach->tail_count - 1];
		bool old = left && reach->pages[left - 1] > page;

		reach->pages[--to] = old ? reach->pages[--left] : page;
		reach->tail_count -= !old;
	}
	return true;
}

/* ---- adding ----------------------------------------------------------- */

/*
 * The new capacity of the tail is asked for after a merge only, when the tail
 * is empty: sp_grow() keeps nothing that matters then.
 */
static bool
take_found(struct sp_reach *reach, const uint32_t *found, unsigned count)
{
	if (!count)
		return true;
	if (reach->tail_count + count > reach->tail_capacity) {
		uint64_t wanted = reach->count / 2;

		if (!merge_tail(reach))
			return false;
		if (wanted < TAIL_LEAST)
			wanted = TAIL_LEAST;
		if (!sp_grow(&reach->tail, &reach->tail_capacity, wanted))
			return false;
	}
	memcpy(reach->tail + reach->tail_count, found,
	       count * sizeof(*found));
	reach->tail_count += count;
	return true;
}

/*
 * A thread that finds no memory goes on and notes it: its loop of OpenMP cannot
 * be left, and the status is reported once, at the end.
 */
void
sp_reach_give(struct sp_reach_thread *own)
{
	bool taken;

#pragma omp critical(sp_reach)
	taken = take_found(own->reach, own->found, own->count);
	own->count = 0;
	own->failed |= !taken;
}

/* After this nothing is added, so the room of the tail is given back. */
enum sp_status
sp_reach_finish(struct sp_reach *reach, struct sp_error *err)
{
	bool merged = merge_tail(reach);

	free(reach->tail);
	reach->tail = NULL;
	reach->tail_capacity = 0;
	return merged ? SP_OK :
			sp_no_memory(err, "the pages that links lead to");
}

/* ---- reading ---------------------------------------------------------- */

/* A row ascends, so the pages of the range are in one piece. */
static void
reach_row(const struct sp_reach_rows *rows, struct sp_reach_thread *own,
	  const uint32_t *successors, uint32_t count)
{
	uint32_t i = 0, last = count;

	for (; i < last && successors[i] < rows->first; i++)
		sp_reach_add(own, successors[i]);
	for (; last > i && successors[last - 1] >= rows->end; last--)
		sp_reach_add(own, successors[last - 1]);
}

/* How many links of a page lead near it. */
static uint64_t
count_near(uint32_t page, const uint32_t *successors, uint32_t count)
{
	uint64_t near = 0;

	for (uint32_t i = 0; i < count; i++) {
		int64_t gap = (int64_t)successors[i] - page;

		near += gap > -SP_REACH_NEAR && gap < SP_REACH_NEAR;
	}
	return near;
}

/*
 * Sums are modulo 2^64, so the order in which threads add them does not matter;
 * they are added once a block, not once a row.
 */
static void
read_block(struct sp_reach_rows *rows, struct sp_cursor *cursor,
	   struct sp_reach_thread *own, uint64_t block)
{
	const uint32_t *successors;
	uint64_t links = 0, checksum = 0, linked = 0, near = 0;
	uint32_t page, count;

	sp_cursor_block(cursor, block);
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		links += count;
		checksum += sp_fingerprint_row(page, successors, count);
		reach_row(rows, own, successors, count);
		if (rows->measured) {
			linked += count > 0;
			near += count_near(page, successors, count);
		}
	}
#pragma omp atomic
	rows->links += links;
#pragma omp atomic
	rows->checksum += checksum;
#pragma omp atomic
	rows->linked += linked;
#pragma omp atomic
	rows->near += near;
}

/*
 * What one thread does; all blocks are shared by the threads.  Four blocks at a
 * time: a block of many links takes much longer than others, so threads take
 * small pieces, but not so small that the counter of the loop is
 * contended.
 */
static enum sp_status
read_blocks(struct sp_reach_rows *rows, struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(rows->graph);
	struct sp_reach_thread *own = sp_alloc_zero(1, sizeof(*own));
	bool ready = cursor && own;
	enum sp_status status;

	if (own)
		own->reach = &rows->reach;
#pragma omp for schedule(dynamic, 4)
	for (uint64_t block = sp_reach_first_block(rows);
	     block < sp_reach_last_block(rows); block++) {
		/* No thread can leave a loop of OpenMP. */
		if (ready)
			read_block(rows, cursor, own, block);
	}
	if (own)
		sp_reach_give(own);
	if (!ready || own->failed)
		status = sp_no_memory(err, rows->what);
	else
		status = sp_cursor_status(cursor, err);
	free(own);
	sp_cursor_free(cursor);
	return status;
}

enum sp_status
sp_reach_read(struct sp_reach_rows *rows, int threads, struct sp_error *err)
{
	enum sp_status result = SP_OK;

#pragma omp parallel num_threads(threads)
	{
		struct sp_error failure;
		enum sp_status status = read_blocks(rows, &failure);

#pragma omp critical(sp_reach_result)
		sp_keep_failure(&result, err, status, &failure);
	}
	return result ? result : sp_reach_finish(&rows->reach, err);
}

void
sp_reach_free(struct sp_reach *reach)
{
	free(reach->tail);
	free(reach->pages);
	*reach = (struct sp_reach){ 0 };
}
