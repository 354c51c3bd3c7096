/* SPDX-License-Identifier: MIT */
/*
 * The fetches that the logs record.  A page has one, whatever the
 * order of the lines: that of the line with the best state, and of several such
 * lines the last by time.  All requests are counted.
 *
 * The number of a page leads to its fetch, 4 bytes a page of the graph, and
 * fetches are sorted by page at the end.  Those that the graph has come first,
 * so that the logs of a crawl can be imported one after the other.
 */
#include "crawlimport.h"

#include "base/memory.h"
#include "stream/section/fetches.h"

#include <stdlib.h>

#define NO_FETCH UINT32_MAX

/*
 * Places in an order, of a replay, are no times that those of a log could be
 * compared with.
 */
static const struct sp_fetches *
old_fetches(struct crawlimport *job)
{
	const struct sp_fetches *old = sp_contents_fetches(&job->contents);

	if (!old || old->clock != SP_CLOCK_DOWNLOADS)
		return old;
	cmd_warn(job->cmd, "the fetches of the graph are those of a replay, "
		 "and are replaced by those of the log");
	return NULL;
}

enum sp_status
log_fetches_begin(struct crawlimport *job, uint64_t pages)
{
	const struct sp_fetches *old = old_fetches(job);
	struct log_fetches *fetches = &job->fetches;
	struct sp_error *err = &job->cmd->err;

	fetches->list = (struct sp_fetches){ .pages = pages };
	fetches->fetch_of = sp_alloc(pages, sizeof(*fetches->fetch_of));
	if (!fetches->fetch_of)
		return sp_no_memory(err, "the fetches of the pages");
	for (uint64_t page = 0; page < pages; page++)
		fetches->fetch_of[page] = NO_FETCH;
	for (uint64_t i = 0; old && i < old->count; i++) {
		fetches->fetch_of[old->items[i].page] = (uint32_t)i;
		if (sp_fetches_add(&fetches->list, &old->items[i], err))
			return err->status;
	}
	sp_contents_drop(&job->contents, SP_SECTION_FETCHES);
	return SP_OK;
}

/*
 * Is the first of two of one page and one state the one that counts?  By time;
 * of equal times, by what would otherwise depend on the order of the lines.
 */
static bool
counts_more(const struct sp_fetch *a, const struct sp_fetch *b)
{
	if (a->time != b->time)
		return a->time > b->time;
	if (a->size != b->size)
		return a->size + 1 > b->size + 1; /* unknown: 0 */
	return a->digest > b->digest;
}

enum sp_status
log_fetches_note(struct crawlimport *job, const struct sp_crawl_event *event,
		 uint64_t page, enum sp_page_state before)
{
	uint32_t *place = &job->fetches.fetch_of[page];
	struct sp_fetches *list = &job->fetches.list;
	bool better = before == SP_PAGE_UNFETCHED || event->state < before;
	struct sp_fetch fetch = {
		.time = sp_fetch_seconds(event->time),
		.size = event->size < 0 || event->record_size ?
				SP_FETCH_NO_SIZE : (uint64_t)event->size,
		.digest = sp_fetch_digest(event->digest),
		.page = (uint32_t)page, .captures = 1
	};
	struct sp_fetch *kept;

	if (event->outcome == SP_CRAWL_OTHER ||
	    event->state == SP_PAGE_UNFETCHED)
		return SP_OK;
	if (*place == NO_FETCH) {
		*place = (uint32_t)list->count;
		/* That which gave the page its state is not known. */
		if (!better && event->state != before)
			fetch = (struct sp_fetch){
				SP_FETCH_NO_TIME, SP_FETCH_NO_SIZE,
				SP_FETCH_NO_DIGEST, fetch.page, 1
			};
		return sp_fetches_add(list, &fetch, &job->cmd->err);
	}
	kept = &list->items[*place];
	fetch.captures = kept->captures + (kept->captures < UINT32_MAX);
	if (better || (event->state == before && counts_more(&fetch, kept)))
		*kept = fetch;
	kept->captures = fetch.captures;
	return SP_OK;
}

enum sp_status
log_fetches_write(struct crawlimport *job, const struct sp_basis *basis)
{
	struct sp_fetches *list = &job->fetches.list;

	sp_fetches_sort(list);
	list->clock = SP_CLOCK_NONE;
	for (uint64_t i = 0; i < list->count; i++)
		if (list->items[i].time != SP_FETCH_NO_TIME)
			list->clock = SP_CLOCK_SECONDS;
	return sp_save_fetches(cmd_output_writer(job->output), list, basis,
			       &job->cmd->err);
}

void
log_fetches_free(struct log_fetches *fetches)
{
	sp_fetches_free(&fetches->list);
	free(fetches->fetch_of);
}
