/* SPDX-License-Identifier: MIT */
/*
 * What a crawl reports while it runs, for sinks that asked for it.  Every
 * function begins with a test of whether anybody did, since they are called
 * for each download of each crawl.
 *
 * Times: seconds are wanted at each tenth of the downloads, but how many there
 * will be is known only at the end.  So the clock is read every time_step
 * downloads into an array of 1,000 moments, and when it is full, every second
 * one is dropped and the step doubles.  Between 500 and 1,000 are always there
 * once there were as many downloads, the clock is read at most 1,000 times for
 * each doubling, and a tenth is off by at most a step.
 *
 * Windows: the counters of the frontier run on through the crawl, and a window
 * keeps where one stood at its beginning.  The wait of a page is the
 * difference of two sizes: that at its download, and queued_at, that at its
 * queueing (crawl.c).
 *
 * What a download did to a link (queued it, changed its key, nothing) is not
 * said by the order, which has twenty ways of doing it.  It shows in the
 * frontier: the states of the successors before and after download() are
 * compared.
 */
#include "crawl/watch.h"

#include "base/memory.h"

#include <stdlib.h>

static double
watch_seconds(const struct sp_watch *watch)
{
	return watch->sink->clock(watch->sink->context) - watch->started;
}

/*
 * Counters of the frontier run on; a window keeps where they were.
 * waiting_least begins at the most, for the minimum; watch_put_window() makes
 * that a 0 if no page came.
 */
static void
watch_open_window(struct sp_watch *watch, const struct sp_crawl_state *crawl)
{
	watch->window = (struct sp_queue_window){
		.waiting_least = UINT64_MAX
	};
	watch->waiting_sum = watch->waiting_count = 0;
	watch->dropped_before = crawl->frontier.dropped;
}

enum sp_status
sp_watch_begin(struct sp_watch *watch, struct sp_crawl_state *crawl)
{
	watch_open_window(watch, crawl);
	if (!watch->sink->clock)
		return SP_OK;
	watch->times = sp_alloc(SP_WATCH_TIMES, sizeof(*watch->times));
	if (!watch->times)
		return sp_no_memory(crawl->err, "times");
	watch->time_step = 1;
	watch->started = watch_seconds(watch);
	return SP_OK;
}

/*
 * Notes the time after every time_step downloads, numbers that are multiples
 * of it: when the step doubles, those that stay are the odd entries, because
 * entry i is of download time_step * (i + 1).
 */
static void
watch_note_time(struct sp_watch *watch, uint64_t size)
{
	if (size % watch->time_step)
		return;
	if (watch->time_count == SP_WATCH_TIMES) {
		for (uint64_t i = 0; i < SP_WATCH_TIMES / 2; i++)
			watch->times[i] = watch->times[2 * i + 1];
		watch->time_count /= 2;
		watch->time_step *= 2;
		if (size % watch->time_step)
			return;
	}
	watch->times[watch->time_count++] = watch_seconds(watch);
}

static enum sp_status
watch_put_fresh(const struct sp_watch *watch, struct sp_crawl_state *crawl)
{
	struct sp_freshness row = sp_copies_freshness(&crawl->copies,
						      crawl->size);

	return watch->sink->fresh(watch->sink->context, &row, crawl->err);
}

enum sp_status
sp_watch_download(struct sp_watch *watch, struct sp_crawl_state *crawl,
		  const struct sp_download *download)
{
	if (watch->times)
		watch_note_time(watch, crawl->size);
	if (crawl->limits.queued_at) {
		struct sp_queue_window *window = &watch->window;
		uint64_t waited = crawl->size - 1 -
				  crawl->limits.queued_at[download->page];

		if (waited < window->waiting_least)
			window->waiting_least = waited;
		if (waited > window->waiting_most)
			window->waiting_most = waited;
		watch->waiting_sum += waited;
		watch->waiting_count++;
	}
	if (watch->sink->download &&
	    watch->sink->download(watch->sink->context, download, crawl->err))
		return crawl->err->status;
	if (crawl->copies.fresh &&
	    crawl->size % watch->sink->window_downloads == 0)
		return watch_put_fresh(watch, crawl);
	return SP_OK;
}

/*
 * Only whether a page was unseen must be remembered: whether it is queued or
 * done afterwards can still be asked.  A link to a page that was seen is a
 * duplicate, whatever the order makes of it.
 */
enum sp_status
sp_watch_links(struct sp_watch *watch, const struct sp_crawl_state *crawl,
	       const uint32_t *successors, uint32_t count)
{
	if (!crawl->limits.queued_at && !watch->sink->found)
		return SP_OK;
	if (!sp_grow(&watch->unseen, &watch->unseen_capacity,
		     count + UINT64_C(1)))
		return sp_no_memory(crawl->err, "a list of links");
	for (uint32_t i = 0; i < count; i++) {
		watch->unseen[i] = sp_is_unseen(&crawl->frontier,
						successors[i]);
		watch->window.duplicates += !watch->unseen[i];
	}
	return SP_OK;
}

/*
 * Was successor i queued by the download of crawl->page?  Its parent does not
 * say so: some orders change it while a page waits.
 */
static bool
watch_is_fresh(const struct sp_watch *watch,
	       const struct sp_crawl_state *crawl, uint32_t i,
	       uint32_t successor)
{
	return watch->unseen[i] &&
	       !sp_is_unseen(&crawl->frontier, successor) &&
	       !sp_is_done(&crawl->frontier, successor);
}

static void
watch_count_queued(struct sp_watch *watch, const struct sp_crawl_state *crawl,
		   const uint32_t *successors, uint32_t count)
{
	const struct sp_units *hosts = crawl->input->hosts;

	for (uint32_t i = 0; i < count; i++) {
		if (!watch_is_fresh(watch, crawl, i, successors[i]))
			continue;
		if (hosts && hosts->unit_of[successors[i]] !=
				     hosts->unit_of[crawl->page])
			watch->window.queued_inter++;
		else
			watch->window.queued_intra++;
	}
}

static enum sp_status
watch_put_window(struct sp_watch *watch, struct sp_crawl_state *crawl)
{
	struct sp_queue_window *window = &watch->window;
	enum sp_status status;

	window->downloads = crawl->size;
	window->frontier = crawl->frontier.count;
	window->known = crawl->size + crawl->frontier.count;
	window->dropped = crawl->frontier.dropped - watch->dropped_before;
	if (watch->waiting_count)
		window->waiting_mean = (double)watch->waiting_sum /
				       (double)watch->waiting_count;
	else
		window->waiting_least = 0;
	status = watch->sink->windowed(watch->sink->context, window,
				       crawl->err);
	watch_open_window(watch, crawl);
	return status;
}

/* The key as the order reports it, which may differ from that of the heap. */
double
sp_page_key(const struct sp_crawl_state *crawl, uint32_t page)
{
	const struct sp_strategy_work *work = crawl->plan->strategy->work;

	if (work->key)
		return work->key(crawl, page);
	return sp_in_heap(&crawl->frontier, page) ?
		       sp_frontier_key(&crawl->frontier, page) : 0;
}

static enum sp_status
watch_report_found(struct sp_watch *watch, struct sp_crawl_state *crawl,
		   const struct sp_download *download,
		   const uint32_t *successors, uint32_t count)
{
	const struct sp_frontier *frontier = &crawl->frontier;
	uint64_t found_count = 0;

	if (!sp_grow(&watch->found, &watch->found_capacity,
		     count + UINT64_C(1)))
		return sp_no_memory(crawl->err, "a list of links");
	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i];
		bool queued = !sp_is_unseen(frontier, page);

		if (sp_is_done(frontier, page))
			continue;
		watch->found[found_count++] = (struct sp_found){
			page, queued, watch_is_fresh(watch, crawl, i, page),
			queued ? sp_page_key(crawl, page) : 0
		};
	}
	return watch->sink->found(watch->sink->context, download, watch->found,
				  found_count, frontier->count, crawl->err);
}

enum sp_status
sp_watch_found(struct sp_watch *watch, struct sp_crawl_state *crawl,
	       const struct sp_download *download, const uint32_t *successors,
	       uint32_t count)
{
	enum sp_status status = SP_OK;

	if (crawl->limits.queued_at) {
		watch_count_queued(watch, crawl, successors, count);
		if (crawl->size % watch->sink->window_downloads == 0)
			status = watch_put_window(watch, crawl);
	}
	if (!status && watch->sink->found)
		status = watch_report_found(watch, crawl, download, successors,
					    count);
	return status;
}

/*
 * A tenth of the downloads ends between two moments that were noted; the
 * earlier one stands for it.  The last tenth is the end itself, which is
 * always known.
 *
 * The last window is shorter, if downloads are no multiple of its length.
 */
enum sp_status
sp_watch_end(struct sp_watch *watch, struct sp_crawl_state *crawl)
{
	double *tenths = crawl->report->seconds;

	if (crawl->limits.queued_at &&
	    crawl->size % watch->sink->window_downloads &&
	    watch_put_window(watch, crawl))
		return crawl->err->status;
	if (crawl->copies.fresh &&
	    crawl->size % watch->sink->window_downloads &&
	    watch_put_fresh(watch, crawl))
		return crawl->err->status;
	if (!watch->times)
		return SP_OK;
	for (uint64_t i = 0; i < SP_ORDER_TENTHS - 1; i++) {
		uint64_t at = (i + 1) * crawl->size / SP_ORDER_TENTHS /
			      watch->time_step;

		tenths[i] = at && at <= watch->time_count ?
				    watch->times[at - 1] : 0;
	}
	tenths[SP_ORDER_TENTHS - 1] = watch_seconds(watch);
	return SP_OK;
}

void
sp_watch_free(struct sp_watch *watch)
{
	free(watch->found);
	free(watch->unseen);
	free(watch->times);
}
