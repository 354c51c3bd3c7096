/* SPDX-License-Identifier: MIT */
/*
 * The list may be as long as the graph, so it is read line by line and not
 * kept: the names are indexed, and each page has a byte that says whether a
 * line was it, and its state.  That byte also shows a page that comes twice,
 * under one spelling or two.  Which line was the first is not kept, which would
 * take eight times as much.
 *
 * A URL that no page has waits in a table of its own, under the key by which
 * another spelling of it would be found, until the end of the list shows that
 * the list is one of this graph at all.  Then these URLs become pages, in the
 * order of their lines.
 *
 * Of two pages with one name, an index finds the first.  The other would stay
 * unfetched without a word, so the names of pages that the list does not have
 * are looked up at the end.
 */
#include "formats/import/fetched_list.h"

#include "base/ascii.h"
#include "base/line.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "formats/import/page_list.h"
#include "graph/rows.h"
#include "web/page/wanted.h"

#include <stdlib.h>
#include <string.h>

#define NOT_LISTED UINT8_MAX

struct fetched_reading {
	struct sp_source *source;
	const struct sp_fetched_options *options;
	struct sp_match_index *index; /* NULL: pages have no names */
	struct sp_matcher *matcher;
	uint8_t *state_of;            /* of each page, or NOT_LISTED */

	/* URLs that no page has, and the keys that find them again. */
	struct sp_names texts, keys;
	struct sp_dictionary *dictionary;
	uint8_t *unknown_states;
	uint64_t unknown_capacity;

	struct sp_fetched *made;
	struct sp_error *err;
};

/* ---- a line ----------------------------------------------------------- */

/* "ok, redirect, ... or filtered" */
static enum sp_status
refuse_word(struct fetched_reading *reading, struct sp_span word)
{
	struct sp_line words = SP_LINE_EMPTY;
	char shown[64], *text;

	for (unsigned i = 0; i < SP_PAGE_STATES; i++) {
		if (i)
			sp_line_add(&words, i + 1 < SP_PAGE_STATES ? ", " :
								     " or ");
		sp_line_add(&words, sp_page_state_word(i));
	}
	text = sp_line_take(&words);
	sp_mask(shown, sizeof(shown), word.text, word.length);
	(void)sp_source_bad_line(
		reading->source, reading->err, "\"%s\" is not a state: %s%s",
		shown, text ? text : "",
		sp_are_digits(word.text, word.length) ?
			" (crawlimport -g reads statuses of HTTP)" : "");
	free(text);
	return reading->err->status;
}

/* Splits "PAGE" or "PAGE<tab>STATE". */
static enum sp_status
split_fetched_line(struct fetched_reading *reading, struct sp_span line,
		   struct sp_span *page, uint8_t *state)
{
	const char *word;
	unsigned i = 0;

	*page = sp_span_cut_at(&line, '\t');
	*state = SP_PAGE_OK;
	while (page->length && page->text[page->length - 1] == ' ')
		page->length--;
	if (!page->length)
		return sp_source_bad_line(reading->source, reading->err,
					  "no page before the tab");
	line = sp_span_trim(line, " \t");
	if (!line.length)
		return SP_OK;
	if (memchr(line.text, '\t', line.length))
		return sp_source_bad_line(reading->source, reading->err,
					  "more than two columns: a line has "
					  "a page, a tab and its state");
	for (; i < SP_PAGE_STATES; i++) {
		word = sp_page_state_word(i);
		if (line.length == strlen(word) &&
		    !memcmp(line.text, word, line.length))
			break;
	}
	if (i == SP_PAGE_STATES)
		return refuse_word(reading, line);
	*state = (uint8_t)i;
	return SP_OK;
}

/* Two lines may be one page in two spellings; they must agree. */
static enum sp_status
set_fetched_state(struct fetched_reading *reading, struct sp_span page,
		  uint8_t state, uint8_t *of)
{
	char shown[SP_FETCHED_SHOWN];

	if (*of == NOT_LISTED || *of == state) {
		*of = state;
		return SP_OK;
	}
	sp_mask(shown, sizeof(shown), page.text, page.length);
	return sp_source_bad_line(reading->source, reading->err, "\"%s\" is "
				  "\"%s\" here, and \"%s\" in a line before",
				  shown, sp_page_state_word(state),
				  sp_page_state_word(*of));
}

/* ---- pages ------------------------------------------------------------ */

static enum sp_status
refuse_page(struct fetched_reading *reading, struct sp_span page,
	    const char *why)
{
	char shown[SP_FETCHED_SHOWN];

	sp_mask(shown, sizeof(shown), page.text, page.length);
	return sp_source_bad_line(reading->source, reading->err,
				  "\"%s\" is not a page of the graph (%s)",
				  shown, why);
}

/* A line that is no name: a number; *is_one: and that of a page. */
static enum sp_status
find_fetched_number(struct fetched_reading *reading, struct sp_span page,
		    bool *is_one, uint64_t *found)
{
	const struct sp_fetched_options *options = reading->options;
	uint64_t base = options->base1;
	bool numbered = !options->ids && !options->normalized;
	struct sp_line last = SP_LINE_EMPTY;
	uint64_t number;
	char *text;

	*is_one = false;
	if (!sp_parse_uint(page.text, page.length, &number))
		return reading->index ? SP_OK :
		       refuse_page(reading, page, "the pages have no URLs: "
				   "give numbers, or the URLs with --names");
	if (options->normalized)
		return refuse_page(reading, page, "--normalize joins pages: "
				   "give their URLs");
	if (!numbered)
		return SP_OK;
	if (!options->pages)
		return refuse_page(reading, page, "it has no pages");
	*found = number - base;
	*is_one = number >= base && *found < options->pages;
	if (*is_one)
		return SP_OK;
	sp_line_format(&last, "pages are %" PRIu64 " to %" PRIu64, base,
		       options->pages - 1 + base);
	text = sp_line_take(&last);
	(void)refuse_page(reading, page, text ? text : "too large");
	free(text);
	return reading->err->status;
}

/*
 * The key by which another spelling of the URL is the same page, as it would be
 * if a page had it.
 */
static enum sp_status
fetched_key(struct fetched_reading *reading, struct sp_span url,
	    struct sp_span *key, struct sp_span *name)
{
	const struct sp_fetched_options *options = reading->options;
	struct sp_span normal, loose;

	*key = *name = url;
	if (options->ids ||
	    (options->match == SP_MATCH_EXACT && !options->normalized))
		return SP_OK;
	if (sp_match_keys(reading->matcher, url, &normal, &loose,
			  reading->err))
		return reading->err->status;
	if (options->match == SP_MATCH_LOOSE && loose.text)
		*key = loose;
	else if (normal.text)
		*key = normal;
	if (options->normalized && normal.text)
		*name = normal;
	return SP_OK;
}

/* A URL that no page has. */
static enum sp_status
take_unknown(struct fetched_reading *reading, struct sp_span url,
	     uint8_t state)
{
	struct sp_fetched *made = reading->made;
	struct sp_error *err = reading->err;
	uint64_t before = reading->keys.count, place;
	struct sp_span key, name;

	if (reading->options->ids &&
	    (!sp_are_digits(url.text, url.length) ||
	     (url.length > 1 && *url.text == '0')))
		return refuse_page(reading, url, "its pages have numbers, not "
				   "URLs");
	if (fetched_key(reading, url, &key, &name) ||
	    sp_dictionary_add(reading->dictionary, key.text, key.length,
			      &place, err))
		return err->status;
	if (reading->keys.count > before) {
		if (!sp_grow(&reading->unknown_states,
			     &reading->unknown_capacity, place + 1))
			return sp_no_memory(err, "a list of pages");
		reading->unknown_states[place] = NOT_LISTED;
		if (sp_names_add(&reading->texts, name.text, name.length, err))
			return err->status;
	}
	if (!made->first_unknown) {
		made->first_unknown = sp_source_line_number(reading->source);
		sp_mask(made->shown, sizeof(made->shown), url.text,
			url.length);
	}
	return set_fetched_state(reading, url, state,
				 &reading->unknown_states[place]);
}

static enum sp_status
take_fetched_line(struct fetched_reading *reading, struct sp_span line)
{
	struct sp_error *err = reading->err;
	uint64_t page = SP_NO_MATCH;
	struct sp_span text;
	uint8_t state;
	bool found;

	if (split_fetched_line(reading, line, &text, &state))
		return err->status;
	if (text.length > SP_NAME_MAX)
		return sp_source_bad_line(reading->source, err, "a page of "
					  "over %d bytes", SP_NAME_MAX);
	reading->made->lines++;
	if (reading->index &&
	    sp_match_find(reading->index, reading->matcher, text, NULL, &page,
			  err))
		return err->status;
	found = page != SP_NO_MATCH;
	/* Names come first: one may look like a number. */
	if (!found && find_fetched_number(reading, text, &found, &page))
		return err->status;
	if (!found)
		return take_unknown(reading, text, state);
	reading->made->listed += reading->state_of[page] == NOT_LISTED;
	return set_fetched_state(reading, text, state,
				 &reading->state_of[page]);
}

static enum sp_status
read_fetched_lines(struct fetched_reading *reading)
{
	enum sp_status status = SP_OK;
	struct sp_span line;

	while (sp_source_next(reading->source, &line, &status, reading->err))
		if (sp_span_trim(line, " \t").length && *line.text != '#')
			status = take_fetched_line(reading, line);
	return status;
}

/* ---- all of them ------------------------------------------------------ */

/* What another spelling would find is counted, unless all spellings count. */
static enum sp_status
count_fetched_near(struct fetched_reading *reading)
{
	const struct sp_fetched_options *options = reading->options;

	reading->made->unknown = reading->texts.count;
	if (!reading->texts.count || options->ids ||
	    options->match == SP_MATCH_LOOSE)
		return SP_OK;
	return sp_wanted_count_near(options->names, &reading->texts,
				    &reading->made->near, reading->err);
}

/* The list of another graph, or none. */
static enum sp_status
check_fetched_lines(const struct fetched_reading *reading)
{
	const struct sp_fetched *made = reading->made;
	const char *file = sp_source_name(reading->source);

	if (!made->lines)
		return sp_fail(reading->err, SP_DATA, "%s: no pages in the "
			       "list", file);
	if (made->listed)
		return SP_OK;
	return sp_fail(reading->err, SP_DATA, "%s: none of its %" PRIu64 " "
		       "lines is a page of the graph (line %" PRIu64 ": "
		       "\"%s\"%s)", file, made->lines, made->first_unknown,
		       made->shown, made->near ? "; --match loose finds some" :
						 "");
}

static enum sp_status
check_fetched_names(const struct fetched_reading *reading)
{
	const struct sp_names *names = reading->options->names;
	const uint8_t *state_of = reading->state_of;
	uint64_t first = SP_NO_MATCH;
	struct sp_name_room room;

	for (uint64_t page = 0; page < names->count; page++) {
		if (state_of[page] != NOT_LISTED)
			continue;
		if (sp_match_find(reading->index, reading->matcher,
				  sp_names_read(names, page, &room), NULL,
				  &first, reading->err))
			return reading->err->status;
		if (first != page && state_of[first] != NOT_LISTED)
			return sp_fail(reading->err, SP_DATA, "%s: pages "
				       "%" PRIu64 " and %" PRIu64 " have the "
				       "same name", sp_source_name(
				       reading->source),
				       first + reading->options->base1,
				       page + reading->options->base1);
	}
	return SP_OK;
}

/* The states of all pages, those that are added last. */
static enum sp_status
finish_fetched(struct fetched_reading *reading)
{
	const struct sp_fetched_options *options = reading->options;
	const struct sp_names *texts = &reading->texts;
	uint64_t pages = options->pages;
	uint64_t more = options->may_add ? texts->count : 0;
	struct sp_states *states = &reading->made->states;
	struct sp_error *err = reading->err;

	if (more > SP_PAGES_MAX - pages)
		return sp_fail(err, SP_DATA, "%s: more than %" PRIu64 " pages "
			       "with those of the list",
			       sp_source_name(reading->source), SP_PAGES_MAX);
	if (sp_states_new(pages + more, states, err))
		return err->status;
	for (uint64_t page = 0; page < pages; page++)
		if (reading->state_of[page] != NOT_LISTED)
			states->state_of[page] = reading->state_of[page];
	for (uint64_t i = 0; i < more; i++) {
		struct sp_span name = sp_names_span(texts, i);

		states->state_of[pages + i] = reading->unknown_states[i];
		if (sp_names_add(options->names, name.text, name.length, err))
			return err->status;
	}
	return SP_OK;
}

/* Also of a failure before: to be freed in any case. */
static enum sp_status
begin_fetched(struct fetched_reading *reading)
{
	const struct sp_fetched_options *options = reading->options;
	struct sp_error *err = reading->err;

	if (sp_page_list_refuse_stream(reading->source, "", err))
		return err->status;
	reading->state_of = sp_alloc(options->pages, 1);
	reading->dictionary = sp_dictionary_new(&reading->keys);
	if (!reading->state_of || !reading->dictionary)
		return sp_no_memory(err, "the states of the pages");
	memset(reading->state_of, NOT_LISTED, options->pages);
	if (!options->names->count)
		return SP_OK;
	if (sp_matcher_new(&reading->matcher, err))
		return err->status;
	return sp_match_index_new(options->names, options->ids ?
					 SP_MATCH_EXACT : options->match,
				  &reading->index, err);
}

enum sp_status
sp_fetched_list_read(struct sp_source *source,
		     const struct sp_fetched_options *options,
		     struct sp_fetched *made, struct sp_error *err)
{
	struct fetched_reading reading = {
		.source = source, .options = options, .made = made, .err = err
	};
	enum sp_status status;

	*made = (struct sp_fetched){ 0 };
	status = begin_fetched(&reading);
	if (!status)
		status = read_fetched_lines(&reading);
	if (!status)
		status = count_fetched_near(&reading);
	if (!status)
		status = check_fetched_lines(&reading);
	if (!status && reading.index)
		status = check_fetched_names(&reading);
	/* The index is of the names as they were. */
	sp_match_index_free(reading.index);
	if (!status)
		status = finish_fetched(&reading);
	sp_matcher_free(reading.matcher);
	sp_dictionary_free(reading.dictionary);
	sp_names_free(&reading.keys);
	sp_names_free(&reading.texts);
	free(reading.unknown_states);
	free(reading.state_of);
	return status;
}
