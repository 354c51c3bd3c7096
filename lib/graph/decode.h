/* SPDX-License-Identifier: MIT */
/*
 * decode.h - decoding the records of a block (codec.h).  Private to lib/graph.
 *
 * Two decoders give the same lists.  The careful one takes any record, tells
 * what is not valid, and runs on every machine.  The quick one reads numbers
 * and edits with few branches that depend on them, by instructions that most
 * x86-64 machines have (SSSE3); a record that it is not sure of - odd, very
 * long, or damaged - it leaves to the careful one.  -DSP_PORTABLE leaves it
 * out.  Nanoseconds a link, read by sp_cursor_next(), best of 40 passes:
 *
 *	                  careful   quick
 *	cnr-2000             2.54    1.75
 *	generated, 1 M       2.36    1.34
 */
#ifndef SP_GRAPH_DECODE_H
#define SP_GRAPH_DECODE_H

#include "graph/codec.h"

#include <stdbool.h>

/* Places after the end of a list that a decoder may write or read. */
#define SP_COPY_SLACK 16

/* Longer bodies, and larger graphs, are not for the quick decoder. */
#define SP_QUICK_BYTES 1024
#define SP_QUICK_PAGES ((uint64_t)1 << 30)

/* What decoding needs: of one thread, for one graph.  About 13 KB. */
struct sp_decoder {
	uint64_t pages; /* of the graph */
	bool quick;     /* the quick decoder is used */

	/*
	 * For eight bytes of LEB128 numbers, by their top bits (one bit a
	 * byte): which byte goes where, to have each number that ends in them
	 * in 32 bits; and how many numbers, plus 16 times their bytes.
	 */
	uint8_t shuffle[256][32];
	uint8_t taken[256];
	uint32_t numbers[SP_QUICK_BYTES + 16]; /* of the record */
};

/*
 * Makes a decoder for a graph of pages pages.  quick: use the quick decoder
 * where the machine has it and the graph is not too large.
 */
void sp_decoder_begin(struct sp_decoder *decoder, uint64_t pages, bool quick);

/*
 * Decodes the body of one record of page: [body, end), at least one byte,
 * into out, ascending, each below pages.  reference is the list of the page
 * that sp_record_reference() names, 0 successors where there is none.  out has
 * room for reference_count + (end - body) + SP_COPY_SLACK, and one place
 * before it; the reference list is followed by SP_COPY_SLACK readable places;
 * SP_DECODE_SLACK bytes after end are readable.  Returns the number of
 * successors, or 0 for a body that is not a valid encoding; nothing outside
 * the given room is touched.
 */
uint32_t sp_record_decode(struct sp_decoder *decoder, const uint8_t *body,
			  const uint8_t *end, uint64_t page,
			  const uint32_t *reference, uint32_t reference_count,
			  uint32_t *out);

/* How many pages back the reference is, 0 for none. */
static inline unsigned
sp_record_reference(const uint8_t *body)
{
	return *body & SP_REFERENCE_MAX;
}

/* ---- records one after the other -------------------------------------- */

/* A decoded list: where it is among the lists. */
struct sp_decoded {
	uint64_t start;
	uint32_t count;
};

/* Where the reading of a block stands. */
struct sp_records {
	const uint8_t *at, *end;  /* records that are left */
	uint64_t first_page;      /* of the block */
	uint32_t next, last;      /* record, exclusive end, in the block */
	uint64_t links;           /* of the lists so far */
	uint32_t *lists;          /* the last ones, and SP_COPY_SLACK places */
	uint64_t used, room;      /* places of the others */

	/*
	 * Of record i at i + SP_REFERENCE_MAX.  Those before the first one
	 * are empty, as no list of another block can be referred to.  Equal
	 * lists may share their place.
	 */
	struct sp_decoded decoded[SP_REFERENCE_MAX + SP_BLOCK_PAGES];
};

/*
 * Where a list may start: behind used places and one more, at a multiple of
 * four, so that lists which are copied whole move by aligned steps.
 */
static inline uint64_t
sp_list_start(uint64_t used)
{
	return (used + 4) & ~(uint64_t)3;
}

/*
 * Takes records while the quick decoder is sure of them and there is room.
 * The record at which it stops is as it was.  Only where decoder->quick.
 */
void sp_records_quick(struct sp_decoder *decoder, struct sp_records *records);

/* sp_record_decode() by the quick decoder: 0 also when it is not sure. */
uint32_t sp_record_quick(struct sp_decoder *decoder, const uint8_t *body,
			 const uint8_t *end, uint64_t page,
			 const uint32_t *reference, uint32_t reference_count,
			 uint32_t *out);

/* Does this machine have it? */
bool sp_quick_works(void);

#endif
