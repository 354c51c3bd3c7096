/* SPDX-License-Identifier: MIT */
/*
 * Lists of pages, such as seeds: a line has the URL or the number of a page,
 * and in some lists a value after it.
 *
 * The names are looked up in the list, not the other way round: the list is
 * short, and the names of a graph are many, so that an index of them would take
 * memory and time for each page.  The texts of all lines become a table of what
 * is wanted (web/page/wanted.h), one pass over the names finds those that are
 * the same, and only if lines are left does another pass compare normal and
 * loose forms, which takes URLs apart.
 *
 * A name may look like a number, and may have blanks in it.  So of "PAGE VALUE"
 * both the whole line and what comes before the value are wanted, and the whole
 * line counts first; a number is a page only if no page has that name.
 *
 * Lines are kept in their order with their numbers, because the pages of the
 * list have that order, and a message names the line.
 */
#include "formats/import/page_list.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "web/file/source.h"
#include "web/page/spelling.h"
#include "web/page/wanted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_PAGE UINT64_MAX

/* Lines for which near names are looked for: each is compared with all. */
#define MEANT_LINES 4

struct listed_line {
	uint64_t text;   /* its number among the texts */
	uint64_t number; /* in the file */
};

/*
 * The names are looked up in the list, not the other way round: the list is
 * short, and the names are many.
 */
struct list_reading {
	const char *path;
	const struct sp_page_list_options *options;
	struct sp_wanted *texts;      /* that may be pages */
	uint64_t *page_of;            /* each text */
	bool names_are_numbers;       /* others are no pages, then */
	struct listed_line *lines;
	uint64_t line_count, line_capacity;
	uint64_t at;                  /* number of the line looked at */
	struct sp_page_list *list;
	struct sp_error *err;
};

/*
 * Splits "PAGE VALUE": the length of the page, 0 for none; where the value
 * begins in *value.
 */
static size_t
split_listed_line(const char *line, size_t length, size_t *value)
{
	size_t end = length;

	while (end && !sp_is_blank(line[end - 1]))
		end--;
	*value = end;
	while (end && sp_is_blank(line[end - 1]))
		end--;
	return end;
}

/* ---- the texts -------------------------------------------------------- */

static enum sp_status
page_list_take_line(struct list_reading *reading, const char *line,
		    size_t length, uint64_t number)
{
	size_t value, part;
	uint64_t index;

	if (!sp_grow(&reading->lines, &reading->line_capacity,
		     reading->line_count + 1))
		return sp_no_memory(reading->err, "the list");
	if (sp_wanted_add(reading->texts, (struct sp_span){ line, length },
			  &index, reading->err))
		return reading->err->status;
	reading->lines[reading->line_count++] =
		(struct listed_line){ index, number };
	if (!reading->options->valued)
		return SP_OK;
	/*
	 * A name may have blanks in it, so that both the whole line and what
	 * comes before the value may be a page.  Once the names have been
	 * seen, look_up() decides.
	 */
	part = split_listed_line(line, length, &value);
	return part ? sp_wanted_add(reading->texts,
				    (struct sp_span){ line, part }, &index,
				    reading->err) : SP_OK;
}

/* This is how a stream begins; import/ knows no more of streams. */
enum sp_status
sp_page_list_refuse_stream(struct sp_source *source, const char *advice,
			   struct sp_error *err)
{
	static const char magic[] = "\211SPS\r\n\032\n";
	const char *text = NULL;
	size_t size = 0;

	if (sp_source_peek(source, &text, &size, err))
		return err->status;
	if (size < sizeof(magic) - 1 || memcmp(text, magic, sizeof(magic) - 1))
		return SP_OK;
	return sp_fail(err, SP_DATA, "%s: a seedpipe stream, not a list of "
		       "pages%s", sp_source_name(source), advice);
}

static enum sp_status
read_listed_lines(struct list_reading *reading, const char *path)
{
	struct sp_source *source = NULL;
	enum sp_status status;
	struct sp_span line;

	status = sp_source_open(path, &source, reading->err);
	if (!status)
		status = sp_page_list_refuse_stream(
			source, " (a stream of seeds is the operand, and its "
			"graph goes with -g)", reading->err);
	while (sp_source_next(source, &line, &status, reading->err)) {
		/* Names have no blanks at their end; values may be missing. */
		while (line.length && !reading->options->valued &&
		       sp_is_blank(line.text[line.length - 1]))
			line.length--;
		if (!line.length || *line.text == '#')
			continue;
		if (line.length > SP_NAME_MAX)
			status = sp_source_bad_line(
				source, reading->err, "a name of %zu bytes: at "
				"most %d are supported", line.length,
				SP_NAME_MAX);
		else
			status = page_list_take_line(
				reading, line.text, line.length,
				sp_source_line_number(source));
	}
	sp_source_close(source);
	return status;
}

/*
 * The page of each text: by its name, or else by its number.  Names come first,
 * because a name may look like a number.
 */
static enum sp_status
find_same(struct list_reading *reading)
{
	const struct sp_page_list_options *options = reading->options;
	const struct sp_names *texts = sp_wanted_texts(reading->texts);
	uint64_t number;
	size_t length;

	reading->page_of = sp_alloc(texts->count, sizeof(uint64_t));
	if (!reading->page_of)
		return sp_no_memory(reading->err, "the list");
	if (options->names)
		sp_wanted_find_same(reading->texts, options->names);
	/* In "0", "2", "30" the number 1 is no page, and not that of "2". */
	reading->names_are_numbers = sp_names_are_numbers(options->names);
	for (uint64_t i = 0; i < texts->count; i++) {
		struct sp_found found = sp_wanted_found(reading->texts, i);
		const char *text = sp_names_get(texts, i, &length);

		reading->page_of[i] = NO_PAGE;
		reading->list->shared += found.again != SP_NO_MATCH;
		if (found.rank == SP_RANK_SAME)
			reading->page_of[i] = found.page;
		else if (!reading->names_are_numbers &&
			 sp_parse_uint(text, length, &number) &&
			 number < options->pages)
			reading->page_of[i] = number;
	}
	return SP_OK;
}

/* The place of the text that a line means; false: it is no page yet. */
static bool
page_list_find_line(const struct list_reading *reading, uint64_t i,
		    uint64_t *place)
{
	const struct listed_line *line = &reading->lines[i];
	size_t length, value;
	const char *text = sp_names_get(sp_wanted_texts(reading->texts),
					line->text, &length);

	*place = line->text;
	if (reading->page_of[*place] == NO_PAGE && reading->options->valued &&
	    (length = split_listed_line(text, length, &value)))
		(void)sp_wanted_place(reading->texts,
				      (struct sp_span){ text, length }, place);
	return reading->page_of[*place] != NO_PAGE;
}

/*
 * The lines that are no page as they stand: those that are one in another
 * spelling.
 */
static enum sp_status
find_spellings(struct list_reading *reading)
{
	const struct sp_page_list_options *options = reading->options;
	uint64_t open = 0, place;

	for (uint64_t i = 0; i < reading->line_count; i++)
		open += !page_list_find_line(reading, i, &place);
	if (!open || !options->names)
		return SP_OK;
	if (sp_wanted_find_forms(reading->texts, options->names,
				 reading->err))
		return reading->err->status;
	for (uint64_t i = 0; i < sp_wanted_texts(reading->texts)->count; i++)
		if (reading->page_of[i] == NO_PAGE)
			reading->page_of[i] = sp_wanted_page(reading->texts, i);
	for (uint64_t i = 0; i < reading->line_count; i++) {
		bool found = page_list_find_line(reading, i, &place);
		enum sp_match_rank rank = sp_wanted_found(reading->texts,
							  place).rank;

		if (rank == SP_RANK_SAME || rank == SP_RANK_NONE)
			continue;
		reading->list->respelled += found;
		reading->list->near += !found;
	}
	return SP_OK;
}

/* "5,7,9" or "5 7 9" */
static bool
is_row_of_numbers(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (!text[i] || !strchr("0123456789, \t", text[i]))
			return false;
	return length > 0;
}

/* A line that no spelling makes a page, nor a number. */
static bool
may_be_misspelt(const struct list_reading *reading, uint64_t i,
		struct sp_span *text)
{
	uint64_t place;

	if (page_list_find_line(reading, i, &place) ||
	    sp_wanted_found(reading->texts, place).rank != SP_RANK_NONE)
		return false;
	*text = sp_names_span(sp_wanted_texts(reading->texts), place);
	return !is_row_of_numbers(text->text, text->length);
}

/* Looks for what the first lines that are no pages may have meant. */
static void
find_meant(struct list_reading *reading)
{
	const struct sp_names *names = reading->options->names;
	struct sp_page_list *list = reading->list;
	struct sp_suggestion near[MEANT_LINES];
	struct sp_span texts[MEANT_LINES];
	uint64_t numbers[MEANT_LINES];
	struct sp_name_room room;
	unsigned count = 0, i;

	for (uint64_t at = 0; at < reading->line_count && count < MEANT_LINES;
	     at++)
		if (may_be_misspelt(reading, at, &texts[count])) {
			numbers[count] = reading->lines[at].number;
			sp_spelling(&near[count], texts[count]);
			count++;
		}
	for (uint64_t page = 0; count && page < names->count; page++) {
		struct sp_span name = sp_names_read(names, page, &room);

		for (i = 0; i < count; i++)
			sp_spelling_look(&near[i], name);
	}
	for (i = 0; i < count && !near[i].count; i++)
		;
	if (i == count)
		return;
	list->misspelt_line = numbers[i];
	sp_mask(list->misspelt, sizeof(list->misspelt), texts[i].text,
		texts[i].length);
	sp_mask(list->meant, sizeof(list->meant), near[i].names,
		strlen(near[i].names));
}

static bool
find_listed_page(const struct list_reading *reading, const char *text,
		 size_t length, uint64_t *page)
{
	uint64_t place;

	if (!sp_wanted_place(reading->texts, (struct sp_span){ text, length },
			     &place))
		return false;
	*page = reading->page_of[place];
	return *page != NO_PAGE;
}

/* ---- the list --------------------------------------------------------- */

static enum sp_status
add_listed_page(struct list_reading *reading, uint64_t page, double value)
{
	struct sp_page_list *list = reading->list;

	if (!sp_grow(&list->pages, &list->pages_capacity, list->count + 1))
		return sp_no_memory(reading->err, "the list");
	if (reading->options->valued) {
		if (!sp_grow(&list->values, &list->values_capacity,
			     list->count + 1))
			return sp_no_memory(reading->err, "the list");
		list->values[list->count] = value;
	}
	list->pages[list->count++] = page;
	return SP_OK;
}

/* The name that another spelling would find; false if there is none. */
static bool
advise_spelling(const struct list_reading *reading, struct sp_span text,
		char *advice, size_t size)
{
	const struct sp_names *names = reading->options->names;
	char shown[256], more[64] = "";
	struct sp_name_room room;
	uint64_t place, page;
	struct sp_span name;

	if (!sp_wanted_place(reading->texts, text, &place) ||
	    !sp_wanted_is_near(reading->texts, place))
		return false;
	page = sp_wanted_found(reading->texts, place).page;
	name = sp_names_read(names, page, &room);
	sp_mask(shown, sizeof(shown), name.text, name.length);
	if (reading->options->matches && reading->list->near > 1)
		snprintf(more, sizeof(more),
			 ": --match loose finds %" PRIu64 " such lines",
			 reading->list->near);
	else if (reading->options->matches)
		snprintf(more, sizeof(more), ": --match loose finds it");
	snprintf(advice, size, "perhaps \"%s\"%s", shown, more);
	return true;
}

/* What to do about a line that is no page, for parentheses. */
static void
advise_on_page(const struct list_reading *reading, const char *text,
	       size_t length, char *advice, size_t size)
{
	const struct sp_page_list_options *options = reading->options;
	const struct sp_names *names = options->names;
	uint64_t number;

	*advice = '\0';
	if (advise_spelling(reading, (struct sp_span){ text, length }, advice,
			    size) || options->hosts)
		return;
	if (reading->list->misspelt_line == reading->at)
		snprintf(advice, size, "perhaps %s",
			 reading->list->meant);
	else if (!options->pages)
		snprintf(advice, size, "the graph has no pages");
	else if (reading->names_are_numbers &&
		 sp_parse_uint(text, length, &number))
		snprintf(advice, size, "pages of this graph are named by "
			 "numbers");
	else if (sp_parse_uint(text, length, &number))
		snprintf(advice, size, "the last page is %" PRIu64,
			 options->pages - 1);
	else if (is_row_of_numbers(text, length))
		snprintf(advice, size, "a line has one page");
	else if (options->numbers)
		snprintf(advice, size, "lines begin with page numbers here, "
			 "not with names");
	else if (!names || !names->count)
		snprintf(advice, size, "the stream has no URLs: give page "
			 "numbers, or import the graph with --names");
}

static enum sp_status
not_a_page(struct list_reading *reading, const char *text, size_t length)
{
	const char *skip = reading->options->no_drop ||
					   reading->options->valued ?
				   "" : "--drop-missing skips such lines";
	char shown[256], advice[400];

	if (reading->options->drop_missing) {
		reading->list->missing++;
		return SP_OK;
	}
	sp_mask(shown, sizeof(shown), text, length);
	advise_on_page(reading, text, length, advice, sizeof(advice));
	return sp_fail(reading->err, SP_DATA, "%s: line %" PRIu64 ": \"%s\" is "
		       "not a %s of the graph%s%s%s%s%s", reading->path,
		       reading->at, shown,
		       reading->options->hosts ? "host" : "page",
		       *advice || *skip ? " (" : "", advice,
		       *advice && *skip ? "; " : "", skip,
		       *advice || *skip ? ")" : "");
}

/* "PAGE" or "PAGE VALUE" */
static enum sp_status
look_up(struct list_reading *reading, const char *line, size_t length)
{
	size_t column, end;
	char shown[64];
	uint64_t page;
	double value;

	if (find_listed_page(reading, line, length, &page))
		return add_listed_page(reading, page, 1);
	if (!reading->options->valued)
		return not_a_page(reading, line, length);
	end = split_listed_line(line, length, &column);
	if (!end)
		return not_a_page(reading, line, length);
	if (!find_listed_page(reading, line, end, &page))
		return not_a_page(reading, line, end);
	if (sp_parse_double(line + column, length - column, &value) &&
	    value >= 0)
		return add_listed_page(reading, page, value);
	sp_mask(shown, sizeof(shown), line + column, length - column);
	return sp_fail(reading->err, SP_DATA, "%s: line %" PRIu64 ": \"%s\" is "
		       "not a number of at least 0", reading->path, reading->at,
		       shown);
}

enum sp_status
sp_page_list_read(const char *path, const struct sp_page_list_options *options,
		  struct sp_page_list *list, struct sp_error *err)
{
	struct list_reading reading = { .path = strcmp(path, "-") ? path :
					   "standard input",
				   .options = options, .list = list,
				   .err = err };
	enum sp_status status = sp_wanted_new(options->match, &reading.texts,
					      err);

	if (!status)
		status = read_listed_lines(&reading, path);
	if (!status)
		status = find_same(&reading);
	if (!status)
		status = find_spellings(&reading);
	if (!status && options->names)
		find_meant(&reading);
	for (uint64_t i = 0; !status && i < reading.line_count; i++) {
		const struct listed_line *line = &reading.lines[i];
		size_t length;
		const char *text = sp_names_get(sp_wanted_texts(reading.texts),
						line->text, &length);

		reading.at = line->number;
		status = look_up(&reading, text, length);
	}
	sp_wanted_free(reading.texts);
	free(reading.page_of);
	free(reading.lines);
	return status;
}

void
sp_page_list_free(struct sp_page_list *list)
{
	free(list->pages);
	free(list->values);
	*list = (struct sp_page_list){ 0 };
}
