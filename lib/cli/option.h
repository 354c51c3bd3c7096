/* SPDX-License-Identifier: MIT */
/*
 * option.h - the option table of a filter.
 *
 * A row states an option once: its names, what it means, the variable that
 * holds its value, the range of the value, and which other options it needs
 * or excludes.  The parser, the usage line, --help, the completions of
 * shells, the line of provenance and the test of the manual pages are all
 * made from the table.
 *
 *	struct sp_hits_options how = SP_HITS_DEFAULTS;
 *	struct option_row rows[] = {
 *		OPTION("iterations", "N", how.iterations, .letter = 'i',
 *		       .least = 1, .most = 1000000,
 *		       .help = "stop after N iterations"),
 *		CHOICE("norm", "NORM", how.norm, "l2|l1|max",
 *		       .help = "norm that divides both vectors"),
 *		OPTION_END
 *	};
 *
 * The variable is a field of the library's own option struct wherever there
 * is one; what it holds before the command line is read is the default.  Its
 * type says what the option takes, and a variable of any other type does not
 * compile:
 *
 *	bool                  no argument: sets it
 *	int, unsigned,        a whole number between least and most, at most
 *	uint64_t              INT_MAX for the first two; may end in k, M, G
 *	                      or T, powers of 1000
 *	double                a number between least and most
 *	const char *          a text
 *	struct option_list    a text; may be given several times
 *	struct option_top     "SCORE:N"
 *
 * and, with CHOICE, an enum: one of several words.  A uint64_t may also be a
 * time (.duration): "250ms", "1.5", "6h".
 *
 * An option that is given twice keeps its last value, except for lists.
 */
#ifndef SP_CLI_OPTION_H
#define SP_CLI_OPTION_H

#include "base/line.h"
#include "stream/section/section.h"

enum option_kind {
	OPTION_FLAG, OPTION_WHOLE, OPTION_REAL, OPTION_TEXT, OPTION_LIST,
	OPTION_TOP, OPTION_CHOICE
};

struct option_list {
	const char **items;
	uint64_t count, capacity;
};

/* The N pages with the largest score; count 0: not given. */
struct option_top {
	char score[SP_SECTION_NAME_MAX + 1];
	uint64_t count;
};

struct option_row {
	const char *name;      /* NULL ends the table */
	char letter;           /* 0: long form only */
	const char *argument;  /* its name in the help; NULL for a flag */
	const char *help;      /* a phrase without a full stop */
	enum option_kind kind;
	size_t size;           /* of the variable */
	void *value;           /* the variable */

	/* Which values are allowed. */
	double least, most;    /* numbers; bytes of a text; most 0: no limit */
	bool below_most;       /* a number: most itself is not allowed */
	bool bytes;            /* a whole number: may end in K, M, G or T */
	bool duration;         /* a whole number, of microseconds: given in
				* seconds, or with a unit */
	const char *zero;      /* the word for 0, such as "auto" */
	const char *example;   /* of "SCORE:N", if it is not a score */

	/*
	 * The words of a choice, "one|two", for the values from first on.
	 * A word may carry a number, which goes to *seed: it has to in
	 * "random:SEED", and may in "random[:SEED]".
	 */
	const char *choices;
	unsigned first;
	uint64_t *seed;

	/*
	 * The words that shells complete in a text, "one|two": a list of some,
	 * separated by commas.  The parser does not look at them.
	 */
	const char *list_of;

	/*
	 * Rules, checked by options_check().  Other options are named by
	 * their variables.  An option counts as used when it was given with a
	 * value that is not 0.
	 */
	const void *needs;     /* ... must be used too, or that of or_with */
	const void *excludes;  /* ... must not be used */
	int group;             /* not 0: one of this group at most is used */
	const void *only_with; /* the choice must have one of the values */
	unsigned only_values;  /* ... whose bits (1 << value) are set here, */
	const void *or_with;   /* ... or this option must be used */

	/*
	 * When the value shapes nothing, and so is left out of the line of
	 * provenance: beside an option of this group, without that option; and
	 * with another value of the choice of only_with.
	 */
	int idle_with;
	const void *idle_without; /* and that of or_with */

	bool local;            /* of the run and not of the result (files,
				* threads, messages): not in the provenance */
	bool grows;            /* a run with more of it begins as one with
				* less: not in the options of a checkpoint */
	bool writes;           /* its FILE is written beside the results */
	const char *const *writes_in; /* its DIR has files of these names, which
				* the run replaces; NULL ends them */
	bool named;            /* its FILE may be NAME=FILE */
	bool hidden;           /* neither in the help nor in completions */

	/* Set by options_parse(). */
	bool given;
	const char *text;      /* the argument as it was given */
};

#define OPTION(long_name, of_argument, variable, ...) \
	{ .name = long_name, .argument = of_argument, \
	  .kind = _Generic(&(variable), \
		bool *: OPTION_FLAG, int *: OPTION_WHOLE, \
		unsigned *: OPTION_WHOLE, uint64_t *: OPTION_WHOLE, \
		double *: OPTION_REAL, const char **: OPTION_TEXT, \
		struct option_list *: OPTION_LIST, \
		struct option_top *: OPTION_TOP), \
	  .size = sizeof(variable), .value = &(variable), __VA_ARGS__ }

#define FLAG(long_name, variable, ...) \
	OPTION(long_name, NULL, variable, __VA_ARGS__)

/* gcc and clang give an enum without negative values the type unsigned. */
#define CHOICE(long_name, of_argument, variable, of_choices, ...) \
	{ .name = long_name, .argument = of_argument, \
	  .kind = _Generic(&(variable), unsigned *: OPTION_CHOICE), \
	  .size = sizeof(variable), .value = &(variable), \
	  .choices = of_choices, __VA_ARGS__ }

#define OPTION_END { .name = NULL }

/*
 * A table may also be put together, by several functions:
 *
 *	struct option_row rows[OPTION_ROWS] = { OPTION_END };
 *
 *	OPTIONS_ADD(rows, OPTION(...), FLAG(...));
 */
#define OPTION_ROWS 80 /* of any table, at most, with its end */

#define OPTIONS_ADD(table, ...) \
	options_add(table, (const struct option_row[]){ __VA_ARGS__, \
							OPTION_END })

/* Appends rows, up to the one that ends them, to a table of OPTION_ROWS. */
void options_add(struct option_row *table, const struct option_row *rows);

/*
 * Parses argv (as main() gets it) by both tables, the filter's own first.
 * *operands is the index of the first operand in argv, which is permuted.
 * Returns SP_USAGE with a message that names the option, its value and the
 * range; SP_MEMORY.
 */
enum sp_status options_parse(int argc, char **argv, struct option_row *own,
			     struct option_row *common, int *operands,
			     struct sp_error *err);

/* Checks the rules of a table after parsing; returns SP_USAGE on failure. */
enum sp_status options_check(const struct option_row *table,
			     struct sp_error *err);

/* Was the option with this variable on the command line? */
bool option_is_given(const struct option_row *table, const void *variable);

/*
 * For an option that leaves nothing for the others to do: returns SP_USAGE if
 * another one of the table is on the command line.  Why not is added to the
 * message: "" or ", which looks up no names".
 */
enum sp_status option_check_alone(const struct option_row *table,
				  const void *variable, const char *why,
				  struct sp_error *err);

/* Writes the option part of --help to out (a FILE of stdio as void *). */
void options_help(const struct option_row *table, void *out);

/*
 * Appends " --name value" for each option that shapes the result, in the
 * order of the table.  Flags that are off, texts that are NULL and empty lists
 * are left out.
 */
void options_effective(const struct option_row *table, struct sp_line *line);

void option_list_free(struct option_list *list);

#endif
