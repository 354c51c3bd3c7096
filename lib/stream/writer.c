/* SPDX-License-Identifier: MIT */
/*
 *	frame -> (job: compress) -> header, stored bytes -> output
 *	                               \-> chain, index, counts
 *
 * Without compression a frame goes straight through.  At the end come the
 * index, if the output is a file, and the end frame with the counts and the
 * chain of header hashes, which proves to readers that nothing is missing.
 *
 * A frame that passes from the input is written as it is stored, if the
 * features of the new stream allow it, so that a filter that changes no links
 * does not compress them again.  The reader has verified it, so it need not be
 * unpacked here.
 */
#include "stream/format.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "base/memory.h"
#include "stream/split.h"

#include <stdlib.h>
#include <string.h>

/*
 * With compression, frames wait until there are two for each thread, are
 * compressed in parallel and written in the order in which they came.  Each is
 * compressed by itself, so that the bytes of the stream do not depend on the
 * number of threads, and a filter can pass a frame on as it is stored.
 */

/* Payloads below this size are smaller when they are not split. */
#define SPLIT_MIN 1024

/* A frame that waits for its compression. */
struct writer_job {
	struct sp_frame frame;
	uint8_t *raw;         /* SP_FRAME_MAX bytes */
	uint8_t *compressed;  /* sp_zstd_bound() bytes, and a checksum */
	struct sp_zstd *zstd;
};

struct sp_writer {
	struct sp_output output;
	struct sp_writer_options options;
	struct sp_hasher *chain;  /* preamble and all headers */
	uint32_t features;        /* required */
	uint64_t written, frames, raw_bytes;
	struct writer_job *jobs;
	int job_count, job_room;
	struct sp_entry *entries;
	uint64_t entry_count, entry_capacity;
	struct sp_zstd *zstd;     /* to unpack frames, when needed */
	uint8_t *passing;         /* SP_FRAME_MAX bytes, likewise */
};

/*
 * 3 MiB for each job: a stream of a few frames should not take that for all of
 * them.
 */
static bool
writer_job_new(struct writer_job *job)
{
	job->raw = sp_alloc(SP_FRAME_MAX, 1);
	job->compressed = sp_alloc(sp_zstd_bound() + SP_STORED_SUM, 1);
	job->zstd = sp_zstd_new();
	return job->raw && job->compressed && job->zstd;
}

struct sp_writer *
sp_writer_new(const struct sp_output *output,
	      const struct sp_writer_options *options)
{
	struct sp_writer *writer = sp_alloc_zero(1, sizeof(*writer));

	if (!writer)
		return NULL;
	writer->output = *output;
	writer->options = *options;
	writer->chain = sp_hasher_new();
	if (options->level > 0)
		writer->features = SP_FEATURE_SUMS;
	if (options->level > 0 && options->split)
		writer->features |= SP_FEATURE_SPLIT;
	/* Two frames a thread, so that none waits long for the slowest. */
	if (options->level > 0)
		writer->job_room = 2 * options->threads;
	/*
	 * Without compression there are no jobs, but sp_alloc_zero() returns a
	 * block even then, so NULL always means a lack of memory.
	 */
	writer->jobs = sp_alloc_zero((uint64_t)writer->job_room,
				     sizeof(*writer->jobs));
	if (!writer->chain || !writer->jobs) {
		sp_writer_free(writer);
		return NULL;
	}
	return writer;
}

void
sp_writer_free(struct sp_writer *writer)
{
	if (!writer)
		return;
	for (int i = 0; writer->jobs && i < writer->job_room; i++) {
		free(writer->jobs[i].raw);
		free(writer->jobs[i].compressed);
		sp_zstd_free(writer->jobs[i].zstd);
	}
	free(writer->jobs);
	free(writer->entries);
	sp_zstd_free(writer->zstd);
	free(writer->passing);
	sp_hasher_free(writer->chain);
	free(writer);
}

uint64_t
sp_writer_bytes(const struct sp_writer *writer)
{
	return writer->written;
}

static enum sp_status
writer_put(struct sp_writer *writer, const void *bytes, size_t size,
	   struct sp_error *err)
{
	writer->written += size;
	return writer->output.write(writer->output.context, bytes, size, err);
}

/*
 * Features are fixed when the first frame is written: frames that need others
 * cannot pass after that.
 */
static enum sp_status
put_preamble(struct sp_writer *writer, struct sp_error *err)
{
	uint8_t bytes[SP_PREAMBLE] = { 0 };

	memcpy(bytes, SP_MAGIC, SP_MAGIC_SIZE);
	bytes[8] = SP_VERSION_MAJOR;
	bytes[10] = SP_VERSION_MINOR;
	sp_store32(bytes + 12, writer->features);
	sp_hasher_add(writer->chain, bytes, sizeof(bytes));
	return writer_put(writer, bytes, sizeof(bytes), err);
}

static enum sp_status
writer_note_entry(struct sp_writer *writer, const struct sp_frame *frame,
		  struct sp_error *err)
{
	if (!sp_grow(&writer->entries, &writer->entry_capacity,
		     writer->entry_count + 1))
		return sp_no_memory(err, "the frame index");
	writer->entries[writer->entry_count++] =
		(struct sp_entry){ writer->written, frame->tag, frame->flags,
				   frame->first, frame->count };
	return SP_OK;
}

/* Appends the checksum of a stored payload to it; returns its length then. */
static uint32_t
add_sum(uint8_t *stored, size_t length)
{
	sp_store64(stored + length, sp_hash(stored, length));
	return (uint32_t)length + SP_STORED_SUM;
}

/*
 * Counts a frame that comes next, and writes the preamble if it is first.
 *
 * The order of the calls is that of the bytes: preamble, then header, which the
 * chain must have seen.
 */
static enum sp_status
begin_frame(struct sp_writer *writer, const struct sp_frame *frame,
	    const uint8_t header[SP_FRAME_HEADER], struct sp_error *err)
{
	enum sp_status status = SP_OK;

	if (!writer->written)
		status = put_preamble(writer, err);
	/*
	 * Between preamble and header, because written is the offset of the
	 * frame only here.
	 */
	if (!status && writer->options.index && frame->tag != SP_TAG_INDEX &&
	    frame->tag != SP_TAG_END)
		status = writer_note_entry(writer, frame, err);
	if (status)
		return status;
	sp_hasher_add(writer->chain, header, SP_FRAME_HEADER);
	writer->frames++;
	writer->raw_bytes += frame->raw;
	return SP_OK;
}

/*
 * Writes a frame whose header is complete.
 *
 * Nothing of the frame has been counted if the preamble fails; after any
 * failure the writer is only freed.
 */
static enum sp_status
put_frame(struct sp_writer *writer, const struct sp_frame *frame,
	  const uint8_t *stored, struct sp_error *err)
{
	uint8_t header[SP_FRAME_HEADER];
	enum sp_status status;

	sp_frame_store(header, frame);
	status = begin_frame(writer, frame, header, err);
	if (!status)
		status = writer_put(writer, header, sizeof(header), err);
	if (!status && frame->stored)
		status = writer_put(writer, stored, frame->stored, err);
	return status;
}

/*
 * For a stream that several processes write: this writer makes preamble, index
 * and end, and counts frames whose bytes others write at their places.
 */
enum sp_status
sp_writer_note(struct sp_writer *writer,
	       const uint8_t header[SP_FRAME_HEADER], struct sp_error *err)
{
	struct sp_frame frame;
	enum sp_status status;

	if (!sp_frame_load(header, &frame))
		return sp_fail(err, SP_DATA, "the header of a frame was "
			       "changed on its way");
	status = begin_frame(writer, &frame, header, err);
	writer->written += SP_FRAME_HEADER + (uint64_t)frame.stored;
	return status;
}

/*
 * Heads and tails are no blocks, and small payloads grow by the sizes of six
 * parts.
 */
static bool
is_split(const struct sp_writer *writer, const struct sp_frame *frame)
{
	return writer->options.split && frame->tag == SP_SPLIT_TAG &&
	       !(frame->flags & (SP_FRAME_HEAD | SP_FRAME_TAIL)) &&
	       frame->raw >= SPLIT_MIN;
}

/*
 * In a thread.  Stored as it is if that is not longer with the checksum, so
 * that readers know from the lengths whether it is packed.
 */
static bool
writer_compress(struct sp_writer *writer, struct writer_job *job)
{
	int level = writer->options.level;
	uint32_t flag = SP_FRAME_SPLIT;
	size_t size = 0;

	if (is_split(writer, &job->frame) &&
	    !sp_zstd_compress_parts(job->zstd, level, job->raw, job->frame.raw,
				    job->compressed, sp_zstd_bound(), &size))
		return false;
	if (!size) {
		flag = SP_FRAME_ZSTD;
		if (!sp_zstd_compress(job->zstd, level, job->raw,
				      job->frame.raw, job->compressed,
				      sp_zstd_bound(), &size))
			return false;
	}
	/* Hashed here and not when the frame came, so that threads share it. */
	job->frame.checksum = sp_hash(job->raw, job->frame.raw);
	if (size && size + SP_STORED_SUM < job->frame.raw) {
		job->frame.flags |= flag;
		job->frame.stored = add_sum(job->compressed, size);
	}
	return true;
}

/* Compresses the waiting frames together and writes them in order. */
enum sp_status
sp_writer_flush(struct sp_writer *writer, struct sp_error *err)
{
	enum sp_status status = SP_OK;
	int done = 0;

#pragma omp parallel for num_threads(writer->options.threads) \
	schedule(dynamic) reduction(+: done)
	for (int i = 0; i < writer->job_count; i++)
		done += writer_compress(writer, &writer->jobs[i]);
	if (done < writer->job_count)
		status = sp_no_memory(err, "the compression");
	for (int i = 0; !status && i < writer->job_count; i++) {
		struct writer_job *job = &writer->jobs[i];
		bool packed = job->frame.flags & SP_FRAME_PACKED;

		status = put_frame(writer, &job->frame,
				   packed ? job->compressed : job->raw, err);
	}
	writer->job_count = 0;
	return status;
}

enum sp_status
sp_writer_frame(struct sp_writer *writer, uint32_t tag, uint32_t flags,
		uint64_t first, uint64_t count, const void *payload,
		size_t length, struct sp_error *err)
{
	struct sp_frame frame = { tag, flags, (uint32_t)length,
				  (uint32_t)length, first, count, 0 };
	struct writer_job *job;

	if (!writer->job_room) {
		frame.checksum = sp_hash(payload, length);
		return put_frame(writer, &frame, payload, err);
	}
	if (writer->job_count == writer->job_room) {
		enum sp_status status = sp_writer_flush(writer, err);

		if (status)
			return status;
	}
	job = &writer->jobs[writer->job_count];
	/* Buffers are made when first needed: a short stream uses few jobs. */
	if (!job->zstd && !writer_job_new(job))
		return sp_no_memory(err, "the compression");
	job->frame = frame;
	if (length)
		memcpy(job->raw, payload, length);
	writer->job_count++;
	return SP_OK;
}

void
sp_writer_features(struct sp_writer *writer, uint32_t features)
{
	if (!writer->written)
		writer->features |= features;
}

/*
 * Writes a frame that came packed as it was before.
 *
 * The payload is compared with its checksum again: it was verified by the
 * reader, but this is another unpacking.
 */
static enum sp_status
pass_unpacked(struct sp_writer *writer, const struct sp_frame *frame,
	      const uint8_t *stored, uint32_t features, struct sp_error *err)
{
	const char *wrong;

	if (!writer->zstd)
		writer->zstd = sp_zstd_new();
	if (!writer->zstd)
		return sp_no_memory(err, "a frame");
	wrong = sp_frame_unpack(writer->zstd, frame, features, stored,
				writer->passing);
	if (!wrong && !sp_sum_fits(sp_hash(writer->passing, frame->raw),
				   frame->checksum))
		wrong = "another payload than was verified";
	if (wrong)
		return sp_fail(err, SP_DATA, "a frame that passes: %s", wrong);
	return sp_writer_frame(writer, frame->tag,
			       frame->flags & ~(uint32_t)SP_FRAME_PACKED,
			       frame->first, frame->count, writer->passing,
			       frame->raw, err);
}

/*
 * Adds the checksum to a packed frame of an old stream.
 *
 * Old streams have packed frames without a checksum of the stored bytes: it is
 * added, and the payload stays packed.
 */
static enum sp_status
pass_with_sum(struct sp_writer *writer, const struct sp_frame *frame,
	      const uint8_t *stored, struct sp_error *err)
{
	struct sp_frame summed = *frame;
	enum sp_status status = sp_writer_flush(writer, err);

	if (status)
		return status;
	memcpy(writer->passing, stored, frame->stored);
	summed.stored = add_sum(writer->passing, frame->stored);
	return put_frame(writer, &summed, writer->passing, err);
}

/* passing is allocated once, for the few streams that need it. */
static enum sp_status
pass_packed(struct sp_writer *writer, const struct sp_frame *frame,
	    const uint8_t *stored, uint32_t features, struct sp_error *err)
{
	uint32_t needs = SP_FEATURE_SUMS;
	enum sp_status status;

	if (frame->flags & SP_FRAME_SPLIT)
		needs |= SP_FEATURE_SPLIT;
	if (sp_frame_sum(frame, features) && !(needs & ~writer->features)) {
		/* Frames that wait were before this one. */
		status = sp_writer_flush(writer, err);
		return status ? status : put_frame(writer, frame, stored, err);
	}
	if (!writer->passing)
		writer->passing = sp_alloc(SP_FRAME_MAX, 1);
	if (!writer->passing)
		return sp_no_memory(err, "a frame");
	if (needs & ~writer->features ||
	    frame->stored + SP_STORED_SUM >= frame->raw)
		return pass_unpacked(writer, frame, stored, features, err);
	return pass_with_sum(writer, frame, stored, err);
}

enum sp_status
sp_writer_pass(struct sp_writer *writer, const struct sp_frame *frame,
	       const uint8_t *stored, uint32_t features, struct sp_error *err)
{
	if (frame->flags & SP_FRAME_PACKED)
		return pass_packed(writer, frame, stored, features, err);
	/* In a compressed output, frames that came uncompressed are too. */
	return sp_writer_frame(writer, frame->tag, frame->flags, frame->first,
			       frame->count, stored, frame->stored, err);
}

/* Entries of 32 bytes, in frames of 1 MiB. */
static enum sp_status
put_index(struct sp_writer *writer, struct sp_error *err)
{
	const uint64_t most = SP_FRAME_MAX / SP_INDEX_ENTRY;
	uint8_t *bytes = sp_alloc(SP_FRAME_MAX, 1);
	enum sp_status status = SP_OK;
	uint64_t at = 0;

	if (!bytes)
		return sp_no_memory(err, "the frame index");
	/* An index without entries is one frame too, head and tail at once. */
	do {
		uint64_t left = writer->entry_count - at, count;
		uint32_t flags = at ? 0 : SP_FRAME_HEAD;

		count = left < most ? left : most;
		for (uint64_t i = 0; i < count; i++)
			sp_entry_store(bytes + i * SP_INDEX_ENTRY,
				       &writer->entries[at + i]);
		if (count == left)
			flags |= SP_FRAME_TAIL;
		status = sp_writer_frame(writer, SP_TAG_INDEX, flags, at,
					 count, bytes, count * SP_INDEX_ENTRY,
					 err);
		at += count;
	} while (!status && at < writer->entry_count);
	free(bytes);
	/* The chain in the end frame includes the headers of the index. */
	return status ? status : sp_writer_flush(writer, err);
}

/*
 * Nothing may be written after it: only a complete stream has an end frame, so
 * a stream is not valid before its last byte is written.
 */
enum sp_status
sp_writer_end(struct sp_writer *writer, struct sp_error *err)
{
	struct sp_frame frame = { SP_TAG_END, SP_FRAME_HEAD | SP_FRAME_TAIL,
				  SP_END_PAYLOAD, SP_END_PAYLOAD, 0, 0, 0 };
	uint8_t payload[SP_END_PAYLOAD];
	uint64_t index_at = 0;
	enum sp_status status = sp_writer_flush(writer, err);

	/*
	 * A stream without frames has no preamble yet, but the chain needs it.
	 */
	if (!status && !writer->written)
		status = put_preamble(writer, err);
	if (!status && writer->options.index) {
		index_at = writer->written;
		status = put_index(writer, err);
	}
	if (status)
		return status;
	sp_store64(payload, writer->frames);
	sp_store64(payload + 8, writer->raw_bytes);
	sp_store64(payload + 16, sp_hasher_value(writer->chain));
	sp_store64(payload + 24, index_at);
	/*
	 * Never compressed, and written directly: it must be the last frame,
	 * after all that waited.
	 */
	frame.checksum = sp_hash(payload, sizeof(payload));
	return put_frame(writer, &frame, payload, err);
}
