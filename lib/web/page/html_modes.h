/* SPDX-License-Identifier: MIT */
/*
 * html_modes.h - the insertion modes of the HTML standard, a function each, for
 * html_modes.c and the files that have them.
 *
 * Each handles html->tag, or changes the mode and returns SP_HTML_AGAIN: then
 * the new mode gets the tag.
 */
#ifndef SP_WEB_PAGE_HTML_MODES_H
#define SP_WEB_PAGE_HTML_MODES_H

#include "web/page/html_private.h"

enum sp_html_said { SP_HTML_DONE, SP_HTML_AGAIN };

/* ---- html_head.c -------------------------------------------------------- */

enum sp_html_said sp_html_before_head(struct sp_html *html);
enum sp_html_said sp_html_in_head_mode(struct sp_html *html);
enum sp_html_said sp_html_in_noscript(struct sp_html *html);
enum sp_html_said sp_html_after_head(struct sp_html *html);
enum sp_html_said sp_html_in_frameset(struct sp_html *html);
enum sp_html_said sp_html_after_frameset(struct sp_html *html);
enum sp_html_said sp_html_after_body(struct sp_html *html);

/* Tags that belong to the head, and <template>, wherever they are. */
enum sp_html_said sp_html_in_head(struct sp_html *html);

/* Opens the body, which html->tag is or not. */
void sp_html_open_body(struct sp_html *html);

/* Takes the address of the first <body> that has one. */
void sp_html_body_background(struct sp_html *html);

/* <frameset> in the body: it takes its place if nothing was visible. */
void sp_html_replace_body(struct sp_html *html);

/* ---- html_body.c -------------------------------------------------------- */

enum sp_html_said sp_html_in_body(struct sp_html *html);

/* ---- html_tables.c ------------------------------------------------------ */

enum sp_html_said sp_html_in_table(struct sp_html *html);
enum sp_html_said sp_html_in_caption(struct sp_html *html);
enum sp_html_said sp_html_in_colgroup(struct sp_html *html);
enum sp_html_said sp_html_in_tbody(struct sp_html *html);
enum sp_html_said sp_html_in_row(struct sp_html *html);
enum sp_html_said sp_html_in_cell(struct sp_html *html);
enum sp_html_said sp_html_in_template(struct sp_html *html);

/* The mode that follows from the open elements. */
void sp_html_reset_mode(struct sp_html *html);

/* Is the current node a part of a table in which no text may be? */
bool sp_html_is_table_top(const struct sp_html *html);

/* ---- html_doctype.c ----------------------------------------------------- */

/* Does what stands between "<!DOCTYPE" and ">" ask for quirks? */
bool sp_html_is_quirky(struct sp_span doctype);

#endif
