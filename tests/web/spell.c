/* SPDX-License-Identifier: MIT */
/*
 * Ways to write a link that all lead to the same URL, by the rules of
 * RFC 3986 and of the URL Standard.
 */
#include "web.h"

#include <ctype.h>
#include <string.h>

struct parts {
	const char *url;
	size_t host;   /* where it ends */
	size_t folder; /* after the last slash of the path */
	size_t path;   /* where the path ends */
	size_t length;
};

static struct parts
split(const char *url, size_t length)
{
	struct parts parts = { .url = url, .host = 7, .length = length };

	while (parts.host < length && !strchr("/?#", url[parts.host]))
		parts.host++;
	parts.folder = parts.path = parts.host;
	while (parts.path < length && !strchr("?#", url[parts.path]))
		if (url[parts.path++] == '/')
			parts.folder = parts.path;
	return parts;
}

/* The target's path from the folder of the base. */
static void
add_relative(struct sp_line *line, const struct parts *base,
	     const struct parts *to)
{
	size_t common = to->host, i;
	uint64_t start = line->length;

	for (i = to->host; i < base->folder && i < to->folder &&
	     base->url[i] == to->url[i]; i++)
		if (to->url[i] == '/')
			common = i + 1;
	for (i = common; i < base->folder; i++)
		if (base->url[i] == '/')
			sp_line_add(line, "../");
	/* A first word with a colon would be a scheme; none, the page. */
	if (line->length == start &&
	    (common == to->path || to->url[common] == '/' ||
	     memchr(to->url + common, ':', to->length - common)))
		sp_line_add(line, "./");
	sp_line_add_bytes(line, to->url + common, to->length - common);
}

static void
add_upper(struct sp_line *line, const struct parts *to)
{
	sp_line_add(line, "HTTP://");
	for (size_t i = 7; i < to->host; i++) {
		char c = (char)toupper((unsigned char)to->url[i]);

		sp_line_add_bytes(line, &c, 1);
	}
	sp_line_add_bytes(line, to->url + to->host, to->length - to->host);
}

/* Puts a text after the host or at the end. */
static void
add_with(struct sp_line *line, const struct parts *to, size_t at,
	 const char *text)
{
	sp_line_add_bytes(line, to->url, at);
	sp_line_add(line, text);
	sp_line_add_bytes(line, to->url + at, to->length - at);
}

static bool
has_port(const struct parts *to)
{
	return memchr(to->url + 7, ':', to->host - 7);
}

static void
add_same_host(struct sp_line *line, const struct parts *base,
	      const struct parts *to, unsigned way)
{
	bool same_path = base->path == to->path &&
		!memcmp(base->url, to->url, to->path);

	if (way < 3)
		sp_line_add_bytes(line, to->url + to->host,
				  to->length - to->host);
	else if (same_path && to->length > to->path)
		sp_line_add_bytes(line, to->url + to->path,
				  to->length - to->path);
	else
		add_relative(line, base, to);
	if (way == 7)
		sp_line_add(line, "#part");
}

void
web_add_spelling(const struct web *web, struct sp_line *line, const char *base,
		 size_t base_length, const char *target, size_t target_length,
		 struct sp_random *random)
{
	struct parts from = split(base, base_length);
	struct parts to = split(target, target_length);
	unsigned way = (unsigned)sp_random_below(random, 10);

	/* A URL with a fragment, or without a path, has no other form. */
	if (!web->options.spellings || target_length < 8 || base_length < 8 ||
	    to.folder == to.host || from.folder == from.host ||
	    memchr(target, '#', target_length) || way == 9)
		sp_line_add_bytes(line, target, target_length);
	else if (from.host == to.host && !memcmp(base, target, to.host) &&
		 way < 8)
		add_same_host(line, &from, &to, way);
	else if (way == 0)
		add_upper(line, &to);
	else if (way == 1 && !has_port(&to))
		add_with(line, &to, to.host, ":80");
	else if (way == 2)
		add_with(line, &to, to.host, "/no/./where/../..");
	else if (way < 5)
		add_with(line, &to, to.length, "#part");
	else
		sp_line_add_bytes(line, target + 5, target_length - 5);
}
