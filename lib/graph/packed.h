/* SPDX-License-Identifier: MIT */
/*
 * packed.h - strings of which each is stored as what it does not share with one
 * before it; for tables of names, see graph/names.h, which is what others use.
 *
 * Strings are bytes, at most SP_NAME_MAX long, and numbered as they come.  A
 * URL of 70 bytes takes 25 to 40 bytes in all, see packed.c.
 */
#ifndef SP_GRAPH_PACKED_H
#define SP_GRAPH_PACKED_H

#include "base/span.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

struct sp_packed;

struct sp_packed *sp_packed_new(void); /* NULL if memory is short */
void sp_packed_free(struct sp_packed *packed); /* accepts NULL */

/*
 * Appends a string of at most SP_NAME_MAX bytes after count others.  Returns
 * SP_MEMORY.
 */
enum sp_status sp_packed_add(struct sp_packed *packed, uint64_t count,
			     struct sp_span text, struct sp_error *err);

/* Copies string i to room, of SP_NAME_MAX bytes; returns its length. */
size_t sp_packed_get(const struct sp_packed *packed, uint64_t i, char *room);

/* Is string i this text?  Nothing is copied. */
bool sp_packed_equal(const struct sp_packed *packed, uint64_t i,
		     struct sp_span text);

#define SP_PACKED_AHEAD 16

/*
 * A hint that these strings, at most SP_PACKED_AHEAD, will be compared: they
 * and what they share bytes with are fetched into the cache.
 */
void sp_packed_expect(const struct sp_packed *packed, const uint64_t *strings,
		      size_t count);

/* The same of strings that will be added: what they may share bytes with. */
void sp_packed_expect_new(const struct sp_packed *packed,
			  const struct sp_span *texts, size_t count);

/* String number `to` becomes string `from`; what it was is lost. */
void sp_packed_move(struct sp_packed *packed, uint64_t from, uint64_t to);

/*
 * String i becomes string order[i] of before, for all i < count.  Takes 5 bytes
 * for each meanwhile.  Returns SP_MEMORY.
 */
enum sp_status sp_packed_permute(struct sp_packed *packed,
				 const uint32_t *order, uint64_t count,
				 struct sp_error *err);

/* Bytes that the strings take in memory. */
uint64_t sp_packed_memory(const struct sp_packed *packed);

#endif
