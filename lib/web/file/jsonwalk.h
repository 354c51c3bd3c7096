/* SPDX-License-Identifier: MIT */
/*
 * jsonwalk.h - reads JSON as a stream of events, by the library yajl
 * (HAVE_YAJL).
 *
 *	struct sp_json_walk walk = { .events = &events, .context = context };
 *	enum sp_json_result result = sp_json_walk(&walk, text);
 *
 *	if (result == SP_JSON_GOOD)
 *		result = sp_json_walk_end(&walk);
 *	sp_json_walk_free(&walk);
 *
 * Strings need not be UTF-8: archives and logs have other bytes in them, which
 * are passed on as they are.
 */
#ifndef SP_WEB_FILE_JSONWALK_H
#define SP_WEB_FILE_JSONWALK_H

#include "base/guard.h"
#include "base/span.h"

/* NULL, or the library that was missing at build time. */
extern const char *const sp_json_without;

enum sp_json_kind {
	SP_JSON_TEXT,
	SP_JSON_NUMBER,      /* as it is written */
	SP_JSON_BOOLEAN,     /* "true" or "false" */
	SP_JSON_NULL
};

/*
 * What is called; false ends the reading.  Texts have their escapes undone, and
 * are valid during the call.
 */
struct sp_json_events {
	bool (*value)(void *context, enum sp_json_kind kind,
		      struct sp_span text);
	bool (*key)(void *context, struct sp_span key);
	bool (*open)(void *context, bool list);  /* else an object */
	bool (*close)(void *context, bool list);
};

enum sp_json_result {
	SP_JSON_GOOD,
	SP_JSON_WRONG,       /* no JSON, or not a whole value at the end */
	SP_JSON_STOPPED,     /* by a function that returned false */
	SP_JSON_MEMORY       /* is short */
};

/* Zero it, and set the first three. */
struct sp_json_walk {
	const struct sp_json_events *events;
	void *context;
	bool many;           /* values may follow one another */
	struct sp_guard guard;      /* private, like the parser */
	struct yajl_handle_t *yajl;
};

/* Reads the next part of the text; after anything but SP_JSON_GOOD, no more. */
enum sp_json_result sp_json_walk(struct sp_json_walk *walk,
				 struct sp_span text);

/* After the last part: is the value complete? */
enum sp_json_result sp_json_walk_end(struct sp_json_walk *walk);

void sp_json_walk_free(struct sp_json_walk *walk);

#endif
