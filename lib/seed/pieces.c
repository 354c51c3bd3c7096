/* SPDX-License-Identifier: MIT */
/*
 * The small components that were cut off together: finding them, keeping them
 * in their order, and what becomes of them.
 *
 * Rows are numbered and pages too, in page order, so everything is in arrays as
 * small as the rows.  A component is a range of order[], the rows by
 * components.  Authorities that a row links to are joined (base/forest.h); the
 * rows of one root are a component.  Hubs need no forest: a row belongs where
 * any of its authorities does.
 *
 * Components wait in a heap by their standing.  Before one is ranked, its key
 * is a bound of its singular value: the value is at most the root of the number
 * of its links, as the sum of the squares of all singular values of a matrix is
 * that of the squares of its entries, which are 1 or weights.  If it comes
 * first by its bound, it is ranked, gets the value as its key, which is not
 * larger, and may fall behind others: so only components that could come first
 * are ranked at all.  A star, one hub or one authority, has the bound as its
 * value and need not be.
 *
 * Authorities that are set aside split a component: what is left of it are new
 * components in the same range of order[], whose key is at most that of the old
 * one (removing columns of a matrix makes no singular value larger; fmin()
 * keeps rounding from breaking this).  They remember their origin, the
 * component as it was with all of its pages.  When pages are removed, the
 * origin is found again from its whole range, with what was set aside; that is
 * why ranges are only ever permuted inside, never given up.
 *
 * Entries of the heap that are not current any more are dropped when they come
 * first.
 *
 * Values are rounded to 30 bits, so that components of the same shape tie
 * however their sums were rounded, and then the smallest page decides.
 */
#include "base/compare.h"
#include "seed/pieces_own.h"

#include "base/forest.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- order ------------------------------------------------------------ */

static bool
pieces_comes_before(const struct sp_pieces *pieces, uint32_t a, uint32_t b)
{
	return sp_standing_before(&pieces->list[a].standing,
				  &pieces->list[b].standing);
}

static void
pieces_sift_down(struct sp_pieces *pieces, uint64_t at)
{
	uint32_t *heap = pieces->heap, item = heap[at];

	for (;;) {
		uint64_t child = 2 * at + 1;

		if (child >= pieces->waiting)
			break;
		if (child + 1 < pieces->waiting &&
		    pieces_comes_before(pieces, heap[child + 1], heap[child]))
			child++;
		if (!pieces_comes_before(pieces, heap[child], item))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = item;
}

static bool
pieces_push(struct sp_pieces *pieces, uint32_t item)
{
	uint64_t at = pieces->waiting;

	if (!sp_grow(&pieces->heap, &pieces->heap_capacity, at + 1))
		return false;
	pieces->waiting++;
	for (; at &&
	       pieces_comes_before(pieces, item, pieces->heap[(at - 1) / 2]);
	     at = (at - 1) / 2)
		pieces->heap[at] = pieces->heap[(at - 1) / 2];
	pieces->heap[at] = item;
	return true;
}

static void
drop_first(struct sp_pieces *pieces)
{
	pieces->heap[0] = pieces->heap[--pieces->waiting];
	if (pieces->waiting)
		pieces_sift_down(pieces, 0);
}

/* An origin that is gone takes everything that was left of it along. */
static bool
is_stale(const struct sp_pieces *pieces,
	 const struct sp_component_left *component)
{
	return component->state != WAITING ||
	       pieces->list[component->origin].state == GONE;
}

/* ---- finding components ----------------------------------------------- */

/* A row, and the root of the authorities that it links to. */
struct rooted {
	uint32_t root, row;
};

/* Joins the authorities of a row; returns one of them, or SP_NONE. */
static uint32_t
pieces_join_row(struct sp_pieces *pieces, uint32_t row)
{
	const struct sp_rows_left *rows = &pieces->rows;
	uint32_t first = SP_NONE;

	if (sp_bit_test(pieces->dead, rows->page[row]))
		return SP_NONE;
	for (uint64_t i = rows->from[row]; i < rows->from[row + 1]; i++) {
		uint32_t to = rows->to[i];

		if (!sp_pieces_there(pieces, to))
			continue;
		if (first == SP_NONE)
			first = to;
		else
			sp_forest_join(pieces->root, first, to);
	}
	return first;
}

/*
 * Adds up the squares of a row of a component, and gives it its authorities.
 * component_of[] counts each authority once, when it first gets this number.
 * A page may be both, in two components, so the roles are different numbers.
 */
static double
pieces_add_row(struct sp_pieces *pieces, struct sp_component_left *component,
	       uint32_t number, uint32_t row)
{
	const struct sp_rows_left *rows = &pieces->rows;
	uint64_t least = sp_least_hub(pieces->page_of[rows->page[row]]);
	double squares = 0;

	for (uint64_t i = rows->from[row]; i < rows->from[row + 1]; i++) {
		double weight = rows->weight ? rows->weight[i] : 1;
		uint32_t to = rows->to[i];
		uint64_t other = sp_least_authority(pieces->page_of[to]);

		if (!sp_pieces_there(pieces, to))
			continue;
		squares += weight * weight;
		least = other < least ? other : least;
		if (pieces->component_of[to] != number)
			component->authorities++;
		pieces->component_of[to] = number;
	}
	if (least < component->standing.least)
		component->standing.least = least;
	return squares;
}

/*
 * Makes a component of rows order[first] .. with one root; before: the one that
 * it is left of, or SP_NONE.  Links are below 2^53, and the root of a perfect
 * square is exact, so stars of the same size tie.
 */
static bool
add_component(struct sp_pieces *pieces, uint32_t first, uint32_t count,
	      uint32_t before)
{
	uint32_t number = (uint32_t)pieces->count;
	struct sp_component_left made = {
		.standing = { .least = UINT64_MAX }, .first = first,
		.rows = count, .origin = number
	};
	double squares = 0;

	for (uint32_t i = 0; i < count; i++)
		squares += pieces_add_row(pieces, &made, number,
					pieces->order[first + i]);
	/* A star is one row, or one column: its value is known. */
	made.standing.ranked = count == 1 || made.authorities == 1;
	made.standing.key = made.standing.ranked ?
				    sp_singular_rounded(sqrt(squares)) :
				    sp_singular_bound(squares);
	if (before != SP_NONE) {
		const struct sp_component_left *old = &pieces->list[before];

		made.origin = old->origin;
		made.standing.key = fmin(made.standing.key,
					 old->standing.key);
	}
	if (!sp_grow(&pieces->list, &pieces->capacity, pieces->count + 1))
		return false;
	pieces->list[pieces->count++] = made;
	return pieces_push(pieces, number);
}

/*
 * Finds the components of the rows order[first] ..; the roots of their
 * authorities are these themselves.  Rows without links come last.
 *
 * The roots are found after all rows have joined theirs.  Rows of dead hubs, or
 * without authorities that count, have no root; they stay in the range, at its
 * end, for later.
 */
static bool
pieces_find_components(struct sp_pieces *pieces, uint32_t first, uint32_t count,
		       uint32_t before)
{
	struct rooted *rooted = sp_alloc(count, sizeof(*rooted));
	uint32_t *order = pieces->order + first, end;
	bool done = true;

	if (!rooted)
		return false;
	for (uint32_t i = 0; i < count; i++)
		rooted[i] = (struct rooted){ pieces_join_row(pieces, order[i]),
					     order[i] };
	for (uint32_t i = 0; i < count; i++)
		if (rooted[i].root != SP_NONE)
			rooted[i].root = sp_forest_root(pieces->root,
							rooted[i].root);
	qsort(rooted, count, sizeof(*rooted), sp_compare_u32_pair);
	for (uint32_t i = 0; i < count; i++)
		order[i] = rooted[i].row;
	for (uint32_t i = 0; done && i < count && rooted[i].root != SP_NONE;
	     i = end) {
		for (end = i + 1; end < count; end++)
			if (rooted[end].root != rooted[i].root)
				break;
		done = add_component(pieces, first + i, end - i, before);
	}
	free(rooted);
	return done;
}

/*
 * Makes the authorities of a component roots; restore: with those set aside.
 * Only rows of the component link to its authorities, so nothing else has to be
 * reset.
 */
static void
reset_roots(struct sp_pieces *pieces, const struct sp_component_left *component,
	    bool restore)
{
	const struct sp_rows_left *rows = &pieces->rows;

	for (uint32_t i = 0; i < component->rows; i++) {
		uint32_t row = pieces->order[component->first + i];

		for (uint64_t k = rows->from[row]; k < rows->from[row + 1];
		     k++) {
			pieces->root[rows->to[k]] = rows->to[k];
			if (restore)
				sp_bit_clear(pieces->aside, rows->to[k]);
		}
	}
}

/* ---- begin and end ---------------------------------------------------- */

/* The number of a page of the whole graph here, or SP_NONE. */
static uint32_t
pieces_find_page(const struct sp_pieces *pieces, uint32_t page)
{
	const uint32_t *found = bsearch(&page, pieces->page_of, pieces->pages,
					sizeof(page), sp_compare_u32);

	return found ? (uint32_t)(found - pieces->page_of) : SP_NONE;
}

/*
 * A page that is hub and authority has one number, so that it can be found dead
 * in both roles.
 */
static bool
pieces_number_pages(struct sp_pieces *pieces)
{
	struct sp_rows_left *rows = &pieces->rows;
	uint64_t count = rows->rows + rows->links, kept = 0;
	uint32_t *page = sp_alloc(count, sizeof(*page)), *fitting;

	if (!page)
		return false;
	if (rows->rows)
		memcpy(page, rows->page, rows->rows * sizeof(*page));
	if (rows->links)
		memcpy(page + rows->rows, rows->to,
		       rows->links * sizeof(*page));
	qsort(page, count, sizeof(*page), sp_compare_u32);
	for (uint64_t i = 0; i < count; i++)
		if (!kept || page[kept - 1] != page[i])
			page[kept++] = page[i];
	/* Less room is never refused for long; if it is, more will do. */
	fitting = realloc(page, (kept + 1) * sizeof(*page));
	pieces->page_of = fitting ? fitting : page;
	pieces->pages = (uint32_t)kept;
	for (uint64_t i = 0; i < rows->rows; i++)
		rows->page[i] = pieces_find_page(pieces, rows->page[i]);
	for (uint64_t i = 0; i < rows->links; i++)
		rows->to[i] = pieces_find_page(pieces, rows->to[i]);
	return true;
}

static bool
make_arrays(struct sp_pieces *pieces)
{
	uint64_t pages = pieces->pages;

	pieces->root = sp_alloc(pages, sizeof(uint32_t));
	pieces->component_of = sp_alloc(pages, sizeof(uint32_t));
	pieces->dead = sp_bitset_new(pages);
	pieces->aside = sp_bitset_new(pages);
	pieces->seen = sp_bitset_new(pages);
	pieces->order = sp_alloc(pieces->rows.rows, sizeof(uint32_t));
	if (!pieces->root || !pieces->component_of || !pieces->dead ||
	    !pieces->aside || !pieces->seen || !pieces->order)
		return false;
	for (uint32_t i = 0; i < pages; i++) {
		pieces->root[i] = i;
		pieces->component_of[i] = SP_NONE;
	}
	for (uint32_t i = 0; i < pieces->rows.rows; i++)
		pieces->order[i] = i;
	return true;
}

/*
 * The rows become part of the pieces at once, so that they are freed with them
 * whatever fails.
 */
enum sp_status
sp_pieces_new(struct sp_rows_left *rows, struct sp_pieces **pieces,
	      struct sp_error *err)
{
	struct sp_pieces *made = sp_alloc_zero(1, sizeof(*made));

	*pieces = NULL;
	if (!made) {
		sp_rows_left_free(rows);
		return sp_no_memory(err, "components");
	}
	made->rows = *rows;
	*rows = (struct sp_rows_left){ .rows = 0 };
	if (!pieces_number_pages(made) || !make_arrays(made) ||
	    !pieces_find_components(made, 0, (uint32_t)made->rows.rows,
				    SP_NONE)) {
		sp_pieces_free(made);
		return sp_no_memory(err, "components");
	}
	made->found = made->count;
	*pieces = made;
	return SP_OK;
}

void
sp_pieces_free(struct sp_pieces *pieces)
{
	if (!pieces)
		return;
	sp_rows_left_free(&pieces->rows);
	free(pieces->page_of);
	free(pieces->root);
	free(pieces->component_of);
	free(pieces->dead);
	free(pieces->aside);
	free(pieces->seen);
	free(pieces->order);
	free(pieces->list);
	free(pieces->heap);
	free(pieces->piece.page);
	free(pieces->piece.out_from);
	free(pieces->piece.out);
	free(pieces->piece.in_from);
	free(pieces->piece.in);
	free(pieces->piece.out_weight);
	free(pieces->piece.in_weight);
	free(pieces->piece.hub);
	free(pieces->piece.authority);
	free(pieces->piece.sums);
	free(pieces);
}

uint64_t
sp_pieces_count(const struct sp_pieces *pieces)
{
	return pieces->found;
}

/* ---- ranking ---------------------------------------------------------- */

bool
sp_pieces_next(struct sp_pieces *pieces, struct sp_standing *standing)
{
	while (pieces->waiting) {
		const struct sp_component_left *first =
			&pieces->list[pieces->heap[0]];

		*standing = first->standing;
		if (!is_stale(pieces, first))
			return true;
		drop_first(pieces);
	}
	return false;
}

uint32_t
sp_pieces_hubs(const struct sp_pieces *pieces)
{
	return pieces->list[pieces->heap[0]].rows;
}

uint32_t
sp_pieces_authorities(const struct sp_pieces *pieces)
{
	return pieces->list[pieces->heap[0]].authorities;
}

enum sp_status
sp_pieces_rank(struct sp_pieces *pieces, const struct sp_hits_options *options,
	       const struct sp_piece **piece, struct sp_hits_report *report,
	       struct sp_error *err)
{
	struct sp_component_left *component = &pieces->list[pieces->heap[0]];
	struct sp_standing *standing = &component->standing;

	if (!sp_pieces_load(pieces, component))
		return sp_no_memory(err, "a component");
	*piece = &pieces->piece;
	sp_hits_piece(*piece, options, report);
	if (standing->ranked)
		return SP_OK;
	standing->ranked = true;
	standing->key = fmin(standing->key,
			     sp_singular_rounded(report->singular));
	pieces_sift_down(pieces, 0);
	return SP_OK;
}

/* ---- what was found --------------------------------------------------- */

/*
 * The rejected ones are counted for the origin: they come back all together
 * when it is found again.
 */
void
sp_pieces_exhaust(struct sp_pieces *pieces, uint64_t rejected)
{
	struct sp_component_left *component = &pieces->list[pieces->heap[0]];

	component->state = SEARCHED;
	pieces->list[component->origin].rejected += rejected;
	pieces->rejected += rejected;
	drop_first(pieces);
}

/*
 * The component leaves the heap as if exhausted, and parts of it take its
 * place.
 */
enum sp_status
sp_pieces_set_aside(struct sp_pieces *pieces, const uint32_t *aside,
		    uint64_t count, struct sp_error *err)
{
	uint32_t number = pieces->heap[0];
	struct sp_component_left *component = &pieces->list[number];

	for (uint64_t i = 0; i < count; i++)
		sp_bit_set(pieces->aside, pieces_find_page(pieces, aside[i]));
	sp_pieces_exhaust(pieces, count);
	component->state = REPLACED;
	reset_roots(pieces, component, false);
	return pieces_find_components(pieces, component->first, component->rows,
				      number) ?
		       SP_OK :
		       sp_no_memory(err, "components");
}

/*
 * Finds an origin again, with all that is left of it.  component_of[] is
 * overwritten by the new components; roots must be reset first, or authorities
 * of what was split would stay joined.
 */
static bool
restore(struct sp_pieces *pieces, uint32_t number)
{
	struct sp_component_left *origin = &pieces->list[number];

	origin->state = GONE;
	pieces->rejected -= origin->rejected;
	reset_roots(pieces, origin, true);
	return pieces_find_components(pieces, origin->first, origin->rows,
				      SP_NONE);
}

/* The origin that an authority is in, if it is still there, or SP_NONE. */
static uint32_t
origin_of(const struct sp_pieces *pieces, uint32_t page)
{
	uint32_t number = pieces->component_of[page];

	if (number == SP_NONE || sp_bit_test(pieces->dead, page))
		return SP_NONE;
	number = pieces->list[number].origin;
	return pieces->list[number].state == GONE ? SP_NONE : number;
}

/* The same for a hub. */
static uint32_t
origin_of_hub(const struct sp_pieces *pieces, uint32_t page)
{
	const struct sp_rows_left *rows = &pieces->rows;
	const uint32_t *found;
	uint32_t origin = SP_NONE;
	uint64_t row;

	if (sp_bit_test(pieces->dead, page))
		return SP_NONE;
	found = bsearch(&page, rows->page, rows->rows, sizeof(page),
			sp_compare_u32);
	row = found ? (uint64_t)(found - rows->page) : 0;
	for (uint64_t i = found ? rows->from[row] : 0;
	     found && origin == SP_NONE && i < rows->from[row + 1]; i++)
		origin = origin_of(pieces, rows->to[i]);
	return origin;
}

/*
 * Three rounds: which origins lose a page is looked up while all pages are
 * still there; then all of them die; then each origin is found again, once,
 * with all of its losses.
 */
enum sp_status
sp_pieces_remove(struct sp_pieces *pieces, const uint32_t *pages,
		 uint64_t count, struct sp_error *err)
{
	uint32_t *touched = sp_alloc(2 * count, sizeof(*touched));
	bool done = touched != NULL;

	for (uint64_t i = 0; done && i < count; i++) {
		uint32_t page = pieces_find_page(pieces, pages[i]);

		touched[2 * i] = page == SP_NONE ? SP_NONE :
						origin_of(pieces, page);
		touched[2 * i + 1] = page == SP_NONE ?
					     SP_NONE :
					     origin_of_hub(pieces, page);
	}
	for (uint64_t i = 0; done && i < count; i++) {
		uint32_t page = pieces_find_page(pieces, pages[i]);

		if (page != SP_NONE)
			sp_bit_set(pieces->dead, page);
	}
	for (uint64_t i = 0; done && i < 2 * count; i++)
		if (touched[i] != SP_NONE &&
		    pieces->list[touched[i]].state != GONE)
			done = restore(pieces, touched[i]);
	free(touched);
	return done ? SP_OK : sp_no_memory(err, "components");
}

/*
 * count is that before: restored components are appended after it, and need no
 * second look.
 */
enum sp_status
sp_pieces_rewind(struct sp_pieces *pieces, struct sp_error *err)
{
	uint64_t count = pieces->count;

	for (uint32_t i = 0; i < count; i++)
		if (pieces->list[i].origin == i && pieces->list[i].rejected &&
		    pieces->list[i].state != GONE && !restore(pieces, i))
			return sp_no_memory(err, "components");
	return SP_OK;
}

uint64_t
sp_pieces_rejected(const struct sp_pieces *pieces)
{
	return pieces->rejected;
}
