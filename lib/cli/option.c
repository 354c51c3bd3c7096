/* SPDX-License-Identifier: MIT */
/*
 * getopt_long() splits the command line; everything else is done by the table:
 * what a value may be, what is said about a wrong one.  Values go straight into
 * the variables of the filter, whose type the macros of the table have
 * recorded, so there is no second step that could forget one.
 *
 * What looks like a slip is refused rather than taken for something else: a
 * long option with one dash ("-iterations" reads as -i with a value), the name
 * of an option where a value is wanted, a number with letters.  All messages
 * name the option, the value and the range, and offer the nearest name.
 */
#include "cli/option_value.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/suggest.h"
#include "base/text.h"

#include <assert.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading values --------------------------------------------------- */

/* An int is set as an unsigned: largest() keeps it within INT_MAX. */
static void
set_whole(const struct option_row *row, uint64_t value)
{
	if (row->size == sizeof(uint64_t))
		*(uint64_t *)row->value = value;
	else
		*(unsigned *)row->value = (unsigned)value;
}

/*
 * The largest value; 0: there is no limit.
 *
 * unsigned variables are limited to INT_MAX too, so that one test does for both
 * types.
 */
static double
largest(const struct option_row *row)
{
	bool narrow = row->kind == OPTION_WHOLE && row->size == sizeof(int);

	return row->most > 0 || !narrow ? row->most : INT_MAX;
}

/* Values are masked: they may come from a script and contain anything. */
static enum sp_status
bad_value(const struct option_row *row, const char *text, const char *expected,
	  struct sp_error *err)
{
	char shown[128];

	sp_mask(shown, sizeof(shown), text, strlen(text));
	return sp_fail(err, SP_USAGE, "option --%s: \"%s\" is not %s",
		       row->name, shown, expected);
}

/* A number that is out of range or is none: what is asked for instead. */
static enum sp_status
bad_number(const struct option_row *row, const char *text,
	   struct sp_error *err)
{
	char expected[160], least[SP_DOUBLE_TEXT], most[SP_DOUBLE_TEXT];
	const char *kind = row->kind == OPTION_WHOLE ? "whole " : "";

	sp_format_double(least, row->least);
	sp_format_double(most, largest(row));
	if (largest(row) > 0)
		snprintf(expected, sizeof(expected), "a %snumber between %s "
			 "and %s%s%s%s", kind, least, most,
			 row->below_most ? " (" : "",
			 row->below_most ? most : "",
			 row->below_most ? " excluded)" : "");
	else
		snprintf(expected, sizeof(expected), "a %snumber of at least "
			 "%s%s%s", kind, least, row->zero ? " or " : "",
			 row->zero ? row->zero : "");
	return bad_value(row, text, expected, err);
}

static bool
in_range(const struct option_row *row, double value)
{
	double most = largest(row);

	return value >= row->least && (most <= 0 || value <= most) &&
	       !(row->below_most && value >= most);
}

static enum sp_status
option_read_whole(const struct option_row *row, const char *text,
		  struct sp_error *err)
{
	uint64_t value = 0;

	if (row->zero && !strcmp(text, row->zero)) {
		set_whole(row, 0);
		return SP_OK;
	}
	if (row->bytes && !sp_parse_size(text, &value))
		return bad_value(row, text, "a size such as 512M or 4G", err);
	if (row->duration && !sp_parse_duration(text, strlen(text), &value))
		return bad_value(row, text, "a time such as 250ms, 1.5, 20min "
				 "or 6h, up to 52124d", err);
	if ((!row->bytes && !row->duration &&
	     !sp_parse_count(text, strlen(text), &value)) ||
	    !in_range(row, (double)value))
		return bad_number(row, text, err);
	set_whole(row, value);
	return SP_OK;
}

static enum sp_status
read_real(const struct option_row *row, const char *text, struct sp_error *err)
{
	double value;

	if (!sp_parse_double(text, strlen(text), &value) ||
	    !in_range(row, value))
		return bad_number(row, text, err);
	*(double *)row->value = value;
	return SP_OK;
}

static enum sp_status
read_text(const struct option_row *row, const char *text, struct sp_error *err)
{
	char expected[128];

	if (row->most > 0 && !in_range(row, (double)strlen(text))) {
		snprintf(expected, sizeof(expected),
			 "a text of %.0f to %.0f bytes", row->least,
			 row->most);
		return bad_value(row, text, expected, err);
	}
	/* No copy: argv lives as long as the program. */
	*(const char **)row->value = text;
	return SP_OK;
}

static enum sp_status
read_list(const struct option_row *row, const char *text, struct sp_error *err)
{
	struct option_list *list = row->value;

	if (!sp_grow(&list->items, &list->capacity, list->count + 1))
		return sp_no_memory(err, "options");
	list->items[list->count++] = text;
	return SP_OK;
}

/*
 * The name of a score may have colons of its own.
 *
 * The last colon divides, and there must be a name before it.
 */
static enum sp_status
read_top(const struct option_row *row, const char *text, struct sp_error *err)
{
	struct option_top *top = row->value;
	const char *colon = strrchr(text, ':');
	size_t length = colon ? (size_t)(colon - text) : 0;
	char expected[64];

	snprintf(expected, sizeof(expected), "%s, such as %s", row->argument,
		 row->example ? row->example : "authority:100");
	if (!length || length > SP_SECTION_NAME_MAX ||
	    !sp_parse_count(colon + 1, strlen(colon + 1), &top->count) ||
	    !top->count)
		return bad_value(row, text, expected, err);
	memcpy(top->score, text, length);
	top->score[length] = '\0';
	return SP_OK;
}

/*
 * Does text say the word at choice, "random", "random:SEED" or such?
 *
 * "random:SEED" needs a number, "random[:SEED]" may have one, "random" may not.
 */
static bool
reads_as(const struct option_row *row, const char *choice, const char *text)
{
	size_t length = strcspn(choice, "|:[");
	const char *rest = text + length;

	if (strncmp(text, choice, length))
		return false;
	if (!*rest)
		return choice[length] != ':';
	return row->seed && (choice[length] == ':' || choice[length] == '[') &&
	       *rest == ':' &&
	       sp_parse_count(rest + 1, strlen(rest + 1), row->seed);
}

/*
 * Suggestions compare the word before a colon only.  If that word is right, the
 * fault is in what follows, and no suggestion is made.
 */
static enum sp_status
read_choice(const struct option_row *row, const char *text,
	    struct sp_error *err)
{
	const char *at = row->choices;
	struct sp_suggestion near;
	char expected[320];

	sp_suggest(&near, text, strcspn(text, ":"));
	/* The words stand in the order of the enum's values. */
	for (unsigned value = row->first;; value++) {
		if (reads_as(row, at, text)) {
			*(unsigned *)row->value = value;
			return SP_OK;
		}
		sp_suggest_name(&near, at, strcspn(at, "|:["));
		at += strcspn(at, "|");
		if (!*at++)
			break;
	}
	/* If the word itself is right, what follows it is wrong. */
	if (near.length == strlen(near.names) &&
	    !memcmp(near.names, text, near.length))
		near = (struct sp_suggestion){ .count = 0 };
	snprintf(expected, sizeof(expected), "one of %s%s%s%s", row->choices,
		 near.count ? " (did you mean " : "", near.names,
		 near.count ? "?)" : "");
	return bad_value(row, text, expected, err);
}

static enum sp_status
option_read_value(struct option_row *row, const char *text,
		  struct sp_error *err)
{
	row->given = true;
	row->text = text;
	switch (row->kind) {
	case OPTION_FLAG:
		*(bool *)row->value = true;
		return SP_OK;
	case OPTION_WHOLE:
		return option_read_whole(row, text, err);
	case OPTION_REAL:
		return read_real(row, text, err);
	case OPTION_TEXT:
		return read_text(row, text, err);
	case OPTION_LIST:
		return read_list(row, text, err);
	case OPTION_TOP:
		return read_top(row, text, err);
	default:
		return read_choice(row, text, err);
	}
}

void
option_list_free(struct option_list *list)
{
	free(list->items);
	*list = (struct option_list){ NULL, 0, 0 };
}

/* ---- reading the command line ----------------------------------------- */

#define LONG 256 /* getopt_long() gives LONG + i for row i */

/* Both tables as getopt_long() wants them. */
struct parser {
	struct option_row *tables[2];
	struct option *longs;
	char shorts[3 * 128];
};

/*
 * Rows of both tables, counted through: what getopt_long() returns is a place
 * in this count.
 */
static struct option_row *
row_of(const struct parser *parser, int index)
{
	for (int i = 0; i < 2; i++)
		for (struct option_row *row = parser->tables[i]; row->name;
		     row++)
			if (!index--)
				return row;
	return NULL;
}

static enum sp_status
prepare_parser(struct parser *parser, struct sp_error *err)
{
	size_t used = 0;
	int count = 0;

	while (row_of(parser, count))
		count++;
	parser->longs = sp_alloc_zero((uint64_t)count + 1,
				      sizeof(*parser->longs));
	if (!parser->longs)
		return sp_no_memory(err, "options");
	/* The colon makes a missing argument an error of its own. */
	parser->shorts[used++] = ':';
	for (int i = 0; i < count; i++) {
		const struct option_row *row = row_of(parser, i);

		parser->longs[i] = (struct option){
			row->name,
			row->argument ? required_argument : no_argument, NULL,
			LONG + i
		};
		if (!row->letter)
			continue;
		parser->shorts[used++] = row->letter;
		if (row->argument)
			parser->shorts[used++] = ':';
	}
	parser->shorts[used] = '\0';
	return SP_OK;
}

static struct option_row *
found_row(const struct parser *parser, int found)
{
	struct option_row *row;

	if (found >= LONG)
		return row_of(parser, found - LONG);
	for (int i = 0; (row = row_of(parser, i)); i++)
		if (row->letter == found)
			return row;
	return NULL;
}

/* ---- wrong options ---------------------------------------------------- */

/* "option WORD WHAT", with the word masked. */
static enum sp_status
bad_option(const char *word, const char *what, struct sp_error *err)
{
	char shown[128];

	sp_mask(shown, sizeof(shown), word, strlen(word));
	return sp_fail(err, SP_USAGE, "option %s %s", shown, what);
}

/* The long options that are near to a word, without its dashes. */
static struct sp_suggestion
near_options(const struct parser *parser, const char *word)
{
	const char *name = word + strspn(word, "-");
	const struct option_row *row;
	struct sp_suggestion near;

	sp_suggest(&near, name, strcspn(name, "="));
	for (int i = 0; (row = row_of(parser, i)); i++)
		if (!row->hidden)
			sp_suggest_name(&near, row->name, strlen(row->name));
	return near;
}

static enum sp_status
unknown_option(const struct parser *parser, const char *word,
	       struct sp_error *err)
{
	struct sp_suggestion near = near_options(parser, word);
	const char *name = near.names, *or;
	struct sp_line meant = SP_LINE_EMPTY;
	char shown[128];

	sp_mask(shown, sizeof(shown), word, strcspn(word, "="));
	for (; near.count && (or = strstr(name, " or ")); name = or + 4)
		sp_line_format(&meant, "--%.*s or ", (int)(or - name), name);
	if (near.count)
		(void)sp_fail(err, SP_USAGE, "unknown option %s (did you mean "
			      "%s--%s?)", shown, meant.text ? meant.text : "",
			      name);
	else
		(void)sp_fail(err, SP_USAGE, "unknown option %s (see --help)",
			      shown);
	sp_line_free(&meant);
	return err->status;
}

/* A long option that is none: unknown, or the beginning of several. */
static enum sp_status
bad_long_option(const struct parser *parser, const char *word,
		struct sp_error *err)
{
	size_t length = strcspn(word + 2, "=");
	char list[256] = "is ambiguous:";
	const struct option_row *row;
	int begun = 0;

	for (int i = 0; (row = row_of(parser, i)); i++) {
		size_t used = strlen(list);

		if (row->hidden || strncmp(row->name, word + 2, length))
			continue;
		snprintf(list + used, sizeof(list) - used, "%s --%s",
			 begun++ ? "," : "", row->name);
	}
	return begun > 1 ? bad_option(word, list, err) :
			   unknown_option(parser, word, err);
}

/*
 * The word with the short option that getopt_long() has just read; NULL if its
 * value is the next word.
 *
 * getopt_long() does not say in which word it found a letter: it follows from
 * where it stands now.
 */
static const char *
short_word(char **argv, int letter)
{
	const char *before = argv[optind - 1];

	if (optarg)
		return optarg == before ? NULL : before;
	/* Only after the last letter of a word is the next one current. */
	return before[0] == '-' && before[1] != '-' &&
		before[strlen(before) - 1] == letter ? before : argv[optind];
}

/*
 * Is the word "-iterations", a long option with a single dash?  It reads as -i
 * with the value "terations", and "-output" would write to a file "utput".  No
 * letter with an attached value begins a long name of this length.
 */
static bool
is_single_dash(const struct parser *parser, const char *word)
{
	const struct option_row *row;
	size_t length;

	if (!word || word[0] != '-' || word[1] == '-')
		return false;
	length = strcspn(word + 1, "=");
	for (int i = 0; length >= 3 && (row = row_of(parser, i)); i++)
		if (!row->hidden && !strncmp(row->name, word + 1, length))
			return true;
	return false;
}

/*
 * getopt_long() said '?' or ':'.
 *
 * Hidden options are never suggested, but accepted.
 */
static enum sp_status
rejected_option(const struct parser *parser, int found, char **argv,
		struct sp_error *err)
{
	const char *word = argv[optind - 1];
	const struct option_row *row = optopt ? found_row(parser, optopt) :
						NULL;
	char letter[3] = { '-', (char)optopt, '\0' }, what[128];

	if (!word) /* musl goes past the end for a value that is not there */
		word = argv[optind - 2];
	if (found == ':' && row) {
		snprintf(what, sizeof(what), "needs a value: --%s %s",
			 row->name, row->argument);
		return bad_option(word, what, err);
	}
	if (optopt >= LONG)
		return bad_option(word, "takes no value", err);
	if (!optopt)
		return bad_long_option(parser, word, err);
	/* In a group such as -vqx, the word does not show which is wrong. */
	word = short_word(argv, optopt);
	return unknown_option(parser, word && word[1] == optopt ? word :
							       letter, err);
}

/*
 * "--beside --order bfs": the name of an option is no value of another one, and
 * what follows would be taken for an operand.  A value that is meant so can be
 * given with "=".
 */
static bool
is_option_name(const struct parser *parser, const char *word)
{
	const struct option_row *row;

	for (int i = 0; !strncmp(word, "--", 2) && (row = row_of(parser, i));
	     i++)
		if (!row->hidden && !strcmp(row->name, word + 2))
			return true;
	return false;
}

/*
 * The value is read before the word is judged as a slip: only if it is no
 * value, the likeness to a long option matters.
 */
static enum sp_status
read_option(const struct parser *parser, int found, char **argv,
	    struct sp_error *err)
{
	const char *word = found < LONG ? short_word(argv, found) : NULL;
	struct option_row *row = found_row(parser, found);

	if (optarg && optarg == argv[optind - 1] &&
	    is_option_name(parser, optarg))
		return sp_fail(err, SP_USAGE, "option --%s needs a value: "
			       "--%s %s (%s follows)", row->name, row->name,
			       row->argument, optarg);
	if (is_single_dash(parser, word) && word[1] == found)
		return unknown_option(parser, word, err);
	if (!option_read_value(row, optarg, err))
		return SP_OK;
	/* "-itertions" is more likely a slip than -i with that value. */
	if (word && optarg && strlen(word) > 6 && word[1] == found &&
	    near_options(parser, word).count)
		return unknown_option(parser, word, err);
	return err->status;
}

/* getopt_long() permutes argv: operands come last, wherever they were. */
void
options_add(struct option_row *table, const struct option_row *rows)
{
	unsigned count = 0, added = 0;

	while (table[count].name)
		count++;
	while (rows[added].name)
		added++;
	assert(count + added < OPTION_ROWS);
	memcpy(table + count, rows, (added + 1) * sizeof(*rows));
}

enum sp_status
options_parse(int argc, char **argv, struct option_row *own,
	      struct option_row *common, int *operands, struct sp_error *err)
{
	struct parser parser = { .tables = { own, common } };
	enum sp_status status = prepare_parser(&parser, err);
	int found;

	/* rejected_option() reports: getopt_long() prints words unmasked. */
	opterr = 0;
	/* Options may follow operands in any environment. */
	(void)unsetenv("POSIXLY_CORRECT");
	while (!status &&
	       (found = getopt_long(argc, argv, parser.shorts, parser.longs,
				    NULL)) != -1)
		status = found == '?' || found == ':' ?
				 rejected_option(&parser, found, argv, err) :
				 read_option(&parser, found, argv, err);
	free(parser.longs);
	*operands = optind;
	return status;
}
