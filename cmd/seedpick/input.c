/* SPDX-License-Identifier: MIT */
/*
 * What is loaded depends on the method, on --fill and on --map; which stream it
 * comes from depends on -g (cli/input.h): results from the operand, the graph
 * and all that belongs to it from -g.
 */
#include "seedpick.h"

#include "stream/section/cores.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "stream/section/seeds.h"

/* Does nothing but the seeds that are written need names? */
static bool
names_can_wait(struct seedpick *pick)
{
	const struct seedpick_options *how = pick->options;

	return !how->urls && !how->map &&
	       cmd_late_names(&pick->late, cmd_main_input(pick->cmd));
}

/*
 * Seeds are written with their URLs, so that the stream of seeds can be read
 * without the graph.  For the same reason nothing is passed on but the cores
 * that they are of, and provenance: seeds are few, and who crawls from them
 * does not want the orders of other crawls.  So their names are looked up, once
 * they are known, where that is possible.
 */
static enum sp_status
seedpick_load_streams(struct seedpick *pick, struct sp_writer *writer)
{
	const struct seed_method *method = pick->method;
	const struct seedpick_options *how = pick->options;
	/* With --map, the shapes of the other graph count. */
	const unsigned shapes = how->one_per_shape && !how->map ?
				SP_SECTION_SHAPES : 0;
	/* Those of seeds that lead nowhere, of which --map may know better. */
	const unsigned states = how->map ? 0 : SP_SECTION_STATES;
	/* The links of seeds tell which page of another graph is similar. */
	const unsigned names = (names_can_wait(pick) ? 0 : SP_SECTION_NAMES) |
			       SP_SECTION_HOSTS | shapes | states |
			       (how->map_similar ? SP_SECTION_GRAPH : 0) |
			       seedpick_fill_wants(how);
	struct sp_load_options options = {
		.want = method->wants | names, .writer = writer,
		.drop = ~(unsigned)(SP_SECTION_PROVENANCE |
				    (how->map ? 0 : SP_SECTION_CORES)),
		.links_change = true
	};
	struct cmd *cmd = pick->cmd;
	const char *side = cmd_side_input(cmd, method->of_results);
	enum sp_status status;

	if (side) {
		options.writer = NULL;
		options.want = names |
			       (method->of_results ? 0 : method->wants);
	}
	status = cmd_load(cmd, cmd_main_input(cmd), &options, &pick->contents);
	if (status || !side)
		return status;
	options.writer = writer;
	/* A score may be in either stream, and shapes may. */
	options.want = method->wants | (names & SP_SECTION_SCORES) | shapes;
	return cmd_load(cmd, side, &options, &pick->contents);
}

/* What identifies the graph, from whatever section knows it. */
static enum sp_status
find_basis(struct seedpick *pick)
{
	const struct sp_contents *contents = &pick->contents;
	const struct sp_loaded_cores *cores = sp_contents_cores(contents);
	const struct sp_loaded_seeds *seeds = sp_contents_seeds(contents);
	const struct sp_score_list *scores = sp_contents_scores(contents);
	const struct sp_names *names = sp_contents_names(contents);
	const struct sp_hosts *hosts = sp_contents_hosts(contents);

	/* Names and hosts know only the number of pages, so they come last. */
	if (contents->has_basis)
		pick->basis = contents->basis;
	else if (cores)
		pick->basis = cores->basis;
	else if (seeds)
		pick->basis = seeds->basis;
	else if (scores->count)
		pick->basis = scores->scores[0].basis;
	else if (names || hosts)
		pick->basis.graph.pages = names ? names->count : hosts->pages;
	else
		return sp_fail(&pick->cmd->err, SP_DATA, "no graph, cores or "
			       "scores in the stream (give the graph with -g; "
			       "to list seeds that it has, use graphdump -s "
			       "seeds --to text)");
	return SP_OK;
}

enum sp_status
seedpick_load(struct seedpick *pick, struct sp_writer *writer)
{
	enum sp_status status = seedpick_load_streams(pick, writer);

	/* Other filters have warned of what they computed of a part. */
	if (!status && (pick->method->wants |
			seedpick_fill_wants(pick->options)) & SP_SECTION_GRAPH)
		status = cmd_check_whole(pick->cmd, cmd_main_input(pick->cmd),
					 &pick->contents, false);
	return status ? status : find_basis(pick);
}
