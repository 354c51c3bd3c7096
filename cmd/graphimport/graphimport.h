/* SPDX-License-Identifier: MIT */
/*
 * graphimport.h - the parts of graphimport: what it was asked and imports
 * (graphimport.c), and the names and hosts of its pages (names.c).
 */
#ifndef CMD_GRAPHIMPORT_GRAPHIMPORT_H
#define CMD_GRAPHIMPORT_GRAPHIMPORT_H

#include "cli/file.h"

#include "graph/hosts.h"
#include "links/linksort.h"

enum format { FORMAT_ARCS, FORMAT_BVGRAPH, FORMAT_ASCII, FORMAT_MTX,
	      FORMAT_CC };

struct options {
	int format, keys, layout;
	uint64_t source_column, target_column, weights, skip;
	const char *separator, *names, *hosts;
	struct option_list vertices;
	bool dense, base1, by_url, domain, transpose;
};

/* What is imported: first into memory or, row by row, into the output. */
struct import {
	struct cmd *cmd;
	const struct options *options;
	struct cmd_output *output;
	struct sp_linksort_options sort;
	struct sp_graph *graph;
	double *weights;
	struct sp_names names;
	bool ids_are_names;      /* names are numbers: they have no hosts */
	struct sp_hosts hosts;
	uint64_t pages, links, self_links, duplicates;
	uint64_t linking;        /* pages that have links */
	struct sp_row_sink next; /* where rows go from here */
	bool streaming;          /* they go to the output */
};

static inline struct sp_error *
error_of(struct import *import)
{
	return &import->cmd->err;
}

/* Reads the names of --names; none where it was not given. */
enum sp_status import_read_names(struct import *import) SP_MUST_CHECK;

/*
 * The sections before the graph, once the number of pages is known: hosts, of
 * their file or of the names where these are URLs, and names.  SP_DATA when
 * there are more or fewer than pages.
 */
enum sp_status import_save_names(struct import *import) SP_MUST_CHECK;

#endif
