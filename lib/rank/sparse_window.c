/* SPDX-License-Identifier: MIT */
/*
 * Making windows (sparse_window.h); sparse_kernel.c has the kernels on them.
 *
 * Why equal rows are worth finding: pruned webs have the same navigation in
 * every page of a site, so a window of 8,192 rows has far fewer lists, and the
 * sum over a list serves all of its rows.  Rows are compared by a hash of their
 * places and then by their contents; a search that gives up too early costs a
 * list that is there twice, and nothing else.
 *
 * Why lists are ordered by length: four sums are added side by side as far as
 * the shortest of four goes, so four lists should be about as long.  A counting
 * sort does it in linear time, and lists of LONG_LIST or more numbers, of which
 * there are few, stay in the order in which they came.
 *
 * The in-links of a target are kept in the same way, with rows as 16-bit
 * numbers, four of which make one load.  Targets are numbered in the order of
 * their first link, so no array over all places is read; the array that finds
 * the number of a place is the caller's, and is cleared by way of the targets.
 */
#include "rank/sparse_window.h"

#include "base/bitset.h"
#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Slots for the search of equal rows; no chain is followed further. */
#define SLOTS (2 * SP_SPARSE_ROWS)
#define PROBES 16

/* Lists of at least this length need not be ordered among each other. */
#define LONG_LIST SP_SPARSE_ROWS

/* A list of numbers while a window is made. */
struct list {
	uint64_t start;  /* in an array of them */
	uint32_t count;
	uint32_t name;   /* which list it is, or the place of the target */
};

/* Lists, and the same in the order of their lengths. */
struct list_table {
	uint32_t count;
	uint64_t capacity, sorted_capacity;
	struct list *lists, *sorted;
};

struct sp_sparse_maker {
	const uint32_t *place_of;
	uint32_t *target_of;       /* of a place: number of its target + 1 */
	/* the rows of the window */
	uint32_t rows;
	uint64_t links;
	uint64_t capacity;
	uint32_t *successors;      /* places */
	uint64_t starts[SP_SPARSE_ROWS + 1];
	uint32_t pages[SP_SPARSE_ROWS];
	uint32_t list_of[SP_SPARSE_ROWS];
	/* those that differ */
	struct list_table rows_kept;
	uint64_t hashes[SP_SPARSE_ROWS];  /* of each list */
	uint32_t slots[SLOTS];            /* number of a list + 1 */
	/* the in-links of each target */
	struct list_table targets;
	uint64_t sources_capacity;
	uint16_t *sources;
	uint32_t lengths[LONG_LIST + 2];
	uint32_t position[SP_SPARSE_ROWS]; /* of a list, once ordered */
};

struct sp_sparse_maker *
sp_sparse_maker_new(const uint32_t *place_of, uint32_t *scratch)
{
	struct sp_sparse_maker *maker = sp_alloc_zero(1, sizeof(*maker));

	if (!maker)
		return NULL;
	maker->place_of = place_of;
	maker->target_of = scratch;
	return maker;
}

static void
free_table(struct list_table *table)
{
	free(table->lists);
	free(table->sorted);
}

void
sp_sparse_maker_free(struct sp_sparse_maker *maker)
{
	if (!maker)
		return;
	free_table(&maker->rows_kept);
	free_table(&maker->targets);
	free(maker->successors);
	free(maker->sources);
	free(maker);
}

/* ---- lists ------------------------------------------------------------ */

static bool
sparse_window_add_list(struct list_table *table, uint64_t start, uint32_t count,
		       uint32_t name)
{
	if (!sp_grow(&table->lists, &table->capacity,
		     (uint64_t)table->count + 1))
		return false;
	table->lists[table->count++] = (struct list){ start, count, name };
	return true;
}

/* By a counting sort, which keeps the order of lists of one length. */
static bool
sort_lists(struct list_table *table, uint32_t lengths[LONG_LIST + 2])
{
	if (!sp_grow(&table->sorted, &table->sorted_capacity,
		     (uint64_t)table->count + 1))
		return false;
	memset(lengths, 0, (LONG_LIST + 2) * sizeof(*lengths));
	for (uint32_t i = 0; i < table->count; i++) {
		uint32_t count = table->lists[i].count;

		lengths[(count < LONG_LIST ? count : LONG_LIST) + 1]++;
	}
	for (uint32_t i = 0; i < LONG_LIST; i++)
		lengths[i + 1] += lengths[i];
	for (uint32_t i = 0; i < table->count; i++) {
		uint32_t count = table->lists[i].count;
		uint32_t length = count < LONG_LIST ? count : LONG_LIST;

		table->sorted[lengths[length]++] = table->lists[i];
	}
	return true;
}

/* How far the lists of a bundle go together. */
static uint32_t
bundle_width(const struct list *bundle)
{
	uint32_t width = bundle[0].count;

	for (unsigned k = 1; k < SP_SPARSE_LANES; k++)
		width = bundle[k].count < width ? bundle[k].count : width;
	return width;
}

/*
 * Counts the bundles and tails of sorted lists, and returns the sum of the
 * widths.  The first lists, which are no bundle, are tails.
 */
static uint64_t
count_bundles(const struct list_table *table, struct sp_sparse_lists *lists)
{
	uint32_t first = table->count % SP_SPARSE_LANES;
	uint64_t sum = 0;

	lists->count = table->count;
	lists->bundles = table->count / SP_SPARSE_LANES;
	lists->tail_count = first;
	for (uint32_t i = first; i < table->count; i += SP_SPARSE_LANES) {
		const struct list *bundle = &table->sorted[i];
		uint32_t width = bundle_width(bundle);

		sum += width;
		for (unsigned k = 0; k < SP_SPARSE_LANES; k++)
			lists->tail_count += bundle[k].count > width;
	}
	return sum;
}

/* Sets the widths and tails that count_bundles() has counted. */
static void
set_bundles(const struct list_table *table, struct sp_sparse_lists *lists)
{
	uint32_t first = table->count % SP_SPARSE_LANES;
	struct sp_sparse_tail *tail = lists->tails;

	for (uint32_t i = 0; i < first; i++)
		*tail++ = (struct sp_sparse_tail){ i, table->sorted[i].count };
	for (uint32_t b = 0; b < lists->bundles; b++) {
		uint32_t at = first + b * SP_SPARSE_LANES;
		uint32_t width = bundle_width(&table->sorted[at]);

		lists->widths[b] = width;
		for (unsigned k = 0; k < SP_SPARSE_LANES; k++, at++)
			if (table->sorted[at].count > width)
				*tail++ = (struct sp_sparse_tail){
					at, table->sorted[at].count - width
				};
	}
}

/* ---- rows ------------------------------------------------------------- */

/* The list of a row: one that is equal to it, or a new one. */
static bool
find_list(struct sp_sparse_maker *maker, uint64_t start, uint32_t count,
	  uint32_t *found)
{
	struct list_table *table = &maker->rows_kept;
	const uint32_t *row = maker->successors + start;
	uint64_t hash = sp_hash(row, count * sizeof(*row)), at = hash;
	uint32_t *slot = NULL;

	for (unsigned probe = 0; probe < PROBES; probe++, at++) {
		const struct list *list;

		slot = &maker->slots[at % SLOTS];
		if (!*slot)
			break;
		list = &table->lists[*slot - 1];
		if (maker->hashes[*slot - 1] == hash && list->count == count &&
		    !memcmp(maker->successors + list->start, row,
			    count * sizeof(*row))) {
			*found = *slot - 1;
			return true;
		}
	}
	*found = table->count;
	maker->hashes[*found] = hash;
	/* Where rows were made to collide, the last slot is taken over. */
	*slot = *found + 1;
	return sparse_window_add_list(table, start, count, *found);
}

/*
 * Places are written after those of the rows before, and stay there only if the
 * row has any; a link to a page without a place leaves no trace.
 */
bool
sp_sparse_maker_row(struct sp_sparse_maker *maker, const struct sp_list *row,
		    bool *full)
{
	uint32_t at = maker->rows, count = 0;
	uint32_t *places;

	if (!sp_grow(&maker->successors, &maker->capacity,
		     maker->links + row->count))
		return false;
	places = maker->successors + maker->links;
	for (uint32_t i = 0; i < row->count; i++) {
		places[count] = maker->place_of[row->successors[i]];
		count += places[count] != SP_SPARSE_NO_PLACE;
	}
	*full = false;
	if (!count)
		return true;
	maker->pages[at] = row->page;
	maker->starts[at] = maker->links;
	if (!find_list(maker, maker->links, count, &maker->list_of[at]))
		return false;
	maker->links += count;
	maker->starts[++maker->rows] = maker->links;
	*full = maker->rows == SP_SPARSE_ROWS ||
		maker->links >= SP_SPARSE_LINKS;
	return true;
}

bool
sp_sparse_maker_begun(const struct sp_sparse_maker *maker)
{
	return maker->rows > 0;
}

/* ---- targets ---------------------------------------------------------- */

/* Counts the in-links of each target, in the order of first links. */
static bool
count_targets(struct sp_sparse_maker *maker)
{
	struct list_table *targets = &maker->targets;

	for (uint64_t i = 0; i < maker->links; i++) {
		uint32_t place = maker->successors[i];

		if (!maker->target_of[place]) {
			if (!sparse_window_add_list(targets, 0, 0, place))
				return false;
			maker->target_of[place] = targets->count;
		}
		targets->lists[maker->target_of[place] - 1].count++;
	}
	return true;
}

/*
 * Lists the rows that link to each target, in their order.  Rows are visited in
 * their order, so the sources of each target ascend: the order of sum.h.
 */
static bool
fill_targets(struct sp_sparse_maker *maker)
{
	struct list *lists = maker->targets.lists;
	uint64_t start = 0;

	if (!sp_grow(&maker->sources, &maker->sources_capacity, maker->links))
		return false;
	for (uint32_t t = 0; t < maker->targets.count; t++) {
		lists[t].start = start;
		start += lists[t].count;
		lists[t].count = 0;
	}
	for (uint32_t row = 0; row < maker->rows; row++)
		for (uint64_t i = maker->starts[row];
		     i < maker->starts[row + 1]; i++) {
			uint32_t place = maker->successors[i];
			struct list *list =
				&lists[maker->target_of[place] - 1];

			maker->sources[list->start + list->count++] =
				(uint16_t)row;
		}
	return true;
}

static void
forget_rows(struct sp_sparse_maker *maker)
{
	for (uint32_t t = 0; t < maker->targets.count; t++)
		maker->target_of[maker->targets.lists[t].name] = 0;
	memset(maker->slots, 0, sizeof(maker->slots));
	maker->rows_kept.count = 0;
	maker->targets.count = 0;
	maker->rows = 0;
	maker->links = 0;
}

/* ---- a window --------------------------------------------------------- */

static uint64_t
count_numbers(const struct list_table *table)
{
	uint64_t numbers = 0;

	for (uint32_t i = 0; i < table->count; i++)
		numbers += table->lists[i].count;
	return numbers;
}

/* Memory of which arrays take their parts; block is NULL to measure them. */
struct window_room {
	uint8_t *block;
	uint64_t used;
};

static void *
take_room(struct window_room *room, uint64_t count, size_t size)
{
	uint64_t at = room->used;

	room->used += count * size;
	return room->block ? room->block + at : NULL;
}

static void
place_lists(struct sp_sparse_lists *lists, struct window_room *room)
{
	lists->widths = take_room(room, lists->bundles,
				  sizeof(*lists->widths));
	lists->tails = take_room(room, lists->tail_count,
				 sizeof(*lists->tails));
}

/*
 * In the order of their alignment.  widths is the sum of those of the targets;
 * their tails have the rest of all links.
 */
static void
place_arrays(struct sp_sparse_window *w, uint64_t successors, uint64_t widths,
	     uint64_t links, struct window_room *room)
{
	w->dead = take_room(room, sp_bitset_words(w->rows), sizeof(*w->dead));
	w->sources = take_room(room, widths, sizeof(*w->sources));
	place_lists(&w->lists, room);
	place_lists(&w->targets, room);
	w->pages = take_room(room, w->rows, sizeof(*w->pages));
	w->successors = take_room(room, successors, sizeof(*w->successors));
	w->places = take_room(room, w->targets.count, sizeof(*w->places));
	w->list_of = take_room(room, w->rows, sizeof(*w->list_of));
	w->tail_sources = take_room(room, links - SP_SPARSE_LANES * widths,
				    sizeof(*w->tail_sources));
}

static void
set_rows(struct sp_sparse_maker *maker, struct sp_sparse_window *window)
{
	const struct list_table *table = &maker->rows_kept;

	for (uint32_t i = 0; i < table->count; i++)
		maker->position[table->sorted[i].name] = i;
	memset(window->dead, 0,
	       sp_bitset_words(window->rows) * sizeof(*window->dead));
	for (uint32_t row = 0; row < window->rows; row++) {
		window->pages[row] = maker->pages[row];
		window->list_of[row] =
			(uint16_t)maker->position[maker->list_of[row]];
	}
}

/* The successors of the lists, alternating in bundles; then the tails. */
static void
set_successors(const struct sp_sparse_maker *maker,
	       struct sp_sparse_window *window)
{
	const struct list_table *table = &maker->rows_kept;
	uint32_t at = table->count % SP_SPARSE_LANES;
	uint32_t *to = window->successors;

	for (uint32_t b = 0; b < window->lists.bundles; b++)
		for (uint32_t i = 0; i < window->lists.widths[b]; i++)
			for (unsigned k = 0; k < SP_SPARSE_LANES; k++) {
				const struct list *list = &table->sorted
					[at + b * SP_SPARSE_LANES + k];

				*to++ = maker->successors[list->start + i];
			}
	for (uint32_t t = 0; t < window->lists.tail_count; t++) {
		struct sp_sparse_tail tail = window->lists.tails[t];
		const struct list *list = &table->sorted[tail.list];

		memcpy(to, maker->successors + list->start + list->count -
			   tail.count, tail.count * sizeof(*to));
		to += tail.count;
	}
}

/* The rows that link to the targets, in the same way. */
static void
set_sources(const struct sp_sparse_maker *maker,
	    struct sp_sparse_window *window)
{
	const struct list_table *table = &maker->targets;
	const struct list *bundle = table->sorted +
				    table->count % SP_SPARSE_LANES;
	uint64_t *to = window->sources;
	uint16_t *tail_to = window->tail_sources;

	for (uint32_t b = 0; b < window->targets.bundles;
	     b++, bundle += SP_SPARSE_LANES)
		for (uint32_t i = 0; i < window->targets.widths[b]; i++) {
			uint64_t four = 0;

			for (unsigned k = SP_SPARSE_LANES; k-- > 0;)
				four = four << 16 |
				       maker->sources[bundle[k].start + i];
			*to++ = four;
		}
	for (uint32_t t = 0; t < window->targets.tail_count; t++) {
		struct sp_sparse_tail tail = window->targets.tails[t];
		const struct list *list = &table->sorted[tail.list];

		memcpy(tail_to, maker->sources + list->start + list->count -
				tail.count, tail.count * sizeof(*tail_to));
		tail_to += tail.count;
	}
	for (uint32_t t = 0; t < table->count; t++)
		window->places[t] = table->sorted[t].name;
}

/* Makes room for all arrays, in one block. */
static bool
make_window_arrays(const struct sp_sparse_maker *maker,
		   struct sp_sparse_window *w)
{
	struct window_room room = { NULL, 0 };
	uint64_t successors = count_numbers(&maker->rows_kept), widths;

	count_bundles(&maker->rows_kept, &w->lists);
	widths = count_bundles(&maker->targets, &w->targets);
	place_arrays(w, successors, widths, maker->links, &room);
	room = (struct window_room){ sp_alloc(room.used, 1), 0 };
	if (!room.block)
		return false;
	w->block = room.block;
	place_arrays(w, successors, widths, maker->links, &room);
	w->bytes = room.used;
	return true;
}

bool
sp_sparse_maker_finish(struct sp_sparse_maker *maker,
		       struct sp_sparse_window *window)
{
	struct sp_sparse_window w = { .rows = maker->rows,
				      .links = maker->links };
	bool made = count_targets(maker) && fill_targets(maker) &&
		    sort_lists(&maker->rows_kept, maker->lengths) &&
		    sort_lists(&maker->targets, maker->lengths) &&
		    make_window_arrays(maker, &w);

	*window = (struct sp_sparse_window){ .rows = 0 };
	if (made) {
		set_bundles(&maker->rows_kept, &w.lists);
		set_bundles(&maker->targets, &w.targets);
		set_rows(maker, &w);
		set_successors(maker, &w);
		set_sources(maker, &w);
		*window = w;
	}
	forget_rows(maker);
	return made;
}

void
sp_sparse_window_free(struct sp_sparse_window *window)
{
	free(window->block);
	*window = (struct sp_sparse_window){ .rows = 0 };
}
