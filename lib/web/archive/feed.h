/* SPDX-License-Identifier: MIT */
/*
 * feed.h - the unpacked bytes of an archive, and the members they are from.
 *
 * Members (gzip) and frames (zstd) follow each other as one sequence of bytes,
 * because a record may have a member of its own, share one with others, or
 * cross their borders.  Some bytes are at hand in a window, which the readers
 * of records look at and take from.  If a member is damaged, what could be
 * unpacked is given out, then the feed is broken until sp_feed_resume() has
 * found the next member that begins with a record.
 */
#ifndef SP_WEB_ARCHIVE_FEED_H
#define SP_WEB_ARCHIVE_FEED_H

#include "web/file/source.h"

#include <stdbool.h>

struct sp_feed_mark {
	uint64_t position;          /* in the unpacked bytes */
	uint64_t offset;            /* of the member in the file */
};

struct sp_feed {
	struct sp_source *source;
	bool own;                   /* it was opened here */
	struct sp_inflate *inflate; /* NULL: plain */
	struct sp_member *whole;    /* members that are short, or NULL */

	/* The file as it is, if it is packed. */
	uint8_t *raw;
	size_t raw_at, raw_end;
	uint64_t raw_offset;        /* of raw[0] in the file */
	size_t member;              /* begin of the member in raw, or 0 */
	uint64_t searched;          /* bytes of the file, for members */
	uint64_t tried;             /* bytes unpacked in vain */
	bool raw_done;

	/* The window: text[at] to text[end]. */
	uint8_t *text;
	size_t at, end;
	uint64_t capacity;
	uint64_t position;          /* of text[end] in the unpacked bytes */
	struct sp_feed_mark *marks; /* of members since the last release */
	uint64_t mark_count, mark_capacity;

	bool between;               /* a member ended, and no other began */
	bool done;                  /* the file has no more */
	bool broken;                /* nothing comes before sp_feed_resume() */
	bool cut_short;             /* ... because the file ends in a member */
	struct sp_error damage;     /* why, without the name of the file */
};

/*
 * Opens path ("-": standard input), which may be packed, or takes the source,
 * if it is not NULL: one that gives the bytes as they are in the file, and that
 * the caller closes.  Reads the dictionary of a .warc.zst.  Call
 * sp_feed_close() even after a failure.
 */
enum sp_status sp_feed_open(struct sp_feed *feed, const char *path,
			    struct sp_source *source, struct sp_error *err);

void sp_feed_close(struct sp_feed *feed);

/*
 * Adds bytes to the window: at least one, unless the feed is between members,
 * done or broken when it returns.  A call between members begins the next.
 */
enum sp_status sp_feed_more(struct sp_feed *feed, struct sp_error *err);

/* The same until size bytes are at hand, or the feed is done or broken. */
enum sp_status sp_feed_ensure(struct sp_feed *feed, size_t size,
			      struct sp_error *err);

/*
 * Takes up to size bytes into buffer; *got is 0 only in the cases of
 * sp_feed_more().
 */
enum sp_status sp_feed_read(struct sp_feed *feed, uint8_t *buffer, size_t size,
			    size_t *got, struct sp_error *err);

/* Bytes that have arrived already, unpacked. */
uint64_t sp_feed_at_hand(const struct sp_feed *feed);

/* Puts bytes that were read back before the window. */
enum sp_status sp_feed_unread(struct sp_feed *feed, const uint8_t *bytes,
			      size_t size, struct sp_error *err);

/*
 * Returns the offset in the file of the window's first byte, or of the member
 * that it is in, and forgets the members before it.
 */
uint64_t sp_feed_offset(struct sp_feed *feed);

/*
 * Returns how far from the window's first byte another member begins;
 * SIZE_MAX if none does in the window.  Forgets the members before it.
 */
size_t sp_feed_border(struct sp_feed *feed);

/*
 * After damage: goes to the next member whose unpacked bytes begin a record,
 * as far as begins(), which gets the first bytes, can tell; the feed is done
 * if there is none.
 */
enum sp_status sp_feed_resume(struct sp_feed *feed,
			      bool (*begins)(const uint8_t *text, size_t size),
			      struct sp_error *err);

/* ---- the dictionary at the start of a .warc.zst (dictionary.c) -------- */

/*
 * A skippable frame (magic 0x184D2A5D) whose content is a dictionary of zstd,
 * or a zstd frame with one.  Source: the IIPC's specification "Zstandard
 * compression in WARC files", version 1.0.
 *
 * Takes the dictionary of a feed that was just opened and is packed with zstd;
 * does nothing if it begins otherwise.  Returns SP_DATA if the dictionary is
 * damaged, cut, or over 32 MiB.
 */
enum sp_status sp_feed_dictionary(struct sp_feed *feed, struct sp_error *err);

/* Reads more of the packed file, after raw_end; for sp_feed_dictionary(). */
enum sp_status sp_feed_raw(struct sp_feed *feed, struct sp_error *err);

#endif
