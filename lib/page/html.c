/* SPDX-License-Identifier: MIT */
#include "page/html.h"

const char *const sp_html_link_names[SP_LINK_KINDS] = {
	[SP_LINK_A] = "a",
	[SP_LINK_AREA] = "area",
	[SP_LINK_FRAME] = "frame",
	[SP_LINK_IFRAME] = "iframe",
	[SP_LINK_REFRESH] = "refresh",
	[SP_LINK_CANONICAL] = "canonical",
	[SP_LINK_REL] = "link",
	[SP_LINK_IMAGE] = "image",
	[SP_LINK_SCRIPT] = "script",
	[SP_LINK_FORM] = "form",
	[SP_LINK_MEDIA] = "media",
	[SP_LINK_EMBED] = "embed",
	[SP_LINK_CITE] = "cite",
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

static const char *
skip_blanks(const char *text)
{
	while (is_blank(*text))
		text++;
	return text;
}

/* Source: WHATWG HTML, "shared declarative refresh steps". */
struct sp_span
sp_html_refresh(const char *content)
{
	const char *at = skip_blanks(content), *url;
	size_t length;

	if ((*at < '0' || *at > '9') && *at != '.')
		return (struct sp_span)SP_SPAN_ABSENT;
	at += strspn(at, "0123456789.");
	if (*at != ';' && *at != ',' && !is_blank(*at))
		return (struct sp_span)SP_SPAN_ABSENT;
	at = skip_blanks(at);
	if (*at == ';' || *at == ',')
		at = skip_blanks(at + 1);
	if (!*at)
		return (struct sp_span)SP_SPAN_ABSENT;
	url = at;
	if (!strncasecmp(at, "url", 3)) {
		at = skip_blanks(at + 3);
		if (*at == '=')
			url = skip_blanks(at + 1);
	}
	length = strlen(url);
	if (*url == '"' || *url == '\'') {
		const char *end = strchr(url + 1, *url);

		url++;
		length = end ? (size_t)(end - url) : strlen(url);
	}
	return (struct sp_span){ url, length };
}

#ifdef HAVE_GUMBO

#include "base/memory.h"
#include "page/arena.h"
#include "page/html_scan.h"
#include "page/html_text.h"

#include <gumbo.h>
#include <setjmp.h>
#include <stdlib.h>
#include <strings.h>

#define MEMORY_LEAST (UINT64_C(64) << 20)
#define MEMORY_A_BYTE 24
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
	struct sp_html_link *links;
	uint64_t link_count, link_capacity;
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
	free(html->links);
	free(html->text.bytes);
	free(html);
}

/* ---- the tree ----------------------------------------------------------- */

static void *
take(void *context, size_t size)
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
parse(struct sp_html *html, struct sp_span page)
{
	GumboOptions options = kGumboDefaultOptions;

	options.allocator = take;
	options.deallocator = leave;
	options.userdata = html;
	options.max_errors = 0;
	if (setjmp(html->give_up))
		return NULL;
	return gumbo_parse_with_options(&options, page.text, page.length);
}

/* ---- attributes --------------------------------------------------------- */

static const char *
value_of(const GumboElement *element, const char *name)
{
	const GumboAttribute *attribute =
		gumbo_get_attribute(&element->attributes, name);

	return attribute ? attribute->value : NULL;
}

static bool
is_value(const GumboElement *element, const char *name, const char *value)
{
	const char *is = value_of(element, name);

	return is && !strcasecmp(is, value);
}

/* Whether a list of words, between blanks or commas, has this one. */
static bool
has_word(const char *list, const char *word)
{
	const char *separators = " \t\n\f\r,";
	size_t length = strlen(word);

	while (list && *list) {
		size_t here = strcspn(list, separators);

		if (here == length && !strncasecmp(list, word, length))
			return true;
		list += here;
		list += *list != '\0';
	}
	return false;
}

/* ---- links -------------------------------------------------------------- */

static bool
is_wanted(const struct sp_html *html, enum sp_html_link_kind kind)
{
	return html->options.all_links || kind <= SP_LINK_CANONICAL;
}

static bool
add_link(struct sp_html *html, enum sp_html_link_kind kind, bool nofollow,
	 const char *url, size_t length)
{
	if (!is_wanted(html, kind))
		return true;
	if (!sp_grow(&html->links, &html->link_capacity, html->link_count + 1,
		     sizeof(*html->links)))
		return false;
	html->links[html->link_count++] = (struct sp_html_link){
		.kind = kind,
		.nofollow = nofollow,
		.url = { url, length },
		.text_start = html->text.length,
		.text_end = html->text.length,
	};
	return true;
}

/*
 * The addresses of srcset, with commas between them and descriptors behind.
 * Source: WHATWG HTML, "parse a srcset attribute".
 */
static bool
add_srcset(struct sp_html *html, const char *set)
{
	for (;;) {
		const char *start;
		size_t length;
		bool inside = false;

		while (is_blank(*set) || *set == ',')
			set++;
		if (!*set)
			return true;
		start = set;
		while (*set && !is_blank(*set))
			set++;
		length = (size_t)(set - start);
		while (start[length - 1] == ',')
			length--;
		if (!add_link(html, SP_LINK_IMAGE, false, start, length))
			return false;
		if (length < (size_t)(set - start))
			continue;
		while (*set && (inside || *set != ',')) {
			inside = *set == '(' || (inside && *set != ')');
			set++;
		}
	}
}

static bool
read_meta(struct sp_html *html, const GumboElement *element)
{
	const char *content = value_of(element, "content");
	struct sp_span url;

	if (!content)
		return true;
	if (is_value(element, "name", "robots") &&
	    (has_word(content, "nofollow") || has_word(content, "none")))
		html->page.nofollow = true;
	if (!is_value(element, "http-equiv", "refresh"))
		return true;
	url = sp_html_refresh(content);
	return !url.text || add_link(html, SP_LINK_REFRESH, false, url.text,
				     url.length);
}

static void
read_base(struct sp_html *html, const GumboElement *element)
{
	const char *href = value_of(element, "href");

	if (href && !html->page.base.text)
		html->page.base = (struct sp_span){ href, strlen(href) };
}

static bool
read_link(struct sp_html *html, const GumboElement *element)
{
	const char *href = value_of(element, "href");
	const char *rel = value_of(element, "rel");

	/* It links to nothing if href is empty. */
	if (!href || !*href)
		return true;
	return add_link(html, has_word(rel, "canonical") ? SP_LINK_CANONICAL :
							   SP_LINK_REL,
			has_word(rel, "nofollow"), href, strlen(href));
}

/* Attributes that are addresses. */
static const struct {
	GumboTag tag;
	const char *attribute;
	enum sp_html_link_kind kind;
	bool svg; /* only there, otherwise only in HTML */
} addresses[] = {
	{ GUMBO_TAG_A, "href", SP_LINK_A, false },
	{ GUMBO_TAG_A, "href", SP_LINK_A, true },
	{ GUMBO_TAG_AREA, "href", SP_LINK_AREA, false },
	{ GUMBO_TAG_FRAME, "src", SP_LINK_FRAME, false },
	{ GUMBO_TAG_FRAME, "longdesc", SP_LINK_CITE, false },
	{ GUMBO_TAG_IFRAME, "src", SP_LINK_IFRAME, false },
	{ GUMBO_TAG_IFRAME, "longdesc", SP_LINK_CITE, false },
	{ GUMBO_TAG_IMG, "src", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_IMG, "longdesc", SP_LINK_CITE, false },
	{ GUMBO_TAG_IMAGE, "href", SP_LINK_IMAGE, true },
	{ GUMBO_TAG_INPUT, "src", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_INPUT, "formaction", SP_LINK_FORM, false },
	{ GUMBO_TAG_BUTTON, "formaction", SP_LINK_FORM, false },
	{ GUMBO_TAG_FORM, "action", SP_LINK_FORM, false },
	{ GUMBO_TAG_BODY, "background", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_TABLE, "background", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_TR, "background", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_TD, "background", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_TH, "background", SP_LINK_IMAGE, false },
	{ GUMBO_TAG_SCRIPT, "src", SP_LINK_SCRIPT, false },
	{ GUMBO_TAG_SCRIPT, "href", SP_LINK_SCRIPT, true },
	{ GUMBO_TAG_VIDEO, "src", SP_LINK_MEDIA, false },
	{ GUMBO_TAG_VIDEO, "poster", SP_LINK_MEDIA, false },
	{ GUMBO_TAG_AUDIO, "src", SP_LINK_MEDIA, false },
	{ GUMBO_TAG_SOURCE, "src", SP_LINK_MEDIA, false },
	{ GUMBO_TAG_TRACK, "src", SP_LINK_MEDIA, false },
	{ GUMBO_TAG_BGSOUND, "src", SP_LINK_MEDIA, false },
	{ GUMBO_TAG_EMBED, "src", SP_LINK_EMBED, false },
	{ GUMBO_TAG_OBJECT, "data", SP_LINK_EMBED, false },
	{ GUMBO_TAG_BLOCKQUOTE, "cite", SP_LINK_CITE, false },
	{ GUMBO_TAG_Q, "cite", SP_LINK_CITE, false },
	{ GUMBO_TAG_INS, "cite", SP_LINK_CITE, false },
	{ GUMBO_TAG_DEL, "cite", SP_LINK_CITE, false },
};

#define ADDRESSES (sizeof(addresses) / sizeof(*addresses))

static bool
read_addresses(struct sp_html *html, const GumboElement *element)
{
	bool svg = element->tag_namespace == GUMBO_NAMESPACE_SVG;

	for (size_t i = 0; i < ADDRESSES; i++) {
		const char *url;

		if (addresses[i].tag != element->tag ||
		    addresses[i].svg != svg)
			continue;
		url = value_of(element, addresses[i].attribute);
		if (url && !add_link(html, addresses[i].kind,
				     has_word(value_of(element, "rel"),
					      "nofollow"), url, strlen(url)))
			return false;
	}
	return true;
}

/* Finds the links of an element, and what it says of the page. */
static bool
read_element(struct sp_html *html, const GumboElement *element)
{
	const char *set;

	if (!element->attributes.length ||
	    element->tag_namespace == GUMBO_NAMESPACE_MATHML)
		return true;
	if (!read_addresses(html, element))
		return false;
	if (element->tag_namespace != GUMBO_NAMESPACE_HTML)
		return true;
	switch (element->tag) {
	case GUMBO_TAG_META:
		return read_meta(html, element);
	case GUMBO_TAG_LINK:
		return read_link(html, element);
	case GUMBO_TAG_BASE:
		read_base(html, element);
		return true;
	case GUMBO_TAG_IMG:
	case GUMBO_TAG_SOURCE:
		set = value_of(element, "srcset");
		return !set || add_srcset(html, set);
	default:
		return true;
	}
}

/* ---- text --------------------------------------------------------------- */

/* Elements before and after which text begins anew, and <br>. */
static bool
is_block(GumboTag tag)
{
	switch (tag) {
	case GUMBO_TAG_ADDRESS:
	case GUMBO_TAG_ARTICLE:
	case GUMBO_TAG_ASIDE:
	case GUMBO_TAG_BLOCKQUOTE:
	case GUMBO_TAG_BODY:
	case GUMBO_TAG_BR:
	case GUMBO_TAG_CAPTION:
	case GUMBO_TAG_CENTER:
	case GUMBO_TAG_DD:
	case GUMBO_TAG_DETAILS:
	case GUMBO_TAG_DIR:
	case GUMBO_TAG_DIV:
	case GUMBO_TAG_DL:
	case GUMBO_TAG_DT:
	case GUMBO_TAG_FIELDSET:
	case GUMBO_TAG_FIGCAPTION:
	case GUMBO_TAG_FIGURE:
	case GUMBO_TAG_FOOTER:
	case GUMBO_TAG_FORM:
	case GUMBO_TAG_H1:
	case GUMBO_TAG_H2:
	case GUMBO_TAG_H3:
	case GUMBO_TAG_H4:
	case GUMBO_TAG_H5:
	case GUMBO_TAG_H6:
	case GUMBO_TAG_HEADER:
	case GUMBO_TAG_HGROUP:
	case GUMBO_TAG_HR:
	case GUMBO_TAG_IFRAME:
	case GUMBO_TAG_LEGEND:
	case GUMBO_TAG_LI:
	case GUMBO_TAG_LISTING:
	case GUMBO_TAG_MAIN:
	case GUMBO_TAG_MENU:
	case GUMBO_TAG_NAV:
	case GUMBO_TAG_OL:
	case GUMBO_TAG_OPTGROUP:
	case GUMBO_TAG_OPTION:
	case GUMBO_TAG_P:
	case GUMBO_TAG_PLAINTEXT:
	case GUMBO_TAG_PRE:
	case GUMBO_TAG_SECTION:
	case GUMBO_TAG_SELECT:
	case GUMBO_TAG_SUMMARY:
	case GUMBO_TAG_TABLE:
	case GUMBO_TAG_TBODY:
	case GUMBO_TAG_TD:
	case GUMBO_TAG_TEXTAREA:
	case GUMBO_TAG_TFOOT:
	case GUMBO_TAG_TH:
	case GUMBO_TAG_THEAD:
	case GUMBO_TAG_TR:
	case GUMBO_TAG_UL:
	case GUMBO_TAG_XMP:
		return true;
	default:
		return false;
	}
}

/* Elements whose text is not shown, or shown elsewhere (the title). */
static bool
is_hidden(GumboTag tag)
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

static bool
open_element(struct sp_html *html, const GumboNode *node)
{
	if (!sp_grow(&html->open, &html->open_capacity, html->open_count + 1,
		     sizeof(*html->open)))
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
	uint64_t before = html->link_count;

	if (!open_element(html, node))
		return false;
	if (node->type == GUMBO_NODE_ELEMENT) {
		tag = node->v.element.tag;
		if (is_block(tag))
			sp_html_text_break(&html->text);
		if (!read_element(html, &node->v.element))
			return false;
	}
	element = &html->open[html->open_count - 1];
	element->hidden = hidden || is_hidden(tag);
	if (tag == GUMBO_TAG_A && html->link_count > before)
		element->link = before;
	return true;
}

static void
end_link(struct sp_html_link *link, const struct sp_html_text *text)
{
	link->text_end = text->length;
	if (link->text_start < link->text_end &&
	    (text->bytes[link->text_start] == ' ' ||
	     text->bytes[link->text_start] == '\n'))
		link->text_start++;
}

static void
close_element(struct sp_html *html)
{
	const struct open_element *element = &html->open[--html->open_count];

	if (element->link != NO_LINK)
		end_link(&html->links[element->link], &html->text);
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

/* Visits all nodes below this one, not by recursion: they may be deep. */
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
is_title(const GumboNode *node)
{
	return node->type == GUMBO_NODE_ELEMENT &&
	       node->v.element.tag == GUMBO_TAG_TITLE &&
	       node->v.element.tag_namespace == GUMBO_NAMESPACE_HTML;
}

/* The first <title>, or NULL.  False if memory is short. */
static bool
find_title(struct sp_html *html, const GumboNode *root, const GumboNode **title)
{
	*title = NULL;
	html->open_count = 0;
	for (const GumboNode *node = root; node;) {
		struct open_element *top;

		if (is_title(node)) {
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
	page->links = html->links;
	page->count = html->link_count;
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
	html->link_count = 0;
	html->text.length = 0;
	html->text.blank = '\0';
	sp_arena_reset(&html->arena,
		       MEMORY_LEAST + MEMORY_A_BYTE * (uint64_t)page.length);
	if (!sp_html_scan(&html->scan, page, options->text, STEPS_MOST))
		return sp_no_memory(err, "the tags of a page");
	if (html->scan.steps > STEPS_MOST) {
		html->page.damage = "too many elements are open at a time to "
				    "parse it in reasonable time";
		*result = html->page;
		return SP_OK;
	}
	tree = parse(html, html->scan.page);
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
