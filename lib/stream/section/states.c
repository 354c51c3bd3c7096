/* SPDX-License-Identifier: MIT */
/*
 * A byte a page, as every reader wants it; runs of equal states take next to
 * nothing once they are compressed.
 *
 * Where states only pass, a bit a page is kept of them, for the fetches that
 * follow: a page that was never fetched has none.  That is why fetches come
 * last.
 */
#include "stream/section/states.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "stream/section/kind.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing ---------------------------------------------------------- */

/* Frames are full, so that they are the same however the states come. */
static enum sp_status
put_states(struct sp_state_writer *to, const uint8_t *states, uint64_t count,
	   struct sp_error *err)
{
	while (count) {
		size_t room = SP_FRAME_MAX - to->section.used;
		size_t step = room ? room : SP_FRAME_MAX;

		step = count < step ? (size_t)count : step;
		if (sp_section_add(&to->section, states, step, step, err))
			return err->status;
		states += step;
		count -= step;
		to->page += step;
	}
	return SP_OK;
}

static enum sp_status
put_unfetched(struct sp_state_writer *to, uint64_t end, struct sp_error *err)
{
	uint64_t first = to->page;

	if (first < end)
		to->page = end;
	return sp_section_add_zeros(&to->section, to->page - first, err);
}

enum sp_status
sp_state_writer_begin(struct sp_state_writer *to, struct sp_writer *writer,
		      const struct sp_basis *basis, struct sp_error *err)
{
	*to = (struct sp_state_writer){ .pages = basis->graph.pages };
	return sp_derived_begin(&to->section, writer, SP_TAG_STATES, basis,
				err);
}

enum sp_status
sp_state_writer_add(struct sp_state_writer *to, uint64_t page,
		    const uint8_t *states, uint64_t count,
		    struct sp_error *err)
{
	return put_unfetched(to, page, err) ? err->status :
	       put_states(to, states, count, err);
}

enum sp_status
sp_state_writer_close(struct sp_state_writer *to, enum sp_status status,
		      struct sp_error *err)
{
	if (!status)
		status = put_unfetched(to, to->pages, err);
	return sp_section_close(&to->section, status, err);
}

enum sp_status
sp_save_states(struct sp_writer *writer, const struct sp_states *states,
	       const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_state_writer to;
	enum sp_status status = sp_state_writer_begin(&to, writer, basis, err);

	if (!status)
		status = put_states(&to, states->state_of, states->pages, err);
	return sp_section_close(&to.section, status, err);
}

/* ---- reading ---------------------------------------------------------- */

struct states_slot {
	struct sp_states states;
	/* Takes their place at its tail: states cut short replace none. */
	struct sp_states coming;
	bool complete;
	/* Of the pages that came, where the states are not kept. */
	uint64_t *fetched, capacity;
};

static enum sp_status
states_head(struct sp_loading *loading, struct sp_error *err)
{
	struct states_slot *to = loading->slot;

	/* Fetches are compared with the states before them, once. */
	if (loading->seen[SP_KIND_FETCHES])
		return sp_reader_bad(loading->reader, err, "states after the "
				     "fetches of pages");
	sp_states_free(&to->coming);
	return SP_OK;
}

/* Keeps what fetches are compared with. */
static enum sp_status
note_fetched(struct states_slot *to, const uint8_t *payload, uint64_t count,
	     struct sp_error *err)
{
	uint64_t pages = to->coming.pages;

	if (!sp_grow(&to->fetched, &to->capacity,
		     sp_bitset_words(pages + count)))
		return sp_no_memory(err, "the states of the pages");
	for (uint64_t i = 0; i < count; i++, pages++) {
		if (pages % 64 == 0)
			to->fetched[pages / 64] = 0;
		if (payload[i] != SP_PAGE_UNFETCHED)
			sp_bit_set(to->fetched, pages);
	}
	return SP_OK;
}

static enum sp_status
keep_states(struct sp_states *coming, const uint8_t *payload, uint64_t count,
	    struct sp_error *err)
{
	if (!sp_grow(&coming->state_of, &coming->capacity,
		     coming->pages + count))
		return sp_no_memory(err, "the states of the pages");
	if (count)
		memcpy(coming->state_of + coming->pages, payload, count);
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
	if (loading->keep ? keep_states(coming, payload, count, err) :
			    note_fetched(to, payload, count, err))
		return err->status;
	coming->pages += count;
	return SP_OK;
}

static enum sp_status
states_tail(struct sp_loading *loading, struct sp_error *err)
{
	struct states_slot *to = loading->slot;

	if (sp_check_pages(loading, "states", to->coming.pages, err))
		return err->status;
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
	free(to->fetched);
	to->fetched = NULL;
	to->capacity = 0;
}

bool
sp_states_allow(const struct sp_loading *loading, uint64_t page)
{
	const struct sp_contents *contents = loading->contents;
	bool kept = loading->options->want & SP_SECTION_STATES;
	const struct states_slot *of = kept ?
		contents->slots[SP_KIND_STATES] :
		contents->checked[SP_KIND_STATES];

	/* Of another number of pages: refused at the end of the stream. */
	if (!loading->seen[SP_KIND_STATES] || page >= of->states.pages)
		return true;
	return kept ? of->states.state_of[page] != SP_PAGE_UNFETCHED :
		      sp_bit_test(of->fetched, page);
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
