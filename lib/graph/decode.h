/* SPDX-License-Identifier: MIT */
/*
 * decode.h - decoding the records of a block (codec.h).  Private to lib/graph.
 *
 * Two decoders give the same lists.  The careful one accepts any record,
 * rejects what is not valid, and runs on every machine.  The quick one reads
 * numbers and edits almost without branches, with instructions that most
 * x86-64 machines have (SSSE3); it leaves records that are unusual, very long
 * or damaged to the careful one.
 *
 * Both take time in proportion to the bytes of a record and the links that they
 * write: an edit byte passes at most 18 links of the reference, the rest of
 * which is written.  A list is no longer than the bytes of the records of its
 * chain, and all lists of a block have at most SP_BYTE_LINKS links a byte, as
 * chains are bounded.  To read one page alone takes as much as its chain: at
 * most SP_CHAIN_MAX + 1 records and lists.
 *  -DSP_PORTABLE builds without it.
 * Nanoseconds a link, read with sp_cursor_next(), best of 40 passes:
 *
 *	                  careful   quick
 *	cnr-2000             2.54    1.75
 *	generated, 1 M       2.36    1.34
 */
#ifndef SP_GRAPH_DECODE_H
#define SP_GRAPH_DECODE_H

#include "graph/codec.h"

#include <stdbool.h>

/* Places after the end of a list that a decoder may read or write. */
#define SP_COPY_SLACK 16

/* The quick decoder handles bodies and graphs up to these sizes. */
#define SP_QUICK_BYTES 1024
#define SP_QUICK_PAGES ((uint64_t)1 << 30)

/* Tables and room for decoding: for one thread and one graph.  About 13 KB. */
struct sp_decoder {
	uint64_t pages; /* of the graph */
	bool quick;     /* use the quick decoder */

	/*
	 * For eight bytes of LEB128 numbers, indexed by their top bits (one
	 * bit a byte): where each byte moves, so that every number that ends
	 * within them gets 32 bits of its own; and the count of those numbers,
	 * plus 16 times their bytes.
	 */
	uint8_t shuffle[256][32];
	uint8_t taken[256];
	uint32_t numbers[SP_QUICK_BYTES + 16]; /* of the record */
};

/*
 * Prepares a decoder for a graph of this many pages.  quick: use the quick
 * decoder if the machine has it and the graph is not too large.
 */
void sp_decoder_begin(struct sp_decoder *decoder, uint64_t pages, bool quick);

/*
 * Decodes the body [body, end) of a page's record, at least one byte, into
 * out: ascending, each below pages.  reference is the list of the page that
 * sp_record_reference() points to, or empty without one.
 *
 * out has room for reference_count + (end - body) + SP_COPY_SLACK numbers, and
 * for one before it.  SP_COPY_SLACK places after the reference and
 * SP_DECODE_SLACK bytes after end are readable.
 *
 * Returns the number of successors, or 0 if the body is not a valid encoding.
 * Nothing outside that room is touched in either case.
 */
uint32_t sp_record_decode(struct sp_decoder *decoder, const uint8_t *body,
			  const uint8_t *end, uint64_t page,
			  const uint32_t *reference, uint32_t reference_count,
			  uint32_t *out);

/* Returns how many pages back the reference of a body is; 0 for none. */
static inline unsigned
sp_record_reference(const uint8_t *body)
{
	return *body & SP_REFERENCE_MAX;
}

/* ---- records one after the other -------------------------------------- */

/*
 * A decoded list: its place in the array of lists, its length, and how many
 * references it goes back; one that has none yet is SP_NO_CHAIN, so that 1 more
 * is 0.
 */
struct sp_decoded {
	uint64_t start;
	uint32_t count;
	uint32_t chain;
};

#define SP_NO_CHAIN UINT32_MAX

/* The state of reading a block. */
struct sp_records {
	const uint8_t *at, *end;  /* records that are left */
	uint64_t first_page;      /* of the block */
	uint32_t next, last;      /* next record, and where to stop */
	uint64_t links;           /* of the lists so far */
	uint32_t *lists;          /* the latest, then SP_COPY_SLACK places */
	uint64_t used, room;      /* places, without that slack */
	uint32_t chain;           /* references in one, at most */

	/*
	 * The list of record i is at i + SP_REFERENCE_MAX.  Those before the
	 * first one are empty, because no record refers to another block.
	 * Equal lists may share their place.
	 */
	struct sp_decoded decoded[SP_REFERENCE_MAX + SP_BLOCK_PAGES];
};

/*
 * Where a list may start: after the used places and one more, at a multiple of
 * four, so that copying a whole list takes aligned steps.
 */
static inline uint64_t
sp_list_start(uint64_t used)
{
	return (used + 4) & ~(uint64_t)3;
}

/* Returns whether this machine has the instructions of the quick decoder. */
bool sp_quick_works(void);

#if defined(__x86_64__) && defined(__GNUC__) && !defined(SP_PORTABLE)
#define SP_DECODE_QUICK

/*
 * Decodes records while the quick decoder can handle them and there is room.
 * The record at which it stops is untouched.  Only if decoder->quick.
 */
void sp_records_quick(struct sp_decoder *decoder, struct sp_records *records);

/* Like sp_record_decode(), but also 0 if the quick decoder must give up. */
uint32_t sp_record_quick(struct sp_decoder *decoder, const uint8_t *body,
			 const uint8_t *end, uint64_t page,
			 const uint32_t *reference, uint32_t reference_count,
			 uint32_t *out);
#endif

#endif
