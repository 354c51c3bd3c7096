/* SPDX-License-Identifier: MIT */
/* A step of a traversal by a list of the open pages (openlist.h). */
#include "measure/graph/traverse_private.h"

/*
 * As pass_link() of traverse.c; a page that had no bits in next is listed.
 * next and next_blocks are kept in any case: a list that is too long is settled
 * by them.
 */
static inline void
find_page(struct sp_traversal *run, const uint64_t *bits, uint32_t page)
{
	unsigned words = run->words;
	uint64_t *found = run->state + (uint64_t)page * 2 * words;
	uint64_t *next = found + words, any = 0, had = 0;

	for (unsigned w = 0; w < words; w++) {
		uint64_t new = bits[w] & ~(found[w] | next[w]);

		had |= next[w];
		any |= new;
		next[w] |= new;
	}
	if (had || !any)
		return;
	sp_open_list_add(&run->list, page);
	run->next_blocks[page / SP_BLOCK_PAGES] = 1;
}

enum sp_status
sp_traversal_pass_list(struct sp_traversal *run, struct sp_error *err)
{
	const struct sp_open_list *list = &run->list;

	run->shared = false;
	for (uint64_t i = 0; i < list->count; i++) {
		uint32_t page = list->pages[i], count;
		const uint64_t *passing = sp_traversal_bits(run, page);
		uint64_t bits[SP_TRAVERSAL_WORDS], any = 0;
		const uint32_t *successors;

		for (unsigned w = 0; w < run->words; w++) {
			bits[w] = passing[w] & run->going[w];
			any |= bits[w];
		}
		sp_open_list_fetch(list, i);
		if (!any)
			continue;
		if (sp_accessor_page(list->accessor, page, &successors, &count,
				     err))
			return err->status;
		for (uint32_t k = 0; k < count; k++)
			find_page(run, bits, successors[k]);
	}
	return SP_OK;
}
