/* SPDX-License-Identifier: MIT */
/*
 * polite.h - which host may be asked now, and what comes when: hosts, their
 * turns, requests and events of a crawl in time.  It knows nothing of orders.
 * Private to lib/crawl/timed.
 *
 * A request is a page that was chosen, from then until it was downloaded or
 * lost.  It waits at its host, is in flight, or waits for its next attempt.
 * 40 bytes a host, 80 a request that is not over.
 */
#ifndef SP_CRAWL_TIMED_POLITE_H
#define SP_CRAWL_TIMED_POLITE_H

#include "crawl/hostheaps.h"
#include "crawl/timed/timed.h"

#define SP_NO_REQUEST UINT32_MAX
#define SP_NO_HOST UINT32_MAX

struct sp_request {
	struct sp_download row;  /* start and end: of this attempt */
	uint32_t attempt;        /* from 1 */
	uint32_t after;          /* the next one of its list */
	bool failed, again;      /* what comes of this attempt, */
	bool passed;             /* ... its body has passed the line, */
	uint64_t bytes;          /* ... which has this size, */
	uint64_t transfer;       /* ... and takes this long from the server */
};

/* What a moment brings; of one moment, in this order. */
enum sp_event_kind {
	SP_EVENT_END,    /* of the attempt of a request */
	SP_EVENT_RETURN, /* a request comes back to its host */
	SP_EVENT_TIMER,  /* a host need not wait any longer */
	SP_EVENT_BATCH   /* the next batch begins */
};

struct sp_event {
	uint64_t time;
	uint64_t rank;   /* kind and number: no two events have one */
	uint32_t item;   /* request or host */
};

/* A list of requests, or of hosts. */
struct sp_line {
	uint32_t first, last;
};

struct sp_polite_host {
	uint64_t next;           /* not asked before */
	uint32_t active;         /* requests in flight */
	uint32_t left;           /* requests of its turn */
	uint32_t after;          /* the next host of the list */
	struct sp_line back;     /* requests that came back, */
	struct sp_line given;    /* ... and those that were given */
	bool listed, timed, asked;
};

struct sp_polite {
	const struct sp_timing *timing;
	const uint32_t *host_of;
	struct sp_host_heaps *heaps; /* pages that wait by host; or NULL */
	struct sp_polite_host *hosts;
	struct sp_line ready;    /* hosts in their turn, */
	struct sp_line waiting;  /* ... and those whose turn comes */
	uint32_t turn;           /* requests of one */
	uint64_t now;
	uint64_t active;         /* requests in flight */
	uint64_t in_hand;        /* requests that are not over, */
	uint64_t away;           /* ... and of these, until they come back */
	uint64_t line_free;      /* when the line of the crawler is */

	struct sp_request *requests;
	uint64_t request_count, request_capacity;
	uint32_t free_request;   /* the first that can be used again */

	struct sp_event *events; /* a heap */
	uint64_t event_count, event_capacity;
	uint64_t numbers;        /* of events so far */
};

/*
 * No host has been asked.  heaps are those of the frontier, or NULL if pages
 * are given.  SP_MEMORY.  Free it in any case.
 */
enum sp_status sp_polite_init(struct sp_polite *polite,
			      const struct sp_timing *timing,
			      const struct sp_units *hosts,
			      struct sp_host_heaps *heaps,
			      struct sp_error *err);
void sp_polite_free(struct sp_polite *polite); /* accepts zero bytes */

/* Lists a host that may be asked, or sets a timer for it.  SP_MEMORY. */
enum sp_status sp_polite_check(struct sp_polite *polite, uint32_t host,
			       struct sp_error *err);

/* The same for all hosts that have got their first page. */
enum sp_status sp_polite_check_woken(struct sp_polite *polite,
				     struct sp_error *err);

/*
 * The host that is asked next, taken from its list; SP_NO_HOST: none may be.
 * SP_MEMORY.
 */
enum sp_status sp_polite_next_host(struct sp_polite *polite, uint32_t *host,
				   struct sp_error *err);

/* A new request, for a page that was chosen.  SP_MEMORY. */
enum sp_status sp_polite_request(struct sp_polite *polite,
				 const struct sp_download *row,
				 uint32_t *request, struct sp_error *err);

/* Puts a request to the end of those that its host was given. */
void sp_polite_give(struct sp_polite *polite, uint32_t request);

/*
 * Takes the first request that waits at a host, one that came back before one
 * that was given; SP_NO_REQUEST if there is none.
 */
uint32_t sp_polite_take(struct sp_polite *polite, uint32_t host);

/* Begins an attempt of a request now.  SP_MEMORY. */
enum sp_status sp_polite_begin(struct sp_polite *polite, uint32_t request,
			       struct sp_crawl_report *report,
			       struct sp_error *err);

/*
 * The body of a request has come from the server, and has to come over the line
 * of the crawler, after those before it.  *later: it is there later than now,
 * and its end is expected then.  SP_MEMORY, SP_DATA as of sp_polite_expect().
 */
enum sp_status sp_polite_pass_line(struct sp_polite *polite, uint32_t request,
				   bool *later, struct sp_error *err);

/*
 * Ends the attempt of a request.  Sets *over unless it will come back.  The
 * caller follows its links, if it did not fail, lets it go if it is over, and
 * checks its host.  SP_MEMORY.
 */
enum sp_status sp_polite_end(struct sp_polite *polite, uint32_t request,
			     struct sp_crawl_report *report, bool *over,
			     struct sp_error *err);
void sp_polite_let_go(struct sp_polite *polite, uint32_t request);

/* The request comes back to its host.  SP_MEMORY. */
enum sp_status sp_polite_return(struct sp_polite *polite, uint32_t request,
				struct sp_error *err);

/* Notes what will come.  SP_MEMORY; SP_DATA at SP_TIME_MAX and later. */
enum sp_status sp_polite_expect(struct sp_polite *polite, uint64_t time,
				enum sp_event_kind kind, uint32_t item,
				struct sp_error *err);

static inline enum sp_event_kind
sp_event_kind(const struct sp_event *event)
{
	return (enum sp_event_kind)(event->rank >> 62);
}

/* The next event, which stays; false: none. */
bool sp_polite_peek(const struct sp_polite *polite, struct sp_event *event);

/* Takes it out; there is one. */
void sp_polite_pop(struct sp_polite *polite);

#endif
