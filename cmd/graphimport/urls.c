/* SPDX-License-Identifier: MIT */
/*
 * Links between URLs, from crawlers' databases and exports: options, and what
 * is told about them.
 */
#include "graphimport.h"

#include "cli/readable.h"

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
report_table(const struct import *import)
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
		report_table(import);
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
