/* SPDX-License-Identifier: MIT */
/*
 * pagerank_run.h - shared by the two methods of PageRank: a run, its passes
 * over the pages, and its sums.  Private to lib/rank.
 */
#ifndef SP_RANK_PAGERANK_RUN_H
#define SP_RANK_PAGERANK_RUN_H

#include "base/bitset.h"
#include "rank/form_compact.h"
#include "rank/pagerank.h"
#include "rank/sum.h"

/* Sums over the pages seen, from one pass over them. */
struct sp_rank_tally {
	double change;   /* norm of the change, or of the residuals (push) */
	double sum;      /* of the ranks */
	double dangling; /* sum of the ranks of pages without links */
	double left;     /* push: sum of the residuals, with their signs */
};

struct sp_pagerank_space {
	uint64_t pages;
	unsigned part_count;
	struct sp_form *form;          /* made by an earlier call, or NULL */
	double viewed;                 /* by views: passes over the graph */
	struct sp_rank_tally *partial; /* one for each chunk */
};

/* What one run reads and writes. */
struct sp_rank_run {
	const struct sp_graph *graph;
	const struct sp_pagerank_view *view;
	const double *teleport;  /* NULL: uniform for each page */
	double uniform;
	const struct sp_pagerank_options *options;
	struct sp_pagerank_space *space;
	struct sp_form *form;
	struct sp_team *team;    /* NULL: no share */
	double *rank;            /* with a share, from the first page owned */
	struct sp_form_compact *compact; /* push: the form */
	uint64_t *looped;        /* push: bitset of pages with a self-link */
	unsigned sweep_parts;    /* of push: parts that blocks are dealt to */
	uint8_t *owner;          /* push: the part that each block is in */
	double threshold;        /* push: residuals not above it wait */
	double linked;           /* push: pages with links */
};

/* The values that a pass over the pages needs. */
struct sp_rank_terms {
	double rest;     /* 1 - d */
	double damping;  /* d */
	double dangling; /* d D */
	double scale;
};

static inline double
sp_rank_teleport(const struct sp_rank_run *run, uint64_t page)
{
	return run->teleport ? run->teleport[page] : run->uniform;
}

/* Adds a change to *norm, the norm chosen by the options. */
static inline void
sp_rank_measure(const struct sp_rank_run *run, double *norm, double change)
{
	if (run->options->norm != SP_NORM_MAX)
		*norm += change;
	else if (change > *norm)
		*norm = change;
}

/*
 * Calls visit for each existing page of a chunk.  visit must be a constant, so
 * that the compiler specialises the loop.
 */
typedef void sp_rank_visit(const struct sp_rank_run *run,
			   const struct sp_rank_terms *terms, uint64_t page,
			   struct sp_rank_tally *tally);

static inline void
sp_rank_visit_chunk(const struct sp_rank_run *run, sp_rank_visit *visit,
		    const struct sp_rank_terms *terms, uint64_t chunk,
		    struct sp_rank_tally *tally)
{
	uint64_t page = sp_chunk_first(chunk);
	uint64_t end = sp_chunk_end(chunk, run->space->pages);

	for (; !run->view && page < end; page++)
		visit(run, terms, page, tally);
	for (; page < end; page += SP_BITSET_BITS) {
		uint64_t seen = run->view->seen[page / SP_BITSET_BITS];

		for (; seen; seen &= seen - 1)
			visit(run, terms,
			      page + (uint64_t)__builtin_ctzll(seen), tally);
	}
}

/*
 * One pass over the pages, with options->threads threads: visits the chunks
 * and adds up their sums in order.  visit calls sp_rank_visit_chunk().
 */
typedef void sp_rank_chunk(const struct sp_rank_run *run,
			   const struct sp_rank_terms *terms, uint64_t chunk,
			   struct sp_rank_tally *tally);
struct sp_rank_tally sp_rank_visit_pages(const struct sp_rank_run *run,
					 sp_rank_chunk *visit,
					 const struct sp_rank_terms *terms);

/* What each page that has links gives its successors in a pass. */
enum sp_rank_sweep {
	SP_SWEEP_START,  /* its rank, divided by its links */
	SP_SWEEP_PUSH    /* d times its residual, if it is above the threshold;
			    the residual is added to its rank, and 0 then */
};

/*
 * Makes a pass in page order, part by part.  The first pass of a run must not
 * be a push.  Returns SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_rank_sweep(const struct sp_rank_run *run,
			     enum sp_rank_sweep sweep, struct sp_error *err);

/*
 * Approximates the ranks by pushing, so closely that the plain iteration then
 * needs one pass or a few.  run->rank is the start and receives the result.
 * Leaves at least one of options->iterations for the plain iteration, and
 * counts those it used in *report.  Works on the parts of the compact form,
 * which are 0 again on return.
 * Returns SP_DATA if the graph is damaged; SP_MEMORY.
 */
enum sp_status sp_rank_push(struct sp_rank_run *run,
			    struct sp_pagerank_report *report,
			    struct sp_error *err);

#endif
