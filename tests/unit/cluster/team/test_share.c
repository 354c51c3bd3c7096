/* SPDX-License-Identifier: MIT */
/*
 * test_share.c - shares of random and odd graphs: local rows are those of the
 * whole graph, exchanges bring each value to its place, and what is damaged, or
 * not of one graph, is refused
 */
#include "graph_rows.h"
#include "team_threads.h"

#include "graph/store.h"

static const unsigned sizes[] = { 1, 2, 3, 7 };

struct shared {
	const struct rows *rows;
	const struct sp_graph *whole;
	const uint64_t *first_of;
	int threads;
};

/* ---- checks ----------------------------------------------------------- */

static void
check_rows(const struct sp_share *share, const struct rows *rows)
{
	struct sp_cursor *cursor = sp_cursor_new(share->graph);
	uint64_t links = 0;
	uint32_t page, count;
	const uint32_t *successors;
	struct sp_error err;

	hold(sp_graph_pages(share->graph) == share->places);
	while (sp_cursor_next(cursor, &page, &successors, &count)) {
		uint64_t from, own = page - share->own_first;

		links += count;
		if (page < share->own_first || own >= share->owned) {
			hold(!count);
			continue;
		}
		own += share->first;
		from = own ? rows->ends[own - 1] : 0;
		hold(rows->ends[own] - from == count);
		for (uint32_t i = 0; i < count; i++)
			hold(rows->successors[from + i] ==
			     sp_share_global(share, successors[i]));
	}
	must(sp_cursor_status(cursor, &err), err);
	hold(links == share->links);
	sp_cursor_free(cursor);
}

static void
check_numbers(const struct sp_share *share)
{
	uint64_t before = 0;

	hold(share->own_first % SP_SHARE_ALIGN == 0);
	hold(share->team->size == 1 ||
	     share->after_first % SP_SHARE_ALIGN == 0);
	hold(share->reached_from[share->team->size] == share->reached);
	for (uint64_t i = 0; i < share->reached; i++) {
		uint64_t local = sp_share_reached(share, i);
		uint64_t global = sp_share_global(share, local);
		unsigned owner = sp_share_owner(share, global);

		hold(local < share->places);
		hold(!i || global > before);
		hold((global < share->first) == (local < share->own_first));
		hold(i >= share->reached_from[owner] &&
		     i < share->reached_from[owner + 1]);
		before = global;
	}
}

/* What process k gives to page: the order of additions shows in the sum. */
static double
gift(uint64_t page, unsigned k)
{
	return 1.0 / (double)(page % 97 + 3) + (k % 3 ? 1e8 / (k + 1) : k);
}

/* All processes reach the pages that they reach, and own those they own. */
static void
check_sums(const struct sp_share *share, const struct shared *shared,
	   const double *vector)
{
	uint8_t *reaches = calloc(64, share->owned + 1);

	for (unsigned k = 0; k < share->team->size; k++)
		for (uint64_t p = share->first_of[k];
		     p < share->first_of[k + 1]; p++)
			for (uint64_t i = p ? shared->rows->ends[p - 1] : 0;
			     i < shared->rows->ends[p]; i++) {
				uint64_t to = shared->rows->successors[i] -
					      share->first;

				if (to < share->owned)
					reaches[to * 64 + k] = 1;
			}
	for (uint64_t p = 0; p < share->owned; p++) {
		double sum = 0;

		for (unsigned k = 0; k < share->team->size; k++)
			if (reaches[p * 64 + k] || k == share->team->rank)
				sum += gift(share->first + p, k);
		hold(vector[share->own_first + p] == sum);
	}
	free(reaches);
}

static enum sp_status
check_exchanges(struct sp_share *share, const struct shared *shared,
		struct sp_error *err)
{
	unsigned rank = share->team->rank;
	double *vector = calloc(share->places + 1, sizeof(*vector));
	uint32_t *small = calloc(share->places + 1, sizeof(*small));
	uint32_t *least = calloc(share->owned + 1, sizeof(*least));
	uint64_t sent = share->team->sent;

	for (uint64_t i = 0; i < share->reached; i++)
		vector[sp_share_reached(share, i)] = gift(
			sp_share_global(share, sp_share_reached(share, i)),
			rank);
	if (sp_share_add_begin(share, vector, err))
		return err->status;
	for (uint64_t p = 0; p < share->owned; p++)
		vector[share->own_first + p] = gift(share->first + p, rank);
	if (sp_share_add_finish(share, vector, err))
		return err->status;
	hold(share->team->sent - sent == share->reached * sizeof(double));
	check_sums(share, shared, vector);
	for (uint64_t p = 0; p < share->owned; p++)
		vector[share->own_first + p] = (double)(share->first + p);
	if (sp_share_fetch(share, vector, err))
		return err->status;
	for (uint64_t i = 0; i < share->reached; i++) {
		uint64_t local = sp_share_reached(share, i);

		hold(vector[local] == (double)sp_share_global(share, local));
		small[local] = 1000 - rank;
	}
	for (uint64_t p = 0; p < share->owned; p++)
		small[share->own_first + p] = least[p] = 998;
	if (sp_share_least(share, small, err) ||
	    sp_share_fetch32(share, small, err))
		return err->status;
	/* Of those that have seen it, the last process gave least. */
	for (unsigned k = 0; k < share->team->size; k++)
		for (uint64_t i = share->lent_from[k];
		     i < share->lent_from[k + 1]; i++)
			if (1000 - k < least[share->lent[i]])
				least[share->lent[i]] = 1000 - k;
	for (uint64_t p = 0; p < share->owned; p++)
		hold(small[share->own_first + p] == least[p]);
	for (uint64_t i = 0; i < share->reached; i++)
		hold(small[sp_share_reached(share, i)] <= 998);
	free(vector);
	free(small);
	free(least);
	return SP_OK;
}

static enum sp_status
make_and_check(struct sp_team *team, void *context, struct sp_error *err)
{
	const struct shared *shared = context;
	struct sp_share *share;

	if (team_share_of(team, shared->whole, shared->first_of,
			  shared->threads, &share, err))
		return err->status;
	check_rows(share, shared->rows);
	check_numbers(share);
	if (check_exchanges(share, shared, err))
		return err->status;
	sp_share_free(share);
	return SP_OK;
}

/* Checks a graph with each number of processes, or with these bounds. */
static void
check_graph(const struct rows *rows, const uint64_t *first_of,
	    unsigned processes)
{
	struct sp_graph *whole = rows_graph(rows, 1);
	struct shared shared = { rows, whole, first_of, 1 };
	struct sp_error err;

	for (unsigned i = 0; i < (unsigned)LENGTH(sizes); i++) {
		shared.threads = i == 1 ? 2 : 1;
		must(team_run(first_of ? processes : sizes[i], make_and_check,
			      &shared, &err), err);
	}
	sp_graph_free(whole);
}

/* ---- graphs ----------------------------------------------------------- */

/* Links near by and, one in few, anywhere. */
static void
random_rows(struct rows *rows, uint64_t pages, unsigned links,
	    struct sp_random *random)
{
	rows_begin(rows, pages);
	for (uint64_t p = 0; p < pages; p++) {
		uint64_t low = p > 40 ? p - 40 : 0;
		bool far = !sp_random_below(random, 4);

		if (far)
			rows_draw(rows, random, sp_random_below(random, links));
		for (uint64_t q = low; !far && q < p + 40 && q < pages; q++)
			if (sp_random_below(random, 40) < links)
				rows_add(rows, (uint32_t)q);
		rows_end(rows);
	}
}

START_TEST(random_graphs)
{
	static const uint64_t pages[] = { 1, 900, 1024, 1025, 5000, 9216 };
	struct sp_random random;
	struct rows rows;

	random.state = (uint64_t)_i + 1;
	random_rows(&rows, pages[_i], 6, &random);
	check_graph(&rows, NULL, 0);
	rows_free(&rows);
}
END_TEST

START_TEST(graphs_without_links)
{
	static const uint64_t pages[] = { 0, 1, 1024, 8000 };
	struct rows rows;

	for (int i = 0; i < LENGTH(pages); i++) {
		rows_begin(&rows, pages[i]);
		for (uint64_t p = 0; p < pages[i]; p++)
			rows_end(&rows);
		check_graph(&rows, NULL, 0);
		rows_free(&rows);
	}
}
END_TEST

/* One page links to all, many of them over an alignment of numbers away. */
START_TEST(one_huge_row)
{
	const uint64_t pages = 150000;
	struct rows rows;

	rows_begin(&rows, pages);
	for (uint64_t p = 0; p < pages; p++) {
		for (uint32_t q = 0; p == 80000 && q < pages; q++)
			rows_add(&rows, q);
		if (p == 17)
			rows_add(&rows, (uint32_t)pages - 1);
		rows_end(&rows);
	}
	check_graph(&rows, NULL, 0);
	rows_free(&rows);
}
END_TEST

/* Shares without pages at the begin, in the middle and at the end. */
START_TEST(empty_shares)
{
	const uint64_t first_of[] = { 0, 0, 1024, 1024, 1024, 2500, 2500 };
	struct sp_random random;
	struct rows rows;

	random.state = 5;
	random_rows(&rows, 2500, 8, &random);
	check_graph(&rows, first_of, 6);
	rows_free(&rows);
}
END_TEST

/* ---- what is refused -------------------------------------------------- */

enum fault {
	DAMAGED_ROW, OTHER_CHECKSUM, OTHER_LINKS, OTHER_PAGES, MISSING_BLOCK,
	OTHER_BOUNDS, ONE_OTHER_GRAPH, FAULTS
};

struct faulty {
	const struct sp_graph *whole;
	enum fault fault;
};

static enum sp_status
make_faulty(struct sp_team *team, void *context, struct sp_error *err)
{
	const struct faulty *faulty = context;
	struct sp_fingerprint print = sp_graph_fingerprint(faulty->whole);
	uint64_t bounds[65], length;
	bool last = team->rank == team->size - 1;
	struct sp_share *share;
	struct sp_graph *wide;
	uint8_t *bytes;

	team_bounds(faulty->whole, team->size, bounds);
	if (faulty->fault == MISSING_BLOCK && last)
		bounds[team->size] -= SP_BLOCK_PAGES;
	wide = team_wide(faulty->whole, team->rank, bounds);
	bounds[team->size] = print.pages;
	if (faulty->fault == DAMAGED_ROW && last) {
		bytes = (uint8_t *)sp_graph_block_bytes(
			wide, bounds[team->rank] / SP_BLOCK_PAGES, &length);
		memset(bytes + length / 2, 0xff, length / 4);
	}
	if (faulty->fault == OTHER_BOUNDS && last)
		bounds[1] -= SP_BLOCK_PAGES;
	print.checksum += faulty->fault == OTHER_CHECKSUM ||
			  (faulty->fault == ONE_OTHER_GRAPH && last);
	print.links += faulty->fault == OTHER_LINKS;
	print.pages += faulty->fault == OTHER_PAGES;
	return sp_share_new(team, wide, bounds, &print, &print, 1, &share,
			    err);
}

START_TEST(faults_are_refused)
{
	struct sp_random random;
	struct sp_error err;
	struct rows rows;
	struct faulty faulty = { .fault = (enum fault)_i };

	random.state = 9;
	random_rows(&rows, 6 * SP_BLOCK_PAGES, 6, &random);
	faulty.whole = rows_graph(&rows, 1);
	for (unsigned size = 1; size <= 3; size++) {
		if (size < 3 && (faulty.fault == OTHER_BOUNDS ||
				 faulty.fault == ONE_OTHER_GRAPH))
			continue;
		ck_assert_int_eq(team_run(size, make_faulty, &faulty, &err),
				 SP_DATA);
		ck_assert_str_ne(err.text, "");
	}
	sp_graph_free((struct sp_graph *)faulty.whole);
	rows_free(&rows);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("share");

	tcase_add_loop_test(tcase, random_graphs, 0, 6);
	tcase_add_test(tcase, graphs_without_links);
	tcase_add_test(tcase, one_huge_row);
	tcase_add_test(tcase, empty_shares);
	tcase_add_loop_test(tcase, faults_are_refused, 0, FAULTS);
	return unit_run(tcase);
}
