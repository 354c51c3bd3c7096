/* SPDX-License-Identifier: MIT */
/*
 * codec.h - the compact form of the links: blocks of SP_BLOCK_PAGES pages,
 * byte-aligned reference coding.  The same bytes on disk, in the pipe and in
 * memory; seedpipe(5) describes them.  Private to lib/graph and to the part
 * of lib/io that checks frames.
 *
 *	block   bytes of all records (64 bits), links (64 bits), records
 *	record  LEB128 length of the body, body; length 0: no successors
 *	body    r, then, for r = 0: LEB128 of zigzag(first - page), and
 *	        LEB128 of (gap - 1) for each further successor
 *	        for r = 1..7: edits of the list of page - r, a page of the same
 *	        block that has successors
 *	edit    one byte: copy (4 bits, low), skip (2 bits), insert (2 bits),
 *	        each with its largest value standing for that value plus a
 *	        LEB128 number that follows, in this order; then the inserted
 *	        successors, coded as those of r = 0, from the one before them
 *
 * An edit copies successors of the reference list, skips some, inserts some.
 * What the edits leave of the reference list is copied.  So an unchanged
 * list is two bytes, and a list comes out in ascending order without a merge.
 *
 * References hang in chains of at most SP_CHAIN_MAX, so that one page can be
 * decoded alone.  Bits a link of cnr-2000 in memory and in a file (zstd level
 * 6), and nanoseconds for one page of a generated graph of 1 M pages:
 *
 *	chain    memory   file   one page
 *	    4      5.09   2.31        610
 *	    5      5.02   2.28        730
 *	    6      4.96   2.26        760
 *	    7      4.93   2.25        800
 *	    9      4.87   2.23        920
 */
#ifndef SP_GRAPH_CODEC_H
#define SP_GRAPH_CODEC_H

#include "base/status.h"
#include "graph/graph.h"

#define SP_BLOCK_HEADER 16  /* bytes */
#define SP_REFERENCE_MAX 7  /* pages back */
#define SP_CHAIN_MAX 6      /* references in a chain */

/* Bytes after the last record that a decoder may read. */
#define SP_DECODE_SLACK 16

/* Successors after the end of a list that a decoder may write. */
#define SP_COPY_SLACK 16

/* ---- encoding --------------------------------------------------------- */

/*
 * Rows of one block: successors of page i of the block are
 * successors[ends[i-1] .. ends[i]), with ends[-1] = 0.
 */
struct sp_block_rows {
	uint64_t first_page;
	uint32_t pages;              /* 1 .. SP_BLOCK_PAGES */
	const uint64_t *ends;
	const uint32_t *successors;
};

/*
 * Encodes one block, header included, into *bytes (grown as needed, capacity
 * in *capacity, freed by the caller); *length is its length.
 */
enum sp_status sp_block_encode(const struct sp_block_rows *rows,
			       uint8_t **bytes, uint64_t *capacity,
			       uint64_t *length, struct sp_error *err)
	SP_MUST_CHECK;

/* ---- decoding --------------------------------------------------------- */

/*
 * Decodes the body of one record of page: [body, end), at least one byte,
 * into out, ascending, each below pages.  reference is the list of the page
 * that the body's first byte names (sp_record_reference()).  out has room for
 * reference_count + (end - body) + SP_COPY_SLACK, and the reference list is
 * followed by SP_COPY_SLACK readable places; SP_DECODE_SLACK bytes after end
 * are readable.  Returns the number of successors, or 0 for a body that is
 * not a valid encoding; nothing outside the given room is touched.
 */
uint32_t sp_record_decode(const uint8_t *body, const uint8_t *end,
			  uint64_t page, uint64_t pages,
			  const uint32_t *reference, uint32_t reference_count,
			  uint32_t *out);

/* How many pages back the reference is, 0 for none; above 7: not valid. */
static inline unsigned
sp_record_reference(const uint8_t *body)
{
	return *body;
}

#endif
