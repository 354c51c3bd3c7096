/* SPDX-License-Identifier: MIT */
/*
 * A machine of four states that takes a byte at a time, but for runs of bytes
 * that mean nothing, which are copied as a whole: in most files nearly all.
 * The bytes that end a run are in a table, made for the separator.
 *
 * Fields are given as places in the record, and turned into spans when the
 * record is complete, as it may move while it grows.  Both its bytes and its
 * fields are limited: a quote that is not closed would take the rest of the
 * file, and a field may be empty and so take memory without taking a byte.
 */
#include "web/file/csv.h"

#include "base/buffer.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>

#define WINDOW SP_BUFFER((size_t)64 << 10, (size_t)256)

/* What follows a byte of a field. */
enum csv_state {
	AT_START,   /* of a field */
	PLAIN,      /* in a field without quotes */
	QUOTED,     /* in quotes */
	AFTER_QUOTE /* a quote in quotes: the end, or the first of two */
};

enum sp_status
sp_csv_bad(const struct sp_csv *csv, struct sp_error *err, const char *format,
	   ...)
{
	va_list arguments;

	va_start(arguments, format);
	(void)sp_source_bad_at(csv->source, csv->line, err, format, arguments);
	va_end(arguments);
	return SP_DATA;
}

/* The next byte of the file, or -1 at its end. */
static enum sp_status
next_byte(struct sp_csv *csv, int *byte, struct sp_error *err)
{
	if (csv->at == csv->end && !csv->done) {
		csv->at = csv->end = 0;
		if (!csv->text) {
			csv->text = sp_alloc(WINDOW, 1);
			csv->next_line = 1;
			csv->special['"'] = csv->special['\n'] =
				csv->special['\0'] =
				csv->special[(unsigned char)csv->separator] =
				true;
			if (!csv->text)
				return sp_no_memory(err, "text");
			if (sp_source_skip_mark(csv->source, err))
				return err->status;
		}
		if (sp_source_read(csv->source, csv->text, WINDOW, &csv->end,
				   err))
			return err->status;
		csv->done = !csv->end;
	}
	*byte = csv->at < csv->end ? (unsigned char)csv->text[csv->at++] : -1;
	if (!*byte)
		return sp_csv_bad(csv, err, "binary, not text");
	csv->next_line += *byte == '\n';
	return SP_OK;
}

static enum sp_status
fail_length(struct sp_csv *csv, struct sp_error *err)
{
	return sp_csv_bad(csv, err, "a record of over %zu MiB: is a quote not "
			  "closed?", SP_CSV_RECORD >> 20);
}

static enum sp_status
add_byte(struct sp_csv *csv, char byte, struct sp_error *err)
{
	if (csv->record_length == SP_CSV_RECORD)
		return fail_length(csv, err);
	if (!sp_grow(&csv->record, &csv->record_capacity,
		     csv->record_length + 1))
		return sp_no_memory(err, "a record");
	csv->record[csv->record_length++] = byte;
	return SP_OK;
}

static enum sp_status
end_field(struct sp_csv *csv, struct sp_error *err)
{
	if (csv->count == SP_CSV_FIELDS)
		return sp_csv_bad(csv, err, "a record of over %d fields: is "
				  "the separator right?", SP_CSV_FIELDS);
	if (!sp_grow(&csv->ends, &csv->end_capacity, csv->count + 1))
		return sp_no_memory(err, "a record");
	csv->ends[csv->count++] = csv->record_length;
	return SP_OK;
}

/*
 * Copies what is left of the window up to the next byte that may mean
 * something; the others need no look at the state.
 */
static enum sp_status
copy_run(struct sp_csv *csv, struct sp_error *err)
{
	const char *start = csv->text + csv->at, *at = start;
	const char *end = csv->text + csv->end;
	size_t length;

	while (at < end && !csv->special[(unsigned char)*at])
		at++;
	length = (size_t)(at - start);
	if (csv->record_length + length > SP_CSV_RECORD)
		return fail_length(csv, err);
	if (!sp_grow(&csv->record, &csv->record_capacity,
		     csv->record_length + length + 1))
		return sp_no_memory(err, "a record");
	memcpy(csv->record + csv->record_length, start, length);
	csv->record_length += length;
	csv->at += length;
	return SP_OK;
}

/*
 * Takes a byte, or -1 for the end of the file; *ended says that the record
 * ended before it, or with it.  A quote ends a field only if the field began
 * with one, and only a separator or the end of a line may follow it.  Elsewhere
 * in a field a quote is itself.
 */
static enum sp_status
take_byte(struct sp_csv *csv, enum csv_state *state, int byte, bool *ended,
	  struct sp_error *err)
{
	if (*state == QUOTED && byte != '"') {
		if (byte < 0)
			return sp_csv_bad(csv, err, "a quote is not closed");
		return add_byte(csv, (char)byte, err);
	}
	if (byte < 0 || byte == '\n') {
		/* In quotes, "\r" belongs to the field. */
		if (*state == PLAIN && csv->record_length &&
		    csv->record[csv->record_length - 1] == '\r')
			csv->record_length--;
		*ended = true;
		return end_field(csv, err);
	}
	if (byte == csv->separator) {
		*state = AT_START;
		return end_field(csv, err);
	}
	if (byte == '"' && *state != PLAIN) {
		/* The second of two quotes is a quote. */
		if (*state == AFTER_QUOTE && add_byte(csv, '"', err))
			return err->status;
		*state = *state == QUOTED ? AFTER_QUOTE : QUOTED;
		return SP_OK;
	}
	if (*state == AFTER_QUOTE)
		return byte == '\r' ? SP_OK :
				      sp_csv_bad(csv, err, "text after a "
						 "closing quote: a quote in "
						 "quotes is doubled");
	*state = PLAIN;
	return add_byte(csv, (char)byte, err);
}

/* Reads a record; of an empty line, one field without text. */
static enum sp_status
csv_read_record(struct sp_csv *csv, bool *end, struct sp_error *err)
{
	enum csv_state state = AT_START;
	bool ended = false;
	int byte;

	csv->count = csv->record_length = 0;
	/* Until the first byte, the line is that of a message about it. */
	csv->line = csv->text ? csv->next_line : 1;
	if (next_byte(csv, &byte, err))
		return err->status;
	*end = byte < 0;
	while (!*end) {
		if (take_byte(csv, &state, byte, &ended, err))
			return err->status;
		if (ended)
			return SP_OK;
		if ((state == PLAIN || state == QUOTED) &&
		    copy_run(csv, err))
			return err->status;
		if (next_byte(csv, &byte, err))
			return err->status;
	}
	return SP_OK;
}

/*
 * Empty lines are no records, but a record of one empty field in quotes cannot
 * be told from one, and is none either.
 */
enum sp_status
sp_csv_next(struct sp_csv *csv, struct sp_error *err)
{
	uint64_t from = 0;
	bool end = false;

	do {
		if (csv_read_record(csv, &end, err))
			return err->status;
	} while (!end && csv->count == 1 && !csv->record_length);
	if (!sp_grow(&csv->fields, &csv->field_capacity, csv->count + 1))
		return sp_no_memory(err, "a record");
	/* The record has moved while it grew: fields are set at its end. */
	for (uint64_t i = 0; i < csv->count; i++) {
		csv->fields[i] = (struct sp_span){
			csv->record ? csv->record + from : "",
			(size_t)(csv->ends[i] - from)
		};
		from = csv->ends[i];
	}
	return SP_OK;
}

void
sp_csv_free(struct sp_csv *csv)
{
	free(csv->fields);
	free(csv->text);
	free(csv->record);
	free(csv->ends);
	*csv = (struct sp_csv){ .separator = ',' };
}
