/* SPDX-License-Identifier: MIT */
#include "cli/option.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_MAX 96

/* ---- reading values --------------------------------------------------- */

static enum sp_status
bad_value(const struct option_row *row, const char *text, const char *expected,
	  struct sp_error *err)
{
	char shown[128];

	sp_mask(shown, sizeof(shown), text, strlen(text));
	return sp_fail(err, SP_USAGE, "option --%s: \"%s\" is not %s",
		       row->name, shown, expected);
}

static enum sp_status
read_number(struct option_row *row, const char *text, struct sp_error *err)
{
	char expected[128], least[SP_DOUBLE_TEXT], most[SP_DOUBLE_TEXT];
	bool whole = row->kind == OPTION_UINT, bounded = row->most > 0, ok;
	double value = 0;
	uint64_t count = 0;

	if (whole) {
		ok = sp_parse_uint(text, strlen(text), &count);
		value = (double)count;
	} else {
		ok = sp_parse_double(text, strlen(text), &value);
	}
	if (ok && value >= row->least && (!bounded || value <= row->most)) {
		if (whole)
			*(uint64_t *)row->value = count;
		else
			*(double *)row->value = value;
		return SP_OK;
	}
	sp_format_double(least, row->least);
	sp_format_double(most, row->most);
	snprintf(expected, sizeof(expected), "a %snumber %s %s%s%s",
		 whole ? "whole " : "", bounded ? "between" : "of at least",
		 least, bounded ? " and " : "", bounded ? most : "");
	return bad_value(row, text, expected, err);
}

static enum sp_status
read_choice(struct option_row *row, const char *text, struct sp_error *err)
{
	const char *at = row->choices;
	char expected[160];
	int index = 0;

	for (;; index++) {
		size_t length = strcspn(at, "|");

		if (length == strlen(text) && !strncmp(at, text, length)) {
			*(int *)row->value = index;
			return SP_OK;
		}
		if (!at[length])
			break;
		at += length + 1;
	}
	snprintf(expected, sizeof(expected), "one of %s", row->choices);
	return bad_value(row, text, expected, err);
}

static enum sp_status
read_value(struct option_row *row, const char *text, struct sp_error *err)
{
	struct option_list *list = row->value;

	row->given = true;
	switch (row->kind) {
	case OPTION_FLAG:
		*(bool *)row->value = true;
		return SP_OK;
	case OPTION_UINT:
	case OPTION_REAL:
		return read_number(row, text, err);
	case OPTION_SIZE:
		if (sp_parse_size(text, row->value))
			return SP_OK;
		return bad_value(row, text, "a size as 512M or 4G", err);
	case OPTION_TEXT:
		*(const char **)row->value = text;
		return SP_OK;
	case OPTION_CHOICE:
		return read_choice(row, text, err);
	default:
		if (!sp_grow(&list->items, &list->capacity, list->count + 1,
			     sizeof(*list->items)))
			return sp_no_memory(err, "options");
		list->items[list->count++] = text;
		return SP_OK;
	}
}

void
option_list_free(struct option_list *list)
{
	free(list->items);
	*list = (struct option_list){ NULL, 0, 0 };
}

/* ---- reading the command line ----------------------------------------- */

/* Both tables as getopt_long() wants them. */
struct parser {
	struct option_row *rows[ROWS_MAX];
	struct option longs[ROWS_MAX + 1];
	char shorts[3 * ROWS_MAX + 3];
	int count;
};

static void
add_rows(struct parser *parser, struct option_row *table)
{
	for (struct option_row *row = table; row && row->name; row++) {
		size_t used = strlen(parser->shorts);

		parser->rows[parser->count] = row;
		parser->longs[parser->count] = (struct option){
			row->name,
			row->argument ? required_argument : no_argument, NULL,
			256 + parser->count
		};
		parser->count++;
		if (row->letter)
			snprintf(parser->shorts + used,
				 sizeof(parser->shorts) - used, "%c%s",
				 row->letter, row->argument ? ":" : "");
	}
}

static struct option_row *
find_row(const struct parser *parser, int found)
{
	if (found >= 256)
		return parser->rows[found - 256];
	for (int i = 0; i < parser->count; i++)
		if (parser->rows[i]->letter == found)
			return parser->rows[i];
	return NULL;
}

enum sp_status
options_parse(int argc, char **argv, struct option_row *own,
	      struct option_row *common, int *operands, struct sp_error *err)
{
	struct parser parser = { { NULL }, { { 0 } }, ":", 0 };
	int found;

	add_rows(&parser, own);
	add_rows(&parser, common);
	opterr = 0;
	while ((found = getopt_long(argc, argv, parser.shorts, parser.longs,
				    NULL)) != -1) {
		char shown[128];
		const char *word = argv[optind - 1];
		struct option_row *row;

		if (found == '?' && optopt && optopt < 256) {
			char letter[3] = { '-', (char)optopt, '\0' };

			word = letter;
			sp_mask(shown, sizeof(shown), word, strlen(word));
			return sp_fail(err, SP_USAGE, "unknown option %s "
				       "(see --help)", shown);
		}
		sp_mask(shown, sizeof(shown), word, strlen(word));
		if (found == '?')
			return sp_fail(err, SP_USAGE, "unknown or ambiguous "
				       "option %s (see --help)", shown);
		if (found == ':')
			return sp_fail(err, SP_USAGE, "option %s needs an "
				       "argument", shown);
		row = find_row(&parser, found);
		if (read_value(row, optarg, err))
			return err->status;
	}
	*operands = optind;
	return SP_OK;
}

/* ---- writing ---------------------------------------------------------- */

static size_t
choice_word(const struct option_row *row, const char **word)
{
	const char *at = row->choices;

	for (int i = *(const int *)row->value; i > 0; i--)
		at += strcspn(at, "|") + 1;
	*word = at;
	return strcspn(at, "|");
}

/* The value as text; empty where there is none to show. */
static void
value_text(const struct option_row *row, char *text, size_t size)
{
	const char *word;
	size_t length;

	text[0] = '\0';
	switch (row->kind) {
	case OPTION_UINT:
	case OPTION_SIZE:
		snprintf(text, size, "%llu", (unsigned long long)
			 *(const uint64_t *)row->value);
		break;
	case OPTION_REAL:
		sp_format_double(text, *(const double *)row->value);
		break;
	case OPTION_TEXT:
		word = *(const char *const *)row->value;
		if (word)
			sp_mask(text, size, word, strlen(word));
		break;
	case OPTION_CHOICE:
		length = choice_word(row, &word);
		snprintf(text, size, "%.*s", (int)length, word);
		break;
	default:
		break;
	}
}

void
options_help(const struct option_row *table, void *out)
{
	for (const struct option_row *row = table; row->name; row++) {
		char head[64], value[256];

		if (row->hidden)
			continue;
		snprintf(head, sizeof(head), "%c%c%c --%s%s%s",
			 row->letter ? '-' : ' ',
			 row->letter ? row->letter : ' ',
			 row->letter ? ',' : ' ', row->name,
			 row->argument ? " " : "",
			 row->argument ? row->argument : "");
		fprintf(out, "  %-28s %s", head, row->help);
		if (row->choices)
			fprintf(out, ": %s", row->choices);
		value_text(row, value, sizeof(value));
		if (value[0] && !row->local)
			fprintf(out, " [%s]", value);
		fputc('\n', out);
	}
}

void
options_effective(const struct option_row *table, char *text, size_t size)
{
	size_t used = strlen(text);

	for (const struct option_row *row = table; row->name; row++) {
		const struct option_list *list = row->value;
		char value[256];

		if (row->local)
			continue;
		value_text(row, value, sizeof(value));
		if (row->kind == OPTION_FLAG && !*(const bool *)row->value)
			continue;
		if (row->kind == OPTION_LIST && !list->count)
			continue;
		if (row->kind == OPTION_TEXT &&
		    !*(const char *const *)row->value)
			continue;
		if (used + strlen(row->name) + strlen(value) + 5 > size)
			return;
		used += (size_t)snprintf(text + used, size - used, " --%s%s%s",
					 row->name, value[0] ? " " : "",
					 value);
	}
}
