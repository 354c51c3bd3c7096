/* SPDX-License-Identifier: MIT */
/*
 * The normal form of a URL.  The usual link takes one look over its bytes
 * (url_quick.c).  All others are cut into their parts as the URL standard says,
 * and the parts are put together in their normal form.  What needs calculation
 * comes last, and only where there is something to calculate: dot segments,
 * ports, and hosts that are numbers.
 *
 * The standard describes a state machine that goes character by character.
 * Here the delimiters are found by memchr() instead.  That works because only
 * http and https matter, whose URLs always have an authority, and because what
 * the machine drops on its way (blanks around the URL, tabs and line ends in
 * it, the fragment) is dropped before.
 *
 * Memory belongs to the worker and grows with the longest URL: two texts that
 * take turns, so that the last result may be the base of the next call, or the
 * text that it resolves, and a third for links with line ends in them.  A lack
 * of memory is noted in the worker, and makes every later URL bad.  So the
 * functions need no status of their own, and a caller asks once for thousands
 * of links.
 *
 * The tests compare it with a table of cases, with the cases of
 * web-platform-tests, with ada and, on random URLs, with libcurl, and check
 * that the normal form of a normal form is itself.
 */
#include "web/page/url.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "web/page/url_parts.h"

#include <stdlib.h>

struct sp_urls {
	struct sp_url_coder coder;
	struct sp_url_text clean;      /* a link without its line ends */
	/*
	 * The last result and the next, which take turns: base and text may be
	 * the last.
	 */
	struct sp_url_text last, next;
	/* The last base, cut at its delimiters: a page has many links. */
	struct sp_url_text base_text;
	struct sp_url_base base;
	char host[SP_NAME_MAX];
	bool short_of_memory;
};

/* A link, cut at its delimiters. */
struct reference {
	bool secure;                   /* https */
	struct sp_span authority;      /* absent: that of the base */
	struct sp_span path;           /* may be empty */
	struct sp_span query;          /* without "?"; absent: none */
};

/* ---- cutting ---------------------------------------------------------- */

static bool
url_is_slash(char c)
{
	return c == '/' || c == '\\';
}

static bool
is_line_space(char c)
{
	return c == '\t' || c == '\n' || c == '\r';
}

/*
 * Drops what the standard drops before it looks at a URL, controls and blanks
 * around it, tabs and line ends in it, and also the fragment, which names no
 * page.  Links with line ends in them are rare; only they are copied.
 */
static bool
clean_text(struct sp_urls *urls, struct sp_span *text)
{
	const char *at = text->text, *end = at + text->length;
	size_t i = 0;
	char *to;

	while (at < end && (unsigned char)*at <= ' ')
		at++;
	while (at < end && (unsigned char)end[-1] <= ' ')
		end--;
	*text = (struct sp_span){ at, (size_t)(end - at) };
	while (i < text->length && !is_line_space(at[i]))
		i++;
	if (i < text->length) {
		urls->clean.length = 0;
		if (!sp_url_room(&urls->clean, text->length))
			return false;
		to = urls->clean.bytes;
		for (; at < end; at++)
			if (!is_line_space(*at))
				*to++ = *at;
		*text = (struct sp_span){ urls->clean.bytes,
					  (size_t)(to - urls->clean.bytes) };
	}
	text->length = sp_span_before(*text, '#');
	return true;
}

/*
 * A ":" ends it; any byte that a scheme cannot have means that there is none,
 * as in "a/b:c".
 */
size_t
sp_url_scheme_length(struct sp_span text)
{
	for (size_t i = 0; i < text.length; i++) {
		char c = text.text[i];

		if (sp_is_letter(c))
			continue;
		if (!i)
			return 0;
		if (c == ':')
			return i;
		if (!sp_is_digit(c) && c != '+' && c != '-' && c != '.')
			return 0;
	}
	return 0;
}

#define ROBOTS_TXT SP_SPAN("/robots.txt")

bool
sp_url_is_robots_txt(struct sp_span url)
{
	struct sp_span end = url;

	/* Few are, and callers ask for all pages. */
	if (url.length <= ROBOTS_TXT.length)
		return false;
	sp_span_cut(&end, url.length - ROBOTS_TXT.length);
	if (!sp_span_equal(end, ROBOTS_TXT) ||
	    (!sp_begins_word(url, "http://") &&
	     !sp_begins_word(url, "https://")))
		return false;
	sp_span_cut(&url, sp_span_before(url, '/') + strlen("//"));
	return sp_span_cut(&url, sp_span_before(url, '/')).length &&
	       sp_span_equal(url, ROBOTS_TXT);
}

/* Passwords may have "@" in them, and addresses in brackets have ":". */
struct sp_url_authority
sp_url_split_authority(struct sp_span text)
{
	struct sp_url_authority parts = { .host = text };
	const char *at = text.length ? memrchr(text.text, '@', text.length) :
				       NULL;
	size_t length = 0;
	bool bracket = false;

	if (at) {
		parts.user = sp_span_cut(&text, (size_t)(at - text.text));
		sp_span_cut(&text, 1);
	}
	while (length < text.length &&
	       (bracket || text.text[length] != ':')) {
		if (text.text[length] == '[')
			bracket = true;
		if (text.text[length] == ']')
			bracket = false;
		length++;
	}
	parts.host = sp_span_cut(&text, length);
	if (sp_span_take(&text, SP_SPAN(":")))
		parts.port = text;
	return parts;
}

/*
 * Cuts what stands after the scheme.  Without an authority, text is relative,
 * as "http:x" is to a base with the same scheme.  Any number of slashes, of
 * either kind, comes before an authority, as in browsers.
 */
static void
cut_reference(struct sp_span text, bool absolute, struct reference *link)
{
	size_t slashes = 0, i = 0;

	while (slashes < text.length && url_is_slash(text.text[slashes]))
		slashes++;
	if (absolute || slashes > 1) {
		sp_span_cut(&text, slashes);
		while (i < text.length && !url_is_slash(text.text[i]) &&
		       text.text[i] != '?')
			i++;
		link->authority = sp_span_cut(&text, i);
	}
	link->path = sp_span_cut(&text, sp_span_before(text, '?'));
	if (sp_span_take(&text, SP_SPAN("?")))
		link->query = text;
}

/*
 * A base is a normal form, so that its delimiters are where they must be: there
 * are no brackets with slashes and no users to look out for.
 */
static struct sp_url_base
cut_base(struct sp_span text)
{
	struct sp_url_base base = { .secure = text.length > 4 &&
					      text.text[4] == 's' };
	struct sp_span rest = text;

	sp_span_cut(&rest, base.secure ? sizeof("https://") - 1 :
					 sizeof("http://") - 1);
	sp_span_cut(&rest, sp_span_before(rest, '/'));
	base.origin = (struct sp_span){ text.text,
					text.length - rest.length };
	base.path = sp_span_cut(&rest, sp_span_before(rest, '?'));
	base.query = rest;
	base.folder = base.path;
	while (base.folder.length &&
	       base.folder.text[base.folder.length - 1] != '/')
		base.folder.length--;
	return base;
}

/*
 * Cuts the base unless it is that of the last call.  It is copied, as the
 * caller's may be the last result, which is overwritten.  Without a base, it
 * is empty; false if memory is short.
 */
static bool
set_base(struct sp_urls *urls, const struct sp_span *base)
{
	struct sp_span text = SP_SPAN(""), last = { urls->base_text.bytes,
						    urls->base_text.length };

	if (base && base->text)
		text = *base;
	if (sp_span_equal(text, last))
		return true;
	urls->base_text.length = 0;
	urls->base = (struct sp_url_base){ .secure = false };
	if (!text.length)
		return true;
	if (!sp_url_add(&urls->base_text, text.text, text.length))
		return false;
	text.text = urls->base_text.bytes;
	urls->base = cut_base(text);
	return true;
}

/* ---- putting together ------------------------------------------------- */

/* What is found on the way. */
struct outcome {
	bool bad;                      /* it is no URL */
	bool port, number;             /* a port; a host that is an address */
};

static bool
add_span(struct sp_url_text *out, struct sp_span span)
{
	return sp_url_add(out, span.text, span.length);
}

/*
 * Appends ":PORT", as it is written, if there is one; bad if it is no number.
 * sp_url_calculate() drops one that is the scheme's, and leading zeros.
 */
static bool
url_add_port(struct sp_url_text *out, struct sp_span port, bool *bad)
{
	for (size_t i = 0; i < port.length; i++)
		*bad = *bad || !sp_is_digit(port.text[i]);
	if (!port.length)
		return true;
	return add_span(out, SP_SPAN(":")) && add_span(out, port);
}

/* Appends scheme and authority. */
static bool
add_authority(struct sp_urls *urls, const struct reference *link,
	      struct outcome *outcome)
{
	struct sp_url_authority parts = sp_url_split_authority(link->authority);
	struct sp_url_text *out = &urls->next;
	size_t length;

	outcome->bad = !sp_url_normal_host(parts.host.text, parts.host.length,
					   urls->host, &length,
					   &outcome->number,
					   &urls->short_of_memory);
	if (outcome->bad)
		return true;
	outcome->port = parts.port.length > 0;
	return add_span(out, link->secure ? SP_SPAN("https://") :
					    SP_SPAN("http://")) &&
	       sp_url_add(out, urls->host, length) &&
	       url_add_port(out, parts.port, &outcome->bad);
}

/*
 * Appends the path of the link, merged with that of the base (RFC 3986, 5.2.3).
 * A link of "?query" alone has the base's path, and an empty one also its
 * query, see put_together().  The base's path is in normal form, so that only
 * the link's has to be escaped; dots are resolved afterwards, over the whole
 * path.
 */
static bool
url_add_path(struct sp_url_text *out, const struct reference *link,
	     const struct sp_url_base *base)
{
	if (link->path.length && url_is_slash(*link->path.text))
		return sp_url_add_path(out, link->path.text,
				       link->path.length);
	if (link->authority.text)
		return add_span(out, SP_SPAN("/"));
	if (!link->path.length)
		return add_span(out, base->path);
	return add_span(out, base->folder) &&
	       sp_url_add_path(out, link->path.text, link->path.length);
}

/*
 * Is a segment of the path "." or ".."?  %2e needs no look: as an unreserved
 * character it has become "." before.
 */
static bool
url_has_dots(const char *path, size_t length)
{
	const char *end = path + length, *at = path;

	while ((at = memmem(at, (size_t)(end - at), "/.", 2))) {
		at += 2;
		if (at < end && *at == '.')
			at++;
		if (at == end || *at == '/')
			return true;
	}
	return false;
}

/* ---- all of it -------------------------------------------------------- */

/*
 * Writes the normal form to next; false if memory is short.  The calculation
 * comes before the query, because it works on the path at the end of the text;
 * a query needs none.
 */
static bool
put_together(struct sp_urls *urls, const struct reference *link,
	     const struct sp_url_base *base, struct outcome *outcome)
{
	struct sp_url_text *out = &urls->next;
	uint64_t start;

	out->length = 0;
	if (!(link->authority.text ? add_authority(urls, link, outcome) :
				     add_span(out, base->origin)))
		return false;
	if (outcome->bad)
		return true;
	start = out->length;
	if (!url_add_path(out, link, base))
		return false;
	if ((outcome->port || outcome->number ||
	     url_has_dots(out->bytes + start, out->length - start)) &&
	    !sp_url_calculate(out, link->secure, outcome->number,
			      &outcome->bad))
		return false;
	if (outcome->bad)
		return true;
	if (link->query.text)
		return add_span(out, SP_SPAN("?")) &&
		       sp_url_add_query(out, &urls->coder, link->query.text,
					link->query.length);
	if (!link->authority.text && !link->path.length)
		return add_span(out, base->query);
	return true;
}

/*
 * Resolves what is not absolute, or absolute with http or https.  "http:x" and
 * "http:/x" are relative to a base of the same scheme, as the standard has it
 * for its special schemes; with any other base, or none, they are absolute,
 * however many slashes there are.
 */
static bool
resolve(struct sp_urls *urls, struct sp_span text, size_t scheme,
	struct outcome *outcome)
{
	const struct sp_url_base *base = &urls->base;
	struct reference link = { .secure = scheme == 5 };
	bool absolute = scheme > 0;

	if (base->origin.length) {
		if (!scheme)
			link.secure = base->secure;
		/* The standard has "http:x" relative to http pages. */
		if (link.secure == base->secure)
			absolute = false;
	}
	if (scheme)
		sp_span_cut(&text, scheme + 1);
	cut_reference(text, absolute, &link);
	return put_together(urls, &link, base, outcome);
}

/*
 * What was put together becomes the result, and the result before it the room
 * for the next one.  That is why a caller may pass the last result as base or
 * text of the next call, but no earlier one.
 */
static enum sp_url_kind
give(struct sp_urls *urls, struct sp_span *url)
{
	struct sp_url_text last = urls->last;

	urls->last = urls->next;
	urls->next = last;
	*url = (struct sp_span){ urls->last.bytes,
				 (size_t)urls->last.length };
	return SP_URL_PAGE;
}

static enum sp_url_kind
no_url_memory(struct sp_urls *urls)
{
	urls->short_of_memory = true;
	return SP_URL_BAD;
}

/* The base is set. */
static enum sp_url_kind
resolve_fully(struct sp_urls *urls, struct sp_span text, const char *charset,
	      struct sp_span *url)
{
	struct outcome outcome = { false, false, false };
	struct sp_span written;
	size_t scheme;

	if (!clean_text(urls, &text))
		return no_url_memory(urls);
	scheme = sp_url_scheme_length(text);
	written = (struct sp_span){ text.text, scheme };
	if (scheme && !sp_is_word(written, "http") &&
	    !sp_is_word(written, "https"))
		return SP_URL_OTHER;
	/*
	 * Longer ones are refused before any work: no name of a page may be
	 * that long.
	 */
	if ((!scheme && !urls->base.origin.length) ||
	    text.length > SP_NAME_MAX)
		return SP_URL_BAD;
	urls->coder.wanted = charset;
	if (!resolve(urls, text, scheme, &outcome))
		urls->short_of_memory = true;
	if (urls->short_of_memory || outcome.bad ||
	    urls->next.length > SP_NAME_MAX)
		return SP_URL_BAD;
	return give(urls, url);
}

enum sp_url_kind
sp_url_resolve_fully(struct sp_urls *urls, const struct sp_span *base,
		     struct sp_span text, const char *charset,
		     struct sp_span *url)
{
	bool based = set_base(urls, base);

	/* It may be the base. */
	*url = (struct sp_span)SP_SPAN_ABSENT;
	if (!based)
		return no_url_memory(urls);
	if (urls->short_of_memory || !text.text)
		return SP_URL_BAD;
	return resolve_fully(urls, text, charset, url);
}

enum sp_url_kind
sp_url_resolve(struct sp_urls *urls, const struct sp_span *base,
	       struct sp_span text, const char *charset, struct sp_span *url)
{
	enum sp_url_kind kind;

	if (urls->short_of_memory || !text.text || !set_base(urls, base) ||
	    !sp_url_quick(&urls->base, text, &urls->next, &kind))
		return sp_url_resolve_fully(urls, base, text, charset, url);
	*url = (struct sp_span)SP_SPAN_ABSENT;
	return kind == SP_URL_PAGE ? give(urls, url) : kind;
}

enum sp_status
sp_urls_new(struct sp_urls **urls, struct sp_error *err)
{
	*urls = sp_alloc_zero(1, sizeof(**urls));
	return *urls ? SP_OK : sp_no_memory(err, "URLs");
}

/* Stays true, because a URL may be missing from then on. */
bool
sp_urls_short(const struct sp_urls *urls)
{
	return urls->short_of_memory;
}

void
sp_urls_free(struct sp_urls *urls)
{
	if (!urls)
		return;
	sp_url_coder_free(&urls->coder);
	free(urls->clean.bytes);
	free(urls->last.bytes);
	free(urls->next.bytes);
	free(urls->base_text.bytes);
	free(urls);
}
