/* SPDX-License-Identifier: MIT */
/*
 * A plain table of names is two arrays: the bytes of all names, one after the
 * other, and where each ends.  A name costs 8 bytes beside its own, and no
 * allocation; the table of a web is read from a stream as two blocks.  Packed
 * tables (packed.c) are for imports, where all URLs of a crawl and their
 * dictionary are in memory at once.
 *
 * The dictionary finds the number of a name again.  It is open addressing over
 * 64-bit slots, each the number of a name and 32 bits of its hash, so that a
 * name is compared only where those agree, and the names themselves are kept
 * once, in the table.  At most three slots in four are used; a table of n names
 * takes 11 to 21 bytes of slots for each.  A chained table would take a pointer
 * more and a visit to memory more.
 *
 * The first bits of the hash are the place of a slot.  So a larger table is
 * made from the slots alone, without a look at any name, and it is filled from
 * its beginning to its end: slots that are neighbours stay near each other.
 * Meanwhile both tables are there: 32 bytes a name for that moment.
 *
 * Hashes have a seed that no input can know (sp_hash_seed), so that none can be
 * made to collide.  Numbers depend on the order of the names alone, so results
 * do not depend on the seed.
 *
 * Reading a log of URLs is bound by the latency of memory, three accesses a
 * name: its slot, its end, its bytes.  Hence sp_dictionary_expect(), which asks
 * for those of 16 names at a time: 0.71 instead of 0.92 s for the log of a
 * million downloads.
 */
#include "graph/names.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/memory.h"
#include "graph/packed.h"
#include "graph/rows.h"

#include <stdlib.h>
#include <string.h>

enum sp_status
sp_names_pack(struct sp_names *names, struct sp_error *err)
{
	names->packed = sp_packed_new();
	return names->packed ? SP_OK : sp_no_memory(err, "names");
}

enum sp_status
sp_names_add(struct sp_names *names, const char *text, size_t length,
	     struct sp_error *err)
{
	if (length > SP_NAME_MAX)
		return sp_fail(err, SP_DATA, "a name of %zu bytes: at most %d "
			       "are supported", length, SP_NAME_MAX);
	if (!names->packed)
		return sp_names_add_long(names, text, length, err);
	if (sp_packed_add(names->packed, names->count,
			  (struct sp_span){ text, length }, err))
		return err->status;
	names->count++;
	return SP_OK;
}

/*
 * One byte more than needed is allocated, so that bytes is not NULL for a table
 * of empty names.
 */
enum sp_status
sp_names_add_long(struct sp_names *names, const char *text, size_t length,
		  struct sp_error *err)
{
	uint64_t used = names->count ? names->ends[names->count - 1] : 0;

	if (!sp_grow(&names->ends, &names->ends_capacity, names->count + 1) ||
	    !sp_grow(&names->bytes, &names->bytes_capacity, used + length + 1))
		return sp_no_memory(err, "names");
	if (length)
		memcpy(names->bytes + used, text, length);
	names->ends[names->count++] = used + length;
	return SP_OK;
}

struct sp_span
sp_names_read(const struct sp_names *names, uint64_t i,
	      struct sp_name_room *room)
{
	if (!names->packed)
		return sp_names_span(names, i);
	return (struct sp_span){ room->text,
				 sp_packed_get(names->packed, i,
					       room->text) };
}

bool
sp_names_are_numbers(const struct sp_names *names)
{
	uint64_t count = names ? names->count : 0, numbers = 0;
	struct sp_name_room room;

	for (uint64_t i = 0; i < count; i++) {
		struct sp_span name = sp_names_read(names, i, &room);

		numbers += sp_are_digits(name.text, name.length);
	}
	return numbers > count / 2;
}

/* Ends first: by the time they are needed, they have arrived. */
void
sp_names_expect(const struct sp_names *names, const uint32_t *strings,
		size_t count)
{
	uint64_t numbers[SP_NAMES_AHEAD];

	if (names->packed) {
		for (size_t i = 0; i < count; i++)
			numbers[i] = strings[i];
		sp_packed_expect(names->packed, numbers, count);
		return;
	}
	for (size_t i = 0; i < count; i++)
		__builtin_prefetch(&names->ends[strings[i]]);
	for (size_t i = 0; i < count; i++)
		__builtin_prefetch(sp_names_span(names, strings[i]).text);
}

void
sp_names_move(struct sp_names *names, uint64_t from, uint64_t to)
{
	uint64_t start;
	struct sp_span name;

	if (names->packed) {
		sp_packed_move(names->packed, from, to);
		return;
	}
	start = to ? names->ends[to - 1] : 0;
	name = sp_names_span(names, from);
	memmove(names->bytes + start, name.text, name.length);
	names->ends[to] = start + name.length;
}

enum sp_status
sp_names_permute(struct sp_names *names, const uint32_t *order,
		 struct sp_error *err)
{
	struct sp_names made = SP_NAMES_EMPTY;

	if (names->packed)
		return sp_packed_permute(names->packed, order, names->count,
					 err);
	for (uint64_t i = 0; i < names->count; i++) {
		struct sp_span name = sp_names_span(names, order[i]);

		if (sp_names_add_long(&made, name.text, name.length, err)) {
			sp_names_free(&made);
			return err->status;
		}
	}
	sp_names_free(names);
	*names = made;
	return SP_OK;
}

void
sp_names_free(struct sp_names *names)
{
	sp_packed_free(names->packed);
	free(names->ends);
	free(names->bytes);
	*names = (struct sp_names)SP_NAMES_EMPTY;
}

/* ---- dictionary ------------------------------------------------------- */

/*
 * A slot is 0 if free; else its low INDEX_BITS bits are the number of a string
 * plus 1, and the other bits are the first of its hash.  A string is compared
 * only if these agree.  Of two strings whose slots are neighbours, which agree
 * in the bits that are the place, they do in one case in 2^32 over the number
 * of slots.
 */
#define INDEX_BITS 32
#define INDEX_MASK ((UINT64_C(1) << INDEX_BITS) - 1)
#define FIRST_SLOTS 1024

/* Strings whose places in memory are asked for at a time. */
#define AHEAD SP_NAMES_AHEAD
_Static_assert(AHEAD <= SP_PACKED_AHEAD, "strings are asked for together");

struct sp_dictionary {
	struct sp_names *names;
	uint64_t seed;
	uint64_t *slots;
	uint64_t mask;          /* slots - 1; slots is a power of two */
	unsigned shift;         /* from a hash to the number of a slot */
	uint64_t used;
};

static bool
name_equals(const struct sp_names *names, uint64_t i, struct sp_span text)
{
	return names->packed ? sp_packed_equal(names->packed, i, text) :
			       sp_span_equal(sp_names_span(names, i), text);
}

/* The bits of the hash that a slot has, in their place. */
uint64_t
sp_dictionary_hash(const struct sp_dictionary *dictionary, struct sp_span text)
{
	return sp_hash_seeded(text.text, text.length, dictionary->seed) &
	       ~INDEX_MASK;
}

/*
 * The slot of the string, or the free slot where it belongs: linear probing,
 * which ends because the table is never full.
 */
static uint64_t *
dictionary_slot(const struct sp_dictionary *dictionary, struct sp_span text,
		uint64_t hash)
{
	for (uint64_t i = hash >> dictionary->shift;;
	     i = (i + 1) & dictionary->mask) {
		uint64_t slot = dictionary->slots[i];

		if (!slot)
			return &dictionary->slots[i];
		if ((slot ^ hash) & ~INDEX_MASK)
			continue;
		if (name_equals(dictionary->names, (slot & INDEX_MASK) - 1,
				text))
			return &dictionary->slots[i];
	}
}

/*
 * Enters a string of the table; of equal strings, the first one stays.
 *
 * Equal names can be in the table before it gets a dictionary: a look-up then
 * finds the first.
 */
static void
enter_string(struct sp_dictionary *dictionary, uint64_t index, uint64_t hash,
	     struct sp_name_room *room)
{
	struct sp_span name = sp_names_read(dictionary->names, index, room);
	uint64_t *slot = dictionary_slot(dictionary, name, hash);

	if (*slot)
		return;
	*slot = hash | (index + 1);
	dictionary->used++;
}

/*
 * Enters all strings of the table.  Their slots are anywhere in memory, and are
 * asked for some strings ahead.
 *
 * AHEAD names are hashed and their slots asked for before the first is entered;
 * the ring of hashes holds them meanwhile.
 */
static void
enter_strings(struct sp_dictionary *dictionary)
{
	uint64_t count = dictionary->names->count, hashes[AHEAD];
	struct sp_name_room room;

	for (uint64_t i = 0; i < count + AHEAD; i++) {
		uint64_t *hash = &hashes[i % AHEAD];

		if (i >= AHEAD && i - AHEAD < count)
			enter_string(dictionary, i - AHEAD, *hash, &room);
		if (i >= count)
			continue;
		*hash = sp_dictionary_hash(
			dictionary,
			sp_names_read(dictionary->names, i, &room));
		__builtin_prefetch(
			&dictionary->slots[*hash >> dictionary->shift], 1);
	}
}

/*
 * Empty slots: a power of two, at least twice as many as strings, so that the
 * next growth is far away.
 */
static bool
empty_slots(struct sp_dictionary *dictionary, uint64_t count)
{
	uint64_t slots = FIRST_SLOTS;

	dictionary->slots = NULL;
	if (count >= INDEX_MASK)
		return false;
	while (slots / 2 < count)
		slots *= 2;
	dictionary->slots = sp_alloc_large_zero(slots,
						sizeof(*dictionary->slots));
	dictionary->mask = slots - 1;
	dictionary->shift = 64 - (unsigned)__builtin_ctzll(slots);
	dictionary->used = 0;
	return dictionary->slots;
}

/* Makes the slots anew, for the strings of the table. */
static bool
remake_slots(struct sp_dictionary *dictionary)
{
	free(dictionary->slots);
	if (!empty_slots(dictionary, dictionary->names->count))
		return false;
	enter_strings(dictionary);
	return true;
}

/*
 * Moves all to twice as many slots.  The old ones and the new ones are there at
 * the same time.
 */
static bool
grow_slots(struct sp_dictionary *dictionary)
{
	struct sp_dictionary old = *dictionary;

	if (!empty_slots(dictionary, old.used)) {
		free(old.slots);
		return false;
	}
	for (uint64_t i = 0; i <= old.mask; i++) {
		uint64_t at = old.slots[i] >> dictionary->shift;

		if (!old.slots[i])
			continue;
		while (dictionary->slots[at])
			at = (at + 1) & dictionary->mask;
		dictionary->slots[at] = old.slots[i];
	}
	dictionary->used = old.used;
	free(old.slots);
	return true;
}

struct sp_dictionary *
sp_dictionary_new(struct sp_names *names)
{
	struct sp_dictionary *dictionary = sp_alloc_zero(
		1, sizeof(*dictionary));

	if (!dictionary)
		return NULL;
	dictionary->names = names;
	dictionary->seed = sp_hash_seed(dictionary);
	if (!remake_slots(dictionary)) {
		free(dictionary);
		return NULL;
	}
	return dictionary;
}

/*
 * After a failed growth the dictionary has no slots, and says so at each call;
 * the table keeps all names that were added.
 */
static enum sp_status
add_hashed(struct sp_dictionary *dictionary, struct sp_span name,
	   uint64_t hash, uint64_t *index, struct sp_error *err)
{
	uint64_t *slot;

	if (!dictionary->slots)
		return sp_no_memory(err, "the dictionary of names");
	slot = dictionary_slot(dictionary, name, hash);
	if (*slot) {
		*index = (*slot & INDEX_MASK) - 1;
		return SP_OK;
	}
	if (sp_names_add(dictionary->names, name.text, name.length, err))
		return err->status;
	*index = dictionary->names->count - 1;
	if (*index >= INDEX_MASK)
		return sp_fail(err, SP_DATA, "at most %" PRIu64 " different "
			       "names are supported", INDEX_MASK);
	*slot = hash | (*index + 1);
	dictionary->used++;
	/* At most three slots in four are used, so that probing stays short. */
	if (dictionary->used > dictionary->mask / 4 * 3 &&
	    !grow_slots(dictionary))
		return sp_no_memory(err, "the dictionary of names");
	return SP_OK;
}

enum sp_status
sp_dictionary_add(struct sp_dictionary *dictionary, const char *text,
		  size_t length, uint64_t *index, struct sp_error *err)
{
	struct sp_span name = { text, length };

	return add_hashed(dictionary, name,
			  sp_dictionary_hash(dictionary, name), index, err);
}

static enum sp_status
add_hashed_page(struct sp_dictionary *dictionary, struct sp_span name,
		uint64_t hash, uint32_t *page, struct sp_error *err)
{
	uint64_t index;

	if (add_hashed(dictionary, name, hash, &index, err))
		return err->status;
	if (index >= SP_PAGES_MAX)
		return sp_fail(err, SP_DATA,
			       "at most %" PRIu64 " pages are supported",
			       SP_PAGES_MAX);
	*page = (uint32_t)index;
	return SP_OK;
}

enum sp_status
sp_dictionary_add_page(struct sp_dictionary *dictionary, struct sp_span name,
		       uint32_t *page, struct sp_error *err)
{
	return add_hashed_page(dictionary, name,
			       sp_dictionary_hash(dictionary, name), page,
			       err);
}

bool
sp_dictionary_find(const struct sp_dictionary *dictionary, const char *text,
		   size_t length, uint64_t *index)
{
	struct sp_span name = { text, length };
	uint64_t *slot;

	if (!dictionary->slots)
		return false;
	slot = dictionary_slot(dictionary, name,
			       sp_dictionary_hash(dictionary, name));
	if (!*slot)
		return false;
	*index = (*slot & INDEX_MASK) - 1;
	return true;
}

/* The first string whose hash is the same; UINT64_MAX: there is none. */
static uint64_t
find_hash(const struct sp_dictionary *dictionary, uint64_t hash)
{
	for (uint64_t i = hash >> dictionary->shift;;
	     i = (i + 1) & dictionary->mask) {
		uint64_t slot = dictionary->slots[i];

		if (!slot)
			return UINT64_MAX;
		if (!((slot ^ hash) & ~INDEX_MASK))
			return (slot & INDEX_MASK) - 1;
	}
}

/*
 * Asks for slots, then for the ends of the strings that they name, then for the
 * bytes of these strings.  Each step needs the memory of the step before, which
 * has arrived by then, because every step is done for all texts at once.
 */
static void
expect(const struct sp_dictionary *dictionary,
       const struct sp_hashed_name *expected, size_t count)
{
	const struct sp_names *names = dictionary->names;
	struct sp_span fresh[AHEAD];
	uint64_t found[AHEAD];
	size_t founds = 0, news = 0;

	for (size_t i = 0; i < count; i++)
		__builtin_prefetch(&dictionary->slots[expected[i].hash >>
						      dictionary->shift]);
	for (size_t i = 0; i < count; i++) {
		found[founds] = find_hash(dictionary, expected[i].hash);
		if (found[founds] != UINT64_MAX)
			founds++;
		else
			fresh[news++] = expected[i].text;
	}
	if (names->packed) {
		sp_packed_expect(names->packed, found, founds);
		sp_packed_expect_new(names->packed, fresh, news);
		return;
	}
	for (size_t i = 0; i < founds; i++)
		__builtin_prefetch(&names->ends[found[i]]);
	for (size_t i = 0; i < founds; i++)
		__builtin_prefetch(sp_names_span(names, found[i]).text);
}

void
sp_dictionary_expect(const struct sp_dictionary *dictionary,
		     const struct sp_span *texts, size_t count)
{
	struct sp_hashed_name names[AHEAD];

	for (size_t i = 0; dictionary->slots && i < count; i += AHEAD) {
		size_t some = count - i < AHEAD ? count - i : AHEAD;

		for (size_t k = 0; k < some; k++)
			names[k] = (struct sp_hashed_name){
				texts[i + k],
				sp_dictionary_hash(dictionary, texts[i + k])
			};
		expect(dictionary, names, some);
	}
}

enum sp_status
sp_dictionary_add_pages(struct sp_dictionary *dictionary,
			const struct sp_hashed_name *names, size_t count,
			uint32_t *pages, struct sp_error *err)
{
	if (dictionary->slots)
		expect(dictionary, names, count);
	for (size_t i = 0; i < count; i++)
		if (add_hashed_page(dictionary, names[i].text, names[i].hash,
				    &pages[i], err))
			return err->status;
	return SP_OK;
}

/*
 * Clearing slots costs as much as the largest table that was ever needed: a
 * table that is 32 times too large is made anew, so that one page with many
 * words does not slow down all that follow.
 */
enum sp_status
sp_dictionary_keep(struct sp_dictionary *dictionary, uint64_t count,
		   struct sp_error *err)
{
	struct sp_names *names = dictionary->names;
	/* One large table must not slow down all that follow. */
	bool large = dictionary->mask >= FIRST_SLOTS &&
		     dictionary->mask / 32 > names->count;

	if (count < names->count)
		names->count = count;
	if (large || !dictionary->slots) {
		if (!remake_slots(dictionary))
			return sp_no_memory(err, "the dictionary of names");
		return SP_OK;
	}
	memset(dictionary->slots, 0,
	       (dictionary->mask + 1) * sizeof(*dictionary->slots));
	dictionary->used = 0;
	enter_strings(dictionary);
	return SP_OK;
}

uint64_t
sp_dictionary_count(const struct sp_dictionary *dictionary)
{
	return dictionary->used;
}

void
sp_dictionary_free(struct sp_dictionary *dictionary)
{
	if (!dictionary)
		return;
	free(dictionary->slots);
	free(dictionary);
}
