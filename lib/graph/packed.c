/* SPDX-License-Identifier: MIT */
/*
 * Strings are stored one after the other and never change.  Each is
 *
 *	rest    LEB128   bytes of its own, at the end of this entry
 *	back    LEB128   how many bytes before this entry another one begins,
 *	                 with which it shares its first bytes; 0: none
 *	shared  LEB128   how many bytes; only after a back that is not 0
 *	...              the rest
 *
 * and an array has the place of each in 5 bytes.  So names can be left out or
 * put in another order by their places alone, while entries that others need
 * stay where they are.
 *
 * A string is read from its end: the rest is in its own entry, the bytes before
 * it are in that of the other, which may in turn share some of them, and so on.
 * An entry that shares more than is still needed is passed over when a string
 * is added, so that what is shared gets less with each step.  After DEPTH steps
 * a whole string must stand, as each step may be a miss of the cache.
 *
 * Which string to share with?  URLs come in the order of links.  The last one
 * of the same folder shares most; else the one before, which is mostly of the
 * same site; of a link to another site, the last one of that site.  Folders and
 * sites are found by a table of hashes of the starts of strings, up to the last
 * and to the third slash; what it has is only tried, so that it may be wrong.
 * It has the places of entries, beside as many bits of the hash as there is
 * room for: nearly all that is tried shares the start, and no visit to memory
 * is needed to find where it is.
 *
 * Bytes of a string in all, with a DEPTH of 2, 4, 6 and any: of URLs of 75
 * bytes from the links of 100,000 pages that come in no order, 61, 37, 36 and
 * 36; of the 203,000 URLs of ics-dev, 92 bytes with long queries, 93, 55, 40
 * and 38; slots of starts have 4 bytes more since, which is 1 to 2 a string.  A
 * plain table takes 8 more than the string.  To find a known name in the cache
 * takes 54 ns, and 20 in a plain table; among 3 million URLs in no order, asked
 * for ahead, 270 and 100.  Fetching more steps of a chain ahead, or huge pages,
 * gained nothing.  What new names will be compared with is asked for as well:
 * without that, and with numbers of strings instead of places in the table of
 * starts, an import in which every second link is new took half as long again.
 */
#include "graph/packed.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "base/memory.h"
#include "graph/names.h"

#include <stdlib.h>

#define DEPTH 6
#define LEAST 4            /* bytes to share, so that it pays */
#define FIRST_RECENT 256

struct sp_packed {
	uint8_t (*places)[5];
	uint64_t places_capacity;
	uint8_t *bytes;
	uint64_t size, bytes_capacity;
	uint64_t *recent;        /* by hash of a start: a place, see below */
	uint64_t recent_count;   /* a power of two */
};

/* An entry, taken apart. */
struct entry {
	const uint8_t *rest;
	size_t length;           /* of the rest */
	size_t shared;
	uint64_t other;          /* place of the entry that is shared with */
	bool shares;
};

struct sp_packed *
sp_packed_new(void)
{
	return sp_alloc_zero(1, sizeof(struct sp_packed));
}

void
sp_packed_free(struct sp_packed *packed)
{
	if (!packed)
		return;
	free(packed->places);
	free(packed->bytes);
	free(packed->recent);
	free(packed);
}

uint64_t
sp_packed_memory(const struct sp_packed *packed)
{
	return packed->places_capacity * sizeof(*packed->places) +
	       packed->size +
	       packed->recent_count * sizeof(*packed->recent);
}

/* ---- reading ---------------------------------------------------------- */

static uint64_t
packed_place(const struct sp_packed *packed, uint64_t i)
{
	const uint8_t *place = packed->places[i];

	return sp_load32(place) | (uint64_t)place[4] << 32;
}

/* Most numbers have one byte.  All were written here: none is checked. */
static inline const uint8_t *
packed_number(const uint8_t *at, uint64_t *value)
{
	unsigned shift = 0;

	*value = *at & 0x7f;
	while (*at++ & 0x80)
		*value |= (uint64_t)(*at & 0x7f) << (shift += 7);
	return at;
}

static inline struct entry
packed_entry(const struct sp_packed *packed, uint64_t place)
{
	const uint8_t *at = packed->bytes + place;
	struct entry entry = { .shares = false };
	uint64_t length, back, shared = 0;

	at = packed_number(at, &length);
	at = packed_number(at, &back);
	if (back) {
		at = packed_number(at, &shared);
		entry.shares = true;
		entry.other = place - back;
	}
	entry.rest = at;
	entry.length = (size_t)length;
	entry.shared = (size_t)shared;
	return entry;
}

static size_t
copy_entry(const struct sp_packed *packed, uint64_t place, char *room)
{
	struct entry entry = packed_entry(packed, place);
	size_t needed = entry.shared, length = needed + entry.length;

	memcpy(room + needed, entry.rest, entry.length);
	while (needed) {
		entry = packed_entry(packed, entry.other);
		if (entry.shared >= needed)
			continue;
		memcpy(room + entry.shared, entry.rest, needed - entry.shared);
		needed = entry.shared;
	}
	return length;
}

size_t
sp_packed_get(const struct sp_packed *packed, uint64_t i, char *room)
{
	return copy_entry(packed, packed_place(packed, i), room);
}

bool
sp_packed_equal(const struct sp_packed *packed, uint64_t i,
		struct sp_span text)
{
	struct entry entry = packed_entry(packed, packed_place(packed, i));
	size_t needed = entry.shared;

	if (needed + entry.length != text.length ||
	    (entry.length &&
	     memcmp(text.text + needed, entry.rest, entry.length) != 0))
		return false;
	while (needed) {
		entry = packed_entry(packed, entry.other);
		if (entry.shared >= needed)
			continue;
		if (memcmp(text.text + entry.shared, entry.rest,
			   needed - entry.shared) != 0)
			return false;
		needed = entry.shared;
	}
	return true;
}

/*
 * Each step needs the memory of the step before, which has arrived by then,
 * because every step is done for all strings at once.
 */
void
sp_packed_expect(const struct sp_packed *packed, const uint64_t *strings,
		 size_t count)
{
	uint64_t places[SP_PACKED_AHEAD];

	for (size_t i = 0; i < count; i++)
		__builtin_prefetch(packed->places[strings[i]]);
	for (size_t i = 0; i < count; i++) {
		places[i] = packed_place(packed, strings[i]);
		__builtin_prefetch(packed->bytes + places[i]);
	}
	for (size_t i = 0; i < count; i++) {
		struct entry entry = packed_entry(packed, places[i]);

		if (entry.shares)
			__builtin_prefetch(packed->bytes + entry.other);
	}
}

/* ---- adding ----------------------------------------------------------- */

static size_t
shared_bytes(const uint8_t *a, const uint8_t *b, size_t most)
{
	size_t at = 0;

	for (; at + 8 <= most; at += 8) {
		uint64_t differs = sp_load64(a + at) ^ sp_load64(b + at);

		if (differs)
			return at + (size_t)__builtin_ctzll(differs) / 8;
	}
	while (at < most && a[at] == b[at])
		at++;
	return at;
}

/* Steps from the entry to a whole string. */
static unsigned
entry_depth(const struct sp_packed *packed, uint64_t place)
{
	struct entry entry = packed_entry(packed, place);
	unsigned depth = 0;

	for (; entry.shares; depth++)
		entry = packed_entry(packed, entry.other);
	return depth;
}

/* An entry that shares its first bytes with others, and how many. */
struct match {
	uint64_t place;
	size_t shared;
};

/*
 * The match becomes *best if it shares more.  The string is compared from its
 * end, entry by entry, as it is read: where it differs first comes last.
 */
static void
try_string(const struct sp_packed *packed, uint64_t place,
	   struct sp_span text, struct match *best)
{
	const uint8_t *bytes = (const uint8_t *)text.text;
	struct entry entry = packed_entry(packed, place);
	size_t end = entry.shared + entry.length;
	size_t shared = end < text.length ? end : text.length;

	if (end > text.length)
		end = text.length;
	while (shared > best->shared) {
		if (entry.shared < end) {
			size_t same = shared_bytes(entry.rest,
						   bytes + entry.shared,
						   end - entry.shared);

			if (entry.shared + same < end)
				shared = entry.shared + same;
			end = entry.shared;
		}
		if (!entry.shares || !end)
			break;
		entry = packed_entry(packed, entry.other);
	}
	if (shared > best->shared)
		*best = (struct match){ place, shared };
}

/*
 * Goes on to the entry that has the shared bytes, and as many steps further as
 * are too many.
 */
static void
shorten_chain(const struct sp_packed *packed, struct match *match)
{
	for (;;) {
		struct entry entry = packed_entry(packed, match->place);

		if (!entry.shares || (entry.shared < match->shared &&
				      entry_depth(packed, match->place) <
					      DEPTH))
			return;
		match->place = entry.other;
		if (entry.shared < match->shared)
			match->shared = entry.shared;
	}
}

/*
 * A start of a string has a slot by the last bits of its hash.  It is 0 if it
 * is free; else its low PLACE_BITS bits are the place of the last string with
 * this start, plus 1, and the others are the first of the hash.
 */
#define PLACE_BITS 40
#define PLACE_MASK ((UINT64_C(1) << PLACE_BITS) - 1)

/*
 * Of starts with the same slot the last one stays.  When the table grows, a
 * start belongs to one of two slots, and is put in both: it is only tried.
 */
static enum sp_status
grow_recent(struct sp_packed *packed, uint64_t count, struct sp_error *err)
{
	uint64_t old = packed->recent_count, size;
	uint64_t capacity = old;

	if (count / 4 < old)
		return SP_OK;
	size = old ? 2 * old : FIRST_RECENT;
	if (!sp_grow(&packed->recent, &capacity, size))
		return sp_no_memory(err, "names");
	if (old)
		memcpy(packed->recent + old, packed->recent,
		       old * sizeof(*packed->recent));
	else
		memset(packed->recent, 0, size * sizeof(*packed->recent));
	packed->recent_count = size;
	return SP_OK;
}

/* The start of a URL up to the slash after its host; 0: none. */
static size_t
site_length(struct sp_span text)
{
	const char *end = text.text + text.length;
	const char *at = memchr(text.text, ':', text.length);

	if (!at || end - at < 3 || at[1] != '/' || at[2] != '/')
		return 0;
	at = memchr(at + 3, '/', (size_t)(end - at - 3));
	return at ? (size_t)(at - text.text) + 1 : 0;
}

/* The start of a string up to its last slash; 0: none. */
static size_t
folder_length(struct sp_span text)
{
	const char *slash = text.length ?
		memrchr(text.text, '/', text.length) : NULL;

	return slash ? (size_t)(slash - text.text) + 1 : 0;
}

static uint64_t *
slot_of_start(const struct sp_packed *packed, uint64_t hash)
{
	return &packed->recent[hash & (packed->recent_count - 1)];
}

static bool
has_start(uint64_t slot, uint64_t hash)
{
	return slot && !((slot ^ hash) & ~PLACE_MASK);
}

/* Tries the last string with this start; the one that is added follows it. */
static void
try_recent(struct sp_packed *packed, struct sp_span text, size_t start,
	   struct match *best)
{
	uint64_t hash = sp_hash(text.text, start);
	uint64_t *slot = slot_of_start(packed, hash);
	uint64_t place = (*slot & PLACE_MASK) - 1;

	/* Its other start may have put the string itself there. */
	if (has_start(*slot, hash) && place < packed->size &&
	    best->shared < text.length)
		try_string(packed, place, text, best);
	*slot = (hash & ~PLACE_MASK) | (packed->size + 1);
}

/* The folder first: what shares that is not beaten by much. */
static struct match
find_match(struct sp_packed *packed, uint64_t count, struct sp_span text)
{
	struct match best = { 0, 0 };
	size_t folder = folder_length(text), site;

	if (folder)
		try_recent(packed, text, folder, &best);
	if (count && (!folder || best.shared < folder))
		try_string(packed, packed_place(packed, count - 1), text,
			   &best);
	site = best.shared < folder ? site_length(text) : 0;
	if (best.shared < site)
		try_recent(packed, text, site, &best);
	if (best.shared >= LEAST)
		shorten_chain(packed, &best);
	return best;
}

/*
 * Only of folders: a string whose folder is known needs no site, and what sites
 * were used last is mostly in the cache.
 */
void
sp_packed_expect_new(const struct sp_packed *packed,
		     const struct sp_span *texts, size_t count)
{
	uint64_t hashes[SP_PACKED_AHEAD];
	uint64_t places[SP_PACKED_AHEAD];
	size_t found = 0;

	if (!packed->recent_count)
		return;
	for (size_t i = 0; i < count; i++) {
		hashes[i] = sp_hash(texts[i].text, folder_length(texts[i]));
		__builtin_prefetch(slot_of_start(packed, hashes[i]), 1);
	}
	for (size_t i = 0; i < count; i++) {
		uint64_t slot = *slot_of_start(packed, hashes[i]);
		uint64_t place = (slot & PLACE_MASK) - 1;

		/* What could not be added has left a place behind the end. */
		if (!has_start(slot, hashes[i]) || place >= packed->size)
			continue;
		places[found++] = place;
		__builtin_prefetch(packed->bytes + place);
	}
	for (size_t i = 0; i < found; i++) {
		struct entry entry = packed_entry(packed, places[i]);

		if (entry.shares)
			__builtin_prefetch(packed->bytes + entry.other);
	}
}

static void
set_place(struct sp_packed *packed, uint64_t i, uint64_t place)
{
	uint8_t *to = packed->places[i];

	sp_store32(to, (uint32_t)place);
	to[4] = (uint8_t)(place >> 32);
}

enum sp_status
sp_packed_add(struct sp_packed *packed, uint64_t count, struct sp_span text,
	      struct sp_error *err)
{
	struct match match;
	uint8_t *at;

	/* Places have 40 bits. */
	if (packed->size >> 39 ||
	    !sp_grow(&packed->places, &packed->places_capacity, count + 1) ||
	    !sp_grow(&packed->bytes, &packed->bytes_capacity,
		     packed->size + 3 * SP_LEB_MAX + text.length))
		return sp_no_memory(err, "names");
	if (grow_recent(packed, count, err))
		return err->status;
	match = find_match(packed, count, text);
	if (match.shared < LEAST)
		match.shared = 0;
	at = sp_put_leb(packed->bytes + packed->size,
			text.length - match.shared);
	at = sp_put_leb(at, match.shared ? packed->size - match.place : 0);
	if (match.shared)
		at = sp_put_leb(at, match.shared);
	if (text.length > match.shared)
		memcpy(at, text.text + match.shared,
		       text.length - match.shared);
	set_place(packed, count, packed->size);
	packed->size = (uint64_t)(at - packed->bytes) + text.length -
		       match.shared;
	return SP_OK;
}

/* ---- other orders ----------------------------------------------------- */

void
sp_packed_move(struct sp_packed *packed, uint64_t from, uint64_t to)
{
	set_place(packed, to, packed_place(packed, from));
}

enum sp_status
sp_packed_permute(struct sp_packed *packed, const uint32_t *order,
		  uint64_t count, struct sp_error *err)
{
	uint8_t (*places)[5] = sp_alloc(count, sizeof(*places));

	if (!places)
		return sp_no_memory(err, "names");
	for (uint64_t i = 0; i < count; i++)
		memcpy(places[i], packed->places[order[i]], sizeof(*places));
	free(packed->places);
	packed->places = places;
	packed->places_capacity = count;
	return SP_OK;
}
