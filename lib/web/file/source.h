/* SPDX-License-Identifier: MIT */
/*
 * source.h - reads foreign files as plain bytes or lines.
 *
 * A source is a file, standard input or, at an address that begins with
 * https://, http:// or s3://, a file on a server (web/file/remote.h), plain or
 * compressed with gzip or zstd
 * (including concatenated members or frames), recognised by its first bytes.
 * A compressed file that ends early, or has anything except another member
 * after a member, is SP_DATA.  Messages begin with the name of the file.
 */
#ifndef SP_WEB_FILE_SOURCE_H
#define SP_WEB_FILE_SOURCE_H

#include "base/buffer.h"
#include "base/progress.h"
#include "base/span.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

struct sp_source;

/*
 * How much of some files has been read, in bytes of the files: of packed ones,
 * those that were unpacked.  The caller sets progress and total, zeroes done,
 * and keeps the struct until the sources that follow it have been read.
 */
struct sp_reading {
	const struct sp_progress *progress; /* gets done and total; or NULL */
	uint64_t done;
	uint64_t total;                     /* 0: not known */
};

/*
 * Opens path ("-": standard input).  Close it with sp_source_close().  Returns
 * SP_IO with the system's reason if it cannot be opened or is a directory, and
 * what sp_remote_open() returns.
 */
enum sp_status sp_source_open(const char *path, struct sp_source **source,
			      struct sp_error *err);

/*
 * The same for a file that is read as it is: its packing is not undone.  For
 * callers that must know where the members of packed files begin.
 */
enum sp_status sp_source_open_raw(const char *path, struct sp_source **source,
				  struct sp_error *err);

/* Returns the name for messages: the path, or "standard input". */
const char *sp_source_name(const struct sp_source *source);

/*
 * Returns how many bytes the source can have at most, once they are unpacked;
 * UINT64_MAX where that is not known, as for a pipe.
 */
uint64_t sp_source_most(const struct sp_source *source);

/*
 * Returns the size of the file in bytes, packed if it is: of standard input,
 * from where it was opened; 0 where it is not known, as for a pipe.
 */
uint64_t sp_source_size(const struct sp_source *source);

/* Returns the sizes of all files, added up; 0 if one of them is not known. */
uint64_t sp_files_size(char *const *paths, uint64_t count);

/*
 * From here on every read is added to *reading and reported; what was read
 * before, for a look at the first bytes, is added at once.  Sources that follow
 * the same reading must be read by one thread.  NULL: nothing is counted.
 */
void sp_source_follow(struct sp_source *source, struct sp_reading *reading);

/*
 * Reads up to size decompressed bytes.  *got is 0 only at the end of the file,
 * after the end was found to be intact.
 */
enum sp_status sp_source_read(struct sp_source *source, void *buffer,
			      size_t size, size_t *got, struct sp_error *err);

/*
 * Reads the next line, without its "\n" or "\r\n", which the last line may
 * lack.  *line is valid until the next call, and NULL at the end of the file.
 * Returns SP_DATA for a line over 16 MiB and for NUL bytes ("binary, not
 * text").  A byte-order mark is skipped, see sp_source_skip_mark().  Do not mix
 * calls with sp_source_read().
 */
enum sp_status sp_source_line(struct sp_source *source, const char **line,
			      size_t *length, struct sp_error *err);

/*
 * The same for a loop that ends with the file, or when *status is a failure,
 * be it of reading or of what the loop did with a line:
 *
 *	while (sp_source_next(source, &line, &status, err))
 *		status = take(line, err);
 */
static inline bool
sp_source_next(struct sp_source *source, struct sp_span *line,
	       enum sp_status *status, struct sp_error *err)
{
	if (!*status)
		*status = sp_source_line(source, &line->text, &line->length,
					 err);
	return !*status && line->text;
}

/*
 * Reads one or more whole lines (about 1 MiB of text), for parsers that scan
 * the bytes themselves.  The *length bytes at *text end with "\n" (added if
 * the last line lacks it) and are followed by at least 16 readable bytes.
 * *length is 0 at the end of the file.  *text is valid until the call after the
 * next, so that one thread can read while others parse.  The limits are those
 * of sp_source_line(), except that the parser must reject NUL bytes itself.
 */
enum sp_status sp_source_lines(struct sp_source *source, const char **text,
			       size_t *length, struct sp_error *err);

/*
 * For a failure of sp_source_lines(), which does not count lines: the caller
 * knows that line, from 1, is the next one.  Returns the status of the failure,
 * whose message in err then has this number if the line is too long.
 */
enum sp_status sp_source_long_line(const struct sp_source *source,
				   uint64_t line, struct sp_error *err);

/* Returns the number of the last line that sp_source_line() read, from 1. */
uint64_t sp_source_line_number(const struct sp_source *source);

/*
 * Returns SP_DATA with "NAME: line N: ...", for those that count lines by
 * themselves.
 */
enum sp_status sp_source_bad_at(const struct sp_source *source, uint64_t line,
				struct sp_error *err, const char *format,
				va_list arguments) SP_PRINTF(4, 0);

/* The same for the last line read. */
enum sp_status sp_source_bad_line(const struct sp_source *source,
				  struct sp_error *err, const char *format,
				  ...) SP_PRINTF(3, 4);

void sp_source_close(struct sp_source *source); /* accepts NULL */

/* Unpacked bytes that sp_source_peek() looks at. */
#define SP_SOURCE_PEEK SP_BUFFER((size_t)64 << 10, (size_t)1 << 10)

/*
 * Shows the first SP_SOURCE_PEEK unpacked bytes of the file, fewer only if it
 * has no more, without taking them: they are still to be read.  Call it before
 * the first read.  *text is valid until then.  If it fails, *text has the bytes
 * before what failed.
 */
enum sp_status sp_source_peek(struct sp_source *source, const char **text,
			      size_t *size, struct sp_error *err);

/*
 * Returns the first *size bytes as they are in the file, packed if it is: at
 * least 4, unless it has fewer.  Call it before the first peek or read; not of
 * sp_source_open_raw().
 */
const uint8_t *sp_source_start(const struct sp_source *source, size_t *size);

/*
 * Begins again: what was peeked at is still to be read, and from here on all
 * bytes are read as they are in the file, see sp_source_open_raw().  Call it
 * before the first read.  Returns SP_DATA if the peek took more packed bytes
 * than are kept: 256 KiB that unpack to less than SP_SOURCE_PEEK.
 */
enum sp_status sp_source_restart_raw(struct sp_source *source,
				     struct sp_error *err);

/*
 * Skips the byte-order mark of UTF-8, with which some programs begin a text.
 * Returns SP_DATA for the mark of UTF-16, which cannot be read.  The functions
 * for lines call it; other readers of text call it before the first read.
 */
enum sp_status sp_source_skip_mark(struct sp_source *source,
				   struct sp_error *err);

#endif
