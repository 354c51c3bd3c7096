/* SPDX-License-Identifier: MIT */
/*
 * temp_file.h - a temporary file for each test of a program that reads files
 *
 *	tcase_add_checked_fixture(tests, temp_file_make, temp_file_remove);
 */
#ifndef TESTS_TEMP_FILE_H
#define TESTS_TEMP_FILE_H

#include "unit.h"

#include <unistd.h>

static char temp_path[] = "/tmp/seedpipe-test.XXXXXX";

static inline void
temp_file_make(void)
{
	int file = mkstemp(temp_path);

	ck_assert_int_ge(file, 0);
	close(file);
}

static inline void
temp_file_remove(void)
{
	unlink(temp_path);
}

/* Replaces the contents of the file. */
static inline void
temp_file_write(const void *bytes, size_t size)
{
	FILE *file = fopen(temp_path, "wb");

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
	ck_assert_int_eq(fclose(file), 0);
}

#endif
