/* SPDX-License-Identifier: MIT */
/*
 * surt.h - the SURT of a URL (sort-friendly URI reordering transform), which
 * web archives sort by and describe scopes with: the labels of the host from
 * the last to the first, so that the pages of a domain begin alike.
 *
 *	http://www.example.org:81/A?c    (org,example,www,:81)/a?c
 *	https://192.0.2.1/               (192.0.2.1)/
 *
 * As in the scopes of Heritrix 3, all is in lower case, and a page of https has
 * the SURT of http.  Here no scheme counts, and the SURT begins with "(".
 */
#ifndef SP_WEB_PAGE_SURT_H
#define SP_WEB_PAGE_SURT_H

#include "base/line.h"
#include "base/span.h"

/* Adds a host with its labels reversed, "org,example,www,"; addresses as is. */
void sp_surt_add_host(struct sp_line *line, struct sp_span host);

/*
 * Makes the SURT of a URL of http, https or ftp, or of a text without a scheme
 * that begins with a host, in *line, which is emptied first.  The host is that
 * of the table of hosts (sp_url_find_host() in graph/hosts.h; in punycode, if
 * the library has libidn2), so that a page without a host has no SURT.  The
 * fragment and the user are left out.  Returns false if the text has no host or
 * another scheme.  If memory is short, the line is lost (base/line.h).
 */
bool sp_surt_of(struct sp_span url, struct sp_line *line);

#endif
