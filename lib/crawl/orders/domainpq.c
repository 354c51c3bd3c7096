/* SPDX-License-Identifier: MIT */
/*
 * Inter- and intra-domain priority queue (seedpipe-algorithms(7), 2.5; Baker
 * and Akcayol 2017, section 3).  A page scores its links by how it mixes links
 * to other domains and links within its own.  All links of one kind from one
 * page get the same score, so ties decide much of the order.
 *
 * The clock is the number of downloads.  With max-wait, a page that has waited
 * for longer leaves the queue.  Pages expire in the order of their queueing,
 * so a list of all that were queued, oldest first, is enough: 8 bytes a page,
 * and only the head of the list is looked at. dropped=never keeps a bit for
 * each page that was dropped.
 */
#include "crawl/orders/orders.h"

#include "base/bitset.h"
#include "base/memory.h"

#include <stdlib.h>

enum {
	DOMAINPQ_INTER, DOMAINPQ_INTRA, DOMAINPQ_MAX_WAIT, DOMAINPQ_MINUTES,
	DOMAINPQ_RATE, DOMAINPQ_UNIT, DOMAINPQ_RESCORE, DOMAINPQ_DROPPED
};

#define DOMAINPQ_NONE UINT32_MAX

struct domainpq_state {
	const uint32_t *unit_of;
	double max_wait;          /* downloads; 0: no limit */
	/* With max_wait: pages in the order of their queueing. */
	uint32_t *queued_at;
	uint32_t *after;
	uint32_t first, last;
	uint64_t *banned;         /* bitset: pages dropped for ever */
};

static enum sp_status
domainpq_begin(struct sp_crawl_state *crawl)
{
	const struct sp_crawl_input *input = crawl->input;
	struct domainpq_state *state = crawl->state;
	bool never = sp_option_value(crawl, DOMAINPQ_DROPPED) > 0;

	state->unit_of = input->hosts->unit_of;
	if (sp_option_value(crawl, DOMAINPQ_UNIT) == 0 && input->domains)
		state->unit_of = input->domains->unit_of;
	/* Not every number of minutes is a whole number of downloads. */
	state->max_wait = sp_option_value(crawl, DOMAINPQ_MAX_WAIT);
	if (state->max_wait == 0)
		state->max_wait = sp_option_value(crawl, DOMAINPQ_MINUTES) *
				  sp_option_value(crawl, DOMAINPQ_RATE);
	state->first = state->last = DOMAINPQ_NONE;
	if (state->max_wait == 0)
		return SP_OK;
	state->queued_at = sp_alloc_large(crawl->pages, sizeof(uint32_t));
	state->after = sp_alloc_large(crawl->pages, sizeof(uint32_t));
	if (never)
		state->banned = sp_bitset_new(crawl->pages);
	return state->queued_at && state->after && (!never || state->banned) ?
		       SP_OK : sp_no_memory(crawl->err, "a crawl");
}

static void
domainpq_end(struct sp_crawl_state *crawl)
{
	struct domainpq_state *state = crawl->state;

	free(state->queued_at);
	free(state->after);
	free(state->banned);
}

/*
 * Queues a page and appends it to the list.  A page that a limit refuses is
 * not in the list; it is still unseen, and may come again.
 */
static void
domainpq_queue(struct sp_crawl_state *crawl, uint32_t page, double key)
{
	struct domainpq_state *state = crawl->state;

	if (state->banned && sp_bit_test(state->banned, page))
		return;
	if (!sp_queue_page(crawl, page, key) || state->max_wait == 0)
		return;
	state->queued_at[page] = (uint32_t)crawl->size;
	state->after[page] = DOMAINPQ_NONE;
	if (state->last == DOMAINPQ_NONE)
		state->first = page;
	else
		state->after[state->last] = page;
	state->last = page;
}

static enum sp_status
domainpq_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	domainpq_queue(crawl, page, 1);
	return SP_OK;
}

/*
 * A page stays in the list from its queueing until it would have waited too
 * long, even if it is downloaded before.  So a page that returns is not in the
 * list any more, and one link a page is enough.
 */
static void
domainpq_expire(struct sp_crawl_state *crawl)
{
	struct domainpq_state *state = crawl->state;

	while (state->first != DOMAINPQ_NONE &&
	       (double)(crawl->size - state->queued_at[state->first]) >
		       state->max_wait) {
		uint32_t page = state->first;

		state->first = state->after[page];
		if (state->first == DOMAINPQ_NONE)
			state->last = DOMAINPQ_NONE;
		if (sp_is_done(&crawl->frontier, page))
			continue;
		sp_forget_page(crawl, page);
		if (state->banned)
			sp_bit_set(state->banned, page);
	}
}

/*
 * Follows the links of one kind: those to other units, or the others.  All of
 * the first kind are queued before any of the second, which decides ties under
 * most rules; hence two passes over the list.
 */
static void
domainpq_queue_links(struct sp_crawl_state *crawl, const uint32_t *successors,
		     uint32_t count, bool inter, double key)
{
	struct sp_frontier *frontier = &crawl->frontier;
	const struct domainpq_state *state = crawl->state;
	uint32_t unit = state->unit_of[crawl->page];
	bool rescore = sp_option_value(crawl, DOMAINPQ_RESCORE) > 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i];

		if ((state->unit_of[page] != unit) != inter ||
		    sp_is_done(frontier, page))
			continue;
		if (sp_is_unseen(frontier, page))
			domainpq_queue(crawl, page, key);
		else if (rescore &&
			 key > sp_frontier_key(frontier, page))
			sp_frontier_improve(frontier, page, key);
	}
}

static enum sp_status
domainpq_download(struct sp_crawl_state *crawl, const uint32_t *successors,
		  uint32_t count)
{
	const struct domainpq_state *state = crawl->state;
	uint32_t unit = state->unit_of[crawl->page], inter = 0;

	/* All links count for the mix, also those to pages seen before. */
	for (uint32_t i = 0; i < count; i++)
		inter += state->unit_of[successors[i]] != unit;
	if (count) {
		uint32_t intra = count - inter;
		double most = inter > intra ? inter : intra;
		double ratio = most / count;

		domainpq_queue_links(crawl, successors, count, true,
				     ratio * sp_option_value(crawl,
							     DOMAINPQ_INTER));
		domainpq_queue_links(crawl, successors, count, false,
				     ratio * sp_option_value(crawl,
							     DOMAINPQ_INTRA));
	}
	if (state->max_wait > 0)
		domainpq_expire(crawl);
	return SP_OK;
}

/*
 * Two options say the same in other units, and a third has no effect without
 * them: what was meant cannot be guessed.
 */
static const char *
domainpq_fault(const double *values)
{
	bool minutes = values[DOMAINPQ_MINUTES] > 0;
	bool rate = values[DOMAINPQ_RATE] > 0;
	bool downloads = values[DOMAINPQ_MAX_WAIT] > 0;

	if (minutes != rate)
		return minutes ? "minutes needs rate, the downloads a minute" :
				 "rate needs minutes";
	if (minutes && downloads)
		return "give max-wait or minutes, not both";
	if (values[DOMAINPQ_DROPPED] > 0 && !minutes && !downloads)
		return "dropped needs max-wait or minutes: without, no page is "
		       "dropped";
	return NULL;
}

static const struct sp_strategy_work domainpq_work = {
	.state_size = sizeof(struct domainpq_state),
	.kinds = SP_LARGEST_FIRST, .begin = domainpq_begin,
	.seed = domainpq_seed, .download = domainpq_download,
	.end = domainpq_end, .fault = domainpq_fault
};

static const struct sp_parameter domainpq_options[] = {
	[DOMAINPQ_INTER] = SP_OPTION_REAL("inter", 0, 1e9, 0.66,
		"weight of links to other domains"),
	[DOMAINPQ_INTRA] = SP_OPTION_REAL("intra", 0, 1e9, 0.33,
		"weight of links within a domain"),
	[DOMAINPQ_MAX_WAIT] = SP_OPTION_WHOLE("max-wait", 0, 4e9, 0,
		"drop a page after this many downloads; 0: never"),
	[DOMAINPQ_MINUTES] = SP_OPTION_REAL("minutes", 0, 1e9, 0,
		"max-wait in minutes; needs rate"),
	[DOMAINPQ_RATE] = SP_OPTION_REAL("rate", 0, 1e9, 0,
		"downloads a minute"),
	[DOMAINPQ_UNIT] = SP_OPTION_CHOICE("unit", "domain|host",
		"compare domains (hosts if none are known), or hosts"),
	[DOMAINPQ_RESCORE] = SP_OPTION_CHOICE("rescore", "first|max",
		"keep a queued page's first score, or its largest"),
	[DOMAINPQ_DROPPED] = SP_OPTION_CHOICE("dropped", "unseen|never",
		"may a dropped page be queued again?"),
	SP_OPTION_END
};

const struct sp_strategy sp_order_domainpq = {
	.name = "domainpq",
	.help = "by the mix of links within and between domains",
	.source = "Baker and Akcayol 2017", .options = domainpq_options,
	.needs = SP_NEEDS_HOSTS, .work = &domainpq_work
};
