/* SPDX-License-Identifier: MIT */
/*
 * graphstat - describe a graph and the stream that carries it
 *
 *	graphstat [option ...] [file]
 *
 * Prints how many pages and links a graph has and what they are like, which
 * sections the stream consists of, and how it was made.
 */
#include "graphstat.h"

#include "base/memory.h"
#include "section/hosts.h"

#include <assert.h>
#include <string.h>

#define GRAPHSTAT_ROW(name) &graphstat_##name,
static const struct graphstat_part *const parts[] = {
	GRAPHSTAT_PARTS(GRAPHSTAT_ROW)
};
#undef GRAPHSTAT_ROW

#define PART_COUNT (sizeof(parts) / sizeof(parts[0]))

/* ---- options ---------------------------------------------------------- */

void
graphstat_add_options(struct graphstat *stat, const struct option_row *rows,
		      unsigned count)
{
	assert(stat->row_count + count < GRAPHSTAT_ROWS);
	memcpy(stat->rows + stat->row_count, rows, count * sizeof(*rows));
	stat->row_count += count;
}

/* The table ends with the row of zeros that follows the last one. */
static void
add_all_options(struct graphstat *stat)
{
	const struct option_row common[] = {
		FLAG("json", stat->options.json,
		     .help = "print one JSON object instead of text"),
	};

	for (unsigned i = 0; i < PART_COUNT; i++)
		if (parts[i]->add_options)
			parts[i]->add_options(stat);
	graphstat_add_options(stat, common, 1);
}

static bool
is_on_request(const struct graphstat *stat, const struct graphstat_part *part)
{
	return part->is_wanted && part->is_wanted(&stat->options);
}

/* ---- the run ---------------------------------------------------------- */

static enum sp_status
graphstat_load(struct graphstat *stat)
{
	struct sp_load_options options = {
		.want = SP_SECTION_GRAPH | SP_SECTION_HOSTS |
			SP_SECTION_PROVENANCE,
		.listing = &stat->listing
	};
	struct cmd *cmd = stat->cmd;
	const char *side = cmd_side_input(cmd, false);
	const char *main_input = cmd_main_input(cmd);
	enum sp_status status = cmd_load(cmd, main_input, &options,
					 &stat->contents);

	if (!status && side)
		status = cmd_load(cmd, side, &options, &stat->contents);
	if (status)
		return status;
	stat->graph = sp_contents_graph(&stat->contents);
	for (unsigned i = 0; !stat->graph && i < PART_COUNT; i++)
		if (is_on_request(stat, parts[i]))
			return cmd_no_graph(cmd, main_input);
	return SP_OK;
}

/* What several parts print, in one pass over the links. */
static enum sp_status
count_figures(struct graphstat *stat)
{
	struct cmd *cmd = stat->cmd;
	struct progress progress;
	enum sp_status status;

	if (!stat->graph)
		return SP_OK;
	progress_begin(&progress, cmd, "block");
	status = sp_graph_statistics(stat->graph,
				     sp_contents_hosts(&stat->contents),
				     cmd->threads, &progress.teller,
				     &stat->figures, &cmd->err);
	progress_end(&progress);
	if (status)
		return status;
	cmd_count(cmd, "pages", stat->figures.pages);
	cmd_count(cmd, "links", stat->figures.links);
	return SP_OK;
}

static enum sp_status
make_report(struct graphstat *stat)
{
	enum sp_status status = count_figures(stat);

	for (unsigned i = 0; !status && i < PART_COUNT; i++)
		if (!parts[i]->is_wanted || is_on_request(stat, parts[i]))
			status = parts[i]->describe(stat);
	report_finish(&stat->report);
	return status;
}

static enum sp_status
write_report(struct graphstat *stat)
{
	struct line *line = &stat->report.line;
	struct cmd *cmd = stat->cmd;
	struct cmd_output *output;
	enum sp_status status;

	if (line->lost)
		return sp_no_memory(&cmd->err, "the report");
	output = cmd_output_open(cmd, cmd->output, false);
	if (!output)
		return cmd->err.status;
	status = cmd_output_text(output, line->text, line->length, &cmd->err);
	if (!status)
		status = cmd_output_commit(output);
	cmd_output_free(output);
	return status;
}

static enum sp_status
graphstat_run(struct graphstat *stat)
{
	enum sp_status status = graphstat_load(stat);

	report_start(&stat->report, stat->options.json);
	if (!status)
		status = make_report(stat);
	if (!status)
		status = write_report(stat);
	line_free(&stat->report.line);
	sp_listing_free(&stat->listing);
	sp_contents_free(&stat->contents);
	return status;
}

int
main(int argc, char **argv)
{
	struct graphstat stat = { .options = { .json = false } };
	struct cmd cmd = {
		.name = "graphstat", .synopsis = "[file]",
		.options = stat.rows,
		.summary = "Describe a graph and the stream that carries it.",
		.operands_max = 1, .takes_results = true, .prints_text = true
	};

	stat.cmd = &cmd;
	add_all_options(&stat);
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, graphstat_run(&stat));
}
