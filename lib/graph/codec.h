/* SPDX-License-Identifier: MIT */
/*
 * codec.h - the compact form of the links: blocks of SP_BLOCK_PAGES pages,
 * byte-aligned reference coding.  The same bytes on disk, in the pipe and in
 * memory; seedpipe(5) describes them.  Private to lib/graph and to the part
 * of lib/stream/section that checks frames.
 *
 *	block   bytes of all records (64 bits), links (64 bits), records
 *	record  LEB128 length of the body, body; length 0: no successors
 *	body    head, edits, numbers
 *	head    one byte: r (3 bits, low), number of edits (5 bits); with the
 *	        largest value, a LEB128 number follows and is added to it
 *	edit    one byte: copy (4 bits, low), skip (2 bits), insert (2 bits)
 *	number  LEB128
 *
 * r = 1..7: the reference is the list of page - r, a page of the same block
 * that has successors.  r = 0: it is the empty list.  An edit copies
 * successors of the reference, skips some, and inserts some, one for each
 * number.  After the last edit, the rest of the reference is copied, then the
 * remaining numbers are inserted.  So a list without a reference is nothing
 * but numbers, an unchanged list takes two bytes, and a list comes out in
 * ascending order without a merge.  A run that is too long for one edit
 * continues in the next.
 *
 * A number is the gap to the successor before it, less 1.  If a list begins
 * with a number (inserted by its first edit, or in a list without reference
 * and edits), this first number is zigzag(first - page).
 *
 * All numbers are together and all edits have one length, so that a decoder
 * can read several numbers at once, and an edit without a branch.
 *
 * References form chains of at most SP_CHAIN_MAX, so that one page can be
 * decoded alone, and so that bytes stand for few links: a number reaches no
 * list further than that many references after its own, so a byte of records
 * stands for at most SP_BYTE_LINKS links.  Readers refuse longer chains, blocks
 * that announce more links than their bytes can hold, and blocks of more than
 * SP_BLOCK_LINKS_MAX.  Bits a link of cnr-2000 in memory and in a file (zstd
 * level 6), and nanoseconds for one page of a generated graph of 1 M pages:
 *
 *	chain    memory   file   one page
 *	    4      5.08   2.33        680
 *	    5      5.01   2.30        780
 *	    6      4.97   2.29        840
 *	    7      4.94   2.28        920
 *	    9      4.90   2.26       1020
 */
#ifndef SP_GRAPH_CODEC_H
#define SP_GRAPH_CODEC_H

#include "base/status.h"
#include "graph/graph.h"

#define SP_BLOCK_HEADER 16  /* bytes */
#define SP_REFERENCE_BITS 3 /* of a head */
#define SP_REFERENCE_MAX 7  /* pages back */
#define SP_EDITS_MAX 31     /* of a head; the rest is in the next number */
#define SP_CHAIN_MAX 6      /* references in a chain */
#define SP_BYTE_LINKS (1 + SP_REFERENCE_MAX * SP_CHAIN_MAX)

/* So that sums over the blocks of any graph fit 64 bits. */
#define SP_BLOCK_LINKS_MAX (UINT64_C(1) << 32)

/* Bytes after the last record that a decoder may read. */
#define SP_DECODE_SLACK 16

/* What a row's reference was: 1 .. SP_REFERENCE_MAX, or one of these. */
#define SP_HINT_CHOOSE 0 /* not known */
#define SP_HINT_NONE (SP_REFERENCE_MAX + 1)

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
 * Encodes one block with its header.  *bytes is a block of *capacity bytes
 * (NULL and 0 at the start), grown as needed and freed by the caller; *length
 * is set to the bytes used.  Returns SP_MEMORY on failure.
 */
enum sp_status sp_block_encode(const struct sp_block_rows *rows,
			       uint8_t **bytes, uint64_t *capacity,
			       uint64_t *length, struct sp_error *err);

/*
 * Stores the hint of each of the first pages pages of a block, given with its
 * header, SP_HINT_CHOOSE for those that cannot be read.
 */
void sp_block_hints(const uint8_t *bytes, uint64_t length, uint32_t pages,
		    uint8_t *hints);

/*
 * Encodes a block to the same bytes, row by row: in memory are its last few
 * rows and its bytes.  For blocks with very many links, because equal lists
 * take two bytes each, however long they are.
 */
struct sp_block_stream;

struct sp_block_stream *sp_block_stream_new(uint64_t first_page); /* or NULL */

/* Adds the next row, of SP_BLOCK_PAGES at most; SP_MEMORY. */
enum sp_status sp_block_stream_add(struct sp_block_stream *stream,
				   const uint32_t *successors, uint64_t count,
				   struct sp_error *err);

/*
 * Returns the bytes of the block with its header, valid until the stream is
 * freed, and sets *length.  Call it after one row at least, and last.
 */
const uint8_t *sp_block_stream_end(struct sp_block_stream *stream,
				   uint64_t *length);

void sp_block_stream_free(struct sp_block_stream *stream); /* accepts NULL */

#endif
