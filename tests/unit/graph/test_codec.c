/* SPDX-License-Identifier: MIT */
/*
 * test_codec.c - records byte by byte: decoding as seedpipe(5) defines it, what
 * the encoder writes, and that the quick decoder gives the same lists as the
 * careful one for any bytes, and touches nothing else.
 */
#include "stream_bytes.h"

#include "base/bytes.h"
#include "base/random.h"
#include "graph/decode.h"

#define PAGES 1000
#define PAGE 500
#define REFERENCE_MAX 100 /* successors */

/* ---- decoding one record ---------------------------------------------- */

/*
 * Decodes a body against a reference into a block of exactly the room that the
 * decoder may use, so that the sanitizer catches every access outside.  Copies
 * the result to list.
 */
static uint32_t
decode(struct sp_decoder *decoder, const uint8_t *body, uint64_t length,
       const uint32_t *reference, uint32_t count, uint32_t *list)
{
	uint8_t *bytes = malloc(length + SP_DECODE_SLACK);
	uint32_t *from = malloc((count + SP_COPY_SLACK) * sizeof(*from));
	uint64_t room = count + length + SP_COPY_SLACK;
	uint32_t *out = malloc((room + 1) * sizeof(*out)), decoded;

	hold(bytes && from && out);
	memcpy(bytes, body, length);
	memset(bytes + length, 0xa5, SP_DECODE_SLACK);
	memset(from, 0xff, (count + SP_COPY_SLACK) * sizeof(*from));
	memset(out, 0xff, (room + 1) * sizeof(*out));
	if (count)
		memcpy(from, reference, count * sizeof(*from));
	decoded = sp_record_decode(decoder, bytes, bytes + length, PAGE, from,
				   count, out + 1);
	hold(decoded <= count + length);
	memcpy(list, out + 1, decoded * sizeof(*list));
	free(bytes);
	free(from);
	free(out);
	return decoded;
}

/* The decoder of a loop test: the careful one for i = 0. */
static struct sp_decoder *
new_decoder(int i, uint64_t pages)
{
	struct sp_decoder *decoder = malloc(sizeof(*decoder));

	hold(decoder);
	sp_decoder_begin(decoder, pages, i != 0);
	hold(i || !decoder->quick);
	hold(!i || decoder->quick == (sp_quick_works() &&
				      pages <= SP_QUICK_PAGES));
	return decoder;
}

/* ---- records by hand -------------------------------------------------- */

#define EDIT(copy, skip, insert) ((copy) | (skip) << 4 | (insert) << 6)
#define HEAD(distance, edits) ((distance) | (edits) << 3)

/* Bodies that have a reference refer to 10 20 30 40 50. */
static const struct {
	const char *what;
	uint8_t length, body[24];
	uint8_t count; /* 0: not valid */
	uint16_t list[16];
} records[] = {
	{ "one successor ahead", 2, { 0, 2 }, 1, { 501 } },
	{ "itself", 2, { 0, 0 }, 1, { 500 } },
	{ "three from before", 4, { 0, 1, 0, 9 }, 3, { 499, 500, 510 } },
	{ "numbers of two bytes", 5, { 0, 0xe7, 0x07, 0x80, 0x01 }, 2,
	  { 0, 129 } },
	{ "nine numbers", 10, { 0, 1, 0, 0, 0, 0, 0, 0, 0, 0 }, 9,
	  { 499, 500, 501, 502, 503, 504, 505, 506, 507 } },
	{ "edits of nothing", 5, { HEAD(0, 1), EDIT(0, 0, 2), 1, 0, 3 }, 3,
	  { 499, 500, 504 } },
	{ "unchanged", 1, { HEAD(1, 0) }, 5, { 10, 20, 30, 40, 50 } },
	{ "longer", 3, { HEAD(7, 0), 4, 0 }, 7,
	  { 10, 20, 30, 40, 50, 55, 56 } },
	{ "first skipped", 2, { HEAD(1, 1), EDIT(0, 1, 0) }, 4,
	  { 20, 30, 40, 50 } },
	{ "one inserted", 3, { HEAD(1, 1), EDIT(2, 0, 1), 4 }, 6,
	  { 10, 20, 25, 30, 40, 50 } },
	{ "one before", 4, { HEAD(1, 1), EDIT(0, 0, 1), 0xd5, 0x07 }, 6,
	  { 9, 10, 20, 30, 40, 50 } },
	{ "all at once", 6,
	  { HEAD(2, 2), EDIT(1, 1, 2), EDIT(1, 1, 0), 0, 1, 7 }, 6,
	  { 10, 11, 13, 30, 50, 58 } },
	{ "all replaced", 7,
	  { HEAD(1, 2), EDIT(0, 3, 1), EDIT(0, 2, 2), 0, 0, 0, 5 }, 4,
	  { 500, 501, 502, 508 } },
	{ "an edit of nothing", 2, { HEAD(1, 1), 0 }, 5,
	  { 10, 20, 30, 40, 50 } },
	{ "edits with more to count", 33,
	  { HEAD(1, 31), 0, EDIT(1, 0, 0) }, 5, { 10, 20, 30, 40, 50 } },

	{ "no numbers", 1, { 0 }, 0, { 0 } },
	{ "number cut off", 2, { 0, 0x80 }, 0, { 0 } },
	{ "second number cut off", 3, { 0, 1, 0x80 }, 0, { 0 } },
	{ "number over-long", 3, { 0, 0x81, 0 }, 0, { 0 } },
	{ "gap over-long", 4, { 0, 0, 0x81, 0 }, 0, { 0 } },
	{ "before page 0", 3, { 0, 0xe9, 0x07 }, 0, { 0 } },
	{ "before page 0, then back", 4, { 0, 0xe9, 0x07, 30 }, 0, { 0 } },
	{ "beyond the last page", 3, { 0, 0xe8, 0x07 }, 0, { 0 } },
	{ "gap beyond the last page", 4, { 0, 0, 0xf3, 0x03 }, 0, { 0 } },
	{ "a gap of 2^32", 7, { 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f }, 0,
	  { 0 } },
	{ "gaps that wrap around", 13,
	  { 0, 0, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff,
	    0xff }, 0, { 0 } },
	{ "edits missing", 2, { HEAD(1, 2), EDIT(1, 0, 0) }, 0, { 0 } },
	{ "count of edits missing", 1, { HEAD(1, 31) }, 0, { 0 } },
	{ "very many edits", 11,
	  { HEAD(1, 31), 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
	    1 }, 0, { 0 } },
	{ "copy past the end", 2, { HEAD(1, 1), EDIT(6, 0, 0) }, 0, { 0 } },
	{ "skip past the end", 2, { HEAD(1, 1), EDIT(3, 3, 0) }, 0, { 0 } },
	{ "numbers missing", 3, { HEAD(1, 1), EDIT(1, 0, 2), 0 }, 0, { 0 } },
	{ "all skipped", 3, { HEAD(1, 2), EDIT(0, 3, 0), EDIT(0, 2, 0) }, 0,
	  { 0 } },
	{ "begins after a skip", 4,
	  { HEAD(1, 2), EDIT(0, 3, 0), EDIT(0, 2, 0), 4 }, 0, { 0 } },
	{ "inserted twice", 3, { HEAD(1, 1), EDIT(1, 0, 1), 9 }, 0, { 0 } },
	{ "inserted after the next", 3, { HEAD(1, 1), EDIT(1, 0, 1), 19 }, 0,
	  { 0 } },
	{ "inserted after the rest", 3,
	  { HEAD(1, 1), EDIT(0, 0, 1), 0 }, 0, { 0 } },
	{ "no reference to copy", 3, { HEAD(0, 1), EDIT(1, 0, 0), 0 }, 0,
	  { 0 } }
};

#define RECORDS ((int)(sizeof(records) / sizeof(*records)))

START_TEST(records_by_hand)
{
	static const uint32_t reference[5] = { 10, 20, 30, 40, 50 };
	struct sp_decoder *decoder = new_decoder(_i, PAGES);
	uint32_t list[64];

	for (int k = 0; k < RECORDS; k++) {
		bool refers = records[k].body[0] & SP_REFERENCE_MAX;
		uint8_t body[64] = { 0 };
		uint32_t count;

		memcpy(body, records[k].body, sizeof(records[k].body));
		count = decode(decoder, body, records[k].length, reference,
			       refers ? 5 : 0, list);
		ck_assert_msg(count == records[k].count, "%s: %u successors",
			      records[k].what, count);
		for (uint32_t i = 0; i < count; i++)
			ck_assert_msg(list[i] == records[k].list[i],
				      "%s: successor %u is %u",
				      records[k].what, i, list[i]);
	}
	/* A reference without successors. */
	ck_assert_uint_eq(decode(decoder, (const uint8_t[]){ HEAD(1, 0), 0 },
				 2, NULL, 0, list), 0);
	ck_assert_uint_eq(decode(decoder, (const uint8_t[]){
					 HEAD(1, 1), EDIT(0, 0, 1), 2 },
				 3, NULL, 0, list), 0);
	free(decoder);
}
END_TEST

/* ---- both decoders ---------------------------------------------------- */

/* A byte as records have them: mostly small, or at a limit. */
static uint8_t
draw_byte(struct sp_random *random)
{
	static const uint8_t limits[8] = { 0, 1, 127, 128, 129, 255, 254, 64 };
	uint64_t draw = sp_random_next(random);

	if (draw >> 60 < 3)
		return limits[draw & 7];
	return (uint8_t)((draw & 0xff) >> (draw >> 8) % 7);
}

static uint32_t
draw_reference(struct sp_random *random, uint64_t pages, uint32_t *list)
{
	uint64_t gap = 1 + sp_random_below(random, pages / 10);
	uint64_t target = sp_random_below(random, gap);
	uint32_t count = 0, most = (uint32_t)sp_random_below(random,
							     REFERENCE_MAX);

	while (count < most && target < pages) {
		list[count++] = (uint32_t)target;
		target += 1 + sp_random_below(random, gap);
	}
	return count;
}

/* The decoders of a graph of this size agree on random bodies. */
static void
compare_decoders(uint64_t pages, int rounds, unsigned *good, unsigned *bad)
{
	struct sp_decoder *careful = new_decoder(0, pages);
	struct sp_decoder *quick = new_decoder(1, pages);
	struct sp_random random = { pages };

	for (int round = 0; round < rounds; round++) {
		uint32_t reference[REFERENCE_MAX], one[400], two[400];
		uint64_t length = 1 + sp_random_below(&random, 40);
		uint32_t count = 0, first, second;
		uint8_t body[40];

		for (uint64_t i = 0; i < length; i++)
			body[i] = draw_byte(&random);
		/*
		 * Few kinds of edits and numbers, so that many bodies are
		 * valid.
		 */
		if (round % 4)
			body[0] = (uint8_t)HEAD(sp_random_below(&random, 8),
						sp_random_below(&random, 5));
		if (body[0] & SP_REFERENCE_MAX)
			count = draw_reference(&random, pages, reference);
		first = decode(careful, body, length, reference, count, one);
		second = decode(quick, body, length, reference, count, two);
		hold(first == second);
		hold(!memcmp(one, two, first * sizeof(*one)));
		for (uint32_t i = 0; i < first; i++)
			hold(one[i] < pages && (!i || one[i] > one[i - 1]));
		*good += first != 0;
		*bad += !first;
	}
	free(careful);
	free(quick);
}

START_TEST(decoders_agree)
{
	/* Also with successors near the limits of 32 bits. */
	static const uint64_t pages[] = { 501, PAGES, 100000, 1 << 28,
					  1 << 30, ((uint64_t)1 << 30) + 1,
					  ((uint64_t)1 << 32) - 2 };
	unsigned good = 0, bad = 0;

	compare_decoders(pages[_i], 40000, &good, &bad);
	ck_assert_uint_gt(good, 1000);
	ck_assert_uint_gt(bad, 2000);
}
END_TEST

/* ---- encoding --------------------------------------------------------- */

struct expected {
	uint64_t first_page;
	uint32_t pages;
	uint64_t ends[8];
	uint32_t successors[64];
	uint64_t length;
	uint8_t records[64];
};

static const struct expected blocks[] = {
	{ 0, 1, { 0 }, { 0 }, 1, { 0 } },
	{ 1024, 2, { 2, 4 }, { 1023, 1025, 1023, 1025 }, 6,
	  { 3, 0, 1, 1, 1, HEAD(1, 0) } },
	/* One removed, one inserted, one appended. */
	{ 0, 2, { 6, 13 }, { 1, 2, 3, 4, 5, 6, 1, 2, 4, 5, 6, 7, 9 }, 13,
	  { 7, 0, 2, 0, 0, 0, 0, 0,
	    4, HEAD(1, 1), EDIT(2, 1, 0), 0, 1 } },
	/* More copied than fits one edit. */
	{ 0, 2, { 18, 35 },
	  { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
	    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18 }, 24,
	  { 19, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	    3, HEAD(1, 2), EDIT(15, 0, 0), EDIT(1, 1, 0) } },
	/* Begins with a number; four successors are skipped. */
	{ 0, 2, { 10, 17 },
	  { 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 2, 12, 14, 16, 20, 24, 28 },
	  17, { 11, 0, 8, 1, 1, 1, 1, 1, 1, 3, 3, 3,
		4, HEAD(1, 2), EDIT(0, 3, 1), EDIT(0, 1, 0), 2 } },
	/* Too little in common: a reference does not pay. */
	{ 0, 2, { 4, 7 }, { 1, 3, 5, 7, 1, 4, 8 }, 11,
	  { 5, 0, 2, 1, 1, 1, 4, 0, 0, 2, 3 } }
};

#define BLOCKS ((int)(sizeof(blocks) / sizeof(*blocks)))

START_TEST(blocks_by_hand)
{
	const struct expected *expected = &blocks[_i];
	struct sp_block_rows rows = { expected->first_page, expected->pages,
				      expected->ends, expected->successors };
	uint64_t capacity = 0, length = 0;
	uint8_t *bytes = NULL;
	struct sp_error err;

	must(sp_block_encode(&rows, &bytes, &capacity, &length, &err), err);
	ck_assert_uint_eq(sp_load64(bytes + 8),
			  expected->ends[expected->pages - 1]);
	ck_assert_uint_eq(sp_load64(bytes), length - SP_BLOCK_HEADER);
	ck_assert_mem_eq(bytes + SP_BLOCK_HEADER, expected->records,
			 expected->length < length - SP_BLOCK_HEADER ?
			 expected->length : length - SP_BLOCK_HEADER);
	ck_assert_uint_eq(length, SP_BLOCK_HEADER + expected->length);
	free(bytes);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("codec");

	tcase_add_loop_test(tcase, records_by_hand, 0, 2);
	tcase_add_loop_test(tcase, decoders_agree, 0, 7);
	tcase_add_loop_test(tcase, blocks_by_hand, 0, BLOCKS);
	return unit_run(tcase);
}
