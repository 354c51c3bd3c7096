/* SPDX-License-Identifier: MIT */
#include "import/page_list.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "import/source.h"

#include <stdlib.h>
#include <string.h>

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

static enum sp_status
read_listed_lines(struct list_reading *reading, const char *path)
{
	struct sp_source *source = NULL;
	const char *line = NULL;
	enum sp_status status;
	size_t length;

	status = sp_source_open(path, &source, reading->err);
	while (!status) {
		status = sp_source_line(source, &line, &length, reading->err);
		if (status || !line)
			break;
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
			return sp_fail(reading->err, SP_DATA, "%s: pages %llu "
				       "and %llu have the same name",
				       reading->path, (unsigned long long)
				       reading->page_of[index],
				       (unsigned long long)page);
		reading->page_of[index] = page;
	}
	for (uint64_t i = 0; i < reading->table.count; i++) {
		const char *text = sp_names_get(&reading->table, i, &length);

		if (reading->page_of[i] == NO_PAGE &&
		    sp_parse_uint(text, length, &index) &&
		    index < options->pages)
			reading->page_of[i] = index;
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

static enum sp_status
not_a_page(struct list_reading *reading, const char *text, size_t length)
{
	char shown[256];

	if (reading->options->drop_missing) {
		reading->list->missing++;
		return SP_OK;
	}
	sp_mask(shown, sizeof(shown), text, length);
	return sp_fail(reading->err, SP_DATA, "%s: line %llu: \"%s\" is not a "
		       "page of the graph%s", reading->path,
		       (unsigned long long)reading->at, shown,
		       reading->options->valued ? "" :
				" (--drop-missing skips such lines)");
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
