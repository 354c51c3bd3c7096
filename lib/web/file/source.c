/* SPDX-License-Identifier: MIT */
/*
 * Three layers: bytes as they are in the file (raw), the same unpacked, and
 * text as whole lines (source_lines.c).  The first bytes, read to recognise the
 * packing, stay in raw and are given out again, and so do the first unpacked
 * bytes, read to recognise the format: a pipe cannot be read twice.
 *
 * A packed file ends well only if its last member is complete and nothing
 * follows it: a cut download is an error, and not a shorter file.  That is why
 * a read returns 0 bytes only after sp_inflate_end(), and why callers read to
 * the end even if they need no more.
 *
 * After the first bytes, a plain file is read into the caller's buffer without
 * a copy.
 *
 * Memory: SP_SOURCE_RAW, 256 KiB; 64 KiB if somebody peeked; lines have their
 * own.
 */
#include "web/file/source_private.h"

#include "base/memory.h"
#include "web/file/inflate.h"
#include "web/file/remote.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SNIFF_SIZE 4

/*
 * errno is read here, so nothing may come between the call that failed and
 * this.
 */
static enum sp_status
fail_system(const struct sp_source *source, struct sp_error *err)
{
	return sp_fail(err, SP_IO, "%s: %s", source->name, strerror(errno));
}

/*
 * After a failed call: is it to be repeated?  A pipe that somebody set to not
 * wait (O_NONBLOCK) is waited for.
 */
static bool
source_again(int fd)
{
	struct pollfd polled = { fd, POLLIN, 0 };

	if (errno == EINTR)
		return true;
	if (errno != EAGAIN)
		return false;
	return poll(&polled, 1, -1) >= 0 || errno == EINTR;
}

static enum sp_status
source_read_remote(struct sp_source *source, void *buffer, size_t size,
		   size_t *got, struct sp_error *err)
{
	if (sp_remote_read(source->remote, buffer, size, got, err))
		return err->status;
	source->raw_bytes += *got;
	source->raw_done = !*got;
	return SP_OK;
}

/*
 * A read may be interrupted, or return fewer bytes than were asked for; it is
 * repeated in the first case, and the second is the caller's affair.
 */
static enum sp_status
source_read_file(struct sp_source *source, void *buffer, size_t size,
		 size_t *got, struct sp_error *err)
{
	ssize_t count;

	if (source->remote)
		return source_read_remote(source, buffer, size, got, err);
	do {
		count = read(source->file, buffer, size);
	} while (count < 0 && source_again(source->file));
	*got = 0;
	if (count < 0)
		return fail_system(source, err);
	*got = (size_t)count;
	source->raw_bytes += (uint64_t)count;
	source->raw_done = !count;
	return SP_OK;
}

/*
 * Reads first bytes until they show the packing: a pipe may give fewer at a
 * time.
 */
static enum sp_status
sniff_packing(struct sp_source *source, struct sp_error *err)
{
	enum sp_packing packing;

	while (source->raw_end < SNIFF_SIZE && !source->raw_done) {
		size_t got;

		if (source_read_file(source, source->raw + source->raw_end,
				     SP_SOURCE_RAW - source->raw_end, &got,
				     err))
			return err->status;
		source->raw_end += got;
	}
	packing = sp_packing_of(source->raw, source->raw_end);
	if (packing == SP_PACKING_CUT)
		return sp_fail(err, SP_DATA, "%s: cut short: the file ends "
			       "in its first bytes", source->name);
	if (packing == SP_PACKING_NONE)
		return SP_OK;
	source->inflate = sp_inflate_new(packing);
	return source->inflate ? SP_OK : sp_no_memory(err, source->name);
}

/*
 * The size is known of regular files only; it serves the bar of progress and
 * the check of numbers that a file claims (sp_source_most()).
 */
static enum sp_status
open_file(struct sp_source *source, const char *path, struct sp_error *err)
{
	struct stat info;

	source->file_size = UINT64_MAX;
	if (!strcmp(path, "-")) {
		source->file = STDIN_FILENO;
		return SP_OK;
	}
	if (sp_is_remote(path))
		return sp_remote_open(path, &source->remote, err);
	do {
		source->file = open(path, O_RDONLY | O_CLOEXEC);
	} while (source->file < 0 && errno == EINTR);
	if (source->file < 0 || fstat(source->file, &info))
		return fail_system(source, err);
	if (S_ISDIR(info.st_mode)) {
		errno = EISDIR;
		return fail_system(source, err);
	}
	if (S_ISREG(info.st_mode))
		source->file_size = (uint64_t)info.st_size;
	/* Reading goes on ahead; a refusal costs speed only. */
	(void)posix_fadvise(source->file, 0, 0, POSIX_FADV_SEQUENTIAL);
	return SP_OK;
}

static enum sp_status
open_source(const char *path, bool unpack, struct sp_source **opened,
	    struct sp_error *err)
{
	const char *name = strcmp(path, "-") ? path : "standard input";
	struct sp_source *source = sp_alloc_zero(1, sizeof(*source));
	enum sp_status status;

	*opened = NULL;
	if (!source)
		return sp_no_memory(err, name);
	source->file = -1;
	source->name = strdup(name);
	source->raw = sp_alloc(SP_SOURCE_RAW, 1);
	if (!source->name || !source->raw)
		status = sp_no_memory(err, name);
	else
		status = open_file(source, path, err);
	if (!status && unpack)
		status = sniff_packing(source, err);
	if (status) {
		sp_source_close(source);
		return status;
	}
	*opened = source;
	return SP_OK;
}

enum sp_status
sp_source_open(const char *path, struct sp_source **opened,
	       struct sp_error *err)
{
	return open_source(path, true, opened, err);
}

enum sp_status
sp_source_open_raw(const char *path, struct sp_source **opened,
		   struct sp_error *err)
{
	return open_source(path, false, opened, err);
}

const char *
sp_source_name(const struct sp_source *source)
{
	return source->name;
}

/*
 * For a bar of progress, which needs no exact figure: what standard input has
 * been read by others before counts as not there.
 */
uint64_t
sp_source_size(const struct sp_source *source)
{
	uint64_t size = source->remote ? sp_remote_size(source->remote) : 0;
	struct stat info;
	off_t at;

	if (source->remote)
		return size == UINT64_MAX ? 0 : size;
	if (fstat(source->file, &info) || !S_ISREG(info.st_mode))
		return 0;
	/* Standard input may have been read before it came here. */
	at = lseek(source->file, 0, SEEK_CUR);
	if (at < 0 || (uint64_t)at < source->raw_bytes || at > info.st_size)
		return 0;
	return (uint64_t)(info.st_size - at) + source->raw_bytes;
}

uint64_t
sp_files_size(char *const *paths, uint64_t count)
{
	uint64_t size = 0;

	for (uint64_t i = 0; i < count; i++) {
		struct stat info;

		if (stat(paths[i], &info) || !S_ISREG(info.st_mode))
			return 0;
		size += (uint64_t)info.st_size;
	}
	return size;
}

/*
 * gzip packs 258 bytes into 2 bits, zstd a block of 128 KiB into 4 bytes.
 */
uint64_t
sp_source_most(const struct sp_source *source)
{
	uint64_t ratio = source->inflate ? 32768 : 1, most;

	return __builtin_mul_overflow(source->file_size, ratio, &most) ?
		       UINT64_MAX : most;
}

/* What was read to recognise the packing is given out first. */
static enum sp_status
read_plain(struct sp_source *source, void *buffer, size_t size, size_t *got,
	   struct sp_error *err)
{
	size_t left = source->raw_end - source->raw_at;

	if (!left) {
		/* No copy: after the first bytes, reads go to the caller. */
		if (!source->raw_done)
			return source_read_file(source, buffer, size, got, err);
		return SP_OK;
	}
	*got = left < size ? left : size;
	memcpy(buffer, source->raw + source->raw_at, *got);
	source->raw_at += *got;
	return SP_OK;
}

/*
 * Goes on until there is output, or the file and the decoder are at their ends.
 * Each turn consumes input, gives output, or reads more of the file, so that it
 * cannot go on for ever.
 */
static enum sp_status
read_packed(struct sp_source *source, void *buffer, size_t size, size_t *got,
	    struct sp_error *err)
{
	for (;;) {
		size_t used, read;

		if (sp_inflate_run(source->inflate,
				   source->raw + source->raw_at,
				   source->raw_end - source->raw_at, &used,
				   buffer, size, got, err))
			return sp_fail_in(err, source->name);
		source->raw_at += used;
		if (*got || !size)
			return SP_OK;
		if (source->raw_at < source->raw_end)
			continue;
		if (source->raw_done) {
			/*
			 * The decoder may still hold output when the file has
			 * ended: the end is reached only when it neither takes
			 * nor gives anything.
			 */
			if (used)
				continue;
			if (sp_inflate_end(source->inflate, err))
				return sp_fail_in(err, source->name);
			return SP_OK;
		}
		/*
		 * For a restart, what was unpacked stays in raw, as long as
		 * there is room.
		 */
		if (!source->raw_kept || source->raw_end == SP_SOURCE_RAW) {
			source->raw_at = 0;
			source->raw_end = 0;
		}
		if (source_read_file(source, source->raw + source->raw_end,
				     SP_SOURCE_RAW - source->raw_end, &read,
				     err))
			return err->status;
		source->raw_end += read;
	}
}

/* What is counted are bytes that were used: those that wait in raw are not. */
static void
count_reading(struct sp_source *source)
{
	struct sp_reading *reading = source->reading;
	uint64_t used = source->raw_bytes - (source->raw_end - source->raw_at);

	if (!reading)
		return;
	reading->done += used - source->counted;
	source->counted = used;
	sp_progress_report(reading->progress, reading->done, reading->total);
}

static enum sp_status
read_unpacked(struct sp_source *source, void *buffer, size_t size,
	      size_t *got, struct sp_error *err)
{
	enum sp_status status;

	*got = 0;
	status = source->inflate ?
			 read_packed(source, buffer, size, got, err) :
			 read_plain(source, buffer, size, got, err);
	count_reading(source);
	return status;
}

void
sp_source_follow(struct sp_source *source, struct sp_reading *reading)
{
	source->reading = reading;
	count_reading(source);
}

const uint8_t *
sp_source_start(const struct sp_source *source, size_t *size)
{
	*size = source->raw_end;
	return source->raw;
}

/* At the first call only: a pipe may give fewer bytes at a time. */
static enum sp_status
fill_peeked(struct sp_source *source, struct sp_error *err)
{
	while (!source->peek_done && source->peek_end < SP_SOURCE_PEEK) {
		size_t got;
		enum sp_status status = read_unpacked(
			source, source->peeked + source->peek_end,
			SP_SOURCE_PEEK - source->peek_end, &got, err);

		/* Of damaged data, what could be unpacked. */
		source->peek_end += got;
		if (status)
			return status;
		source->peek_done = !got;
	}
	return SP_OK;
}

/*
 * After a failure, the bytes before it are shown all the same: a damaged
 * archive can still be recognised.
 */
enum sp_status
sp_source_peek(struct sp_source *source, const char **text, size_t *size,
	       struct sp_error *err)
{
	enum sp_status status;

	*text = NULL;
	*size = 0;
	if (!source->peeked)
		source->peeked = sp_alloc(SP_SOURCE_PEEK, 1);
	if (!source->peeked)
		return sp_no_memory(err, source->name);
	source->raw_kept = true;
	status = fill_peeked(source, err);
	source->raw_kept = false;
	*text = source->peeked + source->peek_at;
	*size = source->peek_end - source->peek_at;
	return status;
}

/*
 * The packed bytes that the peek has unpacked are all in raw, or it is too
 * late: raw_end counts what raw has, raw_bytes what was read.
 */
enum sp_status
sp_source_restart_raw(struct sp_source *source, struct sp_error *err)
{
	/* Plain bytes that were peeked at are all there. */
	source->peek_at = 0;
	if (!source->inflate)
		return SP_OK;
	if (source->raw_bytes != source->raw_end)
		return sp_fail(err, SP_DATA, "%s: its first %zu KiB unpack "
			       "to next to nothing", source->name,
			       SP_SOURCE_RAW >> 10);
	sp_inflate_free(source->inflate);
	source->inflate = NULL;
	source->raw_at = 0;
	source->peek_end = 0;
	source->peek_done = false;
	return SP_OK;
}

/*
 * UTF-16 is refused here, where the reason can be said; as bytes it would be
 * "binary, not text".
 */
enum sp_status
sp_source_skip_mark(struct sp_source *source, struct sp_error *err)
{
	const char *text;
	size_t size;

	if (sp_source_peek(source, &text, &size, err))
		return err->status;
	if (size >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		source->peek_at += 3;
	if (size >= 2 && (!memcmp(text, "\xff\xfe", 2) ||
			  !memcmp(text, "\xfe\xff", 2)))
		return sp_fail(err, SP_DATA, "%s: UTF-16 text: convert it "
			       "first with iconv -f UTF-16 -t UTF-8",
			       source->name);
	return SP_OK;
}

/*
 * Bytes that were peeked at come first. peek_done means that there are no
 * others.
 */
enum sp_status
sp_source_read(struct sp_source *source, void *buffer, size_t size,
	       size_t *got, struct sp_error *err)
{
	size_t left = source->peek_end - source->peek_at;

	if (!left && !source->peek_done)
		return read_unpacked(source, buffer, size, got, err);
	*got = left < size ? left : size;
	if (*got)
		memcpy(buffer, source->peeked + source->peek_at, *got);
	source->peek_at += *got;
	return SP_OK;
}

void
sp_source_close(struct sp_source *source)
{
	if (!source)
		return;
	/*
	 * Only read: closing cannot lose anything.  Standard input stays open;
	 * it was not opened here.
	 */
	if (source->file > STDIN_FILENO)
		(void)close(source->file);
	sp_remote_close(source->remote);
	sp_inflate_free(source->inflate);
	free(source->name);
	free(source->raw);
	free(source->peeked);
	free(source->text);
	free(source->other);
	free(source);
}
