/* SPDX-License-Identifier: MIT */
/*
 * What tags do in tables and <template>: the insertion modes of the HTML
 * standard for them.
 *
 * What a table may not have inside is moved before it by the standard ("foster
 * parenting"), but follows the rules of the body; here it stays where it is.
 * As elements know the nearest of their kind, all that the standard looks for
 * in the stack is a comparison of places here.
 */
#include "web/page/html_formats.h"
#include "web/page/html_insert.h"
#include "web/page/html_modes.h"
#include "web/page/html_stack.h"

static uint32_t
upper(uint32_t place, uint32_t other)
{
	return place > other ? place : other;
}

/* The innermost tbody, tfoot or thead, or 0. */
static uint32_t
last_tbody(struct sp_html *html)
{
	return upper(upper(sp_html_last(html, SP_EL_TBODY),
			   sp_html_last(html, SP_EL_TFOOT)),
		     sp_html_last(html, SP_EL_THEAD));
}

static uint32_t
last_cell(struct sp_html *html)
{
	return upper(sp_html_last(html, SP_EL_TD),
		     sp_html_last(html, SP_EL_TH));
}

/* The innermost table or template, or 0: what tables have is above it. */
static uint32_t
last_table(struct sp_html *html)
{
	return upper(sp_html_last(html, SP_EL_TABLE),
		     sp_html_last(html, SP_EL_TEMPLATE));
}

/* "Clear the stack back to a table context", and so on. */
static void
clear_to(struct sp_html *html, uint32_t place)
{
	sp_html_pop_to(html, upper(place, last_table(html)) + 1);
}

static enum sp_html_said
table_again(struct sp_html *html, enum sp_html_mode mode)
{
	html->mode = mode;
	return SP_HTML_AGAIN;
}

static void
open_in(struct sp_html *html, enum sp_html_mode mode)
{
	sp_html_insert(html);
	html->mode = mode;
}

bool
sp_html_is_table_top(const struct sp_html *html)
{
	const struct sp_html_open *top = sp_html_top(html);

	if (top->space != SP_IN_HTML)
		return false;
	switch (top->tag) {
	case SP_EL_TABLE:
	case SP_EL_TBODY:
	case SP_EL_TEMPLATE:
	case SP_EL_TFOOT:
	case SP_EL_THEAD:
	case SP_EL_TR:
		return true;
	default:
		return false;
	}
}

/* ---- the mode that follows from the stack ------------------------------- */

/* Notes the mode of an element, if it is inside of the one before. */
static void
prefer(uint32_t *place, uint32_t other, enum sp_html_mode *mode,
       enum sp_html_mode if_other)
{
	if (other <= *place)
		return;
	*place = other;
	*mode = if_other;
}

static enum sp_html_mode
mode_of_root(const struct sp_html *html)
{
	if (html->body)
		return SP_MODE_BODY;
	if (html->in_head)
		return SP_MODE_HEAD;
	return SP_MODE_AFTER_HEAD;
}

void
sp_html_reset_mode(struct sp_html *html)
{
	enum sp_html_mode mode = mode_of_root(html);
	uint32_t place = 0;
	uint32_t template = sp_html_last(html, SP_EL_TEMPLATE);

	prefer(&place, sp_html_last(html, SP_EL_FRAMESET), &mode,
	       SP_MODE_FRAMESET);
	prefer(&place, sp_html_last(html, SP_EL_TABLE), &mode,
	       SP_MODE_TABLE);
	prefer(&place, sp_html_last(html, SP_EL_CAPTION), &mode,
	       SP_MODE_CAPTION);
	prefer(&place, sp_html_last(html, SP_EL_COLGROUP), &mode,
	       SP_MODE_COLGROUP);
	prefer(&place, last_tbody(html), &mode, SP_MODE_TBODY);
	prefer(&place, sp_html_last(html, SP_EL_TR), &mode, SP_MODE_ROW);
	prefer(&place, last_cell(html), &mode, SP_MODE_CELL);
	if (template > place && html->template_count)
		mode = (enum sp_html_mode)
			html->templates[html->template_count - 1];
	html->mode = mode;
}

/* ---- tables ------------------------------------------------------------- */

static void
start_form_in_table(struct sp_html *html)
{
	if (html->has_form || sp_html_last(html, SP_EL_TEMPLATE))
		return;
	html->has_form = true;
	html->form = 0; /* it is closed at once */
	sp_html_insert_void(html);
}

static enum sp_html_said
leave_table(struct sp_html *html)
{
	uint32_t place = sp_html_in_table_scope(html, SP_EL_TABLE);

	if (!place)
		return SP_HTML_DONE;
	sp_html_pop_to(html, place);
	sp_html_reset_mode(html);
	return SP_HTML_AGAIN;
}

static enum sp_html_said
start_in_table(struct sp_html *html)
{
	switch (html->tag.id) {
	case SP_EL_CAPTION:
		clear_to(html, 0);
		sp_html_formats_mark(html);
		open_in(html, SP_MODE_CAPTION);
		return SP_HTML_DONE;
	case SP_EL_COLGROUP:
		clear_to(html, 0);
		open_in(html, SP_MODE_COLGROUP);
		return SP_HTML_DONE;
	case SP_EL_COL:
		clear_to(html, 0);
		sp_html_insert_implied(html, SP_EL_COLGROUP);
		return table_again(html, SP_MODE_COLGROUP);
	case SP_EL_TBODY:
	case SP_EL_TFOOT:
	case SP_EL_THEAD:
		clear_to(html, 0);
		open_in(html, SP_MODE_TBODY);
		return SP_HTML_DONE;
	case SP_EL_TD:
	case SP_EL_TH:
	case SP_EL_TR:
		clear_to(html, 0);
		sp_html_insert_implied(html, SP_EL_TBODY);
		return table_again(html, SP_MODE_TBODY);
	case SP_EL_TABLE:
		return leave_table(html);
	case SP_EL_STYLE:
	case SP_EL_SCRIPT:
	case SP_EL_TEMPLATE:
		return sp_html_in_head(html);
	case SP_EL_FORM:
		start_form_in_table(html);
		return SP_HTML_DONE;
	default:
		if (!sp_html_is_hidden_input(html))
			return sp_html_in_body(html);
		sp_html_insert_void(html);
		return SP_HTML_DONE;
	}
}

/* Is it an end tag of a part of tables, or of the page? */
static bool
is_part(unsigned tag)
{
	switch (tag) {
	case SP_EL_BODY:
	case SP_EL_CAPTION:
	case SP_EL_COL:
	case SP_EL_COLGROUP:
	case SP_EL_HTML:
	case SP_EL_TBODY:
	case SP_EL_TD:
	case SP_EL_TFOOT:
	case SP_EL_TH:
	case SP_EL_THEAD:
	case SP_EL_TR:
		return true;
	default:
		return false;
	}
}

/* The parts whose start tags end others. */
static bool
is_inner_part(unsigned tag)
{
	return is_part(tag) && tag != SP_EL_BODY && tag != SP_EL_HTML;
}

static bool
is_tbody(unsigned tag)
{
	return tag == SP_EL_TBODY || tag == SP_EL_TFOOT || tag == SP_EL_THEAD;
}

enum sp_html_said
sp_html_in_table(struct sp_html *html)
{
	if (!html->tag.end)
		return start_in_table(html);
	if (html->tag.id == SP_EL_TABLE) {
		leave_table(html);
		return SP_HTML_DONE;
	}
	return is_part(html->tag.id) ? SP_HTML_DONE : sp_html_in_body(html);
}

enum sp_html_said
sp_html_in_caption(struct sp_html *html)
{
	unsigned tag = html->tag.id;
	bool own = html->tag.end && tag == SP_EL_CAPTION;
	uint32_t place;

	if (!own && !(html->tag.end ? tag == SP_EL_TABLE : is_inner_part(tag)))
		return html->tag.end && is_part(tag) ? SP_HTML_DONE :
						       sp_html_in_body(html);
	place = sp_html_in_table_scope(html, SP_EL_CAPTION);
	if (!place)
		return SP_HTML_DONE;
	sp_html_pop_to(html, place);
	sp_html_formats_unmark(html);
	html->mode = SP_MODE_TABLE;
	return own ? SP_HTML_DONE : SP_HTML_AGAIN;
}

enum sp_html_said
sp_html_in_colgroup(struct sp_html *html)
{
	unsigned tag = html->tag.id;
	bool own = html->tag.end && tag == SP_EL_COLGROUP;

	if (tag == SP_EL_TEMPLATE)
		return sp_html_in_head(html);
	if (tag == SP_EL_COL || (tag == SP_EL_HTML && !html->tag.end))
		return SP_HTML_DONE;
	if (!sp_html_is_top(html, SP_EL_COLGROUP))
		return SP_HTML_DONE;
	sp_html_pop(html);
	html->mode = SP_MODE_TABLE;
	return own ? SP_HTML_DONE : SP_HTML_AGAIN;
}

/* Ends the part of the table that is open, which a tag does not fit in. */
static enum sp_html_said
leave_tbody(struct sp_html *html, bool in_scope)
{
	if (!in_scope)
		return SP_HTML_DONE;
	clear_to(html, last_tbody(html));
	sp_html_pop(html);
	html->mode = SP_MODE_TABLE;
	return SP_HTML_AGAIN;
}

enum sp_html_said
sp_html_in_tbody(struct sp_html *html)
{
	enum sp_html_element tag = (enum sp_html_element)html->tag.id;
	bool open = last_tbody(html) > last_table(html);

	if (html->tag.end) {
		if (is_tbody(tag)) {
			leave_tbody(html, sp_html_in_table_scope(html, tag));
			return SP_HTML_DONE;
		}
		if (tag == SP_EL_TABLE)
			return leave_tbody(html, open);
		return is_part(tag) ? SP_HTML_DONE : sp_html_in_table(html);
	}
	switch (tag) {
	case SP_EL_TR:
		clear_to(html, last_tbody(html));
		open_in(html, SP_MODE_ROW);
		return SP_HTML_DONE;
	case SP_EL_TD:
	case SP_EL_TH:
		clear_to(html, last_tbody(html));
		sp_html_insert_implied(html, SP_EL_TR);
		return table_again(html, SP_MODE_ROW);
	default:
		return is_inner_part(tag) ? leave_tbody(html, open) :
					    sp_html_in_table(html);
	}
}

static enum sp_html_said
leave_row(struct sp_html *html)
{
	uint32_t place = sp_html_in_table_scope(html, SP_EL_TR);

	if (!place)
		return SP_HTML_DONE;
	clear_to(html, place);
	sp_html_pop(html);
	html->mode = SP_MODE_TBODY;
	return SP_HTML_AGAIN;
}

enum sp_html_said
sp_html_in_row(struct sp_html *html)
{
	enum sp_html_element tag = (enum sp_html_element)html->tag.id;

	if (!html->tag.end && (tag == SP_EL_TD || tag == SP_EL_TH)) {
		clear_to(html, sp_html_last(html, SP_EL_TR));
		open_in(html, SP_MODE_CELL);
		sp_html_formats_mark(html);
		return SP_HTML_DONE;
	}
	if (!html->tag.end)
		return is_inner_part(tag) ? leave_row(html) :
					    sp_html_in_table(html);
	if (tag == SP_EL_TR) {
		leave_row(html);
		return SP_HTML_DONE;
	}
	if (tag == SP_EL_TABLE ||
	    (is_tbody(tag) && sp_html_in_table_scope(html, tag)))
		return leave_row(html);
	return is_part(tag) ? SP_HTML_DONE : sp_html_in_table(html);
}

static void
close_cell(struct sp_html *html, uint32_t place)
{
	sp_html_pop_to(html, place);
	sp_html_formats_unmark(html);
	html->mode = SP_MODE_ROW;
}

enum sp_html_said
sp_html_in_cell(struct sp_html *html)
{
	enum sp_html_element tag = (enum sp_html_element)html->tag.id;
	uint32_t place;

	if (!html->tag.end && !is_inner_part(tag))
		return sp_html_in_body(html);
	if (html->tag.end && (tag == SP_EL_TD || tag == SP_EL_TH)) {
		place = sp_html_in_table_scope(html, tag);
		if (place)
			close_cell(html, place);
		return SP_HTML_DONE;
	}
	if (html->tag.end) {
		bool outer = tag == SP_EL_TABLE || tag == SP_EL_TR ||
			     is_tbody(tag);

		if (!outer)
			return is_part(tag) ? SP_HTML_DONE :
					      sp_html_in_body(html);
		if (!sp_html_in_table_scope(html, tag))
			return SP_HTML_DONE;
	}
	place = last_cell(html);
	if (place < last_table(html) || !place)
		return SP_HTML_DONE;
	close_cell(html, place);
	return SP_HTML_AGAIN;
}

/* ---- templates ---------------------------------------------------------- */

/* The mode that the first tag of a template asks for. */
static enum sp_html_mode
mode_for(unsigned tag)
{
	switch (tag) {
	case SP_EL_CAPTION:
	case SP_EL_COLGROUP:
	case SP_EL_TBODY:
	case SP_EL_TFOOT:
	case SP_EL_THEAD:
		return SP_MODE_TABLE;
	case SP_EL_COL:
		return SP_MODE_COLGROUP;
	case SP_EL_TR:
		return SP_MODE_TBODY;
	case SP_EL_TD:
	case SP_EL_TH:
		return SP_MODE_ROW;
	default:
		return SP_MODE_BODY;
	}
}

enum sp_html_said
sp_html_in_template(struct sp_html *html)
{
	unsigned tag = html->tag.id;

	if (tag == SP_EL_TEMPLATE ||
	    (!html->tag.end && sp_html_elements[tag].start == SP_START_HEAD))
		return sp_html_in_head(html);
	if (html->tag.end || !html->template_count)
		return SP_HTML_DONE;
	html->mode = mode_for(tag);
	html->templates[html->template_count - 1] = (uint8_t)html->mode;
	return SP_HTML_AGAIN;
}
