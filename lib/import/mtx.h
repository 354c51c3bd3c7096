/* SPDX-License-Identifier: MIT */
/*
 * mtx.h - a graph from a sparse matrix in Matrix Market form (.mtx).
 *
 *	%%MatrixMarket matrix coordinate FIELD SYMMETRY
 *	% comments
 *	ROWS COLUMNS ENTRIES
 *	I J [VALUE]
 *
 * FIELD is pattern (no values), real or integer; SYMMETRY is general or
 * symmetric, where an entry stands for its mirror image too.  Words are in
 * upper or lower case.  I and J begin with 1.  The file may be packed, see
 * import/source.h.
 */
#ifndef SP_IMPORT_MTX_H
#define SP_IMPORT_MTX_H

#include "links/linksort.h"

struct sp_mtx_options {
	const char *path;         /* "-" for standard input */
	bool transpose;           /* entry I J is a link from J to I, not */
				  /* from I to J */
	bool weighted;            /* give values as weights; 1 for pattern */
	struct sp_linksort_options sort; /* its weighted is not looked at */
};

struct sp_mtx_report {
	uint64_t pages;
	uint64_t entries;         /* of the file */
	uint64_t links;           /* given to the sink */
	uint64_t duplicates;      /* dropped, mirror images included */
};

/*
 * Reads the file to its end, sorts the links and gives the rows to the sink.
 * Page p is row and column p + 1.  Equal links are given once, their weights
 * added up.  An entry is a link also when its value is 0.  In a symmetric
 * matrix both triangles may be used.
 *
 * SP_DATA, "FILE: line N: why", for another kind of matrix, one that is not
 * square or has over SP_PAGES_MAX rows, a line that is not an entry, and a
 * number of entries that is not the one announced; SP_IO; SP_MEMORY; or what
 * the sink says.  The sink sees nothing before the file has been read.
 */
enum sp_status sp_import_mtx(const struct sp_mtx_options *options,
			     const struct sp_row_sink *sink,
			     struct sp_mtx_report *report,
			     struct sp_error *err) SP_MUST_CHECK;

#endif
