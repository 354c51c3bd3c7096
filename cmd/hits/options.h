/* SPDX-License-Identifier: MIT */
/* options.h - the options of hits, which hits-mpi has as well. */
#ifndef HITS_OPTIONS_H
#define HITS_OPTIONS_H

#include "cli/command.h"

#include "rank/hits.h"

struct hits_options {
	struct sp_hits_options how;
	bool strict;
};

#define HITS_OPTIONS { .how = SP_HITS_DEFAULTS }

#define HITS_ROWS 5

/* Puts the rows of the options, whose variables these are, into a table. */
void hits_put_rows(struct hits_options *options,
		   struct option_row to[HITS_ROWS]);

/* Reports the form of the graph, and how the iteration ended. */
void hits_tell(struct cmd *cmd, const struct sp_hits_report *report);

#endif
