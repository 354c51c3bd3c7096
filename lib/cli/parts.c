/* SPDX-License-Identifier: MIT */
#include "cli/parts.h"

#include "cli/files.h"
#include "cli/target.h"

#include "base/memory.h"
#include "stream/section/fields.h"
#include "stream/section/graph.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cmd_parts {
	struct cmd *cmd;
	uint64_t count, made;
	struct cmd_output **outputs; /* of each part, then of the manifest */
	char **paths;                /* of each part, and the next one */
	struct sp_manifest manifest;
	struct sp_part open;         /* whose output is outputs[made] */
	uint64_t bytes;              /* of all parts */
};

/* ---- names of files --------------------------------------------------- */

/* As many digits as the last part has, and at least 3, so that names sort. */
static char *
part_path(const char *path, uint64_t number, uint64_t count)
{
	size_t size = strlen(path) + 24;
	char *out = sp_alloc(size, 1);
	int digits = snprintf(NULL, 0, "%" PRIu64, count - 1);

	if (out)
		snprintf(out, size, "%s.%0*" PRIu64, path,
			 digits < 3 ? 3 : digits, number);
	return out;
}

static enum sp_status
name_parts(struct cmd_parts *parts)
{
	struct cmd *cmd = parts->cmd;

	parts->outputs = sp_alloc_zero(parts->count + 1,
				       sizeof(struct cmd_output *));
	parts->paths = sp_alloc_zero(parts->count + 1, sizeof(char *));
	for (uint64_t i = 0; parts->paths && i <= parts->count; i++) {
		parts->paths[i] = part_path(cmd->output, i, parts->count);
		if (!parts->paths[i])
			return sp_no_memory(&cmd->err, "the files of parts");
	}
	return parts->outputs && parts->paths ?
		       SP_OK : sp_no_memory(&cmd->err, "the files of parts");
}

/* ---- opening ---------------------------------------------------------- */

static enum sp_status
parts_check_output(struct cmd *cmd, uint64_t count)
{
	struct target target;
	bool file;

	if (count > CMD_PARTS_MAX)
		return sp_fail(&cmd->err, SP_USAGE,
			       "%" PRIu64 " parts: at most %d are made at once",
			       count, CMD_PARTS_MAX);
	if (!cmd->output || !strcmp(cmd->output, "-"))
		return sp_fail(&cmd->err, SP_USAGE, "option --parts: parts "
			       "are files: give -o FILE for FILE.000, FILE.001 "
			       "... and FILE, their manifest");
	/* What cannot be found is reported when it is opened. */
	if (target_find(&target, cmd->output))
		return SP_OK;
	file = target.kind == TARGET_FILE || target.kind == TARGET_NEW;
	target_free(&target);
	return file ? SP_OK : sp_fail(&cmd->err, SP_USAGE, "option --parts: "
				      "%s is no regular file", cmd->output);
}

/* May the file at path be written?  -o is it while inputs are compared. */
static enum sp_status
check_path(struct cmd *cmd, const char *path)
{
	const char *output = cmd->output;
	enum sp_status status;

	cmd->output = path;
	status = cmd_check_output(cmd);
	cmd->output = output;
	return status ? status : cmd_check_stats(cmd, path);
}

static enum sp_status
check_paths(struct cmd_parts *parts)
{
	struct cmd *cmd = parts->cmd;
	enum sp_status status = cmd_check_output(cmd);

	for (uint64_t i = 0; !status && i < parts->count; i++)
		status = check_path(cmd, parts->paths[i]);
	/* FILE.??? of a shell would take it for a part of this graph. */
	if (!status && !access(parts->paths[parts->count], F_OK))
		status = sp_fail(&cmd->err, SP_USAGE, "%s is left from a graph "
				 "in more parts than %" PRIu64 ": remove it "
				 "first", parts->paths[parts->count],
				 parts->count);
	return status;
}

struct cmd_parts *
cmd_parts_new(struct cmd *cmd, uint64_t count)
{
	struct cmd_parts *parts;

	if (parts_check_output(cmd, count))
		return NULL;
	parts = sp_alloc_zero(1, sizeof(*parts));
	if (!parts) {
		(void)sp_no_memory(&cmd->err, "parts of a graph");
		return NULL;
	}
	parts->cmd = cmd;
	parts->count = count;
	if (!name_parts(parts) && !check_paths(parts))
		parts->outputs[count] = cmd_output_open(cmd, cmd->output,
							false);
	if (parts->outputs && parts->outputs[count])
		return parts;
	cmd_parts_free(parts);
	return NULL;
}

enum sp_status
cmd_parts_open(struct cmd_parts *parts, const struct sp_part *part,
	       struct sp_writer **writer)
{
	uint64_t i = parts->made;
	struct cmd *cmd = parts->cmd;

	parts->open = *part;
	parts->outputs[i] = cmd_output_open(cmd, parts->paths[i], true);
	if (!parts->outputs[i])
		return cmd->err.status;
	*writer = cmd_output_writer(parts->outputs[i]);
	return sp_save_part(*writer, part, &cmd->err);
}

enum sp_status
cmd_parts_close(struct cmd_parts *parts, const struct sp_basis *basis)
{
	uint64_t i = parts->made;
	const char *slash = strrchr(parts->paths[i], '/');
	struct cmd *cmd = parts->cmd;
	struct sp_manifest_part part = {
		.file = slash ? (char *)(uintptr_t)slash + 1 : parts->paths[i],
		.first = parts->open.first, .end = parts->open.end,
		.basis = *basis
	};

	if (cmd_output_seal(parts->outputs[i], &part.bytes))
		return cmd->err.status;
	parts->bytes += part.bytes;
	parts->made++;
	return sp_manifest_add(&parts->manifest, &part, &cmd->err);
}

/* ---- the end ---------------------------------------------------------- */

enum sp_status
cmd_parts_commit(struct cmd_parts *parts)
{
	struct cmd *cmd = parts->cmd;
	struct sp_output bytes =
		cmd_output_bytes(parts->outputs[parts->count]);

	cmd_count(cmd, "parts", parts->made);
	cmd_count(cmd, "bytes_written", parts->bytes);
	if (sp_manifest_complete(&parts->manifest, &cmd->err) ||
	    sp_manifest_write(&parts->manifest, &bytes, &cmd->err))
		return cmd->err.status;
	return cmd_output_commit_all(parts->outputs, parts->count + 1);
}

void
cmd_parts_free(struct cmd_parts *parts)
{
	if (!parts)
		return;
	for (uint64_t i = 0; i <= parts->count; i++) {
		if (parts->outputs)
			cmd_output_free(parts->outputs[i]);
		if (parts->paths)
			free(parts->paths[i]);
	}
	free(parts->outputs);
	free(parts->paths);
	sp_manifest_free(&parts->manifest);
	free(parts);
}

/* ---- rows of the whole ------------------------------------------------ */

static enum sp_status
parts_begin_part(struct cmd_parts_rows *to, struct sp_error *err)
{
	struct cmd *cmd = to->parts->cmd;

	if (cmd_parts_open(to->parts, &to->part, &to->writer)) {
		*err = cmd->err;
		return err->status;
	}
	if (to->before &&
	    to->before(to->context, &to->part, to->writer, err))
		return err->status;
	to->graph = sp_graph_writer_new(to->writer, cmd->threads,
					to->weighted);
	if (!to->graph)
		return sp_no_memory(err, "the graph");
	to->rows = sp_graph_writer_rows(to->graph);
	return sp_rows_begin(&to->rows, to->part.pages, err);
}

/* What is left of the origin of the whole for the last part. */
static struct sp_fingerprint
rest_of(const struct cmd_parts_rows *from)
{
	return (struct sp_fingerprint){
		from->part.pages,
		from->origin->links - from->sum.graph.links,
		from->origin->checksum - from->sum.graph.checksum
	};
}

static enum sp_status
end_part(struct cmd_parts_rows *to, struct sp_error *err)
{
	bool last = to->part.number + 1 == to->part.count;
	struct sp_fingerprint rest;
	struct sp_basis basis;
	enum sp_status status;

	if (last && to->origin)
		rest = rest_of(to);
	status = sp_graph_writer_finish(
		to->graph, last && to->origin ? &rest : NULL, &basis, err);
	if (status)
		return status;
	sp_graph_writer_free(to->graph);
	to->graph = NULL;
	to->sum.graph.pages = to->sum.origin.pages = to->part.pages;
	to->sum.graph.links += basis.graph.links;
	to->sum.graph.checksum += basis.graph.checksum;
	to->sum.origin.links += basis.origin.links;
	to->sum.origin.checksum += basis.origin.checksum;
	status = cmd_parts_close(to->parts, &basis);
	if (status && err != &to->parts->cmd->err)
		*err = to->parts->cmd->err;
	return status;
}

static enum sp_status
next_part(struct cmd_parts_rows *to, struct sp_error *err)
{
	enum sp_status status = end_part(to, err);

	if (status)
		return status;
	to->part = sp_part_of(to->part.pages, to->part.number + 1,
			      to->part.count);
	return parts_begin_part(to, err);
}

static enum sp_status
parts_rows_begin(void *context, uint64_t pages, struct sp_error *err)
{
	struct cmd_parts_rows *to = context;

	if (pages > SP_PAGES_MAX)
		return sp_fail(err, SP_DATA, "%" PRIu64 " pages: more than "
			       "%" PRIu64 " are not supported", pages,
			       SP_PAGES_MAX);
	to->part = sp_part_of(pages, 0, to->parts->count);
	return parts_begin_part(to, err);
}

static enum sp_status
rows_take(void *context, const struct sp_row *row, struct sp_error *err)
{
	struct cmd_parts_rows *to = context;

	while (row->page >= to->part.end &&
	       to->part.number + 1 < to->part.count)
		if (next_part(to, err))
			return err->status;
	return sp_rows_pass(&to->rows, row, err);
}

struct sp_row_sink
cmd_parts_sink(struct cmd_parts_rows *rows)
{
	return (struct sp_row_sink){ rows, parts_rows_begin, rows_take };
}

enum sp_status
cmd_parts_finish(struct cmd_parts_rows *rows, struct sp_basis *basis)
{
	struct sp_error *err = &rows->parts->cmd->err;

	while (rows->part.number + 1 < rows->part.count)
		if (next_part(rows, err))
			return err->status;
	if (end_part(rows, err))
		return err->status;
	*basis = rows->sum;
	return SP_OK;
}

void
cmd_parts_rows_free(struct cmd_parts_rows *rows)
{
	sp_graph_writer_free(rows->graph);
	rows->graph = NULL;
}

enum sp_status
cmd_parts_name(struct sp_section *section, const struct sp_part *part,
	       uint64_t page, const char *name, size_t length,
	       struct sp_error *err)
{
	bool own = page >= part->first && page < part->end;

	return sp_save_string(section, own ? name : "", own ? length : 0, err);
}
