/* SPDX-License-Identifier: MIT */
/*
 * html_private.h - the state of a reader of HTML, for the files html*.c.
 *
 * From the bottom up: html_elements.c (names), html_references.c, html_text.c,
 * html_links.c (addresses of a tag), html_stack.c (open elements, texts of
 * links), html_formats.c (formatting that is opened again), html_insert.c (how
 * elements come into a page), html_head.c, html_body.c and html_tables.c (what
 * tags do), html_modes.c (what does it when), html_token.c (tags), html.c.
 */
#ifndef SP_WEB_PAGE_HTML_PRIVATE_H
#define SP_WEB_PAGE_HTML_PRIVATE_H

#include "base/span.h"
#include "base/status.h"
#include "web/page/arena.h"
#include "web/page/html.h"
#include "web/page/html_elements.h"

#include <stdbool.h>

/* ---- the text of a page, piece by piece (html_text.c) ----------------- */

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

/* ---- the links of a page, tag by tag (html_links.c) ------------------- */

/* The attributes of a tag that are wanted, as written. */
struct sp_html_attributes {
	uint32_t seen; /* SP_HTML_BIT() of each */
	struct sp_span values[SP_AT_COUNT];
};

/* What the tags so far said.  A zeroed struct is empty. */
struct sp_html_links {
	struct sp_html_link *items;
	uint64_t count, capacity;
	struct sp_arena values; /* in which references are undone */
	bool all;               /* of all kinds; set by the caller */
	bool nofollow;          /* a robots meta says so of the page */
	struct sp_span base;    /* the first <base>, absent without one */
};

/* The attributes of an element that may be links or say something of them. */
uint32_t sp_html_links_wanted(enum sp_html_element tag, bool all);

/*
 * Adds the links of a tag in HTML or SVG, whose texts begin and end at this
 * place of the text of the page, and notes what it says of the page.  False if
 * memory is short.
 */
bool sp_html_links_read(struct sp_html_links *links, enum sp_html_element tag,
			bool svg, const struct sp_html_attributes *attributes,
			uint64_t text) SP_MUST_CHECK;

/* The value of an attribute with references undone; absent without it. */
bool sp_html_links_value(struct sp_html_links *links,
			 const struct sp_html_attributes *attributes,
			 enum sp_html_attribute attribute,
			 struct sp_span *value) SP_MUST_CHECK;

void sp_html_links_clear(struct sp_html_links *links);
void sp_html_links_free(struct sp_html_links *links);

/* ---- the reader ------------------------------------------------------- */

enum sp_html_space { SP_IN_HTML, SP_IN_SVG, SP_IN_MATHML };

/* Bits of an open element. */
enum {
	SP_OPEN_HIDDEN = 1,   /* its text is not visible */
	SP_OPEN_TEMPLATE = 2, /* it is a template, or in one */
	SP_OPEN_BLOCK = 4,
	SP_OPEN_FORMAT = 8,   /* formatting, or a run of it */
	SP_OPEN_HTML = 16,    /* an integration point for HTML */
	SP_OPEN_TEXT = 32,    /* an integration point for text of MathML */
	SP_OPEN_GONE = 64     /* taken out of the middle of the stack */
};

/*
 * An open element.  Places in the stack are numbers; 0 is <html>, and stands
 * for "none" where that cannot be meant.
 */
struct sp_html_open {
	uint16_t tag;      /* enum sp_html_element */
	uint8_t space, bits;
	uint32_t same;     /* the one below of the same bucket */
	uint32_t scope;    /* this or the nearest below with SP_IS_SCOPE */
	uint32_t special;  /* ... SP_IS_SPECIAL */
	uint32_t strict;   /* ... SP_IS_SPECIAL without SP_IS_LIGHT */
	uint32_t html;     /* ... of the space HTML */
	uint32_t hash;     /* of its name */
	uint32_t first, last; /* SP_OPEN_FORMAT: places in the list */
	uint32_t anchor;   /* the link whose text is in it, or 0 */
};

/* The open elements of a bucket are a list: known tags have one each. */
#define SP_HTML_SHARED 64 /* buckets of unknown tags, and of other spaces */
#define SP_HTML_BUCKETS (SP_EL_MARKER + 1 + 2 * SP_HTML_SHARED)

/* Formatting that is opened again, or a marker: html_formats.h. */
struct sp_html_format {
	uint16_t tag;         /* enum sp_html_element, or SP_EL_MARKER */
	bool gone;
	uint32_t before, next; /* in the list */
	uint32_t same;        /* the one before of the same tag */
	uint32_t anchor;
	struct sp_span text;  /* the tag */
};

/* An <a> whose text is not at its end. */
enum sp_html_anchor_state { SP_ANCHOR_OPEN, SP_ANCHOR_LOOSE, SP_ANCHOR_ENDED };

struct sp_html_anchor {
	uint64_t link;
	uint32_t format; /* its place in the list, or 0 */
	uint32_t state;
};

/* A tag. */
struct sp_html_tag {
	uint16_t id;     /* enum sp_html_element */
	bool end, closes_itself;
	uint32_t hash;   /* of its name */
	struct sp_html_attributes attributes;
	struct sp_span text;
};

/* Insertion modes of the standard, as far as they differ here. */
enum sp_html_mode {
	SP_MODE_BEFORE_HEAD, SP_MODE_HEAD, SP_MODE_NOSCRIPT,
	SP_MODE_AFTER_HEAD, SP_MODE_BODY, SP_MODE_TABLE, SP_MODE_CAPTION,
	SP_MODE_COLGROUP, SP_MODE_TBODY, SP_MODE_ROW, SP_MODE_CELL,
	SP_MODE_TEMPLATE, SP_MODE_AFTER_BODY, SP_MODE_FRAMESET,
	SP_MODE_AFTER_FRAMESET
};

/* What of a page goes if a frameset comes in place of the body. */
struct sp_html_before_body {
	uint64_t links, text;
	struct sp_span base;
	bool nofollow, title;
};

struct sp_html {
	const char *at, *end;      /* of the page: what comes next */
	const char *after_value;   /* of the last attribute of the tag */
	struct sp_html_options options;
	bool short_memory;         /* give up */
	struct sp_html_tag tag;
	uint16_t raw;              /* the element whose content has no tags */

	enum sp_html_mode mode;
	bool initial, quirks, frameset_ok, has_body_background;
	bool in_head;
	uint32_t body, form;       /* the open elements, or 0 */
	bool has_form;             /* which may have been taken out */
	struct sp_html_open *open;
	uint64_t open_count, open_capacity;
	uint32_t last[SP_HTML_BUCKETS]; /* the last open ones, or 0 */
	uint8_t *templates;        /* the modes of open templates */
	uint64_t template_count, template_capacity;
	struct sp_html_before_body before_body;

	struct sp_html_format *formats;
	uint64_t format_count, format_capacity;
	uint32_t format_tail, format_marker; /* the last one, 0 for none */
	uint32_t format_last[SP_EL_COUNT];   /* the last one of a tag */
	uint32_t *runs;            /* open elements with SP_OPEN_FORMAT */
	uint64_t run_count, run_capacity;

	struct sp_html_anchor *anchors; /* from 1 */
	uint64_t anchor_count, anchor_capacity;
	uint32_t *loose;           /* those that may be SP_ANCHOR_LOOSE */
	uint64_t loose_count, loose_capacity;

	struct sp_html_links links;
	struct sp_html_text text, late_title;
	bool has_title;
	uint64_t title_length;
	struct sp_html_names names;
	uint32_t wanted[2][SP_EL_COUNT]; /* attributes; [1]: all links */
};

/* ---- html_token.c ------------------------------------------------------- */

/* Reads the whole page.  Sets short_memory. */
void sp_html_read_page(struct sp_html *html);

/* ---- html_modes.c ------------------------------------------------------- */

/* Handles html->tag. */
void sp_html_take_tag(struct sp_html *html);

/* Text between tags; references may be in it, or not. */
void sp_html_take_text(struct sp_html *html, struct sp_span text,
		       bool references);

/* What stands between "<!DOCTYPE" and ">". */
void sp_html_take_doctype(struct sp_html *html, struct sp_span doctype);

/* Is what comes next in SVG or MathML?  Then there is CDATA. */
static inline bool
sp_html_is_in_foreign(const struct sp_html *html)
{
	return html->open[html->open_count - 1].space != SP_IN_HTML;
}

/* ---- html_insert.c ------------------------------------------------------ */

/* The content of the element html->raw, which has no tags. */
void sp_html_take_raw(struct sp_html *html, struct sp_span text);

#endif
