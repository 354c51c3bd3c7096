/* SPDX-License-Identifier: MIT */
/*
 * sheet.h - curves over common points: columns of numbers with names, written
 * as a table or as a plot.
 */
#ifndef CMD_HOTCURVE_SHEET_H
#define CMD_HOTCURVE_SHEET_H

#include "cli/plot.h"
#include "cli/table.h"

enum sheet_kind {
	SHEET_COUNT,    /* whole numbers, not drawn */
	SHEET_X,        /* over which curves are drawn; one of them */
	SHEET_CURVE,
	SHEET_LOW,      /* of a band around the curve before it */
	SHEET_HIGH,
	SHEET_SHUFFLE,
	SHEET_IDEAL
};

struct sheet_column {
	char *name;
	enum sheet_kind kind;
	double *values;         /* NaN: no value */
};

/* Zero it and set the number of rows before use. */
struct sheet {
	uint64_t rows;
	uint64_t count, capacity;
	struct sheet_column *columns;
};

/*
 * Adds a column called NAME with the suffix, and returns the array for its
 * values, or NULL if memory is short.  If another kind of column has the name
 * of a curve, the curve is called NAME#2.
 */
double *sheet_add(struct sheet *sheet, const char *name, const char *suffix,
		  enum sheet_kind kind);
void sheet_free(struct sheet *sheet);

/* Writes the sheet as a table. */
enum sp_status sheet_write(const struct sheet *sheet,
			   struct cmd_output *output, bool json,
			   struct sp_error *err);

/* Adds the data and curves to a started plot; x and y label the axes. */
enum sp_status sheet_plot(const struct sheet *sheet, struct plot *plot,
			  const char *x, const char *y, bool without_ideal);

/* Writes a number, or "-" for NaN. */
void sheet_number(struct table *table, double value);

/* The same, with all digits if it is a whole number, as a count is. */
void sheet_count(struct table *table, double value);

#endif
