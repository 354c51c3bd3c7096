/* SPDX-License-Identifier: MIT */
/*
 * outbox.h - the pages that a process is to send to others, each once, in the
 * order in which it found them.  Private to lib/crawl.
 */
#ifndef SP_CRAWL_OUTBOX_H
#define SP_CRAWL_OUTBOX_H

#include "base/status.h"

#include <stdbool.h>

/* A page, and where it was found.  To the order it is an address alone. */
struct sp_message {
	uint32_t page;
	uint32_t parent;
	uint32_t depth;       /* of the page, if it is queued */
};

struct sp_outbox {
	struct sp_message *messages;
	uint64_t count, capacity;
	/* A hash table: numbers of messages, from 1; 0 is empty. */
	uint32_t *table;
	uint64_t size;        /* a power of two, or 0 */
	uint64_t seed;        /* of the table: no graph can know it */
};

/* Adds a message unless its page has one.  false when memory is short. */
bool sp_outbox_add(struct sp_outbox *outbox, struct sp_message message)
	SP_MUST_CHECK;

/* Forgets all messages, and keeps the memory. */
void sp_outbox_clear(struct sp_outbox *outbox);
void sp_outbox_free(struct sp_outbox *outbox); /* accepts zero bytes */

#endif
