/* SPDX-License-Identifier: MIT */
/*
 * Names with parameters as text: NAME[@VALUE][:PARAMETER=VALUE]...
 *
 * The text is cut at marks from left to right; there is no state but what is
 * left of it. "@VALUE" is ":FIRST=VALUE" for the first parameter of the name,
 * whichever that is.  Values of all kinds are doubles (a choice is the number
 * of its word), so that they are an array that is copied freely; whole numbers
 * are limited to 2^53 for that reason.
 *
 * A mistake here is the most frequent one of all, so that every message says
 * what was meant or is allowed.  What was typed is masked in it: it may come
 * from a script or a stream, and may hold control characters.
 */
#include "base/parameters.h"

#include "base/number.h"
#include "base/span.h"
#include "base/suggest.h"
#include "base/text.h"

#include <string.h>

static bool
spec_word_is(struct sp_span word, const char *text)
{
	return sp_span_equal(word, (struct sp_span){ text, strlen(text) });
}

/* Where values go, and what is read. */
struct spec_reading {
	const char *noun, *name;
	const struct sp_parameter *parameters; /* or NULL */
	double *values;
	unsigned given; /* the bits of parameters that were read before */
};

/* ---- messages --------------------------------------------------------- */

#define SPEC_HINT 256

/* What does not fit is left out. */
static void
spec_append(char hint[SPEC_HINT], const char *text)
{
	size_t used = strlen(hint), length = strlen(text);

	if (used + length < SPEC_HINT)
		memcpy(hint + used, text, length + 1);
}

/*
 * Ends a message with the names nearest to a word: "did you mean NAME or
 * NAME?"; if none is near, with all: "choose from NAME, NAME".
 */
static void
spec_hint(char hint[SPEC_HINT], struct sp_span word,
	  const char *const *names, unsigned count)
{
	struct sp_suggestion near;

	sp_suggest(&near, word.text, word.length);
	for (unsigned i = 0; i < count; i++)
		sp_suggest_name(&near, names[i], strlen(names[i]));
	hint[0] = '\0';
	spec_append(hint, near.count ? "did you mean " : "choose from ");
	spec_append(hint, near.count ? near.names : names[0]);
	for (unsigned i = 1; !near.count && i < count; i++) {
		spec_append(hint, ", ");
		spec_append(hint, names[i]);
	}
	if (near.count)
		spec_append(hint, "?");
}

static enum sp_status
spec_no_option(const struct spec_reading *to, struct sp_span word,
	       struct sp_error *err)
{
	const char *names[SP_PARAMETERS];
	char hint[SPEC_HINT], shown[64];
	unsigned count = 0;

	sp_mask(shown, sizeof(shown), word.text, word.length);
	if (!to->parameters)
		return sp_fail(err, SP_USAGE, "%s %s has no options (found "
			       "\"%s\")", to->noun, to->name, shown);
	while (to->parameters[count].name) {
		names[count] = to->parameters[count].name;
		count++;
	}
	spec_hint(hint, word, names, count);
	return sp_fail(err, SP_USAGE, "%s %s has no option \"%s\" (%s)",
		       to->noun, to->name, shown, hint);
}

/* What was given is masked: it may hold control characters. */
static enum sp_status
spec_bad_value(const struct spec_reading *to,
	       const struct sp_parameter *parameter, struct sp_span word,
	       struct sp_error *err)
{
	bool whole = parameter->kind == SP_PARAMETER_WHOLE;
	char shown[64];

	sp_mask(shown, sizeof(shown), word.text, word.length);
	if (parameter->kind == SP_PARAMETER_CHOICE)
		return sp_fail(err, SP_USAGE, "%s %s: %s \"%s\" is not one of "
			       "%s", to->noun, to->name, parameter->name,
			       shown, parameter->choices);
	if (parameter->kind == SP_PARAMETER_PERIOD)
		return sp_fail(err, SP_USAGE, "%s %s: %s \"%s\" is neither a "
			       "whole number of at least 1 nor auto", to->noun,
			       to->name, parameter->name, shown);
	return sp_fail(err, SP_USAGE, "%s %s: %s \"%s\" is not a %snumber "
		       "between %.12g and %.12g", to->noun, to->name,
		       parameter->name, shown, whole ? "whole " : "",
		       parameter->least, parameter->most);
}

/* ---- reading ---------------------------------------------------------- */

/* Values are doubles, so that one array holds those of every kind. */
#define WHOLE_MAX (UINT64_C(1) << 53) /* all below are doubles */

static bool
spec_read_whole(struct sp_span word, double least, double most, double *value)
{
	uint64_t whole;

	if (!sp_parse_count(word.text, word.length, &whole) ||
	    whole > WHOLE_MAX)
		return false;
	*value = (double)whole;
	return *value >= least && *value <= most;
}

static bool
spec_read_choice(struct sp_span word, const char *choices, double *value)
{
	for (*value = 0; choices; (*value)++) {
		const char *bar = strchr(choices, '|');
		size_t length = bar ? (size_t)(bar - choices) :
				      strlen(choices);

		if (sp_span_equal(word, (struct sp_span){ choices, length }))
			return true;
		choices = bar ? bar + 1 : NULL;
	}
	return false;
}

static bool
spec_read_value(const struct sp_parameter *parameter, struct sp_span word,
		double *value)
{
	switch (parameter->kind) {
	case SP_PARAMETER_WHOLE:
		return spec_read_whole(word, parameter->least,
				       parameter->most, value);
	case SP_PARAMETER_PERIOD:
		if (spec_word_is(word, "auto")) {
			*value = SP_PARAMETER_AUTO;
			return true;
		}
		return spec_read_whole(word, 1, (double)WHOLE_MAX, value);
	case SP_PARAMETER_CHOICE:
		return spec_read_choice(word, parameter->choices, value);
	default:
		return sp_parse_double(word.text, word.length, value) &&
		       *value >= parameter->least &&
		       *value <= parameter->most;
	}
}

/* The part of *text before the first of marks; *text then begins with it. */
static struct sp_span
spec_next_word(struct sp_span *text, const char *marks)
{
	size_t length = 0;

	while (length < text->length && !strchr(marks, text->text[length]))
		length++;
	return sp_span_cut(text, length);
}

static enum sp_status
spec_read_parameter(struct spec_reading *to, struct sp_span name,
		    struct sp_span value, struct sp_error *err)
{
	const struct sp_parameter *parameters = to->parameters;
	unsigned i = 0;

	while (parameters && parameters[i].name &&
	       !spec_word_is(name, parameters[i].name))
		i++;
	if (!parameters || !parameters[i].name)
		return spec_no_option(to, name, err);
	/* One of the values would be without effect. */
	if (to->given & 1U << i)
		return sp_fail(err, SP_USAGE, "%s %s: %s is given twice",
			       to->noun, to->name, parameters[i].name);
	to->given |= 1U << i;
	if (!spec_read_value(&parameters[i], value, &to->values[i]))
		return spec_bad_value(to, &parameters[i], value, err);
	return SP_OK;
}

/* "@VALUE" and ":NAME=VALUE"s */
static enum sp_status
spec_read_parameters(struct spec_reading *to, struct sp_span text,
		     struct sp_error *err)
{
	while (text.length) {
		char mark = *sp_span_cut(&text, 1).text;
		struct sp_span name, value;

		name = spec_next_word(&text, mark == '@' ? ":" : "=:");
		value = name;
		if (mark == '@' && !to->parameters)
			return spec_no_option(to, name, err);
		if (mark == '@') {
			name.text = to->parameters[0].name;
			name.length = strlen(name.text);
		} else if (sp_span_take(&text, SP_SPAN("="))) {
			value = spec_next_word(&text, ":");
		} else {
			value.length = 0;
		}
		if (spec_read_parameter(to, name, value, err))
			return err->status;
	}
	return SP_OK;
}

enum sp_status
sp_spec_name(struct sp_spec *spec, const char *const *names, unsigned count,
	     unsigned *which, struct sp_error *err)
{
	struct sp_span rest = { spec->at, spec->length };
	struct sp_span name = spec_next_word(&rest, "@:");
	char hint[SPEC_HINT], shown[64];

	spec->at = rest.text;
	spec->length = rest.length;
	for (unsigned i = 0; i < count; i++)
		if (spec_word_is(name, names[i])) {
			*which = i;
			return SP_OK;
		}
	spec_hint(hint, name, names, count);
	sp_mask(shown, sizeof(shown), name.text, name.length);
	return sp_fail(err, SP_USAGE, "no %s \"%s\" (%s)", spec->noun, shown,
		       hint);
}

enum sp_status
sp_spec_values(struct sp_spec *spec, const char *name,
	       const struct sp_parameter *parameters,
	       double values[SP_PARAMETERS], struct sp_error *err)
{
	struct spec_reading to = { spec->noun, name, parameters, values, 0 };
	struct sp_span rest = { spec->at, spec->length };

	for (unsigned i = 0; parameters && parameters[i].name; i++)
		values[i] = parameters[i].initial;
	return spec_read_parameters(&to, rest, err);
}
