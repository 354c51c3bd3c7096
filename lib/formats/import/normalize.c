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
#include "graph/links/collect.h"
#include "web/page/url.h"

#include <stdlib.h>

/* ---- counting --------------------------------------------------------- */

/* The normal forms of names that are written in another way. */
struct form_set {
	uint64_t *hashes;        /* 0: free */
	uint32_t *pages;         /* the first page of each */
	uint64_t slots, count, seed;
};

static uint64_t
find_slot(const struct form_set *set, uint64_t hash)
{
	uint64_t at = hash >> 1 & (set->slots - 1);

	while (set->hashes[at] && set->hashes[at] != hash)
		at = (at + 1) & (set->slots - 1);
	return at;
}

/* The lowest bit is set, so that no hash is 0. */
static uint64_t
normalize_hash_of(const struct form_set *set, struct sp_span text)
{
	return sp_hash_seeded(text.text, text.length, set->seed) | 1;
}

static void
free_set(struct form_set *set)
{
	free(set->hashes);
	free(set->pages);
}

static enum sp_status
grow_set(struct form_set *set, struct sp_error *err)
{
	struct form_set grown = *set;

	grown.slots = set->slots ? set->slots * 2 : 1024;
	grown.seed = set->slots ? set->seed : sp_hash_seed(set);
	grown.hashes = sp_alloc_zero(grown.slots, sizeof(*grown.hashes));
	grown.pages = sp_alloc(grown.slots, sizeof(*grown.pages));
	if (!grown.hashes || !grown.pages) {
		free_set(&grown);
		return sp_no_memory(err, "normal forms");
	}
	for (uint64_t i = 0; i < set->slots; i++) {
		uint64_t at;

		if (!set->hashes[i])
			continue;
		at = find_slot(&grown, set->hashes[i]);
		grown.hashes[at] = set->hashes[i];
		grown.pages[at] = set->pages[i];
	}
	free_set(set);
	*set = grown;
	return SP_OK;
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
		uint64_t hash, at;

		if (sp_url_resolve(urls, NULL, name, NULL, &normal) !=
			    SP_URL_PAGE ||
		    sp_span_equal(name, normal))
			continue;
		if (set->count * 2 >= set->slots && grow_set(set, err))
			return err->status;
		hash = normalize_hash_of(set, normal);
		at = find_slot(set, hash);
		if (set->hashes[at]) {
			note_alike(alike, set->pages[at], page);
			continue;
		}
		set->hashes[at] = hash;
		set->pages[at] = (uint32_t)page;
		set->count++;
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

	for (uint64_t page = 0; set->count && page < names->count; page++) {
		uint64_t hash = normalize_hash_of(
			set, sp_names_read(names, page, &room));
		uint64_t at = find_slot(set, hash);

		if (set->hashes[at])
			note_alike(alike, set->pages[at], page);
	}
}

enum sp_status
sp_count_alike(const struct sp_names *names, struct sp_alike *alike,
	       struct sp_error *err)
{
	struct form_set set = { .hashes = NULL };
	struct sp_urls *urls;
	enum sp_status status = sp_urls_new(&urls, err);

	*alike = (struct sp_alike){ .pages = 0 };
	if (!status)
		status = add_odd_names(names, urls, &set, alike, err);
	if (!status)
		count_normal_names(names, &set, alike);
	free_set(&set);
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
