/* SPDX-License-Identifier: MIT */
/*
 * graphdump -s scores: every page, the best pages, or a summary
 *
 * Scores are columns and pages are rows: whoever compares two scores wants them
 * side by side.  So the scores must be of one graph, and all are held, as the
 * stream has them one after the other.  With --top, the rows are the best pages
 * by the first score; with --join, those of a list; with --summary, a row for
 * each score.
 */
#include "graphdump.h"

#include "base/memory.h"
#include "seed/pick.h"
#include "stream/section/scores.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows of pages ---------------------------------------------------- */

/* A row has a value of every score, so their lengths must agree. */
static enum sp_status
check_lengths(struct dump *dump, const struct sp_score_list *list)
{
	for (uint64_t i = 1; i < list->count; i++)
		if (list->scores[i].pages != list->scores[0].pages)
			return sp_fail(&dump->cmd->err, SP_DATA, "the stream "
				       "has scores of different graphs");
	return SP_OK;
}

/* The columns of scores, and what they print: values, or classes. */
struct score_columns {
	struct dump *dump;
	const struct sp_score_list *list;
	uint32_t **classes;      /* of each score; NULL: values */
	struct sp_seeds best;    /* the rows of --top */
	struct sp_names late;    /* of rows, if they were looked up */
	uint64_t row;
	const char **names;      /* of all columns */
};

static void
dump_score_row(const struct score_columns *columns, uint64_t page)
{
	const struct sp_score_list *list = columns->list;
	struct dump *dump = columns->dump;

	table_uint(&dump->table, page);
	if (dump->urls && columns->late.count)
		table_name_of(&dump->table, &columns->late, columns->row);
	else if (dump->urls)
		dump_page_name(dump, page);
	for (uint64_t i = 0; i < list->count; i++)
		if (columns->classes)
			table_uint(&dump->table, columns->classes[i][page]);
		else
			table_double(&dump->table,
				     list->scores[i].values[page]);
}

static enum sp_status
dump_score_line(void *context, struct sp_span line, uint64_t page,
		struct sp_error *err)
{
	struct score_columns *columns = context;
	struct dump *dump = columns->dump;

	(void)err;
	table_name(&dump->table, line.text, line.length);
	if (page != SP_NO_MATCH)
		dump_score_row(columns, page);
	else
		table_nones(&dump->table,
			    columns->list->count + 1 + dump->urls);
	return dump->table.status;
}

enum sp_status
dump_find_best(struct dump *dump, const struct sp_score *score,
	       struct sp_seeds *best, struct sp_names *names)
{
	uint64_t count = dump->top.count ? dump->top.count : score->pages;
	uint32_t *pages;
	enum sp_status status = sp_pick_top(score->values, score->pages, count,
					    best, &dump->cmd->err);

	if (status || !dump->late.path)
		return status;
	pages = sp_alloc(best->count, sizeof(*pages));
	if (!pages)
		return sp_no_memory(&dump->cmd->err, "the best pages");
	for (uint64_t i = 0; i < best->count; i++)
		pages[i] = best->seeds[i].page;
	status = cmd_look_up_names(dump->cmd, &dump->late, pages, best->count,
				   names);
	free(pages);
	return status;
}

/* Columns are also keys of JSON, which must differ. */
static const char *
column_of_score(const char *name)
{
	return !strcmp(name, "node") ? "node#2" :
	       !strcmp(name, "url") ? "url#2" :
	       !strcmp(name, "line") ? "line#2" : name;
}

/* The columns are the scores' own names, so their number is only known here. */
static enum sp_status
begin_score_columns(struct score_columns *columns)
{
	const struct sp_score_list *list = columns->list;
	struct dump *dump = columns->dump;
	unsigned column = 0;

	columns->names = sp_alloc_zero(list->count + 4,
				       sizeof(*columns->names));
	if (dump->buckets)
		columns->classes = sp_alloc_zero(list->count,
						 sizeof(*columns->classes));
	if (!columns->names || (dump->buckets && !columns->classes))
		return sp_no_memory(&dump->cmd->err, "the table");
	if (dump->join)
		columns->names[column++] = "line";
	columns->names[column++] = "node";
	if (dump->urls)
		columns->names[column++] = "url";
	for (uint64_t i = 0; i < list->count; i++)
		columns->names[column++] =
			column_of_score(list->scores[i].name);
	for (uint64_t i = 0; columns->classes && i < list->count; i++)
		if (dump_find_classes(dump, &list->scores[i],
				      &columns->classes[i]))
			return dump->cmd->err.status;
	dump_begin(dump, columns->names);
	return SP_OK;
}

static enum sp_status
dump_rows(struct score_columns *columns)
{
	struct dump *dump = columns->dump;
	const uint64_t rows = dump->top.count ? columns->best.count :
						columns->list->scores->pages;

	if (begin_score_columns(columns))
		return dump->cmd->err.status;
	if (dump->join)
		return dump_join(dump, dump_score_line, columns);
	for (columns->row = 0; columns->row < rows; columns->row++)
		dump_score_row(columns, dump->top.count ?
			       columns->best.seeds[columns->row].page :
			       columns->row);
	return SP_OK;
}

static enum sp_status
dump_pages(struct dump *dump, const struct sp_score_list *list)
{
	struct score_columns columns = { .dump = dump, .list = list };
	enum sp_status status = check_lengths(dump, list);

	if (!status && dump->top.count)
		status = dump_find_best(dump, list->scores, &columns.best,
					&columns.late);
	if (!status && !columns.late.count && !(dump->late.path &&
						!columns.best.count))
		status = dump_check_urls(dump);
	if (!status)
		status = dump_rows(&columns);
	for (uint64_t i = 0; columns.classes && i < list->count; i++)
		free(columns.classes[i]);
	free(columns.classes);
	sp_seeds_free(&columns.best);
	sp_names_free(&columns.late);
	/* The table does not use the names after its last row. */
	free(columns.names);
	return status;
}

/* ---- summary ---------------------------------------------------------- */

struct score_summary {
	uint64_t zeros;
	double least, largest, sum;
	uint64_t best;           /* first page with the largest value */
};

/*
 * One pass, in page order, which makes the sum the same in every run; the first
 * of several best pages is the one that --top would show first.
 */
static struct score_summary
summarize_score(const struct sp_score *score)
{
	struct score_summary all = { 0, INFINITY, -INFINITY, 0, 0 };

	for (uint64_t page = 0; page < score->pages; page++) {
		double value = score->values[page];

		all.zeros += value == 0;
		all.sum += value;
		if (value < all.least)
			all.least = value;
		if (value > all.largest) {
			all.largest = value;
			all.best = page;
		}
	}
	return all;
}

static enum sp_status
dump_summary(struct dump *dump, const struct sp_score_list *list)
{
	static const char *const columns[] = {
		"score", "pages", "zero", "least", "mean", "largest", "node",
		"sum", NULL
	};

	dump_begin_summary(dump, columns);
	for (uint64_t i = 0; i < list->count; i++) {
		const struct sp_score *score = &list->scores[i];
		struct score_summary all = summarize_score(score);

		if (!isfinite(all.sum))
			return sp_fail(&dump->cmd->err, SP_DATA, "score "
				       "\"%s\": the sum is too large for a "
				       "number", score->name);
		table_string(&dump->table, score->name);
		TABLE_UINTS(&dump->table, score->pages, all.zeros);
		if (score->pages) {
			table_double(&dump->table, all.least);
			table_double(&dump->table,
				     all.sum / (double)score->pages);
			table_double(&dump->table, all.largest);
			table_uint(&dump->table, all.best);
		} else {
			table_nones(&dump->table, 4);
		}
		table_double(&dump->table, all.sum);
	}
	return SP_OK;
}

/* ---- together --------------------------------------------------------- */

/*
 * What was not asked for is dropped from the list of what is loaded, so that
 * the rows below print what is left, whatever it is.
 */
enum sp_status
dump_scores(struct dump *dump)
{
	const struct sp_score_list *list = sp_contents_scores(&dump->contents);
	const char *name = dump->top.count ? dump->top.score : dump->score;
	const struct sp_score *score;

	if (!list->count)
		return cmd_missing(dump->cmd, "scores");
	if (name) {
		if (cmd_find_score(dump->cmd, &dump->contents, name, &score))
			return dump->cmd->err.status;
		(void)sp_contents_keep_score(&dump->contents, name);
	}
	return dump->summary ? dump_summary(dump, list) :
			       dump_pages(dump, list);
}
