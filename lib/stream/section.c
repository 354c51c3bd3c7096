/* SPDX-License-Identifier: MIT */
/*
 * Packs items into frames of up to 1 MiB.  What the writer does with a frame it
 * does at once or after a few more; an item is copied once here.
 */
#include "stream/stream.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void
sp_section_open(struct sp_section *section, struct sp_writer *writer,
		uint32_t tag)
{
	*section = (struct sp_section){ .writer = writer, .tag = tag,
					.most = SP_FRAME_MAX };
}

enum sp_status
sp_section_begin(struct sp_section *section, struct sp_writer *writer,
		 uint32_t tag, const void *head, size_t length,
		 struct sp_error *err)
{
	sp_section_open(section, writer, tag);
	return sp_writer_frame(writer, tag, SP_FRAME_HEAD, 0, 0, head, length,
			       err);
}

enum sp_status
sp_section_flush(struct sp_section *section, struct sp_error *err)
{
	enum sp_status status;

	/*
	 * An empty section is a head and a tail, without a frame between them.
	 */
	if (!section->used)
		return SP_OK;
	status = sp_writer_frame(section->writer, section->tag, 0,
				 section->first, section->count,
				 section->buffer, section->used, err);
	section->first += section->count;
	section->count = 0;
	section->used = 0;
	return status;
}

enum sp_status
sp_section_add(struct sp_section *section, const void *bytes, size_t length,
	       uint64_t items, struct sp_error *err)
{
	return sp_section_add_parts(section, bytes, length, NULL, 0, items,
				    err);
}

enum sp_status
sp_section_add_parts(struct sp_section *section, const void *bytes,
		     size_t length, const void *rest, size_t rest_length,
		     uint64_t items, struct sp_error *err)
{
	/* An item is never split: readers decode each frame by itself. */
	if (section->used + length + rest_length > section->most) {
		enum sp_status status = sp_section_flush(section, err);

		if (status)
			return status;
	}
	if (!sp_grow(&section->buffer, &section->room,
		     section->used + length + rest_length))
		return sp_no_memory(err, "a frame");
	memcpy(section->buffer + section->used, bytes, length);
	/* What is empty may be NULL, which memcpy() must not get. */
	if (rest_length)
		memcpy(section->buffer + section->used + length, rest,
		       rest_length);
	section->used += length + rest_length;
	section->count += items;
	return SP_OK;
}

enum sp_status
sp_section_add_zeros(struct sp_section *section, uint64_t items,
		     struct sp_error *err)
{
	while (items) {
		size_t room = section->most - section->used;

		if (!room && sp_section_flush(section, err))
			return err->status;
		room = room ? room : section->most;
		room = items < room ? (size_t)items : room;
		if (!sp_grow(&section->buffer, &section->room,
			     section->used + room))
			return sp_no_memory(err, "a frame");
		memset(section->buffer + section->used, 0, room);
		section->used += room;
		section->count += room;
		items -= room;
	}
	return SP_OK;
}

enum sp_status
sp_section_end(struct sp_section *section, const void *tail, size_t length,
	       struct sp_error *err)
{
	enum sp_status status = sp_section_flush(section, err);

	if (status)
		return status;
	return sp_writer_frame(section->writer, section->tag, SP_FRAME_TAIL,
			       section->first, 0, tail, length, err);
}

void
sp_section_free(struct sp_section *section)
{
	free(section->buffer);
	section->buffer = NULL;
}

enum sp_status
sp_section_close(struct sp_section *section, enum sp_status status,
		 struct sp_error *err)
{
	if (!status)
		status = sp_section_end(section, NULL, 0, err);
	sp_section_free(section);
	return status;
}
