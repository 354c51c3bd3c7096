/* SPDX-License-Identifier: MIT */
/*
 * Partial PageRank: as batch PageRank, but a page found since the last
 * recomputation has an estimated rank, the sum of what the pages that link to
 * it would give (seedpipe-algorithms(7), 3.3; Baeza-Yates et al. 2005).
 *
 * So there is no queue of new pages: all are in the heap, and estimates grow
 * with each link until the next ranking replaces them.  Whether a page has a
 * rank or an estimate is a bit of ranking.seen: with update=new links change
 * estimates only.
 *
 * With a bounded frontier the worst page leaves and not the newest, so limits
 * are the order's (.worst_leaves).  It keeps its pages in a second heap as
 * well, worst page first: 16 bytes more a page in the frontier and 4 for each
 * page.  Every change of a key goes to both.
 *
 * A page that is dropped keeps its rank as what it has (crawl->kept, G4a), and
 * is a new page when it is found again.
 */
#include "crawl/orders/orders.h"

#include "base/memory.h"
#include "crawl/orders/ranking.h"

#include <stdlib.h>

enum { PARTIALPR_UPDATE = SP_RANKING_OPTION_COUNT };

struct partialpr_state {
	struct sp_ranking ranking;
	uint64_t period;
	struct sp_heap worst;   /* if the frontier is bounded */
	uint32_t *where;
};

static enum sp_status
partialpr_begin(struct sp_crawl_state *crawl)
{
	struct partialpr_state *state = crawl->state;

	state->period = sp_option_period(crawl, SP_RANKING_PERIOD);
	if (crawl->options->max_frontier) {
		state->where = sp_alloc_large_zero(crawl->pages,
						   sizeof(uint32_t));
		if (!state->where || !sp_heap_init(&state->worst, crawl->pages,
						   state->where))
			return sp_no_memory(crawl->err, "the frontier");
	}
	return sp_ranking_init(&state->ranking, crawl);
}

static void
partialpr_end(struct sp_crawl_state *crawl)
{
	struct partialpr_state *state = crawl->state;

	sp_ranking_free(&state->ranking);
	sp_heap_free(&state->worst);
	free(state->where);
}

/* ---- the frontier, and its other end ---------------------------------- */

/*
 * Of equally bad pages the one found last leaves first, under any tie rule:
 * its rank in the second heap is made from its stamp alone.
 */
static void
partialpr_queue(struct sp_crawl_state *crawl, uint32_t page, double share)
{
	struct partialpr_state *state = crawl->state;
	const struct sp_frontier *frontier = &crawl->frontier;
	uint32_t stamp;

	if (!sp_queue_page_given(crawl, page, 0, share) || !state->where)
		return;
	stamp = sp_frontier_last_stamp(frontier);
	sp_heap_push(&state->worst, (struct sp_slot){
		sp_frontier_key(frontier, page),
		sp_slot_rank(UINT32_MAX - stamp, page) });
}

static void
partialpr_add(struct sp_crawl_state *crawl, uint32_t page, double share)
{
	struct partialpr_state *state = crawl->state;
	struct sp_frontier *frontier = &crawl->frontier;
	double key = sp_frontier_key(frontier, page) + share;

	sp_frontier_improve(frontier, page, key);
	if (state->where)
		sp_heap_change(&state->worst, state->where[page], key);
}

/*
 * After all links of a download were followed, not at each of them: a page
 * that comes first in a list must not push out one that the same list
 * improves. crawl->kept is there because max_frontier is a limit and the order
 * carries.
 */
static void
partialpr_drop_worst(struct sp_crawl_state *crawl)
{
	struct partialpr_state *state = crawl->state;

	while (crawl->frontier.count > crawl->options->max_frontier) {
		struct sp_slot slot = sp_heap_pop(&state->worst);
		uint32_t page = sp_slot_item(&slot);

		/* If it is found again, it is a new page with this rank. */
		sp_bit_clear(state->ranking.seen, page);
		sp_forget_page(crawl, page);
		crawl->kept[page] = slot.key;
	}
}

static double
partialpr_rank_of(void *context, uint32_t page)
{
	const struct partialpr_state *state = context;

	return sp_ranking_of(&state->ranking, page);
}

static void
partialpr_rekey(struct sp_crawl_state *crawl)
{
	struct partialpr_state *state = crawl->state;

	sp_frontier_rekey(&crawl->frontier, partialpr_rank_of, state);
	if (state->where)
		sp_heap_rekey(&state->worst, 1, partialpr_rank_of, state);
}

/* ---- the strategy ----------------------------------------------------- */

/*
 * A seed counts as ranked, like pages of the last recomputation: with
 * update=new, links do not change its rank.
 */
static enum sp_status
partialpr_seed(struct sp_crawl_state *crawl, uint32_t page)
{
	struct partialpr_state *state = crawl->state;

	partialpr_queue(crawl, page, crawl->share);
	if (!sp_is_unseen(&crawl->frontier, page))
		sp_bit_set(state->ranking.seen, page);
	return SP_OK;
}

static enum sp_status
partialpr_next(struct sp_crawl_state *crawl, struct sp_choice *choice)
{
	struct partialpr_state *state = crawl->state;
	enum sp_status status = sp_choose_best(crawl, choice);

	if (!status && !choice->none && state->where)
		sp_heap_remove(&state->worst, state->where[choice->page]);
	return status;
}

/*
 * Ranks are computed after the links of the download were followed, so that
 * these count.
 */
static enum sp_status
partialpr_download(struct sp_crawl_state *crawl, const uint32_t *successors,
		   uint32_t count)
{
	const struct sp_frontier *frontier = &crawl->frontier;
	struct partialpr_state *state = crawl->state;
	double share = count ? crawl->key / count : 0;
	bool all = sp_option_value(crawl, PARTIALPR_UPDATE) > 0;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t page = successors[i];

		if (sp_is_done(frontier, page))
			continue;
		if (sp_is_unseen(frontier, page))
			partialpr_queue(crawl, page, share);
		else if (all || !sp_ranking_has(&state->ranking, page))
			partialpr_add(crawl, page, share);
	}
	if (crawl->options->max_frontier)
		partialpr_drop_worst(crawl);
	if (crawl->size % state->period || !crawl->frontier.count)
		return SP_OK;
	if (sp_ranking_update(&state->ranking, crawl))
		return crawl->err->status;
	partialpr_rekey(crawl);
	return SP_OK;
}

static const struct sp_strategy_work partialpr_work = {
	.cost = 200,
	.state_size = sizeof(struct partialpr_state),
	.kinds = SP_LARGEST_FIRST, .worst_leaves = true,
	.carries = true, .begin = partialpr_begin, .seed = partialpr_seed,
	.next = partialpr_next, .download = partialpr_download,
	.end = partialpr_end,
	.meaning = SP_KEY_RANK
};

static const struct sp_parameter partialpr_options[] = {
	SP_RANKING_OPTIONS,
	[PARTIALPR_UPDATE] = SP_OPTION_CHOICE("update", "new|all",
		"let new links raise the ranks of new pages, or of all"),
	SP_OPTION_END
};

const struct sp_strategy sp_order_partialpr = {
	.name = "partialpr",
	.help = "the largest PageRank, estimated for new pages",
	.source = "Baeza-Yates et al. 2005", .needs = SP_NEEDS_LINKS,
	.options = partialpr_options,
	.work = &partialpr_work
};
