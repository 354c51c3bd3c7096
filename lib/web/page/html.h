/* SPDX-License-Identifier: MIT */
/*
 * html.h - the links of an HTML page, and its text.
 *
 * Pages are read as browsers without scripts do: every sequence of bytes is a
 * page, and which tags in it count follows from the tokenizer and the insertion
 * modes of the HTML standard.  No tree is made.  <noscript> is read, as by
 * crawlers that run no scripts; what is inside <template> is no part of the
 * page.
 *
 * Links and text come in the order in which the page has them.  It differs from
 * that of the standard's tree only where the tree moves nodes: what is in a
 * table, but in none of its cells, comes before the table there.
 *
 * Pages may be hostile: time and memory are proportional to the size of a page.
 */
#ifndef SP_WEB_PAGE_HTML_H
#define SP_WEB_PAGE_HTML_H

#include "base/span.h"
#include "base/status.h"

/* Where a link is. */
enum sp_html_link_kind {
	SP_LINK_A,         /* <a href>, also of SVG */
	SP_LINK_AREA,      /* <area href> */
	SP_LINK_FRAME,     /* <frame src> */
	SP_LINK_IFRAME,    /* <iframe src> */
	SP_LINK_REFRESH,   /* <meta http-equiv=refresh> with an address */
	SP_LINK_CANONICAL, /* <link rel=canonical href> */
	SP_LINK_REL,       /* any other <link href> */
	SP_LINK_IMAGE,     /* <img src srcset>, <input src>, background=, ... */
	SP_LINK_SCRIPT,    /* <script src> */
	SP_LINK_FORM,      /* <form action>, formaction= */
	SP_LINK_MEDIA,     /* <video src poster>, <audio>, <source>, <track> */
	SP_LINK_EMBED,     /* <embed src>, <object data>, ... */
	SP_LINK_CITE,      /* cite= and longdesc= */
	SP_LINK_KINDS
};

/* "a", "area", ... */
extern const char *const sp_html_link_names[SP_LINK_KINDS];

/* The kinds that crawlers follow to other pages: the first five. */
static inline bool
sp_html_is_page_link(enum sp_html_link_kind kind)
{
	return kind <= SP_LINK_REFRESH;
}

struct sp_html_link {
	enum sp_html_link_kind kind;
	bool nofollow;       /* by its own rel=, or for the page by robots */
	struct sp_span url;  /* as written, character references undone; to be
	                        resolved against the page's base, if it has
	                        one, and that against the page's own URL */
	uint64_t text_start; /* <a>: its text is page->text from here ... */
	uint64_t text_end;   /* ... to here (see below); others: both where
	                        it is */
};

/* Valid until the reader's next page. */
struct sp_html_page {
	struct sp_span base;  /* href of the first <base href>, or absent */
	struct sp_span title; /* blanks as in the text below, or absent */
	bool nofollow;        /* <meta name=robots content=nofollow or none> */
	struct sp_html_link *links;
	uint64_t count;
	struct sp_span text;  /* if it was asked for, otherwise absent */
};

/*
 * Returns the address in the content of <meta http-equiv=refresh>; absent if it
 * has none.
 */
struct sp_span sp_html_refresh(struct sp_span content);

/* What is wanted of a page. */
struct sp_html_options {
	bool all_links; /* links of all kinds, otherwise of those up to
	                   SP_LINK_CANONICAL */
	bool text;
};

/* The largest page, in bytes. */
#define SP_HTML_MOST UINT32_MAX

/* A reader of pages: one a thread. */
struct sp_html;

struct sp_html *sp_html_new(void); /* NULL if memory is short */
void sp_html_free(struct sp_html *html); /* accepts NULL */

/*
 * Reads a page of valid UTF-8, as sp_charset_decode() makes it.  Spans of the
 * result are in the reader's memory or in the page.
 *
 * The text is the title, then the visible text, in order.  Blanks (also
 * line ends and no-break spaces) in a row are one blank; between blocks, at
 * <br> and between cells there is one "\n" instead.  Not visible are script,
 * style, noscript, template, noframes, noembed, iframe, textarea, comments, and
 * the replacements of images.
 *
 * The text of an <a> is the visible text from its start tag to what ends it for
 * good: its end tag, the start tag of another <a> unless that is in a cell,
 * caption, object or template inside, or the end of such an element around it.
 * A block that closes it only until the standard opens it again in the next one
 * does not end it, unless visible text comes between that is not inside:
 * "<p><a>x<p>y</a>" is one link with two lines.  The text begins and ends with
 * a character that is not blank.
 *
 * Returns SP_MEMORY if memory is short, and SP_DATA for a page of more than
 * SP_HTML_MOST bytes.
 */
enum sp_status sp_html_read(struct sp_html *html, struct sp_span page,
			    const struct sp_html_options *options,
			    struct sp_html_page *result, struct sp_error *err);

#endif
