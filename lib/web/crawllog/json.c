/* SPDX-License-Identifier: MIT */
#include "web/crawllog/json.h"

#include "base/guard.h"
#include "base/memory.h"

#include <stdlib.h>

void
sp_json_free(struct sp_json *json)
{
	free(json->text);
	*json = (struct sp_json){ 0 };
}

#ifdef HAVE_YAJL
#include <yajl/yajl_parse.h>

const char *const sp_json_without = NULL;

#define JSON_DEPTH 100

/*
 * Texts without escapes are in the line itself; yajl gives others in a buffer
 * of its own, which the next one overwrites, so that all are copied.
 */
struct json_reading {
	struct sp_json *json;
	void (*member)(void *context, struct sp_span key,
		       struct sp_span value);
	void *context;
	unsigned depth;      /* of objects and lists; 1: the object */
	bool object;         /* the whole is one */
	struct sp_span key;  /* that waits for its value, or absent */
	bool memory;         /* is short */
};

static struct sp_span
json_keep(struct json_reading *reading, const unsigned char *text,
	  size_t length)
{
	struct sp_json *json = reading->json;
	char *to = json->text + json->length;

	memcpy(to, text, length);
	json->length += length;
	return (struct sp_span){ to, length };
}

/* An object in it, or a second item of a list, is no value of the key. */
static int
json_value(struct json_reading *reading, const unsigned char *text,
	   size_t length)
{
	if (!reading->key.text)
		return reading->depth > 0;
	reading->member(reading->context, reading->key,
			json_keep(reading, text, length));
	reading->key.text = NULL;
	return 1;
}

static int
json_string(void *context, const unsigned char *text, size_t length)
{
	return json_value(context, text, length);
}

static int
json_number(void *context, const char *text, size_t length)
{
	return json_value(context, (const unsigned char *)text, length);
}

static int
json_nothing(void *context)
{
	struct json_reading *reading = context;

	reading->key.text = NULL;
	return reading->depth > 0;
}

static int
json_boolean(void *context, int value)
{
	struct json_reading *reading = context;

	if (!reading->json->booleans)
		return json_nothing(context);
	return json_string(context, (const unsigned char *)(value ? "true" :
							    "false"),
			   value ? 4 : 5);
}

static int
json_key(void *context, const unsigned char *text, size_t length)
{
	struct json_reading *reading = context;

	if (reading->depth == 1)
		reading->key = json_keep(reading, text, length);
	return 1;
}

static int
json_open_object(void *context)
{
	struct json_reading *reading = context;

	reading->key.text = NULL;
	reading->object = true;
	return ++reading->depth <= JSON_DEPTH;
}

static int
json_open_list(void *context)
{
	struct json_reading *reading = context;

	if (!reading->depth)
		return 0;
	return ++reading->depth <= JSON_DEPTH;
}

static int
json_close(void *context)
{
	struct json_reading *reading = context;

	reading->depth--;
	/* A list that was empty. */
	if (reading->depth == 1)
		reading->key.text = NULL;
	return 1;
}

/* yajl does not look whether it got memory: the guard does. */
static const char *
json_parse(struct json_reading *reading, struct sp_span text,
	   struct sp_guard *guard)
{
	static const yajl_callbacks callbacks = {
		.yajl_null = json_nothing, .yajl_boolean = json_boolean,
		.yajl_number = json_number, .yajl_string = json_string,
		.yajl_start_map = json_open_object, .yajl_map_key = json_key,
		.yajl_end_map = json_close,
		.yajl_start_array = json_open_list,
		.yajl_end_array = json_close
	};
	yajl_alloc_funcs memory = { sp_guard_alloc, sp_guard_resize,
				    sp_guard_free, guard };
	yajl_handle handle;
	bool good;

	if (setjmp(guard->back))
		return "";
	handle = yajl_alloc(&callbacks, &memory, reading);
	(void)yajl_config(handle, yajl_dont_validate_strings, 1);
	good = yajl_parse(handle, (const unsigned char *)text.text,
			  text.length) == yajl_status_ok &&
	       yajl_complete_parse(handle) == yajl_status_ok &&
	       reading->object;
	return good ? NULL : "not a JSON object";
}

const char *
sp_json_read(struct sp_json *json, struct sp_span text,
	     void (*member)(void *context, struct sp_span key,
			    struct sp_span value),
	     void *context)
{
	struct json_reading reading = { .json = json, .member = member,
					.context = context };
	struct sp_guard guard = { .blocks = NULL };
	const char *wrong;

	/* No text gets longer by undoing its escapes. */
	if (!sp_grow(&json->text, &json->capacity, text.length + 1))
		return "";
	json->length = 0;
	wrong = json_parse(&reading, text, &guard);
	sp_guard_release(&guard);
	return wrong;
}

#else

const char *const sp_json_without = "libyajl";

const char *
sp_json_read(struct sp_json *json, struct sp_span text,
	     void (*member)(void *context, struct sp_span key,
			    struct sp_span value),
	     void *context)
{
	(void)json, (void)text, (void)member, (void)context;
	return "JSON cannot be read: built without libyajl";
}
#endif
