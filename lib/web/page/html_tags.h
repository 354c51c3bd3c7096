/* SPDX-License-Identifier: MIT */
/*
 * html_tags.h - what the parsing of HTML depends on in elements, for
 * html_scan.c.
 */
#ifndef SP_WEB_PAGE_HTML_TAGS_H
#define SP_WEB_PAGE_HTML_TAGS_H

#include <gumbo.h>
#include <stdint.h>

/*
 * Properties of elements.
 * Source: WHATWG HTML, "parsing HTML documents".
 */
enum {
	SP_TAG_VOID = 1,        /* has no end tag and no content */
	SP_TAG_FORMATTING = 2,  /* opened again after blocks */
	SP_TAG_SPECIAL = 4,     /* end tags of other elements stop at it */
	SP_TAG_SCOPE = 8,       /* end tags of blocks stop at it */
	SP_TAG_MARKER = 16,     /* formatting ends with it */
	SP_TAG_RAW = 32,        /* its content has no tags */
	SP_TAG_ENDS_P = 64,     /* its start tag ends a paragraph */
	SP_TAG_HEADING = 128,
	SP_TAG_TABLE = 256,     /* a part of tables */
	SP_TAG_ROOT = 512,      /* html, head, body: there is one of each */
	SP_TAG_FOREIGN = 1024,  /* its content is not HTML */
	SP_TAG_SKIPPED = 2048   /* raw, and not visible */
};

/* The properties of the element with this tag. */
uint16_t sp_html_tag(GumboTag tag);

#endif
