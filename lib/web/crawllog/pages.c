/* SPDX-License-Identifier: MIT */
/*
 * From URLs of a log to pages.  With a graph, its index is asked
 * (web/page/match.h).  Without one, each URL that has a normal form becomes a
 * page, numbered as it comes, by a dictionary over the names, which is what the
 * new graph's names will be.
 */
#include "web/crawllog/pages.h"

#include "base/memory.h"
#include "graph/rows.h"
#include "web/page/url.h"

#include <stdlib.h>

struct sp_log_pages {
	struct sp_urls *urls;
	struct sp_matcher *matcher;
	struct sp_match_index *given;   /* the graph's; NULL: there is none */
	struct sp_names made;           /* without a graph */
	struct sp_dictionary *by_name;  /* over made */
	struct sp_span missing;
};

enum sp_status
sp_log_pages_new(const struct sp_names *names, enum sp_match match,
		 struct sp_log_pages **made, struct sp_error *err)
{
	struct sp_log_pages *pages = sp_alloc_zero(1, sizeof(*pages));
	enum sp_status status;

	*made = NULL;
	if (!pages)
		return sp_no_memory(err, "the names of pages");
	status = sp_urls_new(&pages->urls, err);
	if (!status)
		status = sp_matcher_new(&pages->matcher, err);
	if (!status && names)
		status = sp_match_index_new(names, match, &pages->given, err);
	if (!status && !names)
		status = sp_names_pack(&pages->made, err);
	if (!status && !names) {
		pages->by_name = sp_dictionary_new(&pages->made);
		if (!pages->by_name)
			status = sp_no_memory(err, "the names of pages");
	}
	if (status) {
		sp_log_pages_free(pages);
		return status;
	}
	*made = pages;
	return SP_OK;
}

uint64_t
sp_log_pages_alike(const struct sp_log_pages *pages,
		   const struct sp_names *names)
{
	return sp_match_index_alike(pages->given, names);
}

static enum sp_status
find_or_add(struct sp_log_pages *pages, struct sp_span url, uint64_t *page,
	    struct sp_error *err)
{
	enum sp_url_kind kind = sp_url_resolve(pages->urls, NULL, url, NULL,
					       &url);

	*page = SP_LOG_NO_PAGE;
	if (sp_urls_short(pages->urls))
		return sp_no_memory(err, "a URL");
	if (kind != SP_URL_PAGE)
		return SP_OK;
	if (sp_dictionary_add(pages->by_name, url.text, url.length, page,
			      err))
		return err->status;
	if (*page >= SP_PAGES_MAX)
		return sp_fail(err, SP_DATA,
			       "more than %" PRIu64 " pages are not supported",
			       SP_PAGES_MAX);
	return SP_OK;
}

/*
 * The normal form of what is not found is kept for the list of missing URLs; it
 * may still be absent, for what is no URL of the web.
 */
enum sp_status
sp_log_pages_find(struct sp_log_pages *pages, struct sp_span url,
		  uint64_t *page, struct sp_error *err)
{
	struct sp_span normal = SP_SPAN_ABSENT, loose;

	pages->missing = normal;
	if (!pages->given)
		return find_or_add(pages, url, page, err);
	if (sp_match_find(pages->given, pages->matcher, url, &normal, page,
			  err))
		return err->status;
	if (*page != SP_NO_MATCH)
		return SP_OK;
	/* An exact index has not asked for the normal form. */
	if (!normal.text &&
	    sp_match_keys(pages->matcher, url, &normal, &loose, err))
		return err->status;
	pages->missing = normal;
	return SP_OK;
}

void
sp_log_pages_expect(const struct sp_log_pages *pages,
		    const struct sp_span *urls, size_t count)
{
	if (pages->given)
		sp_match_expect(pages->given, urls, count);
	else
		sp_dictionary_expect(pages->by_name, urls, count);
}

struct sp_span
sp_log_pages_missing(const struct sp_log_pages *pages)
{
	return pages->missing;
}

struct sp_names *
sp_log_pages_names(struct sp_log_pages *pages)
{
	return &pages->made;
}

void
sp_log_pages_free(struct sp_log_pages *pages)
{
	if (!pages)
		return;
	sp_dictionary_free(pages->by_name);
	sp_match_index_free(pages->given);
	sp_matcher_free(pages->matcher);
	sp_names_free(&pages->made);
	sp_urls_free(pages->urls);
	free(pages);
}
