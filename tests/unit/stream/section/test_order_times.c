/* SPDX-License-Identifier: MIT */
/*
 * test_order_times.c - orders in time are read as they were written, over many
 * frames; and each fault of their times, parents and counts is rejected with a
 * message that names it
 */
#include "order_bytes.h"

#include "stream/section/orders.h"

#define DOWNLOADS 40000 /* three frames, the last one not full */

/* ---- round trips ------------------------------------------------------ */

/* Download i: chains of seven pages, one of which is followed by two. */
static struct sp_download
timed_row(uint64_t i, uint64_t pages)
{
	static const uint32_t depths[] = { 1, 2, 3, 4, 4, 5, 6 };
	static const uint64_t parents[] = { 0, 0, 1, 2, 2, 4, 5 };
	struct sp_download row = {
		.page = (uint32_t)((i * 77777 + 5) % pages),
		.parent = SP_NO_PARENT, .depth = depths[i % 7],
		.key = (double)i / 3
	};

	/*
	 * A parent ends when its child begins, or 1 to 6 before; numbers of all
	 * 64 bits.
	 */
	row.end = (i << 48) + i % 7;
	row.start = row.end;
	if (i % 7) {
		uint64_t parent = i - i % 7 + parents[i % 7];

		row.parent = (uint32_t)((parent * 77777 + 5) % pages);
		row.start = (parent << 48) + parent % 7;
	}
	return row;
}

static struct sp_crawl_report
timed_report(uint64_t downloads)
{
	struct sp_crawl_report report = report_of(downloads);

	report.timed = (struct sp_timed_report){
		.connections = 20, .requests = downloads + 90, .failed = 80,
		.lost = 70, .refused = 60, .hosts = 50,
		.bytes = UINT64_MAX - 1, .busy = UINT64_MAX - 2,
		.end = UINT64_MAX - 3
	};
	return report;
}

/* Of few pages tables are made at once, of many at an eighth or at the end. */
static const struct {
	uint64_t pages, downloads;
} sizes[] = {
	{ 65536, DOWNLOADS }, { 150000, DOWNLOADS }, { 1000000, DOWNLOADS },
	{ 1000000, 0 }, { 65536, SP_ORDER_FRAME / 2 }
};

static void
write_timed(struct bytes *bytes, uint64_t pages, uint64_t downloads,
	    uint64_t step)
{
	struct sp_basis basis = { { pages, 7, 1 }, { pages, 9, 2 } };
	struct sp_writer *writer = bytes_writer(bytes, 0, 1, false);
	struct sp_order_writer *order = sp_order_writer_new(writer);
	struct sp_crawl_report report = timed_report(downloads);
	struct sp_download rows[100];
	struct sp_error err;

	hold(order);
	must(sp_order_writer_begin(order, SP_ORDER_TIMES, "timed", &basis,
				   NULL, 0, &err), err);
	for (uint64_t at = 0; at < downloads; at += step) {
		uint64_t part = downloads - at < step ? downloads - at : step;

		for (uint64_t i = 0; i < part; i++)
			rows[i] = timed_row(at + i, pages);
		must(sp_order_writer_add(order, rows, part, &err), err);
	}
	must(sp_order_writer_end(order, &report, &err), err);
	must(sp_writer_end(writer, &err), err);
	sp_order_writer_free(order);
	sp_writer_free(writer);
}

START_TEST(round_trip)
{
	uint64_t pages = sizes[_i / 2].pages;
	uint64_t downloads = sizes[_i / 2].downloads;
	struct sp_crawl_report report = timed_report(downloads);
	struct bytes bytes = BYTES;
	struct sp_contents contents = { 0 };
	const struct sp_order *order;
	struct sp_error err;

	write_timed(&bytes, pages, downloads, 77);
	must(load_as(&bytes, _i & 1 ? SP_SECTION_ORDER_ROWS :
				      SP_SECTION_ORDERS, &contents, &err),
	     err);
	order = order_named(&contents, "timed");
	hold(order);
	ck_assert(sp_order_has_times(order));
	ck_assert(!sp_order_has_ticks(order));
	ck_assert_mem_eq(&order->report, &report, sizeof(report));
	ck_assert_uint_eq(order->count, downloads);
	ck_assert_int_eq(!order->parents, !(_i & 1) || !downloads);
	ck_assert_ptr_null(order->ticks);
	for (uint64_t i = 0; i < downloads; i++) {
		struct sp_download row = timed_row(i, pages);

		hold(order->pages[i] == row.page);
		hold(order->depths[i] == row.depth);
		hold(order->starts[i] == row.start);
		hold(order->ends[i] == row.end);
		hold(!(_i & 1) || order->parents[i] == row.parent);
	}
	sp_contents_free(&contents);
	bytes_free(&bytes);
}
END_TEST

START_TEST(frames_of_half)
{
	struct bytes bytes[2] = { BYTES, BYTES };

	write_timed(&bytes[0], 150000, DOWNLOADS, 1);
	write_timed(&bytes[1], 150000, DOWNLOADS, 99);
	ck_assert_uint_eq(bytes[0].size, bytes[1].size);
	ck_assert_mem_eq(bytes[0].at, bytes[1].at, bytes[0].size);
	/* Head, three of data, tail; the end has 32 bytes. */
	ck_assert_uint_eq(bytes[0].size,
			  SP_PREAMBLE + 6 * SP_FRAME_HEADER + SP_BASIS + 5 +
			  DOWNLOADS * SP_ORDER_TIME_ROW + SP_ORDER_TIME_TAIL +
			  32);
	ck_assert_uint_le(SP_ORDER_FRAME / 2 * SP_ORDER_TIME_ROW,
			  SP_FRAME_MAX);
	bytes_free(&bytes[0]);
	bytes_free(&bytes[1]);
}
END_TEST

/* ---- faults ----------------------------------------------------------- */

#define ROWS 4

/* What is changed in an order that is right. */
enum place { NOTHING, START, END, PARENT, DEPTH, TIMED };

static const struct fault {
	const char *what; /* part of the message; NULL: no fault */
	enum place place;
	unsigned item;    /* the row, or the number of the report */
	uint64_t value;
} faults[] = {
	{ NULL, NOTHING, 0, 0 },
	{ "a download ends before it begins", START, 0, 101 },
	{ "a download ends before it begins", START, 3, UINT64_MAX },
	{ NULL, START, 0, 100 },
	{ "not in the order of their ends", END, 0, 301 },
	{ "not in the order of their ends", END, 1, 301 },
	{ NULL, END, 2, 300 },
	{ NULL, END, 2, 400 },
	{ "not in the order of their ends", END, 2, 401 },
	/* Rows 1 and 3 are children of row 0, row 2 of row 1. */
	{ "begins before its parent has ended", START, 1, 99 },
	{ "begins before its parent has ended", START, 2, 299 },
	{ "begins before its parent has ended", START, 3, 0 },
	{ NULL, START, 3, 100 },
	{ "was not downloaded before it", PARENT, 1, 7 },
	{ "was not downloaded before it", PARENT, 1, 6 },
	{ "was not downloaded before it", PARENT, 3, 19 },
	{ "depth of a download does not fit", DEPTH, 3, 3 },
	/* Connections, requests, failed, lost, refused, hosts, ..., end. */
	{ "does not match its downloads", TIMED, 0, 0 },
	{ NULL, TIMED, 0, 1 },
	{ NULL, TIMED, 0, UINT64_MAX },
	{ NULL, TIMED, 1, 7 },
	{ "does not match its downloads", TIMED, 1, 6 },
	{ NULL, TIMED, 1, UINT64_MAX },
	{ NULL, TIMED, 2, 6 },
	{ "does not match its downloads", TIMED, 2, 7 },
	{ "does not match its downloads", TIMED, 2, 11 },
	{ "does not match its downloads", TIMED, 2, 1 },
	{ NULL, TIMED, 3, 3 },
	{ "does not match its downloads", TIMED, 3, 4 },
	{ NULL, TIMED, 4, UINT64_MAX },
	{ NULL, TIMED, 5, 10 },
	{ "does not match its downloads", TIMED, 5, 11 },
	{ NULL, TIMED, 6, 0 },
	{ NULL, TIMED, 7, 0 },
	{ NULL, TIMED, 8, 400 },
	{ "does not match its downloads", TIMED, 8, 399 },
	/* All requests failed, but there are downloads. */
	{ "does not match its downloads", TIMED, 2, 10 }
};

/* An order in time of four downloads, with or without a fault. */
struct timed_order {
	struct sp_download rows[ROWS];
	uint64_t timed[9];
};

static void
make_fault(struct timed_order *order, const struct fault *fault)
{
	struct sp_download *row = &order->rows[fault->item % ROWS];

	switch (fault->place) {
	case START: row->start = fault->value; break;
	case END: row->end = fault->value; break;
	case PARENT: row->parent = (uint32_t)fault->value; break;
	case DEPTH: row->depth = (uint32_t)fault->value; break;
	case TIMED: order->timed[fault->item] = fault->value; break;
	default: break;
	}
}

static void
put_timed_rows(struct sp_writer *writer, const struct timed_order *order)
{
	uint8_t bytes[ROWS * SP_ORDER_TIME_ROW];
	struct sp_error err;

	for (int i = 0; i < ROWS; i++) {
		const struct sp_download *row = &order->rows[i];

		sp_store32(bytes + 4 * i, row->page);
		sp_store32(bytes + 4 * (ROWS + i), row->parent);
		sp_store32(bytes + 4 * (2 * ROWS + i), row->depth);
		sp_store_double(bytes + 12 * ROWS + 8 * i, row->key);
		sp_store64(bytes + 20 * ROWS + 8 * i, row->start);
		sp_store64(bytes + 28 * ROWS + 8 * i, row->end);
	}
	must(sp_writer_frame(writer, SP_TAG_ORDER_TIMES, 0, 0, ROWS, bytes,
			     sizeof(bytes), &err), err);
}

static void
put_timed_order(struct sp_writer *writer, const struct timed_order *order,
		uint64_t pages, size_t tail_length)
{
	struct sp_crawl_report report = report_of(ROWS);
	uint8_t head[SP_BASIS + 4] = { 0 }, tail[SP_ORDER_TIME_TAIL + 1] = { 0 };
	struct sp_error err;

	sp_store64(head, pages);
	memset(head + SP_BASIS, 't', 4);
	must(sp_writer_frame(writer, SP_TAG_ORDER_TIMES, SP_FRAME_HEAD, 0, 0,
			     head, sizeof(head), &err), err);
	put_timed_rows(writer, order);
	sp_report_store(tail, &report);
	for (int i = 0; i < 9; i++)
		sp_store64(tail + SP_ORDER_TAIL + 8 * i, order->timed[i]);
	must(sp_writer_frame(writer, SP_TAG_ORDER_TIMES, SP_FRAME_TAIL, ROWS,
			     0, tail, tail_length, &err), err);
	must(sp_writer_end(writer, &err), err);
}

/* Loads the order with a fault, of few pages or of so many. */
static enum sp_status
load_fault(const struct fault *fault, uint64_t pages, size_t tail_length,
	   unsigned want, struct sp_error *err)
{
	struct timed_order order = {
		.rows = { { .page = 5, .parent = SP_NO_PARENT, .depth = 1,
			    .start = 0, .end = 100 },
			  { .page = 6, .parent = 5, .depth = 2,
			    .start = 100, .end = 300 },
			  { .page = 7, .parent = 6, .depth = 3,
			    .start = 300, .end = 300 },
			  { .page = 8, .parent = 5, .depth = 2,
			    .start = 150, .end = 400 } },
		.timed = { 2, 10, 3, 2, 9, 4, 80000, 700, 500 }
	};
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_contents contents = { 0 };
	enum sp_status status;

	make_fault(&order, fault);
	put_timed_order(writer, &order, pages, tail_length);
	status = load_as(&bytes, want, &contents, err);
	ck_assert_uint_eq(sp_contents_orders(&contents)->count,
			  !status && want);
	sp_contents_free(&contents);
	sp_writer_free(writer);
	bytes_free(&bytes);
	return status;
}

/* Also where the section is only checked, and passed over. */
START_TEST(each_fault)
{
	static const unsigned wants[] = { 0, SP_SECTION_ORDERS,
					  SP_SECTION_ORDER_ROWS };
	static const uint64_t pages[] = { 20, 100000, SP_PAGES_MAX };
	const struct fault *fault = &faults[_i];

	for (int i = 0; i < 9; i++) {
		struct sp_error err;
		enum sp_status status = load_fault(fault, pages[i % 3],
						   SP_ORDER_TIME_TAIL,
						   wants[i / 3], &err);

		if (!fault->what) {
			must(status, err);
			continue;
		}
		ck_assert_int_eq(status, SP_DATA);
		ck_assert_msg(strstr(err.text, fault->what), "%s", err.text);
	}
}
END_TEST

/* Tails of the other forms of an order. */
START_TEST(wrong_tails)
{
	static const size_t lengths[] = {
		SP_ORDER_TIME_TAIL - 1, SP_ORDER_TIME_TAIL + 1, SP_ORDER_TAIL,
		SP_ORDER_TICK_TAIL, 0
	};
	struct sp_error err;

	for (int i = 0; i < LENGTH(lengths); i++) {
		ck_assert_int_eq(load_fault(&faults[0], 20, lengths[i],
					    SP_SECTION_ORDERS, &err),
				 SP_DATA);
		ck_assert_ptr_nonnull(strstr(err.text, "wrong size"));
	}
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("orders");

	tcase_add_loop_test(tcase, round_trip, 0, 2 * LENGTH(sizes));
	tcase_add_test(tcase, frames_of_half);
	tcase_add_loop_test(tcase, each_fault, 0, LENGTH(faults));
	tcase_add_test(tcase, wrong_tails);
	return unit_run(tcase);
}
