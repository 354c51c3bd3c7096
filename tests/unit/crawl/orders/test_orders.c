/* SPDX-License-Identifier: MIT */
/*
 * Crawl orders: the worked examples of seedpipe-algorithms(7), sections 2 and
 * 3, by the oracle and by the library.
 */
#include "order_run.h"
#include "unit.h"

#include <math.h>
#include <string.h>

#define G11 11, "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 7:1 8 8:7 9 9:4 " \
	"10:0 4", "00001112222"
#define G8 8, "0:4 5 7 1:6 2:5 4:3 5 6 5:1 6 7 7:1 3 6", ""
#define N10 10, "0:1 2 3 4 1:5 2:3 4 8 3:4 4:9 5:6 6:7 7:2 8:9", ""
#define F5 5, "0:1 2 1:3 4 2:1 4", ""
#define T16 16, "0:1 2 1:3 2:5 3:2 5 4:2 6 5:7 8 11 6:8 9 12 10:7 11 13 " \
	"11:7 8 12:11 13:12 14:15 15:14", ""
#define D5 5, "0:1 2 1:3 3:2 4 4:2", "01023"

#define DEFAULT struct oracle_crawl_options options = ORACLE_CRAWL_DEFAULTS

/* An example: what is crawled, how, and the digits as they are printed. */
struct example {
	const char *strategy, *plan;  /* plan NULL: the name alone */
	const char *order;            /* "0 1 2", or "0:0.3 1:0.6" with keys */
};

static double
half_of_last_digit(const char *number)
{
	const char *point = strchr(number, '.');
	size_t digits = point ? strspn(point + 1, "0123456789") : 0;

	return 0.5000001 * pow(10, -(double)digits);
}

/* Compares with the text of an example. */
static void
check_order(const struct oracle_order *order, const char *what,
	    const char *text)
{
	unsigned i = 0;

	while (*text) {
		char *end, key[32];
		unsigned page = (unsigned)strtoul(text, &end, 10);

		ck_assert(end != text);
		ck_assert_msg(i < order->count && order->page[i] == page,
			      "%s: download %u is page %u, not %u", what,
			      i + 1, i < order->count ? order->page[i] : 0,
			      page);
		if (*end == ':') {
			size_t length = strcspn(++end, " ");

			snprintf(key, sizeof(key), "%.*s", (int)length, end);
			ck_assert_msg(fabs(order->key[i] - atof(key)) <=
				      half_of_last_digit(key),
				      "%s: page %u has key %.9f, not %s",
				      what, page, order->key[i], key);
			end += length;
		}
		i++;
		text = end + strspn(end, " ");
	}
	ck_assert_msg(order->count == i, "%s: %u downloads, not %u", what,
		      order->count, i);
}

/* The oracle's order is the example's, and the library's the oracle's. */
static void
check_both(const struct oracle_crawl_input *input,
	   const struct oracle_crawl_options *options, const char *strategy,
	   const char *plan, const char *text, struct oracle_order *order)
{
	oracle_crawl(input, strategy, options, order);
	check_order(order, plan, text);
#ifndef ORACLE_ALONE
	struct sp_crawl_options common = order_options(options);
	struct sp_crawl_report report;
	struct oracle_order found;

	order_library(input, &common, plan, &found, &report);
	check_order(&found, plan, text);
	order_both(input, strategy, options, plan, order);
#endif
}

static void
check(const struct oracle_crawl_input *input,
      const struct oracle_crawl_options *options, const char *plan,
      const char *text)
{
	struct oracle_order order;
	char strategy[32];

	snprintf(strategy, sizeof(strategy), "%.*s",
		 (int)strcspn(plan, ":@"), plan);
	check_both(input, options, strategy, plan, text, &order);
}

/* ---- section 2 -------------------------------------------------------- */

START_TEST(test_blind)
{
	static const uint32_t depths[] = { 1, 2, 2, 2, 3, 3, 3, 3, 4, 5 };
	static const uint32_t parents[] = {
		ORACLE_NONE, 0, 0, 1, 2, 5, 5, 5
	};
	struct oracle_crawl_input input;
	struct oracle_order order;
	DEFAULT;

	order_input(&input, G11);
	check_both(&input, &options, "bfs", "bfs",
		   "0:0 1:1 2:2 4:3 3:4 5:5 6:6 7:7 8:8 9:9", &order);
	for (unsigned i = 0; i < 10; i++)
		ck_assert_uint_eq(order.depth[i], depths[i]);
	check(&input, &options, "dfs", "0 1 3 2 5 4 6 7 8 9");
	order_input(&input, T16);
	check_both(&input, &options, "bfs", "bfs", "0 1 2 3 5 7 8 11", &order);
	for (unsigned i = 0; i < 8; i++)
		ck_assert_uint_eq(order.parent[i], parents[i]);
}
END_TEST

/* The key of an omniscient crawl is the score. */
START_TEST(test_omniscient)
{
	static const double rank[] = {
		.139700, .116539, .057853, .133721, .147213, .076373, .059982,
		.099517, .093025, .057807, .018271
	};
	struct oracle_crawl_input input;
	DEFAULT;

	order_input(&input, G11);
	memcpy(input.score, rank, sizeof(rank));
	check(&input, &options, "omniscient", "0:0.139700 4:0.147213 "
	      "1:0.116539 3:0.133721 7:0.099517 8:0.093025 5:0.076373 "
	      "6:0.059982 2:0.057853 9:0.057807");
}
END_TEST

START_TEST(test_backlink)
{
	struct oracle_crawl_input input;
	DEFAULT;

	order_input(&input, G11);
	options.k = 1;
	check(&input, &options, "backlink",
	      "0:0 1:1 2:1 3:2 4:1 5:2 6:1 7:1 8:2 9:1");
	options.k = 2;
	check(&input, &options, "backlink@2", "0 1 2 4 3 5 6 7 8 9");
	options.k = 3;
	check(&input, &options, "backlink:k=3", "0 1 2 3 4 5 6 7 8 9");
}
END_TEST

START_TEST(test_lsf)
{
	struct oracle_crawl_input input;
	DEFAULT;

	order_input(&input, G11);
	check(&input, &options, "lsf",
	      "0:1 1:2 2:2 4:2 5:2 7:2 3:1 6:1 8:1 9:1");
	options.oracle = true;
	check(&input, &options, "lsf:oracle=yes",
	      "0:4 1:4 2:4 3:4 4:3 7:4 8:4 9:4 5:3 6:3");
	options.oracle = false;
	order_input(&input, 11, "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 7:1 8 "
		    "8:7 9 9:4 10:0 4", "00000000000");
	check(&input, &options, "lsf", "0 1 2 4 3 5 6 7 8 9");
}
END_TEST

START_TEST(test_domainpq)
{
	struct oracle_crawl_input input;
	struct oracle_order order;
	DEFAULT;

	/* S2, Figure 3: B to F are inter, G and H intra. */
	order_input(&input, 8, "0:1 2 3 4 5 6 7", "01234500");
	check(&input, &options, "domainpq", "0:1 1:0.471429 2:0.471429 "
	      "3:0.471429 4:0.471429 5:0.471429 6:0.235714 7:0.235714");
	order_input(&input, G11);
	check(&input, &options, "domainpq", "0:1.00 4:0.44 7:0.44 1:0.22 "
	      "3:0.33 2:0.22 5:0.22 6:0.22 8:0.165 9:0.33");
	options.max_wait = 2;
	check_both(&input, &options, "domainpq", "domainpq:max-wait=2",
		   "0 4 7 1 3 8 9", &order);
	ck_assert_uint_eq(order.dropped, 3);
	for (unsigned i = 0; i < 3; i++) {
		ck_assert_uint_eq(order.drops[i].clock, i ? 5 : 4);
		ck_assert_uint_eq(order.drops[i].page, i ? 4 + i : 2);
	}
	options.max_wait = 0;
	options.rescore_max = true;
	check(&input, &options, "domainpq:rescore=max", "0:1 4:.44 7:.44 "
	      "1:.33 3:.33 2:.22 5:.44 8:.33 9:.33 6:.22");
}
END_TEST

START_TEST(test_domainpq_dropped)
{
	struct oracle_crawl_input input;
	struct oracle_order order;
	DEFAULT;

	order_input(&input, D5);
	options.max_wait = 1;
	check_both(&input, &options, "domainpq", "domainpq:max-wait=1",
		   "0 1 3 4 2", &order);
	ck_assert_uint_eq(order.drops[0].clock, 3);
	ck_assert_uint_eq(order.drops[0].page, 2);
	options.dropped_never = true;
	check(&input, &options, "domainpq:minutes=0.5:rate=2:dropped=never",
	      "0 1 3 4");
}
END_TEST

/* ---- sections 3.2 to 3.6 ---------------------------------------------- */

START_TEST(test_batchpr)
{
	struct oracle_crawl_input input;
	DEFAULT;

	order_input(&input, G11);
	options.k = 2;
	check(&input, &options, "batchpr", "0:0 1:0 3:0.301237 2:0.184896 "
	      "4:0.128223 5:0.092615 8:0.081482 6:0.075764 7:0.099640 "
	      "9:0.066162");
	options.k = 3;
	check(&input, &options, "batchpr@3", "0 1 2 3 5 4 8 6 7 9");
}
END_TEST

START_TEST(test_partialpr)
{
	struct oracle_crawl_input input;
	DEFAULT;

	order_input(&input, G11);
	options.k = 2;
	check(&input, &options, "partialpr:k=2", "0:1 1:0.333333 3:0.301237 "
	      "2:0.184896 4:0.128223 5:0.092615 8:0.081482 6:0.075764 "
	      "7:0.099640 9:0.066162");
	options.update_all = true;
	check(&input, &options, "partialpr:k=2:update=all", "0 1 3 2 4 "
	      "5:0.135357 8 7:0.116505 9:0.066430 6:0.053884");
	options.update_all = false;
	options.k = 3;
	check(&input, &options, "partialpr@3:update=new",
	      "0 1 2 3 5 4 8 6 7 9");
}
END_TEST

START_TEST(test_opic)
{
	struct oracle_crawl_input input;
	DEFAULT;

	order_input(&input, G11);
	check(&input, &options, "opic", "0:0.090909 1:0.121212 3:0.212121 "
	      "2:0.121212 5:0.131313 4:0.186869 8:0.156566 7:0.231481 "
	      "9:0.169192 6:0.153199");
	options.init_seeds = true;
	check(&input, &options, "opic@seeds", "0:1 1:0.333333 2:0.333333 "
	      "3:0.444444 4:0.333333 5:0.222222 6:0.111111 7:0.111111 "
	      "8:0.166667 9:0.083333");
}
END_TEST

START_TEST(test_fica)
{
	struct oracle_crawl_input input;
	DEFAULT;

	order_input(&input, G11);
	check(&input, &options, "fica", "0:0 1:0.477121 3:0.143136 2:0.477121 "
	      "4:0.477121 5:0.620258 8:0.487107 7:0.447162 9:0.447162 "
	      "6:0.620258");
	options.gamma = 1;
	check(&input, &options, "fica@1", "0:0 1:0.477121 2:0.477121 "
	      "4:0.477121 3:0.477121 5:0.954243 6:0.954243 7:0.954243 "
	      "8:1.255273 9:1.556303");
	options.gamma = 0.3;
	options.rl = true;
	options.k = 2;
	check(&input, &options, "fica@0.3:rule=rl:k=2", "0:0 1:0.477121 "
	      "3:0.143136 2:0.477121 4:0.477121 5:0.620258 8:0.487107 "
	      "9:0.447162 7:0.492025 6:0.620258");
	options.rl = false;
	check(&input, &options, "ficaplus", "0:0.3 1:0.567121 3:0.170136 "
	      "2:0.567121 4:0.567121 5:0.589856 8:0.477987 7:0.365335 "
	      "9:0.444426 6:0.647258");
}
END_TEST

/* ---- section 3.7 ------------------------------------------------------ */

START_TEST(test_ieca)
{
	static const char text[] = "0:0.300000 1:0.672121 3:0.471096 "
		"2:0.672121 4:0.672121 5:0.697698 8:0.861091 7:0.783170 "
		"6:0.982434 9:0.992251";
	struct oracle_crawl_input input;
	DEFAULT;

	order_input(&input, G11);
	options.k = 2;
	check(&input, &options, "ieca@2", text);
	options.update = ORACLE_MIN;
	check(&input, &options, "ieca:update=min", text);
	options.update = ORACLE_LAZY;
	check(&input, &options, "ieca:k=2:update=lazy:n=11", text);
}
END_TEST

START_TEST(test_ieca_modes)
{
	struct oracle_crawl_input input;
	DEFAULT;

	order_input(&input, G8);
	options.k = 2;
	check(&input, &options, "ieca:k=2:update=replace", "0:0.300000 "
	      "4:0.672121 7:0.672121 3:0.648472 6:0.648472 5:0.672159 "
	      "1:0.864733");
	options.update = ORACLE_MIN;
	check(&input, &options, "ieca:k=2:update=min", "0 4 5 6:0.648472 "
	      "7:0.672121 3:0.757047 1:0.757047");
	options.update = ORACLE_LAZY;
	check(&input, &options, "ieca:k=2:update=lazy", "0 4 5 6 7 1 3");
}
END_TEST

START_TEST(test_ieca_signs)
{
	struct oracle_crawl_input input;
	DEFAULT;

	order_input(&input, N10);
	options.k = 100;
	check(&input, &options, "ieca:k=100", "0:0.300000 1:0.797060 "
	      "5:0.518089 6:0.336758 7:0.218893 2:-0.103959 3:-0.062049 "
	      "4:-0.026216 9:-0.017040 8:0.409548");
	options.update = ORACLE_MIN;
	check(&input, &options, "ieca:k=100:update=min", "0 1 5 6 7 2 3 "
	      "4:-0.062049 9:-0.040332 8");
	options.update = ORACLE_LAZY;
	check(&input, &options, "ieca:k=100:update=lazy", "0 1 5 6 7 2 3 "
	      "4:-0.062049 9:-0.040332 8");
}
END_TEST

/* ---- sections 3.8 to 3.11 --------------------------------------------- */

START_TEST(test_fpr)
{
	struct oracle_crawl_input input;
	DEFAULT;

	order_input(&input, F5);
	check(&input, &options, "fpr", "0:0.15 1:0.06375 2:0.06375 "
	      "4:0.0541875 3:0.02709375");
	order_input(&input, G11);
	check(&input, &options, "fpr", "0:0.150000 1:0.042500 2:0.042500 "
	      "3:0.048167 4:0.042500 5:0.024083 6:0.012042 7:0.012042 "
	      "8:0.015353 9:0.006525");
	options.m = 2;
	check(&input, &options, "fpr@2", "0:0.150000 4:0.063750 1:0.031875 "
	      "2:0.031875 3:0.033867 5:0.027094 7:0.027094 8:0.023030 "
	      "6:0.013547 9:0.009788");
	options.m = 100;
	check(&input, &options, "fpr:M=100", "0:0.150000 4:0.125000 "
	      "7:0.104167 1:0.088915 3:0.075578 2:0.001250 5:0.002083 "
	      "8:0.002630 9:0.001118 6:0.001042");
}
END_TEST

START_TEST(test_rankmass_f5)
{
	static const double spent[] = {
		.15, .090844, .06375, .038609, .065702
	};
	struct oracle_crawl_input input;
	struct oracle_order order;
	DEFAULT;

	order_input(&input, F5);
	check_both(&input, &options, "rankmass", "rankmass", "0:.15 1:.06375 "
		   "2:.06375 4:.0541875 3:.038608594", &order);
	ck_assert_uint_eq(order.pushes, 6);
	ck_assert(fabs(order.covered - .397389844) <= 5.000001e-10);
	/* To exhaustion, after the last download: 7 pushes. */
	options.eps = 1 - 0.4089;
	check_both(&input, &options, "rankmass", "rankmass:eps=0.5911",
		   "0 1 2 4 3", &order);
	ck_assert_uint_eq(order.pushes, 7);
	for (unsigned v = 0; v < 5; v++)
		ck_assert(fabs(order.spent[v] - spent[v]) <= 5.000001e-7);
}
END_TEST

START_TEST(test_rankmass_g11)
{
	static const double limit[] = {
		.246011, .109653, .069703, .112954, .105763, .049715, .029966,
		.047531, .041330, .017565
	};
	struct oracle_crawl_input input;
	struct oracle_order order;
	DEFAULT;

	order_input(&input, G11);
	check_both(&input, &options, "rankmass", "rankmass", "0:0.150000 "
		   "1:0.042500 2:0.042500 3:0.048167 4:0.042500 5:0.024083 "
		   "6:0.018228 7:0.018228 8:0.017982 9:0.011703", &order);
	ck_assert_uint_eq(order.pushes, 24);
	ck_assert(fabs(order.covered - .664643) <= 5.000001e-7);
	options.eps = 0.3;
	check_both(&input, &options, "rankmass", "rankmass:eps=0.3",
		   "0 1 2 3 4 5 6 7 8 9", &order);
	ck_assert_uint_eq(order.pushes, 29);
	ck_assert(fabs(order.covered - .703377) <= 5.000001e-7);
	options.eps = 1 - .830192 + 1e-6;
	oracle_crawl(&input, "rankmass", &options, &order);
	for (unsigned v = 0; v < 10; v++)
		ck_assert(fabs(order.spent[v] - limit[v]) <= 1.5e-6);
}
END_TEST

START_TEST(test_wrankmass)
{
	struct oracle_crawl_input input;
	struct oracle_order order;
	DEFAULT;

	order_input(&input, G11);
	options.window = 0.5;
	check_both(&input, &options, "wrankmass", "wrankmass@0.5", "0:.15 "
		   "1:.0425 2:.0425 3:.048167 4:.0425 5:.024083 6:.012042 "
		   "7:.016027 8:.025102 9:.011217", &order);
	ck_assert(fabs(order.covered - .708857) <= 5.000001e-7);
	options.window = 0.05;
	check_both(&input, &options, "wrankmass", "wrankmass",
		   "0 1 2 3 4 5 6 7 8 9", &order);
	ck_assert(fabs(order.covered - .716445) <= 5.000001e-7);
	options.window = 1;
	check_both(&input, &options, "wrankmass", "wrankmass:window=1",
		   "0 1 2 4 3 5 6 7 8 9", &order);
	ck_assert(fabs(order.covered - .664907) <= 5.000001e-7);
}
END_TEST

/*
 * G4a: a frontier of one page refuses page 2, or drops it, and page 1 links to
 * it again; page 2 has what both links carried.
 */
START_TEST(test_refused)
{
	struct oracle_crawl_input input;
	DEFAULT;

	order_input(&input, 3, "0:1 2 1:2", "");
	options.max_frontier = 1;
	options.k = 9;
	check(&input, &options, "opic", "0:0.333333 1:0.5 2:1");
	check(&input, &options, "partialpr:k=9", "0:1 1:0.5 2:1");
	check(&input, &options, "fpr", "0:0.15 1:0.06375 2:0.1179375");
	check(&input, &options, "rankmass", "0:0.15 1:0.06375 2:0.1179375");
	check(&input, &options, "wrankmass", "0:0.15 1:0.06375 2:0.1179375");
	/* Page 2 is too deep for page 1, and not for page 3. */
	order_input(&input, 5, "0:1 3 1:4 4:2 3:2", "");
	options.max_frontier = 0;
	options.max_depth = 3;
	check(&input, &options, "opic", "0:0.2 1:0.3 4:0.5 3:0.3 2:1");
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("examples");

	tcase_add_test(tests, test_blind);
	tcase_add_test(tests, test_omniscient);
	tcase_add_test(tests, test_backlink);
	tcase_add_test(tests, test_lsf);
	tcase_add_test(tests, test_domainpq);
	tcase_add_test(tests, test_domainpq_dropped);
	tcase_add_test(tests, test_batchpr);
	tcase_add_test(tests, test_partialpr);
	tcase_add_test(tests, test_opic);
	tcase_add_test(tests, test_fica);
	tcase_add_test(tests, test_ieca);
	tcase_add_test(tests, test_ieca_modes);
	tcase_add_test(tests, test_ieca_signs);
	tcase_add_test(tests, test_fpr);
	tcase_add_test(tests, test_rankmass_f5);
	tcase_add_test(tests, test_rankmass_g11);
	tcase_add_test(tests, test_wrankmass);
	tcase_add_test(tests, test_refused);
	return unit_run(tests);
}
