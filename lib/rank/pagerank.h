/* SPDX-License-Identifier: MIT */
/*
 * pagerank.h - PageRank (seedpipe-algorithms(7), 3.1; Brin and Page, 1998).
 *
 * The ranks r of the pages solve, with O(i) the number of links of page i, t
 * the teleport vector, d the damping, and D the sum of r over the pages
 * without links,
 *
 *	r_j = (1 - d) t_j + d (sum over i -> j of r_i / O(i)) + d D t_j
 *
 * With weights w of links, a page gives its rank in proportion to them: O(i) is
 * the sum of the weights of its links, and i -> j gives r_i w_ij / O(i).  A
 * page whose weights are all 0 is one without links.
 *
 * The graph may be one that is still being crawled: only the pages seen exist,
 * and only the links of the pages done are known.  O(i) counts all links of a
 * page that is done; rank that flows to pages not yet seen is lost.
 *
 * One iteration is a pass over the links, in which each page pushes r_i / O(i)
 * to its successors, and a pass over the pages, which computes, in this order,
 *
 *	x = (1 - d) * t;  x += d * sum;  x += d * D * t
 *
 * with the last addition for SP_DANGLING_UNIFORM only.  Sums are taken in the
 * order of sum.h, so that the result has the same bits for any number of
 * threads; the caller chooses the number of parts.  With 1 part, or in a graph
 * of at most 16,384 pages, a page's sum is simply in the order of the pages.
 *
 * From any start, the L1 norm of the error is at most d / (1 - d) times the L1
 * norm of the last change (for SP_DANGLING_NORM: twice that, divided by the
 * sum before the division).  This holds for both methods, because push ends
 * with the iteration above.
 */
#ifndef SP_RANK_PAGERANK_H
#define SP_RANK_PAGERANK_H

#include "base/progress.h"
#include "graph/graph.h"
#include "rank/checkpoint.h"
#include "rank/form.h"
#include "rank/norm.h"
#include "rank/sum.h"

enum sp_dangling {
	SP_DANGLING_UNIFORM, /* the rank of pages without links is spread
				over all pages by t: the ranks sum to 1 */
	SP_DANGLING_DROP,    /* it is lost: the term d D t is left out */
	SP_DANGLING_NORM     /* as drop, then divided by the sum of ranks */
};

enum sp_pagerank_method {
	SP_PAGERANK_POWER,   /* the iteration above, from any start */
	SP_PAGERANK_PUSH,    /* Gauss-Seidel: pages push their change in place,
				so that it travels on in the same pass; ends
				with one iteration of power, or a few.  Needs
				a third to three fifths of the passes on most
				graphs; see pagerank_push.c */
	SP_PAGERANK_LOCAL    /* push, but pages with little to push wait: about
				as many passes, which read half of the links or
				less */
};

struct sp_pagerank_options {
	double damping;      /* d, 0 <= d < 1 */
	double tolerance;    /* stop when the residual is below; 0: never */
	uint32_t iterations; /* at most this many, >= 1 */
	enum sp_norm norm;   /* of the residual: L1 or max */
	enum sp_dangling dangling;
	enum sp_pagerank_method method;
	int threads;         /* >= 1 */
	const struct sp_progress *progress; /* gets iterations; or NULL */
	enum sp_form_choice form; /* of the graph in memory */
	struct sp_share *share; /* whose pages are ranked; NULL: of no share */
	const struct sp_rank_checkpoint *checkpoint; /* of SP_PAGERANK_POWER,
				or NULL.  The vector is that of ranks */
	const struct sp_link_weights *weights; /* of links; NULL: all alike */
};

#define SP_PAGERANK_DEFAULTS \
	{ 0.85, 1e-9, 1000, SP_NORM_L1, SP_DANGLING_UNIFORM, \
	  SP_PAGERANK_POWER, 1, NULL, SP_FORM_AUTO, NULL, NULL, NULL }

/* The part of the graph that exists; a NULL view means all of it. */
struct sp_pagerank_view {
	const uint64_t *seen; /* bitset of the pages that exist */
	const uint64_t *done; /* bitset of the pages whose links count; the
				 others seen are without links */
	uint64_t seen_count;  /* pages in seen */
};

struct sp_pagerank_report {
	uint32_t iterations;  /* iterations run: passes over the links */
	double residual;      /* norm of the last change, before the division
				 of SP_DANGLING_NORM */
	double sum;           /* of the ranks */
	bool converged;       /* residual < tolerance; true without tolerance */
	uint64_t links;       /* read by sp_kept_ranks_update(), else 0 */
	const char *form;     /* the form used, and why, until the space is */
	const char *reason;   /* freed; the results do not depend on them */
};

/*
 * The work space of sp_pagerank(), reusable from call to call.  It keeps the
 * form that the first call made (form.h), so the graph must not change or be
 * freed before the space is.
 */
struct sp_pagerank_space;

/*
 * Creates a work space for graphs of pages pages.  parts, from 1 to
 * SP_RANK_PARTS_MAX, affects the last bits of the result: use SP_RANK_PARTS or
 * SP_RANK_PARTS_CRAWL.
 */
struct sp_pagerank_space *sp_pagerank_space_new(uint64_t pages,
						unsigned parts); /* or NULL */
void sp_pagerank_space_free(struct sp_pagerank_space *space); /* or NULL */

/*
 * Computes PageRank.  rank has sp_graph_pages() values: on entry the start,
 * finite values >= 0 for the pages seen; on return the result, 0 for pages not
 * seen.  teleport is NULL for 1/n each (n pages seen), or has a value >= 0 for
 * each page, with sum 1.  view is NULL for the whole graph.  Returns SP_DATA
 * if the graph is damaged; SP_MEMORY; SP_USAGE if options->checkpoint is after
 * the last iteration, or there are weights and a view, a share of several
 * processes, or another method than SP_PAGERANK_POWER.  The space can be used
 * again after a failure.
 *
 * With options->share, all processes of the team call this together.  graph is
 * share->graph, space is for share->owned pages, and rank and teleport have
 * room for sp_form_room() values: those of the pages owned begin at
 * share->own_first, the others are undefined.  n is the number of pages of the
 * whole graph.  Returns SP_USAGE if the team has several processes and the
 * method is not SP_PAGERANK_POWER, or view is not NULL; SP_IO.
 */
enum sp_status sp_pagerank(const struct sp_graph *graph,
			   const struct sp_pagerank_view *view,
			   const double *teleport,
			   const struct sp_pagerank_options *options,
			   struct sp_pagerank_space *space, double *rank,
			   struct sp_pagerank_report *report,
			   struct sp_error *err);

/*
 * The same with all defaults, from 1/n for each page and with a space of its
 * own: what pagerank(1) computes without options.  Returns SP_DATA; SP_MEMORY.
 */
enum sp_status sp_pagerank_usual(const struct sp_graph *graph, int threads,
				 const struct sp_progress *progress,
				 double *rank,
				 struct sp_pagerank_report *report,
				 struct sp_error *err);

/* How many iterations a run is likely to take: a guess, for a plan. */
uint64_t sp_pagerank_passes(const struct sp_pagerank_options *options);

#endif
