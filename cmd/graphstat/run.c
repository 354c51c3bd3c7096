/* SPDX-License-Identifier: MIT */
/*
 * What graphstat and graphstat-mpi have in common: options, and the report.
 *
 * A part is asked for by the option of its name, measured, described, and
 * freed, one after the other: figures of two parts are never in memory
 * together, since components and distances need most of what there is.  The
 * report itself is text that grows in memory, and is written when all parts
 * succeeded: half a report would be taken for a whole one.
 *
 * Numbers that several parts print (pages, links, self-links) come of one pass
 * over the links before the first part.  In graphstat-mpi that pass is the one
 * of the degrees, whose counts are kept.
 */
#include "graphstat.h"

#include "base/memory.h"
#include "stream/section/hosts.h"

#include <stdlib.h>

#define GRAPHSTAT_ROW(name) &graphstat_##name,
const struct graphstat_part *const graphstat_parts[GRAPHSTAT_COUNT] = {
	GRAPHSTAT_PARTS(GRAPHSTAT_ROW)
};
#undef GRAPHSTAT_ROW

/* ---- options ---------------------------------------------------------- */

/* The options of a part, which several processes may have to refuse. */
static void
add_part_options(struct graphstat *stat, const struct graphstat_part *part,
		 bool *asked)
{
	unsigned first = 0;

	if (!part->name)
		return;
	while (stat->rows[first].name)
		first++;
	OPTIONS_ADD(stat->rows, FLAG(part->name, *asked, .help = part->help));
	if (part->add_options)
		part->add_options(stat, asked);
	for (; stat->joint && !part->is_shared && stat->rows[first].name;
	     first++) {
		stat->refused |= UINT64_C(1) << first;
		stat->rows[first].hidden = true;
	}
}

void
graphstat_add_all_options(struct graphstat *stat)
{
	for (unsigned i = 0; i < GRAPHSTAT_COUNT; i++)
		add_part_options(stat, graphstat_parts[i], &stat->asked[i]);
	OPTIONS_ADD(stat->rows,
		FLAG("table", stat->options.table,
		     .help = "print the part that was asked for as a table"),
		FLAG("json", stat->options.json,
		     .help = "print JSON instead of text"),
		FLAG("harmonic", stat->options.harmonic, .hidden = true,
		     .help = "name the filter that makes this score"));
}

/* What this program does not do, but others do. */
static enum sp_status
refuse_options(struct graphstat *stat)
{
	struct sp_error *err = &stat->cmd->err;

	if (stat->options.harmonic)
		return sp_fail(err, SP_USAGE, "option --harmonic: a score of "
			       "each page is made by the filter harmonic");
	for (unsigned i = 0; stat->rows[i].name; i++)
		if (stat->refused >> i & 1 && stat->rows[i].given)
			return sp_fail(err, SP_USAGE, "option --%s: several "
				       "processes do not measure this; use "
				       "graphstat", stat->rows[i].name);
	return SP_OK;
}

/* Names the parts that --table prints: "--degrees, --distances and --cores". */
static enum sp_status
refuse_table(struct graphstat *stat)
{
	struct sp_line names = SP_LINE_EMPTY;
	const char *last = NULL;
	char *text;

	for (unsigned i = 0; i < GRAPHSTAT_COUNT; i++) {
		const struct graphstat_part *part = graphstat_parts[i];

		if (!part->columns || (stat->joint && !part->is_shared))
			continue;
		if (last)
			sp_line_format(&names, "%s--%s",
				       names.length ? ", " : "", last);
		last = part->name;
	}
	text = sp_line_take(&names);
	(void)sp_fail(&stat->cmd->err, SP_USAGE, "option --table prints one "
		      "part: give it with one of %s and --%s",
		      text ? text : "its options", last);
	free(text);
	return stat->cmd->err.status;
}

/* Sets *table to the part that --table prints; NULL without --table. */
static enum sp_status
choose_table(struct graphstat *stat, const struct graphstat_part **table)
{
	unsigned wanted = 0;

	*table = NULL;
	if (refuse_options(stat))
		return stat->cmd->err.status;
	if (!stat->options.table)
		return SP_OK;
	for (unsigned i = 0; i < GRAPHSTAT_COUNT; i++) {
		wanted += stat->asked[i];
		if (stat->asked[i] && graphstat_parts[i]->columns)
			*table = graphstat_parts[i];
	}
	if (wanted == 1 && *table)
		return SP_OK;
	return refuse_table(stat);
}

enum sp_status
graphstat_check(struct graphstat *stat)
{
	const struct graphstat_part *table;

	return choose_table(stat, &table);
}

/* ---- the run ---------------------------------------------------------- */

/* What several parts print, in one pass over the links. */
static enum sp_status
count_figures(struct graphstat *stat)
{
	struct cmd *cmd = stat->cmd;
	struct progress progress;
	enum sp_status status;

	if (!stat->share)
		return SP_OK;
	progress_begin(&progress, cmd, "block");
	status = stat->joint ?
			 sp_link_statistics(stat->share, &stat->links,
					    &stat->figures, &cmd->err) :
			 sp_graph_statistics(
				 stat->graph,
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

/*
 * Measures a part, and describes it or, into an output, prints its table.
 * found is zeroed, so that end() can free it whatever measure() has come to.
 */
static enum sp_status
make_part(struct graphstat *stat, const struct graphstat_part *part,
	  struct cmd_output *output)
{
	void *found = sp_alloc_zero(1, part->found_size);
	struct sp_error *err = &stat->cmd->err;
	enum sp_status status = SP_OK;
	struct table table;

	if (!found)
		return sp_no_memory(err, "the figures");
	if (part->measure)
		status = part->measure(stat, found);
	if (!status && output) {
		table_begin(&table, output, part->columns, stat->options.json,
			    err);
		part->print(stat, found, &table);
		status = table_end(&table);
	} else if (!status) {
		part->describe(stat, found);
	}
	if (part->end)
		part->end(found);
	free(found);
	return status;
}

static enum sp_status
write_report(struct graphstat *stat, struct cmd_output *output)
{
	struct report *report = &stat->report;
	enum sp_status status;

	report_start(report, stat->options.json, cmd_output_safe(output));
	status = count_figures(stat);
	for (unsigned i = 0; !status && i < GRAPHSTAT_COUNT; i++) {
		const struct graphstat_part *part = graphstat_parts[i];

		if (stat->asked[i] || (!part->name &&
				       (part->is_shared || !stat->joint)))
			status = make_part(stat, part, NULL);
	}
	report_finish(report);
	if (!status && report->line.lost)
		status = sp_no_memory(&stat->cmd->err, "the report");
	if (!status)
		status = cmd_output_text(output, report->line.text,
					 report->line.length, &stat->cmd->err);
	sp_line_free(&report->line);
	return status;
}

enum sp_status
graphstat_run(struct graphstat *stat,
	      enum sp_status (*load)(struct graphstat *stat))
{
	const struct graphstat_part *table;
	struct cmd_output *output = NULL;
	enum sp_status status = choose_table(stat, &table);

	if (!status)
		status = load(stat);
	if (!status) {
		output = cmd_output_open(stat->cmd, stat->cmd->output, false);
		status = output ? SP_OK : stat->cmd->err.status;
	}
	if (!status)
		status = table ? make_part(stat, table, output) :
				 write_report(stat, output);
	if (!status)
		status = cmd_output_commit(output);
	cmd_output_free(output);
	sp_listing_free(&stat->listing);
	sp_link_counts_free(&stat->links);
	sp_share_free(stat->own);
	sp_contents_free(&stat->contents);
	return status;
}
