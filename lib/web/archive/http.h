/* SPDX-License-Identifier: MIT */
/*
 * http.h - HTTP messages as archives hold them, however sloppy.
 *
 * Lines may end with "\n", the empty line before the body and the number in
 * the first line may be missing, lines may have no colon; heads "100 Continue"
 * before the true one are skipped.
 */
#ifndef SP_WEB_ARCHIVE_HTTP_H
#define SP_WEB_ARCHIVE_HTTP_H

#include "base/span.h"

#include <stdbool.h>
#include <stdint.h>

/* Points into the block that was parsed: nothing is to be freed. */
struct sp_http {
	int status;            /* 200; 0 if it has no number */
	struct sp_span reason; /* "OK"; may be empty */
	struct sp_span head;   /* the lines of the headers */
	const uint8_t *body;   /* as stored */
	size_t body_size;
};

/* Returns whether the block begins like an HTTP response. */
bool sp_http_begins(const uint8_t *block, size_t size);

/* Parses an HTTP response; returns false, with *http zeroed, if it is none. */
bool sp_http_parse(const uint8_t *block, size_t size, struct sp_http *http);

/*
 * Returns how many bytes the first line and the headers of a request or
 * response have, with the empty line after them; 0 if there is no such line.
 */
size_t sp_http_head_size(const uint8_t *block, size_t size);

/*
 * Returns the first value of that name, in any case, without blanks around it;
 * absent if there is none.  If its line was folded, the ends of lines are in
 * the value.
 */
struct sp_span sp_http_header(const struct sp_http *http, const char *name);

/*
 * Finds the next value of that name at or after *at, which is 0 at first, and
 * moves *at behind it.  Returns false if there is none.
 */
bool sp_http_next(const struct sp_http *http, const char *name, size_t *at,
		  struct sp_span *value);

/* Returns the type of the body without its parameters: "text/html". */
struct sp_span sp_http_mime(const struct sp_http *http);

#endif
