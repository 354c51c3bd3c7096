/* SPDX-License-Identifier: MIT */
/*
 * Texts that name pages, and the names that they may mean.
 *
 * Everything is done by keys: a text has one that the keys of all its pages
 * begin with.  For many texts and one name, the texts are sorted by their keys,
 * and each knows the longest other one that its own key begins with.  The last
 * text that is not above the key of a name is then either one that the key
 * begins with, or leads to all of these: a text between the two begins as they
 * both do.  So a name costs one binary search and the texts that mean it.
 */
#include "web/page/naming.h"

#include "base/ascii.h"
#include "base/line.h"
#include "base/memory.h"
#include "web/page/surt.h"
#include "web/page/url.h"

#include <stdlib.h>

/* ---- names ------------------------------------------------------------ */

struct sp_namer {
	struct sp_urls *urls;
	struct sp_line key;
};

enum sp_status
sp_namer_new(struct sp_namer **made, struct sp_error *err)
{
	struct sp_namer *namer = sp_alloc_zero(1, sizeof(*namer));

	*made = NULL;
	if (!namer)
		return sp_no_memory(err, "names");
	if (sp_urls_new(&namer->urls, err)) {
		free(namer);
		return err->status;
	}
	*made = namer;
	return SP_OK;
}

void
sp_namer_free(struct sp_namer *namer)
{
	if (!namer)
		return;
	sp_urls_free(namer->urls);
	sp_line_free(&namer->key);
	free(namer);
}

/* A host with a dot, and nothing after it.  Numbers with one are no hosts. */
static bool
naming_is_host(struct sp_span text)
{
	bool dot = false, letter = false;

	for (size_t i = 0; i < text.length; i++) {
		char c = text.text[i];

		if (c == '.')
			dot = true;
		else if (sp_is_letter(c) || (c & 0x80))
			letter = true;
		else if (!sp_is_digit(c) && c != '-' && c != '_')
			return false;
	}
	return dot && text.text[0] != '.' &&
	       (letter || sp_url_is_ipv4(text));
}

static enum sp_status
namer_status(const struct sp_namer *namer, struct sp_error *err)
{
	return sp_urls_short(namer->urls) || namer->key.lost ?
		       sp_no_memory(err, "a name") : SP_OK;
}

enum sp_status
sp_namer_look(struct sp_namer *namer, struct sp_span name,
	      struct sp_named *named, struct sp_error *err)
{
	struct sp_span of = name;

	named->name = named->key = name;
	if (sp_url_resolve(namer->urls, NULL, name, NULL, &named->normal) ==
	    SP_URL_PAGE)
		of = named->normal;
	else if (!naming_is_host(name))
		return namer_status(namer, err);
	if (sp_surt_of(of, &namer->key))
		named->key = (struct sp_span){ namer->key.text,
					       namer->key.length };
	return namer_status(namer, err);
}

/* ---- texts ------------------------------------------------------------ */

void
sp_naming_free(struct sp_naming *naming)
{
	free(naming->bytes);
	*naming = (struct sp_naming){ .bytes = NULL };
}

/* Copies a part of the naming to *at, which moves on. */
static void
naming_keep(struct sp_span *part, char **at)
{
	if (!part->text)
		return;
	if (part->length)
		memcpy(*at, part->text, part->length);
	part->text = *at;
	*at += part->length;
}

/* Makes the naming own its parts. */
static enum sp_status
naming_own(struct sp_naming *naming, struct sp_error *err)
{
	char *at = sp_alloc(naming->text.length + naming->key.length +
			    naming->normal.length + naming->start.length + 1,
			    1);

	if (!at)
		return sp_no_memory(err, "a name");
	naming->bytes = at;
	naming_keep(&naming->text, &at);
	naming_keep(&naming->key, &at);
	naming_keep(&naming->normal, &at);
	naming_keep(&naming->start, &at);
	return SP_OK;
}

/* Makes the key of a host, up to where it ends or other labels follow. */
static const char *
key_of_host(struct sp_namer *namer, struct sp_span host,
	    struct sp_naming *naming)
{
	struct sp_line *line = &namer->key;

	if (!host.length || !sp_surt_of(host, line))
		return "has no host";
	naming->key = (struct sp_span){ line->text,
					line->lost ? 0 : line->length };
	naming->key.length = sp_span_before(naming->key, ')');
	return NULL;
}

/*
 * The part of a URL before "*".  Its scheme and host are compared in lower
 * case, as they are in normal forms; a host that may go on cannot be found, as
 * names are sorted by the labels from the last to the first.
 */
static const char *
key_of_prefix(struct sp_namer *namer, struct sp_span start,
	      struct sp_naming *naming)
{
	size_t scheme = sp_url_scheme_length(start), slash;
	struct sp_span rest = start, host;
	struct sp_line *line = &namer->key;

	naming->start = start;
	sp_span_cut(&rest, scheme);
	if (!scheme || !sp_span_take(&rest, SP_SPAN("://")))
		rest = start;
	slash = sp_span_before(rest, '/');
	host = (struct sp_span){ rest.text, slash };
	naming->any_scheme = rest.text == start.text;
	if (naming->any_scheme && (slash == rest.length ||
				   !naming_is_host(host))) {
		naming->plain = true;
		naming->key = start;
		return start.length ? NULL : "is every name";
	}
	if (slash == rest.length)
		return "needs a / between the host and the * "
		       "(*.HOST means a domain)";
	if (!sp_surt_of(start, line))
		return "has no host";
	naming->key = (struct sp_span){ line->text,
					line->lost ? 0 : line->length };
	return NULL;
}

static const char *
naming_take_apart(struct sp_namer *namer, struct sp_naming *naming)
{
	struct sp_span text = naming->text;

	if (text.length && text.text[text.length - 1] == '*') {
		naming->kind = SP_NAMING_PREFIX;
		text.length--;
		return key_of_prefix(namer, text, naming);
	}
	if (sp_span_take(&text, SP_SPAN("*.")) ||
	    sp_span_take(&text, SP_SPAN("."))) {
		naming->kind = SP_NAMING_DOMAIN;
		return key_of_host(namer, text, naming);
	}
	naming->kind = SP_NAMING_HOST;
	return naming_is_host(text) ? key_of_host(namer, text, naming) : NULL;
}

/* Lower case for the scheme and the host of a prefix of URLs. */
static void
lower_start(struct sp_naming *naming)
{
	struct sp_span rest = naming->start;
	char *at;

	if (naming->kind != SP_NAMING_PREFIX || naming->plain)
		return;
	at = naming->bytes + (naming->start.text - naming->bytes);
	if (!naming->any_scheme)
		sp_span_cut(&rest, sp_url_scheme_length(rest) + 3);
	rest.length = sp_span_before(rest, '/');
	for (; at < rest.text + rest.length; at++)
		*at = sp_to_small(*at);
}

enum sp_status
sp_naming_new(struct sp_namer *namer, struct sp_span text,
	      struct sp_naming *naming, const char **why, struct sp_error *err)
{
	struct sp_named named;

	*naming = (struct sp_naming){ .text = text };
	*why = naming_take_apart(namer, naming);
	if (*why || namer_status(namer, err))
		return *why ? SP_OK : err->status;
	if (!naming->key.text) {
		naming->kind = SP_NAMING_PAGE;
		if (sp_namer_look(namer, text, &named, err))
			return err->status;
		naming->key = named.key;
		naming->normal = named.normal;
	}
	naming->key = sp_naming_cut(naming->key);
	if (naming_own(naming, err))
		return err->status;
	lower_start(naming);
	return SP_OK;
}

/* ---- does a text mean a name? ----------------------------------------- */

static enum sp_match_rank
rank_of_page(const struct sp_naming *naming, const struct sp_named *named)
{
	if (sp_span_equal(naming->text, named->name))
		return SP_RANK_SAME;
	if (!naming->normal.text || !named->normal.text ||
	    !sp_span_equal(naming->normal, named->normal))
		return SP_RANK_NONE;
	return sp_span_equal(named->name, named->normal) ?
		       SP_RANK_NORMAL_NAME : SP_RANK_NORMAL;
}

static bool
prefix_begins(const struct sp_naming *naming, const struct sp_named *named)
{
	struct sp_span name = named->normal.text ? named->normal : named->name;

	/* A name that has no other key is no URL and no host. */
	if (naming->plain)
		return named->key.text == named->name.text &&
		       sp_span_begins(name, naming->start);
	if (naming->any_scheme && named->normal.text)
		sp_span_cut(&name, sp_url_scheme_length(name) + 3);
	return sp_span_begins(name, naming->start);
}

/* The key of a domain ends with a comma; that of an address does not. */
static bool
host_ends(const struct sp_naming *naming, const struct sp_named *named)
{
	struct sp_span rest = named->key;

	sp_span_cut(&rest, naming->key.length);
	return rest.length && (rest.text[0] == ')' || rest.text[0] == ':');
}

enum sp_match_rank
sp_naming_rank(const struct sp_naming *naming, const struct sp_named *named)
{
	bool many = false;

	if (naming->kind == SP_NAMING_PAGE)
		return rank_of_page(naming, named);
	if (sp_span_equal(naming->text, named->name))
		return SP_RANK_SAME;
	if (!sp_span_begins(named->key, naming->key))
		return SP_RANK_NONE;
	if (naming->kind == SP_NAMING_PREFIX)
		many = prefix_begins(naming, named);
	else if (named->key.text == named->name.text)
		many = false;
	else if (naming->kind == SP_NAMING_HOST)
		many = host_ends(naming, named);
	else
		many = naming->key.text[naming->key.length - 1] == ',' ||
		       host_ends(naming, named);
	return many ? SP_RANK_LOOSE : SP_RANK_NONE;
}

/* ---- many texts ------------------------------------------------------- */

#define NO_PARENT UINT64_MAX

struct naming_row {
	const struct sp_naming *naming;
	uint64_t parent;         /* row of the longest key that this begins
				    with, or is the same as */
};

struct sp_namings {
	const struct sp_naming *array;
	struct naming_row *rows; /* by their keys */
	uint64_t count;
};

static int
compare_naming_rows(const void *a, const void *b)
{
	const struct naming_row *one = a, *two = b;
	int order = sp_span_compare(one->naming->key, two->naming->key);

	/* An array has an order of its own: the same rows, the same result. */
	return order ? order : (one->naming > two->naming) -
			       (one->naming < two->naming);
}

/* As keys ascend, those that a key begins with are those of the row before. */
static void
find_parents(struct sp_namings *namings)
{
	for (uint64_t i = 0; i < namings->count; i++) {
		struct naming_row *row = &namings->rows[i];

		row->parent = i ? i - 1 : NO_PARENT;
		while (row->parent != NO_PARENT &&
		       !sp_span_begins(row->naming->key,
				       namings->rows[row->parent].naming->key))
			row->parent = namings->rows[row->parent].parent;
	}
}

enum sp_status
sp_namings_new(const struct sp_naming *array, uint64_t count,
	       struct sp_namings **made, struct sp_error *err)
{
	struct sp_namings *namings = sp_alloc_zero(1, sizeof(*namings));

	*made = NULL;
	if (!namings)
		return sp_no_memory(err, "names");
	namings->array = array;
	namings->count = count;
	namings->rows = sp_alloc(count, sizeof(*namings->rows));
	if (!namings->rows) {
		free(namings);
		return sp_no_memory(err, "names");
	}
	for (uint64_t i = 0; i < count; i++)
		namings->rows[i].naming = &array[i];
	if (count)
		qsort(namings->rows, count, sizeof(*namings->rows),
		      compare_naming_rows);
	find_parents(namings);
	*made = namings;
	return SP_OK;
}

void
sp_namings_free(struct sp_namings *namings)
{
	if (!namings)
		return;
	free(namings->rows);
	free(namings);
}

/* The first row whose key is above this one. */
static uint64_t
row_above(const struct sp_namings *namings, struct sp_span key)
{
	uint64_t low = 0, high = namings->count;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (sp_span_compare(namings->rows[middle].naming->key,
				    key) > 0)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

enum sp_status
sp_namings_find(const struct sp_namings *namings, const struct sp_named *named,
		sp_namings_take *take, void *context, struct sp_error *err)
{
	struct sp_span key = sp_naming_cut(named->key);
	uint64_t above = row_above(namings, key);
	uint64_t i = above ? above - 1 : NO_PARENT;

	for (; i != NO_PARENT; i = namings->rows[i].parent) {
		const struct sp_naming *naming = namings->rows[i].naming;
		enum sp_match_rank rank = sp_naming_rank(naming, named);

		if (rank != SP_RANK_NONE &&
		    take(context, (uint64_t)(naming - namings->array), rank,
			 err))
			return err->status;
	}
	return SP_OK;
}
