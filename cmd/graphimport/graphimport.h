/* SPDX-License-Identifier: MIT */
/*
 * graphimport.h - the parts of graphimport: what it was asked and imports
 * (graphimport.c), and the names and hosts of its pages (names.c).
 */
#ifndef CMD_GRAPHIMPORT_GRAPHIMPORT_H
#define CMD_GRAPHIMPORT_GRAPHIMPORT_H

#include "cli/input.h"
#include "cli/output.h"

#include "graph/hosts.h"
#include "import/formats.h"
#include "import/names.h"

struct import_options {
	enum sp_import_format_number format;
	struct sp_arcs_options arcs; /* weight_column and base1: of all */
	const char *names, *hosts;
	enum sp_names_layout layout;
	struct option_list vertices;
	bool by_url, domain, transpose;
};

/* What is imported: first into memory or, row by row, into the output. */
struct import {
	struct cmd *cmd;
	const struct import_options *options;
	struct cmd_output *output;
	struct sp_linksort_options sort;
	struct sp_imported made; /* with the names of --names */
	struct sp_hosts hosts;
	uint64_t pages;
	struct sp_row_sink next; /* where rows go from here */
	bool streaming;          /* they go to the output */
};

static inline bool
is_weighted(const struct import *import)
{
	return import->options->arcs.weight_column > 0;
}

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
