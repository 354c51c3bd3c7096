/* SPDX-License-Identifier: MIT */
/*
 * arcs.h - imports a graph from text with one link per line:
 *
 *	SOURCE<blank>TARGET
 *
 * This is the most common form of web graphs: the edge lists of SNAP and
 * KONECT, the arc files of Web Data Commons, URL pairs of one's own crawls.
 * Other columns, empty lines and lines that begin with "#" or "%" are
 * ignored.  Lines end with "\n" or "\r\n".
 *
 * Pages are given by numbers (ids) or by names (URLs).
 *
 * Ids: 0 .. 2^64-1.  By default they are renumbered to 0, 1, 2, ... in
 * ascending order, skipping ids that occur in no link; if that changes any
 * number, the ids become the names of the pages.  Input sorted by source is
 * encoded as it is read; other input is sorted within the memory limit.
 *
 * Names: pages are numbered in order of first appearance, the source of a
 * line before its target.
 */
#ifndef SP_FORMATS_IMPORT_ARCS_H
#define SP_FORMATS_IMPORT_ARCS_H

#include "base/progress.h"
#include "graph/names.h"
#include "web/file/source.h"
#include "web/page/match.h"

enum sp_arcs_keys {
	SP_ARCS_AUTO,  /* ids if the first link has only digits, else names */
	SP_ARCS_IDS,
	SP_ARCS_NAMES
};

struct sp_arcs_options {
	const char *separator;    /* of columns, such as "," or " => "; NULL: */
				  /* any run of blanks and tabs */
	unsigned source_column;   /* from 1; 0 means 1 */
	unsigned target_column;   /* from 1; 0 means 2 */
	unsigned weight_column;   /* from 1; 0: links have no weights */
	uint64_t skip;            /* lines to skip at the start */
	enum sp_arcs_keys keys;
	bool base1;               /* ids start at 1: id 1 is page 0 */
	bool dense;               /* page = id; unused ids become pages too */
	struct sp_names *names;   /* of all pages, or NULL; not changed */
	uint64_t memory;          /* bytes for sorting links, at least 1 MiB */
	const char *directory;    /* for temporary files */
	int threads;              /* >= 1 */
	const struct sp_progress *progress; /* of pages, after the last line */
				  /* was read, as in linksort.h; or NULL */
	enum sp_match match;      /* how a URL finds one of names */
};

#define SP_ARCS_DEFAULTS \
	{ NULL, 1, 2, 0, 0, SP_ARCS_AUTO, false, false, NULL, 0, NULL, 1, \
	  NULL, SP_MATCH_EXACT }

struct sp_imported;

/*
 * Reads the source to its end into *made, which formats.h declares and the
 * caller has zeroed, and frees even after a failure.  Its names stay as they
 * are if pages are their own numbers or the caller gave names.
 *
 * With options->names, the graph has one page per name: ids are not
 * renumbered, and an id or URL without a name is SP_DATA.  Duplicate links
 * are dropped and their weights added up.  Self-links are kept.  The result
 * is the same for any number of threads and any memory limit.
 *
 * A name that has a tab in it although another separator was given is two
 * columns, and SP_DATA, unless options->keys says that columns are names.
 *
 * Returns SP_USAGE if two columns are the same, and for base1 or dense if pages
 * are given by names; SP_DATA for a line that is
 * not a link ("FILE: line N: why"), for too many pages, and if the weights of
 * duplicate links add up to infinity; SP_IO; SP_MEMORY.
 */
enum sp_status sp_import_arcs(struct sp_source *source,
			      const struct sp_arcs_options *options,
			      struct sp_imported *made, struct sp_error *err);

#endif
