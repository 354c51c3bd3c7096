/* SPDX-License-Identifier: MIT */
/*
 * seedexpand - find the pages that belong to a list
 *
 *	seedexpand --known LIST [option ...] [file]
 *
 * Reads a graph and a list of some of its pages, and writes the other pages
 * that most likely belong to them, best first, as seeds.
 */
#include "seedexpand.h"

#include "base/memory.h"
#include "seed/pick.h"
#include "stream/section/graph.h"
#include "stream/section/seeds.h"
#include "stream/section/states.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#define SCORE "expand" /* name of the scores of what is found */

/* If all scores are equal, the order of the pages means nothing. */
static void
warn_of_equal(const struct seedexpand *expand)
{
	const struct sp_seeds *found = &expand->found;

	if (found->count > 1 &&
	    found->seeds[0].score <= found->seeds[found->count - 1].score)
		cmd_warn(expand->cmd, "all %" PRIu64 " pages that were found "
			 "have the same score: they come by their numbers",
			 found->count);
}

/* Takes the pages with the best scores that may be in the answer. */
static enum sp_status
pick_found(struct seedexpand *expand, double *scores)
{
	const struct sp_states *states =
		sp_contents_states(&expand->contents);
	uint64_t left = 0, count = expand->options.count;
	enum sp_status status;

	for (uint64_t page = 0; page < expand->pages; page++) {
		if (expand->options.only_new &&
		    states->state_of[page] != SP_PAGE_UNFETCHED)
			scores[page] = -INFINITY;
		left += scores[page] > -INFINITY;
	}
	status = sp_pick_top(scores, expand->pages,
			     left < count ? left : count, &expand->found,
			     &expand->cmd->err);
	if (!status && left < count)
		cmd_warn(expand->cmd, "only %" PRIu64 " of %" PRIu64 " pages: "
			 "links connect no others%s with the list", left, count,
			 expand->options.only_new ? " that are new" : "");
	if (!status)
		warn_of_equal(expand);
	return status;
}

static enum sp_status
find_pages(struct seedexpand *expand)
{
	enum sp_status status = seedexpand_rank(expand,
						expand->options.method);

	return status ? status : pick_found(expand, expand->scores);
}

static enum sp_status
save_found(struct seedexpand *expand, struct cmd_output *output)
{
	struct sp_writer *writer = cmd_output_writer(output);
	struct sp_error *err = &expand->cmd->err;
	enum sp_status status = sp_save_seeds(writer, &expand->found,
					      expand->names, &expand->basis,
					      err);

	if (!status)
		status = sp_save_seed_notes(writer, &expand->found, SCORE, NULL,
					    &expand->basis, err);
	return status ? status : cmd_output_sign(output);
}

static void
seedexpand_free(struct seedexpand *expand)
{
	sp_votes_free(&expand->votes);
	sp_units_free(&expand->units);
	free(expand->known);
	free(expand->excluded);
	free(expand->scores);
	free(expand->hidden);
	free(expand->ranks);
	sp_seeds_free(&expand->found);
	sp_contents_free(&expand->contents);
}

static enum sp_status
seedexpand_run(struct seedexpand *expand)
{
	struct cmd *cmd = expand->cmd;
	bool text = expand->program.prints_text;
	struct cmd_output *output = cmd_output_open(cmd, cmd->output, !text);
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	status = seedexpand_load(expand, text ? NULL :
					 cmd_output_writer(output));
	if (!status)
		status = seedexpand_read_lists(expand);
	cmd_count(cmd, "known", expand->list.known_count);
	if (!status && expand->options.judge)
		status = seedexpand_judge(expand, output);
	if (!status && !expand->options.judge) {
		status = find_pages(expand);
		cmd_count(cmd, "found", expand->found.count);
		if (!status)
			seedexpand_report(expand);
		if (!status)
			status = expand->options.explain ?
				 seedexpand_explain(expand, output) :
				 save_found(expand, output);
	}
	if (!status && text)
		status = cmd_output_commit(output);
	cmd_output_free(output);
	seedexpand_free(expand);
	return status;
}

/* What is no stream is not compressed. */
static enum sp_status
check_expand_options(void *context)
{
	struct seedexpand *expand = context;
	struct seedexpand_options *options = &expand->options;
	struct sp_error *err = &expand->cmd->err;
	const char *word = options->method_word;

	expand->program.prints_text = options->explain || options->judge;
	options->method = SP_EXPAND_COMBINED;
	if (!options->known)
		return sp_fail(err, SP_USAGE, "option --known is missing: a "
			       "file with the pages that are known to belong, "
			       "one a line");
	if (word && !sp_expand_find(word, &options->method))
		return sp_fail(err, SP_USAGE, "option --method: there is no "
			       "method \"%s\" (see --help)", word);
	if (options->json && !expand->program.prints_text)
		return sp_fail(err, SP_USAGE, "option --json needs --explain "
			       "or --judge");
	if (expand->cmd->safe_text && !options->explain)
		return sp_fail(err, SP_USAGE, "option --safe-text is for "
			       "--explain: nothing else has names as text");
	return SP_OK;
}

static const struct cmd_program seedexpand_program = {
	.name = "seedexpand", .synopsis = "[file]",
	.summary = "Find the pages that belong to a list of known ones.",
	.operands_max = 1, .drops_graph = true, .choose = check_expand_options,
	.prints_names = true, .whole = "the pages that belong to a list"
};

#define WORD(NAME, word) #word "|"
#define METHOD_WORDS SP_EXPAND_METHODS(WORD) "combined"
#define LISTED(NAME, word) #word ", "
#define METHOD_HELP SP_EXPAND_METHODS(LISTED) "or combined (default), which " \
	"is made of the first four"

int
main(int argc, char **argv)
{
	struct seedexpand expand = {
		.program = seedexpand_program,
		.options = { .match = SP_MATCH_NORMAL, .count = 100,
			     .seed = 1 }
	};
	struct seedexpand_options *options = &expand.options;
	enum { TABLES = 1 };
	struct option_row rows[] = {
		OPTION("known", "FILE", options->known, .local = true,
		       .help = "the list: pages that belong, one a line"),
		OPTION("exclude", "FILE", options->exclude, .local = true,
		       .help = "pages that do not belong"),
		CMD_MATCH_ROW(options->match, .local = true),
		OPTION("count", "N", options->count, .letter = 'n', .least = 1,
		       .most = UINT32_MAX, .excludes = &options->judge,
		       .help = "find N pages"),
		OPTION("method", "METHOD", options->method_word,
		       .list_of = METHOD_WORDS,
		       .help = METHOD_HELP),
		CHOICE("vote", "UNIT", options->vote, "host|domain|page",
		       .help = "links of one UNIT count once"),
		OPTION("seed", "N", options->seed,
		       .help = "seed of the random numbers"),
		FLAG("new", options->only_new,
		     .help = "only pages that were never fetched"),
		OPTION("expect", "N", options->expect, .local = true,
		       .zero = "unknown", .needs = &options->explain,
		       .or_with = &options->judge,
		       .help = "N pages belong in all: estimate precision"),
		FLAG("explain", options->explain, .local = true,
		     .group = TABLES,
		     .help = "print what was found, and why, as a table"),
		FLAG("judge", options->judge, .local = true, .group = TABLES,
		     .help = "print how much of the list methods find again"),
		FLAG("json", options->json, .local = true,
		     .help = "with --explain, --judge: print JSON Lines"),
		OPTION_END
	};
	struct cmd cmd = { .program = &expand.program, .options = rows,
			   .context = &expand };

	expand.cmd = &cmd;
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, seedexpand_run(&expand));
}
