/* SPDX-License-Identifier: MIT */
/*
 * Bytes go to their place in the file, which all processes have open, or, if
 * the output is a pipe, to process 0, in chunks.  A failure to write may be
 * deferred, because a process that gives up leaves the others waiting for it in
 * an exchange: it goes on without writing, and the failure is asked for at the
 * end.
 */
#include "cluster/files/write_own.h"

#include "base/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * The file cannot be written: error is that of a system call.  With deferred
 * failures, the process goes on as if it had written, so that its calls stay in
 * step with those of the others.
 */
static enum sp_status
writing_failed(struct sp_joint_writer *writer, int error,
	       struct sp_error *err)
{
	(void)sp_fail(err, SP_IO, "%s", strerror(error));
	writer->failed = *err;
	writer->lost = true;
	return writer->defers ? SP_OK : SP_IO;
}

/*
 * Once a failure is noted, nothing more is written: the file is lost.
 */
enum sp_status
sp_joint_write_at(struct sp_joint_writer *writer, const void *bytes,
		  uint64_t size, uint64_t at, struct sp_error *err)
{
	uint64_t done = 0;

	if (!writer->in_file) {
		enum sp_status status = writer->output.write(
			writer->output.context, bytes, size, err);

		writer->lost |= status != SP_OK;
		return status;
	}
	while (done < size && !writer->failed.status) {
		ssize_t step = pwrite(writer->fd, (const char *)bytes + done,
				      size - done, (off_t)(at + done));

		if (step < 0 && errno == EINTR)
			continue;
		/* Nothing written and no error: the device is full. */
		if (step <= 0)
			return writing_failed(writer, step ? errno : ENOSPC,
					      err);
		done += (uint64_t)step;
	}
	return SP_OK;
}

enum sp_status
sp_joint_write_ledger(void *context, const void *bytes, size_t size,
		      struct sp_error *err)
{
	struct sp_joint_writer *writer = context;
	uint64_t at = writer->ledger_at;

	writer->ledger_at += size;
	return sp_joint_write_at(writer, bytes, size, at, err);
}

/*
 * An exchange in which one process sends and one receives; the
 * tables of all others are 0.  The team has no other way to move bytes from one
 * to another, and needs none.
 */
enum sp_status
sp_joint_send_bytes(struct sp_joint_writer *writer, unsigned from,
		    const void *bytes, uint64_t count, struct sp_error *err)
{
	struct sp_team *team = writer->team;
	uint64_t *tables = sp_alloc_zero(2 * (team->size + UINT64_C(1)),
					 sizeof(*tables));
	struct sp_exchange exchange = {
		.unit = 1, .out = bytes, .in = writer->chunk,
		.out_from = tables
	};
	enum sp_status status;
	uint64_t *in_from;

	if (!tables)
		return sp_no_memory(err, "the output");
	exchange.in_from = in_from = tables + team->size + 1;
	for (unsigned k = 1; team->rank == from && k <= team->size; k++)
		tables[k] = count;
	for (unsigned k = from + 1; !team->rank && k <= team->size; k++)
		in_from[k] = count;
	status = sp_team_exchange(team, &exchange, err);
	free(tables);
	return status;
}

enum sp_status
sp_joint_send_on(struct sp_joint_writer *writer, const uint8_t *bytes,
		 uint64_t size, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	while (!status && size) {
		uint64_t room = SP_JOINT_CHUNK - writer->chunk_used;
		uint64_t step = size < room ? size : room;

		memcpy(writer->chunk + writer->chunk_used, bytes, step);
		writer->chunk_used += step;
		bytes += step;
		size -= step;
		if (writer->chunk_used < SP_JOINT_CHUNK)
			break;
		status = sp_joint_send_bytes(writer, writer->team->rank,
					     writer->chunk, SP_JOINT_CHUNK,
					     err);
		writer->chunk_used = 0;
	}
	return status;
}

/*
 * Some writes fail only now.  Some file systems cannot sync, which is no
 * failure.  close() can report one that no write has.
 */
enum sp_status
sp_joint_sync(struct sp_joint_writer *writer, struct sp_error *err)
{
	int fd = writer->fd, failed;

	if (fd < 0)
		return SP_OK;
	failed = fsync(fd) && errno != EINVAL && errno != ENOTSUP ? errno : 0;
	writer->fd = -1;
	if (close(fd) && !failed && errno != EINTR)
		failed = errno;
	return failed ? writing_failed(writer, failed, err) : SP_OK;
}
