/* SPDX-License-Identifier: MIT */
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

static inline uint64_t
decode_read_number(struct careful_decoder *c)
{
	uint64_t value = 0;

	if (__builtin_expect(c->at < c->end && *c->at < 0x80, 1))
		return *c->at++;
	c->bad |= !sp_get_leb(&c->at, c->end, &value);
	return value;
}

/* The first successor, coded as a signed distance from the page. */
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

/* The next successor: its number is the gap to the one before, less one. */
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

/* Copies count successors of the reference, eight at a time: runs are short. */
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

/* Applies the edits, then copies and inserts what they leave. */
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

/* As sp_record_decode(). */
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

/* Fills the entries of the tables for one pattern of top bits. */
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
