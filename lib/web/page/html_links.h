/* SPDX-License-Identifier: MIT */
/*
 * html_links.h - the links of a page, element by element, for html.c.
 */
#ifndef SP_WEB_PAGE_HTML_LINKS_H
#define SP_WEB_PAGE_HTML_LINKS_H

#include "web/page/html.h"

#ifdef HAVE_GUMBO

#include <gumbo.h>

/* What the elements so far said.  A zeroed struct is empty; free items. */
struct sp_html_links {
	struct sp_html_link *items;
	uint64_t count, capacity;
	bool all;            /* of all kinds; set by the caller */
	bool nofollow;       /* a robots meta says so of the page */
	struct sp_span base; /* the first <base>, absent without one */
	uint64_t text;       /* private */
};

/*
 * Adds the links of an element, whose texts begin and end at this place of the
 * text of the page, and notes what it says of the page.  False if memory is
 * short.
 */
bool sp_html_links_read(struct sp_html_links *links,
			const GumboElement *element, uint64_t text)
	SP_MUST_CHECK;

#endif

#endif
