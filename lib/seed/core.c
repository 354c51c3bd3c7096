/* SPDX-License-Identifier: MIT */
#include "seed/core.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "seed/authorities.h"
#include "seed/candidates.h"
#include "seed/inlinks.h"

#include <stdlib.h>

/*
 * The graph has no in-links, so each hub that is looked for costs a pass over
 * all links, which serves a batch of pages.  The first batch of a ranking is
 * small, as most cores are; each further batch doubles, so that large cores,
 * and searches through many authorities, take few passes.
 */
#define BATCH_PAGES 1024
#define BATCH_DOUBLINGS 10

/* One side of the core: the pages that joined, and those that may. */
struct core_side {
	uint32_t *links;   /* of each page, with the other side of the core */
	uint64_t *joined;  /* bitset: pages in this side */
	uint32_t *touched; /* pages whose links are not 0: to reset them */
	uint64_t touched_count, touched_capacity;
	struct sp_candidates candidates;
	uint64_t size;
	bool closed;
};

struct sp_grower {
	const struct sp_graph *graph;
	struct sp_index *index;
	struct sp_accessor *accessor;
	struct sp_inlinks *inlinks;
	struct core_side sides[2];      /* by enum sp_side */
	struct sp_member *members;
	uint64_t member_count, member_capacity;
	uint32_t *batch;
	uint64_t batch_capacity;
	/* of the ranking */
	const uint64_t *dead;
	struct sp_authorities authorities;
	unsigned passes;
	/* of the core that grows */
	const struct sp_core_options *options;
	struct sp_top_item first;  /* its first authority */
	uint64_t links;
	bool stopped;
};

static inline bool
grower_is_dead(const struct sp_grower *grower, uint32_t page)
{
	return grower->dead && sp_bit_test(grower->dead, page);
}

/* ---- density ---------------------------------------------------------- */

/*
 * Is 100 * links < wanted * hubs * authorities?  A wanted density that is a
 * whole number, such as 100, is compared exactly.
 */
static bool
is_too_sparse(const struct sp_core_options *options, uint64_t links,
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

/* Would the core be too sparse with one more page on this side? */
static bool
breaks_density(const struct sp_grower *grower, enum sp_side which,
	       uint64_t links)
{
	uint64_t hubs = grower->sides[SP_HUB].size + (which == SP_HUB);
	uint64_t authorities = grower->sides[SP_AUTHORITY].size +
			       (which == SP_AUTHORITY);

	return is_too_sparse(grower->options, grower->links + links, hubs,
			     authorities);
}

/*
 * The fewest links, at least 1, with which a page may join a side.  When no
 * page may, that is more than the other side has pages.  Found by bisection,
 * so that the rule of the density stands in one place, is_too_sparse().
 */
static uint64_t
links_needed(const struct sp_grower *grower, enum sp_side which)
{
	uint64_t low = 1, high = grower->sides[!which].size + 1;

	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (breaks_density(grower, which, middle))
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* ---- candidates ------------------------------------------------------- */

/*
 * Is the page an authority that started a core before this one in the ranking,
 * and so is set aside?  Authorities start cores in their order.
 */
static inline bool
is_set_aside(const struct sp_grower *grower, uint32_t page)
{
	struct sp_top_item item = {
		grower->sides[SP_AUTHORITY].candidates.scores[page], page
	};

	return sp_top_before(item, grower->first);
}

/* Is the page barred from the side, now and later? */
static inline bool
cannot_join(const struct sp_grower *grower, enum sp_side which, uint32_t page)
{
	return sp_bit_test(grower->sides[which].joined, page) ||
	       (!grower->options->overlap &&
		sp_bit_test(grower->sides[!which].joined, page));
}

/*
 * Counts one more link between the page and the side opposite to which, and
 * makes the page a candidate.  The bucket is its number of links where those
 * decide (SP_MATCH_ALL), else 0, into which it is put once.
 */
static bool
count_link(struct sp_grower *grower, enum sp_side which, uint32_t page)
{
	struct core_side *side = &grower->sides[which];
	uint32_t links;

	if (grower_is_dead(grower, page) ||
	    (which == SP_AUTHORITY && is_set_aside(grower, page)))
		return true;
	links = ++side->links[page];
	if (links == 1) {
		if (!sp_grow(&side->touched, &side->touched_capacity,
			     side->touched_count + 1,
			     sizeof(*side->touched))) {
			/* reset_grower() would not find this page. */
			side->links[page] = 0;
			return false;
		}
		side->touched[side->touched_count++] = page;
	}
	if (cannot_join(grower, which, page))
		return true;
	if (grower->options->match == SP_MATCH_ALL)
		return sp_candidates_put(&side->candidates, links, page);
	return links > 1 || sp_candidates_put(&side->candidates, 0, page);
}

/* Will no more pages join the side? */
static inline bool
side_is_closed(const struct sp_grower *grower, enum sp_side which)
{
	const struct core_side *side = &grower->sides[which];
	uint64_t cap = grower->options->hub_cap;

	return side->closed || (which == SP_HUB && cap && side->size >= cap);
}

/*
 * The page that is to join a side next; false when there is none.  Drops
 * candidates that have joined since, or moved to another bucket.
 */
static bool
find_candidate(struct sp_grower *grower, enum sp_side which, uint32_t *page)
{
	struct core_side *side = &grower->sides[which];
	bool all = grower->options->match == SP_MATCH_ALL;
	uint64_t from, bucket;

	if (side_is_closed(grower, which))
		return false;
	from = all ? links_needed(grower, which) : 0;
	while (sp_candidates_first(&side->candidates, from, &bucket, page)) {
		if (!cannot_join(grower, which, *page) &&
		    (!all || side->links[*page] == bucket))
			return true;
		sp_candidates_drop(&side->candidates, bucket);
	}
	return false;
}

/* ---- in-links --------------------------------------------------------- */

static bool
batch_page(struct sp_grower *grower, uint64_t *count, uint32_t page)
{
	if (!sp_grow(&grower->batch, &grower->batch_capacity, *count + 1,
		     sizeof(*grower->batch)))
		return false;
	grower->batch[(*count)++] = page;
	return true;
}

/*
 * Adds candidates to the batch, up to room in all.  The front of a heap is not
 * sorted, but good enough: which pages are in a batch affects only the speed.
 */
static bool
batch_candidates(struct sp_grower *grower, uint64_t *count, uint64_t room)
{
	const struct sp_candidates *candidates =
		&grower->sides[SP_AUTHORITY].candidates;

	for (uint64_t b = candidates->buckets; b-- && *count < room;) {
		const struct sp_candidate_heap *heap = &candidates->heaps[b];

		for (uint64_t i = 0; i < heap->count && *count < room; i++)
			if (!cannot_join(grower, SP_AUTHORITY,
					 heap->items[i].id) &&
			    !batch_page(grower, count, heap->items[i].id))
				return false;
	}
	return true;
}

/*
 * The page that is asked for, then pages that are likely to be asked for soon:
 * candidates, and the best authorities of all, which new hubs tend to link to.
 */
static bool
make_batch(struct sp_grower *grower, uint32_t page, uint64_t *count)
{
	unsigned doublings = grower->passes < BATCH_DOUBLINGS ?
				     grower->passes : BATCH_DOUBLINGS;
	uint64_t room = (uint64_t)BATCH_PAGES << doublings;
	const struct sp_authorities *authorities = &grower->authorities;

	*count = 0;
	if (!sp_authorities_keep(&grower->authorities, room) ||
	    !batch_page(grower, count, page) ||
	    !batch_candidates(grower, count, room / 2))
		return false;
	for (uint64_t i = authorities->at;
	     i < authorities->top.count && *count < room; i++)
		if (!batch_page(grower, count, authorities->top.items[i].id))
			return false;
	return true;
}

/* The in-links of a page; if they are not kept, those of a batch are read. */
static enum sp_status
find_inlinks(struct sp_grower *grower, uint32_t page,
	     const uint32_t **sources, uint32_t *count, struct sp_error *err)
{
	enum sp_status status;
	uint64_t batch_count;

	if (sp_inlinks_get(grower->inlinks, page, sources, count))
		return SP_OK;
	if (!make_batch(grower, page, &batch_count))
		return sp_no_memory(err, "in-links");
	grower->passes++;
	status = sp_inlinks_collect(grower->inlinks, grower->dead,
				    grower->batch, batch_count, err);
	if (!status)
		(void)sp_inlinks_get(grower->inlinks, page, sources, count);
	return status;
}

/* ---- growth ----------------------------------------------------------- */

/*
 * Makes a page a member and counts its links with the candidates of the other
 * side.  Those are not needed, nor the in-links paid for, once it is closed.
 */
static enum sp_status
join_core(struct sp_grower *grower, enum sp_side which, uint32_t page,
	  struct sp_error *err)
{
	struct core_side *side = &grower->sides[which];
	const uint32_t *linked = NULL;
	uint32_t count = 0;
	enum sp_status status;

	if (!sp_grow(&grower->members, &grower->member_capacity,
		     grower->member_count + 1, sizeof(*grower->members)))
		return sp_no_memory(err, "cores");
	grower->members[grower->member_count++] = (struct sp_member){
		0, page, which, side->candidates.scores[page]
	};
	sp_bit_set(side->joined, page);
	side->size++;
	grower->links += side->links[page];
	if (side_is_closed(grower, !which))
		return SP_OK;
	if (which == SP_HUB)
		status = sp_accessor_page(grower->accessor, page, &linked,
					  &count, err);
	else
		status = find_inlinks(grower, page, &linked, &count, err);
	if (status)
		return status;
	for (uint32_t i = 0; i < count; i++)
		if (!count_link(grower, !which, linked[i]))
			return sp_no_memory(err, "candidates");
	return SP_OK;
}

static bool
has_wanted_size(const struct sp_grower *grower)
{
	return grower->options->size &&
	       grower->member_count >= grower->options->size;
}

/* The part of a round that belongs to one side. */
static enum sp_status
grow_side(struct sp_grower *grower, enum sp_side which, struct sp_error *err)
{
	const struct sp_core_options *options = grower->options;
	struct core_side *side = &grower->sides[which];
	bool test = !options->size && options->test == SP_TEST_EACH;
	enum sp_status status;
	uint32_t page;

	for (uint64_t i = 0; i < options->new_members; i++) {
		bool sparse;

		if (!find_candidate(grower, which, &page))
			return SP_OK;
		sparse = test && breaks_density(grower, which,
						side->links[page]);
		/* The page that breaks the density may join as the last. */
		if (!sparse || options->last == SP_LAST_KEEP) {
			status = join_core(grower, which, page, err);
			if (status)
				return status;
		}
		if (sparse) {
			side->closed = true;
			grower->stopped = options->on_break == SP_BREAK_STOP;
			return SP_OK;
		}
		if (options->exact && has_wanted_size(grower)) {
			grower->stopped = true;
			return SP_OK;
		}
	}
	return SP_OK;
}

/* The core as it was when a round began. */
struct round_start {
	uint64_t member_count;
	uint64_t links;
	uint64_t sizes[2];
};

static struct round_start
begin_round(const struct sp_grower *grower)
{
	return (struct round_start){ grower->member_count, grower->links,
			      { grower->sides[SP_HUB].size,
				grower->sides[SP_AUTHORITY].size } };
}

/*
 * Tests the density after a whole round.  If the round is undone, the growth
 * ends even with SP_BREAK_CLOSE: a side that added nothing had no candidate in
 * the larger core.
 */
static void
test_round_density(struct sp_grower *grower, const struct round_start *start)
{
	const struct sp_core_options *options = grower->options;
	struct core_side *sides = grower->sides;

	if (options->size || options->test != SP_TEST_ROUND ||
	    !is_too_sparse(options, grower->links, sides[SP_HUB].size,
			   sides[SP_AUTHORITY].size))
		return;
	if (options->last == SP_LAST_UNDO) {
		for (uint64_t i = start->member_count;
		     i < grower->member_count; i++) {
			struct sp_member *member = &grower->members[i];

			sp_bit_clear(sides[member->side].joined, member->page);
		}
		grower->member_count = start->member_count;
		grower->links = start->links;
		for (unsigned k = 0; k < 2; k++)
			sides[k].size = start->sizes[k];
		grower->stopped = true;
		return;
	}
	for (unsigned k = 0; k < 2; k++)
		if (sides[k].size > start->sizes[k])
			sides[k].closed = true;
	if (options->on_break == SP_BREAK_STOP)
		grower->stopped = true;
}

static enum sp_status
grow_rounds(struct sp_grower *grower, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	while (!grower->stopped && !has_wanted_size(grower)) {
		struct round_start start = begin_round(grower);

		status = grow_side(grower, SP_HUB, err);
		if (!status && !grower->stopped)
			status = grow_side(grower, SP_AUTHORITY, err);
		/* A round without a new member would repeat for ever. */
		if (status || grower->member_count == start.member_count)
			break;
		if (!grower->stopped)
			test_round_density(grower, &start);
	}
	return status;
}

/* ---- begin and end ---------------------------------------------------- */

/*
 * Resets what the core has changed, page by page: cores are small, and
 * clearing whole vectors would take a pass over all pages for each.
 */
static void
reset_grower(struct sp_grower *grower)
{
	for (unsigned k = 0; k < 2; k++) {
		struct core_side *side = &grower->sides[k];

		for (uint64_t i = 0; i < side->touched_count; i++)
			side->links[side->touched[i]] = 0;
		side->touched_count = 0;
		side->size = 0;
		side->closed = false;
		sp_candidates_clear(&side->candidates);
	}
	for (uint64_t i = 0; i < grower->member_count; i++) {
		struct sp_member *member = &grower->members[i];

		sp_bit_clear(grower->sides[member->side].joined,
			     member->page);
	}
}

void
sp_grower_rank(struct sp_grower *grower, const uint64_t *dead,
	       const double *hub, const double *authority)
{
	grower->dead = dead;
	grower->passes = 0;
	grower->sides[SP_HUB].candidates.scores = hub;
	grower->sides[SP_AUTHORITY].candidates.scores = authority;
	sp_authorities_begin(&grower->authorities, authority, dead,
			     sp_graph_pages(grower->graph));
}

enum sp_status
sp_grower_next(struct sp_grower *grower, bool *found, uint32_t *authority,
	       struct sp_error *err)
{
	if (!sp_authorities_next(&grower->authorities, found, authority))
		return sp_no_memory(err, "the best authorities");
	return SP_OK;
}

uint32_t
sp_grower_in_links(const struct sp_grower *grower, uint32_t page)
{
	return sp_inlinks_count(grower->inlinks, page);
}

enum sp_status
sp_core_grow(struct sp_grower *grower, uint32_t first,
	     const struct sp_core_options *options, struct sp_growth *growth,
	     struct sp_error *err)
{
	enum sp_status status = sp_core_check(options, err);

	*growth = (struct sp_growth){ 0, 0, 0, NULL, 0 };
	if (status)
		return status;
	grower->options = options;
	grower->links = 0;
	grower->stopped = false;
	grower->member_count = 0;
	grower->first = (struct sp_top_item){
		grower->sides[SP_AUTHORITY].candidates.scores[first], first
	};
	/* The first member has no links that could be tested. */
	status = join_core(grower, SP_AUTHORITY, first, err);
	if (!status)
		status = grow_rounds(grower, err);
	*growth = (struct sp_growth){
		grower->sides[SP_HUB].size, grower->sides[SP_AUTHORITY].size,
		grower->links, grower->members, grower->member_count
	};
	reset_grower(grower);
	return status;
}

enum sp_status
sp_core_check(const struct sp_core_options *options, struct sp_error *err)
{
	/* Negated, so that it refuses a NaN as well. */
	if (!(options->cover_density >= 0 && options->cover_density <= 100))
		return sp_fail(err, SP_USAGE, "cover density %g is not from 0 "
			       "to 100", options->cover_density);
	if (options->size == 1)
		return sp_fail(err, SP_USAGE, "core size 1: a core has at "
			       "least 2 pages");
	if (!options->new_members)
		return sp_fail(err, SP_USAGE, "0 new members a round: at "
			       "least 1 must join");
	return SP_OK;
}

static enum sp_status
allocate_sides(struct sp_grower *grower, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(grower->graph);

	grower->accessor = sp_accessor_new(grower->index);
	for (unsigned k = 0; k < 2; k++) {
		struct core_side *side = &grower->sides[k];

		side->links = sp_alloc_large_zero(pages, sizeof(uint32_t));
		side->joined = sp_bitset_new(pages);
		if (!grower->accessor || !side->links || !side->joined)
			return sp_no_memory(err, "cores");
	}
	return SP_OK;
}

enum sp_status
sp_grower_new(const struct sp_graph *graph, int threads,
	      struct sp_grower **grower, struct sp_error *err)
{
	struct sp_grower *made = sp_alloc_zero(1, sizeof(*made));
	enum sp_status status;

	*grower = NULL;
	if (!made)
		return sp_no_memory(err, "cores");
	made->graph = graph;
	status = sp_index_new(graph, threads, &made->index, err);
	if (!status)
		status = sp_inlinks_new(graph, threads, SP_INLINKS_BUDGET,
					&made->inlinks, err);
	if (!status)
		status = allocate_sides(made, err);
	if (status)
		sp_grower_free(made);
	else
		*grower = made;
	return status;
}

void
sp_grower_free(struct sp_grower *grower)
{
	if (!grower)
		return;
	for (unsigned k = 0; k < 2; k++) {
		struct core_side *side = &grower->sides[k];

		free(side->links);
		free(side->joined);
		free(side->touched);
		sp_candidates_clear(&side->candidates);
	}
	sp_accessor_free(grower->accessor);
	sp_index_free(grower->index);
	sp_inlinks_free(grower->inlinks);
	sp_authorities_free(&grower->authorities);
	free(grower->members);
	free(grower->batch);
	free(grower);
}

uint64_t
sp_grower_passes(const struct sp_grower *grower)
{
	return sp_inlinks_passes(grower->inlinks);
}
