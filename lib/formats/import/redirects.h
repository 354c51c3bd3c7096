/* SPDX-License-Identifier: MIT */
/*
 * redirects.h - where redirects end.
 *
 * Redirects lead from page to page.  A way is followed once, whatever number
 * of pages it is shared by, and ends at the first page that does not redirect;
 * one that comes back to itself never ends.
 */
#ifndef SP_FORMATS_IMPORT_REDIRECTS_H
#define SP_FORMATS_IMPORT_REDIRECTS_H

#include <stdbool.h>
#include <stdint.h>

#define SP_NO_REDIRECT UINT32_MAX

/* Start with the page that it leads to, and false. */
struct sp_redirect {
	uint32_t to;         /* a page, or SP_NO_REDIRECT; once resolved: where
				the way ends, or SP_NO_REDIRECT if never */
	bool walked;         /* on the way that is being followed */
	bool resolved;       /* to is final */
};

/*
 * Resolves a redirect, and all those on its way.  find returns the redirect of
 * a page, which may be one that leads nowhere, or NULL.
 */
void sp_redirect_resolve(struct sp_redirect *first,
			 struct sp_redirect *(*find)(void *context,
						     uint32_t page),
			 void *context);

#endif
