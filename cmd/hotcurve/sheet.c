/* SPDX-License-Identifier: MIT */
/*
 * Curves as columns: one set of numbers that is written as a table or as data
 * of a plot, so that both show the same.
 *
 * Names of orders come from streams and may be those of our own columns.  In
 * JSON two keys must differ, so such an order is called NAME#2.
 */
#include "sheet.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * An order may have any name in a stream, even one of ours.  The columns of a
 * table are also keys of JSON, which must differ.
 */
static bool
is_taken(const char *name)
{
	static const char *const own[] = { "pages", "fraction", "hot_shapes",
					   "hours", "requests", "shuffle",
					   "ideal" };

	for (unsigned i = 0; i < sizeof(own) / sizeof(*own); i++)
		if (!strcmp(name, own[i]))
			return true;
	return false;
}

double *
sheet_add(struct sheet *sheet, const char *name, const char *suffix,
	  enum sheet_kind kind)
{
	struct sheet_column column = { NULL, kind, NULL };
	size_t size = strlen(name) + strlen(suffix) + 4;
	bool own = kind != SHEET_CURVE && kind != SHEET_LOW &&
		   kind != SHEET_HIGH;

	if (!sp_grow(&sheet->columns, &sheet->capacity, sheet->count + 1))
		return NULL;
	column.name = sp_alloc(size, 1);
	column.values = sp_alloc(sheet->rows, sizeof(double));
	if (!column.name || !column.values) {
		free(column.name);
		free(column.values);
		return NULL;
	}
	snprintf(column.name, size, "%s%s%s", name,
		 !own && is_taken(name) ? "#2" : "", suffix);
	sheet->columns[sheet->count++] = column;
	return column.values;
}

void
sheet_free(struct sheet *sheet)
{
	for (uint64_t i = 0; i < sheet->count; i++) {
		free(sheet->columns[i].name);
		free(sheet->columns[i].values);
	}
	free(sheet->columns);
	memset(sheet, 0, sizeof(*sheet));
}

/* ---- as a table ------------------------------------------------------- */

void
sheet_number(struct table *table, double value)
{
	table_measure(table, isfinite(value) ? value : NAN);
}

void
sheet_count(struct table *table, double value)
{
	/* That of draws may lie between two whole numbers. */
	if (value >= 0 && value < 0x1p53 && value == floor(value))
		table_uint(table, (uint64_t)value);
	else
		sheet_number(table, value);
}

static void
sheet_write_rows(const struct sheet *sheet, struct table *table)
{
	for (uint64_t row = 0; row < sheet->rows; row++)
		for (uint64_t i = 0; i < sheet->count; i++) {
			const struct sheet_column *column = &sheet->columns[i];
			double value = column->values[row];

			if (column->kind == SHEET_COUNT)
				table_uint(table, (uint64_t)value);
			else
				sheet_number(table, value);
		}
}

enum sp_status
sheet_write(const struct sheet *sheet, struct cmd_output *output, bool json,
	    struct sp_error *err)
{
	const char **names = sp_alloc_zero(sheet->count + 1, sizeof(*names));
	struct table table;

	if (!names)
		return sp_no_memory(err, "the table");
	for (uint64_t i = 0; i < sheet->count; i++)
		names[i] = sheet->columns[i].name;
	table_begin(&table, output, names, json, err);
	sheet_write_rows(sheet, &table);
	/* All rows are written: table_end() only returns the status. */
	free(names);
	return table_end(&table);
}

/* ---- as a plot -------------------------------------------------------- */

static void
plot_rows(const struct sheet *sheet, struct plot *plot)
{
	plot_data(plot, 0);
	for (uint64_t row = 0; row < sheet->rows; row++) {
		for (uint64_t i = 0; i < sheet->count; i++)
			plot_number(plot, sheet->columns[i].values[row]);
		plot_row(plot);
	}
	plot_data_end(plot);
}

/* Rows up to the last one with a value: a curve ends with its crawl. */
static uint64_t
rows_of_column(const struct sheet *sheet, const struct sheet_column *column)
{
	uint64_t rows = sheet->rows;

	while (rows && isnan(column->values[rows - 1]))
		rows--;
	return rows;
}

/* Rows up to the end of the longest curve, beyond which nothing is shown. */
static uint64_t
rows_of_curves(const struct sheet *sheet)
{
	uint64_t rows = 0;

	for (uint64_t i = 0; i < sheet->count; i++) {
		uint64_t own = sheet->columns[i].kind == SHEET_CURVE ?
			rows_of_column(sheet, &sheet->columns[i]) : 0;

		if (own > rows)
			rows = own;
	}
	return rows;
}

/*
 * Row of the first mark: first, unless a curve of few values then had no mark
 * at all.  It would not be seen if it had but one, and gnuplot would warn.
 */
static uint64_t
first_mark(const struct sheet *sheet, const struct sheet_column *column,
	   uint64_t first, uint64_t every)
{
	uint64_t end = rows_of_column(sheet, column), begin = 0, mark = first;

	while (begin < end && isnan(column->values[begin]))
		begin++;
	if (mark < begin)
		mark += (begin - mark + every - 1) / every * every;
	return mark < end ? first : begin;
}

/*
 * Marks of curves that lie on each other must not: each curve begins its marks
 * three rows after the one before.  A curve without values in the range would
 * have a line in the legend and none in the figure, and is left out.
 */
enum sp_status
sheet_plot(const struct sheet *sheet, struct plot *plot, const char *x,
	   const char *y, bool without_ideal)
{
	struct plot_curve *curves = sp_alloc(sheet->count, sizeof(*curves));
	struct plot_curve curve = {
		.every = 1 + rows_of_curves(sheet) / PLOT_MARKS
	};
	uint64_t count = 0;
	int styles = 0;

	if (!curves)
		return sp_no_memory(plot->err, "the plot");
	plot_rows(sheet, plot);
	plot_axes(plot, x, y);
	for (uint64_t i = 0; i < sheet->count; i++) {
		const struct sheet_column *column = &sheet->columns[i];

		if (column->kind == SHEET_X)
			curve.x = (unsigned)i + 1;
		if (column->kind < SHEET_CURVE || column->kind == SHEET_LOW ||
		    column->kind == SHEET_HIGH)
			continue;
		curve.low = curve.high = 0;
		if (i + 2 < sheet->count && column[1].kind == SHEET_LOW) {
			curve.low = (unsigned)i + 2;
			curve.high = (unsigned)i + 3;
		}
		curve.y = (unsigned)i + 1;
		curve.name = column->name;
		curve.style = column->kind == SHEET_SHUFFLE ? PLOT_SHUFFLE :
			      column->kind == SHEET_IDEAL ? PLOT_IDEAL :
			      styles++;
		/* Marks of curves that lie on each other must not. */
		curve.first = first_mark(sheet, column, (uint64_t)styles * 3 %
						curve.every, curve.every);
		/* Far from differences to shuffle, it would only be cut. */
		if (rows_of_column(sheet, column) &&
		    (!without_ideal || curve.style != PLOT_IDEAL))
			curves[count++] = curve;
	}
	plot_curves(plot, curves, count);
	free(curves);
	return SP_OK;
}
