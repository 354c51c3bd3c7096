/* SPDX-License-Identifier: MIT */
/*
 * Names from a file of their own, and pages that are one by their names.
 *
 * Line i of --names is the name of page i, so a file of another kind, or one
 * with numbers before the names, gives every page a wrong name and no error.
 * The look at its first lines is that of a list of links (lib/formats/import):
 * what has ids in order, or columns of numbers, is refused with the layout to
 * give.
 *
 * Joining comes after reading, and before pages are put in another order: it
 * numbers pages by the first of each name, as if the others had never been
 * written.
 */
#include "graphimport.h"

#include "cli/import/recognise.h"
#include "cli/input.h"

#include "formats/import/normalize.h"

#include <stdlib.h>

#define FEW 10 /* pages without links that any graph may have at its end */

/*
 * Lines with ids would become names as they are, and shift nothing: the mistake
 * would show only in the results.
 */
static enum sp_status
check_names_file(struct graphimport *job, struct sp_source *source)
{
	static const struct sp_arcs_options columns = SP_ARCS_DEFAULTS;
	const struct import_pages *pages = &job->import.pages;
	struct cmd *cmd = job->import.cmd;
	struct sp_sample sample = { NULL, 0, false };
	struct sp_recognised found;
	const char *layout = NULL;

	if (import_peek(cmd, source, &sample))
		return cmd->err.status;
	sp_recognise(&sample, &columns, false, &found);
	if (found.sure)
		return sp_fail(&cmd->err, SP_DATA, "%s: %s, not a list "
			       "of names", pages->names, found.noun);
	if (option_is_given(cmd->options, &pages->layout))
		return SP_OK;
	if (found.look.ids_first)
		layout = "id-name";
	else if (found.look.names_first)
		layout = "name-id";
	if (found.look.all_numbers && found.look.least > 1)
		return sp_fail(&cmd->err, SP_DATA, "%s: lines of "
			       "numbers, as in a list of links, not a list of "
			       "names", pages->names);
	if (!layout)
		return SP_OK;
	return sp_fail(&cmd->err, SP_DATA, "%s: a list of pages, as "
		       "names and numbers: give --names-layout %s",
		       pages->names, layout);
}

enum sp_status
graphimport_read_names(struct graphimport *job)
{
	const struct import_pages *pages = &job->import.pages;
	struct cmd *cmd = job->import.cmd;
	struct cmd_reading reading;
	struct sp_source *source = NULL;
	enum sp_status status;

	if (!pages->names)
		return SP_OK;
	status = sp_source_open(pages->names, &source, &cmd->err);
	if (!status)
		status = check_names_file(job, source);
	if (!status) {
		cmd_reading_begin(&reading, cmd, "names, ", source);
		status = sp_import_names(
			source, pages->layout, job->how.arcs.base1,
			&job->import.made.names, &cmd->err);
		cmd_reading_end(&reading);
	}
	sp_source_close(source);
	return status;
}

/*
 * Pages without links are legal, and may have names; but where a tenth of all
 * pages comes after the last that has links, the names are probably those of a
 * larger graph.
 */
void
graphimport_warn_of_other_names(const struct graphimport *job)
{
	const struct sp_imported *made = &job->import.made;
	const char *file = job->import.pages.names;
	uint64_t named = made->names.count, ids = made->ids;

	if (!file || !ids || named - ids < FEW || named - ids < named / 10)
		return;
	cmd_warn(job->import.cmd, "%s: %" PRIu64 " names, but no link has an "
		 "id above %" PRIu64 ": are these the names of another graph?",
		 cmd_list_name(file), named, ids - 1 + job->how.arcs.base1);
}

/* ---- the normal form of names ----------------------------------------- */

static void
take_joined(struct import *import, struct sp_joined *joined)
{
	struct sp_imported *made = &import->made;

	cmd_count(import->cmd, "joined_pages",
		  made->names.count - joined->names.count);
	sp_names_free(&made->names);
	made->names = joined->names;
	if (!joined->graph)
		return;
	sp_graph_free(made->graph);
	free(made->weights);
	made->graph = joined->graph;
	made->weights = joined->weights;
	made->links = sp_graph_links(made->graph);
	made->duplicates += joined->duplicates;
	made->self_links = joined->self_links;
	made->linking = joined->linking;
}

enum sp_status
graphimport_normalize(struct graphimport *job)
{
	struct import *import = &job->import;
	struct sp_imported *made = &import->made;
	struct sp_error *err = &import->cmd->err;
	struct sp_joined joined;

	/* A task without names, or without pages, is import_write()'s. */
	if (!import->pages.normalize ||
	    (import->task.count && !import_has_names(import)))
		return SP_OK;
	if (!import_has_names(import))
		return sp_fail(err, SP_USAGE, "option --normalize: the pages "
			       "have no URLs (give --names)");
	/* A wrong number of names is reported where all of them are. */
	if (made->names.count != sp_graph_pages(made->graph))
		return SP_OK;
	if (sp_join_alike(made->graph, made->weights, &made->names,
			  &import->sort, &joined, err)) {
		sp_names_free(&joined.names);
		return err->status;
	}
	if (import->pages.hosts && joined.graph) {
		sp_names_free(&joined.names);
		sp_graph_free(joined.graph);
		free(joined.weights);
		return sp_fail(err, SP_USAGE, "option --normalize: pages are "
			       "joined, so that the lines of --hosts are those "
			       "of other pages (leave out --hosts)");
	}
	take_joined(import, &joined);
	return SP_OK;
}
