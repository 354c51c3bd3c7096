/* SPDX-License-Identifier: MIT */
/*
 * Scores of the next batch (seedpipe-algorithms(7), 6.9): the trial against one
 * on a graph that is cut to what was known in the past, yields against sums
 * over the names, and halves of a crawl.
 */
#include "oracle.h"
#include "unit.h"

#include "base/bitset.h"
#include "base/random.h"
#include "seed/next_past.h"
#include "seed/next_scores.h"
#include "seed/next_yield.h"

#include <math.h>
#include <string.h>

#define ROUNDS ROUNDS_OF(400)
#define PAGES 60
#define PORTION 0.25 /* of the pages judged, that a trial chooses */

static const char *const endings[] = {
	"/", "/a", "/a.pdf", "/b.PDF?x=/y.z", "", "/c.d/e.html", "/f.overlong9"
};
#define ENDINGS (sizeof(endings) / sizeof(*endings))

static const char *const host_names[] = {
	"a.test", "b.test", "www.c.uk", "10.0.0.1", "d.uk", "[::1]", ""
};
#define HOSTS (sizeof(host_names) / sizeof(*host_names))

struct problem {
	struct oracle_graph graph;
	struct sp_hosts hosts;
	struct sp_units units;
	struct sp_names names;
	uint64_t fetched[2], linking[2], first[2];
};

/* ---- problems --------------------------------------------------------- */

static void
add_name(struct sp_random *random, struct problem *problem, unsigned page)
{
	char url[64];
	struct sp_error err;
	int length = snprintf(url, sizeof(url), "http://%s%s",
			      host_names[problem->hosts.host_of[page]],
			      endings[sp_random_below(random, ENDINGS)]);

	must(sp_names_add(&problem->names, url, (size_t)length, &err), err);
}

static void
draw_problem(struct sp_random *random, struct problem *problem)
{
	struct sp_error err;
	uint64_t density = 4 + sp_random_below(random, 30);

	memset(problem, 0, sizeof(*problem));
	problem->hosts = (struct sp_hosts)SP_HOSTS_EMPTY;
	problem->names = (struct sp_names)SP_NAMES_EMPTY;
	problem->graph.pages = PAGES;
	for (unsigned u = 0; u < PAGES; u++) {
		must(sp_hosts_add(&problem->hosts,
				  (uint32_t)sp_random_below(random, HOSTS),
				  &err), err);
		if (sp_random_below(random, 4))
			sp_bit_set(problem->fetched, u);
		if (sp_random_below(random, 2))
			sp_bit_set(problem->first, u);
	}
	problem->first[0] &= problem->fetched[0];
	for (unsigned u = 0; u < PAGES; u++)
		for (unsigned v = 0; v < PAGES; v++)
			if (sp_bit_test(problem->fetched, u) &&
			    !sp_random_below(random, density)) {
				problem->graph.link[u][v] = true;
				sp_bit_set(problem->linking, u);
			}
	for (unsigned u = 0; u < PAGES; u++)
		add_name(random, problem, u);
	for (unsigned h = 0; h < HOSTS; h++)
		must(sp_names_add(&problem->hosts.names, host_names[h],
				  strlen(host_names[h]), &err), err);
	must(sp_units_of_hosts(&problem->hosts, &problem->units, &err), err);
}

static void
free_problem(struct problem *problem)
{
	sp_units_free(&problem->units);
	sp_hosts_free(&problem->hosts);
	sp_names_free(&problem->names);
}

static struct sp_crawl_so_far
crawl_of(const struct problem *problem, const struct sp_graph *graph)
{
	return (struct sp_crawl_so_far){
		.graph = graph, .fetched = problem->fetched,
		.linking = problem->linking, .hosts = &problem->hosts,
		.units = &problem->units, .names = &problem->names,
		.threads = 1
	};
}

/* ---- yields ----------------------------------------------------------- */

/* 0: all pages are of one zone. */
static const char *
zone_of(const struct problem *problem, unsigned page)
{
	static const char *const zones[HOSTS] = {
		"test", "test", "uk", "", "uk", "", ""
	};

	return zones[problem->hosts.host_of[page]];
}

/* By the endings above: none is as long as the one of an address or host. */
static const char *
kind_of(const struct problem *problem, unsigned page)
{
	static const char *const kinds[ENDINGS] = {
		"/", "", "pdf", "pdf", "/", "html", ""
	};
	size_t length;
	const char *name = sp_names_find(&problem->names, page, &length);
	const char *ending = "";

	for (unsigned i = 0; i < ENDINGS; i++) {
		size_t size = strlen(endings[i]);

		if (size <= length && size > strlen(ending) &&
		    !memcmp(name + length - size, endings[i], size))
			ending = endings[i];
	}
	for (unsigned i = 0; i < ENDINGS; i++)
		if (!strcmp(endings[i], ending))
			return kinds[i];
	return NULL;
}

static double
naive_yield(const struct problem *problem, unsigned page)
{
	double linking[4] = { 0 }, fetched[4] = { 0 }, share;

	for (unsigned u = 0; u < PAGES; u++) {
		bool zone = !strcmp(zone_of(problem, u),
				    zone_of(problem, page));
		bool host = problem->units.unit_of[u] ==
			    problem->units.unit_of[page];
		bool kind = !strcmp(kind_of(problem, u),
				    kind_of(problem, page));
		const bool of[4] = { true, zone, host, host && kind };

		for (unsigned level = 0; level < 4; level++)
			if (of[level] && sp_bit_test(problem->fetched, u)) {
				fetched[level]++;
				linking[level] += sp_bit_test(problem->linking,
							      u);
			}
	}
	share = (linking[0] + 1) / (fetched[0] + 2);
	for (unsigned level = 1; level < 4; level++)
		share = (linking[level] + 10 * share) / (fetched[level] + 10);
	return share;
}

START_TEST(test_yields)
{
	struct sp_random random = { 3 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		static struct problem problem;
		struct sp_next_yield known;
		double values[PAGES];
		struct sp_error err;

		draw_problem(&random, &problem);
		for (unsigned u = 0; u < PAGES; u++)
			values[u] = u + 1;
		known = (struct sp_next_yield){
			.hosts = &problem.hosts, .units = &problem.units,
			.names = &problem.names, .fetched = problem.fetched,
			.linking = problem.linking
		};
		must(sp_weigh_by_yield(&known, values, &err), err);
		for (unsigned u = 0; u < PAGES; u++)
			hold(fabs(values[u] / (u + 1) -
				  naive_yield(&problem, u)) < 1e-12);
		free_problem(&problem);
	}
}
END_TEST

/* ---- the trial -------------------------------------------------------- */

/* Gives the pages that were known in the past new numbers, the others none. */
static void
number_past(const struct problem *problem, int new_of[PAGES])
{
	int count = 0;

	for (unsigned v = 0; v < PAGES; v++) {
		bool known = sp_bit_test(problem->first, v);

		for (unsigned u = 0; u < PAGES; u++)
			known |= sp_bit_test(problem->first, u) &&
				 problem->graph.link[u][v];
		new_of[v] = known ? count++ : -1;
	}
}

/* A crawl that ended when the pages of first had been fetched. */
static void
cut_to_past(const struct problem *problem, const int new_of[PAGES],
	    struct problem *past)
{
	struct sp_error err;
	const char *name;
	size_t length;

	memset(past, 0, sizeof(*past));
	past->hosts = (struct sp_hosts)SP_HOSTS_EMPTY;
	past->names = (struct sp_names)SP_NAMES_EMPTY;
	past->hosts.names = problem->hosts.names;
	for (unsigned u = 0; u < PAGES; u++) {
		if (new_of[u] < 0)
			continue;
		past->graph.pages++;
		must(sp_hosts_add(&past->hosts, problem->hosts.host_of[u],
				  &err), err);
		name = sp_names_find(&problem->names, u, &length);
		must(sp_names_add(&past->names, name, length, &err), err);
		if (!sp_bit_test(problem->first, u))
			continue;
		sp_bit_set(past->fetched, (uint64_t)new_of[u]);
		for (unsigned v = 0; v < PAGES; v++)
			if (problem->graph.link[u][v]) {
				past->graph.link[new_of[u]][new_of[v]] = true;
				sp_bit_set(past->linking,
					   (uint64_t)new_of[u]);
			}
	}
	must(sp_units_of_hosts(&past->hosts, &past->units, &err), err);
}

static void
score_past(const struct problem *problem, enum sp_next_score score,
	   double values[PAGES])
{
	static struct problem past;
	int new_of[PAGES];
	double of_new[PAGES];
	struct sp_graph *graph;
	struct sp_crawl_so_far crawl;
	struct sp_error err;

	number_past(problem, new_of);
	cut_to_past(problem, new_of, &past);
	graph = oracle_build(&past.graph);
	crawl = crawl_of(&past, graph);
	must(sp_next_score_compute(&crawl, score, of_new, &err), err);
	for (unsigned u = 0; u < PAGES; u++)
		values[u] = new_of[u] < 0 ? 0 : of_new[new_of[u]];
	past.hosts.names = (struct sp_names)SP_NAMES_EMPTY;
	sp_graph_free(graph);
	free_problem(&past);
}

/*
 * The rank of the count judged pages that are best by values; -1 if it is not
 * clear which are the best: a trial ends when ranks are known well enough.
 */
static double
naive_rank_of_best(const bool *judged, const double *values,
		   const double *rank, uint64_t count)
{
	bool taken[PAGES] = { false };
	double sum = 0, last = 0;
	bool clear = true;

	for (uint64_t i = 0; i <= count; i++) {
		int best = -1;

		for (int u = 0; u < PAGES; u++)
			if (judged[u] && !taken[u] &&
			    (best < 0 || values[u] > values[best]))
				best = u;
		if (best < 0)
			break;
		clear &= i < count || last - values[best] > 0.002 * last;
		last = values[best];
		taken[best] = true;
		sum += i < count ? rank[best] : 0;
	}
	return clear ? sum : -1;
}

/* The mean of five sizes of the choice; below 0 if one is not clear. */
static double
naive_share(const bool *judged, uint64_t pages, const double *values,
	    const double *rank)
{
	double mean = 0;

	for (unsigned part = 1; part <= 16; part *= 2) {
		double usual = PORTION * (double)pages;
		uint64_t count = (uint64_t)((usual > 20 ? usual : 20) * part /
					    4);
		double sum, most;

		count = count > pages ? pages : count;
		sum = naive_rank_of_best(judged, values, rank, count);
		most = naive_rank_of_best(judged, rank, rank, count);
		if (sum < 0 || most < 0)
			return -1;
		mean += sum / most / 5;
	}
	return mean;
}

static void
check_trial(const struct problem *problem, const double *rank,
	    const struct sp_next_trial *trial, unsigned *compared)
{
	bool judged[PAGES] = { false };
	uint64_t pages = 0;

	for (unsigned u = 0; u < PAGES; u++)
		for (unsigned v = 0; v < PAGES; v++)
			judged[v] |= problem->graph.link[u][v] &&
				     sp_bit_test(problem->first, u) &&
				     !sp_bit_test(problem->first, v) &&
				     sp_bit_test(problem->fetched, v);
	for (unsigned u = 0; u < PAGES; u++)
		pages += judged[u];
	hold(pages == trial->judged);
	for (unsigned score = 0; score < SP_NEXT_SCORES; score++) {
		double values[PAGES], share;

		score_past(problem, (enum sp_next_score)score, values);
		share = naive_share(judged, pages, values, rank);
		if (share < 0)
			continue;
		hold(fabs(trial->share[score] - share) < 1e-9);
		++*compared;
	}
}

static void
check_choice(const struct sp_next_trial *trial)
{
	double usual = trial->share[SP_NEXT_PAGERANK];

	for (unsigned score = 0; score < SP_NEXT_SCORES; score++)
		if (trial->best == SP_NEXT_PAGERANK)
			hold(trial->share[score] <= usual * 1.01);
		else
			hold(trial->share[score] <= trial->share[trial->best]);
	hold(trial->best == SP_NEXT_PAGERANK ||
	     trial->share[trial->best] > usual * 1.01);
}

START_TEST(test_trials)
{
	struct sp_random random = { 5 };
	unsigned compared = 0, bests[SP_NEXT_SCORES] = { 0 }, small = 0;

	for (unsigned round = 0; round < ROUNDS; round++) {
		static struct problem problem;
		struct sp_next_trial trial;
		struct sp_crawl_so_far crawl;
		struct sp_graph *graph;
		double rank[PAGES];
		struct sp_error err;

		draw_problem(&random, &problem);
		graph = oracle_build(&problem.graph);
		crawl = crawl_of(&problem, graph);
		must(sp_next_score_compute(&crawl, SP_NEXT_PAGERANK, rank,
					   &err), err);
		must(sp_next_score_try(&crawl, problem.first, rank, PORTION,
				       &trial, &err), err);
		small += trial.judged < SP_NEXT_TRIAL_LEAST;
		if (trial.judged >= SP_NEXT_TRIAL_LEAST) {
			check_trial(&problem, rank, &trial, &compared);
			check_choice(&trial);
			bests[trial.best]++;
		} else {
			hold(trial.best == SP_NEXT_PAGERANK &&
			     trial.share[SP_NEXT_PAGERANK] < 0);
		}
		sp_graph_free(graph);
		free_problem(&problem);
	}
	/* Every way was taken. */
	ck_assert_uint_gt(compared, ROUNDS / 20);
	ck_assert_uint_gt(small, 0);
	ck_assert_uint_gt(bests[SP_NEXT_PAGERANK], 0);
	ck_assert_uint_gt(bests[SP_NEXT_EXPECTED] + bests[SP_NEXT_YIELD], 0);
}
END_TEST

START_TEST(test_without_hosts)
{
	struct sp_random random = { 8 };
	static struct problem problem;
	struct sp_next_trial trial;
	struct sp_crawl_so_far crawl;
	struct sp_graph *graph;
	double rank[PAGES];
	struct sp_error err;

	draw_problem(&random, &problem);
	graph = oracle_build(&problem.graph);
	crawl = crawl_of(&problem, graph);
	crawl.hosts = NULL;
	crawl.units = NULL;
	ck_assert_int_eq(sp_next_score_compute(&crawl, SP_NEXT_YIELD, rank,
					       &err), SP_DATA);
	must(sp_next_score_compute(&crawl, SP_NEXT_PAGERANK, rank, &err), err);
	must(sp_next_score_try(&crawl, problem.first, rank, 1, &trial, &err),
	     err);
	ck_assert(trial.best < SP_NEXT_EXPECTED);
	ck_assert(trial.share[SP_NEXT_EXPECTED] < 0);
	sp_graph_free(graph);
	free_problem(&problem);
}
END_TEST

START_TEST(test_kinds)
{
	static const char *const urls[][2] = {
		{ "http://a.test/b.html", "html" }, { "http://a.test", "/" },
		{ "http://a.test/", "/" }, { "http://a.test/b", "" },
		{ "http://a.test/b.c/d", "" }, { "http://a.test/b.c/", "/" },
		{ "http://a.test/x.PDF#y.z", "PDF" }, { "a.test", "/" },
		{ "http://a.test/?u=http://b/c.d", "/" }, { "", "/" },
		{ "//a.test/b.gif?c.d", "gif" }, { "http://a.test/b.", "" },
		{ "http://a.test/b.12345678", "12345678" },
		{ "http://a.test/b.123456789", "" }
	};

	for (unsigned i = 0; i < sizeof(urls) / sizeof(*urls); i++) {
		struct sp_span kind = sp_kind_of_page(urls[i][0],
						      strlen(urls[i][0]));

		ck_assert_msg(kind.length == strlen(urls[i][1]) &&
			      !memcmp(kind.text, urls[i][1], kind.length),
			      "%s: %.*s", urls[i][0], (int)kind.length,
			      kind.text);
	}
}
END_TEST

START_TEST(test_words)
{
	enum sp_next_score score;

	for (unsigned i = 0; i < SP_NEXT_SCORES; i++) {
		ck_assert(sp_next_score_find(
			sp_next_score_word((enum sp_next_score)i), &score));
		ck_assert_uint_eq(score, i);
	}
	ck_assert(!sp_next_score_find("auto", &score));
}
END_TEST

/* ---- halves ----------------------------------------------------------- */

START_TEST(test_first_half)
{
	uint64_t fetched[3] = { 0x3f0, 0x1 }, first[3] = { 0 };
	const int64_t times[] = { 5, 9, INT64_MIN, 5, 7, 5, 1 };
	bool by_time;
	struct sp_error err;

	/* Pages 4 to 9 and 64; 6, 64, and the first of 4, 7 and 9. */
	must(sp_find_first_half(fetched, 130, times, first, &by_time, &err),
	     err);
	ck_assert(by_time);
	ck_assert_uint_eq(first[0], 1 << 6 | 1 << 4);
	ck_assert_uint_eq(first[1], 1);
}
END_TEST

START_TEST(test_any_half)
{
	enum { MANY = 10000 };
	static uint64_t fetched[MANY / 64 + 1], first[MANY / 64 + 1];
	static int64_t times[MANY];
	uint64_t count;
	bool by_time;
	struct sp_error err;

	for (unsigned page = 0; page < MANY; page += 2)
		sp_bit_set(fetched, page);
	must(sp_find_first_half(fetched, MANY, times, first, &by_time, &err),
	     err);
	ck_assert(!by_time);
	count = sp_bitset_count(first, MANY);
	ck_assert(count > MANY / 4 - 200 && count < MANY / 4 + 200);
	for (unsigned page = 1; page < MANY; page += 2)
		hold(!sp_bit_test(first, page));
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("next_scores");

	tcase_add_test(tests, test_yields);
	tcase_add_test(tests, test_trials);
	tcase_add_test(tests, test_without_hosts);
	tcase_add_test(tests, test_kinds);
	tcase_add_test(tests, test_words);
	tcase_add_test(tests, test_first_half);
	tcase_add_test(tests, test_any_half);
	return unit_run(tests);
}
