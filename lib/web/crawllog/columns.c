/* SPDX-License-Identifier: MIT */
#include "web/crawllog/columns.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "base/number.h"
#include "web/crawllog/crawllog.h"

#include <stdlib.h>
#include <strings.h>

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
columns_unquote(char *to, const char **at, const char *end)
{
	struct sp_span item = { to, 0 };
	const char *from = *at + 1;

	for (; from < end; from++) {
		if (*from == '"' && (++from == end || *from != '"'))
			break;
		to[item.length++] = *from;
	}
	*at = from;
	return item;
}

static bool
columns_split_blanks(struct sp_columns *columns, struct sp_span line)
{
	const char *at = line.text, *end = at + line.length, *from;

	for (;;) {
		while (at < end && sp_is_blank(*at))
			at++;
		if (at == end)
			return true;
		for (from = at; at < end && *at != ' ' && *at != '\t';)
			at++;
		if (!columns_add(columns, from, (size_t)(at - from)))
			return false;
	}
}

bool
sp_columns_split(struct sp_columns *columns, struct sp_span line,
		 char separator, bool quoted)
{
	const char *at = line.text, *end = at + line.length, *next;
	char *room = NULL;

	columns->count = 0;
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
			item = columns_unquote(room, &at, end);
			room += item.length;
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

static bool
columns_is_named(struct sp_span name, const char *text)
{
	return name.length == strlen(text) &&
	       !strncasecmp(name.text, text, name.length);
}

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
		return columns_is_named(name, options->names[field]);
	for (const char *const *at = names[field]; *at; at++)
		if (columns_is_named(name, *at))
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

const char *
sp_fields_to_event(const struct sp_span values[SP_FIELDS],
		   struct sp_when_zone zone, struct sp_crawl_event *event)
{
	struct sp_span text = sp_unless_dash(values[SP_FIELD_STATUS]);
	uint64_t depth;

	event->url = sp_unless_dash(values[SP_FIELD_URL]);
	if (!event->url.text)
		return "no URL";
	if (!sp_when_parse(values[SP_FIELD_TIME], zone, &event->time))
		return values[SP_FIELD_TIME].length ?
			       "the time cannot be read" : "no time";
	if (text.text && !sp_crawl_parse_status(text, &event->status))
		return "the status is not a number";
	/* Where a status is said, 0 is that of a request without an answer. */
	event->outcome = text.text && !event->status ? SP_CRAWL_FAILURE :
			 sp_crawl_outcome_of(event->status);
	event->via = sp_unless_dash(values[SP_FIELD_VIA]);
	event->mime = sp_unless_dash(values[SP_FIELD_MIME]);
	event->size = sp_crawl_parse_size(values[SP_FIELD_SIZE]);
	text = sp_unless_dash(values[SP_FIELD_DEPTH]);
	if (!text.text)
		return NULL;
	if (!sp_parse_uint(text.text, text.length, &depth) ||
	    depth >= INT32_MAX)
		return "the depth is not a number";
	event->depth = (int32_t)depth + 1;
	event->seed = !depth;
	return NULL;
}
