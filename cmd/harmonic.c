/* SPDX-License-Identifier: MIT */
/*
 * harmonic - rank the pages of a graph by harmonic centrality
 *
 *	harmonic [option ...] [file]
 *
 * A page scores high if it can be reached from many pages by few links.  Reads
 * a graph and adds a score to the stream, replacing one of the same name.
 */
#include "cli/input.h"
#include "cli/output.h"
#include "cli/weights.h"

#include "base/memory.h"
#include "measure/graph/harmonic.h"
#include "stream/section/graph.h"
#include "stream/section/scores.h"

#include <stdio.h>
#include <stdlib.h>

struct harmonic_options {
	struct sp_harmonic_options how;
	double error;     /* 0: register_bits says it */
	const char *name;
	bool exact;
	enum sp_weighing weighing;
};

/* The fewest registers whose error is small enough. */
static enum sp_status
choose_registers(struct cmd *cmd, struct harmonic_options *options)
{
	unsigned bits = SP_REGISTER_BITS_MIN;

	if (!option_is_given(cmd->options, &options->error))
		return SP_OK;
	while (bits <= SP_REGISTER_BITS_MAX &&
	       sp_register_error(bits) > options->error)
		bits++;
	if (bits > SP_REGISTER_BITS_MAX)
		return sp_fail(&cmd->err, SP_USAGE, "option --error: %g is "
			       "less than %.4f, the error of --registers %d "
			       "(--exact has none)", options->error,
			       sp_register_error(SP_REGISTER_BITS_MAX),
			       SP_REGISTER_BITS_MAX);
	options->how.register_bits = bits;
	return SP_OK;
}

/* How many rounds follow is not known, but where this one is. */
struct rounds {
	struct progress progress;
	unsigned round;
};

static void
report_block(void *context, uint64_t done, uint64_t total)
{
	struct rounds *rounds = context;

	if (!done)
		snprintf(rounds->progress.note, sizeof(rounds->progress.note),
			 "round %u, ", ++rounds->round);
	progress_step(&rounds->progress, done, total);
}

/* Estimates the values, and reports how. */
static enum sp_status
estimate_values(struct cmd *cmd, const struct harmonic_options *options,
		const struct sp_graph *graph, double *values)
{
	struct sp_harmonic_options how = options->how;
	struct sp_harmonic_report report;
	struct rounds rounds = { .round = 0 };
	struct sp_progress teller = { &rounds, report_block };
	enum sp_status status;

	progress_begin(&rounds.progress, cmd, "block");
	rounds.progress.part = true;
	how.threads = cmd->threads;
	how.progress = &teller;
	status = sp_harmonic(graph, &how, values, &report, &cmd->err);
	progress_end(&rounds.progress);
	if (status)
		return status;
	cmd_count(cmd, "rounds", report.rounds);
	cmd_count(cmd, "bytes_counters", report.memory);
	cmd_measure(cmd, "relative_error", report.error);
	cmd_result(cmd, "rounds %lu error %.4f", (unsigned long)report.rounds,
		   report.error);
	return SP_OK;
}

static enum sp_status
compute_values(struct cmd *cmd, const struct sp_graph *graph, double *values)
{
	struct sp_harmonic_options how = SP_HARMONIC_DEFAULTS;
	struct progress progress;
	enum sp_status status;
	uint32_t rounds;

	progress_begin(&progress, cmd, "page");
	how.threads = cmd->threads;
	how.progress = &progress.teller;
	status = sp_harmonic_exact(graph, &how, values, &rounds, &cmd->err);
	progress_end(&progress);
	if (status)
		return status;
	cmd_count(cmd, "rounds", rounds);
	cmd_result(cmd, "rounds %lu", (unsigned long)rounds);
	return SP_OK;
}

/* Links have lengths, which the caller frees. */
static enum sp_status
compute_by_lengths(struct cmd *cmd, const struct sp_graph *graph,
		   const struct sp_link_weights *lengths, double *values)
{
	struct progress progress;
	enum sp_status status;
	double farthest;

	progress_begin(&progress, cmd, "page");
	status = sp_harmonic_lengths(graph, lengths, cmd->threads,
				     &progress.teller, values, &farthest,
				     &cmd->err);
	progress_end(&progress);
	if (status)
		return status;
	cmd_measure(cmd, "farthest", farthest);
	cmd_result(cmd, "farthest %.6g", farthest);
	return SP_OK;
}

static enum sp_status
harmonic_values(struct cmd *cmd, const struct harmonic_options *options,
		struct sp_contents *contents, double *values)
{
	const struct sp_graph *graph = sp_contents_graph(contents);
	struct sp_link_weights lengths;
	enum sp_status status = cmd_take_weights(cmd, &options->weighing,
						 contents, &lengths);

	if (!status && lengths.values)
		status = compute_by_lengths(cmd, graph, &lengths, values);
	else if (!status && options->exact)
		status = compute_values(cmd, graph, values);
	else if (!status)
		status = estimate_values(cmd, options, graph, values);
	sp_link_weights_free(&lengths);
	return status;
}

static void
warn_of_zeros(const struct cmd *cmd, const struct sp_graph *graph,
	      const double *values)
{
	uint64_t pages = sp_graph_pages(graph), page = 0;

	while (page < pages && !(values[page] > 0))
		page++;
	if (page == pages)
		cmd_warn(cmd, "%s: all scores are 0", sp_graph_links(graph) ?
			 "no page is reached from another" :
			 "the graph has no links");
}

/* Scores the graph and writes the score. */
static enum sp_status
harmonic_add_score(struct cmd *cmd, void *context,
		   struct sp_contents *contents, struct cmd_output *output)
{
	const struct sp_graph *graph = sp_contents_graph(contents);
	const struct harmonic_options *options = context;
	uint64_t pages = sp_graph_pages(graph);
	double *values = sp_alloc_large(pages, sizeof(*values));
	struct sp_basis basis = sp_basis_of(graph);
	enum sp_status status;

	if (!values)
		return sp_no_memory(&cmd->err, "scores");
	status = harmonic_values(cmd, options, contents, values);
	if (!status)
		warn_of_zeros(cmd, graph, values);
	if (!status)
		status = sp_save_scores(cmd_output_writer(output),
					options->name, values, &basis,
					&cmd->err);
	free(values);
	return status ? status : cmd_output_sign(output);
}

static enum sp_status
harmonic_run(struct cmd *cmd, struct harmonic_options *options)
{
	const struct sp_section_name replaced[] = {
		{ SP_SECTION_SCORES, options->name }, { 0, NULL }
	};
	const struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | cmd_want_weights(options->weighing),
		.drop_names = replaced
	};
	enum sp_status status = choose_registers(cmd, options);

	/* Not by the table: "ignore" goes with an estimate. */
	if (!status && options->weighing != SP_WEIGHTS_IGNORED &&
	    !options->exact)
		return sp_fail(&cmd->err, SP_USAGE, "option --weights needs "
			       "--exact: the estimate has no lengths of links");
	return status ? status :
			cmd_add_to_graph(cmd, &load, harmonic_add_score,
					 options);
}

static const struct cmd_program harmonic_program = {
	.name = "harmonic", .synopsis = "[file]",
	.summary = "Rank the pages of a graph by harmonic centrality.",
	.operands_max = 1
};

int
main(int argc, char **argv)
{
	struct harmonic_options options = { .how = SP_HARMONIC_DEFAULTS,
					    .name = "harmonic" };
	struct sp_harmonic_options *how = &options.how;
	enum { EXACT = 1 };
	struct option_row rows[] = {
		OPTION("registers", "BITS", how->register_bits,
		       .least = SP_REGISTER_BITS_MIN,
		       .most = SP_REGISTER_BITS_MAX,
		       .excludes = &options.error, .idle_with = EXACT,
		       .help = "2^BITS registers in the counter of a page"),
		OPTION("error", "X", options.error, .most = 1,
		       .excludes = &options.exact, .local = true,
		       .zero = "as BITS",
		       .help = "registers for this relative error"),
		OPTION("seed", "N", how->seed, .excludes = &options.exact,
		       .idle_with = EXACT,
		       .help = "seed of the hash of pages"),
		FLAG("exact", options.exact, .group = EXACT,
		     .excludes = &how->register_bits,
		     .help = "search from every page (small graphs)"),
		CHOICE("weights", "HOW", options.weighing, SP_WEIGHING_WORDS,
		       .idle_without = &options.weighing,
		       .help = "weights of links, or their logs, are lengths"),
		OPTION("name", "NAME", options.name, .least = 1,
		       .most = SP_SCORE_NAME_MAX,
		       .help = "name of the new score"),
		OPTION_END
	};
	struct cmd cmd = { .program = &harmonic_program, .options = rows };

	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, harmonic_run(&cmd, &options));
}
