/* SPDX-License-Identifier: MIT */
/*
 * crawl.h - the simulation of a crawl on a stored graph
 * (seedpipe-algorithms(7), sections 1 to 3).
 *
 * A crawl downloads one page after another: it takes the next page from its
 * frontier, reads the links of the page, and puts the pages that it discovers
 * into the frontier.  A strategy decides which page is next.  There is one
 * loop for all strategies (loop.c), and one frontier (frontier.c); each
 * strategy is a file of lib/crawl/orders, of which the engine knows none.
 * engine.h says how to write one.
 *
 * A crawl uses one thread and gives the same bits on every machine.  Several
 * crawls of one graph may run at the same time.
 */
#ifndef SP_CRAWL_CRAWL_H
#define SP_CRAWL_CRAWL_H

#include "crawl/strategy.h"
#include "graph/graph.h"
#include "graph/hosts.h"
#include "graph/linkscores.h"
#include "graph/linkweights.h"
#include "graph/orders.h"
#include "graph/snapshots.h"

/* Which of pages with equal keys is first (seedpipe-algorithms(7), G5). */
enum sp_tie {
	SP_TIE_STAMP, /* the one found first */
	SP_TIE_ID,    /* the smallest page */
	SP_TIE_LIFO,  /* the one found last */
	SP_TIE_RANDOM
};

/* What is crawled; a member that the strategy does not need may be NULL. */
struct sp_crawl_input {
	const struct sp_graph *graph;
	const struct sp_index *index;
	const uint32_t *seeds;        /* in order; repeated pages are ignored */
	uint64_t seed_count;
	const struct sp_units *hosts;   /* sp_units_of_hosts() */
	const struct sp_units *domains; /* sp_units_of_domains() */
	const struct sp_units *shapes;  /* sp_units_of_shapes(); for
					   max_per_shape */
	const double *score;          /* of each page; for omniscient */
	const double *trust;          /* of each page, >= 0, above 0 for seeds,
					 whose shares it sets; for fpr,
					 rankmass and wrankmass; NULL: seeds
					 share equally */
	const double *relevance;      /* of each page to a topic, 0 to 1; for
					 bestfirst, fish, shark and otie */
	const struct sp_link_scores *anchors;  /* what the texts of links say
						  of their targets, 0 to 1, */
	const struct sp_link_scores *contexts; /* ... and the texts around
						  them; for shark and otie;
						  NULL: nothing */
	const struct sp_link_weights *weights; /* with the links of each page,
					 sp_link_weights_index(); for fpr and
					 opic */
	/*
	 * Snapshots of a web that changes, of which graph is the union; or
	 * NULL.  Snapshot i + 1 takes over at takeovers[i]: from this download
	 * or visit on, or from this moment on in a crawl that takes time.
	 * Ascending, one fewer than snapshots.
	 */
	const struct sp_snapshots *snapshots;
	const uint64_t *takeovers;
	const double *weight;         /* of each page, >= 0, for freshness; or
					 NULL */
};

/*
 * Limits and conventions that every strategy obeys; 0 means no limit.
 *
 * The depth of a page in its host is 1 if it was found on another host or is a
 * seed, otherwise that of its parent plus 1.
 *
 * A page that a limit refuses stays unseen, and a later link may queue it if
 * the limit allows that then.  What links carry to it (cash, mass, a share of
 * a rank) is not lost: the page keeps it and has it when it is queued
 * (seedpipe-algorithms(7), G4a).  A page that leaves the frontier without a
 * download (partialpr, domainpq) frees its place among those of its host and
 * shape.
 */
struct sp_crawl_options {
	uint64_t max;           /* downloads, or visits */
	uint64_t period;        /* downloads between the recomputations of
				   strategies that have a period; 0: auto */
	uint64_t max_depth;     /* deeper pages are never queued */
	uint64_t max_host_depth; /* the same of pages deeper in their host */
	uint64_t max_per_host;  /* further pages of a host are never queued */
	uint64_t max_per_shape; /* ... of a shape */
	uint64_t max_frontier;  /* a full frontier takes no new pages; that of
				   partialpr drops its worst page */
	enum sp_tie tie;
	uint64_t tie_seed;      /* for SP_TIE_RANDOM */
	uint64_t random_seed;   /* for strategies that draw random numbers */
	uint64_t steps;         /* sp_revisit(): visits; 0: ten per page */
	/*
	 * Pages downloaded together, as by N threads: they are taken out
	 * of the frontier one after the other, before a link of any is
	 * followed.  0 and 1: one.
	 */
	uint64_t at_once;
};

#define SP_CRAWL_DEFAULTS { 0, 0, 0, 0, 0, 0, 0, SP_TIE_STAMP, 1, 1, 0, 1 }

/*
 * The period of a plan on a graph of this many pages: downloads, at least 1;
 * or 0 if it has none.
 */
uint64_t sp_plan_period(const struct sp_plan *plan,
			const struct sp_crawl_options *options,
			uint64_t pages);

/*
 * About how long a crawl by the plan takes, in the time of the cheapest one:
 * for callers that run several at a time.
 */
unsigned sp_plan_cost(const struct sp_plan *plan);

/* Does the plan share by trust what all seeds have? */
bool sp_plan_uses_trust(const struct sp_plan *plan);

/* Does the plan use anchors, if there are any, or need them?  And contexts? */
bool sp_plan_uses_link_scores(const struct sp_plan *plan);
bool sp_plan_uses_contexts(const struct sp_plan *plan);

/* Does it compare keys, so that sp_crawl_options.tie has an effect? */
bool sp_plan_has_keys(const struct sp_plan *plan);

/* Can links share by values of their own, by the option "links"? */
bool sp_plan_has_shares(const struct sp_plan *plan);

/* What became of a link of the page downloaded last. */
struct sp_found {
	uint32_t page;
	bool queued;  /* the page is in the frontier now */
	bool fresh;   /* ... and this download put it there */
	double key;   /* of a queued page, now */
};

/* The frontier during a window of downloads. */
struct sp_queue_window {
	uint64_t downloads;      /* so far */
	uint64_t frontier;       /* pages queued now */
	uint64_t known;          /* queued or downloaded */
	/* How long the pages downloaded in the window had waited: downloads
	   between their queueing and their own. */
	uint64_t waiting_least, waiting_most;
	double waiting_mean;
	uint64_t dropped;        /* pages that left without a download */
	uint64_t duplicates;     /* links to pages seen before */
	uint64_t queued_inter;   /* pages queued by a link to another host */
	uint64_t queued_intra;   /* pages queued by a link within a host; all
				    pages queued, if hosts are not known */
};

/*
 * How fresh the copies are that a crawler holds of pages: of each, the last one
 * that it downloaded (seedpipe-algorithms(7), 5.4).
 */
struct sp_freshness {
	uint64_t downloads;      /* so far, or visits */
	uint64_t copies;
	uint64_t fresh;          /* ... like their pages are now */
	double age;              /* mean of all copies; 0 of fresh ones */
	uint64_t there;          /* pages that are there now */
	double weight;           /* of those with a fresh copy, as a part of
				    the weight of those that are there */
};

/*
 * Where the results of a crawl go while it runs.  Any function may be NULL;
 * one that fails ends the crawl, which then fails with the same status.
 */
struct sp_crawl_sink {
	void *context;

	/* Called for each download, in order. */
	enum sp_status (*download)(void *context,
				   const struct sp_download *download,
				   struct sp_error *err);

	/*
	 * Called after each download, when its links were followed: what
	 * became of its successors, in their order, without those downloaded
	 * before; and how many pages the frontier has now.
	 */
	enum sp_status (*found)(void *context,
				const struct sp_download *download,
				const struct sp_found *found, uint64_t count,
				uint64_t frontier, struct sp_error *err);

	/*
	 * Called with the frontier metrics of each window
	 * (seedpipe-algorithms(7), 8.6).
	 */
	uint64_t window_downloads;      /* its length; 0: no windows */
	enum sp_status (*windowed)(void *context,
				   const struct sp_queue_window *window,
				   struct sp_error *err);

	/*
	 * Called at the end of each window with the freshness of copies, if
	 * input->snapshots are there.
	 */
	enum sp_status (*fresh)(void *context,
				const struct sp_freshness *row,
				struct sp_error *err);

	/*
	 * An array for a score of each page of the graph, or NULL; only for
	 * plans that have one, sp_plan_has_score().  Set when the crawl ends
	 * with SP_OK.  sp_crawl() alone sets it: several processes have keys
	 * that cannot be compared.
	 */
	double *score;

	/* Seconds, with an arbitrary origin; for the report. */
	double (*clock)(void *context);
};

/*
 * Do the keys of the plan rank pages, so that a crawl leaves a score?
 *
 * The score of a page is the sum of the keys with which it was expanded (once,
 * or more often by rankmass and wrankmass), and of the one with which it waits
 * when the crawl ends; opic and wrankmass add the cash or mass that came to it
 * after its download.  If smaller keys are
 * better, as those of distances, it is minus the key: of all scores the largest
 * is the best.  A page that was not found has 0, or, if keys are distances or
 * any score is below 0, the least score of those found minus 1
 * (seedpipe-algorithms(7), G8).
 */
bool sp_plan_has_score(const struct sp_plan *plan);

/*
 * Can the plan crawl this input?  sp_crawl() asks first; callers with several
 * plans ask for all of them before the first crawl, which may take hours.
 *
 * SP_USAGE: the strategy revisits pages, or needs weights beside snapshots.
 * SP_DATA: the input lacks what the plan or a limit needs (hosts, a score,
 * weights, relevance between 0 and 1, as scores of links, too), or has more
 * pages than the frontier of the plan can hold; there are no seeds, one is not
 * a page, or the plan uses trust and one has none.
 */
enum sp_status sp_crawl_check(const struct sp_crawl_input *input,
			      const struct sp_crawl_options *options,
			      const struct sp_plan *plan,
			      struct sp_error *err);

/*
 * Do the snapshots fit the graph (else SP_DATA), and do their moments ascend
 * (else SP_USAGE)?
 */
enum sp_status sp_crawl_check_snapshots(const struct sp_crawl_input *input,
					struct sp_error *err);

/*
 * Crawls until the frontier is empty or a limit is reached.  *report is set
 * even if the crawl fails, with what was done until then.
 *
 * SP_USAGE: options of the plan exclude each other, or its strategy revisits
 * pages (see crawl/orders/revisit.h).  SP_DATA: the input lacks what the
 * strategy needs (hosts, a score); the graph is damaged; there are no seeds, or
 * one is not a page; a score is not a number; the trust in a seed is not above
 * 0; these seeds cannot cover the part of the mass that the eps of rankmass
 * asks for. SP_MEMORY.  Or the status of a sink that failed.
 */
enum sp_status sp_crawl(const struct sp_crawl_input *input,
			const struct sp_crawl_options *options,
			const struct sp_plan *plan,
			const struct sp_crawl_sink *sink,
			struct sp_crawl_report *report, struct sp_error *err);

#endif
