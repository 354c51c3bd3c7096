/* SPDX-License-Identifier: MIT */
/*
 * test_overlap.c - what sources reach together agrees with one plain search
 * after the other and sets compared page by page, for any number of sources and
 * threads
 */
#include "graph_rows.h"
#include "unit.h"

#include "measure/graph/overlap.h"

#include <math.h>

#define MOST_PAGES 400
#define MOST_STEPS 6

/* Sets by source: whether it reaches a page within the last steps asked for. */
static bool sets[SP_OVERLAP_MOST][MOST_PAGES];

/* One link further, by a pass over all pages; returns whether a set grew. */
static bool
grow_plainly(const struct rows *rows, bool *set)
{
	bool before[MOST_PAGES], grew = false;

	memcpy(before, set, sizeof(before));
	for (uint64_t page = 0, link = 0; page < rows->pages; page++)
		for (; link < rows->ends[page]; link++)
			if (before[page] && !set[rows->successors[link]])
				grew = set[rows->successors[link]] = true;
	return grew;
}

static void
add_plainly(const struct rows *rows, unsigned x, unsigned y,
	    struct sp_overlap_pairs *to)
{
	uint64_t either = 0, both = 0, one = 0, other = 0;

	for (uint64_t page = 0; page < rows->pages; page++) {
		one += sets[x][page];
		other += sets[y][page];
		both += sets[x][page] && sets[y][page];
		either += sets[x][page] || sets[y][page];
	}
	to->pairs++;
	to->jaccard += (double)both / (double)either;
	to->coefficient += (double)both / fmin((double)one, (double)other);
}

static bool
agree(const struct sp_overlap_pairs *got, const struct sp_overlap_pairs *sum)
{
	double pairs = (double)sum->pairs;

	if (got->pairs != sum->pairs)
		return false;
	if (!sum->pairs)
		return isnan(got->jaccard) && isnan(got->coefficient);
	return fabs(got->jaccard - sum->jaccard / pairs) < 1e-12 &&
	       fabs(got->coefficient - sum->coefficient / pairs) < 1e-12;
}

static void
compare_row(const struct rows *rows, unsigned count, const uint32_t *groups,
	    const struct sp_overlap *got)
{
	struct sp_overlap_pairs all = { 0 }, same = { 0 }, other = { 0 };
	uint64_t together = 0, reached = 0;

	for (uint64_t page = 0; page < rows->pages; page++) {
		bool any = false;

		for (unsigned x = 0; x < count; x++) {
			any |= sets[x][page];
			reached += sets[x][page];
		}
		together += any;
	}
	for (unsigned x = 0; x < count; x++)
		for (unsigned y = x + 1; y < count; y++) {
			add_plainly(rows, x, y, &all);
			if (groups)
				add_plainly(rows, x, y, groups[x] == groups[y] ?
							&same : &other);
		}
	hold(got->together == together);
	hold(fabs(got->reached - (double)reached / count) < 1e-9);
	hold(agree(&got->all, &all));
	hold(agree(&got->same, &same));
	hold(agree(&got->other, &other));
}

/* Compares all rows, and that they end where no set grows any more. */
static void
compare_all(const struct rows *rows, const uint32_t *sources, unsigned count,
	    const uint32_t *groups, uint64_t steps,
	    const struct sp_overlap *got, uint64_t got_count)
{
	bool grew = true;

	memset(sets, 0, sizeof(sets));
	for (unsigned x = 0; x < count; x++)
		sets[x][sources[x]] = true;
	for (uint64_t step = 0; step < steps; step++) {
		grew = false;
		for (unsigned x = 0; x < count; x++)
			grew |= grow_plainly(rows, sets[x]);
		if (!grew && step) {
			hold(got_count == step);
			return;
		}
		hold(step < got_count && got[step].distance == step + 1);
		compare_row(rows, count, groups, &got[step]);
		if (!grew)
			break;
	}
	hold(got_count == (grew ? steps : 1));
}

static void
try_graph(struct sp_random *random, struct rows *rows)
{
	uint32_t sources[SP_OVERLAP_MOST], groups[SP_OVERLAP_MOST];
	unsigned most = sp_random_below(random, 6) ? 12 : SP_OVERLAP_MOST;
	unsigned count = 1 + (unsigned)sp_random_below(random, most);
	uint64_t steps = 1 + sp_random_below(random, MOST_STEPS);
	bool grouped = sp_random_below(random, 2);
	struct sp_graph *graph = rows_graph(rows, 1);
	struct sp_error err;

	/* Some pages twice. */
	for (unsigned i = 0; i < count; i++) {
		sources[i] = (uint32_t)sp_random_below(random, rows->pages);
		groups[i] = (uint32_t)sp_random_below(random, 3);
	}
	for (int threads = 1; threads <= 3; threads++) {
		struct sp_overlap got[MOST_STEPS];
		uint64_t got_count;

		must(sp_overlaps(graph, sources, grouped ? groups : NULL,
				 count, steps, threads, NULL, got, &got_count,
				 &err), err);
		compare_all(rows, sources, count, grouped ? groups : NULL,
			    steps, got, got_count);
	}
	sp_graph_free(graph);
	rows_free(rows);
}

START_TEST(random_graphs)
{
	for (uint64_t seed = 0; seed < ROUNDS_OF(40); seed++) {
		struct sp_random random = { seed };
		uint64_t pages = 1 + sp_random_below(&random, seed % 3 ?
						     70 : MOST_PAGES);
		uint64_t degree = sp_random_below(&random, 4);
		struct rows rows;

		rows_begin(&rows, pages);
		for (uint64_t page = 0; page < pages; page++) {
			rows_draw(&rows, &random,
				  sp_random_below(&random, degree + 1));
			rows_end(&rows);
		}
		try_graph(&random, &rows);
	}
}
END_TEST

/* A path, whose searches find one page a step. */
START_TEST(chains)
{
	struct sp_random random = { 5 };
	struct rows rows;

	for (int i = 0; i < 5; i++) {
		rows_begin(&rows, MOST_PAGES);
		for (uint32_t page = 0; page < MOST_PAGES; page++) {
			if (page + 1 < MOST_PAGES)
				rows_add(&rows, page + 1);
			rows_end(&rows);
		}
		try_graph(&random, &rows);
	}
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("overlap");

	tcase_add_test(tests, random_graphs);
	tcase_add_test(tests, chains);
	return unit_run(tests);
}
