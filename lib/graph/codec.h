/* SPDX-License-Identifier: MIT */
/*
 * codec.h - the compact form of the links: blocks of SP_BLOCK_PAGES pages,
 * byte-aligned reference coding.  The same bytes on disk, in the pipe and in
 * memory; seedpipe(5) describes them.  Private to lib/graph and to the part
 * of lib/io that checks frames.
 *
 *	block   bytes of all records (64 bits), links (64 bits), records
 *	record  LEB128 length of the body, body; length 0: no successors
 *	body    head, edits, numbers
 *	head    one byte: r (3 bits, low), number of edits (5 bits), its
 *	        largest value standing for that value plus a LEB128 number
 *	        that follows
 *	edit    one byte: copy (4 bits, low), skip (2 bits), insert (2 bits)
 *	number  LEB128
 *
 * r = 1..7: the reference is the list of page - r, a page of the same block
 * that has successors.  r = 0: it is the empty list.  An edit copies
 * successors of the reference, skips some, and inserts as many as it says,
 * one for each number.  What the edits leave of the reference is copied, then
 * what they leave of the numbers is inserted.  So a list without reference is
 * nothing but numbers, an unchanged one is two bytes, and a list comes out in
 * ascending order without a merge.  A run that is too long for an edit goes
 * on in the next one.
 *
 * A number is the gap to the successor before it, less 1; that of the first
 * successor, which the first edit inserts or a list without reference and
 * edits begins with, is zigzag(first - page).
 *
 * The numbers stand together and the edits have one length, so that a decoder
 * can take several numbers at once, and each edit without a branch.
 *
 * References hang in chains of at most SP_CHAIN_MAX, so that one page can be
 * decoded alone.  Bits a link of cnr-2000 in memory and in a file (zstd level
 * 6), and nanoseconds for one page of a generated graph of 1 M pages:
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
#define SP_EDITS_MAX 31     /* of a head; with it, the rest follows */
#define SP_CHAIN_MAX 6      /* references in a chain */

/* Bytes after the last record that a decoder may read. */
#define SP_DECODE_SLACK 16

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

#endif
