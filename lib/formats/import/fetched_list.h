/* SPDX-License-Identifier: MIT */
/*
 * fetched_list.h - reads the list of the pages that a crawl has fetched.
 *
 * A line has a page, as its URL or number, and may have a tab and the word of
 * its state (graph/states.h); without one, the page is "ok".  Empty lines and
 * lines that begin with "#" are skipped, and blanks at both ends of a word and
 * at the end of a page.  All pages that the list does not have are unfetched.
 *
 * A URL that no page has is that of a page to which no link leads, such as one
 * of a sitemap: it becomes a page, after all others.
 */
#ifndef SP_FORMATS_IMPORT_FETCHED_LIST_H
#define SP_FORMATS_IMPORT_FETCHED_LIST_H

#include "graph/names.h"
#include "graph/states.h"
#include "web/file/source.h"
#include "web/page/match.h"

struct sp_fetched_options {
	struct sp_names *names; /* of all pages, to which those of new pages
				   are added; empty: pages are numbers */
	uint64_t pages;         /* of the graph */
	enum sp_match match;    /* of lines and names */
	bool ids;               /* names are numbers, of which the list has
				   some: no line is the number of a page */
	bool normalized;        /* pages of one normal form were joined: no
				   line is the number of a page, either */
	bool base1;             /* numbers of pages start at 1 */
	bool may_add;           /* URLs that no page has become pages */
};

#define SP_FETCHED_SHOWN 120 /* bytes of a URL for a message, with the NUL */

struct sp_fetched {
	struct sp_states states; /* of all pages, with those added */
	uint64_t lines;          /* with a page */
	uint64_t listed;         /* pages of the graph that the list has */
	uint64_t unknown;        /* URLs that no page has: added or left out */
	uint64_t near;           /* those of them that a page has loosely */
	uint64_t first_unknown;  /* line of the first of them, and its text, */
	char shown[SP_FETCHED_SHOWN]; /* masked */
};

/*
 * Reads the source to its end.  *made is to be freed with sp_states_free(), of
 * its states.  Returns SP_DATA with file and line for a word that is no state,
 * for a page that has two of them, and for a line that can be no page; for a
 * page whose name another page has as well; and if the list has no line, or
 * none of them is a page of the graph.  SP_IO; SP_MEMORY.
 *
 * Memory: a byte for each page, an index of all names (web/page/match.h), and
 * the URLs that no page has.
 */
enum sp_status sp_fetched_list_read(struct sp_source *source,
				    const struct sp_fetched_options *options,
				    struct sp_fetched *made,
				    struct sp_error *err);

#endif
