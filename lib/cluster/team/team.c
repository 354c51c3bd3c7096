/* SPDX-License-Identifier: MIT */
#include "cluster/team/team.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- a team of one ---------------------------------------------------- */

static enum sp_status
alone_gather(struct sp_team *team, const void *own, size_t bytes, void *all,
	     struct sp_error *err)
{
	(void)team;
	(void)err;
	memmove(all, own, bytes);
	return SP_OK;
}

static enum sp_status
alone_share(struct sp_team *team, unsigned from, void *bytes, size_t length,
	    struct sp_error *err)
{
	(void)team;
	(void)from;
	(void)bytes;
	(void)length;
	(void)err;
	return SP_OK;
}

static enum sp_status
alone_begin(struct sp_team *team, struct sp_exchange *exchange,
	    struct sp_error *err)
{
	(void)team;
	(void)exchange;
	(void)err;
	return SP_OK;
}

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

static void
alone_abort(struct sp_team *team, enum sp_status status)
{
	(void)team;
	(void)status;
}

static const struct sp_team_kind alone_kind = {
	alone_gather, alone_share, alone_begin, alone_finish, alone_abort,
	NULL
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

/* Gathers count values of 8 bytes into *all, which the caller frees. */
static enum sp_status
gather_words(struct sp_team *team, const void *own, unsigned count, void **all,
	     struct sp_error *err)
{
	enum sp_status status;

	*all = sp_alloc((uint64_t)team->size * count, 8);
	if (!*all)
		return sp_no_memory(err, "values of all processes");
	status = sp_team_gather(team, own, (size_t)count * 8, *all, err);
	if (!status)
		return SP_OK;
	free(*all);
	return status;
}

/* Replaces a value by what it is with that of another process. */
typedef void join_word(void *value, const void *other);

/* Joins the words of all processes, in their order. */
static enum sp_status
join_words(struct sp_team *team, void *values, unsigned count,
	   join_word *join, struct sp_error *err)
{
	void *all;

	if (team->size == 1)
		return SP_OK;
	if (gather_words(team, values, count, &all, err))
		return err->status;
	for (unsigned i = 0; i < count; i++) {
		char *own = (char *)values + 8 * (size_t)i;
		const char *of = (const char *)all + 8 * (size_t)i;

		memcpy(own, of, 8);
		for (unsigned k = 1; k < team->size; k++)
			join(own, of + 8 * (size_t)k * count);
	}
	free(all);
	return SP_OK;
}

static void
sum_doubles(void *value, const void *other)
{
	double a, b;

	memcpy(&a, value, sizeof(a));
	memcpy(&b, other, sizeof(b));
	a += b;
	memcpy(value, &a, sizeof(a));
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
sp_team_share(struct sp_team *team, unsigned from, void *bytes, size_t length,
	      struct sp_error *err)
{
	return team->kind->share(team, from, bytes, length, err);
}

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
	return team->kind->begin(team, exchange, err);
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
	team->kind->abort(team, status);
}
