/* SPDX-License-Identifier: MIT */
/*
 * Makes the near form in two passes over the graph: the first counts, the
 * second fills in.  Nothing else as large as the form is needed.
 *
 * Windows are dealt to threads in groups of consecutive ones.  A thread reads
 * the pages of its group, which give the far links to all windows and the out
 * side of the group's own, and the pages within reach before and after them,
 * which give the near links to the windows of the group.  So no two threads
 * write to one place, and all links arrive in page order.
 *
 * Far links go to windows anywhere.  Each group has a position in each window,
 * so that the links of earlier groups come first.
 */
#include "rank/form_near.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/*
 * More groups than this would need much memory for their positions, and fewer
 * pages in a group much time for the pages within reach.
 */
#define GROUPS_MAX 256
#define GROUP_PAGES_MIN (UINT64_C(1) << 17)
#define GROUP_PAGES (UINT64_C(1) << 20)
#define GROUPS_PER_THREAD 8 /* for threads to end together */

/* More far links of a window than this are left in the order of rows. */
#define SORTED_MAX (UINT64_C(1) << 24)

struct maker {
	struct sp_form_near *form;
	const struct sp_graph *graph;
	int threads;
	uint64_t group_pages; /* whole windows of both sides */
	uint64_t groups;
	uint16_t *in_degree;  /* near links of each slot, window by window */
	uint16_t *out_degree;
	uint64_t *far_at;     /* for each group and window: first the number
				 of far links, then where the next one goes */
};

/* One group at work. */
struct group {
	const struct maker *maker;
	uint64_t first, end;  /* pages */
	uint64_t *far_at;     /* of the group */
	uint32_t *counts;     /* SP_NEAR_REACH + 2, for sorting */
	/* The second pass: */
	uint32_t *in_at;      /* where the next near link of each slot goes,
				 counted from the first of its window */
	uint32_t *out_at;     /* the same, for one window of out */
	uint64_t below, above; /* where its next far links go */
	uint32_t *sorted_far; /* room for sorting far links */
	uint16_t *sorted_slot;
	uint64_t sorted_room;
};

/* ---- which links are near --------------------------------------------- */

struct range {
	uint64_t first, end;
};

/* The targets near to a source: whole windows. */
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

/* A row, and where its links belong on the in side. */
struct placed {
	const struct sp_list *row;
	unsigned part;
	bool own;           /* of the group's own pages, not only near them */
	struct range reach; /* links whose targets are near: the others of own
			       rows are far */
	struct range near;  /* of these, links to windows of the group */
};

static unsigned
part_of_page(const struct sp_near_side *side, uint64_t page)
{
	return (unsigned)(page / SP_BLOCK_PAGES / SP_DEAL_BLOCKS %
			  side->parts);
}

/* ---- counting --------------------------------------------------------- */

/* The place of a target's slot among those of all windows. */
static inline uint64_t
slot_of_all(const struct sp_near_side *side, unsigned part, uint64_t target)
{
	uint64_t mask = (UINT64_C(1) << side->shift) - 1;
	uint64_t window = target >> side->shift;

	return ((window * side->parts + part) << side->shift) +
	       (target & mask);
}

static inline void
count_in(const struct group *group, const struct placed *placed)
{
	const struct sp_near_side *in = &group->maker->form->in;
	const uint32_t *successors = placed->row->successors;
	uint16_t *degree = group->maker->in_degree;

	for (uint64_t i = placed->near.first; i < placed->near.end; i++)
		degree[slot_of_all(in, placed->part, successors[i])]++;
	if (!placed->own)
		return;
	for (uint64_t i = 0; i < placed->reach.first; i++)
		group->far_at[successors[i] >> in->shift]++;
	for (uint64_t i = placed->reach.end; i < placed->row->count; i++)
		group->far_at[successors[i] >> in->shift]++;
}

static void
count_out(const struct group *group, const struct sp_list *row)
{
	struct sp_form_near *form = group->maker->form;
	struct sp_near_window *window;
	struct range near;

	if (form->degree)
		form->degree[row->page] = row->count;
	if (!form->out.shift)
		return;
	near = row_in_range(row, sources_near(&form->out, row->page));
	window = &form->out.window[row->page >> form->out.shift];
	group->maker->out_degree[row->page] =
		(uint16_t)(near.end - near.first);
	window->far += near.first + row->count - near.end;
	window->above += near.first;
}

/* ---- filling in ------------------------------------------------------- */

static inline void
store_in_near(const struct group *group, const struct placed *placed)
{
	const struct sp_near_side *in = &group->maker->form->in;
	uint64_t skipped = slot_of_all(in, 0, group->first);
	uint32_t source = placed->row->page;

	for (uint64_t i = placed->near.first; i < placed->near.end; i++) {
		uint64_t target = placed->row->successors[i];
		uint64_t window = target >> in->shift;
		uint64_t slot = slot_of_all(in, placed->part, target);
		uint64_t at = group->in_at[slot - skipped]++;

		in->near[in->window[window].near + at] =
			(uint16_t)(source - sp_near_base(in, window));
	}
}

static inline void
store_in_far(const struct group *group, const struct placed *placed,
	     uint64_t from, uint64_t end)
{
	const struct sp_near_side *in = &group->maker->form->in;
	uint32_t mask = (UINT32_C(1) << in->shift) - 1;

	for (uint64_t i = from; i < end; i++) {
		uint32_t target = placed->row->successors[i];
		uint64_t at = group->far_at[target >> in->shift]++;

		in->far[at] = placed->row->page;
		in->far_slot[at] = (uint16_t)((placed->part << in->shift) +
					      (target & mask));
	}
}

static inline void
store_out_far(const struct sp_near_side *out, const struct sp_list *row,
	      uint64_t from, uint64_t end, uint64_t *at)
{
	uint32_t mask = (UINT32_C(1) << out->shift) - 1;

	for (uint64_t i = from; i < end; i++) {
		out->far[*at] = row->successors[i];
		out->far_slot[(*at)++] = (uint16_t)(row->page & mask);
	}
}

/* ---- rows by degree --------------------------------------------------- */

/* The slots of a window in the order of their degrees, and the runs. */
static uint32_t
count_degrees(const struct sp_near_side *side, const uint16_t *degree,
	      uint32_t *counts)
{
	uint64_t slots = sp_near_slots(side);
	uint32_t most = 0;

	for (uint64_t k = 0; k < slots; k++)
		most = degree[k] > most ? degree[k] : most;
	memset(counts, 0, (most + UINT64_C(2)) * sizeof(*counts));
	for (uint64_t k = 0; k < slots; k++)
		counts[degree[k]]++;
	return most;
}

/* Counts what the window needs: for sum_windows(). */
static void
measure_window(const struct sp_near_side *side, uint64_t number,
	       const uint16_t *degree, uint32_t *counts)
{
	struct sp_near_window *window = &side->window[number];
	uint32_t most = count_degrees(side, degree, counts);

	for (uint64_t d = 1; d <= most; d++) {
		window->near += d * counts[d];
		window->row += counts[d];
		window->run += counts[d] > 0;
	}
}

/* Stores rows and runs, and where the sources of each slot go. */
static void
plan_window(const struct sp_near_side *side, uint64_t number,
	    const uint16_t *degree, uint32_t *counts, uint32_t *at)
{
	const struct sp_near_window *window = &side->window[number];
	uint32_t most = count_degrees(side, degree, counts);
	struct sp_near_run *run = side->run + window->run;
	uint16_t *row = side->row + window->row;
	uint64_t slots = sp_near_slots(side);
	uint32_t next = 0, first_row = 0;

	/* counts becomes the number of the first row of each degree. */
	for (uint32_t d = 1; d <= most; d++) {
		uint32_t rows = counts[d];

		if (rows)
			*run++ = (struct sp_near_run){ d, rows };
		counts[d] = first_row;
		first_row += rows;
	}
	for (uint64_t k = 0; k < slots; k++)
		if (degree[k])
			row[counts[degree[k]]++] = (uint16_t)k;
	for (uint32_t k = 0; k < first_row; k++) {
		at[row[k]] = next;
		next += degree[row[k]];
	}
}

/* ---- far links of the out side ---------------------------------------- */

/* Makes room for sorting; returns whether there is. */
static bool
sorting_room(struct group *group, uint64_t count)
{
	uint64_t room = group->sorted_room;

	return count > 1 && count <= SORTED_MAX &&
	       sp_grow(&group->sorted_far, &room, count, sizeof(uint32_t)) &&
	       sp_grow(&group->sorted_slot, &group->sorted_room, count,
		       sizeof(uint16_t));
}

/*
 * Far links arrive row by row.  Stably sorted by where their sources are, they
 * leave the order in each slot as it is, and the values are read in one
 * direction.  Buckets of pages suffice, about as many as there are links.  If
 * memory is short they stay as they are, which only takes more time later.
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
	for (uint64_t i = first; i < end; i++) {
		uint32_t at = counts[out->far[i] >> shift]++;

		group->sorted_far[at] = out->far[i];
		group->sorted_slot[at] = out->far_slot[i];
	}
	memcpy(out->far + first, group->sorted_far, count * sizeof(uint32_t));
	memcpy(out->far_slot + first, group->sorted_slot,
	       count * sizeof(uint16_t));
}

/* ---- a group ---------------------------------------------------------- */

static void
begin_out_window(struct group *group, uint64_t number)
{
	const struct maker *maker = group->maker;
	const struct sp_near_side *out = &maker->form->out;

	plan_window(out, number, maker->out_degree + (number << out->shift),
		    group->counts, group->out_at);
	group->below = out->window[number].far;
	group->above = out->window[number].above;
}

static void
end_out_window(struct group *group, uint64_t number)
{
	const struct sp_near_window *window =
		&group->maker->form->out.window[number];

	sort_far(group, window->far, window->above);
	sort_far(group, window->above, window[1].far);
}

static inline void
store_out(struct group *group, const struct sp_list *row)
{
	const struct sp_near_side *out = &group->maker->form->out;
	struct range reach = sources_near(out, row->page);
	struct range near = row_in_range(row, reach);
	uint64_t mask = (UINT64_C(1) << out->shift) - 1;
	uint16_t *to = out->near + out->window[row->page >> out->shift].near +
		       group->out_at[row->page & mask];

	for (uint64_t i = near.first; i < near.end; i++)
		*to++ = (uint16_t)(row->successors[i] - reach.first);
	store_out_far(out, row, 0, near.first, &group->below);
	store_out_far(out, row, near.end, row->count, &group->above);
}

typedef void group_row(struct group *group, const struct placed *placed);

static void
count_row(struct group *group, const struct placed *placed)
{
	count_in(group, placed);
	if (placed->own)
		count_out(group, placed->row);
}

static void
store_row(struct group *group, const struct placed *placed)
{
	store_in_near(group, placed);
	if (!placed->own)
		return;
	store_in_far(group, placed, 0, placed->reach.first);
	store_in_far(group, placed, placed->reach.end, placed->row->count);
	if (group->maker->form->out.shift)
		store_out(group, placed->row);
}

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
visit_block(struct group *group, struct sp_cursor *cursor, uint64_t block,
	    group_row *visit)
{
	const struct sp_near_side *in = &group->maker->form->in;
	uint64_t page = block * SP_BLOCK_PAGES;
	struct sp_list lists[SP_LISTS];
	unsigned count;
	struct placed placed = {
		.part = part_of_page(in, page),
		.own = page >= group->first && page < group->end
	};

	sp_cursor_block(cursor, block);
	while ((count = sp_cursor_lists(cursor, lists)))
		for (unsigned k = 0; k < count; k++) {
			placed.row = &lists[k];
			visit_row(group, &placed, visit);
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

static enum sp_status
count_group(struct group *group, struct sp_cursor *cursor,
	    struct sp_error *err)
{
	const struct maker *maker = group->maker;
	struct sp_form_near *form = maker->form;
	struct range blocks = group_blocks(group);

	for (uint64_t block = blocks.first; block < blocks.end; block++)
		visit_block(group, cursor, block, count_row);
	for (uint64_t first = group->first; first < group->end;
	     first += UINT64_C(1) << form->in.shift)
		measure_window(&form->in, first >> form->in.shift,
			       maker->in_degree +
				       slot_of_all(&form->in, 0, first),
			       group->counts);
	for (uint64_t first = group->first;
	     form->out.shift && first < group->end;
	     first += UINT64_C(1) << form->out.shift)
		measure_window(&form->out, first >> form->out.shift,
			       maker->out_degree + first, group->counts);
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

static enum sp_status
store_group(struct group *group, struct sp_cursor *cursor,
	    struct sp_error *err)
{
	const struct maker *maker = group->maker;
	const struct sp_near_side *in = &maker->form->in;
	const struct sp_near_side *out = &maker->form->out;
	uint64_t out_mask = (UINT64_C(1) << out->shift) - 1;
	struct range blocks = group_blocks(group);
	uint64_t skipped = slot_of_all(in, 0, group->first);

	if (prepare_storing(group, err))
		return err->status;
	for (uint64_t first = group->first; first < group->end;
	     first += UINT64_C(1) << in->shift) {
		uint64_t slot = slot_of_all(in, 0, first);

		plan_window(in, first >> in->shift, maker->in_degree + slot,
			    group->counts, group->in_at + slot - skipped);
	}
	for (uint64_t block = blocks.first; block < blocks.end; block++) {
		uint64_t page = block * SP_BLOCK_PAGES;
		uint64_t end = page + SP_BLOCK_PAGES;
		bool own = out->shift && page >= group->first &&
			   page < group->end;

		if (own && !(page & out_mask))
			begin_out_window(group, page >> out->shift);
		visit_block(group, cursor, block, store_row);
		if (own && (!(end & out_mask) || end >= out->pages))
			end_out_window(group, page >> out->shift);
	}
	return sp_cursor_status(cursor, err);
}

/* ---- all groups ------------------------------------------------------- */

typedef enum sp_status group_pass(struct group *group,
				  struct sp_cursor *cursor,
				  struct sp_error *err);

static enum sp_status
run_group(const struct maker *maker, uint64_t number, group_pass *pass,
	  struct sp_error *err)
{
	const struct sp_near_side *in = &maker->form->in;
	uint64_t first = number * maker->group_pages;
	uint64_t end = first + maker->group_pages;
	uint64_t all = in->windows << in->shift;
	struct group group = {
		.maker = maker, .first = first, .end = end < all ? end : all,
		.far_at = maker->far_at + number * in->windows
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
	free(group.sorted_far);
	free(group.sorted_slot);
	return status;
}

/* The failure of the first group is reported, whichever thread is faster. */
static enum sp_status
run_groups(const struct maker *maker, group_pass *pass, struct sp_error *err)
{
	uint64_t failed = UINT64_MAX;

#pragma omp parallel for num_threads(maker->threads) schedule(dynamic)
	for (uint64_t g = 0; g < maker->groups; g++) {
		struct sp_error failure;

		if (!run_group(maker, g, pass, &failure))
			continue;
#pragma omp critical(sp_near_failed)
		if (g < failed) {
			failed = g;
			*err = failure;
		}
	}
	return failed == UINT64_MAX ? SP_OK : err->status;
}

/* ---- sizes ------------------------------------------------------------ */

/* Far links of the in side: how many, then where each group's go. */
static void
place_far(const struct maker *maker)
{
	struct sp_near_side *in = &maker->form->in;
	uint64_t next = 0;

	for (uint64_t w = 0; w < in->windows; w++) {
		in->window[w].far = next;
		for (uint64_t g = 0; g < maker->groups; g++) {
			uint64_t *at = &maker->far_at[g * in->windows + w];
			uint64_t count = *at;

			*at = next;
			next += count;
		}
	}
	in->window[in->windows].far = next;
}

/* Turns a count into the sum of those before it. */
static void
count_to_place(uint64_t *count, uint64_t *next)
{
	uint64_t place = *next;

	*next += *count;
	*count = place;
}

/* Turns the counts of all windows into places; far: also of far links. */
static void
sum_windows(struct sp_near_side *side, bool far)
{
	uint64_t next_far = 0, near = 0, row = 0, run = 0;

	for (uint64_t w = 0; w <= side->windows; w++) {
		struct sp_near_window *window = &side->window[w];

		if (far) {
			count_to_place(&window->far, &next_far);
			window->above += window->far;
		}
		count_to_place(&window->near, &near);
		count_to_place(&window->row, &row);
		count_to_place(&window->run, &run);
	}
}

/* The arrays, from the places of the window after the last. */
static enum sp_status
allocate_side(struct sp_near_side *side, struct sp_error *err)
{
	const struct sp_near_window *end = &side->window[side->windows];

	side->near = sp_alloc_large(end->near, sizeof(*side->near));
	side->row = sp_alloc_large(end->row, sizeof(*side->row));
	side->run = sp_alloc_large(end->run, sizeof(*side->run));
	side->far = sp_alloc_large(end->far + SP_NEAR_AHEAD,
				   sizeof(*side->far));
	side->far_slot = sp_alloc_large(end->far, sizeof(*side->far_slot));
	if (!side->near || !side->row || !side->run || !side->far ||
	    !side->far_slot)
		return sp_no_memory(err, "the near form");
	memset(side->far + end->far, 0, SP_NEAR_AHEAD * sizeof(*side->far));
	return SP_OK;
}

/* Far links of the in side are sorted by source: finds those above. */
static void
find_above(struct sp_near_side *in)
{
	for (uint64_t w = 0; w < in->windows; w++) {
		uint64_t low = in->window[w].far, high = in->window[w + 1].far;
		uint64_t base = sp_near_base(in, w);

		while (low < high) {
			uint64_t middle = low + (high - low) / 2;

			if (in->far[middle] < base)
				low = middle + 1;
			else
				high = middle;
		}
		in->window[w].above = low;
	}
}

/* ---- the form --------------------------------------------------------- */

void
sp_near_free_side(struct sp_near_side *side)
{
	free(side->window);
	free(side->near);
	free(side->row);
	free(side->run);
	free(side->far);
	free(side->far_slot);
}

static enum sp_status
begin_side(struct sp_near_side *side, const struct sp_graph *graph,
	   uint16_t **degree, struct sp_error *err)
{
	uint64_t size = UINT64_C(1) << side->shift;

	side->pages = sp_graph_pages(graph);
	side->windows = (side->pages + size - 1) >> side->shift;
	side->window = sp_alloc_zero(side->windows + 1, sizeof(*side->window));
	*degree = sp_alloc_large_zero(side->windows * sp_near_slots(side),
				      sizeof(**degree));
	return side->window && *degree ?
		       SP_OK : sp_no_memory(err, "the near form");
}

static enum sp_status
begin_making(struct maker *maker, struct sp_error *err)
{
	struct sp_form_near *form = maker->form;
	uint64_t pages = sp_graph_pages(maker->graph), groups;
	uint64_t wanted = (uint64_t)maker->threads * GROUPS_PER_THREAD;

	if (begin_side(&form->in, maker->graph, &maker->in_degree, err))
		return err->status;
	if (form->out.shift &&
	    begin_side(&form->out, maker->graph, &maker->out_degree, err))
		return err->status;
	maker->group_pages = GROUP_PAGES_MIN;
	while (groups = (pages + maker->group_pages - 1) / maker->group_pages,
	       groups > GROUPS_MAX ||
	       (groups > wanted && maker->group_pages < GROUP_PAGES))
		maker->group_pages *= 2;
	maker->groups = groups;
	maker->far_at = sp_alloc_zero(groups * form->in.windows,
				      sizeof(*maker->far_at));
	return maker->far_at ? SP_OK : sp_no_memory(err, "the near form");
}

static enum sp_status
make_sides(struct maker *maker, struct sp_error *err)
{
	struct sp_form_near *form = maker->form;

	if (begin_making(maker, err) || run_groups(maker, count_group, err))
		return err->status;
	place_far(maker);
	sum_windows(&form->in, false);
	if (allocate_side(&form->in, err))
		return err->status;
	if (form->out.shift) {
		sum_windows(&form->out, true);
		if (allocate_side(&form->out, err))
			return err->status;
	}
	if (run_groups(maker, store_group, err))
		return err->status;
	find_above(&form->in);
	return SP_OK;
}

enum sp_status
sp_near_make(struct sp_form_near *near, const struct sp_graph *graph,
	     int threads, struct sp_error *err)
{
	struct maker maker = { .form = near, .graph = graph,
			       .threads = threads };
	enum sp_status status = make_sides(&maker, err);

	free(maker.in_degree);
	free(maker.out_degree);
	free(maker.far_at);
	return status;
}
