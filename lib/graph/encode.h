/* SPDX-License-Identifier: MIT */
/*
 * encode.h - coding a list against a reference (codec.h), step by step.
 * Private to lib/graph.
 *
 * Two encoders write the same bytes.  The plain one runs on every machine; the
 * quick one has instructions that most x86-64 machines have (AVX2, LZCNT).
 * -DSP_PORTABLE builds without it.  Nanoseconds a link for blocks of lists in
 * memory, best of 19 passes:
 *
 *	                  plain   quick
 *	cnr-2000             9.3     7.4
 *	generated, 1 M       9.9     6.9
 */
#ifndef SP_GRAPH_ENCODE_H
#define SP_GRAPH_ENCODE_H

#include "base/bytes.h"
#include "base/memory.h"
#include "graph/window.h"

/* The largest counts that fit the bits of an edit. */
#define SP_COPY_MAX 15
#define SP_SKIP_MAX 3
#define SP_INSERT_MAX 3

#define SP_NUMBER_MAX 5 /* bytes of a number */

/* Bytes after a number that may be written over. */
#define SP_NUMBER_SLACK 16

/* The successors of a page. */
struct sp_row_list {
	const uint32_t *at;
	uint64_t count;
};

static inline uint64_t
sp_at_most(uint64_t value, uint64_t most)
{
	return value < most ? value : most;
}

/* ---- the numbers of a list -------------------------------------------- */

/* The number of successor j of the list. */
static inline uint64_t
sp_number_at(struct sp_row_list list, uint64_t j, uint64_t page)
{
	if (!j)
		return sp_zigzag((int64_t)list.at[0] - (int64_t)page);
	return list.at[j] - list.at[j - 1] - 1;
}

static inline uint64_t
sp_short_leb_size(uint64_t value)
{
	return value < 0x80 ? 1 : sp_leb_size(value);
}

static inline uint8_t *
sp_put_numbers(uint8_t *out, struct sp_row_list list, uint64_t j, uint64_t end,
	       uint64_t page)
{
	for (; j < end; j++)
		out = sp_put_leb(out, sp_number_at(list, j, page));
	return out;
}

/* ---- the edits of a list ---------------------------------------------- */

/* A place where a list differs from its reference. */
struct sp_difference {
	uint64_t copy, skip, insert;
};

/*
 * How far the comparison of a list with its reference has come: the places
 * after the last difference.
 */
struct sp_comparison {
	struct sp_row_list reference, list;
	uint64_t i, j;
	bool any; /* difference so far */
};

/* How many successors can be equal from there on. */
static inline uint64_t
sp_most_equal(const struct sp_comparison *c)
{
	return sp_at_most(c->reference.count - c->i, c->list.count - c->j);
}

/*
 * Finds the next difference, after the equal successors, counted by the caller.
 * Numbers inserted at the end of the list need no edit, so insert is 0 there.
 * Returns false when no more edits are needed: the rest is equal, or inserted
 * at the end.
 */
static inline bool
sp_next_difference(struct sp_comparison *c, uint64_t equal,
		   struct sp_difference *difference)
{
	const uint32_t *from = c->reference.at, *to = c->list.at;
	uint64_t a = c->i + equal, b = c->j + equal, copied;

	if (a == c->reference.count)
		return false;
	difference->copy = equal;
	copied = a;
	c->j = b;
	while (a < c->reference.count && b < c->list.count &&
	       from[a] != to[b]) {
		/* Branchless; the order within an edit does not matter. */
		bool lower = from[a] < to[b];

		a += lower;
		b += !lower;
	}
	if (b == c->list.count)
		a = c->reference.count;
	difference->skip = a - copied;
	/* A list cannot begin with a number that has no edit. */
	if (a == c->reference.count)
		b = c->any || difference->copy ? c->j : c->list.count;
	difference->insert = b - c->j;
	c->i = a;
	c->j = b;
	c->any = true;
	return true;
}

/* Writes the edits of a difference; returns the end. */
static inline uint8_t *
sp_put_edits(uint8_t *out, struct sp_difference d)
{
	for (; d.copy > SP_COPY_MAX; d.copy -= SP_COPY_MAX)
		*out++ = SP_COPY_MAX;
	do {
		uint64_t skip = sp_at_most(d.skip, SP_SKIP_MAX);
		uint64_t insert = sp_at_most(d.insert, SP_INSERT_MAX);

		*out++ = (uint8_t)(d.copy | skip << 4 | insert << 6);
		d.copy = 0;
		d.skip -= skip;
		d.insert -= insert;
	} while (d.skip | d.insert);
	return out;
}

/* ---- a list and its reference ----------------------------------------- */

/*
 * A list coded against a reference: the body of its record without the head.
 * Edits come first in a record, so numbers are collected in a place of their
 * own until the number of edits is known.
 */
struct sp_coded_list {
	uint8_t *bytes; /* edits, unused room, numbers */
	uint64_t capacity;
	uint64_t edits;
	uint64_t numbers_at, numbers; /* bytes */
};

/* A list while it is coded. */
struct sp_coding {
	struct sp_comparison comparison;
	uint64_t page;
	uint8_t *edits, *numbers; /* where the next ones go */
};

/* false when memory is short. */
static inline bool
sp_coding_begin(struct sp_coding *coding, struct sp_coded_list *coded,
		struct sp_row_list reference, struct sp_row_list list,
		uint64_t page)
{
	/* Every edit takes at least one successor of either list. */
	uint64_t edits_max = reference.count + list.count;

	if (!sp_grow(&coded->bytes, &coded->capacity,
		     edits_max + list.count * SP_NUMBER_MAX + SP_NUMBER_SLACK))
		return false;
	*coding = (struct sp_coding){
		{ reference, list, 0, 0, false }, page,
		coded->bytes, coded->bytes + edits_max
	};
	coded->numbers_at = edits_max;
	return true;
}

/* Codes up to the next difference, which follows the equal successors. */
static inline bool
sp_coding_step(struct sp_coding *coding, uint64_t equal)
{
	struct sp_comparison *c = &coding->comparison;
	struct sp_difference d;

	if (!sp_next_difference(c, equal, &d))
		return false;
	coding->edits = sp_put_edits(coding->edits, d);
	coding->numbers = sp_put_numbers(coding->numbers, c->list,
					 c->j - d.insert, c->j, coding->page);
	return true;
}

/* The rest of the reference is copied; what follows it is inserted. */
static inline void
sp_coding_end(struct sp_coding *coding, struct sp_coded_list *coded)
{
	struct sp_comparison *c = &coding->comparison;

	c->j += c->reference.count - c->i;
	coding->numbers = sp_put_numbers(coding->numbers, c->list, c->j,
					 c->list.count, coding->page);
	coded->edits = (uint64_t)(coding->edits - coded->bytes);
	coded->numbers = (uint64_t)(coding->numbers - coded->bytes) -
			 coded->numbers_at;
}

/* ---- quick ------------------------------------------------------------ */

/*
 * sp_block_encode(), which uses the quick encoder where it works; quick allows
 * that.  hints may be NULL, or say for each row which reference it has had
 * before: the distance, SP_HINT_NONE, or SP_HINT_CHOOSE if that is not known.
 * The choice is more than a third of the time.  A wrong hint only makes the
 * block larger.
 */
enum sp_status sp_block_encode_as(const struct sp_block_rows *rows,
				  bool quick, const uint8_t *hints,
				  uint8_t **bytes, uint64_t *capacity,
				  uint64_t *length, struct sp_error *err);

/* Returns whether this machine has the instructions for the functions below. */
bool sp_encode_quick_works(void);

#if defined(__x86_64__) && defined(__GNUC__) && !defined(SP_PORTABLE)
#define SP_ENCODE_QUICK

#define SP_QUICK_NEVER 0x8000

/*
 * The lists at distances 1 to SP_REFERENCE_MAX before the next one of a block:
 * how many of their successors are compared, and what a chain costs that they
 * are part of, SP_QUICK_NEVER if they cannot be referred to.
 */
struct sp_quick_lists {
	uint16_t counts[SP_REFERENCE_MAX + 1], prices[SP_REFERENCE_MAX + 1];
};

/*
 * Returns the distance of the reference that is expected to make list i
 * cheapest, 0 for none, and adds the list, which is not empty, to the window.
 * *numbers is set to the bytes of its numbers without a reference.
 */
unsigned sp_quick_choose(struct sp_window *window,
			 const struct sp_quick_lists *lists, uint32_t i,
			 struct sp_row_list list, uint64_t page,
			 uint64_t *numbers);

/* Makes the next list the one at distance 1. */
void sp_quick_push(struct sp_quick_lists *lists, uint64_t count,
		   unsigned chain);

/* Returns the bytes of the numbers of a list. */
uint64_t sp_quick_measure(struct sp_row_list list, uint64_t page);

/* Codes a list; false when memory is short. */
bool sp_quick_code(struct sp_coded_list *coded, struct sp_row_list reference,
		   struct sp_row_list list, uint64_t page);

/*
 * Writes the numbers of a list; returns the end, SP_NUMBER_SLACK bytes after
 * which may have been written over.
 */
uint8_t *sp_quick_put_numbers(uint8_t *out, struct sp_row_list list,
			      uint64_t page);
#endif

#endif
