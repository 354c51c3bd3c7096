/* SPDX-License-Identifier: MIT */
/*
 * Crawls in time: the worked example of section 5.3 in seedpipe-algorithms(7),
 * and times that can be told without a crawl.
 */
#include "order_run.h"
#include "unit.h"

#include "crawl/orders/plan.h"
#include "crawl/timed/timed.h"

#include <stdio.h>
#include <string.h>

#define G11 "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 7:1 8 8:7 9 9:4 10:0 4"
#define G11_HOSTS "00001112222"
#define ROWS_MOST 64

struct rows {
	unsigned count;
	struct sp_download rows[ROWS_MOST];
};

static enum sp_status
add_row(void *context, const struct sp_download *row, struct sp_error *err)
{
	struct rows *rows = context;

	(void)err;
	hold(rows->count < ROWS_MOST);
	rows->rows[rows->count++] = *row;
	return SP_OK;
}

/* Crawls a graph as of order_input(), breadth-first from page 0. */
static void
crawl(unsigned pages, const char *links, const char *hosts,
      const struct sp_timing *timing, struct rows *rows,
      struct sp_crawl_report *report)
{
	static const uint32_t seeds[] = { 0 };
	struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
	struct sp_crawl_sink sink = { .context = rows, .download = add_row };
	struct oracle_crawl_input of;
	uint32_t host_of[ORACLE_PAGES];
	struct sp_units units = { host_of, ORACLE_PAGES, 0, NULL };
	struct sp_crawl_input input = { .seeds = seeds, .seed_count = 1,
					.hosts = &units };
	struct sp_index *index;
	struct sp_graph *graph;
	struct sp_plan plan;
	struct sp_error err;

	order_input(&of, pages, links, hosts);
	for (unsigned i = 0; i < pages; i++)
		host_of[i] = of.host[i];
	graph = oracle_build(&of.graph);
	must(sp_index_new(graph, 1, &index, &err), err);
	must(sp_plan_parse("bfs", 3, &plan, &err), err);
	input.graph = graph;
	input.index = index;
	rows->count = 0;
	must(sp_crawl_timed(&input, &options, &plan, timing, &sink, report,
			    &err), err);
	sp_index_free(index);
	sp_graph_free(graph);
}

/* Servers that answer in this time, nothing else takes any, in large batches. */
static struct sp_timing
plain_timing(enum sp_queues queues, uint64_t connections, uint64_t delay,
	     uint64_t response)
{
	struct sp_timing timing = SP_TIMING_DEFAULTS;

	timing.queues = queues;
	timing.batch = 100;
	timing.connections = connections;
	timing.usual.delay = delay;
	timing.usual.response = response;
	timing.usual.bandwidth = 0;
	timing.spread = timing.host_spread = 0;
	timing.setup = timing.lookup = 0;
	return timing;
}

/* ---- the worked example ----------------------------------------------- */

/* Pages and the tenths of a second at which they have come. */
static const struct example {
	enum sp_queues queues;
	const char *rows;
} examples[] = {
	{ SP_QUEUES_HOST, "0@2 4@4 7@6 1@14 5@16 8@18 2@26 6@28 9@30 3@38 " },
	{ SP_QUEUES_GLOBAL,
	  "0@2 4@4 7@6 1@14 5@16 8@18 2@26 6@28 9@30 3@38 " },
	{ SP_QUEUES_SLOTS,
	  "0@2 1@14 4@16 2@26 5@28 3@38 6@40 7@40 8@52 9@64 " },
	{ SP_QUEUES_BATCH,
	  "0@2 4@4 1@14 2@26 5@28 7@28 6@40 3@42 8@42 9@54 " }
};

START_TEST(worked_example)
{
	const struct example *example = &examples[_i];
	struct sp_timing timing = plain_timing(example->queues, 2, SP_SECOND,
					       SP_SECOND / 5);
	struct sp_crawl_report report;
	struct rows rows;
	char text[512] = "";
	size_t used = 0;

	timing.batch = 3;
	crawl(11, G11, G11_HOSTS, &timing, &rows, &report);
	for (unsigned i = 0; i < rows.count; i++) {
		hold(rows.rows[i].end - rows.rows[i].start == SP_SECOND / 5);
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "%u@%u ", rows.rows[i].page,
					 (unsigned)(rows.rows[i].end /
						    (SP_SECOND / 10)));
	}
	ck_assert_str_eq(text, example->rows);
	ck_assert_uint_eq(report.timed.requests, 10);
	ck_assert_uint_eq(report.timed.hosts, 3);
	ck_assert_uint_eq(report.timed.busy, 10 * (SP_SECOND / 5));
	ck_assert_uint_eq(report.timed.bytes, 10 * 20000);
	ck_assert_uint_eq(report.timed.end,
			  rows.rows[rows.count - 1].end);
}
END_TEST

/* ---- times that can be told ------------------------------------------- */

#define STAR "0:1 2 3 4 5 6 7 8 9"

/* One host: each page costs its answer, and a delay before all but one. */
START_TEST(one_host)
{
	struct sp_timing timing = plain_timing((enum sp_queues)_i, 7, 900, 70);
	struct sp_crawl_report report;
	struct rows rows;

	crawl(10, STAR, "0000000000", &timing, &rows, &report);
	ck_assert_uint_eq(rows.count, 10);
	ck_assert_uint_eq(report.timed.end, 10 * 70 + 9 * 900);
	/* From the start, a delay hides the answer that is shorter. */
	timing.delay_from = SP_DELAY_FROM_START;
	crawl(10, STAR, "0000000000", &timing, &rows, &report);
	ck_assert_uint_eq(report.timed.end, 9 * 900 + 70);
	/* The factor counts, if it makes more of it than the delay. */
	timing.delay_from = SP_DELAY_FROM_END;
	timing.delay_factor = 20;
	crawl(10, STAR, "0000000000", &timing, &rows, &report);
	ck_assert_uint_eq(report.timed.end, 10 * 70 + 9 * 1400);
	timing.delay_most = 1000;
	crawl(10, STAR, "0000000000", &timing, &rows, &report);
	ck_assert_uint_eq(report.timed.end, 10 * 70 + 9 * 1000);
}
END_TEST

/* Three hosts of three pages, beside the seed: they go on at the same time. */
START_TEST(equal_hosts)
{
	struct sp_timing timing = plain_timing((enum sp_queues)_i, 50, 900, 70);
	struct sp_crawl_report report;
	struct rows rows;

	crawl(10, STAR, "3012012012", &timing, &rows, &report);
	ck_assert_uint_eq(report.timed.end, 70 + 3 * 70 + 2 * 900);
	ck_assert_uint_eq(report.timed.hosts, 4);
}
END_TEST

/* Without delays, as many at a time as there are connections. */
START_TEST(connections_alone)
{
	struct sp_timing timing = plain_timing((enum sp_queues)_i, 3, 0, 70);
	struct sp_crawl_report report;
	struct rows rows;

	timing.usual.connections = 9;
	crawl(10, STAR, "0000000000", &timing, &rows, &report);
	ck_assert_uint_eq(report.timed.end, 70 + 3 * 70);
	timing.connections = 9;
	crawl(10, STAR, "0000000000", &timing, &rows, &report);
	ck_assert_uint_eq(report.timed.end, 2 * 70);
}
END_TEST

/*
 * A line of 20,000 bytes in 100: bodies that are there at once come one after
 * another.  A server that takes 40 for one of them hides 40 of that, once.
 */
START_TEST(shared_line)
{
	struct sp_timing timing = plain_timing((enum sp_queues)_i, 50, 0, 70);
	struct sp_crawl_report report;
	struct rows rows;

	timing.usual.connections = 50;
	timing.total_bandwidth = 20000 * SP_SECOND / 100;
	crawl(10, STAR, "0000000000", &timing, &rows, &report);
	ck_assert_uint_eq(report.timed.end, 170 + 70 + 9 * 100);
	ck_assert_uint_eq(report.timed.busy, 170 + 9 * 70 + 45 * 100);
	timing.usual.bandwidth = 20000 * SP_SECOND / 40;
	crawl(10, STAR, "0000000000", &timing, &rows, &report);
	ck_assert_uint_eq(report.timed.end, 170 + 70 + 9 * 100);
	/* A line that is faster than the only server takes no time. */
	timing.usual.connections = 1;
	timing.total_bandwidth = 20000 * SP_SECOND / 30;
	crawl(10, STAR, "0000000000", &timing, &rows, &report);
	ck_assert_uint_eq(report.timed.end, 10 * 110);
}
END_TEST

/* All fail: the seed is asked for again after 60, 120, 240 s, and given up. */
START_TEST(all_fail)
{
	struct sp_timing timing = plain_timing((enum sp_queues)_i, 3, 0, 70);
	struct sp_crawl_report report;
	struct rows rows;

	timing.usual.failures = 1;
	timing.retries = 3;
	crawl(10, STAR, "0000000000", &timing, &rows, &report);
	ck_assert_uint_eq(rows.count, 0);
	ck_assert_uint_eq(report.timed.requests, 4);
	ck_assert_uint_eq(report.timed.failed, 4);
	ck_assert_uint_eq(report.timed.lost, 1);
	ck_assert_uint_eq(report.timed.end, 420 * SP_SECOND + 4 * 70);
	/* A timeout is a failure of that time. */
	timing.usual.failures = 0;
	timing.timeout = 50;
	crawl(10, STAR, "0000000000", &timing, &rows, &report);
	ck_assert_uint_eq(report.timed.failed, 4);
	ck_assert_uint_eq(report.timed.end, 420 * SP_SECOND + 4 * 50);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("timed");

	tcase_add_loop_test(tcase, worked_example, 0, LENGTH(examples));
	tcase_add_loop_test(tcase, one_host, SP_QUEUES_HOST,
			    SP_QUEUES_BATCH + 1);
	tcase_add_loop_test(tcase, equal_hosts, SP_QUEUES_HOST,
			    SP_QUEUES_BATCH + 1);
	tcase_add_loop_test(tcase, connections_alone, SP_QUEUES_HOST,
			    SP_QUEUES_BATCH + 1);
	tcase_add_loop_test(tcase, shared_line, SP_QUEUES_HOST,
			    SP_QUEUES_BATCH + 1);
	tcase_add_loop_test(tcase, all_fail, SP_QUEUES_HOST,
			    SP_QUEUES_BATCH + 1);
	return unit_run(tcase);
}
