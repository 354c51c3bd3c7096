/* SPDX-License-Identifier: MIT */
/*
 * test_orders.c - crawl orders come back as they were written, over many
 * frames, and each fault of an order is refused for what it is.
 */
#include "stream_bytes.h"

#include "io/layout.h"
#include "io/save_orders.h"

#include <math.h>

#define PAGES 150000
#define DOWNLOADS 100000 /* four frames, the last one not full */

static const struct sp_basis basis = { { PAGES, 7, 1 }, { PAGES, 9, 2 } };

/* Download i of an order that differs by name. */
static struct sp_download
row_of(uint64_t i, char letter)
{
	struct sp_download row = { (uint32_t)((i * 77777 + 5) % PAGES),
				   SP_NO_PARENT, 1, letter + sin((double)i) };

	if (i % 7) {
		row.parent = (uint32_t)((i * 31 + 1) % PAGES);
		row.depth = 2 + (uint32_t)(i % 5);
	}
	return row;
}

static struct sp_crawl_report
report_of(uint64_t downloads)
{
	struct sp_crawl_report report = { downloads, 2, 3, 4, 5, 6, 7, 8, 9,
					  10, 11.5, { 0 } };

	for (int i = 0; i < SP_ORDER_TENTHS; i++)
		report.seconds[i] = 100 + i;
	return report;
}

/* Writes an order in pieces of step downloads. */
static void
write_order(struct sp_order_writer *order, const char *name, uint64_t count,
	    uint64_t step)
{
	struct sp_crawl_report report = report_of(count);
	struct sp_download *rows = calloc(step, sizeof(*rows));
	struct sp_error err;

	hold(rows);
	must(sp_order_writer_begin(order, name, &basis, &err), err);
	for (uint64_t at = 0; at < count; at += step) {
		uint64_t part = count - at < step ? count - at : step;

		for (uint64_t i = 0; i < part; i++)
			rows[i] = row_of(at + i, *name);
		must(sp_order_writer_add(order, rows, part, &err), err);
	}
	must(sp_order_writer_end(order, &report, &err), err);
	free(rows);
}

static enum sp_status
load_as(const struct bytes *bytes, unsigned want,
	struct sp_contents *contents, struct sp_error *err)
{
	struct source source = { bytes->at, bytes->size, 0, SIZE_MAX,
				 SIZE_MAX };
	struct sp_load_options options = { .want = want };
	struct sp_reader *reader = source_reader(&source);
	enum sp_status status = sp_load(reader, &options, contents, err);

	sp_reader_free(reader);
	return status;
}

static void
check_order(const struct sp_order *order, const char *name, uint64_t count,
	    bool all)
{
	struct sp_crawl_report report = report_of(count);

	ck_assert_str_eq(order->name, name);
	ck_assert_uint_eq(order->count, count);
	ck_assert_mem_eq(&order->report, &report, sizeof(report));
	if (count)
		ck_assert_int_eq(order->parents && order->keys, all);
	for (uint64_t i = 0; i < count; i++) {
		struct sp_download row = row_of(i, *name);

		hold(order->pages[i] == row.page);
		hold(order->depths[i] == row.depth);
		hold(!all || order->parents[i] == row.parent);
		hold(!all || order->keys[i] == row.key);
	}
}

/* Four orders by one writer, of which one takes the place of another. */
static void
write_orders(struct bytes *bytes, int level)
{
	struct sp_writer *writer = bytes_writer(bytes, level, 2, false);
	struct sp_order_writer *order = sp_order_writer_new(writer);
	struct sp_error err;

	hold(order);
	write_order(order, "fifo", 17, 1);
	write_order(order, "none", 0, 1);
	write_order(order, "a frame", SP_ORDER_FRAME, SP_ORDER_FRAME);
	write_order(order, "fifo", DOWNLOADS, 777);
	must(sp_writer_end(writer, &err), err);
	sp_order_writer_free(order);
	sp_writer_free(writer);
}

START_TEST(several_orders)
{
	unsigned want = _i & 1 ? SP_WANT_ORDER_ROWS : SP_WANT_ORDERS;
	struct bytes bytes = BYTES;
	struct sp_contents contents = { 0 };
	struct sp_error err;

	write_orders(&bytes, _i & 2 ? 3 : 0);
	must(load_as(&bytes, want, &contents, &err), err);
	for (int again = 0; again < 2; again++) {
		ck_assert_uint_eq(contents.order_count, 3);
		check_order(&contents.orders[0].order, "fifo", DOWNLOADS,
			    _i & 1);
		check_order(&contents.orders[1].order, "none", 0, _i & 1);
		check_order(&contents.orders[2].order, "a frame",
			    SP_ORDER_FRAME, _i & 1);
		ck_assert_mem_eq(&contents.orders[2].basis, &basis,
				 sizeof(basis));
		ck_assert_ptr_eq(sp_contents_order(&contents, "none"),
				 &contents.orders[1].order);
		ck_assert_ptr_null(sp_contents_order(&contents, "fif"));
		/* A second stream into the same contents changes nothing. */
		must(load_as(&bytes, want, &contents, &err), err);
	}
	sp_contents_free(&contents);
	ck_assert_ptr_null(contents.orders);
	bytes_free(&bytes);
}
END_TEST

/* However the downloads come, the bytes are the same. */
START_TEST(pieces_do_not_show)
{
	struct bytes bytes[2] = { BYTES, BYTES };

	for (int i = 0; i < 2; i++) {
		struct sp_writer *writer = bytes_writer(&bytes[i], 0, 1,
							false);
		struct sp_order_writer *order = sp_order_writer_new(writer);

		hold(order);
		write_order(order, "lpr", DOWNLOADS, i ? 1 : 40000);
		sp_order_writer_free(order);
		sp_writer_free(writer);
	}
	ck_assert_uint_eq(bytes[0].size, bytes[1].size);
	ck_assert_mem_eq(bytes[0].at, bytes[1].at, bytes[0].size);
	ck_assert_uint_eq(bytes[0].size,
			  SP_PREAMBLE + 6 * SP_FRAME_HEADER + SP_BASIS + 3 +
			  DOWNLOADS * SP_ORDER_ROW + SP_ORDER_TAIL);
	bytes_free(&bytes[0]);
	bytes_free(&bytes[1]);
}
END_TEST

/* ---- faults ------------------------------------------------------------ */

#define ROWS 4
#define SMALL 20 /* pages */

/* A section in the making, with a fault or none. */
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
	const char *what; /* in the message; NULL: there is no fault */
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
		section->rows[i] = (struct sp_download){ i % 3, SP_NO_PARENT,
							 1, 0 };
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
	{ "a key", key_nan },
	{ "a key", key_infinite },
	{ "another size", counts_more },
	{ "another size", counts_fewer },
	{ "another size", frame_short },
	{ "another size", frame_long },
	{ "another place", begins_later },
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
	{ "its tail", tail_short },
	{ "its tail", tail_empty },
	{ "its tail", head_is_tail }
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
put_section(struct sp_writer *writer, const struct section *section)
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

static void
make_section(struct section *section)
{
	*section = (struct section){
		.pages = SMALL, .head_length = SP_BASIS + 4,
		.rows = { { 5, SP_NO_PARENT, 1, 0 }, { 6, 5, 2, -1 },
			  { 7, 6, 3, 2.5 }, { 8, 5, 2, 0 } },
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
	put_section(writer, &section);
	must(sp_writer_end(writer, &err), err);
	status = load_as(&bytes, _i & 1 ? SP_WANT_ORDERS : SP_WANT_ORDER_ROWS,
			 &contents, &err);
	if (!fault->what) {
		must(status, err);
		ck_assert_ptr_nonnull(sp_contents_order(&contents, "oooo"));
	} else {
		ck_assert_int_eq(status, SP_DATA);
		ck_assert_msg(strstr(err.text, fault->what), "%s", err.text);
		ck_assert_uint_eq(contents.order_count, 0);
	}
	sp_contents_free(&contents);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

/* Pages of which every 40th is downloaded: few of them, sorted to compare. */
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
	must(sp_order_writer_begin(order, "few", &many, &err), err);
	for (uint64_t i = 0; i < report.downloads; i++) {
		struct sp_download row = { (uint32_t)(i * 40 % pages),
					   SP_NO_PARENT, 1, 0 };

		must(sp_order_writer_add(order, &row, 1, &err), err);
	}
	must(sp_order_writer_end(order, &report, &err), err);
	must(sp_writer_end(writer, &err), err);
	ck_assert_int_eq(load_as(&bytes, SP_WANT_ORDERS, &contents, &err),
			 _i ? SP_DATA : SP_OK);
	/* The copy was sorted, the order was not. */
	for (uint64_t i = 0; !_i && i < count; i++)
		hold(contents.orders[0].order.pages[i] == i * 40 % pages);
	sp_contents_free(&contents);
	sp_order_writer_free(order);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

/* ---- the rest ---------------------------------------------------------- */

START_TEST(writer_refuses)
{
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_order_writer *order = sp_order_writer_new(writer);
	struct sp_download row = row_of(0, 'a');
	char name[SP_ORDER_NAME_MAX + 2];
	struct sp_error err;

	hold(order);
	memset(name, 'n', sizeof(name));
	name[SP_ORDER_NAME_MAX + 1] = 0;
	ck_assert_int_eq(sp_order_writer_begin(order, name, &basis, &err),
			 SP_USAGE);
	ck_assert_int_eq(sp_order_writer_begin(order, "", &basis, &err),
			 SP_USAGE);
	ck_assert_uint_eq(bytes.size, 0);
	name[SP_ORDER_NAME_MAX] = 0;
	must(sp_order_writer_begin(order, name, &basis, &err), err);
	row.key = (double)NAN;
	ck_assert_int_eq(sp_order_writer_add(order, &row, 1, &err), SP_DATA);
	sp_order_writer_free(order);
	sp_order_writer_free(NULL);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

START_TEST(of_another_graph)
{
	struct bytes bytes = BYTES;
	struct sp_writer *writer = bytes_writer(&bytes, 0, 1, false);
	struct sp_order_writer *order = sp_order_writer_new(writer);
	struct sp_contents contents = { .has_basis = true, .basis = basis };
	struct sp_error err;

	hold(order);
	write_order(order, "opic", 3, 3);
	must(sp_writer_end(writer, &err), err);
	/* Of one origin: a pruned graph. */
	contents.basis.graph.links = contents.basis.graph.checksum = 5;
	must(load_as(&bytes, SP_WANT_ORDERS, &contents, &err), err);
	contents.basis.origin.checksum = 5;
	ck_assert_int_eq(load_as(&bytes, SP_WANT_ORDERS, &contents, &err),
			 SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text, "order opic: of another"));
	sp_contents_free(&contents);
	sp_order_writer_free(order);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

/* Drops the orders of one name. */
static bool
but_fifo(void *context, uint32_t tag, const uint8_t *head, size_t length)
{
	(void)context;
	return tag != SP_TAG_ORDER || !sp_order_head_is(head, length, "fifo");
}

START_TEST(passed_by_name)
{
	struct bytes from = BYTES, to = BYTES;
	struct sp_writer *writer = bytes_writer(&to, 0, 1, false);
	struct sp_load_options options = { .writer = writer,
					   .pass = but_fifo };
	struct sp_contents contents = { 0 };
	struct source source;
	struct sp_reader *reader;
	struct sp_error err;

	write_orders(&from, 3);
	source = (struct source){ from.at, from.size, 0, SIZE_MAX, SIZE_MAX };
	reader = source_reader(&source);
	must(sp_load(reader, &options, &contents, &err), err);
	ck_assert_uint_eq(contents.order_count, 0);
	must(sp_writer_end(writer, &err), err);
	must(load_as(&to, SP_WANT_ORDER_ROWS, &contents, &err), err);
	ck_assert_uint_eq(contents.order_count, 2);
	check_order(&contents.orders[1].order, "a frame", SP_ORDER_FRAME,
		    true);
	ck_assert(!sp_order_head_is((const uint8_t *)"fifo", 4, "fifo"));
	sp_contents_free(&contents);
	sp_reader_free(reader);
	sp_writer_free(writer);
	bytes_free(&from);
	bytes_free(&to);
}
END_TEST

static Suite *
make_suite(void)
{
	Suite *suite = suite_create("orders");
	TCase *tcase = tcase_create("orders");

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, several_orders, 0, 4);
	tcase_add_test(tcase, pieces_do_not_show);
	tcase_add_loop_test(tcase, each_fault, 0,
			    sizeof(faults) / sizeof(*faults));
	tcase_add_loop_test(tcase, few_of_many, 0, 2);
	tcase_add_test(tcase, writer_refuses);
	tcase_add_test(tcase, of_another_graph);
	tcase_add_test(tcase, passed_by_name);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return unit_run(make_suite());
}
