/* SPDX-License-Identifier: MIT */
/*
 * crawlnext - choose the pages that a crawl should fetch next
 *
 *	crawlnext [option ...] [file]
 *
 * Reads a graph with the states of its pages, and writes the best of those that
 * are known and were not fetched as seeds, so that seedpick hands them to a
 * crawler.  No host gets more than its budget.
 */
#include "crawlnext.h"

#include "stream/section/fetches.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "stream/section/seeds.h"
#include "stream/section/states.h"

#include <stdlib.h>
#include <string.h>

static enum sp_status
load_graph(struct crawlnext *next, struct sp_writer *writer)
{
	struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | SP_SECTION_NAMES |
			SP_SECTION_HOSTS | SP_SECTION_STATES |
			SP_SECTION_FETCHES | SP_SECTION_SHAPES |
			SP_SECTION_PROVENANCE |
			(next->options.by ? SP_SECTION_SCORES : 0u),
		/* Sections with a row for each page are not passed on. */
		.writer = writer, .drop = ~(unsigned)SP_SECTION_PROVENANCE
	};
	struct cmd *cmd = next->cmd;

	if (cmd_load_graph(cmd, &load, &next->contents))
		return cmd->err.status;
	next->states = sp_contents_states(&next->contents);
	if (!next->states)
		return sp_fail(&cmd->err, SP_DATA, "%s: no states of pages in "
			       "the stream, so nothing says which were fetched "
			       "(crawlgraph takes them from archives, "
			       "crawlimport -g from a log, graphimport "
			       "--fetched from a list)",
			       cmd_main_input(cmd));
	next->fetches = sp_contents_fetches(&next->contents);
	next->names = sp_contents_names(&next->contents);
	next->hosts = sp_contents_hosts(&next->contents);
	next->basis = sp_basis_of(sp_contents_graph(&next->contents));
	next->pages = next->states->pages;
	return SP_OK;
}

static enum sp_status
save_batch(struct crawlnext *next, struct cmd_output *output)
{
	struct sp_writer *writer = cmd_output_writer(output);
	struct sp_error *err = &next->cmd->err;
	enum sp_status status = sp_save_seeds(writer, &next->batch,
					      next->names, &next->basis, err);

	if (!status)
		status = sp_save_seed_notes(writer, &next->batch, next->score,
					    NULL, &next->basis, err);
	return status ? status : cmd_output_sign(output);
}

static void
crawlnext_free(struct crawlnext *next)
{
	free(next->ranks);
	free(next->of_host);
	free(next->host_most);
	free(next->shape_most);
	free(next->of_shape);
	sp_units_free(&next->shape_units);
	free(next->loads);
	free(next->speeds);
	free(next->new_hosts);
	crawlnext_scope_free(next->scope);
	sp_states_free(&next->own_states);
	sp_fetches_free(&next->done_fetches);
	free(next->candidates);
	sp_units_free(&next->units);
	sp_units_free(&next->domains);
	sp_seeds_free(&next->batch);
	sp_contents_free(&next->contents);
}

static enum sp_status
crawlnext_run(struct crawlnext *next)
{
	struct cmd *cmd = next->cmd;
	bool explain = next->options.explain;
	struct cmd_output *output = cmd_output_open(cmd, cmd->output,
						    !explain);
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	status = load_graph(next, explain ? NULL : cmd_output_writer(output));
	if (!status)
		status = crawlnext_read_scope(next);
	if (!status)
		status = crawlnext_read_rounds(next);
	if (!status)
		status = crawlnext_filter_robots(next);
	if (!status)
		status = crawlnext_begin_retry(next);
	if (!status)
		status = crawlnext_read_shapes(next);
	/* What is refused is refused before the ranks, which take long. */
	if (!status)
		status = crawlnext_check_hosts(next);
	if (!status)
		status = crawlnext_count_hosts(next);
	if (!status)
		status = crawlnext_read_speeds(next);
	if (!status)
		status = crawlnext_rank(next);
	if (!status)
		status = crawlnext_choose(next);
	if (!status) {
		crawlnext_estimate(next);
		cmd_result(cmd, "by %s, pages %" PRIu64 " of %" PRIu64,
			   next->score, next->batch.count,
			   next->candidate_count);
		status = explain ? crawlnext_explain(next, output) :
				   save_batch(next, output);
	}
	if (!status && explain)
		status = cmd_output_commit(output);
	cmd_output_free(output);
	crawlnext_free(next);
	return status;
}

static enum sp_status
read_estimator(struct crawlnext *next)
{
	struct crawlnext_options *options = &next->options;
	struct cmd *cmd = next->cmd;
	const char *word = options->estimator_word;

	options->estimator = SP_NEXT_SCORES;
	if (!word)
		return SP_OK;
	if (options->by)
		return sp_fail(&cmd->err, SP_USAGE, "option --estimator: the "
			       "score is that of --by");
	if (strcmp(word, "auto") &&
	    !sp_next_score_find(word, &options->estimator))
		return sp_fail(&cmd->err, SP_USAGE, "option --estimator: "
			       "\"%s\" is none of auto, pagerank, pagerank95, "
			       "expected and yield", word);
	return SP_OK;
}

/* What is no stream is not compressed. */
static enum sp_status
choose_output(void *context)
{
	struct crawlnext *next = context;

	next->program.prints_text = next->options.explain;
	if (next->cmd->safe_text && !next->options.explain)
		return sp_fail(&next->cmd->err, SP_USAGE, "option --safe-text "
			       "is for --explain: a stream holds names as they "
			       "are");
	if (option_is_given(next->cmd->options, &next->options.delay) &&
	    !(next->options.delay > 0))
		return sp_fail(&next->cmd->err, SP_USAGE, "option --delay: 0 "
			       "seconds is no delay (leave it out)");
	if (read_estimator(next) || crawlnext_read_budgets(next))
		return next->cmd->err.status;
	return crawlnext_read_age(next);
}

static const struct cmd_program crawlnext_program = {
	.name = "crawlnext", .synopsis = "[file]",
	.summary = "Choose the pages that a crawl should fetch next.",
	.operands_max = 1, .drops_graph = true, .choose = choose_output,
	.prints_names = true, .whole = "the next batch"
};

enum { SPEEDS = 1 }; /* group of options */

/* The two parts of the table: limits, ... */
static void
put_limit_rows(struct crawlnext_options *options, struct option_row *to)
{
	OPTIONS_ADD(to,
		OPTION("count", "N", options->count, .letter = 'n', .least = 1,
		       .most = UINT32_MAX, .help = "choose N pages"),
		OPTION("by", "SCORE", options->by,
		       .help = "largest SCORE of the stream first"),
		OPTION("estimator", "NAME", options->estimator_word,
		       .help = "how to score pages: auto (default; tries "
			       "the others), pagerank, pagerank95, expected, "
			       "yield"),
		OPTION("per-host", "LIMIT", options->per_host,
		       .help = "at most N or N% of the pages of a host, or "
			       "none"),
		OPTION("per-domain", "LIMIT", options->per_domain,
		       .help = "the same for a registrable domain"),
		OPTION("per-shape", "LIMIT", options->per_shape,
		       .help = "the same for a shape of URLs; auto: what it "
			       "has earned"),
		FLAG("traps", options->traps,
		     .help = "also pages of shapes that are traps"),
		OPTION("weigh-hosts", "LIST", options->weigh,
		       .list_of = CRAWLNEXT_FACTORS,
		       .help = "multiply the budget of a host by these "
			       "factors"),
		OPTION("host-floor", "N", options->host_floor, .least = 0,
		       .most = UINT32_MAX, .zero = "none",
		       .help = "first the best N pages of every host"),
		OPTION("new-hosts", "LIMIT", options->new_hosts,
		       .help = "at most N hosts never requested before, or "
			       "none"),
		FLAG("known-hosts-only", options->known_hosts,
		     .help = "only pages of hosts requested before"));
}

/* ... and files, rounds and what is printed. */
static void
put_round_rows(struct crawlnext_options *options, struct option_row *to)
{
	OPTIONS_ADD(to,
		OPTION("scope", "FILE", options->scope, .local = true,
		       .help = "only pages of these hosts and SURT prefixes"),
		OPTION("exclude", "FILE", options->exclude, .local = true,
		       .help = "no page whose URL matches one of these "
			       "patterns"),
		OPTION("done", "FILE", options->done, .local = true,
		       .help = "a graph of another round: what it fetched is "
			       "done"),
		CMD_MATCH_ROW(options->match, .needs = &options->done,
			      .idle_without = &options->done),
		FLAG("retry", options->retry,
		     .help = "also pages that failed but may come later"),
		OPTION("retry-after", "AGE", options->retry_after,
		       .help = "... if that is longer ago: 30m, 12h, 7d"),
		OPTION("now", "TIME", options->now,
		       .needs = &options->retry_after,
		       .help = "count from TIME; default: the last fetch"),
		OPTION("speeds", "FILE", options->speeds, .local = true,
		       .group = SPEEDS,
		       .help = "how fast hosts are: crawlimport --table hosts"),
		OPTION("delay", "SECONDS", options->delay, .local = true,
		       .group = SPEEDS, .least = 0, .most = 86400,
		       .help = "the same for all: time between two requests"),
		FLAG("explain", options->explain, .local = true,
		     .help = "print the reasons as a table"),
		FLAG("json", options->json, .local = true,
		     .needs = &options->explain,
		     .help = "with --explain: print JSON Lines"));
}

int
main(int argc, char **argv)
{
	struct crawlnext next = {
		.program = crawlnext_program,
		.options = { .count = 1000, .per_host = "10%",
			     .per_domain = "none", .new_hosts = "none",
			     .match = SP_MATCH_NORMAL }
	};
	struct option_row rows[OPTION_ROWS] = { OPTION_END };
	struct cmd cmd = { .program = &next.program, .options = rows,
			   .context = &next };
	enum sp_status status;
	int exit_status;

	put_limit_rows(&next.options, rows);
	put_round_rows(&next.options, rows);
	next.cmd = &cmd;
	status = cmd_begin(&cmd, argc, argv) ? crawlnext_run(&next) :
					       cmd.err.status;
	exit_status = cmd_end(&cmd, status);
	option_list_free(&next.options.done);
	return exit_status;
}
