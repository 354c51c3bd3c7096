/* SPDX-License-Identifier: MIT */
/* hits.h - what hits and hits-mpi have in common: options and ranking. */
#ifndef HITS_HITS_H
#define HITS_HITS_H

#include "cli/command.h"

#include "rank/hits.h"
#include "stream/section/section.h"

struct hits_options {
	struct sp_hits_options how;
	bool strict;
	enum sp_weighing weighing;       /* not of hits-mpi */
	struct sp_link_weights weights;
};

#define HITS_OPTIONS { .how = SP_HITS_DEFAULTS }

/* Puts the rows of the options, whose variables these are, into a table. */
void hits_put_rows(struct hits_options *options,
		   struct option_row *to);

/* The scores of an earlier run, which give way to the new ones. */
extern const struct sp_section_name hits_replaced[];

/* By page, in a job of several processes by local page. */
struct hits_scores {
	double *hub, *authority;
	struct sp_hits_report report;
};

/*
 * Makes room for the scores of a graph, or of the share that a process has of
 * one (NULL: it has all).  hits_free() frees them, also after a failure, which
 * is in cmd->err.
 */
enum sp_status hits_begin(struct cmd *cmd, const struct sp_graph *graph,
			  const struct sp_share *share,
			  struct hits_scores *scores);
void hits_free(struct hits_scores *scores);

/*
 * Ranks the graph and warns if it has no links.  With a share, all processes
 * call this together, and checkpoint may say where to go on (rank/hits.h).
 */
enum sp_status hits_rank(struct cmd *cmd, const struct hits_options *options,
			 const struct sp_graph *graph, struct sp_share *share,
			 const struct sp_rank_checkpoint *checkpoint,
			 struct hits_scores *scores);

/* Reports the form of the graph, and how the iteration ended. */
void hits_tell(struct cmd *cmd, const struct sp_hits_report *report);

/*
 * The status of a run whose scores have been written: --strict changes nothing
 * else.
 */
enum sp_status hits_verdict(struct cmd *cmd, const struct hits_options *options,
			    const struct sp_hits_report *report);

#endif
