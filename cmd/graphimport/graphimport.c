/* SPDX-License-Identifier: MIT */
/*
 * graphimport - a web graph from the formats of others
 *
 *	graphimport -f FORMAT [option ...] [file ...]
 *
 * Reads a graph, and the names or hosts of its pages where they are given,
 * and writes them as a stream.
 */
#include "graphimport.h"

#include "base/memory.h"
#include "import/ascii.h"
#include "import/bvgraph.h"
#include "import/cc.h"
#include "import/mtx.h"
#include "import/order_by_url.h"
#include "links/rowstore.h"
#include "section/graph.h"

#include <stdlib.h>
#include <string.h>

/* ---- rows, counted as they pass --------------------------------------- */

static enum sp_status
begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct import *import = context;

	import->pages = pages;
	if (import->streaming && import_save_names(import)) {
		*err = *error_of(import);
		return err->status;
	}
	return sp_rows_begin(&import->next, pages, err);
}

static enum sp_status
row(void *context, const struct sp_row *passing, struct sp_error *err)
{
	struct import *import = context;

	import->self_links += sp_row_contains(passing, passing->page);
	import->linking += passing->count > 0;
	import->links += passing->count;
	return sp_rows_pass(&import->next, passing, err);
}

/* ---- formats ---------------------------------------------------------- */

/* The names of renumbered ids are the ids. */
static bool
are_numbers(const struct sp_names *names)
{
	size_t length;
	const char *text;

	if (!names->count)
		return false;
	text = sp_names_get(names, 0, &length);
	for (size_t i = 0; i < length; i++)
		if (text[i] < '0' || text[i] > '9')
			return false;
	return length > 0;
}

static enum sp_status
import_arcs(struct import *import)
{
	const struct import_options *from = import->options;
	struct progress progress;
	struct sp_arcs_options how = from->arcs;
	struct sp_arcs arcs = { 0 };
	struct sp_source *source = NULL;
	enum sp_status status;

	how.names = from->names ? &import->names : NULL;
	how.memory = import->sort.memory;
	how.directory = import->sort.directory;
	how.threads = import->sort.threads;
	how.progress = &progress.teller;
	progress_begin(&progress, import->cmd, "line");
	status = sp_source_open(cmd_main_input(import->cmd), &source,
				error_of(import));
	if (!status)
		status = sp_import_arcs(source, &how, &arcs,
					error_of(import));
	sp_source_close(source);
	progress_end(&progress);
	if (!status) {
		import->graph = arcs.graph;
		import->weights = arcs.weights;
		import->links = sp_graph_links(arcs.graph);
		import->linking = arcs.linking;
		import->self_links = arcs.self_links;
		import->duplicates = arcs.duplicates;
		arcs.graph = NULL;
		arcs.weights = NULL;
		if (!from->names) {
			import->names = arcs.names;
			arcs.names = (struct sp_names)SP_NAMES_EMPTY;
			import->ids_are_names = are_numbers(&import->names);
		}
	}
	sp_arcs_free(&arcs);
	return status;
}

static enum sp_status
import_ascii(struct import *import, const struct sp_row_sink *sink)
{
	struct sp_ascii_options how = { cmd_main_input(import->cmd),
					is_weighted(import) };
	struct sp_ascii_report report = { 0 };
	enum sp_status status = sp_import_ascii(&how, sink, &report,
						error_of(import));

	import->duplicates = report.duplicates;
	return status;
}

static enum sp_status
import_mtx(struct import *import, const struct sp_row_sink *sink)
{
	struct sp_mtx_options how = { cmd_main_input(import->cmd),
				      import->options->transpose,
				      is_weighted(import),
				      import->sort };
	struct sp_mtx_report report = { 0 };
	enum sp_status status = sp_import_mtx(&how, sink, &report,
					      error_of(import));

	import->duplicates = report.duplicates;
	return status;
}

/* The vertices are an option, the operands are the edges. */
static enum sp_status
import_cc(struct import *import, const struct sp_row_sink *sink)
{
	struct cmd *cmd = import->cmd;
	struct sp_cc_options how = {
		import->options->vertices.items,
		(size_t)import->options->vertices.count,
		(const char *const *)cmd->operands,
		(size_t)cmd->operand_count
	};
	struct sp_cc_report report = { 0 };
	enum sp_status status;

	if (import->options->names)
		return sp_fail(&cmd->err, SP_USAGE, "option --names: the "
			       "vertices have the names");
	status = sp_import_cc(&how, &import->names, sink, &report, &cmd->err);
	import->duplicates = report.duplicates;
	return status;
}

/* The formats that give rows. */
static enum sp_status
import_rows(struct import *import)
{
	struct sp_row_sink own = { import, begin, row }, sink;
	struct progress progress;
	enum sp_status status;

	progress_begin(&progress, import->cmd, "page");
	sink = progress_rows(&progress, &own);
	switch (import->options->format) {
	case FORMAT_BVGRAPH:
		status = sp_import_bvgraph(cmd_main_input(import->cmd), &sink,
					   NULL, error_of(import));
		break;
	case FORMAT_ASCII:
		status = import_ascii(import, &sink);
		break;
	case FORMAT_MTX:
		status = import_mtx(import, &sink);
		break;
	default:
		status = import_cc(import, &sink);
	}
	progress_end(&progress);
	return status;
}

static enum sp_status
check_operands(struct import *import)
{
	struct cmd *cmd = import->cmd;

	if (cmd->operand_count > 1 && import->options->format != FORMAT_CC)
		return sp_fail(&cmd->err, SP_USAGE, "too many operands: this "
			       "format is one file");
	if (import->options->format == FORMAT_BVGRAPH && !cmd->operand_count)
		return sp_fail(&cmd->err, SP_USAGE, "a BVGraph is two files: "
			       "give its NAME as operand");
	return SP_OK;
}

/* ---- to the output ---------------------------------------------------- */

static enum sp_status
rows_to_memory(struct import *import)
{
	struct sp_rowstore *store = sp_rowstore_new(
		import->sort.threads, is_weighted(import));
	enum sp_status status;

	if (!store)
		return sp_no_memory(error_of(import), "the graph");
	import->next = sp_rowstore_rows(store);
	status = import_rows(import);
	if (!status)
		status = sp_rowstore_finish(store, import->pages,
					    &import->graph, &import->weights,
					    error_of(import));
	sp_rowstore_free(store);
	return status;
}

static enum sp_status
rows_to_output(struct import *import)
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
	status = import_rows(import);
	if (!status)
		status = sp_graph_writer_finish(graph, NULL, &basis,
						error_of(import));
	sp_graph_writer_free(graph);
	return status;
}

static enum sp_status
order_by_url(struct import *import)
{
	struct sp_named_graph ordered = { NULL, NULL, SP_NAMES_EMPTY };
	enum sp_status status;

	if (!import->names.count)
		return sp_fail(error_of(import), SP_USAGE, "option --by-url: "
			       "the pages have no names (give --names)");
	status = sp_order_by_url(import->graph, import->weights,
				 &import->names, &import->sort, &ordered,
				 error_of(import));
	sp_graph_free(import->graph);
	free(import->weights);
	sp_names_free(&import->names);
	import->graph = ordered.graph;
	import->weights = ordered.weights;
	import->names = ordered.names;
	return status;
}

static enum sp_status
memory_to_output(struct import *import)
{
	struct sp_writer *writer = cmd_output_writer(import->output);
	enum sp_status status = SP_OK;

	if (import->options->by_url)
		status = order_by_url(import);
	if (status)
		return status;
	import->pages = sp_graph_pages(import->graph);
	status = import_save_names(import);
	if (!status)
		status = sp_save_graph(writer, import->graph, import->weights,
				       error_of(import));
	return status;
}

static enum sp_status
import_all(struct import *import)
{
	bool arcs = import->options->format == FORMAT_ARCS;
	enum sp_status status = import_read_names(import);

	if (!status && arcs)
		status = import_arcs(import);
	else if (!status && import->options->by_url)
		status = rows_to_memory(import);
	else if (!status)
		return rows_to_output(import);
	return status ? status : memory_to_output(import);
}

static void
tell(struct import *import)
{
	struct cmd *cmd = import->cmd;

	cmd_count(cmd, "pages", import->pages);
	cmd_count(cmd, "links", import->links);
	cmd_count(cmd, "hosts", import->hosts.names.count);
	cmd_count(cmd, "duplicates", import->duplicates);
	cmd_count(cmd, "self_links", import->self_links);
	cmd_count(cmd, "dangling_pages", import->pages - import->linking);
}

/* Half of the memory that may be used is for sorting. */
static void
set_sort(struct import *import)
{
	const char *directory = getenv("TMPDIR");
	uint64_t limit = import->cmd->memory_limit;

	import->sort.memory = (limit ? limit : sp_memory_default()) / 2;
	if (import->sort.memory < (uint64_t)1 << 20)
		import->sort.memory = (uint64_t)1 << 20;
	import->sort.directory = directory && directory[0] ? directory :
							     "/tmp";
	import->sort.threads = (int)import->cmd->threads;
	import->sort.weighted = is_weighted(import);
}

static void
free_import(struct import *import)
{
	cmd_output_free(import->output);
	sp_graph_free(import->graph);
	free(import->weights);
	sp_names_free(&import->names);
	sp_hosts_free(&import->hosts);
}

static enum sp_status
run(struct import *import)
{
	struct cmd *cmd = import->cmd;
	enum sp_status status;

	status = check_operands(import);
	if (status)
		return status;
	set_sort(import);
	import->output = cmd_output_open(cmd, cmd->output, true);
	if (!import->output)
		return cmd->err.status;
	status = import_all(import);
	if (!status)
		status = cmd_output_sign(import->output);
	if (!status)
		tell(import);
	free_import(import);
	return status;
}

/* Rules of the table: an option that the format cannot use is an error. */
#define FOR_FORMATS(formats) \
	.only_with = &options->format, .only_values = (formats)
#define ARCS (1U << FORMAT_ARCS)
#define ASCII (1U << FORMAT_ASCII)
#define MTX (1U << FORMAT_MTX)
#define CC (1U << FORMAT_CC)

static int
graphimport(struct import_options *options, int argc, char **argv)
{
	struct sp_arcs_options *arcs = &options->arcs;
	struct option_row rows[] = {
		CHOICE("format", "FORMAT", options->format,
		       "arcs|bvgraph|ascii|mtx|cc", .letter = 'f',
		       .help = "format of the input"),
		OPTION("names", "FILE", options->names, .local = true,
		       .help = "names (URLs) of the pages"),
		CHOICE("names-layout", "WORD", options->layout,
		       "lines|id-name|name-id",
		       .help = "line i names page i, or columns"),
		OPTION("hosts", "FILE", options->hosts, .local = true,
		       .help = "hosts; line i is the host of page i"),
		FLAG("domain", options->domain,
		     .help = "also find the registrable domains"),
		FLAG("by-url", options->by_url,
		     .help = "renumber pages by reversed host, then path"),
		CHOICE("keys", "WORD", arcs->keys, "auto|ids|names",
		       FOR_FORMATS(ARCS), .help = "arcs: what the columns hold"),
		OPTION("separator", "TEXT", arcs->separator, FOR_FORMATS(ARCS),
		       .help = "arcs: column separator; default: blanks"),
		OPTION("source-column", "N", arcs->source_column, .least = 1,
		       .most = 1000, FOR_FORMATS(ARCS),
		       .help = "arcs: column of the linking page"),
		OPTION("target-column", "N", arcs->target_column, .least = 1,
		       .most = 1000, FOR_FORMATS(ARCS),
		       .help = "arcs: column of the linked page"),
		OPTION("weights", "COLUMN", arcs->weight_column, .most = 1000,
		       FOR_FORMATS(ARCS | ASCII | MTX),
		       .help = "column of link weights; 0: no weights"),
		OPTION("skip", "N", arcs->skip, FOR_FORMATS(ARCS),
		       .help = "arcs: skip the first N lines"),
		FLAG("base1", arcs->base1, .help = "ids start at 1"),
		FLAG("dense", arcs->dense, FOR_FORMATS(ARCS),
		     .help = "arcs: keep all ids, even unused ones"),
		FLAG("transpose", options->transpose, FOR_FORMATS(MTX),
		     .help = "mtx: entry i j is a link from j to i"),
		OPTION("vertices", "FILE", options->vertices, .local = true,
		       FOR_FORMATS(CC),
		       .help = "cc: file of vertices; may be repeated"),
		OPTION_END
	};
	struct cmd cmd = {
		.name = "graphimport", .synopsis = "[file ...]",
		.options = rows, .operands_max = 100000,
		.summary = "Import a web graph from other formats.",
		.no_stream = true, .graph_is_result = true
	};
	struct import import = { .cmd = &cmd, .options = options };

	if (!cmd_begin(&cmd, argc, argv))
		return cmd_end(&cmd, cmd.err.status);
	return cmd_end(&cmd, run(&import));
}

int
main(int argc, char **argv)
{
	struct import_options options = { .arcs = SP_ARCS_DEFAULTS };
	int exit_status = graphimport(&options, argc, argv);

	option_list_free(&options.vertices);
	return exit_status;
}
