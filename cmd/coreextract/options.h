/* SPDX-License-Identifier: MIT */
/*
 * options.h - the options of coreextract, and what it says of the cores that it
 * found; coreextract-mpi has them as well.
 */
#ifndef COREEXTRACT_OPTIONS_H
#define COREEXTRACT_OPTIONS_H

#include "cli/command.h"

#include "seed/extract.h"

struct coreextract_options {
	struct sp_extract_options how;
	bool residual;  /* write the graph that is left */
};

#define COREEXTRACT_OPTIONS { .how = SP_EXTRACT_DEFAULTS }

#define COREEXTRACT_ROWS 21

/* Puts the rows of the options, whose variables these are, into a table. */
void coreextract_put_rows(struct coreextract_options *options,
			  struct option_row to[COREEXTRACT_ROWS]);

/*
 * Refuses combinations with which an option has no effect, or no core is found,
 * and warns of a density that is no percentage.  Failures are in cmd->err.
 */
enum sp_status coreextract_check(struct cmd *cmd,
				 const struct sp_extract_options *how);

/* Vectors over pages, or local pages, that an extraction is done with. */
struct coreextract_vectors {
	double *hub, *authority;
	char hint[200];   /* what lower limits would give, or "" */
};

/*
 * If an extraction has found fewer cores than wanted, says in vectors->hint how
 * many there are with lower limits, found by extracting them, unless the graph
 * is large or nobody is to be told.  Failures are in cmd->err.
 */
enum sp_status coreextract_try(struct cmd *cmd, const struct sp_graph *graph,
			       const struct sp_extract_options *how,
			       const struct sp_extract_report *report,
			       struct coreextract_vectors *vectors);

/*
 * Figures for -v and --stats; warns if there are fewer cores than wanted.
 * given: the input had scores.
 */
void coreextract_report(struct cmd *cmd, const struct sp_extract_options *how,
			const struct sp_extract_report *report, bool given,
			const char *hint);

#endif
