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
struct sp_crawl_state {
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
	bool limited;           /* must sp_page_allowed() be asked? */
	uint32_t *host_queued;  /* pages queued of each host, if limited */
	uint32_t *queued_at;    /* size when a page was queued, or NULL */
	struct sp_accessor *accessor;
	void *state;            /* of the strategy */
};

/* The page that a strategy takes next. */
struct sp_choice {
	bool none;              /* the crawl is over */
	uint32_t page;
	double key;
};

/*
 * How a strategy works.  Those that fail fill *err.  NULL: next is
 * sp_choose_best(), the others do nothing.
 */
struct sp_strategy_work {
	unsigned kinds;         /* of the frontier */
	bool blind;             /* download() needs no links */
	bool worst_leaves;      /* max_frontier is the strategy's own affair */

	/* Makes the state, before the seeds. */
	enum sp_status (*begin)(struct sp_crawl_state *crawl,
				struct sp_error *err);

	/* Queues a seed, which was not seen before. */
	void (*seed)(struct sp_crawl_state *crawl, uint32_t page);

	/* After the last seed. */
	enum sp_status (*ready)(struct sp_crawl_state *crawl,
				struct sp_error *err);

	enum sp_status (*next)(struct sp_crawl_state *crawl,
			       struct sp_choice *next, struct sp_error *err);

	/*
	 * run->page, chosen by key, was downloaded (or is expanded again, if
	 * next() gives pages that are done): what its links do.
	 */
	enum sp_status (*download)(struct sp_crawl_state *crawl, double key,
				   const uint32_t *successors, uint32_t count,
				   struct sp_error *err);

	/* The key of a queued page that is not in the heap. */
	double (*key)(const struct sp_crawl_state *crawl, uint32_t page);

	void (*end)(struct sp_crawl_state *crawl); /* frees the state */

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
bool sp_page_allowed(struct sp_crawl_state *crawl, uint32_t page);

static inline bool
sp_admit_page(struct sp_crawl_state *crawl, uint32_t page)
{
	if (crawl->limited && !sp_page_allowed(crawl, page))
		return false;
	crawl->parent[page] = crawl->page;
	return true;
}

/* Queues a page that was not seen: in the heap; at the end of the queue. */
static inline void
sp_queue_page(struct sp_crawl_state *crawl, uint32_t page, double key)
{
	if (sp_admit_page(crawl, page))
		sp_frontier_push(&crawl->frontier, page, key);
}

static inline void
sp_queue_page_in_turn(struct sp_crawl_state *crawl, uint32_t page)
{
	if (sp_admit_page(crawl, page))
		sp_frontier_append(&crawl->frontier, page);
}

/* A queued page of the heap becomes unseen, as if it had not been found. */
void sp_forget_page(struct sp_crawl_state *crawl, uint32_t page);

/* The depth of a page that is done. */
static inline uint32_t
sp_page_depth(const struct sp_crawl_state *crawl, uint32_t page)
{
	return crawl->frontier.place[page] & SP_DEPTH_MAX;
}

/* The links of any page, valid until the next call. */
enum sp_status sp_page_links(struct sp_crawl_state *crawl, uint32_t page,
			     const uint32_t **successors, uint32_t *count,
			     struct sp_error *err) SP_MUST_CHECK;

/* A hint: page is downloaded soon.  What that reads is all over the memory. */
static inline void
sp_prefetch_page(const struct sp_crawl_state *crawl, uint32_t page)
{
	__builtin_prefetch(&crawl->parent[page]);
	__builtin_prefetch(&crawl->frontier.place[page]);
	sp_accessor_soon(crawl->accessor, page);
}

/* The best of the heap, else the next of the queue. */
enum sp_status sp_choose_best(struct sp_crawl_state *crawl,
			      struct sp_choice *next,
			      struct sp_error *err) SP_MUST_CHECK;

/* The value of the i-th option of the strategy. */
static inline double
sp_option_value(const struct sp_crawl_state *crawl, unsigned i)
{
	return crawl->plan->values[i];
}

/* The period that the i-th option asks for. */
uint64_t sp_option_period(const struct sp_crawl_state *crawl, unsigned i);

#endif
