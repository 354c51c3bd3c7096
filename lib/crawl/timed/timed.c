/* SPDX-License-Identifier: MIT */
/*
 * The loop of a crawl in time: one moment after the other, in each of which
 * requests end and then others begin.
 *
 * It differs from the loop of crawl.c in what is between the choice of a page
 * and its links.  The page is done from the moment when it is chosen, so that
 * links to it change nothing while its request is in flight; its row goes out,
 * and size counts it, when the answer has come.  A page that is given up stays
 * done, and nobody has seen its links.
 *
 * Where pages wait differs by the queues.  By host and global, they wait in the
 * frontier, in a heap for each host, and a page is chosen when its request
 * begins: the order has learned from all answers until then.  With slots and
 * batches the order has one frontier, and gives pages away before they are
 * asked for.
 */
#include "crawl/timed/timed.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "crawl/loop.h"
#include "crawl/timed/polite.h"
#include "crawl/timed/servers.h"

#include <stdlib.h>

struct timed_crawl {
	struct sp_crawl_state crawl;
	struct sp_watch watch;
	struct sp_polite polite;
	const struct sp_timing *timing;
	uint64_t most;             /* downloads */
	bool by_host;
	bool none;                 /* the order has no page to give */
	uint32_t before;           /* the page that was chosen before */

	/* Rows of the batch whose links were not followed yet. */
	struct sp_download *fetched;
	uint64_t fetched_count, fetched_capacity;
	bool resting;              /* between two batches */
};

static bool
is_by_host(const struct sp_timing *timing)
{
	return timing->queues == SP_QUEUES_HOST ||
	       timing->queues == SP_QUEUES_GLOBAL;
}

const char *
sp_timed_fault(const struct sp_plan *plan, const struct sp_timing *timing)
{
	const struct sp_strategy_work *work = plan->strategy->work;

	if (!work)
		return "it revisits pages";
	if (work->one_by_one)
		return work->one_by_one;
	return is_by_host(timing) && work->one_queue ?
		       work->one_queue(plan->values) : NULL;
}

/* ---- pages are chosen ------------------------------------------------- */

/*
 * The links of a page are read when its request ends, which is after others
 * have begun: time for the memory, which is asked in two steps, as of crawl.c.
 */
static void
fetch_links_ahead(struct timed_crawl *timed, uint32_t page)
{
	struct sp_accessor *accessor = timed->crawl.links.accessor;

	sp_accessor_later(accessor, page);
	if (timed->before != SP_NO_PARENT)
		sp_accessor_soon(accessor, timed->before);
	timed->before = page;
}

/*
 * The request of the page that the order chooses; none if there is no page, or
 * robots.txt forbids it: that costs no time, but its place in the order.
 */
static enum sp_status
choose_request(struct timed_crawl *timed, uint32_t *request)
{
	struct sp_crawl_state *crawl = &timed->crawl;
	struct sp_download row;
	struct sp_choice choice;

	*request = SP_NO_REQUEST;
	if (sp_crawl_choose(crawl, &choice))
		return crawl->err->status;
	timed->none = choice.none;
	if (choice.none)
		return SP_OK;
	if (sp_crawl_take(crawl, &choice, &row))
		return crawl->err->status;
	sp_bit_set(crawl->unread, choice.page);
	crawl->unread_count++;
	fetch_links_ahead(timed, choice.page);
	if (sp_server_refuses(timed->timing, choice.page)) {
		crawl->report->timed.refused++;
		return SP_OK;
	}
	return sp_polite_request(&timed->polite, &row, request, crawl->err);
}

/* The order gives pages until this many are in hand. */
static enum sp_status
give_requests(struct timed_crawl *timed, uint64_t most)
{
	struct sp_polite *polite = &timed->polite;
	uint32_t request, page;

	timed->none = false;
	while (polite->in_hand < most && !timed->none) {
		if (choose_request(timed, &request))
			return timed->crawl.err->status;
		if (request == SP_NO_REQUEST)
			continue;
		sp_polite_give(polite, request);
		page = polite->requests[request].row.page;
		if (sp_polite_check(polite, polite->host_of[page],
				    timed->crawl.err))
			return timed->crawl.err->status;
	}
	return SP_OK;
}

/* A batch is given when the one before is over. */
static enum sp_status
fill_hands(struct timed_crawl *timed)
{
	const struct sp_timing *timing = timed->timing;

	if (timed->by_host)
		return SP_OK;
	if (timing->queues == SP_QUEUES_SLOTS)
		return give_requests(timed, timing->connections +
					    timed->polite.away);
	if (timed->polite.in_hand || timed->resting)
		return SP_OK;
	return give_requests(timed, timing->batch);
}

/* ---- requests begin --------------------------------------------------- */

/* The request that a host gets: one that waits there, else its best page. */
static enum sp_status
request_of_host(struct timed_crawl *timed, uint32_t host, uint32_t *request)
{
	struct sp_host_heaps *heaps = timed->polite.heaps;

	*request = sp_polite_take(&timed->polite, host);
	while (*request == SP_NO_REQUEST && timed->by_host &&
	       sp_host_heap_count(heaps, host)) {
		heaps->from = host;
		if (choose_request(timed, request))
			return timed->crawl.err->status;
		if (timed->none)
			break;
	}
	return SP_OK;
}

static enum sp_status
begin_requests(struct timed_crawl *timed)
{
	struct sp_polite *polite = &timed->polite;
	struct sp_error *err = timed->crawl.err;
	uint32_t host, request;

	while (polite->active < timed->timing->connections) {
		if (sp_polite_next_host(polite, &host, err))
			return err->status;
		if (host == SP_NO_HOST)
			return SP_OK;
		if (request_of_host(timed, host, &request))
			return err->status;
		if (request != SP_NO_REQUEST &&
		    sp_polite_begin(polite, request, timed->crawl.report, err))
			return err->status;
	}
	return SP_OK;
}

/* ---- requests end ----------------------------------------------------- */

static enum sp_status
follow_fetched(struct timed_crawl *timed, const struct sp_download *row)
{
	struct sp_choice choice = { .page = row->page, .key = row->key };
	enum sp_status status = sp_crawl_follow(&timed->crawl, &choice,
						&timed->watch, row);

	return status || !timed->by_host ? status :
	       sp_polite_check_woken(&timed->polite, timed->crawl.err);
}

/* While the links of a row are followed, size is what it was after the row. */
static enum sp_status
follow_batch(struct timed_crawl *timed)
{
	struct sp_crawl_state *crawl = &timed->crawl;
	uint64_t before = crawl->size - timed->fetched_count;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < timed->fetched_count; i++) {
		crawl->size = before + i + 1;
		status = follow_fetched(timed, &timed->fetched[i]);
	}
	timed->fetched_count = 0;
	return status;
}

static enum sp_status
put_fetched(struct timed_crawl *timed, const struct sp_download *row)
{
	struct sp_crawl_state *crawl = &timed->crawl;

	if (!sp_crawl_reads(crawl, row->page, timed->polite.now))
		return SP_OK;
	sp_bit_clear(crawl->unread, row->page);
	crawl->unread_count--;
	if (sp_crawl_put(crawl, &timed->watch, row))
		return crawl->err->status;
	if (timed->timing->queues != SP_QUEUES_BATCH)
		return follow_fetched(timed, row);
	if (!sp_grow(&timed->fetched, &timed->fetched_capacity,
		     timed->fetched_count + 1))
		return sp_no_memory(crawl->err, "a batch");
	timed->fetched[timed->fetched_count++] = *row;
	return SP_OK;
}

/* The last request of a batch is over: it was the last one in hand. */
static enum sp_status
end_given_batch(struct timed_crawl *timed)
{
	const struct sp_timing *timing = timed->timing;

	if (timing->queues != SP_QUEUES_BATCH || timed->polite.in_hand)
		return SP_OK;
	if (follow_batch(timed))
		return timed->crawl.err->status;
	timed->resting = timing->between > 0;
	if (!timed->resting)
		return SP_OK;
	return sp_polite_expect(&timed->polite,
				timed->polite.now + timing->between,
				SP_EVENT_BATCH, 0, timed->crawl.err);
}

static enum sp_status
end_request(struct timed_crawl *timed, uint32_t request)
{
	struct sp_polite *polite = &timed->polite;
	struct sp_error *err = timed->crawl.err;
	struct sp_download row = polite->requests[request].row;
	bool failed = polite->requests[request].failed, over, later;

	if (sp_polite_pass_line(polite, request, &later, err) || later)
		return err->status;
	if (sp_polite_end(polite, request, timed->crawl.report, &over, err))
		return err->status;
	if (over)
		sp_polite_let_go(polite, request);
	if (!failed && put_fetched(timed, &row))
		return err->status;
	if (sp_polite_check(polite, polite->host_of[row.page], err))
		return err->status;
	return over ? end_given_batch(timed) : SP_OK;
}

/* ---- the loop --------------------------------------------------------- */

static enum sp_status
handle_event(struct timed_crawl *timed, const struct sp_event *event)
{
	struct sp_polite *polite = &timed->polite;
	struct sp_error *err = timed->crawl.err;

	switch (sp_event_kind(event)) {
	case SP_EVENT_END:
		return end_request(timed, event->item);
	case SP_EVENT_RETURN:
		return sp_polite_return(polite, event->item, err);
	case SP_EVENT_TIMER:
		polite->hosts[event->item].timed = false;
		return sp_polite_check(polite, event->item, err);
	default:
		timed->resting = false;
		return SP_OK;
	}
}

/* All that comes at the next moment.  *over: nothing does. */
static enum sp_status
next_moment(struct timed_crawl *timed, bool *over)
{
	struct sp_polite *polite = &timed->polite;
	uint64_t limit = timed->timing->limit;
	struct sp_event event;

	*over = !sp_polite_peek(polite, &event) ||
		(limit && event.time > limit);
	if (*over)
		return SP_OK;
	polite->now = event.time;
	while (sp_polite_peek(polite, &event) && event.time == polite->now) {
		sp_polite_pop(polite);
		if (handle_event(timed, &event))
			return timed->crawl.err->status;
		*over = timed->crawl.size >= timed->most;
		if (*over)
			return SP_OK;
	}
	return SP_OK;
}

static enum sp_status
timed_loop(struct timed_crawl *timed)
{
	enum sp_status status = SP_OK;
	bool over = false;

	if (timed->by_host)
		status = sp_polite_check_woken(&timed->polite,
					       timed->crawl.err);
	while (!status && !over) {
		status = fill_hands(timed);
		if (!status)
			status = begin_requests(timed);
		if (!status)
			status = next_moment(timed, &over);
	}
	return status;
}

static enum sp_status
timed_check(const struct sp_crawl_input *input,
	    const struct sp_crawl_options *options, const struct sp_plan *plan,
	    const struct sp_timing *timing, struct sp_error *err)
{
	const char *fault = sp_timed_fault(plan, timing);
	uint64_t pages = sp_graph_pages(input->graph);

	if (sp_crawl_check(input, options, plan, err))
		return err->status;
	if (fault)
		return sp_fail(err, SP_USAGE, "%s cannot crawl in time%s: %s",
			       plan->name, is_by_host(timing) ?
			       " while pages wait by host" : "", fault);
	if (!input->hosts)
		return sp_fail(err, SP_DATA, "a crawl in time needs the hosts "
			       "of pages, which the graph does not have");
	if (is_by_host(timing) && pages > SP_HOST_HEAPS_MAX)
		return sp_fail(err, SP_DATA, "the graph has %" PRIu64 " pages,"
			       " but queues by host hold at most %" PRIu64,
			       pages, SP_HOST_HEAPS_MAX);
	return SP_OK;
}

static enum sp_status
timed_run(struct timed_crawl *timed, const struct sp_crawl_sink *sink)
{
	struct sp_crawl_state *crawl = &timed->crawl;
	enum sp_status status = sp_crawl_open(crawl, sink);

	crawl->unread = sp_bitset_new(crawl->pages);
	if (!status && !crawl->unread)
		status = sp_no_memory(crawl->err, "the requests of a crawl");
	if (!status)
		status = sp_crawl_open_order(crawl);
	if (!status)
		status = sp_polite_init(&timed->polite, timed->timing,
					crawl->input->hosts,
					crawl->frontier.heap.by_host,
					crawl->err);
	if (!status)
		status = sp_crawl_queue_seeds(crawl);
	if (!status)
		status = sp_watch_begin(&timed->watch, crawl);
	if (!status)
		status = timed_loop(timed);
	return status ? status : sp_watch_end(&timed->watch, crawl);
}

enum sp_status
sp_crawl_timed(const struct sp_crawl_input *input,
	       const struct sp_crawl_options *options,
	       const struct sp_plan *plan, const struct sp_timing *timing,
	       const struct sp_crawl_sink *sink,
	       struct sp_crawl_report *report, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(input->graph);
	struct sp_crawl_sink rows = {
		.context = sink->context, .download = sink->download,
		.fresh = sink->fresh,
		.window_downloads = sink->window_downloads
	};
	struct timed_crawl timed = {
		.crawl = {
			.input = input, .options = options, .plan = plan,
			.report = report, .err = err, .pages = pages,
			.abroad = pages, .web = pages, .expected = pages,
			.by_host = is_by_host(timing) ? input->hosts : NULL
		},
		.watch.sink = &rows, .timing = timing,
		.most = options->max ? options->max : UINT64_MAX,
		.by_host = is_by_host(timing), .before = SP_NO_PARENT
	};
	enum sp_status status = timed_check(input, options, plan, timing, err);

	*report = (struct sp_crawl_report){
		.timed.connections = timing->connections
	};
	if (status)
		return status;
	status = timed_run(&timed, &rows);
	sp_crawl_count(&timed.crawl);
	sp_watch_free(&timed.watch);
	sp_polite_free(&timed.polite);
	free(timed.fetched);
	free(timed.crawl.unread);
	sp_crawl_close(&timed.crawl);
	return status;
}
