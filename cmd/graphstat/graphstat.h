/* SPDX-License-Identifier: MIT */
/*
 * graphstat.h - the parts of graphstat: a file for each part of its report,
 * what they share (run.c), and the two forms of figures (report.c).  graphstat
 * (graphstat.c) has all parts; graphstat-mpi (mpi/) has those that processes
 * which share a graph can make together.
 *
 * A part is a struct graphstat_part in a file of its name and a row of
 * parts.h.  One that is cheap is always in the report, and needs a function
 * that describes it: provenance.c is a model of 30 lines.  One that takes long
 * is made on request only, by an option of its name, and may also be printed as
 * a table, alone (--table): components.c.
 */
#ifndef CMD_GRAPHSTAT_GRAPHSTAT_H
#define CMD_GRAPHSTAT_GRAPHSTAT_H

#include "parts.h"
#include "report.h"

#include "cli/input.h"
#include "cli/latenames.h"
#include "cli/output.h"
#include "cli/table.h"
#include "cli/weights.h"

#include "graph/statistics.h"
#include "measure/graph/degrees.h"
#include "stream/section/graph.h"
#include "stream/section/listing.h"

#define GRAPHSTAT_NUMBER(name) GRAPHSTAT_NUMBER_##name,
enum graphstat_number { GRAPHSTAT_PARTS(GRAPHSTAT_NUMBER) GRAPHSTAT_COUNT };
#undef GRAPHSTAT_NUMBER

struct graphstat_options {
	bool json, table;
	bool harmonic;       /* what users of other tools may look for */
	uint64_t xmin;
	bool exact;
	uint64_t samples, seed;
	const char *sources;
	uint64_t within;     /* links, of --overlap */
	enum sp_weighing weighing; /* of --communities */
	bool drop_missing;
	enum sp_match match;      /* of that list and the names of pages */
	bool manifest;       /* no report, but the list of parts */
};

struct graphstat {
	struct cmd *cmd;
	struct cmd_program program; /* as the options make it; of graphstat */
	struct graphstat_options options;
	bool asked[GRAPHSTAT_COUNT]; /* for a part, by the option of its name */
	struct option_row rows[OPTION_ROWS];
	struct sp_contents contents;
	struct cmd_late_names late;         /* of pages, if there are names */
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

/* A part.  Of every member but describe the zero value is good. */
struct graphstat_part {
	/*
	 * The option that asks for it, and its help; NULL: it is always in the
	 * report.
	 */
	const char *name, *help;

	/* Can processes that share a graph make it together? */
	bool is_shared;

	/* Kinds of sections that it needs, of the operand with -g. */
	unsigned wants;

	/*
	 * Returns the kinds of sections that it needs beside the graph, of the
	 * stream of the graph, at path.
	 */
	unsigned (*wants_beside)(struct graphstat *stat, const char *path);

	/*
	 * Adds further options to stat->rows; they need *asked.
	 */
	void (*add_options)(struct graphstat *stat, const bool *asked);

	/*
	 * Finds the figures, once, for one of the two functions below: found
	 * has found_size zero bytes, which end() frees what they point to, also
	 * after a failure.  A part that was asked for always has stat->share;
	 * the others may not.
	 */
	size_t found_size;
	enum sp_status (*measure)(struct graphstat *stat, void *found);
	void (*end)(void *found);

	/* Adds the figures to the report. */
	void (*describe)(struct graphstat *stat, const void *found);

	/* Writes the rows of a table; no columns: it has none. */
	const char *const *columns;
	void (*print)(struct graphstat *stat, const void *found,
		      struct table *table);
};

#define GRAPHSTAT_DECLARE(name) \
	extern const struct graphstat_part graphstat_##name;
GRAPHSTAT_PARTS(GRAPHSTAT_DECLARE)
#undef GRAPHSTAT_DECLARE

/* Appends the rows of all parts to the table of options. */
void graphstat_add_all_options(struct graphstat *stat);

/* All parts, in the order of the report. */
extern const struct graphstat_part *const graphstat_parts[GRAPHSTAT_COUNT];

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

/*
 * Warns if paths of the graph are not those of the web that it is of
 * (groups.c).
 */
void graphstat_warn_of_origin(const struct graphstat *stat);

#endif
