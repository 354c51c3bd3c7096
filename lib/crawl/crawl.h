/* SPDX-License-Identifier: MIT */
/*
 * crawl.h - the simulation of a crawl on a stored graph
 * (seedpipe-algorithms(7), sections 1 to 3).
 *
 * A crawl downloads one page after the other: it takes the next page from its
 * frontier, reads the links of the page, and puts the pages that it finds
 * into the frontier.  A strategy decides which page is next; there is one
 * loop for all of them (crawl.c), one frontier (frontier.c), and one file a
 * strategy (order_NAME.c) with its row in the table of strategy.c.
 *
 * A crawl uses one thread and gives the same bits on every machine.  Several
 * crawls of one graph may run at once.
 */
#ifndef SP_CRAWL_CRAWL_H
#define SP_CRAWL_CRAWL_H

#include "crawl/strategy.h"
#include "graph/graph.h"
#include "graph/hosts.h"
#include "graph/orders.h"

/* Which of pages with equal keys is first (seedpipe-algorithms(7), G5). */
enum sp_tie {
	SP_TIE_STAMP, /* the one found first */
	SP_TIE_ID,    /* the smallest page */
	SP_TIE_LIFO,  /* the one found last */
	SP_TIE_RANDOM
};

/* What is crawled.  NULL where a crawl does not need it. */
struct sp_crawl_input {
	const struct sp_graph *graph;
	const struct sp_index *index;
	const uint32_t *seeds;        /* in order; a page may come again */
	uint64_t seed_count;
	const struct sp_hosts *hosts;
	const uint32_t *domain_of;    /* sp_hosts_domains() */
	const double *score;          /* omniscient: the benchmark */
	const double *trust;          /* fpr, rankmass, wrankmass: a value >= 0
					 a page, of which those of the seeds
					 count and are above 0; NULL: all seeds
					 are equal */
};

/*
 * Limits and conventions that every strategy obeys; 0 means no limit.
 *
 * A link to a page that a limit refuses counts as not seen by the crawl: what
 * it would bring to the page (cash, mass, a share of a rank) is lost, since
 * pages that are not queued have no key.  A page that leaves the frontier
 * (partialpr, domainpq) frees its place among those of its host.
 */
struct sp_crawl_options {
	uint64_t max;           /* downloads, or visits */
	uint64_t period;        /* k of strategies that recompute; 0: auto */
	uint64_t max_depth;     /* deeper pages are never queued */
	uint64_t max_per_host;  /* further pages of a host are never queued */
	uint64_t max_frontier;  /* new pages are not queued when it is full;
				   partialpr: the worst page leaves */
	enum sp_tie tie;
	uint64_t tie_seed;      /* of SP_TIE_RANDOM */
	uint64_t random_seed;   /* of strategies that draw */
	uint64_t steps;         /* sp_revisit(): visits; 0: ten a page */
};

#define SP_CRAWL_PERIOD 250000 /* the period of the papers */
#define SP_CRAWL_DEFAULTS \
	{ 0, SP_CRAWL_PERIOD, 0, 0, 0, SP_TIE_STAMP, 1, 1, 0 }

/* A page that a download put into the frontier, or whose key it changed. */
struct sp_found {
	uint32_t page;
	bool queued;  /* it is in the frontier now */
	bool fresh;   /* by this download */
	double key;
};

/* The frontier in a window of downloads. */
struct sp_queue_window {
	uint64_t downloads;      /* so far */
	uint64_t frontier;       /* pages queued now */
	uint64_t known;          /* queued or downloaded */
	uint64_t waiting_least, waiting_most; /* of the pages of the window: */
	double waiting_mean;     /* downloads between queueing and download */
	uint64_t dropped;        /* pages that left the frontier */
	uint64_t duplicates;     /* links to pages seen before */
	uint64_t queued_inter;   /* pages queued by a link to another host */
	uint64_t queued_intra;   /* by a link inside a host; without hosts: all
				    pages queued */
};

/* Where the result of a crawl goes as it comes.  Any may be NULL. */
struct sp_crawl_sink {
	void *context;

	/* Each download, in order. */
	enum sp_status (*download)(void *context,
				   const struct sp_download *download,
				   struct sp_error *err);

	/*
	 * After each download and its links: what became of the successors,
	 * in their order, those downloaded before left out; and the pages
	 * now in the frontier.
	 */
	enum sp_status (*found)(void *context,
				const struct sp_download *download,
				const struct sp_found *found, uint64_t count,
				uint64_t frontier, struct sp_error *err);

	/* Frontier metrics of each window of downloads (section 8.6). */
	uint64_t window_downloads;      /* 0: never */
	enum sp_status (*windowed)(void *context,
				   const struct sp_queue_window *window,
				   struct sp_error *err);

	/* Seconds since any moment; for the report. */
	double (*clock)(void *context);
};

/*
 * Crawls until the frontier is empty or a limit is reached.  SP_USAGE when an
 * option cannot go with another, or the strategy visits pages again (see
 * revisit.h); SP_DATA when the strategy needs what the
 * input lacks (hosts, a score), the graph is damaged, a seed is not a page, a
 * score not a number, the trust in a seed not above 0, or the eps of rankmass
 * cannot be met from these seeds; SP_MEMORY; or what the sink says.
 */
enum sp_status sp_crawl(const struct sp_crawl_input *input,
			const struct sp_crawl_options *options,
			const struct sp_plan *plan,
			const struct sp_crawl_sink *sink,
			struct sp_crawl_report *report, struct sp_error *err)
	SP_MUST_CHECK;

#endif
