/* SPDX-License-Identifier: MIT */
/*
 * html_formats.h - the list of active formatting elements, for html.c and the
 * files beside it.
 *
 * In the list, a place is a number that grows with each element and marker; 0
 * is none.  Open elements are listed in the order of the stack.
 */
#ifndef SP_WEB_PAGE_HTML_FORMATS_H
#define SP_WEB_PAGE_HTML_FORMATS_H

#include "web/page/html_private.h"

/* Empties the list; the stack must be empty. */
void sp_html_formats_clear(struct sp_html *html);

/* Opens a formatting element: html->tag, with the text of this link, or 0. */
void sp_html_formats_open(struct sp_html *html, uint32_t anchor);

/* The last one of a tag, after the last marker, or 0. */
uint32_t sp_html_formats_find(struct sp_html *html, enum sp_html_element tag);

/* Returns whether that one is open, with nothing around it that hides it. */
bool sp_html_formats_in_scope(struct sp_html *html, enum sp_html_element tag);

/* A marker, and "clear the list up to the last marker". */
void sp_html_formats_mark(struct sp_html *html);
void sp_html_formats_unmark(struct sp_html *html);

/* Opens elements again that were closed with others. */
void sp_html_formats_reopen(struct sp_html *html);

/*
 * The adoption agency, for an end tag.  Returns false if there is none in the
 * list, so that it is like any other end tag.
 */
bool sp_html_formats_close(struct sp_html *html, enum sp_html_element tag);

/* The same for a start tag that ends the element at a place of the list. */
void sp_html_formats_replace(struct sp_html *html, uint32_t place);

/* For sp_html_pop(): an element with SP_OPEN_FORMAT was closed. */
void sp_html_formats_popped(struct sp_html *html,
			    const struct sp_html_open *open);

#endif
