/* SPDX-License-Identifier: MIT */
/*
 * mtx.h - imports a graph from a sparse matrix in Matrix Market form (.mtx).
 *
 *	%%MatrixMarket matrix coordinate FIELD SYMMETRY
 *	% comments
 *	ROWS COLUMNS ENTRIES
 *	I J [VALUE]
 *
 * FIELD is pattern (no values), real or integer; SYMMETRY is general or
 * symmetric, where an entry also stands for its mirror image.  Words may be in
 * upper or lower case.  I and J start at 1.  The file may be compressed
 * (web/file/source.h).
 */
#ifndef SP_FORMATS_IMPORT_MTX_H
#define SP_FORMATS_IMPORT_MTX_H

#include "graph/links/linksort.h"
#include "web/file/source.h"

struct sp_mtx_options {
	const char *path;         /* "-" for standard input */
	struct sp_source *source; /* the path opened, unread; NULL: open it */
	bool transpose;           /* entry I J is a link from J to I */
				  /* instead of from I to J */
	bool weighted;            /* pass values as weights; 1 for pattern */
	struct sp_linksort_options sort; /* sort.weighted is ignored */
};

struct sp_mtx_report {
	uint64_t pages;
	uint64_t entries;         /* in the file */
	uint64_t links;           /* passed to the sink */
	uint64_t duplicates;      /* dropped, including mirror images */
};

/*
 * Reads the file to its end, sorts the links and passes the rows to the sink.
 * Page p is row and column p + 1.  Duplicate links are merged and their
 * weights added up.  An entry is a link even if its value is 0.  A symmetric
 * matrix may have entries in both triangles.
 *
 * Returns SP_DATA ("FILE: line N: why") for another kind of matrix, one that
 * is not square or has more than SP_PAGES_MAX rows, a line that is not an
 * entry, and a number of entries other than ENTRIES; SP_IO; SP_MEMORY; or the
 * status of the sink.  The sink is called only after the whole file was read.
 */
enum sp_status sp_import_mtx(const struct sp_mtx_options *options,
			     const struct sp_row_sink *sink,
			     struct sp_mtx_report *report,
			     struct sp_error *err);

#endif
