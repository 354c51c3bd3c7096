/* SPDX-License-Identifier: MIT */
/*
 * Larger sites first: the oldest page of the host that has most pages queued
 * (algorithms.md section 2.4; Castillo et al. 2004, Baeza-Yates et al. 2005).
 *
 * Pages wait in a list for each host; hosts with pages are in a heap.
 */
#include "crawl/engine.h"

#include "base/memory.h"

#include <stdlib.h>

enum { TIE_SITE, ORACLE };

#define NONE UINT32_MAX

struct host {
	uint32_t first, last;  /* of its queued pages */
	uint32_t queued;
	uint32_t left;         /* oracle: pages of the graph, not downloaded */
	uint32_t tie;          /* the smaller is first among equals */
};

struct state {
	struct host *hosts;
	uint32_t *after;       /* the next page of the list */
	uint32_t *where;       /* of each host in the heap */
	struct sp_heap heap;
	uint32_t found;        /* hosts */
	bool oracle, last_visit;
};

static enum sp_status
begin(struct sp_run *run, struct sp_error *err)
{
	struct state *state = sp_alloc_zero(1, sizeof(*state));
	const struct sp_hosts *hosts = run->input->hosts;
	uint64_t count = hosts->names.count;

	run->state = state;
	if (!state)
		return sp_no_memory(err, "a crawl");
	state->hosts = sp_alloc_zero(count, sizeof(*state->hosts));
	state->after = sp_alloc_large(run->pages, sizeof(*state->after));
	state->where = sp_alloc_zero(count, sizeof(*state->where));
	if (!state->hosts || !state->after || !state->where ||
	    !sp_heap_init(&state->heap, count, state->where))
		return sp_no_memory(err, "the queues of hosts");
	state->last_visit = sp_value(run, TIE_SITE) > 0;
	state->oracle = sp_value(run, ORACLE) > 0;
	for (uint64_t page = 0; page < run->pages; page++)
		state->hosts[hosts->host_of[page]].left++;
	for (uint64_t host = 0; host < count; host++) {
		state->hosts[host].first = state->hosts[host].last = NONE;
		state->hosts[host].tie = NONE;
	}
	return SP_OK;
}

static void
end(struct sp_run *run)
{
	struct state *state = run->state;

	if (!state)
		return;
	free(state->hosts);
	free(state->after);
	free(state->where);
	sp_heap_free(&state->heap);
	free(state);
}

static double
key_of_host(const struct state *state, const struct host *host)
{
	return state->oracle ? host->left : host->queued;
}

static double
key_of(const struct sp_run *run, uint32_t page)
{
	const struct state *state = run->state;

	return key_of_host(state,
			   &state->hosts[run->input->hosts->host_of[page]]);
}

static void
queue(struct sp_run *run, uint32_t page)
{
	struct state *state = run->state;
	uint32_t number = run->input->hosts->host_of[page];
	struct host *host = &state->hosts[number];

	if (!sp_admit(run, page))
		return;
	sp_frontier_count(&run->frontier);
	run->frontier.place[page] = SP_QUEUED;
	run->frontier.updates++;
	if (host->tie == NONE)
		host->tie = state->found++;
	state->after[page] = NONE;
	if (host->last == NONE)
		host->first = page;
	else
		state->after[host->last] = page;
	host->last = page;
	host->queued++;
	if (host->queued == 1)
		sp_heap_push(&state->heap, (struct sp_slot){
			-key_of_host(state, host),
			sp_slot_rank(host->tie, number) });
	else
		sp_heap_lower(&state->heap, state->where[number],
			      -key_of_host(state, host));
}

/* Hosts never visited come before all others, then the longest ago. */
static uint32_t
visit_tie(const struct sp_run *run)
{
	uint64_t tie = run->input->hosts->names.count + run->size;

	return tie < NONE ? (uint32_t)tie : NONE - 1;
}

static enum sp_status
next(struct sp_run *run, struct sp_next *next_page, struct sp_error *err)
{
	struct state *state = run->state;
	struct sp_slot slot;
	struct host *host;

	(void)err;
	next_page->none = !sp_heap_count(&state->heap);
	if (next_page->none)
		return SP_OK;
	slot = sp_heap_pop(&state->heap);
	host = &state->hosts[sp_slot_item(&slot)];
	next_page->page = host->first;
	next_page->key = -slot.key;
	host->first = state->after[host->first];
	if (host->first == NONE)
		host->last = NONE;
	host->queued--;
	host->left--;
	if (state->last_visit)
		host->tie = visit_tie(run);
	if (host->queued)
		sp_heap_push(&state->heap, (struct sp_slot){
			-key_of_host(state, host),
			sp_slot_rank(host->tie, sp_slot_item(&slot)) });
	return SP_OK;
}

static enum sp_status
download(struct sp_run *run, double key, const uint32_t *successors,
	 uint32_t count, struct sp_error *err)
{
	const uint32_t *place = run->frontier.place;

	(void)key;
	(void)err;
	for (uint32_t i = 0; i < count; i++)
		if (place[successors[i]] == SP_UNSEEN)
			queue(run, successors[i]);
	return SP_OK;
}

static const struct sp_strategy_work work = {
	.begin = begin, .seed = queue, .next = next, .download = download,
	.key = key_of, .end = end
};

static const struct sp_strategy_option options[] = {
	{ "tie-site", SP_STRATEGY_CHOICE, 0, 0, 0, "discovered|lastvisit",
	  "among equal hosts the one found first, or visited longest ago" },
	{ "oracle", SP_STRATEGY_CHOICE, 0, 0, 0, "no|yes",
	  "count all pages of a host, not those queued" },
	{ NULL, 0, 0, 0, 0, NULL, NULL }
};

const struct sp_strategy sp_order_lsf = {
	.name = "lsf",
	.help = "larger sites first: a page of the host with most queued",
	.source = "Castillo et al. 2004", .options = options,
	.needs = SP_NEEDS_HOSTS, .work = &work
};
