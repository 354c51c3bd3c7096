/* SPDX-License-Identifier: MIT */
/*
 * test_hostile_results.c - states, fetches, scores of links, notes of seeds and
 * orders with ticks that are not what they claim, all with checksums that are
 * right: they are refused, or read as what they are.
 */
#include "graph_rows.h"
#include "stream_bytes.h"

#include "stream/section/fetches.h"
#include "stream/section/graph.h"
#include "stream/section/linkscores.h"
#include "stream/section/orders.h"
#include "stream/section/scores.h"
#include "stream/section/seeds.h"
#include "stream/section/shapes.h"
#include "stream/section/states.h"

#include <math.h>

#define PAGES 9

static const struct sp_basis basis = { { PAGES, 20, 1 }, { PAGES, 20, 1 } };

/* A section of one frame of data. */
struct put {
	uint32_t tag;
	const char *name;
	size_t name_length;
	const uint8_t *data;
	size_t length;
	uint64_t items;
	const uint8_t *tail;
	size_t tail_length;
};

static void
put_section(struct sp_writer *writer, const struct sp_basis *of,
	    const struct put *put)
{
	uint8_t head[SP_BASIS + 300];
	struct sp_error err;

	sp_basis_store(head, of);
	memcpy(head + SP_BASIS, put->name, put->name_length);
	must(sp_writer_frame(writer, put->tag, SP_FRAME_HEAD, 0, 0, head,
			     SP_BASIS + put->name_length, &err), err);
	if (put->length)
		must(sp_writer_frame(writer, put->tag, 0, 0, put->items,
				     put->data, put->length, &err), err);
	must(sp_writer_frame(writer, put->tag, SP_FRAME_TAIL,
			     put->length ? put->items : 0, 0, put->tail,
			     put->tail_length, &err), err);
}

/* Ends the stream and loads it; the caller frees the contents. */
static enum sp_status
load_all(struct sp_writer *writer, struct bytes *bytes,
	 struct sp_contents *contents, struct sp_error *err)
{
	enum sp_status status;

	must(sp_writer_end(writer, err), *err);
	status = load_bytes(bytes->at, bytes->size, contents, err);
	sp_writer_free(writer);
	bytes_free(bytes);
	return status;
}

/* ---- states ----------------------------------------------------------- */

struct states_case {
	uint8_t last;         /* state of the last page */
	size_t length;
	uint64_t items;       /* as the frame says */
	size_t name;          /* bytes that the head has too many */
	const char *wrong;    /* part of the message, or NULL */
};

static const struct states_case states_cases[] = {
	{ SP_PAGE_FILTERED, PAGES, PAGES, 0, NULL },
	{ SP_PAGE_STATES, PAGES, PAGES, 0, "unknown state of a page (7)" },
	{ 255, PAGES, PAGES, 0, "unknown state of a page (255)" },
	{ 0, PAGES - 1, PAGES - 1, 0, "states of 8 pages for 9" },
	{ 0, PAGES + 1, PAGES + 1, 0, "states of 10 pages for 9" },
	{ 0, 0, 0, 0, "states of 0 pages for 9" },
	{ 0, PAGES - 1, PAGES, 0, "size" },
	{ 0, PAGES, PAGES - 1, 0, "size" },
	{ 0, PAGES, UINT64_C(1) << 60, 0, "size" },
	{ 0, PAGES, PAGES, 1, "size" }
};

/* The second section takes the place of the first, if it is a good one. */
START_TEST(page_states)
{
	const struct states_case *from = &states_cases[_i];
	uint8_t ok[PAGES], data[PAGES + 1] = { 0 };
	struct put good = { SP_TAG_STATES, "", 0, ok, PAGES, PAGES, NULL, 0 };
	struct put put = { SP_TAG_STATES, "x", from->name, data, from->length,
			   from->items, NULL, 0 };
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	struct sp_error err;
	enum sp_status status;

	memset(ok, SP_PAGE_OK, PAGES);
	data[PAGES - 1] = from->last;
	put_section(writer, &basis, &good);
	put_section(writer, &basis, &put);
	status = load_all(writer, &bytes, &contents, &err);
	ck_assert_int_eq(status, from->wrong ? SP_DATA : SP_OK);
	if (from->wrong)
		ck_assert_msg(strstr(err.text, from->wrong) != NULL, "%s",
			      err.text);
	ck_assert_uint_eq(sp_contents_states(&contents)->pages, PAGES);
	ck_assert_mem_eq(sp_contents_states(&contents)->state_of,
			 from->wrong ? ok : data, PAGES);
	sp_contents_free(&contents);
}
END_TEST

/* ---- shapes ----------------------------------------------------------- */

#define NONE 0xff, 0xff, 0xff, 0xff
#define SHAPE(n) n, 0, 0, 0

/* Shapes as strings, then the shapes of the pages. */
struct shapes_case {
	uint8_t strings[16];
	size_t strings_length;
	uint64_t strings_count;
	uint8_t pages[4 * (PAGES + 1)];
	size_t pages_length;
	uint64_t pages_count;
	const char *wrong;    /* part of the message, or NULL */
};

#define TWO { 2, 0, 'a', 3, SP_TRAP_ENDLESS, 'b', '/' }, 7, 2
#define ALL_PAGES \
	{ SHAPE(0), SHAPE(1), NONE, NONE, NONE, NONE, SHAPE(1), NONE, \
	  SHAPE(0) }, 4 * PAGES, PAGES

static const struct shapes_case shapes_cases[] = {
	{ TWO, ALL_PAGES, NULL },
	{ TWO, { SHAPE(2), 0 }, 4 * PAGES, PAGES, "shape 2 of a page, but "
	  "there are 2" },
	{ TWO, { 0xfe, 0xff, 0xff, 0xff, 0 }, 4 * PAGES, PAGES,
	  "shape 4294967294 of a page" },
	{ TWO, { 0 }, 4 * PAGES - 4, PAGES - 1, "shapes of 8 pages for 9" },
	{ TWO, { 0 }, 4 * PAGES + 4, PAGES + 1, "shapes of 10 pages for 9" },
	{ TWO, { 0 }, 4 * PAGES, PAGES - 1, "size does not match" },
	{ TWO, { 0 }, 4 * PAGES, UINT64_C(1) << 62, "size does not match" },
	{ TWO, { 0 }, 0, 0, "shapes of 0 pages for 9" },
	{ { 2, 0, 'a', 2, SP_TRAPS, 'b' }, 6, 2, ALL_PAGES,
	  "unknown reason of a trap" },
	{ { 2, 0, 'a', 2, 255, 'b' }, 6, 2, ALL_PAGES, "unknown reason" },
	{ { 2, 0, 'a', 1, 0 }, 5, 2, ALL_PAGES, "without a pattern" },
	{ { 2, 0, 'a', 0 }, 4, 2, ALL_PAGES, "without a pattern" },
	{ { 2, 0, 'a', 3, 0, 'b' }, 6, 2, ALL_PAGES, "invalid pattern" },
	{ { 2, 0, 'a', 2, 0, 'b' }, 6, 1, ALL_PAGES, "extra bytes" },
	{ { 2, 0, 'a', 2, 0, 'b' }, 6, UINT64_C(1) << 60, ALL_PAGES,
	  "invalid pattern" },
	{ { 0 }, 0, 0, ALL_PAGES, "shape 0 of a page, but there are 0" }
};

START_TEST(page_shapes)
{
	const struct shapes_case *from = &shapes_cases[_i];
	struct put shapes = { SP_TAG_SHAPES, "", 0, from->strings,
			      from->strings_length, from->strings_count,
			      NULL, 0 };
	struct put pages = { SP_TAG_SHAPE_OF, "", 0, from->pages,
			     from->pages_length, from->pages_count, NULL, 0 };
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	const struct sp_shapes *got;
	struct sp_error err;
	enum sp_status status;

	put_section(writer, &basis, &shapes);
	put_section(writer, &basis, &pages);
	status = load_all(writer, &bytes, &contents, &err);
	got = sp_contents_shapes(&contents);
	ck_assert_int_eq(status, from->wrong ? SP_DATA : SP_OK);
	if (from->wrong) {
		ck_assert_msg(strstr(err.text, from->wrong) != NULL, "%s",
			      err.text);
		ck_assert_ptr_null(got);
	} else {
		ck_assert_uint_eq(got->count, 2);
		ck_assert_uint_eq(got->traps[1], SP_TRAP_ENDLESS);
		ck_assert(sp_span_equal(sp_shape_text(got, 1), SP_SPAN("b/")));
		ck_assert_uint_eq(got->shape_of[6], 1);
		ck_assert_uint_eq(got->shape_of[7], SP_NO_SHAPE);
	}
	sp_contents_free(&contents);
}
END_TEST

/* Shapes without their pages, pages without shapes, or of another graph. */
START_TEST(parts_of_shapes)
{
	static const struct sp_basis other = { { PAGES, 20, 2 },
					       { PAGES, 20, 1 } };
	static const char *const wrong[] = {
		NULL, "the pages of the shapes are missing",
		"pages of other shapes", "pages of other shapes",
		"pages of other shapes"
	};
	const struct shapes_case *good = &shapes_cases[0];
	struct put shapes = { SP_TAG_SHAPES, "", 0, good->strings,
			      good->strings_length, 2, NULL, 0 };
	struct put pages = { SP_TAG_SHAPE_OF, "", 0, good->pages,
			     good->pages_length, PAGES, NULL, 0 };
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	struct sp_error err;
	enum sp_status status;

	if (_i != 2)
		put_section(writer, &basis, &shapes);
	if (_i != 1)
		put_section(writer, _i == 3 ? &other : &basis, &pages);
	if (_i == 4)
		put_section(writer, &basis, &pages);
	status = load_all(writer, &bytes, &contents, &err);
	ck_assert_int_eq(status, wrong[_i] ? SP_DATA : SP_OK);
	if (wrong[_i])
		ck_assert_msg(strstr(err.text, wrong[_i]) != NULL, "%s",
			      err.text);
	sp_contents_free(&contents);
}
END_TEST

/* ---- fetches ---------------------------------------------------------- */

#define UNKNOWN 0, 0, 0, 0, 0, 0, 0, 0

/* A head of 8 bytes after the basis; columns of pages ... sizes; digests. */
struct fetches_case {
	uint8_t clock[9];
	size_t head;          /* bytes of it */
	uint8_t columns[64];
	size_t length;
	uint64_t items;       /* as the frame says */
	const char *wrong;    /* part of the message, or NULL */
};

#define SECONDS { 1, 0, 0, 0, 0, 0, 0, 0 }, 8
#define DOWNLOADS { 2, 0, 0, 0, 0, 0, 0, 0 }, 8
#define DIGESTS UNKNOWN, UNKNOWN

static const struct fetches_case fetches_cases[] = {
	{ SECONDS, { 3, 4, 0, 1, 3, 0, 0, 9, DIGESTS }, 24, 2, NULL },
	{ SECONDS, { 0 }, 0, 0, NULL },
	/* Two captures of one page would need a gap of -1. */
	{ SECONDS, { 3, 5, 0, 1, 0, 0, 0, 9, DIGESTS }, 24, 2, "not in the" },
	{ SECONDS, { 9, 0, 0, 1, 0, 0, 0, 9, DIGESTS }, 24, 2, "not in the" },
	{ SECONDS, { 0x80, 0x80, 0x80, 0x80, 0x10, 0, 0, 0, UNKNOWN }, 16, 1,
	  "not in the" },
	{ SECONDS, { 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, UNKNOWN }, 16, 1,
	  "number of captures" },
	/* Over-long: a number has one spelling. */
	{ SECONDS, { 0x80, 0, 0, 0, 0, UNKNOWN }, 13, 1, "not in the" },
	/* 1 + zigzag(-1); nothing is before the first download. */
	{ SECONDS, { 0, 0, 2, 0, UNKNOWN }, 12, 1, NULL },
	{ DOWNLOADS, { 0, 0, 3, 0, UNKNOWN }, 12, 1, NULL },
	{ DOWNLOADS, { 0, 0, 2, 0, UNKNOWN }, 12, 1, "invalid time" },
	{ DOWNLOADS, { 0, 0, 1, 0, UNKNOWN }, 12, 1, "invalid time" },
	{ { 0 }, 8, { 0, 0, 0, 1, UNKNOWN }, 12, 1, NULL },
	{ { 0 }, 8, { 0, 0, 3, 1, UNKNOWN }, 12, 1, "invalid time" },
	/* Year 40,000, and differences that leave 64 bits. */
	{ SECONDS, { 0, 0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40, 0, UNKNOWN },
	  17, 1, "invalid time" },
	{ SECONDS, { 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		     0xff, 1, 2, 0, 0, DIGESTS }, 33, 2, "invalid time" },
	{ SECONDS, { 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
		     0xff, 1, UNKNOWN }, 21, 1, "invalid size" },
	{ SECONDS, { 0, 0, 0, 0, UNKNOWN, 0 }, 13, 1, "size does not match" },
	{ SECONDS, { 0, 0, 0, UNKNOWN }, 11, 1, "size does not match" },
	{ SECONDS, { 0, 0, 0, 0, UNKNOWN }, 12, 0, "size does not match" },
	{ SECONDS, { 0, 0, 0, 0, UNKNOWN }, 12, UINT64_C(1) << 61,
	  "size does not match" },
	{ { 3 }, 8, { 0 }, 0, 0, "unknown clock of fetches (3)" },
	{ { 1, 0, 0, 0, 1 }, 8, { 0 }, 0, 0, "unknown clock" },
	{ { 1 }, 7, { 0 }, 0, 0, "wrong size" },
	{ { 1 }, 9, { 0 }, 0, 0, "wrong size" },
	{ { 1 }, 0, { 0 }, 0, 0, "wrong size" }
};

/* What a section that is refused leaves: the one before it. */
START_TEST(page_fetches)
{
	const struct fetches_case *from = &fetches_cases[_i];
	static const uint8_t data[] = { 8, 6, 0, 3, UNKNOWN };
	struct put good = { SP_TAG_FETCHES, "\0\0\0\0\0\0\0\0", 8, data,
			    sizeof(data), 1, NULL, 0 };
	struct put put = { SP_TAG_FETCHES, (const char *)from->clock,
			   from->head, from->columns, from->length,
			   from->items, NULL, 0 };
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	const struct sp_fetches *got;
	struct sp_error err;
	enum sp_status status;

	put_section(writer, &basis, &good);
	put_section(writer, &basis, &put);
	status = load_all(writer, &bytes, &contents, &err);
	ck_assert_int_eq(status, from->wrong ? SP_DATA : SP_OK);
	if (from->wrong)
		ck_assert_msg(strstr(err.text, from->wrong) != NULL, "%s",
			      err.text);
	got = sp_contents_fetches(&contents);
	ck_assert_uint_eq(got->pages, PAGES);
	ck_assert_uint_eq(got->count, from->wrong ? 1 : from->items);
	if (from->wrong) {
		ck_assert_uint_eq(got->items[0].page, 8);
		ck_assert_uint_eq(got->items[0].captures, 7);
		ck_assert_uint_eq(got->items[0].size, 2);
	}
	sp_contents_free(&contents);
}
END_TEST

/* Pages ascend from frame to frame as well, and each begins by itself. */
START_TEST(fetches_of_two_frames)
{
	static const uint8_t first[] = { 3, 0, 5, 0, UNKNOWN };
	static const uint8_t second[] = { 0, 0, 5, 0, UNKNOWN };
	uint8_t head[SP_FETCHES_HEAD] = { 0 }, next[sizeof(second)];
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	const struct sp_fetches *got;
	struct sp_error err;

	sp_basis_store(head, &basis);
	head[SP_BASIS] = SP_CLOCK_SECONDS;
	memcpy(next, second, sizeof(next));
	next[0] = (uint8_t)(_i ? 4 : 3);
	must(sp_writer_frame(writer, SP_TAG_FETCHES, SP_FRAME_HEAD, 0, 0, head,
			     sizeof(head), &err), err);
	must(sp_writer_frame(writer, SP_TAG_FETCHES, 0, 0, 1, first,
			     sizeof(first), &err), err);
	must(sp_writer_frame(writer, SP_TAG_FETCHES, 0, 1, 1, next,
			     sizeof(next), &err), err);
	must(sp_writer_frame(writer, SP_TAG_FETCHES, SP_FRAME_TAIL, 2, 0, NULL,
			     0, &err), err);
	ck_assert_int_eq(load_all(writer, &bytes, &contents, &err),
			 _i ? SP_OK : SP_DATA);
	got = sp_contents_fetches(&contents);
	if (_i) {
		ck_assert_uint_eq(got->count, 2);
		ck_assert_int_eq(got->items[1].time, 2);
	} else {
		ck_assert_ptr_null(got);
		ck_assert_ptr_nonnull(strstr(err.text, "do not ascend"));
	}
	sp_contents_free(&contents);
}
END_TEST

/* Of a page that was never fetched, nothing can be known. */
START_TEST(fetches_and_states)
{
	static const uint8_t data[] = { 4, 0, 0, 0, UNKNOWN };
	uint8_t states[PAGES] = { 1, 1, 1, 1, (uint8_t)_i % 2, 1, 1, 1, 1 };
	struct put list = { SP_TAG_FETCHES, "\1\0\0\0\0\0\0\0", 8, data,
			    sizeof(data), 1, NULL, 0 };
	struct put of = { SP_TAG_STATES, "", 0, states, PAGES, PAGES, NULL, 0 };
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	struct sp_error err;
	enum sp_status status;

	put_section(writer, &basis, _i > 1 ? &list : &of);
	put_section(writer, &basis, _i > 1 ? &of : &list);
	status = load_all(writer, &bytes, &contents, &err);
	ck_assert_int_eq(status, _i == 1 ? SP_OK : SP_DATA);
	if (_i != 1)
		ck_assert_ptr_nonnull(strstr(err.text, _i > 1 ?
					     "states after the fetches" :
					     "page 4 has a fetch"));
	sp_contents_free(&contents);
}
END_TEST

/* ---- scores of links -------------------------------------------------- */

struct link_case {
	struct sp_link_score rows[3];
	uint64_t items;       /* as the frame says */
	int missing;          /* bytes that are not there */
	const char *wrong;    /* part of the message, or NULL */
};

static const struct link_case link_cases[] = {
	{ { { 0, 1, .5 }, { 0, 2, 1e308 }, { 3, 0, -1 } }, 3, 0, NULL },
	{ { { 0, 1, .5 }, { PAGES, 2, 1 }, { 3, 0, 1 } }, 3, 0, "order" },
	{ { { 0, 1, .5 }, { 0, PAGES, 1 }, { 3, 0, 1 } }, 3, 0, "order" },
	{ { { 0, 1, .5 }, { UINT32_MAX, 0, 1 }, { 3, 0, 1 } }, 3, 0,
	  "order" },
	{ { { 0, 2, .5 }, { 0, 1, 1 }, { 3, 0, 1 } }, 3, 0, "order" },
	{ { { 3, 2, .5 }, { 0, 1, 1 }, { 3, 0, 1 } }, 3, 0, "order" },
	{ { { 0, 1, .5 }, { 0, 1, .5 }, { 3, 0, 1 } }, 3, 0, "order" },
	{ { { 0, 1, .5 }, { 0, 2, (double)NAN }, { 3, 0, 1 } }, 3, 0,
	  "finite" },
	{ { { 0, 1, .5 }, { 0, 2, (double)INFINITY }, { 3, 0, 1 } }, 3, 0,
	  "finite" },
	{ { { 0, 1, .5 }, { 0, 2, 1 }, { 3, 0, 1 } }, 2, 0, "size" },
	{ { { 0, 1, .5 }, { 0, 2, 1 }, { 3, 0, 1 } }, 4, 0, "size" },
	{ { { 0, 1, .5 }, { 0, 2, 1 }, { 3, 0, 1 } }, 3, 1, "size" },
	{ { { 0, 1, .5 }, { 0, 2, 1 }, { 3, 0, 1 } },
	  (UINT64_C(1) << 60) + 3, 0, "" }
};

static size_t
store_links(const struct link_case *from,
	    uint8_t bytes[3 * SP_LINK_SCORE_BYTES])
{
	for (int i = 0; i < 3; i++) {
		uint8_t *to = bytes + SP_LINK_SCORE_BYTES * i;

		sp_store32(to, from->rows[i].source);
		sp_store32(to + 4, from->rows[i].target);
		sp_store_double(to + 8, from->rows[i].score);
	}
	return (size_t)(3 * SP_LINK_SCORE_BYTES - from->missing);
}

START_TEST(link_scores)
{
	const struct link_case *from = &link_cases[_i];
	uint8_t data[3 * SP_LINK_SCORE_BYTES];
	struct put put = { SP_TAG_LINK_SCORES, "a", 1, data, 0, from->items,
			   NULL, 0 };
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	const struct sp_link_score_list *list;
	struct sp_error err;
	enum sp_status status;

	put.length = store_links(from, data);
	put_section(writer, &basis, &put);
	/* Twice the same name: the second takes the place of the first. */
	put_section(writer, &basis, &put);
	status = load_all(writer, &bytes, &contents, &err);
	ck_assert_int_eq(status, from->wrong ? SP_DATA : SP_OK);
	if (from->wrong)
		ck_assert_msg(strstr(err.text, from->wrong) != NULL, "%s",
			      err.text);
	list = sp_contents_link_scores(&contents);
	if (!status) {
		ck_assert_uint_eq(list->count, 1);
		ck_assert_uint_eq(list->items[0].scores.count, 3);
	}
	sp_contents_free(&contents);
}
END_TEST

/* ---- names ------------------------------------------------------------- */

/* As many names as there may be, and more if it is tried with _i = 1. */
START_TEST(many_names)
{
	uint8_t data[8 * PAGES] = { 0 }, tail[SP_ORDER_TAIL] = { 0 };
	const struct put puts[] = {
		{ SP_TAG_SCORES, NULL, 5, data, 8 * PAGES, PAGES, NULL, 0 },
		{ SP_TAG_LINK_SCORES, NULL, 5, data, 0, 0, NULL, 0 },
		{ SP_TAG_ORDER, NULL, 5, data, 0, 0, tail, sizeof(tail) }
	};

	for (size_t i = 0; i < sizeof(puts) / sizeof(*puts); i++) {
		struct bytes bytes = BYTES;
		struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
		struct sp_contents contents = { 0 };
		struct sp_error err;
		struct put put = puts[i];
		enum sp_status status;

		for (int n = 0; n < SP_DIFFERENT_NAMES + _i; n++) {
			char name[16];

			snprintf(name, sizeof(name), "%05d", n);
			put.name = name;
			put_section(writer, &basis, &put);
		}
		/* One that is there is replaced, and takes no room. */
		put.name = "00007";
		put_section(writer, &basis, &put);
		status = load_all(writer, &bytes, &contents, &err);
		ck_assert_int_eq(status, _i ? SP_DATA : SP_OK);
		if (_i)
			ck_assert_ptr_nonnull(strstr(err.text,
						     "more than 10000 names"));
		sp_contents_free(&contents);
	}
}
END_TEST

/* ---- notes of seeds --------------------------------------------------- */

enum notes_fault {
	NOTES_GOOD, NOTES_TWICE, /* read */
	NOTES_FEWER, NOTES_MORE, NOTES_BEFORE, NOTES_OF_OTHERS,
	NOTES_ALONE, /* ignored */
	NOTES_ALONE_BY_GRAPH, NOTES_FOUND, NOTES_NAN, NOTES_LONG, NOTES_SHORT, NOTES_EXTRA,
	NOTES_ZERO_IN_NAME, NOTES_LONG_NAME, /* refused */
	NOTES_FAULTS
};

static void
put_notes(struct sp_writer *writer, enum notes_fault fault)
{
	static const char name[300] = "hub";
	uint8_t data[64] = { 0 };
	uint64_t items = fault == NOTES_FEWER ? 1 : fault == NOTES_MORE ? 3 :
									  2;
	struct put put = { SP_TAG_SEED_NOTES, name, 3, data, 10 * items,
			   items, NULL, 0 };
	struct sp_basis of = basis;

	if (fault == NOTES_OF_OTHERS)
		of.graph.checksum++;
	if (fault == NOTES_FOUND)
		data[10] = SP_FOUND_COUNT;
	if (fault == NOTES_NAN)
		sp_store_double(data + 11, (double)NAN);
	if (fault == NOTES_LONG)
		data[19] = 1;
	if (fault == NOTES_SHORT)
		put.items = 3;
	if (fault == NOTES_EXTRA)
		put.length++;
	if (fault == NOTES_ZERO_IN_NAME)
		put.name_length = 5;
	if (fault == NOTES_LONG_NAME)
		put.name_length = SP_SECTION_NAME_MAX + 1;
	put_section(writer, &of, &put);
}

/* A graph that the notes, or anything here, are not of. */
static void
put_graph(struct sp_writer *writer)
{
	struct sp_graph *graph;
	struct rows rows;
	struct sp_error err;

	rows_begin(&rows, 2);
	rows_end(&rows);
	rows_end(&rows);
	graph = rows_graph(&rows, 1);
	must(sp_save_graph(writer, graph, NULL, &err), err);
	rows_free(&rows);
	sp_graph_free(graph);
}

static void
put_seeds(struct sp_writer *writer)
{
	struct sp_seeds seeds = SP_SEEDS_EMPTY;
	struct sp_error err;

	for (uint32_t i = 0; i < 2; i++)
		must(sp_seeds_add(&seeds, (struct sp_seed){
			.page = i, .core = SP_NO_CORE }, &err), err);
	must(sp_save_seeds(writer, &seeds, NULL, &basis, &err), err);
	sp_seeds_free(&seeds);
}

START_TEST(notes)
{
	enum notes_fault fault = (enum notes_fault)_i;
	bool alone = fault == NOTES_ALONE || fault == NOTES_ALONE_BY_GRAPH;
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	const struct sp_loaded_seeds *loaded;
	struct sp_error err;
	enum sp_status status;

	if (fault == NOTES_BEFORE || alone)
		put_notes(writer, fault);
	if (fault == NOTES_ALONE_BY_GRAPH)
		put_graph(writer);
	if (!alone)
		put_seeds(writer);
	if (fault != NOTES_BEFORE && !alone)
		put_notes(writer, fault);
	if (fault == NOTES_TWICE)
		put_notes(writer, fault);
	status = load_all(writer, &bytes, &contents, &err);
	ck_assert_msg(status == (fault > NOTES_ALONE ? SP_DATA : SP_OK),
		      "%s", err.text);
	loaded = sp_contents_seeds(&contents);
	if (alone)
		ck_assert_ptr_null(loaded);
	else if (!status)
		ck_assert_int_eq(loaded->noted, fault <= NOTES_TWICE);
	sp_contents_free(&contents);
}
END_TEST

/* ---- orders with ticks ------------------------------------------------ */

enum tick_fault {
	TICKS_GOOD, TICKS_CROSSOVER, TICKS_CHILD, TICKS_CHILD_OF_OTHERS,
	TICKS_FIREWALL, TICKS_CHILD_CROSSES, /* read */
	TICKS_ZERO, TICKS_BACK, TICKS_PROCESS_BACK, TICKS_PROCESS,
	TICKS_NO_PROCESS, TICKS_MANY, TICKS_NONE_AT_ONCE, TICKS_MODE,
	TICKS_LONG_MODE, TICKS_LAST, TICKS_TWICE, TICKS_TAIL, TICKS_ROWS,
	TICKS_KEY, TICKS_DOWNLOADS, TICKS_CHILD_FIRST, TICKS_NO_PARENT,
	TICKS_TOO_DEEP, TICKS_FIREWALL_LEAKS, TICKS_CROSSOVER_LEAKS,
	TICKS_FIREWALL_TWICE, TICKS_CROSSES_TWICE, TICKS_CROSSES_TOO_DEEP,
	TICKS_CROSSES_OTHERS, TICKS_FAR_PROCESS,
	TICKS_FAULTS
};

struct tick_order {
	uint32_t pages[3], ticks[3], processes[3], parents[3], depths[3];
	double keys[3];
	uint64_t parallel[7];
};

/* Download i is a child of parent, in this mode. */
static void
set_child(struct tick_order *order, unsigned i, uint32_t parent,
	  uint32_t depth, enum sp_parallel_mode mode)
{
	order->parents[i] = parent;
	order->depths[i] = depth;
	order->parallel[2] = mode;
}

/* Page 1 comes for both processes; then page 2 is its child. */
static void
set_crossing(struct tick_order *order, uint32_t depth)
{
	order->pages[0] = order->pages[1] = 1;
	set_child(order, 2, 1, depth, SP_CROSSOVER);
	order->processes[2] = 1;
}

/* Faults of parents; download 2 is of process 0, as page 0 is. */
static void
spoil_parents(struct tick_order *order, enum tick_fault fault)
{
	switch (fault) {
	case TICKS_CHILD: set_child(order, 2, 0, 2, SP_EXCHANGE); break;
	case TICKS_CHILD_OF_OTHERS: set_child(order, 2, 1, 2, SP_EXCHANGE);
		break;
	case TICKS_FIREWALL: set_child(order, 2, 0, 2, SP_FIREWALL); break;
	case TICKS_CHILD_CROSSES: set_crossing(order, 2); break;
	case TICKS_CHILD_FIRST: set_child(order, 0, 2, 2, SP_EXCHANGE); break;
	case TICKS_NO_PARENT: set_child(order, 2, 8, 2, SP_EXCHANGE); break;
	case TICKS_TOO_DEEP: set_child(order, 2, 1, 3, SP_EXCHANGE); break;
	case TICKS_FIREWALL_LEAKS: set_child(order, 2, 1, 2, SP_FIREWALL);
		break;
	case TICKS_CROSSOVER_LEAKS: set_child(order, 2, 1, 2, SP_CROSSOVER);
		break;
	case TICKS_FIREWALL_TWICE: order->pages[2] = 1;
		order->parallel[2] = SP_FIREWALL; break;
	case TICKS_CROSSES_TWICE: order->pages[2] = 0;
		order->parallel[2] = SP_CROSSOVER; break;
	case TICKS_CROSSES_TOO_DEEP: set_crossing(order, 3); break;
	case TICKS_CROSSES_OTHERS: set_crossing(order, 2);
		order->processes[2] = 2; order->parallel[0] = 3; break;
	case TICKS_FAR_PROCESS: order->processes[2] = SP_PROCESSES_MAX; break;
	default: break;
	}
}

static void
spoil(struct tick_order *order, enum tick_fault fault)
{
	switch (fault) {
	case TICKS_ZERO: order->ticks[0] = 0; break;
	case TICKS_BACK: order->ticks[1] = 3; break;
	case TICKS_PROCESS_BACK: order->ticks[1] = 1;
		order->processes[0] = 1; order->processes[1] = 0; break;
	case TICKS_PROCESS: order->processes[2] = 2; break;
	case TICKS_NO_PROCESS: order->parallel[0] = 0; break;
	case TICKS_MANY: order->parallel[0] = SP_PROCESSES_MAX + 1; break;
	case TICKS_NONE_AT_ONCE: order->parallel[1] = 0; break;
	case TICKS_CROSSOVER: order->pages[2] = 1;
		order->parallel[2] = SP_CROSSOVER; break;
	case TICKS_MODE: order->parallel[2] = SP_CROSSOVER + 1; break;
	case TICKS_LONG_MODE: order->parallel[2] = UINT64_C(1) << 32; break;
	case TICKS_LAST: order->parallel[5] = 9; break;
	case TICKS_TWICE: order->pages[2] = 1; break;
	case TICKS_KEY: order->keys[1] = (double)NAN; break;
	default: break;
	}
}

static void
put_ticks(struct sp_writer *writer, enum tick_fault fault)
{
	const uint32_t none = SP_NO_PARENT;
	struct tick_order order = { { 0, 1, 2 }, { 1, 1, 2 }, { 0, 1, 0 },
				    { none, none, none }, { 1, 1, 1 },
				    { 1, 1, 1 }, { 2, 1, 0, 1, 0, 2, 5 } };
	uint8_t rows[3 * SP_ORDER_TICK_ROW], tail[SP_ORDER_TICK_TAIL] = { 3 };
	struct put put = { SP_TAG_ORDER_TICKS, "bfs/2", 5, rows, sizeof(rows),
			   3, tail, sizeof(tail) };

	spoil(&order, fault);
	spoil_parents(&order, fault);
	for (unsigned i = 0; i < 3; i++) {
		sp_store32(rows + 4 * i, order.pages[i]);
		sp_store32(rows + 12 + 4 * i, order.parents[i]);
		sp_store32(rows + 24 + 4 * i, order.depths[i]);
		sp_store_double(rows + 36 + 8 * i, order.keys[i]);
		sp_store32(rows + 60 + 4 * i, order.ticks[i]);
		sp_store32(rows + 72 + 4 * i, order.processes[i]);
	}
	for (unsigned i = 0; i < 7; i++)
		sp_store64(tail + SP_ORDER_TAIL + 8 * i, order.parallel[i]);
	if (fault == TICKS_DOWNLOADS)
		tail[0] = 2;
	if (fault == TICKS_TAIL)
		put.tail_length = SP_ORDER_TAIL;
	if (fault == TICKS_ROWS)
		put.length = 3 * SP_ORDER_ROW;
	put_section(writer, &basis, &put);
}

START_TEST(ticks)
{
	enum tick_fault fault = (enum tick_fault)_i;
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	struct sp_error err;
	enum sp_status status;

	put_ticks(writer, fault);
	status = load_all(writer, &bytes, &contents, &err);
	ck_assert_msg(status == (fault >= TICKS_ZERO ? SP_DATA : SP_OK),
		      "%s", err.text);
	if (!status) {
		must(sp_contents_drop_repeats(&contents, &err), err);
		ck_assert_uint_eq(sp_contents_orders(&contents)
					  ->orders[0].order.count,
				  fault == TICKS_CROSSOVER ||
				  fault == TICKS_CHILD_CROSSES ? 2 : 3);
	}
	sp_contents_free(&contents);
}
END_TEST

/* ---- of another graph ------------------------------------------------- */

START_TEST(of_another_graph)
{
	uint8_t data[3 * SP_LINK_SCORE_BYTES];
	static const char *const said[] = {
		"anchors: of another", "order bfs/2: of another",
		"list of states: of another", "list of fetches: of another"
	};
	static const uint8_t unfetched[PAGES] = { 0 };
	struct put links = { SP_TAG_LINK_SCORES, "anchors", 7, data, 0, 3,
			     NULL, 0 };
	struct put states = { SP_TAG_STATES, "", 0, unfetched, PAGES, PAGES,
			      NULL, 0 };
	struct put fetches = { SP_TAG_FETCHES, "\0\0\0\0\0\0\0\0", 8, NULL,
			       0, 0, NULL, 0 };
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	struct sp_error err;

	links.length = store_links(&link_cases[0], data);
	if (_i == 0)
		put_section(writer, &basis, &links);
	else if (_i == 2)
		put_section(writer, &basis, &states);
	else if (_i == 3)
		put_section(writer, &basis, &fetches);
	else
		put_ticks(writer, TICKS_GOOD);
	put_graph(writer);
	ck_assert_int_eq(load_all(writer, &bytes, &contents, &err), SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text, said[_i]));
	sp_contents_free(&contents);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("hostile");

	tcase_add_loop_test(tcase, page_states, 0,
			    sizeof(states_cases) / sizeof(*states_cases));
	tcase_add_loop_test(tcase, page_shapes, 0,
			    sizeof(shapes_cases) / sizeof(*shapes_cases));
	tcase_add_loop_test(tcase, parts_of_shapes, 0, 5);
	tcase_add_loop_test(tcase, page_fetches, 0,
			    sizeof(fetches_cases) / sizeof(*fetches_cases));
	tcase_add_loop_test(tcase, fetches_of_two_frames, 0, 2);
	tcase_add_loop_test(tcase, fetches_and_states, 0, 4);
	tcase_add_loop_test(tcase, link_scores, 0,
			    sizeof(link_cases) / sizeof(*link_cases));
	tcase_add_loop_test(tcase, many_names, 0, 2);
	tcase_add_loop_test(tcase, notes, 0, NOTES_FAULTS);
	tcase_add_loop_test(tcase, ticks, 0, TICKS_FAULTS);
	tcase_add_loop_test(tcase, of_another_graph, 0, 4);
	return unit_run(tcase);
}
