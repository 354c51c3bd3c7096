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
 * keeps what can follow each: memory grows with the square of a pattern (10,000
 * optional letters take 300 MB).  So patterns and groups have a limit, a
 * pattern is compiled for itself when its group matches first, and equal lines
 * are one pattern.
 */
#include "web/page/patterns.h"

#include "base/ascii.h"
#include "base/line.h"
#include "base/memory.h"
#include "graph/names.h"

#include <regex.h>
#include <stdlib.h>

#define TOO_MUCH "is too long, or repeats too often"
#define GROUP_MOST 500 /* weight of a group of several patterns */

struct pattern {
	uint64_t weight;         /* see SP_PATTERN_MOST */
	regex_t *alone;          /* NULL: not yet needed, or no longer */
	bool used;
};

struct pattern_group {
	regex_t joined;
	uint64_t end;            /* of its patterns */
	uint64_t unused;
};

struct sp_patterns {
	struct sp_names texts;   /* of the items, each with a NUL */
	struct sp_dictionary *dictionary;
	struct pattern *items;
	uint64_t capacity;
	uint64_t *pattern_of;    /* of each line */
	uint64_t lines, line_capacity;
	struct pattern_group *groups;
	uint64_t group_count, group_capacity;
	char *url;               /* the one at hand, NUL-terminated */
	uint64_t url_capacity;
};

enum sp_status
sp_patterns_new(struct sp_patterns **patterns, struct sp_error *err)
{
	*patterns = sp_alloc_zero(1, sizeof(**patterns));
	if (!*patterns)
		return sp_no_memory(err, "the patterns");
	(*patterns)->dictionary = sp_dictionary_new(&(*patterns)->texts);
	if ((*patterns)->dictionary)
		return SP_OK;
	free(*patterns);
	*patterns = NULL;
	return sp_no_memory(err, "the patterns");
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
	for (uint64_t i = 0; i < patterns->texts.count; i++)
		pattern_drop(&patterns->items[i]);
	for (uint64_t i = 0; i < patterns->group_count; i++)
		regfree(&patterns->groups[i].joined);
	sp_dictionary_free(patterns->dictionary);
	sp_names_free(&patterns->texts);
	free(patterns->items);
	free(patterns->pattern_of);
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
		return TOO_MUCH;
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

/* Is the text of a line, with a NUL, one that can be compiled? */
static enum sp_status
pattern_check(const char *text, uint64_t *weight, struct sp_error *err)
{
	const char *why = check_pattern(text, weight);
	regex_t regex;

	if (why)
		return sp_fail(err, SP_DATA, "%s", why);
	if (compile_pattern(&regex, text, err))
		return err->status;
	regfree(&regex);
	return SP_OK;
}

/* Adds a pattern that the dictionary has not had yet. */
static enum sp_status
pattern_add(struct sp_patterns *patterns, struct sp_span text,
	    struct sp_error *err)
{
	struct pattern pattern = { .alone = NULL };
	uint64_t place;

	if (pattern_check(text.text, &pattern.weight, err))
		return err->status;
	if (!sp_grow(&patterns->items, &patterns->capacity,
		     patterns->texts.count + 1))
		return sp_no_memory(err, "the patterns");
	if (sp_dictionary_add(patterns->dictionary, text.text, text.length,
			      &place, err))
		return err->status;
	patterns->items[place] = pattern;
	return SP_OK;
}

enum sp_status
sp_patterns_add(struct sp_patterns *patterns, struct sp_span line,
		struct sp_error *err)
{
	char text[SP_PATTERN_MOST + 1];
	struct sp_span whole = { text, line.length + 1 };
	uint64_t place;

	if (line.length >= SP_PATTERN_MOST)
		return sp_fail(err, SP_DATA, TOO_MUCH);
	memcpy(text, line.text, line.length);
	text[line.length] = 0;
	if (!sp_grow(&patterns->pattern_of, &patterns->line_capacity,
		     patterns->lines + 1))
		return sp_no_memory(err, "the patterns");
	if (!sp_dictionary_find(patterns->dictionary, text, whole.length,
				&place)) {
		place = patterns->texts.count;
		if (pattern_add(patterns, whole, err))
			return err->status;
	}
	patterns->pattern_of[patterns->lines++] = place;
	return SP_OK;
}

/* The text of a pattern, up to its NUL. */
static const char *
pattern_text(const struct sp_patterns *patterns, uint64_t i)
{
	return sp_names_span(&patterns->texts, i).text;
}

/* Joins patterns from first on, as many as a group can have. */
static enum sp_status
join_group(struct sp_patterns *patterns, uint64_t first, struct sp_error *err)
{
	struct sp_line line = SP_LINE_EMPTY;
	struct pattern_group group = { .end = first };
	uint64_t weight = 0;
	enum sp_status status;

	while (group.end < patterns->texts.count &&
	       (group.end == first ||
		weight + patterns->items[group.end].weight <= GROUP_MOST)) {
		weight += patterns->items[group.end].weight;
		if (line.length)
			sp_line_add(&line, "|");
		sp_line_add(&line, pattern_text(patterns, group.end++));
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
	for (uint64_t first = 0; first < patterns->texts.count;
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

/* Does it match?  Notes that, and forgets how to find out. */
static enum sp_status
note_pattern(struct sp_patterns *patterns, uint64_t i, struct sp_span url,
	     struct sp_error *err)
{
	struct pattern *pattern = &patterns->items[i];

	if (!pattern->alone) {
		pattern->alone = sp_alloc(1, sizeof(*pattern->alone));
		if (!pattern->alone)
			return sp_no_memory(err, "the patterns");
		if (compile_pattern(pattern->alone, pattern_text(patterns, i),
				    err)) {
			free(pattern->alone);
			pattern->alone = NULL;
			return err->status;
		}
	}
	if (try_pattern(pattern->alone, url, &pattern->used, err))
		return err->status;
	if (pattern->used)
		pattern_drop(pattern);
	return SP_OK;
}

static enum sp_status
note_patterns(struct sp_patterns *patterns, uint64_t first,
	      struct pattern_group *group, struct sp_span url,
	      struct sp_error *err)
{
	for (uint64_t i = first; group->unused && i < group->end; i++) {
		if (patterns->items[i].used)
			continue;
		if (note_pattern(patterns, i, url, err))
			return err->status;
		group->unused -= patterns->items[i].used;
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
	return patterns->lines;
}

bool
sp_patterns_was_used(const struct sp_patterns *patterns, uint64_t i)
{
	return patterns->items[patterns->pattern_of[i]].used;
}
