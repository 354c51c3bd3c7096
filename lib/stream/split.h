/* SPDX-License-Identifier: MIT */
/*
 * split.h - blocks of links taken apart before they are compressed.
 * Private to lib/stream.
 *
 * A record of the graph (seedpipe(5)) mixes what compresses well with what
 * hardly does.  So its bytes go to six parts, each of them compressed by
 * itself: every part has statistics of its own, and what repeats is found
 * closer together.  The bytes are moved, not changed, and joining them gives
 * the payload again, byte for byte.  This layer knows how records are put
 * together, and nothing of what they mean.
 *
 * Bits a link of files, level 6 and level 19, and of WebGraph's BVGraph
 * (window 7, chains of 3):
 *
 *	                whole        split    BVGraph
 *	cnr-2000    2.29 2.08    2.00 1.86       3.55
 *	uk-2007-05  1.78 1.71    1.59 1.53       2.03  first 100,000 pages
 *	ics-dev     4.75 4.64    4.44 4.33       6.65
 *	generated   2.72 2.65    2.43 2.36       3.21  1 M pages
 */
#ifndef SP_STREAM_SPLIT_H
#define SP_STREAM_SPLIT_H

#include "stream/stream.h"

/* The section whose data are split; its layout is that of records. */
#define SP_SPLIT_TAG SP_TAG('G', 'R', 'P', 'H')

enum sp_part {
	SP_PART_HEADS,   /* the first byte of each body; 8: no body */
	SP_PART_COUNTS,  /* edits above 31, numbers after the last edit */
	SP_PART_EDITS,
	SP_PART_FIRST,   /* numbers that a list begins with */
	SP_PART_NUMBERS, /* all others */
	SP_PART_BLOCKS,  /* records and links of each block */
	SP_PARTS
};

/* Bytes after the last part that are read, though not used. */
#define SP_SPLIT_SLACK 128

/* Parts that follow each other in one buffer. */
struct sp_parts {
	uint8_t *at[SP_PARTS];
	size_t size[SP_PARTS];
};

/*
 * Takes a payload apart.  buffer has room for length bytes, which the parts
 * never exceed.  Returns false if the payload is not whole blocks, or has a
 * record that cannot be split; nothing is lost then by leaving it as it is.
 */
bool sp_split(const uint8_t *payload, size_t length, uint8_t *buffer,
	      struct sp_parts *parts) SP_MUST_CHECK;

/*
 * Puts the parts together again, to exactly length bytes.  SP_SPLIT_SLACK
 * bytes after the last part are readable.  Returns NULL, or what is wrong; the
 * parts may hold anything, and nothing but the length bytes is written.
 */
const char *sp_join(const struct sp_parts *parts, uint8_t *payload,
		    size_t length) SP_MUST_CHECK;

#endif
