/* SPDX-License-Identifier: MIT */
/*
 * cc.h - a host or domain graph of Common Crawl.
 *
 * Files of vertices, taken one after the other:
 *
 *	ID<tab>REVERSED_NAME[<tab>HOSTS]
 *
 * with ids 0, 1, 2, ... and names (com.example.www) in ascending order of
 * their bytes; and files of edges, to be merged:
 *
 *	FROM<tab>TO
 *
 * each sorted by number, source before target.  Releases have been published
 * that break these rules, so nothing is taken on trust.  All files may be
 * packed, see import/source.h.
 */
#ifndef SP_IMPORT_CC_H
#define SP_IMPORT_CC_H

#include "graph/names.h"
#include "graph/rows.h"

/*
 * A path that ends with ".paths" or ".paths.gz" is a list of files, one a
 * line, relative to the folder of the list; empty lines are passed over.
 * Standard input, "-", may be there once in all.
 */
struct sp_cc_options {
	const char *const *vertices;
	size_t vertices_count;
	const char *const *edges;
	size_t edges_count;
};

struct sp_cc_report {
	uint64_t pages;
	uint64_t links;           /* given to the sink */
	uint64_t duplicates;      /* dropped */
};

/*
 * Reads the vertices, then the edges, and gives the rows to the sink while
 * they are read.  Names are appended to the empty table *names, page by page,
 * the right way round (www.example.com); NULL: they are checked only.  What
 * is in *names stays the caller's to free, also after a failure.  All files
 * of edges are open at a time, each with less than 1 MiB of memory.
 *
 * SP_USAGE when there is no file of vertices or none of edges; SP_DATA, "FILE:
 * line N: why", for an id that is not the next one, a name that is not after
 * the one before it or longer than SP_NAME_MAX, an edge that is before the
 * previous one or has an end that is no vertex, any other line
 * that is not of the form, and more than SP_PAGES_MAX vertices; SP_IO;
 * SP_MEMORY; or what the sink returns.
 */
enum sp_status sp_import_cc(const struct sp_cc_options *options,
			    struct sp_names *names,
			    const struct sp_row_sink *sink,
			    struct sp_cc_report *report,
			    struct sp_error *err) SP_MUST_CHECK;

#endif
