/* SPDX-License-Identifier: MIT */
/*
 * names.h - a growing table of strings: page names (URLs), host names.
 *
 * Strings are bytes with a length, not NUL-terminated, at most SP_NAME_MAX
 * long.  String i belongs to page (host) i.
 */
#ifndef SP_GRAPH_NAMES_H
#define SP_GRAPH_NAMES_H

#include "base/status.h"

#include <stdbool.h>

#define SP_NAME_MAX 65535

struct sp_names {
	uint64_t count;          /* strings */
	uint64_t *ends;          /* string i is bytes[ends[i-1] .. ends[i]) */
	uint64_t ends_capacity;
	char *bytes;
	uint64_t bytes_capacity;
};

/* An empty table; release it with sp_names_free(). */
#define SP_NAMES_EMPTY { 0, NULL, 0, NULL, 0 }

/* Appends a string.  SP_DATA when it is over SP_NAME_MAX; SP_MEMORY. */
enum sp_status sp_names_add(struct sp_names *names, const char *text,
			    size_t length, struct sp_error *err)
	SP_MUST_CHECK;

/* String i (i < count) and its length; valid until the next addition. */
static inline const char *
sp_names_get(const struct sp_names *names, uint64_t i, size_t *length)
{
	uint64_t start = i ? names->ends[i - 1] : 0;

	*length = (size_t)(names->ends[i] - start);
	return names->bytes + start;
}

/* Bytes of memory that the table holds. */
uint64_t sp_names_memory(const struct sp_names *names);

/* Frees the strings and leaves an empty table.  Accepts an empty table. */
void sp_names_free(struct sp_names *names);

/*
 * A dictionary over a table: the number of a string, added when it is new.
 * Slots are keyed by a hash under a random seed, so that no input can make it
 * slow; numbers are given in order of first appearance and depend on nothing
 * else.
 */
struct sp_dictionary;

/* The table stays with the caller and must outlive the dictionary. */
struct sp_dictionary *sp_dictionary_new(struct sp_names *names);

/* The number of the string in *index; it is added when it is new. */
enum sp_status sp_dictionary_add(struct sp_dictionary *dictionary,
				 const char *text, size_t length,
				 uint64_t *index, struct sp_error *err)
	SP_MUST_CHECK;

/* The number of the string, or false where it is not in the table. */
bool sp_dictionary_find(const struct sp_dictionary *dictionary,
			const char *text, size_t length, uint64_t *index);

uint64_t sp_dictionary_memory(const struct sp_dictionary *dictionary);

void sp_dictionary_free(struct sp_dictionary *dictionary); /* or NULL */

#endif
