/* SPDX-License-Identifier: MIT */
/*
 * The pages that a process is to send, each once, in the order in which it
 * found them.
 *
 * An array keeps the order, and a hash table of numbers into the array finds a
 * page that has a message already, in constant time.  Open addressing by
 * linear probing needs no memory of its own; the table is at most half full,
 * so that a search ends at an empty place after a step or two.  Page numbers
 * are mixed first: neighbours in the web have neighbouring numbers and would
 * fill one stretch of the table.  So would the pages of a graph that was made
 * for it, if it knew how they are mixed; a seed of each table prevents that.
 *
 * An outbox is emptied after each batch, many times a crawl, and its memory
 * stays.
 */
#include "crawl/outbox.h"

#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* The place of a page in the table, or where it would be. */
static uint32_t *
outbox_find(const struct sp_outbox *outbox, uint32_t page)
{
	uint64_t at = sp_mix64(page ^ outbox->seed);

	for (;; at++) {
		uint32_t *place = &outbox->table[at & (outbox->size - 1)];

		if (!*place || outbox->messages[*place - 1].page == page)
			return place;
	}
}

/* A table that is twice as large, at most half full. */
static bool
outbox_grow_table(struct sp_outbox *outbox)
{
	uint64_t size = outbox->size ? 2 * outbox->size : 64;
	uint32_t *table = sp_alloc_zero(size, sizeof(*table));

	if (!table)
		return false;
	if (!outbox->table)
		outbox->seed = sp_hash_seed(outbox);
	free(outbox->table);
	outbox->table = table;
	outbox->size = size;
	for (uint64_t i = 0; i < outbox->count; i++)
		*outbox_find(outbox, outbox->messages[i].page) =
			(uint32_t)(i + 1);
	return true;
}

bool
sp_outbox_add(struct sp_outbox *outbox, struct sp_message message)
{
	uint32_t *place;

	if (2 * (outbox->count + 1) > outbox->size &&
	    !outbox_grow_table(outbox))
		return false;
	place = outbox_find(outbox, message.page);
	if (*place)
		return true;
	if (!sp_grow(&outbox->messages, &outbox->capacity, outbox->count + 1))
		return false;
	outbox->messages[outbox->count++] = message;
	/* Fewer messages than pages: the number fits. */
	*place = (uint32_t)outbox->count;
	return true;
}

/*
 * Large tables are cleared by their messages: most batches are small, and one
 * was large.  From the last to the first, so that each is still found: a page
 * is searched along the places of those that were added before it.
 */
void
sp_outbox_clear(struct sp_outbox *outbox)
{
	while (outbox->count) {
		uint32_t page = outbox->messages[outbox->count - 1].page;

		*outbox_find(outbox, page) = 0;
		outbox->count--;
	}
}

void
sp_outbox_free(struct sp_outbox *outbox)
{
	free(outbox->messages);
	free(outbox->table);
}
