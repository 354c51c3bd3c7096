/* SPDX-License-Identifier: MIT */
/*
 * scoreimport - add scores of pages and of links, from tables, to a graph
 *
 *	scoreimport [option ...] [file]
 *
 * The stream passes through while it is read, and the sections of the scores
 * follow it.  A table of pages needs no more of the graph than the number and
 * the names of its pages; a table of links needs the links, to refuse those
 * that are not there, so only then is the graph kept.
 *
 * Tables are read one by one, each into an array of all pages or a sorted list
 * of its links, which is written and freed before the next.
 */
#include "cli/input.h"
#include "cli/output.h"
#include "cli/reading.h"

#include "base/memory.h"
#include "formats/import/score_table.h"
#include "stream/section/graph.h"
#include "stream/section/linkscores.h"
#include "stream/section/names.h"
#include "stream/section/scores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum scoreimport_unit { UNIT_PAGES, UNIT_LINKS, SCOREIMPORT_UNITS };

struct scoreimport {
	struct cmd *cmd;
	struct option_list files[SCOREIMPORT_UNITS]; /* "NAME=FILE" or "FILE" */
	struct sp_contents contents;
	struct cmd_output *output;
	struct sp_score_table table;        /* that is read, */
	char name[SP_SECTION_NAME_MAX + 1]; /* and the name of its scores */
};

/* The options, the names of scores without one, and their sections. */
static const struct {
	const char *option, *usual;
	unsigned section;
} units[SCOREIMPORT_UNITS] = {
	[UNIT_PAGES] = { "scores", "relevance", SP_SECTION_SCORES },
	[UNIT_LINKS] = { "link-scores", "anchors", SP_SECTION_LINKSCORES }
};

/* ---- options ---------------------------------------------------------- */

/*
 * The file of "NAME=FILE" or "FILE"; the name is that or the usual one.  A
 * slash before the "=" belongs to a path, and so does a name that is longer
 * than a section may have.
 */
static const char *
split_argument(const char *argument, const char *usual, char *name)
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

static enum sp_status
check_list(struct scoreimport *job, enum scoreimport_unit unit,
	   unsigned *standard)
{
	const struct option_list *list = &job->files[unit];
	const char *option = units[unit].option, *usual = units[unit].usual;
	char name[SP_SECTION_NAME_MAX + 1], other[SP_SECTION_NAME_MAX + 1];
	struct sp_error *err = &job->cmd->err;

	for (uint64_t i = 0; i < list->count; i++) {
		const char *path = split_argument(list->items[i], usual, name);

		if (!*path)
			return sp_fail(err, SP_USAGE, "option --%s: the name "
				       "is empty: give a file", option);
		*standard += !strcmp(path, "-");
		for (uint64_t j = 0; j < i; j++) {
			(void)split_argument(list->items[j], usual, other);
			if (!strcmp(name, other))
				return sp_fail(err, SP_USAGE, "option --%s: "
					       "\"%s\" is given twice (name "
					       "one: NAME=FILE)", option,
					       name);
		}
	}
	return SP_OK;
}

static enum sp_status
check_options(struct scoreimport *job)
{
	struct cmd *cmd = job->cmd;
	unsigned standard = !strcmp(cmd_main_input(cmd), "-");

	if (!job->files[UNIT_PAGES].count && !job->files[UNIT_LINKS].count)
		return sp_fail(&cmd->err, SP_USAGE, "nothing to add: give "
			       "--scores FILE or --link-scores FILE");
	if (check_list(job, UNIT_PAGES, &standard) ||
	    check_list(job, UNIT_LINKS, &standard))
		return cmd->err.status;
	/* Found here, before the stream has passed on to the output. */
	if (standard > 1)
		return sp_fail(&cmd->err, SP_USAGE, "standard input is "
			       "given twice (as -): name a file for one of "
			       "both");
	return SP_OK;
}

/* ---- one table -------------------------------------------------------- */

static void
report_rows(const struct scoreimport *job, const char *file, const char *what)
{
	const struct sp_score_table *table = &job->table;
	struct cmd *cmd = job->cmd;

	cmd_result(cmd, "%s %s rows %" PRIu64, what, job->name, table->rows);
	if (table->missing)
		cmd_warn(cmd, "%s: %" PRIu64 " lines are not of this graph, "
			 "and are skipped", file, table->missing);
	if (table->shared)
		cmd_warn(cmd, "%s: %" PRIu64 " times a URL is that of several "
			 "pages: it is taken for the first of them", file,
			 table->shared);
}

static enum sp_status
add_pages(struct scoreimport *job, struct sp_source *source)
{
	struct cmd *cmd = job->cmd;
	struct sp_score_table *table = &job->table;
	const char *file = sp_source_name(source);
	double *values = sp_alloc_large_zero(table->pages, sizeof(*values));
	enum sp_status status;

	/*
	 * One value for each page of the graph, 0 for those without: sections
	 * of scores have no gaps.
	 */
	if (!values)
		return sp_no_memory(&cmd->err, "scores");
	status = sp_score_table_pages(source, table, values, &cmd->err);
	if (!status && !table->rows && table->pages)
		status = sp_fail(&cmd->err, SP_DATA, "%s: no line has the "
				 "score of a page", file);
	if (!status) {
		report_rows(job, file, "scores");
		if (table->rows < table->pages)
			cmd_warn(cmd, "%s: %" PRIu64 " of %" PRIu64 " pages "
				 "have no score: it is 0", file,
				 (table->pages - table->rows), table->pages);
		status = sp_save_scores(cmd_output_writer(job->output),
					job->name, values,
					&job->contents.basis, &cmd->err);
	}
	free(values);
	return status;
}

static enum sp_status
add_links(struct scoreimport *job, struct sp_source *source)
{
	struct cmd *cmd = job->cmd;
	struct sp_link_scores scores = SP_LINK_SCORES_EMPTY;
	enum sp_status status;

	status = sp_score_table_links(source, &job->table,
				      sp_contents_graph(&job->contents),
				      &scores, &cmd->err);
	if (!status && !scores.count)
		status = sp_fail(&cmd->err, SP_DATA, "%s: no line has the "
				 "score of a link", sp_source_name(source));
	if (!status) {
		report_rows(job, sp_source_name(source), "link-scores");
		status = sp_save_link_scores(cmd_output_writer(job->output),
					     job->name, &scores,
					     &job->contents.basis, &cmd->err);
	}
	sp_link_scores_free(&scores);
	return status;
}

/* ---- all of them ------------------------------------------------------ */

static enum sp_status
add_file(struct scoreimport *job, enum scoreimport_unit unit,
	 const char *argument)
{
	const char *path = split_argument(argument, units[unit].usual,
					  job->name);
	struct cmd *cmd = job->cmd;
	struct cmd_reading reading;
	struct sp_source *source;
	enum sp_status status;

	if (sp_source_open(path, &source, &cmd->err))
		return cmd->err.status;
	cmd_reading_begin(&reading, cmd, "scores, ", source);
	status = unit == UNIT_PAGES ? add_pages(job, source) :
				      add_links(job, source);
	cmd_reading_end(&reading);
	sp_source_close(source);
	return status;
}

static enum sp_status
add_all(struct scoreimport *job)
{
	enum sp_status status = SP_OK;

	/*
	 * The dictionary that the table makes of them could add names; of a
	 * table it does not.
	 */
	job->table.names = (struct sp_names *)(uintptr_t)
		sp_contents_names(&job->contents);
	job->table.pages = job->contents.basis.graph.pages;
	for (unsigned unit = 0; unit < SCOREIMPORT_UNITS; unit++)
		for (uint64_t i = 0; !status && i < job->files[unit].count;
		     i++)
			status = add_file(job, unit,
					  job->files[unit].items[i]);
	return status ? status : cmd_output_sign(job->output);
}

/* The names of the new sections: old ones of the same name give way. */
static struct sp_section_name *
names_replaced(const struct scoreimport *job, char **texts)
{
	uint64_t count = job->files[UNIT_PAGES].count +
			 job->files[UNIT_LINKS].count;
	struct sp_section_name *names = sp_alloc_zero(count + 1,
						      sizeof(*names));
	char *text = sp_alloc_zero(count, SP_SECTION_NAME_MAX + 1);
	struct sp_section_name *to = names;

	*texts = text;
	for (unsigned unit = 0; names && text && unit < SCOREIMPORT_UNITS;
	     unit++)
		for (uint64_t i = 0; i < job->files[unit].count; i++) {
			(void)split_argument(job->files[unit].items[i],
					     units[unit].usual, text);
			to->kinds = units[unit].section;
			to++->name = text;
			text += SP_SECTION_NAME_MAX + 1;
		}
	return names;
}

/*
 * Old scores of the same name are dropped while the stream passes, before it is
 * known whether the new ones can be read: if they cannot, there is no output.
 */
static enum sp_status
scoreimport_load(struct scoreimport *job)
{
	struct cmd *cmd = job->cmd;
	const char *path = cmd_main_input(cmd);
	char *texts = NULL;
	struct sp_section_name *names = names_replaced(job, &texts);
	uint64_t replaced = 0;
	struct sp_load_options load = {
		.want = SP_SECTION_NAMES |
			(job->files[UNIT_LINKS].count ? SP_SECTION_GRAPH : 0u),
		.writer = cmd_output_writer(job->output),
		.drop_names = names, .dropped = &replaced
	};
	enum sp_status status;

	if (!names || !texts)
		status = sp_no_memory(&cmd->err, "the names of scores");
	else
		status = cmd_load(cmd, path, &load, &job->contents);
	if (!status && !job->contents.has_basis)
		status = cmd_no_graph(cmd, path);
	if (!status && replaced)
		cmd_warn(cmd, "scores in the stream that have the name of a "
			 "new one are replaced");
	free(names);
	free(texts);
	return status;
}

static enum sp_status
scoreimport_run(struct scoreimport *job)
{
	enum sp_status status = check_options(job);

	if (status)
		return status;
	job->output = cmd_output_open(job->cmd, job->cmd->output, true);
	if (!job->output)
		return job->cmd->err.status;
	status = scoreimport_load(job);
	if (!status)
		status = add_all(job);
	sp_contents_free(&job->contents);
	cmd_output_free(job->output);
	return status;
}

static const struct cmd_program scoreimport_program = {
	.name = "scoreimport", .synopsis = "[file]",
	.summary = "Add scores of pages and links from tables to a graph.",
	.operands_max = 1
};

int
main(int argc, char **argv)
{
	struct scoreimport job = { .output = NULL };
	struct option_row rows[] = {
		OPTION("scores", "FILE", job.files[UNIT_PAGES], .local = true,
		       .named = true,
		       .help = "scores of pages, [NAME=]FILE; repeatable"),
		OPTION("link-scores", "FILE", job.files[UNIT_LINKS],
		       .local = true, .named = true,
		       .help = "scores of links, [NAME=]FILE; repeatable"),
		FLAG("normalize", job.table.normalize,
		     .help = "find pages by the normal form of URLs, too"),
		FLAG("drop-missing", job.table.drop_missing,
		     .help = "skip scores of what is not in the graph"),
		OPTION_END
	};
	struct cmd cmd = { .program = &scoreimport_program, .options = rows };
	int exit_status;

	job.cmd = &cmd;
	exit_status = cmd_end(&cmd, cmd_begin(&cmd, argc, argv) ?
				     scoreimport_run(&job) : cmd.err.status);
	for (unsigned unit = 0; unit < SCOREIMPORT_UNITS; unit++)
		option_list_free(&job.files[unit]);
	return exit_status;
}
