/* SPDX-License-Identifier: MIT */
/*
 * transpose.c - turns the links of a graph round.
 *
 * The pages stay what they are, so names, hosts, scores and seeds pass on, and
 * the new graph has the origin of the old one: what is computed from either can
 * be used with the other.  Scores of links turn with them.  Cores say which
 * pages link to which, and orders which page was found on which: both are left
 * out.
 */
#include "graphprune.h"

#include "cli/output.h"
#include "cli/scratch.h"

#include "base/memory.h"
#include "graph/transform/transpose.h"
#include "stream/section/graph.h"
#include "stream/section/linkscores.h"
#include "stream/section/listing.h"
#include "stream/section/weights.h"

#define MEMORY_LEAST ((uint64_t)1 << 20)

/*
 * Half of what is left beside the graph: the other half is for what cannot be
 * limited, such as names and the weights on their way out.
 */
static uint64_t
memory_for_links(const struct cmd *cmd, const struct sp_graph *graph,
		 const double *weights)
{
	uint64_t limit = cmd_memory(cmd);
	uint64_t used = sp_graph_memory(graph) + 4 * sp_graph_pages(graph);
	uint64_t left;

	if (weights)
		used += 16 * sp_graph_links(graph);
	left = limit > used ? (limit - used) / 2 : 0;
	return left > MEMORY_LEAST ? left : MEMORY_LEAST;
}

static enum sp_status
write_transpose(struct cmd *cmd, const struct sp_graph *graph,
		const double *weights, struct sp_writer *writer,
		struct sp_basis *basis)
{
	struct sp_graph_writer *to = sp_graph_writer_new(
		writer, cmd->threads, weights != NULL);
	struct sp_fingerprint origin = sp_graph_origin(graph);
	struct sp_transpose_options how = { .threads = cmd->threads };
	struct progress progress;
	struct sp_row_sink rows;
	enum sp_status status;

	if (!to)
		return sp_no_memory(&cmd->err, "the graph");
	how.memory = memory_for_links(cmd, graph, weights);
	how.progress = &progress.teller;
	progress_begin(&progress, cmd, "block");
	rows = sp_graph_writer_rows(to);
	status = sp_transpose_rows(graph, weights, &how, &rows, &cmd->err);
	progress_end(&progress);
	if (!status)
		status = sp_graph_writer_finish(to, &origin, basis,
						&cmd->err);
	sp_graph_writer_free(to);
	return status;
}

/* ---- what comes with the graph ---------------------------------------- */

static bool
has_kind(const struct sp_listing *listing, enum sp_kind_place place)
{
	for (uint64_t i = 0; i < listing->count; i++)
		if (listing->sections[i].place == place)
			return true;
	return false;
}

static void
warn_of_turned(const struct cmd *cmd, const struct sp_listing *listing)
{
	bool cores = has_kind(listing, SP_KIND_CORES);
	bool orders = has_kind(listing, SP_KIND_ORDERS);

	if (cores || orders)
		cmd_warn(cmd, "dropped what goes along the old links: %s%s%s",
			 cores ? "cores" : "", cores && orders ? ", " : "",
			 orders ? "orders" : "");
}

static enum sp_status
transpose_write_link_scores(struct cmd *cmd, struct sp_contents *contents,
			    const struct sp_basis *basis,
			    struct sp_writer *writer)
{
	const struct sp_link_score_list *list =
		sp_contents_link_scores(contents);
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < list->count; i++) {
		struct sp_named_link_scores *scores = &list->items[i];

		sp_link_scores_turn(&scores->scores);
		status = sp_save_link_scores(writer, scores->name,
					     &scores->scores, basis,
					     &cmd->err);
	}
	return status;
}

/* ---- all of it -------------------------------------------------------- */

static enum sp_status
transpose_contents(struct cmd *cmd, void *context,
		   struct sp_contents *contents, struct cmd_output *output)
{
	const struct sp_graph *graph = sp_contents_graph(contents);
	struct sp_writer *writer = cmd_output_writer(output);
	struct sp_basis basis;
	enum sp_status status;

	warn_of_turned(cmd, context);
	if (!sp_graph_links(graph))
		cmd_warn(cmd, "the graph has no links");
	status = write_transpose(cmd, graph, sp_contents_weights(contents),
				 writer, &basis);
	if (!status)
		status = transpose_write_link_scores(cmd, contents, &basis,
						     writer);
	return status ? status : cmd_output_sign(output);
}

enum sp_status
graphprune_transpose(struct cmd *cmd)
{
	struct sp_listing listing = { 0 };
	const struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | SP_SECTION_WEIGHTS |
			SP_SECTION_LINKSCORES,
		.drop = SP_SECTION_CORES | SP_SECTION_ORDERS |
			SP_SECTION_LINKSCORES,
		.links_change = true, .listing = &listing
	};
	enum sp_status status = cmd_add_to_graph(cmd, &load,
						 transpose_contents, &listing);

	sp_listing_free(&listing);
	return status;
}
