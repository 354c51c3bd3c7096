/* SPDX-License-Identifier: MIT */
/*
 * option.h - the one kind of option table.  From a filter's table are made
 * its parser, its usage line, its --help, the completion of shells, the
 * effective options in its provenance, and the test that its manual page
 * agrees.
 */
#ifndef SP_CLI_OPTION_H
#define SP_CLI_OPTION_H

#include "base/status.h"

#include <stdbool.h>

enum option_kind {
	OPTION_FLAG,   /* bool: no argument, sets true */
	OPTION_UINT,   /* uint64_t: digits, between least and most */
	OPTION_SIZE,   /* uint64_t: digits with K, M, G, T */
	OPTION_REAL,   /* double: between least and most */
	OPTION_TEXT,   /* const char *: as it is */
	OPTION_CHOICE, /* int: index of the word in choices "one|two" */
	OPTION_LIST    /* struct option_list: may be given several times */
};

struct option_list {
	const char **items;
	uint64_t count, capacity;
};

struct option_row {
	char letter;          /* 0: long form only */
	const char *name;     /* NULL ends the table */
	enum option_kind kind;
	const char *argument; /* its name in the help; NULL for a flag */
	void *value;          /* holds the default until it is given */
	double least, most;   /* of numbers; most 0: no limit */
	const char *choices;
	const char *help;     /* one sentence without a full stop */
	bool local;           /* of the run, not of the result: files,
				 threads, messages; not in the provenance */
	bool hidden;          /* neither in the help nor in completions */
	bool given;           /* set by the parser */
};

/*
 * A row of a table: its kind, name, argument (NULL for a flag) and variable,
 * then whatever else it has:
 *
 *	OPTION(UINT, "iterations", "N", options.iterations, .letter = 'i',
 *	       .least = 1, .help = "at most N iterations"),
 */
#define OPTION(type, long_name, of_argument, variable, ...) \
	{ .kind = OPTION_##type, .name = long_name, .argument = of_argument, \
	  .value = &(variable), __VA_ARGS__ }

/*
 * Reads the options from argv (as given to main) by both tables (own first).
 * *operands is the index of the first operand in argv, which is permuted.
 * SP_USAGE with a message that names option, value and range.
 */
enum sp_status options_parse(int argc, char **argv, struct option_row *own,
			     struct option_row *common, int *operands,
			     struct sp_error *err) SP_MUST_CHECK;

/* Writes the option part of --help to out (a FILE of stdio as void *). */
void options_help(const struct option_row *table, void *out);

/*
 * Appends " --name value" for each option of the table that shapes the
 * result, in the order of the table, at text (NUL-terminated, size bytes of
 * room).  Flags that are off and texts that are NULL are left out.
 */
void options_effective(const struct option_row *table, char *text,
		       size_t size);

void option_list_free(struct option_list *list);

#endif
