/* SPDX-License-Identifier: MIT */
/*
 * test_order_sections.c - crawl orders are read as they were written: over many
 * frames, with their graph, and by name; the writer rejects invalid names and
 * keys
 */
#include "order_bytes.h"

#include "stream/section/orders.h"

#include <math.h>

#define PAGES 150000
#define DOWNLOADS 100000 /* four frames, the last one not full */

static const struct sp_basis basis = { { PAGES, 7, 1 }, { PAGES, 9, 2 } };

static uint32_t
page_of(uint64_t i)
{
	return (uint32_t)((i * 77777 + 5) % PAGES);
}

/*
 * Download i of an order that differs by name: chains of seven pages, in each
 * of which one comes before its parent.
 */
static struct sp_download
row_of(uint64_t i, char letter)
{
	static const int depths[] = { 1, 2, 3, 5, 4, 6, 7 };
	static const int parents[] = { 0, 0, 1, 4, 2, 3, 5 };
	struct sp_download row = {
		.page = page_of(i), .parent = SP_NO_PARENT,
		.depth = (uint32_t)depths[i % 7],
		.key = letter + sin((double)i)
	};

	if (i % 7)
		row.parent = page_of(i - i % 7 + (uint64_t)parents[i % 7]);
	return row;
}

/*
 * As many seeds as downloads, or 3 more, and those downloaded among them; or
 * none.
 */
static uint64_t
seeds_of(const char *name, uint64_t count, uint32_t **seeds)
{
	uint64_t more = *name == 'f' ? 3 : 0;

	*seeds = NULL;
	if (*name == 'l')
		return 0;
	*seeds = calloc(count + more + 1, sizeof(**seeds));
	hold(*seeds);
	for (uint64_t i = 0; i < count + more; i++)
		(*seeds)[i] = row_of(count + more - 1 - i, *name).page;
	return count + more;
}

/* Writes an order in pieces of step downloads. */
static void
write_order(struct sp_order_writer *order, const char *name, uint64_t count,
	    uint64_t step)
{
	struct sp_crawl_report report = report_of(count);
	struct sp_download *rows = calloc(step, sizeof(*rows));
	uint32_t *seeds;
	uint64_t seed_count = seeds_of(name, count, &seeds);
	struct sp_error err;

	hold(rows);
	must(sp_order_writer_begin(order, SP_ORDER_PLAIN, name, &basis, seeds,
				   seed_count, &err), err);
	free(seeds);
	for (uint64_t at = 0; at < count; at += step) {
		uint64_t part = count - at < step ? count - at : step;

		for (uint64_t i = 0; i < part; i++)
			rows[i] = row_of(at + i, *name);
		must(sp_order_writer_add(order, rows, part, &err), err);
	}
	must(sp_order_writer_end(order, &report, &err), err);
	free(rows);
}

static void
check_order(const struct sp_order *order, const char *name, uint64_t count,
	    bool all)
{
	struct sp_crawl_report report = report_of(count);
	uint32_t *seeds;
	uint64_t seed_count = seeds_of(name, count, &seeds);

	ck_assert_uint_eq(order->seed_count, seed_count);
	for (uint64_t i = 0; i < seed_count; i++)
		hold(order->seeds[i] == seeds[i]);
	free(seeds);
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

/* One writer writes four orders, one of which replaces another. */
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
	unsigned want = _i & 1 ? SP_SECTION_ORDER_ROWS : SP_SECTION_ORDERS;
	struct bytes bytes = BYTES;
	struct sp_contents contents = { 0 };
	const struct sp_order_list *list;
	struct sp_error err;

	write_orders(&bytes, _i & 2 ? 3 : 0);
	must(load_as(&bytes, want, &contents, &err), err);
	list = sp_contents_orders(&contents);
	for (int again = 0; again < 2; again++) {
		ck_assert_uint_eq(list->count, 3);
		check_order(&list->orders[0].order, "fifo", DOWNLOADS,
			    _i & 1);
		check_order(&list->orders[1].order, "none", 0, _i & 1);
		check_order(&list->orders[2].order, "a frame",
			    SP_ORDER_FRAME, _i & 1);
		ck_assert_mem_eq(&list->orders[2].basis, &basis,
				 sizeof(basis));
		ck_assert_ptr_eq(order_named(&contents, "none"),
				 &list->orders[1].order);
		ck_assert_ptr_null(order_named(&contents, "fif"));
		/* A second stream into the same contents changes nothing. */
		must(load_as(&bytes, want, &contents, &err), err);
	}
	sp_contents_free(&contents);
	ck_assert_uint_eq(sp_contents_orders(&contents)->count, 0);
	bytes_free(&bytes);
}
END_TEST

/* The bytes do not depend on how many downloads each call adds. */
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
	ck_assert_int_eq(sp_order_writer_begin(order, SP_ORDER_PLAIN, name,
					       &basis, NULL, 0, &err),
			 SP_USAGE);
	ck_assert_int_eq(sp_order_writer_begin(order, SP_ORDER_PLAIN, "",
					       &basis, NULL, 0, &err),
			 SP_USAGE);
	ck_assert_uint_eq(bytes.size, 0);
	name[SP_ORDER_NAME_MAX] = 0;
	must(sp_order_writer_begin(order, SP_ORDER_PLAIN, name, &basis, NULL,
				   0, &err), err);
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
	/* A pruned graph has the same origin. */
	contents.basis.graph.links = contents.basis.graph.checksum = 5;
	must(load_as(&bytes, SP_SECTION_ORDERS, &contents, &err), err);
	contents.basis.origin.checksum = 5;
	ck_assert_int_eq(load_as(&bytes, SP_SECTION_ORDERS, &contents, &err),
			 SP_DATA);
	ck_assert_ptr_nonnull(strstr(err.text, "order opic: of another"));
	sp_contents_free(&contents);
	sp_order_writer_free(order);
	sp_writer_free(writer);
	bytes_free(&bytes);
}
END_TEST

START_TEST(passed_by_name)
{
	struct bytes from = BYTES, to = BYTES;
	struct sp_writer *writer = bytes_writer(&to, 0, 1, false);
	static const struct sp_section_name fifo[] = {
		{ SP_SECTION_ORDERS, "fif" }, { SP_SECTION_ORDERS, "fifo" },
		{ 0, NULL }
	};
	struct sp_load_options options = { .writer = writer,
					   .drop_names = fifo };
	struct sp_contents contents = { 0 };
	const struct sp_order_list *list;
	struct source source;
	struct sp_reader *reader;
	struct sp_error err;

	write_orders(&from, 3);
	source = (struct source){ from.at, from.size, 0, SIZE_MAX, SIZE_MAX };
	reader = source_reader(&source);
	must(sp_load(reader, &options, &contents, &err), err);
	ck_assert_uint_eq(sp_contents_orders(&contents)->count, 0);
	must(sp_writer_end(writer, &err), err);
	must(load_as(&to, SP_SECTION_ORDER_ROWS, &contents, &err), err);
	list = sp_contents_orders(&contents);
	ck_assert_uint_eq(list->count, 2);
	check_order(&list->orders[1].order, "a frame", SP_ORDER_FRAME,
		    true);
	sp_contents_free(&contents);
	sp_reader_free(reader);
	sp_writer_free(writer);
	bytes_free(&from);
	bytes_free(&to);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("orders");

	tcase_add_loop_test(tcase, several_orders, 0, 4);
	tcase_add_test(tcase, pieces_do_not_show);
	tcase_add_test(tcase, writer_refuses);
	tcase_add_test(tcase, of_another_graph);
	tcase_add_test(tcase, passed_by_name);
	return unit_run(tcase);
}
