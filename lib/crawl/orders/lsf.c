/* SPDX-License-Identifier: MIT */
/*
 * Larger sites first: the oldest page of the host with the most queued pages
 * (seedpipe-algorithms(7), 2.4; Castillo et al. 2004, Baeza-Yates et al.
 * 2005).
 *
 * The queued pages of a host are a linked list, and the hosts that have some
 * are in a heap: a download changes the key of a host, not of all its pages. 4
 * bytes a page for the lists; 24 a host for its list and place, and 16 in the
 * heap.
 *
 * Of equal hosts the first found is next, or with tie-site=lastvisit the one
 * that was not visited for the longest time: tie is the number of the
 * discovery, and after a visit a number beyond all of these that grows with
 * the downloads.
 *
 * A host without queued pages is not in the heap, and keeps its tie.
 */
#include "crawl/orders/orders.h"

#include "base/memory.h"

#include <stdlib.h>

enum { LSF_TIE_SITE, LSF_ORACLE };

#define LSF_NONE UINT32_MAX

struct lsf_host {
	uint32_t first, last;  /* of its queued pages */
	uint32_t queued;
	uint32_t pages;        /* of the graph */
	uint32_t tie;          /* the smaller is first among equals */
};

struct lsf_state {
	struct lsf_host *hosts;
	uint32_t *after;       /* the next page of the list */
	uint32_t *where;       /* of each host in the heap */
	struct sp_heap heap;
	uint32_t found;        /* hosts */
};

/*
 * The pages of each host are those of the graph that this process has: numbers
 * from abroad on are no pages, but have a host.
 */
static enum sp_status
lsf_begin(struct sp_crawl_state *crawl)
{
	struct lsf_state *state = crawl->state;
	const struct sp_units *hosts = crawl->input->hosts;
	uint64_t count = hosts->count;

	state->hosts = sp_alloc_zero(count, sizeof(*state->hosts));
	state->after = sp_alloc_large(crawl->pages, sizeof(*state->after));
	state->where = sp_alloc_zero(count, sizeof(*state->where));
	if (!state->hosts || !state->after || !state->where ||
	    !sp_heap_init(&state->heap, count, state->where))
		return sp_no_memory(crawl->err, "the queues of hosts");
	for (uint64_t page = 0; page < crawl->abroad; page++)
		state->hosts[hosts->unit_of[page]].pages++;
	for (uint64_t host = 0; host < count; host++) {
		state->hosts[host].first = state->hosts[host].last = LSF_NONE;
		state->hosts[host].tie = LSF_NONE;
	}
	return SP_OK;
}

static void
lsf_end(struct sp_crawl_state *crawl)
{
	struct lsf_state *state = crawl->state;

	free(state->hosts);
	free(state->after);
	free(state->where);
	sp_heap_free(&state->heap);
}

static double
lsf_host_key(const struct sp_crawl_state *crawl, const struct lsf_host *host)
{
	return sp_option_value(crawl, LSF_ORACLE) > 0 ? host->pages :
							host->queued;
}

static double
lsf_key_of(const struct sp_crawl_state *crawl, uint32_t page)
{
	const struct lsf_state *state = crawl->state;

	return lsf_host_key(crawl,
			    &state->hosts[crawl->input->hosts->unit_of[page]]);
}

/*
 * At the end of the list of its host.  The frontier counts the page and its
 * update, since it is not in the frontier's heap.
 */
static void
lsf_queue(struct sp_crawl_state *crawl, uint32_t page)
{
	struct lsf_state *state = crawl->state;
	uint32_t number = crawl->input->hosts->unit_of[page];
	struct lsf_host *host = &state->hosts[number];

	if (!sp_queue_page_aside(crawl, page))
		return;
	crawl->frontier.updates++;
	if (host->tie == LSF_NONE)
		host->tie = state->found++;
	state->after[page] = LSF_NONE;
	if (host->last == LSF_NONE)
		host->first = page;
	else
		state->after[host->last] = page;
	host->last = page;
	host->queued++;
	/* A host without queued pages is not in the heap. */
	if (host->queued == 1)
		sp_heap_push(&state->heap, (struct sp_slot){
			-lsf_host_key(crawl, host),
			sp_slot_rank(host->tie, number) });
	else
		sp_heap_change(&state->heap, state->where[number],
			       -lsf_host_key(crawl, host));
}

static enum sp_status
lsf_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	lsf_queue(crawl, page);
	return SP_OK;
}

/*
 * With tie-site=lastvisit: hosts never visited, whose tie is the number of
 * their discovery, come first, then those visited the longest ago.  LSF_NONE
 * says that a host was not found, so a tie stays below it; ties of the last
 * downloads of a crawl of 2^32 are then equal.
 */
static uint32_t
lsf_visit_tie(const struct sp_crawl_state *crawl)
{
	uint64_t tie = crawl->input->hosts->count + crawl->size;

	return tie < LSF_NONE ? (uint32_t)tie : LSF_NONE - 1;
}

/*
 * The best host is taken out of the heap and put in again: its key gets worse
 * by the page that leaves, and with lastvisit its tie changes, which
 * sp_heap_change() cannot do.
 */
static enum sp_status
lsf_next(struct sp_crawl_state *crawl, struct sp_choice *choice)
{
	struct lsf_state *state = crawl->state;
	struct sp_slot slot;
	struct lsf_host *host;

	choice->none = !sp_heap_count(&state->heap);
	if (choice->none)
		return SP_OK;
	slot = sp_heap_pop(&state->heap);
	host = &state->hosts[sp_slot_item(&slot)];
	choice->page = host->first;
	choice->key = -slot.key;
	host->first = state->after[host->first];
	if (host->first == LSF_NONE)
		host->last = LSF_NONE;
	host->queued--;
	if (sp_option_value(crawl, LSF_TIE_SITE) > 0)
		host->tie = lsf_visit_tie(crawl);
	if (host->queued)
		sp_heap_push(&state->heap, (struct sp_slot){
			-lsf_host_key(crawl, host),
			sp_slot_rank(host->tie, sp_slot_item(&slot)) });
	return SP_OK;
}

static enum sp_status
lsf_download(struct sp_crawl_state *crawl, const uint32_t *successors,
	     uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (sp_is_unseen(&crawl->frontier, successors[i]))
			lsf_queue(crawl, successors[i]);
	return SP_OK;
}

static const char *
lsf_one_queue(const double *values)
{
	(void)values;
	return "it chooses hosts itself";
}

static const struct sp_strategy_work lsf_work = {
	.one_queue = lsf_one_queue,
	.state_size = sizeof(struct lsf_state), .begin = lsf_begin,
	.seed = lsf_seed, .next = lsf_next, .download = lsf_download,
	.key = lsf_key_of, .end = lsf_end
};

static const struct sp_parameter lsf_options[] = {
	[LSF_TIE_SITE] = SP_OPTION_CHOICE("tie-site", "discovered|lastvisit",
		"of equal hosts, the first found or the longest unvisited"),
	[LSF_ORACLE] = SP_OPTION_CHOICE("oracle", "no|yes",
		"count all pages of a host, downloaded or not, in the graph"),
	SP_OPTION_END
};

const struct sp_strategy sp_order_lsf = {
	.name = "lsf",
	.help = "larger sites first: a page of the host with most queued",
	.source = "Castillo et al. 2004", .options = lsf_options,
	.needs = SP_NEEDS_HOSTS, .work = &lsf_work
};
