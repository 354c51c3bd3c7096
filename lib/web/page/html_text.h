/* SPDX-License-Identifier: MIT */
/*
 * html_text.h - the text of a page, piece by piece, for html.c and the files
 * beside it.
 */
#ifndef SP_WEB_PAGE_HTML_TEXT_H
#define SP_WEB_PAGE_HTML_TEXT_H

#include "base/span.h"
#include "base/status.h"

#include <stdbool.h>

/*
 * Text in which one character stands for all blanks in a row: "\n" if there was
 * a break, a blank otherwise.  None is at the beginning or end.  A zeroed
 * struct is empty.
 */
struct sp_html_text {
	char *bytes;
	uint64_t length, capacity;
	char blank; /* goes before the next character, or NUL */
};

/*
 * Appends UTF-8, in which character references are undone, if there may be
 * any.  A NUL becomes U+FFFD, or nothing if they are dropped.  False if memory
 * is short.
 */
bool sp_html_text_add(struct sp_html_text *text, struct sp_span bytes,
		      bool references, bool drop_nul) SP_MUST_CHECK;

/*
 * Is it white space of HTML and nothing else, when references are undone and
 * NULs are dropped?
 */
bool sp_html_text_is_blank(struct sp_span bytes, bool references);

/* Ends a block. */
static inline void
sp_html_text_break(struct sp_html_text *text)
{
	if (text->length)
		text->blank = '\n';
}

#endif
