/* SPDX-License-Identifier: MIT */
/*
 * test_order_faults.c - each fault in the section of a crawl order is rejected
 * with a message that names it
 */
#include "order_bytes.h"

#include "stream/section/orders.h"

#include <math.h>

#define ROWS 4
#define SMALL 20 /* pages */

/* A section under construction, with or without a fault. */
struct section {
	uint64_t pages;
	uint8_t head[SP_BASIS + 300];
	size_t head_length;
	struct sp_download rows[ROWS];
	uint64_t count, size;    /* rows that the frame counts, its bytes */
	uint64_t first_shift;    /* items that the head counts */
	struct sp_crawl_report report;
	size_t tail_length;
	bool one_frame;          /* head and tail at once */
};

struct fault {
	const char *what; /* part of the message; NULL: no fault */
	void (*make)(struct section *section);
};

static void
nothing(struct section *section)
{
	section->report.covered = 0;
}

static void
not_a_page(struct section *section)
{
	section->rows[2].page = SMALL;
}

static void
twice(struct section *section)
{
	section->rows[3].page = section->rows[1].page;
}

static void
twice_of_many_pages(struct section *section)
{
	twice(section);
	section->pages = SP_PAGES_MAX;
}

static void
bad_parent(struct section *section)
{
	section->rows[1].parent = SMALL;
}

static void
depth_zero(struct section *section)
{
	section->rows[0].depth = 0;
}

static void
deep_seed(struct section *section)
{
	section->rows[0].depth = 2;
}

static void
child_of_depth_one(struct section *section)
{
	section->rows[3].depth = 1;
}

/* Rows 0 and 1 are a page and its child. */
static void
child_too_deep(struct section *section)
{
	section->rows[1].depth = 3;
}

static void
child_too_deep_of_many_pages(struct section *section)
{
	child_too_deep(section);
	section->pages = SP_PAGES_MAX;
}

static void
child_first(struct section *section)
{
	struct sp_download row = section->rows[0];

	section->rows[0] = section->rows[1];
	section->rows[1] = row;
}

static void
child_first_of_many_pages(struct section *section)
{
	child_first(section);
	section->pages = SP_PAGES_MAX;
}

static void
child_first_too_deep(struct section *section)
{
	child_first(section);
	section->rows[0].depth = 3;
	section->rows[2] = (struct sp_download){
		.page = 9, .parent = 4, .depth = 2
	};
}

static void
children_differ(struct section *section)
{
	section->rows[2] = (struct sp_download){
		.page = 9, .parent = 4, .depth = 2
	};
	section->rows[3] = (struct sp_download){
		.page = 10, .parent = 4, .depth = 3
	};
}

static void
no_parent_comes(struct section *section)
{
	section->rows[2] = (struct sp_download){
		.page = 9, .parent = 4, .depth = 8
	};
	section->rows[3] = (struct sp_download){
		.page = 10, .parent = 4, .depth = 8
	};
}

static void
parent_of_itself(struct section *section)
{
	section->rows[2].parent = section->rows[2].page;
}

static void
deeper_than_deep(struct section *section)
{
	section->rows[2] = (struct sp_download){
		.page = 9, .parent = 4, .depth = SP_DEEPEST + 1u
	};
}

static void
key_nan(struct section *section)
{
	section->rows[3].key = (double)NAN;
}

static void
key_infinite(struct section *section)
{
	section->rows[0].key = -(double)INFINITY;
}

static void
counts_more(struct section *section)
{
	section->count = ROWS + 1;
}

static void
counts_fewer(struct section *section)
{
	section->count = ROWS - 1;
}

static void
frame_short(struct section *section)
{
	section->size--;
}

static void
frame_long(struct section *section)
{
	section->size++;
}

static void
begins_later(struct section *section)
{
	section->first_shift = 1;
}

static void
few_pages(struct section *section)
{
	section->pages = ROWS - 1;
	for (uint32_t i = 0; i < ROWS; i++)
		section->rows[i] = (struct sp_download){
			.page = i % 3, .parent = SP_NO_PARENT, .depth = 1
		};
}

static void
too_many_pages(struct section *section)
{
	section->pages = SP_PAGES_MAX + 1;
}

static void
no_name(struct section *section)
{
	section->head_length = SP_BASIS;
}

static void
long_name(struct section *section)
{
	section->head_length = SP_BASIS + SP_ORDER_NAME_MAX + 1;
}

static void
name_with_nul(struct section *section)
{
	section->head[SP_BASIS + 1] = 0;
}

static void
no_basis(struct section *section)
{
	section->head_length = SP_BASIS - 1;
}

static void
more_reported(struct section *section)
{
	section->report.downloads++;
}

static void
seconds_negative(struct section *section)
{
	section->report.seconds[9] = -1;
}

static void
seconds_nan(struct section *section)
{
	section->report.seconds[0] = (double)NAN;
}

static void
covered_infinite(struct section *section)
{
	section->report.covered = (double)INFINITY;
}

static void
tail_short(struct section *section)
{
	section->tail_length--;
}

static void
tail_empty(struct section *section)
{
	section->tail_length = 0;
}

/* A name of 128 bytes makes the head as long as a tail. */
static void
head_is_tail(struct section *section)
{
	section->pages = 0;
	section->head_length = SP_ORDER_TAIL;
	section->one_frame = true;
}

static const struct fault faults[] = {
	{ NULL, nothing },
	{ "not a page", not_a_page },
	{ "twice", twice },
	{ "twice", twice_of_many_pages },
	{ "the parent", bad_parent },
	{ "depth", depth_zero },
	{ "depth", deep_seed },
	{ "depth", child_of_depth_one },
	{ "depth", child_too_deep },
	{ "depth", child_too_deep_of_many_pages },
	{ NULL, child_first },
	{ NULL, child_first_of_many_pages },
	{ "depth", child_first_too_deep },
	{ "depth", children_differ },
	{ NULL, no_parent_comes },
	{ "depth", parent_of_itself },
	{ "depth", deeper_than_deep },
	{ "a key", key_nan },
	{ "a key", key_infinite },
	{ "does not match the count", counts_more },
	{ "does not match the count", counts_fewer },
	{ "does not match the count", frame_short },
	{ "does not match the count", frame_long },
	{ "counts items", begins_later },
	{ "more downloads than pages", few_pages },
	{ "more pages than supported", too_many_pages },
	{ "valid name", no_name },
	{ "valid name", long_name },
	{ "valid name", name_with_nul },
	{ "too short", no_basis },
	{ "report", more_reported },
	{ "report", seconds_negative },
	{ "report", seconds_nan },
	{ "report", covered_infinite },
	{ "wrong size", tail_short },
	{ "wrong size", tail_empty },
	{ "one frame", head_is_tail }
};

static void
put_rows(struct sp_writer *writer, const struct section *section)
{
	uint8_t rows[ROWS * SP_ORDER_ROW + 1] = { 0 };
	struct sp_error err;

	for (int i = 0; i < ROWS; i++) {
		const struct sp_download *row = &section->rows[i];

		sp_store32(rows + 4 * i, row->page);
		sp_store32(rows + 4 * (ROWS + i), row->parent);
		sp_store32(rows + 4 * (2 * ROWS + i), row->depth);
		sp_store_double(rows + 12 * ROWS + 8 * i, row->key);
	}
	must(sp_writer_frame(writer, SP_TAG_ORDER, 0, section->first_shift,
			     section->count, rows, section->size, &err), err);
}

static void
put_order_section(struct sp_writer *writer, const struct section *section)
{
	uint32_t flags = SP_FRAME_HEAD;
	uint8_t tail[SP_ORDER_TAIL];
	struct sp_error err;

	if (section->one_frame)
		flags |= SP_FRAME_TAIL;
	must(sp_writer_frame(writer, SP_TAG_ORDER, flags, 0,
			     section->first_shift, section->head,
			     section->head_length, &err), err);
	if (section->one_frame)
		return;
	put_rows(writer, section);
	sp_report_store(tail, &section->report);
	must(sp_writer_frame(writer, SP_TAG_ORDER, SP_FRAME_TAIL,
			     section->first_shift + section->count, 0, tail,
			     section->tail_length, &err), err);
}

/* The seeds before an order, whose only seed that is downloaded is page 5. */
struct seed_section {
	uint64_t pages;
	char name;               /* four times; the order has "oooo" */
	uint32_t seeds[3];
	uint64_t count, size;    /* items that the frame counts, its bytes */
	uint64_t tail_length;
	uint64_t recorded;       /* seeds of the order, if there is no fault */
};

static const struct seed_fault {
	const char *what; /* part of the message; NULL: no fault */
	struct seed_section section;
} seed_faults[] = {
	{ NULL, { SMALL, 'o', { 9, 5, 0 }, 3, 12, 0, 3 } },
	/* No seed at all: then nothing was downloaded. */
	{ "is not a seed", { SMALL, 'o', { 0 }, 0, 0, 0, 0 } },
	/* Of an order that was left out. */
	{ NULL, { SMALL, 'p', { 9, 5, 0 }, 3, 12, 0, 0 } },
	{ "of another graph", { SMALL + 1, 'o', { 9, 5, 0 }, 3, 12, 0, 0 } },
	{ "a seed is not a page", { SMALL, 'o', { 9, 5, SMALL }, 3, 12, 0,
				    0 } },
	{ "a seed is given twice", { SMALL, 'o', { 9, 5, 9 }, 3, 12, 0, 0 } },
	{ "is not a seed", { SMALL, 'o', { 9, 6, 0 }, 3, 12, 0, 0 } },
	{ "does not match the count", { SMALL, 'o', { 9, 5, 0 }, 2, 12, 0,
					0 } },
	{ "does not match the count", { SMALL, 'o', { 9, 5, 0 },
					UINT64_C(1) << 62, 12, 0, 0 } },
	{ "does not match the count", { SMALL, 'o', { 9, 5, 0 }, 3, 11, 0,
					0 } },
	{ "more seeds than pages", { 2, 'o', { 0, 1, 0 }, 3, 12, 0, 0 } },
	{ "the tail has the wrong size", { SMALL, 'o', { 9, 5, 0 }, 3, 12, 1,
					   0 } }
};

static void
put_seeds(struct sp_writer *writer, const struct seed_section *section)
{
	uint8_t head[SP_BASIS + 4] = { 0 }, bytes[12];
	struct sp_error err;

	sp_store64(head, section->pages);
	memset(head + SP_BASIS, section->name, 4);
	for (int i = 0; i < 3; i++)
		sp_store32(bytes + 4 * i, section->seeds[i]);
	must(sp_writer_frame(writer, SP_TAG_ORDER_SEEDS, SP_FRAME_HEAD, 0, 0,
			     head, sizeof(head), &err), err);
	if (section->count)
		must(sp_writer_frame(writer, SP_TAG_ORDER_SEEDS, 0, 0,
				     section->count, bytes, section->size,
				     &err), err);
	must(sp_writer_frame(writer, SP_TAG_ORDER_SEEDS, SP_FRAME_TAIL,
			     section->count, 0, bytes, section->tail_length,
			     &err), err);
}

static void
make_section(struct section *section)
{
	*section = (struct section){
		.pages = SMALL, .head_length = SP_BASIS + 4,
		.rows = { { .page = 5, .parent = SP_NO_PARENT, .depth = 1 },
			  { .page = 6, .parent = 5, .depth = 2, .key = -1 },
			  { .page = 7, .parent = 6, .depth = 3, .key = 2.5 },
			  { .page = 8, .parent = 5, .depth = 2 } },
		.count = ROWS, .size = (uint64_t)ROWS * SP_ORDER_ROW,
		.report = report_of(ROWS), .tail_length = SP_ORDER_TAIL
	};
	memset(section->head, 'o', sizeof(section->head));
}

START_TEST(each_fault)
{
	const struct fault *fault = &faults[_i];
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	struct section section;
	struct sp_error err;
	enum sp_status status;

	make_section(&section);
	fault->make(&section);
	memset(section.head, 0, SP_BASIS);
	sp_store64(section.head, section.pages);
	put_order_section(writer, &section);
	must(sp_writer_end(writer, &err), err);
	status = load_as(&bytes, _i & 1 ? SP_SECTION_ORDERS :
						SP_SECTION_ORDER_ROWS,
			 &contents, &err);
	if (!fault->what) {
		must(status, err);
		ck_assert_ptr_nonnull(order_named(&contents, "oooo"));
	} else {
		ck_assert_int_eq(status, SP_DATA);
		ck_assert_msg(strstr(err.text, fault->what), "%s", err.text);
		ck_assert_uint_eq(sp_contents_orders(&contents)->count, 0);
	}
	sp_contents_free(&contents);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

START_TEST(each_seed_fault)
{
	const struct seed_fault *fault = &seed_faults[_i];
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	struct section section;
	struct sp_error err;
	enum sp_status status;

	make_section(&section);
	memset(section.head, 0, SP_BASIS);
	sp_store64(section.head, section.pages);
	put_seeds(writer, &fault->section);
	put_order_section(writer, &section);
	must(sp_writer_end(writer, &err), err);
	status = load_as(&bytes, SP_SECTION_ORDERS, &contents, &err);
	if (!fault->what) {
		const struct sp_order *order;

		must(status, err);
		order = order_named(&contents, "oooo");
		ck_assert_uint_eq(order->seed_count, fault->section.recorded);
		for (uint64_t i = 0; i < order->seed_count; i++)
			ck_assert_uint_eq(order->seeds[i],
					  fault->section.seeds[i]);
	} else {
		ck_assert_int_eq(status, SP_DATA);
		ck_assert_msg(strstr(err.text, fault->what), "%s", err.text);
		/* That the graphs are two is seen at the end. */
		ck_assert_uint_eq(sp_contents_orders(&contents)->count,
				  fault->section.pages > SMALL);
	}
	sp_contents_free(&contents);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

/* Only every 40th page is downloaded: the check for repeats sorts a copy. */
START_TEST(few_of_many)
{
	const uint64_t pages = 100000, count = 2500;
	struct sp_basis many = { { pages, 0, 0 }, { pages, 0, 0 } };
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_order_writer *order = sp_order_writer_new(writer);
	struct sp_crawl_report report = report_of(count + (uint64_t)_i);
	struct sp_contents contents = { 0 };
	struct sp_error err;

	hold(order);
	must(sp_order_writer_begin(order, SP_ORDER_PLAIN, "few", &many, NULL,
				   0, &err), err);
	for (uint64_t i = 0; i < report.downloads; i++) {
		struct sp_download row = {
			.page = (uint32_t)(i * 40 % pages),
			.parent = SP_NO_PARENT, .depth = 1
		};

		must(sp_order_writer_add(order, &row, 1, &err), err);
	}
	must(sp_order_writer_end(order, &report, &err), err);
	must(sp_writer_end(writer, &err), err);
	ck_assert_int_eq(load_as(&bytes, SP_SECTION_ORDERS, &contents, &err),
			 _i ? SP_DATA : SP_OK);
	/* The copy was sorted, the order was not. */
	for (uint64_t i = 0; !_i && i < count; i++)
		hold(order_named(&contents, "few")->pages[i] ==
		     i * 40 % pages);
	sp_contents_free(&contents);
	sp_order_writer_free(order);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("orders");

	tcase_add_loop_test(tcase, each_fault, 0, LENGTH(faults));
	tcase_add_loop_test(tcase, each_seed_fault, 0, LENGTH(seed_faults));
	tcase_add_loop_test(tcase, few_of_many, 0, 2);
	return unit_run(tcase);
}
