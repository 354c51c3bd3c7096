/* SPDX-License-Identifier: MIT */
/*
 * match.h - which page of a graph a URL means, if the two are not written in
 * the same way.
 *
 * A name of the graph and a URL mean the same page, in the order of preference,
 *
 * 0. if they are the same bytes;
 * 1. if the name is the normal form of the URL (web/page/url.h);
 * 2. if both have the same normal form;
 * 3. if their normal forms differ in http or https, in "www." before the host,
 *    or in slashes at the end only.  Here a text without a scheme, as hosts are
 *    written, is one of http, unless it has only digits.
 *
 * Of the names of one rank, that of the smallest page is meant.  Matching is
 * exact (rank 0), by normal forms (up to rank 2), or loose (all).
 *
 * There are two ways to look.  An index has all names of a graph, and finds any
 * number of URLs.  web/page/wanted.h has the URLs instead, and looks at each
 * name once: for few URLs, and for names that are not kept.
 */
#ifndef SP_WEB_PAGE_MATCH_H
#define SP_WEB_PAGE_MATCH_H

#include "base/span.h"
#include "graph/names.h"

enum sp_match { SP_MATCH_EXACT, SP_MATCH_NORMAL, SP_MATCH_LOOSE };

/* The words of options. */
#define SP_MATCH_WORDS "exact|normal|loose"

enum sp_match_rank { SP_RANK_SAME, SP_RANK_NORMAL_NAME, SP_RANK_NORMAL,
		     SP_RANK_LOOSE, SP_RANK_NONE };

/* The least exact rank that still counts. */
static inline enum sp_match_rank
sp_match_most(enum sp_match match)
{
	return match == SP_MATCH_EXACT ? SP_RANK_SAME :
	       match == SP_MATCH_NORMAL ? SP_RANK_NORMAL : SP_RANK_LOOSE;
}

#define SP_NO_MATCH UINT64_MAX /* no page */

/* ---- keys ------------------------------------------------------------- */

/* A worker, with memory that it uses again and again: one for each thread. */
struct sp_matcher;

/*
 * Makes a worker; free it with sp_matcher_free().  Returns SP_MEMORY.
 */
enum sp_status sp_matcher_new(struct sp_matcher **matcher,
			      struct sp_error *err);
void sp_matcher_free(struct sp_matcher *matcher); /* accepts NULL */

/*
 * Sets the normal form of a URL, and the part of it by which it is loosely
 * found; either is absent if there is none.  Both are valid until the next
 * call.  Returns SP_MEMORY.
 */
enum sp_status sp_match_keys(struct sp_matcher *matcher, struct sp_span url,
			     struct sp_span *normal, struct sp_span *loose,
			     struct sp_error *err);

/* ---- all names of a graph --------------------------------------------- */

struct sp_match_index;

/*
 * names must outlive the index and stay as they are.  Memory: 16 to 32 bytes a
 * page, and once more that, and the names, for those that are not in normal
 * form; for all to match loosely.  Free *index with sp_match_index_free().
 * Returns SP_MEMORY.
 */
enum sp_status sp_match_index_new(const struct sp_names *names,
				  enum sp_match match,
				  struct sp_match_index **index,
				  struct sp_error *err);

/*
 * Returns how many pages share their name, or its normal form if the index is
 * not exact, with another page, which is found by it.  names are those of the
 * index.
 */
uint64_t sp_match_index_alike(const struct sp_match_index *index,
			      const struct sp_names *names);

/*
 * Sets *page to the page that the URL means, or to SP_NO_MATCH, and *normal, if
 * it is not NULL, to its normal form, which is absent if it has none or was not
 * needed; valid until the next call with this matcher.  The matcher may be NULL
 * if the index is exact.  Returns SP_MEMORY.
 */
enum sp_status sp_match_find(const struct sp_match_index *index,
			     struct sp_matcher *matcher, struct sp_span url,
			     struct sp_span *normal, uint64_t *page,
			     struct sp_error *err);

/* The same for a URL that is in normal form. */
uint64_t sp_match_find_normal(const struct sp_match_index *index,
			      struct sp_span url);

/*
 * A hint that these URLs are the next to be found, which makes it faster when
 * there are millions of pages.
 */
void sp_match_expect(const struct sp_match_index *index,
		     const struct sp_span *urls, size_t count);

void sp_match_index_free(struct sp_match_index *index); /* accepts NULL */

#endif
