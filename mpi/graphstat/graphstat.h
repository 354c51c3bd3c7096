/* SPDX-License-Identifier: MIT */
/*
 * graphstat.h - graphstat-mpi: the report of graphstat, and the plan.
 */
#ifndef MPI_GRAPHSTAT_GRAPHSTAT_H
#define MPI_GRAPHSTAT_GRAPHSTAT_H

#include "cmd/graphstat/graphstat.h"
#include "mpi/command.h"

#include "cluster/files/read.h"

struct joint_stat {
	struct graphstat stat;        /* first: what a part gets */
	struct sp_team team;
	const char *plan;             /* --plan */
	bool trust_paths;             /* --trust-paths */
	double bandwidth;             /* --bandwidth, Mbit/s; 0: not given */
	struct sp_joint_input *input;
	struct sp_share *share;
};

/* Fails with SP_USAGE if --plan is none. */
enum sp_status plan_check(struct joint_stat *joint);

/* Goes through the graph, and prints the plan: process 0 does it. */
enum sp_status plan_run(struct joint_stat *joint);

#endif
