/* SPDX-License-Identifier: MIT */
/*
 * The outlinks of ClueWeb22: files whose gzip members are JSON objects, one a
 * page,
 *
 *	{"url": ..., "urlHash": ..., "language": ..., "ClueWeb22-ID": ...,
 *	 "outlinks": [[url, hash, text, flag, language, id], ...]}
 *
 * where the id is null unless the target is in the collection.  Some releases
 * have the id first, so that it is known by its beginning and not by its place.
 */
#include "formats/import/formats.h"
#include "formats/import/url_links.h"

#ifdef HAVE_YAJL

#include "base/buffer.h"
#include "base/guard.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <yajl/yajl_parse.h>

#define WINDOW SP_BUFFER((size_t)64 << 10, (size_t)256)
#define STRING_MAX ((size_t)16 << 20) /* bytes without the end of a string */
#define DEPTH_MAX 16

static const char id_start[] = "clueweb22-";

/* Where in a record the parser is. */
enum place {
	IN_NOTHING,        /* between records, or in what is not read */
	AT_URL, AT_ID, AT_LINKS /* the value of such a key follows */
};

struct clueweb_import {
	struct sp_url_links *links;
	bool by_url;
	struct sp_source *source;
	struct sp_error *err;
	enum place place;
	unsigned depth;            /* of objects and lists */
	bool in_links, has_links;  /* in the list "outlinks"; after it began */
	unsigned item;             /* of the link, from 0 */
	/* Of the record: its page, and its targets until the page is known. */
	struct sp_names url, id;   /* at most one each */
	struct sp_names targets;   /* an empty one has no name of this kind */
	struct sp_names link_url, link_id; /* of the link at hand */
	uint64_t records;
	size_t quiet;              /* bytes since the parser had something */
};

static int
clueweb22_take_name(struct clueweb_import *import, struct sp_names *names,
		    const unsigned char *text, size_t length)
{
	import->quiet = 0;
	if (names->count)
		return 1;
	return !sp_names_add_long(names, (const char *)text, length,
				  import->err);
}

static int
clueweb_string(void *context, const unsigned char *text, size_t length)
{
	struct clueweb_import *import = context;
	enum place place = import->place;

	import->quiet = 0;
	if (import->depth == 1) {
		import->place = IN_NOTHING;
		if (place == AT_URL)
			return clueweb22_take_name(import, &import->url, text,
						   length);
		if (place == AT_ID)
			return clueweb22_take_name(import, &import->id, text,
						   length);
		return 1;
	}
	/* A record is an object. */
	if (!import->in_links || import->depth != 3)
		return import->depth > 0;
	if (length >= sizeof(id_start) - 1 &&
	    !strncasecmp((const char *)text, id_start, sizeof(id_start) - 1))
		return clueweb22_take_name(import, &import->link_id, text,
					   length);
	if (!import->item++)
		return clueweb22_take_name(import, &import->link_url, text,
					   length);
	return 1;
}

static int
clueweb_other(void *context)
{
	struct clueweb_import *import = context;

	import->quiet = 0;
	import->item += import->in_links && import->depth == 3;
	if (import->depth == 1)
		import->place = IN_NOTHING;
	return import->depth > 0;
}

static int
clueweb_boolean(void *context, int value)
{
	(void)value;
	return clueweb_other(context);
}

static int
clueweb_number(void *context, const char *text, size_t length)
{
	(void)text;
	(void)length;
	return clueweb_other(context);
}

static int
clueweb_key(void *context, const unsigned char *text, size_t length)
{
	static const struct {
		const char *name;
		enum place place;
	} keys[] = { { "url", AT_URL },
		     { "ClueWeb22-ID", AT_ID },
		     { "outlinks", AT_LINKS } };
	struct clueweb_import *import = context;

	import->quiet = 0;
	if (import->depth != 1)
		return 1;
	import->place = IN_NOTHING;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (length == strlen(keys[i].name) &&
		    !strncasecmp((const char *)text, keys[i].name, length))
			import->place = keys[i].place;
	return 1;
}

static void
empty_names(struct sp_names *names)
{
	names->count = 0;
}

static int
clueweb_open_object(void *context)
{
	struct clueweb_import *import = context;

	import->quiet = 0;
	if (!import->depth) {
		empty_names(&import->url);
		empty_names(&import->id);
		empty_names(&import->targets);
		import->in_links = import->has_links = false;
	}
	import->place = IN_NOTHING;
	return ++import->depth <= DEPTH_MAX;
}

static int
clueweb_open_list(void *context)
{
	struct clueweb_import *import = context;

	import->quiet = 0;
	if (!import->depth)
		return 0;
	import->depth++;
	if (import->depth == 2) {
		import->in_links = import->place == AT_LINKS;
		import->has_links = import->has_links || import->in_links;
	}
	import->place = IN_NOTHING;
	if (import->in_links && import->depth == 3) {
		empty_names(&import->link_url);
		empty_names(&import->link_id);
		import->item = 0;
	}
	return import->depth <= DEPTH_MAX;
}

static int
clueweb_close_list(void *context)
{
	struct clueweb_import *import = context;
	const struct sp_names *name = import->by_url ? &import->link_url :
						       &import->link_id;
	size_t length = 0;
	const char *text = "";

	import->quiet = 0;
	import->depth--;
	if (import->depth == 1)
		import->in_links = false;
	if (!import->in_links || import->depth != 2)
		return 1;
	if (name->count)
		text = sp_names_get(name, 0, &length);
	return !sp_names_add_long(&import->targets, text, length, import->err);
}

/* The record is complete: its page, and its links. */
static enum sp_status
clueweb22_add_page(struct clueweb_import *import, struct sp_error *err)
{
	const struct sp_names *name = import->by_url ? &import->url :
						       &import->id;
	struct sp_span text = SP_SPAN("");
	uint32_t page, target;

	if (name->count)
		text.text = sp_names_get(name, 0, &text.length);
	if (!text.length)
		return sp_fail(err, SP_DATA, "it has no \"%s\"",
			       import->by_url ? "url" : "ClueWeb22-ID");
	if (!import->has_links)
		return sp_fail(err, SP_DATA, "it has no \"outlinks\"");
	if (sp_url_links_page(import->links, text, &page, err))
		return err->status;
	for (uint64_t i = 0; i < import->targets.count; i++) {
		text.text = sp_names_get(&import->targets, i, &text.length);
		if (sp_url_links_page(import->links, text, &target, err) ||
		    sp_url_links_add(import->links, page, target, 1, err))
			return err->status;
	}
	return SP_OK;
}

static int
clueweb_close_object(void *context)
{
	struct clueweb_import *import = context;

	import->quiet = 0;
	if (--import->depth)
		return 1;
	import->records++;
	return !clueweb22_add_page(import, import->err);
}

static const yajl_callbacks clueweb_callbacks = {
	.yajl_null = clueweb_other, .yajl_boolean = clueweb_boolean,
	.yajl_number = clueweb_number, .yajl_string = clueweb_string,
	.yajl_start_map = clueweb_open_object, .yajl_map_key = clueweb_key,
	.yajl_end_map = clueweb_close_object,
	.yajl_start_array = clueweb_open_list,
	.yajl_end_array = clueweb_close_list
};

/* ---- files ------------------------------------------------------------ */

/* What is wrong, with the file and the record; or the error of a callback. */
static enum sp_status
fail_record(struct clueweb_import *import, const char *why,
	    struct sp_error *err)
{
	char text[sizeof(err->text)];
	uint64_t record = import->records + (import->depth > 0 || *why);

	if (!*why && err->status != SP_DATA)
		return err->status;
	memcpy(text, *why ? why : err->text,
	       *why ? strlen(why) + 1 : sizeof(text));
	return sp_fail(err, SP_DATA, "%s: record %" PRIu64 ": %s",
		       sp_source_name(import->source), record ? record : 1,
		       text);
}

static enum sp_status
clueweb22_parse_text(struct clueweb_import *import, yajl_handle parser,
		     const char *text, size_t length, struct sp_error *err)
{
	yajl_status status;

	import->quiet += length;
	err->status = SP_OK;
	status = yajl_parse(parser, (const unsigned char *)text, length);
	if (status == yajl_status_client_canceled)
		return fail_record(import, err->status ? "" :
				   "not an object, or lists in lists in lists",
				   err);
	if (status != yajl_status_ok)
		return fail_record(import, "not JSON", err);
	if (import->quiet > STRING_MAX)
		return fail_record(import, "a text of over 16 MiB", err);
	return SP_OK;
}

/* yajl does not look whether it got memory: the guard does. */
static enum sp_status
clueweb22_read_records(struct clueweb_import *import, struct sp_guard *guard,
		       char *window, struct sp_error *err)
{
	yajl_alloc_funcs memory = { sp_guard_alloc, sp_guard_resize,
				    sp_guard_free, guard };
	yajl_handle parser;
	size_t got;

	if (setjmp(guard->back))
		return sp_no_memory(err, "text");
	parser = yajl_alloc(&clueweb_callbacks, &memory, import);
	(void)yajl_config(parser, yajl_allow_multiple_values, 1);
	(void)yajl_config(parser, yajl_dont_validate_strings, 1);
	for (;;) {
		if (sp_source_read(import->source, window, WINDOW, &got, err))
			return err->status;
		if (!got)
			break;
		if (clueweb22_parse_text(import, parser, window, got, err))
			return err->status;
	}
	return import->depth ? fail_record(import, "the file ends in it",
					   err) : SP_OK;
}

static enum sp_status
read_outlinks(void *context, struct sp_source *source, struct sp_error *err)
{
	struct clueweb_import *import = context;
	struct sp_guard guard = { .blocks = NULL };
	char *window = sp_alloc(WINDOW, 1);
	enum sp_status status;

	import->source = source;
	import->err = err;
	import->depth = 0;
	import->records = import->quiet = 0;
	status = window ? clueweb22_read_records(import, &guard, window, err) :
			  sp_no_memory(err, "text");
	sp_guard_release(&guard);
	free(window);
	return status;
}

static enum sp_status
read_clueweb22(const struct sp_import_options *options,
	       const struct sp_row_sink *sink, struct sp_imported *made,
	       struct sp_error *err)
{
	struct clueweb_import import = { .by_url = options->clueweb_urls };
	struct sp_import_options how = *options;
	enum sp_status status;

	(void)sink;
	how.normalize = options->normalize && options->clueweb_urls;
	status = sp_url_links_new(&how, &import.links, err);
	if (!status)
		status = sp_url_links_files(&how, read_outlinks, &import, err);
	if (!status)
		status = sp_url_links_finish(import.links, made, err);
	sp_url_links_free(import.links);
	sp_names_free(&import.url);
	sp_names_free(&import.id);
	sp_names_free(&import.targets);
	sp_names_free(&import.link_url);
	sp_names_free(&import.link_id);
	return status;
}

#else

static enum sp_status
read_clueweb22(const struct sp_import_options *options,
	       const struct sp_row_sink *sink, struct sp_imported *made,
	       struct sp_error *err)
{
	(void)options;
	(void)sink;
	(void)made;
	return sp_fail(err, SP_USAGE,
		       "clueweb22: built without the yajl library");
}

#endif

const struct sp_import_format sp_format_clueweb22 = {
	.noun = "outlinks of ClueWeb22", .in_memory = true,
	.many_files = true, .has_names = true, .read = read_clueweb22
};
