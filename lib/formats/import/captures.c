/* SPDX-License-Identifier: MIT */
/*
 * Which capture of a page is kept is known only at the end, and then some URLs
 * are no pages.  So links are stored in rows of their own, a row a capture:
 * rows ascend as they come and need no sort.  At the end the rows that were
 * kept go to a second collection by page, and a set of the URLs in use gives
 * the pages their numbers.
 *
 *	URL     -> number      dictionary: in order of appearance
 *	number  -> kept        kept_of: the capture that is kept, or NONE
 *	kept    -> row         the links of that capture, in `links`
 *	row     -> number      row_page: whose capture a row is
 *
 * A capture takes a row only if it is better than what is kept at that moment.
 * The row of the one before stays where it is, and is known as dropped by
 * kept->row, which is no longer its number.  The other way, to remove its
 * links, would need random access to what has been packed and may be on the
 * disk.
 *
 * With for_merge nothing is decided that needs the captures of other tasks:
 * redirects are not followed, and pages that were not fetched stay
 * (formats/merge/fetches.c decides both, by the same sp_capture_is_better()).
 *
 * Numbers of pages are ranks in the set of URLs in use, so pages keep the order
 * of appearance, and names are moved together in place.
 */
#include "formats/import/captures.h"

#include "base/memory.h"
#include "formats/import/redirects.h"
#include "graph/packed.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX /* no capture, no redirect */
_Static_assert(NONE == SP_NO_REDIRECT, "redirects are numbers of URLs");

/* The capture that is kept of a page. */
struct kept_capture {
	int64_t time;
	uint64_t size, digest;
	uint32_t captures; /* of the page */
	uint32_t page;     /* number of its URL */
	uint32_t row;      /* of its links */
	uint32_t links;    /* with duplicates */
	struct sp_redirect redirect; /* to the number of a URL */
	bool answered;
	uint8_t state;     /* enum sp_page_state */
};

struct sp_captures {
	struct sp_captures_options options;
	struct sp_names names;           /* all URLs, also those dropped */
	struct sp_dictionary *dictionary;
	uint32_t *kept_of;               /* of a URL: index in kept or NONE */
	uint64_t known, kept_of_capacity;
	struct kept_capture *kept;
	uint64_t kept_count, kept_capacity;
	uint32_t *row_page;              /* the page of each row */
	uint64_t rows, row_capacity;
	struct sp_collect *links;        /* by row, to numbers of URLs */
	bool open;                       /* the last row takes links */
	uint32_t *targets;               /* of a row, at the end */
	uint64_t target_capacity;
	struct sp_collect *by_page;
	struct sp_idset *used;
	struct sp_capture_counts counts;
};

struct sp_captures *
sp_captures_new(const struct sp_captures_options *options)
{
	struct sp_captures *captures = sp_alloc_zero(1, sizeof(*captures));

	if (!captures)
		return NULL;
	captures->options = *options;
	captures->options.sort.weighted = false;
	captures->names.packed = sp_packed_new();
	captures->dictionary = sp_dictionary_new(&captures->names);
	captures->links = sp_collect_new(&captures->options.sort, false);
	if (!captures->names.packed || !captures->dictionary ||
	    !captures->links) {
		sp_captures_free(captures);
		return NULL;
	}
	return captures;
}

void
sp_captures_free(struct sp_captures *captures)
{
	if (!captures)
		return;
	sp_dictionary_free(captures->dictionary);
	sp_names_free(&captures->names);
	free(captures->kept_of);
	free(captures->kept);
	free(captures->row_page);
	sp_collect_free(captures->links);
	free(captures->targets);
	sp_collect_free(captures->by_page);
	sp_idset_free(captures->used);
	free(captures);
}

/* ---- captures come ---------------------------------------------------- */

/* Numbers of URLs below this one have a place for their capture. */
static enum sp_status
know_urls(struct sp_captures *captures, uint64_t count, struct sp_error *err)
{
	if (count <= captures->known)
		return SP_OK;
	if (!sp_grow(&captures->kept_of, &captures->kept_of_capacity, count))
		return sp_no_memory(err, "pages");
	while (captures->known < count)
		captures->kept_of[captures->known++] = NONE;
	return SP_OK;
}

/* Finds the number of the URL. */
static enum sp_status
captures_find_url(struct sp_captures *captures, struct sp_span url,
		  uint32_t *number, struct sp_error *err)
{
	if (sp_dictionary_add_page(captures->dictionary, url, number, err))
		return err->status;
	return know_urls(captures, (uint64_t)*number + 1, err);
}

/* Does the capture take the place of the one that is kept so far? */
static bool
captures_is_better(const struct sp_captures *captures,
		   const struct sp_capture *capture,
		   const struct kept_capture *kept)
{
	struct sp_capture_rank now = { kept->time, kept->answered };
	struct sp_capture_rank rank = { capture->time, capture->answered };

	return sp_capture_is_better(captures->options.first, rank, now);
}

/* Returns the place of the page's capture, made if need be; NULL: memory. */
static struct kept_capture *
keep_page(struct sp_captures *captures, uint32_t page)
{
	uint32_t *index = &captures->kept_of[page];

	if (*index == NONE) {
		if (!sp_grow(&captures->kept, &captures->kept_capacity,
			     captures->kept_count + 1))
			return NULL;
		*index = (uint32_t)captures->kept_count++;
		captures->kept[*index].captures = 0;
	}
	return &captures->kept[*index];
}

/* Gives the capture the next row for its links, and keeps it. */
static enum sp_status
keep_capture(struct sp_captures *captures, const struct sp_capture *capture,
	     uint32_t page, struct sp_error *err)
{
	struct kept_capture *kept;
	uint32_t redirect = NONE;

	if (captures->rows >= SP_PAGES_MAX)
		return sp_fail(err, SP_DATA,
			       "at most %" PRIu64 " captures are supported",
			       SP_PAGES_MAX);
	if (captures->options.fold_redirects && capture->redirect.text &&
	    captures_find_url(captures, capture->redirect, &redirect, err))
		return err->status;
	kept = keep_page(captures, page);
	if (!kept || !sp_grow(&captures->row_page, &captures->row_capacity,
			      captures->rows + 1))
		return sp_no_memory(err, "pages");
	captures->row_page[captures->rows] = page;
	*kept = (struct kept_capture){
		.time = capture->time, .size = capture->size,
		.digest = capture->digest, .captures = kept->captures,
		.page = page,
		.row = (uint32_t)captures->rows++,
		.redirect = { redirect, false, false },
		.answered = capture->answered,
		.state = (uint8_t)capture->state
	};
	return SP_OK;
}

static enum sp_status
count_capture(struct sp_captures *captures, uint32_t page)
{
	uint32_t *count = &captures->kept[captures->kept_of[page]].captures;

	*count += *count < UINT32_MAX;
	return SP_OK;
}

/*
 * A capture that is not kept at this moment never will be: whatever took its
 * place is better than it was, by an order that does not depend on what comes.
 */
enum sp_status
sp_captures_begin(struct sp_captures *captures,
		  const struct sp_capture *capture, bool *wanted,
		  struct sp_error *err)
{
	uint32_t page;

	captures->open = false;
	*wanted = false;
	if (captures_find_url(captures, capture->url, &page, err))
		return err->status;
	captures->counts.captures++;
	if (captures->kept_of[page] == NONE)
		captures->counts.pages++;
	else if (!captures_is_better(captures, capture,
				     &captures->kept[captures->kept_of[page]]))
		return count_capture(captures, page);
	if (keep_capture(captures, capture, page, err))
		return err->status;
	captures->open = *wanted = true;
	return count_capture(captures, page);
}

uint64_t
sp_captures_hash(const struct sp_captures *captures, struct sp_span url)
{
	return sp_dictionary_hash(captures->dictionary, url);
}

enum sp_status
sp_captures_links(struct sp_captures *captures,
		  const struct sp_hashed_name *urls, size_t count,
		  struct sp_error *err)
{
	uint32_t targets[SP_NAMES_AHEAD], page;
	struct sp_row links = { captures->rows - 1, count, targets, NULL };

	if (!captures->open || !count)
		return SP_OK;
	if (sp_dictionary_add_pages(captures->dictionary, urls, count,
				    targets, err) ||
	    know_urls(captures, captures->names.count, err))
		return err->status;
	page = captures->row_page[captures->rows - 1];
	captures->kept[captures->kept_of[page]].links += (uint32_t)count;
	return sp_collect_links(captures->links, &links, err);
}

/* ---- redirects -------------------------------------------------------- */

/* The capture that is kept of the page, or NULL. */
static struct kept_capture *
kept_of_page(const struct sp_captures *captures, uint32_t page)
{
	uint32_t index = captures->kept_of[page];

	return index == NONE ? NULL : &captures->kept[index];
}

static struct sp_redirect *
captures_find_redirect(void *context, uint32_t page)
{
	struct kept_capture *kept = kept_of_page(context, page);

	return kept ? &kept->redirect : NULL;
}

/* Afterwards a page redirects to where it ends, or not at all. */
static void
captures_resolve_redirects(struct sp_captures *captures)
{
	struct sp_capture_counts *counts = &captures->counts;

	for (uint64_t i = 0; i < captures->kept_count; i++) {
		struct sp_redirect *redirect = &captures->kept[i].redirect;

		if (redirect->to == NONE && !redirect->resolved)
			continue;
		if (!redirect->resolved)
			sp_redirect_resolve(redirect, captures_find_redirect,
					    captures);
		if (redirect->to == NONE)
			counts->endless++;
		else
			counts->folded++;
	}
}

/* ---- pages and links that stay ---------------------------------------- */

/* What another task has fetched decides where redirects end. */
static bool
folds(const struct sp_captures *captures)
{
	return captures->options.fold_redirects &&
	       !captures->options.for_merge;
}

/* The page that stands for the URL, or NONE. */
static uint32_t
page_of_url(const struct sp_captures *captures, uint32_t url)
{
	const struct kept_capture *kept = kept_of_page(captures, url);

	if (folds(captures) && kept && kept->redirect.to != NONE) {
		url = kept->redirect.to;
		kept = kept_of_page(captures, url);
	}
	return !kept && captures->options.fetched_only &&
		!captures->options.for_merge ? NONE : url;
}

static enum sp_status
captures_use_page(struct sp_captures *captures, uint32_t page,
		  struct sp_error *err)
{
	if (page != NONE && !sp_idset_add(captures->used, page))
		return sp_no_memory(err, "pages");
	return SP_OK;
}

/* A row by capture becomes a row by page, unless its capture was dropped. */
static enum sp_status
captures_take_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct sp_captures *captures = context;
	uint32_t page = captures->row_page[row->page], target;
	const struct kept_capture *kept = kept_of_page(captures, page);
	struct sp_row taken = { page, 0, NULL, NULL };

	if (kept->row != row->page ||
	    (folds(captures) && kept->redirect.to != NONE))
		return SP_OK;
	/*
	 * kept->links counts the links as they were given; the collection has
	 * merged those of a row.  Captures that were dropped have been left out
	 * above, so that their duplicates are not counted.
	 */
	captures->counts.duplicates += kept->links - row->count;
	if (!sp_grow(&captures->targets, &captures->target_capacity,
		     row->count))
		return sp_no_memory(err, "a list of links");
	for (uint64_t i = 0; i < row->count; i++) {
		target = page_of_url(captures, row->successors[i]);
		if (target == NONE) {
			captures->counts.unfetched++;
			continue;
		}
		if (captures_use_page(captures, target, err))
			return err->status;
		captures->targets[taken.count++] = target;
	}
	taken.successors = captures->targets;
	return taken.count ? sp_collect_links(captures->by_page, &taken, err) :
			     SP_OK;
}

/*
 * Pages that were fetched come first into the set of those in use, whether or
 * not anything links to them; rows then add what they link to.  Only after that
 * are ranks, and so final numbers, known.
 */
static enum sp_status
take_rows(struct sp_captures *captures, struct sp_error *err)
{
	struct sp_row_sink sink = { captures, NULL, captures_take_row };
	uint64_t duplicates;
	enum sp_status status = SP_OK;

	captures->by_page = sp_collect_new(&captures->options.sort, true);
	captures->used = sp_idset_new();
	if (!captures->by_page || !captures->used)
		return sp_no_memory(err, "pages");
	for (uint64_t i = 0; !status && i < captures->kept_count; i++) {
		const struct kept_capture *kept = &captures->kept[i];

		status = captures_use_page(
			captures, page_of_url(captures, kept->page), err);
		/* The merge needs the URL, whatever links to it. */
		if (!status && captures->options.for_merge)
			status = captures_use_page(captures, kept->redirect.to,
						   err);
	}
	/* Its duplicates include those of captures that were dropped. */
	if (!status)
		status = sp_collect_walk(captures->links, SP_PAGES_MAX, &sink,
					 &duplicates, err);
	sp_collect_free(captures->links);
	captures->links = NULL;
	return status;
}

/* Moves the names in use together: they stay in order, and need no copy. */
static void
drop_names(struct sp_names *names, const struct sp_idset *used)
{
	uint64_t count = 0;
	uint32_t page;

	for (uint64_t from = 0; sp_idset_next(used, from, &page);
	     from = (uint64_t)page + 1)
		sp_names_move(names, page, count++);
	names->count = count;
}

/*
 * The number that the URL has as a page of the graph.  Of a merge, where each
 * redirect leads is in use, so that the rank is that of the page itself.
 */
static uint32_t
final_page(const struct sp_captures *captures, uint32_t url)
{
	return url == NONE ? NONE : sp_idset_rank(captures->used, url);
}

static enum sp_status
list_kept(const struct sp_captures *captures, struct sp_capture_list *list,
	  struct sp_error *err)
{
	list->items = sp_alloc(captures->kept_count, sizeof(*list->items));
	if (!list->items)
		return sp_no_memory(err, "pages");
	for (uint64_t i = 0; i < captures->kept_count; i++) {
		const struct kept_capture *kept = &captures->kept[i];

		list->items[list->count++] = (struct sp_kept_capture){
			final_page(captures, kept->page),
			final_page(captures, kept->redirect.to),
			{ kept->time, kept->answered },
			(enum sp_page_state)kept->state,
			kept->size, kept->digest, kept->captures
		};
	}
	return SP_OK;
}

/* A page that was folded into another has no state: it is no page. */
static enum sp_status
set_states(const struct sp_captures *captures, uint64_t pages,
	   struct sp_states *states, struct sp_error *err)
{
	if (sp_states_new(pages, states, err))
		return err->status;
	for (uint64_t i = 0; i < captures->kept_count; i++) {
		const struct kept_capture *kept = &captures->kept[i];

		if (page_of_url(captures, kept->page) == kept->page)
			states->state_of[final_page(captures, kept->page)] =
				kept->state;
	}
	return SP_OK;
}

/* In the order of the numbers of URLs, which that of the pages is. */
static enum sp_status
set_fetches(const struct sp_captures *captures, uint64_t pages,
	    struct sp_fetches *fetches, struct sp_error *err)
{
	*fetches = (struct sp_fetches){ .pages = pages };
	if (!sp_grow(&fetches->items, &fetches->capacity,
		     captures->kept_count))
		return sp_no_memory(err, "the fetches of the pages");
	for (uint32_t url = 0; url < captures->known; url++) {
		const struct kept_capture *kept = kept_of_page(captures, url);
		struct sp_fetch fetch;

		if (!kept || page_of_url(captures, url) != url)
			continue;
		fetch = (struct sp_fetch){
			sp_fetch_seconds(kept->time), kept->size, kept->digest,
			final_page(captures, url), kept->captures
		};
		if (fetch.time != SP_FETCH_NO_TIME)
			fetches->clock = SP_CLOCK_SECONDS;
		if (sp_fetches_add(fetches, &fetch, err))
			return err->status;
	}
	return SP_OK;
}

enum sp_status
sp_captures_finish(struct sp_captures *captures, struct sp_collected *made,
		   struct sp_names *names, struct sp_capture_list *list,
		   struct sp_states *states, struct sp_fetches *fetches,
		   struct sp_capture_counts *counts, struct sp_error *err)
{
	uint64_t limit = captures->names.count, pages;

	*made = (struct sp_collected){ .graph = NULL };
	sp_dictionary_free(captures->dictionary);
	captures->dictionary = NULL;
	if (folds(captures))
		captures_resolve_redirects(captures);
	if (take_rows(captures, err))
		return err->status;
	pages = sp_idset_count(captures->used);
	if (captures->options.for_merge ?
		    list_kept(captures, list, err) :
		    set_states(captures, pages, states, err) ||
		    set_fetches(captures, pages, fetches, err))
		return err->status;
	free(captures->kept);
	captures->kept = NULL;
	free(captures->kept_of);
	captures->kept_of = NULL;
	if (sp_collect_finish(captures->by_page, pages, captures->used, limit,
			      made, err))
		return err->status;
	/* Redirects that are folded make equal links of different ones. */
	captures->counts.duplicates += made->duplicates;
	made->duplicates = captures->counts.duplicates;
	if (pages < limit)
		drop_names(&captures->names, captures->used);
	*names = captures->names;
	captures->names = (struct sp_names)SP_NAMES_EMPTY;
	*counts = captures->counts;
	return SP_OK;
}
