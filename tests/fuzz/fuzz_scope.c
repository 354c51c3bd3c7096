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

/* The URLs of an input; is each in one of the lines alone? */
struct urls {
	struct sp_span of[URLS];
	bool wanted[URLS];
	uint64_t count;
};

/* Notes the URLs in a scope of this line alone; are there any? */
static bool
note_in_line(struct urls *urls, struct sp_span line)
{
	struct sp_scope *scope;
	struct sp_error err;
	const char *why;
	bool used = false;

	hold(!sp_scope_new(&scope, &err));
	hold(!sp_scope_add(scope, line, &why, &err) && !why);
	hold(!sp_scope_ready(scope, &err));
	for (uint64_t i = 0; i < urls->count; i++) {
		bool inside;

		hold(!sp_scope_has(scope, urls->of[i], &inside, &err));
		urls->wanted[i] |= inside;
		used |= inside;
		hold(sp_scope_was_used(scope, 0) == used);
	}
	sp_scope_free(scope);
	return used;
}

static bool
note_matches(struct urls *urls, struct sp_span line)
{
	struct sp_patterns *patterns;
	struct sp_error err;
	bool used = false;

	hold(!sp_patterns_new(&patterns, &err));
	hold(!sp_patterns_add(patterns, line, &err));
	hold(!sp_patterns_ready(patterns, &err));
	for (uint64_t i = 0; i < urls->count; i++) {
		bool matches;

		hold(!sp_patterns_match(patterns, urls->of[i], &matches,
					&err));
		urls->wanted[i] |= matches;
		used |= matches;
		hold(sp_patterns_was_used(patterns, 0) == used);
	}
	sp_patterns_free(patterns);
	return used;
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
check_scope(const struct sp_span *lines, uint64_t count, struct urls *urls)
{
	bool used[LINES];
	struct sp_scope *scope;
	struct sp_error err;
	uint64_t taken = 0;

	hold(!sp_scope_new(&scope, &err));
	for (uint64_t i = 0; i < count; i++) {
		const char *why;

		hold(!sp_scope_add(scope, lines[i], &why, &err));
		if (!why)
			used[taken++] = note_in_line(urls, lines[i]);
	}
	hold(sp_scope_lines(scope) == taken);
	hold(!sp_scope_ready(scope, &err));
	for (uint64_t i = 0; i < urls->count; i++) {
		bool inside;

		hold(!sp_scope_has(scope, urls->of[i], &inside, &err));
		hold(inside == urls->wanted[i]);
	}
	for (uint64_t i = 0; i < taken; i++)
		hold(sp_scope_was_used(scope, i) == used[i]);
	sp_scope_free(scope);
}

static void
check_patterns(const struct sp_span *lines, uint64_t count, struct urls *urls)
{
	bool used[LINES];
	struct sp_patterns *patterns;
	struct sp_error err;
	uint64_t taken = 0;

	hold(!sp_patterns_new(&patterns, &err));
	for (uint64_t i = 0; i < count; i++)
		if (!sp_patterns_add(patterns, lines[i], &err))
			used[taken++] = note_matches(urls, lines[i]);
	hold(sp_patterns_lines(patterns) == taken);
	hold(!sp_patterns_ready(patterns, &err));
	for (uint64_t i = 0; i < urls->count; i++) {
		bool matches;

		hold(!sp_patterns_match(patterns, urls->of[i], &matches,
					&err));
		hold(matches == urls->wanted[i]);
	}
	for (uint64_t i = 0; i < taken; i++)
		hold(sp_patterns_was_used(patterns, i) == used[i]);
	sp_patterns_free(patterns);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sp_span text = { (const char *)data, size };
	struct sp_span lines[LINES];
	struct urls urls = { .count = 0 };
	uint64_t count;
	bool patterns;

	if (!size)
		return 0;
	patterns = *sp_span_cut(&text, 1).text & 1;
	count = cut_lines(&text, lines, LINES);
	urls.count = cut_lines(&text, urls.of, URLS);
	if (patterns)
		check_patterns(lines, count, &urls);
	else
		check_scope(lines, count, &urls);
	return 0;
}
