/* SPDX-License-Identifier: MIT */
/*
 * graphstat - describe a graph and the stream that carries it
 *
 *	graphstat [option ...] [file]
 *	graphstat --manifest file ...
 *
 * Prints how many pages and links a graph has and what they are like, which
 * sections the stream consists of, and how it was made.
 */
#include "graphstat.h"

#include "stream/section/part.h"

/* Parts measure a share of a graph: here, all of it. */
static enum sp_status
share_alone(struct graphstat *stat)
{
	stat->alone = sp_team_alone();
	if (sp_share_alone(&stat->alone, stat->graph, &stat->own,
			   &stat->cmd->err))
		return stat->cmd->err.status;
	stat->share = stat->own;
	return SP_OK;
}

/* Only lists of pages and some parts have names. */
static unsigned
want_beside(struct graphstat *stat, const char *path)
{
	unsigned want = stat->options.sources ? SP_SECTION_NAMES : 0;

	for (unsigned i = 0; i < GRAPHSTAT_COUNT; i++)
		if (stat->asked[i] && graphstat_parts[i]->wants_beside)
			want |= graphstat_parts[i]->wants_beside(stat, path);
	return want;
}

/*
 * The report says which part of a graph it is about, but what is asked for
 * needs the links of all parts.
 */
static enum sp_status
graphstat_check_whole(struct graphstat *stat, const char *path)
{
	for (unsigned i = 0; i < GRAPHSTAT_COUNT; i++)
		if (stat->asked[i])
			return cmd_check_whole(stat->cmd, path,
					       &stat->contents, false);
	return SP_OK;
}

/* The graph is that of the main input, whatever the operand has. */
static enum sp_status
graphstat_load(struct graphstat *stat)
{
	unsigned results = 0;
	struct sp_load_options options = {
		.want = SP_SECTION_GRAPH | SP_SECTION_HOSTS |
			SP_SECTION_STATES | SP_SECTION_FETCHES |
			SP_SECTION_PROVENANCE,
		.listing = &stat->listing
	};
	struct cmd *cmd = stat->cmd;
	const char *path = cmd_main_input(cmd), *side;
	const struct sp_listed_section *section;
	enum sp_status status;

	for (unsigned i = 0; i < GRAPHSTAT_COUNT; i++)
		results |= stat->asked[i] ? graphstat_parts[i]->wants : 0;
	side = cmd_side_input(cmd, results);
	options.want |= side ? 0 : results;
	options.want |= want_beside(stat, path);
	status = cmd_load(cmd, path, &options, &stat->contents);
	if (status)
		return status;
	stat->graph = sp_contents_graph(&stat->contents);
	if (stat->graph &&
	    (share_alone(stat) || graphstat_check_whole(stat, path)))
		return cmd->err.status;
	section = sp_listing_last(&stat->listing, SP_TAG_GRAPH);
	if (section)
		stat->stored = *section;
	options.want = SP_SECTION_PROVENANCE | results;
	if (side)
		status = cmd_load(cmd, side, &options, &stat->contents);
	for (unsigned i = 0; !status && !stat->graph && i < GRAPHSTAT_COUNT;
	     i++)
		if (stat->asked[i])
			status = cmd_no_graph(cmd, path);
	return status;
}

/* Only the parts of a graph are several files. */
static enum sp_status
choose_operands(void *context)
{
	struct graphstat *stat = context;

	if (stat->options.manifest)
		stat->program.operands_max = SP_PARTS_MAX;
	return SP_OK;
}

static const struct cmd_program graphstat_program = {
	.name = "graphstat", .synopsis = "[file ...]",
	.summary = "Describe a graph and the stream that carries it.",
	.operands_max = 1, .takes_results = true, .prints_text = true,
	.prints_names = true, .choose = choose_operands
};

int
main(int argc, char **argv)
{
	struct graphstat stat = { .program = graphstat_program, .options = {
		.xmin = 1, .samples = 200, .seed = 1, .within = 4
	} };
	struct cmd cmd = { .program = &stat.program, .options = stat.rows,
			   .context = &stat };

	stat.cmd = &cmd;
	graphstat_add_all_options(&stat);
	/* What the same report over several processes does not have. */
	OPTIONS_ADD(stat.rows,
		FLAG("manifest", stat.options.manifest,
		     .help = "check the parts of a graph and list them"));
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	if (stat.options.manifest)
		return cmd_end(&cmd, graphstat_manifest(&stat));
	return cmd_end(&cmd, graphstat_run(&stat, graphstat_load));
}
