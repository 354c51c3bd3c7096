/* SPDX-License-Identifier: MIT */
/*
 * Components of hubs and authorities in the whole graph, by union and find over
 * its rows.
 *
 * A row joins the authorities that it links to; one pass over the rows, by all
 * threads, joins all (base/forest.h: the result does not depend on the order).
 * A component is then its smallest authority.  Its links are counted at the
 * first authority of each row, and added up at the root.
 *
 * Large components stay in the graph, where a form ranks them, each by the
 * label of its authorities.  All others are cut off: their rows are copied,
 * once, into memory of their own (pieces.c), so that ranking one costs as much
 * as it has links, and not a pass over the graph.  Webs have one large
 * component and a great number of tiny ones; the limits (set_limit()) are
 * chosen so that there are never more than 15 large ones, for each of which a
 * ranking costs a pass over everything.
 *
 * Passes over all places go by the words of bit sets, which threads share.
 */
#include "seed/split_search.h"

#include "base/bitset.h"
#include "base/forest.h"
#include "base/memory.h"
#include "graph/visit.h"

#include <stdlib.h>
#include <string.h>

/* A component with no more links than this is ranked faster by itself. */
#define FEW_LINKS 65536

/* ---- joining authorities ---------------------------------------------- */

/*
 * open has authorities that take part in this search; dead ones may be among
 * them.
 */
static inline bool
is_open(const struct sp_split_search *search, uint32_t place)
{
	return sp_bit_test(search->split->open, place) &&
	       !sp_bit_test(search->dead, place);
}

/*
 * Saturates: all that is asked later is whether a component has more than the
 * limit, which is below 2^31.
 */
static void
split_add_links(const struct sp_split_search *search, uint32_t place,
		uint64_t links)
{
	uint32_t *to = &search->links[place], old, sum;

	if (!links)
		return;
	old = __atomic_load_n(to, __ATOMIC_RELAXED);
	do
		sum = links > UINT32_MAX - old ? UINT32_MAX :
						 old + (uint32_t)links;
	while (!__atomic_compare_exchange_n(to, &old, sum, true,
					    __ATOMIC_RELAXED,
					    __ATOMIC_RELAXED));
}

/*
 * Threads visit whole blocks, so no two of them share a word of hubs.
 *
 * top is the root of what the row has joined so far.  Most links of a row lead
 * to authorities that point to it already, and one load says so.  first[]
 * remembers where the row belongs, as 1 + place, so that 0 means a page that is
 * no hub here.
 */
static void
split_join_row(void *context, uint32_t page, const uint32_t *successors,
	       uint32_t count)
{
	const struct sp_split_search *search = context;
	uint32_t first = 0, links = 0, top = 0;

	if (!count || sp_bit_test(search->dead, page))
		return;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t to = successors[i];

		if (!is_open(search, to))
			continue;
		if (!links++) {
			first = to;
			top = sp_forest_root(search->root, to);
		} else if (__atomic_load_n(&search->root[to],
					   __ATOMIC_RELAXED) != top) {
			sp_forest_join(search->root, top, to);
			top = sp_forest_root(search->root, top);
		}
	}
	if (!links)
		return;
	split_add_links(search, first, links);
	search->first[page] = first + 1;
	if (!search->aside)
		sp_bit_set(search->split->hubs, page);
}

/*
 * With several processes root[] is an array of its own, of which every place
 * must be valid, because labels are lowered along it.
 */
static void
plant_trees(struct sp_split_search *search)
{
	const struct sp_split *split = search->split;
	uint64_t places = sp_split_places(split);
	bool together = sp_split_team(split) != NULL;

#pragma omp parallel for num_threads(split->threads) schedule(static)
	for (uint64_t i = 0; i < places; i++)
		if (together || sp_bit_test(split->open, i))
			search->root[i] = (uint32_t)i;
}

/* Returns the links that were counted at the open authorities of a word. */
static uint64_t
count_word(const struct sp_split_search *search, uint64_t word)
{
	uint64_t open = search->split->open[word], total = 0;

	while (open)
		total += search->links[word * SP_BITSET_BITS +
				       sp_bits_take(&open)];
	return total;
}

/*
 * The open authorities of a word point to their roots, which get the links that
 * were counted at them.  Most have the same root, which threads should not
 * change at every place.
 */
static void
settle_word(const struct sp_split_search *search, uint64_t word)
{
	uint64_t open = search->split->open[word], links = 0;
	uint32_t last = 0;

	while (open) {
		uint32_t place = (uint32_t)(word * SP_BITSET_BITS +
					    sp_bits_take(&open));
		uint32_t root = sp_forest_root(search->root, place);

		if (root == place)
			continue;
		__atomic_store_n(&search->root[place], root, __ATOMIC_RELAXED);
		if (root != last) {
			split_add_links(search, last, links);
			last = root;
			links = 0;
		}
		links += search->links[place];
	}
	split_add_links(search, last, links);
}

/* Links are counted before roots get those of others, so each of them once. */
static enum sp_status
find_trees(struct sp_split_search *search, struct sp_error *err)
{
	struct sp_split *split = search->split;
	uint64_t words = sp_bitset_words(sp_split_places(split)), total = 0;

	plant_trees(search);
	if (!search->aside)
		memset(split->hubs, 0, words * sizeof(*split->hubs));
	if (sp_visit_lists(split->share->graph, split->threads, NULL,
			   split_join_row, search, err))
		return err->status;
#pragma omp parallel for num_threads(split->threads) schedule(static) \
	reduction(+ : total)
	for (uint64_t word = 0; word < words; word++)
		total += count_word(search, word);
#pragma omp parallel for num_threads(split->threads) schedule(static)
	for (uint64_t word = 0; word < words; word++)
		settle_word(search, word);
	search->total = total;
	return sp_split_team(split) ? sp_split_merge(search, err) : SP_OK;
}

/* ---- large components ------------------------------------------------- */

enum sp_status
sp_split_add_large(struct sp_split *split, uint32_t label, struct sp_error *err)
{
	if (!sp_grow(&split->large, &split->capacity, split->count + 1))
		return sp_no_memory(err, "components");
	split->large[split->count++] = (struct sp_large){
		.label = label,
		.standing = { .least = sp_least_authority(label) }
	};
	return SP_OK;
}

static enum sp_status
list_large(struct sp_split_search *search, struct sp_error *err)
{
	struct sp_split *split = search->split;

	for (uint64_t i = sp_split_open(split, 0); i < sp_split_places(split);
	     i = sp_split_open(split, i + 1))
		if (search->root[i] == i && search->links[i] > split->limit &&
		    sp_split_add_large(split, (uint32_t)i, err))
			return err->status;
	return SP_OK;
}

/*
 * Links from now on; more than UINT32_MAX of them are many in any graph.  More
 * than half of all links are in one component at most, more than a sixteenth in
 * at most 15; and in a graph of few links only a component with more than half
 * of them is large.
 */
static void
set_limit(struct sp_split *split, uint64_t total)
{
	uint64_t few = total / 16 > FEW_LINKS ? total / 16 : FEW_LINKS;

	split->limit = total / 2 < few ? total / 2 : few;
	if (split->limit > UINT32_MAX / 2)
		split->limit = UINT32_MAX / 2;
}

static void
add_authorities(struct sp_large *large, uint64_t count)
{
	if (large && count)
		__atomic_fetch_add(&large->authorities, count,
				   __ATOMIC_RELAXED);
}

/*
 * The authorities of a word that are in large components.  As for links, most
 * are in the same one.
 *
 * Each process counts those that it owns; sp_split_gather() adds them up.
 */
static void
mark_authorities(const struct sp_split_search *search, uint64_t word)
{
	struct sp_split *split = search->split;
	uint64_t open = split->open[word], marked = 0, count = 0;
	struct sp_large *last = NULL;

	while (open) {
		unsigned bit = sp_bits_take(&open);
		uint64_t place = word * SP_BITSET_BITS + bit;
		struct sp_large *large = sp_split_find_large(
			split, search->begin, split->label[place]);

		if (large != last) {
			add_authorities(last, count);
			last = large;
			count = 0;
		}
		if (large)
			marked |= UINT64_C(1) << bit;
		count += sp_split_owns(split, place);
	}
	add_authorities(last, count);
	if (!search->aside)
		split->authorities[word] =
			(split->authorities[word] & ~split->open[word]) |
			marked;
}

/*
 * Counts the authorities of large components, and says which these are.  What
 * they may stand before is known when they are ranked.
 */
static void
count_authorities(struct sp_split_search *search)
{
	struct sp_split *split = search->split;
	uint64_t words = sp_bitset_words(sp_split_places(split));

#pragma omp parallel for num_threads(split->threads) schedule(static)
	for (uint64_t word = 0; word < words; word++)
		mark_authorities(search, word);
	for (uint64_t i = search->begin; i < split->count; i++)
		split->large[i].standing.key = search->most;
}

/* ---- rows of small components ----------------------------------------- */

static void
lower_least(struct sp_large *large, uint64_t least)
{
	uint64_t *to = &large->standing.least;
	uint64_t old = __atomic_load_n(to, __ATOMIC_RELAXED);

	while (least < old &&
	       !__atomic_compare_exchange_n(to, &old, least, true,
					    __ATOMIC_RELAXED,
					    __ATOMIC_RELAXED))
		;
}

/*
 * The hubs of a word that this search has found: what a hub links to has one
 * label, so its first authority says where it belongs.  Returns how many are in
 * small components.
 */
static uint64_t
divide_word(const struct sp_split_search *search, uint64_t word)
{
	struct sp_split *split = search->split;
	uint64_t hubs = split->hubs[word], found = 0, small = 0;

	while (hubs) {
		unsigned bit = sp_bits_take(&hubs);
		uint64_t place = word * SP_BITSET_BITS + bit;
		uint32_t *first = &search->first[place];
		struct sp_large *large;

		if (!*first)
			continue;
		large = sp_split_find_large(split, search->begin,
					    split->label[*first - 1]);
		if (large) {
			*first = 0;
			lower_least(large, sp_least_hub(sp_split_global(
						   split, place)));
			continue;
		}
		found |= UINT64_C(1) << bit;
		small++;
	}
	if (!search->aside)
		split->hubs[word] &= ~found;
	return small;
}

/*
 * Finds out which hubs are in large components.  first[] is left only for rows
 * that have to be kept.
 */
static void
divide_hubs(struct sp_split_search *search)
{
	const struct sp_split *split = search->split;
	uint64_t words = sp_bitset_words(sp_split_places(split)), small = 0;

#pragma omp parallel for num_threads(split->threads) schedule(static) \
	reduction(+ : small)
	for (uint64_t word = 0; word < words; word++)
		small += divide_word(search, word);
	search->small = small;
}

/*
 * Keeps the links of a row to open authorities, as pages of the whole graph.
 * Global numbers: the rows of all processes are put together.
 */
static bool
keep_row(struct sp_split_search *search, const struct sp_list *list,
	 const double *weight)
{
	const struct sp_split *split = search->split;
	uint32_t *to = sp_alloc(list->count, sizeof(*to));
	double *kept = weight ? sp_alloc(list->count, sizeof(*kept)) : NULL;
	uint64_t count = 0;
	bool done = to && (kept || !weight);

	for (uint32_t i = 0; done && i < list->count; i++) {
		if (!is_open(search, list->successors[i]))
			continue;
		if (weight)
			kept[count] = weight[i];
		to[count++] = sp_split_global(split, list->successors[i]);
	}
	done = done && sp_rows_left_add(search->rows,
					sp_split_global(split, list->page),
					to, kept, count);
	free(to);
	free(kept);
	search->small--;
	return done;
}

/*
 * Is there a row to keep in the block?  Decoding a block costs more than
 * looking at its pages.
 */
static bool
has_small(const struct sp_split_search *search, uint64_t block)
{
	uint64_t end = (block + 1) * SP_BLOCK_PAGES;
	uint64_t places = sp_split_places(search->split);

	if (!sp_graph_block_links(search->split->share->graph, block))
		return false;
	for (uint64_t i = block * SP_BLOCK_PAGES; i < end && i < places; i++)
		if (search->first[i])
			return true;
	return false;
}

/* The rows to keep of a block; false: memory is short. */
static bool
split_keep_block(struct sp_split_search *search, struct sp_cursor *cursor,
	   uint64_t block)
{
	const struct sp_link_weights *weights = search->split->weights;
	uint64_t link = weights ? weights->block[block] : 0;
	struct sp_list lists[SP_LISTS];
	unsigned count;

	sp_cursor_block(cursor, block);
	while ((count = sp_cursor_lists(cursor, lists)))
		for (unsigned k = 0; k < count; k++) {
			if (search->first[lists[k].page] &&
			    !keep_row(search, &lists[k],
				      weights ? weights->values + link : NULL))
				return false;
			link += lists[k].count;
		}
	return true;
}

/*
 * The rows of small components are in few blocks, mostly.  Blocks in their
 * order by one thread, so that rows ascend; small counts down to end early.
 */
static enum sp_status
keep_rows(struct sp_split_search *search, struct sp_error *err)
{
	const struct sp_graph *graph = search->split->share->graph;
	struct sp_cursor *cursor = sp_cursor_new(graph);
	enum sp_status status;
	bool done = cursor != NULL;

	for (uint64_t block = 0; done && search->small &&
				 block < sp_graph_blocks(graph); block++)
		if (has_small(search, block))
			done = split_keep_block(search, cursor, block);
	status = done ? sp_cursor_status(cursor, err) :
			sp_no_memory(err, "components");
	sp_cursor_free(cursor);
	return status;
}

/* ---- a search --------------------------------------------------------- */

enum sp_status
sp_split_find(struct sp_split_search *search, struct sp_error *err)
{
	struct sp_split *split = search->split;
	struct sp_team *team = sp_split_team(split);

	search->begin = split->count;
	if (find_trees(search, err) ||
	    (team && sp_team_add(team, &search->total, 1, err)))
		return err->status;
	if (split->limit == UINT64_MAX)
		set_limit(split, search->total);
	if (team ? sp_split_list_shared(search, err) : list_large(search, err))
		return err->status;
	count_authorities(search);
	divide_hubs(search);
	if (keep_rows(search, err))
		return err->status;
	return team ? sp_split_gather(search, err) : SP_OK;
}
