/* SPDX-License-Identifier: MIT */
/*
 * A row is sorted as keys of 64 bits: the target above the place at which it
 * came.  Whole keys differ, and equal targets stay in their order of arrival,
 * in which their weights are added up; the place also finds the weight.
 *
 * Time is linear in the length of a row: one pass for each byte in which
 * targets differ, at most four; below 48 links insertion is faster.  Most files
 * list targets in order and pass after one comparison each.
 *
 * Keys and not targets are sorted because of the weights: moving 16 bytes for
 * each link through four passes costs more than finding the weight again by its
 * place.
 */
#include "graph/links/rowsort.h"

#include "base/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Below this a sort by insertion is faster than one by digits. */
#define SHORT_ROW 48
#define DIGIT_BITS 8
#define DIGITS (1 << DIGIT_BITS)

/*
 * Several calls may be for one row: the links of a page need not come together
 * in a file.
 */
enum sp_status
sp_raw_row_add(struct sp_raw_row *row, const uint32_t *targets,
	       uint64_t count, const double *weights, struct sp_error *err)
{
	uint64_t needed = row->count + count;

	if (!sp_grow(&row->targets, &row->capacity, needed) ||
	    (weights && !sp_grow(&row->weights, &row->weight_capacity, needed)))
		return sp_no_memory(err, "a list of links");
	memcpy(row->targets + row->count, targets, count * sizeof(*targets));
	if (weights)
		memcpy(row->weights + row->count, weights,
		       count * sizeof(*weights));
	row->count = needed;
	return SP_OK;
}

void
sp_raw_row_free(struct sp_raw_row *row)
{
	free(row->targets);
	free(row->weights);
	free(row->keys);
	memset(row, 0, sizeof(*row));
}

static void
sort_short(uint64_t *keys, uint64_t count)
{
	for (uint64_t i = 1; i < count; i++) {
		uint64_t key = keys[i], at = i;

		for (; at && keys[at - 1] > key; at--)
			keys[at] = keys[at - 1];
		keys[at] = key;
	}
}

/*
 * By the target, the high half alone: the places below ascend at the start, and
 * each pass is stable.  Every pass changes between the two blocks; the result
 * says in which one the keys are.
 */
static uint64_t *
sort_long(uint64_t *keys, uint64_t *spare, uint64_t count)
{
	for (unsigned shift = 32; shift < 64; shift += DIGIT_BITS) {
		uint64_t starts[DIGITS] = { 0 }, sum = 0, *other = spare;

		for (uint64_t i = 0; i < count; i++)
			starts[keys[i] >> shift & (DIGITS - 1)]++;
		/*
		 * All targets share this digit, as the high ones of a small
		 * graph.
		 */
		if (starts[keys[0] >> shift & (DIGITS - 1)] == count)
			continue;
		for (unsigned digit = 0; digit < DIGITS; digit++) {
			uint64_t size = starts[digit];

			starts[digit] = sum;
			sum += size;
		}
		for (uint64_t i = 0; i < count; i++)
			other[starts[keys[i] >> shift & (DIGITS - 1)]++] =
				keys[i];
		spare = keys;
		keys = other;
	}
	return keys;
}

/*
 * Writes the links of the sorted keys back, one of equal ones; came is a copy
 * of the weights in the order in which they came, or NULL.
 *
 * Writing never overtakes reading: kept is at most i, and targets are read from
 * the keys.
 */
static void
write_sorted(struct sp_raw_row *row, const uint64_t *keys, const double *came)
{
	uint64_t kept = 0;

	for (uint64_t i = 0; i < row->count; i++) {
		uint32_t target = (uint32_t)(keys[i] >> 32);
		bool again = kept && row->targets[kept - 1] == target;

		kept += !again;
		row->targets[kept - 1] = target;
		if (!came)
			continue;
		if (again)
			row->weights[kept - 1] += came[(uint32_t)keys[i]];
		else
			row->weights[kept - 1] = came[(uint32_t)keys[i]];
	}
	row->count = kept;
}

static bool
is_ascending(const struct sp_raw_row *row)
{
	for (uint64_t i = 1; i < row->count; i++)
		if (row->targets[i - 1] >= row->targets[i])
			return false;
	return true;
}

enum sp_status
sp_raw_row_normalise(struct sp_raw_row *row, uint64_t *duplicates,
		     struct sp_error *err)
{
	uint64_t count = row->count, *keys;
	double *came = NULL;

	/* The usual case: most files list targets in order, each once. */
	if (is_ascending(row))
		return SP_OK;
	/* Places have 32 bits of the key. */
	if (count > UINT32_MAX)
		return sp_fail(err, SP_DATA,
			       "a page with %" PRIu64 " links: not supported",
			       count);
	if (!sp_grow(&row->keys, &row->key_capacity, 2 * count))
		return sp_no_memory(err, "a list of links");
	keys = row->keys;
	for (uint64_t i = 0; i < count; i++)
		keys[i] = (uint64_t)row->targets[i] << 32 | i;
	if (count < SHORT_ROW)
		sort_short(keys, count);
	else
		keys = sort_long(keys, keys + count, count);
	if (row->weights) {
		came = sp_alloc(count, sizeof(*came));
		if (!came)
			return sp_no_memory(err, "a list of weights");
		memcpy(came, row->weights, count * sizeof(*came));
	}
	write_sorted(row, keys, came);
	free(came);
	*duplicates += count - row->count;
	return SP_OK;
}
