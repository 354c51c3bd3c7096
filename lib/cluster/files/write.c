/* SPDX-License-Identifier: MIT */
/*
 * How several processes write one stream.
 *
 * Each process has a plain writer, the packer, which packs its frames as for a
 * stream of its own.  Where these go depends on how many bytes come before
 * them, which nobody knows until they are packed; so what comes out is first
 * measured, and kept if it is little.  The sizes are gathered, and then each
 * process writes at its place in the file.  What is too much to keep is packed
 * a second time, which takes processor time but no memory: a score of a billion
 * pages must not be held twice.
 *
 * Process 0 has a second writer, the ledger, which gets the headers of all
 * frames in the order of the stream, without their payloads, and writes what is
 * made of these and what no process has by itself: the preamble, the index and
 * the end frame.
 *
 * Where the output is no file, but a pipe, the frames go through process 0, in
 * chunks, process by process; all take part in each exchange, as the team
 * demands.
 *
 * The end frame says that everything before it is there.  So all processes
 * bring their bytes to the disk before process 0 writes it, and only then is
 * the file put in place.
 */
#include "cluster/files/write_own.h"

#include "base/bytes.h"
#include "base/memory.h"
#include "cluster/files/run.h"
#include "stream/section/provenance.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEEP ((uint64_t)64 << 20)  /* bytes that are not made twice */

/* ---- what comes out of the packer ------------------------------------- */

/*
 * bytes has been raised already, so that the limit is that of all bytes and not
 * of this call; once it is passed, what was kept is worthless but small.
 */
static enum sp_status
keep_bytes(struct sp_joint_writer *writer, const void *bytes, size_t size,
	   struct sp_error *err)
{
	uint64_t before = writer->bytes - size;

	if (writer->bytes > KEEP)
		return SP_OK;
	if (!sp_grow(&writer->kept, &writer->kept_capacity, writer->bytes))
		return sp_no_memory(err, "the output");
	memcpy(writer->kept + before, bytes, size);
	return SP_OK;
}

/*
 * The output of a writer is a sequence of headers and payloads, each in one
 * call; so headers are recognised without parsing anything but the size of
 * the payload, at byte 8.
 */
static enum sp_status
write_measure(struct sp_joint_writer *writer, const uint8_t *bytes, size_t size,
	      struct sp_error *err)
{
	uint64_t at = writer->frames * SP_FRAME_HEADER;

	writer->bytes += size;
	/* Writers put a header, then the whole of its payload if it has one. */
	if (writer->payload_left) {
		writer->payload_left -= (uint32_t)size;
		return keep_bytes(writer, bytes, size, err);
	}
	if (!sp_grow(&writer->headers, &writer->header_capacity,
		     at + SP_FRAME_HEADER))
		return sp_no_memory(err, "the output");
	memcpy(writer->headers + at, bytes, SP_FRAME_HEADER);
	writer->frames++;
	writer->payload_left = sp_load32(bytes + 8);
	return keep_bytes(writer, bytes, size, err);
}

/*
 * The first thing that a writer puts out is its preamble, which the ledger
 * writes for all.
 */
static enum sp_status
take_bytes(void *context, const void *bytes, size_t size,
	   struct sp_error *err)
{
	struct sp_joint_writer *writer = context;
	uint64_t at = writer->at;

	if (!writer->begun) {
		writer->begun = true;
		return SP_OK;
	}
	if (writer->mode == SP_JOINT_MEASURE)
		return write_measure(writer, bytes, size, err);
	writer->at += size;
	return writer->mode == SP_JOINT_SEND ?
		       sp_joint_send_on(writer, bytes, size, err) :
		       sp_joint_write_at(writer, bytes, size, at, err);
}

/* ---- a run ------------------------------------------------------------ */

/* Flushed, so that the next section of another process can follow. */
static enum sp_status
produce_all(struct sp_joint_writer *writer, sp_joint_produce *produce,
	    void *context, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	if (produce)
		status = produce(context, writer->packer, err);
	return status ? status : sp_writer_flush(writer->packer, err);
}

/*
 * The bytes again, to where the mode says.  The second time must give as many
 * bytes as the first, or those of the next process would be overwritten.  The
 * packer is deterministic, so only a producer whose data has changed can fail
 * this.
 */
static enum sp_status
write_put_bytes(struct sp_joint_writer *writer, enum sp_joint_mode mode,
		uint64_t at, sp_joint_produce *produce, void *context,
		struct sp_error *err)
{
	enum sp_status status;

	if (!writer->bytes)
		return SP_OK;
	writer->mode = mode;
	writer->at = at;
	writer->chunk_used = 0;
	if (writer->bytes > KEEP)
		status = produce_all(writer, produce, context, err);
	else
		status = take_bytes(writer, writer->kept, writer->bytes, err);
	if (!status && writer->at != at + writer->bytes)
		status = sp_fail(err, SP_DATA, "the output changed while it "
				 "was written");
	if (!status && mode == SP_JOINT_SEND && writer->chunk_used)
		status = sp_joint_send_bytes(writer, writer->team->rank,
					     writer->chunk,
					     writer->chunk_used, err);
	return status;
}

/* Process 0 gets what process k sends; the others wait. */
static enum sp_status
receive(struct sp_joint_writer *writer, unsigned k, uint64_t bytes,
	struct sp_error *err)
{
	enum sp_status status = SP_OK;

	while (!status && bytes) {
		uint64_t step = bytes < SP_JOINT_CHUNK ? bytes : SP_JOINT_CHUNK;

		status = sp_joint_send_bytes(writer, k, NULL, step, err);
		if (!status && !writer->team->rank)
			status = sp_joint_write_at(writer, writer->chunk, step,
						   0, err);
		bytes -= step;
	}
	return status;
}

/* Process by process, through process 0. */
static enum sp_status
put_in_turn(struct sp_joint_writer *writer, const uint64_t *sizes,
	    sp_joint_produce *produce, void *context, struct sp_error *err)
{
	struct sp_team *team = writer->team;
	enum sp_status status = SP_OK;

	if (!writer->chunk)
		writer->chunk = sp_alloc(SP_JOINT_CHUNK, 1);
	if (!writer->chunk)
		return sp_no_memory(err, "the output");
	if (!team->rank)
		status = write_put_bytes(writer, SP_JOINT_WRITE, 0, produce,
					 context, err);
	for (unsigned k = 1; !status && k < team->size; k++)
		status = k == team->rank ?
				 write_put_bytes(writer, SP_JOINT_SEND, 0,
						 produce, context, err) :
				 receive(writer, k, sizes[2 * k], err);
	return status;
}

/* Process 0 notes the frames of all. */
static enum sp_status
note_frames(struct sp_joint_writer *writer, const uint8_t *headers,
	    uint64_t frames, struct sp_error *err)
{
	enum sp_status status = SP_OK;

	for (uint64_t i = 0; !status && i < frames; i++)
		status = sp_writer_note(writer->ledger,
					headers + i * SP_FRAME_HEADER, err);
	writer->ledger_at = sp_writer_bytes(writer->ledger);
	return status;
}

/*
 * Every process sends to process 0: the tables of the others end in 0 for all
 * that they receive.
 */
static enum sp_status
gather_headers(struct sp_joint_writer *writer, const uint64_t *sizes,
	       struct sp_error *err)
{
	struct sp_team *team = writer->team;
	uint64_t *tables = sp_alloc_zero(2 * (team->size + UINT64_C(1)),
					 sizeof(*tables));
	uint64_t *in_from, all = 0;
	uint8_t *headers = NULL;
	struct sp_exchange exchange = {
		.unit = SP_FRAME_HEADER, .out = writer->headers,
		.out_from = tables
	};
	enum sp_status status = SP_OK;

	if (!tables)
		return sp_no_memory(err, "the output");
	exchange.in_from = in_from = tables + team->size + 1;
	for (unsigned k = 0; k < team->size; k++) {
		tables[k + 1] = writer->frames;
		all += team->rank ? 0 : sizes[2 * k + 1];
		in_from[k + 1] = all;
	}
	exchange.in = headers = sp_alloc(all, SP_FRAME_HEADER);
	if (!headers)
		status = sp_no_memory(err, "the output");
	if (!status)
		status = sp_team_exchange(team, &exchange, err);
	if (!status && !team->rank)
		status = note_frames(writer, headers, all, err);
	free(headers);
	free(tables);
	return status;
}

/*
 * With a pipe, the ledger must have written the preamble before the first bytes
 * of frames, and writes it when it gets the first header.
 */
static enum sp_status
place_run(struct sp_joint_writer *writer, uint64_t *sizes,
	  sp_joint_produce *produce, void *context, struct sp_error *err)
{
	const uint64_t own[2] = { writer->bytes, writer->frames };
	uint64_t at = writer->written, total = 0;
	enum sp_status status = sp_team_gather(writer->team, own, sizeof(own),
					       sizes, err);

	for (unsigned k = 0; !status && k < writer->team->size; k++) {
		at += k < writer->team->rank ? sizes[2 * k] : 0;
		total += sizes[2 * k];
	}
	/* The headers first: the preamble comes before all frames. */
	if (!status)
		status = gather_headers(writer, sizes, err);
	if (!status)
		status = writer->in_file ?
				 write_put_bytes(writer, SP_JOINT_WRITE, at,
						 produce, context, err) :
				 put_in_turn(writer, sizes, produce, context,
					     err);
	writer->written += total;
	return status;
}

/*
 * All processes call this even if they have nothing to write: the gathering is
 * theirs as well.
 */
enum sp_status
sp_joint_run(struct sp_joint_writer *writer, sp_joint_produce *produce,
	     void *context, struct sp_error *err)
{
	uint64_t *sizes = sp_alloc(writer->team->size, 2 * sizeof(*sizes));
	enum sp_status status;

	if (!sizes)
		return sp_no_memory(err, "the output");
	writer->mode = SP_JOINT_MEASURE;
	writer->bytes = writer->frames = 0;
	status = produce_all(writer, produce, context, err);
	if (!status)
		status = place_run(writer, sizes, produce, context, err);
	free(sizes);
	/* Not held until the next run, between which there may be hours. */
	free(writer->kept);
	writer->kept = NULL;
	writer->kept_capacity = 0;
	return status;
}

/* ---- begin and end ---------------------------------------------------- */

/* What the target is, to all processes. */
struct told {
	uint64_t path_size;      /* with its end; 0: none */
	int32_t level;
	uint8_t index, split;
};

/*
 * The path is that of process 0, where the new file has been made; others find
 * the same file only if they see the same folder.
 */
static enum sp_status
open_shared(struct sp_joint_writer *writer, const char *path,
	    uint64_t path_size, struct sp_error *err)
{
	char *name = sp_alloc_zero(path_size, 1);
	enum sp_status status;

	if (!name)
		return sp_no_memory(err, "the output");
	if (!writer->team->rank)
		memcpy(name, path, path_size);
	status = sp_team_share(writer->team, 0, name, path_size, err);
	if (!status)
		writer->fd = open(name, O_WRONLY | O_CLOEXEC);
	if (!status && writer->fd < 0)
		status = sp_fail(err, SP_IO, "%s: %s%s", name, strerror(errno),
				 errno == ENOENT ? " (all hosts must see the "
				 "folder of the output)" : "");
	free(name);
	return status;
}

/*
 * The packers have no index, because their frames do not know their places; the
 * ledger has it.
 */
static enum sp_status
write_begin(struct sp_joint_writer *writer,
	    const struct sp_joint_target *target, int threads,
	    struct sp_error *err)
{
	struct sp_writer_options options = { .threads = threads };
	struct sp_output packed = { writer, take_bytes };
	struct sp_output ledger = { writer, sp_joint_write_ledger };
	struct told told = { 0 };

	if (!writer->team->rank)
		told = (struct told){
			target->path ? strlen(target->path) + 1 : 0,
			target->level, target->index, target->split
		};
	if (sp_team_share(writer->team, 0, &told, sizeof(told), err))
		return err->status;
	writer->in_file = told.path_size;
	if (writer->in_file &&
	    open_shared(writer, target ? target->path : NULL, told.path_size,
			err))
		return err->status;
	if (!writer->in_file && !writer->team->rank)
		writer->output = *target->output;
	options.level = told.level;
	options.split = told.split;
	writer->packer = sp_writer_new(&packed, &options);
	options.index = told.index;
	if (!writer->team->rank)
		writer->ledger = sp_writer_new(&ledger, &options);
	if (!writer->packer || (!writer->team->rank && !writer->ledger))
		return sp_no_memory(err, "the writer");
	return SP_OK;
}

enum sp_status
sp_joint_begin(struct sp_team *team, const struct sp_joint_target *target,
	       int threads, struct sp_joint_writer **to, struct sp_error *err)
{
	struct sp_joint_writer *writer = sp_alloc_zero(1, sizeof(*writer));
	enum sp_status status;

	*to = NULL;
	if (!writer)
		return sp_no_memory(err, "the writer");
	writer->team = team;
	writer->fd = -1;
	writer->written = SP_PREAMBLE;
	status = write_begin(writer, target, threads, err);
	if (status) {
		sp_joint_free(writer);
		return status;
	}
	*to = writer;
	return SP_OK;
}

void
sp_joint_free(struct sp_joint_writer *writer)
{
	if (!writer)
		return;
	if (writer->fd >= 0)
		(void)close(writer->fd);
	sp_writer_free(writer->packer);
	sp_writer_free(writer->ledger);
	free(writer->headers);
	free(writer->kept);
	free(writer->chunk);
	free(writer);
}

struct sp_team *
sp_joint_team(const struct sp_joint_writer *writer)
{
	return writer->team;
}

void
sp_joint_features(struct sp_joint_writer *writer, uint32_t features)
{
	sp_writer_features(writer->packer, features);
	if (writer->ledger)
		sp_writer_features(writer->ledger, features);
}

void
sp_joint_defer(struct sp_joint_writer *writer)
{
	writer->defers = true;
}

enum sp_status
sp_joint_deferred(const struct sp_joint_writer *writer, struct sp_error *err)
{
	if (writer->failed.status)
		*err = writer->failed;
	return writer->failed.status;
}

bool
sp_joint_lost(const struct sp_joint_writer *writer)
{
	return writer->lost;
}

bool
sp_joint_file_failed(const struct sp_joint_writer *writer)
{
	return writer->lost && writer->in_file;
}

uint64_t
sp_joint_bytes(const struct sp_joint_writer *writer)
{
	return writer->written;
}

static enum sp_status
produce_line(void *context, struct sp_writer *writer, struct sp_error *err)
{
	return sp_save_provenance(writer, context, err);
}

/*
 * Everybody waits for the others before the end frame: it is the promise that
 * all of the file is there.
 */
enum sp_status
sp_joint_end(struct sp_joint_writer *writer, const char *provenance,
	     struct sp_error *err)
{
	bool first = !writer->team->rank;
	char *line = first ? strdup(provenance) : NULL;
	enum sp_status status = SP_OK;

	if (first && !line)
		return sp_no_memory(err, "the provenance");
	status = sp_joint_run(writer, first ? produce_line : NULL, line, err);
	free(line);
	/* Before the end frame, which says that all of it is there. */
	if (!status && !first)
		status = sp_joint_sync(writer, err);
	if (!status)
		status = sp_team_wait(writer->team, err);
	if (!status && first)
		status = sp_writer_end(writer->ledger, err);
	if (!status && first) {
		writer->written = sp_writer_bytes(writer->ledger);
		status = sp_joint_sync(writer, err);
	}
	return status ? status :
			sp_team_share(writer->team, 0, &writer->written,
				      sizeof(writer->written), err);
}

enum sp_status
sp_joint_save_alone(struct sp_joint_writer *writer,
		    enum sp_status (*save)(void *context,
					   struct sp_writer *writer,
					   struct sp_error *err),
		    void *context, struct sp_error *err)
{
	return sp_joint_run(writer, writer->team->rank ? NULL : save, context,
			    err);
}
