/* SPDX-License-Identifier: MIT */
/*
 * score_table.h - reads scores from text: "PAGE<TAB>SCORE", a page a line, or
 * "SOURCE<TAB>TARGET<TAB>SCORE", a link a line.
 *
 * A page is its URL or its number; what is the name of a page is that page,
 * even if it looks like a number, and of pages with one name it is the first.
 * Blanks separate the columns of a line without a tab.  Empty lines and lines
 * that begin with "#" are skipped.  Files may be packed with gzip or zstd.
 */
#ifndef SP_FORMATS_IMPORT_SCORE_TABLE_H
#define SP_FORMATS_IMPORT_SCORE_TABLE_H

#include "base/progress.h"
#include "graph/graph.h"
#include "graph/linkscores.h"
#include "graph/names.h"
#include "web/file/source.h"

/* The pages that a table may name. */
struct sp_score_table {
	struct sp_names *names;  /* of all pages, or NULL; not changed */
	uint64_t pages;
	bool normalize;          /* names are normal forms (web/page/url.h), by
				    which URLs are found, too */
	bool drop_missing;       /* skip lines with a page or a link that the
				    graph does not have */

	/* Results. */
	uint64_t rows;           /* that were taken */
	uint64_t missing;        /* that were skipped */
	uint64_t shared;         /* pages in lines that were given by a name
				    that others have, too */
};

/*
 * Stores the scores of pages in values, which has a place for each page, and
 * leaves the others.  Returns SP_DATA with file and line if a line has other
 * columns, a page that the graph does not have, or one that has a score
 * already, or a score that is not a finite number; SP_IO; SP_MEMORY.
 */
enum sp_status sp_score_table_pages(struct sp_source *source,
				    struct sp_score_table *table,
				    double *values, struct sp_error *err);

/*
 * Appends the scores of links to the empty *scores, and sorts them.  All must
 * be links of the graph.  Memory is 16 bytes a row.  Errors as above.
 */
enum sp_status sp_score_table_links(struct sp_source *source,
				    struct sp_score_table *table,
				    const struct sp_graph *graph,
				    struct sp_link_scores *scores,
				    struct sp_error *err);

#endif
