/* SPDX-License-Identifier: MIT */
#include "seed/split.h"

#include "base/bitset.h"
#include "base/forest.h"
#include "base/memory.h"
#include "graph/visit.h"
#include "seed/core.h"
#include "seed/split_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A component with no more links than this is ranked faster by itself. */
#define FEW_LINKS 65536

/* Of no component. */
#define SET_ASIDE UINT32_MAX

/* ---- begin and end ---------------------------------------------------- */

enum sp_status
sp_split_new(const struct sp_graph *graph, struct sp_share *share, int threads,
	     struct sp_split **split, struct sp_error *err)
{
	struct sp_split *made = sp_alloc_zero(1, sizeof(*made));
	uint64_t places;

	*split = NULL;
	if (!made)
		return sp_no_memory(err, "components");
	made->graph = graph;
	made->share = share;
	made->threads = threads;
	places = sp_split_places(made);
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

/* The place of a page, if it has one here. */
static bool
find_place(const struct sp_split *split, uint32_t page, uint32_t *place)
{
	*place = page;
	return !split->share || sp_share_find(split->share, page, place);
}

/* ---- joining authorities ---------------------------------------------- */

static inline bool
is_open(const struct sp_split_search *search, uint32_t place)
{
	return sp_bit_test(search->split->open, place) &&
	       !sp_bit_test(search->dead, place);
}

/* Threads visit whole blocks, so no two of them share a word of hubs. */
static void
join_row(void *context, uint32_t page, const uint32_t *successors,
	 uint32_t count)
{
	const struct sp_split_search *search = context;
	bool shared = search->split->threads > 1;
	uint32_t first = SET_ASIDE;

	if (sp_bit_test(search->dead, page))
		return;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t to = successors[i];

		if (!is_open(search, to))
			continue;
		sp_add_inlinks(search->links, &to, 1, shared);
		if (first == SET_ASIDE)
			first = to;
		else
			sp_forest_join(search->root, first, to);
	}
	if (first != SET_ASIDE && !search->aside)
		sp_bit_set(search->split->hubs, page);
}

static enum sp_status
find_trees(struct sp_split_search *search, struct sp_error *err)
{
	struct sp_split *split = search->split;
	uint64_t places = sp_split_places(split);
	bool together = sp_split_team(split) != NULL;

	for (uint64_t i = 0; i < places; i++)
		if (together || sp_bit_test(split->open, i))
			search->root[i] = (uint32_t)i;
	if (!search->aside)
		memset(split->hubs, 0,
		       sp_bitset_words(places) * sizeof(*split->hubs));
	if (sp_visit_lists(split->graph, split->threads, NULL, join_row,
			   search, err))
		return err->status;
	for (uint64_t i = 0; i < places; i++)
		if (sp_bit_test(split->open, i))
			search->root[i] = search->root[search->root[i]];
	return together ? sp_split_merge(search, err) : SP_OK;
}

/* ---- large components ------------------------------------------------- */

/* Adds up the links to the authorities of each tree, at its root. */
static uint64_t
weigh_trees(struct sp_split_search *search)
{
	const struct sp_split *split = search->split;
	uint64_t total = 0;

	for (uint64_t i = 0; i < sp_split_places(split); i++) {
		uint32_t *links = search->links, root = search->root[i];

		if (!sp_bit_test(split->open, i))
			continue;
		total += links[i];
		if (root != i)
			links[root] = links[root] > UINT32_MAX - links[i] ?
					      UINT32_MAX :
					      links[root] + links[i];
	}
	return total;
}

enum sp_status
sp_split_add_large(struct sp_split *split, uint32_t label, uint64_t links,
		   struct sp_error *err)
{
	if (!sp_grow(&split->large, &split->capacity, split->count + 1,
		     sizeof(*split->large)))
		return sp_no_memory(err, "components");
	split->large[split->count++] = (struct sp_large){
		.label = label, .links = links,
		.standing = { .least = sp_least_authority(label) }
	};
	return SP_OK;
}

static enum sp_status
list_large(struct sp_split_search *search, struct sp_error *err)
{
	struct sp_split *split = search->split;

	for (uint64_t i = 0; i < sp_split_places(split); i++)
		if (sp_bit_test(split->open, i) && search->root[i] == i &&
		    search->links[i] > split->limit &&
		    sp_split_add_large(split, (uint32_t)i, search->links[i],
				       err))
			return err->status;
	return SP_OK;
}

/* Links from now on; more than UINT32_MAX of them are many in any graph. */
static void
set_limit(struct sp_split *split, uint64_t total)
{
	uint64_t few = total / 16 > FEW_LINKS ? total / 16 : FEW_LINKS;

	split->limit = total / 2 < few ? total / 2 : few;
	if (split->limit > UINT32_MAX / 2)
		split->limit = UINT32_MAX / 2;
}

/* Counts the authorities of large components, and says which these are. */
static void
count_authorities(struct sp_split_search *search)
{
	struct sp_split *split = search->split;

	for (uint64_t i = 0; i < sp_split_places(split); i++) {
		struct sp_large *large = NULL;

		if (sp_bit_test(split->open, i))
			large = sp_split_find_large(split, search->first,
						    split->label[i]);
		if (large && sp_split_owns(split, i))
			large->authorities++;
		if (search->aside)
			continue;
		if (large)
			sp_bit_set(split->authorities, i);
		else
			sp_bit_clear(split->authorities, i);
	}
	for (uint64_t i = search->first; i < split->count; i++)
		split->large[i].standing.key =
			fmin(search->most,
			     sp_singular_bound(split->large[i].links));
}

/* ---- rows of small components ----------------------------------------- */

/* The authorities of a row that count, as pages of the whole graph. */
struct open_row {
	uint32_t *to;
	uint64_t count, capacity;
	uint32_t label;
};

static bool
open_links(const struct sp_split_search *search, const struct sp_list *list,
	   struct open_row *row)
{
	const struct sp_split *split = search->split;

	row->count = 0;
	if (sp_bit_test(search->dead, list->page))
		return true;
	if (!sp_grow(&row->to, &row->capacity, list->count, sizeof(*row->to)))
		return false;
	for (uint32_t i = 0; i < list->count; i++) {
		uint32_t to = list->successors[i];

		if (!is_open(search, to))
			continue;
		row->label = split->label[to];
		row->to[row->count++] = sp_split_global(split, to);
	}
	return true;
}

/* Keeps a row of a small component, or the smallest hub of a large one. */
static bool
keep_row(struct sp_split_search *search, uint32_t page, const struct open_row *row)
{
	struct sp_split *split = search->split;
	struct sp_large *large = sp_split_find_large(split, search->first, row->label);
	uint32_t global = sp_split_global(split, page);

	if (large) {
		/* Hubs ascend. */
		if (!large->hub) {
			search->hubless--;
			if (sp_least_hub(global) < large->standing.least)
				large->standing.least = sp_least_hub(global);
		}
		large->hub = true;
		return true;
	}
	search->left -= row->count;
	if (!search->aside)
		sp_bit_clear(split->hubs, page);
	return sp_rows_left_add(search->rows, global, row->to, row->count);
}

/* Visits the rows in page order, up to the last that is of use. */
static enum sp_status
keep_rows(struct sp_split_search *search, struct sp_error *err)
{
	const struct sp_graph *graph = search->split->graph;
	struct sp_cursor *cursor = sp_cursor_new(graph);
	struct open_row row = { NULL, 0, 0, 0 };
	struct sp_list list = { 0 };
	enum sp_status status;
	bool done = cursor != NULL;

	for (uint64_t block = 0; done && block < sp_graph_blocks(graph);
	     block++) {
		if (!search->left && !search->hubless)
			break;
		sp_cursor_block(cursor, block);
		while (done && sp_cursor_next(cursor, &list.page,
					      &list.successors, &list.count))
			if (list.count)
				done = open_links(search, &list, &row) &&
				       (!row.count ||
					keep_row(search, list.page, &row));
	}
	status = done ? sp_cursor_status(cursor, err) :
			sp_no_memory(err, "components");
	sp_cursor_free(cursor);
	free(row.to);
	return status;
}

/* ---- all together ----------------------------------------------------- */

static enum sp_status
find_components(struct sp_split_search *search, struct sp_error *err)
{
	struct sp_split *split = search->split;
	struct sp_team *team = sp_split_team(split);
	uint64_t total;

	search->first = split->count;
	if (find_trees(search, err))
		return err->status;
	total = weigh_trees(search);
	search->left = team ? UINT64_MAX : total;
	if (team && sp_team_add(team, &total, 1, err))
		return err->status;
	if (split->limit == UINT64_MAX)
		set_limit(split, total);
	if (team ? sp_split_list_shared(search, err) : list_large(search, err))
		return err->status;
	count_authorities(search);
	search->hubless = split->count - search->first;
	for (uint64_t i = search->first; !team && i < split->count; i++)
		search->left -= split->large[i].links;
	if (keep_rows(search, err))
		return err->status;
	return team ? sp_split_gather(search, err) : SP_OK;
}

/* Finds the components of the open authorities. */
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
	if (together)
		search.root = sp_alloc_large(places, sizeof(uint32_t));
	status = search.links && search.root ?
			 find_components(&search, err) :
			 sp_no_memory(err, "components");
	free(search.links);
	if (together)
		free(search.root);
	return status;
}

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

enum sp_status
sp_split_set_aside(struct sp_split *split, uint64_t nth,
		   const uint32_t *pages, uint64_t count,
		   const uint64_t *dead, struct sp_rows_left *rows,
		   struct sp_error *err)
{
	struct sp_large large = split->large[nth];

	if (!sp_grow(&split->aside, &split->aside_capacity,
		     split->aside_count + count, sizeof(*split->aside)))
		return sp_no_memory(err, "components");
	memcpy(split->aside + split->aside_count, pages,
	       count * sizeof(*pages));
	for (uint64_t i = 0; i < count; i++) {
		uint32_t place;

		if (find_place(split, pages[i], &place))
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

enum sp_status
sp_split_touches(const struct sp_split *split, const uint32_t *pages,
		 uint64_t count, bool *touches, struct sp_error *err)
{
	uint64_t found = 0;

	for (uint64_t i = 0; i < count; i++) {
		uint32_t place;

		found += find_place(split, pages[i], &place) &&
			 (sp_bit_test(split->hubs, place) ||
			  sp_bit_test(split->authorities, place));
	}
	if (sp_split_team(split) &&
	    sp_team_add(split->share->team, &found, 1, err))
		return err->status;
	*touches = found > 0;
	return SP_OK;
}

void
sp_split_mark_aside(const struct sp_split *split, double *authority)
{
	for (uint64_t i = 0; i < split->aside_count; i++) {
		uint32_t place;

		if (find_place(split, split->aside[i], &place))
			authority[place] = SP_SET_ASIDE;
	}
}
