/* SPDX-License-Identifier: MIT */
/*
 * A page is read in one pass, without a tree: html_token.c finds tags and text,
 * and html_modes.c says what each of them means where it stands.  That depends
 * on the open elements alone, which are a stack of small records
 * (html_stack.c).  So the time is proportional to the size of the page,
 * whatever it holds, and so is the memory; and a page whose links alone are
 * wanted is mostly skipped by memchr().
 *
 * The text of the page is one growing buffer.  A link knows its text by two
 * places in it: where the element began, and where it ended.  A title that
 * comes after other text is put before it at the end.
 *
 * All memory is used again for the next page.
 */
#include "web/page/html.h"

#include "base/memory.h"
#include "web/page/html_formats.h"
#include "web/page/html_private.h"
#include "web/page/html_stack.h"

#include <stdlib.h>

/* What matters of attributes besides links. */
static uint32_t
wanted_besides(enum sp_html_element tag)
{
	switch (tag) {
	case SP_EL_INPUT:
		return SP_HTML_BIT(TYPE);
	case SP_EL_FONT:
		return SP_HTML_BIT(COLOR) | SP_HTML_BIT(FACE) |
		       SP_HTML_BIT(SIZE);
	case SP_EL_ANNOTATION_XML:
		return SP_HTML_BIT(ENCODING);
	default:
		return 0;
	}
}

struct sp_html *
sp_html_new(void)
{
	struct sp_html *html = sp_alloc_zero(1, sizeof(*html));

	if (!html)
		return NULL;
	sp_html_names_make(&html->names);
	for (unsigned i = 0; i < 2 * SP_EL_COUNT; i++) {
		enum sp_html_element tag = (enum sp_html_element)
			(i % SP_EL_COUNT);
		bool all = i >= SP_EL_COUNT;
		uint32_t wanted = sp_html_links_wanted(tag, all);

		/* In HTML, it is another name of <img>. */
		if (tag == SP_EL_IMAGE)
			wanted |= sp_html_links_wanted(SP_EL_IMG, all);
		html->wanted[all][tag] = wanted | wanted_besides(tag);
	}
	return html;
}

void
sp_html_free(struct sp_html *html)
{
	if (!html)
		return;
	sp_html_links_free(&html->links);
	free(html->open);
	free(html->templates);
	free(html->formats);
	free(html->runs);
	free(html->anchors);
	free(html->loose);
	free(html->text.bytes);
	free(html->late_title.bytes);
	free(html);
}

static void
html_start(struct sp_html *html, struct sp_span page,
	   const struct sp_html_options *options)
{
	html->at = page.length ? page.text : "";
	html->end = html->at + page.length;
	html->options = *options;
	html->short_memory = false;
	html->raw = 0;
	html->mode = SP_MODE_BEFORE_HEAD;
	html->initial = html->quirks = html->frameset_ok = true;
	html->in_head = html->has_body_background = false;
	html->body = html->form = 0;
	html->has_form = html->has_title = false;
	html->open_count = html->template_count = 0;
	memset(html->last, 0, sizeof(html->last));
	sp_html_formats_clear(html);
	html->anchor_count = html->loose_count = 0;
	sp_html_links_clear(&html->links);
	html->links.all = options->all_links;
	html->text.length = html->late_title.length = 0;
	html->text.blank = html->late_title.blank = '\0';
	sp_html_push(html, SP_EL_HTML, SP_IN_HTML, 0, 0, 0);
}

/* Puts a title that came after other text before it. */
static bool
place_title(struct sp_html *html)
{
	struct sp_html_text *text = &html->text;
	uint64_t length = html->late_title.length;

	if (!html->has_title || !length)
		return true;
	if (!sp_grow(&text->bytes, &text->capacity, text->length + length + 1))
		return false;
	memmove(text->bytes + length + 1, text->bytes, (size_t)text->length);
	memcpy(text->bytes, html->late_title.bytes, (size_t)length);
	text->bytes[length] = '\n';
	text->length += length + 1;
	for (uint64_t i = 0; i < html->links.count; i++) {
		html->links.items[i].text_start += length + 1;
		html->links.items[i].text_end += length + 1;
	}
	return true;
}

/* Spans of the text are made when it is complete: it moves while it grows. */
static void
html_finish(struct sp_html *html, struct sp_html_page *page)
{
	const char *text = html->text.bytes ? html->text.bytes : "";

	*page = (struct sp_html_page){
		.base = html->links.base,
		.nofollow = html->links.nofollow,
		.links = html->links.items,
		.count = html->links.count,
	};
	if (html->has_title)
		page->title = (struct sp_span){ text,
						(size_t)html->title_length };
	if (html->options.text)
		page->text = (struct sp_span){ text, html->text.length };
	for (uint64_t i = 0; i < page->count && page->nofollow; i++)
		page->links[i].nofollow = true;
}

enum sp_status
sp_html_read(struct sp_html *html, struct sp_span page,
	     const struct sp_html_options *options,
	     struct sp_html_page *result, struct sp_error *err)
{
	if (page.length > SP_HTML_MOST)
		return sp_fail(err, SP_DATA, "a page of 4 GiB or more");
	html_start(html, page, options);
	if (!html->short_memory)
		sp_html_read_page(html);
	if (!html->short_memory)
		sp_html_anchors_end(html);
	if (html->short_memory || !place_title(html))
		return sp_no_memory(err, "the links of a page");
	html_finish(html, result);
	return SP_OK;
}
