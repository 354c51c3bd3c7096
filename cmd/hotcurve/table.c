/* SPDX-License-Identifier: MIT */
/*
 * Columns of tables, such as the queue logs of crawlorder: in each row the
 * name of a curve, its x, and a y for each column after these.
 *
 * It is the one metric that reads no orders, so it reads its files itself.
 * Rows are kept as numbers, curve by curve, in the order in which they come;
 * all tables must have the same header, or columns would mean different
 * things.  A curve is known by the name in its rows, or by the label of its
 * file; a name that an earlier file had is an error and not a draw, because
 * rows of two logs have no common x.
 */
#include "hotcurve.h"

#include "sheet.h"

#include "base/memory.h"
#include "base/number.h"
#include "web/file/source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS_MOST 64
#define CELL_MOST 255 /* bytes of a name */

/* What is drawn of the tables: a line, or a line in a band. */
struct table_panel {
	unsigned y, low, high; /* columns, from 0; low 0: no band */
	char label[CELL_MOST + 20];
};

/* Rows of a curve, which is order i of run->draws: numbers, by rows. */
struct table_rows {
	double *values;
	uint64_t count, capacity; /* numbers */
};

struct tables {
	struct hotcurve_run *run;
	char *header;                /* of all tables */
	const char *names[COLUMNS_MOST + 1]; /* in header */
	unsigned columns;
	struct table_panel panels[COLUMNS_MOST];
	unsigned panel_count;
	struct table_rows *curves;
	uint64_t capacity;
	uint64_t before;             /* curves of the files before */
};

/* ---- reading ---------------------------------------------------------- */

/*
 * The header of the first table is that of all.  It is kept twice: whole, to
 * compare the others with, and cut into names at its tabs.
 */
static enum sp_status
read_table_header(struct tables *tables, const struct sp_source *source,
		  const char *line, size_t length)
{
	struct sp_error *err = &tables->run->cmd->err;
	char *at;

	if (line && length && line[0] == SP_MAGIC[0])
		return sp_fail(err, SP_DATA, "%s: a stream, not a table: "
			       "leave out -m table, or give the log of "
			       "crawlorder --queue-log",
			       sp_source_name(source));
	if (!line || length < 2 || line[0] != '#')
		return sp_fail(err, SP_DATA, "%s: no table: the first line "
			       "must be # and the names of columns",
			       sp_source_name(source));
	if (tables->header) {
		if (strlen(tables->header + 1) == length &&
		    !memcmp(tables->header + 1, line, length))
			return SP_OK;
		return sp_fail(err, SP_DATA, "%s: its columns are not those of "
			       "%s", sp_source_name(source),
			       tables->run->cmd->operands[0]);
	}
	/* The copy after the NUL is cut into names. */
	tables->header = sp_alloc(2 * length + 3, 1);
	if (!tables->header)
		return sp_no_memory(err, "the table");
	tables->header[0] = ' ';
	memcpy(tables->header + 1, line, length);
	tables->header[length + 1] = '\0';
	at = tables->header + length + 2;
	memcpy(at, tables->header + 2, length);
	while (at) {
		char *tab = strchr(at, '\t');

		if (tables->columns == COLUMNS_MOST)
			return sp_fail(err, SP_DATA, "%s: more than %d "
				       "columns", sp_source_name(source),
				       COLUMNS_MOST);
		tables->names[tables->columns++] = at;
		if (tab)
			*tab = '\0';
		at = tab ? tab + 1 : NULL;
	}
	return tables->columns > 2 ? SP_OK : sp_fail(err, SP_DATA,
		"%s: a table needs a name, x and at least one y in each row",
		sp_source_name(source));
}

/* The curve of this name; one of an earlier file is a mistake. */
static struct table_rows *
find_curve(struct tables *tables, const struct sp_source *source,
	   const char *name)
{
	struct hotcurve_run *run = tables->run;
	struct draw_set *set = &run->draws;
	uint64_t i = 0;

	while (i < set->count && strcmp(set->orders[i].name, name))
		i++;
	if (i < tables->before) {
		(void)sp_fail(&run->cmd->err, SP_DATA,
			      "%s: \"%s\" is in a table "
			      "before, too: name them apart by NAME=FILE",
			      sp_source_name(source), name);
		return NULL;
	}
	if (i < set->count)
		return &tables->curves[i];
	/* Also so that this search stays short. */
	if (i == PLOT_STYLES) {
		(void)sp_fail(&run->cmd->err, SP_DATA,
			      "%s: more than %d names in "
			      "the first column",
			      sp_source_name(source), PLOT_STYLES);
		return NULL;
	}
	if (!sp_grow(&tables->curves, &tables->capacity, i + 1)) {
		(void)sp_no_memory(&run->cmd->err, "the table");
		return NULL;
	}
	/* The name may be added even if its draw is not. */
	tables->curves[i] = (struct table_rows){ NULL, 0, 0 };
	if (!draw_set_add(set, name, 0)) {
		(void)sp_no_memory(&run->cmd->err, "the table");
		return NULL;
	}
	return &tables->curves[i];
}

/* The name of the row, or that of its file. */
static enum sp_status
row_curve(struct tables *tables, const struct sp_source *source,
	  const char *cell, size_t length, struct table_rows **curve)
{
	struct hotcurve_run *run = tables->run;
	char name[CELL_MOST + 1];

	if (length > CELL_MOST)
		return sp_source_bad_line(source, &run->cmd->err,
					  "a name of more than %d bytes",
					  CELL_MOST);
	memcpy(name, cell, length);
	name[length] = '\0';
	*curve = find_curve(tables, source,
			    run->input.label ? run->input.label : name);
	return *curve ? SP_OK : run->cmd->err.status;
}

static enum sp_status
table_read_row(struct tables *tables, const struct sp_source *source,
	       const char *line, size_t length)
{
	struct sp_error *err = &tables->run->cmd->err;
	const char *end = line + length;
	struct table_rows *curve = NULL;

	for (unsigned i = 0; i < tables->columns; i++) {
		const char *tab = memchr(line, '\t', (size_t)(end - line));
		size_t size = (size_t)((tab ? tab : end) - line);
		double value = NAN;

		if (!tab != (i + 1 == tables->columns))
			return sp_source_bad_line(source, err, "not %u cells "
						  "as in the header",
						  tables->columns);
		if (!i) {
			if (row_curve(tables, source, line, size, &curve))
				return err->status;
		} else if (!(size == 1 && *line == '-') &&
			   !sp_parse_double(line, size, &value)) {
			return sp_source_bad_line(source, err, "\"%.*s\" is "
						  "not a number",
						  (int)(size < 40 ? size : 40),
						  line);
		}
		if (i) {
			if (!sp_grow(&curve->values, &curve->capacity,
				     curve->count + 1))
				return sp_no_memory(err, "the table");
			curve->values[curve->count++] = value;
		}
		line = tab ? tab + 1 : end;
	}
	return SP_OK;
}

static enum sp_status
table_read(struct tables *tables, const char *operand)
{
	struct hotcurve_run *run = tables->run;
	const char *path = hotcurve_split_label(run, operand);
	struct sp_source *source = NULL;
	struct sp_span line = { NULL, 0 };
	enum sp_status status;

	if (!path)
		return run->cmd->err.status;
	tables->before = run->draws.count;
	status = sp_source_open(path, &source, &run->cmd->err);
	/* An empty file has an empty header, which is refused. */
	(void)sp_source_next(source, &line, &status, &run->cmd->err);
	if (!status)
		status = read_table_header(tables, source, line.text,
					   line.length);
	while (sp_source_next(source, &line, &status, &run->cmd->err))
		status = table_read_row(tables, source, line.text,
					line.length);
	sp_source_close(source);
	return status;
}

/* ---- panels ----------------------------------------------------------- */

/* The column whose name is the stem of another, with this ending; or 0. */
static unsigned
column_like(const struct tables *tables, unsigned column, const char *ending)
{
	const char *name = tables->names[column];
	size_t stem = strlen(name) - strlen("_mean");

	for (unsigned i = 2; i < tables->columns; i++)
		if (!strncmp(tables->names[i], name, stem) &&
		    !strcmp(tables->names[i] + stem, ending))
			return i;
	return 0;
}

static bool
ends_in(const char *name, const char *ending)
{
	size_t length = strlen(name), size = strlen(ending);

	return length > size && !strcmp(name + length - size, ending);
}

static void
add_panel(struct tables *tables, unsigned column)
{
	struct table_panel panel = { .y = column };
	size_t length = strlen(tables->names[column]);

	if (length > CELL_MOST)
		length = CELL_MOST;
	memcpy(panel.label, tables->names[column], length);
	for (size_t i = 0; i < length; i++)
		if (panel.label[i] == '_')
			panel.label[i] = ' ';
	if (ends_in(tables->names[column], "_mean")) {
		panel.low = column_like(tables, column, "_min");
		panel.high = column_like(tables, column, "_max");
	}
	if (panel.low && panel.high)
		snprintf(panel.label + length - strlen("mean"),
			 strlen("(min, mean, max)") + 1, "(min, mean, max)");
	else
		panel.low = panel.high = 0;
	tables->panels[tables->panel_count++] = panel;
}

/* --columns, or all; a minimum and a maximum are the band of their mean. */
static enum sp_status
choose_panels(struct tables *tables)
{
	const char *at = tables->run->options->columns;
	struct cmd *cmd = tables->run->cmd;

	for (unsigned i = 2; !at && i < tables->columns; i++)
		if (!ends_in(tables->names[i], "_min") &&
		    !ends_in(tables->names[i], "_max"))
			add_panel(tables, i);
	while (at && tables->panel_count < COLUMNS_MOST) {
		size_t length = strcspn(at, ",");
		unsigned i = 2;

		while (i < tables->columns &&
		       (strlen(tables->names[i]) != length ||
			memcmp(tables->names[i], at, length)))
			i++;
		if (i == tables->columns)
			return sp_fail(&cmd->err, SP_DATA, "no column "
				       "\"%.*s\" in %s", (int)length, at,
				       cmd->operand_count ? cmd->operands[0] :
				       "standard input");
		add_panel(tables, i);
		at = at[length] ? at + length + 1 : NULL;
	}
	return tables->panel_count ? SP_OK : sp_fail(&cmd->err, SP_DATA,
		"no column to draw");
}

/* ---- output ----------------------------------------------------------- */

static enum sp_status
write_tables(struct tables *tables)
{
	const struct draw_set *set = &tables->run->draws;
	const char *names[COLUMNS_MOST + 3] = { tables->names[0],
						tables->names[1] };
	unsigned width = tables->columns - 1;
	struct table table;

	for (unsigned p = 0; p < tables->panel_count; p++)
		names[p + 2] = tables->names[tables->panels[p].y];
	table_begin(&table, tables->run->output, names,
		    tables->run->options->json, &tables->run->cmd->err);
	for (uint64_t i = 0; i < set->count; i++)
		for (uint64_t at = 0; at < tables->curves[i].count;
		     at += width) {
			const double *row = tables->curves[i].values + at;

			table_string(&table, set->orders[i].name);
			sheet_number(&table, row[0]);
			for (unsigned p = 0; p < tables->panel_count; p++)
				sheet_number(&table,
					     row[tables->panels[p].y - 1]);
		}
	return table_end(&table);
}

static void
plot_table_data(const struct tables *tables, struct plot *plot)
{
	unsigned width = tables->columns - 1;

	for (uint64_t i = 0; i < tables->run->draws.count; i++) {
		const struct table_rows *curve = &tables->curves[i];

		plot_data(plot, (unsigned)i);
		for (uint64_t k = 0; k < curve->count; k++) {
			plot_number(plot, curve->values[k]);
			if (k % width + 1 == width)
				plot_row(plot);
		}
		plot_data_end(plot);
	}
}

/*
 * Ticks, and their range, for an axis that shows a column. 0 is always in it:
 * these are counts, and curves that begin at their own least value would look
 * alike.
 */
static void
plot_table_axis(const struct tables *tables, struct plot *plot, char axis,
		unsigned column)
{
	unsigned width = tables->columns - 1;
	double low = 0, high = 0;
	char line[96];

	for (uint64_t i = 0; i < tables->run->draws.count; i++) {
		const struct table_rows *curve = &tables->curves[i];

		for (uint64_t k = column - 1; k < curve->count; k += width) {
			low = fmin(low, curve->values[k]);
			high = fmax(high, curve->values[k]);
		}
	}
	if (!(high > low))
		high = low + 1;
	plot_ticks(plot, axis, low, high, false);
	/* A little above, so that the highest curve is not cut. */
	snprintf(line, sizeof(line), "set %crange [%.8g:%.8g]", axis, low,
		 axis == 'x' ? high : high + (high - low) / 20);
	plot_line(plot, line);
}

/* Finds how many rows the longest and the shortest curve have. */
static void
rows_of_tables(const struct tables *tables, uint64_t *most, uint64_t *least)
{
	*most = 0;
	*least = UINT64_MAX;
	for (uint64_t i = 0; i < tables->run->draws.count; i++) {
		uint64_t rows = tables->curves[i].count /
				(tables->columns - 1);

		if (rows > *most)
			*most = rows;
		if (rows < *least)
			*least = rows;
	}
}

static enum sp_status
plot_tables(struct tables *tables)
{
	struct hotcurve_run *run = tables->run;
	struct plot plot;
	uint64_t rows, shortest;
	enum sp_status status;

	/* Rows of panels have half the height of a figure: see plot_look.c. */
	if (!run->options->figure.size_text && tables->panel_count > 4)
		run->height = (tables->panel_count + 2) / 3 * (4.5 * 72 / 2.54);
	run->utf8 = !plot_is_ascii(tables->header);
	status = hotcurve_plot_begin(
		run, &plot, "", tables->panel_count, run->draws.count);

	if (status)
		return status;
	plot_table_data(tables, &plot);
	rows_of_tables(tables, &rows, &shortest);
	plot_table_axis(tables, &plot, 'x', 1);
	for (unsigned p = 0; !status && p < tables->panel_count; p++) {
		const struct table_panel *panel = &tables->panels[p];
		struct plot_curve curve = {
			.x = 1, .y = panel->y, .low = panel->low,
			.high = panel->high, .first = shortest
		};

		plot_axes(&plot, tables->names[1], panel->label);
		plot_table_axis(tables, &plot, 'y', panel->high ?
				panel->high : panel->y);
		status = hotcurve_plot_orders(run, &plot, curve, rows, NULL);
	}
	return status ? status : plot_end(&plot);
}

static enum sp_status
print_tables(struct hotcurve_run *run)
{
	struct tables tables = { .run = run };
	struct cmd *cmd = run->cmd;
	enum sp_status status = SP_OK;

	if (!cmd->operand_count)
		status = table_read(&tables, "-");
	for (int i = 0; !status && i < cmd->operand_count; i++)
		status = table_read(&tables, cmd->operands[i]);
	if (!status && !run->draws.count)
		status = sp_fail(&cmd->err, SP_DATA, "the table has no rows");
	if (!status)
		status = choose_panels(&tables);
	if (!status)
		status = run->options->figure.draws ? plot_tables(&tables) :
					       write_tables(&tables);
	for (uint64_t i = 0; i < run->draws.count; i++)
		free(tables.curves[i].values);
	free(tables.curves);
	free(tables.header);
	return status;
}

const struct hotcurve_metric hotcurve_table = {
	.needs = HOTCURVE_NEEDS_TABLES, .print = print_tables
};
