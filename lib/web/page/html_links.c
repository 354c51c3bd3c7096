/* SPDX-License-Identifier: MIT */
/*
 * Which attributes are links is a table of element, attribute and kind; <meta>,
 * <base>, <link> and srcset have rules of their own.  The order of links is
 * that of elements, and inside of one that of the table, not of its attributes,
 * so that it does not depend on how the page was written.
 *
 * Addresses are not resolved here: the base may come after them.  They are
 * spans of the page unless references or line ends have to be undone; then
 * they are in memory that is taken back as a whole before the next page.
 */
#include "web/page/html_private.h"

#include "base/ascii.h"
#include "base/buffer.h"
#include "base/memory.h"
#include "web/page/html_references.h"

#include <stdlib.h>

#define CHUNK SP_BUFFER((size_t)64 << 10, (size_t)1 << 10)

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

/* ---- values ------------------------------------------------------------- */

static bool
is_written_as_is(struct sp_span value)
{
	return !value.length || (!memchr(value.text, '&', value.length) &&
				 !memchr(value.text, '\r', value.length) &&
				 !memchr(value.text, '\0', value.length));
}

bool
sp_html_links_value(struct sp_html_links *links,
		    const struct sp_html_attributes *attributes,
		    enum sp_html_attribute attribute, struct sp_span *value)
{
	char *undone;

	if (!(attributes->seen & UINT32_C(1) << attribute)) {
		*value = (struct sp_span)SP_SPAN_ABSENT;
		return true;
	}
	*value = attributes->values[attribute];
	if (is_written_as_is(*value))
		return true;
	undone = sp_arena_take(&links->values,
			       (size_t)sp_html_decoded_most(*value));
	if (!undone)
		return false;
	*value = (struct sp_span){ undone,
				   sp_html_decode_value(*value, undone) };
	return true;
}

void
sp_html_links_clear(struct sp_html_links *links)
{
	links->count = 0;
	links->nofollow = false;
	links->base = (struct sp_span)SP_SPAN_ABSENT;
	sp_arena_reset(&links->values, CHUNK, CHUNK);
}

void
sp_html_links_free(struct sp_html_links *links)
{
	free(links->items);
	sp_arena_free(&links->values);
}

/* Cuts off the bytes of blanks at the start. */
static void
html_links_skip_blanks(struct sp_span *text)
{
	while (text->length && sp_is_html_space(*text->text))
		sp_span_cut(text, 1);
}

/* Cuts off a byte of these two, if it is next. */
static bool
html_links_skip(struct sp_span *text, char one, char other)
{
	if (!text->length || (*text->text != one && *text->text != other))
		return false;
	sp_span_cut(text, 1);
	return true;
}

/* Source: WHATWG HTML, "shared declarative refresh steps". */
struct sp_span
sp_html_refresh(struct sp_span content)
{
	const struct sp_span none = SP_SPAN_ABSENT;
	struct sp_span url;
	char quote;

	html_links_skip_blanks(&content);
	if (!content.length || (!sp_is_digit(*content.text) &&
				*content.text != '.'))
		return none;
	while (content.length && (sp_is_digit(*content.text) ||
				  *content.text == '.'))
		sp_span_cut(&content, 1);
	if (!content.length || (*content.text != ';' && *content.text != ',' &&
				!sp_is_html_space(*content.text)))
		return none;
	html_links_skip_blanks(&content);
	if (html_links_skip(&content, ';', ','))
		html_links_skip_blanks(&content);
	if (!content.length)
		return none;
	url = content;
	if (sp_begins_word(content, "url")) {
		sp_span_cut(&content, 3);
		html_links_skip_blanks(&content);
		if (html_links_skip(&content, '=', '=')) {
			html_links_skip_blanks(&content);
			url = content;
		}
	}
	if (!url.length)
		return url;
	quote = *url.text;
	if (html_links_skip(&url, '"', '\''))
		url.length = sp_span_before(url, quote);
	return url;
}

/* Whether a list of words, between blanks or commas, has this one. */
static bool
has_word(struct sp_span list, const char *word)
{
	while (list.length) {
		size_t length = 0;

		while (length < list.length &&
		       !sp_is_html_space(list.text[length]) &&
		       list.text[length] != ',')
			length++;
		if (sp_is_word(sp_span_cut(&list, length), word))
			return true;
		if (list.length)
			sp_span_cut(&list, 1);
	}
	return false;
}

/* ---- links -------------------------------------------------------------- */

/* A tag that is read. */
struct sp_html_links_tag {
	struct sp_html_links *links;
	const struct sp_html_attributes *attributes;
	uint64_t text;
	bool nofollow;
};

static bool
html_links_is_wanted(bool all, enum sp_html_link_kind kind)
{
	return all || kind <= SP_LINK_CANONICAL;
}

static bool
html_links_get(const struct sp_html_links_tag *tag,
	       enum sp_html_attribute attribute, struct sp_span *value)
{
	return sp_html_links_value(tag->links, tag->attributes, attribute,
				   value);
}

/* The text of a link begins where the text of the page is at. */
static bool
html_links_add_link(const struct sp_html_links_tag *tag,
		    enum sp_html_link_kind kind, struct sp_span url)
{
	struct sp_html_links *links = tag->links;

	if (!html_links_is_wanted(links->all, kind))
		return true;
	if (!sp_grow(&links->items, &links->capacity, links->count + 1))
		return false;
	links->items[links->count++] = (struct sp_html_link){
		.kind = kind,
		.nofollow = tag->nofollow,
		.url = url,
		.text_start = tag->text,
		.text_end = tag->text,
	};
	return true;
}

/*
 * The addresses of srcset, separated by commas, perhaps with descriptors.
 * Source: WHATWG HTML, "parse a srcset attribute".
 */
static bool
add_srcset(struct sp_html_links_tag *tag)
{
	struct sp_span set;

	tag->nofollow = false;
	if (!html_links_get(tag, SP_AT_SRCSET, &set))
		return false;
	for (;;) {
		struct sp_span url;
		size_t length = 0, whole;
		bool inside = false;

		while (set.length && (sp_is_html_space(*set.text) ||
				      *set.text == ','))
			sp_span_cut(&set, 1);
		if (!set.length)
			return true;
		while (length < set.length &&
		       !sp_is_html_space(set.text[length]))
			length++;
		url = sp_span_cut(&set, length);
		whole = length;
		while (url.text[url.length - 1] == ',')
			url.length--;
		if (!html_links_add_link(tag, SP_LINK_IMAGE, url))
			return false;
		if (url.length < whole)
			continue;
		while (set.length && (inside || *set.text != ',')) {
			inside = *set.text == '(' ||
				 (inside && *set.text != ')');
			sp_span_cut(&set, 1);
		}
	}
}

static bool
read_meta(const struct sp_html_links_tag *tag)
{
	struct sp_span content, name, equiv, url;

	if (!html_links_get(tag, SP_AT_CONTENT, &content) ||
	    !html_links_get(tag, SP_AT_NAME, &name) ||
	    !html_links_get(tag, SP_AT_HTTP_EQUIV, &equiv))
		return false;
	if (!content.text)
		return true;
	if (sp_is_word(name, "robots") &&
	    (has_word(content, "nofollow") || has_word(content, "none")))
		tag->links->nofollow = true;
	if (!sp_is_word(equiv, "refresh"))
		return true;
	url = sp_html_refresh(content);
	return !url.text || html_links_add_link(tag, SP_LINK_REFRESH, url);
}

/* Only the first <base> with href counts, as in browsers. */
static bool
read_base(const struct sp_html_links_tag *tag)
{
	return tag->links->base.text ||
	       html_links_get(tag, SP_AT_HREF, &tag->links->base);
}

static bool
read_link(const struct sp_html_links_tag *tag)
{
	struct sp_span href, rel;

	if (!html_links_get(tag, SP_AT_HREF, &href) ||
	    !html_links_get(tag, SP_AT_REL, &rel))
		return false;
	/* It links to nothing if href is empty. */
	if (!href.length)
		return true;
	return html_links_add_link(tag, has_word(rel, "canonical") ?
						SP_LINK_CANONICAL : SP_LINK_REL,
				   href);
}

/* Attributes that are addresses. */
static const struct html_links_address {
	uint8_t tag, attribute, kind;
	bool svg; /* only there, otherwise only in HTML */
} addresses[] = {
#define ADDRESS(tag, attribute, kind) \
	{ SP_EL_##tag, SP_AT_##attribute, SP_LINK_##kind, false },
#define SVG_ADDRESS(tag, kind) \
	{ SP_EL_##tag, SP_AT_HREF, SP_LINK_##kind, true },
	ADDRESS(A, HREF, A)
	SVG_ADDRESS(A, A)
	ADDRESS(AREA, HREF, AREA)
	ADDRESS(FRAME, SRC, FRAME)
	ADDRESS(FRAME, LONGDESC, CITE)
	ADDRESS(IFRAME, SRC, IFRAME)
	ADDRESS(IFRAME, LONGDESC, CITE)
	ADDRESS(IMG, SRC, IMAGE)
	ADDRESS(IMG, LONGDESC, CITE)
	SVG_ADDRESS(IMAGE, IMAGE)
	ADDRESS(INPUT, SRC, IMAGE)
	ADDRESS(INPUT, FORMACTION, FORM)
	ADDRESS(BUTTON, FORMACTION, FORM)
	ADDRESS(FORM, ACTION, FORM)
	ADDRESS(BODY, BACKGROUND, IMAGE)
	ADDRESS(TABLE, BACKGROUND, IMAGE)
	ADDRESS(TR, BACKGROUND, IMAGE)
	ADDRESS(TD, BACKGROUND, IMAGE)
	ADDRESS(TH, BACKGROUND, IMAGE)
	ADDRESS(SCRIPT, SRC, SCRIPT)
	SVG_ADDRESS(SCRIPT, SCRIPT)
	ADDRESS(VIDEO, SRC, MEDIA)
	ADDRESS(VIDEO, POSTER, MEDIA)
	ADDRESS(AUDIO, SRC, MEDIA)
	ADDRESS(SOURCE, SRC, MEDIA)
	ADDRESS(TRACK, SRC, MEDIA)
	ADDRESS(BGSOUND, SRC, MEDIA)
	ADDRESS(EMBED, SRC, EMBED)
	ADDRESS(OBJECT, DATA, EMBED)
	ADDRESS(BLOCKQUOTE, CITE, CITE)
	ADDRESS(Q, CITE, CITE)
	ADDRESS(INS, CITE, CITE)
	ADDRESS(DEL, CITE, CITE)
#undef ADDRESS
#undef SVG_ADDRESS
};

#define ADDRESSES (sizeof(addresses) / sizeof(*addresses))

uint32_t
sp_html_links_wanted(enum sp_html_element tag, bool all)
{
	uint32_t wanted = 0;

	for (size_t i = 0; i < ADDRESSES; i++) {
		const struct html_links_address *address = &addresses[i];

		if (address->tag != tag ||
		    !html_links_is_wanted(all, (enum sp_html_link_kind)
						       address->kind))
			continue;
		wanted |= UINT32_C(1) << address->attribute |
			  SP_HTML_BIT(REL);
		if (address->svg)
			wanted |= SP_HTML_BIT(XLINK_HREF);
	}
	if (tag == SP_EL_META)
		wanted = SP_HTML_BIT(CONTENT) | SP_HTML_BIT(NAME) |
			 SP_HTML_BIT(HTTP_EQUIV);
	if (tag == SP_EL_BASE)
		wanted = SP_HTML_BIT(HREF);
	if (tag == SP_EL_LINK)
		wanted = SP_HTML_BIT(HREF) | SP_HTML_BIT(REL);
	if (all && (tag == SP_EL_IMG || tag == SP_EL_SOURCE))
		wanted |= SP_HTML_BIT(SRCSET);
	return wanted;
}

/* rel= belongs to all of an element's addresses. */
static bool
read_addresses(const struct sp_html_links_tag *tag, enum sp_html_element name,
	       bool svg)
{
	for (size_t i = 0; i < ADDRESSES; i++) {
		enum sp_html_attribute attribute =
			(enum sp_html_attribute)addresses[i].attribute;
		struct sp_span url;

		if (addresses[i].tag != name || addresses[i].svg != svg)
			continue;
		if (svg && !(tag->attributes->seen & SP_HTML_BIT(HREF)))
			attribute = SP_AT_XLINK_HREF;
		if (!html_links_get(tag, attribute, &url))
			return false;
		if (url.text &&
		    !html_links_add_link(tag, (enum sp_html_link_kind)
						      addresses[i].kind, url))
			return false;
	}
	return true;
}

bool
sp_html_links_read(struct sp_html_links *links, enum sp_html_element name,
		   bool svg, const struct sp_html_attributes *attributes,
		   uint64_t text)
{
	struct sp_html_links_tag tag = { links, attributes, text, false };
	struct sp_span url, rel;

	if (attributes->seen & SP_HTML_BIT(REL)) {
		if (!html_links_get(&tag, SP_AT_REL, &rel))
			return false;
		tag.nofollow = has_word(rel, "nofollow");
	}
	/* Most links by far. */
	if (name == SP_EL_A && !svg)
		return html_links_get(&tag, SP_AT_HREF, &url) &&
		       (!url.text || html_links_add_link(&tag, SP_LINK_A, url));
	if (svg)
		return read_addresses(&tag, name, svg);
	switch (name) {
	case SP_EL_META:
		return read_meta(&tag);
	case SP_EL_LINK:
		return read_link(&tag);
	case SP_EL_BASE:
		return read_base(&tag);
	case SP_EL_IMG:
	case SP_EL_SOURCE:
		return read_addresses(&tag, name, svg) && add_srcset(&tag);
	default:
		return read_addresses(&tag, name, svg);
	}
}
