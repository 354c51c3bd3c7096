/* SPDX-License-Identifier: MIT */
/*
 * The members of one object, of which callers want those with a text or a
 * number, wherever crawlers have nested others.  A key waits for its value: the
 * first text or number after it, also as first item of a list; an object in
 * between means that it has none.  So nested members never get the key of
 * another.
 */
#include "web/crawllog/json.h"

#include "base/memory.h"
#include "web/file/jsonwalk.h"

#include <stdlib.h>

#define JSON_DEPTH 100

/*
 * Texts without escapes are in the line itself; others are in a buffer of the
 * walk, which the next one overwrites, so that all are copied.
 */
struct json_reading {
	struct sp_json *json;
	void (*member)(void *context, struct sp_span key,
		       struct sp_span value);
	void *context;
	unsigned depth;      /* of objects and lists; 1: the object */
	bool object;         /* the whole is one */
	struct sp_span key;  /* that waits for its value, or absent */
};

static struct sp_span
json_keep(struct json_reading *reading, struct sp_span text)
{
	struct sp_json *json = reading->json;
	char *to = json->text + json->length;

	memcpy(to, text.text, text.length);
	json->length += text.length;
	return (struct sp_span){ to, text.length };
}

/* An object in it, or a second item of a list, is no value of the key. */
static bool
json_value(void *context, enum sp_json_kind kind, struct sp_span text)
{
	struct json_reading *reading = context;
	bool wanted = kind == SP_JSON_BOOLEAN ? reading->json->booleans :
						kind != SP_JSON_NULL;

	if (reading->key.text && wanted)
		reading->member(reading->context, reading->key,
				json_keep(reading, text));
	reading->key.text = NULL;
	return reading->depth > 0;
}

static bool
json_key(void *context, struct sp_span key)
{
	struct json_reading *reading = context;

	if (reading->depth == 1)
		reading->key = json_keep(reading, key);
	return true;
}

static bool
json_open(void *context, bool list)
{
	struct json_reading *reading = context;

	if (list && !reading->depth)
		return false;
	/* The first item of a list is the value; there is none in an object. */
	if (!list) {
		reading->key.text = NULL;
		reading->object = true;
	}
	return ++reading->depth <= JSON_DEPTH;
}

static bool
json_close(void *context, bool list)
{
	struct json_reading *reading = context;

	(void)list;
	reading->depth--;
	/* A list that was empty. */
	if (reading->depth == 1)
		reading->key.text = NULL;
	return true;
}

const char *
sp_json_read(struct sp_json *json, struct sp_span text,
	     void (*member)(void *context, struct sp_span key,
			    struct sp_span value),
	     void *context)
{
	static const struct sp_json_events events = {
		json_value, json_key, json_open, json_close
	};
	struct json_reading reading = { .json = json, .member = member,
					.context = context };
	struct sp_json_walk walk = { .events = &events, .context = &reading };
	enum sp_json_result result;

	/* No text gets longer by undoing its escapes. */
	if (!sp_grow(&json->text, &json->capacity, text.length + 1))
		return "";
	json->length = 0;
	result = sp_json_walk(&walk, text);
	if (result == SP_JSON_GOOD)
		result = sp_json_walk_end(&walk);
	sp_json_walk_free(&walk);
	if (result == SP_JSON_MEMORY)
		return "";
	return result == SP_JSON_GOOD && reading.object ?
		       NULL : "not a JSON object";
}

void
sp_json_free(struct sp_json *json)
{
	free(json->text);
	*json = (struct sp_json){ 0 };
}
