/* SPDX-License-Identifier: MIT */
/*
 * Pages of HTML.  What is read for links alone, and with the text, are the same
 * links, of which those of pages are the first kinds of all; a reader that has
 * read another page finds the same; line ends of all kinds are the same, and
 * every span is whole characters.
 */
#include "fuzz.h"

#include "base/utf8.h"
#include "web/page/charset.h"
#include "web/page/html.h"

/* Spans of valid UTF-8 are not cut inside a character. */
static void
check(struct sp_span span)
{
	if (span.text)
		hold(sp_utf8_valid(span) == span.length);
}

static struct sp_span
part(struct sp_span text, uint64_t start, uint64_t end)
{
	hold(start <= end && end <= text.length);
	return (struct sp_span){ text.text + start, (size_t)(end - start) };
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\n';
}

/* Blanks are between words alone, and one at a time. */
static void
check_text(struct sp_span text)
{
	check(text);
	for (size_t i = 0; i < text.length; i++) {
		if (!is_blank(text.text[i])) {
			hold(!strchr("\t\v\f\r", text.text[i]) ||
			     !text.text[i]);
			continue;
		}
		hold(i > 0 && i + 1 < text.length);
		hold(!is_blank(text.text[i + 1]));
	}
}

static bool
same(struct sp_span a, struct sp_span b)
{
	return !a.text == !b.text && sp_span_equal(a, b);
}

/* The same page twice, with the text or without it. */
static void
check_same(const struct sp_html_page *a, const struct sp_html_page *b)
{
	bool text = a->text.text && b->text.text;

	hold(same(a->base, b->base) && same(a->title, b->title));
	hold(a->nofollow == b->nofollow && a->count == b->count);
	hold(!text || same(a->text, b->text));
	for (uint64_t i = 0; i < a->count; i++) {
		const struct sp_html_link *one = &a->links[i];
		const struct sp_html_link *two = &b->links[i];

		hold(one->kind == two->kind && one->nofollow == two->nofollow);
		hold(sp_span_equal(one->url, two->url));
		hold(!text || (one->text_start == two->text_start &&
			       one->text_end == two->text_end));
	}
}

/* Of all links, those that are read without .all_links. */
static void
check_fewer(const struct sp_html_page *all, const struct sp_html_page *fewer)
{
	uint64_t at = 0;

	for (uint64_t i = 0; i < all->count; i++) {
		if (all->links[i].kind > SP_LINK_CANONICAL)
			continue;
		hold(at < fewer->count);
		hold(all->links[i].kind == fewer->links[at].kind);
		hold(sp_span_equal(all->links[i].url, fewer->links[at].url));
		at++;
	}
	hold(at == fewer->count);
}

static void
check_page(const struct sp_html_page *page)
{
	check_text(page->text);
	check_text(page->title);
	check(page->base);
	hold(!page->title.text ||
	     same(part(page->text, 0, page->title.length), page->title));
	for (uint64_t i = 0; i < page->count; i++) {
		const struct sp_html_link *link = &page->links[i];
		struct sp_span text = part(page->text, link->text_start,
					   link->text_end);

		check(link->url);
		check_text(text);
		hold(link->kind == SP_LINK_A || !text.length);
		hold(!page->nofollow || link->nofollow);
	}
}

static void
html_read(struct sp_html *html, struct sp_span page, bool all, bool text,
	  struct sp_html_page *result)
{
	const struct sp_html_options options = { all, text };
	struct sp_error err;

	hold(!sp_html_read(html, page, &options, result, &err));
}

/* The page with a "\n" for each "\r\n" and "\r", in memory to be freed. */
static struct sp_span
with_newlines(struct sp_span page)
{
	char *bytes = malloc(page.length + 1);
	size_t length = 0;

	hold(bytes);
	for (size_t i = 0; i < page.length; i++) {
		char c = page.text[i];

		if (c == '\n' && i && page.text[i - 1] == '\r')
			continue;
		bytes[length++] = c == '\r' ? '\n' : c;
	}
	return (struct sp_span){ bytes, length };
}

static void
check_readers(struct sp_html *html[2], struct sp_span page)
{
	struct sp_span newlines = with_newlines(page);
	struct sp_html_page all, other;

	html_read(html[0], page, true, true, &all);
	check_page(&all);
	html_read(html[1], page, true, false, &other);
	check_same(&all, &other);
	html_read(html[1], page, false, false, &other);
	check_fewer(&all, &other);
	/* Its spans were in a page that is read no more. */
	html_read(html[1], newlines, true, true, &other);
	check_same(&all, &other);
	free((void *)newlines.text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct sp_html *html[2];
	struct sp_charset_text text = { 0 };
	struct sp_error err;

	for (int i = 0; i < 2; i++)
		html[i] = html[i] ? html[i] : sp_html_new();
	hold(html[0] && html[1]);
	hold(!sp_charset_decode("UTF-8",
		(struct sp_span){ (const char *)data, size }, &text, &err));
	check_readers(html, text.utf8);
	sp_charset_text_free(&text);
	return 0;
}
