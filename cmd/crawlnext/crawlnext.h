/* SPDX-License-Identifier: MIT */
/*
 * crawlnext.h - the parts of crawlnext:
 *
 *	crawlnext.c          options and the run
 *	scope.c              which pages belong to the crawl
 *	rounds.c, retry.c    what is done, and what may be tried again
 *	robots.c             what is no page
 *	ranks.c              what pages are chosen by
 *	budgets.c, weigh.c   how many of a host
 *	shapes.c             no traps, and how many of a shape
 *	hosts.c              how often hosts brought what was asked for
 *	speeds.c, loads.c    how fast hosts are, what their pages bring
 *	choose.c, warn.c     the choice, and what is wrong with it
 *	estimate.c           what to expect of the batch
 *	explain.c            the table of --explain
 */
#ifndef CMD_CRAWLNEXT_CRAWLNEXT_H
#define CMD_CRAWLNEXT_CRAWLNEXT_H

#include "cli/input.h"
#include "cli/output.h"

#include "graph/fetches.h"
#include "graph/hosts.h"
#include "graph/shapes.h"
#include "graph/states.h"
#include "seed/next_batch.h"
#include "seed/next_scores.h"
#include "seed/shrink.h"

#define CRAWLNEXT_FACTORS "rank|yield|fetched|speed" /* of --weigh-hosts */

struct crawlnext_options {
	uint64_t count;          /* pages of the batch */
	const char *by;          /* a score; NULL: by the estimator */
	const char *estimator_word; /* or NULL: auto */
	enum sp_next_score estimator; /* SP_NEXT_SCORES: what a trial finds
					 best */
	const char *per_host, *per_domain; /* N, N% or none */
	uint64_t host_most, domain_most; /* what they give a unit; UINT64_MAX:
					    no limit */
	const char *weigh;       /* factors of hosts; NULL: none */
	unsigned weights;        /* the same as bits (weigh.c) */
	const char *per_shape;   /* auto, N, N% or none; NULL: none */
	bool shape_auto;         /* it is auto */
	uint64_t shape_most;     /* what it gives a shape otherwise */
	bool traps;              /* also pages of shapes that are traps */
	uint64_t host_floor;     /* pages of each host; 0: none */
	const char *new_hosts;   /* N or none */
	uint64_t new_most;       /* the same; UINT64_MAX: no limit */
	const char *scope, *exclude; /* files, or NULL */
	struct option_list done; /* graphs of other rounds */
	enum sp_match match;     /* of their names and ours */
	bool known_hosts;        /* no page of a host never fetched from */
	bool retry;              /* also what failed but may come */
	const char *retry_after; /* ... if that is older; NULL: any */
	const char *now;         /* a time, or NULL */
	const char *speeds;      /* a table, or NULL */
	double delay;            /* seconds between requests; 0: not known */
	bool explain, json;
};

/* What the crawl so far says of a host. */
struct crawlnext_host {
	uint32_t known;          /* pages */
	uint32_t tried;          /* ... that were asked for */
	uint32_t ok;             /* ... and came */
	uint32_t candidates;
	uint32_t chosen;
};

/* The same of a shape of URLs. */
struct crawlnext_shape {
	uint32_t known, tried;
	uint32_t brought;        /* pages that came and repeat no other */
};

/* What is known of the ok pages of a host, or of the crawl. */
struct crawlnext_load {
	double bytes;            /* exact up to 2^53 */
	uint32_t sized;          /* pages whose size is known */
	uint32_t digested;       /* pages whose digest is known ... */
	uint32_t repeated;       /* ... that repeat another page */
};

struct crawlnext_speed {
	double waits;            /* between two requests: how many ... */
	double wait;             /* ... and how long */
};

/* What is expected of the batch before anything is fetched. */
struct crawlnext_estimate {
	double crawl;            /* share of requests that brought a page */
	double ok;               /* pages that come */
	double share;            /* of the scores of all candidates; or NAN */
	uint64_t hosts;          /* with a page in the batch */
	uint64_t new_hosts;      /* ... from which nothing was asked before */
};

/* When pages that failed may be asked for again. */
struct crawlnext_retry {
	bool seconds;            /* the age was given with a unit */
	int64_t age;             /* by the clock of the fetches */
	int64_t last, now;
	uint64_t untimed, early; /* pages that failed then, or too late */
};

struct crawlnext_scope; /* scope.c */

struct crawlnext {
	struct cmd *cmd;
	struct cmd_program program; /* as the options make it */
	struct crawlnext_options options;
	struct sp_contents contents;

	/* Of contents. */
	const struct sp_states *states; /* or own_states */
	const struct sp_fetches *fetches; /* the same; or NULL */
	const struct sp_names *names; /* or NULL */
	const struct sp_hosts *hosts; /* or NULL */
	struct sp_basis basis;
	uint64_t pages;

	struct sp_states own_states; /* of all rounds, without robots.txt, if
					that makes a difference */
	struct sp_fetches done_fetches;
	uint64_t done;           /* pages that only other rounds have asked
				    for */

	const double *scores;    /* of all pages, by which they are chosen */
	double *ranks;           /* scores, if they were computed here */
	const char *score;       /* their name */

	struct sp_units units;   /* hosts; zero bytes without hosts */
	struct crawlnext_host *of_host; /* for each unit; NULL without hosts */
	struct crawlnext_load *loads; /* for each unit; NULL: not known */
	struct crawlnext_load all;
	struct crawlnext_speed *speeds; /* of each host, or NULL */
	double usual_seconds;    /* of a page of any host; 0: not known */
	uint32_t *host_most;     /* the budget of each; NULL: one for all */
	uint64_t *new_hosts;     /* bitset, or NULL */
	struct sp_units domains;

	const struct sp_shapes *shapes; /* of contents; NULL: not known */
	struct sp_units shape_units;
	struct crawlnext_shape *of_shape; /* of each of these units */
	uint32_t *shape_most;    /* the budget of each, or NULL */
	uint64_t trapped[SP_TRAPS]; /* pages that could be fetched, by why
				       their shape is a trap */

	struct crawlnext_retry retry;
	struct crawlnext_scope *scope; /* NULL: all pages */
	bool in_scope;           /* of the page that was looked up last */
	uint64_t out_of_scope, excluded; /* pages that could be fetched */

	uint64_t *candidates;    /* bitset of pages */
	uint64_t candidate_count;
	/* Pages left out: failed, and not due by the options; of hosts never
	 * tried, with --known-hosts-only. */
	uint64_t failed, of_new_hosts;
	struct sp_next_rules rules;
	struct sp_seeds batch;
	struct crawlnext_estimate estimate;
};

/*
 * After crawlnext_count_hosts(): finds next->scores, those of --by, or else
 * those of the estimator.  SP_DATA if there is no such score, if there are no
 * hosts for it, or if the graph is damaged; SP_MEMORY.
 */
enum sp_status crawlnext_rank(struct crawlnext *next);

/*
 * Reads the budgets of the options, which are of options.count, and then the
 * factors of hosts: SP_USAGE.
 */
enum sp_status crawlnext_read_budgets(struct crawlnext *next);
enum sp_status crawlnext_read_weights(struct crawlnext *next);

/*
 * Reads the lists of --scope and --exclude, if they were given.  SP_DATA if a
 * line is bad, with its number, or without names; SP_IO; SP_MEMORY.
 */
enum sp_status crawlnext_read_scope(struct crawlnext *next);

/*
 * Reads the graphs of --done, if it was given: next->states has those of all
 * rounds then.  Warns of one that shares no page with ours.  SP_DATA without
 * names or states; SP_IO; SP_MEMORY.
 */
enum sp_status crawlnext_read_rounds(struct crawlnext *next);

/* Makes next->states a copy of its own, unless it is one.  SP_MEMORY. */
enum sp_status crawlnext_own_states(struct crawlnext *next);

/*
 * From here on, the robots.txt of a host is as filtered as a page that the
 * rules of the crawl exclude.  SP_MEMORY.
 */
enum sp_status crawlnext_filter_robots(struct crawlnext *next);

/*
 * --retry-after: reads the age, SP_USAGE; then finds the last fetch, or takes
 * --now.  SP_DATA if no time is known, or by another clock than the age.
 */
enum sp_status crawlnext_read_age(struct crawlnext *next);
enum sp_status crawlnext_begin_retry(struct crawlnext *next);

/* May a page that failed be asked for again?  Counts it if its age decides. */
bool crawlnext_is_due(struct crawlnext *next, uint64_t page);

/* After the last page: warns of pages that failed at an unknown time. */
void crawlnext_end_retry(const struct crawlnext *next);

/*
 * With next->scope: sets next->in_scope, and counts the page if the scope is
 * all that keeps it from being chosen.  SP_MEMORY.
 */
enum sp_status crawlnext_look_up_scope(struct crawlnext *next, uint64_t page,
				       bool may);

/* After the last page: warns of lines that matched no page.  SP_MEMORY. */
enum sp_status crawlnext_end_scope(struct crawlnext *next);

void crawlnext_scope_free(struct crawlnext_scope *scope); /* accepts NULL */

/*
 * Warns if the default budget cannot be made.  SP_DATA without the hosts that
 * an option needs.
 */
enum sp_status crawlnext_check_hosts(struct crawlnext *next);

/*
 * Makes the budgets of next->rules that the options ask for.  SP_DATA without
 * the domains that an option needs; SP_MEMORY.
 */
enum sp_status crawlnext_set_budgets(struct crawlnext *next);

/*
 * Takes the shapes of the stream and counts what is known of each, for the
 * states of all rounds.  SP_DATA without shapes that an option needs;
 * SP_MEMORY.
 */
enum sp_status crawlnext_read_shapes(struct crawlnext *next);

/* The page came, but repeats another: before budgets are made. */
void crawlnext_note_repeat(struct crawlnext *next, uint32_t page);

/* Is a page that could be fetched left out as one of a trap?  Counts it. */
bool crawlnext_is_trap(struct crawlnext *next, uint64_t page);

/* How many are; after the last page, says so, with the reasons. */
uint64_t crawlnext_in_traps(const struct crawlnext *next);
void crawlnext_end_traps(const struct crawlnext *next);

/* Is there a budget of shapes?  Makes it.  SP_MEMORY. */
bool crawlnext_has_shape_budget(const struct crawlnext *next);
enum sp_status crawlnext_set_shape_budget(struct crawlnext *next,
					  struct sp_next_budget *budget);

/*
 * If the budget "auto" of shapes has kept pages out of a batch that is not
 * full: doubles it and returns true, for another choice.
 */
bool crawlnext_raise_shape_budget(struct crawlnext *next);

/*
 * Makes next->host_most: the budget of each host, from its factors.  Warns of
 * those that are the same for all hosts.  SP_MEMORY.
 */
enum sp_status crawlnext_weigh_hosts(struct crawlnext *next);

/*
 * After crawlnext_rank(): finds the candidates and chooses next->batch among
 * them, with warnings.  SP_DATA without the domains that an option needs, or if
 * the score of a candidate is not a number; SP_MEMORY.
 */
enum sp_status crawlnext_choose(struct crawlnext *next);

/*
 * Warns if the batch has fewer pages than asked for, or a host has fewer than
 * the floor, with the reason, and if scores decide nothing.
 */
void crawlnext_warn(const struct crawlnext *next);

/*
 * Counts what is known of each host, except candidates; nothing without hosts.
 * Then finds next->estimate.crawl.  SP_DATA if a page has a host that does not
 * exist; SP_MEMORY.
 */
enum sp_status crawlnext_count_hosts(struct crawlnext *next);

/*
 * Was a page in this state asked for, so that it could come?  Not if a rule
 * forbade to ask.
 */
bool crawlnext_was_tried(enum sp_page_state state);

/*
 * The share of requests to the host of a page that bring the page: that of the
 * host so far, weighed with that of the whole crawl.
 */
double crawlnext_expected(const struct crawlnext *next, uint32_t page);
double crawlnext_expected_of(const struct crawlnext *next,
			     const struct crawlnext_host *host);

/*
 * After crawlnext_count_hosts(): reads --speeds, or takes --delay.  SP_DATA for
 * a bad table; SP_IO; SP_MEMORY.
 */
enum sp_status crawlnext_read_speeds(struct crawlnext *next);

bool crawlnext_has_speeds(const struct crawlnext *next);

/* Seconds that a page of the host takes, if there are speeds. */
double crawlnext_seconds(const struct crawlnext *next, uint64_t host);

/* Reports how long the batch takes; with speeds and hosts only. */
void crawlnext_estimate_hours(struct crawlnext *next);

/* Counts what the fetches of ok pages brought, if any are known.  SP_MEMORY. */
enum sp_status crawlnext_count_loads(struct crawlnext *next);

/* Bytes of a page that comes, and how often it repeats another; or NAN. */
double crawlnext_page_bytes(const struct crawlnext *next, uint32_t page);
double crawlnext_page_repeats(const struct crawlnext *next, uint32_t page);

/* Finds next->estimate, what the batch brings, and reports it. */
void crawlnext_estimate(struct crawlnext *next);

/*
 * Prints a row for each page of the batch: why it was chosen.  SP_DATA if the
 * graph is damaged; SP_MEMORY; SP_IO.
 */
enum sp_status crawlnext_explain(struct crawlnext *next,
				 struct cmd_output *output);

#endif
