/* SPDX-License-Identifier: MIT */
/* test_references.c - character references that are left in URLs. */
#include "unit.h"

#include "web/page/references.h"

#include <string.h>

static const struct {
	const char *text, *undone;
} cases[] = {
	{ "", "" },
	{ "/a?b=1", "/a?b=1" },
	{ "/a?b=1&amp;c=2", "/a?b=1&c=2" },
	{ "&amp;&lt;&gt;&quot;&apos;", "&<>\"'" },
	{ "P&#x3D;i&#61;&#X3d;", "P=i==" },
	{ "&#233;&#x20AC;&#x1F600;", "\303\251\342\202\254\360\237\230\200" },
	/* Only once, and only what is certain. */
	{ "&amp;amp;", "&amp;" },
	{ "?a=1&copy=2&amp", "?a=1&copy=2&amp" },
	{ "?a=1&copy;", "?a=1&copy;" },
	{ "&#;&#x;&;&", "&#;&#x;&;&" },
	{ "&#0;&#xD800;&#x110000;", "&#0;&#xD800;&#x110000;" },
	{ "&#12a;&#x1g;", "&#12a;&#x1g;" },
	{ "&#00000000061;", "&#00000000061;" },
	{ "&&amp;", "&&" }
};

START_TEST(references_are_undone)
{
	const char *wanted = cases[_i].undone;
	char text[64];
	size_t length = strlen(cases[_i].text);

	memcpy(text, cases[_i].text, length);
	length = sp_references_undo(text, length);
	ck_assert_uint_eq(length, strlen(wanted));
	ck_assert_mem_eq(text, wanted, length);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("references");

	tcase_add_loop_test(tcase, references_are_undone, 0, LENGTH(cases));
	return unit_run(tcase);
}
