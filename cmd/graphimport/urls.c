/* SPDX-License-Identifier: MIT */
/*
 * Links between URLs, from crawlers' databases and exports: options, and what
 * is reported about them; and the normal form of the names of any format.
 */
#include "graphimport.h"

#include "cli/readable.h"

#include "formats/import/normalize.h"

#include <stdlib.h>

bool
import_has_urls(const struct import *import)
{
	enum sp_import_format_number format = import->options->format;

	return format == SP_FORMAT_LINKDB || format == SP_FORMAT_CSV ||
	       format == SP_FORMAT_CLUEWEB22;
}

enum sp_status
import_set_urls(struct import *import, struct sp_import_options *how)
{
	const struct import_options *options = import->options;
	struct cmd *cmd = import->cmd;

	if (options->format == SP_FORMAT_CLUEWEB22 && options->normalize &&
	    !options->clueweb_urls)
		return sp_fail(&cmd->err, SP_USAGE, "option --normalize: ids "
			       "of ClueWeb22 have no normal form (give "
			       "--urls)");
	if (cmd->operand_count) {
		how->paths = (const char *const *)cmd->operands;
		how->path_count = (size_t)cmd->operand_count;
		import->reading.bytes.total = sp_files_size(
			cmd->operands, (uint64_t)cmd->operand_count);
	}
	how->csv = options->csv;
	how->csv.separator = options->arcs.separator;
	how->csv.where = options->where.items;
	how->csv.where_count = (size_t)options->where.count;
	how->clueweb_urls = options->clueweb_urls;
	how->normalize = options->normalize;
	return SP_OK;
}

static void
urls_report_table(const struct import *import)
{
	const struct sp_csv_report *report = &import->made.csv;
	struct cmd *cmd = import->cmd;

	if (report->guessed)
		cmd_say(cmd, "links go from column \"%s\" to column \"%s\"",
			report->source, report->target);
	if (*report->kinds)
		cmd_warn(cmd, "column \"%s\" has several values, which all "
			 "count as links: choose with --where %s=VALUE (%s)",
			 report->kind_column, report->kind_column,
			 report->kinds);
	if (report->undirected)
		cmd_warn(cmd, "links of type Undirected are read in one "
			 "direction, from source to target");
	if (report->weights_unused)
		cmd_warn(cmd, "its links have weights that are not used "
			 "(--weight Weight keeps them)");
	if (import->options->where.count)
		cmd_count(cmd, "filtered_records", report->filtered);
}

void
import_report_urls(const struct import *import)
{
	enum sp_import_format_number format = import->options->format;
	char text[READABLE_TEXT];

	if (format == SP_FORMAT_CSV)
		urls_report_table(import);
	cmd_count(import->cmd, "left_out", import->made.left_out);
	if (!import->made.left_out)
		return;
	readable_count(text, import->made.left_out);
	if (format == SP_FORMAT_CLUEWEB22 && !import->options->clueweb_urls)
		cmd_say(import->cmd, "%s of the links lead out of the "
			"collection, and are left out", text);
	else
		cmd_warn(import->cmd, "%s of the links have no page at one "
			 "end, and are left out", text);
}

/* ---- the normal form of names ----------------------------------------- */

/*
 * A count must not make an import fail that fits into memory: without the
 * memory for it, nothing is said.
 */
void
import_warn_of_alike(const struct import *import)
{
	const struct sp_names *names = &import->made.names;
	char first[IMPORT_NAME_SHOWN], second[IMPORT_NAME_SHOWN];
	struct sp_alike alike;
	struct sp_error ignored;

	if (import->options->normalize || import_has_archives(import) ||
	    import->options->format == SP_FORMAT_CC ||
	    sp_count_alike(names, &alike, &ignored) || !alike.pages)
		return;
	import_show_name(import, alike.first, first);
	import_show_name(import, alike.second, second);
	cmd_warn(import->cmd, "%" PRIu64 " of %" PRIu64 " pages are the same "
		 "as others by the normal form of their URLs, such as \"%s\" "
		 "and \"%s\": --normalize joins them", alike.pages,
		 names->count, first, second);
}

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
import_normalize(struct import *import)
{
	struct sp_imported *made = &import->made;
	struct sp_error *err = error_of(import);
	struct sp_joined joined;

	/* These have made their names like that, page by page. */
	if (!import->options->normalize || import_has_urls(import))
		return SP_OK;
	if (!made->names.count || made->names_are_ids)
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
	if (import->options->hosts && joined.graph) {
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
