/* SPDX-License-Identifier: MIT */
/*
 * Any table with a time and a URL in each line.  Lines that begin with "#" are
 * comments; in the first line, that is the sign of a header.
 *
 * The first line decides the separator and the columns for the whole file.  It
 * is a header unless the columns of time and URL were given by their numbers:
 * only then can it be data, and it is if it reads as data.
 *
 * Its functions for headers (header.h) also read the CSV of Scrapy, and
 * sp_line_fields() makes an event of values wherever they come from.
 */
#include "web/crawllog/header.h"

#include "base/number.h"

/* Lines that quotes join have this many bytes at most, so that one that is
 * never closed does not hide all that follows. */
#define RECORD_MAX ((uint64_t)1 << 20)

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
	if (sp_span_take(&line, SP_SPAN("#")))
		while (sp_span_take(&line, SP_SPAN(" ")))
			continue;
	return line;
}

/* Why a column that an option names is not there; mime has no option. */
#define NO_COLUMN_OF(option) \
	"no column is that of " option " (give its name or number)"

static const char *const no_columns[SP_FIELDS] = {
	[SP_FIELD_TIME] = NO_COLUMN_OF("--time-column"),
	[SP_FIELD_URL] = NO_COLUMN_OF("--url-column"),
	[SP_FIELD_STATUS] = NO_COLUMN_OF("--status-column"),
	[SP_FIELD_VIA] = NO_COLUMN_OF("--via-column"),
	[SP_FIELD_DEPTH] = NO_COLUMN_OF("--depth-column"),
	[SP_FIELD_SIZE] = NO_COLUMN_OF("--size-column")
};

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
			return no_columns[f];
	}
	if (!header->at[SP_FIELD_TIME])
		return "no column is known to be the time (give its name or "
		       "number with --time-column)";
	if (!header->at[SP_FIELD_URL])
		return "no column is known to be the URL (give its name or "
		       "number with --url-column)";
	return NULL;
}

/*
 * How many columns the header has, and with them each line; 0: it is not known.
 * With the numbers of time and URL, a first line without these columns is taken
 * for a comment.
 */
static uint64_t
header_width(const struct sp_header *header, uint64_t count)
{
	return header->at[SP_FIELD_TIME] <= count &&
	       header->at[SP_FIELD_URL] <= count ? count : 0;
}

/* With blanks between them, the last column may be a text that has some. */
static bool
header_is_short(const struct sp_header *header, uint64_t count)
{
	if (!header->width || count <= header->width)
		return false;
	if (header->separator != ' ')
		return true;
	for (int f = 0; f < SP_FIELDS; f++)
		if (header->at[f] == header->width)
			return true;
	return false;
}

/* ---- lines ------------------------------------------------------------ */

enum sp_crawl_line
sp_line_fields(struct sp_crawl_lines *lines,
	       const struct sp_span values[SP_FIELDS],
	       struct sp_crawl_event *event)
{
	struct sp_span text = sp_unless_dash(values[SP_FIELD_STATUS]);
	uint64_t depth;

	event->url = sp_unless_dash(values[SP_FIELD_URL]);
	if (!event->url.text)
		return sp_line_bad(lines, "no URL");
	if (!sp_when_parse(values[SP_FIELD_TIME], lines->options->zone,
			   &event->time))
		return sp_line_bad(lines, values[SP_FIELD_TIME].length ?
				   "the time cannot be read" : "no time");
	if (text.text && !sp_crawl_parse_status(text, &event->status))
		return sp_line_bad(lines, "the status is not a number");
	/* Where a status is said, 0 is that of a request without an answer. */
	event->outcome = text.text && !event->status ? SP_CRAWL_FAILURE :
			 sp_crawl_outcome_of(event->status);
	event->via = sp_unless_dash(values[SP_FIELD_VIA]);
	event->mime = sp_unless_dash(values[SP_FIELD_MIME]);
	text = sp_unless_dash(values[SP_FIELD_SIZE]);
	if (text.text) {
		event->size = sp_crawl_parse_size(text);
		if (event->size < 0)
			return sp_line_bad(lines, "the size is not a number");
	}
	text = sp_unless_dash(values[SP_FIELD_DEPTH]);
	if (!text.text)
		return SP_LINE_EVENT;
	if (!sp_parse_uint(text.text, text.length, &depth) ||
	    depth >= INT32_MAX)
		return sp_line_bad(lines, "the depth is not a number");
	event->depth = (int32_t)depth + 1;
	event->seed = !depth;
	return SP_LINE_EVENT;
}

static enum sp_crawl_line
header_bad_quote(struct sp_crawl_lines *lines)
{
	return sp_line_bad(lines, "a quote is not closed, or has text behind "
			   "it");
}

/* The lines since the one with the open quote cannot be read. */
static enum sp_crawl_line
header_open(struct sp_header *header, struct sp_crawl_lines *lines)
{
	lines->from = header->from;
	header->from = 0;
	return header_bad_quote(lines);
}

void
sp_header_line_lost(struct sp_crawl_lines *lines)
{
	struct sp_header *header = lines->own;

	if (header->from)
		(void)header_open(header, lines);
}

/*
 * Adds the line to those before it.  The first line with an odd number of
 * quotes closes the one that is open, as others come in pairs: then *line is
 * all of them, and SP_LINE_EVENT is returned.
 */
static enum sp_crawl_line
header_join(struct sp_header *header, struct sp_crawl_lines *lines,
	    struct sp_span *line)
{
	struct sp_span rest = *line;
	bool closes = false;

	sp_line_add(&header->record, "\n");
	sp_line_add_span(&header->record, *line);
	if (header->record.lost)
		return sp_line_no_memory(lines);
	if (header->record.length > RECORD_MAX)
		return header_open(header, lines);
	while (rest.length && memchr(rest.text, '"', rest.length)) {
		sp_span_cut(&rest, sp_span_before(rest, '"') + 1);
		closes = !closes;
	}
	*line = sp_line_span(&header->record);
	return closes ? SP_LINE_EVENT : SP_LINE_NONE;
}

static enum sp_crawl_line
header_event(struct sp_header *header, struct sp_crawl_lines *lines,
	     struct sp_crawl_event *event)
{
	const struct sp_columns *columns = &lines->columns;
	struct sp_span values[SP_FIELDS] = { { NULL, 0 } };
	uint64_t count = columns->count;
	enum sp_crawl_line what;

	for (int f = 0; f < SP_FIELDS; f++) {
		const uint64_t at = header->at[f];

		/* Titles in a table with tabs may begin with a quote. */
		if (columns->damaged && at >= columns->damaged &&
		    header->separator != '\t')
			return header_bad_quote(lines);
		if (at && at <= count)
			values[f] = columns->items[at - 1];
	}
	/* Separators at the end of a line shift nothing. */
	while (count && !columns->items[count - 1].length)
		count--;
	if (header_is_short(header, count))
		return sp_line_bad(lines, "more columns than the header has");
	what = sp_line_fields(lines, values, event);
	for (int f = 0; what == SP_LINE_EVENT && f < SP_FIELDS; f++)
		header->seen[f] |= values[f].text != NULL;
	return what;
}

/* The number of a column says nothing if no line has as many. */
enum sp_crawl_line
sp_header_end(struct sp_header *header, struct sp_crawl_lines *lines)
{
	const struct sp_column_options *options = &lines->options->columns;

	if (header->from)
		return header_open(header, lines);
	/* Without an event, more is wrong. */
	for (int f = 0; header->seen[SP_FIELD_URL] && f < SP_FIELDS; f++)
		if (options->names[f] && !header->seen[f] &&
		    (!header->at[f] || header->at[f] > header->width)) {
			lines->wrong = no_columns[f];
			return SP_LINE_FATAL;
		}
	return SP_LINE_NONE;
}

/* SP_LINE_EVENT: the line is whole, and lines->columns has its columns. */
static enum sp_crawl_line
header_split(struct sp_header *header, struct sp_crawl_lines *lines,
	     struct sp_span line)
{
	if (!sp_columns_split(&lines->columns, line, header->separator, true))
		return sp_line_no_memory(lines);
	/* Titles in a table with tabs may begin with a quote. */
	if (!lines->columns.open || header->separator == '\t') {
		lines->from = header->from;
		header->from = 0;
		return SP_LINE_EVENT;
	}
	if (header->from)
		return header_open(header, lines);
	header->from = lines->line;
	return sp_line_set(&header->record, line) ? SP_LINE_NONE :
						    sp_line_no_memory(lines);
}

/*
 * The separator is that of the first line, for the whole file.  That line is
 * data only if the columns of time and URL were given by numbers and it can be
 * read as data.
 */
enum sp_crawl_line
sp_header_line(struct sp_header *header, struct sp_crawl_lines *lines,
	       struct sp_span line, struct sp_crawl_event *event)
{
	const struct sp_column_options *options = &lines->options->columns;
	bool first = !header->known;
	enum sp_crawl_line what;

	if (header->from) {
		what = header_join(header, lines, &line);
		if (what != SP_LINE_EVENT)
			return what;
	} else if (!first && *line.text == '#') {
		return SP_LINE_NONE;
	} else if (first) {
		header->separator = options->separator ?
					    options->separator :
					    tsv_find_separator(line);
		line = without_sign(line);
	}
	what = header_split(header, lines, line);
	if (what != SP_LINE_EVENT)
		return what;
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
	header->width = header_width(header, lines->columns.count);
	return SP_LINE_NONE;
}

/* ---- the format ------------------------------------------------------- */

static enum sp_crawl_line
tsv_line(struct sp_crawl_lines *lines, struct sp_span line,
	 struct sp_crawl_event *event)
{
	return sp_header_line(lines->own, lines, line, event);
}

void
sp_header_free(struct sp_header *header)
{
	sp_line_free(&header->record);
}

static void
tsv_release(void *own)
{
	sp_header_free(own);
}

static enum sp_crawl_line
tsv_end(struct sp_crawl_lines *lines, struct sp_crawl_event *event)
{
	(void)event;
	return sp_header_end(lines->own, lines);
}

const struct sp_crawl_format sp_crawl_tsv = {
	.noun = "a table",
	.takes_columns = true,
	.own_size = sizeof(struct sp_header),
	.line = tsv_line,
	.end = tsv_end,
	.line_lost = sp_header_line_lost,
	.release = tsv_release
};
