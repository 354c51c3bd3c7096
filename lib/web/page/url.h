/* SPDX-License-Identifier: MIT */
/*
 * url.h - the normal form of URLs.
 *
 * Every URL that is read from a crawl (its archives, its logs, scores by URL)
 * becomes a page name by this one rule, so that the same page has the same
 * name wherever it is mentioned.  It is the URL standard of the browsers
 * (url.spec.whatwg.org) for http and https, less what does not tell pages
 * apart:
 *
 * - Controls and blanks around the URL, and tabs and line ends in it, are
 *   dropped.  "\" before the query is "/".
 * - Scheme and host are lower case; the host's %XX are undone, and it is in
 *   punycode (web/page/idn.h).  IPv4 addresses in any notation (0x7f.1) are
 *   four decimal numbers, IPv6 addresses are as in RFC 5952.  The port is
 *   dropped if it is that of the scheme.
 * - "." and "..", also as %2e, are removed from the path; an empty path is "/".
 * - Characters that the standard escapes in paths and queries are escaped;
 *   those above ASCII as UTF-8, in a query in the charset of the page that has
 *   the link.  Bytes that are not UTF-8 are escaped as they are.
 *
 * Beyond the standard:
 *
 * - The fragment, user and password are dropped: none of them names a page.
 * - One dot at the end of a host is dropped, as by sp_url_host(), whose host
 *   of a normal form is always the one that stands in it.
 * - %XX has upper-case digits, and letters, digits and "-._~" are not escaped:
 *   RFC 3986, 6.2.2.2, calls such URLs equivalent, and links differ in it.
 * - Hosts that no name server can have are refused: with an empty label, one
 *   of more than 63 bytes, or more than 253 in all.
 *
 * What may tell pages apart is kept: "www.", a "/" at the end, "//" in a path,
 * an empty query, and the order of a query's parts.  The normal form of a
 * normal form is itself, whatever it is resolved against.
 */
#ifndef SP_WEB_PAGE_URL_H
#define SP_WEB_PAGE_URL_H

#include "base/span.h"
#include "base/status.h"

#include <stdbool.h>

/* A worker, with memory that it uses again and again: one for each thread. */
struct sp_urls;

/*
 * Makes a worker; free it with sp_urls_free().  Returns SP_MEMORY.
 */
enum sp_status sp_urls_new(struct sp_urls **urls, struct sp_error *err);

enum sp_url_kind {
	SP_URL_PAGE,  /* http or https */
	SP_URL_OTHER, /* another scheme: "mailto:x", "javascript:", "ftp://x" */
	SP_URL_BAD    /* no URL, or one of over SP_NAME_MAX bytes */
};

/*
 * Resolves text, as it stands in a link, against base, and sets *url to its
 * normal form, valid until the next call with the same worker; unless it is a
 * page, *url is absent.  base is a normal form, or NULL: then text must be
 * absolute.  Both may be the last result of the same worker, and url the base.
 *
 * The text is UTF-8.  charset is the name or a label of the page's charset
 * (web/page/charset.h), in which browsers send the query; NULL is UTF-8.
 *
 * If memory runs out, the URL is SP_URL_BAD, and so is every later one; the
 * caller asks sp_urls_short() before it trusts what it has made of them.
 */
enum sp_url_kind sp_url_resolve(struct sp_urls *urls,
				const struct sp_span *base,
				struct sp_span text, const char *charset,
				struct sp_span *url);

/* Did memory run out? */
bool sp_urls_short(const struct sp_urls *urls);

/* ---- parts ------------------------------------------------------------ */

/* The length of the scheme that text begins with, before ":"; 0: none. */
size_t sp_url_scheme_length(struct sp_span text);

/* What stands between "//" and the path; absent parts have no text. */
struct sp_url_authority {
	struct sp_span user; /* without "@"; up to the last one */
	struct sp_span host; /* with its brackets; may be empty */
	struct sp_span port; /* after the first colon that is not in brackets */
};

struct sp_url_authority sp_url_split_authority(struct sp_span text);

/* Is it the robots.txt in the root folder of a host, by http or https? */
bool sp_url_is_robots_txt(struct sp_span url);

/* Is it an IPv4 address of four decimal numbers, without leading zeros? */
bool sp_url_is_ipv4(struct sp_span host);

/*
 * Is this a host that every program finds as it stands: an IPv6 address in
 * brackets, an IPv4 address of four decimal numbers, or a name that a name
 * server can have, in Unicode (web/page/idn.h) or as it is there?  Labels that
 * begin with "xn--" are not decoded.  False if memory is short: then
 * *short_of_memory is set.
 */
bool sp_url_is_host(struct sp_span host, bool *short_of_memory);

void sp_urls_free(struct sp_urls *urls); /* accepts NULL */

#endif
