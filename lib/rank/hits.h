/* SPDX-License-Identifier: MIT */
/*
 * hits.h - hub and authority scores (seedpipe-algorithms(7), 6.2; Kleinberg,
 * 1999; Daneshpajouh et al., 2008, section 2.1).
 *
 * All hubs start at 1.  One iteration: the authority of a page is the sum of
 * the hubs that link to it, the authorities are divided by their norm; the
 * hub of a page is the sum of the authorities that it links to, the hubs are
 * divided by their norm.  Without links both vectors are 0.
 *
 * Sums over a row are in ascending order of the successors, so that pages
 * with the same links have the same score to the bit.  All other sums are in
 * the order of sum.h, so that the result has the same bits for any number of
 * threads.
 */
#ifndef SP_RANK_HITS_H
#define SP_RANK_HITS_H

#include "base/progress.h"
#include "graph/graph.h"
#include "rank/norm.h"

struct sp_hits_options {
	uint32_t iterations; /* at most; 60 by default, >= 1 */
	double tolerance;    /* stop when the residual is below; 0 = never */
	enum sp_norm norm;   /* L2 by default */
	int threads;         /* >= 1 */
	const struct sp_progress *progress; /* told iterations; or NULL */
};

#define SP_HITS_DEFAULTS { 60, 0, SP_NORM_L2, 1, NULL }

struct sp_hits_report {
	uint32_t iterations; /* done */
	double residual;     /* L1 norm of the authorities' last change */
	bool converged;      /* residual < tolerance; true without tolerance */
};

/* The vectors that sp_hits() works in, kept from one call to the next. */
struct sp_hits_space;
struct sp_hits_space *sp_hits_space_new(uint64_t pages); /* or NULL */
void sp_hits_space_free(struct sp_hits_space *space);    /* accepts NULL */

/*
 * Scores every page of the graph.  hub and authority have room for
 * sp_graph_pages() values.  dead is NULL or a bitset (base/bitset.h) of
 * pages that are left out with their links and score 0.  SP_DATA when the
 * graph's encoding is damaged.
 */
enum sp_status sp_hits(const struct sp_graph *graph, const uint64_t *dead,
		       const struct sp_hits_options *options,
		       struct sp_hits_space *space, double *hub,
		       double *authority, struct sp_hits_report *report,
		       struct sp_error *err) SP_MUST_CHECK;

#endif
