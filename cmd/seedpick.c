/* SPDX-License-Identifier: MIT */
/*
 * seedpick - pick the seeds of a crawl
 *
 *	seedpick [option ...] [file]
 *
 * Makes the list of pages from which a crawl starts.  By default it takes the
 * seed of each core that coreextract found, in the same order; other methods
 * are for comparison.
 */
#include "cli/input.h"
#include "cli/output.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "section/cores.h"
#include "section/graph.h"
#include "section/hosts.h"
#include "section/names.h"
#include "section/seeds.h"
#include "seed/pick.h"

#include <stdlib.h>

struct seedpick_options {
	uint64_t random, in_degree, hosts, seed;
	struct option_top top;
	const char *urls;
	bool any, drop_missing, text;
};

struct seedpick {
	struct cmd *cmd;
	const struct seedpick_options *options;
	const struct seed_method *method;
	struct sp_contents contents;
	struct sp_seeds seeds;
	struct sp_basis basis;   /* of the graph that the seeds are pages of */
};

/* ---- methods ---------------------------------------------------------- */

static enum sp_status
seeds_of_cores(struct seedpick *pick)
{
	const struct sp_loaded_cores *cores =
		sp_contents_cores(&pick->contents);

	if (!cores)
		return cmd_missing(pick->cmd, "cores");
	if (!cores->cores.count)
		return sp_fail(&pick->cmd->err, SP_DATA, "coreextract has "
			       "found no cores, so there are no seeds (other "
			       "methods: --top, --top-indegree, --random)");
	return sp_pick_cores(&cores->cores, &pick->seeds, &pick->cmd->err);
}

static enum sp_status
seeds_of_any_pages(struct seedpick *pick)
{
	return sp_pick_random(pick->basis.graph.pages, NULL,
			      pick->options->random, pick->options->seed,
			      &pick->seeds, &pick->cmd->err);
}

/* A crawl that starts from pages without links ends at once. */
static enum sp_status
seeds_at_random(struct seedpick *pick)
{
	const struct sp_graph *graph = sp_contents_graph(&pick->contents);
	const struct seedpick_options *options = pick->options;
	struct sp_error *err = &pick->cmd->err;
	uint64_t *linking, count;
	enum sp_status status;

	if (!graph)
		return cmd_missing(pick->cmd, "graph");
	status = sp_find_linking(graph, &linking, &count, err);
	if (!status && count < options->random)
		status = sp_fail(err, SP_DATA, "--random %llu: only %llu of "
				 "%llu pages have links (--any: draw from all "
				 "pages)",
				 (unsigned long long)options->random,
				 (unsigned long long)count,
				 (unsigned long long)sp_graph_pages(graph));
	if (!status)
		status = sp_pick_random(sp_graph_pages(graph), linking,
					options->random, options->seed,
					&pick->seeds, err);
	free(linking);
	return status;
}

/* Seeds that only fill up the number: pages without a score, by number. */
static void
warn_of_zeros(struct seedpick *pick, const struct sp_score *score)
{
	const struct sp_seeds *seeds = &pick->seeds;
	uint64_t zeros = 0;

	for (uint64_t i = 0; i < seeds->count; i++)
		zeros += score->values[seeds->seeds[i].page] == 0;
	if (zeros)
		cmd_warn(pick->cmd, "\"%s\" is 0 for %llu of %llu seeds (pick "
			 "fewer)", score->name, (unsigned long long)zeros,
			 (unsigned long long)seeds->count);
}

static enum sp_status
seeds_of_score(struct seedpick *pick)
{
	const struct option_top *top = &pick->options->top;
	const struct sp_score *score;

	if (cmd_find_score(pick->cmd, &pick->contents, top->score, &score))
		return pick->cmd->err.status;
	if (sp_pick_top(score->values, score->pages, top->count, &pick->seeds,
			&pick->cmd->err))
		return pick->cmd->err.status;
	warn_of_zeros(pick, score);
	return SP_OK;
}

static enum sp_status
seeds_by_in_degree(struct seedpick *pick)
{
	const struct sp_graph *graph = sp_contents_graph(&pick->contents);

	if (!graph)
		return cmd_missing(pick->cmd, "graph");
	return sp_pick_top_indegree(graph, pick->cmd->threads,
				    pick->options->in_degree, &pick->seeds,
				    &pick->cmd->err);
}

static enum sp_status
seeds_of_hosts(struct seedpick *pick)
{
	const struct sp_hosts *hosts = sp_contents_hosts(&pick->contents);

	if (!hosts)
		return cmd_missing(pick->cmd, "hosts");
	return sp_pick_hosts(hosts, pick->options->hosts, &pick->seeds,
			     &pick->cmd->err);
}

static enum sp_status
seeds_of_list(struct seedpick *pick)
{
	struct sp_page_list_options options = {
		.names = sp_contents_names(&pick->contents),
		.pages = pick->basis.graph.pages,
		.drop_missing = pick->options->drop_missing
	};
	struct sp_error *err = &pick->cmd->err;
	struct sp_page_list list = { 0 };
	enum sp_status status = cmd_read_pages(pick->cmd, pick->options->urls,
					       &options, &list);

	if (!status)
		status = sp_pick_list(list.pages, list.count, options.pages,
				      &pick->seeds, err);
	sp_page_list_free(&list);
	return status;
}

/* A method, what it needs, and whether that is in the stream of results. */
struct seed_method {
	enum sp_status (*pick)(struct seedpick *pick);
	unsigned wants;
	bool of_results;
};

static const struct seed_method by_cores = {
	seeds_of_cores, SP_SECTION_CORES, true
};
static const struct seed_method by_random = {
	seeds_at_random, SP_SECTION_GRAPH, false
};
static const struct seed_method by_random_any = {
	seeds_of_any_pages, 0, false
};
static const struct seed_method by_score = {
	seeds_of_score, SP_SECTION_SCORES, true
};
static const struct seed_method by_in_degree = {
	seeds_by_in_degree, SP_SECTION_GRAPH, false
};
static const struct seed_method by_hosts = {
	seeds_of_hosts, SP_SECTION_HOSTS, false
};
static const struct seed_method by_list = { seeds_of_list, 0, false };

static const struct seed_method *
chosen_method(const struct seedpick_options *options)
{
	if (options->random)
		return options->any ? &by_random_any : &by_random;
	if (options->top.count)
		return &by_score;
	if (options->in_degree)
		return &by_in_degree;
	if (options->hosts)
		return &by_hosts;
	return options->urls ? &by_list : &by_cores;
}

/* ---- input ------------------------------------------------------------ */

/*
 * Names are always loaded: seeds are written with their URLs, so that the
 * stream of seeds can be read without the graph.  For the same reason
 * sections with an item for each page are not passed on: seeds are few.
 */
static enum sp_status
seedpick_load(struct seedpick *pick, struct sp_writer *writer)
{
	const struct seed_method *method = pick->method;
	const unsigned names = SP_SECTION_NAMES | SP_SECTION_HOSTS;
	struct sp_load_options options = {
		.want = method->wants | names, .writer = writer,
		.drop = SP_SECTION_HOSTS | SP_SECTION_NAMES |
			SP_SECTION_SCORES | SP_SECTION_SEEDS,
		.links_change = true
	};
	struct cmd *cmd = pick->cmd;
	const char *side = cmd_side_input(cmd, method->of_results);
	enum sp_status status;

	if (side) {
		options.writer = NULL;
		options.want = names |
			       (method->of_results ? 0 : method->wants);
	}
	status = cmd_load(cmd, cmd_main_input(cmd), &options, &pick->contents);
	if (status || !side)
		return status;
	options.writer = writer;
	options.want = method->wants;
	return cmd_load(cmd, side, &options, &pick->contents);
}

/* What identifies the graph, from whatever section knows it. */
static enum sp_status
find_basis(struct seedpick *pick)
{
	const struct sp_contents *contents = &pick->contents;
	const struct sp_loaded_cores *cores = sp_contents_cores(contents);
	const struct sp_score_list *scores = sp_contents_scores(contents);
	const struct sp_names *names = sp_contents_names(contents);
	const struct sp_hosts *hosts = sp_contents_hosts(contents);

	/* Names and hosts know only the number of pages, so they come last. */
	if (contents->has_basis)
		pick->basis = contents->basis;
	else if (cores)
		pick->basis = cores->basis;
	else if (scores->count)
		pick->basis = scores->scores[0].basis;
	else if (names || hosts)
		pick->basis.graph.pages = names ? names->count : hosts->pages;
	else
		return sp_fail(&pick->cmd->err, SP_DATA, "no graph, cores or "
			       "scores in the stream (give the graph with "
			       "-g)");
	return SP_OK;
}

/* ---- output ----------------------------------------------------------- */

static bool
has_control(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
			return true;
	return false;
}

/*
 * A URL, or the page number if pages have no names.  A name with a control
 * character, as a newline, is escaped: one line must stay one seed.
 */
static enum sp_status
print_seed(struct seedpick *pick, struct cmd_output *output, uint32_t page)
{
	const struct sp_names *names = sp_contents_names(&pick->contents);
	struct sp_error *err = &pick->cmd->err;
	char number[24], *escaped;
	enum sp_status status;
	const char *text = number;
	size_t length;

	if (names && page < names->count)
		text = sp_names_get(names, page, &length);
	else
		length = sp_format_uint(number, page);
	if (!has_control(text, length)) {
		status = cmd_output_text(output, text, length, err);
	} else {
		escaped = sp_alloc(length, 4);
		if (!escaped)
			return sp_no_memory(err, "a name");
		length = sp_escape_cell(escaped, text, length);
		status = cmd_output_text(output, escaped, length, err);
		free(escaped);
	}
	return status ? status : cmd_output_text(output, "\n", 1, err);
}

static enum sp_status
seedpick_write(struct seedpick *pick, struct cmd_output *output)
{
	const struct sp_seeds *seeds = &pick->seeds;
	struct cmd *cmd = pick->cmd;
	enum sp_status status = SP_OK;

	if (pick->options->text) {
		if (!sp_contents_names(&pick->contents) && seeds->count)
			cmd_warn(cmd, "no URLs in the stream: printing page "
				 "numbers (give the graph with -g, or import "
				 "it with graphimport --names)");
		for (uint64_t i = 0; !status && i < seeds->count; i++)
			status = print_seed(pick, output,
					    seeds->seeds[i].page);
		return status ? status : cmd_output_commit(output);
	}
	status = sp_save_seeds(cmd_output_writer(output), seeds,
			       sp_contents_names(&pick->contents),
			       &pick->basis, &cmd->err);
	return status ? status : cmd_output_sign(output);
}

/* The pages or hosts of a small graph are all seeds. */
static void
warn_of_few(struct seedpick *pick)
{
	const struct seedpick_options *options = pick->options;
	const struct sp_seeds *seeds = &pick->seeds;
	uint64_t wanted = options->top.count ? options->top.count :
			  options->in_degree ? options->in_degree :
					       options->hosts;

	if (seeds->count < wanted)
		cmd_warn(pick->cmd, "only %llu of %llu seeds: there are no "
			 "more %s", (unsigned long long)seeds->count,
			 (unsigned long long)wanted,
			 wanted == options->hosts ? "hosts" : "pages");
}

static enum sp_status
seedpick_run(struct seedpick *pick)
{
	struct cmd *cmd = pick->cmd;
	struct cmd_output *output = cmd_output_open(cmd, cmd->output,
						    !pick->options->text);
	enum sp_status status;

	if (!output)
		return cmd->err.status;
	pick->method = chosen_method(pick->options);
	status = seedpick_load(pick, cmd_output_writer(output));
	if (!status)
		status = find_basis(pick);
	if (!status)
		status = pick->method->pick(pick);
	cmd_result(cmd, "seeds %llu", (unsigned long long)pick->seeds.count);
	/* The path is not in the provenance, but that there was a list is. */
	if (pick->options->urls)
		cmd_result(cmd, "of a list");
	if (!status)
		warn_of_few(pick);
	if (!status)
		status = seedpick_write(pick, output);
	cmd_output_free(output);
	cmd_count(cmd, "seeds", pick->seeds.count);
	sp_seeds_free(&pick->seeds);
	sp_contents_free(&pick->contents);
	return status;
}

int
main(int argc, char **argv)
{
	enum { METHODS = 1 };
	struct seedpick_options options = { .seed = 1 };
	struct option_row rows[] = {
		OPTION("random", "N", options.random, .group = METHODS,
		       .help = "pick N random pages with links, none twice"),
		FLAG("any", options.any, .needs = &options.random,
		     .help = "with --random: pages without links, too"),
		OPTION("seed", "N", options.seed, .needs = &options.random,
		       .help = "seed of the random numbers"),
		OPTION("top", "SCORE:N", options.top, .group = METHODS,
		       .help = "pick the N pages with the largest SCORE"),
		OPTION("top-indegree", "N", options.in_degree,
		       .group = METHODS,
		       .help = "pick the N pages with the most in-links"),
		OPTION("host-first", "N", options.hosts, .group = METHODS,
		       .help = "pick the first page of the N largest hosts"),
		OPTION("urls", "FILE", options.urls, .group = METHODS,
		       .local = true,
		       .help = "pick the pages of a list"),
		FLAG("drop-missing", options.drop_missing,
		     .needs = &options.urls,
		     .help = "with --urls: skip what is not a page"),
		FLAG("text", options.text, .local = true,
		     .help = "print URLs instead of a stream"),
		OPTION_END
	};
	struct cmd cmd = {
		.name = "seedpick", .synopsis = "[file]", .options = rows,
		.operands_max = 1, .takes_results = true, .drops_graph = true,
		.keeps = SP_SECTION_ALL,
		.summary = "Pick the seeds of a crawl: from cores, or by "
			   "another method."
	};
	struct seedpick pick = { .cmd = &cmd, .options = &options };

	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, seedpick_run(&pick));
}
