/* SPDX-License-Identifier: MIT */
/*
 * One group of windows, counted and then stored (form_near_group.h).
 *
 * Both passes run through the same rows and decide the same way which links are
 * near, by the ranges below; what the first counts is what the second stores.
 * A row ascends, and so the links to any range of pages are one piece of it:
 * row_in_range() finds its ends from both sides, which is quick because most
 * links are near, and so at the inside.
 *
 * In-links arrive in the order of their sources, as the blocks are read in
 * order, so a target gets its near sources ascending without sorting.  Far
 * links of the in side go to places that the group has for each segment, after
 * those of earlier groups; so they are sorted by source, too, whichever thread
 * is faster.  The out side has no parts, so a window is a segment: the near
 * links of its rows are ready in order, and its far ones are sorted by target
 * block afterwards, so that a pass reads values in one direction.
 *
 * A slot is a target in a segment: slot = segment * 2^shift + target % 2^shift.
 * Memory of a group is the positions of its own slots, 4 bytes for each page
 * and part, those of one window, 256 KiB of counts, and 12 bytes for each far
 * link of the window of out that has the most, to sort them.
 */
#include "rank/form_near_group.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* More far links of a window than this are left in the order of rows. */
#define SORTED_MAX (UINT64_C(1) << 24)

/* One group at work. */
struct group {
	const struct sp_near_maker *maker;
	uint64_t first, end;  /* pages */
	uint64_t *far_at;     /* of the group */
	uint32_t *counts;     /* SP_NEAR_REACH + 2, for sorting */
	/* The second pass: */
	uint32_t *in_at;      /* where the next near link of each slot goes,
				 counted from the first of its segment */
	uint32_t *out_at;     /* the same, for one window of out */
	uint64_t below, above; /* where its next far links go */
	uint32_t *order;      /* room for sorting far links, */
	double *sorted;       /* and for one of their arrays */
	uint64_t sorted_room;
};

/* ---- which links are near --------------------------------------------- */

struct range {
	uint64_t first, end;
};

/*
 * The targets near to a source: whole windows.  The inverse of sources_near():
 * all windows whose reach has the source.  A window reaches sp_near_before()
 * pages back and SP_NEAR_REACH forward from there.
 */
static inline struct range
targets_near(const struct sp_near_side *side, uint64_t source)
{
	uint64_t before = sp_near_before(side);
	uint64_t end = ((source + before) >> side->shift) + 1;
	uint64_t first = source < SP_NEAR_REACH ? 0 :
			 ((source + before - SP_NEAR_REACH) >> side->shift) + 1;

	end = end < side->windows ? end : side->windows;
	return (struct range){ first << side->shift, end << side->shift };
}

/* The sources near to the window that target is in. */
static inline struct range
sources_near(const struct sp_near_side *side, uint64_t target)
{
	uint64_t base = sp_near_base(side, target >> side->shift);

	return (struct range){ base, base + SP_NEAR_REACH };
}

/* Which links of a row lead to a range of pages. */
static inline struct range
row_in_range(const struct sp_list *row, struct range pages)
{
	struct range links = { 0, row->count };

	while (links.first < row->count &&
	       row->successors[links.first] < pages.first)
		links.first++;
	while (links.end > links.first &&
	       row->successors[links.end - 1] >= pages.end)
		links.end--;
	return links;
}

/*
 * Where the links of rows of one part belong on a side.  Kept apart from the
 * side, as the compiler cannot know that stores leave its fields as they are.
 */
struct grid {
	unsigned shift, parts, part;
};

static inline struct grid
grid_of(const struct sp_near_side *side, unsigned part)
{
	return (struct grid){ side->shift, side->parts, part };
}

/* The segment of a link to a target. */
static inline uint64_t
segment_of(struct grid grid, uint64_t target)
{
	return (target >> grid.shift) * grid.parts + grid.part;
}

/* The slot of a target: its place in the segment, after those before. */
static inline uint64_t
slot_of(struct grid grid, uint64_t target)
{
	uint64_t others = (target >> grid.shift) * (grid.parts - 1) + grid.part;

	return target + (others << grid.shift);
}

/* A row, and where its links belong on the in side. */
struct placed {
	const struct sp_list *row;
	uint64_t link;      /* the number of its first link */
	unsigned part;
	bool own;           /* of the group's own pages, not only near them */
	struct range reach; /* links whose targets are near: the others of own
			       rows are far */
	struct range near;  /* of these, links to windows of the group */
};

static unsigned
part_of_page(const struct sp_near_side *side, uint64_t page)
{
	return (unsigned)(page / SP_BLOCK_PAGES / SP_DEAL_BLOCKS % side->parts);
}

/* ---- counting --------------------------------------------------------- */

/*
 * A link is near for its window or far for its source's group, never both: near
 * links are counted by the group of the window, far ones by the group of the
 * row.
 */
static inline void
count_in(const struct group *group, const struct placed *placed)
{
	const uint32_t *successors = placed->row->successors;
	struct grid grid = grid_of(&group->maker->form->in, placed->part);
	uint16_t *degree = group->maker->in_degree;
	uint64_t *far_at = group->far_at;

	for (uint64_t i = placed->near.first; i < placed->near.end; i++)
		degree[slot_of(grid, successors[i])]++;
	if (!placed->own)
		return;
	for (uint64_t i = 0; i < placed->reach.first; i++)
		far_at[segment_of(grid, successors[i])]++;
	for (uint64_t i = placed->reach.end; i < placed->row->count; i++)
		far_at[segment_of(grid, successors[i])]++;
}

/*
 * segment->above holds the number of links below, for a while: sum_segments()
 * adds where the far links begin, and so makes it the place of those above.
 */
static void
count_out(const struct group *group, const struct sp_list *row)
{
	struct sp_form_near *form = group->maker->form;
	struct sp_near_segment *segment;
	struct range near;

	if (form->degree)
		form->degree[row->page] = row->count;
	if (!form->out.shift)
		return;
	near = row_in_range(row, sources_near(&form->out, row->page));
	segment = &form->out.segment[row->page >> form->out.shift];
	group->maker->out_degree[row->page] =
		(uint16_t)(near.end - near.first);
	segment->far += near.first + row->count - near.end;
	segment->above += near.first;
}

/* ---- filling in ------------------------------------------------------- */

static inline void
store_in_near(const struct group *group, const struct placed *placed)
{
	const struct sp_near_side *in = &group->maker->form->in;
	const struct sp_near_segment *segments = in->segment;
	struct grid grid = grid_of(in, placed->part);
	uint64_t before = sp_near_before(in), page = placed->row->page;
	uint64_t skipped = slot_of(grid_of(in, 0), group->first);
	uint32_t *in_at = group->in_at;
	uint16_t *near = in->near;

	for (uint64_t i = placed->near.first; i < placed->near.end; i++) {
		uint32_t target = placed->row->successors[i];
		uint64_t base = sp_near_back(target >> grid.shift << grid.shift,
					     before);
		uint64_t place = segments[segment_of(grid, target)].near +
				 in_at[slot_of(grid, target) - skipped]++;

		near[place] = (uint16_t)(page - base);
		sp_near_set_weight(group->maker, in->near_weight,
				   in->near_number, place, placed->link + i);
	}
}

static inline void
store_in_far(const struct group *group, const struct placed *placed,
	     uint64_t from, uint64_t end)
{
	const struct sp_near_side *in = &group->maker->form->in;
	struct grid grid = grid_of(in, placed->part);
	uint32_t mask = (UINT32_C(1) << in->shift) - 1;

	for (uint64_t i = from; i < end; i++) {
		uint32_t target = placed->row->successors[i];
		uint64_t at = group->far_at[segment_of(grid, target)]++;

		in->far[at] = placed->row->page;
		in->far_row[at] = (uint16_t)(target & mask);
		sp_near_set_weight(group->maker, in->far_weight,
				   in->far_number, at, placed->link + i);
	}
}

static inline void
store_out_far(const struct group *group, const struct placed *placed,
	      uint64_t from, uint64_t end, uint64_t *at)
{
	const struct sp_near_side *out = &group->maker->form->out;
	const struct sp_list *row = placed->row;
	uint32_t mask = (UINT32_C(1) << out->shift) - 1;

	for (uint64_t i = from; i < end; i++) {
		out->far[*at] = row->successors[i];
		sp_near_set_weight(group->maker, out->far_weight,
				   out->far_number, *at, placed->link + i);
		out->far_row[(*at)++] = (uint16_t)(row->page & mask);
	}
}

/* ---- segments of a group ----------------------------------------------- */

static struct range
group_segments(const struct sp_near_side *side, const struct group *group)
{
	return (struct range){ segment_of(grid_of(side, 0), group->first),
			       segment_of(grid_of(side, 0), group->end) };
}

static void
measure_segments(const struct sp_near_side *side, const struct group *group,
		 const uint16_t *degree)
{
	struct range segments = group_segments(side, group);

	for (uint64_t s = segments.first; s < segments.end; s++)
		sp_near_measure_segment(side, s, degree + (s << side->shift),
					group->counts);
}

/* ---- far links of the out side ---------------------------------------- */

/* Makes room for sorting; returns whether there is. */
static bool
sorting_room(struct group *group, uint64_t count)
{
	uint64_t room = group->sorted_room;

	return count > 1 && count <= SORTED_MAX &&
	       sp_grow(&group->order, &room, count) &&
	       sp_grow(&group->sorted, &group->sorted_room, count);
}

/* Puts items, of size bytes each, in the order that was found. */
static inline void
sort_items(const struct group *group, void *items, size_t size, uint64_t count)
{
	char *to = (char *)group->sorted, *from = items;

	for (uint64_t i = 0; i < count; i++)
		memcpy(to + i * size, from + group->order[i] * size, size);
	memcpy(items, to, count * size);
}

/*
 * Far links arrive row by row.  Stably sorted by where their sources are, they
 * leave the order of each sum as it is, and the values are read in one
 * direction.  Buckets of pages suffice.  If memory is short they stay as they
 * are, which only takes more time later.
 *
 * There are at most half as many buckets as links, so that clearing the counts
 * does not cost more than the sorting, and by the room of counts.
 */
static void
sort_far(struct group *group, uint64_t first, uint64_t end)
{
	const struct sp_near_side *out = &group->maker->form->out;
	uint64_t count = end - first, buckets, sum = 0;
	uint32_t *counts = group->counts;
	unsigned shift = 6;

	if (!sorting_room(group, count))
		return;
	while (out->pages >> shift > count / 2 ||
	       out->pages >> shift > SP_NEAR_REACH)
		shift++;
	buckets = (out->pages >> shift) + 1;
	memset(counts, 0, buckets * sizeof(*counts));
	for (uint64_t i = first; i < end; i++)
		counts[out->far[i] >> shift]++;
	for (uint64_t b = 0; b < buckets; b++) {
		uint64_t next = sum + counts[b];

		counts[b] = (uint32_t)sum;
		sum = next;
	}
	for (uint64_t i = first; i < end; i++)
		group->order[counts[out->far[i] >> shift]++] =
			(uint32_t)(i - first);
	sort_items(group, out->far + first, sizeof(*out->far), count);
	sort_items(group, out->far_row + first, sizeof(*out->far_row), count);
	if (out->far_weight)
		sort_items(group, out->far_weight + first, sizeof(double),
			   count);
	if (out->far_number)
		sort_items(group, out->far_number + first, sizeof(uint16_t),
			   count);
}

/* ---- a group ---------------------------------------------------------- */

static void
begin_out_window(struct group *group, uint64_t number)
{
	const struct sp_near_maker *maker = group->maker;
	const struct sp_near_side *out = &maker->form->out;

	sp_near_plan_segment(out, number,
			     maker->out_degree + (number << out->shift),
			     group->counts, group->out_at);
	group->below = out->segment[number].far;
	group->above = out->segment[number].above;
}

static void
end_out_window(struct group *group, uint64_t number)
{
	const struct sp_near_segment *segment =
		&group->maker->form->out.segment[number];

	sort_far(group, segment->far, segment->above);
	sort_far(group, segment->above, segment[1].far);
}

/*
 * Windows of the out side are handled one after the other, as their rows come;
 * out_at has where the row's near links begin.
 */
static inline void
store_out(struct group *group, const struct placed *placed)
{
	const struct sp_near_side *out = &group->maker->form->out;
	const struct sp_list *row = placed->row;
	struct range reach = sources_near(out, row->page);
	struct range near = row_in_range(row, reach);
	uint64_t mask = sp_near_size(out) - 1;
	uint64_t to = out->segment[row->page >> out->shift].near +
		      group->out_at[row->page & mask];

	for (uint64_t i = near.first; i < near.end; i++, to++) {
		out->near[to] = (uint16_t)(row->successors[i] - reach.first);
		sp_near_set_weight(group->maker, out->near_weight,
				   out->near_number, to, placed->link + i);
	}
	store_out_far(group, placed, 0, near.first, &group->below);
	store_out_far(group, placed, near.end, row->count, &group->above);
}

typedef void group_row(struct group *group, const struct placed *placed);

static void
form_near_group_count_row(struct group *group, const struct placed *placed)
{
	count_in(group, placed);
	if (placed->own)
		count_out(group, placed->row);
}

static void
form_near_group_store_row(struct group *group, const struct placed *placed)
{
	store_in_near(group, placed);
	if (!placed->own)
		return;
	store_in_far(group, placed, 0, placed->reach.first);
	store_in_far(group, placed, placed->reach.end, placed->row->count);
	if (group->maker->form->out.shift)
		store_out(group, placed);
}

/*
 * reach is of the whole graph, and is what decides between near and far; near
 * is only what falls into this group's windows.
 */
static inline void
visit_row(struct group *group, struct placed *placed, group_row *visit)
{
	const struct sp_near_side *in = &group->maker->form->in;
	struct range pages = targets_near(in, placed->row->page);

	if (placed->own)
		placed->reach = row_in_range(placed->row, pages);
	pages.first = pages.first > group->first ? pages.first : group->first;
	pages.end = pages.end < group->end ? pages.end : group->end;
	placed->near = row_in_range(placed->row, pages);
	visit(group, placed);
}

static inline void
form_near_group_visit_block(struct group *group, struct sp_cursor *cursor,
			    uint64_t block, group_row *visit)
{
	const struct sp_near_side *in = &group->maker->form->in;
	uint64_t page = block * SP_BLOCK_PAGES;
	const struct sp_link_weights *weights =
		group->maker->form->form.weights;
	struct sp_list lists[SP_LISTS];
	unsigned count;
	struct placed placed = {
		.part = part_of_page(in, page),
		.own = page >= group->first && page < group->end,
		.link = weights ? weights->block[block] : 0
	};

	sp_cursor_block(cursor, block);
	while ((count = sp_cursor_lists(cursor, lists)))
		for (unsigned k = 0; k < count; k++) {
			placed.row = &lists[k];
			visit_row(group, &placed, visit);
			placed.link += lists[k].count;
		}
}

/* The blocks of all sources near to the windows of a group, or in them. */
static struct range
group_blocks(const struct group *group)
{
	const struct sp_near_side *in = &group->maker->form->in;
	uint64_t last = (group->end - 1) >> in->shift;
	uint64_t blocks = sp_graph_blocks(group->maker->graph);
	struct range range = {
		sp_near_base(in, group->first >> in->shift) / SP_BLOCK_PAGES,
		(sp_near_base(in, last) + SP_NEAR_REACH) / SP_BLOCK_PAGES + 1
	};

	range.end = range.end < blocks ? range.end : blocks;
	return range;
}

/*
 * Segments are measured when all their near links are counted, which is after
 * the last block within reach.
 */
static enum sp_status
count_group(struct group *group, struct sp_cursor *cursor,
	    struct sp_error *err)
{
	const struct sp_near_maker *maker = group->maker;
	struct sp_form_near *form = maker->form;
	struct range blocks = group_blocks(group);

	for (uint64_t block = blocks.first; block < blocks.end; block++)
		form_near_group_visit_block(group, cursor, block,
					    form_near_group_count_row);
	measure_segments(&form->in, group, maker->in_degree);
	if (form->out.shift)
		measure_segments(&form->out, group, maker->out_degree);
	return sp_cursor_status(cursor, err);
}

/* Allocates what storing needs beyond counting. */
static enum sp_status
prepare_storing(struct group *group, struct sp_error *err)
{
	const struct sp_form_near *form = group->maker->form;
	uint64_t pages = group->end - group->first;

	group->in_at = sp_alloc_large(pages * form->in.parts,
				      sizeof(*group->in_at));
	group->out_at = sp_alloc(UINT64_C(1) << form->out.shift,
				 sizeof(*group->out_at));
	return group->in_at && group->out_at ?
		       SP_OK : sp_no_memory(err, "the near form");
}

/*
 * The in side is planned before any row is read, for all windows of the group;
 * the out side window by window, because a window of out is complete when its
 * own pages have been read.
 */
static enum sp_status
store_group(struct group *group, struct sp_cursor *cursor,
	    struct sp_error *err)
{
	const struct sp_near_maker *maker = group->maker;
	const struct sp_near_side *in = &maker->form->in;
	const struct sp_near_side *out = &maker->form->out;
	uint64_t out_mask = sp_near_size(out) - 1;
	struct range blocks = group_blocks(group);
	struct range segments = group_segments(in, group);

	if (prepare_storing(group, err))
		return err->status;
	for (uint64_t s = segments.first; s < segments.end; s++)
		sp_near_plan_segment(in, s,
				     maker->in_degree + (s << in->shift),
				     group->counts, group->in_at +
				     ((s - segments.first) << in->shift));
	for (uint64_t block = blocks.first; block < blocks.end; block++) {
		uint64_t page = block * SP_BLOCK_PAGES;
		uint64_t end = page + SP_BLOCK_PAGES;
		bool own = out->shift && page >= group->first &&
			   page < group->end;

		if (own && !(page & out_mask))
			begin_out_window(group, page >> out->shift);
		form_near_group_visit_block(group, cursor, block,
					    form_near_group_store_row);
		if (own && (!(end & out_mask) || end >= out->pages))
			end_out_window(group, page >> out->shift);
	}
	return sp_cursor_status(cursor, err);
}

/* ---- what threads call -------------------------------------------------- */

typedef enum sp_status group_pass(struct group *group,
				  struct sp_cursor *cursor,
				  struct sp_error *err);

static enum sp_status
run_group(const struct sp_near_maker *maker, uint64_t number,
	  group_pass *pass, struct sp_error *err)
{
	const struct sp_near_side *in = &maker->form->in;
	uint64_t first = number * maker->group_pages;
	uint64_t end = first + maker->group_pages;
	uint64_t all = in->windows << in->shift;
	struct group group = {
		.maker = maker, .first = first, .end = end < all ? end : all,
		.far_at = maker->far_at + number * sp_near_segments(in)
	};
	struct sp_cursor *cursor = sp_cursor_new(maker->graph);
	enum sp_status status;

	group.counts = sp_alloc(SP_NEAR_REACH + 2, sizeof(*group.counts));
	if (cursor && group.counts)
		status = pass(&group, cursor, err);
	else
		status = sp_no_memory(err, "the near form");
	sp_cursor_free(cursor);
	free(group.counts);
	free(group.in_at);
	free(group.out_at);
	free(group.order);
	free(group.sorted);
	return status;
}

enum sp_status
sp_near_count_group(const struct sp_near_maker *maker, uint64_t number,
		    struct sp_error *err)
{
	return run_group(maker, number, count_group, err);
}

enum sp_status
sp_near_store_group(const struct sp_near_maker *maker, uint64_t number,
		    struct sp_error *err)
{
	return run_group(maker, number, store_group, err);
}
