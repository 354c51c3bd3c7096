/* SPDX-License-Identifier: MIT */
/*
 * Lists of pages as text: names, numbers, other spellings, values, and what is
 * refused.
 */
#include "temp_file.h"
#include "unit.h"

#include "formats/import/page_list.h"

#include <string.h>

#define PAGES 5

/* The last two are loosely the same. */
static const char *const named[PAGES] = {
	"http://a.example/", "3", "https://b.example/x?q=1",
	"http://c.example/d", "http://c.example/d/"
};

enum { VALUED = 1, DROP = 2, EXACT = 4, LOOSE = 8, NUMBERS = 16 };

/* wanted: pages, "=value" if valued, then what was counted; or the message. */
static const struct given {
	const char *text;
	unsigned how;
	const char *wanted;
	bool refused;
} given[] = {
	{ "", 0, "", false },
	{ "# none\n\n", 0, "", false },
	{ "http://a.example/\n", 0, "0 ", false },
	{ "http://a.example/", 0, "0 ", false },
	{ "0\n2\n0\n", 0, "0 2 0 ", false },
	{ "4\n", 0, "4 ", false },
	{ "5\n", 0, "line 1", true },
	/* A name that looks like a number. */
	{ "3\n", 0, "1 ", false },
	{ "3\n", NUMBERS, "3 ", false },
	{ "HTTP://A.example:80/\n", 0, "0 respelled 1 ", false },
	{ "http://a.example/\nHTTP://A.example\n", 0, "0 0 respelled 1 ",
	  false },
	{ "HTTP://A.example:80/\nhttp://A.EXAMPLE/#top\n"
	  "https://b.example:443/x?q=1\n", 0, "0 0 2 respelled 3 ", false },
	{ "HTTP://A.example:80/\n", EXACT, "line 1", true },
	{ "https://a.example/\n", 0, "line 1", true },
	{ "https://a.example/\n", LOOSE, "0 respelled 1 ", false },
	/* Of two that are loosely the same, the smaller number. */
	{ "https://c.example/d/\n", LOOSE, "3 respelled 1 ", false },
	{ "http://c.example/d/\n", LOOSE, "4 ", false },
	{ "https://a.example/\n", DROP, "missing 1 near 1 ", false },
	{ "http://none.example/\n2\n", DROP, "2 missing 1 ", false },
	{ "http://a.example/\t0.5\n2 3\n4\n", VALUED, "0=0.5 2=3 4=1 ",
	  false },
	{ "2 -1\n", VALUED, "line 1", true },
	{ "# a\n\n2 nan\n", VALUED, "line 3", true },
	{ "2 1e999\n", VALUED, "line 1", true },
	{ "2 3\n", 0, "line 1", true },
	{ "2   \n", 0, "2 ", false }
};

static enum sp_status
read_list(const struct given *row, struct sp_page_list *list,
	  struct sp_error *err)
{
	enum sp_status status;
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_page_list_options options = {
		.pages = PAGES, .valued = row->how & VALUED,
		.drop_missing = row->how & DROP,
		.numbers = row->how & NUMBERS,
		.match = row->how & EXACT ? SP_MATCH_EXACT :
			 row->how & LOOSE ? SP_MATCH_LOOSE : SP_MATCH_NORMAL
	};

	for (unsigned i = 0; i < PAGES; i++)
		must(sp_names_add(&names, named[i], strlen(named[i]), err),
		     *err);
	if (!options.numbers)
		options.names = &names;
	temp_file_write(row->text, strlen(row->text));
	status = sp_page_list_read(temp_path, &options, list, err);
	sp_names_free(&names);
	return status;
}

static void
print_count(char **text, const char *what, uint64_t count)
{
	if (count)
		*text += sprintf(*text, "%s %u ", what, (unsigned)count);
}

static void
print_list(char *text, const struct sp_page_list *list)
{
	for (uint64_t i = 0; i < list->count; i++) {
		text += sprintf(text, "%u", (unsigned)list->pages[i]);
		if (list->values)
			text += sprintf(text, "=%g", list->values[i]);
		text += sprintf(text, " ");
	}
	print_count(&text, "missing", list->missing);
	print_count(&text, "respelled", list->respelled);
	print_count(&text, "near", list->near);
}

START_TEST(test_lists)
{
	const struct given *row = &given[_i];
	struct sp_page_list list = { .pages = NULL };
	struct sp_error err;
	enum sp_status status = read_list(row, &list, &err);
	char text[200] = "";

	if (row->refused) {
		ck_assert_int_eq(status, SP_DATA);
		ck_assert_msg(strstr(err.text, row->wanted), "%s", err.text);
	} else {
		must(status, err);
		print_list(text, &list);
		ck_assert_str_eq(text, row->wanted);
	}
	sp_page_list_free(&list);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("page list");

	tcase_add_checked_fixture(tests, temp_file_make, temp_file_remove);
	tcase_add_loop_test(tests, test_lists, 0, LENGTH(given));
	return unit_run(tests);
}
