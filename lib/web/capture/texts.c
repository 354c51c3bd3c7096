/* SPDX-License-Identifier: MIT */
#include "web/capture/texts.h"

#include "base/buffer.h"
#include "base/memory.h"

#include <stdlib.h>

#define BLOCK SP_BUFFER((size_t)16 << 10, (size_t)64)

struct sp_texts_block {
	struct sp_texts_block *next;
	size_t size, used;
	char bytes[];
};

static bool
texts_add_block(struct sp_texts *texts, size_t needed)
{
	size_t size = needed > BLOCK ? needed : BLOCK;
	struct sp_texts_block *block = sp_alloc(1, sizeof(*block) + size);

	if (!block)
		return false;
	block->next = texts->blocks;
	block->size = size;
	block->used = 0;
	texts->blocks = block;
	return true;
}

char *
sp_texts_take(struct sp_texts *texts, size_t size)
{
	struct sp_texts_block *block = texts->blocks;
	char *taken;

	if (!block || block->size - block->used < size) {
		if (!texts_add_block(texts, size))
			return NULL;
		block = texts->blocks;
	}
	taken = block->bytes + block->used;
	block->used += size;
	return taken;
}

void
sp_texts_drop(struct sp_texts *texts)
{
	struct sp_texts_block *block = texts->blocks, *next, *kept = NULL;

	for (; block; block = next) {
		next = block->next;
		if (kept || block->size != BLOCK) {
			free(block);
			continue;
		}
		kept = block;
		kept->used = 0;
		kept->next = NULL;
	}
	texts->blocks = kept;
}

void
sp_texts_free(struct sp_texts *texts)
{
	sp_texts_drop(texts);
	free(texts->blocks);
	texts->blocks = NULL;
}
