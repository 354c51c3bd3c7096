/* SPDX-License-Identifier: MIT */
/*
 * Cells are written as they come; nothing is aligned, so that tables of any
 * length stream.  Text is escaped by one of three rules: for cells of TSV, for
 * JSON, or as safe text.
 */
#include "cli/table.h"

#include "base/number.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void
table_bytes(struct table *table, const char *text, size_t length)
{
	if (!table->status)
		table->status = cmd_output_text(table->output, text, length,
						table->err);
}

/*
 * Any text, escaped for a cell or for the quotes of JSON, in steps of about
 * 1,024 bytes.  A step never ends inside a character of UTF-8: its halves
 * would be escaped as bad bytes.
 */
static void
table_escaped(struct table *table, const char *text, size_t length)
{
	/* The longest escape of a byte is \u00HH. */
	char escaped[6 * 1024];
	bool fresh = true;

	while (length) {
		size_t step = sp_text_piece(text, length, 1024), used;

		if (table->json)
			used = sp_escape_json(escaped, text, step,
					      table->safe);
		else if (table->safe)
			used = sp_safe_cell(escaped, text, step, &fresh);
		else
			used = sp_escape_cell(escaped, text, step);
		table_bytes(table, escaped, used);
		text += step;
		length -= step;
	}
}

void
table_begin(struct table *table, struct cmd_output *output,
	    const char *const *columns, bool json, struct sp_error *err)
{
	*table = (struct table){ .output = output, .columns = columns,
				 .json = json, .err = err,
				 .safe = cmd_output_safe(output) };
	if (json)
		return;
	for (unsigned i = 0; columns[i]; i++) {
		table_bytes(table, i ? "\t" : "#", 1);
		table_escaped(table, columns[i], strlen(columns[i]));
	}
	table_bytes(table, "\n", 1);
}

/*
 * JSON repeats the name of the column in each row: JSON Lines are read line by
 * line.
 */
static void
table_cell_begin(struct table *table)
{
	const char *name = table->columns[table->column];

	if (!table->json) {
		if (table->column)
			table_bytes(table, "\t", 1);
		return;
	}
	table_bytes(table, table->column ? ", \"" : "{\"",
		    table->column ? 3 : 2);
	table_escaped(table, name, strlen(name));
	table_bytes(table, "\": ", 3);
}

static void
table_cell_end(struct table *table)
{
	if (table->columns[++table->column])
		return;
	table->column = 0;
	table_bytes(table, table->json ? "}\n" : "\n", table->json ? 2 : 1);
}

/*
 * A cell that needs no escaping is written in one piece with the TAB before it
 * or the newline after it (0.74 of the time for the links of a graph).  Its
 * length bytes begin at number[1].
 */
static void
table_number(struct table *table, size_t length)
{
	char *text = table->number;
	bool first = !table->column;
	bool last = !table->columns[table->column + 1];

	if (table->json) {
		table_cell_begin(table);
		table_bytes(table, text + 1, length);
		table_cell_end(table);
		return;
	}
	text[0] = '\t';
	text[1 + length] = '\n';
	table_bytes(table, text + first, !first + length + last);
	table->column = last ? 0 : table->column + 1;
}

void
table_uint(struct table *table, uint64_t value)
{
	table_number(table, sp_format_uint(table->number + 1, value));
}

void
table_uints(struct table *table, const uint64_t *values, size_t count)
{
	for (size_t i = 0; i < count; i++)
		table_uint(table, values[i]);
}

void
table_double(struct table *table, double value)
{
	char *text = table->number + 1;
	size_t length;

	/* "1e+06" and the like are numbers in JSON, too. */
	if (table->digits)
		length = (size_t)snprintf(text, SP_DOUBLE_TEXT, "%.*g",
					  (int)table->digits, value);
	else
		length = sp_format_double(text, value);
	table_number(table, length);
}

void
table_text(struct table *table, const char *text, size_t length)
{
	table_cell_begin(table);
	if (table->json)
		table_bytes(table, "\"", 1);
	table_escaped(table, text, length);
	if (table->json)
		table_bytes(table, "\"", 1);
	table_cell_end(table);
}

void
table_span(struct table *table, struct sp_span text)
{
	table_text(table, text.text, text.length);
}

/* A cell without a value, which is text in TSV and null in JSON. */
static void
table_missing(struct table *table, const char *text)
{
	table_cell_begin(table);
	if (table->json)
		text = "null";
	table_bytes(table, text, strlen(text));
	table_cell_end(table);
}

void
table_name(struct table *table, const char *text, size_t length)
{
	if (length)
		table_text(table, text, length);
	else
		table_missing(table, "");
}

void
table_name_of(struct table *table, const struct sp_names *names, uint64_t i)
{
	size_t length;
	const char *name = sp_names_find(names, i, &length);

	table_name(table, name, length);
}

void
table_none(struct table *table)
{
	table_missing(table, "-");
}

void
table_nones(struct table *table, size_t cells)
{
	for (size_t i = 0; i < cells; i++)
		table_none(table);
}

void
table_known(struct table *table, bool known, uint64_t value)
{
	if (known)
		table_uint(table, value);
	else
		table_none(table);
}

void
table_string(struct table *table, const char *text)
{
	if (text)
		table_text(table, text, strlen(text));
	else
		table_none(table);
}

void
table_measure(struct table *table, double value)
{
	if (isnan(value))
		table_none(table);
	else
		table_double(table, value);
}

enum sp_status
table_end(const struct table *table)
{
	return table->status;
}
