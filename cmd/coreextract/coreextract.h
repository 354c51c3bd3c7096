/* SPDX-License-Identifier: MIT */
/*
 * coreextract.h - what coreextract and coreextract-mpi have in common: options,
 * finding cores, and what is said of those that were found.
 */
#ifndef COREEXTRACT_COREEXTRACT_H
#define COREEXTRACT_COREEXTRACT_H

#include "cli/command.h"
#include "cli/progress.h"

#include "seed/extract.h"
#include "stream/section/cores.h"

struct coreextract_options {
	struct sp_extract_options how;
	bool residual;  /* write the graph that is left */
};

#define COREEXTRACT_OPTIONS { .how = SP_EXTRACT_DEFAULTS }

/* Puts the rows of the options, whose variables these are, into a table. */
void coreextract_put_rows(struct coreextract_options *options,
			  struct option_row *to);

/*
 * Refuses combinations with which an option has no effect, or no core is found,
 * and warns of a density that is no percentage.  Failures are in cmd->err.
 */
enum sp_status coreextract_check(struct cmd *cmd,
				 const struct sp_extract_options *how);

/* What an extraction reads and finds. */
struct coreextract {
	struct cmd *cmd;
	struct coreextract_options options;
	const struct sp_graph *graph;
	/* By page, in a job of several processes by local page: */
	uint64_t *dead;               /* a bit for each page of a core */
	double *hub, *authority;
	bool given;                   /* these are scores of the input */
	struct sp_loaded_cores cores; /* of the input, then those found */
	struct sp_extract_report report;
	char hint[200];               /* what lower limits would give, or "" */
	struct progress progress;
};

/* Scores of the whole graph say nothing about the residual one. */
extern const struct sp_section_name coreextract_outdated[];

/*
 * Prepares a job whose cmd and options are set, for a graph or the share that a
 * process has of one (NULL: it has all).  Failures are in cmd->err, here and
 * below; coreextract_free() is for after a failure too.
 */
enum sp_status coreextract_begin(struct coreextract *job,
				 const struct sp_graph *graph,
				 struct sp_share *share);
void coreextract_free(struct coreextract *job);

/* Takes the cores of the input, if it has some; others are of basis. */
void coreextract_take_cores(struct coreextract *job,
			    struct sp_contents *contents,
			    const struct sp_basis *basis);

/* Extracts cores; with a share, all processes call this together. */
enum sp_status coreextract_find(struct coreextract *job);

/*
 * Figures for -v and --stats; warns if there are fewer cores than wanted.
 */
void coreextract_report(const struct coreextract *job);

#endif
