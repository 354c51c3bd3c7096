/* SPDX-License-Identifier: MIT */
/*
 * Frames are found in the index, unpacked, and kept in places that their number
 * gives: a frame takes the place of another one that has the same, or, if all
 * have more bytes than they may, of those that come next.
 *
 *	strings   from the beginning of their frame, or from the last one read
 *	scores    by their place in the frame
 *	links     in pick_graph.c
 */
#include "stream/section/pick.h"

#include "base/buffer.h"
#include "base/bytes.h"
#include "base/memory.h"
#include "stream/section/pick_private.h"
#include "stream/section/scores.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define PICK_PLACES SP_BUFFER(4096, 8)

/* A frame that was unpacked; payload is NULL if the place is free. */
struct pick_place {
	uint64_t number;
	struct sp_frame frame;
	uint8_t *payload;
};

/* A section with its tag. */
struct pick_section {
	uint32_t tag;
	struct sp_pick_section frames;
};

struct sp_pick {
	char *path;
	int fd;
	struct sp_indexed *indexed;
	struct sp_frame_room *room;
	struct pick_place *places;
	uint64_t bytes, most;      /* of payloads that are kept */
	uint64_t count;
	uint64_t sweep;            /* place that is freed next */
	struct pick_section *sections;
	uint64_t section_count, section_capacity;

	/* The string that was read last, and where the next one begins. */
	uint64_t string_frame, string_item;
	size_t string_at;
};

enum sp_status
sp_pick_fail(const struct sp_pick *pick, struct sp_error *err)
{
	return sp_fail_in(err, pick->path);
}

/* Sections are few and frames are many: these are looked at once. */
static enum sp_status
pick_note_sections(struct sp_pick *pick, struct sp_error *err)
{
	uint64_t frames = sp_indexed_frames(pick->indexed);

	for (uint64_t i = 0; i < frames; i++) {
		const struct sp_entry *entry = sp_indexed_entry(pick->indexed,
								i);

		if (entry->flags & SP_FRAME_HEAD) {
			if (!sp_grow(&pick->sections, &pick->section_capacity,
				     pick->section_count + 1))
				return sp_no_memory(err, "sections");
			pick->sections[pick->section_count++] =
				(struct pick_section){ entry->tag, { i, i } };
		}
		/* The first frame of all has HEAD: the index was checked. */
		if (entry->flags & SP_FRAME_TAIL)
			pick->sections[pick->section_count - 1].frames.tail = i;
	}
	return SP_OK;
}

static enum sp_status
pick_open(struct sp_pick *pick, const char *path, struct sp_error *err)
{
	pick->path = strdup(path);
	if (!pick->path)
		return sp_no_memory(err, "frames");
	/* A pipe without a writer would wait for one. */
	do
		pick->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	while (pick->fd < 0 && errno == EINTR);
	if (pick->fd < 0)
		(void)sp_fail(err, SP_IO, "%s", strerror(errno));
	else if (!sp_indexed_new(pick->fd, &pick->indexed, err))
		return pick_note_sections(pick, err);
	return sp_pick_fail(pick, err);
}

enum sp_status
sp_pick_open(const char *path, uint64_t most, struct sp_pick **made,
	     struct sp_error *err)
{
	struct sp_pick *pick = sp_alloc_zero(1, sizeof(*pick));

	*made = NULL;
	if (!pick)
		return sp_no_memory(err, "frames");
	pick->fd = -1;
	pick->most = most;
	pick->string_frame = UINT64_MAX;
	if (pick_open(pick, path, err)) {
		sp_pick_close(pick);
		return err->status;
	}
	*made = pick;
	return SP_OK;
}

void
sp_pick_release(struct sp_pick *pick)
{
	for (unsigned i = 0; pick->places && i < PICK_PLACES; i++)
		free(pick->places[i].payload);
	free(pick->places);
	sp_frame_room_free(pick->room);
	pick->places = NULL;
	pick->room = NULL;
	pick->bytes = 0;
	pick->string_frame = UINT64_MAX;
}

/* The room for frames, which a file that only waits does without. */
static enum sp_status
pick_make_room(struct sp_pick *pick, struct sp_error *err)
{
	if (!pick->room)
		pick->room = sp_frame_room_new();
	if (!pick->places)
		pick->places = sp_alloc_zero(PICK_PLACES,
					     sizeof(*pick->places));
	return pick->room && pick->places ? SP_OK :
					    sp_no_memory(err, "frames");
}

void
sp_pick_close(struct sp_pick *pick)
{
	if (!pick)
		return;
	sp_pick_release(pick);
	sp_indexed_free(pick->indexed);
	free(pick->sections);
	if (pick->fd >= 0)
		(void)close(pick->fd);
	free(pick->path);
	free(pick);
}

const struct sp_indexed *
sp_pick_indexed(const struct sp_pick *pick)
{
	return pick->indexed;
}

uint64_t
sp_pick_count(const struct sp_pick *pick)
{
	return pick->count;
}

/* ---- sections --------------------------------------------------------- */

bool
sp_pick_find(const struct sp_pick *pick, uint32_t tag, unsigned after,
	     struct sp_pick_section *section)
{
	for (uint64_t i = pick->section_count; i-- > 0;)
		if (pick->sections[i].tag == tag && !after--) {
			*section = pick->sections[i].frames;
			return true;
		}
	return false;
}

/* The index is whole: each frame begins where the one before it ended. */
uint64_t
sp_pick_items(const struct sp_pick *pick,
	      const struct sp_pick_section *section)
{
	return sp_indexed_entry(pick->indexed, section->tail)->first;
}

/* The last frame that begins with the item, or before it, and has items. */
uint64_t
sp_pick_frame_of(const struct sp_pick *pick,
		 const struct sp_pick_section *section, uint64_t item)
{
	uint64_t low = section->head, high = section->tail;

	/* Those from high on begin after it. */
	while (high - low > 1) {
		uint64_t middle = low + (high - low) / 2;

		if (sp_indexed_entry(pick->indexed, middle)->first <= item)
			low = middle;
		else
			high = middle;
	}
	while (low > section->head + 1 &&
	       !sp_indexed_entry(pick->indexed, low)->count)
		low--;
	/* A section without data has none of its items. */
	return low > section->head ? low : section->head + 1;
}

/* ---- frames ----------------------------------------------------------- */

static void
pick_drop(struct sp_pick *pick, struct pick_place *place)
{
	if (!place->payload)
		return;
	pick->bytes -= place->frame.raw;
	free(place->payload);
	place->payload = NULL;
}

/* Reads a frame to its place. */
static enum sp_status
pick_read(struct sp_pick *pick, uint64_t frame, struct pick_place *place,
	  struct sp_error *err)
{
	struct sp_taken taken;

	if (sp_indexed_take(pick->indexed, frame, pick->room, &taken, err))
		return sp_pick_fail(pick, err);
	pick->count++;
	pick_drop(pick, place);
	while (pick->bytes && pick->bytes + taken.frame.raw > pick->most) {
		pick_drop(pick, &pick->places[pick->sweep]);
		pick->sweep = (pick->sweep + 1) % PICK_PLACES;
	}
	place->payload = sp_alloc(taken.frame.raw + 1u, 1);
	if (!place->payload)
		return sp_no_memory(err, "a frame");
	if (taken.frame.raw)
		memcpy(place->payload, taken.payload, taken.frame.raw);
	place->number = frame;
	place->frame = taken.frame;
	pick->bytes += taken.frame.raw;
	return SP_OK;
}

enum sp_status
sp_pick_frame(struct sp_pick *pick, uint64_t frame, struct sp_taken *taken,
	      struct sp_error *err)
{
	struct pick_place *place;

	if (pick_make_room(pick, err))
		return err->status;
	place = &pick->places[frame % PICK_PLACES];
	if ((!place->payload || place->number != frame) &&
	    pick_read(pick, frame, place, err))
		return err->status;
	*taken = (struct sp_taken){ place->frame, place->payload, NULL };
	return SP_OK;
}

enum sp_status
sp_pick_bad(const struct sp_pick *pick, uint64_t frame, struct sp_error *err,
	    const char *what)
{
	(void)sp_indexed_bad(pick->indexed, frame, err, "%s", what);
	return sp_pick_fail(pick, err);
}

/* ---- strings ---------------------------------------------------------- */

/* Reads the string at *at, which moves on. */
static bool
pick_read_string(const uint8_t **at, const uint8_t *end, struct sp_span *string)
{
	uint64_t length;

	if (!sp_get_leb(at, end, &length) || length > SP_NAME_MAX ||
	    length > (uint64_t)(end - *at))
		return false;
	*string = (struct sp_span){ (const char *)*at, length };
	*at += length;
	return true;
}

enum sp_status
sp_pick_string(struct sp_pick *pick, const struct sp_pick_section *section,
	       uint64_t item, struct sp_span *string, struct sp_error *err)
{
	uint64_t frame = sp_pick_frame_of(pick, section, item);
	const uint8_t *at, *end;
	struct sp_taken taken;

	if (sp_pick_frame(pick, frame, &taken, err))
		return err->status;
	if (pick->string_frame != frame || pick->string_item > item) {
		pick->string_frame = frame;
		pick->string_item = taken.frame.first;
		pick->string_at = 0;
	}
	at = taken.payload + pick->string_at;
	end = taken.payload + taken.frame.raw;
	do {
		if (pick->string_item - taken.frame.first >=
			    taken.frame.count ||
		    !pick_read_string(&at, end, string)) {
			pick->string_frame = UINT64_MAX;
			return sp_pick_bad(pick, frame, err,
					   "an invalid name");
		}
	} while (pick->string_item++ < item);
	pick->string_at = (size_t)(at - taken.payload);
	return SP_OK;
}

/* ---- scores ----------------------------------------------------------- */

enum sp_status
sp_pick_find_score(struct sp_pick *pick, const char *name,
		   struct sp_pick_section *section, struct sp_basis *basis,
		   bool *found, struct sp_error *err)
{
	size_t length = strlen(name);
	struct sp_taken taken;

	*found = false;
	for (uint64_t i = pick->section_count; !*found && i-- > 0;) {
		if (pick->sections[i].tag != SP_TAG_SCORES)
			continue;
		*section = pick->sections[i].frames;
		if (sp_pick_frame(pick, section->head, &taken, err))
			return err->status;
		*found = taken.frame.raw == SP_BASIS + length &&
			 !memcmp(taken.payload + SP_BASIS, name, length);
		if (*found)
			*basis = sp_basis_load(taken.payload);
	}
	if (*found && sp_pick_items(pick, section) != basis->graph.pages)
		return sp_pick_bad(pick, section->tail, err, "a score of other "
				   "pages than its graph has");
	return SP_OK;
}

enum sp_status
sp_pick_score(struct sp_pick *pick, const struct sp_pick_section *section,
	      uint64_t page, double *value, struct sp_error *err)
{
	uint64_t frame = sp_pick_frame_of(pick, section, page);
	struct sp_taken taken;

	if (sp_pick_frame(pick, frame, &taken, err))
		return err->status;
	if (taken.frame.count != taken.frame.raw / sizeof(double) ||
	    taken.frame.raw % sizeof(double) ||
	    page - taken.frame.first >= taken.frame.count)
		return sp_pick_bad(pick, frame, err,
				   "the size does not match the count");
	if (!sp_load_doubles(value, taken.payload + (page - taken.frame.first) *
				    sizeof(double), 1))
		return sp_pick_bad(pick, frame, err,
				   "a score is not a finite number");
	return SP_OK;
}
