/* SPDX-License-Identifier: MIT */
/*
 * An outline is made in one pass over the URL: the host, two segments of the
 * path, and the names of parameters, where a run of digits becomes one 0.  It
 * is never longer than the URL.
 *
 * Outlines are numbered by a dictionary.  It takes the memory of the different
 * outlines, which must be far fewer than the pages to be of any use as units.
 */
#include "web/page/outline.h"

#include "base/ascii.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* An outline while it is written: never longer than its URL. */
struct outline {
	char *text;
	size_t length;
};

/*
 * Appends a character; of a run of digits only the first, as 0.  A digit at the
 * end of the host cannot join one of the path, since a "/", "?" or nothing is
 * between them.
 */
static void
outline_add(struct outline *outline, char c)
{
	bool digit = sp_is_digit(c);

	if (digit && outline->length &&
	    outline->text[outline->length - 1] == '0')
		return;
	outline->text[outline->length++] = digit ? '0' : c;
}

/* Where a path begins: after the host, and its port if there is one. */
static size_t
find_path(const char *url, size_t length)
{
	size_t start = 0, at = sp_url_find_host(url, length, &start);

	for (at += start; at < length && !strchr("/\\?#", url[at]); at++)
		;
	return at;
}

static size_t
outline_add_path(struct outline *outline, const char *url, size_t length,
		 size_t at)
{
	unsigned segments = 0;

	for (; at < length && url[at] != '?' && url[at] != '#'; at++) {
		char c = url[at] == '\\' ? '/' : url[at];

		segments += c == '/';
		if (segments <= SP_OUTLINE_SEGMENTS)
			outline_add(outline, c);
	}
	return at;
}

/* From "=" to the next "&" or ";" it is a value. */
static void
add_parameters(struct outline *outline, const char *url, size_t length,
	       size_t at)
{
	bool value = false;

	for (; at < length && url[at] != '#'; at++) {
		if (url[at] == '&' || url[at] == ';')
			value = false;
		else if (url[at] == '=')
			value = true;
		if (!value)
			outline_add(outline, url[at]);
	}
}

size_t
sp_url_outline(const char *url, size_t length, char text[SP_NAME_MAX])
{
	bool ascii;
	struct outline outline = { text,
				   sp_url_host(url, length, text, &ascii) };
	size_t at = find_path(url, length);

	if (!outline.length) {
		memcpy(text, url, length);
		return length;
	}
	/* Digits of a host tell hosts apart; those of a path are folded. */
	at = outline_add_path(&outline, url, length, at);
	add_parameters(&outline, url, length, at);
	return outline.length;
}

enum sp_status
sp_units_of_outlines(const struct sp_names *urls, struct sp_units *units,
		     struct sp_error *err)
{
	struct sp_names outlines = SP_NAMES_EMPTY;
	struct sp_dictionary *known = sp_dictionary_new(&outlines);
	char *text = sp_alloc(SP_NAME_MAX, 1);
	enum sp_status status = SP_OK;

	*units = (struct sp_units)SP_UNITS_EMPTY;
	units->made = sp_alloc_large(urls->count, sizeof(*units->made));
	if (!known || !text || !units->made)
		status = sp_no_memory(err, "the outlines of URLs");
	for (uint64_t i = 0; !status && i < urls->count; i++) {
		size_t length;
		const char *url = sp_names_get(urls, i, &length);
		uint64_t outline = 0;

		length = sp_url_outline(url, length, text);
		status = sp_dictionary_add(known, text, length, &outline, err);
		units->made[i] = (uint32_t)outline;
	}
	units->unit_of = units->made;
	units->count = outlines.count;
	if (status)
		sp_units_free(units);
	sp_dictionary_free(known);
	sp_names_free(&outlines);
	free(text);
	return status;
}
