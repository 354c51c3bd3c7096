/* SPDX-License-Identifier: MIT */
/*
 * A frame by itself shows less than a section: whether strings are whole, runs
 * are of pages, values are numbers.  The rest needs the frames before it.
 */
#include "stream/section/fetches.h"
#include "stream/section/hosts.h"
#include "stream/section/kind.h"
#include "stream/section/names.h"
#include "stream/section/scores.h"
#include "stream/section/shapes.h"
#include "stream/section/states.h"
#include "stream/section/weights.h"

/*
 * For processes that pass on frames of one section, each its own: none of them
 * has them all, and the kinds keep in their slots what went before.
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
runs_fault(const struct sp_frame *frame, const uint8_t *at)
{
	const uint8_t *end = at + frame->raw;
	uint64_t left = frame->count;

	while (at < end) {
		uint64_t host, pages;

		if (!sp_get_leb(&at, end, &host) ||
		    !sp_get_leb(&at, end, &pages) || !pages || pages > left)
			return "runs of hosts that do not fit the pages";
		left -= pages;
	}
	return left ? "runs of hosts that do not fit the pages" : NULL;
}

static const char *
doubles_fault(const struct sp_frame *frame, const uint8_t *payload)
{
	if (frame->raw % 8 || frame->raw / 8 != frame->count)
		return "the size does not match the count";
	return sp_load_doubles(NULL, payload, frame->count) ? NULL :
	       "a value is not a finite number";
}

static const char *
states_fault(const struct sp_frame *frame, const uint8_t *payload)
{
	if (frame->raw != frame->count)
		return "the size does not match the count";
	for (uint64_t i = 0; i < frame->count; i++)
		if (payload[i] >= SP_PAGE_STATES)
			return "an unknown state of a page";
	return NULL;
}

static const char *
fetches_fault(const struct sp_frame *frame, const uint8_t *payload)
{
	struct sp_fetch_columns columns;

	return sp_fetch_columns(frame, payload, &columns);
}

const char *
sp_section_data_fault(const struct sp_frame *frame, const uint8_t *payload)
{
	switch (frame->tag) {
	case SP_TAG_NAMES:
	case SP_TAG_HOSTS:
	case SP_TAG_DOMAINS:
		return strings_fault(frame, payload);
	case SP_TAG_HOST_OF:
		return runs_fault(frame, payload);
	case SP_TAG_SCORES:
	case SP_TAG_WEIGHTS:
		return doubles_fault(frame, payload);
	case SP_TAG_STATES:
		return states_fault(frame, payload);
	case SP_TAG_FETCHES:
		return fetches_fault(frame, payload);
	case SP_TAG_SHAPES:
		return sp_shapes_fault(frame, payload);
	default:
		return NULL;
	}
}
