/* SPDX-License-Identifier: MIT */
/*
 * What crawlorder loads, and from where: the graph, its hosts, seeds, scores,
 * and the form in which links are read.
 *
 * Everything is checked here that does not depend on a plan: scores of another
 * graph, trust below 0, seeds that are no pages.  What is wanted of a stream
 * goes by what the plans need, so that a score of 8 bytes a page is not loaded
 * for bfs.
 *
 * Seeds have four sources, of which one counts: a list, the largest of a
 * score, an order of the stream, or the seeds of the stream.  All become a
 * list of distinct pages.
 *
 * The plain form of the graph, 2 to 4 bytes a link, saves decoding a list at
 * each download, and costs the time of a quarter of a crawl to make.  It is
 * chosen where it fits beside what the crawls need, and where there will be
 * downloads enough to pay for it.
 */
#include "crawlorder.h"

#include "cli/input.h"
#include "cli/memory.h"
#include "cli/readable.h"
#include "cli/scratch.h"

#include "base/bitset.h"
#include "base/memory.h"
#include "seed/pick.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "stream/section/scores.h"
#include "stream/section/shapes.h"
#include "stream/section/seeds.h"
#include "stream/section/states.h"
#include "stream/section/weights.h"

#include <stdlib.h>
#include <string.h>

/* One load. */
struct crawl_loading {
	struct cmd *cmd;
	const struct crawl_sources *sources;
	struct crawl_input *input;
};

/* ---- streams ---------------------------------------------------------- */

/*
 * Names are read only for lists, whose lines may be URLs, and for rules that
 * hash them.
 */
static unsigned
kinds_wanted(const struct crawl_sources *sources)
{
	unsigned want = SP_SECTION_GRAPH | SP_SECTION_STATES |
			topic_wants(&sources->topic);

	if (sources->with_hosts)
		want |= SP_SECTION_HOSTS;
	if (sources->with_shapes)
		want |= SP_SECTION_SHAPES;
	if (sources->with_fetches)
		want |= SP_SECTION_FETCHES;
	if (sources->with_link_weights)
		want |= SP_SECTION_WEIGHTS;
	/* The lines of a list may be URLs. */
	if ((sources->with_seeds && sources->seeds) || sources->with_names)
		want |= SP_SECTION_NAMES;
	if ((sources->with_seeds && sources->seeds_top.count) ||
	    sources->trust || sources->takeovers ||
	    (sources->with_score && !sources->bench))
		want |= SP_SECTION_SCORES;
	if (sources->takeovers)
		want |= SP_SECTION_LINKSCORES;
	if (sources->with_seeds && sources->beside)
		want |= SP_SECTION_ORDERS;
	else if (sources->with_seeds && !sources->seeds &&
		 !sources->seeds_top.count)
		want |= SP_SECTION_SEEDS;
	return want;
}

/*
 * The graph is in the main input.  With -g, seeds and scores may be in the
 * side input, which is then the one that is passed on.
 */
static enum sp_status
crawlorder_load_streams(const struct crawl_loading *loading,
			const struct sp_load_options *load)
{
	const struct crawl_sources *sources = loading->sources;
	struct crawl_input *input = loading->input;
	struct cmd *cmd = loading->cmd;
	struct sp_load_options main = *load;
	struct sp_load_options bench = { .want = SP_SECTION_SCORES };
	const char *side;
	enum sp_status status;

	/* With -g, only seeds are a reason to read standard input. */
	main.want = kinds_wanted(sources);
	side = cmd_side_input(cmd, main.want & (SP_SECTION_SEEDS |
						SP_SECTION_ORDERS));
	if (side || cmd->graph)
		main.writer = NULL;
	status = cmd_load_graph(cmd, &main, &input->contents);
	if (!status)
		status = warn_unfetched(
			cmd, sp_contents_graph(&input->contents),
			sp_contents_states(&input->contents));
	if (!sources->with_states)
		sp_contents_drop(&input->contents, SP_SECTION_STATES);
	if (!status && side) {
		main.want &= ~(unsigned)(SP_SECTION_GRAPH | SP_SECTION_HOSTS |
					 SP_SECTION_NAMES |
					 SP_SECTION_STATES |
					 SP_SECTION_FETCHES |
					 SP_SECTION_WEIGHTS);
		main.writer = load->writer;
		status = cmd_load(cmd, side, &main, &input->contents);
	}
	/* Kept apart: both streams may have a score of this name. */
	if (!status && sources->with_score && sources->bench)
		status = cmd_load(cmd, sources->bench, &bench, &input->bench);
	return status;
}

/* ---- scores and seeds ------------------------------------------------- */

/*
 * Origins are compared and not graphs: a score fits a graph whose links were
 * pruned since, because pruning keeps all pages.  What is missing is looked
 * for where the user will look: in the stream of --bench, or in that of -g,
 * where no operand was given.
 */
static enum sp_status
find_values(const struct crawl_loading *loading,
	    const struct sp_contents *contents, const char *name,
	    const double **values)
{
	const struct sp_score *score;
	struct sp_basis graph = sp_basis_of(loading->input->crawl.graph);

	if (cmd_find_score(loading->cmd, contents, name, &score)) {
		if (contents == &loading->input->bench)
			(void)sp_fail_in(&loading->cmd->err,
					 loading->sources->bench);
		else if (loading->cmd->graph && !loading->cmd->operand_count)
			(void)sp_fail(
				&loading->cmd->err, SP_DATA,
				"no score \"%s\" "
				"in the stream of -g (give the one that has "
				"it as operand; - is standard input)",
				name);
		return loading->cmd->err.status;
	}
	if (!sp_fingerprint_equal(&score->basis.origin, &graph.origin))
		return sp_fail(&loading->cmd->err, SP_DATA, "score \"%s\" "
			       "belongs to another graph", name);
	*values = score->values;
	return SP_OK;
}

static enum sp_status
check_not_below_0(const struct crawl_loading *loading, const double *values,
		  const char *name, const char *what)
{
	const struct sp_graph *graph = loading->input->crawl.graph;

	for (uint64_t p = 0; p < sp_graph_pages(graph); p++)
		/* Written so that NaN fails, too. */
		if (!(values[p] >= 0))
			return sp_fail(&loading->cmd->err, SP_DATA, "score "
				       "\"%s\": the %s page %" PRIu64 " is "
				       "below 0", name, what, p);
	return SP_OK;
}

/* What the scores say beside the links, whose snapshots are kept apart. */
static enum sp_status
find_snapshots(const struct crawl_loading *loading)
{
	const struct crawl_sources *sources = loading->sources;
	struct crawl_input *input = loading->input;
	const double *pages;

	if (find_values(loading, &input->contents, SP_SNAPSHOTS_NAME, &pages) ||
	    crawl_snapshots_find(&input->contents, pages, sources->takeovers,
				 &input->snapshots, &input->crawl,
				 &loading->cmd->err))
		return loading->cmd->err.status;
	if (!(topic_wants(&sources->topic) & SP_SECTION_LINKSCORES))
		sp_contents_drop(&input->contents, SP_SECTION_LINKSCORES);
	if (!sources->with_weight)
		return SP_OK;
	input->crawl.weight = input->crawl.score;
	return check_not_below_0(loading, input->crawl.weight, sources->score,
				 "weight of");
}

static enum sp_status
crawl_seeds_of_file(const struct crawl_loading *loading)
{
	const struct sp_contents *contents = &loading->input->contents;
	struct sp_page_list_options how = {
		.names = sp_contents_names(contents),
		.pages = sp_graph_pages(loading->input->crawl.graph),
		.drop_missing = loading->sources->drop_missing,
		.matches = true, .match = loading->sources->match
	};
	struct cmd *cmd = loading->cmd;
	struct sp_page_list list = { 0 };
	enum sp_status status = cmd_read_pages(cmd, loading->sources->seeds,
					       &how, &list);

	if (!status)
		status = sp_pick_list(list.pages, list.count, how.pages,
				      &loading->input->picked, &cmd->err);
	sp_page_list_free(&list);
	return status;
}

static enum sp_status
crawl_seeds_of_score(const struct crawl_loading *loading)
{
	const struct sp_contents *contents = &loading->input->contents;
	const struct option_top *top = &loading->sources->seeds_top;
	uint64_t pages = sp_graph_pages(loading->input->crawl.graph);
	const double *values;

	if (find_values(loading, contents, top->score, &values))
		return loading->cmd->err.status;
	return sp_pick_top(values, pages, top->count, &loading->input->picked,
			   &loading->cmd->err);
}

/* Orders of seedpipe 0.1 do not record their seeds, only which came first. */
static enum sp_status
add_seeds_of_order(const struct sp_order *order, struct sp_seeds *seeds,
		   struct sp_error *err)
{
	struct sp_seed seed = { .core = SP_NO_CORE };
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < order->seed_count; i++) {
		seed.page = order->seeds[i];
		status = sp_seeds_add(seeds, seed, err);
	}
	for (uint64_t i = 0; !status && !order->seed_count &&
	     i < order->count; i++) {
		if (order->depths[i] != 1)
			continue;
		seed.page = order->pages[i];
		status = sp_seeds_add(seeds, seed, err);
	}
	return status;
}

static enum sp_status
crawl_seeds_of_order(const struct crawl_loading *loading)
{
	struct crawl_input *input = loading->input;
	const char *name = loading->sources->beside;
	const struct sp_order_list *list =
		sp_contents_orders(&input->contents);
	struct sp_error *err = &loading->cmd->err;
	enum sp_status status;

	for (uint64_t i = 0; i < list->count; i++) {
		const struct sp_order *order = &list->orders[i].order;

		if (strcmp(order->name, name))
			continue;
		input->beside_downloads = order->count;
		status = add_seeds_of_order(order, &input->picked, err);
		/* It may be larger than the graph. */
		sp_contents_drop(&input->contents, SP_SECTION_ORDERS);
		return status;
	}
	return sp_fail(err, SP_DATA, "no order \"%s\" in the stream "
		       "(graphstat lists them)", name);
}

/*
 * A crawl takes page numbers alone, without the cores of seeds; an order
 * records each page once, and the stream may repeat one.  If all pages are
 * seeds, every order is a permutation that no link decides: that is hardly
 * meant, but not wrong.
 */
static enum sp_status
take_seeds(const struct crawl_loading *loading, const struct sp_seeds *seeds)
{
	struct crawl_input *input = loading->input;
	uint64_t pages = sp_graph_pages(input->crawl.graph);
	uint64_t *seen = sp_bitset_new(pages);
	uint64_t count = 0;

	input->seeds = sp_alloc(seeds->count, sizeof(*input->seeds));
	if (!seen || !input->seeds) {
		free(seen);
		return sp_no_memory(&loading->cmd->err, "the seeds");
	}
	for (uint64_t i = 0; i < seeds->count; i++) {
		uint32_t page = seeds->seeds[i].page;

		if (!sp_bit_test_and_set(seen, page))
			input->seeds[count++] = page;
	}
	free(seen);
	if (count == pages && pages > 1)
		cmd_warn(loading->cmd, "all %" PRIu64 " pages are seeds, so no "
			 "link leads to a new page (give fewer)", pages);
	input->crawl.seeds = input->seeds;
	input->crawl.seed_count = count;
	return SP_OK;
}

static enum sp_status
find_seeds(const struct crawl_loading *loading)
{
	struct crawl_input *input = loading->input;
	const struct sp_loaded_seeds *given =
		sp_contents_seeds(&input->contents);
	const struct sp_seeds *seeds = &input->picked;
	enum sp_status status = SP_OK;

	if (loading->sources->seeds)
		status = crawl_seeds_of_file(loading);
	else if (loading->sources->seeds_top.count)
		status = crawl_seeds_of_score(loading);
	else if (loading->sources->beside)
		status = crawl_seeds_of_order(loading);
	else if (given)
		seeds = &given->seeds;
	else
		status = sp_fail(&loading->cmd->err, SP_DATA, "no seeds in "
				 "the stream (run seedpick, or give --seeds "
				 "FILE)");
	if (status)
		return status;
	return take_seeds(loading, seeds);
}

/* ---- the whole -------------------------------------------------------- */

/*
 * Memory of a crawl, a page: places, bits, parents, a queue or a heap; and of
 * what it leaves until that is written.
 */
#define CRAWL_BYTES 48
#define RESULT_BYTES 32

/* What a thread needs to compress its frames of the output, about. */
#define WRITER_BYTES ((uint64_t)16 << 20)

/*
 * What the crawls leave of the memory: the limit, or four fifths of what the
 * machine has.
 */
static uint64_t
input_memory_left(const struct crawl_loading *loading)
{
	const struct sp_crawl_input *crawl = &loading->input->crawl;
	const struct cmd *cmd = loading->cmd;
	uint64_t crawls = loading->sources->crawls, threads, used, all;

	threads = (uint64_t)cmd->threads;
	if (threads < crawls)
		crawls = threads;
	/* Four fifths of the machine's memory, if no limit was given. */
	all = cmd_memory(cmd);
	if (!cmd_memory_is_given(cmd))
		all = all / 5 * 8;
	used = memory_peak() +
	       crawls * CRAWL_BYTES * sp_graph_pages(crawl->graph) +
	       threads * WRITER_BYTES;
	return used < all ? all - used : 0;
}

/*
 * To decode all links takes as long as to download a quarter of the pages.
 * The product is of doubles: downloads times crawls may exceed 64 bits.
 */
static bool
few_downloads(const struct crawl_loading *loading)
{
	const struct crawl_sources *sources = loading->sources;
	uint64_t pages = sp_graph_pages(loading->input->crawl.graph);
	uint64_t most = sources->downloads;

	if (!most || most > pages)
		most = pages;
	return (double)most * (double)sources->crawls < (double)pages / 4;
}

/* The plain form, if it is asked for, or pays and fits. */
static enum sp_status
find_plain(const struct crawl_loading *loading, uint64_t most,
	   const char **reason)
{
	struct crawl_input *input = loading->input;
	enum crawl_form form = loading->sources->form;
	struct cmd *cmd = loading->cmd;

	*reason = "asked for";
	if (form == FORM_COMPACT)
		return SP_OK;
	if (form == FORM_AUTO) {
		*reason = "few downloads";
		if (few_downloads(loading))
			return SP_OK;
		*reason = "little memory";
	}
	if (sp_index_new_plain(input->crawl.graph,
			       form == FORM_PLAIN ? UINT64_MAX : most,
			       cmd->threads, &input->index, &cmd->err))
		return cmd->err.status;
	if (!input->index)
		return form == FORM_AUTO ? SP_OK :
		       sp_no_memory(&cmd->err, "the plain form of the graph");
	*reason = form == FORM_AUTO ? "it fits" : "asked for";
	return SP_OK;
}

static enum sp_status
find_index(const struct crawl_loading *loading)
{
	struct crawl_input *input = loading->input;
	uint64_t left = input_memory_left(loading), bytes;
	struct cmd *cmd = loading->cmd;
	char text[READABLE_TEXT];
	const char *reason, *name;

	if (find_plain(loading, left, &reason))
		return cmd->err.status;
	name = input->index ? "plain" : "compact";
	if (!input->index && sp_index_new(input->crawl.graph, cmd->threads,
					  &input->index, &cmd->err))
		return cmd->err.status;
	bytes = sp_index_memory(input->index);
	readable_bytes(text, bytes);
	cmd_say(cmd, "form of the graph: %s, %s (%s)", name, text, reason);
	cmd_word(cmd, "form", name);
	cmd_count(cmd, "bytes_form", bytes);
	input->spare = bytes < left ? left - bytes : 0;
	return SP_OK;
}

/*
 * Weights as they are: an order that goes by their logarithms takes these
 * itself, so that one of each kind can run.
 */
static enum sp_status
crawlorder_find_weights(const struct crawl_loading *loading)
{
	struct crawl_input *input = loading->input;
	struct cmd *cmd = loading->cmd;
	bool there = sp_contents_weighted(&input->contents);

	if (!loading->sources->with_link_weights) {
		if (there && loading->sources->shares_alike)
			cmd_warn(cmd, "the weights of the links are ignored "
				 "(fpr:links=weights and opic:links=weights "
				 "share by them)");
		return SP_OK;
	}
	if (!there)
		return sp_fail(&cmd->err, SP_DATA, "option --order: the links "
			       "of the graph have no weights (make them with "
			       "graphimport --weights, or graphfold)");
	if (sp_link_weights_make(
		    &input->weights, input->crawl.graph,
		    sp_contents_take_weights(&input->contents),
		    SP_WEIGHTS_RAW, cmd->threads, &cmd->err) ||
	    sp_link_weights_index(&input->weights, input->crawl.graph,
				  cmd->threads, &cmd->err))
		return cmd->err.status;
	input->crawl.weights = &input->weights;
	return SP_OK;
}

static enum sp_status
find_graph(const struct crawl_loading *loading)
{
	struct crawl_input *input = loading->input;
	const struct sp_hosts *hosts = sp_contents_hosts(&input->contents);
	const struct sp_shapes *shapes = sp_contents_shapes(&input->contents);
	struct sp_crawl_input *crawl = &input->crawl;
	struct cmd *cmd = loading->cmd;
	enum sp_status status = SP_OK;

	crawl->graph = sp_contents_graph(&input->contents);
	if (hosts)
		status = sp_units_of_hosts(hosts, &input->hosts, &cmd->err);
	if (!status && hosts && hosts->domains.count)
		status = sp_units_of_domains(hosts, &input->domains,
					     &cmd->err);
	if (!status && loading->sources->with_shapes)
		status = shapes ? sp_units_of_shapes(shapes, &input->shapes,
						     &cmd->err) :
				  cmd_missing(cmd, "shapes");
	if (!status)
		status = crawlorder_find_weights(loading);
	if (!status)
		status = find_index(loading);
	crawl->index = input->index;
	crawl->hosts = hosts ? &input->hosts : NULL;
	crawl->domains = input->domains.made ? &input->domains : NULL;
	crawl->shapes = shapes ? &input->shapes : NULL;
	return status;
}

enum sp_status
crawl_input_load(struct cmd *cmd, const struct crawl_sources *sources,
		 const struct sp_load_options *load, struct crawl_input *input)
{
	struct crawl_loading loading = { cmd, sources, input };
	struct sp_crawl_input *crawl = &input->crawl;
	enum sp_status status = crawlorder_load_streams(&loading, load);

	/* First the graph: seeds and scores are checked against its pages. */
	if (!status)
		status = find_graph(&loading);
	if (!status && sources->with_seeds)
		status = find_seeds(&loading);
	if (!status && sources->with_score)
		status = find_values(&loading, sources->bench ?
				     &input->bench : &input->contents,
				     sources->score, &crawl->score);
	if (!status && sources->trust)
		status = find_values(&loading, &input->contents,
				     sources->trust, &crawl->trust);
	if (!status && sources->trust)
		status = check_not_below_0(&loading, crawl->trust,
					   sources->trust, "trust in");
	if (!status && sources->takeovers)
		status = find_snapshots(&loading);
	if (!status)
		status = topic_find(cmd, &sources->topic, &input->contents,
				    crawl);
	return status;
}

uint64_t
crawl_input_waiting(const struct crawl_input *input)
{
	uint64_t pages = sp_graph_pages(input->crawl.graph);

	return input->spare / (RESULT_BYTES * (pages + 1));
}

void
crawl_input_free(struct crawl_input *input)
{
	sp_index_free(input->index);
	sp_seeds_free(&input->picked);
	sp_contents_free(&input->contents);
	sp_contents_free(&input->bench);
	sp_units_free(&input->hosts);
	sp_units_free(&input->domains);
	sp_units_free(&input->shapes);
	sp_snapshots_free(&input->snapshots);
	sp_link_weights_free(&input->weights);
	free(input->seeds);
	free(input->recorded);
}
