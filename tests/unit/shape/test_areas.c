/* SPDX-License-Identifier: MIT */
/* test_areas.c - areas are in proportion, and cover the whole once. */
#include "unit.h"

#include "shape/areas.h"

#include "base/random.h"

#include <math.h>

#define MOST 400

static const struct sp_area whole = { 10, 20, 300, 200 };

static double
oblong(const struct sp_area *area)
{
	return fmax(area->width / area->height, area->height / area->width);
}

/* Each has its share, is inside of the whole, and overlaps no other. */
static void
check_areas(const uint64_t *weights, uint64_t count,
	    const struct sp_area *areas)
{
	double sum = 0, covered = 0;

	for (uint64_t i = 0; i < count; i++)
		sum += (double)weights[i];
	for (uint64_t i = 0; i < count; i++) {
		const struct sp_area *a = &areas[i];
		double share = a->width * a->height / (300 * 200);

		ck_assert_double_eq_tol(share, (double)weights[i] / sum, 1e-9);
		covered += share;
		hold(a->x >= 10 && a->x + a->width <= 310 + 1e-9);
		hold(a->y >= 20 && a->y + a->height <= 220 + 1e-9);
		for (uint64_t k = 0; k < i; k++) {
			const struct sp_area *b = &areas[k];

			hold(a->x + a->width <= b->x + 1e-9 ||
			     b->x + b->width <= a->x + 1e-9 ||
			     a->y + a->height <= b->y + 1e-9 ||
			     b->y + b->height <= a->y + 1e-9);
		}
	}
	ck_assert_double_eq_tol(covered, 1, 1e-9);
}

/*
 * The example of the paper, 6, 6, 4, 3, 2, 2 and 1 in 6 by 4, worked by hand: a
 * column of the first two, and a row of the next two above all others.
 */
START_TEST(test_example)
{
	static const uint64_t weights[] = { 6, 6, 4, 3, 2, 2, 1 };
	static const struct sp_area expected[] = {
		{ 0, 0, 3, 2 }, { 0, 2, 3, 2 },
		{ 3, 0, 12. / 7, 7. / 3 }, { 3 + 12. / 7, 0, 9. / 7, 7. / 3 },
		{ 3, 7. / 3, 6. / 5, 5. / 3 },
		{ 4.2, 7. / 3, 6. / 5, 5. / 3 }, { 5.4, 7. / 3, 3. / 5, 5. / 3 }
	};
	struct sp_area areas[LENGTH(weights)];

	sp_areas_divide((struct sp_area){ 0, 0, 6, 4 }, weights,
			LENGTH(weights), areas);
	for (int i = 0; i < LENGTH(weights); i++) {
		ck_assert_double_eq_tol(areas[i].x, expected[i].x, 1e-12);
		ck_assert_double_eq_tol(areas[i].y, expected[i].y, 1e-12);
		ck_assert_double_eq_tol(areas[i].width, expected[i].width,
					1e-12);
		ck_assert_double_eq_tol(areas[i].height, expected[i].height,
					1e-12);
	}
}
END_TEST

static int
descending(const void *a, const void *b)
{
	uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;

	return (one < two) - (one > two);
}

/* Weights in any order, over many powers of ten, and as many that are equal. */
START_TEST(test_random)
{
	struct sp_random random = { (uint64_t)_i };
	uint64_t weights[MOST];
	struct sp_area areas[MOST];

	for (int round = 0; round < ROUNDS_OF(200); round++) {
		uint64_t count = 1 + sp_random_below(&random, MOST);
		uint64_t most = (uint64_t)pow(10, round % 10);

		for (uint64_t i = 0; i < count; i++)
			weights[i] = 1 + sp_random_below(&random, most);
		if (round % 2)
			qsort(weights, count, sizeof(*weights), descending);
		sp_areas_divide(whole, weights, count, areas);
		check_areas(weights, count, areas);
	}
}
END_TEST

/* As many equal areas as one likes are no slivers. */
START_TEST(test_oblong)
{
	uint64_t weights[MOST];
	struct sp_area areas[MOST];

	for (uint64_t count = 1; count <= MOST; count++) {
		weights[count - 1] = 7;
		sp_areas_divide(whole, weights, count, areas);
		check_areas(weights, count, areas);
		for (uint64_t i = 0; i < count; i++)
			ck_assert_double_le(oblong(&areas[i]), 3);
	}
}
END_TEST

START_TEST(test_large)
{
	static const uint64_t weights[] = { UINT64_MAX / 2, UINT64_MAX / 2, 1 };
	struct sp_area areas[LENGTH(weights)];

	sp_areas_divide(whole, weights, LENGTH(weights), areas);
	check_areas(weights, 2, areas);
	ck_assert_double_eq(areas[0].x, 10);
	ck_assert_double_eq(areas[0].y, 20);
	sp_areas_divide(whole, weights, 0, NULL);
}
END_TEST

int
main(void)
{
	TCase *tests = unit_case("areas");

	tcase_add_test(tests, test_example);
	tcase_add_loop_test(tests, test_random, 0, 4);
	tcase_add_test(tests, test_oblong);
	tcase_add_test(tests, test_large);
	return unit_run(tests);
}
