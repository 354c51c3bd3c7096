/* SPDX-License-Identifier: MIT */
/*
 * graphimport.h - the parts of graphimport: the options (options.c), the way
 * from rows to the output (graphimport.c), the format of the input (format.c),
 * names and hosts of pages (names.c), scores of pages and links (scores.c), the
 * output in parts (parts.c), the files of Common Crawl (cc.c), web archives
 * (warc.c), links between URLs (urls.c), the shares of tasks (task.c) and their
 * merge (merge.c).
 */
#ifndef CMD_GRAPHIMPORT_GRAPHIMPORT_H
#define CMD_GRAPHIMPORT_GRAPHIMPORT_H

#include "cli/input.h"
#include "cli/output.h"
#include "cli/parts.h"
#include "cli/progress.h"

#include "formats/import/formats.h"
#include "formats/import/names.h"
#include "formats/import/recognise.h"
#include "graph/hosts.h"

struct import_options {
	enum sp_import_format_number format;
	struct sp_arcs_options arcs; /* weight_column and base1: of all */
	const char *names, *hosts;
	enum sp_names_layout layout;
	struct option_list vertices;
	bool by_url, domain, transpose;
	struct sp_warc_options warc;
	struct sp_csv_options csv;
	struct option_list where;  /* csv: "COLUMN=VALUE" */
	bool clueweb_urls, normalize;
	struct option_list scores, link_scores; /* "NAME=FILE" or "FILE" */
	bool drop_missing;         /* lines of these */
	const char *for_merge;     /* "K/N" */
	bool merge_names;
	uint64_t parts;            /* files of output; 0: one */
};

#define IMPORT_ROWS 64 /* of the table of options, at most, with its end */

/* Puts the table of options, whose values are in *options, into rows. */
void import_set_options(struct import_options *options,
			struct option_row rows[IMPORT_ROWS]);

/* The names of scores that are given without one. */
#define IMPORT_SCORES "relevance"
#define IMPORT_LINK_SCORES "anchors"

/* The progress of a file that is read. */
struct import_reading {
	struct progress progress;
	struct sp_reading bytes;
};

/* An import, first into memory or, row by row, straight to the output. */
struct import {
	struct cmd *cmd;
	struct import_options *options;
	struct sp_source *source;  /* the first operand, opened; or NULL */
	struct option_list edges;      /* cc: files of edges; warc, wat: all */
	struct option_list made_paths; /* of the files found by their names */
	struct cmd_output *output; /* or, with --parts: */
	struct cmd_parts_rows to_parts;
	struct sp_linksort_options sort;
	struct sp_imported made; /* with the names of --names */
	struct sp_hosts hosts;
	uint64_t pages;
	struct import_reading reading; /* until rows come */
	double started;                /* warc, wat: when reading began */
	struct progress progress;      /* of rows */
	bool paging;             /* a format that sorts shows its pages */
	struct sp_row_sink next; /* where rows go from here */
	bool streaming;          /* they go to the output */
	bool ids_are_pages;      /* from 0, if --base1 was not forgotten */
	bool is_stream;          /* the source is one: it only gets scores,
				    or is cut into parts */
	bool recognised;        /* the format was found, not asked for */
	uint32_t task, tasks;   /* of --for-merge */
};

static inline bool
is_weighted(const struct import *import)
{
	return import->options->arcs.weight_column > 0 ||
	       import->options->csv.weight;
}

/* Is the option with this variable on the command line? */
static inline bool
import_is_given(const struct import *import, const void *variable)
{
	return option_is_given(import->cmd->options, variable);
}

static inline struct sp_error *
error_of(struct import *import)
{
	return &import->cmd->err;
}

/*
 * Finds the format of the input, sets options->format and the separator of
 * columns, and opens the source, unless the format opens its files itself.
 * Warns about what is in the file and not read.  Returns SP_DATA if the format
 * is unknown, cannot be imported or is not the one of --format; SP_USAGE;
 * SP_IO; SP_MEMORY.
 */
enum sp_status import_find_format(struct import *import);

/*
 * Sorts the operands into files of edges and of vertices by their names, and
 * finds the one beside the other.  Without --format, sets the format to cc if
 * that gave both, and the vertices look like vertices.
 */
enum sp_status import_find_cc(struct import *import);

/* Adds a file to import->edges. */
enum sp_status import_add_edges(struct import *import, const char *path);

/* Warns of names of cc that are out of order, repeated or not reversed. */
void import_warn_of_order(const struct import *import);

/* Frees what import_find_cc() made. */
void import_free_paths(struct import *import);

/* Is the input web archives (formats warc and wat)? */
bool import_has_archives(const struct import *import);

/*
 * Looks into the source, of which nothing was read, and sets the format if it
 * is a web archive, also a damaged one.  Other damage is SP_DATA.
 */
enum sp_status import_look_for_archive(struct import *import,
				       struct sp_source *source);

/*
 * Without --format, finds out whether the first operand is a web archive, and
 * sets the format; a pipe is found to be one after it was opened, so that this
 * is called once more.  If it is, all operands become import->edges.
 */
enum sp_status import_find_archives(struct import *import);

/* Sets *how so that damage is told and progress is shown. */
void import_follow_archives(struct import *import,
			    struct sp_warc_options *how);

/* Counts what was in the archives, and warns of what is missing. */
void import_report_archives(const struct import *import);

/* Is the input links between URLs (formats linkdb, csv and clueweb22)? */
bool import_has_urls(const struct import *import);

/* Sets the options of these formats, and all operands as paths. */
enum sp_status import_set_urls(struct import *import,
			       struct sp_import_options *how);

/* Says which columns were taken, and warns of what was left out. */
void import_report_urls(const struct import *import);

/* Without --normalize: warns of pages that it would join. */
void import_warn_of_alike(const struct import *import);

/*
 * Joins the pages of the graph in memory whose names have one normal form, with
 * --normalize.  Returns SP_USAGE if the pages have no names, or hosts by line;
 * SP_DATA, SP_IO, SP_MEMORY.
 */
enum sp_status import_normalize(struct import *import);

/* Warns if --names has many more names than the links have ids. */
void import_warn_of_other_names(const struct import *import);

/*
 * Takes a sample of a text that nothing was read from, without its byte-order
 * mark; it is valid until the first read.
 */
enum sp_status import_peek(struct import *import, struct sp_source *source,
			   struct sp_sample *sample);

/*
 * Shows the progress of a source that is about to be read (NULL: of those that
 * will follow reading->bytes) after the note, such as "names, ", until
 * progress_end(&reading->progress).  Only one progress is shown at a time.
 */
void import_follow(struct import *import, const char *note,
		   struct sp_source *source, struct import_reading *reading);

#define IMPORT_NAME_SHOWN 120 /* bytes of a name in a message, with the NUL */

/* Copies the name of a page, masked and cut, for a message. */
void import_show_name(const struct import *import, uint64_t page,
		      char shown[IMPORT_NAME_SHOWN]);

/* Reads the file of --names, if it was given. */
enum sp_status import_read_names(struct import *import);

/*
 * Once the number of pages is known: checks the names, and finds the hosts,
 * from their file or from names that are URLs.  Returns SP_DATA if there are
 * more or fewer of them than pages.
 */
enum sp_status import_check_names(struct import *import);

/* Writes the sections that come before the graph: hosts and names. */
enum sp_status import_save_names(struct import *import,
				 struct sp_writer *writer);

/* ---- parts ------------------------------------------------------------ */

/* SP_USAGE if an option does not go with --parts. */
enum sp_status import_check_parts(struct import *import);

/* Opens what --parts writes; rows go to cmd_parts_sink(&import->to_parts). */
enum sp_status import_open_parts(struct import *import);

/* Writes the graph in memory, after import_check_names(). */
enum sp_status import_write_parts(struct import *import);

/* Cuts the stream in the source into parts. */
enum sp_status import_cut_stream(struct import *import);

/* ---- parts and their merge -------------------------------------------- */

/*
 * Reads the number of the task, if --for-merge was given, and checks that no
 * other option is, whose effect a merge would lose: SP_USAGE.
 */
enum sp_status import_check_task(struct import *import);

/* The same for names, once they are known. */
enum sp_status import_check_task_names(struct import *import);

/* Gives the pages that were fetched the numbers that they have become. */
void import_renumber_fetches(struct import *import, const uint32_t *new_of);

/* Writes the section of the task after the graph, with --for-merge. */
enum sp_status import_save_task(struct import *import,
				const struct sp_basis *basis);

/* Opens the file of -o, or the parts of --parts. */
enum sp_status import_open_output(struct import *import);

/* Merges what tasks have imported, the operands, with --merge-names. */
enum sp_status import_merge(struct import *import);

/* ---- scores ----------------------------------------------------------- */

bool import_has_scores(const struct import *import);

/* SP_USAGE if the names or files of scores exclude each other. */
enum sp_status import_check_scores(struct import *import);

/*
 * Reads the tables of scores and writes their sections.  The names may be
 * empty; the graph is needed for scores of links alone.
 */
enum sp_status import_save_scores(struct import *import,
				  struct sp_names *names,
				  const struct sp_graph *graph,
				  const struct sp_basis *basis);

/* Loads the stream in the source, which must have a graph. */
enum sp_status import_load_stream(struct import *import,
				  const struct sp_load_options *how,
				  struct sp_contents *contents);

/* Passes the stream in the source on, and adds the scores. */
enum sp_status import_add_scores(struct import *import);

#endif
