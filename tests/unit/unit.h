/* SPDX-License-Identifier: MIT */
/*
 * unit.h - what every unit test shares: checks that are short to write, the
 * run of a suite, as TAP for prove.
 */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include "base/status.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>

/* Fails the test, with the library's own words, unless status is SP_OK. */
#define must(status, err) \
	ck_assert_msg((status) == SP_OK, "%s", (err).text)

/* For inner loops: the assertions of the check library cost a write each. */
#define hold(condition)                                         \
	do {                                                    \
		if (!(condition))                               \
			ck_abort_msg("not so: %s", #condition); \
	} while (0)

/* The cases of a table, for a loop test. */
#define LENGTH(array) ((int)(sizeof(array) / sizeof(*(array))))

/*
 * A case without a limit of time, which the check library would set to four
 * seconds: no verdict depends on how busy the machine is.  The Makefile ends
 * what hangs.
 */
static inline TCase *
unit_case(const char *name)
{
	TCase *tcase = tcase_create(name);

	tcase_set_timeout(tcase, 0);
	return tcase;
}

/* Runs the suite, each test in a process of its own; the exit status. */
static inline int
unit_run(Suite *suite)
{
	SRunner *runner = srunner_create(suite);
	int failed;

	srunner_set_tap(runner, "/dev/stdout");
	srunner_run_all(runner, CK_SILENT);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
