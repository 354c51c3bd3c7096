/* SPDX-License-Identifier: MIT */
/* Packed tables of names: the same strings as plain ones, in less memory. */
#include "unit.h"

#include "base/random.h"
#include "graph/names.h"
#include "graph/packed.h"

#include <stdlib.h>
#include <string.h>

static struct sp_name_room room;

/* A plain and a packed table of the same strings. */
struct both {
	struct sp_names plain, packed;
};

static void
begin(struct both *both)
{
	struct sp_error err;

	*both = (struct both){ SP_NAMES_EMPTY, SP_NAMES_EMPTY };
	must(sp_names_pack(&both->packed, &err), err);
}

static void
add(struct both *both, const char *text, size_t length)
{
	struct sp_error err;

	must(sp_names_add(&both->plain, text, length, &err), err);
	must(sp_names_add(&both->packed, text, length, &err), err);
}

static void
add_text(struct both *both, const char *text)
{
	add(both, text, strlen(text));
}

/* Both have the same strings, and a packed one equals itself alone. */
static void
check_same(const struct both *both)
{
	uint64_t count = both->plain.count;

	hold(both->packed.count == count);
	for (uint64_t i = 0; i < count; i++) {
		struct sp_span wanted = sp_names_span(&both->plain, i);
		struct sp_span other = sp_names_span(&both->plain,
						     (i + 1) % count);

		hold(sp_span_equal(sp_names_read(&both->packed, i, &room),
				   wanted));
		hold(sp_packed_equal(both->packed.packed, i, wanted));
		hold(sp_packed_equal(both->packed.packed, i, other) ==
		     sp_span_equal(wanted, other));
	}
}

static void
end(struct both *both)
{
	check_same(both);
	sp_names_free(&both->plain);
	sp_names_free(&both->packed);
	ck_assert_ptr_null(both->packed.packed);
}

START_TEST(odd_strings)
{
	struct both both;

	begin(&both);
	add_text(&both, "");
	add_text(&both, "");
	add(&both, "\0", 1);
	add(&both, "\0\0\0\0\0\0\0", 7);
	add(&both, "\0\0\0\0\0\0\0x", 8);
	add(&both, "http://a/\0b", 11);
	add(&both, "http://a/\0c", 11);
	add_text(&both, "http://a/");
	add_text(&both, "http://a");
	add_text(&both, "http://");
	add_text(&both, "://");
	add_text(&both, "/");
	add_text(&both, "//////////");
	add_text(&both, "\xff\xfe://\x80/\xff");
	add_text(&both, "");
	end(&both);
}
END_TEST

/* Every length about the borders of the numbers, sharing all and nothing. */
START_TEST(lengths)
{
	static const size_t sizes[] = { 0, 1, 3, 4, 5, 127, 128, 129, 255, 256,
					8191, 8192, 8193, 16383, 16384,
					65534, 65535 };
	static char text[SP_NAME_MAX];
	struct both both;
	struct sp_error err;

	begin(&both);
	for (int round = 0; round < 4; round++)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
			memset(text, round < 2 ? 'a' : 'a' + (int)i, sizes[i]);
			if (sizes[i] && round % 2)
				text[sizes[i] - 1] = '/';
			add(&both, text, sizes[i]);
		}
	ck_assert_int_eq(sp_names_add(&both.packed, text, SP_NAME_MAX + 1,
				      &err), SP_DATA);
	end(&both);
}
END_TEST

/* 500 names that share 65,000 bytes take as much as a few of them. */
START_TEST(long_shared_start)
{
	static char text[SP_NAME_MAX];
	struct both both;

	begin(&both);
	memset(text, 'x', 65000);
	memcpy(text, "http://a/", 9);
	for (int i = 0; i < 500; i++) {
		int length = snprintf(text + 65000, 100, "/%d/%d", i % 7, i);

		add(&both, text, 65000 + (size_t)length);
	}
	ck_assert_uint_lt(sp_packed_memory(both.packed.packed), 200000);
	end(&both);
}
END_TEST

/* Each string shares more than the one before: chains must stay short. */
START_TEST(chains)
{
	static char text[20000];
	struct both both;

	begin(&both);
	memset(text, 'x', sizeof(text));
	for (size_t i = 0; i < sizeof(text); i += 5) {
		add(&both, text, i);
		text[i] = 'y';
		add(&both, text, i + 1);
	}
	end(&both);
}
END_TEST

/* Strings of random pieces, so that any of them may share with any. */
static size_t
make_random(struct sp_random *random, char *text)
{
	static const char *const pieces[] = { "http://", "a.b", "/", "index",
					      "?q=1", "&x=", "long-piece-of-it",
					      "/sub/", "7", "" };
	size_t length = 0, count = sp_random_below(random, 12);

	for (size_t i = 0; i < count; i++) {
		const char *piece = pieces[sp_random_below(random, 10)];

		memcpy(text + length, piece, strlen(piece));
		length += strlen(piece);
	}
	return length;
}

START_TEST(random_strings)
{
	struct sp_random random;
	struct both both;
	char text[300];

	for (unsigned seed = 0; seed < 20; seed++) {
		random.state = seed;
		begin(&both);
		for (int i = 0; i < 3000; i++)
			add(&both, text, make_random(&random, text));
		end(&both);
	}
}
END_TEST

/* A dictionary numbers the same strings alike, whatever holds them. */
START_TEST(dictionaries)
{
	struct both both;
	struct sp_dictionary *plain, *packed;
	struct sp_random random;
	struct sp_span span;
	struct sp_error err;
	uint64_t a, b;
	char text[300];

	begin(&both);
	add_text(&both, "twice");
	add_text(&both, "twice");
	plain = sp_dictionary_new(&both.plain);
	packed = sp_dictionary_new(&both.packed);
	ck_assert(plain && packed);
	random.state = 1;
	for (int i = 0; i < 100000; i++) {
		span = (struct sp_span){ text, make_random(&random, text) };
		if (i % 3)
			sp_dictionary_expect(packed, &span, 1);
		must(sp_dictionary_add(plain, text, span.length, &a, &err),
		     err);
		must(sp_dictionary_add(packed, text, span.length, &b, &err),
		     err);
		hold(a == b);
		span.length = make_random(&random, text);
		hold(sp_dictionary_find(plain, text, span.length, &a) ==
		     sp_dictionary_find(packed, text, span.length, &b));
	}
	ck_assert_uint_gt(both.plain.count, 20000);
	sp_dictionary_free(plain);
	sp_dictionary_free(packed);
	end(&both);
}
END_TEST

/* Names that are left out, and those in another order. */
START_TEST(moved)
{
	struct both both;
	struct sp_error err;
	uint32_t order[500];
	uint64_t to = 0;
	char text[50];

	begin(&both);
	for (int i = 0; i < 1000; i++) {
		snprintf(text, sizeof(text), "http://x%d/p/%d", i % 10, i);
		add_text(&both, text);
	}
	for (uint64_t i = 1; i < 1000; i += 2, to++) {
		sp_names_move(&both.plain, i, to);
		sp_names_move(&both.packed, i, to);
	}
	both.plain.count = both.packed.count = to;
	check_same(&both);
	for (uint32_t i = 0; i < 500; i++)
		order[i] = i * 7 % 500;
	must(sp_names_permute(&both.plain, order, &err), err);
	must(sp_names_permute(&both.packed, order, &err), err);
	snprintf(text, sizeof(text), "http://x5/p/15");
	ck_assert(sp_span_equal(sp_names_read(&both.packed, 1, &room),
				(struct sp_span){ text, strlen(text) }));
	add_text(&both, "http://x1/p/1001");
	end(&both);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("packed");

	tcase_add_test(tests, odd_strings);
	tcase_add_test(tests, lengths);
	tcase_add_test(tests, long_shared_start);
	tcase_add_test(tests, chains);
	tcase_add_test(tests, random_strings);
	tcase_add_test(tests, dictionaries);
	tcase_add_test(tests, moved);
	return unit_run(tests);
}
