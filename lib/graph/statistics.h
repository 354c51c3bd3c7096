/* SPDX-License-Identifier: MIT */
/*
 * statistics.h - counts what describes a graph: pages without links, degrees,
 * links inside and between hosts.
 */
#ifndef SP_GRAPH_STATISTICS_H
#define SP_GRAPH_STATISTICS_H

#include "base/progress.h"
#include "graph/graph.h"
#include "graph/hosts.h"

/* A page with many links. */
struct sp_degree {
	uint32_t links;
	uint32_t page;     /* the first page with this many */
};

/* The links of a graph whose pages belong to units: hosts or domains. */
struct sp_unit_statistics {
	bool known;        /* the pages have units; else all is 0 */
	uint64_t units;    /* with a name and pages */
	uint64_t alone;    /* pages without a host: each is a unit, too */
	uint64_t inside;   /* links between pages of one unit, self-links too */
	uint64_t between;  /* all others */
};

struct sp_graph_statistics {
	uint64_t pages, links;
	uint64_t dangling;     /* pages without links */
	uint64_t unlinked;     /* pages without in-links, even of their own */
	uint64_t isolated;     /* pages with neither */
	uint64_t self_links;
	struct sp_degree out;  /* largest out-degree; zeros without pages */
	struct sp_degree in;   /* largest in-degree */
	struct sp_unit_statistics hosts, domains;
	uint64_t host_pages;   /* of the largest host with a name, */
	uint32_t host;         /* the first of this size */
};

/*
 * Counts everything in one pass over the links, with threads (at least 1);
 * the counts do not depend on their number.  hosts is NULL or has
 * sp_graph_pages() pages; its domains may be empty.  Reports blocks to
 * progress, which may be NULL.  Needs 4 bytes a page, 4 more for each of
 * domains and pages without a host, and 4 a host.  SP_DATA if the graph is
 * damaged; SP_MEMORY.
 */
enum sp_status sp_graph_statistics(const struct sp_graph *graph,
				   const struct sp_hosts *hosts, int threads,
				   const struct sp_progress *progress,
				   struct sp_graph_statistics *statistics,
				   struct sp_error *err);

#endif
