/* SPDX-License-Identifier: MIT */
/*
 * Crawls of a web that changes: the worked example of section 5.4 in
 * seedpipe-algorithms(7), the same with a copy that goes stale and is read
 * again, a snapshot that no crawl comes to, and moments that do not ascend.
 */
#include "order_run.h"
#include "unit.h"

#include "crawl/copies.h"
#include "crawl/orders/plan.h"

#include <stdio.h>
#include <string.h>

#define PAGES 5

/* The union of the three snapshots of the example, and their masks. */
struct web {
	struct oracle_crawl_input of;
	struct sp_graph *graph;
	struct sp_index *index;
	struct sp_snapshots snapshots;
	struct sp_crawl_input input;
	double pages[PAGES], weights[PAGES];
	uint64_t takeovers[2];
	char text[1024];          /* what a crawl did */
	size_t used;
};

static void
web_begin(struct web *web, uint64_t second, uint64_t third)
{
	static struct sp_link_score rows[] = {
		{ 0, 3, 5 }, { 1, 0, 3 }, { 1, 3, 6 }
	};
	static const double there[PAGES] = { 7, 7, 1, 7, 7 };
	static const struct sp_link_scores links = { rows, 3, 3 };
	static const uint32_t seeds[] = { 0 };
	struct sp_error err;

	memset(web, 0, sizeof(*web));
	order_input(&web->of, PAGES, "0:1 2 3 1:0 3 3:4", "00000");
	web->graph = oracle_build(&web->of.graph);
	must(sp_index_new(web->graph, 1, &web->index, &err), err);
	memcpy(web->pages, there, sizeof(there));
	for (int page = 0; page < PAGES; page++)
		web->weights[page] = page;
	must(sp_snapshots_init(&web->snapshots, web->graph, web->pages, &links,
			       &err), err);
	web->takeovers[0] = second;
	web->takeovers[1] = third;
	web->input = (struct sp_crawl_input){
		.graph = web->graph, .index = web->index, .seeds = seeds,
		.seed_count = 1, .snapshots = &web->snapshots,
		.takeovers = web->takeovers, .weight = web->weights
	};
}

static void
web_end(struct web *web)
{
	sp_snapshots_free(&web->snapshots);
	sp_index_free(web->index);
	sp_graph_free(web->graph);
}

static enum sp_status
add_row(void *context, const struct sp_download *row, struct sp_error *err)
{
	struct web *web = context;

	(void)err;
	web->used += (size_t)snprintf(web->text + web->used,
				      sizeof(web->text) - web->used, "%u: ",
				      row->page);
	return SP_OK;
}

static enum sp_status
add_fresh(void *context, const struct sp_freshness *row, struct sp_error *err)
{
	struct web *web = context;

	(void)err;
	web->used += (size_t)snprintf(
		web->text + web->used, sizeof(web->text) - web->used,
		"%u %u %.6g %u %.6g, ", (unsigned)row->copies,
		(unsigned)row->fresh, row->age, (unsigned)row->there,
		row->weight);
	return SP_OK;
}

static enum sp_status
crawl_by(struct web *web, const char *order, double *score,
	 struct sp_crawl_report *report, struct sp_error *err)
{
	struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
	struct sp_crawl_sink sink = { .context = web, .download = add_row,
				      .fresh = add_fresh,
				      .window_downloads = 1, .score = score };
	struct sp_plan plan;

	must(sp_plan_parse(order, strlen(order), &plan, err), *err);
	return sp_crawl(&web->input, &options, &plan, &sink, report, err);
}

static enum sp_status
crawl(struct web *web, struct sp_crawl_report *report, struct sp_error *err)
{
	return crawl_by(web, "bfs", NULL, report, err);
}

START_TEST(worked_example)
{
	struct sp_crawl_report report;
	struct sp_error err;
	struct web web;

	web_begin(&web, 2, 3);
	must(crawl(&web, &report, &err), err);
	/* Page, copies, fresh ones, age, pages there, weight of fresh ones. */
	ck_assert_str_eq(web.text, "0: 1 1 0 5 0, 1: 2 1 0 4 0.125, "
				   "3: 3 2 0 4 0.375, 4: 4 3 0.25 4 0.875, ");
	ck_assert_uint_eq(report.downloads, 4);
	ck_assert_uint_eq(report.gone, 1);
	ck_assert_uint_eq(report.links, 3 + 2 + 1);
	ck_assert_uint_eq(report.snapshots, 3);
	web_end(&web);
}
END_TEST

/* 3 is found from 0 and 4 from 3 whenever they are read; 2 may be there. */
START_TEST(later_snapshots)
{
	struct sp_crawl_report report;
	struct sp_error err;
	struct web web;

	web_begin(&web, 4, 100);
	must(crawl(&web, &report, &err), err);
	ck_assert_str_eq(web.text, "0: 1 1 0 5 0, 1: 2 2 0 5 0.1, "
				   "2: 3 3 0 5 0.3, 3: 4 1 0 4 0.375, "
				   "4: 5 2 0.6 4 0.875, ");
	ck_assert_uint_eq(report.gone, 0);
	ck_assert_uint_eq(report.snapshots, 2);
	web_end(&web);
}
END_TEST

/* From the first download on, the second snapshot is the web. */
START_TEST(at_once)
{
	struct sp_crawl_report report;
	struct sp_error err;
	struct web web;

	web_begin(&web, 1, 100);
	must(crawl(&web, &report, &err), err);
	ck_assert_str_eq(web.text, "0: 1 1 0 4 0, 1: 2 2 0 4 0.125, "
				   "3: 3 3 0 4 0.5, 4: 4 4 0 4 1, ");
	ck_assert_uint_eq(report.links, 2 + 2 + 1);
	web_end(&web);
}
END_TEST

/* A page that is gone has the score of one that was not found. */
START_TEST(scores_of_gone_pages)
{
	struct sp_crawl_report report;
	struct sp_error err;
	double score[PAGES];
	struct web web;

	web_begin(&web, 2, 3);
	must(crawl_by(&web, "fica", score, &report, &err), err);
	ck_assert_uint_eq(report.gone, 1);
	for (int page = 0; page < PAGES; page++)
		hold(page == 2 || score[page] > score[2] + 0.9);
	must(crawl_by(&web, "opic", score, &report, &err), err);
	ck_assert_uint_eq(report.gone, 1);
	ck_assert_double_eq(score[2], 0);
	hold(score[0] > 0 && score[4] > 0);
	web_end(&web);
}
END_TEST

/* What a copy is after each of three reads of page 0 and of page 2. */
START_TEST(copies_are_read_again)
{
	struct sp_copies copies = { 0 };
	struct sp_freshness row;
	static const uint32_t links[] = { 1, 2, 3 };
	const uint32_t *successors = links;
	struct sp_error err;
	uint32_t count;
	struct web web;

	web_begin(&web, 10, 20);
	must(sp_copies_init(&copies, &web.input, true, &err), err);
	hold(sp_copies_fetch(&copies, 0, 1) && sp_copies_fetch(&copies, 2, 2));
	sp_copies_move(&copies, 15);
	row = sp_copies_freshness(&copies, 15);
	hold(row.copies == 2 && row.fresh == 0 && row.downloads == 15);
	ck_assert_double_eq(row.age, 5);
	/* The copy of a page that is gone is given up. */
	hold(!sp_copies_fetch(&copies, 2, 16) && sp_copies_lack(&copies, 2));
	hold(sp_copies_fetch(&copies, 0, 17) && !sp_copies_lack(&copies, 0));
	row = sp_copies_freshness(&copies, 17);
	hold(row.copies == 1 && row.fresh == 1);
	/* The graph has three links of page 0, this snapshot two. */
	count = 3;
	must(sp_copies_links(&copies, 0, &successors, &count, &err), err);
	hold(count == 2 && successors[0] == 1 && successors[1] == 2);
	sp_copies_move(&copies, 30);
	row = sp_copies_freshness(&copies, 30);
	hold(row.copies == 1 && row.fresh == 0);
	ck_assert_double_eq(row.age, 10);
	sp_copies_free(&copies);
	web_end(&web);
}
END_TEST

/* Moments that do not ascend from 1 on. */
static const uint64_t bad_takeovers[][2] = { { 0, 1 }, { 2, 2 }, { 3, 2 } };

START_TEST(moments_ascend)
{
	struct sp_crawl_report report;
	struct sp_error err;
	struct web web;

	web_begin(&web, bad_takeovers[_i][0], bad_takeovers[_i][1]);
	ck_assert_int_eq(crawl(&web, &report, &err), SP_USAGE);
	ck_assert_str_eq(web.text, "");
	web_end(&web);
}
END_TEST

START_TEST(several_processes_have_no_snapshots)
{
	struct sp_crawl_options options = SP_CRAWL_DEFAULTS;
	struct sp_plan plan;
	struct sp_error err;
	struct web web;

	web_begin(&web, 2, 3);
	must(sp_plan_parse("bfs", 3, &plan, &err), err);
	ck_assert_int_eq(sp_crawl_parallel_check(&web.input, &options, &plan,
						 &err), SP_USAGE);
	web_end(&web);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("copies");

	tcase_add_test(tests, worked_example);
	tcase_add_test(tests, later_snapshots);
	tcase_add_test(tests, at_once);
	tcase_add_test(tests, scores_of_gone_pages);
	tcase_add_test(tests, copies_are_read_again);
	tcase_add_loop_test(tests, moments_ascend, 0, LENGTH(bad_takeovers));
	tcase_add_test(tests, several_processes_have_no_snapshots);
	return unit_run(tests);
}
