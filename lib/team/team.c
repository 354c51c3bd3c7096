/* SPDX-License-Identifier: MIT */
#include "team/team.h"

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

enum sp_status
sp_team_sum(struct sp_team *team, double *values, unsigned count,
	    struct sp_error *err)
{
	void *all;
	const double *of;

	if (team->size == 1)
		return SP_OK;
	if (gather_words(team, values, count, &all, err))
		return err->status;
	of = all;
	for (unsigned i = 0; i < count; i++) {
		values[i] = of[i];
		for (unsigned k = 1; k < team->size; k++)
			values[i] += of[(size_t)k * count + i];
	}
	free(all);
	return SP_OK;
}

enum sp_status
sp_team_add(struct sp_team *team, uint64_t *values, unsigned count,
	    struct sp_error *err)
{
	void *all;
	const uint64_t *of;

	if (team->size == 1)
		return SP_OK;
	if (gather_words(team, values, count, &all, err))
		return err->status;
	of = all;
	for (unsigned i = 0; i < count; i++) {
		values[i] = 0;
		for (unsigned k = 0; k < team->size; k++)
			values[i] += of[(size_t)k * count + i];
	}
	free(all);
	return SP_OK;
}

enum sp_status
sp_team_most(struct sp_team *team, uint64_t *values, unsigned count,
	     struct sp_error *err)
{
	void *all;
	const uint64_t *of;

	if (team->size == 1)
		return SP_OK;
	if (gather_words(team, values, count, &all, err))
		return err->status;
	of = all;
	for (unsigned i = 0; i < count; i++)
		for (unsigned k = 0; k < team->size; k++)
			if (of[(size_t)k * count + i] > values[i])
				values[i] = of[(size_t)k * count + i];
	free(all);
	return SP_OK;
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
