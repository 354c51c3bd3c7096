/* SPDX-License-Identifier: MIT */
#include "stream/section/states.h"

#include "base/memory.h"
#include "stream/section/kind.h"

#include <string.h>

enum sp_status
sp_save_states(struct sp_writer *writer, const struct sp_states *states,
	       const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_derived_begin(&section, writer,
						 SP_TAG_STATES, basis, err);
	uint64_t at = 0;

	while (!status && at < states->pages) {
		uint64_t left = states->pages - at;
		size_t step = left < SP_FRAME_MAX ? (size_t)left :
						    SP_FRAME_MAX;

		status = sp_section_add(&section, states->state_of + at, step,
					step, err);
		at += step;
	}
	return sp_section_close(&section, status, err);
}

/* ---- reading ---------------------------------------------------------- */

struct states_slot {
	struct sp_states states;
	/* Takes their place at its tail: states cut short replace none. */
	struct sp_states coming;
	bool complete;
};

static enum sp_status
states_head(struct sp_loading *loading, struct sp_error *err)
{
	struct states_slot *to = loading->slot;

	(void)err;
	sp_states_free(&to->coming);
	return SP_OK;
}

/* A state that is not known cannot be taken for any of the others. */
static enum sp_status
states_data(struct sp_loading *loading, struct sp_error *err)
{
	struct states_slot *to = loading->slot;
	struct sp_states *coming = &to->coming;
	const uint8_t *payload = loading->payload;
	uint64_t count = loading->frame.count;

	if (sp_check_records(loading, 1, err))
		return err->status;
	for (uint64_t i = 0; i < count; i++)
		if (payload[i] >= SP_PAGE_STATES)
			return sp_reader_bad(loading->reader, err,
					     "an unknown state of a page (%d)",
					     payload[i]);
	/* As with scores: compared with the pages only at the tail. */
	if (loading->keep && !sp_grow(&coming->state_of, &coming->capacity,
				      coming->pages + count))
		return sp_no_memory(err, "the states of the pages");
	if (loading->keep && count)
		memcpy(coming->state_of + coming->pages, payload, count);
	coming->pages += count;
	return SP_OK;
}

static enum sp_status
states_tail(struct sp_loading *loading, struct sp_error *err)
{
	struct states_slot *to = loading->slot;

	if (to->coming.pages != loading->basis.graph.pages)
		return sp_reader_bad(loading->reader, err, "states of "
				     "%" PRIu64 " pages for %" PRIu64,
				     to->coming.pages,
				     loading->basis.graph.pages);
	sp_states_free(&to->states);
	to->states = to->coming;
	to->coming = (struct sp_states){ 0 };
	to->complete = true;
	return SP_OK;
}

static void
states_free(void *slot)
{
	struct states_slot *to = slot;

	sp_states_free(&to->states);
	sp_states_free(&to->coming);
}

const struct sp_section_kind sp_kind_states = {
	.name = "list of states",
	.parts = { { .tag = SP_TAG_STATES, .head = states_head,
		     .data = states_data, .tail = states_tail } },
	.with_basis = true,
	.size = sizeof(struct states_slot),
	.free = states_free
};

const struct sp_states *
sp_contents_states(const struct sp_contents *contents)
{
	const struct states_slot *slot = contents->slots[SP_KIND_STATES];

	return slot && slot->complete ? &slot->states : NULL;
}
