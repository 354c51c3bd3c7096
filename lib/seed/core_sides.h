/* SPDX-License-Identifier: MIT */
/*
 * core_sides.h - the two sides of a core that grows: hubs and authorities, and
 * the pages that may join them.  Private to core*.c.
 *
 * A page may join a side if it has a link with the other one.  Whoever makes it
 * a member sees to its counts: of the side, of members, and of links between
 * the sides; and counts its own links here, which gives the other side new
 * candidates.
 */
#ifndef SP_SEED_CORE_SIDES_H
#define SP_SEED_CORE_SIDES_H

#include "base/bitset.h"
#include "seed/candidates.h"
#include "seed/core.h"
#include "seed/core_rows.h"
#include "seed/web.h"

/*
 * One side of the core: the pages that joined, and those that may.  Pages stand
 * in arrays by their places (web.h).
 */
struct sp_core_side {
	uint32_t *links;   /* of each place, with the other side of the core */
	uint64_t *joined;  /* bitset: places in this side */
	uint64_t *taken;   /* bitset: units with a page in this side; NULL
			      until a core is grown with units */
	uint32_t *touched; /* places whose links are not 0: to reset them */
	uint64_t touched_count, touched_capacity;
	struct sp_candidates candidates;
	struct sp_core_waiting waiting[SP_CORE_WAITING]; /* other ones */
	unsigned waiting_count;
	uint64_t size;
	bool closed;
};

struct sp_grower {
	struct sp_web *web;
	struct sp_core_side sides[2];   /* by enum sp_side */
	uint64_t places;                /* for which the sides have room */
	struct sp_member *members;
	uint64_t member_count, member_capacity;
	uint32_t *alike;                /* pages for which members stand */
	uint64_t alike_count, alike_capacity;
	uint32_t *batch;
	uint64_t batch_capacity;
	/* of the ranking */
	struct sp_web_authority given; /* its last authority */
	struct sp_core_rows rows;
	uint64_t passes;               /* of the web, before it */
	uint64_t forgotten;            /* of the web, when rows began */
	/* of the core that grows */
	const struct sp_core_options *options;
	struct sp_top_item first;  /* its first authority */
	uint64_t links;
	bool stopped;
	bool barred;               /* a page from a side, but not by it */
};

/* The page at a place, with its score on a side. */
static inline struct sp_top_item
sp_grower_item(const struct sp_grower *grower, enum sp_side which,
	       uint32_t place)
{
	return (struct sp_top_item){ grower->web->scores[which][place],
				     sp_web_page(grower->web, place) };
}

/* Does the page at place a join a side before that at b? */
static inline bool
sp_core_item_before(const struct sp_grower *grower, enum sp_side which,
		    uint32_t a, uint32_t b)
{
	return sp_top_before(sp_grower_item(grower, which, a),
			     sp_grower_item(grower, which, b));
}

/* Has the unit of the page at a place another page in the side? */
static inline bool
sp_core_unit_taken(const struct sp_grower *grower, enum sp_side which,
		   uint32_t place)
{
	const struct sp_units *units = grower->options->units;

	return units && sp_bit_test(grower->sides[which].taken,
				    units->unit_of[sp_web_page(grower->web,
							       place)]);
}

/* Is the page barred from the side, now and later? */
static inline bool
sp_core_barred(const struct sp_grower *grower, enum sp_side which,
	       uint32_t place)
{
	return sp_bit_test(grower->sides[which].joined, place) ||
	       (!grower->options->overlap &&
		sp_bit_test(grower->sides[!which].joined, place)) ||
	       sp_core_unit_taken(grower, which, place);
}

/*
 * Notes that a page is barred from a side: if it is no member of that side, the
 * core may not have all pages that have a link with it.
 */
static inline void
sp_core_note_barred(struct sp_grower *grower, enum sp_side which,
		    uint32_t place)
{
	if (!sp_bit_test(grower->sides[which].joined, place))
		grower->barred = true;
}

/* Are all cores complete, with each of their pages and at each moment? */
static inline bool
sp_core_is_complete(const struct sp_core_options *options)
{
	return options->cover_density >= 100 && !options->size &&
	       options->last == SP_LAST_UNDO &&
	       options->test == SP_TEST_EACH;
}

/* Puts a page in a side, and its unit; takes both back. */
void sp_core_put(struct sp_grower *grower, enum sp_side which, uint32_t place);
void sp_core_take_back(struct sp_grower *grower,
		       const struct sp_member *member);

/* Will no more pages join the side? */
static inline bool
sp_core_side_closed(const struct sp_grower *grower, enum sp_side which)
{
	const struct sp_core_side *side = &grower->sides[which];
	uint64_t cap = grower->options->hub_cap;

	return side->closed || (which == SP_HUB && cap && side->size >= cap);
}

/*
 * Is the density of a core with these numbers of links, hubs and authorities
 * below the wanted one?
 */
bool sp_core_too_sparse(const struct sp_core_options *options, uint64_t links,
			uint64_t hubs, uint64_t authorities);

/* Would the core, with one more page on this side, which has these links? */
bool sp_core_breaks_density(const struct sp_grower *grower, enum sp_side which,
			    uint64_t links);

/*
 * Gives the sides room for the places that the web has given, before links of
 * these are counted; for units, before a core grows.  SP_MEMORY.
 */
enum sp_status sp_core_make_room(struct sp_grower *grower,
				 struct sp_error *err);
enum sp_status sp_core_room_for_units(struct sp_grower *grower,
				      const struct sp_units *units,
				      struct sp_error *err);

/*
 * Counts one more link between each of the pages at these places and the side
 * opposite to which; they become candidates of the side which, unless they are
 * dead, set aside or barred.  SP_MEMORY.
 */
enum sp_status sp_core_count_links(struct sp_grower *grower,
				   enum sp_side which, const uint32_t *places,
				   uint32_t count, struct sp_error *err);

/* Is the page no candidate of a side in any core of the ranking? */
bool sp_core_left_out(const struct sp_grower *grower, enum sp_side which,
		      uint32_t place);

/* Returns the links of a candidate with the other side. */
static inline uint64_t
sp_core_links(const struct sp_grower *grower, enum sp_side which,
	      uint32_t place)
{
	return grower->sides[which].links[place] +
	       sp_core_waiting_links(grower, which, place);
}

/*
 * Finds the place of the page that is to join a side next; false when there is
 * none.
 */
bool sp_core_candidate(struct sp_grower *grower, enum sp_side which,
		       uint32_t *place);

/* Have all pages joined whose links were counted? */
bool sp_core_all_joined(const struct sp_grower *grower);

/* Can the core not get the hubs that it must have at least (core.h)? */
bool sp_core_lacks_hubs(const struct sp_grower *grower);

/*
 * Finds the pages that are no members of a side because their unit has one
 * there.  SP_MEMORY.
 */
enum sp_status sp_core_find_alike(struct sp_grower *grower,
				  struct sp_error *err);

/* Empties the sides, for the next core. */
void sp_core_reset_sides(struct sp_grower *grower);

/* Frees what the sides hold. */
void sp_core_free_sides(struct sp_grower *grower);

#endif
