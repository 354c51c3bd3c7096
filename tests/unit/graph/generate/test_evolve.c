/* SPDX-License-Identifier: MIT */
/* What must hold for any later crawl, on random webs. */
#include "oracle.h"
#include "unit.h"

#include "base/random.h"
#include "graph/generate/evolve.h"

#include <stdio.h>
#include <string.h>

enum { PAGES = 24, HOSTS = 5 };

struct web {
	struct oracle_graph links;
	struct sp_graph *graph;
	struct sp_names names;
	struct sp_hosts hosts;
	bool with_hosts;
};

/* Sorted by URL in every other run; hosts h0 to h4 of one domain. */
static void
draw_web(uint64_t run, struct web *web)
{
	struct sp_random random = { run };
	struct sp_error err;

	memset(web, 0, sizeof(*web));
	web->with_hosts = run % 3 > 0;
	web->links.pages = PAGES;
	for (unsigned i = 0; i < PAGES; i++)
		for (unsigned k = 0; k < PAGES; k++)
			web->links.link[i][k] =
				!sp_random_below(&random, 1 + run % 7);
	for (unsigned host = 0; host < HOSTS; host++) {
		char name[30];

		snprintf(name, sizeof(name), "h%u.test", host);
		must(sp_names_add(&web->hosts.names, name, strlen(name), &err),
		     err);
	}
	for (unsigned page = 0; page < PAGES; page++) {
		char name[40];
		unsigned host = run % 2 ? page * HOSTS / PAGES : page % HOSTS;

		snprintf(name, sizeof(name), "http://h%u.test/d%u/p%02u", host,
			 page / 3 % 2, page);
		/* Directories must ascend inside hosts, for the order. */
		if (run % 2)
			snprintf(name, sizeof(name), "http://h%u.test/p%02u",
				 host, page);
		must(sp_names_add(&web->names, name, strlen(name), &err), err);
		must(sp_hosts_add(&web->hosts, host, &err), err);
	}
	web->graph = oracle_build(&web->links);
}

static void
free_web(struct web *web)
{
	sp_graph_free(web->graph);
	sp_names_free(&web->names);
	sp_hosts_free(&web->hosts);
}

/* ---- the later web ------------------------------------------------------ */

struct later {
	bool link[PAGES][PAGES];
	char name[PAGES][80];
	uint64_t died;
};

static enum sp_status
keep_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct later *later = context;

	(void)err;
	for (uint64_t i = 0; i < row->count; i++) {
		ck_assert(!i || row->successors[i] > row->successors[i - 1]);
		later->link[row->page][row->successors[i]] = true;
	}
	return SP_OK;
}

static void
evolve(const struct web *web, double fraction, uint64_t seed, int threads,
       struct later *later)
{
	struct sp_evolve_options options = { fraction, seed, threads };
	struct sp_row_sink sink = { later, NULL, keep_row };
	struct sp_evolution *evolution;
	struct sp_error err;

	memset(later, 0, sizeof(*later));
	must(sp_evolution_new(web->graph, &web->names,
			      web->with_hosts ? &web->hosts : NULL, &options,
			      &evolution, &err), err);
	must(sp_evolution_rows(evolution, &sink, &err), err);
	later->died = sp_evolution_died(evolution);
	for (uint64_t page = 0; page < PAGES; page++) {
		char name[SP_NAME_MAX];
		size_t length = sp_evolution_name(evolution, page, name);

		ck_assert_uint_lt(length, sizeof(later->name[page]));
		memcpy(later->name[page], name, length);
	}
	sp_evolution_free(evolution);
}

/* The old page of this name; PAGES if there is none. */
static unsigned
old_page(const struct web *web, const char *name)
{
	unsigned page = 0;
	size_t length;
	const char *text;

	for (; page < PAGES; page++) {
		text = sp_names_get(&web->names, page, &length);
		if (length == strlen(name) && !memcmp(text, name, length))
			break;
	}
	return page;
}

static unsigned
count_links(const bool links[PAGES])
{
	unsigned count = 0;

	for (unsigned i = 0; i < PAGES; i++)
		count += links[i];
	return count;
}

static void
check_later(const struct web *web, const struct later *later)
{
	unsigned survivors = 0;

	for (unsigned page = 0; page < PAGES; page++) {
		unsigned old = old_page(web, later->name[page]);

		for (unsigned i = 0; i < page; i++)
			ck_assert_str_ne(later->name[i], later->name[page]);
		if (old == PAGES)
			continue;
		survivors++;
		ck_assert_uint_le(count_links(later->link[page]),
				  count_links(web->links.link[old]));
	}
	ck_assert_uint_eq(survivors, PAGES - later->died);
}

START_TEST(test_evolve)
{
	uint64_t died = 0, webs = 0;

	for (uint64_t run = 0; run < ROUNDS_OF(300); run++) {
		struct web web;
		struct later later, again;
		double fraction = (double)(run % 10) / 10;

		draw_web(run, &web);
		evolve(&web, fraction, run, 1, &later);
		check_later(&web, &later);
		evolve(&web, fraction, run, 3, &again);
		ck_assert_mem_eq(&later, &again, sizeof(later));
		if (run % 10 == 5) {
			died += later.died;
			webs++;
		}
		free_web(&web);
	}
	/* Half of the pages, in the mean of 30 webs. */
	ck_assert_uint_ge(died * 100, webs * PAGES * 45);
	ck_assert_uint_le(died * 100, webs * PAGES * 55);
}
END_TEST

START_TEST(test_ends)
{
	for (uint64_t run = 0; run < ROUNDS_OF(100); run++) {
		struct web web;
		struct later later;

		draw_web(run, &web);
		evolve(&web, 0, run, 1, &later);
		ck_assert_uint_eq(later.died, 0);
		for (unsigned page = 0; page < PAGES; page++) {
			ck_assert_uint_eq(old_page(&web, later.name[page]),
					  page);
			for (unsigned to = 0; to < PAGES; to++)
				ck_assert(later.link[page][to] ==
					  web.links.link[page][to]);
		}
		evolve(&web, 1, run, 1, &later);
		ck_assert_uint_eq(later.died, PAGES);
		check_later(&web, &later);
		free_web(&web);
	}
}
END_TEST

/* Hosts fit the names, and as many pages are on each as before. */
START_TEST(test_hosts)
{
	for (uint64_t run = 0; run < ROUNDS_OF(300); run++) {
		struct sp_evolve_options options = { 0.9, run, 1 };
		struct sp_evolution *evolution;
		struct sp_hosts hosts;
		struct sp_error err;
		struct web web;

		draw_web(run, &web);
		must(sp_evolution_new(web.graph, &web.names, &web.hosts,
				      &options, &evolution, &err), err);
		must(sp_evolution_hosts(evolution, &hosts, &err), err);
		ck_assert_uint_eq(hosts.pages, PAGES);
		ck_assert_uint_eq(hosts.names.count, HOSTS);
		for (uint64_t page = 0; page < PAGES; page++) {
			char url[SP_NAME_MAX], of_url[SP_NAME_MAX];
			size_t length = sp_evolution_name(evolution, page,
							  url), size;
			const char *host = sp_names_get(
				&hosts.names, hosts.host_of[page], &size);
			bool ascii;

			ck_assert_uint_eq(sp_url_host(url, length, of_url,
						      &ascii), size);
			ck_assert_mem_eq(of_url, host, size);
		}
		sp_hosts_free(&hosts);
		sp_evolution_free(evolution);
		free_web(&web);
	}
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("evolve");

	tcase_add_test(tests, test_evolve);
	tcase_add_test(tests, test_ends);
	tcase_add_test(tests, test_hosts);
	return unit_run(tests);
}
