/* SPDX-License-Identifier: MIT */
#include "pagelist.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "io/source.h"

#include <stdlib.h>

struct reading {
	const struct page_list_options *options;
	struct sp_source *source;
	struct sp_names table;
	struct sp_dictionary *names; /* or NULL */
	struct page_list *list;
	struct sp_error *err;
};

/* A dictionary of the names of all pages. */
static enum sp_status
index_names(struct reading *reading)
{
	const struct sp_names *names = reading->options->names;

	if (!names || !names->count)
		return SP_OK;
	reading->names = sp_dictionary_new(&reading->table);
	if (!reading->names)
		return sp_no_memory(reading->err, "the names");
	for (uint64_t i = 0; i < names->count; i++) {
		size_t length;
		const char *text = sp_names_get(names, i, &length);
		uint64_t index;

		if (sp_dictionary_add(reading->names, text, length, &index,
				      reading->err))
			return reading->err->status;
		if (index != i)
			return sp_fail(reading->err, SP_DATA, "two pages "
				       "have the same name: pages cannot be "
				       "found by name");
	}
	return SP_OK;
}

/* The page of a text: by its name, or else by its number. */
static bool
find_page(const struct reading *reading, const char *text, size_t length,
	  uint64_t *page)
{
	if (reading->names &&
	    sp_dictionary_find(reading->names, text, length, page))
		return true;
	return sp_parse_uint(text, length, page) &&
	       *page < reading->options->pages;
}

static enum sp_status
add(struct reading *reading, uint64_t page, double value)
{
	struct page_list *list = reading->list;

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
not_a_page(struct reading *reading, const char *text, size_t length)
{
	char shown[256];

	if (reading->options->drop_missing) {
		reading->list->missing++;
		return SP_OK;
	}
	sp_mask(shown, sizeof(shown), text, length);
	return sp_source_bad_line(reading->source, reading->err, "\"%s\" is "
				  "not a page of the graph%s", shown,
				  reading->options->valued ? "" :
				  " (--drop-missing leaves such out)");
}

static bool
is_blank(char byte)
{
	return byte == ' ' || byte == '\t';
}

/* "PAGE" or "PAGE VALUE" */
static enum sp_status
read_line(struct reading *reading, const char *line, size_t length)
{
	size_t column = length, end;
	char shown[64];
	uint64_t page;
	double value;

	if (find_page(reading, line, length, &page))
		return add(reading, page, 1);
	if (!reading->options->valued)
		return not_a_page(reading, line, length);
	while (column && !is_blank(line[column - 1]))
		column--;
	for (end = column; end && is_blank(line[end - 1]); end--)
		;
	if (!end)
		return not_a_page(reading, line, length);
	if (!find_page(reading, line, end, &page))
		return not_a_page(reading, line, end);
	if (sp_parse_double(line + column, length - column, &value) &&
	    value >= 0)
		return add(reading, page, value);
	sp_mask(shown, sizeof(shown), line + column, length - column);
	return sp_source_bad_line(reading->source, reading->err, "\"%s\" is "
				  "not a number of at least 0", shown);
}

static enum sp_status
read_lines(struct reading *reading)
{
	for (;;) {
		const char *line;
		size_t length;

		if (sp_source_line(reading->source, &line, &length,
				   reading->err))
			return reading->err->status;
		if (!line)
			return SP_OK;
		if (!length || line[0] == '#')
			continue;
		if (read_line(reading, line, length))
			return reading->err->status;
	}
}

enum sp_status
page_list_read(const char *path, const struct page_list_options *options,
	       struct page_list *list, struct sp_error *err)
{
	struct reading reading = { .options = options,
				   .table = SP_NAMES_EMPTY, .list = list,
				   .err = err };
	enum sp_status status = index_names(&reading);

	if (!status)
		status = sp_source_open(path, &reading.source, err);
	if (!status)
		status = read_lines(&reading);
	sp_source_close(reading.source);
	sp_dictionary_free(reading.names);
	sp_names_free(&reading.table);
	return status;
}

void
page_list_free(struct page_list *list)
{
	free(list->pages);
	free(list->values);
	*list = (struct page_list){ 0 };
}
