/* SPDX-License-Identifier: MIT */
/*
 * joined.h - a graph in parts as an input: where a manifest of parts
 * (stream/section/manifest.h) is given for a stream, the stream is read that
 * "graphmerge MANIFEST" writes, as if that pipe had been typed.
 *
 *	status = joined_begin(&joined, cmd, path, fd);
 *	if (joined.pid) {
 *		... read joined.fd
 *		status = joined_end(&joined, cmd, status);
 *	}
 */
#ifndef SP_CLI_JOINED_H
#define SP_CLI_JOINED_H

#include "cli/command.h"

#include "stream/section/manifest.h"

#include <sys/types.h>

struct joined {
	pid_t pid;    /* of graphmerge; 0: the file is no manifest */
	int fd;       /* what it writes */
	int messages; /* its standard error */
};

/*
 * Parts are inputs as operands are: returns SP_USAGE if a file that is
 * written is one of those of the manifest at path, since the others would be
 * worth nothing without it.  Also fails as cmd_check_inputs(), and with
 * SP_MEMORY.
 */
enum sp_status joined_check_output(struct cmd *cmd, const char *path,
				   const struct sp_manifest *manifest);

/*
 * The same of the file at path, open as fd; *is says whether it is a manifest.
 * Also fails as sp_manifest_read().
 */
enum sp_status joined_check(struct cmd *cmd, const char *path, int fd,
			    bool *is);

/*
 * If the file at path, open as fd, is a manifest, starts the graphmerge that is
 * beside this program.  Fails as joined_check(), and with SP_IO if graphmerge
 * cannot be started; then nothing is to be ended.
 */
enum sp_status joined_begin(struct joined *joined, struct cmd *cmd,
			    const char *path, int fd);

/*
 * Waits for graphmerge, whose output was read with this status, and repeats its
 * warnings.  If graphmerge failed, returns its status, with its message in
 * cmd->err; else the given one.
 */
enum sp_status joined_end(struct joined *joined, struct cmd *cmd,
			  enum sp_status status);

#endif
