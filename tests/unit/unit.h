/* SPDX-License-Identifier: MIT */
/*
 * unit.h - what every unit test shares: short checks, test cases without a time
 * limit, and main()'s run of a suite, which prints TAP for prove
 */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include "base/status.h"

#include <check.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

/* Fails the test with the library's message unless status is SP_OK. */
#define must(status, err) \
	ck_assert_msg((status) == SP_OK, "%s", (err).text)

/*
 * After each assertion that holds, the check library writes its place to a file,
 * so that it can name the last one when a test crashes.  Inner loops assert a
 * million times, and wrote for longer than they computed.  A debugger or a
 * sanitizer says where a test crashed.
 */
#define _mark_point(file, line) ((void)0)

/* Fails the test with the text of the condition. */
#define hold(condition)                                         \
	do {                                                    \
		if (!(condition))                               \
			ck_abort_msg("fails: %s", #condition);  \
	} while (0)

/*
 * How many random inputs to try.  Results are the same with sanitizers, which
 * are slow and need to see each path of the code rather than each input: a
 * quarter is enough for them, and for make check, which sets FEW.
 */
#ifdef __SANITIZE_ADDRESS__
#define ROUNDS_OF(plain) ((plain) / 4)
#else
#define ROUNDS_OF(plain) (getenv("FEW") ? (plain) / 4 : (plain))
#endif

/*
 * The step from one bit to the next, for a test that flips each of a stream:
 * 1 with THOROUGH in the environment.  Seven reaches every byte, and every bit of
 * a byte in its turn.
 */
static inline size_t
unit_step(size_t usual)
{
	return getenv("THOROUGH") ? 1 : usual;
}

/* The number of rows of a table, for a loop test. */
#define LENGTH(array) ((int)(sizeof(array) / sizeof(*(array))))

/*
 * A case without the check library's time limit of four seconds, so that no
 * verdict depends on how busy the machine is.  The Makefile stops tests that
 * hang.
 */
static inline TCase *
unit_case(const char *name)
{
	TCase *tcase = tcase_create(name);

	tcase_set_timeout(tcase, 0);
	return tcase;
}

/* For tests whose readers come and go by the ten thousand. */
static inline void
unit_keep_memory(void)
{
#ifdef M_MMAP_THRESHOLD /* of glibc */
	mallopt(M_MMAP_THRESHOLD, 64 << 20);
	mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

/* Runs the tests of a case, each in its own process; returns the exit status. */
static inline int
unit_run(TCase *tests)
{
	Suite *suite = suite_create("");
	SRunner *runner = srunner_create(suite);
	int failed;

	suite_add_tcase(suite, tests);
	srunner_set_tap(runner, "-");
	srunner_run_all(runner, CK_SILENT);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

#endif
