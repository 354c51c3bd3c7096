/* SPDX-License-Identifier: MIT */
/*
 * table.h - writes a table: TSV with one header line that begins with "#", or
 * JSON Lines with the names of the columns as keys.
 */
#ifndef SP_CLI_TABLE_H
#define SP_CLI_TABLE_H

#include "base/number.h"
#include "base/parameters.h"
#include "cli/output.h"
#include "graph/names.h"

struct table {
	struct cmd_output *output;
	const char *const *columns; /* names, any bytes; ends with NULL */
	bool json;
	bool safe;                  /* names as safe text (base/text.h) */
	unsigned column;            /* next cell */
	enum sp_status status;      /* of the first write that failed */
	struct sp_error *err;
	unsigned digits;            /* of real numbers, up to 17; 0: as many
				     * as read back to the same double */
	/*
	 * Of table.c: a number, and one byte before and after it.  An array
	 * on the stack would be guarded by a canary for each cell, which is
	 * 3 % of the instructions of a table of links.
	 */
	char number[SP_DOUBLE_TEXT + 2];
};

/*
 * Begins a table; writes the header line of TSV.  Texts are safe if the output
 * is (cmd_output_safe()).
 */
void table_begin(struct table *table, struct cmd_output *output,
		 const char *const *columns, bool json, struct sp_error *err);

/* Write the next cell of the row; the last column ends the row. */
void table_uint(struct table *table, uint64_t value);
void table_double(struct table *table, double value);
void table_text(struct table *table, const char *text, size_t length);
void table_span(struct table *table, struct sp_span text);

/* Several numbers, a cell each: TABLE_UINTS(&table, pages, links). */
#define TABLE_UINTS(table, ...) \
	table_uints(table, (const uint64_t[]){ __VA_ARGS__ }, \
		    sizeof((const uint64_t[]){ __VA_ARGS__ }) / \
			    sizeof(uint64_t))
void table_uints(struct table *table, const uint64_t *values, size_t count);

/* A name; one of length 0 is missing: an empty cell, or null in JSON. */
void table_name(struct table *table, const char *text, size_t length);

/* Name i of a table that may be NULL and may have fewer. */
void table_name_of(struct table *table, const struct sp_names *names,
		   uint64_t i);

/* No value: "-", or null in JSON; and that in the next cells. */
void table_none(struct table *table);
void table_nones(struct table *table, size_t cells);

/*
 * A value, or none if it is not known: a number; a real number, which is NAN
 * then; a text until its NUL, which is NULL then.
 */
void table_known(struct table *table, bool known, uint64_t value);
void table_measure(struct table *table, double value);
void table_string(struct table *table, const char *text);

/* The columns of a table of names and their parameters: noun is "order". */
#define TABLE_PARAMETERS(noun) \
	noun, "option", "default", "values", "what", NULL

/*
 * Writes the rows of a name: a first one of what it is and where it comes from,
 * and one for each of its parameters, which may be NULL.
 */
void table_parameters(struct table *table, const char *name,
		      const char *source, const char *help,
		      const struct sp_parameter *parameters);

/* Returns SP_OK, or the status of the first write that failed. */
enum sp_status table_end(const struct table *table);

#endif
