/* SPDX-License-Identifier: MIT */
/*
 * A fetch is 32 bytes in memory and about half of that in a stream.  Frames are
 * columns of numbers without a fixed length, so that a reader finds where each
 * column begins by a walk over the one before it: the first walk checks every
 * number, and the second one reads them side by side.
 *
 * Pages and times are differences within a frame, and start anew in the next:
 * frames can be decoded by themselves, and processes that pass them on check
 * their own.  What needs the frames before, that pages ascend, is checked
 * here.
 */
#include "stream/section/fetches.h"

#include "base/memory.h"
#include "graph/states.h"
#include "stream/section/kind.h"
#include "stream/section/states.h"

#include <stdlib.h>
#include <string.h>

/* Four numbers and the digest. */
#define FETCH_BYTES_MOST (4 * SP_LEB_MAX + 8)
#define FETCH_BYTES_LEAST (4 + 8)

_Static_assert(SP_FETCH_FRAME * FETCH_BYTES_MOST <= SP_FRAME_MAX,
	       "a frame has room for its fetches");

/* ---- writing ---------------------------------------------------------- */

static uint8_t *
put_columns(uint8_t *to, const struct sp_fetch *items, uint64_t count)
{
	uint64_t next = 0;
	int64_t last = 0;

	for (uint64_t i = 0; i < count; i++) {
		to = sp_put_leb(to, items[i].page - next);
		next = (uint64_t)items[i].page + 1;
	}
	for (uint64_t i = 0; i < count; i++)
		to = sp_put_leb(to, items[i].captures - 1);
	for (uint64_t i = 0; i < count; i++) {
		if (items[i].time == SP_FETCH_NO_TIME) {
			*to++ = 0;
			continue;
		}
		to = sp_put_leb(to, 1 + sp_zigzag(items[i].time - last));
		last = items[i].time;
	}
	for (uint64_t i = 0; i < count; i++)
		to = sp_put_leb(to, items[i].size + 1); /* wraps to 0 */
	for (uint64_t i = 0; i < count; i++, to += 8)
		sp_store64(to, items[i].digest);
	return to;
}

static enum sp_status
save_frame(struct sp_fetch_writer *to, struct sp_error *err)
{
	uint8_t *end = put_columns(to->bytes, to->items, to->count);
	uint64_t first = to->saved;

	if (!to->count)
		return SP_OK;
	to->saved += to->count;
	return sp_writer_frame(to->writer, SP_TAG_FETCHES, 0, first,
			       to->saved - first, to->bytes,
			       (size_t)(end - to->bytes), err);
}

enum sp_status
sp_fetch_writer_begin(struct sp_fetch_writer *to, struct sp_writer *writer,
		      const struct sp_basis *basis, enum sp_fetch_clock clock,
		      struct sp_error *err)
{
	uint8_t head[SP_FETCHES_HEAD] = { 0 };

	*to = (struct sp_fetch_writer){ .writer = writer };
	to->bytes = sp_alloc(SP_FETCH_FRAME, FETCH_BYTES_MOST);
	to->items = sp_alloc(SP_FETCH_FRAME, sizeof(*to->items));
	if (!to->bytes || !to->items)
		return sp_no_memory(err, "a frame");
	sp_basis_store(head, basis);
	sp_store32(head + SP_BASIS, clock);
	return sp_writer_frame(writer, SP_TAG_FETCHES, SP_FRAME_HEAD, 0, 0,
			       head, sizeof(head), err);
}

enum sp_status
sp_fetch_writer_add(struct sp_fetch_writer *to, const struct sp_fetch *fetch,
		    struct sp_error *err)
{
	to->items[to->count++] = *fetch;
	if (to->count < SP_FETCH_FRAME)
		return SP_OK;
	if (save_frame(to, err))
		return err->status;
	to->count = 0;
	return SP_OK;
}

enum sp_status
sp_fetch_writer_close(struct sp_fetch_writer *to, enum sp_status status,
		      struct sp_error *err)
{
	if (!status)
		status = save_frame(to, err);
	if (!status)
		status = sp_writer_frame(to->writer, SP_TAG_FETCHES,
					 SP_FRAME_TAIL, to->saved, 0, NULL, 0,
					 err);
	free(to->bytes);
	free(to->items);
	return status;
}

enum sp_status
sp_save_fetches(struct sp_writer *writer, const struct sp_fetches *fetches,
		const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_fetch_writer to;
	enum sp_status status = sp_fetch_writer_begin(&to, writer, basis,
						      fetches->clock, err);

	for (uint64_t i = 0; !status && i < fetches->count; i++)
		status = sp_fetch_writer_add(&to, &fetches->items[i], err);
	return sp_fetch_writer_close(&to, status, err);
}

/* ---- reading ---------------------------------------------------------- */

/* Goes over a column of numbers; false if one is not whole, or above most. */
static bool
pass_column(const uint8_t **at, const uint8_t *end, uint64_t count,
	    uint64_t most)
{
	uint64_t value;

	for (; count; count--)
		if (!sp_get_leb(at, end, &value) || value > most)
			return false;
	return true;
}

/* A frame of data, column by column. */
struct fetch_columns {
	const uint8_t *page, *captures, *time, *size, *digest, *end;
};

/*
 * Finds the columns of a frame; NULL, or what is wrong with it: a count that
 * its bytes cannot hold, a number that is cut or too long, or bytes left over.
 */
static const char *
locate_columns(const struct sp_frame *frame, const uint8_t *payload,
	       struct fetch_columns *columns)
{
	const uint8_t *at = payload, *end = payload + frame->raw;
	uint64_t count = frame->count;

	if (count > frame->raw / FETCH_BYTES_LEAST)
		return "the size does not match the count";
	*columns = (struct fetch_columns){ .end = end };
	columns->digest = end - 8 * count;
	columns->page = at;
	if (!pass_column(&at, columns->digest, count, UINT32_MAX))
		return "a page that was fetched is not in the graph";
	columns->captures = at;
	if (!pass_column(&at, columns->digest, count, UINT32_MAX - 1))
		return "an invalid number of captures";
	columns->time = at;
	if (!pass_column(&at, columns->digest, count, UINT64_MAX))
		return "an invalid time of a fetch";
	columns->size = at;
	if (!pass_column(&at, columns->digest, count, 1 + SP_FETCH_SIZE_MAX))
		return "an invalid size of a page that was fetched";
	return at == columns->digest ? NULL :
	       "the size does not match the count";
}

#define FETCHED_NOT \
	"page %" PRIu32 " has a fetch, but its state is \"unfetched\""

struct fetches_slot {
	struct sp_fetches fetches;
	/* Takes their place at its tail, as with states. */
	struct sp_fetches coming;
	uint64_t least; /* page of the next fetch */
	bool complete;
};

static enum sp_status
fetches_head(struct sp_loading *loading, struct sp_error *err)
{
	struct fetches_slot *to = loading->slot;
	uint32_t clock;

	if (loading->frame.raw != SP_FETCHES_HEAD)
		return sp_reader_bad(loading->reader, err,
				     "the head has the wrong size");
	clock = sp_load32(loading->payload + SP_BASIS);
	if (clock >= SP_CLOCKS || sp_load32(loading->payload + SP_BASIS + 4))
		return sp_reader_bad(loading->reader, err, "an unknown clock "
				     "of fetches (%" PRIu32 ")", clock);
	sp_fetches_free(&to->coming);
	to->coming.clock = (enum sp_fetch_clock)clock;
	to->coming.pages = loading->basis.graph.pages;
	to->least = 0;
	return SP_OK;
}

/* The walk over the columns has checked that all numbers are there. */
static uint64_t
next_number(const uint8_t **at, const struct fetch_columns *columns)
{
	uint64_t value = 0;

	(void)!sp_get_leb(at, columns->end, &value);
	return value;
}

/*
 * The time that a number stands for, after the last one of its frame; false if
 * no time by this clock is.
 */
static bool
read_time(uint64_t number, enum sp_fetch_clock clock, int64_t *last,
	  int64_t *time)
{
	*time = SP_FETCH_NO_TIME;
	if (!number)
		return true;
	if (__builtin_add_overflow(*last, sp_unzigzag(number - 1), time) ||
	    *time == SP_FETCH_NO_TIME || !sp_fetch_time_fits(clock, *time))
		return false;
	*last = *time;
	return true;
}

static enum sp_status
fetches_data(struct sp_loading *loading, struct sp_error *err)
{
	struct fetches_slot *to = loading->slot;
	struct fetch_columns columns;
	const char *wrong = locate_columns(&loading->frame, loading->payload,
					   &columns);
	uint64_t least = 0;
	int64_t last = 0;

	if (wrong)
		return sp_reader_bad(loading->reader, err, "%s", wrong);
	for (uint64_t i = 0; i < loading->frame.count; i++) {
		uint64_t page = least + next_number(&columns.page, &columns);
		struct sp_fetch fetch = {
			.page = (uint32_t)page,
			.captures = (uint32_t)next_number(&columns.captures,
							  &columns) + 1,
			.size = next_number(&columns.size, &columns) - 1,
			.digest = sp_load64(columns.digest + 8 * i)
		};

		if (page >= to->coming.pages)
			return sp_reader_bad(loading->reader, err, "a page "
					     "that was fetched is not in the "
					     "graph");
		if (page < to->least)
			return sp_reader_bad(loading->reader, err, "pages that "
					     "were fetched do not ascend");
		if (!read_time(next_number(&columns.time, &columns),
			       to->coming.clock, &last, &fetch.time))
			return sp_reader_bad(loading->reader, err, "an invalid "
					     "time of a fetch");
		if (!sp_states_allow(loading, page))
			return sp_reader_bad(loading->reader, err, FETCHED_NOT,
					     fetch.page);
		least = to->least = page + 1;
		if (loading->keep && sp_fetches_add(&to->coming, &fetch, err))
			return err->status;
	}
	return SP_OK;
}

static enum sp_status
fetches_tail(struct sp_loading *loading, struct sp_error *err)
{
	struct fetches_slot *to = loading->slot;

	(void)err;
	sp_fetches_free(&to->fetches);
	to->fetches = to->coming;
	to->coming = (struct sp_fetches){ 0 };
	to->complete = true;
	return SP_OK;
}

/*
 * Who asks for both may rely on it, also if the states are of another stream: a
 * page that was fetched has a state that says so.
 */
static enum sp_status
fetches_check(const struct sp_contents *contents, const void *slot,
	      struct sp_error *err)
{
	const struct fetches_slot *of = slot;
	const struct sp_states *states = sp_contents_states(contents);

	for (uint64_t i = 0; states && i < of->fetches.count; i++) {
		uint32_t page = of->fetches.items[i].page;

		if (page >= states->pages ||
		    states->state_of[page] == SP_PAGE_UNFETCHED)
			return sp_fail(err, SP_DATA, FETCHED_NOT, page);
	}
	return SP_OK;
}

static void
fetches_free(void *slot)
{
	struct fetches_slot *to = slot;

	sp_fetches_free(&to->fetches);
	sp_fetches_free(&to->coming);
}

const struct sp_section_kind sp_kind_fetches = {
	.name = "list of fetches",
	.parts = { { .tag = SP_TAG_FETCHES, .own_head = true,
		     .head = fetches_head, .data = fetches_data,
		     .tail = fetches_tail } },
	.with_basis = true,
	.size = sizeof(struct fetches_slot),
	.check = fetches_check,
	.free = fetches_free
};

const struct sp_fetches *
sp_contents_fetches(const struct sp_contents *contents)
{
	const struct fetches_slot *slot = contents->slots[SP_KIND_FETCHES];

	return slot && slot->complete ? &slot->fetches : NULL;
}

bool
sp_contents_fetch_clock(const struct sp_contents *contents,
			enum sp_fetch_clock *clock)
{
	const struct fetches_slot *slot = contents->slots[SP_KIND_FETCHES];

	if (!slot)
		slot = contents->checked[SP_KIND_FETCHES];
	if (!slot || !slot->complete)
		return false;
	*clock = slot->fetches.clock;
	return true;
}
