/* SPDX-License-Identifier: MIT */
/*
 * json.h - the members of a JSON object that stands in one line.
 */
#ifndef SP_WEB_CRAWLLOG_JSON_H
#define SP_WEB_CRAWLLOG_JSON_H

#include "base/span.h"

#include <stdint.h>

/* Room for values; zero it before use. */
struct sp_json {
	char *text;
	uint64_t capacity, length;
	bool booleans;       /* set it to get them as "true" and "false" */
};

/*
 * Calls member for every member of the object whose value is a text or a
 * number, or a list that begins with one; a number is as it is written.
 * Values are valid until the next call.  Returns NULL, or what is wrong with
 * the text (static); "" if memory is short.
 */
const char *sp_json_read(struct sp_json *json, struct sp_span text,
			 void (*member)(void *context, struct sp_span key,
					struct sp_span value),
			 void *context);
void sp_json_free(struct sp_json *json);

#endif
