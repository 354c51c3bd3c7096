/* SPDX-License-Identifier: MIT */
/*
 * pages.h - from the URLs of a log to pages: those of a graph, by their names,
 * or new ones.
 *
 * A URL is the page that has exactly this name, or else the one that has its
 * normal form (page/url.h) as its name, or as the normal form of its name.
 * Loosely, two URLs are also the same page if they differ in scheme, "www." or
 * slashes at the end only.  Of several such pages, the first one is found.
 *
 * Memory: 16 to 32 bytes a page beside the names, and once more that, and the
 * names, for those that are not in normal form, or for all to compare loosely.
 */
#ifndef SP_CRAWLLOG_PAGES_H
#define SP_CRAWLLOG_PAGES_H

#include "base/span.h"
#include "graph/names.h"

struct sp_log_pages;

#define SP_LOG_NO_PAGE UINT64_MAX

/*
 * names are those of the graph, which must outlive the result; or NULL: every
 * URL becomes a page, numbered in the order of first appearance and named by
 * its normal form.  Free *pages with sp_log_pages_free().  Returns SP_USAGE if
 * libcurl was missing at build time; SP_MEMORY.
 */
enum sp_status sp_log_pages_new(const struct sp_names *names, bool loose,
				struct sp_log_pages **pages,
				struct sp_error *err) SP_MUST_CHECK;

/*
 * Sets *page to that of the URL; SP_LOG_NO_PAGE if it is not in the graph, and
 * for what is no URL of http or https.  Returns SP_DATA for too many pages;
 * SP_MEMORY.
 */
enum sp_status sp_log_pages_find(struct sp_log_pages *pages,
				 struct sp_span url, uint64_t *page,
				 struct sp_error *err) SP_MUST_CHECK;

/* The same, but a URL that is new is no page without a graph, either. */
enum sp_status sp_log_pages_look(struct sp_log_pages *pages,
				 struct sp_span url, uint64_t *page,
				 struct sp_error *err) SP_MUST_CHECK;

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
