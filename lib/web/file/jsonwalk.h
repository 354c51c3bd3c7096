/* SPDX-License-Identifier: MIT */
/*
 * jsonwalk.h - reads JSON (RFC 8259) as a stream of events.
 *
 *	struct sp_json_walk walk = { .events = &events, .context = context };
 *	enum sp_json_result result = sp_json_walk(&walk, text);
 *
 *	if (result == SP_JSON_GOOD)
 *		result = sp_json_walk_end(&walk);
 *	sp_json_walk_free(&walk);
 *
 * The text may come in pieces.  Strings need not be UTF-8: archives and logs
 * have other bytes in them, which are passed on as they are; half of a pair of
 * \u escapes becomes U+FFFD.  Lists and objects may be as deep as memory
 * allows, a byte each.
 */
#ifndef SP_WEB_FILE_JSONWALK_H
#define SP_WEB_FILE_JSONWALK_H

#include "base/span.h"

#include <stdint.h>

enum sp_json_kind {
	SP_JSON_TEXT,
	SP_JSON_NUMBER,      /* as it is written */
	SP_JSON_BOOLEAN,     /* "true" or "false" */
	SP_JSON_NULL
};

/*
 * What is called; false ends the reading.  Texts have their escapes undone.
 * They are valid during the call; one that lies in the piece that was given to
 * sp_json_walk() is so for as long as that.
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

	/* private */
	unsigned place;      /* what may come next */
	uint8_t *lists;      /* of what is open: is it a list? */
	uint64_t depth, most_depth;
	char *kept;          /* what a piece ended in */
	uint64_t kept_length, kept_room;
	char *undone;        /* a string without its escapes */
	uint64_t undone_room;
};

/*
 * Reads the next part of the text; after anything but SP_JSON_GOOD, no more.  A
 * string or number that goes on in the next part is read again from its start,
 * so that pieces should be long; a caller with pieces limits what is in one.
 */
enum sp_json_result sp_json_walk(struct sp_json_walk *walk,
				 struct sp_span text);

/* After the last part: is the value complete? */
enum sp_json_result sp_json_walk_end(struct sp_json_walk *walk);

void sp_json_walk_free(struct sp_json_walk *walk);

#endif
