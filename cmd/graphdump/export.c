/* SPDX-License-Identifier: MIT */
/*
 * The formats of the library: the graph, and what is known of its pages.
 *
 * What a format cannot hold is not loaded (see export_format() in formats.c),
 * so it is enough to pass on what is there.
 */
#include "formats.h"

#include "base/memory.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/names.h"
#include "stream/section/scores.h"
#include "stream/section/weights.h"

#include <stdlib.h>

/*
 * All scores, or that of --score.
 *
 * Formats know nothing of sections: they get names and values.
 */
static enum sp_status
collect_scores(struct dump *dump, struct sp_export_graph *what,
	       struct sp_export_score **made)
{
	const struct sp_score_list *list = sp_contents_scores(&dump->contents);
	const struct sp_score *one = NULL;

	if (dump->score && dump_one_score(dump, &one))
		return dump->cmd->err.status;
	*made = sp_alloc(list->count, sizeof(**made));
	if (!*made)
		return sp_no_memory(&dump->cmd->err, "the list of scores");
	for (uint64_t i = 0; i < list->count; i++)
		if (!one || one == &list->scores[i])
			(*made)[what->score_count++] = (struct sp_export_score){
				list->scores[i].name, list->scores[i].values
			};
	what->scores = *made;
	return SP_OK;
}

static enum sp_status
export_write_graph(struct dump *dump, const struct sp_export_graph *what)
{
	struct cmd *cmd = dump->cmd;
	struct sp_output outputs[DUMP_FILES];
	struct progress progress;
	enum sp_status status;

	for (unsigned i = 0; i < DUMP_FILES && dump->outputs[i]; i++)
		outputs[i] = cmd_output_bytes(dump->outputs[i]);
	progress_begin(&progress, cmd, "page");
	dump->export.threads = cmd->threads;
	dump->export.safe = cmd_output_safe(dump->outputs[0]);
	dump->export.progress = &progress.teller;
	status = dump->format.of->write(what, &dump->export, outputs,
					&cmd->err);
	progress_end(&progress);
	return status;
}

static const double no_weight;

enum sp_status
dump_exported_graph(struct dump *dump, struct sp_export_graph *what)
{
	const struct sp_contents *contents = &dump->contents;

	*what = (struct sp_export_graph){
		.graph = sp_contents_graph(contents),
		.weights = sp_contents_weights(contents),
		.names = sp_contents_names(contents),
		.hosts = sp_contents_hosts(contents)
	};
	if (!what->graph)
		return cmd_missing(dump->cmd, "graph");
	/* A graph without links has no weights to miss, but the form of one. */
	if (dump->weights && !what->weights) {
		if (sp_graph_links(what->graph))
			return cmd_missing(dump->cmd, "weights");
		what->weights = &no_weight;
	}
	return SP_OK;
}

enum sp_status
dump_export(struct dump *dump)
{
	struct sp_export_graph what;
	struct sp_export_score *scores = NULL;
	enum sp_status status = dump_exported_graph(dump, &what);

	if (!status)
		status = collect_scores(dump, &what, &scores);
	if (!status)
		status = export_write_graph(dump, &what);
	free(scores);
	return status;
}
