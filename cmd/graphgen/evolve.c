/* SPDX-License-Identifier: MIT */
/*
 * A later crawl of a web: some pages died, others took their places in the
 * graph, links changed (graph/generate/evolve.h).  The old web is loaded whole,
 * because each new link may lead to any page; the new one is written as it is
 * made.  The history of the old web passes on, and its results do not, for they
 * are of another graph.
 */
#include "graphgen.h"

#include "cli/input.h"

#include "base/memory.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"

static enum sp_status
evolve_write_hosts(const struct sp_evolution *evolution,
		   struct sp_writer *writer, struct sp_error *err)
{
	struct sp_hosts hosts;
	enum sp_status status = sp_evolution_hosts(evolution, &hosts, err);

	if (status)
		return status;
	status = sp_save_hosts(writer, &hosts, err);
	sp_hosts_free(&hosts);
	return status;
}

/* A page that died left its number to a new one, whose name is made here. */
static enum sp_status
evolve_write_names(const struct sp_evolution *evolution, uint64_t pages,
		   struct sp_writer *writer, struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = sp_section_begin(&section, writer,
						 SP_TAG_NAMES, NULL, 0, err);

	for (uint64_t page = 0; !status && page < pages; page++) {
		char name[SP_NAME_MAX];
		size_t length = sp_evolution_name(evolution, page, name);

		status = sp_save_string(&section, name, length, err);
	}
	return sp_section_close(&section, status, err);
}

static enum sp_status
evolve_write_links(struct cmd *cmd, const struct sp_evolution *evolution,
		   struct sp_writer *writer)
{
	struct sp_graph_writer *graph = sp_graph_writer_new(
		writer, cmd->threads, false);
	struct sp_row_sink written, rows;
	struct progress progress;
	struct sp_basis basis;
	enum sp_status status;

	if (!graph)
		return sp_no_memory(&cmd->err, "the graph");
	progress_begin(&progress, cmd, "page");
	written = sp_graph_writer_rows(graph);
	rows = progress_rows(&progress, &written);
	status = sp_evolution_rows(evolution, &rows, &cmd->err);
	if (!status)
		status = sp_graph_writer_finish(graph, NULL, &basis,
						&cmd->err);
	progress_end(&progress);
	if (!status)
		cmd_count(cmd, "links", basis.graph.links);
	sp_graph_writer_free(graph);
	return status;
}

static void
evolve_report(struct cmd *cmd, const struct sp_evolution *evolution,
	      uint64_t pages)
{
	uint64_t died = sp_evolution_died(evolution);

	cmd_count(cmd, "pages", pages);
	cmd_count(cmd, "died", died);
	cmd_count(cmd, "new_hosts", sp_evolution_new_hosts(evolution));
	cmd_result(cmd, "died %" PRIu64 " of %" PRIu64 " pages", died, pages);
}

/*
 * Nothing is refused that has a meaning: without names, the two crawls can
 * still be compared by number, but the user should know.
 */
static enum sp_status
evolve_to(struct cmd *cmd, const struct sp_evolve_options *options,
	  bool no_names, const struct sp_contents *old,
	  struct sp_writer *writer)
{
	const struct sp_graph *graph = sp_contents_graph(old);
	const struct sp_names *names = sp_contents_names(old);
	const struct sp_hosts *hosts = sp_contents_hosts(old);
	struct sp_evolution *evolution;
	enum sp_status status;

	if (!names)
		cmd_warn(cmd, "the pages of the old graph have no names: "
			 "pages that survive can only be recognised by number");
	status = sp_evolution_new(graph, names, hosts, options, &evolution,
				  &cmd->err);
	if (status)
		return status;
	evolve_report(cmd, evolution, sp_graph_pages(graph));
	if (options->fraction == 0)
		cmd_warn(cmd, "--evolve 0: no page dies and no link changes, "
			 "so the later crawl is the old one");
	if (hosts)
		status = evolve_write_hosts(evolution, writer, &cmd->err);
	if (!status && names && !no_names)
		status = evolve_write_names(evolution, sp_graph_pages(graph),
					    writer, &cmd->err);
	if (!status)
		status = evolve_write_links(cmd, evolution, writer);
	sp_evolution_free(evolution);
	return status;
}

/* The history of the old web is part of that of the new one. */
enum sp_status
graphgen_evolve(struct cmd *cmd, const struct sp_evolve_options *options,
		bool no_names)
{
	const char *path = cmd->operand_count ? cmd->operands[0] : "-";
	struct cmd_output *output = cmd_output_open(cmd, cmd->output, true);
	struct sp_contents old = { 0 };
	struct sp_load_options how = {
		.want = SP_SECTION_GRAPH | SP_SECTION_NAMES | SP_SECTION_HOSTS,
		.drop = ~(unsigned)SP_SECTION_PROVENANCE
	};
	struct sp_evolve_options threaded = *options;
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	how.writer = cmd_output_writer(output);
	threaded.threads = cmd->threads;
	status = cmd_load(cmd, path, &how, &old);
	if (!status && !sp_contents_graph(&old))
		status = cmd_no_graph(cmd, path);
	if (!status)
		status = cmd_check_whole(cmd, path, &old, false);
	if (!status)
		status = evolve_to(cmd, &threaded, no_names, &old,
				   cmd_output_writer(output));
	if (!status)
		status = cmd_output_sign(output);
	cmd_output_free(output);
	sp_contents_free(&old);
	return status;
}
