/* SPDX-License-Identifier: MIT */
/*
 * html_scan.h - looks over a page before it is parsed, for html.c.
 *
 * The parser keeps the open elements in a stack, and formatting elements in a
 * list, and goes through these again and again: its time grows with their
 * number, so a page of 8 MiB can take it days.  The scan adds up how far it
 * will go, without a tree: it reads tags as the parser does, and follows which
 * of them are open, never fewer than the parser will have but for pages made to
 * deceive it.
 *
 * It also copies the page without what changes neither links nor text:
 * scripts, styles, comments, attributes that are no addresses.  That is most
 * of a page, and the parser takes longer for it than the scan.
 */
#ifndef SP_WEB_PAGE_HTML_SCAN_H
#define SP_WEB_PAGE_HTML_SCAN_H

#include "base/span.h"
#include "base/status.h"

struct sp_html_open;
struct sp_html_format;

/* A zeroed scan is ready; it can be used again. */
struct sp_html_scan {
	struct sp_span page; /* the copy */
	uint64_t steps;      /* of the parser: elements that it looks at */
	char *bytes;         /* private, like the rest */
	uint64_t capacity;
	struct sp_html_open *open;
	uint64_t open_count, open_capacity;
	struct sp_html_format *formats;
	uint64_t format_count, format_capacity;
};

/*
 * Scans a page and copies it.  Without text, the copy has one character for
 * each piece of text outside of tags, of the kind that the tree depends on.
 * Stops when steps are more than most.  False if memory is short.
 */
bool sp_html_scan(struct sp_html_scan *scan, struct sp_span page, bool text,
		  uint64_t most) SP_MUST_CHECK;

void sp_html_scan_free(struct sp_html_scan *scan);

#endif
