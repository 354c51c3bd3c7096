/* SPDX-License-Identifier: MIT */
/*
 * The columns of a line, as spans of it: only columns that had quotes are
 * copied, to a buffer as long as the line, which is always enough, because
 * taking quotes off makes a text shorter.  The quick reader for lines of fixed
 * columns needs no memory at all, and stops after the columns that are wanted.
 */
#include "web/crawllog/columns.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "base/number.h"
#include "web/crawllog/crawllog.h"

#include <stdlib.h>

/* ---- splitting -------------------------------------------------------- */

static bool
columns_add(struct sp_columns *columns, const char *text, size_t length)
{
	if (columns->count == SP_COLUMNS_MAX)
		return true;
	if (!sp_grow(&columns->items, &columns->capacity, columns->count + 1))
		return false;
	columns->items[columns->count++] = (struct sp_span){ text, length };
	return true;
}

/*
 * Takes the quotes off the column at *at, and moves *at behind it; to is where
 * its text goes.  A quote that is not closed reaches to the end of the line.
 */
static struct sp_span
columns_unquote(char *to, const char **at, const char *end, bool *closed)
{
	struct sp_span item = { to, 0 };
	const char *from = *at + 1;

	*closed = false;
	for (; from < end; from++) {
		if (*from == '"' && (++from == end || *from != '"')) {
			*closed = true;
			break;
		}
		to[item.length++] = *from;
	}
	*at = from;
	return item;
}

bool
sp_columns_next(struct sp_span *line, struct sp_span *column)
{
	const char *at = line->text, *end = at + line->length, *from;

	while (at < end && sp_is_blank(*at))
		at++;
	for (from = at; at < end && !sp_is_blank(*at);)
		at++;
	*column = (struct sp_span){ from, (size_t)(at - from) };
	while (at < end && sp_is_blank(*at))
		at++;
	*line = (struct sp_span){ at, (size_t)(end - at) };
	return column->length;
}

static bool
columns_split_blanks(struct sp_columns *columns, struct sp_span line)
{
	struct sp_span column;

	while (sp_columns_next(&line, &column))
		if (!columns_add(columns, column.text, column.length))
			return false;
	return true;
}

/*
 * Columns that had quotes go one after the other into one buffer, which must
 * not move while there are spans into it: so it is made as long as the line
 * first.
 */
bool
sp_columns_split(struct sp_columns *columns, struct sp_span line,
		 char separator, bool quoted)
{
	const char *at = line.text, *end = at + line.length, *next;
	char *room = NULL;
	bool closed = true;

	columns->count = columns->damaged = 0;
	columns->open = false;
	if (separator == ' ')
		return columns_split_blanks(columns, line);
	quoted = quoted && line.length && memchr(at, '"', line.length);
	if (quoted) {
		if (!sp_grow(&columns->text, &columns->text_capacity,
			     line.length))
			return false;
		room = columns->text;
	}
	for (;;) {
		struct sp_span item = { at, 0 };
		bool unquoted = quoted && at < end && *at == '"';

		if (unquoted) {
			item = columns_unquote(room, &at, end, &closed);
			room += item.length;
			columns->open = !closed;
			if ((!closed || (at < end && *at != separator)) &&
			    !columns->damaged)
				columns->damaged = columns->count + 1;
		}
		next = at < end ? memchr(at, separator, (size_t)(end - at)) :
				  NULL;
		if (!next)
			next = end;
		if (!unquoted)
			item.length = (size_t)(next - at);
		if (!columns_add(columns, item.text, item.length))
			return false;
		if (next == end)
			return true;
		at = next + 1;
	}
}

void
sp_columns_free(struct sp_columns *columns)
{
	free(columns->items);
	free(columns->text);
	*columns = (struct sp_columns){ 0 };
}

unsigned
sp_columns_first(struct sp_span line, struct sp_span *columns, unsigned room)
{
	const char *at = line.text, *end = at + line.length;
	unsigned count = 0;

	while (count < room) {
		const char *from;

		while (at < end && *at == ' ')
			at++;
		if (at == end)
			break;
		from = at;
		at = memchr(at, ' ', (size_t)(end - at));
		if (!at)
			at = end;
		columns[count++] = (struct sp_span){ from,
						     (size_t)(at - from) };
	}
	return count;
}

/* ---- fields ----------------------------------------------------------- */

bool
sp_field_is_named(const struct sp_column_options *options,
		  enum sp_crawl_field field, struct sp_span name)
{
	static const char *const names[SP_FIELDS][6] = {
		[SP_FIELD_TIME] = { "time", "timestamp", "date", "crawled_at",
				    "fetched_at" },
		[SP_FIELD_URL] = { "url" },
		[SP_FIELD_STATUS] = { "status" },
		[SP_FIELD_VIA] = { "referer", "referrer", "via" },
		[SP_FIELD_DEPTH] = { "depth" },
		[SP_FIELD_SIZE] = { "size", "length" },
		[SP_FIELD_MIME] = { "mime", "content_type" }
	};

	if (options->names[field])
		return sp_is_word(name, options->names[field]);
	for (const char *const *at = names[field]; *at; at++)
		if (sp_is_word(name, *at))
			return true;
	return false;
}

uint64_t
sp_field_number(const struct sp_column_options *options,
		enum sp_crawl_field field)
{
	const char *name = options->names[field];
	uint64_t number;

	if (!name || !sp_parse_uint(name, strlen(name), &number) ||
	    number > SP_COLUMNS_MAX)
		return 0;
	return number;
}
