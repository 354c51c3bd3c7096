/* SPDX-License-Identifier: MIT */
/*
 * Logs of crawlers: times in all forms, and orders of random crawls against a
 * way to them that looks at everything.
 */
#include "unit.h"

#include "base/random.h"
#include "graph/links/rowstore.h"
#include "web/crawllog/crawllog.h"
#include "web/crawllog/history.h"
#include "web/crawllog/pages.h"

#include <string.h>

/* ---- times ------------------------------------------------------------ */

static const struct {
	const char *text;
	int64_t time;        /* -1: none */
} times[] = {
	{ "20130522081727889", INT64_C(1369210647889) },
	{ "20130522081727", INT64_C(1369210647000) },
	{ "19700101000000", 0 },
	{ "99991231235959", INT64_C(253402300799000) },
	{ "20240229000000", INT64_C(1709164800000) },
	{ "20230229000000", -1 }, { "20130532081727", -1 },
	{ "20131322081727", -1 }, { "20130522241727", -1 },
	{ "2013052208172", INT64_C(2013052208172) }, /* milliseconds */
	{ "201305220817", -1 }, { "19691231235959", -1 },
	{ "1369210647", INT64_C(1369210647000) },
	{ "1369210647.889", INT64_C(1369210647889) },
	{ "1369210647.88999", INT64_C(1369210647889) },
	{ "1369210647889", INT64_C(1369210647889) },
	{ "1369210647889123", INT64_C(1369210647889) },
	{ "12.5", 12500 }, { "12", -1 }, { "-5", -1 }, { "1e9", -1 },
	{ "99999999999", INT64_C(99999999999000) },
	{ "9999999999999999", INT64_C(9999999999999) },
	{ "2013-05-22T08:17:27.889Z", INT64_C(1369210647889) },
	{ "2013-05-22 08:17:27,889", INT64_C(1369210647889) },
	{ "2013-05-22T10:17:27+02:00", INT64_C(1369210647000) },
	{ "2013-05-22T10:17:27 +0200", INT64_C(1369210647000) },
	{ "2013-05-22T03:47:27-0430", INT64_C(1369210647000) },
	{ "2013-05-22T08:17Z", INT64_C(1369210620000) },
	{ "2013-05-22", INT64_C(1369180800000) },
	{ "2013-05-22T08:17:27 UTC", INT64_C(1369210647000) },
	{ "9999-12-31T23:59:59-00:01", -1 }, { "1970-01-01T00:00+00:01", -1 },
	{ "2013-05-22T08:17:27.", -1 }, { "2013-05-22T08", -1 },
	{ "2013-05-22T08:17:27Zx", -1 },
	{ "22/May/2013:10:17:27 +0200", INT64_C(1369210647000) },
	{ "[22/May/2013:08:17:27 +0000]", INT64_C(1369210647000) },
	{ "22/Foo/2013:08:17:27 +0000", -1 },
	{ "Wed May 22 08:17:27 UTC 2013", INT64_C(1369210647000) },
	{ "Wed May 22 10:17:27 CEST 2013", INT64_C(1369210647000) },
	{ "Wed May 22 10:17:27 GMT+02:00 2013", INT64_C(1369210647000) },
	{ "Wed May 22 08:17:27 WET 2013", INT64_C(1369210647000) },
	{ "Wed May 22 09:17:27 WEST 2013", INT64_C(1369210647000) },
	{ "Wed May 22 09:17:27 CET 2013", INT64_C(1369210647000) },
	{ "Wed May 22 10:17:27 EET 2013", INT64_C(1369210647000) },
	{ "Wed May 22 11:17:27 EEST 2013", INT64_C(1369210647000) },
	{ "Wed May 22 11:17:27 MSK 2013", INT64_C(1369210647000) },
	{ "Wed May 22 17:17:27 JST 2013", INT64_C(1369210647000) },
	{ "Wed May 22 17:17:27 KST 2013", INT64_C(1369210647000) },
	{ "Wed May 22 03:17:27 EST 2013", INT64_C(1369210647000) },
	{ "Wed May 22 04:17:27 EDT 2013", INT64_C(1369210647000) },
	{ "Wed May 22 03:17:27 CDT 2013", INT64_C(1369210647000) },
	{ "Wed May 22 01:17:27 MST 2013", INT64_C(1369210647000) },
	{ "Wed May 22 02:17:27 MDT 2013", INT64_C(1369210647000) },
	{ "Wed May 22 00:17:27 PST 2013", INT64_C(1369210647000) },
	{ "Wed May 22 01:17:27 PDT 2013", INT64_C(1369210647000) },
	{ "Wed May 22 10:17:27 IST 2013", -1 },
	{ "", -1 }, { "[]", -1 }, { "[", -1 }, { "-", -1 }, { "Wed", -1 }
};

static bool
parse(const char *text, struct sp_when_zone zone, int64_t *time)
{
	struct sp_span span = { text, strlen(text) };

	return sp_when_parse(span, zone, time);
}

START_TEST(test_time)
{
	const struct sp_when_zone utc = { 0, false };
	int64_t time = -1;
	bool found = parse(times[_i].text, utc, &time);

	ck_assert_msg(found == (times[_i].time >= 0) && time == times[_i].time,
		      "\"%s\" is %lld", times[_i].text, (long long)time);
}
END_TEST

START_TEST(test_zones)
{
	const struct sp_when_zone india = { 330, true };
	int64_t time;

	hold(parse("20130522134727", india, &time));
	ck_assert_int_eq(time, INT64_C(1369210647000));
	hold(parse("Wed May 22 13:47:27 IST 2013", india, &time));
	ck_assert_int_eq(time, INT64_C(1369210647000));
	hold(parse("2013-05-22T08:17:27Z", india, &time));
	ck_assert_int_eq(time, INT64_C(1369210647000));
}
END_TEST

/* Any time reads back from what is written of it. */
START_TEST(test_time_round)
{
	const struct sp_when_zone utc = { 0, false };
	struct sp_random random = { 1 };

	for (int i = 0; i < 20000; i++) {
		int64_t time = (int64_t)sp_random_below(
			&random, UINT64_C(253402300800000)), back;
		char text[SP_WHEN_TEXT];

		hold(sp_when_format(text, time) == strlen(text));
		hold(parse(text, utc, &back) && back == time);
	}
}
END_TEST

/* ---- orders ----------------------------------------------------------- */

#define PAGES 12
#define REQUESTS 30

struct crawl_case {
	bool links[PAGES][PAGES];
	struct sp_request requests[REQUESTS];
	int count;
};

static struct sp_graph *
graph_of(const struct crawl_case *crawl)
{
	struct sp_rowstore *store = sp_rowstore_new(1, false);
	struct sp_graph *graph = NULL;
	double *weights = NULL;
	struct sp_error err;

	for (uint32_t p = 0; p < PAGES; p++) {
		uint32_t to[PAGES];
		struct sp_row row = { .page = p, .successors = to };

		for (uint32_t q = 0; q < PAGES; q++)
			if (crawl->links[p][q])
				to[row.count++] = q;
		must(sp_rowstore_row(store, &row, &err), err);
	}
	must(sp_rowstore_finish(store, PAGES, &graph, &weights, &err), err);
	sp_rowstore_free(store);
	return graph;
}

static void
draw_case(struct sp_random *random, struct crawl_case *crawl)
{
	bool with_via = sp_random_below(random, 2);

	for (int p = 0; p < PAGES; p++)
		for (int q = 0; q < PAGES; q++)
			crawl->links[p][q] = !sp_random_below(random, 6);
	crawl->count = (int)sp_random_below(random, REQUESTS) + 1;
	for (int i = 0; i < crawl->count; i++) {
		uint64_t way = sp_random_below(random, 4);

		crawl->requests[i] = (struct sp_request){
			.page = (uint32_t)sp_random_below(random, PAGES),
			.via = !with_via || !way ? SP_VIA_NONE :
			       way == 1 ? SP_VIA_LOST :
			       (uint32_t)sp_random_below(random, PAGES),
			.time = (int64_t)sp_random_below(random, 20),
			.serial = (uint64_t)i,
			.downloaded = sp_random_below(random, 4) > 0,
			.seed = !sp_random_below(random, 8)
		};
	}
}

/* The first download of the page, by time and then by line; -1: none. */
static int
first_of(const struct crawl_case *crawl, uint32_t page)
{
	int best = -1;

	for (int i = 0; i < crawl->count; i++)
		if (crawl->requests[i].page == page &&
		    crawl->requests[i].downloaded &&
		    (best < 0 || crawl->requests[i].time <
				 crawl->requests[best].time))
			best = i;
	return best;
}

static bool
comes_before(const struct crawl_case *crawl, int i, int j)
{
	int64_t a = crawl->requests[i].time, b = crawl->requests[j].time;

	return a < b || (a == b && i < j);
}

/* Was its first download, or a request before that, one of a seed? */
static bool
is_seed(const struct crawl_case *crawl, uint32_t page, int first)
{
	bool with_via = false, seed = false;

	for (int i = 0; i < crawl->count; i++) {
		const struct sp_request *request = &crawl->requests[i];

		with_via |= request->via != SP_VIA_NONE;
		if (request->page == page && request->seed &&
		    (i == first || comes_before(crawl, i, first)))
			seed = true;
	}
	return seed || (with_via &&
			crawl->requests[first].via == SP_VIA_NONE);
}

/* The page that led to it, or SP_NO_PARENT. */
static uint32_t
parent_of(const struct crawl_case *crawl, uint32_t page, int first)
{
	uint32_t via = crawl->requests[first].via, best = SP_NO_PARENT;
	int from = via < PAGES ? first_of(crawl, via) : -1;

	if (is_seed(crawl, page, first))
		return SP_NO_PARENT;
	if (from >= 0 && comes_before(crawl, from, first))
		return via;
	for (uint32_t p = 0; p < PAGES; p++) {
		int other = first_of(crawl, p);

		if (!crawl->links[p][page] || other < 0 ||
		    !comes_before(crawl, other, first))
			continue;
		if (best == SP_NO_PARENT ||
		    comes_before(crawl, other, first_of(crawl, best)))
			best = p;
	}
	return best;
}

/* Is it a seed, or was it downloaded, or a page that links to it? */
static bool
is_known(const struct crawl_case *crawl, const struct sp_order *order,
	 uint32_t page)
{
	bool known = first_of(crawl, page) >= 0;

	for (uint32_t p = 0; p < PAGES; p++)
		known |= crawl->links[p][page] && first_of(crawl, p) >= 0;
	for (uint64_t i = 0; i < order->seed_count; i++)
		known |= order->seeds[i] == page;
	return known;
}

static void
check_case(const struct crawl_case *crawl, const struct sp_order *order)
{
	uint64_t downloaded = 0, known = 0;

	for (uint32_t p = 0; p < PAGES; p++) {
		downloaded += first_of(crawl, p) >= 0;
		known += is_known(crawl, order, p);
	}
	hold(order->count == downloaded);
	hold(order->report.known == known);
	for (uint64_t i = 0; i < order->count; i++) {
		uint32_t page = order->pages[i];
		int first = first_of(crawl, page);

		hold(!i || comes_before(crawl, first_of(
			crawl, order->pages[i - 1]), first));
		hold(order->keys[i] ==
		     (double)crawl->requests[first].time / 1000);
		hold(order->parents[i] == parent_of(crawl, page, first));
	}
}

START_TEST(test_orders)
{
	struct sp_random random = { (uint64_t)_i };

	for (int round = 0; round < ROUNDS_OF(400); round++) {
		struct sp_history *history = sp_history_new();
		struct sp_order order = { .count = 0 };
		struct sp_history_counts counts;
		struct sp_graph *graph;
		struct crawl_case crawl;
		struct sp_error err;
		bool again;

		draw_case(&random, &crawl);
		graph = graph_of(&crawl);
		for (int i = 0; i < crawl.count; i++)
			must(sp_history_add(history, &crawl.requests[i],
					    &again, &err), err);
		must(sp_history_order(history, graph, NULL, 0, &order,
				      &counts, &err), err);
		check_case(&crawl, &order);
		sp_order_free(&order);
		sp_history_free(history);
		sp_graph_free(graph);
	}
}
END_TEST

/* ---- pages ------------------------------------------------------------ */

static const struct {
	const char *url;
	uint64_t normal, loose;
} found[] = {
	{ "http://a.example/", 0, 0 }, { "HTTP://A.example", 0, 0 },
	{ "https://a.example/", SP_LOG_NO_PAGE, 0 },
	{ "http://www.a.example", SP_LOG_NO_PAGE, 0 },
	{ "http://b.example/%7ex", 1, 1 }, { "http://b.example/~x#y", 1, 1 },
	{ "http://b.example/~x/", SP_LOG_NO_PAGE, 1 },
	{ "not a URL", 2, 2 }, { "mailto:x", SP_LOG_NO_PAGE, SP_LOG_NO_PAGE },
	{ "http://c.example/", SP_LOG_NO_PAGE, SP_LOG_NO_PAGE }
};

START_TEST(test_pages)
{
	static const char *const texts[] = {
		"http://a.example/", "http://b.example/%7Ex", "not a URL",
		"http://b.example/~x"
	};
	struct sp_names names = SP_NAMES_EMPTY;
	struct sp_log_pages *pages;
	struct sp_error err;
	uint64_t page;

	for (size_t i = 0; i < 3; i++)
		must(sp_names_add(&names, texts[i], strlen(texts[i]), &err),
		     err);
	for (int loose = 0; loose < 2; loose++) {
		must(sp_log_pages_new(&names, loose ? SP_MATCH_LOOSE :
						      SP_MATCH_NORMAL,
				      &pages, &err), err);
		for (int i = 0; i < LENGTH(found); i++) {
			struct sp_span url = { found[i].url,
					       strlen(found[i].url) };

			must(sp_log_pages_find(pages, url, &page, &err), err);
			ck_assert_msg(page == (loose ? found[i].loose :
						       found[i].normal),
				      "%s: page %lld", found[i].url,
				      (long long)page);
		}
		sp_log_pages_free(pages);
	}
	sp_names_free(&names);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("crawllog");

	tcase_add_loop_test(tests, test_time, 0, LENGTH(times));
	tcase_add_test(tests, test_zones);
	tcase_add_test(tests, test_time_round);
	tcase_add_loop_test(tests, test_orders, 0, 4);
	tcase_add_test(tests, test_pages);
	return unit_run(tests);
}
