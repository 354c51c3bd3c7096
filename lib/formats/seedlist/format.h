/* SPDX-License-Identifier: MIT */
/*
 * format.h - what a format of seed lists is.  Private to lib/formats/seedlist.
 *
 * A new format: write NAME.c with a struct sp_list_format sp_list_NAME, and add
 * a row to formats.h.  Its file says what the crawler reads, by which of its
 * classes, and what a line of it cannot hold.  A complete one, whose lines are
 * a place from 1 and a URL (base/line.h has what adds to a line):
 *
 *	#include "formats/seedlist/format.h"
 *
 *	static const char *
 *	write_places(struct sp_list_item *item, struct sp_line *line)
 *	{
 *		sp_line_add_uint(line, item->place + 1);
 *		sp_line_add(line, "\t");
 *		sp_line_add_span(line, item->url.whole);
 *		return NULL;
 *	}
 *
 *	const struct sp_list_format sp_list_places = {
 *		.reader = "my crawler", .write = write_places
 *	};
 *
 * and the row ROW(PLACES, places, "places").
 */
#ifndef SP_FORMATS_SEEDLIST_FORMAT_H
#define SP_FORMATS_SEEDLIST_FORMAT_H

#include "formats/seedlist/scale.h"
#include "formats/seedlist/url.h"

/* The page whose line is made. */
struct sp_list_item {
	const struct sp_listed *listed;
	struct sp_list_url url;      /* not of a format that takes any name */
	uint64_t place;              /* from 0 */
	const struct sp_list_scale *scale; /* NULL: without priority */
	enum sp_list_scope scope;    /* SP_SCOPE_AUTO: none */
	const char *crawl;           /* NULL: none */
	struct sp_line *room;   /* for texts in between */
	bool safe;                   /* see sp_list_options */

	/*
	 * Of a format with keys: the first bytes of the line that two pages
	 * must not share.
	 */
	uint64_t key_length;
};

#define SP_LIST_SCOPE(scope) (1u << SP_SCOPE_##scope)
#define SP_LIST_SCOPES_ALL \
	(SP_LIST_SCOPE(PAGE) | SP_LIST_SCOPE(PREFIX) | \
	 SP_LIST_SCOPE(HOST) | SP_LIST_SCOPE(DOMAIN))

struct sp_list_format {
	const char *reader;          /* what reads it: "Heritrix" */

	bool any_name;               /* not only URLs; and pages without names,
					which are their numbers then */
	bool ftp;                    /* URLs of ftp as well */
	bool blanks;                 /* a blank may be in a URL, but not at its
					end, where readers remove it */
	bool trims_unicode;          /* ... nor a blank beyond ASCII */
	bool keys;                   /* see key_length */

	bool priorities;             /* lines have a place for one */
	bool needs_priority;         /* there are no lines without */
	bool crawls;                 /* lines with priorities have a place for
					the crawl that they are for */
	unsigned scopes;             /* bits of enum sp_list_scope */
	enum sp_list_scope scope;    /* the default */
	uint64_t limit;              /* bytes of a file, or 0 */
	const char *scoped_head;     /* first line of a file with scopes */

	/*
	 * Appends the line of an item, without its newline.  Returns NULL, or
	 * why the line cannot hold it: a phrase that goes with "the name".
	 */
	const char *(*write)(struct sp_list_item *item,
			     struct sp_line *line);
};

#define SP_LIST_DECLARE(NAME, name, word) \
	extern const struct sp_list_format sp_list_##name;
SP_LIST_FORMATS(SP_LIST_DECLARE)
#undef SP_LIST_DECLARE

#endif
