/* SPDX-License-Identifier: MIT */
/*
 * archive.h - reads web archives record by record.
 *
 * WARC 1.0 and 1.1 (ISO 28500), their drafts 0.17 and 0.18, and ARC 1 and 2
 * of the Internet Archive; plain, packed with gzip (a member a record, or any
 * other way) or with zstd (also with the dictionary of a .warc.zst); a file or
 * standard input; recognised by its first bytes.
 *
 * Archives in the wild are damaged: by disks and cut downloads, and by writers
 * that count lengths wrong.  Damage does not stop reading: it is told in a
 * record, and reading goes on at the next thing that looks like a record.
 */
#ifndef SP_WEB_ARCHIVE_ARCHIVE_H
#define SP_WEB_ARCHIVE_ARCHIVE_H

#include "base/calendar.h" /* SP_NO_TIME */
#include "base/span.h"
#include "base/status.h"

#include <stdbool.h>
#include <stdint.h>

struct sp_archive;
struct sp_reading;
struct sp_source;

enum sp_record_type {
	SP_RECORD_WARCINFO,      /* and the version block of an ARC */
	SP_RECORD_RESPONSE,      /* and a page of an ARC with an HTTP head */
	SP_RECORD_RESOURCE,      /* and other things of an ARC: "dns:" */
	SP_RECORD_REQUEST,
	SP_RECORD_METADATA,
	SP_RECORD_REVISIT,
	SP_RECORD_CONVERSION,
	SP_RECORD_CONTINUATION,
	SP_RECORD_OTHER          /* another type, none, or no record at all */
};

#define SP_RECORD_TYPES (SP_RECORD_OTHER + 1)

/* "response"; "other" for SP_RECORD_OTHER. */
const char *sp_record_type_name(enum sp_record_type type);

#define SP_RECORD_DAMAGE 256     /* bytes of .damage, with its NUL */
#define SP_SHA1_SIZE 20

/* The sums of options.digests. */
struct sp_record_digests {
	bool payload_known;      /* false: HTTP, but without a whole head */
	uint8_t block[SP_SHA1_SIZE];
	uint8_t payload[SP_SHA1_SIZE]; /* of HTTP, what follows the head; of
				    others, the block */
};

/*
 * A record.  It owns its bytes, so that a caller can keep many and work on
 * them in several threads.  A zeroed struct is empty; sp_archive_next() uses
 * it again, sp_record_free() frees it.  The spans point into it.
 */
struct sp_record {
	enum sp_record_type type;
	struct sp_span uri;      /* WARC-Target-URI, without < >; or absent */
	struct sp_span mime;     /* Content-Type: of an ARC, that of the page */
	int64_t time;            /* milliseconds since 1970, or SP_NO_TIME */
	uint64_t offset;         /* in the file: of a packed one, that of the
				    member in which the record begins */
	uint64_t length;         /* of the block, as the record says */
	uint64_t present;        /* of these: bytes that the file has */
	const uint8_t *block;    /* its first bytes */
	size_t size;             /* less than present if it was cut to
				    max_record */
	const char *damage;      /* NULL, or what is wrong: one line for
				    people, without the file's name; the rest
				    is what could be read */
	bool cut_short;          /* ... and that is that the file ends here */
	struct sp_record_digests digests; /* with options.digests */

	/* private */
	char *head;
	size_t head_size;
	uint64_t head_capacity;
	uint8_t *buffer;
	uint64_t buffer_capacity;
	char damage_text[SP_RECORD_DAMAGE];
};

/*
 * Returns the value of the first header of that name, in any case, without
 * blanks around it; absent if there is none.  An ARC record has no headers.
 */
struct sp_span sp_record_header(const struct sp_record *record,
				const char *name);

void sp_record_free(struct sp_record *record);

#define SP_RECORD_DEFAULT ((uint64_t)16 << 20)

struct sp_archive_options {
	uint64_t max_record;     /* bytes of a block that are kept, of the rest
				    only the length; 0: SP_RECORD_DEFAULT */
	bool digests;            /* compute them, of whole blocks; see
				    sp_archive_has_digests() */
	struct sp_source *source; /* read instead of path, from where it is,
				    if not NULL: see sp_source_open_raw() and
				    sp_source_restart_raw().  The caller
				    closes it, after the archive. */
};

/* Whether digests can be computed: it was built with libmd. */
bool sp_archive_has_digests(void);

/*
 * Opens the file at path ("-": standard input).  options may be NULL.  Close
 * it with sp_archive_close().  Returns SP_IO with the system's reason, SP_DATA
 * if its first bytes are neither WARC nor ARC, or SP_USAGE for digests that
 * cannot be computed.
 */
enum sp_status sp_archive_open(const char *path,
			       const struct sp_archive_options *options,
			       struct sp_archive **archive,
			       struct sp_error *err);

/* Returns the name for messages: the path, or "standard input". */
const char *sp_archive_name(const struct sp_archive *archive);

/* The size of the file in bytes, see sp_source_size(). */
uint64_t sp_archive_size(const struct sp_archive *archive);

/* Counts what is read, see sp_source_follow(). */
void sp_archive_follow(struct sp_archive *archive, struct sp_reading *reading);

/*
 * Reads the next record.  *got is false at the end of the file.  Returns SP_IO
 * or SP_MEMORY on failure; damage is no failure, but told in record->damage.
 */
enum sp_status sp_archive_next(struct sp_archive *archive,
			       struct sp_record *record, bool *got,
			       struct sp_error *err);

void sp_archive_close(struct sp_archive *archive); /* accepts NULL */

#endif
