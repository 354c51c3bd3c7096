/* SPDX-License-Identifier: MIT */
/*
 * graphimport.h - the parts of graphimport: options and the run
 * (graphimport.c), which format the input has (find.c), the files of Common
 * Crawl (cc.c), names from their file and names that are one by their normal
 * form (names.c), the pages that were fetched (fetched.c), rows to memory or to
 * the output (rows.c), and what other filters do (moved.c).
 */
#ifndef CMD_GRAPHIMPORT_GRAPHIMPORT_H
#define CMD_GRAPHIMPORT_GRAPHIMPORT_H

#include "cli/import/import.h"

/* Pages that have links, but are unfetched by the list. */
struct unlisted {
	uint64_t count, first;
};

struct graphimport {
	struct import import;
	enum sp_import_format_number format;
	struct sp_import_options how;
	struct option_list vertices;
	const char *fetched;           /* the file of --fetched, or NULL */
	enum sp_match match;           /* of its lines and names */
	char **words;                  /* of the command line */
	struct sp_source *source;      /* the operand, opened; or NULL */
	struct option_list edges;      /* cc: files of edges */
	struct option_list made_paths; /* of the files found by their names */
	bool recognised;       /* the format was found, not asked for */
	bool ids_are_pages;    /* from 0, if --base1 was not forgotten */
	struct unlisted unlisted;
};

/* ---- find.c ----------------------------------------------------------- */

/*
 * Finds the format of the input, sets job->format and the separator of columns,
 * and opens the source, unless the format opens its files itself.  Warns about
 * what is in the file and not read.  Returns SP_DATA if the format is unknown,
 * for another filter, or not the one of --format; SP_USAGE; SP_IO; SP_MEMORY.
 */
enum sp_status graphimport_find_format(struct graphimport *job);

/* ---- cc.c ------------------------------------------------------------- */

/*
 * Sorts the operands into files of edges and of vertices by their names, and
 * finds the one beside the other.  Without --format, sets the format to cc if
 * that gave both, and the vertices look like vertices.
 */
enum sp_status graphimport_find_cc(struct graphimport *job);

/* Warns of names of cc that are out of order, repeated or not reversed. */
void graphimport_warn_of_order(const struct graphimport *job);

/* Frees what graphimport_find_cc() made. */
void graphimport_free_paths(struct graphimport *job);

/* ---- names.c ---------------------------------------------------------- */

/* Reads the file of --names, if it was given. */
enum sp_status graphimport_read_names(struct graphimport *job);

/* Warns if --names has many more names than the links have ids. */
void graphimport_warn_of_other_names(const struct graphimport *job);

/*
 * With --normalize, joins the pages of the graph in memory whose names have one
 * normal form.  Returns SP_USAGE if the pages have no names, or hosts by line;
 * SP_DATA, SP_IO, SP_MEMORY.
 */
enum sp_status graphimport_normalize(struct graphimport *job);

/* ---- fetched.c -------------------------------------------------------- */

/*
 * With --fetched, reads the list of the pages that were fetched, once the
 * number of pages and their names are known, sets the states, and raises *pages
 * by the pages that the list has in addition.  Does nothing if there are more
 * or fewer names than pages, which is an error of its own.
 */
enum sp_status graphimport_take_fetched(struct graphimport *job,
					uint64_t *pages);

/* The same for a graph in memory, to which the pages are added. */
enum sp_status graphimport_find_fetched(struct graphimport *job);

/* Notes a page with links that the list does not have. */
void graphimport_look_at_row(struct unlisted *unlisted,
			     const struct sp_states *states, uint64_t page,
			     uint64_t links);

/* After the last page. */
void graphimport_warn_of_unlisted(const struct graphimport *job);

/* ---- rows.c ----------------------------------------------------------- */

/*
 * Reads the input in its format.  *streamed: its rows came in their final order
 * and have been written; otherwise the graph is in memory.
 */
enum sp_status graphimport_read(struct graphimport *job,
				const struct sp_import_format *format,
				bool *streamed);

/* ---- moved.c ---------------------------------------------------------- */

/*
 * After a command line that cannot be read: if it has options or a format of
 * other filters, changes the failure to the command to type.
 */
void graphimport_tell_moved(struct cmd *cmd, char *const *words);

#endif
