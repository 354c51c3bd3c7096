/* SPDX-License-Identifier: MIT */
/*
 * Hosts that wait, hosts that may be asked, and the events that change it.
 *
 * A host is able to take a request if it has a page, fewer requests in flight
 * than it takes at a time, and no delay to wait for.  That changes only when a
 * page comes, a request ends, or a delay is over, and after each of these the
 * host is checked.  One that is able stands in a list until it is asked; what
 * only the time can change has a timer.  So each of these costs a constant or
 * the logarithm of the events, and none looks at all hosts.
 *
 * A host that is listed may lose its pages to a limit or an order that drops
 * them.  It is passed over when its turn comes, which is cheaper than to find
 * it in a list.
 *
 * Turns: with a budget of requests a turn, a host whose turn is not over goes
 * back to the list of those in their turn, which is before all others.  So a
 * crawler with large budgets stays with the hosts that it has begun, as long as
 * they keep its connections busy (Heritrix), and one with a budget of one goes
 * round all of them.
 */
#include "crawl/timed/polite.h"

#include "base/memory.h"
#include "crawl/timed/servers.h"

#include <stdlib.h>

#define EMPTY_LINE { UINT32_MAX, UINT32_MAX }

enum sp_status
sp_polite_init(struct sp_polite *polite, const struct sp_timing *timing,
	       const struct sp_units *hosts, struct sp_host_heaps *heaps,
	       struct sp_error *err)
{
	static const struct sp_polite_host none = {
		.back = EMPTY_LINE, .given = EMPTY_LINE
	};

	*polite = (struct sp_polite){
		.timing = timing, .host_of = hosts->unit_of, .heaps = heaps,
		.ready = EMPTY_LINE, .waiting = EMPTY_LINE,
		.free_request = SP_NO_REQUEST,
		.turn = timing->queues == SP_QUEUES_HOST ?
				(uint32_t)timing->budget : 1
	};
	polite->hosts = sp_alloc(hosts->count, sizeof(*polite->hosts));
	if (!polite->hosts)
		return sp_no_memory(err, "the hosts of a crawl");
	for (uint64_t i = 0; i < hosts->count; i++)
		polite->hosts[i] = none;
	return SP_OK;
}

void
sp_polite_free(struct sp_polite *polite)
{
	free(polite->hosts);
	free(polite->requests);
	free(polite->events);
}

/* ---- events ----------------------------------------------------------- */

static bool
event_before(const struct sp_event *a, const struct sp_event *b)
{
	return a->time < b->time || (a->time == b->time && a->rank < b->rank);
}

enum sp_status
sp_polite_expect(struct sp_polite *polite, uint64_t time,
		 enum sp_event_kind kind, uint32_t item, struct sp_error *err)
{
	struct sp_event event = {
		time, (uint64_t)kind << 62 | polite->numbers++, item
	};
	uint64_t at = polite->event_count;

	/* No wait is longer either, so no sum overflows (timed.h). */
	if (time >= SP_TIME_MAX)
		return sp_fail(err, SP_DATA, "the crawl takes longer than "
			       "146,000 years: give shorter times");
	if (!sp_grow(&polite->events, &polite->event_capacity, at + 1))
		return sp_no_memory(err, "the events of a crawl");
	for (; at && event_before(&event, &polite->events[(at - 1) / 2]);
	     at = (at - 1) / 2)
		polite->events[at] = polite->events[(at - 1) / 2];
	polite->events[at] = event;
	polite->event_count++;
	return SP_OK;
}

bool
sp_polite_peek(const struct sp_polite *polite, struct sp_event *event)
{
	if (!polite->event_count)
		return false;
	*event = polite->events[0];
	return true;
}

void
sp_polite_pop(struct sp_polite *polite)
{
	struct sp_event *events = polite->events;
	uint64_t count = --polite->event_count, at = 0, below;
	struct sp_event last = events[count];

	for (; (below = 2 * at + 1) < count; at = below) {
		if (below + 1 < count &&
		    event_before(&events[below + 1], &events[below]))
			below++;
		if (!event_before(&events[below], &last))
			break;
		events[at] = events[below];
	}
	events[at] = last;
}

/* ---- lists ------------------------------------------------------------ */

static void
line_hosts_add(struct sp_polite *polite, struct sp_line *line, uint32_t host)
{
	polite->hosts[host].after = SP_NO_HOST;
	if (line->first == SP_NO_HOST)
		line->first = host;
	else
		polite->hosts[line->last].after = host;
	line->last = host;
}

static uint32_t
line_hosts_take(struct sp_polite *polite, struct sp_line *line)
{
	uint32_t host = line->first;

	if (host != SP_NO_HOST)
		line->first = polite->hosts[host].after;
	return host;
}

static void
line_requests_add(struct sp_polite *polite, struct sp_line *line,
		  uint32_t request)
{
	polite->requests[request].after = SP_NO_REQUEST;
	if (line->first == SP_NO_REQUEST)
		line->first = request;
	else
		polite->requests[line->last].after = request;
	line->last = request;
}

/* ---- hosts ------------------------------------------------------------ */

static bool
has_page(const struct sp_polite *polite, uint32_t host)
{
	const struct sp_polite_host *of = &polite->hosts[host];

	return of->back.first != SP_NO_REQUEST ||
	       of->given.first != SP_NO_REQUEST ||
	       (polite->heaps && sp_host_heap_count(polite->heaps, host));
}

/* Could it be asked if it had no delay? */
static bool
has_work(const struct sp_polite *polite, uint32_t host)
{
	return has_page(polite, host) &&
	       polite->hosts[host].active <
		       sp_server_connections(polite->timing, host);
}

static bool
is_able(const struct sp_polite *polite, uint32_t host)
{
	return has_work(polite, host) &&
	       polite->hosts[host].next <= polite->now;
}

/* With a global queue, only hosts with a page that came back have a list. */
static void
list_host(struct sp_polite *polite, uint32_t host)
{
	struct sp_polite_host *of = &polite->hosts[host];
	bool global = polite->timing->queues == SP_QUEUES_GLOBAL;

	if (global && of->back.first == SP_NO_REQUEST) {
		sp_host_heaps_offer(polite->heaps, host);
		return;
	}
	if (global)
		sp_host_heaps_withdraw(polite->heaps, host);
	of->listed = true;
	line_hosts_add(polite, global || of->left ? &polite->ready :
						    &polite->waiting, host);
}

enum sp_status
sp_polite_check(struct sp_polite *polite, uint32_t host, struct sp_error *err)
{
	struct sp_polite_host *of = &polite->hosts[host];

	if (of->listed || !has_work(polite, host))
		return SP_OK;
	if (of->next <= polite->now) {
		list_host(polite, host);
		return SP_OK;
	}
	if (of->timed)
		return SP_OK;
	of->timed = true;
	return sp_polite_expect(polite, of->next, SP_EVENT_TIMER, host, err);
}

enum sp_status
sp_polite_check_woken(struct sp_polite *polite, struct sp_error *err)
{
	struct sp_host_heaps *heaps = polite->heaps;

	for (uint64_t i = 0; i < heaps->woken_count; i++)
		if (sp_polite_check(polite, heaps->woken[i], err))
			return err->status;
	sp_host_heaps_heard(heaps);
	return SP_OK;
}

/*
 * The first host of a list that may still be asked.  A host that was listed
 * while one of its requests was in flight may have got a delay since.
 */
static enum sp_status
next_of_line(struct sp_polite *polite, struct sp_line *line, uint32_t *host,
	     struct sp_error *err)
{
	while ((*host = line_hosts_take(polite, line)) != SP_NO_HOST) {
		polite->hosts[*host].listed = false;
		if (is_able(polite, *host))
			break;
		if (sp_polite_check(polite, *host, err))
			return err->status;
	}
	return SP_OK;
}

enum sp_status
sp_polite_next_host(struct sp_polite *polite, uint32_t *host,
		    struct sp_error *err)
{
	struct sp_host_heaps *heaps = polite->heaps;

	if (next_of_line(polite, &polite->ready, host, err))
		return err->status;
	if (*host != SP_NO_HOST)
		return SP_OK;
	if (polite->timing->queues == SP_QUEUES_GLOBAL) {
		if (heaps->offered_count) {
			*host = heaps->offered[0];
			sp_host_heaps_withdraw(heaps, *host);
		}
		return SP_OK;
	}
	if (next_of_line(polite, &polite->waiting, host, err))
		return err->status;
	if (*host != SP_NO_HOST)
		polite->hosts[*host].left = polite->turn;
	return SP_OK;
}

/* ---- requests --------------------------------------------------------- */

enum sp_status
sp_polite_request(struct sp_polite *polite, const struct sp_download *row,
		  uint32_t *request, struct sp_error *err)
{
	uint64_t at = polite->free_request;

	if (at == SP_NO_REQUEST) {
		at = polite->request_count;
		if (at >= SP_NO_REQUEST ||
		    !sp_grow(&polite->requests, &polite->request_capacity,
			     at + 1))
			return sp_no_memory(err, "the requests of a crawl");
		polite->request_count++;
	} else {
		polite->free_request = polite->requests[at].after;
	}
	polite->requests[at] = (struct sp_request){ .row = *row };
	polite->in_hand++;
	*request = (uint32_t)at;
	return SP_OK;
}

void
sp_polite_let_go(struct sp_polite *polite, uint32_t request)
{
	polite->requests[request].after = polite->free_request;
	polite->free_request = request;
	polite->in_hand--;
}

static uint32_t
host_of_request(const struct sp_polite *polite, uint32_t request)
{
	return polite->host_of[polite->requests[request].row.page];
}

void
sp_polite_give(struct sp_polite *polite, uint32_t request)
{
	uint32_t host = host_of_request(polite, request);

	line_requests_add(polite, &polite->hosts[host].given, request);
}

enum sp_status
sp_polite_return(struct sp_polite *polite, uint32_t request,
		 struct sp_error *err)
{
	uint32_t host = host_of_request(polite, request);

	polite->away--;
	line_requests_add(polite, &polite->hosts[host].back, request);
	return sp_polite_check(polite, host, err);
}

uint32_t
sp_polite_take(struct sp_polite *polite, uint32_t host)
{
	struct sp_polite_host *of = &polite->hosts[host];
	struct sp_line *line = of->back.first != SP_NO_REQUEST ? &of->back :
								 &of->given;
	uint32_t request = line->first;

	if (request != SP_NO_REQUEST)
		line->first = polite->requests[request].after;
	return request;
}

enum sp_status
sp_polite_begin(struct sp_polite *polite, uint32_t request,
		struct sp_crawl_report *report, struct sp_error *err)
{
	struct sp_request *of = &polite->requests[request];
	uint32_t host = host_of_request(polite, request);
	struct sp_polite_host *asked = &polite->hosts[host];
	struct sp_answer answer = sp_server_answer(polite->timing, host,
						   of->row.page,
						   ++of->attempt,
						   !asked->asked);

	report->timed.hosts += !asked->asked;
	report->timed.requests++;
	asked->asked = true;
	asked->active++;
	asked->left -= asked->left > 0;
	polite->active++;
	of->row.start = polite->now;
	of->row.end = polite->now + answer.duration;
	of->failed = answer.failed;
	of->again = answer.again;
	of->bytes = answer.bytes;
	of->transfer = answer.transfer;
	of->passed = false;
	if (polite->timing->delay_from == SP_DELAY_FROM_START)
		asked->next = polite->now +
			      sp_server_gap(polite->timing, host, 0);
	if (sp_polite_expect(polite, of->row.end, SP_EVENT_END, request, err))
		return err->status;
	return sp_polite_check(polite, host, err);
}

/*
 * A body streams through an idle line as the server sends it, so that it is
 * late only where the line is the slower of both, or busy.
 */
enum sp_status
sp_polite_pass_line(struct sp_polite *polite, uint32_t request, bool *later,
		    struct sp_error *err)
{
	struct sp_request *of = &polite->requests[request];
	uint64_t bandwidth = polite->timing->total_bandwidth;
	uint64_t begin = polite->now - of->transfer;

	*later = false;
	if (!bandwidth || of->failed || of->passed)
		return SP_OK;
	if (begin < polite->line_free)
		begin = polite->line_free;
	polite->line_free = begin + sp_transfer_time(of->bytes, bandwidth);
	of->passed = true;
	*later = polite->line_free > polite->now;
	if (!*later)
		return SP_OK;
	of->row.end = polite->line_free;
	return sp_polite_expect(polite, of->row.end, SP_EVENT_END, request,
				err);
}

/* The wait doubles with each attempt. */
static uint64_t
retry_wait(const struct sp_timing *timing, uint32_t attempt)
{
	uint64_t wait = timing->retry_wait;

	while (--attempt && wait && wait < SP_TIME_MAX)
		wait *= 2;
	return wait < SP_TIME_MAX ? wait : SP_TIME_MAX;
}

enum sp_status
sp_polite_end(struct sp_polite *polite, uint32_t request,
	      struct sp_crawl_report *report, bool *over, struct sp_error *err)
{
	const struct sp_timing *timing = polite->timing;
	const struct sp_request *of = &polite->requests[request];
	uint32_t host = host_of_request(polite, request);
	struct sp_polite_host *asked = &polite->hosts[host];
	uint64_t duration = of->row.end - of->row.start, next;

	asked->active--;
	polite->active--;
	if (timing->queues == SP_QUEUES_GLOBAL)
		sp_host_heaps_withdraw(polite->heaps, host);
	next = (timing->delay_from == SP_DELAY_FROM_END ? polite->now :
							  of->row.start) +
	       sp_server_gap(timing, host, duration);
	asked->next = next > asked->next ? next : asked->next;
	report->timed.busy += duration;
	report->timed.end = polite->now;
	report->timed.failed += of->failed;
	if (__builtin_add_overflow(report->timed.bytes, of->bytes,
				   &report->timed.bytes))
		report->timed.bytes = UINT64_MAX;
	*over = !of->failed || !of->again || of->attempt > timing->retries;
	report->timed.lost += *over && of->failed;
	if (*over)
		return SP_OK;
	polite->away++;
	return sp_polite_expect(polite, polite->now +
				retry_wait(timing, of->attempt),
				SP_EVENT_RETURN, request, err);
}
