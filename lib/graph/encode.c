/* SPDX-License-Identifier: MIT */
#include "graph/codec.h"

#include "base/bytes.h"
#include "base/memory.h"

/* A list of successors. */
struct list {
	const uint32_t *at;
	uint64_t count;
};

/* The most of an edit. */
#define COPY_MAX 15
#define SKIP_MAX 3
#define INSERT_MAX 3

/* ---- the edits of a list ---------------------------------------------- */

/* A place where a list differs from its reference. */
struct difference {
	uint64_t copy, skip, insert;
};

/*
 * Where the comparison of a list and its reference stands: places behind the
 * last difference.
 */
struct comparison {
	struct list reference, list;
	uint64_t i, j;
	bool any; /* difference so far */
};

/*
 * The next difference; insert is 0 where the end of the list is to be
 * inserted, which needs no edit.  Returns false when no edit is needed any
 * more: what is left is equal but for that.
 */
static inline bool
next_difference(struct comparison *c, struct difference *difference)
{
	const uint32_t *from = c->reference.at, *to = c->list.at;
	uint64_t a = c->i, b = c->j, copied;

	while (a < c->reference.count && b < c->list.count && from[a] == to[b])
		a++, b++;
	if (a == c->reference.count)
		return false;
	difference->copy = a - c->i;
	copied = a;
	c->j = b;
	while (a < c->reference.count && b < c->list.count &&
	       from[a] != to[b]) {
		/* Both may advance: order inside an edit does not matter. */
		bool lower = from[a] < to[b];

		a += lower;
		b += !lower;
	}
	if (b == c->list.count)
		a = c->reference.count;
	difference->skip = a - copied;
	/* The first successor is told by its edit. */
	if (a == c->reference.count)
		b = c->any || difference->copy ? c->j : c->list.count;
	difference->insert = b - c->j;
	c->i = a;
	c->j = b;
	c->any = true;
	return true;
}

/* How many edits a difference takes. */
static inline uint64_t
edits_of(const struct difference *d)
{
	uint64_t first = d->copy ? (d->copy - 1) / COPY_MAX : 0;
	uint64_t skip = (d->skip + SKIP_MAX - 1) / SKIP_MAX;
	uint64_t insert = (d->insert + INSERT_MAX - 1) / INSERT_MAX;

	return first + (skip > insert ? skip : insert);
}

static inline uint64_t
at_most(uint64_t value, uint64_t most)
{
	return value < most ? value : most;
}

/* Writes the edits of a difference; returns the end. */
static inline uint8_t *
put_edits(uint8_t *out, struct difference d)
{
	for (; d.copy > COPY_MAX; d.copy -= COPY_MAX)
		*out++ = COPY_MAX;
	do {
		uint64_t skip = at_most(d.skip, SKIP_MAX);
		uint64_t insert = at_most(d.insert, INSERT_MAX);

		*out++ = (uint8_t)(d.copy | skip << 4 | insert << 6);
		d.copy = 0;
		d.skip -= skip;
		d.insert -= insert;
	} while (d.skip | d.insert);
	return out;
}

/* ---- the numbers of a list -------------------------------------------- */

/* The number of successor j of the list. */
static inline uint64_t
number(struct list list, uint64_t j, uint64_t page)
{
	if (!j)
		return sp_zigzag((int64_t)list.at[0] - (int64_t)page);
	return list.at[j] - list.at[j - 1] - 1;
}

static inline uint64_t
leb_size(uint64_t value)
{
	return value < 0x80 ? 1 : sp_leb_size(value);
}

/* Bytes of the numbers of successors j to end. */
static inline uint64_t
numbers_size(struct list list, uint64_t j, uint64_t end, uint64_t page)
{
	uint64_t size = 0;

	for (; j < end; j++)
		size += leb_size(number(list, j, page));
	return size;
}

static inline uint8_t *
put_numbers(uint8_t *out, struct list list, uint64_t j, uint64_t end,
	    uint64_t page)
{
	for (; j < end; j++)
		out = sp_put_leb(out, number(list, j, page));
	return out;
}

/* ---- records ---------------------------------------------------------- */

/* A way to write a list. */
struct choice {
	unsigned distance; /* of the reference, 0: none */
	uint64_t edits;
	uint64_t size;     /* bytes of the body */
	uint64_t cost;     /* of size and chain, see cost_of() */
};

static inline uint64_t
head_size(uint64_t edits)
{
	return edits < SP_EDITS_MAX ? 1 : 1 + leb_size(edits - SP_EDITS_MAX);
}

/*
 * Sets edits and size of a list coded against a reference.  Returns false
 * when the size is limit or more, however much.
 */
static bool
try_reference(struct list reference, struct list list, uint64_t page,
	      uint64_t limit, struct choice *choice)
{
	struct comparison c = { reference, list, 0, 0, false };
	struct difference d;
	uint64_t edits = 0, size = 1;

	while (size < limit && next_difference(&c, &d)) {
		uint64_t more = edits_of(&d);

		edits += more;
		size += more + numbers_size(list, c.j - d.insert, c.j, page);
	}
	if (size >= limit)
		return false;
	/* No difference is left: the end of the list is behind the rest. */
	c.j += reference.count - c.i;
	size += numbers_size(list, c.j, list.count, page);
	choice->edits = edits;
	choice->size = size + head_size(edits) - 1;
	return choice->size < limit;
}

/* Writes the body that was chosen; reference is empty where there is none. */
static uint8_t *
put_body(uint8_t *out, const struct choice *choice, struct list reference,
	 struct list list, uint64_t page)
{
	struct comparison c = { reference, list, 0, 0, false };
	struct difference d;
	uint8_t *numbers;

	*out++ = (uint8_t)(choice->distance |
			   at_most(choice->edits, SP_EDITS_MAX)
				   << SP_REFERENCE_BITS);
	if (choice->edits >= SP_EDITS_MAX)
		out = sp_put_leb(out, choice->edits - SP_EDITS_MAX);
	numbers = out + choice->edits;
	while (next_difference(&c, &d)) {
		out = put_edits(out, d);
		numbers = put_numbers(numbers, list, c.j - d.insert, c.j,
				      page);
	}
	c.j += reference.count - c.i;
	return put_numbers(numbers, list, c.j, list.count, page);
}

/* ---- a block ---------------------------------------------------------- */

/*
 * Half a byte for each link of a chain.  Chains are limited, so a reference
 * that makes one longer takes from the pages that come: with this price both
 * the graph is smaller (cnr-2000: 5.22 to 4.94 bits a link) and the chains
 * are shorter.
 */
static inline uint64_t
cost_of(uint64_t size, unsigned chain)
{
	return 2 * size + chain;
}

static inline struct list
list_of(const struct sp_block_rows *rows, uint32_t i)
{
	uint64_t start = i ? rows->ends[i - 1] : 0;

	return (struct list){ rows->successors + start,
			      rows->ends[i] - start };
}

/*
 * The cheapest way to write list i.  chain[k] is the length of the reference
 * chain that ends in page k of the block.  A list that is its reference is
 * taken at once: no other could be shorter.
 */
static struct choice
choose_reference(const struct sp_block_rows *rows, uint32_t i,
		 const uint8_t *chain)
{
	uint64_t page = rows->first_page + i;
	struct list list = list_of(rows, i);
	uint64_t plain = 1 + numbers_size(list, 0, list.count, page);
	struct choice best = { 0, 0, plain, cost_of(plain, 0) };

	for (unsigned d = 1; d <= SP_REFERENCE_MAX && d <= i; d++) {
		struct list reference = list_of(rows, i - d);
		unsigned longer = chain[i - d] + 1u;
		struct choice choice = { .distance = d };

		if (!reference.count || longer > SP_CHAIN_MAX ||
		    best.cost <= cost_of(0, longer))
			continue;
		if (!try_reference(reference, list, page,
				   (best.cost - longer) / 2 + 1, &choice))
			continue;
		choice.cost = cost_of(choice.size, longer);
		if (choice.cost < best.cost)
			best = choice;
		if (best.distance && best.size == 1)
			break;
	}
	return best;
}

enum sp_status
sp_block_encode(const struct sp_block_rows *rows, uint8_t **bytes,
		uint64_t *capacity, uint64_t *length, struct sp_error *err)
{
	uint8_t chain[SP_BLOCK_PAGES];
	uint64_t used = SP_BLOCK_HEADER;

	for (uint32_t i = 0; i < rows->pages; i++) {
		struct list list = list_of(rows, i);
		uint64_t page = rows->first_page + i;
		struct choice choice = { 0, 0, 0, 0 };
		struct list reference = { NULL, 0 };
		uint8_t *out;

		if (list.count)
			choice = choose_reference(rows, i, chain);
		if (!sp_grow(bytes, capacity,
			     used + SP_LEB_MAX + choice.size, 1))
			return sp_no_memory(err, "a block of links");
		out = sp_put_leb(*bytes + used, choice.size);
		chain[i] = 0;
		if (choice.distance) {
			chain[i] = (uint8_t)(chain[i - choice.distance] + 1);
			reference = list_of(rows, i - choice.distance);
		}
		if (list.count)
			out = put_body(out, &choice, reference, list, page);
		used = (uint64_t)(out - *bytes);
	}
	if (!sp_grow(bytes, capacity, used, 1))
		return sp_no_memory(err, "a block of links");
	sp_store64(*bytes, used - SP_BLOCK_HEADER);
	sp_store64(*bytes + 8, rows->pages ? rows->ends[rows->pages - 1] : 0);
	*length = used;
	return SP_OK;
}
