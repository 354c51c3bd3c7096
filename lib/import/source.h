/* SPDX-License-Identifier: MIT */
/*
 * source.h - foreign files as plain bytes and as lines.
 *
 * A source reads a file or standard input, plain, gzip (concatenated members
 * too) or zstd (concatenated frames too), recognised by its first bytes.  A
 * compressed file that ends early, or has anything but another member after
 * a member, is SP_DATA.  Messages begin with the name of the file.
 */
#ifndef SP_IMPORT_SOURCE_H
#define SP_IMPORT_SOURCE_H

#include "base/status.h"

#include <stdbool.h>

struct sp_source;

/*
 * Opens path, "-" being standard input.  SP_IO with the system's reason when
 * it cannot be opened; a directory is SP_IO.  Close with sp_source_close().
 */
enum sp_status sp_source_open(const char *path, struct sp_source **source,
			      struct sp_error *err) SP_MUST_CHECK;

/* The name for messages: the path, or "standard input". */
const char *sp_source_name(const struct sp_source *source);

/*
 * Reads up to size bytes, uncompressed; *got is 0 only at the end, which has
 * then been checked.
 */
enum sp_status sp_source_read(struct sp_source *source, void *buffer,
			      size_t size, size_t *got, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * The next line without its "\n" or "\r\n"; the last line may lack them.
 * *line is NULL at the end.  Valid until the next call.  A line is at most
 * 16 MiB long, else SP_DATA.  NUL bytes are SP_DATA ("binary, not text").
 * Not to be mixed with sp_source_read().
 */
enum sp_status sp_source_line(struct sp_source *source, const char **line,
			      size_t *length, struct sp_error *err)
	SP_MUST_CHECK;

/*
 * As many whole lines as are at hand, at least one (1 MiB or so of text), for
 * parsers that go over the bytes themselves: *text .. *text + *length ends
 * with "\n" (added to a last line that lacks it) and is followed by at least
 * 16 readable bytes.  *length is 0 at the end.  Same limits as
 * sp_source_line(), except that NUL bytes are the parser's to refuse.
 */
enum sp_status sp_source_lines(struct sp_source *source, const char **text,
			       size_t *length, struct sp_error *err)
	SP_MUST_CHECK;

/* Number of the line that sp_source_line() gave last, from 1. */
uint64_t sp_source_line_number(const struct sp_source *source);

/* SP_DATA with "NAME: line N: ..." for the line given last. */
enum sp_status sp_source_bad_line(const struct sp_source *source,
				  struct sp_error *err, const char *format,
				  ...) SP_PRINTF(3, 4);

void sp_source_close(struct sp_source *source); /* accepts NULL */

/* What separates the words of a line. */
static inline bool
sp_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

#endif
