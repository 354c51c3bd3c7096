/* SPDX-License-Identifier: MIT */
/*
 * test_team.c - sums, gathers and exchanges of teams of one and of several
 */
#include "team_threads.h"
#include "unit.h"

#include <string.h>

static const unsigned sizes[] = { 1, 2, 3, 7 };

/* Values whose sum depends on the order of additions. */
static double
odd_value(unsigned rank)
{
	return rank % 2 ? 1e16 / (rank + 1) : 1.0 / (rank + 3);
}

static enum sp_status
small_values(struct sp_team *team, void *context, struct sp_error *err)
{
	unsigned size = team->size, rank = team->rank;
	uint64_t words[2] = { rank, UINT64_MAX }, most[2] = { rank, 7 };
	uint16_t own = (uint16_t)(rank + 1000), all[64];
	double values[2] = { odd_value(rank), -1 }, sum = odd_value(0);
	char bytes[5];

	(void)context;
	snprintf(bytes, sizeof(bytes), "%04u", rank);
	if (sp_team_gather(team, &own, sizeof(own), all, err) ||
	    sp_team_sum(team, values, 2, err) ||
	    sp_team_add(team, words, 2, err) ||
	    sp_team_most(team, most, 2, err) || sp_team_wait(team, err) ||
	    sp_team_share(team, size - 1, bytes, sizeof(bytes), err))
		return err->status;
	for (unsigned k = 0; k < size; k++)
		hold(all[k] == k + 1000);
	for (unsigned k = 1; k < size; k++)
		sum += odd_value(k);
	hold(values[0] == sum);
	hold(values[1] == -(double)size);
	hold(words[0] == size * (size - 1) / 2);
	hold(words[1] == UINT64_MAX - (size - 1));
	hold(most[0] == size - 1 && most[1] == 7);
	hold((unsigned)atoi(bytes) == size - 1);
	return SP_OK;
}

START_TEST(gathers_and_sums)
{
	struct sp_team alone = sp_team_alone();
	struct sp_error err;

	must(small_values(&alone, NULL, &err), err);
	must(team_run(sizes[_i], small_values, NULL, &err), err);
}
END_TEST

/* How many values process from has for process to. */
static uint64_t
values_for(unsigned from, unsigned to)
{
	return (from * 5 + to * 3) % 7 * (from + 1);
}

static uint64_t
value_of(unsigned from, unsigned to, uint64_t i)
{
	return from * UINT64_C(1000000) + to * UINT64_C(1000) + i;
}

static enum sp_status
exchange_all(struct sp_team *team, void *context, struct sp_error *err)
{
	uint64_t out_from[65] = { 0 }, in_from[65], *out, *in;
	struct sp_exchange exchange = { .unit = sizeof(*out),
					.out_from = out_from,
					.in_from = in_from };
	unsigned rank = team->rank;

	exchange.others_only = *(const bool *)context;
	for (unsigned k = 0; k < team->size; k++)
		out_from[k + 1] = out_from[k] + values_for(rank, k);
	if (sp_team_counts(team, out_from, in_from, err))
		return err->status;
	out = malloc((out_from[team->size] + 1) * sizeof(*out));
	in = calloc(in_from[team->size] + 1, sizeof(*in));
	for (unsigned k = 0; k < team->size; k++)
		for (uint64_t i = out_from[k]; i < out_from[k + 1]; i++)
			out[i] = value_of(rank, k, i - out_from[k]);
	exchange.out = out;
	exchange.in = in;
	if (sp_team_exchange(team, &exchange, err))
		return err->status;
	for (unsigned k = 0; k < team->size; k++) {
		hold(in_from[k + 1] - in_from[k] == values_for(k, rank));
		for (uint64_t i = in_from[k]; i < in_from[k + 1]; i++)
			hold(in[i] == (k == rank && exchange.others_only ?
					       0 :
					       value_of(k, rank,
							i - in_from[k])));
	}
	free(out);
	free(in);
	return SP_OK;
}

START_TEST(exchanges)
{
	for (unsigned only = 0; only < 2; only++) {
		struct sp_team alone = sp_team_alone();
		bool others_only = only;
		struct sp_error err;

		must(exchange_all(&alone, &others_only, &err), err);
		must(team_run(sizes[_i], exchange_all, &others_only, &err),
		     err);
	}
}
END_TEST

static enum sp_status
fail_one(struct sp_team *team, void *context, struct sp_error *err)
{
	(void)context;
	if (team->rank == team->size / 2)
		return sp_fail(err, SP_DATA, "process %u", team->rank);
	return sp_team_wait(team, err);
}

START_TEST(one_failure_ends_all)
{
	struct sp_error err;

	ck_assert_int_eq(team_run(sizes[_i], fail_one, NULL, &err), SP_DATA);
}
END_TEST

int
main(void)
{
	TCase *tcase = unit_case("team");

	tcase_add_loop_test(tcase, gathers_and_sums, 0, LENGTH(sizes));
	tcase_add_loop_test(tcase, exchanges, 0, LENGTH(sizes));
	tcase_add_loop_test(tcase, one_failure_ends_all, 0, LENGTH(sizes));
	return unit_run(tcase);
}
