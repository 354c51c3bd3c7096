/* SPDX-License-Identifier: MIT */
/*
 * cc.h - imports a host or domain graph of Common Crawl.
 *
 * The vertex files are read one after the other:
 *
 *	ID<tab>REVERSED_NAME[<tab>HOSTS]
 *
 * with ids 0, 1, 2, ... and names (com.example.www) that ascend as bytes; some
 * published releases have names out of order, or twice, which are counted.  The
 * edge files are merged:
 *
 *	FROM<tab>TO
 *
 * each sorted by source, then by target, as numbers.  All files may be
 * compressed (web/file/source.h).
 */
#ifndef SP_FORMATS_IMPORT_CC_H
#define SP_FORMATS_IMPORT_CC_H

#include "graph/names.h"
#include "graph/rows.h"

/*
 * A path that ends with ".paths" or ".paths.gz" is a list of files, see
 * formats/import/cc_paths.h.
 * Standard input, "-", may occur once among all paths.
 */
struct sp_cc_options {
	const char *const *vertices;
	size_t vertices_count;
	const char *const *edges;
	size_t edges_count;
	struct sp_reading *reading; /* of the vertices: its total is set; */
				    /* or NULL */
};

struct sp_cc_report {
	uint64_t pages;
	uint64_t links;           /* passed to the sink */
	uint64_t duplicates;      /* dropped */
	uint64_t unsorted;        /* names not above the one before, */
	uint64_t first_unsorted;  /* and the first page of them */
	uint64_t repeated;        /* names of an earlier page */
	uint64_t first_repeated;
};

/*
 * Reads the vertices, then the edges, and passes rows to the sink as they are
 * read.  Appends the names to the empty table *names in page order, with
 * their labels in normal order (www.example.com); if names is NULL, they are
 * only checked, and repeats are not counted.  Two pages of the same name stay
 * two pages.  The caller frees *names, even after a failure.  All edge files
 * are open at once, each with less than 1 MiB of memory.
 *
 * Returns SP_USAGE if there are no vertex files or no edge files; SP_DATA
 * ("FILE: line N: why") for an id that is not the next one, a name that is
 * longer than SP_NAME_MAX, an edge that sorts before the previous one or has
 * an end that is not a vertex, any other malformed line, and more than
 * SP_PAGES_MAX vertices; SP_IO; SP_MEMORY; or the status of the sink.
 */
enum sp_status sp_import_cc(const struct sp_cc_options *options,
			    struct sp_names *names,
			    const struct sp_row_sink *sink,
			    struct sp_cc_report *report,
			    struct sp_error *err);

#endif
