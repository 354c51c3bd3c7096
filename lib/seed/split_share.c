/* SPDX-License-Identifier: MIT */
/*
 * What several processes do together to find components.
 *
 * Each process joins the authorities of its own rows, among them pages of
 * others that it reaches; so a component may be several trees, in several
 * processes, that have pages in common.  Labels bring them together: each tree
 * takes the smallest label of its pages, owners get the smallest of all who
 * reach a page, and give it back, until nothing changes.
 *
 * Which components are large is then a sum over processes for each label.
 * There may be millions of labels, but a large component has more than limit /
 * P links in at least one of P processes: so only such labels are proposed, a
 * few for each process, and counted together.
 *
 * The rows of small components go to all processes, each of which then ranks
 * and grows the same ones by itself, without exchanges.
 */
#include "seed/split_search.h"

#include "base/bitset.h"
#include "base/compare.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* ---- labels ----------------------------------------------------------- */

/*
 * Gives each tree the smallest label of its places; *changed: is one new?  Two
 * passes: the root gets the smallest label of its tree first, then everybody
 * gets that of the root.
 */
static void
lower_labels(struct sp_split_search *search, uint64_t *changed)
{
	struct sp_split *split = search->split;
	uint64_t places = sp_split_places(split);
	const uint32_t *root = search->root;
	uint32_t *label = split->label;

	/* A root may be all of its tree that changes. */
	for (uint64_t i = 0; i < places; i++)
		if (sp_bit_test(split->open, i) && label[i] < label[root[i]]) {
			label[root[i]] = label[i];
			*changed = 1;
		}
	for (uint64_t i = 0; i < places; i++)
		if (sp_bit_test(split->open, i) &&
		    label[i] != label[root[i]]) {
			label[i] = label[root[i]];
			*changed = 1;
		}
}

/*
 * Merges the trees of all processes.  In each round, a label moves on to all
 * trees that have a page in common with a tree that has it; on webs, few rounds
 * are enough.
 *
 * All processes stop in the same round, since changes are added up.
 */
enum sp_status
sp_split_merge(struct sp_split_search *search, struct sp_error *err)
{
	struct sp_split *split = search->split;
	struct sp_share *share = split->share;
	uint64_t changed = 1;

	for (uint64_t i = 0; i < share->places; i++)
		if (sp_bit_test(split->open, i))
			split->label[i] = sp_split_global(split, i);
	lower_labels(search, &changed);
	while (changed) {
		changed = 0;
		if (sp_share_least(share, split->label, err) ||
		    sp_share_fetch32(share, split->label, err))
			return err->status;
		lower_labels(search, &changed);
		if (sp_team_add(share->team, &changed, 1, err))
			return err->status;
	}
	return SP_OK;
}

/* ---- large components ------------------------------------------------- */

/* The links of a component. */
struct weight {
	uint32_t label; /* first: sorted by it */
	uint64_t links;
};

/* What a process knows, or what all do. */
struct weights {
	struct weight *items;
	uint64_t count, capacity;
};

static bool
add_weight(struct weights *weights, uint32_t label, uint64_t links)
{
	if (!sp_grow(&weights->items, &weights->capacity, weights->count + 1))
		return false;
	weights->items[weights->count++] = (struct weight){ label, links };
	return true;
}

/* Sorts by label, and adds up what has the same one. */
static void
join_weights(struct weights *weights)
{
	uint64_t kept = 0;

	if (weights->count)
		qsort(weights->items, weights->count, sizeof(*weights->items),
		      sp_compare_u32);
	for (uint64_t i = 0; i < weights->count; i++) {
		struct weight item = weights->items[i];

		if (kept && weights->items[kept - 1].label == item.label)
			weights->items[kept - 1].links += item.links;
		else
			weights->items[kept++] = item;
	}
	weights->count = kept;
}

/* Several trees of one process may have come to the same label. */
static bool
weigh_own(const struct sp_split_search *search, struct weights *own)
{
	const struct sp_split *split = search->split;

	for (uint64_t i = 0; i < sp_split_places(split); i++)
		if (sp_bit_test(split->open, i) && search->root[i] == i &&
		    search->links[i] &&
		    !add_weight(own, split->label[i], search->links[i]))
			return false;
	join_weights(own);
	return true;
}

/*
 * Makes the same list of labels for all processes: those of which one has more
 * than its part of the links that a large component has.  Labels that several
 * processes propose become one.
 */
static enum sp_status
propose(struct sp_team *team, uint64_t limit, const struct weights *own,
	struct weights *all, struct sp_error *err)
{
	uint64_t *counts = sp_alloc(team->size, sizeof(*counts));
	struct weights mine = { NULL, 0, 0 };
	bool room = counts;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; room && i < own->count; i++)
		if (own->items[i].links > limit / team->size)
			room = add_weight(&mine, own->items[i].label, 0);
	if (room)
		status = sp_team_gather(team, &mine.count, sizeof(mine.count),
					counts, err);
	for (unsigned k = 0; room && !status && k < team->size; k++)
		all->count += counts[k];
	room = room && sp_grow(&all->items, &all->capacity, all->count);
	if (room && !status)
		status = sp_team_gather_lists(team, mine.items, counts,
					      sizeof(*all->items), all->items,
					      err);
	if (room && !status)
		join_weights(all);
	free(mine.items);
	free(counts);
	return room ? status : sp_no_memory(err, "components");
}

/*
 * Counts the links of the components proposed together.  Called with the same
 * list in all processes, so all take part in each sum.
 */
static enum sp_status
keep_large(struct sp_split *split, const struct weights *own,
	   const struct weights *all, struct sp_error *err)
{
	for (uint64_t i = 0; i < all->count; i++) {
		struct weight *found = own->count ?
			bsearch(&all->items[i], own->items, own->count,
				sizeof(*own->items), sp_compare_u32) : NULL;
		uint64_t links = found ? found->links : 0;

		if (sp_team_add(split->share->team, &links, 1, err) ||
		    (links > split->limit &&
		     sp_split_add_large(split, all->items[i].label, err)))
			return err->status;
	}
	return SP_OK;
}

enum sp_status
sp_split_list_shared(struct sp_split_search *search, struct sp_error *err)
{
	struct weights own = { NULL, 0, 0 }, all = { NULL, 0, 0 };
	struct sp_split *split = search->split;
	enum sp_status status = weigh_own(search, &own) ?
					SP_OK :
					sp_no_memory(err, "components");

	if (!status)
		status = propose(split->share->team, split->limit, &own, &all,
				 err);
	if (!status)
		status = keep_large(split, &own, &all, err);
	free(own.items);
	free(all.items);
	return status;
}

/* ---- rows ------------------------------------------------------------- */

/*
 * Numbers of one process become those of all, in their order.  The own list is
 * replaced, so that callers go on as if they had read all rows.
 */
static enum sp_status
gather_numbers(struct sp_team *team, uint32_t **numbers,
	       const uint64_t *counts, struct sp_error *err)
{
	uint64_t total = 0;
	enum sp_status status;
	uint32_t *all;

	for (unsigned k = 0; k < team->size; k++)
		total += counts[k];
	all = sp_alloc(total, sizeof(*all));
	if (!all)
		return sp_no_memory(err, "rows of components");
	status = sp_team_gather_lists(team, *numbers, counts, sizeof(*all),
				      all, err);
	free(*numbers);
	*numbers = all;
	return status;
}

/* The lengths of rows, which cross to others in place of from. */
static uint32_t *
list_lengths(const struct sp_rows_left *rows)
{
	uint32_t *lengths = sp_alloc(rows->rows, sizeof(*lengths));

	for (uint64_t i = 0; lengths && i < rows->rows; i++)
		lengths[i] = (uint32_t)(rows->from[i + 1] - rows->from[i]);
	return lengths;
}

static bool
take_lengths(struct sp_rows_left *rows, const uint32_t *lengths)
{
	if (!sp_grow(&rows->from, &rows->from_capacity, rows->rows + 1))
		return false;
	rows->from[0] = 0;
	for (uint64_t i = 0; i < rows->rows; i++)
		rows->from[i + 1] = rows->from[i] + lengths[i];
	return true;
}

/*
 * Processes have ranges of pages, so the rows of all ascend.  from[] is made
 * again from the lengths, since the places of one process mean nothing in the
 * list of all.
 */
static enum sp_status
gather_rows(struct sp_team *team, struct sp_rows_left *rows,
	    struct sp_error *err)
{
	uint64_t *counts = sp_alloc(2 * (uint64_t)team->size, sizeof(*counts));
	uint64_t *links = counts ? counts + team->size : NULL;
	uint32_t *lengths = list_lengths(rows);
	uint64_t own_rows = rows->rows, own_links = rows->links;
	enum sp_status status;

	if (!counts || !lengths)
		status = sp_no_memory(err, "rows of components");
	else
		status = sp_team_gather(team, &own_rows, sizeof(own_rows),
					counts, err);
	if (!status)
		status = sp_team_gather(team, &own_links, sizeof(own_links),
					links, err);
	if (!status)
		status = gather_numbers(team, &rows->page, counts, err);
	if (!status)
		status = gather_numbers(team, &lengths, counts, err);
	if (!status)
		status = gather_numbers(team, &rows->to, links, err);
	rows->rows = rows->links = 0;
	for (unsigned k = 0; !status && k < team->size; k++) {
		rows->rows += counts[k];
		rows->links += links[k];
	}
	if (!status && !take_lengths(rows, lengths))
		status = sp_no_memory(err, "rows of components");
	rows->page_capacity = rows->rows;
	rows->to_capacity = rows->links;
	free(counts);
	free(lengths);
	return status;
}

enum sp_status
sp_split_gather(struct sp_split_search *search, struct sp_error *err)
{
	struct sp_split *split = search->split;
	struct sp_team *team = split->share->team;

	for (uint64_t i = search->begin; i < split->count; i++) {
		struct sp_large *large = &split->large[i];
		/* The smallest, by the function for the largest. */
		uint64_t least = UINT64_MAX - large->standing.least;

		if (sp_team_add(team, &large->authorities, 1, err) ||
		    sp_team_most(team, &least, 1, err))
			return err->status;
		large->standing.least = UINT64_MAX - least;
	}
	return gather_rows(team, search->rows, err);
}
