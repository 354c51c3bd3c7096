/* SPDX-License-Identifier: MIT */
/*
 * hits.h - hub and authority scores (seedpipe-algorithms(7), 6.2; Kleinberg,
 * 1999; Daneshpajouh et al., 2008, section 2.1).
 *
 * All hub scores start at 1.  In an iteration, the authority score of a page
 * becomes the sum of the hub scores of the pages that link to it, and the
 * authorities are divided by their norm; then the hub score of a page becomes
 * the sum of the authorities it links to, and the hub scores are divided by
 * their norm.  Without links both vectors are 0.
 *
 * With weights of links, a sum has the score times the weight of each link
 * instead of the score.  A link of weight 0 is then as good as none.  The
 * largest weight must be near 1 (sp_link_weights_to_unit()), so that norms of
 * products do not overflow.
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
#include "rank/checkpoint.h"
#include "rank/form.h"
#include "rank/norm.h"

struct sp_hits_options {
	uint32_t iterations; /* at most this many, >= 1 */
	double tolerance;    /* stop when the residual is below; 0: never */
	enum sp_norm norm;   /* by which both vectors are divided */
	int threads;         /* >= 1 */
	const struct sp_progress *progress; /* gets iterations; or NULL */
	enum sp_form_choice form; /* of the graph in memory */
	uint32_t runs;       /* of sp_hits() with one space, expected; >= 1 */
	struct sp_share *share; /* whose pages are ranked; NULL: of no share */
	const struct sp_rank_checkpoint *checkpoint; /* or NULL; only with a
				share.  The vector is that of authorities */
	const uint32_t *label; /* of each page, with a share of each local
				page; NULL: all authorities count */
	uint32_t only;         /* those with this label count */
	const struct sp_link_weights *weights; /* of links; NULL: all alike */
};

#define SP_HITS_DEFAULTS \
	{ 60, 0, SP_NORM_L2, 1, NULL, SP_FORM_AUTO, 1, NULL, NULL, NULL, 0, \
	  NULL }

struct sp_hits_report {
	uint32_t iterations; /* iterations run */
	double residual;     /* L1 norm of the authorities' last change */
	bool converged;      /* residual < tolerance; true without tolerance */
	double singular;     /* the singular value that the iterations near:
			      * the L2 norm of the hub scores before they are
			      * divided, if that of the authorities is 1 */
	const char *form;    /* the form used, and why, until the space is */
	const char *reason;  /* freed; the results do not depend on them */
};

/*
 * The work space of sp_hits(), reusable from call to call.  It keeps the form
 * that the first call made (form.h), so the graph must not change or be freed
 * before the space is.  Returns NULL if memory is short.
 */
struct sp_hits_space;
struct sp_hits_space *sp_hits_space_new(uint64_t pages);
void sp_hits_space_free(struct sp_hits_space *space);    /* accepts NULL */

/*
 * Scores every page of the graph.  hub and authority have room for
 * sp_graph_pages() values each; after a failure their contents are undefined.
 * dead is NULL or a bitset (base/bitset.h) of pages to ignore, with their
 * links; they score 0.  So do authorities with another label than
 * options->only, and hubs that link to no others.  space must be for the pages
 * of the graph.
 * Returns SP_DATA if the graph's encoding is damaged; SP_MEMORY.
 *
 * With options->share, all processes of the team call this together.  graph is
 * share->graph, space is for share->owned pages, hub and authority have room
 * for sp_form_room() values, and dead is a bitset over the local pages, with
 * the bits of pages reached like those at their owners.  The score of the first
 * page owned is at share->own_first; what is before and after the pages owned
 * is undefined.  SP_USAGE if options->checkpoint is after the last iteration;
 * SP_IO.
 */
enum sp_status sp_hits(const struct sp_graph *graph, const uint64_t *dead,
		       const struct sp_hits_options *options,
		       struct sp_hits_space *space, double *hub,
		       double *authority, struct sp_hits_report *report,
		       struct sp_error *err);

#endif
