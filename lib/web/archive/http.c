/* SPDX-License-Identifier: MIT */
/*
 * Heads of HTTP as they are found in archives.  Nothing is copied and nothing
 * is stored of headers but where their lines are: most callers ask for three of
 * them, so a search is cheaper than a table.
 */
#include "web/archive/http.h"

#include "base/ascii.h"

#include <string.h>
#include <strings.h>

static struct sp_span
http_trim(const char *text, const char *end)
{
	return sp_span_trim((struct sp_span){ text, (size_t)(end - text) },
			    SP_HTTP_SPACES);
}

bool
sp_http_begins(const uint8_t *block, size_t size)
{
	/* "ICY" is what servers of radio stations say. */
	return size > 4 && (!strncasecmp((const char *)block, "HTTP/", 5) ||
			    !strncasecmp((const char *)block, "HTTP ", 5) ||
			    !memcmp(block, "ICY ", 4));
}

/* The end of the line at text, behind its "\n". */
static const char *
http_line_end(const char *text, const char *end)
{
	const char *stop = memchr(text, '\n', (size_t)(end - text));

	return stop ? stop + 1 : end;
}

static bool
is_empty_line(const char *text, const char *end)
{
	while (text < end && (*text == '\r' || *text == '\n'))
		text++;
	return text == end;
}

size_t
sp_http_head_size(const uint8_t *block, size_t size)
{
	const char *start = (const char *)block, *at = start;
	const char *end = start + size;

	while (at < end) {
		const char *next = http_line_end(at, end);

		if (is_empty_line(at, next))
			return next[-1] == '\n' ? (size_t)(next - start) : 0;
		at = next;
	}
	return 0;
}

/* "HTTP/1.1 200 OK" */
static void
parse_status(const char *line, const char *end, struct sp_http *http)
{
	while (line < end && !sp_is_http_space(*line))
		line++;
	while (line < end && sp_is_blank(*line))
		line++;
	if (end - line >= 3 && sp_is_digit(line[0]) && sp_is_digit(line[1]) &&
	    sp_is_digit(line[2]) &&
	    (end - line == 3 || !sp_is_digit(line[3]))) {
		http->status = (line[0] - '0') * 100 + (line[1] - '0') * 10 +
			       (line[2] - '0');
		line += 3;
	}
	http->reason = http_trim(line, end);
}

/*
 * The headers end at an empty line, or at a tag: some writers leave the empty
 * line out.  No header begins with "<".
 */
static void
parse_headers(const char *at, const char *end, struct sp_http *http)
{
	const char *start = at;

	http->body = (const uint8_t *)end;
	while (at < end) {
		const char *next = http_line_end(at, end);
		bool empty = is_empty_line(at, next);

		if (empty || *at == '<') {
			http->body = (const uint8_t *)(empty ? next : at);
			break;
		}
		at = next;
	}
	http->head = (struct sp_span){ start, (size_t)(at - start) };
	http->body_size = (size_t)(end - (const char *)http->body);
}

/* "100 Continue" and its like come before the answer; the last head counts. */
bool
sp_http_parse(const uint8_t *block, size_t size, struct sp_http *http)
{
	memset(http, 0, sizeof(*http));
	if (!sp_http_begins(block, size))
		return false;
	do {
		const char *at = (const char *)block, *end = at + size;
		const char *headers = http_line_end(at, end);

		memset(http, 0, sizeof(*http));
		parse_status(at, headers, http);
		parse_headers(headers, end, http);
		block = http->body;
		size = http->body_size;
	} while (http->status >= 100 && http->status < 200 &&
		 sp_http_begins(block, size));
	return true;
}

/* The end of the header at text: lines that begin with a blank belong to it. */
static const char *
header_end(const char *text, const char *end)
{
	do {
		text = http_line_end(text, end);
	} while (text < end && sp_is_blank(*text));
	return text;
}

/*
 * The name must be all that stands before the colon: "Link" is not found in
 * "Link-Template".
 */
bool
sp_http_next(const struct sp_http *http, const char *name, size_t *at,
	     struct sp_span *value)
{
	size_t length = strlen(name);

	while (*at < http->head.length) {
		const char *line = http->head.text + *at;
		const char *end = http->head.text + http->head.length;
		const char *next = header_end(line, end);
		const char *colon = memchr(line, ':', (size_t)(next - line));

		*at = (size_t)(next - http->head.text);
		if (!colon || (size_t)(colon - line) < length ||
		    strncasecmp(line, name, length) ||
		    http_trim(line, colon).length != length)
			continue;
		*value = http_trim(colon + 1, next);
		return true;
	}
	return false;
}

struct sp_span
sp_http_header(const struct sp_http *http, const char *name)
{
	struct sp_span value = SP_SPAN_ABSENT;
	size_t at = 0;

	(void)sp_http_next(http, name, &at, &value);
	return value;
}

struct sp_span
sp_http_mime(const struct sp_http *http)
{
	struct sp_span type = sp_http_header(http, "Content-Type");
	size_t end = 0;

	/* Some servers send the header twice in one: "text/html, text/css". */
	while (end < type.length && type.text[end] != ';' &&
	       type.text[end] != ',' && !sp_is_http_space(type.text[end]))
		end++;
	type.length = end;
	return type;
}
