/* SPDX-License-Identifier: MIT */
/*
 * fetches.h - the section of fetches: time, size, digest and captures of the
 * pages that were fetched.
 *
 * Head: a basis, the clock (enum sp_fetch_clock) and 0, 4 bytes each.  Data: a
 * frame has up to SP_FETCH_FRAME fetches, by columns:
 *
 *	leb	page: that of the first; else what lies between it and the last
 *	leb	captures - 1
 *	leb	0: no time; else 1 + zigzag(time - the last time in the frame)
 *	leb	0: no size; else 1 + size
 *	u64	digest
 *
 * Columns, because the digests do not compress, and all else does: pages and
 * captures are mostly 0.  A fetch takes 13 bytes in a real archive, 10 when
 * compressed, of which 8 are the digest; in a replay of 300,000 downloads half
 * a byte when compressed.
 */
#ifndef SP_STREAM_SECTION_FETCHES_H
#define SP_STREAM_SECTION_FETCHES_H

#include "graph/fetches.h"
#include "stream/section/fields.h"

/* Not of links, by its letters: removing links changes no fetch. */
#define SP_TAG_FETCHES SP_TAG('f', 't', 'c', 'h')

#define SP_FETCHES_HEAD (SP_BASIS + 8)
#define SP_FETCH_FRAME 16384 /* fetches in a frame that is written */

/* The fetches of the pages, or NULL if none were loaded. */
const struct sp_fetches *
sp_contents_fetches(const struct sp_contents *contents);

/*
 * The clock of the fetches that the stream had, whether they were asked for or
 * not; false if it had none.
 */
bool sp_contents_fetch_clock(const struct sp_contents *contents,
			     enum sp_fetch_clock *clock);

/* Writes the fetches of pages of basis->graph. */
enum sp_status sp_save_fetches(struct sp_writer *writer,
			       const struct sp_fetches *fetches,
			       const struct sp_basis *basis,
			       struct sp_error *err);

/*
 * The same one by one, in the order of their pages: close() frees what begin()
 * has made, also after a failure, and returns status or how it went.
 */
struct sp_fetch_writer {
	struct sp_writer *writer;
	struct sp_fetch *items;  /* of the frame that is not full yet */
	uint64_t count, saved;
	uint8_t *bytes;
};
enum sp_status sp_fetch_writer_begin(struct sp_fetch_writer *to,
				     struct sp_writer *writer,
				     const struct sp_basis *basis,
				     enum sp_fetch_clock clock,
				     struct sp_error *err);
enum sp_status sp_fetch_writer_add(struct sp_fetch_writer *to,
				   const struct sp_fetch *fetch,
				   struct sp_error *err);
enum sp_status sp_fetch_writer_close(struct sp_fetch_writer *to,
				     enum sp_status status,
				     struct sp_error *err);

#endif
