/* SPDX-License-Identifier: MIT */
/*
 * What the head of a record says.  Both formats are read more generously than
 * their definitions: headers in any order and case, folded or not; the fields
 * of an ARC line found from the date, because URLs and types with blanks in
 * them would shift all that follow.
 *
 * Only two things must be right: how the record begins, as it is how records
 * are found, and its length.  All else may be missing: a record without a URL,
 * date or type is still a record.
 */
#include "web/archive/head.h"

#include "base/ascii.h"
#include "base/number.h"
#include "base/text.h"
#include "web/archive/date.h"

#include <string.h>

/* ---- WARC ------------------------------------------------------------- */

bool
sp_begins_warc(const uint8_t *text, size_t size)
{
	size_t at = 5;

	if (size < SP_WARC_MAGIC || memcmp(text, "WARC/", 5))
		return false;
	while (at < size && at < SP_WARC_MAGIC &&
	       (sp_is_digit((char)text[at]) || text[at] == '.'))
		at++;
	/* "WARC/1.10" is not known, but a record. */
	return at > 5 && (at == SP_WARC_MAGIC || text[at] == '\r' ||
			  text[at] == '\n' || text[at] == ' ');
}

/*
 * A folded line becomes one: its end and the blanks after it become blanks.
 * The head is the record's own copy, so that it can be changed in place, and a
 * value stays one span.
 */
static void
unfold(char *head, size_t size)
{
	char *at = head, *end = head + size;

	while ((at = memchr(at, '\n', (size_t)(end - at)))) {
		char *stop = at;

		at++;
		if (at == end)
			return;
		if (*at != ' ' && *at != '\t')
			continue;
		*stop = ' ';
		while (stop > head && stop[-1] == '\r')
			*--stop = ' ';
	}
}

/*
 * A type that is not known is "other", and so is none, unless the block says
 * it.
 */
static enum sp_record_type
warc_type(const struct sp_record *record)
{
	struct sp_span type = sp_record_header(record, "WARC-Type");

	for (int i = 0; i < SP_RECORD_OTHER; i++) {
		enum sp_record_type candidate = (enum sp_record_type)i;

		if (sp_is_word(type, sp_record_type_name(candidate)))
			return candidate;
	}
	/* Without a type, the type of the block may say as much. */
	if (type.text || !sp_begins_word(record->mime, "application/http"))
		return SP_RECORD_OTHER;
	return memmem(record->mime.text, record->mime.length, "=request", 8) ?
		       SP_RECORD_REQUEST : SP_RECORD_RESPONSE;
}

/* Says that the length, which was found or not, is no number. */
static void
bad_length(struct sp_record *record, const char *name, struct sp_span length)
{
	char shown[64];

	if (!length.text) {
		sp_record_damage(record, "it has no %s", name);
		return;
	}
	sp_mask(shown, sizeof(shown), length.text, length.length);
	sp_record_damage(record, "its %s \"%s\" is not a number", name, shown);
}

void
sp_head_warc(struct sp_record *record, bool *length_known)
{
	struct sp_span length;

	unfold(record->head, record->head_size);
	record->mime = sp_record_header(record, "Content-Type");
	record->type = warc_type(record);
	record->uri = sp_record_header(record, "WARC-Target-URI");
	/* Wget writes the URI in the brackets that the others have. */
	if (record->uri.length > 1 && record->uri.text[0] == '<' &&
	    record->uri.text[record->uri.length - 1] == '>') {
		record->uri.text++;
		record->uri.length -= 2;
	}
	if (!sp_date_parse(sp_record_header(record, "WARC-Date"),
			   &record->time))
		record->time = SP_NO_TIME;
	length = sp_record_header(record, "Content-Length");
	*length_known = length.text && sp_parse_uint(length.text, length.length,
						     &record->length);
	if (!*length_known)
		bad_length(record, "Content-Length", length);
}

/* ---- ARC -------------------------------------------------------------- */

/*
 * URLs and types in the wild have blanks in them, so that the fields are found
 * from the date: a number after an address.
 */
struct arc_line {
	struct sp_span url, date, type, length;
};

/*
 * IPv4, IPv6 or "-" for an unknown one; nothing in a URL's tail looks like that
 * and has a date after it.
 */
static bool
head_is_address(struct sp_span word)
{
	bool marks = false;

	for (size_t i = 0; i < word.length; i++) {
		char c = word.text[i];

		if (c == '.' || c == ':')
			marks = true;
		else if (sp_hex_value(c) < 0)
			return false;
	}
	return marks || (word.length == 1 && *word.text == '-');
}

static bool
is_arc_date(struct sp_span word)
{
	if (word.length < 8 || word.length > 20)
		return false;
	for (size_t i = 0; i < word.length; i++)
		if (!sp_is_digit(word.text[i]))
			return false;
	return true;
}

/* A scheme and a colon: "http:", "dns:", "filedesc:". */
static bool
begins_url(const char *text, size_t length)
{
	size_t at = 0;

	while (at < length && at < 16 && text[at] != ':') {
		char c = text[at];

		if (!sp_is_letter(c) && !sp_is_digit(c) &&
		    c != '+' && c != '-' && c != '.')
			return false;
		at++;
	}
	return at > 1 && at < length && text[at] == ':';
}

static bool
is_blank_end(char c)
{
	return c == ' ' || c == '\r' || c == '\n';
}

/*
 * The URL ends before the first word that is an address and is followed by a
 * date; so it may have blanks.  The type ends before the last word, which is
 * the length.
 */
static bool
parse_arc(struct sp_span line, struct arc_line *fields)
{
	struct sp_span rest, word, last;

	while (line.length && is_blank_end(line.text[line.length - 1]))
		line.length--;
	if (!begins_url(line.text, line.length))
		return false;
	rest = line;
	sp_span_cut_at(&rest, ' ');
	do {
		if (!rest.length)
			return false;
		word = sp_span_cut_at(&rest, ' ');
		fields->url.text = line.text;
		fields->url.length = (size_t)(word.text - line.text) - 1;
		last = rest;
		fields->date = sp_span_cut_at(&last, ' ');
	} while (!head_is_address(word) || !is_arc_date(fields->date));
	/* Version 2 has more fields between the type and the length. */
	rest = last;
	while (last.length)
		fields->length = sp_span_cut_at(&last, ' ');
	if (!rest.length)
		return false;
	fields->type = (struct sp_span){
		rest.text, (size_t)(fields->length.text - rest.text)
	};
	while (fields->type.length &&
	       fields->type.text[fields->type.length - 1] == ' ')
		fields->type.length--;
	return true;
}

bool
sp_begins_arc(const char *line, size_t length)
{
	struct arc_line fields;

	return parse_arc((struct sp_span){ line, length }, &fields);
}

/* The type alone, where version 2 writes status, checksum and so on. */
static struct sp_span
arc_type(struct sp_span type)
{
	struct sp_span rest = type, word = sp_span_cut_at(&rest, ' ');
	bool goes_on = word.length && word.text[word.length - 1] == ';';

	return !rest.length || goes_on ? type : word;
}

void
sp_head_arc(struct sp_record *record, bool *length_known)
{
	struct sp_span line = { record->head, record->head_size };
	struct arc_line fields = { 0 };
	struct sp_span date;

	*length_known = false;
	if (!parse_arc(line, &fields)) {
		sp_record_damage(record, "its first line is not a line of an "
				 "ARC");
		return;
	}
	record->uri = fields.url;
	record->mime = arc_type(fields.type);
	/* Some writers have dates of 16 or 18 digits: two of them are wrong. */
	date = fields.date;
	if (date.length > 14)
		date.length = 14;
	if (!sp_date_parse(date, &record->time))
		record->time = SP_NO_TIME;
	*length_known = sp_parse_uint(fields.length.text, fields.length.length,
				      &record->length);
	if (!*length_known)
		bad_length(record, "length", fields.length);
}
