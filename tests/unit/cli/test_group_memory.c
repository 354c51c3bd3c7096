/* SPDX-License-Identifier: MIT */
/*
 * test_group_memory.c - the limits of control groups, from made-up files
 */
#include "unit.h"

#include "cli/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/seedpipe-test.XXXXXX";

static const char *const folders[] = { "a", "a/b", "memory", "memory/m" };

static const struct { const char *path, *text; } files[] = {
	{ "memory.max", "max\n" },
	{ "a/memory.max", "5000\n" },
	{ "a/b/memory.max", "7000\n" },
	{ "memory/memory.limit_in_bytes", "9223372036854771712\n" },
	{ "memory/m/memory.limit_in_bytes", "3000\n" },
};

static const struct { const char *groups; uint64_t limit; } cases[] = {
	{ "", UINT64_MAX },
	{ "garbage\n1\n::\n:\n", UINT64_MAX },
	{ "0::/\n", UINT64_MAX },
	{ "0::/a\n", 5000 },
	{ "0::/a/b\n", 5000 },
	{ "0::/a/b/\n", 5000 },
	{ "0::/a/nowhere", 5000 },
	{ "4:memory:/m\n", 3000 },
	{ "4:cpu,memory:/m\n", 3000 },
	{ "4:memory:/\n", UINT64_C(9223372036854771712) },
	{ "4:cpu,memoryless:/m\n", UINT64_MAX },
	{ "4:memory:/m\n0::/a/b\n", 3000 },
	{ "4:cpu:/m\n0::/a/b\n", 5000 },
};

/* Texts of a/memory.max, and what they mean. */
static const struct { const char *text; uint64_t limit; } numbers[] = {
	{ "0\n", 0 },
	{ "18446744073709551615\n", UINT64_MAX },
	{ "18446744073709551616\n", UINT64_MAX },
	{ "99999999999999999999999999\n", UINT64_MAX },
	{ "", UINT64_MAX }, { "-1\n", UINT64_MAX }, { "max\n", UINT64_MAX },
	{ "x12\n", UINT64_MAX }, { "4096", 4096 },
};

static const char *
path_of(const char *name)
{
	static char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static void
write_file(const char *name, const char *text)
{
	FILE *file = fopen(path_of(name), "w");

	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
}

static uint64_t
limit_of(const char *groups)
{
	write_file("groups", groups);
	return memory_of_groups(path_of("groups"), folder);
}

static void
make_files(void)
{
	ck_assert_ptr_nonnull(mkdtemp(folder));
	for (int i = 0; i < LENGTH(folders); i++)
		ck_assert_int_eq(mkdir(path_of(folders[i]), 0700), 0);
	for (int i = 0; i < LENGTH(files); i++)
		write_file(files[i].path, files[i].text);
}

static void
remove_files(void)
{
	unlink(path_of("groups"));
	for (int i = 0; i < LENGTH(files); i++)
		unlink(path_of(files[i].path));
	for (int i = LENGTH(folders); i-- > 0; )
		rmdir(path_of(folders[i]));
	rmdir(folder);
}

START_TEST(least_of_groups)
{
	for (int i = 0; i < LENGTH(cases); i++)
		ck_assert_uint_eq(limit_of(cases[i].groups), cases[i].limit);
	ck_assert_uint_eq(memory_of_groups(path_of("nowhere"), folder),
			  UINT64_MAX);
}
END_TEST

START_TEST(numbers_in_files)
{
	for (int i = 0; i < LENGTH(numbers); i++) {
		write_file("a/memory.max", numbers[i].text);
		ck_assert_uint_eq(limit_of("0::/a\n"), numbers[i].limit);
	}
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("group_memory");

	tcase_add_checked_fixture(tcase, make_files, remove_files);
	tcase_add_test(tcase, least_of_groups);
	tcase_add_test(tcase, numbers_in_files);
	return unit_run(tcase);
}
