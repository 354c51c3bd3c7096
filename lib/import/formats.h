/* SPDX-License-Identifier: MIT */
/*
 * formats.h - the table of the formats that graphs are imported from.
 *
 * A row ROW(NAME, name) stands for the format that lib/import/name.c defines
 * as sp_format_name.  The row makes SP_FORMAT_NAME and the word "name" of
 * graphimport --format; nothing else lists the formats.
 */
#ifndef SP_IMPORT_FORMATS_H
#define SP_IMPORT_FORMATS_H

#include "import/arcs.h"
#include "links/linksort.h"

#define SP_IMPORT_FORMATS(ROW) \
	ROW(ARCS, arcs)        \
	ROW(BVGRAPH, bvgraph)  \
	ROW(ASCII, ascii)      \
	ROW(MTX, mtx)          \
	ROW(CC, cc)

#define SP_FORMAT_NUMBER(NAME, name) SP_FORMAT_##NAME,
enum sp_import_format_number {
	SP_IMPORT_FORMATS(SP_FORMAT_NUMBER) SP_FORMAT_COUNT
};

/* The words, as "one|two". */
#define SP_FORMAT_WORD(NAME, name) "|" #name
#define SP_FORMAT_WORDS (&"" SP_IMPORT_FORMATS(SP_FORMAT_WORD)[1])

/*
 * What is to be read, and how.  paths are the files, at least one unless the
 * format takes many; "-" is standard input.  A format ignores the options
 * that are not for it.
 */
struct sp_import_options {
	const char *const *paths;
	size_t path_count;
	struct sp_arcs_options arcs;     /* arcs; base1: ids begin with 1 */
	const char *const *vertices;     /* cc: files of vertices */
	size_t vertices_count;
	bool transpose;                  /* mtx */
	bool weighted;                   /* keep the weights of links */
	bool named;                      /* names of the pages are given */
	struct sp_linksort_options sort; /* memory, folder and threads */
	const struct sp_progress *progress; /* of lines; or NULL */
};

/*
 * What was read.  names comes with the names that are given, and leaves with
 * those that the format has.  The other parts begin with zeros.  A format
 * that passes rows sets duplicates only.
 */
struct sp_imported {
	struct sp_graph *graph;
	double *weights;         /* a value a link, or NULL */
	struct sp_names names;
	bool names_are_ids;      /* numbers, which have no hosts */
	uint64_t links, duplicates, self_links;
	uint64_t linking;        /* pages that have links */
};

struct sp_import_format {
	const char *unit;        /* of its progress: "page", "line" */
	bool in_memory;          /* makes a graph; else it passes rows */
	bool many_files;         /* paths may be several */
	bool has_names;          /* of its own: others cannot be given */
	const char *needs_path;  /* why it cannot be standard input; or NULL */

	/*
	 * Reads paths to their end, into *made and, unless in_memory, to the
	 * sink.  What is in *made is the caller's to free, also after a
	 * failure.  SP_USAGE, SP_DATA, SP_IO, SP_MEMORY, or what the sink
	 * returns.
	 */
	enum sp_status (*read)(const struct sp_import_options *options,
			       const struct sp_row_sink *sink,
			       struct sp_imported *made,
			       struct sp_error *err);
};

#define SP_FORMAT_DECLARE(NAME, name) \
	extern const struct sp_import_format sp_format_##name;
SP_IMPORT_FORMATS(SP_FORMAT_DECLARE)

/* The formats by their numbers. */
extern const struct sp_import_format
	*const sp_import_formats[SP_FORMAT_COUNT];

/* Frees what was read; accepts one of zeros. */
void sp_imported_free(struct sp_imported *made);

#endif
