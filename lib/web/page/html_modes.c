/* SPDX-License-Identifier: MIT */
/*
 * Which rules tags and text get: those of the insertion mode, or those of SVG
 * and MathML.
 *
 * The HTML standard makes a tree.  Here, only the open elements are known, and
 * that is enough to say which tags count: a tag is ignored or not, closes
 * elements or not, is HTML or not, by what is open when it comes.  Where the
 * standard moves nodes in the tree (out of tables, into the head) nothing is
 * done: links and text stay where the page has them.
 */
#include "web/page/html_modes.h"

#include "web/page/html_formats.h"
#include "web/page/html_insert.h"
#include "web/page/html_stack.h"

static enum sp_html_said (*const modes[])(struct sp_html *html) = {
	[SP_MODE_BEFORE_HEAD] = sp_html_before_head,
	[SP_MODE_HEAD] = sp_html_in_head_mode,
	[SP_MODE_NOSCRIPT] = sp_html_in_noscript,
	[SP_MODE_AFTER_HEAD] = sp_html_after_head,
	[SP_MODE_BODY] = sp_html_in_body,
	[SP_MODE_TABLE] = sp_html_in_table,
	[SP_MODE_CAPTION] = sp_html_in_caption,
	[SP_MODE_COLGROUP] = sp_html_in_colgroup,
	[SP_MODE_TBODY] = sp_html_in_tbody,
	[SP_MODE_ROW] = sp_html_in_row,
	[SP_MODE_CELL] = sp_html_in_cell,
	[SP_MODE_TEMPLATE] = sp_html_in_template,
	[SP_MODE_AFTER_BODY] = sp_html_after_body,
	[SP_MODE_FRAMESET] = sp_html_in_frameset,
	[SP_MODE_AFTER_FRAMESET] = sp_html_after_frameset,
};

/* ---- SVG and MathML ----------------------------------------------------- */

/* Is a start tag one of HTML, though the current node is not? */
static bool
is_html_inside(const struct sp_html *html)
{
	const struct sp_html_open *top = sp_html_top(html);
	unsigned tag = html->tag.id;

	if (top->bits & SP_OPEN_HTML)
		return true;
	if (top->bits & SP_OPEN_TEXT)
		return tag != SP_EL_MGLYPH && tag != SP_EL_MALIGNMARK;
	return top->space == SP_IN_MATHML &&
	       top->tag == SP_EL_ANNOTATION_XML && tag == SP_EL_SVG;
}

/* Does the tag end SVG and MathML? */
static bool
breaks_out(const struct sp_html *html)
{
	const struct sp_html_tag *tag = &html->tag;

	if (tag->end)
		return tag->id == SP_EL_BR || tag->id == SP_EL_P;
	if (tag->id == SP_EL_FONT)
		return tag->attributes.seen &
		       (SP_HTML_BIT(COLOR) | SP_HTML_BIT(FACE) |
			SP_HTML_BIT(SIZE));
	return sp_html_properties(tag->id) & SP_IS_BREAKOUT;
}

static enum sp_html_said
in_foreign(struct sp_html *html)
{
	const struct sp_html_open *top = sp_html_top(html);
	uint32_t place;

	if (breaks_out(html)) {
		while (top->space != SP_IN_HTML &&
		       !(top->bits & (SP_OPEN_HTML | SP_OPEN_TEXT))) {
			sp_html_pop(html);
			top = sp_html_top(html);
		}
		return SP_HTML_AGAIN;
	}
	if (!html->tag.end) {
		sp_html_insert_foreign(html, (enum sp_html_space)top->space);
		return SP_HTML_DONE;
	}
	place = sp_html_foreign(html);
	if (!place)
		return SP_HTML_AGAIN;
	sp_html_pop_to(html, place);
	return SP_HTML_DONE;
}

void
sp_html_take_tag(struct sp_html *html)
{
	html->initial = false;
	if (sp_html_is_in_foreign(html) &&
	    (html->tag.end || !is_html_inside(html)) &&
	    in_foreign(html) == SP_HTML_DONE)
		return;
	while (modes[html->mode](html) == SP_HTML_AGAIN)
		;
}

void
sp_html_take_doctype(struct sp_html *html, struct sp_span doctype)
{
	if (html->initial)
		html->quirks = sp_html_is_quirky(doctype);
	html->initial = false;
}

/* ---- text --------------------------------------------------------------- */

/* Text outside of the body; returns whether it is in one then. */
static bool
text_outside(struct sp_html *html, bool blank)
{
	switch (html->mode) {
	case SP_MODE_BEFORE_HEAD:
	case SP_MODE_HEAD:
	case SP_MODE_NOSCRIPT:
	case SP_MODE_AFTER_HEAD:
		if (blank)
			return false;
		html->in_head = false;
		sp_html_open_body(html);
		return !html->short_memory;
	case SP_MODE_AFTER_BODY:
		if (!blank)
			html->mode = SP_MODE_BODY;
		return true;
	case SP_MODE_COLGROUP:
		if (blank)
			return true;
		if (!sp_html_is_top(html, SP_EL_COLGROUP))
			return false;
		sp_html_pop(html);
		html->mode = SP_MODE_TABLE;
		return true;
	case SP_MODE_FRAMESET:
	case SP_MODE_AFTER_FRAMESET:
		return false;
	default:
		return true;
	}
}

/* Does text of this kind open formatting again? */
static bool
text_reopens(const struct sp_html *html, bool blank)
{
	switch (html->mode) {
	case SP_MODE_COLGROUP:
		return false;
	case SP_MODE_TABLE:
	case SP_MODE_TBODY:
	case SP_MODE_ROW:
		return !blank || !sp_html_is_table_top(html);
	default:
		return true;
	}
}

/* Only NULs, which are dropped? */
static bool
is_nothing(struct sp_span text)
{
	size_t i = 0;

	while (i < text.length && !text.text[i])
		i++;
	return i == text.length;
}

void
sp_html_take_text(struct sp_html *html, struct sp_span text, bool references)
{
	const struct sp_html_open *top = sp_html_top(html);
	bool blank = false;

	if (top->space != SP_IN_HTML &&
	    !(top->bits & (SP_OPEN_HTML | SP_OPEN_TEXT))) {
		if (html->frameset_ok &&
		    !sp_html_text_is_blank(text, references))
			html->frameset_ok = false;
		sp_html_insert_text(html, text, references, false);
		return;
	}
	if (!*text.text && is_nothing(text))
		return;
	if (html->frameset_ok || html->mode != SP_MODE_BODY)
		blank = sp_html_text_is_blank(text, references);
	if (!blank)
		html->initial = false;
	if (html->mode != SP_MODE_BODY && !text_outside(html, blank))
		return;
	if (text_reopens(html, blank))
		sp_html_formats_reopen(html);
	if (!blank)
		html->frameset_ok = false;
	sp_html_insert_text(html, text, references, true);
}
