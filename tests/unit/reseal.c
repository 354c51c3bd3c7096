/* SPDX-License-Identifier: MIT */
#include "reseal.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "stream/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const header_names[HEADER_FIELDS] = {
	"tag", "flags", "stored", "raw", "first", "count", "checksum", "sum"
};
const uint8_t header_at[HEADER_FIELDS] = { 0, 4, 8, 12, 16, 24, 32, 40 };
const uint8_t header_size[HEADER_FIELDS] = { 4, 4, 4, 4, 8, 8, 8, 8 };

const char *const seal_names[SEAL_FIELDS] = {
	"magic", "major", "minor", "features", "frames", "raw", "chain",
	"index"
};
static const uint8_t seal_at[SEAL_FIELDS] = { 0, 8, 10, 12, 0, 8, 16, 24 };
static const uint8_t seal_size[SEAL_FIELDS] = { 8, 2, 2, 4, 8, 8, 8, 8 };

static void
need(bool is, const char *what)
{
	if (is)
		return;
	fprintf(stderr, "reseal: %s\n", what);
	exit(1);
}

static void
need_ok(enum sp_status status, const struct sp_error *err)
{
	need(!status, status ? err->text : "");
}

static void *
copy_of(const void *bytes, size_t size)
{
	void *copy = malloc(size + 1);

	need(copy, "no memory");
	if (size)
		memcpy(copy, bytes, size);
	return copy;
}

static void
put_number(uint8_t *to, uint64_t value, unsigned size)
{
	for (unsigned i = 0; i < size; i++)
		to[i] = (uint8_t)(value >> 8 * i);
}

void
force(struct forced *forced, unsigned field, uint64_t value)
{
	forced->set |= 1u << field;
	forced->value[field] = value;
}

/* ---- lists of parts --------------------------------------------------- */

void
parts_insert(struct parts *parts, size_t at, const struct part *part)
{
	struct part copy = *part;

	copy.payload = copy_of(part->payload, part->length);
	if (parts->count == parts->room) {
		parts->room = 2 * parts->room + 16;
		parts->at = realloc(parts->at,
				    parts->room * sizeof(*parts->at));
		need(parts->at, "no memory");
	}
	need(at <= parts->count, "no such place");
	memmove(&parts->at[at + 1], &parts->at[at],
		(parts->count - at) * sizeof(*parts->at));
	parts->at[at] = copy;
	parts->count++;
}

void
parts_drop(struct parts *parts, size_t at)
{
	need(at < parts->count, "no such frame");
	free(parts->at[at].payload);
	parts->count--;
	memmove(&parts->at[at], &parts->at[at + 1],
		(parts->count - at) * sizeof(*parts->at));
}

void
parts_move(struct parts *parts, size_t from, size_t to)
{
	struct part part;

	need(from < parts->count && to < parts->count, "no such frame");
	part = parts->at[from];
	memmove(&parts->at[from], &parts->at[from + 1],
		(parts->count - from - 1) * sizeof(part));
	memmove(&parts->at[to + 1], &parts->at[to],
		(parts->count - to - 1) * sizeof(part));
	parts->at[to] = part;
}

bool
parts_section(const struct parts *parts, uint32_t tag, size_t number,
	      size_t *begin, size_t *end)
{
	for (size_t i = 0; i < parts->count; i++) {
		if (parts->at[i].tag != tag ||
		    !(parts->at[i].flags & SP_FRAME_HEAD) || number--)
			continue;
		*begin = i;
		for (*end = i; *end < parts->count; ++*end)
			if (parts->at[*end].flags & SP_FRAME_TAIL) {
				++*end;
				break;
			}
		return true;
	}
	return false;
}

void
part_splice(struct part *part, uint32_t at, uint32_t remove,
	    const void *bytes, uint32_t length)
{
	uint8_t *payload;

	need(at <= part->length && remove <= part->length - at,
	     "no such bytes in the payload");
	payload = malloc((size_t)part->length - remove + length + 1);
	need(payload, "no memory");
	memcpy(payload, part->payload, at);
	if (length)
		memcpy(payload + at, bytes, length);
	memcpy(payload + at + length, part->payload + at + remove,
	       part->length - at - remove);
	free(part->payload);
	part->payload = payload;
	part->length = part->length - remove + length;
}

void
parts_copy(struct parts *to, const struct parts *from)
{
	*to = *from;
	to->at = NULL;
	to->count = to->room = 0;
	for (size_t i = 0; i < from->count; i++)
		parts_insert(to, i, &from->at[i]);
	to->after = copy_of(from->after, from->after_length);
	to->index_patch.payload = copy_of(from->index_patch.payload,
					  from->index_patch.length);
}

void
parts_free(struct parts *parts)
{
	while (parts->count)
		parts_drop(parts, parts->count - 1);
	free(parts->at);
	free(parts->after);
	free(parts->index_patch.payload);
	*parts = (struct parts){ 0 };
}

/* ---- from streams, and to them ---------------------------------------- */

enum sp_status
read_left(void *context, void *buffer, size_t size, size_t *got,
	  struct sp_error *err)
{
	struct bytes_left *left = context;

	(void)err;
	*got = left->size < size ? left->size : size;
	if (*got)
		memcpy(buffer, left->at, *got);
	left->at += *got;
	left->size -= *got;
	return SP_OK;
}

void
parts_take(struct parts *parts, const uint8_t *bytes, size_t size)
{
	struct bytes_left left = { bytes, size };
	struct sp_input input = { .context = &left, .read = read_left };
	struct sp_reader *reader = sp_reader_new(&input);
	struct sp_frame frame;
	struct sp_error err;

	*parts = (struct parts){ 0 };
	need(reader, "no memory");
	for (;;) {
		const uint8_t *payload;
		struct part part;

		need_ok(sp_reader_next(reader, &frame, &err), &err);
		if (frame.tag == SP_TAG_END)
			break;
		need_ok(sp_reader_payload(reader, &payload, &err), &err);
		part = (struct part){ .tag = frame.tag,
				      .flags = frame.flags &
					       (SP_FRAME_HEAD | SP_FRAME_TAIL),
				      .count = frame.count,
				      .payload = (uint8_t *)payload,
				      .length = frame.raw };
		parts_insert(parts, parts->count, &part);
	}
	/* The reader hides the index, but its offset ends the stream. */
	parts->index = sp_load64(bytes + size - 8);
	sp_reader_free(reader);
}

static void
sealed_add(struct sealed *sealed, const void *bytes, size_t size)
{
	if (sealed->size + size > sealed->room) {
		sealed->room = 2 * (sealed->size + size);
		sealed->at = realloc(sealed->at, sealed->room);
		need(sealed->at, "no memory");
	}
	if (size)
		memcpy(sealed->at + sealed->size, bytes, size);
	sealed->size += size;
}

static enum sp_status
write_sealed(void *context, const void *bytes, size_t size,
	     struct sp_error *err)
{
	(void)err;
	sealed_add(context, bytes, size);
	return SP_OK;
}

/*
 * The writer packs the frames and makes the index; what it says of them is
 * made right or wrong later.
 */
static void
write_parts(const struct parts *parts, struct seal_form form,
	    struct sealed *sealed)
{
	struct sp_output output = { sealed, write_sealed };
	struct sp_writer_options options = { form.level, 1, parts->index,
					     form.split };
	struct sp_writer *writer = sp_writer_new(&output, &options);
	struct sp_error err;
	uint64_t first = 0;

	need(writer, "no memory");
	for (size_t i = 0; i < parts->count; i++) {
		const struct part *part = &parts->at[i];

		need(part->length <= SP_FRAME_MAX,
		     "a payload of more than 1 MiB");
		if (part->flags & SP_FRAME_HEAD)
			first = 0;
		need_ok(sp_writer_frame(writer, part->tag, part->flags, first,
					part->count, part->payload,
					part->length, &err), &err);
		first += part->count;
	}
	need_ok(sp_writer_end(writer, &err), &err);
	sp_writer_free(writer);
}

/* Puts forced values into a header, and its checksum unless that is forced. */
static void
seal_header(uint8_t header[SP_FRAME_HEADER], const struct forced *forced)
{
	for (unsigned f = 0; f < HEADER_SUM; f++)
		if (forced->set >> f & 1)
			put_number(header + header_at[f], forced->value[f],
				   header_size[f]);
	sp_store64(header + 40, forced->set >> HEADER_SUM & 1 ?
					forced->value[HEADER_SUM] :
					sp_hash(header, 40));
}

/* Puts other bytes in place of a payload, whose length stays. */
static void
patch_index(uint8_t *header, const struct part *patch)
{
	struct sp_frame frame;

	if (!patch->length)
		return;
	need(sp_frame_load(header, &frame) && frame.raw == patch->length &&
	     frame.stored == frame.raw,
	     "the index is packed, or has other frames: seal it raw");
	memcpy(header + SP_FRAME_HEADER, patch->payload, patch->length);
	sp_store64(header + 32, sp_hash(patch->payload, patch->length));
}

static void
put_seal(uint8_t *bytes, const struct forced *forced, unsigned begin,
	 unsigned end)
{
	for (unsigned f = begin; f < end; f++)
		if (forced->set >> f & 1)
			put_number(bytes + seal_at[f], forced->value[f],
				   seal_size[f]);
}

/* Goes over the frames once more, and makes the end frame fit them. */
static void
seal_frames(const struct parts *parts, uint8_t *bytes, size_t size)
{
	struct sp_hasher *chain = sp_hasher_new();
	uint64_t frames = 0, raw = 0;
	uint8_t *at = bytes + SP_PREAMBLE, *end = NULL;

	need(chain, "no memory");
	put_seal(bytes, &parts->seal, SEAL_MAGIC, SEAL_FRAMES);
	sp_hasher_add(chain, bytes, SP_PREAMBLE);
	while (at < bytes + size) {
		const struct forced *forced = &parts->index_header;
		struct sp_frame frame;

		need(sp_frame_load(at, &frame), "a header is damaged");
		end = at;
		at += SP_FRAME_HEADER + frame.stored;
		if (frame.tag == SP_TAG_END && at == bytes + size)
			break;
		if (frames < parts->count)
			forced = &parts->at[frames].header;
		else
			patch_index(end, &parts->index_patch);
		seal_header(end, forced);
		sp_hasher_add(chain, end, SP_FRAME_HEADER);
		frames++;
		raw += sp_load32(end + 12);
	}
	at = end + SP_FRAME_HEADER;
	sp_store64(at, frames);
	sp_store64(at + 8, raw);
	sp_store64(at + 16, sp_hasher_value(chain));
	put_seal(at, &parts->seal, SEAL_FRAMES, SEAL_FIELDS);
	sp_store64(end + 32, sp_hash(at, END_BYTES));
	seal_header(end, &parts->end);
	sp_hasher_free(chain);
}

void
parts_seal(const struct parts *parts, struct seal_form form,
	   struct sealed *sealed)
{
	size_t start = sealed->size;

	write_parts(parts, form, sealed);
	seal_frames(parts, sealed->at + start, sealed->size - start);
	sealed_add(sealed, parts->after, parts->after_length);
}
