/* SPDX-License-Identifier: MIT */
/*
 * rank - add ranks of pages to a graph: degree, Katz, closeness, ...
 *
 *	rank --method LIST [option ...] [file]
 *
 * Reads a graph and adds a score to the stream for each method of the list,
 * replacing one of the same name.  What methods are there, and what they are
 * called with, is the table of measure/ranks/methods.h.
 */
#include "cli/input.h"
#include "cli/output.h"
#include "cli/table.h"
#include "cli/weights.h"

#include "base/memory.h"
#include "measure/ranks/ranks.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/scores.h"
#include "stream/section/weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rank {
	struct cmd *cmd;
	const char *methods;      /* of --method */
	const char *name;         /* of the score; NULL: the plan's */
	enum sp_weighing weighing;
	bool list, strict;
	struct sp_rank_plan *plans;
	uint64_t count, capacity;
	bool weighs, iterates;    /* does one of the methods? */
	unsigned needs;           /* of all */
	bool unconverged;         /* one did not converge */
	char names[256];          /* of all methods, for completion */
	char help[256];
};

/* ---- methods ---------------------------------------------------------- */

/* All methods, "degree|katz|..." or "degree, katz, ...". */
static void
name_methods(char *names, size_t size, const char *between)
{
	const struct sp_rank_method *method;
	size_t used = 0;

	names[0] = '\0';
	for (unsigned i = 0; used < size && (method = sp_rank_method_at(i));
	     i++)
		used += (size_t)snprintf(names + used, size - used, "%s%s",
					 i ? between : "", method->name);
}

static enum sp_status
rank_read_plan(struct rank *rank, const char *text, size_t length)
{
	struct sp_error *err = &rank->cmd->err;
	struct sp_rank_plan *plan;

	if (!sp_grow(&rank->plans, &rank->capacity, rank->count + 1))
		return sp_no_memory(err, "the methods");
	plan = &rank->plans[rank->count++];
	if (sp_rank_parse(text, length, rank->weighing != SP_WEIGHTS_IGNORED,
			  plan, err))
		return sp_fail_in(err, "option --method");
	for (uint64_t i = 0; i + 1 < rank->count; i++)
		if (!strcmp(rank->plans[i].name, plan->name))
			return sp_fail(err, SP_USAGE, "option --method: %s is "
				       "given twice", plan->name);
	rank->weighs |= plan->method->weighs;
	rank->iterates |= plan->method->iterates;
	rank->needs |= plan->needs;
	return SP_OK;
}

static enum sp_status
rank_read_plans(struct rank *rank)
{
	const char *text = rank->methods;

	for (;;) {
		size_t length = strcspn(text, ",");

		if (rank_read_plan(rank, text, length))
			return rank->cmd->err.status;
		if (!text[length])
			break;
		text += length + 1;
	}
	if (rank->name && rank->count > 1)
		return sp_fail(&rank->cmd->err, SP_USAGE, "option --name is "
			       "for one method, and --method has %" PRIu64,
			       rank->count);
	return SP_OK;
}

/* Options that are for other methods. */
static enum sp_status
rank_check_uses(struct rank *rank)
{
	if (rank->strict && !rank->iterates)
		cmd_warn(rank->cmd, "option --strict has no effect on --method "
			 "%s: it is for katz", rank->methods);
	if (rank->weighing == SP_WEIGHTS_IGNORED)
		return SP_OK;
	if (!rank->weighs)
		return sp_fail(&rank->cmd->err, SP_USAGE, "option --weights: "
			       "--method %s has no use for weights; degree and "
			       "katz have", rank->methods);
	for (uint64_t i = 0; i < rank->count; i++)
		if (!rank->plans[i].method->weighs)
			cmd_warn(rank->cmd, "option --weights has no effect on "
				 "%s: all links are alike to it",
				 rank->plans[i].name);
	return SP_OK;
}

static enum sp_status
rank_list(const struct rank *rank)
{
	static const char *const columns[] = { TABLE_PARAMETERS("method") };
	const struct sp_rank_method *method;
	struct cmd *cmd = rank->cmd;
	struct cmd_output *output;
	struct table table;
	enum sp_status status;

	if (option_check_alone(cmd->options, &rank->list, "", &cmd->err))
		return cmd->err.status;
	if (cmd->graph || cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "option --list reads no "
			       "graph");
	output = cmd_output_open(cmd, cmd->output, false);
	if (!output)
		return cmd->err.status;
	table_begin(&table, output, columns, false, &cmd->err);
	for (unsigned i = 0; (method = sp_rank_method_at(i)); i++)
		table_parameters(&table, method->name, method->source,
				 method->help, method->parameters);
	status = table_end(&table);
	if (!status)
		status = cmd_output_commit(output);
	cmd_output_free(output);
	return status;
}

/* ---- reports ---------------------------------------------------------- */

/* "katz_alpha"; of the second plan of a method, "katz_2_alpha". */
static void
rank_key(const struct rank *rank, uint64_t plan, const char *figure, char *key,
	 size_t size)
{
	const struct sp_rank_method *method = rank->plans[plan].method;
	unsigned before = 1;

	for (uint64_t i = 0; i < plan; i++)
		before += rank->plans[i].method == method;
	if (before == 1)
		snprintf(key, size, "%s_%s", method->name, figure);
	else
		snprintf(key, size, "%s_%u_%s", method->name, before, figure);
}

static void
rank_report_convergence(struct rank *rank, uint64_t plan,
			const struct sp_rank_report *report)
{
	struct cmd *cmd = rank->cmd;
	char key[128];

	rank_key(rank, plan, "iterations", key, sizeof(key));
	cmd_count(cmd, key, report->iterations);
	rank_key(rank, plan, "residual", key, sizeof(key));
	cmd_measure(cmd, key, report->residual);
	cmd_result(cmd, "iterations %" PRIu64 " residual %.6g",
		   report->iterations, report->residual);
	if (rank->strict && !(report->tolerance > 0))
		cmd_warn(cmd, "option --strict has no effect on %s: with a "
			 "tolerance of 0, nothing converges",
			 rank->plans[plan].name);
	if (!(report->tolerance > 0) || report->residual < report->tolerance)
		return;
	rank->unconverged = true;
	cmd_warn(cmd, "%s did not converge in %" PRIu64 " iterations "
		 "(residual %.6g, tolerance %.6g)", rank->plans[plan].name,
		 report->iterations, report->residual, report->tolerance);
}

static void
rank_report(struct rank *rank, uint64_t plan,
	    const struct sp_rank_report *report)
{
	const char *name = rank->plans[plan].name;
	struct cmd *cmd = rank->cmd;
	char key[128];

	if (report->count || rank->plans[plan].method->iterates)
		cmd_result(cmd, "%s", name);
	for (unsigned i = 0; i < report->count; i++) {
		const struct sp_rank_figure *figure = &report->figures[i];

		rank_key(rank, plan, figure->key, key, sizeof(key));
		if (figure->whole)
			cmd_count(cmd, key, (uint64_t)figure->value);
		else
			cmd_measure(cmd, key, figure->value);
		cmd_result(cmd, "%s %.12g", figure->key, figure->value);
	}
	if (rank->plans[plan].method->iterates)
		rank_report_convergence(rank, plan, report);
	if (report->remark[0])
		cmd_say(cmd, "%s: %s", name, report->remark);
	if (report->warning[0])
		cmd_warn(cmd, "%s: %s", name, report->warning);
}

/* ---- work ------------------------------------------------------------- */

static enum sp_status
rank_compute(struct rank *rank, uint64_t plan, struct sp_rank_input *input,
	     double *scores)
{
	const struct sp_rank_plan *at = &rank->plans[plan];
	struct sp_rank_report report;
	struct progress progress;
	enum sp_status status;

	progress_begin(&progress, rank->cmd, at->method->steps);
	progress.at_most = at->method->iterates;
	progress.part = true;
	snprintf(progress.note, sizeof(progress.note), "%.80s, ", at->name);
	input->progress = &progress.teller;
	status = sp_rank_compute(at, input, scores, &report, &rank->cmd->err);
	progress_end(&progress);
	input->progress = NULL;
	if (!status)
		rank_report(rank, plan, &report);
	return status;
}

static enum sp_status
rank_add_all(struct rank *rank, struct sp_rank_input *input,
	     struct cmd_output *output)
{
	struct sp_basis basis = sp_basis_of(input->graph);
	uint64_t pages = sp_graph_pages(input->graph);
	double *scores = sp_alloc_large(pages, sizeof(*scores));
	enum sp_status status = SP_OK;

	if (!scores)
		return sp_no_memory(&rank->cmd->err, "scores");
	for (uint64_t i = 0; !status && i < rank->count; i++) {
		status = rank_compute(rank, i, input, scores);
		if (!status)
			status = sp_save_scores(cmd_output_writer(output),
						rank->name ? rank->name :
						rank->plans[i].name, scores,
						&basis, &rank->cmd->err);
	}
	free(scores);
	return status;
}

/* Hosts that a method asks for are in the stream. */
static enum sp_status
rank_check_hosts(struct rank *rank, const struct sp_hosts *hosts)
{
	if (!rank->needs)
		return SP_OK;
	if (!hosts)
		return cmd_missing(rank->cmd, "hosts");
	return rank->needs & SP_RANK_DOMAINS && !hosts->domains.count &&
	       hosts->names.count ? cmd_missing(rank->cmd, "domains") : SP_OK;
}

static enum sp_status
rank_take_weights(struct rank *rank, struct sp_contents *contents,
		  struct sp_link_weights *weights)
{
	if (rank->weighs)
		return cmd_take_weights(rank->cmd, &rank->weighing, contents,
					weights);
	if (sp_contents_weighted(contents))
		cmd_warn(rank->cmd, "the weights of the links are ignored: "
			 "--method %s has no use for them", rank->methods);
	return SP_OK;
}

static enum sp_status
rank_add_scores(struct cmd *cmd, void *context, struct sp_contents *contents,
		struct cmd_output *output)
{
	struct rank *rank = context;
	struct sp_link_weights weights = SP_LINK_WEIGHTS_NONE;
	struct sp_rank_input input = {
		.graph = sp_contents_graph(contents), .weights = &weights,
		.hosts = sp_contents_hosts(contents), .threads = cmd->threads
	};
	enum sp_status status = rank_check_hosts(rank, input.hosts);

	if (!status)
		status = rank_take_weights(rank, contents, &weights);
	if (!status && !sp_graph_links(input.graph))
		cmd_warn(cmd, "the graph has no links to rank its pages by");
	if (!status)
		status = rank_add_all(rank, &input, output);
	sp_rank_input_free(&input);
	sp_link_weights_free(&weights);
	if (!status)
		status = cmd_output_sign(output);
	return !status && rank->strict && rank->unconverged ? SP_UNCONVERGED :
							      status;
}

/* Scores of earlier runs give way to new ones of the same name. */
static enum sp_status
rank_run_plans(struct rank *rank)
{
	/* The last one stays zero, which ends the list. */
	struct sp_section_name *names = sp_alloc_zero(rank->count + 1,
						      sizeof(*names));
	const struct sp_load_options load = {
		.want = SP_SECTION_GRAPH |
			(rank->weighs ? cmd_want_weights(rank->weighing) : 0) |
			(rank->needs ? SP_SECTION_HOSTS : 0),
		.drop_names = names
	};
	enum sp_status status;

	if (!names)
		return sp_no_memory(&rank->cmd->err, "the names of scores");
	for (uint64_t i = 0; i < rank->count; i++) {
		names[i].kinds = SP_SECTION_SCORES;
		names[i].name = rank->name ? rank->name : rank->plans[i].name;
	}
	status = cmd_add_to_graph(rank->cmd, &load, rank_add_scores, rank);
	free(names);
	return status;
}

static enum sp_status
rank_run(struct rank *rank)
{
	enum sp_status status;

	if (rank->list)
		return rank_list(rank);
	status = rank_read_plans(rank);
	if (!status)
		status = rank_check_uses(rank);
	if (!status)
		status = rank_run_plans(rank);
	free(rank->plans);
	return status;
}

static const struct cmd_program rank_program = {
	.name = "rank", .synopsis = "[file]",
	.summary = "Rank the pages of a graph by centralities.",
	.operands_max = 1
};

int
main(int argc, char **argv)
{
	struct rank rank = { .methods = "degree" };
	struct option_row rows[] = {
		OPTION("method", "LIST", rank.methods, .letter = 'm',
		       .list_of = rank.names, .help = rank.help),
		FLAG("list", rank.list, .local = true,
		     .help = "print all methods with their options"),
		CMD_WEIGHTS_ROW(rank.weighing),
		OPTION("name", "NAME", rank.name, .least = 1,
		       .most = SP_SCORE_NAME_MAX,
		       .help = "name of the new score"),
		FLAG("strict", rank.strict, .local = true,
		     .help = "exit with 1 if katz does not converge"),
		OPTION_END
	};
	struct cmd cmd = { .program = &rank_program, .options = rows };

	rank.cmd = &cmd;
	name_methods(rank.names, sizeof(rank.names), "|");
	name_methods(rank.help, sizeof(rank.help), ", ");
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, rank_run(&rank));
}
