/* SPDX-License-Identifier: MIT */
/*
 * Where redirects end.  A way through them is walked twice: to its end, marking
 * each step, and again to write the end into each, so that every redirect is
 * followed once in all, however many lead to the same page.  A way that comes
 * back to a marked step is a circle, and one that meets a page whose way was
 * resolved takes the end of that.  No stack, and no limit on the length of a
 * chain, which a hostile archive chooses.
 */
#include "formats/import/redirects.h"

#include <stddef.h>

/* A way through redirects, and how to look one up. */
struct way {
	struct sp_redirect *(*find)(void *context, uint32_t page);
	void *context;
};

/*
 * The redirect of the page that this one leads to, NULL if that page does not
 * redirect: the way ends with it.
 */
static struct sp_redirect *
next_hop(const struct way *way, const struct sp_redirect *at)
{
	struct sp_redirect *next = way->find(way->context, at->to);

	/* A resolved page without redirect is one whose way never ends. */
	return next && (next->to != SP_NO_REDIRECT || next->resolved) ? next :
									NULL;
}

/*
 * Follows the redirects of a page, then goes the way once more to write down
 * where it ends, so that no part of it is ever followed again.
 */
void
sp_redirect_resolve(struct sp_redirect *first,
		    struct sp_redirect *(*find)(void *context, uint32_t page),
		    void *context)
{
	struct way way = { find, context };
	struct sp_redirect *at = first, *next;
	uint32_t end = SP_NO_REDIRECT;

	for (;;) {
		at->walked = true;
		next = next_hop(&way, at);
		if (!next) {
			end = at->to;
		} else if (!next->walked && !next->resolved) {
			at = next;
			continue;
		} else if (next->resolved) {
			end = next->to;
		}
		break;
	}
	for (at = first; at && at->walked; at = next) {
		next = next_hop(&way, at);
		at->walked = false;
		at->resolved = true;
		at->to = end;
	}
}
