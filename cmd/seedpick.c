/* SPDX-License-Identifier: MIT */
/*
 * seedpick - seeds for a crawl
 *
 *	seedpick [option ...] [file]
 *
 * Takes the seed of each core of the stream, or picks seeds by another
 * method, and writes them as a seed section or, with --text, as URLs.
 */
#include "cli/file.h"
#include "import/page_list.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "seed/pick.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
	uint64_t random, in_degree, hosts, seed;
	const char *top, *urls;
	bool drop_missing, text;
};

enum method {
	PICK_CORES, PICK_RANDOM, PICK_IN_DEGREE, PICK_HOSTS, PICK_TOP,
	PICK_URLS
};

struct run {
	struct cmd *cmd;
	const struct options *options;
	enum method method;
	char score[SP_SCORE_NAME_MAX + 1];
	uint64_t top_count;
	struct sp_contents contents;
	struct sp_seeds seeds;
	struct sp_basis basis;   /* of the graph that the seeds are pages of */
	uint64_t missing;        /* URLs that are no pages */
};

/* Seeds are few: what has a value for each page is not passed on. */
static bool
pass(void *context, uint32_t tag, const uint8_t *head, size_t length)
{
	(void)context;
	(void)head;
	(void)length;
	return !sp_tag_of_links(tag) && tag != SP_TAG_HOSTS &&
	       tag != SP_TAG_DOMAINS && tag != SP_TAG_HOST_OF &&
	       tag != SP_TAG_NAMES && tag != SP_TAG_SCORES &&
	       tag != SP_TAG_SEEDS;
}

/* ---- options ---------------------------------------------------------- */

/* "NAME:N" */
static enum sp_status
read_top(struct run *run)
{
	const char *top = run->options->top;
	const char *colon = strrchr(top, ':');
	size_t length = colon ? (size_t)(colon - top) : 0;

	if (!length || length > SP_SCORE_NAME_MAX ||
	    !sp_parse_uint(colon + 1, strlen(colon + 1), &run->top_count) ||
	    !run->top_count)
		return sp_fail(&run->cmd->err, SP_USAGE, "option --top: "
			       "\"%s\" is not SCORE:N, as authority:100", top);
	memcpy(run->score, top, length);
	run->score[length] = '\0';
	return SP_OK;
}

static enum sp_status
choose_method(struct run *run)
{
	const struct options *options = run->options;
	int given = (options->random > 0) + (options->in_degree > 0) +
		    (options->hosts > 0) + (options->top != NULL) +
		    (options->urls != NULL);

	if (given > 1)
		return sp_fail(&run->cmd->err, SP_USAGE, "more than one of "
			       "--random, --top-indegree, --host-first, --top "
			       "and --urls");
	if (options->random)
		run->method = PICK_RANDOM;
	else if (options->in_degree)
		run->method = PICK_IN_DEGREE;
	else if (options->hosts)
		run->method = PICK_HOSTS;
	else if (options->urls)
		run->method = PICK_URLS;
	else if (options->top)
		run->method = PICK_TOP;
	return options->top ? read_top(run) : SP_OK;
}

/* ---- input ------------------------------------------------------------ */

static enum sp_status
load(struct run *run, struct sp_writer *writer)
{
	static const unsigned wants[] = {
		SP_WANT_CORES, 0, SP_WANT_GRAPH, SP_WANT_HOSTS,
		SP_WANT_SCORES, 0
	};
	unsigned names = SP_WANT_NAMES | SP_WANT_HOSTS;
	struct sp_load_options options = {
		.want = wants[run->method] | names, .writer = writer,
		.pass = pass
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

	if (contents->has_basis)
		run->basis = contents->basis;
	else if (contents->has_cores)
		run->basis = contents->cores_basis;
	else if (contents->score_count)
		run->basis = contents->scores[0].basis;
	else if (contents->has_names || contents->has_hosts)
		run->basis.graph.pages = contents->has_names ?
						 contents->names.count :
						 contents->hosts.pages;
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
		.names = &run->contents.names,
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
missing(struct run *run, const char *what)
{
	return sp_fail(&run->cmd->err, SP_DATA, "no %s in the stream", what);
}

static enum sp_status
pick(struct run *run)
{
	const struct sp_contents *contents = &run->contents;
	const struct options *options = run->options;
	struct sp_error *err = &run->cmd->err;
	const struct sp_score *score;

	switch (run->method) {
	case PICK_RANDOM:
		return sp_pick_random(run->basis.graph.pages, options->random,
				      options->seed, &run->seeds, err);
	case PICK_IN_DEGREE:
		if (!contents->graph)
			return missing(run, "graph");
		return sp_pick_top_indegree(contents->graph,
					    (int)run->cmd->threads,
					    options->in_degree, &run->seeds,
					    err);
	case PICK_HOSTS:
		if (!contents->has_hosts)
			return missing(run, "hosts");
		return sp_pick_hosts(&contents->hosts, options->hosts,
				     &run->seeds, err);
	case PICK_TOP:
		score = sp_contents_score(contents, run->score);
		if (!score)
			return sp_fail(err, SP_DATA, "no score \"%s\" in the "
				       "stream", run->score);
		return sp_pick_top(score->values, score->pages,
				   run->top_count, &run->seeds, err);
	case PICK_URLS:
		return pick_urls(run);
	default:
		if (!contents->has_cores)
			return missing(run, "cores");
		return sp_pick_cores(&contents->cores, &run->seeds, err);
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
	const struct sp_names *names = &run->contents.names;
	struct sp_error *err = &run->cmd->err;
	char number[24], *escaped;
	enum sp_status status;
	const char *text = number;
	size_t length;

	if (page < names->count)
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
	char result[64];
	char *line;

	if (run->options->text) {
		for (uint64_t i = 0; !status && i < run->seeds.count; i++)
			status = print_seed(run, output,
					    run->seeds.seeds[i].page);
		return status;
	}
	status = sp_save_seeds(writer, &run->seeds, &run->contents.names,
			       &run->basis, &run->cmd->err);
	snprintf(result, sizeof(result), "seeds %llu%s",
		 (unsigned long long)run->seeds.count,
		 run->method == PICK_URLS ? " of a list" : "");
	line = cmd_provenance(run->cmd, result);
	if (!status && !line)
		status = sp_no_memory(&run->cmd->err, "the provenance");
	if (!status)
		status = sp_save_provenance(writer, line, &run->cmd->err);
	free(line);
	return status;
}

static enum sp_status
work(struct run *run)
{
	struct cmd_output *output = NULL;
	enum sp_status status = choose_method(run);

	if (!status) {
		output = cmd_output_open(run->cmd, !run->options->text);
		if (!output)
			status = run->cmd->err.status;
	}
	if (!status)
		status = load(run, cmd_output_writer(output));
	if (!status)
		status = find_basis(run);
	if (!status)
		status = pick(run);
	if (!status)
		status = save(run, output);
	if (!status)
		status = cmd_output_commit(output);
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
	struct options options = { .seed = 1 };
	struct option_row table[] = {
		OPTION(UINT, "random", "N", options.random,
		       .help = "N pages at random, without replacement"),
		OPTION(UINT, "seed", "N", options.seed,
		       .help = "of the random numbers"),
		OPTION(TEXT, "top", "SCORE:N", options.top,
		       .help = "the N pages with the largest SCORE"),
		OPTION(UINT, "top-indegree", "N", options.in_degree,
		       .help = "the N pages with the most links to them"),
		OPTION(UINT, "host-first", "N", options.hosts,
		       .help = "the first page of each of the N largest hosts"),
		OPTION(TEXT, "urls", "FILE", options.urls, .local = true,
		       .help = "the pages of a list of URLs or page numbers"),
		OPTION(FLAG, "drop-missing", NULL, options.drop_missing,
		       .help = "with --urls: leave out what is not a page"),
		OPTION(FLAG, "text", NULL, options.text, .local = true,
		       .help = "print URLs, one a line, instead of a stream"),
		{ .name = NULL }
	};
	struct cmd cmd = {
		.name = "seedpick", .synopsis = "[file]", .options = table,
		.operands_max = 1,
		.summary = "Pick the seeds of a crawl: of cores, or by "
			   "another method."
	};
	struct run run = { .cmd = &cmd, .options = &options };
	enum sp_status status = cmd_begin(&cmd, argc, argv);

	if (!status && !cmd.finished)
		status = work(&run);
	sp_seeds_free(&run.seeds);
	sp_contents_free(&run.contents);
	return cmd_end(&cmd, status);
}
