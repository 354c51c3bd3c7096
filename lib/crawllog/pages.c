/* SPDX-License-Identifier: MIT */
#include "crawllog/pages.h"

#include "base/memory.h"
#include "graph/rows.h"
#include "page/url.h"

#include <stdlib.h>

#define NO_PAGE SP_LOG_NO_PAGE

struct sp_log_pages {
	struct sp_urls *urls;
	struct sp_names made;           /* without a graph */
	struct sp_dictionary *by_name;  /* of the graph, or of made */
	bool given;                     /* there is a graph */
	bool loose;
	/* Of the graph: keys of names, where they differ from the names. */
	struct sp_names keys;
	uint32_t *page_of;              /* ... each key */
	uint64_t page_capacity;
	struct sp_dictionary *by_key;
	struct sp_span missing;
};

/* ---- keys of names ---------------------------------------------------- */

/* The part of a normal form by which pages are found. */
static struct sp_span
key_of(const struct sp_log_pages *pages, struct sp_span url)
{
	size_t from = url.text[4] == ':' ? 7 : 8;

	if (!pages->loose)
		return url;
	url.text += from;
	url.length -= from;
	if (url.length > 4 && !memcmp(url.text, "www.", 4)) {
		url.text += 4;
		url.length -= 4;
	}
	while (url.length && url.text[url.length - 1] == '/')
		url.length--;
	return url;
}

static enum sp_status
add_key(struct sp_log_pages *pages, struct sp_span name, uint64_t page,
	struct sp_error *err)
{
	uint64_t before = pages->keys.count, index;
	struct sp_span url, key;

	if (sp_url_resolve(pages->urls, NULL, name, NULL, &url) !=
	    SP_URL_PAGE)
		return sp_urls_short(pages->urls) ?
			       sp_no_memory(err, "the names of pages") : SP_OK;
	key = key_of(pages, url);
	if (!pages->loose && sp_span_equal(key, name))
		return SP_OK;
	if (sp_dictionary_add(pages->by_key, key.text, key.length, &index,
			      err))
		return err->status;
	/* Of several pages with this key, the first one is found. */
	if (pages->keys.count == before)
		return SP_OK;
	if (!sp_grow(&pages->page_of, &pages->page_capacity, index + 1,
		     sizeof(*pages->page_of)))
		return sp_no_memory(err, "the names of pages");
	pages->page_of[index] = (uint32_t)page;
	return SP_OK;
}

static enum sp_status
make_keys(struct sp_log_pages *pages, const struct sp_names *names,
	  struct sp_error *err)
{
	enum sp_status status = SP_OK;

	pages->by_key = sp_dictionary_new(&pages->keys);
	if (!pages->by_key)
		return sp_no_memory(err, "the names of pages");
	for (uint64_t page = 0; !status && page < names->count; page++) {
		struct sp_span name;

		name.text = sp_names_get(names, page, &name.length);
		status = add_key(pages, name, page, err);
	}
	return status;
}

/* ---- the whole -------------------------------------------------------- */

enum sp_status
sp_log_pages_new(const struct sp_names *names, bool loose,
		 struct sp_log_pages **made, struct sp_error *err)
{
	struct sp_log_pages *pages = sp_alloc_zero(1, sizeof(*pages));
	enum sp_status status;

	*made = NULL;
	if (!pages)
		return sp_no_memory(err, "the names of pages");
	pages->given = names;
	pages->loose = loose;
	status = sp_urls_new(&pages->urls, err);
	if (!status) {
		/* Nothing is ever added to the names of a graph. */
		pages->by_name = sp_dictionary_new(
			names ? (struct sp_names *)names : &pages->made);
		if (!pages->by_name)
			status = sp_no_memory(err, "the names of pages");
	}
	if (!status && names)
		status = make_keys(pages, names, err);
	if (status) {
		sp_log_pages_free(pages);
		return status;
	}
	*made = pages;
	return SP_OK;
}

static enum sp_status
find_in_graph(struct sp_log_pages *pages, struct sp_span url, uint64_t *page,
	      struct sp_error *err)
{
	enum sp_url_kind kind;
	struct sp_span key;
	uint64_t index;

	if (sp_dictionary_find(pages->by_name, url.text, url.length, page))
		return SP_OK;
	kind = sp_url_resolve(pages->urls, NULL, url, NULL, &url);
	if (sp_urls_short(pages->urls))
		return sp_no_memory(err, "a URL");
	if (kind != SP_URL_PAGE)
		return SP_OK;
	if (sp_dictionary_find(pages->by_name, url.text, url.length, page))
		return SP_OK;
	if (!pages->by_key)
		return SP_OK;
	key = key_of(pages, url);
	if (sp_dictionary_find(pages->by_key, key.text, key.length, &index))
		*page = pages->page_of[index];
	else
		pages->missing = url;
	return SP_OK;
}

static enum sp_status
find_or_add(struct sp_log_pages *pages, struct sp_span url, uint64_t *page,
	    struct sp_error *err)
{
	enum sp_url_kind kind = sp_url_resolve(pages->urls, NULL, url, NULL,
					       &url);

	if (sp_urls_short(pages->urls))
		return sp_no_memory(err, "a URL");
	if (kind != SP_URL_PAGE)
		return SP_OK;
	if (sp_dictionary_add(pages->by_name, url.text, url.length, page,
			      err))
		return err->status;
	if (*page >= SP_PAGES_MAX)
		return sp_fail(err, SP_DATA, "more than %llu pages are not "
			       "supported", (unsigned long long)SP_PAGES_MAX);
	return SP_OK;
}

enum sp_status
sp_log_pages_find(struct sp_log_pages *pages, struct sp_span url,
		  uint64_t *page, struct sp_error *err)
{
	*page = NO_PAGE;
	pages->missing = (struct sp_span)SP_SPAN_ABSENT;
	return pages->given ? find_in_graph(pages, url, page, err) :
			      find_or_add(pages, url, page, err);
}

enum sp_status
sp_log_pages_look(struct sp_log_pages *pages, struct sp_span url,
		  uint64_t *page, struct sp_error *err)
{
	*page = NO_PAGE;
	pages->missing = (struct sp_span)SP_SPAN_ABSENT;
	return find_in_graph(pages, url, page, err);
}

/* Most URLs are normal forms, and most names are. */
void
sp_log_pages_expect(const struct sp_log_pages *pages,
		    const struct sp_span *urls, size_t count)
{
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
	sp_dictionary_free(pages->by_key);
	sp_names_free(&pages->made);
	sp_names_free(&pages->keys);
	free(pages->page_of);
	sp_urls_free(pages->urls);
	free(pages);
}
