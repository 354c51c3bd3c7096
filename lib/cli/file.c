/* SPDX-License-Identifier: MIT */
#include "cli/file.h"

#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUFFER ((size_t)256 << 10)
#define LEVEL_FILE 6 /* zstd level of a file, unless -z says otherwise */

/* ---- calls that a signal may interrupt -------------------------------- */

static int
open_path(const char *path, int flags)
{
	int fd;

	do
		fd = open(path, flags | O_CLOEXEC, 0666);
	while (fd < 0 && errno == EINTR);
	return fd;
}

/* An interrupted close() has closed the file all the same. */
static int
close_file(int fd)
{
	return close(fd) && errno != EINTR ? -1 : 0;
}

/* Not every file can be synced. */
static int
sync_file(int fd)
{
	int result;

	do
		result = fsync(fd);
	while (result && errno == EINTR);
	return result && errno != EINVAL ? -1 : 0;
}

/* ---- input ------------------------------------------------------------ */

struct input {
	int fd;
};

static enum sp_status
read_input(void *context, void *buffer, size_t size, size_t *got,
	   struct sp_error *err)
{
	struct input *input = context;
	ssize_t count;

	do
		count = read(input->fd, buffer, size);
	while (count < 0 && errno == EINTR);
	*got = 0;
	if (count < 0)
		return sp_fail(err, SP_IO, "read: %s", strerror(errno));
	*got = (size_t)count;
	return SP_OK;
}

const char *
cmd_main_input(const struct cmd *cmd)
{
	if (cmd->graph)
		return cmd->graph;
	return cmd->operand_count ? cmd->operands[0] : "-";
}

const char *
cmd_side_input(const struct cmd *cmd, bool needed)
{
	if (!cmd->graph)
		return NULL;
	if (cmd->operand_count)
		return cmd->operands[0];
	return needed ? "-" : NULL;
}

enum sp_status
cmd_load(struct cmd *cmd, const char *path,
	 const struct sp_load_options *options, struct sp_contents *contents)
{
	bool standard = !strcmp(path, "-");
	const char *name = standard ? "standard input" : path;
	struct input input = { STDIN_FILENO };
	struct sp_input bytes = { &input, read_input };
	struct sp_reader *reader = NULL;
	enum sp_status status;

	if (!standard)
		input.fd = open_path(path, O_RDONLY);
	if (input.fd < 0)
		return sp_fail(&cmd->err, SP_IO, "%s: %s", name,
			       strerror(errno));
	if (isatty(input.fd)) {
		status = sp_fail(&cmd->err, SP_USAGE, "%s is a terminal: give "
				 "a file or a pipe (see --help)", name);
		goto out;
	}
	reader = sp_reader_new(&bytes);
	if (!reader)
		status = sp_no_memory(&cmd->err, "the reader");
	else
		status = sp_load(reader, options, contents, &cmd->err);
	if (status)
		sp_fail_in(&cmd->err, name);
	sp_reader_free(reader);
out:
	if (!standard)
		close(input.fd);
	return status;
}

enum sp_status
cmd_is_stream(struct cmd *cmd, const char *path, bool *stream)
{
	char bytes[SP_MAGIC_SIZE];
	struct stat info;
	struct input input = { STDIN_FILENO };
	size_t used = 0, got = 1;
	enum sp_status status = SP_OK;

	*stream = false;
	if (!strcmp(path, "-"))
		return SP_OK;
	input.fd = open_path(path, O_RDONLY | O_NONBLOCK);
	if (input.fd < 0 || fstat(input.fd, &info)) {
		status = sp_fail(&cmd->err, SP_IO, "%s: %s", path,
				 strerror(errno));
		goto out;
	}
	if (!S_ISREG(info.st_mode))
		goto out;
	while (!status && got && used < sizeof(bytes)) {
		status = read_input(&input, bytes + used,
				    sizeof(bytes) - used, &got, &cmd->err);
		used += got;
	}
	if (status)
		sp_fail_in(&cmd->err, path);
	else
		*stream = used == sizeof(bytes) &&
			  !memcmp(bytes, SP_MAGIC, sizeof(bytes));
out:
	if (input.fd >= 0)
		(void)close_file(input.fd);
	return status;
}

/* ---- output ----------------------------------------------------------- */

struct cmd_output {
	struct cmd *cmd;
	int fd;
	const char *name;        /* for messages */
	char *path;              /* of the file to be replaced, or NULL */
	char *temporary;         /* its name until then, "" while it has none */
	bool regular;
	uint8_t *buffer;
	size_t used;
	struct sp_writer *writer;
};

static enum sp_status
failed(struct cmd_output *output)
{
	return sp_fail(&output->cmd->err, SP_IO, "%s: %s", output->name,
		       strerror(errno));
}

static enum sp_status
write_all(struct cmd_output *output, const void *bytes, size_t size)
{
	const char *at = bytes;

	while (size) {
		ssize_t count = write(output->fd, at, size);

		if (count < 0 && errno == EINTR)
			continue;
		if (count <= 0)
			return failed(output);
		at += count;
		size -= (size_t)count;
	}
	return SP_OK;
}

static enum sp_status
flush_buffer(struct cmd_output *output)
{
	size_t used = output->used;

	output->used = 0;
	return write_all(output, output->buffer, used);
}

static enum sp_status
write_output(void *context, const void *bytes, size_t size,
	     struct sp_error *err)
{
	struct cmd_output *output = context;
	enum sp_status status = SP_OK;

	if (output->used + size > BUFFER)
		status = flush_buffer(output);
	if (!status && size > BUFFER) {
		status = write_all(output, bytes, size);
	} else if (!status) {
		memcpy(output->buffer + output->used, bytes, size);
		output->used += size;
	}
	if (status && err != &output->cmd->err)
		*err = output->cmd->err;
	return status;
}

enum sp_status
cmd_output_text(struct cmd_output *output, const char *text, size_t length,
		struct sp_error *err)
{
	return write_output(output, text, length, err);
}

/* The folder of a path, for a temporary file beside it. */
static char *
folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t length = slash ? (size_t)(slash - path) : 1;
	char *folder = sp_alloc(length + 2, 1);

	if (!folder)
		return NULL;
	memcpy(folder, slash ? path : ".", length);
	folder[length] = '\0';
	if (!length)
		strcpy(folder, "/");
	return folder;
}

/* "PATH.XXXXXX": unique, in the same folder. */
static char *
temporary_of(const char *path)
{
	size_t size = strlen(path) + 16;
	char *name = sp_alloc(size, 1);

	if (name)
		snprintf(name, size, "%s.XXXXXX", path);
	return name;
}

/*
 * Opens what will replace path: a file without a name where the system has
 * such, so that nothing stays behind when the program is killed.
 */
static enum sp_status
open_replacement(struct cmd_output *output, const char *path)
{
	char *folder;

	/* A link stays; what it leads to is replaced. */
	output->path = realpath(path, NULL);
	if (!output->path && errno == ENOENT)
		output->path = strdup(path);
	if (!output->path && errno == ENOMEM)
		return sp_no_memory(&output->cmd->err, "the output");
	if (!output->path)
		return failed(output);
	folder = folder_of(output->path);
	output->temporary = temporary_of(output->path);
	if (!folder || !output->temporary) {
		free(folder);
		return sp_no_memory(&output->cmd->err, "the output");
	}
#ifdef O_TMPFILE
	output->fd = open_path(folder, O_TMPFILE | O_WRONLY);
	if (output->fd >= 0) {
		output->temporary[0] = '\0';
		free(folder);
		return SP_OK;
	}
#endif
	free(folder);
	output->fd = mkstemp(output->temporary);
	if (output->fd >= 0) {
		mode_t mask = umask(0);

		umask(mask);
		if (!fchmod(output->fd, 0666 & ~mask))
			return SP_OK;
		return failed(output);
	}
	output->temporary[0] = '\0';
	return failed(output);
}

static enum sp_status
open_output(struct cmd_output *output, bool binary)
{
	const char *path = output->cmd->output;
	bool standard = !path || !strcmp(path, "-");
	struct stat info;

	output->fd = STDOUT_FILENO;
	output->name = standard ? "standard output" : path;
	if (!standard) {
		/* A device or a pipe is written to, not replaced. */
		bool there = !stat(path, &info);

		if (!there && errno != ENOENT)
			return failed(output);
		if (there && S_ISDIR(info.st_mode)) {
			errno = EISDIR;
			return failed(output);
		}
		if (!there || S_ISREG(info.st_mode))
			return open_replacement(output, path);
		output->fd = open_path(path, O_WRONLY);
		if (output->fd < 0)
			return failed(output);
	}
	if (binary && isatty(output->fd))
		return sp_fail(&output->cmd->err, SP_USAGE, "the output is "
			       "binary and goes to a terminal: use -o FILE, a "
			       "pipe, or graphdump to see it");
	return SP_OK;
}

static enum sp_status
open_writer(struct cmd_output *output)
{
	struct cmd *cmd = output->cmd;
	struct sp_output bytes = { output, write_output };
	struct sp_writer_options options = { 0, cmd->threads, false };
	struct stat info;
	bool regular;
	off_t at = 0;

	if (fstat(output->fd, &info))
		return failed(output);
	regular = S_ISREG(info.st_mode);
	if (regular)
		at = lseek(output->fd, 0, SEEK_CUR);
	if (at < 0)
		return failed(output);
	options.level = regular ? LEVEL_FILE : 0;
	if (cmd->level != CMD_LEVEL_DEFAULT)
		options.level = cmd->level;
	/* Offsets of the index count from the beginning of the file. */
	options.index = regular && !at;
	output->writer = sp_writer_new(&bytes, &options);
	return output->writer ? SP_OK : sp_no_memory(&cmd->err, "the writer");
}

struct cmd_output *
cmd_output_open(struct cmd *cmd, bool binary)
{
	struct cmd_output *output = sp_alloc_zero(1, sizeof(*output));
	enum sp_status status;

	if (!output) {
		sp_no_memory(&cmd->err, "the output");
		return NULL;
	}
	output->cmd = cmd;
	output->fd = -1;
	output->buffer = sp_alloc(BUFFER, 1);
	if (!output->buffer)
		status = sp_no_memory(&cmd->err, "the output");
	else
		status = open_output(output, binary);
	if (!status && binary)
		status = open_writer(output);
	if (!status)
		return output;
	cmd_output_free(output);
	return NULL;
}

struct sp_writer *
cmd_output_writer(struct cmd_output *output)
{
	return output->writer;
}

/* Gives a nameless file its temporary name. */
static enum sp_status
name_file(struct cmd_output *output)
{
	char self[64];

	if (output->temporary[0])
		return SP_OK;
	snprintf(self, sizeof(self), "/proc/self/fd/%d", output->fd);
	for (unsigned try = 0; try < 1000; try++) {
		size_t size = strlen(output->path) + 16;

		snprintf(output->temporary, size, "%s.%ld.%u", output->path,
			 (long)getpid() % 1000000, try);
		if (!linkat(AT_FDCWD, self, AT_FDCWD, output->temporary,
			    AT_SYMLINK_FOLLOW))
			return SP_OK;
		if (errno != EEXIST)
			break;
	}
	output->temporary[0] = '\0';
	return failed(output);
}

/* The folder's entry is on the disk when this returns. */
static void
sync_folder(const char *path)
{
	char *folder = folder_of(path);
	int fd = folder ? open_path(folder, O_RDONLY) : -1;

	/* Not every file system can; the file itself is safe by now. */
	if (fd >= 0) {
		(void)sync_file(fd);
		(void)close_file(fd);
	}
	free(folder);
}

/* The error of a late write may show only here. */
static enum sp_status
close_output(struct cmd_output *output)
{
	int fd = output->fd;

	output->fd = -1;
	return close_file(fd) ? failed(output) : SP_OK;
}

/* What fails before the last step leaves the old file. */
static enum sp_status
replace_file(struct cmd_output *output)
{
	enum sp_status status;

	if (sync_file(output->fd))
		return failed(output);
	status = name_file(output);
	if (!status)
		status = close_output(output);
	if (status)
		return status;
	if (rename(output->temporary, output->path))
		return failed(output);
	sync_folder(output->path);
	free(output->temporary);
	output->temporary = NULL;
	return SP_OK;
}

enum sp_status
cmd_output_commit(struct cmd_output *output)
{
	struct cmd *cmd = output->cmd;
	enum sp_status status = SP_OK;

	if (output->writer) {
		status = sp_writer_end(output->writer, &cmd->err);
		cmd_count(cmd, "bytes_written",
			  sp_writer_bytes(output->writer));
	}
	if (!status)
		status = flush_buffer(output);
	if (!status)
		status = output->path ? replace_file(output) :
					close_output(output);
	return status;
}

void
cmd_output_free(struct cmd_output *output)
{
	if (!output)
		return;
	if (output->fd > STDERR_FILENO)
		close(output->fd);
	if (output->temporary && output->temporary[0])
		unlink(output->temporary);
	free(output->temporary);
	free(output->path);
	sp_writer_free(output->writer);
	free(output->buffer);
	free(output);
}
