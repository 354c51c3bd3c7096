/* SPDX-License-Identifier: MIT */
/*
 * Rows on their way from the file.  Three ways, by what has to be done with
 * them:
 *
 *	format          builds the graph itself, because it sorts
 *	format -> memory    pages get new numbers afterwards (--by-url,
 *	                    --normalize)
 *	format -> output    anything else: rows come in their final order and
 *	                    are written as they come, so that any graph fits
 *
 * On the last way names and hosts are checked when the number of pages is
 * known, which is before the first row: they have to be written first.
 */
#include "graphimport.h"

#include "cli/input.h"

#include "base/memory.h"
#include "graph/links/rowstore.h"

/* Rows that are counted as they pass. */
struct passing_rows {
	struct graphimport *job;
	struct cmd_reading reading;
	struct progress pages;   /* not that of reading, which goes on */
	struct sp_row_sink next; /* where they go from here */
	bool streaming;          /* that is the output */
};

static enum sp_status
passing_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct passing_rows *passing = context;
	struct import *import = &passing->job->import;
	struct cmd *cmd = import->cmd;
	enum sp_status status = SP_OK;

	/* From here on pages show how far it is, not the bytes of the file. */
	cmd_reading_end(&passing->reading);
	if (passing->streaming)
		status = graphimport_take_fetched(passing->job, &pages);
	import->page_count = pages;
	if (!status && passing->streaming)
		status = import_check_pages(cmd, &import->pages, &import->made,
					    pages);
	if (status) {
		*err = cmd->err;
		return err->status;
	}
	progress_begin(&passing->pages, cmd, "page");
	passing->next = progress_rows(&passing->pages, &passing->next);
	return sp_rows_begin(&passing->next, pages, err);
}

static enum sp_status
passing_row(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct passing_rows *passing = context;
	struct sp_imported *made = &passing->job->import.made;

	/* Formats that pass rows count only duplicates themselves. */
	made->self_links += sp_row_contains(row, row->page);
	made->linking += row->count > 0;
	made->links += row->count;
	if (passing->streaming)
		graphimport_look_at_row(&passing->job->unlisted, &made->states,
					row->page, row->count);
	return sp_rows_pass(&passing->next, row, err);
}

static enum sp_status
read_rows(struct passing_rows *passing, const struct sp_import_format *format)
{
	struct graphimport *job = passing->job;
	struct import *import = &job->import;
	const char *main_input = cmd_main_input(import->cmd);
	struct sp_row_sink sink = { passing, passing_begin, passing_row };
	struct sp_progress pages = { &passing->reading, cmd_reading_page };
	struct sp_import_options how = job->how;
	enum sp_status status;

	how.paths = format->many_files ? job->edges.items : &main_input;
	how.path_count = format->many_files ? (size_t)job->edges.count : 1;
	how.source = job->source;
	how.vertices = job->vertices.items;
	how.vertices_count = (size_t)job->vertices.count;
	how.weighted = import->weighted;
	how.named = import->pages.names != NULL;
	how.sort = import->sort;
	how.progress = &pages;
	how.reading = &passing->reading.bytes;
	/* Pages of one normal form are joined later: any of them will do. */
	if (import->pages.normalize)
		how.arcs.match = SP_MATCH_NORMAL;
	cmd_reading_begin(&passing->reading, import->cmd, "", job->source);
	status = format->read(&how, &sink, &import->made, &import->cmd->err);
	cmd_reading_end(&passing->reading);
	progress_end(&passing->pages);
	return status;
}

static enum sp_status
rows_to_memory(struct passing_rows *passing,
	       const struct sp_import_format *format)
{
	struct import *import = &passing->job->import;
	struct sp_error *err = &import->cmd->err;
	struct sp_rowstore *store = sp_rowstore_new(import->sort.threads,
						    import->weighted);
	enum sp_status status;

	if (!store)
		return sp_no_memory(err, "the graph");
	passing->next = sp_rowstore_rows(store);
	status = read_rows(passing, format);
	if (!status)
		status = sp_rowstore_finish(store, import->page_count,
					    &import->made.graph,
					    &import->made.weights, err);
	sp_rowstore_free(store);
	return status;
}

static enum sp_status
rows_to_output(struct passing_rows *passing,
	       const struct sp_import_format *format)
{
	struct import *import = &passing->job->import;
	struct sp_basis basis;
	enum sp_status status;

	passing->streaming = true;
	passing->next = cmd_graph_sink(&import->to);
	status = read_rows(passing, format);
	return status ? status : cmd_graph_finish(&import->to, &basis);
}

enum sp_status
graphimport_read(struct graphimport *job,
		 const struct sp_import_format *format, bool *streamed)
{
	const struct import_pages *pages = &job->import.pages;
	struct passing_rows passing = { .job = job };

	if (format->in_memory)
		return read_rows(&passing, format);
	if (pages->by_url || pages->normalize)
		return rows_to_memory(&passing, format);
	*streamed = true;
	return rows_to_output(&passing, format);
}
