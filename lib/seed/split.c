/* SPDX-License-Identifier: MIT */
/*
 * Which authorities are searched for components of hubs and authorities, and
 * when again; split_find.c is a search.
 *
 * The limit above which a component is large is that of the first search.
 * Components only shrink, so what was small stays small; what was large may
 * fall apart, and its small parts are then cut off as well.
 *
 * When pages are set aside, only the component that they are in is searched
 * again (open has its authorities), and rows of its hubs stay with it; when
 * pages are removed from large components, all that was large is searched
 * again, with what had been set aside.
 */
#include "seed/split.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "seed/core.h"
#include "seed/split_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Of no component. */
#define SET_ASIDE UINT32_MAX

/* ---- begin and end ---------------------------------------------------- */

enum sp_status
sp_split_new(struct sp_share *share, int threads, struct sp_split **split,
	     struct sp_error *err)
{
	struct sp_split *made = sp_alloc_zero(1, sizeof(*made));
	uint64_t places = share->places;

	*split = NULL;
	if (!made)
		return sp_no_memory(err, "components");
	made->share = share;
	made->threads = threads;
	made->label = sp_alloc_large(places, sizeof(uint32_t));
	made->open = sp_bitset_new(places);
	made->hubs = sp_bitset_new(places);
	made->authorities = sp_bitset_new(places);
	if (!made->label || !made->open || !made->hubs || !made->authorities) {
		sp_split_free(made);
		return sp_no_memory(err, "components");
	}
	*split = made;
	return SP_OK;
}

void
sp_split_free(struct sp_split *split)
{
	if (!split)
		return;
	free(split->label);
	free(split->open);
	free(split->hubs);
	free(split->authorities);
	free(split->large);
	free(split->aside);
	free(split);
}

/* ---- searches --------------------------------------------------------- */

/*
 * Finds the components of the open authorities.  With one process, label[]
 * itself is the forest: what is not open keeps its labels.
 */
static enum sp_status
split_open(struct sp_split *split, const uint64_t *dead, bool aside,
	   double most, struct sp_rows_left *rows, struct sp_error *err)
{
	uint64_t places = sp_split_places(split);
	bool together = sp_split_team(split) != NULL;
	struct sp_split_search search = {
		.split = split, .dead = dead, .root = split->label,
		.aside = aside, .most = most, .rows = rows
	};
	enum sp_status status;

	search.links = sp_alloc_large_zero(places, sizeof(uint32_t));
	search.first = sp_alloc_large_zero(places, sizeof(uint32_t));
	if (together)
		search.root = sp_alloc_large(places, sizeof(uint32_t));
	status = search.links && search.first && search.root ?
			 sp_split_find(&search, err) :
			 sp_no_memory(err, "components");
	free(search.links);
	free(search.first);
	if (together)
		free(search.root);
	return status;
}

/* The limit is not known before the links are counted. */
enum sp_status
sp_split_all(struct sp_split *split, const uint64_t *dead,
	     struct sp_rows_left *rows, struct sp_error *err)
{
	split->limit = UINT64_MAX;
	/* Places between those owned and reached are of no page. */
	for (uint64_t i = 0; i < sp_split_places(split); i++)
		if (sp_split_has(split, i))
			sp_bit_set(split->open, i);
		else
			split->label[i] = SET_ASIDE;
	return split_open(split, dead, false, INFINITY, rows, err);
}

/*
 * authorities has what was in large components, with what was set aside in
 * them.
 */
enum sp_status
sp_split_again(struct sp_split *split, const uint64_t *dead,
	       struct sp_rows_left *rows, struct sp_error *err)
{
	memcpy(split->open, split->authorities,
	       sp_bitset_words(sp_split_places(split)) * sizeof(*split->open));
	split->count = 0;
	split->aside_count = 0;
	return split_open(split, dead, false, INFINITY, rows, err);
}

/*
 * The component gives its place in the list to the last one: the list has no
 * order.
 */
enum sp_status
sp_split_set_aside(struct sp_split *split, uint64_t nth,
		   const uint32_t *pages, uint64_t count,
		   const uint64_t *dead, struct sp_rows_left *rows,
		   struct sp_error *err)
{
	struct sp_large large = split->large[nth];

	if (!sp_grow(&split->aside, &split->aside_capacity,
		     split->aside_count + count))
		return sp_no_memory(err, "components");
	memcpy(split->aside + split->aside_count, pages,
	       count * sizeof(*pages));
	for (uint64_t i = 0; i < count; i++) {
		uint32_t place;

		if (sp_share_find(split->share, pages[i], &place))
			split->label[place] = SET_ASIDE;
	}
	split->aside_count += count;
	for (uint64_t i = 0; i < sp_split_places(split); i++)
		if (split->label[i] == large.label)
			sp_bit_set(split->open, i);
		else
			sp_bit_clear(split->open, i);
	split->large[nth] = split->large[--split->count];
	return split_open(split, dead, true, large.standing.key, rows, err);
}

/*
 * Each process looks at what it knows of the pages; one that knows is enough.
 */
enum sp_status
sp_split_touches(const struct sp_split *split, const uint32_t *pages,
		 uint64_t count, bool *touches, struct sp_error *err)
{
	uint64_t found = 0;

	for (uint64_t i = 0; i < count; i++) {
		uint32_t place;

		found += sp_share_find(split->share, pages[i], &place) &&
			 (sp_bit_test(split->hubs, place) ||
			  sp_bit_test(split->authorities, place));
	}
	if (sp_split_team(split) &&
	    sp_team_add(split->share->team, &found, 1, err))
		return err->status;
	*touches = found > 0;
	return SP_OK;
}

/*
 * Below every score, so that such a page is no authority of any core, and
 * NaN-free, so that it can be compared.
 */
void
sp_split_mark_aside(const struct sp_split *split, double *authority)
{
	for (uint64_t i = 0; i < split->aside_count; i++) {
		uint32_t place;

		if (sp_share_find(split->share, split->aside[i], &place))
			authority[place] = SP_SET_ASIDE;
	}
}
