/* SPDX-License-Identifier: MIT */
/*
 * html_links.h - the links of a page, tag by tag, for html.c and the files
 * beside it.
 */
#ifndef SP_WEB_PAGE_HTML_LINKS_H
#define SP_WEB_PAGE_HTML_LINKS_H

#include "web/page/arena.h"
#include "web/page/html.h"
#include "web/page/html_elements.h"

/* The attributes of a tag that are wanted, as written. */
struct sp_html_attributes {
	uint32_t seen; /* SP_HTML_BIT() of each */
	struct sp_span values[SP_AT_COUNT];
};

/* What the tags so far said.  A zeroed struct is empty. */
struct sp_html_links {
	struct sp_html_link *items;
	uint64_t count, capacity;
	struct sp_arena values; /* in which references are undone */
	bool all;               /* of all kinds; set by the caller */
	bool nofollow;          /* a robots meta says so of the page */
	struct sp_span base;    /* the first <base>, absent without one */
};

/* The attributes of an element that may be links or say something of them. */
uint32_t sp_html_links_wanted(enum sp_html_element tag, bool all);

/*
 * Adds the links of a tag in HTML or SVG, whose texts begin and end at this
 * place of the text of the page, and notes what it says of the page.  False if
 * memory is short.
 */
bool sp_html_links_read(struct sp_html_links *links, enum sp_html_element tag,
			bool svg, const struct sp_html_attributes *attributes,
			uint64_t text) SP_MUST_CHECK;

/* The value of an attribute with references undone; absent without it. */
bool sp_html_links_value(struct sp_html_links *links,
			 const struct sp_html_attributes *attributes,
			 enum sp_html_attribute attribute,
			 struct sp_span *value) SP_MUST_CHECK;

void sp_html_links_clear(struct sp_html_links *links);
void sp_html_links_free(struct sp_html_links *links);

#endif
