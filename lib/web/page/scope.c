/* SPDX-License-Identifier: MIT */
/*
 * All lines become prefixes of SURTs: a host is two, because ")" or ":" and a
 * port may follow it.  They are sorted, and each knows the longest other prefix
 * that it begins with, its parent.  Of all prefixes, the last one that is not
 * after a SURT is either one that the SURT begins with, or a descendant of all
 * of those: what is sorted between a prefix and the SURT begins with that
 * prefix, too.  So one binary search and the way up finds all lines of a page.
 *
 * The way up is never long in a list that people write.  Equal prefixes are
 * one, so a list that is made to be slow has d prefixes of d lengths: d * d / 2
 * bytes.
 */
#include "web/page/scope.h"

#include "base/ascii.h"
#include "base/bitset.h"
#include "base/line.h"
#include "base/memory.h"
#include "graph/hosts.h"
#include "web/page/idn.h"
#include "web/page/surt.h"
#include "web/page/url.h"

#include <stdlib.h>

#define LINE_MOST (SP_NAME_MAX - 1) /* bytes of a line: "(" is added */
#define NO_PARENT UINT64_MAX

struct scope_prefix {
	struct sp_span text;
	uint64_t number;         /* of the text */
	uint64_t parent;
};

/* The numbers of its prefixes, twice the same if there is one. */
struct scope_line {
	uint64_t first, second;
};

struct sp_scope {
	struct sp_names texts;   /* of the prefixes, none twice */
	struct sp_dictionary *dictionary;
	struct scope_line *items;
	uint64_t capacity, lines;
	struct scope_prefix *prefixes; /* sorted */
	uint64_t *used;          /* bitset of the texts */
	struct sp_line surt;     /* of the page at hand */
};

enum sp_status
sp_scope_new(struct sp_scope **scope, struct sp_error *err)
{
	*scope = sp_alloc_zero(1, sizeof(**scope));
	if (!*scope)
		return sp_no_memory(err, "the scope");
	(*scope)->dictionary = sp_dictionary_new(&(*scope)->texts);
	if ((*scope)->dictionary)
		return SP_OK;
	free(*scope);
	*scope = NULL;
	return sp_no_memory(err, "the scope");
}

/* ---- lines ------------------------------------------------------------ */

/* Finds or adds the prefix that is in scope->surt, and sets its number. */
static enum sp_status
scope_add_prefix(struct sp_scope *scope, uint64_t *number,
		 struct sp_error *err)
{
	struct sp_line *surt = &scope->surt;

	if (surt->lost)
		return sp_no_memory(err, "the scope");
	for (uint64_t c = 0; c < surt->length; c++)
		if (sp_is_capital(surt->text[c]))
			surt->text[c] = (char)(surt->text[c] | 0x20);
	return sp_dictionary_add(scope->dictionary, surt->text, surt->length,
				 number, err);
}

static enum sp_status
scope_add_host(struct sp_scope *scope, struct sp_span line,
	       struct scope_line *item, const char **why,
	       struct sp_error *err)
{
	static const char *const ends[] = { ")", ":" };
	bool ascii, valid = true, no_memory = false;
	char host[SP_NAME_MAX];
	size_t length;

	*why = "is neither a host nor a SURT prefix";
	if (line.length > SP_NAME_MAX || !sp_url_is_host(line, &no_memory))
		return no_memory ? sp_no_memory(err, "the scope") : SP_OK;
	length = sp_url_host(line.text, line.length, host, &ascii);
	if (!ascii)
		length = sp_idn_to_ascii(host, length, &valid, &no_memory);
	if (no_memory)
		return sp_no_memory(err, "the scope");
	if (!valid || !length)
		return SP_OK;
	*why = NULL;
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		scope->surt.length = 0;
		sp_line_add(&scope->surt, "(");
		sp_surt_add_host(&scope->surt,
				 (struct sp_span){ host, length });
		sp_line_add(&scope->surt, ends[i]);
		if (scope_add_prefix(scope, i ? &item->second : &item->first,
				     err))
			return err->status;
	}
	return SP_OK;
}

enum sp_status
sp_scope_add(struct sp_scope *scope, struct sp_span line, const char **why,
	     struct sp_error *err)
{
	struct scope_line item = { 0, 0 };
	struct sp_span rest = line;
	size_t scheme;
	enum sp_status status;

	*why = NULL;
	if (line.length > LINE_MOST) {
		*why = "is too long";
		return SP_OK;
	}
	if (!sp_grow(&scope->items, &scope->capacity, scope->lines + 1))
		return sp_no_memory(err, "the scope");
	sp_span_take(&rest, SP_SPAN("+"));
	scheme = sp_url_scheme_length(rest);
	if (scheme) {
		struct sp_span after = rest;

		sp_span_cut(&after, scheme);
		if (sp_span_take(&after, SP_SPAN("://")) && after.length &&
		    after.text[0] == '(')
			rest = after;
	}
	if (memmem(rest.text, rest.length, "://", 3) && rest.text[0] != '(') {
		*why = "is a URL, not a host or a SURT prefix (seedpick --to "
		       "surt makes one)";
		return SP_OK;
	}
	if (!memchr(rest.text, ',', rest.length) &&
	    !sp_span_begins(rest, SP_SPAN("("))) {
		status = scope_add_host(scope, rest, &item, why, err);
	} else {
		scope->surt.length = 0;
		if (rest.text[0] != '(')
			sp_line_add(&scope->surt, "(");
		sp_line_add_span(&scope->surt, rest);
		status = scope_add_prefix(scope, &item.first, err);
		item.second = item.first;
	}
	if (!status && !*why)
		scope->items[scope->lines++] = item;
	return status;
}

/* ---- pages ------------------------------------------------------------ */

static int
compare_prefixes(const void *a, const void *b)
{
	const struct scope_prefix *x = a, *y = b;
	return sp_span_compare(x->text, y->text);
}

enum sp_status
sp_scope_ready(struct sp_scope *scope, struct sp_error *err)
{
	uint64_t count = scope->texts.count;

	scope->prefixes = sp_alloc(count, sizeof(*scope->prefixes));
	scope->used = sp_bitset_new(count);
	if (!scope->prefixes || !scope->used)
		return sp_no_memory(err, "the scope");
	for (uint64_t i = 0; i < count; i++)
		scope->prefixes[i] = (struct scope_prefix){
			sp_names_span(&scope->texts, i), i, NO_PARENT
		};
	if (count)
		qsort(scope->prefixes, count, sizeof(*scope->prefixes),
		      compare_prefixes);
	/* The parent of each is the one before it, or an ancestor of that. */
	for (uint64_t i = 1; i < count; i++) {
		uint64_t parent = i - 1;

		while (parent != NO_PARENT &&
		       !sp_span_begins(scope->prefixes[i].text,
				       scope->prefixes[parent].text))
			parent = scope->prefixes[parent].parent;
		scope->prefixes[i].parent = parent;
	}
	return SP_OK;
}

/* The number of prefixes that are not after the text. */
static uint64_t
count_not_after(const struct sp_scope *scope, struct sp_span text)
{
	uint64_t low = 0, high = scope->texts.count;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (sp_span_compare(scope->prefixes[middle].text, text) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

enum sp_status
sp_scope_has(struct sp_scope *scope, struct sp_span name, bool *inside,
	     struct sp_error *err)
{
	struct sp_span surt;
	uint64_t at;

	*inside = false;
	if (!sp_surt_of(name, &scope->surt))
		return SP_OK;
	if (scope->surt.lost)
		return sp_no_memory(err, "the scope");
	surt = (struct sp_span){ scope->surt.text, scope->surt.length };
	at = count_not_after(scope, surt);
	at = at ? at - 1 : NO_PARENT;
	for (; at != NO_PARENT; at = scope->prefixes[at].parent) {
		struct scope_prefix *prefix = &scope->prefixes[at];

		/* If it begins with this one, then with all above it. */
		*inside = *inside || sp_span_begins(surt, prefix->text);
		if (*inside)
			sp_bit_set(scope->used, prefix->number);
	}
	return SP_OK;
}

uint64_t
sp_scope_lines(const struct sp_scope *scope)
{
	return scope->lines;
}

bool
sp_scope_was_used(const struct sp_scope *scope, uint64_t i)
{
	return sp_bit_test(scope->used, scope->items[i].first) ||
	       sp_bit_test(scope->used, scope->items[i].second);
}

void
sp_scope_free(struct sp_scope *scope)
{
	if (!scope)
		return;
	sp_dictionary_free(scope->dictionary);
	sp_names_free(&scope->texts);
	free(scope->items);
	free(scope->prefixes);
	free(scope->used);
	sp_line_free(&scope->surt);
	free(scope);
}
