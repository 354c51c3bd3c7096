/* SPDX-License-Identifier: MIT */
/*
 * The fetches that the logs record.  A page has one, whatever the order of the
 * lines: the time is that of the line with the best state, of several such
 * lines the last; size and digest are those of the last of them that says any,
 * since a log that is silent of them must not undo what an archive has said.
 * All requests are counted.
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

/* A fetch says all that it knows at its own time. */
static struct log_said
said_by(const struct sp_fetch *fetch)
{
	return (struct log_said){
		.size = fetch->size == SP_FETCH_NO_SIZE ? SP_FETCH_NO_TIME :
							  fetch->time,
		.digest = fetch->digest == SP_FETCH_NO_DIGEST ?
				  SP_FETCH_NO_TIME : fetch->time
	};
}

/* Appends a fetch of a page that has none. */
static enum sp_status
fetches_append(struct log_fetches *fetches, const struct sp_fetch *fetch,
	       struct sp_error *err)
{
	uint64_t place = fetches->list.count;

	if (!sp_grow(&fetches->said, &fetches->said_capacity, place + 1))
		return sp_no_memory(err, "the fetches of the pages");
	fetches->said[place] = said_by(fetch);
	fetches->fetch_of[fetch->page] = (uint32_t)place;
	return sp_fetches_add(&fetches->list, fetch, err);
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
	for (uint64_t i = 0; old && i < old->count; i++)
		if (fetches_append(fetches, &old->items[i], err))
			return err->status;
	sp_contents_drop(&job->contents, SP_SECTION_FETCHES);
	return SP_OK;
}

/*
 * Takes a value that a fetch said, or none, if it is later than the one that
 * was said before.  Of equal times the larger, as else the order of the lines
 * would decide.
 */
static void
take_later(uint64_t *kept, int64_t *said, uint64_t value, uint64_t none,
	   int64_t time)
{
	if (value == none)
		return;
	if (*kept == none || time > *said ||
	    (time == *said && value > *kept)) {
		*kept = value;
		*said = time;
	}
}

/* A further fetch of the same state. */
static void
fetch_update(struct sp_fetch *kept, struct log_said *said,
	     const struct sp_fetch *fetch)
{
	if (fetch->time > kept->time)
		kept->time = fetch->time;
	take_later(&kept->size, &said->size, fetch->size, SP_FETCH_NO_SIZE,
		   fetch->time);
	take_later(&kept->digest, &said->digest, fetch->digest,
		   SP_FETCH_NO_DIGEST, fetch->time);
}

enum sp_status
log_fetches_note(struct crawlimport *job, const struct sp_crawl_event *event,
		 uint64_t page, enum sp_page_state before)
{
	struct log_fetches *fetches = &job->fetches;
	uint32_t place = fetches->fetch_of[page];
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
	if (place == NO_FETCH) {
		/* That which gave the page its state is not known. */
		if (!better && event->state != before)
			fetch = (struct sp_fetch){
				SP_FETCH_NO_TIME, SP_FETCH_NO_SIZE,
				SP_FETCH_NO_DIGEST, fetch.page, 1
			};
		return fetches_append(fetches, &fetch, &job->cmd->err);
	}
	kept = &fetches->list.items[place];
	fetch.captures = kept->captures + (kept->captures < UINT32_MAX);
	if (better) {
		*kept = fetch;
		fetches->said[place] = said_by(&fetch);
	} else if (event->state == before) {
		fetch_update(kept, &fetches->said[place], &fetch);
	}
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
	free(fetches->said);
	free(fetches->fetch_of);
}
