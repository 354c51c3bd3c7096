/* SPDX-License-Identifier: MIT */
/*
 * checkpoint.h - the state of a kernel between two iterations, for callers that
 * keep it, so that a long run can go on where an earlier one was stopped.
 *
 * The state is a vector over the pages, which are the ranks or the authorities
 * as the kernel has them, and a few numbers.  A run that goes on with the same
 * number of processes gives the bits of one that was never stopped, with
 * another number the same scores within rounding.  So does one that goes on
 * from the end of a run with fewer iterations, or with a larger tolerance.
 */
#ifndef SP_RANK_CHECKPOINT_H
#define SP_RANK_CHECKPOINT_H

#include "base/status.h"
#include "cluster/team/team.h"
#include "rank/norm.h"

#include <stdbool.h>
#include <stdint.h>

/* All processes have the same numbers. */
struct sp_rank_state {
	uint32_t iterations; /* that were run, with those of earlier runs */
	double norm;         /* HITS: of the authorities as they are */
	double growth;       /* HITS: of the norm in the last iteration */
	double residual;     /* of the last iteration; HITS without a tolerance:
				0 */
};

/*
 * Called after an iteration: values has a value for each page that the process
 * owns.  Any other status than SP_OK ends the run with it.
 */
typedef enum sp_status sp_rank_save(void *context,
				    const struct sp_rank_state *state,
				    const double *values,
				    struct sp_error *err);

struct sp_rank_checkpoint {
	uint32_t every;     /* saves after each iteration whose number is a
			       multiple of this, and the last state that a
			       longer run would come to; 0: never */
	sp_rank_save *save;
	void *context;      /* given to it */
	struct sp_rank_state from; /* where to go on: the vector of the caller
			       is that of the state.  With no iterations, the
			       run starts at the beginning */
};

/*
 * What a state that was read must be like.  Of ranks, the sum is known: least
 * and most.  Of authorities, their norm is that which the state has.
 */
struct sp_rank_wanted {
	enum sp_norm norm;
	bool kept;           /* the norm of the values is state->norm */
	double least, most;  /* else it is between these, and state->norm 0 */
	double tolerance;    /* of the run */
	bool differs;        /* with 0, states are others than with more */
};

/*
 * Is this the state of a run?  values has a value for each of count pages that
 * the process owns; all processes call this together and return the same.
 * SP_DATA if a value is negative or not finite, or if the norm of all, or a
 * number of the state, is not as wanted; SP_MEMORY, SP_IO.
 */
enum sp_status sp_rank_check_state(struct sp_team *team,
				   const struct sp_rank_wanted *wanted,
				   const struct sp_rank_state *state,
				   const double *values, uint64_t count,
				   struct sp_error *err);

/*
 * Did a run with this tolerance, 0 for none, come to states that are those of
 * the wanted one?  It must not have gone on where the wanted one ends.
 */
static inline bool
sp_rank_goes_on(const struct sp_rank_wanted *wanted, double tolerance)
{
	if (wanted->tolerance == tolerance)
		return true;
	if (wanted->tolerance == 0)
		return !wanted->differs;
	return tolerance > wanted->tolerance;
}

/* Whether the state after this many iterations is to be saved; last: of all. */
static inline bool
sp_rank_is_due(const struct sp_rank_checkpoint *checkpoint,
	       uint32_t iterations, bool last)
{
	return checkpoint && checkpoint->every &&
	       (last || iterations % checkpoint->every == 0);
}

/* Is the state at which the run begins also its end? */
static inline bool
sp_rank_is_over(const struct sp_rank_checkpoint *checkpoint, uint32_t most,
		double tolerance)
{
	return checkpoint && checkpoint->from.iterations &&
	       (checkpoint->from.iterations == most ||
		checkpoint->from.residual < tolerance);
}

/*
 * Stores how many iterations were run before this run of at most that many; all
 * of them only if the state after the last one is that of a longer run.
 * SP_USAGE if there were more.
 */
static inline enum sp_status
sp_rank_resume(const struct sp_rank_checkpoint *checkpoint, uint32_t most,
	       bool all, uint32_t *iterations, struct sp_error *err)
{
	*iterations = checkpoint ? checkpoint->from.iterations : 0;
	if (*iterations < most || (all && *iterations == most))
		return SP_OK;
	return sp_fail(err, SP_USAGE, "%lu iterations%s have been run already, "
		       "but at most %lu are wanted",
		       (unsigned long)*iterations,
		       *iterations == most ? " of a longer run" : "",
		       (unsigned long)most);
}

#endif
