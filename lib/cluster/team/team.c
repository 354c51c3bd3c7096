/* SPDX-License-Identifier: MIT */
/*
 * What follows from the few operations of a kind of team (struct sp_team_kind),
 * and the team of one.
 *
 * Everything that processes compute together is gathered first and then added
 * up by each of them, in the order of the processes.  A reduction of the
 * network would send less, but its order is its own and may change with the
 * message size or the topology; addition of doubles is not associative, so
 * scores would differ from run to run.  The values here are a few words per
 * call (norms, counts, statuses), so gathering all of them costs no more than
 * the latency of the call.
 *
 * The team of one returns at once, without memory or copies, because every
 * plain filter goes through it in each iteration.
 */
#include "cluster/team/team.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Lists of all processes that are padded and gathered by one call. */
#define FEW_BYTES (UINT64_C(192) << 10)

/* ---- a team of one ---------------------------------------------------- */

/* memmove: callers may gather into the place where their own value is. */
static enum sp_status
alone_gather(struct sp_team *team, const void *own, size_t bytes, void *all,
	     struct sp_error *err)
{
	(void)team;
	(void)err;
	memmove(all, own, bytes);
	return SP_OK;
}

/*
 * The tables of an exchange have size + 1 entries, so with one process the only
 * range is [0, 1]; a process that sends to itself gets a copy, which callers
 * that pass others_only do not want.
 */
static enum sp_status
alone_finish(struct sp_team *team, struct sp_exchange *exchange,
	     struct sp_error *err)
{
	const uint64_t *from = exchange->out_from;

	(void)team;
	(void)err;
	if (from[1] > from[0] && !exchange->others_only)
		memcpy((char *)exchange->in +
			       exchange->in_from[0] * exchange->unit,
		       (const char *)exchange->out + from[0] * exchange->unit,
		       (from[1] - from[0]) * exchange->unit);
	return SP_OK;
}

/*
 * Nothing else is to be done.  After a failure, a plain filter returns it
 * through its callers and exits by itself.
 */
static const struct sp_team_kind alone_kind = {
	.gather = alone_gather, .finish = alone_finish
};

struct sp_team
sp_team_alone(void)
{
	return (struct sp_team){ .size = 1, .kind = &alone_kind };
}

/* ---- small values ----------------------------------------------------- */

enum sp_status
sp_team_gather(struct sp_team *team, const void *own, size_t bytes, void *all,
	       struct sp_error *err)
{
	return team->kind->gather(team, own, bytes, all, err);
}

/* Replaces a value by what it is with that of another process. */
typedef void join_word(void *value, const void *other);

/*
 * Joins count words of 8 bytes of all processes, in their order.  Starts with
 * the word of process 0 and not with the own one: so the order of additions,
 * and with it the last bits, is the same in all processes.
 */
static enum sp_status
join_words(struct sp_team *team, void *values, unsigned count,
	   join_word *join, struct sp_error *err)
{
	size_t row = (size_t)count * 8;
	enum sp_status status;
	char *all;

	if (team->size == 1)
		return SP_OK;
	all = sp_alloc(team->size, row);
	if (!all)
		return sp_no_memory(err, "values of all processes");
	status = sp_team_gather(team, values, row, all, err);
	for (size_t i = 0; !status && i < row; i += 8) {
		memcpy((char *)values + i, all + i, 8);
		for (unsigned k = 1; k < team->size; k++)
			join((char *)values + i, all + k * row + i);
	}
	free(all);
	return status;
}

static void
sum_doubles(void *value, const void *other)
{
	*(double *)value += *(const double *)other;
}

static void
add_integers(void *value, const void *other)
{
	*(uint64_t *)value += *(const uint64_t *)other;
}

static void
team_keep_larger(void *value, const void *other)
{
	if (*(const uint64_t *)other > *(uint64_t *)value)
		*(uint64_t *)value = *(const uint64_t *)other;
}

static void
keep_larger_double(void *value, const void *other)
{
	if (*(const double *)other > *(double *)value)
		*(double *)value = *(const double *)other;
}

enum sp_status
sp_team_sum(struct sp_team *team, double *values, unsigned count,
	    struct sp_error *err)
{
	return join_words(team, values, count, sum_doubles, err);
}

enum sp_status
sp_team_add(struct sp_team *team, uint64_t *values, unsigned count,
	    struct sp_error *err)
{
	return join_words(team, values, count, add_integers, err);
}

enum sp_status
sp_team_most(struct sp_team *team, uint64_t *values, unsigned count,
	     struct sp_error *err)
{
	return join_words(team, values, count, team_keep_larger, err);
}

enum sp_status
sp_team_largest(struct sp_team *team, double *values, unsigned count,
		struct sp_error *err)
{
	return join_words(team, values, count, keep_larger_double, err);
}

enum sp_status
sp_team_share(struct sp_team *team, unsigned from, void *bytes, size_t length,
	      struct sp_error *err)
{
	return team->kind->share ?
		       team->kind->share(team, from, bytes, length, err) :
		       SP_OK;
}

/*
 * Pads all lists to the longest, so that one call gathers them.  One call costs
 * the latency of one message, a call for each process that of as many; padding
 * wastes bytes, which is why only few are sent this way.
 */
static enum sp_status
gather_padded(struct sp_team *team, const void *own, const uint64_t *counts,
	      uint64_t longest, size_t unit, char *all, struct sp_error *err)
{
	size_t row = longest * unit;
	char *padded = sp_alloc_zero(team->size + UINT64_C(1), row);
	enum sp_status status;

	if (!padded)
		return sp_no_memory(err, "lists of all processes");
	if (counts[team->rank])
		memcpy(padded, own, counts[team->rank] * unit);
	status = sp_team_gather(team, padded, row, padded + row, err);
	for (unsigned k = 0; !status && k < team->size; k++) {
		memcpy(all, padded + (k + 1) * row, counts[k] * unit);
		all += counts[k] * unit;
	}
	free(padded);
	return status;
}

/*
 * The choice between the two ways depends on the counts alone, which all
 * processes have: it must be the same in all of them, as they call the network
 * in the same order.  FEW_BYTES is divided by the number of processes, instead
 * of the other side multiplied, so that nothing can overflow.
 */
enum sp_status
sp_team_gather_lists(struct sp_team *team, const void *own,
		     const uint64_t *counts, size_t unit, void *all,
		     struct sp_error *err)
{
	enum sp_status status = SP_OK;
	uint64_t longest = 0;
	char *at = all;

	for (unsigned k = 0; k < team->size; k++)
		longest = counts[k] > longest ? counts[k] : longest;
	if (longest * unit <= FEW_BYTES / team->size)
		return longest ? gather_padded(team, own, counts, longest, unit,
					       all, err) : SP_OK;
	for (unsigned k = 0; !status && k < team->size; k++) {
		if (!counts[k])
			continue;
		if (k == team->rank)
			memcpy(at, own, counts[k] * unit);
		status = sp_team_share(team, k, at, counts[k] * unit, err);
		at += counts[k] * unit;
	}
	return status;
}

/* Any operation in which each process needs something of all others will do. */
enum sp_status
sp_team_wait(struct sp_team *team, struct sp_error *err)
{
	uint64_t nothing = 0;

	return sp_team_add(team, &nothing, 1, err);
}

/* ---- vectors ---------------------------------------------------------- */

enum sp_status
sp_team_begin(struct sp_team *team, struct sp_exchange *exchange,
	      struct sp_error *err)
{
	return team->kind->begin ? team->kind->begin(team, exchange, err) :
				   SP_OK;
}

enum sp_status
sp_team_finish(struct sp_team *team, struct sp_exchange *exchange,
	       struct sp_error *err)
{
	return team->kind->finish(team, exchange, err);
}

void
sp_team_advance(struct sp_team *team)
{
	if (team->kind->advance)
		team->kind->advance(team);
}

enum sp_status
sp_team_exchange(struct sp_team *team, struct sp_exchange *exchange,
		 struct sp_error *err)
{
	enum sp_status status = sp_team_begin(team, exchange, err);

	return status ? status : sp_team_finish(team, exchange, err);
}

/*
 * What process k sends to this one is in its table, at the place of this
 * process: so every process gathers the tables of all.  That is (size + 1)^2
 * words, small beside the vectors that are exchanged afterwards.
 */
enum sp_status
sp_team_counts(struct sp_team *team, const uint64_t *out_from,
	       uint64_t *in_from, struct sp_error *err)
{
	unsigned size = team->size;
	size_t row = size + (size_t)1;
	uint64_t *all = sp_alloc(row * size, sizeof(*all));
	enum sp_status status;

	if (!all)
		return sp_no_memory(err, "values of all processes");
	status = sp_team_gather(team, out_from, row * sizeof(*all), all, err);
	in_from[0] = 0;
	for (unsigned k = 0; !status && k < size; k++) {
		const uint64_t *of = all + row * k + team->rank;

		in_from[k + 1] = in_from[k] + of[1] - of[0];
	}
	free(all);
	return status;
}

void
sp_team_abort(struct sp_team *team, enum sp_status status)
{
	if (team->kind->abort)
		team->kind->abort(team, status);
}
