/* SPDX-License-Identifier: MIT */
/*
 * What a record of an archive says of a page.  The order of steps is that of a
 * browser: the HTTP head, the encodings of the body, the charset, HTML, and the
 * URLs of links against the page's base.  Each step stops where the page is not
 * wanted or not HTML: most bytes of archives are images and the like, and are
 * never unpacked.
 *
 * Links of the header Link come before those of the page, as they are read
 * first.  Whether robots forbid following them may be said by the header
 * X-Robots-Tag, which is known then, or by a <meta> of the page, which is not;
 * forbid_header_links() comes back to them.
 *
 * A fetcher is one thread's: buffers of bodies, charsets, HTML and URLs are
 * used again and again.  All that a result has is copied into the result, since
 * it is taken by another thread when the fetcher is at another record.
 */
#include "web/capture/fetch.h"

#include "base/memory.h"
#include "graph/fetches.h"
#include "web/archive/body.h"
#include "web/archive/http.h"
#include "web/capture/parts.h"
#include "web/page/charset.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct sp_fetcher {
	struct sp_fetch_options options;
	struct sp_urls *urls;
	struct sp_html *html;
	struct sp_http http;
	struct sp_body body;
	struct sp_charset_text utf8;
};

enum sp_status
sp_fetcher_new(const struct sp_fetch_options *options,
	       struct sp_fetcher **made, struct sp_error *err)
{
	struct sp_fetcher *fetcher = sp_alloc_zero(1, sizeof(*fetcher));

	*made = NULL;
	if (!fetcher)
		return sp_no_memory(err, "pages");
	fetcher->options = *options;
	if (!fetcher->options.max_page)
		fetcher->options.max_page = SP_FETCH_PAGE_DEFAULT;
	fetcher->html = sp_html_new();
	if (!fetcher->html) {
		sp_fetcher_free(fetcher);
		return sp_no_memory(err, "pages");
	}
	if (sp_urls_new(&fetcher->urls, err)) {
		sp_fetcher_free(fetcher);
		return err->status;
	}
	*made = fetcher;
	return SP_OK;
}

void
sp_fetcher_free(struct sp_fetcher *fetcher)
{
	if (!fetcher)
		return;
	sp_urls_free(fetcher->urls);
	sp_html_free(fetcher->html);
	sp_body_free(&fetcher->body);
	sp_charset_text_free(&fetcher->utf8);
	free(fetcher);
}

/* ---- what was answered ------------------------------------------------ */

/*
 * The header X-Robots-Tag asks not to follow the links of the page.  It may
 * come several times, for several crawlers; one that forbids is enough.
 */
static bool
robots_say_nofollow(const struct sp_http *http)
{
	struct sp_span value;
	size_t at = 0;

	while (sp_http_next(http, "X-Robots-Tag", &at, &value))
		if (sp_fetch_has_word(value, ',', "nofollow") ||
		    sp_fetch_has_word(value, ',', "none"))
			return true;
	return false;
}

/* Headers know nothing of the page's <base> nor of its charset. */
static enum sp_status
read_link_headers(struct sp_fetcher *fetcher, struct sp_captured *fetch,
		  bool nofollow, struct sp_error *err)
{
	struct sp_span value, target;
	struct sp_link_source source = {
		fetcher->urls, &fetcher->options, fetch->url, NULL, nofollow
	};
	size_t at = 0;
	bool own;

	if (!sp_fetch_wants(&fetcher->options, SP_LINK_HEADER))
		return SP_OK;
	while (sp_http_next(&fetcher->http, "Link", &at, &value))
		while (sp_fetch_next_target(&value, &target, &own))
			if (sp_fetch_resolve(fetch, &source, target,
					     &(struct sp_fetch_link){
						     .kind = SP_LINK_HEADER,
						     .nofollow = own
					     }, err))
				return err->status;
	return SP_OK;
}

/* ---- the page --------------------------------------------------------- */

/*
 * The URL that links are resolved against: that of <base>, which may itself be
 * relative, if it is one of http or https; else the page's.
 */
static enum sp_status
find_base(struct sp_fetcher *fetcher, struct sp_captured *fetch,
	  struct sp_span written, const char *charset, struct sp_span *base,
	  struct sp_error *err)
{
	struct sp_span url;

	*base = fetch->url;
	if (!written.text ||
	    sp_url_resolve(fetcher->urls, &fetch->url, written, charset,
			   &url) != SP_URL_PAGE)
		return SP_OK;
	return sp_fetch_copy(fetch, url, base, err);
}

/*
 * The reader of HTML may give kinds of links that are not wanted, as it knows
 * less of options.
 */
static enum sp_status
fetch_take_links(struct sp_captured *fetch, const struct sp_html_page *page,
		 const struct sp_link_source *source, struct sp_error *err)
{
	const struct sp_fetch_options *options = source->options;

	for (uint64_t i = 0; i < page->count; i++) {
		const struct sp_html_link *link = &page->links[i];

		if (!sp_fetch_wants(options, link->kind))
			continue;
		if (sp_fetch_resolve(fetch, source, link->url,
				     &(struct sp_fetch_link){
					     .kind = link->kind,
					     .nofollow = link->nofollow,
					     .text_start = link->text_start,
					     .text_end = link->text_end
				     }, err))
			return err->status;
	}
	return SP_OK;
}

/*
 * Links of headers, which were read first, when the page asks in its own head
 * not to follow any.
 */
static void
forbid_header_links(struct sp_captured *fetch,
		    const struct sp_fetch_options *options)
{
	uint64_t kept = 0;

	for (uint64_t i = 0; i < fetch->count; i++) {
		struct sp_fetch_link *link = &fetch->links[i];

		if (link->kind == SP_LINK_HEADER) {
			link->nofollow = true;
			if (options->skip_nofollow)
				continue;
		}
		fetch->links[kept++] = *link;
	}
	fetch->count = kept;
}

/*
 * As much of a page as the reader of HTML takes, in whole characters: one huge
 * page must not end the run.
 */
static struct sp_span
html_of(struct sp_captured *fetch, struct sp_span page)
{
	if (page.length <= SP_HTML_MOST)
		return page;
	fetch->cut = true;
	page.length = SP_HTML_MOST;
	while (page.length && (page.text[page.length] & 0xC0) == 0x80)
		page.length--;
	return page;
}

/*
 * The reader of HTML keeps its result until its next page only, so that all
 * that is wanted is copied.
 */
static enum sp_status
read_html(struct sp_fetcher *fetcher, struct sp_captured *fetch,
	  const char *charset, bool nofollow, struct sp_error *err)
{
	struct sp_html_options how = { fetcher->options.all_links,
				       fetcher->options.text };
	struct sp_link_source source = { fetcher->urls, &fetcher->options,
					 fetch->url, charset, nofollow };
	struct sp_html_page page;

	if (sp_html_read(fetcher->html, html_of(fetch, fetcher->utf8.utf8),
			 &how, &page, err))
		return err->status;
	fetch->html = true;
	if (sp_fetch_copy(fetch, page.title, &fetch->title, err) ||
	    sp_fetch_copy(fetch, page.text, &fetch->text, err))
		return err->status;
	if (!fetcher->options.links)
		return SP_OK;
	if (page.nofollow)
		forbid_header_links(fetch, &fetcher->options);
	if (find_base(fetcher, fetch, page.base, charset, &source.base, err))
		return err->status;
	return fetch_take_links(fetch, &page, &source, err);
}

/*
 * Reads the content of a page with status 200, unpacked.  It is HTML by its
 * type or its first bytes, else text if that is wanted; of anything else,
 * nothing is read.
 */
static enum sp_status
read_content(struct sp_fetcher *fetcher, struct sp_captured *fetch,
	     struct sp_span content_type, struct sp_span body, bool nofollow,
	     struct sp_error *err)
{
	bool html = sp_fetch_is_html(fetch->mime, body);
	uint64_t most = sp_fetch_names_most(body.length);
	const char *charset;

	if (most > fetch->names_most)
		fetch->names_most = most;
	if (!html && !(fetcher->options.text &&
		       sp_span_equal(fetch->mime, SP_SPAN("text/plain"))))
		return SP_OK;
	charset = sp_charset_find(content_type, body);
	if (sp_charset_decode(charset, body, &fetcher->utf8, err))
		return err->status;
	if (html)
		return read_html(fetcher, fetch, charset, nofollow, err);
	return sp_fetch_copy(fetch, fetcher->utf8.utf8, &fetch->text, err);
}

/* ---- the body as a whole ---------------------------------------------- */

/*
 * What comes after a head of this many bytes.  A record that was cut has the
 * size that it says, as only its length is known.
 */
static void
measure_capture(struct sp_captured *fetch, const struct sp_record *record,
		size_t head, bool digests)
{
	uint64_t size = record->length - head;

	if (size <= SP_FETCH_SIZE_MAX)
		fetch->size = size;
	if (digests && !fetch->digest && record->size == record->length)
		fetch->digest = sp_fetch_digest_body(record->block + head,
						     record->size - head);
}

/* ---- records ---------------------------------------------------------- */

/*
 * A body that was cut at max_page may look damaged at its end; that is not
 * reported.
 */
static enum sp_status
read_body(struct sp_fetcher *fetcher, struct sp_captured *fetch,
	  struct sp_span content_type, bool nofollow, struct sp_error *err)
{
	struct sp_span body;

	/* Most bodies are images and the like: they need no unpacking. */
	if (fetch->status != 200 || !sp_fetch_may_be_text(fetch->mime))
		return SP_OK;
	if (sp_body_decode(&fetcher->http, fetcher->options.max_page,
			   &fetcher->body, err))
		return err->status;
	fetch->cut |= fetcher->body.cut;
	if (fetcher->body.damage && !fetch->cut &&
	    sp_fetch_damage(fetch, fetcher->body.damage, err))
		return err->status;
	body = (struct sp_span){ (const char *)fetcher->body.bytes,
				 fetcher->body.size };
	return read_content(fetcher, fetch, content_type, body, nofollow,
			    err);
}

/*
 * The order matters: the redirect needs the status, links of headers need the
 * URL, and all of them come before the body, which may be damaged.
 */
static enum sp_status
read_response(struct sp_fetcher *fetcher, const struct sp_record *record,
	      struct sp_captured *fetch, struct sp_error *err)
{
	struct sp_span type;
	bool nofollow;

	if (!sp_http_parse(record->block, record->size, &fetcher->http)) {
		/* A revisit needs no HTTP head. */
		if (record->type == SP_RECORD_REVISIT)
			return SP_OK;
		fetch->is_page = false;
		return sp_fetch_damage(fetch, "no HTTP response", err);
	}
	fetch->status = fetcher->http.status;
	type = sp_http_header(&fetcher->http, "Content-Type");
	nofollow = robots_say_nofollow(&fetcher->http);
	if (sp_fetch_set_mime(fetch, type, err) ||
	    sp_fetch_redirect(fetch, fetcher->urls, &fetcher->options,
			      sp_http_header(&fetcher->http, "Location"),
			      err))
		return err->status;
	if (record->type == SP_RECORD_REVISIT)
		return SP_OK;
	measure_capture(fetch, record,
			(size_t)(fetcher->http.body - record->block),
			fetcher->options.digests);
	if (fetch->status == 200)
		fetch->answered = true;
	if (read_link_headers(fetcher, fetch, nofollow, err))
		return err->status;
	return read_body(fetcher, fetch, type, nofollow, err);
}

/*
 * A resource or conversion has no HTTP head: its block is the page, and its
 * type that of the record.
 */
static enum sp_status
read_by_type(struct sp_fetcher *fetcher, const struct sp_record *record,
	     struct sp_captured *fetch, struct sp_error *err)
{
	struct sp_span block = { (const char *)record->block, record->size };

	if (block.length > fetcher->options.max_page &&
	    (fetch->type == SP_FETCH_RESOURCE ||
	     fetch->type == SP_FETCH_CONVERSION)) {
		block.length = (size_t)fetcher->options.max_page;
		fetch->cut = true;
	}
	fetch->is_page = fetch->type != SP_FETCH_CONVERSION;
	fetch->names_most = sp_fetch_names_most(record->size);
	if (fetcher->options.digests)
		fetch->digest = sp_fetch_digest(
			sp_record_header(record, "WARC-Payload-Digest"));
	switch (fetch->type) {
	case SP_FETCH_RESPONSE:
	case SP_FETCH_REVISIT:
		return read_response(fetcher, record, fetch, err);
	case SP_FETCH_RESOURCE:
		fetch->status = 200;
		fetch->answered = true;
		measure_capture(fetch, record, 0, fetcher->options.digests);
		if (sp_fetch_set_mime(fetch, record->mime, err))
			return err->status;
		return read_content(fetcher, fetch, record->mime, block,
				    false, err);
	default:
		fetch->status = 200;
		fetch->mime = SP_SPAN("text/plain");
		return read_content(fetcher, fetch,
				    SP_SPAN("text/plain; charset=utf-8"),
				    block, false, err);
	}
}

static enum sp_fetch_type
fetch_type_of(const struct sp_record *record)
{
	static const enum sp_fetch_type types[SP_RECORD_TYPES] = {
		[SP_RECORD_RESPONSE] = SP_FETCH_RESPONSE,
		[SP_RECORD_RESOURCE] = SP_FETCH_RESOURCE,
		[SP_RECORD_REVISIT] = SP_FETCH_REVISIT,
		[SP_RECORD_CONVERSION] = SP_FETCH_CONVERSION
	}; /* all others SP_FETCH_NONE */

	/* A block that is all there may be followed by something odd. */
	return record->damage && record->size < record->length ?
		       SP_FETCH_NONE : types[record->type];
}

/*
 * A lack of memory in the worker of URLs made links bad; that is asked for
 * once, at the end, and makes all of the result worthless.
 */
enum sp_status
sp_fetch_read(struct sp_fetcher *fetcher, const struct sp_record *record,
	      struct sp_captured *fetch, struct sp_error *err)
{
	struct sp_span url;

	sp_fetch_clear(fetch);
	fetch->type = fetch_type_of(record);
	fetch->time = record->time;
	fetch->cut = record->size < record->length;
	if (fetch->type == SP_FETCH_NONE)
		return SP_OK;
	if (sp_url_resolve(fetcher->urls, NULL, record->uri, NULL, &url) !=
	    SP_URL_PAGE)
		fetch->type = SP_FETCH_OTHER;
	else if (sp_fetch_set_url(fetch, &fetcher->options, url, err) ||
		 (!fetch->refused && read_by_type(fetcher, record, fetch, err)))
		return err->status;
	if (sp_urls_short(fetcher->urls))
		return sp_no_memory(err, "URLs");
	return SP_OK;
}
