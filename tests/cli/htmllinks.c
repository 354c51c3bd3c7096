/* SPDX-License-Identifier: MIT */
/*
 * htmllinks - print what lib/web/page finds in pages, as a line of JSON a page
 *
 *	htmllinks < PAGES
 *
 * Pages come as "LENGTH CONTENT-TYPE\n" and LENGTH bytes each.  A content type
 * of "-" is none.
 */
#include "web/page/charset.h"
#include "web/page/html.h"

#include <stdio.h>
#include <stdlib.h>

static struct sp_error err;

static void
must(enum sp_status status)
{
	if (!status)
		return;
	fprintf(stderr, "htmllinks: %s\n", err.text);
	exit((int)status);
}

static void *
must_alloc(void *memory)
{
	if (!memory) {
		fprintf(stderr, "htmllinks: out of memory\n");
		exit(SP_MEMORY);
	}
	return memory;
}

/* The text is valid UTF-8, which JSON takes as it is but for this. */
static void
print_string(const char *text, size_t length)
{
	putchar('"');
	for (size_t i = 0; i < length; i++)
		if (text[i] == '"' || text[i] == '\\')
			printf("\\%c", text[i]);
		else if ((unsigned char)text[i] < 0x20)
			printf("\\u%04x", (unsigned)text[i]);
		else
			putchar(text[i]);
	putchar('"');
}

static void
print_span(const char *name, struct sp_span span)
{
	printf(", \"%s\": ", name);
	if (span.text)
		print_string(span.text, span.length);
	else
		printf("null");
}

static void
print_page(const struct sp_html_page *page, const char *charset)
{
	printf("{\"charset\": \"%s\"", charset);
	print_span("base", page->base);
	print_span("title", page->title);
	print_span("text", page->text);
	printf(", \"links\": [");
	for (uint64_t i = 0; i < page->count; i++) {
		const struct sp_html_link *link = &page->links[i];

		printf("%s[\"%s\", ", i ? ", " : "",
		       sp_html_link_names[link->kind]);
		print_string(link->url.text, link->url.length);
		printf(", %s, ", link->nofollow ? "true" : "false");
		print_string(page->text.text + link->text_start,
			     link->text_end - link->text_start);
		printf("]");
	}
	printf("]}\n");
}

int
main(void)
{
	const struct sp_html_options options = { true, true };
	struct sp_html *html = must_alloc(sp_html_new());
	struct sp_charset_text text = { 0 };
	char type[256];
	size_t length;

	while (scanf("%zu %255[^\n]", &length, type) == 2) {
		struct sp_span header = { type, strlen(type) };
		char *bytes = must_alloc(malloc(length + 1));
		struct sp_span page = { bytes, length };
		struct sp_html_page result;
		const char *charset;

		if (getchar() != '\n' ||
		    fread(bytes, 1, length, stdin) != length) {
			fprintf(stderr, "htmllinks: bad input\n");
			return SP_DATA;
		}
		if (!strcmp(type, "-"))
			header = (struct sp_span)SP_SPAN_ABSENT;
		charset = sp_charset_find(header, page);
		must(sp_charset_decode(charset, page, &text, &err));
		must(sp_html_read(html, text.utf8, &options, &result, &err));
		print_page(&result, charset);
		free(bytes);
	}
	sp_charset_text_free(&text);
	sp_html_free(html);
	return ferror(stdout) || fclose(stdout) ? SP_IO : SP_OK;
}
