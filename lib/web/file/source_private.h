/* SPDX-License-Identifier: MIT */
/*
 * source_private.h - what a source is made of: its bytes (source.c) and its
 * lines (source_lines.c).  Private to these two.
 */
#ifndef SP_WEB_FILE_SOURCE_PRIVATE_H
#define SP_WEB_FILE_SOURCE_PRIVATE_H

#include "web/file/source.h"

#include "base/buffer.h"

#define SP_SOURCE_RAW SP_BUFFER((size_t)256 << 10, (size_t)2 << 10)

struct sp_source {
	char *name;
	int file;                   /* -1: remote */
	struct sp_remote *remote;   /* or NULL */
	uint64_t file_size;         /* UINT64_MAX: no regular file */
	struct sp_inflate *inflate; /* NULL: plain */
	uint8_t *raw;               /* SP_SOURCE_RAW bytes of the file */
	size_t raw_at, raw_end;
	bool raw_kept;              /* what was unpacked stays in raw */
	bool raw_done;              /* the file has no more */
	uint64_t raw_bytes;         /* read from the file */
	uint64_t counted;           /* of them, those in *reading */
	struct sp_reading *reading; /* or NULL */
	char *peeked;               /* first unpacked bytes, or NULL */
	size_t peek_at, peek_end;   /* of those, not yet given out */
	bool peek_done;             /* the source has no more than those */
	char *text;                 /* lines, then the start of another */
	uint64_t text_capacity;
	char *other;                /* the text before, or NULL */
	uint64_t other_capacity;
	size_t text_at;             /* next line */
	size_t text_lines;          /* end of the last whole line */
	size_t text_end;
	bool text_done;             /* the source has no more */
	bool text_long;             /* the next line is too long */
	uint64_t line;
};

#endif
