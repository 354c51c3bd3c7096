/* SPDX-License-Identifier: MIT */
/* The parts that tasks have imported become one graph. */
#include "graphimport.h"

#include "cli/readable.h"

#include "base/memory.h"
#include "formats/import/domains.h"
#include "formats/merge/merge.h"
#include "stream/section/graph.h"
#include "stream/section/hosts.h"
#include "stream/section/provenance.h"

#include <string.h>
#include <sys/stat.h>

/* A merge, and where its names go. */
struct merge_run {
	struct import *import;
	struct sp_merge *merge;
	struct sp_merge_counts counts;
	struct sp_section names; /* while they are written, to */
	const struct sp_part *part; /* this part, or NULL */
	struct sp_hosts hosts;   /* names and domains alone */
};

/* ---- operands --------------------------------------------------------- */

/* The tasks have had all options that say how to import. */
static enum sp_status
merge_check_options(struct import *import)
{
	const struct import_options *options = import->options;

	for (const struct option_row *row = import->cmd->options; row->name;
	     row++)
		if (row->given && row->value != &options->merge_names &&
		    row->value != &options->domain &&
		    row->value != &options->parts)
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
merge_add_parts(struct merge_run *run)
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
merge_number_pages(struct merge_run *run)
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
save_hosts(struct merge_run *run, struct sp_writer *writer)
{
	const struct sp_merged_hosts *hosts = sp_merge_hosts(run->merge);
	struct sp_error *err = error_of(run->import);
	struct sp_section section = { 0 };
	enum sp_status status = sp_save_strings(writer, SP_TAG_HOSTS,
						&hosts->names, err);

	if (!status && run->hosts.domains.count)
		status = sp_save_strings(writer, SP_TAG_DOMAINS,
					 &run->hosts.domains, err);
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

	if (run->part)
		return cmd_parts_name(&run->names, run->part, page, name,
				      length, err);
	return sp_save_string(&run->names, name, length, err);
}

static enum sp_status
save_names(struct merge_run *run, struct sp_writer *writer)
{
	struct sp_name_visitor visitor = { run, save_name };
	struct sp_error *err = error_of(run->import);
	enum sp_status status = sp_section_begin(&run->names, writer,
						 SP_TAG_NAMES, NULL, 0, err);

	if (!status)
		status = sp_merge_names(run->merge, &visitor, err);
	return sp_section_close(&run->names, status, err);
}

/* The line of the tasks, before that of the merge. */
static enum sp_status
save_lines(struct merge_run *run, struct sp_writer *writer)
{
	const struct sp_names *lines = sp_merge_provenance(run->merge);
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < lines->count; i++) {
		size_t length;
		const char *line = sp_names_get(lines, i, &length);

		status = sp_writer_frame(writer, SP_TAG_PROVENANCE,
					 SP_FRAME_HEAD | SP_FRAME_TAIL, 0, 1,
					 line, length, error_of(run->import));
	}
	return status;
}

/* What comes before the links, in the output or in each of its parts. */
static enum sp_status
save_before(void *context, const struct sp_part *part,
	    struct sp_writer *writer, struct sp_error *err)
{
	struct merge_run *run = context;
	enum sp_status status;

	run->part = part;
	status = save_hosts(run, writer);
	if (!status)
		status = save_names(run, writer);
	if (!status && part)
		status = save_lines(run, writer);
	if (status)
		*err = *error_of(run->import);
	return status;
}

static enum sp_status
graphimport_merge_rows(struct merge_run *run, const struct sp_row_sink *sink)
{
	struct progress progress;
	struct sp_row_sink rows;
	enum sp_status status;

	progress_begin(&progress, run->import->cmd, "page");
	rows = progress_rows(&progress, sink);
	status = sp_merge_rows(run->merge, &rows, &run->counts,
			       error_of(run->import));
	progress_end(&progress);
	return status;
}

static enum sp_status
save_graph(struct merge_run *run, struct sp_writer *writer)
{
	struct import *import = run->import;
	struct sp_graph_writer *graph = sp_graph_writer_new(
		writer, import->cmd->threads, false);
	struct sp_row_sink rows;
	struct sp_basis basis;
	enum sp_status status;

	if (!graph)
		return sp_no_memory(error_of(import), "the graph");
	rows = sp_graph_writer_rows(graph);
	status = graphimport_merge_rows(run, &rows);
	if (!status)
		status = sp_graph_writer_finish(graph, NULL, &basis,
						error_of(import));
	sp_graph_writer_free(graph);
	return status;
}

/* ---- outputs ---------------------------------------------------------- */

/* One stream. */
static enum sp_status
merge_to_stream(struct merge_run *run)
{
	struct cmd_output *output = run->import->output;
	struct sp_writer *writer = cmd_output_writer(output);
	enum sp_status status = save_before(run, NULL, writer,
					    error_of(run->import));

	if (!status)
		status = save_graph(run, writer);
	if (!status)
		status = save_lines(run, writer);
	return status ? status : cmd_output_sign(output);
}

/* Parts and their manifest, with --parts. */
static enum sp_status
merge_to_parts(struct merge_run *run)
{
	struct import *import = run->import;
	struct cmd_parts_rows *to = &import->to_parts;
	struct sp_row_sink rows;
	struct sp_basis basis;
	enum sp_status status;

	to->before = save_before;
	to->context = run;
	rows = cmd_parts_sink(to);
	status = graphimport_merge_rows(run, &rows);
	if (!status)
		status = cmd_parts_finish(to, &basis);
	return status ? status : cmd_parts_commit(to->parts);
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

/* Domains are those of the hosts that are left. */
static enum sp_status
find_domains(struct merge_run *run)
{
	if (!run->import->options->domain)
		return SP_OK;
	/* Borrowed: only domains are freed. */
	run->hosts.names = sp_merge_hosts(run->merge)->names;
	return sp_hosts_find_domains(&run->hosts, error_of(run->import));
}

static enum sp_status
merge_all(struct merge_run *run)
{
	enum sp_status status = merge_add_parts(run);

	if (!status)
		status = merge_number_pages(run);
	if (!status)
		status = find_domains(run);
	if (status)
		return status;
	return run->import->output ? merge_to_stream(run) :
				     merge_to_parts(run);
}

enum sp_status
import_merge(struct import *import)
{
	struct merge_run run = { .import = import };
	struct cmd *cmd = import->cmd;
	enum sp_status status = merge_check_options(import);

	if (status)
		return status;
	run.merge = sp_merge_new(cmd->threads);
	if (!run.merge)
		return sp_no_memory(&cmd->err, "the merge");
	status = import_open_output(import);
	if (!status)
		status = merge_all(&run);
	if (!status)
		report_merge(&run);
	cmd_output_free(import->output);
	import->output = NULL;
	cmd_parts_rows_free(&import->to_parts);
	cmd_parts_free(import->to_parts.parts);
	sp_names_free(&run.hosts.domains);
	sp_merge_free(run.merge);
	return status;
}
