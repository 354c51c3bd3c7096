/* SPDX-License-Identifier: MIT */
/*
 * test_export.c - text and vectors in pieces of any size, and outputs that
 * fail. What the formats look like is in tests/cli/export.t.
 */
#include "stream_bytes.h"

#include "formats/export/npy.h"

#include <stdio.h>

/* Pieces that end before, at and after the end of the buffer. */
START_TEST(text_of_any_size)
{
	static const size_t sizes[] = {
		0, 1, SP_TEXT_BUFFER - 1, 1, 1, SP_TEXT_BUFFER,
		SP_TEXT_BUFFER + 1, 3, 2 * SP_TEXT_BUFFER, SP_TEXT_BUFFER - 2
	};
	struct bytes got = BYTES, wanted = BYTES;
	struct sp_output output = { &got, bytes_write };
	struct sp_error err;
	struct sp_text text;

	ck_assert_int_eq(sp_text_begin(&text, &output, &err), SP_OK);
	for (size_t i = 0; i < LENGTH(sizes); i++) {
		char *piece = malloc(sizes[i] + 1);

		hold(piece);
		memset(piece, (int)('a' + i), sizes[i]);
		sp_text_bytes(&text, piece, sizes[i]);
		bytes_add(&wanted, piece, sizes[i]);
		sp_text_char(&text, '.');
		bytes_add(&wanted, ".", 1);
		free(piece);
	}
	ck_assert_int_eq(sp_text_end(&text, SP_OK), SP_OK);
	ck_assert_uint_eq(got.size, wanted.size);
	ck_assert(!memcmp(got.at, wanted.at, got.size));
	bytes_free(&got);
	bytes_free(&wanted);
}
END_TEST

/* Whole numbers as text are those of sp_format_double(). */
START_TEST(doubles_as_text)
{
	static const double values[] = {
		0, -0.0, 1, 2.5, -3, 1e14, 999999999999999, 1e15, 1e16, 1e300,
		0.1, 1e-300
	};
	struct bytes got = BYTES, wanted = BYTES;
	struct sp_output output = { &got, bytes_write };
	struct sp_error err;
	struct sp_text text;

	ck_assert_int_eq(sp_text_begin(&text, &output, &err), SP_OK);
	for (size_t i = 0; i < LENGTH(values); i++) {
		char number[SP_DOUBLE_TEXT];

		sp_text_double(&text, values[i]);
		bytes_add(&wanted, number,
			  sp_format_double(number, values[i]));
	}
	ck_assert_int_eq(sp_text_end(&text, SP_OK), SP_OK);
	ck_assert_uint_eq(got.size, wanted.size);
	ck_assert(!memcmp(got.at, wanted.at, got.size));
	bytes_free(&got);
	bytes_free(&wanted);
}
END_TEST

/* Wherever the output is full, the end says so, and nothing comes after. */
START_TEST(vector_to_a_full_disk)
{
	for (size_t limit = 0; limit < 3 * SP_TEXT_BUFFER; limit += 4099) {
		struct bytes got = BYTES;
		struct sp_output output = { &got, bytes_write };
		struct sp_error err = { SP_OK, "" };
		struct sp_npy npy;

		got.limit = limit;
		ck_assert_int_eq(sp_npy_begin(&npy, &output, SP_NPY_F64, 30000,
					      &err), SP_OK);
		for (int i = 0; i < 30000; i++)
			sp_npy_f64(&npy, i);
		ck_assert_int_eq(sp_npy_end(&npy, SP_OK), SP_IO);
		ck_assert_str_eq(err.text, "no space");
		ck_assert_uint_eq(got.size, limit);
		bytes_free(&got);
	}
}
END_TEST

/* What failed before is what failed, and the output gets nothing more. */
START_TEST(vector_after_a_failure)
{
	struct bytes got = BYTES;
	struct sp_output output = { &got, bytes_write };
	struct sp_error err;
	struct sp_npy npy;

	ck_assert_int_eq(sp_npy_begin(&npy, &output, SP_NPY_U8, 1, &err),
			 SP_OK);
	sp_npy_u8(&npy, 1);
	ck_assert_int_eq(sp_npy_end(&npy, SP_DATA), SP_DATA);
	ck_assert_uint_eq(got.size, 0);
	bytes_free(&got);
}
END_TEST

/* The head of a vector has 128 bytes, however long it is. */
START_TEST(vector_heads)
{
	static const uint64_t counts[] = { 0, 1, 4294967296, UINT64_MAX };

	for (size_t i = 0; i < LENGTH(counts); i++) {
		struct bytes got = BYTES;
		struct sp_output output = { &got, bytes_write };
		struct sp_error err;
		struct sp_npy npy;
		char shape[64];

		snprintf(shape, sizeof(shape), "'shape': (%llu,), }",
			 (unsigned long long)counts[i]);
		ck_assert_int_eq(sp_npy_begin(&npy, &output, SP_NPY_I64,
					      counts[i], &err), SP_OK);
		ck_assert_int_eq(sp_npy_end(&npy, SP_OK), SP_OK);
		ck_assert_uint_eq(got.size, 128);
		ck_assert_int_eq(got.at[127], '\n');
		ck_assert(memmem(got.at, got.size, shape, strlen(shape)));
		bytes_free(&got);
	}
}
END_TEST

int
main(void)
{
	TCase *export = unit_case("export");

	tcase_add_test(export, text_of_any_size);
	tcase_add_test(export, doubles_as_text);
	tcase_add_test(export, vector_to_a_full_disk);
	tcase_add_test(export, vector_after_a_failure);
	tcase_add_test(export, vector_heads);
	return unit_run(export);
}
