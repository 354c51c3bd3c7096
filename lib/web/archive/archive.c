/* SPDX-License-Identifier: MIT */
/*
 * Reads an archive record by record, from a feed of unpacked bytes (feed.h).  A
 * record is a head, which is found in the feed's window; a block, of which up
 * to max_record bytes are kept; and what follows, which tells whether the
 * length was right.
 *
 * Archives in the wild have wrong lengths, missing members and flipped bits,
 * and an archive of a crawl cannot be made again.  So there are three things
 * that may be wrong, and what is done about each never loses more than it must:
 *
 * - The length is too large: the block has swallowed the records after it.
 *   inner_record() finds the first of them in what was kept, and it is given
 *   back to the feed to be read as itself.
 * - The length is too small, or nonsense stands between two records: all up to
 *   the next thing that looks like a record is skipped, and its bytes are
 *   counted in the record before it.
 * - A gzip member or zstd frame is damaged: the feed is broken, and goes on at
 *   the next member whose unpacked bytes begin a record.
 *
 * The check of what follows is what makes the first two visible, so every
 * record is checked, not only suspicious ones.  It costs a look at the next ten
 * bytes of a WARC, or at the next line of an ARC.
 *
 * Cost: each byte is unpacked once and copied a few times at most, on its way
 * into the record, which owns it; a record that was given back is read twice.
 * That alone could make time grow with the square of the file, so it is limited
 * (AGAIN_MOST).  Memory is that of a window and of one record.  Readers that
 * this was compared with stop at the first damage, or go on silently after a
 * wrong length.
 */
#include "web/archive/archive_private.h"

#include "base/memory.h"
#include "base/text.h"
#include "web/archive/head.h"
#include "web/archive/http.h"

#include <stdlib.h>
#include <string.h>

/* URLs of several MiB occur ("data:"). */
#define HEAD_MOST ((size_t)4 << 20)
/*
 * Wrong lengths make this read bytes again: at most AGAIN_MOST in all, and
 * AGAIN_EACH more for each byte of the file.  Without a limit, 300,000 records
 * that each claim the rest of the file take for ever; real archives with wrong
 * lengths give back a record here and there, far below it.
 */
#define AGAIN_MOST ((uint64_t)256 << 20)
#define AGAIN_EACH 4

const char *
sp_archive_name(const struct sp_archive *archive)
{
	return sp_source_name(archive->feed.source);
}

uint64_t
sp_archive_size(const struct sp_archive *archive)
{
	return sp_source_size(archive->feed.source);
}

void
sp_archive_follow(struct sp_archive *archive, struct sp_reading *reading)
{
	sp_source_follow(archive->feed.source, reading);
}

void
sp_archive_close(struct sp_archive *archive)
{
	if (!archive)
		return;
	sp_feed_close(&archive->feed);
	sp_digest_free(archive->block);
	sp_digest_free(archive->payload);
	free(archive);
}

/* ---- head ------------------------------------------------------------- */

/*
 * Finds the end of the head at the window's start, which is the first empty
 * line after its first; *size is 0 if there is none.  An ARC's head is its one
 * line.  The whole head stays in the window until its end is found, since it is
 * copied in one piece, and so its size is limited: a file without line ends
 * must not become a head.
 */
static enum sp_status
find_head(struct sp_archive *archive, struct sp_record *record, size_t *size,
	  struct sp_error *err)
{
	struct sp_feed *feed = &archive->feed;
	size_t at = 0, length;

	*size = 0;
	for (;;) {
		const uint8_t *line;

		if (sp_archive_line(feed, at, HEAD_MOST, &length, err))
			return err->status;
		if (!length) {
			sp_record_damage(record, "its headers are over 4 MiB");
			return SP_OK;
		}
		if (length == at || feed->text[feed->at + length - 1] != '\n') {
			sp_record_damage(record, "%s", feed->broken ?
					 feed->damage.text :
					 "the file ends inside its headers");
			record->cut_short = !feed->broken || feed->cut_short;
			return SP_OK;
		}
		/* The window may have moved while the line was looked for. */
		line = feed->text + feed->at + at;
		while (line < feed->text + feed->at + length &&
		       sp_is_line_end(*line))
			line++;
		at = length;
		if (archive->kind == KIND_ARC ||
		    line == feed->text + feed->at + length) {
			*size = length;
			return SP_OK;
		}
	}
}

/*
 * Takes size bytes of the window as the record's head, and reads it there: the
 * spans of the record point into its own copy, which stays when the window has
 * gone on.
 */
static enum sp_status
take_head(struct sp_archive *archive, struct sp_record *record, size_t size,
	  bool *length_known, struct sp_error *err)
{
	struct sp_feed *feed = &archive->feed;

	if (!sp_grow(&record->head, &record->head_capacity, size))
		return sp_no_memory(err, sp_archive_name(archive));
	memcpy(record->head, feed->text + feed->at, size);
	record->head_size = size;
	feed->at += size;
	if (archive->kind == KIND_ARC)
		sp_head_arc(record, length_known);
	else
		sp_head_warc(record, length_known);
	return SP_OK;
}

/* ---- what follows ----------------------------------------------------- */

/*
 * Returns where in the block a line begins that begins a record; the block's
 * size if there is none.  Only whole lines count: the last one may be cut, and
 * a cut line of an ARC could look like any other.  A page that quotes
 * "WARC/1.0" at the start of a line is found here, too, but only if its length
 * was already known to be wrong.
 */
static size_t
inner_record(const struct sp_archive *archive, const struct sp_record *record)
{
	const uint8_t *at = record->block, *end;

	/* It may have no block. */
	if (!record->size)
		return 0;
	end = at + record->size;
	while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
		const uint8_t *stop;

		at++;
		stop = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
		if (!stop)
			break;
		if (archive->kind == KIND_ARC ?
			    sp_begins_arc((const char *)at,
					  (size_t)(stop - at)) :
			    sp_begins_warc(at, (size_t)(end - at)))
			return (size_t)(at - record->block);
	}
	return record->size;
}

/*
 * The length was too large: gives back the records that the block took.  The
 * digests are computed again, of what the block is now; a damage that was
 * noted, such as the end of the file inside the block, is not the record's any
 * more.
 */
static enum sp_status
give_back(struct sp_archive *archive, struct sp_record *record, size_t at,
	  struct sp_error *err)
{
	if (sp_feed_unread(&archive->feed, record->block + at,
			   record->size - at, err))
		return err->status;
	archive->again += record->size - at;
	record->size = at;
	record->present = at;
	sp_archive_begin_digests(archive, record);
	sp_archive_end_digests(archive, record);
	record->damage = NULL;
	record->cut_short = false;
	sp_record_damage(record, "its length %" PRIu64 " is wrong: the next "
			 "record begins after %zu bytes", record->length,
			 at);
	return SP_OK;
}

/*
 * After a record come ends of lines, then another record, or the end of the
 * file or member; else its length is wrong. have bytes of it were read.  In a
 * packed archive, the border of a member is enough, because crawlers pack a
 * member a record.
 *
 * A block that ended early (short_of) may have swallowed records as well, so it
 * is looked through in the same way.  But once the feed's own damage was told
 * (archive->told), nothing is: the next record begins where the feed resumes.
 */
static enum sp_status
archive_check_end(struct sp_archive *archive, struct sp_record *record,
		  uint64_t have, struct sp_error *err)
{
	struct sp_feed *feed = &archive->feed;
	uint64_t skipped;
	bool fine, short_of = record->damage != NULL;
	size_t inner;

	if (!short_of) {
		if (sp_archive_skip_ends(feed, &fine, err))
			return err->status;
		if (fine && feed->broken)
			sp_archive_tell_end(archive, record, record->length);
		if (!fine && sp_archive_begins(archive, &fine, err))
			return err->status;
		if (fine)
			return SP_OK;
	}
	if (archive->told)
		return SP_OK;
	/* What was not kept can not be given back. */
	inner = record->size;
	if (have == record->size &&
	    archive->again / AGAIN_EACH <= feed->position +
					   AGAIN_MOST / AGAIN_EACH)
		inner = inner_record(archive, record);
	if (inner < record->size)
		return give_back(archive, record, inner, err);
	if (short_of)
		return SP_OK;
	if (sp_archive_skip_to_record(archive, &skipped, err))
		return err->status;
	sp_record_damage(record, "its length %" PRIu64 " is wrong: %" PRIu64 " "
			 "bytes that are not a record follow", record->length,
			 skipped);
	return SP_OK;
}

/* ---- records ---------------------------------------------------------- */

/*
 * A record without a valid length: its block is what comes before the next
 * record.  It is skipped and not kept, because where it ends is a guess.
 */
static enum sp_status
skip_unknown(struct sp_archive *archive, struct sp_error *err)
{
	uint64_t skipped;
	bool begins, at_end;

	if (sp_archive_skip_ends(&archive->feed, &at_end, err))
		return err->status;
	if (at_end)
		return SP_OK;
	if (sp_archive_begins(archive, &begins, err))
		return err->status;
	return begins ? SP_OK :
			sp_archive_skip_to_record(archive, &skipped, err);
}

/*
 * The type of an ARC record is nowhere said: it follows from the URL and from
 * the first bytes.
 */
static void
name_arc_type(struct sp_record *record)
{
	if (sp_span_begins(record->uri, SP_SPAN("filedesc:")))
		record->type = SP_RECORD_WARCINFO;
	else if (sp_http_begins(record->block, record->size))
		record->type = SP_RECORD_RESPONSE;
	else
		record->type = SP_RECORD_RESOURCE;
}

/*
 * Reads the record that begins at the window's start.  One whose head has no
 * end takes everything up to the next record with it.
 */
static enum sp_status
archive_read_record(struct sp_archive *archive, struct sp_record *record,
		    struct sp_error *err)
{
	struct sp_feed *feed = &archive->feed;
	bool length_known;
	uint64_t have;
	size_t size;

	if (find_head(archive, record, &size, err))
		return err->status;
	if (!size) {
		uint64_t skipped;

		archive->told = feed->broken;
		return sp_archive_skip_to_record(archive, &skipped, err);
	}
	if (take_head(archive, record, size, &length_known, err))
		return err->status;
	if (!length_known)
		return skip_unknown(archive, err);
	if (sp_archive_read_block(archive, record, &have, err) ||
	    archive_check_end(archive, record, have, err))
		return err->status;
	if (archive->kind == KIND_ARC)
		name_arc_type(record);
	return SP_OK;
}

/*
 * Goes to the next thing in the file; *more is false at the end.  A feed that
 * broke between two records is a thing of its own, once (told): the damage must
 * be in some record, or nobody would hear of it.
 */
static enum sp_status
find_next(struct sp_archive *archive, bool *more, struct sp_error *err)
{
	struct sp_feed *feed = &archive->feed;
	bool at_end;

	for (;;) {
		if (sp_archive_skip_ends(feed, &at_end, err))
			return err->status;
		*more = !at_end || (feed->broken && !archive->told);
		if (*more || (feed->done && !feed->broken))
			return SP_OK;
		if (feed->broken) {
			archive->told = false;
			if (sp_feed_resume(feed, sp_archive_may_begin, err))
				return err->status;
		} else if (sp_feed_more(feed, err)) {
			return err->status;
		}
	}
}

enum sp_status
sp_archive_next(struct sp_archive *archive, struct sp_record *record,
		bool *got, struct sp_error *err)
{
	struct sp_feed *feed = &archive->feed;
	uint64_t skipped;
	bool begins;

	/*
	 * The offset is that of the record's first byte, or of its member: it
	 * must be taken before the bytes are.
	 */
	sp_record_reset(record);
	if (find_next(archive, got, err))
		return err->status;
	if (!*got)
		return SP_OK;
	record->offset = sp_feed_offset(feed);
	if (sp_archive_begins(archive, &begins, err))
		return err->status;
	if (begins)
		return archive_read_record(archive, record, err);
	/*
	 * What is no record becomes one of type "other", so that its bytes are
	 * told.
	 */
	if (feed->at < feed->end &&
	    sp_archive_skip_to_record(archive, &skipped, err))
		return err->status;
	if (!feed->broken) {
		sp_record_damage(record, "%" PRIu64 " bytes that are not a "
				 "record", skipped);
		/* The first letters of a record, most likely. */
		record->cut_short = feed->done && feed->at == feed->end;
		return SP_OK;
	}
	archive->told = true;
	sp_record_damage(record, "%s", feed->damage.text);
	record->cut_short = feed->cut_short;
	return SP_OK;
}

/* ---- opening ---------------------------------------------------------- */

/* The mark of UTF-8, which editors write, is skipped as in other files. */
static enum sp_status
archive_skip_mark(struct sp_feed *feed, struct sp_error *err)
{
	if (sp_feed_ensure(feed, 3, err))
		return err->status;
	if (feed->end - feed->at >= 3 &&
	    !memcmp(feed->text + feed->at, "\357\273\277", 3))
		feed->at += 3;
	return SP_OK;
}

/*
 * The first bytes must begin a record, or be damaged: anything else is a file
 * of another kind, in which no record should be searched.  A log or a picture
 * would otherwise be read to its end to report one damaged record.
 */
static enum sp_status
check_begin(struct sp_archive *archive, struct sp_error *err)
{
	const char *name = sp_archive_name(archive);
	struct sp_feed *feed = &archive->feed;
	char shown[64];
	size_t size;
	bool begins, more;

	if (archive_skip_mark(feed, err) || find_next(archive, &more, err))
		return err->status;
	if (!more)
		return sp_fail(err, SP_DATA, "%s: empty, not a WARC or ARC",
			       name);
	if (sp_archive_begins(archive, &begins, err))
		return err->status;
	if (begins || feed->broken)
		return SP_OK;
	size = feed->end - feed->at;
	sp_mask(shown, sizeof(shown), (char *)feed->text + feed->at,
		size < 16 ? size : 16);
	return sp_fail(err, SP_DATA, "%s: not a WARC or ARC: it begins with "
		       "\"%s\"", name, shown);
}

static enum sp_status
archive_open(struct sp_archive *archive, const char *path,
	     const struct sp_archive_options *options, struct sp_error *err)
{
	if (options && options->digests) {
		archive->block = sp_digest_new();
		archive->payload = sp_digest_new();
		if (!archive->block || !archive->payload)
			return sp_no_memory(err, path);
	}
	if (sp_feed_open(&archive->feed, path,
			 options ? options->source : NULL, err))
		return err->status;
	return check_begin(archive, err);
}

enum sp_status
sp_archive_open(const char *path, const struct sp_archive_options *options,
		struct sp_archive **opened, struct sp_error *err)
{
	struct sp_archive *archive;

	*opened = NULL;
	if (options && options->digests && !sp_archive_has_digests())
		return sp_fail(err, SP_USAGE, "digests: built without libmd");
	archive = sp_alloc_zero(1, sizeof(*archive));
	if (!archive)
		return sp_no_memory(err, path);
	archive->max_record = options && options->max_record ?
				      options->max_record : SP_RECORD_DEFAULT;
	if (archive_open(archive, path, options, err)) {
		sp_archive_close(archive);
		return err->status;
	}
	*opened = archive;
	return SP_OK;
}
