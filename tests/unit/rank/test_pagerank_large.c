/* SPDX-License-Identifier: MIT */
/*
 * PageRank on a graph of many blocks: threads, parts, views one after the
 * other, and damage.
 */
#include "large_graph.h"

#include "base/bitset.h"
#include "graph/store.h"
#include "rank/pagerank_update.h"

#include <math.h>
#include <string.h>

static const struct sp_pagerank_options defaults = SP_PAGERANK_DEFAULTS;

#define MANY 150000

/* Links to pages nearby and far away, and pages without links. */
static uint32_t
draw_row(uint32_t page, struct sp_random *random,
	 uint32_t successors[LARGE_ROW])
{
	uint32_t count = 0, next = page > 60 ? page - 60 : 0;

	for (unsigned i = 0; i < 8 && next < MANY && page % 9; i++) {
		uint32_t width = i < 4 ? 40 : MANY / 4;

		next += 1 + (uint32_t)sp_random_below(random, width);
		if (next < MANY)
			successors[count++] = next;
	}
	return count;
}

static void
rank_large(const struct sp_graph *graph, struct sp_pagerank_space *space,
	   const struct sp_pagerank_view *view,
	   const struct sp_pagerank_options *options, double *rank)
{
	struct sp_pagerank_report report;
	struct sp_error err;

	for (uint64_t p = 0; p < MANY; p++)
		rank[p] = 1.0 / MANY;
	must(sp_pagerank(graph, view, NULL, options, space, rank, &report,
			 &err), err);
}

/* A space serves many calls, with views and without, with any form. */
START_TEST(test_pagerank_threads)
{
	static uint64_t seen[MANY / 64 + 1], done[MANY / 64 + 1];
	static double rank[3][MANY];
	struct sp_pagerank_view view = { seen, done, 0 };
	struct sp_graph *graph = large_graph(MANY, draw_row);
	struct sp_pagerank_space *space = sp_pagerank_space_new(MANY, 4);
	struct sp_pagerank_options options = defaults;

	for (uint64_t p = 0; p < MANY; p++)
		if (p % 7 && (p < 50000 || p > 90000)) {
			sp_bit_set(seen, p);
			if (p % 3)
				sp_bit_set(done, p);
			view.seen_count++;
		}
	options.tolerance = 0;
	options.iterations = 12;
	for (unsigned k = 0; k < 4; k++) {
		options.method = k % 2 ? SP_PAGERANK_PUSH :
					 SP_PAGERANK_POWER;
		for (unsigned i = 0; i < 3; i++) {
			options.threads = 1 << i;
			options.form = i && k ? SP_FORM_NEAR : SP_FORM_COMPACT;
			rank_large(graph, space, k < 2 ? NULL : &view,
				   &options, rank[i]);
		}
		ck_assert(!memcmp(rank[0], rank[1], sizeof(rank[0])));
		ck_assert(!memcmp(rank[0], rank[2], sizeof(rank[0])));
	}
	sp_pagerank_space_free(space);
	sp_graph_free(graph);
}
END_TEST

/* Parts change only the last bits, and the methods agree. */
START_TEST(test_parts)
{
	static double rank[2][MANY];
	struct sp_graph *graph = large_graph(MANY, draw_row);
	struct sp_pagerank_options options = defaults;

	options.tolerance = 1e-13;
	for (unsigned parts = 1; parts <= 8; parts *= 2) {
		struct sp_pagerank_space *space =
			sp_pagerank_space_new(MANY, parts);
		double error = 0;

		options.method = parts == 1 ? SP_PAGERANK_POWER :
					      SP_PAGERANK_PUSH;
		rank_large(graph, space, NULL, &options, rank[parts > 1]);
		for (uint64_t p = 0; p < MANY && parts > 1; p++)
			error += fabs(rank[0][p] - rank[1][p]);
		ck_assert(error < 2e-12);
		sp_pagerank_space_free(space);
	}
	sp_graph_free(graph);
}
END_TEST

/* Pages are found and done in no order; some that wait are forgotten. */
static void
grow_view(struct sp_random *random, uint64_t *seen, uint64_t *done,
	  struct sp_pagerank_view *view)
{
	view->seen_count = 0;
	for (uint64_t p = 0; p < MANY; p++) {
		uint64_t draw = sp_random_below(random, 64);

		if (!sp_bit_test(seen, p) && draw < 16)
			sp_bit_set(seen, p);
		else if (sp_bit_test(seen, p) && draw < 9)
			sp_bit_set(done, p);
		else if (!sp_bit_test(done, p) && draw < 10)
			sp_bit_clear(seen, p);
		view->seen_count += sp_bit_test(seen, p);
	}
}

static struct sp_index *
index_of(const struct sp_graph *graph, bool plain)
{
	struct sp_index *index;
	struct sp_error err;

	if (plain)
		must(sp_index_new_plain(graph, UINT64_MAX, 1, &index, &err),
		     err);
	else
		must(sp_index_new(graph, 1, &index, &err), err);
	return index;
}

/* Updates are as near to the solution as they say. */
static void
check_updates(const struct sp_graph *graph, const struct sp_index *index,
	      double damping, double rank[2][MANY])
{
	static uint64_t seen[MANY / 64 + 1], done[MANY / 64 + 1];
	struct sp_pagerank_view view = { seen, done, 0 };
	struct sp_kept_ranks *kept = sp_kept_ranks_new(index, MANY, damping);
	struct sp_pagerank_options exact = defaults;
	struct sp_random random = { 5 };
	struct sp_pagerank_report report;
	struct sp_error err;

	memset(seen, 0, sizeof(seen));
	memset(done, 0, sizeof(done));
	exact.tolerance = 1e-13;
	exact.damping = damping;
	must(sp_kept_ranks_update(kept, &view, 1e-7, 1000, &report, &err),
	     err);
	for (unsigned round = 0; round < 6; round++) {
		struct sp_pagerank_space *other =
			sp_pagerank_space_new(MANY, 1);
		double error = 0, sum = 0;

		grow_view(&random, seen, done, &view);
		must(sp_kept_ranks_update(kept, &view, 1e-7, 1000, &report,
					  &err), err);
		ck_assert(report.converged && report.residual < 1e-7);
		rank_large(graph, other, &view, &exact, rank[1]);
		for (uint32_t p = 0; p < MANY; p++) {
			rank[0][p] = sp_kept_rank(kept, p);
			sum += rank[0][p];
			error += fabs(rank[0][p] - rank[1][p]);
		}
		ck_assert(fabs(report.sum - sum) < 1e-11);
		ck_assert_msg(error <= report.residual / (1 - damping) + 1e-11,
			      "error %g", error);
		sp_pagerank_space_free(other);
	}
	sp_kept_ranks_free(kept);
}

/* Both forms of the index give the same bits. */
START_TEST(test_updates)
{
	static double rank[2][2][MANY];
	static const double damping[] = { 0.85, 0.9, 0.3, 0 };
	struct sp_graph *graph = large_graph(MANY, draw_row);
	struct sp_index *compact = index_of(graph, false);
	struct sp_index *plain = index_of(graph, true);

	for (unsigned i = 0; i < 4; i++) {
		check_updates(graph, compact, damping[i], rank[0]);
		check_updates(graph, plain, damping[i], rank[1]);
		ck_assert(!memcmp(rank[0][0], rank[1][0],
				  sizeof(rank[0][0])));
	}
	sp_index_free(compact);
	sp_index_free(plain);
	sp_graph_free(graph);
}
END_TEST

/* Pages that link to the next, to the one before, or to page 0 and itself. */
static uint32_t
draw_chain(uint32_t page, struct sp_random *random,
	   uint32_t successors[LARGE_ROW])
{
	(void)random;
	successors[0] = page + 1;
	return page + 1 < MANY;
}

static uint32_t
draw_back(uint32_t page, struct sp_random *random,
	  uint32_t successors[LARGE_ROW])
{
	(void)random;
	successors[0] = page - 1;
	return page > 0;
}

static uint32_t
draw_star(uint32_t page, struct sp_random *random,
	  uint32_t successors[LARGE_ROW])
{
	(void)random;
	successors[0] = 0;
	successors[1] = page;
	return page % 2 ? 2 : 0;
}

/*
 * All at once, with the passes that crawls allow: pushing more than is left
 * makes a chain of pages worse, not better.
 */
START_TEST(test_odd_updates)
{
	static uint64_t seen[MANY / 64 + 1], done[MANY / 64 + 1];
	static double rank[MANY];
	static large_row *const rows[] = { draw_chain, draw_back, draw_star };
	struct sp_pagerank_view view = { seen, done, MANY };
	struct sp_pagerank_options exact = defaults;

	for (uint64_t p = 0; p < MANY; p++) {
		sp_bit_set(seen, p);
		sp_bit_set(done, p);
	}
	exact.tolerance = 1e-13;
	for (unsigned i = 0; i < 3; i++) {
		struct sp_graph *graph = large_graph(MANY, rows[i]);
		struct sp_index *index = index_of(graph, i % 2);
		struct sp_kept_ranks *kept =
			sp_kept_ranks_new(index, MANY, 0.85);
		struct sp_pagerank_space *space =
			sp_pagerank_space_new(MANY, 1);
		struct sp_pagerank_report report;
		struct sp_error err;
		double error = 0;

		must(sp_kept_ranks_update(kept, &view, 1e-6, 100, &report,
					  &err), err);
		ck_assert(report.converged);
		rank_large(graph, space, NULL, &exact, rank);
		for (uint32_t p = 0; p < MANY; p++)
			error += fabs(rank[p] - sp_kept_rank(kept, p));
		ck_assert(error <= report.residual / 0.15 + 1e-11);
		sp_pagerank_space_free(space);
		sp_kept_ranks_free(kept);
		sp_index_free(index);
		sp_graph_free(graph);
	}
}
END_TEST

/* A damaged block is reported, and the space can be used again. */
START_TEST(test_damaged)
{
	static double rank[2][MANY];
	struct sp_graph *graph = large_graph(MANY, draw_row);
	struct sp_pagerank_space *space = sp_pagerank_space_new(MANY, 2);
	struct sp_pagerank_options options = defaults;
	struct sp_pagerank_report report;
	struct sp_error err;
	uint64_t length;
	uint8_t *links = (uint8_t *)(uintptr_t)
		sp_graph_block_bytes(graph, 77, &length) + 8;

	/* The other forms do not read the graph again. */
	options.form = SP_FORM_COMPACT;
	rank_large(graph, space, NULL, &options, rank[0]);
	*links ^= 1;
	for (unsigned method = 0; method < 2; method++) {
		options.method = (enum sp_pagerank_method)method;
		memcpy(rank[1], rank[0], sizeof(rank[1]));
		ck_assert_int_eq(sp_pagerank(graph, NULL, NULL, &options,
					     space, rank[1], &report, &err),
				 SP_DATA);
	}
	*links ^= 1;
	options.method = SP_PAGERANK_POWER;
	rank_large(graph, space, NULL, &options, rank[1]);
	ck_assert(!memcmp(rank[0], rank[1], sizeof(rank[0])));
	sp_pagerank_space_free(space);
	sp_graph_free(graph);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("pagerank_large");

	tcase_add_test(tests, test_pagerank_threads);
	tcase_add_test(tests, test_parts);
	tcase_add_test(tests, test_updates);
	tcase_add_test(tests, test_odd_updates);
	tcase_add_test(tests, test_damaged);
	return unit_run(tests);
}
