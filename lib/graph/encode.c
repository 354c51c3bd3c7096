/* SPDX-License-Identifier: MIT */
#include "graph/codec.h"

#include "base/bytes.h"
#include "base/memory.h"

/* A list of successors. */
struct list {
	const uint32_t *at;
	uint64_t count;
};

/* ---- the size of a record --------------------------------------------- */

static inline uint64_t
number_size(uint64_t value)
{
	return value < 0x80 ? 1 : sp_leb_size(value);
}

/* Bytes of a list without reference, its r included. */
static uint64_t
plain_size(struct list list, uint64_t page)
{
	int64_t first = (int64_t)list.at[0] - (int64_t)page;
	uint64_t size = 1 + number_size(sp_zigzag(first));

	for (uint64_t i = 1; i < list.count; i++)
		size += number_size(list.at[i] - list.at[i - 1] - 1);
	return size;
}

static inline uint64_t
field_size(uint64_t value, uint64_t most)
{
	return value < most ? 0 : number_size(value - most);
}

/*
 * One edit as the encoder meets it: from and to are the places in the
 * reference and in the list.
 */
struct edit {
	uint64_t copy, skip, insert;
};

/*
 * The next edit that turns reference into list, from *i and *j on, which move
 * behind it.  Returns false when what is left is equal: no edit is needed.
 */
static inline bool
next_edit(struct list reference, struct list list, uint64_t *i, uint64_t *j,
	  struct edit *edit)
{
	uint64_t a = *i, b = *j, start = a;

	while (a < reference.count && b < list.count &&
	       reference.at[a] == list.at[b])
		a++, b++;
	if (a == reference.count && b == list.count)
		return false;
	edit->copy = a - start;
	*i = a;
	*j = b;
	while (a < reference.count && b < list.count &&
	       reference.at[a] != list.at[b]) {
		/* Both may advance: order inside an edit does not matter. */
		bool lower = reference.at[a] < list.at[b];

		a += lower;
		b += !lower;
	}
	if (a == reference.count || b == list.count) {
		a = reference.count;
		b = list.count;
	}
	edit->skip = a - *i;
	edit->insert = b - *j;
	*i = a;
	*j = b;
	return true;
}

/* The base from which successor j of the list is coded. */
static inline uint64_t
insert_size(struct list list, uint64_t j, uint64_t page)
{
	if (!j)
		return number_size(
			sp_zigzag((int64_t)list.at[0] - (int64_t)page));
	return number_size(list.at[j] - list.at[j - 1] - 1);
}

/* Bytes of a list coded against a reference; stops counting at limit. */
static uint64_t
edited_size(struct list reference, struct list list, uint64_t page,
	    uint64_t limit)
{
	uint64_t i = 0, j = 0, size = 1;
	struct edit edit;

	while (size < limit) {
		uint64_t at;

		if (!next_edit(reference, list, &i, &j, &edit))
			break;
		size += 1 + field_size(edit.copy, 15) +
			field_size(edit.skip, 3) + field_size(edit.insert, 3);
		for (at = j - edit.insert; at < j; at++)
			size += insert_size(list, at, page);
	}
	return size;
}

/* ---- writing a record ------------------------------------------------- */

static uint8_t *
put_successor(uint8_t *out, struct list list, uint64_t j, uint64_t page)
{
	if (!j)
		return sp_put_leb(out, sp_zigzag((int64_t)list.at[0] -
						 (int64_t)page));
	return sp_put_leb(out, list.at[j] - list.at[j - 1] - 1);
}

static uint8_t *
put_plain(uint8_t *out, struct list list, uint64_t page)
{
	*out++ = 0;
	for (uint64_t j = 0; j < list.count; j++)
		out = put_successor(out, list, j, page);
	return out;
}

static uint8_t *
put_edited(uint8_t *out, unsigned distance, struct list reference,
	   struct list list, uint64_t page)
{
	uint64_t i = 0, j = 0;
	struct edit e;

	*out++ = (uint8_t)distance;
	while (next_edit(reference, list, &i, &j, &e)) {
		*out++ = (uint8_t)((e.copy < 15 ? e.copy : 15) |
				   (e.skip < 3 ? e.skip : 3) << 4 |
				   (e.insert < 3 ? e.insert : 3) << 6);
		if (e.copy >= 15)
			out = sp_put_leb(out, e.copy - 15);
		if (e.skip >= 3)
			out = sp_put_leb(out, e.skip - 3);
		if (e.insert >= 3)
			out = sp_put_leb(out, e.insert - 3);
		for (uint64_t at = j - e.insert; at < j; at++)
			out = put_successor(out, list, at, page);
	}
	return out;
}

/* ---- a block ---------------------------------------------------------- */

struct choice {
	unsigned distance; /* 0: no reference */
	uint64_t size;     /* bytes of the body */
	uint64_t cost;     /* of size and chain, see cost_of() */
};

/*
 * Half a byte for each link of a chain.  Chains are limited, so a reference
 * that makes one longer takes from the pages that come: with this price both
 * the graph is smaller (cnr-2000: 5.13 to 4.86 bits a link) and the chains
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
	uint64_t plain = plain_size(list, page);
	struct choice best = { 0, plain, cost_of(plain, 0) };

	for (unsigned d = 1; d <= SP_REFERENCE_MAX && d <= i; d++) {
		struct list reference = list_of(rows, i - d);
		unsigned longer = chain[i - d] + 1u;
		uint64_t size, cost;

		if (!reference.count || longer > SP_CHAIN_MAX ||
		    best.cost <= cost_of(0, longer))
			continue;
		size = edited_size(reference, list, page,
				   (best.cost - longer) / 2 + 1);
		cost = cost_of(size, longer);
		if (cost < best.cost)
			best = (struct choice){ d, size, cost };
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
		struct choice choice = { 0, 0, 0 };
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
			out = put_edited(out, choice.distance,
					 list_of(rows, i - choice.distance),
					 list, page);
		} else if (list.count) {
			out = put_plain(out, list, page);
		}
		used = (uint64_t)(out - *bytes);
	}
	if (!sp_grow(bytes, capacity, used, 1))
		return sp_no_memory(err, "a block of links");
	sp_store64(*bytes, used - SP_BLOCK_HEADER);
	sp_store64(*bytes + 8, rows->pages ? rows->ends[rows->pages - 1] : 0);
	*length = used;
	return SP_OK;
}
