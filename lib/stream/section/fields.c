/* SPDX-License-Identifier: MIT */
/*
 * What several kinds of sections read and write alike: bases, named heads,
 * doubles, strings, and lists by name.  Each function fails with the words that
 * a reader of messages knows from all other sections, and none of them trusts a
 * length or a count of the payload before it has checked it.
 */
#include "stream/section/fields.h"

#include "base/memory.h"
#include "stream/section/kind.h"

#include <math.h>

/* ---- heads ------------------------------------------------------------ */

enum sp_status
sp_derived_begin(struct sp_section *section, struct sp_writer *writer,
		 uint32_t tag, const struct sp_basis *basis,
		 struct sp_error *err)
{
	uint8_t head[SP_BASIS];

	sp_basis_store(head, basis);
	return sp_section_begin(section, writer, tag, head, sizeof(head),
				err);
}

enum sp_status
sp_named_head_store(uint8_t head[SP_NAMED_HEAD_MAX],
		    const struct sp_basis *basis, const char *name,
		    const char *what, size_t *length, struct sp_error *err)
{
	size_t bytes = strlen(name);

	if (!bytes || bytes > SP_SECTION_NAME_MAX)
		return sp_fail(err, SP_USAGE, "the name of %s must have 1 to "
			       "%d bytes", what, SP_SECTION_NAME_MAX);
	sp_basis_store(head, basis);
	memcpy(head + SP_BASIS, name, bytes);
	*length = SP_BASIS + bytes;
	return SP_OK;
}

/* ---- records ---------------------------------------------------------- */

enum sp_status
sp_check_records(const struct sp_loading *loading, size_t size,
		 struct sp_error *err)
{
	const struct sp_frame *frame = &loading->frame;

	/* Divided, because count comes from the stream and may overflow. */
	if (frame->raw % size || frame->raw / size != frame->count)
		return sp_reader_bad(loading->reader, err,
				     "the size does not match the count");
	return SP_OK;
}

enum sp_status
sp_check_pages(const struct sp_loading *loading, const char *what,
	       uint64_t pages, struct sp_error *err)
{
	if (pages != loading->basis.graph.pages)
		return sp_reader_bad(loading->reader, err, "%s of %" PRIu64 " "
				     "pages for %" PRIu64, what, pages,
				     loading->basis.graph.pages);
	return SP_OK;
}

void *
sp_find_named(const void *items, uint64_t count, size_t size, const char *name)
{
	for (uint64_t i = 0; i < count; i++) {
		const char *item = (const char *)items + i * size;

		if (!strcmp(item, name))
			return (void *)item;
	}
	return NULL;
}

void *
sp_place_named(const struct sp_loading *loading, void *items, uint64_t *count,
	       uint64_t *capacity, size_t size, const char *what,
	       struct sp_error *err)
{
	char *list, *place;

	/* items points to a pointer of any type; memcpy() keeps aliasing. */
	memcpy(&list, items, sizeof(list));
	place = sp_find_named(list, *count, size, loading->name);
	if (place)
		return place;
	if (*count >= SP_DIFFERENT_NAMES) {
		(void)sp_reader_bad(loading->reader, err, "more than %d names: "
				    "for more, make several streams",
				    SP_DIFFERENT_NAMES);
		return NULL;
	}
	if (!sp_grow_items(items, capacity, *count + 1, size)) {
		(void)sp_no_memory(err, what);
		return NULL;
	}
	/* What grows is undefined, and a place is freed before it is filled. */
	memcpy(&list, items, sizeof(list));
	return memset(list + size * (*count)++, 0, size);
}

enum sp_status
sp_check_result(double value, const char *what, struct sp_error *err)
{
	if (isfinite(value))
		return SP_OK;
	return sp_fail(err, SP_DATA, "%s is not a finite number: the numbers "
		       "that it comes from are too large", what);
}

/*
 * In pieces on the stack: a converted copy would double the memory of the
 * values.
 */
enum sp_status
sp_save_doubles(struct sp_section *section, const double *values,
		uint64_t count, struct sp_error *err)
{
	uint8_t bytes[8192];
	uint64_t at = 0;

	while (at < count) {
		uint64_t step = count - at < sizeof(bytes) / 8 ?
					count - at : sizeof(bytes) / 8;

		for (uint64_t i = 0; i < step; i++)
			sp_store_double(bytes + 8 * i, values[at + i]);
		if (!sp_load_doubles(NULL, bytes, step))
			return sp_check_result(INFINITY, "a result", err);
		if (sp_section_add(section, bytes, 8 * step, step, err))
			return err->status;
		at += step;
	}
	return SP_OK;
}

/*
 * Callers refuse what is not finite: a NaN has no place in an order, and an
 * infinity makes every sum useless.
 *
 * Two loops, so that the one that only checks stores nothing.
 */
bool
sp_load_doubles(double *to, const uint8_t *from, uint64_t count)
{
	bool finite = true;

	for (uint64_t i = 0; !to && i < count; i++)
		finite &= isfinite(sp_load_double(from + 8 * i)) != 0;
	for (uint64_t i = 0; to && i < count; i++) {
		to[i] = sp_load_double(from + 8 * i);
		finite &= isfinite(to[i]) != 0;
	}
	return finite;
}

/* ---- strings ---------------------------------------------------------- */

/*
 * In two parts, without room for the longest name on the stack: a guard against
 * stacks that run into other memory touches each page of it, at every call.
 */
enum sp_status
sp_save_string(struct sp_section *section, const char *text, size_t length,
	       struct sp_error *err)
{
	uint8_t bytes[SP_LEB_MAX];
	uint8_t *end = sp_put_leb(bytes, length);

	return sp_section_add_parts(section, bytes, (size_t)(end - bytes),
				    text, length, 1, err);
}

enum sp_status
sp_save_strings(struct sp_writer *writer, uint32_t tag,
		const struct sp_names *names, struct sp_error *err)
{
	return sp_save_strings_by(writer, tag, names, SP_FRAME_MAX, err);
}

enum sp_status
sp_save_strings_by(struct sp_writer *writer, uint32_t tag,
		   const struct sp_names *names, size_t most,
		   struct sp_error *err)
{
	struct sp_section section = { 0 };
	struct sp_name_room room;
	enum sp_status status = sp_section_begin(&section, writer, tag, NULL,
						 0, err);

	section.most = most;
	for (uint64_t i = 0; !status && i < names->count; i++) {
		struct sp_span text = sp_names_read(names, i, &room);

		status = sp_save_string(&section, text.text, text.length, err);
	}
	return sp_section_close(&section, status, err);
}

const char *
sp_load_name(const uint8_t **at, const uint8_t *end, uint64_t *length)
{
	const uint8_t *name;

	if (!sp_get_leb(at, end, length) || *length > SP_NAME_MAX ||
	    *length > (uint64_t)(end - *at))
		return NULL;
	name = *at;
	*at += *length;
	return (const char *)name;
}

/* Each string is checked before it is appended; a name may be empty. */
enum sp_status
sp_load_strings(const struct sp_loading *loading, struct sp_names *names,
		struct sp_error *err)
{
	const uint8_t *at = loading->payload, *end = at + loading->frame.raw;

	/* A hostile count ends soon: each string takes at least one byte. */
	for (uint64_t i = 0; i < loading->frame.count; i++) {
		uint64_t length;
		const char *name = sp_load_name(&at, end, &length);

		if (!name)
			return sp_reader_bad(loading->reader, err, "a name "
					     "that is too long, or runs past "
					     "the end of the frame");
		if (names && sp_names_add(names, name, length, err))
			return err->status;
	}
	if (at != end)
		return sp_reader_bad(loading->reader, err,
				     "extra bytes after the last name");
	return SP_OK;
}
