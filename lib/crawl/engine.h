/* SPDX-License-Identifier: MIT */
/*
 * engine.h - what the one loop (crawl.c) and the strategies (order_*.c) share.
 * Private to lib/crawl.
 */
#ifndef SP_CRAWL_ENGINE_H
#define SP_CRAWL_ENGINE_H

#include "crawl/crawl.h"
#include "crawl/frontier.h"

/* A crawl that is under way. */
struct sp_run {
	const struct sp_crawl_input *input;
	const struct sp_crawl_options *options;
	const struct sp_plan *plan;
	struct sp_frontier frontier;
	struct sp_crawl_report *report;
	uint64_t pages;         /* of the graph */
	uint64_t seeds;         /* without those that came again */
	uint64_t size;          /* downloads, with that of page */
	uint32_t page;          /* being downloaded; SP_NO_PARENT for seeds */
	uint32_t depth;         /* of page; 0 for seeds */
	uint32_t *parent;
	bool limited;           /* must sp_allowed() be asked? */
	uint32_t *host_queued;  /* pages queued of each host, if limited */
	uint32_t *queued_at;    /* size when a page was queued, or NULL */
	struct sp_accessor *accessor;
	void *state;            /* of the strategy */
};

/* The page that a strategy takes next. */
struct sp_next {
	bool none;              /* the crawl is over */
	uint32_t page;
	double key;
};

/*
 * How a strategy works.  Those that fail fill *err.  NULL: next is
 * sp_next_best(), the others do nothing.
 */
struct sp_strategy_work {
	unsigned kinds;         /* of the frontier */
	bool blind;             /* download() needs no links */
	bool worst_leaves;      /* max_frontier is the strategy's own affair */

	/* Makes the state, before the seeds. */
	enum sp_status (*begin)(struct sp_run *run, struct sp_error *err);

	/* Queues a seed, which was not seen before. */
	void (*seed)(struct sp_run *run, uint32_t page);

	/* After the last seed. */
	enum sp_status (*ready)(struct sp_run *run, struct sp_error *err);

	enum sp_status (*next)(struct sp_run *run, struct sp_next *next,
			       struct sp_error *err);

	/*
	 * run->page, chosen by key, was downloaded (or is expanded again, if
	 * next() gives pages that are done): what its links do.
	 */
	enum sp_status (*download)(struct sp_run *run, double key,
				   const uint32_t *successors, uint32_t count,
				   struct sp_error *err);

	/* The key of a queued page that is not in the heap. */
	double (*key)(const struct sp_run *run, uint32_t page);

	void (*end)(struct sp_run *run); /* frees the state */

	/* What it needs with these values of its options, or NULL. */
	unsigned (*needs)(const double *values);
};

#define SP_TABLE(name) extern const struct sp_strategy name

SP_TABLE(sp_order_bfs);
SP_TABLE(sp_order_dfs);
SP_TABLE(sp_order_random);
SP_TABLE(sp_order_shuffle);
SP_TABLE(sp_order_omniscient);
SP_TABLE(sp_order_backlink);
SP_TABLE(sp_order_lsf);
SP_TABLE(sp_order_domainpq);
SP_TABLE(sp_order_batchpr);
SP_TABLE(sp_order_partialpr);
SP_TABLE(sp_order_opic);
SP_TABLE(sp_order_fica);
SP_TABLE(sp_order_ficaplus);
SP_TABLE(sp_order_ieca);
SP_TABLE(sp_order_fpr);
SP_TABLE(sp_order_rankmass);
SP_TABLE(sp_order_wrankmass);
SP_TABLE(sp_order_opic_revisit);

#undef SP_TABLE

/* May a page that was not seen be queued now?  Counts it if so. */
bool sp_allowed(struct sp_run *run, uint32_t page);

static inline bool
sp_admit(struct sp_run *run, uint32_t page)
{
	if (run->limited && !sp_allowed(run, page))
		return false;
	run->parent[page] = run->page;
	return true;
}

/* Queues a page that was not seen: in the heap; at the end of the queue. */
static inline void
sp_find(struct sp_run *run, uint32_t page, double key)
{
	if (sp_admit(run, page))
		sp_frontier_push(&run->frontier, page, key);
}

static inline void
sp_find_in_turn(struct sp_run *run, uint32_t page)
{
	if (sp_admit(run, page))
		sp_frontier_append(&run->frontier, page);
}

/* A queued page of the heap becomes unseen, as if it had not been found. */
void sp_lose(struct sp_run *run, uint32_t page);

/* The depth of a page that is done. */
static inline uint32_t
sp_depth_of(const struct sp_run *run, uint32_t page)
{
	return run->frontier.place[page] & SP_DEPTH_MAX;
}

/* The links of any page, valid until the next call. */
enum sp_status sp_links_of(struct sp_run *run, uint32_t page,
			   const uint32_t **successors, uint32_t *count,
			   struct sp_error *err) SP_MUST_CHECK;

/* A hint: page is downloaded soon.  What that reads is all over the memory. */
static inline void
sp_fetch(const struct sp_run *run, uint32_t page)
{
	__builtin_prefetch(&run->parent[page]);
	__builtin_prefetch(&run->frontier.place[page]);
	sp_accessor_soon(run->accessor, page);
}

/* The best of the heap, else the next of the queue. */
enum sp_status sp_next_best(struct sp_run *run, struct sp_next *next,
			    struct sp_error *err) SP_MUST_CHECK;

/* The value of the i-th option of the strategy. */
static inline double
sp_value(const struct sp_run *run, unsigned i)
{
	return run->plan->values[i];
}

/* The period that the i-th option asks for. */
uint64_t sp_period(const struct sp_run *run, unsigned i);

#endif
