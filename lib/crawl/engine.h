/* SPDX-License-Identifier: MIT */
/*
 * engine.h - how to write a crawl order; what the one loop (loop.c) and the
 * orders (lib/crawl/orders) share.  Private to these two folders.
 *
 * A new order is one file and one row:
 *
 * 1. lib/crawl/orders/NAME.c defines a struct sp_strategy sp_order_NAME.  Its
 *    functions and structs begin with NAME_.
 * 2. lib/crawl/orders/orders.h gets the row ROW(NAME).
 *
 * The Makefile finds the file, and crawlorder accepts and lists the order;
 * tests/cli/manual.t then asks for its paragraph in crawlorder(1).
 *
 * A complete order, the largest page number first:
 *
 *	#include "crawl/orders/orders.h"
 *
 *	static enum sp_status
 *	reverse_seed(struct sp_crawl_state *crawl, uint32_t page)
 *	{
 *		sp_queue_page(crawl, page, page);
 *		return SP_OK;
 *	}
 *
 *	static enum sp_status
 *	reverse_download(struct sp_crawl_state *crawl,
 *			 const uint32_t *successors, uint32_t count)
 *	{
 *		for (uint32_t i = 0; i < count; i++)
 *			if (sp_is_unseen(&crawl->frontier, successors[i]))
 *				sp_queue_page(crawl, successors[i],
 *					      successors[i]);
 *		return SP_OK;
 *	}
 *
 *	static const struct sp_strategy_work reverse_work = {
 *		.kinds = SP_LARGEST_FIRST, .seed = reverse_seed,
 *		.download = reverse_download
 *	};
 *
 *	const struct sp_strategy sp_order_reverse = {
 *		.name = "reverse", .help = "the largest page number",
 *		.source = "an example", .work = &reverse_work
 *	};
 *
 * The engine calls an order like this:
 *
 *	begin                       once; state and seeds are there
 *	seed                        for each distinct seed, in order
 *	next, download              for each page, until next says none
 *	end                         once, also after a failure in begin
 *
 * If a page that next chose is gone (snapshots of a web that changes), or its
 * request fails (crawls in time), it is done, and download does not follow.
 *
 * The engine allocates the state, keeps depths and parents, enforces limits,
 * reads links, counts and reports.  The order decides which page is next:
 * usually it gives every page a key when it queues it, changes keys while
 * pages wait, and leaves the choice to the heap.  Pages with equal keys come
 * in the order of the rule for ties.
 *
 * A good model: bfs.c (a queue), opic.c (keys that grow), fica.c (keys that
 * change both ways, options), lsf.c (pages in a structure of the order's own).
 */
#ifndef SP_CRAWL_ENGINE_H
#define SP_CRAWL_ENGINE_H

#include "base/random.h"
#include "crawl/copies.h"
#include "crawl/frontier.h"

/* The seeds of a crawl. */
struct sp_crawl_seeds {
	uint32_t *pages;        /* distinct, in their order */
	uint64_t count;         /* at least 1 */
	const double *trust;    /* in each page, if the order uses it; NULL:
				   equal */
	double trust_total;     /* of the seeds */
};

/* How the links of a page are read.  Private to the engine. */
struct sp_crawl_links {
	struct sp_accessor *accessor;
	uint32_t *open;         /* for sp_open_links() */
	uint64_t open_capacity;
};

/* What sp_page_allowed() goes by.  Private to the engine. */
enum sp_limited_unit { SP_LIMIT_HOST, SP_LIMIT_SHAPE, SP_LIMITED_UNITS };

/* How many pages of a unit are queued at most. */
struct sp_unit_limit {
	uint64_t most;          /* 0: no limit, and nothing is counted */
	const uint32_t *unit_of;
	uint32_t *queued;       /* of each unit */
};

struct sp_crawl_limits {
	bool any;               /* must it be asked? */
	struct sp_unit_limit units[SP_LIMITED_UNITS];
	uint32_t *queued_at;    /* size when a page was queued, or NULL */
	uint32_t *host_depth;   /* of each page that is done, or NULL */
};

/*
 * A crawl in progress.  An order may read all of it that is not private, and
 * writes to its state and to the counters of the report, and draws random
 * numbers; if it keeps pages itself, it writes to frontier.updates too.
 */
struct sp_crawl_state {
	const struct sp_crawl_input *input;
	const struct sp_crawl_options *options;
	const struct sp_plan *plan;
	struct sp_crawl_report *report;
	struct sp_error *err;   /* for sp_fail() */
	void *state;            /* of the order: state_size bytes */
	struct sp_random random; /* begins with options->random_seed */

	/* Numbers of pages. */
	uint64_t pages;         /* the sizes of arrays */
	uint64_t abroad;        /* the numbers from here on stand for pages of
				   other processes (parallel.h), and are done
				   from the start; pages: there are none */
	uint64_t web;           /* pages of the whole graph */
	uint64_t expected;      /* downloads, if there is no limit: pages of
				   the graph a process */
	const uint32_t *page_of; /* the page of each number; NULL: numbers are
				   pages */
	const struct sp_units *by_host; /* pages wait by these hosts; NULL: all
					   together */

	/* Pages that are known. */
	struct sp_crawl_seeds seeds;
	struct sp_frontier frontier;
	uint32_t *parent;       /* of each page found */
	double *kept;           /* what unseen pages got from links that limits
				   refused, 0: nothing; NULL: no limits, or
				   the order carries nothing */
	double *score;          /* of each page, for orders that have one, if
				   it is wanted, else NULL; see scores.h */

	/* The download whose links are followed. */
	uint64_t size;          /* downloads so far, including page, but not
				   those of its tick that are followed later */
	uint64_t downloaded;    /* ... including those */
	uint32_t tick;          /* of the downloads now: 1, 2, ... */
	uint32_t page;          /* being downloaded; SP_NO_PARENT for seeds */
	uint32_t depth;         /* of page; 0 for seeds */
	double key;             /* with which page was chosen */
	double share;           /* of the seed that is queued, in what all seeds
				   have */

	struct sp_crawl_links links;
	struct sp_copies copies; /* of a web that changes */
	uint64_t *unread;       /* a bit for each page that is done and was not
				   read, since its request is in flight or was
				   given up; NULL: requests take no time */
	uint64_t unread_count;
	struct sp_crawl_limits limits;
	struct sp_process *process; /* of a parallel crawl, or NULL; private */
};

/* The page that an order chose. */
struct sp_choice {
	bool none;              /* the crawl is over */
	uint32_t page;
	double key;             /* as reported; a NaN is an error */
};

/*
 * What the key of a page says of the page, beyond this crawl: the score that
 * sp_crawl_sink.score asks for.
 */
enum sp_key_meaning {
	SP_KEY_NONE,      /* nothing */
	SP_KEY_RANK,      /* larger is better */
	SP_KEY_FLOW,      /* the same, and key() is also for pages that are
			     done: what came to them since */
	SP_KEY_DISTANCE   /* smaller is better */
};

#define SP_COST_HEAP 4

/*
 * How an order works.  Any function may be NULL; those that return a status
 * fail with sp_fail(crawl->err, ...).
 */
struct sp_strategy_work {
	size_t state_size;      /* of the state, zeroed before begin */
	unsigned kinds;         /* of the frontier: enum sp_frontier_kind */
	bool blind;             /* download() gets no links */
	bool worst_leaves;      /* the order enforces max_frontier itself */
	bool uses_trust;        /* seeds share by trust, else equally */
	bool uses_link_scores;  /* the order uses anchors and contexts */
	bool carries;           /* links carry mass: it gets crawl->kept */
	const char *alone;      /* why it cannot run as several processes, or
				   NULL */
	const char *one_by_one; /* why several pages at once make no sense, or
				   NULL */
	/*
	 * Why pages cannot wait by host with these values: the order keeps them
	 * in a structure of its own; or NULL.  A NULL function: they can.
	 */
	const char *(*one_queue)(const double *values);
	unsigned cost;          /* time of a crawl, in that of bfs; 0: a heap's,
				   SP_COST_HEAP */
	enum sp_key_meaning meaning; /* of keys */

	/* Sets up the state.  NULL: zero bytes are right. */
	enum sp_status (*begin)(struct sp_crawl_state *crawl);

	/*
	 * Queues a seed, which is unseen and has crawl->share.  NULL: at the
	 * end of the queue.
	 */
	enum sp_status (*seed)(struct sp_crawl_state *crawl, uint32_t page);

	/* Takes the next page out of the frontier.  NULL: sp_choose_best(). */
	enum sp_status (*next)(struct sp_crawl_state *crawl,
			       struct sp_choice *choice);

	/*
	 * Follows the links of crawl->page, which next() chose by crawl->key
	 * and which is done now.  It was downloaded; or it is expanded once
	 * more, if next() chooses pages that are done.  NULL: links do nothing.
	 */
	enum sp_status (*download)(struct sp_crawl_state *crawl,
				   const uint32_t *successors, uint32_t count);

	/*
	 * The key of a queued page, for traces.  NULL: that of the heap, or 0
	 * for a page that is not in the heap.
	 */
	double (*key)(const struct sp_crawl_state *crawl, uint32_t page);

	/* Frees what the state points to, if there is one.  NULL: nothing. */
	void (*end)(struct sp_crawl_state *crawl);

	/*
	 * What is wrong with these values together ("minutes needs rate"), or
	 * NULL.  A NULL function: nothing ever is.
	 */
	const char *(*fault)(const double *values);

	/*
	 * Is the period of no use with these values?  NULL: an order that has
	 * the option uses it.
	 */
	bool (*no_period)(const double *values);
};

/* ---- options ---------------------------------------------------------- */

/*
 * The options of an order are a table of parameters (base/parameters.h).  This
 * row is that of all orders that have it.
 */
#define SP_OPTION_DAMPING \
	SP_OPTION_REAL("d", 0, 0.999999999999, 0.85, "damping factor")

/* The value of the i-th option of the order; it need not be kept in a state. */
static inline double
sp_option_value(const struct sp_crawl_state *crawl, unsigned i)
{
	return crawl->plan->values[i];
}

/* The period that the i-th option asks for: downloads, at least 1. */
uint64_t sp_option_period(const struct sp_crawl_state *crawl, unsigned i);

/* ---- seeds ------------------------------------------------------------ */

/* The share of a seed in what all seeds have: above 0, 1 in all. */
static inline double
sp_seed_share(const struct sp_crawl_state *crawl, uint32_t seed)
{
	const struct sp_crawl_seeds *seeds = &crawl->seeds;

	return (seeds->trust ? seeds->trust[seed] : 1) / seeds->trust_total;
}

/* ---- numbers of pages ------------------------------------------------- */

/*
 * To an order, a page is its number.  One of several processes numbers only the
 * pages of its own, so that all processes together take the memory of one
 * crawl.  Other pages that it finds are the numbers from crawl->abroad on.
 */
static inline uint32_t
sp_real_page(const struct sp_crawl_state *crawl, uint32_t page)
{
	return crawl->page_of ? crawl->page_of[page] : page;
}

/* Is it a page of another process?  It stays done, and nothing comes of it. */
static inline bool
sp_is_abroad(const struct sp_crawl_state *crawl, uint32_t page)
{
	return page >= crawl->abroad;
}

/*
 * Is it a page that was chosen and is gone, in a crawl of a web that changes?
 * It is done, but was not downloaded: the order never got its links.
 */
static inline bool
sp_is_gone(const struct sp_crawl_state *crawl, uint32_t page)
{
	return sp_copies_lack(&crawl->copies, page);
}

/* ---- pages come ------------------------------------------------------- */

/*
 * May a page that is unseen be queued now?  Counts it if so.  Called by
 * sp_admit_page() alone.
 */
bool sp_page_allowed(struct sp_crawl_state *crawl, uint32_t page);

/* The same, and crawl->page is its parent then. */
static inline bool
sp_admit_page(struct sp_crawl_state *crawl, uint32_t page)
{
	if (crawl->limits.any && !sp_page_allowed(crawl, page))
		return false;
	crawl->parent[page] = crawl->page;
	return true;
}

/*
 * The depth in its host that a page has by this parent, which is done; at most
 * SP_DEPTH_MAX.  Only if host_depth is kept.
 */
uint64_t sp_host_depth(const struct sp_crawl_state *crawl, uint32_t page,
		       uint32_t parent);

/* A page is done: keeps its depth in its host, if a limit asks for that. */
void sp_note_host_depth(struct sp_crawl_state *crawl, uint32_t page);

/*
 * May crawl->page become the parent of a page that is queued?  Some orders make
 * it that, because it is the page whose link counts: crawl->parent[page] =
 * crawl->page.  false: the page would be deeper than a limit allows, and the
 * link must change nothing.
 */
static inline bool
sp_parent_allowed(const struct sp_crawl_state *crawl, uint32_t page)
{
	uint64_t most = crawl->options->max_depth;

	return (!most || (uint64_t)crawl->depth + 1 <= most) &&
	       (!crawl->limits.host_depth ||
		sp_host_depth(crawl, page, crawl->page) <=
			crawl->options->max_host_depth);
}

/*
 * These queue a page that is unseen: in the heap by its key, at the end of
 * the queue, or in what the order keeps itself.  false: a limit forbids it,
 * and the page stays unseen.
 */
static inline bool
sp_queue_page(struct sp_crawl_state *crawl, uint32_t page, double key)
{
	if (!sp_admit_page(crawl, page))
		return false;
	sp_frontier_push(&crawl->frontier, page, key);
	return true;
}

static inline bool
sp_queue_page_in_turn(struct sp_crawl_state *crawl, uint32_t page)
{
	if (!sp_admit_page(crawl, page))
		return false;
	sp_frontier_append(&crawl->frontier, page);
	return true;
}

static inline bool
sp_queue_page_aside(struct sp_crawl_state *crawl, uint32_t page)
{
	if (!sp_admit_page(crawl, page))
		return false;
	sp_frontier_add_aside(&crawl->frontier, page);
	return true;
}

/*
 * Queues a page that is unseen in the heap, by what it had and what a link
 * gives it now: start before its first link.  If a limit forbids it, the page
 * keeps that sum.  For orders that carry mass.
 */
static inline bool
sp_queue_page_given(struct sp_crawl_state *crawl, uint32_t page, double start,
		    double gift)
{
	double *kept = crawl->kept, sum;

	if (!kept)
		return sp_queue_page(crawl, page, start + gift);
	sum = (kept[page] == 0 ? start : kept[page]) + gift;
	/* kept[page] does not say which: the sum may be 0, too. */
	if (!sp_queue_page(crawl, page, sum)) {
		kept[page] = sum;
		return false;
	}
	kept[page] = 0;
	return true;
}

/*
 * The same for a page that is not done: one that is queued already has gift
 * more than before.
 */
static inline void
sp_give_page(struct sp_crawl_state *crawl, uint32_t page, double start,
	     double gift)
{
	struct sp_frontier *frontier = &crawl->frontier;

	if (sp_is_unseen(frontier, page))
		sp_queue_page_given(crawl, page, start, gift);
	else
		sp_frontier_improve(frontier, page,
				    sp_frontier_key(frontier, page) + gift);
}

/*
 * Queues the successors that are unseen, in turn: a download() for orders
 * whose pages wait in the queue.
 */
enum sp_status sp_queue_links_in_turn(struct sp_crawl_state *crawl,
				      const uint32_t *successors,
				      uint32_t count);

/*
 * Leaves out the successors that are done, and fetches what an order reads and
 * writes of the others: their places, keys and parents.  For a download() that
 * does nothing with pages that are done.  The list is valid until the next
 * call.  SP_MEMORY.
 */
enum sp_status sp_open_links(struct sp_crawl_state *crawl,
			     const uint32_t **successors, uint32_t *count);

/* ---- pages go --------------------------------------------------------- */

/* Chooses the best page of the heap, else the next of the queue. */
enum sp_status sp_choose_best(struct sp_crawl_state *crawl,
			      struct sp_choice *choice);

/* A queued page of the heap becomes unseen, as if it had not been found. */
void sp_forget_page(struct sp_crawl_state *crawl, uint32_t page);

/*
 * Hints that page is downloaded soon: what that reads is scattered.  Each
 * fetches what the next one reads, so they are best some downloads apart.
 */
static inline void
sp_prefetch_later(const struct sp_crawl_state *crawl, uint32_t page)
{
	__builtin_prefetch(&crawl->parent[page]);
	sp_accessor_later(crawl->links.accessor, sp_real_page(crawl, page));
}

static inline void
sp_prefetch_page(const struct sp_crawl_state *crawl, uint32_t page)
{
	uint32_t parent = crawl->parent[page];

	/* Its depth; a parent may be none, or a page of another process. */
	if (parent < crawl->pages)
		__builtin_prefetch(&crawl->frontier.place[parent]);
	__builtin_prefetch(&crawl->frontier.place[page], 1);
	sp_accessor_soon(crawl->links.accessor, sp_real_page(crawl, page));
}

/* ---- pages that are done ---------------------------------------------- */

/* The depth of a page that is done; seeds have 1. */
static inline uint32_t
sp_page_depth(const struct sp_crawl_state *crawl, uint32_t page)
{
	return crawl->frontier.place[page] & SP_DEPTH_MAX;
}

/*
 * Begins to follow the links of a page that is done, outside download(): from
 * now on it is crawl->page, the parent of pages that are queued.  first: its
 * links count in the report.  The successors are valid until the next call.
 * SP_DATA if the graph is damaged.
 */
enum sp_status sp_expand_page(struct sp_crawl_state *crawl, uint32_t page,
			      bool first, const uint32_t **successors,
			      uint32_t *count);

#endif
