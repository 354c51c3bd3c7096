/* SPDX-License-Identifier: MIT */
/*
 * A graph in parts is as many outputs as it has parts, and one for the
 * manifest.  All of them exist under temporary names until the commit
 * (cli/replace.h), which puts the parts in place and then the manifest; so a
 * manifest never names a file that is not there or is of an earlier run.
 *
 * Only one part is written at a time: when it is sealed, its writer goes, and
 * soon its descriptor; what is left is its name.  A few stay open for a moment,
 * so that the disk need not be flushed for each of them.  So thousands of parts
 * need no more descriptors than these.
 *
 * Whether all files may be written is found out before the first: each is
 * compared with the inputs and with --stats, as the file of -o is, by taking
 * the place of -o for the time of the check.  A file of a graph in more parts
 * that would stay beside the new ones is refused, since "FILE.*" would take it
 * for a part of this graph.
 */
#include "cli/parts.h"

#include "cli/files.h"
#include "cli/target.h"

#include "base/memory.h"
#include "stream/section/fields.h"
#include "stream/section/graph.h"

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
				      "%s is not a regular file", cmd->output);
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
	if (parts->made % CMD_PARTS_OPEN == 0 &&
	    cmd_output_settle(parts->outputs + parts->made - CMD_PARTS_OPEN,
			      CMD_PARTS_OPEN))
		return cmd->err.status;
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

enum sp_status
cmd_parts_name(struct sp_section *section, const struct sp_part *part,
	       uint64_t page, const char *name, size_t length,
	       struct sp_error *err)
{
	bool own = page >= part->first && page < part->end;

	return sp_save_string(section, own ? name : "", own ? length : 0, err);
}
