/* SPDX-License-Identifier: MIT */
/*
 * Verdicts look at the pattern first, which needs no download: a crawl that
 * has just begun knows the names of a trap long before it has fetched its
 * pages.
 *
 * Segments and parameters are compared by a sum of the hashes of their texts,
 * which is the same in any order.  The sums of a shape are put side by side and
 * sorted.
 */
#include "shape/verdict.h"

#include "base/ascii.h"
#include "base/compare.h"
#include "base/hash.h"
#include "base/memory.h"
#include "shape/pattern.h"
#include "shape/shape_private.h"

#include <stdlib.h>

const char *
sp_trap_word(unsigned trap)
{
	static const char *const words[SP_TRAPS] = {
		"-", "repeated", "session", "print", "reordered",
		"duplicates", "endless"
	};

	return words[trap];
}

/* ---- the same in another order ---------------------------------------- */

/* The same for the same segments and parameters, whatever their order is. */
static uint64_t
hash_without_order(struct sp_span url, struct sp_tokens *tokens)
{
	uint64_t sum = 1;

	sp_url_tokens(url, tokens);
	for (unsigned i = 0; i < tokens->count; i++)
		if (sp_token_is_of_path(tokens->token[i].place))
			sum += sp_mix64(sp_hash(tokens->token[i].text.text,
						tokens->token[i].text.length));
	for (unsigned i = 0; i < tokens->parameters; i++) {
		struct sp_span name = tokens->parameter[i].name;

		/* The value follows its name. */
		sum += 3 * sp_mix64(sp_hash(name.text, name.length +
					    tokens->parameter[i].value.length));
	}
	return sum;
}

static uint64_t
count_equal_sums(uint64_t *sums, uint64_t count)
{
	uint64_t equal = 0;

	if (count)
		qsort(sums, count, sizeof(*sums), sp_compare_u64);
	for (uint64_t i = 1; i < count; i++)
		equal += sums[i] == sums[i - 1];
	return equal;
}

/* Puts the sums of each shape's pages side by side. */
static void
sort_sums(const struct sp_names *urls, const struct sp_shapes *shapes,
	  struct sp_tokens *tokens, struct sp_name_room *room, uint64_t *ends,
	  uint64_t *sums)
{
	uint64_t at = 0;

	for (uint64_t i = 0; i < shapes->count; i++) {
		ends[i] = at;
		at += shapes->known[i];
	}
	for (uint64_t i = 0; i < urls->count; i++)
		if (shapes->shape_of[i] != SP_NO_SHAPE)
			sums[ends[shapes->shape_of[i]]++] = hash_without_order(
				sp_names_read(urls, i, room), tokens);
}

enum sp_status
sp_shapes_reordered(const struct sp_names *urls,
		    const struct sp_shapes *shapes, uint64_t **reordered,
		    struct sp_error *err)
{
	struct sp_tokens *tokens = sp_alloc(1, sizeof(*tokens));
	struct sp_name_room *room = sp_alloc(1, sizeof(*room));
	uint64_t *sums = sp_alloc_large(urls->count, sizeof(*sums));
	uint64_t *ends = sp_alloc(shapes->count, sizeof(*ends));
	enum sp_status status = SP_OK;

	if (!tokens || !room || !sums || !ends) {
		free(ends);
		ends = NULL;
		status = sp_no_memory(err, "URLs in other orders");
	} else {
		sort_sums(urls, shapes, tokens, room, ends, sums);
		for (uint64_t i = 0; i < shapes->count; i++)
			ends[i] = count_equal_sums(sums + ends[i] -
						      shapes->known[i],
					      shapes->known[i]);
	}
	free(tokens);
	free(room);
	free(sums);
	*reordered = ends;
	return status;
}

/* ---- patterns --------------------------------------------------------- */

static bool
same_segment(const struct sp_pattern *pattern, unsigned a, unsigned b)
{
	const struct sp_part *x = &pattern->part[a], *y = &pattern->part[b];

	return x->place == SP_PART_SEGMENT && y->place == SP_PART_SEGMENT &&
	       x->pieces == 1 && y->pieces == 1 &&
	       pattern->piece[x->first].class == SP_PIECE_EXACT &&
	       sp_span_equal(pattern->piece[x->first].text,
			     pattern->piece[y->first].text);
}

/* Is the segment a class and nothing else? */
static bool
is_lone_class(const struct sp_pattern *pattern, unsigned part)
{
	const struct sp_part *at = &pattern->part[part];

	return at->place == SP_PART_SEGMENT && at->pieces == 1 &&
	       pattern->piece[at->first].class != SP_PIECE_EXACT;
}

/* Is this the end of the path, or the "/" at its end? */
static bool
is_path_end(const struct sp_pattern *pattern, unsigned part)
{
	const struct sp_part *at = &pattern->part[part];

	return part >= pattern->parts || at->place >= SP_PART_PARAMETER ||
	       (at->place == SP_PART_SEGMENT && !at->pieces);
}

/*
 * A segment and a word after it, twice at the end: "a/<word>/a/<word>/".  In
 * the middle of a path it is often a tree of sources, "src/<word>/src/<word>".
 */
static bool
repeats_itself(const struct sp_pattern *pattern)
{
	for (unsigned i = 0; i < pattern->parts; i++) {
		if (pattern->part[i].place == SP_PART_REPEAT)
			return true;
		if (i + 3 < pattern->parts && is_lone_class(pattern, i + 1) &&
		    is_lone_class(pattern, i + 3) &&
		    same_segment(pattern, i, i + 2) &&
		    is_path_end(pattern, i + 4))
			return true;
	}
	return false;
}

/* Is the name one of these, whatever its letters are? */
static bool
is_named(struct sp_span name, const char *const *names)
{
	for (; *names; names++)
		if (sp_is_word(name, *names))
			return true;
	return false;
}

static bool
has_parameter(const struct sp_pattern *pattern, const char *const *names)
{
	for (unsigned i = 0; i < pattern->parts; i++)
		if (pattern->part[i].place == SP_PART_PARAMETER &&
		    is_named(pattern->part[i].name, names))
			return true;
	return false;
}

/* An exact segment with such a name; an extension does not count. */
static bool
has_segment(const struct sp_pattern *pattern, const char *const *names)
{
	for (unsigned i = 0; i < pattern->parts; i++) {
		const struct sp_part *part = &pattern->part[i];
		struct sp_span text;

		if (part->place != SP_PART_SEGMENT || part->pieces != 1)
			continue;
		text = pattern->piece[part->first].text;
		text.length = sp_span_before(text, '.');
		if (is_named(text, names))
			return true;
	}
	return false;
}

/* ";jsessionid=<hex>" in a segment, or ASP.NET's "(S(<hex>))". */
static bool
has_path_parameter(const struct sp_pattern *pattern, const char *const *names)
{
	for (unsigned i = 0; i < pattern->pieces; i++) {
		struct sp_span text = pattern->piece[i].text;
		size_t at = sp_span_before(text, ';');

		if (sp_span_equal(text, SP_SPAN("(S(")))
			return true;
		if (at == text.length)
			continue;
		sp_span_cut(&text, at + 1);
		text.length = sp_span_before(text, '=');
		if (is_named(text, names))
			return true;
	}
	return false;
}

static enum sp_trap
judge_pattern(const struct sp_pattern *pattern)
{
	static const char *const sessions[] = {
		"sid", "session", "sessionid", "session_id", "jsessionid",
		"phpsessid", "aspsessionid", "cfid", "cftoken", "zenid",
		"oscsid", NULL
	};
	static const char *const prints[] = {
		"print", "printable", "printer", "printview", "printpage", NULL
	};

	if (repeats_itself(pattern))
		return SP_TRAP_REPEATED;
	if (has_parameter(pattern, sessions) ||
	    has_path_parameter(pattern, sessions))
		return SP_TRAP_SESSION;
	return has_parameter(pattern, prints) || has_segment(pattern, prints) ?
		       SP_TRAP_PRINT : SP_TRAP_NONE;
}

/* ---- figures ---------------------------------------------------------- */

static bool
is_endless(const struct sp_shape_figures *figures)
{
	return figures->bred_late >= figures->bred / 4 &&
	       figures->pages >= 2 * figures->downloads &&
	       figures->bred >= figures->downloads &&
	       figures->bred >= figures->found / 10 * 9 &&
	       figures->welcome <= figures->pages / 20;
}

enum sp_trap
sp_shape_judge(struct sp_span text, const struct sp_shape_figures *figures,
	       uint64_t reordered, bool timed)
{
	struct sp_pattern pattern;
	enum sp_trap trap;

	if (figures->pages < SP_TRAP_LEAST || !sp_pattern_read(text, &pattern))
		return SP_TRAP_NONE;
	trap = judge_pattern(&pattern);
	if (trap)
		return trap;
	if (reordered >= figures->pages - figures->pages / 2)
		return SP_TRAP_REORDERED;
	if (figures->downloads < SP_TRAP_LEAST)
		return SP_TRAP_NONE;
	if (figures->digested && figures->duplicates >=
					 figures->digested -
						 figures->digested / 2)
		return SP_TRAP_DUPLICATES;
	return timed && is_endless(figures) ? SP_TRAP_ENDLESS : SP_TRAP_NONE;
}
