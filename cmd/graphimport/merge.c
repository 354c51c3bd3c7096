/* SPDX-License-Identifier: MIT */
/* The parts that tasks have imported become one graph. */
#include "graphimport.h"

#include "cli/readable.h"

#include "base/memory.h"
#include "import/domains.h"
#include "merge/merge.h"
#include "section/graph.h"
#include "section/hosts.h"
#include "section/provenance.h"

#include <string.h>
#include <sys/stat.h>

/* A merge, and where its names go. */
struct merge_run {
	struct import *import;
	struct sp_merge *merge;
	struct sp_merge_counts counts;
	struct sp_section names;
	struct sp_hosts hosts;   /* names and domains alone */
};

/* ---- operands --------------------------------------------------------- */

/* The tasks have had all options that say how to import. */
static enum sp_status
check_options(struct import *import)
{
	const struct import_options *options = import->options;

	if (options->parts)
		return sp_fail(error_of(import), SP_USAGE, "option --parts: "
			       "merge into one file, then cut it: graphimport "
			       "--parts %llu -o OUT FILE",
			       (unsigned long long)options->parts);
	for (const struct option_row *row = import->cmd->options; row->name;
	     row++)
		if (row->given && row->value != &options->merge_names &&
		    row->value != &options->domain)
			return sp_fail(error_of(import), SP_USAGE, "option "
				       "--%s: give it to the tasks, not to "
				       "--merge-names", row->name);
	if (!import->cmd->operand_count)
		return sp_fail(error_of(import), SP_USAGE, "--merge-names "
			       "needs the files that tasks have made with "
			       "--for-merge");
	if (import->cmd->operand_count > SP_MERGE_PARTS)
		return sp_fail(error_of(import), SP_USAGE, "too many operands: "
			       "at most %d files can be merged",
			       SP_MERGE_PARTS);
	return SP_OK;
}

/* Each part is read several times, which no pipe allows. */
static enum sp_status
check_file(struct import *import, const char *path)
{
	struct stat info;

	if (strcmp(path, "-") && (stat(path, &info) || S_ISREG(info.st_mode)))
		return SP_OK;
	return sp_fail(error_of(import), SP_USAGE, "%s: not a file: a merge "
		       "reads its files several times", path);
}

static enum sp_status
add_parts(struct merge_run *run)
{
	struct import *import = run->import;
	struct cmd *cmd = import->cmd;
	struct progress progress;
	enum sp_status status = SP_OK;

	progress_begin(&progress, cmd, "file");
	for (int i = 0; !status && i < cmd->operand_count; i++) {
		status = check_file(import, cmd->operands[i]);
		if (!status)
			status = sp_merge_add(run->merge, cmd->operands[i],
					      error_of(import));
		progress_step(&progress, (uint64_t)i + 1,
			      (uint64_t)cmd->operand_count);
	}
	progress_end(&progress);
	return status;
}

static enum sp_status
number_pages(struct merge_run *run)
{
	struct import *import = run->import;
	struct progress progress;
	enum sp_status status;

	progress_begin(&progress, import->cmd, "name");
	status = sp_merge_number(run->merge, &progress.teller,
				 error_of(import));
	progress_end(&progress);
	import->pages = sp_merge_pages(run->merge);
	if (!status && !import->pages)
		return sp_fail(error_of(import), SP_DATA, "no task has a page "
			       "that stays");
	return status;
}

/* ---- sections --------------------------------------------------------- */

static enum sp_status
save_hosts(struct merge_run *run)
{
	const struct sp_merged_hosts *hosts = sp_merge_hosts(run->merge);
	struct import *import = run->import;
	struct sp_writer *writer = cmd_output_writer(import->output);
	struct sp_error *err = error_of(import);
	struct sp_section section = { 0 };
	enum sp_status status = SP_OK;

	run->hosts.names = hosts->names;
	if (import->options->domain)
		status = sp_hosts_find_domains(&run->hosts, err);
	if (!status)
		status = sp_save_strings(writer, SP_TAG_HOSTS, &hosts->names,
					 err);
	if (!status && run->hosts.domains.count)
		status = sp_save_strings(writer, SP_TAG_DOMAINS,
					 &run->hosts.domains, err);
	sp_names_free(&run->hosts.domains);
	if (status)
		return status;
	status = sp_section_begin(&section, writer, SP_TAG_HOST_OF, NULL, 0,
				  err);
	for (uint64_t i = 0; !status && i < hosts->names.count; i++)
		status = sp_save_host_run(&section, i, hosts->pages[i], err);
	return sp_section_close(&section, status, err);
}

static enum sp_status
save_name(void *context, uint64_t page, const char *name, size_t length,
	  struct sp_error *err)
{
	struct merge_run *run = context;

	(void)page;
	return sp_save_string(&run->names, name, length, err);
}

static enum sp_status
save_names(struct merge_run *run)
{
	struct sp_name_visitor visitor = { run, save_name };
	struct sp_error *err = error_of(run->import);
	enum sp_status status = sp_section_begin(
		&run->names, cmd_output_writer(run->import->output),
		SP_TAG_NAMES, NULL, 0, err);

	if (!status)
		status = sp_merge_names(run->merge, &visitor, err);
	return sp_section_close(&run->names, status, err);
}

static enum sp_status
save_graph(struct merge_run *run)
{
	struct import *import = run->import;
	struct sp_graph_writer *graph = sp_graph_writer_new(
		cmd_output_writer(import->output), import->cmd->threads,
		false);
	struct progress progress;
	struct sp_row_sink rows;
	struct sp_basis basis;
	enum sp_status status;

	if (!graph)
		return sp_no_memory(error_of(import), "the graph");
	progress_begin(&progress, import->cmd, "page");
	rows = sp_graph_writer_rows(graph);
	rows = progress_rows(&progress, &rows);
	status = sp_merge_rows(run->merge, &rows, &run->counts,
			       error_of(import));
	if (!status)
		status = sp_graph_writer_finish(graph, NULL, &basis,
						error_of(import));
	progress_end(&progress);
	sp_graph_writer_free(graph);
	return status;
}

/* The line of the tasks, then that of the merge. */
static enum sp_status
save_provenance(struct merge_run *run)
{
	const struct sp_names *lines = sp_merge_provenance(run->merge);
	struct sp_writer *writer = cmd_output_writer(run->import->output);

	for (uint64_t i = 0; i < lines->count; i++) {
		size_t length;
		const char *line = sp_names_get(lines, i, &length);

		if (sp_writer_frame(writer, SP_TAG_PROVENANCE,
				    SP_FRAME_HEAD | SP_FRAME_TAIL, 0, 1, line,
				    length, error_of(run->import)))
			return error_of(run->import)->status;
	}
	return cmd_output_sign(run->import->output);
}

/* ---- the merge -------------------------------------------------------- */

static void
report_merge(const struct merge_run *run)
{
	const struct sp_merge_counts *counts = &run->counts;
	struct cmd *cmd = run->import->cmd;
	uint64_t pages = run->import->pages;

	cmd_count(cmd, "tasks", (uint64_t)cmd->operand_count);
	cmd_count(cmd, "pages", pages);
	cmd_count(cmd, "links", counts->links);
	cmd_count(cmd, "hosts", sp_merge_hosts(run->merge)->names.count);
	cmd_count(cmd, "duplicates", counts->duplicates);
	cmd_count(cmd, "self_links", counts->self_links);
	cmd_count(cmd, "dangling_pages", pages - counts->linking);
	cmd_count(cmd, "pages_in", sp_merge_pages_in(run->merge));
	cmd_count(cmd, "links_in", counts->links_in);
	cmd_count(cmd, "dropped", counts->dropped);
	cmd_count(cmd, "refetched", counts->refetched);
}

static enum sp_status
merge_all(struct merge_run *run)
{
	enum sp_status status = add_parts(run);

	if (!status)
		status = number_pages(run);
	if (!status)
		status = save_hosts(run);
	if (!status)
		status = save_names(run);
	if (!status)
		status = save_graph(run);
	return status ? status : save_provenance(run);
}

enum sp_status
import_merge(struct import *import)
{
	struct merge_run run = { .import = import };
	struct cmd *cmd = import->cmd;
	enum sp_status status = check_options(import);

	if (status)
		return status;
	run.merge = sp_merge_new(cmd->threads);
	if (!run.merge)
		return sp_no_memory(&cmd->err, "the merge");
	import->output = cmd_output_open(cmd, cmd->output, true);
	status = import->output ? merge_all(&run) : cmd->err.status;
	if (!status)
		report_merge(&run);
	cmd_output_free(import->output);
	import->output = NULL;
	sp_merge_free(run.merge);
	return status;
}
