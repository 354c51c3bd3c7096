/* SPDX-License-Identifier: MIT */
/*
 * order_oracle.h - every crawl order a second time: slow, from the
 * definitions (seedpipe-algorithms(7), sections 1 to 4), on an adjacency
 * matrix, by linear scans.  It shares only the random numbers (G10) with
 * the library; the tests compare the two.
 */
#ifndef TESTS_ORDER_ORACLE_H
#define TESTS_ORDER_ORACLE_H

#include "oracle.h"

#define ORACLE_NONE UINT32_MAX      /* the parent of a seed */
#define ORACLE_DROPS 4096           /* of one crawl, at most */

/* What is crawled. */
struct oracle_crawl_input {
	struct oracle_graph graph;
	unsigned hosts;
	unsigned host[ORACLE_PAGES];    /* numbered by their first page */
	bool with_domains;
	unsigned domain[ORACLE_PAGES];
	unsigned shape[ORACLE_PAGES];   /* of any host */
	unsigned seed_count;
	uint32_t seeds[ORACLE_PAGES];   /* in order, repeats allowed */
	double score[ORACLE_PAGES];     /* of omniscient */
	bool trusted;                   /* else all seeds are equal */
	double trust[ORACLE_PAGES];
	double relevance[ORACLE_PAGES];
	bool with_texts;                /* anchors and contexts: of a link, or
					   -1 where it has none */
	double anchor[ORACLE_PAGES][ORACLE_PAGES];
	double context[ORACLE_PAGES][ORACLE_PAGES];
};

enum oracle_tie { ORACLE_STAMP, ORACLE_ID, ORACLE_LIFO };
enum oracle_key {
	ORACLE_OWN, ORACLE_LAST, ORACLE_MOST, ORACLE_FIRST, ORACLE_MEAN
};
enum oracle_update { ORACLE_REPLACE, ORACLE_MIN, ORACLE_LAZY };

/* Common options, 0 for no limit; then those of the strategies. */
struct oracle_crawl_options {
	unsigned max, max_depth, max_host_depth, max_per_host, max_per_shape;
	unsigned max_frontier;
	enum oracle_tie tie;
	uint64_t random_seed;
	unsigned k;              /* 0: auto */

	bool oracle;             /* backlink, lsf */
	bool last_visit;         /* lsf: tie-site */
	double inter, intra;     /* domainpq: weights */
	double max_wait;         /* domainpq: 0: never */
	bool by_host;            /* domainpq: unit */
	bool rescore_max;        /* domainpq */
	bool dropped_never;      /* domainpq */
	double d;                /* of all ranks and fpr */
	double tolerance;        /* batchpr, partialpr */
	unsigned iterations;
	bool cold;
	bool update_all;         /* partialpr */
	bool init_seeds;         /* opic */
	bool virtual_page;       /* opic: dangling */
	bool to_seeds;           /* rankmass: dangling */
	double gamma;            /* fica, ficaplus */
	bool rl;                 /* fica: rule */
	double beta;             /* fica, ficaplus, ieca */
	double d0;               /* ficaplus, ieca */
	enum oracle_update update; /* ieca, as all up to n */
	bool shift;
	double delta0, slope;
	double log_base;         /* also of fica, where it makes no
				    difference (section 3.5) */
	double n;                /* 0: stored pages */
	double m;                /* fpr */
	double eps;              /* rankmass: 0: off */
	unsigned max_push;       /* rankmass: 0: off */
	double window;           /* wrankmass */
	double loss;             /* rankmass, wrankmass */
	bool snapshot;           /* wrankmass: pass */
	enum oracle_key key;     /* bestfirst */
	double seed_key;         /* bestfirst */
	unsigned depth;          /* fish, shark */
	bool debra;              /* fish: variant */
	unsigned width;          /* fish */
	double alpha, threshold; /* fish */
	bool last_depth;         /* fish: depth-rule */
	unsigned size;           /* fish: 0: no limit */
	double delta, anchor_weight, inherited_weight; /* shark: beta, gamma */
	double lambda, floor;    /* otie */
};

/* The defaults of seedpipe-algorithms(7). */
#define ORACLE_CRAWL_DEFAULTS { \
	.inter = 0.66, .intra = 0.33, .d = 0.85, \
	.tolerance = 1e-6, .iterations = 100, .gamma = 0.3, .beta = 0.1, \
	.d0 = 0.3, .delta0 = 0.35, .slope = 0.28, .log_base = 10, .m = 1, \
	.window = 0.05, .seed_key = 1, .depth = 2, .width = 3, .alpha = 1.5, \
	.threshold = 0.5, .delta = 0.5, .anchor_weight = 0.8, \
	.inherited_weight = 0.5, .lambda = 0.5, .floor = 0.05 }

/* The result: one row a download, and counts. */
struct oracle_order {
	unsigned count;
	uint32_t page[ORACLE_PAGES];
	double key[ORACLE_PAGES];
	uint32_t parent[ORACLE_PAGES];
	uint32_t depth[ORACLE_PAGES];

	unsigned links;           /* of the pages whose links were read */
	unsigned dropped;         /* pages that left the frontier */
	struct {
		unsigned clock, page;
	} drops[ORACLE_DROPS];
	unsigned recomputed;      /* rankings */
	unsigned pushes;          /* rankmass */
	double covered;           /* rankmass, wrankmass */
	double spent[ORACLE_PAGES];
};

/* Crawls by the strategy of this name. */
void oracle_crawl(const struct oracle_crawl_input *input, const char *strategy,
		  const struct oracle_crawl_options *options,
		  struct oracle_order *order);

#endif
