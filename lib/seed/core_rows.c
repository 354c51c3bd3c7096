/* SPDX-License-Identifier: MIT */
/*
 * Long lists of links, sorted by the score that decides who joins first.
 *
 * Scores, dead pages and places stay the same throughout a ranking (where
 * places are forgotten, so are the lists), so the order of a list does, too; a
 * list is without dead pages and those set aside before the ranking.
 * Authorities set aside in the ranking are those before the first one of the
 * core (is_set_aside() in core_sides.c), so they stand at the front, and a
 * binary search skips them.  The same order finds whether a page is in a list,
 * which gives its number of links.
 *
 * A core waits on few lists and counts the links of further hubs or
 * authorities: each list costs a look for each page that joins.  Where
 * candidates must have a number of links, a core waits only if it is complete:
 * then a page that lacks a link now will never have all of them, and is passed
 * over for good.  Nothing waits with units, as the pages that could have joined
 * are reported.
 *
 * A list is counted OFTEN times before it is sorted, so that those that few
 * cores meet are never sorted.
 */
#include "seed/core_rows.h"

#include "base/memory.h"
#include "seed/core_sides.h"

#include <stdlib.h>

#define LONG 8  /* links; shorter lists are counted as fast */
#define OFTEN 3
#define MOST_KEPT (UINT64_C(16) << 20) /* places, of 4 bytes */

void
sp_core_rows_clear(struct sp_grower *grower)
{
	struct sp_core_rows *all = &grower->rows;

	for (uint64_t i = 0; i < all->count; i++)
		free(all->rows[i].places);
	free(all->rows);
	for (unsigned k = 0; k < 2; k++)
		sp_page_map_free(&all->numbers[k]);
	*all = (struct sp_core_rows){ .count = 0 };
}

static bool
may_wait(const struct sp_grower *grower)
{
	return !grower->options->units &&
	       (grower->options->match == SP_MATCH_ANY ||
		sp_core_is_complete(grower->options));
}

/* ---- keeping lists ---------------------------------------------------- */

static enum sp_status
sort_row(const struct sp_grower *grower, enum sp_side of, uint32_t *places,
	 uint32_t count, struct sp_error *err)
{
	struct sp_top top = SP_TOP_EMPTY(count);

	top.items = sp_alloc(count, sizeof(*top.items));
	if (!top.items)
		return sp_no_memory(err, "lists of links");
	for (; top.count < count; top.count++)
		top.items[top.count] = sp_grower_item(grower, of,
						      places[top.count]);
	sp_top_sort(&top);
	for (uint32_t i = 0; i < count; i++)
		places[i] = sp_web_place(grower->web, top.items[i].id);
	sp_top_free(&top);
	return SP_OK;
}

/* of: the side that will wait on the list. */
static enum sp_status
keep_sorted_row(struct sp_grower *grower, enum sp_side of,
		struct sp_core_row *row, const uint32_t *places,
		uint32_t count, struct sp_error *err)
{
	uint32_t *kept = sp_alloc(count, sizeof(*kept)), kept_count = 0;

	if (!kept)
		return sp_no_memory(err, "lists of links");
	for (uint32_t i = 0; i < count; i++)
		if (!sp_core_left_out(grower, of, places[i]))
			kept[kept_count++] = places[i];
	if (sort_row(grower, of, kept, kept_count, err)) {
		free(kept);
		return err->status;
	}
	row->places = kept;
	row->count = kept_count;
	grower->rows.kept += kept_count;
	return SP_OK;
}

enum sp_status
sp_core_note_row(struct sp_grower *grower, enum sp_side which, uint32_t page,
		 const uint32_t *places, uint32_t count, struct sp_error *err)
{
	struct sp_core_rows *all = &grower->rows;
	struct sp_core_row *row;
	uint32_t number;

	if (count < LONG || !may_wait(grower))
		return SP_OK;
	if (!sp_page_map_get(&all->numbers[which], page, &number)) {
		/* At most two lists a page, and pages with 64 links each. */
		number = (uint32_t)all->count;
		if (!sp_grow(&all->rows, &all->capacity, all->count + 1) ||
		    !sp_page_map_set(&all->numbers[which], page, number))
			return sp_no_memory(err, "lists of links");
		all->rows[all->count++] = (struct sp_core_row){ .uses = 0 };
	}
	row = &all->rows[number];
	if (row->places || ++row->uses < OFTEN ||
	    count > MOST_KEPT - all->kept)
		return SP_OK;
	return keep_sorted_row(grower, !which, row, places, count, err);
}

/* ---- waiting ---------------------------------------------------------- */

/* The first page of the list that does not come before an item. */
static uint32_t
find_in_row(const struct sp_grower *grower, enum sp_side of,
	    const struct sp_core_row *row, struct sp_top_item item)
{
	uint32_t low = 0, high = row->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (sp_top_before(sp_grower_item(grower, of,
						 row->places[middle]), item))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

bool
sp_core_wait(struct sp_grower *grower, enum sp_side which, uint32_t page)
{
	struct sp_core_side *side = &grower->sides[!which];
	const struct sp_core_row *row;
	uint32_t number, at = 0;

	if (!may_wait(grower) || side->waiting_count == SP_CORE_WAITING ||
	    !sp_page_map_get(&grower->rows.numbers[which], page, &number))
		return false;
	row = &grower->rows.rows[number];
	if (!row->places)
		return false;
	if (which == SP_HUB)
		at = find_in_row(grower, SP_AUTHORITY, row, grower->first);
	side->waiting[side->waiting_count++] =
		(struct sp_core_waiting){ number, at };
	return true;
}

uint64_t
sp_core_waiting_links(const struct sp_grower *grower, enum sp_side which,
		      uint32_t place)
{
	const struct sp_core_side *side = &grower->sides[which];
	struct sp_top_item item = sp_grower_item(grower, which, place);
	uint64_t links = 0;

	for (unsigned i = 0; i < side->waiting_count; i++) {
		const struct sp_core_row *row =
			&grower->rows.rows[side->waiting[i].number];
		uint32_t at = find_in_row(grower, which, row, item);

		links += at < row->count && row->places[at] == place;
	}
	return links;
}

/* Any link to the core is enough if needed is 0. */
static bool
may_join(struct sp_grower *grower, enum sp_side which, uint32_t place,
	 uint64_t needed)
{
	if (!sp_core_barred(grower, which, place) &&
	    (!needed || sp_core_links(grower, which, place) >= needed))
		return true;
	sp_core_note_barred(grower, which, place);
	return false;
}

bool
sp_core_waiting_first(struct sp_grower *grower, enum sp_side which,
		      uint64_t needed, uint32_t *place)
{
	struct sp_core_side *side = &grower->sides[which];
	bool found = false;

	for (unsigned i = 0; i < side->waiting_count; i++) {
		struct sp_core_waiting *waiting = &side->waiting[i];
		const struct sp_core_row *row =
			&grower->rows.rows[waiting->number];

		/* Who may not join now may not later in this core. */
		while (waiting->at < row->count &&
		       !may_join(grower, which, row->places[waiting->at],
				 needed))
			waiting->at++;
		if (waiting->at == row->count)
			continue;
		if (!found || sp_core_item_before(grower, which,
						  row->places[waiting->at],
						  *place))
			*place = row->places[waiting->at];
		found = true;
	}
	return found;
}
