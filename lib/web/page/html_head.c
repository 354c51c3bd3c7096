/* SPDX-License-Identifier: MIT */
/*
 * What tags do outside of the body: before it, in the head, in framesets and
 * after both.
 *
 * Some modes of the standard are one here, as they differ in nothing that
 * counts: the three before <head>, and the two after the body and framesets.
 * <html>, at the bottom of the stack, is open from the beginning; <head> never
 * is, as no text in it is visible.
 *
 * A <frameset> may come in place of a body that had nothing visible.  Then all
 * that the body had is taken back.
 */
#include "base/memory.h"
#include "web/page/html_formats.h"
#include "web/page/html_insert.h"
#include "web/page/html_modes.h"
#include "web/page/html_stack.h"

/* ---- head --------------------------------------------------------------- */

static bool
is_head_tag(const struct sp_html *html)
{
	return sp_html_elements[html->tag.id].start == SP_START_HEAD;
}

static void
open_template(struct sp_html *html)
{
	if (!sp_grow(&html->templates, &html->template_capacity,
		     html->template_count + 1)) {
		html->short_memory = true;
		return;
	}
	html->templates[html->template_count++] = SP_MODE_TEMPLATE;
	sp_html_insert(html);
	sp_html_formats_mark(html);
	html->frameset_ok = false;
	html->mode = SP_MODE_TEMPLATE;
}

static void
close_template(struct sp_html *html)
{
	uint32_t place = sp_html_last(html, SP_EL_TEMPLATE);

	if (!place)
		return;
	sp_html_pop_to(html, place);
	sp_html_formats_unmark(html);
	html->template_count--;
	sp_html_reset_mode(html);
}

enum sp_html_said
sp_html_in_head(struct sp_html *html)
{
	switch (html->tag.id) {
	case SP_EL_TEMPLATE:
		if (html->tag.end)
			close_template(html);
		else
			open_template(html);
		break;
	case SP_EL_NOFRAMES:
	case SP_EL_SCRIPT:
	case SP_EL_STYLE:
	case SP_EL_TITLE:
		sp_html_insert_raw(html);
		break;
	default:
		sp_html_insert_void(html);
		break;
	}
	return SP_HTML_DONE;
}

static enum sp_html_said
again_in(struct sp_html *html, enum sp_html_mode mode)
{
	html->mode = mode;
	html->in_head = mode == SP_MODE_HEAD;
	return SP_HTML_AGAIN;
}

/* End tags that open what is missing. */
static bool
is_opening_end(unsigned tag)
{
	return tag == SP_EL_BODY || tag == SP_EL_HTML || tag == SP_EL_BR;
}

enum sp_html_said
sp_html_before_head(struct sp_html *html)
{
	unsigned tag = html->tag.id;

	if (html->tag.end && !is_opening_end(tag) && tag != SP_EL_HEAD)
		return SP_HTML_DONE;
	if (!html->tag.end && tag == SP_EL_HTML)
		return SP_HTML_DONE;
	again_in(html, SP_MODE_HEAD);
	return tag == SP_EL_HEAD && !html->tag.end ? SP_HTML_DONE :
						     SP_HTML_AGAIN;
}

enum sp_html_said
sp_html_in_head_mode(struct sp_html *html)
{
	unsigned tag = html->tag.id;

	if (html->tag.end) {
		if (tag == SP_EL_TEMPLATE)
			return sp_html_in_head(html);
		if (tag != SP_EL_HEAD && !is_opening_end(tag))
			return SP_HTML_DONE;
		again_in(html, SP_MODE_AFTER_HEAD);
		return tag == SP_EL_HEAD ? SP_HTML_DONE : SP_HTML_AGAIN;
	}
	if (tag == SP_EL_HTML || tag == SP_EL_HEAD)
		return SP_HTML_DONE;
	if (tag == SP_EL_NOSCRIPT) {
		html->mode = SP_MODE_NOSCRIPT;
		return SP_HTML_DONE;
	}
	if (is_head_tag(html))
		return sp_html_in_head(html);
	return again_in(html, SP_MODE_AFTER_HEAD);
}

/* <noscript> in the head. */
enum sp_html_said
sp_html_in_noscript(struct sp_html *html)
{
	switch (html->tag.id) {
	case SP_EL_NOSCRIPT:
		if (html->tag.end)
			html->mode = SP_MODE_HEAD;
		return SP_HTML_DONE;
	case SP_EL_HEAD:
	case SP_EL_HTML:
		return SP_HTML_DONE;
	case SP_EL_BASEFONT:
	case SP_EL_BGSOUND:
	case SP_EL_LINK:
	case SP_EL_META:
	case SP_EL_NOFRAMES:
	case SP_EL_STYLE:
		return html->tag.end ? SP_HTML_DONE : sp_html_in_head(html);
	case SP_EL_BR:
		return again_in(html, SP_MODE_HEAD);
	default:
		return html->tag.end ? SP_HTML_DONE :
				       again_in(html, SP_MODE_HEAD);
	}
}

void
sp_html_open_body(struct sp_html *html)
{
	html->before_body = (struct sp_html_before_body){
		.links = html->links.count,
		.text = html->text.length,
		.base = html->links.base,
		.nofollow = html->links.nofollow,
		.title = html->has_title,
	};
	html->mode = SP_MODE_BODY;
	html->body = (uint32_t)html->open_count;
	sp_html_insert_implied(html, SP_EL_BODY);
}

/* The background of the first <body> that has one. */
void
sp_html_body_background(struct sp_html *html)
{
	if (!(html->tag.attributes.seen & SP_HTML_BIT(BACKGROUND)) ||
	    html->has_body_background)
		return;
	html->has_body_background = true;
	sp_html_insert_links(html, false);
}

static void
open_frameset(struct sp_html *html)
{
	sp_html_insert(html);
	html->mode = SP_MODE_FRAMESET;
}

enum sp_html_said
sp_html_after_head(struct sp_html *html)
{
	unsigned tag = html->tag.id;

	if (tag == SP_EL_TEMPLATE)
		return sp_html_in_head(html);
	if (html->tag.end) {
		if (!is_opening_end(tag))
			return SP_HTML_DONE;
		sp_html_open_body(html);
		return SP_HTML_AGAIN;
	}
	if (tag == SP_EL_HTML || tag == SP_EL_HEAD)
		return SP_HTML_DONE;
	if (is_head_tag(html))
		return sp_html_in_head(html);
	if (tag == SP_EL_FRAMESET) {
		open_frameset(html);
		return SP_HTML_DONE;
	}
	sp_html_open_body(html);
	if (tag != SP_EL_BODY)
		return SP_HTML_AGAIN;
	html->frameset_ok = false;
	sp_html_body_background(html);
	return SP_HTML_DONE;
}

/* ---- framesets ---------------------------------------------------------- */

/* A frameset in place of the body, which had nothing that is visible. */
void
sp_html_replace_body(struct sp_html *html)
{
	const struct sp_html_before_body *before = &html->before_body;

	if (!html->body || !html->frameset_ok)
		return;
	sp_html_pop_to(html, 1);
	html->body = 0;
	html->links.count = before->links;
	html->links.base = before->base;
	html->links.nofollow = before->nofollow;
	if (!before->title)
		html->late_title.length = 0;
	html->has_title = before->title;
	html->text.length = before->text;
	sp_html_text_break(&html->text);
	if (!html->text.length)
		html->text.blank = '\0';
	open_frameset(html);
}

enum sp_html_said
sp_html_in_frameset(struct sp_html *html)
{
	switch (html->tag.id) {
	case SP_EL_FRAMESET:
		if (!html->tag.end) {
			sp_html_insert(html);
		} else if (html->open_count > 1) {
			sp_html_pop(html);
			if (!sp_html_is_top(html, SP_EL_FRAMESET))
				html->mode = SP_MODE_AFTER_FRAMESET;
		}
		break;
	case SP_EL_FRAME:
		if (!html->tag.end)
			sp_html_insert_void(html);
		break;
	case SP_EL_NOFRAMES:
		if (!html->tag.end)
			sp_html_insert_raw(html);
		break;
	default:
		break;
	}
	return SP_HTML_DONE;
}

enum sp_html_said
sp_html_after_frameset(struct sp_html *html)
{
	if (html->tag.id == SP_EL_NOFRAMES && !html->tag.end)
		sp_html_insert_raw(html);
	return SP_HTML_DONE;
}

enum sp_html_said
sp_html_after_body(struct sp_html *html)
{
	if (html->tag.id == SP_EL_HTML)
		return SP_HTML_DONE;
	html->mode = SP_MODE_BODY;
	return SP_HTML_AGAIN;
}
