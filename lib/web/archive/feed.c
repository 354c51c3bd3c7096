/* SPDX-License-Identifier: MIT */
/*
 * The feed has two buffers. raw holds bytes of the file as they are stored, if
 * it is packed; the window (text) holds unpacked bytes that the readers of
 * records look at.  A plain file has only the window, into which it is read
 * directly.
 *
 * Members.  Which member a byte came from is lost once it is unpacked, but
 * records report the offset of their member, and searching must know where
 * members begin.  So each member leaves a mark: its place in the unpacked bytes
 * and in the file.  Marks before the window's start are forgotten
 * (sp_feed_offset()), so they are few; a record of more than MARKS members has
 * the offset of an earlier one, and costs no more memory.
 *
 * A call never unpacks across the end of a member: "between" is set there, and
 * the caller decides whether another one is wanted.  That is how a record's end
 * can be compared with its member's end.
 *
 * Speed.  A member that is all at hand is unpacked at once by libdeflate
 * (member.h), into a buffer of its own, from which calls take: 892 MB of
 * records a second on one core, where zlib alone made 410.  For that, up to
 * MEMBER_AT_HAND bytes are read when a member begins.  A member that is longer,
 * cut or damaged is left to zlib, which can stop anywhere, so that results do
 * not depend on it.  Large reads of a block go past the window to where they
 * are wanted (sp_feed_read()).
 *
 * After damage.  Where a damaged member ends is unknown, and the damage may
 * show only in the next member, if a flipped bit made the decoder run past the
 * end.  So HISTORY bytes before the place are kept, and the search for a member
 * starts there, at each byte that has the magic number of gzip or zstd.  Those
 * four bytes occur by chance in packed data, so a candidate only counts if it
 * unpacks to the beginning of a record.  Hostile files could make that trying
 * expensive: a candidate is passed over while more than TRY_MOST packed bytes
 * were tried for each byte searched.
 *
 * Invariants: raw[raw_at] is the next packed byte, and raw[0] is at raw_offset
 * in the file; text[end] is at position in the unpacked bytes; marks ascend in
 * both.
 */
#include "web/archive/feed.h"

#include "base/buffer.h"
#include "base/memory.h"
#include "web/archive/member.h"
#include "web/file/inflate.h"

#include <stdlib.h>
#include <string.h>

#define READ_SIZE SP_BUFFER((size_t)256 << 10, (size_t)1 << 10)
/* How far a damaged member may lead into the next before the damage shows. */
#define HISTORY SP_BUFFER((size_t)16 << 10, (size_t)256)
#define RAW_SIZE (HISTORY + READ_SIZE)
#define TEXT_STEP SP_BUFFER((size_t)64 << 10, (size_t)256)
/*
 * Bytes of a member that was unpacked at once, when the window takes more of
 * it: the head of a record.  Its block is then copied once, to where it stays.
 */
#define WHOLE_STEP SP_BUFFER((size_t)4 << 10, (size_t)64)
/* Packed bytes at hand when a member begins: most members are shorter. */
#define MEMBER_AT_HAND SP_BUFFER((size_t)64 << 10, (size_t)256)
/*
 * A record with more members than this is told the offset of an earlier one.
 */
#define MARKS 4096
/*
 * Packed bytes that are unpacked to see whether a record begins: zstd writes
 * whole blocks of up to 128 KiB, and gives out nothing before a block is
 * complete.
 */
#define TRY_SIZE SP_BUFFER((size_t)136 << 10, (size_t)512)
#define TRY_TEXT 16
/* Packed bytes tried, for each byte searched, before no more are. */
#define TRY_MOST 64

/* ---- the file --------------------------------------------------------- */

/*
 * Reads more of the file, and keeps what is at keep and after it.  The place
 * where the member began may be dropped: then it counts as the start of raw,
 * which is only used to search less far back after damage.
 */
static enum sp_status
refill(struct sp_feed *feed, size_t keep, struct sp_error *err)
{
	size_t got;

	if (keep) {
		memmove(feed->raw, feed->raw + keep, feed->raw_end - keep);
		feed->raw_offset += keep;
		feed->raw_at -= keep;
		feed->raw_end -= keep;
		feed->member = feed->member > keep ? feed->member - keep : 0;
	}
	if (sp_source_read(feed->source, feed->raw + feed->raw_end,
			   RAW_SIZE - feed->raw_end, &got, err))
		return err->status;
	feed->raw_end += got;
	feed->raw_done = !got;
	return SP_OK;
}

/*
 * Reads more of the file when all that is at hand has been unpacked.  What is
 * kept of it is for sp_feed_resume().
 */
static enum sp_status
refill_used(struct sp_feed *feed, struct sp_error *err)
{
	size_t keep = feed->member;

	if (feed->raw_at - keep > HISTORY)
		keep = feed->raw_at - HISTORY;
	return refill(feed, keep, err);
}

enum sp_status
sp_feed_raw(struct sp_feed *feed, struct sp_error *err)
{
	return refill(feed, feed->raw_at == feed->raw_end ? feed->raw_at : 0,
		      err);
}

/* Marks the member that begins at raw_at. */
static enum sp_status
begin_member(struct sp_feed *feed, struct sp_error *err)
{
	struct sp_feed_mark mark = { feed->position,
				     feed->raw_offset + feed->raw_at };
	uint64_t count = feed->mark_count;

	feed->between = false;
	feed->member = feed->raw_at;
	/* An empty member has no bytes to mark. */
	if (count && feed->marks[count - 1].position == mark.position)
		count--;
	else if (count == MARKS)
		return SP_OK;
	if (!sp_grow(&feed->marks, &feed->mark_capacity, count + 1))
		return sp_no_memory(err, sp_source_name(feed->source));
	feed->marks[count] = mark;
	feed->mark_count = count + 1;
	return SP_OK;
}

/*
 * Begins a member, and unpacks it at once if it is short: *whole.  The next
 * calls take from it.  Its decoder does not know whether the member goes on
 * beyond what is at hand, so any failure is left to the other one, which starts
 * from the first byte: nothing was consumed.
 */
static enum sp_status
enter_member(struct sp_feed *feed, bool *whole, struct sp_error *err)
{
	size_t used;

	*whole = false;
	if (feed->whole && !feed->raw_done &&
	    feed->raw_end - feed->raw_at < MEMBER_AT_HAND &&
	    refill(feed, feed->raw_at, err))
		return err->status;
	if (begin_member(feed, err))
		return err->status;
	if (!feed->whole ||
	    !sp_member_unpack(feed->whole, feed->raw + feed->raw_at,
			      feed->raw_end - feed->raw_at, &used)) {
		if (feed->whole)
			sp_member_drop(feed->whole);
		return SP_OK;
	}
	feed->raw_at += used;
	*whole = true;
	return SP_OK;
}

/*
 * The member is over when its last byte was taken, not when it was unpacked.
 */
static void
take_whole(struct sp_feed *feed, uint8_t *out, size_t room, size_t *got)
{
	*got = sp_member_take(feed->whole, out, room);
	feed->between = !sp_member_left(feed->whole);
}

/*
 * Damage, which the reader of records will report; but a lack of memory is an
 * error of the run and not of the file.
 */
static enum sp_status
break_off(struct sp_feed *feed, struct sp_error *err)
{
	if (feed->damage.status == SP_MEMORY) {
		*err = feed->damage;
		return sp_fail_in(err, sp_source_name(feed->source));
	}
	feed->broken = true;
	return SP_OK;
}

/*
 * Gives out bytes of one member.  It loops because the decoder may take input
 * without giving output, or the other way round; it returns when there are
 * bytes, when the member has ended, or when the file has.
 */
static enum sp_status
unpack(struct sp_feed *feed, uint8_t *out, size_t room, size_t *got,
       struct sp_error *err)
{
	if (sp_member_left(feed->whole)) {
		take_whole(feed, out, room, got);
		return SP_OK;
	}
	for (;;) {
		size_t used;
		bool whole;

		if (feed->raw_at == feed->raw_end && !feed->raw_done &&
		    refill_used(feed, err))
			return err->status;
		if (!sp_inflate_inside(feed->inflate)) {
			if (feed->raw_at == feed->raw_end) {
				feed->done = true;
				return SP_OK;
			}
			if (enter_member(feed, &whole, err))
				return err->status;
			if (whole) {
				take_whole(feed, out, room, got);
				return SP_OK;
			}
		}
		if (sp_inflate_run(feed->inflate, feed->raw + feed->raw_at,
				   feed->raw_end - feed->raw_at, &used, out,
				   room, got, &feed->damage)) {
			feed->raw_at += used;
			return break_off(feed, err);
		}
		feed->raw_at += used;
		feed->between = !sp_inflate_inside(feed->inflate);
		if (*got || feed->between)
			return SP_OK;
		/* The decoder may hold output when the file has ended. */
		if (!used && feed->raw_done && feed->raw_at == feed->raw_end) {
			feed->cut_short = sp_inflate_end(feed->inflate,
							 &feed->damage);
			if (feed->cut_short)
				return break_off(feed, err);
			feed->done = true;
			return SP_OK;
		}
	}
}

/* Gets bytes of one member into out; see sp_feed_more(). */
static enum sp_status
feed_get_bytes(struct sp_feed *feed, uint8_t *out, size_t room, size_t *got,
	       struct sp_error *err)
{
	enum sp_status status = SP_OK;

	*got = 0;
	if (feed->done || feed->broken)
		return SP_OK;
	if (feed->inflate) {
		status = unpack(feed, out, room, got, err);
	} else {
		status = sp_source_read(feed->source, out, room, got, err);
		feed->done = !*got;
	}
	feed->position += *got;
	return status;
}

/* ---- the window ------------------------------------------------------- */

enum sp_status
sp_feed_open(struct sp_feed *feed, const char *path, struct sp_source *source,
	     struct sp_error *err)
{
	enum sp_packing packing;

	memset(feed, 0, sizeof(*feed));
	feed->source = source;
	feed->own = !source;
	if (feed->own && sp_source_open_raw(path, &feed->source, err))
		return err->status;
	feed->raw = sp_alloc(RAW_SIZE, 1);
	if (!feed->raw)
		return sp_no_memory(err, sp_source_name(feed->source));
	/* Recognised by its first bytes, as any input: names lie. */
	/* A pipe may give fewer bytes at a time than show the packing. */
	while (feed->raw_end < 4 && !feed->raw_done)
		if (refill(feed, 0, err))
			return err->status;
	packing = sp_packing_of(feed->raw, feed->raw_end);
	if (packing == SP_PACKING_CUT)
		return sp_fail(err, SP_DATA, "%s: cut short: the file ends "
			       "in its first bytes",
			       sp_source_name(feed->source));
	if (packing == SP_PACKING_NONE) {
		/* The bytes at hand become the window. */
		feed->text = feed->raw;
		feed->capacity = RAW_SIZE;
		feed->end = feed->raw_end;
		feed->position = feed->raw_end;
		feed->done = feed->raw_done;
		feed->raw = NULL;
		return SP_OK;
	}
	feed->inflate = sp_inflate_new(packing);
	if (!feed->inflate)
		return sp_no_memory(err, sp_source_name(feed->source));
	if (packing == SP_PACKING_ZSTD)
		return sp_feed_dictionary(feed, err);
	return sp_member_new(&feed->whole, err);
}

void
sp_feed_close(struct sp_feed *feed)
{
	if (feed->own)
		sp_source_close(feed->source);
	sp_inflate_free(feed->inflate);
	sp_member_free(feed->whole);
	free(feed->raw);
	free(feed->text);
	free(feed->marks);
}

/*
 * Makes room for size more bytes after the window: by moving it to the front,
 * if the bytes before it are at least as many as are moved, else by growing.
 * So every byte is moved a few times at most, and a head of 4 MiB does not cost
 * 4 MiB for each step of reading.
 */
static enum sp_status
make_feed_room(struct sp_feed *feed, size_t size, struct sp_error *err)
{
	size_t left = feed->end - feed->at;

	if (feed->capacity - feed->end >= size)
		return SP_OK;
	if (feed->at >= left && feed->capacity - left >= size) {
		if (left)
			memcpy(feed->text, feed->text + feed->at, left);
		feed->at = 0;
		feed->end = left;
		return SP_OK;
	}
	if (!sp_grow(&feed->text, &feed->capacity, (uint64_t)feed->end + size))
		return sp_no_memory(err, sp_source_name(feed->source));
	return SP_OK;
}

enum sp_status
sp_feed_more(struct sp_feed *feed, struct sp_error *err)
{
	bool whole = feed->whole && !sp_inflate_inside(feed->inflate);
	size_t got, step = whole ? WHOLE_STEP : TEXT_STEP;

	if (feed->at == feed->end) {
		feed->at = 0;
		feed->end = 0;
	}
	if (make_feed_room(feed, step, err) ||
	    feed_get_bytes(feed, feed->text + feed->end, step, &got, err))
		return err->status;
	feed->end += got;
	return SP_OK;
}

enum sp_status
sp_feed_ensure(struct sp_feed *feed, size_t size, struct sp_error *err)
{
	while (feed->end - feed->at < size && !feed->done && !feed->broken)
		if (sp_feed_more(feed, err))
			return err->status;
	return SP_OK;
}

uint64_t
sp_feed_at_hand(const struct sp_feed *feed)
{
	return feed->end - feed->at + sp_member_left(feed->whole);
}

enum sp_status
sp_feed_read(struct sp_feed *feed, uint8_t *buffer, size_t size, size_t *got,
	     struct sp_error *err)
{
	/* What is worth it is unpacked to where it is wanted. */
	if (feed->at == feed->end &&
	    (size >= TEXT_STEP || sp_member_left(feed->whole)))
		return feed_get_bytes(feed, buffer, size, got, err);
	*got = 0;
	if (feed->at == feed->end && sp_feed_more(feed, err))
		return err->status;
	*got = feed->end - feed->at;
	if (*got > size)
		*got = size;
	if (*got)
		memcpy(buffer, feed->text + feed->at, *got);
	feed->at += *got;
	return SP_OK;
}

/*
 * Makes place before the window if what was taken since it was filled is not
 * there any more.  The bytes belong to the position before the window, so
 * positions and marks stay right without a change.
 */
enum sp_status
sp_feed_unread(struct sp_feed *feed, const uint8_t *bytes, size_t size,
	       struct sp_error *err)
{
	size_t left = feed->end - feed->at;

	if (size > feed->at) {
		if (!sp_grow(&feed->text, &feed->capacity,
			     (uint64_t)size + left + TEXT_STEP))
			return sp_no_memory(err, sp_source_name(feed->source));
		if (left)
			memmove(feed->text + size, feed->text + feed->at,
				left);
		feed->at = size;
		feed->end = size + left;
	}
	feed->at -= size;
	if (size)
		memcpy(feed->text + feed->at, bytes, size);
	return SP_OK;
}

uint64_t
sp_feed_offset(struct sp_feed *feed)
{
	uint64_t position = feed->position - (feed->end - feed->at);
	uint64_t last = 0;

	if (!feed->inflate)
		return position;
	if (!feed->mark_count)
		return feed->raw_offset + feed->raw_at;
	while (last + 1 < feed->mark_count &&
	       feed->marks[last + 1].position <= position)
		last++;
	feed->mark_count -= last;
	if (last)
		memmove(feed->marks, feed->marks + last,
			feed->mark_count * sizeof(*feed->marks));
	return feed->marks[0].offset;
}

/*
 * The first mark at or before the window's start is that of the window itself.
 */
size_t
sp_feed_border(struct sp_feed *feed)
{
	uint64_t position = feed->position - (feed->end - feed->at);

	(void)sp_feed_offset(feed);
	if (feed->mark_count < 2 || feed->marks[1].position >= feed->position)
		return SIZE_MAX;
	return (size_t)(feed->marks[1].position - position);
}

/* ---- after damage ----------------------------------------------------- */

/* Does a member of gzip or a frame of zstd begin here? */
static bool
is_member(const uint8_t *raw)
{
	/* The flags of gzip have three bits that must be 0. */
	return (raw[0] == 0x1f && raw[1] == 0x8b && raw[2] == 8 &&
		!(raw[3] & 0xe0)) ||
	       (raw[0] == 0x28 && raw[1] == 0xb5 && raw[2] == 0x2f &&
		raw[3] == 0xfd);
}

/* Moves raw_at to what may be a member; returns false if there is none. */
static bool
find_member(struct sp_feed *feed)
{
	while (feed->raw_end - feed->raw_at >= 4) {
		if (is_member(feed->raw + feed->raw_at))
			return true;
		feed->raw_at++;
		feed->searched++;
	}
	return false;
}

/*
 * Returns whether the member at raw_at begins a record.  It must have TRY_TEXT
 * bytes of output or end before; the state of the decoder is thrown away either
 * way, because the member is read again from its first byte.
 */
static bool
try_member(struct sp_feed *feed, bool (*begins)(const uint8_t *, size_t))
{
	const uint8_t *raw = feed->raw + feed->raw_at;
	size_t left = feed->raw_end - feed->raw_at, end = 0;
	uint8_t text[TRY_TEXT];

	if (feed->tried / TRY_MOST > feed->searched + TRY_SIZE)
		return false;
	if (left > TRY_SIZE)
		left = TRY_SIZE;
	sp_inflate_restart(feed->inflate);
	while (left && end < TRY_TEXT) {
		size_t used, got;

		if (sp_inflate_run(feed->inflate, raw, left, &used, text + end,
				   TRY_TEXT - end, &got, NULL))
			break;
		feed->tried += used;
		raw += used;
		left -= used;
		end += got;
		if (!sp_inflate_inside(feed->inflate))
			break;
	}
	sp_inflate_restart(feed->inflate);
	return begins(text, end);
}

/*
 * A candidate is tried only with TRY_SIZE bytes at hand, or with all that the
 * file has: otherwise the result would depend on how much a read returned.  The
 * search begins at least one byte after the start of the damaged member, so
 * that it comes to an end.
 */
enum sp_status
sp_feed_resume(struct sp_feed *feed,
	       bool (*begins)(const uint8_t *text, size_t size),
	       struct sp_error *err)
{
	size_t back;

	feed->broken = false;
	feed->cut_short = false;
	feed->between = true;
	feed->at = 0;
	feed->end = 0;
	sp_inflate_restart(feed->inflate);
	if (feed->whole)
		sp_member_drop(feed->whole);
	/* Damage may be found only in the member after it. */
	back = feed->raw_at - feed->member;
	if (back > HISTORY)
		back = HISTORY;
	feed->raw_at = feed->raw_at - back + 1;
	for (;;) {
		if (feed->raw_end - feed->raw_at < TRY_SIZE &&
		    !feed->raw_done) {
			if (refill(feed, feed->raw_at, err))
				return err->status;
			continue;
		}
		if (!find_member(feed)) {
			if (!feed->raw_done)
				continue;
			feed->raw_at = feed->raw_end;
			feed->done = true;
			return SP_OK;
		}
		if (feed->raw_end - feed->raw_at < TRY_SIZE &&
		    !feed->raw_done)
			continue;
		if (try_member(feed, begins))
			return SP_OK;
		feed->raw_at++;
		feed->searched++;
	}
}
