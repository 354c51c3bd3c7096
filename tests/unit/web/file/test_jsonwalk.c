/* SPDX-License-Identifier: MIT */
/*
 * test_jsonwalk.c - JSON as events: what is valid, what escapes stand for,
 * where strings end, and that pieces of any size give the same
 */
#include "unit.h"

#include "base/random.h"
#include "web/file/jsonstops.h"
#include "web/file/jsonwalk.h"

#include <string.h>

#define TRACE 4096

/* What was called, as text. */
struct trace {
	char text[TRACE];
	size_t length;
	int most;                /* events before false is returned; 0: all */
};

static bool
note(struct trace *trace, const char *what, struct sp_span text)
{
	hold(trace->length + strlen(what) + text.length < TRACE);
	memcpy(trace->text + trace->length, what, strlen(what));
	trace->length += strlen(what);
	if (text.length)
		memcpy(trace->text + trace->length, text.text, text.length);
	trace->length += text.length;
	trace->text[trace->length++] = ' ';
	return !trace->most || --trace->most;
}

static bool
trace_value(void *context, enum sp_json_kind kind, struct sp_span text)
{
	return note(context, kind == SP_JSON_TEXT ? "=" :
			     kind == SP_JSON_NUMBER ? "#" : "", text);
}

static bool
trace_key(void *context, struct sp_span key)
{
	return note(context, ":", key);
}

static bool
trace_open(void *context, bool list)
{
	return note(context, list ? "[" : "{", SP_SPAN(""));
}

static bool
trace_close(void *context, bool list)
{
	return note(context, list ? "]" : "}", SP_SPAN(""));
}

/* Reads the text in pieces of this many bytes. */
static enum sp_json_result
walk_text(struct sp_span text, size_t piece, bool many, struct trace *trace)
{
	static const struct sp_json_events events = {
		trace_value, trace_key, trace_open, trace_close
	};
	struct sp_json_walk walk = { .events = &events, .context = trace,
				     .many = many };
	enum sp_json_result result = SP_JSON_GOOD;

	trace->length = 0;
	while (text.length && !result) {
		size_t length = text.length < piece ? text.length : piece;
		/* Its own memory, so that a sanitizer sees its end. */
		char *copy = malloc(length);

		memcpy(copy, sp_span_cut(&text, length).text, length);
		result = sp_json_walk(&walk, (struct sp_span){ copy, length });
		free(copy);
	}
	if (!result)
		result = sp_json_walk_end(&walk);
	sp_json_walk_free(&walk);
	trace->text[trace->length] = '\0';
	return result;
}

static const struct {
	const char *text, *trace; /* NULL: it is wrong */
} cases[] = {
	{ "{}", "{ } " }, { "[]", "[ ] " }, { " [ ] ", "[ ] " },
	{ "\"\"", "= " }, { "1", "#1 " }, { "null", "null " },
	{ "{\"a\":1,\"b\":[true,false,null,\"c\"]}",
	  "{ :a #1 :b [ true false null =c ] } " },
	{ "\t[\r\n1\v,\f2 ]", "[ #1 #2 ] " },
	{ "[0,-0,10,1.5,-2.25e3,1E+7,1e-07]",
	  "[ #0 #-0 #10 #1.5 #-2.25e3 #1E+7 #1e-07 ] " },
	{ "[[[[]]],{\"a\":{\"b\":{}}}]", "[ [ [ [ ] ] ] { :a { :b { } } } ] " },
	{ "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "=\"\\/\b\f\n\r\t " },
	{ "\"\\u0041\\u00fc\\u20AC\\ud83d\\ude00\"",
	  "=A\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80 " },
	{ "\"\\ud83d\"", "=\xef\xbf\xbd " },
	{ "\"\\ude00x\"", "=\xef\xbf\xbdx " },
	{ "\"\\ud83d\\u0041\"", "=\xef\xbf\xbd" "A " },
	{ "\"\\ud83d\\ud83d\\ude00\"", "=\xef\xbf\xbd\xf0\x9f\x98\x80 " },
	{ "\"\\ud83d\\n\"", "=\xef\xbf\xbd\n " },
	{ "\"\xff\x7f\xc3\xbc\"", "=\xff\x7f\xc3\xbc " },
	{ "\"a text of more than eight bytes\\nand a line\"",
	  "=a text of more than eight bytes\nand a line " },
	{ "{\"\":\"\"}", "{ : = } " },
	{ "", NULL }, { " ", NULL }, { "{", NULL }, { "[", NULL },
	{ "]", NULL }, { "[}", NULL }, { "{]", NULL }, { "[1}", NULL },
	{ "{\"a\":1]", NULL }, { "[1,]", NULL }, { "[,1]", NULL },
	{ "[1 2]", NULL }, { "{\"a\"}", NULL }, { "{\"a\":}", NULL },
	{ "{\"a\" 1}", NULL }, { "{\"a\":1,}", NULL }, { "{,}", NULL },
	{ "{a:1}", NULL }, { "{1:1}", NULL }, { "{\"a\":1 \"b\":2}", NULL },
	{ "01", NULL }, { "1.", NULL }, { ".5", NULL }, { "-", NULL },
	{ "+1", NULL }, { "1e", NULL }, { "1e+", NULL }, { "-a", NULL },
	{ "0x1", NULL }, { "tru", NULL }, { "truex", NULL }, { "True", NULL },
	{ "nul", NULL }, { "x", NULL }, { "'a'", NULL }, { "\"a", NULL },
	{ "\"\\", NULL }, { "\"\\x\"", NULL }, { "\"\\u12\"", NULL },
	{ "\"\\u123g\"", NULL }, { "\"\\\"", NULL }, { "\"a\tb\"", NULL },
	{ "\"eight bytes\x1f\"", NULL }, { "1 2", NULL }, { "{} {}", NULL },
	{ "{}\"", NULL }, { "[1]x", NULL }, { "/**/1", NULL },
	{ "\xef\xbb\xbf{}", NULL }
};

START_TEST(cases_are_told)
{
	struct sp_span text = { cases[_i].text, strlen(cases[_i].text) };
	struct trace trace = { .length = 0 };

	for (size_t piece = 1; piece < 40; piece++) {
		enum sp_json_result result = walk_text(text, piece, false,
						       &trace);

		ck_assert_int_eq(result, cases[_i].trace ? SP_JSON_GOOD :
							   SP_JSON_WRONG);
		if (cases[_i].trace)
			ck_assert_str_eq(trace.text, cases[_i].trace);
	}
}
END_TEST

START_TEST(values_may_follow)
{
	struct sp_span text = SP_SPAN("{}[1]{}\"a\"\"b\" 1 2\n");
	struct trace trace = { .length = 0 };

	for (size_t piece = 1; piece < 20; piece++) {
		ck_assert_int_eq(walk_text(text, piece, true, &trace),
				 SP_JSON_GOOD);
		ck_assert_str_eq(trace.text, "{ } [ #1 ] { } =a =b #1 #2 ");
	}
}
END_TEST

/* Each event can end the reading. */
START_TEST(events_stop_it)
{
	struct sp_span text = SP_SPAN("{\"a\":[1,\"b\"]}");

	for (int most = 1; most < 9; most++) {
		struct trace trace = { .most = most };

		ck_assert_int_eq(walk_text(text, 100, false, &trace),
				 most < 8 ? SP_JSON_STOPPED : SP_JSON_GOOD);
	}
}
END_TEST

static bool
count_open(void *context, bool list)
{
	++*(uint64_t *)context;
	return list;
}

static bool
count_close(void *context, bool list)
{
	--*(uint64_t *)context;
	return list;
}

/* As deep as the text is long, at a byte a level. */
START_TEST(depth_is_not_limited)
{
	const struct sp_json_events events = { .open = count_open,
					       .close = count_close };
	uint64_t depth = 0;
	struct sp_json_walk walk = { .events = &events, .context = &depth };
	struct sp_span text = { NULL, 1000000 };
	char *lists = malloc(text.length);

	text.text = memset(lists, '[', text.length);
	ck_assert_int_eq(sp_json_walk(&walk, text), SP_JSON_GOOD);
	ck_assert_uint_eq(depth, text.length);
	memset(lists, ']', text.length);
	ck_assert_int_eq(sp_json_walk(&walk, text), SP_JSON_GOOD);
	ck_assert_uint_eq(depth, 0);
	ck_assert_int_eq(sp_json_walk_end(&walk), SP_JSON_GOOD);
	sp_json_walk_free(&walk);
	free(lists);
}
END_TEST

/* Each byte at each place, among bytes that differ from a stop in one bit. */
START_TEST(stops_of_a_block)
{
	static const char others[] = "! #*2b\xa2\x7f\\]ZTL|\xdc\x1f\x20\x9f";
	struct sp_random random = { 5 };

	for (int i = 0; i < ROUNDS_OF(64 * 256); i++) {
		char block[SP_JSON_BLOCK];
		uint64_t stops = 0;

		for (int k = 0; k < SP_JSON_BLOCK; k++)
			block[k] = others[sp_random_below(&random,
							  sizeof(others))];
		block[i / 256 % 64] = (char)(i % 256);
		for (int k = 0; k < SP_JSON_BLOCK; k++)
			if (block[k] == '"' || block[k] == '\\' ||
			    (unsigned char)block[k] < 0x20)
				stops |= UINT64_C(1) << k;
		hold(sp_json_stops_by_words(block) == stops);
		hold(sp_json_stops(block) == stops);
	}
}
END_TEST

/* Lists of texts that end before, at and behind the ends of blocks. */
START_TEST(strings_of_any_length)
{
	static const char *const ends[] = { "\",", "\\\"\",", "\t\"," };
	struct sp_random random = { 7 };

	for (int i = 0; i < ROUNDS_OF(3000); i++) {
		struct trace trace = { .length = 0 };
		char text[TRACE] = "[", expected[TRACE] = "[ ";
		size_t length = 1, known = 2;
		bool wrong = false;

		while (length < TRACE / 4 && !wrong) {
			size_t letters = (size_t)sp_random_below(&random, 150);
			size_t kind = (size_t)sp_random_below(&random, 30);

			kind = kind < 28 ? 0 : kind - 27;
			wrong = kind == 2;
			text[length++] = '"';
			memset(text + length, 'x', letters);
			length += letters;
			memcpy(text + length, ends[kind], strlen(ends[kind]));
			length += strlen(ends[kind]);
			if (wrong)
				break;
			expected[known++] = '=';
			memset(expected + known, 'x', letters);
			known += letters;
			if (kind == 1)
				expected[known++] = '"';
			expected[known++] = ' ';
		}
		if (!wrong) {
			memcpy(text + length - 1, "]", 1);
			memcpy(expected + known, "] ", 2);
			known += 2;
		}
		ck_assert_int_eq(walk_text((struct sp_span){ text, length },
					   TRACE, false, &trace),
				 wrong ? SP_JSON_WRONG : SP_JSON_GOOD);
		hold(trace.length == known &&
		     !memcmp(trace.text, expected, known));
	}
}
END_TEST

/* What is given in pieces gives the same, be it valid or not. */
START_TEST(pieces_give_the_same)
{
	static const char *const parts[] = {
		"{", "}", "[", "]", ",", ":", "\"a\"", "\"\\u00fc\"", "\"",
		"\\",
		"1", "-0.5e1", "true", "nul", " ", "{\"a\":", "[1,2", "\x01",
		"\"a longer text, without escapes\"", "\\ud83d\\ude00",
		"{\"a\":\"b\",\"c\":\"d\"", ",\"e\":\"f\"", "},"
	};
	struct sp_random random = { 11 };

	for (int i = 0; i < ROUNDS_OF(40000); i++) {
		struct trace whole = { .length = 0 }, pieces = whole;
		enum sp_json_result result;
		char text[1024];
		size_t length = 0;

		for (uint64_t n = sp_random_below(&random, i % 8 ? 9 : 30); n;
		     n--) {
			const char *part = parts[sp_random_below(
				&random, LENGTH(parts))];

			memcpy(text + length, part, strlen(part));
			length += strlen(part);
		}
		result = walk_text((struct sp_span){ text, length }, 1024, i % 2,
				   &whole);
		hold(walk_text((struct sp_span){ text, length },
			       1 + (size_t)sp_random_below(&random, 6), i % 2,
			       &pieces) == result);
		hold(!strcmp(whole.text, pieces.text));
	}
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("jsonwalk");

	tcase_add_loop_test(tcase, cases_are_told, 0, LENGTH(cases));
	tcase_add_test(tcase, values_may_follow);
	tcase_add_test(tcase, events_stop_it);
	tcase_add_test(tcase, depth_is_not_limited);
	tcase_add_test(tcase, stops_of_a_block);
	tcase_add_test(tcase, strings_of_any_length);
	tcase_add_test(tcase, pieces_give_the_same);
	return unit_run(tcase);
}
