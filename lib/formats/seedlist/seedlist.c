/* SPDX-License-Identifier: MIT */
/*
 * A list is written page by page; formats only make lines (format.h).  What all
 * have in common: options that a format has no place for are refused, names are
 * checked, and a page that the list has again is left out.
 *
 * Repeated pages.  For most formats the line is the URL, so that it is enough
 * to know which places of the list were written: a table of places with half a
 * hash each, 8 bytes a slot, at most three quarters full.  When the halves of
 * two hashes agree, the URL of the earlier place is made again and compared, so
 * that no page is lost to a collision.  Formats with keys of their own spelling
 * keep their keys in a dictionary, which costs the lines.
 *
 * Pages of a list are anywhere in memory, and so are their slots.  So AHEAD
 * items are taken at a time, their names and slots asked for together, and only
 * then worked on; their hashes are kept for when they are needed.
 *
 * Lines are built in one buffer; a lack of memory makes it "lost" (base/line.h)
 * and is looked for once a line, before the reason why a name is refused, which
 * would be wrong then.
 */
#include "formats/seedlist/seedlist.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/utf8.h"
#include "formats/seedlist/format.h"
#include "graph/names.h"

#include <stdlib.h>
#include <string.h>

/* Items that are fetched at a time. */
#define AHEAD 32

#define CRAWL_MAX 100 /* bytes in the name of a crawl */

static const struct sp_list_format *const formats[] = {
#define FORMAT(NAME, name, word) [SP_LIST_##NAME] = &sp_list_##name,
	SP_LIST_FORMATS(FORMAT)
#undef FORMAT
};

static const char *const format_words[] = {
#define WORD(NAME, name, word) [SP_LIST_##NAME] = word,
	SP_LIST_FORMATS(WORD)
#undef WORD
};

struct list {
	const struct sp_list_format *format;
	const struct sp_list_source *source;
	const struct sp_list_options *options;
	struct sp_list_report *report;
	struct sp_list_scale scale;
	bool numbered;               /* lines have priorities */
	enum sp_list_scope scope;    /* SP_SCOPE_AUTO: none */
	struct sp_line line, name, other, room;

	/* What was written: keys of lines, or else places of names. */
	struct sp_names keys;
	struct sp_dictionary *dictionary;
	uint64_t *places;            /* plus 1, below half a hash; 0: free */
	uint64_t slots;              /* a power of two */
	uint64_t hash_seed;

	/* Items that were asked for some ahead, with hashes of their names. */
	struct sp_listed ahead[AHEAD];
	uint64_t hashes[AHEAD];
};

/* ---- options ---------------------------------------------------------- */

static enum sp_list_scope
scope_of(const struct sp_list_options *options)
{
	return options->scope ? options->scope :
				formats[options->format]->scope;
}

const char *
sp_list_head(const struct sp_list_options *options)
{
	const char *head = formats[options->format]->scoped_head;

	return head && scope_of(options) ? head : "";
}

uint64_t
sp_list_limit(const struct sp_list_options *options)
{
	/* It is the upload of bare lists that is limited. */
	return *sp_list_head(options) ? 0 : formats[options->format]->limit;
}

const char *
sp_list_reader(enum sp_list_format_number format)
{
	return formats[format]->reader;
}

/* Names of crawls become parts of keys and of command lines. */
static enum sp_status
seedlist_check_crawl(const struct list *list, struct sp_error *err)
{
	const char *crawl = list->options->crawl;
	size_t length = crawl ? strlen(crawl) : 0;
	char shown[64];

	if (!crawl)
		return SP_OK;
	if (!list->format->crawls)
		return sp_fail(err, SP_USAGE, "--crawl-id: %s has no place for "
			       "a crawl", format_words[list->options->format]);
	if (!list->numbered)
		return sp_fail(err, SP_USAGE, "--crawl-id: bare URLs have no "
			       "place for a crawl (give it to the client: "
			       "PutURLs -c %s)", crawl);
	for (size_t i = 0; i < length; i++)
		if (!sp_is_letter(crawl[i]) && !sp_is_digit(crawl[i]) &&
		    crawl[i] != '-' && crawl[i] != '.')
			length = 0;
	if (length && length <= CRAWL_MAX)
		return SP_OK;
	sp_mask(shown, sizeof(shown), crawl, strlen(crawl));
	return sp_fail(err, SP_USAGE, "--crawl-id: \"%s\" is not a name of 1 "
		       "to %d letters, digits, \"-\" and \".\"", shown,
		       CRAWL_MAX);
}

/* What the format has a place for. */
static enum sp_status
seedlist_choose(struct list *list, struct sp_error *err)
{
	const struct sp_list_options *options = list->options;
	const struct sp_list_format *format = formats[options->format];
	const char *word = format_words[options->format];
	enum sp_list_priority priority = options->priority;

	list->format = format;
	list->scope = scope_of(options);
	if (options->scope && !(format->scopes >> options->scope & 1))
		return sp_fail(err, SP_USAGE, "--scope: %s has no place for a "
			       "scope (see --to surt)", word);
	if (!priority)
		priority = format->priorities ? SP_PRIORITY_RANK :
						SP_PRIORITY_NONE;
	if (priority == SP_PRIORITY_NONE && format->needs_priority)
		return sp_fail(err, SP_USAGE, "--priority none: %s is a list "
			       "of priorities (see --to heritrix)", word);
	if (priority != SP_PRIORITY_NONE && !format->priorities)
		return sp_fail(err, SP_USAGE, "--priority: %s has no place for "
			       "a priority%s", word,
			       options->format == SP_LIST_HERITRIX ?
			       " (see --to heritrix-precedence)" : "");
	list->numbered = priority != SP_PRIORITY_NONE;
	if (seedlist_check_crawl(list, err))
		return err->status;
	return list->numbered ? sp_list_scale_make(&list->scale, priority,
						   list->source, err) :
				SP_OK;
}

/* ---- what was written before ------------------------------------------ */

/* Slots are made for all pages at once: their number is known. */
static enum sp_status
begin_places(struct list *list, struct sp_error *err)
{
	uint64_t slots = 4;

	if (list->format->any_name)
		return SP_OK;
	if (list->format->keys) {
		list->dictionary = sp_dictionary_new(&list->keys);
		return list->dictionary ? SP_OK :
					  sp_no_memory(err, "the list");
	}
	/* At most three slots in four are used, so that probing stays short. */
	while (slots / 4 * 3 < list->source->count)
		slots *= 2;
	list->places = sp_alloc_large_zero(slots, sizeof(*list->places));
	if (!list->places)
		return sp_no_memory(err, "the list");
	list->slots = slots;
	list->hash_seed = sp_hash_seed(list->places);
	return SP_OK;
}

/*
 * The URL of a place that was written before: its name, with the scheme.  One
 * that was added to a name is added again.
 */
static struct sp_span
url_at(struct list *list, uint64_t place)
{
	struct sp_list_url url;
	struct sp_listed item;

	list->source->get(list->source->context, place, &item);
	if (!list->options->scheme)
		return item.name;
	(void)sp_list_url_split(item.name, list->options->scheme, &list->other,
				&url);
	return url.whole;
}

#define PLACE_MASK UINT64_C(0xffffffff)

/*
 * Notes the URL of place i; *repeated if an earlier place has it.  A slot holds
 * the upper half of the hash and the place plus 1, which fits 32 bits, as a
 * list has fewer pages.  The hash has a random seed: no list can make all slots
 * collide.
 */
static void
note_url(struct list *list, uint64_t i, struct sp_span url, bool *repeated)
{
	uint64_t hash = list->options->scheme ?
		sp_hash_seeded(url.text, url.length, list->hash_seed) :
		list->hashes[i % AHEAD];

	for (uint64_t slot = hash;; slot++) {
		uint64_t *place = &list->places[slot & (list->slots - 1)];

		*repeated = false;
		if (!*place) {
			*place = (hash & ~PLACE_MASK) | (i + 1);
			return;
		}
		if ((*place ^ hash) & ~PLACE_MASK)
			continue;
		*repeated = sp_span_equal(url_at(list, (*place & PLACE_MASK) -
						       1), url);
		if (*repeated || list->other.lost)
			return;
	}
}

static enum sp_status
note(struct list *list, uint64_t i, const struct sp_list_item *item,
     bool *repeated, struct sp_error *err)
{
	uint64_t before = list->keys.count, index;
	enum sp_status status = SP_OK;

	*repeated = false;
	if (list->dictionary) {
		status = sp_dictionary_add(list->dictionary, list->line.text,
					   item->key_length, &index, err);
		*repeated = list->keys.count == before;
	} else if (list->places) {
		note_url(list, i, item->url.whole, repeated);
		if (list->other.lost)
			status = sp_no_memory(err, "a line");
	}
	return status;
}

/* ---- names ------------------------------------------------------------ */

/* Does the text end in a character that readers remove? */
static bool
ends_in_blank(struct sp_span text, bool unicode)
{
	size_t start = text.length - 1;
	uint32_t c;

	if (text.text[start] == ' ')
		return true;
	while (start && ((unsigned char)text.text[start] & 0xc0) == 0x80)
		start--;
	if (!unicode ||
	    !sp_utf8_get((struct sp_span){ text.text + start,
					   text.length - start }, &c))
		return false;
	return c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) ||
	       c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f ||
	       c == 0x3000 || c == 0xfeff;
}

/*
 * Why the format cannot hold the name, or NULL.  Readers take blanks off the
 * ends of lines, and some split lines at blanks.
 */
static const char *
check_url(const struct sp_list_format *format, const struct sp_list_url *url)
{
	if (url->ftp && !format->ftp)
		return "is a URL of ftp";
	if (!format->blanks && sp_list_url_has_blank(url))
		return "has a blank";
	if (ends_in_blank(url->whole, format->trims_unicode))
		return "ends in a blank, which would be removed";
	return NULL;
}

static const char *
seedlist_make_line(struct list *list, struct sp_list_item *item)
{
	const struct sp_list_format *format = list->format;
	const char *reason;

	list->line.length = 0;
	/* Of a graph without names, text has numbers. */
	if (list->source->named && !item->listed->name.length)
		return "is empty";
	if (!format->any_name) {
		reason = sp_list_url_split(item->listed->name,
					   list->options->scheme, &list->name,
					   &item->url);
		if (!reason && !list->name.lost)
			reason = check_url(format, &item->url);
		if (reason || list->name.lost)
			return reason;
	}
	return format->write(item, &list->line);
}

/*
 * A name that the format cannot hold: an error, or left out.  The first one
 * that is left out is kept with its reason, in case nothing else is left.  Text
 * holds any name, and a page without one is no reason to give up the others.
 */
static enum sp_status
refuse(struct list *list, const struct sp_listed *item, const char *reason,
       struct sp_error *err)
{
	struct sp_list_report *report = list->report;
	/* Long names are cut, so that the reason is not. */
	int length = (int)(item->name.length < 200 ? item->name.length : 200);
	bool drops = list->options->drop_refused || list->format->any_name;
	struct sp_error *why = drops ? &report->first : err;

	if (!report->refused++ || why == err)
		(void)sp_fail(why, SP_DATA, "page %" PRIu64 ": the name "
			      "\"%.*s%s\" %s%s", item->page, length,
			      length ? item->name.text : "",
			      item->name.length > 200 ? "..." : "", reason,
			      why == err ? "; --drop-refused leaves such "
			      "pages out" : "");
	return why == err ? err->status : SP_OK;
}

/* ---- together --------------------------------------------------------- */

/*
 * The order of checks: a line that is lost has no reason, a name that is
 * refused is not noted.
 */
static enum sp_status
write_item(struct list *list, uint64_t i, const struct sp_list_sink *sink,
	   struct sp_error *err)
{
	const struct sp_listed *listed = &list->ahead[i % AHEAD];
	struct sp_list_item item = {
		.listed = listed, .place = i, .scope = list->scope,
		.scale = list->numbered ? &list->scale : NULL,
		.crawl = list->options->crawl, .room = &list->room,
		.safe = list->options->safe
	};
	enum sp_status status;
	const char *reason;
	bool repeated;

	reason = seedlist_make_line(list, &item);
	if (list->line.lost || list->name.lost || list->room.lost)
		return sp_no_memory(err, "a line");
	if (reason)
		return refuse(list, listed, reason, err);
	status = note(list, i, &item, &repeated, err);
	if (status)
		return status;
	if (repeated) {
		list->report->repeated++;
		return SP_OK;
	}
	sp_line_add_bytes(&list->line, "\n", 1);
	if (list->line.lost)
		return sp_no_memory(err, "a line");
	list->report->written++;
	return sink->write(sink->context, list->line.text, list->line.length,
			   err);
}

/*
 * Gets the next items, and has their memory fetched: first all names, then all
 * slots, whose places depend on the names.
 */
static void
look_ahead(struct list *list, uint64_t first)
{
	uint64_t count = list->source->count - first;

	count = count < AHEAD ? count : AHEAD;
	for (uint64_t k = 0; k < count; k++) {
		struct sp_listed *item = &list->ahead[k];

		list->source->get(list->source->context, first + k, item);
		__builtin_prefetch(item->name.text);
	}
	for (uint64_t k = 0; list->places && k < count; k++) {
		struct sp_span name = list->ahead[k].name;

		list->hashes[k] = sp_hash_seeded(name.text, name.length,
						 list->hash_seed);
		__builtin_prefetch(&list->places[list->hashes[k] &
						 (list->slots - 1)], 1);
	}
}

/*
 * An empty list is an error of the caller's pages, but in plain text it is a
 * list.
 */
static enum sp_status
write_items(struct list *list, const struct sp_list_sink *sink,
	    struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < list->source->count; i++) {
		if (!(i % AHEAD))
			look_ahead(list, i);
		status = write_item(list, i, sink, err);
	}
	if (status || list->report->written ||
	    (list->format->any_name && !list->report->refused))
		return status;
	if (list->report->refused)
		return sp_fail(err, SP_DATA, "no page is left: %s",
			       list->report->first.text);
	return sp_fail(err, SP_DATA, "there are no pages to list");
}

enum sp_status
sp_list_write(const struct sp_list_source *source,
	      const struct sp_list_options *options,
	      const struct sp_list_sink *sink, struct sp_list_report *report,
	      struct sp_error *err)
{
	struct list list = { .source = source, .options = options,
			     .report = report };
	enum sp_status status;

	*report = (struct sp_list_report){ 0 };
	status = seedlist_choose(&list, err);
	if (!status && !source->named && !list.format->any_name)
		status = sp_fail(err, SP_DATA, "no names of pages in the "
				 "stream, and %s needs URLs (give the graph "
				 "that has them with -g, or import it with "
				 "graphimport --names)", list.format->reader);
	if (!status && source->count > UINT32_MAX - 1)
		status = sp_fail(err, SP_DATA, "more pages than a list can "
				 "have, %lu", (unsigned long)UINT32_MAX - 1);
	if (!status)
		status = begin_places(&list, err);
	if (!status)
		status = write_items(&list, sink, err);
	sp_dictionary_free(list.dictionary);
	sp_names_free(&list.keys);
	free(list.places);
	free(list.line.text);
	free(list.name.text);
	free(list.other.text);
	free(list.room.text);
	return status;
}
