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
 * Only pages that changed in the last round pass on, and only their lists and
 * those that these refer to are decoded (sp_graph_needed()).  Threads have
 * parts of the pages as targets: each reads all lists that are needed and
 * writes its own part without locks.
 *
 * Bits do not depend on threads: a maximum does not depend on its order, and
 * an estimate is computed from a counter alone.  The sum in an estimate is of
 * powers of two between 2^-61 and 1, at most 2^16 of them; it is exact in a
 * double unless it has very large and very small ones at once, and its order
 * is fixed by the registers anyway.
 */
#include "measure/graph/harmonic.h"

#include "base/bitset.h"
#include "base/hash.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_PAGES 65536 /* that one thread estimates at a time */
#define FETCH_AHEAD 6     /* successors, whose counters are fetched */

/* Registers compared at once.  They are below 64, so signs do not matter. */
typedef int8_t sp_registers __attribute__((vector_size(16), may_alias));

struct ball_run {
	const struct sp_graph *graph;
	const struct sp_harmonic_options *options;
	uint64_t pages;
	size_t registers;     /* of a counter */
	uint8_t *now;         /* counters of all pages, before a round */
	uint8_t *next;        /* ... and after it; equal between rounds */
	uint64_t *changed;    /* bitset: pages that pass their counter on */
	uint64_t *changing;   /* bitset: whose counter changes in this round */
	uint64_t *needed;     /* bitset: pages to decode for that */
	uint32_t round;
	double *values;
	double *small;        /* linear counting: by the empty registers */
};

double
sp_register_error(unsigned bits)
{
	return 1.04 / sqrt((double)(UINT64_C(1) << bits));
}

/* ---- counters --------------------------------------------------------- */

static uint8_t *
counter_at(const struct ball_run *run, uint8_t *counters, uint64_t page)
{
	return counters + page * run->registers;
}

/*
 * The page itself, in both counters: the first bits of the hash choose the
 * register, and the rank is the place of the first 1 in the rest.  A bit is
 * set after the last one, so that the rank of a rest of zeros is defined.
 */
static void
begin_counter(struct ball_run *run, uint64_t page)
{
	unsigned bits = run->options->register_bits;
	uint64_t hash = sp_mix64(sp_mix64(run->options->seed) +
				 (page + 1) * UINT64_C(0x9e3779b97f4a7c15));
	uint64_t place = hash >> (64 - bits);
	uint64_t rest = hash << bits | UINT64_C(1) << (bits - 1);
	uint8_t rank = (uint8_t)(__builtin_clzll(rest) + 1);

	counter_at(run, run->now, page)[place] = rank;
	counter_at(run, run->next, page)[place] = rank;
}

/*
 * Takes the larger of each register; returns whether one has changed.  Sixteen
 * registers at a time, by the vector types of the compiler: any collects the
 * comparisons, and is looked at once at the end.
 */
static inline bool
merge_counter(uint8_t *to, const uint8_t *from, size_t registers)
{
	sp_registers any = { 0 };
	uint64_t halves[2];

	for (size_t i = 0; i < registers; i += sizeof(any)) {
		sp_registers own, other, larger;

		memcpy(&own, to + i, sizeof(own));
		memcpy(&other, from + i, sizeof(other));
		larger = (sp_registers)(other > own);
		own = (other & larger) | (own & ~larger);
		any |= larger;
		memcpy(to + i, &own, sizeof(own));
	}
	memcpy(halves, &any, sizeof(halves));
	return halves[0] | halves[1];
}

/* How many pages a counter has seen. */
static double
estimate_counter(const struct ball_run *run, const uint8_t *counter)
{
	double m = (double)run->registers, sum = 0, raw;
	double alpha = run->registers == 16 ? 0.673 :
		       run->registers == 32 ? 0.697 :
		       run->registers == 64 ? 0.709 : 0.7213 / (1 + 1.079 / m);
	size_t empty = 0;

	for (size_t i = 0; i < run->registers; i++) {
		/* 2^-register, made from its bits. */
		uint64_t bits = (uint64_t)(1023 - counter[i]) << 52;
		double power;

		memcpy(&power, &bits, sizeof(power));
		sum += power;
		empty += !counter[i];
	}
	raw = alpha * m * m / sum;
	return raw <= 2.5 * m && empty ? run->small[empty] : raw;
}

/* ---- rounds ----------------------------------------------------------- */

/* Pages [first, last), of whole words of the bitsets. */
struct ball_part {
	uint64_t first, last;
};

static struct ball_part
part_at(const struct ball_run *run, uint64_t number)
{
	uint64_t parts = (uint64_t)run->options->threads;
	uint64_t words = sp_bitset_words(run->pages);
	struct ball_part part = { words * number / parts * SP_BITSET_BITS,
				  words * (number + 1) / parts *
					  SP_BITSET_BITS };

	return part;
}

static void
pass_counter(struct ball_run *run, struct ball_part part, uint32_t page,
	     const uint32_t *successors, uint32_t count)
{
	const uint8_t *from = counter_at(run, run->now, page);

	for (uint32_t i = 0; i < count; i++) {
		uint32_t to = successors[i];

		if (i + FETCH_AHEAD < count)
			__builtin_prefetch(counter_at(
				run, run->next, successors[i + FETCH_AHEAD]));
		if (to < part.first || to >= part.last)
			continue;
		if (merge_counter(counter_at(run, run->next, to), from,
				  run->registers))
			sp_bit_set(run->changing, to);
	}
}

static bool
block_changed(const struct ball_run *run, uint64_t block)
{
	uint64_t word = block * (SP_BLOCK_PAGES / SP_BITSET_BITS);
	uint64_t last = word + SP_BLOCK_PAGES / SP_BITSET_BITS;

	if (last > sp_bitset_words(run->pages))
		last = sp_bitset_words(run->pages);
	for (; word < last; word++)
		if (run->changed[word])
			return true;
	return false;
}

static enum sp_status
pass_to_part(struct ball_run *run, uint64_t number, struct sp_error *err)
{
	struct sp_cursor *cursor = sp_cursor_new(run->graph);
	struct ball_part part = part_at(run, number);
	const uint32_t *successors;
	enum sp_status status;
	uint32_t page, count;

	if (!cursor)
		return sp_no_memory(err, "a list of links");
	/* The first round reads everything, and verifies it. */
	if (run->round > 1)
		sp_cursor_choose(cursor, run->needed);
	for (uint64_t b = 0; b < sp_graph_blocks(run->graph); b++) {
		/* All threads go through all blocks: one speaks for all. */
		if (!number)
			sp_progress_report(run->options->progress, b,
					   sp_graph_blocks(run->graph));
		if (!block_changed(run, b))
			continue;
		sp_cursor_block(cursor, b);
		while (sp_cursor_next(cursor, &page, &successors, &count))
			if (sp_bit_test(run->changed, page))
				pass_counter(run, part, page, successors,
					     count);
	}
	status = sp_cursor_status(cursor, err);
	sp_cursor_free(cursor);
	return status;
}

static enum sp_status
pass_counters(struct ball_run *run, struct sp_error *err)
{
	int threads = run->options->threads;
	enum sp_status result = SP_OK;

#pragma omp parallel for num_threads(threads) schedule(static, 1)
	for (int i = 0; i < threads; i++) {
		struct sp_error failure;
		enum sp_status status = pass_to_part(run, (uint64_t)i,
						     &failure);

		/* The smallest, so that timing does not matter. */
#pragma omp critical(sp_harmonic_result)
		if (status && (!result || status < result)) {
			result = status;
			*err = failure;
		}
	}
	return result;
}

/*
 * Adds what the balls have gained in this round, at a distance that is its
 * number, and makes both counters equal again.  A gain may be below 0 where
 * the estimate changes from one formula to the other; sums take it as it is.
 */
static void
take_gains(struct ball_run *run, uint64_t first, uint64_t last)
{
	for (uint64_t page = first; page < last; page++) {
		uint8_t *now = counter_at(run, run->now, page);
		uint8_t *next = counter_at(run, run->next, page);

		if (!sp_bit_test(run->changing, page))
			continue;
		run->values[page] += (estimate_counter(run, next) -
				      estimate_counter(run, now)) / run->round;
		memcpy(now, next, run->registers);
	}
}

/* *more is false after the round in which no counter changed. */
static enum sp_status
harmonic_run_round(struct ball_run *run, bool *more, struct sp_error *err)
{
	uint64_t chunks = (run->pages + CHUNK_PAGES - 1) / CHUNK_PAGES;
	uint64_t words = sp_bitset_words(run->pages);
	uint64_t *done = run->changed;

	if (run->round > 1)
		sp_graph_needed(run->graph, run->changed, run->needed);
	if (pass_counters(run, err))
		return err->status;
#pragma omp parallel for num_threads(run->options->threads) schedule(dynamic)
	for (uint64_t c = 0; c < chunks; c++) {
		uint64_t last = (c + 1) * CHUNK_PAGES;

		take_gains(run, c * CHUNK_PAGES,
			   last < run->pages ? last : run->pages);
	}
	*more = sp_bitset_count(run->changing, run->pages) > 0;
	run->changed = run->changing;
	run->changing = done;
	memset(done, 0, words * sizeof(*done));
	return SP_OK;
}

/* ---- together --------------------------------------------------------- */

static bool
harmonic_begin_run(struct ball_run *run)
{
	run->now = sp_alloc_large_zero(run->pages, run->registers);
	run->next = sp_alloc_large_zero(run->pages, run->registers);
	run->changed = sp_bitset_new(run->pages);
	run->changing = sp_bitset_new(run->pages);
	run->needed = sp_bitset_new(run->pages);
	run->small = sp_alloc(run->registers + 1, sizeof(*run->small));
	if (!run->now || !run->next || !run->changed || !run->changing ||
	    !run->needed || !run->small)
		return false;
	for (uint64_t page = 0; page < run->pages; page++) {
		begin_counter(run, page);
		sp_bit_set(run->changed, page);
		run->values[page] = 0;
	}
	for (size_t empty = 1; empty <= run->registers; empty++)
		run->small[empty] = (double)run->registers *
				    log((double)run->registers /
					(double)empty);
	return true;
}

enum sp_status
sp_harmonic(const struct sp_graph *graph,
	    const struct sp_harmonic_options *options, double *values,
	    struct sp_harmonic_report *report, struct sp_error *err)
{
	struct ball_run run = {
		.graph = graph, .options = options, .values = values,
		.pages = sp_graph_pages(graph),
		.registers = (size_t)1 << options->register_bits
	};
	enum sp_status status = SP_OK;
	bool more = true;

	if (!harmonic_begin_run(&run))
		status = sp_no_memory(err, "the counters");
	while (!status && more) {
		run.round++;
		status = harmonic_run_round(&run, &more, err);
	}
	*report = (struct sp_harmonic_report){
		run.round ? run.round - 1 : 0,
		sp_register_error(options->register_bits),
		2 * run.pages * run.registers
	};
	free(run.now);
	free(run.next);
	free(run.changed);
	free(run.changing);
	free(run.needed);
	free(run.small);
	return status;
}
