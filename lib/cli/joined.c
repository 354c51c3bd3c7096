/* SPDX-License-Identifier: MIT */
/*
 * A process of its own makes the stream, because a filter reads any stream by
 * the same few functions, and because the memory of one part that graphmerge
 * needs is free again when the stream has been read.  Its messages go through a
 * pipe, which is read when it has ended: they are few and short.
 */
#include "cli/joined.h"

#include "cli/child.h"
#include "cli/fd.h"
#include "cli/files.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define JOINING "graphmerge"
#define PATH_BYTES 4096
#define MESSAGE_BYTES 4096 /* more of its messages are not repeated */

extern char **environ;

enum sp_status
joined_check_output(struct cmd *cmd, const char *path,
		    const struct sp_manifest *manifest)
{
	const uint64_t count = manifest->count;
	char **paths = sp_alloc_zero(count, sizeof(*paths));
	bool named = paths;
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; named && i < count; i++) {
		paths[i] = sp_manifest_path(path, &manifest->parts[i]);
		named = paths[i];
	}
	if (!named)
		status = sp_no_memory(&cmd->err, "the parts");
	else
		status = cmd_check_inputs(cmd, paths, (int)count);
	for (uint64_t i = 0; paths && i < count; i++)
		free(paths[i]);
	free(paths);
	return status;
}

/* ---- start ------------------------------------------------------------ */

/*
 * Links of a package manager lead to where all filters are.  Returns 0 or an
 * error number.
 */
static int
joined_find(char *path)
{
	ssize_t length = readlink("/proc/self/exe", path,
				  PATH_BYTES - sizeof(JOINING));
	char *slash;

	if (length < 0)
		return errno;
	if ((size_t)length >= PATH_BYTES - sizeof(JOINING))
		return ENAMETOOLONG;
	path[length] = '\0';
	slash = strrchr(path, '/');
	memcpy(slash ? slash + 1 : path, JOINING, sizeof(JOINING));
	return 0;
}

/* Returns 0 or an error number. */
static int
joined_spawn(struct joined *joined, const struct cmd *cmd, const char *path,
	     int output, int messages)
{
	char program[PATH_BYTES], name[] = JOINING, threads[32];
	char quiet[] = "-q", raw[] = "-z0", end[] = "--";
	char *const arguments[] = { name, threads, raw,
				    cmd->quiet ? quiet : raw, end,
				    (char *)path, NULL };
	const int error = joined_find(program);

	snprintf(threads, sizeof(threads), "-T%d", cmd->threads);
	return error ? error :
		       child_start(&joined->pid, program, arguments, environ,
				   (const int[]){ -1, output, messages });
}

static enum sp_status
joined_start(struct joined *joined, struct cmd *cmd, const char *path)
{
	int output[2] = { -1, -1 }, messages[2] = { -1, -1 };
	int error = pipe2(output, O_CLOEXEC) || pipe2(messages, O_CLOEXEC) ?
			    errno : 0;

	if (!error)
		error = joined_spawn(joined, cmd, path, output[1], messages[1]);
	joined->fd = output[0];
	joined->messages = messages[0];
	if (output[1] >= 0)
		(void)fd_close(output[1]);
	if (messages[1] >= 0)
		(void)fd_close(messages[1]);
	if (!error)
		return SP_OK;
	if (joined->fd >= 0)
		(void)fd_close(joined->fd);
	if (joined->messages >= 0)
		(void)fd_close(joined->messages);
	if (error == ENOMEM)
		return sp_no_memory(&cmd->err, JOINING);
	return sp_fail(&cmd->err, SP_IO, "%s: a manifest of the parts of a "
		       "graph, and " JOINING ", which reads it, cannot be "
		       "started: %s", path, strerror(error));
}

enum sp_status
joined_check(struct cmd *cmd, const char *path, int fd, bool *is)
{
	struct sp_manifest manifest = { 0 };
	enum sp_status status = sp_manifest_read(fd, &manifest, is, &cmd->err);

	if (status)
		(void)sp_fail_in(&cmd->err, path);
	else if (*is)
		status = joined_check_output(cmd, path, &manifest);
	sp_manifest_free(&manifest);
	return status;
}

enum sp_status
joined_begin(struct joined *joined, struct cmd *cmd, const char *path, int fd)
{
	bool is;
	enum sp_status status = joined_check(cmd, path, fd, &is);

	*joined = (struct joined){ .pid = 0 };
	return status || !is ? status : joined_start(joined, cmd, path);
}

/* ---- end -------------------------------------------------------------- */

/*
 * Warns of each line, without the name of the program, except the last one of a
 * run that failed, which is the reason.
 */
static void
joined_repeat(struct joined *joined, struct cmd *cmd, enum sp_status failure)
{
	char text[MESSAGE_BYTES], *line, *end;
	size_t used = 0;
	ssize_t got = 1;

	while (got > 0 && used < sizeof(text) - 1) {
		got = fd_read(joined->messages, text + used,
			      sizeof(text) - 1 - used);
		used += got > 0 ? (size_t)got : 0;
	}
	text[used] = '\0';
	for (line = text; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		if (!strncmp(line, JOINING ": ", strlen(JOINING ": ")))
			line += strlen(JOINING ": ");
		if (failure && !*end)
			(void)sp_fail(&cmd->err, failure, "%s", line);
		else
			cmd_warn(cmd, "%s", line);
	}
}

/* A load that failed ends graphmerge by SIGPIPE, and has its own message. */
enum sp_status
joined_end(struct joined *joined, struct cmd *cmd, enum sp_status status)
{
	enum sp_status failure = SP_OK;
	int how;

	(void)fd_close(joined->fd);
	how = child_wait(joined->pid);
	if (WIFEXITED(how))
		failure = (enum sp_status)WEXITSTATUS(how);
	else if (!status)
		failure = SP_IO;
	if (failure)
		(void)sp_fail(&cmd->err, failure, JOINING " was ended");
	joined_repeat(joined, cmd, failure);
	(void)fd_close(joined->messages);
	return failure ? failure : status;
}
