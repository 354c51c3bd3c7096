/* SPDX-License-Identifier: MIT */
/*
 * The table of shapes, and the list of pages.
 *
 * Shapes are sorted by known pages, and those with equally many are in the
 * order of the library, which does not depend on the order of the pages.  What
 * is not known of the crawl, such as the sizes of bodies, is "-" in every row,
 * so that columns have the same places in every table.
 */
#include "crawlshape.h"

#include "base/memory.h"
#include "cli/table.h"
#include "shape/pattern.h"
#include "stream/section/fetches.h"
#include "stream/section/names.h"
#include "stream/section/states.h"

#include <math.h>
#include <stdlib.h>

/* ---- the order -------------------------------------------------------- */

struct ranked_shape {
	uint64_t pages, shape;
};

/* The rows of the table; *count of them.  NULL: no memory. */
static struct ranked_shape *
rank_shapes(const struct crawlshape *shape, uint64_t *count)
{
	const struct crawlshape_options *options = &shape->options;
	struct ranked_shape *rows = sp_alloc(shape->end - shape->first,
					     sizeof(*rows));

	*count = 0;
	for (uint64_t i = shape->first; rows && i < shape->end; i++)
		if (shape->shapes.known[i] >= options->min_pages)
			rows[(*count)++] = (struct ranked_shape){
				shape->shapes.known[i], i
			};
	if (*count)
		qsort(rows, *count, sizeof(*rows), crawlshape_compare);
	if (options->top && options->top < *count)
		*count = options->top;
	return rows;
}

/* ---- the table -------------------------------------------------------- */

/* "-" where no expression matches exactly what the pattern does. */
static enum sp_status
put_expression(struct crawlshape *shape, struct table *table,
	       struct sp_pattern *pattern, uint64_t number)
{
	struct sp_error *err = &shape->cmd->err;
	char *text = NULL;
	size_t length;
	bool exact;

	if (!sp_pattern_read(sp_shape_text(&shape->shapes, number), pattern))
		return sp_fail(err, SP_DATA, "the pattern of shape %" PRIu64
			       " is none", number);
	if (sp_pattern_expression(pattern, &text, &length, &exact, err))
		return err->status;
	if (exact)
		table_text(table, text, length);
	else
		table_none(table);
	free(text);
	return SP_OK;
}

/* What it is another version of: the host of a mirror, the shape of others. */
static void
put_original(const struct crawlshape *shape, struct table *table,
	     const struct sp_verdict *verdict)
{
	if (verdict->of == SP_NO_SHAPE)
		table_none(table);
	else if (verdict->trap == SP_TRAP_MIRROR)
		table_span(table, sp_shape_host(&shape->shapes, verdict->of));
	else
		table_span(table, sp_shape_text(&shape->shapes, verdict->of));
}

static enum sp_status
put_shape(struct crawlshape *shape, struct table *table,
	  struct sp_pattern *pattern, uint64_t number)
{
	const struct sp_shape_figures *figures = &shape->figures[number];
	const struct sp_shapes *shapes = &shape->shapes;
	const struct sp_verdict *verdict = &shape->verdicts[number];
	struct sp_span text = sp_shape_text(shapes, number);

	table_uint(table, shapes->known[number]);
	table_known(table, sp_contents_states(&shape->contents),
		    figures->downloads);
	table_double(table, (double)shapes->known[number] /
				    (double)shapes->pages);
	table_known(table, shape->sized, figures->bytes);
	table_known(table, shape->digested, figures->duplicates);
	TABLE_UINTS(table, figures->from_outside, figures->inside,
		    figures->found, figures->bred);
	table_known(table, shape->shaped.hosts, figures->hosts);
	table_known(table, shape->downloads.timed, figures->late);
	table_measure(table, shape->shaped.mass ? figures->mass : NAN);
	table_uint(table, figures->same_rows);
	table_string(table, verdict->trap ? sp_trap_word(verdict->trap) :
					    NULL);
	table_span(table, text);
	put_original(shape, table, verdict);
	return pattern ? put_expression(shape, table, pattern, number) : SP_OK;
}

enum sp_status
crawlshape_table(struct crawlshape *shape)
{
	const char *columns[] = { "pages", "fetched", "share", "bytes",
				  "duplicates", "inlinks", "inside", "found",
				  "bred", "hosts", "late", "mass",
				  "samelinks", "verdict", "pattern",
				  "original",
				  shape->options.regex ? "regex" : NULL,
				  NULL };
	struct sp_error *err = &shape->cmd->err;
	struct sp_pattern *pattern = NULL;
	struct table table;
	uint64_t count;
	struct ranked_shape *rows = rank_shapes(shape, &count);
	enum sp_status status = SP_OK;

	if (shape->options.regex)
		pattern = malloc(sizeof(*pattern));
	if (!rows || (shape->options.regex && !pattern)) {
		free(rows);
		free(pattern);
		return sp_no_memory(err, "the table");
	}
	table_begin(&table, shape->output, columns, shape->options.json, err);
	table.digits = 6;
	for (uint64_t i = 0; i < count && !status; i++) {
		status = put_shape(shape, &table, pattern, rows[i].shape);
		status = status ? status : table_end(&table);
	}
	cmd_count(shape->cmd, "rows", count);
	free(rows);
	free(pattern);
	return status ? status : table_end(&table);
}

/* ---- pages ------------------------------------------------------------ */

static void
put_page(const struct crawlshape *shape, struct table *table,
	 struct sp_span name, uint32_t of)
{
	table_name(table, name.text, name.length);
	if (of == SP_NO_SHAPE) {
		table_nones(table, 2);
		return;
	}
	table_span(table, sp_shape_text(&shape->shapes, of));
	table_string(table, shape->shapes.traps[of] ? "trap" : NULL);
}

/* All pages or, with --host, those of its shapes. */
enum sp_status
crawlshape_pages(struct crawlshape *shape)
{
	static const char *const columns[] = { "url", "pattern", "verdict",
					       NULL };
	const struct sp_names *names = sp_contents_names(&shape->contents);
	struct sp_error *err = &shape->cmd->err;
	struct sp_name_room *room = malloc(sizeof(*room));
	struct table table;
	enum sp_status status = SP_OK;

	if (!room)
		return sp_no_memory(err, "a name");
	table_begin(&table, shape->output, columns, shape->options.json, err);
	for (uint64_t page = 0; page < shape->shapes.pages && !status; page++) {
		uint32_t of = shape->shapes.shape_of[page];

		if (shape->options.host &&
		    (of < shape->first || of >= shape->end))
			continue;
		put_page(shape, &table, sp_names_read(names, page, room), of);
		status = table_end(&table);
	}
	free(room);
	return status ? status : table_end(&table);
}
