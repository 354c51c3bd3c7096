/* SPDX-License-Identifier: MIT */
/*
 * linkpile.h - links in memory, in any order, and sorting them.  Private to
 * lib/graph/links: the internal half of linksort.h.
 *
 * Links are in chunks of 4 KiB.  Sorting deals them to other chunks by their
 * highest digit, and a chunk that was dealt out is used again at once: no
 * second copy of all links is needed, and each byte of memory is touched for
 * the first time only once.  What has the same digit then fits into a cache,
 * where it is sorted by the other digits; if not, it is dealt once more.
 */
#ifndef SP_GRAPH_LINKS_LINKPILE_H
#define SP_GRAPH_LINKS_LINKPILE_H

#include "base/status.h"

#include <stdbool.h>
#include <string.h>

struct sp_linkchunk;

/* A list of chunks, of which the last one has room from at to end. */
struct sp_linklist {
	struct sp_linkchunk *first, *last;
	uint8_t *at, *end;
	uint64_t chunks;
};

struct sp_linkpile {
	size_t size;               /* bytes of an item: 8, or 16 with weight */
	int threads;
	uint64_t count;
	struct sp_linklist links;
	struct sp_linkchunk *free; /* to be used again */
	uint8_t **arenas;          /* memory that chunks are cut from */
	uint64_t arena_count, arena_capacity;
	uint64_t arena_bytes;      /* of the last one */
	uint64_t arena_used;
};

/*
 * Prepares an empty pile, for items of size bytes: a key of 64 bits, and a
 * weight if size is 16.
 */
void sp_linkpile_begin(struct sp_linkpile *pile, size_t size, int threads);

/* For sp_linkpile_add(): another chunk; false if memory is short. */
bool sp_linkpile_more(struct sp_linkpile *pile, struct sp_linklist *list);

/* Adds a link; false if memory is short. */
static inline bool
sp_linkpile_add(struct sp_linkpile *pile, uint64_t key, double weight)
{
	struct sp_linklist *list = &pile->links;

	if (list->at == list->end && !sp_linkpile_more(pile, list))
		return false;
	memcpy(list->at, &key, sizeof(key));
	if (pile->size == 16)
		memcpy(list->at + 8, &weight, sizeof(weight));
	list->at += pile->size;
	pile->count++;
	return true;
}

/* Takes sorted links: count items that follow each other. */
struct sp_linktaker {
	void *context;
	enum sp_status (*take)(void *context, const uint8_t *items,
			       uint64_t count, struct sp_error *err);
};

/*
 * Passes all links to the taker, ascending by key, equal keys in the order in
 * which they were added.  The pile is empty afterwards, even after a failure.
 * Returns SP_MEMORY or the status of the taker.
 */
enum sp_status sp_linkpile_sort(struct sp_linkpile *pile,
				const struct sp_linktaker *taker,
				struct sp_error *err);

/* Frees the memory of the pile, which can be used again. */
void sp_linkpile_clear(struct sp_linkpile *pile);

#endif
