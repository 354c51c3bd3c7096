/* SPDX-License-Identifier: MIT */
/*
 * team_threads.h - a team of threads in one process, so that what processes do
 * together can be tested without MPI.
 */
#ifndef TESTS_TEAM_THREADS_H
#define TESTS_TEAM_THREADS_H

#include "cluster/team/share.h"
#include "cluster/team/team.h"
#include "graph/graph.h"

/* What each process does; all of them get the same context. */
typedef enum sp_status team_work(struct sp_team *team, void *context,
				 struct sp_error *err);

/*
 * Runs work in a team of processes threads (1 and more), and returns when all
 * have ended.  When one fails, the others fail with it in the next call that
 * waits for it.  Returns the status and error of the first process, by rank,
 * that failed by itself.
 */
enum sp_status team_run(unsigned processes, team_work *work, void *context,
			struct sp_error *err);

/*
 * Sets processes + 1 bounds, of shares with about the same number of links and
 * pages; some are empty if there are few blocks.
 */
void team_bounds(const struct sp_graph *whole, unsigned processes,
		 uint64_t *first_of);

/* What process rank would have read of a graph: for sp_share_new(). */
struct sp_graph *team_wide(const struct sp_graph *whole, unsigned rank,
			   const uint64_t *first_of);

/* The share of a process of a graph that all have; first_of: team_bounds(). */
enum sp_status team_share_of(struct sp_team *team,
			     const struct sp_graph *whole,
			     const uint64_t *first_of, int threads,
			     struct sp_share **share, struct sp_error *err);

#endif
