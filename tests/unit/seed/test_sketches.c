/* SPDX-License-Identifier: MIT */
/*
 * Which targets pages reach, on graphs with long paths, where most steps follow
 * what has changed: against a search from every page.
 */
#include "graph_rows.h"
#include "unit.h"

#include "seed/sketches.h"

#include <string.h>

#define ROUNDS ROUNDS_OF(100)
#define PAGES_MOST 300
#define TARGETS_MOST 192
#define FAR UINT32_MAX

/* Rings and chains with a few other links; paths of up to all pages. */
static void
draw_long(struct rows *rows, struct sp_random *random)
{
	uint64_t pages = 1 + sp_random_below(random, PAGES_MOST);
	uint64_t others = sp_random_below(random, 4);

	rows_begin(rows, pages);
	for (uint64_t p = 0; p < pages; p++) {
		uint64_t other = sp_random_below(random, pages);
		bool more = sp_random_below(random, 100) < others;

		if (more && other < p)
			rows_add(rows, (uint32_t)other);
		if (p + 1 < pages && sp_random_below(random, 200))
			rows_add(rows, (uint32_t)p + 1);
		if (more && other > p + 1)
			rows_add(rows, (uint32_t)other);
		rows_end(rows);
	}
}

/* The distances of all pages from one. */
static void
search_from(const struct rows *rows, uint32_t page, uint32_t *distance)
{
	uint32_t queue[PAGES_MOST], head = 0, tail = 0;

	memset(distance, 0xff, PAGES_MOST * sizeof(*distance));
	distance[page] = 0;
	queue[tail++] = page;
	while (head < tail) {
		uint32_t from = queue[head++];

		for (uint64_t l = from ? rows->ends[from - 1] : 0;
		     l < rows->ends[from]; l++) {
			uint32_t to = rows->successors[l];

			if (distance[to] != FAR)
				continue;
			distance[to] = distance[from] + 1;
			queue[tail++] = to;
		}
	}
}

/* Compares the sets; returns the steps after which they change no more. */
static uint64_t
compare_sets(const struct rows *rows, const struct sp_sketches *sketches,
	     const uint32_t *targets, uint64_t count, uint64_t steps)
{
	uint32_t distance[PAGES_MOST];
	uint64_t longest = 0;

	for (uint32_t p = 0; p < rows->pages; p++) {
		const uint64_t *set = sp_sketch_of(sketches, p);

		search_from(rows, p, distance);
		for (uint64_t t = 0; t < count; t++) {
			uint32_t far = distance[targets[t]];

			hold((set[t / 64] >> t % 64 & 1) ==
			     (far != FAR && far <= steps));
			if (far != FAR && far > longest)
				longest = far;
		}
	}
	return longest;
}

START_TEST(test_long_paths)
{
	struct sp_random random = { 1 };

	for (unsigned round = 0; round < ROUNDS; round++) {
		struct sp_sketches *sketches;
		struct sp_graph *graph;
		struct sp_error err;
		struct rows rows;

		draw_long(&rows, &random);
		graph = rows_graph(&rows, 1);
		must(sp_sketches_new(graph, TARGETS_MOST / 64,
				     round % 4 ? 1 : 2, &sketches, &err), err);
		/* The second time, what sparse steps need is there. */
		for (unsigned time = 0; time < 2; time++) {
			uint32_t targets[TARGETS_MOST];
			uint64_t count = 1 + sp_random_below(&random,
							     TARGETS_MOST);
			uint64_t steps = sp_random_below(&random, 2) ?
				sp_random_below(&random, 2 * PAGES_MOST) :
				UINT64_MAX;
			uint64_t passes = 0, longest;

			for (uint64_t t = 0; t < count; t++)
				targets[t] = (uint32_t)sp_random_below(
					&random, rows.pages);
			must(sp_sketches_find(sketches, targets, count, steps,
					      &passes, &err), err);
			longest = compare_sets(&rows, sketches, targets, count,
					       steps);
			/* The last step finds that nothing changes. */
			hold(passes == (longest < steps ? longest + 1 :
							  steps));
		}
		sp_sketches_free(sketches);
		sp_graph_free(graph);
		rows_free(&rows);
	}
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("long paths");

	tcase_add_test(tests, test_long_paths);
	return unit_run(tests);
}
