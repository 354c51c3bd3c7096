/* SPDX-License-Identifier: MIT */
/*
 * pagerank - rank the pages of a graph by PageRank
 *
 *	pagerank [option ...] [file]
 *
 * Reads a stream with a graph and adds a score section to it.
 */
#include "cli/input.h"
#include "cli/output.h"
#include "import/page_list.h"

#include "base/memory.h"
#include "rank/pagerank.h"
#include "section/graph.h"
#include "section/names.h"
#include "section/scores.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum rank_scale { SCALE_PROB, SCALE_MEAN1 };

/* Where a vector comes from; path NULL: uniform. */
struct vector {
	const char *option;
	const char *path;
	const char *score;
	bool stream;    /* the file is one, not a list */
	double *values; /* or NULL */
};

struct pagerank_options {
	struct sp_pagerank_options how;
	enum rank_scale scale;
	struct vector teleport, start;
	const char *name;
	bool strict;
};

/* ---- teleport and start ----------------------------------------------- */

#define OF_STREAM "score:" /* a score of the stream itself */

static bool
is_of_stream(const struct vector *vector)
{
	return vector->path &&
	       !strncmp(vector->path, OF_STREAM, strlen(OF_STREAM));
}

/* Finds out whether the files are streams. */
static enum sp_status
look_at_files(struct cmd *cmd, struct pagerank_options *options)
{
	struct vector *vectors[] = { &options->teleport, &options->start };
	enum sp_status status = SP_OK;

	for (unsigned i = 0; i < 2 && !status; i++)
		if (vectors[i]->path && !is_of_stream(vectors[i]))
			status = cmd_is_stream(cmd, vectors[i]->path,
					       &vectors[i]->stream);
	return status;
}

/* The score that is asked for, or the only one. */
static enum sp_status
choose_score(struct cmd *cmd, const struct vector *vector,
	     const struct sp_contents *contents, const struct sp_score **score)
{
	const struct sp_score_list *list = sp_contents_scores(contents);
	const char *name = is_of_stream(vector) ?
				   vector->path + strlen(OF_STREAM) :
				   vector->score;

	if (name) {
		*score = sp_contents_score(contents, name);
		if (!*score)
			return sp_fail(&cmd->err, SP_DATA, "option --%s: no "
				       "score \"%s\" in the stream",
				       vector->option, name);
		return SP_OK;
	}
	if (list->count != 1)
		return sp_fail(&cmd->err, SP_DATA, "%s: %s (--%s-score "
			       "chooses one)", vector->path,
			       list->count ? "several scores" : "no scores",
			       vector->option);
	*score = &list->scores[0];
	return SP_OK;
}

static enum sp_status
copy_score(struct cmd *cmd, struct vector *vector,
	   const struct sp_contents *contents, uint64_t pages)
{
	const struct sp_score *score;

	if (choose_score(cmd, vector, contents, &score))
		return cmd->err.status;
	for (uint64_t p = 0; p < pages; p++) {
		if (!isfinite(score->values[p]) || score->values[p] < 0)
			return sp_fail(&cmd->err, SP_DATA, "option --%s: "
				       "score \"%s\" of page %llu is not a "
				       "number of at least 0",
				       vector->option, score->name,
				       (unsigned long long)p);
		vector->values[p] = score->values[p];
	}
	return SP_OK;
}

/* Scores of another stream, which must be of this graph. */
static enum sp_status
load_score(struct cmd *cmd, struct vector *vector,
	   const struct sp_contents *contents, uint64_t pages)
{
	struct sp_load_options load = { .want = SP_SECTION_SCORES };
	struct sp_contents other = { .basis = contents->basis,
				     .has_basis = contents->has_basis };
	enum sp_status status = cmd_load(cmd, vector->path, &load, &other);

	if (!status)
		status = copy_score(cmd, vector, &other, pages);
	sp_contents_free(&other);
	return status;
}

/* Values of the same page are added. */
static enum sp_status
load_list(struct cmd *cmd, struct vector *vector,
	  const struct sp_contents *contents, uint64_t pages)
{
	struct sp_page_list_options options = {
		.names = sp_contents_names(contents), .pages = pages,
		.valued = true
	};
	struct sp_page_list list = { 0 };
	enum sp_status status = sp_page_list_read(vector->path, &options, &list,
					       &cmd->err);

	for (uint64_t i = 0; !status && i < list.count; i++)
		vector->values[list.pages[i]] += list.values[i];
	sp_page_list_free(&list);
	return status;
}

/* Makes the sum 1. */
static enum sp_status
normalise(struct cmd *cmd, const struct vector *vector, uint64_t pages)
{
	struct sp_error why;

	if (sp_scale_to_one(vector->values, pages, &why))
		return sp_fail(&cmd->err, SP_DATA, "%s: option --%s: %s",
			       vector->path, vector->option, why.text);
	return SP_OK;
}

static enum sp_status
load_vector(struct cmd *cmd, struct vector *vector,
	    const struct sp_contents *contents)
{
	uint64_t pages = sp_graph_pages(sp_contents_graph(contents));
	enum sp_status status;

	if (!vector->path)
		return SP_OK;
	vector->values = sp_alloc_large_zero(pages, sizeof(double));
	if (!vector->values)
		return sp_no_memory(&cmd->err, "a vector");
	if (is_of_stream(vector))
		status = copy_score(cmd, vector, contents, pages);
	else if (vector->stream)
		status = load_score(cmd, vector, contents, pages);
	else
		status = load_list(cmd, vector, contents, pages);
	return status ? status : normalise(cmd, vector, pages);
}

/* ---- ranking ---------------------------------------------------------- */

static enum sp_status
save(struct cmd *cmd, const struct pagerank_options *options,
     struct cmd_output *output, const struct sp_graph *graph,
     const double *ranks, const struct sp_pagerank_report *report)
{
	struct sp_basis basis = sp_basis_of(graph);
	enum sp_status status;

	cmd_result(cmd, "iterations %lu residual %.6g",
		   (unsigned long)report->iterations, report->residual);
	if (options->teleport.path)
		cmd_result(cmd, "teleport given");
	if (options->start.path)
		cmd_result(cmd, "start given");
	status = sp_save_scores(cmd_output_writer(output), options->name,
				ranks, &basis, &cmd->err);
	return status ? status : cmd_output_sign(output);
}

static enum sp_status
compute(struct cmd *cmd, const struct pagerank_options *options,
	const struct sp_graph *graph, double *ranks,
	struct sp_pagerank_report *report)
{
	struct progress progress;
	struct sp_pagerank_options how = options->how;
	uint64_t pages = sp_graph_pages(graph);
	struct sp_pagerank_space *space =
		sp_pagerank_space_new(pages, SP_RANK_PARTS);
	const double *start = options->start.path ? options->start.values :
						    options->teleport.values;
	enum sp_status status;

	if (!space)
		return sp_no_memory(&cmd->err, "ranks");
	for (uint64_t p = 0; p < pages; p++)
		ranks[p] = start ? start[p] : 1 / (double)pages;
	how.threads = cmd->threads;
	how.progress = &progress.teller;
	progress_begin(&progress, cmd, "iteration");
	status = sp_pagerank(graph, NULL, options->teleport.values, &how,
			     space, ranks, report, &cmd->err);
	progress_end(&progress);
	sp_pagerank_space_free(space);
	for (uint64_t p = 0; p < pages && options->scale == SCALE_MEAN1; p++)
		ranks[p] *= (double)pages;
	return status;
}

static enum sp_status
rank(struct cmd *cmd, struct pagerank_options *options,
     const struct sp_contents *contents, struct cmd_output *output,
     struct sp_pagerank_report *report)
{
	const struct sp_graph *graph = sp_contents_graph(contents);
	enum sp_status status = load_vector(cmd, &options->teleport, contents);
	double *ranks = NULL;

	if (!status)
		status = load_vector(cmd, &options->start, contents);
	if (!status) {
		ranks = sp_alloc_large(sp_graph_pages(graph), sizeof(*ranks));
		status = ranks ? compute(cmd, options, graph, ranks, report) :
				 sp_no_memory(&cmd->err, "ranks");
	}
	if (!status)
		status = save(cmd, options, output, graph, ranks, report);
	free(ranks);
	free(options->teleport.values);
	free(options->start.values);
	return status;
}

/* ---- the filter ------------------------------------------------------- */

static enum sp_status
check_options(struct cmd *cmd, const struct pagerank_options *options)
{
	const struct vector *vectors[] = { &options->teleport,
					   &options->start };

	for (unsigned i = 0; i < 2; i++)
		if (vectors[i]->score && is_of_stream(vectors[i]))
			return sp_fail(&cmd->err, SP_USAGE, "option "
				       "--%s-score: --%s names the score "
				       "already", vectors[i]->option,
				       vectors[i]->option);
	return SP_OK;
}

/* What has to be loaded beside the graph. */
static unsigned
wanted(const struct pagerank_options *options)
{
	const struct vector *vectors[] = { &options->teleport,
					   &options->start };
	unsigned want = SP_SECTION_GRAPH;

	for (unsigned i = 0; i < 2; i++)
		if (is_of_stream(vectors[i]))
			want |= SP_SECTION_SCORES;
		else if (vectors[i]->path && !vectors[i]->stream)
			want |= SP_SECTION_NAMES;
	return want;
}

/* Tells how the iteration ended. */
static enum sp_status
judge(struct cmd *cmd, const struct pagerank_options *options,
      const struct sp_pagerank_report *report)
{
	cmd_measure(cmd, "sum", report->sum);
	return cmd_check_convergence(cmd, report->iterations,
				     report->residual, options->how.tolerance,
				     options->strict);
}

static enum sp_status
run(struct cmd *cmd, struct pagerank_options *options)
{
	/* An old rank does not pass on. */
	const struct sp_section_name replaced[] = {
		{ SP_SECTION_SCORES, options->name }, { 0, NULL }
	};
	struct sp_load_options load = { .drop_names = replaced };
	struct sp_contents contents = { 0 };
	struct sp_pagerank_report report;
	struct cmd_output *output;
	enum sp_status status = check_options(cmd, options);

	if (!status)
		status = look_at_files(cmd, options);
	if (status)
		return status;
	output = cmd_output_open(cmd, cmd->output, true);
	if (!output)
		return cmd->err.status;
	load.writer = cmd_output_writer(output);
	load.want = wanted(options);
	status = cmd_load_graph(cmd, &load, &contents);
	if (!status)
		status = rank(cmd, options, &contents, output, &report);
	if (!status)
		status = judge(cmd, options, &report);
	cmd_output_free(output);
	sp_contents_free(&contents);
	return status;
}

int
main(int argc, char **argv)
{
	struct pagerank_options options = {
		.how = SP_PAGERANK_DEFAULTS,
		.teleport = { .option = "teleport" },
		.start = { .option = "start" }, .name = "pagerank"
	};
	struct sp_pagerank_options *how = &options.how;
	struct option_row rows[] = {
		OPTION("damping", "X", how->damping, .most = 1,
		       .below_most = true,
		       .help = "share of rank that follows links"),
		OPTION("tolerance", "X", how->tolerance, .letter = 't',
		       .help = "stop at a residual below X; 0: never"),
		OPTION("iterations", "N", how->iterations, .letter = 'i',
		       .least = 1, .most = 1000000,
		       .help = "stop after N iterations"),
		CHOICE("norm", "NORM", how->norm, "l1|max",
		       .first = SP_NORM_L1, .help = "norm of the residual"),
		CHOICE("dangling", "HOW", how->dangling, "uniform|drop|norm",
		       .help = "rank of pages without links"),
		CHOICE("scale", "SCALE", options.scale, "prob|mean1",
		       .help = "make the sum or the mean 1"),
		CHOICE("method", "METHOD", how->method, "power|push",
		       .help = "push halves the iterations"),
		OPTION("teleport", "FILE", options.teleport.path,
		       .local = true, .help = "pages to jump to, with values"),
		OPTION("teleport-score", "NAME", options.teleport.score,
		       .needs = &options.teleport.path,
		       .help = "score of --teleport to use"),
		OPTION("start", "FILE", options.start.path, .local = true,
		       .help = "pages to start from, with values"),
		OPTION("start-score", "NAME", options.start.score,
		       .needs = &options.start.path,
		       .help = "score of --start to use"),
		OPTION("name", "NAME", options.name, .least = 1,
		       .most = SP_SCORE_NAME_MAX,
		       .help = "name of the new score"),
		FLAG("strict", options.strict, .local = true,
		     .help = "exit with 1 if it does not converge"),
		OPTION_END
	};
	struct cmd cmd = {
		.name = "pagerank", .synopsis = "[file]", .options = rows,
		.summary = "Rank the pages of a graph by PageRank.",
		.operands_max = 1
	};

	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, run(&cmd, &options));
}
