/* SPDX-License-Identifier: MIT */
/*
 * html_insert.h - how elements come into a page: what html_modes.c and
 * html_tables.c have in common.
 */
#ifndef SP_WEB_PAGE_HTML_INSERT_H
#define SP_WEB_PAGE_HTML_INSERT_H

#include "web/page/html_private.h"

/* The element of html->tag, open, or without content. */
void sp_html_insert(struct sp_html *html);
void sp_html_insert_void(struct sp_html *html);

/* The same in SVG or MathML. */
void sp_html_insert_foreign(struct sp_html *html, enum sp_html_space space);

/* Its links alone. */
void sp_html_insert_links(struct sp_html *html, bool svg);

/* Formatting, with the text of a link. */
void sp_html_insert_format(struct sp_html *html);

/* An element whose content has no tags. */
void sp_html_insert_raw(struct sp_html *html);

/* An element without a tag. */
void sp_html_insert_implied(struct sp_html *html, enum sp_html_element tag);

/* Ends the text before or after an element, if it is a block of the page. */
void sp_html_insert_break(struct sp_html *html, unsigned tag);

/* Adds text that is visible, if it is. */
void sp_html_insert_text(struct sp_html *html, struct sp_span text,
			 bool references, bool drop_nul);

/* Is html->tag an <input type=hidden>? */
bool sp_html_is_hidden_input(struct sp_html *html);

#endif
