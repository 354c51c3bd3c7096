/* SPDX-License-Identifier: MIT */
/*
 * team.c - the team of an MPI job against what each process must get: sums,
 * gathers, exchanges of odd sizes, in few pieces and in many
 *
 *	team              tests; process 0 prints "processes N sent BYTES"
 *	team large        an exchange of more than 2^31 bytes, of 5 GB of memory
 *	team overlap      prints what is left to wait for after half a second of
 *	                  computing, without calls and with them
 *	team fail         process 1, or the only one, fails with status 65
 */
#include "mpi/team_mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LARGE (UINT64_C(300) << 20) /* values of 8 bytes */
#define OVERLAP (UINT64_C(4) << 20)

/* Ends the job with a message unless the condition is true. */
static void
hold(struct sp_team *team, bool condition, const char *what)
{
	if (condition)
		return;
	fprintf(stderr, "team: process %u: wrong: %s\n", team->rank, what);
	sp_team_abort(team, SP_DATA);
	exit(SP_DATA);
}

/* The same for the status of a call. */
static void
must(struct sp_team *team, enum sp_status status, const struct sp_error *err)
{
	hold(team, !status, status ? err->text : "");
}

static double
odd_value(unsigned rank)
{
	return rank % 2 ? 1e16 / (rank + 1) : 1.0 / (rank + 3);
}

static void
test_values(struct sp_team *team)
{
	unsigned size = team->size, rank = team->rank;
	uint64_t words[2] = { rank, UINT64_MAX }, most[2] = { rank, 7 };
	double values[2] = { odd_value(rank), -1 }, sum = odd_value(0);
	uint16_t own = (uint16_t)(rank + 1000), all[64];
	char bytes[100];
	struct sp_error err;

	memset(bytes, (int)('a' + rank), sizeof(bytes));
	hold(team, size <= 64, "too many processes for this test");
	must(team, sp_team_gather(team, &own, sizeof(own), all, &err), &err);
	must(team, sp_team_sum(team, values, 2, &err), &err);
	must(team, sp_team_add(team, words, 2, &err), &err);
	must(team, sp_team_most(team, most, 2, &err), &err);
	must(team, sp_team_wait(team, &err), &err);
	must(team, sp_team_share(team, size - 1, bytes, sizeof(bytes), &err),
	     &err);
	for (unsigned k = 0; k < size; k++)
		hold(team, all[k] == k + 1000, "gather");
	for (unsigned k = 1; k < size; k++)
		sum += odd_value(k);
	hold(team, values[0] == sum && values[1] == -(double)size, "sum");
	hold(team, words[0] == size * (size - 1) / 2, "add");
	hold(team, words[1] == UINT64_MAX - (size - 1), "add modulo 2^64");
	hold(team, most[0] == size - 1 && most[1] == 7, "most");
	for (unsigned i = 0; i < sizeof(bytes); i++)
		hold(team, bytes[i] == (char)('a' + size - 1), "share");
}

/* How many values process from has for process to: none, few, many. */
static uint64_t
values_for(unsigned from, unsigned to, uint64_t most)
{
	return (from * 5 + to * 3) % 4 * most / 3 + (from + to) % 2;
}

static uint64_t
value_of(unsigned from, unsigned to, uint64_t i)
{
	return from * UINT64_C(1000000000000) + to * UINT64_C(10000000000) + i;
}

static void
check_arrived(struct sp_team *team, const struct sp_exchange *exchange)
{
	const uint64_t *in = exchange->in;

	for (unsigned k = 0; k < team->size; k++) {
		bool none = k == team->rank && exchange->others_only;
		uint64_t first = exchange->in_from[k];

		for (uint64_t i = first; i < exchange->in_from[k + 1]; i++)
			hold(team, in[i] == (none ? 0 :
				     value_of(k, team->rank, i - first)),
			     "a value of an exchange");
	}
}

static void
test_exchange(struct sp_team *team, uint64_t most, bool others_only)
{
	uint64_t out_from[65] = { 0 }, in_from[65], *out, *in;
	struct sp_exchange exchange = { .unit = sizeof(*out),
					.out_from = out_from,
					.in_from = in_from,
					.others_only = others_only };
	struct sp_error err;

	for (unsigned k = 0; k < team->size; k++)
		out_from[k + 1] = out_from[k] +
				  values_for(team->rank, k, most);
	must(team, sp_team_counts(team, out_from, in_from, &err), &err);
	out = malloc((out_from[team->size] + 1) * sizeof(*out));
	in = calloc(in_from[team->size] + 1, sizeof(*in));
	hold(team, out && in, "memory");
	for (unsigned k = 0; k < team->size; k++)
		for (uint64_t i = out_from[k]; i < out_from[k + 1]; i++)
			out[i] = value_of(team->rank, k, i - out_from[k]);
	exchange.out = out;
	exchange.in = in;
	must(team, sp_team_begin(team, &exchange, &err), &err);
	sp_team_advance(team);
	must(team, sp_team_finish(team, &exchange, &err), &err);
	sp_team_advance(team);
	check_arrived(team, &exchange);
	free(out);
	free(in);
}

static double
seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Computes for some seconds, calling the team now and then or not. */
static void
compute(struct sp_team *team, double time, bool calls)
{
	for (double end = seconds() + time; seconds() < end;) {
		volatile double sum = 0;

		for (unsigned i = 0; i < 100000; i++)
			sum += i;
		if (calls)
			sp_team_advance(team);
	}
}

/*
 * From each process to the next, while each computes for some seconds; prints
 * how long the exchange took.
 */
static void
test_ring(struct sp_team *team, uint64_t values, double time, bool calls,
	  const char *name)
{
	unsigned size = team->size, rank = team->rank;
	uint64_t out_from[65] = { 0 }, in_from[65], *out, *in;
	struct sp_exchange exchange = { .unit = sizeof(*out),
					.out_from = out_from,
					.in_from = in_from };
	struct sp_error err;
	double begun;

	for (unsigned k = 0; k < size; k++)
		out_from[k + 1] = out_from[k] +
				  (k == (rank + 1) % size ? values : 0);
	must(team, sp_team_counts(team, out_from, in_from, &err), &err);
	out = malloc(values * sizeof(*out));
	in = calloc(values, sizeof(*in));
	hold(team, out && in, "memory");
	for (uint64_t i = 0; i < values; i++)
		out[i] = value_of(rank, (rank + 1) % size, i);
	exchange.out = out;
	exchange.in = in;
	must(team, sp_team_wait(team, &err), &err);
	must(team, sp_team_begin(team, &exchange, &err), &err);
	compute(team, time, calls);
	begun = seconds();
	must(team, sp_team_finish(team, &exchange, &err), &err);
	if (!rank)
		printf("%s: waited %.1f ms\n", name,
		       (seconds() - begun) * 1e3);
	check_arrived(team, &exchange);
	free(out);
	free(in);
}

int
main(int argc, char **argv)
{
	static const uint64_t pieces[] = { TEAM_MPI_PIECE, 1000, 8, 77 };
	const char *mode = argc > 1 ? argv[1] : "";
	unsigned host_processes;
	struct sp_error err;
	struct sp_team team;
	uint64_t sent;

	must(&team, team_mpi_begin(&team, &host_processes, &err), &err);
	hold(&team, host_processes >= 1 && host_processes <= team.size,
	     "processes of a host");
	if (!strcmp(mode, "fail"))
		hold(&team, team.rank != team.size / 2, "as was asked for");
	for (unsigned i = 0; i < sizeof(pieces) / sizeof(*pieces); i++) {
		team_mpi_set_piece(&team, pieces[i]);
		test_values(&team);
		for (unsigned most = 0; most <= 3000; most += 750)
			test_exchange(&team, most, i % 2);
	}
	team_mpi_set_piece(&team, TEAM_MPI_PIECE);
	test_exchange(&team, 300000, true);
	if (!strcmp(mode, "large"))
		test_ring(&team, LARGE, 0, false, "large");
	for (unsigned i = 0; !strcmp(mode, "overlap") && i < 3; i++) {
		test_ring(&team, OVERLAP, 0, false, "no computing");
		test_ring(&team, OVERLAP, 0.5, false, "without calls");
		test_ring(&team, OVERLAP, 0.5, true, "with calls");
	}
	sent = team.sent;
	must(&team, sp_team_add(&team, &sent, 1, &err), &err);
	if (!team.rank)
		printf("processes %u sent %llu\n", team.size,
		       (unsigned long long)sent);
	team_mpi_end(&team);
	return 0;
}
