/* SPDX-License-Identifier: MIT */
/*
 * A frame by itself shows less than a section: whether strings are whole, and
 * values are numbers.  Of the large sections, that is all but the number of
 * items, which is in the tail.
 */
#include "stream/section/kind.h"
#include "stream/section/names.h"
#include "stream/section/scores.h"
#include "stream/section/weights.h"

/*
 * For processes that pass on frames of one section, each its own: none of them
 * has them all.
 */

static const char *
strings_fault(const struct sp_frame *frame, const uint8_t *at)
{
	const uint8_t *end = at + frame->raw;
	uint64_t length;

	/* A hostile count ends soon: each string takes at least one byte. */
	for (uint64_t i = 0; i < frame->count; i++)
		if (!sp_load_name(&at, end, &length))
			return "a name that is too long, or runs past the end "
			       "of the frame";
	return at == end ? NULL : "extra bytes after the last name";
}

static const char *
doubles_fault(const struct sp_frame *frame, const uint8_t *payload)
{
	if (frame->raw % 8 || frame->raw / 8 != frame->count)
		return "the size does not match the count";
	return sp_load_doubles(NULL, payload, frame->count) ? NULL :
	       "a value is not a finite number";
}

const char *
sp_section_data_fault(const struct sp_frame *frame, const uint8_t *payload)
{
	switch (frame->tag) {
	case SP_TAG_NAMES:
		return strings_fault(frame, payload);
	case SP_TAG_SCORES:
	case SP_TAG_WEIGHTS:
		return doubles_fault(frame, payload);
	default:
		return NULL;
	}
}
