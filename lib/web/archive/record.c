/* SPDX-License-Identifier: MIT */
/*
 * A record is used again for the next one, and keeps its buffers: but not large
 * ones, or a batch of hundreds of records would in time hold the largest of the
 * archive in each.
 */
#include "web/archive/head.h"

#include "base/ascii.h"

#include <stdio.h>
#include <stdlib.h>

/* Buffers up to this size are kept for the next record. */
#define KEPT_BUFFER ((uint64_t)1 << 20)

static const char *const type_names[SP_RECORD_TYPES] = {
	[SP_RECORD_WARCINFO] = "warcinfo",
	[SP_RECORD_RESPONSE] = "response",
	[SP_RECORD_RESOURCE] = "resource",
	[SP_RECORD_REQUEST] = "request",
	[SP_RECORD_METADATA] = "metadata",
	[SP_RECORD_REVISIT] = "revisit",
	[SP_RECORD_CONVERSION] = "conversion",
	[SP_RECORD_CONTINUATION] = "continuation",
	[SP_RECORD_OTHER] = "other",
};

const char *
sp_record_type_name(enum sp_record_type type)
{
	return type_names[type];
}

struct sp_span
sp_record_header(const struct sp_record *record, const char *name)
{
	struct sp_span rest = { record->head, record->head_size };
	size_t length = strlen(name);

	while (rest.length) {
		struct sp_span line = sp_span_cut_at(&rest, '\n'), key;

		if (!sp_begins_word(line, name) ||
		    !memchr(line.text, ':', line.length))
			continue;
		key = sp_span_cut_at(&line, ':');
		if (sp_span_trim(key, SP_HTTP_SPACES).length == length)
			return sp_span_trim(line, SP_HTTP_SPACES);
	}
	return (struct sp_span)SP_SPAN_ABSENT;
}

void
sp_record_free(struct sp_record *record)
{
	free(record->head);
	free(record->buffer);
	*record = (struct sp_record){ .time = SP_NO_TIME };
}

void
sp_record_reset(struct sp_record *record)
{
	struct sp_record empty = { .type = SP_RECORD_OTHER,
				   .time = SP_NO_TIME };

	if (record->head_capacity <= KEPT_BUFFER) {
		empty.head = record->head;
		empty.head_capacity = record->head_capacity;
	} else {
		free(record->head);
	}
	if (record->buffer_capacity <= KEPT_BUFFER) {
		empty.buffer = record->buffer;
		empty.buffer_capacity = record->buffer_capacity;
	} else {
		free(record->buffer);
	}
	*record = empty;
}

/* The first damage counts: what follows it is often only its consequence. */
void
sp_record_damage(struct sp_record *record, const char *format, ...)
{
	va_list args;

	if (record->damage)
		return;
	va_start(args, format);
	vsnprintf(record->damage_text, sizeof(record->damage_text), format,
		  args);
	va_end(args);
	record->damage = record->damage_text;
}
