/* SPDX-License-Identifier: MIT */
/*
 * names.h - a growing table of strings: page names (URLs), host names.
 *
 * Strings are bytes with a length, not NUL-terminated, at most SP_NAME_MAX
 * long.  String i belongs to page (host) i.
 *
 * A table is plain, or packed: then strings are stored as what they do not
 * share with others (graph/packed.h), in half the memory or less, and are put
 * together when they are read.  What imports the names of pages packs them;
 * functions that may get such a table use sp_names_read(), which reads both.
 * sp_names_get() and its like are for plain tables.
 */
#ifndef SP_GRAPH_NAMES_H
#define SP_GRAPH_NAMES_H

#include "base/span.h"
#include "base/status.h"

#include <stdbool.h>

#define SP_NAME_MAX 65535

struct sp_names {
	uint64_t count;          /* strings */
	uint64_t *ends;          /* string i is bytes[ends[i-1] .. ends[i]) */
	uint64_t ends_capacity;
	char *bytes;
	uint64_t bytes_capacity;
	struct sp_packed *packed; /* or NULL: plain */
};

/* An empty, plain table; release it with sp_names_free(). */
#define SP_NAMES_EMPTY { 0, NULL, 0, NULL, 0, NULL }

/* Makes the empty table a packed one.  Returns SP_MEMORY. */
enum sp_status sp_names_pack(struct sp_names *names, struct sp_error *err);

/*
 * Appends a string.  Returns SP_DATA if it is longer than SP_NAME_MAX;
 * SP_MEMORY.
 */
enum sp_status sp_names_add(struct sp_names *names, const char *text,
			    size_t length, struct sp_error *err);

/*
 * Appends a string of any length to a plain table, for texts that are no names.
 * Returns SP_MEMORY.
 */
enum sp_status sp_names_add_long(struct sp_names *names, const char *text,
				 size_t length, struct sp_error *err);

/*
 * Returns string i < count of a plain table and its *length; valid until the
 * next addition.
 */
static inline const char *
sp_names_get(const struct sp_names *names, uint64_t i, size_t *length)
{
	uint64_t start = i ? names->ends[i - 1] : 0;

	*length = (size_t)(names->ends[i] - start);
	return names->bytes + start;
}

/* The same as a span. */
static inline struct sp_span
sp_names_span(const struct sp_names *names, uint64_t i)
{
	struct sp_span name;

	name.text = sp_names_get(names, i, &name.length);
	return name;
}

/*
 * String i of a table that may be NULL and may have fewer: empty if there is no
 * such string.
 */
static inline const char *
sp_names_find(const struct sp_names *names, uint64_t i, size_t *length)
{
	*length = 0;
	return names && i < names->count ? sp_names_get(names, i, length) : "";
}

/*
 * Are most names numbers, as where ids of links became names?  Then a number is
 * a name, and never that of a page.  False without names.
 */
bool sp_names_are_numbers(const struct sp_names *names);

/* Where a string of a packed table is put together; not cleared. */
struct sp_name_room {
	char text[SP_NAME_MAX];
};

/*
 * Returns string i < count of a plain or packed table, valid until the next
 * addition or use of the room.
 */
struct sp_span sp_names_read(const struct sp_names *names, uint64_t i,
			     struct sp_name_room *room);

/*
 * A hint that these strings will be read next, at most SP_NAMES_AHEAD: their
 * places in memory, which are anywhere if the strings are in no order, are
 * fetched all at a time.
 */
#define SP_NAMES_AHEAD 16
void sp_names_expect(const struct sp_names *names, const uint32_t *strings,
		     size_t count);

/*
 * For tables that lose strings: string `to` becomes string `from`.  `to` grows
 * from call to call, is never above `from`, and all strings from there on are
 * lost: set count afterwards.
 */
void sp_names_move(struct sp_names *names, uint64_t from, uint64_t to);

/*
 * String i becomes string order[i] of before: order has each number below count
 * once.  A packed table needs 5 bytes for each meanwhile, a plain one a copy.
 * Returns SP_MEMORY, with the table unchanged.
 */
enum sp_status sp_names_permute(struct sp_names *names, const uint32_t *order,
				struct sp_error *err);

/* Frees the strings and leaves an empty, plain table, as it may be already. */
void sp_names_free(struct sp_names *names);

/*
 * A dictionary of a table: finds the number of a string, or adds the string.
 * Its hash has a random seed, so that no input can be made to slow it down.
 * Strings are numbered in the order of their first appearance, whatever the
 * seed.
 */
struct sp_dictionary;

/*
 * The caller owns the table, plain or packed, which must outlive the dictionary
 * and may have strings already.  Returns NULL if memory is short.
 */
struct sp_dictionary *sp_dictionary_new(struct sp_names *names);

/*
 * Sets *index to the number of the string, which is added if it is new.
 * Returns SP_DATA if it is longer than SP_NAME_MAX; SP_MEMORY.
 */
enum sp_status sp_dictionary_add(struct sp_dictionary *dictionary,
				 const char *text, size_t length,
				 uint64_t *index, struct sp_error *err);

/*
 * The same where strings are names of pages.  Returns SP_DATA also if there are
 * more of them than pages can be.
 */
enum sp_status sp_dictionary_add_page(struct sp_dictionary *dictionary,
				      struct sp_span name, uint32_t *page,
				      struct sp_error *err);

/*
 * The hash by which a dictionary finds a string.  It never changes, so that
 * several threads can hash the strings that one of them adds.
 */
uint64_t sp_dictionary_hash(const struct sp_dictionary *dictionary,
			    struct sp_span text);

struct sp_hashed_name {
	struct sp_span text;
	uint64_t hash;       /* sp_dictionary_hash() */
};

/*
 * Adds at most SP_NAMES_AHEAD names of pages in their order, as
 * sp_dictionary_add_page() does, and stores the pages; asks for their places in
 * memory first, as sp_dictionary_expect() does.
 */
enum sp_status sp_dictionary_add_pages(struct sp_dictionary *dictionary,
				       const struct sp_hashed_name *names,
				       size_t count, uint32_t *pages,
				       struct sp_error *err);

/* Sets *index to the number of the string; returns false if not found. */
bool sp_dictionary_find(const struct sp_dictionary *dictionary,
			const char *text, size_t length, uint64_t *index);

/*
 * A hint that these strings will be looked up or added next: their places in
 * memory, which are not in the cache of a processor if the dictionary is large,
 * are fetched all at a time.  Results do not depend on it.
 */
void sp_dictionary_expect(const struct sp_dictionary *dictionary,
			  const struct sp_span *texts, size_t count);

/*
 * Removes all strings but the first count from the plain table and the
 * dictionary, for tables that are filled again and again.  The table's strings
 * must all have come from sp_dictionary_add().  SP_MEMORY.
 */
enum sp_status sp_dictionary_keep(struct sp_dictionary *dictionary,
				  uint64_t count, struct sp_error *err);

/* The number of different strings. */
uint64_t sp_dictionary_count(const struct sp_dictionary *dictionary);

void sp_dictionary_free(struct sp_dictionary *dictionary); /* or NULL */

#endif
