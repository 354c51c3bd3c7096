/* SPDX-License-Identifier: MIT */
/*
 * arcs.h - a graph from a text with one link a line.
 *
 *	SOURCE<blank>TARGET
 *
 * the most common form of web graphs: the edge lists of SNAP and KONECT, the
 * arc files of Web Data Commons, URL pairs of own crawls.  Other columns
 * are ignored, and so are empty lines and lines that begin with "#" or "%".
 * Lines end with "\n" or "\r\n".
 *
 * Pages are called by numbers (ids) or by names (URLs).
 *
 * Ids: 0 .. 2^64-1.  By default they are renumbered to 0, 1, 2, ... in
 * ascending order, without the ones that occur in no link; where that changes
 * any number, the ids become the names of the pages.  An input sorted by
 * source is encoded as it is read; any other is sorted within the memory
 * limit.
 *
 * Names: pages are numbered in order of first appearance, the source of a
 * line before its target.
 */
#ifndef SP_IMPORT_ARCS_H
#define SP_IMPORT_ARCS_H

#include "base/progress.h"
#include "graph/graph.h"
#include "graph/names.h"
#include "import/source.h"

enum sp_arcs_keys {
	SP_ARCS_AUTO,  /* ids when the first link has digits only, else names */
	SP_ARCS_IDS,
	SP_ARCS_NAMES
};

struct sp_arcs_options {
	const char *separator;    /* of columns: a string, as "," or " => ", */
				  /* or NULL: any run of blanks and tabs */
	unsigned source_column;   /* from 1; 0 stands for 1 */
	unsigned target_column;   /* from 1; 0 stands for 2 */
	unsigned weight_column;   /* from 1; 0: links have no weights */
	uint64_t skip;            /* lines at the start to pass over */
	enum sp_arcs_keys keys;
	bool base1;               /* ids begin with 1: id 1 is page 0 */
	bool dense;               /* keep ids: page = id, even where unused */
	struct sp_names *names;   /* of all pages, or NULL; not changed */
	uint64_t memory;          /* bytes for sorting links, at least 1 MiB */
	const char *directory;    /* for temporary files */
	int threads;              /* >= 1 */
	const struct sp_progress *progress; /* of lines; or NULL */
};

#define SP_ARCS_DEFAULTS \
	{ NULL, 1, 2, 0, 0, SP_ARCS_AUTO, false, false, NULL, 0, NULL, 1, NULL }

/*
 * What was read.  weights has a value for each link, in page order, or is
 * NULL; names is empty when pages are called by their numbers or when the
 * caller gave their names.
 */
struct sp_arcs {
	struct sp_graph *graph;
	double *weights;
	struct sp_names names;
	uint64_t lines;           /* in all, with comments */
	uint64_t arcs;            /* lines with a link */
	uint64_t duplicates;      /* of them, links that were there before */
	uint64_t self_links;      /* of the links kept, from a page to itself */
	uint64_t linking;         /* pages that have links */
};

/*
 * Reads the source to its end into *result, which the caller releases by
 * sp_arcs_free() also after a failure.
 *
 * With names, the graph has a page for each name: ids are not renumbered, and
 * an id or URL that has no name is SP_DATA.  Duplicate links are dropped and
 * their weights added up.  Links from a page to itself stay.  The result is
 * the same for any number of threads and any memory limit.
 *
 * SP_USAGE for columns that are the same; SP_DATA for a line that is not a
 * link, "FILE: line N: why", for too many pages, and for weights of duplicate
 * links that add up to infinity; SP_IO; SP_MEMORY.
 */
enum sp_status sp_import_arcs(struct sp_source *source,
			      const struct sp_arcs_options *options,
			      struct sp_arcs *result, struct sp_error *err)
	SP_MUST_CHECK;

void sp_arcs_free(struct sp_arcs *arcs);

#endif
