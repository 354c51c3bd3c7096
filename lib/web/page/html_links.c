/* SPDX-License-Identifier: MIT */
/*
 * Which attributes are links is a table of element, attribute and kind; <meta>,
 * <base>, <link> and srcset have rules of their own.  The order of links is
 * that of elements, and inside of one that of the table, not of its attributes,
 * so that it does not depend on how the page was written.
 *
 * Addresses are not resolved here: the base may come after them.
 */
#include "web/page/html_links.h"

#include "base/ascii.h"

#include <string.h>
#include <strings.h>

const char *const sp_html_link_names[SP_LINK_KINDS] = {
	[SP_LINK_A] = "a",
	[SP_LINK_AREA] = "area",
	[SP_LINK_FRAME] = "frame",
	[SP_LINK_IFRAME] = "iframe",
	[SP_LINK_REFRESH] = "refresh",
	[SP_LINK_CANONICAL] = "canonical",
	[SP_LINK_REL] = "link",
	[SP_LINK_IMAGE] = "image",
	[SP_LINK_SCRIPT] = "script",
	[SP_LINK_FORM] = "form",
	[SP_LINK_MEDIA] = "media",
	[SP_LINK_EMBED] = "embed",
	[SP_LINK_CITE] = "cite",
};

static const char *
html_links_skip_blanks(const char *text)
{
	while (sp_is_html_space(*text))
		text++;
	return text;
}

/* Source: WHATWG HTML, "shared declarative refresh steps". */
struct sp_span
sp_html_refresh(const char *content)
{
	const char *at = html_links_skip_blanks(content), *url;
	size_t length;

	if (!sp_is_digit(*at) && *at != '.')
		return (struct sp_span)SP_SPAN_ABSENT;
	at += strspn(at, "0123456789.");
	if (*at != ';' && *at != ',' && !sp_is_html_space(*at))
		return (struct sp_span)SP_SPAN_ABSENT;
	at = html_links_skip_blanks(at);
	if (*at == ';' || *at == ',')
		at = html_links_skip_blanks(at + 1);
	if (!*at)
		return (struct sp_span)SP_SPAN_ABSENT;
	url = at;
	if (!strncasecmp(at, "url", 3)) {
		at = html_links_skip_blanks(at + 3);
		if (*at == '=')
			url = html_links_skip_blanks(at + 1);
	}
	length = strlen(url);
	if (*url == '"' || *url == '\'') {
		const char *end = strchr(url + 1, *url);

		url++;
		length = end ? (size_t)(end - url) : strlen(url);
	}
	return (struct sp_span){ url, length };
}

#ifdef HAVE_GUMBO

#include "base/ascii.h"
#include "base/memory.h"

/* ---- attributes --------------------------------------------------------- */

static const char *
html_links_value_of(const GumboElement *element, const char *name)
{
	const GumboAttribute *attribute =
		gumbo_get_attribute(&element->attributes, name);

	return attribute ? attribute->value : NULL;
}

static bool
is_value(const GumboElement *element, const char *name, const char *value)
{
	const char *is = html_links_value_of(element, name);

	return is && !strcasecmp(is, value);
}

/* Whether a list of words, between blanks or commas, has this one. */
static bool
has_word(const char *list, const char *word)
{
	const char *separators = " \t\n\f\r,";
	size_t length = strlen(word);

	while (list && *list) {
		size_t here = strcspn(list, separators);

		if (here == length && !strncasecmp(list, word, length))
			return true;
		list += here;
		list += *list != '\0';
	}
	return false;
}

/* ---- links -------------------------------------------------------------- */

static bool
html_links_is_wanted(const struct sp_html_links *links,
		     enum sp_html_link_kind kind)
{
	return links->all || kind <= SP_LINK_CANONICAL;
}

/*
 * The text of a link begins where the text of the page is at; html.c moves the
 * end.
 */
static bool
html_links_add_link(struct sp_html_links *links, enum sp_html_link_kind kind,
		    bool nofollow, const char *url, size_t length)
{
	if (!html_links_is_wanted(links, kind))
		return true;
	if (!sp_grow(&links->items, &links->capacity, links->count + 1))
		return false;
	links->items[links->count++] = (struct sp_html_link){
		.kind = kind,
		.nofollow = nofollow,
		.url = { url, length },
		.text_start = links->text,
		.text_end = links->text,
	};
	return true;
}

/*
 * The addresses of srcset, with commas between them and descriptors behind.
 * Source: WHATWG HTML, "parse a srcset attribute".
 */
static bool
add_srcset(struct sp_html_links *links, const char *set)
{
	for (;;) {
		const char *start;
		size_t length;
		bool inside = false;

		while (sp_is_html_space(*set) || *set == ',')
			set++;
		if (!*set)
			return true;
		start = set;
		while (*set && !sp_is_html_space(*set))
			set++;
		length = (size_t)(set - start);
		while (start[length - 1] == ',')
			length--;
		if (!html_links_add_link(links, SP_LINK_IMAGE, false, start,
					 length))
			return false;
		if (length < (size_t)(set - start))
			continue;
		while (*set && (inside || *set != ',')) {
			inside = *set == '(' || (inside && *set != ')');
			set++;
		}
	}
}

static bool
read_meta(struct sp_html_links *links, const GumboElement *element)
{
	const char *content = html_links_value_of(element, "content");
	struct sp_span url;

	if (!content)
		return true;
	if (is_value(element, "name", "robots") &&
	    (has_word(content, "nofollow") || has_word(content, "none")))
		links->nofollow = true;
	if (!is_value(element, "http-equiv", "refresh"))
		return true;
	url = sp_html_refresh(content);
	return !url.text || html_links_add_link(links, SP_LINK_REFRESH, false,
						url.text, url.length);
}

/* Only the first <base> with href counts, as in browsers. */
static void
read_base(struct sp_html_links *links, const GumboElement *element)
{
	const char *href = html_links_value_of(element, "href");

	if (href && !links->base.text)
		links->base = (struct sp_span){ href, strlen(href) };
}

static bool
read_link(struct sp_html_links *links, const GumboElement *element)
{
	const char *href = html_links_value_of(element, "href");
	const char *rel = html_links_value_of(element, "rel");

	/* It links to nothing if href is empty. */
	if (!href || !*href)
		return true;
	return html_links_add_link(
		links,
		has_word(rel, "canonical") ? SP_LINK_CANONICAL : SP_LINK_REL,
		has_word(rel, "nofollow"), href, strlen(href));
}

/* Attributes that are addresses. */
static const struct {
	GumboTag tag;
	const char *attribute;
	enum sp_html_link_kind kind;
	bool svg; /* only there, otherwise only in HTML */
} addresses[] = {
	{ GUMBO_TAG_A, "href", SP_LINK_A, false },
	{ GUMBO_TAG_A, "href", SP_LINK_A, true },
	{ GUMBO_TAG_AREA, "href", SP_LINK_AREA, false },
	{ GUMBO_TAG_FRAME, "src", SP_LINK_FRAME, false },
	{ GUMBO_TAG_FRAME, "longdesc", SP_LINK_CITE, false },
	{ GUMBO_TAG_IFRAME, "src", SP_LINK_IFRAME, false },
	{ GUMBO_TAG_IFRAME, "longdesc", SP_LINK_CITE, false },
	{ GUMBO_TAG_IMG, "src", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_IMG, "longdesc", SP_LINK_CITE, false },
	{ GUMBO_TAG_IMAGE, "href", SP_LINK_IMAGE, true },
	{ GUMBO_TAG_INPUT, "src", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_INPUT, "formaction", SP_LINK_FORM, false },
	{ GUMBO_TAG_BUTTON, "formaction", SP_LINK_FORM, false },
	{ GUMBO_TAG_FORM, "action", SP_LINK_FORM, false },
	{ GUMBO_TAG_BODY, "background", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_TABLE, "background", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_TR, "background", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_TD, "background", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_TH, "background", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_SCRIPT, "src", SP_LINK_SCRIPT, false },
	{ GUMBO_TAG_SCRIPT, "href", SP_LINK_SCRIPT, true },
	{ GUMBO_TAG_VIDEO, "src", SP_LINK_MEDIA, false },
	{ GUMBO_TAG_VIDEO, "poster", SP_LINK_MEDIA, false },
	{ GUMBO_TAG_AUDIO, "src", SP_LINK_MEDIA, false },
	{ GUMBO_TAG_SOURCE, "src", SP_LINK_MEDIA, false },
	{ GUMBO_TAG_TRACK, "src", SP_LINK_MEDIA, false },
	{ GUMBO_TAG_BGSOUND, "src", SP_LINK_MEDIA, false },
	{ GUMBO_TAG_EMBED, "src", SP_LINK_EMBED, false },
	{ GUMBO_TAG_OBJECT, "data", SP_LINK_EMBED, false },
	{ GUMBO_TAG_BLOCKQUOTE, "cite", SP_LINK_CITE, false },
	{ GUMBO_TAG_Q, "cite", SP_LINK_CITE, false },
	{ GUMBO_TAG_INS, "cite", SP_LINK_CITE, false },
	{ GUMBO_TAG_DEL, "cite", SP_LINK_CITE, false },
};

#define ADDRESSES (sizeof(addresses) / sizeof(*addresses))

/* rel= belongs to all of an element's addresses. */
static bool
read_addresses(struct sp_html_links *links, const GumboElement *element)
{
	bool svg = element->tag_namespace == GUMBO_NAMESPACE_SVG;

	for (size_t i = 0; i < ADDRESSES; i++) {
		const char *url;

		if (addresses[i].tag != element->tag ||
		    addresses[i].svg != svg)
			continue;
		url = html_links_value_of(element, addresses[i].attribute);
		if (url && !html_links_add_link(
				   links, addresses[i].kind,
				   has_word(html_links_value_of(element, "rel"),
					    "nofollow"),
				   url, strlen(url)))
			return false;
	}
	return true;
}

bool
sp_html_links_read(struct sp_html_links *links, const GumboElement *element,
		   uint64_t text)
{
	const char *set;

	links->text = text;
	if (!element->attributes.length ||
	    element->tag_namespace == GUMBO_NAMESPACE_MATHML)
		return true;
	if (!read_addresses(links, element))
		return false;
	if (element->tag_namespace != GUMBO_NAMESPACE_HTML)
		return true;
	switch (element->tag) {
	case GUMBO_TAG_META:
		return read_meta(links, element);
	case GUMBO_TAG_LINK:
		return read_link(links, element);
	case GUMBO_TAG_BASE:
		read_base(links, element);
		return true;
	case GUMBO_TAG_IMG:
	case GUMBO_TAG_SOURCE:
		set = html_links_value_of(element, "srcset");
		return !set || add_srcset(links, set);
	default:
		return true;
	}
}

#endif
