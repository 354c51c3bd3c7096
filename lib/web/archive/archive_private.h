/* SPDX-License-Identifier: MIT */
/*
 * archive_private.h - an archive that is read: where its records begin
 * (begin.c), their blocks (block.c), and all of a record (archive.c).  Private
 * to these three.
 */
#ifndef SP_WEB_ARCHIVE_ARCHIVE_PRIVATE_H
#define SP_WEB_ARCHIVE_ARCHIVE_PRIVATE_H

#include "web/archive/archive.h"
#include "web/archive/digest.h"
#include "web/archive/feed.h"

enum kind {
	KIND_UNKNOWN,
	KIND_WARC,
	KIND_ARC
};

struct sp_archive {
	struct sp_feed feed;
	enum kind kind;
	uint64_t max_record;
	struct sp_digest *block, *payload; /* NULL: not wanted */
	bool told;           /* the feed's damage, in a record */
	uint64_t again;      /* bytes that were given back */
};

static inline bool
sp_is_line_end(uint8_t c)
{
	return c == '\n' || c == '\r';
}

/* ---- where records begin (begin.c) ------------------------------------ */

/*
 * Finds the end of the line that begins from bytes after the window's start;
 * *length is up to there, with its "\n", and 0 if that is over most.  Without a
 * "\n", the line ends where the feed does.
 */
enum sp_status sp_archive_line(struct sp_feed *feed, size_t from, size_t most,
			       size_t *length, struct sp_error *err);

/* Sets *begins to whether a record begins at the window's start. */
enum sp_status sp_archive_begins(struct sp_archive *archive, bool *begins,
				 struct sp_error *err);

/* A first test for a member of a damaged file: cheap, and true for both. */
bool sp_archive_may_begin(const uint8_t *text, size_t size);

/*
 * Skips the ends of lines that separate records.  *at_end is set if nothing
 * else follows in this member, or at all.
 */
enum sp_status sp_archive_skip_ends(struct sp_feed *feed, bool *at_end,
				    struct sp_error *err);

/* Skips to the next place where a record begins, or to the end. */
enum sp_status sp_archive_skip_to_record(struct sp_archive *archive,
					 uint64_t *skipped,
					 struct sp_error *err);

/* ---- blocks (block.c) ------------------------------------------------- */

/* Reads the block; *have are the bytes of it that were read. */
enum sp_status sp_archive_read_block(struct sp_archive *archive,
				     struct sp_record *record, uint64_t *have,
				     struct sp_error *err);

/* What the feed's end means for a record of which something is missing. */
void sp_archive_tell_end(struct sp_archive *archive, struct sp_record *record,
			 uint64_t have);

/* Begins both sums with the bytes that are kept, and ends them. */
void sp_archive_begin_digests(struct sp_archive *archive,
			      struct sp_record *record);
void sp_archive_end_digests(struct sp_archive *archive,
			    struct sp_record *record);

#endif
