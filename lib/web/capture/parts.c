/* SPDX-License-Identifier: MIT */
/*
 * What the reader of HTML and the reader of WAT files share: a result and its
 * memory, which links are wanted, and pieces of HTTP's grammar.  Both must give
 * the same links for the same page, so the rules of what is a link are here:
 * which references are none, which schemes, what nofollow means.
 *
 * Texts of a result are in an arena of its own, and each ends with a NUL, for
 * functions that take strings.
 */
#include "web/capture/parts.h"

#include "base/ascii.h"
#include "base/buffer.h"
#include "base/memory.h"
#include "graph/fetches.h"

#include <stdlib.h>
#include <string.h>

/* Memory of a result that stays for the next record. */
#define TEXTS SP_BUFFER((size_t)16 << 10, (size_t)64)

#define URL_SHOWN 200 /* bytes of a URL that is refused, for messages */

/* ---- the result ------------------------------------------------------- */

void
sp_fetch_clear(struct sp_captured *fetch)
{
	struct sp_captured empty = { .size = SP_FETCH_NO_SIZE,
				     .links = fetch->links,
				     .link_capacity = fetch->link_capacity,
				     .texts = fetch->texts,
				     .names_most = sp_fetch_names_most(0) };

	/* Room for the links of one huge page is not kept for all. */
	if (empty.link_capacity > 4096) {
		free(empty.links);
		empty.links = NULL;
		empty.link_capacity = 0;
	}
	sp_arena_reset(&empty.texts, TEXTS, TEXTS);
	*fetch = empty;
}

void
sp_fetch_free(struct sp_captured *fetch)
{
	free(fetch->links);
	sp_arena_free(&fetch->texts);
	memset(fetch, 0, sizeof(*fetch));
}

enum sp_status
sp_fetch_copy(struct sp_captured *fetch, struct sp_span text,
	      struct sp_span *copy, struct sp_error *err)
{
	char *bytes;

	*copy = (struct sp_span)SP_SPAN_ABSENT;
	if (!text.text)
		return SP_OK;
	bytes = sp_arena_take(&fetch->texts, text.length + 1);
	if (!bytes)
		return sp_no_memory(err, "a page");
	if (text.length)
		memcpy(bytes, text.text, text.length);
	bytes[text.length] = '\0';
	*copy = (struct sp_span){ bytes, text.length };
	return SP_OK;
}

static bool
is_too_long(const struct sp_fetch_options *options, struct sp_span url)
{
	return url.length > (options->max_url ? options->max_url :
						SP_FETCH_URL_DEFAULT);
}

enum sp_status
sp_fetch_set_url(struct sp_captured *fetch,
		 const struct sp_fetch_options *options, struct sp_span url,
		 struct sp_error *err)
{
	fetch->refused = is_too_long(options, url);
	fetch->is_page = !fetch->refused;
	if (fetch->refused && url.length > URL_SHOWN)
		url.length = URL_SHOWN;
	return sp_fetch_copy(fetch, url, &fetch->url, err);
}

/* The first damage counts: the others follow from it. */
enum sp_status
sp_fetch_damage(struct sp_captured *fetch, const char *damage,
		struct sp_error *err)
{
	struct sp_span copy;

	if (fetch->damage)
		return SP_OK;
	if (sp_fetch_copy(fetch, (struct sp_span){ damage, strlen(damage) },
			  &copy, err))
		return err->status;
	fetch->damage = copy.text;
	return SP_OK;
}

/*
 * Without controls and blanks at both ends, as browsers take them off URLs; of
 * headers this is more than HTTP has, and does no harm.
 */
static struct sp_span
parts_trim(struct sp_span text)
{
	while (text.length && (unsigned char)*text.text <= ' ')
		sp_span_cut(&text, 1);
	while (text.length &&
	       (unsigned char)text.text[text.length - 1] <= ' ')
		text.length--;
	return text;
}

enum sp_status
sp_fetch_set_mime(struct sp_captured *fetch, struct sp_span type,
		  struct sp_error *err)
{
	char *bytes;

	type = parts_trim(sp_span_cut_at(&type, ';'));
	if (!type.length)
		return SP_OK;
	bytes = sp_arena_take(&fetch->texts, type.length);
	if (!bytes)
		return sp_no_memory(err, "a page");
	for (size_t i = 0; i < type.length; i++)
		bytes[i] = sp_to_small(type.text[i]);
	fetch->mime = (struct sp_span){ bytes, type.length };
	return SP_OK;
}

/* ---- links ------------------------------------------------------------ */

/* Adds a link whose URL is in the memory of the result. */
static enum sp_status
parts_add_link(struct sp_captured *fetch, struct sp_span url,
	       const struct sp_fetch_link *link, bool nofollow,
	       struct sp_error *err)
{
	struct sp_fetch_link *made;

	if (!sp_grow(&fetch->links, &fetch->link_capacity, fetch->count + 1))
		return sp_no_memory(err, "the links of a page");
	made = &fetch->links[fetch->count++];
	/* As a whole, it would be read before it has been written. */
	made->url = url;
	made->kind = link->kind;
	made->nofollow = nofollow;
	made->text_start = link->text_start;
	made->text_end = link->text_end;
	made->hash = 0;
	return SP_OK;
}

/* Is there no room for the URL?  Then its link is counted, and left out. */
static bool
is_refused(struct sp_captured *fetch, const struct sp_fetch_options *options,
	   struct sp_span url)
{
	bool too_long = is_too_long(options, url);
	bool too_many = fetch->name_bytes + url.length > fetch->names_most;

	fetch->too_long += too_long;
	fetch->too_many += !too_long && too_many;
	if (!too_long && !too_many)
		fetch->name_bytes += url.length;
	return too_long || too_many;
}

/* Kinds of links that are on for themselves count with all_links, too. */
bool
sp_fetch_wants(const struct sp_fetch_options *options, unsigned kind)
{
	if (!options->links || options->all_links)
		return options->links;
	switch (kind) {
	case SP_LINK_CANONICAL:
		return options->canonical;
	case SP_LINK_HEADER:
		return options->link_headers;
	case SP_LINK_LOCATION:
		return options->redirects;
	default:
		return sp_html_is_page_link((enum sp_html_link_kind)kind);
	}
}

static bool
is_redirect(int status)
{
	return status == 301 || status == 302 || status == 303 ||
	       status == 307 || status == 308;
}

/*
 * A page that redirects is answered: its content is where the redirect leads.
 */
enum sp_status
sp_fetch_redirect(struct sp_captured *fetch, struct sp_urls *urls,
		  const struct sp_fetch_options *options,
		  struct sp_span location, struct sp_error *err)
{
	struct sp_fetch_link link = { .kind = SP_LINK_LOCATION };
	struct sp_span url;

	/* As of links, empty references and mere fragments lead nowhere. */
	if (!location.length || *location.text == '#' ||
	    !is_redirect(fetch->status) ||
	    sp_url_resolve(urls, &fetch->url, location, NULL, &url) !=
		    SP_URL_PAGE || is_refused(fetch, options, url))
		return SP_OK;
	fetch->answered = true;
	if (sp_fetch_copy(fetch, url, &fetch->redirect, err))
		return err->status;
	return sp_fetch_wants(options, SP_LINK_LOCATION) ?
		       parts_add_link(fetch, fetch->redirect, &link, false,
				      err) : SP_OK;
}

/*
 * A reference that is empty or a mere fragment leads to the page itself and is
 * no link.  One of another scheme is none either, and is not counted as bad.
 */
enum sp_status
sp_fetch_resolve(struct sp_captured *fetch, const struct sp_link_source *source,
		 struct sp_span written, const struct sp_fetch_link *link,
		 struct sp_error *err)
{
	bool nofollow = link->nofollow || source->nofollow;
	struct sp_span url;

	written = parts_trim(written);
	if (!written.length || *written.text == '#' ||
	    (nofollow && source->options->skip_nofollow))
		return SP_OK;
	switch (sp_url_resolve(source->urls, &source->base, written,
			       source->charset, &url)) {
	case SP_URL_PAGE:
		break;
	case SP_URL_BAD:
		fetch->bad++;
		return SP_OK;
	default:
		return SP_OK;
	}
	if (is_refused(fetch, source->options, url))
		return SP_OK;
	if (sp_fetch_copy(fetch, url, &url, err))
		return err->status;
	return parts_add_link(fetch, url, link, nofollow, err);
}

/* ---- headers ---------------------------------------------------------- */

bool
sp_fetch_has_word(struct sp_span text, char separator, const char *word)
{
	while (text.length)
		if (sp_is_word(parts_trim(sp_span_cut_at(&text, separator)),
			       word))
			return true;
	return false;
}

/* The length up to one of the bytes, outside of quotes. */
static size_t
length_to(struct sp_span text, const char *bytes)
{
	bool quoted = false;

	for (size_t i = 0; i < text.length; i++) {
		if (quoted && text.text[i] == '\\' && i + 1 < text.length)
			i++;
		else if (text.text[i] == '"')
			quoted = !quoted;
		else if (!quoted && text.text[i] && strchr(bytes,
							   text.text[i]))
			return i;
	}
	return text.length;
}

/* rel=nofollow, rel="nofollow noopener" */
static bool
is_nofollow(struct sp_span parameter)
{
	struct sp_span value = parameter;
	struct sp_span name = parts_trim(sp_span_cut_at(&value, '='));

	value = parts_trim(value);
	if (value.length > 1 && sp_span_take(&value, SP_SPAN("\"")))
		value.length -= value.text[value.length - 1] == '"';
	return sp_is_word(name, "rel") &&
	       sp_fetch_has_word(value, ' ', "nofollow");
}

/*
 * Commas and semicolons separate only outside of < > and of quotes: URLs have
 * both in them.  A target that is not closed ends the header.
 */
bool
sp_fetch_next_target(struct sp_span *value, struct sp_span *target,
		     bool *nofollow)
{
	*nofollow = false;
	sp_span_cut_at(value, '<');
	*target = sp_span_cut(value, sp_span_before(*value, '>'));
	if (!sp_span_take(value, SP_SPAN(">")))
		return false;
	do
		*nofollow |= is_nofollow(
			sp_span_cut(value, length_to(*value, ";,")));
	while (sp_span_take(value, SP_SPAN(";")));
	sp_span_take(value, SP_SPAN(","));
	return true;
}

/* ---- types ------------------------------------------------------------ */

/* The page has no type, or one that says so. */
static bool
is_unknown(struct sp_span mime)
{
	return !mime.length ||
	       sp_span_equal(mime, SP_SPAN("unknown/unknown")) ||
	       sp_span_equal(mime, SP_SPAN("application/unknown")) ||
	       sp_span_equal(mime, SP_SPAN("*/*"));
}

static bool
is_html_type(struct sp_span mime)
{
	return sp_span_equal(mime, SP_SPAN("text/html")) ||
	       sp_span_equal(mime, SP_SPAN("application/xhtml+xml"));
}

/*
 * Does the page begin with one of the tags that HTML begins with?  They are
 * those of the MIME Sniffing standard, each followed by a blank or ">".
 */
static bool
looks_like_html(struct sp_span body)
{
	static const char *const tags[] = {
		"<!doctype html", "<html", "<head", "<script", "<iframe",
		"<h1", "<div", "<font", "<table", "<a", "<style", "<title",
		"<b", "<body", "<br", "<p"
	};

	sp_span_take(&body, SP_SPAN("\357\273\277"));
	while (body.length && sp_is_html_space(*body.text))
		sp_span_cut(&body, 1);
	if (sp_span_begins(body, SP_SPAN("<!--")))
		return true;
	for (size_t i = 0; i < sizeof(tags) / sizeof(tags[0]); i++) {
		size_t length = strlen(tags[i]);

		if (body.length > length &&
		    (body.text[length] == ' ' || body.text[length] == '>') &&
		    sp_begins_word(body, tags[i]))
			return true;
	}
	return false;
}

bool
sp_fetch_is_html(struct sp_span mime, struct sp_span body)
{
	return is_unknown(mime) ? looks_like_html(body) : is_html_type(mime);
}

bool
sp_fetch_may_be_text(struct sp_span mime)
{
	return is_unknown(mime) || is_html_type(mime) ||
	       sp_span_equal(mime, SP_SPAN("text/plain"));
}
