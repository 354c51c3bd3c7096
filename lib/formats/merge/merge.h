/* SPDX-License-Identifier: MIT */
/*
 * merge.h - one graph from the parts that tasks have imported.
 *
 * Each task has imported its share of the input, with page numbers of its own
 * and its pages in the order of their URLs (stream/section/task.h).  The merge
 * of all parts is the graph that one import of the whole input makes:
 *
 *	1. the lists of names are merged, which numbers all pages;
 *	2. of web archives: of each page that several tasks have fetched, one
 *	   fetch is kept, redirects are followed, and what is no page any more
 *	   is dropped, as in formats/import/captures.h;
 *	3. rows are merged, the numbers in them replaced.
 *
 * Because every list of names is sorted, the common numbers of a part's pages
 * ascend as its own do: rows and the links in them come in order, and nothing
 * is sorted.
 *
 * Files are read several times, from start to end, and neither names nor links
 * are held.  Memory: 4 bytes for each page of each part, the hosts, and some
 * MiB for each part; of web archives also 48 bytes for each page that was
 * fetched, then 32 bytes, and some bits a page; of snapshots 16 bytes for each
 * link that is not in all of them, and at the end 8 bytes a page.
 */
#ifndef SP_FORMATS_MERGE_MERGE_H
#define SP_FORMATS_MERGE_MERGE_H

#include "base/progress.h"
#include "graph/linkscores.h"
#include "graph/names.h"
#include "graph/rows.h"
#include "stream/section/names.h"

#define SP_MERGE_PARTS 1000 /* at most: all files are open at a time */

struct sp_merge;

/* NULL if memory is short.  threads (at least 1) read and verify. */
struct sp_merge *sp_merge_new(int threads);
void sp_merge_free(struct sp_merge *merge); /* accepts NULL */

/*
 * Adds a part, in any order; path must stay valid.  Its whole stream is
 * verified.  SP_DATA if it is not one, not a part, or one that does not belong
 * to those before; SP_IO; SP_MEMORY.  Messages begin with the path.
 */
enum sp_status sp_merge_add(struct sp_merge *merge, const char *path,
			    struct sp_error *err);

/*
 * Adds a whole graph as a snapshot of a web, in the order of time, at most
 * SP_SNAPSHOTS_MAX of them (graph/snapshots.h); a merge has either these or
 * parts.  The merged graph has all of their pages and links.  The provenance is
 * that of all, one after the other; of what a crawl has fetched only states are
 * read, and nothing is merged.  Fails as sp_merge_add(); SP_DATA if the graph
 * has no names, or sections that a merge would lose.
 */
enum sp_status sp_merge_add_snapshot(struct sp_merge *merge, const char *path,
				     struct sp_error *err);

/*
 * Numbers the pages.  Call it once, after the last part.  SP_DATA if a part is
 * missing or twice, if names are not in order, or a file has changed; SP_IO;
 * SP_MEMORY.
 */
enum sp_status sp_merge_number(struct sp_merge *merge,
			       const struct sp_progress *progress,
			       struct sp_error *err);

/* The pages of the merged graph, and those of all parts together. */
uint64_t sp_merge_pages(const struct sp_merge *merge);
uint64_t sp_merge_pages_in(const struct sp_merge *merge);

/* The hosts of the pages in their order, each with its number of pages. */
struct sp_merged_hosts {
	struct sp_names names;
	uint64_t *pages;
	uint64_t capacity;
};
const struct sp_merged_hosts *sp_merge_hosts(const struct sp_merge *merge);

/* Writes the hosts, and their domains if there are any. */
enum sp_status sp_save_merged_hosts(const struct sp_merged_hosts *hosts,
				    const struct sp_names *domains,
				    struct sp_writer *writer,
				    struct sp_error *err);

/* The states of the pages, after sp_merge_number(); NULL: no web archives. */
const struct sp_states *sp_merge_states(const struct sp_merge *merge);

/* Their fetches, likewise. */
const struct sp_fetches *sp_merge_known_fetches(const struct sp_merge *merge);

/*
 * An identity for the parts of the merged graph: a checksum of the links of all
 * shares, and of the hosts.  After sp_merge_number(); never 0.
 */
uint64_t sp_merge_identity(const struct sp_merge *merge);

/* The lines of provenance, which are the same for all parts. */
const struct sp_names *sp_merge_provenance(const struct sp_merge *merge);

/*
 * Passes all names to the visitor, in the order of the pages, after
 * sp_merge_number(); any number of times, also from the sink of
 * sp_merge_rows().  SP_DATA; SP_IO; SP_MEMORY; or what the visitor returns.
 */
enum sp_status sp_merge_names(struct sp_merge *merge,
			      const struct sp_name_visitor *visitor,
			      struct sp_error *err);

/*
 * The masks of snapshots, after sp_merge_rows(): those of links that are not in
 * all of them, and a value for each page, in an array to be freed; NULL if
 * memory is short.
 */
const struct sp_link_scores *
sp_merge_snapshot_links(const struct sp_merge *merge);
double *sp_merge_snapshot_pages(const struct sp_merge *merge);

/* What the merge has found in the rows. */
struct sp_merge_counts {
	uint64_t links_in;   /* of all parts */
	uint64_t links;
	uint64_t duplicates; /* the same link again */
	uint64_t dropped;    /* of fetches that were dropped, or to pages that
				were not fetched */
	uint64_t self_links; /* links from a page to itself */
	uint64_t linking;    /* pages that have links */
	uint64_t refetched;  /* fetches of pages fetched by another task */
};

/*
 * Passes all rows that have links to the sink.  Call it once, after
 * sp_merge_number().  SP_DATA; SP_IO; SP_MEMORY; or what the sink returns.
 */
enum sp_status sp_merge_rows(struct sp_merge *merge,
			     const struct sp_row_sink *sink,
			     struct sp_merge_counts *counts,
			     struct sp_error *err);

#endif
