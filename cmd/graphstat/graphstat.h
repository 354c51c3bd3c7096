/* SPDX-License-Identifier: MIT */
/*
 * graphstat.h - the parts of graphstat: a file for each part of its report,
 * what they share (run.c), and the two forms of figures (report.c).  graphstat
 * (graphstat.c) has all parts; graphstat-mpi (mpi/) has those that processes
 * which share a graph can make together.
 *
 * A part is a struct graphstat_part in a file of its name and a row of
 * parts.h.  One that is cheap is always in the report.  One that takes long is
 * made on request only: it appends options to those of the filter, the first
 * of which asks for it, and may also be printed as a table, alone (--table).
 */
#ifndef CMD_GRAPHSTAT_GRAPHSTAT_H
#define CMD_GRAPHSTAT_GRAPHSTAT_H

#include "parts.h"
#include "report.h"

#include "cli/input.h"
#include "cli/output.h"
#include "cli/table.h"

#include "graph/statistics.h"
#include "measure/graph/degrees.h"
#include "stream/section/graph.h"
#include "stream/section/listing.h"

#define GRAPHSTAT_ROWS 32 /* options, with the end of their table */

struct graphstat_options {
	bool json, table;
	bool harmonic;       /* what users of other tools may look for */
	bool degrees;
	uint64_t xmin;
	bool distances, exact;
	uint64_t samples, seed;
	const char *sources;
	bool drop_missing;
	enum sp_match match;      /* of that list and the names of pages */
	bool components;
	bool cores, seeds;
	bool manifest;       /* no report, but the list of parts */
};

struct graphstat {
	struct cmd *cmd;
	struct cmd_program program; /* as the options make it; of graphstat */
	struct graphstat_options options;
	struct option_row rows[GRAPHSTAT_ROWS];
	unsigned row_count;
	struct sp_contents contents;
	const struct sp_graph *graph;       /* of contents; or NULL */
	bool joint;                         /* graphstat-mpi: no graph, and
					       only parts that are shared */
	uint64_t refused;                   /* bits of rows: of other parts */
	struct sp_team alone;               /* of graphstat */
	struct sp_share *own;               /* of graphstat: its graph */
	const struct sp_share *share;       /* of the graph; or NULL */
	struct sp_link_counts links;        /* when a part has counted them */
	struct sp_listed_section stored;    /* its section */
	struct sp_listing listing;
	struct sp_graph_statistics figures; /* zeros without a graph */
	struct report report;
};

/* A part; a function that is NULL is not needed. */
struct graphstat_part {
	/* Appends its options, with graphstat_add_options(). */
	void (*add_options)(struct graphstat *stat);

	/* Was it asked for?  NULL: it is always in the report. */
	bool (*is_wanted)(const struct graphstat_options *options);

	/* Can processes that share a graph make it together? */
	bool is_shared;

	/* Kinds of sections that it needs, of the operand with -g. */
	unsigned wants;

	/*
	 * Adds it to the report.  A part that was asked for always finds a
	 * graph; the others may not.
	 */
	enum sp_status (*describe)(struct graphstat *stat);

	/* Prints it as a table, alone; NULL: it has none. */
	enum sp_status (*print)(struct graphstat *stat,
				struct cmd_output *output);
};

#define GRAPHSTAT_DECLARE(name) \
	extern const struct graphstat_part graphstat_##name;
GRAPHSTAT_PARTS(GRAPHSTAT_DECLARE)
#undef GRAPHSTAT_DECLARE

/* Appends the rows of all parts to the table of options. */
void graphstat_add_all_options(struct graphstat *stat);

/* Was a part asked for that only some runs make? */
bool graphstat_is_on_request(const struct graphstat *stat,
			     const struct graphstat_part *part);

/* All parts, in the order of the report, and a NULL. */
extern const struct graphstat_part *const graphstat_parts[];

/* Fails with SP_USAGE if options do not fit together. */
enum sp_status graphstat_check(struct graphstat *stat);

/*
 * Verifies the options, calls load, which sets the graph or the share, and
 * writes the report or the table to -o.
 */
enum sp_status graphstat_run(struct graphstat *stat,
			     enum sp_status (*load)(struct graphstat *stat));

/* Returns the pages of the whole graph. */
static inline uint64_t
graphstat_pages(const struct graphstat *stat)
{
	return stat->share->whole.pages;
}
/*
 * Instead of a report: checks that the operands are the parts of one graph, and
 * writes their manifest (manifest.c).
 */
enum sp_status graphstat_manifest(struct graphstat *stat);

/* Appends rows to the table of options. */
void graphstat_add_options(struct graphstat *stat,
			   const struct option_row *rows, unsigned count);

#endif
