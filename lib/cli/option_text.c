/* SPDX-License-Identifier: MIT */
/*
 * Options as text: --help, and the effective options for the provenance.
 *
 * The effective options make a run repeatable: every option that shapes the
 * result, with its default, in the order of the table; options that have no
 * effect beside others are left out (option_rules.c), so that the same work has
 * the same line.
 */
#include "cli/option_value.h"

#include <stdio.h>
#include <stdlib.h>

/* The value as text; nothing where there is none to show. */
static void
option_text_add_value(const struct option_row *row, struct sp_line *line)
{
	const struct option_top *top = row->value;
	const char *word;
	size_t length;

	switch (row->kind) {
	case OPTION_WHOLE:
		if (row->zero && !option_whole(row))
			sp_line_add(line, row->zero);
		else if (row->duration)
			sp_line_add_double(line, (double)option_whole(row) /
						 1e6);
		else
			sp_line_add_uint(line, option_whole(row));
		break;
	case OPTION_REAL:
		sp_line_add_double(line, *(const double *)row->value);
		break;
	case OPTION_TEXT:
		word = *(const char *const *)row->value;
		if (word)
			sp_line_add_masked(line, word);
		break;
	case OPTION_TOP:
		if (!top->count)
			break;
		sp_line_add_masked(line, top->score);
		sp_line_add(line, ":");
		sp_line_add_uint(line, top->count);
		break;
	case OPTION_CHOICE:
		/* row->text includes the seed, if one was given. */
		length = option_word(row, &word);
		if (row->given)
			sp_line_add(line, row->text);
		else
			sp_line_add_bytes(line, word, length);
		break;
	default:
		break;
	}
}

#define HELP_COLUMN 31 /* where the texts of options start */
#define HELP_WIDTH 79  /* columns at most */

/*
 * How much of the text goes into a line of room bytes: up to the last blank, or
 * for a word that fits no line, such as a long list of choices, to a "|" in it.
 *
 * Long lists of choices have no blanks; they are cut at a "|", which stays at
 * the end of the line.
 */
static size_t
help_cut(const char *text, size_t room)
{
	size_t cut = room, blank;

	while (cut && text[cut] != ' ')
		cut--;
	blank = cut;
	if (blank && strcspn(text + blank + 1, " ") <= room)
		return blank;
	for (cut = room; cut > blank && text[cut - 1] != '|';)
		cut--;
	/* A word without any stays whole. */
	return cut ? cut : strlen(text);
}

/* Prints a text from HELP_COLUMN on. */
static void
help_wrapped(const char *text, FILE *out)
{
	const size_t room = HELP_WIDTH - HELP_COLUMN;

	while (strlen(text) > room) {
		size_t cut = help_cut(text, room);

		fprintf(out, "%.*s\n%*s", (int)cut, text, HELP_COLUMN, "");
		text += cut + (text[cut] == ' ');
	}
	fprintf(out, "%s\n", text);
}

/*
 * Defaults are those that the variables have, as nothing has been parsed when
 * help is printed alone.
 */
static void
help_row(const struct option_row *row, FILE *out)
{
	struct sp_line value = SP_LINE_EMPTY, help = SP_LINE_EMPTY;
	char head[64];
	char *text;

	snprintf(head, sizeof(head), "%c%c%c --%s%s%s",
		 row->letter ? '-' : ' ', row->letter ? row->letter : ' ',
		 row->letter ? ',' : ' ', row->name, row->argument ? " " : "",
		 row->argument ? row->argument : "");
	fprintf(out, "  %-28s ", head);
	sp_line_add(&help, row->help);
	if (row->choices)
		sp_line_format(&help, ": %s", row->choices);
	option_text_add_value(row, &value);
	text = sp_line_take(&value);
	/* A local default may be a marker: CMD_LEVEL_DEFAULT is not a level. */
	if (text && text[0] && (!row->local || row->kind == OPTION_CHOICE))
		sp_line_format(&help, " [%s]", text);
	free(text);
	text = sp_line_take(&help);
	help_wrapped(text ? text : row->help, out);
	free(text);
}

void
options_help(const struct option_row *table, void *out)
{
	for (const struct option_row *row = table; row->name; row++)
		if (!row->hidden)
			help_row(row, out);
}

/* False for options that were not given and have no default. */
static bool
has_value(const struct option_row *row)
{
	const struct option_list *list = row->value;
	const struct option_top *top = row->value;

	switch (row->kind) {
	case OPTION_FLAG:
		return *(const bool *)row->value;
	case OPTION_LIST:
		return list->count > 0;
	case OPTION_TOP:
		return top->count > 0;
	case OPTION_TEXT:
		return *(const char *const *)row->value != NULL;
	default:
		return true;
	}
}

/* A name with nothing after it: the line must not get a blank there. */
static bool
is_empty(const struct option_row *row)
{
	return row->kind == OPTION_FLAG ||
	       (row->kind == OPTION_TEXT &&
		!**(const char *const *)row->value);
}

/* After a blank, a value that begins like an option would be taken for one. */
static const char *
before_value(const char *value)
{
	return value && !strncmp(value, "--", 2) ? "=" : " ";
}

/* Each item as an option; in quotes if it has blanks, as queries have. */
static void
add_items(const struct option_row *row, struct sp_line *line)
{
	const struct option_list *list = row->value;

	for (uint64_t i = 0; i < list->count; i++) {
		const char *quote = strchr(list->items[i], ' ') ? "\"" : "";

		sp_line_format(line, " --%s%s%s", row->name,
			       before_value(list->items[i]), quote);
		sp_line_add_masked(line, list->items[i]);
		sp_line_add(line, quote);
	}
}

/* What was given to an option that takes any text; or NULL. */
static const char *
text_of(const struct option_row *row)
{
	if (row->kind == OPTION_TEXT)
		return *(const char *const *)row->value;
	return row->kind == OPTION_TOP ?
		       ((const struct option_top *)row->value)->score : NULL;
}

/* Choices print what was given, so that a seed in it is kept. */
void
options_effective(const struct option_row *table, struct sp_line *line)
{
	for (const struct option_row *row = table; row->name; row++) {
		if (row->local || !has_value(row) ||
		    option_is_idle(table, row))
			continue;
		if (row->kind == OPTION_LIST) {
			add_items(row, line);
			continue;
		}
		sp_line_add(line, " --");
		sp_line_add(line, row->name);
		if (!is_empty(row))
			sp_line_add(line, before_value(text_of(row)));
		option_text_add_value(row, line);
	}
}
