/* SPDX-License-Identifier: MIT */
/*
 * csv.h - reads comma-separated values (RFC 4180): records of fields, which may
 * be in double quotes, and then have separators and line ends in them, and
 * quotes doubled.
 *
 * Lines end with "\n" or "\r\n".  Beyond the RFC, a field that does not begin
 * with a quote may have quotes in it, which stand for themselves.
 */
#ifndef SP_WEB_FILE_CSV_H
#define SP_WEB_FILE_CSV_H

#include "base/span.h"
#include "web/file/source.h"

/* Bytes of the longest record. */
#define SP_CSV_RECORD ((size_t)16 << 20)
/* Its fields: an empty one takes no byte, but a place in memory. */
#define SP_CSV_FIELDS 65536

/* Zero it, set source and separator, and free it with sp_csv_free(). */
struct sp_csv {
	struct sp_source *source;
	char separator;
	struct sp_span *fields;    /* of the record at hand */
	uint64_t count;            /* 0: the file is at its end */
	uint64_t line;             /* of its first byte, from 1 */
	/* private: */
	char *text, *record;
	size_t at, end;
	uint64_t field_capacity, *ends, end_capacity;
	uint64_t record_length, record_capacity, next_line;
	bool done;
	bool special[256];         /* bytes that may end a field */
};

/*
 * Reads the next record that has more than an empty line.  Its fields are valid
 * until the next call.  Returns SP_DATA ("FILE: line N: why") for a quote that
 * is not closed, text after a closing quote, NUL bytes and a record with too
 * many bytes or fields; SP_IO; SP_MEMORY.
 */
enum sp_status sp_csv_next(struct sp_csv *csv, struct sp_error *err);

/* Returns SP_DATA with "NAME: line N: ..."; N is that of the record. */
enum sp_status sp_csv_bad(const struct sp_csv *csv, struct sp_error *err,
			  const char *format, ...) SP_PRINTF(3, 4);

void sp_csv_free(struct sp_csv *csv); /* does not close the source */

#endif
