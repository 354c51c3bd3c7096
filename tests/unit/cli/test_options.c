/* SPDX-License-Identifier: MIT */
/*
 * test_options.c - the option tables of filters: values of each type and
 * their ranges, rules between options, and the line of effective options.
 */
#include "unit.h"
#include "option_sample.h"

#include <string.h>

struct given {
	const char *words[8]; /* the command line after the program's name */
	const char *result;   /* effective options, or the message */
};

/* Options and rules of each kind; what the words make of them in text[]. */
static enum sp_status
read_words(const char *const words[8], char text[512])
{
	struct option_sample it = { .pages = 7, .share = 0.5,
				    .shape = SHAPE_FLAT };
	struct option_row rows[] = {
		FLAG("quick", it.quick, .letter = 'q', .excludes = &it.pages),
		OPTION("threads", "N", it.threads, .local = true),
		OPTION("steps", "N", it.steps, .least = 1, .most = 9,
		       .group = 1),
		OPTION("pages", "N", it.pages, .letter = 'n'),
		OPTION("bytes", "SIZE", it.bytes, .bytes = true, .group = 1),
		OPTION("period", "N", it.period, .least = 1, .zero = "auto"),
		OPTION("share", "X", it.share, .most = 1, .below_most = true),
		OPTION("name", "NAME", it.name, .least = 1, .most = 4,
		       .needs = &it.top),
		OPTION("file", "FILE", it.files),
		OPTION("top", "SCORE:N", it.top),
		CHOICE("shape", "WORD", it.shape, "flat|any[:SEED]",
		       .first = SHAPE_FLAT, .seed = &it.seed),
		OPTION("seed", "N", it.seed, .only_with = &it.shape,
		       .only_values = 1U << SHAPE_ANY, .or_with = &it.quick),
		OPTION_END
	};
	struct option_row common[] = { OPTION_END };
	char *arguments[10] = { (char *)"test" };
	struct sp_line line = SP_LINE_EMPTY;
	struct sp_error err = { SP_OK, "" };
	int count = 1, operands;
	enum sp_status status;
	char *effective;

	while (count < 9 && words[count - 1]) {
		arguments[count] = (char *)words[count - 1];
		count++;
	}
	status = options_parse(count, arguments, rows, common, &operands,
			       &err);
	if (!status)
		status = options_check(rows, &err);
	options_effective(rows, &line);
	effective = sp_line_take(&line);
	ck_assert_ptr_nonnull(effective);
	snprintf(text, 512, "%s", status ? err.text : effective);
	free(effective);
	option_list_free(&it.files);
	return status;
}

#define DEFAULTS " --steps 0 --pages 7 --bytes 0 --period auto --share 0.5"

static const struct given good[] = {
	{ { NULL }, DEFAULTS " --shape flat" },
	{ { "--threads", "3" }, DEFAULTS " --shape flat" },
	{ { "-n", "8", "--share", "0.25" },
	  " --steps 0 --pages 8 --bytes 0 --period auto --share 0.25"
	  " --shape flat" },
	{ { "--bytes=2K", "--period=5" },
	  " --steps 0 --pages 7 --bytes 2048 --period 5 --share 0.5"
	  " --shape flat" },
	{ { "-n", "2M", "--pages", "3k" },
	  " --steps 0 --pages 3000 --bytes 0 --period auto --share 0.5"
	  " --shape flat" },
	{ { "--top", "a:2G" },
	  DEFAULTS " --top a:2000000000 --shape flat" },
	{ { "--file", "-name", "-n7" },
	  " --steps 0 --pages 7 --bytes 0 --period auto --share 0.5"
	  " --file -name --shape flat" },
	{ { "--file=--top", "--name=--a", "--top=--b:1" },
	  DEFAULTS " --name=--a --file=--top --top=--b:1 --shape flat" },
	{ { "--file", "a", "--file", "b" },
	  DEFAULTS " --file a --file b --shape flat" },
	{ { "--top", "a:b:12", "--name", "\x1b" },
	  DEFAULTS " --name \\x1b --top a:b:12 --shape flat" },
	{ { "--shape", "any" }, DEFAULTS " --shape any --seed 0" },
	{ { "--shape", "any:07" }, DEFAULTS " --shape any:07 --seed 7" },
	{ { "--shape", "any", "--seed", "9" },
	  DEFAULTS " --shape any --seed 9" },
	{ { "-q", "--seed", "9" },
	  " --quick" DEFAULTS " --shape flat --seed 9" },
	/* An option with the value 0 is not used. */
	{ { "-q", "--pages", "0" },
	  " --quick --steps 0 --pages 0 --bytes 0 --period auto --share 0.5"
	  " --shape flat --seed 0" },
	{ { "--steps", "2", "--bytes", "0" },
	  " --steps 2 --pages 7 --bytes 0 --period auto --share 0.5"
	  " --shape flat" }
};

START_TEST(good_table)
{
	char text[512];

	ck_assert_int_eq(read_words(good[_i].words, text), SP_OK);
	ck_assert_str_eq(text, good[_i].result);
}
END_TEST

static const struct given bad[] = {
	{ { "--threads", "2147483648" }, "option --threads: \"2147483648\" is "
	  "not a whole number between 0 and 2147483647" },
	{ { "--steps", "0" }, "option --steps: \"0\" is not a whole number "
	  "between 1 and 9" },
	{ { "--pages", "-1" }, "option --pages: \"-1\" is not a whole number "
	  "of at least 0" },
	{ { "--period", "0" }, "option --period: \"0\" is not a whole number "
	  "of at least 1 or auto" },
	{ { "--bytes", "1.5K" }, "option --bytes: \"1.5K\" is not a size such "
	  "as 512M or 4G" },
	{ { "--share", "1" }, "option --share: \"1\" is not a number between "
	  "0 and 1 (1 excluded)" },
	{ { "--top", "a:1", "--name", "abcde" }, "option --name: \"abcde\" is "
	  "not a text of 1 to 4 bytes" },
	{ { "--top", "a" }, "option --top: \"a\" is not SCORE:N, such as "
	  "authority:100" },
	{ { "--top", "a:0" }, "option --top: \"a:0\" is not SCORE:N, such as "
	  "authority:100" },
	{ { "--shape", "round" }, "option --shape: \"round\" is not one of "
	  "flat|any[:SEED]" },
	{ { "--shape", "flat:1" }, "option --shape: \"flat:1\" is not one of "
	  "flat|any[:SEED]" },
	{ { "--shape", "any:" }, "option --shape: \"any:\" is not one of "
	  "flat|any[:SEED]" },
	{ { "--shape", "any:x" }, "option --shape: \"any:x\" is not one of "
	  "flat|any[:SEED]" },
	{ { "--shape", "flta" }, "option --shape: \"flta\" is not one of "
	  "flat|any[:SEED] (did you mean flat?)" },
	{ { "--shape", "ANY" }, "option --shape: \"ANY\" is not one of "
	  "flat|any[:SEED] (did you mean any?)" },
	{ { "--name" }, "option --name needs a value: --name NAME" },
	{ { "-n" }, "option -n needs a value: --pages N" },
	{ { "--quick=1" }, "option --quick=1 takes no value" },
	{ { "-x" }, "unknown option -x (see --help)" },
	{ { "-qx" }, "unknown option -x (see --help)" },
	{ { "-xyzzy" }, "unknown option -xyzzy (see --help)" },
	{ { "--s", "1" }, "option --s is ambiguous: --steps, --share, "
	  "--shape, --seed" },
	{ { "--xyzzy" }, "unknown option --xyzzy (see --help)" },
	{ { "--setps", "1" }, "unknown option --setps (did you mean --steps?)" },
	{ { "--paegs=1" }, "unknown option --paegs (did you mean --pages?)" },
	{ { "-pages", "3" }, "unknown option -pages (did you mean --pages?)" },
	{ { "-quick" }, "unknown option -quick (did you mean --quick?)" },
	{ { "-name" }, "unknown option -name (did you mean --name?)" },
	{ { "-nbr=3" }, "option --pages: \"br=3\" is not a whole number of at "
	  "least 0" },
	{ { "--pages", "1Ki" }, "option --pages: \"1Ki\" is not a whole "
	  "number of at least 0" },
	{ { "--pages", "M" }, "option --pages: \"M\" is not a whole number of "
	  "at least 0" },
	{ { "--pages", "18446745T" }, "option --pages: \"18446745T\" is not a "
	  "whole number of at least 0" },
	{ { "-q", "-n", "1" }, "option --quick does not go with --pages" },
	{ { "--name", "a" }, "option --name needs --top" },
	{ { "--bytes", "1", "--steps", "1" },
	  "option --bytes does not go with --steps" },
	{ { "--seed", "1" }, "option --seed needs --shape any" },
	{ { "--seed", "1", "--shape", "flat" },
	  "option --seed does not go with --shape flat" }
};

START_TEST(bad_table)
{
	char text[512];

	ck_assert_int_eq(read_words(bad[_i].words, text), SP_USAGE);
	ck_assert_str_eq(text, bad[_i].result);
}
END_TEST

/* A value of any length is whole in the line. */
START_TEST(long_value)
{
	char name[5000];
	const char *variable = NULL;
	struct option_row rows[] = {
		OPTION("name", "NAME", variable), OPTION_END
	};
	struct sp_line line = SP_LINE_EMPTY;
	char *text;

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	variable = name;
	options_effective(rows, &line);
	text = sp_line_take(&line);
	ck_assert_ptr_nonnull(text);
	ck_assert_uint_eq(strlen(text), strlen(" --name ") + strlen(name));
	free(text);
}
END_TEST

/* ---- times ------------------------------------------------------------- */

/* Words for an option of a time, and its part of the effective options. */
static const struct {
	const char *text;   /* NULL: the option is not given */
	uint64_t value;     /* microseconds */
	const char *result; /* or the message */
} waits[] = {
	{ NULL, 1500000, " --wait 1.5" },
	{ "0", 0, " --wait 0" }, { "never", 0, " --wait 0" },
	{ "250ms", 250000, " --wait 0.25" }, { "2", 2000000, " --wait 2" },
	{ "20min", 1200000000, " --wait 1200" },
	{ "6h", UINT64_C(21600000000), " --wait 21600" },
	{ "365d", UINT64_C(31536000000000), " --wait 31536000" },
	{ "52124d", UINT64_C(4503513600000000), " --wait 4503513600" },
	{ "52125d", 1500000, "option --wait: \"52125d\" is not a time such as "
	  "250ms, 1.5, 20min or 6h, up to 52124d" },
	{ "0.000001", 1, " --wait 1e-06" },
	{ "0.1234564", 123456, " --wait 0.123456" },
	{ "0.0", 0, " --wait 0" },
	{ "1e-9", 1500000, "option --wait: \"1e-9\" is not a time such as "
	  "250ms, 1.5, 20min or 6h, up to 52124d" },
	{ "1m", 1500000, "option --wait: \"1m\" is not a time such as 250ms, "
	  "1.5, 20min or 6h, up to 52124d" },
	{ "-1", 1500000, "option --wait: \"-1\" is not a time such as 250ms, "
	  "1.5, 20min or 6h, up to 52124d" },
	{ "", 1500000, "option --wait: \"\" is not a time such as 250ms, 1.5, "
	  "20min or 6h, up to 52124d" },
	{ "5k", 1500000, "option --wait: \"5k\" is not a time such as 250ms, "
	  "1.5, 20min or 6h, up to 52124d" },
	{ "nan", 1500000, "option --wait: \"nan\" is not a time such as "
	  "250ms, 1.5, 20min or 6h, up to 52124d" },
	{ "1e300", 1500000, "option --wait: \"1e300\" is not a time such as "
	  "250ms, 1.5, 20min or 6h, up to 52124d" },
	{ "\x1b[m", 1500000, "option --wait: \"\\x1b[m\" is not a time such "
	  "as 250ms, 1.5, 20min or 6h, up to 52124d" }
};

/* Beside it, an option whose 0 has a word. */
START_TEST(each_wait)
{
	uint64_t wait = 1500000, rest = 0;
	struct option_row rows[] = {
		OPTION("wait", "TIME", wait, .duration = true),
		OPTION("rest", "TIME", rest, .duration = true,
		       .zero = "never"),
		OPTION_END
	};
	struct option_row common[] = { OPTION_END };
	bool given = waits[_i].text, word = given &&
				    !strcmp(waits[_i].text, "never");
	char *arguments[] = { (char *)"test",
			      (char *)(word ? "--rest" : "--wait"),
			      (char *)waits[_i].text, NULL };
	struct sp_line line = SP_LINE_EMPTY;
	struct sp_error err = { SP_OK, "" };
	int operands;
	enum sp_status status = options_parse(given ? 3 : 1, arguments, rows,
					      common, &operands, &err);
	char *text, expected[100];

	options_effective(rows, &line);
	text = sp_line_take(&line);
	ck_assert_ptr_nonnull(text);
	if (word)
		wait = rest;
	ck_assert_uint_eq(wait, waits[_i].value);
	snprintf(expected, sizeof(expected), "%s --rest never",
		 word ? " --wait 1.5" : waits[_i].result);
	ck_assert_int_eq(status, *waits[_i].result == ' ' ? SP_OK : SP_USAGE);
	ck_assert_str_eq(status ? err.text : text,
			 status ? waits[_i].result : expected);
	free(text);
}
END_TEST

int
main(void)
{
	TCase *tables = unit_case("tables");

	tcase_add_loop_test(tables, good_table, 0, LENGTH(good));
	tcase_add_loop_test(tables, bad_table, 0, LENGTH(bad));
	tcase_add_test(tables, long_value);
	tcase_add_loop_test(tables, each_wait, 0, LENGTH(waits));
	return unit_run(tables);
}
