/* SPDX-License-Identifier: MIT */
/*
 * test_bytes.c - integers as bytes, hashes of bytes, random numbers, memory.
 */
#include "unit.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/random.h"

#include <string.h>

/* ---- integers as bytes ------------------------------------------------ */

START_TEST(little_endian)
{
	uint8_t bytes[8];

	sp_store32(bytes, 0x89abcdef);
	ck_assert(!memcmp(bytes, "\xef\xcd\xab\x89", 4));
	ck_assert_uint_eq(sp_load32(bytes), 0x89abcdef);
	sp_store64(bytes, UINT64_C(0x0123456789abcdef));
	ck_assert(!memcmp(bytes, "\xef\xcd\xab\x89\x67\x45\x23\x01", 8));
	ck_assert_uint_eq(sp_load64(bytes), UINT64_C(0x0123456789abcdef));
	sp_store_double(bytes, -2.5);
	ck_assert(!memcmp(bytes, "\0\0\0\0\0\0\x04\xc0", 8));
	ck_assert(sp_load_double(bytes) == -2.5);
}
END_TEST

START_TEST(zigzag)
{
	struct sp_random random = { 3 };

	hold(sp_zigzag(0) == 0);
	hold(sp_zigzag(-1) == 1);
	hold(sp_zigzag(1) == 2);
	hold(sp_zigzag(-2) == 3);
	hold(sp_zigzag(INT64_MAX) == UINT64_MAX - 1);
	hold(sp_zigzag(INT64_MIN) == UINT64_MAX);
	hold(sp_unzigzag(UINT64_MAX) == INT64_MIN);
	for (int i = 0; i < 10000; i++) {
		uint64_t value = sp_random_next(&random) >> i % 64;

		hold(sp_zigzag(sp_unzigzag(value)) == value);
	}
}
END_TEST

static void
check_leb(uint64_t value)
{
	uint8_t bytes[SP_LEB_MAX];
	uint8_t *end = sp_put_leb(bytes, value);
	const uint8_t *at = bytes;
	uint64_t back = ~value;

	hold((size_t)(end - bytes) <= SP_LEB_MAX);
	hold(sp_leb_size(value) == (size_t)(end - bytes));
	hold(sp_get_leb(&at, end, &back));
	hold(at == end);
	hold(back == value);
	for (const uint8_t *cut = bytes; cut < end; cut++) {
		at = bytes;
		hold(!sp_get_leb(&at, cut, &back));
		hold(at == bytes);
		hold(back == value);
	}
}

START_TEST(leb_limits)
{
	struct sp_random random = { 4 };

	check_leb(0);
	for (unsigned bits = 0; bits < 64; bits++) {
		check_leb(UINT64_C(1) << bits);
		check_leb((UINT64_C(1) << bits) - 1);
	}
	check_leb(UINT64_MAX);
	for (int i = 0; i < 10000; i++)
		check_leb(sp_random_next(&random) >> i % 64);
}
END_TEST

START_TEST(leb_refused)
{
	static const struct {
		const char *bytes;
		size_t length;
	} bad[] = {
		{ "", 0 },
		{ "\x80", 1 },
		{ "\x80\x00", 2 },             /* 0 in two bytes */
		{ "\xff\x00", 2 },             /* 127 in two bytes */
		{ "\x80\x80\x80\x00", 4 },
		{ "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10 },
		{ "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 10 },
		{ "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 10 },
		{ "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x81\x00", 11 },
		{ "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 11 },
		{ "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12 }
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		const uint8_t *start = (const uint8_t *)bad[i].bytes;
		const uint8_t *at = start;
		uint64_t value = 77;

		ck_assert_msg(!sp_get_leb(&at, start + bad[i].length, &value),
			      "number %zu", i);
		ck_assert_ptr_eq(at, start);
		ck_assert_uint_eq(value, 77);
	}
}
END_TEST

/* ---- hashes, random numbers, memory ----------------------------------- */

START_TEST(splitmix64)
{
	struct sp_random random = { 0 };

	ck_assert_uint_eq(sp_random_next(&random),
			  UINT64_C(0xe220a8397b1dcdaf));
	ck_assert_uint_eq(sp_random_next(&random),
			  UINT64_C(0x6e789e6aa1b965f4));
	ck_assert_uint_eq(sp_random_next(&random),
			  UINT64_C(0x06c45d188009454f));
}
END_TEST

START_TEST(random_below_and_unit)
{
	struct sp_random random = { 6 };
	unsigned counts[10] = { 0 };

	for (int i = 0; i < 100000; i++) {
		uint64_t limit = sp_random_next(&random) >> i % 64 | 1;
		double unit = sp_random_unit(&random);

		hold(sp_random_below(&random, limit) < limit);
		hold(sp_random_below(&random, 1) == 0);
		hold(unit >= 0 && unit < 1);
		counts[sp_random_below(&random, 10)]++;
	}
	/* 10,000 each are expected, with a standard deviation of 95. */
	for (int i = 0; i < 10; i++) {
		ck_assert_uint_gt(counts[i], 9400);
		ck_assert_uint_lt(counts[i], 10600);
	}
}
END_TEST

START_TEST(hash_values)
{
	static const char text[] = "seedpipe";
	struct sp_hasher *hasher = sp_hasher_new();

	ck_assert_ptr_nonnull(hasher);
	/* XXH3-64 of no bytes, from its specification. */
	ck_assert_uint_eq(sp_hash("", 0), UINT64_C(0x2d06800538d394c2));
	ck_assert_uint_eq(sp_hasher_value(hasher), sp_hash("", 0));
	for (size_t i = 0; i < sizeof(text); i++)
		sp_hasher_add(hasher, text + i, 1);
	ck_assert_uint_eq(sp_hasher_value(hasher),
			  sp_hash(text, sizeof(text)));
	ck_assert_uint_eq(sp_hash_seeded(text, sizeof(text), 0),
			  sp_hash(text, sizeof(text)));
	ck_assert_uint_ne(sp_hash_seeded(text, sizeof(text), 1),
			  sp_hash(text, sizeof(text)));
	sp_hasher_free(hasher);
	sp_hasher_free(NULL);
}
END_TEST

START_TEST(memory_limits)
{
	struct sp_error err;
	uint32_t *array = NULL;
	uint64_t capacity = 0, calls = 0;
	void *block;

	ck_assert_ptr_null(sp_alloc(UINT64_MAX, 2));
	ck_assert_ptr_null(sp_alloc((uint64_t)1 << 62, 4));
	ck_assert_ptr_null(sp_alloc_zero((uint64_t)1 << 63, 1));
	ck_assert_ptr_null(sp_alloc_large(UINT64_MAX, 8));
	ck_assert_ptr_null(sp_alloc_large_zero(UINT64_MAX, 8));
	block = sp_alloc(0, 8);
	ck_assert_ptr_nonnull(block);
	free(block);
	block = sp_alloc_large_zero(5 << 20, 1);
	ck_assert_ptr_nonnull(block);
	for (size_t i = 0; i < 5 << 20; i += 4096)
		ck_assert_int_eq(((char *)block)[i], 0);
	free(block);
	hold(sp_grow(&array, &capacity, 0));
	ck_assert_ptr_nonnull(array);
	for (uint32_t i = 0; i < 100000; i++) {
		uint64_t before = capacity;

		hold(sp_grow(&array, &capacity, i + 1));
		hold(capacity > i);
		calls += capacity != before;
		array[i] = i;
	}
	ck_assert_uint_lt(calls, 40);
	ck_assert(!sp_grow(&array, &capacity, UINT64_MAX));
	ck_assert_uint_eq(array[99999], 99999);
	free(array);
	ck_assert_int_eq(sp_no_memory(&err, "a test"), SP_MEMORY);
	ck_assert_str_eq(err.text, "out of memory for a test");
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("bytes");

	tcase_add_test(tcase, little_endian);
	tcase_add_test(tcase, zigzag);
	tcase_add_test(tcase, leb_limits);
	tcase_add_test(tcase, leb_refused);
	tcase_add_test(tcase, splitmix64);
	tcase_add_test(tcase, random_below_and_unit);
	tcase_add_test(tcase, hash_values);
	tcase_add_test(tcase, memory_limits);
	return unit_run(tcase);
}
