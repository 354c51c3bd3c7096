/* SPDX-License-Identifier: MIT */
/*
 * html_stack.h - the open elements of a page, and the texts of its links, for
 * html.c and the files beside it.
 *
 * Each function takes the same time however many elements are open, except that
 * closing one takes time, once, for each that was opened.
 */
#ifndef SP_WEB_PAGE_HTML_STACK_H
#define SP_WEB_PAGE_HTML_STACK_H

#include "web/page/html_private.h"

static inline uint32_t
sp_html_top_place(const struct sp_html *html)
{
	return (uint32_t)html->open_count - 1;
}

/* The current node. */
static inline struct sp_html_open *
sp_html_top(const struct sp_html *html)
{
	return &html->open[html->open_count - 1];
}

/* Is the current node this element of HTML? */
static inline bool
sp_html_is_top(const struct sp_html *html, enum sp_html_element tag)
{
	const struct sp_html_open *top = sp_html_top(html);

	return top->tag == tag && top->space == SP_IN_HTML;
}

static inline uint16_t
sp_html_properties(unsigned tag)
{
	return tag < SP_EL_COUNT ? sp_html_elements[tag].properties : 0;
}

/* The innermost open element of HTML of a known tag, or 0. */
uint32_t sp_html_last(struct sp_html *html, enum sp_html_element tag);

/* The innermost special element at or below a place. */
uint32_t sp_html_special(struct sp_html *html, uint32_t place);

/* The same without address, div and p. */
uint32_t sp_html_strict(struct sp_html *html);

/* The scopes of the standard: the element, or 0. */
uint32_t sp_html_in_scope(struct sp_html *html, enum sp_html_element tag);
uint32_t sp_html_in_button_scope(struct sp_html *html,
				 enum sp_html_element tag);
uint32_t sp_html_in_list_scope(struct sp_html *html, enum sp_html_element tag);
uint32_t sp_html_in_table_scope(struct sp_html *html,
				enum sp_html_element tag);

/*
 * The innermost element of the name of html->tag that no special element of
 * HTML hides, or 0: "any other end tag".  Elements of unknown names may be
 * overlooked if hundreds of other unknown ones are open inside.
 */
uint32_t sp_html_plain(struct sp_html *html);

/* The same in SVG and MathML, down to the last element of HTML. */
uint32_t sp_html_foreign(struct sp_html *html);

/*
 * Opens an element.  An anchor is a number of sp_html_anchor(), or 0; bits are
 * those that do not follow from the tag and the element around it.
 */
void sp_html_push(struct sp_html *html, unsigned tag, unsigned space,
		  uint32_t hash, unsigned bits, uint32_t anchor);

/* Closes the current node. */
void sp_html_pop(struct sp_html *html);

/* Closes this element, and all inside of it. */
static inline void
sp_html_pop_to(struct sp_html *html, uint32_t place)
{
	while (html->open_count > place && html->open_count > 1)
		sp_html_pop(html);
}

/* Closes elements with implied end tags, but not this one. */
void sp_html_imply(struct sp_html *html, enum sp_html_element except);

/* Takes an element out, and leaves open what is inside. */
void sp_html_take_out(struct sp_html *html, uint32_t place);

/*
 * Removes the elements from a place on, without closing them: they are put
 * back, or closed, otherwise.
 */
void sp_html_strip(struct sp_html *html, uint32_t place);

/* ---- texts of links ----------------------------------------------------- */

/* An anchor for the link that was added last, or 0 if no text is wanted. */
uint32_t sp_html_anchor(struct sp_html *html);

/* Its element was closed, and may be opened again. */
void sp_html_anchor_loosen(struct sp_html *html, uint32_t anchor);

/* Its text ends here.  Accepts 0. */
void sp_html_anchor_end(struct sp_html *html, uint32_t anchor);

/* Visible text was added from this place on: it is not in loose anchors. */
void sp_html_anchors_pass(struct sp_html *html, uint64_t before);

/* The page ends. */
void sp_html_anchors_end(struct sp_html *html);

#endif
