/* SPDX-License-Identifier: MIT */
/*
 * What tags do in the body of a page: the rules of the HTML standard for the
 * insertion mode "in body", which the modes of tables and templates use too.
 *
 * What a tag does is in the table of elements (html_elements.h), so that a
 * start tag is one look-up and one switch.  Elements whose content has no tags
 * are never on the stack (html_insert.c), and so have no end tags here.
 */
#include "web/page/html_formats.h"
#include "web/page/html_insert.h"
#include "web/page/html_modes.h"
#include "web/page/html_stack.h"

/* ---- start tags in the body --------------------------------------------- */

/* Closes an element, if there is one, and all inside of it. */
static void
close_at(struct sp_html *html, uint32_t place)
{
	if (place)
		sp_html_pop_to(html, place);
}

static void
close_p(struct sp_html *html)
{
	close_at(html, sp_html_in_button_scope(html, SP_EL_P));
}

/* An item of a list, which ends the one before. */
static void
start_item(struct sp_html *html, enum sp_html_element tag,
	   enum sp_html_element other)
{
	uint32_t place = sp_html_strict(html);
	const struct sp_html_open *open = &html->open[place];

	if (place && open->space == SP_IN_HTML &&
	    (open->tag == tag || open->tag == other))
		sp_html_pop_to(html, place);
	close_p(html);
	sp_html_insert(html);
	html->frameset_ok = false;
}

static void
start_form(struct sp_html *html)
{
	bool template = sp_html_last(html, SP_EL_TEMPLATE);

	if (html->has_form && !template)
		return;
	close_p(html);
	if (!template) {
		html->has_form = true;
		html->form = (uint32_t)html->open_count;
	}
	sp_html_insert(html);
}

static void
start_a(struct sp_html *html)
{
	uint32_t before = sp_html_formats_find(html, SP_EL_A);

	if (before)
		sp_html_formats_replace(html, before);
	sp_html_formats_reopen(html);
	sp_html_insert_format(html);
}

static void end_formatting(struct sp_html *html);

static void
start_nobr(struct sp_html *html)
{
	sp_html_formats_reopen(html);
	/* It may be open without being in the list, or one of a run. */
	if (sp_html_in_scope(html, SP_EL_NOBR) ||
	    sp_html_formats_in_scope(html, SP_EL_NOBR)) {
		end_formatting(html);
		sp_html_formats_reopen(html);
	}
	sp_html_insert_format(html);
}

/* A <select> in another one is its end. */
static bool
end_select(struct sp_html *html)
{
	uint32_t place = sp_html_in_scope(html, SP_EL_SELECT);

	close_at(html, place);
	return place;
}

static void
start_select(struct sp_html *html)
{
	if (end_select(html))
		return;
	sp_html_formats_reopen(html);
	sp_html_insert(html);
	html->frameset_ok = false;
}

static void
start_option(struct sp_html *html)
{
	bool option = html->tag.id == SP_EL_OPTION;

	if (sp_html_in_scope(html, SP_EL_SELECT))
		sp_html_imply(html, option ? SP_EL_OPTGROUP : SP_EL_UNKNOWN);
	else if (sp_html_is_top(html, SP_EL_OPTION))
		sp_html_pop(html);
	sp_html_formats_reopen(html);
	sp_html_insert(html);
}

static void
start_second_body(struct sp_html *html)
{
	if (!html->body || sp_html_last(html, SP_EL_TEMPLATE))
		return;
	html->frameset_ok = false;
	sp_html_body_background(html);
}

static void
start_button(struct sp_html *html)
{
	close_at(html, sp_html_in_scope(html, SP_EL_BUTTON));
	sp_html_formats_reopen(html);
	sp_html_insert(html);
	html->frameset_ok = false;
}

static void
start_ruby(struct sp_html *html)
{
	bool text = html->tag.id == SP_EL_RP || html->tag.id == SP_EL_RT;

	if (sp_html_in_scope(html, SP_EL_RUBY))
		sp_html_imply(html, text ? SP_EL_RTC : SP_EL_UNKNOWN);
	sp_html_insert(html);
}

static void
start_foreign(struct sp_html *html)
{
	sp_html_formats_reopen(html);
	sp_html_insert_foreign(html, html->tag.id == SP_EL_SVG ?
					     SP_IN_SVG : SP_IN_MATHML);
}

static bool
is_heading_top(const struct sp_html *html)
{
	const struct sp_html_open *top = sp_html_top(html);

	return top->space == SP_IN_HTML &&
	       sp_html_properties(top->tag) & SP_IS_HEADING;
}

/* Tags that end a paragraph. */
static void
start_block(struct sp_html *html, enum sp_html_start start)
{
	if (start != SP_START_TABLE || !html->quirks)
		close_p(html);
	if (start == SP_START_HEADING && is_heading_top(html))
		sp_html_pop(html);
	if (start != SP_START_BLOCK && start != SP_START_HEADING &&
	    start != SP_START_PLAINTEXT)
		html->frameset_ok = false;
	if (start == SP_START_XMP) {
		sp_html_formats_reopen(html);
		sp_html_insert_raw(html);
		return;
	}
	if (start == SP_START_HR) {
		if (sp_html_in_scope(html, SP_EL_SELECT))
			sp_html_imply(html, SP_EL_UNKNOWN);
		sp_html_insert_void(html);
		return;
	}
	sp_html_insert(html);
	if (start == SP_START_PLAINTEXT)
		html->raw = SP_EL_PLAINTEXT;
	if (start == SP_START_TABLE)
		html->mode = SP_MODE_TABLE;
}

/* Tags without content, or with one without tags, and those of the head. */
static void
start_empty(struct sp_html *html, enum sp_html_start start)
{
	switch (start) {
	case SP_START_IMAGE:
	case SP_START_VOID:
	case SP_START_INPUT:
		if (start == SP_START_INPUT)
			end_select(html);
		sp_html_formats_reopen(html);
		if (start != SP_START_INPUT || !sp_html_is_hidden_input(html))
			html->frameset_ok = false;
		if (start == SP_START_IMAGE)
			html->tag.id = SP_EL_IMG;
		sp_html_insert_void(html);
		break;
	case SP_START_RAW:
		if (html->tag.id != SP_EL_NOEMBED)
			html->frameset_ok = false;
		sp_html_insert_raw(html);
		break;
	case SP_START_FRAMESET:
		sp_html_replace_body(html);
		break;
	case SP_START_HEAD:
		sp_html_in_head(html);
		break;
	case SP_START_NONE:
		break;
	default:
		sp_html_insert_void(html);
		break;
	}
}

/* Tags that open the formatting again that is around them. */
static void
start_inline(struct sp_html *html, enum sp_html_start start)
{
	sp_html_formats_reopen(html);
	if (start == SP_START_FORMATTING) {
		sp_html_insert_format(html);
		return;
	}
	sp_html_insert(html);
	if (start != SP_START_MARKER)
		return;
	sp_html_formats_mark(html);
	html->frameset_ok = false;
}

static void
start_in_body(struct sp_html *html)
{
	enum sp_html_start start = (enum sp_html_start)
		sp_html_elements[html->tag.id].start;

	switch (start) {
	case SP_START_A:
		start_a(html);
		break;
	case SP_START_BODY:
		start_second_body(html);
		break;
	case SP_START_BUTTON:
		start_button(html);
		break;
	case SP_START_DD:
		start_item(html, SP_EL_DD, SP_EL_DT);
		break;
	case SP_START_LI:
		start_item(html, SP_EL_LI, SP_EL_LI);
		break;
	case SP_START_FOREIGN:
		start_foreign(html);
		break;
	case SP_START_FORM:
		start_form(html);
		break;
	case SP_START_NOBR:
		start_nobr(html);
		break;
	case SP_START_OPTION:
		start_option(html);
		break;
	case SP_START_RUBY:
		start_ruby(html);
		break;
	case SP_START_SELECT:
		start_select(html);
		break;
	case SP_START_ORDINARY:
	case SP_START_FORMATTING:
	case SP_START_MARKER:
		start_inline(html, start);
		break;
	case SP_START_BLOCK:
	case SP_START_HEADING:
	case SP_START_HR:
	case SP_START_PLAINTEXT:
	case SP_START_PRE:
	case SP_START_TABLE:
	case SP_START_XMP:
		start_block(html, start);
		break;
	default:
		start_empty(html, start);
		break;
	}
}

/* ---- end tags in the body ----------------------------------------------- */

static void
end_formatting(struct sp_html *html)
{
	if (!sp_html_formats_close(html, (enum sp_html_element)html->tag.id))
		close_at(html, sp_html_plain(html));
}

/* The form is taken out from under what is open in it. */
static void
end_form(struct sp_html *html)
{
	uint32_t place = html->form;
	bool has = html->has_form;

	if (sp_html_last(html, SP_EL_TEMPLATE)) {
		close_at(html, sp_html_in_scope(html, SP_EL_FORM));
		return;
	}
	html->has_form = false;
	html->form = 0;
	if (!has || place >= html->open_count ||
	    html->open[place].tag != SP_EL_FORM ||
	    place < sp_html_top(html)->scope)
		return;
	sp_html_imply(html, SP_EL_UNKNOWN);
	sp_html_take_out(html, place);
}

/* A heading ends with the end tag of any. */
static void
end_heading(struct sp_html *html)
{
	uint32_t place = 0;

	for (unsigned tag = SP_EL_H1; tag <= SP_EL_H6; tag++) {
		uint32_t other = sp_html_in_scope(html,
						  (enum sp_html_element)tag);

		if (other > place)
			place = other;
	}
	close_at(html, place);
}

static void
end_p(struct sp_html *html)
{
	uint32_t place = sp_html_in_button_scope(html, SP_EL_P);

	if (place)
		sp_html_pop_to(html, place);
	else
		sp_html_insert_break(html, SP_EL_P);
}

static void
end_marker(struct sp_html *html, enum sp_html_element tag)
{
	uint32_t place = sp_html_in_scope(html, tag);

	if (!place)
		return;
	sp_html_pop_to(html, place);
	sp_html_formats_unmark(html);
}

static void
end_in_body(struct sp_html *html)
{
	enum sp_html_element tag = (enum sp_html_element)html->tag.id;

	switch ((enum sp_html_end)sp_html_elements[tag].end) {
	case SP_END_OTHER:
		close_at(html, sp_html_plain(html));
		break;
	case SP_END_BLOCK:
		close_at(html, sp_html_in_scope(html, tag));
		break;
	case SP_END_BODY:
		if (sp_html_in_scope(html, SP_EL_BODY))
			html->mode = SP_MODE_AFTER_BODY;
		break;
	case SP_END_BR:
		html->tag.attributes.seen = 0;
		start_empty(html, SP_START_VOID);
		break;
	case SP_END_FORM:
		end_form(html);
		break;
	case SP_END_FORMATTING:
		end_formatting(html);
		break;
	case SP_END_HEADING:
		end_heading(html);
		break;
	case SP_END_LI:
		close_at(html, sp_html_in_list_scope(html, SP_EL_LI));
		break;
	case SP_END_MARKER:
		end_marker(html, tag);
		break;
	case SP_END_P:
		end_p(html);
		break;
	case SP_END_TEMPLATE:
		sp_html_in_head(html);
		break;
	}
}

enum sp_html_said
sp_html_in_body(struct sp_html *html)
{
	if (html->tag.end)
		end_in_body(html);
	else
		start_in_body(html);
	return SP_HTML_DONE;
}
