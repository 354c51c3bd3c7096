/* SPDX-License-Identifier: MIT */
/*
 * One output of a filter: a stream, text, or a script for gnuplot, written
 * through a buffer.
 *
 *	opened -> written -> committed (in place, or closed)
 *	              \-> freed without a commit: the old file is as it was
 *
 * A regular file is written beside the old one and replaces it when it is
 * complete (replace.c).  Several files of one result are all prepared, all old
 * ones set aside, all new ones placed, and only then the old ones are deleted.
 * Every failure to write is reported, also those that appear when a file is
 * closed.
 */
#include "cli/output.h"

#include "cli/fd.h"
#include "cli/gnuplot.h"
#include "cli/replace.h"
#include "cli/target.h"

#include "base/memory.h"
#include "base/signals.h"
#include "base/text.h"
#include "stream/section/provenance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#define BUFFER ((size_t)256 << 10)
#define LEVEL_FILE 6 /* zstd level of a file, unless -z says otherwise */

struct cmd_output {
	struct cmd *cmd;
	const char *name;       /* for messages */
	int fd;                 /* -1: closed */
	struct replacement new; /* of a regular file; path NULL: none */
	uint8_t *buffer;
	size_t used;
	struct sp_writer *writer;
	bool draws;             /* text goes to gnuplot, the image to fd */
	bool terminal;          /* text goes to a terminal */
	bool sealed;            /* complete; open until it is on disk */
	struct gnuplot gnuplot;
};

/*
 * Reports errno.
 *
 * errno is that of the call before.  If gnuplot is gone, what it said is the
 * better message.
 */
static enum sp_status
output_failed(struct cmd_output *output)
{
	if (errno == ENOMEM)
		return sp_no_memory(&output->cmd->err, "the output");
	/* gnuplot ended before it had read the script: it says why. */
	if (output->draws && errno == EPIPE && output->gnuplot.pid) {
		if (gnuplot_finish(&output->gnuplot, &output->cmd->err))
			return sp_fail_in(&output->cmd->err, output->name);
		return sp_fail(&output->cmd->err, SP_IO, "%s: gnuplot ended "
			       "before the end of the script", output->name);
	}
	return sp_fail(&output->cmd->err, SP_IO, "%s: %s", output->name,
		       strerror(errno));
}

/* ---- writing ---------------------------------------------------------- */

/* Where bytes go: to the file, or to gnuplot. */
static int
text_fd(const struct cmd_output *output)
{
	return output->draws ? output->gnuplot.script : output->fd;
}

static enum sp_status
flush_buffer(struct cmd_output *output)
{
	size_t used = output->used;

	/* Even after a failure: the same bytes must not be written twice. */
	output->used = 0;
	return fd_write_all(text_fd(output), output->buffer, used) ?
		       output_failed(output) : SP_OK;
}

static enum sp_status
output_append(struct cmd_output *output, const void *bytes, size_t size,
	      struct sp_error *err)
{
	enum sp_status status = SP_OK;

	if (output->used + size > BUFFER)
		status = flush_buffer(output);
	/* A piece that does not fit the buffer is written without a copy. */
	if (!status && size > BUFFER) {
		if (fd_write_all(text_fd(output), bytes, size))
			status = output_failed(output);
	} else if (!status) {
		memcpy(output->buffer + output->used, bytes, size);
		output->used += size;
	}
	/* output_failed() reports to cmd->err; a library caller reads err. */
	if (status && err != &output->cmd->err)
		*err = output->cmd->err;
	return status;
}

static enum sp_status
append_masked(struct cmd_output *output, const char *text, size_t length,
	      struct sp_error *err)
{
	char masked[4 * 1024];
	enum sp_status status = SP_OK;

	while (!status && length) {
		size_t step = sp_text_piece(text, length, 1024);

		status = output_append(output, masked,
				       sp_mask_lines(masked, text, step), err);
		text += step;
		length -= step;
	}
	return status;
}

static enum sp_status
write_bytes(void *context, const void *bytes, size_t size,
	    struct sp_error *err)
{
	struct cmd_output *output = context;

	return output->terminal && !output->draws ?
		       append_masked(output, bytes, size, err) :
		       output_append(output, bytes, size, err);
}

bool
cmd_output_safe(const struct cmd_output *output)
{
	return output->terminal || output->cmd->safe_text;
}

enum sp_status
cmd_output_text(struct cmd_output *output, const char *text, size_t length,
		struct sp_error *err)
{
	return write_bytes(output, text, length, err);
}

struct sp_output
cmd_output_bytes(struct cmd_output *output)
{
	return (struct sp_output){ output, write_bytes };
}

struct sp_writer *
cmd_output_writer(struct cmd_output *output)
{
	return output->writer;
}

/* ---- opening ---------------------------------------------------------- */

static enum sp_status
opening_failed(struct cmd_output *output)
{
	const char *hint = target_hint(errno);

	if (!hint && errno != ENOMEM)
		hint = output->new.hint;
	if (!hint)
		return output_failed(output);
	return sp_fail(&output->cmd->err, SP_IO, "%s: %s (%s)", output->name,
		       strerror(errno), hint);
}

static int
open_target(struct cmd_output *output, const char *path,
	    const struct target *target)
{
	switch (target->kind) {
	case TARGET_DESCRIPTOR:
		output->fd = fcntl(target->fd, F_DUPFD_CLOEXEC, 3);
		break;
	case TARGET_PLACE:
		output->fd = fd_open(path, O_WRONLY);
		break;
	default:
		if (!replacement_open(&output->new, target))
			output->fd = output->new.fd;
	}
	return output->fd < 0 ? -1 : 0;
}

static enum sp_status
open_path(struct cmd_output *output, const char *path)
{
	struct target target;
	enum sp_status status = SP_OK;

	if (target_find(&target, path))
		return opening_failed(output);
	if (open_target(output, path, &target))
		status = opening_failed(output);
	target_free(&target);
	return status;
}

/*
 * Open MPI gives process 0 a terminal of its own, whatever mpirun writes to,
 * and sets it to pass bytes as they are.  The terminal of a user adds carriage
 * returns.
 */
static bool
is_terminal_of_job(const struct cmd_output *output)
{
	struct termios about;

	return output->cmd->process.count && !tcgetattr(output->fd, &about) &&
	       !(about.c_oflag & ONLCR);
}

/* How a stream is to be written there. */
static enum sp_status
stream_options(struct cmd_output *output, struct sp_writer_options *options)
{
	struct cmd *cmd = output->cmd;
	struct stat info;
	bool regular;
	off_t at = 0;

	if (isatty(output->fd) && !is_terminal_of_job(output))
		return sp_fail(&cmd->err, SP_USAGE, "%s is a terminal: use "
			       "-o FILE or a pipe, or graphdump to see the "
			       "stream", output->name);
	if (fstat(output->fd, &info))
		return output_failed(output);
	regular = S_ISREG(info.st_mode);
	if (regular)
		at = lseek(output->fd, 0, SEEK_CUR);
	if (at < 0)
		return output_failed(output);
	/* The reader of a pipe would decompress at once what we compress. */
	options->level = regular ? LEVEL_FILE : 0;
	if (cmd->level != CMD_LEVEL_DEFAULT)
		options->level = cmd->level;
	/*
	 * Offsets of the index count from the beginning of the file, so what
	 * ">>" appends has no index.
	 */
	options->index = regular && !at;
	/* What has no graph remains readable for what knows no parts. */
	options->split = !cmd->results_only;
	options->threads = cmd->threads;
	return SP_OK;
}

static enum sp_status
open_writer(struct cmd_output *output)
{
	struct sp_output bytes = cmd_output_bytes(output);
	struct sp_writer_options options;
	enum sp_status status = stream_options(output, &options);

	if (status)
		return status;
	output->writer = sp_writer_new(&bytes, &options);
	return output->writer ? SP_OK :
				sp_no_memory(&output->cmd->err, "the writer");
}

struct cmd_output *
cmd_output_open(struct cmd *cmd, const char *path, bool binary)
{
	struct cmd_output *output = sp_alloc_zero(1, sizeof(*output));
	bool standard = !path || !strcmp(path, "-");
	enum sp_status status = SP_OK;

	if (!output) {
		(void)sp_no_memory(&cmd->err, "the output");
		return NULL;
	}
	*output = (struct cmd_output){
		.cmd = cmd, .name = standard ? "standard output" : path,
		.fd = standard ? STDOUT_FILENO : -1, .new = REPLACEMENT_NONE,
		.buffer = sp_alloc(BUFFER, 1), .gnuplot = GNUPLOT_NONE
	};
	if (!output->buffer)
		status = sp_no_memory(&cmd->err, "the output");
	else if (!standard)
		status = open_path(output, path);
	if (!status && binary)
		status = open_writer(output);
	else if (!status)
		output->terminal = isatty(output->fd);
	if (!status)
		return output;
	cmd_output_free(output);
	return NULL;
}

struct cmd_output *
cmd_output_open_shared(struct cmd *cmd, const char *path,
		       struct sp_writer_options *options, const char **file)
{
	struct cmd_output *output = cmd_output_open(cmd, path, false);
	enum sp_status status;

	*file = NULL;
	if (!output)
		return NULL;
	status = stream_options(output, options);
	if (!status && output->new.path && replacement_name(&output->new))
		status = output_failed(output);
	*file = output->new.temporary;
	/* Bytes of a stream, not text that must be made safe to show. */
	output->terminal = false;
	if (!status)
		return output;
	cmd_output_free(output);
	return NULL;
}

struct cmd_output *
cmd_output_open_bytes(struct cmd *cmd, const char *path)
{
	struct cmd_output *output = cmd_output_open(cmd, path, false);

	if (!output || !isatty(output->fd))
		return output;
	(void)sp_fail(&cmd->err, SP_USAGE, "%s is a terminal, and this format "
		      "is not text: use -o FILE or a pipe", output->name);
	cmd_output_free(output);
	return NULL;
}

enum sp_status
cmd_output_try(struct cmd *cmd, const char *path)
{
	struct cmd_output *output = cmd_output_open(cmd, path, false);
	enum sp_status status = output ? SP_OK : cmd->err.status;

	cmd_output_free(output);
	return status;
}

struct cmd_output *
cmd_output_draw(struct cmd *cmd)
{
	struct cmd_output *output = cmd_output_open(cmd, cmd->output, false);

	if (!output)
		return NULL;
	output->draws = true;
	if (!gnuplot_start(&output->gnuplot, output->fd, &cmd->err))
		return output;
	(void)sp_fail_in(&cmd->err, output->name);
	cmd_output_free(output);
	return NULL;
}

/* ---- ending ----------------------------------------------------------- */

/* Some file systems report a failed write only when the file is closed. */
static int
close_or_replace(struct cmd_output *output,
		 int (*replace)(struct replacement *new))
{
	int fd = output->fd;

	output->fd = -1;
	return output->new.path ? replace(&output->new) : fd_close(fd);
}

/* The last step, when the new file is in place. */
static enum sp_status
output_sync_folder(struct cmd_output *output)
{
	if (!output->new.path || !replacement_sync(&output->new))
		return SP_OK;
	return sp_fail(&output->cmd->err, SP_IO, "%s: its folder cannot be "
		       "synced: %s (the new file is complete and in place, but "
		       "a crash of the machine could undo that)", output->name,
		       strerror(errno));
}

static bool
same_folder(const struct cmd_output *a, const struct cmd_output *b)
{
	return a->new.path && b->new.path &&
	       !strcmp(a->new.folder, b->new.folder);
}

static enum sp_status
finish_drawing(struct cmd_output *output)
{
	struct cmd *cmd = output->cmd;

	if (gnuplot_finish(&output->gnuplot, &cmd->err))
		return sp_fail_in(&cmd->err, output->name);
	if (output->gnuplot.first[0])
		cmd_warn(cmd, "%s: gnuplot: %s", output->name,
			 output->gnuplot.first);
	return SP_OK;
}

/* All bytes to the file: of a binary output with its end. */
static enum sp_status
finish_output(struct cmd_output *output)
{
	struct cmd *cmd = output->cmd;
	enum sp_status status = SP_OK;

	/* The end mark goes through the buffer, so the writer ends first. */
	if (output->writer) {
		status = sp_writer_end(output->writer, &cmd->err);
		/* Of several streams, their sum is counted. */
		if (!output->sealed)
			cmd_count(cmd, "bytes_written",
				  sp_writer_bytes(output->writer));
	}
	if (!status)
		status = flush_buffer(output);
	if (!status && output->draws)
		status = finish_drawing(output);
	return status;
}

enum sp_status
cmd_output_commit(struct cmd_output *output)
{
	enum sp_status status;

	/* A terminal may be where the output goes, too. */
	if (output->new.path)
		progress_phase(output->cmd, "writing");
	status = finish_output(output);
	if (!status && close_or_replace(output, replacement_commit))
		status = output_failed(output);
	return status ? status : output_sync_folder(output);
}

/*
 * Everything of a commit that can fail because of what is written.  Journals
 * take a flush of the disk for each file that is synced, unless all files were
 * on their way before the first sync.
 */
enum sp_status
cmd_output_settle(struct cmd_output *const *outputs, uint64_t count)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < count; i++) {
		if (!outputs[i]->sealed)
			status = finish_output(outputs[i]);
		if (!status && outputs[i]->fd >= 0 && outputs[i]->new.path)
			fd_write_back(outputs[i]->fd);
	}
	for (uint64_t i = 0; !status && i < count; i++)
		if (outputs[i]->fd >= 0 &&
		    close_or_replace(outputs[i], replacement_prepare))
			status = output_failed(outputs[i]);
	return status;
}

/*
 * All are in place: a signal must not make some of them old again.
 *
 * Past the point of no return: a file that cannot be deleted is reported, and
 * the rest go on.
 */
static enum sp_status
keep_all(struct cmd_output *const *outputs, uint64_t count)
{
	sigset_t signals = sp_signals_hold();
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; i < count; i++)
		if (outputs[i]->new.path &&
		    replacement_keep(&outputs[i]->new) && !status)
			status = sp_fail(&outputs[i]->cmd->err, SP_IO,
					 "%s: the old file, which was set "
					 "aside as %s.old.*, cannot be "
					 "deleted: %s (the new files are in "
					 "place)", outputs[i]->name,
					 outputs[i]->name, strerror(errno));
	sp_signals_release(signals);
	return status;
}

/*
 * Steps and not files are the outer loop: no new file is in place before all
 * old ones are aside.
 */
enum sp_status
cmd_output_commit_all(struct cmd_output *const *outputs, uint64_t count)
{
	static int (*const steps[])(struct replacement *new) = {
		replacement_set_aside, replacement_place
	};
	enum sp_status status = SP_OK;

	if (count == 1)
		return cmd_output_commit(outputs[0]);
	status = cmd_output_settle(outputs, count);
	for (int step = 0; step < 2; step++)
		for (uint64_t i = 0; !status && i < count; i++)
			if (outputs[i]->new.path &&
			    steps[step](&outputs[i]->new))
				status = output_failed(outputs[i]);
	if (!status)
		status = keep_all(outputs, count);
	/* Most are in one folder. */
	for (uint64_t i = 0; !status && i < count; i++)
		if (!i || !same_folder(outputs[i], outputs[i - 1]))
			status = output_sync_folder(outputs[i]);
	return status;
}

/* The last section, because only now all results are known. */
static enum sp_status
save_provenance(struct cmd_output *output)
{
	struct cmd *cmd = output->cmd;
	char *line = cmd_provenance(cmd, true);
	enum sp_status status;

	if (!line)
		return sp_no_memory(&cmd->err, "the provenance");
	status = sp_save_provenance(output->writer, line, &cmd->err);
	free(line);
	return status;
}

enum sp_status
cmd_output_sign(struct cmd_output *output)
{
	enum sp_status status = save_provenance(output);

	return status ? status : cmd_output_commit(output);
}

enum sp_status
cmd_output_seal(struct cmd_output *output, uint64_t *bytes)
{
	enum sp_status status = save_provenance(output);

	output->sealed = true;
	if (!status)
		status = finish_output(output);
	*bytes = sp_writer_bytes(output->writer);
	sp_writer_free(output->writer);
	output->writer = NULL;
	free(output->buffer);
	output->buffer = NULL;
	return status;
}

/* What is not committed is undone. */
static void
free_replacement(struct cmd_output *output)
{
	bool aside = output->new.aside && output->new.aside[0];
	char text[512];

	if (aside)
		snprintf(text, sizeof(text), "%s", output->new.aside);
	if (replacement_free(&output->new) && aside)
		cmd_warn(output->cmd, "%s: the old file cannot be put back, "
			 "and is %s: %s", output->name, text, strerror(errno));
}

void
cmd_output_free(struct cmd_output *output)
{
	if (!output)
		return;
	gnuplot_stop(&output->gnuplot);
	/* The replacement closes its own file, cmd_end() standard output. */
	if (output->fd > STDERR_FILENO && !output->new.path)
		(void)fd_close(output->fd);
	free_replacement(output);
	sp_writer_free(output->writer);
	free(output->buffer);
	free(output);
}
