/* SPDX-License-Identifier: MIT */
/*
 * order_oracle_state.h - the state of a crawl, shared by the files of
 * order_oracle.h.
 */
#ifndef TESTS_ORDER_ORACLE_STATE_H
#define TESTS_ORDER_ORACLE_STATE_H

#include "order_oracle.h"

enum oracle_state { ORACLE_UNSEEN, ORACLE_QUEUED, ORACLE_DONE };

struct oracle_crawl {
	const struct oracle_crawl_input *input;
	const struct oracle_crawl_options *options;
	struct oracle_order *order;
	unsigned pages;
	unsigned k;                         /* the period */
	unsigned seeds;                     /* distinct ones */
	bool seed[ORACLE_PAGES];
	unsigned out[ORACLE_PAGES];         /* O(i) */
	enum oracle_state state[ORACLE_PAGES];
	unsigned stamps, stamp[ORACLE_PAGES];
	uint32_t parent[ORACLE_PAGES], depth[ORACLE_PAGES];
	uint32_t host_depth[ORACLE_PAGES]; /* as deep in their hosts */
	unsigned queued;                    /* pages in the frontier */
	unsigned of_host[ORACLE_PAGES];     /* pages queued or done */
	unsigned of_shape[ORACLE_PAGES];    /* the same */
	double key[ORACLE_PAGES];
	bool evicts;                        /* partialpr: a full frontier takes
					       pages and loses others */
};

/*
 * Queues the page that a link from another leads to, where it is UNSEEN and
 * the limits allow it; true when it did.
 */
bool oracle_offer(struct oracle_crawl *crawl, unsigned from, unsigned page);

/* How deep in its host a page is by a link from another, or ORACLE_NONE. */
unsigned oracle_host_depth(const struct oracle_crawl *crawl, uint32_t from,
			   unsigned page);

/* Downloads a page: it is DONE and a row of the order. */
void oracle_take(struct oracle_crawl *crawl, unsigned page, double key);

/* A page leaves the frontier and is UNSEEN. */
void oracle_drop(struct oracle_crawl *crawl, unsigned page);

/* Is a page left, and the limit of downloads not reached? */
bool oracle_goes_on(const struct oracle_crawl *crawl);

/* Is page a before page b, when their keys are equal? */
bool oracle_before(const struct oracle_crawl *crawl, unsigned a, unsigned b);

/* The QUEUED page with the largest, or the smallest, key. */
unsigned oracle_largest(const struct oracle_crawl *crawl);
unsigned oracle_smallest(const struct oracle_crawl *crawl);

/* The part of a seed in the start: by trust, or 1 / seeds. */
double oracle_seed_share(const struct oracle_crawl *crawl, unsigned seed);

static inline bool
oracle_links(const struct oracle_crawl *crawl, unsigned from, unsigned to)
{
	return crawl->input->graph.link[from][to];
}

/* The strategies, with the seeds queued. */
void oracle_bfs(struct oracle_crawl *crawl);
void oracle_dfs(struct oracle_crawl *crawl);
void oracle_random(struct oracle_crawl *crawl);
void oracle_shuffle(struct oracle_crawl *crawl);
void oracle_omniscient(struct oracle_crawl *crawl);
void oracle_backlink(struct oracle_crawl *crawl);
void oracle_lsf(struct oracle_crawl *crawl);
void oracle_domainpq(struct oracle_crawl *crawl);
void oracle_batchpr(struct oracle_crawl *crawl);
void oracle_partialpr(struct oracle_crawl *crawl);
void oracle_opic(struct oracle_crawl *crawl);
void oracle_fica(struct oracle_crawl *crawl);
void oracle_ficaplus(struct oracle_crawl *crawl);
void oracle_ieca(struct oracle_crawl *crawl);
void oracle_fpr(struct oracle_crawl *crawl);
void oracle_rankmass(struct oracle_crawl *crawl);
void oracle_wrankmass(struct oracle_crawl *crawl);
void oracle_bestfirst(struct oracle_crawl *crawl);
void oracle_fish(struct oracle_crawl *crawl);
void oracle_shark(struct oracle_crawl *crawl);
void oracle_otie(struct oracle_crawl *crawl);

#endif
