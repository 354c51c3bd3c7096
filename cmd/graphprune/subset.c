/* SPDX-License-Identifier: MIT */
/*
 * The sub-graph of some pages: all links between them, with what is known of
 * these pages.  Pages are numbered anew, without gaps, in the old order; each
 * section is read through that (graph/transform/subset.h) and written as its
 * own part of the whole.
 *
 * What remains true of a page by itself passes on: its name, host, scores, a
 * seed that stays.  What is about the whole graph, cores and orders, does not,
 * as half of a core or of an order is neither.  Scores are a compromise, and
 * are noted in the line of provenance.
 */
#include "graphprune.h"

#include "cli/output.h"

#include "base/memory.h"
#include "stream/section/fetches.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/linkscores.h"
#include "stream/section/listing.h"
#include "stream/section/names.h"
#include "stream/section/orders.h"
#include "stream/section/seeds.h"
#include "stream/section/shapes.h"
#include "stream/section/states.h"
#include "stream/section/weights.h"

#include <stdlib.h>

/* What a sub-graph can take over from the whole graph. */
#define SUBSET_CARRIES (SP_SECTION_GRAPH | SP_SECTION_WEIGHTS | \
			SP_SECTION_NAMES | SP_SECTION_HOSTS | \
			SP_SECTION_STATES | SP_SECTION_FETCHES | \
			SP_SECTION_SHAPES | SP_SECTION_SCORES | \
			SP_SECTION_LINKSCORES | SP_SECTION_SEEDS | \
			SP_SECTION_PROVENANCE)

struct subset_job {
	struct cmd *cmd;
	const struct subset_options *options;
	struct sp_contents contents;
	struct sp_listing listing;
	struct sp_subset subset;
	struct sp_fetches replay; /* of --fetched-first, of the whole graph */
	struct sp_basis basis;   /* of the sub-graph, once it is written */
};

/* ---- input ------------------------------------------------------------ */

/*
 * Everything is loaded, since scores and orders, which may decide what stays,
 * come after the graph.  Nothing but the history passes on as it is.
 *
 * Only what may be needed: orders are large, and are loaded only to choose by
 * them.
 */
static enum sp_status
subset_load(struct subset_job *job, struct sp_writer *writer)
{
	const struct subset_options *options = job->options;
	struct cmd *cmd = job->cmd;
	bool results = options->top.count || subset_order(options);
	struct sp_load_options load = {
		.want = SUBSET_CARRIES & ~SP_SECTION_PROVENANCE,
		.writer = writer, .drop = ~(unsigned)SP_SECTION_PROVENANCE,
		.listing = &job->listing
	};
	const char *side = cmd_side_input(cmd, results);
	enum sp_status status;

	if (subset_order(options))
		load.want |= SP_SECTION_ORDERS;
	status = cmd_load_graph(cmd, &load, &job->contents);
	if (status || !side)
		return status;
	load.want &= SP_SECTION_SCORES | SP_SECTION_LINKSCORES |
		     SP_SECTION_SEEDS | SP_SECTION_ORDERS;
	return cmd_load(cmd, side, &load, &job->contents);
}

/*
 * A result of the whole graph is none of the sub-graph.  The order that the
 * pages were taken from has done its work; all else is worth a line.
 */
static void
subset_warn_of_dropped(const struct subset_job *job)
{
	const struct sp_listing *listing = &job->listing;
	const struct option_top *order = subset_order(job->options);
	struct sp_line kinds = SP_LINE_EMPTY;
	unsigned seen = SUBSET_CARRIES;
	bool used = !order;
	char *text;

	for (uint64_t i = 0; i < listing->count; i++) {
		const struct sp_listed_section *at = &listing->sections[i];
		struct sp_span name = sp_names_span(&listing->names, i);

		if (at->tag == SP_TAG_ORDER_SEEDS || seen >> at->place & 1)
			continue;
		if (!used && at->place == SP_KIND_ORDERS &&
		    name.length == strlen(order->score) &&
		    !memcmp(name.text, order->score, name.length)) {
			used = true;
			continue;
		}
		seen |= 1u << at->place;
		sp_line_format(&kinds, "%s%s", kinds.length ? ", " : "",
			       sp_kind_word(at->place));
	}
	text = kinds.length ? sp_line_take(&kinds) : NULL;
	if (text)
		cmd_warn(job->cmd, "dropped what is about the whole graph: %s "
			 "(make them anew from the subset)", text);
	free(text);
}

/* ---- output ----------------------------------------------------------- */

/*
 * Dropped once written; so are hosts and the graph, and the memory at any time
 * is that of what is still to come.
 */
static enum sp_status
subset_save_names(struct subset_job *job, struct sp_writer *writer)
{
	const struct sp_names *names = sp_contents_names(&job->contents);
	const struct sp_subset *subset = &job->subset;
	struct sp_error *err = &job->cmd->err;
	struct sp_section section = { 0 };
	enum sp_status status;

	if (!names)
		return SP_OK;
	status = sp_section_begin(&section, writer, SP_TAG_NAMES, NULL, 0,
				  err);
	for (uint64_t page = sp_subset_next(subset, 0);
	     !status && page < subset->pages;
	     page = sp_subset_next(subset, page + 1)) {
		struct sp_span name = sp_names_span(names, page);

		status = sp_save_string(&section, name.text, name.length, err);
	}
	status = sp_section_close(&section, status, err);
	sp_contents_drop(&job->contents, SP_SECTION_NAMES);
	return status;
}

static enum sp_status
subset_save_hosts(struct subset_job *job, struct sp_writer *writer)
{
	const struct sp_hosts *hosts = sp_contents_hosts(&job->contents);
	struct sp_hosts made = SP_HOSTS_EMPTY;
	struct sp_error *err = &job->cmd->err;
	enum sp_status status;

	if (!hosts)
		return SP_OK;
	status = sp_subset_hosts(&job->subset, hosts, &made, err);
	return sp_save_made_hosts(writer, status, &made, &job->contents, err);
}

static enum sp_status
subset_save_graph(struct subset_job *job, struct sp_writer *writer)
{
	struct cmd *cmd = job->cmd;
	struct sp_subset_source source = {
		.graph = sp_contents_graph(&job->contents),
		.weights = sp_contents_weights(&job->contents),
		.threads = cmd->threads
	};
	struct sp_graph_writer *graph = sp_graph_writer_new(
		writer, cmd->threads, source.weights != NULL);
	struct progress progress;
	struct sp_row_sink rows;
	enum sp_status status;

	if (!graph)
		return sp_no_memory(&cmd->err, "the graph");
	progress_begin(&progress, cmd, "page");
	source.progress = &progress.teller;
	rows = sp_graph_writer_rows(graph);
	status = sp_subset_rows(&job->subset, &source, &rows, &cmd->err);
	if (!status)
		status = sp_graph_writer_finish(graph, NULL, &job->basis,
						&cmd->err);
	progress_end(&progress);
	sp_graph_writer_free(graph);
	sp_contents_drop(&job->contents, SP_SECTION_GRAPH |
					 SP_SECTION_WEIGHTS);
	return status;
}

/* Those of a crawl are by its order, whatever the whole graph has. */
static enum sp_status
subset_save_fetches(struct subset_job *job, const struct sp_states *states,
		    struct sp_writer *writer)
{
	const struct sp_fetches *all = sp_contents_fetches(&job->contents);
	bool replay = job->subset.fetched != NULL;
	struct sp_error *err = &job->cmd->err;
	struct sp_fetches made = { 0 };
	enum sp_status status;

	if (!all && !replay)
		return SP_OK;
	status = sp_subset_fetches(&job->subset, replay ? &job->replay : all,
				   replay ? all : NULL, states, &made, err);
	if (!status)
		status = sp_save_fetches(writer, &made, &job->basis, err);
	sp_fetches_free(&made);
	return status;
}

/* What a crawl knows has states, whether the whole graph has some or not. */
static enum sp_status
subset_save_states(struct subset_job *job, struct sp_writer *writer)
{
	const struct sp_states *all = sp_contents_states(&job->contents);
	struct sp_error *err = &job->cmd->err;
	struct sp_states made = { 0 };
	enum sp_status status;

	if (!all && !job->subset.fetched)
		return subset_save_fetches(job, NULL, writer);
	status = sp_subset_states(&job->subset, all, &made, err);
	if (!status)
		status = sp_save_states(writer, &made, &job->basis, err);
	if (!status)
		status = subset_save_fetches(job, &made, writer);
	sp_states_free(&made);
	return status;
}

/* A shape is of URLs, and so is that of a page that stays. */
static enum sp_status
subset_save_shapes(struct subset_job *job, struct sp_writer *writer)
{
	const struct sp_shapes *all = sp_contents_shapes(&job->contents);
	struct sp_error *err = &job->cmd->err;
	struct sp_shapes made;
	enum sp_status status;

	if (!all)
		return SP_OK;
	status = sp_subset_shapes(&job->subset, all, &made, err);
	if (!status)
		status = sp_save_shapes(writer, &made, &job->basis, err);
	sp_shapes_free(&made);
	sp_contents_drop(&job->contents, SP_SECTION_SHAPES);
	return status;
}

/*
 * The values stay those of the whole graph: a page keeps its rank in the web
 * that the pages were taken from.  The line of provenance names them.
 */
static enum sp_status
subset_save_scores(struct subset_job *job, struct sp_writer *writer)
{
	const struct sp_score_list *list = sp_contents_scores(&job->contents);
	struct cmd *cmd = job->cmd;
	enum sp_status status = SP_OK;
	double *values;

	if (!list->count)
		return SP_OK;
	values = sp_alloc(job->subset.kept, sizeof(*values));
	if (!values)
		return sp_no_memory(&cmd->err, "scores");
	for (uint64_t i = 0; !status && i < list->count; i++) {
		const struct sp_score *score = &list->scores[i];

		sp_subset_values(&job->subset, score->values, values);
		status = sp_save_scores(writer, score->name, values,
					&job->basis, &cmd->err);
		cmd_result(cmd, "score %s of the whole graph", score->name);
	}
	free(values);
	return status;
}

/* Rows between pages that stay; their order stays, as that of the pages. */
static enum sp_status
subset_save_links(struct subset_job *job, struct sp_writer *writer)
{
	const struct sp_link_score_list *list =
		sp_contents_link_scores(&job->contents);
	struct cmd *cmd = job->cmd;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < list->count; i++) {
		const struct sp_named_link_scores *all = &list->items[i];
		struct sp_link_scores kept = SP_LINK_SCORES_EMPTY;

		status = sp_subset_links(&job->subset, &all->scores, &kept,
					 &cmd->err);
		if (!status)
			status = sp_save_link_scores(writer, all->name, &kept,
						     &job->basis, &cmd->err);
		sp_link_scores_free(&kept);
	}
	return status;
}

/* Seeds that stay, with their names, and with what their notes say. */
struct kept_seeds {
	struct sp_seeds seeds;
	struct sp_names names, was;
};

static enum sp_status
subset_keep_name(struct sp_names *to, const struct sp_names *from,
		 uint64_t place, struct sp_error *err)
{
	struct sp_span name = sp_names_span(from, place);

	return sp_names_add(to, name.text, name.length, err);
}

/*
 * Seeds lose their cores, which are not carried over.
 *
 * The notes of seeds are kept in step with the seeds, entry by entry.
 */
static enum sp_status
keep_seeds(struct subset_job *job, const struct sp_loaded_seeds *loaded,
	   struct kept_seeds *kept)
{
	struct sp_error *err = &job->cmd->err;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < loaded->seeds.count; i++) {
		struct sp_seed seed = loaded->seeds.seeds[i];

		if (!sp_subset_has(&job->subset, seed.page))
			continue;
		seed.page = sp_subset_place(&job->subset, seed.page);
		seed.core = SP_NO_CORE;
		status = sp_seeds_add(&kept->seeds, seed, err);
		if (!status)
			status = subset_keep_name(&kept->names, &loaded->names,
						  i, err);
		if (!status && loaded->noted)
			status = subset_keep_name(&kept->was, &loaded->was, i,
						  err);
	}
	return status;
}

static enum sp_status
subset_save_seeds(struct subset_job *job, struct sp_writer *writer)
{
	const struct sp_loaded_seeds *loaded =
		sp_contents_seeds(&job->contents);
	struct kept_seeds kept = { SP_SEEDS_EMPTY, SP_NAMES_EMPTY,
				   SP_NAMES_EMPTY };
	struct cmd *cmd = job->cmd;
	enum sp_status status;

	if (!loaded)
		return SP_OK;
	status = keep_seeds(job, loaded, &kept);
	if (!status && kept.seeds.count < loaded->seeds.count)
		cmd_warn(cmd,
			 "%" PRIu64 " of %" PRIu64 " seeds are in the subset",
			 kept.seeds.count, loaded->seeds.count);
	if (!status && kept.seeds.count)
		status = sp_save_seeds_named(writer, &kept.seeds, &kept.names,
					     &job->basis, &cmd->err);
	if (!status && kept.seeds.count && loaded->noted)
		status = sp_save_seed_notes(writer, &kept.seeds,
					    loaded->score[0] ? loaded->score :
							       NULL,
					    &kept.was, &job->basis,
					    &cmd->err);
	sp_seeds_free(&kept.seeds);
	sp_names_free(&kept.names);
	sp_names_free(&kept.was);
	return status;
}

static void
subset_warn_of_links(const struct subset_job *job)
{
	uint64_t links = job->basis.graph.links;

	cmd_count(job->cmd, "pages_kept", job->subset.kept);
	cmd_count(job->cmd, "links_kept", links);
	if (job->subset.fetched)
		cmd_count(job->cmd, "pages_fetched",
			  sp_bitset_count(job->subset.fetched,
					  job->subset.pages));
	if (!links)
		cmd_warn(job->cmd, "no link is between two of the %" PRIu64 " "
			 "pages that are left", job->subset.kept);
}

/* Sections come in the order in which graphimport writes them. */
static enum sp_status
subset_write(struct subset_job *job, struct sp_writer *writer)
{
	enum sp_status status = subset_save_names(job, writer);

	if (!status)
		status = subset_save_hosts(job, writer);
	if (!status)
		status = subset_save_graph(job, writer);
	if (status)
		return status;
	subset_warn_of_links(job);
	cmd_result(job->cmd, "pages %" PRIu64 " of %" PRIu64,
		   job->subset.kept, job->subset.pages);
	status = subset_save_states(job, writer);
	if (!status)
		status = subset_save_shapes(job, writer);
	if (!status)
		status = subset_save_scores(job, writer);
	if (!status)
		status = subset_save_links(job, writer);
	return status ? status : subset_save_seeds(job, writer);
}

/* ---- all of it -------------------------------------------------------- */

/*
 * Sets of bits come first and numbers when the set is complete: a page's new
 * number is how many bits are set before it.
 */
static enum sp_status
subset_select(struct subset_job *job)
{
	const struct sp_graph *graph = sp_contents_graph(&job->contents);
	enum sp_status status = sp_subset_new(sp_graph_pages(graph),
					      &job->subset, &job->cmd->err);

	if (!status)
		status = pages_choose(job->cmd, job->options, &job->contents,
				      &job->subset, &job->replay);
	if (status)
		return status;
	sp_subset_number(&job->subset);
	/* Seeds and scores are written last; orders are only chosen from. */
	sp_contents_drop(&job->contents, SP_SECTION_ORDERS);
	subset_warn_of_dropped(job);
	return SP_OK;
}

enum sp_status
subset_run(struct cmd *cmd, const struct subset_options *options)
{
	struct subset_job job = { .cmd = cmd, .options = options };
	struct cmd_output *output = cmd_output_open(cmd, cmd->output, true);
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	status = subset_load(&job, cmd_output_writer(output));
	if (!status)
		status = subset_select(&job);
	if (!status)
		status = subset_write(&job, cmd_output_writer(output));
	if (!status)
		status = cmd_output_sign(output);
	cmd_output_free(output);
	sp_subset_free(&job.subset);
	sp_fetches_free(&job.replay);
	sp_listing_free(&job.listing);
	sp_contents_free(&job.contents);
	return status;
}
