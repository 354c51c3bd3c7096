/* SPDX-License-Identifier: MIT */
/*
 * Pages whose names have one normal form.
 *
 * Counting (for a warning) must cost next to nothing where nothing is to be
 * joined, which is the usual case: names that are in normal form already are
 * not stored.  Only the forms of odd names go into a set of hashes; a second
 * pass looks up every name in it, if there are any.  A name that equals one of
 * these forms is in normal form by that, so it need not be taken apart again.
 * Hashes stand for the texts: a count may be one too high with the probability
 * that the header gives, and a wrong join is impossible, because joining
 * compares texts.
 *
 * Joining makes a dictionary of the normal forms, which numbers pages by the
 * first of each, and renumbers the graph by it (sp_renumber()): links of joined
 * pages meet in a sort, which adds up the weights of those that became one.
 */
#include "formats/import/normalize.h"

#include "base/hash.h"
#include "base/memory.h"
#include "graph/idtable.h"
#include "graph/links/collect.h"
#include "web/page/url.h"

#include <stdlib.h>

/* ---- counting --------------------------------------------------------- */

/* The normal forms of names that are written in another way. */
struct form_set {
	struct sp_idtable *hashes;
	uint32_t *pages;         /* the first page of each */
	uint64_t capacity, seed;
};

static uint64_t
normalize_hash_of(const struct form_set *set, struct sp_span text)
{
	return sp_hash_seeded(text.text, text.length, set->seed);
}

static void
note_alike(struct sp_alike *alike, uint64_t first, uint64_t second)
{
	if (alike->pages++)
		return;
	alike->first = first;
	alike->second = second;
}

static enum sp_status
add_odd_names(const struct sp_names *names, struct sp_urls *urls,
	      struct form_set *set, struct sp_alike *alike,
	      struct sp_error *err)
{
	struct sp_name_room room;

	for (uint64_t page = 0; page < names->count; page++) {
		struct sp_span name = sp_names_read(names, page, &room), normal;
		uint64_t before = sp_idtable_count(set->hashes);
		uint32_t i;

		if (sp_url_resolve(urls, NULL, name, NULL, &normal) !=
			    SP_URL_PAGE ||
		    sp_span_equal(name, normal))
			continue;
		if (sp_idtable_add(set->hashes, normalize_hash_of(set, normal),
				   &i, err) ||
		    !sp_grow(&set->pages, &set->capacity, (uint64_t)i + 1))
			return sp_no_memory(err, "normal forms");
		if (i < before)
			note_alike(alike, set->pages[i], page);
		else
			set->pages[i] = (uint32_t)page;
	}
	return sp_urls_short(urls) ? sp_no_memory(err, "URLs") : SP_OK;
}

/*
 * A name that is one of the normal forms is in normal form itself: so this
 * needs no second look at its parts.
 */
static void
count_normal_names(const struct sp_names *names, const struct form_set *set,
		   struct sp_alike *alike)
{
	struct sp_name_room room;

	if (!sp_idtable_count(set->hashes))
		return;
	for (uint64_t page = 0; page < names->count; page++) {
		uint64_t hash = normalize_hash_of(
			set, sp_names_read(names, page, &room));
		uint32_t i;

		if (sp_idtable_find(set->hashes, hash, &i))
			note_alike(alike, set->pages[i], page);
	}
}

enum sp_status
sp_count_alike(const struct sp_names *names, struct sp_alike *alike,
	       struct sp_error *err)
{
	struct form_set set = { .hashes = sp_idtable_new(),
				.seed = sp_hash_seed(&set) };
	struct sp_urls *urls;
	enum sp_status status = sp_urls_new(&urls, err);

	*alike = (struct sp_alike){ .pages = 0 };
	if (!status && !set.hashes)
		status = sp_no_memory(err, "normal forms");
	if (!status)
		status = add_odd_names(names, urls, &set, alike, err);
	if (!status)
		count_normal_names(names, &set, alike);
	sp_idtable_free(set.hashes);
	free(set.pages);
	sp_urls_free(urls);
	return status;
}

/* ---- joining ---------------------------------------------------------- */

/* The new names, and the number among them that each page gets. */
static enum sp_status
make_names(const struct sp_names *names, struct sp_names *made,
	   uint32_t *new_of, struct sp_error *err)
{
	struct sp_dictionary *dictionary = NULL;
	struct sp_name_room room;
	struct sp_urls *urls;
	enum sp_status status = sp_urls_new(&urls, err);

	if (!status)
		status = sp_names_pack(made, err);
	if (!status) {
		dictionary = sp_dictionary_new(made);
		if (!dictionary)
			status = sp_no_memory(err, "names");
	}
	for (uint64_t page = 0; !status && page < names->count; page++) {
		struct sp_span name = sp_names_read(names, page, &room), normal;
		uint64_t index;

		if (sp_url_resolve(urls, NULL, name, NULL, &normal) ==
		    SP_URL_PAGE)
			name = normal;
		status = sp_dictionary_add(dictionary, name.text, name.length,
					   &index, err);
		if (!status)
			new_of[page] = (uint32_t)index;
	}
	if (!status && sp_urls_short(urls))
		status = sp_no_memory(err, "URLs");
	sp_dictionary_free(dictionary);
	sp_urls_free(urls);
	return status;
}

enum sp_status
sp_join_alike(const struct sp_graph *graph, const double *weights,
	      const struct sp_names *names,
	      const struct sp_linksort_options *options,
	      struct sp_joined *joined, struct sp_error *err)
{
	struct sp_collected made = { .graph = NULL };
	uint32_t *new_of = sp_alloc(names->count, sizeof(*new_of));
	enum sp_status status;

	*joined = (struct sp_joined){ .graph = NULL };
	if (!new_of)
		return sp_no_memory(err, "names");
	status = make_names(names, &joined->names, new_of, err);
	if (!status && joined->names.count < names->count)
		status = sp_renumber(graph, weights, new_of,
				     joined->names.count, options, &made, err);
	joined->graph = made.graph;
	joined->weights = made.weights;
	joined->duplicates = made.duplicates;
	joined->self_links = made.self_links;
	joined->linking = made.linking;
	free(new_of);
	return status;
}
