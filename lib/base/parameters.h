/* SPDX-License-Identifier: MIT */
/*
 * parameters.h - a name of a table and values for its parameters, as text:
 *
 *	NAME[@VALUE][:PARAMETER=VALUE]...
 *
 * as in "bfs", "fpr@100", "ieca:k=500:update=lazy".  The VALUE after "@" is
 * that of the first parameter.  Crawl orders and ranks of pages are named so.
 */
#ifndef SP_BASE_PARAMETERS_H
#define SP_BASE_PARAMETERS_H

#include "base/status.h"

#include <stddef.h>

#define SP_PARAMETERS 10 /* at most, of one name */

enum sp_parameter_kind {
	SP_PARAMETER_REAL,   /* a number between least and most */
	SP_PARAMETER_WHOLE,  /* a whole number between least and most */
	SP_PARAMETER_PERIOD, /* a whole number >= 1, or "auto"; not given, it
				has a common value for all names */
	SP_PARAMETER_CHOICE  /* a word of choices; its index is the value */
};

/* The values of a period that was not given, and of "auto". */
#define SP_PARAMETER_COMMON 0
#define SP_PARAMETER_AUTO (-1)

/* A parameter; a name of NULL ends a table of them. */
struct sp_parameter {
	const char *name;
	enum sp_parameter_kind kind;
	double least, most;
	double initial;       /* the default */
	const char *choices;  /* "replace|min|lazy" */
	const char *help;     /* what it is, without a full stop */
};

/*
 * Rows of such a table.  An enum numbers them, and names the row as well as
 * the value:
 *
 *	enum { NAME_GAMMA, NAME_RULE };
 *
 *	static const struct sp_parameter name_options[] = {
 *		[NAME_GAMMA] = SP_OPTION_REAL("gamma", 0, 1, 0.3,
 *			"weight of the parent's distance"),
 *		[NAME_RULE] = SP_OPTION_CHOICE("rule", "min|rl",
 *			"keep the least distance, or learn"),
 *		SP_OPTION_END
 *	};
 *
 * The first choice is the default.  The help is an imperative or a noun
 * phrase, of at most 60 characters or so.
 */
#define SP_OPTION_REAL(name, least, most, initial, help) \
	{ name, SP_PARAMETER_REAL, least, most, initial, NULL, help }
#define SP_OPTION_WHOLE(name, least, most, initial, help) \
	{ name, SP_PARAMETER_WHOLE, least, most, initial, NULL, help }
#define SP_OPTION_PERIOD(name, help) \
	{ name, SP_PARAMETER_PERIOD, 1, 0, SP_PARAMETER_COMMON, NULL, help }
#define SP_OPTION_CHOICE(name, choices, help) \
	{ name, SP_PARAMETER_CHOICE, 0, 0, 0, choices, help }
#define SP_OPTION_END { NULL, 0, 0, 0, 0, NULL, NULL }

/*
 * What is left of a text while it is read.  noun is what a name of the table
 * is, for messages: "order".
 */
struct sp_spec {
	const char *noun;
	const char *at;
	size_t length;
};

/*
 * Reads the name, one of count (at least 1), and stores which in *which.
 * SP_USAGE if it is none of them, with the nearest or all.
 */
enum sp_status sp_spec_name(struct sp_spec *spec, const char *const *names,
			    unsigned count, unsigned *which,
			    struct sp_error *err);

/*
 * Reads the rest, the values of the parameters of name; parameters may be
 * NULL, for none.  values gets one for each, as a double, its default if none
 * was given.  SP_USAGE if the text is wrong; the message names what is
 * allowed: the nearest parameters, the choices, or the range of a number.
 */
enum sp_status sp_spec_values(struct sp_spec *spec, const char *name,
			      const struct sp_parameter *parameters,
			      double values[SP_PARAMETERS],
			      struct sp_error *err);

#endif
