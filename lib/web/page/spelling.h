/* SPDX-License-Identifier: MIT */
/*
 * spelling.h - the page, or the host, that a misspelt name may have meant.
 *
 *	struct sp_suggestion near;
 *
 *	sp_spelling(&near, text);
 *	for each name
 *		sp_spelling_look(&near, name);
 *	if (near.count)
 *		printf("did you mean %s?", near.names);
 *
 * Compared are the bytes, without what loose matching ignores
 * (web/page/match.h): the scheme, "www." and slashes at the end.  A name is
 * near if it is within two slips, as sp_suggest_name() counts them, and if it
 * differs in more than a number: /page/7 is no slip of /page/8.
 */
#ifndef SP_WEB_PAGE_SPELLING_H
#define SP_WEB_PAGE_SPELLING_H

#include "base/span.h"
#include "base/suggest.h"

/* Begins with a text, which must stay in place. */
void sp_spelling(struct sp_suggestion *near, struct sp_span text);

/*
 * Adds a name if it is near, and drops names that are farther away.  At most
 * two are kept, the first of those that are equally near.
 */
void sp_spelling_look(struct sp_suggestion *near, struct sp_span name);

#endif
