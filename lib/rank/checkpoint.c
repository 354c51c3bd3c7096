/* SPDX-License-Identifier: MIT */
/*
 * A checkpoint comes from a file, which anybody may have written.  That it is
 * the state of this very run cannot be known, but it can be one: a vector that
 * a run could not have come to is refused.
 */
#include "rank/checkpoint.h"

#include "rank/hits_step.h"
#include "rank/sum.h"

#include <math.h>

/* Sums in another order than those of the run, of up to 2^32 values. */
#define TOLERANCE 1e-6

/* Before any sum: values that are not numbers are not compared. */
static bool
values_are_scores(const double *values, uint64_t count)
{
	bool good = true;

	for (uint64_t i = 0; i < count; i++)
		good &= values[i] >= 0 && isfinite(values[i]);
	return good;
}

/*
 * Scaling keeps the norm of authorities near 1, and growth is at most the
 * number of links, squared.
 */
static bool
numbers_are_good(const struct sp_rank_wanted *wanted,
		 const struct sp_rank_state *state)
{
	if (!state->iterations || !(state->residual >= 0) ||
	    state->residual > 0x1p256)
		return false;
	if (!wanted->kept)
		return state->norm == 0 && state->growth == 0;
	return state->norm >= 0x1p-256 && state->norm <= 0x1p256 &&
	       state->growth >= 0 && state->growth <= 0x1p256;
}

static bool
norm_is_good(const struct sp_rank_wanted *wanted,
	     const struct sp_rank_state *state, double norm)
{
	double least = wanted->kept ? state->norm : wanted->least;
	double most = wanted->kept ? state->norm : wanted->most;

	return norm >= least * (1 - TOLERANCE) &&
	       norm <= most * (1 + TOLERANCE);
}

enum sp_status
sp_rank_check_state(struct sp_team *team, const struct sp_rank_wanted *wanted,
		    const struct sp_rank_state *state, const double *values,
		    uint64_t count, struct sp_error *err)
{
	uint64_t bad = !values_are_scores(values, count) ||
		       !numbers_are_good(wanted, state);
	double norm = 0;

	if (sp_team_most(team, &bad, 1, err))
		return err->status;
	for (uint64_t i = 0; !bad && i < count; i++)
		norm = sp_add_to_norm(wanted->norm, norm, values[i]);
	if (sp_sum_together(team, &norm, wanted->norm == SP_NORM_MAX, err))
		return err->status;
	if (wanted->norm == SP_NORM_L2)
		norm = sqrt(norm);
	/* Without links, authorities are 0 and their norm counts as 1. */
	if (!bad && (norm_is_good(wanted, state, norm) ||
		     (wanted->kept && norm == 0 && state->norm == 1)))
		return SP_OK;
	return sp_fail(err, SP_DATA, "not the state of a run: its values or "
		       "numbers are not what ranks can be");
}
