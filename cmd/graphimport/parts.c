/* SPDX-License-Identifier: MIT */
/*
 * The output in parts: rows go to the part of their page as they come, or from
 * the graph in memory.  So does the graph of a stream that was imported before.
 */
#include "graphimport.h"

#include "base/memory.h"
#include "graph/visit.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/listing.h"
#include "stream/section/names.h"
#include "stream/section/provenance.h"
#include "stream/section/weights.h"

#include <stdio.h>
#include <stdlib.h>

enum sp_status
import_check_parts(struct import *import)
{
	const struct import_options *options = import->options;

	if (options->parts && options->for_merge)
		return sp_fail(error_of(import), SP_USAGE, "option --parts: "
			       "the share of a task is one file (cut the "
			       "merged graph: graphimport --parts N FILE)");
	if (options->parts && import_has_scores(import))
		return sp_fail(error_of(import), SP_USAGE, "option --parts: "
			       "scores are of the whole graph, and go into no "
			       "part (add them to the graph in one file)");
	return SP_OK;
}

/* ---- what comes before the links -------------------------------------- */

/* Hosts are those of all pages, so that a part can be pruned. */
static enum sp_status
save_part(const struct sp_hosts *hosts, const struct sp_names *names,
	  const struct sp_part *part, struct sp_writer *writer,
	  struct sp_error *err)
{
	struct sp_section section = { 0 };
	enum sp_status status = SP_OK;

	if (hosts && hosts->pages)
		status = sp_save_hosts(writer, hosts, err);
	if (status || !names || !names->count)
		return status;
	status = sp_section_begin(&section, writer, SP_TAG_NAMES, NULL, 0,
				  err);
	for (uint64_t page = 0; !status && page < names->count; page++) {
		size_t length;
		const char *name = sp_names_get(names, page, &length);

		status = cmd_parts_name(&section, part, page, name, length,
					err);
	}
	return sp_section_close(&section, status, err);
}

static enum sp_status
save_import(void *context, const struct sp_part *part,
	    struct sp_writer *writer, struct sp_error *err)
{
	struct import *import = context;

	return save_part(&import->hosts, &import->made.names, part, writer,
			 err);
}

enum sp_status
import_open_parts(struct import *import)
{
	import->to_parts = (struct cmd_parts_rows){
		.parts = cmd_parts_new(import->cmd, import->options->parts),
		.weighted = is_weighted(import), .before = save_import,
		.context = import
	};
	return import->to_parts.parts ? SP_OK : error_of(import)->status;
}

static enum sp_status
parts_write_graph(struct import *import, const struct sp_graph *graph,
		  const double *weights, struct sp_basis *basis)
{
	struct sp_row_sink sink = cmd_parts_sink(&import->to_parts), rows;
	struct progress progress;
	enum sp_status status;

	import->to_parts.weighted = weights != NULL;
	progress_begin(&progress, import->cmd, "page");
	rows = progress_rows(&progress, &sink);
	status = sp_graph_walk(graph, weights, NULL, &rows, error_of(import));
	progress_end(&progress);
	return status ? status : cmd_parts_finish(&import->to_parts, basis);
}

enum sp_status
import_write_parts(struct import *import)
{
	struct sp_basis basis;

	return parts_write_graph(import, import->made.graph,
				 import->made.weights, &basis);
}

/* ---- a stream --------------------------------------------------------- */

/* Hosts, names and the history of the stream go into each part. */
static enum sp_status
save_stream(void *context, const struct sp_part *part,
	    struct sp_writer *writer, struct sp_error *err)
{
	const struct sp_contents *contents = context;
	const struct sp_names *lines = sp_contents_provenance(contents);
	struct sp_line line = SP_LINE_EMPTY;
	enum sp_status status = save_part(sp_contents_hosts(contents),
					  sp_contents_names(contents), part,
					  writer, err);

	for (uint64_t i = 0; !status && i < lines->count; i++) {
		size_t length;
		const char *text = sp_names_get(lines, i, &length);

		sp_line_free(&line);
		sp_line_add_bytes(&line, text, length);
		status = line.lost ? sp_no_memory(err, "the provenance") :
				     sp_save_provenance(writer, line.text, err);
	}
	sp_line_free(&line);
	return status;
}

/* What was computed from the whole graph fits none of its parts. */
static void
warn_of_results(const struct import *import, const struct sp_listing *listing)
{
	const unsigned kept = SP_SECTION_GRAPH | SP_SECTION_WEIGHTS |
			      SP_SECTION_NAMES | SP_SECTION_HOSTS |
			      SP_SECTION_PROVENANCE;
	uint64_t dropped = 0;

	for (uint64_t i = 0; i < listing->count; i++)
		dropped += !(kept >> listing->sections[i].place & 1);
	if (dropped)
		cmd_warn(import->cmd, "%" PRIu64 " sections of the stream are "
			 "about the whole graph, and go into no part "
			 "(graphstat lists them)", dropped);
}

static enum sp_status
parts_cut(struct import *import, struct sp_contents *contents)
{
	const struct sp_graph *graph = sp_contents_graph(contents);
	struct sp_fingerprint whole, origin;
	struct sp_basis basis;

	whole = sp_basis_of(graph).graph;
	origin = sp_graph_origin(graph);
	import->to_parts.before = save_stream;
	import->to_parts.context = contents;
	if (!sp_fingerprint_equal(&whole, &origin))
		import->to_parts.origin = &origin;
	if (parts_write_graph(import, graph, sp_contents_weights(contents),
			      &basis))
		return error_of(import)->status;
	cmd_count(import->cmd, "pages", basis.graph.pages);
	cmd_count(import->cmd, "links", basis.graph.links);
	return SP_OK;
}

enum sp_status
import_cut_stream(struct import *import)
{
	struct sp_contents contents = { 0 };
	struct sp_listing listing = { 0 };
	struct sp_load_options how = {
		.want = SP_SECTION_GRAPH | SP_SECTION_WEIGHTS |
			SP_SECTION_NAMES | SP_SECTION_HOSTS |
			SP_SECTION_PROVENANCE,
		.threads = import->cmd->threads, .listing = &listing
	};
	enum sp_status status = import_load_stream(import, &how, &contents);

	if (!status && sp_contents_part(&contents))
		status = sp_fail(error_of(import), SP_DATA, "%s: a part of a "
				 "graph is not cut again: give the whole",
				 sp_source_name(import->source));
	if (!status) {
		warn_of_results(import, &listing);
		status = parts_cut(import, &contents);
	}
	sp_listing_free(&listing);
	sp_contents_free(&contents);
	return status;
}
