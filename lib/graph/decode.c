/* SPDX-License-Identifier: MIT */
/*
 * The careful decoder is the definition of what a valid record is.  It goes
 * through the edits one by one and the numbers one by one, tests everything
 * before it writes, and sets one flag at the first fault; the quick decoder may
 * leave any record to it, and never accepts what this one refuses.
 *
 * What makes a list valid: it ascends strictly, all successors are pages, edits
 * do not take more of the reference than there is, numbers end with the body,
 * and each number has one spelling.  So a list has one encoding for given
 * edits, and damage that survives the checksum of a frame still cannot make a
 * page number out of range.
 *
 * Room is safe without a test in the loops: a record writes at most one
 * successor for each of its bytes and each successor of its reference, which is
 * what its caller has allocated.
 *
 * This file also fills the tables of the quick decoder, which depend on nothing
 * but the layout of LEB128.
 */
#include "graph/decode.h"

#include "base/bytes.h"

/* ---- the careful decoder ---------------------------------------------- */

/*
 * How far the decoding of a record has come.  Anything invalid sets bad, after
 * which the functions write nothing.
 */
struct careful_decoder {
	const uint8_t *at, *end; /* numbers that are left to read */
	uint32_t *out;
	uint64_t last;  /* the successor that was written last */
	uint64_t page;
	uint64_t pages; /* successors are below it */
	bool begins;    /* the list begins with a number */
	bool started;   /* there is a successor */
	bool bad;
};

/*
 * The fast path reads a byte below 128 without the loop of sp_get_leb().  A
 * number that runs past the end, or is too long, is a fault.
 */
static inline uint64_t
decode_read_number(struct careful_decoder *c)
{
	uint64_t value = 0;

	if (__builtin_expect(c->at < c->end && *c->at < 0x80, 1))
		return *c->at++;
	c->bad |= !sp_get_leb(&c->at, c->end, &value);
	return value;
}

/*
 * The first successor, coded as a signed distance from the page.
 *
 * The test against 2^33 comes before the addition: page and delta are then both
 * small, and the sum cannot wrap to a page number by accident.
 */
static inline void
decode_first(struct careful_decoder *c)
{
	int64_t delta = sp_unzigzag(decode_read_number(c));

	/* A larger distance leads out of the graph; adding it might wrap. */
	if (delta < -((int64_t)1 << 33) || delta > (int64_t)1 << 33)
		c->bad = true;
	if (c->bad)
		return;
	c->last = (uint64_t)((int64_t)c->page + delta);
	c->bad = c->last >= c->pages;
	c->started = true;
	*c->out++ = (uint32_t)c->last;
}

/*
 * The next successor: its number is the gap to the one before, less one.
 *
 * A gap without a successor before it is a fault: begins says whether the first
 * edit, or a list without edits, begins with a number. gap is compared with
 * what is left of the pages, so the sum stays below pages.
 */
static inline void
decode_successor(struct careful_decoder *c)
{
	uint64_t gap;

	if (!c->started && c->begins) {
		decode_first(c);
		return;
	}
	gap = decode_read_number(c);
	if (c->bad || !c->started || gap >= c->pages - c->last - 1) {
		c->bad = true;
		return;
	}
	c->last += gap + 1;
	*c->out++ = (uint32_t)c->last;
}

/*
 * Copies count successors of the reference, eight at a time: runs are short.
 *
 * Only the first of a run has to be compared with the last successor, as the
 * reference ascends.  Eight at a time may write seven too many, which the next
 * run or number overwrites: SP_COPY_SLACK.
 */
static inline void
copy_successors(struct careful_decoder *c, const uint32_t *from, uint64_t count)
{
	uint64_t i = 0;

	if (!count)
		return;
	if (c->started && *from <= c->last) {
		c->bad = true;
		return;
	}
	do {
		/* Past its end, the reference may overlap with out. */
		uint32_t eight[8];

		memcpy(eight, from + i, sizeof(eight));
		memcpy(c->out + i, eight, sizeof(eight));
		i += 8;
	} while (i < count);
	c->out += count;
	c->last = c->out[-1];
	c->started = true;
}

/*
 * Applies the edits, then copies and inserts what they leave.
 *
 * The order within an edit is copy, skip, insert.  After the last edit comes
 * the rest of the reference, then all numbers that are left: so an unchanged
 * list has neither edits nor numbers.
 */
static void
careful_edits(struct careful_decoder *c, const uint8_t *edit,
	      const uint8_t *edits_end, const uint32_t *from, uint64_t left)
{
	for (; edit < edits_end && !c->bad; edit++) {
		unsigned copy = *edit & 15, skip = *edit >> 4 & 3;
		unsigned insert = *edit >> 6;

		if (copy + skip > left) {
			c->bad = true;
			return;
		}
		copy_successors(c, from, copy);
		from += copy + skip;
		left -= copy + skip;
		while (insert-- && !c->bad)
			decode_successor(c);
	}
	if (!c->bad)
		copy_successors(c, from, left);
	while (c->at < c->end && !c->bad)
		decode_successor(c);
}

/*
 * As sp_record_decode().
 *
 * The counts of edits are compared with the length of the body before they are
 * used, in two steps, because their sum may wrap.  A list that is not bad but
 * empty is reported as 0, too: a page without successors has no body at all.
 */
static uint32_t
decode_carefully(const uint8_t *body, const uint8_t *end, uint64_t page,
		 uint64_t pages, const uint32_t *reference,
		 uint32_t reference_count, uint32_t *out)
{
	unsigned head = *body++;
	uint64_t edits = head >> SP_REFERENCE_BITS, more = 0;
	struct careful_decoder c = { .end = end, .out = out, .page = page,
			     .pages = pages };

	if (head & SP_REFERENCE_MAX && !reference_count)
		return 0;
	if (edits == SP_EDITS_MAX && !sp_get_leb(&body, end, &more))
		return 0;
	if (more > (uint64_t)(end - body) ||
	    edits + more > (uint64_t)(end - body))
		return 0;
	edits += more;
	c.begins = edits ? !(*body & 15) && *body >> 6 : !head;
	c.at = body + edits;
	careful_edits(&c, body, c.at, reference, reference_count);
	return c.bad ? 0 : (uint32_t)(c.out - out);
}

/* ---- the choice of a decoder ------------------------------------------ */

/*
 * Fills the entries of the tables for one pattern of top bits.
 *
 * For each pattern of the top bits of eight bytes: which of them end a number,
 * and where each byte goes so that every number has four bytes of its own.
 * Numbers of five bytes, or beyond the eight, are left out: the decoder goes on
 * at the first byte that was not taken.
 */
static void
fill_shuffle_tables(struct sp_decoder *decoder, unsigned tops)
{
	unsigned at = 0, count = 0;

	memset(decoder->shuffle[tops], 0x80, sizeof(*decoder->shuffle));
	for (;;) {
		unsigned last = at;

		while (last < 8 && tops >> last & 1)
			last++;
		/* The number does not end here, or not in 32 bits. */
		if (last == 8 || last - at > 3)
			break;
		for (unsigned i = at; i <= last; i++)
			decoder->shuffle[tops][4 * count + i - at] =
				(uint8_t)i;
		count++;
		at = last + 1;
	}
	decoder->taken[tops] = (uint8_t)(count | at << 4);
}

/*
 * 8 KiB of tables, filled once a cursor, and 4 KiB of room for the numbers of a
 * record.
 */
void
sp_decoder_begin(struct sp_decoder *decoder, uint64_t pages, bool quick)
{
	decoder->pages = pages;
	decoder->quick = quick && sp_quick_works() && pages <= SP_QUICK_PAGES;
	memset(decoder->numbers, 0, sizeof(decoder->numbers));
	for (unsigned tops = 0; decoder->quick && tops < 256; tops++)
		fill_shuffle_tables(decoder, tops);
}

uint32_t
sp_record_decode(struct sp_decoder *decoder, const uint8_t *body,
		 const uint8_t *end, uint64_t page, const uint32_t *reference,
		 uint32_t reference_count, uint32_t *out)
{
#ifdef SP_DECODE_QUICK
	uint32_t count = 0;

	if (decoder->quick)
		count = sp_record_quick(decoder, body, end, page, reference,
					reference_count, out);
	if (count)
		return count;
#endif
	return decode_carefully(body, end, page, decoder->pages, reference,
				reference_count, out);
}
