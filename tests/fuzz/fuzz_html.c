/* SPDX-License-Identifier: MIT */
/*
 * Pages of HTML, parsed for links alone and with their text: the same links,
 * each with its text inside of the page's, and all of it valid UTF-8.
 */
#include "fuzz.h"

#include "web/page/charset.h"
#include "web/page/utf8.h"
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

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct sp_html_options both[] = { { true, false },
						       { true, true } };
	struct sp_html *html[2] = { sp_html_new(), sp_html_new() };
	struct sp_html_page page[2];
	struct sp_charset_text text = { 0 };
	struct sp_error err;

	hold(html[0] && html[1]);
	hold(!sp_charset_decode("UTF-8",
		(struct sp_span){ (const char *)data, size }, &text, &err));
	for (int i = 0; i < 2; i++) {
		enum sp_status status = sp_html_read(html[i], text.utf8,
						     &both[i], &page[i], &err);

		if (status == SP_USAGE)
			goto done; /* built without the parser */
		hold(status == SP_OK);
	}
	if (page[0].damage || page[1].damage)
		goto done;
	check(page[1].text);
	check(page[1].title);
	check(page[1].base);
	hold(page[0].count == page[1].count);
	for (uint64_t i = 0; i < page[0].count; i++) {
		const struct sp_html_link *link = &page[1].links[i];

		hold(link->kind == page[0].links[i].kind);
		hold(link->nofollow == page[0].links[i].nofollow);
		hold(sp_span_equal(link->url, page[0].links[i].url));
		check(link->url);
		check(part(page[1].text, link->text_start, link->text_end));
	}
done:
	sp_html_free(html[0]);
	sp_html_free(html[1]);
	sp_charset_text_free(&text);
	return 0;
}
