/* SPDX-License-Identifier: MIT */
/*
 * test_automaton.c - the automaton against the C library, on random expressions
 * and texts; and with more states than are kept.
 */
#include "unit.h"

#include "base/random.h"
#include "web/page/automaton.h"

#include <regex.h>
#include <stdlib.h>

#define MOST 64 /* bytes of an expression or a text */

struct drawn {
	char text[MOST + 1];
	size_t length;
};

static const char *const pieces[] = {
	"a", "b", "/", "-", "_", "1", ".", "a", "b", "/", "(", ")", "(", ")",
	"|", "|", "*", "+", "?", "*", "{2}", "{1,3}", "{0,2}", "{2,}", "{,2}",
	"{0}", "^", "$", "[ab]", "[^a]", "[]a-]", "[^]/]", "[[:alpha:]]",
	"[[:digit:]_]", "[[=a=]b]", "[[.-.]a]", "[a\\]", "\\.", "\\/", "\\*",
	"\\w", "\\W", "\\s", "\\S", "\\d", "\xc3\xa4", "[\x80-\xff]", "}",
	"{", "{,", ",", "{1", "{3,1}", "[", "]", "[b-a]", "[[:x:]]", "[[.ab.]]",
	"[a[.", ":]", "\\",
};

static const char *const places[] = {
	"\\b", "\\B", "\\<", "\\>", "\\`", "\\'"
};

static void
draw_expression(struct sp_random *random, struct drawn *drawn)
{
	uint64_t count = 1 + sp_random_below(random, 10);

	drawn->length = 0;
	for (uint64_t i = 0; i < count; i++) {
		const char *piece = pieces[sp_random_below(random,
							   LENGTH(pieces))];

		if (!sp_random_below(random, 20))
			piece = places[sp_random_below(random,
						       LENGTH(places))];
		if (drawn->length + strlen(piece) > MOST)
			break;
		memcpy(drawn->text + drawn->length, piece, strlen(piece));
		drawn->length += strlen(piece);
	}
	drawn->text[drawn->length] = 0;
}

/* No end of a line: "^" of the library may match after one, unasked. */
static void
draw_text(struct sp_random *random, struct drawn *drawn)
{
	static const char bytes[] = "aaabbb//-_1. Z \xc3\xa4]\\";

	drawn->length = sp_random_below(random, 12);
	for (size_t i = 0; i < drawn->length; i++)
		drawn->text[i] = sp_random_below(random, 40) ?
			bytes[sp_random_below(random, sizeof(bytes) - 1)] : 0;
	drawn->text[drawn->length] = 0;
}

static bool
library_matches(const regex_t *regex, const struct drawn *text)
{
	regmatch_t part = { .rm_so = 0, .rm_eo = (regoff_t)text->length };

	return !regexec(regex, text->text, 1, &part, REG_STARTEND);
}

/*
 * Good or bad, and why: as the library says.  It also knows back-references, and
 * takes "\," between braces for ",".
 */
static bool
is_expression(const char *text, regex_t *regex)
{
	char wanted[160] = "is no regular expression: ", *why = strchr(wanted, 0);
	int failure = regcomp(regex, text, REG_EXTENDED | REG_NOSUB);
	uint64_t weight;
	struct sp_error err;
	enum sp_status status = sp_automaton_check(text, &weight, &err);

	ck_assert_msg(!failure == !status, "\"%s\": %d", text, failure);
	if (!failure)
		return true;
	regerror(failure, NULL, why, sizeof(wanted) - (size_t)(why - wanted));
	ck_assert_msg(!strcmp(err.text, wanted), "\"%s\": %s", text, err.text);
	return false;
}

#define JOINED 3

/* Some expressions at once; what each matches is what the library says. */
START_TEST(test_random)
{
	struct sp_random random = { (uint64_t)_i };
	uint64_t matching = 0, other = 0;

	for (int round = 0; round < 200; round++) {
		struct sp_automaton *automaton = sp_automaton_new();
		struct drawn expression[JOINED], text;
		regex_t regex[JOINED];
		struct sp_error err;

		hold(automaton);
		for (unsigned i = 0; i < JOINED; i++) {
			do
				draw_expression(&random, expression + i);
			while (strstr(expression[i].text, "\\1") ||
			       strstr(expression[i].text, "\\,") ||
			       !is_expression(expression[i].text, regex + i));
			must(sp_automaton_add(automaton, expression[i].text,
					      &err), err);
		}
		must(sp_automaton_ready(automaton, &err), err);
		for (int t = 0; t < 50; t++) {
			bool matched[JOINED] = { false }, wanted = false;
			bool any, all;
			struct sp_span span = { text.text, 0 };

			draw_text(&random, &text);
			span.length = text.length;
			must(sp_automaton_match(automaton, span, &all, matched,
						&err), err);
			must(sp_automaton_match(automaton, span, &any, NULL,
						&err), err);
			for (unsigned i = 0; i < JOINED; i++) {
				bool is = library_matches(regex + i, &text);

				ck_assert_msg(matched[i] == is,
					      "\"%s\" on \"%s\": %d",
					      expression[i].text, text.text,
					      matched[i]);
				wanted = wanted || is;
				matching += is;
				other += !is;
			}
			hold(any == wanted && all == wanted);
		}
		for (unsigned i = 0; i < JOINED; i++)
			regfree(regex + i);
		sp_automaton_free(automaton);
	}
	hold(matching > 1000 && other > 1000);
}
END_TEST

/* Where glibc 2.36 is wrong: line ends, and places in what is repeated. */
START_TEST(test_places)
{
	static const struct { const char *expression, *text; bool match; }
	cases[] = {
		{ "a$[^a]", "a\n", false }, { "\n^a", "\na", false },
		{ "(^.){2}a", "bba", false }, { "(^.){2}a", "ba", false },
		{ "(^.){1}a", "ba", true }, { "(a\\b){2}", "aa", false },
		{ "(a\\b.?){2}", "a a", true }, { "(^|/)a", "b/a", true },
		{ "(a|$){3}", "aa", true }, { "^$", "", true },
		{ "$^", "", true }, { "()|b", "", true }
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct sp_automaton *automaton = sp_automaton_new();
		const char *text = cases[i].text;
		struct sp_error err;
		bool any;

		hold(automaton);
		must(sp_automaton_add(automaton, cases[i].expression, &err),
		     err);
		must(sp_automaton_ready(automaton, &err), err);
		must(sp_automaton_match(automaton,
					(struct sp_span){ text, strlen(text) },
					&any, NULL, &err), err);
		ck_assert_msg(any == cases[i].match, "%s on %s",
			      cases[i].expression, text);
		sp_automaton_free(automaton);
	}
}
END_TEST

#define APART 40

/* As many states as there are texts of 40 bytes: most are forgotten again. */
START_TEST(test_forgotten)
{
	struct sp_automaton *automaton = sp_automaton_new();
	struct sp_random random = { 1 };
	struct sp_error err;
	char text[3000];

	hold(automaton);
	must(sp_automaton_add(automaton, "a.{39}b", &err), err);
	must(sp_automaton_add(automaton, "^b", &err), err);
	must(sp_automaton_add(automaton, "a.{39}c$", &err), err);
	must(sp_automaton_ready(automaton, &err), err);
	for (int round = 0; round < 30; round++) {
		uint64_t length = sp_random_below(&random, sizeof(text));
		bool matched[3] = { false }, wanted = false, any;

		/* At first, b only where no a is 40 bytes before it. */
		for (uint64_t i = 0; i < length; i++) {
			text[i] = sp_random_below(&random, 2) ? 'a' : 'b';
			if (i >= APART && text[i - APART] == 'a' && round % 2)
				text[i] = 'a';
			if (i >= APART && text[i - APART] == 'a' &&
			    text[i] == 'b')
				wanted = true;
		}
		must(sp_automaton_match(automaton,
					(struct sp_span){ text, length },
					&any, matched, &err), err);
		hold(matched[0] == wanted && !matched[2]);
		hold(matched[1] == (length && text[0] == 'b'));
		hold(any == (matched[0] || matched[1]));
	}
	sp_automaton_free(automaton);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("automaton");

	tcase_add_loop_test(tests, test_random, 0, 20);
	tcase_add_test(tests, test_places);
	tcase_add_test(tests, test_forgotten);
	return unit_run(tests);
}
