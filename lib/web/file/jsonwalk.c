/* SPDX-License-Identifier: MIT */
/*
 * yajl does not look whether it got memory, so it gets a guard's: if memory is
 * short, control comes back to where it was called.  All that it has is the
 * guard's then, which is why a walk is freed by the guard alone, whatever state
 * the parser is in, and why the guard is in the walk and not on the stack of
 * the functions that call setjmp().  Events are passed on while yajl is not
 * in the middle of an allocation; what they allocate themselves is not the
 * guard's and stays valid.
 */
#include "web/file/jsonwalk.h"

#ifdef HAVE_YAJL

#include <yajl/yajl_parse.h>

const char *const sp_json_without = NULL;

static int
walk_value(struct sp_json_walk *walk, enum sp_json_kind kind,
	   struct sp_span text)
{
	return walk->events->value(walk->context, kind, text);
}

static int
walk_null(void *context)
{
	return walk_value(context, SP_JSON_NULL, SP_SPAN("null"));
}

static int
walk_boolean(void *context, int value)
{
	return walk_value(context, SP_JSON_BOOLEAN,
			  value ? SP_SPAN("true") : SP_SPAN("false"));
}

static int
walk_number(void *context, const char *text, size_t length)
{
	return walk_value(context, SP_JSON_NUMBER,
			  (struct sp_span){ text, length });
}

static int
walk_string(void *context, const unsigned char *text, size_t length)
{
	return walk_value(context, SP_JSON_TEXT,
			  (struct sp_span){ (const char *)text, length });
}

static int
walk_key(void *context, const unsigned char *text, size_t length)
{
	struct sp_json_walk *walk = context;

	return walk->events->key(walk->context, (struct sp_span){
					 (const char *)text, length });
}

static int
walk_open_object(void *context)
{
	struct sp_json_walk *walk = context;

	return walk->events->open(walk->context, false);
}

static int
walk_open_list(void *context)
{
	struct sp_json_walk *walk = context;

	return walk->events->open(walk->context, true);
}

static int
walk_close_object(void *context)
{
	struct sp_json_walk *walk = context;

	return walk->events->close(walk->context, false);
}

static int
walk_close_list(void *context)
{
	struct sp_json_walk *walk = context;

	return walk->events->close(walk->context, true);
}

/* Makes the parser; the guard does not let it fail. */
static void
walk_begin(struct sp_json_walk *walk)
{
	static const yajl_callbacks callbacks = {
		.yajl_null = walk_null, .yajl_boolean = walk_boolean,
		.yajl_number = walk_number, .yajl_string = walk_string,
		.yajl_start_map = walk_open_object, .yajl_map_key = walk_key,
		.yajl_end_map = walk_close_object,
		.yajl_start_array = walk_open_list,
		.yajl_end_array = walk_close_list
	};
	yajl_alloc_funcs memory = { sp_guard_alloc, sp_guard_resize,
				    sp_guard_free, &walk->guard };

	walk->yajl = yajl_alloc(&callbacks, &memory, walk);
	(void)yajl_config(walk->yajl, yajl_allow_multiple_values, walk->many);
	(void)yajl_config(walk->yajl, yajl_dont_validate_strings, 1);
}

static enum sp_json_result
walk_result(yajl_status status)
{
	return status == yajl_status_ok ? SP_JSON_GOOD :
	       status == yajl_status_client_canceled ? SP_JSON_STOPPED :
						       SP_JSON_WRONG;
}

enum sp_json_result
sp_json_walk(struct sp_json_walk *walk, struct sp_span text)
{
	if (setjmp(walk->guard.back))
		return SP_JSON_MEMORY;
	if (!walk->yajl)
		walk_begin(walk);
	return walk_result(yajl_parse(walk->yajl,
				      (const unsigned char *)text.text,
				      text.length));
}

enum sp_json_result
sp_json_walk_end(struct sp_json_walk *walk)
{
	if (setjmp(walk->guard.back))
		return SP_JSON_MEMORY;
	return walk_result(yajl_complete_parse(walk->yajl));
}

#else

const char *const sp_json_without = "libyajl";

enum sp_json_result
sp_json_walk(struct sp_json_walk *walk, struct sp_span text)
{
	(void)walk, (void)text;
	return SP_JSON_WRONG;
}

enum sp_json_result
sp_json_walk_end(struct sp_json_walk *walk)
{
	(void)walk;
	return SP_JSON_WRONG;
}

#endif

void
sp_json_walk_free(struct sp_json_walk *walk)
{
	sp_guard_release(&walk->guard);
	walk->yajl = NULL;
}
