/* SPDX-License-Identifier: MIT */
/*
 * graphprune - remove the links inside hosts from a graph
 *
 *	graphprune [option ...] [file]
 *
 * Copies a stream, leaving out the links between pages of one host, which
 * are mostly navigation.  Pages stay.  The graph is never held in memory.
 */
#include "cli/input.h"
#include "cli/output.h"

#include "base/memory.h"
#include "section/hosts.h"
#include "section/prune.h"

#include <stdlib.h>

enum prune_unit { UNIT_HOST, UNIT_DOMAIN, UNIT_NONE };

struct pruner {
	struct cmd *cmd;
	enum prune_unit unit;
	struct sp_contents contents;
	struct sp_prune prune;
	uint32_t *domain_of;
	bool seen;             /* a graph came */
};

/* The graph begins: hosts must be there by now. */
static enum sp_status
prepare(void *context, uint64_t pages, struct sp_error *err)
{
	struct pruner *pruner = context;
	const struct sp_hosts *hosts = sp_contents_hosts(&pruner->contents);
	enum sp_status status;

	pruner->seen = true;
	if (pruner->unit == UNIT_NONE)
		return SP_OK;
	if (!hosts)
		return sp_fail(err, SP_DATA, "no hosts before the graph: "
			       "import it with names (graphimport --names) "
			       "or hosts (--hosts)");
	if (hosts->pages != pages)
		return sp_fail(err, SP_DATA, "hosts for %llu pages, but the "
			       "graph has %llu",
			       (unsigned long long)hosts->pages,
			       (unsigned long long)pages);
	pruner->prune.unit_of = hosts->host_of;
	if (pruner->unit == UNIT_HOST)
		return SP_OK;
	status = sp_hosts_domains(hosts, &pruner->domain_of, err);
	pruner->prune.unit_of = pruner->domain_of;
	return status;
}

static enum sp_status
graphprune_copy(struct pruner *pruner, struct sp_writer *writer)
{
	struct cmd *cmd = pruner->cmd;
	struct sp_pruner *passing = sp_pruner_new(writer, cmd->threads,
						  &pruner->prune, prepare,
						  pruner);
	struct sp_graph_visitor visitor;
	struct sp_load_options load = {
		.want = SP_PRUNER_WANTS | SP_SECTION_HOSTS, .writer = writer,
		.links_change = true, .visitor = &visitor
	};
	uint64_t links_in, links_out;
	enum sp_status status;

	if (!passing)
		return sp_no_memory(&cmd->err, "a block of links");
	visitor = sp_pruner_visitor(passing);
	status = cmd_load(cmd, cmd_main_input(cmd), &load, &pruner->contents);
	if (!status && !pruner->seen)
		status = sp_fail(&cmd->err, SP_DATA, "%s: no graph in the "
				 "stream", cmd_main_input(cmd));
	sp_pruner_counts(passing, &links_in, &links_out);
	sp_pruner_free(passing);
	cmd_count(cmd, "links", links_in);
	cmd_count(cmd, "links_kept", links_out);
	return status;
}

static enum sp_status
graphprune_run(struct pruner *pruner)
{
	struct cmd *cmd = pruner->cmd;
	struct cmd_output *output = cmd_output_open(cmd, cmd->output, true);
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	status = graphprune_copy(pruner, cmd_output_writer(output));
	if (!status)
		status = cmd_output_sign(output);
	free(pruner->domain_of);
	sp_contents_free(&pruner->contents);
	cmd_output_free(output);
	return status;
}

int
main(int argc, char **argv)
{
	struct pruner pruner = { .unit = UNIT_HOST };
	struct option_row rows[] = {
		CHOICE("unit", "UNIT", pruner.unit, "host|domain|none",
		       .help = "remove links inside a unit"),
		FLAG("keep-intra", pruner.prune.keep_intra,
		     .help = "keep only the links inside a unit"),
		FLAG("self-loops", pruner.prune.self_links,
		     .help = "remove links of a page to itself"),
		OPTION_END
	};
	struct cmd cmd = {
		.name = "graphprune", .synopsis = "[file]", .options = rows,
		.summary = "Remove the links inside hosts from a graph.",
		.operands_max = 1, .graph_is_result = true
	};

	pruner.cmd = &cmd;
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, graphprune_run(&pruner));
}
