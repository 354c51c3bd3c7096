/* SPDX-License-Identifier: MIT */
/*
 * fold.h - the graph of hosts, domains or shapes that the links of their pages
 * make (seedpipe-algorithms(7), 6.1).
 *
 * Each unit, a host, a domain or a shape of URLs, becomes a page.  Units are
 * numbered by their first page, as hosts are.  All links from pages of one unit
 * to pages of another become one link whose weight is their number, or the sum
 * of their weights; links inside a unit become a link of it to itself.
 */
#ifndef SP_GRAPH_TRANSFORM_FOLD_H
#define SP_GRAPH_TRANSFORM_FOLD_H

#include "base/progress.h"
#include "graph/graph.h"
#include "graph/hosts.h"
#include "graph/links/linksort.h"
#include "graph/shapes.h"
#include "graph/states.h"
#include "graph/transform/subset.h"

/* Start with zero bytes; release it with sp_fold_free(). */
struct sp_fold {
	bool by_domain;
	uint64_t pages;         /* of the graph */
	uint32_t *unit_of;      /* unit of each page */
	uint64_t count;         /* units */
	uint64_t alone;         /* of them, pages without a host or shape */
	uint32_t *first;        /* page of each unit */
	double *sizes;          /* pages of each unit */
};

/*
 * Finds the units; a page without a host, or of no shape, is one of its own.
 * 4 bytes a page, 12 bytes a unit.  SP_DATA as sp_units_of_hosts() and
 * sp_units_of_domains(); SP_MEMORY.
 */
enum sp_status sp_fold_units(const struct sp_hosts *hosts, bool by_domain,
			     struct sp_fold *fold, struct sp_error *err);
enum sp_status sp_fold_by_shape(const struct sp_shapes *shapes,
				struct sp_fold *fold, struct sp_error *err);

/*
 * Returns the name of a unit that is no shape, and its *length: the name of its
 * host or domain, which is empty for a page without a host.
 */
const char *sp_fold_name(const struct sp_fold *fold,
			 const struct sp_hosts *hosts, uint64_t unit,
			 size_t *length);

/*
 * Makes the hosts of the units, an empty table before: each is its own host.
 * Units without a name share the host whose name is empty, as pages do.  A
 * domain is its own domain; a host has that which it had.  SP_MEMORY.  The
 * caller frees *made, also after a failure.
 */
enum sp_status sp_fold_hosts(const struct sp_fold *fold,
			     const struct sp_hosts *hosts,
			     struct sp_hosts *made, struct sp_error *err);

/*
 * Makes the subset of the first pages of the units, numbered: as these have the
 * order of the units, what sp_subset_hosts() and sp_subset_shapes() make of it
 * is of the units.  Of shapes, each has its own.  SP_MEMORY.  The caller frees
 * *firsts, also after a failure.
 */
enum sp_status sp_fold_firsts(const struct sp_fold *fold,
			      struct sp_subset *firsts, struct sp_error *err);

/*
 * Makes the states of the units from those of their pages.  A unit has the
 * first of these states that one of its pages has: ok, redirect, filtered,
 * refused, failed, gone, unfetched.  SP_MEMORY.  The caller frees *made.
 */
enum sp_status sp_fold_states(const struct sp_fold *fold,
			      const struct sp_states *states,
			      struct sp_states *made, struct sp_error *err);

struct sp_fold_links {
	const struct sp_graph *graph;
	const double *weights;  /* one a link, or NULL: each counts 1 */
	bool drop_inside;       /* leave out the links inside units */
	int threads;
	const struct sp_progress *progress; /* of pages, or NULL */
};

/*
 * Adds the links between units to sort, which must be weighted; the graph of
 * the units, with fold->count pages, then comes from sp_linksort_rows().
 * Links are joined within each 1,024 pages first, so that the sort gets few.
 * Weights are added in an order that depends on the graph alone.  SP_DATA if
 * the graph is damaged; SP_MEMORY; SP_IO.
 */
enum sp_status sp_fold_add(const struct sp_fold *fold,
			   const struct sp_fold_links *links,
			   struct sp_linksort *sort, struct sp_error *err);

void sp_fold_free(struct sp_fold *fold); /* leaves zero bytes */

#endif
