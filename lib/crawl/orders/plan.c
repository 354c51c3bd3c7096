/* SPDX-License-Identifier: MIT */
/*
 * The table of orders, and plans as text: NAME[@VALUE][:OPTION=VALUE]...
 *
 * The text is cut at marks from left to right; there is no state but what is
 * left of it. "@VALUE" is ":FIRST=VALUE" for the first option of the order,
 * whichever that is.  Values of all kinds are doubles (a choice is the number
 * of its word), so that a plan is a flat struct that is copied freely; whole
 * numbers are limited to 2^53 for that reason.
 *
 * A mistake in a plan is the most frequent one of all, so that every message
 * says what was meant or is allowed.  What was typed is masked in it: it may
 * come from a script or a stream, and may hold control characters.
 */
#include "crawl/orders/plan.h"

#include "base/number.h"
#include "base/suggest.h"
#include "base/text.h"
#include "crawl/orders/orders.h"

#include <string.h>

#define STRATEGY_ROW(name) &sp_order_##name,
static const struct sp_strategy *const strategy_table[] = {
	SP_ORDERS(STRATEGY_ROW)
};

#define STRATEGY_COUNT (sizeof(strategy_table) / sizeof(strategy_table[0]))

const struct sp_strategy *
sp_strategy_at(unsigned i)
{
	return i < STRATEGY_COUNT ? strategy_table[i] : NULL;
}

/* A part of the text of a plan. */
struct plan_word {
	const char *at;
	size_t length;
};

static bool
plan_word_is(struct plan_word word, const char *text)
{
	return strlen(text) == word.length &&
	       !memcmp(text, word.at, word.length);
}

/* ---- messages --------------------------------------------------------- */

#define PLAN_HINT 256

/* What does not fit is left out. */
static void
plan_append(char hint[PLAN_HINT], const char *text)
{
	size_t used = strlen(hint), length = strlen(text);

	if (used + length < PLAN_HINT)
		memcpy(hint + used, text, length + 1);
}

/*
 * Ends a message with the names nearest to a word: "did you mean NAME or
 * NAME?"; if none is near, with all: "choose from NAME, NAME".
 */
static void
plan_hint(char hint[PLAN_HINT], struct plan_word word,
	  const char *const *names, unsigned count)
{
	struct sp_suggestion near;

	sp_suggest(&near, word.at, word.length);
	for (unsigned i = 0; i < count; i++)
		sp_suggest_name(&near, names[i], strlen(names[i]));
	hint[0] = '\0';
	plan_append(hint, near.count ? "did you mean " : "choose from ");
	plan_append(hint, near.count ? near.names : names[0]);
	for (unsigned i = 1; !near.count && i < count; i++) {
		plan_append(hint, ", ");
		plan_append(hint, names[i]);
	}
	if (near.count)
		plan_append(hint, "?");
}

static enum sp_status
plan_no_strategy(struct plan_word word, struct sp_error *err)
{
	const char *names[STRATEGY_COUNT];
	char hint[PLAN_HINT], shown[64];

	for (unsigned i = 0; i < STRATEGY_COUNT; i++)
		names[i] = strategy_table[i]->name;
	plan_hint(hint, word, names, STRATEGY_COUNT);
	sp_mask(shown, sizeof(shown), word.at, word.length);
	return sp_fail(err, SP_USAGE, "no order \"%s\" (%s)", shown, hint);
}

static enum sp_status
plan_no_option(const struct sp_strategy *strategy, struct plan_word word,
	       struct sp_error *err)
{
	const char *names[SP_STRATEGY_OPTIONS];
	char hint[PLAN_HINT], shown[64];
	unsigned count = 0;

	sp_mask(shown, sizeof(shown), word.at, word.length);
	if (!strategy->options)
		return sp_fail(err, SP_USAGE, "order %s has no options "
			       "(found \"%s\")", strategy->name, shown);
	while (strategy->options[count].name) {
		names[count] = strategy->options[count].name;
		count++;
	}
	plan_hint(hint, word, names, count);
	return sp_fail(err, SP_USAGE, "order %s has no option \"%s\" (%s)",
		       strategy->name, shown, hint);
}

/* What was given is masked: it may hold control characters. */
static enum sp_status
plan_bad_value(const struct sp_strategy *strategy,
	       const struct sp_strategy_option *option, struct plan_word word,
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
		       "between %.12g and %.12g", strategy->name, option->name,
		       shown, option->kind == SP_STRATEGY_WHOLE ? "whole " :
								  "",
		       option->least, option->most);
}

/* ---- reading ---------------------------------------------------------- */

/* Values are doubles, so that one array holds those of every kind. */
#define WHOLE_MAX (UINT64_C(1) << 53) /* all below are doubles */

static bool
plan_read_whole(struct plan_word word, double least, double most, double *value)
{
	uint64_t whole;

	if (!sp_parse_count(word.at, word.length, &whole) || whole > WHOLE_MAX)
		return false;
	*value = (double)whole;
	return *value >= least && *value <= most;
}

static bool
plan_read_choice(struct plan_word word, const char *choices, double *value)
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
plan_read_value(const struct sp_strategy_option *option, struct plan_word word,
		double *value)
{
	switch (option->kind) {
	case SP_STRATEGY_WHOLE:
		return plan_read_whole(word, option->least, option->most,
				       value);
	case SP_STRATEGY_PERIOD:
		if (plan_word_is(word, "auto")) {
			*value = SP_PERIOD_AUTO;
			return true;
		}
		return plan_read_whole(word, 1, (double)WHOLE_MAX, value);
	case SP_STRATEGY_CHOICE:
		return plan_read_choice(word, option->choices, value);
	default:
		return sp_parse_double(word.at, word.length, value) &&
		       *value >= option->least && *value <= option->most;
	}
}

/* The part of *text before the first of marks; *text then begins with it. */
static struct plan_word
plan_next_word(struct plan_word *text, const char *marks)
{
	struct plan_word word = { text->at, 0 };

	while (word.length < text->length &&
	       !strchr(marks, text->at[word.length]))
		word.length++;
	text->at += word.length;
	text->length -= word.length;
	return word;
}

/* given: the bits of options that were read before. */
static enum sp_status
plan_read_option(struct sp_plan *plan, struct plan_word name,
		 struct plan_word value, unsigned *given, struct sp_error *err)
{
	const struct sp_strategy *strategy = plan->strategy;
	const struct sp_strategy_option *options = strategy->options;
	unsigned i = 0;

	while (options && options[i].name &&
	       !plan_word_is(name, options[i].name))
		i++;
	if (!options || !options[i].name)
		return plan_no_option(strategy, name, err);
	/* One of the values would be without effect. */
	if (*given & 1U << i)
		return sp_fail(err, SP_USAGE, "order %s: %s is given twice",
			       strategy->name, options[i].name);
	*given |= 1U << i;
	if (!plan_read_value(&options[i], value, &plan->values[i]))
		return plan_bad_value(strategy, &options[i], value, err);
	return SP_OK;
}

/* "@VALUE" and ":NAME=VALUE"s */
static enum sp_status
plan_read_options(struct sp_plan *plan, struct plan_word text,
		  struct sp_error *err)
{
	const struct sp_strategy *strategy = plan->strategy;
	unsigned given = 0;

	while (text.length) {
		char mark = text.at[0];
		struct plan_word name, value;

		text.at++;
		text.length--;
		name = plan_next_word(&text, mark == '@' ? ":" : "=:");
		value = name;
		if (mark == '@' && !strategy->options)
			return plan_no_option(strategy, name, err);
		if (mark == '@') {
			name.at = strategy->options[0].name;
			name.length = strlen(name.at);
		} else if (text.length && text.at[0] == '=') {
			text.at++;
			text.length--;
			value = plan_next_word(&text, ":");
		} else {
			value.length = 0;
		}
		if (plan_read_option(plan, name, value, &given, err))
			return err->status;
	}
	return SP_OK;
}

/*
 * What follows from the values of all options together: whether they
 * contradict each other, and what the order needs with these (hosts for fpr
 * only if M is not 1).
 */
static enum sp_status
plan_finish(struct sp_plan *plan, struct sp_error *err)
{
	const struct sp_strategy_work *work = plan->strategy->work;
	const char *fault = NULL;

	plan->needs = plan->strategy->needs;
	if (work && work->needs)
		plan->needs |= work->needs(plan->values);
	if (work && work->fault)
		fault = work->fault(plan->values);
	return fault ? sp_fail(err, SP_USAGE, "order %s: %s", plan->name,
			       fault) : SP_OK;
}

/*
 * A NUL would end the name early, so a text with one is refused as if it were
 * too long.
 */
enum sp_status
sp_plan_parse(const char *text, size_t length, struct sp_plan *plan,
	      struct sp_error *err)
{
	struct plan_word rest = { text, length }, name;

	memset(plan, 0, sizeof(*plan));
	if (length > SP_ORDER_NAME_MAX || memchr(text, 0, length))
		return sp_fail(err, SP_USAGE, "an order has more than %d bytes",
			       SP_ORDER_NAME_MAX);
	memcpy(plan->name, text, length);
	name = plan_next_word(&rest, "@:");
	for (unsigned i = 0; i < STRATEGY_COUNT && !plan->strategy; i++)
		if (plan_word_is(name, strategy_table[i]->name))
			plan->strategy = strategy_table[i];
	if (!plan->strategy)
		return plan_no_strategy(name, err);
	for (unsigned i = 0; plan->strategy->options &&
			     plan->strategy->options[i].name; i++)
		plan->values[i] = plan->strategy->options[i].initial;
	if (plan_read_options(plan, rest, err))
		return err->status;
	return plan_finish(plan, err);
}
