/* SPDX-License-Identifier: MIT */
#include "import/page_list.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "source/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define NO_PAGE UINT64_MAX

struct listed_line {
	uint64_t text;   /* its number among the texts */
	uint64_t number; /* in the file */
};

/*
 * The list is put into a dictionary and all names are looked up in that, not
 * the other way round: the list is short, and the names are many.
 */
struct list_reading {
	const char *path;
	const struct sp_page_list_options *options;
	struct sp_names table;        /* texts that may be pages */
	struct sp_dictionary *texts;  /* over them */
	uint64_t *page_of;            /* each text */
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
take_line(struct list_reading *reading, const char *line, size_t length,
	  uint64_t number)
{
	size_t value, part;
	uint64_t index;

	if (!sp_grow(&reading->lines, &reading->line_capacity,
		     reading->line_count + 1, sizeof(*reading->lines)))
		return sp_no_memory(reading->err, "the list");
	if (sp_dictionary_add(reading->texts, line, length, &index,
			      reading->err))
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
	return part ? sp_dictionary_add(reading->texts, line, part, &index,
					reading->err) : SP_OK;
}

/*
 * A stream of seeds is not a list of them, though both are called seeds.  This
 * is how a stream begins; import/ knows no more of streams.
 */
static enum sp_status
refuse_stream(struct list_reading *reading, struct sp_source *source)
{
	static const char magic[] = "\211SPS\r\n\032\n";
	const char *text = NULL;
	size_t size = 0;

	if (sp_source_peek(source, &text, &size, reading->err))
		return reading->err->status;
	if (size < sizeof(magic) - 1 || memcmp(text, magic, sizeof(magic) - 1))
		return SP_OK;
	return sp_fail(reading->err, SP_DATA, "%s: a seedpipe stream, not a "
		       "list of pages (a stream of seeds is the operand, and "
		       "its graph goes with -g)", reading->path);
}

static enum sp_status
read_listed_lines(struct list_reading *reading, const char *path)
{
	struct sp_source *source = NULL;
	const char *line = NULL;
	enum sp_status status;
	size_t length;

	status = sp_source_open(path, &source, reading->err);
	if (!status)
		status = refuse_stream(reading, source);
	while (!status) {
		status = sp_source_line(source, &line, &length, reading->err);
		if (status || !line)
			break;
		/* Names have no blanks at their end; values may be missing. */
		while (length && !reading->options->valued &&
		       sp_is_blank(line[length - 1]))
			length--;
		if (length && line[0] != '#')
			status = take_line(reading, line, length,
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
find_pages(struct list_reading *reading)
{
	const struct sp_page_list_options *options = reading->options;
	uint64_t names = options->names ? options->names->count : 0, index;
	size_t length;

	reading->page_of = sp_alloc(reading->table.count, sizeof(uint64_t));
	if (!reading->page_of)
		return sp_no_memory(reading->err, "the list");
	for (uint64_t i = 0; i < reading->table.count; i++)
		reading->page_of[i] = NO_PAGE;
	for (uint64_t page = 0; page < names; page++) {
		const char *text = sp_names_get(options->names, page, &length);

		if (!sp_dictionary_find(reading->texts, text, length, &index))
			continue;
		if (reading->page_of[index] != NO_PAGE)
			return sp_fail(reading->err, SP_DATA, "%s: %s %llu "
				       "and %llu have the same name",
				       reading->path, options->hosts ?
				       "hosts" : "pages", (unsigned long long)
				       reading->page_of[index],
				       (unsigned long long)page);
		reading->page_of[index] = page;
	}
	for (uint64_t i = 0; i < reading->table.count; i++) {
		const char *text = sp_names_get(&reading->table, i, &length);

		if (reading->page_of[i] != NO_PAGE)
			continue;
		if (sp_parse_uint(text, length, &index) &&
		    index < options->pages)
			reading->page_of[i] = index;
		else if (options->guess &&
			 options->guess(options->context,
					(struct sp_span){ text, length },
					&reading->page_of[i], reading->err))
			return reading->err->status;
	}
	return SP_OK;
}

static bool
find_listed_page(const struct list_reading *reading, const char *text,
		 size_t length, uint64_t *page)
{
	uint64_t index;

	if (!sp_dictionary_find(reading->texts, text, length, &index))
		return false;
	*page = reading->page_of[index];
	return *page != NO_PAGE;
}

/* ---- the list --------------------------------------------------------- */

static enum sp_status
add_listed_page(struct list_reading *reading, uint64_t page, double value)
{
	struct sp_page_list *list = reading->list;

	if (!sp_grow(&list->pages, &list->pages_capacity, list->count + 1,
		     sizeof(*list->pages)))
		return sp_no_memory(reading->err, "the list");
	if (reading->options->valued) {
		if (!sp_grow(&list->values, &list->values_capacity,
			     list->count + 1, sizeof(*list->values)))
			return sp_no_memory(reading->err, "the list");
		list->values[list->count] = value;
	}
	list->pages[list->count++] = page;
	return SP_OK;
}

/*
 * The part of a URL in which two spellings of one address agree: without
 * scheme, "www." and the slashes at the end.
 */
static const char *
loose_part(const char *text, size_t *length)
{
	const char *at = memmem(text, *length, "://", 3), *end = text + *length;

	at = at ? at + 3 : text;
	if (end - at > 4 && !strncasecmp(at, "www.", 4))
		at += 4;
	while (end > at && end[-1] == '/')
		end--;
	*length = (size_t)(end - at);
	return at;
}

/* The name that differs least, found by looking at all: NULL if none. */
static const char *
near_name(const struct sp_names *names, const char *text, size_t *length)
{
	const char *part = loose_part(text, length);
	size_t size = *length;

	for (uint64_t page = 0; size && names && page < names->count; page++) {
		const char *name = sp_names_get(names, page, length), *other;
		size_t other_size = *length;

		other = loose_part(name, &other_size);
		if (other_size == size && !strncasecmp(other, part, size))
			return name;
	}
	return NULL;
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

/* What to do about a line that is no page, for parentheses. */
static void
advise_on_page(const struct list_reading *reading, const char *text,
	       size_t length, char *advice, size_t size)
{
	const struct sp_page_list_options *options = reading->options;
	const struct sp_names *names = options->names;
	size_t near_length = length;
	const char *near = near_name(names, text, &near_length);
	char shown[256];
	uint64_t number;

	if (near) {
		sp_mask(shown, sizeof(shown), near, near_length);
		snprintf(advice, size, "perhaps \"%s\"", shown);
	} else if (options->hosts) {
		*advice = '\0';
	} else if (sp_parse_uint(text, length, &number)) {
		snprintf(advice, size, "the last page is %llu",
			 (unsigned long long)options->pages - 1);
	} else if (is_row_of_numbers(text, length)) {
		snprintf(advice, size, "a line has one page");
	} else if (options->numbers) {
		snprintf(advice, size, "lines begin with page numbers here, "
			 "not with names");
	} else if (!names || !names->count) {
		snprintf(advice, size, "the stream has no URLs: give page "
			 "numbers, or import the graph with --names");
	} else {
		*advice = '\0';
	}
}

static enum sp_status
not_a_page(struct list_reading *reading, const char *text, size_t length)
{
	const char *skip = reading->options->valued || reading->options->guess ?
			   "" : "--drop-missing skips such lines";
	char shown[256], advice[320];

	if (reading->options->drop_missing) {
		reading->list->missing++;
		return SP_OK;
	}
	sp_mask(shown, sizeof(shown), text, length);
	advise_on_page(reading, text, length, advice, sizeof(advice));
	return sp_fail(reading->err, SP_DATA, "%s: line %llu: \"%s\" is not a "
		       "%s of the graph%s%s%s%s%s", reading->path,
		       (unsigned long long)reading->at, shown,
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
	return sp_fail(reading->err, SP_DATA, "%s: line %llu: \"%s\" is not a "
		       "number of at least 0", reading->path,
		       (unsigned long long)reading->at, shown);
}

enum sp_status
sp_page_list_read(const char *path, const struct sp_page_list_options *options,
	       struct sp_page_list *list, struct sp_error *err)
{
	struct list_reading reading = { .path = strcmp(path, "-") ? path :
					   "standard input",
				   .options = options,
				   .table = SP_NAMES_EMPTY, .list = list,
				   .err = err };
	enum sp_status status = SP_OK;

	reading.texts = sp_dictionary_new(&reading.table);
	if (!reading.texts)
		status = sp_no_memory(err, "the list");
	if (!status)
		status = read_listed_lines(&reading, path);
	if (!status)
		status = find_pages(&reading);
	for (uint64_t i = 0; !status && i < reading.line_count; i++) {
		const struct listed_line *line = &reading.lines[i];
		size_t length;
		const char *text = sp_names_get(&reading.table, line->text,
						&length);

		reading.at = line->number;
		status = look_up(&reading, text, length);
	}
	sp_dictionary_free(reading.texts);
	sp_names_free(&reading.table);
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
