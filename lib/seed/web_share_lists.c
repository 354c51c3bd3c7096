/* SPDX-License-Identifier: MIT */
/*
 * Lists of links that all processes of a team have, asked for many at a time.
 *
 * Of a page, its owner has the links, and any process may have links to it.
 * Each puts what it has into a list, with the scores of the pages at the other
 * ends, and the lists of all are gathered.  Processes have ascending ranges of
 * pages, so the lists, in the order of the processes, ascend as one row does.
 * Scores travel with the links, so that a process needs no score of a page that
 * it neither owns nor reaches.
 *
 * An exchange takes about as long for a hundred lists as for one, so it also
 * asks for those that will be wanted soon (web_share_ahead.c).  What was asked
 * for in vain has cost some bytes; what is still missing is asked for when it
 * is wanted.
 *
 * Which lists an exchange asks for follows from what all processes know alike.
 * Which of them arrive does not: each process offers as many as its part of the
 * budget has room for, of those that it has collected.  A list is there if all
 * have offered their part; the first one always is.
 *
 * Dead pages are left out by the process that has the link: what it knows of a
 * page reached is what the owner knows, since all remove the same pages.
 */
#include "seed/web_share_own.h"

#include "base/bitset.h"
#include "base/buffer.h"
#include "base/memory.h"

#include <stdlib.h>

/* Candidates of the core that grows, which may join next. */
#define AUTHORITIES_OF_CORE SP_BUFFER(256, 3)

/* Links kept in lists: 16 MiB. */
#define LINKS_KEPT SP_BUFFER(UINT64_C(4) << 20, UINT64_C(60))

/*
 * Pages to which a process collects links in the first pass of a ranking, and
 * at most: as in a whole graph.
 */
#define FIRST_COLLECTED SP_BUFFER(1024, 2)
#define MOST_COLLECTED (UINT64_C(1) << 20)

/* Instead of a number of links. */
#define NOT_OFFERED UINT32_MAX

/* ---- lists ------------------------------------------------------------ */

enum sp_status
sp_shared_lists_begin(struct sp_shared_web *shared, struct sp_error *err)
{
	struct sp_shared_lists *lists = &shared->lists;
	unsigned size = shared->share->team->size;

	lists->list_counts = sp_alloc(size, sizeof(*lists->list_counts));
	lists->list_starts = sp_alloc(size, sizeof(*lists->list_starts));
	return lists->list_counts && lists->list_starts ?
		       SP_OK : sp_no_memory(err, "links of cores");
}

/* Arrays stay, for the lists to come. */
void
sp_shared_lists_forget(struct sp_shared_web *shared)
{
	struct sp_shared_lists *lists = &shared->lists;

	for (unsigned k = 0; k < 2; k++)
		sp_page_map_free(&lists->numbers[k]);
	lists->count = 0;
	lists->place_count = 0;
}

void
sp_shared_lists_free(struct sp_shared_web *shared)
{
	struct sp_shared_lists *lists = &shared->lists;

	sp_shared_lists_forget(shared);
	free(lists->lists);
	free(lists->places);
	free(lists->asked);
	free(lists->own_counts);
	free(lists->all_counts);
	free(lists->own);
	free(lists->all);
	free(lists->list_counts);
	free(lists->list_starts);
	sp_top_free(&lists->hubs);
	free(shared->batch.pages);
	sp_authorities_free(&shared->batch.ahead);
}

void
sp_shared_lists_rank(struct sp_shared_web *shared)
{
	shared->batch.room = FIRST_COLLECTED;
}

bool
sp_shared_find_list(const struct sp_shared_lists *lists, enum sp_side side,
		    uint32_t page, const uint32_t **places, uint32_t *count)
{
	const struct sp_shared_list *list;
	uint32_t number;

	if (!sp_page_map_get(&lists->numbers[side], page, &number))
		return false;
	list = &lists->lists[number];
	/* NULL as long as all lists are empty, and NULL + 0 is undefined. */
	*places = list->count ? lists->places + list->at : NULL;
	*count = list->count;
	return list->there;
}

/* ---- asking ----------------------------------------------------------- */

static void
begin_asking(struct sp_shared_web *shared)
{
	struct sp_shared_lists *lists = &shared->lists;

	if (lists->place_count > LINKS_KEPT || lists->count > LINKS_KEPT)
		sp_shared_lists_forget(shared);
	lists->asked_count = 0;
	lists->looked_at = 0;
	lists->exchange++;
}

/* Unless the list is there, or has been asked for already. */
bool
sp_shared_ask(struct sp_shared_lists *lists, enum sp_side side, uint32_t page)
{
	struct sp_shared_list *list;
	uint32_t number;

	if (!sp_page_map_get(&lists->numbers[side], page, &number)) {
		/* At most two a page, and far fewer are kept. */
		number = (uint32_t)lists->count;
		if (!sp_grow(&lists->lists, &lists->capacity,
			     lists->count + 1) ||
		    !sp_page_map_set(&lists->numbers[side], page, number))
			return false;
		lists->lists[lists->count++] =
			(struct sp_shared_list){ .exchange = 0 };
	}
	list = &lists->lists[number];
	if (list->there || list->exchange == lists->exchange)
		return true;
	if (!sp_grow(&lists->asked, &lists->asked_capacity,
		     lists->asked_count + 1))
		return false;
	list->exchange = lists->exchange;
	lists->asked[lists->asked_count++] = (struct sp_asked){ page, number };
	return true;
}

/* ---- offering --------------------------------------------------------- */

/* Adds the page at the other end of a link, unless it is dead. */
static bool
offer_link(struct sp_shared_web *shared, uint32_t local)
{
	struct sp_shared_lists *lists = &shared->lists;

	if (shared->local_dead && sp_bit_test(shared->local_dead, local))
		return true;
	if (!sp_grow(&lists->own, &lists->own_capacity, lists->own_count + 1))
		return false;
	lists->own[lists->own_count++] = (struct sp_far_link){
		shared->local_hub[local], shared->local_authority[local],
		sp_share_global(shared->share, local)
	};
	return true;
}

/* The links from a page that this process has: only the owner has any. */
static enum sp_status
own_row(struct sp_shared_web *shared, uint32_t page, const uint32_t **links,
	uint32_t *count, struct sp_error *err)
{
	uint32_t local;

	if (!sp_share_owns(shared->share, page) ||
	    !sp_share_find(shared->share, page, &local))
		return SP_OK;
	return sp_accessor_page(shared->accessor, local, links, count, err);
}

/*
 * The links to it that this process has; false if they have to be collected.
 * Without any, there is nothing to collect, as the in-degree says.
 */
static bool
own_in_links(const struct sp_shared_web *shared, uint32_t page,
	     const uint32_t **links, uint32_t *count)
{
	uint32_t local;

	return !sp_share_find(shared->share, page, &local) ||
	       !sp_inlinks_count(shared->inlinks, local) ||
	       sp_inlinks_get(shared->inlinks, local, links, count);
}

/* Puts what this process has of the pages asked for into own[]. */
static enum sp_status
offer_links(struct sp_shared_web *shared, enum sp_side side,
	    struct sp_error *err)
{
	struct sp_shared_lists *lists = &shared->lists;
	uint64_t room = SP_SHARED_AHEAD / shared->share->team->size;

	lists->own_count = 0;
	for (uint64_t i = 0; i < lists->asked_count; i++) {
		uint32_t page = lists->asked[i].page, count = 0;
		uint64_t before = lists->own_count;
		const uint32_t *links = NULL;
		bool kept = true;
		enum sp_status status = SP_OK;

		if (side == SP_HUB)
			status = own_row(shared, page, &links, &count, err);
		else
			kept = own_in_links(shared, page, &links, &count);
		if (status)
			return status;
		if (!kept || (i && count > room)) {
			lists->own_counts[i] = NOT_OFFERED;
			continue;
		}
		for (uint32_t k = 0; k < count; k++)
			if (!offer_link(shared, links[k]))
				return sp_no_memory(err, "links of cores");
		lists->own_counts[i] = (uint32_t)(lists->own_count - before);
		room -= i ? count : 0;
	}
	return SP_OK;
}

/* ---- the exchange ----------------------------------------------------- */

/*
 * Where the links of each process will be.  The word after the counts says
 * whether a process has passed over its graph; *passed, whether any has.
 */
static bool
read_counts(struct sp_shared_web *shared, bool *passed, uint64_t *total)
{
	struct sp_shared_lists *lists = &shared->lists;
	uint64_t words = lists->asked_count + 1;

	*total = 0;
	*passed = false;
	for (unsigned k = 0; k < shared->share->team->size; k++) {
		const uint32_t *counts = lists->all_counts + k * words;

		lists->list_starts[k] = *total;
		lists->list_counts[k] = 0;
		for (uint64_t i = 0; i < lists->asked_count; i++)
			if (counts[i] != NOT_OFFERED)
				lists->list_counts[k] += counts[i];
		*total += lists->list_counts[k];
		*passed = *passed || counts[lists->asked_count];
	}
	return sp_grow(&lists->all, &lists->all_capacity, *total + 1);
}

/* Puts one list together from the parts of all processes, in their order. */
static enum sp_status
take_list(struct sp_shared_web *shared, uint64_t asked, struct sp_error *err)
{
	struct sp_shared_lists *lists = &shared->lists;
	struct sp_shared_list *list = &lists->lists[lists->asked[asked].list];
	uint64_t words = lists->asked_count + 1;
	unsigned size = shared->share->team->size;

	list->there = true;
	for (unsigned k = 0; k < size; k++)
		list->there = list->there &&
			lists->all_counts[k * words + asked] != NOT_OFFERED;
	list->at = lists->place_count;
	for (unsigned k = 0; k < size; k++) {
		uint32_t count = lists->all_counts[k * words + asked];
		const struct sp_far_link *links =
			lists->all + lists->list_starts[k];

		if (count == NOT_OFFERED)
			continue;
		lists->list_starts[k] += count;
		if (!list->there)
			continue;
		if (!sp_grow(&lists->places, &lists->place_capacity,
			     lists->place_count + count))
			return sp_no_memory(err, "links of cores");
		for (uint32_t i = 0; i < count; i++)
			if (sp_shared_give_place(
				    shared, (uint32_t)links[i].page,
				    links[i].hub, links[i].authority,
				    &lists->places[lists->place_count++], err))
				return err->status;
	}
	/* A page has at most as many links, one way, as there are pages. */
	list->count = (uint32_t)(lists->place_count - list->at);
	return SP_OK;
}

/*
 * Gets the lists that were asked for, or as many as there is room for; the
 * first one in any case.
 */
static enum sp_status
exchange_lists(struct sp_shared_web *shared, enum sp_side side, bool *passed,
	       struct sp_error *err)
{
	struct sp_shared_lists *lists = &shared->lists;
	struct sp_team *team = shared->share->team;
	uint64_t words = lists->asked_count + 1, total;
	enum sp_status status;

	if (!sp_grow(&lists->own_counts, &lists->own_counts_capacity, words) ||
	    !sp_grow(&lists->all_counts, &lists->all_counts_capacity,
		     words * team->size))
		return sp_no_memory(err, "links of cores");
	lists->own_counts[lists->asked_count] = *passed;
	if (offer_links(shared, side, err) ||
	    sp_team_gather(team, lists->own_counts,
			   words * sizeof(*lists->own_counts),
			   lists->all_counts, err))
		return err->status;
	if (!read_counts(shared, passed, &total))
		return sp_no_memory(err, "links of cores");
	status = total ? sp_team_gather_lists(team, lists->own,
					      lists->list_counts,
					      sizeof(*lists->all), lists->all,
					      err) : SP_OK;
	for (uint64_t i = 0; !status && i < lists->asked_count; i++)
		status = take_list(shared, i, err);
	return status;
}

/* ---- what the growing of cores asks for ------------------------------- */

enum sp_status
sp_shared_row(struct sp_web *web, uint32_t page, const uint32_t **places,
	      uint32_t *count, struct sp_error *err)
{
	struct sp_shared_web *shared = sp_shared_of(web);
	bool passed = false;

	if (sp_shared_find_list(&shared->lists, SP_HUB, page, places, count))
		return SP_OK;
	begin_asking(shared);
	if (!sp_shared_ask(&shared->lists, SP_HUB, page) ||
	    !sp_shared_ask_rows_ahead(shared, page))
		return sp_no_memory(err, "links of cores");
	if (exchange_lists(shared, SP_HUB, &passed, err))
		return err->status;
	(void)sp_shared_find_list(&shared->lists, SP_HUB, page, places, count);
	return SP_OK;
}

enum sp_status
sp_shared_in_links(struct sp_web *web, uint32_t page, bool *kept,
		   const uint32_t **places, uint32_t *count,
		   struct sp_error *err)
{
	(void)err;
	*kept = sp_shared_find_list(&sp_shared_of(web)->lists, SP_AUTHORITY,
				    page, places, count);
	return SP_OK;
}

/* ---- collecting ------------------------------------------------------- */

static bool
batch_local(struct sp_shared_web *shared, uint32_t local)
{
	struct sp_own_batch *batch = &shared->batch;

	if (!sp_inlinks_count(shared->inlinks, local))
		return true;
	if (!sp_grow(&batch->pages, &batch->capacity, batch->count + 1))
		return false;
	batch->pages[batch->count++] = local;
	return true;
}

/*
 * Local pages that come after the authority that is searched, owned or reached:
 * a core that grows from it has authorities from among them.
 */
static bool
batch_ahead(struct sp_shared_web *shared)
{
	const struct sp_shared_best *best = &shared->best;
	struct sp_authorities *ahead = &shared->batch.ahead;

	sp_authorities_begin(ahead, shared->local_authority,
			     shared->local_dead, shared->share->places);
	ahead->last.key = best->chosen.items[best->given - 1].key;
	if (!sp_authorities_keep(ahead, shared->batch.room))
		return false;
	for (uint64_t i = 0; i < ahead->top.count; i++)
		if (!batch_local(shared, ahead->top.items[i].id))
			return false;
	return true;
}

/*
 * Collects what this process has of the links to pages, in one pass over its
 * graph, if it lacks those of the first page to which it has any: others may
 * never be asked for.  *passed: it has made a pass.
 */
static enum sp_status
collect_own_links(struct sp_shared_web *shared, const uint32_t *pages,
		  uint64_t count, bool *passed, struct sp_error *err)
{
	struct sp_own_batch *batch = &shared->batch;
	const uint32_t *links;
	uint32_t local, known;

	*passed = false;
	batch->count = 0;
	for (uint64_t i = 0; i < count; i++) {
		if (!sp_share_find(shared->share, pages[i], &local))
			continue;
		if (!batch_local(shared, local))
			return sp_no_memory(err, "in-links");
		if (batch->count == 1 &&
		    sp_inlinks_get(shared->inlinks, batch->pages[0], &links,
				   &known))
			return SP_OK;
	}
	if (!batch->count)
		return SP_OK;
	if (!batch_ahead(shared))
		return sp_no_memory(err, "in-links");
	if (batch->room < MOST_COLLECTED)
		batch->room *= 2;
	*passed = true;
	return sp_inlinks_collect(shared->inlinks, shared->local_dead,
				  batch->pages, batch->count, err);
}

enum sp_status
sp_shared_collect(struct sp_web *web, const uint32_t *pages, uint64_t count,
		  struct sp_error *err)
{
	struct sp_shared_web *shared = sp_shared_of(web);
	bool passed;

	if (collect_own_links(shared, pages, count, &passed, err))
		return err->status;
	begin_asking(shared);
	if (count > AUTHORITIES_OF_CORE)
		count = AUTHORITIES_OF_CORE;
	for (uint64_t i = 0; i < count; i++)
		if (!sp_shared_ask(&shared->lists, SP_AUTHORITY, pages[i]))
			return sp_no_memory(err, "links of cores");
	if (!sp_shared_ask_in_links_ahead(shared))
		return sp_no_memory(err, "links of cores");
	if (exchange_lists(shared, SP_AUTHORITY, &passed, err))
		return err->status;
	web->passes += passed;
	return SP_OK;
}
