/* SPDX-License-Identifier: MIT */
/*
 * test_distances.c - distances from many sources at once agree with one plain
 * search after the other, for any number of sources and threads, and with the
 * worked examples of seedpipe-algorithms(7)
 */
#include "graph_rows.h"
#include "oracle.h"
#include "share_alone.h"

#include "measure/graph/distances.h"
#include "measure/graph/traverse.h"

#include <math.h>

/* Of a graph on one machine. */
static enum sp_status
measure(const struct sp_graph *graph, const uint32_t *sources, uint64_t count,
	int threads, struct sp_distances *distances, struct sp_error *err)
{
	struct alone alone;
	enum sp_status status;

	alone_begin(&alone, graph);
	status = sp_distances(alone.share, sources, count, threads, NULL,
			      distances, err);
	alone_end(&alone);
	return status;
}

#define MOST_PAGES 700
#define G11 "0:1 2 4 1:3 2:1 3 5 3:0 4:5 6 7 5:4 8 7:1 8 8:7 9 9:4 10:0 4"

static bool
near(double a, double b)
{
	return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-9 * fabs(b);
}

/* ---- a plain implementation: one search at a time --------------------- */

/* distance[v] of all pages from a set of pages; SP_NO_PATH: none. */
static void
search_plainly(const struct rows *rows, const bool *starts, uint32_t *distance)
{
	static uint32_t queue[20 * MOST_PAGES];
	uint64_t head = 0, tail = 0;

	for (uint32_t v = 0; v < rows->pages; v++) {
		distance[v] = starts[v] ? 0 : SP_NO_PATH;
		if (starts[v])
			queue[tail++] = v;
	}
	for (; head < tail; head++) {
		uint32_t page = queue[head];
		uint64_t link = page ? rows->ends[page - 1] : 0;

		for (; link < rows->ends[page]; link++) {
			uint32_t to = rows->successors[link];

			if (distance[to] != SP_NO_PATH)
				continue;
			distance[to] = distance[page] + 1;
			queue[tail++] = to;
		}
	}
}

struct plain {
	uint64_t pairs, sum, largest;
	uint64_t histogram[20 * MOST_PAGES];
	uint64_t sums[MOST_PAGES], reached[MOST_PAGES];
};

static struct plain plain;

static void
measure_plainly(const struct rows *rows, const uint32_t *sources,
		uint64_t count)
{
	static uint32_t distance[20 * MOST_PAGES];
	static bool starts[20 * MOST_PAGES];

	memset(&plain, 0, sizeof(plain));
	for (uint64_t i = 0; i < count; i++) {
		starts[sources[i]] = true;
		search_plainly(rows, starts, distance);
		starts[sources[i]] = false;
		for (uint32_t v = 0; v < rows->pages; v++) {
			if (!distance[v] || distance[v] == SP_NO_PATH)
				continue;
			plain.histogram[distance[v]]++;
			plain.sums[i] += distance[v];
			plain.reached[i]++;
			if (distance[v] > plain.largest)
				plain.largest = distance[v];
		}
		plain.sum += plain.sums[i];
		plain.pairs += plain.reached[i];
	}
}

/* The root mean square of the means without one source, about their mean. */
static double
error_plainly(uint64_t count)
{
	double means[MOST_PAGES], mean = 0, squares = 0;

	for (uint64_t i = 0; i < count; i++) {
		means[i] = (double)(plain.sum - plain.sums[i]) /
			   (double)(plain.pairs - plain.reached[i]);
		mean += means[i] / (double)count;
	}
	for (uint64_t i = 0; i < count; i++)
		squares += (means[i] - mean) * (means[i] - mean);
	return count < 2 ? NAN : sqrt(squares * (double)(count - 1) /
				      (double)count);
}

/* The share of pairs within x, which grows evenly between whole numbers. */
static double
within(double x)
{
	uint64_t below = 0, floor_of_x = (uint64_t)x;

	for (uint64_t d = 0; d <= floor_of_x; d++)
		below += plain.histogram[d];
	return ((double)below + (x - (double)floor_of_x) *
		(double)plain.histogram[floor_of_x + 1]) /
	       (double)plain.pairs;
}

static void
compare_with_plain(const struct sp_distances *got, uint64_t pages, bool all)
{
	double possible = (double)got->sources * ((double)pages - 1);

	hold(got->pairs == plain.pairs && got->largest == plain.largest);
	for (uint64_t d = 0; d <= got->largest; d++)
		hold(got->histogram[d] == plain.histogram[d]);
	hold(near(got->mean, (double)plain.sum / (double)plain.pairs));
	hold(near(got->fraction, possible > 0 ?
		  (double)plain.pairs / possible : NAN));
	if (!plain.pairs) {
		hold(isnan(got->effective) && isnan(got->error));
		return;
	}
	hold(fabs(within(got->effective) - 0.9) < 1e-9);
	if (all)
		hold(got->error == 0);
	else
		hold(near(got->error, error_plainly(got->sources)) ||
		     fabs(got->error) < 1e-12);
}

/* ---- random graphs ---------------------------------------------------- */

/* From few links, with many pairs without path, to many. */
static void
draw_graph(struct rows *rows, struct sp_random *random, uint64_t pages)
{
	uint64_t degree = 1 + sp_random_below(random, 5);

	rows_begin(rows, pages);
	for (uint64_t page = 0; page < pages; page++) {
		rows_draw(rows, random, sp_random_below(random, degree + 1));
		rows_end(rows);
	}
}

/* Every third or so, or all in reverse, or one. */
static uint64_t
draw_sources(struct sp_random *random, uint64_t pages, uint32_t *sources)
{
	uint64_t keep = 1 + sp_random_below(random, 4), count = 0;

	for (uint64_t page = pages; page-- > 0;)
		if (!sp_random_below(random, keep))
			sources[count++] = (uint32_t)page;
	return count;
}

START_TEST(test_random_graphs)
{
	for (uint64_t seed = 0; seed < ROUNDS_OF(100); seed++) {
		struct sp_random random = { seed * 10 + (uint64_t)_i };
		bool large = seed % 20 == 0, all = seed % 4 == 1;
		uint64_t most = large ? MOST_PAGES : 60, count;
		uint64_t pages = sp_random_below(&random, most);
		uint32_t sources[MOST_PAGES];
		struct sp_distances got;
		struct sp_graph *graph;
		struct sp_error err;
		struct rows rows;

		draw_graph(&rows, &random, pages);
		graph = rows_graph(&rows, 1);
		count = draw_sources(&random, pages, sources);
		for (uint64_t page = 0; all && page < pages; page++)
			sources[page] = (uint32_t)page;
		count = all ? pages : count;
		measure_plainly(&rows, sources, count);
		for (int threads = 1; threads <= 2; threads++) {
			must(measure(graph, all ? NULL : sources, count,
					  threads, &got, &err), err);
			compare_with_plain(&got, pages, all);
			sp_distances_free(&got);
		}
		sp_graph_free(graph);
		rows_free(&rows);
	}
}
END_TEST

/* Many blocks, few pages in each step: a path through all, backwards. */
START_TEST(test_long_tail)
{
	const uint32_t pages = 20 * MOST_PAGES;
	const uint32_t sources[] = { pages - 1, pages / 2 };
	struct sp_distances got;
	struct sp_graph *graph;
	struct sp_error err;
	struct rows rows;

	rows_begin(&rows, pages);
	for (uint32_t page = 0; page < pages; page++) {
		if (page)
			rows_add(&rows, page - 1);
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	measure_plainly(&rows, sources, 2);
	must(measure(graph, sources, 2, 2, &got, &err), err);
	compare_with_plain(&got, pages, false);
	hold(got.largest == pages - 1);
	sp_distances_free(&got);
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* Enough open blocks for several threads. */
START_TEST(test_threads)
{
	struct sp_random random = { 1 };
	struct sp_distances one, several;
	uint32_t sources[150];
	struct sp_graph *graph;
	struct sp_error err;
	struct rows rows;

	draw_graph(&rows, &random, 100000);
	graph = rows_graph(&rows, 1);
	for (uint32_t i = 0; i < 150; i++)
		sources[i] = 600 * i;
	must(measure(graph, sources, 150, 1, &one, &err), err);
	must(measure(graph, sources, 150, 4, &several, &err), err);
	hold(one.pairs > 1000000 && one.pairs == several.pairs);
	hold(one.mean == several.mean && one.error == several.error);
	hold(one.largest == several.largest);
	hold(!memcmp(one.histogram, several.histogram,
		     (one.largest + 1) * sizeof(*one.histogram)));
	sp_distances_free(&one);
	sp_distances_free(&several);
	sp_graph_free(graph);
	rows_free(&rows);
}
END_TEST

/* ---- groups ----------------------------------------------------------- */

/* Members of groups at random: a page may be in several. */
static uint64_t
draw_members(struct sp_random *random, uint64_t pages, uint32_t groups,
	     struct sp_group_page *members)
{
	uint64_t count = 0;

	for (uint32_t group = 0; group < groups; group++)
		for (uint64_t i = sp_random_below(random, 3) + 1; i-- > 0;)
			members[count++] = (struct sp_group_page){
				group, (uint32_t)sp_random_below(random, pages)
			};
	return count;
}

static void
compare_row(const struct rows *rows, const struct sp_group_page *members,
	    uint64_t count, uint32_t from, uint32_t groups,
	    const uint32_t *row)
{
	static uint32_t distance[20 * MOST_PAGES];
	bool starts[MOST_PAGES] = { false };
	uint32_t wanted[MOST_PAGES];

	memset(wanted, 0xff, sizeof(wanted));
	for (uint64_t m = 0; m < count; m++)
		if (members[m].group == from)
			starts[members[m].page] = true;
	search_plainly(rows, starts, distance);
	for (uint64_t m = 0; m < count; m++)
		if (distance[members[m].page] < wanted[members[m].group])
			wanted[members[m].group] = distance[members[m].page];
	for (uint32_t to = 0; to < groups; to++)
		hold(row[to] == wanted[to]);
}

START_TEST(test_random_groups)
{
	static uint32_t matrix[300 * 300];
	static struct sp_group_page members[3 * 300];

	for (uint64_t seed = 0; seed < 30; seed++) {
		struct sp_random random = { seed * 10 + (uint64_t)_i };
		uint64_t pages = 1 + sp_random_below(&random, 200), count;
		uint32_t groups = (uint32_t)sp_random_below(
			&random, seed % 10 ? 70 : 300);
		struct sp_graph *graph;
		struct sp_error err;
		struct rows rows;

		draw_graph(&rows, &random, pages);
		graph = rows_graph(&rows, 1);
		count = draw_members(&random, pages, groups, members);
		must(sp_group_distances(graph, members, count, groups,
					1 + (int)(seed % 2), NULL, matrix,
					&err), err);
		for (uint32_t x = 0; x < groups; x++)
			compare_row(&rows, members, count, x, groups,
				    matrix + (uint64_t)x * groups);
		sp_graph_free(graph);
		rows_free(&rows);
	}
}
END_TEST

/* ---- worked examples -------------------------------------------------- */

static struct sp_graph *
graph_of_text(unsigned pages, const char *text)
{
	struct oracle_graph links;

	oracle_parse(&links, pages, text);
	return oracle_build(&links);
}

START_TEST(test_g11_exact)
{
	static const uint64_t histogram[] = { 0, 20, 28, 21, 13, 6, 3 };
	struct sp_graph *graph = graph_of_text(11, G11);
	struct sp_distances got;
	struct sp_error err;

	must(measure(graph, NULL, 0, _i, &got, &err), err);
	hold(got.sources == 11 && got.pairs == 91 && got.largest == 6);
	hold(!memcmp(got.histogram, histogram, sizeof(histogram)));
	hold(got.mean == 239.0 / 91 && got.error == 0);
	hold(fabs(got.effective - 3.992308) < 5e-7);
	hold(fabs(got.fraction - 0.827273) < 5e-7);
	sp_distances_free(&got);
	sp_graph_free(graph);
}
END_TEST

START_TEST(test_g11_sampled)
{
	static const uint32_t sources[] = { 0, 4, 8 };
	struct sp_graph *graph = graph_of_text(11, G11);
	struct sp_distances got;
	struct sp_error err;

	must(measure(graph, sources, 3, _i, &got, &err), err);
	hold(got.pairs == 27 && got.mean == 64.0 / 27);
	hold(fabs(got.mean - 2.370370) < 5e-7);
	hold(fabs(got.error - 0.195982) < 5e-7);
	hold(got.fraction == 0.9);
	sp_distances_free(&got);
	sp_graph_free(graph);
}
END_TEST

START_TEST(test_g11_cores)
{
	static const struct sp_group_page members[] = {
		{ 0, 1 }, { 0, 2 }, { 1, 5 }, { 1, 8 }, { 2, 10 }
	};
	static const uint32_t wanted[] = { 0, 1, SP_NO_PATH, 2, 0, SP_NO_PATH,
					   2, 2, 0 };
	struct sp_graph *graph = graph_of_text(11, G11);
	struct sp_group_summary summary;
	struct sp_error err;
	uint32_t matrix[9];

	must(sp_group_distances(graph, members, 5, 3, _i, NULL, matrix, &err),
	     err);
	hold(!memcmp(matrix, wanted, sizeof(wanted)));
	sp_group_summarise(matrix, 3, &summary);
	hold(summary.least == 1 && summary.most == 2 && summary.mean == 1.75);
	hold(summary.pairs == 4 && summary.unreachable == 2);
	sp_graph_free(graph);
}
END_TEST

/* ---- what has no distances -------------------------------------------- */

/* Links to the own page only: no source reaches another page. */
START_TEST(test_nothing)
{
	struct sp_graph *graph = graph_of_text(3, "0:0 1:1");
	const uint32_t sources[] = { 0, 2 };
	struct sp_distances got;
	struct sp_error err;

	must(measure(graph, sources, 2, 1, &got, &err), err);
	hold(!got.pairs && !got.largest && got.fraction == 0);
	hold(isnan(got.mean) && isnan(got.error) && isnan(got.effective));
	sp_distances_free(&got);
	must(measure(graph, sources, 0, 1, &got, &err), err);
	hold(!got.pairs && isnan(got.mean) && isnan(got.fraction));
	sp_distances_free(&got);
	sp_graph_free(graph);
}
END_TEST

/* Only one source has pairs: the mean without it is unknown, and the error. */
START_TEST(test_one_with_pairs)
{
	struct sp_graph *graph = graph_of_text(3, "0:1 1:2");
	const uint32_t sources[] = { 0, 2 };
	struct sp_distances got;
	struct sp_error err;

	must(measure(graph, sources, 2, 1, &got, &err), err);
	hold(got.pairs == 2 && got.mean == 1.5 && isnan(got.error));
	hold(got.fraction == 0.5);
	sp_distances_free(&got);
	sp_graph_free(graph);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("distances");

	tcase_add_loop_test(tcase, test_random_graphs, 0, 10);
	tcase_add_test(tcase, test_long_tail);
	tcase_add_test(tcase, test_threads);
	tcase_add_loop_test(tcase, test_random_groups, 0, 10);
	tcase_add_loop_test(tcase, test_g11_exact, 1, 3);
	tcase_add_loop_test(tcase, test_g11_sampled, 1, 3);
	tcase_add_loop_test(tcase, test_g11_cores, 1, 3);
	tcase_add_test(tcase, test_nothing);
	tcase_add_test(tcase, test_one_with_pairs);
	return unit_run(tcase);
}
