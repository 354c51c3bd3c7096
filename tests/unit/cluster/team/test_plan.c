/* SPDX-License-Identifier: MIT */
/*
 * test_plan.c - the plan of a graph says what shares of it have
 */
#include "graph_rows.h"
#include "team_threads.h"

#include "cluster/team/plan.h"
#include "graph/store.h"

#define PAGES 20000
#define PROCESSES 7

static struct sp_graph *graph;
static struct sp_plan *plan;
static struct sp_plan_share planned[PROCESSES];

/* Many links nearby, some far away, so that pages are reached from several. */
static void
make_graph(uint64_t seed)
{
	struct sp_random random = { seed };
	struct rows rows;

	rows_begin(&rows, PAGES);
	for (uint64_t page = 0; page < PAGES; page++) {
		uint64_t count = sp_random_below(&random, 8);
		uint64_t to = page > 600 ? page - 600 : 0;

		if (page % 3 == 0)
			rows_add(&rows, (uint32_t)sp_random_below(
						&random, to / 40 + 1));
		for (; count--; to += 1 + sp_random_below(&random, 400))
			if (to < PAGES)
				rows_add(&rows, (uint32_t)to);
		rows_end(&rows);
	}
	graph = rows_graph(&rows, 1);
	rows_free(&rows);
}

/* The ranges of two partitions together, in one plan. */
static uint64_t
join_bounds(const uint64_t *one, unsigned ones, const uint64_t *two,
	    unsigned twos, uint64_t *ranges)
{
	uint64_t count = 0;

	for (unsigned i = 0, k = 0; i <= ones || k <= twos;) {
		uint64_t next = k > twos || (i <= ones && one[i] < two[k]) ?
					one[i++] : two[k++];

		if (!count || ranges[count - 1] != next)
			ranges[count++] = next;
	}
	return count - 1;
}

static void
make_plan(const uint64_t *ranges, uint64_t count)
{
	struct sp_fingerprint whole = sp_graph_fingerprint(graph);
	struct sp_error err;

	must(sp_plan_new(PAGES, ranges, count, &plan, &err), err);
	for (uint64_t i = 0; i < count; i++)
		must(sp_plan_add(plan, i,
				 team_wide(graph, (unsigned)i, ranges),
				 1 + (int)(i % 2), &err), err);
	hold(sp_plan_links(plan) == whole.links);
	hold(sp_plan_checksum(plan) == whole.checksum);
}

/* The bytes of all blocks that have links. */
static uint64_t
bytes_of(const struct sp_share *share)
{
	uint64_t first = share->own_first / SP_BLOCK_PAGES, sum = 0, length;
	uint64_t blocks = (share->owned + SP_BLOCK_PAGES - 1) / SP_BLOCK_PAGES;

	for (uint64_t i = first; i < first + blocks; i++) {
		(void)sp_graph_block_bytes(share->graph, i, &length);
		sum += length;
	}
	return sum;
}

/* Each process compares its share with the plan's. */
static enum sp_status
compare_share(struct sp_team *team, void *context, struct sp_error *err)
{
	const struct sp_plan_share *of = &planned[team->rank];
	struct sp_share *share;

	if (team_share_of(team, graph, context, 1, &share, err))
		return err->status;
	if (of->pages != share->owned || of->links != share->links ||
	    of->reached != share->reached ||
	    of->reached_below != share->reached_below ||
	    of->lent != share->lent_from[team->size] ||
	    sp_plan_places(of) != share->places)
		return sp_fail(err, SP_DATA, "process %u of %u has another "
			       "share", team->rank, team->size);
	/* Local numbers are about as long. */
	if (of->bytes < bytes_of(share) * 8 / 10 ||
	    of->bytes > bytes_of(share) * 12 / 10)
		return sp_fail(err, SP_DATA, "process %u of %u: %llu bytes, "
			       "planned %llu", team->rank, team->size,
			       (unsigned long long)bytes_of(share),
			       (unsigned long long)of->bytes);
	sp_share_free(share);
	return SP_OK;
}

static void
compare_shares(uint64_t *first_of, unsigned processes)
{
	struct sp_error err;

	must(sp_plan_shares(plan, first_of, processes, planned, &err), err);
	must(team_run(processes, compare_share, first_of, &err), err);
}

START_TEST(shares_are_as_planned)
{
	uint64_t few[4], many[PROCESSES + 1], one[2] = { 0, PAGES };
	uint64_t ranges[PROCESSES + 5], count;

	make_graph((uint64_t)_i);
	team_bounds(graph, 3, few);
	team_bounds(graph, PROCESSES, many);
	count = join_bounds(few, 3, many, PROCESSES, ranges);
	make_plan(ranges, count);
	compare_shares(few, 3);
	compare_shares(many, PROCESSES);
	compare_shares(one, 1);
	sp_plan_free(plan);
	sp_graph_free(graph);
}
END_TEST

START_TEST(bounds_that_are_none)
{
	uint64_t ranges[3] = { 0, 10240, PAGES };
	uint64_t other[3] = { 0, 9216, PAGES };
	struct sp_error err;

	make_graph(1);
	make_plan(ranges, 2);
	ck_assert_int_eq(sp_plan_shares(plan, other, 2, planned, &err),
			 SP_DATA);
	sp_plan_free(plan);
	sp_graph_free(graph);
}
END_TEST

START_TEST(no_pages)
{
	uint64_t none[3] = { 0, 0, 0 };
	struct sp_error err;

	must(sp_plan_new(0, none, 0, &plan, &err), err);
	must(sp_plan_shares(plan, none, 2, planned, &err), err);
	hold(!planned[0].pages && !planned[1].reached);
	sp_plan_free(plan);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("plan");

	tcase_add_loop_test(tcase, shares_are_as_planned, 1, 3);
	tcase_add_test(tcase, bounds_that_are_none);
	tcase_add_test(tcase, no_pages);
	return unit_run(tcase);
}
