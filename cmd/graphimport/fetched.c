/* SPDX-License-Identifier: MIT */
/*
 * The states of pages, from a list of those that a crawl has fetched.
 *
 * The list is read when the pages are known: their number, and their names, to
 * which it may add some.  In a graph whose rows pass on as they come that is
 * before the first row; in one that is in memory, after pages were joined and
 * before they are put in another order, so that the list may have the numbers
 * that they have in the file.
 *
 * Few people check such a list, and a wrong one still gives
 * each page a state.  Its mistakes show in two ways: it has pages that the
 * graph does not have, and it lacks pages whose links are known, which somebody
 * must have fetched.
 */
#include "graphimport.h"

#include "cli/import/import.h"
#include "cli/input.h"

#include "base/memory.h"
#include "formats/import/fetched_list.h"
#include "graph/links/rowstore.h"
#include "graph/visit.h"

#include <stdio.h>
#include <stdlib.h>

/* URLs that no page has; file is for messages. */
static void
report_unknown(const struct graphimport *job, const struct sp_fetched *fetched,
	       const char *file)
{
	char near[80] = "";

	if (!fetched->unknown)
		return;
	if (fetched->near)
		snprintf(near, sizeof(near), "; --match loose finds %" PRIu64
			 " of them", fetched->near);
	cmd_warn(job->import.cmd, "%s: %" PRIu64 " of %" PRIu64 " pages are "
		 "not in the graph (line %" PRIu64 ": \"%s\"%s): %s", file,
		 fetched->unknown, fetched->listed + fetched->unknown,
		 fetched->first_unknown, fetched->shown, near,
		 job->import.pages.hosts ?
			 "left out, because --hosts has no host for them" :
			 "added as pages without links");
}

static enum sp_status
read_fetched(struct graphimport *job, uint64_t pages,
	     struct sp_fetched *fetched)
{
	struct sp_imported *made = &job->import.made;
	struct cmd *cmd = job->import.cmd;
	struct sp_fetched_options options = {
		.names = &made->names, .pages = pages, .match = job->match,
		.ids = made->names_are_ids,
		.normalized = job->import.pages.normalize,
		.base1 = job->how.arcs.base1,
		.may_add = !job->import.pages.hosts
	};
	struct cmd_reading reading;
	struct sp_source *source;
	enum sp_status status;

	if (sp_source_open(job->fetched, &source, &cmd->err))
		return cmd->err.status;
	cmd_reading_begin(&reading, cmd, "fetched pages, ", source);
	status = sp_fetched_list_read(source, &options, fetched, &cmd->err);
	cmd_reading_end(&reading);
	made->states = fetched->states;
	if (!status)
		report_unknown(job, fetched, sp_source_name(source));
	sp_source_close(source);
	return status;
}

enum sp_status
graphimport_take_fetched(struct graphimport *job, uint64_t *pages)
{
	const struct sp_names *names = &job->import.made.names;
	struct sp_fetched fetched = { 0 };
	struct cmd *cmd = job->import.cmd;

	/* A wrong number of names is reported where all of them are. */
	if (!job->fetched || (names->count && names->count != *pages))
		return SP_OK;
	if (read_fetched(job, *pages, &fetched))
		return cmd->err.status;
	cmd_count(cmd, "listed_pages", fetched.listed + fetched.unknown);
	cmd_count(cmd, "unlinked_pages", fetched.states.pages - *pages);
	*pages = fetched.states.pages;
	return SP_OK;
}

/* ---- pages that have links -------------------------------------------- */

void
graphimport_look_at_row(struct unlisted *unlisted,
			const struct sp_states *states, uint64_t page,
			uint64_t links)
{
	if (!states->pages || !links ||
	    states->state_of[page] != SP_PAGE_UNFETCHED)
		return;
	unlisted->first = unlisted->count ? unlisted->first : page;
	unlisted->count++;
}

void
graphimport_warn_of_unlisted(const struct graphimport *job)
{
	const struct sp_imported *made = &job->import.made;
	const struct unlisted *unlisted = &job->unlisted;
	char name[IMPORT_NAME_SHOWN] = "";

	if (!unlisted->count)
		return;
	if (made->names.count)
		import_show_name(&made->names, unlisted->first, name);
	cmd_warn(job->import.cmd, "%s: %" PRIu64 " of %" PRIu64 " pages that "
		 "have links are unfetched by the list (page %" PRIu64
		 "%s%s%s): is it complete?", cmd_list_name(job->fetched),
		 unlisted->count, made->linking,
		 unlisted->first + job->how.arcs.base1,
		 *name ? ": \"" : "", name, *name ? "\"" : "");
}

static void
look_at_list(void *context, uint32_t page, const uint32_t *successors,
	     uint32_t count)
{
	struct graphimport *job = context;

	(void)successors;
	graphimport_look_at_row(&job->unlisted, &job->import.made.states, page,
				count);
}

/* ---- the graph in memory ---------------------------------------------- */

/* Makes the graph anew, with more pages after its own. */
static enum sp_status
append_pages(struct graphimport *job, uint64_t pages)
{
	struct sp_imported *made = &job->import.made;
	struct sp_error *err = &job->import.cmd->err;
	struct sp_rowstore *store = sp_rowstore_new(job->import.sort.threads,
						    made->weights != NULL);
	struct sp_row_sink rows;
	enum sp_status status;

	if (!store)
		return sp_no_memory(err, "the graph");
	rows = sp_rowstore_rows(store);
	status = sp_graph_walk(made->graph, made->weights, NULL, &rows, err);
	sp_graph_free(made->graph);
	free(made->weights);
	made->graph = NULL;
	made->weights = NULL;
	if (!status)
		status = sp_rowstore_finish(store, pages, &made->graph,
					    &made->weights, err);
	sp_rowstore_free(store);
	return status;
}

enum sp_status
graphimport_find_fetched(struct graphimport *job)
{
	uint64_t before = sp_graph_pages(job->import.made.graph);
	uint64_t pages = before;

	if (graphimport_take_fetched(job, &pages))
		return job->import.cmd->err.status;
	if (job->import.made.states.pages &&
	    sp_visit_lists(job->import.made.graph, 1, NULL, look_at_list, job,
			   &job->import.cmd->err))
		return job->import.cmd->err.status;
	graphimport_warn_of_unlisted(job);
	return pages > before ? append_pages(job, pages) : SP_OK;
}
