/* SPDX-License-Identifier: MIT */
/*
 * HyperBall (Boldi and Vigna 2013): a HyperLogLog counter a page, and rounds
 * in which pages pass their counters on to their successors until none
 * changes.
 *
 * There are two arrays of counters.  Pages read in now and write to next, so
 * that a round depends only on the one before; at its end the counters that
 * changed are copied back, and the two are equal again.  Late rounds change
 * few counters, and to copy these is cheaper than to exchange the arrays and
 * copy all others.
 *
 * A round has two halves: counters are passed on, and gains are taken.  Rounds
 * go by blocks, which threads share (harmonic_round.c), or, where few pages are
 * open, by a list of these (harmonic_list.c): a chain of n pages takes n
 * rounds, and looking at all pages in each would take n^2.
 *
 * Bits do not depend on threads: a maximum does not depend on its order, and
 * an estimate is computed from a counter alone.  The sum in an estimate is of
 * powers of two between 2^-61 and 1, at most 2^16 of them; it is exact in a
 * double unless it has very large and very small ones at once, and its order
 * is fixed by the registers anyway.
 */
#include "measure/graph/harmonic_private.h"

#include "base/hash.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

double
sp_register_error(unsigned bits)
{
	return 1.04 / sqrt((double)(UINT64_C(1) << bits));
}

/* ---- counters --------------------------------------------------------- */

/*
 * The page itself, in both counters: the first bits of the hash choose the
 * register, and the rank is the place of the first 1 in the rest.  A bit is
 * set after the last one, so that the rank of a rest of zeros is defined.
 */
static void
begin_counter(struct sp_balls *balls, uint64_t page)
{
	unsigned bits = balls->options->register_bits;
	uint64_t hash = sp_mix64(sp_mix64(balls->options->seed) +
				 (page + 1) * UINT64_C(0x9e3779b97f4a7c15));
	uint64_t place = hash >> (64 - bits);
	uint64_t rest = hash << bits | UINT64_C(1) << (bits - 1);
	uint8_t rank = (uint8_t)(__builtin_clzll(rest) + 1);

	sp_balls_counter(balls, balls->now, page)[place] = rank;
	sp_balls_counter(balls, balls->next, page)[place] = rank;
}

/* Four sums, since each addition waits for the one before. */
static double
sum_powers(const struct sp_balls *balls, const uint8_t *counter)
{
	const double *powers = balls->powers;
	double sums[4] = { 0, 0, 0, 0 };

	for (size_t i = 0; i < balls->registers; i += 4)
		for (size_t k = 0; k < 4; k++)
			sums[k] += powers[counter[i + k]];
	return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

/* How many pages a counter has seen. */
static double
estimate_counter(const struct sp_balls *balls, const uint8_t *counter)
{
	double m = (double)balls->registers;
	double alpha = balls->registers == 16 ? 0.673 :
		       balls->registers == 32 ? 0.697 :
		       balls->registers == 64 ? 0.709 :
						0.7213 / (1 + 1.079 / m);
	double raw = alpha * m * m / sum_powers(balls, counter);
	size_t empty = 0;

	if (raw > 2.5 * m)
		return raw;
	for (size_t i = 0; i < balls->registers; i++)
		empty += !counter[i];
	return empty ? balls->small[empty] : raw;
}

/*
 * A gain may be below 0 where the estimate changes from one formula to the
 * other; sums take it as it is.
 */
void
sp_balls_gain(struct sp_balls *balls, uint64_t page)
{
	const uint8_t *next = sp_balls_counter(balls, balls->next, page);
	double size = estimate_counter(balls, next);

	if (balls->options->closeness)
		balls->values[page] += (size - balls->sizes[page]) *
				       balls->round;
	else
		balls->values[page] += (size - balls->sizes[page]) /
				       balls->round;
	balls->sizes[page] = size;
	memcpy(sp_balls_counter(balls, balls->now, page), next,
	       balls->registers);
}

/* ---- rounds ----------------------------------------------------------- */

/* Returns SP_OK after the last round, in which no counter changed. */
static enum sp_status
balls_run_rounds(struct sp_balls *balls, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	do {
		const struct sp_open_set open = {
			balls->graph, balls->options->threads, balls->open,
			balls->open_blocks, balls->open_pages,
			balls->open_block_count
		};

		balls->round++;
		sp_progress_report(balls->options->progress, 0, balls->blocks);
		status = sp_open_list_choose(&balls->list, &open, err);
		if (!status)
			status = balls->list.used ?
					 sp_balls_pass_list(balls, err) :
					 sp_balls_pass(balls, err);
		if (status)
			return status;
		if (sp_open_list_is_whole(&balls->list))
			sp_balls_settle_list(balls);
		else
			sp_balls_settle(balls);
	} while (balls->open_pages);
	return SP_OK;
}

/* ---- memory ----------------------------------------------------------- */

static void
balls_free(struct sp_balls *balls)
{
	for (int i = 0; balls->cursors && i < balls->options->threads; i++)
		sp_cursor_free(balls->cursors[i]);
	free(balls->cursors);
	sp_crossing_free(balls->crossing);
	free(balls->now);
	free(balls->next);
	free(balls->sizes);
	free(balls->open);
	free(balls->changed);
	free(balls->needed);
	free(balls->open_blocks);
	free(balls->changed_blocks);
	free(balls->small);
	sp_open_list_free(&balls->list);
}

static bool
allocate_pages(struct sp_balls *balls)
{
	balls->now = sp_alloc_large(balls->pages, balls->registers);
	balls->next = sp_alloc_large(balls->pages, balls->registers);
	balls->sizes = sp_alloc_large(balls->pages, sizeof(*balls->sizes));
	balls->open = sp_bitset_new(balls->pages);
	balls->changed = sp_bitset_new(balls->pages);
	balls->needed = sp_bitset_new(balls->pages);
	balls->open_blocks = sp_alloc_zero(balls->blocks, 1);
	balls->changed_blocks = sp_alloc_zero(balls->blocks, 1);
	balls->small = sp_alloc(balls->registers + 1, sizeof(*balls->small));
	return balls->now && balls->next && balls->sizes && balls->open &&
	       balls->changed && balls->needed && balls->open_blocks &&
	       balls->changed_blocks && balls->small;
}

/* A cursor for each thread, since a cursor decodes into memory of its own. */
static bool
allocate_threads(struct sp_balls *balls)
{
	int threads = balls->options->threads;

	balls->cursors = sp_alloc_zero((uint64_t)threads,
				       sizeof(struct sp_cursor *));
	if (!balls->cursors)
		return false;
	for (int i = 0; i < threads; i++) {
		balls->cursors[i] = sp_cursor_new(balls->graph);
		if (!balls->cursors[i])
			return false;
	}
	if (threads > 1)
		balls->crossing = sp_crossing_new(threads);
	return threads == 1 || balls->crossing;
}

/*
 * All counters of one page have the same estimate, which has one register that
 * is not empty.
 */
static void
begin_block(struct sp_balls *balls, uint64_t block)
{
	uint64_t first = block * SP_BLOCK_PAGES;
	uint64_t last = first + SP_BLOCK_PAGES;
	size_t bytes;

	last = last < balls->pages ? last : balls->pages;
	bytes = (last - first) * balls->registers;
	memset(sp_balls_counter(balls, balls->now, first), 0, bytes);
	memset(sp_balls_counter(balls, balls->next, first), 0, bytes);
	for (uint64_t page = first; page < last; page++) {
		begin_counter(balls, page);
		sp_bit_set(balls->open, page);
		balls->values[page] = 0;
		balls->sizes[page] = estimate_counter(
			balls, sp_balls_counter(balls, balls->now, page));
	}
	balls->open_blocks[block] = 1;
}

/* The system clears the memory of counters when it is first touched. */
static void
begin_balls(struct sp_balls *balls)
{
	double m = (double)balls->registers;

	for (int i = 0; i < SP_BALL_POWERS; i++)
		balls->powers[i] = ldexp(1, -i);
	for (size_t empty = 1; empty <= balls->registers; empty++)
		balls->small[empty] = m * log(m / (double)empty);
	balls->open_pages = balls->pages;
	balls->open_block_count = balls->blocks;
#pragma omp parallel for num_threads(balls->options->threads) \
	schedule(dynamic, SP_OPEN_RANGE) if (balls->blocks > SP_OPEN_RANGE)
	for (uint64_t block = 0; block < balls->blocks; block++)
		begin_block(balls, block);
}

/*
 * From the sums of distances to closeness: a ball began with the page alone,
 * whose estimate all pages share.
 */
static void
finish_closeness(struct sp_balls *balls)
{
	double alone = balls->small[balls->registers - 1];

	for (uint64_t page = 0; page < balls->pages; page++)
		balls->values[page] = sp_closeness(balls->sizes[page] - alone,
						   balls->values[page],
						   balls->pages);
}

enum sp_status
sp_harmonic(const struct sp_graph *graph,
	    const struct sp_harmonic_options *options, double *values,
	    struct sp_harmonic_report *report, struct sp_error *err)
{
	struct sp_balls balls = {
		.graph = graph, .options = options, .values = values,
		.pages = sp_graph_pages(graph),
		.blocks = sp_graph_blocks(graph),
		.registers = (size_t)1 << options->register_bits
	};
	enum sp_status status;

	if (!allocate_pages(&balls) || !allocate_threads(&balls)) {
		status = sp_no_memory(err, "the counters");
	} else {
		begin_balls(&balls);
		status = balls_run_rounds(&balls, err);
		if (options->closeness)
			finish_closeness(&balls);
	}
	*report = (struct sp_harmonic_report){
		balls.round ? balls.round - 1 : 0,
		sp_register_error(options->register_bits),
		2 * balls.pages * balls.registers, balls.looked
	};
	balls_free(&balls);
	return status;
}
