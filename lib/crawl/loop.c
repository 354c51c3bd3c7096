/* SPDX-License-Identifier: MIT */
/*
 * The loop of every crawl, in pieces: sp_crawl() (crawl.c) puts them together
 * for one crawler, parallel.c for several processes, each of which is a crawl
 * with a frontier of its own.
 *
 * What the pieces promise to an order, by the order of their calls:
 *
 * - Seeds are queued before the first page is chosen (seedpipe-algorithms(7),
 *   G4), so that the first choice is among all of them.
 * - A page that was chosen is done and has its depth before its links are
 *   looked at: a link to itself then leads to a page that is done and changes
 *   nothing, and the page can be the parent of others.
 * - crawl->page, depth and key are those of the page whose links are followed,
 *   whoever asks: sp_page_allowed() and sp_admit_page() take limits and
 *   parents from there.  For seeds page is SP_NO_PARENT.
 * - The report, the sink and the log see a page when it is done
 *   (sp_watch_download()), then the links before the order has changed
 *   anything (sp_watch_links()), then what became of them (sp_watch_found()).
 *
 * Depths cost no memory for pages that wait: a queued page knows only its
 * parent, and its depth is computed from that when it is downloaded.  The
 * parent is done by then, because links are followed only from pages that are
 * done; shuffle, which downloads in another order, keeps the depths that its
 * search found.
 */
#include "crawl/loop.h"

#include "base/memory.h"
#include "crawl/parallel_run.h"
#include "crawl/scores.h"
#include "crawl/seeds.h"

#include <math.h>
#include <stdlib.h>

/* ---- begin and end ---------------------------------------------------- */

static bool
open_unit_limit(struct sp_unit_limit *limit, uint64_t most,
		const struct sp_units *units)
{
	if (!most)
		return true;
	limit->most = most;
	limit->unit_of = units->unit_of;
	limit->queued = sp_alloc_zero(units->count, sizeof(*limit->queued));
	return limit->queued;
}

/*
 * The counters that limits and windows need, and one flag for all of them: a
 * crawl without any pays a single test a page (sp_admit_page()). kept is only
 * for limits that can refuse a page and for orders whose links carry something
 * (G4a); windows alone refuse nothing.
 */
static bool
crawl_open_limits(struct sp_crawl_state *crawl,
		  const struct sp_crawl_sink *sink)
{
	const struct sp_crawl_options *options = crawl->options;
	struct sp_crawl_limits *limits = &crawl->limits;
	bool windows = sink->windowed && sink->window_downloads;
	bool any = options->max_depth || options->max_frontier ||
		   options->max_host_depth || options->max_per_host ||
		   options->max_per_shape;
	bool units = open_unit_limit(&limits->units[SP_LIMIT_HOST],
				     options->max_per_host,
				     crawl->input->hosts) &&
		     open_unit_limit(&limits->units[SP_LIMIT_SHAPE],
				     options->max_per_shape,
				     crawl->input->shapes);

	if (any && crawl->plan->strategy->work->carries)
		crawl->kept = sp_alloc_large_zero(crawl->pages,
						  sizeof(*crawl->kept));
	if (windows)
		limits->queued_at = sp_alloc_large(crawl->pages,
						   sizeof(uint32_t));
	if (options->max_host_depth)
		limits->host_depth = sp_alloc_large(crawl->pages,
						    sizeof(uint32_t));
	limits->any = any || windows;
	return units && (!options->max_host_depth || limits->host_depth) &&
	       (!any || !crawl->plan->strategy->work->carries || crawl->kept) &&
	       (!windows || limits->queued_at);
}

/*
 * The numbers of pages abroad are closed at once: an order then treats a link
 * to another process as one to a page that is done, and needs no line for
 * parallel crawls.
 */
enum sp_status
sp_crawl_open(struct sp_crawl_state *crawl, const struct sp_crawl_sink *sink)
{
	unsigned kinds = crawl->plan->strategy->work->kinds;
	bool memory = crawl->by_host ?
		sp_frontier_init_by_host(&crawl->frontier, crawl->pages, kinds,
					 crawl->options, crawl->by_host) :
		sp_frontier_init(&crawl->frontier, crawl->pages, kinds,
				 crawl->options);

	crawl->random.state = crawl->options->random_seed;
	crawl->frontier.page_of = crawl->page_of;
	crawl->parent = sp_alloc_large(crawl->pages, sizeof(*crawl->parent));
	if (!crawl->links.accessor)
		crawl->links.accessor = sp_accessor_new(crawl->input->index);
	if (!memory || !crawl->parent || !crawl->links.accessor ||
	    !crawl_open_limits(crawl, sink))
		return sp_no_memory(crawl->err, "the frontier");
	for (uint64_t page = crawl->abroad; page < crawl->pages; page++)
		sp_frontier_close(&crawl->frontier, (uint32_t)page, 0);
	return sp_copies_init(&crawl->copies, crawl->input,
			      sink->fresh && sink->window_downloads,
			      crawl->err);
}

/*
 * All an order may rely on is there before its begin(): seeds and their
 * shares, and a state of zero bytes, which end() can free whatever begin() has
 * come to.
 */
enum sp_status
sp_crawl_open_order(struct sp_crawl_state *crawl)
{
	const struct sp_strategy_work *work = crawl->plan->strategy->work;

	if (sp_seeds_prepare(crawl))
		return crawl->err->status;
	if (work->state_size) {
		crawl->state = sp_alloc_zero(1, work->state_size);
		if (!crawl->state)
			return sp_no_memory(crawl->err, "a crawl");
	}
	return work->begin ? work->begin(crawl) : SP_OK;
}

enum sp_status
sp_crawl_queue_seed(struct sp_crawl_state *crawl, uint32_t page, double share)
{
	const struct sp_strategy_work *work = crawl->plan->strategy->work;

	crawl->share = share;
	if (work->seed)
		return work->seed(crawl, page);
	sp_queue_page_in_turn(crawl, page);
	return SP_OK;
}

/*
 * In the order in which they were given, which decides ties.  No limit applies
 * to them: crawl->page says that they come from outside.
 */
enum sp_status
sp_crawl_queue_seeds(struct sp_crawl_state *crawl)
{
	enum sp_status status = SP_OK;

	crawl->page = SP_NO_PARENT;
	for (uint64_t i = 0; !status && i < crawl->seeds.count; i++) {
		uint32_t page = crawl->seeds.pages[i];

		status = sp_crawl_queue_seed(crawl, page,
					     sp_seed_share(crawl, page));
	}
	return status;
}

void
sp_crawl_count(struct sp_crawl_state *crawl)
{
	struct sp_crawl_report *report = crawl->report;

	report->downloads = crawl->size;
	report->known = crawl->size + crawl->frontier.count;
	report->frontier_peak = crawl->frontier.peak;
	report->updates = crawl->frontier.updates;
	report->dropped = crawl->frontier.dropped;
	report->snapshots = crawl->copies.snapshots ? crawl->copies.now + 1 : 0;
}

/* An order whose state is missing had no begin(), and so nothing to end. */
void
sp_crawl_close(struct sp_crawl_state *crawl)
{
	const struct sp_strategy_work *work = crawl->plan->strategy->work;

	if (work->end && crawl->state)
		work->end(crawl);
	free(crawl->state);
	sp_frontier_free(&crawl->frontier);
	free(crawl->seeds.pages);
	free(crawl->parent);
	for (int i = 0; i < SP_LIMITED_UNITS; i++)
		free(crawl->limits.units[i].queued);
	free(crawl->limits.queued_at);
	free(crawl->limits.host_depth);
	free(crawl->kept);
	free(crawl->links.open);
	sp_copies_free(&crawl->copies);
	if (!crawl->process)
		sp_accessor_free(crawl->links.accessor);
}

/* ---- one download ----------------------------------------------------- */

/*
 * Zeroed first, so that an order sets only what differs: a next() that finds
 * no page may leave the rest.
 */
enum sp_status
sp_crawl_choose(struct sp_crawl_state *crawl, struct sp_choice *choice)
{
	const struct sp_strategy_work *work = crawl->plan->strategy->work;

	*choice = (struct sp_choice){ 0 };
	return work->next ? work->next(crawl, choice) :
			    sp_choose_best(crawl, choice);
}

/*
 * Where the page was found.  Its depth is computed only now, from its parent,
 * which is done and has one: so a queued page needs no depth, and its place can
 * be the slot in the heap.
 */
static void
crawl_find_parent(const struct sp_crawl_state *crawl,
		  struct sp_download *download)
{
	uint32_t parent = crawl->parent[download->page];
	uint64_t depth = 1;

	download->parent = parent;
	if (sp_is_arrival(crawl, parent)) {
		sp_arrival_parent(crawl->process, parent, download);
		depth = download->depth;
	} else if (parent != SP_NO_PARENT) {
		depth = (uint64_t)sp_page_depth(crawl, parent) + 1;
		download->parent = sp_real_page(crawl, parent);
	}
	download->depth = (uint32_t)(depth > SP_DEPTH_MAX ? SP_DEPTH_MAX :
							    depth);
}

/*
 * A NaN is caught here, and not where keys are set: this is the one place that
 * all keys pass that are reported, and the heap is made to survive one until
 * then.
 */
enum sp_status
sp_crawl_take(struct sp_crawl_state *crawl, const struct sp_choice *choice,
	      struct sp_download *download)
{
	if (isnan(choice->key))
		return sp_fail(crawl->err, SP_DATA, "%s: the key of page %lu "
			       "is not a number", crawl->plan->name,
			       (unsigned long)sp_real_page(crawl,
							   choice->page));
	*download = (struct sp_download){ .page = choice->page,
					  .key = choice->key,
					  .tick = crawl->tick };
	crawl_find_parent(crawl, download);
	sp_note_host_depth(crawl, choice->page);
	sp_frontier_done(&crawl->frontier, choice->page, download->depth);
	return SP_OK;
}

enum sp_status
sp_crawl_put(struct sp_crawl_state *crawl, struct sp_watch *watch,
	     const struct sp_download *download)
{
	crawl->size = ++crawl->downloaded;
	crawl->page = download->page;
	crawl->depth = download->depth;
	return sp_watch_download(watch, crawl, download);
}

bool
sp_crawl_reads(struct sp_crawl_state *crawl, uint32_t page, uint64_t moment)
{
	if (!crawl->copies.snapshots ||
	    sp_copies_fetch(&crawl->copies, page, moment))
		return true;
	crawl->report->gone++;
	return false;
}

/* The chosen page is done, and its row goes out, unless the page is gone. */
static enum sp_status
crawl_put_download(struct sp_crawl_state *crawl, const struct sp_choice *choice,
		   struct sp_watch *watch, struct sp_download *download,
		   bool *gone)
{
	if (sp_crawl_take(crawl, choice, download))
		return crawl->err->status;
	*gone = !sp_crawl_reads(crawl, choice->page, crawl->downloaded + 1);
	return *gone ? SP_OK : sp_crawl_put(crawl, watch, download);
}

/*
 * Follows the links of a page.  One that was done before was chosen only to be
 * expanded once more: its links count only the first time.
 */
enum sp_status
sp_crawl_follow(struct sp_crawl_state *crawl, const struct sp_choice *choice,
		struct sp_watch *watch, const struct sp_download *download)
{
	const struct sp_strategy_work *work = crawl->plan->strategy->work;
	const uint32_t *successors = NULL;
	uint32_t count = 0;
	enum sp_status status = SP_OK;

	crawl->page = choice->page;
	crawl->key = choice->key;
	sp_score_expanded(crawl, choice->page, choice->key);
	if (!work->blind)
		status = sp_expand_page(crawl, choice->page, download != NULL,
					&successors, &count);
	if (!status && download)
		status = sp_watch_links(watch, crawl, successors, count);
	if (!status && work->download)
		status = work->download(crawl, successors, count);
	if (!status && download)
		status = sp_watch_found(watch, crawl, download, successors,
					count);
	return status;
}

/*
 * A page that is done already does not end the turn: rankmass expands such
 * pages again between two downloads, and in a parallel crawl these expansions
 * belong to the tick of the next download.
 *
 * One that is gone ends it without a download, and is not expanded if something
 * comes to it later: nobody has seen its links.
 */
enum sp_status
sp_crawl_turn(struct sp_crawl_state *crawl, struct sp_watch *watch, bool *none)
{
	struct sp_download download;
	struct sp_choice choice;
	bool first = false, gone = false;

	while (!first) {
		if (sp_crawl_choose(crawl, &choice))
			return crawl->err->status;
		*none = choice.none;
		if (choice.none)
			return SP_OK;
		first = !sp_is_done(&crawl->frontier, choice.page);
		if (first && crawl_put_download(crawl, &choice, watch,
						&download, &gone))
			return crawl->err->status;
		if (gone || sp_is_gone(crawl, choice.page))
			continue;
		if (sp_crawl_follow(crawl, &choice, watch,
				    first ? &download : NULL))
			return crawl->err->status;
	}
	return SP_OK;
}

/*
 * All pages of a batch are chosen and done before a link of any is followed,
 * as by a crawler that waits for several answers at a time; the last of them
 * so know nothing of the links of the first.  A page that is gone takes the
 * place of a download in the batch.
 *
 * While the links of a page are followed, size is what it was after its own
 * download: orders that rank or learn after a number of downloads then miss no
 * multiple of it.  After the last page of the batch, it equals downloaded.
 */
enum sp_status
sp_crawl_together(struct sp_crawl_state *crawl, struct sp_watch *watch,
		  struct sp_fetched *fetched, uint64_t most, bool *none)
{
	uint64_t before = crawl->size, count = 0;
	bool gone = false;

	*none = true;
	for (uint64_t i = 0; i < most; i++) {
		struct sp_fetched *next = &fetched[count];

		if (sp_crawl_choose(crawl, &next->choice))
			return crawl->err->status;
		if (next->choice.none)
			break;
		*none = false;
		if (crawl_put_download(crawl, &next->choice, watch,
				       &next->download, &gone))
			return crawl->err->status;
		count += !gone;
	}
	for (uint64_t i = 0; i < count; i++) {
		crawl->size = before + i + 1;
		if (sp_crawl_follow(crawl, &fetched[i].choice, watch,
				    &fetched[i].download))
			return crawl->err->status;
	}
	return SP_OK;
}
