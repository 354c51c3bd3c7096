/* SPDX-License-Identifier: MIT */
/*
 * strategy.h - what a crawl strategy is: its name, what it needs, its options.
 *
 * A strategy is a rule for which page to download next; the sequence that it
 * produces on a graph is a crawl order.  Users and messages call both an
 * order.  A plan is a strategy with values for its options; crawl/orders/plan.h
 * reads one.
 */
#ifndef SP_CRAWL_STRATEGY_H
#define SP_CRAWL_STRATEGY_H

#include "base/parameters.h"
#include "graph/orders.h"

#include <stdbool.h>

/* What a strategy needs in addition to graph and seeds. */
enum sp_strategy_need {
	SP_NEEDS_HOSTS = 1,
	SP_NEEDS_SCORE = 2,  /* sp_crawl_input.score */
	SP_NEEDS_LINKS = 4,  /* the graph itself, not only its downloads: one of
				several processes gets its own part */
	SP_NEEDS_RELEVANCE = 8, /* sp_crawl_input.relevance */
	SP_NEEDS_WEIGHTS = 16, /* sp_crawl_input.weights */
	SP_NEEDS_ANCHORS = 32, /* sp_crawl_input.anchors */
	SP_NEEDS_RANDOM = 64 /* numbers of sp_crawl_options.random_seed */
};

/* A row of the table.  How it works: engine.h. */
struct sp_strategy {
	const char *name;
	const char *help;    /* which page is next: a phrase, one line */
	const char *source;  /* its paper, "Authors Year" */
	const struct sp_parameter *options; /* or NULL */
	unsigned needs;      /* enum sp_strategy_need, whatever the options */
	unsigned (*needs_with)(const double *values); /* ... with these values
				of its options; or NULL */
	bool revisits;       /* for sp_revisit(); all others for sp_crawl() */
	const struct sp_strategy_work *work;
};

/* A strategy and the values of its options, in the order of its table. */
struct sp_plan {
	char name[SP_ORDER_NAME_MAX + 1]; /* as it was written */
	const struct sp_strategy *strategy;
	double values[SP_PARAMETERS];
	unsigned needs;      /* with these options */
};

#endif
