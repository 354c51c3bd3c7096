/* SPDX-License-Identifier: MIT */
/*
 * Any table with a time and a URL in each line.  Lines that begin with "#" are
 * comments; in the first line, that is the sign of a header.
 */
#include "web/crawllog/header.h"

#include "base/memory.h"

#include <stdlib.h>

/* ---- the header ------------------------------------------------------- */

static char
tsv_find_separator(struct sp_span line)
{
	static const char separators[] = "\t,;";

	for (const char *at = separators; *at; at++)
		if (memchr(line.text, *at, line.length))
			return *at;
	return ' ';
}

static struct sp_span
without_sign(struct sp_span line)
{
	if (!line.length || *line.text != '#')
		return line;
	do {
		line.text++;
		line.length--;
	} while (line.length && *line.text == ' ');
	return line;
}

/* Finds the columns by their numbers, and the others among names. */
static const char *
header_find(struct sp_header *header, const struct sp_crawl_lines *lines)
{
	const struct sp_column_options *options = &lines->options->columns;

	for (int f = 0; f < SP_FIELDS; f++) {
		enum sp_crawl_field field = (enum sp_crawl_field)f;

		header->at[f] = sp_field_number(options, field);
		for (uint64_t i = 0; !header->at[f] &&
		     i < lines->columns.count; i++)
			if (sp_field_is_named(options, field,
					      lines->columns.items[i]))
				header->at[f] = i + 1;
		if (options->names[f] && !header->at[f])
			return "the header has not the column of an option "
			       "such as --url-column (give its name or "
			       "number)";
	}
	if (!header->at[SP_FIELD_TIME])
		return "no column is known to be the time (give its name or "
		       "number with --time-column)";
	if (!header->at[SP_FIELD_URL])
		return "no column is known to be the URL (give its name or "
		       "number with --url-column)";
	return NULL;
}

/* ---- lines ------------------------------------------------------------ */

static enum sp_crawl_line
header_event(const struct sp_header *header, struct sp_crawl_lines *lines,
	     struct sp_crawl_event *event)
{
	struct sp_span values[SP_FIELDS] = { { NULL, 0 } };
	const char *wrong;

	for (int f = 0; f < SP_FIELDS; f++)
		if (header->at[f] && header->at[f] <= lines->columns.count)
			values[f] = lines->columns.items[header->at[f] - 1];
	wrong = sp_fields_to_event(values, lines->options->zone, event);
	return wrong ? sp_line_bad(lines, wrong) : SP_LINE_EVENT;
}

enum sp_crawl_line
sp_header_line(struct sp_header *header, struct sp_crawl_lines *lines,
	       struct sp_span line, struct sp_crawl_event *event)
{
	const struct sp_column_options *options = &lines->options->columns;
	bool first = !header->known;

	if (!first && *line.text == '#')
		return SP_LINE_NONE;
	if (first) {
		header->separator = options->separator ?
					    options->separator :
					    tsv_find_separator(line);
		line = without_sign(line);
	}
	if (!sp_columns_split(&lines->columns, line, header->separator, true))
		return sp_line_no_memory(lines);
	if (!first)
		return header_event(header, lines, event);
	header->known = true;
	lines->wrong = header_find(header, lines);
	if (lines->wrong)
		return SP_LINE_FATAL;
	/* Data cannot be told from names if these are not needed. */
	if (sp_field_number(options, SP_FIELD_TIME) &&
	    sp_field_number(options, SP_FIELD_URL) &&
	    header_event(header, lines, event) == SP_LINE_EVENT)
		return SP_LINE_EVENT;
	return SP_LINE_NONE;
}

/* ---- the format ------------------------------------------------------- */

static enum sp_crawl_line
tsv_line(struct sp_crawl_lines *lines, struct sp_span line,
	 struct sp_crawl_event *event)
{
	if (!lines->own) {
		lines->own = sp_alloc_zero(1, sizeof(struct sp_header));
		if (!lines->own)
			return sp_line_no_memory(lines);
	}
	return sp_header_line(lines->own, lines, line, event);
}

const struct sp_crawl_format sp_crawl_tsv = {
	.noun = "a table",
	.takes_columns = true,
	.line = tsv_line,
	.free = free
};
