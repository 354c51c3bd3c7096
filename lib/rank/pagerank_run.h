/* SPDX-License-Identifier: MIT */
/*
 * pagerank_run.h - what the methods of PageRank share: one run, its passes
 * over the pages, and its sums.  Private to lib/rank/pagerank*.c.
 */
#ifndef SP_RANK_PAGERANK_RUN_H
#define SP_RANK_PAGERANK_RUN_H

#include "base/bitset.h"
#include "rank/pagerank.h"
#include "rank/sum.h"

/* What is summed over all pages seen in one pass over them. */
struct sp_rank_tally {
	double change;   /* norm of the change, or of what is left to push */
	double sum;      /* of the ranks */
	double dangling; /* of the ranks of pages without links */
	double left;     /* what is left to push, with its sign */
};

struct sp_pagerank_space {
	uint64_t pages;
	unsigned part_count;
	double *parts[SP_RANK_PARTS_MAX]; /* sums of shares; 0 again between
					     calls */
	uint64_t *linked;              /* a bit for each page that pushes */
	uint64_t *needed;              /* and that is decoded, with a view */
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
	struct sp_cursor *cursors[SP_RANK_PARTS_MAX]; /* one for each part */
	double *rank;
	uint64_t *looped;        /* push: a bit for each page that links to
				    itself */
	uint8_t *owner;          /* push: the part of each block */
};

/* The values that a pass over the pages needs. */
struct sp_rank_terms {
	double rest;     /* 1 - d */
	double damping;  /* d */
	double dangling; /* d D */
	double scale;
};

/* Do the links of the page count? */
static inline bool
sp_rank_pushes(const struct sp_rank_run *run, uint64_t page)
{
	return !run->view || (sp_bit_test(run->view->done, page) &&
			      sp_bit_test(run->view->seen, page));
}

static inline double
sp_rank_teleport(const struct sp_rank_run *run, uint64_t page)
{
	return run->teleport ? run->teleport[page] : run->uniform;
}

/* The sum of the parts for one page, which are cleared. */
static inline double
sp_rank_take_parts(const struct sp_pagerank_space *space, uint64_t page)
{
	return sp_take_parts(space->parts, space->part_count, page);
}

/* Adds a change to the norm that the options ask for. */
static inline void
sp_rank_measure(const struct sp_rank_run *run, double *norm, double change)
{
	if (run->options->norm != SP_NORM_MAX)
		*norm += change;
	else if (change > *norm)
		*norm = change;
}

/*
 * Calls visit for each page seen of a chunk.  visit is a constant, so that the
 * loop is specialised.
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
 * One pass over the pages: visits the chunks by any number of threads and
 * adds their sums in order.  visit is made of sp_rank_visit_chunk().
 */
typedef void sp_rank_chunk(const struct sp_rank_run *run,
			   const struct sp_rank_terms *terms, uint64_t chunk,
			   struct sp_rank_tally *tally);
struct sp_rank_tally sp_rank_visit_pages(const struct sp_rank_run *run,
					 sp_rank_chunk *visit,
					 const struct sp_rank_terms *terms);

/* Is no page of the block done? */
bool sp_rank_nothing_done(const struct sp_rank_run *run, uint64_t block);

/* The first failure of the cursors, or SP_OK. */
enum sp_status sp_rank_status(const struct sp_rank_run *run,
			      struct sp_error *err) SP_MUST_CHECK;

/* Makes all values of the parts zero. */
void sp_rank_clear_parts(const struct sp_pagerank_space *space);

/*
 * Comes near the ranks by pushing, with at most all but one of the
 * iterations, which are counted in *report: run->rank is the start, and then
 * a start from which the iteration needs one pass, or few.  The parts are
 * zero again.
 */
enum sp_status sp_rank_push(struct sp_rank_run *run,
			    struct sp_pagerank_report *report,
			    struct sp_error *err) SP_MUST_CHECK;

#endif
