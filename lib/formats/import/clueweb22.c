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
 *
 * The walker (web/file/jsonwalk.h) calls back for each value, so that no record
 * has to fit into memory as a tree.  Where in the record a value stands is
 * known from the depth (1: of the object, 3: in a link of the list "outlinks")
 * and from the key before it.  The page of a record may come after its links,
 * so targets are kept as names until the object ends.
 *
 * The walker does not say what is wrong when a callback ends it, so errors go
 * through import->err.  It keeps a string until it ends, so a text without an
 * end is given up after 16 MiB (quiet).
 */
#include "formats/import/formats.h"
#include "formats/import/url_links.h"

#include "base/ascii.h"
#include "base/buffer.h"
#include "base/memory.h"
#include "base/text.h"
#include "web/file/jsonwalk.h"

#include <stdlib.h>
#include <string.h>

#define WINDOW SP_BUFFER((size_t)64 << 10, (size_t)256)
#define STRING_MAX ((size_t)16 << 20) /* bytes without the end of a string */
#define DEPTH_MAX 16

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

static bool
clueweb22_take_name(struct clueweb_import *import, struct sp_names *names,
		    struct sp_span text)
{
	return names->count || !sp_names_add_long(names, text.text,
						  text.length, import->err);
}

static bool
clueweb_string(struct clueweb_import *import, struct sp_span text)
{
	enum place place = import->place;

	if (import->depth == 1) {
		import->place = IN_NOTHING;
		if (place == AT_URL)
			return clueweb22_take_name(import, &import->url, text);
		if (place == AT_ID)
			return clueweb22_take_name(import, &import->id, text);
		return true;
	}
	/* A record is an object. */
	if (!import->in_links || import->depth != 3)
		return import->depth > 0;
	if (sp_begins_word(text, "clueweb22-"))
		return clueweb22_take_name(import, &import->link_id, text);
	if (!import->item++)
		return clueweb22_take_name(import, &import->link_url, text);
	return true;
}

static bool
clueweb_value(void *context, enum sp_json_kind kind, struct sp_span text)
{
	struct clueweb_import *import = context;

	import->quiet = 0;
	if (kind == SP_JSON_TEXT)
		return clueweb_string(import, text);
	import->item += import->in_links && import->depth == 3;
	if (import->depth == 1)
		import->place = IN_NOTHING;
	return import->depth > 0;
}

/*
 * Keys of objects inside the record are none of these, whatever they are
 * called: only those of depth 1 have a place.
 */
static bool
clueweb_key(void *context, struct sp_span key)
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
		return true;
	import->place = IN_NOTHING;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (sp_is_word(key, keys[i].name))
			import->place = keys[i].place;
	return true;
}

static void
empty_names(struct sp_names *names)
{
	names->count = 0;
}

/*
 * Texts of the last record are dropped when the next one begins, not when it
 * ends: the page is added in between.
 */
static bool
clueweb_open_object(struct clueweb_import *import)
{
	if (!import->depth) {
		empty_names(&import->url);
		empty_names(&import->id);
		empty_names(&import->targets);
		import->in_links = import->has_links = false;
	}
	import->place = IN_NOTHING;
	return ++import->depth <= DEPTH_MAX;
}

static bool
clueweb_open_list(struct clueweb_import *import)
{
	if (!import->depth)
		return false;
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

static bool
clueweb_open(void *context, bool list)
{
	struct clueweb_import *import = context;

	import->quiet = 0;
	return list ? clueweb_open_list(import) : clueweb_open_object(import);
}

/*
 * Each link adds one target, also an empty name: sp_url_links_add() counts
 * those without a page as left out.
 */
static bool
clueweb_close_list(struct clueweb_import *import)
{
	const struct sp_names *name = import->by_url ? &import->link_url :
						       &import->link_id;
	size_t length = 0;
	const char *text = "";

	import->depth--;
	if (import->depth == 1)
		import->in_links = false;
	if (!import->in_links || import->depth != 2)
		return true;
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

static bool
clueweb_close(void *context, bool list)
{
	struct clueweb_import *import = context;

	import->quiet = 0;
	if (list)
		return clueweb_close_list(import);
	if (--import->depth)
		return true;
	import->records++;
	return !clueweb22_add_page(import, import->err);
}

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
clueweb22_parse_text(struct clueweb_import *import, struct sp_json_walk *walk,
		     const char *text, size_t length, struct sp_error *err)
{
	import->quiet += length;
	err->status = SP_OK;
	switch (sp_json_walk(walk, (struct sp_span){ text, length })) {
	case SP_JSON_MEMORY:
		return sp_no_memory(err, "text");
	case SP_JSON_STOPPED:
		return fail_record(import, err->status ? "" :
				   "not an object, or lists in lists in lists",
				   err);
	case SP_JSON_WRONG:
		return fail_record(import, "not JSON", err);
	default:
		return import->quiet > STRING_MAX ?
			       fail_record(import, "a text of over 16 MiB",
					   err) : SP_OK;
	}
}

static enum sp_status
clueweb22_read_records(struct clueweb_import *import, struct sp_json_walk *walk,
		       char *window, struct sp_error *err)
{
	size_t got;

	for (;;) {
		if (sp_source_read(import->source, window, WINDOW, &got, err))
			return err->status;
		if (!got)
			break;
		if (clueweb22_parse_text(import, walk, window, got, err))
			return err->status;
	}
	if (import->depth)
		return fail_record(import, "the file ends in it", err);
	/* After the last record, there may be a string without an end. */
	return import->records && sp_json_walk_end(walk) != SP_JSON_GOOD ?
		       fail_record(import, "not JSON", err) : SP_OK;
}

static enum sp_status
read_outlinks(void *context, struct sp_source *source, struct sp_error *err)
{
	static const struct sp_json_events events = {
		clueweb_value, clueweb_key, clueweb_open, clueweb_close
	};
	struct clueweb_import *import = context;
	struct sp_json_walk walk = { .events = &events, .context = import,
				     .many = true };
	char *window = sp_alloc(WINDOW, 1);
	enum sp_status status;

	import->source = source;
	import->err = err;
	import->depth = 0;
	import->records = import->quiet = 0;
	status = window ? clueweb22_read_records(import, &walk, window, err) :
			  sp_no_memory(err, "text");
	sp_json_walk_free(&walk);
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

const struct sp_import_format sp_format_clueweb22 = {
	.in_memory = true,
	.many_files = true, .has_names = true, .read = read_clueweb22
};
