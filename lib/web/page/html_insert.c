/* SPDX-License-Identifier: MIT */
/*
 * An element that comes into a page gives its links, ends the text before it if
 * it is a block, and is pushed on the stack if it has content.  What is in a
 * <template> has no links and no text, but is on the stack like the rest.
 *
 * Content without tags (of <script>, <title>, ...) is read at once by
 * html_token.c, with its end tag, so that its element is never open.
 */
#include "web/page/html_insert.h"

#include "base/ascii.h"
#include "web/page/html_formats.h"
#include "web/page/html_stack.h"

void
sp_html_insert_break(struct sp_html *html, unsigned tag)
{
	if (sp_html_properties(tag) & SP_IS_BLOCK &&
	    !(sp_html_top(html)->bits & SP_OPEN_TEMPLATE))
		sp_html_text_break(&html->text);
}

void
sp_html_insert_links(struct sp_html *html, bool svg)
{
	const struct sp_html_tag *tag = &html->tag;

	if (!tag->attributes.seen || sp_html_top(html)->bits & SP_OPEN_TEMPLATE)
		return;
	if (!sp_html_links_read(&html->links, (enum sp_html_element)tag->id,
				svg, &tag->attributes, html->text.length))
		html->short_memory = true;
}

void
sp_html_insert_void(struct sp_html *html)
{
	sp_html_insert_break(html, html->tag.id);
	sp_html_insert_links(html, false);
}

void
sp_html_insert(struct sp_html *html)
{
	sp_html_insert_void(html);
	sp_html_push(html, html->tag.id, SP_IN_HTML, html->tag.hash, 0, 0);
}

/* Only this point depends on an attribute. */
static unsigned
foreign_bits(struct sp_html *html, enum sp_html_space space)
{
	struct sp_span encoding;

	if (space != SP_IN_MATHML || html->tag.id != SP_EL_ANNOTATION_XML)
		return 0;
	if (!sp_html_links_value(&html->links, &html->tag.attributes,
				 SP_AT_ENCODING, &encoding)) {
		html->short_memory = true;
		return 0;
	}
	return sp_is_word(encoding, "text/html") ||
	       sp_is_word(encoding, "application/xhtml+xml") ? SP_OPEN_HTML : 0;
}

void
sp_html_insert_foreign(struct sp_html *html, enum sp_html_space space)
{
	uint64_t before = html->links.count;
	uint32_t anchor = 0;

	sp_html_insert_break(html, html->tag.id);
	if (space == SP_IN_SVG)
		sp_html_insert_links(html, true);
	if (html->tag.id == SP_EL_A && html->links.count > before)
		anchor = sp_html_anchor(html);
	sp_html_push(html, html->tag.id, space, html->tag.hash,
		     foreign_bits(html, space), anchor);
	if (html->tag.closes_itself && !html->short_memory)
		sp_html_pop(html);
}

void
sp_html_insert_format(struct sp_html *html)
{
	uint64_t before = html->links.count;
	uint32_t anchor = 0;

	sp_html_insert_links(html, false);
	if (html->links.count > before)
		anchor = sp_html_anchor(html);
	sp_html_formats_open(html, anchor);
}

void
sp_html_insert_raw(struct sp_html *html)
{
	sp_html_insert_void(html);
	html->raw = html->tag.id;
}

void
sp_html_insert_implied(struct sp_html *html, enum sp_html_element tag)
{
	sp_html_insert_break(html, tag);
	sp_html_push(html, tag, SP_IN_HTML, 0, 0, 0);
}

void
sp_html_insert_text(struct sp_html *html, struct sp_span text, bool references,
		    bool drop_nul)
{
	uint64_t before = html->text.length;

	if (!html->options.text || sp_html_top(html)->bits &
				   (SP_OPEN_HIDDEN | SP_OPEN_TEMPLATE))
		return;
	if (!sp_html_text_add(&html->text, text, references, drop_nul))
		html->short_memory = true;
	if (html->loose_count && html->text.length > before)
		sp_html_anchors_pass(html, before);
}

/*
 * The title comes first in the text, before that of links that were there
 * before it.  One that comes after other text is kept apart until the end of
 * the page.
 */
static void
insert_title(struct sp_html *html, struct sp_span text)
{
	bool late = html->text.length;
	struct sp_html_text *to = late ? &html->late_title : &html->text;

	if (html->has_title || sp_html_top(html)->bits & SP_OPEN_TEMPLATE)
		return;
	html->has_title = true;
	if (!sp_html_text_add(to, text, true, false))
		html->short_memory = true;
	html->title_length = to->length;
	if (late)
		return;
	sp_html_text_break(to);
	for (uint64_t i = 0; i < html->links.count; i++) {
		html->links.items[i].text_start = to->length;
		html->links.items[i].text_end = to->length;
	}
}

void
sp_html_take_raw(struct sp_html *html, struct sp_span text)
{
	/* Text like that of the body. */
	if (html->raw == SP_EL_PLAINTEXT && text.length)
		sp_html_formats_reopen(html);
	if (html->raw == SP_EL_TITLE)
		insert_title(html, text);
	else if (html->raw == SP_EL_XMP || html->raw == SP_EL_PLAINTEXT)
		sp_html_insert_text(html, text, false, false);
	sp_html_insert_break(html, html->raw);
}

bool
sp_html_is_hidden_input(struct sp_html *html)
{
	struct sp_span type;

	if (html->tag.id != SP_EL_INPUT)
		return false;
	if (!sp_html_links_value(&html->links, &html->tag.attributes,
				 SP_AT_TYPE, &type))
		html->short_memory = true;
	return !html->short_memory && sp_is_word(type, "hidden");
}
