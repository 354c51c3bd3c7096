/* SPDX-License-Identifier: MIT */
/*
 * Any text against any base: a normal form is made of plain characters, and its
 * own normal form; the quick way to it and the full one give the same.
 */
#include "fuzz.h"

#include "graph/hosts.h"
#include "web/page/url.h"
#include "web/page/url_parts.h"

static const char *const charsets[] = { NULL, "windows-1252", "Shift_JIS",
					"ISO-2022-JP" };

static struct sp_urls *
new_urls(void)
{
	struct sp_urls *urls;
	struct sp_error err;

	return sp_urls_new(&urls, &err) ? NULL : urls;
}

/*
 * Blanks around a link, and tabs and line ends in it, change nothing.  They
 * come before bytes of ASCII, so that no character is cut.
 */
static void
check_blanks(struct sp_urls *urls[3], const struct sp_span *base,
	     struct sp_span link, const char *charset)
{
	static char blanks[] = "\t\n\r", changed[2 * SP_NAME_MAX + 2];
	struct sp_span other = { changed, 1 }, url, again;
	enum sp_url_kind kind = sp_url_resolve(urls[0], base, link, charset,
					       &url);

	if (link.length > SP_NAME_MAX)
		return;
	changed[0] = ' ';
	for (size_t i = 0; i < link.length; i++) {
		unsigned char byte = (unsigned char)link.text[i];

		if (byte < 128 && (byte + i) % 5 == 0)
			changed[other.length++] = blanks[i % 3];
		changed[other.length++] = (char)byte;
	}
	changed[other.length++] = '\n';
	hold(sp_url_resolve(urls[1], base, other, charset, &again) == kind);
	hold(kind != SP_URL_PAGE || sp_span_equal(url, again));
}

static void
check_normal(struct sp_span url)
{
	static char host[SP_NAME_MAX];
	bool ascii;

	hold(url.length && url.length <= SP_NAME_MAX);
	hold(!memcmp(url.text, "http", 4) && !memchr(url.text, '#',
						     url.length));
	for (size_t i = 0; i < url.length; i++)
		hold(url.text[i] > ' ' && url.text[i] < 127);
	hold(sp_url_host(url.text, url.length, host, &ascii) && ascii);
}

static void
check_stable(struct sp_urls *urls, const struct sp_span *base,
	     const char *charset, struct sp_span url)
{
	struct sp_span again;

	hold(sp_url_resolve(urls, NULL, url, charset, &again) == SP_URL_PAGE);
	hold(sp_span_equal(url, again));
	hold(sp_url_resolve(urls, base, url, NULL, &again) == SP_URL_PAGE);
	hold(sp_span_equal(url, again));
}

/* Resolves the link in all ways; base is a normal form, or absent. */
static void
check_link(struct sp_urls *urls[3], struct sp_span base, struct sp_span link,
	   const char *charset)
{
	const struct sp_span *given = base.text ? &base : NULL;
	struct sp_span url, full;
	enum sp_url_kind kind = sp_url_resolve(urls[0], given, link, charset,
					       &url);

	hold(sp_url_resolve_fully(urls[1], given, link, charset, &full) ==
	     kind);
	hold(sp_span_equal(url, full));
	hold((kind == SP_URL_PAGE) == (url.text != NULL));
	if (kind != SP_URL_PAGE)
		return;
	check_normal(url);
	check_stable(urls[1], given, charset, url);
}

/*
 * The first line is the base, if it can be one.  The workers live on, so that
 * what one link leaves behind shows with the next.
 */
int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct sp_urls *urls[3];
	uint64_t how = fuzz_take(&data, &size, 1);
	const char *text = (const char *)data;
	const char *line = size ? memchr(text, '\n', size) : NULL;
	struct sp_span link = { text, size }, base = SP_SPAN_ABSENT;

	for (int i = 0; i < 3; i++) {
		urls[i] = urls[i] ? urls[i] : new_urls();
		hold(urls[i] && !sp_urls_short(urls[i]));
	}
	if (line) {
		link.length = (size_t)(line - text);
		(void)sp_url_resolve(urls[2], NULL, link, NULL, &base);
		link = (struct sp_span){ line + 1, size - 1 -
					 (size_t)(line - text) };
	}
	if (size)
		check_link(urls, base, link, charsets[how % 4]);
	check_blanks(urls, base.text ? &base : NULL, link, charsets[how % 4]);
	return 0;
}
