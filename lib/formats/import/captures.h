/* SPDX-License-Identifier: MIT */
/*
 * captures.h - from what a crawler fetched to a graph with names.
 *
 * A capture is one answer to one request for a page: its URL, when it was
 * fetched, where it redirects to, and the URLs that it links to.  Captures come
 * one after another, as archives have them, and become pages, names and links.
 *
 * Every page that was captured is a page of the graph, with or without links;
 * so is every page that a kept capture links to.  Pages are numbered in the
 * order in which their URLs appear first in captures that are kept when they
 * come.
 *
 * A page may be captured several times.  Its links are those of one capture:
 * of those that answered (see below), the last by time or, of equal times, the
 * last to come; with options->first, the first instead.  Captures that did not
 * answer, such as errors, count only if no other did.  A URL that only dropped
 * captures link to is no page.
 *
 * The state of a page is that of the capture that is kept, and so are the time,
 * size and digest of its fetch; the fetch counts all captures.  A page that
 * others link to and nobody captured is unfetched.
 *
 * Memory: the URLs with 12 bytes each, 60 bytes for each captured page, at the
 * end 32 more, and the links in compact form once; sorting them is bounded by
 * options->sort.
 */
#ifndef SP_FORMATS_IMPORT_CAPTURES_H
#define SP_FORMATS_IMPORT_CAPTURES_H

#include "base/span.h"
#include "graph/fetches.h"
#include "graph/links/collect.h"
#include "graph/names.h"
#include "graph/states.h"

struct sp_captures_options {
	bool first;          /* keep the first capture of a page */
	bool fetched_only;   /* drop links to pages that were not captured */
	bool fold_redirects; /* a page that redirects becomes where it ends */
	bool for_merge;      /* leave these two to who has all captures */
	struct sp_linksort_options sort; /* weighted is ignored */
};

/*
 * The URLs are in normal form, which has at most SP_NAME_MAX bytes; redirect is
 * absent if it does not redirect.
 */
struct sp_capture {
	struct sp_span url, redirect;
	int64_t time;        /* INT64_MIN: not known, before all others */
	bool answered;       /* with what the page has, or where it is now */
	enum sp_page_state state;
	uint64_t size, digest; /* of the body, see graph/fetches.h */
};

/* What decides between two captures of one page. */
struct sp_capture_rank {
	int64_t time;
	bool answered;
};

/* Does a capture that comes later take the place of the one kept so far? */
static inline bool
sp_capture_is_better(bool first, struct sp_capture_rank later,
		     struct sp_capture_rank kept)
{
	if (later.answered != kept.answered)
		return later.answered;
	return first ? later.time < kept.time : later.time >= kept.time;
}

/* The capture that was kept of a page. */
struct sp_kept_capture {
	uint32_t page, redirect; /* pages of the graph; UINT32_MAX: none */
	struct sp_capture_rank rank;
	enum sp_page_state state;
	uint64_t size, digest;
	uint32_t captures;       /* of the page, also those not kept */
};

struct sp_capture_list {
	struct sp_kept_capture *items; /* in no order; freed by the caller */
	uint64_t count;
};

/*
 * What became of the captures.  A redirect is endless if the pages that it
 * leads to redirect in a circle: such pages are not folded.
 */
struct sp_capture_counts {
	uint64_t captures;   /* all of them */
	uint64_t pages;      /* different pages among them */
	uint64_t folded;     /* of these: replaced by where they end */
	uint64_t endless;    /* of these: not folded, as they never end */
	uint64_t duplicates; /* links of kept captures, given again */
	uint64_t unfetched;  /* links dropped by fetched_only */
};

struct sp_captures;

/* Returns NULL if memory is short. */
struct sp_captures *sp_captures_new(const struct sp_captures_options *options);

/*
 * Begins the next capture.  If its links will be dropped in any case, *wanted
 * becomes false, and they need not be given.  Returns SP_DATA for too many
 * pages; SP_IO; SP_MEMORY.
 */
enum sp_status sp_captures_begin(struct sp_captures *captures,
				 const struct sp_capture *capture,
				 bool *wanted, struct sp_error *err);

/* What sp_captures_links() wants with a URL; for any thread at any time. */
uint64_t sp_captures_hash(const struct sp_captures *captures,
			  struct sp_span url);

/*
 * Adds links to the capture begun last, at most SP_NAMES_AHEAD: more at a time
 * are faster.  Fails as sp_captures_begin().
 */
enum sp_status sp_captures_links(struct sp_captures *captures,
				 const struct sp_hashed_name *urls,
				 size_t count, struct sp_error *err);

/*
 * Makes the graph, and moves the names of its pages to the empty *names.  With
 * options->for_merge, stores the captures that were kept in the empty *list;
 * where they redirect to is a page then, too.  Without it, stores the states of
 * the pages in the empty *states, and the fetches of those that were captured
 * in the empty *fetches.  The caller frees all five.  made->duplicates is that
 * of *counts.  Only sp_captures_free() may be called afterwards.  Returns
 * SP_IO; SP_MEMORY.
 */
enum sp_status sp_captures_finish(struct sp_captures *captures,
				  struct sp_collected *made,
				  struct sp_names *names,
				  struct sp_capture_list *list,
				  struct sp_states *states,
				  struct sp_fetches *fetches,
				  struct sp_capture_counts *counts,
				  struct sp_error *err);

void sp_captures_free(struct sp_captures *captures); /* accepts NULL */

#endif
