/* SPDX-License-Identifier: MIT */
/*
 * pages.h - from the URLs of a log to pages: those of a graph, by their names,
 * or new ones.
 *
 * A URL is the page that web/page/match.h finds, with its memory.
 */
#ifndef SP_WEB_CRAWLLOG_PAGES_H
#define SP_WEB_CRAWLLOG_PAGES_H

#include "base/span.h"
#include "web/page/match.h"

struct sp_log_pages;

#define SP_LOG_NO_PAGE SP_NO_MATCH

/*
 * names are those of the graph, which must outlive the result; or NULL: every
 * URL becomes a page, numbered in the order of first appearance and named by
 * its normal form.  Free *pages with sp_log_pages_free().  Returns SP_MEMORY.
 */
enum sp_status sp_log_pages_new(const struct sp_names *names,
				enum sp_match match,
				struct sp_log_pages **pages,
				struct sp_error *err);

/* sp_match_index_alike() of the names of the graph, which was given. */
uint64_t sp_log_pages_alike(const struct sp_log_pages *pages,
			    const struct sp_names *names);

/*
 * Sets *page to that of the URL; SP_LOG_NO_PAGE if it is not in the graph, and
 * for what is no URL of http or https.  Returns SP_DATA for too many pages;
 * SP_MEMORY.
 */
enum sp_status sp_log_pages_find(struct sp_log_pages *pages,
				 struct sp_span url, uint64_t *page,
				 struct sp_error *err);

/*
 * A hint that these URLs are the next to be found, which makes it faster when
 * there are millions of pages.
 */
void sp_log_pages_expect(const struct sp_log_pages *pages,
			 const struct sp_span *urls, size_t count);

/*
 * The normal form of the URL that was not found last; absent if it had none.
 * Valid until the next call.
 */
struct sp_span sp_log_pages_missing(const struct sp_log_pages *pages);

/* Without a graph: the names of all pages so far. */
struct sp_names *sp_log_pages_names(struct sp_log_pages *pages);

void sp_log_pages_free(struct sp_log_pages *pages); /* accepts NULL */

#endif
