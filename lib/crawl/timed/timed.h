/* SPDX-License-Identifier: MIT */
/*
 * timed.h - a crawl in time: requests take as long as servers let them, hosts
 * are left alone between two requests, and connections are few
 * (seedpipe-algorithms(7), 5.3).
 *
 * The orders are those of every crawl (crawl.h).  A page is chosen when its
 * request begins; its links are followed, and its row goes to the sink, when
 * the answer has come.  All times are microseconds from the beginning of the
 * crawl.
 */
#ifndef SP_CRAWL_TIMED_TIMED_H
#define SP_CRAWL_TIMED_TIMED_H

#include "crawl/crawl.h"
#include "graph/fetches.h"
#include "graph/states.h"

#define SP_SECOND UINT64_C(1000000) /* in the unit of all times */

/*
 * 146,000 years: a crawl that takes so long is refused.  Times of the input are
 * below 2^52 (142 years); a single one that comes of them, such as that of a
 * large page from a slow host, is as long as it is, or this.  Two of them and a
 * moment before it are less than 2^64 together.
 */
#define SP_TIME_MAX (UINT64_C(1) << 62)

/* Which pages a free connection gets. */
enum sp_queues {
	SP_QUEUES_NONE,   /* not a crawl in time */
	SP_QUEUES_HOST,   /* each host has a queue, filled by the order; hosts
			     take turns */
	SP_QUEUES_GLOBAL, /* the best page of all hosts that need not wait */
	SP_QUEUES_SLOTS,  /* the order gives as many pages as there are
			     connections; each waits for its host */
	SP_QUEUES_BATCH   /* the order gives a batch; its links are followed
			     when all of it was asked for */
};

enum sp_delay_from { SP_DELAY_FROM_END, SP_DELAY_FROM_START };

/* What is known of a host. */
struct sp_server {
	uint64_t delay;        /* between two requests */
	uint64_t response;     /* median time until it answers */
	uint64_t bandwidth;    /* bytes a second; 0: no limit */
	double failures;       /* part of its requests, 0 to 1 */
	uint32_t connections;  /* at a time, at least 1 */
};

struct sp_timing {
	enum sp_queues queues;
	uint64_t batch;        /* SP_QUEUES_BATCH: its pages, at least 1 */
	uint64_t between;      /* ... and the time between two */
	uint64_t budget;       /* SP_QUEUES_HOST: requests of a turn, at least
				  1 */
	uint64_t connections;  /* at a time, at least 1 */
	enum sp_delay_from delay_from;
	double delay_factor;   /* of the duration of the last request: the
				  delay, if that is longer, ... */
	uint64_t delay_most;   /* ... but by the factor not more; 0: no limit */
	struct sp_server usual; /* of hosts that are not listed */
	const struct sp_server *servers; /* of each unit of input->hosts below
					    server_count; or NULL */
	uint64_t server_count;
	double spread;         /* of response times in a host, as the standard
				  deviation of their logarithms, */
	double host_spread;    /* ... and of the medians of hosts that are not
				  listed */
	uint64_t total_bandwidth; /* bytes a second of all requests together;
				     0: no limit */
	uint64_t page_size;    /* bytes, where none is known */
	uint64_t setup;        /* part of each request, */
	uint64_t lookup;       /* ... and of the first one to a host */
	uint64_t timeout;      /* a request that takes longer fails; 0: none */
	uint32_t retries;      /* of a page that failed */
	uint64_t retry_wait;   /* before the first; then twice as long each */
	uint64_t limit;        /* the crawl ends; 0: when it is done */
	uint64_t random_seed;  /* of the servers */
	const struct sp_states *states;   /* pages fail as they did; or NULL */
	const struct sp_fetches *fetches; /* sizes of pages; or NULL */
};

#define SP_TIMING_DEFAULTS { \
	.batch = 1, .budget = 1, \
	.connections = 20, .delay_from = SP_DELAY_FROM_END, \
	.usual = { SP_SECOND, SP_SECOND / 5, 1000000, 0, 1 }, \
	.spread = .8, .host_spread = .8, .page_size = SP_FETCH_USUAL_SIZE, \
	.setup = SP_SECOND / 20, .lookup = SP_SECOND / 2, \
	.timeout = 30 * SP_SECOND, .retries = 2, \
	.retry_wait = 60 * SP_SECOND, .random_seed = 1 \
}

/* What a host is like that is not listed. */
struct sp_server sp_server_unlisted(const struct sp_timing *timing,
				    uint32_t host);

/*
 * Why the plan cannot crawl in time like this, or NULL: its pages cannot wait
 * by host, or it cannot have several pages at once.
 */
const char *sp_timed_fault(const struct sp_plan *plan,
			   const struct sp_timing *timing);

/*
 * sp_crawl() in time: what it takes, returns and refuses, and the pages of one
 * plan.  sink->download gets start and end; sink->found, windowed, score and
 * clock are not used.  options->at_once plays no part.
 *
 * SP_USAGE for what sp_timed_fault() says; SP_DATA without hosts, with more
 * pages than SP_HOST_HEAPS_MAX for queues by host, or if the crawl takes more
 * than 2^62 microseconds.
 */
enum sp_status sp_crawl_timed(const struct sp_crawl_input *input,
			      const struct sp_crawl_options *options,
			      const struct sp_plan *plan,
			      const struct sp_timing *timing,
			      const struct sp_crawl_sink *sink,
			      struct sp_crawl_report *report,
			      struct sp_error *err);

#endif
