/* SPDX-License-Identifier: MIT */
/*
 * resolve - resolves URLs with lib/web/page/url.h, for comparisons with others
 *
 *	resolve
 *
 * Each line of standard input is BASE<tab>TEXT<tab>CHARSET, base and text in
 * hexadecimal, base and charset empty if there is none.  Prints the normal
 * form, OTHER or BAD, a line each.  A result that changes when it is normalised
 * again is CHANGES.
 */
#include "web/page/url.h"

#include <stdio.h>
#include <stdlib.h>

/* Undoes the hexadecimal digits where they stand. */
static struct sp_span
undo(char *text)
{
	struct sp_span span = { text, strlen(text) / 2 };

	for (size_t i = 0; i < span.length; i++) {
		char digits[3] = { text[2 * i], text[2 * i + 1], '\0' };

		text[i] = (char)strtoul(digits, NULL, 16);
	}
	return span;
}

static struct sp_span
copy(struct sp_span span)
{
	char *bytes = malloc(span.length + 1);

	if (!bytes)
		exit(EXIT_FAILURE);
	memcpy(bytes, span.text, span.length);
	return (struct sp_span){ bytes, span.length };
}

/* Is the normal form its own, alone and against the base? */
static bool
is_stable(struct sp_urls *urls, const struct sp_span *base,
	  const char *charset, struct sp_span normal)
{
	struct sp_span first = copy(normal), again;
	bool stable = true;

	for (int i = 0; i < (base ? 2 : 1); i++)
		stable = stable &&
			 sp_url_resolve(urls, i ? base : NULL, first, charset,
					&again) == SP_URL_PAGE &&
			 sp_span_equal(first, again);
	free((char *)(uintptr_t)first.text);
	return stable;
}

static void
print_resolved(struct sp_urls *urls, char *line)
{
	char *text = strchr(line, '\t'), *charset = strchr(text + 1, '\t');
	struct sp_span base = SP_SPAN_ABSENT, url;
	enum sp_url_kind kind = SP_URL_PAGE;

	*text++ = *charset++ = '\0';
	if (*line) {
		kind = sp_url_resolve(urls, NULL, undo(line), NULL, &url);
		if (kind == SP_URL_PAGE)
			base = copy(url);
	}
	if (!*charset)
		charset = NULL;
	if (kind == SP_URL_PAGE)
		kind = sp_url_resolve(urls, base.text ? &base : NULL,
				      undo(text), charset, &url);
	if (kind != SP_URL_PAGE)
		puts(kind == SP_URL_OTHER ? "OTHER" : "BAD");
	else
		printf("%s%.*s\n", url.length ? "" : "EMPTY",
		       (int)url.length, url.text);
	if (kind == SP_URL_PAGE &&
	    !is_stable(urls, base.text ? &base : NULL, charset, url))
		puts("CHANGES");
	free((char *)(uintptr_t)base.text);
}

int
main(void)
{
	struct sp_urls *urls;
	struct sp_error err;
	char *line = NULL;
	size_t room = 0;

	if (sp_urls_new(&urls, &err)) {
		fprintf(stderr, "resolve: %s\n", err.text);
		return EXIT_FAILURE;
	}
	while (getline(&line, &room, stdin) > 0) {
		line[strcspn(line, "\n")] = '\0';
		print_resolved(urls, line);
	}
	free(line);
	sp_urls_free(urls);
	return EXIT_SUCCESS;
}
