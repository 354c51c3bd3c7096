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
		FLAG("table", stat->options.table,
		     .help = "print the part that was asked for as a table"),
		FLAG("json", stat->options.json,
		     .help = "print JSON instead of text"),
		FLAG("harmonic", stat->options.harmonic, .hidden = true,
		     .help = "name the filter that makes this score"),
	};

	for (unsigned i = 0; i < PART_COUNT; i++)
		if (parts[i]->add_options)
			parts[i]->add_options(stat);
	graphstat_add_options(stat, common, 3);
}

static bool
is_on_request(const struct graphstat *stat, const struct graphstat_part *part)
{
	return part->is_wanted && part->is_wanted(&stat->options);
}

/* Sets *table to the part that --table prints; NULL without --table. */
static enum sp_status
choose_table(struct graphstat *stat, const struct graphstat_part **table)
{
	unsigned wanted = 0;

	*table = NULL;
	if (stat->options.harmonic)
		return sp_fail(&stat->cmd->err, SP_USAGE, "option --harmonic: "
			       "a score of each page is made by the filter "
			       "harmonic");
	if (!stat->options.table)
		return SP_OK;
	for (unsigned i = 0; i < PART_COUNT; i++) {
		if (!is_on_request(stat, parts[i]))
			continue;
		wanted++;
		if (parts[i]->print)
			*table = parts[i];
	}
	if (wanted == 1 && *table)
		return SP_OK;
	return sp_fail(&stat->cmd->err, SP_USAGE, "option --table prints one "
		       "part: give it with one of --degrees, --distances, "
		       "--components, --cores and --seeds");
}

/* ---- the run ---------------------------------------------------------- */

/* The graph is that of the main input, whatever the operand has. */
static enum sp_status
graphstat_load(struct graphstat *stat)
{
	unsigned results = 0;
	struct sp_load_options options = {
		.want = SP_SECTION_GRAPH | SP_SECTION_HOSTS |
			SP_SECTION_PROVENANCE,
		.listing = &stat->listing
	};
	struct cmd *cmd = stat->cmd;
	const char *path = cmd_main_input(cmd), *side;
	const struct sp_listed_section *section;
	enum sp_status status;

	for (unsigned i = 0; i < PART_COUNT; i++)
		if (is_on_request(stat, parts[i]))
			results |= parts[i]->wants;
	side = cmd_side_input(cmd, results);
	options.want |= side ? 0 : results;
	/* Only lists of pages have names. */
	options.want |= stat->options.sources ? SP_SECTION_NAMES : 0;
	status = cmd_load(cmd, path, &options, &stat->contents);
	if (status)
		return status;
	stat->graph = sp_contents_graph(&stat->contents);
	section = sp_listing_last(&stat->listing, SP_TAG_GRAPH);
	if (section)
		stat->stored = *section;
	options.want = SP_SECTION_PROVENANCE | results;
	if (side)
		status = cmd_load(cmd, side, &options, &stat->contents);
	for (unsigned i = 0; !status && !stat->graph && i < PART_COUNT; i++)
		if (is_on_request(stat, parts[i]))
			status = cmd_no_graph(cmd, path);
	return status;
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
write_report(struct graphstat *stat, struct cmd_output *output)
{
	struct report *report = &stat->report;
	enum sp_status status;

	report_start(report, stat->options.json, cmd_output_safe(output));
	status = count_figures(stat);
	for (unsigned i = 0; !status && i < PART_COUNT; i++)
		if (!parts[i]->is_wanted || is_on_request(stat, parts[i]))
			status = parts[i]->describe(stat);
	report_finish(report);
	if (!status && report->line.lost)
		status = sp_no_memory(&stat->cmd->err, "the report");
	if (!status)
		status = cmd_output_text(output, report->line.text,
					 report->line.length, &stat->cmd->err);
	line_free(&report->line);
	return status;
}

static enum sp_status
graphstat_run(struct graphstat *stat)
{
	const struct graphstat_part *table;
	struct cmd_output *output = NULL;
	enum sp_status status = choose_table(stat, &table);

	if (!status)
		status = graphstat_load(stat);
	if (!status) {
		output = cmd_output_open(stat->cmd, stat->cmd->output, false);
		status = output ? SP_OK : stat->cmd->err.status;
	}
	if (!status)
		status = table ? table->print(stat, output) :
				 write_report(stat, output);
	if (!status)
		status = cmd_output_commit(output);
	cmd_output_free(output);
	sp_listing_free(&stat->listing);
	sp_contents_free(&stat->contents);
	return status;
}

int
main(int argc, char **argv)
{
	struct graphstat stat = { .options = {
		.xmin = 1, .samples = 200, .seed = 1
	} };
	struct cmd cmd = {
		.name = "graphstat", .synopsis = "[file]",
		.options = stat.rows,
		.summary = "Describe a graph and the stream that carries it.",
		.operands_max = 1, .takes_results = true, .prints_text = true,
		.prints_names = true
	};

	stat.cmd = &cmd;
	add_all_options(&stat);
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, graphstat_run(&stat));
}
