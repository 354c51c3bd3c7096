/* SPDX-License-Identifier: MIT */
/*
 * How it works: an importer reads a file into struct sp_imported, or passes its
 * rows on, and everything after that is the same for all formats.  Steps that
 * change the numbers of pages come first (--by-url here, --normalize in
 * graphimport), then everything that goes by page: names, hosts, fetches of the
 * task.  Hosts and names go before the graph in the stream, because filters
 * that do not keep the graph in memory, such as graphprune, need them before
 * the links.
 *
 * Memory: the graph in compact form and its names; the sort that makes the
 * graph gets half of what there is, as neither can go to the disk.  --by-url
 * holds both graphs, the old and the new, for the time of the sort.
 */
#include "cli/import/import.h"

#include "cli/scratch.h"

#include "formats/import/order_by_url.h"
#include "graph/links/rowstore.h"
#include "graph/visit.h"
#include "stream/section/graph.h"
#include "stream/section/part_crawl.h"
#include "stream/section/task.h"

#include <stdlib.h>

/* ---- options ---------------------------------------------------------- */

enum sp_status
import_check(struct import *import)
{
	const struct import_pages *pages = &import->pages;
	const char *wrong = NULL, *advice = "";

	if (!import->task.text)
		return SP_OK;
	if (import->weighted) {
		wrong = "weights";
	} else if (pages->hosts) {
		wrong = "--hosts";
	} else if (pages->domain) {
		wrong = "--domain";
		advice = " (give --domain to graphmerge)";
	} else if (import->to.count) {
		wrong = "--parts";
		advice = " (give --parts to graphmerge)";
	}
	if (wrong)
		return sp_fail(&import->cmd->err, SP_USAGE, "option "
			       "--for-merge: %s cannot be merged%s", wrong,
			       advice);
	import->pages.by_url = true;
	return import_parse_task(import->cmd, &import->task);
}

/* ---- the output ------------------------------------------------------- */

static enum sp_status
import_before(void *context, const struct sp_part *part,
	      struct sp_writer *writer, struct sp_error *err)
{
	const struct import *import = context;
	const struct sp_names *names = &import->made.names;
	bool task = import->task.count > 0;
	enum sp_status status = cmd_graph_save_pages(
		part, &import->pages.found, task ? NULL : names, writer, err);

	/* A task without pages has names, too: none of them. */
	return status || !task ? status :
				 sp_task_save_names(writer, names, err);
}

static enum sp_status
import_after(void *context, const struct sp_part *part,
	     const struct sp_basis *basis, struct sp_writer *writer,
	     struct sp_error *err)
{
	const struct sp_imported *made =
		&((const struct import *)context)->made;

	return sp_save_part_crawl(part, &made->states, &made->fetches, basis,
				  writer, err);
}

enum sp_status
import_open(struct import *import)
{
	/*
	 * Sorting gets half of the memory: the graph and the names, which
	 * cannot go to the disk, need the rest.
	 */
	import->sort.memory = cmd_scratch_memory(import->cmd, 2);
	import->sort.directory = cmd_scratch_folder();
	import->sort.threads = import->cmd->threads;
	import->sort.weighted = import->weighted;
	import->to.cmd = import->cmd;
	import->to.weighted = import->weighted;
	import->to.before = import_before;
	import->to.after = import_after;
	import->to.context = import;
	return cmd_graph_open(&import->to);
}

/* ---- the graph in memory ---------------------------------------------- */

bool
import_has_names(const struct import *import)
{
	return import->made.names.count && !import->made.names_are_ids;
}

/* Pages of a host, and of a folder, become neighbours: links get short. */
static enum sp_status
order_by_url(struct import *import)
{
	struct sp_ordered_graph ordered = { .graph = NULL };
	struct sp_imported *made = &import->made;
	struct sp_error *err = &import->cmd->err;
	enum sp_status status;

	if (!made->names.count)
		return sp_fail(err, SP_USAGE, "option --by-url: the pages "
			       "have no names (give --names)");
	status = sp_order_by_url(made->graph, made->weights, &made->names,
				 &import->sort, &ordered, err);
	/* Also after a failure, when `ordered` is empty and safe to free. */
	sp_graph_free(made->graph);
	free(made->weights);
	made->graph = ordered.graph;
	made->weights = ordered.weights;
	if (!status)
		import_renumber_fetches(&made->captures, ordered.new_of);
	if (!status)
		status = sp_states_renumber(&made->states, ordered.new_of,
					    err);
	if (!status)
		sp_fetches_renumber(&made->fetches, ordered.new_of);
	free(ordered.new_of);
	return status;
}

static enum sp_status
import_write_parts(struct import *import)
{
	const struct sp_imported *made = &import->made;
	struct sp_row_sink sink = cmd_graph_sink(&import->to), rows;
	struct progress progress;
	struct sp_part_whole whole = {
		sp_basis_of(made->graph), &made->names, made->weights,
		&made->states, &made->fetches
	};
	enum sp_status status;

	import->to.id = sp_part_identity(&whole);
	progress_begin(&progress, import->cmd, "page");
	rows = progress_rows(&progress, &sink);
	status = sp_graph_walk(made->graph, made->weights, NULL, &rows,
			       &import->cmd->err);
	progress_end(&progress);
	return status ? status : cmd_graph_finish(&import->to, &whole.basis);
}

/* Blocks are copied as they are: this takes no second encoding of the links. */
static enum sp_status
import_write_stream(struct import *import)
{
	struct sp_imported *made = &import->made;
	struct sp_error *err = &import->cmd->err;
	struct sp_part whole = sp_part_of(import->page_count, 0, 1);
	struct sp_writer *writer = import->to.writer;
	enum sp_status status = import_before(import, &whole, writer, err);
	struct sp_basis basis;

	if (!status)
		status = sp_save_graph(writer, made->graph, made->weights,
				       err);
	if (status)
		return status;
	basis = sp_basis_of(made->graph);
	if (import->task.count)
		return import_save_task(&import->task, import->archives,
					&made->captures, &basis, writer, err);
	return import_after(import, &whole, &basis, writer, err);
}

enum sp_status
import_write(struct import *import)
{
	struct cmd *cmd = import->cmd;

	import->page_count = sp_graph_pages(import->made.graph);
	/* A task may have got files without pages; no other import may. */
	if (!import->task.count || import->page_count) {
		if (import->task.count && !import_has_names(import))
			return sp_fail(&cmd->err, SP_USAGE, "option "
				       "--for-merge: the pages have no names "
				       "(give --names or --keys names)");
		if (import->pages.by_url && order_by_url(import))
			return cmd->err.status;
	}
	if (import_check_pages(cmd, &import->pages, &import->made,
			       import->page_count))
		return cmd->err.status;
	return import->to.count ? import_write_parts(import) :
				  import_write_stream(import);
}

/* ---- the end ---------------------------------------------------------- */

void
import_report(const struct import *import)
{
	const struct sp_imported *made = &import->made;
	struct cmd *cmd = import->cmd;

	cmd_count(cmd, "pages", import->page_count);
	cmd_count(cmd, "links", made->links);
	cmd_count(cmd, "hosts", import->pages.found.names.count);
	cmd_count(cmd, "duplicates", made->duplicates);
	cmd_count(cmd, "self_links", made->self_links);
	cmd_count(cmd, "dangling_pages", import->page_count - made->linking);
	if (made->order.unsorted)
		cmd_count(cmd, "unsorted_names", made->order.unsorted);
}

void
import_free(struct import *import)
{
	cmd_graph_free(&import->to);
	sp_imported_free(&import->made);
	sp_hosts_free(&import->pages.found);
}
