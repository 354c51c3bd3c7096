/* SPDX-License-Identifier: MIT */
#include "crawl/engine.h"

#include "base/number.h"
#include "base/text.h"

#include <string.h>

static const struct sp_strategy *const table[] = {
	&sp_order_bfs, &sp_order_dfs, &sp_order_random, &sp_order_shuffle,
	&sp_order_omniscient, &sp_order_backlink, &sp_order_lsf,
	&sp_order_domainpq, &sp_order_batchpr, &sp_order_partialpr,
	&sp_order_opic, &sp_order_fica, &sp_order_ficaplus, &sp_order_ieca,
	&sp_order_fpr, &sp_order_rankmass, &sp_order_wrankmass,
	&sp_order_opic_revisit
};

#define COUNT (sizeof(table) / sizeof(table[0]))

const struct sp_strategy *
sp_strategy_at(unsigned i)
{
	return i < COUNT ? table[i] : NULL;
}

/* A part of the text of a plan. */
struct word {
	const char *at;
	size_t length;
};

static bool
word_is(struct word word, const char *text)
{
	return strlen(text) == word.length &&
	       !memcmp(text, word.at, word.length);
}

/* ---- messages --------------------------------------------------------- */

#define LIST 256

/* Appends ", name" to a list. */
static void
list_add(char list[LIST], const char *name)
{
	size_t used = strlen(list), length = strlen(name);

	if (used + length + 3 > LIST)
		return;
	if (used) {
		memcpy(list + used, ", ", 2);
		used += 2;
	}
	memcpy(list + used, name, length + 1);
}

/*
 * The names that are nearest to a word, by edit distance; all, if none is
 * near.
 */
static void
list_nearest(char list[LIST], struct word word, const char *const *names,
	     unsigned count)
{
	unsigned least = UINT32_MAX;

	list[0] = '\0';
	for (unsigned i = 0; i < count; i++) {
		unsigned distance = sp_edit_distance(word.at, word.length,
						     names[i],
						     strlen(names[i]));

		least = distance < least ? distance : least;
	}
	for (unsigned i = 0; i < count; i++)
		if (least > 2 ||
		    sp_edit_distance(word.at, word.length, names[i],
				     strlen(names[i])) == least)
			list_add(list, names[i]);
}

static enum sp_status
no_strategy(struct word word, struct sp_error *err)
{
	const char *names[COUNT];
	char list[LIST], shown[64];

	for (unsigned i = 0; i < COUNT; i++)
		names[i] = table[i]->name;
	list_nearest(list, word, names, COUNT);
	sp_mask(shown, sizeof(shown), word.at, word.length);
	return sp_fail(err, SP_USAGE, "there is no order \"%s\"; there is %s",
		       shown, list);
}

static enum sp_status
no_option(const struct sp_strategy *strategy, struct word word,
	  struct sp_error *err)
{
	const char *names[SP_STRATEGY_OPTIONS];
	char list[LIST], shown[64];
	unsigned count = 0;

	sp_mask(shown, sizeof(shown), word.at, word.length);
	if (!strategy->options)
		return sp_fail(err, SP_USAGE, "order %s has no options, so "
			       "no \"%s\"", strategy->name, shown);
	while (strategy->options[count].name) {
		names[count] = strategy->options[count].name;
		count++;
	}
	list_nearest(list, word, names, count);
	return sp_fail(err, SP_USAGE, "order %s has no option \"%s\"; it has "
		       "%s", strategy->name, shown, list);
}

static enum sp_status
bad_value(const struct sp_strategy *strategy,
	  const struct sp_strategy_option *option, struct word word,
	  struct sp_error *err)
{
	char shown[64];

	sp_mask(shown, sizeof(shown), word.at, word.length);
	if (option->kind == SP_STRATEGY_CHOICE)
		return sp_fail(err, SP_USAGE, "order %s: %s \"%s\" is not one "
			       "of %s", strategy->name, option->name, shown,
			       option->choices);
	if (option->kind == SP_STRATEGY_PERIOD)
		return sp_fail(err, SP_USAGE, "order %s: %s \"%s\" is neither "
			       "a whole number of at least 1 nor auto",
			       strategy->name, option->name, shown);
	return sp_fail(err, SP_USAGE, "order %s: %s \"%s\" is not a %snumber "
		       "between %g and %g", strategy->name, option->name,
		       shown, option->kind == SP_STRATEGY_WHOLE ? "whole " :
								  "",
		       option->least, option->most);
}

/* ---- reading ---------------------------------------------------------- */

#define WHOLE_MAX (UINT64_C(1) << 53) /* all below are doubles */

static bool
read_whole(struct word word, double least, double most, double *value)
{
	uint64_t whole;

	if (!sp_parse_uint(word.at, word.length, &whole) || whole > WHOLE_MAX)
		return false;
	*value = (double)whole;
	return *value >= least && *value <= most;
}

static bool
read_choice(struct word word, const char *choices, double *value)
{
	for (*value = 0; choices; (*value)++) {
		const char *bar = strchr(choices, '|');
		size_t length = bar ? (size_t)(bar - choices) :
				      strlen(choices);

		if (length == word.length &&
		    !memcmp(choices, word.at, length))
			return true;
		choices = bar ? bar + 1 : NULL;
	}
	return false;
}

static bool
read_value(const struct sp_strategy_option *option, struct word word,
	   double *value)
{
	switch (option->kind) {
	case SP_STRATEGY_WHOLE:
		return read_whole(word, option->least, option->most, value);
	case SP_STRATEGY_PERIOD:
		if (word_is(word, "auto")) {
			*value = SP_PERIOD_AUTO;
			return true;
		}
		return read_whole(word, 1, (double)WHOLE_MAX, value);
	case SP_STRATEGY_CHOICE:
		return read_choice(word, option->choices, value);
	default:
		return sp_parse_double(word.at, word.length, value) &&
		       *value >= option->least && *value <= option->most;
	}
}

/* The part up to the next mark, which *text then begins with. */
static struct word
next_word(struct word *text, const char *marks)
{
	struct word word = { text->at, 0 };

	while (word.length < text->length &&
	       !strchr(marks, text->at[word.length]))
		word.length++;
	text->at += word.length;
	text->length -= word.length;
	return word;
}

static enum sp_status
read_option(struct sp_plan *plan, struct word name, struct word value,
	    struct sp_error *err)
{
	const struct sp_strategy *strategy = plan->strategy;
	const struct sp_strategy_option *options = strategy->options;

	for (unsigned i = 0; options && options[i].name; i++)
		if (word_is(name, options[i].name))
			return read_value(&options[i], value,
					  &plan->values[i]) ?
				       SP_OK :
				       bad_value(strategy, &options[i], value,
						 err);
	return no_option(strategy, name, err);
}

/* "@VALUE" and ":NAME=VALUE"s */
static enum sp_status
read_options(struct sp_plan *plan, struct word text, struct sp_error *err)
{
	const struct sp_strategy *strategy = plan->strategy;

	while (text.length) {
		char mark = text.at[0];
		struct word name, value;

		text.at++;
		text.length--;
		name = next_word(&text, mark == '@' ? ":" : "=:");
		value = name;
		if (mark == '@' && !strategy->options)
			return no_option(strategy, name, err);
		if (mark == '@') {
			name.at = strategy->options[0].name;
			name.length = strlen(name.at);
		} else if (text.length && text.at[0] == '=') {
			text.at++;
			text.length--;
			value = next_word(&text, ":");
		} else {
			value.length = 0;
		}
		if (read_option(plan, name, value, err))
			return err->status;
	}
	return SP_OK;
}

enum sp_status
sp_plan_parse(const char *text, size_t length, struct sp_plan *plan,
	      struct sp_error *err)
{
	struct word rest = { text, length }, name;

	memset(plan, 0, sizeof(*plan));
	if (length > SP_ORDER_NAME_MAX || memchr(text, 0, length))
		return sp_fail(err, SP_USAGE, "an order of more than %d bytes",
			       SP_ORDER_NAME_MAX);
	memcpy(plan->name, text, length);
	name = next_word(&rest, "@:");
	for (unsigned i = 0; i < COUNT && !plan->strategy; i++)
		if (word_is(name, table[i]->name))
			plan->strategy = table[i];
	if (!plan->strategy)
		return no_strategy(name, err);
	for (unsigned i = 0; plan->strategy->options &&
			     plan->strategy->options[i].name; i++)
		plan->values[i] = plan->strategy->options[i].initial;
	if (read_options(plan, rest, err))
		return err->status;
	plan->needs = plan->strategy->needs;
	if (plan->strategy->work && plan->strategy->work->needs)
		plan->needs |= plan->strategy->work->needs(plan->values);
	return SP_OK;
}
