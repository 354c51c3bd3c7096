/* SPDX-License-Identifier: MIT */
/*
 * A page is read in three steps: a scan estimates what it will cost to parse
 * and makes a smaller copy (html_scan.c); gumbo parses the copy to a tree; and
 * one walk over the tree takes links and text.
 *
 * gumbo knows no limits and no failures of malloc().  All of its memory comes
 * from an arena, and when that is full, or memory is short, gumbo is left in
 * the middle by longjmp(): nothing is lost, as the arena is reset as a whole,
 * and no tree is ever freed node by node.  What lies between setjmp() and
 * longjmp() is gumbo's code and html_take(), no other.
 *
 * Trees of hostile pages may be a million elements deep, so the walk keeps its
 * own stack, and neither it nor anything else here recurses.
 *
 * The text of the page is one growing buffer.  A link knows its text by two
 * places in it: where the element began, and where it ended.  Blanks are
 * written only before the next character (html_text.c), which is why the start
 * of a link's text may be a blank that belongs before the link: end_link()
 * moves it.
 *
 * Memory: the arena, at most 64 MiB and 24 bytes for each byte of the page; the
 * stack and the text.  All of it is used again for the next page.
 */
#include "web/page/html.h"

#ifdef HAVE_GUMBO

#include "base/buffer.h"
#include "base/memory.h"
#include "web/page/arena.h"
#include "web/page/html_links.h"
#include "web/page/html_scan.h"
#include "web/page/html_text.h"

#include <gumbo.h>
#include <setjmp.h>
#include <stdlib.h>

#define MEMORY_LEAST (UINT64_C(64) << 20)
#define MEMORY_A_BYTE 24
#define CHUNK SP_BUFFER((size_t)1 << 20, (size_t)8 << 10)
#define KEPT (UINT64_C(32) << 20) /* bytes that stay for the next page */
#define STEPS_MOST (UINT64_C(1) << 30)

#define NO_LINK UINT64_MAX

/* An element that is being walked through. */
struct open_element {
	const GumboNode *node;
	unsigned next;  /* of its children */
	bool hidden;    /* its text is not visible */
	uint64_t link;  /* whose text it is, or NO_LINK */
};

struct sp_html {
	struct sp_html_scan scan;
	struct sp_arena arena; /* all that gumbo allocates */
	jmp_buf give_up;       /* out of gumbo, when that fails */
	struct open_element *open;
	uint64_t open_count, open_capacity;
	struct sp_html_links links;
	struct sp_html_text text;
	struct sp_html_options options;
	struct sp_html_page page;
};

struct sp_html *
sp_html_new(void)
{
	return sp_alloc_zero(1, sizeof(struct sp_html));
}

void
sp_html_free(struct sp_html *html)
{
	if (!html)
		return;
	sp_html_scan_free(&html->scan);
	sp_arena_free(&html->arena);
	free(html->open);
	free(html->links.items);
	free(html->text.bytes);
	free(html);
}

/* ---- the tree ----------------------------------------------------------- */

static void *
html_take(void *context, size_t size)
{
	struct sp_html *html = context;
	void *memory = sp_arena_take(&html->arena, size);

	if (!memory)
		longjmp(html->give_up, 1);
	return memory;
}

static void
leave(void *context, void *memory)
{
	(void)context;
	(void)memory;
}

/*
 * Returns the tree of a page, or NULL if it needs too much memory.
 *
 * gumbo knows no limits and no failures of malloc().  As all its memory is the
 * arena's, it can be left at any allocation by longjmp(), without a leak.
 */
static const GumboOutput *
html_parse(struct sp_html *html, struct sp_span page)
{
	GumboOptions options = kGumboDefaultOptions;

	options.allocator = html_take;
	options.deallocator = leave;
	options.userdata = html;
	options.max_errors = 0;
	if (setjmp(html->give_up))
		return NULL;
	return gumbo_parse_with_options(&options, page.text, page.length);
}

/* ---- text --------------------------------------------------------------- */

/* Elements before and after which text begins anew, and <br>. */
static const bool blocks[GUMBO_TAG_LAST] = {
	[GUMBO_TAG_ADDRESS] = true, [GUMBO_TAG_ARTICLE] = true,
	[GUMBO_TAG_ASIDE] = true, [GUMBO_TAG_BLOCKQUOTE] = true,
	[GUMBO_TAG_BODY] = true, [GUMBO_TAG_BR] = true,
	[GUMBO_TAG_CAPTION] = true, [GUMBO_TAG_CENTER] = true,
	[GUMBO_TAG_DD] = true, [GUMBO_TAG_DETAILS] = true,
	[GUMBO_TAG_DIR] = true, [GUMBO_TAG_DIV] = true,
	[GUMBO_TAG_DL] = true, [GUMBO_TAG_DT] = true,
	[GUMBO_TAG_FIELDSET] = true, [GUMBO_TAG_FIGCAPTION] = true,
	[GUMBO_TAG_FIGURE] = true, [GUMBO_TAG_FOOTER] = true,
	[GUMBO_TAG_FORM] = true, [GUMBO_TAG_H1] = true,
	[GUMBO_TAG_H2] = true, [GUMBO_TAG_H3] = true,
	[GUMBO_TAG_H4] = true, [GUMBO_TAG_H5] = true,
	[GUMBO_TAG_H6] = true, [GUMBO_TAG_HEADER] = true,
	[GUMBO_TAG_HGROUP] = true, [GUMBO_TAG_HR] = true,
	[GUMBO_TAG_IFRAME] = true, [GUMBO_TAG_LEGEND] = true,
	[GUMBO_TAG_LI] = true, [GUMBO_TAG_LISTING] = true,
	[GUMBO_TAG_MAIN] = true, [GUMBO_TAG_MENU] = true,
	[GUMBO_TAG_NAV] = true, [GUMBO_TAG_OL] = true,
	[GUMBO_TAG_OPTGROUP] = true, [GUMBO_TAG_OPTION] = true,
	[GUMBO_TAG_P] = true, [GUMBO_TAG_PLAINTEXT] = true,
	[GUMBO_TAG_PRE] = true, [GUMBO_TAG_SECTION] = true,
	[GUMBO_TAG_SELECT] = true, [GUMBO_TAG_SUMMARY] = true,
	[GUMBO_TAG_TABLE] = true, [GUMBO_TAG_TBODY] = true,
	[GUMBO_TAG_TD] = true, [GUMBO_TAG_TEXTAREA] = true,
	[GUMBO_TAG_TFOOT] = true, [GUMBO_TAG_TH] = true,
	[GUMBO_TAG_THEAD] = true, [GUMBO_TAG_TR] = true,
	[GUMBO_TAG_UL] = true, [GUMBO_TAG_XMP] = true,
};

/* Breaks the text before and after; tags that gumbo has no name for do not. */
static bool
is_block(GumboTag tag)
{
	return (unsigned)tag < GUMBO_TAG_LAST && blocks[tag];
}

/*
 * Elements whose text is not shown, or shown elsewhere (the title).  <template>
 * is not here: its node has a type of its own, and visit() does not go into it.
 */
static bool
html_is_hidden(GumboTag tag)
{
	switch (tag) {
	case GUMBO_TAG_HEAD:
	case GUMBO_TAG_IFRAME:
	case GUMBO_TAG_NOEMBED:
	case GUMBO_TAG_NOFRAMES:
	case GUMBO_TAG_NOSCRIPT:
	case GUMBO_TAG_SCRIPT:
	case GUMBO_TAG_STYLE:
	case GUMBO_TAG_TEXTAREA:
	case GUMBO_TAG_TITLE:
		return true;
	default:
		return false;
	}
}

/* ---- the walk ----------------------------------------------------------- */

/* The stack may move: who holds a pointer into it looks it up again. */
static bool
open_element(struct sp_html *html, const GumboNode *node)
{
	if (!sp_grow(&html->open, &html->open_capacity, html->open_count + 1))
		return false;
	html->open[html->open_count++] = (struct open_element){
		.node = node,
		.link = NO_LINK,
	};
	return true;
}

/* The next child of an element, or NULL after the last. */
static const GumboNode *
next_child(struct open_element *element)
{
	const GumboVector *children;

	switch (element->node->type) {
	case GUMBO_NODE_DOCUMENT:
		children = &element->node->v.document.children;
		break;
	case GUMBO_NODE_ELEMENT:
		children = &element->node->v.element.children;
		break;
	default:
		return NULL;
	}
	return element->next < children->length ?
		       children->data[element->next++] : NULL;
}

/* Opens an element; its children are walked through next. */
static bool
enter(struct sp_html *html, const GumboNode *node, bool hidden)
{
	struct open_element *element;
	GumboTag tag = GUMBO_TAG_UNKNOWN;
	uint64_t before = html->links.count;

	if (!open_element(html, node))
		return false;
	if (node->type == GUMBO_NODE_ELEMENT) {
		tag = node->v.element.tag;
		if (is_block(tag))
			sp_html_text_break(&html->text);
		if (!sp_html_links_read(&html->links, &node->v.element,
					html->text.length))
			return false;
	}
	element = &html->open[html->open_count - 1];
	element->hidden = hidden || html_is_hidden(tag);
	if (tag == GUMBO_TAG_A && html->links.count > before)
		element->link = before;
	return true;
}

/*
 * The blank before the link's first character was written after the link began.
 */
static void
end_link(struct sp_html_link *link, const struct sp_html_text *text)
{
	link->text_end = text->length;
	if (link->text_start < link->text_end &&
	    (text->bytes[link->text_start] == ' ' ||
	     text->bytes[link->text_start] == '\n'))
		link->text_start++;
}

/* A link's text ends with its element, however many others were inside. */
static void
close_element(struct sp_html *html)
{
	const struct open_element *element = &html->open[--html->open_count];

	if (element->link != NO_LINK)
		end_link(&html->links.items[element->link], &html->text);
	if (element->node->type == GUMBO_NODE_ELEMENT &&
	    is_block(element->node->v.element.tag))
		sp_html_text_break(&html->text);
}

static bool
visit(struct sp_html *html, const GumboNode *node, bool hidden)
{
	switch (node->type) {
	case GUMBO_NODE_DOCUMENT:
	case GUMBO_NODE_ELEMENT:
		return enter(html, node, hidden);
	case GUMBO_NODE_TEXT:
	case GUMBO_NODE_CDATA:
	case GUMBO_NODE_WHITESPACE:
		return hidden || !html->options.text ||
		       sp_html_text_add(&html->text, node->v.text.text);
	case GUMBO_NODE_COMMENT:
	case GUMBO_NODE_TEMPLATE:
		break;
	}
	return true;
}

/*
 * Visits all nodes below this one, not by recursion: they may be deep.
 * Children are hidden if their parent is.
 */
static bool
walk(struct sp_html *html, const GumboNode *root)
{
	html->open_count = 0;
	if (!visit(html, root, false))
		return false;
	while (html->open_count) {
		struct open_element *top = &html->open[html->open_count - 1];
		const GumboNode *child = next_child(top);

		if (!child)
			close_element(html);
		else if (!visit(html, child, top->hidden))
			return false;
	}
	return true;
}

/* ---- pages -------------------------------------------------------------- */

static bool
html_is_title(const GumboNode *node)
{
	return node->type == GUMBO_NODE_ELEMENT &&
	       node->v.element.tag == GUMBO_TAG_TITLE &&
	       node->v.element.tag_namespace == GUMBO_NAMESPACE_HTML;
}

/*
 * The first <title>, or NULL.  False if memory is short.  It may be anywhere in
 * the tree, also in a body that the parser has opened before it.
 */
static bool
find_title(struct sp_html *html, const GumboNode *root, const GumboNode **title)
{
	*title = NULL;
	html->open_count = 0;
	for (const GumboNode *node = root; node;) {
		struct open_element *top;

		if (html_is_title(node)) {
			*title = node;
			return true;
		}
		if (!open_element(html, node))
			return false;
		node = NULL;
		while (!node && html->open_count) {
			top = &html->open[html->open_count - 1];
			node = next_child(top);
			html->open_count -= !node;
		}
	}
	return true;
}

/* The title becomes the first text. */
static bool
read_title(struct sp_html *html, const GumboNode *root)
{
	const GumboNode *title;

	if (!find_title(html, root, &title))
		return false;
	if (!title)
		return true;
	for (unsigned i = 0; i < title->v.element.children.length; i++) {
		const GumboNode *node = title->v.element.children.data[i];

		if (!sp_html_text_add(&html->text, node->v.text.text))
			return false;
	}
	html->page.title = (struct sp_span){ "", html->text.length };
	sp_html_text_break(&html->text);
	return true;
}

/* Spans are made when the text is complete: it moves while it grows. */
static bool
read_tree(struct sp_html *html, const GumboOutput *tree)
{
	struct sp_html_page *page = &html->page;
	const char *text;

	if (!read_title(html, tree->document) || !walk(html, tree->document))
		return false;
	text = html->text.bytes ? html->text.bytes : "";
	if (page->title.text)
		page->title.text = text;
	if (html->options.text)
		page->text = (struct sp_span){ text, html->text.length };
	page->nofollow = html->links.nofollow;
	page->base = html->links.base;
	page->links = html->links.items;
	page->count = html->links.count;
	for (uint64_t i = 0; i < page->count && page->nofollow; i++)
		page->links[i].nofollow = true;
	return true;
}

enum sp_status
sp_html_read(struct sp_html *html, struct sp_span page,
	     const struct sp_html_options *options,
	     struct sp_html_page *result, struct sp_error *err)
{
	const GumboOutput *tree;

	html->page = (struct sp_html_page){ .links = NULL };
	html->options = *options;
	html->links.count = 0;
	html->links.all = options->all_links;
	html->links.nofollow = false;
	html->links.base = (struct sp_span)SP_SPAN_ABSENT;
	html->text.length = 0;
	html->text.blank = '\0';
	sp_arena_reset(&html->arena, CHUNK, KEPT,
		       MEMORY_LEAST + MEMORY_A_BYTE * (uint64_t)page.length);
	if (!sp_html_scan(&html->scan, page, options->text, STEPS_MOST))
		return sp_no_memory(err, "the tags of a page");
	if (html->scan.steps > STEPS_MOST) {
		html->page.damage = "too many elements are open at a time to "
				    "parse it in reasonable time";
		*result = html->page;
		return SP_OK;
	}
	tree = html_parse(html, html->scan.page);
	if (!tree && !html->arena.full)
		return sp_no_memory(err, "the tree of a page");
	if (!tree)
		html->page.damage = "its tree needs more than 64 MiB and 24 "
				    "times its size";
	else if (!read_tree(html, tree))
		return sp_no_memory(err, "the links of a page");
	*result = html->page;
	return SP_OK;
}

#else

struct sp_html {
	char nothing;
};

#include "base/memory.h"

#include <stdlib.h>

struct sp_html *
sp_html_new(void)
{
	return sp_alloc_zero(1, sizeof(struct sp_html));
}

void
sp_html_free(struct sp_html *html)
{
	free(html);
}

enum sp_status
sp_html_read(struct sp_html *html, struct sp_span page,
	     const struct sp_html_options *options,
	     struct sp_html_page *result, struct sp_error *err)
{
	(void)html;
	(void)page;
	(void)options;
	(void)result;
	return sp_fail(err, SP_USAGE,
		       "pages of HTML: built without the gumbo library");
}

#endif
