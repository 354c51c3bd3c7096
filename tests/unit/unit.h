/* SPDX-License-Identifier: MIT */
/*
 * unit.h - what every unit test shares: checks that are short to write, the
 * run of a suite, as TAP for prove, and where optional data is.
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

/*
 * The path of a file of the optional data folder, $SEEDPIPE_DATA or
 * ../shared/data, or NULL, with a word on it, where the file is not there.
 */
static inline const char *
unit_data(const char *name)
{
	static char path[4096];
	const char *folder = getenv("SEEDPIPE_DATA");
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s",
		 folder ? folder : "../shared/data", name);
	file = fopen(path, "rb");
	if (!file) {
		printf("# skipped: no %s\n", path);
		return NULL;
	}
	fclose(file);
	return path;
}

#endif
