/* SPDX-License-Identifier: MIT */
/*
 * Scopes and patterns of any bytes: lines up to an empty one, then URLs.  A
 * page is in a scope if it is in one of its lines alone, and so are patterns;
 * lines are used if a page matched them.
 */
#include "fuzz.h"

#include "base/span.h"
#include "web/page/patterns.h"
#include "web/page/scope.h"
#include "web/page/surt.h"

#include <stdbool.h>
#include <string.h>

#define LINES 20
#define URLS 8

/* Is the URL in a scope of this line alone? */
static bool
is_in_line(struct sp_span line, struct sp_span url)
{
	struct sp_scope *scope;
	struct sp_error err;
	const char *why;
	bool inside;

	hold(!sp_scope_new(&scope, &err));
	hold(!sp_scope_add(scope, line, &why, &err) && !why);
	hold(!sp_scope_ready(scope, &err));
	hold(!sp_scope_has(scope, url, &inside, &err));
	hold(sp_scope_was_used(scope, 0) == inside);
	sp_scope_free(scope);
	return inside;
}

static bool
matches_line(struct sp_span line, struct sp_span url)
{
	struct sp_patterns *patterns;
	struct sp_error err;
	bool matches;

	hold(!sp_patterns_new(&patterns, &err));
	hold(!sp_patterns_add(patterns, line, &err));
	hold(!sp_patterns_ready(patterns, &err));
	hold(!sp_patterns_match(patterns, url, &matches, &err));
	hold(sp_patterns_was_used(patterns, 0) == matches);
	sp_patterns_free(patterns);
	return matches;
}

static uint64_t
cut_lines(struct sp_span *text, struct sp_span *lines, uint64_t most)
{
	uint64_t count = 0;

	while (text->length && count < most) {
		struct sp_span line = sp_span_cut_at(text, '\n');

		if (!line.length)
			break;
		/* What readers of lines refuse. */
		if (!memchr(line.text, 0, line.length))
			lines[count++] = line;
	}
	return count;
}

static void
check_scope(const struct sp_span *lines, uint64_t count,
	    const struct sp_span *urls, uint64_t url_count)
{
	struct sp_span good[LINES];
	bool used[LINES] = { false };
	struct sp_scope *scope;
	struct sp_error err;
	uint64_t taken = 0;

	hold(!sp_scope_new(&scope, &err));
	for (uint64_t i = 0; i < count; i++) {
		const char *why;

		hold(!sp_scope_add(scope, lines[i], &why, &err));
		if (!why)
			good[taken++] = lines[i];
	}
	hold(sp_scope_lines(scope) == taken);
	hold(!sp_scope_ready(scope, &err));
	for (uint64_t u = 0; u < url_count; u++) {
		bool inside, wanted = false;

		hold(!sp_scope_has(scope, urls[u], &inside, &err));
		for (uint64_t i = 0; i < taken; i++)
			if (is_in_line(good[i], urls[u]))
				wanted = used[i] = true;
		hold(inside == wanted);
	}
	for (uint64_t i = 0; i < taken; i++)
		hold(sp_scope_was_used(scope, i) == used[i]);
	sp_scope_free(scope);
}

static void
check_patterns(const struct sp_span *lines, uint64_t count,
	       const struct sp_span *urls, uint64_t url_count)
{
	struct sp_span good[LINES];
	bool used[LINES] = { false };
	struct sp_patterns *patterns;
	struct sp_error err;
	uint64_t taken = 0;

	hold(!sp_patterns_new(&patterns, &err));
	for (uint64_t i = 0; i < count; i++)
		if (!sp_patterns_add(patterns, lines[i], &err))
			good[taken++] = lines[i];
	hold(sp_patterns_lines(patterns) == taken);
	hold(!sp_patterns_ready(patterns, &err));
	for (uint64_t u = 0; u < url_count; u++) {
		bool matches, wanted = false;

		hold(!sp_patterns_match(patterns, urls[u], &matches, &err));
		for (uint64_t i = 0; i < taken; i++)
			if (matches_line(good[i], urls[u]))
				wanted = used[i] = true;
		hold(matches == wanted);
	}
	for (uint64_t i = 0; i < taken; i++)
		hold(sp_patterns_was_used(patterns, i) == used[i]);
	sp_patterns_free(patterns);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sp_span text = { (const char *)data, size };
	struct sp_span lines[LINES], urls[URLS];
	uint64_t count, url_count;
	bool patterns;

	if (!size)
		return 0;
	patterns = *sp_span_cut(&text, 1).text & 1;
	count = cut_lines(&text, lines, LINES);
	url_count = cut_lines(&text, urls, URLS);
	if (patterns)
		check_patterns(lines, count, urls, url_count);
	else
		check_scope(lines, count, urls, url_count);
	return 0;
}
