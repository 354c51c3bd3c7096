/* SPDX-License-Identifier: MIT */
/*
 * Shapes come before the pages that are of them, so that a number of a page can
 * be checked when it comes: where sections only pass, how many shapes there are
 * is all that is kept.
 */
#include "stream/section/shapes.h"

#include "base/memory.h"
#include "stream/section/kind.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing ---------------------------------------------------------- */

static enum sp_status
save_patterns(struct sp_writer *writer, const struct sp_shapes *shapes,
	      const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_section section = { 0 };
	char *text = malloc(SP_NAME_MAX);
	enum sp_status status = text ? sp_derived_begin(&section, writer,
							SP_TAG_SHAPES, basis,
							err) :
				       sp_no_memory(err, "a shape");

	for (uint64_t i = 0; !status && i < shapes->count; i++) {
		struct sp_span pattern = sp_shape_text(shapes, i);

		if (pattern.length >= SP_NAME_MAX) {
			status = sp_fail(err, SP_DATA, "the pattern of a shape "
					 "has %zu bytes; %d are too many",
					 pattern.length, SP_NAME_MAX);
			break;
		}
		text[0] = shapes->traps ? (char)shapes->traps[i] : 0;
		memcpy(text + 1, pattern.text, pattern.length);
		status = sp_save_string(&section, text, pattern.length + 1,
					err);
	}
	free(text);
	return sp_section_close(&section, status, err);
}

enum sp_status
sp_save_shapes(struct sp_writer *writer, const struct sp_shapes *shapes,
	       const struct sp_basis *basis, struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = save_patterns(writer, shapes, basis, err);

	if (!status)
		status = sp_derived_begin(&section, writer, SP_TAG_SHAPE_OF,
					  basis, err);
	for (uint64_t i = 0; !status && i < shapes->pages; i++) {
		uint8_t bytes[4];

		sp_store32(bytes, shapes->shape_of[i]);
		status = sp_section_add(&section, bytes, sizeof(bytes), 1,
					err);
	}
	return sp_section_close(&section, status, err);
}

/* ---- reading ---------------------------------------------------------- */

struct shapes_slot {
	struct sp_shapes shapes;
	uint64_t traps_capacity, pages_capacity;
	struct sp_fingerprint graph;
	bool begun;      /* shapes came, and their pages have not ended */
	bool complete;
};

static void
shapes_free(void *slot)
{
	struct shapes_slot *to = slot;

	sp_shapes_free(&to->shapes);
	*to = (struct shapes_slot){ .shapes = SP_SHAPES_EMPTY };
}

static enum sp_status
shapes_head(struct sp_loading *loading, struct sp_error *err)
{
	struct shapes_slot *to = loading->slot;

	(void)err;
	shapes_free(to);
	to->graph = loading->basis.graph;
	to->begun = true;
	return SP_OK;
}

/* What is wrong with a shape as it is stored, or NULL. */
static const char *
shape_fault(const char *text, uint64_t length)
{
	if (length < 2)
		return "a shape without a pattern";
	return (uint8_t)text[0] >= SP_TRAPS ? "an unknown reason of a trap" :
					      NULL;
}

/* What is wrong with a frame of shapes by itself, or NULL. */
static const char *
shapes_fault(const struct sp_frame *frame, const uint8_t *payload)
{
	const uint8_t *at = payload, *end = at + frame->raw;

	/* A hostile count ends soon: each string takes at least one byte. */
	for (uint64_t i = 0; i < frame->count; i++) {
		uint64_t length;
		const char *text = sp_load_name(&at, end, &length);
		const char *wrong = text ? shape_fault(text, length) :
					   "an invalid pattern of a shape";

		if (wrong)
			return wrong;
	}
	return at == end ? NULL : "extra bytes after the last shape";
}

static enum sp_status
keep_shape(struct shapes_slot *to, const char *text, uint64_t length,
	   struct sp_error *err)
{
	struct sp_shapes *shapes = &to->shapes;

	if (!sp_grow(&shapes->traps, &to->traps_capacity, shapes->count + 1))
		return sp_no_memory(err, "shapes");
	shapes->traps[shapes->count] = (uint8_t)text[0];
	return sp_names_add(&shapes->patterns, text + 1, length - 1, err);
}

static enum sp_status
shapes_data(struct sp_loading *loading, struct sp_error *err)
{
	struct shapes_slot *to = loading->slot;
	const uint8_t *at = loading->payload;
	const uint8_t *end = at + loading->frame.raw;
	const char *wrong = shapes_fault(&loading->frame, at);

	if (wrong)
		return sp_reader_bad(loading->reader, err, "%s", wrong);
	if (loading->frame.count >= SP_NO_SHAPE - to->shapes.count)
		return sp_reader_bad(loading->reader, err, "too many shapes");
	for (uint64_t i = 0; i < loading->frame.count; i++) {
		uint64_t length;
		const char *text = sp_load_name(&at, end, &length);

		if (loading->keep && keep_shape(to, text, length, err))
			return err->status;
		to->shapes.count++;
	}
	return SP_OK;
}

/* ---- reading the shapes of pages -------------------------------------- */

static enum sp_status
shape_of_head(struct sp_loading *loading, struct sp_error *err)
{
	const struct shapes_slot *to = loading->slot;

	if (!to->begun ||
	    !sp_fingerprint_equal(&to->graph, &loading->basis.graph))
		return sp_reader_bad(loading->reader, err,
				     "pages of other shapes");
	return SP_OK;
}

static enum sp_status
shape_of_data(struct sp_loading *loading, struct sp_error *err)
{
	struct shapes_slot *to = loading->slot;
	struct sp_shapes *shapes = &to->shapes;
	uint64_t count = loading->frame.count;
	const uint8_t *at = loading->payload;

	if (sp_check_records(loading, 4, err))
		return err->status;
	if (loading->keep && !sp_grow(&shapes->shape_of, &to->pages_capacity,
				      shapes->pages + count))
		return sp_no_memory(err, "the shapes of pages");
	for (uint64_t i = 0; i < count; i++, at += 4) {
		uint32_t shape = sp_load32(at);

		if (shape >= shapes->count && shape != SP_NO_SHAPE)
			return sp_reader_bad(loading->reader, err, "shape "
					     "%" PRIu32 " of a page, but there "
					     "are %" PRIu64, shape,
					     shapes->count);
		if (loading->keep)
			shapes->shape_of[shapes->pages + i] = shape;
	}
	shapes->pages += count;
	return SP_OK;
}

static enum sp_status
shape_of_tail(struct sp_loading *loading, struct sp_error *err)
{
	struct shapes_slot *to = loading->slot;

	if (sp_check_pages(loading, "shapes", to->shapes.pages, err))
		return err->status;
	to->begun = false;
	to->complete = true;
	return SP_OK;
}

static enum sp_status
shapes_check(const struct sp_contents *contents, const void *slot,
	     struct sp_error *err)
{
	const struct shapes_slot *from = slot;

	(void)contents;
	if (from->begun)
		return sp_fail(err, SP_DATA, "the pages of the shapes are "
			       "missing");
	return SP_OK;
}

const struct sp_section_kind sp_kind_shapes = {
	.name = "list of shapes",
	.parts = { { .tag = SP_TAG_SHAPES, .head = shapes_head,
		     .data = shapes_data },
		   { .tag = SP_TAG_SHAPE_OF, .head = shape_of_head,
		     .data = shape_of_data, .tail = shape_of_tail } },
	.with_basis = true,
	.size = sizeof(struct shapes_slot),
	.check = shapes_check,
	.free = shapes_free
};

const struct sp_shapes *
sp_contents_shapes(const struct sp_contents *contents)
{
	const struct shapes_slot *slot = contents->slots[SP_KIND_SHAPES];

	return slot && slot->complete ? &slot->shapes : NULL;
}
