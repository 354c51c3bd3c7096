/* SPDX-License-Identifier: MIT */
/*
 * Which pages stay.  Each way to choose them is a function that adds pages to a
 * set of bits.  A list may have pages in any order and more than once; the
 * subset has them in the order of the graph, so that names that were sorted
 * stay sorted.
 *
 * Less than was asked for is a warning, not an error: the sub-graph is well
 * defined.  What cannot be found is an error, unless --drop-missing says
 * otherwise.
 */
#include "graphprune.h"

#include "cli/shapelist.h"

#include "base/memory.h"
#include "base/suggest.h"
#include "seed/pick.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "stream/section/orders.h"
#include "stream/section/shapes.h"
#include "stream/section/states.h"

#include <stdlib.h>

/* What every choice gets. */
struct choice {
	struct cmd *cmd;
	const struct subset_options *options;
	const struct sp_contents *contents;
	struct sp_subset *subset;
	struct sp_fetches *replay;
};

/* "--random 100" of 50 pages: a graph, but hardly the one that was meant. */
static void
pages_warn_of_few(const struct choice *choice, uint64_t wanted, uint64_t there,
		  const char *what)
{
	if (there < wanted)
		cmd_warn(choice->cmd, "%" PRIu64 " pages were asked for, but "
			 "%s only %" PRIu64, wanted, what, there);
}

static void
add_picked(struct choice *choice, const struct sp_seeds *picked)
{
	for (uint64_t i = 0; i < picked->count; i++)
		sp_subset_add(choice->subset, picked->seeds[i].page);
}

/* ---- lists ------------------------------------------------------------ */

static void
warn_of_repeats(const struct choice *choice, const char *path, uint64_t lines)
{
	if (lines)
		cmd_warn(choice->cmd,
			 "%s: %" PRIu64 " lines repeat an earlier one",
			 cmd_list_name(path), lines);
}

static enum sp_status
choose_listed_pages(struct choice *choice)
{
	const char *path = choice->options->pages;
	struct sp_page_list_options how = {
		.names = sp_contents_names(choice->contents),
		.pages = choice->subset->pages,
		.drop_missing = choice->options->drop_missing,
		.matches = true, .match = choice->options->match
	};
	struct sp_page_list list = { 0 };
	enum sp_status status = cmd_read_pages(choice->cmd, path, &how, &list);
	uint64_t repeats = 0;

	for (uint64_t i = 0; !status && i < list.count; i++)
		repeats += sp_subset_add(choice->subset, list.pages[i]);
	warn_of_repeats(choice, path, repeats);
	cmd_result(choice->cmd, "pages of a list");
	sp_page_list_free(&list);
	return status;
}

/*
 * All pages of the hosts in the bitset.
 *
 * One pass over all pages by a bit for each host, rather than a search of the
 * pages of each host: a stream has no list of these.
 */
static enum sp_status
add_hosts(struct choice *choice, const struct sp_hosts *hosts,
	  const uint64_t *wanted)
{
	for (uint64_t page = 0; page < hosts->pages; page++) {
		if (hosts->host_of[page] >= hosts->names.count)
			return sp_fail(&choice->cmd->err, SP_DATA,
				       "page %" PRIu64 ": no such host", page);
		if (sp_bit_test(wanted, hosts->host_of[page]))
			sp_subset_add(choice->subset, page);
	}
	return SP_OK;
}

/* The lines are looked up like those of pages, among the names of hosts. */
static enum sp_status
choose_listed_hosts(struct choice *choice)
{
	const struct sp_hosts *hosts = sp_contents_hosts(choice->contents);
	const char *path = choice->options->hosts;
	struct sp_page_list_options how = {
		.hosts = true, .drop_missing = choice->options->drop_missing
	};
	struct sp_page_list list = { 0 };
	enum sp_status status;
	uint64_t *wanted, repeats = 0;

	if (!hosts)
		return cmd_missing(choice->cmd, "hosts");
	how.names = &hosts->names;
	wanted = sp_bitset_new(hosts->names.count);
	if (!wanted)
		return sp_no_memory(&choice->cmd->err, "the hosts to keep");
	status = cmd_read_pages(choice->cmd, path, &how, &list);
	for (uint64_t i = 0; !status && i < list.count; i++)
		repeats += sp_bit_test_and_set(wanted, list.pages[i]);
	warn_of_repeats(choice, path, repeats);
	cmd_result(choice->cmd, "hosts of a list");
	if (!status)
		status = add_hosts(choice, hosts, wanted);
	sp_page_list_free(&list);
	free(wanted);
	return status;
}

/* ---- shapes ----------------------------------------------------------- */

/* Which shapes stay: those of a list, those that are no traps, or all. */
static enum sp_status
choose_shapes(struct choice *choice, const struct sp_shapes *shapes,
	      bool *stays)
{
	const struct subset_options *options = choice->options;

	if (options->shapes)
		return cmd_choose_shapes(choice->cmd, NULL, options->shapes,
					 shapes, stays);
	for (uint64_t i = 0; i < shapes->count; i++)
		stays[i] = !options->no_traps || !shapes->traps[i];
	return SP_OK;
}

/*
 * Fetched pages first, since they have links; without states, all pages count
 * as fetched.  taken counts the pages of each shape.
 */
static void
add_pages_of_shapes(struct choice *choice, const struct sp_shapes *shapes,
		    const bool *stays, uint64_t *taken)
{
	const struct sp_states *states =
		sp_contents_states(choice->contents);
	uint64_t most = choice->options->max_per_shape;

	for (int wanted = 1; wanted >= 0; wanted--)
		for (uint64_t page = 0; page < shapes->pages; page++) {
			uint32_t shape = shapes->shape_of[page];
			bool fetched = !states || states->state_of[page] !=
							  SP_PAGE_UNFETCHED;

			if (fetched != wanted)
				continue;
			if (shape != SP_NO_SHAPE &&
			    (!stays[shape] || (most && taken[shape] >= most)))
				continue;
			if (shape != SP_NO_SHAPE)
				taken[shape]++;
			else if (choice->options->shapes)
				continue;
			sp_subset_add(choice->subset, page);
		}
}

/* An option that changes nothing is worth a line. */
static void
warn_of_no_change(const struct choice *choice)
{
	uint64_t pages = choice->subset->pages;

	if (pages && sp_bitset_count(choice->subset->set, pages) == pages)
		cmd_warn(choice->cmd, "all %" PRIu64 " pages stay: %s", pages,
			 choice->options->no_traps ? "no shape is a trap" :
			 choice->options->shapes ? "the list has all shapes" :
			 "no shape has more pages");
}

static enum sp_status
choose_by_shape(struct choice *choice)
{
	const struct sp_shapes *shapes = sp_contents_shapes(choice->contents);
	struct cmd *cmd = choice->cmd;
	uint64_t *taken;
	bool *stays;
	enum sp_status status;

	if (!shapes)
		return cmd_missing(cmd, "shapes");
	stays = sp_alloc_zero(shapes->count, sizeof(*stays));
	taken = sp_alloc_zero(shapes->count, sizeof(*taken));
	status = stays && taken ? choose_shapes(choice, shapes, stays) :
				  sp_no_memory(&cmd->err, "the shapes");
	if (!status) {
		add_pages_of_shapes(choice, shapes, stays, taken);
		warn_of_no_change(choice);
		cmd_result(cmd, "pages by shape");
	}
	free(stays);
	free(taken);
	return status;
}

/* ---- scores and orders ------------------------------------------------ */

/* Of pages with score 0, those with the smallest numbers are chosen. */
static void
pages_warn_of_zeros(const struct choice *choice, const struct sp_score *score,
		    const struct sp_seeds *picked)
{
	uint64_t zeros = 0;

	for (uint64_t i = 0; i < picked->count; i++)
		zeros += score->values[picked->seeds[i].page] == 0;
	if (zeros)
		cmd_warn(choice->cmd, "\"%s\" is 0 for %" PRIu64 " of the "
			 "%" PRIu64 " pages (keep fewer)", score->name, zeros,
			 picked->count);
}

/*
 * By the function with which seedpick picks, so that both choose the same
 * pages.
 */
static enum sp_status
choose_top(struct choice *choice)
{
	const struct option_top *top = &choice->options->top;
	struct sp_seeds picked = SP_SEEDS_EMPTY;
	struct cmd *cmd = choice->cmd;
	const struct sp_score *score;
	enum sp_status status = cmd_find_score(cmd, choice->contents,
					       top->score, &score);

	if (status)
		return status;
	status = sp_pick_top(score->values, score->pages, top->count, &picked,
			     &cmd->err);
	if (!status) {
		pages_warn_of_few(choice, top->count, picked.count,
				  "the graph has");
		pages_warn_of_zeros(choice, score, &picked);
		add_picked(choice, &picked);
	}
	sp_seeds_free(&picked);
	return status;
}

/* "did you mean bfs?", or what makes an order. */
static enum sp_status
no_such_order(const struct choice *choice, const char *name)
{
	const struct sp_order_list *list =
		sp_contents_orders(choice->contents);
	struct sp_error *err = &choice->cmd->err;
	struct sp_suggestion near;

	if (!list->count)
		return cmd_missing(choice->cmd, "orders");
	sp_suggest(&near, name, strlen(name));
	for (uint64_t i = 0; i < list->count; i++)
		sp_suggest_name(&near, list->orders[i].order.name,
				strlen(list->orders[i].order.name));
	if (near.count)
		return sp_fail(err, SP_DATA, "no order \"%s\" in the stream "
			       "(did you mean %s?)", name, near.names);
	return sp_fail(err, SP_DATA, "no order \"%s\" in the stream (the first "
		       "of %" PRIu64 " is %s)", name, list->count,
		       list->orders[0].order.name);
}

/*
 * The first N downloads are what a crawler would have had after N pages.  A
 * page that two crawlers downloaded is in the set once.
 */
static enum sp_status
choose_downloads(struct choice *choice)
{
	const struct option_top *wanted = subset_order(choice->options);
	const struct sp_order_list *list =
		sp_contents_orders(choice->contents);
	const struct sp_order *order = NULL;
	uint64_t count;

	for (uint64_t i = 0; !order && i < list->count; i++)
		if (!strcmp(list->orders[i].order.name, wanted->score))
			order = &list->orders[i].order;
	if (!order)
		return no_such_order(choice, wanted->score);
	pages_warn_of_few(choice, wanted->count, order->count, "the order has");
	count = order->count < wanted->count ? order->count : wanted->count;
	for (uint64_t i = 0; i < count; i++)
		sp_subset_add(choice->subset, order->pages[i]);
	if (!choice->options->fetched_first.count)
		return SP_OK;
	if (sp_fetches_replay(order->pages, count, choice->subset->pages,
			      choice->replay, &choice->cmd->err))
		return choice->cmd->err.status;
	return sp_subset_add_linked(choice->subset,
				    sp_contents_graph(choice->contents),
				    &choice->cmd->err);
}

static enum sp_status
choose_at_random(struct choice *choice)
{
	const struct subset_options *options = choice->options;
	struct sp_seeds picked = SP_SEEDS_EMPTY;
	enum sp_status status = sp_pick_random(
		choice->subset->pages, NULL, options->random, options->seed,
		NULL, &picked, &choice->cmd->err);

	if (!status) {
		pages_warn_of_few(choice, options->random, picked.count,
				  "the graph has");
		add_picked(choice, &picked);
	}
	sp_seeds_free(&picked);
	return status;
}

enum sp_status
pages_choose(struct cmd *cmd, const struct subset_options *options,
	     const struct sp_contents *contents, struct sp_subset *subset,
	     struct sp_fetches *replay)
{
	struct choice choice = { cmd, options, contents, subset, replay };
	enum sp_status status;

	if (options->pages)
		status = choose_listed_pages(&choice);
	else if (options->hosts)
		status = choose_listed_hosts(&choice);
	else if (subset_by_shape(options))
		status = choose_by_shape(&choice);
	else if (options->top.count)
		status = choose_top(&choice);
	else if (subset_order(options))
		status = choose_downloads(&choice);
	else
		status = choose_at_random(&choice);
	return status;
}
