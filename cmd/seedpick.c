/* SPDX-License-Identifier: MIT */
/*
 * seedpick - seeds for a crawl
 *
 *	seedpick [option ...] [file]
 *
 * Takes the seed of each core of the stream, or picks seeds by another
 * method, and writes them as a seed section or, with --text, as URLs.
 */
#include "cli/input.h"
#include "cli/output.h"
#include "import/page_list.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "section/cores.h"
#include "section/graph.h"
#include "section/hosts.h"
#include "section/names.h"
#include "section/scores.h"
#include "section/seeds.h"
#include "seed/pick.h"

#include <stdlib.h>
#include <string.h>

struct seedpick_options {
	uint64_t random, in_degree, hosts, seed;
	struct option_top top;
	const char *urls;
	bool drop_missing, text;
};

enum pick_method {
	PICK_CORES, PICK_RANDOM, PICK_IN_DEGREE, PICK_HOSTS, PICK_TOP,
	PICK_URLS
};

struct run {
	struct cmd *cmd;
	const struct seedpick_options *options;
	enum pick_method method;
	struct sp_contents contents;
	struct sp_seeds seeds;
	struct sp_basis basis;   /* of the graph that the seeds are pages of */
	uint64_t missing;        /* URLs that are no pages */
};

static enum pick_method
chosen_method(const struct seedpick_options *options)
{
	if (options->random)
		return PICK_RANDOM;
	if (options->in_degree)
		return PICK_IN_DEGREE;
	if (options->hosts)
		return PICK_HOSTS;
	if (options->top.count)
		return PICK_TOP;
	return options->urls ? PICK_URLS : PICK_CORES;
}

/* ---- input ------------------------------------------------------------ */

static enum sp_status
load(struct run *run, struct sp_writer *writer)
{
	static const unsigned wants[] = {
		SP_SECTION_CORES, 0, SP_SECTION_GRAPH, SP_SECTION_HOSTS,
		SP_SECTION_SCORES, 0
	};
	unsigned names = SP_SECTION_NAMES | SP_SECTION_HOSTS;
	struct sp_load_options options = {
		.want = wants[run->method] | names, .writer = writer,
		/* Seeds are few: sections with an item a page stay here. */
		.drop = SP_SECTION_HOSTS | SP_SECTION_NAMES |
			SP_SECTION_SCORES | SP_SECTION_SEEDS,
		.links_change = true
	};
	bool results = run->method == PICK_CORES || run->method == PICK_TOP;
	const char *side = cmd_side_input(run->cmd, results);
	enum sp_status status;

	if (side) {
		options.writer = NULL;
		options.want = names | (results ? 0 : wants[run->method]);
	}
	status = cmd_load(run->cmd, cmd_main_input(run->cmd), &options,
			  &run->contents);
	if (status || !side)
		return status;
	options.writer = writer;
	options.want = wants[run->method];
	return cmd_load(run->cmd, side, &options, &run->contents);
}

/* Pages, and what identifies their graph, from whatever section tells. */
static enum sp_status
find_basis(struct run *run)
{
	const struct sp_contents *contents = &run->contents;
	const struct sp_loaded_cores *cores = sp_contents_cores(contents);
	const struct sp_score_list *scores = sp_contents_scores(contents);
	const struct sp_names *names = sp_contents_names(contents);
	const struct sp_hosts *hosts = sp_contents_hosts(contents);

	if (contents->has_basis)
		run->basis = contents->basis;
	else if (cores)
		run->basis = cores->basis;
	else if (scores->count)
		run->basis = scores->scores[0].basis;
	else if (names || hosts)
		run->basis.graph.pages = names ? names->count : hosts->pages;
	else
		return sp_fail(&run->cmd->err, SP_DATA, "no graph, cores or "
			       "scores in the stream (give the graph with "
			       "-g)");
	return SP_OK;
}

/* ---- picking ---------------------------------------------------------- */

static enum sp_status
pick_urls(struct run *run)
{
	struct sp_page_list_options options = {
		.names = sp_contents_names(&run->contents),
		.pages = run->basis.graph.pages,
		.drop_missing = run->options->drop_missing
	};
	struct sp_page_list list = { 0 };
	enum sp_status status = sp_page_list_read(run->options->urls, &options,
					       &list, &run->cmd->err);

	run->missing = list.missing;
	if (!status)
		status = sp_pick_list(list.pages, list.count, options.pages,
				      &run->seeds, &run->cmd->err);
	sp_page_list_free(&list);
	return status;
}

static enum sp_status
pick(struct run *run)
{
	const struct sp_contents *contents = &run->contents;
	const struct sp_graph *graph = sp_contents_graph(contents);
	const struct sp_hosts *hosts = sp_contents_hosts(contents);
	const struct sp_loaded_cores *cores = sp_contents_cores(contents);
	const struct seedpick_options *options = run->options;
	struct sp_error *err = &run->cmd->err;
	const struct sp_score *score;

	switch (run->method) {
	case PICK_RANDOM:
		return sp_pick_random(run->basis.graph.pages, options->random,
				      options->seed, &run->seeds, err);
	case PICK_IN_DEGREE:
		if (!graph)
			return cmd_missing(run->cmd, "graph");
		return sp_pick_top_indegree(graph, run->cmd->threads,
					    options->in_degree, &run->seeds,
					    err);
	case PICK_HOSTS:
		if (!hosts)
			return cmd_missing(run->cmd, "hosts");
		return sp_pick_hosts(hosts, options->hosts, &run->seeds, err);
	case PICK_TOP:
		score = sp_contents_score(contents, options->top.score);
		if (!score)
			return sp_fail(err, SP_DATA, "no score \"%s\" in the "
				       "stream", options->top.score);
		return sp_pick_top(score->values, score->pages,
				   options->top.count, &run->seeds, err);
	case PICK_URLS:
		return pick_urls(run);
	default:
		if (!cores)
			return cmd_missing(run->cmd, "cores");
		return sp_pick_cores(&cores->cores, &run->seeds, err);
	}
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

/* A URL, or the page number where pages have no names. */
static enum sp_status
print_seed(struct run *run, struct cmd_output *output, uint32_t page)
{
	const struct sp_names *names = sp_contents_names(&run->contents);
	struct sp_error *err = &run->cmd->err;
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
save(struct run *run, struct cmd_output *output)
{
	struct sp_writer *writer = cmd_output_writer(output);
	enum sp_status status = SP_OK;

	if (run->options->text) {
		for (uint64_t i = 0; !status && i < run->seeds.count; i++)
			status = print_seed(run, output,
					    run->seeds.seeds[i].page);
		return status ? status : cmd_output_commit(output);
	}
	cmd_result(run->cmd, "seeds %llu%s",
		   (unsigned long long)run->seeds.count,
		   run->method == PICK_URLS ? " of a list" : "");
	status = sp_save_seeds(writer, &run->seeds,
			       sp_contents_names(&run->contents), &run->basis,
			       &run->cmd->err);
	return status ? status : cmd_output_sign(output);
}

static enum sp_status
work(struct run *run)
{
	struct cmd_output *output = cmd_output_open(
		run->cmd, run->cmd->output, !run->options->text);
	enum sp_status status;

	run->method = chosen_method(run->options);
	if (!output)
		return run->cmd->err.status;
	status = load(run, cmd_output_writer(output));
	if (!status)
		status = find_basis(run);
	if (!status)
		status = pick(run);
	if (!status)
		status = save(run, output);
	cmd_output_free(output);
	cmd_count(run->cmd, "seeds", run->seeds.count);
	if (!status && run->missing)
		cmd_warn(run->cmd, "%llu of the list are not pages of the "
			 "graph and were left out",
			 (unsigned long long)run->missing);
	return status;
}

int
main(int argc, char **argv)
{
	enum { METHODS = 1 };
	struct seedpick_options options = { .seed = 1 };
	struct option_row rows[] = {
		OPTION("random", "N", options.random, .group = METHODS,
		       .help = "pick N random pages, none twice"),
		OPTION("seed", "N", options.seed,
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
		     .help = "with --urls: skip what is not a page"),
		FLAG("text", options.text, .local = true,
		     .help = "print URLs instead of a stream"),
		OPTION_END
	};
	struct cmd cmd = {
		.name = "seedpick", .synopsis = "[file]", .options = rows,
		.operands_max = 1, .keeps = SP_SECTION_ALL,
		.summary = "Pick the seeds of a crawl: from cores, or by "
			   "another method."
	};
	struct run run = { .cmd = &cmd, .options = &options };
	enum sp_status status;

	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	status = work(&run);
	sp_seeds_free(&run.seeds);
	sp_contents_free(&run.contents);
	return cmd_end(&cmd, status);
}
