/* SPDX-License-Identifier: MIT */
/*
 * order_run.h - what the tests of orders share: crawls by the library and by
 * the oracle on the same graph
 */
#ifndef TESTS_ORDER_RUN_H
#define TESTS_ORDER_RUN_H

#include "order_oracle.h"

#include "base/random.h"
#include "crawl/orders/plan.h"
#include "crawl/parallel.h"

#define ORDER_PLAN 512   /* bytes of the text of a plan, at most */

/* ---- runs ------------------------------------------------------------- */

/*
 * The library's order by a plan, which is text as sp_plan_parse() reads it.
 * Fails the test if the library gives an error.
 */
void order_library(const struct oracle_crawl_input *input,
		   const struct sp_crawl_options *options, const char *plan,
		   struct oracle_order *order, struct sp_crawl_report *report);

/* The same, but returns what sp_crawl() returns. */
enum sp_status order_try(const struct oracle_crawl_input *input,
			 const struct sp_crawl_options *options,
			 const char *plan, struct oracle_order *order,
			 struct sp_crawl_report *report, struct sp_error *err);

/* The same by several processes (NULL: one crawl), into a sink. */
enum sp_status order_crawl(const struct oracle_crawl_input *input,
			   const struct sp_crawl_options *options,
			   const char *plan,
			   const struct sp_parallel *parallel,
			   const struct sp_crawl_sink *sink,
			   struct sp_crawl_report *report,
			   struct sp_error *err);

/* The oracle's order, checked to be the library's: see order_same(). */
void order_both(const struct oracle_crawl_input *input, const char *strategy,
		const struct oracle_crawl_options *options, const char *plan,
		struct oracle_order *order);

/*
 * Fails unless the orders are the same: pages, parents and depths exactly,
 * keys to 1e-12 of their size.  what says which orders they are.
 */
void order_same(const struct oracle_crawl_input *input, const char *what,
		const struct oracle_order *expected,
		const struct oracle_order *found);

/* Fails unless the pages are the same; the other columns may differ. */
void order_same_pages(const struct oracle_crawl_input *input, const char *what,
		      const struct oracle_order *expected,
		      const struct oracle_order *found);

/* The common options of the oracle, as the library has them. */
struct sp_crawl_options
order_options(const struct oracle_crawl_options *options);

/* ---- inputs ----------------------------------------------------------- */

/* A graph as oracle_parse() reads it, with hosts "00001112", seed 0. */
void order_input(struct oracle_crawl_input *input, unsigned pages,
		 const char *links, const char *hosts);

/*
 * A random graph of least to most pages, with hosts, domains, links of pages
 * to themselves, pages without links, one to six seeds, scores with ties.
 */
void order_random_input(struct sp_random *random, unsigned least,
			unsigned most, struct oracle_crawl_input *input);

/* Renumbers the hosts in the order of their first pages. */
void order_number_hosts(struct oracle_crawl_input *input);

/* ---- strategies with random options ----------------------------------- */

/* Strategy i by name, or NULL after the last. */
const char *order_strategy(unsigned i);

/*
 * Random options of a strategy, in *options as well as in the text of a plan.
 * limits: with expiry and common limits too; else only those that download all
 * pages that can be reached.
 */
void order_random_plan(struct sp_random *random, const char *strategy,
		       bool limits, struct oracle_crawl_options *options,
		       char plan[ORDER_PLAN]);

#endif
