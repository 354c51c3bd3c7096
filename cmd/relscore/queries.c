/* SPDX-License-Identifier: MIT */
/*
 * What pages are scored by.  A score has a name, by default "relevance", and
 * comes from a query or from a table; queries come first in the list, so that a
 * number below scoring.count is always a query's.
 *
 * Words of queries get their numbers before any page is read, from 0 on: all
 * vocabularies begin with them.  The norms of queries are computed once, but
 * those of weighted words wait for the weights.
 */
#include "relscore.h"

#include "cli/input.h"

#include "base/ascii.h"
#include "base/memory.h"
#include "base/number.h"
#include "web/file/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So that "-contexts" fits, too. */
#define NAME_MAX_BYTES (SP_SCORE_NAME_MAX - 16)

/* A file with a query is read whole. */
#define QUERY_MAX ((size_t)16 << 20)

/* ---- names ------------------------------------------------------------ */

/*
 * "NAME=TEXT" or "TEXT".  A name is letters, digits and "-_.", so that few
 * queries and paths begin with one by accident.
 */
static const char *
queries_split_argument(const char *argument, char *name)
{
	size_t length = 0;

	while (sp_is_letter(argument[length]) ||
	       sp_is_digit(argument[length]) ||
	       (argument[length] && strchr("-_.", argument[length])))
		length++;
	if (argument[length] != '=' || !length || length > NAME_MAX_BYTES) {
		snprintf(name, SP_SCORE_NAME_MAX + 1, "%s", RELSCORE_NAME);
		return argument;
	}
	snprintf(name, SP_SCORE_NAME_MAX + 1, "%.*s", (int)length, argument);
	return argument + length + 1;
}

void
relscore_link_name(char name[SP_SECTION_NAME_MAX + 1], const char *query,
		   const char *what)
{
	if (strcmp(query, RELSCORE_NAME))
		snprintf(name, SP_SECTION_NAME_MAX + 1, "%s-%s", query, what);
	else
		snprintf(name, SP_SECTION_NAME_MAX + 1, "%s", what);
}

static enum sp_status
queries_add_score(struct relscore *relscore, const char *argument, bool file)
{
	struct relscore_score *score =
		&relscore->scores[relscore->score_count];

	score->text = queries_split_argument(argument, score->name);
	score->file = file;
	for (uint64_t i = 0; i < relscore->score_count; i++)
		if (!strcmp(relscore->scores[i].name, score->name))
			return sp_fail(&relscore->cmd->err, SP_USAGE,
				       "the score \"%s\" is asked for twice "
				       "(name the others: NAME=...)",
				       score->name);
	relscore->score_count++;
	return SP_OK;
}

static enum sp_status
queries_list_scores(struct relscore *relscore)
{
	const struct relscore_options *options = relscore->options;
	const struct option_list *lists[] = {
		&options->queries, &options->query_files, &options->from
	};
	uint64_t count = 0;

	for (unsigned i = 0; i < 3; i++)
		count += lists[i]->count;
	relscore->scores = sp_alloc_zero(count, sizeof(*relscore->scores));
	if (!relscore->scores)
		return sp_no_memory(&relscore->cmd->err, "scores");
	for (unsigned i = 0; i < 3; i++)
		for (uint64_t j = 0; j < lists[i]->count; j++)
			if (queries_add_score(relscore, lists[i]->items[j],
					      i > 0))
				return relscore->cmd->err.status;
	relscore->scoring.count = options->queries.count +
				  options->query_files.count;
	return SP_OK;
}

/* ---- words ------------------------------------------------------------ */

/* Counts the words of a text as those of query q. */
static enum sp_status
take_query(struct relscore *relscore, uint64_t q, struct sp_words *words,
	   const char *text, size_t length)
{
	const struct relscore_score *score = &relscore->scores[q];
	struct sp_error *err = &relscore->cmd->err;
	struct sp_counts counts = { .terms = NULL };
	struct sp_terms terms = { .terms = NULL };
	enum sp_status status;

	if (!sp_words_know_unicode() &&
	    !sp_is_ascii((struct sp_span){ text, length }))
		return sp_fail(err, SP_USAGE, "option --query: built without "
			       "libunistring, which words outside ASCII need");
	status = sp_terms_read(&terms, words, &relscore->query_words, text,
			       length, err);
	if (!status && !terms.count)
		status = sp_fail(err, SP_USAGE, "option --%s: no word (letters "
				 "or digits) in \"%.100s\"", score->file ?
				 "query-file" : "query", score->text);
	if (!status)
		status = sp_counts_add(&counts, terms.terms, terms.count,
				       relscore->query_words.names.count,
				       err);
	if (!status)
		status = sp_query_new(&counts, &relscore->queries[q], err);
	sp_terms_free(&terms);
	sp_counts_free(&counts);
	return status;
}

static enum sp_status
queries_read_whole(struct sp_source *source, char **text, size_t *length,
		   struct sp_error *err)
{
	uint64_t capacity = 0;
	size_t got = 1;

	*text = NULL;
	*length = 0;
	while (got) {
		if (!sp_grow(text, &capacity, *length + 65536))
			return sp_no_memory(err, "a query");
		if (sp_source_read(source, *text + *length, 65536, &got, err))
			return err->status;
		*length += got;
		if (*length > QUERY_MAX)
			return sp_fail(err, SP_DATA, "%s: a query of over %zu "
				       "MiB", sp_source_name(source),
				       QUERY_MAX >> 20);
	}
	return SP_OK;
}

static enum sp_status
take_query_file(struct relscore *relscore, uint64_t q, struct sp_words *words)
{
	const char *path = relscore->scores[q].text;
	struct cmd *cmd = relscore->cmd;
	struct sp_source *source = NULL;
	char *text = NULL;
	size_t length;
	enum sp_status status = cmd_open_source(cmd, path, &source);

	if (!status)
		status = sp_source_skip_mark(source, &cmd->err);
	if (!status)
		status = queries_read_whole(source, &text, &length, &cmd->err);
	if (!status)
		status = take_query(relscore, q, words, text, length);
	free(text);
	sp_source_close(source);
	return status;
}

/* --binary takes a word or a number, so it is read here and not by its row. */
static enum sp_status
read_binary(struct relscore *relscore)
{
	struct sp_scoring *scoring = &relscore->scoring;
	const char *text = relscore->options->binary;

	if (!text)
		return SP_OK;
	if (!strcmp(text, "any"))
		scoring->binary = SP_BINARY_ANY;
	else if (!strcmp(text, "all"))
		scoring->binary = SP_BINARY_ALL;
	else if (sp_parse_double(text, strlen(text), &scoring->threshold) &&
		 scoring->threshold > 0 && scoring->threshold <= 1)
		scoring->binary = SP_BINARY_THRESHOLD;
	else
		return sp_fail(&relscore->cmd->err, SP_USAGE, "option "
			       "--binary: \"%.40s\" is not any, all or a "
			       "similarity above 0, at most 1", text);
	/* Scores of links are similarities all the same. */
	if (relscore->options->weight == RELSCORE_TFIDF &&
	    scoring->binary != SP_BINARY_THRESHOLD && !scoring->anchors &&
	    !scoring->context)
		return sp_fail(&relscore->cmd->err, SP_USAGE, "option "
			       "--weight has no effect with --binary %s, which "
			       "asks only whether words are there", text);
	return SP_OK;
}

enum sp_status
relscore_read_queries(struct relscore *relscore)
{
	struct sp_scoring *scoring = &relscore->scoring;
	struct sp_error *err = &relscore->cmd->err;
	struct sp_words *words = NULL;
	enum sp_status status;

	scoring->anchors = relscore->options->anchors;
	scoring->context = relscore->options->context;
	if (queries_list_scores(relscore) || read_binary(relscore))
		return err->status;
	relscore->queries = sp_alloc_zero(scoring->count,
					  sizeof(*relscore->queries));
	relscore->squares = sp_alloc(scoring->count,
				     sizeof(*relscore->squares));
	scoring->queries = relscore->queries;
	scoring->squares = relscore->squares;
	if (!relscore->queries || !relscore->squares)
		return sp_no_memory(err, "queries");
	if (sp_vocabulary_new(&relscore->query_words, err))
		return err->status;
	status = sp_words_new(relscore->options->language, &words, err);
	if (status == SP_USAGE)
		status = sp_fail_in(err, "option --stem");
	for (uint64_t q = 0; !status && q < scoring->count; q++)
		status = relscore->scores[q].file ?
			take_query_file(relscore, q, words) :
			take_query(relscore, q, words,
				   relscore->scores[q].text,
				   strlen(relscore->scores[q].text));
	for (uint64_t q = 0; !status && q < scoring->count; q++)
		relscore->squares[q] = sp_query_square(&relscore->queries[q],
						       NULL);
	sp_words_free(words);
	return status;
}

enum sp_status
relscore_new_vocabulary(const struct relscore *relscore,
			struct sp_vocabulary *vocabulary,
			struct sp_error *err)
{
	const struct sp_names *words = &relscore->query_words.names;
	uint32_t term;

	if (sp_vocabulary_new(vocabulary, err))
		return err->status;
	for (uint64_t i = 0; i < words->count; i++)
		if (sp_vocabulary_add(vocabulary, sp_names_span(words, i),
				      &term, err))
			return err->status;
	return SP_OK;
}
