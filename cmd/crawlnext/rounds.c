/* SPDX-License-Identifier: MIT */
/*
 * --done: what other rounds of the crawl have fetched.
 *
 * A graph of all rounds is a merge of large graphs, and takes longer than the
 * round that one of them describes.  For a batch only states matter, and what
 * is known of fetches, so that of each FILE these are kept, with a number for
 * each page: the page of our graph with the same URL.  Names and links pass,
 * and nothing of them is kept.
 *
 * FILEs come in the order of the rounds: what the last one says of a page
 * counts, unless it only knows it.
 */
#include "crawlnext.h"

#include "base/memory.h"
#include "stream/section/fetches.h"
#include "stream/section/names.h"
#include "stream/section/states.h"

#include <stdlib.h>
#include <string.h>

#define NOT_OURS UINT32_MAX

struct round {
	const struct sp_match_index *index;
	struct sp_matcher *matcher;
	uint32_t *page_of;       /* ours of each page, or NOT_OURS */
	uint64_t count, capacity;
	uint64_t shared;
};

static enum sp_status
round_take_name(void *context, uint64_t page, const char *name, size_t length,
		struct sp_error *err)
{
	struct round *round = context;
	struct sp_span url = { name, length };
	uint64_t ours;

	if (!sp_grow(&round->page_of, &round->capacity, page + 1))
		return sp_no_memory(err, "the pages of another round");
	if (sp_match_find(round->index, round->matcher, url, NULL, &ours, err))
		return err->status;
	/* Names that come again begin again. */
	if (!page)
		round->shared = 0;
	round->shared += ours != SP_NO_MATCH;
	round->page_of[page] = ours == SP_NO_MATCH ? NOT_OURS : (uint32_t)ours;
	round->count = page + 1;
	return SP_OK;
}

/* ---- states ----------------------------------------------------------- */

static void
take_states(struct crawlnext *next, const struct round *round,
	    const struct sp_states *theirs)
{
	uint8_t *ours = next->own_states.state_of;

	for (uint64_t page = 0; page < theirs->pages; page++) {
		uint32_t own = round->page_of[page];
		uint8_t state = theirs->state_of[page];

		if (own == NOT_OURS || state == SP_PAGE_UNFETCHED)
			continue;
		/* A rule of a later round does not undo what has come. */
		if (!crawlnext_was_tried((enum sp_page_state)state) &&
		    ours[own] != SP_PAGE_FAILED &&
		    crawlnext_was_tried((enum sp_page_state)ours[own]))
			continue;
		next->done += ours[own] == SP_PAGE_UNFETCHED;
		ours[own] = state;
	}
}

/* ---- fetches ---------------------------------------------------------- */

static int
by_page_and_time(const void *a, const void *b)
{
	const struct sp_fetch *x = a, *y = b;

	if (x->page != y->page)
		return x->page < y->page ? -1 : 1;
	return (x->time > y->time) - (x->time < y->time);
}

/*
 * Their fetches of our pages, by our numbers.  Where several of their pages are
 * one of ours, the last fetch counts.
 */
static enum sp_status
map_fetches(const struct round *round, const struct sp_states *states,
	    const struct sp_fetches *theirs, struct sp_fetches *mapped,
	    struct sp_error *err)
{
	uint64_t kept = 0;

	mapped->items = sp_alloc(theirs->count, sizeof(*mapped->items));
	if (!mapped->items)
		return sp_no_memory(err, "the fetches of another round");
	mapped->capacity = theirs->count;
	for (uint64_t i = 0; i < theirs->count; i++) {
		struct sp_fetch fetch = theirs->items[i];

		if (states->state_of[fetch.page] == SP_PAGE_UNFETCHED ||
		    round->page_of[fetch.page] == NOT_OURS)
			continue;
		fetch.page = round->page_of[fetch.page];
		mapped->items[mapped->count++] = fetch;
	}
	if (mapped->count)
		qsort(mapped->items, mapped->count, sizeof(*mapped->items),
		      by_page_and_time);
	for (uint64_t i = 0; i < mapped->count; i++)
		if (i + 1 == mapped->count ||
		    mapped->items[i].page != mapped->items[i + 1].page)
			mapped->items[kept++] = mapped->items[i];
	mapped->count = kept;
	return SP_OK;
}

/* All of ours and theirs; of a page of both, theirs. */
static enum sp_status
merge_fetches(const struct sp_fetches *ours, const struct sp_fetches *theirs,
	      struct sp_fetches *all, struct sp_error *err)
{
	uint64_t a = 0, b = 0, count = ours ? ours->count : 0;

	while (a < count || b < theirs->count) {
		bool other = b < theirs->count &&
			     (a == count || theirs->items[b].page <=
						    ours->items[a].page);
		const struct sp_fetch *fetch = other ? &theirs->items[b++] :
						       &ours->items[a++];

		if (other && a < count && ours->items[a].page == fetch->page)
			a++;
		if (sp_fetches_add(all, fetch, err))
			return err->status;
	}
	return SP_OK;
}

/* Times by two clocks cannot be compared: those of the graph stay. */
static void
agree_on_clock(struct crawlnext *next, const char *name,
	       struct sp_fetches *mapped, enum sp_fetch_clock theirs,
	       struct sp_fetches *all)
{
	all->clock = next->fetches ? next->fetches->clock : SP_CLOCK_NONE;
	if (all->clock == SP_CLOCK_NONE)
		all->clock = theirs;
	if (theirs == all->clock || theirs == SP_CLOCK_NONE)
		return;
	for (uint64_t i = 0; i < mapped->count; i++)
		mapped->items[i].time = SP_FETCH_NO_TIME;
	if (next->options.retry_after)
		cmd_warn(next->cmd, "option --done: the times of %s are %s, "
			 "not %s, and are ignored", name,
			 sp_fetch_clock_word(theirs),
			 sp_fetch_clock_word(all->clock));
}

static enum sp_status
take_fetches(struct crawlnext *next, const struct round *round,
	     const char *name, const struct sp_contents *contents)
{
	const struct sp_fetches *theirs = sp_contents_fetches(contents);
	struct sp_fetches mapped = { 0 }, all = { .pages = next->pages };
	struct sp_error *err = &next->cmd->err;
	enum sp_status status;

	if (!theirs)
		return SP_OK;
	status = map_fetches(round, sp_contents_states(contents), theirs,
			     &mapped, err);
	if (!status) {
		agree_on_clock(next, name, &mapped, theirs->clock, &all);
		status = merge_fetches(next->fetches, &mapped, &all, err);
	}
	sp_fetches_free(&mapped);
	sp_fetches_free(&next->done_fetches);
	next->done_fetches = all;
	next->fetches = &next->done_fetches;
	return status;
}

/* ---- rounds ----------------------------------------------------------- */

static enum sp_status
round_check(struct crawlnext *next, const struct round *round,
	    const char *path, const struct sp_contents *contents)
{
	const struct sp_states *states = sp_contents_states(contents);
	const char *missing = !states ? "states of pages" :
			      !sp_contents_has_names(contents) ? "names" : NULL;
	struct sp_error *err = &next->cmd->err;

	if (missing)
		return sp_fail(err, SP_DATA, "%s: no %s in the stream, which "
			       "--done needs", path, missing);
	return states->pages == round->count ? SP_OK :
		sp_fail(err, SP_DATA, "%s: %" PRIu64 " names of %" PRIu64
			" pages", path, round->count, states->pages);
}

/* Reads one FILE, and takes over what it knows of our pages. */
static enum sp_status
read_round(struct crawlnext *next, struct round *round, const char *path)
{
	struct sp_name_visitor visitor = { round, round_take_name };
	struct sp_load_options load = {
		.want = SP_SECTION_NAMES | SP_SECTION_STATES |
			SP_SECTION_FETCHES,
		.names = &visitor, .threads = next->cmd->threads
	};
	const char *name = cmd_list_name(path);
	struct sp_contents contents = { .has_basis = false };
	enum sp_status status;

	round->count = round->shared = 0;
	status = cmd_load(next->cmd, path, &load, &contents);
	if (!status)
		status = round_check(next, round, name, &contents);
	if (!status && !round->shared)
		cmd_warn(next->cmd, "option --done: %s shares no page with the "
			 "graph", name);
	if (!status) {
		take_states(next, round, sp_contents_states(&contents));
		status = take_fetches(next, round, name, &contents);
	}
	sp_contents_free(&contents);
	return status;
}

enum sp_status
crawlnext_own_states(struct crawlnext *next)
{
	if (next->states == &next->own_states)
		return SP_OK;
	if (sp_states_new(next->pages, &next->own_states, &next->cmd->err))
		return next->cmd->err.status;
	memcpy(next->own_states.state_of, next->states->state_of,
	       next->pages);
	next->states = &next->own_states;
	return SP_OK;
}

static void
warn_of_pages_alike(const struct crawlnext *next,
		    const struct sp_match_index *index)
{
	uint64_t alike = sp_match_index_alike(index, next->names);

	if (alike)
		cmd_warn(next->cmd, "option --done: %" PRIu64 " of %" PRIu64
			 " pages have the URL of another one, and may be "
			 "chosen though that is done (graphimport --normalize "
			 "joins such pages)", alike, next->names->count);
}

enum sp_status
crawlnext_read_rounds(struct crawlnext *next)
{
	const struct option_list *files = &next->options.done;
	struct sp_error *err = &next->cmd->err;
	struct sp_match_index *index = NULL;
	struct round round = { .page_of = NULL };
	enum sp_status status;

	if (!files->count)
		return SP_OK;
	if (!next->names)
		return sp_fail(err, SP_DATA, "option --done: no names in the "
			       "stream (import the graph with names)");
	status = sp_match_index_new(next->names, next->options.match, &index,
				    err);
	round.index = index;
	if (!status)
		status = sp_matcher_new(&round.matcher, err);
	if (!status)
		warn_of_pages_alike(next, index);
	if (!status)
		status = crawlnext_own_states(next);
	for (uint64_t i = 0; !status && i < files->count; i++)
		status = read_round(next, &round, files->items[i]);
	cmd_result(next->cmd, "rounds %" PRIu64, files->count);
	cmd_count(next->cmd, "done", next->done);
	free(round.page_of);
	sp_matcher_free(round.matcher);
	sp_match_index_free(index);
	return status;
}
