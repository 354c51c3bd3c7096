/* SPDX-License-Identifier: MIT */
/*
 * Verdicts look at the pattern first, which needs no download: a crawl that
 * has just begun knows the names of a trap long before it has fetched its
 * pages.
 *
 * A URL has two hashes, of which one is the same in any order of its segments
 * and parameters.  Those of a host are put side by side and sorted.  Orders in
 * other shapes count, too, unless a pattern is the other one in another order:
 * /news/<word>/reviews and /reviews/news/<word> are two things, while a shape
 * for each first click, /list/red/<word> and /list/big/<word>, is a trap.
 */
#include "shape/verdict.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/memory.h"
#include "shape/pattern.h"
#include "shape/shape_private.h"

#include <stdlib.h>

#define PERIOD 4 /* segments of a path that repeats itself, at most */

/* ---- the same in another order ---------------------------------------- */

struct hashed_url {
	uint64_t set;    /* the same in any order of segments and parameters */
	uint32_t order;  /* of those of a set, another one in another order */
	uint32_t shape;
};

/* Returns the order with one text more. */
static uint64_t
add_to_hash(struct hashed_url *url, uint64_t order, struct sp_span text,
	    uint64_t factor)
{
	uint64_t hash = sp_mix64(sp_hash(text.text, text.length));

	url->set += factor * hash;
	return sp_mix64(order ^ hash);
}

static struct hashed_url
hash_url(struct sp_span url, uint32_t shape, struct sp_tokens *tokens)
{
	struct hashed_url hashed = { .shape = shape };
	uint64_t order = 0;

	sp_url_tokens(url, tokens);
	for (unsigned i = 0; i < tokens->count; i++) {
		const struct sp_token *token = &tokens->token[i];

		if (sp_token_is_of_path(token->place))
			order = add_to_hash(&hashed, order, token->text,
					    token->place == SP_TOKEN_REPEAT ?
						    5 : 1);
	}
	for (unsigned i = 0; i < tokens->parameters; i++) {
		struct sp_span text = tokens->parameter[i].name;

		text.length += tokens->parameter[i].value.length;
		/* The value follows the name. */
		order = add_to_hash(&hashed, order, text, 3);
	}
	hashed.order = (uint32_t)(order >> 32);
	return hashed;
}

/*
 * A hash of a pattern that is the same in any order of its segments and
 * parameters.
 */
static uint64_t
hash_pattern_set(struct sp_span pattern)
{
	uint64_t set = 0;

	for (;;) {
		struct sp_span part = pattern;

		part.length = 0;
		while (part.length < pattern.length &&
		       !strchr("/?&", pattern.text[part.length]))
			part.length++;
		set += sp_mix64(sp_hash(part.text, part.length));
		if (part.length == pattern.length)
			return set;
		sp_span_cut(&pattern, part.length + 1);
	}
}

/* By sets, kinds of patterns, shapes and orders. */
static int
compare_hashed(const void *a, const void *b, void *context)
{
	const uint64_t *kinds = context;
	const struct hashed_url *x = a, *y = b;

	if (x->set != y->set)
		return x->set < y->set ? -1 : 1;
	if (kinds[x->shape] != kinds[y->shape])
		return kinds[x->shape] < kinds[y->shape] ? -1 : 1;
	if (x->shape != y->shape)
		return x->shape < y->shape ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

/* Of URLs of one set: those of the first kind of patterns, or shape. */
static uint64_t
count_alike(const struct hashed_url *urls, uint64_t count,
	    const uint64_t *kinds, bool of_shape)
{
	uint64_t i = 1;

	while (i < count && kinds[urls[i].shape] == kinds[urls->shape] &&
	       (!of_shape || urls[i].shape == urls->shape))
		i++;
	return i;
}

/* Adds the URLs of one set, which are all different, to their shapes. */
static void
add_set(const struct hashed_url *urls, uint64_t count, const uint64_t *kinds,
	struct sp_shape_orders *orders)
{
	uint64_t kind = 0;

	for (uint64_t i = 0, own, end = 0; i < count; i += own) {
		struct sp_shape_orders *of = &orders[urls[i].shape];
		uint64_t n;

		if (i == end) {
			kind = count_alike(urls + i, count - i, kinds, false);
			end += kind;
		}
		own = count_alike(urls + i, count - i, kinds, true);
		n = count - (kind - own);
		of->urls += own;
		of->spare += own * (SP_ORDERS_UNIT - SP_ORDERS_UNIT / n);
		of->sets += n;
	}
}

/* The URLs of a host. */
static void
count_orders(struct hashed_url *urls, uint64_t count, uint64_t *kinds,
	     struct sp_shape_orders *orders)
{
	uint64_t different = 0;

	if (count)
		qsort_r(urls, count, sizeof(*urls), compare_hashed, kinds);
	for (uint64_t i = 0; i < count; i++)
		if (!i || compare_hashed(&urls[i], &urls[different - 1],
					 kinds))
			urls[different++] = urls[i];
	for (uint64_t first = 0, end; first < different; first = end) {
		for (end = first + 1; end < different &&
		     urls[end].set == urls[first].set;)
			end++;
		add_set(urls + first, end - first, kinds, orders);
	}
}

/* Puts the hashes of each shape's pages side by side; ends by shape. */
static void
hash_urls(const struct sp_names *urls, const struct sp_shapes *shapes,
	  struct sp_tokens *tokens, struct sp_name_room *room, uint64_t *ends,
	  struct hashed_url *hashed)
{
	uint64_t at = 0;

	for (uint64_t i = 0; i < shapes->count; i++) {
		ends[i] = at;
		at += shapes->known[i];
	}
	for (uint64_t i = 0; i < urls->count; i++) {
		uint32_t shape = shapes->shape_of[i];

		if (shape != SP_NO_SHAPE)
			hashed[ends[shape]++] = hash_url(
				sp_names_read(urls, i, room), shape, tokens);
	}
}

static void
count_all_orders(const struct sp_shapes *shapes, const uint64_t *ends,
		 struct hashed_url *hashed, uint64_t *kinds,
		 struct sp_shape_orders *orders)
{
	for (uint64_t i = 0; i < shapes->count; i++)
		kinds[i] = hash_pattern_set(sp_shape_text(shapes, i));
	for (uint64_t i = 0, first, end; i < shapes->count; i = end) {
		uint64_t start = ends[i] - shapes->known[i];

		sp_shape_siblings(shapes, i, &first, &end);
		count_orders(hashed + start, ends[end - 1] - start, kinds,
			     orders);
	}
}

enum sp_status
sp_shapes_orders(const struct sp_names *urls, const struct sp_shapes *shapes,
		 struct sp_shape_orders **orders, struct sp_error *err)
{
	struct sp_tokens *tokens = sp_alloc(1, sizeof(*tokens));
	struct sp_name_room *room = sp_alloc(1, sizeof(*room));
	struct hashed_url *hashed = sp_alloc_large(urls->count,
						   sizeof(*hashed));
	uint64_t *ends = sp_alloc(shapes->count, sizeof(*ends));
	uint64_t *kinds = sp_alloc(shapes->count, sizeof(*kinds));
	struct sp_shape_orders *made = sp_alloc_zero(shapes->count,
						     sizeof(*made));
	enum sp_status status = SP_OK;

	if (!tokens || !room || !hashed || !ends || !kinds || !made) {
		free(made);
		made = NULL;
		status = sp_no_memory(err, "URLs in other orders");
	} else {
		hash_urls(urls, shapes, tokens, room, ends, hashed);
		count_all_orders(shapes, ends, hashed, kinds, made);
	}
	free(tokens);
	free(room);
	free(hashed);
	free(ends);
	free(kinds);
	*orders = made;
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

/* The same segment twice, or two segments of which each is a class. */
static bool
is_same_kind(const struct sp_pattern *pattern, unsigned a, unsigned b)
{
	return same_segment(pattern, a, b) ||
	       (is_lone_class(pattern, a) && is_lone_class(pattern, b));
}

/*
 * From this part on, the end of a path twice: segments of which the first is a
 * name and one of the others is any word, "a/<word>/a/<word>/".  In the middle
 * of a path it is often a tree of sources, "src/<word>/src/<word>".
 */
static bool
ends_twice(const struct sp_pattern *pattern, unsigned first)
{
	for (unsigned period = 2; period <= PERIOD; period++) {
		unsigned same = 1, classes = 0;

		if (first + 2 * period > pattern->parts ||
		    !is_path_end(pattern, first + 2 * period) ||
		    !same_segment(pattern, first, first + period))
			continue;
		while (same < period &&
		       is_same_kind(pattern, first + same,
				    first + same + period))
			classes += is_lone_class(pattern, first + same++);
		if (same == period && classes)
			return true;
	}
	return false;
}

static bool
repeats_itself(const struct sp_pattern *pattern)
{
	for (unsigned i = 0; i < pattern->parts; i++)
		if (pattern->part[i].place == SP_PART_REPEAT ||
		    ends_twice(pattern, i))
			return true;
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

/* Is the part at least this many tenths of the whole? */
static bool
is_tenths(uint64_t part, uint64_t whole, unsigned tenths)
{
	return part >= whole / 10 * tenths + whole % 10 * tenths / 10 +
			       (whole % 10 * tenths % 10 > 0);
}

/* Does it find its own pages, and no end of them? */
static bool
is_growing(const struct sp_shape_figures *figures)
{
	return figures->downloads >= SP_TRAP_LEAST &&
	       figures->bred_late >= figures->bred / 4 &&
	       figures->pages >= 2 * figures->downloads &&
	       figures->bred >= figures->downloads;
}

/* Bodies of one size say little that differs. */
static bool
is_alike(const struct sp_shape_figures *figures)
{
	return is_tenths(figures->alike, figures->sized, 9);
}

static bool
is_endless(const struct sp_evidence *evidence)
{
	const struct sp_shape_figures *figures = evidence->figures;

	return evidence->timed && is_growing(figures) &&
	       is_tenths(figures->bred, figures->found, 9) &&
	       figures->welcome <= figures->pages / 20 &&
	       (figures->sized < SP_TRAP_LEAST || is_alike(figures));
}

static bool
may_be_gallery(const struct sp_evidence *evidence)
{
	const struct sp_shape_figures *figures = evidence->figures;

	return evidence->timed && is_growing(figures) &&
	       is_tenths(figures->kin, figures->found, 9) &&
	       figures->sized >= SP_TRAP_LEAST && is_alike(figures);
}

static bool
may_be_view(const struct sp_evidence *evidence)
{
	return evidence->figures->downloads >= SP_TRAP_FEW &&
	       is_tenths(evidence->versions->whole, evidence->figures->pages,
			 9);
}

static bool
is_duplicate(const struct sp_shape_figures *figures)
{
	if (figures->digested < SP_TRAP_FEW)
		return false;
	if (figures->duplicates == figures->digested &&
	    figures->digested == figures->downloads)
		return true;
	return figures->downloads >= SP_TRAP_LEAST &&
	       figures->duplicates >=
		       figures->digested - figures->digested / 3;
}

uint8_t
sp_shape_wants(const struct sp_evidence *evidence)
{
	if (evidence->figures->pages < SP_TRAP_LEAST)
		return 0;
	return (may_be_view(evidence) ? SP_SIGN_VIEWS : 0) |
	       (may_be_gallery(evidence) ? SP_SIGN_NEAR : 0);
}

/* By what the crawl fetched. */
static enum sp_trap
judge_downloads(const struct sp_evidence *evidence)
{
	const struct sp_shape_signs *signs = evidence->signs;

	if (may_be_view(evidence) && signs->viewed >= SP_TRAP_FEW &&
	    is_tenths(signs->views, signs->viewed, 9))
		return SP_TRAP_VIEW;
	if (is_duplicate(evidence->figures))
		return SP_TRAP_DUPLICATES;
	if (is_endless(evidence))
		return SP_TRAP_ENDLESS;
	return may_be_gallery(evidence) && signs->inside &&
			       is_tenths(signs->near, signs->inside, 5) ?
		       SP_TRAP_GALLERY : SP_TRAP_NONE;
}

/* Few pages may have many other orders of them. */
static bool
is_reordered(const struct sp_evidence *evidence)
{
	const struct sp_shape_orders *orders = evidence->orders;

	return (evidence->figures->pages >= SP_TRAP_LEAST ||
		orders->sets >= SP_TRAP_LEAST) && orders->urls &&
	       2 * orders->spare >= orders->urls * SP_ORDERS_UNIT;
}

enum sp_trap
sp_shape_judge(const struct sp_evidence *evidence)
{
	bool few = evidence->figures->pages < SP_TRAP_LEAST;
	struct sp_pattern pattern;
	enum sp_trap trap;

	if (!few && sp_pattern_read(evidence->pattern, &pattern)) {
		trap = judge_pattern(&pattern);
		if (trap)
			return trap;
	}
	if (is_reordered(evidence))
		return SP_TRAP_REORDERED;
	if (evidence->mirror)
		return SP_TRAP_MIRROR;
	return few ? SP_TRAP_NONE : judge_downloads(evidence);
}

enum sp_trap
sp_shape_judge_kin(const struct sp_evidence *evidence, enum sp_trap base,
		   const struct sp_shape_leads *leads)
{
	const struct sp_shape_figures *figures = evidence->figures;

	if (figures->pages < SP_TRAP_LEAST)
		return SP_TRAP_NONE;
	if (base && is_tenths(figures->kin, figures->found, 9))
		return base;
	return figures->downloads >= SP_TRAP_FEW && leads->links &&
			       leads->back &&
			       is_tenths(leads->marked, leads->links, 5) &&
			       is_tenths(leads->marked + leads->own,
					 leads->links, 9) &&
			       is_tenths(leads->back, leads->out, 5) ?
		       SP_TRAP_ENDLESS : SP_TRAP_NONE;
}
