/* SPDX-License-Identifier: MIT */
/*
 * evolve.h - a later crawl of the same web: pages die, others appear, and links
 * change (seedpipe-algorithms(7), 6.6).
 *
 * The model, for a fraction F of pages that die:
 *
 * - Places.  A page that dies leaves a place, with a host and a directory, and
 *   a page that appears takes it.  So there are as many pages as before, and
 *   hosts keep their sizes.
 * - Death.  A page with d in-links dies with a probability in proportion to
 *   1 / (1 + floor(log2(1 + d))), at most 1, so that the mean is F: pages that
 *   many link to are looked after.
 * - Hosts.  Up to an eighth of the deaths are those of whole hosts, drawn with
 *   probability F / 8 each; a new host takes the place of one.
 * - Links.  A link stays if its page and its target do, except for a share F
 *   of these.  A new page takes over three quarters of the links of its place,
 *   as it has the template of the site.  Of the links to a page that died, half
 *   of those inside the host lead to the page that took its place (a list of
 *   articles), and none of those from other hosts.
 * - Other links are drawn again: inside the host half of them lead to any page,
 *   the other half to what some page of the host links to, so that popular
 *   pages stay popular (Kumar et al. 2000); links to other hosts lead to pages
 *   that other hosts linked to before, and that are still there.
 *
 * With F = 0.08 about 18 % of the links are new; Ntoulas, Cho and Olston (2004)
 * saw 8 % new pages and 25 % new links each week.
 *
 * Each decision depends only on the seed and the number of the page, so the
 * same input gives the same web on every machine.  F = 0 gives the same graph.
 *
 * Memory, beside the old graph with its names and hosts: 17 bytes a page (8
 * for the order, 4 for pages by host, 4 for in-links and, later, hosts, 1 for
 * the index of the links).  No names and no links are held.
 */
#ifndef SP_GRAPH_GENERATE_EVOLVE_H
#define SP_GRAPH_GENERATE_EVOLVE_H

#include "graph/graph.h"
#include "graph/hosts.h"
#include "graph/rows.h"

struct sp_evolve_options {
	double fraction; /* of pages that die: 0 .. 1 */
	uint64_t seed;
	int threads;     /* >= 1 */
};

struct sp_evolution;

/*
 * Decides which pages die, and numbers the pages.  If the old pages are in the
 * order of their URLs (by host name from the last label to the first, then by
 * what follows), so are the new ones; else a new page has the number of the one
 * whose place it takes.  names and hosts may be NULL; all three must outlive
 * the evolution.  Returns SP_DATA if the graph is damaged, if hosts do not fit
 * it, or if a new name is that of an old page (another seed helps); SP_MEMORY.
 */
enum sp_status sp_evolution_new(const struct sp_graph *graph,
				const struct sp_names *names,
				const struct sp_hosts *hosts,
				const struct sp_evolve_options *options,
				struct sp_evolution **evolution,
				struct sp_error *err);
void sp_evolution_free(struct sp_evolution *evolution); /* accepts NULL */

/* Pages that died, and hosts of which all pages did at once. */
uint64_t sp_evolution_died(const struct sp_evolution *evolution);
uint64_t sp_evolution_new_hosts(const struct sp_evolution *evolution);

/*
 * Writes the name of a page of the new graph; returns its length.  Only with
 * names.
 */
size_t sp_evolution_name(const struct sp_evolution *evolution, uint64_t page,
			 char name[SP_NAME_MAX]);

/* Makes the hosts of the new graph, to be freed by the caller. */
enum sp_status sp_evolution_hosts(const struct sp_evolution *evolution,
				  struct sp_hosts *hosts,
				  struct sp_error *err);

/*
 * Passes the rows of the new graph to the sink.  Returns SP_DATA if the old
 * graph is damaged; SP_MEMORY; the status of the sink.
 */
enum sp_status sp_evolution_rows(const struct sp_evolution *evolution,
				 const struct sp_row_sink *sink,
				 struct sp_error *err);

#endif
