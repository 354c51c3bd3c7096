/* SPDX-License-Identifier: MIT */
/*
 * All patterns are tried at once, in one automaton for each group of them: the
 * more patterns it has, the more sets of them there are to be told apart.  Once
 * all of a group have matched a URL, the first match is enough to know.
 *
 * The nodes of an automaton are as many as a pattern has bytes with its
 * repetitions written out, so there is a limit for that; equal lines are one
 * pattern.
 */
#include "web/page/patterns.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "graph/names.h"
#include "web/page/automaton.h"

#include <stdlib.h>

#define TOO_MUCH "is too long, or repeats too often"
#define GROUP_MOST 2000 /* weight of a group of several patterns */

struct pattern_group {
	struct sp_automaton *automaton;
	uint64_t end;            /* of its patterns */
	uint64_t unused;
};

struct sp_patterns {
	struct sp_names texts;   /* of the items, each with a NUL */
	struct sp_dictionary *dictionary;
	uint64_t *weight;        /* see SP_PATTERN_MOST */
	bool *used;
	uint64_t weight_capacity, used_capacity;
	uint64_t *pattern_of;    /* of each line */
	uint64_t lines, line_capacity;
	struct pattern_group *groups;
	uint64_t group_count, group_capacity;
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

void
sp_patterns_free(struct sp_patterns *patterns)
{
	if (!patterns)
		return;
	for (uint64_t i = 0; i < patterns->group_count; i++)
		sp_automaton_free(patterns->groups[i].automaton);
	sp_dictionary_free(patterns->dictionary);
	sp_names_free(&patterns->texts);
	free(patterns->weight);
	free(patterns->used);
	free(patterns->pattern_of);
	free(patterns->groups);
	free(patterns);
}

/* ---- lines ------------------------------------------------------------ */

/* Is the text of a line, with a NUL, one that can be compiled? */
static enum sp_status
pattern_check(const char *text, uint64_t *weight, struct sp_error *err)
{
	const char *set_end = text;
	unsigned groups = 0;

	for (const char *at = text; *at; at++) {
		groups += *at == '(';
		if (*at == '[' && at >= set_end)
			set_end = sp_automaton_skip_set(at);
		if (*at != '\\' || !at[1])
			continue;
		at++;
		if (sp_is_digit(*at))
			return sp_fail(err, SP_DATA, "has a back-reference");
		/* Of letters, the library knows these; \d would be a d. */
		if (sp_is_letter(*at) && !strchr("bBsSwW", *at))
			return sp_fail(err, SP_DATA, "has \\%c, which is the "
				       "letter %c%s", *at, *at, *at == 'd' ?
				       ": a digit is [0-9]" : "");
		if (at < set_end && sp_is_letter(*at))
			return sp_fail(err, SP_DATA, "has \\%c in brackets, "
				       "where it is a backslash or the letter "
				       "%c", *at, *at);
	}
	if (groups > SP_PATTERN_GROUPS)
		return sp_fail(err, SP_DATA, "has too many groups");
	if (sp_automaton_check(text, weight, err))
		return err->status;
	return *weight > SP_PATTERN_MOST ? sp_fail(err, SP_DATA, TOO_MUCH) :
					   SP_OK;
}

/* Adds a pattern that the dictionary has not had yet. */
static enum sp_status
pattern_add(struct sp_patterns *patterns, struct sp_span text,
	    struct sp_error *err)
{
	uint64_t count = patterns->texts.count + 1, weight, place;

	if (pattern_check(text.text, &weight, err))
		return err->status;
	if (!sp_grow(&patterns->weight, &patterns->weight_capacity, count) ||
	    !sp_grow(&patterns->used, &patterns->used_capacity, count))
		return sp_no_memory(err, "the patterns");
	if (sp_dictionary_add(patterns->dictionary, text.text, text.length,
			      &place, err))
		return err->status;
	patterns->weight[place] = weight;
	patterns->used[place] = false;
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
	struct pattern_group *group;
	uint64_t weight = 0;

	if (!sp_grow(&patterns->groups, &patterns->group_capacity,
		     patterns->group_count + 1))
		return sp_no_memory(err, "the patterns");
	group = &patterns->groups[patterns->group_count];
	*group = (struct pattern_group){ .automaton = sp_automaton_new(),
					 .end = first };
	if (!group->automaton)
		return sp_no_memory(err, "the patterns");
	patterns->group_count++;
	while (group->end < patterns->texts.count &&
	       (group->end == first ||
		weight + patterns->weight[group->end] <= GROUP_MOST)) {
		weight += patterns->weight[group->end];
		if (sp_automaton_add(group->automaton,
				     pattern_text(patterns, group->end), err))
			return err->status;
		group->end++;
	}
	group->unused = group->end - first;
	return sp_automaton_ready(group->automaton, err);
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

enum sp_status
sp_patterns_match(struct sp_patterns *patterns, struct sp_span url,
		  bool *matches, struct sp_error *err)
{
	uint64_t first = 0;

	*matches = false;
	for (uint64_t i = 0; i < patterns->group_count; i++) {
		struct pattern_group *group = &patterns->groups[i];
		bool here = false, *used = patterns->used + first;

		/* If it is known that it matches, only new lines matter. */
		if ((!*matches || group->unused) &&
		    sp_automaton_match(group->automaton, url, &here,
				       group->unused ? used : NULL, err))
			return err->status;
		if (here && group->unused) {
			group->unused = 0;
			for (uint64_t p = first; p < group->end; p++)
				group->unused += !patterns->used[p];
		}
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
	return patterns->used[patterns->pattern_of[i]];
}
