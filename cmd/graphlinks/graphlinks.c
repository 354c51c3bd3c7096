/* SPDX-License-Identifier: MIT */
/*
 * graphlinks - which pages link to a page, and to which it links
 *
 *	graphlinks [option ...] file name ...
 *	graphlinks [option ...] -g file name ...
 *	graphlinks --index [-o index] file
 *
 * A name is a URL, a host, a domain or how URLs begin (web/page/naming.h).  The
 * work is in the other files of this folder; graphlinks.h says which.
 */
#include "graphlinks.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What becomes the output is a stream, and not text. */
static enum sp_status
choose_index(struct graphlinks *job)
{
	struct cmd *cmd = job->cmd;

	if (!cmd->graph || !strcmp(cmd->graph, "-"))
		return sp_fail(&cmd->err, SP_USAGE, "option --index needs the "
			       "file of the graph, in which pages are looked "
			       "up");
	if (cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "option --index makes an "
			       "index, and looks up no names: \"%s\"",
			       cmd->operands[0]);
	if (option_check_alone(cmd->options, &job->options.index,
			       ", which looks up no names", &cmd->err))
		return cmd->err.status;
	job->program.prints_text = job->program.prints_names = false;
	job->program.graph_is_result = job->program.drops_graph = true;
	job->program.whole = "the index";
	if (cmd->output)
		return SP_OK;
	job->index_path = links_index_path(cmd->graph);
	cmd->output = job->index_path;
	return cmd->output ? SP_OK : sp_no_memory(&cmd->err, "a name");
}

static bool
is_standard(const char *path)
{
	return path && !strcmp(path, "-");
}

/* The first operand is the graph, unless -g names it. */
static enum sp_status
graphlinks_choose(void *context)
{
	struct graphlinks *job = context;
	const struct graphlinks_options *options = &job->options;
	struct cmd *cmd = job->cmd;

	if (!cmd->graph && cmd->operand_count) {
		cmd->graph = cmd->operands[0];
		cmd->operands++;
		cmd->operand_count--;
	}
	if (options->index)
		return choose_index(job);
	if (!cmd->operand_count && !options->list)
		return sp_fail(&cmd->err, SP_USAGE, "no name: give URLs, hosts "
			       "or domains after the graph, or a list of them "
			       "with --list");
	if (is_standard(options->list) && is_standard(cmd_main_input(cmd)))
		return sp_fail(&cmd->err, SP_USAGE, "standard input is the "
			       "graph and the list: name a file for one of "
			       "both");
	if (options->index_file && is_standard(cmd_main_input(cmd)))
		return sp_fail(&cmd->err, SP_USAGE, "option --index-file needs "
			       "the file of the graph, in which pages are "
			       "looked up");
	if (options->path && (cmd->operand_count != 2 || options->list))
		return sp_fail(&cmd->err, SP_USAGE, "option --path needs two "
			       "names: where the chain begins, and where it "
			       "ends");
	if (options->path && (options->in || options->out || options->both))
		return sp_fail(&cmd->err, SP_USAGE, "option --path follows "
			       "links from the first name to the second: it "
			       "does not go with --in, --out or --both");
	return SP_OK;
}

static enum sp_status
graphlinks_work(struct graphlinks *job)
{
	struct cmd *cmd = job->cmd;
	enum sp_status status;
	uint64_t known;

	if (job->options.index)
		return links_make_index(job);
	job->output = cmd_output_open(cmd, cmd->output, false);
	if (!job->output || links_ask(job))
		return cmd->err.status;
	status = links_open(job);
	if (!status && job->options.hosts && !job->source.named)
		status = cmd_missing(cmd, "names");
	if (!status)
		status = links_find(job);
	known = job->asked.count - job->asked.unknown;
	if (!status && job->options.common > known)
		cmd_warn(cmd, "--common %" PRIu64 ": only %" PRIu64 " of the "
			 "names are in the graph, so there are no rows",
			 job->options.common, known);
	if (!status)
		status = job->options.path ? links_path(job) :
					     links_answer(job);
	return status ? status : cmd_output_commit(job->output);
}

/* Nobody has asked for the index that was found: what is there to do? */
static void
hint_at_pass(struct sp_error *err, const char *index_path)
{
	const size_t length = strlen(index_path), used = strlen(err->text);

	if (!strncmp(err->text, index_path, length) &&
	    err->text[length] == ':' && !strstr(err->text, "--no-index"))
		snprintf(err->text + used, sizeof(err->text) - used, ": "
			 "graphlinks --index makes it again; --no-index goes "
			 "without");
}

static enum sp_status
graphlinks_run(struct graphlinks *job)
{
	enum sp_status status = graphlinks_work(job);

	if (status && job->index_path && !job->options.index)
		hint_at_pass(&job->cmd->err, job->index_path);
	if (!status && job->source.report)
		job->source.report(&job->source, job->cmd);
	links_close(&job->source);
	asked_list_free(&job->asked);
	cmd_output_free(job->output);
	free(job->index_path);
	return status;
}

static const struct cmd_program graphlinks_program = {
	.name = "graphlinks", .synopsis = "[file] [name ...]",
	.summary = "Print which pages link to a page, and to which it links.",
	.operands_max = INT32_MAX, .operands_foreign = true,
	.prints_text = true, .prints_names = true,
	.choose = graphlinks_choose
};

int
main(int argc, char **argv)
{
	struct graphlinks job = { .program = graphlinks_program };
	struct graphlinks_options *options = &job.options;
	enum { WAYS = 1, VIEWS, INDEX };
	struct option_row rows[] = {
		FLAG("in", options->in, .group = WAYS,
		     .help = "links to the pages (the default)"),
		FLAG("out", options->out, .group = WAYS,
		     .help = "links of the pages"),
		FLAG("both", options->both, .group = WAYS,
		     .help = "both"),
		OPTION("list", "FILE", options->list,
		       .help = "names from FILE, one a line"),
		OPTION("common", "K", options->common, .group = VIEWS,
		       .idle_with = INDEX,
		       .help = "only pages linked with K names or more"),
		FLAG("hosts", options->hosts, .group = VIEWS,
		     .help = "fold the linked pages by their hosts"),
		FLAG("drop-inside", options->drop_inside,
		     .excludes = &options->path,
		     .help = "leave out links between pages of one name"),
		FLAG("path", options->path, .group = VIEWS,
		     .excludes = &options->limit,
		     .help = "a shortest chain of links between two names"),
		OPTION("score", "NAME", options->score,
		       .help = "show this score, the best first"),
		OPTION("limit", "N", options->limit, .letter = 'n',
		       .zero = "all", .idle_with = INDEX,
		       .help = "at most N rows for each name"),
		FLAG("json", options->json, .help = "print JSON Lines"),
		FLAG("index", options->index, .group = INDEX,
		     .excludes = &options->list,
		     .help = "make the index of the file, FILE.links"),
		OPTION("index-file", "FILE", options->index_file,
		       .letter = 'x', .group = INDEX,
		       .help = "look up by this index"),
		FLAG("no-index", options->no_index, .group = INDEX,
		     .help = "read the whole stream, whatever is beside it"),
		OPTION_END
	};
	struct cmd cmd = { .program = &job.program, .options = rows,
			   .context = &job };

	job.cmd = &cmd;
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, graphlinks_run(&job));
}
