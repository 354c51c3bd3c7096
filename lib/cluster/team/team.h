/* SPDX-License-Identifier: MIT */
/*
 * team.h - processes that work together on one graph.
 *
 * Each process of a team runs the same program on a share of the pages
 * (cluster/team/share.h).  All of them call the functions below in the same
 * order; a call returns when the others have called it too, as far as it needs
 * them. This is all that an algorithm knows of other processes, and it works
 * the same for a team of one, sp_team_alone(), which every plain filter is.
 * mpi/ has the team of an MPI job, tests/unit/team_threads.h one of threads.
 *
 * Floating-point sums are taken over gathered values in the order of the
 * processes, so that the same number of processes always gives the same bits,
 * whatever the network does.
 *
 * A process that fails can not tell the others, which wait for it: its program
 * reports the failure and ends all of them (sp_team_abort()).  So the functions
 * of the library only return a status, as everywhere else.
 */
#ifndef SP_CLUSTER_TEAM_TEAM_H
#define SP_CLUSTER_TEAM_TEAM_H

#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

struct sp_team_kind;

/* For callers to read, not to write. */
struct sp_team {
	unsigned rank;  /* this process, from 0 */
	unsigned size;  /* processes, at least 1 */
	uint64_t sent;  /* bytes that this process has sent to others */
	const struct sp_team_kind *kind;
	void *context;  /* of the kind */
};

/* Returns a team of one process, which holds nothing that is to be freed. */
struct sp_team sp_team_alone(void);

/* ---- small values ----------------------------------------------------- */

/*
 * Every process gives bytes bytes (the same number) at own; all then has
 * those of process k at all + k * bytes.  SP_MEMORY, SP_IO.
 */
enum sp_status sp_team_gather(struct sp_team *team, const void *own,
			      size_t bytes, void *all, struct sp_error *err);

/*
 * Replaces each of count values by its sum over the processes: of doubles in
 * the order of the processes; of integers modulo 2^64.  SP_MEMORY, SP_IO.
 */
enum sp_status sp_team_sum(struct sp_team *team, double *values,
			   unsigned count, struct sp_error *err);
enum sp_status sp_team_add(struct sp_team *team, uint64_t *values,
			   unsigned count, struct sp_error *err);

/* Replaces each of count values by the largest of the processes. */
enum sp_status sp_team_most(struct sp_team *team, uint64_t *values,
			    unsigned count, struct sp_error *err);
enum sp_status sp_team_largest(struct sp_team *team, double *values,
			       unsigned count, struct sp_error *err);

/*
 * Every process gives a list at own, of as many values of unit bytes as counts
 * says, which all processes have gathered before; all then has the lists of all
 * of them, in their order, without gaps.  SP_MEMORY, SP_IO.
 */
enum sp_status sp_team_gather_lists(struct sp_team *team, const void *own,
				    const uint64_t *counts, size_t unit,
				    void *all, struct sp_error *err);

/* Copies bytes bytes of process from to all others.  SP_MEMORY, SP_IO. */
enum sp_status sp_team_share(struct sp_team *team, unsigned from, void *bytes,
			     size_t length, struct sp_error *err);

/* Returns when all processes have called it. */
enum sp_status sp_team_wait(struct sp_team *team, struct sp_error *err);

/* ---- vectors ---------------------------------------------------------- */

/*
 * Values on their way between all processes.  Process k gets the values
 * out_from[k] .. out_from[k + 1] - 1 of out, and gave the values in_from[k] ..
 * in_from[k + 1] - 1 of in; both tables have size + 1 entries.  What a process
 * has for itself is copied, unless others_only is set.  Counts are 64-bit:
 * large messages are cut into pieces.
 */
struct sp_exchange {
	size_t unit;              /* bytes of a value */
	const void *out;
	const uint64_t *out_from;
	void *in;                 /* does not overlap out */
	const uint64_t *in_from;
	void *pending;            /* private to the team */
	bool others_only;         /* nothing is copied from a process to
				     itself: what the tables say of it is
				     only a gap, and out may be in */
};

/*
 * Begins an exchange, which goes on while the caller computes; out and in must
 * not be touched until sp_team_finish() has returned.  One at a time.
 * SP_MEMORY, SP_IO.
 */
enum sp_status sp_team_begin(struct sp_team *team,
			     struct sp_exchange *exchange,
			     struct sp_error *err);
enum sp_status sp_team_finish(struct sp_team *team,
			      struct sp_exchange *exchange,
			      struct sp_error *err);

/* Both. */
enum sp_status sp_team_exchange(struct sp_team *team,
				struct sp_exchange *exchange,
				struct sp_error *err);

/*
 * Lets an exchange that has begun go on.  Some networks move data only while
 * their library is called: a long computation between begin and finish calls
 * this now and then, from the thread that began.  Costs nothing for a team of
 * one, and less than a microsecond otherwise.
 */
void sp_team_advance(struct sp_team *team);

/*
 * Tells each process how many values it gets: in_from is computed from the
 * out_from of all.  SP_MEMORY, SP_IO.
 */
enum sp_status sp_team_counts(struct sp_team *team, const uint64_t *out_from,
			      uint64_t *in_from, struct sp_error *err);

/* ---- the end ---------------------------------------------------------- */

/*
 * Ends all processes at once, this one too, with an exit status.  Does not
 * return; a team of one just returns to its caller, which exits by itself.
 */
void sp_team_abort(struct sp_team *team, enum sp_status status);

/* ---- kinds ------------------------------------------------------------ */

/*
 * What a kind of team must be able to do; the rest follows from it.  share,
 * begin, abort and advance may be NULL where they have nothing to do.
 */
struct sp_team_kind {
	enum sp_status (*gather)(struct sp_team *team, const void *own,
				 size_t bytes, void *all,
				 struct sp_error *err);
	enum sp_status (*share)(struct sp_team *team, unsigned from,
				void *bytes, size_t length,
				struct sp_error *err);
	enum sp_status (*begin)(struct sp_team *team,
				struct sp_exchange *exchange,
				struct sp_error *err);
	enum sp_status (*finish)(struct sp_team *team,
				 struct sp_exchange *exchange,
				 struct sp_error *err);
	void (*abort)(struct sp_team *team, enum sp_status status);
	void (*advance)(struct sp_team *team);
};

#endif
