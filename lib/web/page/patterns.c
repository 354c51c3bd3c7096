/* SPDX-License-Identifier: MIT */
/*
 * Most URLs match no pattern, so that all patterns are tried at once: groups of
 * them are joined by "|", which binds least, so each is whole in the joined
 * one.  Only for a URL that a group matches are its patterns tried one by one,
 * and only those that have matched nothing yet: once all of a group have, it is
 * one look for each URL.
 *
 * The C library walks an automaton, in time that grows with the URL, but it
 * compiles by calling itself for each alternative and each optional part, and
 * keeps what can follow each: memory grows with the square of a pattern
 * (10,000 optional letters take 300 MB).  So patterns and groups have a limit.
 */
#include "web/page/patterns.h"

#include "base/ascii.h"
#include "base/line.h"
#include "base/memory.h"

#include <regex.h>
#include <stdlib.h>

struct pattern {
	char *text;              /* NUL-terminated */
	uint64_t weight;         /* see SP_PATTERN_MOST */
	regex_t *alone;          /* NULL: it has matched */
};

struct pattern_group {
	regex_t joined;
	uint64_t end;            /* of its patterns */
	uint64_t unused;
};

struct sp_patterns {
	struct pattern *items;
	uint64_t count, capacity;
	struct pattern_group *groups;
	uint64_t group_count, group_capacity;
	char *url;               /* the one at hand, NUL-terminated */
	uint64_t url_capacity;
};

enum sp_status
sp_patterns_new(struct sp_patterns **patterns, struct sp_error *err)
{
	*patterns = sp_alloc_zero(1, sizeof(**patterns));
	return *patterns ? SP_OK : sp_no_memory(err, "the patterns");
}

static void
pattern_drop(struct pattern *pattern)
{
	if (pattern->alone)
		regfree(pattern->alone);
	free(pattern->alone);
	pattern->alone = NULL;
}

void
sp_patterns_free(struct sp_patterns *patterns)
{
	if (!patterns)
		return;
	for (uint64_t i = 0; i < patterns->count; i++) {
		pattern_drop(&patterns->items[i]);
		free(patterns->items[i].text);
	}
	for (uint64_t i = 0; i < patterns->group_count; i++)
		regfree(&patterns->groups[i].joined);
	free(patterns->items);
	free(patterns->groups);
	free(patterns->url);
	free(patterns);
}

/* ---- lines ------------------------------------------------------------ */

/* The largest number in "{2,40}" that follows; at least 1. */
static uint64_t
read_repeats(const char *text)
{
	uint64_t most = 1, number = 0;

	for (text++; *text && *text != '}'; text++) {
		number = sp_is_digit(*text) ?
				 number * 10 + (uint64_t)(*text - '0') : 0;
		if (number > most)
			most = number;
		if (number > SP_PATTERN_MOST)
			return number;
	}
	return most;
}

/* What the library would not refuse, but take too much for; or NULL. */
static const char *
check_pattern(const char *text, uint64_t *weight)
{
	unsigned groups = 0;

	*weight = strlen(text) + 1;
	for (; *text && *weight <= SP_PATTERN_MOST; text++) {
		if (*text == '{')
			*weight *= read_repeats(text);
		groups += *text == '(';
		if (*text != '\\' || !text[1])
			continue;
		text++;
		if (sp_is_digit(*text))
			return "has a back-reference";
	}
	if (*weight > SP_PATTERN_MOST)
		return "is too long, or repeats too often";
	return groups > SP_PATTERN_GROUPS ? "has too many groups" : NULL;
}

static enum sp_status
compile_pattern(regex_t *regex, const char *text, struct sp_error *err)
{
	int failure = regcomp(regex, text, REG_EXTENDED | REG_NOSUB);
	char why[128];

	if (!failure)
		return SP_OK;
	if (failure == REG_ESPACE)
		return sp_no_memory(err, "the patterns");
	regerror(failure, regex, why, sizeof(why));
	return sp_fail(err, SP_DATA, "is no regular expression: %s", why);
}

static enum sp_status
pattern_fill(struct pattern *pattern, struct sp_span line,
	     struct sp_error *err)
{
	char *text = sp_alloc(line.length + 1, 1);
	enum sp_status status;
	const char *why;

	if (!text)
		return sp_no_memory(err, "the patterns");
	memcpy(text, line.text, line.length);
	text[line.length] = 0;
	pattern->text = text;
	why = check_pattern(text, &pattern->weight);
	if (why)
		return sp_fail(err, SP_DATA, "%s", why);
	pattern->alone = sp_alloc(1, sizeof(*pattern->alone));
	if (!pattern->alone)
		return sp_no_memory(err, "the patterns");
	status = compile_pattern(pattern->alone, text, err);
	if (status) {
		free(pattern->alone);
		pattern->alone = NULL;
	}
	return status;
}

enum sp_status
sp_patterns_add(struct sp_patterns *patterns, struct sp_span line,
		struct sp_error *err)
{
	struct pattern pattern = { .alone = NULL };

	if (!sp_grow(&patterns->items, &patterns->capacity,
		     patterns->count + 1))
		return sp_no_memory(err, "the patterns");
	if (pattern_fill(&pattern, line, err)) {
		free(pattern.text);
		return err->status;
	}
	patterns->items[patterns->count++] = pattern;
	return SP_OK;
}

/* Joins patterns from first on, as many as a group can have. */
static enum sp_status
join_group(struct sp_patterns *patterns, uint64_t first, struct sp_error *err)
{
	struct sp_line line = SP_LINE_EMPTY;
	struct pattern_group group = { .end = first };
	uint64_t weight = 0;
	enum sp_status status;

	while (group.end < patterns->count &&
	       (group.end == first || weight + patterns->items[group.end].weight
					      <= SP_PATTERN_MOST)) {
		weight += patterns->items[group.end].weight;
		if (line.length)
			sp_line_add(&line, "|");
		sp_line_add(&line, patterns->items[group.end++].text);
	}
	group.unused = group.end - first;
	if (line.lost || !sp_grow(&patterns->groups, &patterns->group_capacity,
				  patterns->group_count + 1))
		status = sp_no_memory(err, "the patterns");
	else
		status = compile_pattern(&group.joined, line.text, err);
	if (!status)
		patterns->groups[patterns->group_count++] = group;
	sp_line_free(&line);
	return status;
}

enum sp_status
sp_patterns_ready(struct sp_patterns *patterns, struct sp_error *err)
{
	for (uint64_t first = 0; first < patterns->count;
	     first = patterns->groups[patterns->group_count - 1].end)
		if (join_group(patterns, first, err))
			return err->status;
	return SP_OK;
}

/* ---- URLs ------------------------------------------------------------- */

static enum sp_status
try_pattern(const regex_t *regex, struct sp_span url, bool *matches,
	    struct sp_error *err)
{
	regmatch_t part = { .rm_so = 0, .rm_eo = (regoff_t)url.length };
	int failure = regexec(regex, url.text, 1, &part, REG_STARTEND);

	*matches = !failure;
	return failure && failure != REG_NOMATCH ?
		       sp_no_memory(err, "a match of patterns") : SP_OK;
}

static enum sp_status
note_patterns(struct sp_patterns *patterns, uint64_t first,
	      struct pattern_group *group, struct sp_span url,
	      struct sp_error *err)
{
	for (uint64_t i = first; group->unused && i < group->end; i++) {
		struct pattern *pattern = &patterns->items[i];
		bool matches;

		if (!pattern->alone)
			continue;
		if (try_pattern(pattern->alone, url, &matches, err))
			return err->status;
		if (!matches)
			continue;
		pattern_drop(pattern);
		group->unused--;
	}
	return SP_OK;
}

enum sp_status
sp_patterns_match(struct sp_patterns *patterns, struct sp_span url,
		  bool *matches, struct sp_error *err)
{
	uint64_t first = 0;

	*matches = false;
	/* Names end without a NUL, and may have one inside. */
	if (!sp_grow(&patterns->url, &patterns->url_capacity, url.length + 1))
		return sp_no_memory(err, "a match of patterns");
	if (url.length)
		memcpy(patterns->url, url.text, url.length);
	patterns->url[url.length] = 0;
	url.text = patterns->url;
	for (uint64_t i = 0; i < patterns->group_count; i++) {
		struct pattern_group *group = &patterns->groups[i];
		bool here = false;

		/* If it is known that it matches, only new lines matter. */
		if ((!*matches || group->unused) &&
		    try_pattern(&group->joined, url, &here, err))
			return err->status;
		if (here && note_patterns(patterns, first, group, url, err))
			return err->status;
		*matches = *matches || here;
		first = group->end;
	}
	return SP_OK;
}

uint64_t
sp_patterns_lines(const struct sp_patterns *patterns)
{
	return patterns->count;
}

bool
sp_patterns_was_used(const struct sp_patterns *patterns, uint64_t i)
{
	return !patterns->items[i].alone;
}
