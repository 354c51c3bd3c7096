/* SPDX-License-Identifier: MIT */
#include "graph/states.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

const char *
sp_page_state_word(unsigned state)
{
	static const char *const words[SP_PAGE_STATES] = {
		[SP_PAGE_UNFETCHED] = "unfetched", [SP_PAGE_OK] = "ok",
		[SP_PAGE_REDIRECT] = "redirect", [SP_PAGE_GONE] = "gone",
		[SP_PAGE_FAILED] = "failed", [SP_PAGE_REFUSED] = "refused",
		[SP_PAGE_FILTERED] = "filtered"
	};

	return words[state];
}

enum sp_status
sp_states_new(uint64_t pages, struct sp_states *states, struct sp_error *err)
{
	/* All bytes are 0, which is SP_PAGE_UNFETCHED. */
	*states = (struct sp_states){ sp_alloc_zero(pages, 1), pages, pages };
	if (states->state_of)
		return SP_OK;
	*states = (struct sp_states){ 0 };
	return sp_no_memory(err, "the states of the pages");
}

enum sp_status
sp_states_renumber(struct sp_states *states, const uint32_t *new_of,
		   struct sp_error *err)
{
	struct sp_states renumbered;

	if (!states->pages)
		return SP_OK;
	if (sp_states_new(states->pages, &renumbered, err))
		return err->status;
	for (uint64_t page = 0; page < states->pages; page++)
		renumbered.state_of[new_of[page]] = states->state_of[page];
	sp_states_free(states);
	*states = renumbered;
	return SP_OK;
}

void
sp_states_count(const struct sp_states *states,
		uint64_t counts[SP_PAGE_STATES])
{
	memset(counts, 0, SP_PAGE_STATES * sizeof(*counts));
	for (uint64_t page = 0; page < states->pages; page++)
		counts[states->state_of[page]]++;
}

void
sp_states_free(struct sp_states *states)
{
	free(states->state_of);
	*states = (struct sp_states){ 0 };
}
