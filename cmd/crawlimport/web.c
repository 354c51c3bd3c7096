/* SPDX-License-Identifier: MIT */
/*
 * A graph of the log alone: its pages are the URLs, its links lead from the
 * page that a URL was found on.  Links are sorted on disk if they are more than
 * a quarter of the memory; names and requests need the rest.
 *
 * Names are known only at the end of the logs, so the graph is written then,
 * before the order that is of its pages.
 */
#include "crawlimport.h"

#include "cli/scratch.h"

#include "base/memory.h"
#include "formats/import/names.h"
#include "graph/links/rowstore.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"

#include <stdlib.h>

/* A quarter of the memory: names and requests need the rest. */
enum sp_status
web_begin(struct crawlimport *job)
{
	struct sp_linksort_options options = {
		.memory = cmd_scratch_memory(job->cmd, 4),
		.directory = cmd_scratch_folder(),
		.threads = job->cmd->threads
	};

	job->web.links = sp_linksort_new(&options);
	return job->web.links ? SP_OK :
				sp_no_memory(&job->cmd->err, "links");
}

enum sp_status
web_add(struct crawlimport *job, uint64_t from, uint64_t to)
{
	return sp_linksort_add(job->web.links, from, to, 1, &job->cmd->err);
}

static enum sp_status
web_make(struct crawlimport *job, uint64_t pages)
{
	struct sp_error *err = &job->cmd->err;
	struct sp_rowstore *store = sp_rowstore_new(job->cmd->threads, false);
	double *weights = NULL;
	enum sp_status status;
	struct sp_row_sink rows;
	uint64_t duplicates;

	if (!store)
		return sp_no_memory(err, "the graph");
	rows = sp_rowstore_rows(store);
	status = sp_linksort_rows(job->web.links, pages, &rows, &duplicates,
				  err);
	if (!status)
		status = sp_rowstore_finish(store, pages, &job->web.graph,
					    &weights, err);
	free(weights);
	sp_rowstore_free(store);
	return status;
}

enum sp_status
web_end(struct crawlimport *job)
{
	struct sp_writer *writer = cmd_output_writer(job->output);
	struct sp_names *names = sp_log_pages_names(job->pages);
	struct sp_hosts hosts = SP_HOSTS_EMPTY;
	struct sp_error *err = &job->cmd->err;
	enum sp_status status = web_make(job, names->count);

	if (!status)
		status = sp_hosts_of_names(names, &hosts, NULL, err);
	if (!status)
		status = sp_save_hosts(writer, &hosts, err);
	if (!status)
		status = sp_save_names(writer, names, err);
	if (!status)
		status = sp_save_graph(writer, job->web.graph, NULL, err);
	sp_hosts_free(&hosts);
	if (status)
		return status;
	cmd_count(job->cmd, "pages", sp_graph_pages(job->web.graph));
	cmd_count(job->cmd, "links", sp_graph_links(job->web.graph));
	return SP_OK;
}

void
web_free(struct log_web *web)
{
	sp_linksort_free(web->links);
	sp_graph_free(web->graph);
}
