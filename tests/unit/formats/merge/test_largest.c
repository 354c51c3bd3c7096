/* SPDX-License-Identifier: MIT */
/*
 * test_largest.c - how many names the largest range of a merge has, as samples
 * of shares tell, and the memory that goes by it
 */
#include "unit.h"

#include "base/memory.h"
#include "base/random.h"
#include "formats/merge/work.h"

#include <stdio.h>
#include <stdlib.h>

#define SHARES 40
#define KEYS 1000000       /* names are numbers below */
#define FAR 6              /* digits */

/* Names of shares, ascending, and the samples that were taken of them. */
struct shares {
	uint32_t *names[SHARES];
	uint64_t counts[SHARES];
	struct drawn {
		uint32_t key;
		struct sp_sample place;
	} *samples;
	uint64_t sample_count;
	uint32_t bounds[SP_MERGE_RANGES];
	struct sp_work work;
};

static int
compare_keys(const void *a, const void *b)
{
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;

	return (left > right) - (left < right);
}

static void
add_key(struct sp_names *names, uint32_t key)
{
	struct sp_error err;
	char text[16];

	snprintf(text, sizeof(text), "%0*u", FAR, key);
	must(sp_names_add_long(names, text, FAR, &err), err);
}

/* Shares of 500 to 1,500 names, most of them small; one is larger. */
static void
draw_names(struct shares *shares, struct sp_random *random)
{
	for (uint32_t s = 0; s < SHARES; s++) {
		uint64_t count = s ? 500 + sp_random_below(random, 1001) :
				     20000;

		shares->counts[s] = count;
		shares->names[s] = malloc(count * sizeof(uint32_t));
		for (uint64_t i = 0; i < count; i++) {
			uint64_t key = sp_random_below(random, KEYS);

			shares->names[s][i] = (uint32_t)(key * key / KEYS);
		}
		qsort(shares->names[s], count, sizeof(uint32_t), compare_keys);
	}
}

/* Every 100th name, from one in the first hundred on. */
static void
draw_samples(struct shares *shares, struct sp_random *random)
{
	uint64_t capacity = 0;

	for (uint32_t s = 0; s < SHARES; s++)
		for (uint64_t i = sp_random_below(random, 100);
		     i < shares->counts[s]; i += 100) {
			hold(sp_grow(&shares->samples, &capacity,
				     shares->sample_count + 1));
			shares->samples[shares->sample_count++] =
				(struct drawn){ shares->names[s][i],
						{ s, (uint32_t)i } };
		}
	qsort(shares->samples, shares->sample_count, sizeof(struct drawn),
	      compare_keys);
}

static void
make_work(struct shares *shares, uint64_t ranges, uint64_t records)
{
	struct sp_work *work = &shares->work;
	uint64_t count = shares->sample_count;

	*work = (struct sp_work){ .ranges = ranges, .merge = sp_merge_new(1) };
	hold(work->merge && sp_grow(&work->merge->parts,
				    &work->merge->capacity, SHARES));
	work->merge->count = SHARES;
	memset(work->merge->parts, 0, SHARES * sizeof(*work->merge->parts));
	for (uint32_t s = 0; s < SHARES; s++) {
		work->merge->parts[s].task.basis.graph.pages =
			shares->counts[s];
		work->merge->parts[s].records = records;
	}
	work->samples = malloc(count * sizeof(*work->samples));
	for (uint64_t i = 0; i < count; i++) {
		add_key(&work->sample_names, shares->samples[i].key);
		work->samples[i] = shares->samples[i].place;
	}
	for (uint64_t k = 1; k < ranges; k++) {
		shares->bounds[k - 1] = shares->samples[count * k / ranges].key;
		add_key(&work->bounds, shares->bounds[k - 1]);
	}
}

static void
free_work(struct sp_work *work)
{
	sp_names_free(&work->sample_names);
	sp_names_free(&work->bounds);
	free(work->samples);
	sp_merge_free(work->merge);
}

/* By looking at each name. */
static uint64_t
names_of_largest(const struct shares *shares, uint64_t ranges)
{
	uint64_t most = 0;

	for (uint64_t k = 0; k < ranges; k++) {
		uint32_t from = k ? shares->bounds[k - 1] : 0;
		uint32_t end = k + 1 < ranges ? shares->bounds[k] : KEYS;
		uint64_t names = 0;

		for (uint32_t s = 0; s < SHARES; s++)
			for (uint64_t i = 0; i < shares->counts[s]; i++)
				names += shares->names[s][i] >= from &&
					 shares->names[s][i] < end;
		most = names > most ? names : most;
	}
	return most;
}

static void
largest_of(struct shares *shares, uint64_t ranges, uint64_t records,
	   uint64_t *names, uint64_t *memory)
{
	struct sp_error err;

	make_work(shares, ranges, records);
	must(sp_work_largest(&shares->work, names, memory, &err), err);
	free_work(&shares->work);
}

static void
begin_shares(struct shares *shares, uint64_t seed)
{
	struct sp_random random = { seed };

	*shares = (struct shares){ .sample_count = 0 };
	draw_names(shares, &random);
	draw_samples(shares, &random);
}

static void
free_shares(struct shares *shares)
{
	for (uint32_t s = 0; s < SHARES; s++)
		free(shares->names[s]);
	free(shares->samples);
}

/* More ranges than a share has samples, too. */
START_TEST(names_are_as_counted)
{
	static const uint64_t ranges[] = { 1, 2, 3, 7, 20, 50 };
	static struct shares shares;

	begin_shares(&shares, 1 + (uint64_t)_i);
	for (size_t i = 0; i < LENGTH(ranges); i++) {
		uint64_t names, memory, counted;

		largest_of(&shares, ranges[i], 0, &names, &memory);
		counted = names_of_largest(&shares, ranges[i]);
		/* The largest of few names is so by chance, too. */
		ck_assert_uint_ge(100 * names,
				  (ranges[i] > 7 ? 70 : 94) * counted);
		ck_assert_uint_le(100 * names, 106 * counted);
		if (i == 0)
			ck_assert_uint_eq(names, counted);
	}
	free_shares(&shares);
}
END_TEST

/* What one more of each thing takes. */
START_TEST(memory_goes_by_it)
{
	static struct shares shares;
	uint64_t names, few, one, two, more, fetched, pages = 0;

	begin_shares(&shares, 9);
	for (uint32_t s = 0; s < SHARES; s++)
		pages += shares.counts[s];
	largest_of(&shares, 2, 0, &few, &two);
	largest_of(&shares, 1, 0, &names, &one);
	/* Names have fractions. */
	ck_assert_uint_ge(one - two + 4, (names - few) * sizeof(uint32_t));
	ck_assert_uint_le(one - two, (names - few) * sizeof(uint32_t) + 4);
	largest_of(&shares, 1, 100, &names, &fetched);
	ck_assert_uint_ge(fetched - one, (SHARES * 100 - 1) * 48);
	ck_assert_uint_le(fetched - one, SHARES * 100 * 48);
	/* No more than there are pages, whatever a share says. */
	largest_of(&shares, 1, UINT64_MAX / 2, &names, &fetched);
	ck_assert_uint_le(fetched - one, pages * 48);

	/* Names fill a frame each, which is the most that a share has. */
	for (uint32_t s = 0; s < SHARES; s++)
		shares.counts[s] = 1000000;
	largest_of(&shares, 1, 0, &names, &one);
	for (uint32_t s = 0; s < SHARES; s++)
		shares.counts[s] = 2000000;
	largest_of(&shares, 1, 0, &names, &more);
	ck_assert_uint_eq(names, SHARES * UINT64_C(2000000));
	ck_assert_uint_eq(more - one,
			  SHARES * (UINT64_C(4000000) + 1000000 / 40));
	ck_assert_uint_ge(one, SHARES * (UINT64_C(96) << 10));
	free_shares(&shares);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("largest");

	tcase_add_loop_test(tcase, names_are_as_counted, 0, 5);
	tcase_add_test(tcase, memory_goes_by_it);
	return unit_run(tcase);
}
