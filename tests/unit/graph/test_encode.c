/* SPDX-License-Identifier: MIT */
/*
 * test_encode.c - the overlap of a list with the lists before it, against a
 * plain count; and round trips of blocks whose lists have nothing in common,
 * collide in the table or are longer than it compares.  Both encoders write the
 * same bytes.
 */
#include "graph_rows.h"

#include "graph/encode.h"

#define LISTS 60
#define SUCCESSORS 1500
#define LONG (8 * SP_WINDOW_LIST_MAX + 11)

static const uint32_t *
list_at(const struct rows *rows, int64_t i, uint64_t *count)
{
	uint64_t start = i ? rows->ends[i - 1] : 0;

	*count = rows->ends[i] - start;
	return rows->successors + start;
}

static bool
has(const uint32_t *list, uint64_t count, uint32_t successor)
{
	for (uint64_t k = 0; k < count; k++)
		if (list[k] == successor)
			return true;
	return false;
}

/*
 * SUCCESSORS pages, ascending, each with its own place in the table, or all
 * with the same.
 */
static void
choose_successors(bool collide, uint32_t *successors)
{
	bool *taken = calloc(SP_WINDOW_PLACES, sizeof(*taken));
	uint32_t count = 0;

	hold(taken);
	for (uint32_t s = 0; count < SUCCESSORS; s++) {
		uint32_t place = sp_window_place(s);

		if (collide ? place == 7 : !taken[place])
			successors[count++] = s;
		taken[place] = true;
	}
	free(taken);
}

/* Lists that each have much in common with the one before. */
static void
draw_lists(struct rows *rows, struct sp_random *random,
	   const uint32_t *successors)
{
	rows_begin(rows, LISTS);
	for (int64_t i = 0; i < LISTS; i++) {
		uint64_t count = 0, often = 1 + sp_random_below(random, 8);
		uint32_t before[SUCCESSORS];

		if (i) {
			const uint32_t *list = list_at(rows, i - 1, &count);

			memcpy(before, list, count * sizeof(*list));
		}
		for (uint32_t k = 0; k < SUCCESSORS; k++) {
			bool common = has(before, count, successors[k]);

			if (sp_random_below(random, common ? 8 : 100) < often)
				rows_add(rows, successors[k]);
		}
		rows_end(rows);
	}
}

/* Checks an overlap by counting one by one; returns the total. */
static uint64_t
hold_overlap(const struct rows *rows, int64_t i, const uint8_t *sizes,
	     const struct sp_overlap *overlap)
{
	uint64_t count, others, all = 0;
	const uint32_t *list = list_at(rows, i, &count);

	for (int d = 1; d <= SP_REFERENCE_MAX && d <= i; d++) {
		const uint32_t *other = list_at(rows, i - d, &others);
		unsigned common = 0, bytes = 0, gaps = 0;
		bool gap = false;

		for (uint64_t k = 0; k < count; k++) {
			bool both = has(other, others, list[k]);

			common += both;
			bytes += both ? sizes[k] : 0;
			gaps += both && gap;
			gap = !both;
		}
		hold(overlap->count[d] == common);
		hold(overlap->bytes[d] == bytes);
		hold(overlap->gaps[d] == gaps);
		all += common;
	}
	return all;
}

START_TEST(window_counts)
{
	struct sp_window *window = calloc(1, sizeof(*window));
	struct sp_random random = { (uint64_t)_i };
	uint32_t successors[SUCCESSORS];
	uint8_t sizes[SUCCESSORS];
	uint64_t common = 0;
	struct rows rows;

	hold(window);
	choose_successors(false, successors);
	draw_lists(&rows, &random, successors);
	for (int64_t i = 0; i < LISTS; i++) {
		uint64_t count;
		const uint32_t *list = list_at(&rows, i, &count);
		struct sp_overlap overlap;

		for (uint64_t k = 0; k < count; k++)
			sizes[k] = (uint8_t)(1 + sp_random_below(&random, 5));
		overlap = sp_window_take(window, (uint32_t)i, list, sizes,
					 count);
		common += hold_overlap(&rows, i, sizes, &overlap);
	}
	ck_assert_uint_gt(common, LISTS * 10);
	rows_free(&rows);
	free(window);
}
END_TEST

/* Checks that the block comes back; returns its bytes of memory. */
static uint64_t
round_trip(const struct rows *rows)
{
	struct sp_graph *graph = rows_graph(rows, 1);
	uint64_t bytes = sp_graph_memory(graph);

	ck_assert(rows_equal(rows, graph));
	ck_assert(rows_equal_batched(rows, graph));
	sp_graph_free(graph);
	return bytes;
}

/* All successors share one place of the table. */
START_TEST(collisions)
{
	struct sp_random random = { 7 };
	uint32_t successors[SUCCESSORS];
	struct rows rows;

	choose_successors(true, successors);
	draw_lists(&rows, &random, successors);
	/* The graph must have the pages that the lists name. */
	rows.pages = successors[SUCCESSORS - 1] + (uint64_t)1;
	rows.ends = realloc(rows.ends, rows.pages * sizeof(*rows.ends));
	hold(rows.ends);
	while (rows.done < rows.pages)
		rows_end(&rows);
	round_trip(&rows);
	rows_free(&rows);
}
END_TEST

/* A long list that differs in one successor is stored as a difference. */
START_TEST(long_lists)
{
	uint64_t bytes[2];

	for (uint32_t lists = 1; lists <= 2; lists++) {
		struct rows rows;

		rows_begin(&rows, 2 * LONG);
		for (uint32_t i = 0; i < lists; i++) {
			for (uint32_t s = 0; s < LONG; s++)
				rows_add(&rows, 2 * s + (s == LONG / 2 + i));
			rows_end(&rows);
		}
		while (rows.done < rows.pages)
			rows_end(&rows);
		bytes[lists - 1] = round_trip(&rows);
		rows_free(&rows);
	}
	ck_assert_uint_gt(bytes[0], LONG);
	/* An edit copies 15. */
	ck_assert_uint_lt(bytes[1] - bytes[0], LONG / 15 + 16);
}
END_TEST

/*
 * A list of pages around page: with the successors of another in part, and
 * gaps that take up to five bytes.
 */
static void
draw_list(struct rows *rows, struct sp_random *random, int64_t i)
{
	static const uint32_t steps[] = { 1, 3, 200, 40000, 5000000,
					  900000000 };
	uint32_t step = steps[sp_random_below(random, LENGTH(steps))];
	uint64_t most = sp_random_below(random, 12) ?
				1 + sp_random_below(random, 120) :
				3 * SP_WINDOW_LIST_MAX / 2;
	uint64_t target = sp_random_below(random, step) +
			  (uint64_t)i / 4 * 50;
	uint32_t *other = NULL;
	uint64_t others = 0, k = 0;

	if (i && sp_random_below(random, 4)) {
		int64_t back = 1 + (int64_t)sp_random_below(random, 9);
		const uint32_t *list = list_at(rows, i < back ? 0 : i - back,
					       &others);

		other = malloc((others + 1) * sizeof(*other));
		hold(other);
		if (others)
			memcpy(other, list, others * sizeof(*other));
	}
	for (; most && target < UINT32_MAX; most--) {
		for (; k < others && other[k] <= target; k++)
			if (sp_random_below(random, 8))
				rows_add(rows, other[k]);
		rows_add(rows, (uint32_t)target);
		target += 1 + sp_random_below(random, step);
	}
	for (; k < others; k++)
		if (sp_random_below(random, 20))
			rows_add(rows, other[k]);
	free(other);
}

#define BLOCK_ROWS 300

/* Encodes by both encoders, which must agree; the caller frees the bytes. */
static uint8_t *
encode_twice(const struct sp_block_rows *block, const uint8_t *hints,
	     uint64_t *length)
{
	uint64_t capacity[2] = { 0 }, lengths[2];
	uint8_t *bytes[2] = { NULL };
	struct sp_error err;

	for (int quick = 0; quick < 2; quick++)
		must(sp_block_encode_as(block, quick, hints, &bytes[quick],
					&capacity[quick], &lengths[quick],
					&err), err);
	ck_assert_uint_eq(lengths[0], lengths[1]);
	ck_assert_mem_eq(bytes[0], bytes[1], lengths[0]);
	free(bytes[1]);
	*length = lengths[0];
	return bytes[0];
}

/*
 * A block of lists of many shapes.  With the references that it has as hints
 * it is the same again, and any hints will do.
 */
START_TEST(encoders_agree)
{
	struct sp_random random = { (uint64_t)_i };
	uint8_t hints[BLOCK_ROWS], *bytes, *again;
	struct sp_block_rows block;
	uint64_t length, other;
	struct rows rows;

	rows_begin(&rows, BLOCK_ROWS);
	for (int64_t i = 0; i < BLOCK_ROWS; i++) {
		if (sp_random_below(&random, 8))
			draw_list(&rows, &random, i);
		rows_end(&rows);
	}
	block = (struct sp_block_rows){ (uint64_t)_i << 27, BLOCK_ROWS,
					rows.ends, rows.successors };
	bytes = encode_twice(&block, NULL, &length);
	sp_block_hints(bytes, length, BLOCK_ROWS, hints);
	again = encode_twice(&block, hints, &other);
	ck_assert_uint_eq(other, length);
	ck_assert_mem_eq(again, bytes, length);
	free(again);
	for (int i = 0; i < BLOCK_ROWS; i++)
		hints[i] = (uint8_t)sp_random_below(&random,
						    SP_HINT_NONE + 1);
	again = encode_twice(&block, hints, &other);
	free(again);
	free(bytes);
	rows_free(&rows);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("encode");

	tcase_add_loop_test(tcase, window_counts, 0, 20);
	tcase_add_loop_test(tcase, encoders_agree, 0, 30);
	tcase_add_test(tcase, collisions);
	tcase_add_test(tcase, long_lists);
	return unit_run(tcase);
}
