/* SPDX-License-Identifier: MIT */
/*
 * The members of a JSON object come in any order: the page's URL and base may
 * follow its links.  So texts are kept as they come, and links are resolved at
 * the end of the record.
 *
 * A WAT record is deep, but what is of use in it is a few dozen members, at
 * known places.  Each value has a node, found from that of its parent and its
 * key (wat_names.c); all else is SP_WAT_OTHER, below which nothing has a
 * meaning.  Objects in a list of links have the node of the list, and their
 * members are gathered until the object ends, as "path" may come after "url".
 *
 * It is read as a stream, so that no tree is made: a record of a page with
 * thousands of links is long.  Texts without escapes stay where they are, in
 * the record; others are copied into the result.
 *
 * What the writers of WAT files got wrong is kept as far as possible: headers
 * in any case, statuses as text or number, character references that were not
 * undone.  Damaged JSON makes a page of nothing, as its type or base may be
 * missing.
 */
#include "web/capture/wat.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "base/number.h"
#include "graph/fetches.h"
#include "web/archive/date.h"
#include "web/capture/parts.h"
#include "web/capture/wat_names.h"
#include "web/file/jsonwalk.h"
#include "web/page/references.h"

#include <stdlib.h>
#include <string.h>

#define DEPTH 16 /* of what is looked at: what is deeper is skipped */

/* A link, to be resolved. */
struct raw_link {
	struct sp_span url;
	unsigned kind;
	bool nofollow;
};

struct sp_wat {
	struct sp_fetch_options options;
	struct sp_urls *urls;

	/* Of the record at hand; texts are in it, or in its result. */
	const struct sp_record *record;
	struct sp_captured *fetch;
	struct sp_error *err;
	enum sp_wat_node stack[DEPTH];       /* of the open objects and lists */
	bool is_list[DEPTH];
	unsigned depth;
	enum sp_wat_node next;               /* what the key of an object was */
	struct sp_span texts[SP_WAT_NODES];  /* the last of each kind */
	struct raw_link *links;
	uint64_t count, capacity;
	bool nofollow, html;
};

/* ---- links ------------------------------------------------------------ */

static bool
add_raw_link(struct sp_wat *wat, struct sp_span url, unsigned kind,
	     bool nofollow)
{
	if (!url.text)
		return true;
	if (!sp_grow(&wat->links, &wat->capacity, wat->count + 1)) {
		(void)sp_no_memory(wat->err, "the links of a page");
		return false;
	}
	wat->links[wat->count++] = (struct raw_link){ url, kind, nofollow };
	return true;
}

/*
 * "robots": "noindex, nofollow"; "refresh": "5; url=page".  Of one <meta>: its
 * members have all come.
 */
static bool
end_of_meta(struct sp_wat *wat)
{
	struct sp_span content = wat->texts[SP_WAT_CONTENT];
	struct sp_span equiv = wat->texts[SP_WAT_EQUIV];
	struct sp_span name = wat->texts[SP_WAT_NAME];

	if (!content.text)
		return true;
	if (sp_fetch_has_word(name, ',', "robots"))
		wat->nofollow |= sp_fetch_has_word(content, ',', "nofollow") ||
				 sp_fetch_has_word(content, ',', "none");
	if (!sp_fetch_has_word(equiv, ',', "refresh"))
		return true;
	return add_raw_link(wat, sp_html_refresh(content), SP_LINK_REFRESH,
			    false);
}

/*
 * An object of a list is complete, and becomes a link as its list and its
 * members say.
 */
static bool
end_of_object(struct sp_wat *wat, enum sp_wat_node node)
{
	struct sp_span rel = wat->texts[SP_WAT_REL];
	unsigned kind = SP_LINK_SCRIPT;

	if (node == SP_WAT_METAS)
		return end_of_meta(wat);
	if (node == SP_WAT_LINKS)
		kind = sp_wat_kind_of_path(wat->texts[SP_WAT_PATH]);
	else if (node == SP_WAT_HEAD_LINKS)
		kind = sp_fetch_has_word(rel, ' ', "canonical") ?
			       SP_LINK_CANONICAL : SP_LINK_REL;
	return add_raw_link(wat, wat->texts[SP_WAT_URL], kind,
			    sp_fetch_has_word(rel, ' ', "nofollow"));
}

static bool
end_of_link_header(struct sp_wat *wat, struct sp_span value)
{
	struct sp_span target;
	bool nofollow;

	while (sp_fetch_next_target(&value, &target, &nofollow))
		if (!add_raw_link(wat, target, SP_LINK_HEADER, nofollow))
			return false;
	return true;
}

/* ---- events of the parser --------------------------------------------- */

/*
 * What the value that begins now is.  An item of a list is what the list is; a
 * member of an object is what its key said.  Deeper than DEPTH nothing is,
 * which is far deeper than real records are.
 */
static enum sp_wat_node
next_node(const struct sp_wat *wat)
{
	if (!wat->depth)
		return SP_WAT_ROOT;
	if (wat->depth > DEPTH)
		return SP_WAT_OTHER;
	return wat->is_list[wat->depth - 1] ? wat->stack[wat->depth - 1] :
					      wat->next;
}

/*
 * Is the value that of an attribute of HTML?  Common Crawl until 2019, and the
 * Internet Archive until now, left character references in them.
 */
static bool
is_attribute(enum sp_wat_node node)
{
	return node == SP_WAT_BASE || node == SP_WAT_URL ||
	       node == SP_WAT_CONTENT;
}

/*
 * Does the text stay until the result is used?  One that is in the record does,
 * unless it has references that are undone in place.
 */
static bool
text_stays(const struct sp_wat *wat, enum sp_wat_node node, struct sp_span text)
{
	uintptr_t at = (uintptr_t)text.text;
	uintptr_t start = (uintptr_t)wat->record->block;

	return at >= start && at - start < wat->record->size &&
	       !(is_attribute(node) && sp_span_before(text, '&') < text.length);
}

/* A copy that does; absent if memory is short. */
static struct sp_span
text_that_stays(struct sp_wat *wat, enum sp_wat_node node, struct sp_span text)
{
	if (!sp_fetch_copy(wat->fetch, text, &text, wat->err) &&
	    is_attribute(node))
		text.length = sp_references_undo((char *)text.text,
						 text.length);
	return text;
}

/*
 * A text of use is kept.  Of members of links the last one counts, of others
 * the first.
 */
static bool
wat_value(void *context, enum sp_json_kind kind, struct sp_span value)
{
	struct sp_wat *wat = context;
	enum sp_wat_node node = next_node(wat);

	if (node < SP_WAT_TEXT || kind > SP_JSON_NUMBER)
		return true;
	if (!text_stays(wat, node, value))
		value = text_that_stays(wat, node, value);
	if (!value.text)
		return false;
	/* Of headers that come several times, which is a list, the first. */
	if (!wat->texts[node].text || node >= SP_WAT_URL)
		wat->texts[node] = value;
	if (node == SP_WAT_LINK_HEADER)
		return end_of_link_header(wat, value);
	if (node == SP_WAT_CONTENT_LOCATION)
		return add_raw_link(wat, value, SP_LINK_HEADER, false);
	if (node == SP_WAT_ROBOTS)
		wat->nofollow |= sp_fetch_has_word(value, ',', "nofollow") ||
				 sp_fetch_has_word(value, ',', "none");
	return true;
}

static bool
wat_key(void *context, struct sp_span key)
{
	struct sp_wat *wat = context;
	enum sp_wat_node in = wat->depth && wat->depth <= DEPTH ?
				      wat->stack[wat->depth - 1] : SP_WAT_OTHER;

	wat->next = sp_wat_node_of(in, key);
	return true;
}

/*
 * The members of a link are forgotten when the next one begins, not when it
 * ends: end_of_object() needs them.
 */
static bool
wat_open(void *context, bool list)
{
	struct sp_wat *wat = context;
	enum sp_wat_node node = next_node(wat);

	if (wat->depth < DEPTH) {
		wat->stack[wat->depth] = node;
		wat->is_list[wat->depth] = list;
	}
	wat->depth++;
	wat->html |= node == SP_WAT_HTML;
	if (!list && node >= SP_WAT_LIST && node < SP_WAT_TEXT)
		for (int i = SP_WAT_URL; i < SP_WAT_NODES; i++)
			wat->texts[i] = (struct sp_span)SP_SPAN_ABSENT;
	return true;
}

static bool
wat_close(void *context, bool list)
{
	struct sp_wat *wat = context;
	enum sp_wat_node node;

	if (--wat->depth >= DEPTH || list)
		return true;
	node = wat->stack[wat->depth];
	return node < SP_WAT_LIST || node >= SP_WAT_TEXT ||
	       end_of_object(wat, node);
}

/* ---- records ---------------------------------------------------------- */

/* Reads the JSON; damage is noted in the result. */
static enum sp_status
wat_parse(struct sp_wat *wat, const struct sp_record *record)
{
	static const struct sp_json_events events = {
		wat_value, wat_key, wat_open, wat_close
	};
	struct sp_json_walk walk = { .events = &events, .context = wat };
	enum sp_json_result result;

	wat->err->status = SP_OK;
	result = sp_json_walk(&walk, (struct sp_span){
				      (const char *)record->block,
				      record->size });
	if (result == SP_JSON_GOOD)
		result = sp_json_walk_end(&walk);
	sp_json_walk_free(&walk);
	if (result == SP_JSON_MEMORY)
		return sp_no_memory(wat->err, "JSON");
	if (result == SP_JSON_WRONG)
		return sp_fetch_damage(wat->fetch, "no valid JSON", wat->err);
	return wat->err->status;
}

static bool
wat_text_is(const struct sp_wat *wat, enum sp_wat_node node, const char *word)
{
	return sp_fetch_has_word(wat->texts[node], ',', word);
}

/* The status may be "200 OK" or a number. */
static void
set_status(struct sp_wat *wat)
{
	struct sp_span text = wat->texts[SP_WAT_STATUS];
	int status = 0;

	for (size_t i = 0; i < text.length && i < 4; i++)
		if (sp_is_digit(text.text[i]))
			status = 10 * status + text.text[i] - '0';
	/* Without a status, HTML was the answer. */
	wat->fetch->status = text.text || !wat->html ? status : 200;
	wat->fetch->answered = wat->fetch->status == 200;
}

/* A revisit has no body of its own, but the digest of the other one. */
static void
set_body(struct sp_wat *wat)
{
	struct sp_captured *fetch = wat->fetch;
	struct sp_span length = wat->texts[SP_WAT_LENGTH];
	uint64_t size;

	if (fetch->type == SP_FETCH_RESPONSE && length.text &&
	    sp_parse_uint(length.text, length.length, &size) &&
	    size <= SP_FETCH_SIZE_MAX)
		fetch->size = size;
	if (!wat->options.digests)
		return;
	fetch->digest = sp_fetch_digest(wat->texts[SP_WAT_DIGEST]);
	if (!fetch->digest && fetch->type == SP_FETCH_RESPONSE)
		fetch->digest = sp_fetch_digest(
			wat->texts[SP_WAT_ENTITY_DIGEST]);
}

/*
 * Links of the page need an answer that is the page: not those of an error or
 * of a redirect, whose text nobody sees.
 */
static enum sp_status
resolve_links(struct sp_wat *wat)
{
	const struct sp_fetch_options *options = &wat->options;
	struct sp_captured *fetch = wat->fetch;
	struct sp_link_source source = { wat->urls, options, fetch->url, NULL,
					 wat->nofollow };
	struct sp_span url;

	if (wat->texts[SP_WAT_BASE].text &&
	    sp_url_resolve(wat->urls, &fetch->url,
			   wat->texts[SP_WAT_BASE], NULL,
			   &url) == SP_URL_PAGE &&
	    sp_fetch_copy(fetch, url, &source.base, wat->err))
		return wat->err->status;
	for (uint64_t i = 0; i < wat->count; i++) {
		const struct raw_link *raw = &wat->links[i];
		struct sp_link_source own = source;

		/* Headers know nothing of <base>. */
		if (raw->kind == SP_LINK_HEADER)
			own.base = fetch->url;
		else if (!fetch->answered || fetch->redirect.text)
			continue;
		if (!sp_fetch_wants(options, raw->kind))
			continue;
		if (sp_fetch_resolve(fetch, &own, raw->url,
				     &(struct sp_fetch_link){
					     .kind = raw->kind,
					     .nofollow = raw->nofollow
				     }, wat->err))
			return wat->err->status;
	}
	return SP_OK;
}

/*
 * The type decides first: a request or a warcinfo has the URL of a page as
 * well.
 */
static enum sp_status
take_page(struct sp_wat *wat)
{
	struct sp_captured *fetch = wat->fetch;
	struct sp_span url;

	if (wat_text_is(wat, SP_WAT_TYPE, "response"))
		fetch->type = SP_FETCH_RESPONSE;
	else if (wat_text_is(wat, SP_WAT_TYPE, "revisit"))
		fetch->type = SP_FETCH_REVISIT;
	else
		return SP_OK;
	if (sp_url_resolve(wat->urls, NULL, wat->texts[SP_WAT_URI], NULL,
			   &url) != SP_URL_PAGE) {
		fetch->type = SP_FETCH_OTHER;
		return SP_OK;
	}
	if (sp_fetch_set_url(fetch, &wat->options, url, wat->err))
		return wat->err->status;
	if (fetch->refused)
		return SP_OK;
	fetch->html = wat->html;
	fetch->title = wat->texts[SP_WAT_TITLE];
	if (wat->texts[SP_WAT_DATE].text &&
	    !sp_date_parse(wat->texts[SP_WAT_DATE], &fetch->time))
		fetch->time = SP_NO_TIME;
	set_status(wat);
	set_body(wat);
	if (sp_fetch_set_mime(fetch, wat->texts[SP_WAT_CONTENT_TYPE],
			      wat->err) ||
	    sp_fetch_redirect(fetch, wat->urls, &wat->options,
			      wat->texts[SP_WAT_LOCATION], wat->err))
		return wat->err->status;
	if (fetch->type == SP_FETCH_REVISIT) {
		fetch->answered = fetch->redirect.text != NULL;
		return SP_OK;
	}
	return resolve_links(wat);
}

enum sp_status
sp_wat_read(struct sp_wat *wat, const struct sp_record *record,
	    struct sp_captured *fetch, struct sp_error *err)
{
	sp_fetch_clear(fetch);
	fetch->time = record->time;
	fetch->cut = record->size < record->length;
	fetch->names_most = sp_fetch_names_most(record->size);
	if ((record->damage && record->size < record->length) ||
	    record->type != SP_RECORD_METADATA ||
	    !sp_begins_word(record->mime, "application/json"))
		return SP_OK;
	wat->record = record;
	wat->fetch = fetch;
	wat->err = err;
	wat->depth = 0;
	wat->count = 0;
	wat->nofollow = wat->html = false;
	memset(wat->texts, 0, sizeof(wat->texts));
	if (wat_parse(wat, record))
		return err->status;
	/* What was read of a damaged page may lack its type or its base. */
	if (!fetch->damage && take_page(wat))
		return err->status;
	if (sp_urls_short(wat->urls))
		return sp_no_memory(err, "URLs");
	return SP_OK;
}

enum sp_status
sp_wat_new(const struct sp_fetch_options *options, struct sp_wat **made,
	   struct sp_error *err)
{
	struct sp_wat *wat;

	*made = NULL;
	wat = sp_alloc_zero(1, sizeof(*wat));
	if (!wat)
		return sp_no_memory(err, "JSON");
	wat->options = *options;
	if (sp_urls_new(&wat->urls, err)) {
		free(wat);
		return err->status;
	}
	*made = wat;
	return SP_OK;
}

void
sp_wat_free(struct sp_wat *wat)
{
	if (!wat)
		return;
	sp_urls_free(wat->urls);
	free(wat->links);
	free(wat);
}
