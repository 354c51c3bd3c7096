/* SPDX-License-Identifier: MIT */
/*
 * A batch is small beside the pages that a crawl knows, so they are not sorted:
 * a pass keeps the best candidates after the last one that was looked at, and
 * they are taken or passed over one by one.  Rules may make that too few, as
 * when one host has all of the best pages; then another pass keeps four times
 * as many.  Each pass looks at all candidates and keeps what is after `last` in
 * one total order (score, then page), so no page comes twice and none is left
 * out, whatever the limits of the passes are.  The work is at most about
 * log4(candidates / count) passes, and a sort of what they keep.
 *
 * A floor takes two passes more: one counts the candidates of each host, up to
 * the floor, so that the best of all hosts fit into one array without gaps; the
 * other keeps them, a heap for each host.  They are taken host by host, and
 * removed from the candidates.
 *
 * Every rule refuses a page for good: what units have of the batch only grows.
 * That is why a page is looked at once, and why batches are nested.
 */
#include "seed/next_batch.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "seed/top.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Keep more than asked for in the first pass: rules pass some over. */
#define FIRST_KEPT 1024
#define MORE_KEPT 4

struct batch {
	const double *scores;
	const uint64_t *candidates;
	uint64_t pages, count;   /* count: still wanted */
	struct sp_next_rules *rules;
	uint32_t *used[SP_NEXT_BUDGETS]; /* pages of each unit so far */
	uint64_t *entered;       /* bitset of new hosts with a page */
	uint64_t entered_count;
	uint64_t *left;          /* candidates above the floor, or NULL */
	struct sp_seeds *seeds;
};

static enum sp_status
batch_begin(struct batch *batch, struct sp_error *err)
{
	struct sp_next_rules *rules = batch->rules;

	for (unsigned b = 0; b < rules->budget_count; b++) {
		batch->used[b] = sp_alloc_zero(rules->budgets[b].units->count,
					       sizeof(*batch->used[b]));
		if (!batch->used[b])
			return sp_no_memory(err, "the budgets of hosts");
		rules->budgets[b].passed_over = 0;
	}
	rules->below_floor = rules->new_passed_over = 0;
	if (rules->new_hosts) {
		batch->entered = sp_bitset_new(rules->hosts->count);
		if (!batch->entered)
			return sp_no_memory(err, "the new hosts");
	}
	return SP_OK;
}

static void
batch_end(struct batch *batch)
{
	for (unsigned b = 0; b < batch->rules->budget_count; b++)
		free(batch->used[b]);
	free(batch->entered);
	free(batch->left);
}

/* ---- rules ------------------------------------------------------------ */

static bool
fits_budgets(struct batch *batch, uint32_t page)
{
	for (unsigned b = 0; b < batch->rules->budget_count; b++) {
		struct sp_next_budget *budget = &batch->rules->budgets[b];
		uint32_t unit = budget->units->unit_of[page];

		if (batch->used[b][unit] >= (budget->most_of ?
					     budget->most_of[unit] :
					     budget->most)) {
			budget->passed_over++;
			return false;
		}
	}
	return true;
}

/* Is its host a new one that has no page yet? */
static bool
is_of_newcomer(const struct batch *batch, uint32_t page)
{
	const struct sp_next_rules *rules = batch->rules;
	uint32_t host;

	if (!rules->new_hosts)
		return false;
	host = rules->hosts->unit_of[page];
	return sp_bit_test(rules->new_hosts, host) &&
	       !sp_bit_test(batch->entered, host);
}

/*
 * A page must fit all rules before it uses any: one that its domain refuses
 * must not use up its host.
 */
static enum sp_status
batch_take(struct batch *batch, struct sp_top_item item, bool *taken,
	   struct sp_error *err)
{
	struct sp_next_rules *rules = batch->rules;
	bool newcomer = is_of_newcomer(batch, item.id);
	struct sp_seed seed = { .page = item.id, .core = SP_NO_CORE,
				.score = item.key };

	*taken = false;
	if (newcomer && batch->entered_count == rules->most_new) {
		rules->new_passed_over++;
		return SP_OK;
	}
	if (!fits_budgets(batch, item.id))
		return SP_OK;
	for (unsigned b = 0; b < rules->budget_count; b++)
		batch->used[b][rules->budgets[b].units->unit_of[item.id]]++;
	if (newcomer) {
		sp_bit_set(batch->entered, rules->hosts->unit_of[item.id]);
		batch->entered_count++;
	}
	*taken = true;
	batch->count--;
	return sp_seeds_add(batch->seeds, seed, err);
}

/* ---- the best pages --------------------------------------------------- */

static enum sp_status
batch_item(const struct batch *batch, uint64_t page, struct sp_top_item *item,
	   struct sp_error *err)
{
	*item = (struct sp_top_item){ batch->scores[page], (uint32_t)page };
	if (isnan(item->key))
		return sp_fail(err, SP_DATA, "the score of page %" PRIu64
			       " is not a number", page);
	return SP_OK;
}

/* Keeps the best candidates after last, best first. */
static enum sp_status
batch_keep_best(const struct batch *batch, struct sp_top_item last,
		struct sp_top *top, struct sp_error *err)
{
	top->count = 0;
	SP_FOR_BITS (page, batch->candidates, batch->pages) {
		struct sp_top_item item;

		if (batch_item(batch, page, &item, err))
			return err->status;
		if (sp_top_before(last, item) && !sp_top_offer(top, item))
			return sp_no_memory(err, "the best pages");
	}
	sp_top_sort(top);
	return SP_OK;
}

static enum sp_status
batch_take_best(struct batch *batch, struct sp_error *err)
{
	uint64_t first = batch->count < FIRST_KEPT ? FIRST_KEPT : batch->count;
	struct sp_top top = SP_TOP_EMPTY(first);
	struct sp_top_item last = { INFINITY, 0 }; /* any page is after it */
	enum sp_status status = SP_OK;
	bool all = false, taken;

	while (!status && batch->count && !all) {
		status = batch_keep_best(batch, last, &top, err);
		all = top.count < top.limit;
		for (uint64_t i = 0; !status && batch->count && i < top.count;
		     i++)
			status = batch_take(batch, top.items[i], &taken, err);
		if (top.count)
			last = top.items[top.count - 1];
		if (top.limit <= batch->pages / MORE_KEPT)
			top.limit *= MORE_KEPT;
	}
	sp_top_free(&top);
	return status;
}

/* ---- the floor -------------------------------------------------------- */

/* The best pages of each host. */
struct floor {
	uint64_t hosts;
	uint64_t *start_of;      /* in items; hosts + 1 of them */
	uint32_t *count_of;      /* kept so far */
	struct sp_top_item *items;
	struct sp_top first;     /* the best page of each host */
};

static void
floor_free(struct floor *floor)
{
	free(floor->start_of);
	free(floor->count_of);
	free(floor->items);
	sp_top_free(&floor->first);
}

/* Items of a host are used as a heap that has room for all it keeps. */
static struct sp_top
floor_of_host(const struct floor *floor, uint64_t host)
{
	uint64_t start = floor->start_of[host];
	uint64_t room = floor->start_of[host + 1] - start;

	return (struct sp_top){ room, floor->count_of[host], room,
				floor->items + start };
}

static enum sp_status
floor_begin(const struct batch *batch, struct floor *floor,
	    struct sp_error *err)
{
	const struct sp_units *units = batch->rules->hosts;
	uint64_t sum = 0, count;

	/* Pages without a host have the last numbers. */
	floor->hosts = units->count - units->alone;
	floor->start_of = sp_alloc_zero(floor->hosts + 1, sizeof(uint64_t));
	floor->count_of = sp_alloc_zero(floor->hosts, sizeof(uint32_t));
	if (!floor->start_of || !floor->count_of)
		return sp_no_memory(err, "the floor of hosts");
	SP_FOR_BITS (page, batch->candidates, batch->pages) {
		uint32_t host = units->unit_of[page];

		if (host < floor->hosts &&
		    floor->start_of[host] < batch->rules->floor)
			floor->start_of[host]++;
	}
	for (uint64_t host = 0; host <= floor->hosts; host++) {
		count = floor->start_of[host];
		floor->start_of[host] = sum;
		sum += count;
	}
	floor->items = sp_alloc(sum, sizeof(*floor->items));
	return floor->items ? SP_OK : sp_no_memory(err, "the floor of hosts");
}

static enum sp_status
floor_keep_best(const struct batch *batch, struct floor *floor,
		struct sp_error *err)
{
	const uint32_t *host_of = batch->rules->hosts->unit_of;

	SP_FOR_BITS (page, batch->candidates, batch->pages) {
		struct sp_top_item item;
		struct sp_top top;

		if (host_of[page] >= floor->hosts)
			continue;
		if (batch_item(batch, page, &item, err))
			return err->status;
		top = floor_of_host(floor, host_of[page]);
		if (!sp_top_offer(&top, item))
			return sp_no_memory(err, "the floor of hosts");
		floor->count_of[host_of[page]] = (uint32_t)top.count;
	}
	return SP_OK;
}

/* Puts hosts in the order of their best pages. */
static enum sp_status
floor_sort(struct floor *floor, struct sp_error *err)
{
	floor->first.limit = floor->hosts;
	for (uint64_t host = 0; host < floor->hosts; host++) {
		struct sp_top top = floor_of_host(floor, host);

		sp_top_sort(&top);
		if (top.count && !sp_top_offer(&floor->first, top.items[0]))
			return sp_no_memory(err, "the floor of hosts");
	}
	sp_top_sort(&floor->first);
	return SP_OK;
}

/*
 * What is refused now would be refused later, so nothing is left of it.  Other
 * pages of the host may still fit, if they are of another shape.
 */
static enum sp_status
floor_take(struct batch *batch, const struct floor *floor,
	   struct sp_error *err)
{
	for (uint64_t i = 0; i < floor->first.count; i++) {
		struct sp_top top = floor_of_host(
			floor, batch->rules->hosts->unit_of[
				       floor->first.items[i].id]);
		uint64_t got = 0;
		bool taken;

		for (uint64_t p = 0; batch->count && p < top.count; p++) {
			if (batch_take(batch, top.items[p], &taken, err))
				return err->status;
			sp_bit_clear(batch->left, top.items[p].id);
			got += taken;
		}
		if (got < top.count)
			batch->rules->below_floor++;
	}
	return SP_OK;
}

static enum sp_status
batch_take_floor(struct batch *batch, struct sp_error *err)
{
	uint64_t words = sp_bitset_words(batch->pages);
	struct floor floor = { 0 };
	enum sp_status status = floor_begin(batch, &floor, err);

	batch->left = sp_alloc(words, sizeof(*batch->left));
	if (!status && !batch->left)
		status = sp_no_memory(err, "the candidates");
	if (!status) {
		memcpy(batch->left, batch->candidates,
		       words * sizeof(*batch->left));
		status = floor_keep_best(batch, &floor, err);
	}
	if (!status)
		status = floor_sort(&floor, err);
	if (!status)
		status = floor_take(batch, &floor, err);
	batch->candidates = batch->left;
	floor_free(&floor);
	return status;
}

static int
by_score(const void *a, const void *b)
{
	const struct sp_seed *one = a, *two = b;
	struct sp_top_item x = { one->score, one->page };
	struct sp_top_item y = { two->score, two->page };

	return sp_top_before(y, x) - sp_top_before(x, y);
}

enum sp_status
sp_pick_next(const double *scores, const uint64_t *candidates, uint64_t pages,
	     uint64_t count, struct sp_next_rules *rules,
	     struct sp_seeds *seeds, struct sp_error *err)
{
	struct batch batch = {
		.scores = scores, .candidates = candidates, .pages = pages,
		.count = count, .rules = rules, .seeds = seeds
	};
	uint64_t before = seeds->count;
	enum sp_status status = batch_begin(&batch, err);

	if (!status && rules->floor)
		status = batch_take_floor(&batch, err);
	if (!status)
		status = batch_take_best(&batch, err);
	if (!status && rules->floor && seeds->count > before)
		qsort(seeds->seeds + before, seeds->count - before,
		      sizeof(*seeds->seeds), by_score);
	batch_end(&batch);
	return status;
}
