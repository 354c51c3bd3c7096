/* SPDX-License-Identifier: MIT */
/*
 * formats.h - the table of formats in which other programs read graphs.
 *
 * ROW(NAME, name) is the format that lib/formats/export/name.c defines as
 * sp_export_name.  The row makes SP_EXPORT_NAME and the word "name" of
 * graphdump --to; no other place lists the formats.
 */
#ifndef SP_FORMATS_EXPORT_FORMATS_H
#define SP_FORMATS_EXPORT_FORMATS_H

#include "base/output.h"
#include "base/progress.h"
#include "formats/export/bvgraph_list.h"
#include "graph/graph.h"
#include "graph/hosts.h"

#define SP_EXPORT_FORMATS(ROW) \
	ROW(ASCII, ascii)      \
	ROW(MTX, mtx)          \
	ROW(BVGRAPH, bvgraph)  \
	ROW(GRAPHML, graphml)  \
	ROW(GEXF, gexf)

#define SP_EXPORT_NUMBER(NAME, name) SP_EXPORT_##NAME,
enum sp_export_format_number {
	SP_EXPORT_FORMATS(SP_EXPORT_NUMBER) SP_EXPORT_COUNT
};

/* The words in one string: "|one|two". */
#define SP_EXPORT_WORD(NAME, name) "|" #name
#define SP_EXPORT_WORDS SP_EXPORT_FORMATS(SP_EXPORT_WORD)

/* What a format can hold beside the links, combined by "|". */
enum sp_export_parts {
	SP_EXPORT_WEIGHTS = 1, SP_EXPORT_NAMES = 2, SP_EXPORT_HOSTS = 4,
	SP_EXPORT_SCORES = 8
};

struct sp_export_score {
	const char *name;        /* NUL-terminated, any bytes */
	const double *values;    /* one a page */
};

/*
 * A graph, and what is known of it: NULL or 0 for what is not known, or that
 * the format cannot hold.
 */
struct sp_export_graph {
	const struct sp_graph *graph;
	const double *weights;       /* one a link, in the order of rows */
	const struct sp_names *names;
	const struct sp_hosts *hosts;
	const struct sp_export_score *scores;
	uint64_t score_count;
};

/* A format ignores the options of other formats. */
struct sp_export_options {
	int threads;                 /* at least 1 */
	const struct sp_progress *progress; /* of the pages, or NULL */
	bool safe;                   /* graphml, gexf: hidden characters as
					references */
	uint64_t max_pages;          /* graphml, gexf: refuse more; 0: never */
	struct sp_bvgraph_code bvgraph;
};

#define SP_EXPORT_DEFAULTS { \
	.threads = 1, .max_pages = 50000, .bvgraph = SP_BVGRAPH_DEFAULTS \
}

struct sp_export_format {
	bool binary;                 /* nothing for a terminal */
	unsigned holds;              /* sp_export_parts */

	/*
	 * What is appended to the name of a set of files, in the order in which
	 * they get valid: a reader looks for the last one first.  It ends with
	 * NULL.  A format of one file has NULL instead of the list.
	 */
	const char *const *files;

	/* Names of graphdump's options for this format; ends with NULL. */
	const char *const *options;

	/*
	 * Writes the graph to the output of each file.  Returns SP_DATA if the
	 * graph is damaged, or has what the format cannot hold (the message
	 * names the page); SP_MEMORY; and what an output returns.
	 */
	enum sp_status (*write)(const struct sp_export_graph *what,
				const struct sp_export_options *options,
				const struct sp_output *outputs,
				struct sp_error *err);
};

#define SP_EXPORT_DECLARE(NAME, name) \
	extern const struct sp_export_format sp_export_##name;
SP_EXPORT_FORMATS(SP_EXPORT_DECLARE)

/* The formats, indexed by number. */
extern const struct sp_export_format *const sp_export_formats[SP_EXPORT_COUNT];

#endif
