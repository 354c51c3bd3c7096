/* SPDX-License-Identifier: MIT */
/*
 * The block of a record: its first max_record bytes are kept, the rest is read
 * through, and both sums are computed of all of it.
 *
 * Memory grows with the bytes that have arrived, never with the length that the
 * head claims: a head of 60 bytes can claim 16 EiB.  Steps are at least
 * BLOCK_STEP, or what is at hand, and then as large as what is there already,
 * so that the buffer grows by doubling and each byte is copied at most about
 * twice; once, if the record is a member that was unpacked at once.
 *
 * A length can be proven wrong in the middle of a block: if a member ends there
 * and the next one begins a record.  Members of records are how crawlers pack,
 * so this finds a length that is too large without reading on.  In a plain file
 * the same is found after the block (archive.c).
 */
#include "web/archive/archive_private.h"

#include "base/ascii.h"
#include "base/buffer.h"
#include "base/memory.h"
#include "web/archive/head.h"
#include "web/archive/http.h"

#include <stdlib.h>

#define BLOCK_STEP SP_BUFFER((uint64_t)64 << 10, (uint64_t)256)

void
sp_archive_tell_end(struct sp_archive *archive, struct sp_record *record,
		    uint64_t have)
{
	const struct sp_feed *feed = &archive->feed;

	if (feed->broken) {
		sp_record_damage(record, "%s", feed->damage.text);
		record->cut_short = feed->cut_short;
		archive->told = true;
		return;
	}
	record->cut_short = true;
	sp_record_damage(record, "the file ends inside it: %" PRIu64 " of "
			 "%" PRIu64 " bytes are there", have,
			 record->length);
}

/*
 * Called at the border of a member inside a block: *over if a record begins
 * after it, so that the block's length is wrong.  A block may cross members,
 * since some writers pack by size and not by record; then none begins there.
 */
static enum sp_status
cross_border(struct sp_archive *archive, bool *over, struct sp_error *err)
{
	struct sp_feed *feed = &archive->feed;

	*over = false;
	if (sp_feed_more(feed, err))
		return err->status;
	if (feed->at == feed->end)
		return SP_OK;
	return sp_archive_begins(archive, over, err);
}

/*
 * Reads the block's bytes up to most, into the record or nowhere, and counts
 * them in *have.  *ended is set if there were fewer.  Sums are taken of the
 * bytes that are not kept as they pass; those that are kept were summed up
 * before, when it was clear where the head of HTTP ends.
 */
static enum sp_status
archive_read_bytes(struct sp_archive *archive, struct sp_record *record,
		   bool keep, uint64_t most, uint64_t *have, bool *ended,
		   struct sp_error *err)
{
	struct sp_feed *feed = &archive->feed;

	while (*have < most && !*ended) {
		uint64_t left = most - *have;
		uint64_t step = BLOCK_STEP, hand = sp_feed_at_hand(feed);
		uint8_t *out;
		size_t got;

		/*
		 * What is not kept goes through the same few bytes of the
		 * buffer again.
		 */
		if (keep && step < *have)
			step = *have;
		if (keep && step < hand)
			step = hand;
		if (step > left)
			step = left;
		if (!sp_grow(&record->buffer, &record->buffer_capacity,
			     (keep ? *have : 0) + step))
			return sp_no_memory(err, sp_archive_name(archive));
		out = record->buffer + (keep ? *have : 0);
		if (sp_feed_read(feed, out, (size_t)step, &got, err))
			return err->status;
		*have += got;
		if (!keep && archive->block)
			sp_digest_add(archive->block, out, got);
		if (!keep && archive->payload)
			sp_digest_add(archive->payload, out, got);
		if (got || *have == most)
			continue;
		if (feed->done || feed->broken) {
			*ended = true;
			sp_archive_tell_end(archive, record, *have);
		} else if (cross_border(archive, ended, err)) {
			return err->status;
		} else if (*ended) {
			sp_record_damage(record, "its length %" PRIu64 " is "
					 "wrong: the next record begins after "
					 "%" PRIu64 " bytes",
					 record->length, *have);
		}
	}
	return SP_OK;
}

/*
 * Is the block an HTTP message?  Without a type, the record's type tells.  It
 * decides which bytes the payload digest is of: of HTTP, what follows the head
 * (ISO 28500); of all else, the whole block.
 */
static bool
has_http(const struct sp_record *record)
{
	if (record->mime.length)
		return sp_begins_word(record->mime, "application/http");
	return record->type == SP_RECORD_RESPONSE ||
	       record->type == SP_RECORD_REQUEST ||
	       record->type == SP_RECORD_REVISIT;
}

void
sp_archive_begin_digests(struct sp_archive *archive, struct sp_record *record)
{
	bool http = has_http(record);
	size_t head = 0;

	if (!archive->block)
		return;
	sp_digest_begin(archive->block);
	sp_digest_begin(archive->payload);
	record->digests.payload_known = !http;
	if (!record->size)
		return;
	if (http)
		head = sp_http_head_size(record->block, record->size);
	record->digests.payload_known = head || !http;
	sp_digest_add(archive->block, record->block, record->size);
	sp_digest_add(archive->payload, record->block + head,
		      record->size - head);
}

void
sp_archive_end_digests(struct sp_archive *archive, struct sp_record *record)
{
	if (!archive->block)
		return;
	sp_digest_end(archive->block, record->digests.block);
	sp_digest_end(archive->payload, record->digests.payload);
}

/*
 * The rest of a block that is longer than what is kept.  A record of its own
 * takes the damage and the buffer, so that the kept bytes stay where they are.
 */
static enum sp_status
skip_bytes(struct sp_archive *archive, struct sp_record *record, uint64_t *have,
	   struct sp_error *err)
{
	struct sp_record rest = { .length = record->length };
	bool ended = false;
	enum sp_status status;

	status = archive_read_bytes(archive, &rest, false, record->length, have,
				    &ended, err);
	if (rest.damage)
		sp_record_damage(record, "%s", rest.damage);
	record->cut_short |= rest.cut_short;
	free(rest.buffer);
	return status;
}

enum sp_status
sp_archive_read_block(struct sp_archive *archive, struct sp_record *record,
		      uint64_t *have, struct sp_error *err)
{
	uint64_t kept = record->length;
	bool ended = false;

	*have = 0;
	if (kept > archive->max_record)
		kept = archive->max_record;
	if (archive_read_bytes(archive, record, true, kept, have, &ended, err))
		return err->status;
	record->block = record->buffer;
	record->size = (size_t)*have;
	sp_archive_begin_digests(archive, record);
	if (!ended && *have < record->length &&
	    skip_bytes(archive, record, have, err))
		return err->status;
	record->present = *have;
	sp_archive_end_digests(archive, record);
	return SP_OK;
}
