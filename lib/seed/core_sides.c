/* SPDX-License-Identifier: MIT */
/*
 * What each side of a core knows: the links of each page with the other side,
 * who has joined, and the candidates.
 *
 * The arrays have an element for each place, but a core touches few of them; so
 * they are allocated once for a grower and reset page by page after each core.
 * The list of touched places exists for that alone.
 *
 * Rules that are written here once and hold for every order of joining: dead
 * pages and authorities that are set aside never become candidates; a page
 * joins a side at most once, and without overlap only one side; a unit has one
 * page in a side; the density is compared as the contract says, exactly for
 * whole percentages.
 */
#include "seed/core_sides.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- density ---------------------------------------------------------- */

/*
 * Is 100 * links < wanted * hubs * authorities?  A wanted density that is a
 * whole number, such as 100, is compared exactly.
 *
 * With doubles, 100 percent of a large core might be missed by rounding.
 */
bool
sp_core_too_sparse(const struct sp_core_options *options, uint64_t links,
		   uint64_t hubs, uint64_t authorities)
{
	/* 100 * links and hubs * authorities may exceed 64 bits. */
	__extension__ typedef unsigned __int128 wide;
	uint64_t whole = (uint64_t)options->cover_density;
	wide cells = (wide)hubs * authorities;

	if ((double)whole == options->cover_density)
		return (wide)100 * links < whole * cells;
	return 100 * (double)links < options->cover_density * (double)cells;
}

bool
sp_core_breaks_density(const struct sp_grower *grower, enum sp_side which,
		       uint64_t links)
{
	uint64_t hubs = grower->sides[SP_HUB].size + (which == SP_HUB);
	uint64_t authorities = grower->sides[SP_AUTHORITY].size +
			       (which == SP_AUTHORITY);

	return sp_core_too_sparse(grower->options, grower->links + links, hubs,
				  authorities);
}

/*
 * The fewest links, at least 1, with which a page may join a side.  When no
 * page may, that is more than the other side has pages.  Found by bisection, so
 * that the rule of the density stands in one place, sp_core_too_sparse().
 *
 * The rule is monotone: more links never make the core sparser.
 */
static uint64_t
links_needed(const struct sp_grower *grower, enum sp_side which)
{
	uint64_t low = 1, high = grower->sides[!which].size + 1;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (sp_core_breaks_density(grower, which, middle))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* ---- candidates ------------------------------------------------------- */

static inline bool
grower_is_dead(const struct sp_grower *grower, uint32_t place)
{
	const uint64_t *dead = grower->web->dead;

	return dead && sp_bit_test(dead, place);
}

bool
sp_core_left_out(const struct sp_grower *grower, enum sp_side which,
		 uint32_t place)
{
	return grower_is_dead(grower, place) ||
	       (which == SP_AUTHORITY &&
		sp_grower_item(grower, which, place).key == SP_SET_ASIDE);
}

/*
 * Is the page an authority that started a core before this one in the ranking,
 * or before the ranking, and so is set aside?  Authorities start cores in their
 * order.
 */
static inline bool
is_set_aside(const struct sp_grower *grower, uint32_t place)
{
	struct sp_top_item item = sp_grower_item(grower, SP_AUTHORITY, place);

	return sp_top_before(item, grower->first) || item.key == SP_SET_ASIDE;
}

/*
 * Counts one more link between the page and the side opposite to which, and
 * makes the page a candidate.  The bucket is its number of links where those
 * decide (SP_MATCH_ALL), else 0, into which it is put once.
 *
 * Dead pages and those set aside are not even counted, so that no later
 * decision can see them.
 */
static bool
count_link(struct sp_grower *grower, enum sp_side which, uint32_t place)
{
	struct sp_core_side *side = &grower->sides[which];
	bool all = grower->options->match == SP_MATCH_ALL;
	uint32_t links;

	if (grower_is_dead(grower, place) ||
	    (which == SP_AUTHORITY && is_set_aside(grower, place)))
		return true;
	links = ++side->links[place];
	if (links == 1) {
		if (!sp_grow(&side->touched, &side->touched_capacity,
			     side->touched_count + 1)) {
			/* sp_core_reset_sides() would not find this page. */
			side->links[place] = 0;
			return false;
		}
		side->touched[side->touched_count++] = place;
	}
	if (sp_core_barred(grower, which, place)) {
		sp_core_note_barred(grower, which, place);
		return true;
	}
	if (!all && links > 1)
		return true;
	return sp_candidates_put(&side->candidates, all ? links : 0,
				 sp_grower_item(grower, which, place));
}

enum sp_status
sp_core_count_links(struct sp_grower *grower, enum sp_side which,
		    const uint32_t *places, uint32_t count,
		    struct sp_error *err)
{
	for (uint32_t i = 0; i < count; i++)
		if (!count_link(grower, which, places[i]))
			return sp_no_memory(err, "candidates");
	return SP_OK;
}

void
sp_core_put(struct sp_grower *grower, enum sp_side which, uint32_t place)
{
	const struct sp_units *units = grower->options->units;
	struct sp_core_side *side = &grower->sides[which];

	sp_bit_set(side->joined, place);
	if (units)
		sp_bit_set(side->taken,
			   units->unit_of[sp_web_page(grower->web, place)]);
}

void
sp_core_take_back(struct sp_grower *grower, const struct sp_member *member)
{
	const struct sp_units *units = grower->options->units;
	struct sp_core_side *side = &grower->sides[member->side];

	sp_bit_clear(side->joined, sp_web_place(grower->web, member->page));
	if (units)
		sp_bit_clear(side->taken, units->unit_of[member->page]);
}

/*
 * Drops candidates that have joined since, or moved to another bucket.
 *
 * A candidate with too few links stays in its bucket: it may gain some, or
 * fewer may do once the core has become denser.  One that is barred never comes
 * back in this core.
 */
static bool
counted_candidate(struct sp_grower *grower, enum sp_side which,
		  uint64_t needed, uint32_t *place)
{
	struct sp_core_side *side = &grower->sides[which];
	uint64_t bucket;
	uint32_t page;

	while (sp_candidates_first(&side->candidates, needed, &bucket,
				   &page)) {
		bool barred;

		*place = sp_web_place(grower->web, page);
		barred = sp_core_barred(grower, which, *place);
		if (!barred && (!needed || side->links[*place] == bucket))
			return true;
		if (barred)
			sp_core_note_barred(grower, which, *place);
		sp_candidates_drop(&side->candidates, bucket);
	}
	return false;
}

/* Of those whose links were counted, and those in lists that wait. */
bool
sp_core_candidate(struct sp_grower *grower, enum sp_side which, uint32_t *place)
{
	uint64_t needed = 0;
	uint32_t other;

	if (sp_core_side_closed(grower, which))
		return false;
	if (grower->options->match == SP_MATCH_ALL)
		needed = links_needed(grower, which);
	if (!counted_candidate(grower, which, needed, place))
		return sp_core_waiting_first(grower, which, needed, place);
	if (sp_core_waiting_first(grower, which, needed, &other) &&
	    sp_core_item_before(grower, which, other, *place))
		*place = other;
	return true;
}

/* With SP_MATCH_ANY, those that have not are candidates. */
bool
sp_core_all_joined(const struct sp_grower *grower)
{
	for (unsigned k = 0;
	     grower->options->match == SP_MATCH_ALL && k < 2; k++) {
		const struct sp_core_side *side = &grower->sides[k];

		for (uint64_t i = 0; i < side->touched_count; i++)
			if (!sp_bit_test(side->joined, side->touched[i]))
				return false;
	}
	return true;
}

/*
 * A hub of a complete core links to all of its authorities.  Those that do are
 * in the bucket of their number (SP_MATCH_ALL), and become fewer as authorities
 * join; so does what is left of a list that waits.
 */
bool
sp_core_lacks_hubs(const struct sp_grower *grower)
{
	const struct sp_core_side *side = &grower->sides[SP_HUB];
	uint64_t bucket = grower->sides[SP_AUTHORITY].size, left = 0;

	if (grower->options->match != SP_MATCH_ALL || side->waiting_count ||
	    !sp_core_is_complete(grower->options))
		return false;
	if (bucket < side->candidates.buckets)
		left = side->candidates.heaps[bucket].count;
	return side->size + left < grower->options->least_hubs;
}

/*
 * Pages that have a link with the other side were touched; so these are all
 * pages that could have joined, unless their side was closed by then.
 */
enum sp_status
sp_core_find_alike(struct sp_grower *grower, struct sp_error *err)
{
	grower->alike_count = 0;
	for (unsigned k = 0; grower->options->units && k < 2; k++) {
		const struct sp_core_side *side = &grower->sides[k];

		for (uint64_t i = 0; i < side->touched_count; i++) {
			uint32_t place = side->touched[i];

			if (sp_bit_test(side->joined, place) ||
			    !sp_core_unit_taken(grower, k, place))
				continue;
			if (!sp_grow(&grower->alike, &grower->alike_capacity,
				     grower->alike_count + 1))
				return sp_no_memory(err, "cores");
			grower->alike[grower->alike_count++] =
				sp_web_page(grower->web, place);
		}
	}
	return SP_OK;
}

/* ---- memory ----------------------------------------------------------- */

/*
 * Both sides grow together.  The old arrays are replaced one side at a time,
 * and places is raised at the end: after a failure between, the first side has
 * more room than it needs, which does no harm.
 */
enum sp_status
sp_core_make_room(struct sp_grower *grower, struct sp_error *err)
{
	uint64_t needed = grower->web->places;

	if (needed <= grower->places && grower->sides[SP_HUB].links)
		return SP_OK;
	/* Places that come one by one: twice the room. */
	if (grower->places && needed < 2 * grower->places)
		needed = 2 * grower->places;
	for (unsigned k = 0; k < 2; k++) {
		struct sp_core_side *side = &grower->sides[k];
		uint32_t *links = sp_alloc_large_zero(needed,
						      sizeof(uint32_t));
		uint64_t *joined = sp_bitset_new(needed);

		if (!links || !joined) {
			free(links);
			free(joined);
			return sp_no_memory(err, "cores");
		}
		if (grower->places) {
			memcpy(links, side->links,
			       grower->places * sizeof(uint32_t));
			memcpy(joined, side->joined,
			       sp_bitset_words(grower->places) *
				       sizeof(uint64_t));
		}
		free(side->links);
		free(side->joined);
		side->links = links;
		side->joined = joined;
	}
	grower->places = needed;
	return SP_OK;
}

enum sp_status
sp_core_room_for_units(struct sp_grower *grower, const struct sp_units *units,
		       struct sp_error *err)
{
	for (unsigned k = 0; units && k < 2; k++) {
		struct sp_core_side *side = &grower->sides[k];

		if (!side->taken)
			side->taken = sp_bitset_new(units->count);
		if (!side->taken)
			return sp_no_memory(err, "cores");
	}
	return SP_OK;
}

/*
 * Resets what the core has changed, page by page: cores are small, and
 * clearing whole vectors would take a pass over all pages for each.
 */
void
sp_core_reset_sides(struct sp_grower *grower)
{
	for (unsigned k = 0; k < 2; k++) {
		struct sp_core_side *side = &grower->sides[k];

		for (uint64_t i = 0; i < side->touched_count; i++)
			side->links[side->touched[i]] = 0;
		side->touched_count = 0;
		side->waiting_count = 0;
		side->size = 0;
		side->closed = false;
		sp_candidates_clear(&side->candidates);
	}
	for (uint64_t i = 0; i < grower->member_count; i++)
		sp_core_take_back(grower, &grower->members[i]);
}

void
sp_core_free_sides(struct sp_grower *grower)
{
	for (unsigned k = 0; k < 2; k++) {
		struct sp_core_side *side = &grower->sides[k];

		free(side->links);
		free(side->joined);
		free(side->taken);
		free(side->touched);
		sp_candidates_clear(&side->candidates);
	}
}
