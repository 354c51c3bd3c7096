/* SPDX-License-Identifier: MIT */
/*
 * relscore - score pages and links by how relevant they are to a query
 *
 *	relscore --query TEXT [option ...] [-g graph] archive ...
 *
 * Compares the texts of web archives with queries, and adds scores of the pages
 * of a graph to its stream, for crawls that follow a topic.
 *
 * How it works.  The queries become numbers of words first (queries.c), so that
 * the same numbers stand for them in every vocabulary.  The stream passes to
 * the output while it is loaded; its names give the pages of URLs (pages.c).
 * Archives are read by several threads (archives.c): a thread finds the page of
 * a record, reads its words and, unless words are weighted, scores them at once
 * (capture.c); in the order of the records, one thread then decides which
 * capture of a page counts and keeps its scores (collect.c).  Weights are known
 * after the last page only, so with --weight tfidf the words wait in a file and
 * are scored at the end (waiting.c).  Tables of scores by URL come last
 * (tables.c).
 *
 * Scores are the same for any number of threads: a record is scored by itself,
 * and everything that depends on others is done in the order of records.
 */
#include "relscore.h"

#include "cli/input.h"

#include "base/memory.h"
#include "stream/section/graph.h"

#include <stdlib.h>
#include <string.h>

/* ---- options ---------------------------------------------------------- */

static enum sp_status
check_call(const struct relscore *relscore)
{
	const struct relscore_options *options = relscore->options;
	uint64_t queries = options->queries.count +
			   options->query_files.count;
	struct cmd *cmd = relscore->cmd;

	if (!queries && !options->from.count)
		return sp_fail(&cmd->err, SP_USAGE, "nothing to score pages "
			       "by: give --query TEXT, --query-file FILE or "
			       "--from FILE");
	if (queries && !cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "no archive to read "
			       "texts from: give WARC, ARC or WET files (- is "
			       "standard input)");
	if (!queries && cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "operand \"%s\": archives "
			       "are only read with --query or --query-file",
			       cmd->operands[0]);
	return SP_OK;
}

/* ---- the stream ------------------------------------------------------- */

/*
 * The names of the new sections: old ones with these names give way.  A score
 * has up to three: its own, and those of the texts and of the surroundings of
 * links.
 */
static struct sp_section_name *
relscore_names_replaced(const struct relscore *relscore, char **texts)
{
	uint64_t most = 3 * relscore->score_count;
	struct sp_section_name *names = sp_alloc_zero(most + 1,
						      sizeof(*names));
	uint64_t count = 0;

	*texts = sp_alloc_zero(most, SP_SECTION_NAME_MAX + 1);
	for (uint64_t i = 0; names && *texts && i < most; i++) {
		const char *what[] = { "", "anchors", "contexts" };
		const char *name = relscore->scores[i / 3].name;
		char *text = *texts + i * (SP_SECTION_NAME_MAX + 1);

		if ((i % 3 && i / 3 >= relscore->scoring.count) ||
		    (i % 3 == 1 && !relscore->options->anchors) ||
		    (i % 3 == 2 && !relscore->options->context))
			continue;
		if (i % 3)
			relscore_link_name(text, name, what[i % 3]);
		else
			memcpy(text, name, strlen(name));
		names[count].kinds = i % 3 ? SP_SECTION_LINKSCORES :
					     SP_SECTION_SCORES;
		names[count++].name = text;
	}
	return names;
}

/* The links are verified here because nothing else may read them. */
static enum sp_status
relscore_load_graph(struct relscore *relscore)
{
	struct cmd *cmd = relscore->cmd;
	uint64_t replaced = 0;
	char *texts = NULL;
	struct sp_section_name *names =
		relscore_names_replaced(relscore, &texts);
	struct sp_load_options load = {
		.want = SP_SECTION_GRAPH | SP_SECTION_NAMES,
		.writer = cmd_output_writer(relscore->output),
		.drop_names = names, .dropped = &replaced
	};
	enum sp_status status;

	if (names && texts)
		status = cmd_load_graph(cmd, &load, &relscore->contents);
	else
		status = sp_no_memory(&cmd->err, "the names of scores");
	/* Texts of links are all that needs links, and only some of them. */
	if (!status)
		status = sp_graph_verify(
			sp_contents_graph(&relscore->contents), cmd->threads,
			&cmd->err);
	if (!status && replaced)
		cmd_warn(cmd, "scores in the stream that have the name of a "
			 "new one are replaced");
	if (!status)
		status = relscore_index_pages(relscore);
	free(names);
	free(texts);
	return status;
}

/* ---- the whole -------------------------------------------------------- */

static void
relscore_free(struct relscore *relscore)
{
	for (uint64_t q = 0; relscore->queries && q < relscore->scoring.count;
	     q++)
		sp_query_free(&relscore->queries[q]);
	free(relscore->queries);
	free(relscore->squares);
	free(relscore->scores);
	sp_vocabulary_free(&relscore->query_words);
	sp_match_index_free(relscore->pages.index);
	sp_contents_free(&relscore->contents);
	cmd_output_free(relscore->output);
}

static enum sp_status
relscore_run(struct relscore *relscore)
{
	struct cmd *cmd = relscore->cmd;
	enum sp_status status = check_call(relscore);

	if (!status)
		status = relscore_read_queries(relscore);
	if (!status) {
		relscore->output = cmd_output_open(cmd, cmd->output, true);
		status = relscore->output ? relscore_load_graph(relscore) :
					    cmd->err.status;
	}
	if (!status && relscore->scoring.count)
		status = relscore_archives(relscore);
	if (!status)
		status = relscore_tables(relscore);
	if (!status)
		status = cmd_output_sign(relscore->output);
	relscore_free(relscore);
	return status;
}

static const struct cmd_program relscore_program = {
	.name = "relscore", .synopsis = "[archive ...]",
	.summary = "Score pages and links by a query, or by a table.",
	.operands_max = 100000, .operands_foreign = true
};

/* Archives are only read for these. */
#define WITH_QUERY .needs = &options->queries, \
		   .or_with = &options->query_files, \
		   .idle_without = &options->queries

static int
relscore_main(struct relscore_options *options, int argc, char **argv)
{
	struct option_row rows[] = {
		OPTION("query", "TEXT", options->queries,
		       .help = "score by [NAME=]TEXT; repeatable"),
		OPTION("query-file", "FILE", options->query_files,
		       .named = true,
		       .help = "score by the text of [NAME=]FILE; repeatable"),
		CHOICE("weight", "WEIGHT", options->weight, "tf|tfidf",
		       WITH_QUERY,
		       .help = "weight of a word"),
		OPTION("binary", "WHAT", options->binary, WITH_QUERY,
		       .list_of = "any|all",
		       .help = "1 if any or all words, or from X on; else 0"),
		OPTION("stem", "LANGUAGE", options->language, WITH_QUERY,
		       .help = "compare stems of words (english, german...)"),
		FLAG("anchors", options->anchors, WITH_QUERY,
		     .help = "also score links by their texts"),
		OPTION("context", "N", options->context, .most = 1000000,
		       WITH_QUERY,
		       .help = "also by N words on each side, such as 40"),
		FLAG("first", options->first, WITH_QUERY,
		     .help = "use the first of several captures of a page"),
		FLAG("strict", options->strict, .local = true, WITH_QUERY,
		     .help = "fail at the first damaged record"),
		OPTION("from", "FILE", options->from, .named = true,
		       .local = true,
		       .help = "scores by URL, [NAME=]FILE; repeatable"),
		OPTION("field", "NAME", options->field,
		       .needs = &options->from,
		       .idle_without = &options->from,
		       .help = "JSON member with the score"),
		OPTION("url-field", "NAME", options->url_field,
		       .needs = &options->from,
		       .idle_without = &options->from,
		       .help = "JSON member with the URL"),
		CMD_MATCH_ROW(options->match),
		FLAG("rescale", options->rescale, .needs = &options->from,
		     .help = "map the scores of --from to 0..1"),
		OPTION_END
	};
	struct cmd cmd = { .program = &relscore_program, .options = rows };
	struct relscore relscore = { .cmd = &cmd, .options = options };

	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, relscore_run(&relscore));
}

int
main(int argc, char **argv)
{
	struct relscore_options options = { .match = SP_MATCH_NORMAL,
					    .field = "score",
					    .url_field = "url" };
	int exit_status = relscore_main(&options, argc, argv);

	option_list_free(&options.queries);
	option_list_free(&options.query_files);
	option_list_free(&options.from);
	return exit_status;
}
