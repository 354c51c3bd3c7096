/* SPDX-License-Identifier: MIT */
/*
 * A list that may not be longer than a limit is divided into files.  The list
 * is made twice: first only counted, so that the number of files is known, and
 * all of them can be opened before a line is written; then written.  Making it
 * again is cheaper than holding it, and two passes over the same data give the
 * same lines.
 *
 * Files of an earlier run with more parts would look like parts of this list:
 * they are looked for, and the user removes them.
 */
#include "cli/shards.h"

#include "base/memory.h"
#include "base/number.h"
#include "cli/files.h"
#include "cli/target.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
shards_begin(struct shards *shards, struct cmd *cmd, uint64_t limit,
	     const char *head)
{
	*shards = (struct shards){ .cmd = cmd, .limit = limit, .head = head,
				   .used = strlen(head), .count = 1 };
}

/* ---- lines ------------------------------------------------------------ */

/*
 * A line is never divided; one that is longer than a whole file is refused in
 * the first pass.
 */
enum sp_status
shards_line(void *context, const char *line, size_t length,
	    struct sp_error *err)
{
	struct shards *shards = context;
	size_t head = strlen(shards->head);

	if (shards->limit && length > shards->limit - shards->used) {
		if (head >= shards->limit || length > shards->limit - head)
			return sp_fail(err, SP_DATA, "a line of %zu bytes is "
				       "longer than a file may be, %" PRIu64 " "
				       "bytes (see --shard)", length + head,
				       shards->limit);
		shards->count++;
		shards->used = head;
		if (shards->writing &&
		    cmd_output_text(shards->outputs[shards->count - 1],
				    shards->head, head, err))
			return err->status;
	}
	shards->used += length;
	return shards->writing ?
		       cmd_output_text(shards->outputs[shards->count - 1],
				       line, length, err) : SP_OK;
}

/* ---- names of files --------------------------------------------------- */

/* Where "-1" goes in a path: before the suffix of its last name. */
static size_t
find_suffix(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	const char *dot = strrchr(name, '.');

	return dot && dot > name ? (size_t)(dot - path) : strlen(path);
}

/* The path of file number, from 1; NULL if memory is short. */
static char *
shard_path(const char *path, uint64_t number)
{
	size_t suffix = find_suffix(path), size = strlen(path) + 24;
	char *out = sp_alloc(size, 1);

	if (out)
		snprintf(out, size, "%.*s-%" PRIu64 "%s", (int)suffix, path,
			 number, path + suffix);
	return out;
}

/*
 * The number of a file's name, if it is one of the shards of base; else 0.
 *
 * Only names that this program would make: no zeros before the number.
 */
static uint64_t
shard_number(const char *name, const char *base)
{
	size_t before = find_suffix(base), length = strlen(name);
	size_t after = strlen(base) - before;
	uint64_t number;

	if (length < before + 2 + after || strncmp(name, base, before) ||
	    name[before] != '-' || name[before + 1] == '0' ||
	    strcmp(name + length - after, base + before) ||
	    !sp_parse_uint(name + before + 1, length - after - before - 1,
			   &number))
		return 0;
	return number;
}

static enum sp_status
folder_failed(struct cmd *cmd, const char *path)
{
	if (errno == ENOMEM)
		return sp_no_memory(&cmd->err, "the names of files");
	return sp_fail(&cmd->err, SP_IO, "%s: its folder cannot be listed: %s",
		       path, strerror(errno));
}

/*
 * Files of an earlier run must not stay beside the new ones: they would be
 * taken for a part of this list.
 */
static enum sp_status
check_old_files(struct shards *shards, const char *path)
{
	struct cmd *cmd = shards->cmd;
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 :
								path;
	const uint64_t last = shards->planned > 1 ? shards->planned : 0;
	char *folder = target_folder(path);
	enum sp_status status = SP_OK;
	struct dirent *entry;
	DIR *list;

	if (!folder)
		return sp_no_memory(&cmd->err, "the names of files");
	list = opendir(folder);
	free(folder);
	/* If the folder is not there, opening the file will fail. */
	if (!list)
		return errno == ENOENT ? SP_OK : folder_failed(cmd, path);
	while ((errno = 0, entry = readdir(list))) {
		bool old = last && !strcmp(entry->d_name, base);

		if (!old && shard_number(entry->d_name, base) <= last)
			continue;
		(void)sp_fail(&cmd->err, SP_USAGE, "%.*s%s is left from "
			      "another list, and would look like a part of "
			      "this one of %" PRIu64 " file%s: remove it first",
			      (int)(base - path), path, entry->d_name,
			      shards->planned, last ? "s" : "");
		closedir(list);
		return cmd->err.status;
	}
	if (errno)
		status = folder_failed(cmd, path);
	closedir(list);
	return status;
}

/* ---- opening ---------------------------------------------------------- */

/* Is -o a file, or will it be one? */
static enum sp_status
shards_find_kind(struct cmd *cmd, bool *file)
{
	struct target target;

	*file = false;
	if (!cmd->output)
		return SP_OK;
	if (target_find(&target, cmd->output)) {
		if (errno == EISDIR)
			return SP_OK;
		if (errno == ENOMEM)
			return sp_no_memory(&cmd->err, "the output");
		return sp_fail(&cmd->err, SP_IO, "%s: %s", cmd->output,
			       strerror(errno));
	}
	*file = target.kind == TARGET_FILE || target.kind == TARGET_NEW;
	target_free(&target);
	return SP_OK;
}

static enum sp_status
shards_check_count(struct shards *shards, bool file)
{
	struct cmd *cmd = shards->cmd;
	uint64_t files = shards->planned, limit = shards->limit;

	if (files > 1 && !file)
		return sp_fail(&cmd->err, SP_USAGE, "the list needs "
			       "%" PRIu64 " files of at most %" PRIu64 " "
			       "bytes: give -o FILE.txt for FILE-1.txt, "
			       "FILE-2.txt ... (or a larger --shard)", files,
			       limit);
	if (files > SHARDS_MAX)
		return sp_fail(&cmd->err, SP_USAGE, "the list needs "
			       "%" PRIu64 " files of at most %" PRIu64 " "
			       "bytes, more than %d: give a larger --shard",
			       files, limit, SHARDS_MAX);
	return SP_OK;
}

/*
 * Opens one of several files; -o is it as long as inputs are compared.
 *
 * Each file is compared with the inputs as -o is; cmd->output stands for it
 * meanwhile.
 */
static enum sp_status
open_shard(struct shards *shards, uint64_t i)
{
	struct cmd *cmd = shards->cmd;
	const char *output = cmd->output;
	char *path = shard_path(output, i + 1);
	enum sp_status status;

	/* It stays until the end, for messages. */
	shards->paths[i] = path;
	if (!path)
		return sp_no_memory(&cmd->err, "the names of files");
	cmd->output = path;
	status = cmd_check_output(cmd);
	cmd->output = output;
	if (!status)
		status = cmd_check_stats(cmd, path);
	if (!status)
		shards->outputs[i] = cmd_output_open(cmd, path, false);
	if (!status && !shards->outputs[i])
		status = cmd->err.status;
	return status;
}

/* Opens all of several files, or the one of -o. */
static enum sp_status
open_files(struct shards *shards)
{
	struct cmd *cmd = shards->cmd;
	enum sp_status status = SP_OK;

	shards->outputs = sp_alloc_zero(shards->planned,
					sizeof(struct cmd_output *));
	shards->paths = sp_alloc_zero(shards->planned, sizeof(char *));
	if (!shards->outputs || !shards->paths)
		return sp_no_memory(&cmd->err, "the files of a list");
	for (uint64_t i = 0; !status && shards->planned > 1 &&
	     i < shards->planned; i++)
		status = open_shard(shards, i);
	if (shards->planned == 1) {
		shards->outputs[0] = cmd_output_open(cmd, cmd->output, false);
		if (!shards->outputs[0])
			status = cmd->err.status;
	}
	return status;
}

enum sp_status
shards_open(struct shards *shards)
{
	struct cmd *cmd = shards->cmd;
	size_t head = strlen(shards->head);
	bool file = false;
	enum sp_status status = SP_OK;

	shards->planned = shards->count;
	if (shards->limit)
		status = shards_find_kind(cmd, &file);
	if (!status)
		status = shards_check_count(shards, file);
	if (!status && file)
		status = check_old_files(shards, cmd->output);
	if (!status)
		status = open_files(shards);
	shards->writing = true;
	shards->count = 1;
	shards->used = head;
	return status ? status :
			cmd_output_text(shards->outputs[0], shards->head, head,
					&cmd->err);
}

enum sp_status
shards_commit(struct shards *shards)
{
	return cmd_output_commit_all(shards->outputs, shards->planned);
}

void
shards_free(struct shards *shards)
{
	for (uint64_t i = 0; shards->outputs && i < shards->planned; i++)
		cmd_output_free(shards->outputs[i]);
	for (uint64_t i = 0; shards->paths && i < shards->planned; i++)
		free(shards->paths[i]);
	free(shards->outputs);
	free(shards->paths);
	shards->outputs = NULL;
	shards->paths = NULL;
}
