/* SPDX-License-Identifier: MIT */
/*
 * graphimport - import a web graph from other formats
 *
 *	graphimport [option ...] [file ...]
 *
 * Turns a web graph into a stream that the other filters read.  Reads a list
 * of links, or one of the formats in which web graphs are published; names
 * (usually URLs) and hosts of the pages are optional.
 */
#include "graphimport.h"

#include "cli/scratch.h"

#include "base/memory.h"
#include "formats/import/order_by_url.h"
#include "graph/links/rowstore.h"
#include "stream/section/graph.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- progress --------------------------------------------------------- */

void
import_follow(struct import *import, const char *note,
	      struct sp_source *source, struct import_reading *reading)
{
	progress_begin(&reading->progress, import->cmd, "reading");
	snprintf(reading->progress.note, sizeof(reading->progress.note), "%s",
		 note);
	reading->progress.bytes = true;
	reading->bytes = (struct sp_reading){
		&reading->progress.teller, 0,
		source ? sp_source_size(source) : 0
	};
	if (source)
		sp_source_follow(source, &reading->bytes);
}

/*
 * A format that sorts its links itself has read them all when it reports page
 * 0.  The time that is left is estimated from the pages after that alone: the
 * sort comes before.  It may sort twice.
 */
static void
import_show_page(void *context, uint64_t done, uint64_t total)
{
	struct import *import = context;

	if (!done) {
		progress_end(&import->reading.progress);
		progress_end(&import->progress);
		import->paging = false;
		return;
	}
	if (!import->paging)
		progress_begin(&import->progress, import->cmd, "page");
	import->paging = true;
	progress_step(&import->progress, done, total);
}

/* ---- rows, counted as they pass --------------------------------------- */

static enum sp_status
import_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct import *import = context;

	import->pages = pages;
	/* From here on pages show how far it is, not the bytes of the file. */
	progress_end(&import->reading.progress);
	/*
	 * Hosts and names go before the graph: filters that do not keep the
	 * graph in memory, such as graphprune, need them before the links.
	 */
	if (import->streaming &&
	    (import_check_names(import) ||
	     (import->output &&
	      import_save_names(import, cmd_output_writer(import->output))))) {
		*err = *error_of(import);
		return err->status;
	}
	progress_begin(&import->progress, import->cmd, "page");
	import->next = progress_rows(&import->progress, &import->next);
	return sp_rows_begin(&import->next, pages, err);
}

static enum sp_status
import_take_row(void *context, const struct sp_row *passing,
		struct sp_error *err)
{
	struct import *import = context;

	/* Formats that pass rows count only duplicates themselves. */
	import->made.self_links += sp_row_contains(passing, passing->page);
	import->made.linking += passing->count > 0;
	import->made.links += passing->count;
	return sp_rows_pass(&import->next, passing, err);
}

/* ---- from the file ---------------------------------------------------- */

static const struct sp_import_format *
graphimport_format_of(const struct import *import)
{
	return sp_import_formats[import->options->format];
}

/* Reads the input in its format; rows go to import->next. */
static enum sp_status
import_input(struct import *import)
{
	struct cmd *cmd = import->cmd;
	const struct import_options *options = import->options;
	const char *main_input = cmd_main_input(cmd);
	struct sp_row_sink sink = { import, import_begin, import_take_row };
	struct sp_progress pages = { import, import_show_page };
	struct sp_import_options how = {
		.paths = &main_input, .path_count = 1,
		.source = import->source,
		.arcs = options->arcs,
		.vertices = options->vertices.items,
		.vertices_count = (size_t)options->vertices.count,
		.transpose = options->transpose,
		.weighted = is_weighted(import),
		.named = options->names != NULL,
		.sort = import->sort,
		.progress = &pages, .reading = &import->reading.bytes
	};
	enum sp_status status;

	if (graphimport_format_of(import)->many_files &&
	    !import_has_urls(import)) {
		how.paths = import->edges.items;
		how.path_count = (size_t)import->edges.count;
	}
	import_follow(import, "", import->source, &import->reading);
	/* Pages of one normal form are joined later: any of them will do. */
	if (options->normalize)
		how.arcs.match = SP_MATCH_NORMAL;
	if (import_has_urls(import) && import_set_urls(import, &how))
		return error_of(import)->status;
	if (import_has_archives(import))
		import_follow_archives(import, &how.warc);
	status = graphimport_format_of(import)->read(&how, &sink, &import->made,
						     error_of(import));
	progress_end(&import->reading.progress);
	progress_end(&import->progress);
	return status;
}

static enum sp_status
import_check_operands(struct import *import)
{
	const struct sp_import_format *format = import->is_stream ? NULL :
						graphimport_format_of(import);
	struct cmd *cmd = import->cmd;
	const struct import_options *options = import->options;

	if (import->is_stream) {
		if (options->names || options->hosts || options->domain ||
		    options->by_url || options->normalize)
			return sp_fail(&cmd->err, SP_USAGE, "%s: a seedpipe "
				       "stream: only scores can be "
				       "added, and --parts cut it",
				       cmd_main_input(cmd));
		if (cmd->operand_count > 1)
			return sp_fail(&cmd->err, SP_USAGE, "too many "
				       "operands: scores are added to one "
				       "stream, or it is cut into parts");
		return SP_OK;
	}
	/* The command line allows many files, because one format needs that. */
	if (cmd->operand_count > 1 && !format->many_files)
		return sp_fail(&cmd->err, SP_USAGE, "too many operands: a "
			       "graph of this format is one file (names go "
			       "with --names; join lists of links: cat FILE "
			       "... | graphimport)");
	if (format->needs_path && !cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "%s", format->needs_path);
	if (format->has_names && import->options->names)
		return sp_fail(&cmd->err, SP_USAGE, "option --names: this "
			       "format has names of its own");
	return SP_OK;
}

/* ---- from rows to the output ------------------------------------------ */

/* Rows that are to be numbered anew have to be in memory. */
static enum sp_status
import_to_memory(struct import *import)
{
	struct sp_rowstore *store = sp_rowstore_new(
		import->sort.threads, is_weighted(import));
	enum sp_status status;

	if (!store)
		return sp_no_memory(error_of(import), "the graph");
	import->next = sp_rowstore_rows(store);
	status = import_input(import);
	if (!status)
		status = sp_rowstore_finish(store, import->pages,
					    &import->made.graph,
					    &import->made.weights,
					    error_of(import));
	sp_rowstore_free(store);
	return status;
}

/* Rows that come in their final order are not kept: any graph fits. */
static enum sp_status
import_to_output(struct import *import)
{
	struct sp_writer *writer = cmd_output_writer(import->output);
	struct sp_graph_writer *graph = sp_graph_writer_new(
		writer, import->sort.threads, is_weighted(import));
	struct sp_basis basis;
	enum sp_status status;

	if (!graph)
		return sp_no_memory(error_of(import), "the graph");
	import->streaming = true;
	import->next = sp_graph_writer_rows(graph);
	status = import_input(import);
	if (!status)
		status = sp_graph_writer_finish(graph, NULL, &basis,
						error_of(import));
	if (!status)
		status = import_save_scores(import, &import->made.names, NULL,
					    &basis);
	sp_graph_writer_free(graph);
	return status;
}

/* The same, each row to its part. */
static enum sp_status
import_to_parts(struct import *import)
{
	struct sp_basis basis;
	enum sp_status status;

	import->streaming = true;
	import->next = cmd_parts_sink(&import->to_parts);
	status = import_input(import);
	return status ? status :
			cmd_parts_finish(&import->to_parts, &basis);
}

/* Pages of a host, and of a folder, become neighbours: links get short. */
static enum sp_status
import_order_by_url(struct import *import)
{
	struct sp_named_graph ordered = { .graph = NULL };
	enum sp_status status;

	if (!import->made.names.count)
		return sp_fail(error_of(import), SP_USAGE, "option --by-url: "
			       "the pages have no names (give --names)");
	status = sp_order_by_url(import->made.graph, import->made.weights,
				 &import->made.names, &import->sort, &ordered,
				 error_of(import));
	/* Also after a failure, when `ordered` is empty and safe to free. */
	sp_graph_free(import->made.graph);
	free(import->made.weights);
	sp_names_free(&import->made.names);
	import->made.graph = ordered.graph;
	import->made.weights = ordered.weights;
	import->made.names = ordered.names;
	if (!status)
		import_renumber_fetches(import, ordered.new_of);
	free(ordered.new_of);
	return status;
}

/* What gives pages new numbers, or several the same. */
static enum sp_status
import_renumber(struct import *import)
{
	enum sp_status status = import_normalize(import);

	return status || !import->options->by_url ?
		       status : import_order_by_url(import);
}

/* Reads rows until page 0 has a link: in most files, one row. */
static enum sp_status
find_page_0(struct import *import, bool *linked)
{
	struct sp_cursor *cursor = sp_cursor_new(import->made.graph);
	const uint32_t *successors;
	enum sp_status status;
	uint32_t page, count;

	*linked = false;
	if (!cursor)
		return sp_no_memory(error_of(import), "the graph");
	for (uint64_t b = 0; !*linked &&
	     b < sp_graph_blocks(import->made.graph); b++) {
		sp_cursor_block(cursor, b);
		while (!*linked && sp_cursor_next(cursor, &page, &successors,
						  &count))
			*linked = count && (!page || !*successors);
	}
	status = sp_cursor_status(cursor, error_of(import));
	sp_cursor_free(cursor);
	return status;
}

/* Ids from 1 would give each page the name of the next, without an error. */
static enum sp_status
warn_of_base(struct import *import)
{
	bool linked = true;

	if (import->ids_are_pages && sp_graph_links(import->made.graph) &&
	    find_page_0(import, &linked))
		return error_of(import)->status;
	if (!linked)
		cmd_warn(import->cmd, "%s: page 0 has no link: give --base1 "
			 "if ids start at 1", sp_source_name(import->source));
	return SP_OK;
}

/* Writes the graph in memory, after the names. */
static enum sp_status
import_write_graph(struct import *import)
{
	struct sp_writer *writer;
	struct sp_basis basis;
	enum sp_status status;

	status = warn_of_base(import);
	import_warn_of_other_names(import);
	if (!status)
		status = import_check_task_names(import);
	/* A task may have got files without pages. */
	if (!status && !(import->tasks && !sp_graph_pages(import->made.graph)))
		status = import_renumber(import);
	if (status)
		return status;
	import->pages = sp_graph_pages(import->made.graph);
	if (import_check_names(import))
		return error_of(import)->status;
	if (import->options->parts)
		return import_write_parts(import);
	writer = cmd_output_writer(import->output);
	status = import_save_names(import, writer);
	if (!status)
		status = sp_save_graph(writer, import->made.graph,
				       import->made.weights, error_of(import));
	if (status)
		return status;
	basis = sp_basis_of(import->made.graph);
	if (import_save_task(import, &basis))
		return error_of(import)->status;
	return import_save_scores(import, &import->made.names,
				  import->made.graph, &basis);
}

static enum sp_status
import_all(struct import *import)
{
	enum sp_status status;

	if (import->is_stream)
		return import->options->parts ? import_cut_stream(import) :
						import_add_scores(import);
	status = import_read_names(import);
	if (!status && graphimport_format_of(import)->in_memory)
		status = import_input(import);
	else if (!status && (import->options->by_url ||
			     import->options->normalize ||
			     import->options->link_scores.count))
		status = import_to_memory(import);
	else if (!status)
		return import->options->parts ? import_to_parts(import) :
						import_to_output(import);
	return status ? status : import_write_graph(import);
}

static void
import_report(struct import *import)
{
	struct cmd *cmd = import->cmd;

	if (import->is_stream)
		return;
	cmd_count(cmd, "pages", import->pages);
	cmd_count(cmd, "links", import->made.links);
	cmd_count(cmd, "hosts", import->hosts.names.count);
	cmd_count(cmd, "duplicates", import->made.duplicates);
	cmd_count(cmd, "self_links", import->made.self_links);
	cmd_count(cmd, "dangling_pages", import->pages - import->made.linking);
	if (import->made.order.unsorted)
		cmd_count(cmd, "unsorted_names", import->made.order.unsorted);
	import_warn_of_order(import);
	if (import_has_archives(import))
		import_report_archives(import);
	if (import_has_urls(import))
		import_report_urls(import);
}

/*
 * Sorting gets half of the memory: the graph and the names, which cannot go
 * to the disk, need the rest.
 */
static void
import_set_sort(struct import *import)
{
	import->sort.memory = cmd_scratch_memory(import->cmd, 2);
	import->sort.directory = cmd_scratch_folder();
	import->sort.threads = import->cmd->threads;
	import->sort.weighted = is_weighted(import);
}

static void
import_free(struct import *import)
{
	cmd_output_free(import->output);
	cmd_parts_rows_free(&import->to_parts);
	cmd_parts_free(import->to_parts.parts);
	sp_source_close(import->source);
	import_free_paths(import);
	sp_imported_free(&import->made);
	sp_hosts_free(&import->hosts);
}

/*
 * A text without a link is refused, unless -f asks for it.  The look at the
 * beginning of the text does that, but a long one may begin with comments.
 */
static enum sp_status
import_check_links(struct import *import)
{
	if (!import->recognised || import->made.links ||
	    import->options->format != SP_FORMAT_ARCS)
		return SP_OK;
	return sp_fail(&import->cmd->err, SP_DATA, "%s: text without links: "
		       "no links to import", sp_source_name(import->source));
}

enum sp_status
import_open_output(struct import *import)
{
	struct cmd *cmd = import->cmd;

	if (import->options->parts)
		return import_open_parts(import);
	import->output = cmd_output_open(cmd, cmd->output, true);
	return import->output ? SP_OK : cmd->err.status;
}

static enum sp_status
graphimport_run(struct import *import)
{
	enum sp_status status;

	if (import->options->merge_names)
		return import_merge(import);
	status = import_check_scores(import);
	if (!status)
		status = import_check_task(import);
	if (!status)
		status = import_check_parts(import);
	if (!status)
		status = import_find_format(import);
	if (!status)
		status = import_check_operands(import);
	if (!status) {
		import_set_sort(import);
		status = import_open_output(import);
	}
	if (!status)
		status = import_all(import);
	if (!status)
		status = import_check_links(import);
	if (!status)
		status = import->output ?
				 cmd_output_sign(import->output) :
				 cmd_parts_commit(import->to_parts.parts);
	if (!status)
		import_report(import);
	import_free(import);
	return status;
}

static const struct cmd_program graphimport_program = {
	.name = "graphimport", .synopsis = "[file ...]",
	.summary = "Import a web graph from other formats.",
	.operands_max = 100000, .no_stream = true, .graph_is_result = true
};

static int
graphimport_main(struct import_options *options, int argc, char **argv)
{
	struct option_row rows[IMPORT_ROWS];
	struct cmd cmd = { .program = &graphimport_program, .options = rows };
	struct import import = { .cmd = &cmd, .options = options };

	import_set_options(options, rows);
	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, graphimport_run(&import));
}

int
main(int argc, char **argv)
{
	struct import_options options = {
		.arcs = SP_ARCS_DEFAULTS,
		.warc.max_record = SP_RECORD_DEFAULT
	};
	int exit_status = graphimport_main(&options, argc, argv);

	option_list_free(&options.vertices);
	option_list_free(&options.where);
	option_list_free(&options.scores);
	option_list_free(&options.link_scores);
	return exit_status;
}
