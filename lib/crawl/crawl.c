/* SPDX-License-Identifier: MIT */
/*
 * What the engine does for orders while a crawl runs (limits, links, the
 * choice of the best page, periods), whether a plan can crawl an input at all,
 * and sp_crawl(), the crawl by one crawler.
 *
 * Most of the time of a crawl is spent waiting for memory: a page, its links
 * and the places of their targets are all at random addresses, and an order
 * does little else.  So what will be read is fetched before: the links of a
 * page are picked and fetched together before the first changes
 * (sp_open_links()), and the next pages in two steps, because the address of a
 * row is itself in an array that has to be read (sp_prefetch_later(), then
 * sp_prefetch_page()).  On a graph of 10 million pages, with fetching ahead of
 * the next page fpr took 0.95 of the time, fica 0.92 to 0.95, opic 0.97.
 *
 * Everything that a plan or a limit needs is checked before the first page: a
 * list of orders may take hours, and what the last of them lacks should not
 * show after the others.
 */
#include "base/memory.h"
#include "crawl/loop.h"
#include "crawl/parallel_run.h"
#include "crawl/scores.h"

#include <stdlib.h>

/* ---- what orders ask for ---------------------------------------------- */

uint64_t
sp_host_depth(const struct sp_crawl_state *crawl, uint32_t page,
	      uint32_t parent)
{
	const uint32_t *host_of = crawl->input->hosts->unit_of;
	uint64_t depth = 1;

	if (parent != SP_NO_PARENT && host_of[page] == host_of[parent])
		depth = (uint64_t)crawl->limits.host_depth[parent] + 1;
	return depth > SP_DEPTH_MAX ? SP_DEPTH_MAX : depth;
}

void
sp_note_host_depth(struct sp_crawl_state *crawl, uint32_t page)
{
	uint32_t *kept = crawl->limits.host_depth;

	if (kept)
		kept[page] = (uint32_t)sp_host_depth(crawl, page,
						     crawl->parent[page]);
}

/* Is there room among the pages of its host and of its shape? */
static bool
units_allow(const struct sp_crawl_limits *limits, uint32_t page)
{
	for (int i = 0; i < SP_LIMITED_UNITS; i++) {
		const struct sp_unit_limit *limit = &limits->units[i];

		if (limit->most &&
		    limit->queued[limit->unit_of[page]] >= limit->most)
			return false;
	}
	return true;
}

/* Adds 1 or, as UINT32_MAX, takes 1 away. */
static void
units_count(const struct sp_crawl_limits *limits, uint32_t page, uint32_t add)
{
	for (int i = 0; i < SP_LIMITED_UNITS; i++) {
		const struct sp_unit_limit *limit = &limits->units[i];

		if (limit->most)
			limit->queued[limit->unit_of[page]] += add;
	}
}

/*
 * Seeds are exempt from limits: they are the input of the crawl, not what it
 * discovers.  But they count for their hosts and shapes.
 *
 * A page is counted for these here, when it is queued, since a limit on
 * downloads alone would let the frontier fill with pages that may never be
 * downloaded.  So this may be asked once for a page that is then queued, and
 * for no other reason.
 *
 * The units are those of the numbers that a process has, like everything else
 * here.
 */
bool
sp_page_allowed(struct sp_crawl_state *crawl, uint32_t page)
{
	const struct sp_crawl_options *options = crawl->options;
	const struct sp_crawl_limits *limits = &crawl->limits;
	bool seed = crawl->page == SP_NO_PARENT;

	if (!seed && !sp_parent_allowed(crawl, page))
		return false;
	if (!seed && options->max_frontier &&
	    !crawl->plan->strategy->work->worst_leaves &&
	    crawl->frontier.count >= options->max_frontier)
		return false;
	if (!seed && !units_allow(limits, page))
		return false;
	units_count(limits, page, 1);
	if (limits->queued_at)
		limits->queued_at[page] = (uint32_t)crawl->size;
	return true;
}

/*
 * It frees its place among the pages of its host and shape, which it took when
 * it was queued; its time of queueing is written again if it returns.
 */
void
sp_forget_page(struct sp_crawl_state *crawl, uint32_t page)
{
	sp_frontier_drop(&crawl->frontier, page);
	units_count(&crawl->limits, page, UINT32_MAX);
}

/*
 * The links are those of the real page, which the accessor knows.  One of
 * several processes then gets them in its own numbers, from an array of its
 * run, which is why the list is valid only until the next call.
 *
 * A page that is expanded again has had its links counted, and sent to other
 * processes, the first time.
 */
enum sp_status
sp_expand_page(struct sp_crawl_state *crawl, uint32_t page, bool first,
	       const uint32_t **successors, uint32_t *count)
{
	crawl->page = page;
	crawl->depth = sp_page_depth(crawl, page);
	if (sp_accessor_page(crawl->links.accessor, sp_real_page(crawl, page),
			     successors, count, crawl->err))
		return crawl->err->status;
	if (crawl->copies.snapshots &&
	    sp_copies_links(&crawl->copies, page, successors, count,
			    crawl->err))
		return crawl->err->status;
	crawl->report->links += first ? *count : 0;
	if (!crawl->process)
		return SP_OK;
	return sp_process_links(crawl->process, first, successors, *count,
				crawl->err);
}

enum sp_status
sp_queue_links_in_turn(struct sp_crawl_state *crawl, const uint32_t *successors,
		       uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (sp_is_unseen(&crawl->frontier, successors[i]))
			sp_queue_page_in_turn(crawl, successors[i]);
	return SP_OK;
}

/*
 * Most links of a crawl lead to pages that are done, in no pattern that a
 * processor could predict: so each is written, and kept if it is not done.
 * That writes at most one number beyond those kept, and the array has room for
 * all.
 */
static uint32_t
keep_open(const struct sp_frontier *frontier, const uint32_t *successors,
	  uint32_t count, uint32_t *open)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < count; i++) {
		open[kept] = successors[i];
		kept += !sp_is_done(frontier, successors[i]);
	}
	return kept;
}

/*
 * Two passes over what is left: the first asks for the places and parents, the
 * second for the slots to which those places point, when they have come.
 */
enum sp_status
sp_open_links(struct sp_crawl_state *crawl, const uint32_t **successors,
	      uint32_t *count)
{
	const struct sp_frontier *frontier = &crawl->frontier;
	struct sp_crawl_links *links = &crawl->links;

	if (!sp_grow(&links->open, &links->open_capacity,
		     *count + UINT64_C(1)))
		return sp_no_memory(crawl->err, "a list of links");
	*count = keep_open(frontier, *successors, *count, links->open);
	*successors = links->open;
	for (uint32_t i = 0; i < *count; i++) {
		__builtin_prefetch(&frontier->place[links->open[i]], 1);
		__builtin_prefetch(&crawl->parent[links->open[i]], 1);
	}
	/* A place that says something else is the number of some slot, too. */
	if (frontier->heap.slots)
		for (uint32_t i = 0; i < *count; i++)
			sp_heap_soon(&frontier->heap,
				     frontier->place[links->open[i]]);
	return SP_OK;
}

enum sp_status
sp_choose_best(struct sp_crawl_state *crawl, struct sp_choice *choice)
{
	const struct sp_heap *heap = &crawl->frontier.heap;
	uint32_t after;

	choice->none = !sp_frontier_pop(&crawl->frontier, &choice->page,
					&choice->key);
	/*
	 * Unless this page changes it, the next one is known, and the one after
	 * that is one of four: 5 % less time of fpr and fica, 3 % of opic, on a
	 * graph of 10 M pages.
	 */
	if (!sp_frontier_peek(&crawl->frontier, &after))
		return SP_OK;
	sp_prefetch_page(crawl, after);
	for (uint64_t i = 1; i <= 4 && SP_HEAP_ROOT + i < heap->end; i++)
		sp_prefetch_later(crawl, sp_slot_item(
				  &heap->slots[SP_HEAP_ROOT + i]));
	return SP_OK;
}

/*
 * The order's own option, else that of all orders, else by size: 40 periods a
 * crawl, rounded, as the papers had on their graphs.  A fixed period would
 * suit graphs of one size: if it is not smaller than the graph, orders that
 * have one never rank or learn.  (The papers' 250,000 made bfs of batchpr on
 * every smaller graph.) "auto" of an option is SP_PARAMETER_AUTO, -1, and so
 * comes to the last line even if all orders have a period.
 */
static uint64_t
crawl_period(const struct sp_crawl_options *options, double value,
	     uint64_t pages)
{
	if (value == SP_PARAMETER_COMMON && options->period)
		return options->period;
	if (value > 0)
		return (uint64_t)value;
	return pages < 60 ? 1 : (pages + 20) / 40;
}

uint64_t
sp_option_period(const struct sp_crawl_state *crawl, unsigned i)
{
	return crawl_period(crawl->options, sp_option_value(crawl, i),
			    crawl->expected);
}

uint64_t
sp_plan_period(const struct sp_plan *plan,
	       const struct sp_crawl_options *options, uint64_t pages)
{
	const struct sp_strategy *strategy = plan->strategy;
	const struct sp_parameter *option = strategy->options;

	if (strategy->work && strategy->work->no_period &&
	    strategy->work->no_period(plan->values))
		return 0;
	for (unsigned i = 0; option && option[i].name; i++)
		if (option[i].kind == SP_PARAMETER_PERIOD)
			return crawl_period(options, plan->values[i], pages);
	return 0;
}

/*
 * An order without work revisits pages, by a loop of its own: ten visits of
 * each page.
 */
unsigned
sp_plan_cost(const struct sp_plan *plan)
{
	if (!plan->strategy->work)
		return 10 * SP_COST_HEAP;
	return plan->strategy->work->cost ? plan->strategy->work->cost :
					    SP_COST_HEAP;
}

bool
sp_plan_uses_trust(const struct sp_plan *plan)
{
	return plan->strategy->work && plan->strategy->work->uses_trust;
}

bool
sp_plan_uses_link_scores(const struct sp_plan *plan)
{
	return plan->needs & SP_NEEDS_ANCHORS || sp_plan_uses_contexts(plan);
}

bool
sp_plan_uses_contexts(const struct sp_plan *plan)
{
	return plan->strategy->work && plan->strategy->work->uses_link_scores;
}

bool
sp_plan_has_keys(const struct sp_plan *plan)
{
	const struct sp_strategy_work *work = plan->strategy->work;

	return work && work->kinds & ~(unsigned)SP_IN_TURN;
}

bool
sp_plan_has_shares(const struct sp_plan *plan)
{
	const struct sp_parameter *option = plan->strategy->options;

	while (option && option->name && strcmp(option->name, "links") != 0)
		option++;
	return option && option->name;
}

/* ---- begin and end ---------------------------------------------------- */

/* A seed without trust would wait for ever: no mass ever comes to it. */
static enum sp_status
crawl_check_seeds(const struct sp_crawl_input *input,
		  const struct sp_plan *plan, struct sp_error *err)
{
	const double *trust = sp_plan_uses_trust(plan) ? input->trust : NULL;

	if (!input->seed_count)
		return sp_fail(err, SP_DATA, "no seeds");
	for (uint64_t i = 0; i < input->seed_count; i++) {
		uint32_t page = input->seeds[i];

		if (page >= sp_graph_pages(input->graph))
			return sp_fail(err, SP_DATA, "seed %" PRIu64 ": page "
				       "%lu is not a page of the graph", i + 1,
				       (unsigned long)page);
		/* Written so that NaN fails, too. */
		if (trust && !(trust[page] > 0))
			return sp_fail(err, SP_DATA, "the trust in seed page "
				       "%lu is %g: it must be above 0",
				       (unsigned long)page, trust[page]);
	}
	return SP_OK;
}

/* ---- relevance -------------------------------------------------------- */

/* Written so that NaN fails, too. */
static bool
is_relevance(double value)
{
	return value >= 0 && value <= 1;
}

static enum sp_status
crawl_check_link_scores(const struct sp_link_scores *scores,
			struct sp_error *err)
{
	for (uint64_t i = 0; scores && i < scores->count; i++)
		if (!is_relevance(scores->rows[i].score))
			return sp_fail(err, SP_DATA, "the score of the link "
				       "from page %lu to %lu is %g: it must "
				       "be between 0 and 1",
				       (unsigned long)scores->rows[i].source,
				       (unsigned long)scores->rows[i].target,
				       scores->rows[i].score);
	return SP_OK;
}

/* What follows a topic needs relevance between 0 and 1, of links, too. */
static enum sp_status
crawl_check_topic(const struct sp_crawl_input *input,
		  const struct sp_plan *plan, struct sp_error *err)
{
	const double *relevance = input->relevance;

	if (sp_plan_uses_link_scores(plan) &&
	    (crawl_check_link_scores(input->anchors, err) ||
	     crawl_check_link_scores(input->contexts, err)))
		return err->status;
	if (plan->needs & SP_NEEDS_ANCHORS && !input->anchors)
		return sp_fail(err, SP_DATA, "%s needs the scores of links by "
			       "their texts", plan->name);
	if (!(plan->needs & SP_NEEDS_RELEVANCE))
		return SP_OK;
	if (!relevance)
		return sp_fail(err, SP_DATA, "%s needs the relevance of pages",
			       plan->name);
	for (uint64_t p = 0; p < sp_graph_pages(input->graph); p++)
		if (!is_relevance(relevance[p]))
			return sp_fail(err, SP_DATA, "the relevance of page "
				       "%" PRIu64 " is %g: it must be between "
				       "0 and 1", p, relevance[p]);
	return SP_OK;
}

/* ---- weights ---------------------------------------------------------- */

/*
 * The weights of a page are those of all its links, in their order: snapshots
 * leave some out.
 */
static enum sp_status
crawl_check_weights(const struct sp_crawl_input *input,
		    const struct sp_plan *plan, struct sp_error *err)
{
	if (!(plan->needs & SP_NEEDS_WEIGHTS))
		return SP_OK;
	if (!input->weights)
		return sp_fail(err, SP_DATA, "%s needs the weights of links, "
			       "which the graph does not have", plan->name);
	if (input->snapshots)
		return sp_fail(err, SP_USAGE, "%s: the weights of links are "
			       "not known in each snapshot", plan->name);
	return SP_OK;
}

/* ---- may the plan crawl the input? ------------------------------------ */

enum sp_status
sp_crawl_check_snapshots(const struct sp_crawl_input *input,
			 struct sp_error *err)
{
	const struct sp_snapshots *snapshots = input->snapshots;

	if (!snapshots)
		return SP_OK;
	if (snapshots->pages != sp_graph_pages(input->graph))
		return sp_fail(err, SP_DATA, "the snapshots are of another "
			       "graph");
	for (unsigned i = 0; i + 1 < snapshots->count; i++)
		if (!input->takeovers[i] ||
		    (i && input->takeovers[i] <= input->takeovers[i - 1]))
			return sp_fail(err, SP_USAGE, "the moments at which "
				       "snapshots take over must ascend, from "
				       "1 on");
	return SP_OK;
}

/*
 * The largest heap is smaller than the largest graph, because a place in the
 * frontier is a slot or a depth and has 31 bits for either.
 */
enum sp_status
sp_crawl_check(const struct sp_crawl_input *input,
	       const struct sp_crawl_options *options,
	       const struct sp_plan *plan, struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(input->graph);
	bool per_host = options->max_per_host || options->max_host_depth;

	if (plan->strategy->revisits)
		return sp_fail(err, SP_USAGE, "%s revisits pages: it gives a "
			       "score, not an order", plan->name);
	if ((plan->needs & SP_NEEDS_HOSTS || per_host) && !input->hosts)
		return sp_fail(err, SP_DATA, "%s needs the hosts of pages, "
			       "which the graph does not have",
			       per_host ? "a limit by host" : plan->name);
	if (options->max_per_shape && !input->shapes)
		return sp_fail(err, SP_DATA, "a limit by shape needs the "
			       "shapes of pages, which the graph does not "
			       "have");
	if (options->at_once > 1 && plan->strategy->work->one_by_one)
		return sp_fail(err, SP_USAGE, "%s cannot download several "
			       "pages at once: %s", plan->name,
			       plan->strategy->work->one_by_one);
	if (plan->needs & SP_NEEDS_SCORE && !input->score)
		return sp_fail(err, SP_DATA, "%s needs a benchmark score",
			       plan->name);
	if (crawl_check_topic(input, plan, err) ||
	    crawl_check_weights(input, plan, err))
		return err->status;
	if (sp_plan_has_keys(plan) && pages > SP_HEAP_MAX)
		return sp_fail(err, SP_DATA, "%s: the graph has %" PRIu64 " "
			       "pages, but a frontier with keys holds at most "
			       "%" PRIu64, plan->name, pages, SP_HEAP_MAX);
	if (sp_crawl_check_snapshots(input, err))
		return err->status;
	return crawl_check_seeds(input, plan, err);
}

bool
sp_plan_has_score(const struct sp_plan *plan)
{
	return plan->strategy->work &&
	       plan->strategy->work->meaning != SP_KEY_NONE;
}

/* ---- the crawl -------------------------------------------------------- */

/* The tick is the number of the download, for the one crawler that there is. */
static enum sp_status
crawl_loop(struct sp_crawl_state *crawl, struct sp_watch *watch)
{
	uint64_t max = crawl->options->max ? crawl->options->max : UINT64_MAX;
	bool none = false;

	for (; crawl->size < max && !none; crawl->tick++)
		if (sp_crawl_turn(crawl, watch, &none))
			return crawl->err->status;
	return SP_OK;
}

/* Several pages at once, and at most as many as there are. */
static enum sp_status
crawl_loop_at_once(struct sp_crawl_state *crawl, struct sp_watch *watch)
{
	struct sp_parallel_report *report = &crawl->report->parallel;
	uint64_t max = crawl->options->max ? crawl->options->max : UINT64_MAX;
	uint64_t most = crawl->options->at_once;
	struct sp_fetched *fetched;
	enum sp_status status = SP_OK;
	bool none = false;

	report->processes = 1;
	report->at_once = most;
	if (most > crawl->web)
		most = crawl->web;
	fetched = sp_alloc(most, sizeof(*fetched));
	if (!fetched)
		return sp_no_memory(crawl->err, "pages at once");
	while (!status && !none && crawl->size < max) {
		uint64_t before = crawl->size, left = max - before;

		status = sp_crawl_together(crawl, watch, fetched,
					   left < most ? left : most, &none);
		/* A tick has downloads: not if all pages were gone. */
		if (crawl->size > before)
			report->ticks = crawl->tick++;
	}
	free(fetched);
	return status;
}

enum sp_status
sp_crawl(const struct sp_crawl_input *input,
	 const struct sp_crawl_options *options, const struct sp_plan *plan,
	 const struct sp_crawl_sink *sink, struct sp_crawl_report *report,
	 struct sp_error *err)
{
	uint64_t pages = sp_graph_pages(input->graph);
	struct sp_crawl_state crawl = {
		.input = input, .options = options, .plan = plan,
		.report = report, .err = err, .pages = pages, .abroad = pages,
		.web = pages, .expected = pages, .tick = 1,
		.score = sink->score
	};
	struct sp_watch watch = { .sink = sink };
	enum sp_status status = sp_crawl_check(input, options, plan, err);

	*report = (struct sp_crawl_report){ 0 };
	if (status)
		return status;
	status = sp_crawl_open(&crawl, sink);
	if (!status)
		status = sp_crawl_open_order(&crawl);
	if (!status)
		status = sp_crawl_queue_seeds(&crawl);
	if (!status)
		status = sp_watch_begin(&watch, &crawl);
	if (!status)
		sp_scores_begin(&crawl);
	if (!status)
		status = options->at_once > 1 ?
			 crawl_loop_at_once(&crawl, &watch) :
			 crawl_loop(&crawl, &watch);
	if (!status)
		status = sp_watch_end(&watch, &crawl);
	if (!status)
		sp_scores_end(&crawl);
	sp_crawl_count(&crawl);
	sp_watch_free(&watch);
	sp_crawl_close(&crawl);
	return status;
}
