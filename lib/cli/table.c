/* SPDX-License-Identifier: MIT */
#include "cli/table.h"

#include "base/number.h"
#include "base/text.h"

#include <string.h>

static void
put(struct table *table, const char *text, size_t length)
{
	if (!table->status)
		table->status = cmd_output_text(table->output, text, length,
						table->err);
}

/*
 * Text that may be anything, as it can stand in a cell or between the quotes
 * of JSON.  It is cut between characters: before no continuation byte.
 */
static void
put_escaped(struct table *table, const char *text, size_t length)
{
	char escaped[6 * 1024];

	while (length) {
		size_t step = length < 1024 ? length : 1024, used;

		while (step < length && step > 1020 &&
		       ((unsigned char)text[step] & 0xc0) == 0x80)
			step--;
		used = table->json ? sp_escape_json(escaped, text, step) :
				     sp_escape_cell(escaped, text, step);
		put(table, escaped, used);
		text += step;
		length -= step;
	}
}

void
table_begin(struct table *table, struct cmd_output *output,
	    const char *const *columns, bool json, struct sp_error *err)
{
	*table = (struct table){ output, columns, json, 0, SP_OK, err };
	if (json)
		return;
	for (unsigned i = 0; columns[i]; i++) {
		put(table, i ? "\t" : "#", 1);
		put_escaped(table, columns[i], strlen(columns[i]));
	}
	put(table, "\n", 1);
}

static void
before_cell(struct table *table)
{
	const char *name = table->columns[table->column];

	if (!table->json) {
		if (table->column)
			put(table, "\t", 1);
		return;
	}
	put(table, table->column ? ", \"" : "{\"", table->column ? 3 : 2);
	put_escaped(table, name, strlen(name));
	put(table, "\": ", 3);
}

static void
after_cell(struct table *table)
{
	if (table->columns[++table->column])
		return;
	table->column = 0;
	put(table, table->json ? "}\n" : "\n", table->json ? 2 : 1);
}

/*
 * A cell that needs no escaping, with what stands before and behind it in one
 * piece: text[1] on are its length bytes, and there is room for two more.
 */
static void
put_number(struct table *table, char *text, size_t length)
{
	bool first = !table->column;
	bool last = !table->columns[table->column + 1];

	if (table->json) {
		before_cell(table);
		put(table, text + 1, length);
		after_cell(table);
		return;
	}
	text[0] = '\t';
	text[1 + length] = '\n';
	put(table, text + first, !first + length + last);
	table->column = last ? 0 : table->column + 1;
}

void
table_uint(struct table *table, uint64_t value)
{
	char text[24];

	put_number(table, text, sp_format_uint(text + 1, value));
}

void
table_double(struct table *table, double value)
{
	char text[SP_DOUBLE_TEXT + 2];

	put_number(table, text, sp_format_double(text + 1, value));
}

void
table_text(struct table *table, const char *text, size_t length)
{
	before_cell(table);
	if (table->json)
		put(table, "\"", 1);
	put_escaped(table, text, length);
	if (table->json)
		put(table, "\"", 1);
	after_cell(table);
}

void
table_string(struct table *table, const char *text)
{
	table_text(table, text, strlen(text));
}

void
table_none(struct table *table)
{
	table_text(table, "-", 1);
}

enum sp_status
table_end(const struct table *table)
{
	return table->status;
}
