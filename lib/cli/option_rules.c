/* SPDX-License-Identifier: MIT */
/*
 * Rules between the options of a table.
 *
 * Only options on the command line can break a rule; the default of an option
 * that was not given cannot.
 *
 * Rules are columns of the table and not code of filters, so that help, manual
 * and checks can rely on them.  An option counts as used if it was given with a
 * value other than 0, since 0 turns many of them off.
 */
#include "cli/option_value.h"

#include <string.h>

static bool
is_used(const struct option_row *row)
{
	if (!row->given)
		return false;
	switch (row->kind) {
	case OPTION_WHOLE:
		return option_whole(row) > 0;
	case OPTION_REAL:
		return *(const double *)row->value != 0;
	default:
		return true;
	}
}

static const struct option_row *
row_with(const struct option_row *table, const void *variable)
{
	while (table->name && table->value != variable)
		table++;
	return table;
}

bool
option_is_given(const struct option_row *table, const void *variable)
{
	return row_with(table, variable)->given;
}

enum sp_status
option_check_alone(const struct option_row *table, const void *variable,
		   const char *why, struct sp_error *err)
{
	const char *name = row_with(table, variable)->name;

	for (const struct option_row *row = table; row->name; row++)
		if (row->given && row->value != variable)
			return sp_fail(err, SP_USAGE, "option --%s does not "
				       "go with --%s%s", row->name, name, why);
	return SP_OK;
}

/* Is the option used that the row needs, or the one that stands in for it? */
static bool
is_served(const struct option_row *table, const struct option_row *row,
	  const void *variable)
{
	return is_used(row_with(table, variable)) ||
	       (row->or_with && is_used(row_with(table, row->or_with)));
}

static enum sp_status
excluded(const struct option_row *row, const struct option_row *other,
	 struct sp_error *err)
{
	return sp_fail(err, SP_USAGE, "option --%s does not go with --%s",
		       row->name, other->name);
}

/*
 * The only word of the choice that the row goes with, and its length; 0 if
 * there are several.
 */
static size_t
only_word(struct option_row choice, const struct option_row *row,
	  const char **word)
{
	unsigned value = 0;

	while (value < 31 && !(row->only_values >> value & 1))
		value++;
	if (row->only_values != 1u << value)
		return 0;
	choice.value = &value;
	return option_word(&choice, word);
}

static enum sp_status
check_only(const struct option_row *table, const struct option_row *row,
	   struct sp_error *err)
{
	const struct option_row *choice = row_with(table, row->only_with);
	const char *word;
	size_t length;

	if (row->only_values >> *(const unsigned *)choice->value & 1 ||
	    (row->or_with && is_used(row_with(table, row->or_with))))
		return SP_OK;
	/* Where nothing was chosen, say what to choose. */
	length = choice->given ? 0 : only_word(*choice, row, &word);
	if (length)
		return sp_fail(err, SP_USAGE, "option --%s needs --%s %.*s",
			       row->name, choice->name, (int)length, word);
	length = option_word(choice, &word);
	return sp_fail(err, SP_USAGE, "option --%s does not go with --%s %.*s",
		       row->name, choice->name, (int)length, word);
}

/*
 * Compares a row with those above it only: every pair is seen once, from its
 * lower row.
 *
 * Rows of a group exclude each other: two are compared once, in the order of
 * the table.
 */
static enum sp_status
check_group(const struct option_row *table, const struct option_row *row,
	    struct sp_error *err)
{
	for (const struct option_row *other = table; other != row; other++)
		if (other->group == row->group && is_used(other))
			return excluded(row, other, err);
	return SP_OK;
}

static enum sp_status
check_rules(const struct option_row *table, const struct option_row *row,
	    struct sp_error *err)
{
	const struct option_row *other;

	if (row->excludes) {
		other = row_with(table, row->excludes);
		if (is_used(other))
			return excluded(row, other, err);
	}
	if (row->needs && !is_served(table, row, row->needs)) {
		other = row->or_with ? row_with(table, row->or_with) : NULL;
		return sp_fail(err, SP_USAGE, "option --%s needs --%s%s%s",
			       row->name, row_with(table, row->needs)->name,
			       other ? " or --" : "", other ? other->name : "");
	}
	if (row->only_with && check_only(table, row, err))
		return err->status;
	if (row->group && is_used(row))
		return check_group(table, row, err);
	return SP_OK;
}

/*
 * Does the row have no effect with what was chosen?  While that is "auto", what
 * it will be is not known, and only an option that was given may matter.
 *
 * "auto" may become any of the values.
 */
static bool
is_for_another(const struct option_row *table, const struct option_row *row)
{
	const struct option_row *choice = row_with(table, row->only_with);
	const char *word;
	size_t length;

	if (!(row->only_values >> *(const unsigned *)choice->value & 1))
		return !row->or_with ||
		       !is_used(row_with(table, row->or_with));
	length = option_word(choice, &word);
	return !row->given && length == 4 && !strncmp(word, "auto", length);
}

bool
option_is_idle(const struct option_row *table, const struct option_row *row)
{
	if (row->only_with && is_for_another(table, row))
		return true;
	if (row->idle_without && !is_served(table, row, row->idle_without))
		return true;
	for (; row->idle_with && table->name; table++)
		if (table->group == row->idle_with && is_used(table))
			return true;
	return false;
}

enum sp_status
options_check(const struct option_row *table, struct sp_error *err)
{
	for (const struct option_row *row = table; row->name; row++)
		if (row->given && check_rules(table, row, err))
			return err->status;
	return SP_OK;
}
