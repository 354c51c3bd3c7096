/* SPDX-License-Identifier: MIT */
/*
 * parts.h - what the readers of records share: filling a struct sp_captured,
 * and small pieces of HTTP's grammar.  Private to lib/web/capture.
 */
#ifndef SP_WEB_CAPTURE_PARTS_H
#define SP_WEB_CAPTURE_PARTS_H

#include "web/capture/fetch.h"
#include "web/page/url.h"

/* Makes the result empty. */
void sp_fetch_clear(struct sp_captured *fetch);

/*
 * Sets the URL of the page, and whether it is one: not if the URL is too long.
 */
enum sp_status sp_fetch_set_url(struct sp_captured *fetch,
				const struct sp_fetch_options *options,
				struct sp_span url, struct sp_error *err);

/* Copies a text, which may be absent, into the memory of the result. */
enum sp_status sp_fetch_copy(struct sp_captured *fetch, struct sp_span text,
			     struct sp_span *copy, struct sp_error *err);

/* Sets fetch->damage to a copy, unless there is one already. */
enum sp_status sp_fetch_damage(struct sp_captured *fetch, const char *damage,
			       struct sp_error *err);

/* Sets fetch->mime from a header Content-Type, which may be absent. */
enum sp_status sp_fetch_set_mime(struct sp_captured *fetch,
				 struct sp_span content_type,
				 struct sp_error *err);

/* Are links of this kind wanted? */
bool sp_fetch_wants(const struct sp_fetch_options *options, unsigned kind);

/*
 * Sets fetch->redirect from the header Location, which may be absent, if the
 * status is that of a redirect to a page.
 */
enum sp_status sp_fetch_redirect(struct sp_captured *fetch,
				 struct sp_urls *urls,
				 const struct sp_fetch_options *options,
				 struct sp_span location,
				 struct sp_error *err);

/* Where links come from. */
struct sp_link_source {
	struct sp_urls *urls;
	const struct sp_fetch_options *options;
	struct sp_span base;
	const char *charset;
	bool nofollow;         /* all of them */
};

/*
 * Adds *link with the URL written so, unless that is none of a page, or one
 * that is not to be followed.
 */
enum sp_status sp_fetch_resolve(struct sp_captured *fetch,
				const struct sp_link_source *source,
				struct sp_span written,
				const struct sp_fetch_link *link,
				struct sp_error *err);

/* Is one of the parts of the text, without blanks around it, this word? */
bool sp_fetch_has_word(struct sp_span text, char separator, const char *word);

/*
 * Takes the next link off the value of a header Link (RFC 8288); *nofollow: its
 * rel= has nofollow.  Returns false if there is none left.
 */
bool sp_fetch_next_target(struct sp_span *value, struct sp_span *target,
			  bool *nofollow);

/*
 * Is the page HTML: by its type, or by its first bytes if it has none?
 * Source: WHATWG MIME Sniffing, "identifying a resource with an unknown MIME
 * type".
 */
bool sp_fetch_is_html(struct sp_span mime, struct sp_span body);

/* Can a page of this type be HTML or plain text? */
bool sp_fetch_may_be_text(struct sp_span mime);

#endif
