/* SPDX-License-Identifier: MIT */
/*
 * Scores of pages and of links, from tables: beside a graph that is imported,
 * or added to one that was.
 */
#include "graphimport.h"

#include "base/memory.h"
#include "formats/import/score_table.h"
#include "stream/section/graph.h"
#include "stream/section/linkscores.h"
#include "stream/section/names.h"
#include "stream/section/scores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---------------------------------------------------------- */

/* The file of "NAME=FILE" or "FILE"; the name is that or the default. */
static const char *
scores_split_argument(const char *argument, const char *usual, char *name)
{
	size_t length = strcspn(argument, "=/");

	if (argument[length] != '=' || !length ||
	    length > SP_SECTION_NAME_MAX) {
		snprintf(name, SP_SECTION_NAME_MAX + 1, "%s", usual);
		return argument;
	}
	snprintf(name, SP_SECTION_NAME_MAX + 1, "%.*s", (int)length, argument);
	return argument + length + 1;
}

bool
import_has_scores(const struct import *import)
{
	return import->options->scores.count ||
	       import->options->link_scores.count;
}

static enum sp_status
check_list(struct import *import, const struct option_list *list,
	   const char *option, const char *usual, unsigned *standard)
{
	char name[SP_SECTION_NAME_MAX + 1], other[SP_SECTION_NAME_MAX + 1];

	for (uint64_t i = 0; i < list->count; i++) {
		const char *path =
			scores_split_argument(list->items[i], usual, name);

		if (!*path)
			return sp_fail(error_of(import), SP_USAGE, "option "
				       "--%s: the name is empty: give a file",
				       option);
		*standard += !strcmp(path, "-");
		for (uint64_t j = 0; j < i; j++) {
			(void)scores_split_argument(list->items[j], usual,
						    other);
			if (!strcmp(name, other))
				return sp_fail(error_of(import), SP_USAGE,
					       "option --%s: \"%s\" is given "
					       "twice (name one: NAME=FILE)",
					       option, name);
		}
	}
	return SP_OK;
}

enum sp_status
import_check_scores(struct import *import)
{
	const struct import_options *options = import->options;
	unsigned standard = !strcmp(cmd_main_input(import->cmd), "-");

	standard += options->names && !strcmp(options->names, "-");
	if (options->drop_missing && !import_has_scores(import))
		return sp_fail(error_of(import), SP_USAGE, "option "
			       "--drop-missing needs --scores or "
			       "--link-scores");
	if (check_list(import, &options->scores, "scores", IMPORT_SCORES,
		       &standard) ||
	    check_list(import, &options->link_scores, "link-scores",
		       IMPORT_LINK_SCORES, &standard))
		return error_of(import)->status;
	if (import_has_scores(import) && standard > 1)
		return sp_fail(error_of(import), SP_USAGE, "standard input is "
			       "given twice (as -): name a file for one of "
			       "both");
	return SP_OK;
}

/* ---- one table -------------------------------------------------------- */

/* A table that is read, and where it goes. */
struct scores_adding {
	struct import *import;
	struct sp_score_table table;
	const struct sp_graph *graph;  /* for links */
	struct sp_basis basis;
	char name[SP_SECTION_NAME_MAX + 1];
};

static void
tell_rows(const struct scores_adding *adding, const char *file,
	  const char *what)
{
	const struct sp_score_table *table = &adding->table;
	struct cmd *cmd = adding->import->cmd;

	cmd_result(cmd, "%s %s rows %" PRIu64, what, adding->name,
		   table->rows);
	if (table->missing)
		cmd_warn(cmd, "%s: %" PRIu64 " lines are not of this graph, "
			 "and are skipped", file, table->missing);
	if (table->shared)
		cmd_warn(cmd, "%s: %" PRIu64 " times a URL is that of several "
			 "pages: it is taken for the first of them", file,
			 table->shared);
}

static enum sp_status
add_pages(struct scores_adding *adding, struct sp_source *source)
{
	struct cmd *cmd = adding->import->cmd;
	struct sp_score_table *table = &adding->table;
	const char *file = sp_source_name(source);
	double *values = sp_alloc_large_zero(table->pages, sizeof(*values));
	enum sp_status status;

	if (!values)
		return sp_no_memory(&cmd->err, "scores");
	status = sp_score_table_pages(source, table, values, &cmd->err);
	if (!status && !table->rows && table->pages)
		status = sp_fail(&cmd->err, SP_DATA, "%s: no line has the "
				 "score of a page", file);
	if (!status) {
		tell_rows(adding, file, "scores");
		if (table->rows < table->pages)
			cmd_warn(cmd, "%s: %" PRIu64 " of %" PRIu64 " pages "
				 "have no score: it is 0", file,
				  (table->pages - table->rows), table->pages);
		status = sp_save_scores(
			cmd_output_writer(adding->import->output),
			adding->name, values, &adding->basis, &cmd->err);
	}
	free(values);
	return status;
}

static enum sp_status
scores_add_links(struct scores_adding *adding, struct sp_source *source)
{
	struct cmd *cmd = adding->import->cmd;
	struct sp_link_scores scores = SP_LINK_SCORES_EMPTY;
	const char *file = sp_source_name(source);
	enum sp_status status;

	status = sp_score_table_links(source, &adding->table, adding->graph,
				      &scores, &cmd->err);
	if (!status && !scores.count)
		status = sp_fail(&cmd->err, SP_DATA, "%s: no line has the "
				 "score of a link", file);
	if (!status) {
		tell_rows(adding, file, "link-scores");
		status = sp_save_link_scores(
			cmd_output_writer(adding->import->output),
			adding->name, &scores, &adding->basis, &cmd->err);
	}
	sp_link_scores_free(&scores);
	return status;
}

static enum sp_status
scores_add_list(struct scores_adding *adding, const struct option_list *list,
		const char *usual,
		enum sp_status (*add)(struct scores_adding *adding,
				      struct sp_source *source))
{
	struct import *import = adding->import;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < list->count; i++) {
		const char *path = scores_split_argument(list->items[i], usual,
							 adding->name);
		struct import_reading reading;
		struct sp_source *source = NULL;

		status = sp_source_open(path, &source, error_of(import));
		if (!status) {
			import_follow(import, "scores, ", source, &reading);
			status = add(adding, source);
			progress_end(&reading.progress);
		}
		sp_source_close(source);
	}
	return status;
}

enum sp_status
import_save_scores(struct import *import, struct sp_names *names,
		   const struct sp_graph *graph, const struct sp_basis *basis)
{
	struct scores_adding adding = {
		.import = import, .graph = graph, .basis = *basis,
		.table = {
			.normalize = import->options->normalize,
			.names = names, .pages = basis->graph.pages,
			.drop_missing = import->options->drop_missing
		}
	};
	enum sp_status status = scores_add_list(
		&adding, &import->options->scores, IMPORT_SCORES, add_pages);

	return status ? status :
			scores_add_list(&adding, &import->options->link_scores,
					IMPORT_LINK_SCORES, scores_add_links);
}

/* ---- to a stream ------------------------------------------------------ */

/* The names of the new sections: old ones of the same name give way. */
static struct sp_section_name *
scores_names_replaced(const struct import *import, char **texts)
{
	const struct option_list *scores = &import->options->scores;
	const struct option_list *links = &import->options->link_scores;
	uint64_t count = scores->count + links->count;
	struct sp_section_name *names = sp_alloc_zero(count + 1,
						      sizeof(*names));

	*texts = sp_alloc_zero(count, SP_SECTION_NAME_MAX + 1);
	for (uint64_t i = 0; names && *texts && i < count; i++) {
		bool page = i < scores->count;
		char *text = *texts + i * (SP_SECTION_NAME_MAX + 1);

		(void)scores_split_argument(
			page ? scores->items[i] :
			       links->items[i - scores->count],
			page ? IMPORT_SCORES : IMPORT_LINK_SCORES, text);
		names[i].kinds = page ? SP_SECTION_SCORES :
					SP_SECTION_LINKSCORES;
		names[i].name = text;
	}
	return names;
}

static enum sp_status
scores_read_source(void *context, void *buffer, size_t size, size_t *got,
		   struct sp_error *err)
{
	return sp_source_read(context, buffer, size, got, err);
}

enum sp_status
import_load_stream(struct import *import, const struct sp_load_options *how,
		   struct sp_contents *contents)
{
	struct sp_input bytes = { import->source, scores_read_source, NULL };
	struct sp_reader *reader = sp_reader_new(&bytes);
	enum sp_status status;

	if (!reader)
		return sp_no_memory(error_of(import), "the reader");
	import_follow(import, "", import->source, &import->reading);
	status = sp_load(reader, how, contents, error_of(import));
	progress_end(&import->reading.progress);
	sp_reader_free(reader);
	if (status)
		return sp_fail_in(error_of(import),
				  sp_source_name(import->source));
	if (!contents->has_basis)
		return sp_fail(error_of(import), SP_DATA, "%s: no graph in "
			       "the stream (give the stream of a graph)",
			       sp_source_name(import->source));
	return SP_OK;
}

enum sp_status
import_add_scores(struct import *import)
{
	struct sp_contents contents = { 0 };
	uint64_t replaced = 0;
	char *texts = NULL;
	struct sp_section_name *names = scores_names_replaced(import, &texts);
	struct sp_load_options how = {
		.want = SP_SECTION_NAMES |
			(import->options->link_scores.count ?
			 SP_SECTION_GRAPH : 0u),
		.threads = import->cmd->threads,
		.writer = cmd_output_writer(import->output),
		.drop_names = names, .dropped = &replaced
	};
	enum sp_status status;

	if (!names || !texts)
		status = sp_no_memory(error_of(import), "the names of scores");
	else
		status = import_load_stream(import, &how, &contents);
	if (!status && replaced)
		cmd_warn(import->cmd, "scores in the stream that have the "
			 "name of a new one are replaced");
	if (!status)
		status = import_save_scores(
			import,
			(struct sp_names *)(uintptr_t)
				sp_contents_names(&contents),
			sp_contents_graph(&contents), &contents.basis);
	sp_contents_free(&contents);
	free(names);
	free(texts);
	return status;
}
