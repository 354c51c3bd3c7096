/* SPDX-License-Identifier: MIT */
/* Seeds carried to another graph, against a second, naive implementation. */
#include "oracle.h"
#include "unit.h"

#include "base/random.h"
#include "seed/carry.h"

#include <stdio.h>
#include <string.h>

enum { PAGES = 14, HOSTS = 4, SEEDS = 5 };

/* Two graphs; pages with the same name are the same. */
struct webs {
	struct oracle_graph old, new;
	unsigned old_name[PAGES], new_name[PAGES]; /* none twice in a graph */
	uint32_t new_host[PAGES];  /* of the new pages: name % HOSTS */
	double scores[PAGES];
	unsigned seeds[SEEDS];     /* old pages */
};

static void
draw_names(struct sp_random *random, unsigned names[PAGES])
{
	for (unsigned i = 0; i < PAGES; i++) {
		bool used = true;

		while (used) {
			names[i] = (unsigned)sp_random_below(random,
							     2 * PAGES);
			used = false;
			for (unsigned k = 0; k < i; k++)
				used |= names[k] == names[i];
		}
	}
}

static void
draw_links(struct sp_random *random, struct oracle_graph *graph)
{
	uint64_t density = 1 + sp_random_below(random, 6);

	memset(graph, 0, sizeof(*graph));
	graph->pages = PAGES;
	for (unsigned i = 0; i < PAGES; i++)
		for (unsigned k = 0; k < PAGES; k++)
			graph->link[i][k] = sp_random_below(random, 12) <
					    density;
	/* Some pages without links. */
	for (unsigned i = 0; i < PAGES; i++)
		if (!sp_random_below(random, 4))
			memset(graph->link[i], 0, sizeof(graph->link[i]));
}

static void
draw_webs(uint64_t run, struct webs *webs)
{
	struct sp_random random = { run };

	draw_links(&random, &webs->old);
	draw_links(&random, &webs->new);
	draw_names(&random, webs->old_name);
	draw_names(&random, webs->new_name);
	for (unsigned i = 0; i < PAGES; i++) {
		webs->new_host[i] = webs->new_name[i] % HOSTS;
		webs->scores[i] = (double)sp_random_below(&random, 5);
	}
	for (unsigned i = 0; i < SEEDS; i++)
		webs->seeds[i] = (unsigned)sp_random_below(&random, PAGES);
}

/* ---- the naive version ------------------------------------------------- */

/* The new page of this name; PAGES if there is none. */
static unsigned
naive_page(const struct webs *webs, unsigned name)
{
	unsigned page = 0;

	while (page < PAGES && webs->new_name[page] != name)
		page++;
	return page;
}

static unsigned
naive_degree(const struct oracle_graph *graph, unsigned page, bool in)
{
	unsigned degree = 0;

	for (unsigned i = 0; i < PAGES; i++)
		degree += in ? graph->link[i][page] : graph->link[page][i];
	return degree;
}

static unsigned
naive_host(const struct webs *webs, unsigned name, bool scored)
{
	unsigned best = PAGES;
	double most = -1;

	for (unsigned page = 0; page < PAGES; page++) {
		double worth = scored ? webs->scores[page] :
					naive_degree(&webs->new, page, true);

		if (webs->new_host[page] == name % HOSTS && worth > most &&
		    naive_degree(&webs->new, page, false)) {
			best = page;
			most = worth;
		}
	}
	return best;
}

static unsigned
naive_similar(const struct webs *webs, unsigned old_page)
{
	bool wanted[PAGES] = { false };
	unsigned links = 0, best = PAGES, best_shared = 0, best_either = 1;

	for (unsigned i = 0; i < PAGES; i++) {
		unsigned page = naive_page(webs, webs->old_name[i]);

		if (webs->old.link[old_page][i] && page < PAGES) {
			wanted[page] = true;
			links++;
		}
	}
	for (unsigned page = 0; page < PAGES; page++) {
		unsigned shared = 0, either = links;

		for (unsigned i = 0; i < PAGES; i++) {
			shared += webs->new.link[page][i] && wanted[i];
			either += webs->new.link[page][i] && !wanted[i];
		}
		if (!shared)
			continue;
		if (best < PAGES &&
		    (shared * best_either < best_shared * either ||
		     (shared * best_either == best_shared * either &&
		      shared <= best_shared)))
			continue;
		best = page;
		best_shared = shared;
		best_either = either;
	}
	return best;
}

static struct sp_carried
naive_carry(const struct webs *webs, unsigned old_page, unsigned steps)
{
	struct sp_carried result = { .found = SP_FOUND_URL };
	unsigned name = webs->old_name[old_page];

	result.page = naive_page(webs, name);
	if (result.page == PAGES && steps & 1) {
		result.found = SP_FOUND_HOST;
		result.page = naive_host(webs, name, steps & 4);
	}
	if (result.page == PAGES && steps & 2) {
		result.found = SP_FOUND_SIMILAR;
		result.page = naive_similar(webs, old_page);
	}
	if (result.page == PAGES)
		result.found = SP_FOUND_PICKED;
	return result;
}

/* ---- the library -------------------------------------------------------- */

static struct sp_carry *
add_seeds(const struct webs *webs)
{
	struct sp_carry *carry;
	struct sp_error err;

	must(sp_carry_new(SP_MATCH_EXACT, &carry, &err), err);
	for (unsigned i = 0; i < SEEDS; i++) {
		unsigned page = webs->seeds[i], name = webs->old_name[page];
		char text[20], host[20];

		snprintf(text, sizeof(text), "page %u", name);
		snprintf(host, sizeof(host), "host %u", name % HOSTS);
		must(sp_carry_seed(carry, text, strlen(text), host,
				   strlen(host), &err), err);
		for (unsigned k = 0; k < PAGES; k++) {
			snprintf(text, sizeof(text), "page %u",
				 webs->old_name[k]);
			if (webs->old.link[page][k])
				must(sp_carry_link(carry, text, strlen(text),
						   &err), err);
		}
	}
	for (unsigned page = 0; page < PAGES; page++) {
		char text[20];

		snprintf(text, sizeof(text), "page %u", webs->new_name[page]);
		must(sp_carry_name(carry, page, text, strlen(text), &err), err);
	}
	return carry;
}

static void
add_hosts(const struct webs *webs, struct sp_hosts *hosts)
{
	struct sp_error err;

	for (unsigned i = 0; i < HOSTS; i++) {
		char name[20];

		snprintf(name, sizeof(name), "host %u", i);
		must(sp_names_add(&hosts->names, name, strlen(name), &err),
		     err);
	}
	for (unsigned i = 0; i < PAGES; i++)
		must(sp_hosts_add(hosts, webs->new_host[i], &err), err);
}

/* steps: 1 by host, 2 by links, 4 hosts by score. */
static void
check_carry(const struct webs *webs, unsigned steps, unsigned seen[4])
{
	struct sp_graph *graph = oracle_build(&webs->new);
	struct sp_carry *carry = add_seeds(webs);
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	uint64_t gone = 0;
	struct sp_error err;

	add_hosts(webs, &hosts);
	sp_carry_by_url(carry);
	if (steps & 1)
		must(sp_carry_by_host(carry, graph, &hosts,
				      steps & 4 ? webs->scores : NULL, 1,
				      &err), err);
	if (steps & 2)
		must(sp_carry_by_links(carry, graph, &err), err);
	for (unsigned i = 0; i < SEEDS; i++) {
		struct sp_carried got = sp_carry_result(carry, i);
		struct sp_carried want = naive_carry(webs, webs->seeds[i],
						     steps);

		ck_assert_uint_eq(got.found, want.found);
		seen[got.found]++;
		gone += got.found == SP_FOUND_PICKED;
		if (got.found != SP_FOUND_PICKED)
			ck_assert_uint_eq(got.page, want.page);
	}
	ck_assert_uint_eq(sp_carry_gone(carry), gone);
	sp_hosts_free(&hosts);
	sp_carry_free(carry);
	sp_graph_free(graph);
}

START_TEST(test_carry)
{
	unsigned seen[4] = { 0 };

	for (uint64_t run = 0; run < ROUNDS_OF(1000); run++) {
		struct webs webs;

		draw_webs(run, &webs);
		for (unsigned steps = 0; steps < 8; steps++)
			check_carry(&webs, steps, seen);
	}
	for (unsigned i = 0; i < 4; i++)
		ck_assert_uint_gt(seen[i], ROUNDS_OF(500));
}
END_TEST

/* Of equal names the first page counts; an empty name is none. */
START_TEST(test_odd_names)
{
	struct sp_carry *carry;
	struct sp_error err;
	size_t length;

	must(sp_carry_new(SP_MATCH_EXACT, &carry, &err), err);
	must(sp_carry_seed(carry, "a", 1, "", 0, &err), err);
	must(sp_carry_seed(carry, "", 0, "", 0, &err), err);
	must(sp_carry_seed(carry, "a", 1, "", 0, &err), err);
	must(sp_carry_name(carry, 0, "", 0, &err), err);
	must(sp_carry_name(carry, 1, "a", 1, &err), err);
	must(sp_carry_name(carry, 2, "a", 1, &err), err);
	sp_carry_by_url(carry);
	ck_assert_uint_eq(sp_carry_gone(carry), 1);
	ck_assert_uint_eq(sp_carry_result(carry, 0).page, 1);
	ck_assert_uint_eq(sp_carry_result(carry, 2).page, 1);
	(void)sp_carry_name_of(carry, 1, &length);
	ck_assert_uint_eq(length, 0);
	sp_carry_free(carry);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("carry");

	tcase_add_test(tests, test_carry);
	tcase_add_test(tests, test_odd_names);
	return unit_run(tests);
}
