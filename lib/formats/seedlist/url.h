/* SPDX-License-Identifier: MIT */
/*
 * url.h - the parts of a page's name as a URL.  Private to
 * lib/formats/seedlist.
 *
 * This is no parser of whatever links may hold: names of pages are URLs
 * already, as graphimport makes them, and what is none is refused.
 */
#ifndef SP_FORMATS_SEEDLIST_URL_H
#define SP_FORMATS_SEEDLIST_URL_H

#include "base/line.h"
#include "formats/seedlist/seedlist.h"

/* Parts of whole; those that are not there are absent (text NULL). */
struct sp_list_url {
	struct sp_span whole;
	struct sp_span scheme;   /* without ":" */
	struct sp_span user;     /* without "@" */
	struct sp_span host;     /* with its brackets; never empty */
	struct sp_span port;     /* digits */
	struct sp_span path;     /* may be empty, else begins with "/" */
	struct sp_span query;    /* without "?" */
	struct sp_span fragment; /* without "#" */
	bool ftp;                /* else http or https */
	bool ascii_host;
};

/*
 * Splits a name.  One without a scheme gets that of the options, if any, in
 * front, and "/" behind a bare host; room holds the URL then.  Returns NULL, or
 * why it is no URL that a crawler could fetch: a phrase that goes with "the
 * name".  What is checked is said in seedlist.h.
 */
const char *sp_list_url_split(struct sp_span name, enum sp_list_scheme scheme,
			      struct sp_line *room,
			      struct sp_list_url *url);

/* Is there a blank (U+0020) in the URL? */
bool sp_list_url_has_blank(const struct sp_list_url *url);

/*
 * Returns why Heritrix would take the URL for none, or for another, however it
 * is spelled, or NULL.  Hosts have letters, digits, "-", "_" and ".": it knows
 * no IPv6 addresses, and writes hosts that are not ASCII by the rules of 2003,
 * which browsers have left.  User information ends with the first "@".  A
 * no-break space becomes a blank.
 */
const char *sp_list_heritrix_refuses(const struct sp_list_url *url);

/*
 * Writes the URL to out (emptied before) as Heritrix 3 spells it, by the
 * rules of UsableURIFactory in webarchive-commons 3: scheme and host in lower
 * case, no port that is the scheme's, no dot at the end of the host, "/" for an
 * empty path, no fragment, no empty query, "\" as "/" in the path, and every
 * byte that it escapes as %HH.  Returns NULL, or why this is not certain:
 *
 * - what sp_list_heritrix_refuses();
 * - "." or ".." in the path, which it resolves;
 * - user information with characters that SURTs do not split off;
 * - more than 2,083 bytes, which it does not fetch.
 */
const char *sp_list_heritrix_uri(const struct sp_list_url *url,
				 struct sp_line *out);

/* Bytes of the longest URL that Heritrix takes, escapes included. */
#define SP_HERITRIX_URI_MAX 2083
#define SP_HERITRIX_TOO_LONG "is longer than the 2083 bytes that Heritrix takes"

/* The bytes of a URL of any kind with Heritrix's escapes. */
uint64_t sp_list_heritrix_size(const struct sp_list_url *url);

/* ---- what lists add to a line, beyond base/line.h (line.c) ------------ */

/* Adds text with ASCII letters in lower case. */
void sp_list_add_lower(struct sp_line *line, struct sp_span span);

/*
 * A string of JSON or of YAML, with its quotes, in ASCII.  The text is valid
 * UTF-8.
 */
void sp_list_add_json(struct sp_line *line, struct sp_span text);
void sp_list_add_yaml(struct sp_line *line, struct sp_span text);

#endif
