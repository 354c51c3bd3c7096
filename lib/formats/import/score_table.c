/* SPDX-License-Identifier: MIT */
/*
 * Scores from text.  A page is found by its name in a dictionary of all names,
 * which is made for the table and takes no copy of them, and by its number only
 * if it is no name.  Of pages that share a name the dictionary has the first;
 * so that this does not go unnoticed, a bit marks such pages, and lines that
 * name one are counted.  Graphs without shared names, which is most, have no
 * bits.
 *
 * Scores of pages go straight to their place in an array, where a bit for each
 * page shows a second score.  Scores of links come in any order: they are
 * collected, sorted as links are, and then both are passed once, side by side,
 * to find rows that are no links.  A look-up of each row in the graph would
 * decode its page for every row.
 */
#include "formats/import/score_table.h"

#include "base/ascii.h"
#include "base/bitset.h"
#include "base/number.h"
#include "base/text.h"
#include "web/page/url.h"

#include <stdlib.h>
#include <string.h>

#define COLUMNS_MAX 3

/* One table that is read; a line has columns - 1 pages and a score. */
struct score_reading {
	struct sp_source *source;
	struct sp_score_table *table;
	struct sp_dictionary *names;
	struct sp_urls *urls;    /* NULL: names are found as they are */
	uint64_t *shared;        /* bitset: the first page of several with one
				    name; NULL if there are none */
	unsigned columns;
	bool numbers;            /* names are numbers: no others are pages */
	struct sp_error *err;
};

/* A line with its pages found. */
struct score_row {
	uint32_t pages[COLUMNS_MAX - 1];
	double score;
	bool missing;
};

/* ---- lines ------------------------------------------------------------ */

/* Splits a line at tabs, or else at runs of blanks: the number of columns. */
static unsigned
split_columns(const char *line, size_t length, struct sp_span *columns)
{
	bool tabs = memchr(line, '\t', length);
	const char *at = line, *end = line + length;
	unsigned count = 0;

	while (at < end && !tabs && sp_is_blank(*at))
		at++;
	while (count <= COLUMNS_MAX) {
		const char *stop = at;

		while (stop < end && (tabs ? *stop != '\t' :
					     !sp_is_blank(*stop)))
			stop++;
		if (count < COLUMNS_MAX)
			columns[count] = (struct sp_span){
				at, (size_t)(stop - at) };
		count++;
		while (stop < end && !tabs && sp_is_blank(*stop))
			stop++;
		if (stop == end)
			break;
		at = stop + (tabs ? 1 : 0);
	}
	return count;
}

static enum sp_status
bad_row(const struct score_reading *reading, const char *what,
	const struct sp_span *column, const char *advice)
{
	char shown[256];

	sp_mask(shown, sizeof(shown), column->text, column->length);
	return sp_source_bad_line(reading->source, reading->err,
				  "\"%s\" is %s%s", shown, what, advice);
}

/* Is it the name of a page?  Counts it if others have the name. */
static bool
score_table_find_name(const struct score_reading *reading,
		      const struct sp_span *column, uint64_t *number)
{
	struct sp_span name = *column;

	if (!reading->names)
		return false;
	if (!sp_dictionary_find(reading->names, name.text, name.length,
				number) &&
	    (!reading->urls ||
	     sp_url_resolve(reading->urls, NULL, name, NULL, &name) !=
		     SP_URL_PAGE ||
	     !sp_dictionary_find(reading->names, name.text, name.length,
				 number)))
		return false;
	if (reading->shared && sp_bit_test(reading->shared, *number))
		reading->table->shared++;
	return true;
}

static enum sp_status
score_table_find_page(const struct score_reading *reading,
		      const struct sp_span *column, uint32_t *page,
		      bool *missing)
{
	const struct sp_score_table *table = reading->table;
	uint64_t number;

	/*
	 * A URL may look like a number, so a name comes first; a number that is
	 * no page of the graph is missing like a URL that is none.
	 */
	if (!score_table_find_name(reading, column, &number) &&
	    !(!reading->numbers &&
	      sp_parse_uint(column->text, column->length, &number) &&
	      number < table->pages)) {
		if (reading->urls && sp_urls_short(reading->urls))
			return sp_no_memory(reading->err, "URLs");
		*missing = true;
		return table->drop_missing ? SP_OK :
			bad_row(reading, "not a page of the graph", column,
				table->names && table->names->count ?
				" (--drop-missing skips such lines)" :
				" (the graph has no URLs: give page numbers, "
				"or skip such lines with --drop-missing)");
	}
	*page = (uint32_t)number;
	return SP_OK;
}

static enum sp_status
parse_row(const struct score_reading *reading, const char *line, size_t length,
	  struct score_row *row)
{
	struct sp_span columns[COLUMNS_MAX];
	const struct sp_span *score;
	unsigned count = split_columns(line, length, columns);

	if (count != reading->columns)
		return sp_source_bad_line(reading->source, reading->err,
					  "expected %s, separated by tabs",
					  reading->columns == 2 ?
					  "a page and its score" :
					  "two pages and the score of the "
					  "link");
	row->missing = false;
	for (unsigned i = 0; i + 1 < count; i++)
		if (score_table_find_page(reading, &columns[i], &row->pages[i],
					  &row->missing))
			return reading->err->status;
	score = &columns[count - 1];
	if (!sp_parse_double(score->text, score->length, &row->score))
		return bad_row(reading, "not a finite number", score, "");
	return SP_OK;
}

/* The next line with a score; *more is false at the end. */
static enum sp_status
next_row(const struct score_reading *reading, struct score_row *row,
	 bool *more)
{
	enum sp_status status = SP_OK;
	struct sp_span line;

	while ((*more = sp_source_next(reading->source, &line, &status,
				       reading->err))) {
		if (!line.length || *line.text == '#')
			continue;
		status = parse_row(reading, line.text, line.length, row);
		if (!status && !row->missing)
			return SP_OK;
		reading->table->missing += !status;
	}
	return status;
}

/* Most graphs have no such pages, and cost nothing. */
static enum sp_status
find_shared_names(struct score_reading *reading)
{
	const struct sp_names *names = reading->table->names;

	if (sp_dictionary_count(reading->names) == names->count)
		return SP_OK;
	reading->shared = sp_bitset_new(names->count);
	if (!reading->shared)
		return sp_no_memory(reading->err, "the names of pages");
	for (uint64_t page = 0; page < names->count; page++) {
		size_t length;
		const char *name = sp_names_get(names, page, &length);
		uint64_t first;

		if (sp_dictionary_find(reading->names, name, length, &first) &&
		    first != page)
			sp_bit_test_and_set(reading->shared, first);
	}
	return SP_OK;
}

/*
 * The counts are those of this table: a struct may be used for one table after
 * another.
 */
static enum sp_status
begin_table(struct score_reading *reading)
{
	struct sp_score_table *table = reading->table;

	table->rows = table->missing = table->shared = 0;
	if (!table->names || !table->names->count)
		return SP_OK;
	reading->numbers = sp_names_are_numbers(table->names);
	reading->names = sp_dictionary_new(table->names);
	if (!reading->names)
		return sp_no_memory(reading->err, "the names of pages");
	if (table->normalize && sp_urls_new(&reading->urls, reading->err))
		return reading->err->status;
	return find_shared_names(reading);
}

static void
end_table(struct score_reading *reading)
{
	sp_dictionary_free(reading->names);
	sp_urls_free(reading->urls);
	free(reading->shared);
}

/* ---- pages ------------------------------------------------------------ */

enum sp_status
sp_score_table_pages(struct sp_source *source, struct sp_score_table *table,
		     double *values, struct sp_error *err)
{
	struct score_reading reading = { .source = source, .table = table,
					 .columns = 2, .err = err };
	uint64_t *seen = sp_bitset_new(table->pages);
	struct score_row row = { { 0 }, 0, false };
	enum sp_status status = begin_table(&reading);
	bool more = true;

	if (!status && !seen)
		status = sp_no_memory(err, "scores");
	while (!status) {
		status = next_row(&reading, &row, &more);
		if (status || !more)
			break;
		if (sp_bit_test_and_set(seen, row.pages[0]))
			status = sp_source_bad_line(source, err, "page %lu "
						    "has a score already",
						    (unsigned long)
						    row.pages[0]);
		values[row.pages[0]] = row.score;
		table->rows++;
	}
	end_table(&reading);
	free(seen);
	return status;
}

/* ---- links ------------------------------------------------------------ */

/* Keeps the rows of one page that are links; false for another, at *first. */
static bool
score_table_keep_links(struct sp_link_scores *scores, uint64_t *at,
		       uint64_t *kept, uint32_t page,
		       const uint32_t *successors, uint32_t count,
		       bool drop_missing)
{
	uint32_t i = 0;

	for (; *at < scores->count && scores->rows[*at].source == page;
	     ++*at) {
		const struct sp_link_score *row = &scores->rows[*at];

		while (i < count && successors[i] < row->target)
			i++;
		if (i < count && successors[i] == row->target)
			scores->rows[(*kept)++] = *row;
		else if (!drop_missing)
			return false;
	}
	return true;
}

static enum sp_status
no_link(const struct score_reading *reading, const struct sp_link_score *row)
{
	return sp_fail(reading->err, SP_DATA, "%s: the graph has no link from "
		       "page %lu to %lu (--drop-missing skips such lines)",
		       sp_source_name(reading->source),
		       (unsigned long)row->source, (unsigned long)row->target);
}

/* The rows are sorted, and so are the links: both are passed once. */
static enum sp_status
score_table_check_links(const struct score_reading *reading,
			const struct sp_graph *graph,
			struct sp_link_scores *scores)
{
	struct sp_cursor *cursor = sp_cursor_new(graph);
	const uint32_t *successors;
	uint32_t page, count;
	uint64_t at = 0, kept = 0;
	enum sp_status status = SP_OK;

	if (!cursor)
		return sp_no_memory(reading->err, "the graph");
	while (!status && sp_cursor_next(cursor, &page, &successors, &count))
		if (!score_table_keep_links(scores, &at, &kept, page,
					    successors, count,
					    reading->table->drop_missing))
			status = no_link(reading, &scores->rows[at]);
	if (!status)
		status = sp_cursor_status(cursor, reading->err);
	sp_cursor_free(cursor);
	reading->table->missing += scores->count - kept;
	reading->table->rows = scores->count = kept;
	return status;
}

enum sp_status
sp_score_table_links(struct sp_source *source, struct sp_score_table *table,
		     const struct sp_graph *graph,
		     struct sp_link_scores *scores, struct sp_error *err)
{
	struct score_reading reading = { .source = source, .table = table,
					 .columns = 3, .err = err };
	struct score_row row = { { 0 }, 0, false };
	enum sp_status status = begin_table(&reading);
	bool more = true;
	uint64_t twice;

	while (!status) {
		status = next_row(&reading, &row, &more);
		if (status || !more)
			break;
		status = sp_link_scores_add(scores, (struct sp_link_score){
			row.pages[0], row.pages[1], row.score }, err);
	}
	/*
	 * Names are not needed any more, and the sort and the graph need
	 * memory.
	 */
	end_table(&reading);
	if (!status && !sp_link_scores_sort(scores, &twice))
		status = sp_fail(err, SP_DATA, "%s: the link from page %lu to "
				 "%lu has two scores", sp_source_name(source),
				 (unsigned long)scores->rows[twice].source,
				 (unsigned long)scores->rows[twice].target);
	return status ? status :
			score_table_check_links(&reading, graph, scores);
}
