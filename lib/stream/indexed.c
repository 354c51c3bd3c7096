/* SPDX-License-Identifier: MIT */
/*
 * Reads frames of a regular file by its index, in any order and by any process,
 * with pread(): no position is shared.  Opening costs three reads, preamble,
 * end frame and index, and 32 bytes of memory for each frame: 32 MB for a
 * million of them.
 *
 * What one reader of the whole checks, many readers of parts cannot: the chain
 * of headers, and the order of frames that nobody reads.  Instead the index
 * itself is checked to cover the file without gap or overlap, and each frame
 * that is read is compared with its entry.  Each frame has its own checksums,
 * so damage is found wherever it is read.
 */
#include "stream/indexed.h"

#include "base/bytes.h"
#include "base/hash.h"
#include "base/memory.h"
#include "stream/intake.h"
#include "stream/split.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define END_SIZE (SP_FRAME_HEADER + SP_END_PAYLOAD)

struct sp_indexed {
	int fd;
	uint64_t bytes;          /* of the file */
	uint32_t features;
	uint64_t index_at;       /* where the index begins */
	uint64_t frames;         /* before it */
	uint64_t checksum;       /* of all headers, as the end frame says */
	struct sp_entry *entries;
	uint64_t capacity;
};

struct sp_frame_room {
	struct sp_zstd *zstd;
	uint8_t *stored, *raw;   /* what frames so far have needed */
	uint64_t stored_room, raw_room;
};

/* ---- bytes ------------------------------------------------------------ */

/* A place that nobody has read a header for. */
static enum sp_status
bad_place(uint64_t at, struct sp_error *err, const char *what)
{
	return sp_fail(err, SP_DATA, "byte %" PRIu64 ": %s", at, what);
}

/*
 * Is a read to be tried again?  A regular file never makes anybody wait, but a
 * descriptor that does not wait may say so.
 */
static bool
is_interrupted(void)
{
	return errno == EINTR || errno == EAGAIN;
}

/*
 * Reads exactly size bytes at a place of the file.
 *
 * A file may have been truncated since it was opened: reading less is a
 * failure.
 */
static enum sp_status
read_at(int fd, void *to, size_t size, uint64_t at, struct sp_error *err)
{
	size_t done = 0;

	while (done < size) {
		ssize_t got = pread(fd, (uint8_t *)to + done, size - done,
				    (off_t)(at + done));

		if (got < 0 && is_interrupted())
			continue;
		if (got < 0)
			return sp_fail(err, SP_IO, "cannot read: %s",
				       strerror(errno));
		if (!got)
			return sp_fail(err, SP_DATA,
				       "cut short at byte %" PRIu64,
				       at + done);
		done += (size_t)got;
	}
	return SP_OK;
}

/* ---- frames ----------------------------------------------------------- */

struct sp_frame_room *
sp_frame_room_new(void)
{
	struct sp_frame_room *room = sp_alloc_zero(1, sizeof(*room));

	if (!room)
		return NULL;
	room->zstd = sp_zstd_new();
	if (room->zstd)
		return room;
	free(room);
	return NULL;
}

void
sp_frame_room_free(struct sp_frame_room *room)
{
	if (!room)
		return;
	sp_zstd_free(room->zstd);
	free(room->stored);
	free(room->raw);
	free(room);
}

/*
 * Reads the header at place->at, which must end before the byte end.
 *
 * end is what the index allows, so that no frame can run into the next.
 */
static enum sp_status
take_header(const struct sp_indexed *indexed, struct sp_place *place,
	    uint64_t end, struct sp_error *err)
{
	uint8_t bytes[SP_FRAME_HEADER];
	const char *wrong;

	if (end < place->at || end - place->at < SP_FRAME_HEADER)
		return bad_place(place->at, err, "no room for a frame");
	if (read_at(indexed->fd, bytes, sizeof(bytes), place->at, err))
		return err->status;
	if (!sp_frame_load(bytes, &place->frame))
		return bad_place(place->at, err, "the header of a frame is "
				 "damaged (copy the stream again, or make it "
				 "again)");
	place->features = indexed->features;
	wrong = sp_frame_fault(&place->frame, indexed->features);
	if (wrong)
		return sp_place_bad(place, err, "%s", wrong);
	if (place->frame.stored > end - place->at - SP_FRAME_HEADER)
		return sp_place_bad(place, err, "longer than its place");
	return SP_OK;
}

/*
 * Reads the payload after a header, and verifies it.
 *
 * The same checks as for a stream, in the same order, on bytes that were read
 * at once.
 */
static enum sp_status
take_payload(const struct sp_indexed *indexed, const struct sp_place *place,
	     struct sp_frame_room *room, struct sp_taken *taken,
	     struct sp_error *err)
{
	const struct sp_frame *frame = &place->frame;
	uint32_t sum = sp_frame_sum(frame, place->features);
	size_t size = frame->stored - sum;

	if (!sp_grow(&room->stored, &room->stored_room, frame->stored))
		return sp_no_memory(err, "a frame");
	if (read_at(indexed->fd, room->stored, frame->stored,
		    place->at + SP_FRAME_HEADER, err))
		return err->status;
	taken->frame = *frame;
	taken->stored = taken->payload = room->stored;
	if (!(frame->flags & SP_FRAME_PACKED))
		return sp_place_check(place, sp_hash(room->stored, size),
				      frame->checksum, err);
	if (sum && sp_place_check(place, sp_hash(room->stored, size),
				  sp_load64(room->stored + size), err))
		return err->status;
	if (!sp_grow(&room->raw, &room->raw_room, frame->raw))
		return sp_no_memory(err, "a frame");
	taken->payload = room->raw;
	return sp_place_unpack(place, room->zstd, room->stored, room->raw,
			       err);
}

/* The index has only beginnings: a frame must end where the next one begins. */
static uint64_t
end_of(const struct sp_indexed *indexed, uint64_t frame)
{
	return frame + 1 < indexed->frames ?
		       indexed->entries[frame + 1].offset : indexed->index_at;
}

/* A place for messages, made of the entry alone. */
static struct sp_place
indexed_place_of(const struct sp_indexed *indexed, uint64_t frame)
{
	const struct sp_entry *entry = &indexed->entries[frame];

	return (struct sp_place){ .number = frame, .at = entry->offset,
				  .features = indexed->features,
				  .frame = { .tag = entry->tag } };
}

/* Reads the header of a frame, which must be as its entry says. */
static enum sp_status
take_place(const struct sp_indexed *indexed, uint64_t frame,
	   struct sp_place *place, struct sp_error *err)
{
	const struct sp_entry *entry = &indexed->entries[frame];
	uint64_t end = end_of(indexed, frame);
	const struct sp_frame *is = &place->frame;

	*place = indexed_place_of(indexed, frame);
	if (take_header(indexed, place, end, err))
		return err->status;
	if (is->tag != entry->tag || is->flags != entry->flags ||
	    is->first != entry->first || is->count != entry->count ||
	    is->stored != end - entry->offset - SP_FRAME_HEADER)
		return sp_place_bad(place, err, "the frame index does not "
				    "match the frames");
	return SP_OK;
}

enum sp_status
sp_indexed_take(const struct sp_indexed *indexed, uint64_t frame,
		struct sp_frame_room *room, struct sp_taken *taken,
		struct sp_error *err)
{
	struct sp_place place;

	if (take_place(indexed, frame, &place, err))
		return err->status;
	return take_payload(indexed, &place, room, taken, err);
}

enum sp_status
sp_indexed_header(const struct sp_indexed *indexed, uint64_t frame,
		  struct sp_frame *header, struct sp_error *err)
{
	struct sp_place place;

	if (take_place(indexed, frame, &place, err))
		return err->status;
	*header = place.frame;
	return SP_OK;
}

enum sp_status
sp_indexed_bad(const struct sp_indexed *indexed, uint64_t frame,
	       struct sp_error *err, const char *format, ...)
{
	struct sp_place place = indexed_place_of(indexed, frame);
	char what[256];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	return sp_place_bad(&place, err, "%s", what);
}

uint32_t
sp_indexed_features(const struct sp_indexed *indexed)
{
	return indexed->features;
}

uint64_t
sp_indexed_bytes(const struct sp_indexed *indexed)
{
	return indexed->bytes;
}

uint64_t
sp_indexed_checksum(const struct sp_indexed *indexed)
{
	return indexed->checksum;
}

uint64_t
sp_indexed_frames(const struct sp_indexed *indexed)
{
	return indexed->frames;
}

const struct sp_entry *
sp_indexed_entry(const struct sp_indexed *indexed, uint64_t frame)
{
	return &indexed->entries[frame];
}

uint64_t
sp_indexed_size(const struct sp_indexed *indexed, uint64_t frame)
{
	return end_of(indexed, frame) - indexed->entries[frame].offset;
}

/* ---- the index -------------------------------------------------------- */

/* The file from its beginning, as far as it was read. */
struct first_bytes {
	int fd;
	off_t at;
};

/*
 * For the intake, which is used for the preamble only: it knows what that must
 * be, and what to say of a file that is no stream.
 */
static enum sp_status
read_input(void *context, void *buffer, size_t size, size_t *got,
	   struct sp_error *err)
{
	struct first_bytes *from = context;
	ssize_t count;

	do {
		count = pread(from->fd, buffer, size, from->at);
	} while (count < 0 && is_interrupted());
	*got = count < 0 ? 0 : (size_t)count;
	from->at += (off_t)*got;
	return count < 0 ? sp_fail(err, SP_IO, "cannot read: %s",
				   strerror(errno)) : SP_OK;
}

static enum sp_status
check_preamble(struct sp_indexed *indexed, struct sp_error *err)
{
	struct first_bytes from = { indexed->fd, 0 };
	struct sp_input input = { .context = &from, .read = read_input };
	struct sp_intake intake;
	struct sp_place place;
	enum sp_status status;

	if (!sp_intake_begin(&intake, &input))
		status = sp_no_memory(err, "a frame");
	else
		status = sp_intake_header(&intake, &place, err);
	indexed->features = intake.features;
	sp_intake_end(&intake);
	if (!status && indexed->bytes < SP_PREAMBLE + END_SIZE)
		status = sp_fail(err, SP_DATA,
				 "cut short: ends at byte %" PRIu64,
				 indexed->bytes);
	return status;
}

/*
 * frames is what the end frame counts.
 *
 * The end frame has a fixed size and is never packed, so it is found from the
 * end of the file.
 */
static enum sp_status
read_end_frame(struct sp_indexed *indexed, struct sp_frame_room *room,
	       uint64_t *frames, struct sp_error *err)
{
	struct sp_place place = { .at = indexed->bytes - END_SIZE };
	struct sp_taken taken;
	enum sp_status status = take_header(indexed, &place, indexed->bytes,
					    err);

	if (status == SP_IO)
		return status;
	if (status || place.frame.tag != SP_TAG_END ||
	    place.frame.flags != (SP_FRAME_HEAD | SP_FRAME_TAIL) ||
	    place.frame.stored != SP_END_PAYLOAD)
		return sp_fail(err, SP_DATA, "does not end with an end frame: "
			       "it is cut short, or something follows it (its "
			       "writer failed, or is not done: make it "
			       "again)");
	if (place.frame.first || place.frame.count)
		return sp_place_bad(&place, err, "an end frame that counts "
				    "items");
	if (take_payload(indexed, &place, room, &taken, err))
		return err->status;
	*frames = sp_load64(taken.payload);
	indexed->checksum = sp_load64(taken.payload + 16);
	indexed->index_at = sp_load64(taken.payload + 24);
	if (!indexed->index_at)
		return sp_fail(err, SP_DATA, "the stream has no index, by "
			       "which processes find their parts of a file "
			       "(graphprune --unit none -o NEW FILE adds one)");
	if (indexed->index_at < SP_PREAMBLE || indexed->index_at > place.at)
		return sp_place_bad(&place, err, "the index is outside of the "
				    "file");
	return SP_OK;
}

/*
 * An entry must go on where the one before ended, in the file and in items.
 *
 * By the same rules as header_fault() of intake.c, with offsets in addition.
 * Sections are contiguous, and the items of a section count up.
 */
static const char *
entry_fault(const struct sp_indexed *indexed, const struct sp_entry *entry)
{
	const struct sp_entry *last = indexed->frames ?
		&indexed->entries[indexed->frames - 1] : NULL;
	uint64_t at = last ? last->offset + SP_FRAME_HEADER : SP_PREAMBLE;
	bool head = entry->flags & SP_FRAME_HEAD;
	bool open = last && !(last->flags & SP_FRAME_TAIL);
	uint64_t next = last && !head ? last->first + last->count : 0, end;

	if (last ? entry->offset < at : entry->offset != at)
		return "frames overlap, or leave a gap";
	if (entry->offset > indexed->index_at ||
	    indexed->index_at - entry->offset < SP_FRAME_HEADER)
		return "a frame after the index";
	if (head == open || (open && entry->tag != last->tag))
		return "frames that are not a section";
	if (entry->first != next ||
	    __builtin_add_overflow(entry->first, entry->count, &end))
		return "items do not continue those of the frame before";
	if (entry->tag == SP_TAG_INDEX || entry->tag == SP_TAG_END)
		return "a frame that no entry is for";
	return NULL;
}

static enum sp_status
add_entries(struct sp_indexed *indexed, const struct sp_place *place,
	    const uint8_t *payload, struct sp_error *err)
{
	uint64_t count = place->frame.count;

	if (count > SP_FRAME_MAX || place->frame.raw != count * SP_INDEX_ENTRY)
		return sp_place_bad(place, err,
				    "the size does not match the count");
	if (!sp_grow(&indexed->entries, &indexed->capacity,
		     indexed->frames + count))
		return sp_no_memory(err, "the index");
	for (uint64_t i = 0; i < count; i++) {
		struct sp_entry entry;
		const char *wrong;

		sp_entry_load(payload + i * SP_INDEX_ENTRY, &entry);
		wrong = entry_fault(indexed, &entry);
		if (wrong)
			return sp_place_bad(place, err, "entry %" PRIu64 ": %s",
					    indexed->frames, wrong);
		indexed->entries[indexed->frames++] = entry;
	}
	return SP_OK;
}

/*
 * The frames of the index count in the total of the end frame, as they do for a
 * reader.
 */
static enum sp_status
indexed_read_index(struct sp_indexed *indexed, struct sp_frame_room *room,
		   uint64_t frames, struct sp_error *err)
{
	uint64_t end = indexed->bytes - END_SIZE, index_frames = 0;
	struct sp_place place = { .at = indexed->index_at };
	struct sp_taken taken;
	bool last = false;

	while (!last) {
		if (take_header(indexed, &place, end, err))
			return err->status;
		if (place.frame.tag != SP_TAG_INDEX ||
		    !(place.frame.flags & SP_FRAME_HEAD) != !!index_frames ||
		    place.frame.first != indexed->frames)
			return sp_place_bad(&place, err, "not the index that "
					    "must be here");
		if (take_payload(indexed, &place, room, &taken, err) ||
		    add_entries(indexed, &place, taken.payload, err))
			return err->status;
		last = place.frame.flags & SP_FRAME_TAIL;
		index_frames++;
		place.at += SP_FRAME_HEADER + place.frame.stored;
	}
	if (place.at != end || frames < index_frames ||
	    frames - index_frames != indexed->frames ||
	    (indexed->frames && !(indexed->entries[indexed->frames - 1].flags &
				  SP_FRAME_TAIL)))
		return sp_fail(err, SP_DATA, "the frame index does not match "
			       "the end frame");
	return SP_OK;
}

static enum sp_status
open_indexed(struct sp_indexed *indexed, struct sp_error *err)
{
	struct sp_frame_room *room;
	enum sp_status status = check_preamble(indexed, err);
	uint64_t frames = 0;

	if (status)
		return status;
	room = sp_frame_room_new();
	if (!room)
		return sp_no_memory(err, "a frame");
	status = read_end_frame(indexed, room, &frames, err);
	if (!status)
		status = indexed_read_index(indexed, room, frames, err);
	sp_frame_room_free(room);
	return status;
}

enum sp_status
sp_indexed_new(int fd, struct sp_indexed **indexed, struct sp_error *err)
{
	struct sp_indexed *made = sp_alloc_zero(1, sizeof(*made));
	enum sp_status status = SP_OK;
	struct stat about;

	*indexed = NULL;
	if (!made)
		return sp_no_memory(err, "the index");
	made->fd = fd;
	if (fstat(fd, &about))
		status = sp_fail(err, SP_IO, "%s", strerror(errno));
	else if (!S_ISREG(about.st_mode))
		status = sp_fail(err, SP_IO, "not a regular file, in which "
				 "processes can read at different places");
	made->bytes = status ? 0 : (uint64_t)about.st_size;
	if (!status)
		status = open_indexed(made, err);
	if (status) {
		sp_indexed_free(made);
		return status;
	}
	*indexed = made;
	return SP_OK;
}

void
sp_indexed_free(struct sp_indexed *indexed)
{
	if (!indexed)
		return;
	free(indexed->entries);
	free(indexed);
}
