/* SPDX-License-Identifier: MIT */
/*
 * import.h - a graph from foreign files to a stream or to parts: what
 * graphimport and crawlgraph share, once a format has read its rows.
 *
 *	struct import import = { ... };   options, and .weighted
 *
 *	import_check(&import)             options that exclude each other
 *	... find the format, set import.archives and .pages.may_be_alike
 *	import_open(&import)              the output
 *	... read the files into import.made, by import.sort
 *	import_write(&import)             the graph in memory
 *	cmd_graph_commit(&import.to)
 *	import_report(&import)            counts
 *	import_free(&import);
 *
 * Rows that come in their final order need no graph in memory: graphimport
 * passes them to the sink of import.to, which asks for names and hosts before
 * the first of them.
 */
#ifndef SP_CLI_IMPORT_IMPORT_H
#define SP_CLI_IMPORT_IMPORT_H

#include "cli/graph_output.h"
#include "cli/import/pages.h"
#include "cli/import/task.h"
#include "cli/reading.h"

struct import {
	struct cmd *cmd;

	/* Options; the number of parts is to.count. */
	struct import_pages pages;
	struct import_task task;

	/* What the format decides. */
	bool weighted;
	const struct sp_warc_options *archives; /* NULL: these are none */

	struct sp_linksort_options sort;
	struct sp_imported made;
	uint64_t page_count;      /* of the graph, once it is known */
	struct cmd_graph_output to;
};

/*
 * Reads the number of the task, if --for-merge was given, and checks that no
 * other option is whose effect a merge, or parts, would lose: SP_USAGE.
 */
enum sp_status import_check(struct import *import);

/* Opens the output, and sets how links are sorted. */
enum sp_status import_open(struct import *import);

/* Are there names that are not ids? */
bool import_has_names(const struct import *import);

/*
 * Sorts the pages of the graph in memory with --by-url, checks names, finds
 * hosts, and writes the graph with them and the section of the task.
 */
enum sp_status import_write(struct import *import);

/* Counts the graph for --stats and -v. */
void import_report(const struct import *import);

void import_free(struct import *import);

#endif
